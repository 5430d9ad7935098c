#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# validation.sh PROGRAM: are the errors in the table of validation of problems/README.md those of the files named there?
#
# A row `| case | source | error | [file](path) |`: with this error as every `rtol` in it the file passes its check, and
# with a tenth of it it does not, unless the error is rounding (1e-12 or less). A computed plate is off by 0.4e-9 with
# one set of BLAS kernels, by 1.3e-9 with another.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
export OPENBLAS_NUM_THREADS=1
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
cp -r "$root/problems" "$place"
bad=0
rows=0

# passes FILE ERROR: with every number within this error
passes() {
  sed -E "s/rtol: *[^,} ]+/rtol: $2/" "$root/$1" >"$place/$1"
  "$program" check "$place/$1" >"$place/said" 2>&1 && grep -q ': ok, ' "$place/said"
}

while read -r error file; do
  rows=$((rows + 1))
  grep -q 'rtol:' "$root/$file" || { echo "$file has no rtol"; bad=1; }
  passes "$file" "$error" || { echo "$file differs by more than $error:"; cat "$place/said"; bad=1; }
  tenth=$(awk -v e="$error" 'BEGIN { if (e > 1e-12) printf "%.3g", e / 10 }')
  [ -z "$tenth" ] || ! passes "$file" "$tenth" || { echo "$file differs by less than $tenth, not $error"; bad=1; }
done < <(sed -nE 's/^\|.*\| ([0-9.e-]+) \| .*\(([a-z]+\/[^)]*\.yaml)\) \|$/\1 problems\/\2/p' "$root/problems/README.md")
echo "$rows cases"
[ "$rows" -gt 0 ] && [ "$bad" = 0 ]
