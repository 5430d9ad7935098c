/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures hard on the arithmetic: ratios of 1e-12 to 1e12, nearly repeated frequencies, exact multiplicities, parts
   that resonate with the whole, dependent constraints, mechanisms. Wherever the bracket claims nine digits they are
   right, and no reference is ever outside its bracket. */
#include "extremes_reference.h"
#include "dice.h"
#include "solved.h"

#include <lapacke.h>

#include <float.h>
#include <stdlib.h>

/* ---- judging ---- */

/** What was seen over many solutions. */
typedef struct seen {
  size_t frequencies, wrong;
  size_t wide;         /**< brackets that do not claim nine digits */
  double error, width; /**< largest relative error; widest relative bracket */
} seen;

/** One frequency against its reference, itself right to `doubt` (relative): inside the bracket always, and to 1e-9
 *  where the bracket is that narrow. */
static void judge_mode(seen *all, const char *what, const hol_mode *mode, double reference, double doubt)
{
  double error = fabs(mode->omega - reference) / reference, width = (mode->upper - mode->lower) / reference;
  bool claimed = width <= 1e-9;
  all->frequencies++;
  all->wide += !claimed;
  all->error = fmax(all->error, error);
  all->width = fmax(all->width, width);
  if (!(mode->lower <= reference * (1 + doubt) && reference * (1 - doubt) <= mode->upper) ||
      (claimed && error > 1e-9)) {
    print_error("%s: mode %zu: %.17g in %.17g .. %.17g, reference %.17g (relative %.2g)\n", what, mode->number,
                mode->omega, mode->lower, mode->upper, reference, error);
    all->wrong++;
  }
}

/** The whole list: `rigid` zeros, then the references, rising. */
static void judge(seen *all, const char *what, const solved *s, size_t rigid, const double *reference, size_t count,
                  double doubt)
{
  if (s->status != HOL_OK || !s->result.complete || s->result.rigid_modes != rigid ||
      s->result.mode_count != rigid + count) {
    print_error("%s: %s, %zu modes (%zu rigid), expected %zu (%zu)\n", what, hol_status_text(s->status),
                s->result.mode_count, s->result.rigid_modes, rigid + count, rigid);
    all->wrong++;
    return;
  }
  for (size_t i = 0; i < count; i++) {
    judge_mode(all, what, &s->result.mode[rigid + i], reference[i], doubt);
  }
}

static void conclude(const char *what, const seen *all)
{
  print_message("%s: %zu frequencies, largest error %.1e, widest bracket %.1e, %zu known to fewer than nine digits\n",
                what, all->frequencies, all->error, all->width, all->wide);
  assert_int_equal(all->wrong, 0);
}

/* ---- chains of masses and springs: singular values of a bidiagonal matrix, right to rounding whatever the ratios ----
 */

typedef struct chain {
  size_t n;
  bool is_free;
  double k[40], m[40]; /**< spring i before mass i; k[0] to the ground */
} chain;

static void write_chain(const chain *c, hol_text *text)
{
  hol_text_add(text, "freedoms: [ux]\nparts:\n");
  for (size_t i = 0; i < c->n; i++) {
    hol_text_add(text, "  m%zu: {kind: body, at: [%zu, 0], mass: %.17g}\n", i, i, c->m[i]);
  }
  hol_text_add(text, "joints:\n");
  for (size_t i = c->is_free ? 1 : 0; i < c->n; i++) {
    if (i == 0) {
      hol_text_add(text, "  - {spring: m0, freedom: ux, stiffness: %.17g}\n", c->k[0]);
    } else {
      hol_text_add(text, "  - {spring: [m%zu, m%zu], freedom: ux, stiffness: %.17g}\n", i - 1, i, c->k[i]);
    }
  }
  hol_text_add(text, "analysis: {frequencies: {count: %zu}}\noutput: {shapes: none}\n", c->n);
}

