/* SPDX-License-Identifier: BSD-3-Clause */
/* Rectangular plates as substructures: component modes, static compliances, residual flexibility, error estimates. */
#include "parts/plate/rectangle.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/plate/grid.h"
#include "parts/series.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 24 };
/** Orders of the deflection between modes of known fields and ports: those are `further` beyond all that is asked
 *  for. */
enum { RESPONSES = 8 };
/** Cut-off beyond the modes requested for, in ω²; how much further modes are given, of more or less accuracy: shapes
 *  converge with them. */
static const double beyond = 5, further = 20;
/** Modes with a larger error are computed once more, with a cut-off so many times as high, and with others until it is:
 *  the more functions, the better, but for rounding, which no cut-off has alike. */
static const double well = 1e-8, once_more[] = {4, 2, 8};
/** Both levels have the same of the series for forces and of rounding: a frequency with a point near a free edge was
 *  off by 2.2e-11, where they differed by 2e-12. */
static const double alike = 5e-11;

/** A computation; borrowed: part and request. */
typedef struct work {
  const hol_rectangle_part *part;
  const hol_modes_request *request;
  double (*at)[2]; /**< [ports] */
  double cutoff, error;
  double least; /**< 1/ω² of the last mode requested for, a little less */
  hol_grid grid;
  hol_edge_loads loads;
  hol_deflection deflection[HOL_GRID_LEVELS];
  hol_mode_series series;
} work;

static void work_clear(work *w)
{
  hol_grid_clear(&w->grid);
  hol_edge_loads_clear(&w->loads);
  for (size_t level = 0; level < HOL_GRID_LEVELS; level++) {
    hol_deflection_clear(&w->deflection[level]);
  }
  hol_mode_series_clear(&w->series);
  free(w->at);
}

/* ---- discretisations --------------------------------------------------------------------------------------------- */

static const hol_grid_solution *fine_of(const work *w, size_t class)
{
  return &w->grid.class[class].level[HOL_GRID_FINE];
}

/** hol_plane.solve. */
static void solve_coarse(const void *context, const double *load, double *rest)
{
  hol_grid_static(context, HOL_GRID_COARSE, load, rest);
}

static void solve_fine(const void *context, const double *load, double *rest)
{
  hol_grid_static(context, HOL_GRID_FINE, load, rest);
}

static hol_plane plane_of(const work *w, size_t level)
{
  return (hol_plane){
      &w->part->plate, &w->grid.x, &w->grid.y, w->grid.there[level], level == HOL_GRID_FINE ? solve_fine : solve_coarse,
      &w->grid};
}

static hol_status deflect_in(work *w, double *low)
{
  const double(*at)[2] = (const double(*)[2])w->at;
  HOL_TRY(hol_edge_loads_build(&w->part->plate, &w->grid.x, &w->grid.y, w->request->ports, at, &w->loads));
  for (size_t level = 0; level < HOL_GRID_LEVELS; level++) {
    hol_plane plane = plane_of(w, level);
    HOL_TRY(hol_grid_low(&w->grid, level, w->cutoff, w->request->ports, low));
    HOL_TRY(hol_deflection_build(&plane, &w->loads, at, low, &w->deflection[level]));
  }
  return HOL_OK;
}

static hol_status deflect_ports(work *w)
{
  double *low = hol_alloc(w->grid.x.n * w->grid.y.n, w->request->ports * sizeof *low);
  hol_status status = low ? deflect_in(w, low) : HOL_MEMORY;
  free(low);
  return status;
}

/** Γ_0 of two ports; λ times Γ_1 of them without the modes up to that, the last one requested for. */
static double port_compliance(const work *w, size_t level, size_t order, size_t i, size_t j)
{
  size_t ports = w->request->ports;
  double sum = w->deflection[level].missing[order][i + j * ports];
  for (size_t s = 0; s < w->grid.classes; s++) {
    const hol_grid_solution *v = &w->grid.class[s].level[level];
    for (size_t k = 0; k < v->count; k++) {
      double weight = order == 0 ? 1 : v->mu[k] < w->least ? v->mu[k] : 0;
      sum += weight * v->psi[i + k * ports] * v->psi[j + k * ports];
    }
  }
  return order == 0 ? sum : sum / w->least;
}

