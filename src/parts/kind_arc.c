/* SPDX-License-Identifier: BSD-3-Clause */
/* arc: a uniform circular arc, between its ends a beam bent round. Local axes of its section are those of a beam: x
 * along the tangent, y towards the centre, z along the normal of its plane; bending in its plane is that in the local
 * x-y plane (EI_z). */
#include "base/memory.h"
#include "parts/arc/arc.h"
#include "parts/arc/written.h"
#include "parts/keys.h"
#include "parts/pointed.h"
#include "parts/section.h"

#include <math.h>
#include <string.h>

static const hol_freedoms plane_freedoms[HOL_ARC_PLANES] = {1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ,
                                                            1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY};
static const char *const plane_words[HOL_ARC_PLANES] = {"in its plane", "across its plane"};
enum { PLACES = 49 };
/** Of a sine; the share that twist must have in deflections; times this it is the most that ω² changes without it, as
 *  torques may be several times as large as bending moments. Twist that is less is lost in the rounding of own
 *  modes. */
static const double rounding = 1e-15, twist_least = 1e-12, twist_error = 64;

/** Own axes as they were written. @return false: the place has a fault already */
static bool take_axes(const hol_part *part, hol_resolved *resolved)
{
  const hol_arc_words *words = part->own;
  const double *x = words->tangent, *z = words->normal;
  for (size_t i = 0; i < 3; i++) {
    resolved->axis[0][i] = x[i];
    resolved->axis[1][i] = z[(i + 1) % 3] * x[(i + 2) % 3] - z[(i + 2) % 3] * x[(i + 1) % 3];
    resolved->axis[2][i] = z[i];
  }
  return part->given & HOL_P(RADIUS);
}

/** Motions in its plane and across it go apart where principal axes and shear centre do not tie them together. */
static void check_section(const hol_resolving *r)
{
  hol_section_values v;
  const hol_section *section = r->part->section;
  if (section && hol_section_resolve(section, (double)NAN, &v) && (v.turn != 0 || v.y_shear != 0 || v.z_shear != 0)) {
    hol_faults_add(r->faults, true, r->part->place, "a rectangle, square, circle, tube, box, or I with equal flanges",
                   "the section `%s` of arc `%s` couples its motions: its shear centre is not the centroid",
                   section->name, r->part->name);
  }
}

static double inverse(double stiffness)
{
  return stiffness > 0 ? 1 / stiffness : 0;
}

/** Numbers of the arc from those of a beam along its tangent. */
static void take_motions(const hol_resolved *beam, hol_arc *arc)
{
  const hol_line *line = beam->line;
  double m = beam->line_mass;
  if (arc->moves[HOL_ARC_IN_PLANE]) {
    const hol_line *bending = &line[HOL_BENDING_Z];
    const double C[] = {inverse(line[HOL_AXIAL].stiffness), inverse(bending->shear), inverse(bending->stiffness)};
    const double R[] = {m, m, bending->rotary};
    memcpy(arc->flexibility[HOL_ARC_IN_PLANE], C, sizeof C);
    memcpy(arc->inertia[HOL_ARC_IN_PLANE], R, sizeof R);
  }
  if (arc->moves[HOL_ARC_ACROSS]) {
    const hol_line *bending = &line[HOL_BENDING_Y];
    const double C[] = {inverse(bending->shear), inverse(line[HOL_TORSION].stiffness), inverse(bending->stiffness)};
    const double R[] = {m, beam->polar_inertia, bending->rotary};
    memcpy(arc->flexibility[HOL_ARC_ACROSS], C, sizeof C);
    memcpy(arc->inertia[HOL_ARC_ACROSS], R, sizeof R);
  }
}

/** Twist that is less than can be told beside bending, also in the inertia about the tangent, is none. */
static void leave_out_twist(hol_arc *arc)
{
  double *c = arc->flexibility[HOL_ARC_ACROSS], *r = arc->inertia[HOL_ARC_ACROSS];
  double radius = fmin(1 / arc->curvature, arc->length), share = c[1] / c[2] * fmax(r[1] / (r[0] * radius * radius), 1);
  if (arc->moves[HOL_ARC_ACROSS] && c[1] > 0 && share < twist_least) {
    arc->error = twist_error * share;
    c[1] = 0;
  }
}

