/* SPDX-License-Identifier: BSD-3-Clause */
/* Random motions: closed forms of one mode, and pinned beams under bands of noise against sums over thousands of
   frequencies; bounds must hold every time. */
#include "close.h"
#include "reading.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/random/random.h"
#include "response/random/transfer.h"
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>

/** White noise leaves π/(2cλ) of a mode, whatever its damping. */
static void test_one_mode_under_white_noise(void **unused)
{
  (void)unused;
  static const double ratio[] = {1e-4, 0.05, 0.9, 1, 1.1, 30};
  for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++) {
    hol_transfer t = {.rest = 0};
    double lambda = 49, c = 2 * ratio[i] * 7, size = 0;
    assert_int_equal(hol_transfer_start(&t, 1), HOL_OK);
    hol_transfer_add(&t, 0, 3, c, lambda);
    assert_close(hol_transfer_whole(&t, &size), 9 * M_PI / (2 * c * lambda),
                 ratio[i] > 0.99 && ratio[i] < 1.01 ? 3e-7 : 1e-11);
    const double all[2] = {0, 1e7}, one[2] = {1, 1};
    assert_close(hol_transfer_square(&t, (hol_transfer_rate){0}, all, one, &size), 9 * M_PI / (2 * c * lambda),
                 ratio[i] > 0.99 && ratio[i] < 1.01 ? 3e-7 : 1e-9);
    hol_transfer_clear(&t);
  }
}

enum { TERMS = 150, POINTS = 5, STEPS = 4000 };

/** |H|² of a beam of unit properties between pins. */
static double response_of(hol_proportional law, double a, double b, double w)
{
  double re = 0, im = 0;
  for (int k = TERMS; k >= 1; k--) {
    double q = k * M_PI, lambda = q * q * q * q, c = law.mass + law.stiffness * lambda + 2 * law.ratio * q * q;
    double x = lambda - w * w, y = c * w, size = 2 * sin(q * a) * sin(q * b) / (x * x + y * y);
    re += size * x;
    im -= size * y;
  }
  return re * re + im * im;
}

/** Simpson's rule with even steps between the points of a density. */
static double mean_square(const hol_density *d, hol_proportional law, double a, double b)
{
  double sum = 0;
  for (size_t i = 0; i + 1 < d->count; i++) {
    double h = (d->omega[i + 1] - d->omega[i]) / STEPS;
    for (int k = 0; k <= STEPS; k++) {
      double weight = (k == 0 || k == STEPS ? 1 : k % 2 ? 4 : 2) * h / 3, part = (double)k / STEPS;
      double G = (1 - part) * d->value[i] + part * d->value[i + 1];
      sum += weight * G * response_of(law, a, b, d->omega[i] + k * h);
    }
  }
  return sum;
}

static double check_beam(uint64_t seed)
{
  char text[1024];
  reading r = {0};
  hol_random n = {.receivers = 0};
  hol_faults faults = {0};
  draw_seed = seed;
  double a = draw(0, 1), b = draw(0, 1), worst = 0;
  int law = (int)draw(0, 3), count = (int)draw(3, 8);
  (void)snprintf(text, sizeof text,
                 "freedoms: [uy, rz]\n"
                 "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, rayleigh: {mass: %.17g, stiffness: %.17g}}}\n"
                 "joints: [{pin: b.start}, {pin: b.end}]\n"
                 "analysis: {random: {load: {at: b@%.17g, direction: y, density: 1}, count: %d, %s\n"
                 "  at: [{point: b@%.17g, direction: y}, {point: b@%.17g, direction: y}]}}\n",
                 law == 0 ? draw(1, 9) : 0, law == 1 ? pow(10, draw(-3, -1)) : 0, a, count,
                 law == 2 ? "damping_ratio: 0.04," : "", b, a);
  assert_true(reading_of(text, &r));
  hol_forced_request *request = hol_request_of(&r.problem, &hol_random_grammar);
  hol_density *d = &request->load[0].density;
  free(d->omega);
  free(d->value);
  d->count = POINTS;
  d->omega = hol_alloc(POINTS, sizeof *d->omega);
  d->value = hol_alloc(POINTS, sizeof *d->value);
  for (size_t i = 0; i < POINTS; i++) {
    d->omega[i] = ((double)i + draw(0, 0.9)) * draw(0.3, 0.9) / POINTS * count * count * M_PI * M_PI;
    d->omega[i] = i > 0 && d->omega[i] <= d->omega[i - 1] ? d->omega[i - 1] + 1 : d->omega[i];
    d->value[i] = draw(0, 1);
  }
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
  for (size_t k = 0; k < 2; k++) {
    double expected = sqrt(mean_square(d, n.forced.law, a, k ? a : b)), error = fabs(n.motion[k].rms - expected);
    if (!(error <= n.motion[k].radius + 1e-7 * expected)) {
      fail_msg("seed %d: %.17g, should be %.17g, radius %.3g", (int)seed, n.motion[k].rms, expected,
               n.motion[k].radius);
    }
    worst = fmax(worst, fmax(error - 1e-7 * expected, 0) / n.motion[k].radius);
  }
  hol_random_clear(&n);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return worst;
}

