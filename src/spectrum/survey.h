/* SPDX-License-Identifier: BSD-3-Clause */
/** @file survey.h  Largest displacement and rotation in the shape of a mode, evaluating as few parts as possible. */
#ifndef SPECTRUM_SURVEY_H
#define SPECTRUM_SURVEY_H

#include "spectrum/sampling.h"

/** Shapes of a solution, evaluated where they are needed. For parts that cannot have the largest value, and are not
 *  wanted, only the bound of hol_sample_bound() is computed. */
typedef struct hol_survey {
  const hol_solution *s;
  hol_shape *shape; /**< [parts]; NULL: there is room for one at a time */
  hol_shape one;    /**< that one */
  size_t part;      /**< which it is, SIZE_MAX: none */
  double top[2];    /**< the largest displacement (m) and rotation (rad) of the samples */
} hol_survey;

/** Find the largest values.
 *  @param[in]  solution  hol_fields_begin() has been called for it; borrowed
 *  @param[in]  wanted    [parts] of hol_sampling_shapes(), filled; NULL: shapes are not wanted
 *  @param[out] survey    nothing to free
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_survey_make(const hol_solution *solution, hol_shape *wanted, hol_survey *survey);
/** Evaluate the shape of a part; it is valid until another is evaluated. @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_survey_look(hol_survey *survey, size_t part, const hol_shape **shape);
/** Return an upper bound of the displacements (0) or rotations (1) of the samples of a part; of parts that are
 *  evaluated it is the largest. */
double hol_survey_most(const hol_survey *survey, size_t part, bool rotation);
/** Find the sign that makes the first large displacement, or rotation, positive: 1 or −1.
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_survey_sign(hol_survey *survey, bool rotation, double *sign);

#endif
