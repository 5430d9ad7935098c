#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# browser.sh PROGRAM PROBLEMS BUILD SUITE [chromium|firefox-esr]: pages of `holonome report` are opened, see SUITE.mjs.
# 77, and what is missing, where it cannot be run.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
suite=$4 name=${5-chromium}
browser=$(command -v "$name") || {
  echo "skipped: $suite in $name: $name is missing"
  [ -z "${CI-}" ] || exit 1
  exit 77
}
"$folder/../../scripts/page" --packages "$3"
kind=chrome
[ "$name" = chromium ] || kind=firefox
MODULES=$(realpath "$3")/page-packages/src/report/page/node_modules BROWSER=$browser BROWSER_KIND=$kind node "$folder/$suite.mjs" \
  "$(realpath "$1")" "$(realpath "$2")"