static void test_bands_of_noise_on_beams(void **unused)
{
  (void)unused;
  enum { CASES = 40 };
  double worst = 0;
  for (uint64_t seed = 1; seed <= CASES; seed++) {
    worst = fmax(worst, check_beam(seed));
  }
  print_message("%d beams: the largest error over its bound is %.3f\n", CASES, worst);
  assert_true(worst > 1e-3);
}

/** A receiver on a member that nothing moves is at rest: that takes no more modes than the other one. */
/** One up to a last frequency. */
static void band(hol_density *d, double last)
{
  free(d->omega);
  free(d->value);
  d->count = 2;
  d->omega = hol_alloc(2, sizeof *d->omega);
  d->value = hol_alloc(2, sizeof *d->value);
  d->omega[1] = last;
  d->value[0] = d->value[1] = 1;
}

static void test_what_does_not_move_is_at_rest(void **unused)
{
  (void)unused;
  reading r = {0};
  hol_random n = {.receivers = 0};
  hol_faults faults = {0};
  assert_true(reading_of("freedoms: [uy, rz]\n"
                         "parts:\n"
                         "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                         "  b: {kind: beam, from: [1, 0], to: [2, 0], EI: 2, line_mass: 1}\n"
                         "joints: [{weld: [a.end, b.start]}, {fix: a.end}]\n"
                         "analysis: {random: {load: {at: a.start, direction: y, density: 1}, damping_ratio: 0.04,\n"
                         "  at: [{point: a.start, direction: y}, {point: b.end, direction: y}]}}\n",
                         &r));
  hol_forced_request *request = hol_request_of(&r.problem, &hol_random_grammar);
  hol_density *d = &request->load[0].density;
  band(d, 40);
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
  assert_true(n.forced.is_reached);
  assert_true(n.forced.modes.modes <= 64);
  assert_true(n.motion[0].rms > 1e-3);
  assert_true(n.motion[1].rms < 1e-12 * n.motion[0].rms);
  hol_random_clear(&n);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

/* ---- dashpots anywhere ------------------------------------------------------------------------------------------- */

enum { CHAIN = 3, STATES = 2 * CHAIN, ENTRIES = STATES * STATES };

/** Gauss elimination with the largest pivot. */
static void eliminate(size_t n, double *a, double *b)
{
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < n; i++) {
      best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
    }
    for (size_t j = 0; j <= n; j++) {
      double *x = j < n ? &a[k * n + j] : &b[k], *y = j < n ? &a[best * n + j] : &b[best], z = *x;
      *x = *y;
      *y = z;
    }
    for (size_t i = k + 1; i < n; i++) {
      double times = a[i * n + k] / a[k * n + k];
      for (size_t j = k; j < n; j++) {
        a[i * n + j] -= times * a[k * n + j];
      }
      b[i] -= times * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; j++) {
      b[k] -= a[k * n + j] * b[j];
    }
    b[k] /= a[k * n + k];
  }
}

