/* SPDX-License-Identifier: BSD-3-Clause */
/* Friction at zero slip against all patterns of sticking and sliding, each solved as a whole system: shared slips,
   slips that constraints hold, limits from reactions. */
#include "close.h"
#include "dice.h"

#include "motion/friction_choice.h"
#include "motion/saddle.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8, ROWS = 4, SLIPS = 5, ALL = N + ROWS + SLIPS };

/** Rows A are independent; D may depend on each other and on A. */
typedef struct problem {
  size_t n, rows, slips;
  double mass[N * N], row[ROWS * N], right[ROWS], load[N];
  double slip[SLIPS * N], slip_right[SLIPS], limit[SLIPS], coefficient[SLIPS];
  size_t at[SLIPS];
} problem;

static double uniform(uint64_t *seed)
{
  return dice_uniform(seed, -1, 1);
}

/** Add `factor` times a row to slip k. */
static void add_row(problem *p, size_t k, double factor, const double *row, double right)
{
  for (size_t j = 0; j < p->n; j++) {
    p->slip[k * p->n + j] += factor * row[j];
  }
  p->slip_right[k] += factor * right;
}

/** One of ten slips is held by constraints, three of ten depend on others or on constraints. */
static void set_slip(problem *p, size_t k, uint64_t *seed)
{
  double row[N], right = uniform(seed), kind = dice_uniform(seed, 0, 1);
  for (size_t j = 0; j < p->n; j++) {
    row[j] = uniform(seed);
  }
  if (kind < 0.1 && p->rows > 0) {
    size_t c = dice_pick(seed, p->rows);
    add_row(p, k, uniform(seed), p->row + c * p->n, p->right[c]);
  } else if (kind < 0.25 && k > 0) {
    size_t c = dice_pick(seed, k);
    add_row(p, k, dice_chance(seed, 0.5) ? 1 : uniform(seed), p->slip + c * p->n, p->slip_right[c]);
  } else if (kind < 0.4 && k > 0 && p->rows > 0) {
    size_t c = dice_pick(seed, k), r = dice_pick(seed, p->rows);
    add_row(p, k, uniform(seed), p->slip + c * p->n, p->slip_right[c]);
    add_row(p, k, uniform(seed), p->row + r * p->n, p->right[r]);
  } else {
    add_row(p, k, 1, row, right);
  }
}

static problem make_problem(uint64_t *seed, bool is_plain, double most_coefficient)
{
  problem p = {.n = 2 + dice_pick(seed, N - 1), .slips = 1 + dice_pick(seed, SLIPS)};
  double g[N * N], a[N];
  p.rows = dice_pick(seed, (p.n < ROWS ? p.n : ROWS));
  p.rows = is_plain && p.rows == 0 ? 1 : p.rows;
  p.slips = is_plain && p.slips > p.n - p.rows ? p.n - p.rows : p.slips; /* else reactions are not unique */
  for (size_t i = 0; i < p.n * p.n; i++) {
    g[i] = uniform(seed);
  }
  for (size_t i = 0; i < p.n; i++) {
    p.load[i] = 3 * uniform(seed);
    a[i] = uniform(seed);
    for (size_t j = 0; j < p.n; j++) {
      p.mass[i * p.n + j] = i == j ? 0.3 : 0;
      for (size_t k = 0; k < p.n; k++) {
        p.mass[i * p.n + j] += g[i * p.n + k] * g[j * p.n + k];
      }
    }
  }
  for (size_t i = 0; i < p.rows * p.n; i++) {
    p.row[i] = uniform(seed);
  }
  for (size_t k = 0; k < p.rows; k++) {
    p.right[k] = 0;
    for (size_t j = 0; j < p.n; j++) {
      p.right[k] += p.row[k * p.n + j] * a[j];
    }
  }
  for (size_t k = 0; k < p.slips; k++) {
    if (is_plain) { /* an acceleration a exists for which all stick */
      double row[N], right = 0;
      for (size_t j = 0; j < p.n; j++) {
        row[j] = uniform(seed);
        right += row[j] * a[j];
      }
      add_row(&p, k, 1, row, right);
    } else {
      set_slip(&p, k, seed);
    }
    p.limit[k] = dice_chance(seed, 0.05) ? 0 : dice_uniform(seed, 0, 2);
    p.coefficient[k] = dice_uniform(seed, 0, most_coefficient);
    p.at[k] = p.rows > 0 ? dice_pick(seed, p.rows) : SIZE_MAX;
  }
  return p;
}

