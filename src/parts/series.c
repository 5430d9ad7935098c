/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes as a series of terms: sorting, residual flexibility, fields. */
#include "parts/series.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_status hol_mode_series_add(hol_mode_series *s, double mu, const double *psi, size_t mark)
{
  if (!hol_grow(&s->mu, &s->mu_room, s->count + 1, sizeof *s->mu) ||
      !hol_grow(&s->mark, &s->mark_room, s->count + 1, sizeof *s->mark) ||
      !hol_grow(&s->psi, &s->psi_room, (s->count + 1) * s->ports, sizeof *s->psi)) {
    return HOL_MEMORY;
  }
  s->mu[s->count] = mu;
  s->mark[s->count] = mark;
  if (s->ports) {
    memcpy(s->psi + s->count * s->ports, psi, s->ports * sizeof *psi);
  }
  s->count++;
  return HOL_OK;
}

/** A term and where it stood. */
typedef struct rank {
  double mu;
  size_t index;
} rank;

static int by_frequency(const void *a, const void *b)
{
  const rank *x = a, *y = b;
  return x->mu != y->mu ? (x->mu < y->mu) - (x->mu > y->mu) : (x->index > y->index) - (x->index < y->index);
}

/** Sequences in order that terms come in, shuffled: of families, of classes. More are sorted as they come. */
enum { RUNS_MOST = 16 };

/** Terms shared out to runs: each goes on with the first that it may follow. run: [count] its number; length:
 *  [RUNS_MOST]
 *  @return how many runs, RUNS_MOST + 1: too many */
static size_t share_out(const hol_mode_series *s, unsigned char *run, size_t *length)
{
  double last[RUNS_MOST];
  size_t runs = 0;
  for (size_t k = 0; k < s->count; k++) {
    size_t r = 0;
    while (r < runs && s->mu[k] > last[r]) {
      r++;
    }
    if (r == RUNS_MOST) {
      return RUNS_MOST + 1;
    }
    runs = r < runs ? runs : r + 1;
    last[r] = s->mu[k];
    length[r]++;
    run[k] = (unsigned char)r;
  }
  return runs;
}

/** Two neighbouring runs into one. */
static void merge(const rank *from, size_t first, size_t middle, size_t end, rank *to)
{
  size_t a = first, b = middle;
  for (size_t k = first; k < end; k++) {
    bool is_first = b == end || (a < middle && by_frequency(&from[a], &from[b]) < 0);
    to[k] = from[is_first ? a++ : b++];
  }
}

/** Merge runs by twos until there is one. order: [2 * count] the runs one after the other; spare behind  @return where
 *  the result is */
static rank *merge_all(size_t count, size_t runs, size_t *end, rank *order)
{
  rank *from = order, *to = order + count;
  for (; runs > 1; runs = (runs + 1) / 2) {
    for (size_t r = 0; r < runs; r += 2) {
      size_t first = r ? end[r - 1] : 0, last = r + 1 < runs ? r + 1 : r;
      merge(from, first, end[r], end[last], to);
      end[r / 2] = end[last];
    }
    rank *kept = from;
    from = to;
    to = kept;
  }
  return from;
}

/** The terms as they rise in frequency. order: [2 * count]; run: [count]. @return where they stand in `order` */
static const rank *rank_all(const hol_mode_series *s, unsigned char *run, rank *order)
{
  size_t end[RUNS_MOST] = {0}, at[RUNS_MOST] = {0}, runs = share_out(s, run, end);
  if (runs > RUNS_MOST) {
    for (size_t k = 0; k < s->count; k++) {
      order[k] = (rank){s->mu[k], k};
    }
    qsort(order, s->count, sizeof *order, by_frequency);
    return order;
  }
  for (size_t r = 1; r < runs; r++) {
    at[r] = end[r - 1];
    end[r] += end[r - 1];
  }
  for (size_t k = 0; k < s->count; k++) {
    order[at[run[k]]++] = (rank){s->mu[k], k};
  }
  return merge_all(s->count, runs, end, order);
}

static void permute(hol_mode_series *s, const rank *order, double *mu, double *psi, size_t *mark)
{
  for (size_t k = 0; k < s->count; k++) {
    mu[k] = order[k].mu;
    mark[k] = s->mark[order[k].index];
    if (s->ports) {
      memcpy(psi + k * s->ports, s->psi + order[k].index * s->ports, s->ports * sizeof *psi);
    }
  }
}

hol_status hol_mode_series_sort(hol_mode_series *s)
{
  rank *order = hol_alloc(s->count, 2 * sizeof *order);
  unsigned char *run = hol_alloc(s->count, sizeof *run);
  double *mu = hol_alloc(s->count, sizeof *mu), *psi = hol_alloc(s->count * s->ports, sizeof *psi);
  size_t *mark = hol_alloc(s->count, sizeof *mark);
  bool ok = order && run && mu && psi && mark;
  if (ok) {
    permute(s, rank_all(s, run, order), mu, psi, mark);
    memcpy(s->mu ? s->mu : mu, mu, s->count * sizeof *mu);
    memcpy(s->mark ? s->mark : mark, mark, s->count * sizeof *mark);
    memcpy(s->psi ? s->psi : psi, psi, s->count * s->ports * sizeof *psi);
  }
  free(order);
  free(run);
  free(mu);
  free(psi);
  free(mark);
  return ok ? HOL_OK : HOL_MEMORY;
}

