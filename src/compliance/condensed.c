/* SPDX-License-Identifier: BSD-3-Clause */
/* Schur complement of S(λ): multipliers eliminated block by block, the sparse rest K factorised; inertia, solutions. */
#include "compliance/condensed.h"
#include "compliance/eliminated.h"
#include "base/dense.h"
#include "base/hash.h"
#include "base/indefinite.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Without pivoting, a block or pivot this much smaller than its surroundings costs too many digits. */
static const double large_condition = 1e8, pivot_growth = 1e6;
/** A single multiplier that hardly resists (a segment at a zero of its compliance, a very stiff spring) has all that it
 *  couples in terms this much larger than S itself, in which the rest is lost but for what their differences keep. Not
 *  below zero, where all compliances vanish alike as motions grow faster. */
static const double single_growth = 1e4;

/** Right-hand sides solved together. */
enum { SOLVED = 16 };

/** A column of the coupling of a block: of its rows only those between the first and the last that is coupled. */
struct coupled {
  uint32_t column;      /**< remaining unknown, in the numbering of K */
  uint32_t from, count; /**< rows of the block */
  uint32_t at;          /**< the value of the first of them in block.B */
};

/** A diagonal block of multipliers, ports of a part or a spring, and its coupling to the remaining unknowns. */
struct block {
  size_t first, size;     /**< unknowns first..first+size−1 */
  size_t columns;         /**< coupled remaining unknowns */
  struct coupled *column; /**< [columns] rising */
  double *D;              /**< [size²] the block, then its inverse */
  double *B;              /**< the coupling, column after column */
  uint32_t *target;       /**< [columns (columns + 1)/2] slot of K for the pairs i ≥ j, j after j */
  size_t given;           /**< block of the matrix that D is; SIZE_MAX: its entries are in the list */
  size_t alike;           /**< an earlier block with the same D, which is kept there; SIZE_MAX: there is none */
  size_t negative;        /**< n₋(D) */
};

/** Where an entry of S goes: there are many. */
struct destination {
  uint32_t block; /**< into_rest: into K */
  uint32_t at;    /**< of the values of K; of D, or with the size of D added of B */
};
static const uint32_t into_rest = UINT32_MAX;

struct hol_condensed {
  size_t n, fixed, coordinates, kept;
  struct block *block;
  size_t blocks, largest; /**< size of the largest */
  uint32_t *block_of;     /**< [fixed] 1 + block of an unknown, 0: remains, or is of a segment */
  hol_eliminated segments;
  uint32_t *target;                /**< slots of K for the pairs of coordinates that they couple */
  struct destination *destination; /**< [entries] */
  size_t entries;                  /**< of the matrix, but for those of segments */
  uint64_t places;                 /**< of these and of ports of segments, as one number: tells a changed pattern */
  hol_lockstep *common;            /**< of the model when it was built */
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
    free(c->block[b].alike == SIZE_MAX ? c->block[b].D : NULL);
    free(c->block[b].B);
    free(c->block[b].target);
  }
  if (c) {
    hol_indefinite_free(c->K);
    hol_eliminated_clear(&c->segments);
    free(c->target);
    free(c->block);
    free(c->block_of);
    free(c->destination);
    free(c->work);
    free(c);
  }
}

struct hol_condensed *hol_condensed_rest(struct hol_condensed *c)
{
  if (c && (c->largest > HOL_DENSE_LARGE || !hol_indefinite_rest(c->K))) {
    hol_condensed_free(c);
    return NULL;
  }
  return c;
}

static hol_status add_block(struct hol_condensed *c, size_t first, size_t size)
{
  if (size == 0) {
    return HOL_OK;
  }
  struct block *block = &c->block[c->blocks++];
  *block = (struct block){.first = first, .size = size, .alike = SIZE_MAX, .given = SIZE_MAX};
  for (size_t i = 0; i < size; i++) {
    c->block_of[first + i] = (uint32_t)c->blocks;
  }
  return HOL_OK;
}

