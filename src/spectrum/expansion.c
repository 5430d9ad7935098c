/* SPDX-License-Identifier: BSD-3-Clause */
/* Linearisation of S(λ) about a shift: poles and auxiliary variables of segments, mass matrix, block Lanczos. */
#include "spectrum/expansion.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A small symmetric matrix of a segment. */
typedef struct small {
  size_t n;
  double a[HOL_RELATION_MAX * HOL_RELATION_MAX];
} small;

/** Poles that are taken as they are: those up to so many times the reach, or what multipliers are eliminated for, of a
 *  segment no more than this; columns of a segment then. */
enum { POLES = 12, NEAR = 20, COLUMNS = POLES + HOL_RELATION_MAX, DOUBLINGS = 200 };

/** The columns of segments of one kind. */
typedef struct columns_of_kind {
  size_t count, poles;                      /**< those of poles first */
  double delta[COLUMNS];                    /**< rad²/s² */
  double column[COLUMNS][HOL_RELATION_MAX]; /**< c̃ over multipliers and end ports */
} auxiliary_of_kind;

/** Eigenvalues of N₂ below this part of the largest are rounding. */
static const double rank_rounding = 1e-8;
/** Relative excess by rounding of a mean over the largest of its numbers. */
static const double mean_rounding = 0.01;
/** Distance of the places that differences are taken of, against the nearest pole. */
static const double apart = 3e-3;

void hol_expansion_clear(hol_expansion *e)
{
  free(e->entry);
  free(e->end);
  free(e->delta);
  hol_symmetric_free(e->mass);
  *e = (hol_expansion){0};
}

/* ------------------------------------------------------------------------------------------------ poles */

/** A segment in one form, or with its multipliers eliminated: then any form does. */
typedef struct view {
  const hol_segment *segment;
  hol_form form;
  bool is_condensed;
} segment_view;

static segment_view view_of(const hol_expansion *e, size_t kind)
{
  size_t segment = e->system->example[kind];
  bool is_condensed = e->condensation->kind[kind].is_condensed;
  hol_form form = is_condensed ? HOL_FORM_ANY : hol_relation_of(e->system, e->matrix, segment)->form;
  return (segment_view){&e->system->segment[segment], form, is_condensed};
}

static hol_status relation_at(const segment_view *v, double lambda, bool slope, hol_relation *relation)
{
  const hol_segment *s = v->segment;
  return s->member->class->relation(hol_member_segment(s->member, s->station), s->length, lambda, v->form, slope,
                                    relation);
}

/** −S′ */
static void negative_slope(const hol_relation *r, small *mass)
{
  mass->n = r->n_mu + r->n_ports;
  for (size_t i = 0; i < mass->n; i++) {
    for (size_t j = 0; j < mass->n; j++) {
      mass->a[i + j * mass->n] = -r->dS[i][j];
    }
  }
}

/** −D′ */
static hol_status condensed_mass(const hol_relation *r, small *mass)
{
  double T[2 * HOL_RELATION_MAX];
  size_t negative;
  HOL_TRY(hol_condense_ports(r, T, &negative));
  mass->n = r->n_ports;
  hol_condense_slope(r, T, mass->a);
  for (size_t i = 0; i < mass->n * mass->n; i++) {
    mass->a[i] = -mass->a[i];
  }
  return HOL_OK;
}

/** −S′, or −D′ */
static hol_status mass_at(const segment_view *v, double lambda, small *mass)
{
  hol_relation r;
  HOL_TRY(relation_at(v, lambda, true, &r));
  if (v->is_condensed) {
    return condensed_mass(&r, mass);
  }
  negative_slope(&r, mass);
  return HOL_OK;
}

static hol_status count_at(const segment_view *v, double lambda, size_t *count)
{
  hol_relation r;
  if (v->is_condensed) {
    return hol_fixed_interface_count(v->segment, lambda, count);
  }
  HOL_TRY(relation_at(v, lambda, false, &r));
  *count = r.count;
  return HOL_OK;
}

