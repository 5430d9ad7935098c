/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans of manoeuvres: transforms against 60 digits, published and independently computed plans, rest by quadrature,
   tables, bounds, durations without a plan. */
#include "close.h"

#include "manoeuvre/bounds.h"
#include "manoeuvre/plan.h"
#include "manoeuvre/samples.h"

#include <float.h>
#include <stdlib.h>

static double complex at(double omega)
{
  return hol_complex(0, omega);
}

/* ---- transforms -------------------------------------------------------------------------------------------------- */

typedef struct transform {
  size_t m, k;
  double kappa[2], value[2], slope[2];
} transform;

/** By mpmath 1.3 with 60 digits, from Bessel functions; derivatives by its diff(). */
static const transform known[] = {
    {0, 0, {0.25, 0.0}, {1.9792316740361834368, 0.0}, {-0.16562732245957547394, 0.0}},
    {0, 3, {0.25, 0.0}, {0.0, -0.0002965871148695367366}, {0.0, -0.0035508016408096627483}},
    {0, 7, {3.5, 0.0}, {0.0, -0.0043960413872419894908}, {0.0, -0.0078501285249809137193}},
    {1, 1, {1.0, 0.0}, {0.0, 0.74442062413648633323}, {0.0, 0.63634165073113613811}},
    {1, 20, {12.25, 0.0}, {0.0016777901953125888813, 0.0}, {0.0022448121725404912817, 0.0}},
    {2,
     5,
     {3.5, 0.25},
     {-0.085308059078929782108, 0.27289298876891178447},
     {-0.070751868635301675921, 0.33951192808766601622}},
    {3,
     9,
     {-40.5, -2.5},
     {0.021742205423669388545, 0.078182046443969418516},
     {-0.070609756743356212875, 0.027583257440919397348}},
    {0,
     40,
     {-17.0, -30.0},
     {1.8649665271215373086e-11, -3.9549661884137308456e-11},
     {4.5756722216287850232e-11, 4.2051084755225112934e-11}},
    {2, 2, {0.0, -5.0}, {0.12262686451962190846, 0.0}, {0.0, 0.097249654755639525688}},
    {0, 150, {96.5, 0.0}, {-7.2688194632723162025e-19, 0.0}, {-8.6874697643444128531e-19, 0.0}},
    {3, 0, {1000.5, 0.0}, {8.7316565568931142419e-12, 0.0}, {-9.5444148154716527108e-11, 0.0}},
    {1,
     4,
     {-300.0, -0.75},
     {-0.000012668660623284470039, -0.00025876471047676061792},
     {0.00040735250837511243571, -0.000010984659021674712339}},
    {0,
     5,
     {0.5, 0.5},
     {0.00001430423006672344853, -0.000014865248569819841442},
     {-3.9270378496758832459e-6, -0.00014582869240511806377}},
    {3,
     30,
     {8.0, -600.0},
     {-0.000029707311310157594339, 0.00028144419637685751323},
     {-0.00028000556946715751329, -0.000029568918459686783828}},
};

static void transforms_have_the_digits_of_a_double(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const transform *t = &known[i];
    double complex value[HOL_BASIS_DEGREE_MOST + 1], slope[HOL_BASIS_DEGREE_MOST + 1];
    hol_basis_transform(t->m, t->k, hol_complex(t->kappa[0], t->kappa[1]), value, slope);
    double rounding = 40 * DBL_EPSILON * fmax(1, hypot(t->kappa[0], t->kappa[1]) / 20);
    double size = hypot(t->value[0], t->value[1]), steep = hypot(t->slope[0], t->slope[1]);
    assert_near(creal(value[t->k]), t->value[0], rounding * fmax(size, steep / 100));
    assert_near(cimag(value[t->k]), t->value[1], rounding * fmax(size, steep / 100));
    assert_near(creal(slope[t->k]), t->slope[0], rounding * fmax(size, steep));
    assert_near(cimag(slope[t->k]), t->slope[1], rounding * fmax(size, steep));
  }
}

static void transforms_at_zero_are_integrals(void **state)
{
  (void)state;
  for (size_t m = 0; m < 4; m++) {
    double complex value[8], slope[8];
    hol_basis_transform(m, 7, 0, value, slope);
    assert_close(creal(value[0]), hol_basis_area(m, 1), 1e-15);
    for (size_t k = 1; k < 8; k++) {
      assert_near(cabs(value[k]), 0, 0);
      assert_near(cabs(slope[k]), k == 1 ? (double)(2 * m + 1) * hol_basis_area(m, 1) / (double)(2 * m + 3) : 0, 1e-14);
    }
  }
}

/* ---- plans ------------------------------------------------------------------------------------------------------- */

