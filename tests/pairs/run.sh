#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM NETCDF_TEXT: every two analyses of one file, see pairs.py. 77: there is no Python of Debian (in CI
# there is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -x /usr/bin/python3 ] || { [ -z "${CI-}" ] && exit 77; }
PYTHONDONTWRITEBYTECODE=1 OPENBLAS_NUM_THREADS=1 /usr/bin/python3 "$here/pairs.py" "$(realpath "$1")" "$here/../../src/python" "$2"