/** Distance of pole number k, by what −S′ ≈ R/(p − λ)² is in one entry, in units of that entry's own R. */
static hol_status distance_at(const segment_view *v, double lambda, size_t k, size_t i, double *distance)
{
  small M;
  size_t count;
  HOL_TRY(mass_at(v, lambda, &M));
  HOL_TRY(count_at(v, lambda, &count));
  double size = 1 / sqrt(fabs(M.a[i * (M.n + 1)]));
  *distance = count > k ? -size : size;
  return HOL_OK;
}

/** Pole number k, from 0, between two λ. */
static hol_status find_pole(const segment_view *v, size_t k, double low, double high, double *pole)
{
  small M;
  size_t count, largest = 0;
  while (high - low > 1e-3 * high) {
    double at = 0.5 * (low + high);
    HOL_TRY(count_at(v, at, &count));
    *(count > k ? &high : &low) = at;
  }
  HOL_TRY(mass_at(v, 0.5 * (low + high), &M));
  for (size_t i = 1; i < M.n; i++) { /* multipliers and ends have their own units: the place is found by any that
                                        moves */
    largest = M.a[largest * (M.n + 1)] > 0 ? largest : i;
  }
  double f[2];
  HOL_TRY(distance_at(v, low, k, largest, &f[0]));
  HOL_TRY(distance_at(v, high, k, largest, &f[1]));
  for (int i = 0; i < 60 && high - low > 4 * DBL_EPSILON * high; i++) {
    double at = low + (high - low) * f[0] / (f[0] - f[1]), g;
    at = at > low && at < high && i % 4 != 3 ? at : 0.5 * (low + high);
    if (distance_at(v, at, k, largest, &g) != HOL_OK) { /* on the pole itself nothing is finite */
      low = high = at;
      break;
    }
    *(g > 0 ? &low : &high) = at;
    f[g > 0 ? 0 : 1] = g;
  }
  *pole = 0.5 * (low + high);
  return HOL_OK;
}

/** R = c cᵀ of a pole: −S′(p ± h) h² without what others make of it, to the fourth order. */
static hol_status residue_of(const segment_view *v, double pole, double *c)
{
  double h = 1e-3 * pole;
  small R = {0}, M;
  static const double at[] = {-1, 1, -2, 2}, weight[] = {2.0 / 3, 2.0 / 3, -2.0 / 3, -2.0 / 3};
  for (int i = 0; i < 4; i++) {
    HOL_TRY(mass_at(v, pole + at[i] * h, &M));
    R.n = M.n;
    for (size_t j = 0; j < M.n * M.n; j++) {
      R.a[j] += weight[i] * M.a[j] * h * h;
    }
  }
  size_t largest = 0;
  for (size_t i = 1; i < R.n; i++) { /* in the units of what is there besides */
    double unit = fabs(M.a[i * (R.n + 1)]), best = fabs(M.a[largest * (R.n + 1)]);
    largest = unit > 0 && R.a[i * (R.n + 1)] * best >= R.a[largest * (R.n + 1)] * unit ? i : largest;
  }
  double size = R.a[largest * (R.n + 1)];
  if (!(size > 0)) {
    return HOL_NUMERICAL;
  }
  for (size_t i = 0; i < R.n; i++) {
    c[i] = R.a[i + largest * R.n] / sqrt(size);
  }
  return HOL_OK;
}

/** T [n * rank] with TᵀA T = 1 over all that A ⪰ 0 sees. @param[out] rank  0: nothing */
static hol_status whiten(const small *A, double *T, size_t *rank)
{
  size_t n = A->n;
  double unit[HOL_RELATION_MAX], copy[HOL_RELATION_MAX * HOL_RELATION_MAX], value[HOL_RELATION_MAX];
  for (size_t i = 0; i < n; i++) {
    double diagonal = A->a[i * (n + 1)];
    unit[i] = diagonal > 0 ? 1 / sqrt(diagonal) : 0;
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < n; i++) {
      copy[i + j * n] = 0.5 * (A->a[i + j * n] + A->a[j + i * n]) * unit[i] * unit[j];
    }
  }
  HOL_TRY(hol_dense_eigen(n, copy, value));
  *rank = 0;
  for (size_t k = n; k-- > 0 && value[k] > rank_rounding * value[n - 1];) {
    for (size_t i = 0; i < n; i++) {
      T[i + *rank * n] = unit[i] * copy[i + k * n] / sqrt(value[k]);
    }
    ++*rank;
  }
  return HOL_OK;
}

