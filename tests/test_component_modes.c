/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes of parts are computed once for parts that are the same, and kept as long as they serve. */
#include "model_of.h"
#include "solved.h"

#include "compliance/system.h"

#include <string.h>

static const char *const words =
    "freedoms: [uz, rx, ry]\n"
    "materials: {m: {E: 12, nu: 0.25, density: 1, G: 5}}\n"
    "parts:\n"
    "  taper: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI: 1 + xi, line_mass: 1, GJ: 1, polar_inertia: 0.1}\n"
    "  twin: {kind: beam, from: [0, 1, 0], to: [1, 1, 0], EI: 1 + xi, line_mass: 1, GJ: 1, polar_inertia: 0.1}\n"
    "  p: {kind: plate, at: [0, 0, 0], sides: [1, 1.2], thickness: 0.1, material: m, points: {a: [0.2, 0.3]},\n"
    "      edges: [supported, supported, supported, supported]}\n"
    "  q: {kind: plate, at: [2, 0, 0], sides: [1, 1.2], thickness: 0.1, material: m, points: {b: [0.2, 0.3]},\n"
    "      edges: [supported, supported, supported, supported]}\n"
    "  other: {kind: plate, at: [4, 0, 0], sides: [1, 1.2], thickness: 0.1, material: m, points: {a: [0.2, 0.4]},\n"
    "      edges: [supported, supported, supported, supported]}\n"
    "  disk: {kind: plate, at: [0, 5, 0], radius: 1, thickness: 0.1, material: m, points: {a: [0.5, 0]}}\n"
    "  same: {kind: plate, at: [5, 5, 0], radius: 1, thickness: 0.1, material: m, points: {a: [0.5, 0]}}\n"
    "joints:\n"
    "  - {spring: p.a, freedom: uz, stiffness: 3}\n"
    "  - {spring: q.b, freedom: uz, stiffness: 5}\n"
    "  - {spring: other.a, freedom: uz, stiffness: 7}\n"
    "  - {spring: disk.a, freedom: uz, stiffness: 9}\n"
    "  - {spring: same.a, freedom: uz, stiffness: 11}\n"
    "  - {spring: taper.end, freedom: uz, stiffness: 2}\n"
    "  - {spring: twin.end, freedom: uz, stiffness: 4}\n"
    "analysis: {compliance: %s, frequencies: {count: 2}}\n";

typedef struct built {
  reading reading;
  hol_model model;
} built;

static void build(const char *compliance, built *b)
{
  char text[4096];
  (void)snprintf(text, sizeof text, words, compliance);
  assert_true(reading_of(text, &b->reading));
  assert_int_equal(model_of(&b->reading.problem, &b->model), HOL_OK);
}

static void leave(built *b)
{
  hol_model_clear(&b->model);
  reading_clear(&b->reading);
}

/** The modal of a part, a motion of which is computed. */
static const hol_modal *modal_of(const hol_system *system, const char *name)
{
  const hol_modal *found = NULL;
  for (size_t i = 0; i < system->modal_count && !found; i++) {
    const hol_modal *modal = &system->modal[i];
    bool is_computed = modal->member->orders != 1;
    const char *part = system->model->problem->part[modal->member->part].name;
    found = is_computed && strcmp(part, name) == 0 ? modal : NULL;
  }
  assert_non_null(found);
  return found;
}

static void compare(size_t n, const double *a, const double *b)
{
  assert_true(n == 0 || memcmp(a, b, n * sizeof *a) == 0);
}

