/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_system.h"

#include "fe_dense.h"

#include <math.h>
#include <string.h>

/* ---- rows ---- */

/** Coordinates are doubles; what is below is their rounding. Two bars in line would else part in a hinge between them:
 *  the hinge may move across without resistance, and a slope of 1e-16 between the bars turns that into a gap. */
static const real row_tolerance = 1e-12L;
static const real energy_tolerance = 1e-14L;

static real largest(const real *row, size_t n, size_t *where)
{
  real most = 0;
  *where = 0;
  for (size_t i = 0; i < n; i++) {
    if (real_abs(row[i]) > most) {
      most = real_abs(row[i]);
      *where = i;
    }
  }
  return most;
}

/** row -= factor × other, skipping zeros. */
static void subtract(real *row, const real *other, real factor, size_t n)
{
  for (size_t i = 0; factor != 0 && i < n; i++) {
    if (other[i] != 0) {
      row[i] -= factor * other[i];
    }
  }
}

/** Bring one row to echelon form; a row that follows from the others is forgotten. */
static void offer(fe_reduction *r, const fe_form *form, real *row)
{
  size_t pivot;
  memset(row, 0, r->unknowns * sizeof *row);
  for (size_t i = 0; i < form->count; i++) {
    row[form->column[i]] += form->value[i];
  }
  const real size = largest(row, r->unknowns, &pivot);
  for (size_t i = 0; i < r->unknowns; i++) {
    if (r->pivot_row[i] != SIZE_MAX && row[i] != 0) {
      subtract(row, r->row[r->pivot_row[i]], row[i], r->unknowns);
      row[i] = 0;
    }
  }
  const real left = largest(row, r->unknowns, &pivot), head = row[pivot];
  if (!(left > row_tolerance * size)) {
    return;
  }
  for (size_t i = 0; i < r->unknowns; i++) {
    row[i] = real_abs(row[i]) > row_tolerance * left ? row[i] / head : 0;
  }
  for (size_t k = 0; k < r->rank; k++) {
    subtract(r->row[k], row, r->row[k][pivot], r->unknowns);
    r->row[k][pivot] = 0;
  }
  row[pivot] = 1;
  memcpy(r->row[r->rank], row, r->unknowns * sizeof *row);
  r->pivot_row[pivot] = r->rank++;
}

static void number_independent(fe_reduction *r)
{
  r->count = 0;
  for (size_t i = 0; i < r->unknowns; i++) {
    r->independent[i] = r->pivot_row[i] == SIZE_MAX ? r->count++ : SIZE_MAX;
  }
}

void fe_reduction_build(const fe_model *model, fe_reduction *r)
{
  fe_pool *pool = model->pool;
  size_t n = model->unknowns;
  *r = (fe_reduction){.unknowns = n};
  r->pivot_row = fe_pool_get(pool, n, sizeof *r->pivot_row);
  r->independent = fe_pool_get(pool, n, sizeof *r->independent);
  r->row = fe_pool_get(pool, model->rows, sizeof *r->row);
  for (size_t i = 0; i < n; i++) {
    r->pivot_row[i] = SIZE_MAX;
  }
  real *row = fe_pool_get(pool, n, sizeof *row);
  for (size_t i = 0; i < model->rows; i++) {
    r->row[r->rank] = r->row[r->rank] ? r->row[r->rank] : fe_pool_get(pool, n, sizeof **r->row);
    offer(r, &model->row[i], row);
  }
  number_independent(r);
}

/* ---- elements over y ---- */

/** value[y] += form; y not touched stays 0. */
static void express(const fe_reduction *r, const fe_form *form, real *value)
{
  for (size_t i = 0; i < form->count; i++) {
    size_t column = form->column[i], k = r->pivot_row[column];
    if (k == SIZE_MAX) {
      if (r->independent[column] != SIZE_MAX) {
        value[r->independent[column]] += form->value[i];
      }
      continue;
    }
    for (size_t j = 0; j < r->unknowns; j++) {
      if (r->row[k][j] != 0 && r->independent[j] != SIZE_MAX) {
        value[r->independent[j]] -= form->value[i] * r->row[k][j];
      }
    }
  }
}