static void plan_has(const hol_plan_request *request, size_t degree, const double *c, double ratio)
{
  hol_plan plan;
  double effort = 0, least = 0;
  assert_int_equal(hol_plan_make(request, degree, &plan), HOL_OK);
  for (size_t k = 1; k <= degree; k++) {
    assert_near(plan.b[k], request->by * c[k], 2e-13 * fabs(request->by));
  }
  assert_int_equal(hol_plan_effort(&plan, &effort), HOL_OK);
  assert_int_equal(hol_plan_least_effort(request, &least), HOL_OK);
  if (ratio > 0) {
    assert_close(effort / least, ratio, 1e-11);
  }
}

/** A trolley with one and two pendulums, a clamped beam on a hub: other programs' numbers, of 60 digits. */
static void plans_are_those_of_the_book(void **state)
{
  (void)state;
  const hol_quiet pendulum[] = {{.pole = at(1)}, {.pole = at(1.8)}};
  plan_has(&(hol_plan_request){.by = 1, .in = 7.853981633974483, .quiet = pendulum, .quiets = 1}, 3,
           (const double[]){0, -1.5, 0, -0.8923671861717954}, 1.00905238804242);
  const hol_plan_request two = {.by = -2, .in = 9, .quiet = pendulum, .quiets = 2};
  plan_has(&two, 5, (const double[]){0, -1.5, 0, 0.1475830156743067, 0, 0.43111026599983987}, 1.014529545284641);
  plan_has(&two, 9,
           (const double[]){0, -1.5, 0, 0.07978176254811269, 0, 0.1868606034046499, 0, -0.2542148829417075, 0,
                            0.10797051247834837},
           1.000033683795914);
  const hol_quiet beam[] = {{.pole = at(3.5160152685001513), .is_double = true},
                            {.pole = at(22.03449156466677)},
                            {.pole = at(61.697214413549105)}};
  plan_has(&(hol_plan_request){.by = 1, .in = 2.5, .smooth = 1, .quiet = beam, .quiets = 3}, 9,
           (const double[]){0, -1.25, 0, -1.3583077762712792, 0, -1.6144597380757386, 0, 3.1981515860400673, 0,
                            -1.2950967525557562},
           64.45161095954761);
}

static void damped_poles_need_both_parities(void **state)
{
  (void)state;
  const hol_quiet arm[] = {{.pole = hol_complex(-4.577097515971021, 95.19145623132897)},
                           {.pole = hol_complex(-64.34414716218873, 783.9945594986143)},
                           {.pole = hol_complex(-7.44230766337112, 2401.789850810627)}};
  plan_has(&(hol_plan_request){.by = 0.4, .in = 0.13185919873962756, .smooth = 1, .quiet = arm, .quiets = 3}, 7,
           (const double[]){0, -1.25, 0.16085546370347123, 0.2977140864218501, -0.060431706585120856,
                            0.11812365551601886, -0.013005347926779983, -0.04437983758857367},
           0);
}

static void swings_at_the_start_are_stopped(void **state)
{
  (void)state;
  const double time[] = {0, 2, 4.5, 7, 9}, u[] = {0.5721142781196709, -0.047235653603545286, 0.02450469565512864,
                                                  -0.015497630220977238, -0.3749387289778282};
  /* (q̇ − s̄ q)/G of q = 0.1, −0.05, q̇ = 0.02, 0.3, G = 1, 0.7 */
  const hol_quiet quiet[] = {{.pole = at(1), .wanted = hol_complex(0.02, 0.1)},
                             {.pole = at(1.8), .wanted = hol_complex(0.3, -0.05 * 1.8) / 0.7}};
  const hol_plan_request request = {.by = 1, .in = 9, .quiet = quiet, .quiets = 2};
  hol_plan plan;
  assert_int_equal(hol_plan_make(&request, 5, &plan), HOL_OK);
  for (size_t i = 0; i < 5; i++) {
    assert_near(hol_plan_at(&plan, time[i]).acceleration, u[i], 1e-12);
  }
}

static void tables_are_quiet_themselves(void **state)
{
  (void)state;
  const double u[] = {
      0.041974564822842834, 0.232910449354639,    0.14921076525089425,  0.09388705824301233,  0.05474278961677923, 0,
      -0.05474278961677842, -0.09388705824301222, -0.14921076525089463, -0.23291044935463945, -0.04197456482284434};
  const hol_quiet crane[] = {{.pole = at(0.9978476482836068)}, {.pole = at(8.1515673382985)}};
  const hol_plan_request request = {.by = 10, .in = 16, .quiet = crane, .quiets = 2, .samples = 51};
  hol_plan plan;
  assert_int_equal(hol_plan_make(&request, 7, &plan), HOL_OK);
  for (size_t i = 0; i < 11; i++) {
    assert_near(hol_plan_at(&plan, 1.6 * (double)i).acceleration, u[i], 1e-13);
  }
  for (size_t i = 0; i < 2; i++) {
    assert_near(cabs(hol_plan_rest(&plan, crane[i].pole)), 0, 1e-15);
  }
}

