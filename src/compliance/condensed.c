#include "compliance/condensed.h"
#include "base/indefinite.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Without pivoting, a block or pivot this much smaller than its surroundings costs too many digits. */
static const double block_condition = 1e5, pivot_growth = 1e6;
/** A single multiplier that hardly resists (a stretch at a zero of its compliance, a very stiff spring) has all that it couples in
 *  terms this much larger than S itself, in which the rest is lost but for what their differences keep. Not below zero, where all
 *  compliances vanish alike as motions grow faster. */
static const double single_growth = 1e4;

/** Multipliers in a block; right-hand sides solved together. */
enum { LARGEST = 64, SOLVED = 16 };

/** A diagonal block of multipliers and its coupling to the remaining unknowns. */
struct block {
  size_t first, size; /**< unknowns first..first+size−1 */
  size_t columns;     /**< coupled remaining unknowns */
  size_t *column;     /**< [columns] rising, in the numbering of K */
  double *D;          /**< [size²] the block, then its inverse */
  double *B;          /**< [size * columns] coupling, column-major */
  size_t *target;     /**< [columns²] slot of K for pair (i ≥ j) */
};

/** Where an entry of S goes. */
struct destination {
  uint32_t row, column; /**< the entry's place, to notice a changed pattern */
  double *slot;
};

struct hol_condensed {
  size_t n, fixed, coordinates, kept;
  struct block *block;
  size_t blocks;
  size_t *block_of; /**< [fixed] 1 + block of an unknown, 0: remains */
  struct destination *destination;
  size_t entries;
  hol_lockstep *common; /**< of the model when it was built */
  hol_indefinite *K;
  size_t order, slots; /**< of K */
  double *work;        /**< [2 * n] */
};

/** Number in K of a remaining unknown of S. */
static size_t remaining(const struct hol_condensed *c, size_t unknown)
{
  return unknown < c->coordinates ? unknown : c->coordinates + (unknown - c->fixed);
}

/** The unknown of S that has a number in K. */
static size_t unknown_of(const struct hol_condensed *c, size_t number)
{
  return number < c->coordinates ? number : c->fixed + (number - c->coordinates);
}

static bool is_eliminated(const struct hol_condensed *c, size_t unknown)
{
  return unknown < c->fixed && c->block_of[unknown];
}

void hol_condensed_free(struct hol_condensed *c)
{
  for (size_t b = 0; c && c->block && b < c->blocks; b++) {
    free(c->block[b].column);
    free(c->block[b].D);
    free(c->block[b].B);
    free(c->block[b].target);
  }
  if (c) {
    hol_indefinite_free(c->K);
    free(c->block);
    free(c->block_of);
    free(c->destination);
    free(c->work);
    free(c);
  }
}

static hol_status add_block(struct hol_condensed *c, size_t first, size_t size)
{
  if (size == 0) {
    return HOL_OK;
  }
  struct block *block = &c->block[c->blocks++];
  *block = (struct block){.first = first, .size = size, .D = hol_alloc(size * size, sizeof *block->D)};
  for (size_t i = 0; i < size; i++) {
    c->block_of[first + i] = c->blocks;
  }
  return block->D ? HOL_OK : HOL_MEMORY;
}

static hol_status add_blocks(struct hol_condensed *c, const hol_system *system)
{
  for (size_t i = 0; i < system->modal_count; i++) {
    HOL_TRY(add_block(c, system->modal[i].first_unknown, system->modal[i].ports));
  }
  for (size_t i = 0; i < system->stretch_count; i++) {
    HOL_TRY(add_block(c, system->stretch[i].first_unknown, system->stretch[i].multipliers));
  }
  for (size_t i = 0; i < system->model->spring_count; i++) {
    HOL_TRY(add_block(c, system->spring_unknown + i, 1));
  }
  return HOL_OK;
}

