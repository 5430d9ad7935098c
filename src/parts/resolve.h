/* SPDX-License-Identifier: BSD-3-Clause */
/** @file resolve.h  Mechanical model of each part from its description: motions of members, masses of bodies. Room
 *  `parts`. */
#ifndef PARTS_RESOLVE_H
#define PARTS_RESOLVE_H

#include "base/double_double.h"
#include "parts/sites.h"
#include "parts/line/line.h"
#include "problem/kind.h"

/** A component along (HOL_UX ..) or about (HOL_RX ..) one of a part's own axes, or against it. */
typedef struct hol_direction {
  size_t freedom;
  double sign;
} hol_direction;

/** Return the components of the ports of a motion of a member, one or two of them. Slopes of bending in the local x–z
 *  plane are dw/dx = −θ_y. Static storage. */
const hol_direction *hol_motion_ports(hol_motion motion);
/** Return all components of a part with points. Static storage. */
const hol_direction *hol_own_components(void);

/** Most rigid-body DOFs of a part: along its own x axis, and about it. */
enum { HOL_RIGID_DOF_MAX = 2 };

/** When a part needs a node (station) of its own, whatever is joined to it. */
typedef enum {
  HOL_NEED_ALWAYS,
  HOL_NEED_EXACT, /**< in an exact model */
  HOL_NEED_ALONE  /**< where no joint names a point of it */
} hol_need;

/** A place where a part needs a node (station); of a part with points its first one. */
typedef struct hol_site {
  double xi;      /**< from 0 to 1 along it */
  double xi_rest; /**< of it, double-double */
  hol_need need;
} hol_site;

/** Where a support row acts. */
typedef enum {
  HOL_SUPPORT_RIGID_DOF, /**< a rigid-body DOF of the part */
  HOL_SUPPORT_END,       /**< the station at xi, where there is one */
  HOL_SUPPORT_EVERY,     /**< every station */
  HOL_SUPPORT_OTHERS,    /**< every station but the first */
  HOL_SUPPORT_BETWEEN    /**< every station but the first and the last */
} hol_support_at;

/** The motion that held components are tied to. */
typedef enum {
  HOL_TO_REST,      /**< nothing */
  HOL_TO_RIGID_DOF, /**< a rigid-body DOF of the part */
  HOL_TO_FIRST,     /**< the first station, as a rigid body does */
  HOL_TO_LEADER,    /**< the station at hol_sites.leader of a point, as a rigid body does; points without one are not
                      held */
  HOL_TO_EVEN,      /**< hol_sites.even is that of the first station: one row at a station */
  HOL_TO_CHORD      /**< the straight line between both ends of a member, which have stations */
} hol_support_to;

/** Support and constraint rows of the structure that a part requires: for its own rigidity, its own ends. */
typedef struct hol_support_row {
  hol_support_at at;
  hol_support_to to;
  double xi;             /**< HOL_SUPPORT_END: 0 or 1 */
  size_t rigid_dof;      /**< HOL_SUPPORT_RIGID_DOF, HOL_TO_RIGID_DOF: which */
  hol_freedoms freedoms; /**< components held, along and about own axes; at points those that they carry */
  const char *name;      /**< of the rows, static text; NULL: by component, "own ux" */
} hol_support_row;

/** Carrier of a lumped mass. */
typedef enum {
  HOL_BY_RIGID_DOF, /**< a rigid-body DOF of the part */
  HOL_BY_SITE,      /**< the station at a site that is always needed */
  HOL_BY_FIRST,     /**< the first station of the part, from which it is moved as with a rigid body: it is at
                     hol_sites.centre */
  HOL_BY_CHORD      /**< both ends of a member, which have stations: it is moved by a share of each */
} hol_carrier;

/** A lumped mass of a part, which does not deform: kinetic energy ½ mass u̇², u a displacement along an axis or the
 *  rotation about it. */
typedef struct hol_lumped_mass {
  hol_carrier by;
  size_t which; /**< rigid-body DOF, or site */
  bool turns;
  bool is_principal; /**< its axis follows from numbers of the part: with others it is another one */
  double axis[3];    /**< unit, global components */
  double share[2];   /**< HOL_BY_CHORD: how much of the displacement at the start, at the end */
  double mass;       /**< kg or kg m²; 0: there is none, but might be with other numbers */
} hol_lumped_mass;

/** Where shapes of a part are sampled. */
typedef enum {
  HOL_SAMPLES_ALONG,   /**< along it, as many as are asked for */
  HOL_SAMPLES_STATION, /**< its one station, which is all of it that moves */
  HOL_SAMPLES_GIVEN,   /**< hol_sites.sample */
  HOL_SAMPLES_CIRCLE   /**< the same, evenly on a circle round its centre, and fields are as smooth as they */
} hol_samples;

