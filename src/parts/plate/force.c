/* SPDX-License-Identifier: BSD-3-Clause */
/* Static deflection of a rectangular plate under a point force: singular solution and smooth remainder.
 *
 * Green's formula for the strain energy a(u, v) of a rectangle, with the jump of a quantity between opposite edges in [
   ]:
 *
 *     a(u, v) = ∫ DΔ²u v + B(u, v),
 *     B(u, v) = D ∫[ (u_xx + νu_yy) v_x − (u_xxx + (2−ν)u_xyy) v ] dy + the same with x and y changed over + 2(1−ν)D
 *  [[u_xy v]]
 * The deflection under a unit force at ξ is G = W + r, a(G, v) = v(ξ) − Σ φ(ξ) m∫φv with the rigid-body modes φ; as
 * a(W, v) = v(ξ) + B(W, v), the rest has a(r, v) = −B(W, v) - integrals of smooth functions along the edges - less the
 * same, with r = −W where edges are held. Its value at η is had not from itself, where an error counts in full, but, by
 * Green's formula with the W of η, from
 *
 *     r_ξ(η) = −B_f(W_ξ, W_η) + B_h(W_η, W_ξ) − B_f(W_ξ, r_η) − B_f(W_η, r_ξ) − a(r_ξ, r_η),
 *
 * f of what is not held, h of what is: this is stationary in r. So is Γ_1 = m∫G_ξG_η, where
 *
 *     m∫W_ξW_η = W_1ξ(η) + B(W_η, W_1ξ) − B(W_1ξ, W_η),     DΔ²W_1 = mW. */
#include "parts/plate/force.h"
#include "base/complex.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/profile/legendre.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { W, W_X, W_Y, W_XX, W_XY, W_YY, W_XXX, W_XXY, W_XYY, W_YYY };

/* ---- the singular part ------------------------------------------------------------------------------------------- */

/** The edges as the poles know them, in units of `length`. */
static void edges_of(const hol_rectangle *plate, double length, hol_pole_edge edge[4])
{
  static const double inward[4] = {0, 1, 0.5, -0.5};
  for (size_t e = 0; e < 4; e++) {
    double far = e % 2 ? plate->side[e / 2] / length : 0;
    edge[e] = (hol_pole_edge){.kind = plate->edge[e],
                              .nu = plate->nu,
                              .at = e / 2 ? hol_complex(0, far) : hol_complex(far, 0),
                              .normal = M_PI * inward[e]};
  }
}

/** First the images in the short edges, then of all that in the long ones, whose conditions count more. */
static void add_poles(const hol_rectangle *plate, double amplitude, hol_point_force *f)
{
  hol_pole_edge edge[4];
  edges_of(plate, f->length, edge);
  f->pole[f->poles++] = hol_pole_source(hol_complex(f->at[0] / f->length, f->at[1] / f->length), amplitude);
  size_t narrow = plate->side[0] >= plate->side[1] ? 0 : 1;
  for (size_t pass = 0; pass < 2; pass++) {
    size_t there = f->poles, first = 2 * (pass ? 1 - narrow : narrow);
    for (size_t k = 0; k < 2 * there; k++) {
      f->pole[f->poles++] = hol_pole_image(&f->pole[k / 2], &edge[first + k % 2], k < 2);
    }
  }
  for (size_t k = 0; k < f->poles; k++) {
    hol_pole_chain(&f->pole[k], plate->mass * pow(f->length, 4) / plate->D);
  }
}

static hol_point_force point_force_at(const hol_rectangle *plate, const double at[2])
{
  double length = hypot(plate->side[0], plate->side[1]);
  hol_point_force f = {.at = {at[0], at[1]}, .length = length};
  size_t edges = 0;
  for (size_t e = 0; e < 4; e++) {
    double side = plate->side[e / 2], distance = e % 2 ? side - at[e / 2] : at[e / 2];
    if (fabs(distance) <= hol_touching * side) {
      f.at[e / 2] = e % 2 ? side : 0;
      edges++;
    }
  }
  f.is_corner = edges == 2;
  if (!f.is_corner) {
    add_poles(plate, length * length / (8 * M_PI * plate->D), &f);
  }
  return f;
}

void hol_point_force_jet(const hol_point_force *force, size_t j, const double place[2], double jet[HOL_JET])
{
  static const int order[HOL_JET] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3};
  double complex z = hol_complex(place[0] / force->length, place[1] / force->length);
  double unit[4] = {1};
  for (size_t k = 1; k < 4; k++) {
    unit[k] = unit[k - 1] / force->length;
  }
  memset(jet, 0, HOL_JET * sizeof *jet);
  for (size_t k = 0; k < force->poles; k++) {
    hol_pole_jet(&force->pole[k], j, z, jet);
  }
  for (size_t k = 0; k < HOL_JET; k++) {
    jet[k] *= unit[order[k]];
  }
}

/* ---- rigid-body modes -------------------------------------------------------------------------------------------- */

