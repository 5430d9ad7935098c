/* SPDX-License-Identifier: BSD-3-Clause */
/* Strain-based discretisation of a member: end conditions, rigid-body modes, inertia relief, stiffness, mass map. */
#include "parts/profile/space.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- along the elements ----------------------------------------------------------------------------------------- */

/** The sums of squares of an element. */
typedef enum { KINETIC, RESIST } squares;

static size_t square_rows(const hol_element *e, squares which)
{
  return which == KINETIC ? e->rows : e->held;
}

/** out = rows of all elements for the field that starts as (a, b) with strains y. */
static void run_along(const hol_space *space, squares which, hol_drift start, const double *y, double *out)
{
  double state[2] = {start.a, start.b};
  for (size_t i = 0; i < space->elements; i++) {
    const hol_element *e = &space->element[i];
    size_t rows = square_rows(e, which);
    const double *matrix = which == KINETIC ? e->kinetic : e->resist;
    memset(out, 0, rows * sizeof *out);
    hol_add_scaled(rows, state[0], matrix, out);
    hol_add_scaled(rows, state[1], matrix + rows, out);
    state[0] += e->h * state[1];
    for (size_t j = 0; j < e->n; j++) {
      hol_add_scaled(rows, y[j], matrix + (2 + j) * rows, out);
      state[0] += e->end[2 * j] * y[j];
      state[1] += e->end[2 * j + 1] * y[j];
    }
    out += rows;
    y += e->n;
  }
}

/** The transpose for the kinetic rows: y[strains], start = coefficients of (a, b). */
static void run_back(const hol_space *space, const double *u, double *y, hol_drift *start)
{
  double state[2] = {0, 0};
  u += space->rows;
  y += space->strains;
  for (size_t i = space->elements; i-- > 0;) {
    const hol_element *e = &space->element[i];
    u -= e->rows;
    y -= e->n;
    for (size_t j = 0; j < e->n; j++) {
      y[j] =
          hol_dot(e->rows, e->kinetic + (2 + j) * e->rows, u) + e->end[2 * j] * state[0] + e->end[2 * j + 1] * state[1];
    }
    state[1] += e->h * state[0] + hol_dot(e->rows, e->kinetic + e->rows, u);
    state[0] += hol_dot(e->rows, e->kinetic, u);
  }
  *start = (hol_drift){state[0], state[1]};
}

/** The rigid motion at the start that belongs to coordinates z. */
static hol_drift start_of(const hol_space *space, const double *z)
{
  hol_drift d = {hol_dot(space->strains, space->hold[0], z), hol_dot(space->strains, space->hold[1], z)};
  for (size_t i = 0; i < space->resisted; i++) {
    d.a += space->resisted_drift[i].a * z[space->strains + i];
    d.b += space->resisted_drift[i].b * z[space->strains + i];
  }
  return d;
}

/** z += coefficients of the rigid motion at the start. */
static void spread_start(const hol_space *space, hol_drift d, double *z)
{
  hol_add_scaled(space->strains, d.a, space->hold[0], z);
  hol_add_scaled(space->strains, d.b, space->hold[1], z);
  for (size_t i = 0; i < space->resisted; i++) {
    z[space->strains + i] = space->resisted_drift[i].a * d.a + space->resisted_drift[i].b * d.b;
  }
}

