/* SPDX-License-Identifier: BSD-3-Clause */
/** @file problem.h  A problem file, read, checked and evaluated: everything in SI, nothing solved.
 *
 *  Module `problem`. It knows units, expressions and the grammar of the file; it knows no mechanics.
 *  Every string and array is owned by the hol_problem and freed by hol_problem_clear(). */
#ifndef HOLONOME_PROBLEM_H
#define HOLONOME_PROBLEM_H

#include "holonome/faults.h"
#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Freedoms of a point: displacements along and rotations about the global axes. */
enum { HOL_UX, HOL_UY, HOL_UZ, HOL_RX, HOL_RY, HOL_RZ, HOL_FREEDOM_COUNT };
typedef unsigned hol_freedoms; /**< bit set, 1u << HOL_UX ... */
#define HOL_TRANSLATIONS ((hol_freedoms)0x07)
#define HOL_ROTATIONS ((hol_freedoms)0x38)
/** "ux" ... "rz". */
extern const char *const hol_freedom_name[HOL_FREEDOM_COUNT];

/** Exponents of a physical dimension. Angles have none. */
typedef struct hol_dimension {
  int8_t length, mass, time;
} hol_dimension;

/** Numbers that parts of several kinds have, and those that change along members: identifier, key in the file. */
#define HOL_PROPERTY_LIST(X)                                                                                           \
  X(LENGTH, "length")                                                                                                  \
  X(EA, "EA")                                                                                                          \
  X(GJ, "GJ")                                                                                                          \
  X(EI, "EI")                                                                                                          \
  X(EI_Y, "EI_y")                                                                                                      \
  X(EI_Z, "EI_z")                                                                                                      \
  X(LINE_MASS, "line_mass")                                                                                            \
  X(ADDED_MASS, "added_mass")                                                                                          \
  X(POLAR_INERTIA, "polar_inertia")                                                                                    \
  X(ROTARY_INERTIA, "rotary_inertia")                                                                                  \
  X(ROTARY_INERTIA_Y, "rotary_inertia_y")                                                                              \
  X(ROTARY_INERTIA_Z, "rotary_inertia_z")                                                                              \
  X(KGA, "kGA")                                                                                                        \
  X(KGA_Y, "kGA_y")                                                                                                    \
  X(KGA_Z, "kGA_z")                                                                                                    \
  X(KAPPA, "kappa")                                                                                                    \
  X(AXIAL_FORCE, "axial_force")                                                                                        \
  X(FOUNDATION, "foundation")                                                                                          \
  X(MASS, "mass")                                                                                                      \
  X(RADIUS, "radius")                                                                                                  \
  X(THICKNESS, "thickness")                                                                                            \
  X(LOSS_FACTOR, "loss_factor")                                                                                        \
  X(RAYLEIGH_MASS, "rayleigh mass")                                                                                    \
  X(RAYLEIGH_STIFFNESS, "rayleigh stiffness")                                                                          \
  X(LINE_DAMPING, "line_damping")

#define X(id, key) HOL_P_##id,
/** HOL_P_LENGTH and so on, in the order of the list: indices into hol_part.value. */
enum { HOL_PROPERTY_LIST(X) HOL_PROPERTY_COUNT };
#undef X
typedef uint32_t hol_properties; /**< bit set over HOL_P_... */
#define HOL_P(id) ((hol_properties)1 << HOL_P_##id)
/** Those that say how motions are damped; they come last, and natural frequencies do not know them. */
#define HOL_P_OF_DAMPING (HOL_P(LOSS_FACTOR) | HOL_P(RAYLEIGH_MASS) | HOL_P(RAYLEIGH_STIFFNESS) | HOL_P(LINE_DAMPING))

