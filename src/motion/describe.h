/* SPDX-License-Identifier: BSD-3-Clause */
/** @file describe.h  A motion written quantity by quantity, as rows, as arrays, and as a table for a terminal. Module
 *  `motion`.
 *
 *  All functions take a result that is not complete, too: without times, without numbers, or {0}. */
#ifndef MOTION_DESCRIBE_H
#define MOTION_DESCRIBE_H

#include "holonome/text.h"
#include "motion/result.h"
#include "result/sink.h"

/** Write the members of the record `motion`: the times `t`; lists of series over them, each with name, unit, value,
 *  largest error - coordinates, speeds, accelerations, states, outputs, reactions, forces, nonideal, friction,
 *  controls, energy -; constraints, events; drift, power_balance, error; views.
 *  @param[in] result  a hol_motion_result @return HOL_MEMORY. Cost linear in the numbers. Not collective. */
HOL_MUST_CHECK hol_status hol_motion_describe(const void *result, const hol_sink *sink);

/** Write a list with columns, a row for each time: t, x, x', x'', states, outputs, reaction NAME, force NAME, nonideal
 *  NAME, friction NAME, control NAME, energy, free_by NAME, unmet. What is not unique is empty. Arguments and failures
 *  as of hol_motion_describe(). */
HOL_MUST_CHECK hol_status hol_motion_rows(const void *result, const hol_sink *sink);

/** Write arrays over the axes t, coordinate, state, output, constraint, friction_element, program, event; arrays of a
 *  group with members alone. Arguments and failures as of hol_motion_describe(). */
HOL_MUST_CHECK hol_status hol_motion_arrays(const void *result, const hol_sink *sink);

/** Write a table of at most HOL_COLUMNS columns: the motion at a few times, reactions, constraints, events, and how far
 *  all of it is checked. @param[in] title  NULL, "": none @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_motion_table(const hol_motion_result *result, const char *title, hol_text *text);

#endif
