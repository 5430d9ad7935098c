/* SPDX-License-Identifier: BSD-3-Clause */
/* Frequency determinant of several structures side by side: assembly, LDL^T factorisation, Sturm count, iteration. */
#include "sweep/lanes.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

/** Rounding of a step of the factorisation, in units of its largest number; generous. */
static const double unit = 8 * DBL_EPSILON;

#define AT(i, j) ((i) * ((i) + 1) / 2 + (j))

/** Signs and magnitudes bit by bit: comparisons of vectors are not everywhere one instruction. */
typedef uint64_t lane_bits __attribute__((vector_size(8 * HOL_LANES)));
#define MAGNITUDE(a) ((hol_lane)((lane_bits)(a)&INT64_MAX))
/** 1 where the sign is negative, else 0. */
#define NEGATIVE(a) ((lane_bits)(a) >> 63)

/** F + Σ f_s R_s; with `slope` its derivative, without the sizes of the diagonal. */
HOL_LANE_INLINE void form_fixed(const hol_lane_system *s, bool lower, const hol_lane *lambda, bool slope, size_t m,
                                hol_lane_work *w)
{
  size_t triangle = m * (m + 1) / 2;
  const hol_lane zero = {0};
  for (size_t i = 0; i < triangle; i++) {
    w->P[i] = s->spring[i];
    if (slope) {
      w->slope[i] = zero;
    }
  }
  for (size_t i = 0; i < m && !slope; i++) {
    w->size[i] = s->spring[AT(i, i)];
  }
#pragma GCC unroll 1
  for (size_t k = 0; k < s->members; k++) {
    const hol_lane *R = s->flexibility + k * triangle;
    hol_lane f = zero + 1.0, df = zero;
    if (lower) {
      hol_lane gap = (zero + 1.0) / (s->cutoff[k] - *lambda);
      f = s->cutoff[k] * gap;
      df = f * gap;
    }
    for (size_t i = 0; i < triangle; i++) {
      w->P[i] += f * R[i];
      if (slope && lower) {
        w->slope[i] += df * R[i];
      }
    }
    for (size_t i = 0; i < m && !slope; i++) {
      w->size[i] += f * R[AT(i, i)];
    }
  }
}

/** Component modes: Σ ψψᵀ/(ω² − λ). @param[out] below  how many are below λ */
HOL_LANE_INLINE void form_modes(const hol_lane_system *s, const hol_lane *lambda, bool slope, size_t m,
                                hol_lane_work *w, lane_bits *below)
{
  size_t triangle = m * (m + 1) / 2;
  const hol_lane zero = {0}, one = zero + 1.0, at = *lambda;
  hol_lane D[HOL_LANES_TRIANGLE], rise[HOL_LANES_TRIANGLE]; /* local: nothing else can be meant, they stay in
                                                               registers */
  lane_bits count = {0};
  for (size_t i = 0; i < triangle; i++) {
    D[i] = w->P[i];
    rise[i] = slope ? w->slope[i] : i < m ? w->size[i] : zero;
  }
#pragma GCC unroll 1
  for (size_t k = 0; k < s->modes; k++) {
    const hol_lane *psi = s->psi + k * triangle;
    const hol_lane gap = one / (s->omega2[k] - at), square = gap * gap, size = MAGNITUDE(gap);
    count += NEGATIVE(gap);
    for (size_t i = 0; i < triangle; i++) {
      D[i] += gap * psi[i];
      if (slope) {
        rise[i] += square * psi[i];
      }
    }
    for (size_t i = 0; i < m && !slope; i++) {
      rise[i] += size * psi[AT(i, i)];
    }
  }
  for (size_t i = 0; i < triangle; i++) {
    w->P[i] = D[i];
    if (slope) {
      w->slope[i] = rise[i];
    } else if (i < m) {
      w->size[i] = rise[i];
    }
  }
  *below = count;
}

/** The rows of z. */
HOL_LANE_INLINE void form_free(const hol_lane_system *s, const hol_lane *lambda, hol_lane_work *w)
{
  const hol_lane zero = {0};
  size_t m = s->order;
  for (size_t z = 0; z < s->free; z++) {
    hol_lane *row = w->P + AT(m + z, 0);
    for (size_t j = 0; j < m; j++) {
      row[j] = s->coupling[z * m + j];
    }
    for (size_t j = m; j < m + z; j++) {
      row[j] = zero;
    }
    row[m + z] = *lambda * s->mass[z];
    w->size[m + z] = row[m + z];
  }
}

