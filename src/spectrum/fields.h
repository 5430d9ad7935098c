/** @file fields.h  Fields of members, at the places where shapes are sampled.
 *
 *  Every member is looked at in the same places in every mode, and in regular structures most members are alike. What the
 *  waves in an exact stretch bring to a place depends only on the kind of stretch and on λ (hol_segment_places): stretches of
 *  one kind with the same places share that. Own modes and static deflections depend on the member alone: they are tabled once
 *  for all members alike. */
#ifndef SPECTRUM_FIELDS_H
#define SPECTRUM_FIELDS_H

#include "compliance/system.h"

/** Stretches of one kind with the same places. */
typedef struct hol_field_pattern {
  hol_segment_waves waves;
  size_t from;               /**< first of its places in `place`; SIZE_MAX: not kept, it is made where it is needed */
  size_t round;              /**< the round for which it was made */
} hol_field_pattern;

/** Own modes and static deflections of members, by place. {0} is empty. */
typedef struct hol_field_tables {
  size_t *table_of;          /**< [modal_count] */
  struct hol_field_table {
    size_t from;             /**< first of its numbers in `value`; SIZE_MAX: not kept, it is made where it is needed */
    bool is_made;
  } *table;                  /**< [count] */
  size_t count;
  double *value;             /**< [kept + that of the largest table] */
  size_t kept;
  double *amplitude;         /**< [most modes and ports of a member] scratch */
} hol_field_tables;

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
  hol_field_tables tables;
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

/** What hol_fields_build() and hol_fields_clear() do for members in own modes. */
HOL_MUST_CHECK hol_status hol_field_tables_build(const hol_system *system, size_t points, hol_field_tables *tables);
void hol_field_tables_clear(hol_field_tables *tables);

/** A part in own modes as its static deflection under the forces on its ports, force[ports − shares], and its modes beyond that:
 *  q[modes], of which only rigid-body modes count where joint reactions are coordinates. */
void hol_fields_amplitudes(const hol_system *system, const hol_matrix *matrix, const double *v, size_t modal, double *q,
                           double *force);

/** Displacement and (bending) slope of a member in own modes, not of a flexible part: the modes kept plus the static deflection
 *  that those left out would give [book VI (3.8), (5.19)].
 *  @param[in] modal  its index in the system
 *  @return HOL_MEMORY, HOL_NUMERICAL: its own modes cannot be had at a place */
HOL_MUST_CHECK hol_status hol_fields_modal(hol_fields *fields, const hol_system *system, const hol_matrix *matrix,
                                           const double *v, size_t modal, const double *x, double *value, double *slope);

#endif
