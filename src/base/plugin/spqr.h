/* SPDX-License-Identifier: BSD-3-Clause */
/** @file spqr.h  Interface of the SuiteSparseQR plugin: plain arrays, so that no other file needs its headers. */
#ifndef BASE_PLUGIN_SPQR_H
#define BASE_PLUGIN_SPQR_H

/** R and the order of the columns of a QR factorisation; both from malloc(), owned by the caller. */
typedef struct hol_spqr_factor {
  long rank;
  long *order;         /**< [columns] column of A that is column k of R; the first `rank` are independent */
  long *start, *index; /**< R by columns: rows index[start[k]..start[k + 1]) */
  double *value;
} hol_spqr_factor;

/** Rank-revealing QR factorisation.
 *  @param[in] start,index,value  A by columns, rows rising
 *  @return 0; 1: no memory; 2: the library fails. Outputs are NULL then. */
typedef int hol_spqr_function(long rows, long columns, const long *start, const long *index, const double *value,
                              double tolerance, hol_spqr_factor *factor);
hol_spqr_function hol_spqr;

#endif