/** Mean squares of masses m held by springs k, with dashpots c, one from the ground to the first and on from mass to
 *  mass, under white noise G on mass `at`: A P + P Aᵀ + π G B Bᵀ = 0. */
static void mean_squares(const double *m, const double *k, const double *c, size_t at, double G, double *square)
{
  double A[ENTRIES] = {0}, a[ENTRIES * ENTRIES] = {0}, b[ENTRIES] = {0};
  for (size_t i = 0; i < CHAIN; i++) {
    A[i * STATES + CHAIN + i] = 1;
    for (size_t j = i; j < CHAIN && j <= i + 1; j++) { /* link j is below mass j */
      size_t row = (CHAIN + i) * STATES, other = j == i ? i - 1 : i + 1;
      A[row + i] -= k[j] / m[i];
      A[row + CHAIN + i] -= c[j] / m[i];
      if (other < CHAIN) {
        A[row + other] += k[j] / m[i];
        A[row + CHAIN + other] += c[j] / m[i];
      }
    }
  }
  for (size_t i = 0; i < STATES; i++) {
    for (size_t j = 0; j < STATES; j++) {
      for (size_t l = 0; l < STATES; l++) {
        a[(i * STATES + j) * ENTRIES + l * STATES + j] += A[i * STATES + l];
        a[(i * STATES + j) * ENTRIES + i * STATES + l] += A[j * STATES + l];
      }
    }
  }
  b[(CHAIN + at) * STATES + CHAIN + at] = -acos(-1) * G / (m[at] * m[at]);
  eliminate(ENTRIES, a, b);
  for (size_t i = 0; i < CHAIN; i++) {
    square[i] = b[i * STATES + i];
  }
}

static void test_chains_with_dashpots_under_white_noise(void **unused)
{
  (void)unused;
  for (int trial = 0; trial < 200; trial++) {
    char text[2048];
    double m[CHAIN], k[CHAIN], c[CHAIN], square[CHAIN];
    size_t at = (size_t)draw(0, CHAIN), lost = (size_t)draw(0, CHAIN + 1);
    for (size_t i = 0; i < CHAIN; i++) {
      m[i] = exp(draw(-1, 1));
      k[i] = 100 * exp(draw(-1, 1));
      c[i] = i == lost && lost > 0 ? 0 : exp(draw(-3, 4)); /* overdamped ones among them */
    }
    (void)snprintf(text, sizeof text,
                   "freedoms: [ux]\n"
                   "parts:\n"
                   "  a: {kind: body, at: [0], mass: %.17g}\n"
                   "  b: {kind: body, at: [1], mass: %.17g}\n"
                   "  c: {kind: body, at: [2], mass: %.17g}\n"
                   "joints:\n"
                   "  - {spring: a, freedom: ux, stiffness: %.17g, damping: %.17g}\n"
                   "  - {spring: [a, b], freedom: ux, stiffness: %.17g, damping: %.17g}\n"
                   "  - {spring: [b, c], freedom: ux, stiffness: %.17g, damping: %.17g}\n"
                   "analysis:\n"
                   "  random:\n"
                   "    load: {at: %c, direction: x, density: 0.7 N^2 s}\n"
                   "    at: [{point: a, direction: x}, {point: b, direction: x}, {point: c, direction: x}]\n",
                   m[0], m[1], m[2], k[0], c[0], k[1], c[1], k[2], c[2], (char)('a' + (int)at));
    reading r = {0};
    hol_random n;
    hol_faults faults = {0};
    assert_true(reading_of(text, &r));
    assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
    assert_true(n.forced.is_coupled);
    assert_true(n.forced.is_reached);
    mean_squares(m, k, c, at, 0.7, square);
    for (size_t i = 0; i < CHAIN; i++) {
      assert_close(n.motion[i].rms, sqrt(square[i]), 1e-9);
    }
    hol_random_clear(&n);
    hol_faults_clear(&faults);
    reading_clear(&r);
  }
}

