#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM: the page of scripts/gallery, of one theme: a card and a row for each problem, numbers of the source
# beside those of the result, and a source that was changed is found out. 77: there is no Python of Debian with YAML (in
# CI there is).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1")
/usr/bin/python3 -c 'import yaml' 2>/dev/null || { [ -z "${CI-}" ] && exit 77; }
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
mkdir "$place/problems"
cp -r "$root/problems/bars" "$place/problems"
files=$(find "$place/problems" -name '*.yaml' | wc -l)

make() { PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$root/scripts/gallery.py" "$place" "$program" "$place/out" ""; }
die() { echo "$*"; exit 1; }

make >"$place/said" || { cat "$place/said"; die "problems of the gallery differ"; }
grep -q "^$files problems, $files pictures, $files compared, 0 faults" "$place/said" || { cat "$place/said"; die "not all of them"; }
[ "$(grep -o '<article' "$place/out/index.html" | wc -l)" = "$files" ] || die "not a card for each"
[ "$(grep -o '<tr><td>' "$place/out/index.html" | wc -l)" = "$files" ] || die "not a row for each"
while read -r file; do
  name=${file#"$place/problems/"}
  [ -s "$place/out/${name%.yaml}.html" ] && [ -s "$place/out/${name%.yaml}.svg" ] || die "$name has no page or no picture"
done < <(find "$place/problems" -name '*.yaml')
grep -qE 'tripod.html">[^<]*</a></td><td>[^<]*</td><td class="n">([0-9.]+)</td><td class="n">\1</td><td class="n">(0|[0-9]e-1[0-9])<' "$place/out/index.html" ||
  die "Hz of the source are not compared"

sed -i 's/20.22934272097034 Hz/20.3 Hz/' "$place/problems/bars/tripod.yaml"
! make >"$place/said" || die "a source that was changed is not found out"
grep -q '1 faults' "$place/said" && grep -q 'do not agree: bars/tripod' "$place/out/index.html" || die "it is not named"
echo "$files problems"