/** How much the two levels differ in it. */
static double difference(const work *w, size_t order, size_t i, size_t j)
{
  return fabs(port_compliance(w, HOL_GRID_FINE, order, i, j) - port_compliance(w, HOL_GRID_COARSE, order, i, j));
}

/** λ² times about what is missing in Γ_2 of a port, which is at least the square of what is in Γ_1 by what is in
 *  Γ_0. */
static double left_out(const work *w, size_t port)
{
  size_t at = port * (w->request->ports + 1);
  const hol_deflection *d = &w->deflection[HOL_GRID_FINE];
  double first = d->missing[1][at] / w->least;
  return d->missing[0][at] > 0 ? 0.25 * first * first / d->missing[0][at] : 0;
}

/** How much less well is known what moves ports apart than what moves them? Points close by, as those of a patch, are
 *  moved apart by a small part of what each is moved by, and levels differ in it by as much as in that: a welded patch
 *  was found to be off by 2.2 times what the ports by themselves differ in, between levels and against series. Γ_0 in
 *  units in which each port moves by one has small eigenvalues there. E: [ports²], value: [2 * ports] */
static hol_status weigh_closeness(const work *w, double *E, double *value, double *factor)
{
  static const double close = 0.05, times = 2.5;
  size_t n = w->request->ports;
  double *unit = value + n;
  for (size_t i = 0; i < n; i++) {
    unit[i] = 1 / sqrt(port_compliance(w, HOL_GRID_FINE, 0, i, i));
  }
  for (size_t i = 0; i < n * n; i++) {
    E[i] = port_compliance(w, HOL_GRID_FINE, 0, i % n, i / n) * unit[i % n] * unit[i / n];
  }
  HOL_TRY(hol_dense_eigen(n, E, value));
  *factor = n > 1 && value[0] < close ? times : 1;
  return HOL_OK;
}

/** How much two discretisations differ, and what neither has. */
static double compare_levels(const work *w)
{
  double change = 0;
  size_t ports = w->request->ports;
  for (size_t s = 0; s < w->grid.classes; s++) {
    const hol_grid_solution *a = &w->grid.class[s].level[HOL_GRID_COARSE], *b = fine_of(w, s);
    for (size_t k = 0; k < b->count && b->mu[k] >= w->least; k++) {
      change = fmax(change, k < a->count ? fabs(a->mu[k] - b->mu[k]) / b->mu[k] : 1);
    }
  }
  for (size_t i = 0; i < ports; i++) {
    change = fmax(change, left_out(w, i) / port_compliance(w, HOL_GRID_FINE, 0, i, i));
    for (size_t j = 0; j <= i; j++) {
      double size = sqrt(port_compliance(w, HOL_GRID_FINE, 0, i, i) * port_compliance(w, HOL_GRID_FINE, 0, j, j));
      change = fmax(change, difference(w, 0, i, j) / size);
      change = fmax(change, difference(w, 1, i, j) / size);
    }
  }
  return change;
}

