/* SPDX-License-Identifier: BSD-3-Clause */
/** @file model.h  Mechanical model of a structure: coordinates, constraints, ports of members, springs and masses.
 *
 *  Every point of a part that matters is a *station* with a bare displacement of its own; a body is one station.
 *  Station displacements and the coordinates of undeformable motions are the columns of U; rotations are kept times the
 *  length `scale`, so that all columns are lengths. Rigid joints are rows C U = 0; elimination leaves the independent
 *  coordinates w (theory §6: joint displacements u), in which everything else is written. Which rows are redundant is
 *  decided by geometry alone. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/cancellation.h"
#include "base/sparse.h"
#include "holonome/solve.h"
#include "parts/resolve.h"

#include <stdbool.h>

/** Coefficients below this, relative to their row, are rounding of geometry. */
#define HOL_GEOMETRY_ROUNDING 1e-11

/** A place on a part with its own displacement. */
typedef struct hol_station {
  double x, x_rest;   /**< arc length along a member, m, double-double */
  double xi, xi_rest; /**< the same over its length */
  size_t point;       /**< of a flexible part: index into its points */
  double at[6];       /**< its place, m */
  size_t column;      /**< first of its columns in U, one per active freedom in the order ux..rz */
} hol_station;

/** A linear functional of the coordinates. */
typedef struct hol_functional {
  hol_sparse full; /**< over the columns of U */
  hol_sparse row;  /**< the same over w */
} hol_functional;

/** One flexible motion of one member, or all of a flexible part. Port i is (station i / orders, order i % orders); of a
 *  flexible part the order is a freedom in its own axes, and ports it does not carry (hol_member_carries()) are
 *  empty. */
typedef struct hol_member {
  size_t part, motion; /**< which of its substructures it is */
  size_t stations;
  const hol_station *station;     /**< [stations], rising x; borrowed from the model */
  size_t orders;                  /**< ports per station: 1, or 2 in bending; 6 of a flexible part */
  const hol_direction *component; /**< [orders] what they are */
  const hol_freedoms *carried;    /**< as hol_substructure */
  hol_functional *port;           /**< [stations * orders] */
  hol_functional *mechanism;      /**< [mechanism_count] amplitudes of its motions with neither stiffness nor mass */
  size_t mechanism_count;
  size_t *even;  /**< [stations] the order whose port is hol_sites.even instead; HOL_FREEDOM_COUNT: none. NULL: nowhere.
                 Owned */
  bool has_mass; /**< and so rigid-body modes that are coordinates of their own; otherwise it is segments without
                     mass */
  bool is_modal; /**< enters by its component modes; otherwise by exact (or massless) segments */
  const hol_substructure_class *class;
  void *of; /**< what its functions work on. Owned */
  void **
      segment; /**< [stations - 1] of a motion without mass that varies: what there is between two stations. NULL: `of`.
                                   Owned */
  const hol_sites *sites; /**< of its part; empty where it is a motion of a straight one. Borrowed */
  double digits;          /**< as hol_substructure */
  size_t rigid_count;     /**< rigid-body modes when it has mass */
  double *rigid_port; /**< of a flexible part: [stations * orders * rigid_count] ports of its M-orthonormal rigid-body
                               modes, column-major */
} hol_member;

/** A scalar spring: (row·w) + compliance · force = 0. */
typedef struct hol_spring {
  size_t joint, equation;
  double compliance;    /**< m/N (rad/N m), > 0 */
  double reaction_sign; /**< force of the equation → reaction on the joint's first point */
  hol_functional along;
} hol_spring;

/** A dashpot: force of the damping of its joint times (row·ẇ). What does not move with time does not feel it. */
typedef struct hol_dashpot {
  size_t joint;
  hol_functional along;
} hol_dashpot;

/** A freedom of a stiffness matrix, times the root of its diagonal entry. */
typedef struct hol_stiff {
  bool is_first; /**< of its matrix; those that follow belong to the same one */
  hol_functional along;
} hol_stiff;

/** A scalar mass: kinetic energy ½ mass (row·ẇ)². Files have positive ones alone; inside it may have either sign, as
 *  the effective inertia of a turning disk has. */
typedef struct hol_mass {
  size_t part, lumped_mass; /**< which of its lumped masses it is */
  double mass;
  bool is_reduced; /**< rows leave out what its part does alone, and know the ratio of its masses:
                       hol_model_hold_local_mechanisms() */
  hol_functional along;
} hol_mass;