/** Densities of one from one frequency to another, Hz. */
static double rms_of(const char *text, double from, double to, double *radius)
{
  reading r = {0};
  hol_random n;
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  hol_forced_request *request = hol_request_of(&r.problem, &hol_random_grammar);
  free(request->load[0].density.omega);
  free(request->load[0].density.value);
  request->load[0].density =
      (hol_density){.omega = hol_alloc(2, sizeof(double)), .value = hol_alloc(2, sizeof(double)), .count = 2};
  for (size_t i = 0; i < 2; i++) {
    request->load[0].density.omega[i] = 2 * acos(-1) * (i ? to : from);
    request->load[0].density.value[i] = 1 / (2 * acos(-1));
  }
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
  assert_true(n.forced.is_coupled);
  assert_true(n.forced.is_reached);
  double rms = n.motion[0].rms;
  *radius = n.motion[0].radius;
  hol_random_clear(&n);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return rms;
}

/** A column only half of which has mass damping, which resists velocities relative to the ground; a bar that none of
 *  the lowest motions, which a damper across it couples, moves, and which is not damped beyond the density: exact
 *  members at s = iω, integrated in steps. */
static void test_coupled_damping_against_quadrature(void **unused)
{
  (void)unused;
  double radius;
  double rms =
      rms_of("parts:\n"
             "  a: {kind: beam, from: [0, 0], to: [0, 1], EA: 1000, EI: 1, line_mass: 1}\n"
             "  b: {kind: beam, from: [0, 1], to: [0, 2], EA: 1000, EI: 1, line_mass: 1, rayleigh: {mass: 0.5}}\n"
             "joints: [{fix: a.start}, {weld: [a.end, b.start]}]\n"
             "analysis: {random: {load: {base: ground, direction: [1, 0], density: 1},\n"
             "  at: [{point: b.end, direction: [1, 0]}]}}\n",
             0.1, 1, &radius);
  assert_true(radius > 0);
  assert_true(radius < 1e-3);
  assert_near(rms, 1.05855, radius + 5e-6);
  rms = rms_of("parts: {b: {kind: beam, from: [0, 0], to: [1, 0], EA: 10000, EI: 0.01, line_mass: 1}}\n"
               "joints: [{fix: b.start}, {dashpot: b.end, direction: [0, 1], damping: 0.05}]\n"
               "analysis: {random: {load: {at: b.end, direction: [1, 0], density: 1},\n"
               "  at: [{point: b.end, direction: [1, 0]}]}}\n",
               1, 20, &radius);
  assert_true(radius > 0);
  assert_true(radius < 1e-6);
  assert_near(rms, 5.9662e-4, radius + 5e-9);
}