/* ---- what the program does --------------------------------------------------------------------------------------- */

/** The response of a system by its saddle factors. */
typedef struct response {
  hol_saddle saddle;
  hol_friction_choice choice;
  hol_friction_elements elements;
  double w[SLIPS * SLIPS], first[SLIPS], size[SLIPS], length[SLIPS], normal[SLIPS * ROWS], loose[ROWS];
  double free[N], answer[SLIPS][N];
} response;

static void respond(const problem *p, bool has_contacts, response *r)
{
  size_t n = p->n;
  *r = (response){0};
  assert_int_equal(hol_saddle_make(n, p->rows, &r->saddle), HOL_OK);
  assert_int_equal(hol_friction_choice_make(p->slips, &r->choice), HOL_OK);
  assert_int_equal(hol_saddle_choose(&r->saddle, p->rows, p->mass, p->row), HOL_OK);
  assert_int_equal(r->saddle.rank, p->rows);
  assert_int_equal(hol_saddle_factor(&r->saddle, p->mass, p->row, NULL), HOL_OK);
  assert_int_equal(hol_saddle_solve(&r->saddle, p->load, p->right, r->free, r->loose), HOL_OK);
  for (size_t k = 0; k < p->slips; k++) {
    const double *d = p->slip + k * n;
    r->length[k] = hol_saddle_length(&r->saddle, d);
    r->first[k] = -p->slip_right[k];
    r->size[k] = fabs(p->slip_right[k]);
    assert_int_equal(hol_saddle_solve(&r->saddle, d, NULL, r->answer[k], r->normal + k * p->rows), HOL_OK);
    for (size_t j = 0; j < n; j++) {
      r->first[k] += d[j] * r->free[j];
      r->size[k] += fabs(d[j] * r->free[j]);
    }
    for (size_t i = 0; i < p->slips; i++) {
      r->w[i * p->slips + k] = 0;
      for (size_t j = 0; j < n; j++) {
        r->w[i * p->slips + k] += p->slip[i * n + j] * r->answer[k][j];
      }
    }
  }
  r->elements = (hol_friction_elements){.count = p->slips,
                                        .contacts = p->rows,
                                        .w = r->w,
                                        .first = r->first,
                                        .size = r->size,
                                        .length = r->length,
                                        .limit = p->limit,
                                        .at = has_contacts ? p->at : NULL,
                                        .coefficient = p->coefficient,
                                        .loose = r->loose,
                                        .normal = r->normal};
}

static void forget(response *r)
{
  hol_saddle_clear(&r->saddle);
  hol_friction_choice_clear(&r->choice);
}

static void acceleration_of(const problem *p, const response *r, const double *tau, double *a)
{
  memcpy(a, r->free, p->n * sizeof *a);
  for (size_t k = 0; k < p->slips; k++) {
    for (size_t j = 0; j < p->n; j++) {
      a[j] += tau[k] * r->answer[k][j];
    }
  }
}

/* ---- the referee: a pattern as a whole system -------------------------------------------------------------------- */

static void set_pattern(size_t code, size_t slips, int *slide)
{
  for (size_t k = 0; k < slips; k++, code /= 3) {
    slide[k] = (int)(code % 3) - 1;
  }
}

static double slip_acceleration(const problem *p, size_t k, const double *a)
{
  double sum = -p->slip_right[k];
  for (size_t j = 0; j < p->n; j++) {
    sum += p->slip[k * p->n + j] * a[j];
  }
  return sum;
}

/** Unknowns a, lambda, tau: M a = h + A' lambda + D' tau, A a = b; D a = c or tau = -slide limit, limit = mu sign
 *  lambda if signs are given. By least squares. @return does it fulfil all laws? */
