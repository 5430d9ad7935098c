/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bar.h  The beam along itself: axial modes as linear oscillators that quadratic forms of q drive.
 *
 *      M_r (Ü_r + c_v U̇_r) = −R_r,   R_r = M_r (p_r² z_r + η p_r ż_r),   z_r = U_r − s_r,   s_r = ½ qᵀQ^r q
 *
 *  and the force −R_r Q^r q on the lateral modes. What is proportional to e^{σt} obeys
 *
 *      −R_r = K_r(σ) s_r,   K_r = M_r (p_r² + ησp_r)(σ² + c_v σ)/(p_r² + σ(c_v + ηp_r) + σ²),
 *
 *  so that a periodic motion takes no unknowns for the axial modes, however many there are. */
#ifndef NONLINEAR_BAR_H
#define NONLINEAR_BAR_H

#include "base/complex.h"
#include "nonlinear/model.h"

typedef struct hol_bar_response {
  double complex pull;   /**< K_r */
  double complex slope;  /**< dK_r/dσ */
  double complex follow; /**< U_r/s_r */
} hol_bar_response;

/** Of axial mode r to e^{σt}; without loss if `is_free`. */
hol_bar_response hol_bar_respond(const hol_nonlinear_model *model, size_t r, bool is_free, double complex sigma);

/** ηp_r: what the departure from the quasistatic motion loses. */
double hol_bar_damping(const hol_nonlinear_model *model, size_t r);

/** Does axial mode r do anything at all? Where the beam is symmetric every second one does not. */
bool hol_bar_takes_part(const hol_nonlinear_model *model, size_t r);

/** Fill masses, frequencies and forms of the axial modes; the lateral modes are there.
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_bar_modes(const hol_nonlinear_beam *beam, hol_nonlinear_model *model);

#endif
