/* SPDX-License-Identifier: BSD-3-Clause */
/* Forced response: interpolation between chosen frequencies, peaks, moving feet, against closed forms. */
#include "responded.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double complex number;

/** (sin k cosh k − cos k sinh k)/(g k³ (1 + cos k cosh k)), k⁴ = ω²/g: in terms that do not grow. */
static double complex cantilever(double omega, double eta)
{
  number g = 1 + (number)_Complex_I * (number)eta, k = csqrtl(csqrtl((number)omega * omega / g));
  number c = (1 + cexpl(-2 * k)) / 2, s = (1 - cexpl(-2 * k)) / 2;
  return (double complex)((csinl(k) * c - ccosl(k) * s) / (g * k * k * k * (cexpl(-k) + ccosl(k) * c)));
}

/** Where |H| is down to 1/√2 of a peak, above or below it: by halving. */
static double half_power(const hol_peak *p, int side)
{
  double near = 0, far = 0.02;
  for (int k = 0; k < 60; k++) {
    double middle = (near + far) / 2;
    bool is_high = cabs(cantilever(p->omega * (1 + side * middle), 0.01)) > p->magnitude / sqrt(2);
    near = is_high ? middle : near;
    far = is_high ? far : middle;
  }
  return p->omega * (1 + side * near);
}

/** Cubic interpolation by values and slopes. */
static double complex between(const hol_response *r, size_t curve, double omega)
{
  const hol_response_curve *c = &r->curve[curve];
  size_t i = 0;
  while (i + 2 < r->count && r->omega[i + 1] < omega) {
    i++;
  }
  double h = r->omega[i + 1] - r->omega[i], t = (omega - r->omega[i]) / h, u = 1 - t;
  return u * u * (1 + 2 * t) * c->value[i] + t * t * (1 + 2 * u) * c->value[i + 1] +
         h * t * u * (u * c->slope[i] - t * c->slope[i + 1]);
}

/** Whoever draws the values has every peak: one of the frequencies next to it is as high to 1e-6. They rise. */
static void check_tops(const hol_response *r)
{
  for (size_t i = 1; i < r->count; i++) {
    assert_true(r->omega[i] > r->omega[i - 1]);
  }
  for (size_t i = 0; i < r->curves; i++) {
    const hol_response_curve *c = &r->curve[i];
    for (size_t k = 0; k < c->peaks; k++) {
      size_t at = 0;
      while (at + 2 < r->count && r->omega[at + 1] <= c->peak[k].omega) {
        at++;
      }
      double high = fmax(cabs(c->value[at]), cabs(c->value[at + 1]));
      assert_true(high > (1 - 1e-6) * c->peak[k].magnitude);
      double rounding =
          1e-12 + DBL_EPSILON * c->peak[k].omega / fmax(c->peak[k].width, DBL_MIN); /* of ω, beside the width */
      assert_true(isnan(c->peak[k].width) || high < (1 + rounding) * c->peak[k].magnitude);
    }
  }
}

/** Peaks so sharp that they are lower by a half a 1e-6th of their frequency aside, at several places, of which each has
 *  its own. */
static void test_finest_peaks_are_among_the_frequencies(void **state)
{
  (void)state;
  static const double loss[] = {0.3, 0.02, 1e-4, 2e-6};
  for (size_t t = 0; t < sizeof loss / sizeof *loss; t++) {
    char text[768];
    solved s;
    (void)snprintf(text, sizeof text,
                   "freedoms: [uy, rz]\n"
                   "parts: {a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, loss_factor: %g},\n"
                   "        b: {kind: beam, from: [1, 0], to: [1.7, 0], EI: 2, line_mass: 1, loss_factor: %g}}\n"
                   "joints: [{fix: a.start}, {weld: [a.end, b.start]}, {pin: b.end}]\n"
                   "analysis:\n"
                   "  response: {load: {at: a.end, direction: [0, 1], force: 1}, from: 2, to: 300, tolerance: 1e-2,\n"
                   "             at: [{point: a.end, direction: [0, 1]}, {point: a@0.4, direction: [0, 1]},\n"
                   "                  {point: b.end, rotation: z}, {reaction: fix a.start}]}\n",
                   loss[t], loss[t] * 1.5);
    assert_int_equal(solve(text, &s), HOL_OK);
    assert_true(s.response.curve[0].peaks >= (t == 0 ? 2 : 6));
    check_tops(&s.response);
    done(&s);
  }
}

