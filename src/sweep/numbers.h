/** @file numbers.h  The numbers of a problem that a sweep changes, and how they follow from its parameters.
 *
 *  The reader is asked for the problem at a few places of the sweep; numbers that differ between them are matched with
 * the texts of the file: a number that equals one of them at all places is that text's, which is compiled. Where a
 * number is not found so, or anything but numbers changes, the points are solved one by one. */
#ifndef SWEEP_NUMBERS_H
#define SWEEP_NUMBERS_H

#include "expression/quantity.h"
#include "sweep/point.h"

/** Places of the sweep at which the reader is asked. */
enum { HOL_PLACES = 6 };

typedef enum {
  HOL_NUMBER_ANY,
  HOL_NUMBER_POSITIVE,
  HOL_NUMBER_LENGTH,
  HOL_NUMBER_XI,
  HOL_NUMBER_FIXED
} hol_number_kind;

/** A number of a problem and where it stands. */
typedef struct hol_number {
  hol_number_kind kind; /**< POSITIVE: another sign is refused; FIXED: any change is; LENGTH of a member between two
                           points, follows from them; XI: a place on a member */
  size_t part, joint;   /**< that it belongs to; SIZE_MAX: none */
  double *value;
} hol_number;

/** The numbers of a problem in an order that depends on its structure alone; {0} is empty. */
typedef struct hol_numbers {
  hol_number *item; /**< [count], owned */
  size_t count, capacity;
} hol_numbers;
HOL_MUST_CHECK hol_status hol_numbers_list(hol_problem *problem, hol_numbers *numbers);
void hol_numbers_clear(hol_numbers *numbers);

/** A number that changes. */
typedef struct hol_change {
  size_t number;  /**< index in the list of numbers */
  bool is_length; /**< to be computed from the ends */
  bool is_arc;    /**< XI: the step gives an arc length, m */
  hol_step step;  /**< of the program */
  double shift;   /**< added to it */
} hol_change;

/** What the sweep changes; {0} is empty. */
typedef struct hol_changes {
  hol_program program; /**< of what is swept */
  hol_step *watched;   /**< [watched_count] steps that must be finite, for the reader refuses them otherwise; owned */
  size_t watched_count, watched_capacity;
  hol_change *change; /**< [count], lengths after the coordinates, places after lengths; owned */
  size_t count, capacity;
} hol_changes;
void hol_changes_clear(hol_changes *changes);

/** Find them.
 *  @param[in] place  [HOL_PLACES] problems of the same structure at different places, read
 *  @param[in] value  [HOL_PLACES * axes] the parameters there
 *  @return HOL_INVALID if not all numbers can be followed; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_changes_find(hol_solver *solver, hol_problem *place, const double *value,
                                           hol_changes *changes);

/** Put lane `lane` of the run of the program into the numbers of a problem.
 *  @return false where a number is not fit: not finite, of another sign */
bool hol_changes_apply(const hol_changes *changes, const hol_numbers *numbers, const hol_problem *problem,
                       const hol_lane *step, size_t lane);

#endif
