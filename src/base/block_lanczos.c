/* SPDX-License-Identifier: BSD-3-Clause */
/* Block Lanczos with full reorthogonalisation and thick restart, for symmetric operators in an M-inner product. */
#include "base/block_lanczos.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Relative squared length below which the rest of a vector after orthogonalisation is rounding. */
static const double drop_tolerance = 1e-20;
/** Relative squared length above which eigenvalues of a Gram matrix are not rounding. */
static const double rank_tolerance = 1e-8;
/** Least number of blocks between two stopping tests. */
enum { LOOK = 2 };
/** Number of columns up to which a stopping test is cheap. */
enum { FEW = 100 };
/** Rows of V that are put together at once. */
enum { ROWS = 256 };

/** Workspace of the iteration. */
typedef struct work {
  double *next,
      *image;      /**< [n * block] the block to come, and M times it, or what it was before the last vectors were taken
                   off */
  double *images;  /**< [n * 2 block] M times the last block of V and the one before it */
  double *overlap; /**< [(most + block) * block] */
  double *gram, *length; /**< [block²], [2 * block] */
  double *column;        /**< [n] one of V */
  double *turned, *Z;    /**< [block²] */
  size_t before;         /**< where the block before the last one begins */
  size_t older;          /**< columns of images before those of its last block */
  size_t first, count;   /**< columns of the last block of V */
  size_t most;           /**< columns that there is room for, and those of a block */
} work;

void hol_krylov_clear(hol_krylov *found)
{
  free(found->basis);
  free(found->basis_single);
  free(found->value);
  free(found->error);
  free(found->along);
  free(found->projected);
  *found = (hol_krylov){0};
}

void hol_krylov_drop_single(hol_krylov *found)
{
  free(found->basis_single);
  found->basis_single = NULL;
}

/** Keep a column of V. */
static void keep(hol_krylov *k, size_t number, const double *x)
{
  size_t narrow = k->n - k->rows_double;
  memcpy(k->basis + number * k->rows_double, x, k->rows_double * sizeof *x);
  for (size_t i = 0; i < narrow; i++) {
    k->basis_single[i + number * narrow] = (float)x[k->rows_double + i];
  }
}

/** A column of V as it is kept. */
static void recall(const hol_krylov *k, size_t number, double *x)
{
  size_t narrow = k->n - k->rows_double;
  memcpy(x, k->basis + number * k->rows_double, k->rows_double * sizeof *x);
  for (size_t i = 0; i < narrow; i++) {
    x[k->rows_double + i] = (double)k->basis_single[i + number * narrow];
  }
}

/** W ← W − V C with the columns of V from one on, C in w->overlap. @param[in] T  where C is added, of leading dimension
 *  `most`; NULL: nowhere */
static void subtract(const hol_krylov *k, size_t from, size_t count, work *w, double *T)
{
  size_t all = k->columns - from, wide = k->rows_double, narrow = k->n - wide;
  hol_dense_tall_subtract(wide, all, count, k->basis + from * wide, w->overlap, w->next, k->n);
  hol_dense_tall_subtract_single(narrow, all, count, k->basis_single + from * narrow, w->overlap, w->next + wide, k->n);
  for (size_t j = 0; j < count && T; j++) {
    for (size_t i = 0; i < all; i++) {
      T[from + i + j * w->most] += w->overlap[i + j * all];
    }
  }
}

/** The block W ← W − V VᵀM W with all of V. What is left of W has WᵀM W = Wᵀ image with the image of what it was. */
static void take_off(const hol_block_lanczos *l, const hol_krylov *k, size_t count, work *w, double *T)
{
  size_t all = k->columns, wide = k->rows_double, narrow = k->n - wide;
  l->mass(l->context, count, w->next, w->image);
  memset(w->overlap, 0, all * count * sizeof *w->overlap);
  hol_dense_tall_project(wide, all, count, k->basis, w->image, k->n, w->overlap);
  hol_dense_tall_project_single(narrow, all, count, k->basis_single, w->image + wide, k->n, w->overlap);
  subtract(k, 0, count, w, T);
}

/** The same with the last block of V and the one before it, whose images are there. */
static void take_off_last(const hol_krylov *k, size_t count, work *w, double *T)
{
  size_t all = k->columns - w->before;
  memset(w->overlap, 0, all * count * sizeof *w->overlap);
  hol_dense_tall_project(k->n, all, count, w->images, w->next, k->n, w->overlap);
  subtract(k, w->before, count, w, T);
}

