#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# same.sh PROGRAM PROBLEMS RANKS FILE...: the JSON of these problems does not depend on the number of ranks.
# All of the gallery, from the folder of the source:
#   tests/parallel/same.sh build/holonome problems "1 2 3 5 16" problems/*/*.yaml
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
read -ra numbers <<<"$3"
shift 3

status launch 0 run "$@" --quiet --json "$place/0"
expected=$code
for n in "${numbers[@]}"; do
  status launch "$n" run "$@" --quiet --json "$place/$n"
  [ "$code" -eq "$expected" ] || die "$n ranks: exit status $code, not $expected"
  same "$place/0" "$place/$n" || die "$n ranks: the results differ: $(diff "$place/0" "$place/$n" | head -c 2000)"
  echo "$n ranks: same"
done
