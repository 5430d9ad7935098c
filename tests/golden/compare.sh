#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# compare.sh PROGRAM WHICH...: do all outputs of the program have the recorded digests? Skipped (77) where processor,
# compiler or libraries are not those of the record. compare.sh PROGRAM OTHER WHICH...: the first line in which outputs
# of two programs differ. WHICH are `short`, `long`, or patterns of names as 'beams/*', and `ranks`: those on two ranks
# besides, which must change nothing.
# shellcheck source-path=SCRIPTDIR source=outputs.sh
source "$(dirname "${BASH_SOURCE[0]}")/outputs.sh"
{ [ $# -ge 2 ] && [ -x "$1" ]; } || die "usage: compare.sh PROGRAM [OTHER] WHICH..."
program=$(realpath "$1")
second=
if [ -x "$2" ]; then
  second=$(realpath "$2")
  shift
fi
shift

# recorded KEY: what the head of the record says of it
recorded() {
  sed -n "s/^# $1 //p" "$here/digests"
}

# first_difference ONE OTHER NAME OUTPUT
first_difference() {
  [ -f "$1/$3.$4" ] || die "$3: only the second has the output $4"
  [ -f "$2/$3.$4" ] || die "$3: only the first has the output $4"
  difference "$1/$3.$4" "$2/$3.$4" "$3, $4" || true
}

one=$place/one other=$place/other
mkdir "$one" "$other"
if [ -n "$second" ]; then
  outputs "$program" "$one" "$@"
  outputs "$second" "$other" "$@"
  digests "$one" >"$place/expected"
  digests "$other" >"$place/found"
else
  while read -r key value; do
    known=$(recorded "$key")
    if [ -n "$known" ] && [ "$known" != "$value" ]; then
      echo "skipped: the digests are of $key '$known', this is '$value'; see README.md for comparing two builds"
      exit 77
    fi
  done < <(environment "$program")
  outputs "$program" "$one" "$@"
  digests "$one" >"$place/found"
  cut -d ' ' -f 1 "$place/found" | sort -u >"$place/names"
  awk 'NR == FNR { wanted[$1]; next } /^[^#]/ && $1 in wanted' "$place/names" "$here/digests" >"$place/expected"
fi

differing=$(comm -3 "$place/expected" "$place/found" | awk '{ print $1, $2 }' | uniq)
all=$(wc -l <"$place/found")
if [ -z "$differing" ]; then
  echo "all $all outputs are the same"
  exit 0
fi
printf '%s\n' "$differing" | head -n 20
echo "$(wc -l <<<"$differing") of $all outputs differ"
if [ -n "$second" ]; then
  read -r name output <<<"$differing"
  first_difference "$one" "$other" "$name" "$output"
fi
exit 1
