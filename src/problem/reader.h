/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reader.h  State of the reading of one problem file, and functions common to the files of this module.
 *
 *  Functions that read add faults and continue; lack of memory is stored in reader->status and ends the reading. */
#ifndef HOLONOME_PROBLEM_READER_H
#define HOLONOME_PROBLEM_READER_H

#include "holonome/problem.h"
#include "base/arena.h"
#include "expression/dimension.h"
#include "expression/names.h"
#include "expression/quantity.h"
#include "problem/kind.h"
#include "problem/origin.h"
#include "problem/yaml.h"

enum { HOL_PARTS_MAX = 1000000, HOL_JOINTS_MAX = 4000000 };

/** A number in double-double precision and the step of the program with its value; step 0: it depends on no
 *  variable. */
typedef struct hol_number {
  double value, rest;
  hol_step step;
} hol_number;

/** Storage of the numbers that are being read: a row of a table, or an item of it, which is at `base` while it is
 *  read. */
typedef struct hol_home {
  hol_table table;
  size_t row, item;
  const void *base; /**< borrowed; NULL: they are stored nowhere */
  size_t size;
  size_t first; /**< origins there were before the row */
} hol_home;

/** A repeated group: `cell: {repeat: {n: 100, step: [1, 0], ends: open}, parts: ..., joints: ...}`. */
typedef struct hol_group {
  const char *name;               /**< `cell`, or `row[2].cell` inside another group; in the arena */
  const hol_node *parts, *joints; /**< NULL: not given */
  size_t n;                       /**< copies, numbered 1 .. n */
  hol_number step[3];             /**< m, from a copy to the next */
  enum { HOL_ENDS_UNSAID, HOL_ENDS_OPEN, HOL_ENDS_CLOSED } ends; /**< what a joint that refers beyond the ends means */
} hol_group;

/** The copy of a group being read, and those around it. */
typedef struct hol_copy {
  const struct hol_copy *outer; /**< NULL: none */
  size_t group;                 /**< index into reader->group */
  size_t number;                /**< 1 .. n */
  size_t before;                /**< parts of the copy before; 0: there is none, or they are not being read */
  const char *prefix;           /**< `row[2].cell[3].` */
  hol_number shift[3];          /**< of its coordinates, m */
} hol_copy;

/** A number without a unit where a quantity with a dimension is required. */
typedef struct hol_bare_number {
  const hol_node *node; /**< borrowed from the tree */
  hol_dimension dimension;
  double value; /**< SI; NAN: it varies along a member */
} hol_bare_number;

enum { HOL_BARE_NAMED = 3, HOL_BARE_DISTINCT = 64 }; /* bare numbers that a remark names; that are told apart */

/** Number of the quantities with a dimension, other than 0, that have a unit; and those without one. */
typedef struct hol_unit_survey {
  bool is_paused; /**< what is read now has a remark of its own */
  size_t with_unit;
  hol_names bare; /**< their texts, the first HOL_BARE_DISTINCT different ones */
  hol_bare_number number[HOL_BARE_NAMED];
} hol_unit_survey;

typedef struct hol_reader {
  hol_problem *problem;
  hol_faults *faults;
  const hol_part_grammar *const *kind; /**< [kind_count] */
  size_t kind_count;
  const struct hol_shape_grammar *const *shape; /**< [shape_count] */
  size_t shape_count;
  const char *folder; /**< where other files are; NULL: the current one */
  hol_files files;    /**< which of them may be opened */
  const struct hol_grammar *grammar;
  hol_arena *arena; /**< lives until the reading ends */
  hol_scope scope;
  bool is_unread;    /**< reading a file that the problem names has failed, which is told */
  bool damaged;      /**< there were syntax errors: what is missing is not complained of */
  hol_status status; /**< HOL_OK or HOL_MEMORY */
  hol_names materials, sections, parts, joints, groups; /**< numbers in the problem's arrays; groups in `group` */
  size_t material_capacity, section_capacity, part_capacity, joint_capacity;
  hol_group *group; /**< [groups.count], owned */
  size_t group_capacity;
  bool is_misspelt;            /**< the mapping read last has an unknown key: what it lacks may be that one */
  size_t unknown_keys;         /**< met so far */
  hol_unit_survey unit_survey; /**< of the numbers read so far */
  bool is_too_large;           /**< the limits have been passed, which has been told */
  size_t copies;               /**< of all groups, against HOL_PARTS_MAX */
  hol_place dimensions_place;  /**< of the coordinates that decided problem->dimensions */
  const hol_copy *copy;        /**< NULL outside groups */
  hol_names faulted;           /**< places with faults in copies, each told once */
  hol_origins *origins;        /**< of numbers that follow from variables. NULL: there are no variables. Owned */
  hol_home home;               /**< of the numbers that are being read */
  size_t *part_end;            /**< [part_ends] origins when each part had been read, if there are variables; owned */
  size_t part_ends, part_end_capacity;
} hol_reader;