/** Is more of W in V, after it has been taken off, than rounding? As much was in it as is left. */
static bool is_far_from_orthogonal(const hol_krylov *k, size_t count, const work *w)
{
  for (size_t j = 0; j < count; j++) {
    const double *c = w->overlap + j * k->columns;
    if (hol_dot(k->columns, c, c) > hol_dot(k->n, w->next + j * k->n, w->image + j * k->n)) {
      return true;
    }
  }
  return false;
}

/** Take of W's columns what a Gram matrix can tell from rounding, as new columns of V; W ← what it cannot.
 *  @param[in]  before  squared length below which all is rounding
 *  @param[in,out] Z    [block * block] what is in W, W Zᵀ, of the columns that there were
 *  @param[in,out] link [block * block] those are V_next link, a row for each new column
 *  @param[in,out] count  columns of W */
static hol_status accept_columns(const hol_block_lanczos *l, double before, size_t *count, hol_krylov *k, work *w,
                                 double *Z, double *link)
{
  size_t n = l->n, b = l->block, m = *count;
  hol_dense_multiply(m, n, m, 1, (hol_block){w->next, n, true}, (hol_block){w->image, n, false}, 0, w->gram, m);
  HOL_TRY(hol_dense_eigen(m, w->gram, w->length));
  double least = fmax(drop_tolerance * before, rank_tolerance * w->length[m - 1]);
  size_t rest = m;
  for (; rest > 0 && w->length[rest - 1] > least; rest--) {
    const double *along = w->gram + (rest - 1) * m;
    double size = sqrt(w->length[rest - 1]);
    hol_dense_multiply(n, m, 1, 1 / size, (hol_block){w->next, n, false}, (hol_block){along, m, false}, 0, w->column,
                       n);
    keep(k, k->columns + w->count, w->column);
    hol_dense_multiply(b, m, 1, size, (hol_block){Z, b, false}, (hol_block){along, m, false}, 0, w->length + b, b);
    for (size_t j = 0; j < b; j++) {
      link[w->count + j * b] = w->length[b + j];
    }
    w->count++;
  }
  memcpy(w->image, w->next, n * m * sizeof *w->next);
  hol_dense_multiply(n, m, rest, 1, (hol_block){w->image, n, false}, (hol_block){w->gram, m, false}, 0, w->next, n);
  hol_dense_multiply(b, m, rest, 1, (hol_block){Z, b, false}, (hol_block){w->gram, m, false}, 0, w->turned, b);
  memcpy(Z, w->turned, b * rest * sizeof *Z);
  *count = least > drop_tolerance * before ? rest : 0;
  return HOL_OK;
}

/** Make V's next block of W, whose image is there; what is rounding goes. @param[in] before  squared length of W before
 *  anything was taken off
 *  @param[out] link  as above */
static hol_status add_block(const hol_block_lanczos *l, double before, size_t count, hol_krylov *k, work *w,
                            double *link)
{
  size_t b = l->block;
  w->before = w->first;
  w->first = k->columns;
  w->count = 0;
  memset(w->Z, 0, b * b * sizeof *w->Z);
  for (size_t i = 0; i < b; i++) {
    w->Z[i * (b + 1)] = 1;
  }
  while (count > 0) {
    HOL_TRY(accept_columns(l, before, &count, k, w, w->Z, link));
    size_t all = k->columns;
    k->columns += w->count;
    for (int pass = 0; pass < 2 && count > 0; pass++) {
      take_off(l, k, count, w, NULL);
    }
    k->columns = all;
  }
  k->columns += w->count;
  return HOL_OK;
}

/** Largest squared length of columns whose image is known. */
static double largest_length(size_t n, size_t count, const double *x, const double *image)
{
  double largest = 0;
  for (size_t j = 0; j < count; j++) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
      sum += x[i + j * n] * image[i + j * n];
    }
    largest = fmax(largest, sum);
  }
  return largest;
}

/** Eigenpairs of what is projected on the first `columns` of V. @param[in] link  couples its last block, of `count`
 *  columns from `first` on, to what is beyond */
