/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures whose dynamic stiffness is not symmetric, against closed forms: gyroscopic pairs, cross-coupled bearings,
   a shaft with a turning disk; left vectors, solutions with the transpose, the winding number. */
#include "close.h"
#include "draw.h"
#include "reading.h"

#include "base/complex.h"
#include "model/layout.h"
#include "response/disc.h"
#include "response/winding_number.h"

#include <stdlib.h>

/** A structure, its matrix, its known eigenvalues. */
typedef struct rotor {
  reading r;
  hol_model model;
  hol_system system;
  hol_dynamic dynamic;
  hol_eigenvalues known;
  hol_cross_term cross[2];
} rotor;

static void begin(const char *text, double reach, rotor *r)
{
  *r = (rotor){.r = {0}};
  assert_true(reading_of(text, &r->r));
  assert_int_equal(hol_model_make(&r->r.problem, (hol_model_request){.exact = true}, &r->model, &r->r.faults), HOL_OK);
  r->model.reach = reach;
  assert_int_equal(hol_system_build(&r->model, 0, 8, HOL_BOUND_UPPER, &r->system), HOL_OK);
  assert_int_equal(hol_dynamic_start(&r->system, NULL, 0, &r->dynamic, &r->r.faults), HOL_OK);
  r->known.dynamic = &r->dynamic;
}

static void end(rotor *r)
{
  hol_eigenvalues_clear(&r->known);
  hol_dynamic_clear(&r->dynamic);
  hol_system_clear(&r->system);
  hol_model_clear(&r->model);
  reading_clear(&r->r);
}

/** Couple two lumped masses: forces on `a` by motions of `b`, and the reverse. */
static void couple(rotor *r, size_t a, size_t b, hol_cross_term of_a, hol_cross_term of_b)
{
  assert_true(a < r->model.mass_count && b < r->model.mass_count);
  r->cross[0] = of_a;
  r->cross[1] = of_b;
  r->cross[0].force = r->cross[1].motion = &r->model.mass[a].along.row;
  r->cross[0].motion = r->cross[1].force = &r->model.mass[b].along.row;
  r->dynamic.cross = r->cross;
  r->dynamic.cross_count = 2;
  assert_false(hol_dynamic_is_symmetric(&r->dynamic));
}

/** Search from guesses next to the imaginary axis until as many eigenvalues are known within a circle as there are. */
static void find_all(rotor *r, double radius, long wanted)
{
  hol_eigenvalue_region region;
  double complex *pole = NULL, unknown[HOL_POWER_SUMS];
  size_t poles = 0;
  long count = 0;
  bool found;
  hol_accumulation_discs(&r->known, &region);
  region.radius = radius;
  assert_int_equal(hol_dynamic_fill(&r->dynamic, hol_complex(0, radius), false), HOL_OK);
  assert_int_equal(hol_determinant_poles(&r->known, &region, &pole, &poles), HOL_OK);
  assert_int_equal(hol_winding_number_count(&r->known, &region, pole, poles, &count, unknown), HOL_OK);
  assert_int_equal(count, wanted);
  for (int k = 1; k < 80 && hol_eigenvalues_known_in(&r->known, &region) < (size_t)count; k++) {
    double complex guess = radius * k / 80 * hol_complex(-1e-3, 1);
    assert_int_equal(hol_eigenvalues_find(&r->known, guess, 4 * radius, &found), HOL_OK);
  }
  assert_int_equal(hol_eigenvalues_known_in(&r->known, &region), count);
  free(pole);
}

/** Is there exactly one known eigenvalue next to s? */
static void assert_known(const rotor *r, double complex s, double rtol)
{
  size_t there = 0;
  for (size_t i = 0; i < r->known.count; i++) {
    bool is = cabs(r->known.zero[i] - s) <= rtol * cabs(s);
    there += is;
    assert_true(!is || r->known.residual[i] < 1e-11);
  }
  assert_int_equal(there, 1);
}

/** A body of 2 kg on springs and dashpots in two directions. */
#define BODY                                                                                                           \
  "freedoms: [uy, uz]\nparts: {disk: {kind: body, at: [0 m, 0 m, 0 m], mass: 2 kg}}\njoints:\n"                        \
  "  - {spring: disk, direction: y, stiffness: 50 N/m}\n"
#define EQUAL "  - {spring: disk, direction: z, stiffness: 50 N/m}\n"
#define HARDER "  - {spring: disk, direction: z, stiffness: 90 N/m}\n"
#define COUNT "analysis: {frequencies: {count: 1}}\n"

/** m ÿ + g ż + k_y y = 0, m z̈ − g ẏ + k_z z = 0: m²ω⁴ − (m (k_y + k_z) + g²) ω² + k_y k_z = 0. Of equal stiffnesses
 *  ω = (±g + √(g² + 4 k m))/2m. */
