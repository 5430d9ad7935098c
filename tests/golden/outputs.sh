# SPDX-License-Identifier: BSD-3-Clause
# Shared by the scripts beside it: all outputs of a program, one file each, without times and without paths of this
# machine.
# shellcheck shell=bash
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tests=$(dirname "$here")
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OPENBLAS_NUM_THREADS=1
export OPENBLAS_CORETYPE=Haswell # kernels that every processor with AVX2 has, whatever it is

# Most of the time goes into these: a test of their own.
long=' faults/duffing-subharmonics faults/duffing-truncation faults/export-plate-point faults/plate-on-four-springs
faults/plate-on-four-springs-tolerance faults/plate-points-six-digits-on-rim faults/plate-weld-two-points
faults/plates-joined-along-edge faults/plates-joined-along-edge-tolerance faults/softening-2 matrices/bracket-clamped
matrices/bracket-distributing matrices/bracket-on-beams nonlinear/figure-vi-1 plates/cantilever plates/nafems-fv12
regular/hundred-spans regular/long-chain regular/three-bands rings/frame '
long=${long//$'\n'/ }

place=$(mktemp -d /tmp/hol-XXXXXX)
export TMPDIR=$place # where the launcher keeps its sockets; names of sockets are short
trap 'rm -rf -- "$place"' EXIT

die() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

# run_one NAME OUT: the files NAME.json, .csv (of several analyses .modes.csv, ...), .table, .messages, .exit and
# .written (what it wrote beside the problem) in OUT.
run_one() {
  local code=0 options=()
  [[ $1 == wrong* ]] || options=(--json "$2/$1.json" --csv "$2/$1.csv")
  mkdir -p "$2/$(dirname "$1")"
  touch "$place/stamp"
  "$program" run "$1.yaml" "${options[@]}" >"$2/$1.table" 2>"$2/$1.messages" || code=$?
  sed -i "s#$2/##g" "$2/$1.messages" # a remark on a large file names it
  echo "$code" >"$2/$1.exit"
  find "$(dirname "$1")" -type f -newer "$place/stamp" -print0 | sort -z | xargs -0 -r cat >"$2/$1.written"
  if [ -f "$2/$1.json" ]; then
    sed -i '/^  "timing"/d' "$2/$1.json"
  fi
}

# excerpt FILE BYTE LINE: what stands around a byte
excerpt() {
  local line before
  before=$(head -n $(($3 - 1)) "$1" | wc -c)
  line=$(sed -n "$3p" "$1")
  before=$(($2 - before - 61))
  echo "  ${line:before > 0 ? before : 0:120}"
}

# difference ONE OTHER WORDS...: if the files are not the same, where they differ first, and what stands there
difference() {
  local byte line said one=$1 other=$2
  said=$(cmp "$one" "$other" 2>&1) && return
  read -r byte line < <(sed -E 's/.*(byte|char) ([0-9]+),.* line ([0-9]+)$/\2 \3/' <<<"$said")
  echo "${*:3}, line $line:"
  excerpt "$one" "$byte" "$line"
  excerpt "$other" "$byte" "$line"
  return 1
}

# on_two_ranks OUT NAME...: files with the same columns, by one run on two ranks: the same JSON, CSV and exit status as
# one by one.
on_two_ranks() {
  local out=$1 code=0 expected=0 name
  shift
  mpirun -q --oversubscribe --bind-to none -n 2 "$program" run "${@/%/.yaml}" --quiet --json "$place/json" --csv "$place/csv" \
    </dev/null 2>"$place/said" || code=$?
  for name; do
    [ "$(<"$out/$name.exit")" -le "$expected" ] || expected=$(<"$out/$name.exit")
  done
  [ "$code" -eq "$expected" ] || die "two ranks, exit status $code, not $expected: $*: $(head -c 2000 "$place/said")"
  sed -i '/^  "timing"/d' "$place/json"
  { [ $# -eq 1 ] || echo '['; cat "$out/$1.json"; for name in "${@:2}"; do echo ','; cat "$out/$name.json"; done; [ $# -eq 1 ] || echo ']'; } \
    >"$place/json1"
  if [ -f "$out/$1.csv" ]; then
    { cat "$out/$1.csv"; for name in "${@:2}"; do sed '1{/^file,/d}' "$out/$name.csv"; done; } >"$place/csv1" # sweeps and curves keep their headers
  else # a table for each analysis
    cat "$out/$1".*.csv >"$place/csv1"
    cat "$place"/csv.*.csv >"$place/csv"
    rm "$place"/csv.*.csv
  fi
  for name in csv json; do
    difference "$place/${name}1" "$place/$name" "one process and two ranks, $name of $1 to ${*: -1}" || die "two ranks give other results"
    rm "$place/${name}1" "$place/$name"
  done
}

# outputs PROGRAM OUT WHICH...: all outputs into OUT (whole paths); WHICH are `short`, `long`, or patterns of names as
# 'beams/*', and `ranks`: those on two ranks, too.
outputs() {
  local name names pattern one out=$2
  program=$1
  rm -rf "$place/problems"
  cp -r "$tests/../problems" "$place/problems" # checkpoints and exports are written beside the files
  cp -r "$tests"/{wrong,wrong_structures,faults} "$place/problems"
  cp -r "$here/problems" "$place/problems/golden"
  mkdir "$place/problems/export"
  cp "$tests/export/tower.yaml" "$place/problems/export"
  cd "$place/problems"
  names=$(printf '%s\n' */*.yaml | sed 's/\.yaml$//')
  shift 2
  local -A groups=()
  for name in $names; do
    one=
    # shellcheck disable=SC2053
    for pattern; do
      case $pattern in
        short) [[ $long == *" $name "* ]] || one=1 ;;
        ranks) ;;
        long) [[ $long != *" $name "* ]] || one=1 ;;
        *) [[ $name != $pattern ]] || one=1 ;;
      esac
    done
    [ -n "$one" ] || continue
    run_one "$name" "$out"
    if [ -f "$out/$name.csv" ] && [ "$(<"$out/$name.exit")" -le 1 ]; then
      groups[$(head -n 1 "$out/$name.csv")]+=" $name"
    elif compgen -G "$out/$name.*.csv" >/dev/null && [ "$(<"$out/$name.exit")" -le 1 ]; then
      groups[$name]=" $name"
    fi
  done
  if [[ " $* " == *' ranks '* ]]; then
    mpirun --version 2>/dev/null | grep -q 'Open MPI' || die "this takes the mpirun of Open MPI" # options of launchers differ
    for name in "${!groups[@]}"; do
      # shellcheck disable=SC2086
      on_two_ranks "$out" ${groups[$name]}
    done
  fi
  cd / # so that the folder can be removed
}

# digests OUT: a line `name output digest` for each file of OUT that is not empty, in order of the names: of its text,
# numbers blanked, which is the same on every processor.
digests() {
  perl "$here/text.pl" "$1" | sort
}

# Numbers with their error are compared of these: every kind of part, of compliance and of analysis.
numbers_of=' arcs/bow arcs/tied-arch bars/mast bars/truss-massless beams/clamped-free beams/sensitivities beams/two-spans-n8
book/f-cone-reactions book/f5-z03-n4 discrete/engine-on-bushings discrete/redundant extreme/graded-chain extreme/soft-tail
frames/cardan-shaft frames/portal-with-load golden/buckled hard/close-pins matrices/bracket-modes plates/annulus-at-hub
plates/vm151 regular/ring-of-masses response/absorber response/building response/hammer response/two-losses
response/unbalanced-fan rings/supported shafts/branched-gear static/half-way static/standing sweeps/bearing
sweeps/coupled-cantilevers variable/haunched-portal variable/wedge '
numbers_of=${numbers_of//$'\n'/ }

# numbers OUT: a line `name/path lower upper` for each number that a result of these states with its error.
numbers() {
  local name
  for name in $numbers_of; do
    [ ! -f "$1/$name.json" ] || perl "$here/numbers.pl" record "$name" <"$1/$name.json"
  done
}
