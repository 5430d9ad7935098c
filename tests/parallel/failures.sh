#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# failures.sh PROGRAM PROBLEMS: whatever fails on whichever rank, all ranks end, soon, with one status and one message.
# HOLONOME_REHEARSAL makes the program fail: `fail=STATUS@RANK:NUMBER` at a result of a rank, `die=RANK:NUMBER` kills
# the rank while it writes that result, `delay=SECONDS` is the time before results are written.
# shellcheck source-path=SCRIPTDIR source=launch.sh
source "$(dirname "${BASH_SOURCE[0]}")/launch.sh"
cd "$place"

# Roots that are searched one by one, so that every rank has many results.
write_problem() {
  sed 's|count: 300}|count: 60}\n  compliance: {modes: 12, order: 3}|; /^expect/,$d' "$problems/regular/three-bands.yaml" >p.yaml
}

write_problem

# expect WHAT CODE TEXT-ON-STDERR COMMAND...: exits with CODE after at most 5 s of processor time and says TEXT once.
# Ranks that wait for one that is gone spin, and other work on the machine adds nothing to what they use.
expect() {
  local what=$1 wanted=$2 text=$3 times TIMEFORMAT='%U %S'
  shift 3
  { time status "$@" >out 2>err; } 2>spent
  [ "$code" -eq "$wanted" ] || die "$what: exit status $code, not $wanted: $(cat err)"
  times=$(grep -cF -- "$text" err || true)
  [ -z "$text" ] || [ "$times" -eq 1 ] || die "$what: \`$text\` is said $times times: $(cat err)"
  awk '{ exit !($1 + $2 < 5) }' spent || die "$what: takes $(cat spent) s of processor time"
  echo "$what: ok"
}

# rehearse WORDS COMMAND...
rehearse() {
  local words=$1
  shift
  HOLONOME_REHEARSAL=$words "$@"
}

for rank in 0 1 2; do
  expect "numerical failure on rank $rank" 5 "a numerical computation failed" \
    rehearse "fail=5@$rank:5" launch 3 run p.yaml
done
expect "memory runs out on rank 1" 6 "not enough memory" rehearse "fail=6@1:5" launch 3 run p.yaml
# every rank has a first result in the first round: too few unknowns for counts of which there is one at a time
sed 's/n: 100/n: 20/; s/count: 300/count: 60/; /^expect/,$d' "$problems/regular/three-bands.yaml" >small.yaml
expect "two ranks fail differently" 6 "not enough memory" rehearse "fail=5@0:1 fail=6@2:1" launch 3 run small.yaml
expect "rank 1 is killed" 137 "" rehearse "delay=0 die=1:5" launch 3 run p.yaml
rm -f p.yaml.checkpoint*
expect "no such file" 4 "No such file" launch 3 run nothing.yaml
printf 'parts: {a: {kind: baem}}\n' >wrong.yaml
expect "a wrong file" 3 "did you mean \`beam\`" launch 3 run wrong.yaml
expect "nowhere to write" 4 "No such file" launch 3 run p.yaml --json nowhere/r.json
expect "wrong usage" 2 "unknown command" launch 3 rum p.yaml
expect "nothing to go on from" 0 "not found" launch 2 run p.yaml --resume
expect "one rank under a launcher" 0 "" launch 1 run p.yaml
launch 3 --version >out
[ "$(wc -l <out)" -eq 1 ] || die "--version is printed more than once"

printf '%s\n' "parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}" "joints: [{pin: a.start}, {pin: a.end}]" \
  "analysis: {frequencies: {count: 2}}" >few.yaml
"$program" run few.yaml --quiet --json one.json
expect "more ranks than roots" 0 "" launch 7 run few.yaml --quiet --json many.json
same one.json many.json || die "more ranks than roots: the results differ"

# what only one rank finds is told as if all had found it: the files of a part are missing in its folder
mkdir full empty
cp "$problems"/matrices/bracket* full
cp full/bracket-modes.yaml empty
for rank in 0 1 2; do
  command=()
  for r in 0 1 2; do
    command+=(: -n 1 --wdir "$([ "$r" -eq "$rank" ] && echo empty || echo full)" "$program" run bracket-modes.yaml)
  done
  expect "files are missing for rank $rank" 3 "bracket.sti cannot be read" \
    mpirun -q --oversubscribe --bind-to none "${command[@]:1}"
done

# checkpoints that do not fit
status rehearse "delay=0 die=0:20" launch 0 run p.yaml 2>/dev/null
if [ "$code" -ne 137 ] || [ ! -s p.yaml.checkpoint ]; then die "no checkpoint is left"; fi
cp p.yaml.checkpoint kept
printf '# changed\n' >>p.yaml
expect "a checkpoint of another file" 4 "it belongs to another problem" launch 2 run p.yaml --resume
write_problem
sed 's/^version .*/version 0.0.0/' kept >p.yaml.checkpoint
expect "a checkpoint of another version" 4 "another version" launch 2 run p.yaml --resume
sed '/^format /d' kept >p.yaml.checkpoint # as it was before formats had numbers
expect "a checkpoint of another format" 4 "another format" launch 2 run p.yaml --resume
echo something >p.yaml.checkpoint
expect "no checkpoint at all" 4 "it is not a checkpoint" launch 2 run p.yaml --resume
cp kept p.yaml.checkpoint
expect "a checkpoint that fits" 0 "" launch 2 run p.yaml --resume
[ ! -e p.yaml.checkpoint ] || die "the checkpoint is not removed"
