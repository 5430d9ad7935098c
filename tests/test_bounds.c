/* SPDX-License-Identifier: BSD-3-Clause */
/* Two-sided bounds of the approximations by N component modes (theory: α_N ≤ α ≤ α_N + tail): they enclose the
   frequencies of the continuous structure, in every problem of the gallery, and shrink as fast as they should. */
#include "effort.h"
#include "gallery.h"

/* ---- figure F.5: unit cantilever, unit bar across its tip, z = 1/2 ---- */

static const double exact_f5[] = {1.448509904903119, 6.207823038302278, 14.06406107400060, 22.45841781363809,
                                  55.18736349531960};

static void solve_f5(solved *s, size_t count, size_t N, size_t order)
{
  hol_status status =
      solve_text(s,
                 "parts:\n"
                 "  cantilever: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, ends: clamped-free}\n"
                 "  bar: {kind: beam, from: [1, -0.5], to: [1, 0.5], EI: 1, line_mass: 1}\n"
                 "joints:\n"
                 "  - {weld: [cantilever.end, bar@0.5]}\n"
                 "analysis: {frequencies: {count: %zu}, compliance: {modes: %zu, order: %zu}}\n",
                 count, N, order);
  assert_true(status == HOL_OK || status == HOL_INCOMPLETE);
  assert_true(s->result.count_proved);
}

static void test_f5_bounds_with_two_modes_are_those_of_the_theory(void **state)
{
  (void)state;
  solved s = {0};
  solve_f5(&s, 2, 2, 1);
  static const double expected[2][2] = {{1.448507, 1.448513}, {6.1984, 6.2128}};
  for (size_t k = 0; k < 2; k++) {
    const hol_mode *mode = &s.result.mode[k];
    assert_near(mode->lower, expected[k][0], k ? 5e-5 : 5e-7);
    assert_near(mode->upper, expected[k][1], k ? 5e-5 : 5e-7);
    assert_true(mode->lower <= exact_f5[k]);
    assert_true(exact_f5[k] <= mode->upper);
  }
  forget(&s);
}

enum { FEWEST = 2, MOST = 12, ORDERS = 6 };

/** Relative widths of the bounds of frequency k over N and order; NAN above the first mode left out. */
static void widths_f5(size_t k, double width[MOST + 1][ORDERS + 1])
{
  solved s = {0};
  for (size_t N = FEWEST; N <= MOST; ++N) {
    for (size_t order = 1; order <= ORDERS; order++) {
      solve_f5(&s, k, N, order);
      const hol_mode *mode = &s.result.mode[k - 1];
      assert_true(isnan(mode->lower) || mode->lower <= exact_f5[k - 1] * (1 + 1e-14));
      assert_true(exact_f5[k - 1] * (1 - 1e-14) <= mode->upper);
      width[N][order] = (mode->upper - mode->lower) / mode->omega;
    }
  }
  forget(&s);
}

/** λ/λ_c: λ over the first frequency squared that is left out; that of the cantilever, β = (N + ½)π, is the lower. */
static double tail_ratio(size_t k, size_t N)
{
  return pow(exact_f5[k - 1], 2) / pow(((double)N + 0.5) * 3.14159265358979, 4);
}

/** Rounding of the bounds themselves, and what the sums behind the higher orders leave out. */
static const double rounding = 1e-10;

static void check_shrinking(size_t k, double width[MOST + 1][ORDERS + 1])
{
  print_message(
      "F.5, frequency %zu: relative width of its bounds\n   N  order 1        2        3        4        5        6\n",
      k);
  for (size_t N = FEWEST; N <= MOST; ++N) {
    print_message("%4zu  %8.1e %8.1e %8.1e %8.1e %8.1e %8.1e\n", N, width[N][1], width[N][2], width[N][3], width[N][4],
                  width[N][5], width[N][6]);
    for (size_t order = 1; order <= ORDERS && !isnan(width[N][1]); order++) {
      /* one order more: the tail λ^k Γ_{k−1}/(λ_c − λ) shrinks by λ/λ_c, since Γ_k ≤ Γ_{k−1}/λ_c */
      assert_true(order == 1 || width[N][order] <= 1.05 * tail_ratio(k, N) * width[N][order - 1] + rounding);
      assert_true(N == FEWEST || isnan(width[N - 1][order]) || width[N][order] <= width[N - 1][order] + rounding);
    }
  }
}

static void test_f5_bounds_shrink_with_modes_and_geometrically_with_the_order(void **state)
{
  (void)state;
  for (size_t k = 1; k <= 4; k++) {
    double width[MOST + 1][ORDERS + 1] = {{0}};
    widths_f5(k, width);
    check_shrinking(k, width);
    assert_true(width[MOST][1] < 1e-3 * pow(10, (double)k - 4));
    assert_true(width[MOST][ORDERS] < rounding);
  }
}

/* ---- the gallery ---- */

/** What was found wrong over all files. */
typedef struct tally {
  size_t files, solved, refused, bounds, outside, loose, miscounted;
  double tolerance;
} tally;

/** Compare the bounds of N modes with the brackets of the exact run. Numbers, not positions, since a range may differ.
 */
static void compare(const char *name, const hol_result *few, const hol_result *exact, tally *all)
{
  size_t j = 0;
  for (size_t i = 0; i < few->mode_count; i++) {
    const hol_mode *mode = &few->mode[i];
    while (j < exact->mode_count && exact->mode[j].number < mode->number) {
      j++;
    }
    if (j == exact->mode_count || exact->mode[j].number != mode->number) {
      continue; /* of a multiple frequency listed whole, or of a range */
    }
    all->bounds += isnan(mode->lower) ? 1 : 2;
    if (!(mode->upper >= exact->mode[j].lower) || mode->lower > exact->mode[j].upper) {
      print_error("%s: mode %zu: %.17g .. %.17g with %s, but exactly %.17g\n", name, mode->number, mode->lower,
                  mode->upper, few->compliance, exact->mode[j].omega);
      all->outside++;
    }
  }
}

