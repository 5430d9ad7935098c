#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# reads.sh PROGRAM SHIM: every read of every kind of input fails once, ends early once, is interrupted once, and all
# come byte by byte. What cannot be read is status 4 with its reason and no result, never other numbers; what only came
# in pieces is the result of before.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1") shim=$(realpath "$2")
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
cd "$place"
cp "$root"/problems/matrices/elements* "$root"/problems/response/{shaker,spectrum,vibration,earthquake}.csv .
cp "$root"/problems/response/{shaken-rack,two-floors,device-vibration,building-spectrum}.yaml .
sed 's/foot: {.*/foot: {nodes: FOOT, at: [0, 0, 0], coupling: rigid}/; s/    map: .*/&\n    nodes: elements.inp/' \
  "$root/problems/matrices/beam-elements.yaml" >column.yaml
printf '*NODE\n1, 0, 0, 0\n2, 0.25, 0, 0\n3, 0.5, 0, 0\n4, 0.75, 0, 0\n5, 1, 0, 0\n*NSET, NSET=FOOT\n1\n' >elements.inp
cat >record.yaml <<'EOF'
freedoms: [ux]
parts:
  b: {kind: body, mass: 1}
joints:
  - {spring: b, freedom: ux, stiffness: 900}
analysis:
  transient:
    load: {at: b, direction: x, history: {file: long.csv}}
    at: {point: b, direction: x}
    times: [1 s, 10 s, 19.9 s]
    damping_ratio: 1 %
EOF
awk 'BEGIN { for (i = 0; i < 2000; i++) printf "%07.2f, %6.3f\n", i * 0.01, sin(i * 0.3) }' >long.csv
cat >beam.yaml <<'EOF'
parts:
  b: {kind: beam, length: 1, EI: 1, line_mass: 1}
joints: [{pin: b.start}, {pin: b.end}]
analysis: {frequencies: {count: 2}}
EOF
{ HOLONOME_REHEARSAL="delay=0 die=0:2" "$program" run --quiet beam.yaml; } 2>/dev/null || true
mv beam.yaml.checkpoint kept
"$program" run --quiet --json beam.json --uff beam.uff beam.yaml

die() {
  echo "error: $*" >&2
  exit 1
}

# broken NAME BY AT COMMAND...: run it so, its standard output in `out`; the status
broken() {
  local status=0
  rm -f mark
  LD_PRELOAD=$shim BROKEN_CALL=read BROKEN_NAME=$1 BROKEN_BY=$2 BROKEN_AT=$3 BROKEN_MARK=mark \
    timeout 20 "${@:4}" >out 2>err || status=$?
  echo "$status"
}

# input NAME COMMAND...: what reads this file
input() {
  local name=$1 n status right=0
  shift
  prepare
  "$@" >good 2>good.err || right=$?
  for n in $(seq 1 60); do
    prepare
    status=$(broken "$name" 5 "$n" "$@")
    [ -e mark ] || break
    [ -z "$spare" ] || [ "$status" != "$right" ] || ! cmp -s out good || continue
    [ "$status" = 4 ] || die "read $n of $name fails: status $status"
    grep -q 'Input/output error' err || die "read $n of $name fails: no reason is said: $(head -c 300 err)"
    [ ! -s out ] || die "read $n of $name fails: there is a result"
  done
  [ "$n" -gt 1 ] || die "$name is not read at all"
  [ "$n" -lt 60 ] || die "$name is read without end"
  cmp -s out good || die "$name: a result of its own without any failure"
  for n in $(seq 1 $((n - 1))); do
    prepare
    status=$(broken "$name" 0 "$n" "$@")
    [ "$status" = 4 ] || { [ "$status" = "$right" ] && cmp -s out good; } || die "read $n of $name ends early: status $status"
    prepare
    status=$(broken "$name" 4 "$n" "$@")
    [ "$status" = "$right" ] && cmp -s out good || die "read $n of $name is interrupted: status $status"
  done
  prepare
  status=$(broken "$name" -1 0 "$@")
  [ "$status" = "$right" ] && cmp -s out good || die "$name byte by byte: status $status"
}
prepare() { :; }
spare= # not empty: reads of it may fail where the result does not hang on them

input beam.yaml "$program" run --quiet --csv - beam.yaml
input beam.yaml "$program" run --quiet --csv - /dev/stdin <beam.yaml
input long.csv "$program" run --quiet --csv - record.yaml
input shaker.csv "$program" run --quiet --csv - shaken-rack.yaml
input spectrum.csv "$program" run --quiet --csv - two-floors.yaml
input vibration.csv "$program" run --quiet --csv - device-vibration.yaml
input earthquake.csv "$program" run --quiet --csv - building-spectrum.yaml
for file in elements-k.mtx elements-m.mtx elements.dof elements.inp; do
  input "$file" "$program" run --quiet --csv - column.yaml
done
input beam.json "$program" report --plot - beam.json
input beam.uff "$program" report beam.uff
input beam.uff "$program" report --json - beam.json beam.uff
prepare() { cp kept beam.yaml.checkpoint; } # read again before it is removed
spare=yes
input beam.yaml.checkpoint "$program" run --quiet --csv - --resume beam.yaml
