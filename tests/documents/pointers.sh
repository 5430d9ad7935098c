#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# pointers.sh: does src/README.md point to what is there?
#
# Every `room/file.c` must exist in src, every `room/file.c:name` define (a header: declare) that function, every
# `hol_...`, `HOL_...` and `room` of the first table be in use; the block of C is tests/install/example.c.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
document=src/README.md
bad=0
count=0

complain() {
  echo "$document: $1"
  bad=1
}

# defines FILE NAME: its first line begins in the first column and ends without a semicolon; in a header it only has to
# be declared
defines() {
  case $1 in
    *.c) grep -qE "^[a-z].*\b$2\([^;]*$" "$1" ;;
    *) grep -qE "\b$2\(" "$1" ;;
  esac
}

while read -r pointer; do
  count=$((count + 1))
  file=${pointer%%:*}
  [[ $file == include/* ]] || file=src/$file
  if [ ! -f "$file" ]; then
    complain "there is no $file"
  elif [[ $pointer == *:* ]] && ! defines "$file" "${pointer#*:}"; then
    complain "$file has no function ${pointer#*:}"
  fi
done < <(grep -oE '`[a-z_]+(/[a-z_0-9]+)+\.[ch](:[a-z_0-9]+)?`' "$document" | tr -d '`' | sort -u)
[ "$count" -ge 40 ] || complain "only $count pointers: have they another form?"

while read -r name; do
  grep -rqwF --include='*.[ch]' -- "$name" src include || complain "there is no $name"
done < <(grep -oE '`(hol|HOL)_[A-Za-z_0-9]+`' "$document" | tr -d '`' | grep -v NAME | sort -u)

rooms=$(sed -nE 's/^\| `([a-z]+)` \|.*/\1/p' "$document" | sort)
[ "$rooms" = "$(find src -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)" ] || complain "the modules are not those of src"

awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$document" | cmp -s - tests/install/example.c ||
  complain "the example is not tests/install/example.c"
echo "$count pointers"
[ "$bad" = 0 ]
