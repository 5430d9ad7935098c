#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# links.sh DOCUMENT...: is everything there that the documents refer to? Links to files and to headings, and
# `folder/...` in the text that begins with a folder of the top level. README.md has at most 130 lines.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
bad=0

# anchors DOCUMENT: of its headings
anchors() {
  sed -nE 's/^#+ //p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for document; do
  folder=$(dirname "$document")
  while read -r target; do
    file=${target%%#*}
    file=${file:+$folder/$file}
    if [ "$file" ] && [ ! -e "$file" ]; then
      echo "$document: there is no $target"
      bad=1
    elif [[ $target == *#* ]] && ! anchors "${file:-$document}" | grep -qxF -- "${target#*#}"; then
      echo "$document: there is no heading $target"
      bad=1
    fi
  done < <(grep -oE '\]\([^)]+\)' "$document" | sed -E 's/^..//; s/.$//' | grep -v '^https\?:' || true)
  while read -r path; do
    compgen -G "$path" >/dev/null || { echo "$document: there is no \`$path\`"; bad=1; }
  done < <(grep -oE '`(src|problems|include|tests|scripts)/[A-Za-z0-9_./*-]*`' "$document" | tr -d '`' || true)
done
[ "$(wc -l <README.md)" -le 130 ] || { echo "README.md has more than 130 lines"; bad=1; }
[ "$bad" = 0 ]
