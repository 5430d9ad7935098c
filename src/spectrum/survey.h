/** @file survey.h  What of the shape of a mode is the largest, looking at as few parts as tell. */
#ifndef SPECTRUM_SURVEY_H
#define SPECTRUM_SURVEY_H

#include "spectrum/sampling.h"

/** The shapes of a solution, made where they are looked at. Of parts that cannot have the largest value, and are not wanted, no more is
 *  known than that: hol_sample_bound(). */
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
/** The shape of a part, until another is asked for. @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_survey_look(hol_survey *survey, size_t part, const hol_shape **shape);
/** No displacement (0) or rotation (1) of the samples of a part is larger; of parts that have been looked at it is the largest. */
double hol_survey_most(const hol_survey *survey, size_t part, bool rotation);
/** The sign that makes the first large displacement, or rotation, positive: 1 or −1. @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_survey_sign(hol_survey *survey, bool rotation, double *sign);

#endif