/** BᵀB is the dynamical matrix for the bidiagonal B with the entries √(k_i/m_i) and √(k_i/m_{i−1}) (their signs do not
 *  matter). The spring to the ground is its first row; a free chain has none, and a column more than rows: that one is
 *  turned away from below. dbdsqr finds all singular values to high relative accuracy [Demmel & Kahan 1990]. */
static void chain_reference(const chain *c, double *omega)
{
  size_t n = c->n - (c->is_free ? 1 : 0);
  double d[40], e[40], nothing[1] = {0};
  for (size_t i = 0; i < n; i++) {
    size_t s = c->is_free ? i + 1 : i;
    d[i] = c->is_free ? sqrt(c->k[s] / c->m[s - 1]) : sqrt(c->k[s] / c->m[s]);
    e[i] = c->is_free ? sqrt(c->k[s] / c->m[s]) : i + 1 < n ? sqrt(c->k[s + 1] / c->m[s]) : 0;
  }
  if (c->is_free) {
    double bulge = e[n - 1];
    for (size_t i = n; i-- > 0;) {
      double r = hypot(d[i], bulge), cosine = d[i] / r, sine = bulge / r;
      d[i] = r;
      bulge = i > 0 ? sine * e[i - 1] : 0;
      if (i > 0) {
        e[i - 1] *= cosine;
      }
    }
  }
  assert_int_equal(LAPACKE_dbdsqr(LAPACK_COL_MAJOR, c->is_free ? 'U' : 'L', (lapack_int)n, 0, 0, 0, d, e, nothing, 1,
                                  nothing, 1, nothing, 1),
                   0);
  for (size_t i = 0; i < n; i++) {
    omega[i] = d[n - 1 - i];
  }
}

static void judge_chain(seen *all, solved *s, const chain *c, const char *what)
{
  double omega[40];
  hol_text text = {0};
  size_t before = all->wrong;
  write_chain(c, &text);
  (void)solve_words(s, &text);
  chain_reference(c, omega);
  judge(all, what, s, c->is_free ? 1 : 0, omega, c->n - (c->is_free ? 1 : 0), 1e-13);
  if (all->wrong > before) {
    print_error("%s\n", text.data);
  }
  hol_text_clear(&text);
}

static void check_chains(bool is_free, double decades)
{
  solved s = {0};
  seen all = {0};
  uint64_t state = is_free ? 11 : 7;
  for (size_t trial = 0; trial < 120; trial++) {
    chain c = {.n = 2 + trial % 29, .is_free = is_free};
    for (size_t i = 0; i < c.n; i++) {
      c.k[i] = pow(10, decades * (dice_uniform(&state, 0, 1) - 0.5));
      c.m[i] = pow(10, decades * (dice_uniform(&state, 0, 1) - 0.5));
    }
    char what[64];
    (void)snprintf(what, sizeof what, "%s chain %zu", is_free ? "free" : "held", trial);
    judge_chain(&all, &s, &c, what);
  }
  conclude(is_free ? "free chains" : "held chains", &all);
  forget(&s);
}

static void test_held_chains_with_ratios_to_1e24_have_no_wrong_digit(void **state)
{
  (void)state;
  check_chains(false, 24);
}

static void test_free_chains_with_ratios_to_1e24_have_no_wrong_digit(void **state)
{
  (void)state;
  check_chains(true, 24);
}

static void test_two_masses_with_every_pair_of_ratios_have_no_wrong_digit(void **state)
{
  (void)state;
  solved s = {0};
  seen all = {0};
  for (int a = -12; a <= 12; a += 3) {
    for (int b = -12; b <= 12; b += 3) {
      chain c = {.n = 2, .k = {1, pow(10, a)}, .m = {1, pow(10, b)}};
      char what[64];
      (void)snprintf(what, sizeof what, "two masses, stiffness 1e%d, mass 1e%d", a, b);
      judge_chain(&all, &s, &c, what);
    }
  }
  conclude("two masses", &all);
  forget(&s);
}

/* ---- two members in one cantilever ---- */

