/* SPDX-License-Identifier: BSD-3-Clause */
/** @file law.h  Damped part at one complex s: damping law, and dynamic stiffness relations of its segments.
 *  Module `parts`.
 *
 *  Motions are e^{st}. A part whose law is the same everywhere has stiffness times g(s) and mass times −λ(s) in place
 *  of s²:
 *
 *      g = 1 + iη sgn(Im s) + b s,    λ = −(s² + a s),    compliance α(s) = α̂(λ/g)/g
 *
 *  with the undamped α̂ of theory §4 at a complex argument. Line damping c works on the displacements of a member
 *  alone: m λ becomes m λ − c s. Everything is complex symmetric; no product has a hidden conjugate. */
#ifndef PARTS_LAW_H
#define PARTS_LAW_H

#include "base/complex.h"
#include "parts/damping.h"
#include "parts/relation.h"

/** A complex number and its derivative with respect to s. */
typedef struct hol_complex_dual {
  double complex v, d;
} hol_complex_dual;

static inline hol_complex_dual hol_dual_plus(hol_complex_dual a, hol_complex_dual b)
{
  return (hol_complex_dual){a.v + b.v, a.d + b.d};
}

static inline hol_complex_dual hol_dual_minus(hol_complex_dual a, hol_complex_dual b)
{
  return (hol_complex_dual){a.v - b.v, a.d - b.d};
}

static inline hol_complex_dual hol_dual_product(hol_complex_dual a, hol_complex_dual b)
{
  return (hol_complex_dual){a.v * b.v, a.d * b.v + a.v * b.d};
}

static inline hol_complex_dual hol_dual_quotient(hol_complex_dual a, hol_complex_dual b)
{
  double complex q = a.v / b.v;
  return (hol_complex_dual){q, (a.d - q * b.d) / b.v};
}

/** The law of a part at s. */
typedef struct hol_law {
  hol_complex_dual stiffness; /**< g */
  hol_complex_dual inertia;   /**< λ, rad²/s² */
  hol_complex_dual line;      /**< −c s, N/m² */
} hol_law;

/** Evaluate the law at s; on the real axis g is its limit from above. */
hol_law hol_law_at(hol_damping damping, double complex s);
/** Continue the law above the real axis to all s: g = 1 + iη + b s there and below. */
hol_law hol_law_continued(hol_damping damping, double complex s);

/** As hol_relation, at complex s. Multipliers are true forces and moments; poles of a form are those of its own damped
 *  motions. */
typedef struct hol_damped_relation {
  hol_form form;
  size_t n_mu, n_ports;
  double complex S[HOL_RELATION_MAX][HOL_RELATION_MAX];  /**< [n_mu + n_ports]², symmetric */
  double complex dS[HOL_RELATION_MAX][HOL_RELATION_MAX]; /**< dS/ds, same form */
} hol_damped_relation;

#endif