size_t hol_plate_rigid_modes(const hol_rectangle *plate, hol_plate_rigid rigid[3])
{
  size_t held = 0, edge = 0;
  double mass = plate->mass * plate->side[0] * plate->side[1], unit = 1 / sqrt(mass);
  for (size_t e = 0; e < 4; e++) {
    if (plate->edge[e] != HOL_EDGE_FREE) {
      held++;
      edge = e;
    }
  }
  if (held == 0) {
    rigid[0] = (hol_plate_rigid){-1, unit, 0};
    for (int k = 0; k < 2; k++) {
      double slope = sqrt(12) * unit / plate->side[k];
      rigid[1 + k] = (hol_plate_rigid){k, -0.5 * slope * plate->side[k], slope};
    }
    return 3;
  }
  if (held == 1 && plate->edge[edge] == HOL_EDGE_SUPPORTED) {
    double side = plate->side[edge / 2], slope = sqrt(3) * unit / side;
    rigid[0] = (hol_plate_rigid){(int)(edge / 2), edge % 2 ? -slope * side : 0, slope};
    return 1;
  }
  return 0;
}

double hol_plate_rigid_at(const hol_plate_rigid *rigid, const double at[2])
{
  return rigid->constant + (rigid->along < 0 ? 0 : rigid->slope * at[rigid->along]);
}

bool hol_rectangle_holds(const hol_rectangle *plate, const double at[2])
{
  for (size_t e = 0; e < 4; e++) {
    double side = plate->side[e / 2], distance = e % 2 ? side - at[e / 2] : at[e / 2];
    if (plate->edge[e] != HOL_EDGE_FREE && fabs(distance) <= hol_touching * side) {
      return true;
    }
  }
  return false;
}

/* ---- along the edges --------------------------------------------------------------------------------------------- */

/** The products of one edge: those of functions of its own coordinate with the value and the slope across it. */
typedef struct edge {
  bool along_y; /**< an edge x = const */
  const hol_span *span, *other;
  double end; /**< the coordinate that is constant */
  bool is_far;
  size_t first, local; /**< value across it, then slope: of the elements, of the outermost layer */
} edge;

static edge edge_of(const hol_rectangle *plate, const hol_span *x, const hol_span *y, size_t e)
{
  const hol_span *other = e < 2 ? x : y;
  bool is_far = e % 2;
  return (edge){.along_y = e < 2,
                .span = e < 2 ? y : x,
                .other = other,
                .end = is_far ? plate->side[e / 2] : 0,
                .is_far = is_far,
                .first = is_far ? 2 * other->elements : 0,
                .local = other->global + (is_far ? other->local : 0)};
}

/** A place on it. */
static void place_on(const edge *e, double t, double place[2])
{
  place[0] = e->along_y ? e->end : t;
  place[1] = e->along_y ? t : e->end;
}

static size_t product_at(const edge *e, size_t across, size_t at)
{
  return e->along_y ? across + at * e->other->n : at + across * e->span->n;
}

/** Moment and force of a jet on an edge, over D. */
static void edge_stresses(double nu, bool along_y, const double *jet, double *moment, double *shear)
{
  *moment = along_y ? jet[W_XX] + nu * jet[W_YY] : jet[W_YY] + nu * jet[W_XX];
  *shear = along_y ? jet[W_XXX] + (2 - nu) * jet[W_XYY] : jet[W_YYY] + (2 - nu) * jet[W_XXY];
}

/** Loads of one W under way. */
typedef struct loading {
  const hol_rectangle *plate;
  const hol_span *x, *y;
  const hol_point_force *force;
  double *load, *held; /**< [n] */
  double *free;        /**< [n] of what is not held */
  double *density;     /**< [4 * points] workspace: force and moment; curvature along the edge, of the slope, too */
  double *sum;         /**< [4 * most functions] workspace: these times functions, and second derivatives */
} loading;

/** Jets along an edge, and what they are times the functions. */
static void integrate_edge(loading *a, const edge *e)
{
  const hol_span *span = e->span;
  size_t points = span->points;
  double h = hol_span_step(span), unit = h * h * h / 16, *shear = a->density, *moment = shear + points;
  double *bend = moment + points, *bend_slope = bend + points;
  for (size_t q = 0; q < points; q++) {
    double place[2], jet[HOL_JET], out = (e->is_far ? 1 : -1) * a->plate->D * span->weight[q];
    place_on(e, span->place[q], place);
    hol_point_force_jet(a->force, 0, place, jet);
    edge_stresses(a->plate->nu, e->along_y, jet, &moment[q], &shear[q]);
    shear[q] *= out;
    moment[q] *= out;
    bend[q] = unit * span->weight[q] * jet[e->along_y ? W_YY : W_XX];
    bend_slope[q] = unit * span->weight[q] * jet[e->along_y ? W_XYY : W_XXY];
  }
  hol_block value = {span->value[0], span->n, false}, second = {span->value[2], span->n, false};
  hol_dense_multiply(span->n, points, 2, 1, value, (hol_block){shear, points, false}, 0, a->sum, span->n);
  hol_dense_multiply(span->n, points, 2, 1, second, (hol_block){bend, points, false}, 0, a->sum + 2 * span->n, span->n);
}

/** Forces and moments along an edge on what moves there; local functions have value and slope there, too. */
static void put_loads(const edge *e, size_t j, double shear, double moment, double *load)
{
  load[product_at(e, e->first, j)] += shear;
  load[product_at(e, e->first + 1, j)] -= moment;
  for (size_t l = 0; l < e->other->layers; l++) {
    size_t at = e->local + l * (e->other->layer_degree - 1);
    load[product_at(e, at, j)] += shear;
    load[product_at(e, at + 1, j)] -= (e->is_far ? -1 : 1) * moment;
  }
}