static void solve_pair(solved *s, const extreme_case *e, bool bending)
{
  hol_text t = {0};
  hol_text_add(&t, "freedoms: [%s]\nparts:\n", bending ? "uy, rz" : "ux");
  hol_text_add(&t, "  first: {kind: %s, from: [0, 0], to: [1, 0], %s: 1, line_mass: 1}\n", bending ? "beam" : "bar",
               bending ? "EI" : "EA");
  hol_text_add(&t, "  second: {kind: %s, from: [1, 0], to: [2, 0], %s: %.17g, line_mass: %.17g}\n",
               bending ? "beam" : "bar", bending ? "EI" : "EA", e->stiffness, e->mass);
  if (e->tip > 0) {
    hol_text_add(&t, "  tip: {kind: body, at: [2, 0], mass: %.17g, inertia: %.17g}\n", e->tip, e->inertia);
  }
  hol_text_add(&t, "joints:\n  - {fix: first.start}\n  - {weld: [first.end, second.start]}\n%s",
               e->tip > 0 ? "  - {weld: [second.end, tip]}\n" : "");
  hol_text_add(&t, "analysis: {frequencies: {count: %d}}\noutput: {shapes: none}\n", EXTREME_MODES);
  (void)solve_words(s, &t);
  hol_text_clear(&t);
}

static void check_pairs(const extreme_case *list, size_t count, bool bending)
{
  solved s = {0};
  seen all = {0};
  for (size_t i = 0; i < count; i++) {
    char what[128];
    (void)snprintf(what, sizeof what, "%s, stiffness %g, line mass %g, tip %g, inertia %g", bending ? "beams" : "bars",
                   list[i].stiffness, list[i].mass, list[i].tip, list[i].inertia);
    solve_pair(&s, &list[i], bending);
    judge(&all, what, &s, 0, list[i].omega, EXTREME_MODES, 1e-15);
  }
  conclude(bending ? "two beams" : "two bars", &all);
  forget(&s);
}

static void test_two_beams_with_ratios_to_1e12_have_no_wrong_digit(void **state)
{
  (void)state;
  check_pairs(extreme_beams, sizeof extreme_beams / sizeof *extreme_beams, true);
}

static void test_two_bars_with_ratios_to_1e12_have_no_wrong_digit(void **state)
{
  (void)state;
  check_pairs(extreme_bars, sizeof extreme_bars / sizeof *extreme_bars, false);
}

/** A massless outer half of stiffness 1e15 against a rigid link of the same length. */
static void test_a_very_stiff_massless_beam_is_a_rigid_link(void **state)
{
  (void)state;
  solved stiff = {0}, link = {0};
  seen all = {0};
  static const char *const common =
      "parts:\n  first: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 1e4, line_mass: 1}\n"
      "  tip: {kind: body, at: [2, 1], mass: 0.5, inertia: 0.1}\n%s"
      "joints:\n  - {fix: first.start}\n%s"
      "analysis: {frequencies: {count: 6}}\n";
  assert_int_equal(solve_text(&link, common, "", "  - {weld: [first.end, tip]}\n"), HOL_OK);
  assert_int_equal(solve_text(&stiff, common, "  arm: {kind: beam, from: [1, 0], to: [2, 1], EI: 1e15, line_mass: 0}\n",
                              "  - {weld: [first.end, arm.start]}\n  - {weld: [arm.end, tip]}\n"),
                   HOL_OK);
  for (size_t i = 0; i < 6; i++) {
    judge_mode(&all, "stiff arm", &stiff.result.mode[i], omega_of(&link, i + 1), 1e-11);
  }
  conclude("stiff arm", &all);
  forget(&stiff);
  forget(&link);
}

/* ---- nearly repeated frequencies ---- */

/** β of a cantilever whose tip is held by a spring of stiffness c: β³(1 + cosh β cos β) = c (cos β sinh β − sin β cosh
 *  β); near β0 of the free one, by bisection. */
