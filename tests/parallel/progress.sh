#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# progress.sh PROGRAM PROBLEMS: on a terminal a run shows one line that is gone at the end, renewed as it goes and not
# more often than it is to be; one that is over before shows nothing, nor does one whose standard error is no terminal.
# How fast the machine is plays no part: the line is renewed at every record, at none, or so many seconds apart
# (HOLONOME_REHEARSAL).
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
cp "$problems/frames/table.yaml" "$place/table.yaml"
cd "$place"

# on_terminal RENEWAL COMMAND: what it writes to a terminal, lines of progress apart, in `seen`
on_terminal() {
  HOLONOME_REHEARSAL="renewal=$1" script -qec "$2" typescript >/dev/null </dev/null
  sed '1d; $d' typescript | tr '\r' '\n' >seen
}

for ranks in 0 2; do
  command="'$program' run table.yaml >out"
  [ "$ranks" -eq 0 ] || command="mpirun -q --oversubscribe --bind-to none -n $ranks $command"
  on_terminal 0 "$command"
  grep -qE '^[0-9]+ of 13 frequencies, [0-9.e+]+ per second, [0-9.]+ (s|min|h) left' seen || die "$ranks ranks: no rate, no time left"
  grep -q '^13 of 13 frequencies, now their modes' seen || die "$ranks ranks: the end is not shown"
  grep -oE '^[0-9]+ of 13' seen | sort -cn || die "$ranks ranks: records are lost"
  [ "$(grep -oE '^[0-9]+ of 13' seen | sort -u | wc -l)" -ge 4 ] || die "$ranks ranks: $(sort -u seen | wc -l) lines"
  [ "$(grep . seen | tail -n 1)" = $'\e[K' ] || die "$ranks ranks: the line is left behind"
  grep -q '^Complete' out || die "$ranks ranks: no result"
  start=$EPOCHREALTIME
  on_terminal 0.02 "$command"
  end=$EPOCHREALTIME
  lines=$(grep -cE '^[0-9]+ of 13 frequencies' seen || true)
  awk -v a="$start" -v b="$end" -v n="$lines" 'BEGIN { exit !(n <= (b - a) / 0.02) }' || die "$ranks ranks: $lines lines in $start to $end"
  on_terminal 1000 "$command"
  ! grep -q . seen || die "$ranks ranks: the line is shown before it is time"
done
# of curves there are few: the points of the one under way are told
cat >curves.yaml <<'END'
analysis:
  nonlinear: {kind: duffing, omega2: 1, mu: 1, P: 20, loss: {viscous: 0.05}, from: 0.4, to: 3, harmonics: 5, levels: [0.5, 1]}
END
on_terminal 0 "'$program' run curves.yaml >out || [ \$? -eq 1 ]" # five harmonics are too few for these curves
grep -qE '^[01] of 2 curves, then [0-9]+ points and starts' seen || die "nothing is shown of curves"
[ "$(grep . seen | tail -n 1)" = $'\e[K' ] || die "the line of curves is left behind"
HOLONOME_REHEARSAL="renewal=0" launch 0 run table.yaml >out 2>err
[ ! -s err ] || die "progress is written to a file"
