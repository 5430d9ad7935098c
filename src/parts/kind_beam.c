/* SPDX-License-Identifier: BSD-3-Clause */
/* beam: every motion the freedoms allow.

   Bending, deflection w, rotation of the section ψ, per length: EI, mass m, rotary inertia r, shear stiffness s = κGA,
   axial force T (working on w′), foundation f:

       s (w″ − ψ′) + T w″ + (λ m − f) w = 0,     EI ψ″ + s (w′ − ψ) + λ r ψ = 0;      s → ∞: ψ = w′.

   Without properties of its own a beam takes them from material and section: EI = E I; with theory rayleigh r = ρ I,
   with timoshenko also s = κ G A.                                 [Rayleigh 1877; Timoshenko 1921; κ: Cowper 1966] */
#include "parts/keys.h"
#include "parts/kinds.h"
#include "parts/section.h"

#include <math.h>

/** The keys of one bending plane: those of the plane go before those of both planes. */
typedef struct plane_keys {
  hol_motion motion;
  int EI, rotary, kGA;
  size_t index; /**< into hol_stock and hol_resolved: 0 local y, 1 local z */
  const char *EI_from, *rotary_from, *kGA_from;
} plane_keys;

static const plane_keys planes[2] = {
    {HOL_BENDING_Y, HOL_P_EI_Y, HOL_P_ROTARY_INERTIA_Y, HOL_P_KGA_Y, 0, "E of the material and I_y of the section",
     "the density of the material and I_y of the section",
     "kappa (or nu) and G (or E and nu) of the material and the area of the section"},
    {HOL_BENDING_Z, HOL_P_EI_Z, HOL_P_ROTARY_INERTIA_Z, HOL_P_KGA_Z, 1, "E of the material and I_z of the section",
     "the density of the material and I_z of the section",
     "kappa (or nu) and G (or E and nu) of the material and the area of the section"},
};

static bool is_given(const hol_part *part, int property)
{
  return part->given >> property & 1u;
}

/** A stiffness that may be missing: then the motion is rigid. Material and section together promise it. */
static void resolve_rod(const hol_resolving *r, hol_motion motion, hol_resolved *resolved)
{
  bool axial = motion == HOL_AXIAL;
  int key = axial ? HOL_P_EA : HOL_P_GJ;
  hol_stock stock = hol_part_stock(r->part);
  resolved->present[motion] = true;
  if (!is_given(r->part, key) && (r->part->material == NULL || r->part->section == NULL)) {
    resolved->rigid[motion] = true;
    return;
  }
  hol_line *line = &resolved->line[motion];
  *line = (hol_line){
      .motion = motion, .length = resolved->length, .mass = axial ? resolved->line_mass : resolved->polar_inertia};
  line->stiffness = hol_needed(r, key, hol_given(r->part, key, axial ? stock.EA : stock.GJ),
                               axial ? "E of the material and the area of the section"
                                     : "G (or E and nu) of the material and J of the section");
  hol_member_ends(r->part, line);
}