static long double sprung_cantilever(long double c, long double beta0)
{
  long double low = beta0, high = beta0 + 0.5L;
  for (int i = 0; i < 200; i++) {
    const long double b = 0.5L * (low + high);
    const long double f = b * b * b * (1 + coshl(b) * cosl(b)) - c * (cosl(b) * sinhl(b) - sinl(b) * coshl(b));
    const long double start = beta0 < 4 ? 1 : -1; /* 1 + cosh cos falls through the first root, rises through the
                                                     second */
    *(f * start > 0 ? &low : &high) = b;
  }
  return low * low;
}

static void judge_twins(seen *all, double coupling, bool swap)
{
  static const long double beta[] = {1.8751040687119611664453082411L, 4.694091132974174576436391778L};
  solved s = {0};
  hol_status status = solve_text(&s,
                                 "freedoms: [uy, rz]\nparts:\n"
                                 "  upper: {kind: beam, from: [0, 1], to: [1, 1], EI: 1, line_mass: 1}\n"
                                 "  lower: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                                 "joints:\n  - {fix: upper.start}\n  - {fix: lower.start}\n"
                                 "  - {spring: [%s], freedom: uy, stiffness: %.17g}\n"
                                 "analysis: {frequencies: {count: 4}}\n",
                                 swap ? "lower.end, upper.end" : "upper.end, lower.end", coupling);
  assert_int_equal(status, HOL_OK);
  assert_int_equal(s.result.mode_count, 4);
  for (size_t i = 0; i < 4; i++) {
    const hol_mode *mode = &s.result.mode[i];
    const long double alone = beta[i / 2] * beta[i / 2];
    judge_mode(all, "twins", mode, (double)(i % 2 ? sprung_cantilever(2 * (long double)coupling, beta[i / 2]) : alone),
               1e-15);
    /* two single frequencies with brackets apart, or one frequency twice with one bracket */
    const hol_mode *first = &s.result.mode[i - i % 2], *second = first + 1;
    bool split = first->multiplicity == 1 && second->multiplicity == 1 && first->upper <= second->lower;
    bool joined = first->multiplicity == 2 && second->multiplicity == 2;
    all->wrong += !split && !joined;
  }
  print_message("coupling %.0e: frequency 1 %s, %.17g and %.17g\n", coupling,
                s.result.mode[0].multiplicity == 1 ? "split"
                : s.result.mode[0].is_cluster      ? "a cluster"
                                                   : "double",
                s.result.mode[0].omega, s.result.mode[1].omega);
  forget(&s);
}

static void test_two_cantilevers_coupled_ever_more_weakly_are_split_or_bracketed_together(void **state)
{
  (void)state;
  seen all = {0};
  static const double coupling[] = {1e-3, 1e-6, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-18};
  for (size_t i = 0; i < sizeof coupling / sizeof *coupling; i++) {
    judge_twins(&all, coupling[i], i % 2);
  }
  conclude("twins", &all);
}

/* ---- exact multiplicities ---- */

/** Modes first..first + count − 1 are one frequency of this multiplicity. */
static void assert_multiple(const solved *s, size_t first, size_t count, double omega, double rtol)
{
  for (size_t n = first; n < first + count; n++) {
    assert_close(omega_of(s, n), omega, rtol);
    assert_int_equal(s->result.mode[n - 1].multiplicity, count);
    assert_true(s->result.mode[n - 1].lower <= omega * (1 + 1e-15));
    assert_true(omega * (1 - 1e-15) <= s->result.mode[n - 1].upper);
  }
}

static void test_a_square_rod_in_space_has_double_frequencies(void **state)
{
  (void)state;
  solved s = {0};
  hol_status status = solve_text(&s, "parts:\n"
                                     "  rod: {kind: beam, from: [0, 0, 0], to: [1, 2, 3], EA: 1e9, GJ: 1e9, EI_y: 1, "
                                     "EI_z: 1, line_mass: 1, polar_inertia: 1}\n"
                                     "joints:\n  - {fix: rod.start}\n"
                                     "analysis: {frequencies: {count: 5}}\n");
  static const double beta2[] = {3.516015268500151, 22.03449156466677, 61.69721441354910};
  assert_int_equal(status, HOL_OK);
  assert_int_equal(s.result.mode_count, 6); /* never cuts a multiple one */
  for (size_t i = 0; i < 3; i++) {
    assert_multiple(&s, 2 * i + 1, 2, beta2[i] / 14, 1e-13);
  }
  forget(&s);
}

