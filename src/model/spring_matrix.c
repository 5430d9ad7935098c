/* SPDX-License-Identifier: BSD-3-Clause */
/* Springs given by a stiffness matrix. */
#include "base/memory.h"
#include "model/rows.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool hol_joint_is_matrix(const hol_joint *joint)
{
  return joint->kind == HOL_SPRING && joint->stiffness_count > 1;
}

/** Freedom i of a stiffness matrix over the freedoms of a, then b. */
static hol_status matrix_freedom(const hol_model *model, const hol_joint *joint, size_t i, double coefficient,
                                 hol_sparse *row)
{
  const hol_joint_end end = hol_joint_end_of(model, &joint->point[i / model->freedoms]);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (model->slot[f] == i % model->freedoms) {
      return hol_joint_end_component(model, &end, f, coefficient, row);
    }
  }
  return HOL_OK;
}

/** A stiffness matrix K = D C D of order n, D² its diagonal: units may be as different as they like, C does not see
 *  them. */
struct stiffness {
  size_t n;
  double *size;  /**< [n] D; 0: an empty row */
  double *C;     /**< [n * n], then L column by column with C = L Lᵀ */
  size_t *order; /**< [n] rows in the order in which they are eliminated */
  bool *held;    /**< [n] freedoms that the constraints hold */
};

/** Freedoms that cannot move: they come last, or what is held would take part in all springs, and these would outnumber
 *  what they stretch. Constraints of all joints must be known. */
static hol_status find_held(const hol_model *model, const hol_joint *joint, struct stiffness *k)
{
  hol_sparse row = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < k->n && status == HOL_OK; i++) {
    row.count = 0;
    status = matrix_freedom(model, joint, i, 1, &row);
    double limit = HOL_GEOMETRY_ROUNDING * hol_sparse_max(&row);
    status = status == HOL_OK ? hol_elimination_reduce(&model->constraints, &row) : status;
    k->held[i] = !(hol_sparse_max(&row) > limit);
  }
  hol_sparse_clear(&row);
  return status;
}

/** Coefficients of displacements in columns of the model differ by the units: the largest come first, in steps so
 *  coarse that numbers changed a little keep their order. A row of a spring then has no small number beside one that
 *  comes later. */
static void order_rows(const hol_model *model, struct stiffness *k)
{
  for (size_t i = 0; i < k->n; i++) {
    size_t at = i;
    k->order[i] = i;
    for (; at > 0; at--) {
      double unit[2];
      for (size_t j = 0; j < 2; j++) {
        size_t row = k->order[at - j], slot = row % model->freedoms;
        bool turns = false;
        for (size_t f = HOL_RX; f < HOL_FREEDOM_COUNT; f++) {
          turns |= model->slot[f] == slot;
        }
        unit[j] = k->size[row] / (turns ? model->scale : 1.0);
      }
      bool later = !(unit[0] > 0) || (unit[1] > 0 && ilogb(unit[0]) / 16 <= ilogb(unit[1]) / 16);
      bool held = k->held[k->order[at]], before = k->held[k->order[at - 1]];
      if (held != before ? held : later) {
        break;
      }
      size_t swapped = k->order[at];
      k->order[at] = k->order[at - 1];
      k->order[at - 1] = swapped;
    }
  }
}

/** Bring forward the first of the rows left whose diagonal is not small beside the others': a small one would make
 *  rounding of the rest as large as it is small. */
static void choose_row(struct stiffness *k, size_t step)
{
  double top = 0;
  size_t at = step;
  for (size_t a = step; a < k->n; a++) {
    top = fmax(top, k->C[k->order[a] * (k->n + 1)]);
  }
  while (at + 1 < k->n && k->C[k->order[at] * (k->n + 1)] < 0.03 * top) {
    at++;
  }
  size_t chosen = k->order[at];
  for (; at > step; at--) {
    k->order[at] = k->order[at - 1];
  }
  k->order[step] = chosen;
}

/** C = L Lᵀ; what is left of a row when nothing but rounding is left of its diagonal is rounding, too, and becomes 0.
 *  Every entry of D L Lᵀ D is right to rounding of √(K_ii K_jj). */