/* ---- faults ---- */

/** Add an error at a node (NULL: without a position). Inside the copies of a group only the first at a position
 *  counts. */
void hol_fault(hol_reader *reader, const hol_node *node, const char *hint, const char *format, ...) HOL_PRINTF(4, 5);
/** Add an error for an undefined name, unless syntax errors may have removed its definition. */
void hol_fault_unknown(hol_reader *reader, const hol_node *node, const char *hint, const char *format, ...)
    HOL_PRINTF(4, 5);
/** Add an error for a missing key, unless the mapping read last has an unknown key that may stand for it. */
void hol_fault_missing(hol_reader *reader, const hol_node *node, const char *hint, const char *format, ...)
    HOL_PRINTF(4, 5);
/** Is the list full, so that further faults are only counted? Remarks leave room for later errors. */
bool hol_faults_is_full(const hol_faults *all, bool is_error);
/** Require that exactly one of two keys is given: a fault if it is neither (see hol_fault_missing()) or both
 *  (hol_fault()).
 *  @return true if it is one */
bool hol_check_either(hol_reader *reader, const hol_node *node, const hol_node *a, const hol_node *b, const char *hint,
                      const char *message);
/** Return the hint "did you mean `x`?" for the nearest word, NULL if there is none; lives in the arena. */
const char *hol_nearest_hint(hol_reader *reader, const hol_nearest *nearest);

/* ---- other files ---- */

/** Does a name stay below its folder: relative, and never upwards? */
bool hol_is_below(const char *name);
/** Is the file at a path, links followed, below a folder ("" is the current one)? True for a file that does not exist,
 *  since it cannot be opened. */
bool hol_is_really_below(const char *folder, const char *path);
/** Is the digest of a file stored already? */
bool hol_has_digest(const hol_reader *reader, const char *name);
/** Store the digest of a file that is read beside the problem file, once per file. @return false without memory:
 *  reader->status */
bool hol_keep_digest(hol_reader *reader, const char *name, const char *sha256);
/** Compose the path of a file named in the problem file, in the arena. @return NULL after a fault: it may not be
 *  opened; reader->status */
const char *hol_beside_path(hol_reader *reader, const hol_node *node, const char *name);
/** Report that such a file cannot be read, with the reason in errno, and its severity: a wrong name is a fault of the
 *  problem file. */
void hol_beside_unread(hol_reader *reader, const hol_node *node, const char *name);

/* ---- mappings ---- */

/** A key and its value in a mapping. */
typedef struct hol_field {
  const char *key;
  const hol_node *name, *value; /**< NULL: not given */
} hol_field;

/** Find the fields of a mapping; other keys are faults.
 *  @param[in]     what   for messages: "a material"
 *  @return false if the node is no mapping (a fault, unless it is nothing or bad) */
bool hol_fields_take(hol_reader *reader, const hol_node *map, const char *what, hol_field *field, size_t count);
/** Check the kind of a node; another kind is a fault, unless the node is bad. @param[in] what  "`parts`", "a point" */
bool hol_expect_kind(hol_reader *reader, const hol_node *node, hol_node_kind kind, const char *what);

/* ---- values ---- */