/* ---- rest by quadrature ------------------------------------------------------------------------------------------ */

/** |e^{sT} ∫ u e^{−st} dt| beside ∫ |u| dt, from values alone. */
static double rest_by_quadrature(const hol_plan *plan, double complex pole)
{
  enum { NODES = 400 };
  static double x[NODES], weight[NODES];
  double complex sum = 0;
  double size = 0;
  if (!(weight[0] > 0)) {
    hol_gauss_nodes(NODES, x, weight);
  }
  for (size_t i = 0; i < NODES; i++) {
    double t = plan->in * (1 + x[i]) / 2, u = hol_plan_at(plan, t).acceleration;
    sum += weight[i] * u * cexp(pole * (plan->in - t));
    size += weight[i] * fabs(u);
  }
  return cabs(sum) / size;
}

static void up_to_twelve_motions_rest(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 12; n++) {
    for (size_t m = 0; m <= 3; m++) {
      for (int damped = 0; damped < 2; damped++) {
        hol_quiet quiet[12] = {{0}};
        for (size_t i = 0; i < n; i++) {
          double omega = 1 + 0.83 * (double)i + 0.11 * sin((double)(3 * i)),
                 zeta = damped ? 0.01 + 0.004 * (double)i : 0;
          quiet[i].pole = hol_complex(-zeta * omega, omega * sqrt(1 - zeta * zeta));
        }
        const hol_plan_request request = {.by = 1, .in = 14, .smooth = m, .quiet = quiet, .quiets = n};
        hol_plan plan;
        assert_int_equal(hol_plan_make_auto(&request, &plan), HOL_OK);
        for (size_t i = 0; i < n; i++) {
          assert_near(rest_by_quadrature(&plan, quiet[i].pole), 0, 1e-12);
        }
        assert_near(hol_plan_at(&plan, 14).hub, 1, 1e-12);
        assert_near(hol_plan_at(&plan, 14).speed, 0, 1e-12);
      }
    }
  }
}

static void derivatives_and_integrals_fit(void **state)
{
  (void)state;
  const hol_quiet quiet[] = {{.pole = hol_complex(-0.02, 1)}, {.pole = hol_complex(-0.1, 1.8)}};
  for (size_t m = 0; m <= 3; m++) {
    const hol_plan_request request = {.by = 1, .in = 9, .smooth = m, .quiet = quiet, .quiets = 2};
    hol_plan plan;
    assert_int_equal(hol_plan_make_auto(&request, &plan), HOL_OK);
    for (double t = 0.4; t < 9; t += 0.7) {
      const double h = 1e-4;
      hol_plan_point a = hol_plan_at(&plan, t - h), b = hol_plan_at(&plan, t + h), c = hol_plan_at(&plan, t);
      assert_near((b.hub - a.hub) / (2 * h), c.speed, 1e-8);
      assert_near((b.speed - a.speed) / (2 * h), c.acceleration, 1e-7);
      assert_near((b.acceleration - a.acceleration) / (2 * h), c.jerk, 1e-6);
    }
    assert_near(hol_plan_at(&plan, 0).hub, 0, 1e-14);
    assert_near(hol_plan_at(&plan, 10).hub, 1, 0);
    assert_near(hol_plan_at(&plan, -1).hub, 0, 0);
  }
}

/* ---- degrees ----------------------------------------------------------------------------------------------------- */

static void single_motion_has_singular_durations(void **state)
{
  (void)state;
  const hol_quiet quiet = {.pole = at(1)};
  hol_plan_request request = {.by = 1, .in = 6 * M_PI, .quiet = &quiet, .quiets = 1};
  double time[8], zero[] = {2.2243278397, 3.3158718192, 4.3602161909}; /* zeros of j_3 over π */
  assert_int_equal(hol_plan_singular(&request, 0.5, 8, time), 3);
  for (size_t i = 0; i < 3; i++) {
    assert_close(time[i] / (2 * M_PI), zero[i], 1e-9);
  }
  request.in = time[0];
  hol_plan plan;
  double effort = 0, least = 0;
  hol_status status = hol_plan_make(&request, 3, &plan); /* to rounding there is none: no plan, or a huge one */
  assert_true(status == HOL_NUMERICAL || fabs(plan.b[3]) > 1e9);
  assert_int_equal(hol_plan_make_auto(&request, &plan), HOL_OK);
  assert_int_equal(plan.degree, 5);
  assert_int_equal(hol_plan_effort(&plan, &effort), HOL_OK);
  assert_int_equal(hol_plan_least_effort(&request, &least), HOL_OK);
  assert_true(effort < 1.05 * least && effort > least * (1 - 1e-12));
}

