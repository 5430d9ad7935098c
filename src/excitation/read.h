/* SPDX-License-Identifier: BSD-3-Clause */
/** @file read.h  Readers of excitations and outputs, the same for all analyses of the response. Module `excitation`. */
#ifndef EXCITATION_READ_H
#define EXCITATION_READ_H

#include "excitation/excitation.h"
#include "problem/keys.h"

/** Keys of an output of forced motion, for HOL_MAPPING rows: a displacement, or one of its time derivatives. */
enum { HOL_MOTION_KEYS = 4 };
extern const hol_key hol_motion_keys[HOL_MOTION_KEYS];
/** Rows of keys of an excitation: a force at a point, or the acceleration of all the ground. */
#define HOL_EXCITATION_ROWS                                                                                            \
  {.name = "at", .form = "a point", .meaning = "of a force or a moment"},                                              \
      {.name = "base", .form = "joints", .meaning = "the ground that moves: `ground`, or its joints"},                 \
      {.name = "direction", .form = "direction", .meaning = "of the force, or of the motion"},                         \
  {                                                                                                                    \
    .name = "rotation", .form = "direction", .meaning = "the axis of a moment; in a plane z"                           \
  }

/** What an analysis reads. */
typedef struct hol_excitation_form {
  const char *analysis;              /**< "transient" */
  const hol_mapping *load, *output;  /**< their keys */
  const char *load_need;             /**< what a load without a measure, or with two of them, needs */
  const char *load_hint, *both_hint; /**< examples of a load; of `load` and `at` where one is missing */
  bool moves_supports; /**< `base` has names of joints, which move in space; else it is all the ground, and motion is
                            relative to it */
} hol_excitation_form;

/** Add a fault where `load` or `at` is missing (NULL). @param[in] key  of the analysis */
void hol_need_excitation(hol_reader *reader, const hol_node *key, const hol_node *load, const hol_node *at,
                         const hol_excitation_form *form);
/** Read a load or a list of loads: each one of `force`, `moment`, `unbalance`, `line_load`, `motion`, `acceleration`,
 *  `history` and `density`, of which the mapping has some, with the place and the axis that go with it. Directions are
 *  normalised. Faults are noted in the reader.
 *  @param[in]  node  NULL: no load
 *  @param[out] load  [*loads], both 0 before; owned by the caller, by hol_excitations_clear() */
void hol_read_excitations(hol_reader *reader, const hol_node *node, const hol_excitation_form *form,
                          hol_excitation **load, size_t *loads);
/** Read an output or a list of outputs: {point: beam.end, direction: [0, 1]} or {reaction: fix beam.start}. Directions
 *  are normalised. Faults are noted in the reader.
 *  @param[in]  node    NULL: no output
 *  @param[out] output  [*outputs], both 0 before; owned by the caller, by hol_outputs_clear() */
void hol_read_outputs(hol_reader *reader, const hol_node *node, const hol_excitation_form *form, hol_output **output,
                      size_t *outputs);
/** Read a direction and normalise it. @param[in] what  "`direction`" @return false after a fault */
bool hol_read_unit_vector(hol_reader *reader, const hol_node *node, const char *what, double unit[3]);
/** Return how many items a node is: those of a list, or one. */
size_t hol_item_count(const hol_node *node);
/** Return an item of a list, or the node itself. */
const hol_node *hol_item(const hol_node *node, size_t i);

#endif
