/* SPDX-License-Identifier: BSD-3-Clause */
/** @file prestress.h  Prestress: a problem whose beams carry the axial forces of its static solution. */
#ifndef STATICS_PRESTRESS_H
#define STATICS_PRESTRESS_H

#include "statics/statics.h"

/** A problem with other axial forces. {0} is empty; what it does not own is of the problem it was made from. */
typedef struct hol_prestressed {
  hol_problem problem;    /**< its parts are own copies, and some of their pieces */
  bool *is_owned;         /**< [part_count] are the pieces of a part? NULL: nothing is */
  double least, greatest; /**< of the axial forces that are added, N */
  unsigned neglected;     /**< by hol_prestress_by_loads(): what else is borne, without effect, see neglected.h */
} hol_prestressed;

/** Add `factor` times the axial forces of a static solution to those that the beams of the problem have. Faults:
 *  members of which they are not known, or that cannot bear them.
 *  @param[in]  statics  solved, with what rounding does to it; borrowed for the call
 *  @param[in]  light    members along which the axial force changes are made massless, which leaves their stiffness at
 *                       rest as it is (not on a foundation)
 *  @param[out] made     {0}; to be cleared in every case, before the problem
 *  @return HOL_INVALID with faults, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_prestress(const hol_problem *problem, const hol_statics *statics, double factor,
                                        bool light, hol_prestressed *made, hol_faults *faults);
void hol_prestressed_clear(hol_prestressed *made);

/** Make the prestressed problem where `prestress` is asked for, which is no longer asked for in it; else the problem
 *  itself, borrowed. @return as hol_prestress_by_loads() */
HOL_MUST_CHECK hol_status hol_prestress_where_asked(const hol_problem *problem, hol_cancellation cancellation,
                                                    hol_prestressed *made, hol_faults *faults);

/** Do the same with the axial forces of the problem's own loads.
 *  @return HOL_INVALID with faults; HOL_NUMERICAL also where reactions and loads are not in balance; HOL_INCOMPLETE if
 *          cancelled; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_prestress_by_loads(const hol_problem *problem, hol_cancellation cancellation,
                                                 hol_prestressed *made, hol_faults *faults);

#endif
