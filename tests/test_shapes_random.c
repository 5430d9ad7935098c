/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes of random structures of all kinds of parts by all compliances, as tests/campaign/campaign_shapes.c has them in
   numbers.

   HOLONOME_RANDOM=1000, HOLONOME_RANDOM_FIRST=1 as in test_random.c. */
#include "effort.h"
#include "close.h"

#include "shape_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void test_shapes_of_random_structures_are_in_equilibrium_and_orthonormal(void **state)
{
  (void)state;
  uint64_t first = effort_number("HOLONOME_RANDOM_FIRST", 1), count = effort_number("HOLONOME_RANDOM", 48);
  const char *parent = getenv("TMPDIR");
  char folder[4000];
  snprintf(folder, sizeof folder, "%s/holonome-shapes-XXXXXX", parent ? parent : "/tmp");
  assert_non_null(mkdtemp(folder));
  shape_tally tally = {0};
  for (uint64_t seed = first; seed < first + count; seed++) {
    shape_check(seed, folder, &tally);
  }
  shape_check_clean(folder);
  assert_true(tally.modes > 4 * count);
  for (size_t f = 0; f < SHAPE_FAULTS; f++) {
    if (tally.violations[f]) {
      print_error("%s: %zu violations of %zu\n", shape_fault_name[f], tally.violations[f], tally.checks[f]);
    }
    assert_true(tally.checks[f] > 0);
    assert_int_equal(tally.violations[f], 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes_of_random_structures_are_in_equilibrium_and_orthonormal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
