/* SPDX-License-Identifier: BSD-3-Clause */
/* Alignment of the component modes of a part with those of a modified part: orthogonal Procrustes problem. */
#include "modes/alignment.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Places at which a part is sampled: this many, and twice as many more as there are modes. */
enum { PLACES_LEAST = 12 };

/** Motions that look alike to within this factor cannot be told apart: eigenvalues of MᵀM over the largest. */
static const double indistinct = 1e-8;

/** A fraction of the whole, unevenly spread so that no mode has nodes at all of them: multiples of the golden
 *  section. */
static double fraction(size_t i)
{
  double x = 0.6180339887498949 * (double)(i + 1);
  return x - floor(x);
}

static size_t place_count(size_t modes)
{
  return PLACES_LEAST + 2 * modes;
}

/** Static deflections are seen at their ports: there are no more of them. */
static bool is_deflection(const hol_modal *modal, size_t mode)
{
  return modal->force && mode >= modal->rigid;
}

static size_t row_count(const hol_modal *modal, const hol_kept *kept, size_t count)
{
  return is_deflection(modal, kept->mode) ? modal->ports : place_count(count) * (hol_modal_has_field(modal) ? 6 : 1);
}

/** Displacements of one mode of a flexible part; rotations times its extent. q: [modes that are known] zero before and
 *  after. */
static hol_status sample_flexible(const hol_modal *modal, double extent, size_t mode, size_t places, double *q,
                                  double *force, double *column)
{
  const hol_sites *sites = modal->member->sites;
  const hol_flexible_motion motion = {.q = q, .force = force};
  hol_status status = HOL_OK;
  q[mode] = 1;
  for (size_t i = 0; i < places && status == HOL_OK; i++) {
    size_t place = (size_t)(fraction(i) * (double)sites->samples);
    status = modal->component_modes->class->field(modal->component_modes, place, &motion, column + 6 * i);
    for (size_t c = 3; c < 6; c++) {
      column[6 * i + c] *= extent;
    }
  }
  q[mode] = 0;
  return status;
}

/** Displacement of one elastic mode of a line: rigid ones are not sampled. shape: [modes that are known] scratch. */
static hol_status sample_line(const hol_modal *modal, double length, size_t mode, size_t places, double *shape,
                              double *column)
{
  size_t elastic = mode - modal->rigid;
  for (size_t i = 0; i < places; i++) {
    HOL_TRY(modal->component_modes->class->row(modal->component_modes, (hol_port){.x = fraction(i) * length},
                                               elastic + 1, shape));
    column[i] = shape[elastic];
  }
  return HOL_OK;
}

/** Kept modes as columns of what is seen of them. */
static hol_status sample_modes(const hol_system *system, const hol_kept *kept, size_t count, double *P)
{
  const hol_modal *modal = &system->modal[kept->modal];
  size_t rows = row_count(modal, kept, count), places = place_count(count);
  size_t known = modal->component_modes ? modal->component_modes->rigid + modal->component_modes->modes : 0;
  double *scratch = hol_alloc(known + modal->ports, sizeof *scratch),
         extent = system->model->resolved[modal->member->part].length;
  hol_status status = scratch ? HOL_OK : HOL_MEMORY;
  for (size_t k = 0; k < count && status == HOL_OK; k++) {
    double *column = P + k * rows;
    if (is_deflection(modal, kept->mode)) {
      memcpy(column, modal->phi + kept[k].mode * modal->ports, rows * sizeof *column);
    } else if (hol_modal_has_field(modal)) {
      status = sample_flexible(modal, extent, kept[k].mode, places, scratch, scratch + known, column);
    } else {
      status = sample_line(modal, extent, kept[k].mode, places, scratch, column);
    }
  }
  free(scratch);
  return status;
}

/** Rows to comparable size, by the larger of both. */
static void balance(size_t rows, size_t count, double *P, double *moved)
{
  for (size_t i = 0; i < rows; i++) {
    double size = 0;
    for (size_t k = 0; k < count; k++) {
      size = fmax(size, fabs(P[i + k * rows]));
    }
    for (size_t k = 0; k < count && size > 0; k++) {
      P[i + k * rows] /= size;
      moved[i + k * rows] /= size;
    }
  }
}

/** Q ← Q (3 − QᵀQ)/2, twice: what the square root has left of errors goes. G, R: scratch [n²] */
static void make_orthogonal(size_t n, double *Q, double *G, double *R)
{
  for (int step = 0; step < 2; step++) {
    hol_dense_gram(n, n, Q, G);
    for (size_t i = 0; i < n * n; i++) {
      G[i] = (i % (n + 1) == 0 ? 1.5 : 0) - 0.5 * G[i];
    }
    hol_dense_product(n, n, n, Q, G, R);
    memcpy(Q, R, n * n * sizeof *Q);
  }
}

/** M ← its polar factor. work: [3 n² + n] */
static hol_status polar(size_t n, double *M, double *work)
{
  double *G = work, *R = G + n * n, *value = R + n * n;
  hol_dense_gram(n, n, M, G);
  HOL_TRY(hol_dense_eigen(n, G, value));
  if (!(value[0] > indistinct * value[n - 1])) {
    return HOL_NUMERICAL;
  }
  double *root = value + n; /* W λ^{−1/2} Wᵀ */
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      root[i + j * n] = 0;
      for (size_t k = 0; k < n; k++) {
        root[i + j * n] += G[i + k * n] * G[j + k * n] / sqrt(value[k]);
      }
    }
  }
  hol_dense_product(n, n, n, M, root, R);
  memcpy(M, R, n * n * sizeof *M);
  make_orthogonal(n, M, G, R);
  return HOL_OK;
}

static hol_status align_in(const hol_system *system, const hol_system *moved, const hol_kept *kept, size_t count,
                           size_t rows, double *work, double *q)
{
  double *P = work, *seen = P + rows * count, *M = seen + rows * count, *rest = M + count * count;
  HOL_TRY(sample_modes(system, kept, count, P));
  HOL_TRY(sample_modes(moved, kept, count, seen));
  if (is_deflection(&system->modal[kept->modal], kept->mode)) {
    balance(rows, count, P, seen);
  }
  hol_dense_product_transposed(rows, count, count, seen, P, M);
  HOL_TRY(polar(count, M, rest));
  hol_dense_product(count, count, 1, M, q, rest);
  memcpy(q, rest, count * sizeof *q);
  return HOL_OK;
}

hol_status hol_align(const hol_system *system, const hol_system *moved, const hol_kept *kept, size_t count, double *q)
{
  const hol_modal *a = &system->modal[kept->modal], *b = &moved->modal[kept->modal];
  if ((a->component_modes && a->component_modes == b->component_modes) ||
      (!hol_modal_has_field(a) && kept->mode < a->rigid)) {
    return HOL_OK; /* the same modes, or rigid motions of a line */
  }
  bool alike = a->member->class == b->member->class && !a->force == !b->force && a->rigid == b->rigid &&
               (!hol_modal_has_field(a) || a->member->sites->samples == b->member->sites->samples);
  size_t rows = row_count(a, kept, count);
  if (!alike) {
    return HOL_NUMERICAL;
  }
  double *work = hol_alloc(2 * rows * count + 4 * count * count + count, sizeof *work);
  hol_status status = work ? align_in(system, moved, kept, count, rows, work, q) : HOL_MEMORY;
  free(work);
  return status;
}
