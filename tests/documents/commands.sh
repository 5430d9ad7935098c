#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# commands.sh PROGRAM DOCUMENT...: do the documents tell what the program does?
#
# A block `console` is run, line by line of those that begin with `$ `, in a folder with the problems of the document
# and the gallery as `problems`; what each prints must be what stands below it (see compare.awk). A block `yaml` is a
# whole problem file, its first line `# NAME.yaml`; those that no command names are solved, with exit status 0. Blocks
# of other languages are not looked at: `text`, or none, for what cannot be run here.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
mkdir "$place/bin"
ln -s "$program" "$place/bin/holonome"
export PATH="$place/bin:$PATH" OPENBLAS_NUM_THREADS=1
bad=0
commands=0
files=0

# run_block DOCUMENT FILE: the commands of a block, in one shell
run_block() {
  local line number=0 first status=0 command=
  first=$(basename "$2" .console)
  : >expected
  : >found
  check() {
    if [ "$command" ] && ! awk -f "$here/compare.awk" expected found; then
      echo "$1: $command"
      bad=1
    fi
    : >expected
  }
  while IFS= read -r line; do
    number=$((number + 1))
    case $line in
      '$ '*)
        check "$1:$((first + number - 1))"
        command=${line#\$ }
        commands=$((commands + 1))
        (exit "$status") || true
        run_one "$status" "$command" >found 2>&1 </dev/null && status=0 || status=$?
        ;;
      *) printf '%s\n' "$line" >>expected ;;
    esac
  done <"$2"
  check "$1:$((first + number))"
}

# run_one STATUS COMMAND: after one that has ended with STATUS
run_one() {
  bash -c "(exit $1); $2"
}

for document; do
  folder=$place/$(tr '/' '_' <<<"$document")
  mkdir "$folder"
  : >"$folder/names"
  awk -v folder="$folder" -f "$here/blocks.awk" "$root/$document" || bad=1
  cd "$folder"
  ln -s "$root/problems" problems
  cat -- *.console >all.commands 2>/dev/null || : >all.commands
  for block in *.console; do
    [ ! -e "$block" ] || run_block "$document" "$block"
  done
  while read -r name; do
    files=$((files + 1))
    if ! grep -qF -- "$name" all.commands && ! holonome run --quiet "$name" >found 2>&1; then
      echo "$document: $name cannot be solved:"
      cat found
      bad=1
    fi
  done <names
  cd "$root"
done
echo "$commands commands and $files problems of $# documents"
[ "$commands" -gt 0 ] && [ "$bad" = 0 ]