/** Its numbers, by the keys of a beam: without EA it does not stretch, without GJ it does not twist. */
static void resolve_section(const hol_resolving *r, const hol_resolved *resolved, hol_arc *arc)
{
  const hol_part *part = r->part;
  hol_part straight = *part;
  hol_line line[HOL_MOTION_COUNT];
  hol_resolved beam = {.line = line};
  for (size_t i = 0; i < 3; i++) {
    straight.from[i] = 0;
    straight.to[i] = resolved->axis[0][i];
    straight.up[i] = resolved->axis[1][i];
  }
  straight.has_up = true;
  check_section(r);
  hol_resolve_beam_as("arc", &straight, r->freedoms, &beam, r->faults);
  if (!(beam.line_mass > 0) && !isnan(beam.line_mass)) {
    hol_faults_add(r->faults, true, hol_place_of_property(part, HOL_P_LINE_MASS), "give it a mass, however small",
                   "arc `%s` has no mass", part->name);
  }
  take_motions(&beam, arc);
  leave_out_twist(arc);
  hol_resolved_clear(&beam);
}

/** Mass, centre and inertia about it, in own axes. */
static void weigh(const hol_arc *arc, hol_sites *f)
{
  hol_arc_rigid rigid = hol_arc_rigid_of(arc);
  double m = arc->inertia[arc->moves[HOL_ARC_IN_PLANE] ? HOL_ARC_IN_PLANE : HOL_ARC_ACROSS][0], about[3] = {0};
  f->mass = m * arc->length;
  f->centre[0] = (double)rigid.centre[0];
  f->centre[1] = (double)rigid.centre[1];
  hol_arc whole = *arc; /* the motions that are not considered have the mass, too */
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    if (!arc->moves[p]) {
      whole.moves[p] = true;
      whole.inertia[p][0] = m;
      whole.inertia[p][1] = p == HOL_ARC_IN_PLANE ? m : 0;
      whole.inertia[p][2] = 0;
    }
  }
  rigid = hol_arc_rigid_of(&whole);
  for (size_t i = 0; i < 2; i++) {
    about[i] = (double)(1 / (rigid.size[HOL_ARC_ACROSS][1 + i] * rigid.size[HOL_ARC_ACROSS][1 + i]));
  }
  about[2] = (double)(1 / (rigid.size[HOL_ARC_IN_PLANE][2] * rigid.size[HOL_ARC_IN_PLANE][2]));
  double c = (double)rigid.axis[0], s = (double)rigid.axis[1];
  f->inertia[0][0] = c * c * about[0] + s * s * about[1];
  f->inertia[1][1] = s * s * about[0] + c * c * about[1];
  f->inertia[0][1] = f->inertia[1][0] = c * s * (about[0] - about[1]);
  f->inertia[2][2] = about[2];
}

static void note_pace(const hol_arc *arc, hol_sites *f)
{
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    const double *c = arc->flexibility[p], *r = arc->inertia[p];
    for (size_t i = 0; i < HOL_ARC_SIZE && arc->moves[p]; i++) {
      double mass = i < 2 && r[i] > 0 ? r[i] : r[0];
      hol_sites_pace(f, inverse(c[i]), mass, arc->length, i == 2 || mass != r[i] ? 4 : 2);
    }
  }
}

/** β + kv is almost one number for all of an arc that hardly twists, and one number where it neither twists nor shears:
 *  at all points but the first its difference is a port, or none. */
static void put_even(const hol_arc *arc, const hol_part *part, hol_sites *f)
{
  const double *c = arc->flexibility[HOL_ARC_ACROSS];
  f->even_name = !f->even || c[0] > 0 || c[1] > 0 ? NULL : "own twist";
  for (size_t i = 0; f->even && i < part->point_count; i++) {
    const double *at = part->point[i].at;
    double cosine = 1 - arc->curvature * at[1], sine = arc->curvature * at[0];
    f->even[i][HOL_UZ] = arc->curvature;
    f->even[i][HOL_RX] = fabs(cosine) > rounding ? cosine : 0;
    f->even[i][HOL_RY] = fabs(sine) > rounding ? sine : 0;
  }
}

