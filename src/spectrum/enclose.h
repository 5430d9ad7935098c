/* SPDX-License-Identifier: BSD-3-Clause */
/** @file enclose.h  Enclosure of many roots with few factorisations of S(λ).
 *
 *  From a shift σ′ with known count the roots above are estimated (expansion.h), the next shift σ is placed in a wide
 *  gap between them and counted, and all roots between are proved at once (lehmann.h), by two determinants. The next
 *  interval begins at σ. For many roots shifts are placed first and intervals distributed over all ranks (shares.h).
 *  The method applies where S(λ) is that of exact segments and component modes with a
 *  constant residual flexibility and no condensed part has a pole in the interval; otherwise, and after any failure,
 *  the search by counts beside every root (search.h) takes over. */
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
