/* SPDX-License-Identifier: BSD-3-Clause */
/* Accelerations and multipliers of large systems, by the method of multipliers with sparse L D Lᵀ factors. */
#include "motion/sparse_saddle.h"

#include "base/ldl.h"
#include "base/memory.h"
#include "base/null_space.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Weight of the rows, of length 1, beside masses of size 1. Factors lose half of the digits of a solution by it,
 *  which the iteration gives back; rows of a chain of 400 bodies, with compliances down to 1e-5, still gain two digits
 *  an iteration. */
static const double weight = 1e7;
/** What is left of a row of length 1 beside those before it, below which it is redundant; as in dense systems. */
static const double dependent = 1e-9;
/** Components of null vectors below this are 0 to rounding. */
static const double no_part = 1e-9;
/** A pivot of M + A'A, whose entries are of size 1, that is rounding of 0: its root is that of `dependent`. */
static const double no_pivot = 1e-12;
/** A change so small beside the solution ends the iteration; one below the second does where the next is no smaller: it
 *  is rounding, of a system that is nearly singular. */
static const double settled = 4 * DBL_EPSILON, stagnant = 1e-9;
/** Iterations at most; of least squares, which whoever projects repeats at the next place; most redundant rows that are
 *  told apart. */
enum { ITERATIONS_MOST = 40, ITERATIONS_FOR_SQUARES = 6, REDUNDANT_MOST = 1000 };

/** Product of two entries of one row that goes to a place of M + w A'A. */
typedef struct product {
  size_t to, a, b, row;
} product;

struct hol_sparse_saddle {
  size_t n, rows, masses, gradients;
  hol_saddle_place *mass, *gradient; /**< [masses], [gradients] */
  double *mass_value, *gradient_value;
  double *unit;     /**< [n] coordinate i in units of its mass: M_ii^-1/2 */
  double *length;   /**< [rows] of rows in these units */
  hol_ldl *factor;  /**< of M + w A'A in these units */
  size_t *mass_to;  /**< [masses] places in it */
  product *product; /**< [products] */
  size_t products;
  size_t nullity;              /**< rows that follow from others */
  double *null;                /**< [rows nullity] null vectors of A', of rows of length 1 */
  size_t *dropped;             /**< [nullity] the row of each that is left out */
  bool *is_left_out;           /**< [rows] redundant */
  bool *is_off;                /**< [rows] not taken now */
  double floor;                /**< added to M in units */
  double *multiplier;          /**< [rows] scratch */
  double *x, *rest, *short_of; /**< [n], [n], [rows] scratch: a correction, what is left of both equations */
  double *weighted;            /**< [gradients] entries of rows that are taken, in units and over lengths */
  size_t iterations;
};

/* ---- pattern ----------------------------------------------------------------------------------------------------- */

/** An entry of the lower triangle, and where it comes from. */
typedef struct item {
  size_t column, row, a, b; /**< a: SIZE_MAX for entry b of M */
} item;

static int compare_items(const void *x, const void *y)
{
  const item *a = x, *b = y;
  if (a->column != b->column) {
    return a->column < b->column ? -1 : 1;
  }
  return a->row != b->row ? (a->row < b->row ? -1 : 1) : 0;
}

/** All entries of M, of the diagonal and of A'A. @return their number; item NULL: it is counted alone */
static size_t list_items(const hol_sparse_saddle *s, item *list)
{
  size_t count = 0;
  for (size_t i = 0; i < s->n; i++, count++) {
    if (list) {
      list[count] = (item){i, i, SIZE_MAX, SIZE_MAX};
    }
  }
  for (size_t e = 0; e < s->masses; e++, count++) {
    if (list) {
      list[count] = (item){s->mass[e].column, s->mass[e].row, SIZE_MAX, e};
    }
  }
  for (size_t first = 0, end; first < s->gradients; first = end) {
    for (end = first; end < s->gradients && s->gradient[end].row == s->gradient[first].row; end++) {
    }
    for (size_t a = first; a < end; a++) {
      for (size_t b = first; b <= a; b++, count++) {
        size_t i = s->gradient[a].column, j = s->gradient[b].column;
        if (list) {
          list[count] = (item){i < j ? i : j, i < j ? j : i, a, b};
        }
      }
    }
  }
  return count;
}