size_t hol_mode_series_below(const hol_mode_series *s, double mu)
{
  size_t k = 0;
  while (k < s->count && s->mu[k] >= mu) {
    k++;
  }
  return k;
}

hol_status hol_mode_series_prepare(hol_mode_series *s, size_t modes)
{
  free(s->tail);
  free(s->field);
  free(s->response);
  s->tail = hol_alloc(HOL_TAILS * s->ports * s->ports, sizeof *s->tail);
  s->field = hol_alloc(HOL_PLACE * s->places * modes, sizeof *s->field);
  s->response = hol_alloc(HOL_TAILS * HOL_PLACE * s->places * s->ports, sizeof *s->response);
  return s->tail && s->field && s->response ? HOL_OK : HOL_MEMORY;
}

void hol_mode_series_clear(hol_mode_series *s)
{
  free(s->mu);
  free(s->psi);
  free(s->mark);
  free(s->tail);
  free(s->field);
  free(s->response);
  *s = (hol_mode_series){0};
}

static hol_status publish_in(const hol_mode_series *s, size_t rigid, const double *rigid_phi, hol_component_modes *own)
{
  size_t ports = s->ports;
  own->omega2 = hol_alloc(own->modes, sizeof *own->omega2);
  own->phi = hol_alloc(ports * (rigid + own->modes), sizeof *own->phi);
  if (!own->omega2 || !own->phi) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < ports * rigid; i++) {
    own->phi[i] = rigid_phi[i];
  }
  for (size_t k = 0; k < own->modes; k++) {
    double omega2 = 1 / s->mu[k];
    own->omega2[k] = omega2;
    for (size_t i = 0; i < ports; i++) {
      own->phi[i + (rigid + k) * ports] = s->psi[i + k * ports] * sqrt(omega2);
    }
  }
  return HOL_OK;
}

hol_status hol_mode_series_publish(hol_mode_series *s, size_t rigid, const double *rigid_phi, size_t modes,
                                   hol_component_modes *own)
{
  assert(modes <= s->count);
  hol_mode_series *kept = hol_alloc(1, sizeof *kept);
  if (!kept) {
    hol_mode_series_clear(s);
    return HOL_MEMORY;
  }
  *kept = *s;
  *s = (hol_mode_series){0};
  own->ports = kept->ports;
  own->rigid = rigid;
  own->modes = own->trusted = modes;
  own->data = kept;
  return publish_in(kept, rigid, rigid_phi, own);
}

/** sum += μ^j ψψᵀ for all orders in which the term counts against one of μ = first. */
static void add_term(size_t ports, size_t orders, double mu, double first, const double *psi, double *gamma)
{
  double power = 1, ratio = 1;
  for (size_t order = 0; order < orders && power > 0 && ratio > 1e-26; order++, power *= mu, ratio *= mu / first) {
    double *g = gamma + order * ports * ports;
    for (size_t j = 0; j < ports; j++) {
      for (size_t i = j; psi[j] != 0 && i < ports; i++) {
        g[i + j * ports] += power * psi[i] * psi[j];
      }
    }
  }
}

hol_status hol_mode_series_residual_flexibility(const hol_component_modes *modes, size_t kept, size_t orders,
                                                bool above, double *gamma)
{
  const hol_mode_series *s = modes->data;
  size_t ports = s->ports, square = ports * ports;
  (void)above;
  assert(kept <= modes->modes && orders <= HOL_TAILS);
  memset(gamma, 0, orders * square * sizeof *gamma);
  for (size_t k = s->count; k-- > kept;) { /* small ones first */
    add_term(ports, orders, s->mu[k], s->mu[kept], s->psi + k * ports, gamma);
  }
  for (size_t i = 0; s->tail && i < orders * square; i++) {
    gamma[i] += s->tail[i];
  }
  for (size_t order = 0; order < orders; order++) {
    double *g = gamma + order * square;
    for (size_t j = 0; j < ports; j++) {
      for (size_t i = j + 1; i < ports; i++) {
        g[j + i * ports] = g[i + j * ports];
      }
    }
  }
  return HOL_OK;
}

/** Σ λ^j Γ_j f in one component at one place. */
static double response_at(const hol_mode_series *s, size_t row, const hol_flexible_motion *motion)
{
  size_t rows = HOL_PLACE * s->places;
  double sum = 0, power = 1;
  for (size_t j = 0; j < motion->orders && j < HOL_TAILS; j++, power *= motion->lambda) {
    for (size_t p = 0; p < s->ports; p++) {
      sum += power * s->response[row + (p + j * s->ports) * rows] * motion->force[p];
    }
  }
  return sum;
}

hol_status hol_mode_series_field(const hol_component_modes *modes, size_t place, const hol_flexible_motion *motion,
                                 double value[6])
{
  const hol_mode_series *s = modes->data;
  assert(place < s->places);
  for (size_t c = 0; c < HOL_PLACE; c++) {
    size_t row = place * HOL_PLACE + c;
    value[c] = response_at(s, row, motion);
    for (size_t k = 0; k < modes->rigid + modes->modes; k++) {
      value[c] += s->field[row + k * HOL_PLACE * s->places] * motion->q[k];
    }
  }
  return HOL_OK;
}

void hol_mode_series_release(void *own)
{
  hol_mode_series_clear(own);
  free(own);
}
