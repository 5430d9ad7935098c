/* SPDX-License-Identifier: BSD-3-Clause */
/** @file line.h  One motion of a straight uniform member: axial, torsional, or bending in one plane.
 *
 *  Module `parts`. Notation: x along the member, 0 ≤ x ≤ l; λ = p² the squared circular frequency;
 *  a *port* is the displacement (order 0) or the slope of the cross-section (order 1, bending only) at some x.
 *
 *      axial, torsion   c u″ + λ m u − f u = −load                   c = EA or GJ, m = mass or polar inertia per length
 *      bending          EI, m, rotary inertia r, shear stiffness s (infinite: none), tension T, foundation f
 *
 *  With shear the slope is the rotation ψ of the section, otherwise w′. */
#ifndef PARTS_LINE_LINE_H
#define PARTS_LINE_LINE_H

#include "holonome/problem.h"
#include "holonome/status.h"
#include "parts/relation.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum { HOL_AXIAL, HOL_TORSION, HOL_BENDING_Y, HOL_BENDING_Z } hol_motion;
enum { HOL_MOTION_COUNT = 4 };

/** One motion of a member. {0} is not valid: length and stiffness must be positive. */
typedef struct hol_line {
  hol_motion motion;
  double length;     /**< m, > 0 */
  double stiffness;  /**< EA (N), GJ (N m²) or EI (N m²), finite > 0 */
  double mass;       /**< kg/m, or kg m for torsion; ≥ 0 */
  double rotary;     /**< bending: rotary inertia per length, kg m; ≥ 0 */
  double shear;      /**< bending: kGA, N; 0 stands for infinite */
  double tension;    /**< bending: N, tension positive; in the middle */
  double foundation; /**< N/m² (torsion: N) per length; ≥ 0 */
  hol_end end[2];    /**< own ends, at x = 0 and x = l (PINNED, CLAMPED and GUIDED all fix an axial or torsional end) */
  double tension_slope; /**< bending: N/m, along x; known to hol_line_relation() alone, without mass and foundation;
                             else 0 */
} hol_line;

/** Is this a bending motion, i.e. are there two ports per point? */
bool hol_line_is_bending(const hol_line *line);
/** Are the numbers of two the same, all but the motion? */
bool hol_line_is_same(const hol_line *a, const hol_line *b);
/** Does an axial force take its energy below zero, if it is large enough? */
bool hol_line_is_compressed(const hol_line *line);
/** Return the decay rate of static deflections, 1/m: by tension and foundation. An upper bound of the right order. */
double hol_line_decay(const hol_line *line);
/** Return an upper bound of its wave numbers at λ, 1/m. */
double hol_line_wave(const hol_line *line, double lambda);

/** A normal mode of the line with its ends as given, of unit modal mass ∫(m X² + r ψ²)dx = 1.
 *
 *      X = c₀ cos ax + c₁ sin ax + c₂ e^{−bx} + c₃ e^{−b(l−x)},   b = 0: c₂ + c₃ (x − l/2),
 *      b < 0: c₂ cos |b|x + c₃ sin |b|x  (a motion that grows, of a beam compressed beyond buckling)
 *      */
typedef struct hol_line_mode {
  double omega2; /**< rad²/s²; 0 exactly for a rigid-body mode */
  double a, b;   /**< wave numbers, 1/m */
  double c[4];
  double turns, phase; /**< a l = π·turns + phase without rounding in the large part, so that hol_line_mode_at() is
                            right in the highest modes too; turns = 0: a x is taken as it is */
} hol_line_mode;

/** Compute the rigid-body modes of the line with its own ends (0, 1 or 2 of them), M-orthonormal: translation, then
 *  rotation about the mass centre or the pin. Motions that a foundation or (bending) the tension resists are omitted.
 *  @param[out] mode  [2]
 *  @return their number. A massless line has none. Not collective. */
size_t hol_line_rigid_modes(const hol_line *line, hol_line_mode mode[2]);

