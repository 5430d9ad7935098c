/* SPDX-License-Identifier: BSD-3-Clause */
/** @file balance.h  Harmonic balance: the equations (C.11) for the Fourier coefficients of a steady motion.
 *
 *  With θ = νt/m (m periods of the force in one of the motion), w = ν/m and the basis 1/√2, cos hθ, sin hθ
 *  (h = 1..H, orthonormal for the mean of 2fg), D = d/dθ:
 *
 *      R = M w² D²X + (M c_v w + (η/m) M ω²) DX + M ω² X + Φ[f(q) + (η/m³) r(Dq)] − σ F(ν)
 *
 *  for the lateral modes. Axial modes are linear: what they do to them is known harmonic by harmonic (bar.h), exactly,
 *  for harmonics up to 2H of the stretch. Φ takes the coefficients from 4H + 2 or more equidistant samples, which is
 *  exact for the cubic f and r. */
#ifndef NONLINEAR_BALANCE_H
#define NONLINEAR_BALANCE_H

#include "holonome/solve.h"
#include "nonlinear/bar.h"
#include "continuation/lu.h"

typedef enum { HOL_BY_FREQUENCY, HOL_BY_FORCE } hol_balance_parameter;

typedef struct hol_balance {
  const hol_nonlinear_model *model; /**< borrowed */
  size_t coordinates;               /**< n, the lateral ones */
  size_t highest;                   /**< H, harmonics of θ */
  size_t period;                    /**< m */
  size_t block;                     /**< 2H + 1 */
  size_t unknowns;                  /**< active coefficients */
  size_t *active;                   /**< [unknowns] which of the n·block coefficients are unknowns; NULL: all */
  bool is_free;                     /**< without force and loss */
  hol_balance_parameter parameter;  /**< ν with σ = 1, or σ at `nu` */
  double nu;
  double growth; /**< λ: the Jacobian is that of perturbations e^{λθ}Y(θ), D replaced by D + λ; 0 */
  /* tables and workspace */
  size_t samples, width;      /**< width = 4H + 1 basis functions */
  double *even, *odd;         /**< [samples/2][block] functions of even and of odd harmonics up to 2H */
  double *by_function;        /**< [width][samples/2] */
  double *full;               /**< [n·block] */
  double *turned;             /**< [n·block] DX */
  double *q, *g;              /**< [n][samples] coordinates (later forces), S q */
  double *v, *gv;             /**< the same of Dq; cubic loss only */
  double *force;              /**< [samples] Λ, then products */
  double *loss;               /**< [samples] ½ vᵀS v */
  double *folded;             /**< [samples/2] */
  double *harmonic;           /**< [4·width] of a product: cosines Gc[0..2H], sines Gs[0..2H]; then workspace */
  double *pull;               /**< [axial][samples] −R_r */
  double *pull_slope;         /**< [axial][samples] by ν */
  double *drive;              /**< [axial][width] coefficients of ½ qᵀQ^r q */
  double *reach;              /**< [axial][n][samples] Q^r q */
  hol_bar_response *response; /**< [axial][width] to harmonics 0..2H */
  size_t evens, padded;       /**< places of even harmonics in a row of `wide`; all of it */
  size_t *number;             /**< [padded] of the coefficient at a place of a row; `block` where it is left free */
  double *wide;               /**< [n + 1][width][padded] matrices that multiply by (Q^r q)_i */
  double *residual;           /**< [n·block] */
  double *jacobian;           /**< [n·block][n·block + 1], only with `active` */
} hol_balance;

/** @param[in] harmonics  of the force, H = harmonics·period */
HOL_MUST_CHECK hol_status hol_balance_start(hol_balance *balance, const hol_nonlinear_model *model, size_t harmonics,
                                            size_t period);
/** Keep only the cosines (time-symmetric motions) of a free undamped motion. */
HOL_MUST_CHECK hol_status hol_balance_make_free(hol_balance *balance);
void hol_balance_clear(hol_balance *balance);

/** Residual and, if `a` is not NULL, [∂R/∂x ∂R/∂p] row by row, unknowns + 1 columns.
 *  @param[in]  z  [unknowns + 1] unknowns, then the parameter
 *  @param[out] r  [unknowns] */
void hol_balance_evaluate(hol_balance *balance, const double *z, double *r, double *a);

/** Hill's determinant: that of the Jacobian for perturbations e^{λθ}Y(θ) of the motion z, as the equations with these
 *  harmonics have them. Where it vanishes for a real λ, e^{2πλ} is a multiplier.
 *  @param[in] work   [d (d + 2)], d = unknowns
 *  @param[in] pivot  [d] */
hol_determinant hol_balance_hill(hol_balance *balance, const double *z, double lambda, double *work, size_t *pivot);

/** Fill the tables of q, S q, Λ, the loss and the axial modes for a motion with these coefficients [n][block] at ν. */
void hol_balance_in_time(hol_balance *balance, const double *lateral, double nu);
/** After that: the coefficients [width] of the pull −R_r. */
void hol_balance_pull(const hol_balance *balance, size_t r, double *coefficient);
/** Of a function of θ given at the samples: coefficients [width] up to harmonic 2H; the derivative by θ of those. */
void hol_balance_spectrum(const hol_balance *balance, const double *value, double *coefficient);
void hol_balance_slope(const hol_balance *balance, const double *value, double *slope);
/** The way back, a sum of functions of θ: even and odd harmonics apart over half a period, as the other half repeats
 *  each up to its sign.
 *  @param[in]  basis  [functions][half] 1/√2, cos θ, sin θ, cos 2θ, ... at equal steps of the first half period
 *  @param[out] value  [2·half] */
void hol_balance_synthesise(const double *basis, size_t half, const double *coefficient, size_t functions,
                            double *restrict value);

/** All coefficients [lateral + axial][block] of a motion at ν: those of axial modes as far as they go, to harmonic
 *  H. */
void hol_balance_spread(hol_balance *balance, const double *z, double nu, double *full);

#endif
