/* SPDX-License-Identifier: BSD-3-Clause */
/** @file profile.h  One motion of a straight member whose properties vary along it: component modes and static
 *  compliance, computed to rounding.
 *
 *  Module `parts`. Notation as in line.h; ξ = x/l. The member is described by its strains (curvature, extension or
 *  twist, shear), expanded on each element in polynomials that are orthonormal in the strain energy, so that the
 *  stiffness is the unit matrix and the component modes are the singular values of the compact map from strains to
 *  displacements weighted by the mass: what is soft and heavy - the low modes - comes first and to full relative
 *  accuracy, rigid-body modes stand apart exactly, shear does not lock, and a tip may be sharp, stiffness and mass
 vanishing there together. *
 *  Elements are divided and raised in degree until component modes and compliances of the ports no longer change; what
 *  they last changed by is reported. Own frequencies are Ritz values, hence upper bounds of the continuous member's. */
#ifndef PARTS_PROFILE_PROFILE_H
#define PARTS_PROFILE_PROFILE_H

#include "parts/line/line.h"
#include "parts/substructure.h"
#include "problem/follow.h"

/** Properties at one place, SI, as in hol_line. */
typedef struct hol_profile_values {
  double stiffness;  /**< > 0 inside, may tend to 0 at an end of the member */
  double mass;       /**< ≥ 0 */
  double rotary;     /**< ≥ 0 */
  double shear;      /**< ≥ 0; 0 stands for infinite, throughout a piece */
  double tension;    /**< any sign */
  double foundation; /**< ≥ 0 */
} hol_profile_values;

/** All of them, in this order. */
enum { HOL_PROPERTIES = 6 };
static inline void hol_profile_list(const hol_profile_values *v, double list[HOL_PROPERTIES])
{
  list[0] = v->stiffness;
  list[1] = v->mass;
  list[2] = v->rotary;
  list[3] = v->shear;
  list[4] = v->tension;
  list[5] = v->foundation;
}

/** Properties inside a piece at ξ (of the whole member); called in no particular order, only for points inside.
 *  @return HOL_INVALID where there is no value; HOL_MEMORY */
typedef hol_status (*hol_profile_function)(const void *context, size_t piece, double xi, hol_profile_values *values);

/** Most places where properties may bend or jump that are searched for. */
enum { HOL_BREAKS_MOST = 128 };

/** Information on the properties between the places where they are evaluated (problem/follow.h). */
typedef struct hol_profile_sight {
  hol_status (*follow)(const void *context, size_t piece, double from, double to, hol_following *following);
  bool (*may_jump)(const void *context, size_t piece);
  /** Where they may bend or jump in a piece: ξ, rising. @param[out] xi  [HOL_BREAKS_MOST] @return how many */
  size_t (*breaks)(const void *context, size_t piece, double *xi);
  hol_status (*may_hide)(const void *context, size_t piece, double from, double to, hol_hidden *hidden);
  /** Mean sizes over the member, of mass, tension and foundation: no more than they are. NULL: not known */
  void (*means)(const void *context, hol_profile_values *mean);
} hol_profile_sight;

/** One motion of a member. */
typedef struct hol_profile {
  hol_motion motion;
  double length;         /**< m, > 0 */
  size_t pieces;         /**< ≥ 1; properties may jump from one to the next */
  const double *to;      /**< [pieces] where they end, ξ rising, the last 1; NULL: one piece */
  const double *to_rest; /**< [pieces] of these, double-double; NULL: 0 */
  hol_profile_function at;
  const hol_profile_sight *sight;       /**< NULL: samples tell all. Static storage */
  const void *context;                  /**< borrowed as long as the profile is used */
  hol_end end[2];                       /**< own ends, as in hol_line */
  const hol_cancellation *cancellation; /**< asked while it is computed; NULL: nobody. Borrowed */
} hol_profile;

/** Request for the computation. */
typedef struct hol_profile_request {
  const hol_port *port; /**< [ports] borrowed for the call */
  size_t ports;
  size_t modes;                 /**< elastic component modes that must be right */
  bool require_positive_energy; /**< these, and as many as have negative energy */
  size_t dense_most;            /**< more strains than these go to ARPACK; 0: a few hundred */
} hol_profile_request;

struct hol_space;

/** A member computed. {0} is empty; to be freed with hol_computed_clear(). */
typedef struct hol_computed {
  size_t rigid;                /**< rigid-body modes, which neither foundation nor tension resist */
  hol_line_mode rigid_mode[2]; /**< M-orthonormal: translation, then rotation (see hol_line_mode_at()) */
  size_t modes;                /**< elastic modes of the discretisation that are known, rising: all of them but the
                                      massless ones, or the leading ones where ARPACK found them */
  bool has_all;
  double *omega2; /**< [modes] rad²/s²; negative where compression exceeds buckling */
  size_t trusted; /**< the first of them, to which `error` applies: at least as many as requested */
  double error;   /**< relative: the most that ω² of these and compliances of ports changed at the last
                                      refinement, and the rounding to be reckoned with */
  size_t unknowns, elements;
  double *shape;           /**< [unknowns * modes] coefficients of the strains */
  struct hol_space *space; /**< the discretisation, see space.h */
} hol_computed;

/** Compute a member.
 *  @param[in]  profile   its context must outlive computed no longer than this call
 *  @param[out] computed  {0} on failure
 *  @return HOL_INVALID where a property is out of its range or not finite, there is no mass, or a kind of shear ends
 *          inside a piece; HOL_NUMERICAL if more modes are requested than rounding allows, or a mode of frequency 0
 *          under compression; HOL_INCOMPLETE if cancelled; HOL_MEMORY.
 *  Where a force acts at a sharp tip that cannot bear it nothing converges: `error` shows it. Not collective. */
