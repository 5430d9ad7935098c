#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# colours.sh STYLE: see colours.mjs. 77 without Node.
set -euo pipefail

command -v node >/dev/null || { echo "skipped: colours of pages: node is missing"; exit 77; }
node "$(dirname "${BASH_SOURCE[0]}")/colours.mjs" "$1"