static hol_status solve_projected(const hol_block_lanczos *l, size_t columns, size_t first, size_t count,
                                  const double *link, const work *w, hol_krylov *k)
{
  for (size_t j = 0; j < columns; j++) {
    for (size_t i = 0; i < columns; i++) {
      k->along[i + j * columns] = k->projected[i < j ? i + j * w->most : j + i * w->most];
    }
  }
  HOL_TRY(hol_dense_eigen_all(columns, k->along, k->value));
  for (size_t e = 0; e < columns; e++) {
    double sum = 0;
    for (size_t i = 0; i < l->block; i++) {
      double row = 0;
      for (size_t j = 0; j < count; j++) {
        row += link[i + j * l->block] * k->along[first + j + e * columns];
      }
      sum += row * row;
    }
    k->error[e] = sqrt(sum);
  }
  return HOL_OK;
}

/** W ← the image of the last block of V, which is kept. */
static void take_last(const hol_block_lanczos *l, const hol_krylov *k, work *w)
{
  size_t n = l->n, before = w->first - w->before;
  memmove(w->images, w->images + n * w->older, n * before * sizeof *w->images);
  w->older = before;
  for (size_t j = 0; j < w->count; j++) {
    recall(k, w->first + j, w->next + j * n);
  }
  l->mass(l->context, w->count, w->next, w->images + n * before);
  memcpy(w->next, w->images + n * before, n * w->count * sizeof *w->next);
}

/** Add VᵀM A V for the last block, and the next block if there is any. */
static hol_status grow(const hol_block_lanczos *l, hol_krylov *k, work *w, double *link)
{
  enum { PASSES = 3 };
  size_t count = w->count, first = w->first;
  take_last(l, k, w);
  HOL_TRY(l->apply(l->context, count, w->next));
  double *T = k->projected + first * w->most;
  take_off_last(k, count, w, T); /* in exact arithmetic that is all: what is left of older ones is rounding */
  for (int pass = 0; pass == 0 || (pass < PASSES && is_far_from_orthogonal(k, count, w)); pass++) {
    take_off(l, k, count, w, T);
  }
  double before = 0;
  for (size_t i = 0; i < k->columns; i++) { /* the length of A v, as far as it is in V */
    for (size_t j = 0; j < count; j++) {
      before = fmax(before, T[i + j * w->most] * T[i + j * w->most]);
    }
  }
  memset(link, 0, l->block * l->block * sizeof *link);
  return add_block(l, before, count, k, w, link);
}

/** Operations that a block is made orthogonal with, and those of the eigenpairs of what is projected: where vectors are
 *  short, these are looked at no more often than it pays. */
static double work_of_block(size_t n, size_t columns, size_t count)
{
  return 16 * (double)n * (double)columns * (double)count;
}

static double work_of_look(size_t columns)
{
  return columns > FEW ? 10 * pow((double)columns, 3) : 0;
}

/* --------------------------------------------------------------------------------------------- a basis that is full */

/** The first columns of V ← V C, in place. @param[in] C  [from * to] @param[out] rows  [ROWS * from] @param[out] made
 *  [ROWS * to] */
static void combine(hol_krylov *k, size_t from, size_t to, const double *C, double *rows, double *made)
{
  size_t wide = k->rows_double, narrow = k->n - wide;
  const hol_block by = {C, from, false};
  for (size_t first = 0; first < wide; first += ROWS) {
    size_t count = first + ROWS < wide ? ROWS : wide - first;
    for (size_t j = 0; j < from; j++) {
      memcpy(rows + j * count, k->basis + first + j * wide, count * sizeof *rows);
    }
    hol_dense_multiply(count, from, to, 1, (hol_block){rows, count, false}, by, 0, k->basis + first, wide);
  }
  for (size_t first = 0; first < narrow; first += ROWS) {
    size_t count = first + ROWS < narrow ? ROWS : narrow - first;
    for (size_t j = 0; j < from; j++) {
      for (size_t i = 0; i < count; i++) {
        rows[i + j * count] = (double)k->basis_single[first + i + j * narrow];
      }
    }
    hol_dense_multiply(count, from, to, 1, (hol_block){rows, count, false}, by, 0, made, count);
    for (size_t j = 0; j < to; j++) {
      for (size_t i = 0; i < count; i++) {
        k->basis_single[first + i + j * narrow] = (float)made[i + j * count];
      }
    }
  }
}