static void test_gyroscopic_pair(void **state)
{
  (void)state;
  static const double gyro[] = {1e-3, 3, 40};
  for (int i = 0; i < 6; i++) {
    rotor r;
    double g = gyro[i / 2], m = 2, ky = 50, kz = i % 2 ? 90 : 50, b = (m * (ky + kz) + g * g) / (2 * m * m),
           d = sqrt(b * b - ky * kz / (m * m)), fast = sqrt(b + d), slow = sqrt(ky * kz) / (m * fast);
    if (i % 2 == 0) {
      assert_close(fast, (g + sqrt(g * g + 4 * ky * m)) / (2 * m), 1e-9);
    }
    begin(i % 2 ? BODY HARDER COUNT : BODY EQUAL COUNT, 100, &r);
    couple(&r, 0, 1, (hol_cross_term){.damping = g}, (hol_cross_term){.damping = -g});
    find_all(&r, 1.5 * fast, 4);
    assert_known(&r, hol_complex(0, slow), i % 2 ? 1e-13 : 1e-11); /* nearly double for a small g */
    assert_known(&r, hol_complex(0, fast), i % 2 ? 1e-13 : 1e-11);
    end(&r);
    begin(i % 2 ? BODY HARDER COUNT : BODY EQUAL COUNT, 100, &r);
    couple(&r, 0, 1, (hol_cross_term){.damping = g}, (hol_cross_term){.damping = -g});
    if (fast > 1.05 * slow) {
      find_all(&r, (slow + fast) / 2, 2);
    }
    end(&r);
  }
}

/** A journal bearing's k_yz = −k_zy = q: m s² + c s + k ± iq = 0, growing beyond a q. */
static void test_cross_coupled_bearing(void **state)
{
  (void)state;
  static const double cross[] = {1, 10, 45};
  for (int i = 0; i < 3; i++) {
    rotor r;
    double q = cross[i];
    begin(BODY EQUAL "  - {dashpot: disk, direction: y, damping: 4 N s/m}\n"
                     "  - {dashpot: disk, direction: z, damping: 4 N s/m}\n" COUNT,
          100, &r);
    couple(&r, 0, 1, (hol_cross_term){.stiffness = q}, (hol_cross_term){.stiffness = -q});
    double complex root = csqrt(16 - 8 * hol_complex(50, -q)); /* of 2 s² + 4 s + 50 − iq */
    double complex one = (-4 + root) / 4, other = (-4 - root) / 4;
    find_all(&r, 2 * fmax(cabs(one), cabs(other)), 4);
    assert_known(&r, cimag(one) > 0 ? one : conj(one), 1e-13);
    assert_known(&r, cimag(other) > 0 ? other : conj(other), 1e-13);
    end(&r);
  }
}

/** A force along y by motion along z alone does not change the eigenvalues, but left and right vectors differ; added
 *  mass of either sign does. */
static void test_one_sided_coupling(void **state)
{
  (void)state;
  rotor r;
  begin(BODY HARDER COUNT, 100, &r);
  couple(&r, 0, 1, (hol_cross_term){.stiffness = 1000, .damping = -70, .mass = 3}, (hol_cross_term){.mass = 0});
  find_all(&r, 20, 4);
  assert_known(&r, hol_complex(0, 5), 1e-13);
  assert_known(&r, hol_complex(0, sqrt(45)), 1e-13);
  end(&r);
  begin(BODY EQUAL COUNT, 100, &r);
  couple(&r, 0, 1, (hol_cross_term){.mass = -1.2}, (hol_cross_term){.mass = -1.2}); /* 2 ± 1.2 kg */
  find_all(&r, 20, 4);
  assert_known(&r, hol_complex(0, sqrt(50 / 3.2)), 1e-13);
  assert_known(&r, hol_complex(0, sqrt(50 / 0.8)), 1e-13);
  end(&r);
}

/** (K_11 − ω²m)(K_22 − ω²(J_t ∓ g/ω)) − K_12² at the tip of a cantilever of unit numbers, over the size of its terms:
 *  zero at frequencies of forward or backward whirl. */
static double tip(double omega, double m, double transverse)
{
  double k = sqrt(omega), s = sin(k), c = cos(k), S = sinh(k), C = cosh(k), D = 1 - c * C;
  double a = k * k * k * (s * C + c * S) / D - omega * omega * m, b = k * (s * C - c * S) / D, t = k * k * s * S / D;
  double rotary = omega * omega * transverse;
  return (a * (b - rotary) - t * t) / (fabs(a * b) + fabs(a * rotary) + t * t);
}

static const char shaft[] = "freedoms: [uy, uz, ry, rz]\n"
                            "parts:\n"
                            "  shaft: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI: 1, line_mass: 1}\n"
                            "  disk: {kind: body, at: [1, 0, 0], mass: 0.3, inertia: [0, 0.2, 0.2]}\n"
                            "joints: [{fix: shaft.start}, {weld: [shaft.end, disk]}]\n"
                            "analysis: {frequencies: {count: 1}}\n";

/** Lumped masses that turn. */
static void turning(const hol_model *model, size_t at[2])
{
  size_t count = 0;
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    if (model->resolved[mass->part].lumped_mass[mass->lumped_mass].turns) {
      assert_true(count < 2);
      at[count++] = i;
    }
  }
  assert_int_equal(count, 2);
}