/** B = A T, then TᵀA₂T is in G: [rank²]. */
static void project_small(const small *A, const double *T, size_t rank, double *G)
{
  double image[HOL_RELATION_MAX * HOL_RELATION_MAX];
  hol_dense_product(A->n, A->n, rank, A->a, T, image);
  hol_dense_product_transposed(A->n, rank, rank, T, image, G);
}

/** c̃ᵀ(−S′)⁻¹c̃ over what −S′ sees. */
static double share_of(const double *whitened, size_t n, size_t rank, const double *column)
{
  double share = 0;
  for (size_t k = 0; k < rank; k++) {
    double along = 0;
    for (size_t i = 0; i < n; i++) {
      along += whitened[i + k * n] * column[i];
    }
    share += along * along;
  }
  return share;
}

/** (2) of what poles have been left in. By (2) τ is a mean of their 1/(ω_k² − σ): where it comes out larger N₂ and N₃
 *  are rounding, and
 *  (1) would have a root there that is none. @param[in] nearest  they are all farther from σ than that */
static hol_status add_auxiliary_variables(const small *M, const small *N2, const small *N3, double nearest,
                                          const hol_expansion_request *request, auxiliary_of_kind *kind)
{
  size_t n = M->n, rank, seen;
  double T[HOL_RELATION_MAX * HOL_RELATION_MAX], G[HOL_RELATION_MAX * HOL_RELATION_MAX], tau[HOL_RELATION_MAX];
  double W[HOL_RELATION_MAX * HOL_RELATION_MAX];
  HOL_TRY(whiten(N2, T, &rank));
  HOL_TRY(whiten(M, W, &seen));
  project_small(N3, T, rank, G);
  HOL_TRY(hol_dense_eigen(rank, G, tau));
  for (size_t p = rank; p-- > 0 && tau[p] > 0;) {
    double u[HOL_RELATION_MAX], *column = kind->column[kind->count];
    hol_dense_product(n, rank, 1, T, G + p * rank, u);
    hol_dense_product(n, n, 1, N2->a, u, column);
    for (size_t i = 0; i < n; i++) {
      column[i] /= sqrt(tau[p]);
    }
    kind->delta[kind->count] = 1 / tau[p];
    bool has_effect = request->reach * tau[p] * share_of(W, n, seen, column) > request->effect;
    kind->count += has_effect && tau[p] * nearest < 1 + mean_rounding;
  }
  return HOL_OK;
}

/** Poles up to `top` as they are. @param[out] pole  [POLES] @param[out] next  λ up to which there is no other */
static hol_status add_modes(const segment_view *v, double sigma, double top, auxiliary_of_kind *kind, double *pole,
                            double *next)
{
  double low = 1e-3 * exp(v->segment->member->class->characteristic_eigenvalue(v->segment->member->of, 0)), high = low;
  for (size_t k = 0;; k++) {
    size_t count = 0;
    high = fmax(high, low);
    HOL_TRY(count_at(v, high, &count));
    for (int i = 0; count <= k; i++) {
      low = high;
      high *= 2;
      if (i == DOUBLINGS || !isfinite(high)) {
        return HOL_NUMERICAL;
      }
      HOL_TRY(count_at(v, high, &count));
    }
    if (low >= top || k == POLES) {
      *next = low;
      return low >= top ? HOL_OK : HOL_NUMERICAL;
    }
    HOL_TRY(find_pole(v, k, low, high, &pole[k]));
    double *c = kind->column[kind->count];
    HOL_TRY(residue_of(v, pole[k], c));
    kind->delta[kind->count] = pole[k] - sigma;
    for (size_t i = 0; i < HOL_RELATION_MAX; i++) {
      c[i] /= pole[k] - sigma;
    }
    kind->count++;
    low = pole[k];
  }
}

/** −S′ without the poles that have been taken out. */
static hol_status rest_at(const segment_view *v, const auxiliary_of_kind *kind, const double *pole, double sigma,
                          double lambda, small *M)
{
  HOL_TRY(mass_at(v, lambda, M));
  for (size_t k = 0; k < kind->count; k++) {
    double factor = (pole[k] - sigma) / (pole[k] - lambda);
    for (size_t i = 0; i < M->n * M->n; i++) {
      M->a[i] -= factor * factor * kind->column[k][i % M->n] * kind->column[k][i / M->n];
    }
  }
  return HOL_OK;
}

