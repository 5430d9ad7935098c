/** @file transient_coupled.h  Motion in time where damping couples the modes. Internal to room `response`. */
#ifndef RESPONSE_TRANSIENT_COUPLED_H
#define RESPONSE_TRANSIENT_COUPLED_H

#include "response/transient.h"

/** Find the motion by damped motions, twice as many until the upper half of them changes nothing beyond the tolerance.
 *  @param[in,out] t  with its problem and request. @return as hol_complex_modes_make(). Collective: every rank does all. */
HOL_MUST_CHECK hol_status hol_transient_couple(hol_solve_options options, hol_transient *t, hol_faults *faults);

#endif