static int compare_sizes(const void *a, const void *b)
{
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

static size_t unique(size_t *list, size_t n)
{
  if (n > 1) {
    qsort(list, n, sizeof *list, compare_sizes);
  }
  size_t m = 0;
  for (size_t i = 0; i < n; i++) {
    if (m == 0 || list[m - 1] != list[i]) {
      list[m++] = list[i];
    }
  }
  return m;
}

/** Columns that each block couples to. */
static hol_status couple(struct hol_condensed *c, const hol_matrix *matrix)
{
  size_t *room = hol_alloc(c->blocks, sizeof *room);
  hol_status status = room ? HOL_OK : HOL_MEMORY;
  for (int pass = 0; pass < 2 && status == HOL_OK; pass++) {
    for (size_t e = 0; e < matrix->entry_count; e++) {
      size_t i = matrix->entry[e].row, j = matrix->entry[e].column;
      bool a = is_eliminated(c, i), b = is_eliminated(c, j);
      if (a == b) {
        continue;
      }
      struct block *block = &c->block[c->block_of[a ? i : j] - 1];
      if (pass) {
        block->column[block->columns++] = remaining(c, a ? j : i);
      } else {
        room[block - c->block]++;
      }
    }
    for (size_t b = 0; b < c->blocks && status == HOL_OK; b++) {
      struct block *block = &c->block[b];
      if (pass) {
        block->columns = unique(block->column, block->columns);
        block->B = hol_alloc(block->size * block->columns, sizeof *block->B);
        block->target = hol_alloc(block->columns * block->columns, sizeof *block->target);
        status = block->B && block->target ? HOL_OK : HOL_MEMORY;
      } else {
        block->column = hol_alloc(room[b], sizeof *block->column);
        status = block->column ? HOL_OK : HOL_MEMORY;
      }
    }
  }
  free(room);
  return status;
}

/** A place in the lower triangle of K as one number, so that places sort by column, then row. */
static size_t place(const struct hol_condensed *c, size_t i, size_t j)
{
  return i > j ? j * c->order + i : i * c->order + j;
}

static size_t collect_places(const struct hol_condensed *c, const hol_matrix *matrix, size_t *list)
{
  size_t n = 0;
  for (size_t i = 0; i < c->order; i++) {
    list[n++] = place(c, i, i);
  }
  for (size_t e = 0; e < matrix->entry_count; e++) {
    size_t i = matrix->entry[e].row, j = matrix->entry[e].column;
    if (!is_eliminated(c, i) && !is_eliminated(c, j)) {
      list[n++] = place(c, remaining(c, i), remaining(c, j));
    }
  }
  for (size_t b = 0; b < c->blocks; b++) {
    for (size_t i = 0; i < c->block[b].columns; i++) {
      for (size_t j = 0; j <= i; j++) {
        list[n++] = place(c, c->block[b].column[i], c->block[b].column[j]);
      }
    }
  }
  return n;
}

static size_t slot_of(const size_t *list, size_t n, size_t key)
{
  const size_t *found = bsearch(&key, list, n, sizeof *list, compare_sizes);
  return (size_t)(found - list);
}

/** Where every entry of S goes, and every product of a block. */
static hol_status route(struct hol_condensed *c, const hol_matrix *matrix, const size_t *list)
{
  c->destination = hol_alloc(matrix->entry_count, sizeof *c->destination);
  if (!c->destination) {
    return HOL_MEMORY;
  }
  c->entries = matrix->entry_count;
  double *values = hol_indefinite_values(c->K);
  for (size_t e = 0; e < matrix->entry_count; e++) {
    size_t i = matrix->entry[e].row, j = matrix->entry[e].column;
    struct destination *d = &c->destination[e];
    *d = (struct destination){.row = matrix->entry[e].row, .column = matrix->entry[e].column};
    bool a = is_eliminated(c, i), b = is_eliminated(c, j);
    struct block *block = a || b ? &c->block[c->block_of[a ? i : j] - 1] : NULL;
    if (a && b) {
      d->slot = &block->D[(i - block->first) + (j - block->first) * block->size];
    } else if (a || b) {
      size_t k = slot_of(block->column, block->columns, remaining(c, a ? j : i));
      d->slot = &block->B[((a ? i : j) - block->first) + k * block->size];
    } else {
      d->slot = &values[slot_of(list, c->slots, place(c, remaining(c, i), remaining(c, j)))];
    }
  }
  for (size_t b = 0; b < c->blocks; b++) {
    struct block *block = &c->block[b];
    for (size_t i = 0; i < block->columns; i++) {
      for (size_t j = 0; j <= i; j++) {
        block->target[i + j * block->columns] = slot_of(list, c->slots, place(c, block->column[i], block->column[j]));
      }
    }
  }
  return HOL_OK;
}

/** Pattern of K from the sorted places. */
static hol_status pattern(struct hol_condensed *c, const size_t *list)
{
  size_t *start = hol_alloc(c->order + 1, sizeof *start), *row = hol_alloc(c->slots, sizeof *row);
  hol_status status = start && row ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    for (size_t s = 0; s < c->slots; s++) {
      row[s] = list[s] % c->order;
      start[list[s] / c->order + 1]++;
    }
    for (size_t j = 0; j < c->order; j++) {
      start[j + 1] += start[j];
    }
    /* kept modes come and go with λ */
    status = hol_indefinite_new(c->order, start, row, c->kept == 0, c->common, &c->K);
  }
  free(start);
  free(row);
  return status;
}