/** The columns of y that enter an element, and its end forms over them. */
static void element_interface(const fe_reduction *r, const fe_element *element, fe_pool *pool, fe_piece *piece)
{
  size_t ends = element->ends;
  real *dense = fe_pool_get(pool, ends * r->count, sizeof *dense);
  size_t *column = fe_pool_get(pool, r->count, sizeof *column);
  for (size_t e = 0; e < ends; e++) {
    express(r, &element->end[e], dense + e * r->count);
  }
  for (size_t j = 0; j < r->count; j++) {
    bool used = false;
    for (size_t e = 0; e < ends; e++) {
      real *value = &dense[e * r->count + j];
      *value = real_abs(*value) > row_tolerance ? *value : 0;
      used = used || *value != 0;
    }
    if (used) {
      column[piece->interface++] = j;
    }
  }
  piece->column = column;
  piece->E = fe_pool_get(pool, ends * piece->interface, sizeof *piece->E);
  for (size_t e = 0; e < ends; e++) {
    for (size_t j = 0; j < piece->interface; j++) {
      piece->E[e * piece->interface + j] = dense[e * r->count + column[j]];
    }
  }
}

/** T A Tᵀ with T = [Eᵀ 0; 0 1]: the element's matrix over (y, interior). */
static real *fold(const real *A, size_t ends, const real *E, size_t interface, size_t bubbles, fe_pool *pool)
{
  size_t n = ends + bubbles, m = interface + bubbles;
  real *half = fe_pool_get(pool, m * n, sizeof *half), *whole = fe_pool_get(pool, m * m, sizeof *whole);
  for (size_t i = 0; i < m; i++) {
    for (size_t k = 0; k < n; k++) {
      for (size_t e = 0; i < interface && e < ends; e++) {
        half[i * n + k] += E[e * interface + i] * A[e * n + k];
      }
      if (i >= interface) {
        half[i * n + k] = A[(i - interface + ends) * n + k];
      }
    }
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++) {
      for (size_t e = 0; j < interface && e < ends; e++) {
        whole[i * m + j] += half[i * n + e] * E[e * interface + j];
      }
      if (j >= interface) {
        whole[i * m + j] = half[i * n + j - interface + ends];
      }
    }
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < i; j++) {
      whole[i * m + j] = whole[j * m + i] = (whole[i * m + j] + whole[j * m + i]) / 2;
    }
  }
  return whole;
}

static void build_piece(const fe_reduction *r, const fe_element *element, fe_fineness fineness, fe_pool *pool,
                        fe_piece *piece)
{
  fe_pool local = {0};
  const real *K = element->K, *M = element->M;
  *piece = (fe_piece){.element = element, .bubbles = element->bubbles};
  if (element->is_line) {
    size_t wanted = fe_line_degree(&element->line, fineness.omega);
    size_t sum = (wanted > fineness.at_least ? wanted : fineness.at_least) + fineness.extra;
    size_t degree = sum < FE_LINE_MAX_DEGREE ? sum : FE_LINE_MAX_DEGREE;
    piece->degree = degree;
    piece->bubbles = fe_line_bubbles(&element->line, degree);
    size_t n = element->ends + piece->bubbles;
    real *line_K = fe_pool_get(&local, n * n, sizeof *line_K), *line_M = fe_pool_get(&local, n * n, sizeof *line_M);
    fe_line_matrices(&element->line, degree, line_K, line_M, &local);
    K = line_K;
    M = line_M;
  }
  element_interface(r, element, pool, piece);
  piece->K = fold(K, element->ends, piece->E, piece->interface, piece->bubbles, pool);
  piece->M = fold(M, element->ends, piece->E, piece->interface, piece->bubbles, pool);
  fe_pool_clear(&local);
}

