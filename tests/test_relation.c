/* SPDX-License-Identifier: BSD-3-Clause */
/* End relations of uniform segments: references, limits, and the count of natural frequencies from the segments
 * alone. */
#include "close.h"
#include "parts/line/line.h"
#include "relation_reference.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/** The same with the name of the case. */
static void assert_case(double value, double expected, double atol, const char *name)
{
  if (!close_is(value, expected, 0, atol)) {
    fail_msg("%s: %.17g is not %.17g", name, value, expected);
  }
}

static hol_relation segment_of(const hol_line *line, double h, double lambda)
{
  hol_relation relation;
  assert_int_equal(hol_line_relation(line, h, lambda, HOL_FORM_ANY, true, &relation), HOL_OK);
  return relation;
}

/* ---- references ----------------------------------------------------------------------------------------------- */

static void compare_entries(const struct segment_reference *r, const hol_relation *s)
{
  size_t q = s->form == HOL_FORM_PINNED_PINNED ? 4 : 5;
  const size_t at[10][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {0, q}, {1, 2}, {1, q}, {2, 2}, {2, q}, {q, q}};
  for (size_t i = 0; i < 10; i++) {
    size_t a = at[i][0], b = at[i][1];
    double scale = sqrt(fabs(s->S[a][a] * s->S[b][b])), dscale = sqrt(fabs(s->dS[a][a] * s->dS[b][b]));
    assert_case(s->S[a][b], r->entry[i], 1e-13 * fmax(scale, fabs(r->entry[i])), r->name);
    assert_case(s->dS[a][b], r->derivative[i], 2e-13 * fmax(dscale, fabs(r->derivative[i])), r->name);
    assert_true(s->S[a][b] == s->S[b][a]);
    assert_true(s->dS[a][b] == s->dS[b][a]);
  }
}

static void test_segment_entries_and_fields_equal_references(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof segment_references / sizeof segment_references[0]; i++) {
    const struct segment_reference *r = &segment_references[i];
    hol_relation s = segment_of(&r->line, r->line.length, r->lambda);
    assert_int_equal(s.form, r->form);
    assert_int_equal(s.count, r->count);
    compare_entries(r, &s);
    for (int order = 0; order < 3; order++) {
      double field = hol_relation_at(&r->line, &s, r->v, 0.375 * r->line.length, order);
      assert_case(field, r->field[order], 1e-12 * fmax(fabs(r->field[order]), 1), r->name);
    }
  }
}

static void test_segment_without_derivative_leaves_it_zero(void **state)
{
  (void)state;
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1};
  hol_relation with = segment_of(&line, 1, 50), without;
  assert_int_equal(hol_line_relation(&line, 1, 50, HOL_FORM_ANY, false, &without), HOL_OK);
  assert_memory_equal(with.S, without.S, sizeof with.S);
  for (size_t i = 0; i < 6; i++) {
    assert_true(without.dS[i][0] == 0);
    assert_true(without.dS[i][5] == 0);
  }
}

/* ---- dynamic stiffness ---------------------------------------------------------------------------------------- */

/** Eliminate the multipliers: K over (w₁, ψ₁, w₂, ψ₂). */
static void eliminate(const hol_relation *s, double K[4][4])
{
  double a = s->S[0][0], b = s->S[0][1], c = s->S[1][1], determinant = a * c - b * b;
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 4; j++) {
      double p0 = s->S[0][2 + i], p1 = s->S[1][2 + i], q0 = s->S[0][2 + j], q1 = s->S[1][2 + j];
      K[i][j] = s->S[2 + i][2 + j] - (p0 * (c * q0 - b * q1) + p1 * (a * q1 - b * q0)) / determinant;
    }
  }
}

