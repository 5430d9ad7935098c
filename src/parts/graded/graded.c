/* SPDX-License-Identifier: BSD-3-Clause */
/* Pieces of members whose properties vary, and the relation of a segment of them. */
#include "parts/graded/graded.h"
#include "base/hash.h"
#include "base/memory.h"
#include "parts/profile/mesh.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Pieces that a member, or a segment, may be divided into; halvings of one. */
enum { PIECES_MOST = 1024, DEPTH_MOST = 24 };
/** No piece is longer than this part of its segment. */
static const double share_most = 0.25, share_flat = 0.5;
/** Tolerated change by two more points: of properties, relative to the largest; of matrices. */
static const double smooth = 1e-13, exact = 4e-15;

/** Pieces to be. {0} is empty; `all` is owned. */
typedef struct list {
  hol_graded_piece *all;
  size_t count, capacity;
  bool is_over; /**< there would be too many, or there is no value */
} list;

static hol_status append(list *l, const hol_piece *piece)
{
  l->is_over = l->is_over || l->count >= PIECES_MOST;
  if (l->is_over) {
    return HOL_OK;
  }
  if (!hol_grow(&l->all, &l->capacity, l->count + 1, sizeof *l->all)) {
    return HOL_MEMORY;
  }
  l->all[l->count++].piece = *piece;
  return HOL_OK;
}

/* ---- properties -------------------------------------------------------------------------------------------------- */

/** Properties at the points of a piece. */
static hol_status sample(const hol_profile *profile, size_t of, const hol_nodes *nodes, hol_piece *p)
{
  for (size_t i = 0; i < nodes->n; i++) {
    hol_profile_values v;
    HOL_TRY(hol_profile_values_at(profile, of, p->from + (p->to - p->from) * nodes->x[i], &v));
    const double value[HOL_G_COUNT] = {1 / v.stiffness, v.mass,      v.rotary, v.shear > 0 ? 1 / v.shear : 0,
                                       v.tension,       v.foundation};
    for (int k = 0; k < HOL_G_COUNT; k++) {
      p->value[k][i] = value[k];
    }
  }
  return HOL_OK;
}

static void take_bounds(const hol_nodes *nodes, hol_piece *p)
{
  for (int k = 0; k < HOL_G_COUNT; k++) {
    hol_nodes_bounds(nodes, p->value[k], &p->low[k], &p->high[k]);
  }
  p->unit = 1 / p->value[HOL_G_SOFTNESS][nodes->n / 2];
}

/** Are the properties at the points of `more` those of the polynomials through the others? */
static bool is_smooth(const hol_nodes *nodes, const hol_piece *p, const hol_nodes *more, const hol_piece *q)
{
  double limit = smooth + 64 * DBL_EPSILON * p->to / (p->to - p->from);
  bool all = true;
  for (int k = 0; k < HOL_G_COUNT && all; k++) {
    double largest = 0;
    for (size_t i = 0; i < nodes->n; i++) {
      largest = fmax(largest, fabs(p->value[k][i]));
    }
    for (size_t i = 0; i < more->n && all; i++) {
      all = fabs(hol_nodes_at(nodes, p->value[k], more->x[i]) - q->value[k][i]) <= limit * largest;
    }
  }
  return all;
}

/** A cell of the member whose properties are smooth as pieces on which twelve points are enough. */
static hol_status add_cell(const hol_profile *profile, size_t of, size_t orders, double from, double to,
                           const hol_nodes *nodes, const hol_nodes *more, int depth, list *l)
{
  hol_piece p = {.orders = orders, .from = from, .to = to}, q = p;
  hol_status status = sample(profile, of, nodes, &p);
  status = status == HOL_OK ? sample(profile, of, more, &q) : status;
  if (status == HOL_INVALID || depth > DEPTH_MOST || l->is_over) {
    l->is_over = true;
    return HOL_OK;
  }
  HOL_TRY(status);
  if (!is_smooth(nodes, &p, more, &q)) {
    double middle = (from + to) / 2;
    HOL_TRY(add_cell(profile, of, orders, from, middle, nodes, more, depth + 1, l));
    return add_cell(profile, of, orders, middle, to, nodes, more, depth + 1, l);
  }
  take_bounds(nodes, &p);
  return append(l, &p);
}