/** The columns of segments like this one, about σ. */
static hol_status expand_kind(const segment_view *v, double sigma, const hol_expansion_request *request,
                              auxiliary_of_kind *kind)
{
  double next, pole[POLES];
  *kind = (auxiliary_of_kind){0};
  if (!v->segment->member->has_mass) {
    return HOL_OK;
  }
  HOL_TRY(add_modes(
      v, sigma,
      sigma + fmax(NEAR * request->reach, v->is_condensed ? HOL_CONDENSATION_FAR * (request->limit - sigma) : 0), kind,
      pole, &next));
  kind->poles = kind->count;
  double h = apart * (next - sigma);
  small M[5], N2, N3; /* at σ − 2h .. σ + 2h: differences of the fourth order */
  for (int i = 0; i < 5; i++) {
    HOL_TRY(rest_at(v, kind, pole, sigma, sigma + (i - 2) * h, &M[i]));
  }
  N2.n = N3.n = M[2].n;
  for (size_t i = 0; i < N2.n * N2.n; i++) {
    double far = M[4].a[i] - M[0].a[i], near = M[3].a[i] - M[1].a[i];
    N2.a[i] = (8 * near - far) / (24 * h);
    far = M[4].a[i] - 2 * M[2].a[i] + M[0].a[i];
    near = M[3].a[i] - 2 * M[2].a[i] + M[1].a[i];
    N3.a[i] = (16 * near - far) / (72 * h * h);
  }
  return add_auxiliary_variables(&M[2], &N2, &N3, next - sigma, request, kind);
}

/* ------------------------------------------------------------------------------------------------ the pencil */

/** One more entry of the column that is being made. @param[in] unknown  of S */
static hol_status put_entry(hol_expansion *e, size_t unknown, double value)
{
  if (value == 0) {
    return HOL_OK;
  }
  if (!hol_grow(&e->entry, &e->entry_capacity, e->entry_count + 1, sizeof *e->entry)) {
    return HOL_MEMORY;
  }
  e->entry[e->entry_count++] = (hol_expansion_entry){e->condensation->number[unknown], value};
  return HOL_OK;
}

static hol_status end_column(hol_expansion *e, double delta)
{
  size_t capacity = e->auxiliary_capacity;
  if (!hol_grow(&e->delta, &capacity, e->auxiliary + 1, sizeof *e->delta) ||
      !hol_grow(&e->end, &e->auxiliary_capacity, e->auxiliary + 1, sizeof *e->end)) {
    return HOL_MEMORY;
  }
  e->delta[e->auxiliary] = delta;
  e->end[e->auxiliary++] = e->entry_count;
  return HOL_OK;
}

static hol_status add_modal(hol_expansion *e, size_t m)
{
  const hol_modal *modal = &e->system->modal[m];
  for (size_t k = modal->rigid; k < modal->modes; k++) {
    double delta = modal->omega2[k] - e->matrix->lambda;
    if (hol_kept_find(e->matrix->kept, e->matrix->kept_count, m, k)) {
      continue;
    }
    for (size_t i = 0; i < modal->ports; i++) {
      HOL_TRY(put_entry(e, modal->first_unknown + i, modal->phi[i + k * modal->ports] / delta));
    }
    HOL_TRY(end_column(e, delta));
  }
  return HOL_OK;
}

/** The columns of a segment from one of its kind's on. */
static hol_status add_segment(hol_expansion *e, size_t index, const auxiliary_of_kind *kind, size_t from, size_t to)
{
  const hol_segment *s = &e->system->segment[index];
  const hol_relation *relation = hol_relation_of(e->system, e->matrix, index);
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  size_t multipliers = e->condensation->kind[s->alike].is_condensed ? 0 : relation->n_mu;
  for (size_t p = from; p < to; p++) {
    for (size_t j = 0; j < multipliers; j++) {
      HOL_TRY(put_entry(e, s->first_unknown + j, kind->column[p][j]));
    }
    for (size_t j = 0; j < relation->n_ports; j++) {
      const hol_sparse *row = &port[j].row;
      for (size_t c = 0; c < row->count; c++) {
        HOL_TRY(put_entry(e, row->index[c], row->value[c] * kind->column[p][multipliers + j]));
      }
    }
    HOL_TRY(end_column(e, kind->delta[p]));
  }
  return HOL_OK;
}

