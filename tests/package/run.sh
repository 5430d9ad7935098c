#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh BUILD: the Debian packages are built in BUILD/package, examined by lintian, unpacked somewhere else, and run
# from there: the program with its plugins, the library, the module for Python. 77: there is no lintian (in CI there
# is).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
[ -n "${CI-}" ] || command -v lintian >/dev/null || exit 77
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT

die() {
  printf 'FAILED: %s\n' "$*"
  exit 1
}

DEBFULLNAME='the holonome authors' DEBEMAIL=holonome@package.test "$root/scripts/package" "$1/package" | tail -n 2
package=$(find "$1/package" -maxdepth 1 -name 'holonome_*.deb')
library=$(find "$1/package" -maxdepth 1 -name 'libholonome-dev_*.deb')
lintian --fail-on error,warning,info --display-info --pedantic --allow-root --no-cfg "$package" "$library" || die "lintian complains"

field() {
  dpkg-deb --field "$package" "$1"
}
[ "$(field Maintainer)" = 'the holonome authors <holonome@package.test>' ] || die "another maintainer: $(field Maintainer)"
for needed in libfyaml libcholmod libumfpack libspqr libudunits2 libarpack2; do
  [[ $(field Depends) == *$needed* ]] || die "it does not depend on $needed: $(field Depends)"
done
for optional in libnetcdf librsvg2 libmumps libmumps-seq libsundials-arkode libsundials-cvode coinor-libclp libopenmpi; do
  [[ $(field Depends) != *$optional* ]] || die "it cannot be installed without $optional: $(field Depends)"
  [[ $(field Recommends) == *$optional* ]] || die "it does not recommend $optional: $(field Recommends)"
done

for one in "$package" "$library"; do
  dpkg-deb --extract "$one" "$place"
done
doc=$place/usr/share/doc/holonome
grep -q 'AS IS' "$doc/copyright" || die "the license is not in the copyright"
grep -q '^Copyright: .*holonome' "$doc/copyright" || die "nobody has the copyright"
zcat "$doc/changelog.Debian.gz" | grep -q "^holonome ($(field Version)) " || die "the changelog is of another version"
for page in man1/holonome.1 man5/holonome-problem.5; do
  zcat "$place/usr/share/man/$page.gz" | grep >/dev/null '^\.SH NAME' || die "no manual page $page"
done

# what is in it works from where it was unpacked to, plugins too
cd "$place"
export PATH=$place/usr/bin:/usr/bin:/bin OPENBLAS_NUM_THREADS=1
[ "$(holonome --version)" = "holonome $(field Version | sed 's/-.*//')" ] || die "another version"
holonome check "$doc/problems/book/three-bars.yaml" "$doc/problems/matrices/bracket-clamped.yaml"
LD_DEBUG=files holonome run "$doc/problems/sweeps/coupled-cantilevers.yaml" --netcdf sweep.nc --quiet 2>loaded
grep -q "calling init: $place/.*libholonome_netcdf.so" loaded || die "the plugin of the package is not loaded"
LD_DEBUG=files holonome run "$doc/problems/frames/portal.yaml" --plot modes.pdf --quiet 2>loaded
grep -q "calling init: $place/.*libholonome_plot.so" loaded && [ "$(head -c 5 modes.pdf)" = %PDF- ] || die "the plugin for pictures is not loaded"
PYTHONPATH=$place/usr/lib/python3/dist-packages /usr/bin/python3 -B -c "
import holonome
assert holonome.solve('$doc/problems/beams/clamped-clamped.yaml').complete
print('Python: solved, from', holonome.__file__)" | grep "$place" || die "the module does not work"

# without a library that is only recommended: what asks for it is refused, the rest goes on. A file that is no library
# stands for one that is not there.
mkdir hidden
for library in libnetcdf librsvg-2 libdmumps_seq libmpi; do
  find "$place/usr/lib" -name 'libholonome_*.so' -exec readelf -d {} + | sed -n "s/.*\\[\\($library[^]]*\\)\\]/\\1/p" |
    sort -u | while read -r name; do echo 'no library' >"hidden/$name"; done
done
[ "$(find hidden -type f | wc -l)" = 4 ] || die "the plugins need other libraries: $(ls hidden)"
without() {
  ! LD_LIBRARY_PATH=$place/hidden holonome run "$@" --quiet >said 2>&1 || die "run $* needs no library"
}
without "$doc/problems/sweeps/coupled-cantilevers.yaml" --netcdf other.nc
grep -q 'libholonome_netcdf.so or the NetCDF library cannot be loaded' said || die "nothing is said of NetCDF: $(cat said)"
without "$doc/problems/frames/portal.yaml" --plot other.pdf
grep -q 'libholonome_plot.so or librsvg cannot be loaded' said || die "nothing is said of librsvg: $(cat said)"
OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 without "$doc/problems/frames/portal.yaml"
grep -q 'started as one of several processes .*cannot open shared object\|libmpi' said || die "nothing is said of MPI: $(cat said)"
LD_LIBRARY_PATH=$place/hidden holonome check "$doc"/problems/*/clamped*.yaml "$doc/problems/frames/portal.yaml"

# a program with the library
PKG_CONFIG_PATH=$(echo "$place"/usr/lib/*/pkgconfig)
export PKG_CONFIG_PATH
read -ra flags < <(pkg-config --define-variable=libdir="${PKG_CONFIG_PATH%/pkgconfig}" \
  --define-variable=includedir="$place/usr/include" --cflags --libs holonome)
cc -std=c11 "$root/tests/install/user.c" -o user "${flags[@]}"
./user
cmake -S "$root/tests/install" -B build -DCMAKE_PREFIX_PATH="$place/usr" >/dev/null
cmake --build build --target user >/dev/null
build/user
