/** @file internal.h  What the files of room `model` share. */
#ifndef MODEL_INTERNAL_H
#define MODEL_INTERNAL_H

#include "model/model.h"

/** Two points closer than this (relative to the extent) are one. */
#define HOL_SAME_POINT 1e-9

/** Place parts without coordinates by their first joint; set from, to, scale and extent. */
HOL_MUST_CHECK hol_status hol_model_place(hol_model *model);
/** Stations of all parts and the columns of U. */
HOL_MUST_CHECK hol_status hol_model_stations(hol_model *model);
/** row += coefficient × (freedom of a station), physical units. */
HOL_MUST_CHECK hol_status hol_model_component(const hol_model *model, const hol_station *station, size_t freedom,
                                              double coefficient, hol_sparse *row);
/** row += coefficient × (displacement (offset 0) or rotation (offset 3) along a direction). */
HOL_MUST_CHECK hol_status hol_model_along(const hol_model *model, const hol_station *station, size_t offset,
                                          const double direction[3], double coefficient, hol_sparse *row);
/** row += the combination hol_flexible.even at a station less that at another of the same part. */
HOL_MUST_CHECK hol_status hol_model_even(const hol_model *model, const hol_piece *piece, const hol_station *at,
                                         const hol_station *from, hol_sparse *row);
/** Rows of C: rigidity of parts, their held ends, rigid joints; springs are collected with their full rows. */
HOL_MUST_CHECK hol_status hol_model_constrain(hol_model *model, hol_diagnostics *faults);
/** Members and masses with their full rows. */
HOL_MUST_CHECK hol_status hol_model_collect(hol_model *model);
/** A sharp tip of a member that varies bears no force there: faults where one would act.
 *  @return HOL_INVALID with faults added; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_model_check_tips(const hol_model *model, hol_diagnostics *faults);
/** Everything over w; coordinates without effect dropped; motions without energy found.
 *  @return HOL_INVALID with faults added where a part has a motion to which nothing gives stiffness or mass; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_model_reduce(hol_model *model, hol_diagnostics *faults);
/** @return HOL_INVALID if there are more than HOL_ZERO_MODES_MOST: zero_found says how many */
HOL_MUST_CHECK hol_status hol_model_zero_modes(hol_model *model);
/** Add a remark (taken over). */
HOL_MUST_CHECK hol_status hol_model_note(hol_model *model, char *note);

#endif