/** Arc length of a point from where it is. */
static double length_at(const hol_arc *arc, const double at[3])
{
  double turn = atan2(arc->curvature * at[0], 1 - arc->curvature * at[1]);
  double s = (turn < 0 ? turn + 2 * M_PI : turn) / arc->curvature, slack = 1e-9 * arc->length;
  return s > arc->length - slack ? s - arc->length > slack ? 0 : arc->length : s < slack ? 0 : s;
}

/** Arc lengths of points and samples. */
static void put_places(const hol_part *part, const hol_arc *arc, hol_arc_part *own, hol_sites *f)
{
  *own = (hol_arc_part){.arc = *arc,
                        .points = part->point_count,
                        .places = PLACES + part->point_count,
                        .place = (double *)(own + 1),
                        .s = (double *)(own + 1) + PLACES};
  for (size_t i = 0; i < own->points; i++) {
    own->s[i] = length_at(arc, part->point[i].at);
  }
  for (size_t i = 0; i < PLACES; i++) {
    long double at[2], tangent[2];
    own->place[i] = arc->length * (double)i / (PLACES - 1);
    hol_arc_at(arc, own->place[i], at, tangent);
    f->sample[i][0] = (double)at[0];
    f->sample[i][1] = (double)at[1];
  }
}

void hol_resolve_arc(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "arc", .part = part, .freedoms = freedoms, .faults = faults};
  size_t before = faults->errors;
  *resolved = (hol_resolved){0};
  if (!take_axes(part, resolved)) {
    return;
  }
  hol_arc arc = {.length = part->value[HOL_P_LENGTH], .curvature = 1 / part->value[HOL_P_RADIUS]};
  for (size_t p = 0; p < HOL_ARC_PLANES && faults->errors == before; p++) {
    arc.moves[p] = hol_own_moves(&r, resolved, plane_freedoms[p], plane_words[p]);
  }
  if (!arc.moves[0] && !arc.moves[1] && faults->errors == before) {
    hol_faults_add(faults, true, part->place, "in its plane: ux, uy, rz; across it: uz, rx, ry (own axes)",
                   "with the `freedoms` of the file arc `%s` cannot move", part->name);
  }
  if (faults->errors == before) {
    resolve_section(&r, resolved, &arc);
    hol_points_apart(&r, 1e-9 * arc.length);
  }
  if (faults->errors > before) {
    return;
  }
  resolved->length = arc.length;
  hol_freedoms carried = (arc.moves[0] ? plane_freedoms[0] : 0) | (arc.moves[1] ? plane_freedoms[1] : 0);
  const hol_pointed pointed = {hol_arc_class(), sizeof(hol_arc_part),      PLACES, 1,
                               carried,         arc.moves[HOL_ARC_ACROSS], false};
  hol_arc_part *own = hol_pointed_start(&r, &pointed, resolved);
  if (own) {
    put_places(part, &arc, own, resolved->sites);
    weigh(&arc, resolved->sites);
    note_pace(&arc, resolved->sites);
    put_even(&arc, part, resolved->sites);
  }
}

/* ---- what it has in a file --------------------------------------------------------------------------------------- */

#define STIFFNESS(key, id, words, length, from, sentence)                                                              \
  {                                                                                                                    \
    .name = key, .what = words, .dimension = {length, 1, -2}, .least = 1, .at = id, .otherwise = from,                 \
    .meaning = sentence                                                                                                \
  }
#define INERTIA(key, id, words, length, from, sentence)                                                                \
  {                                                                                                                    \
    .name = key, .what = words, .dimension = {length, 1, 0}, .least = 0, .at = id, .otherwise = from,                  \
    .meaning = sentence                                                                                                \
  }

static const hol_key EA =
    STIFFNESS("EA", HOL_P_EA, "axial stiffness", 1, "material, section", "without it the arc does not stretch");
