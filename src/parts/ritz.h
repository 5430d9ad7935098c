/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ritz.h  Rayleigh-Ritz modes of a discretised family of motions, from its strains. Internal to module `parts`.
 *
 *  The family is given by the factors of its energies at the quadrature points: strain energy ½|E y|², kinetic energy
 *  ½|N ẏ|², rows weighted. No stiffness matrix is formed: E = QR is orthogonal, the modes are the singular values of
 *  B = N R⁻¹, rigid-body modes (no strains at all) being projected out of it. Errors stay those of E, whose condition
 *  is the square root of that of a stiffness matrix, and low frequencies come to nearly full relative accuracy. */
#ifndef PARTS_RITZ_H
#define PARTS_RITZ_H

#include "holonome/status.h"

#include <stddef.h>

/** A discretised family; all arrays column-major and owned by it. {0} is empty. */
typedef struct hol_ritz {
  size_t n;       /**< elastic unknowns */
  size_t rigid;   /**< columns without strain, linearly independent */
  size_t strains; /**< rows of E, ≥ n */
  size_t masses;  /**< rows of N */
  size_t ports;   /**< rows of P */
  double *E;      /**< [strains * n] */
  double *N;      /**< [masses * (rigid + n)] rigid ones first */
  double *P;      /**< [ports * (rigid + n)] */
  /* after hol_ritz_reduce(): rigid columns M-orthonormal; elastic ones orthogonal to them, in coordinates that are
   * orthonormal in the strain energy */
  double *R;           /**< [n * n] upper triangle: y = R⁻¹ z */
  double *lift;        /**< [rigid * n] the rigid motion in each column of z */
  double *orthonormal; /**< [rigid * rigid] the rigid columns in terms of those given */
} hol_ritz;

/** Allocate the matrices, zeroed. n, rigid, strains, masses, ports must be set. */
HOL_MUST_CHECK hol_status hol_ritz_start(hol_ritz *r);
void hol_ritz_clear(hol_ritz *r);
/** Reduce by QR factorisation: E is destroyed, N becomes B and P becomes P R⁻¹, see above.
 *  @return HOL_NUMERICAL if a column has strains of size rounding only. */
HOL_MUST_CHECK hol_status hol_ritz_reduce(hol_ritz *r);

/** Modes of a reduced family, the whole discretised spectrum. {0} is empty. */
typedef struct hol_ritz_modes {
  double *mu;  /**< [n] 1/ω² falling */
  double *psi; /**< [ports * n] φ/ω */
  double *z;   /**< [n * n] orthonormal: columns are φ/ω in coordinates z */
} hol_ritz_modes;

/** Compute all modes of a reduced family by SVD, each to nearly full relative accuracy. Cost n³. */
HOL_MUST_CHECK hol_status hol_ritz_solve(const hol_ritz *r, hol_ritz_modes *modes);
void hol_ritz_modes_clear(hol_ritz_modes *modes);

/** Compute static compliances Γ_j = P (BᵀB)^j Pᵀ without modes. @param[out] gamma [orders * ports * ports] */
HOL_MUST_CHECK hol_status hol_ritz_static(const hol_ritz *r, size_t orders, double *gamma);

/** Count modes with 1/ω² > mu by the signs of a factorisation of BᵀB − μ (a Sturm count), independently of the
 *  modes. */
HOL_MUST_CHECK hol_status hol_ritz_count(const hol_ritz *r, double mu, size_t *count);

/** Compute the unknowns y of the motion z: rigid ones first, then elastic ones. @param[out] y [rigid + n] */
void hol_ritz_unknowns(const hol_ritz *r, const double *z, double *y);

#endif