/** The element that holds x. */
static size_t element_at(const hol_space *space, double x)
{
  size_t low = 0, high = space->elements;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (x < space->element[middle].start) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

static hol_field_kind field_of(const hol_space *space, int order)
{
  return order == 0 ? HOL_FIELD_MOVE : order == 1 && space->bending ? HOL_FIELD_TURN : HOL_FIELD_STRAIN;
}

/** The field at x of strains that start from rest: y[strains]; value[2 + n of an element] is scratch. */
static hol_status strain_row(const hol_space *space, double x, int order, double *value, double *y)
{
  size_t here = element_at(space, x), at = 0;
  const hol_element *e = &space->element[here];
  memset(y, 0, space->strains * sizeof *y);
  HOL_TRY(hol_element_row(e, field_of(space, order), x, value));
  for (size_t i = 0; i < here; i++) {
    const hol_element *before = &space->element[i];
    double arm = e->start - before->start - before->h;
    for (size_t j = 0; j < before->n; j++) {
      double turn = before->end[2 * j + 1];
      y[at + j] = value[0] * (before->end[2 * j] + arm * turn) + value[1] * turn;
    }
    at += before->n;
  }
  memcpy(y + at, value + 2, e->n * sizeof *y);
  return HOL_OK;
}

static double drift_at(const hol_space *space, hol_drift d, double x, int order)
{
  return order == 0 ? d.a + d.b * x : order == 1 && space->bending ? d.b : 0;
}

/* ---- own ends --------------------------------------------------------------------------------------------------- */

/** D·(a, b l) + E·y = 0. */
typedef struct condition {
  double D[2];
  double *E; /**< [strains] */
  bool used;
} condition;

static hol_status add_condition(const hol_space *space, bool far, int order, double *scratch, condition *c)
{
  c->D[0] = order == 0;
  c->D[1] = order == 1 || far;
  c->E = hol_alloc(space->strains, sizeof *c->E);
  if (!c->E) {
    return HOL_MEMORY;
  }
  if (!far) {
    return HOL_OK;
  }
  double unit = order ? space->profile.length : 1;
  HOL_TRY(strain_row(space, space->profile.length, order, scratch, c->E));
  hol_scale(space->strains, unit, c->E);
  return HOL_OK;
}

static hol_status add_conditions(const hol_space *space, double *scratch, condition *c, size_t *count)
{
  for (int e = 0; e < 2; e++) {
    hol_end end = space->profile.end[e];
    bool moves = end == HOL_END_FREE || (space->bending && end == HOL_END_GUIDED);
    bool turns = !space->bending || end == HOL_END_FREE || end == HOL_END_PINNED;
    if (!moves) {
      HOL_TRY(add_condition(space, e == 1, 0, scratch, &c[(*count)++]));
    }
    if (!turns) {
      HOL_TRY(add_condition(space, e == 1, 1, scratch, &c[(*count)++]));
    }
  }
  for (size_t i = 0; i < *count && !space->bending; i++) {
    c[i].D[1] = 0;
  }
  return HOL_OK;
}

/** Solve the condition for one unknown and put it into the others. */
static void eliminate_unknown(const hol_space *space, condition *c, size_t count, size_t pivot, int unknown)
{
  double inverse = 1 / c[pivot].D[unknown];
  c[pivot].used = true;
  hol_scale(2, inverse, c[pivot].D);
  hol_scale(space->strains, inverse, c[pivot].E);
  for (size_t i = 0; i < count; i++) {
    double factor = c[i].D[unknown];
    if (i != pivot && (factor < 0 || factor > 0)) {
      hol_add_scaled(2, -factor, c[pivot].D, c[i].D);
      hol_add_scaled(space->strains, -factor, c[pivot].E, c[i].E);
      c[i].D[unknown] = 0;
    }
  }
}

/** Rigid motions left free by the ends; the others follow the strains; what is held besides become ties. */
static hol_status hold_ends_in(hol_space *space, condition *c, size_t count, hol_drift *free_drift, size_t *free_count)
{
  size_t pivot_of[2] = {SIZE_MAX, SIZE_MAX};
  int unknowns = space->bending ? 2 : 1;
  for (int u = 0; u < unknowns; u++) {
    for (size_t i = 0; i < count && pivot_of[u] == SIZE_MAX; i++) {
      pivot_of[u] = !c[i].used && fabs(c[i].D[u]) > 0.5 ? i : SIZE_MAX;
    }
    if (pivot_of[u] != SIZE_MAX) {
      eliminate_unknown(space, c, count, pivot_of[u], u);
    }
  }
  for (int u = 0; u < unknowns; u++) {
    double unit = u ? 1 / space->profile.length : 1;
    if (pivot_of[u] != SIZE_MAX) {
      hol_add_scaled(space->strains, -unit, c[pivot_of[u]].E, space->hold[u]);
    } else {
      double other = pivot_of[1 - u] != SIZE_MAX ? -c[pivot_of[1 - u]].D[u] : 0;
      free_drift[(*free_count)++] = u ? (hol_drift){other, unit} : (hol_drift){1, other / space->profile.length};
    }
  }
  for (size_t i = 0; i < count; i++) {
    if (!c[i].used) {
      memcpy(space->tie + space->ties++ * space->n, c[i].E, space->strains * sizeof *c[i].E);
    }
  }
  return HOL_OK;
}

static hol_status hold_ends(hol_space *space, double *scratch, hol_drift *free_drift, size_t *free_count)
{
  condition c[4] = {{{0}, NULL, false}};
  size_t count = 0;
  space->tie = hol_alloc(4 * (space->strains + 2), sizeof *space->tie);
  hol_status status = space->tie ? add_conditions(space, scratch, c, &count) : HOL_MEMORY;
  space->n = space->strains + 2; /* ties are packed when the number of coordinates is known */
  status = status == HOL_OK ? hold_ends_in(space, c, count, free_drift, free_count) : status;
  for (size_t i = 0; i < 4; i++) {
    free(c[i].E);
  }
  return status;
}

/* ---- rigid motions ---------------------------------------------------------------------------------------------- */

/** A motion as displacements weighted by the mass; made of unit mass if it has any. */
static double weigh_motion(const hol_space *space, hol_drift *d, const double *still, double *values)
{
  run_along(space, KINETIC, *d, still, values);
  double norm = sqrt(hol_dot(space->rows, values, values));
  if (norm > 0) {
    d->a /= norm;
    d->b /= norm;
    hol_scale(space->rows, 1 / norm, values);
  }
  return norm;
}

/** Of two motions the second is taken about the centre of mass. */
static void centre(const hol_space *space, hol_drift *d, double *values, const double *still, double *more)
{
  run_along(space, KINETIC, (hol_drift){0, 1}, still, more);
  d[1] = (hol_drift){-hol_dot(space->rows, values, more) / space->mass, 1};
}

static hol_status sort_drifts(hol_space *space, hol_drift *drift, size_t count)
{
  bool founded = false, tense = false;
  for (size_t i = 0; i < space->elements; i++) {
    founded |= space->element[i].founded;
    tense |= space->element[i].tense;
  }
  double *still = hol_alloc(space->strains, sizeof *still), *values = hol_alloc(2 * space->rows, sizeof *values);
  space->U = hol_alloc(2 * space->rows, sizeof *space->U);
  hol_status status = still && values && space->U ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    run_along(space, KINETIC, (hol_drift){1, 0}, still, values);
    space->mass = hol_dot(space->rows, values, values);
    status = space->mass > 0 ? HOL_OK : HOL_INVALID;
  }
  if (status == HOL_OK && count == 2) {
    centre(space, drift, values, still, values + space->rows);
  }
  for (size_t i = 0; i < count && status == HOL_OK; i++) {
    status = weigh_motion(space, &drift[i], still, values) > 0 ? HOL_OK : HOL_INVALID;
    if (founded || (tense && (drift[i].b < 0 || drift[i].b > 0))) {
      space->resisted_drift[space->resisted++] = drift[i];
    } else {
      memcpy(space->U + space->rigid * space->rows, values, space->rows * sizeof *values);
      space->drift[space->rigid++] = drift[i];
    }
  }
  free(still);
  free(values);
  return status;
}

