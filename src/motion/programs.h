/* SPDX-License-Identifier: BSD-3-Clause */
/** @file programs.h  Programs: constraints of order 3 or more, held by controls (Chebyshev's mixed problem; S. A.
 *  Zegzhda, Sh. Kh. Soltakhanov, M. P. Yushkov, Equations of motion of nonholonomic systems).
 *
 *  The equations of motion M q'' = h + C + B' lambda + b control and A q'' = b are differentiated with respect to time
 *  until F(t, q, ..., q^(N)) = 0 can be solved with them: level j = 1 .. N - 2 gives q^(2 + j) and the derivative j of
 *  the multipliers, from those of the controls below N - 2, which are states; the last level gives derivative N - 2 of
 *  the controls, if dF/dq^(N) M^-1 b (under the constraints) is not singular. */
#ifndef MOTION_PROGRAMS_H
#define MOTION_PROGRAMS_H

#include "motion/derivation.h"

/** Derive the levels. d->to has all other equations already. */
HOL_MUST_CHECK hol_status hol_motion_derive_programs(hol_motion_derivation *d);
HOL_MUST_CHECK hol_status hol_motion_want_programs(hol_motion_roots *roots, hol_motion_equations *to);
void hol_motion_programs_clear(hol_motion_programs *programs);

#endif