static int falling(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/** The 1/ω² of the last mode requested for. */
static hol_status find_least(work *w)
{
  size_t count = 0, at = 0;
  for (size_t s = 0; s < w->grid.classes; s++) {
    count += fine_of(w, s)->count;
  }
  double *mu = hol_alloc(count, sizeof *mu);
  if (!mu) {
    return HOL_MEMORY;
  }
  for (size_t s = 0; s < w->grid.classes; s++) {
    memcpy(mu + at, fine_of(w, s)->mu, fine_of(w, s)->count * sizeof *mu);
    at += fine_of(w, s)->count;
  }
  qsort(mu, count, sizeof *mu, falling);
  w->least = mu[w->request->modes ? w->request->modes - 1 : 0] * (1 - 1e-6);
  free(mu);
  return HOL_OK;
}

/** Modes and deflections by functions up to the cut-off, or as far beyond as there are all modes requested for; what
 *  they are right to. */
static hol_status find_up_to_cutoff(work *w)
{
  const hol_rectangle *plate = &w->part->plate;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++, w->cutoff *= 2.5) {
    hol_grid_clear(&w->grid);
    HOL_TRY(hol_grid_solve(plate, w->cutoff, HUGE_VAL, w->request->ports, (const double(*)[2])w->at,
                           w->request->cancellation, &w->grid));
    if (hol_grid_below(&w->grid, w->cutoff) >= w->request->modes) {
      break;
    }
  }
  if (w->request->ports) {
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    HOL_TRY(deflect_ports(w));
  }
  HOL_TRY(find_least(w));
  double factor = 1, *room = hol_alloc(w->request->ports + 2, w->request->ports * sizeof *room);
  hol_status status = room ? weigh_closeness(w, room + 2 * w->request->ports, room, &factor) : HOL_MEMORY;
  free(room);
  w->error = fmax(factor * compare_levels(w), w->request->ports ? alike : 4096 * DBL_EPSILON);
  return status;
}

/** Once more, with a higher cut-off: what is known better is taken, and what there is kept where it is not, or cannot
 *  be had. There are no terms of the series yet. */
static hol_status find_better(work *w, double cutoff)
{
  work other = {.part = w->part, .request = w->request, .at = w->at, .cutoff = cutoff, .series = w->series};
  hol_status status = find_up_to_cutoff(&other);
  if (status == HOL_OK && other.error < w->error) {
    const work worse = *w;
    *w = other;
    other = worse;
  }
  other.at = NULL; /* in use */
  work_clear(&other);
  return status == HOL_INCOMPLETE ? status : HOL_OK;
}

static hol_status find_requested(work *w)
{
  if (w->request->modes == 0) { /* the rigid-body modes only */
    return HOL_OK;
  }
  const hol_rectangle *plate = &w->part->plate;
  double wave = sqrt(4 * M_PI * (double)(w->request->modes + 4) / (plate->side[0] * plate->side[1]));
  w->cutoff = beyond * pow(wave, 4) * plate->D / plate->mass;
  HOL_TRY(find_up_to_cutoff(w));
  const double cutoff = w->cutoff;
  for (size_t i = 0; i < sizeof once_more / sizeof *once_more && w->error > well; i++) {
    HOL_TRY(find_better(w, once_more[i] * cutoff));
  }
  return HOL_OK;
}

/* ---- terms and fields -------------------------------------------------------------------------------------------- */

static hol_status add_terms(work *w)
{
  for (size_t s = 0; s < w->grid.classes; s++) {
    const hol_grid_solution *v = fine_of(w, s);
    for (size_t k = 0; k < v->count; k++) {
      HOL_TRY(hol_mode_series_add(&w->series, v->mu[k], v->psi + k * w->request->ports, k * HOL_GRID_CLASSES + s));
    }
  }
  return hol_mode_series_sort(&w->series);
}

/** Is what is missing in Γ_1 for a port more than error? It belongs to motions of higher frequency than any below the
 *  cut-off. */
static bool is_sound(const work *w, size_t port)
{
  size_t at = port * (w->request->ports + 1);
  const hol_deflection *d = &w->deflection[HOL_GRID_FINE];
  return d->missing[1][at] >= 0 && d->missing[1][at] * w->cutoff <= d->missing[0][at];
}

/** Missing terms of Γ_0 and Γ_1, for which the force at a point is not smooth enough. */
static void fill_tail(work *w)
{
  size_t ports = w->request->ports;
  const hol_deflection *d = &w->deflection[HOL_GRID_FINE];
  for (size_t i = 0; i < ports * ports; i++) {
    w->series.tail[i] = d->missing[0][i];
    bool sound = is_sound(w, i % ports) && is_sound(w, i / ports);
    w->series.tail[i + ports * ports] = sound ? d->missing[1][i] : 0;
    if (sound && i % ports == i / ports && d->missing[0][i] > 0) { /* at least so much of the next one */
      w->series.tail[i + 2 * ports * ports] = d->missing[1][i] * (d->missing[1][i] / d->missing[0][i]);
    }
  }
}

