/* SPDX-License-Identifier: BSD-3-Clause */
/* Dimensions of the formulas of a motion. */
#include "motion/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool hol_motion_is_bare(const hol_motion_reading *reading, const hol_quantity *quantity)
{
  const hol_program *program = &reading->reader->scope.program;
  bool is_fixed = quantity->step == 0 || !(program->step[quantity->step].flags & HOL_STEP_OF_STATE);
  return quantity->fits_all || (is_fixed && hol_dimension_is_none(quantity->dimension) && !quantity->is_plain);
}

const char *hol_motion_plain_hint(hol_motion_reading *reading, const hol_node *node)
{
  char name[HOL_NAME_SIZE];
  hol_name_walk walk = hol_name_walk_start(node->text);
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    size_t i;
    name[strcspn(name, "'")] = '\0';
    if (hol_names_find(&reading->coordinates, name, &i) && reading->is_unsaid && reading->is_unsaid[i]) {
      return hol_arena_print(reading->reader->arena,
                             "`%s` is a plain number, for its start has no unit: 0 m is a length", name);
    }
  }
  return NULL;
}

enum { DIMENSION_WORDS = 3 * HOL_DIMENSION_TEXT };

/** "a force (N)" @param[out] text  [DIMENSION_WORDS] */
static void write_dimension(hol_dimension dimension, char *text)
{
  static const hol_dimension energy = {.length = 2, .mass = 1, .time = -2};
  char name[HOL_DIMENSION_TEXT], unit[HOL_DIMENSION_TEXT];
  hol_dimension_name(dimension, name);
  hol_dimension_unit(dimension, unit);
  bool is_plain = hol_dimension_is_none(dimension);
  if (hol_dimension_equal(dimension, energy)) {
    (void)snprintf(text, DIMENSION_WORDS, "an energy or a moment (%s)", unit);
  } else if (is_plain || strcmp(name, unit) == 0) {
    (void)snprintf(text, DIMENSION_WORDS, "%s%s", is_plain ? "" : "in ", name);
  } else {
    (void)snprintf(text, DIMENSION_WORDS, "%s (%s)", name, unit);
  }
}

bool hol_motion_check_dimension(hol_motion_reading *reading, const hol_node *node, const char *what,
                                hol_dimension wanted, const hol_quantity *quantity)
{
  char got[DIMENSION_WORDS], due[DIMENSION_WORDS];
  if (hol_dimension_equal(quantity->dimension, wanted) || hol_motion_is_bare(reading, quantity)) {
    return true;
  }
  write_dimension(quantity->dimension, got);
  write_dimension(wanted, due);
  hol_fault(reading->reader, node, hol_motion_plain_hint(reading, node), "%s must be %s, and is %s", what, due, got);
  return false;
}

hol_dimension hol_motion_quotient(hol_motion_reading *reading, const hol_node *node, hol_dimension a, hol_dimension b,
                                  int power)
{
  int length = a.length - power * b.length, mass = a.mass - power * b.mass, time = a.time - power * b.time;
  if (abs(length) > HOL_EXPONENT_MAX || abs(mass) > HOL_EXPONENT_MAX || abs(time) > HOL_EXPONENT_MAX) {
    hol_fault(reading->reader, node, NULL, "has exponents too large for any quantity");
    return (hol_dimension){0};
  }
  return HOL_DIMENSION(length, mass, time);
}

hol_dimension hol_motion_rate(hol_motion_reading *reading, const hol_node *node, hol_dimension a, int k)
{
  return hol_motion_quotient(reading, node, a, reading->time, k);
}