/** P in the order of the plan. */
HOL_LANE_INLINE void permute(size_t n, const hol_lane_plan *plan, hol_lane_work *w)
{
  for (size_t i = 0; i < n; i++) {
    size_t r = plan->row[i];
    for (size_t j = 0; j <= i; j++) {
      size_t c = plan->row[j];
      w->factor[AT(i, j)] = w->P[r >= c ? AT(r, c) : AT(c, r)];
    }
  }
}

/** One row eliminated. */
HOL_LANE_INLINE void eliminate_one(size_t n, size_t j, bool size, const size_t *row, hol_lane_work *w,
                                   lane_bits *negative)
{
  const hol_lane zero = {0}, one = zero + 1.0;
  hol_lane *F = w->factor;
  const hol_lane d = F[AT(j, j)], inverse = one / d;
  *negative += NEGATIVE(d);
  for (size_t i = j + 1; i < n; i++) {
    const hol_lane l = F[AT(i, j)] * inverse;
    for (size_t k = j + 1; k <= i; k++) {
      F[AT(i, k)] -= l * F[AT(k, j)];
    }
    if (size) {
      const hol_lane change = l * F[AT(i, j)];
      w->size[row[i]] += MAGNITUDE(change);
    }
  }
  for (size_t i = j + 1; i < n; i++) {
    F[AT(i, j)] *= inverse;
  }
  F[AT(j, j)] = inverse;
}

/** Two rows eliminated together. */
HOL_LANE_INLINE void eliminate_pair(size_t n, size_t j, bool size, const size_t *row, hol_lane_work *w,
                                    lane_bits *negative)
{
  const hol_lane zero = {0}, one = zero + 1.0;
  hol_lane *F = w->factor;
  const hol_lane a = F[AT(j, j)], b = F[AT(j + 1, j)], c = F[AT(j + 1, j + 1)], det = a * c - b * b,
                 inverse = one / det;
  const hol_lane p = c * inverse, q = zero - b * inverse, r = a * inverse, trace = a + c;
  const lane_bits opposite = NEGATIVE(det), down = NEGATIVE(trace);
  *negative += opposite + ((down & ~opposite) << 1); /* one of each sign, or two of the sign of the trace */
  for (size_t i = j + 2; i < n; i++) {
    const hol_lane l = F[AT(i, j)] * p + F[AT(i, j + 1)] * q, m = F[AT(i, j)] * q + F[AT(i, j + 1)] * r;
    for (size_t k = j + 2; k <= i; k++) {
      F[AT(i, k)] -= l * F[AT(k, j)] + m * F[AT(k, j + 1)];
    }
    if (size) {
      const hol_lane first = l * F[AT(i, j)], second = m * F[AT(i, j + 1)];
      w->size[row[i]] += MAGNITUDE(first) + MAGNITUDE(second);
    }
  }
  for (size_t i = j + 2; i < n; i++) {
    const hol_lane x = F[AT(i, j)], y = F[AT(i, j + 1)];
    F[AT(i, j)] = x * p + y * q;
    F[AT(i, j + 1)] = x * q + y * r;
  }
  F[AT(j, j)] = p;
  F[AT(j + 1, j)] = q;
  F[AT(j + 1, j + 1)] = r;
}

/** P = L B Lᵀ with the pivots of the plan. @param[out] negative  negative eigenvalues of B */
HOL_LANE_INLINE void factorise(size_t n, bool size, const hol_lane_plan *plan, hol_lane_work *w, lane_bits *negative)
{
  lane_bits count = {0};
  permute(n, plan, w);
#pragma GCC unroll 1
  for (size_t j = 0; j < n; j++) {
    if (plan->pair[j]) {
      eliminate_pair(n, j, size, plan->row, w, &count);
      j++;
    } else {
      eliminate_one(n, j, size, plan->row, w, &count);
    }
  }
  *negative = count;
}

/** x ← P⁻¹ x. */
HOL_LANE_INLINE void solve(size_t n, const hol_lane_plan *plan, const hol_lane_work *w, hol_lane *x)
{
  const hol_lane *F = w->factor;
  hol_lane y[HOL_LANES_ORDER];
  for (size_t i = 0; i < n; i++) {
    y[i] = x[plan->row[i]];
  }
  for (size_t j = 0; j < n; j++) {
    bool pair = plan->pair[j];
    for (size_t i = j + 1 + pair; i < n; i++) {
      y[i] -= F[AT(i, j)] * y[j];
      if (pair) {
        y[i] -= F[AT(i, j + 1)] * y[j + 1];
      }
    }
    if (pair) {
      const hol_lane first = y[j], second = y[j + 1];
      y[j] = F[AT(j, j)] * first + F[AT(j + 1, j)] * second;
      y[j + 1] = F[AT(j + 1, j)] * first + F[AT(j + 1, j + 1)] * second;
    } else {
      y[j] *= F[AT(j, j)];
    }
    j += pair;
  }
  for (size_t j = n; j-- > 0;) {
    bool pair = j > 0 && plan->pair[j - 1];
    for (size_t i = j + 1; i < n; i++) {
      y[j] -= F[AT(i, j)] * y[i];
      if (pair) {
        y[j - 1] -= F[AT(i, j - 1)] * y[i];
      }
    }
    j -= pair;
  }
  for (size_t i = 0; i < n; i++) {
    x[plan->row[i]] = y[i];
  }
}