static hol_status add_columns(hol_expansion *e, const hol_expansion_request *request, auxiliary_of_kind *kind)
{
  const hol_system *system = e->system;
  for (size_t m = 0; m < system->modal_count; m++) {
    HOL_TRY(add_modal(e, m));
  }
  for (size_t i = 0; i < system->example_count; i++) {
    const segment_view v = view_of(e, i);
    HOL_TRY(expand_kind(&v, e->matrix->lambda, request, &kind[i]));
  }
  for (size_t i = 0; i < system->segment_count; i++) {
    const auxiliary_of_kind *k = &kind[system->segment[i].alike];
    HOL_TRY(add_segment(e, i, k, 0, k->poles));
  }
  e->exact = e->auxiliary;
  for (size_t i = 0; i < system->segment_count; i++) {
    const auxiliary_of_kind *k = &kind[system->segment[i].alike];
    HOL_TRY(add_segment(e, i, k, k->poles, k->count));
  }
  return HOL_OK;
}

/** λ between which a segment has no pole, about `lambda`, to a fifth. */
static void free_of_poles(const segment_view *v, double lambda, double *low, double *high)
{
  static const double stride = 1.2;
  double pace = 1e-3 * exp(v->segment->member->class->characteristic_eigenvalue(v->segment->member->of, 0)),
         at = fmax(lambda, pace);
  size_t count, here;
  if (!v->segment->member->has_mass || at >= *high) {
    return;
  }
  hol_status status = count_at(v, lambda, &here);
  while (status == HOL_OK && at < *high) {
    status = count_at(v, at * stride, &count);
    if (status != HOL_OK || count != here) {
      *high = fmin(*high, at);
    }
    at *= stride;
  }
  at = lambda / stride;
  if (count_at(v, at, &count) != HOL_OK || count != here) {
    *low = fmax(*low, at);
  }
}

void hol_expansion_range(const hol_system *system, const hol_matrix *matrix, double *low, double *high)
{
  *low = 0;
  *high = HUGE_VAL;
  for (size_t m = 0; m < system->modal_count; m++) {
    const hol_modal *modal = &system->modal[m];
    for (size_t k = modal->rigid; k <= modal->modes; k++) {
      double pole = modal->omega2[k];
      *high = pole > matrix->lambda ? fmin(*high, pole) : *high;
      *low = pole <= matrix->lambda && pole > 0.8 * matrix->lambda ? fmax(*low, pole) : *low;
    }
  }
  for (size_t i = 0; i < system->example_count; i++) {
    size_t segment = system->example[i];
    const segment_view v = {&system->segment[segment], hol_relation_of(system, matrix, segment)->form, false};
    free_of_poles(&v, matrix->lambda, low, high);
  }
}

/** Contributions to the mass. */
typedef struct contributions {
  hol_contribution *item;
  size_t count, capacity;
} contributions;

static hol_status contribute(const hol_expansion *e, size_t row, size_t column, double value, contributions *all)
{
  uint32_t i = e->condensation->number[row], j = e->condensation->number[column];
  if (value == 0 || i == UINT32_MAX || j == UINT32_MAX) {
    return HOL_OK;
  }
  if (!hol_grow(&all->item, &all->capacity, all->count + 1, sizeof *all->item)) {
    return HOL_MEMORY;
  }
  all->item[all->count++] = (hol_contribution){i, j, value};
  return HOL_OK;
}

/** −S′ of a segment, or −D′. */
static hol_status mass_of_segment(const hol_expansion *e, const hol_segment *s, small *mass)
{
  const hol_relation *r = &e->matrix->relation[s->alike];
  if (e->condensation->kind[s->alike].is_condensed) {
    return condensed_mass(r, mass);
  }
  negative_slope(r, mass);
  return HOL_OK;
}

