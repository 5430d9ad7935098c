/* SPDX-License-Identifier: BSD-3-Clause */
/* Rayleigh-Ritz discretisation of an arc by its strains: elements, Gauss points, port rows, solution. */
#include "parts/arc/space.h"
#include "base/memory.h"
#include "parts/profile/legendre.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double wide;

/** Gauss points beyond the polynomials of an element; polynomials beyond those that waves take; of so many radians, and
 *  of so much of a turn, an element at the most. */
enum { MARGIN = 8, BASE = 10 };
static const double waves_most = 24, turn_most = 0.6;

typedef struct element {
  wide from, h;
  size_t p, gauss, column;     /**< polynomials of each strain, Gauss points, its first column */
  wide *node, *weight, *value; /**< [gauss], [gauss], [gauss][p]; in the room of the space */
} element;

typedef struct space {
  const hol_arc *arc;
  hol_arc_plane plane;
  size_t strains, strain[HOL_ARC_SIZE]; /**< those that are not left out */
  size_t elements, n, gauss;            /**< columns, Gauss points of all */
  element *element;
  wide *room;
} space;

static void space_clear(space *s)
{
  free(s->element);
  free(s->room);
}

/** A bound of wave numbers at λ, near enough: those of all waves, and the curvature. Sections across the plane turn as
 *  it bends and twists. */
