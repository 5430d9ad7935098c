/* SPDX-License-Identifier: BSD-3-Clause */
/** @file layout.h  Decisions on the independent coordinates of a structure, at its numbers or at those of a similar
 *  one.
 *
 *  To write a structure in independent coordinates asks for decisions: which stations there are and in which order,
 *  which constraints are redundant and which columns the others eliminate, which coordinates have an effect, what is a
 *  member, a spring or a mass, which rows of a stiffness matrix are springs. They cannot be taken without numbers, but
 *  they hold for all that are not too far from these. A layout keeps them; a model is filled with the numbers of a
 *  problem, and every decision is taken again and compared, but for those where more than one answer is right (pivots):
 *  these are followed as long as they stay sound. What a model computes never rests on numbers of the layout, but for
 *  `scale` and `extent`, which are units.
 *  Models of one layout are written in the same coordinates w, so that S(λ) of both can be compared entry by entry. */
#ifndef MODEL_LAYOUT_H
#define MODEL_LAYOUT_H

#include "expression/names.h"
#include "model/model.h"

typedef struct hol_layout {
  hol_reactions_kind reactions; /**< as requested */
  bool exact;                   /**< stations at the ends of every member, ends held by rows */
  double scale;                 /**< m, rotations times this are columns */
  double extent;                /**< m, size of the structure */
  size_t *decision;             /**< [decisions] in the order in which they are taken: see hol_decide() */
  size_t decisions, decision_capacity;
  hol_pivots constraints;     /**< those of the rows C */
  hol_pivots effects;         /**< those of what has inertia or resists: where coordinates are */
  hol_constraint *constraint; /**< [constraint_count] names of the rows */
  size_t constraint_count, constraint_capacity;
  hol_elastic *spring; /**< [spring_count] names of the springs of joints */
  size_t spring_count, spring_capacity;
  char **component; /**< [component_count] what rows and springs are called, each word once; owned */
  size_t component_count, component_capacity;
  hol_names component_number; /**< where a word stands among them; empty once the layout is made */
  char **note;                /**< remarks for the reader */
  size_t note_count, note_capacity;
} hol_layout;

/** Request for a model. {0}: component modes, and outputs at the points that the problem exports. */
typedef struct hol_model_request {
  bool exact;                   /**< exact dynamic compliances: stations at the ends of every member */
  hol_reactions_kind reactions; /**< unknowns of component modes for the forces on ports; of no matter if exact */
  bool has_outputs;             /**< outputs at the points below in place of those that the problem exports */
  const hol_point *output;      /**< [outputs] points at which forces act or displacements are asked for; copied */
  size_t outputs;
  const bool
      *released; /**< [joint_count] joints that place and turn parts and have neither rows nor springs; NULL: none.
                           Borrowed, must outlive the model */
} hol_model_request;

/** Make the model of a problem, with a layout of its own that is decided at the numbers of the problem.
 *  @param[in]  problem  borrowed, must outlive the model
 *  @param[in,out] model {0} but for its cancellation; to be cleared by the caller in every case, after the models that
 *                       are filled by its layout
 *  @return HOL_INCOMPLETE if cancelled; HOL_INVALID with faults added; HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_model_make(const hol_problem *problem, hol_model_request request, hol_model *model,
                                         hol_faults *faults);
void hol_layout_clear(hol_layout *layout);
/** Free what is kept for models still to be filled, as there will be none. hol_model_fill() then says HOL_RESHAPED. */
void hol_layout_close(hol_layout *layout);

/** Fill a model with the numbers of a problem. Outputs are the points that it exports.
 *  @param[in]  layout, problem  borrowed, must outlive the model
 *  @param[in,out] model {0} but for its cancellation; to be cleared by the caller in every case
 *  @return HOL_RESHAPED (base/reshaped.h) if the layout does not hold at these numbers, or they are not valid:
 *          hol_model_make() tells; HOL_INCOMPLETE if cancelled; HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_model_fill(const hol_layout *layout, const hol_problem *problem, hol_model *model);

/** Fill a filled model anew, with numbers that leave its rows as they are: properties and lengths of parts, places
 *  on members, stiffnesses. Of joints nothing else may have changed since the model was filled.
 *  @param[in] touched  [part_count] parts of which some number has changed, or the place of a joint on them
 *  @return HOL_RESHAPED if the layout does not hold or a row would be another one (parts turn, arms grow):
 *          hol_model_fill() is then to be tried; the model is good for nothing but to be cleared or refilled.
 *  HOL_MEMORY. Cost: that of resolving the parts touched, but for small sums over all. Zero-energy modes are not
 *  found anew. */
HOL_MUST_CHECK hol_status hol_model_refill(const hol_problem *problem, const bool *touched, hol_model *model);

#endif
