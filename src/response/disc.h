/** @file disc.h  How far a damped response can be from that of a structure whose parts have N own modes each.
 *
 *  Room `response`. A part's compliance at s is that of its N modes and its remainder at rest, and what its higher modes do beside that:
 *  α = α_N + R^½ E R^½, ‖E‖ ≤ ε. Over receiver, driver and constraints let R̄ = Σ ε R of all parts, x_d = [e_d; −A⁻¹γ_cd] with A the
 *  compliance of the constraints by N modes, x_r likewise. By Woodbury's identity
 *
 *      |H − H_N| ≤ ‖R̄^½ x_r‖ ‖R̄^½ x_d‖ / (1 − κ),    κ = ‖R̄_cc^½ A⁻¹ R̄_cc^½‖ < 1.
 *
 *  Taken with Frobenius' norm, which is no less than κ and needs no roots: κ² ≤ tr R̄ A⁻ᴴ R̄ A⁻¹ = Σ conj(P_ij) P_ji, P = R̄_cc A⁻¹.
 *  A bound of the truncation: what A⁻¹ and x were rounded by is not in it. */
#ifndef RESPONSE_DISC_H
#define RESPONSE_DISC_H

#include <complex.h>
#include <stddef.h>

/** ε of a part, infinite where it has no bound.
 *  @param[in] lambda  λ_e = −(s² + a s)/g
 *  @param[in] next    no more than the least λ = ω² of the own modes left out; infinite: none is
 *  @param[in] g       factor of stiffness at s */
double hol_disc_higher(double complex lambda, double next, double complex g);
/** The radius about H_N, infinite if κ may be 1 or more.
 *  @param[in] constraints  c; ports are numbered: others first, then these
 *  @param[in] ports        m ≥ c
 *  @param[in] rest         R̄, [m * m], symmetric, positive semidefinite
 *  @param[in] inverse      A⁻¹, [c * c], symmetric
 *  @param[in] receiver,driver  x_r and x_d, [m] */
double hol_disc_radius(size_t ports, size_t constraints, const double *rest, const double complex *inverse,
                       const double complex *receiver, const double complex *driver);

#endif