static const hol_key GJ =
    STIFFNESS("GJ", HOL_P_GJ, "torsional stiffness", 3, "material, section", "without it the arc does not twist");
static const hol_key EI = STIFFNESS("EI", HOL_P_EI, "bending stiffness", 3, "material, section",
                                    "bending stiffness where one plane is considered, or of both");
static const hol_key EI_y = STIFFNESS("EI_y", HOL_P_EI_Y, "bending stiffness in the local x-z plane", 3, "EI",
                                      "bending stiffness across its plane");
static const hol_key EI_z = STIFFNESS("EI_z", HOL_P_EI_Z, "bending stiffness in the local x-y plane", 3, "EI",
                                      "bending stiffness in its plane");
static const hol_key kGA =
    STIFFNESS("kGA", HOL_P_KGA, "shear stiffness", 1, "by its theory", "shear stiffness, after Timoshenko");
static const hol_key kGA_y =
    STIFFNESS("kGA_y", HOL_P_KGA_Y, "shear stiffness in the local x-z plane", 1, "kGA", "of bending across its plane");
static const hol_key kGA_z =
    STIFFNESS("kGA_z", HOL_P_KGA_Z, "shear stiffness in the local x-y plane", 1, "kGA", "of bending in its plane");
static const hol_key line_mass =
    INERTIA("line_mass", HOL_P_LINE_MASS, "mass per length", -1, "material, section", "mass per length");
static const hol_key added_mass =
    INERTIA("added_mass", HOL_P_ADDED_MASS, "added mass per length", -1, "0",
            "of contents, coating, water, beside its own: it is moved, along and across, but not turned");
static const hol_key polar_inertia = INERTIA("polar_inertia", HOL_P_POLAR_INERTIA, "polar inertia per length", 1,
                                             "material, section", "inertia per length about the tangent");
static const hol_key rotary = INERTIA("rotary_inertia", HOL_P_ROTARY_INERTIA, "rotary inertia per length", 1,
                                      "by its theory", "per length, of bending: after Rayleigh");
static const hol_key rotary_y = INERTIA("rotary_inertia_y", HOL_P_ROTARY_INERTIA_Y, "rotary inertia per length", 1,
                                        "rotary_inertia", "of bending across its plane");
static const hol_key rotary_z = INERTIA("rotary_inertia_z", HOL_P_ROTARY_INERTIA_Z, "rotary inertia per length", 1,
                                        "rotary_inertia", "of bending in its plane");
static const hol_key kappa = {.name = "kappa",
                              .what = "shear coefficient",
                              .least = 1,
                              .at = HOL_P_KAPPA,
                              .otherwise = "that of the section",
                              .meaning = "shear coefficient, of `theory: timoshenko`"};
static const hol_key kind = {
    .name = "kind", .form = "arc", .is_required = true, .meaning = "circular arc: a beam bent round, between its ends"};

static const hol_key *const key[] = {&kind,
                                     &hol_key_arc_from,
                                     &hol_key_arc_to,
                                     &hol_key_arc_centre,
                                     &hol_key_arc_normal,
                                     &hol_key_material,
                                     &hol_key_section,
                                     &hol_key_theory,
                                     &hol_key_points,
                                     &EA,
                                     &GJ,
                                     &EI,
                                     &EI_y,
                                     &EI_z,
                                     &line_mass,
                                     &added_mass,
                                     &polar_inertia,
                                     &rotary,
                                     &rotary_y,
                                     &rotary_z,
                                     &kGA,
                                     &kGA_y,
                                     &kGA_z,
                                     &kappa,
                                     &hol_key_loss_factor,
                                     &hol_key_rayleigh};

const hol_part_kind hol_kind_arc = {
    .grammar = {.name = "arc",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_BENT,
                .place = hol_place_arc,
                .settle = hol_settle_arc,
                .own_size = sizeof(hol_arc_words)},
    .theory =
        "arc: circular arc, bending in and across its plane, stretching, twisting; after Euler-Bernoulli, with rotary "
        "inertia after Rayleigh, with shear after Timoshenko",
    .resolve = hol_resolve_arc,
    .list = hol_list_sites,
};
