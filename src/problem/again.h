/** @file again.h  Reading one file many times, with other values of its parameters. */
#ifndef HOLONOME_PROBLEM_AGAIN_H
#define HOLONOME_PROBLEM_AGAIN_H

#include "problem/unit.h"

/** hol_problem_read() that keeps the units it has met: to read their data base takes longer than all the rest of a
 * small file.
 *  @param[in,out] units  {0} at first; to be cleared by the caller at the end */
HOL_MUST_CHECK hol_status hol_problem_read_again(hol_units *units, const char *bytes, size_t size,
                                                 const hol_part_keys *kinds, size_t n_kinds, const hol_override *set,
                                                 size_t n_set, hol_problem *problem, hol_diagnostics *faults);

#endif
