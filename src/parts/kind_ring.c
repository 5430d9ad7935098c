/* SPDX-License-Identifier: BSD-3-Clause */
/* ring: a thin uniform circular ring. Local axes of its section are those of a beam bent round: x along the tangent, y
 * along the radius, z along the normal of the ring; bending in its plane is that in the local x-y plane (EI_z). */
#include "base/memory.h"
#include "parts/keys.h"
#include "parts/pointed.h"
#include "parts/ring/ring.h"
#include "parts/section.h"

#include <math.h>

static const hol_freedoms in_plane = 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ;
static const hol_freedoms across = 1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY;
enum { PLACES = 48 };
/** Of a sine; the share that twist must have in deflections; times this it is the most that ω² changes without
 *  it, as torques may be several times as large as bending moments. */
static const double rounding = 1e-15, twist_least = 1e-14, twist_error = 64;

/** Motions in its plane, across it and twist go apart where the shear centre does not tie them together. */
static void check_section(const hol_resolving *r, const hol_ring *ring)
{
  hol_section_values v;
  const hol_section *section = r->part->section;
  if (section && hol_section_resolve(section, (double)NAN, &v) &&
      (v.turn != 0 || v.z_shear != 0 || (ring->across && v.y_shear != 0))) {
    hol_faults_add(r->faults, true, r->part->place, "a rectangle, square, circle, tube, box, or I with equal flanges",
                   "the section `%s` of ring `%s` couples its motions: its shear centre is not the centroid",
                   section->name, r->part->name);
  }
}

/** Stiffnesses and masses per length; what of them may be missing is 0: does not stretch, does not twist. */
static void resolve_section(const hol_resolving *r, hol_ring *ring)
{
  const hol_part *part = r->part;
  hol_stock stock = hol_part_stock(part);
  bool has_stock = part->material && part->section;
  check_section(r, ring);
  ring->line_mass = hol_needed(r, HOL_P_LINE_MASS, hol_given(part, HOL_P_LINE_MASS, stock.line_mass),
                               "the density of the material and the area of the section");
  if (!(ring->line_mass > 0) && !isnan(ring->line_mass)) {
    hol_faults_add(r->faults, true, hol_place_of_property(part, HOL_P_LINE_MASS), "give it a mass, however small",
                   "ring `%s` has no mass", part->name);
  }
  ring->polar_inertia = hol_given(part, HOL_P_POLAR_INERTIA, isnan(stock.polar_inertia) ? 0 : stock.polar_inertia);
  if (ring->in_plane) {
    double EI = hol_given(part, HOL_P_EI_Z, hol_given(part, HOL_P_EI, stock.EI[1]));
    ring->EI_in = hol_needed(r, HOL_P_EI_Z, EI, "E of the material and I_z of the section");
    double EA = hol_given(part, HOL_P_EA, has_stock ? stock.EA : 0);
    ring->EA = hol_needed(r, HOL_P_EA, EA, "E of the material and the area of the section");
  }
  if (ring->across) {
    double EI = hol_given(part, HOL_P_EI_Y, hol_given(part, HOL_P_EI, stock.EI[0]));
    ring->EI_across = hol_needed(r, HOL_P_EI_Y, EI, "E of the material and I_y of the section");
    double GJ = hol_given(part, HOL_P_GJ, has_stock ? stock.GJ : 0);
    ring->GJ = hol_needed(r, HOL_P_GJ, GJ, "G (or E and nu) of the material and J of the section");
  }
}

/** Twist that is less than rounding beside bending, also in the inertia about the tangent, is none: two supports would
 *  each say the same but for less than any number can hold. */
static void leave_out_twist(hol_ring *ring)
{
  double inertia = ring->polar_inertia / (ring->line_mass * ring->radius * ring->radius),
         share = ring->EI_across / ring->GJ;
  if (ring->across && ring->GJ > 0 && share * fmax(inertia, 1) < twist_least) {
    ring->error = twist_error * share;
    ring->GJ = 0;
  }
}

static void weigh_ring(const hol_ring *ring, hol_sites *f)
{
  hol_sites_pace(f, ring->EA, ring->line_mass, ring->radius, 2);
  hol_sites_pace(f, ring->in_plane ? ring->EI_in : 0, ring->line_mass, ring->radius, 4);
  hol_sites_pace(f, ring->across ? ring->EI_across : 0, ring->line_mass, ring->radius, 4);
  double R = ring->radius, turn = 2 * M_PI * R * ring->polar_inertia;
  f->mass = 2 * M_PI * R * ring->line_mass;
  f->inertia[2][2] = f->mass * R * R;
  f->inertia[0][0] = f->inertia[1][1] = f->mass * R * R / 2 + turn / 2;
}

/** Twist is β′ + v′/R: where it is stiff, β + v/R is almost one number for all of the ring, and where it does not
 *  twist, one number. Own axes as in weights() of ring.c. */
static void put_even(const hol_ring *ring, const hol_ring_part *own, hol_sites *f)
{
  f->even_name = !f->even || ring->GJ > 0 ? NULL : "own twist";
  for (size_t i = 0; f->even && i < own->points; i++) {
    double c = cos(own->theta[i]), s = sin(own->theta[i]);
    f->even[i][HOL_UZ] = 1 / ring->radius;
    f->even[i][HOL_RX] = fabs(s) > rounding ? -s : 0;
    f->even[i][HOL_RY] = fabs(c) > rounding ? c : 0;
  }
}