/** The same all along but for an axial force that is linear: from one place. */
static hol_status add_step(const hol_profile *profile, size_t of, size_t orders, double from, double to, double slope,
                           const hol_nodes *nodes, list *l)
{
  hol_piece p = {.orders = orders, .is_step = true, .from = from, .to = to};
  hol_profile_values v;
  hol_status status = hol_profile_values_at(profile, of, (from + to) / 2, &v);
  if (status != HOL_OK) {
    l->is_over = true;
    return status == HOL_MEMORY ? status : HOL_OK;
  }
  for (size_t i = 0; i < nodes->n; i++) {
    double tension = orders == 2 ? v.tension + slope * (to - from) * (nodes->x[i] - 0.5) : 0;
    const double value[HOL_G_COUNT] = {1 / v.stiffness, v.mass,      v.rotary, v.shear > 0 ? 1 / v.shear : 0,
                                       tension,         v.foundation};
    for (int k = 0; k < HOL_G_COUNT; k++) {
      p.value[k][i] = value[k];
    }
  }
  take_bounds(nodes, &p);
  return append(l, &p);
}

/** All cells of a member. */
static hol_status add_cells(const hol_varied *v, const hol_nodes *nodes, list *l)
{
  const hol_profile *profile = &v->profile;
  size_t orders = hol_line_is_bending(&v->means.line) ? 2 : 1;
  if (hol_varied_is_stepped(v)) {
    hol_status status = HOL_OK;
    for (size_t k = 0; k < profile->pieces && status == HOL_OK; k++) {
      double from = k ? profile->to[k - 1] * profile->length : 0, to = profile->to[k] * profile->length;
      status = add_step(profile, k, orders, from, to, v->part->piece[k].axial_force_slope, nodes, l);
    }
    return status;
  }
  hol_nodes more;
  hol_mesh m = {.cell = NULL};
  hol_nodes_make(HOL_NODES_MORE, &more);
  hol_status status = hol_profile_mesh(profile, &m);
  if (status != HOL_OK && status != HOL_MEMORY) {
    l->is_over = true;
    status = HOL_OK;
  }
  for (size_t i = 0; i < m.count && status == HOL_OK && !l->is_over; i++) {
    status = add_cell(profile, m.cell[i].piece, orders, m.cell[i].from, m.cell[i].to, nodes, &more, 0, l);
  }
  free(m.cell);
  return status;
}

/** In how many pieces at least axial force, foundation and shear let a cell be used; more than PIECES_MOST: in none. */
static size_t least_pieces(const hol_piece *p)
{
  size_t n = 1;
  while (n <= PIECES_MOST && !(hol_piece_reach(p, (p->to - p->from) / (double)n) > 0)) {
    n *= 2;
  }
  return n;
}