/** Faults of a theory that the given properties contradict, once for the beam. */
static void check_theory(const hol_resolving *r, double line_mass)
{
  const hol_part *part = r->part;
  const hol_properties shear = HOL_P(KGA) | HOL_P(KGA_Y) | HOL_P(KGA_Z);
  const int rotary[] = {HOL_P_ROTARY_INERTIA, HOL_P_ROTARY_INERTIA_Y, HOL_P_ROTARY_INERTIA_Z};
  bool turns = false;
  for (int i = 0; i < 3; i++) {
    turns = turns || hol_given(part, rotary[i], 0) > 0;
  }
  if ((part->theory == HOL_THEORY_EULER || part->theory == HOL_THEORY_RAYLEIGH) && (part->given & shear)) {
    hol_faults_add(r->faults, true, part->place, "leave out `theory`, or write `theory: timoshenko`",
                   "%s `%s` has a shear stiffness, which its theory has not", r->kind, part->name);
  }
  if (part->theory == HOL_THEORY_EULER && turns) {
    hol_faults_add(r->faults, true, part->place, "leave out `theory`, or write `theory: rayleigh`",
                   "%s `%s` has a rotary inertia, which its theory has not", r->kind, part->name);
  }
  if (is_given(part, HOL_P_KAPPA) && (part->theory != HOL_THEORY_TIMOSHENKO || (part->given & shear))) {
    hol_faults_add(r->faults, true, hol_place_of_property(part, HOL_P_KAPPA),
                   "it serves `theory: timoshenko` with material and section", "`kappa` of %s `%s` has no use here",
                   r->kind, part->name);
  }
  if (turns && line_mass <= 0) {
    hol_faults_add(r->faults, true, part->place, "a massless beam has no rotary inertia",
                   "%s `%s` has a rotary inertia but no mass", r->kind, part->name);
  }
}

/** Rotary inertia per length about the axis of a plane, as the theory counts it. */
static double rotary_of(const hol_resolving *r, const plane_keys *keys, const hol_stock *stock)
{
  const hol_part *part = r->part;
  double given = hol_given(part, keys->rotary, hol_given(part, HOL_P_ROTARY_INERTIA, (double)NAN));
  bool counted = part->theory == HOL_THEORY_RAYLEIGH || part->theory == HOL_THEORY_TIMOSHENKO;
  if (!isnan(given) || !counted) {
    return isnan(given) ? 0 : given;
  }
  if (part->theory == HOL_THEORY_TIMOSHENKO && part->material == NULL && part->section == NULL) {
    return 0; /* shear alone */
  }
  return hol_needed(r, r->both_planes ? keys->rotary : HOL_P_ROTARY_INERTIA, stock->rotary[keys->index],
                    keys->rotary_from);
}

/** Shear stiffness of a plane, 0 standing for infinite. */
static double shear_of(const hol_resolving *r, const plane_keys *keys, const hol_stock *stock)
{
  const hol_part *part = r->part;
  double given = hol_given(part, keys->kGA, hol_given(part, HOL_P_KGA, (double)NAN));
  if (!isnan(given) || part->theory != HOL_THEORY_TIMOSHENKO) {
    return isnan(given) ? 0 : given;
  }
  double kappa = hol_given(part, HOL_P_KAPPA, stock->kappa[keys->index]);
  return hol_needed(r, r->both_planes ? keys->kGA : HOL_P_KGA, kappa * stock->GA, keys->kGA_from);
}

/** A beam that bends where no slope is considered would be held against turning at all its points. */
static void check_slopes(const hol_resolving *r, hol_motion bending, const hol_resolved *resolved)
{
  const hol_part *part = r->part;
  bool is_meant = part->has_ends && part->end[0] == HOL_END_GUIDED && part->end[1] == HOL_END_GUIDED;
  if (!is_meant && hol_member_only_slides(resolved, bending, r->freedoms)) {
    hol_faults_add(
        r->faults, true, part->place,
        "add the rotation, e.g. freedoms: [uy, rz]; if its ends do slide without turning write ends: guided-guided",
        "beam `%s` bends, but none of the freedoms lets its ends turn", part->name);
  }
}

static void resolve_plane(const hol_resolving *r, const plane_keys *keys, const hol_stock *stock,
                          hol_resolved *resolved)
{
  const hol_part *part = r->part;
  hol_line *line = &resolved->line[keys->motion];
  *line = (hol_line){.motion = keys->motion, .length = resolved->length, .mass = resolved->line_mass};
  double EI = hol_given(part, keys->EI, hol_given(part, HOL_P_EI, stock->EI[keys->index]));
  line->stiffness = hol_needed(r, r->both_planes ? keys->EI : HOL_P_EI, EI, keys->EI_from);
  line->rotary = rotary_of(r, keys, stock);
  line->shear = shear_of(r, keys, stock);
  line->tension = hol_given(part, HOL_P_AXIAL_FORCE, 0);
  line->tension_slope = part->axial_force_slope;
  line->foundation = hol_given(part, HOL_P_FOUNDATION, 0);
  hol_member_ends(part, line);
  check_slopes(r, keys->motion, resolved);
  if (line->shear > 0 && line->tension <= -line->shear) {
    hol_faults_add(r->faults, true, hol_place_of_property(part, HOL_P_AXIAL_FORCE), "it would buckle in shear",
                   "beam `%s` is compressed by more than its shear stiffness", part->name);
  }
  resolved->rotary[keys->index] = line->rotary;
}

