#!/usr/bin/env bash
# progress.sh PROGRAM PROBLEMS: on a terminal a long run shows one line, renewed not too often and gone at the end; a short
# one shows nothing, nor does one whose standard error is no terminal.
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
cp "$(dirname "${BASH_SOURCE[0]}")/net.yaml" "$place/long.yaml"
cp "$problems/book/three-bars.yaml" "$place/short.yaml"
cd "$place"

# on_terminal COMMAND: what it writes to a terminal, lines of progress apart, in `seen`
on_terminal() {
  script -qec "$1" typescript >/dev/null </dev/null
  sed '1d; $d' typescript | tr '\r' '\n' >seen
}

for ranks in 0 2; do
  command="'$program' run long.yaml"
  [ "$ranks" -eq 0 ] || command="mpirun -q --oversubscribe --bind-to none -n $ranks $command"
  start=$EPOCHREALTIME
  on_terminal "$command >out"
  end=$EPOCHREALTIME
  lines=$(grep -cE '^[0-9]+ of 400 frequencies' seen || true)
  [ "$lines" -gt 0 ] || die "$ranks ranks: nothing is shown"
  grep -qE '^[0-9]+ of 400 frequencies, [0-9.e+]+ per second, [0-9.]+ (s|min|h) left' seen || die "$ranks ranks: no rate, no time left"
  awk -v a="$start" -v b="$end" -v n="$lines" 'BEGIN { exit !(n <= 5 * (b - a)) }' || die "$ranks ranks: $lines lines"
  [ "$(grep . seen | tail -n 1)" = $'\e[K' ] || die "$ranks ranks: the line is left behind"
  grep -q '^Complete' out || die "$ranks ranks: no result"
done
# of curves there are few: the points of the one under way are told
cat >curves.yaml <<'END'
analysis:
  nonlinear: {kind: duffing, omega2: 1, mu: 1, P: 20, loss: {viscous: 0.05}, from: 0.4, to: 3, harmonics: 31, subharmonics: 3,
    levels: [0.5, 1], search: 20, step: 0.002}
END
on_terminal "'$program' run curves.yaml >out"
grep -qE '^[01] of 2 curves, then [0-9]+ points and starts' seen || die "nothing is shown of curves"
[ "$(grep . seen | tail -n 1)" = $'\e[K' ] || die "the line of curves is left behind"
on_terminal "'$program' run short.yaml >out"
! grep -q . seen || die "a short run shows something"
launch 0 run long.yaml >out 2>err
[ ! -s err ] || die "progress is written to a file"
