/* SPDX-License-Identifier: BSD-3-Clause */
/** @file layers.h  Boundary layers near forces and ends, and elements that resolve them. Internal to module `parts`.
 *
 *  Under tension or on a foundation a static deflection is a sum of e^{±κx}, with
 *
 *      EI (1 + T/kGA) κ⁴ − (T + EI f/kGA) κ² + f = 0,      axial motion and torsion   c κ² = f
 *
 *  (w and ψ from kGA (w″ − ψ′) + T w″ = f w, EI ψ″ + kGA (w′ − ψ) = 0). Where κ is large beside the length of a
 *  segment, the effect of a force at its end is confined to a layer there. Halving would resolve it, one element after
 *  the other; here elements are fitted to it. */
#ifndef PARTS_PROFILE_LAYERS_H
#define PARTS_PROFILE_LAYERS_H

#include "parts/profile/space.h"

/** Most elements into which hol_layers_divide() divides one. */
enum { HOL_LAYERS_MOST = 13 };

/** Divide a cell on which properties are smooth so that thin layers at its ends are resolved about to rounding.
 *  @param[in]  at_end  may there be layers at its start, its end
 *  @param[out] part    [HOL_LAYERS_MOST] with degrees: that of the cell, more where a layer needs more
 *  @param[out] count   parts; 1: the cell as it is
 *  @return as hol_profile_values_at() */
HOL_MUST_CHECK hol_status hol_layers_divide(const hol_profile *profile, const hol_cell *cell, const bool at_end[2],
                                            hol_cell part[HOL_LAYERS_MOST], size_t *count);

#endif