static void add_edge(loading *a, size_t number)
{
  edge e = edge_of(a->plate, a->x, a->y, number);
  integrate_edge(a, &e);
  size_t n = e.span->n;
  const double *shear = a->sum, *moment = shear + n, *bend = moment + n, *bend_slope = bend + n;
  hol_plate_edge kind = a->plate->edge[number];
  for (size_t j = 0; j < n; j++) {
    put_loads(&e, j, shear[j], moment[j], a->load);
    put_loads(&e, j, kind == HOL_EDGE_FREE ? shear[j] : 0, kind == HOL_EDGE_CLAMPED ? 0 : moment[j], a->free);
    if (j >= 2 * (e.span->elements + 1) && j < e.span->global) {
      a->held[product_at(&e, e.first, j)] -= kind != HOL_EDGE_FREE ? bend[j] : 0;
      a->held[product_at(&e, e.first + 1, j)] -= kind == HOL_EDGE_CLAMPED ? bend_slope[j] : 0;
    }
  }
}

/** Values and slopes at the nodes of a held edge: there the trace is taken as it is. */
static void hold_nodes(loading *a, size_t number)
{
  edge e = edge_of(a->plate, a->x, a->y, number);
  hol_plate_edge kind = a->plate->edge[number];
  for (size_t k = 0; k <= e.span->elements && kind != HOL_EDGE_FREE; k++) {
    double place[2], jet[HOL_JET];
    place_on(&e, e.span->length * (double)k / (double)e.span->elements, place);
    hol_point_force_jet(a->force, 0, place, jet);
    a->held[product_at(&e, e.first, 2 * k)] = -jet[W];
    a->held[product_at(&e, e.first, 2 * k + 1)] = -jet[e.along_y ? W_Y : W_X];
    if (kind == HOL_EDGE_CLAMPED) {
      a->held[product_at(&e, e.first + 1, 2 * k)] = -jet[e.along_y ? W_X : W_Y];
      a->held[product_at(&e, e.first + 1, 2 * k + 1)] = -jet[W_XY];
    }
  }
}

/** Do two free edges meet? */
static bool is_free_corner(const hol_rectangle *plate, size_t k)
{
  return plate->edge[k % 2] == HOL_EDGE_FREE && plate->edge[2 + k / 2] == HOL_EDGE_FREE;
}

static void put_corner(const hol_span *x, const hol_span *y, size_t k, double force, double *load)
{
  size_t i = k % 2 ? 2 * x->elements : 0, j = k / 2 ? 2 * y->elements : 0;
  load[i + j * x->n] -= force;
  for (size_t l = 0; l < x->layers; l++) {
    i = x->global + (k % 2 ? x->local : 0) + l * (x->layer_degree - 1);
    j = y->global + (k / 2 ? y->local : 0) + l * (y->layer_degree - 1);
    load[i + j * x->n] -= force;
  }
}

/** 2(1 − ν)D [[u_xy v]]. */
static void add_corner(loading *a, size_t k)
{
  const hol_rectangle *plate = a->plate;
  double place[2] = {k % 2 ? plate->side[0] : 0, k / 2 ? plate->side[1] : 0}, jet[HOL_JET];
  double factor = (k == 0 || k == 3 ? 2 : -2) * (1 - plate->nu) * plate->D;
  hol_point_force_jet(a->force, 0, place, jet);
  put_corner(a->x, a->y, k, factor * jet[W_XY], a->load);
  if (is_free_corner(plate, k)) {
    put_corner(a->x, a->y, k, factor * jet[W_XY], a->free);
  }
}

static void fill_loading(loading *a)
{
  for (size_t e = 0; e < 4; e++) {
    add_edge(a, e);
  }
  for (size_t e = 0; e < 4; e++) {
    hold_nodes(a, e);
  }
  for (size_t k = 0; k < 4; k++) {
    add_corner(a, k);
  }
}

/** load += amount · v(ξ). @param[in] line  [3 * (x->n + y->n)] workspace */
static void add_point_load(const hol_span *x, const hol_span *y, const double at[2], double amount, double *line,
                           double *load)
{
  size_t nx = x->n, ny = y->n;
  double *fx = line, *fy = line + 3 * nx;
  hol_span_all_at(x, at[0], (double *const[3]){fx, fx + nx, fx + 2 * nx});
  hol_span_all_at(y, at[1], (double *const[3]){fy, fy + ny, fy + 2 * ny});
  for (size_t b = 0; b < nx * ny; b++) {
    load[b] += amount * fx[b % nx] * fy[b / nx];
  }
}

/* ---- between forces ---------------------------------------------------------------------------------------------- */

enum { GAUSS = 16, PIECES = 8, STEPS_MOST = 24 };

/** All W_0 along one edge, at places that are close to each other where forces are near it. */
typedef struct traces {
  size_t points;
  double *place, *weight; /**< [points] */
  double *value[2]; /**< of W, of W_1: [ports][4 * points] force and moment with weights, deflection and slope across
                         it */
} traces;

/** Places between panels. @param[out] end  [PIECES + 1 + ports * (4 * STEPS_MOST + 1)] @return their number */
static size_t panels(const hol_edge_loads *loads, const edge *e, double *end)
{
  double length = e->span->length;
  size_t count = 0, kept = 0;
  for (size_t k = 0; k <= PIECES; k++) {
    end[count++] = length * (double)k / PIECES;
  }
  for (size_t p = 0; p < loads->ports; p++) {
    double foot = loads->force[p].at[e->along_y ? 1 : 0],
           distance = fabs(e->end - loads->force[p].at[e->along_y ? 0 : 1]);
    double to_end = fmin(foot, length - foot), step = fmax(distance, 1e-7 * length),
           corner = fmax(hypot(distance, to_end), 1e-7 * length);
    end[count++] = foot;
    for (size_t k = 0; k < STEPS_MOST; k++, step *= 4, corner *= 4) {
      const double at[4] = {foot - step, foot + step, corner, length - corner};
      for (size_t i = 0; i < 4; i++) {
        end[count] = at[i];
        count += at[i] > 0 && at[i] < length && (i < 2 ? step : corner) < 0.25 * length;
      }
    }
  }
  hol_sort(count, end);
  for (size_t i = 0; i < count; i++) {
    if (kept == 0 || end[i] - end[kept - 1] > 1e-9 * length) {
      end[kept++] = end[i];
    }
  }
  end[kept - 1] = length;
  return kept;
}

