/* SPDX-License-Identifier: BSD-3-Clause */
/* Program constraints of a motion: equations of order 3 or more, held by forces of given directions. */
#include "motion/reading.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>

enum { EQUATION, BY, START, FIELDS };

/** The order of the equation. @return false after a fault */
static bool check_order(hol_motion_reading *reading, const hol_node *node, hol_step step, hol_motion_program *p)
{
  static const char hint[] = "an equation of order 0 to 2 stands under `constraints`, with the same `by`";
  hol_reader *reader = reading->reader;
  hol_motion_look look = {0};
  bool is_affine = false;
  bool is_good = hol_motion_look_at(reading, step, &look);
  int order = is_good ? hol_motion_look_order(reading, &look) : 0;
  is_good = is_good && (order < 2 || hol_motion_look_degree(reading, &look, (unsigned)order, 1, &is_affine));
  hol_motion_look_clear(&look);
  p->order = order > 0 ? (unsigned)order : 0;
  if (!is_good) {
    return false;
  }
  if (order < 0) {
    hol_fault(reader, node, NULL, "no coordinate occurs in program `%s`", p->name);
  } else if (order < 2 || (order == 2 && is_affine)) {
    hol_fault(reader, node, hint, "program `%s` is of order %d", p->name, order);
  } else if (!is_affine) {
    hol_fault(reader, node, "the derivative of the equation is",
              "program `%s` is not affine in its highest derivatives", p->name);
  }
  return order > 2 && is_affine;
}

/** How many numbers the start has: of the control and its derivatives; or, by Gauss, of the accelerations and their
 *  derivatives of all coordinates. */
static size_t count_starts(const hol_motion_reading *reading, const hol_motion_program *p)
{
  size_t each = reading->system->is_gauss ? reading->system->coordinates : 1;
  return p->order > 2 ? (p->order - 2) * each : 0;
}

static void read_starts(hol_motion_reading *reading, const hol_node *node, hol_dimension control, hol_motion_program *p)
{
  static const hol_motion_rule rule = {.what = "a start", .order = 1};
  hol_reader *reader = reading->reader;
  const hol_motion_system *s = reading->system;
  size_t due = count_starts(reading, p), each = s->is_gauss ? s->coordinates : 1;
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`start`")) {
    return;
  }
  if (node->count != due) {
    hol_fault(reader, node, s->is_gauss ? "accelerations of all coordinates, in their order" : NULL,
              "program `%s` of order %u has %zu numbers as its start, not %zu", p->name, p->order, due, node->count);
    return;
  }
  p->start = hol_alloc(due + 1, sizeof *p->start);
  if (!p->start) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < due; i++) {
    const hol_node *item = &node->item[i];
    hol_dimension of = s->is_gauss ? s->coordinate[i % each].dimension : control;
    int order = (int)(i / each) + (s->is_gauss ? 2 : 0);
    hol_quantity quantity;
    if (hol_motion_formula(reading, item, &rule, &quantity) &&
        hol_motion_check_dimension(reading, item, "the start", hol_motion_rate(reading, item, of, order), &quantity)) {
      if (!isfinite(quantity.value)) {
        hol_fault(reader, item, NULL, "the start is not a finite number");
      }
      p->start[i] = quantity.value;
    }
  }
  p->starts = due;
}