/** A hub of mass M with n equal masses on equal springs, the hub on a spring of its own: n − 1 motions leave the hub at
 *  rest. */
static void solve_star(solved *s, size_t n, size_t count)
{
  hol_text t = {0};
  hol_text_add(&t, "freedoms: [ux]\nparts:\n  hub: {kind: body, at: [0, 0], mass: 3}\n");
  for (size_t i = 0; i < n; i++) {
    hol_text_add(&t, "  m%zu: {kind: body, at: [0, 0], mass: 0.7}\n", i);
  }
  hol_text_add(&t, "joints:\n  - {spring: hub, freedom: ux, stiffness: 1}\n");
  for (size_t i = 0; i < n; i++) {
    hol_text_add(&t, "  - {spring: [hub, m%zu], freedom: ux, stiffness: 1.3}\n", i);
  }
  hol_text_add(&t, "analysis: {frequencies: {count: %zu}}\n", count);
  (void)solve_words(s, &t);
  hol_text_clear(&t);
}

static void test_multiplicities_two_three_and_eleven_are_whole(void **state)
{
  (void)state;
  solved s = {0};
  static const size_t copies[] = {2, 3, 11, 30};
  for (size_t i = 0; i < 4; i++) {
    size_t n = copies[i] + 1;
    solve_star(&s, n, 2);
    assert_int_equal(s.status, HOL_OK);
    assert_int_equal(s.result.mode_count, n); /* the lowest one and the whole of the multiple one */
    assert_int_equal(s.result.mode[0].multiplicity, 1);
    assert_multiple(&s, 2, n - 1, sqrt(1.3 / 0.7), 1e-14);
  }
  forget(&s);
}

/* ---- dependent constraints: closed loops of rigid links ---- */

/** n bodies on a polygon with irrational coordinates, each welded to the next all the way round, on springs to the
 *  ground. */
static void check_loop(size_t n, bool spatial)
{
  solved s = {0};
  hol_text t = {0};
  hol_text_add(&t, "parameters: {turn: 2*pi/%zu}\nparts:\n", n);
  for (size_t i = 0; i < n; i++) {
    hol_text_add(&t, "  b%zu: {kind: body, at: [\"cos(%zu*turn)\", \"sqrt(2)*sin(%zu*turn)\"%s], mass: 0.3}\n", i, i, i,
                 spatial ? i % 2 ? ", sqrt(3)" : ", sqrt(5)" : "");
  }
  hol_text_add(&t, "joints:\n");
  for (size_t i = 0; i < n; i++) {
    hol_text_add(&t, "  - {weld: [b%zu, b%zu]}\n", i, (i + 1) % n);
  }
  for (size_t i = 0; i < 3; i++) {
    hol_text_add(&t, "  - {spring: b%zu, freedom: ux, stiffness: 2}\n  - {spring: b%zu, freedom: uy, stiffness: 2}\n",
                 i, i);
  }
  hol_text_add(&t, "analysis: {frequencies: {count: 6}}\n");
  (void)solve_words(&s, &t);
  hol_text_clear(&t);
  size_t redundant = 0;
  for (size_t i = 0; i < s.result.constraint_count; i++) {
    redundant += s.result.constraint[i].redundant;
    assert_true(!s.result.constraint[i].redundant || s.result.constraint[i].depends_on);
  }
  assert_int_equal(s.status, HOL_OK);
  assert_true(s.result.exhausted);
  assert_int_equal(redundant, spatial ? 6 : 3);
  assert_int_equal(s.result.mode_count, spatial ? 6 : 3);
  assert_int_equal(s.result.rigid_modes, spatial ? 1 : 0);
  forget(&s);
}