/** Turn local y and z to the principal axes of the section. */
static void turn_to_principal(const hol_part *part, hol_resolved *resolved)
{
  hol_section_values v;
  if (!part->section || !hol_section_resolve(part->section, (double)NAN, &v)) {
    return;
  }
  double c = cos(v.turn), s = sin(v.turn);
  resolved->turn = v.turn;
  resolved->y_shear = c * v.y_shear + s * v.z_shear;
  resolved->z_shear = c * v.z_shear - s * v.y_shear;
  for (int i = 0; i < 3 && v.turn != 0; i++) {
    double y = resolved->axis[1][i], z = resolved->axis[2][i];
    resolved->axis[1][i] = c * y + s * z;
    resolved->axis[2][i] = c * z - s * y;
  }
}

/** A section that bends about axes across those of the freedoms takes its motions along both of them. */
static void check_turn(const hol_resolving *r, const hol_resolved *resolved)
{
  bool bends = resolved->present[HOL_BENDING_Y] || resolved->present[HOL_BENDING_Z];
  if (resolved->turn != 0 && bends && hol_member_bends_in_part(resolved, r->freedoms)) {
    hol_faults_add(
        r->faults, true, r->part->place,
        "consider both deflections and both slopes; or a section without a shape, with the I_z of one that is "
        "held against bending sideways",
        "beam `%s` bends about principal axes that are turned by %.4g degrees, but the freedoms leave out a part "
        "of its motions across",
        r->part->name, resolved->turn * 180 / M_PI);
  }
}

/** The larger radius of gyration of the planes that it bends in, 0 if its section is not known or not one. */
static double gyration_of(const hol_part *part, const hol_resolved *resolved)
{
  hol_section_values values;
  if (!part->section || part->section->varying || !hol_section_resolve(part->section, (double)NAN, &values)) {
    return 0;
  }
  double I_y = resolved->present[HOL_BENDING_Y] ? values.I_y : 0,
         I_z = resolved->present[HOL_BENDING_Z] ? values.I_z : 0;
  return values.area > 0 ? sqrt(fmax(I_y, I_z) / values.area) : 0;
}

void hol_resolve_beam(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolve_beam_as("beam", part, freedoms, resolved, faults);
}