HOL_MUST_CHECK hol_status hol_computed_build(const hol_profile *profile, const hol_profile_request *request,
                                             hol_computed *computed);
void hol_computed_clear(hol_computed *computed);

/** Integrals along a member, and its rigid-body modes. */
typedef struct hol_profile_sums {
  hol_profile_values total; /**< ∫ of each property dx */
  double first, second;     /**< ∫ m x dx, ∫ m x² dx */
  double lost; /**< after HOL_INVALID or HOL_NUMERICAL: ξ where there was no value, or too sudden a change */
} hol_profile_sums;
/** Integrate the properties. Cost: a hundred evaluations of the properties, more where they are not smooth.
 *  @return as hol_computed_build() */
HOL_MUST_CHECK hol_status hol_profile_integrate(const hol_profile *profile, hol_profile_sums *sums);
/** As hol_line_rigid_modes(). @param[out] mode  [2]
 *  @return as hol_computed_build(): HOL_NUMERICAL where compression leaves no component modes that could be computed */
HOL_MUST_CHECK hol_status hol_profile_rigid_modes(const hol_profile *profile, hol_line_mode mode[2], size_t *count);
/** Return the number of half waves in which compression would buckle a member in bending without joints: ∫ √(−T/EI)
 *  dx/π where T is negative. About as many of its component modes grow.
 *  @return as hol_profile_integrate() */
HOL_MUST_CHECK hol_status hol_profile_half_waves(const hol_profile *profile, double *waves);

/** Can a force (order 0) or moment (order 1) act at an end? Not where the stiffness falls off so fast towards it that
 *  the energy would have no limit: like the distance for a rod or a moment, like its cube for a force in bending. */
bool hol_profile_bears(const hol_profile *profile, int end, int order);

/** Is the member stable under its axial force at an end? With EI ~ c s^a and a compression p s^b at the distance s from
 *  it, slopes there satisfy (c s^a θ′)′ + p s^b θ = 0 at a buckling load: for a > b + 2, or a = b + 2 and p/c > ((a −
 *  1)/2)², they oscillate without end towards the tip, and there are growing motions of every wave length, without a
 *  fastest. [Euler's equation, θ = s^r: r(r + a − 1) + p/c = 0]. With shear no more than kGA may be carried. */
bool hol_profile_stands(const hol_profile *profile, int end);

/** Evaluate d^order X/dx^order of elastic mode k, of unit modal mass; order 0: displacement, 1: rotation of the section
 *  (bending) or u′, 2: curvature of bending ψ′. Of all elastic modes: value[modes]. Not collective. */
double hol_computed_mode_at(const hol_computed *computed, size_t mode, double x, int order);
HOL_MUST_CHECK hol_status hol_computed_modes_at(const hol_computed *computed, double x, int order, double *value);

/** Compute the static compliance Γ between ports, with rigid-body modes under inertia relief, as hol_line_static();
 *  order 0..2 at a. NAN if memory is out. Not collective. */
double hol_computed_static(const hol_computed *computed, hol_port a, hol_port b);

/** Compute residual flexibilities of ports after the first `kept` elastic modes: Γ_j = Σ_{k > kept} φφᵀ/ω^{2(j+1)},
 *  j = 0 .. orders − 1; without cancellation.
 *  @param[out] gamma  [orders][ports * ports] symmetric to the last bit. Not collective. */
HOL_MUST_CHECK hol_status hol_computed_residual_flexibility(const hol_computed *computed, const hol_port *port,
                                                            size_t ports, size_t kept, size_t orders, double *gamma);

/** Compute residual attachment vectors Γ_j, j < orders, after the first `kept` elastic modes, from ports to any place:
 *  hol_computed_products_at() evaluates Γ_j(x, p) from the vectors; as hol_computed_residual_flexibility() without
 *  cancellation.
 *  @param[out] vector  [orders][unknowns * ports]. Not collective.
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_computed_vectors(const hol_computed *computed, const hol_port *port, size_t ports,
                                               size_t kept, size_t orders, double *vector);
/** Evaluate the field at x of motions given by their coordinates, order as in hol_computed_mode_at().
 *  @param[in]  vector  [unknowns * count]
 *  @param[out] value   [count]. Not collective. */
HOL_MUST_CHECK hol_status hol_computed_products_at(const hol_computed *computed, double x, int order, size_t count,
                                                   const double *vector, double *value);

/** Compute static deflections of a computed member: exact for its discretisation, which must have been asked for these
 *  ports. Not collective.
 *  @return HOL_MEMORY, HOL_NUMERICAL; deflections is to be cleared in every case */
HOL_MUST_CHECK hol_status hol_computed_deflections(const hol_computed *computed, const hol_port *port, size_t ports,
                                                   hol_deflections *deflections);

/** Count elastic modes of the discretisation with ω² < λ, by inertia of K − λM (a Sturm count), element by element,
 *  independently of the modes found. λ must not be close to one of them, or to a frequency of the member's part before
 *  the end of an element, held there: a cantilever's come close to a free member's.
 *  @return HOL_NUMERICAL where digits are lost visibly. Not collective. */
HOL_MUST_CHECK hol_status hol_computed_count(const hol_computed *computed, double lambda, size_t *count);

#endif
