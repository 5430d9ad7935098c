# SPDX-License-Identifier: BSD-3-Clause
# Shared by the scripts beside it; to be sourced by bash. Works on Debian 12 and 13, as root or as a user with sudo.
# shellcheck shell=bash disable=SC2034

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export OPENBLAS_NUM_THREADS=1 # small matrices: threads cost more than they give

# OpenBLAS without threads on purpose: no start-up for them, and the same sums in the same order every time.
packages=(build-essential cmake ninja-build pkg-config libfyaml-dev libudunits2-dev liblapacke-dev libarpack2-dev
  libopenblas-serial-dev libsuitesparse-dev libsundials-dev coinor-libclp-dev libmumps-dev libmumps-seq-dev libnetcdf-dev libmd-dev zlib1g-dev libopenmpi-dev openmpi-bin librsvg2-dev libcmocka-dev libjansson-dev)
packages_ci=(clang clang-format libclang-rt-14-dev binutils calculix-ccx groff-base gfortran
  python3 python3-numpy python3-matplotlib python3-yaml python3-jsonschema mypy lintian chromium firefox-esr fontconfig)
command -v npm >/dev/null || packages_ci+=(nodejs npm) # that of Debian does not go with a Node from elsewhere
packages_package=(dpkg-dev file) # for scripts/package, besides the first ones

say() { printf '== %s\n' "$*"; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Install those of the packages that are missing; silent if none is.
install_packages() {
  command -v dpkg-query >/dev/null || die "packages are installed with apt-get, as on Debian; this system has none"
  local package missing=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update </dev/null
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
    -o Dpkg::Use-Pty=0 install "${missing[@]}" </dev/null
}

# build FOLDER [TARGET|-DOPTION=VALUE...]: configure if anything asks for it, and build.
build() {
  local folder=$1 argument options=() targets=() generator=()
  shift
  for argument in "$@"; do
    case $argument in
      -D*) options+=("$argument") ;;
      *) targets+=("$argument") ;;
    esac
  done
  local cache=$folder/CMakeCache.txt
  if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
    say "$folder was made elsewhere: starting afresh"
    rm -rf -- "$cache" "$folder/CMakeFiles"
  fi
  [ -f "$cache" ] || generator=(-G Ninja)
  cmake -S "$root" -B "$folder" "${generator[@]}" "${options[@]}" --log-level=WARNING >/dev/null
  cmake --build "$folder" --parallel "$(nproc)" ${targets:+--target "${targets[@]}"}
}

# run_tests FOLDER [OPTION...]: the tests of a build that options of ctest choose, with what failing ones print.
run_tests() {
  ctest --test-dir "$1" --output-on-failure --parallel "$(nproc)" "${@:2}" </dev/null
}
