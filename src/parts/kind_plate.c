/* SPDX-License-Identifier: BSD-3-Clause */
/* plate: a thin plate after Kirchhoff, circular, annular or rectangular. */
#include "base/memory.h"
#include "parts/keys.h"
#include "parts/plate/rectangle.h"
#include "parts/plate/round.h"
#include "parts/plate/written.h"
#include "parts/pointed.h"

#include <math.h>
#include <stdlib.h>

static const hol_freedoms in_plane = 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ;
static const hol_freedoms across = 1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY;
/** Samples: circles and rays of a round plate, lines each way of a rectangular one. */
enum { CIRCLES = 9, RAYS = 48, LINES = 17 };
/** The least inner radius, as a part of the radius: functions between so far apart have no digits left. */
static const double pinhole = 1e-10;

static const hol_plate_words *words_of(const hol_part *part)
{
  return part->own;
}

/* ---- what all plates share --------------------------------------------------------------------------------------- */

/** Bending stiffness and mass per area; NAN after a fault. */
static void resolve_stiffness(const hol_resolving *r, double *D, double *nu, double *mass)
{
  const hol_part *part = r->part;
  double h = hol_given(part, HOL_P_THICKNESS, (double)NAN);
  const hol_material *m = part->material;
  if (isnan(h)) {
    hol_faults_add(r->faults, true, part->place, NULL, "plate `%s` needs thickness", part->name);
  }
  *D = *nu = *mass = (double)NAN;
  if (!m || isnan(m->E) || isnan(m->nu) || isnan(m->density) || !(m->density > 0)) {
    hol_faults_add(r->faults, true, part->place, "e.g. {E: 210 GPa, nu: 0.3, density: 7850 kg/m^3}",
                   "plate `%s` needs a material with E, nu and density", part->name);
    return;
  }
  *nu = m->nu;
  *D = m->E * h * h * h / (12 * (1 - *nu * *nu));
  *mass = m->density * h;
}

static void refuse_key(const hol_resolving *r, hol_place place, const char *key, const char *shape, const char *hint)
{
  if (place.line) {
    hol_faults_add(r->faults, true, place, hint, "`%s` is not of %s plates, such as `%s`", key, shape, r->part->name);
  }
}

static void refuse_point(const hol_resolving *r, size_t i, const char *what, const char *hint)
{
  hol_faults_add(r->faults, true, r->part->point[i].place, hint, "the point `%s` of plate `%s` %s",
                 r->part->point[i].name, r->part->name, what);
}

/** All points lie in the plane, so that the third coordinate says nothing else. */
static void check_flat(const hol_resolving *r, double size)
{
  for (size_t i = 0; i < r->part->point_count; i++) {
    if (fabs(r->part->point[i].at[2]) > hol_touching * size) {
      refuse_point(r, i, "is not in its plane", "two coordinates are enough");
    }
  }
}

/** Start the sites of a plate, whose points are in its plane. */
static void *start_plate(const hol_resolving *r, const hol_substructure_class *class, size_t size, size_t samples,
                         bool has_leaders, hol_resolved *resolved)
{
  const hol_pointed pointed = {class, size, samples, 2, across, false, has_leaders};
  void *own = hol_pointed_start(r, &pointed, resolved);
  for (size_t i = 0; own && i < r->part->point_count; i++) {
    resolved->sites->at[i][2] = 0;
  }
  return own;
}

/* ---- round plates ------------------------------------------------------------------------------------------------ */

/** The hub is the first point, if there is one. */
static bool is_hub(const hol_part *part, size_t point)
{
  return words_of(part)->has_hub && point == 0;
}

static bool has_hole(const hol_plate_words *words)
{
  return words->inner_radius > 0;
}