static void factorise_stiffness(struct stiffness *k)
{
  size_t n = k->n;
  double rounding = 64 * DBL_EPSILON * (double)n;
  for (size_t step = 0; step < n; step++) {
    choose_row(k, step);
    size_t p = k->order[step];
    double root = k->C[p * (n + 1)] > rounding ? sqrt(k->C[p * (n + 1)]) : 0;
    for (size_t a = step; a < n; a++) {
      size_t i = k->order[a];
      k->C[i + p * n] = root > 0 ? k->C[i + p * n] / root : 0;
    }
    for (size_t a = step + 1; a < n; a++) {
      for (size_t b = step + 1; b < n; b++) {
        size_t i = k->order[a], j = k->order[b];
        k->C[i + j * n] -= k->C[i + p * n] * k->C[j + p * n];
      }
    }
    for (size_t a = 0; a < step; a++) {
      k->C[k->order[a] + p * n] = 0;
    }
  }
}

/** The springs: column p of D L over the freedoms, scaled so that its largest coefficient in columns of the model is
 *  one. */
static hol_status attach_columns(hol_row_source *source, const hol_joint *joint, const struct stiffness *k)
{
  size_t n = k->n, springs = 0;
  for (size_t step = 0; step < n; step++) {
    size_t p = k->order[step];
    hol_sparse row = {0};
    hol_status status = HOL_OK;
    for (size_t i = 0; i < n && status == HOL_OK; i++) {
      status = matrix_freedom(source->model, joint, i, k->C[i + p * n] * k->size[i], &row);
    }
    double top = hol_sparse_max(&row);
    for (size_t i = 0; i < row.count; i++) {
      row.value[i] /= top;
    }
    status = status == HOL_OK ? hol_decide(source->filling, top > 0 ? p : SIZE_MAX) : status;
    char component[32];
    (void)snprintf(component, sizeof component, "%zu of matrix", ++springs);
    status = status == HOL_OK && top > 0 ? hol_row_add_spring(source, &row, 1.0, 1 / top / top, component) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Keep √K_ii times each freedom: rounding of the matrix is relative to the sum of these, squared. */
static hol_status keep_terms(hol_model *model, const hol_joint *joint, const struct stiffness *k)
{
  size_t first = model->stiff_count;
  if (!hol_grow(&model->stiff, &model->stiff_capacity, first + k->n, sizeof *model->stiff)) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < k->n; i++) {
    hol_stiff *term = &model->stiff[model->stiff_count++];
    *term = (hol_stiff){.is_first = i == 0};
    HOL_TRY(matrix_freedom(model, joint, i, k->size[i], &term->along.full));
  }
  return HOL_OK;
}

static hol_status matrix_in(hol_row_source *source, const hol_joint *joint, struct stiffness *k)
{
  size_t n = k->n;
  for (size_t i = 0; i < n; i++) {
    k->size[i] = sqrt(fmax(joint->stiffness[i * (n + 1)], 0));
  }
  for (size_t i = 0; i < n * n; i++) {
    double a = k->size[i % n], b = k->size[i / n];
    k->C[i] = a > 0 && b > 0 ? joint->stiffness[i] / a / b : 0;
  }
  HOL_TRY(find_held(source->model, joint, k));
  order_rows(source->model, k);
  factorise_stiffness(k);
  HOL_TRY(keep_terms(source->model, joint, k));
  return attach_columns(source, joint, k);
}

/* A stiffness matrix is as many scalar springs as it has rank. */
hol_status hol_rows_of_matrix(hol_row_source *source, const hol_joint *joint)
{
  size_t n = joint->point_count * source->model->freedoms;
  struct stiffness k = {.n = n,
                        .size = hol_alloc(n, sizeof *k.size),
                        .C = hol_alloc(n * n, sizeof *k.C),
                        .order = hol_alloc(n, sizeof *k.order),
                        .held = hol_alloc(n, sizeof *k.held)};
  hol_status status = k.size && k.C && k.order && k.held ? matrix_in(source, joint, &k) : HOL_MEMORY;
  free(k.size);
  free(k.C);
  free(k.order);
  free(k.held);
  return status;
}