/** A structure with more zero-energy modes than that is refused: its parts are not joined. */
enum { HOL_ZERO_MODES_MOST = 2000 };

/** A motion without elastic energy: a rigid-body mode or a mechanism. All are orthonormal in the product of masses, of
 *  their sizes where there are negative ones. */
typedef struct hol_zero_mode {
  double *w; /**< [coordinates] */
  double *q; /**< [rigid coordinates] amplitudes of the members' M-orthonormal rigid modes, in order */
} hol_zero_mode;

/** A row of the constraints that is redundant. */
typedef struct hol_dependency {
  size_t row;      /**< which */
  hol_sparse from; /**< the combination of earlier rows that it is; empty: it says nothing */
} hol_dependency;

typedef struct hol_model {
  const hol_problem *problem;
  const struct hol_layout *layout; /**< what has been decided about it */
  struct hol_layout *own_layout;   /**< the same where the model was made with it; NULL: it is borrowed. Owned */
  hol_cancellation cancellation;   /**< asked while parts are computed; set before the model is filled, and kept by
                                      that */
  struct hol_lockstep
      *common; /**< ranks that have the factors of its matrices in common; NULL: none have. Set once it is filled;
                                        borrowed */
  bool exact;  /**< stations at the ends of every member, ends held by rows */
  hol_reactions_kind reactions; /**< unknowns of component modes for the forces on ports, unless it is exact */
  hol_resolved *resolved;       /**< [part_count] */
  void *lent; /**< by hol_resolved_lend(), while members are made; NULL: they are. Kept where they may be made again;
                 owned */
  double (
      *row_axis)[3]
                [3]; /**< [part_count] axes of the parts when rows were written; NULL: they are what they were then */
  double (*from)[6], (*to)[6]; /**< [part_count] where it is placed */
  double scale;                /**< m, rotations times this are columns */
  double extent;               /**< m, size of the structure */
  double reach;                /**< rad²/s², λ up to which members that are computed must be right when the model is
                                        exact; to be set before a system is built, 0: some modes of each */
  size_t freedoms;             /**< active freedoms per station */
  size_t slot[HOL_FREEDOM_COUNT]; /**< place of a freedom among them, SIZE_MAX: not considered */
  hol_station *station;
  size_t station_count;
  double (*row_at)[6];                   /**< [station_count] where they were when rows were written; NULL likewise */
  size_t *first_station;                 /**< [part_count + 1] stations of a part */
  struct hol_node_request *node_request; /**< [node_request_capacity] room for what stations.c does, kept for the next
                                              fill; owned */
  size_t node_request_capacity;
  size_t
      *own_column; /**< [part_count] first column of a part's own motions: as a whole, then with neither stiffness nor
                       mass */
  size_t columns;
  hol_elimination constraints; /**< rows in the order of layout->constraint; behind them those of
                        hol_model_hold_local_mechanisms() */
  size_t constraint_count;
  hol_dependency *dependency; /**< [dependency_count] rows that are redundant, rising; owned */
  size_t dependency_count;
  hol_point *output; /**< [outputs] points at which forces act or displacements are asked for. Owned */
  size_t outputs;
  const bool *released;   /**< [joint_count] joints without rows and springs; NULL: none. Borrowed */
  hol_functional *outlet; /**< [6 * outputs] their components; a row is empty where nothing carries the component */
  double
      *reaction_sign; /**< [constraint_count] multiplier → reaction on the joint's first point: the first coefficient */
  size_t dependency_capacity, sign_capacity;
  size_t *coordinate; /**< [columns] index in w, SIZE_MAX: eliminated or dropped */
  size_t coordinates; /**< size of w */
  hol_member *member;
  size_t member_count, member_capacity;
  hol_spring *spring;
  size_t spring_count, spring_capacity;
  hol_dashpot *dashpot;
  size_t dashpot_count, dashpot_capacity;
  hol_stiff *stiff;
  size_t stiff_count, stiff_capacity; /**< of all stiffness matrices of springs, for rounding */
  hol_mass *mass;
  size_t mass_count, mass_capacity;
  size_t mass_rank; /**< independent lumped masses: as many natural frequencies of their own */
  hol_zero_mode *zero_mode;
  size_t zero_count;
  size_t zero_found;        /**< how many there are, also where they are too many to be kept */
  bool lacks_null_space;    /**< hol_null_space() was wanted for them, and could not be loaded */
  size_t rigid_coordinates; /**< Σ rigid_count */
  size_t dropped;           /**< coordinates without mass, stiffness or constraint */
} hol_model;