static bool try_pattern(const problem *p, const int *slide, const int *sign, double *x)
{
  size_t n = p->n, m = p->rows, all = n + m + p->slips;
  double k[ALL * ALL] = {0}, y[ALL] = {0}, copy[ALL * ALL], singular[ALL];
  for (size_t i = 0; i < n; i++) {
    memcpy(k + i * all, p->mass + i * n, n * sizeof *k);
    for (size_t r = 0; r < m; r++) {
      k[i * all + n + r] = -p->row[r * n + i];
      k[(n + r) * all + i] = p->row[r * n + i];
    }
    for (size_t s = 0; s < p->slips; s++) {
      k[i * all + n + m + s] = -p->slip[s * n + i];
      k[(n + m + s) * all + i] = slide[s] ? 0 : p->slip[s * n + i];
    }
    y[i] = p->load[i];
  }
  memcpy(y + n, p->right, m * sizeof *y);
  for (size_t s = 0; s < p->slips; s++) {
    size_t row = n + m + s;
    y[row] = slide[s] ? (sign ? 0 : -slide[s] * p->limit[s]) : p->slip_right[s];
    if (slide[s]) {
      k[row * all + row] = 1;
      k[row * all + n + p->at[s]] += sign ? slide[s] * p->coefficient[s] * sign[p->at[s]] : 0;
    }
  }
  int rank = 0;
  memcpy(copy, k, all * all * sizeof *k);
  memcpy(x, y, all * sizeof *x);
  assert_int_equal(
      LAPACKE_dgelss(LAPACK_ROW_MAJOR, (int)all, (int)all, 1, copy, (int)all, x, 1, singular, 1e-11, &rank), 0);
  double size = 1, left = 0;
  for (size_t i = 0; i < all; i++) {
    double sum = -y[i];
    for (size_t j = 0; j < all; j++) {
      sum += k[i * all + j] * x[j];
    }
    left = fmax(left, fabs(sum));
    size = fmax(size, fabs(x[i]));
  }
  bool is_good = left < 1e-9 * size;
  for (size_t s = 0; s < p->slips; s++) {
    double limit = sign ? p->coefficient[s] * fabs(x[n + p->at[s]]) : p->limit[s], e = slip_acceleration(p, s, x);
    is_good = is_good && fabs(x[n + m + s]) <= limit + 1e-9 * size && (!slide[s] || slide[s] * e >= -1e-8 * size);
    is_good = is_good && (!slide[s] || !sign || sign[p->at[s]] * x[n + p->at[s]] >= -1e-9 * size);
  }
  return is_good;
}

static double difference(const double *a, const double *b, size_t n)
{
  double most = 0, size = 1;
  for (size_t j = 0; j < n; j++) {
    most = fmax(most, fabs(a[j] - b[j]));
    size = fmax(size, fabs(b[j]));
  }
  return most / size;
}

static size_t power(size_t base, size_t exponent)
{
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/* ---- limits given ------------------------------------------------------------------------------------------------ */

static void test_friction_with_limits_given_is_that_of_all_patterns(void **state)
{
  (void)state;
  uint64_t seed = 12;
  double worst = 0;
  size_t steps = 0, shared = 0, agreed = 0;
  for (int i = 0; i < 2000; i++) {
    problem p = make_problem(&seed, false, 0);
    response r;
    double a[N], x[ALL];
    int slide[SLIPS];
    size_t found = 0;
    hol_friction_answer answer = HOL_FRICTION_NO;
    respond(&p, false, &r);
    assert_int_equal(hol_friction_decide(&r.choice, &r.elements, &answer), HOL_OK);
    assert_int_equal(answer, HOL_FRICTION_SETTLED);
    acceleration_of(&p, &r, r.choice.tau, a);
    for (size_t code = 0; code < power(3, p.slips); code++) {
      set_pattern(code, p.slips, slide);
      if (try_pattern(&p, slide, NULL, x)) {
        found++;
        worst = fmax(worst, difference(a, x, p.n));
      }
    }
    assert_true(found > 0);
    agreed += found;
    steps = r.choice.steps > steps ? r.choice.steps : steps;
    for (size_t k = 0; k < p.slips; k++) {
      double e = slip_acceleration(&p, k, a);
      assert_near(e, r.choice.acceleration[k], 1e-8);
      assert_true(fabs(r.choice.tau[k]) <= p.limit[k]);
      assert_true(r.choice.slide[k] == 0 || r.choice.slide[k] * r.choice.tau[k] <= 0);
      shared += !r.choice.is_unique[k];
    }
    forget(&r);
  }
  print_message("off by %.2g, at most %zu steps, %zu patterns agree, %zu forces shared\n", worst, steps, agreed,
                shared);
  assert_near(worst, 0, 1e-7);
  assert_true(shared > 200);
}

/** A block on two pads of the same slip, pushed by f: rests up to the sum of the limits, each pad up to its own. */
static void test_friction_of_two_pads_is_shared(void **state)
{
  (void)state;
  const double w[4] = {0.5, 0.5, 0.5, 0.5}, length[2] = {sqrt(0.5), sqrt(0.5)}, limit[2] = {1, 4};
  const struct {
    double push, acceleration;
    int slide;
    bool is_about;
  } each[] = {{1.5, 0, 0, false}, {3, 0, 0, false},   {-4.5, 0, 0, false},
              {5, 0, 0, true},    {6, 0.5, 1, false}, {-7, -1, -1, false}};
  hol_friction_choice c = {0};
  assert_int_equal(hol_friction_choice_make(2, &c), HOL_OK);
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    const double first[2] = {each[i].push / 2, each[i].push / 2}, size[2] = {fabs(first[0]), fabs(first[1])};
    hol_friction_elements elements = {
        .count = 2, .w = w, .first = first, .size = size, .length = length, .limit = limit};
    hol_friction_answer answer = HOL_FRICTION_NO;
    assert_int_equal(hol_friction_decide(&c, &elements, &answer), HOL_OK);
    for (size_t k = 0; k < 2; k++) {
      assert_near(c.acceleration[k], each[i].acceleration, 1e-14);
      assert_int_equal(c.slide[k], each[i].slide);
      assert_int_equal(c.is_unique[k], each[i].slide != 0);
    }
    assert_int_equal(c.is_about[1], each[i].is_about);
    assert_true(each[i].slide || fabs(c.tau[0] + c.tau[1] + each[i].push) < 1e-14);
  }
  hol_friction_choice_clear(&c);
}

