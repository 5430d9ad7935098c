/** @file births.h  Where motions of one coordinate may be born that no other leads to: beside its free motions.
 *
 *  With little loss and a small force a motion with m periods of the force lies close to a free motion of frequency nν/m.
 *  The force drives a free motion whose m-th harmonic has the amplitude a_m by at most F π m a_m in its period, and the
 *  losses take ∮(c v² + γ v⁴) dt: where the first covers the second such motions are born in pairs, at folds
 *  [Guckenheimer, Holmes, Nonlinear Oscillations, 4.6: the zeros of Melnikov's function]. */
#ifndef NONLINEAR_BIRTHS_H
#define NONLINEAR_BIRTHS_H

#include "nonlinear/shoot.h"

/** Free motions with frequencies nν/m, m up to `longest`, each at several phases of the force and moved by what the force
 *  does to them; and the box that motions at ν stay within, generously.
 *  @param[out] start  owned by the caller; NULL with none
 *  @param[out] box    0 where there is neither force nor free motion
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_births_starts(const hol_nonlinear_model *model, double nu, size_t longest,
                                            hol_cycle_start **start, size_t *starts, double box[2]);

/** The middle, by the logarithm, of every range of frequencies within [from, to] in which motions of 3, 5, .. periods are
 *  born.
 *  @param[out] nu     [most]
 *  @return their number, at most `most` */
size_t hol_births_frequencies(const hol_nonlinear_model *model, double from, double to, size_t longest, size_t most,
                              double *nu);

#endif