/** A part resolved to numbers. {0} is an empty part.
 *
 *  Local axes of a member: x from `from` to `to`; y = component normal to x of `up`, by default of Z × x, and of +Y for
 *  a member along Z; z = x × y. Bending Z is in the local x–y plane (deflection along y, slope about z), bending Y in
 *  the local x–z plane (deflection along z, slope about −y: w′ = −θ_y). */
typedef struct hol_resolved {
  double axis[3][3]; /**< rows: unit local x, y, z in global components (bodies: identity) */
  double length;     /**< m: of a member; of a part with points its extent; 0 of a body */
  double turn;       /**< members: of local y and z, about x, from those that `up` gives to the principal axes of the
                    section */
  double y_shear,
      z_shear;        /**< members: from the centroid of the section to its shear centre along local y, z, m; else 0 */
  double lever;       /**< beams that can twist: distance of the shear centre from the planes they bend in, m; else 0 */
  double gyration;    /**< beams with a section: m, the larger radius of gyration of the planes it bends in; else 0 */
  bool follows_axis;  /**< turned with what it is welded to if that gives_axis, hol_disk_set_axis() */
  bool gives_axis;    /**< its local x is a direction that others follow */
  bool is_renewable;  /**< with other numbers it can be resolved again, and rows of the structure stay:
                          hol_model_refill() */
  bool is_weightless; /**< its mass is not known, as it is held by itself */
  hol_freedoms straight; /**< members: components along own axes in which it moves as the straight line between its
                              ends */
  unsigned deforms;      /**< bit k: there is a substructure k, hol_resolved_take() */
  size_t
      rigid_dof[HOL_RIGID_DOF_MAX]; /**< rigid-body DOFs of the part, each with a coordinate of its own: along (HOL_UX
                               ..) or about (HOL_RX ..) which own axis; rising */
  size_t rigid_dofs;
  hol_site *site; /**< [site_count] owned */
  size_t site_count, site_capacity;
  hol_lumped_mass *lumped_mass; /**< [lumped_masses] owned */
  size_t lumped_masses, lumped_capacity;
  hol_support_row *support; /**< [supports] owned, in the order of their rows */
  size_t supports, support_capacity;
  hol_samples samples;
  const struct hol_resolved *like;      /**< set before it is resolved, borrowed until then: of a part that is the same
                              (hol_part_is_same()) and is_shared, not taken yet. NULL: there is none */
  bool is_shared;                       /**< what it took long to make serves parts that are the same, too */
  const hol_cancellation *cancellation; /**< set before it is resolved, borrowed until then: asked on the way. NULL:
                                             nobody */
  hol_status failure; /**< but for HOL_OK it is not resolved, and not for a fault of the problem: HOL_INCOMPLETE,
                              cancelled; HOL_FILE, with a fault that says which file; HOL_MEMORY */
  hol_sites *sites; /**< of a part with points, whose own axes `axis` are; NULL: it has none, see hol_resolved_sites().
                         Owned */

  /* The members below are data of the kinds, from which they compute those above; others use the functions below. */

  bool present[HOL_MOTION_COUNT]; /**< members: the motion is carried by this kind and can occur with the freedoms */
  bool rigid[HOL_MOTION_COUNT];   /**< present, but undeformable: moves as a whole (axial, torsion) */
  bool varies;                    /**< members: properties change along it; line[] and the like are then means */
  bool has_tip; /**< members that vary: stiffness in one of its motions comes to nothing at an end: no exact relation is
                     known */
  hol_line *line;   /**< [HOL_MOTION_COUNT] room for what members are made of, set before one is resolved: valid where
                       present and not rigid. Borrowed until it is taken; NULL afterwards, and of parts that are no
                       members */
  double line_mass; /**< kg/m, for mass, centre and inertia of the structure */
  double polar_inertia, rotary[2]; /**< kg m, about local x; about local y, z: as the part's theory counts them */
  double moment[3];                /**< members: ∫ m sᵏ ds from the start, k = 0, 1, 2 */
  double turning[3];               /**< members: ∫ of polar_inertia, rotary[0], rotary[1] along it */
  double mass;                     /**< bodies: kg */
  double inertia[3][3];            /**< bodies: kg m² about the mass centre, global axes */
} hol_resolved;