void fe_system_build(const fe_model *model, const fe_reduction *reduction, fe_fineness fineness, fe_pool *pool,
                     fe_system *system)
{
  *system =
      (fe_system){.pool = pool, .interface = reduction->count, .order = reduction->count, .pieces = model->elements};
  system->piece = fe_pool_get(pool, model->elements, sizeof *system->piece);
  for (size_t e = 0; e < model->elements; e++) {
    build_piece(reduction, &model->element[e], fineness, pool, &system->piece[e]);
    system->piece[e].first = system->order;
    system->order += system->piece[e].bubbles;
  }
}

bool fe_system_is_continuous(const fe_model *model)
{
  for (size_t e = 0; e < model->elements; e++) {
    const fe_element *element = &model->element[e];
    if (element->is_line && (element->line.mass > 0 || element->line.rotary > 0)) {
      return true;
    }
  }
  return false;
}

/** Diagonals of K and M. */
static void diagonals(const fe_system *s, real *K, real *M)
{
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    size_t n = piece->interface + piece->bubbles;
    for (size_t i = 0; i < n; i++) {
      size_t at = i < piece->interface ? piece->column[i] : piece->first + i - piece->interface;
      K[at] += piece->K[i * n + i];
      M[at] += piece->M[i * n + i];
    }
  }
}

real fe_system_typical(const fe_system *s)
{
  real *K = fe_pool_get(s->pool, s->order, sizeof *K), *M = fe_pool_get(s->pool, s->order, sizeof *M);
  real sum = 0, stiff = 0, heavy = 0;
  size_t both = 0, stiffs = 0, heavies = 0;
  diagonals(s, K, M);
  for (size_t i = 0; i < s->order; i++) {
    stiff += K[i] > 0 ? real_log(K[i]) : 0;
    stiffs += K[i] > 0;
    heavy += M[i] > 0 ? real_log(M[i]) : 0;
    heavies += M[i] > 0;
    sum += K[i] > 0 && M[i] > 0 ? real_log(K[i] / M[i]) : 0;
    both += K[i] > 0 && M[i] > 0;
  }
  if (both) {
    return real_exp(sum / (real)both);
  }
  return stiffs && heavies ? real_exp(stiff / (real)stiffs - heavy / (real)heavies) : 1;
}

/** Add factor × an interface block to the dense matrix of all y. */
static void add_interface(const fe_system *s, const fe_piece *piece, const real *A, size_t stride, real factor,
                          real *all)
{
  for (size_t i = 0; i < piece->interface; i++) {
    for (size_t j = 0; j < piece->interface; j++) {
      all[piece->column[i] * s->interface + piece->column[j]] += factor * A[i * stride + j];
    }
  }
}

/** Unknowns of y that energy tells from each other, without the mass of a bar across itself (`bar`; 0: with all).
 *  @param[out] keep  [interface] */
static size_t rank_without(const fe_system *s, size_t bar, real typical, fe_pool *pool, bool *keep)
{
  real *A = fe_pool_get(pool, s->interface * s->interface, sizeof *A);
  size_t rank = 0;
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    size_t n = piece->interface + piece->bubbles;
    if (!bar || piece->element->sideways != bar) {
      add_interface(s, piece, piece->K, n, 1, A);
      add_interface(s, piece, piece->M, n, typical, A);
    }
  }
  fe_independent(A, s->interface, energy_tolerance, keep);
  for (size_t i = 0; i < s->interface; i++) {
    rank += keep[i];
  }
  return rank;
}

bool fe_reduction_drop(const fe_model *model, fe_reduction *r)
{
  fe_pool local = {0};
  fe_system s;
  fe_system_build(model, r, (fe_fineness){.at_least = 6}, &local, &s);
  const real typical = fe_system_typical(&s);
  real mass = 0;
  for (size_t p = 0; p < s.pieces; p++) {
    const fe_piece *piece = &s.piece[p];
    for (size_t i = 0; i < piece->interface + piece->bubbles; i++) {
      mass += piece->M[i * (piece->interface + piece->bubbles + 1)];
    }
  }
  bool *keep = fe_pool_get(&local, s.interface, sizeof *keep);
  const size_t all = rank_without(&s, 0, typical, &local, keep);
  r->lone = 0;
  for (size_t e = 0; e < model->elements; e++) {
    size_t bar = model->element[e].sideways;
    bool is_first = bar && (e == 0 || model->element[e - 1].sideways != bar);
    r->lone += is_first ? all - rank_without(&s, bar, typical, &local, keep) : 0;
  }
  (void)rank_without(&s, 0, typical, &local, keep);
  size_t count = 0;
  for (size_t i = 0; i < r->unknowns; i++) {
    if (r->independent[i] != SIZE_MAX) {
      r->independent[i] = keep[r->independent[i]] ? count++ : SIZE_MAX;
    }
  }
  r->count = count;
  fe_pool_clear(&local);
  return mass > 0;
}

