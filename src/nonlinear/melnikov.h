/* SPDX-License-Identifier: BSD-3-Clause */
/** @file melnikov.h  Isolated subharmonic branches of one coordinate, predicted by Melnikov's function.
 *
 *  With little loss and a small force a motion with m periods of the force lies close to a free motion of frequency
 *  nν/m. The force does work of at most F π m a_m per period on a free motion whose m-th harmonic has the amplitude
 *  a_m, and the losses dissipate ∮(c v² + γ v⁴) dt. Where the work exceeds the dissipation such motions exist; they
 *  appear in pairs, at folds [Guckenheimer, Holmes, Nonlinear Oscillations, 4.6: simple zeros of Melnikov's
 *  function]. */
#ifndef NONLINEAR_MELNIKOV_H
#define NONLINEAR_MELNIKOV_H

#include "nonlinear/shoot.h"

/** Starting points for shooting: free motions with frequencies nν/m, m up to `longest`, each at several phases of the
 *  force and displaced by its first-order effect; and a box that contains all motions at ν.
 *  @param[out] start  owned by the caller; NULL with none
 *  @param[out] box    0 where there is neither force nor free motion
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_melnikov_starts(const hol_nonlinear_model *model, double nu, size_t longest,
                                              hol_cycle_start **start, size_t *starts, double box[2]);

/** Logarithmic centre of every frequency range within [from, to] in which motions of 3, 5, .. periods exist.
 *  @param[out] nu     [most]
 *  @return their number, at most `most` */
size_t hol_melnikov_frequencies(const hol_nonlinear_model *model, double from, double to, size_t longest, size_t most,
                                double *nu);

#endif