/** Angles of points and samples. */
static void put_places(const hol_part *part, const hol_ring *ring, hol_ring_part *own, hol_sites *f)
{
  *own = (hol_ring_part){.ring = *ring,
                         .points = part->point_count,
                         .places = PLACES + part->point_count,
                         .place = (double *)(own + 1),
                         .theta = (double *)(own + 1) + PLACES};
  for (size_t i = 0; i < own->points; i++) {
    own->theta[i] = atan2(part->point[i].at[1], part->point[i].at[0]);
  }
  for (size_t i = 0; i < PLACES; i++) {
    own->place[i] = 2 * M_PI * (double)i / PLACES;
    f->sample[i][0] = ring->radius * cos(own->place[i]);
    f->sample[i][1] = ring->radius * sin(own->place[i]);
  }
  f->is_circle = f->wraps = true;
  f->rows = 1;
}

void hol_resolve_ring(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "ring", .part = part, .freedoms = freedoms, .faults = faults};
  size_t before = faults->errors;
  *resolved = (hol_resolved){0};
  if (!hol_own_axes(&r, resolved)) {
    return;
  }
  hol_ring ring = {.radius = hol_given(part, HOL_P_RADIUS, (double)NAN)};
  if (isnan(ring.radius)) {
    hol_faults_add(faults, true, part->place, "the radius of the line through the middles of its sections",
                   "ring `%s` needs radius", part->name);
  }
  ring.in_plane = faults->errors == before && hol_own_moves(&r, resolved, in_plane, "in its plane");
  ring.across = faults->errors == before && hol_own_moves(&r, resolved, across, "across its plane");
  if (!ring.in_plane && !ring.across && faults->errors == before) {
    hol_faults_add(faults, true, part->place, "in its plane: ux, uy, rz; across it: uz, rx, ry (own axes)",
                   "with the `freedoms` of the file ring `%s` cannot move", part->name);
  }
  resolve_section(&r, &ring);
  if (ring.radius > 0) {
    hol_points_apart(&r, 1e-9 * ring.radius);
  }
  if (faults->errors > before) {
    return;
  }
  leave_out_twist(&ring);
  resolved->length = 2 * ring.radius;
  hol_freedoms carried = (ring.in_plane ? in_plane : 0) | (ring.across ? across : 0);
  const hol_pointed pointed = {hol_ring_class(), sizeof(hol_ring_part), PLACES, 1, carried, ring.across, false};
  hol_ring_part *own = hol_pointed_start(&r, &pointed, resolved);
  if (own) {
    put_places(part, &ring, own, resolved->sites);
    weigh_ring(&ring, resolved->sites);
    put_even(&ring, own, resolved->sites);
  }
}

/* ---- what it has in a file --------------------------------------------------------------------------------------- */

static const hol_key EA = {.name = "EA",
                           .what = "axial stiffness",
                           .dimension = {1, 1, -2},
                           .least = 1,
                           .at = HOL_P_EA,
                           .otherwise = "material, section",
                           .meaning = "without it the ring does not stretch"};
static const hol_key GJ = {.name = "GJ",
                           .what = "torsional stiffness",
                           .dimension = {3, 1, -2},
                           .least = 1,
                           .at = HOL_P_GJ,
                           .otherwise = "material, section",
                           .meaning = "without it the ring does not twist"};
static const hol_key EI = {.name = "EI",
                           .what = "bending stiffness",
                           .dimension = {3, 1, -2},
                           .least = 1,
                           .at = HOL_P_EI,
                           .otherwise = "material, section",
                           .meaning = "bending stiffness where one plane is considered, or of both"};
static const hol_key EI_y = {.name = "EI_y",
                             .what = "bending stiffness in the local x-z plane",
                             .dimension = {3, 1, -2},
                             .least = 1,
                             .at = HOL_P_EI_Y,
                             .otherwise = "EI",
                             .meaning = "bending stiffness across its plane"};
static const hol_key EI_z = {.name = "EI_z",
                             .what = "bending stiffness in the local x-y plane",
                             .dimension = {3, 1, -2},
                             .least = 1,
                             .at = HOL_P_EI_Z,
                             .otherwise = "EI",
                             .meaning = "bending stiffness in its plane"};
static const hol_key line_mass = {.name = "line_mass",
                                  .what = "mass per length",
                                  .dimension = {-1, 1, 0},
                                  .least = 0,
                                  .at = HOL_P_LINE_MASS,
                                  .otherwise = "material, section",
                                  .meaning = "mass per length"};
static const hol_key polar_inertia = {.name = "polar_inertia",
                                      .what = "polar inertia per length",
                                      .dimension = {1, 1, 0},
                                      .least = 0,
                                      .at = HOL_P_POLAR_INERTIA,
                                      .otherwise = "material, section",
                                      .meaning = "inertia per length about the tangent"};
static const hol_key radius = {.name = "radius",
                               .what = "radius",
                               .dimension = {.length = 1},
                               .least = 1,
                               .is_required = true,
                               .at = HOL_P_RADIUS,
                               .meaning = "of the line through the middles of its sections"};

static const hol_key kind = {.name = "kind", .form = "ring", .is_required = true, .meaning = "thin circular ring"};

static const hol_key *const key[] = {&kind,
                                     &hol_key_origin,
                                     &hol_key_material,
                                     &hol_key_section,
                                     &hol_key_points,
                                     &hol_key_x_axis,
                                     &hol_key_normal,
                                     &EA,
                                     &GJ,
                                     &EI,
                                     &EI_y,
                                     &EI_z,
                                     &line_mass,
                                     &polar_inertia,
                                     &radius,
                                     &hol_key_loss_factor,
                                     &hol_key_rayleigh};

const hol_part_kind hol_kind_ring = {
    .grammar = {.name = "ring",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_TURNED,
                .place = hol_place_standing,
                .settle = hol_settle_points},
    .theory = "ring: thin circular ring, bending in and across its plane, stretching, twisting; sections without "
              "shear and rotary inertia but that of twisting",
    .resolve = hol_resolve_ring,
    .list = hol_list_sites,
};
