/* SPDX-License-Identifier: BSD-3-Clause */
/** @file internal.h  Declarations that the files of module `model` share. */
#ifndef MODEL_INTERNAL_H
#define MODEL_INTERNAL_H

#include "base/reshaped.h"
#include "model/layout.h"

/** Two points closer than this (relative to the extent) are one. */
#define HOL_SAME_POINT 1e-9

/** A model on its way: that a layout is made with, or that a layout is filled into. */
typedef struct hol_filling {
  hol_model *model;
  hol_layout *making; /**< NULL: model->layout is there, and is to hold */
  size_t next;        /**< decision to come */
  hol_faults *faults;
} hol_filling;

/** Record a decision. */
HOL_MUST_CHECK hol_status hol_layout_add(hol_layout *layout, size_t decision);
/** Take a decision of which more than one answer is right: *value is what was decided when the layout was made. Here,
 *  as batches of structures do little else. */
HOL_MUST_CHECK static inline hol_status hol_keep_decision(hol_filling *filling, size_t *value)
{
  const hol_layout *layout = filling->model->layout;
  if (filling->making) {
    return hol_layout_add(filling->making, *value);
  }
  if (filling->next == layout->decisions) {
    return HOL_RESHAPED;
  }
  *value = layout->decision[filling->next++];
  return HOL_OK;
}
/** Take a decision: recorded when a layout is made, compared when it is filled. @return HOL_RESHAPED, HOL_MEMORY */
HOL_MUST_CHECK static inline hol_status hol_decide(hol_filling *filling, size_t value)
{
  size_t decided = value;
  HOL_TRY(hol_keep_decision(filling, &decided));
  return decided == value ? HOL_OK : HOL_RESHAPED;
}
/** Get the name of a row or a spring: the layout's own copy of a text, one for all of the same name.
 *  @param[out] component  borrowed */
HOL_MUST_CHECK hol_status hol_layout_name(hol_layout *layout, const char *text, const char **component);
/** Add a remark to a layout that is being made (taken over). */
HOL_MUST_CHECK hol_status hol_layout_note(hol_layout *layout, char *note);

/** Add remarks on what is legal and probably not meant: pieces that no joint connects, joints that span more than any
 *  part is long, beams thicker than long, beams too stout for their theory, those that are turned to principal axes,
 *  those that bending would twist, members that cannot move, nothing heavy.
 *  @param[in] model  collected */
HOL_MUST_CHECK hol_status hol_model_warn(const hol_model *model, hol_layout *layout);

/** Check welds of some freedoms between points at different positions: the first must have the rotations that move the
 *  others.
 *  @param[in] filling  of a layout that is made, its model collected
 *  @return HOL_INVALID with faults added where it does not; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_model_check_levers(hol_filling *filling);
/** Add a remark on springs, dashpots and ties that a rotation of the whole structure would strain. */
HOL_MUST_CHECK hol_status hol_model_warn_rotation(const hol_model *model, hol_layout *layout);
/** Add notes on joints that connect other places than the geometry suggests: ends of members that meet and that no
 *  chain of joints connects; a weld of a member with what lies on its axis at another place (a share of the length that
 *  was meant as a length, the wrong end); a weld without `offset` over more than a fifth of the member and five times
 *  its depth.
 *  @param[in] model  collected. Cost n log n in the parts */
HOL_MUST_CHECK hol_status hol_model_warn_misplaced(const hol_model *model, hol_layout *layout);

/** Place parts without coordinates by their first joint: from, to. Scale and extent are decided. */
HOL_MUST_CHECK hol_status hol_model_place(hol_filling *filling);
/** Make the stations of all parts and the columns of U; where they exist already, they are moved. */
HOL_MUST_CHECK hol_status hol_model_stations(hol_filling *filling);
/** row += coefficient × (freedom of a station), physical units. */
HOL_MUST_CHECK hol_status hol_model_component(const hol_model *model, const hol_station *station, size_t freedom,
                                              double coefficient, hol_sparse *row);
/** row += coefficient × (displacement (offset 0) or rotation (offset 3) along a direction). */
HOL_MUST_CHECK hol_status hol_model_along(const hol_model *model, const hol_station *station, size_t offset,
                                          const double direction[3], double coefficient, hol_sparse *row);
/** row += coefficient × (component along or about an own axis of its part). */
HOL_MUST_CHECK hol_status hol_model_own(const hol_model *model, size_t part, const hol_station *station, size_t freedom,
                                        double coefficient, hol_sparse *row);
/** row += the combination hol_sites.even at a station less that at another of the same part. */
HOL_MUST_CHECK hol_status hol_model_even(const hol_model *model, size_t part, const hol_station *at,
                                         const hol_station *from, hol_sparse *row);
/** Write the rows of C: rigidity of parts, their held ends, rigid joints; collect springs with their full rows. */
HOL_MUST_CHECK hol_status hol_model_constrain(hol_filling *filling);
/** Collect members and masses with their full rows. */
HOL_MUST_CHECK hol_status hol_model_collect(hol_filling *filling);
/** Update the numbers of masses, members and springs where their rows stay. @return HOL_RESHAPED, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_model_renew(hol_model *model, const bool *touched);
/** Leave out local mechanisms, sideways motions of straight members in which nothing else takes part: rows more for
 *  model->constraints, a remark. Rows of all effects are those over the columns without constraints.
 *  @param[out] found  there are such motions */
HOL_MUST_CHECK hol_status hol_model_hold_local_mechanisms(hol_filling *filling, bool *found);
/** Check that no force acts on a sharp tip of a member that varies, which bears none: faults where one would.
 *  @return HOL_INVALID with faults added; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_model_check_end_conditions(const hol_model *model, hol_faults *faults);
/** Write everything over w, and drop coordinates without effect.
 *  @return HOL_INVALID with faults added where a part has a motion to which nothing gives stiffness or mass;
 *                      HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_model_reduce(hol_filling *filling);

#endif
