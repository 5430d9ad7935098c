#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
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

# What cannot move is no port; what moves without energy does so in the part, too; at a point of a thin plate only a
# force can act.
frequencies() { # of a problem file
  "$program" run --quiet --csv frequencies.csv "$1"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "omega") c = i } NR > 1 { printf "%s%s", (NR > 2 ? ", " : ""), $c }' frequencies.csv
}
for name in held-port mechanism plate-point; do
  cp "$here/../faults/export-$name.yaml" .
  values=$(frequencies "export-$name.yaml")
  part=$(ls ./*-part.yaml)
  printf 'expect:\n  - {frequencies: [%s], rtol: 1e-9, source: the structure}\n' "$values" >>"$part"
  "$program" check "$part" || die "$name: the part has other frequencies than the structure"
  [ "$name" != held-port ] || ! grep -q root "$part" || die "a held point became a port"
  [ "$name" != plate-point ] || grep -q 'tip: .* uz: 1}' "$part" || die "the point of the plate is not exported with uz alone"
  rm ./*-part*
done

# What could not be read again is not there.
cp "$here/../faults/export-loose.yaml" .
status=0
"$program" run export-loose.yaml >table.txt 2>loose.txt || status=$?
grep -q 'Complete' table.txt || die "what was solved is not shown where the export is refused"
[ "$status" = 3 ] || die "a structure in eight loose pieces was exported"
grep -q 'cannot be a part' loose.txt || die "it is not said why the export was refused"
ls loose-part* 2>/dev/null && die "a refused export left files"

# An export of the name of its own problem is refused before anything is solved, and the problem is still there.
sed 's/file: reduced-tower/file: own/' tower.yaml >own.yaml
cp own.yaml own.before
status=0
"$program" run own.yaml >table.txt 2>own.txt || status=$?
[ "$status" = 3 ] || die "an export over its own problem is status $status"
grep -q '^own.yaml:[0-9]*:[0-9]*: error: the export would be written over this problem file$' own.txt || die "it is not said that an export would overwrite its problem"
[ ! -s table.txt ] || die "what cannot be exported was solved"
cmp own.yaml own.before || die "an export was written over its problem"

# A run that is only read writes nothing, and neither does a check.
rm reduced-tower*
"$program" run --quiet --dry-run tower.yaml
"$program" check tower.yaml >check.txt 2>&1 || true
ls reduced-tower* 2>/dev/null && die "something was written where nothing was run"
exit 0
