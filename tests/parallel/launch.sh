# SPDX-License-Identifier: BSD-3-Clause
# Shared by the scripts beside it: how ranks are started on one machine, whoever the user is, without a network.
# shellcheck shell=bash disable=SC2034
set -euo pipefail
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OPENBLAS_NUM_THREADS=1

program=$(realpath "$1")
problems=$(realpath "$2")
place=$(mktemp -d /tmp/hol-XXXXXX)
export TMPDIR=$place # where the launcher keeps its sockets; names of sockets are short
trap 'rm -rf -- "$place"' EXIT

# launch RANKS ARGUMENT...: the program on so many ranks; on 0 without a launcher.
launch() {
  local ranks=$1
  shift
  if [ "$ranks" -eq 0 ]; then
    "$program" "$@"
  else
    mpirun -q --oversubscribe --bind-to none -n "$ranks" "$program" "$@" </dev/null
  fi
}

# status COMMAND...: its exit status in $code
status() {
  code=0
  "$@" || code=$?
}

die() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

# same ONE OTHER: equal byte by byte, but for the line `timing`
same() {
  cmp -s <(grep -v '^  "timing"' "$1") <(grep -v '^  "timing"' "$2")
}
