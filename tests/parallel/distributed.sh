#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# distributed.sh PROGRAM PROBLEMS: `distribute: factors` gives the same list on any number of ranks, each frequency
# within the brackets of the others; ranks have their part of a factorisation only; one rank that is stopped or fails
# takes the others with it, soon.
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
frame=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/../bench/frame.yaml
cd "$place"

# frame BAYS COUNT KEYS: a frame as a problem, with these keys of its analysis besides
frame() {
  sed "s/repeat: {n: 36/repeat: {n: $1/; s/count: 600/count: $2/; s/^analysis:\$/&\n$3/" "$frame"
}

# agree ONE OTHER: the same numbers of frequencies, counts and multiplicities, and brackets that overlap
agree() {
  [ "$(wc -l <"$1")" -gt 2 ] || die "$1: no frequencies"
  paste -d , "$1" "$2" | awk -F , '
    NR == 1 { half = NF / 2; for (i = 1; i <= half; i++) column[$i] = i; next }
    { for (name in column) { own[name] = $column[name]; other[name] = $(half + column[name]) } }
    own["number"] != other["number"] || own["multiplicity"] != other["multiplicity"] || own["count_below"] != other["count_below"] ||
      own["count_above"] != other["count_above"] || own["lower"] > other["upper"] || other["lower"] > own["upper"] {
      print "line " NR ": " $0
      bad = 1
    }
    END { exit bad }'
}

# together NAME NUMBERS: on these numbers of ranks as on one without `distribute`
together() {
  sed 's/^  distribute: factors$//' "$1.yaml" >own.yaml
  launch 0 run own.yaml --quiet --csv own.csv
  for n in $2; do
    launch "$n" run "$1.yaml" --quiet --csv "$n.csv" --json "$n.json"
    agree own.csv "$n.csv" || die "$1: the list on $n ranks differs from that of own factors"
    [ "$(grep -o '"factors": \[[^]]*' "$n.json" | grep -o '[0-9]\+' | wc -l)" -eq $((n ? n : 1)) ] || die "$1: not $n parts of factors"
    grep -q '"complete": true' "$n.json" || die "$1: not complete on $n ranks"
  done
  echo "$1: the same on $2 ranks"
}

# with HOLONOME_LONG_TESTS on more ranks, with larger factors, stopped more often
long=${HOLONOME_LONG_TESTS:-}
frame 16 40 "  distribute: factors" >frame.yaml
together frame "${long:+0 1 }2 3${long:+ 4}"
# searched by counts beside each frequency, by all ranks alike
frame 8 12 "  distribute: factors\n  compliance: {modes: 3, order: 2}" >counted.yaml
together counted "2 3"
sed 's/^  distribute: factors$/  distribute: factors\n  sensitivities: [a]/' frame.yaml | sed 's/count: 40/count: 4/' >slopes.yaml
together slopes "2"

# memory of a rank's part of factors, on one and on four
frame "$([ "$long" ] && echo 80 || echo 40)" 2 "  distribute: factors" >large.yaml
for n in 1 4; do
  launch "$n" run large.yaml --quiet --json "large-$n.json" --csv "large-$n.csv"
  grep -o '"factors": \[[^]]*' "large-$n.json" | grep -o '[0-9]\+' | sort -n | tail -n 1 >"$n"
done
agree large-1.csv large-4.csv || die "the list of the large frame differs"
[ $((2 * $(cat 4))) -le "$(cat 1)" ] || die "a rank of 4 holds $(cat 4) bytes of factors, one alone $(cat 1)"
echo "factors: $(cat 1) bytes on 1 rank, at most $(cat 4) on each of 4"

# a result that cannot be kept on rank 0
status timeout 300 env HOLONOME_REHEARSAL=fail=5@0:3 mpirun -q --oversubscribe --bind-to none -n 3 "$program" run counted.yaml >out 2>err
[ "$code" -eq 5 ] || die "rank 0 fails: exit status $code: $(cat err)"
[ "$(grep -c 'a numerical computation failed' err)" -eq 1 ] || die "rank 0 fails: $(cat err)"
echo "rank 0 fails: all end"

# one rank is told to stop, at any moment
frame 24 60 "  distribute: factors" >longer.yaml
RANDOM=14
for i in 1 2 ${long:+3 4 5 6}; do
  mpirun -q --oversubscribe --bind-to none -n 3 "$program" run longer.yaml --quiet >out 2>err </dev/null &
  pid=$!
  for ((k = 0; k < 400; k++)); do
    mapfile -t ranks < <(pgrep -P $pid || true)
    [ ${#ranks[@]} -lt 3 ] || break
    sleep 0.01
  done
  sleep "$(awk -v r="$RANDOM" 'BEGIN { printf "%.2f", 0.3 + r / 32768 * 2 }')"
  kill -TERM "${ranks[RANDOM % 3]}" 2>/dev/null || true
  for ((k = 0; k < 3000; k++)); do
    kill -0 $pid 2>/dev/null || break
    sleep 0.1
  done
  ! kill -0 $pid 2>/dev/null || die "one rank is stopped: the others wait for it"
  status wait $pid
  case $code in
    0) echo "stop $i: too late" ;;
    1) grep -q 'stopped before the end' err || die "stop $i: $(cat err)"; echo "stop $i: all end" ;;
    143) echo "stop $i: before it listens" ;;
    *) die "stop $i: exit status $code: $(cat err)" ;;
  esac
done
