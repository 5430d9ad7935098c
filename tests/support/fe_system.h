/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_system.h  The equations eliminated, the elements assembled: K x = λ M x as a bordered block system.
 *
 *  The unknowns are the independent interface unknowns y (few, coupled with everything) and the interior unknowns of
 * the elements, which couple only with the y of their own element. */
#ifndef HOLONOME_TESTS_FE_SYSTEM_H
#define HOLONOME_TESTS_FE_SYSTEM_H

#include "fe_model.h"

/** The rows of a model in reduced echelon form: each pivot unknown by the independent ones. */
typedef struct fe_reduction {
  size_t unknowns, rank;
  real **row;          /**< [rank][unknowns], 1 at its pivot, 0 at the other pivots */
  size_t *pivot_row;   /**< [unknowns] row whose pivot it is, SIZE_MAX: independent or dropped */
  size_t *independent; /**< [unknowns] index in y, SIZE_MAX: pivot or dropped */
  size_t count;        /**< size of y */
  size_t lone;         /**< motions in which nothing but one bar takes part, sideways: they are no modes */
} fe_reduction;

/** One element over y and its interior unknowns. */
typedef struct fe_piece {
  const fe_element *element; /**< borrowed from the model */
  size_t degree;             /**< of a line */
  real *E;                   /**< [ends*interface] its end forms over its y */
  size_t interface, bubbles;
  size_t *column; /**< [interface] which y */
  size_t first;   /**< place of its first interior unknown in a vector */
  real *K, *M;    /**< [(interface + bubbles)²], interface first */
  real *L, *W;    /**< factor of the interior block of K + shift M; W = L⁻¹ (coupling), [bubbles*interface] */
} fe_piece;

typedef struct fe_system {
  fe_pool *pool;
  size_t interface, order;
  size_t pieces;
  fe_piece *piece;
  real shift;
  real *factor; /**< Cholesky factor of the interface part of K + shift M after the interiors */
} fe_system;

/** How fine the elements are: degrees for waves up to omega, and `extra` more. */
typedef struct fe_fineness {
  real omega;
  size_t extra, at_least;
} fe_fineness;

/** Eliminate the rows of a model. */
void fe_reduction_build(const fe_model *model, fe_reduction *reduction);
/** Take out of y what has neither mass nor stiffness. @return false if nothing has mass. */
bool fe_reduction_drop(const fe_model *model, fe_reduction *reduction);

/** Assemble. Memory is the pool's. */
void fe_system_build(const fe_model *model, const fe_reduction *reduction, fe_fineness fineness, fe_pool *pool,
                     fe_system *system);
/** A λ that is typical of the system: geometric mean of stiffness over mass of its unknowns. */
real fe_system_typical(const fe_system *system);
/** Can more unknowns give more frequencies, i.e. has anything mass along its length? */
bool fe_system_is_continuous(const fe_model *model);
/** Factor K + shift M. @return false if it is not positive definite. */
bool fe_system_factor(fe_system *system, real shift);
/** x := (K + shift M)⁻¹ x. */
void fe_system_solve(const fe_system *system, real *x);
/** y := K x or M x. */
void fe_system_apply(const fe_system *system, bool mass, const real *x, real *y);
/** xᵀKx as a sum over the strains of the elements, where the sum over K would cancel. */
real fe_system_strain(const fe_system *system, const real *x);
/** A := stiffness × K + mass × M, dense. */
void fe_system_dense(const fe_system *system, real stiffness, real mass, real *A);
/** Number of zero eigenvalues, by the rank of K; interiors always resist. */
size_t fe_system_zeros(const fe_system *system);
/** Number of eigenvalues below λ: negative eigenvalues of K - λM. */
size_t fe_system_count_below(const fe_system *system, real lambda);

#endif
