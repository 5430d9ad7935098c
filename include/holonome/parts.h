/** @file parts.h  From parts as written to parts as mechanics: motions of members, masses of bodies.
 *
 *  Room `parts`. A part kind is one file and one row of the table behind hol_part_kinds(). */
#ifndef HOLONOME_PARTS_H
#define HOLONOME_PARTS_H

#include "holonome/flexible.h"
#include "holonome/line.h"
#include "holonome/problem.h"
#include "holonome/profile.h"

/** A part resolved to numbers. {0} is an empty part.
 *
 *  Local frame of a member: x from `from` to `to`; y = component normal to x of `up`, by default of Z × x, and of +Y for
 *  a member along Z; z = x × y. Bending Z is in the local x–y plane (deflection along y, slope about z), bending Y in the
 *  local x–z plane (deflection along z, slope about −y: w′ = −θ_y). */
typedef struct hol_piece {
  bool is_member;
  bool varies;                     /**< members: properties change along it; line[] and the like are then means */
  double length;                   /**< members: m */
  double axis[3][3];               /**< rows: unit local x, y, z in global components (bodies: identity) */
  bool present[HOL_MOTION_COUNT];  /**< members: the motion is carried by this kind and can occur with the freedoms */
  bool rigid[HOL_MOTION_COUNT];    /**< present, but undeformable: moves as a whole (axial, torsion) */
  hol_line line[HOL_MOTION_COUNT]; /**< valid where present and not rigid */
  double rigid_mass[HOL_MOTION_COUNT]; /**< kg (axial) or kg m² (torsion) moving in a rigid motion */
  double line_mass;                    /**< kg/m, for mass, centre and inertia of the structure */
  double polar_inertia, rotary[2];     /**< kg m, about local x; about local y, z: as the part's theory counts them */
  double moment[3];                    /**< members: ∫ m sᵏ ds from the start, k = 0, 1, 2 */
  double turning[3];                   /**< members: ∫ of polar_inertia, rotary[0], rotary[1] along it */
  double mass;                         /**< bodies: kg */
  double inertia[3][3];                /**< bodies: kg m² about the mass centre, global axes */
  hol_flexible *flexible;              /**< parts with ports anywhere, known by own modes; NULL for members and bodies.
                                               `axis` are its own axes, `length` its extent. Owned: hol_piece_clear() */
} hol_piece;

/** Free what a piece owns, leave {0}. Idempotent. */
void hol_piece_clear(hol_piece *piece);
/** Free a flexible body with its part; NULL is nothing. */
void hol_flexible_free(hol_flexible *flexible);

/** A part kind. */
typedef struct hol_part_kind {
  hol_part_keys keys;
  const char *theory; /**< what the kind is in words, e.g. "bar: one-dimensional axial wave equation" */
  /** Resolve a part. Faults (missing properties, impossible combinations) are added with the part's places; the piece is
   *  then partly filled and must not be used. Only what the motions present need is asked for. Not collective. */
  void (*resolve)(const hol_part *part, hol_freedoms freedoms, hol_piece *piece, hol_diagnostics *faults);
} hol_part_kind;

/** The table of kinds; static storage.
 *  @param[out] count  number of kinds */
const hol_part_kind *hol_part_kinds(size_t *count);

/** Resolve any part by its kind; one that varies all along, as hol_part_kind.resolve() at every place. */
void hol_part_resolve(const hol_part *part, hol_freedoms freedoms, hol_piece *piece, hol_diagnostics *faults);

/** Properties of a piece that are polynomials of low degree, by powers of the distance from each of its ends (in shares of the
 *  piece): [stiffness, mass, rotary, shear, tension, foundation][from the end]. */
enum { HOL_POWERS = 9 };
typedef struct hol_powers {
  bool is_used;
  double power[6][2][HOL_POWERS];
} hol_powers;

/** One motion of a part that varies, or has no own modes in closed form, to be computed. */
typedef struct hol_varied {
  hol_profile profile;       /**< its context is this */
  hol_profile_values values; /**< of a uniform motion */
  const hol_part *part;      /**< borrowed */
  hol_freedoms freedoms;
  hol_motion motion;
  hol_profile_function direct; /**< the properties as written, where `powers` stand in */
  hol_powers *powers; /**< [pieces] for those where the expressions are rounding near an end at which they come to
                                               nothing; NULL: none. In the same piece of memory */
  double to[];        /**< ends of the pieces */
} hol_varied;

/** The same of a uniform motion, for which no part is needed. @return NULL if memory is out; to be freed with free() */
hol_varied *hol_varied_uniform(const hol_line *line);

/** One motion at a place of a part that varies, xi from 0 to 1, in the piece that the place lies in.
 *  @return HOL_INVALID where it has none, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_part_line_at(const hol_part *part, hol_freedoms freedoms, hol_motion motion, double xi,
                                           hol_line *line);

/** Are two motions the same, so that what is computed for one serves the other? */
bool hol_varied_is_alike(const hol_varied *a, const hol_varied *b);

/** @param[in] piece  the part resolved
 *  @return NULL if memory is out; to be freed with free() */
hol_varied *hol_varied_new(const hol_part *part, const hol_piece *piece, hol_freedoms freedoms, hol_motion motion,
                           const hol_end end[2]);

/** Turn a resolved disk so that its own axis lies along `axis`: inertia = J_d 1 + (J_p − J_d) a aᵀ.
 *
 *  For disks without an `axis` of their own (kind with keys.takes_axis, part->has_axis false): resolving leaves them with
 *  global x as axis; whoever knows the member they are welded to calls this with the member's direction. A disk whose
 *  inertia is one number (about the only rotation considered) stays as it is, and so does a part that is no disk.
 *  @param[in] axis  any length > 0 */
void hol_disk_set_axis(hol_piece *piece, const hol_part *part, const double axis[3]);

/** Geometry of a cross-section. Suffix z is bending in the local x–y plane, as in hol_section: I_z = ∫y²dA, and kappa_z
 *  is the coefficient for the shear force along y. */
typedef struct hol_section_values {
  double area, I_y, I_z, J, I_p, kappa_y, kappa_z;
} hol_section_values;

/** Area, second moments, torsion constant and polar moment of a section; shear coefficients after Cowper (1966), which
 *  need Poisson's ratio. Torsion constants: circle and tube exact; rectangle by the Saint-Venant series to rounding;
 *  I by Σ b t³/3 (thin-walled). Shear of an I along its flanges, for which Cowper gives nothing: the flanges alone carry
 *  it, as rectangles. Numbers that a direct section does not give stay 0; kappas are NAN when nu is and no kappa is given.
 *  @param[in] nu  Poisson's ratio, or NAN
 *  @return false if the shape lacks a number or has an impossible one (values are then all 0). Not collective. */
bool hol_section_resolve(const hol_section *section, double nu, hol_section_values *values);

#endif