/** Required dimension and range of a number. */
typedef struct hol_wanted {
  const char *what; /**< "length" */
  hol_dimension dimension;
  int least;                /**< 0: not negative, 1: positive, 2: any */
  const char *hint_of_zero; /**< what to do instead of giving 0 or less where it must be positive; NULL: nothing is
                                 known */
} hol_wanted;

/** Return the rest of a text from byte `offset` on, with the position of its first `length` bytes - as far as
 *  the text stands in the file as it is, in one line and without escapes. */
hol_node hol_node_part(const hol_node *node, size_t offset, size_t length);
/** Return the text of a node; NULL after a fault. */
const char *hol_read_text(hol_reader *reader, const hol_node *node, const char *what);
/** Evaluate a quantity of any dimension on which a decision depends: it must keep its value (hol_hold()).
 *  @return false after a fault */
bool hol_read_any(hol_reader *reader, const hol_node *node, const char *what, hol_quantity *quantity);
/** Evaluate a quantity of any dimension, for a caller that passes its step on to hol_settle() or hol_hold(). */
bool hol_read_open(hol_reader *reader, const hol_node *node, const char *what, hol_quantity *quantity);
/** Evaluate a quantity of a known dimension and range, and store it (hol_settle()).
 *  @return false after a fault; value is then untouched */
bool hol_read_quantity(hol_reader *reader, const hol_node *node, hol_wanted wanted, double *value);
/** Check the dimension of a quantity; add a fault if it is another one. */
bool hol_check_dimension(hol_reader *reader, const hol_node *node, const char *what, hol_dimension wanted,
                         const hol_quantity *quantity);
/** Count a quantity of a required dimension as one with or without a unit. */
void hol_survey_unit(hol_reader *reader, const hol_node *node, const char *what, hol_dimension dimension,
                     const hol_quantity *quantity);
/** Add remarks on a file without errors in which some numbers have units: on bare numbers where twice as many have a
 *  unit, and on E below 1 MPa and densities outside 1 to 25 000 kg/m^3. */
void hol_remark_units(hol_reader *reader);
/** Evaluate a quantity of a known dimension and range, for a caller that passes its step on. */
bool hol_read_wanted(hol_reader *reader, const hol_node *node, hol_wanted wanted, hol_quantity *quantity);
/** Evaluate a whole number between least and most, which is held. */
bool hol_read_count(hol_reader *reader, const hol_node *node, const char *what, size_t least, size_t most,
                    size_t *count);
/** Read a list of quantities of a known dimension and store them in value[0 .. most).
 *  @return the number read, 0 after a fault */
size_t hol_read_list(hol_reader *reader, const hol_node *node, hol_wanted wanted, size_t most, double *value);
/** Read a list of quantities of any dimension, whose meaning depends on the object they belong to.
 *  @param[in] list  `name: what` @param[out] value  [*count] those that are good. Owned, in any case */
void hol_read_values(hol_reader *reader, const hol_node *list, const char *name, const char *what, double **value,
                     size_t *count);
/** Read coordinates: as many as everywhere else in the file. @param[out] x  [3], their steps to be passed on */
bool hol_read_coordinates(hol_reader *reader, const hol_node *node, const char *what, hol_number *x);
/** Read a direction: `x`, `y`, `z`, or 2 or 3 components, not all zero; and store it. @param[out] v  [3] */
bool hol_read_direction(hol_reader *reader, const hol_node *node, const char *what, double *v);
/** Read one of some words. @param[out] choice  its index */
bool hol_read_choice(hol_reader *reader, const hol_node *node, const char *what, const char *const *word, size_t count,
                     size_t *choice);
bool hol_read_bool(hol_reader *reader, const hol_node *node, const char *what, bool *value);
/** Read one freedom, HOL_UX .. */
bool hol_read_freedom(hol_reader *reader, const hol_node *node, int *freedom);
/** Read a list of freedoms, not empty. */
bool hol_read_freedoms(hol_reader *reader, const hol_node *node, hol_freedoms *freedoms);
/** "ux, uy, rz". @param[out] text  [32] */
void hol_freedoms_text(hol_freedoms freedoms, char *text);
/** Check that the name of a part, material, section or parameter is a plain word; add a fault if not. */
bool hol_check_name(hol_reader *reader, const hol_node *node, const char *what);