/** Number the distinct places of sorted items, column by column, and remember which item goes where. */
static size_t number_places(hol_sparse_saddle *s, const item *list, size_t count, size_t *start, size_t *row)
{
  size_t places = 0;
  for (size_t k = 0; k < count; k++) {
    if (k == 0 || compare_items(&list[k - 1], &list[k]) != 0) {
      row[places++] = list[k].row;
      start[list[k].column + 1] = places;
    }
    if (list[k].a != SIZE_MAX) {
      s->product[s->products++] = (product){places - 1, list[k].a, list[k].b, s->gradient[list[k].a].row};
    } else if (list[k].b != SIZE_MAX) {
      s->mass_to[list[k].b] = places - 1;
    }
  }
  return places;
}

static hol_status analyse(hol_sparse_saddle *s)
{
  size_t count = list_items(s, NULL);
  item *list = hol_alloc(count, sizeof *list);
  size_t *start = hol_alloc(s->n + 1, sizeof *start), *row = hol_alloc(count, sizeof *row);
  s->product = hol_alloc(count, sizeof *s->product);
  hol_status status = list && start && row && s->product ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    (void)list_items(s, list);
    qsort(list, count, sizeof *list, compare_items);
    (void)number_places(s, list, count, start, row);
    s->factor = hol_ldl_new(s->n, start, row, true);
    status = s->factor ? HOL_OK : HOL_MEMORY;
  }
  free(list);
  free(start);
  free(row);
  return status;
}

static hol_status make(hol_sparse_saddle *s, const hol_saddle_place *mass, const hol_saddle_place *gradient)
{
  s->mass = hol_alloc_copy(mass, s->masses, sizeof *mass);
  s->gradient = hol_alloc_copy(gradient, s->gradients, sizeof *gradient);
  s->mass_value = hol_alloc(s->masses, sizeof *s->mass_value);
  s->gradient_value = hol_alloc(s->gradients, sizeof *s->gradient_value);
  s->mass_to = hol_alloc(s->masses, sizeof *s->mass_to);
  s->unit = hol_alloc(s->n, sizeof *s->unit);
  s->length = hol_alloc(s->rows, sizeof *s->length);
  s->is_left_out = hol_alloc(s->rows, sizeof *s->is_left_out);
  s->is_off = hol_alloc(s->rows, sizeof *s->is_off);
  s->x = hol_alloc(s->n, sizeof *s->x);
  s->rest = hol_alloc(s->n, sizeof *s->rest);
  s->short_of = hol_alloc(s->rows, sizeof *s->short_of);
  s->multiplier = hol_alloc(s->rows, sizeof *s->multiplier);
  s->weighted = hol_alloc(s->gradients, sizeof *s->weighted);
  bool ok = (s->mass || !s->masses) && (s->gradient || !s->gradients) && s->mass_value && s->gradient_value &&
            s->mass_to && s->unit && s->length && s->is_left_out && s->is_off && s->x && s->rest && s->short_of &&
            s->multiplier && s->weighted;
  return ok ? analyse(s) : HOL_MEMORY;
}

hol_status hol_sparse_saddle_new(size_t n, size_t rows, const hol_saddle_place *mass, size_t masses,
                                 const hol_saddle_place *gradient, size_t gradients, hol_sparse_saddle **s)
{
  *s = hol_alloc(1, sizeof **s);
  if (!*s) {
    return HOL_MEMORY;
  }
  (*s)->n = n;
  (*s)->rows = rows;
  (*s)->masses = masses;
  (*s)->gradients = gradients;
  hol_status status = make(*s, mass, gradient);
  if (status != HOL_OK) {
    hol_sparse_saddle_free(*s);
    *s = NULL;
  }
  return status;
}

void hol_sparse_saddle_free(hol_sparse_saddle *s)
{
  if (!s) {
    return;
  }
  void *const owned[] = {s->mass,    s->gradient, s->mass_value, s->gradient_value, s->unit,        s->length,
                         s->mass_to, s->null,     s->dropped,    s->product,        s->is_left_out, s->is_off,
                         s->x,       s->rest,     s->short_of,   s->weighted,       s->multiplier};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
  hol_ldl_free(s->factor);
  free(s);
}

