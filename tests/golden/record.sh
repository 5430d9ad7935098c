#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# record.sh PROGRAM WHICH...: write the digests of these outputs (`short`, `long` or patterns of names) anew, leave the
# others.
# shellcheck source-path=SCRIPTDIR source=outputs.sh
source "$(dirname "${BASH_SOURCE[0]}")/outputs.sh"
{ [ $# -ge 2 ] && [ -x "$1" ]; } || die "usage: record.sh PROGRAM WHICH..."
program=$(realpath "$1")
shift
mkdir "$place/one"
outputs "$program" "$place/one" "$@"
digests "$place/one" >"$place/new"
[ -s "$place/new" ] || die "no output has such a name: nothing is changed"
if [ ! -f "$here/digests" ] || [ "$*" = "short long" ]; then
  : >"$here/digests"
fi
cut -d ' ' -f 1 "$place/new" | sort -u >"$place/names"
awk 'NR == FNR { anew[$1]; next } /^[^#]/ && !($1 in anew)' "$place/names" "$here/digests" | sort - "$place/new" >"$place/all"
cat "$place/all" >"$here/digests"
touch "$here/numbers"
numbers "$place/one" >"$place/numbers"
awk -F / 'NR == FNR { anew[$1 FS $2]; next } !(($1 FS $2) in anew)' "$place/names" "$here/numbers" | sort - "$place/numbers" >"$place/all"
cat "$place/all" >"$here/numbers"
echo "$(wc -l <"$place/new") outputs recorded"