static void test_segment_equals_textbook_dynamic_stiffness(void **state)
{
  (void)state;
  const double table[] = {0.7, 1.5, 2.5, 3.1, 3.3, 4.5, 6.2, 8, 9.5};
  hol_line line = {.motion = HOL_BENDING_Y, .length = 2, .stiffness = 3, .mass = 5};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    double b = table[i], k = b / 2, EI = 3, K[4][4];
    hol_relation s = segment_of(&line, 2, pow(k, 4) * EI / 5);
    eliminate(&s, K);
    double c = cos(b), n = sin(b), C = cosh(b), N = sinh(b), D = 1 - c * C; /* Kolousek's functions */
    assert_near(K[0][0], EI * k * k * k * (c * N + n * C) / D, 1e-9 * fabs(K[0][0]));
    assert_near(K[0][1], EI * k * k * n * N / D, 1e-9 * fabs(K[0][1]));
    assert_near(K[0][2], -EI * k * k * k * (n + N) / D, 1e-9 * fabs(K[0][2]));
    assert_near(K[0][3], EI * k * k * (C - c) / D, 1e-9 * fabs(K[0][3]));
    assert_near(K[1][1], EI * k * (n * C - c * N) / D, 1e-9 * fabs(K[1][1]));
    assert_near(K[1][3], EI * k * (N - n) / D, 1e-9 * fabs(K[1][3]));
    assert_near(K[2][2], K[0][0], 1e-9 * fabs(K[0][0]));
    assert_near(K[2][3], -K[0][1], 1e-9 * fabs(K[0][1]));
  }
}

static void test_segment_at_low_frequency_is_static_stiffness_and_consistent_mass(void **state)
{
  (void)state;
  hol_line line = {.motion = HOL_BENDING_Z, .length = 2, .stiffness = 3, .mass = 5};
  double h = 2, EI = 3, m = 5, lambda = 1e-5, K[4][4];
  const double stiff[4][4] = {{12, 6 * 2, -12, 6 * 2}, {12, 16, -12, 8}, {-12, -12, 12, -12}, {12, 8, -12, 16}};
  const double mass[4][4] = {{156, 44, 54, -26}, {44, 16, 26, -12}, {54, 26, 156, -44}, {-26, -12, -44, 16}};
  hol_relation s = segment_of(&line, h, lambda);
  eliminate(&s, K);
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 4; j++) {
      double expected = EI / 8 * stiff[i][j] - lambda * m * h / 420 * mass[i][j];
      assert_near(K[i][j], expected, 1e-10); /* what is left is of order λ² */
    }
  }
}

static void test_segment_stiff_and_massless_ones_have_small_entries(void **state)
{
  (void)state;
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1e30, .mass = 2};
  hol_relation s = segment_of(&line, 0.5, 300);
  for (size_t i = 0; i < 6; i++) {
    for (size_t j = 0; j < 6; j++) {
      assert_true(fabs(s.S[i][j]) < 101); /* λmh/3 and 1/h */
    }
  }
  assert_near(s.S[0][0], -0.5 / 3e30, 1e-45);
  line.motion = HOL_AXIAL;
  s = segment_of(&line, 0.5, 300);
  assert_near(s.S[0][0], -0.5e-30, 1e-45);
  assert_near(s.S[0][1], -1, 1e-15);
  assert_near(s.S[1][1], -300, 1e-12);
  line.mass = 0;
  s = segment_of(&line, 0.5, 300);
  assert_true(s.S[1][1] == 0);
  assert_true(s.S[0][1] == -1);
  assert_true(s.count == 0);
}

static void test_segment_long_ones_neither_overflow_nor_lose_digits(void **state)
{
  (void)state;
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1};
  for (double b = 6.9; b < 1.1e4; b *= 1.37) {
    double lambda = b * b * b * b, k = sqrt(sqrt(lambda));
    hol_relation s = segment_of(&line, 1, lambda);
    double rounding = 1e-15 * (1 + b) * 20;
    if (s.form == HOL_FORM_PINNED_PINNED) {
      double coth = 1 / tanh(k), csch = 1 / sinh(fmin(k, 700));
      assert_near(s.S[0][0], -(coth - 1 / tan(k)) / (2 * k), rounding / k);
      assert_near(s.S[0][1], -(csch - 1 / sin(k)) / (2 * k), rounding / k);
      assert_near(s.S[2][2], k * k * k / 2 * (1 / tan(k) - coth), rounding * k * k * k);
    } else {
      assert_near(s.S[0][0], -(tan(k) + tanh(k)) / (2 * k), rounding / k);
      assert_near(s.S[1][1], -(tan(k) - tanh(k)) / (2 * k * k * k), rounding / (k * k * k));
      assert_near(s.S[2][2], -k * k * k / 2 * (tan(k) + tanh(k)), rounding * k * k * k);
    }
    const double v[6] = {1, 1, 1, 1, 1, 1};
    for (double x = 0; x <= 1; x += 0.125) {
      assert_true(isfinite(hol_relation_at(&line, &s, v, x, 0)));
      assert_true(isfinite(hol_relation_at(&line, &s, v, x, 1)));
    }
  }
}

