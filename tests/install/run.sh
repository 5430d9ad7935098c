#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh BUILD CONFIG: install the build into a folder of its own and use the library from there, once found by CMake
# and once by pkg-config; from C++, and from Fortran where there is a compiler of it (in CI there is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$1
config=${2:-Release}
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT

cmake --install "$build" --config "$config" --prefix "$place/installed" >/dev/null
"$place/installed/bin/holonome" --version
test -s "$place/installed/share/man/man1/holonome.1"
test -s "$place/installed/share/man/man5/holonome-problem.5"

cmake -S "$here" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/installed" >/dev/null
cmake --build "$place/build" >/dev/null
"$place/build/user"

# the example of src/README.md: a problem that is solved, one with a fault, none
example() {
  local file=$1 status=$2
  shift 2
  set +e
  "$place/build/example" ${file:+"$file"} >"$place/told" 2>&1
  got=$?
  set -e
  [ "$got" = "$status" ] || { printf 'example %s: status %s in place of %s\n' "$file" "$got" "$status"; exit 1; }
  for words in "$@"; do
    grep -qF -- "$words" "$place/told" || { cat "$place/told"; printf 'example %s: no "%s"\n' "$file" "$words"; exit 1; }
  done
}
printf '%s\n' 'parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}' 'joints: [{pin: a.start}, {pin: a.end}]' \
  'analysis: {frequencies: {count: 1}, compliance: exact}' >"$place/beam.yaml"
printf 'parts: {a: {kind: beem}}\n' >"$place/wrong.yaml"
example "$place/beam.yaml" 0 '1  9.8696044010' 'complete: proved by counting'
example "$place/wrong.yaml" 3 "wrong.yaml:1:19: error:" 'the problem file is not valid'
example "$place/none.yaml" 4 'a file cannot be read or written'
example '' 2 'wrong use of the command line'

# the .pc file names the prefix chosen when configuring; here it is elsewhere
pc=$(find "$place/installed" -name holonome.pc)
export PKG_CONFIG_PATH=${pc%/*}
prefix=(--define-variable=libdir="${pc%/pkgconfig/*}" --define-variable=includedir="$place/installed/include")
read -ra flags < <(pkg-config "${prefix[@]}" --cflags --libs holonome)
cc -std=c11 "$here/user.c" -o "$place/user" "${flags[@]}"
"$place/user"

# every public header by itself, and all of them, in C++
flags_cpp=(-std=c++17 -Wall -Wextra -pedantic -Werror)
(cd "$place/installed/include" && find holonome -name '*.h') | sed 's/.*/#include <&>/' | sort >"$place/all.h"
[ "$(wc -l <"$place/all.h")" -ge 8 ]
while read -r line; do
  printf '%s\n' "$line" >"$place/one.cpp"
  c++ "${flags_cpp[@]}" -c "$place/one.cpp" -o "$place/one.o" "${flags[@]}"
done <"$place/all.h"
c++ "${flags_cpp[@]}" -include "$place/all.h" "$here/answer.cpp" -o "$place/cpp" "${flags[@]}"
"$place/cpp"

if [ -n "${CI-}" ] || command -v gfortran >/dev/null; then
  read -ra libraries < <(pkg-config "${prefix[@]}" --libs holonome)
  gfortran -std=f2008 -Wall -Wextra -pedantic -Werror -J "$place" "$here/answer.f90" -o "$place/fortran" "${libraries[@]}"
  "$place/fortran"
fi

# the module for Python finds the program that it was installed with
if [ -n "${CI-}" ] || [ -x /usr/bin/python3 ]; then
  PATH=/usr/bin PYTHONPATH=$place/installed/share/holonome/python /usr/bin/python3 -B -c "
import holonome
result = holonome.solve('$place/beam.yaml')
assert result.complete and abs(result.omega[0] / 9.869604401089358 - 1) < 1e-12, result
print('Python: the first frequency of a pinned beam is pi^2')"
fi
