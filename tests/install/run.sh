#!/usr/bin/env bash
# run.sh BUILD CONFIG: install the build into a folder of its own and use the library from there, once found by CMake and
# once by pkg-config.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$1
config=${2:-Release}
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT

cmake --install "$build" --config "$config" --prefix "$place/installed" >/dev/null
"$place/installed/bin/holonome" --version
test -s "$place/installed/share/man/man1/holonome.1"

cmake -S "$here" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/installed" >/dev/null
cmake --build "$place/build" >/dev/null
"$place/build/user"

# the .pc file names the prefix chosen when configuring; here it is elsewhere
pc=$(find "$place/installed" -name holonome.pc)
export PKG_CONFIG_PATH=${pc%/*}
prefix=(--define-variable=libdir="${pc%/pkgconfig/*}" --define-variable=includedir="$place/installed/include")
read -ra flags < <(pkg-config "${prefix[@]}" --cflags --libs holonome)
cc -std=c11 "$here/user.c" -o "$place/user" "${flags[@]}"
"$place/user"