/** Columns of V become others' place. */
static void move_columns(hol_krylov *k, size_t from, size_t count, size_t to)
{
  size_t narrow = k->n - k->rows_double;
  memmove(k->basis + to * k->rows_double, k->basis + from * k->rows_double, count * k->rows_double * sizeof *k->basis);
  memmove(k->basis_single + to * narrow, k->basis_single + from * narrow, count * narrow * sizeof *k->basis_single);
}

/** The least size of a value that is wanted, as far as there are such. Others that are as large come again and again if
 *  they are not kept. */
static double least_wanted(const hol_block_lanczos *l, size_t columns, const double *value)
{
  size_t low = 0, high = 0;
  while (low < l->low && low < columns && value[low] < 0) {
    low++;
  }
  while (high < l->high && high < columns && value[columns - 1 - high] > 0) {
    high++;
  }
  return fmin(low > 0 ? -value[low - 1] : HUGE_VAL, high > 0 ? value[columns - high] : HUGE_VAL);
}

/** The pairs that are kept. @param[out] C  [columns * kept] their s @return how many */
static size_t choose_pairs(const hol_block_lanczos *l, size_t columns, hol_krylov *k, double *C)
{
  size_t kept = 0, low = l->low + l->buffer, high = l->high + l->buffer;
  double least = least_wanted(l, columns, k->value);
  for (size_t e = 0; e < columns; e++) {
    bool is_low = e < low && k->value[e] < 0, is_high = e + high >= columns && k->value[e] > 0;
    if (is_low || is_high || fabs(k->value[e]) >= least) {
      memcpy(C + kept * columns, k->along + e * columns, columns * sizeof *C);
      k->value[kept++] = k->value[e];
    }
  }
  return kept;
}

/** Room for so many columns. */
static bool make_room(const hol_block_lanczos *l, size_t most, hol_krylov *k, work *w)
{
  size_t more = most > w->most ? most - w->most : 0, wide = k->rows_double, narrow = k->n - wide, b = l->block;
  if (!more) {
    return true;
  }
  free(k->along);
  k->along = hol_alloc(most * most, sizeof *k->along);
  bool ok = k->along && hol_extend(&k->basis, (w->most + b) * wide, more * wide, sizeof *k->basis) &&
            hol_extend(&k->basis_single, (w->most + b) * narrow, more * narrow, sizeof *k->basis_single) &&
            hol_extend(&k->value, w->most, more, sizeof *k->value) &&
            hol_extend(&k->error, w->most, more, sizeof *k->error) &&
            hol_extend(&k->projected, w->most * w->most, most * most - w->most * w->most, sizeof *k->projected) &&
            hol_extend(&w->overlap, (w->most + b) * b, more * b, sizeof *w->overlap);
  w->most = ok ? most : w->most;
  return ok;
}

/** The pairs that are kept stand alone: what A makes of them is in them and in the newest block, and all that is
 *  projected is known but for what the block has of it, which comes when A is applied to it. */
static void begin_again(size_t columns, size_t kept, hol_krylov *k, work *w)
{
  memset(k->projected, 0, w->most * w->most * sizeof *k->projected);
  for (size_t i = 0; i < kept; i++) {
    k->projected[i * (w->most + 1)] = k->value[i];
  }
  w->before = w->first = kept;
  w->older = 0;
  k->discarded += columns - kept;
  k->columns = kept + w->count;
}

/** In the place of the first `columns` of V the pairs that are kept, followed by the newest block (Wu, Simon 2000:
 *  thick restart). */
static hol_status restart(const hol_block_lanczos *l, size_t columns, hol_krylov *k, work *w)
{
  double *C = hol_alloc(columns * columns, sizeof *C), *rows = hol_alloc(ROWS * columns, sizeof *rows),
         *made = hol_alloc(ROWS * columns, sizeof *made);
  bool ok = C && rows && made;
  if (ok) {
    size_t kept = choose_pairs(l, columns, k, C);
    combine(k, columns, kept, C, rows, made);
    move_columns(k, columns, w->count, kept);
    size_t left = l->most - (k->discarded + columns - kept); /* that may be there before it ends */
    ok = make_room(l, kept + l->subspace_growth < left ? kept + l->subspace_growth : left, k, w);
    if (ok) {
      begin_again(columns, kept, k, w);
    }
  }
  free(C);
  free(rows);
  free(made);
  return ok ? HOL_OK : HOL_MEMORY;
}