static void test_cantilever_between_frequencies(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(solve("freedoms: [uy, rz]\n"
                         "parts: {beam: {kind: beam, length: 1, EI: 1, line_mass: 1, loss_factor: 0.01}}\n"
                         "joints: [{fix: beam.start}]\n"
                         "analysis:\n"
                         "  response: {load: {at: beam.end, direction: [0, 1], force: 1}, at: [{point: beam.end, "
                         "direction: [0, 1]}],\n"
                         "             from: 1e-3, to: 1000, tolerance: 1e-10}\n",
                         &s),
                   HOL_OK);
  double worst = 0;
  for (int i = 0; i < 2000; i++) {
    double omega = 1e-3 + 999.99 * (i + 0.37) / 2000;
    double complex right = cantilever(omega, 0.01);
    worst = fmax(worst, cabs(between(&s.response, 0, omega) - right) / cabs(right));
  }
  assert_true(worst < 1e-10);
  check_tops(&s.response);
  assert_int_equal(s.response.curve[0].peaks, 10);
  for (size_t i = 0; i < 10; i++) {
    const hol_peak *p = &s.response.curve[0].peak[i];
    assert_int_equal(p->mode, i + 1);
    assert_true(fabs(p->magnitude - cabs(cantilever(p->omega, 0.01))) < 1e-12 * p->magnitude);
    assert_true(cabs(cantilever(p->omega * (1 + 1e-5), 0.01)) < p->magnitude);
    assert_true(cabs(cantilever(p->omega * (1 - 1e-5), 0.01)) < p->magnitude);
    assert_true(fabs(p->width - half_power(p, 1) + half_power(p, -1)) < 1e-9 * p->omega);
  }
  done(&s);
}

/** Given frequencies: so near to one that nothing damps that rounding moves the value, that is told; at an
 *  antiresonance, where rounding is all there is of the value, at others, and with damping it is not. */
static void test_rounding_next_to_a_resonance_is_told(void **state)
{
  (void)state;
  static const struct {
    double omega, loss;
    bool is_sharp;
  } at[] = {{3.516015268500141, 0, true},    {22.0344915646687, 0, true},  {3.51601527, 0, true},
            {3.5160153, 0, false},           {15.4182057169801, 0, false}, {20, 0, false},
            {3.516015268500141, 1e-6, false}};
  for (size_t t = 0; t < sizeof at / sizeof *at; t++) {
    char text[512];
    solved s;
    (void)snprintf(text, sizeof text,
                   "freedoms: [uy, rz]\n"
                   "parts: {beam: {kind: beam, length: 1, EI: 1, line_mass: 1, loss_factor: %g}}\n"
                   "joints: [{fix: beam.start}]\n"
                   "analysis:\n"
                   "  response: {load: {at: beam.end, direction: [0, 1], force: 1}, frequencies: [7, %.16g, 40],\n"
                   "             at: [{point: beam.end, direction: [0, 1]}, {point: beam@0.3, direction: [0, 1]}]}\n",
                   at[t].loss, at[t].omega);
    assert_int_equal(solve(text, &s), at[t].is_sharp ? HOL_INCOMPLETE : HOL_OK);
    assert_int_equal(s.response.sharp, at[t].is_sharp);
    assert_true(s.response.sharpest == (at[t].is_sharp ? at[t].omega : 0));
    double complex right = cantilever(at[t].omega, at[t].loss);
    double off = cabs(s.response.curve[0].value[1] - right) / cabs(right);
    assert_true(at[t].is_sharp || at[t].omega == 15.4182057169801 || off < 1e-6);
    assert_true(!at[t].is_sharp || off < s.response.rounding + 1e-6);
    done(&s);
  }
}

/** At the tip a cantilever does not move where it has the frequencies of a clamped and pinned beam: tan b = tanh b.
 *  With one loss factor η of all of it the zeros are at s = i b² √(1 + iη), and |H| is least by them. */
