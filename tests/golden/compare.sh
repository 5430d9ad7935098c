#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# compare.sh PROGRAM WHICH...: do all outputs of the program have the recorded text, and the recorded numbers lie within
# the errors that they state? compare.sh PROGRAM OTHER WHICH...: the first line in which outputs of two programs differ,
# to the last bit. WHICH are `short`, `long`, or patterns of names as 'beams/*', and `ranks`: those on two ranks besides,
# which must change nothing.
# shellcheck source-path=SCRIPTDIR source=outputs.sh
source "$(dirname "${BASH_SOURCE[0]}")/outputs.sh"
{ [ $# -ge 2 ] && [ -x "$1" ]; } || die "usage: compare.sh PROGRAM [OTHER] WHICH..."
program=$(realpath "$1")
second= wrong=
if [ -x "$2" ]; then
  second=$(realpath "$2")
  shift
fi
shift

# first_difference ONE OTHER NAME OUTPUT
first_difference() {
  [ -f "$1/$3.$4" ] || die "$3: only the second has the output $4"
  [ -f "$2/$3.$4" ] || die "$3: only the first has the output $4"
  difference "$1/$3.$4" "$2/$3.$4" "$3, $4" || true
}

# exact_digests OUT: as digests, to the last bit
exact_digests() {
  (cd "$1" && find . -type f -size +0 -print0 | xargs -0 -r sha256sum) | sed -E 's#^(.{16}).* \./(.*)\.([a-z]*)$#\2 \3 \1#' | sort
}

one=$place/one other=$place/other
mkdir "$one" "$other"
if [ -n "$second" ]; then
  outputs "$program" "$one" "$@"
  outputs "$second" "$other" "$@"
  exact_digests "$one" >"$place/expected"
  exact_digests "$other" >"$place/found"
else
  outputs "$program" "$one" "$@"
  digests "$one" >"$place/found"
  cut -d ' ' -f 1 "$place/found" | sort -u >"$place/names"
  awk 'NR == FNR { wanted[$1]; next } $1 in wanted' "$place/names" "$here/digests" >"$place/expected"
  numbers "$one" >"$place/numbers"
  awk -F / 'NR == FNR { wanted[$1 FS $2]; next } ($1 FS $2) in wanted' "$place/names" "$here/numbers" >"$place/recorded"
  perl "$here/numbers.pl" compare "$place/recorded" <"$place/numbers" || wrong=1
fi

differing=$(comm -3 "$place/expected" "$place/found" | awk '{ print $1, $2 }' | uniq)
all=$(wc -l <"$place/found")
if [ -z "$differing" ]; then
  [ -z "$wrong" ] || die 'numbers are not within their errors'
  echo "all $all outputs are the same${second:+ to the last bit}"
  exit 0
fi
printf '%s\n' "$differing" | head -n 20
echo "$(wc -l <<<"$differing") of $all outputs differ"
if [ -n "$second" ]; then
  read -r name output <<<"$differing"
  first_difference "$one" "$other" "$name" "$output"
fi
exit 1
