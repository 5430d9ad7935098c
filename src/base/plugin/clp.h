/* SPDX-License-Identifier: BSD-3-Clause */
/** @file clp.h  Interface of the plugin for linear programs by CLP (COIN-OR): plain arrays, so that no other file needs
 *  its headers. */
#ifndef BASE_PLUGIN_CLP_H
#define BASE_PLUGIN_CLP_H

#define HOL_CLP_SYMBOL "hol_clp"

/** Minimise cᵀx with lower ≤ A x ≤ upper, |x| ≤ most, by the dual simplex method, or where that fails
 *  by the primal one.
 *  @param[in]  start, index, value  A by columns  @param[out] x  [columns]
 *  @return 0: solved; 1: no memory, or the library fails; 2: no x fulfils the rows, or cᵀx has no minimum */
typedef int hol_clp_function(int rows, int columns, const int *start, const int *index, const double *value,
                             const double *cost, const double *lower, const double *upper, double most, double *x);
hol_clp_function hol_clp;

#endif