static void test_antiresonances_of_a_cantilever(void **state)
{
  (void)state;
  static const double root[] = {15.4182057169801, 49.9648620318002, 104.247696458861, 178.269729494609,
                                272.030971305025};
  for (int lossy = 0; lossy < 2; lossy++) {
    solved s;
    char text[512];
    (void)snprintf(
        text, sizeof text,
        "freedoms: [uy, rz]\n"
        "parts: {beam: {kind: beam, length: 1, EI: 1, line_mass: 1, loss_factor: %g}}\n"
        "joints: [{fix: beam.start}]\n"
        "analysis:\n"
        "  response: {load: {at: beam.end, direction: [0, 1], force: 1}, at: [{point: beam.end, direction: [0, 1]},\n"
        "             {point: beam@0.5, direction: [0, 1]}], from: 1, to: 298, quantity: mobility}\n",
        lossy * 0.02);
    assert_int_equal(solve(text, &s), HOL_OK);
    const hol_response_curve *c = &s.response.curve[0];
    assert_int_equal(c->dips, 5);
    for (size_t i = 0; i < 5; i++) {
      const hol_antiresonance *dip = &c->dip[i];
      double complex zero = hol_complex(0, root[i]) * csqrt(hol_complex(1, 0.02 * lossy));
      assert_true(cabs(hol_complex(dip->zero[0], dip->zero[1]) - zero) < 1e-11 * root[i]);
      double complex right = cantilever(dip->omega, 0.02 * lossy) * dip->omega;
      assert_true(fabs(dip->magnitude - cabs(right)) < 1e-11 * fabs(cabs(cantilever(20, 0)) * 20));
      assert_true(lossy || fabs(dip->omega - root[i]) < 1e-12 * root[i]);
      for (int side = -1; side < 2; side += 2) {
        double beside = dip->omega * (1 + side * 1e-5);
        assert_true(cabs(cantilever(beside, 0.02 * lossy)) * beside > dip->magnitude);
      }
    }
    assert_true(isnan(s.response.curve[1].dip[0].zero[0])); /* a valley between two peaks, with no zero by it */
    done(&s);
  }
}

/** Half-power points of one mass on a spring: with H = 1/(k g − m ω²), |k g − m ω²|² = 2 η²k². */
static void test_one_mass_has_its_peak_and_width(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(
      solve("freedoms: [uy]\n"
            "parts: {mass: {kind: body, at: [0, 0], mass: 2}}\n"
            "joints: [{spring: mass, freedom: uy, stiffness: 50, loss_factor: 0.2}]\n"
            "analysis:\n"
            "  response: {load: {at: mass, direction: [0, 1], force: 3}, at: [{point: mass, direction: [0, -1]}],\n"
            "             from: 0.1 rad/s, to: 20 rad/s}\n",
            &s),
      HOL_OK);
  assert_int_equal(s.response.curve[0].peaks, 1);
  const hol_peak *p = &s.response.curve[0].peak[0];
  assert_true(fabs(p->omega - 5) < 1e-7);
  assert_true(fabs(p->magnitude - 3 / (0.2 * 50)) < 1e-14);
  assert_true(fabs(p->width - (sqrt(25 * 1.2) - sqrt(25 * 0.8))) < 1e-12);
  assert_true(creal(s.response.curve[0].value[0]) < 0);
  done(&s);
}

static void test_what_is_not_damped_is_infinite_at_its_frequency(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(
      solve("freedoms: [uy]\n"
            "parts: {mass: {kind: body, at: [0, 0], mass: 2}}\n"
            "joints: [{spring: mass, freedom: uy, stiffness: 50}]\n"
            "analysis:\n"
            "  response: {load: {at: mass, direction: [0, 1], force: 1}, at: [{point: mass, direction: [0, 1]}],\n"
            "             from: 0.1, to: 20}\n",
            &s),
      HOL_OK);
  assert_int_equal(s.response.infinites, 1);
  assert_true(fabs(s.response.infinite[0] - 5) < 1e-9);
  assert_int_equal(s.response.curve[0].peaks, 0);
  for (int i = 0; i < 500; i++) {
    double omega = 0.1 + 19.9 * (i + 0.3) / 500, right = 1 / (50 - 2 * omega * omega);
    assert_true(cabs(between(&s.response, 0, omega) - right) < 1e-5 * fabs(right));
  }
  done(&s);
}