static void test_segment_forms_keep_clear_of_their_poles(void **state)
{
  (void)state;
  hol_line beam = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1}, bar = beam;
  bar.motion = HOL_AXIAL;
  for (double b = 0.1; b < 100; b += 0.0123) {
    hol_relation rod = segment_of(&bar, 1, b * b), bent = segment_of(&beam, 1, pow(b, 4));
    for (size_t i = 0; i < 3; i++) {
      assert_true(fabs(rod.S[i][i]) <= 1.0001 * fmax(b, 1 / b));
    }
    assert_true(fabs(bent.S[0][0]) <= 1.3 / fmax(b, 1));
    assert_true(fabs(bent.S[2][2]) <= 1.3 * b * b * b);
  }
}

/* ---- counting ------------------------------------------------------------------------------------------------- */

/** A chain of segments of one line with some end ports held; S of the chain is assembled dense. */
enum { CHAIN_MAX = 40 };
typedef struct chain {
  const hol_line *line;
  bool held[2][2]; /**< [end][w or u, ψ] */
  double lambda;
  size_t n, orders, mu, count;
  size_t before[2]; /**< unknowns of the last node, or SIZE_MAX where held */
  double S[CHAIN_MAX][CHAIN_MAX];
} chain;

static void chain_node(chain *c, const bool held[2])
{
  for (size_t i = 0; i < c->orders; i++) {
    c->before[i] = held[i] ? SIZE_MAX : c->n++;
  }
}

/** Append a segment; where no form will do, two unequal ones. */
static void chain_segment(chain *c, double h, const bool held_after[2])
{
  static const bool loose[2] = {false, false};
  hol_relation s;
  if (hol_line_relation(c->line, h, c->lambda, HOL_FORM_ANY, false, &s) == HOL_NUMERICAL) {
    assert_true(h > 1e-3 * c->line->length);
    chain_segment(c, 0.4142 * h, loose);
    chain_segment(c, h - 0.4142 * h, held_after);
    return;
  }
  size_t unknown[HOL_RELATION_MAX], n = s.n_mu + s.n_ports;
  for (size_t i = 0; i < s.n_mu; i++) {
    unknown[i] = c->n++;
  }
  memcpy(unknown + s.n_mu, c->before, c->orders * sizeof *unknown);
  chain_node(c, held_after);
  memcpy(unknown + s.n_mu + c->orders, c->before, c->orders * sizeof *unknown);
  assert_true(c->n <= CHAIN_MAX);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      if (unknown[i] != SIZE_MAX && unknown[j] != SIZE_MAX) {
        c->S[unknown[i]][unknown[j]] += s.S[i][j];
      }
    }
  }
  c->mu += s.n_mu;
  c->count += s.count;
}

/** Negative eigenvalues, after scaling rows and columns to unit size: the unknowns have different dimensions. */
static size_t negative_eigenvalues(chain *c)
{
  double A[CHAIN_MAX * CHAIN_MAX], scale[CHAIN_MAX], w[CHAIN_MAX];
  size_t n = c->n, negative = 0;
  for (int round = 0; round < 8; round++) {
    for (size_t i = 0; i < n; i++) {
      double largest = 0;
      for (size_t j = 0; j < n; j++) {
        largest = fmax(largest, fabs(c->S[i][j]));
      }
      scale[i] = largest > 0 ? 1 / sqrt(largest) : 1;
    }
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        c->S[i][j] *= scale[i] * scale[j];
      }
    }
  }
  for (size_t i = 0; i < n; i++) {
    memcpy(A + i * n, c->S[i], n * sizeof *A);
  }
  assert_int_equal(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'U', (lapack_int)n, A, (lapack_int)n, w), 0);
  for (size_t i = 0; i < n; i++) {
    negative += w[i] < 0;
  }
  return negative;
}

