/** @file transient_modes.h  Motion in time by modes that damping leaves apart. Internal to room `response`. */
#ifndef RESPONSE_TRANSIENT_MODES_H
#define RESPONSE_TRANSIENT_MODES_H

#include "response/transient.h"

/** Find the motion by so many modes, or twice as many until errors are within the tolerance.
 *  @param[in,out] t  with its problem, request and law. @return as hol_superposition_make(). Collective. */
HOL_MUST_CHECK hol_status hol_transient_superpose(hol_solve_options options, hol_transient *t, hol_faults *faults);

#endif
