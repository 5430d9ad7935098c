/* SPDX-License-Identifier: BSD-3-Clause */
/** @file answer.h  The library for other languages: one call from the bytes of a problem to those of its result.
 *
 *  Only numbers, pointers and lengths pass through these functions, no struct: what C++, Julia, Fortran or Python can
 *  call as it is. */
#ifndef HOLONOME_ANSWER_H
#define HOLONOME_ANSWER_H

#include "holonome/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library that is running, "0.1.0"; HOLONOME_VERSION is that of the headers. Static storage. Not
 *  collective. */
const char *hol_version(void);

/** Read a problem, run all that it asks for, and tell what came of it, as `holonome run - --json -` does. Files that
 *  the problem names are sought in the current folder; none is written, `output.export` counts for nothing.
 *  @param[in]  problem,size                a problem file, UTF-8: YAML, or JSON, which is YAML as well. Borrowed for
 *            the call
 *  @param[in]  parameters,parameters_size  lines `name=value`: other values of parameters, as by `--set`; NULL: none.
 *            Borrowed for the call
 *  @param[out] result,result_size          JSON, as the manual describes it. Where there is no result, an object with
 *                                          `complete` false, `error` (why, in a sentence) and `faults`: of each `line`
 *                                          and `column` (from 1; 0: nowhere in the file), `length`, `is_error` (false:
 *                                          a remark), `message`, `hint` (null: none)
 *  @param[out] faults,faults_size          all faults and remarks as text to be shown, as by hol_faults_text(); empty:
 *            there are none
 *  @return as hol_read() and hol_study_run(): with HOL_OK and HOL_INCOMPLETE there is a result. Both texts have a 0
 *          behind them that is not counted, and are freed by the caller with free(); with HOL_MEMORY they may be NULL.
 *          Not collective. */
HOL_MUST_CHECK hol_status hol_answer(const char *problem, size_t size, const char *parameters, size_t parameters_size,
                                     char **result, size_t *result_size, char **faults, size_t *faults_size);

#ifdef __cplusplus
}
#endif

#endif
