/* SPDX-License-Identifier: BSD-3-Clause */
/* Usual units are what UDUNITS makes of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expression/unit.h"

static void test_usual_units_are_those_of_the_data_base(void **state)
{
  (void)state;
  hol_units units = {0};
  size_t count;
  const hol_usual_unit *usual = hol_usual_units(&count);
  assert_true(count > 50);
  for (size_t i = 0; i < count; i++) {
    hol_unit asked = hol_units_ask(&units, usual[i].text), read;
    assert_int_equal(asked.kind, HOL_UNIT_OK);
    assert_memory_equal(&asked.factor, &usual[i].factor, sizeof asked.factor);
    assert_memory_equal(&asked.dimension, &usual[i].dimension, sizeof asked.dimension);
    assert_int_equal(hol_units_parse(&units, usual[i].text, &read), HOL_OK);
    assert_memory_equal(&read.factor, &usual[i].factor, sizeof read.factor);
  }
  hol_units_clear(&units);
}

/** The data base is not read for them. */
static void test_usual_units_are_read_without_the_data_base(void **state)
{
  (void)state;
  hol_units units = {0};
  hol_unit unit;
  assert_int_equal(hol_units_parse(&units, "GPa", &unit), HOL_OK);
  assert_null(units.system);
  assert_int_equal(hol_units_parse(&units, "kip", &unit), HOL_OK);
  assert_non_null(units.system);
  hol_units_clear(&units);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_usual_units_are_those_of_the_data_base),
      cmocka_unit_test(test_usual_units_are_read_without_the_data_base),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