static hol_status build_condensed(struct hol_condensed *c, const hol_system *system, const hol_matrix *matrix)
{
  c->n = matrix->n;
  c->fixed = system->fixed;
  c->coordinates = system->coordinates;
  c->kept = matrix->kept_count;
  c->order = c->coordinates + c->kept;
  c->common = system->model->common;
  size_t most = system->modal_count + system->stretch_count + system->model->spring_count;
  c->block = hol_alloc(most, sizeof *c->block);
  c->block_of = hol_alloc(system->fixed, sizeof *c->block_of);
  c->work = hol_alloc(2 * c->n, sizeof *c->work);
  if (!c->block || !c->block_of || !c->work) {
    return HOL_MEMORY;
  }
  HOL_TRY(add_blocks(c, system));
  HOL_TRY(couple(c, matrix));
  size_t room = c->order + matrix->entry_count;
  for (size_t b = 0; b < c->blocks; b++) {
    room += c->block[b].columns * (c->block[b].columns + 1) / 2;
  }
  size_t *list = hol_alloc(room, sizeof *list);
  hol_status status = list ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    c->slots = unique(list, collect_places(c, matrix, list));
    status = pattern(c, list);
    status = status == HOL_OK ? route(c, matrix, list) : status;
  }
  free(list);
  return status;
}

static bool fits(const struct hol_condensed *c, const hol_system *system, const hol_matrix *matrix)
{
  if (!c || c->common != system->model->common || c->n != matrix->n || c->entries != matrix->entry_count) {
    return false;
  }
  for (size_t e = 0; e < c->entries; e++) {
    if (c->destination[e].row != matrix->entry[e].row || c->destination[e].column != matrix->entry[e].column) {
      return false;
    }
  }
  return true;
}

/** D ← D⁻¹ for blocks of one and two; false if the block is too close to singular.
 *  @param[in] unit    size of the first unknown: with it the largest entry of its row is of order one
 *  @param[in] growth  the most that a single multiplier may make of its row */
static bool invert_small(struct block *block, double unit, double growth, size_t *negative)
{
  double *D = block->D;
  if (block->size == 1) {
    bool is_sound = block->columns < 2 || fabs(D[0]) * unit * unit * growth > 1;
    *negative += D[0] < 0;
    D[0] = 1.0 / D[0];
    return is_sound && isfinite(D[0]);
  }
  double a = D[0], b = D[1], d = D[3], det = a * d - b * b;
  if (!(fabs(det) * block_condition > fabs(a * d) + b * b)) {
    return false;
  }
  *negative += det < 0 ? 1 : a < 0 ? 2 : 0;
  D[0] = d / det;
  D[3] = a / det;
  D[1] = D[2] = -b / det;
  return true;
}

