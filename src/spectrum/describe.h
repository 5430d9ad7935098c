/** @file describe.h  What is found of natural frequencies and modes, told quantity by quantity. */
#ifndef SPECTRUM_DESCRIBE_H
#define SPECTRUM_DESCRIBE_H

#include "holonome/solve.h"
#include "holonome/text.h"
#include "result/sink.h"

/** The numbers of a mode, in the order in which they are told; those of one of its frequencies that a sweep takes at every point
 *  are told of it in rows. */
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

/** Tell a hol_result, into the record that is open. @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_modes_describe(const void *result, const hol_sink *sink);

/** Of a hol_result the places and the shapes alone: `geometry` and `modes`, each with its number, frequency and shapes, into the record
 *  that is open. @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_shapes_describe(const hol_result *result, const hol_sink *sink);

/** Tell it as arrays over modes, parts, components of reactions and samples of shapes. @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_modes_arrays(const void *result, const hol_sink *sink);

/** What the result came from. */
typedef struct hol_output_source {
  const char *file;        /**< as named on the command line */
  hol_frequency_unit unit; /**< of the first column; the second is in rad/s, or in Hz if that is the first */
} hol_output_source;

/** The table: at most 80 columns, digits that the bounds certify. */
HOL_MUST_CHECK hol_status hol_output_table(const hol_result *result, const hol_output_source *source, hol_text *text);
/** Compare with the `expect:` of the problem. One line of words per difference is added to `text`.
 *  @param[out] compared     numbers compared
 *  @param[out] differences  of which differ by more than their rtol (a missing mode differs) */
HOL_MUST_CHECK hol_status hol_output_compare(const hol_result *result, size_t *compared, size_t *differences,
                                             hol_text *text);

#endif