static void check_round(const hol_resolving *r, const hol_round_plate *plate)
{
  const hol_part *part = r->part;
  const hol_plate_words *words = words_of(part);
  refuse_key(r, words->edges_place, "edges", "round", "rim: free, supported or clamped");
  bool has_inner = has_hole(words);
  if (has_inner && plate->inner >= plate->radius) {
    hol_faults_add(r->faults, true, words->inner_radius_place, NULL,
                   "the inner radius of plate `%s` must be less than its radius", part->name);
  }
  if (has_inner && plate->inner < pinhole * plate->radius) {
    hol_faults_add(r->faults, true, words->inner_radius_place,
                   "leave it out; what is joined to so small a hub would turn there all but freely",
                   "the inner radius of plate `%s` is %.3g of its radius: less than %.0e cannot be computed with",
                   part->name, plate->inner / plate->radius, pinhole);
  }
  if (words->inner_place.line && !has_inner) {
    hol_faults_add(r->faults, true, words->inner_place, "inner_radius: 20 mm",
                   "`inner_edge` of plate `%s` needs an inner radius", part->name);
  }
  for (size_t i = 0; i < part->point_count; i++) {
    double at = hypot(part->point[i].at[0], part->point[i].at[1]), slack = hol_touching * plate->radius;
    if (is_hub(part, i)) {
      continue;
    }
    if (at > plate->radius * (1 + hol_on_rim) || at < plate->inner - hol_on_rim * plate->radius) {
      refuse_point(r, i, "is outside it", "coordinates are from its centre");
    } else if (plate->rim != HOL_EDGE_FREE && at > plate->radius - slack) {
      refuse_point(r, i, "is on its held rim, where nothing moves", NULL);
    }
  }
}

static void weigh_round(const hol_round_plate *plate, hol_sites *f)
{
  hol_sites_pace(f, plate->D, plate->mass, plate->radius, 4);
  double a = plate->inner * plate->inner, b = plate->radius * plate->radius;
  f->mass = plate->mass * M_PI * (plate->radius - plate->inner) * (plate->radius + plate->inner);
  f->inertia[2][2] = f->mass * (a + b) / 2;
  f->inertia[0][0] = f->inertia[1][1] = f->mass * (a + b) / 4;
}

static void put_round_places(const hol_round_plate *plate, hol_round_part *own, hol_sites *f)
{
  f->rows = CIRCLES;
  f->wraps = true;
  for (size_t i = 0; i < f->samples; i++) {
    double r = plate->inner + (plate->radius - plate->inner) * (double)(i / RAYS) / (CIRCLES - 1);
    double theta = 2 * M_PI * (double)(i % RAYS) / RAYS;
    own->place[i][0] = r;
    own->place[i][1] = theta;
    f->sample[i][0] = r * cos(theta);
    f->sample[i][1] = r * sin(theta);
  }
}

/** Polar coordinates of points and samples. */
static void put_round(const hol_part *part, const hol_round_plate *plate, hol_round_part *own, hol_sites *f)
{
  size_t points = part->point_count;
  double(*place)[2] = (double(*)[2])(own + 1);
  *own = (hol_round_part){.plate = *plate,
                          .points = points,
                          .at = place + f->samples,
                          .is_hub = (bool *)(place + f->samples + points),
                          .places = f->samples + points,
                          .place = place};
  for (size_t i = 0; i < points; i++) {
    const double *at = part->point[i].at;
    double r = fmin(hypot(at[0], at[1]), plate->radius);
    own->is_hub[i] = is_hub(part, i);
    own->at[i][0] = own->is_hub[i] ? 0 : fmax(r, plate->inner);
    own->at[i][1] = r > 0 ? atan2(at[1], at[0]) : 0;
    for (size_t k = 0; k < 2 && hypot(at[0], at[1]) > plate->radius; k++) {
      f->at[i][k] = at[k] * (plate->radius / hypot(at[0], at[1]));
    }
  }
  for (size_t i = 1; plate->has_hub && i < points; i++) { /* points on the rim of the hub are points of the hub */
    f->leader[i] = hypot(part->point[i].at[0], part->point[i].at[1]) <= plate->inner + hol_touching * plate->radius;
  }
  put_round_places(plate, own, f);
  weigh_round(plate, f);
}