/* ---- stiffness -------------------------------------------------------------------------------------------------- */

/** K += Σ sign h hᵀ with the rows h of foundation and tension. */
static hol_status add_resistance(const hol_space *space, double *K)
{
  size_t n = space->n, held = 0;
  for (size_t i = 0; i < space->elements; i++) {
    held += space->element[i].held;
  }
  double *H = hol_alloc(held * n, sizeof *H), *z = hol_alloc(n, sizeof *z),
         *signed_row = hol_alloc(held, sizeof *signed_row);
  hol_status status = H && z && signed_row ? HOL_OK : HOL_MEMORY;
  for (size_t j = 0; j < n && status == HOL_OK; j++) {
    status = hol_may_continue(space->profile.cancellation) ? HOL_OK : HOL_INCOMPLETE;
    z[j] = 1;
    run_along(space, RESIST, start_of(space, z), z, H + j * held);
    z[j] = 0;
  }
  for (size_t j = 0; j < n && status == HOL_OK; j++) {
    size_t row = 0;
    for (size_t i = 0; i < space->elements; i++) {
      for (size_t k = 0; k < space->element[i].held; k++, row++) {
        signed_row[row] = space->element[i].sign[k] * H[row + j * held];
      }
    }
    hol_dots(held, signed_row, n - j, H + j * held, z);
    for (size_t i = j; i < n; i++) {
      K[i + j * n] += z[i - j];
    }
  }
  free(H);
  free(z);
  free(signed_row);
  return status;
}

