/* SPDX-License-Identifier: BSD-3-Clause */
/* What is expected of a motion: a quantity at a time. */
#include "motion/reading.h"

#include "base/memory.h"
#include "motion/quantity.h"

#include <math.h>
#include <stdlib.h>

/** The time, which is one of the output times, to rounding. */
static void read_time(hol_reader *reader, const hol_node *node, const hol_motion_wanted *wanted,
                      hol_motion_expected *expected)
{
  static const double rounding = 1e-12;
  const hol_wanted time = {.what = "time", .dimension = hol_motion_time_dimension(&wanted->system), .least = 0};
  const hol_motion_request *request = &wanted->request;
  if (!hol_read_quantity(reader, node, time, &expected->at) || request->times == 0) {
    return;
  }
  double last = request->time[request->times - 1];
  for (size_t i = 0; i < request->times; i++) {
    if (fabs(request->time[i] - expected->at) <= rounding * last) {
      expected->at = request->time[i];
      return;
    }
  }
  hol_fault(reader, node, "times are those of `at`, or to*k/(points - 1)", "no time of the motion is %.12g",
            expected->at);
}

static void read_values(hol_reader *reader, const hol_field *field, hol_dimension dimension,
                        hol_motion_expected *expected)
{
  const hol_node *value = hol_field_named(field, "value")->value, *within = hol_field_named(field, "within")->value;
  const hol_wanted number = {.what = "value", .dimension = dimension, .least = 2};
  const hol_wanted difference = {.what = "`within`", .dimension = dimension, .least = 1};
  if (value) {
    (void)hol_read_quantity(reader, value, number, &expected->value);
  }
  if (within) {
    (void)hol_read_quantity(reader, within, difference, &expected->within);
  }
}

/** Of bodies the coordinates are made after the file is read: numbers of any dimension. */
static void read_of_bodies(hol_reader *reader, const hol_field *field, const hol_motion_wanted *wanted,
                           hol_motion_expected *expected)
{
  const hol_node *at = hol_field_named(field, "at")->value;
  double *const number[] = {&expected->value, &expected->within};
  const char *const key[] = {"value", "within"};
  for (size_t i = 0; i < 2; i++) {
    const hol_node *node = hol_field_named(field, key[i])->value;
    hol_quantity quantity;
    if (node && hol_read_any(reader, node, key[i], &quantity)) {
      *number[i] = quantity.value;
    }
  }
  if (at) {
    read_time(reader, at, wanted, expected);
  }
}

void hol_motion_read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field,
                              const hol_motion_wanted *wanted, hol_expect *expect)
{
  static const char form[] = "{motion: x, at: 0.25 s, value: 0.67 m, within: 1e-9 m}";
  const hol_field *name = hol_field_named(field, "motion"), *at = hol_field_named(field, "at");
  if (!wanted || !wanted->has_request) {
    hol_fault_missing(reader, name->name, NULL, "`motion` belongs to an analysis `motion`");
    return;
  }
  const char *quantity = hol_read_text(reader, name->value, "`motion`");
  hol_motion_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  *expected = (hol_motion_expected){.at = (double)NAN, .within = (double)NAN};
  if (!quantity || (hol_motion_is_text(wanted) && !wanted->has_system)) {
    return;
  }
  expected->quantity = hol_own_text(reader, quantity);
  if (!hol_motion_is_text(wanted)) {
    read_of_bodies(reader, field, wanted, expected);
    return;
  }
  const hol_motion_quantity found = hol_motion_quantity_named(&wanted->system, quantity);
  const bool is_event = found.kind == HOL_MOTION_EVENT;
  if (found.kind == HOL_MOTION_NO_QUANTITY) {
    hol_fault_unknown(reader, name->value,
                      "x, x', x'', a state, an output, energy, reaction NAME, force x, control NAME, friction NAME, "
                      "event 0",
                      "the motion has no quantity `%s`", quantity);
    return;
  }
  if (!hol_field_named(field, "value")->value || (!at->value && !is_event)) {
    hol_fault_missing(reader, entry, form, "a quantity of a motion is expected by `at` and `value`");
  }
  if (at->value && is_event) {
    hol_fault(reader, at->name, NULL, "the value of an event is its time");
  } else if (at->value) {
    read_time(reader, at->value, wanted, expected);
  }
  read_values(reader, field, found.dimension, expected);
}
