/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damped.h  Complex dynamic stiffness relations of a damped uniform segment. Internal to room
 *  `parts`. */
#ifndef PARTS_LINE_DAMPED_H
#define PARTS_LINE_DAMPED_H

#include "parts/law.h"
#include "parts/line/line.h"

/** Compute the relation of hol_line_relation() at complex s: the same mixed forms of the same functions of the roots σ
 *  of a σ² − b σ − μρ = 0, whose coefficients are complex now (relation.c). Short and massless segments lose no
 *  digits, segments of many waves as many as their wave number has; nothing grows with the stiffness.
 *  @param[in]  form  HOL_FORM_ANY: the best one; a given one must have no pole at s
 *  @return HOL_INVALID where the axial force varies; HOL_NUMERICAL as hol_line_relation(). Cost about 2 μs. Not
 *                      collective. */
HOL_MUST_CHECK hol_status hol_line_damped(const hol_line *line, double h, const hol_law *law, hol_form form,
                                          hol_damped_relation *relation);

/** Compute the right-hand side of that relation for a load of one per length, the same all along: S v = b + end forces,
 *  and db/ds. Between its ends the motion is that of v less the constant −1/(g μ), with it: sums of columns times that,
 *  divided by μ in closed form where it is small.
 *  @param[in]  form   of the relation @return HOL_NUMERICAL at a pole of it */
HOL_MUST_CHECK hol_status hol_line_damped_load(const hol_line *line, double h, const hol_law *law, hol_form form,
                                               double complex b[HOL_RELATION_MAX], double complex db[HOL_RELATION_MAX]);

#endif
