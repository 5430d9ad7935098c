/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fields.h  Displacement fields of members at the places where shapes are sampled.
 *
 *  Members are sampled at the same places in every mode, and in regular structures most members are alike. The
 *  contribution of the waves of an exact segment at a place depends only on the kind of segment and on λ
 *  (hol_relation_samples): segments of one kind with the same places share it, and the bounds of their fields per unit
 *  of each end quantity. Component modes and static deflections depend on the member alone: they are tabulated once for
 *  all members alike. */
#ifndef MODES_FIELDS_H
#define MODES_FIELDS_H

#include "compliance/segment_ends.h"

/** Segments of one kind with the same places. */
typedef struct hol_field_pattern {
  hol_relation_waves waves;
  size_t from;    /**< first of its places in `place`; SIZE_MAX: not kept, it is made where it is needed */
  size_t round;   /**< the round for which it was made */
  size_t users;   /**< segments that have it */
  size_t bounded; /**< the round for which `most` was made */
  double most[2][HOL_RELATION_MAX]; /**< of the displacement, of the slope: how far a unit of each end quantity takes
                                         it, at the places */
  size_t waved;                     /**< the round for which `wave` was made */
  double wave;                      /**< 1/m, as hol_fields_wave() */
} hol_field_pattern;

/** Component modes and static deflections of members, by place. {0} is empty. */
typedef struct hol_field_tables {
  size_t *table_of; /**< [modal_count] */
  struct hol_field_table {
    size_t from; /**< first of its numbers in `value`; SIZE_MAX: not kept, it is made where it is needed */
    bool is_made, has_residual;
    hol_residual_shapes residual; /**< if it has been made and is kept */
  } * table;                      /**< [count] */
  size_t count;
  size_t residual_kept; /**< numbers in all hol_residual_shapes that are kept */
  double *value;        /**< [kept + that of the largest table] */
  size_t kept;
  double *amplitude; /**< [longest row of a table] scratch */
} hol_field_tables;

/** {0} is empty. */
typedef struct hol_fields {
  size_t points;              /**< places in every member */
  size_t *pattern_of;         /**< [segment_count] */
  hol_field_pattern *pattern; /**< [pattern_count] */
  size_t pattern_count;
  hol_relation_sample *place; /**< [kept + points] those kept, and room for one member */
  size_t kept;                /**< Σ places of the patterns that are kept */
  double *along;              /**< [points] scratch */
  double *value, *slope;      /**< [points] scratch for the caller */
  hol_segment_ends ends;      /**< of the solution: hol_fields_begin() */
  size_t round;               /**< number of hol_fields_begin() */
  double gap[2]; /**< since then: how far members in component modes and flexible parts are from their joints at the
                                  most, displacement (m) and rotation (rad) */
  hol_field_tables tables;
} hol_fields;

/** @param[in] system  borrowed for the call; the same is meant in the other functions
 *  @return HOL_MEMORY; to be cleared in every case. Not collective. */
HOL_MUST_CHECK hol_status hol_fields_build(const hol_system *system, hol_fields *fields);
void hol_fields_clear(hol_fields *fields);

/** Compute the places x[points] along a member: evenly from end to end. */
void hol_fields_places(double length, size_t points, double *x);

/** Begin with another solution v of another matrix: discard the last one, and compute the end quantities of all
 *  segments.
 *  @param[in] matrix,v  NULL: a zero-energy mode, which has none */
void hol_fields_begin(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, const double *v);
/** Raise the largest distance from joints, fields->gap, to this one where it is larger. */
void hol_fields_add_gap(hol_fields *fields, const double gap[2]);

/** Compute displacement and slope of an exact member in the solution of hol_fields_begin().
 *  @param[in]  first  its first segment
 *  @param[in]  x      [points] of hol_fields_places() */
void hol_fields_member(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, size_t first,
                       const double *x, double *value, double *slope);
/** Compute upper bounds of |displacement| and |slope| as hol_fields_member() gives them. Fields are linear in the end
 *  quantities: what these are is multiplied by what a unit of each does, which segments alike have in common.
 *  @param[out] bound  displacement, slope
 *  @return false: it is not known, since too few members are alike or a bound is not finite. Cost: some operations for
 *                 each end quantity */
bool hol_fields_bound(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, size_t first,
                      const double *x, double bound[2]);

/** Return a bound of the wave numbers along a member at λ, the same λ from one hol_fields_begin() to the next; 0 for a
 *  part that is no line.
 *  @param[in] first  its first segment, SIZE_MAX: it has none; alike ones share it */
double hol_fields_wave(hol_fields *fields, const hol_member *member, size_t first, double lambda);

/** Build and clear the tables of members in component modes, for hol_fields_build() and hol_fields_clear(). */
HOL_MUST_CHECK hol_status hol_field_tables_build(const hol_system *system, size_t points, hol_field_tables *tables);
void hol_field_tables_clear(hol_field_tables *tables);

/** Compute amplitudes of a part in component modes: those of the modes, q[modes], of which only rigid-body modes count
 *  where joint reactions are coordinates, and for the modes left out the forces on its ports,
 *  force[ports − reactions]. */
void hol_fields_amplitudes(const hol_system *system, const hol_matrix *matrix, const double *v, size_t modal, double *q,
                           double *force);

/** Compute displacement and (bending) slope of a member in component modes, not of a flexible part: the modes kept, and
 *  the residual terms of those left out, their static deflection [book VI (3.8), (5.19)] and as many orders beyond as
 *  the frequency has (theory §3), so that the field meets the joints where the solution has them.
 *  @param[in] modal  its index in the system
 *  @return HOL_MEMORY, HOL_NUMERICAL: its component modes cannot be had at a place */
HOL_MUST_CHECK hol_status hol_fields_modal(hol_fields *fields, const hol_system *system, const hol_matrix *matrix,
                                           const double *v, size_t modal, const double *x, double *value,
                                           double *slope);

/** Compute the same at one place, which need not be one of hol_fields_places(). order 0: displacement, 1: slope.
 *  @param[in] terms  for an estimate: no more than so many of the modes left out; SIZE_MAX: all */
HOL_MUST_CHECK hol_status hol_fields_modal_at(hol_fields *fields, const hol_system *system, const hol_matrix *matrix,
                                              const double *v, size_t modal, double x, int order, size_t terms,
                                              double *value);

/** A flexible part in a solution. {0} is empty; to be freed with hol_flexible_field_clear(). */
typedef struct hol_flexible_field {
  double *q, *force;
  hol_flexible_motion motion; /**< of these */
  double gap[2];              /**< how far ports are from their joints, m and rad */
} hol_flexible_field;

/** @param[in] modal  its index in the system
 *  @return HOL_MEMORY, HOL_NUMERICAL; to be cleared in every case */
HOL_MUST_CHECK hol_status hol_flexible_field_build(const hol_system *system, const hol_matrix *matrix, const double *v,
                                                   size_t modal, hol_flexible_field *field);
void hol_flexible_field_clear(hol_flexible_field *field);

#endif
