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
environment "$program" >"$place/environment"
if [ -f "$here/digests" ] && ! cmp -s "$place/environment" <(sed -n 's/^# //p' "$here/digests") && [ "$*" != "short long" ]; then
  die "processor, compiler or libraries are others than recorded: record all (short long)"
fi
outputs "$program" "$place/one" "$@"
digests "$place/one" >"$place/new"
[ -s "$place/new" ] || die "no output has such a name: nothing is changed"
if [ ! -f "$here/digests" ] || [ "$*" = "short long" ]; then
  : >"$here/digests"
fi
cut -d ' ' -f 1 "$place/new" | sort -u >"$place/names"
awk 'NR == FNR { anew[$1]; next } /^[^#]/ && !($1 in anew)' "$place/names" "$here/digests" | sort - "$place/new" >"$place/all"
{ sed 's/^/# /' "$place/environment"; cat "$place/all"; } >"$here/digests"
echo "$(wc -l <"$place/new") outputs recorded"
