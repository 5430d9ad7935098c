/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of random structures of all kinds of parts, by all compliances, against differences of their own
   frequencies:
 *
 *   bench_sensitivity [first seed [number]]        1 and 1000 if nothing is said; about 20 minutes
 *
 * Prints every derivative that is off by more than 1e-7 without a note, with its structure, and how many there were:
 * 0. */
#include "sensitivity_referee.h"
#include "sensitivity_structure.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, number = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
  sensitivity_tally tally = {0};
  for (uint64_t seed = first; seed < first + number; seed++) {
    char *text = sensitivity_structure(seed, sensitive_kind_of(seed));
    if (!text) {
      continue;
    }
    size_t before = tally.wrong + tally.unsaid + tally.unsolved;
    if (!sensitivity_referee(text, HOLONOME_PROBLEMS "/matrices", stdout, &tally)) {
      return EXIT_FAILURE;
    }
    if (tally.wrong + tally.unsaid + tally.unsolved > before) {
      printf("# seed %llu\n", (unsigned long long)seed);
      fflush(stdout);
    }
    free(text);
  }
  printf("%zu problems, %zu not solved; %zu derivatives compared, %zu withheld with a note, %zu undecided by "
         "differences\n",
         tally.problems, tally.unsolved, tally.checked, tally.withheld, tally.undecided);
  printf("%zu wrong, %zu withheld without a note; largest error %.3g of what is allowed\n", tally.wrong, tally.unsaid,
         tally.worst);
  return tally.wrong + tally.unsaid ? EXIT_FAILURE : EXIT_SUCCESS;
}