/** The same for larger blocks, by eigenvalues of the equilibrated block. */
static hol_status invert_large_in(struct block *block, size_t *negative, double *A, double *value, double *unit)
{
  size_t n = block->size;
  for (size_t i = 0; i < n; i++) {
    double diagonal = fabs(block->D[i * (n + 1)]);
    unit[i] = diagonal > 0 ? 1.0 / sqrt(diagonal) : 1.0;
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      A[i + j * n] = block->D[i + j * n] * unit[i] * unit[j];
    }
  }
  HOL_TRY(hol_dense_eigen(n, A, value));
  double least = HUGE_VAL, largest = fmax(fabs(value[0]), fabs(value[n - 1]));
  for (size_t k = 0; k < n; k++) {
    least = fmin(least, fabs(value[k]));
    *negative += value[k] < 0;
  }
  if (!(least * block_condition * 1e3 > largest)) {
    return HOL_NUMERICAL;
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) {
        sum += A[i + k * n] * A[j + k * n] / value[k];
      }
      block->D[i + j * n] = sum * unit[i] * unit[j];
    }
  }
  return HOL_OK;
}

static hol_status invert(struct block *block, const double *scale, double growth, size_t *negative)
{
  if (block->size <= 2) {
    return invert_small(block, scale[block->first], growth, negative) ? HOL_OK : HOL_NUMERICAL;
  }
  size_t n = block->size;
  double *work = hol_alloc(n * n + 2 * n, sizeof *work);
  hol_status status = work ? invert_large_in(block, negative, work, work + n * n, work + n * n + n) : HOL_MEMORY;
  free(work);
  return status;
}

/** K −= BᵀD⁻¹B. */
static void subtract_block(const struct block *block, double *values)
{
  for (size_t j = 0; j < block->columns; j++) {
    double x[LARGEST];
    size_t n = block->size;
    for (size_t i = 0; i < n && i < LARGEST; i++) {
      x[i] = 0;
      for (size_t k = 0; k < n; k++) {
        x[i] += block->D[i + k * n] * block->B[k + j * n];
      }
    }
    for (size_t i = j; i < block->columns; i++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) {
        sum += block->B[k + i * n] * x[k];
      }
      values[block->target[i + j * block->columns]] -= sum;
    }
  }
}

static void load_blocks(struct hol_condensed *c, const hol_matrix *matrix)
{
  memset(hol_indefinite_values(c->K), 0, c->slots * sizeof(double));
  for (size_t b = 0; b < c->blocks; b++) {
    memset(c->block[b].D, 0, c->block[b].size * c->block[b].size * sizeof(double));
    memset(c->block[b].B, 0, c->block[b].size * c->block[b].columns * sizeof(double));
  }
  for (size_t e = 0; e < c->entries; e++) {
    *c->destination[e].slot += matrix->entry[e].value;
  }
  for (size_t b = 0; b < c->blocks; b++) {
    if (c->block[b].size == 2) {
      c->block[b].D[2] = c->block[b].D[1];
    }
  }
}

hol_status hol_condense(const hol_system *system, const hol_matrix *matrix, const double *scale, bool reckons,
                        struct hol_condensed **c, size_t *negative)
{
  if (!fits(*c, system, matrix)) {
    hol_condensed_free(*c);
    *c = hol_alloc(1, sizeof **c);
    hol_status status = *c ? build_condensed(*c, system, matrix) : HOL_MEMORY;
    if (status != HOL_OK) {
      hol_condensed_free(*c);
      *c = NULL;
      return status;
    }
  }
  load_blocks(*c, matrix);
  size_t blocks = 0, rest;
  double most = matrix->lambda > 0 && !reckons ? single_growth : HUGE_VAL;
  for (size_t b = 0; b < (*c)->blocks; b++) {
    if ((*c)->block[b].size > LARGEST) {
      return HOL_NUMERICAL;
    }
    HOL_TRY(invert(&(*c)->block[b], scale, most, &blocks));
    subtract_block(&(*c)->block[b], hol_indefinite_values((*c)->K));
  }
  HOL_TRY(hol_indefinite_factorise((*c)->K, pivot_growth, &rest));
  *negative = blocks + rest;
  return HOL_OK;
}

