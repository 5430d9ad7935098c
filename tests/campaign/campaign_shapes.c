/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes of random structures of all kinds of parts, by all compliances, against quadrature, virtual work and the laws
   of their joints: nothing of the library's is used but what it lists.

   campaign_shapes [FIRST [COUNT]]     1 000 from seed 1 unless said otherwise; 0 without a violation, else 1

   Unit modal masses and orthogonality, joints and springs, equilibrium at every point, energy shares, modal masses,
   reactions: each within twice the root of the frequency's relative error, or within 1e-9. Of plates and rings, which
   are sampled at few places, joints, springs, and what bodies on them do. Every violation is printed with its seed;
   with COUNT 1 the files of the structure stay in $TMPDIR/holonome-shapes-XXXXXX. */
#include "shape_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
  const char *parent = getenv("TMPDIR");
  char folder[4000];
  snprintf(folder, sizeof folder, "%s/holonome-shapes-XXXXXX", parent ? parent : "/tmp");
  if (!mkdtemp(folder)) {
    perror(folder);
    return 2;
  }
  shape_tally tally = {0};
  size_t violations = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    shape_check(seed, folder, &tally);
  }
  printf("%zu structures (%zu of them unstable), %zu modes\n%-15s %10s %10s %12s %20s\n", tally.structures,
         tally.skipped, tally.modes, "", "checks", "violations", "largest", "part of what may be");
  for (size_t f = 0; f < SHAPE_FAULTS; f++) {
    printf("%-15s %10zu %10zu %12.2g %20.2g\n", shape_fault_name[f], tally.checks[f], tally.violations[f],
           tally.error[f], tally.worst[f]);
    violations += tally.violations[f];
  }
  printf("%zu violations\n", violations);
  if (count != 1) {
    shape_check_clean(folder);
  }
  return violations ? 1 : 0;
}
