#!/usr/bin/env bash
# run.sh PROGRAM: a structure is exported by the program, and what it wrote is a part of another problem, which has the
# frequencies of the whole.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp "$here"/*.yaml "$place"

die() {
  echo "error: $*" >&2
  exit 1
}

# From another folder: files are written, and found, beside the problem file.
"$program" run --quiet "$place/tower.yaml"
cd "$place"
for file in reduced-tower-k.mtx reduced-tower-m.mtx reduced-tower.yaml; do
  [ -s "$file" ] || die "$file was not written"
done
head -c 14 reduced-tower-k.mtx | grep -q '^%%MatrixMarket$' || die "the stiffness is no Matrix Market file"
"$program" run --quiet reduced-tower.yaml

"$program" run --quiet --csv whole.csv whole.yaml
values=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "omega") c = i } NR > 1 { printf "%s%s", (NR > 2 ? ", " : ""), $c }' whole.csv)
[ -n "$values" ] || die "whole.yaml has no frequencies"
printf 'expect:\n  - {frequencies: [%s], rtol: 2e-5, source: the whole}\n' "$values" >>joined.yaml
"$program" check joined.yaml

# A run that is only read writes nothing, and neither does a check.
rm reduced-tower*
"$program" run --quiet --dry-run tower.yaml
"$program" check tower.yaml >check.txt 2>&1 || true
ls reduced-tower* 2>/dev/null && die "something was written where nothing was run"
exit 0
