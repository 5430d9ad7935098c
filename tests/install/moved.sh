#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# moved.sh BUILD CONFIG: the build and the installed tree are moved: plugins are found beside the program. Where one is
# missing the result says so, and is the same otherwise.
set -euo pipefail

build=$1
config=${2:-Release}
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
cd "$place"

die() {
  printf 'FAILED: %s\n' "$*"
  exit 1
}

# 800 masses, free: motions without energy by the sparse road; near lambda = 2 every second pivot is small
chain() {
  printf '%s\n' 'freedoms: [ux]' 'parts:' '  cell:' '    repeat: {n: 800, step: [1, 0], ends: open}' '    parts:' \
    '      mass: {kind: body, at: [0, 0], mass: 1}' '    joints:' \
    '      - {spring: [mass, cell.next.mass], freedom: ux, stiffness: 1}' "analysis: {frequencies: $1}" 'output: {shapes: none}'
}
chain '{count: 3}' >low.yaml
chain '{from: 1.413 rad/s, to: 1.4155 rad/s}' >middle.yaml
printf '%s\n' 'parameters: {L: 1}' 'parts: {a: {kind: beam, length: L, EI: 1, line_mass: 1}}' 'joints: [{pin: a.start}, {pin: a.end}]' \
  'analysis: {frequencies: {count: 1}, compliance: exact, sweep: {over: {L: {from: 1, to: 2, points: 3}}}}' >sweep.yaml

# loads PROGRAM PLUGIN ARGUMENT...: does a run of the program load the plugin, and that which stands in this folder?
loads() {
  local program=$1 plugin=$2
  shift 2
  LD_DEBUG=files "$program" run "$@" >told 2>loaded || { cat told; tail -n 3 loaded; die "$program run $*"; }
  grep -q "calling init: $place/.*/$plugin" loaded || die "$program does not load its $plugin"
}

mkdir moved
cp "$build/holonome" "$build"/libholonome_*.so moved/
cmake --install "$build" --config "$config" --prefix "$place/first" >/dev/null
mv first second
program=$(find "$place/second" -name holonome -type f -perm -u+x)
for one in "$place/moved/holonome" "$program"; do
  loads "$one" libholonome_spqr.so low.yaml
  loads "$one" libholonome_mumps.so middle.yaml
  if grep 'note: libholonome' told; then die "$one misses a plugin"; fi
  cp told whole
  loads "$one" libholonome_netcdf.so sweep.yaml --netcdf sweep.nc
done

rm moved/libholonome_{spqr,mumps}.so
moved/holonome run middle.yaml >told || die 'not without plugins'
grep -A 9 'note:' told | tr -s ' \n' ' ' >notes
for plugin in spqr mumps; do
  grep -q "libholonome_$plugin.so or the [A-Za-z]* library cannot be loaded" notes || die "nothing is said of the missing $plugin"
  moved/holonome run middle.yaml --json - | grep -q "\"notes\":.*libholonome_$plugin.so or the [A-Za-z]* library cannot be loaded" || die "JSON says nothing of $plugin"
done
# the frequencies, to ten digits
numbers() { grep -E '^ +[0-9]+ +[0-9.]+' "$1" | awk '{ printf "%d %.9f\n", $1, $2 }'; }
numbers whole >expected
numbers told >found
[ -s expected ] || die 'no frequencies'
cmp expected found