static void test_a_closed_loop_of_rigid_links_has_one_weld_too_many(void **state)
{
  (void)state;
  for (size_t n = 3; n <= 13; n++) {
    check_loop(n, false);
    check_loop(n, true);
  }
}

/* ---- mechanisms and free-floating groups ---- */

static void test_a_free_chain_of_hinged_beams_turns_at_every_hinge(void **state)
{
  (void)state;
  solved s = {0};
  for (size_t n = 1; n <= 9; n++) {
    hol_text t = {0};
    hol_text_add(&t, "parts:\n");
    for (size_t i = 0; i < n; i++) {
      hol_text_add(&t, "  b%zu: {kind: beam, from: [%zu, %.3g], to: [%zu, %.3g], EI: 1, EA: 100, line_mass: 1}\n", i, i,
                   0.3 * (double)(i * i % 7), i + 1, 0.3 * (double)((i + 1) * (i + 1) % 7));
    }
    hol_text_add(&t, "%s", n > 1 ? "joints:\n" : "");
    for (size_t i = 0; i + 1 < n; i++) {
      hol_text_add(&t, "  - {hinge: [b%zu.end, b%zu.start]}\n", i, i + 1);
    }
    hol_text_add(&t, "analysis: {frequencies: {count: %zu}}\n", n + 5);
    assert_int_equal(solve_words(&s, &t), HOL_OK);
    assert_int_equal(s.result.rigid_modes, n + 2);
    assert_true(s.result.mode[n + 2].omega > 0.1);
    hol_text_clear(&t);
  }
  forget(&s);
}

static void test_a_closed_hinged_polygon_keeps_its_mechanisms(void **state)
{
  (void)state;
  solved s = {0};
  for (size_t n = 3; n <= 8; n++) {
    hol_text t = {0};
    hol_text_add(&t, "parameters: {turn: 2*pi/%zu}\nparts:\n", n);
    for (size_t i = 0; i < n; i++) {
      hol_text_add(&t,
                   "  b%zu: {kind: beam, from: [\"cos(%zu*turn)\", \"sin(%zu*turn)\"], to: [\"cos(%zu*turn)\", "
                   "\"sin(%zu*turn)\"], EI: 1, line_mass: 1}\n",
                   i, i, i, (i + 1) % n, (i + 1) % n);
    }
    hol_text_add(&t, "joints:\n");
    for (size_t i = 0; i < n; i++) {
      hol_text_add(&t, "  - {hinge: [b%zu.end, b%zu.start]}\n", i, (i + 1) % n);
    }
    hol_text_add(&t, "analysis: {frequencies: {count: %zu}}\n", n + 4);
    assert_int_equal(solve_words(&s, &t), HOL_OK);
    assert_int_equal(s.result.rigid_modes, n); /* 3 n freedoms less 2 n equations */
    hol_text_clear(&t);
  }
  forget(&s);
}

/* ---- copies ---- */

static const char *const groups[] = {
    "    parts:\n"
    "      a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 50, line_mass: 1}\n"
    "      b: {kind: beam, from: [1, 0], to: [1, 1], EI: 1, EA: 50, line_mass: 1}\n"
    "    joints:\n      - {fix: a.start}\n      - {weld: [a.end, b.start]}\n",
    "    parts:\n"
    "      a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
    "      b: {kind: body, at: [0.5, 0], mass: 1}\n"
    "    joints:\n      - {weld: [a@0.5, b]}\n",
    "    parts:\n"
    "      a: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
    "      b: {kind: bar, from: [1, 0], to: [2, 0], EA: 2, line_mass: 3}\n"
    "    joints:\n      - {fix: a.start}\n      - {weld: [a.end, b.start]}\n      - {fix: b.end}\n",
};

static void solve_copies(solved *s, const char *group, size_t n, size_t count)
{
  (void)solve_text(s, "parts:\n  g:\n    repeat: {n: %zu, step: [0, 10]}\n%sanalysis: {frequencies: {count: %zu}}\n", n,
                   group, count);
}