/** |B| |v| of a block. @param[out] x  [size] */
static void coupled_sizes(const struct hol_condensed *c, const struct block *block, const double *v, double *x)
{
  for (size_t k = 0; k < block->size; k++) {
    x[k] = 0;
    for (size_t j = 0; j < block->columns; j++) {
      x[k] += fabs(block->B[k + j * block->size] * v[unknown_of(c, block->column[j])]);
    }
  }
}

double hol_condensed_energy(const struct hol_condensed *c, const double *v)
{
  double all = 0;
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    double x[LARGEST];
    coupled_sizes(c, block, v, x);
    for (size_t e = 0; e < block->size * block->size; e++) {
      all += fabs(x[e % block->size] * block->D[e] * x[e / block->size]);
    }
  }
  for (size_t i = 0; i < c->order; i++) {
    c->work[i] = v[unknown_of(c, i)];
  }
  return all + hol_indefinite_energy(c->K, c->work, c->work + c->n);
}

/** y ← D⁻¹ y on every block. */
static void apply_blocks(const struct hol_condensed *c, const double *x, double *y)
{
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    for (size_t i = 0; i < block->size; i++) {
      double sum = 0;
      for (size_t k = 0; k < block->size; k++) {
        sum += block->D[i + k * block->size] * x[block->first + k];
      }
      y[block->first + i] = sum;
    }
  }
}

/** rest −= Bᵀ y on every block. */
static void couple_back(const struct hol_condensed *c, const double *y, double *rest)
{
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    for (size_t j = 0; j < block->columns; j++) {
      for (size_t k = 0; k < block->size; k++) {
        rest[block->column[j]] -= block->B[k + j * block->size] * y[block->first + k];
      }
    }
  }
}

/** x_μ −= B rest on every block. */
static void couple_to(const struct hol_condensed *c, const double *rest, double *x)
{
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    for (size_t j = 0; j < block->columns; j++) {
      for (size_t k = 0; k < block->size; k++) {
        x[block->first + k] -= block->B[k + j * block->size] * rest[block->column[j]];
      }
    }
  }
}

/** rest −= Bᵀ D⁻¹ x_μ; K rest = rest; x_μ = D⁻¹(x_μ − B rest), for some columns. rest: [order * columns] */
static hol_status solve_some(struct hol_condensed *c, double *x, size_t columns, double *rest)
{
  for (size_t k = 0; k < columns; k++) {
    double *from = x + k * c->n, *to = rest + k * c->order;
    apply_blocks(c, from, c->work);
    memcpy(to, from, c->coordinates * sizeof *to);
    memcpy(to + c->coordinates, from + c->fixed, c->kept * sizeof *to);
    couple_back(c, c->work, to);
  }
  HOL_TRY(hol_indefinite_solve(c->K, rest, columns));
  for (size_t k = 0; k < columns; k++) {
    double *to = x + k * c->n, *from = rest + k * c->order;
    couple_to(c, from, to);
    apply_blocks(c, to, c->work);
    memcpy(to + c->coordinates, c->work + c->coordinates, (c->fixed - c->coordinates) * sizeof *to);
    memcpy(to, from, c->coordinates * sizeof *to);
    memcpy(to + c->fixed, from + c->coordinates, c->kept * sizeof *to);
  }
  return HOL_OK;
}

hol_status hol_condensed_solve(struct hol_condensed *c, double *x, size_t columns)
{
  double *rest = hol_alloc(c->order * (columns < SOLVED ? columns : SOLVED), sizeof *rest);
  hol_status status = rest ? HOL_OK : HOL_MEMORY;
  for (size_t k = 0; k < columns && status == HOL_OK; k += SOLVED) {
    status = solve_some(c, x + k * c->n, columns - k < SOLVED ? columns - k : SOLVED, rest);
  }
  free(rest);
  return status;
}
