/** @file parts.h  From parts as written to parts as mechanics: motions of members, masses of bodies.
 *
 *  Room `parts`. A part kind is one file and one row of the table behind hol_part_kinds(). */
#ifndef HOLONOME_PARTS_H
#define HOLONOME_PARTS_H

#include "holonome/line.h"
#include "holonome/problem.h"

/** A part resolved to numbers. {0} is an empty part. */
typedef struct hol_piece {
  bool is_member;
  double length;                          /**< members: m */
  double axis[3][3];                      /**< rows: unit local x, y, z in global components (bodies: identity) */
  bool present[HOL_MOTION_COUNT];         /**< members: the motion is carried by this kind and can occur with the freedoms */
  bool rigid[HOL_MOTION_COUNT];           /**< present, but undeformable: moves as a whole (axial, torsion) */
  hol_line line[HOL_MOTION_COUNT];        /**< valid where present and not rigid */
  double rigid_mass[HOL_MOTION_COUNT];    /**< kg (axial) or kg m² (torsion) moving in a rigid motion */
  double line_mass;                       /**< kg/m, for mass, centre and inertia of the structure */
  double polar_inertia, rotary[2];        /**< kg m, about local x; about local y, z */
  double mass;                            /**< bodies: kg */
  double inertia[3][3];                   /**< bodies: kg m² about the mass centre, global axes */
} hol_piece;

/** A part kind. */
typedef struct hol_part_kind {
  hol_part_keys keys;
  const char *theory;                     /**< what the kind is in words, e.g. "bar: one-dimensional axial wave equation" */
  /** Resolve a part. Faults (missing properties, impossible combinations) are added with the part's places. */
  void (*resolve)(const hol_part *part, hol_freedoms freedoms, hol_piece *piece, hol_diagnostics *faults);
} hol_part_kind;

/** The table of kinds; static storage.
 *  @param[out] count  number of kinds */
const hol_part_kind *hol_part_kinds(size_t *count);

/** Area, second moments, torsion constant and polar moment of a section; shear coefficients after Cowper (1966), which
 *  need Poisson's ratio. Torsion constants: circle and tube exact; rectangle by the Saint-Venant series to rounding;
 *  I by Σ b t³/3 (thin-walled).
 *  @return false if the shape lacks a number (the reader has already complained). */
typedef struct hol_section_values {
  double area, I_y, I_z, J, I_p, kappa_y, kappa_z;
} hol_section_values;
bool hol_section_resolve(const hol_section *section, double nu, hol_section_values *values);

#endif
