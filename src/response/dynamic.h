/* SPDX-License-Identifier: BSD-3-Clause */
/** @file dynamic.h  Dynamic stiffness matrix S(s) of a damped structure at one complex s, in the general form: its
 *  derivative and its factors.
 *
 *  Module `response`. Motions are e^{st}; every part has its law (parts/law.h). Unknowns are those of
 *  compliance/system.h:
 *
 *      component modes near s    q_k:   (ω_k² g − λ) q_k − φ_kᵀΛ = 0
 *      a member's ports    Λ:    −φ q − α_rest(s) Λ + T w = 0,    α_rest = Σ φφᵀ/(ω²g − λ) + Σ_j (λ/g)^j Γ_j/g
 *      a spring            Λ:    −Λ δ/(1 + iη) + c·w = 0
 *      a row held          Λ:    −δ Λ + c·w = u₀                    (joints whose forces are asked for, bases that
 *      move)
 *      joints              w:     TᵀΛ + Σ cΛ + (s² M + s C) w = f
 *
 *  Exact segments have the forms of their undamped relations, chosen at s. S is complex symmetric but for terms between
 *  two rows (hol_cross_term): gyroscopic moments, cross-coupled bearings. Left vectors are solutions with Sᵀ, without
 *  conjugates; where S is symmetric they are the right ones. Eigenvalues of the whole are the zeros of det S; its poles
 *  are the damped modes of eliminated components. */
#ifndef RESPONSE_DYNAMIC_H
#define RESPONSE_DYNAMIC_H

#include "base/complex_lu.h"
#include "compliance/system.h"
#include "parts/law.h"

/** A row that is held from outside. Borrowed. */
typedef struct hol_held_row {
  const hol_sparse *row; /**< over w */
  double compliance;     /**< m/N; 0: rigid */
} hol_held_row;

/** A term (k + c s + m s²) of S at one row of equations and another of displacements: the force along `force` due to
 *  the displacement along `motion` and not the reverse. A gyroscopic pair is two of them with c of opposite sign;
 *  a bearing's k_yz and k_zy are two with each its own k. Borrowed. */
typedef struct hol_cross_term {
  const hol_sparse *force, *motion; /**< over w */
  double stiffness, damping, mass;  /**< N/m, N s/m, kg, or of rotations; any sign */
} hol_cross_term;

/** Which component modes are unknowns, and which forms the segments have: as long as they stay, det S(s) is one
 *  function of s. */
typedef struct hol_dynamic_form {
  hol_kept *kept; /**< [kept_count] by member, then by mode. Owned */
  size_t kept_count, kept_capacity;
  hol_form *form; /**< [example_count] Owned */
} hol_dynamic_form;

/** A damped structure. {0} is empty. */
typedef struct hol_dynamic {
  const hol_system *system; /**< of the same structure without damping, not by reactions; borrowed */
  hol_held_row *held;       /**< [held_count]; the array is owned */
  size_t held_count, held_unknown;
  const hol_cross_term *cross; /**< [cross_count] borrowed; after hol_dynamic_start() */
  size_t cross_count;
  size_t *law_of;  /**< [segment_count] the segment that is an example of this one: of the same line, length and law */
  size_t *example; /**< [example_count] these */
  size_t example_count;
  double complex s;
  bool is_continued; /**< loss factors below the real axis, too, as they are above it: S is one analytic function of s.
                          After hol_dynamic_start() */
  bool leaves_out_dashpots; /**< as if dashpots had no damping. After hol_dynamic_start() */
  hol_dynamic_form form;
  hol_damped_relation *relation; /**< [segment_count] those of examples are filled */
  size_t n;                      /**< unknowns: system->fixed, rows held, kept modes */
  hol_complex_entry *entry;
  size_t entry_count, entry_capacity;
  hol_complex_lu lu;
} hol_dynamic;