/* ---- K + shift M ---- */

/** Factor the interior of a piece and leave its Schur complement on the interface in `schur`. */
static bool factor_piece(fe_system *s, fe_piece *piece, real *schur)
{
  size_t c = piece->interface, b = piece->bubbles, n = c + b;
  piece->L = piece->L ? piece->L : fe_pool_get(s->pool, b * b, sizeof *piece->L);
  piece->W = piece->W ? piece->W : fe_pool_get(s->pool, b * c, sizeof *piece->W);
  for (size_t i = 0; i < b; i++) {
    for (size_t j = 0; j < b; j++) {
      piece->L[i * b + j] = piece->K[(c + i) * n + c + j] + s->shift * piece->M[(c + i) * n + c + j];
    }
  }
  if (!fe_cholesky(piece->L, b)) {
    return false;
  }
  for (size_t i = 0; i < b; i++) {
    for (size_t j = 0; j < c; j++) {
      real sum = piece->K[(c + i) * n + j] + s->shift * piece->M[(c + i) * n + j];
      for (size_t k = 0; k < i; k++) {
        sum -= piece->L[i * b + k] * piece->W[k * c + j];
      }
      piece->W[i * c + j] = sum / piece->L[i * b + i];
    }
  }
  for (size_t i = 0; i < c; i++) {
    for (size_t j = 0; j < c; j++) {
      schur[i * c + j] = piece->K[i * n + j] + s->shift * piece->M[i * n + j];
      for (size_t k = 0; k < b; k++) {
        schur[i * c + j] -= piece->W[k * c + i] * piece->W[k * c + j];
      }
    }
  }
  return true;
}

bool fe_system_factor(fe_system *s, real shift)
{
  size_t m = s->interface;
  real *schur = fe_pool_get(s->pool, m * m, sizeof *schur);
  s->shift = shift;
  s->factor = s->factor ? s->factor : fe_pool_get(s->pool, m * m, sizeof *s->factor);
  memset(s->factor, 0, m * m * sizeof *s->factor);
  for (size_t p = 0; p < s->pieces; p++) {
    if (!factor_piece(s, &s->piece[p], schur)) {
      return false;
    }
    add_interface(s, &s->piece[p], schur, s->piece[p].interface, 1, s->factor);
  }
  return fe_cholesky(s->factor, m);
}

void fe_system_solve(const fe_system *s, real *x)
{
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    real *inner = x + piece->first;
    fe_lower_solve(piece->L, piece->bubbles, inner);
    for (size_t k = 0; k < piece->bubbles; k++) {
      for (size_t j = 0; j < piece->interface; j++) {
        x[piece->column[j]] -= piece->W[k * piece->interface + j] * inner[k];
      }
    }
  }
  fe_lower_solve(s->factor, s->interface, x);
  fe_lower_transposed_solve(s->factor, s->interface, x);
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    real *inner = x + piece->first;
    for (size_t k = 0; k < piece->bubbles; k++) {
      for (size_t j = 0; j < piece->interface; j++) {
        inner[k] -= piece->W[k * piece->interface + j] * x[piece->column[j]];
      }
    }
    fe_lower_transposed_solve(piece->L, piece->bubbles, inner);
  }
}

void fe_system_apply(const fe_system *s, bool mass, const real *x, real *y)
{
  memset(y, 0, s->order * sizeof *y);
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    size_t c = piece->interface, n = c + piece->bubbles;
    const real *A = mass ? piece->M : piece->K;
    for (size_t i = 0; i < n; i++) {
      real sum = 0;
      for (size_t j = 0; j < c; j++) {
        sum += A[i * n + j] * x[piece->column[j]];
      }
      for (size_t j = c; j < n; j++) {
        sum += A[i * n + j] * x[piece->first + j - c];
      }
      y[i < c ? piece->column[i] : piece->first + i - c] += sum;
    }
  }
}