struct hol_reader; /**< Who reads a file: internal. */
struct hol_field;  /**< What stands under a key: internal. */
struct hol_part;   /**< A part, below. */
/** A key that a kind of part has in a problem file. Static storage. */
typedef struct hol_key {
  const char *name;
  const char *what;        /**< its numbers in words, "axial stiffness"; NULL: there are none under it */
  hol_dimension dimension; /**< of its numbers */
  int least;               /**< 0: they are not negative, 1: positive, 2: any */
  const char *form;        /**< in a word what stands under it, if it is not one number: "name", "list"; else NULL */
  const char *otherwise;   /**< what holds where it is not given; NULL: nothing */
  const char *meaning;     /**< a short sentence */
  bool is_required;        /**< always; NULL in `otherwise` else says that it may be left out */
  bool may_vary;           /**< the number may be an expression in xi, and pieces may have it */

  /* What follows is for the reader alone. */

  bool is_own;  /**< its numbers stand in hol_part.own; else one in hol_part.value */
  size_t at;    /**< there: the byte where they begin; HOL_P_.. */
  size_t count; /**< own numbers; 0: one */
  size_t place; /**< own numbers: byte of the hol_place of what was given */
  /** NULL: one number, as it says here; or no number, but read together with others. */
  void (*read)(struct hol_reader *reader, const struct hol_field *field, struct hol_part *part);
} hol_key;

/** Most numbers that a section is given by. */
enum { HOL_SECTION_NUMBERS = 16 };

/** A cross-section. Local y and z are the member's. */
typedef struct hol_section {
  char *name;
  const struct hol_shape_grammar *of; /**< its shape, or the row of those without one. Borrowed; NULL: it was not
                                           read */
  double number[HOL_SECTION_NUMBERS]; /**< as written, m, m², m⁴, in the order of the keys of its shape; 0 where not
                                           given */
  double rest[HOL_SECTION_NUMBERS];   /**< of them, double-double: the wall of a tube is a difference */
  unsigned given;                     /**< bit i: number[i] is given */
  struct hol_varying *varying;        /**< numbers that are expressions in xi; NULL: none. Owned by the problem */
  hol_place place;
} hol_section;

/** A material; isotropic, linear. */
typedef struct hol_material {
  char *name;
  double E, G, density, nu; /**< Pa, Pa, kg/m³, 1; G is E/2(1+nu) unless given; NAN = not given */
  double loss_factor;       /**< η of E (1 + iη); NAN: not given */
  hol_place place;
} hol_material;

/** How an end of a member is held in its component modes, and in the structure. */
typedef enum { HOL_END_FREE, HOL_END_CLAMPED, HOL_END_PINNED, HOL_END_GUIDED } hol_end;
/** Theory of bending; the default is what the properties of the part say. */
typedef enum { HOL_THEORY_DEFAULT, HOL_THEORY_EULER, HOL_THEORY_RAYLEIGH, HOL_THEORY_TIMOSHENKO } hol_theory;

/** A stretch of a member with properties of its own. */
typedef struct hol_part_piece {
  double to, to_rest;   /**< xi where it ends, double-double */
  hol_properties given; /**< which of value[] stand for those of the part */
  double value[HOL_PROPERTY_COUNT];
  const hol_material *material; /**< NULL: that of the part */
  const hol_section *section;
  double axial_force_slope; /**< N/m, along the member: of an axial force that is linear, value[] in the middle of the
                                 piece. Set by what is computed of loads; 0 as read */
  struct hol_varying *varying; /**< properties that are expressions in xi; NULL: none. Owned by the problem */
} hol_part_piece;

/** A named point of a part with own axes. */
typedef struct hol_part_point {
  char *name;      /**< owned */
  double at[3];    /**< m, in the part's own axes; what is not given is 0 */
  double patch;    /**< m, radius of a rigid patch about it, of which joints take hold: on three points of its rim, the
                      next ones of the part, at angles of 0, 1/3 and 2/3 of a turn from own x; 0: none */
  bool is_rim;     /**< one of these */
  hol_place place; /**< of the name */
} hol_part_point;

/** Where one of hol_part.value stands in the file. */
typedef struct hol_property_place {
  unsigned property; /**< HOL_P_.. */
  hol_place place;
} hol_property_place;

