#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# memory.sh OBJECT...: only what is compiled from src/base takes memory from the system itself; all else takes it
# through base/memory.h, where counts are checked. free() is everybody's.
set -euo pipefail

takers='malloc|calloc|realloc|reallocarray|aligned_alloc|posix_memalign|memalign|valloc|pvalloc'
takers="$takers|(__)?str(n)?dup|v?asprintf|__v?asprintf_chk|open_memstream|getline|getdelim"

calls=$(nm -A -u "$@" | awk -v bad="^($takers)\$" '
  { name = $NF; sub(/@.*/, "", name) }
  name ~ bad && $0 !~ /\/src\/base\// { print }')
[ -z "$calls" ] || printf 'memory not taken through base/memory.h:\n%s\n' "$calls"
[ -z "$calls" ]
