#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM PROBLEMS [sanitized]: pictures for papers, read back, see plot.py; PDF and PNG not under sanitizers,
# which find no plugins beside the program. 77: there is no Python of Debian (in CI there is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1")
[ -x /usr/bin/python3 ] || { [ -z "${CI-}" ] && exit 77; }
cd "$2"
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/plot.py" ${3:+--no-plugin} "$program" frames/portal.yaml frames/grillage.yaml frames/table.yaml beams/angle.yaml \
  plates/disk-on-shaft.yaml discrete/chain-fixed.yaml arcs/ring-of-arcs.yaml matrices/beam-elements.yaml shafts/four-disks.yaml \
  beams/free-free.yaml beams/clamped-clamped-n6.yaml