/* ---- numbers that follow from variables ---- */

/** Convert a quantity to a number. */
hol_number hol_number_of(const hol_quantity *quantity);
/** Return a number that depends on no variable. */
hol_number hol_plain(double value);
/** Apply an operation, other than FUNCTION and SELECT, to numbers; the only way to derive one from others. `reader` may
 *  be NULL where none has a step. */
hol_number hol_compute(hol_reader *reader, hol_step_code code, hol_number a, hol_number b);
/** Evaluate a comparison. Its outcome must be the same at all other values of the variables: see hol_hold(). */
bool hol_holds(hol_reader *reader, hol_step_code code, hol_number a, hol_number b);
/** Record that a decision depends on a step: at another value of it the file must be read anew. */
void hol_hold(hol_reader *reader, hol_step step);
/** Record that a decision depends on all variables. */
void hol_hold_all(hol_reader *reader);
/** Store a number at `where`. A number with a step, which follows from variables, also gets a record of its origin if
 *  `where` is inside reader->home or the home is HOL_TABLE_ASIDE; elsewhere it must keep its value (hol_hold()).
 *  @param[in] least  as in hol_wanted; recorded, not checked
 *  @param[in] reader may be NULL if the number has no step */
void hol_settle(hol_reader *reader, hol_number number, int least, double *where);
/** Return a number stored inside reader->home, as the double stored there. */
hol_number hol_settled(hol_reader *reader, const double *where);
/** Store, or return, a double-double number whose rest is `behind` doubles after it, as hol_settle(), hol_settled(). */
void hol_settle_both(hol_reader *reader, hol_number number, int least, double *where, size_t behind);
hol_number hol_settled_both(hol_reader *reader, const double *where, size_t behind);
/** Return a property of a part as a number.
 *  @param[in] row  its number in the problem; of the one that is being read, that of parts before it */
hol_number hol_part_number(hol_reader *reader, const hol_part *part, size_t row, size_t property);
/** Assign the numbers read from now on to this row. @return the previous home, to be restored */
hol_home hol_enter(hol_reader *reader, hol_table table, size_t row, const void *base, size_t size);
/** Assign the numbers read from now on to an item of the row being read. */
hol_home hol_enter_item(hol_reader *reader, hol_table table, size_t item, const void *base, size_t size);
/** Record that the last part of the problem so far has been read. */
void hol_leave_part(hol_reader *reader);
/** Return how many origins are recorded so far. */
size_t hol_origin_count(const hol_reader *reader);
/** Mark the numbers from `first` on as belonging to no object, because their object is left out. */
void hol_leave_out(hol_reader *reader, size_t first);

/* ---- memory ---- */

/** Copy a text, to be owned by the problem; NULL after HOL_MEMORY is noted. */
char *hol_own_text(hol_reader *reader, const char *text);
/** Extend an array by one element. @return the array, perhaps moved; NULL after HOL_MEMORY is noted */
void *hol_reader_grow(hol_reader *reader, void *array, size_t count, size_t *capacity, size_t size);
/** Note the failure of a call. @return true if it was HOL_OK */
bool hol_note(hol_reader *reader, hol_status status);

/* ---- the parts of a file, in the order of reading ---- */

/** Values of parameters that replace those of the file: texts, then numbers; the last one for a parameter counts. */
typedef struct hol_settings {
  const hol_override *text;
  size_t texts;
  const struct hol_setting *number;
  size_t numbers;
} hol_settings;
void hol_read_parameters(hol_reader *reader, const hol_node *node, const hol_settings *settings);
/** Read named entries of a mapping. Every one gets its number by its name even when it is faulty, so that its users are
 *  not reported as faults; those that could not be read have the number `none`.
 *  @param[in] what  "`materials`", "a material" */
void hol_read_entries(hol_reader *reader, const hol_node *node, const char *const what[2], hol_names *names,
                      const size_t *count,
                      void (*read)(hol_reader *reader, const hol_node *name, const hol_node *node));
