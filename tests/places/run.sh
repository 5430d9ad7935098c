#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM PROBLEMS: files for other programs read back by readers written from their formats, see places.py. 77:
# there is no Python of Debian (in CI there is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1")
[ -x /usr/bin/python3 ] || { [ -z "${CI-}" ] && exit 77; }
cd "$2"
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/places.py" "$program" frames/portal.yaml frames/l-pipe.yaml \
  discrete/engine-on-bushings.yaml arcs/ring-of-arcs.yaml rings/turned.yaml plates/disk-on-shaft.yaml plates/clamped-square.yaml \
  plates/board-with-component.yaml matrices/bracket-on-beams.yaml
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
for format in vtu uff; do
  status=0
  said=$("$program" run sweeps/bearing.yaml "--$format" "$place/x" 2>&1) || status=$?
  [ "$status" = 2 ] && [[ $said == *"--$format is for one file with modes and their shapes"* ]] && [ ! -e "$place/x" ] ||
    { echo "--$format of a sweep: exit $status, $said"; exit 1; }
done
