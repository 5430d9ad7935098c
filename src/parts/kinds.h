/* SPDX-License-Identifier: BSD-3-Clause */
/** @file kinds.h  Table of the kinds of parts, one file each, and their common functions. Internal to module
 *  `parts`. */
#ifndef HOLONOME_PARTS_KINDS_H
#define HOLONOME_PARTS_KINDS_H

#include "parts/profile/varied.h"
#include "parts/resolve.h"

/** The kinds in the order of messages, each a row hol_kind_<name>, in kind_<name>.c. */
#define HOL_KINDS(X) X(bar) X(shaft) X(beam) X(body) X(disk) X(plate) X(ring) X(arc) X(matrices)
#define X(name) extern const hol_part_kind hol_kind_##name;
HOL_KINDS(X)
#undef X

/** Their resolvers, as hol_part_kind.resolve. */
void hol_resolve_bar(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_shaft(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_beam(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_arc(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_body(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_plate(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_ring(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_matrices(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);
void hol_resolve_disk(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults);

/** Resolve a beam under the name of another kind in faults: a bent beam has the properties of a beam. */
void hol_resolve_beam_as(const char *kind, const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved,
                         hol_faults *faults);

/** Turn the inertia of a disk, as hol_disk_set_axis() does. */
void hol_disk_turn(hol_resolved *resolved, const hol_part *part, const double axis[3]);

/** Lists of the kinds, as hol_part_kind.list. */
hol_status hol_list_member(const hol_part *part, hol_resolved *resolved);
hol_status hol_list_body(const hol_part *part, hol_resolved *resolved);
hol_status hol_list_sites(const hol_part *part, hol_resolved *resolved);
/** Memory of lists, for reuse. */
typedef struct hol_list_memory {
  hol_site *site;
  hol_lumped_mass *lumped_mass;
  hol_support_row *support;
  size_t site_capacity, lumped_capacity, support_capacity;
} hol_list_memory;
hol_list_memory hol_list_memory_of(const hol_resolved *resolved);
/** Start empty lists in this memory, which becomes theirs. */
void hol_list_begin(hol_resolved *resolved, hol_list_memory memory);
/** Make room for so many more. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_list_room(hol_resolved *resolved, size_t sites, size_t lumped_masses, size_t supports);
/** Add to a list that has room. */
void hol_list_site(hol_resolved *resolved, hol_site site);
void hol_list_lumped_mass(hol_resolved *resolved, hol_lumped_mass lumped_mass);
void hol_list_support(hol_resolved *resolved, hol_support_row support);

/** Arguments of a kind that resolves a part: all borrowed. */
typedef struct hol_resolving {
  const char *kind; /**< its name, for messages */
  const hol_part *part;
  hol_freedoms freedoms;
  hol_faults *faults;
  bool both_planes; /**< beams: both bending motions are present, so that a key must name its plane */
} hol_resolving;

/** Stiffness and inertia that follow from material and section, NAN where they do not. Index 0: local y, 1: local z
 *  (section suffixes). */
typedef struct hol_stock {
  double EA, GJ, EI[2];                       /**< N, N m², N m² */
  double line_mass, polar_inertia, rotary[2]; /**< kg/m, kg m, kg m */
  double kappa[2], GA;                        /**< 1, N */
} hol_stock;
hol_stock hol_part_stock(const hol_part *part);

/** Start an empty member in the memory lent to it. */
void hol_member_begin(hol_resolved *resolved);

/** Compute the length and local axes of a member.
 *  @return false after a fault: no length, or `up` along the member. */
bool hol_member_axes(const hol_resolving *r, hol_resolved *resolved);

/** Compute the own axes of a flexible part: z along its key for that (`normal`, ...) and x as near to `x_axis` as is
 *  normal to it; without z, x along `x_axis` and z as near to global z as is normal to it. By default the global axes.
 *  @return false after a fault: a direction is zero, or both are parallel. */
bool hol_own_axes(const hol_resolving *r, hol_resolved *resolved);

/** How many of these components along and about own axes (a set as hol_freedoms, but in own axes) can occur. */
typedef enum { HOL_REACH_NONE, HOL_REACH_SOME, HOL_REACH_ALL } hol_reach;
hol_reach hol_own_reach(const hol_resolved *resolved, hol_freedoms own, hol_freedoms freedoms);

/** Can the motions occur that belong together? A fault if only some of them can.
 *  @param[in] what  "across its plane" */
bool hol_own_moves(const hol_resolving *r, const hol_resolved *resolved, hol_freedoms own, const char *what);

/** Report points at the same place as faults. @param[in] near  m; those nearer to each other are the same */
void hol_points_apart(const hol_resolving *r, double near);

/** Allocate the points of a part that has none yet, {0}; NULL if memory is out. */
hol_sites *hol_sites_new(hol_resolved *resolved);
/** Allocate so many points and samples; places of points follow those of samples.
 *  @return false if memory is out; {0} then */
bool hol_sites_start(const hol_substructure_class *class, size_t points, size_t samples, hol_sites *sites);
/** Copy points with another object for the part, which the copy owns.
 *  @return false if memory is out or part is NULL; {0} then */
bool hol_sites_copy(const hol_sites *from, void *part, hol_sites *to);

/** Record a characteristic eigenvalue of a part by itself: λ = stiffness/(mass length^power), if it is farther from one
 *  than the one recorded before. A motion without stiffness is ignored. */
void hol_sites_pace(hol_sites *sites, double stiffness, double mass, double length, double power);

/** Does the motion of a member with these local axes occur with the freedoms? */
bool hol_member_has(const hol_resolved *resolved, hol_motion motion, hol_freedoms freedoms);

/** Can its ends move along one of its own axes? */
bool hol_member_moves_along(const hol_resolved *resolved, size_t axis, hol_freedoms freedoms);

/** Can its ends deflect in a bending motion, but not turn? */
bool hol_member_only_slides(const hol_resolved *resolved, hol_motion bending, hol_freedoms freedoms);

/** Do the freedoms exclude any deflection across it, or rotation of its section? */
bool hol_member_bends_in_part(const hol_resolved *resolved, hol_freedoms freedoms);

/** Return the property as given, else `otherwise`. */
double hol_given(const hol_part *part, int property, double otherwise);

/** Return `value`; a fault if it is NAN: `kind name needs key`, with the data of material and section that would do
 *  instead.
 *  @param[in] from  e.g. "E of the material and I_z of the section" */
double hol_needed(const hol_resolving *r, int property, double value, const char *from);

/** Set the end conditions as given, else free. */
void hol_member_ends(const hol_part *part, hol_line *line);

/** Set the inertia of a body that is given as one number: it is about the only rotation considered.
 *  @return false after a fault: several rotations are considered. */
bool hol_body_one_inertia(const hol_resolving *r, hol_resolved *resolved);

/** Is each property of a piece a polynomial, and is one of them, evaluated as its expression is written, rounding near
 *  a zero of it, as 1 − 2ξ + ξ²? Then return their powers, right relative to the property itself.
 *  @param[in] from,to  shares of the member */
bool hol_powers_fit(hol_profile_function at, const void *context, size_t piece, double from, double to, hol_powers *p);
/** Evaluate a property at a share of the piece. */
double hol_powers_at(const hol_powers *p, size_t property, double share);

#endif
