/* beam: every motion the freedoms allow.

   Bending, deflection w, rotation of the section ψ, per length: EI, mass m, rotary inertia r, shear stiffness s = κGA,
   axial force T (working on w′), foundation f:

       s (w″ − ψ′) + T w″ + (λ m − f) w = 0,     EI ψ″ + s (w′ − ψ) + λ r ψ = 0;      s → ∞: ψ = w′.

   Without properties of its own a beam takes them from material and section: EI = E I; with theory rayleigh r = ρ I,
   with timoshenko also s = κ G A.                                 [Rayleigh 1877; Timoshenko 1921; κ: Cowper 1966] */
#include "parts/kinds.h"

#include <math.h>

/** The keys of one bending plane: those of the plane go before those of both planes. */
typedef struct plane_keys {
  hol_motion motion;
  int EI, rotary, kGA;
  size_t index; /**< into hol_stock and hol_piece: 0 local y, 1 local z */
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
static void resolve_rod(const hol_resolving *r, hol_motion motion, hol_piece *piece)
{
  bool axial = motion == HOL_AXIAL;
  int key = axial ? HOL_P_EA : HOL_P_GJ;
  hol_stock stock = hol_part_stock(r->part);
  piece->present[motion] = true;
  if (!is_given(r->part, key) && (r->part->material == NULL || r->part->section == NULL)) {
    piece->rigid[motion] = true;
    return;
  }
  hol_line *line = &piece->line[motion];
  *line = (hol_line){.motion = motion, .length = piece->length, .mass = axial ? piece->line_mass : piece->polar_inertia};
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
                   "beam `%s` has a shear stiffness, which its theory has not", part->name);
  }
  if (part->theory == HOL_THEORY_EULER && turns) {
    hol_faults_add(r->faults, true, part->place, "leave out `theory`, or write `theory: rayleigh`",
                   "beam `%s` has a rotary inertia, which its theory has not", part->name);
  }
  if (is_given(part, HOL_P_KAPPA) && (part->theory != HOL_THEORY_TIMOSHENKO || (part->given & shear))) {
    hol_faults_add(r->faults, true, part->value_place[HOL_P_KAPPA],
                   "it serves `theory: timoshenko` with material and section", "`kappa` of beam `%s` has no use here",
                   part->name);
  }
  if (turns && line_mass <= 0) {
    hol_faults_add(r->faults, true, part->place, "a massless beam has no rotary inertia",
                   "beam `%s` has a rotary inertia but no mass", part->name);
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

static void resolve_plane(const hol_resolving *r, const plane_keys *keys, const hol_stock *stock, hol_piece *piece)
{
  const hol_part *part = r->part;
  hol_line *line = &piece->line[keys->motion];
  *line = (hol_line){.motion = keys->motion, .length = piece->length, .mass = piece->line_mass};
  double EI = hol_given(part, keys->EI, hol_given(part, HOL_P_EI, stock->EI[keys->index]));
  line->stiffness = hol_needed(r, r->both_planes ? keys->EI : HOL_P_EI, EI, keys->EI_from);
  line->rotary = rotary_of(r, keys, stock);
  line->shear = shear_of(r, keys, stock);
  line->tension = hol_given(part, HOL_P_AXIAL_FORCE, 0);
  line->foundation = hol_given(part, HOL_P_FOUNDATION, 0);
  hol_member_ends(part, line);
  if (line->shear > 0 && line->tension <= -line->shear) {
    hol_faults_add(r->faults, true, part->value_place[HOL_P_AXIAL_FORCE], "it would buckle in shear",
                   "beam `%s` is compressed by more than its shear stiffness", part->name);
  }
  piece->rotary[keys->index] = line->rotary;
}

void hol_resolve_beam(const hol_part *part, hol_freedoms freedoms, hol_piece *piece, hol_faults *faults)
{
  hol_resolving r = {.kind = "beam", .part = part, .freedoms = freedoms, .faults = faults};
  hol_stock stock = hol_part_stock(part);
  *piece = (hol_piece){0};
  if (!hol_member_axes(&r, piece)) {
    return;
  }
  piece->line_mass = hol_needed(&r, HOL_P_LINE_MASS, hol_given(part, HOL_P_LINE_MASS, stock.line_mass),
                                "the density of the material and the area of the section");
  check_theory(&r, piece->line_mass);
  if (!(piece->line_mass > 0)) { /* `line_mass: 0` makes the whole beam massless, whatever its material */
    stock.polar_inertia = stock.rotary[0] = stock.rotary[1] = 0;
  }
  piece->polar_inertia = hol_given(part, HOL_P_POLAR_INERTIA, isnan(stock.polar_inertia) ? 0 : stock.polar_inertia);
  for (int motion = HOL_AXIAL; motion <= HOL_TORSION; motion++) {
    if (hol_member_has(piece, (hol_motion)motion, freedoms)) {
      resolve_rod(&r, (hol_motion)motion, piece);
    }
  }
  for (size_t i = 0; i < 2; i++) {
    piece->present[planes[i].motion] = hol_member_has(piece, planes[i].motion, freedoms);
  }
  r.both_planes = piece->present[HOL_BENDING_Y] && piece->present[HOL_BENDING_Z];
  for (size_t i = 0; i < 2; i++) {
    if (piece->present[planes[i].motion]) {
      resolve_plane(&r, &planes[i], &stock, piece);
    }
  }
}
