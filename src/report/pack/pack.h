/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pack.h  Packing of a large result: numbers compressed apart from the remaining JSON.
 *
 *  Trees of numbers are taken out of a result: shapes of modes (by part and component), reactions (by joint), energies
 *  (by part), and lists of numbers wherever they stand. In their place stands `{"@packed": i}`, the number of the tree.
 *  What remains is JSON, and so is the whole, which a page (page.h) takes like any other result:
 *
 *      {"schema": .., "problem": {"title": ..}, "packed": {"head": H, "chunks": [C, ..]}}
 *
 *  H and C are zlib (RFC 1950) in base64: of the remaining JSON, to which `packed` is added,
 *
 *      "packed": {"trees": [[a, ..] | null, ..],     arrays that make a tree; null: it is left out
 *                 "arrays": [{chunk, at, bits, order, scale, layout}, ..],    from byte `at` of a chunk on; planes.h
 *                 "layouts": [..],                   a tree, its members as pairs of name and count; null: a number
 *                                                    alone; [rows, columns]
 *                 "left_out": {bits, step, shapes, modes, joints, turns}}
 *
 *  and of bytes. The first chunk has all lists and energies; each mode has a chunk of its own for its shape and one for
 *  its reactions. Shapes and energies are quantised, everything else is exact. While the page would be larger than
 *  HOL_PACK_MOST, the reactions of inner joints are left out where there are more than a hundred joints, then the
 *  rotations along parts, then stations, then shapes of the last modes; `left_out` says so. */
#ifndef REPORT_PACK_PACK_H
#define REPORT_PACK_PACK_H

#include "holonome/text.h"

enum {
  HOL_PACK_LEAST = 50000,  /**< numbers: a result with fewer is shown as it is */
  HOL_PACK_LIST = 64,      /**< numbers: a shorter list, a smaller tree stays where it is */
  HOL_PACK_FINE = 4000000, /**< bytes: a page below has 21 bits, above 16 */
  HOL_PACK_MOST = 9750000, /**< bytes of a result in a page */
  HOL_PACK_EARLY =
      7 /**< chunks of each kind that stand before the script of a page: rigid bodies, and the first mode that bends */
};
#define HOL_PACK_NAME "@packed"

typedef enum { HOL_PACK_SHAPES, HOL_PACK_REACTIONS, HOL_PACK_ENERGY, HOL_PACK_LISTS, HOL_PACK_KINDS } hol_pack_kind;

/** One list of a tree, or one number of it. */
typedef struct hol_pack_leaf {
  size_t part, name;    /**< where their words begin, as they stand in JSON; name of lists of parts, else empty */
  size_t rows, columns; /**< rows SIZE_MAX: a number alone; columns 0: a list, else rows of lists */
  bool is_line;         /**< values at stations along a line: some may be left out */
} hol_pack_leaf;

/** Leaves of a tree; trees alike share it. */
typedef struct hol_pack_layout {
  hol_pack_kind kind;
  size_t first, count; /**< of its leaves */
} hol_pack_layout;

typedef struct hol_pack_tree {
  size_t layout, first; /**< first of its values */
} hol_pack_tree;

/** Collected trees of a result; {0} is empty. */
typedef struct hol_pack {
  hol_text words; /**< names, each with a final 0 */
  hol_pack_leaf *leaf;
  hol_pack_layout *layout;
  hol_pack_tree *tree;
  double *value;
  size_t *ground; /**< names of the joints that hold to the ground */
  size_t leaves, layouts, trees, values, grounds;
  size_t leaf_room, layout_room, tree_room, value_room, ground_room;
  size_t last[HOL_PACK_KINDS]; /**< 1 + the layout used last; 0: none */
  size_t joints;               /**< named so far */
  hol_pack_kind kind;          /**< of the tree that is open */
  size_t first_leaf, first_value;
  bool is_line; /**< of the lists that come next. Written by whoever collects */
  bool is_same; /**< the open tree is like the last of its kind so far */
  bool failed;  /**< memory ran out */
} hol_pack;

/** Begin a tree. */
void hol_pack_begin(hol_pack *pack, hol_pack_kind kind);
/** Begin a list of the tree, or a number alone. The names, as they stand in JSON between quotes, are copied. */
void hol_pack_open(hol_pack *pack, const char *part, size_t part_size, const char *name, size_t name_size);
void hol_pack_value(hol_pack *pack, double value);
/** End the list. @param[in] rows, columns  as of a leaf */
void hol_pack_close(hol_pack *pack, size_t rows, size_t columns);
/** End the tree. @return its number, to be written in its place; SIZE_MAX: it has fewer than `least` numbers and is
 *  discarded */
size_t hol_pack_end(hol_pack *pack, size_t least);
/** Discard the open tree. */
void hol_pack_forget(hol_pack *pack);
/** Add a joint of the structure. */
void hol_pack_joint(hol_pack *pack, const char *name, size_t size, bool is_ground);

/** Write the packed result.
 *  @param[in] head   the remaining JSON, an object
 *  @param[in] title  empty: it has none
 *  @param[in,out] text  added to
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_pack_write(const hol_pack *pack, const hol_text *head, const hol_text *title,
                                         hol_text *text);

void hol_pack_clear(hol_pack *pack);

#endif