/** Of a list with a gap nothing is told. */
static void test_open_lists_leave_roots_unknown(void **unused)
{
  (void)unused;
  reading r = {0};
  hol_random n;
  hol_faults faults = {0};
  assert_true(reading_of("parts: {b: {kind: beam, from: [0, 0], to: [1, 0], EA: 10000, EI: 0.01, line_mass: 1}}\n"
                         "joints: [{fix: b.start}, {dashpot: b.end, direction: [0, 1], damping: 0.05}]\n"
                         "analysis: {random: {load: {at: b.end, direction: [0, 1], density: 1},\n"
                         "  at: [{point: b.end, direction: [0, 1]}]}}\n",
                         &r));
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
  n.forced.coupled.known = HOL_DAMPED_OPEN;
  assert_int_equal(hol_random_add_coupled(&n, 0, 0, &faults), HOL_OK);
  assert_true(isnan(n.motion[0].square));
  assert_true(isnan(n.motion[0].square_radius));
  hol_random_clear(&n);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

/* ---- parts without mass ------------------------------------------------------------------------------------------ */

/** A mass at the end of a light cantilever that is pushed halfway: ∫ |F_ij − F_i2 F_j2/(F_22 + 1/D)|² dω of its
 *  compliances F by Simpson's rule, D of the mass, its damping and its spring. */
static void test_light_beam_with_a_mass(void **unused)
{
  enum { PIECES = 40000 };
  (void)unused;
  const double EI = 4000, mass = 3, stiffness = 2000, damping = 20, end = 200 * acos(-1);
  const double F11 = 1 / (3 * EI), F12 = 5 / (6 * EI), F22 = 8 / (3 * EI);
  double sum[4] = {0};
  for (int i = 0; i <= PIECES; i++) {
    double omega = end * i / PIECES, weight = (i == 0 || i == PIECES ? 1 : 2 + 2 * (i % 2)) * end / PIECES / 3;
    double complex D = stiffness - mass * omega * omega + damping * omega * (double complex)_Complex_I;
    double H[2] = {cabs(F11 - F12 * F12 * D / (1 + F22 * D)), cabs(F12 - F12 * F22 * D / (1 + F22 * D))};
    sum[0] += weight * H[0] * H[0];
    sum[1] += weight * H[1] * H[1];
    sum[2] += weight * pow(omega * H[0], 2);
    sum[3] += weight * pow(omega * omega * H[0], 2);
  }
  reading r = {0};
  hol_random n;
  hol_faults faults = {0};
  assert_true(reading_of("freedoms: [uy, rz]\n"
                         "parts:\n"
                         "  beam: {kind: beam, length: 2, EI: 4000, line_mass: 0}\n"
                         "  m: {kind: body, mass: 3}\n"
                         "joints:\n"
                         "  - {fix: beam.start}\n"
                         "  - {hinge: [beam.end, m]}\n"
                         "  - {spring: m, direction: y, stiffness: 2000, damping: 20}\n"
                         "analysis: {random: {load: {at: beam@0.5, direction: y, density: 1},\n"
                         "  at: [{point: beam@0.5, direction: y}, {point: beam.end, direction: y},\n"
                         "    {point: beam@0.5, direction: y}, {point: beam@0.5, direction: y}]}}\n",
                         &r));
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_INVALID); /* white noise */
  assert_int_equal(faults.errors, 1);
  hol_random_clear(&n);
  hol_forced_request *request = hol_request_of(&r.problem, &hol_random_grammar);
  request->receiver[2].quantity = HOL_VELOCITY;
  request->receiver[3].quantity = HOL_ACCELERATION;
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_INVALID); /* rates under it */
  hol_random_clear(&n);
  band(&request->load[0].density, end);
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
  assert_true(n.forced.is_coupled);
  assert_close(n.motion[0].rms, sqrt(sum[0]), 1e-9);
  for (size_t i = 1; i < 4; i++) {
    assert_close(n.motion[i].rms, sqrt(sum[i]), 1e-9);
  }
  hol_random_clear(&n);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

/* ---- velocities and accelerations -------------------------------------------------------------------------------- */

/** ∫ G |direct + s^order H|² dω by Simpson's rule. */
static double by_simpson(const hol_transfer *t, hol_transfer_rate rate, const double omega[2], const double G[2])
{
  enum { PIECES = 20000 };
  double sum = 0;
  for (int i = 0; i <= PIECES; i++) {
    double part = (double)i / PIECES, w = omega[0] + part * (omega[1] - omega[0]);
    double weight = i == 0 || i == PIECES ? 1 : 2 + 2 * (i % 2);
    double complex s = w * (double complex)_Complex_I,
                   value = rate.direct + cpow(s, rate.order) * hol_transfer_at(t, s);
    sum += weight * (G[0] + part * (G[1] - G[0])) * creal(value * conj(value));
  }
  return sum * (omega[1] - omega[0]) / PIECES / 3;
}

/** Poles far above, within and far below the band, strongly damped ones too. */
static void test_squares_of_rates(void **unused)
{
  (void)unused;
  for (int trial = 0; trial < 300; trial++) {
    hol_transfer t;
    double omega[2] = {draw(0, 5), draw(6, 30)}, G[2] = {draw(0, 2), draw(0, 2)};
    hol_transfer_rate rate = {.order = trial % 3, .direct = trial % 6 == 5 ? draw(-1, 1) : 0};
    assert_int_equal(hol_transfer_start(&t, 3), HOL_OK);
    t.rest = draw(-1e-3, 1e-3);
    for (int k = 0; k < 3; k++) {
      double lambda = pow(10, draw(-2, 8)), c = 2 * sqrt(lambda) * pow(10, draw(-1.5, 0.5));
      hol_transfer_add(&t, k == 2 ? draw(-1, 1) : 0, draw(-1, 1), c, lambda);
    }
    double expected = by_simpson(&t, rate, omega, G), size = 0;
    assert_close(hol_transfer_square(&t, rate, omega, G, &size), expected, 1e-8);
    hol_transfer_clear(&t);
  }
}

