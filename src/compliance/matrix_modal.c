/* SPDX-License-Identifier: BSD-3-Clause */
/* What parts in component modes bring to S(λ): unknowns of modes near λ, compliances among ports by all others and the
 * remainder. Many ports are a dense block, the same for parts alike. */
#include "compliance/matrix_modal.h"
#include "base/dense.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A component mode within this relative distance of λ stays an unknown: eliminated ones then cost one digit at the
 *  most. */
static const double near_pole = 0.1;

static bool is_near(const hol_modal *modal, size_t k, double lambda)
{
  double omega2 = modal->omega2[k];
  return k < modal->rigid || fabs(omega2 - lambda) <= near_pole * fmax(omega2, fabs(lambda));
}

/** Modes of static deflections all stay unknowns: ports close together differ by little only, which a sum would
 *  lose. */
static bool is_kept(const hol_system *system, const hol_matrix *matrix, size_t index, size_t k)
{
  if (matrix->pattern) {
    return hol_kept_find(matrix->pattern->kept, matrix->pattern->kept_count, index, k) != NULL;
  }
  return system->by_reactions || is_near(&system->modal[index], k, matrix->as);
}

/** Factors f_j of the residual flexibility Σ f_j Γ_j and their derivatives: λ^j, and for the lower bound the tail
 *  λ^k/(λ_c − λ) more on the last (theory §3). For k = 1 these are 1, or λ_c/(λ_c − λ). */
static void remainder_factors(const hol_system *system, const hol_modal *modal, double lambda, double *factor,
                              double *slope)
{
  double power = 1, before = 0;
  for (size_t j = 0; j < modal->order; j++) {
    factor[j] = power;
    slope[j] = (double)j * before;
    before = power;
    power *= lambda;
  }
  if (system->bound == HOL_BOUND_LOWER) {
    double gap = 1.0 / (modal->cutoff - lambda);
    factor[modal->order - 1] += power * gap;
    slope[modal->order - 1] += (double)modal->order * before * gap + power * gap * gap;
  }
}

static hol_status keep_mode(const hol_system *system, size_t index, size_t k, hol_matrix *matrix)
{
  const hol_modal *modal = &system->modal[index];
  if (!hol_grow(&matrix->kept, &matrix->kept_capacity, matrix->kept_count + 1, sizeof *matrix->kept)) {
    return HOL_MEMORY;
  }
  size_t unknown = system->fixed + matrix->kept_count;
  if (unknown > UINT32_MAX) {
    return HOL_MEMORY;
  }
  matrix->kept[matrix->kept_count++] = (hol_kept){index, k};
  HOL_TRY(hol_matrix_add(matrix, unknown, unknown, modal->omega2[k] - matrix->lambda, -1.0));
  for (size_t i = 0; i < modal->ports; i++) {
    HOL_TRY(hol_matrix_add(matrix, unknown, modal->first_unknown + i, -modal->phi[i + k * modal->ports], 0.0));
  }
  return HOL_OK;
}

/** Component modes that stay unknowns, and those that do not. @param[out] far  how many of these there are in
 *  matrix->far */
static hol_status divide_modes(const hol_system *system, size_t index, hol_matrix *matrix, size_t *far)
{
  const hol_modal *modal = &system->modal[index];
  if (!hol_grow(&matrix->far, &matrix->far_capacity, modal->modes, sizeof *matrix->far)) {
    return HOL_MEMORY;
  }
  *far = 0;
  for (size_t k = 0; k < modal->modes; k++) {
    if (is_kept(system, matrix, index, k)) {
      HOL_TRY(keep_mode(system, index, k, matrix));
    } else {
      matrix->below += modal->omega2[k] < matrix->lambda;
      matrix->far[*far] = (hol_far){modal->phi + k * modal->ports, 1.0 / (modal->omega2[k] - matrix->lambda)};
      *far += k >= modal->rigid;
    }
  }
  return HOL_OK;
}

/** Factors of the orders of the residual flexibility at λ, and their derivatives. */
typedef struct orders {
  double factor[HOL_ORDER_MAX], slope[HOL_ORDER_MAX];
} orders;

/** −α of so many ports from one on with another, without the modes that are unknowns, and its derivative. @param[out]
 *  value,derivative  [count] */
