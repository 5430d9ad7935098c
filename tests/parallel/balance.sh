#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# balance.sh PROGRAM PROBLEM RANKS LIMIT [REPEATS]: the rank with the most determinants has at most LIMIT times the
# mean. Prints what a run of one rank and one of RANKS take: ratio of the medians of REPEATS (1) runs each in turn, of
# wall time and of the largest processor time.
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
problem=$2 ranks=$3 limit=$4 repeats=${5:-1}

for ((i = 0; i < repeats; i++)); do
  for n in 0 "$ranks"; do
    launch "$n" run "$problem" --quiet --json "$place/json"
    grep '^  "timing"' "$place/json" >>"$place/timing.$n"
  done
done
awk -v limit="$limit" '
  function numbers(line, key, list) {
    sub(".*\"" key "\": \\[?", "", line)
    sub("[]}].*", "", line)
    return split(line, list, ", ")
  }
  function median(list, n,    i, j, x) {
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && list[j] < list[j - 1]; j--) { x = list[j]; list[j] = list[j - 1]; list[j - 1] = x }
    return list[int((n + 1) / 2)]
  }
  {
    one = FILENAME ~ /\.0$/
    n = numbers($0, "evaluations", count)
    sum = most = longest = 0
    for (i = 1; i <= n; i++) { sum += count[i]; most = count[i] > most ? count[i] : most }
    numbers($0, "processor", cpu)
    for (i = 1; i <= n; i++) longest = cpu[i] > longest ? cpu[i] : longest
    numbers($0, "solve", wall)
    if (one) { a++; wall1[a] = wall[1] + 0; cpu1[a] = longest }
    else { b++; walln[b] = wall[1] + 0; cpun[b] = longest; ratio = most * n / sum; worst = ratio > worst ? ratio : worst }
    total[one] = sum
  }
  END {
    printf "determinants: %d on one rank, %d on %d ranks, largest over mean %.3f\n", total[1], total[0], n, worst
    printf "seconds: %.2f and %.2f, %.2f times as fast; of the processor %.2f and at most %.2f, %.2f times\n",
           median(wall1, a), median(walln, b), median(wall1, a) / median(walln, b),
           median(cpu1, a), median(cpun, b), median(cpu1, a) / median(cpun, b)
    exit !(worst <= limit)
  }' "$place/timing.0" "$place/timing.$ranks" || die "unbalanced"