/** M = GᵀG with the relief, before any change of coordinates. */
static hol_status mass_matrix(hol_space *space, double *M)
{
  size_t n = space->n;
  double *G = hol_alloc(space->rows * n, sizeof *G), *z = hol_alloc(2 * n, sizeof *z); /* and products */
  hol_status status = G && z ? HOL_OK : HOL_MEMORY;
  for (size_t j = 0; j < n && status == HOL_OK; j++) {
    status = hol_may_continue(space->profile.cancellation) ? HOL_OK : HOL_INCOMPLETE;
    z[j] = 1;
    hol_space_apply(space, z, G + j * space->rows);
    z[j] = 0;
    hol_dots(space->rows, G + j * space->rows, j + 1, G, z + n);
    for (size_t i = 0; i <= j; i++) {
      M[j + i * n] = z[n + i];
    }
  }
  free(G);
  free(z);
  return status;
}

/** L of K + sM with the least shift of a rising sequence that makes it positive definite. */
static hol_status factorise_shifted(hol_space *space, double *K, double *M)
{
  size_t n = space->n;
  double trace = 0, *L = hol_alloc(n * n, sizeof *L);
  hol_status status = L ? mass_matrix(space, M) : HOL_MEMORY;
  for (size_t i = 0; i < space->strains; i++) {
    trace += M[i * (n + 1)];
  }
  double shift = 0;
  for (int step = 0; step < 60 && status == HOL_OK; step++) {
    if (!hol_may_continue(space->profile.cancellation)) {
      status = HOL_INCOMPLETE;
      break;
    }
    memcpy(L, K, n * n * sizeof *L);
    hol_add_scaled(n * n, shift, M, L);
    if (hol_dense_cholesky(n, L) == HOL_OK) {
      break;
    }
    shift = shift > 0 ? 2 * shift : 0.125 / trace;
    status = step < 59 && isfinite(shift) ? HOL_OK : HOL_NUMERICAL;
  }
  space->L = L;
  space->shift = shift;
  return status;
}

static hol_status stiffness(hol_space *space)
{
  bool held = false;
  for (size_t i = 0; i < space->elements; i++) {
    held |= space->element[i].held > 0;
  }
  if (!held) {
    return HOL_OK;
  }
  size_t n = space->n;
  double *K = hol_alloc(n * n, sizeof *K), *M = hol_alloc(n * n, sizeof *M);
  hol_status status = K && M ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < space->strains && status == HOL_OK; i++) {
    K[i * (n + 1)] = 1;
  }
  status = status == HOL_OK ? add_resistance(space, K) : status;
  status = status == HOL_OK ? factorise_shifted(space, K, M) : status;
  free(K);
  free(M);
  return status;
}