/** Begin with a system, which must have been built with its cancellation and reach. Parts that cannot be damped as they
 *  are faults: line damping of what enters by component modes, members under an axial force that varies, bases in
 *  compliances by reactions.
 *  @param[in]  held     [held_count] copied, what they point to borrowed
 *  @param[out] dynamic  to be cleared in every case
 *  @return HOL_INVALID with faults, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_dynamic_start(const hol_system *system, const hol_held_row *held, size_t held_count,
                                            hol_dynamic *dynamic, hol_faults *faults);
void hol_dynamic_clear(hol_dynamic *dynamic);

/** Fill S(s) and S′(s).
 *  @param[in] keep_form  with the unknowns and forms of the last call, which must have no pole at s; else those best at
 *                        s
 *  @return HOL_NUMERICAL, HOL_MEMORY. Cost O(entries) */
HOL_MUST_CHECK hol_status hol_dynamic_fill(hol_dynamic *dynamic, double complex s, bool keep_form);
/** Factorise what was filled. @return HOL_NUMERICAL if it is singular to the last bit */
HOL_MUST_CHECK hol_status hol_dynamic_factorise(hol_dynamic *dynamic);
/** x ← S⁻¹ x, [n * columns]. After hol_dynamic_factorise(). */
HOL_MUST_CHECK hol_status hol_dynamic_solve(hol_dynamic *dynamic, double complex *x, size_t columns);
/** x ← S⁻ᵀ x, without conjugates: left vectors. */
HOL_MUST_CHECK hol_status hol_dynamic_solve_transposed(hol_dynamic *dynamic, double complex *x, size_t columns);
/** Return whether S is symmetric, so that left vectors are right ones. */
bool hol_dynamic_is_symmetric(const hol_dynamic *dynamic);
/** Add a load of `size` per length along one motion of a member, of no part in component modes, to the right-hand side
 *  and to its derivative. At the s of the last hol_dynamic_fill().
 *  @param[in]     weight  its mass per length times `size`, an acceleration
 *  @param[in,out] b,db    [n]
 *  @return HOL_INVALID: it bears none; HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_dynamic_load(const hol_dynamic *dynamic, const hol_member *member, double size,
                                           bool weight, double complex *b, double complex *db);
/** y = S x, or S′ x. */
void hol_dynamic_apply(const hol_dynamic *dynamic, bool derivative, const double complex *x, double complex *y);
/** y = Sᵀx, or S′ᵀx, without conjugates. */
void hol_dynamic_apply_transposed(const hol_dynamic *dynamic, bool derivative, const double complex *x,
                                  double complex *y);
/** xᵀ S′ y, without conjugates. */
double complex hol_dynamic_product(const hol_dynamic *dynamic, const double complex *x, const double complex *y);
/** Bound to first order the error of cᵀS⁻¹f by rounding of S and by errors of parts that are computed:
 *  Σ |x_i| ΔS_ij |y_j| for x = S⁻ᵀc and y = S⁻¹f. What c and f are rounded by is no more. */
double hol_dynamic_error(const hol_dynamic *dynamic, const double complex *x, const double complex *y);
/** Estimate ‖S⁻¹ΔS‖ by one vector with scattered phases: from 1 on S cannot be distinguished from a singular matrix,
 *  and first order is only right far below it.
 *  @param[out] x  [2n] scratch */
HOL_MUST_CHECK hol_status hol_dynamic_sensitivity(hol_dynamic *dynamic, double complex *x, double *sensitivity);
/** x ← S⁻¹ x, or S⁻ᵀ x, with as few digits as a bound needs. */
HOL_MUST_CHECK hol_status hol_dynamic_solve_roughly(hol_dynamic *dynamic, bool transposed, double complex *x);
/** tr S⁻¹S′, the logarithmic derivative of det S. Cost n solutions. */
HOL_MUST_CHECK hol_status hol_dynamic_trace(hol_dynamic *dynamic, double complex *trace);

#endif
