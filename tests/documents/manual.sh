#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# manual.sh PROGRAM KEYS: the manual pages are well formed and fit into 80 columns; holonome-problem(5) has every key
# that the reader knows (KEYS lists them, see keys.c), its example is solved; holonome(1) has every option and exit
# status of --help and every name of the results. 77 where groff is missing.
set -euo pipefail

export LC_ALL=C.UTF-8 # hyphens of several bytes
command -v groff >/dev/null || { echo "groff is missing"; exit 77; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
keys=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
cd "$root/src/cli"
bad=0

# plain PAGE: its text, without overstriking
plain() {
  GROFF_NO_SGR=1 groff -man -Tutf8 -ww -rLL=78n "$1" 2>"$place/said" | sed -E 's/.\x08//g'
}

for page in holonome.1 holonome-problem.5; do
  plain "$page" >"$place/$page"
  [ ! -s "$place/said" ] || { cat "$place/said"; bad=1; }
  LC_ALL=C.UTF-8 awk -v page="$page" 'length($0) > 80 { print page ": longer than 80 columns: " $0; bad = 1 } END { exit bad }' \
    "$place/$page" || bad=1
  sed -E -i ':all; N; $!b all; s/\xe2\x80\x90\n +//g' "$place/$page" # words that were divided
  grep -q "^.TH .*\"$("$program" --version | head -1)\"" "$page" || { echo "$page is of another version"; bad=1; }
done

# missing PAGE: of the words that come in, those that it does not have
missing() {
  while read -r word; do
    grep -qwF -- "$word" "$place/$1" || { echo "$1 does not tell of $word"; echo x >>"$place/missing"; }
  done
}

: >"$place/missing"
(cd "$root/problems" && "$keys" ./*/*.yaml) | cut -f 2 | sort -u | missing holonome-problem.5
"$program" --help | grep -oE '(^|[ ;])--[a-z-]+' | grep -oE '[a-z]+(-[a-z]+)*' | sort -u | missing holonome.1
"$program" --help | sed -nE 's/^  ([0-9])  .*/\1/p' | while read -r status; do
  grep -qE "^ +$status " "$place/holonome.1" || { echo "holonome.1 does not tell of status $status"; echo x >>"$place/missing"; }
done
# files that read problems have keys, which are in the other page
grep -rhoE --include='*.c' --exclude='*read.c' --exclude=buckling.c '\.name = "[a-z_0-9]+"' "$root"/src/{result,statics,spectrum,modes,sweep,nonlinear,study} | sed 's/.*"\(.*\)"/\1/' | sort -u |
  missing holonome.1
[ ! -s "$place/missing" ] || bad=1

sed -n '/^\.EX/,/^\.EE/p' holonome-problem.5 | grep -v '^\.E' | sed 's/\\-/-/g' >"$place/example.yaml"
"$program" check "$place/example.yaml" || bad=1
[ "$bad" = 0 ]
