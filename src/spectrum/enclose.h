/* SPDX-License-Identifier: BSD-3-Clause */
/** @file enclose.h  Enclosure of many roots with few factorisations of S(λ).
 *
 *  From an end σ′ where the count is known the roots above are estimated (expansion.h), the next end σ is put into a
 *  wide gap between them and the count taken there, and what lies between is proved at once (lehmann.h): two
 *  determinants for all of it. The interval beyond follows, from σ on. Where many are wanted ends are placed first and
 *  intervals shared by all ranks (shares.h). It works where S(λ) is that of exact segments and component modes with a
 *  constant remainder and no part that has been eliminated has a pole in the interval; elsewhere, and where anything
 *  does not come out as it must, the search that counts beside every root (search.h) does the work. */
#ifndef SPECTRUM_ENCLOSE_H
#define SPECTRUM_ENCLOSE_H

#include "spectrum/search.h"

/** Find and prove roots zero+1..last, as many as possible from the lowest on. The same on every rank.
 *  @param[in]  zero   frequencies below all that is searched
 *  @param[in]  low    λ > 0 below which there are `zero`, or 0 if none is known
 *  @param[out] roots  {0} before; rising and merged
 *  @param[out] reached  λ up to which they are found; `low` if none is
 *  @param[out] count  frequencies below it, `zero` with it; the rest is to be searched otherwise
 *  @return HOL_MEMORY, HOL_INCOMPLETE (told to stop), what a store returns. Collective; the status may differ. */
HOL_MUST_CHECK hol_status hol_enclose_roots(const hol_search *search, size_t zero, double low, hol_roots *roots,
                                            double *reached, size_t *count);

#endif
