#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM PROBLEMS: the Python module under Debian's Python, with the program that was built. 77: there is no
# such Python (in CI there is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=/usr/bin/python3
[ -x "$python" ] || { [ -z "${CI-}" ] && exit 77; }
export PYTHONPATH=$here/../../src/python HOLONOME=$1 HOLONOME_PROBLEMS=$2 PYTHONDONTWRITEBYTECODE=1
export MPLCONFIGDIR
MPLCONFIGDIR=$(mktemp -d)
trap 'rm -rf -- "$MPLCONFIGDIR"' EXIT
"$python" "$here/test_holonome.py"