/** A beam by few modes and by many: both roots are within their radii of the truth. @return the difference over both
 *  radii */
static double compare_few_and_many(hol_motion_quantity quantity, bool moves_ground)
{
  double rms[2], radius[2], last = draw(50, 200), a = draw(0.1, 0.9), b = draw(0.1, 0.9);
  for (int many = 0; many < 2; many++) {
    char text[1024];
    reading r = {0};
    hol_random n;
    hol_faults faults = {0};
    char at[40];
    (void)snprintf(at, sizeof at, "at: b@%.17g", a);
    (void)snprintf(text, sizeof text,
                   "freedoms: [uy, rz]\nparts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n"
                   "joints: [{pin: b.start}, {pin: b.end}]\n"
                   "analysis: {random: {load: {%s, direction: y, density: 1}, count: %d, damping_ratio: 0.02,\n"
                   "  at: {point: b@%.17g, direction: y}}}\n",
                   moves_ground ? "base: ground" : at, many ? 40 : 6, b);
    assert_true(reading_of(text, &r));
    hol_forced_request *request = hol_request_of(&r.problem, &hol_random_grammar);
    request->receiver[0].quantity = quantity;
    band(&request->load[0].density, last);
    assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
    rms[many] = n.motion[0].rms;
    radius[many] = n.motion[0].radius;
    hol_random_clear(&n);
    hol_faults_clear(&faults);
    reading_clear(&r);
  }
  assert_true(fabs(rms[0] - rms[1]) <= radius[0] + radius[1] + 1e-10 * rms[1]);
  return fabs(rms[0] - rms[1]) / (radius[0] + radius[1]);
}

static void test_rates_by_few_modes(void **unused)
{
  (void)unused;
  double worst = 0;
  for (int trial = 0; trial < 60; trial++) {
    worst = fmax(worst, compare_few_and_many((hol_motion_quantity)(1 + trial % 3), trial % 2 == 0));
  }
  print_message("the largest difference over both radii is %.3f\n", worst);
  assert_true(worst > 0.02);
}

/** |H|² of a plate of sides 1 and 0.8, all edges supported, D = 1 and unit mass, by Navier's series: what it lacks at
 *  rest is summed once. */
static double plate_response(const double a[2], const double b[2], double ratio, double w)
{
  enum { DYNAMIC = 24, STATIC = 1200 };
  static double rest = 0; /* of modes beyond the dynamic ones; both points are the same in all calls */
  double re = 0, im = 0;
  bool is_first = !(fabs(rest) > 0);
  for (int m = 1; m <= (is_first ? STATIC : DYNAMIC); m++) {
    for (int n = 1; n <= (is_first ? STATIC : DYNAMIC); n++) {
      double p = m * M_PI, q = n * M_PI / 0.8, omega = p * p + q * q, lambda = omega * omega;
      double size = 4 / 0.8 * sin(p * a[0]) * sin(q * a[1]) * sin(p * b[0]) * sin(q * b[1]);
      double x = lambda - w * w, y = 2 * ratio * omega * w, square = x * x + y * y;
      bool is_dynamic = m <= DYNAMIC && n <= DYNAMIC;
      rest += is_dynamic ? 0 : size / lambda;
      re += is_dynamic ? size * x / square : 0;
      im -= is_dynamic ? size * y / square : 0;
    }
  }
  return (re + rest) * (re + rest) + im * im;
}

/** A plate is computed, and errors have that in them: they must hold, be no less than the plate's own, and have an
 *  end. */