/** Ties in the coordinates v, orthonormal. */
static hol_status finish_ties(hol_space *space)
{
  size_t n = space->n;
  for (size_t t = 0; t < space->ties; t++) {
    double *tie = space->tie + t * n;
    if (space->L) {
      hol_dense_forward(n, space->L, tie, 1);
    }
    for (int pass = 0; pass < 2; pass++) {
      for (size_t other = 0; other < t; other++) {
        hol_add_scaled(n, -hol_dot(n, space->tie + other * n, tie), space->tie + other * n, tie);
      }
      double norm = sqrt(hol_dot(n, tie, tie));
      if (!(norm > 0)) {
        return HOL_NUMERICAL;
      }
      hol_scale(n, 1 / norm, tie);
    }
  }
  return HOL_OK;
}

/* ---- building ---------------------------------------------------------------------------------------------------- */

/** Second double of a place where a piece ends. */
static double rest_of(const hol_profile *profile, double x)
{
  for (size_t k = 0; profile->to_rest && k + 1 < profile->pieces; k++) {
    const hol_dd end = hol_dd_multiply((hol_dd){profile->to[k], profile->to_rest[k]}, (hol_dd){profile->length, 0});
    double rounded = profile->to[k] * profile->length;
    if (x <= rounded && x >= rounded) {
      return (end.value - rounded) + end.rest;
    }
  }
  return 0;
}

static hol_status build_elements(const hol_profile *profile, const hol_cell *cell, size_t margin, hol_space *space,
                                 size_t *most)
{
  for (size_t i = 0; i < space->elements; i++) {
    hol_element *e = &space->element[i];
    *e = (hol_element){.piece = cell[i].piece,
                       .start = cell[i].from,
                       .h = (cell[i].to - cell[i].from) +
                            (rest_of(profile, cell[i].to) - rest_of(profile, cell[i].from)),
                       .p = cell[i].p,
                       .points = cell[i].p + margin};
    HOL_TRY(hol_element_build(profile, e));
    space->strains += e->n;
    space->rows += e->rows;
    *most = e->n > *most ? e->n : *most;
  }
  return HOL_OK;
}

/** Ties were packed for two more coordinates than there may be. */
static void repack_ties(hol_space *space)
{
  size_t n = space->strains + space->resisted, old = space->n;
  for (size_t t = 0; t < space->ties; t++) {
    memmove(space->tie + t * n, space->tie + t * old, n * sizeof *space->tie);
  }
  space->n = n;
}

/** Rigid motions that the ends leave, and those that something resists. */
static hol_status find_drifts(hol_space *space, size_t most)
{
  hol_drift drift[2];
  size_t drifts = 0;
  double *scratch = hol_alloc(most + 2, sizeof *scratch);
  space->hold[0] = hol_alloc(space->strains, sizeof *space->hold[0]);
  space->hold[1] = hol_alloc(space->strains, sizeof *space->hold[1]);
  hol_status status = scratch && space->hold[0] && space->hold[1] ? HOL_OK : HOL_MEMORY;
  status = status == HOL_OK ? hold_ends(space, scratch, drift, &drifts) : status;
  free(scratch);
  return status == HOL_OK ? sort_drifts(space, drift, drifts) : status;
}

hol_status hol_space_begin(const hol_profile *profile, const hol_cell *cell, size_t cells, size_t margin,
                           hol_space *space)
{
  *space = (hol_space){.profile = *profile, .bending = hol_profile_is_bending(profile), .elements = cells};
  size_t most = 0;
  space->element = hol_alloc(cells, sizeof *space->element);
  HOL_TRY(space->element ? build_elements(profile, cell, margin, space, &most) : HOL_MEMORY);
  return find_drifts(space, most);
}

