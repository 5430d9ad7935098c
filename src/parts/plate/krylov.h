/* SPDX-License-Identifier: BSD-3-Clause */
/** @file krylov.h  Block Krylov iteration for the lowest eigenvectors of one symmetry class of a rectangular plate.
 *  Internal to module `parts`. */
#ifndef PARTS_PLATE_KRYLOV_H
#define PARTS_PLATE_KRYLOV_H

#include "parts/plate/grid.h"

typedef struct hol_krylov_request {
  double cutoff; /**< ω² up to which terms have converged */
  double given;  /**< ω² up to which terms get coefficients */
  size_t ports;
  size_t least;                         /**< vectors at least */
  const size_t *below;                  /**< how many terms there are below the cut-off; NULL: not known */
  const hol_cancellation *cancellation; /**< asked for each block of vectors; NULL: nobody */
} hol_krylov_request;

/** Compute the lowest terms of a class.
 *  @param[in]     c  matrices and rows of the ports
 *  @param[in,out] v  with its factor; gets terms
 *  @return HOL_NUMERICAL where not as many are found as there are; HOL_INCOMPLETE if cancelled; HOL_MEMORY. Cost 4
 *                        n² for each vector. */
HOL_MUST_CHECK hol_status hol_krylov_solve(const hol_grid_class *c, const hol_krylov_request *request,
                                           hol_grid_solution *v);

#endif
