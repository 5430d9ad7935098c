/* SPDX-License-Identifier: BSD-3-Clause */
/* Rayleigh-Ritz discretisation of a round plate along its radius, one family of nodal diameters at a time.
 *
 * Elements follow each other at the radii of the ports. What is between two of them falls off like (r/r₁)^n on the one
 * side and (r₀/r)^n on the other: elements there are as short as that asks for, as long as anything is left of it. */
#include "parts/plate/radial.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/plate/shape.h"
#include "parts/profile/legendre.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** n ln(r₁/r₀) of an element; beyond how many of these from its end a layer is over; the same of any element; phase of
 * a wave on one element; parts of the radius within which nodes repeat, and within which a force needs none of its own;
 * points of quadrature beyond the degree. */
static const double steep = 8, layers = 3, widest = 2, phase = 6, merged = 1e-13, as_good_as = 1e-5;
enum { POINTS_MORE = 3, POINTS_MOST = HOL_RADIAL_DEGREE + POINTS_MORE };

/* ---- mesh -------------------------------------------------------------------------------------------------------- */

/** Nodes under way. */
typedef struct nodes {
  double *r;
  size_t count, room;
  bool failed;
} nodes;

static void put_node(nodes *all, double r)
{
  if (!hol_grow(&all->r, &all->room, all->count + 1, sizeof *all->r)) {
    all->failed = true;
    return;
  }
  all->r[all->count++] = r;
}

/** Sort, and leave out what repeats to rounding of the radius. */
static void tidy(nodes *all, double radius)
{
  hol_sort(all->count, all->r);
  size_t kept = 0;
  for (size_t i = 0; i < all->count; i++) {
    if (kept == 0 || all->r[i] - all->r[kept - 1] > merged * radius) {
      all->r[kept++] = all->r[i];
    }
  }
  all->count = kept;
}

/** The radius of a force is a node: third derivatives jump there. So near another node, but for the centre, that the
 *  energy in between is less than rounding - it goes by the cube - it is not, or elements would be too short to reckon
 *  with. */
static void put_channel(nodes *all, double r, double radius)
{
  for (size_t i = 0; i < all->count; i++) {
    if (all->r[i] > 0 && fabs(all->r[i] - r) < as_good_as * radius) {
      return;
    }
  }
  put_node(all, r);
}

/** Nodes inside a segment for what falls off from its ends. */
static void grade(nodes *all, double n, double from, double to)
{
  double step = n > 12 || from > 0 ? fmin(steep / fmax(n, 1), log(widest)) : HUGE_VAL,
         reach = layers * steep / fmax(n, 1);
  if (!isfinite(step)) {
    return; /* a polynomial round the centre */
  }
  double length = from > 0 ? log(to / from) : HUGE_VAL, inward = fmin(reach, from > 0 ? length / 2 : reach);
  double steps = ceil(inward / step * (1 - 1e-12));
  for (double k = 1; k <= steps; k++) {
    put_node(all, to * exp(-inward * k / steps));
    if (from > 0) {
      put_node(all, from * exp(inward * k / steps));
    }
  }
  double between = from > 0 ? length - 2 * inward : 0; /* nothing steep there, but logarithms */
  double pieces = ceil(between / (2 * log(widest)));
  for (double k = 1; k < pieces; k++) {
    put_node(all, from * exp(inward + between * k / pieces));
  }
}

/** Round a force at the centre, where n = 0 has r² ln r. */
static void grade_centre(nodes *all, double to)
{
  static const double ratio = 3.5;
  for (int k = 0; k < 14; k++) {
    to /= ratio;
    put_node(all, to);
  }
}

/** No element longer than a wave allows. */
static void refine_nodes(nodes *all, double longest)
{
  size_t count = all->count;
  for (size_t i = 0; i + 1 < count && !all->failed; i++) {
    double from = all->r[i], length = all->r[i + 1] - from, pieces = ceil(length / longest * (1 - 1e-12));
    for (double k = 1; k < pieces; k++) {
      put_node(all, from + length * k / pieces);
    }
  }
}

