/* SPDX-License-Identifier: BSD-3-Clause */
/** @file output.h  Writing results: a table for a terminal, JSON, CSV, NetCDF; comparison with the file's `expect:`.
 *
 *  Module `output`. Writers return text; they open no file and print nothing. */
#ifndef HOLONOME_OUTPUT_H
#define HOLONOME_OUTPUT_H

#include "holonome/problem.h"
#include "holonome/output.h"
#include "holonome/solve.h"
#include "holonome/status.h"
#include "holonome/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Write what a study has found; added to `text`.
 *  @param[in] format  "json": one object with 17-digit numbers, as the manual describes; `timing` is the only part that
 *                     differs between runs. "csv": one line per mode, point or event with a header line, of a study of
 *                     one analysis; of several "csv.KEY", that of one of them: "csv.modes", "csv.static". "netcdf": the
 *                     bytes of a NetCDF-4 file, of modes, sweeps and motions in time; that library is loaded when this
 *                     is called
 *  @return HOL_INCOMPLETE: nothing is written of a study whose analyses have not all been run, or of which one has
 *          failed (JSON says so, and HOL_OK is returned); HOL_USAGE: there is no such format or analysis; HOL_FILE: the
 *          NetCDF library cannot be loaded, HOL_NUMERICAL: it fails otherwise; HOL_MEMORY. Rank 0 only. */
HOL_MUST_CHECK hol_status hol_write(const hol_study *study, const char *format, hol_text *text);
/** The tables for a terminal, one after another: at most 80 columns, digits that the bounds certify. Added to `text`.
 *  Of a study whose analyses have not all been run, or of which one has failed, a line that says so.
 *  @return HOL_MEMORY. Rank 0 only. */
HOL_MUST_CHECK hol_status hol_write_table(const hol_study *study, hol_text *text);
/** The JSON object that stands for a problem whose analysis failed: `complete` is false, `error` says why. Added to
 *  `text`.
 *  @param[in] file  as named by the user; NULL: none
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_write_failure(const hol_problem *problem, const char *file, hol_status failure,
                                            hol_text *text);

/** What has come of a comparison with `expect`; {0} is empty. */
typedef struct hol_comparison {
  size_t compared, differences;
  const char *what; /**< is compared: "frequencies"; "numbers" of several analyses. Static */
  hol_text words;   /**< a line for each difference. Owned */
  hol_text line;    /**< what is to be said of all, in one sentence; empty: everything is as expected. Owned */
} hol_comparison;
/** Compare what a study has found with what its file expects.
 *  @param[out] comparison  overwritten; to be cleared by the caller in every case
 *  @return HOL_INCOMPLETE if anything differs, is not proved, or there is nothing to compare; HOL_MEMORY.
 *                         Rank 0 only. */
HOL_MUST_CHECK hol_status hol_compare(const hol_study *study, hol_comparison *comparison);
/** Free what it owns, leave {0}. Idempotent. Not collective. */
void hol_comparison_clear(hol_comparison *comparison);

/** A matrix of a reduced structure as Matrix Market file, symmetric, 17 digits. Added to `text`.
 *  @param[in] problem  that it was reduced from
 *  @param[in] mass     the mass matrix M; false: the stiffness matrix K
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_write_matrix(const hol_problem *problem, const hol_reduced *reduced, bool mass,
                                           hol_text *text);
/** A problem file with the reduced structure as its part, which asks for the modes it was made of. Added to `text`.
 *  @param[in] problem  that it was reduced from
 *  @param[in] stem     name of the matrices without -k.mtx, -m.mtx
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_write_reduced(const hol_problem *problem, const hol_reduced *reduced, const char *stem,
                                            hol_text *text);

#ifdef __cplusplus
}
#endif

#endif
