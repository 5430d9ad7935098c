/** @file again.h  Reading one file many times, with other values of its parameters. */
#ifndef HOLONOME_PROBLEM_AGAIN_H
#define HOLONOME_PROBLEM_AGAIN_H

#include "holonome/problem.h"
#include "expression/unit.h"

/** hol_problem_read_source() that keeps the units it has met: to read their data base takes longer than all the rest of a
 * small file.
 *  @param[in,out] units  {0} at first; to be cleared by the caller at the end */
HOL_MUST_CHECK hol_status hol_problem_read_again(hol_units *units, const hol_problem_source *source,
                                                 hol_problem *problem, hol_diagnostics *faults);

#endif