static bool is_possible(const list *l)
{
  size_t pieces = 0;
  for (size_t i = 0; i < l->count && !l->is_over && pieces <= PIECES_MOST; i++) {
    pieces += least_pieces(&l->all[i].piece);
  }
  return !l->is_over && l->count > 0 && pieces <= PIECES_MOST;
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

/** Cache key of the relation of a segment: a hash of all its numbers. Never the stiffness of a line, which is
 *  positive. */
static void take_traits(const list *l, double length, hol_graded *g)
{
  uint64_t hash[2] = {HOL_HASH_START, ~HOL_HASH_START};
  for (size_t i = 0; i < l->count; i++) {
    const hol_piece *p = &l->all[i].piece;
    double number[HOL_G_COUNT * HOL_NODES + 2] = {(p->to - p->from) / length, (double)p->orders};
    for (int k = 0; k < HOL_G_COUNT; k++) {
      memcpy(number + 2 + k * HOL_NODES, p->value[k], HOL_NODES * sizeof *number);
    }
    for (size_t k = 0; k < sizeof number / sizeof *number; k++) {
      uint64_t bits;
      memcpy(&bits, &number[k], sizeof bits);
      hash[0] = hol_hash(hash[0], bits);
      hash[1] = hol_hash(hash[1], bits * 0x9e3779b97f4a7c15u + k);
    }
  }
  g->trait[0] = -1;
  for (int k = 0; k < 4; k++) {
    g->trait[1 + k] = (double)(uint32_t)(hash[k / 2] >> (k % 2 ? 32 : 0));
  }
}

static hol_graded *make_object(const list *l, const hol_nodes *nodes)
{
  hol_graded *g = hol_alloc(1, sizeof *g + l->count * sizeof *l->all);
  if (!g) {
    return NULL;
  }
  g->nodes = *nodes;
  g->count = l->count;
  memcpy(g->piece, l->all, l->count * sizeof *l->all);
  for (size_t i = 0; i < l->count; i++) {
    const hol_piece *p = &g->piece[i].piece;
    g->force = fmax(g->force, fmax(fabs(p->low[HOL_G_TENSION]), fabs(p->high[HOL_G_TENSION])));
    g->foundation = fmax(g->foundation, p->high[HOL_G_FOUNDATION]);
  }
  return g;
}

/** Rigid-body modes of free ends that neither foundation nor axial force resists, from integrals over the pieces. */
static void take_rigid(hol_graded *g)
{
  double mass = 0, first = 0, second = 0, l = g->means.line.length;
  bool bends = hol_line_is_bending(&g->means.line);
  for (size_t i = 0; i < g->count; i++) {
    const hol_piece *p = &g->piece[i].piece;
    for (size_t k = 0; k < g->nodes.n; k++) {
      double weight = (p->to - p->from) * g->nodes.weight[k], x = p->from + (p->to - p->from) * g->nodes.x[k];
      mass += weight * p->value[HOL_G_MASS][k];
      first += weight * p->value[HOL_G_MASS][k] * x;
      second += weight * (p->value[HOL_G_MASS][k] * x * x + p->value[HOL_G_ROTARY][k]);
    }
  }
  double centre = first / mass, inertia = second - first * centre;
  bool is_turned = bends && !(g->force > 0) && inertia > 0;
  const hol_line_mode mode[2] = {{.c = {0, 0, 1 / sqrt(mass), 0}},
                                 {.c = {0, 0, (l / 2 - centre) / sqrt(inertia), 1 / sqrt(inertia)}}};
  hol_line_part_keep(&g->means, g->foundation > 0 || !(mass > 0) ? 0 : is_turned ? 2 : 1, mode);
}

hol_status hol_graded_new(hol_varied *varied, hol_graded **graded)
{
  list l = {.all = NULL};
  hol_nodes nodes;
  *graded = NULL;
  hol_nodes_make(HOL_NODES, &nodes);
  hol_status status = add_cells(varied, &nodes, &l);
  if (status == HOL_OK && is_possible(&l)) {
    *graded = make_object(&l, &nodes);
    status = *graded ? HOL_OK : HOL_MEMORY;
  }
  if (*graded) {
    (*graded)->means.line = varied->means.line;
    (*graded)->varied = varied;
    take_rigid(*graded);
  }
  free(l.all);
  return status;
}

void hol_graded_free(void *of)
{
  hol_graded *g = of;
  if (g) {
    free(g->varied);
    free(g);
  }
}

/** A part of a piece: its properties by interpolation. */
static void cut(const hol_nodes *nodes, const hol_piece *p, double from, double to, bool bounded, hol_piece *part)
{
  double h = p->to - p->from;
  *part = (hol_piece){.orders = p->orders, .is_step = p->is_step, .from = from, .to = to, .unit = p->unit};
  for (int k = 0; k < HOL_G_COUNT; k++) {
    for (size_t i = 0; i < nodes->n; i++) {
      bool is_flat = p->is_step && k != HOL_G_TENSION;
      double x = (from - p->from + (to - from) * nodes->x[i]) / h;
      part->value[k][i] = is_flat ? p->value[k][0] : hol_nodes_at(nodes, p->value[k], x);
    }
  }
  if (bounded) {
    take_bounds(nodes, part);
  }
}

/** A piece with its series, halved until two more points change nothing. */
static hol_status add_exact(const hol_nodes *nodes, const hol_nodes *more, const hol_piece *cell, double from,
                            double to, int depth, double *error, list *l)
{
  hol_piece p, q = {.orders = cell->orders, .from = from, .to = to};
  cut(nodes, cell, from, to, true, &p);
  double reach = hol_piece_reach(&p, to - from), apart = HUGE_VAL;
  hol_power_series series, other;
  q.unit = p.unit;
  if (reach > 0 && hol_piece_is_flat(nodes, &p)) {
    hol_power_series_make(nodes, &p, reach, NULL, &series);
    apart = 0;
  } else if (reach > 0) {
    for (int k = 0; k < HOL_G_COUNT; k++) {
      for (size_t i = 0; i < more->n; i++) {
        q.value[k][i] = hol_nodes_at(nodes, p.value[k], more->x[i]);
      }
    }
    hol_power_series_make(nodes, &p, reach, NULL, &series);
    hol_power_series_make(more, &q, reach, NULL, &other);
    apart = hol_power_series_apart(&series, &other);
  }
  double e = p.orders == 2 ? hol_piece_least_e(&p) : 1; /* rounding of it is ε/e */
  if (!(apart <= exact / e)) {
    double middle = (from + to) / 2;
    if (depth > DEPTH_MOST || l->is_over) {
      return HOL_NUMERICAL;
    }
    HOL_TRY(add_exact(nodes, more, cell, from, middle, depth + 1, error, l));
    return add_exact(nodes, more, cell, middle, to, depth + 1, error, l);
  }
  *error = fmax(*error, fmax(apart, e < 0.5 ? DBL_EPSILON / e : 0));
  HOL_TRY(append(l, &p));
  if (!l->is_over) {
    l->all[l->count - 1].series = series;
  }
  return HOL_OK;
}

/** Part of a cell inside a segment. */
static hol_status add_share(const hol_graded *member, const hol_nodes *more, const hol_piece *cell, double from,
                            double to, double *error, list *l)
{
  double a = fmax(from, cell->from), b = fmin(to, cell->to), tiny = 1e-12 * member->means.line.length;
  if (!(b - a > tiny)) {
    return HOL_OK;
  }
  double most = hol_piece_is_flat(&member->nodes, cell) ? share_flat : share_most;
  size_t parts = (size_t)ceil((b - a) / (most * (to - from)) - 1e-9);
  for (size_t j = 0; j < parts; j++) {
    double start = a + (b - a) * (double)j / (double)parts,
           end = j + 1 < parts ? a + (b - a) * (double)(j + 1) / (double)parts : b;
    HOL_TRY(add_exact(&member->nodes, more, cell, start, end, 0, error, l));
  }
  return HOL_OK;
}

hol_status hol_graded_segment(const hol_graded *member, double from, double to, hol_graded **segment)
{
  list l = {.all = NULL};
  hol_nodes more;
  double error = 0;
  hol_status status = HOL_OK;
  hol_nodes_make(HOL_NODES_MORE, &more);
  for (size_t i = 0; i < member->count && status == HOL_OK; i++) {
    status = add_share(member, &more, &member->piece[i].piece, from, to, &error, &l);
  }
  status = status == HOL_OK && (l.is_over || l.count == 0) ? HOL_NUMERICAL : status;
  *segment = status == HOL_OK ? make_object(&l, &member->nodes) : NULL;
  if (*segment) {
    (*segment)->means = member->means;
    (*segment)->error = error;
    take_traits(&l, to - from, *segment);
  }
  free(l.all);
  return status == HOL_OK && !*segment ? HOL_MEMORY : status;
}

/* ---- relations --------------------------------------------------------------------------------------------------- */

size_t hol_graded_divide(const hol_graded_piece *piece, double lambda)
{
  const hol_piece *p = &piece->piece;
  double reach = piece->series.reach, size = fabs(lambda);
  if (size <= reach) {
    return 1;
  }
  double power = p->orders == 2 ? 0.25 : 0.5;
  size_t n = (size_t)fmax(2, ceil(pow(size / reach, power)));
  while (n < PIECES_MOST * PIECES_MOST && hol_piece_reach(p, (p->to - p->from) / (double)n) < size) {
    n += 1 + n / 8;
  }
  return n;
}

const hol_piece *hol_graded_part(const hol_graded *g, const hol_graded_piece *piece, size_t parts, size_t j,
                                 hol_piece *part)
{
  const hol_piece *p = &piece->piece;
  double h = p->to - p->from, n = (double)parts;
  if (parts == 1) {
    return p;
  }
  cut(&g->nodes, p, p->from + h * ((double)j / n), p->from + h * ((double)(j + 1) / n), false, part);
  return part;
}

const hol_power_series *hol_graded_series(const hol_graded *g, const hol_graded_piece *piece, size_t parts, size_t j,
                                          double lambda, hol_piece *part, hol_power_series *series)
{
  if (parts == 1) {
    return &piece->series;
  }
  hol_power_series_make(&g->nodes, hol_graded_part(g, piece, parts, j, part), fabs(lambda), NULL, series);
  return series;
}

hol_span_units hol_graded_units(const hol_graded *g, double lambda)
{
  const hol_graded_piece *middle = &g->piece[g->count / 2];
  size_t orders = middle->piece.orders;
  double length = 0, wave = 0, power = orders == 2 ? 0.25 : 0.5;
  for (size_t i = 0; i < g->count; i++) {
    const hol_piece *p = &g->piece[i].piece;
    double h = p->to - p->from, ratio = fabs(lambda) / g->piece[i].series.reach;
    length += h;
    wave = fmax(wave, ratio > 0 ? h / pow(ratio, power) : HUGE_VAL);
  }
  return hol_span_units_of(orders, fmin(length, wave), middle->series.stiffness);
}

hol_status hol_graded_span(const hol_graded *g, double lambda, hol_form form, hol_span_units *units, hol_span *span)
{
  bool is_begun = false;
  *units = hol_graded_units(g, lambda);
  for (size_t i = 0; i < g->count; i++) {
    size_t parts = hol_graded_divide(&g->piece[i], lambda);
    for (size_t j = 0; j < parts; j++) {
      hol_piece part;
      hol_power_series scratch;
      hol_span next;
      bool is_last = i + 1 == g->count && j + 1 == parts;
      hol_span_of(hol_graded_series(g, &g->piece[i], parts, j, lambda, &part, &scratch), units, lambda, &next);
      if (is_begun) {
        HOL_TRY(hol_span_join(span, &next, is_last ? form : HOL_FORM_ANY, span));
      } else {
        *span = next;
      }
      is_begun = true;
    }
  }
  bool is_other = form != HOL_FORM_ANY && hol_form_freed(form, span->orders) != span->freed;
  return is_other ? hol_span_join(span, NULL, form, span) : HOL_OK;
}