void hol_read_materials(hol_reader *reader, const hol_node *node);
void hol_read_sections(hol_reader *reader, const hol_node *node);
/** Read parts, and the parts of groups; coordinates are shifted by those of reader->copy. */
void hol_read_parts(hol_reader *reader, const hol_node *node);
/** Read the entry of a group: its parts, for every copy. `name` is the key node. */
void hol_read_group(hol_reader *reader, const hol_node *name, const hol_node *node);
/** Read the joints of the groups among the parts, for every copy. */
void hol_read_group_joints(hol_reader *reader, const hol_node *parts);
void hol_read_joints(hol_reader *reader, const hol_node *node);
/** Begin the recording of origins, for so many parameters set as numbers; and pass them, with the program, to the
 *  problem.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_origins_begin(hol_reader *reader, size_t settings);
HOL_MUST_CHECK hol_status hol_origins_end(hol_reader *reader);
/** Name the joints without a name by their own words in the file, all different. */
void hol_name_joints(hol_reader *reader);
/** Find the joints that drives move, once all have names. */
void hol_find_driven(hol_reader *reader);
void hol_read_loads(hol_reader *reader, const hol_node *node);
/** Read the acceleration of gravity: as many components as coordinates. */
void hol_read_gravity(hol_reader *reader, const hol_node *node);
void hol_read_analysis(hol_reader *reader, const hol_node *node);
/** Read the keys at the top of the file that analyses have for what they are of. */
void hol_read_analysis_sections(hol_reader *reader, const hol_node *root);
/** Does the file request an analysis that needs no parts, or describe something else in their place? */
bool hol_is_bare(const hol_reader *reader, const hol_node *root);
void hol_read_output(hol_reader *reader, const hol_node *node);
void hol_read_expectations(hol_reader *reader, const hol_node *node);

/** Is the mapping a group, i.e. has it the key `repeat`? */
bool hol_is_group(const hol_node *node);

/** Find the number of a part by its name. @return false after a fault */
bool hol_read_part_name(hol_reader *reader, const hol_node *node, size_t *part);
/** Find a joint by its name, given or its own words. @return false after a fault */
bool hol_read_joint_name(hol_reader *reader, const hol_node *node, size_t *joint);
/** Read `ground`, or the names of all joints to it: the ground moves as a rigid body. */
void hol_read_ground(hol_reader *reader, const hol_node *node);

typedef enum { HOL_POINT_FOUND, HOL_POINT_FAULTY, HOL_POINT_BEYOND } hol_point_outcome;
/** Read a point as named in a joint, and store its place along the part.
 *  @param[out] point  its text is owned by the caller; {0} unless found
 *  @return HOL_POINT_BEYOND where it is of a copy beyond the ends of its own open group: the joint is left out there */
hol_point_outcome hol_read_point(hol_reader *reader, const hol_node *node, hol_point *point);

/** Read a position along a part: `0.3` as a fraction of a length, `300 mm` as an arc length. @return false after a
 *  fault */
bool hol_read_station(hol_reader *reader, const hol_node *node, hol_number length, hol_number *xi);
/** Record the node of a property of the part that is being read. */
void hol_keep_place(hol_reader *reader, hol_part *part, size_t property, const hol_node *node);
/** Are points of a part named by fractions of a circle? */
bool hol_part_is_round(const hol_part *part);
/** Find the point of a ring or arc at this fraction of its circumference or length; a new one, named by its text, if
 *  there is none yet.
 *  @return false after HOL_MEMORY is noted */
bool hol_part_station(hol_reader *reader, const hol_node *node, hol_number xi, size_t part, size_t *index);
/** Return the circumference of a ring or the length of an arc; 0 where it is unknown. @param[in] row  as for
 *  hol_part_number() */
hol_number hol_part_circumference(hol_reader *reader, const hol_part *part, size_t row);
/** Free the memory that a part or a joint owns. */
void hol_part_clear(hol_part *part);
void hol_joint_clear(hol_joint *joint);

/** Read the stiffness matrix of a spring over the freedoms of its points: symmetric, positive semidefinite.
 *  @param[out] joint  stiffness and its count */
void hol_read_matrix(hol_reader *reader, const hol_node *node, hol_joint *joint);

#endif
