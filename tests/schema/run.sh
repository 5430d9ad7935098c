#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM PROBLEMS: the schema of `keys --schema` judged by Debian's validator, which knows nothing of this
# program. 77: there is none (in CI there is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=/usr/bin/python3
"$python" -c 'import jsonschema, yaml' 2>/dev/null || { [ -z "${CI-}" ] && exit 77; }
"$1" keys --schema | "$python" "$here/validate.py" "$2" "$here/../wrong"
