/* SPDX-License-Identifier: BSD-3-Clause */
/** @file imported.h  Imported part given by its stiffness and mass matrices. Internal to module `parts`.
 *
 *  Unknowns q are those of the files (after rigid couplings); matrices are kept as energies, K in J and M in kg m², so
 *  that ½ q̇ᵀM q̇ and ½ qᵀK q are SI whatever the units of the files. Ports are functionals pᵀq in m or rad. With R the
 *  M-orthonormal rigid-body modes, everything elastic happens in the M-complement of R:
 *
 *      A = K + σM,   σ ≥ 0                                    factorised once; σ > 0 where there are rigid-body modes
 *      s_i = Σ_{k > kept} φφᵀ/(ω² + σ)^i                      by repeated solves with A, R and the kept modes deflated
 *      Γ_j = Σ_l C(j + l, l) σ^l s_{j+1+l}                    all terms positive: no cancellation
 *
 *  Loads without work in R need no σ: K held where it costs no force (held.c) has the sums of σ = 0, where it has
 *  factors. */
#ifndef PARTS_IMPORT_IMPORTED_H
#define PARTS_IMPORT_IMPORTED_H

#include "base/cancellation.h"
#include "base/sparse.h"
#include "base/spd.h"
#include "parts/sites.h"

/** Rigid-body modes, at the most. */
enum { HOL_IMPORTED_RIGID = 6 };
/** Shares of mass below this are rounding. */
static const double hol_mass_rounding = 1e-11;

/** An imported body. {0} is empty; to be freed with hol_imported_free(). */
typedef struct hol_imported {
  size_t sharers;                      /**< parts beside the first that it is the body of */
  size_t n;                            /**< unknowns */
  size_t *start;                       /**< [n + 1] columns of the lower triangle, of K and of M together */
  int *row;                            /**< [start[n]] rising, the diagonal first */
  double *k, *m;                       /**< [start[n]] */
  size_t points, ports, columns;       /**< columns: functionals, the first `ports` those of the points */
  size_t samples;                      /**< places of shapes: the points, then nodes spread over the part */
  size_t (*column)[HOL_FREEDOM_COUNT]; /**< [samples] index of the functional of a freedom; SIZE_MAX: not carried */
  hol_sparse *port;                    /**< [ports] over the unknowns; owned */
  size_t *node_unknown;                /**< [columns - ports] the unknown that a functional of a node is, */
  double *node_factor;                 /**< [columns - ports] times this, m or rad */
  size_t rigid;
  double *R, *MR;     /**< [n * rigid] */
  double *rigid_port; /**< [columns * rigid] */
  double shift;       /**< σ, rad²/s² */
  hol_spd *factor;    /**< of A */
  /* component modes computed up to now */
  size_t modes;      /**< proved complete */
  size_t candidates; /**< modes == 0: so many in omega2 and X that are not proved yet */
  bool has_all;
  double *omega2;     /**< [modes or candidates] */
  double *X;          /**< the same: [n * modes], M-orthonormal */
  double *phi;        /**< [columns * modes] */
  double *terms[2];   /**< [rigid + modes] Σ|K_ij| x_i² (rigid-body modes: 0), Σ|M_ij| x_i² */
  size_t light_count; /**< has_all: motions without mass */
  double *light;      /**< [columns * light_count] */
} hol_imported;

/** Free all, the object too, if there are no sharers; else there is one less of them. NULL is nothing. */
void hol_imported_free(hol_imported *body);
/** Discard the component modes alone, as if none had been asked for. */
void hol_imported_forget(hol_imported *body);

/** Multiply: y = A x for K (mass false) or M, `columns` vectors. */
void hol_imported_apply(const hol_imported *body, bool mass, size_t columns, const double *x, double *y);
/** Compute xᵀK x in extended precision, and Σ|K_ij x_i x_j|, what its rounding is relative to. */
long double hol_imported_energy(const hol_imported *body, const double *x, double *magnitude);
/** Compute xᵀM x in extended precision. */
long double hol_imported_mass(const hol_imported *body, const double *x);
/** Compute Σ|K_ij| x_i² (mass: |M_ij|) for each of `columns` vectors: by this times ε an energy may change when the
 *  numbers of the matrix are rounded, and √(size_a size_b) bounds that of a product.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_imported_terms(const hol_imported *body, bool mass, size_t columns, const double *x,
                                             double *size);
/** Compute the residual r = (K − λM) x, summed in extended precision: it is a small sum of large terms. sum: [n]
 *  scratch */
void hol_imported_residual(const hol_imported *body, double lambda, const double *x, double *r, long double *sum);
/** Evaluate a functional of x: pᵀx. */
double hol_imported_value(const hol_imported *body, size_t column, const double *x);
/** Deflate the rigid-body modes: x ← x − R Rᵀ M x. */
void hol_imported_deflate(const hol_imported *body, size_t columns, double *x);
/** Factorise K + σM.
 *  @return HOL_NUMERICAL if it is not positive definite: offender is then a row of the pivot that failed; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_imported_factorise(hol_imported *body, double shift, size_t *offender);

/** Factorise K, held by as many springs as there are rigid-body modes, of its own stiffness at unknowns: with loads b
 *  that do no work in these modes the springs have no force, and the solution is one of K x = b, but for a rigid
 *  motion.
 *  @param[out] held  owned by the caller; NULL on failure @return HOL_NUMERICAL (K R is more than rounding, so that
 *  springs would have forces; or it is not positive definite), HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_imported_hold(const hol_imported *body, hol_spd **held);

/** Compute the null space of M: motions without mass, n at most some thousand.
 *  @param[out] Z  allocated, [n * count]; orthonormal where rows with mass are scaled to mass one @return
 *                 HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_imported_light(const hol_imported *body, size_t *count, double **Z);
/** Has a motion without mass no stiffness either, but for rounding? Determined for small parts only: false for others.
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_imported_has_mechanism(const hol_imported *body, bool *is_loose);

/** Compute the lowest component modes beyond R: ω² (rising) and M-orthonormal vectors, by A⁻¹M with R deflated.
 *  @param[in]  wanted  at least so many, fewer where there are no more
 *  @param[out] omega2,X  allocated, [count] and [n * count]
 *  @param[out] has_all  there are no others
 *  @param[in]  cancellation  asked on the way; NULL: nobody
 *  No count is made. @return HOL_NUMERICAL, HOL_MEMORY, HOL_INCOMPLETE if cancelled */
HOL_MUST_CHECK hol_status hol_imported_lowest(const hol_imported *body, size_t wanted, size_t *count, double **omega2,
                                              double **X, bool *has_all, const hol_cancellation *cancellation);
/** Refine all component modes but the rigid ones by one step (rising ω², M-orthonormal, all but rounding) to those of K
 *  and M, by residuals in extended precision and the factors of A. X is to be normed again.
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_imported_refine(const hol_imported *body, size_t count, const double *omega2, double *X);
/** Compute component modes of the object: at least `wanted`, proved complete by a Sturm count.
 *  @return as hol_imported_lowest() */
HOL_MUST_CHECK hol_status hol_imported_modes(hol_imported *body, size_t wanted, const hol_cancellation *cancellation);

/** The table of functions for hol_sites; its part is a hol_imported. */
extern const hol_substructure_class hol_imported_class;

#endif
