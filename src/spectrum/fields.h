/** @file fields.h  Fields of exact members, at the places where shapes are sampled.
 *
 *  Every member is looked at in the same places in every mode, and in regular structures most members are alike: what the
 *  waves bring to a place depends only on the kind of stretch and on λ (hol_segment_places). Stretches of one kind with the
 *  same places share that. */
#ifndef SPECTRUM_FIELDS_H
#define SPECTRUM_FIELDS_H

#include "compliance/system.h"

/** Stretches of one kind with the same places. */
typedef struct hol_field_pattern {
  hol_segment_waves waves;
  size_t from;               /**< first of its places in `place`; SIZE_MAX: not kept, it is made where it is needed */
  size_t round;              /**< the round for which it was made */
} hol_field_pattern;

/** {0} is empty. */
typedef struct hol_fields {
  size_t points;             /**< places in every member */
  size_t *pattern_of;        /**< [stretch_count] */
  hol_field_pattern *pattern; /**< [pattern_count] */
  size_t pattern_count;
  hol_segment_place *place;  /**< [kept + points] those kept, and room for one member */
  size_t kept;               /**< Σ places of the patterns that are kept */
  double *along;             /**< [points] scratch */
  double *value, *slope;     /**< [points] scratch for the caller */
  size_t round;              /**< number of hol_fields_begin() */
} hol_fields;

/** @param[in] system  borrowed for the call; the same is meant in the other functions
 *  @return HOL_MEMORY; to be cleared in every case. Not collective. */
HOL_MUST_CHECK hol_status hol_fields_build(const hol_system *system, hol_fields *fields);
void hol_fields_clear(hol_fields *fields);

/** Places x[points] along a member: evenly from end to end. */
void hol_fields_places(double length, size_t points, double *x);

/** Another matrix, another λ: nothing made so far holds. */
void hol_fields_begin(hol_fields *fields);

/** Displacement and slope of an exact member in a solution.
 *  @param[in]  first  its first stretch
 *  @param[in]  x      [points] of hol_fields_places() */
void hol_fields_member(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, const double *v,
                       size_t first, const double *x, double *value, double *slope);

#endif