static void test_copies_of_everything_multiply_every_multiplicity(void **state)
{
  (void)state;
  enum { MODES = 8 };
  solved one = {0}, many = {0};
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    solve_copies(&one, groups[g], 1, MODES);
    assert_int_equal(one.status, HOL_OK);
    for (size_t n = 2; n <= 7; n += 5) {
      solve_copies(&many, groups[g], n, n * MODES);
      assert_int_equal(many.status, HOL_OK);
      assert_int_equal(many.result.rigid_modes, n * one.result.rigid_modes);
      assert_int_equal(many.result.mode_count, n * one.result.mode_count);
      for (size_t i = 0; i < n * one.result.mode_count; i++) {
        assert_within(many.result.mode[i].omega, one.result.mode[i / n].omega, 1e-13, 0);
        assert_int_equal(many.result.mode[i].multiplicity, n * one.result.mode[i / n].multiplicity);
      }
    }
  }
  forget(&one);
  forget(&many);
}

/* ---- parts that resonate with the whole ---- */

/** n equal spans: the first frequency is that of a pinned span, also for the structure; all spans clamped: 4.73 for
 *  each, where the free span has a frequency, too. */
static void test_parts_that_resonate_with_the_whole_are_not_missed(void **state)
{
  (void)state;
  solved s = {0};
  for (size_t n = 2; n <= 12; n++) {
    hol_text t = {0};
    hol_text_add(&t, "freedoms: [uy, rz]\nparts:\n");
    for (size_t i = 0; i < n; i++) {
      hol_text_add(&t, "  b%zu: {kind: beam, from: [%zu, 0], to: [%zu, 0], EI: 1, line_mass: 1}\n", i, i, i + 1);
    }
    hol_text_add(&t, "joints:\n  - {pin: b0.start}\n");
    for (size_t i = 0; i < n; i++) {
      hol_text_add(&t, "  - {pin: b%zu.end}\n", i);
      if (i + 1 < n) {
        hol_text_add(&t, "  - {weld: [b%zu.end, b%zu.start]}\n", i, i + 1);
      }
    }
    hol_text_add(&t, "analysis: {frequencies: {count: %zu}}\n", n + 1);
    assert_int_equal(solve_words(&s, &t), HOL_OK);
    assert_close(omega_of(&s, 1), 9.869604401089358, 1e-13);
    assert_close(omega_of(&s, n + 1), 39.47841760435743, 1e-13);
    hol_text_clear(&t);
  }
  forget(&s);
}

/** A mass at a node of component modes: these are there, unchanged, with no reaction - and the others are not
 *  theirs. */
static void test_a_mass_at_nodes_leaves_the_modes_that_have_them(void **state)
{
  (void)state;
  solved s = {0};
  for (size_t d = 2; d <= 6; d++) {
    assert_int_equal(
        solve_text(&s,
                   "freedoms: [uy, rz]\nparts:\n"
                   "  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, ends: pinned-pinned}\n"
                   "  load: {kind: body, at: [1/%zu, 0], mass: 2}\n"
                   "joints:\n  - {hinge: [\"beam@1/%zu\", load]}\n"
                   "analysis: {frequencies: {below: %.17g}}\n",
                   d, d, 1.0001 * pow(2 * 3.14159265358979 * (double)d, 2)),
        HOL_OK);
    size_t free_of_reaction = 0;
    for (size_t i = 0; i < s.result.mode_count; i++) {
      free_of_reaction += s.result.mode[i].reaction_free;
      for (size_t k = 1; k <= 2 && s.result.mode[i].reaction_free; k++) {
        if (fabs(s.result.mode[i].omega / pow((double)(k * d) * 3.14159265358979324, 2) - 1) < 0.01) {
          assert_close(s.result.mode[i].omega, pow((double)(k * d) * 3.14159265358979324, 2), 1e-14);
        }
      }
    }
    assert_int_equal(free_of_reaction, 2);
  }
  forget(&s);
}