static hol_status mesh(const hol_round_plate *plate, const hol_radial_request *request, hol_radial *radial)
{
  nodes all = {0};
  put_node(&all, plate->inner);
  put_node(&all, plate->radius);
  for (size_t c = 0; c < request->channels; c++) {
    put_channel(&all, request->channel[c].r, plate->radius);
  }
  if (!all.failed) {
    tidy(&all, plate->radius);
  }
  size_t count = all.count;
  for (size_t i = 0; i + 1 < count && !all.failed; i++) {
    grade(&all, request->n, all.r[i], all.r[i + 1]);
  }
  for (size_t c = 0; c < request->channels && request->n < 1 && !all.failed; c++) {
    if (request->channel[c].r == 0) {
      grade_centre(&all, all.r[1]);
      break;
    }
  }
  if (!all.failed) {
    tidy(&all, plate->radius);
    refine_nodes(&all, fmax(phase / request->wave, plate->radius / 512));
    tidy(&all, plate->radius);
  }
  radial->node = all.r;
  radial->elements = all.failed ? 0 : all.count - 1;
  return all.failed ? HOL_MEMORY : HOL_OK;
}

/* ---- unknowns ---------------------------------------------------------------------------------------------------- */

/** Freedoms: value and slope of every node, then those inside the elements. */
static size_t freedoms(const hol_radial *radial)
{
  return 2 * (radial->elements + 1) + radial->elements * (radial->degree - 3);
}

/** Freedom of local function i of element e. */
static size_t freedom(const hol_radial *radial, size_t e, size_t i)
{
  return i < 4 ? 2 * e + i : 2 * (radial->elements + 1) + e * (radial->degree - 3) + i - 4;
}

/** Which freedoms of the ends are held, and the rigid motion that takes the place of the value at the rim. */
static hol_status number_freedoms(const hol_round_plate *plate, hol_radial *radial)
{
  size_t count = freedoms(radial), rim = 2 * radial->elements, next = 0;
  radial->column = hol_alloc(count, sizeof *radial->column);
  radial->factor = hol_alloc(count, sizeof *radial->factor);
  bool *held = hol_alloc(count, sizeof *held);
  if (!radial->column || !radial->factor || !held) {
    free(held);
    return HOL_MEMORY;
  }
  bool is_rigid = plate->rim == HOL_EDGE_FREE && radial->n < 2;
  radial->ritz.rigid = is_rigid ? 1 : 0;
  held[rim] = is_rigid || plate->rim != HOL_EDGE_FREE;
  held[rim + 1] = plate->rim == HOL_EDGE_CLAMPED;
  if (plate->inner == 0) {
    held[0] = radial->n >= 1;
    held[1] = radial->n < 1 || radial->n >= 2;
  } else if (plate->has_hub) {
    held[0] = radial->n >= 1; /* of n = 1 it goes with the slope */
    held[1] = radial->n < 1 || radial->n >= 2;
  }
  for (size_t i = 0; i < count; i++) {
    radial->column[i] = held[i] ? SIZE_MAX : next++;
    radial->factor[i] = 1;
  }
  if (plate->has_hub && radial->n >= 1 && radial->n < 2) {
    radial->column[0] = radial->column[1];
    radial->factor[0] = plate->inner;
  }
  radial->ritz.n = next;
  free(held);
  return HOL_OK;
}

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

/** f, f′, f″ of every unknown at one place, rigid ones first. */
typedef struct jet {
  size_t e; /**< element */
  double r;
  double value[3][48]; /**< of its local functions */
} jet;

static jet jet_in(const hol_radial *radial, size_t e, double s)
{
  double from = radial->node[e], h = radial->node[e + 1] - from;
  jet j = {.e = e, .r = from + 0.5 * h * (1 + s)};
  hol_plate_shape(radial->degree, s, h, j.value);
  return j;
}

static jet jet_at(const hol_radial *radial, double r)
{
  size_t e = 0;
  while (e + 1 < radial->elements && r >= radial->node[e + 1]) {
    e++;
  }
  double from = radial->node[e], h = radial->node[e + 1] - from;
  return jet_in(radial, e, fmax(-1, fmin(1, 2 * (r - from) / h - 1)));
}

/** The rigid motion: 1, or r. */
static double rigid_at(const hol_radial *radial, double r, int order)
{
  return radial->n < 1 ? (order == 0 ? 1 : 0) : order == 0 ? r : order == 1 ? 1 : 0;
}

