/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sensitivity.h  Derivatives of frequencies by parameters of the problem file, by two methods that must
 *  agree.
 *
 *  The first is that of energies, at fixed λ and v:
 *
 *      dλ/dθ = −vᵀ(∂S/∂θ)v / (vᵀS′v)                                                        (theory §5)
 *
 *  and for a k-fold frequency the eigenvalues of Vᵀ(∂S/∂θ)V with −VᵀS′V = 1: the derivatives of its branches. ∂S/∂θ is
 *  a difference of S itself (five points, fourth order), in one basis of component modes (alignment.h): neither roots
 *  nor vectors are differenced, so repeated frequencies and those without reaction do no harm.
 *
 *  The second moves the parameter and solves again: the roots of the moved problems, each beside the place where the
 *  first method predicts it, and counted there. Their difference must be the same derivative. It needs no basis and
 *  no common form of S. Where the moved problems have other unknowns than the problem itself the second method
 *  is used alone, and steps of two sizes must agree. Where they do not, steps ten times as short are tried; in the end
 *  the derivative is withheld (NAN).
 *  A parameter at the end of its range is moved to one side only. Axial forces at rest, where the problem asks for
 *  them, are found anew in every moved problem: they are part of S, and the derivatives are those along with them. */
#ifndef MODES_SENSITIVITY_H
#define MODES_SENSITIVITY_H

#include "holonome/solve.h"
#include "model/layout.h"
#include "problem/again.h"
#include "spectrum/roots.h"
#include "statics/prestress.h"

/** Moved problems of one step; sizes of the step that are tried. */
enum { HOL_STENCIL = 4, HOL_STEPS = 3 };

/** The problem with one parameter moved a little. */
typedef struct hol_perturbed {
  hol_problem problem;         /**< where it had to be read by itself; else {0} */
  hol_prestressed prestressed; /**< the same with the axial forces that it has at rest there, where these are asked for;
                                    else {0} */
  hol_model model;             /**< with a layout of its own where that of the problem itself does not hold */
  hol_system system;
  hol_sturm_counter counter;
} hol_perturbed;

/** The problems of one step. {0} is not built yet. */
typedef struct hol_stencil {
  double step;   /**< SI; 0: not built */
  int side;      /**< 0: θ − 2h, θ − h, θ + h, θ + 2h; ±1: θ ± h, 2h, 3h, 4h */
  bool is_known; /**< false: the parameter cannot be moved */
  bool is_like;  /**< the unknowns are those of the problem itself */
  hol_perturbed at[HOL_STENCIL];
} hol_stencil;

typedef struct hol_sensitivities {
  size_t count; /**< parameters */
  struct hol_by {
    const hol_parameter *parameter;
    double range;     /**< what is much or little for it, SI */
    hol_problem here; /**< moved to and fro by the origins of its numbers; {0}: not read yet */
    hol_stencil stencil[HOL_STEPS];
  } * by; /**< [count] */
  const hol_system *system;
  hol_sturm_counter counter; /**< of the system itself */
  hol_matrix matrix;
  bool (*proceed)(void *context); /**< as that of hol_sturm_counter */
  void *context;
} hol_sensitivities;

/** Prepare for every parameter that the analysis names. `out` is to be cleared in every case.
 *  @param[in] system  of a problem as it was read; borrowed until then
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sensitivities_begin(const hol_system *system, hol_sensitivities *out);
void hol_sensitivities_clear(hol_sensitivities *s);
/** Return the number of determinants formed, of the moved problems and of the system itself. */
size_t hol_sensitivities_evaluations(const hol_sensitivities *s);

/** Return the reason why derivatives by a parameter are withheld, in words. */
const char *hol_sensitivities_reason(const hol_sensitivities *s, size_t parameter);

/** Compute dω/dθ of the modes of a root.
 *  @param[in]  matrix  S at the root, with its form
 *  @param[in]  V       [n * multiplicity], −VᵀS′V = 1
 *  @param[out] mode    [multiplicity]: sensitivity allocated and filled, NAN where it is withheld
 *  @return HOL_MEMORY, HOL_INCOMPLETE if told to stop */
HOL_MUST_CHECK hol_status hol_sensitivities_of(hol_sensitivities *s, const hol_matrix *matrix, const hol_root *root,
                                               const double *V, hol_mode *mode);

#endif
