/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes that are computed wrong are found out by what does not rest on them. Nothing is wrong with those of the
   library: they are spoilt here, on their way (linker option --wrap). */
#include "flexible_fixture.h"
#include "reading.h"

#include "parts/arc/arc.h"
#include "parts/arc/space.h"
#include "response/forced/superposition.h"

hol_status __real_hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result,
                            hol_faults *faults);
hol_status __wrap_hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result,
                            hol_faults *faults);
hol_status __real_hol_arc_solve(const hol_arc_request *request, hol_ritz *ritz, hol_ritz_modes *modes);
hol_status __wrap_hol_arc_solve(const hol_arc_request *request, hol_ritz *ritz, hol_ritz_modes *modes);

/** What is too large, relatively: the first mode at all points; its participation in the ground; 1/ω² of that component
 *  mode of arcs, from 0. */
static struct {
  double shape, participation, flexibility;
  size_t number;
} spoilt;

hol_status __wrap_hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result,
                            hol_faults *faults)
{
  hol_status status = __real_hol_solve(problem, options, result, faults);
  for (size_t i = 0; i < HOL_FREEDOM_COUNT * problem->exported.outlets; i++) {
    result->mode[0].outlet[i] *= 1 + spoilt.shape;
  }
  result->mode[0].participation[0] *= 1 + spoilt.participation;
  return status;
}

hol_status __wrap_hol_arc_solve(const hol_arc_request *request, hol_ritz *ritz, hol_ritz_modes *modes)
{
  hol_status status = __real_hol_arc_solve(request, ritz, modes);
  if (status == HOL_OK && spoilt.number < ritz->n) {
    modes->mu[spoilt.number] *= 1 + spoilt.flexibility;
  }
  return status;
}

/** Two masses with springs in between, of which the ground moves: both modes are all there is. */
static hol_status superpose(double shape, double participation)
{
  reading r = {0};
  hol_faults faults = {0};
  hol_superposition s = {.modes = 0};
  assert_true(reading_of("freedoms: [uy]\n"
                         "parts: {a: {kind: body, at: [0, 0], mass: 2}, b: {kind: body, at: [0, 1], mass: 3}}\n"
                         "joints:\n"
                         "  - {spring: a, freedom: uy, stiffness: 40}\n"
                         "  - {spring: [a, b], freedom: uy, stiffness: 70}\n"
                         "analysis: {frequencies: {count: 2}}\n",
                         &r));
  hol_output probe = {.point = {.part = 1, .text = NULL}, .direction = {0, 1, 0}};
  const hol_superposition_request request = {
      .problem = &r.problem, .probe = &probe, .probes = 1, .moves_ground = true, .ground = {0, 1, 0}};
  spoilt.shape = shape;
  spoilt.participation = participation;
  hol_status status = hol_superposition_make(&request, 2, (hol_solve_options){0}, &s, &faults);
  spoilt.shape = spoilt.participation = 0;
  hol_superposition_clear(&s);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return status;
}

/** Modes that have more of the static compliance, or of the mass, than there is are not those of the structure: from
 *  1e-7 on. */
static void modes_leave_something_positive(void **state)
{
  (void)state;
  assert_int_equal(superpose(0, 0), HOL_OK);
  assert_int_equal(superpose(2e-8, 0), HOL_OK);
  assert_int_equal(superpose(2e-7, 0), HOL_INCOMPLETE);
  assert_int_equal(superpose(0, 2e-8), HOL_OK);
  assert_int_equal(superpose(0, 2e-7), HOL_INCOMPLETE);
}

/** Component modes of an arc in its plane. @return how many are right; 0: HOL_NUMERICAL */
static size_t own_modes(size_t number, double flexibility)
{
  static const hol_arc arc = {.length = 2.3,
                              .curvature = 0.8,
                              .moves = {true, false},
                              .flexibility = {{0.01, 0.02, 0.9}, {0, 0, 0}},
                              .inertia = {{2.1, 2.1, 0.01}, {0, 0, 0}}};
  double s[2] = {0, arc.length};
  hol_arc_part part = {.arc = arc, .points = 2, .s = s, .places = 2, .place = s};
  hol_port port[3] = {{0, 1, HOL_UX}, {0, 1, HOL_UY}, {0, 1, HOL_RZ}};
  const hol_modes_request request = {.port = port, .ports = 3, .modes = 6};
  hol_component_modes own;
  spoilt.number = number;
  spoilt.flexibility = flexibility;
  hol_status status = hol_component_modes_compute(hol_arc_class(), &part, &request, &own);
  size_t modes = status == HOL_OK ? own.trusted : 0;
  assert_true(status == HOL_OK || status == HOL_NUMERICAL);
  hol_component_modes_clear(&own);
  return modes;
}

/** A component mode of an arc that is off by more than it may be, too low or too high, is not where the exact equation
 *  of motion counts it; nor may one from beyond those that are right come to be among them. */
static void own_modes_of_arcs_are_counted(void **state)
{
  (void)state;
  static const double off[] = {1e-10, 1e-8, 0.5};
  size_t modes = own_modes(0, 0);
  assert_true(modes >= 6);
  for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
    for (size_t number = 0; number < modes; number++) {
      assert_int_equal(own_modes(number, off[i]), off[i] < 1e-9 ? modes : 0);
      assert_int_equal(own_modes(number, -off[i]), off[i] < 1e-9 ? modes : 0);
    }
  }
  assert_int_equal(own_modes(modes, 10), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(modes_leave_something_positive),
                                     cmocka_unit_test(own_modes_of_arcs_are_counted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