void fe_system_dense(const fe_system *s, real stiffness, real mass, real *A)
{
  memset(A, 0, s->order * s->order * sizeof *A);
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    size_t c = piece->interface, n = c + piece->bubbles;
    for (size_t i = 0; i < n; i++) {
      size_t row = i < c ? piece->column[i] : piece->first + i - c;
      for (size_t j = 0; j < n; j++) {
        size_t column = j < c ? piece->column[j] : piece->first + j - c;
        A[row * s->order + column] += stiffness * piece->K[i * n + j] + mass * piece->M[i * n + j];
      }
    }
  }
}

/** The ends of an element and its interior unknowns: z [ends + bubbles]. */
static void element_unknowns(const fe_piece *piece, const real *x, real *z)
{
  size_t ends = piece->element->ends;
  for (size_t e = 0; e < ends; e++) {
    z[e] = 0;
    for (size_t j = 0; j < piece->interface; j++) {
      z[e] += piece->E[e * piece->interface + j] * x[piece->column[j]];
    }
  }
  memcpy(z + ends, x + piece->first, piece->bubbles * sizeof *z);
}

real fe_system_strain(const fe_system *s, const real *x)
{
  fe_pool local = {0};
  real energy = 0;
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    const fe_element *element = piece->element;
    real *z = fe_pool_get(&local, element->ends + piece->bubbles, sizeof *z);
    element_unknowns(piece, x, z);
    if (element->is_line) {
      energy += fe_line_strain(&element->line, piece->degree, z, &local);
      continue;
    }
    size_t n = element->ends + element->bubbles;
    for (size_t i = 0; i < n * n; i++) {
      energy += z[i / n] * element->K[i] * z[i % n];
    }
  }
  fe_pool_clear(&local);
  return energy;
}

/* ---- inertia of K - λM ---- */

/** K - λM of a piece with the interior first. */
static void interior_first(const fe_piece *piece, real lambda, real *A)
{
  size_t c = piece->interface, b = piece->bubbles, n = c + b;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      size_t from = (i < b ? i + c : i - b) * n + (j < b ? j + c : j - b);
      A[i * n + j] = piece->K[from] - lambda * piece->M[from];
    }
  }
}

size_t fe_system_zeros(const fe_system *s)
{
  fe_pool local = {0};
  real *all = fe_pool_get(&local, s->interface * s->interface, sizeof *all);
  bool *resisted = fe_pool_get(&local, s->interface, sizeof *resisted);
  size_t zeros = 0;
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    size_t n = piece->interface + piece->bubbles;
    real *A = fe_pool_get(&local, n * n, sizeof *A);
    interior_first(piece, 0, A);
    (void)fe_eliminate(A, n, piece->bubbles);
    add_interface(s, piece, A + piece->bubbles * (n + 1), n, 1, all);
  }
  fe_independent(all, s->interface, energy_tolerance, resisted);
  for (size_t i = 0; i < s->interface; i++) {
    zeros += !resisted[i];
  }
  fe_pool_clear(&local);
  return zeros;
}

size_t fe_system_count_below(const fe_system *s, real lambda)
{
  fe_pool local = {0};
  real *all = fe_pool_get(&local, s->interface * s->interface, sizeof *all);
  size_t count = 0;
  for (size_t p = 0; p < s->pieces; p++) {
    const fe_piece *piece = &s->piece[p];
    size_t n = piece->interface + piece->bubbles;
    real *A = fe_pool_get(&local, n * n, sizeof *A);
    interior_first(piece, lambda, A);
    count += fe_eliminate(A, n, piece->bubbles);
    add_interface(s, piece, A + piece->bubbles * (n + 1), n, 1, all);
  }
  count += fe_eliminate(all, s->interface, s->interface);
  fe_pool_clear(&local);
  return count;
}
