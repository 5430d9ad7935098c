/** @file sensitivity.h  Derivatives of frequencies by parameters of the problem file.
 *
 *      dλ/dθ = −vᵀ(∂S/∂θ)v / (vᵀS′v)                                                        (theory §5)
 *
 *  and for a k-fold frequency the eigenvalues of Vᵀ(∂S/∂θ)V with −VᵀS′V = 1: the derivatives of its branches. ∂S/∂θ is a
 *  difference of S itself (five points, fourth order) at fixed λ and V: neither roots nor vectors are differenced, so
 *  repeated frequencies and those without reaction do no harm. */
#ifndef SPECTRUM_SENSITIVITY_H
#define SPECTRUM_SENSITIVITY_H

#include "holonome/solve.h"
#include "spectrum/roots.h"

enum { HOL_STENCIL = 4 };

/** The problem with one parameter moved a little. */
typedef struct hol_moved {
  hol_problem problem;
  hol_model model;
  hol_system system;
} hol_moved;

typedef struct hol_sensitivities {
  size_t count;              /**< parameters */
  struct hol_by {
    double step;             /**< SI */
    bool known;              /**< false: the moved problems do not keep the coordinates */
    hol_moved at[HOL_STENCIL]; /**< θ − 2h, θ − h, θ + h, θ + 2h */
  } *by;                     /**< [count] */
  hol_matrix matrix;
} hol_sensitivities;

/** Build the moved problems for every parameter the analysis names. `out` is to be cleared in every case.
 *  @return HOL_MEMORY. A parameter that cannot be moved is marked as not known. */
HOL_MUST_CHECK hol_status hol_sensitivities_build(const hol_system *system, const hol_problem_source *source,
                                                  hol_sensitivities *out);
void hol_sensitivities_clear(hol_sensitivities *s);

/** dω/dθ of the modes of a root.
 *  @param[in]  matrix  S at the root, with its form
 *  @param[in]  V       [n * multiplicity], −VᵀS′V = 1
 *  @param[out] mode    [multiplicity]: sensitivity allocated and filled */
HOL_MUST_CHECK hol_status hol_sensitivities_of(hol_sensitivities *s, const hol_matrix *matrix, const hol_root *root,
                                               const double *V, hol_mode *mode);

#endif
