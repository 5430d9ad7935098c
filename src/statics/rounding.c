/* SPDX-License-Identifier: BSD-3-Clause */
/* How far rounding moves the forces at the ends of segments.

   Every number of S v = b is rounded, and the terms that unknowns and equations are sums of: a cosine, a displacement
   along an oblique member, the force that such a member puts to a joint. An error as large as the rounding of its terms
   in every equation, with signs at random, moves the solution as rounding does; several solutions with such errors tell
   how far that moves each force. */
#include "base/memory.h"
#include "statics/statics.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { SAMPLES = 8 };
/** A force is told from none where it is so many times what rounding moves it by. */
static const double told_from_none = 64;

/** ±1, as if at random. */
static double sign_of(uint64_t equation, uint64_t sample)
{
  uint64_t x = (equation * SAMPLES + sample + 1) * UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x >> 63 ? 1 : -1;
}

/** Sizes of terms. */
typedef struct sizes {
  double *equation; /**< [n] of every row of S v = b */
  double *column;   /**< [columns] of the forces on the columns of U */
} sizes;

/** Σ|cᵢ||Uᵢ| of a displacement that is a sum. */
static double size_of_port(const hol_sparse *full, const double *U)
{
  double size = 0;
  for (size_t i = 0; i < full->count; i++) {
    size += fabs(full->value[i] * U[full->index[i]]);
  }
  return size;
}

static void add_force(const hol_sparse *full, double size, double *column)
{
  for (size_t k = 0; k < full->count; k++) {
    column[full->index[k]] += fabs(full->value[k]) * size;
  }
}

/** What the terms of a segment's displacements are in its equations, and those of its forces in the columns they act
 *  on. */
static void add_segment(const hol_statics *s, size_t segment, sizes *to)
{
  const hol_segment *at = &s->system.segment[segment];
  const hol_relation *r = hol_relation_of(&s->system, &s->matrix, segment);
  const hol_functional *port = at->member->port + at->station * at->member->orders;
  double local[HOL_RELATION_MAX];
  hol_segment_solution(&s->system, segment, r, s->v, local);
  for (size_t k = 0; k < r->n_ports; k++) {
    local[r->n_mu + k] = size_of_port(&port[k].full, s->U);
  }
  for (size_t i = 0; i < r->n_mu + r->n_ports; i++) {
    double size = fabs(s->along[segment * HOL_RELATION_MAX + i]);
    for (size_t k = 0; k < r->n_mu + r->n_ports; k++) {
      size += fabs(r->S[i][k] * local[k]);
    }
    if (i < r->n_mu) {
      to->equation[at->first_unknown + i] += size;
    } else {
      add_force(&port[i - r->n_mu].full, size, to->column);
    }
  }
}

/** Forces on columns that depend on others act on these: their terms, in the equations of the coordinates. */
static void add_columns(const hol_statics *s, sizes *to)
{
  const hol_model *model = &s->model;
  for (size_t p = model->constraints.pivots; p-- > 0;) {
    const hol_sparse *of = &model->constraints.expression[p];
    for (size_t k = 0; k < of->count; k++) {
      to->column[of->index[k]] += fabs(of->value[k]) * to->column[model->constraints.pivot_column[p]];
    }
  }
  for (size_t j = 0; j < model->columns; j++) {
    if (model->coordinate[j] != SIZE_MAX) {
      to->equation[model->coordinate[j]] += to->column[j];
    }
  }
}

static void find_sizes(const hol_statics *s, sizes *to)
{
  hol_matrix_apply(&s->matrix, false, true, s->v, to->equation);
  for (size_t i = 0; i < s->matrix.n; i++) {
    to->equation[i] += fabs(s->b[i]);
  }
  for (size_t j = 0; j < s->model.columns; j++) {
    to->column[j] += s->size[j];
  }
  for (size_t i = 0; i < s->system.segment_count; i++) {
    add_segment(s, i, to);
  }
  add_columns(s, to);
}

/** Squares of the forces that errors bring about are added. @param[in] v  [n] */
static void add_squares(hol_statics *s, const double *v)
{
  for (size_t i = 0; i < s->system.segment_count; i++) {
    double force[HOL_RELATION_MAX];
    hol_statics_end_forces(s, i, v, force);
    for (size_t k = 0; k < HOL_RELATION_MAX; k++) {
      s->rounding[i * HOL_RELATION_MAX + k] += force[k] * force[k] / SAMPLES;
    }
  }
}

/** The last step: a force is a sum itself. */
static void add_own(hol_statics *s, size_t segment)
{
  const hol_relation *r = hol_relation_of(&s->system, &s->matrix, segment);
  double local[HOL_RELATION_MAX];
  hol_segment_solution(&s->system, segment, r, s->v, local);
  for (size_t k = 0; k < r->n_ports; k++) {
    double *rounding = s->rounding + segment * HOL_RELATION_MAX + k;
    double own = fabs(s->along[segment * HOL_RELATION_MAX + r->n_mu + k]);
    for (size_t j = 0; j < r->n_mu + r->n_ports; j++) {
      own += fabs(r->S[r->n_mu + k][j] * local[j]);
    }
    *rounding = sqrt(*rounding) + DBL_EPSILON * own;
  }
}

/** A moment as a force, by the length of its part, or a force as itself: what to divide by. */
static double arm_of(const hol_statics *s, size_t segment, size_t port)
{
  const hol_member *m = s->system.segment[segment].member;
  bool turns = m->component[port % m->orders].freedom >= HOL_RX;
  return turns ? s->model.resolved[m->part].length : 1;
}

/** Of all ends of segments. */
static double largest_force(const hol_statics *s)
{
  double most = 0;
  for (size_t i = 0; i < s->system.segment_count; i++) {
    for (size_t k = 0; k < 2 * s->system.segment[i].member->orders; k++) {
      most = fmax(most, fabs(s->force[i * HOL_RELATION_MAX + k]) / arm_of(s, i, k));
    }
  }
  return most;
}

hol_status hol_statics_rounding(hol_statics *s)
{
  size_t n = s->matrix.n, segments = s->system.segment_count;
  sizes of = {.equation = hol_alloc(n, sizeof(double)), .column = hol_alloc(s->model.columns, sizeof(double))};
  double *error = hol_alloc(SAMPLES * n, sizeof *error);
  s->rounding = s->rounding ? s->rounding : hol_alloc(segments * HOL_RELATION_MAX, sizeof *s->rounding);
  hol_status status = of.equation && of.column && error && s->rounding ? HOL_OK : HOL_MEMORY;
  s->largest = largest_force(s);
  if (status == HOL_OK) {
    find_sizes(s, &of);
    for (size_t i = 0; i < SAMPLES * n; i++) {
      error[i] = DBL_EPSILON * of.equation[i % n] * sign_of(i % n, i / n);
    }
    status = hol_decomposition_solve(&s->decomposition, error, SAMPLES);
  }
  for (size_t k = 0; status == HOL_OK && k < SAMPLES; k++) {
    add_squares(s, error + k * n);
  }
  for (size_t i = 0; status == HOL_OK && i < segments; i++) {
    add_own(s, i);
  }
  free(of.equation);
  free(of.column);
  free(error);
  return status;
}

double hol_statics_limit(const hol_statics *s, size_t segment, size_t port)
{
  double least = DBL_EPSILON * s->largest * arm_of(s, segment, port);
  return told_from_none * (s->rounding[segment * HOL_RELATION_MAX + port] + least);
}