double *hol_sparse_saddle_mass(hol_sparse_saddle *s)
{
  return s->mass_value;
}

double *hol_sparse_saddle_gradient(hol_sparse_saddle *s)
{
  return s->gradient_value;
}

void hol_sparse_saddle_take(hol_sparse_saddle *s, const bool *takes)
{
  for (size_t r = 0; r < s->rows; r++) {
    s->is_off[r] = takes && !takes[r];
  }
}

/** Does a row count now? */
static bool counts(const hol_sparse_saddle *s, size_t r)
{
  return !s->is_left_out[r] && !s->is_off[r] && s->length[r] > 0;
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

/** Units of coordinates: M_ii^-1/2, of those without mass that of the mean mass; rows over their lengths. */
static hol_status measure(hol_sparse_saddle *s)
{
  double sum = 0;
  size_t massive = 0;
  memset(s->unit, 0, s->n * sizeof *s->unit);
  memset(s->length, 0, s->rows * sizeof *s->length);
  for (size_t e = 0; e < s->masses; e++) {
    if (s->mass[e].row == s->mass[e].column) {
      s->unit[s->mass[e].row] = s->mass_value[e];
      sum += s->mass_value[e];
      massive += s->mass_value[e] > 0;
    }
  }
  for (size_t i = 0; i < s->n; i++) {
    double m = s->unit[i] > 0 ? s->unit[i] : massive ? sum / (double)massive : 1;
    s->unit[i] = 1 / sqrt(m);
  }
  for (size_t e = 0; e < s->gradients; e++) {
    double x = s->gradient_value[e] * s->unit[s->gradient[e].column];
    s->length[s->gradient[e].row] += x * x;
  }
  for (size_t r = 0; r < s->rows; r++) {
    s->length[r] = sqrt(s->length[r]);
    sum += s->length[r];
  }
  for (size_t e = 0; e < s->gradients; e++) {
    size_t r = s->gradient[e].row;
    s->weighted[e] = counts(s, r) ? s->gradient_value[e] * s->unit[s->gradient[e].column] / s->length[r] : 0;
  }
  return isfinite(sum) ? HOL_OK : HOL_NUMERICAL;
}

/* ---- choice of rows ---------------------------------------------------------------------------------------------- */

/** Rows of A': one for each coordinate, over the rows of A. */
static hol_status transpose(const hol_sparse_saddle *s, hol_sparse *column)
{
  for (size_t e = 0; e < s->gradients; e++) {
    if (fabs(s->weighted[e]) > 0) {
      HOL_TRY(hol_sparse_add(&column[s->gradient[e].column], s->gradient[e].row, s->weighted[e]));
    }
  }
  return HOL_OK;
}

/** The row that a null vector has by itself: where it is 1 and all others are 0. */
static size_t own_row(const hol_sparse_saddle *s, size_t v)
{
  for (size_t r = s->rows; r-- > 0;) {
    bool is_own = !(fabs(s->null[v * s->rows + r] - 1) > 0);
    for (size_t other = 0; other < s->nullity && is_own; other++) {
      is_own = other == v || !(fabs(s->null[other * s->rows + r]) > 0);
    }
    if (is_own) {
      return r;
    }
  }
  return SIZE_MAX;
}

static hol_status drop_rows(hol_sparse_saddle *s)
{
  s->dropped = hol_alloc(s->nullity, sizeof *s->dropped);
  if (!s->dropped) {
    return HOL_MEMORY;
  }
  for (size_t v = 0; v < s->nullity; v++) {
    s->dropped[v] = own_row(s, v);
    if (s->dropped[v] == SIZE_MAX) {
      return HOL_NUMERICAL;
    }
    s->is_left_out[s->dropped[v]] = true;
  }
  return HOL_OK;
}

hol_status hol_sparse_saddle_choose(hol_sparse_saddle *s)
{
  hol_sparse *column = hol_alloc(s->n, sizeof *column);
  memset(s->is_left_out, 0, s->rows * sizeof *s->is_left_out);
  memset(s->is_off, 0, s->rows * sizeof *s->is_off);
  free(s->null);
  free(s->dropped);
  s->null = NULL;
  s->dropped = NULL;
  s->nullity = 0;
  hol_status status = column ? measure(s) : HOL_MEMORY;
  status = status == HOL_OK ? transpose(s, column) : status;
  if (status == HOL_OK && s->rows > 0) {
    status = hol_null_space(s->n, column, s->rows, dependent, REDUNDANT_MOST, &s->nullity, &s->null);
  }
  for (size_t i = 0; column && i < s->n; i++) {
    hol_sparse_clear(&column[i]);
  }
  free(column);
  return status == HOL_OK && s->nullity > 0 ? s->null ? drop_rows(s) : HOL_NUMERICAL : status;
}

size_t hol_sparse_saddle_rank(const hol_sparse_saddle *s)
{
  return s->rows - s->nullity;
}

bool hol_sparse_saddle_is_redundant(const hol_sparse_saddle *s, size_t row)
{
  return s->is_left_out[row];
}

bool hol_sparse_saddle_is_unique(const hol_sparse_saddle *s, size_t row)
{
  double most = 0;
  for (size_t v = 0; v < s->nullity; v++) {
    most = fmax(most, fabs(s->null[v * s->rows + row]));
  }
  return most <= no_part;
}

void hol_sparse_saddle_combination(const hol_sparse_saddle *s, size_t row, double *factor)
{
  memset(factor, 0, s->rows * sizeof *factor);
  for (size_t v = 0; v < s->nullity; v++) {
    const double *null = s->null + v * s->rows;
    for (size_t r = 0; s->dropped[v] == row && r < s->rows; r++) {
      if (r != row && fabs(null[r]) > no_part) { /* 0 = A_row/l_row + sum of null_r A_r/l_r */
        factor[r] = -null[r] * s->length[row] / s->length[r];
      }
    }
  }
}

/* ---- factors ----------------------------------------------------------------------------------------------------- */

/** M + w A'A, and the floor. */
static void fill(hol_sparse_saddle *s)
{
  double *value = hol_ldl_values(s->factor);
  hol_ldl_pattern pattern = hol_ldl_pattern_of(s->factor);
  memset(value, 0, (size_t)pattern.start[s->n] * sizeof *value);
  for (size_t e = 0; e < s->masses; e++) {
    value[s->mass_to[e]] += s->mass_value[e] * s->unit[s->mass[e].row] * s->unit[s->mass[e].column];
  }
  for (size_t i = 0; i < s->n; i++) {
    value[pattern.start[i]] += s->floor;
  }
  for (size_t p = 0; p < s->products; p++) {
    const product *one = &s->product[p];
    bool is_twice = one->a != one->b && s->gradient[one->a].column == s->gradient[one->b].column;
    value[one->to] += (is_twice ? 2 : 1) * weight * s->weighted[one->a] * s->weighted[one->b];
  }
}

/** The coordinate of the smallest pivot. */
static size_t smallest_pivot(const hol_sparse_saddle *s, double *pivot)
{
  hol_ldl_factors f = hol_ldl_factors_of(s->factor);
  size_t least = 0;
  *pivot = HUGE_VAL;
  for (size_t k = 0; k < f.n; k++) {
    double d = f.value[f.start[k]];
    if (!(d >= *pivot)) {
      *pivot = d;
      least = (size_t)f.order[k];
    }
  }
  return least;
}

hol_status hol_sparse_saddle_factorise(hol_sparse_saddle *s, double floor, size_t *undetermined)
{
  size_t negative, which;
  double growth, pivot;
  s->floor = floor;
  HOL_TRY(measure(s));
  fill(s);
  hol_status status = hol_ldl_factorise(s->factor, &negative, &growth);
  if (status == HOL_OK) {
    which = smallest_pivot(s, &pivot);
    status = pivot > no_pivot ? HOL_OK : pivot > -weight * no_pivot ? HOL_INVALID : HOL_NUMERICAL;
  } else {
    which = hol_ldl_zero(s->factor);
    status = which < s->n ? HOL_INVALID : status;
  }
  if (undetermined) {
    *undetermined = which;
  }
  return status;
}

/* ---- solution ---------------------------------------------------------------------------------------------------- */

/** What is left of both equations in units and over lengths: rest = h - M x + A' lambda, short = b - A x. */
static void leave(hol_sparse_saddle *s, const double *h, const double *b, const double *x, const double *multiplier)
{
  for (size_t i = 0; i < s->n; i++) {
    s->rest[i] = (h ? h[i] * s->unit[i] : 0) - s->floor * x[i];
  }
  for (size_t r = 0; r < s->rows; r++) {
    s->short_of[r] = counts(s, r) ? b[r] / s->length[r] : 0;
  }
  for (size_t e = 0; e < s->masses; e++) {
    size_t i = s->mass[e].row, j = s->mass[e].column;
    double m = s->mass_value[e] * s->unit[i] * s->unit[j];
    s->rest[i] -= m * x[j];
    s->rest[j] -= i == j ? 0 : m * x[i];
  }
  for (size_t e = 0; e < s->gradients; e++) {
    s->rest[s->gradient[e].column] += s->weighted[e] * multiplier[s->gradient[e].row];
    s->short_of[s->gradient[e].row] -= s->weighted[e] * x[s->gradient[e].column];
  }
}

/** Correct both: (M + w A'A) dx = rest + w A' short, dlambda = w (short - A dx).
 *  @param[in]  with_forces  multipliers have to settle, too
 *  @param[in]  load         size of the forces in units: at rest accelerations are no more than their rounding
 *  @param[out] change       the largest, relative to the solution */
static hol_status correct(hol_sparse_saddle *s, double *x, double *multiplier, bool with_forces, double load,
                          double *change)
{
  double most = 0, most_force = 0, size = load, force = 0;
  memcpy(s->x, s->rest, s->n * sizeof *s->x);
  for (size_t e = 0; e < s->gradients; e++) {
    s->x[s->gradient[e].column] += weight * s->weighted[e] * s->short_of[s->gradient[e].row];
  }
  HOL_TRY(hol_ldl_solve(s->factor, s->x, 1));
  for (size_t e = 0; e < s->gradients; e++) {
    s->short_of[s->gradient[e].row] -= s->weighted[e] * s->x[s->gradient[e].column];
  }
  for (size_t i = 0; i < s->n; i++) {
    x[i] += s->x[i];
    most = fmax(most, fabs(s->x[i]));
    size = fmax(size, fabs(x[i]));
    HOL_TRY(isfinite(x[i]) ? HOL_OK : HOL_NUMERICAL);
  }
  for (size_t r = 0; r < s->rows; r++) {
    double by = weight * s->short_of[r];
    multiplier[r] += by;
    most_force = fmax(most_force, fabs(by));
    force = fmax(force, fabs(multiplier[r]));
  }
  *change = fmax(size > 0 ? most / size : 0, with_forces && force > 0 ? most_force / force : 0);
  return HOL_OK;
}

hol_status hol_sparse_saddle_solve(hol_sparse_saddle *s, const double *h, const double *b, double *acceleration,
                                   double *multiplier)
{
  double before = HUGE_VAL, change = HUGE_VAL, *all = multiplier ? multiplier : s->multiplier;
  size_t most = multiplier ? ITERATIONS_MOST : ITERATIONS_FOR_SQUARES;
  double load = 0;
  memset(acceleration, 0, s->n * sizeof *acceleration);
  memset(all, 0, s->rows * sizeof *all);
  for (size_t i = 0; h && i < s->n; i++) {
    load = fmax(load, fabs(h[i] * s->unit[i]));
  }
  for (s->iterations = 0; s->iterations < most; s->iterations++) {
    leave(s, h, b, acceleration, all);
    HOL_TRY(correct(s, acceleration, all, multiplier != NULL, load, &change));
    if (change <= settled || (change < stagnant && change > before / 2)) {
      break;
    }
    before = change;
  }
  for (size_t i = 0; i < s->n; i++) {
    acceleration[i] *= s->unit[i];
  }
  for (size_t r = 0; r < s->rows; r++) {
    all[r] = counts(s, r) ? all[r] / s->length[r] : 0;
  }
  return s->iterations < most || !multiplier ? HOL_OK : HOL_NUMERICAL;
}

size_t hol_sparse_saddle_iterations(const hol_sparse_saddle *s)
{
  return s->iterations;
}
