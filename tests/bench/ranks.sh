#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ranks.sh PROGRAM [PROBLEM] [RANKS] [REPEATS]: how much faster RANKS (2) ranks are than one process without a launcher.
#
#     tests/bench/ranks.sh build/holonome
#
# Times are of whole commands, from the start of the launcher to its end: reading, solving and the table (of the bench's
# frame.yaml, if no PROBLEM is given). One process, RANKS ranks, and RANKS processes that know nothing of each other are
# started in turn, REPEATS (5) times. Printed are all times, wall and processor (user and system, of all processes
# together), and ratios of medians: one process over RANKS ranks; and what the machine would give to RANKS processes at
# once, which is the most that can be had of it - less than RANKS where cores share caches and memory, or others work on
# it.
# shellcheck source-path=SCRIPTDIR source=../parallel/launch.sh
problem=${2:-$(dirname "${BASH_SOURCE[0]}")/frame.yaml} ranks=${3:-2} repeats=${4:-5}
set -- "$1" "$problem"
source "$(dirname "${BASH_SOURCE[0]}")/../parallel/launch.sh"
TIMEFORMAT='%R %U %S'

# measure NAME COMMAND...: wall and processor seconds as a line of the list NAME
measure() {
  local name=$1 words
  shift
  words=$({ time "$@" >"$place/out" 2>&1; } 2>&1) || die "$*: $(<"$place/out")"
  awk '{ printf "%.2f %.2f\n", $1, $2 + $3 }' <<<"$words" >>"$place/$name"
}

# alone: the problem on RANKS processes that know nothing of each other
alone() {
  local i
  for ((i = 1; i < ranks; i++)); do
    launch 0 run "$problems" &
  done
  launch 0 run "$problems"
  wait
}

# median NAME COLUMN
median() {
  cut -d ' ' -f "$2" "$place/$1" | sort -n | sed -n "$(((repeats + 1) / 2))p"
}

for ((i = 1; i <= repeats; i++)); do
  measure one launch 0 run "$problems"
  measure ranks launch "$ranks" run "$problems"
  measure copies alone
  printf '%d: one process %s, %d ranks %s, %d processes %s\n' "$i" "$(tail -n 1 "$place/one")" "$ranks" \
    "$(tail -n 1 "$place/ranks")" "$ranks" "$(tail -n 1 "$place/copies")"
done
awk -v n="$ranks" -v one="$(median one 1)" -v all="$(median ranks 1)" -v copies="$(median copies 1)" \
  -v one_cpu="$(median one 2)" -v all_cpu="$(median ranks 2)" 'BEGIN {
    printf "seconds: one process %.2f, %d ranks %.2f: %.2f times as fast\n", one, n, all, one / all
    printf "the machine gives %d processes at once %.2f times the work of one\n", n, n * one / copies
    printf "processor seconds: %.2f and %.2f, %.2f of them each\n", one_cpu, all_cpu, all_cpu / n
  }'
