#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh BUILD [WORD]: breaks one line of the library after the other, and says which tests notice.
#
#     tests/mutation/run.sh /tmp/mutation              # all of tests/mutation/lines
#     tests/mutation/run.sh /tmp/mutation lehmann      # those with this word
#
# BUILD is a folder of its own, kept between runs: a copy of src/, problems/ and tests/ and a build of it, of the tests
# named alone. A row of `lines` is FILE | SUBSTITUTION | TESTS: an expression of sed, which has to change exactly one
# line of FILE, and programs tests/test_* that must fail then. They pass before anything is broken. Ends with 1 if a
# broken line survives, with 2 if a row is wrong (nothing or several lines changed, no compilation, or a test that fails
# as it is).
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
word=${2-}
seconds=300 # a test that takes longer has noticed: searches that find no end
export OPENBLAS_NUM_THREADS=1

rows=$(grep -vE '^(#|$)' "$root/tests/mutation/lines" | grep -F -- "$word" || true)
[ -n "$rows" ] || { echo "no row with $word" >&2; exit 2; }
mapfile -t all < <(awk -F' [|] ' '{ print $3 }' <<<"$rows" | tr ' ' '\n' | sort -u)
mkdir -p "$build/source"
for entry in "$root"/*; do # what is not changed keeps its time
  [ "$entry" -ef "$build" ] || case $(basename "$entry") in build*) ;; *) cp -Ru --preserve=timestamps "$entry" "$build/source/" ;; esac
done
while IFS= read -r file; do # a run cut short leaves one broken
  cmp -s "$root/$file" "$build/source/$file" || cp "$root/$file" "$build/source/$file"
done < <(awk -F' [|] ' '/^src/ { print $1 }' "$root/tests/mutation/lines" | sort -u)
launcher=()
! command -v ccache >/dev/null || launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
[ -f "$build/work/build.ninja" ] || cmake -S "$build/source" -B "$build/work" -G Ninja "${launcher[@]}" --log-level=WARNING >/dev/null

# build_tests NAME...
build_tests() {
  ninja -C "$build/work" "${@/#/tests/}" >"$build/log" 2>&1
}

# passes NAME: whether a test passes
passes() {
  timeout "$seconds" "$build/work/tests/$1" >"$build/log" 2>&1 </dev/null
}

fail() {
  echo "$*, see $build/log" >&2
  exit 2
}

build_tests "${all[@]}" || fail "no compilation"
for name in "${all[@]}"; do
  passes "$name" || fail "$name fails as it is"
done

survived=0
while IFS= read -r row; do
  file=${row%% | *} tests=${row##* | } rest=${row#* | } by=
  expression=${rest% | *}
  path=$build/source/$file
  sed -E "$expression" "$root/$file" >"$path"
  changed=$(diff "$root/$file" "$path" | grep -c '^>') || true
  if [ "$changed" -ne 1 ]; then
    cp "$root/$file" "$path"
    fail "$file: $expression changes $changed lines, not one"
  fi
  built=yes
  read -ra names <<<"$tests"
  build_tests "${names[@]}" || built=
  for name in "${names[@]}"; do
    if [ -n "$built" ] && ! passes "$name"; then
      by+=" $name"
    fi
  done
  cp "$root/$file" "$path"
  [ -n "$built" ] || fail "$file: $expression is not compiled"
  [ -n "$by" ] || survived=$((survived + 1))
  printf '%-9s %s: %s%s\n' "$([ -n "$by" ] && echo killed || echo SURVIVED)" "$file" "$expression" "${by:+ by$by}"
done <<<"$rows"
[ "$survived" -eq 0 ]
