#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# headers.sh: is everything documented that the public headers declare?
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../../include/holonome"
complaints=$(awk -f "$here/headers.awk" ./*.h)
echo "$complaints"
[[ $complaints =~ ^[0-9]+\ functions$ ]] && [ "${complaints% *}" -ge 30 ]