static hol_status place_traces(const hol_edge_loads *loads, const edge *e, traces *t)
{
  double *end = hol_alloc(PIECES + 2 + loads->ports * (4 * STEPS_MOST + 1), sizeof *end);
  size_t count = end ? panels(loads, e, end) : 0;
  long double s[GAUSS], weight[GAUSS];
  hol_gauss(GAUSS, s, weight);
  t->points = count ? (count - 1) * GAUSS : 0;
  t->place = hol_alloc(t->points, sizeof *t->place);
  t->weight = hol_alloc(t->points, sizeof *t->weight);
  t->value[0] = hol_alloc(t->points * loads->ports, 4 * sizeof **t->value);
  t->value[1] = hol_alloc(t->points * loads->ports, 4 * sizeof **t->value);
  bool ok = count && t->place && t->weight && t->value[0] && t->value[1];
  for (size_t q = 0; ok && q < t->points; q++) {
    double from = end[q / GAUSS], h = end[q / GAUSS + 1] - from;
    t->place[q] = from + 0.5 * h * (1 + (double)s[q % GAUSS]);
    t->weight[q] = 0.5 * h * (double)weight[q % GAUSS];
  }
  free(end);
  return ok ? HOL_OK : HOL_MEMORY;
}

static void traces_clear(traces *t)
{
  free(t->place);
  free(t->weight);
  free(t->value[0]);
  free(t->value[1]);
  *t = (traces){0};
}

static void fill_traces(const hol_rectangle *plate, const hol_edge_loads *loads, const edge *e, traces *t)
{
  size_t points = t->points;
  for (size_t i = 0; i < 2 * loads->ports * points; i++) {
    size_t j = i % 2, q = i / 2 % points, p = i / 2 / points;
    double *value = t->value[j] + 4 * points * p, place[2], jet[HOL_JET], moment, shear;
    double out = (e->is_far ? 1 : -1) * plate->D * t->weight[q];
    place_on(e, t->place[q], place);
    hol_point_force_jet(&loads->force[p], j, place, jet);
    edge_stresses(plate->nu, e->along_y, jet, &moment, &shear);
    value[q] = out * shear;
    value[q + points] = out * moment;
    value[q + 2 * points] = jet[W];
    value[q + 3 * points] = jet[e->along_y ? W_X : W_Y];
  }
}

/** Along one edge B_f(W_ξ, W_η) − B_h(W_η, W_ξ). */
static double pair_of(const traces *t, hol_plate_edge kind, size_t xi, size_t eta)
{
  size_t points = t->points;
  const double *p = t->value[0] + 4 * points * xi, *q = t->value[0] + 4 * points * eta;
  double force = kind == HOL_EDGE_FREE ? hol_dot(points, p, q + 2 * points) : -hol_dot(points, q, p + 2 * points);
  double moment = kind == HOL_EDGE_CLAMPED ? -hol_dot(points, q + points, p + 3 * points)
                                           : hol_dot(points, p + points, q + 3 * points);
  return moment - force;
}

/** Along one edge B(W_η, W_1ξ) − B(W_1ξ, W_η). */
static double pair_next(const traces *t, size_t xi, size_t eta)
{
  size_t points = t->points;
  const double *p = t->value[1] + 4 * points * xi, *q = t->value[0] + 4 * points * eta;
  return hol_dot(points, q + points, p + 3 * points) - hol_dot(points, q, p + 2 * points) -
         hol_dot(points, p + points, q + 3 * points) + hol_dot(points, p, q + 2 * points);
}

/** The same at the corners. @param[out] next  of W_1 */
static double pair_at_corners(const hol_rectangle *plate, const hol_point_force *xi, const hol_point_force *eta,
                              double *next)
{
  double sum = 0;
  *next = 0;
  for (size_t k = 0; k < 4; k++) {
    double place[2] = {k % 2 ? plate->side[0] : 0, k / 2 ? plate->side[1] : 0}, p[HOL_JET], q[HOL_JET], p1[HOL_JET];
    double factor = (k == 0 || k == 3 ? 2 : -2) * (1 - plate->nu) * plate->D;
    hol_point_force_jet(xi, 0, place, p);
    hol_point_force_jet(xi, 1, place, p1);
    hol_point_force_jet(eta, 0, place, q);
    sum += factor * (is_free_corner(plate, k) ? p[W_XY] * q[W] : -q[W_XY] * p[W]);
    *next += factor * (q[W_XY] * p1[W] - p1[W_XY] * q[W]);
  }
  return sum;
}

