#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# completion.sh PROGRAM: completion of bash, zsh and fish offers every command and option of --help, and no other; bash
# does complete, and so does fish if it is there.
set -euo pipefail

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../src/cli/completion" && pwd)
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
cd "$place"
ln -s "$program" holonome
PATH=$place:$PATH
touch one.yaml two.yml other.txt
mkdir sub
bad=0

holonome --help >help
sed -nE 's/^( |Usage:)* *holonome ([a-z]+) .*(FILE\.\.\.|\[).*/\2/p' help | sort -u >commands
grep -oE '^ +--[a-z-]+' help | tr -d ' ' | sort -u >options
[ "$(wc -l <commands)" -ge 3 ] && [ "$(wc -l <options)" -ge 9 ]

# same WHAT EXPECTED FOUND
same() {
  diff "$2" "$3" >difference || { echo "$1:"; cat difference; bad=1; }
}

# all SHELL: options as they stand in its file
for shell in bash zsh fish; do
  sed -E '/^complete/ s/-l ([a-z-]+)/--\1/g' "$folder/holonome.$shell" | grep -oE -- '--[a-z]+(-[a-z]+)*' | sort -u >offered
  same "options of $shell" options offered
  while read -r command; do
    grep -qw "$command" "$folder/holonome.$shell" || { echo "$shell does not know the command $command"; bad=1; }
  done <commands
done

# offers EXPECTED WORD...: what bash completes the last word to
offers() {
  local expected=$1
  shift
  found=$(bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _holonome; printf "%s " "${COMPREPLY[@]}"' \
    "$folder/holonome.bash" "$@")
  [ "$(echo $found)" = "$expected" ] || { echo "bash, $*: $found, not $expected"; bad=1; }
}
offers 'run report' holonome r
offers 'report' holonome rep
offers 'check' holonome --quiet ch
offers '--json' holonome run one.yaml --j
offers 'one.yaml two.yml sub/' holonome run ''
offers 'other.txt' holonome run one.yaml --json ot
offers 'beams/tension-cantilever beams/tension' holonome example beams/tens
offers 'bar beam body ball bushing buckling' holonome keys b

if command -v zsh >/dev/null; then
  zsh -n "$folder/holonome.zsh" || bad=1
fi
if command -v fish >/dev/null; then
  # completes EXPECTED LINE
  completes() {
    found=$(HOME=$place fish -N -c "source '$folder/holonome.fish'; complete -C '$2'" | cut -f 1 | sort | tr '\n' ' ')
    [ "$found" = "$1 " ] || { echo "fish, $2: $found, not $1"; bad=1; }
  }
  completes run 'holonome ru'
  completes 'beams/tension beams/tension-cantilever' 'holonome example beams/tens'
  completes '--json' 'holonome run one.yaml --js'
  completes one.yaml 'holonome run on'
fi
[ "$bad" = 0 ]