static void test_band_of_noise_on_a_plate(void **unused)
{
  enum { PIECES = 3000 };
  (void)unused;
  static const double a[2] = {0.37, 0.21}, b[2] = {0.62, 0.55}, last = 200;
  reading r = {0};
  hol_random n;
  hol_faults faults = {0};
  assert_true(
      reading_of("freedoms: [uz, rx, ry]\nmaterials: {m: {E: 10.92, nu: 0.3, density: 1}}\n"
                 "parts: {p: {kind: plate, at: [0, 0, 0], sides: [1, 0.8], thickness: 1, material: m,\n"
                 "  edges: [supported, supported, supported, supported], points: {a: [0.37, 0.21], b: [0.62, 0.55]}}}\n"
                 "analysis: {random: {load: {at: p.a, direction: z, density: 1}, at: {point: p.b, direction: z},\n"
                 "  damping_ratio: 0.02}}\n",
                 &r));
  hol_forced_request *request = hol_request_of(&r.problem, &hol_random_grammar);
  band(&request->load[0].density, last);
  assert_int_equal(hol_random_run(&r.problem, (hol_solve_options){0}, &n, &faults), HOL_OK);
  double sum = 0, h = last / PIECES, G = request->load[0].density.value[0];
  for (int k = 0; k <= PIECES; k++) {
    sum += (k == 0 || k == PIECES ? 1 : k % 2 ? 4 : 2) * h / 3 * G * plate_response(a, b, 0.02, k * h);
  }
  print_message("%.10g, by a sum %.10g, error %.2g\n", n.motion[0].rms, sqrt(sum), n.motion[0].radius);
  assert_near(n.motion[0].rms, sqrt(sum), n.motion[0].radius);
  assert_true(n.forced.is_reached && isfinite(n.motion[0].radius));
  assert_true(n.motion[0].radius >= n.forced.modes.computed * n.motion[0].rms && n.forced.modes.computed > 0);
  hol_random_clear(&n);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

/** A number without a unit is per Hz, as in files and as documented, and a remark says so. */
static void test_bare_densities_are_per_hertz(void **unused)
{
  (void)unused;
  static const char *const density[] = {"3 N^2/Hz", "3", "{file: vibration.csv, unit: 3 N^2/Hz}",
                                        "{file: vibration.csv, unit: 3}"};
  for (size_t i = 0; i < 4; i++) {
    char text[512];
    hol_problem problem = {0};
    hol_faults faults = {0};
    int size = snprintf(text, sizeof text,
                        "freedoms: [uy, rz]\nparts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, rayleigh: {mass: "
                        "0.5}}}\njoints: [{fix: b.start}]\nanalysis:\n  random: {load: {at: b.end, direction: [0, 1], "
                        "density: %s}, at: {point: b.end, direction: [0, 1]}}\n",
                        density[i]);
    hol_read_options options = {.folder = HOLONOME_PROBLEMS "/response"};
    assert_int_equal(hol_read(text, (size_t)size, options, &problem, &faults), HOL_OK);
    const hol_forced_request *request = hol_request_of(&problem, &hol_random_grammar);
    assert_close(request->load[0].density.value[0], (i < 2 ? 3 : 3 * 0.002) / (2 * M_PI), 1e-15);
    assert_int_equal(faults.errors, 0);
    assert_int_equal(faults.count, i % 2);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_mode_under_white_noise),
                                     cmocka_unit_test(test_bare_densities_are_per_hertz),
                                     cmocka_unit_test(test_coupled_damping_against_quadrature),
                                     cmocka_unit_test(test_open_lists_leave_roots_unknown),
                                     cmocka_unit_test(test_what_does_not_move_is_at_rest),
                                     cmocka_unit_test(test_chains_with_dashpots_under_white_noise),
                                     cmocka_unit_test(test_bands_of_noise_on_beams),
                                     cmocka_unit_test(test_light_beam_with_a_mass),
                                     cmocka_unit_test(test_squares_of_rates),
                                     cmocka_unit_test(test_rates_by_few_modes),
                                     cmocka_unit_test(test_band_of_noise_on_a_plate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