static void test_shaft_with_a_turning_disk(void **state)
{
  (void)state;
  rotor r;
  size_t at[2];
  double g = 1.7, m = 0.3, J = 0.2;
  begin(shaft, 1e4, &r);
  turning(&r.model, at);
  couple(&r, at[0], at[1], (hol_cross_term){.damping = g}, (hol_cross_term){.damping = -g});
  find_all(&r, 60, 12);
  size_t forward = 0, backward = 0;
  for (size_t i = 0; i < r.known.count; i++) {
    double omega = cimag(r.known.zero[i]);
    assert_near(creal(r.known.zero[i]), 0, 1e-9 * omega);
    bool is_forward = fabs(tip(omega, m, J - g / omega)) < 1e-9,
         is_backward = fabs(tip(omega, m, J + g / omega)) < 1e-9;
    assert_true(is_forward != is_backward);
    forward += is_forward && omega < 60;
    backward += is_backward && omega < 60;
  }
  assert_int_equal(forward + backward, 6);
  assert_int_equal(forward, 3);
  end(&r);
}

/** S⁻ᵀ, products and the logarithmic derivative of the determinant of the same shaft. */
static void test_transposed_solution_and_trace(void **state)
{
  (void)state;
  rotor r;
  size_t at[2];
  begin(shaft, 1e4, &r);
  turning(&r.model, at);
  couple(&r, at[0], at[1], (hol_cross_term){.stiffness = 2, .damping = 3},
         (hol_cross_term){.damping = -5, .mass = -.1});
  for (int k = 0; k < 20; k++) {
    double complex s = hol_complex(-0.4 * k, 1 + 5 * k), sum = 0, other = 0, trace, step = 1e-5 * s;
    double size[2], angle[2];
    assert_int_equal(hol_dynamic_fill(&r.dynamic, s, false), HOL_OK);
    assert_int_equal(hol_dynamic_factorise(&r.dynamic), HOL_OK);
    size_t n = r.dynamic.n;
    double complex *x = calloc(4 * n, sizeof *x), *y = x + n, *f = y + n, *c = f + n;
    assert_non_null(x);
    for (size_t i = 0; i < n; i++) {
      x[i] = f[i] = hol_complex(draw(-1, 1), draw(-1, 1));
      y[i] = c[i] = hol_complex(draw(-1, 1), draw(-1, 1));
    }
    assert_int_equal(hol_dynamic_solve(&r.dynamic, x, 1), HOL_OK);
    assert_int_equal(hol_dynamic_solve_transposed(&r.dynamic, y, 1), HOL_OK);
    for (size_t i = 0; i < n; i++) { /* cᵀ S⁻¹ f in two ways */
      sum += c[i] * x[i];
      other += y[i] * f[i];
    }
    assert_true(cabs(sum - other) < 1e-11 * cabs(sum));
    hol_dynamic_apply(&r.dynamic, true, x, f); /* yᵀ S′ x in three */
    hol_dynamic_apply_transposed(&r.dynamic, true, y, c);
    double complex product = hol_dynamic_product(&r.dynamic, y, x);
    sum = other = 0;
    for (size_t i = 0; i < n; i++) {
      sum += y[i] * f[i];
      other += c[i] * x[i];
    }
    assert_true(cabs(sum - product) < 1e-11 * cabs(sum) && cabs(other - product) < 1e-11 * cabs(sum));
    assert_int_equal(hol_dynamic_trace(&r.dynamic, &trace), HOL_OK);
    for (int i = 0; i < 2; i++) {
      assert_int_equal(hol_dynamic_fill(&r.dynamic, i ? s + step : s - step, true), HOL_OK);
      assert_int_equal(hol_dynamic_factorise(&r.dynamic), HOL_OK);
      assert_int_equal(hol_complex_lu_determinant(&r.dynamic.lu, &size[i], &angle[i]), HOL_OK);
    }
    double complex rise = hol_complex(size[1] - size[0], remainder(angle[1] - angle[0], 2 * M_PI)) / (2 * step);
    assert_true(cabs(rise - trace) < 1e-6 * (cabs(trace) + 1 / cabs(s)));
    free(x);
  }
  end(&r);
}

/** κ of one coefficient between two ports: no product with its own mirror, which is zero. */
static void test_truncation_bound_with_one_sided_compliance(void **state)
{
  (void)state;
  const double rest[] = {0.5, 0, 0, 0.2};
  const hol_disc_block block = {.ports = 2, .epsilon = 1, .rest = rest};
  const double complex G[] = {0, 3, 0, 0}, transposed[] = {0, 0, 3, 0};
  assert_close(hol_disc_kappa(&block, 1, 2, G, transposed), 3 * sqrt(0.1), 1e-7);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gyroscopic_pair),
      cmocka_unit_test(test_cross_coupled_bearing),
      cmocka_unit_test(test_one_sided_coupling),
      cmocka_unit_test(test_shaft_with_a_turning_disk),
      cmocka_unit_test(test_transposed_solution_and_trace),
      cmocka_unit_test(test_truncation_bound_with_one_sided_compliance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
