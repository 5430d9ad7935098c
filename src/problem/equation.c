/* SPDX-License-Identifier: BSD-3-Clause */
/* Joints given by a linear equation. */
#include "base/memory.h"
#include "problem/joint.h"

/** The dimension of the sum, as far as the coefficients tell it. */
typedef struct sum_dimension {
  hol_dimension dimension;
  bool is_known;
  bool has_displacement; /**< without any dimension told: a length if a displacement occurs, else an angle */
} sum_dimension;

static void join_dimension(hol_reader *reader, const hol_node *node, const hol_quantity *coefficient, bool is_rotation,
                           sum_dimension *sum)
{
  sum->has_displacement = sum->has_displacement || !is_rotation;
  if (coefficient->fits_all || hol_dimension_is_none(coefficient->dimension)) {
    return; /* a bare number is SI, whatever is due */
  }
  hol_dimension term = coefficient->dimension;
  if (!is_rotation && !hol_dimension_multiply(term, HOL_DIMENSION(1, 0, 0), &term)) {
    return;
  }
  if (sum->is_known && !hol_dimension_equal(sum->dimension, term)) {
    char unit[HOL_DIMENSION_TEXT], other[HOL_DIMENSION_TEXT];
    hol_dimension_unit(term, unit);
    hol_dimension_unit(sum->dimension, other);
    hol_fault(reader, node, NULL, "this term is in %s, the terms before in %s", unit, other);
  }
  sum->dimension = term;
  sum->is_known = true;
}

static hol_point_outcome read_term(hol_reader *reader, const hol_node *node, hol_term *term, sum_dimension *sum)
{
  hol_quantity coefficient;
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "a term")) {
    return HOL_POINT_FAULTY;
  }
  if (node->count != 3) {
    hol_fault(reader, node, "[coefficient, point, freedom or direction], e.g. [-1, shaft.end, uy]",
              "a term has 3 items, not %zu", node->count);
    return HOL_POINT_FAULTY;
  }
  const hol_node *motion = &node->item[2];
  bool is_good = hol_read_open(reader, &node->item[0], "a coefficient", &coefficient);
  hol_point_outcome outcome = hol_read_joint_point(reader, &node->item[1], &term->point);
  term->freedom = -1;
  if (motion->kind == HOL_NODE_LIST) {
    is_good = hol_read_direction(reader, motion, "`direction`", term->direction) &&
              hol_check_direction(reader, motion, term->direction, false) && is_good;
  } else {
    is_good = hol_read_freedom(reader, motion, &term->freedom) &&
              hol_check_freedoms(reader, motion, 1u << term->freedom) && is_good;
  }
  if (!is_good) {
    return HOL_POINT_FAULTY;
  }
  const hol_number value = hol_number_of(&coefficient);
  if (hol_holds(reader, HOL_STEP_EQUAL, value, hol_plain(0))) {
    hol_fault(reader, &node->item[0], NULL, "a coefficient must not be zero");
    return HOL_POINT_FAULTY;
  }
  hol_settle(reader, value, 2, &term->coefficient);
  join_dimension(reader, &node->item[0], &coefficient, term->freedom >= HOL_RX, sum);
  return outcome;
}

/** f + compliance × reaction = 0, where f × reaction is work: the compliance has the dimension f²/work. */
static void read_compliance(hol_reader *reader, const hol_node *node, const sum_dimension *sum, hol_joint *joint)
{
  hol_dimension f = sum->is_known ? sum->dimension : HOL_DIMENSION(sum->has_displacement, 0, 0);
  hol_wanted wanted = {.what = "compliance", .least = 0};
  if (hol_dimension_multiply(f, f, &wanted.dimension) &&
      hol_dimension_multiply(wanted.dimension, HOL_DIMENSION(-2, -1, 2), &wanted.dimension)) {
    (void)hol_read_quantity(reader, node, wanted, &joint->compliance);
  }
}

hol_point_outcome hol_read_constraint(hol_reader *reader, const hol_node *key, const hol_node *node, hol_joint *joint)
{
  hol_field field[] = {{.key = "terms"}, {.key = "compliance"}};
  sum_dimension sum = {0};
  joint->freedom = -1;
  if (!hol_fields_take(reader, node, "`constraint`", field, 2)) {
    return HOL_POINT_FAULTY;
  }
  const hol_node *terms = field[0].value;
  if (!terms) {
    hol_fault_missing(reader, key, "terms: [[1, a.end, uy], [-1, b, uy]]", "`constraint` needs `terms`");
    return HOL_POINT_FAULTY;
  }
  if (!hol_expect_kind(reader, terms, HOL_NODE_LIST, "`terms`")) {
    return HOL_POINT_FAULTY;
  }
  if (terms->count == 0) {
    hol_fault(reader, terms, "terms: [[1, a.end, uy], [-1, b, uy]]", "`terms` must have at least one term");
    return HOL_POINT_FAULTY;
  }
  joint->term = hol_alloc(terms->count, sizeof *joint->term);
  if (!joint->term) {
    reader->status = HOL_MEMORY;
    return HOL_POINT_FAULTY;
  }
  joint->term_count = terms->count;
  hol_point_outcome worst = HOL_POINT_FOUND;
  for (size_t i = 0; i < terms->count; i++) {
    const hol_home outer = hol_enter_item(reader, HOL_TABLE_TERM, i, &joint->term[i], sizeof joint->term[i]);
    hol_point_outcome one = read_term(reader, &terms->item[i], &joint->term[i], &sum);
    reader->home = outer;
    worst = one == HOL_POINT_FAULTY || worst == HOL_POINT_FAULTY ? HOL_POINT_FAULTY : one > worst ? one : worst;
  }
  if (field[1].value) {
    read_compliance(reader, field[1].value, &sum, joint);
  }
  return worst;
}