/** Three rows of strains and one of displacements at a point of quadrature; `weight` holds that of r dr dθ. */
static void fill_point(const hol_round_plate *plate, hol_radial *radial, const jet *j, double weight, size_t point)
{
  hol_ritz *z = &radial->ritz;
  double n = radial->n, r = j->r, stiff = sqrt(plate->D * weight), heavy = sqrt(plate->mass * weight);
  double sum = stiff * sqrt(0.5 * (1 + plate->nu)), gap = stiff * sqrt(0.5 * (1 - plate->nu)),
         twist = stiff * sqrt(2 * (1 - plate->nu));
  if (z->rigid) {
    z->N[point] = heavy * rigid_at(radial, r, 0);
  }
  for (size_t i = 0; i <= radial->degree; i++) {
    size_t at = freedom(radial, j->e, i), column = radial->column[at];
    if (column == SIZE_MAX) {
      continue;
    }
    double f = radial->factor[at], w = f * j->value[0][i], slope = f * j->value[1][i];
    double along = f * j->value[2][i], round = slope / r - n * n * w / (r * r), mixed = n * (slope - w / r) / r;
    double *E = z->E + column * z->strains + 3 * point;
    E[0] += sum * (along + round);
    E[1] += gap * (along - round);
    E[2] += twist * mixed;
    z->N[(z->rigid + column) * z->masses + point] += heavy * w;
  }
}

/** Rows of the channels. */
static void fill_channels(hol_radial *radial, const hol_radial_request *request)
{
  hol_ritz *z = &radial->ritz;
  for (size_t c = 0; c < request->channels; c++) {
    bool is_hub = request->channel[c].is_hub;
    int order = is_hub && radial->n >= 1;
    if (is_hub && radial->n >= 2) {
      continue;
    }
    jet j = jet_at(radial, request->channel[c].r);
    if (z->rigid) {
      z->P[c] = rigid_at(radial, request->channel[c].r, order);
    }
    for (size_t i = 0; i <= radial->degree; i++) {
      size_t at = freedom(radial, j.e, i), column = radial->column[at];
      if (column != SIZE_MAX) {
        z->P[(z->rigid + column) * z->ports + c] += radial->factor[at] * j.value[order][i];
      }
    }
  }
}

static void fill_points(const hol_round_plate *plate, hol_radial *radial, size_t points)
{
  long double s[POINTS_MOST], w[POINTS_MOST];
  hol_gauss(points, s, w);
  double round = radial->n < 1 ? 2 * M_PI : M_PI;
  for (size_t e = 0; e < radial->elements; e++) {
    double h = radial->node[e + 1] - radial->node[e];
    for (size_t q = 0; q < points; q++) {
      jet j = jet_in(radial, e, (double)s[q]);
      fill_point(plate, radial, &j, round * 0.5 * h * (double)w[q] * j.r, e * points + q);
    }
  }
}

static hol_status build_radial(const hol_round_plate *plate, const hol_radial_request *request, hol_radial *radial)
{
  HOL_TRY(mesh(plate, request, radial));
  HOL_TRY(number_freedoms(plate, radial));
  size_t points = radial->degree + POINTS_MORE;
  radial->ritz.masses = radial->elements * points;
  radial->ritz.strains = 3 * radial->ritz.masses;
  radial->ritz.ports = request->channels;
  HOL_TRY(hol_ritz_start(&radial->ritz));
  fill_points(plate, radial, points);
  fill_channels(radial, request);
  return hol_ritz_reduce(&radial->ritz);
}

hol_status hol_radial_build(const hol_round_plate *plate, const hol_radial_request *request, hol_radial *radial)
{
  assert(request->degree >= 3 && request->degree <= HOL_RADIAL_DEGREE);
  *radial = (hol_radial){.n = request->n, .degree = request->degree};
  hol_status status = build_radial(plate, request, radial);
  if (status != HOL_OK) {
    hol_radial_clear(radial);
  }
  return status;
}

void hol_radial_clear(hol_radial *radial)
{
  free(radial->node);
  free(radial->column);
  free(radial->factor);
  hol_ritz_clear(&radial->ritz);
  *radial = (hol_radial){0};
}

void hol_radial_at(const hol_radial *radial, const double *y, double r, double value[3])
{
  size_t rigid = radial->ritz.rigid;
  jet j = jet_at(radial, r);
  value[0] = value[1] = 0;
  for (size_t i = 0; i <= radial->degree; i++) {
    size_t at = freedom(radial, j.e, i), column = radial->column[at];
    if (column != SIZE_MAX) {
      value[0] += radial->factor[at] * j.value[0][i] * y[rigid + column];
      value[1] += radial->factor[at] * j.value[1][i] * y[rigid + column];
    }
  }
  if (rigid) {
    value[0] += rigid_at(radial, r, 0) * y[0];
    value[1] += rigid_at(radial, r, 1) * y[0];
  }
  value[2] = r > 0 ? value[0] / r : radial->n == 1 ? value[1] : 0;
}