/** uz, rx, ry from w, w_x, w_y. */
static void put_field(const double value[3], double factor, double *field)
{
  field[HOL_UZ] += factor * value[0];
  field[HOL_RX] += factor * value[2];
  field[HOL_RY] -= factor * value[1];
}

/** Which column of a class the term k is, SIZE_MAX: of another class. */
static size_t column_in(const work *w, size_t class, size_t k)
{
  size_t mark = w->series.mark[k];
  return mark % HOL_GRID_CLASSES == class ? mark / HOL_GRID_CLASSES : SIZE_MAX;
}

/** Fields of the terms of one class at a place: the modes their fields, those beyond them orders j ≥ 1 of the responses
 *  to the forces. @param[in] values  [3 * terms] */
static void fill_place(work *w, size_t class, size_t rigid, size_t modes, size_t place, const double *values)
{
  size_t places = w->part->places, ports = w->request->ports;
  for (size_t k = 0; k < w->series.count; k++) {
    size_t column = column_in(w, class, k);
    if (column == SIZE_MAX) {
      continue;
    }
    const double *value = values + 3 * column, mu = w->series.mu[k];
    if (k < modes) {
      put_field(value, 1 / sqrt(mu), w->series.field + ((rigid + k) * places + place) * HOL_PLACE);
      continue;
    }
    for (size_t q = 0; q < ports; q++) {
      double factor = w->series.psi[q + k * ports];
      for (size_t j = 1; j < RESPONSES; j++) {
        factor *= mu;
        put_field(value, factor, w->series.response + ((j * ports + q) * places + place) * HOL_PLACE);
      }
    }
  }
}

/** One class at all places. @param[in] rows  [3 * n], then [3 * terms] */
static hol_status fill_class(work *w, size_t class, size_t rigid, size_t modes, double *line, double *rows)
{
  const hol_grid_class *c = &w->grid.class[class];
  const hol_grid_solution *v = fine_of(w, class);
  size_t n = c->n;
  double *values = rows + 3 * n;
  for (size_t p = 0; p < w->part->places; p++) {
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    hol_grid_rows(&w->grid, c, w->part->place[p], line, (double *const[3]){rows, rows + n, rows + 2 * n});
    hol_dense_multiply(3, n, v->known, 1, (hol_block){rows, n, true}, (hol_block){v->x, n, false}, 0, values, 3);
    fill_place(w, class, rigid, modes, p, values);
  }
  return HOL_OK;
}

