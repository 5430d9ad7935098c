/** @file again.h  Reading one file many times, with other values of its parameters. */
#ifndef HOLONOME_PROBLEM_AGAIN_H
#define HOLONOME_PROBLEM_AGAIN_H

#include "holonome/problem.h"
#include "expression/unit.h"

/** hol_problem_read_source() by the grammar of the source, that keeps the units it has met: to read their data base takes longer
 *  than all the rest of a small file.
 *  @param[in,out] units  {0} at first; to be cleared by the caller at the end */
HOL_MUST_CHECK hol_status hol_problem_read_again(hol_units *units, const hol_problem_source *source,
                                                 hol_problem *problem, hol_diagnostics *faults);

/** Read the same problem with one parameter (or several, `n`) at other values.
 *  @param[in]  name,value  [n] parameters that the file has, and their values in SI units
 *  @param[out] problem     {0} or filled; to be cleared by the caller in every case
 *  @return HOL_INVALID if the problem is not valid with these values, HOL_MEMORY. Cost: one reading. */
HOL_MUST_CHECK hol_status hol_problem_reread(const hol_problem_source *source, size_t n, const char *const *name,
                                             const double *value, hol_problem *problem);

#endif
