/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe.h  A second road to the natural frequencies: p-version finite elements of a whole problem.
 *
 *  It shares the reader of problem files with the library and nothing else: no compliances, no counting of the separate
 *  parts, no reactions as unknowns. Members are cut at the points that joints refer to; every segment carries
 *  polynomials of high degree; the joints are imposed by eliminating unknowns; the rest is one linear eigenproblem
 *  K x = λ M x in extended precision, solved by Rayleigh–Ritz on a block Krylov space of (K + σM)⁻¹M and proved
 * complete by the inertia of K − λM. Everything is repeated with higher degrees until two results agree.
 *
 *  Read it as the definition of what a problem file means. The points where the file leaves room:
 *  - a joint takes from a bar or shaft only the motion it carries; its other freedoms are free in every joint anew;
 *  - but across itself a bar with mass is straight and heavy, unless its `transverse_mass` is none; motions in which
 *    nothing but one bar takes part are no modes;
 *  - the direction of a term, roller, slide, spring or tie is normalised. */
#ifndef HOLONOME_TESTS_FE_H
#define HOLONOME_TESTS_FE_H

#include "problem/kind.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  FE_OK,
  FE_UNSUPPORTED, /**< the problem asks for something this solver does not know; see message */
  FE_FAILED       /**< the stiffness is not positive, or no agreement was reached; see message */
} fe_status;

/** The frequencies of a problem; {0} is empty. */
typedef struct fe_answer {
  size_t rigid;      /**< how many of the frequencies are zero */
  size_t count;      /**< frequencies, the zero ones included */
  double *omega;     /**< [count] rising, rad/s; the zero ones exactly 0 */
  double *error;     /**< [count] absolute error estimate of each */
  bool exhausted;    /**< the structure has no more than these */
  size_t order;      /**< unknowns of the eigenproblem with the highest degrees used */
  char message[160]; /**< why it failed, else empty */
} fe_answer;

/** The lowest `count` natural frequencies of a problem (fewer if there are no more, more if the last is multiple).
 *
 *  @param[in]  problem        read without faults
 *  @param[in]  kinds,n_kinds  the table of kinds given to the reader
 *  @param[in]  count          frequencies wanted, zero ones included
 *  @param[out] answer         {0} or filled; to be cleared by the caller in every case
 *  Running out of memory ends the process: this is a test tool. */
fe_status fe_solve(const hol_problem *problem, const hol_part_grammar *const *kinds, size_t n_kinds, size_t count,
                   fe_answer *answer);

/** Free and make empty. Idempotent. */
void fe_clear(fe_answer *answer);

#endif