static hol_status fill_modes(work *w, size_t rigid, size_t modes, double *line)
{
  for (size_t s = 0; s < w->grid.classes; s++) {
    double *rows = hol_alloc(w->grid.class[s].n + fine_of(w, s)->known, 3 * sizeof *rows);
    if (!rows) {
      return HOL_MEMORY;
    }
    hol_status status = fill_class(w, s, rigid, modes, line, rows);
    free(rows);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** The static deflection less what modes of known fields have of it. */
static void fill_responses(work *w, size_t rigid, size_t modes, double *line)
{
  hol_plane plane = plane_of(w, HOL_GRID_FINE);
  const hol_deflection *d = &w->deflection[HOL_GRID_FINE];
  size_t ports = w->request->ports, rows = HOL_PLACE * w->part->places;
  for (size_t q = 0; q < ports; q++) {
    for (size_t p = 0; p < w->part->places; p++) {
      double value[3], jet[HOL_JET], *field = w->series.response + q * rows + p * HOL_PLACE;
      hol_plane_at(&plane, d->smooth + q * d->n, w->part->place[p], line, value);
      put_field(value, 1, field);
      hol_point_force_jet(&w->loads.force[q], 0, w->part->place[p], jet);
      put_field(jet, 1, field);
    }
    for (size_t k = 0; k < modes; k++) {
      double part = -w->series.psi[q + k * ports] * sqrt(w->series.mu[k]);
      hol_add_scaled(rows, part, w->series.field + (rigid + k) * rows, w->series.response + q * rows);
    }
  }
}

static void fill_rigid(work *w, const hol_plate_rigid *rigid, size_t count, double *phi)
{
  size_t rows = HOL_PLACE * w->part->places;
  for (size_t r = 0; r < count; r++) {
    for (size_t i = 0; i < w->request->ports; i++) {
      phi[i + r * w->request->ports] = hol_plate_rigid_at(&rigid[r], w->at[i]);
    }
    for (size_t p = 0; p < w->part->places; p++) {
      double value[3] = {hol_plate_rigid_at(&rigid[r], w->part->place[p]), rigid[r].along == 0 ? rigid[r].slope : 0,
                         rigid[r].along == 1 ? rigid[r].slope : 0};
      put_field(value, 1, w->series.field + r * rows + p * HOL_PLACE);
    }
  }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool accepts_force(const void *part, hol_port port)
{
  const hol_rectangle_part *rectangle = part;
  return port.component == HOL_UZ && !hol_rectangle_holds(&rectangle->plate, rectangle->at[port.point]);
}

static hol_status fill_fields(work *w, size_t rigid, size_t modes)
{
  double *line = hol_alloc(w->grid.x.n + w->grid.y.n, 3 * sizeof *line);
  hol_status status = line ? fill_modes(w, rigid, modes, line) : HOL_MEMORY;
  if (status == HOL_OK) {
    fill_responses(w, rigid, modes, line);
  }
  free(line);
  return status;
}

static hol_status compute_modes_in(work *w, hol_component_modes *own)
{
  size_t ports = w->request->ports;
  for (size_t i = 0; i < ports; i++) {
    if (!accepts_force(w->part, w->request->port[i])) {
      return HOL_INVALID;
    }
    memcpy(w->at[i], w->part->at[w->request->port[i].point], sizeof w->at[i]);
  }
  HOL_TRY(find_requested(w));
  HOL_TRY(hol_check_cancelled(w->request->cancellation));
  HOL_TRY(add_terms(w));
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(&w->part->plate, rigid);
  size_t modes = w->series.count ? hol_mode_series_below(&w->series, 1 / (w->cutoff * further)) : 0;
  HOL_TRY(hol_mode_series_prepare(&w->series, count + modes));
  if (ports && w->request->modes) {
    fill_tail(w);
  }
  if (modes) {
    HOL_TRY(fill_fields(w, count, modes));
  }
  double *phi = hol_alloc(3 * ports, sizeof *phi);
  if (!phi) {
    return HOL_MEMORY;
  }
  fill_rigid(w, rigid, count, phi);
  own->error = w->error;
  size_t trusted = hol_mode_series_below(&w->series, w->least);
  hol_status status = hol_mode_series_publish(&w->series, count, phi, modes, own);
  own->trusted = status == HOL_OK ? trusted : 0;
  free(phi);
  return status;
}

static hol_status compute_modes(const void *part, const hol_modes_request *request, hol_component_modes *modes)
{
  const hol_rectangle_part *rectangle = part;
  work w = {.part = rectangle,
            .request = request,
            .at = hol_alloc(request->ports, sizeof *w.at),
            .series = {.ports = request->ports, .places = rectangle->places}};
  hol_status status = w.at ? compute_modes_in(&w, modes) : HOL_MEMORY;
  work_clear(&w);
  return status;
}

const hol_substructure_class *hol_rectangle_class(void)
{
  static const hol_substructure_class class = {.far = {8, 2000, 0.5},
                                               .theory = "Kirchhoff plates",
                                               .component_modes = compute_modes,
                                               .residual_flexibility = hol_mode_series_residual_flexibility,
                                               .field = hol_mode_series_field,
                                               .clear = hol_mode_series_release,
                                               .accepts_force = accepts_force,
                                               .free = free};
  return &class;
}
