/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shares.h  Enclosure of many roots in intervals that are distributed over all ranks. */
#ifndef SPECTRUM_SHARES_H
#define SPECTRUM_SHARES_H

#include "spectrum/encloser.h"

/** Where more roots are wanted than two intervals hold: place their ends by counts (ends.h), prove what is between them
 *  interval by interval, on whichever rank, and put the roots on the list - those up to the first interval that does
 *  not come out. The same on any number of ranks, and after a resumption. The low end is then where that is; of what
 *  has failed nothing is told.
 *  @pre the low end is taken and told
 *  @return HOL_OK too where nothing has come of it; HOL_MEMORY, HOL_INCOMPLETE; c->is_broken: what the store returns.
 *                 Collective. */
HOL_MUST_CHECK hol_status hol_shares_take(hol_encloser *c);

#endif
