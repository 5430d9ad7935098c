#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# kills.sh PROGRAM PROBLEMS COUNT [SECONDS] [SEED] [roots | sweep | curves | response | frame] [records]: COUNT times a
# run on one process or on 2 to 4 is ended by force at a random moment - one rank, all at once, within the writing of a
# result, by SIGTERM - and continued with --resume; with `records` always within the writing of a result, the k-th one. Nothing kept is lost, and the results - frequencies, points of a sweep, curves, a
# response - are those of a run left alone. Ends after SECONDS (no limit) even if there were fewer. Two hundred:
# tests/parallel/kills.sh build/holonome problems 200
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
count=$3 seconds=${4:-1000000} RANDOM=${5:-$$}
seed=${5:-$$} what=${6:-roots} moments=${7:-} most=200
[ -z "$moments" ] || most=12
if [ "$what" = curves ]; then
  cat <<'END'
parts:
  beam: {kind: beam, length: 1, EI: 1, EA: 1e4, line_mass: 1, supports: immovable, ends: clamped-pinned}
analysis:
  nonlinear:
    lateral_modes: 2
    harmonics: 9
    from: 12
    to: 24
    force: {at: 0.4, amplitude: 0.8}
    levels: [0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]
    loss: [{viscous: 0.4}, {eta: 0.03, cubic: true}]
    check: {time: true, points: 2}
    backbone: true
END
elif [ "$what" = response ]; then
  sed 's/line_mass: 1}/line_mass: 1, loss_factor: 0.01}/; /^analysis/,$d' "$problems/regular/hundred-spans.yaml"
  cat <<'END'
analysis:
  response:
    load: {at: "span[13].beam@0.3", direction: [0, 1], force: 1}
    at: [{point: "span[57].beam@0.4", direction: [0, 1]}, {point: "span[99].beam@0.4", direction: [0, 1]}]
    from: 9
    to: 14
END
elif [ "$what" = sweep ]; then
  sed 's/count: 2000/count: 50000/; /^expect/,$d' "$problems/sweeps/three-bars.yaml"
elif [ "$what" = frame ]; then # many roots from few determinants: intervals, with their vectors
  sed 's/n: 36,/n: 16,/; s/count: 600/count: 250/' "$(dirname "${BASH_SOURCE[0]}")/../bench/frame.yaml"
else
  sed 's/n: 1000/n: 400/; s/count: 1000/count: 400/; /^expect/,$d' "$problems/regular/long-chain.yaml"
fi >"$place/p.yaml"
cd "$place"
"$program" run p.yaml --quiet --json reference.json
start=$EPOCHREALTIME
"$program" run p.yaml --quiet
milliseconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print int(1000 * (b - a)) }')

# whole records kept behind the heads; those of points of a sweep are of one length
kept() {
  local file head size length sum=0
  for file in p.yaml.checkpoint*; do
    [ -s "$file" ] || continue
    head=$(sed '/^end$/q' "$file" | wc -c) size=$(stat -c %s "$file")
    if [ "$what" != sweep ]; then
      while [ "$size" -ge $((head + 24)) ]; do
        head=$((head + 24 + $(od -A n -t u8 -j $((head + 8)) -N 8 "$file")))
        sum=$((sum + (head <= size)))
      done
      continue
    fi
    [ "$size" -ge $((head + 24)) ] || continue
    length=$(od -A n -t u8 -j $((head + 8)) -N 8 "$file")
    sum=$((sum + (size - head) / (24 + length)))
  done
  echo "$sum"
}

# the processes of the program under the one started last
ranks_of() {
  if [ "$1" -eq 0 ]; then echo "$2"; else pgrep -P "$2" || true; fi
}

# is a process there that has not ended?
lives() {
  local words
  { read -r words <"/proc/$1/stat"; } 2>/dev/null && [[ $words != *') Z '* ]]
}

# end HOW RANKS PID: and wait until no rank is left. A launcher that is stopped while it ends by itself may wait for
# ever for a lock of its own (seen with Open MPI 4.1.4 and PMIx 4.2, in PMIx_server_finalize); it is helped after ten
# seconds.
end() {
  local ranks pid i
  mapfile -t ranks < <(ranks_of "$2" "$3")
  case $1 in
    one) [ ${#ranks[@]} -eq 0 ] || kill -KILL "${ranks[RANDOM % ${#ranks[@]}]}" ;;
    all) kill -KILL "${ranks[@]}" "$3" ;;
    stop) kill -TERM "$3" ;; # SIGINT is ignored in the background
  esac 2>/dev/null || true
  for pid in "${ranks[@]}"; do
    while lives "$pid"; do sleep 0.01; done
  done
  for ((i = 0; i < 1000; i++)); do
    lives "$3" || return 0
    sleep 0.01
  done
  kill -KILL "$3" 2>/dev/null || true
}

kills=0 before=0 finished=0 began=$SECONDS
declare -A by=()
while [ $kills -lt "$count" ] && [ $((SECONDS - began)) -lt "$seconds" ]; do
  number=$((RANDOM % 2 ? 0 : 2 + RANDOM % 3))
  span=$((milliseconds + (number ? 500 : 0))) # a launcher takes its time
  hows=(one all stop write)
  how=${hows[RANDOM % 4]}
  [ -z "$moments" ] || how=write
  words="delay=0"
  [ "$how" = write ] && words="$words die=$((number > 1 ? RANDOM % number : 0)):$((1 + RANDOM % most))"
  HOLONOME_REHEARSAL=$words launch "$number" run p.yaml --quiet --resume --json r.json >out 2>&1 &
  pid=$!
  child= # the function runs in a shell of its own, whose child is the launcher or the program
  for ((i = 0; i < 200 && ${#child} == 0; i++)); do
    child=$(pgrep -P $pid || true)
    sleep 0.005
  done
  if [ "$how" != write ]; then
    sleep "$(awk -v r="$RANDOM" -v m="$span" 'BEGIN { printf "%.3f", r / 32768 * m / 1000 }')"
    [ -z "$child" ] || end "$how" "$number" "$child"
  fi
  status wait $pid
  if [ $code -eq 0 ]; then
    same reference.json r.json || die "seed $seed: after $kills kills the results differ"
    [ -z "$(ls p.yaml.checkpoint* 2>/dev/null)" ] || die "seed $seed: a checkpoint is left behind"
    finished=$((finished + 1)) before=0
    rm -f r.json
    continue
  fi
  if [ -e r.json ]; then # the end came when the results were written and the checkpoint was no longer needed
    same reference.json r.json || die "seed $seed: results are written that differ"
    before=0
    rm -f r.json
  fi
  grep -qE 'it is not a checkpoint|it belongs|it was written' out && die "seed $seed: a checkpoint is spoilt: $(cat out)"
  now=$(kept)
  [ "$now" -ge "$before" ] || die "seed $seed: of $before results kept, $now are left"
  before=$now kills=$((kills + 1)) by[$how]=$((${by[$how]:-0} + 1))
done
launch 2 run p.yaml --quiet --resume --json r.json
same reference.json r.json || die "seed $seed: the results differ"
for how in "${!by[@]}"; do printf '%s: %s  ' "$how" "${by[$how]}"; done
echo "$kills kills, $((finished + 1)) runs finished with the same results"
