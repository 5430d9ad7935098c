/* SPDX-License-Identifier: BSD-3-Clause */
/** @file response_system.h  Constraint rows, loads and outputs of the structure under harmonic excitation. Internal to
 *  module `response`. */
#ifndef RESPONSE_STEADY_RESPONSE_SYSTEM_H
#define RESPONSE_STEADY_RESPONSE_SYSTEM_H

#include "excitation/rows.h"
#include "response/steady/response.h"

/** A constraint row, whose multiplier is asked for or whose right-hand side moves: a component of a joint. */
struct hol_response_row {
  size_t joint; /**< in the file */
  hol_sparse row;
  double along[3]; /**< to the ground, the row is this component of the displacement; 0: a rotation, or between parts */
  char component[320];
};

/** What a load acts on. */
struct hol_response_load {
  hol_sparse row;        /**< of a force at a point; of a line load on rigid-body modes, times its size */
  hol_line_load line[3]; /**< [lines] of a line load on members */
  size_t lines;
  hol_inertia_load inertia; /**< of an acceleration of the base */
};

/** A component of an output. */
struct hol_response_value {
  size_t receiver;
  hol_sparse row;        /**< a displacement: over w */
  size_t held;           /**< SIZE_MAX, or the constraint row whose multiplier it is */
  size_t spring;         /**< SIZE_MAX, or the joint, as solved, that is a spring or dashpot */
  const char *component; /**< of a force */
};

/** Compute k (1 + iη) + c s of a spring or dashpot. @param[in] joint  as solved
 *  @return its row, borrowed; NULL: it acts on nothing */
const hol_sparse *hol_response_spring(const hol_response_system *system, size_t joint, double complex s,
                                      hol_complex_dual *stiffness);
/** Compute the displacement of the support of a spring or dashpot along it in a load case, and its derivative. */
hol_complex_dual hol_response_spring_support(const hol_response_system *system, size_t column, size_t joint,
                                             double complex s);
/** Add all loads of a load case to the right-hand side and to its derivative, at the s of the last hol_dynamic_fill().
 *  @param[in,out] b,db  [dynamic.n] @return HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_response_add_loads(const hol_response_system *system, size_t column, double complex s,
                                                 double complex *b, double complex *db);

#endif