static void equal_motions_are_refused(void **state)
{
  (void)state;
  const hol_quiet quiet[] = {{.pole = at(1)}, {.pole = at(1)}};
  hol_plan plan;
  assert_int_equal(hol_plan_make_auto(&(hol_plan_request){.by = 1, .in = 9, .quiet = quiet, .quiets = 2}, &plan),
                   HOL_NUMERICAL);
}

static void effort_falls_to_the_least(void **state)
{
  (void)state;
  const hol_quiet quiet[] = {{.pole = hol_complex(-0.05, 1)}, {.pole = hol_complex(-3, 0)}};
  const hol_plan_request request = {.by = 1, .in = 9, .quiet = quiet, .quiets = 2};
  double before = HUGE_VAL, effort = 0, least = 0;
  assert_int_equal(hol_plan_least_effort(&request, &least), HOL_OK);
  for (size_t degree = hol_plan_least_degree(&request); degree < 16; degree += 2) {
    hol_plan plan;
    assert_int_equal(hol_plan_make(&request, degree, &plan), HOL_OK);
    assert_int_equal(hol_plan_effort(&plan, &effort), HOL_OK);
    assert_true(effort <= before * (1 + 1e-12) && effort >= least * (1 - 1e-12));
    before = effort;
  }
  hol_plan plan;
  assert_int_equal(hol_plan_make_least_effort(&request, 1e-6, &plan), HOL_OK);
  assert_int_equal(hol_plan_effort(&plan, &effort), HOL_OK);
  assert_true(effort <= least * (1 + 1e-6));
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

/** Many straight pieces between values have no more than the total variation, and almost all of it. */
static void variation_is_a_close_bound(void **state)
{
  (void)state;
  const hol_quiet quiet[] = {{.pole = at(1)}, {.pole = at(1.8)}};
  for (size_t m = 0; m <= 1; m++) {
    hol_plan plan;
    const hol_plan_request request = {.by = 1, .in = 9, .smooth = m, .quiet = quiet, .quiets = 2};
    assert_int_equal(hol_plan_make_auto(&request, &plan), HOL_OK);
    double sum = 0, before = 0;
    for (int i = 0; i <= 100000; i++) {
      hol_plan_point point = hol_plan_at(&plan, 9 * (double)i / 100000);
      double here = m > 0 ? point.jerk : point.acceleration;
      sum += fabs(here - before);
      before = here;
    }
    sum += fabs(before);
    double bound = hol_plan_variation(&plan, m);
    assert_true(bound >= sum && bound <= 1.014 * sum);
    for (double omega = 2; omega < 200; omega *= 1.03) {
      assert_true(cabs(hol_plan_rest(&plan, at(omega))) <= hol_plan_rest_above(&plan, omega));
    }
    hol_plan_peaks peaks = hol_plan_peaks_of(&plan);
    for (int i = 0; i <= 1000; i++) {
      hol_plan_point point = hol_plan_at(&plan, 9 * (double)i / 1000);
      assert_true(fabs(point.acceleration) <= peaks.acceleration * (1 + 1e-9));
      assert_true(fabs(point.jerk) <= peaks.jerk * (1 + 1e-9) && fabs(point.speed) <= peaks.speed * (1 + 1e-9));
    }
  }
}

static void tables_have_bounds(void **state)
{
  (void)state;
  const hol_quiet quiet[] = {{.pole = at(1)}, {.pole = at(1.8)}};
  for (size_t m = 0; m <= 2; m++) {
    hol_plan plan;
    const hol_plan_request request = {.by = 1, .in = 9, .smooth = m, .quiet = quiet, .quiets = 2, .samples = 46};
    assert_int_equal(hol_plan_make_auto(&request, &plan), HOL_OK);
    for (double omega = 2; omega < 500; omega *= 1.03) {
      assert_true(cabs(hol_plan_rest(&plan, at(omega))) <= hol_plan_rest_above(&plan, omega));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transforms_have_the_digits_of_a_double),
      cmocka_unit_test(transforms_at_zero_are_integrals),
      cmocka_unit_test(plans_are_those_of_the_book),
      cmocka_unit_test(damped_poles_need_both_parities),
      cmocka_unit_test(swings_at_the_start_are_stopped),
      cmocka_unit_test(tables_are_quiet_themselves),
      cmocka_unit_test(up_to_twelve_motions_rest),
      cmocka_unit_test(derivatives_and_integrals_fit),
      cmocka_unit_test(single_motion_has_singular_durations),
      cmocka_unit_test(equal_motions_are_refused),
      cmocka_unit_test(effort_falls_to_the_least),
      cmocka_unit_test(variation_is_a_close_bound),
      cmocka_unit_test(tables_have_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