/** Product of the singular solutions W of two forces without the edges; at a corner 0. */
static void fill_near(const hol_rectangle *plate, const double (*at)[2], hol_edge_loads *loads)
{
  size_t ports = loads->ports;
  for (size_t i = 0; i < ports * ports; i++) {
    size_t p = i % ports, q = i / ports;
    const hol_point_force *f = &loads->force[p], *g = &loads->force[q];
    double jet[HOL_JET], next, corners = pair_at_corners(plate, f, g, &next);
    hol_point_force_jet(f, 0, at[q], jet);
    double here = jet[W];
    hol_point_force_jet(g, 0, at[p], jet);
    loads->own[0][i] += f->is_corner ? jet[W] : g->is_corner ? here : jet[W] - corners;
    hol_point_force_jet(f, 1, at[q], jet);
    loads->own[1][i] +=
        g->is_corner || p == q ? 0 : jet[W] + next; /* of one force: had by quadrature, without cancellation */
  }
}

static void symmetrise(size_t n, double *a)
{
  for (size_t j = 0; j < n; j++) {
    for (size_t i = 0; i < j; i++) {
      a[i + j * n] = a[j + i * n] = 0.5 * (a[i + j * n] + a[j + i * n]);
    }
  }
}

static hol_status fill_own(const loading *a, const double (*at)[2], hol_edge_loads *loads)
{
  size_t ports = loads->ports;
  fill_near(a->plate, at, loads);
  for (size_t number = 0; number < 4; number++) {
    edge e = edge_of(a->plate, a->x, a->y, number);
    traces t = {0};
    hol_status status = place_traces(loads, &e, &t);
    if (status == HOL_OK) {
      fill_traces(a->plate, loads, &e, &t);
    }
    for (size_t i = 0; status == HOL_OK && i < ports * ports; i++) {
      loads->own[0][i] -= pair_of(&t, a->plate->edge[number], i % ports, i / ports);
      loads->own[1][i] += i % ports == i / ports ? 0 : pair_next(&t, i % ports, i / ports);
    }
    traces_clear(&t);
    HOL_TRY(status);
  }
  symmetrise(ports, loads->own[0]);
  symmetrise(ports, loads->own[1]);
  return HOL_OK;
}

/* ---- over the plate ---------------------------------------------------------------------------------------------- */

/** Points of Gauss' quadrature and steps towards the force: many where functions are smooth and rounding is within
 *  reach. */
enum { AREA_GAUSS = 28, AREA_GAUSS_ROUGH = 20, AREA_LAYERS = 2, AREA_STEPS = 5, AREA_STEPS_ROUGH = 4, AREA_ENDS = 64 };

/** A quadrature along one side, closer where the force is, and the functions there. */
typedef struct ruling {
  size_t points;
  double *place, *weight; /**< [points] */
  double *value;          /**< [n * points] times weights */
} ruling;

static size_t line_panels(const hol_span *span, double foot, double end[AREA_ENDS])
{
  size_t count = 0, kept = 0, halves = 2 * span->elements;
  for (size_t k = 0; k <= halves && k < AREA_ENDS / 2; k++) {
    end[count++] = span->length * (double)k / (double)halves;
  }
  for (size_t k = 0; k < span->layers && k < AREA_LAYERS; k++) {
    end[count++] = span->layer[k];
    end[count++] = span->length - span->layer[k];
  }
  end[count++] = foot;
  double step = 0.15 * hol_span_step(span);
  size_t steps = span->layers ? AREA_STEPS_ROUGH : AREA_STEPS;
  for (size_t k = 0; k < steps; k++, step /= 6) {
    end[count] = foot - step;
    count += foot - step > 0;
    end[count] = foot + step;
    count += foot + step < span->length;
  }
  hol_sort(count, end);
  for (size_t i = 0; i < count; i++) {
    if (kept == 0 || end[i] - end[kept - 1] > 1e-9 * span->length) {
      end[kept++] = end[i];
    }
  }
  end[kept - 1] = span->length;
  return kept;
}

static void line_clear(ruling *l)
{
  free(l->place);
  free(l->weight);
  free(l->value);
  *l = (ruling){0};
}

static hol_status line_start(const hol_span *span, double foot, ruling *l)
{
  double end[AREA_ENDS];
  long double s[AREA_GAUSS], weight[AREA_GAUSS];
  if (2 * span->elements > AREA_ENDS / 2) {
    return HOL_NUMERICAL;
  }
  size_t each = span->layers ? AREA_GAUSS_ROUGH : AREA_GAUSS, panels_there = line_panels(span, foot, end) - 1;
  hol_gauss(each, s, weight);
  *l = (ruling){.points = panels_there * each};
  l->place = hol_alloc(l->points, sizeof *l->place);
  l->weight = hol_alloc(l->points, sizeof *l->weight);
  l->value = hol_alloc(l->points * span->n, sizeof *l->value);
  double *slope = hol_alloc(span->n, 2 * sizeof *slope);
  bool ok = l->place && l->weight && l->value && slope;
  for (size_t q = 0; ok && q < l->points; q++) {
    double from = end[q / each], h = end[q / each + 1] - from, *value = l->value + q * span->n;
    l->place[q] = from + 0.5 * h * (1 + (double)s[q % each]);
    l->weight[q] = 0.5 * h * (double)weight[q % each];
    hol_span_all_at(span, l->place[q], (double *const[3]){value, slope, slope + span->n});
    hol_scale(span->n, l->weight[q], value);
  }
  free(slope);
  return ok ? HOL_OK : HOL_MEMORY;
}