static inline void fill_ports(const hol_matrix *matrix, const hol_modal *modal, size_t far, const orders *at, size_t i,
                              size_t count, size_t j, double *restrict value, double *restrict derivative)
{
  size_t n = modal->ports;
  for (size_t p = 0; p < count; p++) {
    value[p] = derivative[p] = 0;
  }
  for (size_t order = modal->order; order-- > 0;) {
    const double *gamma = modal->flexibility + order * n * n + i + j * n;
    for (size_t p = 0; p < count; p++) {
      value[p] += at->factor[order] * gamma[p];
      derivative[p] += at->slope[order] * gamma[p];
    }
  }
  for (size_t k = 0; k < far; k++) {
    const double *phi = matrix->far[k].phi;
    double gap = matrix->far[k].gap;
    for (size_t p = 0; p < count; p++) {
      double term = phi[i + p] * phi[j] * gap;
      value[p] += term;
      derivative[p] += term * gap;
    }
  }
  for (size_t p = 0; p < count; p++) {
    value[p] = -value[p];
    derivative[p] = -derivative[p];
  }
}

/** The modes of a part that are unknowns, of all that are. @param[out] count  how many */
static const hol_kept *kept_of(const hol_matrix *matrix, size_t modal, size_t *count)
{
  size_t low = 0, high = matrix->kept_count;
  *count = 0;
  if (high == 0) {
    return NULL;
  }
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (matrix->kept[middle].modal < modal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (high = low; high < matrix->kept_count && matrix->kept[high].modal == modal; high++) {
  }
  *count = high - low;
  return matrix->kept + low;
}

/** Are the same modes of both parts unknowns? */
static bool keeps_same(const hol_matrix *matrix, size_t a, size_t b)
{
  size_t m, n;
  const hol_kept *x = kept_of(matrix, a, &m), *y = kept_of(matrix, b, &n);
  bool same = m == n;
  for (size_t i = 0; same && i < n; i++) {
    same = x[i].mode == y[i].mode;
  }
  return same;
}

/** The block of a part, by bisection: they rise. NULL: it has none. */
static const hol_port_block *block_of(const hol_matrix *matrix, size_t modal)
{
  size_t low = 0, high = matrix->block_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (matrix->block[middle].modal < modal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < matrix->block_count && matrix->block[low].modal == modal ? &matrix->block[low] : NULL;
}

/** Numbers of the block of a part: S and S′. */
static size_t block_size(const hol_modal *modal)
{
  return modal->ports > HOL_DENSE_LARGE ? modal->ports * (modal->ports + 1) : 0;
}

/** Room for all blocks at once: they are the most of a matrix that has any. */
hol_status hol_matrix_reserve_blocks(const hol_system *system, hol_matrix *matrix)
{
  if (matrix->spread) {
    return HOL_OK;
  }
  size_t count = 0;
  for (size_t i = 0; i < system->modal_count; i++) {
    count += system->modal[i].alike ? 0 : block_size(&system->modal[i]);
  }
  return hol_grow(&matrix->dense, &matrix->dense_capacity, count, sizeof *matrix->dense) ? HOL_OK : HOL_MEMORY;
}

static hol_status add_block(const hol_system *system, size_t index, size_t far, const orders *at, hol_matrix *matrix)
{
  const hol_modal *modal = &system->modal[index];
  size_t n = modal->ports, size = block_size(modal),
         alike = modal->alike ? (size_t)(modal->alike - system->modal) : index;
  if (!hol_grow(&matrix->block, &matrix->block_capacity, matrix->block_count + 1, sizeof *matrix->block)) {
    return HOL_MEMORY;
  }
  hol_port_block *block = &matrix->block[matrix->block_count];
  *block = (hol_port_block){index, modal->first_unknown, n, matrix->block_count, matrix->dense_count};
  if (matrix->spread) {
    matrix->block_count++;
    return HOL_OK;
  }
  const hol_port_block *like = alike != index ? block_of(matrix, alike) : NULL;
  matrix->block_count++;
  if (like && keeps_same(matrix, alike, index)) {
    block->like = (size_t)(like - matrix->block);
    block->at = like->at;
    return HOL_OK;
  }
  if (!hol_grow(&matrix->dense, &matrix->dense_capacity, matrix->dense_count + size, sizeof *matrix->dense)) {
    return HOL_MEMORY;
  }
  double *value = matrix->dense + block->at, *derivative = value + size / 2;
  matrix->dense_count += size;
  for (size_t j = 0; j < n; value += n - j, derivative += n - j, j++) {
    fill_ports(matrix, modal, far, at, j, n - j, j, value, derivative);
  }
  return HOL_OK;
}

hol_status hol_matrix_add_modal(const hol_system *system, size_t index, hol_matrix *matrix)
{
  const hol_modal *modal = &system->modal[index];
  size_t n = modal->ports, far;
  orders at;
  remainder_factors(system, modal, matrix->lambda, at.factor, at.slope);
  HOL_TRY(divide_modes(system, index, matrix, &far));
  bool is_block = n > HOL_DENSE_LARGE;
  HOL_TRY(is_block ? add_block(system, index, far, &at, matrix) : HOL_OK);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i && !is_block; j++) {
      double value, derivative;
      fill_ports(matrix, modal, far, &at, i, 1, j, &value, &derivative);
      HOL_TRY(hol_matrix_add(matrix, modal->first_unknown + i, modal->first_unknown + j, value, derivative));
    }
    HOL_TRY(hol_matrix_add_row(matrix, modal->first_unknown + i, hol_modal_row(modal, i)));
  }
  return HOL_OK;
}