/** y = A x, A symmetric. */
HOL_LANE_INLINE void apply(size_t n, const hol_lane *A, const hol_lane *x, hol_lane *y)
{
  for (size_t i = 0; i < n; i++) {
    hol_lane sum = A[AT(i, i)] * x[i];
    for (size_t j = 0; j < i; j++) {
      sum += A[AT(i, j)] * x[j];
      y[j] += A[AT(i, j)] * x[i];
    }
    y[i] = sum;
  }
}

/** y = P′ x. */
HOL_LANE_INLINE void apply_slope(const hol_lane_system *s, const hol_lane_work *w, const hol_lane *x, hol_lane *y)
{
  apply(s->order, w->slope, x, y);
  for (size_t z = 0; z < s->free; z++) {
    y[s->order + z] = s->mass[z] * x[s->order + z];
  }
}

HOL_LANE_INLINE void dot(size_t n, const hol_lane *x, const hol_lane *y, hol_lane *value)
{
  hol_lane sum = {0};
  for (size_t i = 0; i < n; i++) {
    sum += x[i] * y[i];
  }
  *value = sum;
}

/** Sum of magnitudes one. */
HOL_LANE_INLINE void normalise(size_t n, hol_lane *x)
{
  const hol_lane zero = {0}, one = zero + 1.0;
  hol_lane sum = zero;
  for (size_t i = 0; i < n; i++) {
    sum += MAGNITUDE(x[i]);
  }
  const hol_lane scale = one / sum;
  for (size_t i = 0; i < n; i++) {
    x[i] *= scale;
  }
}

/** N(λ) from its parts. */
HOL_LANE_INLINE void put_count(const hol_lane_system *s, const lane_bits *below, const lane_bits *negative,
                               hol_lane *count)
{
  for (size_t l = 0; l < HOL_LANES; l++) {
    (*count)[l] = (double)(int64_t)((*below)[l] + s->free - (*negative)[l]);
  }
}

HOL_LANE_INLINE void step_in(const hol_lane_system *s, bool lower, size_t m, hol_lane_work *w, hol_lane_state *state,
                             const hol_lane_plan *plan)
{
  size_t n = m + s->free;
  lane_bits below, negative;
  hol_lane value, y[HOL_LANES_ORDER];
  form_fixed(s, lower, &state->lambda, true, m, w);
  form_modes(s, &state->lambda, true, m, w, &below);
  form_free(s, &state->lambda, w);
  factorise(n, false, plan, w, &negative);
  put_count(s, &below, &negative, &state->count);
  apply_slope(s, w, state->x, y);
  solve(n, plan, w, y);
  normalise(n, y);
  for (size_t i = 0; i < n; i++) {
    state->x[i] = y[i];
  }
  apply(n, w->P, state->x, y);
  dot(n, state->x, y, &value);
  apply_slope(s, w, state->x, y);
  dot(n, state->x, y, &state->slope);
  state->theta = -value / state->slope;
}

/** The sizes of what has been added up, times rounding, are a perturbation of P that the count cannot tell from none; a
 *  root moves by no more than that over P′ (Σ |x_i||x_j| √(size_i size_j) <= n Σ x_i² size_i). */
HOL_LANE_INLINE void count_in(const hol_lane_system *s, bool lower, size_t m, hol_lane_work *w, hol_lane_state *state,
                              const hol_lane_plan *plan)
{
  size_t n = m + s->free;
  lane_bits below, negative;
  hol_lane size = {0};
  form_fixed(s, lower, &state->lambda, false, m, w);
  form_modes(s, &state->lambda, false, m, w, &below);
  form_free(s, &state->lambda, w);
  for (size_t i = 0; i < n; i++) {
    w->own[i] = w->size[i];
  }
  factorise(n, true, plan, w, &negative);
  put_count(s, &below, &negative, &state->count);
  for (size_t i = 0; i < n; i++) {
    size += state->x[i] * state->x[i] * w->size[i];
  }
  state->doubt = unit * (double)n * size / (state->slope * state->lambda);
}