/** Unknowns that an end quantity is made of. */
typedef struct leg {
  size_t count;
  const size_t *index;
  const double *value;
} leg;

static hol_status contribute_legs(const hol_expansion *e, const leg *row, const leg *column, double value,
                                  contributions *all)
{
  for (size_t i = 0; i < row->count; i++) {
    for (size_t j = 0; j < column->count; j++) {
      size_t r = row->index[i], c = column->index[j];
      HOL_TRY(c <= r ? contribute(e, r, c, value * row->value[i] * column->value[j], all) : HOL_OK);
    }
  }
  return HOL_OK;
}

static hol_status contribute_segment(const hol_expansion *e, const hol_segment *s, contributions *all)
{
  static const double one = 1;
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  size_t unknown[HOL_RELATION_MAX];
  leg legs[HOL_RELATION_MAX];
  small mass;
  HOL_TRY(mass_of_segment(e, s, &mass));
  size_t n = mass.n, multipliers = n - 2 * s->member->orders;
  for (size_t k = 0; k < n; k++) {
    const hol_sparse *row = k < multipliers ? NULL : &port[k - multipliers].row;
    unknown[k] = s->first_unknown + k;
    legs[k] = row ? (leg){row->count, row->index, row->value} : (leg){1, &unknown[k], &one};
  }
  for (size_t a = 0; a < n * n; a++) {
    HOL_TRY(contribute_legs(e, &legs[a % n], &legs[a / n], mass.a[a], all));
  }
  return HOL_OK;
}

static hol_status gather_mass(const hol_expansion *e, contributions *all)
{
  for (size_t k = 0; k < e->matrix->entry_count; k++) {
    const hol_entry *entry = &e->matrix->entry[k];
    HOL_TRY(contribute(e, entry->row, entry->column, -entry->derivative, all));
  }
  for (size_t i = 0; i < e->system->segment_count; i++) {
    HOL_TRY(contribute_segment(e, &e->system->segment[i], all));
  }
  return HOL_OK;
}

static hol_status make_mass(hol_expansion *e)
{
  contributions all = {0};
  hol_status status = gather_mass(e, &all);
  e->mass = status == HOL_OK ? hol_symmetric_new(e->n, all.count, all.item) : NULL;
  free(all.item);
  return status == HOL_OK && !e->mass ? HOL_MEMORY : status;
}

hol_status hol_expansion_make(const hol_system *system, const hol_matrix *matrix, hol_decomposition *decomposition,
                              hol_expansion_request request, hol_expansion *e)
{
  *e = (hol_expansion){.system = system,
                       .matrix = matrix,
                       .decomposition = decomposition,
                       .condensation = request.condensation,
                       .n = request.condensation->n};
  auxiliary_of_kind *kind = hol_alloc(system->example_count, sizeof *kind);
  hol_status status = kind ? add_columns(e, &request, kind) : HOL_MEMORY;
  free(kind);
  return status == HOL_OK ? make_mass(e) : status;
}

/** Columns that are multiplied at once, at the most. */
enum { SOME = 4 };

/** Some columns of a product at once, of which the compiler is to know the number: of all that is multiplied, entries
 *  are most. */
static inline void multiply_some(const hol_expansion *e, size_t columns, const double *X, double *Y)
{
  size_t all = e->n + e->auxiliary;
  for (size_t p = 0, from = 0; p < e->auxiliary; from = e->end[p++]) {
    double z[SOME], sum[SOME];
    for (size_t c = 0; c < columns; c++) {
      z[c] = sum[c] = X[e->n + p + c * all];
    }
    for (size_t k = from; k < e->end[p]; k++) {
      const hol_expansion_entry entry = e->entry[k];
      for (size_t c = 0; c < columns; c++) {
        sum[c] += entry.value * X[entry.unknown + c * all];
        Y[entry.unknown + c * all] += entry.value * z[c];
      }
    }
    for (size_t c = 0; c < columns; c++) {
      Y[e->n + p + c * all] = sum[c];
    }
  }
}

/** The columns c̃ and the 1 below them. */
static void multiply_columns(const hol_expansion *e, size_t columns, const double *X, double *Y)
{
  size_t all = e->n + e->auxiliary, first = 0;
  for (; first + SOME <= columns; first += SOME) {
    multiply_some(e, SOME, X + first * all, Y + first * all);
  }
  for (; first < columns; first++) {
    multiply_some(e, 1, X + first * all, Y + first * all);
  }
}