bool hol_matrix_spreads(const hol_system *system)
{
  size_t all = 0, own = 0;
  for (size_t i = 0; i < system->modal_count; i++) {
    bool is_block = block_size(&system->modal[i]) > 0;
    all += is_block;
    own += is_block && !system->modal[i].alike;
  }
  return 2 * own > all;
}

/** A part whose block is no numbers: what its α is made of. */
typedef struct spread {
  const hol_modal *modal;
  size_t index, kept_count;
  const hol_kept *kept; /**< [kept_count] its modes that are unknowns */
  double lambda;
  orders at;
} spread;

static spread spread_of(const hol_matrix *matrix, size_t index)
{
  spread s = {.modal = &matrix->spread->modal[index], .index = index, .lambda = matrix->lambda};
  s.kept = kept_of(matrix, index, &s.kept_count);
  remainder_factors(matrix->spread, s.modal, matrix->lambda, s.at.factor, s.at.slope);
  return s;
}

/** f_j, or its derivative. */
static double order_weight(const spread *s, bool derivative, size_t order)
{
  return derivative ? s->at.slope[order] : s->at.factor[order];
}

/** 1/(ω² − λ) of a mode, or its derivative. @return false: it is an unknown */
static bool mode_weight(const spread *s, bool derivative, size_t k, double *weight)
{
  if (hol_kept_find(s->kept, s->kept_count, s->index, k)) {
    return false;
  }
  double gap = 1.0 / (s->modal->omega2[k] - s->lambda);
  *weight = derivative ? gap * gap : gap;
  return true;
}

/** y += factor A x of a part, A = −α or its derivative: Σ f_j Γ_j, and φ φᵀ/(ω² − λ) of modes that are no unknowns. */
static void apply_part(const hol_matrix *matrix, size_t index, bool derivative, double factor, const double *x,
                       double *y)
{
  const spread s = spread_of(matrix, index);
  size_t n = s.modal->ports;
  double weight;
  for (size_t order = 0; order < s.modal->order; order++) {
    hol_dense_add_symmetric(n, -factor * order_weight(&s, derivative, order), s.modal->flexibility + order * n * n, x,
                            y);
  }
  for (size_t k = s.modal->rigid; k < s.modal->modes; k++) {
    const double *phi = s.modal->phi + k * n;
    if (mode_weight(&s, derivative, k, &weight)) {
      hol_add_scaled(n, -factor * weight * hol_dot(n, phi, x), phi, y);
    }
  }
}

