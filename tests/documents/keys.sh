#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# keys.sh KEYS PROGRAM: does problems/README.md say of every key where it is shown, and of every file of the gallery
# what it shows?
#
# KEYS is the program that lists the keys its reader knows. Tables whose head begins with a mapping, in the words of
# messages, have a row for each key of it: keys first, last the files in which it is shown - of the gallery or, as
# `#here`, a problem of the document itself. A head may name several mappings that share keys. Every key must have a
# row, every row a key that exists, every file must show the key it is named for, and every file of the gallery must be
# named somewhere. `PROGRAM keys` lists of every kind of part, of joints, materials, sections by all shapes and of what
# else a file has the keys that their reader takes, no others, in 80 columns.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
keys=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
document=$root/problems/README.md

mkdir "$place/here"
ln -s "$root/problems" "$place/here/problems"
awk -v folder="$place/here" -f "$here/blocks.awk" "$document"
cd "$root/problems"
"$keys" ./*/*.yaml "$place"/here/*.yaml | sed "s|\t\./|\t|; s|\t$place/here/.*|\t#here|" >"$place/known"

# what analyses read, by rows of src: `{"response.load", "a harmonic load", ...`
grep -rhoE --include='*.c' '\{"[A-Za-z_.]+", "[^"]+", (NULL|"[a-z]+"), HOL_KEYS_OF' "$root/src" |
  sed -nE 's/\{"([^"]+)", "([^"]+)".*/\1\t\2/p' | sort -u >"$place/mappings"
[ "$(wc -l <"$place/mappings")" -gt 30 ]

# every reader of a mapping has been heard
bad=0
while read -r words; do
  grep -qF "$words	" "$place/known" || { echo "no problem has $words: add one"; bad=1; }
done < <({
  grep -rhoE --include='*.c' 'hol_fields_take\([^;{]*"[^"]+"' "$root/src" | sed 's/.*"\(.*\)"/\1/'
  cut -f 2 "$place/mappings"
} | sort -u)

awk -F'\t' -v document=problems/README.md '
  FILENAME == ARGV[1] { known[$1, $2]; shown[$1, $2, $3]; mapping[$1]; next }
  { cells = split($0, cell, /[ ]*\|[ ]*/) }
  !/^\|/ { ins = 0; next }
  /^\|[-|: ]+\|$/ { in_table[FNR] = 1; next }
  !((FNR - 1) in in_table) {                  # the head of a table
    in_table[FNR] = 1
    ins = split(cell[2], in_, / and /)
    for (i = 1; i <= ins; i++) if (!(in_[i] in mapping)) ins = 0
    next
  }
  { in_table[FNR] = 1 }
  ins {
    keys = split(cell[2], key, /, /)
    for (k = 1; k <= keys; k++) {
      gsub(/`/, "", key[k])
      is_known = is_shown = 0
      for (i = 1; i <= ins; i++) if ((in_[i], key[k]) in known) {
        is_known = told[in_[i], key[k]] = 1
        rest = cell[cells - 1]
        while (match(rest, /\]\([^)]*\)/)) {
          file = substr(rest, RSTART + 2, RLENGTH - 3)
          sub(/^#.*/, "#here", file)
          if ((in_[i], key[k], file) in shown) is_shown = 1
          rest = substr(rest, RSTART + RLENGTH)
        }
      }
      if (!is_known) { printf "%s:%d: there is no key `%s` in %s\n", document, FNR, key[k], cell[2]; bad = 1 }
      else if (!is_shown) { printf "%s:%d: `%s` is not in the files named\n", document, FNR, key[k]; bad = 1 }
    }
  }
  END {
    for (one in known) if (!(one in told)) { split(one, part, SUBSEP); printf "%s does not tell of `%s` in %s\n", document, part[2], part[1]; bad = 1 }
    exit bad
  }' "$place/known" "$document" || bad=1

# list WORD AS: the keys that the program lists of WORD, a line `AS key` each
list() {
  "$program" keys "$1" >"$place/table"
  awk -v as="$2" 'NR > 1 && /^[A-Za-z]/ { print as, $1 }' "$place/table"
  awk 'length > 80 { print "keys: longer than 80 columns: " $0 >"/dev/stderr"; exit 1 }' "$place/table"
}
"$program" keys >"$place/kinds"
sed -nE 's/^a part of kind `([a-z]+)`\t([A-Za-z_]+)\t.*/\1 \2/p; s/^a (material|section|joint|load)\t([A-Za-z_]+)\t.*/\1 \2/p
  s/^a repeated (group)\t([a-z]+)\t.*/\1 \2/p; s/^`(repeat|output)`\t([a-z]+)\t.*/\1 \2/p; s/^a problem (file)\t([a-z]+)\t.*/\1 \2/p
  s/^a point with an (offset)\t([a-z]+)\t.*/\1 \2/p' "$place/known" | sort -u >"$place/taken"
{
  sed -n '/^Kinds of parts/,/^$/s/^\([a-z][a-z]*\)  .*/\1/p' "$place/kinds" | while read -r kind; do list "$kind" "$kind"; done
  sed -n '/^Kinds of joints/,/^$/s/^\([a-z][a-z]*\)  .*/\1/p' "$place/kinds" | while read -r kind; do list "$kind" joint; done
  for word in material load group repeat output file offset; do list "$word" "$word"; done
  for word in section $(tail -n 1 "$place/kinds" | sed 's/.*shape: //' | tr -d ,); do list "$word" section; done
} | sort -u >"$place/listed" || bad=1
# of analyses by the words of messages: several places may take the same; two mappings at one place are listed together
while IFS=$'\t' read -r word what; do
  grep -F "$what	" "$place/known" | awk -F'\t' -v word="$word" -v what="$what" '$1 == what { print word, $2 }'
done <"$place/mappings" | sort -u >>"$place/taken"
cut -f 1 "$place/mappings" | sort -u | while read -r word; do list "$word" "$word"; done |
  awk '$2 !~ /^(Below|With|key)/' | sort -u >>"$place/listed"
diff "$place/taken" "$place/listed" || { echo "holonome keys lists other keys than are read"; bad=1; }

for file in */*.yaml; do
  grep -qF "($file)" "$document" || { echo "problems/README.md does not name $file"; bad=1; }
done
[ "$bad" = 0 ]