void hol_resolve_beam_as(const char *kind, const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved,
                         hol_faults *faults)
{
  hol_resolving r = {.kind = kind, .part = part, .freedoms = freedoms, .faults = faults};
  hol_stock stock = hol_part_stock(part);
  hol_member_begin(resolved);
  if (!hol_member_axes(&r, resolved)) {
    return;
  }
  turn_to_principal(part, resolved);
  resolved->line_mass = hol_needed(&r, HOL_P_LINE_MASS, hol_given(part, HOL_P_LINE_MASS, stock.line_mass),
                                   "the density of the material and the area of the section");
  check_theory(&r, resolved->line_mass);
  if (!(resolved->line_mass > 0)) { /* `line_mass: 0` makes the whole beam massless, whatever its material */
    stock.polar_inertia = stock.rotary[0] = stock.rotary[1] = 0;
  }
  resolved->line_mass += hol_given(part, HOL_P_ADDED_MASS, 0);
  resolved->polar_inertia = hol_given(part, HOL_P_POLAR_INERTIA, isnan(stock.polar_inertia) ? 0 : stock.polar_inertia);
  for (int motion = HOL_AXIAL; motion <= HOL_TORSION; motion++) {
    if (hol_member_has(resolved, (hol_motion)motion, freedoms)) {
      resolve_rod(&r, (hol_motion)motion, resolved);
    }
  }
  for (size_t i = 0; i < 2; i++) {
    resolved->present[planes[i].motion] = hol_member_has(resolved, planes[i].motion, freedoms);
  }
  resolved->gyration = gyration_of(part, resolved);
  check_turn(&r, resolved);
  if (resolved->present[HOL_TORSION]) {
    resolved->lever = hypot(resolved->present[HOL_BENDING_Y] ? resolved->y_shear : 0,
                            resolved->present[HOL_BENDING_Z] ? resolved->z_shear : 0);
  }
  r.both_planes = resolved->present[HOL_BENDING_Y] && resolved->present[HOL_BENDING_Z];
  for (size_t i = 0; i < 2; i++) {
    if (resolved->present[planes[i].motion]) {
      resolve_plane(&r, &planes[i], &stock, resolved);
    }
  }
}

/* ---- what it has in a file --------------------------------------------------------------------------------------- */

static const hol_key EI = {.name = "EI",
                           .what = "bending stiffness",
                           .dimension = {3, 1, -2},
                           .least = 1,
                           .may_vary = true,
                           .at = HOL_P_EI,
                           .otherwise = "material, section",
                           .meaning = "bending stiffness where one plane is considered, or of both"};
static const hol_key EI_y = {.name = "EI_y",
                             .what = "bending stiffness in the local x-z plane",
                             .dimension = {3, 1, -2},
                             .least = 1,
                             .may_vary = true,
                             .at = HOL_P_EI_Y,
                             .otherwise = "EI",
                             .meaning = "bending stiffness in the local x-z plane"};
static const hol_key EI_z = {.name = "EI_z",
                             .what = "bending stiffness in the local x-y plane",
                             .dimension = {3, 1, -2},
                             .least = 1,
                             .may_vary = true,
                             .at = HOL_P_EI_Z,
                             .otherwise = "EI",
                             .meaning = "bending stiffness in the local x-y plane"};
static const hol_key rotary = {.name = "rotary_inertia",
                               .what = "rotary inertia per length",
                               .dimension = {1, 1, 0},
                               .least = 0,
                               .may_vary = true,
                               .at = HOL_P_ROTARY_INERTIA,
                               .otherwise = "by its theory",
                               .meaning = "per length, across the axis: the beam is Rayleigh's"};
static const hol_key rotary_y = {.name = "rotary_inertia_y",
                                 .what = "rotary inertia per length",
                                 .dimension = {1, 1, 0},
                                 .least = 0,
                                 .may_vary = true,
                                 .at = HOL_P_ROTARY_INERTIA_Y,
                                 .otherwise = "rotary_inertia",
                                 .meaning = "of bending in the local x-z plane"};
static const hol_key rotary_z = {.name = "rotary_inertia_z",
                                 .what = "rotary inertia per length",
                                 .dimension = {1, 1, 0},
                                 .least = 0,
                                 .may_vary = true,
                                 .at = HOL_P_ROTARY_INERTIA_Z,
                                 .otherwise = "rotary_inertia",
                                 .meaning = "of bending in the local x-y plane"};
static const hol_key kGA = {.name = "kGA",
                            .what = "shear stiffness",
                            .dimension = {1, 1, -2},
                            .least = 1,
                            .may_vary = true,
                            .at = HOL_P_KGA,
                            .otherwise = "by its theory",
                            .meaning = "shear stiffness: the beam is Timoshenko's"};
static const hol_key kGA_y = {.name = "kGA_y",
                              .what = "shear stiffness in the local x-z plane",
                              .dimension = {1, 1, -2},
                              .least = 1,
                              .may_vary = true,
                              .at = HOL_P_KGA_Y,
                              .otherwise = "kGA",
                              .meaning = "of bending in the local x-z plane"};
