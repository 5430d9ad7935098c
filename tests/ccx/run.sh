#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM PROBLEMS: parts from the matrices that the real CalculiX writes, against CalculiX solving the whole: an
# angle bracket clamped with a mass at its tip, and carried by a beam with a mast on it. Prints time and memory of each.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1")
problems=$(realpath "$2")/matrices
if ! command -v ccx >/dev/null; then
  echo "skipped: the program ccx (Debian package calculix-ccx) is not installed"
  exit 77
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp "$problems"/bracket* "$here"/*.inp "$here"/*.yaml "$place"
cd "$place"

die() {
  echo "error: $*" >&2
  exit 1
}

# calculix NAME: run it, with its time and memory where GNU time is there.
measured() {
  local name=$1
  shift
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -f "$name: %e s, %M kB" "$@"
  else
    "$@"
  fi
}
calculix() {
  measured "ccx $1" ccx "$1" >"$1.log" || die "ccx $1 failed: $(tail -3 "$1.log")"
}

# Natural frequencies in rad/s from a .dat file, the first so many.
frequencies() {
  awk -v most="$2" '/E I G E N V A L U E   O U T P U T/ { on = 1 } /P A R T I C I P/ { on = 0 }
    on && $1 ~ /^[0-9]+$/ && NF == 5 && n < most { n++; printf "%s%.9g", (n > 1 ? ", " : ""), sqrt($2) }' "$1.dat"
}

# compare PROBLEM RTOL: with what ccx found for the whole of it.
compare() {
  local values
  values=$(frequencies "$3" "$4")
  [ -n "$values" ] || die "ccx $3 found no frequencies"
  printf 'expect:\n  - {frequencies: [%s], rtol: %s, source: ccx}\n' "$values" "$2" |
    cat <(sed '/^expect:/,$d' "$1.yaml") - >"$1-compared.yaml"
  measured "holonome $1" "$program" check "$1-compared.yaml"
}

awk -v l=300 -v set=LONG -v first=10000 -v n=30 -v axis=x -v x0=80 -v y0=20 -v z0=5 -v b=12 -v h=10 -f "$here/beam.awk" >long-mesh.inp
awk -v l=200 -v set=MAST -v first=20000 -v n=20 -v axis=z -v x0=5 -v y0=20 -v z0=60 -v b=12 -v h=10 -f "$here/beam.awk" >mast-mesh.inp
for name in long mast; do
  printf '*MATERIAL, NAME=STEEL\n*ELASTIC\n210000, 0.3\n*DENSITY\n7.85e-9\n*INCLUDE, INPUT=%s-mesh.inp\n*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n1\n*END STEP\n' \
    "$name" >"$name.inp"
done
for name in bracket long mast clamped whole; do
  calculix "$name"
done
cmp -s bracket.sti "$problems/bracket.sti" || echo "the matrices of this ccx differ in digits from those of the gallery"
compare bracket-clamped 4e-7 clamped 8
compare whole-of-parts 4e-7 whole 10
compare bracket-on-beams 6e-3 whole 10
