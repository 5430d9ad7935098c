#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh PACKAGES [MIRROR]: the first hour of a new user (README.md beside this) in a fresh Debian, of the release that this runs on, with nothing but
# the packages of the folder PACKAGES, which scripts/package has made. As root; debootstrap and apt take what they need
# from the mirror: some minutes. By hand, no part of the tests. Fails at the first step that does not go as it is
# written.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
packages=$(cd "$1" && pwd)
mirror=${2-http://deb.debian.org/debian}
[ "$(id -u)" = 0 ] || { echo 'to be run as root'; exit 2; }
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
fresh=$place/debian

step() {
  printf '== %s\n' "$*"
}
# quietly COMMAND...: what it says is shown if it fails
quietly() {
  "$@" >"$place/said" 2>&1 || { tail -n 30 "$place/said"; return 1; }
}
install() {
  # the shell of that Debian finds the packages by their patterns
  quietly chroot "$fresh" sh -c "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $*"
}
# user COMMAND: as somebody without rights, in the own folder
user() {
  chroot "$fresh" su - user -c "cd ~ && $1"
}

release=$(. /etc/os-release && echo "$VERSION_CODENAME")
step "a fresh Debian, $release"
quietly debootstrap --variant=minbase "$release" "$fresh" "$mirror"
cp /etc/resolv.conf "$fresh/etc/"
mkdir "$fresh/packages"
cp "$packages"/*.deb "$fresh/packages/"
quietly chroot "$fresh" useradd --create-home --shell /bin/bash user

step '1. the program alone'
install "/packages/holonome_*.deb"
! user 'command -v python3 gcc man' || { echo 'this Debian is not fresh'; exit 1; }

step 'without what it recommends'
# without COMMAND WORDS: it fails, and says that
without() {
  ! user "$1" >"$place/said" 2>&1 && grep -q "$2" "$place/said" || { cat "$place/said"; return 1; }
}
gallery=/usr/share/doc/holonome/problems
without "holonome run $gallery/sweeps/coupled-cantilevers.yaml --netcdf sweep.nc --quiet" 'NetCDF library cannot be loaded'
without "holonome run $gallery/frames/portal.yaml --plot modes.pdf --quiet" 'librsvg cannot be loaded'
without "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 holonome run $gallery/frames/portal.yaml --quiet" 'libmpi'
user "holonome check --quiet $gallery/frames/portal.yaml"
step 'and what it recommends'
# shellcheck disable=SC2016
install "$(chroot "$fresh" dpkg-query -W -f '${Recommends}' holonome | sed 's/([^)]*)//g; s/,/ /g')"

step '2. to 5. what is written'
mkdir -p "$fresh/opt/tests"
cp -r "$here" "$here/../documents" "$fresh/opt/tests/"
ln -s /usr/share/doc/holonome/problems "$fresh/opt/problems"
user 'bash /opt/tests/documents/commands.sh /usr/bin/holonome tests/first-hour/README.md'
user 'holonome check --quiet /usr/share/doc/holonome/problems/*/clamped*.yaml'
user 'holonome run /usr/share/doc/holonome/problems/sweeps/coupled-cantilevers.yaml --netcdf sweep.nc --quiet && [ -s sweep.nc ]'

step '6. manual pages, Python, C'
install man-db python3 gcc libc6-dev pkg-config "/packages/libholonome-dev_*.deb"
user 'man holonome | grep -q "^SYNOPSIS" && man holonome-problem | grep -q "^DESCRIPTION"'
user 'holonome example clamped-free >ruler.yaml && python3 -c "import holonome; print(holonome.solve(\"ruler.yaml\").hertz[0])"'
cp "$here/../install/user.c" "$fresh/home/user/"
# shellcheck disable=SC2016
user 'gcc user.c $(pkg-config --cflags --libs holonome) -o program && ./program'

step 'and gone again'
quietly chroot "$fresh" dpkg --purge libholonome-dev holonome
left=$(find "$fresh" -xdev -path "$fresh/proc" -prune -o \( -path '*holonome*' -not -path '*/packages/*' -not -path '*/opt/*' \
  -not -path '*/home/*' -not -path '*/var/*' \) -print)
[ -z "$left" ] || { printf 'left behind:\n%s\n' "$left"; exit 1; }
step 'nothing made one stumble'