/** Find the zero-energy modes (rigid-body modes and mechanisms) of a model that is filled.
 *  @return HOL_INVALID with a fault added if there are more than HOL_ZERO_MODES_MOST; HOL_NUMERICAL; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_model_find_zero_modes(hol_model *model, hol_faults *faults);
void hol_model_clear(hol_model *model);

/** Is there a port, i.e. is the component carried by the part and considered? Of a line all are. */
bool hol_member_carries(const hol_member *member, size_t port);
/** Return the object of the segment between a station and the next, of the same class. */
const void *hol_member_segment(const hol_member *member, size_t station);
/** Return the length of that segment, m. */
double hol_member_span(const hol_member *member, size_t station);
/** Return whether a force at this port has a finite compliance. */
bool hol_member_bears(const hol_member *member, size_t port);
/** Return whether a port is held by the member's own end, so that nothing can move it. */
bool hol_member_holds(const hol_member *member, size_t port);
/** Return whether a port is a rotation. */
bool hol_member_turns(const hol_member *member, size_t port);
/** Return a port as the class of the member denotes it. */
hol_port hol_member_port(const hol_member *member, size_t port);
/** Return rigid-body mode r at a port. */
double hol_member_rigid_at(const hol_member *member, size_t r, size_t port);

/** Compute the global coordinates of a place given in the part's own axes. */
void hol_model_global(const hol_model *model, size_t part, const double own[3], double at[6]);

/** Count the ports, springs, dashpots and masses that touch each coordinate; where it is one port alone, that port
 *  bears no force.
 *  @param[in,out] uses  [coordinates] added to */
void hol_model_count_uses(const hol_model *model, size_t *uses);

/** Compute U = B w: all columns from the independent coordinates. */
void hol_model_expand(const hol_model *model, const double *w, double *U);
/** Return the arc length of a station of a part along its line, m; NAN of a part that is known at points. */
double hol_model_arc_length(const hol_model *model, size_t part, const hol_station *station);
/** Compute displacements and rotations of a station, m and rad, zero where not considered. */
void hol_model_displacement(const hol_model *model, const double *U, const hol_station *station, double value[6]);
/** Compute the lateral displacement of a member at arc length x by the straight line between its ends
 *  (hol_resolved.straight): m, global. */
void hol_model_straight(const hol_model *model, const double *U, size_t part, double x, double across[3]);
/** Compute the coordinates of a point of a placed part, its offset included. @param[out] at  m */
void hol_model_locate(const hol_model *model, const hol_point *point, double at[6]);
/** A rigid row of a joint: the first of its points less the others. */
typedef struct hol_rigid_row {
  hol_sparse row;  /**< over the coordinates. Owned */
  bool is_idle;    /**< it has a motion, too, that nothing carries: that motion follows, and no force is in the row */
  char *component; /**< "rz", "ux of b.end". Owned */
} hol_rigid_row;

typedef struct hol_rigid_rows {
  hol_rigid_row *row; /**< [count] */
  size_t count, capacity;
} hol_rigid_rows;

void hol_rigid_rows_clear(hol_rigid_rows *rows);
/** Write the rigid rows of a joint that the model was made without, of points that are outlets. Springs of it are not
 *  among them. The model stays as it is.
 *  @param[out] rows  {0}; to be cleared in every case @return HOL_INVALID with faults of the joint, HOL_MEMORY. Not
 *                    collective. */
HOL_MUST_CHECK hol_status hol_model_rigid_rows(hol_model *model, const hol_joint *joint, hol_rigid_rows *rows,
                                               hol_faults *faults);

/** Return whether a joint has neither rows nor springs in this model. */
static inline bool hol_model_releases(const hol_model *model, size_t joint)
{
  return model->released && model->released[joint];
}

/** Return the station of a point. */
const hol_station *hol_model_station(const hol_model *model, const hol_point *point);

/** Return the column of a motion of a part with neither stiffness nor mass. */
size_t hol_model_mechanism_column(const hol_model *model, size_t part, size_t mechanism);

/** Compute total mass, centre of mass and inertia tensor about it. */
void hol_model_mass_properties(const hol_model *model, double *mass, double centre[3], double inertia[6]);

#endif
