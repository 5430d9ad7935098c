/* SPDX-License-Identifier: BSD-3-Clause */
/** @file linear_program.h  Small dense linear programs, by CLP in a plugin that is loaded when it is first needed. */
#ifndef BASE_LINEAR_PROGRAM_H
#define BASE_LINEAR_PROGRAM_H

#include "holonome/status.h"

#include <stddef.h>

/** Minimise cᵀx with lower ≤ A x ≤ upper. Rows are fulfilled to 1e-7 of numbers of order one.
 *  @param[in]  a      [rows * columns] column by column; columns of order one
 *  @param[in]  lower, upper  [rows] −HUGE_VAL and HUGE_VAL: no bound
 *  @param[in]  most   |x| is no larger: free variables are what the simplex method errs with
 *  @param[out] x      [columns]
 *  @return HOL_FILE if the library cannot be loaded, HOL_INVALID: nothing fulfils the rows, or there is no minimum;
 *          HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_linear_program(size_t rows, size_t columns, const double *a, const double *cost,
                                             const double *lower, const double *upper, double most, double *x);

#endif
