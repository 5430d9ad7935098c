#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# symbols.sh LIBRARY.a: the library neither prints nor ends the process, and keeps no state between calls.
set -euo pipefail

library=$1
forbidden='exit|_exit|_Exit|quick_exit|abort|printf|vprintf|fprintf|vfprintf|puts|fputs|putchar|perror|stdin|stdout|stderr'
forbidden="^(${forbidden}|__(v?f?printf|assert_perror)_chk|MPI_.*)\$"

# -A names the object of each symbol; undefined ones have no address
calls=$(nm -A -u "$library" | awk -v bad="$forbidden" '{ name = $NF; sub(/@.*/, "", name) } name ~ bad { print }')
# objects in .data or .bss; const tables with pointers are in .data.rel.ro, which nothing writes after loading
state=$(objdump -t "$library" | awk '
  /file format/ { object = $1; sub(/:$/, "", object) }
  $3 == "O" && $4 ~ /^\.t?(data|bss)/ && $4 !~ /^\.data\.rel\.ro/ { print object, $NF }
  $2 == "O" && $3 == "*COM*" { print object, $NF }')
[ -z "$calls" ] || printf 'imported by the library:\n%s\n' "$calls"
[ -z "$state" ] || printf 'writable variables in the library:\n%s\n' "$state"
[ -z "$calls$state" ]