/** Where it stands in the file what a part has, the same of all copies of one that is repeated; line 0: it is not
 *  given. */
typedef struct hol_part_places {
  hol_property_place *value; /**< [count] of those that are given; owned */
  size_t count;
  hol_place axes; /**< of the key that was given last */
  hol_place supports, ends;
  struct hol_part_places *next; /**< of another part; owned */
} hol_part_places;

/** A part as written. */
typedef struct hol_part {
  char *name;                        /**< `cell[7].beam` when repeated; copies are numbered from 1 */
  size_t kind;                       /**< index into the table of kinds given to the reader */
  const struct hol_part_grammar *of; /**< what its kind has in a file. Borrowed; NULL: it was not read */
  void *own;                         /**< what only its kind has; NULL: nothing. Owned */
  bool is_placed;                    /**< false: coordinates are to follow from its first joint */
  double from[6],
      to[6]; /**< m, three coordinates and then the rest of each, double-double; a point part has from == to. Not
                  placed:
                              from 0, to (length,0,0) */
  bool has_up, has_axis;
  double up[3], axis[3]; /**< directions, not normalised */
  bool has_x_axis, has_z_axis;
  double x_axis[3], z_axis[3]; /**< directions of its own axes in global components, not normalised */
  hol_part_point *point;       /**< [point_count], owned */
  size_t point_count;
  hol_properties given;             /**< which of value[] are set */
  double value[HOL_PROPERTY_COUNT]; /**< SI; HOL_P_LENGTH is always set for members */
  double axial_force_slope;         /**< N/m, of a part that stands for a place of a piece; else 0 */
  size_t inertia_count;             /**< 0, 1 or 3 */
  double inertia[3];                /**< kg m² about the mass centre, global axes (disk: own axis first when 3) */
  const hol_material *material;     /**< borrowed from the problem, or NULL */
  const hol_section *section;
  hol_theory theory;
  bool has_ends;
  hol_end end[2];
  bool is_light_across;    /**< `transverse_mass: none`: a bar whose mass does not move sideways */
  bool is_immovable;       /**< `supports: immovable`: the ends keep their distance, the beam stretches as it bends */
  hol_part_piece *piece;   /**< [piece_count] rising, the last ends at 1; owned by the problem */
  size_t piece_count;      /**< 0: the part is the same all along. Otherwise value[] of properties that vary is
                                       that of some place, see src/parts/same.h */
  hol_place place;         /**< of the name */
  hol_part_places *places; /**< of the rest, shared with all its copies. Borrowed from the problem; NULL: it does not
                                stand in a file */
} hol_part;

/** A point of a part. */
typedef struct hol_point {
  size_t part;      /**< index into hol_problem.part */
  double xi;        /**< 0 at the start, 1 at the end; 0 for bodies */
  double xi_rest;   /**< of it, double-double */
  size_t index;     /**< parts with named points: which; otherwise 0 */
  double offset[3]; /**< m, global: what a joint takes hold of, on a rigid arm from there; not at ports of an export */
  char *text;       /**< as written, e.g. `shaft@0.3` */
  hol_place place;
} hol_point;

/** coefficient × (component of a point). */
typedef struct hol_term {
  double coefficient;
  hol_point point;
  int freedom;         /**< HOL_UX.., or -1: use direction */
  double direction[3]; /**< a displacement direction (not normalised by the reader) */
} hol_term;

/** What a joint does to its points, see problems/README.md. */
typedef enum {
  HOL_WELD,
  HOL_HINGE,
  HOL_BALL,
  HOL_UNIVERSAL,
  HOL_FIX,
  HOL_PIN,
  HOL_ROLLER,
  HOL_SLIDE,
  HOL_SPRING,
  HOL_TIE,
  HOL_BUSHING,
  HOL_GEAR,
  HOL_DASHPOT,
  HOL_DISTANCE,
  HOL_ROLL,
  HOL_DRIVE,
  HOL_CONSTRAINT
} hol_joint_kind;

