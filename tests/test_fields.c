/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes are sampled with what members alike share; here each member is looked at by itself, place by place. */
#include "model_of.h"
#include "gallery.h"

#include "parts/profile/varied.h"
#include "modes/fields.h"
#include "spectrum/roots.h"

#include <math.h>
#include <stdlib.h>

/** One structure, a vector of unknowns - any one will do, fields are linear in it - and its fields. */
typedef struct bench {
  hol_model model;
  hol_system system;
  hol_matrix matrix;
  hol_fields fields;
  double *v, *x, *value, *slope;
  size_t exact, modal, computed; /**< members compared */
  size_t bounded;                /**< of the exact ones */
} bench;

static void leave(bench *b)
{
  free(b->v);
  free(b->x);
  free(b->value);
  free(b->slope);
  hol_fields_clear(&b->fields);
  hol_matrix_clear(&b->matrix);
  hol_system_clear(&b->system);
  hol_model_clear(&b->model);
}

static hol_status build(const hol_problem *problem, bench *b)
{
  hol_status status = model_of(problem, &b->model);
  b->model.reach = 0;
  HOL_TRY(status);
  HOL_TRY(hol_system_build(&b->model, problem->analysis.modes, 1, HOL_BOUND_UPPER, &b->system));
  HOL_TRY(hol_fields_build(&b->system, &b->fields));
  b->x = calloc(b->fields.points, sizeof *b->x);
  b->value = calloc(b->fields.points, sizeof *b->value);
  b->slope = calloc(b->fields.points, sizeof *b->slope);
  assert_true(b->x);
  assert_true(b->value);
  assert_true(b->slope);
  return HOL_OK;
}

static void same(double a, double b)
{
  assert_true(a == b || (isnan(a) && isnan(b)));
}

static const hol_line *line_of(const hol_member *m)
{
  return &((const hol_line_part *)m->of)->line;
}

/** The segment of a member that holds x, and what is there. */
static double exact_at(const bench *b, size_t first, double x, int order)
{
  const hol_member *m = b->system.segment[first].member;
  size_t i = 0;
  while (i + 2 < m->stations && x > m->station[i + 1].x) {
    i++;
  }
  const hol_relation *relation = hol_relation_of(&b->system, &b->matrix, first + i);
  double local[HOL_RELATION_MAX], along = x - m->station[i].x, length = b->system.segment[first + i].length;
  hol_segment_solution(&b->system, first + i, relation, b->v, local);
  along = fmin(fmax(along, 0), length);
  if (!m->segment || !m->has_mass) {
    return hol_relation_at(line_of(m), relation, local, along, order);
  }
  double value, slope; /* properties vary: that place alone */
  hol_relation_sample place;
  const hol_relation_waves waves = m->class->samples(hol_member_segment(m, i), relation, 1, &along, &place);
  m->class->segment_field(relation, &waves, 1, &place, local, &value, &slope);
  return order ? slope : value;
}

/** Force on port i: an unknown, or of joint reactions as coordinates. */
static double force_on(const bench *b, size_t index, size_t i)
{
  const hol_modal *modal = &b->system.modal[index];
  double sum = 0;
  for (size_t k = modal->rigid; k < modal->modes && modal->force; k++) {
    sum += hol_modal_amplitude(&b->system, &b->matrix, index, k, b->v) *
           modal->force[i + k * (modal->ports - modal->reactions)];
  }
  return modal->force ? sum : b->v[modal->first_unknown + i];
}

/** Σ λ^j Γ_j between a place and port i of a computed member, over the modes that are not kept. */
static double computed_remainder(const bench *b, const hol_modal *modal, hol_port place, size_t i)
{
  const hol_member *m = modal->member;
  const hol_port both[2] = {place, {m->station[modal->port[i] / m->orders].x, 0, (int)(modal->port[i] % m->orders)}};
  double gamma[4 * HOL_ORDER_MAX], sum = 0;
  size_t orders = modal->force ? 1 : modal->order, kept = modal->force ? 0 : modal->modes - modal->rigid;
  assert_int_equal(
      hol_computed_residual_flexibility(hol_profile_computed(modal->component_modes), both, 2, kept, orders, gamma),
      HOL_OK);
  for (size_t j = orders; j-- > 0;) {
    sum = sum * b->matrix.lambda + gamma[4 * j + 1];
  }
  return sum;
}

