#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# theory.sh: has src/compliance/THEORY.md every section and every formula that comments cite as "theory §3", "theory §2
# (4)", "theory (2)"?
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
document=src/compliance/THEORY.md
bad=0
cites=0
while read -r cite; do
  cites=$((cites + 1))
  for section in $(grep -oE '§[0-9]+' <<<"$cite"); do
    grep -qE "^## ${section} " "$document" || { echo "$document has no $section, which is cited: $cite"; bad=1; }
  done
  for formula in $(grep -oE '\([0-9]+\)' <<<"$cite"); do
    grep -qE "^ .* \($(tr -d '()' <<<"$formula")\)$" "$document" || { echo "$document has no $formula, which is cited: $cite"; bad=1; }
  done
done < <(find src include tests -name "*.[ch]" -print0 | xargs -0 cat | tr "\n" " " | sed -E "s/ +\* +/ /g; s/ +/ /g" |
  grep -oE "theory( §[0-9]+( \([0-9]+\))?,?)+|theory \([0-9]+\)" | sort -u)
echo "$cites citations"
[ "$cites" -gt 0 ] && [ "$bad" = 0 ]