/** Natural frequencies below λ of the line with its ends held as given, cut into segments. */
static size_t count_below(const hol_line *line, const bool held[2][2], double lambda, size_t cuts, const double *cut)
{
  static const bool loose[2] = {false, false};
  chain c = {.line = line, .lambda = lambda, .orders = line->motion >= HOL_BENDING_Y ? 2 : 1};
  double from = 0;
  chain_node(&c, held[0]);
  for (size_t i = 0; i < cuts; i++) {
    chain_segment(&c, cut[i] * line->length - from, loose);
    from = cut[i] * line->length;
  }
  chain_segment(&c, line->length - from, held[1]);
  size_t negative = c.n > 0 ? negative_eigenvalues(&c) : 0;
  return c.count + negative - c.mu;
}

/** λ of the n-th natural frequency by bisection on the count. */
static double root_of(const hol_line *line, const bool held[2][2], size_t n, double low, double high)
{
  assert_true(count_below(line, held, high, 0, NULL) >= n);
  for (int i = 0; i < 100 && high - low > 1e-15 * high; i++) {
    double middle = low + (high - low) / 2;
    if (count_below(line, held, middle, 0, NULL) >= n) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low + (high - low) / 2;
}

static double clamped_equation(double b)
{
  return cos(b) - 1 / cosh(b);
}

static double cantilever_equation(double b)
{
  return cos(b) + 1 / cosh(b);
}

static double propped_equation(double b)
{
  return sin(b) - tanh(b) * cos(b);
}

static double pinned_equation(double b)
{
  return sin(b);
}

static double solve(double (*equation)(double), double low, double high)
{
  bool rising = equation(low) < 0;
  assert_true(equation(low) * equation(high) < 0);
  for (int i = 0; i < 80; i++) {
    double middle = (low + high) / 2;
    if ((equation(middle) < 0) == rising) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

static void test_roots_of_uniform_beams_are_the_classical_ones(void **state)
{
  (void)state;
  const struct {
    bool held[2][2];
    size_t rigid;
    double (*equation)(double);
    double shift; /* the n-th root lies near (n + shift) π */
  } table[] = {{{{true, true}, {true, true}}, 0, clamped_equation, 0.5},
               {{{false, false}, {false, false}}, 2, clamped_equation, 0.5},
               {{{true, true}, {false, false}}, 0, cantilever_equation, -0.5},
               {{{true, true}, {true, false}}, 0, propped_equation, 0.25},
               {{{false, false}, {true, false}}, 1, propped_equation, 0.25},
               {{{true, false}, {true, false}}, 0, pinned_equation, 0}};
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    assert_int_equal(count_below(&line, table[i].held, 1e-9, 0, NULL), table[i].rigid);
    for (size_t n = 1; n <= 20; n++) {
      double about = ((double)n + table[i].shift) * pi;
      double beta = solve(table[i].equation, about - 0.4, about + 0.4);
      double found = root_of(&line, table[i].held, n + table[i].rigid, 0, pow(about + 0.5, 4));
      assert_near(sqrt(sqrt(found)), beta, 1e-12 * beta);
    }
  }
}

static void test_roots_of_rods_are_the_classical_ones(void **state)
{
  (void)state;
  const bool free_ends[2][2] = {{false}, {false}}, fixed[2][2] = {{true}, {true}}, mixed[2][2] = {{true}, {false}};
  hol_line line = {.motion = HOL_TORSION, .length = 2, .stiffness = 8, .mass = 2};
  assert_int_equal(count_below(&line, free_ends, 1e-12, 0, NULL), 1);
  assert_int_equal(count_below(&line, free_ends, -1e-12, 0, NULL), 0);
  for (size_t n = 1; n <= 20; n++) {
    double whole = pow((double)n * pi, 2), half = pow(((double)n - 0.5) * pi, 2), top = pow((double)n + 1, 2) * 10;
    assert_near(root_of(&line, free_ends, n + 1, 0, top), whole, 1e-12 * whole);
    assert_near(root_of(&line, fixed, n, 0, top), whole, 1e-12 * whole);
    assert_near(root_of(&line, mixed, n, 0, top), half, 1e-12 * half);
  }
  line.foundation = 5;
  assert_int_equal(count_below(&line, free_ends, 2.4999999, 0, NULL), 0);
  assert_int_equal(count_below(&line, free_ends, 2.5000001, 0, NULL), 1);
}

/** Pinned ends: w = W sin qx, ψ = Ψ cos qx, q = nπ/l, give a quadratic in λ for each n, and λ = kGA/r for n = 0. */
static size_t pinned_timoshenko_count(const hol_line *p, double lambda)
{
  size_t count = lambda > p->shear / p->rotary ? 1 : 0;
  for (size_t n = 1; n < 400; n++) {
    double q = (double)n * pi / p->length;
    double A = (p->shear + p->tension) * q * q + p->foundation, B = p->stiffness * q * q + p->shear;
    double trace = A / p->mass + B / p->rotary, product = (A * B - p->shear * p->shear * q * q) / (p->mass * p->rotary);
    double high = (trace + sqrt(trace * trace - 4 * product)) / 2;
    count += (size_t)(lambda > high) + (size_t)(lambda > product / high);
  }
  return count;
}

static void test_counts_of_pinned_timoshenko_beams_equal_closed_forms(void **state)
{
  (void)state;
  const bool pinned[2][2] = {{true, false}, {true, false}};
  const hol_line table[] = {
      {HOL_BENDING_Z, 1, 1, 1, 0.01, 100, 0, 0, {HOL_END_FREE, HOL_END_FREE}, 0},
      {HOL_BENDING_Z, 2, 3, 1, 0.05, 40, 0, 0, {HOL_END_FREE, HOL_END_FREE}, 0},
      {HOL_BENDING_Z, 1, 1, 1, 0.01, 100, 30, 50, {HOL_END_FREE, HOL_END_FREE}, 0},
      {HOL_BENDING_Z, 1, 1, 1, 0.01, 100, -30, 20, {HOL_END_FREE, HOL_END_FREE}, 0},
      {HOL_BENDING_Z, 1, 1, 1, 0.01, 100, 0, 2e4, {HOL_END_FREE, HOL_END_FREE}, 0},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    for (double lambda = -700; lambda < 4e5; lambda += 3 + fabs(lambda) * 0.0137) {
      assert_int_equal(count_below(&table[i], pinned, lambda, 0, NULL), pinned_timoshenko_count(&table[i], lambda));
    }
  }
}

static void test_roots_of_pinned_timoshenko_beam_equal_closed_form_beyond_the_cutoff(void **state)
{
  (void)state;
  const bool pinned[2][2] = {{true, false}, {true, false}};
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1, .rotary = 0.01, .shear = 100};
  double cutoff = 1e4;
  size_t below = pinned_timoshenko_count(&line, cutoff * (1 - 1e-9));
  assert_near(root_of(&line, pinned, below + 1, 0, 2e4), cutoff, 1e-11 * cutoff);
  for (size_t n = 1; n <= 30; n++) {
    double low = 0, high = 1e6;
    for (int i = 0; i < 80; i++) {
      double middle = (low + high) / 2;
      *(pinned_timoshenko_count(&line, middle) >= n ? &high : &low) = middle;
    }
    assert_near(root_of(&line, pinned, n, 0, 1e6), high, 1e-11 * high);
  }
}

/* ---- whatever the line ---------------------------------------------------------------------------------------- */

static const hol_line assorted[] = {
    {HOL_BENDING_Z, 1, 1, 1, 0, 0, 0, 0, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 1, 0.01, 0, 0, 0, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 1, 0.01, 0, 20, 100, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 1, 0, 0, -60, 0, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 1, 0, 0, -60, 700, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 1, 0.01, 100, 0, 0, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 1, 0.02, 60, -25, 300, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 1, 0, 30, 5, 0, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_BENDING_Z, 1, 1, 0, 0, 30, 5, 10, {HOL_END_FREE, HOL_END_FREE}, 0},
    {HOL_AXIAL, 1, 1, 1, 0, 0, 0, 30, {HOL_END_FREE, HOL_END_FREE}, 0},
};

static void test_counts_do_not_depend_on_where_the_line_is_cut_and_never_fall(void **state)
{
  (void)state;
  const double cut[] = {0.137, 0.61};
  const bool held[][2][2] = {{{false, false}, {false, false}},
                             {{true, true}, {true, true}},
                             {{true, true}, {false, false}},
                             {{true, false}, {false, true}}};
  for (size_t i = 0; i < sizeof assorted / sizeof assorted[0]; i++) {
    for (size_t j = 0; j < sizeof held / sizeof held[0]; j++) {
      size_t last = 0;
      for (double lambda = -1234; lambda < 2e5; lambda += 7.31 + fabs(lambda) * 0.0731) {
        size_t whole = count_below(&assorted[i], held[j], lambda, 0, NULL);
        assert_int_equal(whole, count_below(&assorted[i], held[j], lambda, 1, cut));
        assert_int_equal(whole, count_below(&assorted[i], held[j], lambda, 2, cut));
        assert_true(whole >= last);
        last = whole;
      }
    }
  }
}

static void test_segment_below_all_frequencies_is_definite(void **state)
{
  (void)state;
  const bool loose[2][2] = {{false, false}, {false, false}};
  for (size_t i = 0; i < sizeof assorted / sizeof assorted[0]; i++) {
    for (double lambda = -1e-3; assorted[i].tension >= 0 && lambda > -1e10; lambda *= 3.7) {
      hol_relation s = segment_of(&assorted[i], 1, lambda);
      assert_int_equal(s.count, 0);
      assert_int_equal(count_below(&assorted[i], loose, lambda, 0, NULL), 0);
    }
  }
  for (double lambda = -1; lambda > -1e9; lambda *= 1.9) { /* two equal decaying waves: shear and bending as fast */
    hol_line even = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1, .rotary = 0.4, .shear = 2.4};
    assert_int_equal(count_below(&even, loose, lambda, 0, NULL), 0);
  }
  hol_line column = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1};
  const bool pinned[2][2] = {{true, false}, {true, false}};
  column.tension = -pi * pi * 0.9999999;
  assert_int_equal(count_below(&column, pinned, 0, 0, NULL), 0);
  column.tension = -pi * pi * 1.0000001;
  assert_int_equal(count_below(&column, pinned, 0, 0, NULL), 1); /* Euler's load */
}

