#!/usr/bin/env bash
# browser.sh PROGRAM PROBLEMS BUILD [SCRIPT]: pages of `holonome report` are opened, see pages.mjs, or another SCRIPT of this folder. 77, and what is missing, where it cannot be run.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
browser=$(command -v chromium) || { echo "skipped: chromium is missing"; exit 77; }
"$folder/../../scripts/page" --packages "$3"
MODULES=$(realpath "$3")/page-packages/src/report/page/node_modules BROWSER=$browser node "$folder/${4-pages.mjs}" "$(realpath "$1")" "$(realpath "$2")"
