#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# command.sh PROGRAM PROBLEMS: `holonome report` and `--report` write pages with the results as they are; what is wrong
# is said, and then nothing is written.
set -euo pipefail

program=$(realpath "$1") problems=$(realpath "$2")
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
cd "$place"
bad=0
say() { echo "$*"; bad=1; }

# data PAGE: the result in it
data() { sed -nE '/<script type="application\/json"/,/<\/script>/p' "$1" | sed -E '1s/^<script[^>]*>//; /^<\/script>$/d'; }
cp "$problems/book/three-bars.yaml" "$problems/sweeps/coupled-cantilevers.yaml" .
"$program" run three-bars.yaml --json one.json --report direct.html --quiet
"$program" report one.json -o page.html
"$program" report one.json --output - >stdout.html
cmp page.html stdout.html || say "standard output is another page"
data page.html >page.json
cmp one.json page.json || say "the result in the page is not the result"
data direct.html >direct.json
cmp one.json direct.json || say "--report has another result than --json"
grep -q '<title>Three bars and a spring (figure VI.2), six modes of each bar</title>' page.html || say "no title"
"$program" run three-bars.yaml coupled-cantilevers.yaml --json both.json --report both.html --quiet
data both.html >both-page.json
cmp both.json both-page.json || say "--report of two files has other results than --json"
"$program" report one.json both.json -o three.html
[ "$(grep -c '<script type="application/json"' three.html)" = 2 ] || say "not every result is in the page"
"$program" run three-bars.yaml --report - >stdout.html
[ "$(head -c 15 stdout.html)" = '<!DOCTYPE html>' ] || say "no page on standard output"

# A large result is packed, the same from memory and from JSON; what is packed is taken as it is.
sed -e 's/n: 50/n: 6/' -e 's/count: 200/count: 12/' "$problems/../tests/bench/tower.yaml" >tower.yaml
"$program" run tower.yaml --json tower.json --report direct.html --quiet
"$program" report tower.json -o page.html
cmp <(sed 's/data-name="[^"]*"/data-name=""/' page.html) direct.html || say "--report packs another way than report"
grep -q '"packed": {"head": "' direct.html || say "a large result is not packed"
[ "$(wc -c <page.html)" -lt $(($(wc -c <tower.json) / 5)) ] || say "a packed page is large"
[ "$(wc -c <tower.json)" -gt 2000000 ] || say "the tower is small"

# says STATUS WORDS COMMAND...: what is wrong; nothing is written
says() {
  local status=$1 words=$2 got=0
  shift 2
  "$program" "$@" >out 2>err || got=$?
  [ "$got" = "$status" ] || say "$*: status $got, not $status"
  grep -qF -- "$words" err || say "$*: no '$words' in: $(cat err)"
  [ ! -e no.html ] || say "$*: wrote a page"
}
echo '{"a": 1}' >other.json
printf '{"a":\n  x}' >broken.json
says 2 'no output for the page; add `-o page.html`' report one.json
says 2 'no result given to `report`' report -o no.html
says 2 'no options but --output, --json and --plot are taken by `report`' report one.json -o no.html --quiet
says 2 '--output is of `report`; it is not taken by `run`' run three-bars.yaml -o no.html
says 2 'the page would be written over the result `one.json`' report one.json -o ./one.json
says 2 '--output is given twice' report one.json -o no.html -o no.html
says 2 'a value is missing after `-o`' report one.json -o
says 3 'other.json:1:1: error: this is no result of holonome, as --json writes it' report one.json other.json -o no.html
says 3 'broken.json:2:3: error: no value of JSON' report broken.json -o no.html
says 4 'missing.json: No such file or directory' report missing.json -o no.html
says 4 'no/where.html: No such file or directory' report one.json -o no/where.html
[ "$bad" = 0 ]