/** A joint as written. Members that its kind does not have are 0. */
typedef struct hol_joint {
  hol_joint_kind kind;
  char *name;       /**< given, or its own words: `pin shaft.start` */
  hol_point *point; /**< [point_count], owned */
  size_t point_count;
  bool has_freedoms;
  hol_freedoms freedoms; /**< weld, fix */
  int freedom;           /**< spring, dashpot, tie: HOL_UX.., or -1 */
  bool has_direction;
  double direction[3]; /**< roller, slide, spring, dashpot, tie; hinge: its axis; universal, gear: the first of both;
                            bushing: its x */
  double second[3];    /**< universal, gear: the second axis; bushing: `up` */
  bool has_second;
  bool rotation;          /**< spring, dashpot: the direction is an axis of rotation; gear: true */
  double ratio;           /**< gear: a turns so many times as fast as b; not 0 */
  size_t stiffness_count; /**< 0, 1 or n²; bushing: as many as freedoms are considered */
  double *stiffness;      /**< row by row over the freedoms of a, then b; bushing: one for each freedom; SI */
  double loss_factor;     /**< of an elastic one: its stiffness times 1 + iη; 0: none */
  double damping;         /**< spring, dashpot: force per velocity, N s/m or N m s, beside the stiffness; 0: none */
  bool has_length;
  double length;     /**< spring: along the line between its points, without force at this length, m */
  char *driven_name; /**< drive: name of the joint that it moves; NULL: other kinds. Owned */
  size_t driven;     /**< drive: its index */
  char *motion;      /**< drive: an expression in t; owned */
  hol_place driven_place, motion_place;
  hol_term *term; /**< constraint: [term_count], owned */
  size_t term_count;
  double compliance; /**< constraint: SI, 0 = rigid */
  hol_place place;
} hol_joint;

/** A load that does not change with time. */
typedef struct hol_load {
  bool is_along;       /**< along a member, evenly; else at a point */
  bool turns;          /**< a moment */
  hol_point point;     /**< at which; its text is owned */
  size_t part;         /**< along which */
  double direction[3]; /**< of a force, axis of a moment; not normalised by the reader */
  double size;         /**< N, N m, N/m */
  hol_place place;
} hol_load;

/** Which natural frequencies are asked for. */
typedef enum {
  HOL_FREQUENCIES_NONE,
  HOL_FREQUENCIES_COUNT,
  HOL_FREQUENCIES_BELOW,
  HOL_FREQUENCIES_RANGE
} hol_frequencies_kind;

/** Joint reactions as generalised coordinates: not; as in the book, one reaction for all that a joint holds together;
 *  or those of every part by itself, which are more. */
typedef enum { HOL_REACTIONS_NONE, HOL_REACTIONS_SHARED, HOL_REACTIONS_SEPARATE } hol_reactions_kind;
/** Most frequencies that can be asked for. */
enum { HOL_COUNT_MOST = 10000000 };

/** Rigid motions of the ground of which effective masses are asked for. */
typedef struct hol_ground_motions {
  bool is_asked;
  bool is_all;     /**< along and about all axes that the freedoms allow; else `unit` */
  double unit[6];  /**< displacement, then rotation: of size 1 */
  double about[3]; /**< m, the axis of a rotation goes through it */
  hol_place place;
} hol_ground_motions;

/** `analysis`: what is asked for of frequencies and modes, and how compliances are made. */
typedef struct hol_analysis {
  bool is_told; /**< the file asks for frequencies: they are no means of another analysis alone */
  hol_frequencies_kind frequencies;
  size_t count;
  double from, to;              /**< rad/s; BELOW uses `to` */
  bool exact;                   /**< compliance: exact; else {modes: N}, or reactions */
  hol_reactions_kind reactions; /**< compliance: reactions; counts where `exact` is false */
  size_t modes;                 /**< N of each motion family */
  size_t order;                 /**< of the residual flexibility, theory §3; 1 by default */
  double tolerance;             /**< compliance: {tolerance: x}; 0 = not given */
  bool prestress;               /**< with the axial forces that beams have at rest */
  bool distributes;             /**< ranks have factors in common, and all else each for itself */
  size_t *sensitivity;          /**< [sensitivity_count] parameters to differentiate by: indices, owned */
  size_t sensitivity_count;
  hol_ground_motions effective; /**< with frequencies only */
  hol_place place;
} hol_analysis;