static double wave_number(const hol_arc *arc, hol_arc_plane plane, double lambda)
{
  const double *c = arc->flexibility[plane], *r = arc->inertia[plane];
  double turn = plane == HOL_ARC_ACROSS ? fmax(c[1], c[2]) : 0,
         sum = pow(lambda * r[0] * fmax(c[2], turn), 0.25) + arc->curvature;
  for (size_t i = 0; i < HOL_ARC_SIZE; i++) {
    sum = fmax(sum, sqrt(lambda * r[i] * (i > 0 ? fmax(c[i], turn) : c[i])));
  }
  return sum;
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void add_cut(double s, double *cut, size_t *count)
{
  for (size_t j = 0; j < *count; j++) {
    if (cut[j] == s) {
      return;
    }
  }
  cut[(*count)++] = s;
}

/** Where elements begin and end besides: places where forces act. cut: [2 * ports + 2] @return how many */
static size_t list_cuts(const hol_arc_request *w, double *cut)
{
  size_t count = 0;
  add_cut(0, cut, &count);
  add_cut(w->part->arc.length, cut, &count);
  for (size_t i = 0; i < w->ports; i++) {
    hol_port port = w->port[i];
    add_cut(w->part->s[port.point], cut, &count);
    if (port.component >= HOL_EVEN_FROM) {
      add_cut(w->part->s[port.component - HOL_EVEN_FROM], cut, &count);
    }
  }
  qsort(cut, count, sizeof *cut, rising);
  return count;
}

static hol_status divide(const hol_arc_request *w, const double *cut, size_t cuts, space *s)
{
  double wave = wave_number(s->arc, s->plane, w->lambda), most = fmin(waves_most / wave, turn_most / s->arc->curvature);
  size_t room = 0;
  for (size_t i = 0; i + 1 < cuts; i++) {
    size_t parts = (size_t)ceil((cut[i + 1] - cut[i]) / most);
    parts = parts ? parts : 1;
    if (!hol_extend(&s->element, s->elements, parts, sizeof *s->element)) {
      return HOL_MEMORY;
    }
    for (size_t k = 0; k < parts; k++) {
      element *e = &s->element[s->elements++];
      wide from = cut[i] + (cut[i + 1] - (wide)cut[i]) * (wide)k / (wide)parts;
      wide to = k + 1 < parts ? cut[i] + (cut[i + 1] - (wide)cut[i]) * (wide)(k + 1) / (wide)parts : cut[i + 1];
      *e = (element){.from = from, .h = to - from, .column = s->n};
      e->p = BASE + w->further + (size_t)(0.55 * wave * (double)e->h);
      e->gauss = e->p + MARGIN;
      s->n += e->p * s->strains;
      s->gauss += e->gauss;
      room += e->gauss * (2 + e->p);
    }
  }
  s->room = hol_alloc(room, sizeof *s->room);
  return s->room ? HOL_OK : HOL_MEMORY;
}

/** Orthonormal polynomials times a weight. value: [p] */
static void polynomials(const element *e, wide s, wide weight, wide *value)
{
  hol_legendre(e->p, 2 * (s - e->from) / e->h - 1, value);
  for (size_t k = 0; k < e->p; k++) {
    value[k] *= weight * sqrtl((wide)(2 * k + 1) / e->h);
  }
}

/** Gauss points of all elements and what their polynomials are there. */
static void tabulate(space *s)
{
  wide *free_room = s->room;
  for (size_t i = 0; i < s->elements; i++) {
    element *e = &s->element[i];
    e->node = free_room;
    e->weight = e->node + e->gauss;
    e->value = e->weight + e->gauss;
    free_room = e->value + e->gauss * e->p;
    hol_gauss(e->gauss, e->node, e->weight);
    for (size_t g = 0; g < e->gauss; g++) {
      e->node[g] = e->from + 0.5L * e->h * (1 + e->node[g]);
      e->weight[g] *= 0.5L * e->h;
      polynomials(e, e->node[g], e->weight[g], e->value + g * e->p);
    }
  }
}

static hol_status space_build(const hol_arc_request *w, space *s)
{
  *s = (space){.arc = &w->part->arc, .plane = w->plane};
  for (size_t i = 0; i < HOL_ARC_SIZE; i++) {
    if (s->arc->flexibility[w->plane][i] > 0) {
      s->strain[s->strains++] = i;
    }
  }
  double *cut = hol_alloc(w->ports + 1, 2 * sizeof *cut);
  hol_status status = cut ? divide(w, cut, list_cuts(w, cut), s) : HOL_MEMORY;
  free(cut);
  if (status == HOL_OK) {
    tabulate(s);
  }
  return status;
}

/** Displacements at s by strains of one element at one of its points, times their polynomials. value: [p] */
static void add_carried(const space *s, const element *e, wide from, wide to, const wide *value, wide *row)
{
  for (size_t i = 0; i < s->strains; i++) {
    wide motion[HOL_ARC_SIZE], size = sqrtl((wide)s->arc->flexibility[s->plane][s->strain[i]]);
    hol_arc_carry(s->arc, s->plane, s->strain[i], from, to, motion);
    for (size_t c = 0; c < HOL_ARC_SIZE; c++) {
      wide factor = size * motion[c], *at = row + c * s->n + e->column + i * e->p;
      for (size_t k = 0; k < e->p && factor != 0; k++) {
        at[k] += factor * value[k];
      }
    }
  }
}

/** Components in own axes at a place, of the arc held at its start. @param[in] scratch  [p]  @param[out] row  [3][n] */
static void row_at(const space *s, wide to, wide *scratch, wide *row)
{
  memset(row, 0, HOL_ARC_SIZE * s->n * sizeof *row);
  for (size_t i = 0; i < s->elements && s->element[i].from < to; i++) {
    const element *e = &s->element[i];
    bool is_whole = e->from + e->h <= to;
    wide part = is_whole ? 1 : (to - e->from) / e->h;
    for (size_t g = 0; g < e->gauss; g++) {
      wide from = e->from + part * (e->node[g] - e->from);
      if (!is_whole) {
        polynomials(e, from, part * e->weight[g], scratch);
      }
      add_carried(s, e, from, to, is_whole ? e->value + g * e->p : scratch, row);
    }
  }
}

/** Displacements of all columns at a place, rigid ones first. @param[out] all  [3][3 + n] */
static void columns_at(const space *s, const hol_arc_rigid *rigid, wide to, wide *scratch, wide *row, wide *all)
{
  size_t columns = HOL_ARC_SIZE + s->n;
  row_at(s, to, scratch, row);
  for (size_t r = 0; r < HOL_ARC_SIZE; r++) {
    wide motion[HOL_ARC_SIZE];
    hol_arc_rigid_at(s->arc, rigid, s->plane, r, to, motion);
    for (size_t c = 0; c < HOL_ARC_SIZE; c++) {
      all[c * columns + r] = motion[c];
    }
  }
  for (size_t c = 0; c < HOL_ARC_SIZE; c++) {
    memcpy(all + c * columns + HOL_ARC_SIZE, row + c * s->n, s->n * sizeof *row);
  }
}

/** Kinetic energy of a Gauss point: rows from `at` on. @return how many */
static size_t put_masses(const space *s, wide place, wide weight, const wide *all, size_t at, hol_ritz *ritz)
{
  const double *inertia = s->arc->inertia[s->plane];
  size_t columns = HOL_ARC_SIZE + s->n, rows = 0;
  for (size_t j = 0; j < columns; j++) {
    wide motion[HOL_ARC_SIZE] = {all[j], all[columns + j], all[2 * columns + j]}, d[HOL_ARC_SIZE];
    hol_arc_localise(s->arc, s->plane, place, motion, d);
    rows = 0;
    for (size_t i = 0; i < HOL_ARC_SIZE; i++) {
      if (inertia[i] > 0) {
        ritz->N[at + rows++ + j * ritz->masses] = (double)(d[i] * sqrtl(weight * (wide)inertia[i]));
      }
    }
  }
  return rows;
}

/** The row of a port: of β + kv, less that at another place, what twist and shear between them make. */
static void put_port(const space *s, const hol_arc_part *part, hol_port port, const wide *all, double *row,
                     size_t stride)
{
  size_t columns = HOL_ARC_SIZE + s->n;
  if (port.component < HOL_EVEN_FROM) {
    const wide *value = all + hol_arc_row_of(port.component) * columns;
    for (size_t j = 0; j < columns; j++) {
      row[j * stride] = (double)value[j];
    }
    return;
  }
  double a = part->s[port.component - HOL_EVEN_FROM], b = part->s[port.point];
  const double factor[HOL_ARC_SIZE] = {s->arc->curvature, 1, 0};
  for (size_t i = 0; i < s->elements; i++) {
    const element *e = &s->element[i];
    double middle = (double)(e->from + 0.5L * e->h),
           sign = middle > fmin(a, b) && middle < fmax(a, b) ? b > a ? 1 : -1 : 0;
    for (size_t k = 0; k < s->strains; k++) { /* the mean alone has an integral */
      wide size = factor[s->strain[k]] * sqrtl((wide)s->arc->flexibility[s->plane][s->strain[k]] * e->h);
      row[(HOL_ARC_SIZE + e->column + k * e->p) * stride] = (double)(sign * size);
    }
  }
}

/** E, N, P. @param[in] room  [7 * n + 9 + most p] */
static void fill_ritz(const hol_arc_request *w, const space *s, hol_ritz *ritz, wide *room)
{
  size_t columns = HOL_ARC_SIZE + s->n, at = 0;
  wide *row = room, *all = row + HOL_ARC_SIZE * s->n, *scratch = all + HOL_ARC_SIZE * columns;
  hol_arc_rigid rigid = hol_arc_rigid_of(s->arc);
  for (size_t j = 0; j < s->n; j++) {
    ritz->E[j * (s->n + 1)] = 1;
  }
  for (size_t i = 0; i < s->elements; i++) {
    for (size_t g = 0; g < s->element[i].gauss; g++) {
      wide place = s->element[i].node[g];
      columns_at(s, &rigid, place, scratch, row, all);
      at += put_masses(s, place, s->element[i].weight[g], all, at, ritz);
    }
  }
  for (size_t i = 0; i < w->ports; i++) {
    columns_at(s, &rigid, w->part->s[w->port[i].point], scratch, row, all);
    put_port(s, w->part, w->port[i], all, ritz->P + i, ritz->ports);
  }
  for (size_t i = 0; i < (w->has_places ? w->part->places : 0); i++) {
    columns_at(s, &rigid, w->part->place[i], scratch, row, all);
    for (size_t j = 0; j < HOL_ARC_SIZE * columns; j++) {
      size_t to = w->ports + i * HOL_ARC_SIZE + j / columns;
      ritz->P[to + j % columns * ritz->ports] = (double)all[j];
    }
  }
}

static size_t inertias(const space *s)
{
  size_t count = 0;
  for (size_t i = 0; i < HOL_ARC_SIZE; i++) {
    count += s->arc->inertia[s->plane][i] > 0;
  }
  return count;
}

static hol_status solve_in(const hol_arc_request *w, space *s, hol_ritz *ritz, hol_ritz_modes *modes)
{
  size_t most = 0;
  HOL_TRY(space_build(w, s));
  for (size_t i = 0; i < s->elements; i++) {
    most = s->element[i].p > most ? s->element[i].p : most;
  }
  *ritz = (hol_ritz){.n = s->n,
                     .rigid = HOL_ARC_SIZE,
                     .strains = s->n,
                     .masses = s->gauss * inertias(s),
                     .ports = w->ports + (w->has_places ? HOL_ARC_SIZE * w->part->places : 0)};
  HOL_TRY(hol_ritz_start(ritz));
  wide *room = hol_alloc(7 * s->n + 9 + most, sizeof *room);
  if (!room) {
    return HOL_MEMORY;
  }
  fill_ritz(w, s, ritz, room);
  free(room);
  HOL_TRY(hol_ritz_reduce(ritz));
  return hol_ritz_solve(ritz, modes);
}

hol_status hol_arc_solve(const hol_arc_request *request, hol_ritz *ritz, hol_ritz_modes *modes)
{
  space s = {0};
  hol_status status = solve_in(request, &s, ritz, modes);
  space_clear(&s);
  return status;
}