/** What ports of parts with many have among each other; the sign is that of the mass. */
static void multiply_blocks(const hol_expansion *e, size_t columns, const double *X, double *Y)
{
  size_t all = e->n + e->auxiliary;
  for (size_t c = 0; c < columns && e->matrix->block_count; c++) {
    hol_matrix_apply_blocks(e->matrix, true, -1, e->condensation->number, X + c * all, Y + c * all);
  }
}

static void multiply_mass(void *context, size_t columns, const double *X, double *Y)
{
  const hol_expansion *e = context;
  size_t all = e->n + e->auxiliary;
  hol_symmetric_multiply(e->mass, columns, all, X, Y);
  multiply_blocks(e, columns, X, Y);
  multiply_columns(e, columns, X, Y);
}

/** X ← (S(σ), δ)⁻¹ X */
static hol_status apply_inverse(void *context, size_t columns, double *X)
{
  hol_expansion *e = context;
  size_t n = e->n, all = n + e->auxiliary;
  double *V = hol_alloc(n * columns, sizeof *V);
  hol_status status = V ? hol_check_cancelled(&e->cancellation) : HOL_MEMORY;
  if (status == HOL_OK) {
    for (size_t c = 0; c < columns; c++) {
      memcpy(V + c * n, X + c * all, n * sizeof *V);
      for (size_t p = 0; p < e->auxiliary; p++) {
        X[c * all + n + p] /= e->delta[p];
      }
    }
    status = hol_decomposition_solve_condensed(e->decomposition, e->condensation, V, columns);
    e->solves += columns;
    for (size_t c = 0; c < columns && status == HOL_OK; c++) {
      memcpy(X + c * all, V + c * n, n * sizeof *X);
    }
  }
  free(V);
  return status;
}

/** The expansion with the stopping test of the caller. */
typedef struct asked {
  hol_expansion *expansion;
  const hol_block_lanczos *by;
} asked;

static hol_status apply_asked(void *context, size_t columns, double *X)
{
  return apply_inverse(((asked *)context)->expansion, columns, X);
}

static void mass_asked(void *context, size_t columns, const double *X, double *Y)
{
  multiply_mass(((asked *)context)->expansion, columns, X, Y);
}

static size_t missing_asked(void *context, const hol_krylov *found)
{
  const asked *a = context;
  return a->by->missing(a->by->context, found);
}

/** A fixed start, every unknown in proportion to its size. */
static void fill_start(const hol_expansion *e, size_t block, double *start)
{
  size_t all = e->n + e->auxiliary;
  unsigned long long state = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < all * block; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double value = (double)(state >> 11) / 9007199254740992.0 - 0.5;
    start[i] = value * (i % all < e->n ? 1 / e->decomposition->scale[e->condensation->unknown[i % all]] : 1);
  }
}

/** So many z of (2) are kept in single precision: they are most of a vector and have little of its mass; fields are of
 *  v alone, and change by some 1e-9 when they are improved (residuals told of them are of that size, not of 1e-12). */
enum { MANY = 10000 };

hol_status hol_expansion_solve(hol_expansion *e, const hol_block_lanczos *by, hol_krylov *found)
{
  asked context = {e, by};
  const hol_block_lanczos lanczos = {.n = e->n + e->auxiliary,
                                     .rows_single = e->auxiliary - e->exact > MANY ? e->auxiliary - e->exact : 0,
                                     .block = by->block,
                                     .most = by->most,
                                     .least = by->least,
                                     .low = by->low,
                                     .high = by->high,
                                     .buffer = by->buffer,
                                     .subspace_growth = by->subspace_growth,
                                     .context = &context,
                                     .apply = apply_asked,
                                     .mass = mass_asked,
                                     .missing = missing_asked};
  double *start = hol_alloc(lanczos.n * by->block, sizeof *start);
  if (!start) {
    return HOL_MEMORY;
  }
  fill_start(e, by->block, start);
  hol_status status = hol_block_lanczos_run(&lanczos, start, found);
  free(start);
  return status;
}