/** Small orders as constants: their loops are unrolled and what they run over stays in registers. */
#define EACH_ORDER(call)                                                                                               \
  switch (system->order) {                                                                                             \
  case 3:                                                                                                              \
    call(3);                                                                                                           \
    break;                                                                                                             \
  case 4:                                                                                                              \
    call(4);                                                                                                           \
    break;                                                                                                             \
  default:                                                                                                             \
    call(system->order);                                                                                               \
    break;                                                                                                             \
  }

HOL_LANE_CLONES
void hol_lanes_step(const hol_lane_system *system, bool lower, const hol_lane_plan *plan, hol_lane_work *work,
                    hol_lane_state *state){
#define STEP(m) step_in(system, lower, m, work, state, plan)
    EACH_ORDER(STEP)
#undef STEP
}

HOL_LANE_CLONES void hol_lanes_count(const hol_lane_system *system, bool lower, const hol_lane_plan *plan,
                                     hol_lane_work *work, hol_lane_state *state)
{
#define COUNT(m) count_in(system, lower, m, work, state, plan)
  EACH_ORDER(COUNT)
#undef COUNT
}

/** A scalar factorisation as it goes: what is left of the scaled matrix. */
typedef struct remains {
  size_t n;
  double a[HOL_LANES_ORDER][HOL_LANES_ORDER];
} remains;

static void exchange_rows(remains *r, size_t i, size_t j, size_t *row)
{
  size_t kept = row[i];
  row[i] = row[j];
  row[j] = kept;
  for (size_t k = 0; k < r->n; k++) {
    double x = r->a[i][k];
    r->a[i][k] = r->a[j][k];
    r->a[j][k] = x;
  }
  for (size_t k = 0; k < r->n; k++) {
    double x = r->a[k][i];
    r->a[k][i] = r->a[k][j];
    r->a[k][j] = x;
  }
}

/** Largest diagonal and off-diagonal entries from row `from` on. */
static void find_largest(const remains *r, size_t from, size_t *one, size_t pair[2])
{
  *one = from;
  pair[0] = from;
  pair[1] = from + 1 < r->n ? from + 1 : from;
  for (size_t i = from; i < r->n; i++) {
    *one = fabs(r->a[i][i]) > fabs(r->a[*one][*one]) ? i : *one;
    for (size_t j = from; j < i; j++) {
      if (fabs(r->a[i][j]) > fabs(r->a[pair[1]][pair[0]])) {
        pair[0] = j;
        pair[1] = i;
      }
    }
  }
}

static void subtract_one(remains *r, size_t j)
{
  double d = r->a[j][j];
  for (size_t i = j + 1; i < r->n && fabs(d) > 0; i++) {
    for (size_t k = j + 1; k < r->n; k++) {
      r->a[i][k] -= r->a[i][j] * r->a[k][j] / d;
    }
  }
}

static void subtract_pair(remains *r, size_t j)
{
  double a = r->a[j][j], b = r->a[j + 1][j], c = r->a[j + 1][j + 1], det = a * c - b * b;
  for (size_t i = j + 2; i < r->n; i++) {
    double l = (r->a[i][j] * c - r->a[i][j + 1] * b) / det, m = (r->a[i][j + 1] * a - r->a[i][j] * b) / det;
    for (size_t k = j + 2; k < r->n; k++) {
      r->a[i][k] -= l * r->a[j][k] + m * r->a[j + 1][k];
    }
  }
}

void hol_lanes_plan(const hol_lane_system *system, const hol_lane_work *work, size_t lane, hol_lane_plan *plan)
{
  static const double share = 0.6403882032022076; /* (1 + sqrt 17)/8: least growth */
  remains r = {.n = system->order + system->free};
  /* Scaled by the diagonal, couplings of stiff members to their rigid-body modes stand out and are eliminated in pairs;
     elimination of a rigid-body mode by itself would drown what the elastic ones say. */
  for (size_t i = 0; i < r.n; i++) {
    plan->row[i] = i;
    plan->pair[i] = false;
    for (size_t j = 0; j <= i; j++) {
      double scale = sqrt(work->own[i][lane]) * sqrt(work->own[j][lane]);
      r.a[i][j] = r.a[j][i] = work->P[AT(i, j)][lane] / scale;
    }
  }
  for (size_t j = 0; j < r.n; j++) {
    size_t one, pair[2];
    find_largest(&r, j, &one, pair);
    if (j + 1 == r.n || fabs(r.a[one][one]) >= share * fabs(r.a[pair[1]][pair[0]])) {
      exchange_rows(&r, j, one, plan->row);
      subtract_one(&r, j);
      continue;
    }
    exchange_rows(&r, j, pair[0], plan->row);
    exchange_rows(&r, j + 1, pair[1], plan->row);
    subtract_pair(&r, j);
    plan->pair[j++] = true;
  }
}