/** m∫Wv. @param[in] grid  [x->points * y->points]  @param[in] half  [nx * y->points] workspace  @return m∫WW */
static double integrate_area(const loading *a, const ruling *x, const ruling *y, double *grid, double *half,
                             double *inertia)
{
  size_t nx = a->x->n, ny = a->y->n;
  const hol_point_force *f = a->force;
  double sum = 0;
  for (size_t i = 0; i < x->points * y->points; i++) {
    double complex z = hol_complex(x->place[i % x->points] / f->length, y->place[i / x->points] / f->length);
    grid[i] = 0;
    for (size_t k = 0; k < f->poles; k++) {
      grid[i] += hol_pole_value(&f->pole[k], z);
    }
    sum += x->weight[i % x->points] * y->weight[i / x->points] * grid[i] * grid[i];
  }
  hol_dense_multiply(nx, x->points, y->points, a->plate->mass, (hol_block){x->value, nx, false},
                     (hol_block){grid, x->points, false}, 0, half, nx);
  hol_dense_multiply(nx, y->points, ny, 1, (hol_block){half, nx, false}, (hol_block){y->value, ny, true}, 0, inertia,
                     nx);
  return a->plate->mass * sum;
}

/** @param[out] square  m∫WW */
static hol_status fill_inertia(const loading *a, double *inertia, double *square)
{
  ruling x = {0}, y = {0};
  hol_status status = line_start(a->x, a->force->at[0], &x);
  status = status == HOL_OK ? line_start(a->y, a->force->at[1], &y) : status;
  double *grid = hol_alloc(x.points * y.points, sizeof *grid), *half = hol_alloc(a->x->n * y.points, sizeof *half);
  status = status == HOL_OK && !(grid && half) ? HOL_MEMORY : status;
  if (status == HOL_OK) {
    *square = integrate_area(a, &x, &y, grid, half, inertia);
  }
  line_clear(&x);
  line_clear(&y);
  free(grid);
  free(half);
  return status;
}

/* ---- the whole of a force ---------------------------------------------------------------------------------------- */

/** At a corner nothing is singular: the products have it all. */
static hol_status fill_force(loading *a, size_t q, double *work, hol_edge_loads *loads)
{
  a->force = &loads->force[q];
  a->load = loads->load + q * loads->n;
  a->held = loads->held + q * loads->n;
  a->free = loads->free + q * loads->n;
  if (a->force->is_corner) {
    add_point_load(a->x, a->y, a->force->at, 1, work, a->free);
    return HOL_OK;
  }
  fill_loading(a);
  return fill_inertia(a, loads->inertia + q * loads->n, &loads->own[1][q * (loads->ports + 1)]);
}

static hol_status build_loads(loading *a, const double (*at)[2], hol_edge_loads *loads)
{
  double *work = hol_alloc(a->x->n + a->y->n, 3 * sizeof *work);
  hol_status status = work ? HOL_OK : HOL_MEMORY;
  for (size_t q = 0; q < loads->ports && status == HOL_OK; q++) {
    loads->force[q] = point_force_at(a->plate, at[q]);
    status = fill_force(a, q, work, loads);
  }
  free(work);
  return status == HOL_OK ? fill_own(a, at, loads) : status;
}

hol_status hol_edge_loads_build(const hol_rectangle *plate, const hol_span *x, const hol_span *y, size_t ports,
                                const double (*at)[2], hol_edge_loads *loads)
{
  size_t n = x->n * y->n, most = x->n > y->n ? x->n : y->n, points = x->points > y->points ? x->points : y->points;
  *loads = (hol_edge_loads){
      .ports = ports,
      .n = n,
      .force = hol_alloc(ports, sizeof *loads->force),
      .load = hol_alloc(n * ports, sizeof *loads->load),
      .held = hol_alloc(n * ports, sizeof *loads->held),
      .free = hol_alloc(n * ports, sizeof *loads->free),
      .inertia = hol_alloc(n * ports, sizeof *loads->inertia),
      .own = {hol_alloc(ports * ports, sizeof **loads->own), hol_alloc(ports * ports, sizeof **loads->own)}};
  loading a = {.plate = plate,
               .x = x,
               .y = y,
               .density = hol_alloc(points, 4 * sizeof *a.density),
               .sum = hol_alloc(most, 4 * sizeof *a.sum)};
  bool ok =
      loads->force && loads->load && loads->held && loads->free && loads->inertia && loads->own[0] && loads->own[1];
  hol_status status = ok && a.density && a.sum ? build_loads(&a, at, loads) : HOL_MEMORY;
  free(a.density);
  free(a.sum);
  if (status != HOL_OK) {
    hol_edge_loads_clear(loads);
  }
  return status;
}