/** A bar between a wall that moves and a dashpot that takes all waves: u = u₀ e^{−iωx/c}. */
static void test_matched_dashpot_takes_every_wave(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(
      solve(
          "freedoms: [ux]\n"
          "parts: {bar: {kind: bar, from: [0, 0], to: [2, 0], EA: 12, line_mass: 3}}\n"
          "joints:\n"
          "  - {fix: bar.start}\n"
          "  - {dashpot: bar.end, direction: [1, 0], damping: 6}\n"
          "analysis:\n"
          "  response: {load: {base: [fix bar.start], direction: [1, 0], motion: 2}, quantity: mobility,\n"
          "    at: [{point: bar@0.25, direction: [1, 0]}, {reaction: fix bar.start}, {reaction: 'dashpot bar.end'}],\n"
          "    frequencies: [0.1, 3, 50, 1234.5]}\n",
          &s),
      HOL_OK);
  for (size_t i = 0; i < 4; i++) {
    double omega = s.response.omega[i], c = 2;
    double complex at = hol_complex(0, omega), wave = 2 * cexp(-at * 0.5 / c);
    assert_true(cabs(s.response.curve[0].value[i] - at * wave) < 1e-12 * omega);
    assert_true(cabs(s.response.curve[1].value[i] - at * 6 * 2) < 1e-11 * omega); /* force = impedance times velocity */
    assert_true(cabs(s.response.curve[2].value[i] + 6 * at * 2 * cexp(-at * 2 / c)) < 1e-11 * omega);
  }
  done(&s);
}

static void test_what_cannot_be_computed_is_said(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(
      solve("freedoms: [uy]\n"
            "parts: {mass: {kind: body, at: [0, 0], mass: 2}}\n"
            "joints: [{spring: mass, freedom: uy, stiffness: 50}]\n"
            "analysis:\n"
            "  response: {load: {at: mass, direction: [0, 1], force: 1}, at: [{point: mass, direction: [0, 1]}],\n"
            "             frequencies: [5 rad/s]}\n",
            &s),
      HOL_INVALID);
  assert_int_equal(s.faults.errors, 1);
  assert_non_null(strstr(s.faults.item[0].message, "has no bound at 5 rad/s"));
  done(&s);
}

/** Modes that a load in the middle does not move are damped like the others. */
/** Forces of springs and dashpots between two masses act on the first, and each mass is in equilibrium. */
static void test_forces_between_masses(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(
      solve("freedoms: [ux]\n"
            "parts: {a: {kind: body, at: [0], mass: 2}, b: {kind: body, at: [1], mass: 3}}\n"
            "joints:\n"
            "  - {spring: a, freedom: ux, stiffness: 400}\n"
            "  - {name: link, spring: [a, b], freedom: ux, stiffness: 250, damping: 3}\n"
            "  - {name: dash, dashpot: [b, a], direction: x, damping: 4}\n"
            "analysis:\n"
            "  response:\n"
            "    load: {at: a, direction: x, force: 1}\n"
            "    at: [{point: a, direction: x}, {point: b, direction: x}, {reaction: link}, {reaction: dash}]\n"
            "    frequencies: [3, 20]\n",
            &s),
      HOL_OK);
  assert_int_equal(s.response.curves, 4);
  for (size_t i = 0; i < 2; i++) {
    double w = s.response.omega[i];
    const hol_response_curve *c = s.response.curve;
    double complex a = c[0].value[i], b = c[1].value[i], link = c[2].value[i], dash = c[3].value[i];
    assert_true(cabs(link + hol_complex(250, 3 * w) * (a - b)) < 1e-12);
    assert_true(cabs(dash + hol_complex(0, 4 * w) * (b - a)) < 1e-12);
    assert_true(cabs(-3 * w * w * b - (dash - link)) < 1e-12);
    assert_true(cabs(-2 * w * w * a + 400 * a - (1 + link - dash)) < 1e-12);
  }
  done(&s);
}