/* ---- limits from reactions --------------------------------------------------------------------------------------- */

/** Different solutions among all patterns and all signs. @param[out] found  [8] accelerations and reactions */
static size_t count_solutions(const problem *p, double found[][ALL])
{
  size_t count = 0, m = p->rows;
  for (size_t code = 0; code < power(3, p->slips); code++) {
    for (size_t signs = 0; signs < power(2, m); signs++) {
      int slide[SLIPS], sign[ROWS];
      double x[ALL];
      bool is_new = true;
      set_pattern(code, p->slips, slide);
      for (size_t c = 0; c < m; c++) {
        sign[c] = signs >> c & 1 ? -1 : 1;
      }
      if (try_pattern(p, slide, sign, x)) {
        for (size_t i = 0; i < count && i < 8; i++) {
          is_new = is_new && difference(x, found[i], p->n + m) > 1e-6;
        }
        if (is_new && count < 8) {
          memcpy(found[count], x, (p->n + m) * sizeof *x);
        }
        count += is_new;
      }
    }
  }
  return count;
}

static void compare_solutions(const problem *p, size_t *none, size_t *several, size_t *settled, size_t *wrong)
{
  response r;
  double found[8][ALL], a[N];
  size_t count = count_solutions(p, found);
  hol_friction_answer answer = HOL_FRICTION_NO;
  respond(p, true, &r);
  assert_int_equal(hol_friction_decide(&r.choice, &r.elements, &answer), HOL_OK);
  assert_int_equal(r.choice.solutions, count);
  assert_int_equal(answer, count == 0 ? HOL_FRICTION_NO : count == 1 ? HOL_FRICTION_SETTLED : HOL_FRICTION_SEVERAL);
  *none += count == 0;
  *several += count > 1;
  for (size_t i = 0; i < count; i++) {
    double nearest = 1;
    assert_int_equal(hol_friction_take(&r.choice, &r.elements, i), HOL_OK);
    acceleration_of(p, &r, r.choice.tau, a);
    for (size_t j = 0; j < count; j++) {
      nearest = fmin(nearest, difference(a, found[j], p->n));
    }
    assert_near(nearest, 0, 1e-7);
  }
  bool is_settled = false;
  assert_int_equal(hol_friction_repeat(&r.choice, &r.elements, &is_settled), HOL_OK);
  *settled += is_settled;
  *wrong += is_settled && count == 0;
  forget(&r);
}

static void test_friction_with_limits_from_reactions_is_that_of_all_patterns(void **state)
{
  (void)state;
  const double most[] = {0.18, 0.6, 2};
  uint64_t seed = 4;
  for (size_t i = 0; i < 3; i++) {
    size_t none = 0, several = 0, settled = 0, wrong = 0, total = i < 2 ? 750 : 300;
    for (size_t k = 0; k < total; k++) {
      problem p = make_problem(&seed, true, most[i]);
      compare_solutions(&p, &none, &several, &settled, &wrong);
    }
    print_message("mu <= %g: of %zu %zu unique, %zu without solution, %zu with several; repetition settles in %zu, "
                  "at no solution in %zu\n",
                  most[i], total, total - none - several, none, several, settled, wrong);
    assert_int_equal(wrong, 0);
    assert_true(i == 2 || settled > total * 9 / 10);
    assert_true(i < 2 || several > 0);
  }
}

