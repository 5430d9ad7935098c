/* SPDX-License-Identifier: BSD-3-Clause */
/** @file output_words.h  Names of displacements and rotations of points, for tables and views. */
#ifndef EXCITATION_OUTPUT_WORDS_H
#define EXCITATION_OUTPUT_WORDS_H

#include "excitation/excitation.h"
#include "result/view.h"

/** Append "uy", "along (0.6, 0.8)" or "about (0, 0, 1)".
 *  @param[in] direction  of size 1
 *  @param[in] dimensions  of coordinates */
void hol_output_say(const double direction[3], bool turns, size_t dimensions, hol_text *text);

/** Words of probes. {0} is empty. */
typedef struct hol_output_words {
  hol_text *text;         /**< [count] owned */
  const char **component; /**< [count] the same: "uy", "along (0.6, 0.8)", "about (0, 0, 1)". Owned */
  const char **quantity;  /**< [count] of hol_motion_word. Owned */
  const char **point;     /**< [count] owned, what they point to is not */
  size_t count;
} hol_output_words;

/** @param[in] dimensions  of coordinates @param[out] words  to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_output_words_make(const hol_output *probe, size_t probes, size_t dimensions,
                                                hol_output_words *words);
void hol_output_words_clear(hol_output_words *words);

/** Write a view for each quantity of the receivers.
 *  @param[in] view  but for title and label, both [4] by hol_motion_quantity */
void hol_output_put_views(const hol_sink *sink, const hol_output *receiver, size_t receivers, hol_view view,
                          const char *const *title, const char *const *label);

/** Append a cell of a table: "uy", "velocity uy". @param[in] component  of the probe's words
 *  @param[in] at, width  as of hol_words_cell() */
void hol_output_put_cell(hol_text *text, const hol_output *probe, const char *component, size_t at, size_t width);

#endif
