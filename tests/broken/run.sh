#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PROGRAM SHIM: names that lead to pipes, devices, links and folders, disks that are full, runs that fail,
# exports to elsewhere. Nothing waits, nothing that was there is lost, nothing is written to the terminal but words.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1") shim=$(realpath "$2")
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
cd "$place"

die() {
  echo "error: $*" >&2
  exit 1
}

# status COMMAND...: run it, words in `out` and `err`
status() {
  local status=0
  (ulimit -v 4000000 && exec timeout 10 "$@") >out 2>err </dev/null || status=$?
  echo "$status"
}

# is STATUS WHAT COMMAND...
is() {
  local found
  found=$(status "${@:3}")
  [ "$found" = "$1" ] || die "$2: status $found, not $1: $(head -c 300 err)"
}

said() { grep -qF -- "$1" err || die "\`$1\` is not said but $(head -c 300 err)"; }

cat >beam.yaml <<'EOF'
parts:
  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}
joints: [{pin: b.start}, {pin: b.end}]
analysis: {frequencies: {count: 2}}
EOF
sed 's/analysis: .*/gravity: [0, -9.81]\nanalysis: {frequencies: {count: 2}, static: {}}/' beam.yaml >two.yaml

# What a file is called FILE.checkpoint and is none: a pipe, devices, links, a folder. The run neither waits nor reads
# nor removes it.
is 0 "without" "$program" run --quiet --csv - beam.yaml
cp out good
echo precious >precious
foreign() { # NAME
  export HOLONOME_REHEARSAL="delay=0"
  is 0 "$1" "$program" run --quiet --csv - beam.yaml
  cmp -s out good || die "$1: other results"
  is 4 "$1, to be resumed" "$program" run --quiet --csv - --resume beam.yaml
  unset HOLONOME_REHEARSAL
  [ -e beam.yaml.checkpoint ] || [ -L beam.yaml.checkpoint ] || die "$1 was removed"
  rm -r beam.yaml.checkpoint
  [ "$(ls -A | grep -c checkpoint)" = 0 ] || die "$1: checkpoints are left: $(ls)"
  [ "$(cat precious)" = precious ] || die "$1: a file was written over"
}
mkfifo beam.yaml.checkpoint && foreign "a pipe"
ln -s /dev/zero beam.yaml.checkpoint && foreign "a link to a device"
ln -s precious beam.yaml.checkpoint && foreign "a link to a file"
ln -s nowhere beam.yaml.checkpoint && foreign "a link to nowhere"
[ ! -e nowhere ] || die "a link was followed"
mkdir beam.yaml.checkpoint && foreign "a folder"

# Of a large file of another problem, and behind the last record of an own one, nothing is read: 100 GB would take
# minutes.
{ HOLONOME_REHEARSAL="delay=0 die=0:2" "$program" run --quiet beam.yaml; } 2>/dev/null || true
[ -s beam.yaml.checkpoint ] || die "no checkpoint is left by a run that was killed"
cp beam.yaml.checkpoint kept
for resume in "" --resume; do
  cp kept beam.yaml.checkpoint
  truncate -s 100G beam.yaml.checkpoint
  HOLONOME_REHEARSAL="delay=0" is 0 "a large checkpoint $resume" "$program" run --quiet --csv - $resume beam.yaml
  cmp -s out good || die "a large checkpoint $resume: other results"
  [ ! -e beam.yaml.checkpoint ] || die "a large checkpoint $resume is left"
done
truncate -s 100G beam.yaml.checkpoint
is 4 "a large file that is no checkpoint" "$program" run --quiet --resume beam.yaml
rm beam.yaml.checkpoint

