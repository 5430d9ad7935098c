/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sample_maxima.h  Largest displacement and rotation in the shape of a mode, evaluating as few parts as
 *  possible. */
#ifndef MODES_SAMPLE_MAXIMA_H
#define MODES_SAMPLE_MAXIMA_H

#include "modes/sampling.h"

/** Shapes of a solution, evaluated where they are needed. For parts that cannot have the largest value, and are not
 *  wanted, only the bound of hol_sample_bound() is computed. */
typedef struct hol_sample_maxima {
  const hol_solution *s;
  hol_shape *shape; /**< [parts]; NULL: there is room for one at a time */
  hol_shape one;    /**< that one */
  size_t part;      /**< which it is, SIZE_MAX: none */
  double top[2];    /**< the largest displacement (m) and rotation (rad) of the samples */
} hol_sample_maxima;

/** Find the largest values.
 *  @param[in]  solution  hol_fields_begin() has been called for it; borrowed
 *  @param[in]  wanted    [parts] of hol_sampling_shapes(), filled; NULL: shapes are not wanted
 *  @param[out] maxima    nothing to free
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_sample_maxima_make(const hol_solution *solution, hol_shape *wanted,
                                                 hol_sample_maxima *maxima);
/** Evaluate the shape of a part; it is valid until another is evaluated. @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_sample_maxima_shape(hol_sample_maxima *maxima, size_t part, const hol_shape **shape);
/** Return an upper bound of the displacements (0) or rotations (1) of the samples of a part; of parts that are
 *  evaluated it is the largest. */
double hol_sample_maxima_bound(const hol_sample_maxima *maxima, size_t part, bool rotation);
/** Find the sign that makes the first large displacement, or rotation, positive: 1 or −1.
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_sample_maxima_sign(hol_sample_maxima *maxima, bool rotation, double *sign);

#endif