/** Compute the first `count` elastic normal modes, rising: one root of a rising phase equation each, so none is missed.
 *  Euler–Bernoulli and Rayleigh frequencies are right to rounding, shapes free of cancellation at least up to mode
 *  1000; only with a radius of gyration √(r/m) beyond the length do shapes lose digits, in proportion to it. Of X, X′
 *  and X″ at x = 0 the first that does not vanish is positive. Needs mass > 0, no shear, tension or foundation.
 *  @param[out] mode  [count], owned by the caller
 *  @return HOL_INVALID if those needs are not met, HOL_NUMERICAL if a mode cannot be found (numbers out of range);
 *          mode is then unspecified. Cost O(count). Not collective. */
HOL_MUST_CHECK hol_status hol_line_component_modes(const hol_line *line, size_t count, hol_line_mode *mode);

/** Evaluate d^order X/dx^order of a mode of hol_line_rigid_modes() or hol_line_component_modes() at x; order 0..3. Not
 *  collective. */
double hol_line_mode_at(const hol_line *line, const hol_line_mode *mode, double x, int order);
/** Evaluate X and X′ at x, to the last bit those of hol_line_mode_at(), for little more than one of them.
 *  @param[out] value  [2] */
void hol_line_mode_pair(const hol_line *line, const hol_line_mode *mode, double x, double value[2]);

/** Compute the static compliance Γ(x, ξ): port (x, order) under a unit load on port (ξ, order_xi), in closed form; with
 *  rigid-body modes under inertia relief and orthogonal to them: Γ = Σ_elastic X(x) X(ξ)/ω².
 *  [book VI (5.13), (5.16)]
 *  order 0..1 for the ports; order up to 3 at x gives derivatives of the deflection (bending moment EI·y″). Where they
 *  jump, at x = ξ, the value is the limit from the right (x > ξ), at the far end as well. Symmetric to the last bit.
 *  Needs no shear, tension or foundation, and mass > 0 where there are rigid-body modes.
 *  @return NAN if those needs are not met. Not collective. */
double hol_line_static(const hol_line *line, double x, int order, double xi, int order_xi);

/** Compute the dynamic stiffness relation of a segment of the line of length h, see relation.h.
 *  @param[in]  lambda           rad²/s², finite; may be negative (count is 0 then, but for a segment compressed to
 *                               buckling)
 *  @param[in]  form             HOL_FORM_ANY: the best one; a given one, to compare S at neighbouring λ unknown by
 *                               unknown, must not have a pole at λ
 *  @param[in]  with_derivative  fill dS too; otherwise it is left zero
 *  @return HOL_NUMERICAL at a pole of the form given, or where λ is within 1e-6 of poles of every form: a rare
 *  coincidence, and only where the segment carries two waves, from the cut-off λ = kGA/r on or compressed on a
 *  foundation; two segments of unequal length do not share it. Also where numbers are out of range, or compression
 *  reaches the shear stiffness. Not collective. */
HOL_MUST_CHECK hol_status hol_line_relation(const hol_line *line, double h, double lambda, hol_form form,
                                            bool with_derivative, hol_relation *relation);

/** Evaluate the field inside a segment from its solution vector v (multipliers, then end ports, as in hol_relation).
 *  order 0: displacement; 1: slope of the section (axial, torsion: u′); 2: curvature ψ′ (u″). 0 ≤ x ≤ h from the
 *  segment's start. Not collective. */
double hol_relation_at(const hol_line *line, const hol_relation *relation, const double *v, double x, int order);

/** Compute the contributions of the waves of both ends at places in a segment.
 *  @param[in]  x      [count] as in hol_relation_at()
 *  @param[out] place  [count] */
hol_relation_waves hol_relation_samples(const hol_line *line, const hol_relation *relation, size_t count,
                                        const double *x, hol_relation_sample *place);
/** Evaluate the field at these places.
 *  @param[in]  v      as in hol_relation_at()
 *  @param[out] value  [count] what hol_relation_at() gives for order 0, to the last bit
 *  @param[out] slope  [count] for order 1 */
void hol_relation_field(const hol_relation *relation, const hol_relation_waves *waves, size_t count,
                        const hol_relation_sample *place, const double *v, double *value, double *slope);

#endif
