#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM PROBLEMS: measured modes beside computed ones, see measured.py. 77: there is no Python of Debian (in CI
# there is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1")
[ -x /usr/bin/python3 ] || { [ -z "${CI-}" ] && exit 77; }
cd "$2"
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/measured.py" "$program"
