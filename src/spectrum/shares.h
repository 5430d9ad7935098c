/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shares.h  Enclosure of many roots in intervals that are distributed over all ranks. */
#ifndef SPECTRUM_SHARES_H
#define SPECTRUM_SHARES_H

#include "spectrum/encloser.h"

/** If more roots are wanted than two intervals hold: place shifts by counts (shifts.h), prove the roots of each
 *  interval on some rank, and append them to the list up to the first interval that fails. The result is the same on
 *  any number of ranks and after a restart. The low end is then that of the first interval not proved.
 *  @pre the low end is factorised and on the list of intervals
 *  @return HOL_OK, also if no interval is proved; HOL_MEMORY, HOL_INCOMPLETE; c->is_broken: what the store returns.
 *                 Collective. */
HOL_MUST_CHECK hol_status hol_shares_take(hol_encloser *c);

#endif
