#include "sweep/lanes.h"

#include <float.h>

/** Rounding of a step of the factorisation, in units of its largest number; generous. */
static const double unit = 8 * DBL_EPSILON;

#define AT(i, j) ((i) * ((i) + 1) / 2 + (j))

/** a where the mask is set, else b. */
#define SELECT(mask, a, b) ((hol_lane)(((hol_lane_mask)(a) & (mask)) | ((hol_lane_mask)(b) & ~(mask))))
#define MAGNITUDE(a) ((hol_lane)((hol_lane_mask)(a) & INT64_MAX))
#define LARGER(a, b) SELECT((a) > (b), a, b)
/** 1.0 where the mask is set, else 0.0. */
#define ONES(mask, one) ((hol_lane)((hol_lane_mask)(one) & (mask)))

/** F + Σ f_s R_s − I/λ; with `slope` its derivative, without the sizes of the diagonal. */
HOL_LANE_INLINE void form_fixed(const hol_lane_system *s, bool lower, const hol_lane *lambda, bool slope, const size_t m,
                                hol_lane_work *w)
{
  const size_t triangle = m * (m + 1) / 2;
  const hol_lane zero = {0}, inverse = (zero + 1.0) / *lambda, square = inverse * inverse;
  for (size_t i = 0; i < triangle; i++) {
    w->D[i] = s->spring[i] - s->inertia[i] * inverse;
    if (slope) {
      w->slope[i] = s->inertia[i] * square;
    }
  }
  for (size_t i = 0; i < m && !slope; i++) {
    w->size[i] = s->spring[AT(i, i)] + s->inertia[AT(i, i)] * inverse;
  }
  for (size_t k = 0; k < s->members; k++) {
    const hol_lane *R = s->remainder + k * triangle;
    hol_lane f = zero + 1.0, df = zero;
    if (lower) {
      hol_lane gap = (zero + 1.0) / (s->cutoff[k] - *lambda);
      f = s->cutoff[k] * gap;
      df = f * gap;
    }
    for (size_t i = 0; i < triangle; i++) {
      w->D[i] += f * R[i];
      if (slope && lower) {
        w->slope[i] += df * R[i];
      }
    }
    for (size_t i = 0; i < m && !slope; i++) {
      w->size[i] += f * R[AT(i, i)];
    }
  }
}

/** Own modes: Σ ψψᵀ/(ω² − λ). @param[out] below  how many are below λ */
HOL_LANE_INLINE void form_modes(const hol_lane_system *s, const hol_lane *lambda, bool slope, const size_t m,
                                hol_lane_work *w, hol_lane *below)
{
  const size_t triangle = m * (m + 1) / 2;
  const hol_lane zero = {0}, one = zero + 1.0;
  hol_lane count = zero;
#pragma GCC unroll 1
  for (size_t k = 0; k < s->modes; k++) {
    const hol_lane *psi = s->psi + k * triangle;
    const hol_lane gap = one / (s->omega2[k] - *lambda), square = gap * gap, size = MAGNITUDE(gap);
    count += ONES(gap < zero, one);
    for (size_t i = 0; i < triangle; i++) {
      w->D[i] += gap * psi[i];
      if (slope) {
        w->slope[i] += square * psi[i];
      }
    }
    for (size_t i = 0; i < m && !slope; i++) {
      w->size[i] += size * psi[AT(i, i)];
    }
  }
  *below = count;
}

/** D = L diag(d) Lᵀ in place, without exchanges. @param[out] negative  number of d < 0 */
HOL_LANE_INLINE void factorise(const size_t m, bool size, hol_lane_work *w, hol_lane *negative)
{
  const hol_lane zero = {0}, one = zero + 1.0;
  hol_lane count = zero;
  for (size_t j = 0; j < m; j++) {
    const hol_lane d = w->D[AT(j, j)], inverse = one / d;
    count += ONES(d < zero, one);
    for (size_t i = j + 1; i < m; i++) {
      const hol_lane l = w->D[AT(i, j)] * inverse;
      for (size_t k = j + 1; k <= i; k++) {
        w->D[AT(i, k)] -= l * w->D[AT(k, j)];
      }
      if (size) {
        const hol_lane change = l * w->D[AT(i, j)];
        w->size[i] += MAGNITUDE(change);
      }
    }
    for (size_t i = j + 1; i < m; i++) {
      w->D[AT(i, j)] *= inverse;
    }
  }
  *negative = count;
}