/** A part kind. */
typedef struct hol_part_kind {
  hol_part_grammar grammar;
  const char *theory; /**< what the kind is in words, e.g. "bar: one-dimensional axial wave equation" */
  /** Resolve a part. Faults (missing properties, impossible combinations) are added with the part's places; what comes
   *  out is then partly filled and must not be used. Only what the motions present need is asked for. Not
   *  collective. */
  void (*resolve)(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
  /** List what there is: sites, rigid-body DOFs, what deforms, lumped masses, supports; and say what is_renewable,
   *  where samples are. Of one that varies it has its means.
   *  @param[in,out] resolved  without faults; its lists are empty
   *  @return HOL_MEMORY; HOL_NUMERICAL where principal axes cannot be found */
  hol_status (*list)(const hol_part *part, hol_resolved *resolved);
} hol_part_kind;

/** The table of kinds; static storage.
 *  @param[out] count  number of kinds */
const hol_part_kind *const *hol_part_kinds(size_t *count);
/** The grammars of kinds in a file, likewise. */
const hol_part_grammar *const *hol_part_grammars(size_t *count);

/** Convert a place from the part's own axes to six global numbers as in base/vector.h.
 *  @param[in] from  where it is placed, m */
void hol_resolved_global(const hol_resolved *resolved, const double from[6], const double own[3], double at[6]);
/** Compute the same six numbers of a point, or of a place along a part without points.
 *  @param[in] from,to  ends, as they are placed */
void hol_resolved_at(const hol_resolved *resolved, const double from[6], const double to[6], size_t point, hol_dd xi,
                     double at[6]);
/** Widen a box so that it holds the part. */
void hol_resolved_widen(const hol_resolved *resolved, const double from[6], const double to[6], double low[3],
                        double high[3]);
/** Add its mass, first moments and moments of inertia about a place. @param[in] about  near it, or digits are lost */
void hol_resolved_weigh(const hol_resolved *resolved, const double from[6], const double to[6], const double about[6],
                        double *mass, double first[3], double second[3][3]);
/** Return the weight of its motions beside those of other parts: mass, and rotary inertia about its own axes. */
void hol_resolved_inertia(const hol_resolved *resolved, double *mass, double turning[3]);

/** Lend parts memory for the properties of members, hol_resolved.line.
 *  @param[in,out] resolved  [count]
 *  @return owned by the caller, to be freed when all are taken; NULL if memory is out */
void *hol_resolved_lend(size_t count, hol_resolved *resolved);

/** Return its points; {0} of a part without points. Borrowed. */
const hol_sites *hol_resolved_sites(const hol_resolved *resolved);

/** Return the properties of a member, not taken yet, in a motion in which it deforms, means where they vary; NULL: it
 *  does not. */
const hol_line *hol_resolved_line(const hol_resolved *resolved, hol_motion motion);

/** Take substructure k of a part, what deforms in it: one motion of a member, or, as the only one, a part with points
 *  as a whole, which is then no longer its own.
 *  @param[in] k  one of hol_resolved.deforms
 *  @param[in,out] sub  in: {0}, or what was taken before, whose object is used again or freed. Its object is the
 *                      caller's in every case
 *  @return HOL_INVALID where length or stiffness is not positive, and as hol_profile_rigid_modes() */
HOL_MUST_CHECK hol_status hol_resolved_take(const hol_part *part, hol_freedoms freedoms, bool exact, size_t k,
                                            hol_resolved *resolved, hol_substructure *sub);

/** Create a segment between two places of a motion that is_stepped, as an object of the same class; owned by
 *  the caller.
 *  @param[in] from,to  m @return HOL_MEMORY; HOL_INVALID, HOL_NUMERICAL where there is none */
HOL_MUST_CHECK hol_status hol_motion_segment(const hol_part *part, hol_freedoms freedoms, const hol_substructure *sub,
                                             double from, double to, void **of);

/** Free what it owns, leave {0}. Idempotent. */
void hol_resolved_clear(hol_resolved *resolved);
/** Free what it owns, its part too, leave {0}. Idempotent. */
void hol_sites_clear(hol_sites *sites);

/** Resolve any part by its kind; one that varies all along, as hol_part_kind.resolve() at every place.
 *  @param[in,out] resolved  {0}, or one that was resolved before and is_renewable: memory of its lists is used again */
void hol_part_resolve(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);

/** Is every piece of a part that varies the same all along, but for a linear axial force? Then one place in the middle
 *  determines all of it. */
bool hol_part_is_stepped(const hol_part *part);
/** Compute the properties of one motion at a place of a part that varies, xi from 0 to 1, in the piece that the place
 *  lies in.
 *  @return HOL_INVALID where it has none, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_part_line_at(const hol_part *part, hol_freedoms freedoms, hol_motion motion, double xi,
                                           hol_line *line);

/** Turn a resolved disk so that its own axis lies along `axis`: inertia = J_d 1 + (J_p − J_d) a aᵀ, and its lumped
 *  masses with it.
 *  For disks without an `axis` of their own (part->has_axis false): resolving leaves them with
 *  global x as axis; whoever knows the member they are welded to calls this with the member's direction. A disk whose
 *  inertia is one number (about the only rotation considered) stays as it is, and so does a part that is no disk.
 *  @param[in] axis  any length > 0
 *  @return as hol_part_kind.list() */
HOL_MUST_CHECK hol_status hol_disk_set_axis(hol_resolved *resolved, const hol_part *part, const double axis[3]);

#endif
