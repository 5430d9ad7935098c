/* SPDX-License-Identifier: BSD-3-Clause */
/* Compliance matrix of probes at λ ≤ 0, interpolation nodes for T(0), decoupled probes, static base acceleration. */
#include "response/forced/compliance_at.h"

#include "base/memory.h"
#include "base/vector.h"
#include "excitation/rows.h"
#include "statics/statics.h"

#include <math.h>
#include <stdlib.h>

void hol_compliance_clear(hol_compliance_at *c)
{
  for (size_t i = 0; c->row && i < c->probes; i++) {
    hol_sparse_clear(&c->row[i]);
  }
  free(c->row);
  hol_system_clear(&c->system);
  hol_model_clear(&c->model);
  *c = (hol_compliance_at){0};
}

size_t hol_compliance_places(bool is_loose, double next, double last, double *place, double *weight)
{
  if (!is_loose) {
    place[0] = 0;
    weight[0] = 1;
    return 1;
  }
  double far = isfinite(next) ? 0.5 * next : last > 0 ? last : 1;
  for (int i = 0; i < HOL_PLACES_MOST; i++) {
    place[i] = -0.5 * far * (1 - cos((2 * i + 1) * M_PI / (2 * HOL_PLACES_MOST)));
  }
  for (int i = 0; i < HOL_PLACES_MOST; i++) {
    weight[i] = 1;
    for (int j = 0; j < HOL_PLACES_MOST; j++) {
      weight[i] *= j == i ? 1 : place[j] / (place[j] - place[i]);
    }
  }
  return HOL_PLACES_MOST;
}

hol_status hol_compliance_prepare(const hol_problem *problem, const hol_output *probe, hol_compliance_at *c,
                                  hol_faults *faults)
{
  c->problem = problem;
  HOL_TRY(hol_model_make(problem, (hol_model_request){.exact = true}, &c->model, faults));
  c->scale = c->model.scale;
  c->row = hol_alloc(problem->exported.outlets, sizeof *c->row);
  if (!c->row) {
    return HOL_MEMORY;
  }
  c->probes = problem->exported.outlets;
  hol_status status = HOL_OK;
  for (size_t i = 0; i < c->probes && (status == HOL_OK || status == HOL_INVALID); i++) {
    hol_status made = hol_output_row(&c->model, i, &probe[i], false, &c->row[i], faults);
    status = made > status ? made : status;
  }
  HOL_TRY(status);
  return hol_compliance_extend(c, c->reach);
}

hol_status hol_compliance_extend(hol_compliance_at *c, double reach)
{
  const hol_analysis *a = &c->problem->analysis;
  hol_system_clear(&c->system);
  c->model.reach = c->reach = reach;
  return hol_system_build(&c->model, a->modes, a->order, HOL_BOUND_UPPER, &c->system);
}

static hol_status solve(const hol_compliance_at *c, const hol_matrix *matrix, hol_decomposition *d, double *H)
{
  size_t n = matrix->n;
  double *x = hol_alloc(n * c->probes, sizeof *x);
  if (!x) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < c->probes; j++) {
    for (size_t e = 0; e < c->row[j].count; e++) {
      x[c->row[j].index[e] + j * n] += c->row[j].value[e];
    }
  }
  hol_status status = hol_decomposition_solve(d, x, c->probes);
  for (size_t i = 0; status == HOL_OK && i < c->probes; i++) {
    for (size_t j = 0; j <= i; j++) {
      double value = 0.5 * (hol_sparse_dot(&c->row[i], x + j * n) + hol_sparse_dot(&c->row[j], x + i * n));
      H[i + j * c->probes] = H[j + i * c->probes] = value;
    }
  }
  free(x);
  return status;
}