/** An entry of `expect`. */
typedef struct hol_expect {
  size_t first; /**< number of the mode the first value belongs to, from 1 */
  size_t count;
  double *omega;                         /**< rad/s, owned */
  const struct hol_analysis_grammar *of; /**< the analysis it is about. Borrowed */
  void *wanted;                          /**< what that alone expects; NULL: nothing. Owned */
  double rtol;                           /**< relative, of each */
  char *source;
  hol_place place;
} hol_expect;

/** Another analysis that a file asks for. */
typedef struct hol_request {
  const struct hol_analysis_grammar *of; /**< borrowed */
  void *wanted;                          /**< as its own reader has filled it; owned */
} hol_request;

/** A point that an exported structure is joined by. */
typedef struct hol_outlet {
  char *name; /**< owned */
  hol_point point;
} hol_outlet;

/** `output.export`: the structure as reduced matrices, see reduced.h. */
typedef struct hol_export {
  char *file;         /**< names of files begin with it: in the folder of the problem file; NULL: no export. Owned */
  size_t modes;       /**< elastic modes kept */
  hol_outlet *outlet; /**< [outlets], owned */
  size_t outlets;
  hol_place place;
} hol_export;

/** A parameter, as the file or an override gives it. */
typedef struct hol_parameter {
  char *name;
  double value; /**< SI */
  hol_dimension dimension;
  hol_place place;
} hol_parameter;

/** A file that is read beside the problem file. */
typedef struct hol_problem_file {
  char *name; /**< as written; owned */
  char sha256[65];
} hol_problem_file;

/** Which numbers of every mode are written. */
typedef enum {
  HOL_TELL_UP_TO_A_SIZE, /**< all, if they are not too many: hol_result.reactions_left_out */
  HOL_TELL_ALL,
  HOL_TELL_NONE
} hol_telling;

/** A problem: what the file says, as plain data in SI. What is asked for besides frequencies is in `request`. */
typedef struct hol_problem {
  char *title, *source; /**< may be NULL */
  char *path;           /**< of the file; NULL where its bytes were given. Owned */
  char *bytes; /**< [size] the file itself and a final 0; NULL where the problem was made from another. Owned */
  size_t size;
  struct hol_reading *reading; /**< how it was read; NULL likewise. Owned */
  char sha256[65];             /**< of the bytes of the file */
  char identity[65];           /**< of these and all files read beside it; without any the same */
  hol_problem_file *file;
  size_t file_count;
  size_t dimensions; /**< 2 or 3 coordinates */
  hol_freedoms freedoms;
  hol_parameter *parameter;
  size_t parameter_count;
  hol_material *material;
  size_t material_count;
  hol_section *section;
  size_t section_count;
  hol_part *part;
  size_t part_count;
  hol_part_places *places; /**< the first of those that its parts borrow, owned */
  hol_joint *joint;
  size_t joint_count;
  hol_load *load;
  size_t load_count;
  double gravity[3];       /**< m/s²; 0: there is none */
  hol_place gravity_place; /**< line 0: not given */
  hol_analysis analysis;
  hol_request *request; /**< [request_count] other analyses asked for, owned */
  size_t request_count;
  const struct hol_grammar *grammar; /**< by which it was read. Borrowed */
  size_t output_points;              /**< stations per member in shapes, default 21 */
  bool output_shapes;                /**< default true */
  hol_telling output_reactions;
  hol_export exported; /**< `output.export`; that word itself is one of C++ */
  hol_expect *expect;
  size_t expect_count;
  struct hol_origins *origins; /**< how its numbers follow from parameters set as numbers; NULL: from none. Owned */
} hol_problem;

