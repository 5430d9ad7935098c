#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# threads.sh PROGRAM PROBLEMS: a process has one thread, however many processors the machine has (those of a BLAS aside,
# launch.sh): ranks are as many as the user says, and wait for each other's threads where there are more than
# processors.
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
[ -r /proc/self/status ] || { echo "no /proc: not looked at"; exit 0; }

cp "$(dirname "${BASH_SOURCE[0]}")/net.yaml" "$place" # its checkpoint stands beside it
"$program" run "$place/net.yaml" >"$place/out" 2>&1 &
most=0 looks=0
while threads=$(sed -n 's/^Threads:[[:space:]]*//p' "/proc/$!/status" 2>/dev/null) && [ -n "$threads" ] && kill -0 $! 2>/dev/null; do
  [ "$threads" -le "$most" ] || most=$threads
  looks=$((looks + 1))
  sleep 0.01
done
wait $! || die "net.yaml: $(<"$place/out")"
[ "$looks" -ge 10 ] || die "it has been looked at $looks times only"
[ "$most" -eq 1 ] || die "$most threads"