/** Solve with other compliances. @return false where these are not possible */
static bool solve_other(const char *path, const char *name, solved *s, hol_analysis other, tally *all)
{
  assert_true(reading_of_file(path, &s->reading));
  hol_analysis *a = &s->reading.problem.analysis;
  s->reading.problem.output_shapes = false;
  a->exact = other.exact;
  a->reactions = other.reactions;
  a->modes = other.modes;
  a->order = other.order;
  a->tolerance = other.tolerance;
  hol_status status = solve_again(s);
  if (status == HOL_INVALID && !other.exact) {
    all->refused++;
    return false;
  }
  if (status != HOL_OK && status != HOL_INCOMPLETE) {
    print_error("%s: %s\n", name, hol_status_text(status));
    all->miscounted++;
    return false;
  }
  all->solved++;
  return true;
}

static void enclose(const char *path, const char *name, void *context)
{
#if defined(HOLONOME_SANITIZED) /* where bytes are looked at rather than numbers, two tell what five do */
  static const size_t run[][2] = {{4, 1}, {3, 4}};
#else
  static const size_t run[][2] = {{2, 1}, {4, 1}, {7, 1}, {3, 2}, {3, 4}};
#endif
  tally *all = context;
  solved exact = {0};
  size_t runs = sizeof run / sizeof *run, step = effort_is_full() ? 1 : 3; /* in turn, so that each meets a third */
  if (solve_other(path, name, &exact, (hol_analysis){.exact = true, .order = 1}, all)) {
    for (size_t i = step == 1 ? 0 : all->files % step; i < runs; i += step) {
      solved few = {0};
      if (solve_other(path, name, &few, (hol_analysis){.modes = run[i][0], .order = run[i][1]}, all)) {
        compare(name, &few.result, &exact.result, all);
        all->miscounted += few.result.rigid_modes != exact.result.rigid_modes;
      }
      forget(&few);
    }
  }
  all->files++;
  forget(&exact);
}

static void test_bounds_with_few_modes_enclose_the_exact_frequencies_of_every_problem(void **state)
{
  (void)state;
  tally all = {0};
  size_t files = gallery_visit(enclose, &all);
  print_message("%zu files, %zu solutions, %zu bounds\n", files, all.solved, all.bounds);
  assert_int_equal(all.refused, 0);
  assert_true(all.solved > (effort_is_full() ? 300 : 250));
  assert_true(all.bounds > (effort_is_full() ? 5000 : 1500));
  assert_int_equal(all.outside, 0);
  assert_int_equal(all.miscounted, 0);
}

/** Two pins a millionth of the length apart: the residual flexibility between them is mostly rounding. And a free
 *  member whose turning hardly anything resists, a billionth of what bending does: its component modes are told apart
 *  from rounding to 4e-8. Exact compliances have the frequencies of both to more than 10 digits. */
static bool is_beyond_double(const char *name)
{
  return strcmp(name, "hard/close-pins.yaml") == 0 || strcmp(name, "variable/weak-axial-force.yaml") == 0;
}

/** The widest relative distance of bounds. */
static double widest(const hol_result *result)
{
  double worst = 0;
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    double width = mode->omega > 0 ? (mode->upper - mode->lower) / mode->omega : 0;
    worst = isnan(width) ? HUGE_VAL : fmax(worst, width);
  }
  return worst;
}

/** Every bound as tight as asked - or the list is not called complete, where double precision does not suffice: the
 *  exact frequencies are not that tight, either. */
static void tighten(const char *path, const char *name, void *context)
{
  tally *all = context;
  solved s = {0}, exact = {0};
  if (solve_other(path, name, &exact, (hol_analysis){.exact = true, .order = 1}, all) &&
      solve_other(path, name, &s, (hol_analysis){.modes = 4, .order = 1, .tolerance = all->tolerance}, all)) {
    double worst = widest(&s.result);
    bool possible = widest(&exact.result) <= 0.1 * all->tolerance && !is_beyond_double(name);
    compare(name, &s.result, &exact.result, all);
    if (s.result.complete && worst > all->tolerance) {
      print_error("%s: called complete, but one bound is %.2g wide\n", name, worst);
      all->miscounted++;
    } else if (!s.result.complete && possible) {
      print_error("%s: %.0e not reached, the widest bound is %.2g\n", name, all->tolerance, worst);
      all->loose++;
    }
  }
  forget(&s);
  forget(&exact);
}

static void check_tolerance(double tolerance)
{
  tally all = {.tolerance = tolerance};
  (void)gallery_visit(tighten, &all);
  assert_true(all.solved > 150);
  assert_int_equal(all.outside, 0);
  assert_int_equal(all.miscounted, 0);
  assert_int_equal(all.loose, 0);
}

static void test_every_bound_comes_within_a_tolerance_of_1e_minus_4(void **state)
{
  (void)state;
  check_tolerance(1e-4);
}

static void test_every_bound_comes_within_a_tolerance_of_1e_minus_8(void **state)
{
  (void)state;
  check_tolerance(1e-8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_f5_bounds_with_two_modes_are_those_of_the_theory),
      cmocka_unit_test(test_f5_bounds_shrink_with_modes_and_geometrically_with_the_order),
      cmocka_unit_test(test_bounds_with_few_modes_enclose_the_exact_frequencies_of_every_problem),
      cmocka_unit_test(test_every_bound_comes_within_a_tolerance_of_1e_minus_4),
      cmocka_unit_test(test_every_bound_comes_within_a_tolerance_of_1e_minus_8),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