/** From multipliers and held ports fill in the other ports, so that v is a motion; returns their places. */
static void complete_motion(const hol_relation *s, double *v, size_t other[2])
{
  bool bending = s->n_ports == 4;
  other[0] = bending ? 3 : s->n_mu == 1 ? 2 : SIZE_MAX;
  other[1] = bending ? (s->form == HOL_FORM_PINNED_PINNED ? 5 : 4) : SIZE_MAX;
  for (size_t i = 0; i < s->n_mu; i++) {
    v[other[i]] = 0;
  }
  for (size_t i = 0; i < s->n_mu; i++) {
    double sum = 0;
    for (size_t j = 0; j < s->n_mu + s->n_ports; j++) {
      sum += j == other[i] ? 0 : s->S[i][j] * v[j];
    }
    v[other[i]] = -sum;
  }
}

static void test_field_meets_the_ports_and_its_own_derivatives(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof assorted / sizeof assorted[0]; i++) {
    const hol_line *line = &assorted[i];
    for (double lambda = -300; lambda < 3e4; lambda += 11 + fabs(lambda) * 0.17) {
      hol_relation s;
      double v[HOL_RELATION_MAX] = {0.3, -0.2, 0.5, 0, 0.7, 0.4};
      size_t other[2];
      if (hol_line_relation(line, 0.8, lambda, HOL_FORM_ANY, false, &s) != HOL_OK) {
        continue;
      }
      complete_motion(&s, v, other);
      const double *port = v + s.n_mu;
      int orders = s.n_ports == 4 ? 2 : 1;
      for (int end = 0; end < 2; end++) {
        for (int order = 0; order < orders; order++) {
          double expected = port[end * orders + order];
          assert_near(hol_relation_at(line, &s, v, 0.8 * end, order), expected, 1e-11 * fmax(1, fabs(expected)));
        }
      }
      double step = 1e-4, a = hol_relation_at(line, &s, v, 0.3 - step, 1),
             b = hol_relation_at(line, &s, v, 0.3 + step, 1);
      double bend = hol_relation_at(line, &s, v, 0.3, 2);
      assert_near((b - a) / (2 * step), bend, 1e-4 * fmax(1, fabs(bend)));
      if (line->shear == 0) {
        a = hol_relation_at(line, &s, v, 0.3 - step, 0);
        b = hol_relation_at(line, &s, v, 0.3 + step, 0);
        double slope = hol_relation_at(line, &s, v, 0.3, 1);
        assert_near((b - a) / (2 * step), slope, 1e-4 * fmax(1, fabs(slope)));
      }
    }
  }
}