hol_status hol_compliance_fill(const hol_compliance_at *c, double lambda, double *H)
{
  hol_matrix matrix = {0};
  hol_decomposition d = {0};
  hol_status status = hol_system_matrix(&c->system, lambda, false, &matrix);
  status = status == HOL_OK ? hol_decompose(&c->system, &matrix, &d) : status;
  status = status == HOL_OK ? solve(c, &matrix, &d, H) : status;
  hol_matrix_clear(&matrix);
  hol_decomposition_clear(&d);
  return status;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/** Root of the block of an unknown (union-find). @param[in,out] block  [n] an unknown before it, or itself; shortened
 *  on the way */
static size_t first_of(size_t *block, size_t i)
{
  while (block[i] != i) {
    block[i] = block[block[i]];
    i = block[i];
  }
  return i;
}

/** Blocks of unknowns coupled by S or its derivative. @param[out] block  [n] */
static void find_blocks(const hol_matrix *matrix, size_t *block)
{
  hol_entries all = {.matrix = matrix};
  hol_entry entry;
  for (size_t i = 0; i < matrix->n; i++) {
    block[i] = i;
  }
  while (hol_entries_next(&all, &entry)) {
    if (fabs(entry.value) > 0 || fabs(entry.derivative) > 0) {
      size_t a = first_of(block, entry.row), b = first_of(block, entry.column);
      block[a > b ? a : b] = a > b ? b : a;
    }
  }
}

static bool share_no_block(const hol_sparse *a, const hol_sparse *b, size_t *block)
{
  bool none = true;
  for (size_t i = 0; i < a->count; i++) {
    for (size_t j = 0; j < b->count; j++) {
      bool are_there = fabs(a->value[i]) > 0 && fabs(b->value[j]) > 0;
      none = none && !(are_there && first_of(block, a->index[i]) == first_of(block, b->index[j]));
    }
  }
  return none;
}

hol_status hol_compliance_apart(const hol_compliance_at *c, double lambda, bool *apart)
{
  hol_matrix matrix = {0};
  hol_status status = hol_system_matrix(&c->system, lambda, false, &matrix);
  size_t *block = hol_alloc(matrix.n, sizeof *block);
  status = status == HOL_OK && !block ? HOL_MEMORY : status;
  if (status == HOL_OK) {
    find_blocks(&matrix, block);
    for (size_t i = 0; i < c->probes * c->probes; i++) {
      apart[i] = share_no_block(&c->row[i % c->probes], &c->row[i / c->probes], block);
    }
  }
  free(block);
  hol_matrix_clear(&matrix);
  return status;
}

/* ---- the ground -------------------------------------------------------------------------------------------------- */

/** Displacements relative to the ground under gravity of the opposite sign. */
static hol_status static_displacements(const hol_problem *problem, const hol_output *probe,
                                       const hol_statics_request *spec, hol_statics *s, double *value,
                                       hol_faults *faults)
{
  HOL_TRY(hol_statics_solve(spec, s, faults));
  for (size_t i = 0; i < problem->exported.outlets; i++) {
    double all[HOL_FREEDOM_COUNT];
    hol_model_displacement(&s->model, s->U, hol_model_station(&s->model, &probe[i].point), all);
    value[i] = -hol_dot(3, probe[i].direction, all + (probe[i].turns ? HOL_RX : HOL_UX));
  }
  return HOL_OK;
}

hol_status hol_compliance_of_ground(const hol_problem *problem, const hol_output *probe, const double direction[3],
                                    double *value, hol_faults *faults)
{
  hol_problem falling = *problem;
  hol_statics statics = {.residual = 0};
  hol_point *point = hol_alloc(problem->exported.outlets, sizeof *point);
  if (!point) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < problem->exported.outlets; i++) {
    point[i] = probe[i].point;
  }
  falling.load_count = 0;
  for (size_t k = 0; k < 3; k++) {
    falling.gravity[k] = direction[k];
  }
  const hol_statics_request spec = {&falling, 2, point, problem->exported.outlets, false, {0}};
  hol_status status = static_displacements(problem, probe, &spec, &statics, value, faults);
  hol_statics_clear(&statics);
  free(point);
  return status;
}