/** Are component modes of a member those of a profile, and not closed forms? */
static bool is_computed(const hol_modal *modal)
{
  return modal->member->class != hol_line_class();
}

/** Own mode k at a place, each anew. */
static double mode_at(const hol_modal *modal, size_t k, double x, int order)
{
  const hol_member *m = modal->member;
  hol_line_mode rigid[2], *all = calloc(k + 1, sizeof *all);
  assert_non_null(all);
  double value;
  if (k < modal->rigid && !is_computed(modal)) {
    assert_int_equal(hol_line_rigid_modes(line_of(m), rigid), modal->rigid);
    value = hol_line_mode_at(line_of(m), &rigid[k], x, order);
  } else if (k < modal->rigid) {
    value = m->class->rigid(m->of, k, (hol_port){x, 0, order});
  } else if (is_computed(modal)) {
    value = hol_computed_mode_at(hol_profile_computed(modal->component_modes), k - modal->rigid, x, order);
  } else {
    assert_int_equal(hol_line_component_modes(line_of(m), k - modal->rigid + 1, all), HOL_OK);
    value = hol_line_mode_at(line_of(m), &all[k - modal->rigid], x, order);
  }
  free(all);
  return value;
}

/** Σ of component modes and static deflections. size: of its terms */
static double modal_at(const bench *b, size_t index, double x, int order, double *size)
{
  const hol_modal *modal = &b->system.modal[index];
  const hol_member *m = modal->member;
  double sum = 0;
  *size = 0;
  for (size_t k = 0; k < (modal->force ? modal->rigid : modal->modes); k++) {
    double q = hol_modal_amplitude(&b->system, &b->matrix, index, k, b->v);
    for (size_t i = 0; i < modal->ports && k >= modal->rigid && !is_computed(modal); i++) {
      q -= modal->phi[i + k * modal->ports] * b->v[modal->first_unknown + i] / modal->omega2[k];
    }
    double term = q * mode_at(modal, k, x, order);
    sum += term;
    *size += fabs(term);
  }
  for (size_t i = 0; i < modal->ports - modal->reactions; i++) {
    hol_port port = {m->station[modal->port[i] / m->orders].x, 0, (int)(modal->port[i] % m->orders)};
    double term =
        force_on(b, index, i) * (is_computed(modal) ? computed_remainder(b, modal, (hol_port){x, 0, order}, i)
                                                    : hol_line_static(line_of(m), x, order, port.x, port.component));
    sum += term;
    *size += fabs(term);
  }
  return sum;
}

static void near(double a, double b, double size)
{
  assert_true(fabs(a - b) <= 1e-11 * size || (isnan(a) && isnan(b)));
}

static void compare_segments(bench *b)
{
  for (size_t i = 0; i < b->system.segment_count;) {
    const hol_member *m = b->system.segment[i].member;
    hol_fields_places(b->model.resolved[m->part].length, b->fields.points, b->x);
    hol_fields_member(&b->fields, &b->system, &b->matrix, i, b->x, b->value, b->slope);
    double bound[2];
    bool is_bounded = hol_fields_bound(&b->fields, &b->system, &b->matrix, i, b->x, bound);
    for (size_t k = 0; k < b->fields.points; k++) {
      same(b->value[k], exact_at(b, i, b->x[k], 0));
      same(b->slope[k], exact_at(b, i, b->x[k], 1));
      assert_true(!is_bounded || (fabs(b->value[k]) <= bound[0] && fabs(b->slope[k]) <= bound[1]));
    }
    b->bounded += is_bounded;
    i += m->stations - 1;
    b->exact++;
  }
}