/** e_k = first + tau_k, N_k = 1 - tau_k/2 for `count` elements that do not know of each other: mu (1 + push/2) is the
 *  limit of one that sticks, tau = -mu/(1 - mu/2) the force of one that slides forward. */
static hol_friction_answer push(size_t count, const double *first, double coefficient, int sign,
                                hol_friction_choice *choice)
{
  enum { MOST = 9 };
  double w[MOST * MOST] = {0}, normal[MOST * MOST] = {0}, size[MOST], length[MOST], mu[MOST], loose[MOST], limit[MOST];
  size_t at[MOST];
  int signs[MOST];
  for (size_t k = 0; k < count; k++) {
    w[k * (count + 1)] = 1;
    normal[k * (count + 1)] = -0.5;
    length[k] = loose[k] = 1;
    size[k] = fabs(first[k]);
    mu[k] = coefficient;
    at[k] = k;
    signs[k] = sign;
    limit[k] = 0;
  }
  hol_friction_elements elements = {.count = count,
                                    .contacts = count,
                                    .w = w,
                                    .first = first,
                                    .size = size,
                                    .length = length,
                                    .limit = limit,
                                    .at = at,
                                    .coefficient = mu,
                                    .loose = loose,
                                    .normal = normal,
                                    .sign = signs};
  hol_friction_answer answer = HOL_FRICTION_NO;
  assert_int_equal(hol_friction_decide(choice, &elements, &answer), HOL_OK);
  return answer;
}

static void test_friction_of_many_elements_repeats_reactions(void **state)
{
  (void)state;
  const double first[9] = {0.3, -0.3, 0.6, -0.6, 0.45, -0.2, 1, -1, 0}, mu = 0.4;
  hol_friction_choice c = {0};
  assert_int_equal(hol_friction_choice_make(9, &c), HOL_OK);
  for (size_t count = 6; count <= 9; count += 3) {
    assert_int_equal(push(count, first, mu, 1, &c), HOL_FRICTION_SETTLED);
    for (size_t k = 0; k < count; k++) {
      bool sticks = fabs(first[k]) <= mu * (1 + first[k] / 2);
      double tau = sticks ? -first[k] : first[k] > 0 ? -mu / (1 - mu / 2) : mu / (1 + mu / 2);
      assert_int_equal(c.slide[k], sticks ? 0 : first[k] > 0 ? 1 : -1);
      assert_near(c.tau[k], tau, 1e-12);
      assert_true(c.is_unique[k]);
    }
  }
  hol_friction_choice_clear(&c);
}

static void test_friction_has_no_solution_with_reactions_of_the_other_sign(void **state)
{
  (void)state;
  const double first[1] = {0.3};
  hol_friction_choice c = {0};
  assert_int_equal(hol_friction_choice_make(1, &c), HOL_OK);
  assert_int_equal(push(1, first, 0.4, -1, &c), HOL_FRICTION_NO);
  assert_int_equal(push(1, first, 0.4, 0, &c), HOL_FRICTION_SETTLED);
  assert_near(c.tau[0], -0.3, 1e-15);
  const double loose[1] = {1}; /* all slide already */
  const int signs[2] = {-1, 1};
  for (size_t i = 0; i < 2; i++) {
    hol_friction_elements none = {.contacts = 1, .loose = loose, .sign = signs + i};
    hol_friction_answer answer = HOL_FRICTION_SEVERAL;
    assert_int_equal(hol_friction_decide(&c, &none, &answer), HOL_OK);
    assert_int_equal(answer, i == 0 ? HOL_FRICTION_NO : HOL_FRICTION_SETTLED);
  }
  hol_friction_choice_clear(&c);
  hol_friction_choice_clear(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_friction_with_limits_given_is_that_of_all_patterns),
      cmocka_unit_test(test_friction_of_two_pads_is_shared),
      cmocka_unit_test(test_friction_with_limits_from_reactions_is_that_of_all_patterns),
      cmocka_unit_test(test_friction_of_many_elements_repeats_reactions),
      cmocka_unit_test(test_friction_has_no_solution_with_reactions_of_the_other_sign),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