/** Two systems are the same to the last bit. */
static void compare_systems(const hol_system *a, const hol_system *b)
{
  assert_int_equal(a->modal_count, b->modal_count);
  assert_int_equal(a->order, b->order);
  compare(1, &a->trust, &b->trust);
  compare(1, &a->error, &b->error);
  for (size_t i = 0; i < a->modal_count; i++) {
    const hol_modal *x = &a->modal[i], *y = &b->modal[i];
    assert_int_equal(x->modes, y->modes);
    assert_int_equal(x->order, y->order);
    assert_int_equal(x->requested, y->requested);
    compare(1, &x->cutoff, &y->cutoff);
    compare(x->ports * x->modes, x->phi, y->phi);
    compare(x->order * x->ports * x->ports, x->flexibility, y->flexibility);
    compare(x->modes + 1, x->omega2, y->omega2);
  }
}

static void test_parts_that_are_the_same_share_own_modes(void **state)
{
  (void)state;
  built b = {0};
  hol_system system = {0};
  build("{modes: 3}", &b);
  assert_int_equal(hol_system_build(&b.model, 3, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  assert_ptr_equal(modal_of(&system, "taper")->component_modes, modal_of(&system, "twin")->component_modes);
  assert_ptr_equal(modal_of(&system, "p")->component_modes, modal_of(&system, "q")->component_modes);
  assert_ptr_equal(modal_of(&system, "disk")->component_modes, modal_of(&system, "same")->component_modes);
  assert_ptr_not_equal(modal_of(&system, "p")->component_modes, modal_of(&system, "other")->component_modes);
  assert_true(modal_of(&system, "q")->is_borrowed);
  assert_false(modal_of(&system, "p")->is_borrowed || modal_of(&system, "other")->is_borrowed);
  hol_system_clear(&system);
  leave(&b);
}

static void test_a_higher_order_keeps_own_modes(void **state)
{
  (void)state;
  static const char *const name[] = {"taper", "twin", "p", "q", "other", "disk", "same"};
  built b = {0};
  hol_system system = {0}, fresh = {0};
  const hol_component_modes *own[sizeof name / sizeof *name];
  build("{modes: 3}", &b);
  assert_int_equal(hol_system_build(&b.model, 3, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    own[i] = modal_of(&system, name[i])->component_modes;
  }
  assert_int_equal(hol_system_renew(3, 4, &system), HOL_OK);
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    assert_ptr_equal(modal_of(&system, name[i])->component_modes, own[i]);
  }
  assert_int_equal(hol_system_build(&b.model, 3, 4, HOL_BOUND_UPPER, &fresh), HOL_OK);
  compare_systems(&system, &fresh);
  hol_system_clear(&fresh);
  assert_int_equal(hol_system_renew(6, 2, &system), HOL_OK);
  assert_int_equal(hol_system_build(&b.model, 6, 2, HOL_BOUND_UPPER, &fresh), HOL_OK);
  compare_systems(&system, &fresh);
  hol_system_clear(&fresh);
  hol_system_clear(&system);
  leave(&b);
}

static void test_a_farther_reach_goes_on_from_what_is_there(void **state)
{
  (void)state;
  built b = {0};
  hol_system system = {0}, fresh = {0};
  build("exact", &b);
  assert_int_equal(hol_system_build(&b.model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  const hol_component_modes *own = modal_of(&system, "p")->component_modes;
  double trust = system.trust;
  b.model.reach = 0.5 * trust;
  assert_int_equal(hol_system_renew(0, 1, &system), HOL_OK);
  assert_ptr_equal(modal_of(&system, "p")->component_modes, own);
  assert_true(system.trust == trust);
  b.model.reach = 5 * trust;
  assert_int_equal(hol_system_renew(0, 1, &system), HOL_OK);
  assert_true(system.trust >= b.model.reach);
  assert_int_equal(hol_system_build(&b.model, 0, 1, HOL_BOUND_UPPER, &fresh), HOL_OK);
  compare_systems(&system, &fresh);
  hol_system_clear(&fresh);
  hol_system_clear(&system);
  leave(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts_that_are_the_same_share_own_modes),
      cmocka_unit_test(test_a_higher_order_keeps_own_modes),
      cmocka_unit_test(test_a_farther_reach_goes_on_from_what_is_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