static void read_one(hol_motion_reading *reading, const hol_node *name, hol_motion_program *p)
{
  static const hol_motion_rule by = {.what = "`by`", .order = 1, .is_smooth = true};
  static const char form[] = "w: {equation: \"r''' = ...\", by: {r: 1}, start: [0]}";
  char what[HOL_NAME_SIZE];
  const hol_motion_rule rule = {.what = what, .order = HOL_MOTION_ORDERS - 1, .is_smooth = true, .is_equation = true};
  hol_reader *reader = reading->reader;
  hol_field field[FIELDS];
  hol_quantity quantity;
  (void)snprintf(what, sizeof what, "program `%.60s`", p->name);
  if (!hol_mapping_take(reader, name + 1, &hol_motion_mapping[HOL_MOTION_OF_PROGRAM], field)) {
    return;
  }
  if (!field[EQUATION].value) {
    hol_fault_missing(reader, name, form, "program `%s` has no `equation`", p->name);
    return;
  }
  if (reading->system->is_gauss && field[BY].value) {
    hol_fault(reader, field[BY].name, NULL, "`by` does not go with the principle of Gauss, which finds the forces");
  } else if (!reading->system->is_gauss && !field[BY].value) {
    hol_fault_missing(reader, name, form, "program `%s` does not say by which forces it is held", p->name);
  } else if (field[BY].value) {
    hol_motion_read_by(reading, field[BY].value, &by, &p->by, &p->multiplier);
  }
  if (!hol_motion_formula(reading, field[EQUATION].value, &rule, &quantity) ||
      !check_order(reading, field[EQUATION].value, quantity.step, p)) {
    return;
  }
  p->equation = quantity.step;
  if (field[START].value && (p->by || reading->system->is_gauss)) {
    read_starts(reading, field[START].value, p->multiplier, p);
  }
}

/** All programs are differentiated alike. */
static void check_orders(hol_motion_reading *reading, const hol_node *map)
{
  const hol_motion_system *s = reading->system;
  for (size_t i = 1; i < s->controls; i++) {
    const hol_motion_program *first = &s->control[0], *p = &s->control[i];
    if (first->equation && p->equation && p->order != first->order) {
      hol_fault(reading->reader, &map->item[2 * i], "differentiate that of lower order",
                "programs `%s` and `%s` are of different orders, %u and %u", first->name, p->name, first->order,
                p->order);
    }
  }
}

/** Controls without a start; by Gauss one start is that of the whole system. */
static void check_starts(hol_motion_reading *reading, const hol_node *map)
{
  hol_reader *reader = reading->reader;
  const hol_motion_system *s = reading->system;
  const hol_motion_program *given = NULL;
  for (size_t i = 0; i < s->controls; i++) {
    const hol_motion_program *p = &s->control[i];
    bool is_given = hol_node_value(&map->item[2 * i + 1], "start") != NULL;
    if (s->is_gauss && is_given && given) {
      hol_fault(reader, &map->item[2 * i], NULL, "program `%s` gives the accelerations already", given->name);
    }
    if (!s->is_gauss && p->equation && !is_given && count_starts(reading, p) > 0) {
      hol_fault_missing(reader, &map->item[2 * i], "start: [0]", "program `%s` has no `start` of its control", p->name);
    }
    given = is_given ? p : given;
  }
  if (s->is_gauss && !given && s->controls > 0 && s->control[0].equation && count_starts(reading, &s->control[0]) > 0) {
    hol_fault_missing(reader, &map->item[0], "start: [0, 0], in the order of the coordinates",
                      "program `%s` has no `start` of the accelerations", s->control[0].name);
  }
}

static void read_principle(hol_motion_reading *reading)
{
  static const char *const word[] = {"gauss"};
  const hol_field *field = &reading->field[HOL_MOTION_KEY_PRINCIPLE];
  size_t choice;
  if (!field->value || !hol_read_choice(reading->reader, field->value, "`principle`", word, 1, &choice)) {
    return;
  }
  reading->system->is_gauss = true;
  if (!reading->field[HOL_MOTION_KEY_PROGRAM].value) {
    hol_fault_missing(reading->reader, field->name, NULL,
                      "`principle: gauss` is one of a `program`, and there is none");
  }
}

void hol_motion_read_program(hol_motion_reading *reading)
{
  hol_reader *reader = reading->reader;
  hol_motion_system *s = reading->system;
  const hol_node *map = reading->field[HOL_MOTION_KEY_PROGRAM].value;
  read_principle(reading);
  if (!map || !hol_expect_kind(reader, map, HOL_NODE_MAP, "`program`")) {
    return;
  }
  s->control = hol_alloc(map->count + 1, sizeof *s->control);
  if (!s->control) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < map->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &map->item[2 * i];
    hol_motion_program *p = &s->control[s->controls++];
    p->name = hol_own_text(reader, name->text);
    p->place = hol_node_place(name);
    if (p->name && hol_check_name(reader, name, "a program")) {
      read_one(reading, name, p);
    }
  }
  check_orders(reading, map);
  check_starts(reading, map);
}