# A disk that takes no more: the checkpoint is gone after success; the n-th write of each output fails, and what was
# there stays.
write() { # NAME AT COMMAND...
  rm -f mark
  BROKEN_CALL=write BROKEN_NAME=$1 BROKEN_AT=$2 BROKEN_BY=28 BROKEN_MARK=$place/mark LD_PRELOAD=$shim status "${@:3}"
}
for n in 1 2 3 1- 2- 3-; do
  found=$(HOLONOME_REHEARSAL="delay=0" write .checkpoint $n "$program" run --quiet --csv - beam.yaml)
  [ "$found" = 0 ] && cmp -s out good || die "write $n of the checkpoint fails: status $found"
  [ ! -e beam.yaml.checkpoint ] || die "write $n of the checkpoint fails: it is left"
done
for output in json:json csv:csv netcdf:nc report:html plot:svg plot:png uff:uff vtu:vtu; do
  name=result.${output#*:} option=--${output%:*}
  for n in 1 2 3 5 9 20 50 150 400 1000 3000; do
    echo precious >"$name"
    found=$(write "$place/.holonome-" "$n-" "$program" run --quiet "$option" "$name" beam.yaml)
    [ -e mark ] || break
    [ "$found" = 4 ] || die "write $n of $name fails: status $found"
    said "$name: No space left on device"
    [ "$(cat "$name")" = precious ] || die "write $n of $name fails: what was there is lost"
    ! ls -A | grep -q '^\.holonome-' || die "write $n of $name fails: a file is left"
  done
  [ "$found" = 0 ] && [ "$n" -gt 1 ] || die "$name is not written: status $found"
  ! grep -q precious "$name" || die "$name is not written"
  rm "$name"
  ln -s /dev/full "full.${output#*:}"
  is 4 "a full disk $option" "$program" run --quiet "$option" "full.${output#*:}" beam.yaml
  said "full.${output#*:}: No space left on device"
done
is 0 "a result" "$program" run --quiet --json beam.json beam.yaml
is 4 "a page on a full disk" "$program" report -o /dev/full beam.json
said "/dev/full: No space left on device"

# A run that fails leaves what an earlier one has written, but for JSON and pages, which say so.
for name in o.csv o.nc o.svg o.png o.uff o.vtu o.pvd t.modes.csv t.static.csv; do echo precious >"$name"; done
for failure in 5 6; do
  export HOLONOME_REHEARSAL="fail=$failure@0:1"
  is $failure "failure $failure" "$program" run --quiet --csv o.csv --netcdf o.nc --plot o.svg --uff o.uff --vtu o.vtu beam.yaml
  is $failure "failure $failure" "$program" run --quiet --plot o.png --vtu o.pvd beam.yaml
  is $failure "failure $failure, two analyses" "$program" run --quiet --csv t.csv two.yaml
  unset HOLONOME_REHEARSAL
  for name in o.csv o.nc o.svg o.png o.uff o.vtu o.pvd t.modes.csv t.static.csv; do
    [ "$(cat $name)" = precious ] || die "$name is lost after failure $failure"
  done
  [ "$(ls o.* t.* | wc -l)" = 9 ] || die "failure $failure left files: $(ls)"
done

# Inputs without end.
is 3 "a problem without end" "$program" run /dev/zero
is 3 "a result without end" "$program" report -o page.html /dev/zero
is 3 "modes without end" "$program" report -o page.html beam.json /dev/zero
[ ! -e page.html ] || die "a page of nothing"
is 4 "a folder" "$program" report -o page.html .

# Exports: below the folder of the problem, links followed, and over nothing but exports.
mkdir -p elsewhere work
export_to() { # FILE
  sed "\$a output: {export: {file: $1, modes: 3, ports: {a: b.end}}}" beam.yaml | sed 's/, {pin: b.end}//' >work/export.yaml
}
for file in ../elsewhere/x "$place/elsewhere/x" a/../../elsewhere/x ..; do
  export_to "$file"
  is 3 "an export to $file" "$program" run --quiet --force work/export.yaml
  said "below the folder of the problem file"
done
ln -s ../elsewhere work/link
export_to link/x
is 3 "an export through a link" "$program" run --quiet --force work/export.yaml
said 'leads elsewhere'
[ -z "$(ls -A elsewhere)" ] || die "an export was written elsewhere"
rm work/link
export_to x
for end in .yaml -k.mtx -m.mtx; do
  echo precious >"work/x$end"
  is 3 "an export over x$end" "$program" run --quiet work/export.yaml
  said "x$end exists and was not made by an export"
  [ "$(ls work | wc -l)" = 2 ] && [ "$(cat "work/x$end")" = precious ] || die "x$end is lost"
  is 0 "an export over x$end with --force" "$program" run --quiet --force work/export.yaml
  ! grep -q precious work/x* || die "--force replaces nothing"
  is 0 "an export over an export" "$program" run --quiet work/export.yaml
  rm work/x*
done
ln -s ../precious work/x.yaml
is 3 "an export over a link" "$program" run --quiet work/export.yaml
rm work/x.yaml
echo precious >elsewhere/x-k.mtx
ln -s ../elsewhere work/x.unread
is 4 "an export through the folder it needs" "$program" run --quiet work/export.yaml
[ "$(cat elsewhere/x-k.mtx precious)" = "precious
precious" ] || die "what an export led to is lost"

# Nothing is written over what a problem reads, whatever it is called.
mkdir inputs
cp "$root"/problems/matrices/{beam-elements.yaml,elements-k.mtx,elements-m.mtx,elements.dof} inputs
cp "$root"/problems/response/{two-floors.yaml,spectrum.csv} inputs
cp -r inputs inputs.before
ln -s inputs/spectrum.csv linked.csv
over() { # PATH OPTION FILE
  is 2 "$2 over $1" "$program" run --quiet "$2" "$1" "$3"
  said "$1: a problem reads this file, nothing is written over it"
}
over inputs/elements.dof --json inputs/beam-elements.yaml
over inputs/../inputs/elements-k.mtx --csv inputs/beam-elements.yaml
over inputs/spectrum.csv --csv inputs/two-floors.yaml
over linked.csv --csv inputs/two-floors.yaml
printf 'output: {export: {file: elements, modes: 3, ports: {a: column.head}}}\n' >>inputs/beam-elements.yaml
is 3 "an export over matrices that are read" "$program" run --quiet --force inputs/beam-elements.yaml
said "the export would be written over elements-k.mtx, which this problem reads"
export_to x
is 2 "a result in place of an export" "$program" run --quiet --json work/x.yaml work/export.yaml
said "an export and another result cannot both go to this file"
cp inputs.before/beam-elements.yaml inputs
diff -r inputs inputs.before || die "an input was written over"

# Names reach the terminal as words, wherever they are said.
bad=$'e\e[31m\a\n.yaml'
sed 's/b.end/c.end/' beam.yaml >"$bad"
words() { # COMMAND...
  status "$@" >/dev/null
  [ "$(cat out err | tr -d '\n\t' | LC_ALL=C tr -d '[:print:]\200-\377' | wc -c)" = 0 ] || die "control characters: $(cat -v out err)"
}
lines() { # COMMAND...
  words "$@"
  ! grep -qE '^\.yaml' out err || die "a name ends a line: $(cat -v out err)"
}
lines "$program" run "$bad"
lines "$program" check "$bad" beam.yaml
cp beam.yaml "$bad"
lines "$program" run "$bad"
lines "$program" check "$bad" two.yaml
lines "$program" run --dry-run "$bad"
lines "$program" run "${bad%.yaml}"
words "$program" run "$bad" "$bad"
lines "$program" run beam.yaml --csv "$bad/x"
lines "$program" run two.yaml --csv "$bad"
words "$program" run beam.yaml --plot "$bad"
lines "$program" report "$bad" -o page.html
lines "$program" report "no$bad" -o page.html
lines "$program" report beam.json -o "$bad/x"
words "$program" report beam.json --plot "$bad"
words "$program" "$bad"
words "$program" run "--$bad" beam.yaml
words "$program" run --set "$bad" beam.yaml
words "$program" run --unit "$bad" beam.yaml
words "$program" example "$bad"
words "$program" keys "$bad"