static void resolve_round(const hol_resolving *r, hol_resolved *resolved)
{
  const hol_part *part = r->part;
  const hol_plate_words *words = words_of(part);
  hol_round_plate plate = {.radius = part->value[HOL_P_RADIUS],
                           .inner = words->inner_radius,
                           .has_hub = words->has_hub,
                           .rim = words->has_rim ? words->edge[0] : HOL_EDGE_FREE};
  size_t before = r->faults->errors;
  resolve_stiffness(r, &plate.D, &plate.nu, &plate.mass);
  check_round(r, &plate);
  check_flat(r, plate.radius);
  hol_points_apart(r, hol_touching * plate.radius);
  if (r->faults->errors > before) {
    return;
  }
  resolved->length = 2 * plate.radius;
  hol_round_part *own = start_plate(r, hol_round_class(), sizeof *own, CIRCLES * RAYS, true, resolved);
  if (own) {
    put_round(part, &plate, own, resolved->sites);
  }
}

/* ---- rectangular plates ------------------------------------------------------------------------------------------ */

static void check_rectangle(const hol_resolving *r, const hol_rectangle *plate)
{
  const hol_part *part = r->part;
  const hol_plate_words *words = words_of(part);
  refuse_key(r, words->rim_place, "rim", "rectangular",
             "edges: [free, free, free, free], of x = 0, x = a, y = 0, y = b");
  refuse_key(r, words->inner_place, "inner_edge", "rectangular", NULL);
  if (has_hole(words)) {
    refuse_key(r, words->inner_radius_place, "inner_radius", "rectangular", NULL);
  }
  for (size_t i = 0; i < part->point_count; i++) {
    const double *at = part->point[i].at;
    double slack = hol_on_rim * fmin(plate->side[0], plate->side[1]);
    if (at[0] < -slack || at[0] > plate->side[0] + slack || at[1] < -slack || at[1] > plate->side[1] + slack) {
      refuse_point(r, i, "is outside it", "coordinates are from the corner where its sides begin");
    } else if (hol_rectangle_holds(plate, at)) {
      refuse_point(r, i, "is on a held edge, where nothing moves", NULL);
    }
  }
}

/** Coordinates of points and samples; mass properties. */
static void put_rectangle(const hol_part *part, const hol_rectangle *plate, hol_rectangle_part *own, hol_sites *f)
{
  double(*place)[2] = (double(*)[2])(own + 1);
  *own = (hol_rectangle_part){.plate = *plate,
                              .points = part->point_count,
                              .at = place + f->samples,
                              .places = f->samples + part->point_count,
                              .place = place};
  f->rows = LINES;
  for (size_t k = 0; k < 2; k++) {
    double side = plate->side[k];
    for (size_t i = 0; i < part->point_count; i++) {
      f->at[i][k] = own->at[i][k] = fmax(0, fmin(part->point[i].at[k], side));
    }
    for (size_t i = 0; i < f->samples; i++) {
      own->place[i][k] = f->sample[i][k] = side * (double)(k ? i / LINES : i % LINES) / (LINES - 1);
    }
    f->centre[k] = side / 2;
    hol_sites_pace(f, plate->D, plate->mass, side, 4);
  }
  f->mass = plate->mass * plate->side[0] * plate->side[1];
  f->inertia[0][0] = f->mass * plate->side[1] * plate->side[1] / 12;
  f->inertia[1][1] = f->mass * plate->side[0] * plate->side[0] / 12;
  f->inertia[2][2] = f->inertia[0][0] + f->inertia[1][1];
}

static void resolve_rectangle(const hol_resolving *r, hol_resolved *resolved)
{
  const hol_part *part = r->part;
  const hol_plate_words *words = words_of(part);
  hol_rectangle plate = {.side = {words->side[0], words->side[1]}};
  size_t before = r->faults->errors;
  for (size_t e = 0; e < 4; e++) {
    plate.edge[e] = words->has_edges ? words->edge[e] : HOL_EDGE_FREE;
  }
  resolve_stiffness(r, &plate.D, &plate.nu, &plate.mass);
  check_rectangle(r, &plate);
  check_flat(r, plate.side[0]);
  hol_points_apart(r, hol_touching * fmin(plate.side[0], plate.side[1]));
  if (r->faults->errors > before) {
    return;
  }
  resolved->length = hypot(plate.side[0], plate.side[1]);
  hol_rectangle_part *own = start_plate(r, hol_rectangle_class(), sizeof *own, LINES * LINES, false, resolved);
  if (own) {
    put_rectangle(part, &plate, own, resolved->sites);
  }
}