static hol_status run(const hol_block_lanczos *l, const double *start, hol_krylov *k, work *w, double *link)
{
  l->mass(l->context, l->block, start, w->next);
  HOL_TRY(l->apply(l->context, l->block, w->next));
  l->mass(l->context, l->block, w->next, w->image);
  HOL_TRY(add_block(l, largest_length(l->n, l->block, w->next, w->image), l->block, k, w, link));
  if (w->count == 0) {
    return HOL_NUMERICAL;
  }
  double done = 0; /* since the last look */
  size_t least = l->least;
  for (size_t step = 1;; step++) {
    size_t columns = k->columns, first = w->first, count = w->count;
    HOL_TRY(grow(l, k, w, link));
    done += work_of_block(l->n, columns, count);
    k->is_exhausted = w->count == 0;
    bool is_full = k->columns > w->most, is_last = w->count == 0 || k->discarded + k->columns > l->most;
    bool is_due = k->discarded + columns >= least && step % LOOK == 0 && done >= work_of_look(columns);
    if (is_last || is_full || is_due) {
      size_t all = k->columns;
      done = 0;
      k->columns = columns; /* the newest block is not projected yet */
      HOL_TRY(solve_projected(l, columns, first, count, link, w, k));
      bool is_asked = !is_last && k->discarded + columns >= least;
      size_t lacks = is_asked ? l->missing(l->context, k) : !is_last;
      if (lacks == 0) {
        return HOL_OK;
      }
      least = is_asked ? k->discarded + columns + lacks : least;
      k->columns = all;
      HOL_TRY(is_full ? restart(l, columns, k, w) : HOL_OK);
    }
  }
}

hol_status hol_block_lanczos_run(const hol_block_lanczos *l, const double *start, hol_krylov *k)
{
  size_t n = l->n, b = l->block, room = l->low + l->high + 2 * l->buffer + l->subspace_growth,
         most = l->subspace_growth > 0 && room < l->most ? room : l->most;
  *k = (hol_krylov){.n = n,
                    .rows_double = n - l->rows_single,
                    .basis = hol_alloc((n - l->rows_single) * (most + b), sizeof *k->basis),
                    .basis_single = hol_alloc(l->rows_single * (most + b), sizeof *k->basis_single),
                    .value = hol_alloc(most, sizeof *k->value),
                    .error = hol_alloc(most, sizeof *k->error),
                    .along = hol_alloc(most * most, sizeof *k->along),
                    .projected = hol_alloc(most * most, sizeof *k->projected)};
  work w = {.most = most,
            .next = hol_alloc(n * b, sizeof *w.next),
            .image = hol_alloc(n * b, sizeof *w.image),
            .images = hol_alloc(n * 2 * b, sizeof *w.images),
            .overlap = hol_alloc((most + b) * b, sizeof *w.overlap),
            .gram = hol_alloc(b * b, sizeof *w.gram),
            .length = hol_alloc(2 * b, sizeof *w.length),
            .column = hol_alloc(n, sizeof *w.column),
            .turned = hol_alloc(b * b, sizeof *w.turned),
            .Z = hol_alloc(b * b, sizeof *w.Z)};
  double *link = hol_alloc(b * b, sizeof *link);
  bool ok = k->basis && k->basis_single && k->value && k->error && k->along && k->projected && w.next && w.image &&
            w.images && w.overlap && w.gram && w.length && w.column && w.turned && w.Z && link;
  hol_status status = ok ? run(l, start, k, &w, link) : HOL_MEMORY;
  free(w.next);
  free(w.image);
  free(w.images);
  free(w.overlap);
  free(w.gram);
  free(w.length);
  free(w.column);
  free(w.turned);
  free(w.Z);
  free(link);
  return status;
}

hol_status hol_krylov_vectors(const hol_krylov *k, size_t rows, size_t count, const size_t *number, double *x)
{
  double *along = hol_alloc(k->columns * count, sizeof *along);
  if (!along) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < count; j++) {
    memcpy(along + j * k->columns, k->along + number[j] * k->columns, k->columns * sizeof *along);
  }
  hol_dense_multiply(rows, k->columns, count, 1, (hol_block){k->basis, k->rows_double, false},
                     (hol_block){along, k->columns, false}, 0, x, rows);
  free(along);
  return HOL_OK;
}
