/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocation: counts that do not fit are refused, everything comes zeroed, what failed is left as it was. */
#include "close.h"

#include "base/lane.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/** AddressSanitizer ends a program that asks for more than there can be, unless it is told that this is meant. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
  return "allocator_may_return_null=1";
}

/** Products that wrap around would give little memory for much. */
static void test_products_that_do_not_fit(void **state)
{
  (void)state;
  size_t half = SIZE_MAX / 2 + 1; /* twice this is 0 */
  char *text = hol_alloc_text("kept", 4), *before = text;
  size_t capacity = 4;
  assert_non_null(text);
  assert_null(hol_alloc(half, 2));
  assert_null(hol_alloc_copy(text, half, 2));
  assert_null(hol_alloc_text(text, SIZE_MAX));
  assert_null(hol_lanes_alloc(SIZE_MAX / sizeof(hol_lane) + 1));
  assert_false(hol_extend(&text, 4, SIZE_MAX - 3, 1)); /* the sum wraps around */
  assert_false(hol_extend(&text, 4, half - 4, 2));     /* the product does */
  assert_false(hol_grow(&text, &capacity, half, 2));
  assert_ptr_equal(text, before);
  assert_string_equal(text, "kept");
  assert_int_equal(capacity, 4);
  free(text);
}

static void test_what_is_new_is_zero(void **state)
{
  (void)state;
  int *number = NULL;
  size_t capacity = 0;
  for (size_t i = 0; i < 1000; i++) {
    assert_true(hol_grow(&number, &capacity, i + 1, sizeof *number));
    assert_true(capacity > i);
    for (size_t k = i; k < capacity; k++) {
      assert_int_equal(number[k], 0);
    }
    number[i] = (int)i + 1;
  }
  for (size_t i = 0; i < 1000; i++) {
    assert_int_equal(number[i], (int)i + 1);
  }
  assert_true(hol_extend(&number, capacity, 7, sizeof *number));
  for (size_t k = capacity; k < capacity + 7; k++) {
    assert_int_equal(number[k], 0);
  }
  free(number);
}

/** Arrays without items, and texts cut off. */
static void test_nothing_and_parts(void **state)
{
  (void)state;
  int *none = hol_alloc_copy(NULL, 0, sizeof *none), *empty = NULL;
  assert_non_null(none);
  assert_true(hol_extend(&empty, 0, 0, sizeof *empty));
  assert_non_null(empty);
  char *text = hol_alloc_text("beam@0.5", 4);
  assert_non_null(text);
  assert_string_equal(text, "beam");
  hol_lane *lane = hol_lanes_alloc(3);
  assert_non_null(lane);
  for (size_t i = 0; i < 3 * HOL_LANES; i++) {
    assert_true(lane[i / HOL_LANES][i % HOL_LANES] == 0);
  }
  free(lane);
  free(text);
  free(none);
  free(empty);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_products_that_do_not_fit),
      cmocka_unit_test(test_what_is_new_is_zero),
      cmocka_unit_test(test_nothing_and_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