/** Does an edge hold it in its plane? */
static bool is_held(const hol_plate_words *words)
{
  bool held = words->has_rim && words->edge[0] != HOL_EDGE_FREE;
  for (size_t e = 0; e < 4; e++) {
    held = held || (words->has_edges && words->edge[e] != HOL_EDGE_FREE);
  }
  return held;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

void hol_resolve_plate(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "plate", .part = part, .freedoms = freedoms, .faults = faults};
  const hol_plate_words *words = words_of(part);
  bool is_round = part->given >> HOL_P_RADIUS & 1u;
  size_t before = faults->errors;
  *resolved = (hol_resolved){0};
  if (!hol_own_axes(&r, resolved)) {
    return;
  }
  if (is_round == words->has_sides) {
    hol_faults_add(faults, true, is_round ? words->sides_place : part->place,
                   "`radius` makes it round, `sides: [a, b]` rectangular", "plate `%s` needs %s", part->name,
                   is_round ? "one of radius and sides, not both" : "radius or sides");
    return;
  }
  if (!hol_own_moves(&r, resolved, across, "across its plane") && faults->errors == before) {
    hol_faults_add(faults, true, part->place, "e.g. freedoms: [uz, rx, ry] of the file, or three coordinates",
                   "with the `freedoms` of the file plate `%s` cannot bend", part->name);
    return;
  }
  bool moves_in_plane = faults->errors == before && hol_own_moves(&r, resolved, in_plane, "in its plane");
  if (faults->errors > before) {
    return;
  }
  if (is_round) {
    resolve_round(&r, resolved);
  } else {
    resolve_rectangle(&r, resolved);
  }
  if (resolved->sites) {
    resolved->sites->rigid_in = moves_in_plane ? in_plane : 0;
    resolved->sites->rigid_held = is_held(words);
  }
}

/* ---- what it has in a file --------------------------------------------------------------------------------------- */

static const hol_key radius = {.name = "radius",
                               .what = "radius",
                               .dimension = {.length = 1},
                               .least = 1,
                               .at = HOL_P_RADIUS,
                               .meaning = "of a round plate"};
static const hol_key thickness = {.name = "thickness",
                                  .what = "thickness",
                                  .dimension = {.length = 1},
                                  .least = 1,
                                  .is_required = true,
                                  .at = HOL_P_THICKNESS,
                                  .meaning = "of all of it"};

static const hol_key kind = {
    .name = "kind", .form = "plate", .is_required = true, .meaning = "thin plate, round or rectangular"};

static const hol_key origin = {.name = "at",
                               .form = "point",
                               .otherwise = "the origin, or where its hub is joined",
                               .meaning = "where its own axes begin"};

static const hol_key *const key[] = {
    &kind,           &origin,        &hol_key_material,     &hol_key_points,      &hol_key_x_axis,
    &hol_key_normal, &hol_key_sides, &hol_key_edges,        &hol_key_rim,         &hol_key_inner_edge,
    &radius,         &thickness,     &hol_key_inner_radius, &hol_key_loss_factor, &hol_key_rayleigh};

const hol_part_kind hol_kind_plate = {
    .grammar = {.name = "plate",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_NAMED,
                .place = hol_place_at,
                .settle = hol_settle_plate,
                .own_size = sizeof(hol_plate_words),
                .is_same = hol_plate_is_same},
    .theory = "plate: thin elastic plate after Kirchhoff across its plane, rigid in its plane",
    .resolve = hol_resolve_plate,
    .list = hol_list_sites,
};