static const hol_key kGA_z = {.name = "kGA_z",
                              .what = "shear stiffness in the local x-y plane",
                              .dimension = {1, 1, -2},
                              .least = 1,
                              .may_vary = true,
                              .at = HOL_P_KGA_Z,
                              .otherwise = "kGA",
                              .meaning = "of bending in the local x-y plane"};
static const hol_key kappa = {.name = "kappa",
                              .what = "shear coefficient",
                              .dimension = {0},
                              .least = 1,
                              .may_vary = true,
                              .at = HOL_P_KAPPA,
                              .otherwise = "that of the section",
                              .meaning = "shear coefficient, of `theory: timoshenko`"};
static const hol_key axial_force = {.name = "axial_force",
                                    .what = "axial force (tension positive)",
                                    .dimension = {1, 1, -2},
                                    .least = 2,
                                    .may_vary = true,
                                    .at = HOL_P_AXIAL_FORCE,
                                    .otherwise = "0",
                                    .meaning = "acts on the bending; tension is positive"};
static const hol_key foundation = {.name = "foundation",
                                   .what = "foundation stiffness per length",
                                   .dimension = {-1, 1, -2},
                                   .least = 0,
                                   .may_vary = true,
                                   .at = HOL_P_FOUNDATION,
                                   .otherwise = "0",
                                   .meaning = "stiffness per length against deflection"};

static void read_supports(hol_reader *reader, const hol_field *field, hol_part *part)
{
  static const char *const word[] = {"movable", "immovable"};
  size_t choice;
  part->places->supports = hol_node_place(field->value);
  if (hol_read_choice(reader, field->value, "`supports`", word, 2, &choice)) {
    part->is_immovable = choice == 1;
  }
}

static void read_up(hol_reader *reader, const hol_field *field, hol_part *part)
{
  part->has_up = hol_read_direction(reader, field->value, "`up`", part->up);
}

static const hol_key supports = {.name = "supports",
                                 .form = "word",
                                 .otherwise = "movable",
                                 .meaning = "immovable: its ends keep their distance, for steady motions",
                                 .read = read_supports};
static const hol_key up = {.name = "up",
                           .form = "direction",
                           .otherwise = "z cross x; y along z",
                           .meaning = "the direction of its local y",
                           .read = read_up};

static const hol_key kind = {
    .name = "kind", .form = "beam", .is_required = true, .meaning = "member with every motion the freedoms allow"};

static const hol_key *const key[] = {&kind,
                                     &hol_key_from,
                                     &hol_key_to,
                                     &hol_key_material,
                                     &hol_key_section,
                                     &hol_key_theory,
                                     &hol_key_ends,
                                     &up,
                                     &supports,
                                     &hol_key_pieces,
                                     &hol_key_length,
                                     &hol_key_EA,
                                     &hol_key_GJ,
                                     &EI,
                                     &EI_y,
                                     &EI_z,
                                     &hol_key_line_mass,
                                     &hol_key_added_mass,
                                     &hol_key_polar_inertia,
                                     &rotary,
                                     &rotary_y,
                                     &rotary_z,
                                     &kGA,
                                     &kGA_y,
                                     &kGA_z,
                                     &kappa,
                                     &hol_key_loss_factor,
                                     &hol_key_rayleigh,
                                     &hol_key_line_damping,
                                     &axial_force,
                                     &foundation};

const hol_part_kind hol_kind_beam = {
    .grammar = {.name = "beam",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_ENDS,
                .place = hol_place_member,
                .settle = hol_settle_pieces},
    .theory = "beam: axial and torsional wave equations; bending after Euler-Bernoulli, with rotary inertia after "
              "Rayleigh, with shear after Timoshenko",
    .resolve = hol_resolve_beam,
    .list = hol_list_member,
};