hol_status hol_space_build(const hol_profile *profile, const hol_cell *cell, size_t cells, size_t margin,
                           hol_space *space)
{
  HOL_TRY(hol_space_begin(profile, cell, cells, margin, space));
  repack_ties(space);
  space->work = hol_alloc(space->n + space->rows, sizeof *space->work);
  space->relief = hol_alloc(2 * space->n, sizeof *space->relief);
  if (!space->work || !space->relief) {
    return HOL_MEMORY;
  }
  for (size_t r = 0; r < space->rigid; r++) {
    hol_drift start;
    run_back(space, space->U + r * space->rows, space->relief + r * space->n, &start);
    spread_start(space, start, space->relief + r * space->n);
  }
  size_t ties = space->ties;
  space->ties = 0; /* the mass matrix is of all coordinates */
  HOL_TRY(stiffness(space));
  space->ties = ties;
  return finish_ties(space);
}

void hol_space_clear(hol_space *space)
{
  for (size_t i = 0; space->element && i < space->elements; i++) {
    hol_element_clear(&space->element[i]);
  }
  free(space->element);
  free(space->hold[0]);
  free(space->hold[1]);
  free(space->U);
  free(space->relief);
  free(space->L);
  free(space->tie);
  free(space->work);
  *space = (hol_space){0};
}

/* ---- in use ------------------------------------------------------------------------------------------------------ */

static void project_ties(const hol_space *space, double *v)
{
  for (int pass = 0; pass < 2; pass++) {
    for (size_t t = 0; t < space->ties; t++) {
      const double *tie = space->tie + t * space->n;
      hol_add_scaled(space->n, -hol_dot(space->n, tie, v), tie, v);
    }
  }
}

static void relieve(const hol_space *space, double *u)
{
  for (size_t r = 0; r < space->rigid; r++) {
    const double *U = space->U + r * space->rows;
    hol_add_scaled(space->rows, -hol_dot(space->rows, U, u), U, u);
  }
}

void hol_space_coordinates(const hol_space *space, double *v)
{
  if (space->L) {
    hol_dense_backward(space->n, space->L, v, 1);
  }
}

void hol_space_apply(hol_space *space, const double *v, double *out)
{
  double *z = space->work;
  memcpy(z, v, space->n * sizeof *z);
  project_ties(space, z);
  hol_space_coordinates(space, z);
  run_along(space, KINETIC, start_of(space, z), z, out);
  relieve(space, out);
}

void hol_space_transpose(hol_space *space, const double *u, double *v)
{
  hol_drift start;
  double *relieved = space->work;
  memcpy(relieved, u, space->rows * sizeof *u);
  relieve(space, relieved);
  run_back(space, relieved, v, &start);
  spread_start(space, start, v);
  if (space->L) {
    hol_dense_forward(space->n, space->L, v, 1);
  }
  project_ties(space, v);
}

hol_status hol_space_row(hol_space *space, double x, int order, double *row)
{
  assert(order >= 0 && order <= (space->bending ? 2 : 1));
  size_t here = element_at(space, x);
  double *value = hol_alloc(space->element[here].n + 2, sizeof *value);
  hol_status status = value ? strain_row(space, x, order, value, row) : HOL_MEMORY;
  free(value);
  HOL_TRY(status);
  hol_drift unit = {drift_at(space, (hol_drift){1, 0}, x, order), drift_at(space, (hol_drift){0, 1}, x, order)};
  spread_start(space, unit, row);
  for (size_t r = 0; r < space->rigid; r++) {
    hol_add_scaled(space->n, -drift_at(space, space->drift[r], x, order), space->relief + r * space->n, row);
  }
  if (space->L) {
    hol_dense_forward(space->n, space->L, row, 1);
  }
  project_ties(space, row);
  return HOL_OK;
}