void hol_edge_loads_clear(hol_edge_loads *loads)
{
  free(loads->force);
  free(loads->load);
  free(loads->held);
  free(loads->free);
  free(loads->inertia);
  free(loads->own[0]);
  free(loads->own[1]);
  *loads = (hol_edge_loads){0};
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

double hol_plate_stiffness(const hol_rectangle *plate, double *const x[4], double *const y[4], size_t at_x, size_t at_y,
                           size_t back_x, size_t back_y)
{
  double nu = plate->nu;
  return plate->D *
         (x[1][at_x] * y[0][at_y] + x[0][at_x] * y[1][at_y] +
          nu * (x[2][at_x] * y[2][back_y] + x[2][back_x] * y[2][at_y]) + 2 * (1 - nu) * x[3][at_x] * y[3][at_y]);
}

/** C += factor A H B for symmetric or transposed integrals, H by columns. */
static void add_sandwich(const hol_plane *plane, double factor, size_t kind_x, size_t kind_y, bool transposed,
                         const double *H, double *work, double *C)
{
  size_t nx = plane->x->n, ny = plane->y->n;
  hol_block A = {plane->x->integral[kind_x], nx, transposed}, B = {plane->y->integral[kind_y], ny, transposed};
  hol_dense_multiply(nx, nx, ny, factor, A, (hol_block){H, nx, false}, 0, work, nx);
  hol_dense_multiply(nx, ny, ny, 1, (hol_block){work, nx, false}, B, 1, C, nx);
}

/** load −= K rest. */
static void subtract_stiffness(const hol_plane *plane, const double *rest, double *work, double *load)
{
  double D = plane->plate->D, nu = plane->plate->nu;
  add_sandwich(plane, -D, 1, 0, false, rest, work, load);
  add_sandwich(plane, -D, 0, 1, false, rest, work, load);
  add_sandwich(plane, -D * nu, 2, 2, false, rest, work, load);
  add_sandwich(plane, -D * nu, 2, 2, true, rest, work, load);
  add_sandwich(plane, -2 * D * (1 - nu), 3, 3, false, rest, work, load);
}

/** Coefficients of both factors of a rigid-body mode. @param[out] line  [x->n + y->n] */
static void rigid_factors(const hol_plane *plane, const hol_plate_rigid *rigid, double *line)
{
  double *fx = line, *fy = line + plane->x->n;
  hol_span_linear(plane->x, rigid->along == 1 ? 1 : rigid->constant, rigid->along == 0 ? rigid->slope : 0, fx);
  hol_span_linear(plane->y, rigid->along == 1 ? rigid->constant : 1, rigid->along == 1 ? rigid->slope : 0, fy);
}

/** load −= φ(ξ) m∫φv. */
static void relieve(const hol_plane *plane, const hol_plate_rigid *rigid, double amount, double *line, double *load)
{
  size_t nx = plane->x->n, ny = plane->y->n;
  double *fx = line, *fy = line + nx, *mx = fy + ny, *my = mx + nx;
  rigid_factors(plane, rigid, line);
  hol_dense_product(nx, nx, 1, plane->x->integral[0], fx, mx);
  hol_dense_product(ny, ny, 1, plane->y->integral[0], fy, my);
  for (size_t b = 0; b < nx * ny; b++) {
    load[b] += amount * plane->plate->mass * mx[b % nx] * my[b / nx];
  }
}

/** Workspace: [n] loads, held values, products; line functions. */
typedef struct shed {
  double *load, *held, *line, *work;
} shed;

/** Difference between the smooth deflection, without W, and its products. */
static void solve_rest(const hol_plane *plane, const hol_edge_loads *loads, size_t q, shed *s, double *rest)
{
  size_t n = loads->n, at = q * n;
  if (loads->force[q].is_corner) {
    memset(rest, 0, n * sizeof *rest);
    return;
  }
  memcpy(s->load, loads->load + at, n * sizeof *s->load);
  bool is_held = false;
  for (size_t b = 0; b < n; b++) {
    s->held[b] = plane->there[b] ? loads->held[at + b] : 0;
    is_held = is_held || s->held[b] != 0;
  }
  add_point_load(plane->x, plane->y, loads->force[q].at, -1, s->line, s->load);
  if (is_held) {
    subtract_stiffness(plane, s->held, s->work, s->load);
  }
  plane->solve(plane->context, s->load, rest);
  hol_add_scaled(n, 1, s->held, rest);
}

/** m∫φ rest. */
static double moment_of(const hol_plane *plane, const hol_plate_rigid *rigid, const double *rest, shed *s)
{
  size_t n = plane->x->n * plane->y->n;
  memset(s->work, 0, n * sizeof *s->work);
  relieve(plane, rigid, 1, s->line, s->work);
  return hol_dot(n, s->work, rest);
}

void hol_plane_at(const hol_plane *plane, const double *coefficient, const double place[2], double *work,
                  double value[3])
{
  size_t nx = plane->x->n, ny = plane->y->n;
  double *x = work, *dx = x + nx, *y = dx + 2 * nx, *dy = y + ny;
  hol_span_all_at(plane->x, place[0], (double *const[3]){x, dx, dx + nx});
  hol_span_all_at(plane->y, place[1], (double *const[3]){y, dy, dy + ny});
  value[0] = value[1] = value[2] = 0;
  for (size_t j = 0; j < ny; j++) {
    double at = 0, slope = 0;
    for (size_t i = 0; i < nx && (y[j] != 0 || dy[j] != 0); i++) {
      at += coefficient[i + j * nx] * x[i];
      slope += coefficient[i + j * nx] * dx[i];
    }
    value[0] += at * y[j];
    value[1] += slope * y[j];
    value[2] += at * dy[j];
  }
}

/** Make W + rest orthogonal to the rigid-body modes. @param[in] inertia  [n] m∫Wv; NULL: without W */
static void orthogonalise(const hol_plane *plane, const double *inertia, double *rest, shed *s)
{
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(plane->plate, rigid), nx = plane->x->n, n = nx * plane->y->n;
  double part[3];
  for (size_t r = 0; r < count; r++) {
    part[r] = moment_of(plane, &rigid[r], rest, s);
    rigid_factors(plane, &rigid[r], s->line);
    for (size_t b = 0; inertia && b < n; b++) {
      part[r] += inertia[b] * s->line[b % nx] * s->line[nx + b / nx];
    }
  }
  for (size_t r = 0; r < count; r++) {
    rigid_factors(plane, &rigid[r], s->line);
    for (size_t b = 0; b < n; b++) {
      rest[b] -= part[r] * s->line[b % nx] * s->line[nx + b / nx];
    }
  }
}

/** u_0 in products. */
static void deflect_plane(const hol_plane *plane, const double at[2], shed *s, double *u)
{
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(plane->plate, rigid);
  memset(s->load, 0, plane->x->n * plane->y->n * sizeof *s->load);
  add_point_load(plane->x, plane->y, at, 1, s->line, s->load);
  for (size_t r = 0; r < count; r++) {
    relieve(plane, &rigid[r], -hol_plate_rigid_at(&rigid[r], at), s->line, s->load);
  }
  plane->solve(plane->context, s->load, u);
  orthogonalise(plane, NULL, u, s);
}

/** Deflections over the products, [n * ports] each: of the products, of their first modes; workspace [2 * n]. */
typedef struct within {
  double *u;
  const double *low;
  double *inertia;
} within;

/** Missing terms of Γ_0 and Γ_1; in this the first modes c = Σ φφ(ξ)/ω² are as they are: m∫(G−c)(G−c) −
 *  m∫(u−c)(u−c). */
static void refine_deflection(const hol_plane *plane, const hol_edge_loads *loads, const double (*at)[2],
                              const within *in, shed *s, hol_deflection *d)
{
  size_t n = d->n, ports = d->ports;
  double *Mu = in->inertia, *lacking = Mu + n, mass = plane->plate->mass;
  for (size_t q = 0; q < ports; q++) {
    const double *r = d->smooth + q * n, *free_q = loads->free + q * n, *inertia_q = loads->inertia + q * n;
    memset(s->load, 0, n * sizeof *s->load);
    memset(Mu, 0, 2 * n * sizeof *Mu);
    subtract_stiffness(plane, r, s->work, s->load);
    add_sandwich(plane, mass, 0, 0, false, in->u + q * n, s->work, Mu);
    add_sandwich(plane, mass, 0, 0, false, r, s->work, lacking);
    for (size_t p = 0; p < ports; p++) {
      const double *other = d->smooth + p * n, *low = in->low + p * n;
      double value[3], *to = &d->missing[1][p + q * ports];
      hol_plane_at(plane, in->u + q * n, at[p], s->line, value);
      d->missing[0][p + q * ports] = loads->own[0][p + q * ports] + hol_dot(n, free_q, other) +
                                     hol_dot(n, loads->free + p * n, r) + hol_dot(n, s->load, other) - value[0];
      *to = loads->own[1][p + q * ports] + hol_dot(n, inertia_q, other) + hol_dot(n, loads->inertia + p * n, r) +
            (hol_dot(n, lacking, other) - hol_dot(n, Mu, in->u + p * n));
      *to -= 2 * (hol_dot(n, inertia_q, low) + (hol_dot(n, lacking, low) - hol_dot(n, Mu, low))); /* half for each of
                                                                                                     both */
    }
  }
  symmetrise(ports, d->missing[0]);
  symmetrise(ports, d->missing[1]);
}

static void build_deflection(const hol_plane *plane, const hol_edge_loads *loads, const double (*at)[2],
                             const within *in, shed *s, hol_deflection *d)
{
  size_t n = d->n;
  double *rest = in->inertia;
  for (size_t q = 0; q < d->ports; q++) {
    double *smooth = d->smooth + q * n, *u = in->u + q * n;
    deflect_plane(plane, loads->force[q].at, s, u);
    solve_rest(plane, loads, q, s, rest);
    orthogonalise(plane, loads->force[q].is_corner ? NULL : loads->inertia + q * n, rest, s);
    for (size_t b = 0; b < n; b++) {
      smooth[b] = u[b] + rest[b];
    }
  }
  refine_deflection(plane, loads, at, in, s, d);
}

hol_status hol_deflection_build(const hol_plane *plane, const hol_edge_loads *loads, const double (*at)[2],
                                const double *low, hol_deflection *deflection)
{
  size_t n = loads->n, ports = loads->ports;
  *deflection = (hol_deflection){.ports = ports,
                                 .n = n,
                                 .smooth = hol_alloc(n * ports, sizeof *deflection->smooth),
                                 .missing = {hol_alloc(ports * ports, sizeof **deflection->missing),
                                             hol_alloc(ports * ports, sizeof **deflection->missing)}};
  shed s = {.load = hol_alloc(n, sizeof *s.load),
            .held = hol_alloc(n, sizeof *s.held),
            .work = hol_alloc(n, sizeof *s.work),
            .line = hol_alloc(3 * (plane->x->n + plane->y->n), sizeof *s.line)};
  within in = {.u = hol_alloc(n * ports, sizeof *in.u), .low = low, .inertia = hol_alloc(n, 2 * sizeof *in.inertia)};
  bool ok =
      deflection->smooth && deflection->missing[0] && deflection->missing[1] && s.load && s.held && s.work && s.line;
  ok = ok && in.u && in.inertia;
  if (ok) {
    build_deflection(plane, loads, at, &in, &s, deflection);
  } else {
    hol_deflection_clear(deflection);
  }
  free(s.load);
  free(s.held);
  free(s.work);
  free(s.line);
  free(in.u);
  free(in.inertia);
  return ok ? HOL_OK : HOL_MEMORY;
}

void hol_deflection_clear(hol_deflection *deflection)
{
  free(deflection->smooth);
  free(deflection->missing[0]);
  free(deflection->missing[1]);
  *deflection = (hol_deflection){0};
}