static void test_segment_refuses_what_it_cannot_do(void **state)
{
  (void)state;
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1, .shear = 10, .tension = -10};
  hol_relation s = {.count = 77};
  assert_int_equal(hol_line_relation(&line, 1, 5, HOL_FORM_ANY, true, &s), HOL_NUMERICAL); /* buckles in shear */
  line.tension = 0;
  assert_int_equal(hol_line_relation(&line, 1, (double)INFINITY, HOL_FORM_ANY, true, &s), HOL_NUMERICAL);
  assert_int_equal(hol_line_relation(&line, 1, (double)NAN, HOL_FORM_ANY, true, &s), HOL_NUMERICAL);
  assert_int_equal(hol_line_relation(&line, 0, 5, HOL_FORM_ANY, true, &s), HOL_NUMERICAL);
  line.stiffness = 0;
  assert_int_equal(hol_line_relation(&line, 1, 5, HOL_FORM_ANY, true, &s), HOL_NUMERICAL);
  line = (hol_line){.motion = HOL_AXIAL, .length = 1, .stiffness = 1e-300, .mass = 1e300};
  assert_int_equal(hol_line_relation(&line, 1, 5, HOL_FORM_ANY, true, &s), HOL_NUMERICAL);
  assert_int_equal(s.count, 77); /* untouched */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_segment_entries_and_fields_equal_references),
      cmocka_unit_test(test_segment_without_derivative_leaves_it_zero),
      cmocka_unit_test(test_segment_equals_textbook_dynamic_stiffness),
      cmocka_unit_test(test_segment_at_low_frequency_is_static_stiffness_and_consistent_mass),
      cmocka_unit_test(test_segment_stiff_and_massless_ones_have_small_entries),
      cmocka_unit_test(test_segment_long_ones_neither_overflow_nor_lose_digits),
      cmocka_unit_test(test_segment_forms_keep_clear_of_their_poles),
      cmocka_unit_test(test_roots_of_uniform_beams_are_the_classical_ones),
      cmocka_unit_test(test_roots_of_rods_are_the_classical_ones),
      cmocka_unit_test(test_counts_of_pinned_timoshenko_beams_equal_closed_forms),
      cmocka_unit_test(test_roots_of_pinned_timoshenko_beam_equal_closed_form_beyond_the_cutoff),
      cmocka_unit_test(test_counts_do_not_depend_on_where_the_line_is_cut_and_never_fall),
      cmocka_unit_test(test_segment_below_all_frequencies_is_definite),
      cmocka_unit_test(test_field_meets_the_ports_and_its_own_derivatives),
      cmocka_unit_test(test_segment_refuses_what_it_cannot_do),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