/** x ← D⁻¹ x. */
HOL_LANE_INLINE void solve(const size_t m, const hol_lane_work *w, hol_lane *x)
{
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < i; j++) {
      x[i] -= w->D[AT(i, j)] * x[j];
    }
  }
  for (size_t i = m; i-- > 0;) {
    x[i] /= w->D[AT(i, i)];
    for (size_t j = i + 1; j < m; j++) {
      x[i] -= w->D[AT(j, i)] * x[j];
    }
  }
}

/** y = A x, A symmetric. */
HOL_LANE_INLINE void apply(const size_t m, const hol_lane *A, const hol_lane *x, hol_lane *y)
{
  const hol_lane zero = {0};
  for (size_t i = 0; i < m; i++) {
    y[i] = zero;
    for (size_t j = 0; j < m; j++) {
      y[i] += A[i >= j ? AT(i, j) : AT(j, i)] * x[j];
    }
  }
}

/** Largest component one. */
HOL_LANE_INLINE void normalise(const size_t m, hol_lane *x)
{
  const hol_lane zero = {0}, one = zero + 1.0;
  hol_lane largest = zero;
  for (size_t i = 0; i < m; i++) {
    hol_lane a = MAGNITUDE(x[i]);
    largest = LARGER(a, largest);
  }
  hol_lane scale = one / largest;
  for (size_t i = 0; i < m; i++) {
    x[i] *= scale;
  }
}

/** xᵀ A y. */
HOL_LANE_INLINE void form_of(const size_t m, const hol_lane *A, const hol_lane *x, hol_lane *value)
{
  const hol_lane zero = {0};
  hol_lane y[HOL_LANES_ORDER], sum = zero;
  apply(m, A, x, y);
  for (size_t i = 0; i < m; i++) {
    sum += x[i] * y[i];
  }
  *value = sum;
}

HOL_LANE_INLINE void step_in(const hol_lane_system *s, bool lower, const size_t m, hol_lane_work *w,
                             hol_lane_state *state)
{
  hol_lane below, negative, value, y[HOL_LANES_ORDER];
  form_fixed(s, lower, &state->lambda, true, m, w);
  form_modes(s, &state->lambda, true, m, w, &below);
  for (size_t i = 0; i < m * (m + 1) / 2; i++) {
    w->keep[i] = w->D[i];
  }
  factorise(m, false, w, &negative);
  state->count = below + (double)s->always - negative;
  apply(m, w->slope, state->x, y);
  solve(m, w, y);
  normalise(m, y);
  for (size_t i = 0; i < m; i++) {
    state->x[i] = y[i];
  }
  form_of(m, w->keep, state->x, &value);
  form_of(m, w->slope, state->x, &state->slope);
  state->theta = -value / state->slope;
}

/** The sizes of what has been added up, times rounding, are a perturbation of D that the count cannot tell from none; a
 *  root moves by no more than that over D′ (Σ |x_i||x_j| √(size_i size_j) <= m Σ x_i² size_i). */
HOL_LANE_INLINE void count_in(const hol_lane_system *s, bool lower, const size_t m, hol_lane_work *w,
                              hol_lane_state *state)
{
  hol_lane below, negative, size = {0};
  form_fixed(s, lower, &state->lambda, false, m, w);
  form_modes(s, &state->lambda, false, m, w, &below);
  factorise(m, true, w, &negative);
  state->count = below + (double)s->always - negative;
  for (size_t i = 0; i < m; i++) {
    size += state->x[i] * state->x[i] * w->size[i];
  }
  state->doubt = unit * (double)m * size / (state->slope * state->lambda);
}

/* Small orders as constants: their loops are unrolled and what they run over stays in registers. */
#define EACH_ORDER(call)                                                                                              \
  switch (system->order) {                                                                                            \
  case 2:                                                                                                             \
    call(2);                                                                                                          \
    break;                                                                                                            \
  case 3:                                                                                                             \
    call(3);                                                                                                          \
    break;                                                                                                            \
  case 4:                                                                                                             \
    call(4);                                                                                                          \
    break;                                                                                                            \
  case 5:                                                                                                             \
    call(5);                                                                                                          \
    break;                                                                                                            \
  default:                                                                                                            \
    call(system->order);                                                                                              \
    break;                                                                                                            \
  }

HOL_LANE_CLONES
void hol_lanes_step(const hol_lane_system *system, bool lower, hol_lane_work *work, hol_lane_state *state)
{
#define STEP(m) step_in(system, lower, m, work, state)
  EACH_ORDER(STEP)
#undef STEP
}

HOL_LANE_CLONES
void hol_lanes_count(const hol_lane_system *system, bool lower, hol_lane_work *work, hol_lane_state *state)
{
#define COUNT(m) count_in(system, lower, m, work, state)
  EACH_ORDER(COUNT)
#undef COUNT
}
