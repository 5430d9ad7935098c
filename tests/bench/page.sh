#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# page.sh PROGRAM BUILD: how large and how fast a page of 800 members and 200 modes of 21 points is (tower.yaml).
#
#     tests/bench/page.sh build/holonome build
#
# Prints, each beside what it is to be: bytes of the page, and of a page without data; seconds of `report` beyond
# reading its result, and by how much `run --report` takes longer than `run` (processor time, the best of three); in
# headless Chromium with software rendering, from opening the file, until text and list stand and until the structure
# has moved (the best of five); a frame drawn and read back, and another mode chosen, drawn and read back (the median of
# the modes, each at its best of a dozen). Exit 1 if one is missed. Other work on the machine makes all of it slower:
# look at it on one that is idle. Needs Node, npm and chromium.
set -euo pipefail

if [ $# -ne 2 ] || [ ! -x "$1" ]; then
  echo "usage: page.sh PROGRAM BUILD" >&2
  exit 2
fi
export OPENBLAS_NUM_THREADS=1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
browser=$(command -v chromium) || { echo "skipped: chromium is missing"; exit 77; }
"$here/../../scripts/page" --packages "$2"
MODULES=$(realpath "$2")/page-packages/src/report/page/node_modules BROWSER=$browser node "$here/page.mjs" "$(realpath "$1")" "$here/tower.yaml"