/* ---- perturbation ---- */

/** A free square of beams with all its double frequencies, one number of which is changed by a relative `change`. */
static void solve_square(solved *s, size_t which, double change)
{
  double number[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  number[which] += change;
  (void)solve_text(s,
                   "parts:\n"
                   "  s: {kind: beam, from: [0, 0], to: [1, 0], EI: %.17g, EA: 1000, line_mass: %.17g}\n"
                   "  e: {kind: beam, from: [1, 0], to: [1, 1], EI: %.17g, EA: 1000, line_mass: %.17g}\n"
                   "  n: {kind: beam, from: [1, 1], to: [0, 1], EI: %.17g, EA: 1000, line_mass: %.17g}\n"
                   "  w: {kind: beam, from: [0, 1], to: [0, %.17g], EI: %.17g, EA: 1000, line_mass: 1}\n"
                   "joints:\n  - {weld: [s.end, e.start]}\n  - {weld: [e.end, n.start]}\n"
                   "  - {weld: [n.end, w.start]}\n  - {weld: [w.end, s.start]}\n"
                   "analysis: {frequencies: {count: 16}}\n",
                   number[0], number[1], number[2], number[3], number[4], number[5], 1 - number[6], number[7]);
  assert_int_equal(s->status, HOL_OK);
}

static void test_a_change_of_1e_minus_13_moves_no_frequency_out_of_its_bracket_by_more(void **state)
{
  (void)state;
  solved before = {0}, after = {0};
  solve_square(&before, 0, 0);
  for (size_t which = 0; which < 8; which++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      solve_square(&after, which, 1e-13 * sign);
      assert_int_equal(after.result.mode_count, before.result.mode_count);
      assert_int_equal(after.result.rigid_modes, 3);
      for (size_t i = 3; i < before.result.mode_count; i++) {
        const hol_mode *a = &before.result.mode[i], *b = &after.result.mode[i];
        double allowed = 2e-13 * a->omega; /* no frequency depends on these numbers more than linearly, twice over */
        assert_true(a->lower <= b->upper + allowed);
        assert_true(b->lower <= a->upper + allowed);
        assert_near(b->omega, a->omega, (a->upper - a->lower) + (b->upper - b->lower) + allowed);
      }
    }
  }
  forget(&before);
  forget(&after);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_held_chains_with_ratios_to_1e24_have_no_wrong_digit),
      cmocka_unit_test(test_free_chains_with_ratios_to_1e24_have_no_wrong_digit),
      cmocka_unit_test(test_two_masses_with_every_pair_of_ratios_have_no_wrong_digit),
      cmocka_unit_test(test_two_beams_with_ratios_to_1e12_have_no_wrong_digit),
      cmocka_unit_test(test_two_bars_with_ratios_to_1e12_have_no_wrong_digit),
      cmocka_unit_test(test_a_very_stiff_massless_beam_is_a_rigid_link),
      cmocka_unit_test(test_two_cantilevers_coupled_ever_more_weakly_are_split_or_bracketed_together),
      cmocka_unit_test(test_a_square_rod_in_space_has_double_frequencies),
      cmocka_unit_test(test_multiplicities_two_three_and_eleven_are_whole),
      cmocka_unit_test(test_a_closed_loop_of_rigid_links_has_one_weld_too_many),
      cmocka_unit_test(test_a_free_chain_of_hinged_beams_turns_at_every_hinge),
      cmocka_unit_test(test_a_closed_hinged_polygon_keeps_its_mechanisms),
      cmocka_unit_test(test_copies_of_everything_multiply_every_multiplicity),
      cmocka_unit_test(test_parts_that_resonate_with_the_whole_are_not_missed),
      cmocka_unit_test(test_a_mass_at_nodes_leaves_the_modes_that_have_them),
      cmocka_unit_test(test_a_change_of_1e_minus_13_moves_no_frequency_out_of_its_bracket_by_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