/** A block of the matrix is one here: numbers that are the same for several are inverted once. */
static void take_given(struct hol_condensed *c, const hol_matrix *matrix)
{
  for (size_t i = 0; i < matrix->block_count; i++) {
    size_t like = matrix->block[i].like, own = c->block_of[matrix->block[i].first] - 1;
    c->block[own].given = i;
    c->block[own].alike = like == i ? SIZE_MAX : c->block_of[matrix->block[like].first] - 1;
  }
}

static hol_status add_blocks(struct hol_condensed *c, const hol_system *system, const hol_matrix *matrix)
{
  for (size_t i = 0; i < system->modal_count; i++) {
    HOL_TRY(add_block(c, system->modal[i].first_unknown, system->modal[i].ports));
  }
  for (size_t i = 0; i < system->model->spring_count; i++) {
    HOL_TRY(add_block(c, system->spring_unknown + i, 1));
  }
  take_given(c, matrix);
  for (size_t b = 0; b < c->blocks; b++) {
    struct block *block = &c->block[b];
    c->largest = block->size > c->largest ? block->size : c->largest;
    block->D =
        block->alike == SIZE_MAX ? hol_alloc(block->size * block->size, sizeof *block->D) : c->block[block->alike].D;
    HOL_TRY(block->D ? HOL_OK : HOL_MEMORY);
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

static int compare_columns(const void *a, const void *b)
{
  const struct coupled *x = a, *y = b;
  return (x->column > y->column) - (x->column < y->column);
}

static struct coupled *column_of(const struct block *block, size_t column)
{
  struct coupled key = {.column = (uint32_t)column};
  return bsearch(&key, block->column, block->columns, sizeof key, compare_columns);
}

/** The next entry of a matrix that is not of a segment. @param[in] e  SIZE_MAX: the first one @return entry_count:
 *  there is none */
static size_t next_entry(const hol_matrix *matrix, size_t e)
{
  e++;
  return e == matrix->segments[0] ? matrix->segments[1] : e;
}

/** An entry between what is eliminated and what is not. @param[out] row  of the block @param[out] column  of K @return
 *  NULL for others */
static struct block *coupling(const struct hol_condensed *c, const hol_entry *entry, size_t *row, size_t *column)
{
  bool a = is_eliminated(c, entry->row), b = is_eliminated(c, entry->column);
  if (a == b) {
    return NULL;
  }
  size_t inner = a ? entry->row : entry->column, outer = a ? entry->column : entry->row;
  struct block *block = &c->block[c->block_of[inner] - 1];
  *row = inner - block->first;
  *column = remaining(c, outer);
  return block;
}

/** Sort the columns found, one of each. */
static void join_columns(struct block *block)
{
  size_t m = 0;
  if (block->columns > 1) {
    qsort(block->column, block->columns, sizeof *block->column, compare_columns);
  }
  for (size_t k = 0; k < block->columns; k++) {
    struct coupled *last = m ? &block->column[m - 1] : NULL, next = block->column[k];
    if (last && last->column == next.column) {
      uint32_t from = next.from < last->from ? next.from : last->from;
      uint32_t end = next.from + next.count, other = last->from + last->count;
      last->count = (end > other ? end : other) - from;
      last->from = from;
    } else {
      block->column[m++] = next;
    }
  }
  block->columns = m;
}

/** Room for what is coupled, and nothing more. */
static hol_status make_coupling(struct block *block)
{
  size_t values = 0, n = block->columns;
  for (size_t k = 0; k < n; k++) {
    block->column[k].at = (uint32_t)values;
    values += block->column[k].count;
  }
  struct coupled *column = hol_alloc_copy(block->column, n, sizeof *column);
  if (!column || values + block->size * block->size > UINT32_MAX) {
    free(column);
    return HOL_MEMORY;
  }
  free(block->column);
  block->column = column;
  block->B = hol_alloc(values, sizeof *block->B);
  block->target = hol_alloc(n * (n + 1) / 2, sizeof *block->target);
  return block->B && block->target ? HOL_OK : HOL_MEMORY;
}

/** Columns that each block couples to. */
static hol_status couple(struct hol_condensed *c, const hol_matrix *matrix)
{
  size_t *room = hol_alloc(c->blocks, sizeof *room), row, column;
  hol_status status = room ? HOL_OK : HOL_MEMORY;
  for (int pass = 0; pass < 2 && status == HOL_OK; pass++) {
    for (size_t e = next_entry(matrix, SIZE_MAX); e < matrix->entry_count; e = next_entry(matrix, e)) {
      struct block *block = coupling(c, &matrix->entry[e], &row, &column);
      if (block && pass) {
        block->column[block->columns++] =
            (struct coupled){.column = (uint32_t)column, .from = (uint32_t)row, .count = 1};
      } else if (block) {
        room[block - c->block]++;
      }
    }
    for (size_t b = 0; b < c->blocks && status == HOL_OK; b++) {
      struct block *block = &c->block[b];
      if (pass) {
        join_columns(block);
        status = make_coupling(block);
      } else {
        block->column = hol_alloc(room[b], sizeof *block->column);
        status = block->column ? HOL_OK : HOL_MEMORY;
      }
    }
  }
  free(room);
  return status;
}

static size_t collect_places(const struct hol_condensed *c, const hol_system *system, const hol_matrix *matrix,
                             size_t *list)
{
  size_t n = hol_eliminated_places(system, c->order, list);
  for (size_t i = 0; i < c->order; i++) {
    list[n++] = hol_lower_place(c->order, i, i);
  }
  for (size_t e = next_entry(matrix, SIZE_MAX); e < matrix->entry_count; e = next_entry(matrix, e)) {
    size_t i = matrix->entry[e].row, j = matrix->entry[e].column;
    if (!is_eliminated(c, i) && !is_eliminated(c, j)) {
      list[n++] = hol_lower_place(c->order, remaining(c, i), remaining(c, j));
    }
  }
  for (size_t b = 0; b < c->blocks; b++) {
    for (size_t i = 0; i < c->block[b].columns; i++) {
      for (size_t j = 0; j <= i; j++) {
        list[n++] = hol_lower_place(c->order, c->block[b].column[i].column, c->block[b].column[j].column);
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

/** Where an entry of S goes. */
static struct destination destination_of(const struct hol_condensed *c, const hol_entry *entry, const size_t *list)
{
  size_t row, column;
  const struct block *block = coupling(c, entry, &row, &column);
  if (block) {
    const struct coupled *coupled = column_of(block, column);
    size_t at = block->size * block->size + coupled->at + (row - coupled->from);
    return (struct destination){(uint32_t)(block - c->block), (uint32_t)at};
  }
  if (!is_eliminated(c, entry->row)) {
    size_t slot =
        slot_of(list, c->slots, hol_lower_place(c->order, remaining(c, entry->row), remaining(c, entry->column)));
    return (struct destination){into_rest, (uint32_t)slot};
  }
  block = &c->block[c->block_of[entry->row] - 1];
  size_t at = (entry->row - block->first) + (entry->column - block->first) * block->size;
  return (struct destination){(uint32_t)(block - c->block), (uint32_t)at};
}

/** Rows and columns of all entries, and ports of segments, as one number. */
static uint64_t places_of(const hol_system *system, const hol_matrix *matrix)
{
  uint64_t hash = HOL_HASH_START;
  for (size_t e = next_entry(matrix, SIZE_MAX); e < matrix->entry_count; e = next_entry(matrix, e)) {
    hash = hol_hash(hol_hash(hash, matrix->entry[e].row), matrix->entry[e].column);
  }
  return hol_eliminated_hash(system, hash);
}

static size_t entries_of(const hol_matrix *matrix)
{
  return matrix->entry_count - (matrix->segments[1] - matrix->segments[0]);
}

static hol_status route_segments(struct hol_condensed *c, const hol_system *system, const size_t *list)
{
  size_t pairs = hol_eliminated_places(system, c->order, NULL), *at = hol_alloc(pairs, sizeof *at);
  c->target = hol_alloc(pairs, sizeof *c->target);
  hol_status status = at && c->target ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    hol_eliminated_places(system, c->order, at);
    for (size_t k = 0; k < pairs; k++) {
      c->target[k] = (uint32_t)slot_of(list, c->slots, at[k]);
    }
  }
  free(at);
  return status;
}

/** Where every entry of S goes, and every product of a block. */
static hol_status route(struct hol_condensed *c, const hol_system *system, const hol_matrix *matrix, const size_t *list)
{
  c->entries = entries_of(matrix);
  c->destination = hol_alloc(c->entries, sizeof *c->destination);
  if (!c->destination || c->slots > UINT32_MAX || c->blocks >= into_rest) {
    return HOL_MEMORY;
  }
  c->places = places_of(system, matrix);
  struct destination *destination = c->destination;
  for (size_t e = next_entry(matrix, SIZE_MAX); e < matrix->entry_count; e = next_entry(matrix, e)) {
    *destination++ = destination_of(c, &matrix->entry[e], list);
  }
  for (size_t b = 0; b < c->blocks; b++) {
    struct block *block = &c->block[b];
    uint32_t *target = block->target;
    for (size_t j = 0; j < block->columns; j++) {
      for (size_t i = j; i < block->columns; i++) {
        size_t at = hol_lower_place(c->order, block->column[i].column, block->column[j].column);
        *target++ = (uint32_t)slot_of(list, c->slots, at);
      }
    }
  }
  return route_segments(c, system, list);
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
  size_t most = system->modal_count + system->model->spring_count;
  c->block = hol_alloc(most, sizeof *c->block);
  c->block_of = hol_alloc(system->fixed, sizeof *c->block_of);
  c->work = hol_alloc(2 * c->n, sizeof *c->work);
  if (!c->block || !c->block_of || !c->work) {
    return HOL_MEMORY;
  }
  HOL_TRY(add_blocks(c, system, matrix));
  HOL_TRY(couple(c, matrix));
  size_t room = c->order + entries_of(matrix) + hol_eliminated_places(system, c->order, NULL);
  for (size_t b = 0; b < c->blocks; b++) {
    room += c->block[b].columns * (c->block[b].columns + 1) / 2;
  }
  size_t *list = hol_alloc(room, sizeof *list);
  hol_status status = list ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    c->slots = unique(list, collect_places(c, system, matrix, list));
    status = pattern(c, list);
    status = status == HOL_OK ? route(c, system, matrix, list) : status;
  }
  free(list);
  return status;
}

static bool fits(const struct hol_condensed *c, const hol_system *system, const hol_matrix *matrix)
{
  if (!c || c->common != system->model->common || c->n != matrix->n || c->entries != entries_of(matrix) ||
      c->places != places_of(system, matrix)) {
    return false;
  }
  size_t given = 0;
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    if (block->given == SIZE_MAX) {
      continue;
    }
    size_t like = block->alike == SIZE_MAX ? given : c->block[block->alike].given;
    if (given == matrix->block_count || block->given != given || matrix->block[given].like != like) {
      return false;
    }
    given++;
  }
  return given == matrix->block_count;
}

/** Units in which the diagonal of a block is of order one. @param[out] A  [size²] the lower triangle in these */
static void equilibrate(const struct block *block, double *A, double *unit)
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
}

/** The same for larger blocks, by eigenvalues of the equilibrated block. */
static hol_status invert_large_in(struct block *block, size_t *negative, double *A, double *value, double *unit)
{
  size_t n = block->size;
  equilibrate(block, A, unit);
  HOL_TRY(hol_dense_eigen(n, A, value));
  double least = HUGE_VAL, largest = fmax(fabs(value[0]), fabs(value[n - 1]));
  for (size_t k = 0; k < n; k++) {
    least = fmin(least, fabs(value[k]));
    *negative += value[k] < 0;
  }
  if (!(least * large_condition > largest)) {
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

/** The largest sum of sizes in a row of a symmetric matrix: no eigenvalue is larger. */
static double norm_of(size_t n, const double *lower, double *row)
{
  memset(row, 0, n * sizeof *row);
  double norm = 0;
  for (size_t j = 0; j < n; j++) {
    row[j] += fabs(lower[j * (n + 1)]);
    for (size_t i = j + 1; i < n; i++) {
      row[i] += fabs(lower[i + j * n]);
      row[j] += fabs(lower[i + j * n]);
    }
  }
  for (size_t i = 0; i < n; i++) {
    norm = fmax(norm, row[i]);
  }
  return norm;
}

/** The same where −D is positive definite, as it is below the own frequencies that are no unknowns: many times faster.
 *  @return HOL_NUMERICAL where it is not, or is too close to singular by norms, D is kept then
 *  @param[out] L, inverse  [size²]  @param[out] unit, row  [size] */
static hol_status invert_definite_in(struct block *block, double *L, double *inverse, double *unit, double *row)
{
  size_t n = block->size;
  equilibrate(block, L, unit);
  for (size_t i = 0; i < n * n; i++) {
    L[i] = i / n <= i % n ? -L[i] : 0;
  }
  double norm = norm_of(n, L, row);
  HOL_TRY(hol_dense_cholesky(n, L));
  memset(inverse, 0, n * n * sizeof *inverse);
  for (size_t i = 0; i < n; i++) {
    inverse[i * (n + 1)] = 1;
  }
  hol_dense_triangle_solve(n, (hol_block){L, n, false}, inverse, n);
  hol_dense_gram(n, n, inverse, L);
  if (!(norm * norm_of(n, L, row) < large_condition)) {
    return HOL_NUMERICAL;
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      block->D[i + j * n] = -L[i > j ? i + j * n : j + i * n] * unit[i] * unit[j];
    }
  }
  return HOL_OK;
}

/** D ← D⁻¹ */
static hol_status invert_in(struct block *block, size_t *negative, double *work)
{
  size_t n = block->size;
  double *unit = work + 2 * n * n, *value = unit + n;
  if (n > HOL_DENSE_LARGE && invert_definite_in(block, work, work + n * n, unit, value) == HOL_OK) {
    *negative += n;
    return HOL_OK;
  }
  return invert_large_in(block, negative, work, value, unit);
}

static hol_status invert(struct block *block, const double *scale, double growth)
{
  block->negative = 0;
  if (block->size <= 2) {
    double unit = scale[block->first], reach = block->columns < 2 ? HUGE_VAL : unit * unit * growth;
    return hol_invert_small(block->size, block->D, reach, &block->negative) ? HOL_OK : HOL_NUMERICAL;
  }
  size_t n = block->size;
  double *work = hol_alloc(2 * n * n + 2 * n, sizeof *work);
  hol_status status = work ? invert_in(block, &block->negative, work) : HOL_MEMORY;
  free(work);
  return status;
}

/** K −= BᵀD⁻¹B. @param[out] x  [size] */
static void subtract_block(const struct block *block, double *x, double *values)
{
  size_t n = block->size;
  const uint32_t *target = block->target;
  for (size_t j = 0; j < block->columns; j++) {
    const struct coupled *own = &block->column[j];
    for (size_t i = 0; i < n; i++) {
      x[i] = 0;
      for (size_t k = 0; k < own->count; k++) {
        x[i] += block->D[i + (own->from + k) * n] * block->B[own->at + k];
      }
    }
    for (size_t i = j; i < block->columns; i++) {
      const struct coupled *other = &block->column[i];
      double sum = 0;
      for (size_t k = 0; k < other->count; k++) {
        sum += block->B[other->at + k] * x[other->from + k];
      }
      values[*target++] -= sum;
    }
  }
}

static size_t values_of(const struct block *block)
{
  const struct coupled *last = block->columns ? &block->column[block->columns - 1] : NULL;
  return last ? last->at + last->count : 0;
}

/** The lower triangle of a block of the matrix. */
static void load_given(struct block *block, const hol_matrix *matrix)
{
  const double *value = matrix->dense + matrix->block[block->given].at;
  size_t n = block->size;
  for (size_t j = 0; j < n; j++, value += n - j + 1) {
    memcpy(block->D + j * (n + 1), value, (n - j) * sizeof *value);
  }
}

/** @param[in] values  of K */
static double *slot_at(const struct hol_condensed *c, struct destination d, double *values)
{
  if (d.block == into_rest) {
    return &values[d.at];
  }
  const struct block *block = &c->block[d.block];
  size_t own = block->size * block->size;
  return d.at < own ? &block->D[d.at] : &block->B[d.at - own];
}

static void load_blocks(struct hol_condensed *c, const hol_matrix *matrix)
{
  double *values = hol_indefinite_values(c->K);
  memset(values, 0, c->slots * sizeof *values);
  for (size_t b = 0; b < c->blocks; b++) {
    memset(c->block[b].D, 0, c->block[b].size * c->block[b].size * sizeof(double));
    memset(c->block[b].B, 0, values_of(&c->block[b]) * sizeof(double));
  }
  const struct destination *destination = c->destination;
  for (size_t e = next_entry(matrix, SIZE_MAX); e < matrix->entry_count; e = next_entry(matrix, e)) {
    *slot_at(c, *destination++, values) += matrix->entry[e].value;
  }
  for (size_t b = 0; b < c->blocks; b++) {
    if (c->block[b].size == 2) {
      c->block[b].D[2] = c->block[b].D[1];
    }
    if (c->block[b].given != SIZE_MAX && c->block[b].alike == SIZE_MAX) {
      load_given(&c->block[b], matrix);
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
  size_t blocks, rest;
  double most = matrix->lambda > 0 && !reckons ? single_growth : HUGE_VAL;
  load_blocks(*c, matrix);
  HOL_TRY(hol_eliminate(system, matrix, scale, most, &(*c)->segments, &blocks));
  hol_eliminated_add(&(*c)->segments, (*c)->target, hol_indefinite_values((*c)->K));
  for (size_t b = 0; b < (*c)->blocks; b++) {
    struct block *block = &(*c)->block[b];
    const struct block *owner = block->alike == SIZE_MAX ? block : &(*c)->block[block->alike];
    HOL_TRY(owner == block ? invert(block, scale, most) : HOL_OK);
    blocks += owner->negative;
    subtract_block(block, (*c)->work, hol_indefinite_values((*c)->K));
  }
  HOL_TRY(hol_indefinite_factorise((*c)->K, pivot_growth, &rest));
  *negative = blocks + rest;
  return HOL_OK;
}

/** |B| |v| of a block. @param[out] x  [size] */
static void coupled_sizes(const struct hol_condensed *c, const struct block *block, const double *v, double *x)
{
  memset(x, 0, block->size * sizeof *x);
  for (size_t j = 0; j < block->columns; j++) {
    const struct coupled *column = &block->column[j];
    for (size_t k = 0; k < column->count; k++) {
      x[column->from + k] += fabs(block->B[column->at + k] * v[unknown_of(c, column->column)]);
    }
  }
}

double hol_condensed_energy(const struct hol_condensed *c, const double *v)
{
  double all = hol_eliminated_energy(&c->segments, v), *x = c->work;
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    coupled_sizes(c, block, v, x);
    const double *D = block->D;
    for (size_t j = 0; j < block->size; j++) {
      for (size_t i = 0; i < block->size; i++) {
        all += fabs(x[i] * *D++ * x[j]);
      }
    }
  }
  for (size_t i = 0; i < c->order; i++) {
    c->work[i] = v[unknown_of(c, i)];
  }
  return all + hol_indefinite_energy(c->K, c->work, c->work + c->n);
}

/** Y = D⁻¹ X of a block, for some columns. @param[in] X  of leading dimension `stride` @param[out] Y  [size *
 *  columns] */
static void apply_block(const struct block *block, size_t columns, const double *X, size_t stride, double *Y)
{
  size_t n = block->size;
  if (n > HOL_DENSE_LARGE) {
    hol_dense_multiply(n, n, columns, 1, (hol_block){block->D, n, false}, (hol_block){X, stride, false}, 0, Y, n);
    return;
  }
  for (size_t i = 0; i < n * columns; i++) {
    const double *x = X + i / n * stride;
    double sum = 0;
    for (size_t k = 0; k < n; k++) {
      sum += block->D[i % n + k * n] * x[k];
    }
    Y[i] = sum;
  }
}

/** rest −= Bᵀ y of a block. */
static void couple_back(const struct block *block, const double *y, double *rest)
{
  for (size_t j = 0; j < block->columns; j++) {
    const struct coupled *column = &block->column[j];
    for (size_t k = 0; k < column->count; k++) {
      rest[column->column] -= block->B[column->at + k] * y[column->from + k];
    }
  }
}

/** x_μ −= B rest of a block. */
static void couple_to(const struct block *block, const double *rest, double *x)
{
  for (size_t j = 0; j < block->columns; j++) {
    const struct coupled *column = &block->column[j];
    for (size_t k = 0; k < column->count; k++) {
      x[column->from + k] -= block->B[column->at + k] * rest[column->column];
    }
  }
}

/** rest = x − Bᵀ D⁻¹ x_μ. @param[out] y  [largest * columns] scratch, as below */
static void condense_some(struct hol_condensed *c, const double *x, size_t columns, double *rest, double *y)
{
  for (size_t k = 0; k < columns; k++) {
    const double *from = x + k * c->n;
    double *to = rest + k * c->order;
    hol_eliminated_apply(&c->segments, from, c->work);
    memcpy(to, from, c->coordinates * sizeof *to);
    memcpy(to + c->coordinates, from + c->fixed, c->kept * sizeof *to);
    hol_eliminated_couple_back(&c->segments, c->work, to);
  }
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    apply_block(block, columns, x + block->first, c->n, y);
    for (size_t k = 0; k < columns; k++) {
      couple_back(block, y + k * block->size, rest + k * c->order);
    }
  }
}

/** x_μ = D⁻¹(x_μ − B rest), and what is left besides. */
static void expand_some(struct hol_condensed *c, double *x, size_t columns, const double *rest, double *y)
{
  for (size_t b = 0; b < c->blocks; b++) {
    const struct block *block = &c->block[b];
    size_t n = block->size;
    for (size_t k = 0; k < columns; k++) {
      couple_to(block, rest + k * c->order, x + k * c->n + block->first);
    }
    apply_block(block, columns, x + block->first, c->n, y);
    for (size_t k = 0; k < columns; k++) {
      memcpy(x + k * c->n + block->first, y + k * n, n * sizeof *y);
    }
  }
  for (size_t k = 0; k < columns; k++) {
    double *to = x + k * c->n;
    const double *from = rest + k * c->order;
    hol_eliminated_couple_to(&c->segments, from, to);
    hol_eliminated_apply(&c->segments, to, to);
    memcpy(to, from, c->coordinates * sizeof *to);
    memcpy(to + c->fixed, from + c->coordinates, c->kept * sizeof *to);
  }
}

/** rest −= Bᵀ D⁻¹ x_μ; K rest = rest; x_μ = D⁻¹(x_μ − B rest), for some columns. rest: [order * columns] */
static hol_status solve_some(struct hol_condensed *c, double *x, size_t columns, double *rest, double *y)
{
  condense_some(c, x, columns, rest, y);
  HOL_TRY(hol_indefinite_solve(c->K, rest, columns));
  expand_some(c, x, columns, rest, y);
  return HOL_OK;
}

hol_status hol_condensed_solve(struct hol_condensed *c, double *x, size_t columns)
{
  size_t most = columns < SOLVED ? columns : SOLVED;
  double *rest = hol_alloc(c->order * most, sizeof *rest), *y = hol_alloc(c->largest * most, sizeof *y);
  hol_status status = rest && y ? HOL_OK : HOL_MEMORY;
  for (size_t k = 0; k < columns && status == HOL_OK; k += SOLVED) {
    status = solve_some(c, x + k * c->n, columns - k < SOLVED ? columns - k : SOLVED, rest, y);
  }
  free(rest);
  free(y);
  return status;
}

size_t hol_condensed_order(const struct hol_condensed *c)
{
  return c->order;
}

hol_status hol_condensed_solve_rest(struct hol_condensed *c, double *x, size_t columns)
{
  return hol_indefinite_solve(c->K, x, columns);
}
