/** @file reduction.h  What all structures of a sweep have in common: joints, constraints, forms of own modes.
 *
 *  A reduction is there when nothing but numbers changes over the sweep, and of these only such as leave the joints as they
 *  are: lengths, stiffnesses, masses, places on members. All this is tried at a few places of the sweep; where it does
 * not hold there is no reduction, and points are solved one by one. */
#ifndef SWEEP_REDUCTION_H
#define SWEEP_REDUCTION_H

#include "compliance/system.h"
#include "model/layout.h"
#include "sweep/lanes.h"
#include "sweep/numbers.h"
#include "sweep/plan.h"

/** Most ports and elastic modes of a member. */
enum { HOL_REDUCTION_PORTS = 24, HOL_REDUCTION_MODES = 64 };

/** A place on a member or a body. */
typedef struct hol_reduction_point {
  size_t station;   /**< index in the model */
  const double *xi; /**< in the problem whose numbers change */
} hol_reduction_point;

/** A motion of a member by its own modes. */
typedef struct hol_reduction_member {
  const hol_modal *modal; /**< of the first place, for ports and numbers of modes */
  hol_motion motion;
  size_t part;
  bool is_fixed;       /**< ports do not move along it, and its modes keep their shape */
  hol_line unit;       /**< length, stiffness and mass 1 */
  hol_line_mode *mode; /**< [modal->modes + 1] of the unit line; owned */
} hol_reduction_member;

/** A lumped mass; those of a group move as one, r·w with one r but for a factor. */
typedef struct hol_reduction_mass {
  size_t group;  /**< SIZE_MAX: it cannot move */
  double square; /**< of the factor */
  enum { HOL_REDUCTION_BODY, HOL_REDUCTION_INERTIA, HOL_REDUCTION_RIGID } kind;
  size_t part, axis; /**< INERTIA: about which axis; RIGID: which motion */
} hol_reduction_mass;

typedef struct hol_reduction {
  hol_problem place[HOL_PLACES];
  hol_problem work;    /**< another reading of place[0], whose numbers are changed */
  hol_numbers numbers; /**< of work */
  hol_changes changes;
  hol_layout layout; /**< at place[0] */
  hol_model model;   /**< of place[0] */
  hol_system system;
  bool is_exact;     /**< then what follows up to `member` is not there */
  size_t order;      /**< of the reduced determinant */
  size_t groups;     /**< of lumped masses */
  size_t rigid;      /**< rigid-body modes of all members */
  size_t modes;      /**< elastic ones */
  double *weight;    /**< [order * multipliers] reactions from the unknowns: Λ_i = Σ_j weight[i*order + j] y_j */
  double *group_row; /**< [groups * order] */
  hol_reduction_member *member; /**< [system.modal_count] */
  hol_reduction_mass *mass;     /**< [mass_count] as in the model */
  size_t mass_count;
  hol_reduction_point *point; /**< [point_count] in the order of stations */
  size_t point_count;
  bool *part_changes;       /**< [part_count] */
  bool *spring_is_constant; /**< [springs] */
} hol_reduction;

/** Look for the reduction of a sweep.
 *  @return HOL_INVALID if there is none; HOL_MEMORY. Cost: some solutions. */
HOL_MUST_CHECK hol_status hol_reduction_find(hol_solver *solver, hol_reduction *reduction);
void hol_reduction_clear(hol_reduction *reduction);

/** What a lumped mass is, from its part. */
double hol_reduction_mass_value(const hol_piece *piece, const hol_reduction_mass *mass);
/** Where a station of a part stands in `work`, xi. */
double hol_reduction_xi(const hol_reduction *reduction, size_t part, size_t station);
/** Compliance of a spring in `work`. */
double hol_reduction_compliance(const hol_reduction *reduction, size_t spring);

/** Put the numbers of one structure into `work` and resolve its parts.
 *  @param[in]     step,lane  the program as it has been run, and which lane of it
 *  @param[in,out] piece      [part_count] those of parts that change are filled
 *  @return false: the structure does not fit the reduction, or is not valid */
bool hol_reduction_fit(const hol_reduction *reduction, const hol_lane *step, size_t lane, hol_piece *piece);

/** Parameters of one of the places at which a reduction is tried. */
void hol_reduction_place(const hol_plan *plan, size_t place, double *value);

#endif