/** The force of a weld that alone says where a body is: it accelerates the body, which the load acts on. */
static void test_force_of_a_weld_that_places_a_body(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(solve("freedoms: [ux, uy, rz]\n"
                         "parts:\n"
                         "  beam: {kind: beam, from: [2, 0], to: [3, 0], EI: 1, EA: 100, line_mass: 1}\n"
                         "  tip: {kind: body, mass: 2}\n"
                         "joints: [{fix: beam.start}, {name: w, weld: [beam.end, tip]}]\n"
                         "analysis:\n"
                         "  response:\n"
                         "    load: {at: tip, direction: y, force: 1}\n"
                         "    at: [{reaction: w}, {point: tip, direction: y}]\n"
                         "    frequencies: [0.3, 7]\n",
                         &s),
                   HOL_OK);
  assert_int_equal(s.response.curves, 3);
  for (size_t i = 0; i < 2; i++) {
    double w = s.response.omega[i];
    double complex force = s.response.curve[1].value[i], u = s.response.curve[2].value[i];
    assert_true(cabs(force - (1 + 2 * w * w * u)) < 1e-12);
  }
  done(&s);
}

/** Beyond buckling there is no steady motion: the free one grows. */
static void test_what_grows_has_no_response(void **state)
{
  (void)state;
  static const char *const asked[] = {"frequencies: [1]", "from: 1, to: 30"};
  for (size_t i = 0; i < 4; i++) {
    char text[512];
    solved s;
    (void)snprintf(
        text, sizeof text,
        "freedoms: [uy, rz]\n"
        "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, axial_force: %s}}\n"
        "joints: [{pin: b.start}, {pin: b.end}]\n"
        "analysis:\n"
        "  response: {load: {at: b@0.4, direction: [0, 1], force: 1}, at: {point: b@0.4, direction: [0, 1]}, %s}\n",
        i < 2 ? "-9.9" : "-9.8", asked[i % 2]);
    assert_int_equal(solve(text, &s), i < 2 ? HOL_INVALID : HOL_OK);
    done(&s);
  }
}

static void test_modes_that_are_not_moved_are_no_poles(void **state)
{
  (void)state;
  solved s;
  assert_int_equal(solve("freedoms: [uz, rx, ry]\n"
                         "materials: {steel: {E: 210 GPa, nu: 0.3, density: 7800 kg/m^3, loss_factor: 0.02}}\n"
                         "parts: {plate: {kind: plate, sides: [0.6, 0.4], thickness: 4 mm, material: steel,\n"
                         "  edges: [clamped, free, free, free], points: {a: [0.55, 0.35], b: [0.3, 0.2]}}}\n"
                         "analysis:\n"
                         "  response: {load: {at: plate.b, direction: [0, 0, 1], force: 1}, tolerance: 1e-4,\n"
                         "             at: [{point: plate.a, direction: [0, 0, 1]}], from: 50 Hz, to: 150 Hz}\n",
                         &s),
                   HOL_OK);
  assert_int_equal(s.response.infinites, 0);
  assert_true(s.response.naturals > 4);
  assert_true(s.response.parts_error > 0);
  assert_int_equal(s.response.curve[0].peaks, 2);
  done(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rounding_next_to_a_resonance_is_told),
      cmocka_unit_test(test_finest_peaks_are_among_the_frequencies),
      cmocka_unit_test(test_cantilever_between_frequencies),
      cmocka_unit_test(test_antiresonances_of_a_cantilever),
      cmocka_unit_test(test_one_mass_has_its_peak_and_width),
      cmocka_unit_test(test_what_is_not_damped_is_infinite_at_its_frequency),
      cmocka_unit_test(test_matched_dashpot_takes_every_wave),
      cmocka_unit_test(test_forces_between_masses),
      cmocka_unit_test(test_force_of_a_weld_that_places_a_body),
      cmocka_unit_test(test_what_grows_has_no_response),
      cmocka_unit_test(test_modes_that_are_not_moved_are_no_poles),
      cmocka_unit_test(test_what_cannot_be_computed_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