void hol_matrix_apply_blocks(const hol_matrix *matrix, bool derivative, double factor, const uint32_t *number,
                             const double *x, double *y)
{
  for (size_t b = 0; b < matrix->block_count; b++) {
    const hol_port_block *block = &matrix->block[b];
    size_t n = block->size, from = number ? number[block->first] : block->first;
    if (matrix->spread) {
      apply_part(matrix, block->modal, derivative, factor, x + from, y + from);
      continue;
    }
    const double *a = matrix->dense + block->at + (derivative ? n * (n + 1) / 2 : 0);
    hol_dense_add_packed(n, factor, a, x + from, y + from);
  }
}

/** Σ |a_i b_i|, four sums side by side. */
static double sum_of_sizes(size_t n, const double *a, const double *b)
{
  double sum[4] = {0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t l = 0; l < 4; l++) {
      sum[l] += fabs(a[i + l] * b[i + l]);
    }
  }
  for (; i < n; i++) {
    sum[0] += fabs(a[i] * b[i]);
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double hol_modal_terms(const hol_system *system, const hol_matrix *matrix, size_t modal, const double *v)
{
  const hol_modal *m = &system->modal[modal];
  size_t n = m->ports;
  const double *force = v + m->first_unknown;
  double factor[HOL_ORDER_MAX], slope[HOL_ORDER_MAX], sum = 0;
  remainder_factors(system, m, matrix->lambda, factor, slope);
  for (size_t order = 0; order < m->order; order++) {
    const double *gamma = m->flexibility + order * n * n;
    for (size_t i = 0; i < n; i++) {
      sum += fabs(factor[order] * force[i]) * sum_of_sizes(n, gamma + i * n, force);
    }
  }
  for (size_t k = m->rigid; k < m->modes; k++) {
    if (!is_kept(system, matrix, modal, k)) {
      double move = sum_of_sizes(n, m->phi + k * n, force);
      sum += move * move / fabs(m->omega2[k] - matrix->lambda);
    }
  }
  return sum;
}

/** Rows of a column of a part that are had at once where they are no numbers. */
enum { ROWS = 64 };

/** α of so many ports from one on with another, or its derivative. */
static void spread_ports(const spread *s, bool derivative, size_t i, size_t count, size_t j, double value[ROWS])
{
  size_t n = s->modal->ports;
  double weight;
  memset(value, 0, count * sizeof *value);
  for (size_t order = 0; order < s->modal->order; order++) {
    hol_add_scaled(count, order_weight(s, derivative, order), s->modal->flexibility + order * n * n + i + j * n, value);
  }
  for (size_t k = s->modal->rigid; k < s->modal->modes; k++) {
    const double *phi = s->modal->phi + k * n;
    if (mode_weight(s, derivative, k, &weight)) {
      hol_add_scaled(count, phi[j] * weight, phi + i, value);
    }
  }
}

/** to += |a| |from| of so many rows of a column j, the first of which is the diagonal's if it is j. */
static void add_sizes(const double *a, size_t i, size_t count, size_t j, const double *from, double *to)
{
  double own = fabs(from[j]), sum = 0;
  for (size_t p = 0; p < count; p++) {
    to[i + p] += fabs(a[p]) * own;
    sum += i + p == j ? 0 : fabs(a[p] * from[i + p]);
  }
  to[j] += sum;
}

/** y += |A| |x| of a part whose block is no numbers. */
static void apply_part_sizes(const hol_matrix *matrix, const hol_port_block *block, bool derivative, const double *from,
                             double *to)
{
  const spread s = spread_of(matrix, block->modal);
  size_t n = block->size;
  double part[ROWS];
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i += ROWS) {
      size_t count = n - i < ROWS ? n - i : ROWS;
      spread_ports(&s, derivative, i, count, j, part);
      add_sizes(part, i, count, j, from, to);
    }
  }
}

void hol_matrix_apply_block_sizes(const hol_matrix *matrix, bool derivative, const double *x, double *y)
{
  for (size_t b = 0; b < matrix->block_count; b++) {
    const hol_port_block *block = &matrix->block[b];
    size_t n = block->size;
    if (matrix->spread) {
      apply_part_sizes(matrix, block, derivative, x + block->first, y + block->first);
      continue;
    }
    const double *a = matrix->dense + block->at + (derivative ? n * (n + 1) / 2 : 0);
    for (size_t j = 0; j < n; a += n - j, j++) {
      add_sizes(a, j, n - j, j, x + block->first, y + block->first);
    }
  }
}
