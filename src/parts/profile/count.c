/* SPDX-License-Identifier: BSD-3-Clause */
/* Inertia of K − λM, element by element. The unknowns of an element are the state s = (w, θ) at its start, its strain
 * coordinates y, and multipliers μ for what ties it to the next: T s + E y − (next s) = 0. y is eliminated inside the
 * element, then s and μ together along the member (Haynsworth): a short element is a small compliance there, not a
 * large stiffness, so that elements of any length may follow each other. Each multiplier adds one negative eigenvalue,
 * which is taken off again. */
#include "parts/profile/space.h"
#include "base/dense.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 2, BLOCK = 2 * STATES };

/** A march along the member at one λ; rotations count times the length. */
typedef struct march {
  const hol_space *space;
  double lambda;
  size_t states;                /**< 2 in bending, 1 otherwise */
  double unit[STATES];          /**< w and θ per unknown */
  double node[STATES * STATES]; /**< what is behind, as a stiffness of the state here */
  long count;
} march;

/** Workspace of an element. */
typedef struct workroom {
  double *square; /**< [(2 + n)²] K − λM over (w₀, θ₀, y), without the strain energy of y */
  double *B, *X;  /**< [n * BLOCK] coupling of y to (s, μ); Y⁻¹B */
  hol_factor inner, joint;
} workroom;

/** square += factor Σ sign row rowᵀ. */
static void add_squares(double factor, size_t rows, size_t columns, const double *matrix, const double *sign,
                        double *square)
{
  for (size_t j = 0; j < columns; j++) {
    for (size_t i = j; i < columns; i++) {
      double sum = 0;
      for (size_t r = 0; r < rows; r++) {
        sum += (sign ? sign[r] : 1.0) * matrix[r + i * rows] * matrix[r + j * rows];
      }
      square[i + j * columns] += factor * sum;
      square[j + i * columns] = square[i + j * columns];
    }
  }
}

/** Y = 1 + K − λM over y, factorised; B and Y⁻¹B. */
static hol_status eliminate_strains(march *m, const hol_element *e, workroom *shed)
{
  size_t columns = 2 + e->n, states = m->states;
  HOL_TRY(hol_factor_start(&shed->inner, e->n));
  for (size_t j = 0; j < e->n; j++) {
    for (size_t i = j; i < e->n; i++) {
      shed->inner.a[i + j * e->n] = shed->square[2 + i + (2 + j) * columns] + (i == j);
    }
    for (size_t s = 0; s < states; s++) {
      shed->B[j + s * e->n] = m->unit[s] * shed->square[2 + j + s * columns];
      shed->B[j + (states + s) * e->n] = e->end[2 * j + s] / m->unit[s];
    }
  }
  HOL_TRY(hol_factor_compute(&shed->inner));
  m->count += (long)shed->inner.negative;
  memcpy(shed->X, shed->B, 2 * states * e->n * sizeof *shed->X);
  return hol_factor_solve(&shed->inner, shed->X, 2 * states);
}

/** The matrix over (s, μ), lower triangle, with what is behind. */
static void fill_joint(const march *m, const hol_element *e, const workroom *shed, double *P)
{
  size_t states = m->states, n = 2 * states, columns = 2 + e->n;
  for (size_t b = 0; b < n; b++) {
    for (size_t a = b; a < n; a++) {
      double sum = 0;
      if (a < states) {
        sum = m->node[a + b * states] + m->unit[a] * m->unit[b] * shed->square[a + b * columns];
      } else if (b < states) { /* T */
        sum = a - states == b ? 1 : a == states && b == 1 ? e->h * m->unit[1] : 0;
      }
      for (size_t i = 0; i < e->n; i++) {
        sum -= shed->B[i + a * e->n] * shed->X[i + b * e->n];
      }
      P[a + b * n] = sum;
    }
  }
}

static bool is_held(hol_end end, size_t states, size_t state)
{
  return state == 0 ? end == HOL_END_CLAMPED || end == HOL_END_PINNED || (states == 1 && end == HOL_END_GUIDED)
                    : end == HOL_END_CLAMPED || end == HOL_END_GUIDED;
}

/** Unknown `state` of a symmetric matrix is held: 1 on the diagonal, nothing beside it. */
static void hold(size_t n, size_t state, double *P)
{
  for (size_t i = 0; i < n; i++) {
    P[i + state * n] = P[state + i * n] = 0;
  }
  P[state * (n + 1)] = 1;
}

static hol_status step_in(march *m, const hol_element *e, bool is_first, workroom *shed)
{
  size_t states = m->states, n = 2 * states;
  add_squares(-m->lambda, e->rows, 2 + e->n, e->kinetic, NULL, shed->square);
  add_squares(1, e->held, 2 + e->n, e->resist, e->sign, shed->square);
  HOL_TRY(eliminate_strains(m, e, shed));
  HOL_TRY(hol_factor_start(&shed->joint, n));
  fill_joint(m, e, shed, shed->joint.a);
  for (size_t s = 0; s < states && is_first; s++) {
    if (is_held(m->space->profile.end[0], states, s)) {
      hold(n, s, shed->joint.a);
    }
  }
  HOL_TRY(hol_factor_compute(&shed->joint));
  m->count += (long)shed->joint.negative - (long)states;
  double inverse[BLOCK * STATES] = {0};
  for (size_t s = 0; s < states; s++) {
    inverse[states + s + s * n] = 1;
  }
  HOL_TRY(hol_factor_solve(&shed->joint, inverse, states));
  for (size_t a = 0; a < states; a++) {
    for (size_t b = 0; b < states; b++) {
      m->node[a + b * states] = -0.5 * (inverse[states + a + b * n] + inverse[states + b + a * n]);
    }
  }
  return HOL_OK;
}

static hol_status step_element(march *m, size_t index)
{
  const hol_element *e = &m->space->element[index];
  size_t columns = 2 + e->n;
  workroom shed = {.square = hol_alloc(columns * columns, sizeof *shed.square),
                   .B = hol_alloc(e->n * BLOCK, sizeof *shed.B),
                   .X = hol_alloc(e->n * BLOCK, sizeof *shed.X)};
  hol_status status = shed.square && shed.B && shed.X ? step_in(m, e, index == 0, &shed) : HOL_MEMORY;
  hol_factor_clear(&shed.inner);
  hol_factor_clear(&shed.joint);
  free(shed.square);
  free(shed.B);
  free(shed.X);
  return status;
}

/** Negative eigenvalues of the last node, its held states left out. */
static void finish_march(march *m)
{
  for (size_t s = 0; s < m->states; s++) {
    if (is_held(m->space->profile.end[1], m->states, s)) {
      hold(m->states, s, m->node);
    }
  }
  double a = m->node[0];
  if (m->states == 1) {
    m->count += a < 0;
    return;
  }
  double b = m->node[1], c = m->node[3];
  m->count += a * c < b * b ? 1 : a + c < 0 ? 2 : 0;
}

hol_status hol_computed_count(const hol_computed *computed, double lambda, size_t *count)
{
  const hol_space *space = computed->space;
  march m = {.space = space,
             .lambda = lambda,
             .states = space->bending ? 2 : 1,
             .unit = {1, 1 / space->profile.length},
             .count = lambda > 0 ? -(long)computed->rigid : 0};
  for (size_t i = 0; i < space->elements; i++) {
    HOL_TRY(step_element(&m, i));
  }
  finish_march(&m);
  if (m.count < 0) {
    return HOL_NUMERICAL;
  }
  *count = (size_t)m.count;
  return HOL_OK;
}