static void compare_modals(bench *b)
{
  for (size_t i = 0; i < b->system.modal_count; i++) {
    const hol_modal *modal = &b->system.modal[i];
    if (hol_modal_has_field(modal)) {
      continue; /* flexible parts have places of their own */
    }
    hol_fields_places(b->model.resolved[modal->member->part].length, b->fields.points, b->x);
    assert_int_equal(hol_fields_modal(&b->fields, &b->system, &b->matrix, b->v, i, b->x, b->value, b->slope), HOL_OK);
    for (size_t k = 0; k < b->fields.points; k++) {
      double size, value = modal_at(b, i, b->x[k], 0, &size);
      near(b->value[k], value, size);
      if (modal->member->orders == 2) {
        value = modal_at(b, i, b->x[k], 1, &size);
        near(b->slope[k], value, size);
      }
    }
    b->modal++;
    b->computed += is_computed(modal);
  }
}

/** At two λ, and at the first one again: nothing may be left of the other. */
static void compare(bench *b)
{
  const double factor[] = {1, 30, 1};
  for (size_t i = 0; i < sizeof factor / sizeof *factor; i++) {
    hol_status status = hol_system_matrix(&b->system, factor[i] * hol_typical_lambda(&b->system), false, &b->matrix);
    if (status != HOL_OK) {
      continue; /* a pole of all forms */
    }
    free(b->v);
    b->v = calloc(b->matrix.n + 1, sizeof *b->v);
    assert_non_null(b->v);
    for (size_t k = 0; k < b->matrix.n; k++) {
      b->v[k] = sin(1.0 + (double)(k * k));
    }
    hol_fields_begin(&b->fields, &b->system, &b->matrix, b->v);
    compare_segments(b);
    compare_modals(b);
  }
}

static void visit(const char *path, const char *name, void *context)
{
  (void)name;
  size_t *seen = context;
  reading r = {0};
  bench b = {0};
  assert_true(reading_of_file(path, &r));
  r.problem.output_points = 11;
  if (build(&r.problem, &b) == HOL_OK) {
    compare(&b);
  }
  seen[0] += b.exact;
  seen[1] += b.modal;
  seen[2] += b.computed;
  seen[3] += b.bounded;
  leave(&b);
  reading_clear(&r);
}

static void test_fields_of_members_alike_equal_each_by_itself(void **state)
{
  (void)state;
  size_t seen[4] = {0};
  (void)gallery_visit(visit, seen);
  assert_true(seen[0] > 100);
  assert_true(seen[1] > 50);
  assert_true(seen[2] > 10);
  assert_true(seen[3] > 100);
}

/** Three members of equal length, two of them divided alike: what they share must be told apart by place. */
static void test_fields_of_divided_members_keep_their_places(void **state)
{
  (void)state;
  reading r = {0};
  bench b = {0};
  assert_true(reading_of("title: t\n"
                         "parts:\n"
                         "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 1e3, line_mass: 1}\n"
                         "  b: {kind: beam, from: [1, 0], to: [2, 0], EI: 1, EA: 1e3, line_mass: 1}\n"
                         "  c: {kind: beam, from: [2, 0], to: [3, 0], EI: 1, EA: 1e3, line_mass: 1}\n"
                         "joints:\n"
                         "  - {weld: [a.end, b.start]}\n"
                         "  - {weld: [b.end, c.start]}\n"
                         "  - {pin: a@0.5}\n"
                         "  - {pin: b@0.5}\n"
                         "  - {pin: c@0.25}\n"
                         "  - {pin: c@0.75}\n"
                         "analysis:\n"
                         "  frequencies: {count: 3}\n",
                         &r));
  assert_int_equal(build(&r.problem, &b), HOL_OK);
  assert_int_equal(b.system.segment_count, 14);
  /* axial and bending: both halves of a and b, three pieces of c; alike are those of a and b only */
  assert_int_equal(b.fields.pattern_count, 10);
  compare(&b);
  assert_int_equal(b.exact, 3 * 6);
  leave(&b);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fields_of_members_alike_equal_each_by_itself),
      cmocka_unit_test(test_fields_of_divided_members_keep_their_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