/** `name=value` from the command line. A bare number has the dimension that the file gives the parameter. */
typedef struct hol_override {
  const char *text;
} hol_override;

/** Which files that a problem names - matrices, nodes, records - may be opened. Programs that read problems of
 *  strangers choose. */
typedef enum {
  HOL_FILES_ANY,   /**< all */
  HOL_FILES_BELOW, /**< those below the folder, links followed; others are faults */
  HOL_FILES_NONE   /**< none: each is a fault */
} hol_files;

/** What a problem is read with; {0} is nothing beside the file. All borrowed for the call. */
typedef struct hol_read_options {
  const hol_override *set; /**< [set_count] parameters that replace those of the file, the last of one name */
  size_t set_count;
  const char *folder; /**< where the files are that a problem names; NULL: the current one */
  hol_files files;
} hol_read_options;

/** Read a problem from the bytes of a file. It keeps a copy of them, and of the options, to be read again by what
 *  solves it: sweeps, sensitivities.
 *
 *  @param[in]  bytes,size  the file, UTF-8, at most 16 MiB; borrowed for the call
 *  @param[out] problem     overwritten; to be cleared by the caller in every case
 *  @param[out] faults      every fault and remark, appended
 *  @return HOL_INVALID if any fault was found (problem may then be partly filled, its bytes are there), HOL_MEMORY.
 *  Cost linear in size. Not collective: with several processes each reads by itself. */
HOL_MUST_CHECK hol_status hol_read(const char *bytes, size_t size, hol_read_options options, hol_problem *problem,
                                   hol_faults *faults);

/** hol_read() of a file. Unless the options name a folder, other files are sought in its own.
 *  @return HOL_FILE, with errno, if it cannot be read; as hol_read(). Not collective. */
HOL_MUST_CHECK hol_status hol_read_file(const char *path, hol_read_options options, hol_problem *problem,
                                        hol_faults *faults);

/** A parameter of the problem, borrowed; NULL if it has none of this name. Not collective. */
const hol_parameter *hol_problem_parameter(const hol_problem *problem, const char *name);

/** Give a parameter another value: everything that depends on it follows, as if the file had been written so.
 *  @param[in,out] problem  from hol_read() or hol_read_file(). What was borrowed from it is gone; unless HOL_OK is
 *                          returned it is unchanged
 *  @param[in]     name     one of its parameters; borrowed
 *  @param[in]     value    finite, SI, in the dimension that the file gives the parameter
 *  @param[out]    faults   of the file with this value, appended; that there is no such parameter
 *  @return HOL_INVALID, HOL_MEMORY. Cost: that of an evaluation of what depends on the parameter if it was the last one
 *          to be set and nothing else than numbers changes, else as that of hol_read(). Not collective. */
HOL_MUST_CHECK hol_status hol_problem_set(hol_problem *problem, const char *name, double value, hol_faults *faults);

/** The words after `kind:`, [count], static storage. Not collective. */
const char *const *hol_kinds(size_t *count);
/** The words after `shape:`, [count], static storage. Not collective. */
const char *const *hol_shapes(size_t *count);

/** The keys that a part of a kind may have in a problem file, [count], static storage; the first is `kind`, whose
 *  meaning says what such a part is. Of a shape those of a section, the first is `shape`; of the words `section` and
 *  `material` those of a section without a shape, and of a material; of a joint, `hinge`, its own key and those beside
 *  it; of `file`, `load`, `group`, `repeat`, `output` and `offset` those of the file itself and of what stands in it.
 *  @return NULL, and count 0, if there is no such kind, or word. Not collective. */
const hol_key *const *hol_keys(const char *kind, size_t *count);

/** Free everything, leave {0}. Idempotent. Not collective. */
void hol_problem_clear(hol_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
