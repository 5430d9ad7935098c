/** @file output.h  Writing results: a table for a terminal, JSON, CSV; comparison with the file's `expect:`.
 *
 *  Room `output`. Writers return text; they open no file and print nothing. */
#ifndef HOLONOME_OUTPUT_H
#define HOLONOME_OUTPUT_H

#include "holonome/nonlinear.h"
#include "holonome/result.h"
#include "holonome/status.h"
#include "holonome/sweep.h"
#include "holonome/text.h"

/** What the result came from. */
typedef struct hol_output_source {
  const char *file; /**< as named on the command line */
} hol_output_source;

/** The table: at most 80 columns, digits that the bounds certify. */
HOL_MUST_CHECK hol_status hol_output_table(const hol_result *result, const hol_output_source *source, hol_text *text);
/** One JSON object with 17-digit numbers, as the README describes; `timing` is the only part that differs between runs. */
HOL_MUST_CHECK hol_status hol_output_json(const hol_result *result, const hol_output_source *source, hol_text *text);
/** The object that stands for a file whose analysis failed: `complete` is false, `error` says why. */
HOL_MUST_CHECK hol_status hol_output_json_failure(const hol_problem *problem, const hol_output_source *source,
                                                  hol_status failure, hol_text *text);
/** The same of a sweep: arrays over points and modes. */
HOL_MUST_CHECK hol_status hol_output_sweep_json(const hol_sweep *sweep, const hol_problem *problem,
                                                const hol_output_source *source, hol_text *text);
/** The same of curves of steady motions. */
HOL_MUST_CHECK hol_status hol_output_nonlinear_json(const hol_nonlinear_result *result, const hol_problem *problem,
                                                    const hol_output_source *source, hol_text *text);
/** One line per mode with a header line. */
HOL_MUST_CHECK hol_status hol_output_csv(const hol_result *result, const hol_output_source *source, hol_text *text);

/** Compare with the `expect:` of the problem. One line of words per difference is added to `text`.
 *  @param[out] compared     numbers compared
 *  @param[out] differences  of which differ by more than their rtol (a missing mode differs) */
HOL_MUST_CHECK hol_status hol_output_compare(const hol_result *result, size_t *compared, size_t *differences,
                                             hol_text *text);

/** The faults of one file as text, GCC-clickable: `file:line:column: error: …`, the line, a caret, what would be right;
 *  at the end the number of errors. `bytes` are those of the file. */
HOL_MUST_CHECK hol_status hol_output_faults(const hol_diagnostics *faults, const char *file, const char *bytes,
                                            size_t size, hol_text *text);

/** The coefficients with their formulas, then of every curve its events, in at most 80 columns.
 *  @param[in] title  NULL: none */
HOL_MUST_CHECK hol_status hol_nonlinear_table(const hol_nonlinear_result *result, const char *title, hol_text *text);
/** Compare the events of curves and the loss factors found with those that a problem expects; one line of words per
 *  difference is added to `text`.
 *  @param[out] compared     numbers compared
 *  @param[out] differences  numbers that differ by more than their rtol, and curves with another number of events */
HOL_MUST_CHECK hol_status hol_nonlinear_compare(const hol_nonlinear_result *result, const hol_problem *problem,
                                                size_t *compared, size_t *differences, hol_text *text);
/** One row per point and event, in the order of travel: number of the curve, level, viscous, eta, law (linear or cubic),
 *  branch, period, kind (point, fold-max, …, motion), nu, hertz, largest displacement and first harmonic of every coordinate,
 *  multipliers outside the unit circle, largest multiplier. Then a row of kind folds-vanish for every loss factor found,
 *  and the backbone, with empty first columns. Numbers with 17 digits. Room `output`. */
HOL_MUST_CHECK hol_status hol_nonlinear_csv(const hol_nonlinear_result *result, hol_text *text);

#endif
