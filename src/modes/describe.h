/* SPDX-License-Identifier: BSD-3-Clause */
/** @file describe.h  Result of the analysis `modes`, written quantity by quantity. */
#ifndef MODES_DESCRIBE_H
#define MODES_DESCRIBE_H

#include "holonome/solve.h"
#include "holonome/text.h"
#include "result/sink.h"

/** The numbers of a mode, in the order in which they are written; a sweep writes those of one frequency at all its
 *  points in rows. */
enum {
  HOL_MODE_NUMBER,
  HOL_MODE_OMEGA,
  HOL_MODE_HERTZ,
  HOL_MODE_LOWER,
  HOL_MODE_UPPER,
  HOL_MODE_GROWTH,
  HOL_MODE_LOWER_GROWTH,
  HOL_MODE_UPPER_GROWTH,
  HOL_MODE_MULTIPLICITY,
  HOL_MODE_CLUSTER,
  HOL_MODE_REACTION_FREE,
  HOL_MODE_MASS,
  HOL_MODE_RESIDUAL,
  HOL_MODE_COUNT_BELOW,
  HOL_MODE_COUNT_ABOVE,
  HOL_MODE_PENCIL,
  HOL_MODE_QUANTITIES
};
extern const hol_quantity hol_mode_quantity[HOL_MODE_QUANTITIES];

/** Write a hol_result into the record that is open. @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_modes_describe(const void *result, const hol_sink *sink);

/** Write the shapes of a hol_result into the record that is open: `modes`, each with number, omega, the bounds of omega
 *  and its shapes, then `geometry` if the result has one. @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_shapes_describe(const hol_result *result, const hol_sink *sink);

/** Write a hol_result as arrays over modes, parts, components of reactions and samples of shapes.
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_modes_arrays(const void *result, const hol_sink *sink);

/** Origin of a result. */
typedef struct hol_output_source {
  const char *file;        /**< as named on the command line */
  hol_frequency_unit unit; /**< of the first column; the second is in rad/s, or in Hz if that is the first */
} hol_output_source;

/** Append the table: at most 80 columns, with the digits that the bounds certify. */
HOL_MUST_CHECK hol_status hol_output_table(const hol_result *result, const hol_output_source *source, hol_text *text);
/** Compare a result with the `expect:` of its problem. One line of words per difference is added to `text`.
 *  @param[out] compared     numbers compared
 *  @param[out] differences  of which differ by more than their rtol (a missing mode differs) */
HOL_MUST_CHECK hol_status hol_output_compare(const hol_result *result, size_t *compared, size_t *differences,
                                             hol_text *text);

#endif
