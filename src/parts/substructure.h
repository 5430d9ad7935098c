/* SPDX-License-Identifier: BSD-3-Clause */
/** @file substructure.h  Substructures with component modes and residual flexibility: a motion of a member, a plate, a
 *  ring, an imported part.
 *
 *  Module `parts`. A substructure is a linear, undamped, self-adjoint body with *ports* (interface DOF). It enters the
 *  frequency determinant (theory §1 (2), §3) through
 *
 *      component modes      φ_pk   port p of component mode k; ω = 0 for the rigid-body modes, unit modal mass for all
 *      remainder      residual flexibility (MacNeal) of order j:
 *                     Γ_j = Σ_{elastic k > kept} φφᵀ/ω^{2(j+1)},   j = 0, 1, ...;
 *                     Γ_0 + Σ_{k ≤ kept} φφᵀ/ω² = Γ(0), the static compliance (under inertia relief where there are
 *                     rigid-body modes)
 *
 *  and nothing else. A class of substructures is a row of functions, NULL for what it cannot do, and an object they
 *  work on. */
#ifndef PARTS_SUBSTRUCTURE_H
#define PARTS_SUBSTRUCTURE_H

#include "base/cancellation.h"
#include "holonome/status.h"
#include "parts/law.h"

#include <stdbool.h>
#include <stddef.h>

/** An interface DOF, where a force may act on a substructure: of a member the displacement (0) or slope (1) at an arc
 *  length; of a part with points HOL_UX .. HOL_RZ along and about its own axes at one of them; from HOL_EVEN_FROM on,
 *  see there. */
typedef struct hol_port {
  double x;     /**< m */
  size_t point; /**< index into the points of the part */
  int component;
} hol_port;

/** Request for component modes. */
typedef struct hol_modes_request {
  const hol_port *port; /**< [ports], borrowed for the call */
  size_t ports;
  size_t modes;                 /**< elastic component modes that must be right; fewer where there are no more */
  bool require_positive_energy; /**< so many more that the last of them has positive energy: component modes come with
                            as many to be trusted. A class whose energies may be negative may leave it to the caller to
                            request again, but knows earlier how many it takes */
  bool only_rigid;  /**< rigid-body modes at the ports are all that is asked for: a class may leave out the rest */
  bool is_repeated; /**< one that differs a little from one that has been computed with the same request: its error is
                         known, and field() is not asked for forces. A class may spare itself both */
  const hol_cancellation *cancellation; /**< asked on the way; NULL: nobody. Borrowed for the call */
} hol_modes_request;

/** Component (own) modes of a substructure, see hol_component_modes_compute(). {0} is empty; to be freed with
 *  hol_component_modes_clear(). */
typedef struct hol_component_modes {
  size_t ports;          /**< as requested */
  size_t rigid;          /**< rigid-body modes, M-orthonormal */
  size_t modes;          /**< elastic modes known, rising */
  bool has_all;          /**< the substructure has no others */
  bool has_all_discrete; /**< its discretisation has no others: what they leave out has no mass */
  size_t trusted;        /**< the first of them, to which `error` applies: at least as many as requested */
  double error;   /**< relative: of ω² of these and of the compliances of ports; 0 where only rounding is left */
  double *omega2; /**< [modes] rad²/s²; negative where compression exceeds buckling */
  double *phi;    /**< [ports * (rigid + modes)] column-major, rigid ones first; m or rad per unit modal coordinate */
  size_t massless_count; /**< has_all: independent motions that have no mass; what can move in none of them follows the
                           modes */
  double *massless;      /**< [ports * light_count] column-major: these motions at the ports, of a size that compares
                      with phi */
  const struct hol_substructure_class *class;
  void *data; /**< what the class needs to go on from them */
} hol_component_modes;

/** A motion of a flexible part under forces on its ports. All borrowed. */
typedef struct hol_flexible_motion {
  const double *q;     /**< [rigid + modes] amplitudes of all modes known */
  const double *force; /**< [ports] */
  double lambda;       /**< rad²/s² */
  size_t orders;       /**< k */
} hol_flexible_motion;

/** Residual attachment shapes: deflections by the truncated modes of a substructure at any place. {0} is empty; `block`
 *  is to be freed with free(). */
typedef struct hol_residual_shapes {
  size_t orders; /**< Γ_j, j < orders */
  void *block;   /**< what the class makes of them; NULL: nothing is needed */
  size_t bytes;  /**< of it */
} hol_residual_shapes;

/** Static deflections Γ(x, i) under unit forces on ports i, with rigid-body modes under inertia relief, as factors of
 *  their energies:
 *  potential ½ aᵀΓ₀a with Γ₀ = HᵀJH, kinetic ½ ȧᵀΓ₁ȧ with Γ₁ = GᵀG - without forming Γ₀ or Γ₁, so that ports close
 *  together keep their digits. {0} is empty. */
typedef struct hol_deflections {
  size_t ports, strains, masses;
  double *H;    /**< [strains * ports] column-major */
  double *sign; /**< [strains] diagonal of J; −1 only where compression exceeds buckling */
  double *G;    /**< [masses * ports] */
} hol_deflections;
void hol_deflections_clear(hol_deflections *deflections);

/** A word of the description of a substructure, static text. Words are sorted by place, those of one place in order of
 *  appearance. */
typedef struct hol_word {
  int place;
  const char *text;
} hol_word;
enum { HOL_WORDS = 4, HOL_WORD_OTHER = 100 };

/** Foundation and geometric stiffness of a substructure, beside its own stiffness. */
typedef struct hol_added_stiffness {
  bool foundation, force;                 /**< is there a foundation, an axial force of either sign? */
  double foundation_digits, force_digits; /**< log10 of how many times as stiff as itself; −∞: not there */
  double half_waves;                      /**< about so many of its component modes grow under compression */
} hol_added_stiffness;

/** Most numbers that determine the relation of a segment of given length. */
enum { HOL_CACHE_KEY_MOST = 7 };

/** Inertia and smoothness of a line at one place. */
typedef struct hol_inertia {
  double mass, rotary;   /**< per length: kg/m and kg m; kg m and 0 of torsion */
  double max_wavenumber; /**< fields change no faster than e^{± sharp x} or waves of this number, 1/m, at the λ asked
                              for */
  double smooth_until;   /**< properties are smooth up to here: a share of the length */
} hol_inertia;

struct hol_damping; /* see parts/damping.h */
/** Most complex eigenvalues of one wave. */
enum { HOL_DAMPED_OWN_MOST = 4 };

/** A class of substructures; `of` is what they work on. None is collective; none prints. */
typedef struct hol_substructure_class {
  struct {
    size_t first,
        most;     /**< modes to begin with when it is not known yet how far they must reach; more than anyone needs */
    double power; /**< their number grows with λ to this power, about */
  } far;
  const char *theory; /**< static text for the result: "imported matrices", "Kirchhoff plates"; NULL: see words() */
  bool is_discrete;   /**< it is its matrices: exact means exact to them */
  bool may_grow;      /**< compression may take its energy below zero */
  bool residual_is_static; /**< Γ_0 of residual_field() is the whole static deflection, modes kept included: Γ(0) */
  /** Compute component modes, proved complete by a Sturm count that does not use them, and data for the other
   *  functions. Rigid-body modes are the same for every request.
   *  @param[in,out] modes  {.class} on entry; what has been put there is freed by the caller after a failure
   *  @return HOL_NUMERICAL where modes cannot be told apart from rounding, HOL_MEMORY, HOL_INVALID for a port that has
   *  no finite compliance (callers have excluded these by accepts_force()), HOL_INCOMPLETE if cancelled */
  hol_status (*component_modes)(const void *of, const hol_modes_request *request, hol_component_modes *modes);
  /** Residual flexibilities Γ_j, j < orders, after the first `kept` elastic modes, without cancellation where possible.
   *  @param[in]  kept   ≤ modes->modes
   *  @param[in]  above  where Γ_1, Γ_2, .. are sums that end: with a bound of what they leave out, for a lower bound of
   *                     frequencies
   *  @param[out] gamma  [orders][ports * ports], symmetric to the last bit */
  hol_status (*residual_flexibility)(const hol_component_modes *modes, size_t kept, size_t orders, bool above,
                                     double *gamma);
  /** Size of the terms whose difference Γ_0 of residual_flexibility() is: its rounding is ε times this. NULL: it is no
   *  such difference.
   *  @param[out] size  [ports * ports] */
  void (*residual_magnitude)(const hol_component_modes *modes, size_t kept, double *size);
  /** Static deflections; NULL: from Γ_0 and Γ_1 by their eigenvalues. To be cleared in every case. @return HOL_MEMORY,
   *  HOL_NUMERICAL */
  hol_status (*deflect)(const hol_component_modes *modes, hol_deflections *deflections);
  /** Field of the motion  Σ q_k X_k + Σ_{j<k} λ^j Γ_j(x) f  at a place, Γ_j over the modes that are not known: to be
   *  used after residual_flexibility(). Orders of which the class has no field are left out. NULL: by rows, see row().
   *  @param[in]  place  < samples of the part; from point_sample on, the points of the part
   *  @param[out] value  [6] displacement (m), rotation (rad) in the part's own axes; 0 where the part has none */
  hol_status (*field)(const hol_component_modes *modes, size_t place, const hol_flexible_motion *motion,
                      double value[6]);
  /** Rigid-body mode r, one of hol_component_modes.rigid, at any place. NULL: they are known at the ports only. */
  double (*rigid)(const void *of, size_t r, hol_port at);
  /** How much rigid-body mode r moves, of the order of its largest displacement, rotations times `length`. NULL with
   *  rigid(). */
  double (*rigid_size)(const void *of, size_t r, double length);
  /** The first `count` elastic modes at a place, its component 2 the curvature. @param[out] row  [count] */
  hol_status (*row)(const hol_component_modes *modes, hol_port at, size_t count, double *row);
  /** Prepare residual attachment shapes of all but the first `kept` elastic modes for residual_field().
   *  @param[in,out] later  orders set, else {0}; its block to be freed by the caller in every case */
  hol_status (*residual_shapes)(const hol_component_modes *modes, size_t kept, hol_residual_shapes *later);
  /** Γ_j from the ports to a place.
   *  @param[in]  terms  of sums of modes no more than so many, for an estimate; SIZE_MAX: all
   *  @param[out] row    [orders][ports] */
  hol_status (*residual_field)(const hol_component_modes *modes, const hol_residual_shapes *later, hol_port at,
                               size_t terms, double *row);
  /** The terms that energies are sums of, for their rounding: Σ|K_ij| x_i² and Σ|M_ij| x_i² of a unit of each
   *  rigid-body mode, of each kept elastic one, and of the deflections under a unit force at each port that the last
   *  residual_flexibility() has left. NULL, or false:
   *  they are sums without cancellation.
   *  @param[in]  gamma           Γ_0 of that
   *  @param[out] stiffness,mass  [rigid + kept + ports], zero before; J and kg m² */
  bool (*terms)(const hol_component_modes *modes, size_t kept, const double *gamma, double *stiffness, double *mass);
  /** Describe the theory in words. @return how many */
  size_t (*words)(const void *of, hol_word word[HOL_WORDS]);
  /** Characteristic eigenvalue of its own motions, ln λ (rad²/s²), by stiffness, mass and length. NULL: use its first
   *  mode.
   *  @param[in]  mass  ln of a mass (kg, kg m²) that stands in if it has none */
  double (*characteristic_eigenvalue)(const void *of, double mass);
  /** Foundation and geometric stiffness. NULL: there is neither. */
  hol_added_stiffness (*added_stiffness)(const void *of);
  /** Exact relation between two places of it at a distance h, in a given form (HOL_FORM_ANY: the best one). NULL: there
   *  is none.
   *  @return HOL_NUMERICAL at a pole, or where numbers are out of range */
  hol_status (*relation)(const void *of, double h, double lambda, hol_form form, bool slope, hol_relation *relation);
  /** Relative error of the relations of a segment, measured; NULL: rounding. */
  double (*error)(const void *of);
  /** The same of a damped one. @return HOL_INVALID where there is none; HOL_NUMERICAL. NULL: there is none at all */
  hol_status (*damped)(const void *of, double h, const hol_law *law, hol_form form, hol_damped_relation *relation);
  /** Poles of that in a form: own damped motions of the n-th wave, n from 0 (none need be there). NULL: they have no
   *  formula.
   *  @param[out] s  [HOL_DAMPED_OWN_MOST] @return HOL_INVALID where they have none */
  hol_status (*damped_own)(const void *of, double h, const struct hol_damping *damping, hol_form form, size_t n,
                           double complex *s, size_t *count);
  /** Right-hand side of the damped relation of this form for a load of one per length along port component 0, the same
   *  all along the segment: S v = b + end forces, and its derivative with respect to s. NULL with damped().
   *  @param[in]  weight  in place of one per length: its mass per length, as under an acceleration of one
   *  @param[out] b,db    [HOL_RELATION_MAX] @return HOL_NUMERICAL */
  hol_status (*damped_load)(const void *of, double h, const hol_law *law, hol_form form, bool weight, double complex *b,
                            double complex *db);
  /** Right-hand side of the relation at λ = 0 for a load along port component 0, the same all along the segment: S v =
   *  b + end forces. NULL with relation().
   *  @param[in]  relation  that at λ = 0
   *  @param[in]  weight    in place of one per length: its mass per length, as under an acceleration of one
   *  @param[out] b         [multipliers + ports] @return HOL_NUMERICAL */
  hol_status (*load)(const void *of, const hol_relation *relation, bool weight, double b[HOL_RELATION_MAX]);
  bool is_load_weight_alone; /**< load() is asked for weight only: no line load on such members */
  /** Cache key of relations, but for h and λ: the same numbers, the same relations.
   *  @param[out] trait 0 where there are fewer */
  void (*cache_key)(const void *of, double trait[HOL_CACHE_KEY_MOST]);
  /** Contributions of the waves of both ends at places in a segment, for segment_field().
   *  @param[in] x  [count] from its start, m */
  hol_relation_waves (*samples)(const void *of, const hol_relation *relation, size_t count, const double *x,
                                hol_relation_sample *place);
  /** The field there. @param[in] v  multipliers, then end ports @param[out] value,slope  [count] */
  void (*segment_field)(const hol_relation *relation, const hol_relation_waves *waves, size_t count,
                        const hol_relation_sample *place, const double *v, double *value, double *slope);
  /** Add the size of the terms whose differences the entries of a relation are where something resists
   *  added_stiffness(), as energies in a solution. */
  void (*rounding)(const void *of, const hol_relation *relation, const double *v, double *sum);
  /** Is a port fixed by an own end? NULL: none is. */
  bool (*is_fixed)(const void *of, hol_port port);
  /** Does this port accept a force (or moment), i.e. is its static compliance finite? NULL: at all. */
  bool (*accepts_force)(const void *of, hol_port port);
  /** Is it stable at an end (0, 1), or would it buckle there at every wave length? NULL: it is stable. */
  bool (*is_stable_end)(const void *of, int end);
  /** Does an axial force, anywhere in it, take its energy below zero, if it is large enough? NULL: there is none. */
  bool (*compressed)(const void *of);
  /** A bound of the wave numbers along it at λ, 1/m. NULL: it is no line. */
  double (*max_wavenumber)(const void *of, double lambda);
  /** NULL: it is no line. @param[in] xi  share of the length @return HOL_NUMERICAL */
  hol_status (*inertia)(const void *of, double xi, double lambda, hol_inertia *here);
  /** Are two the same, so that results for one apply to the other? NULL: compare the parts. */
  bool (*alike)(const void *a, const void *b);
  /** Free hol_component_modes.own, which is not NULL. */
  void (*clear)(void *own);
  void (*free)(void *of);
} hol_substructure_class;

/** Compute component modes by their class. @param[out] modes  {0} on failure @return as
 *  hol_substructure_class.component_modes */
HOL_MUST_CHECK hol_status hol_component_modes_compute(const hol_substructure_class *class, const void *of,
                                                      const hol_modes_request *request, hol_component_modes *modes);
/** Free everything, leave {0}. Idempotent. */
void hol_component_modes_clear(hol_component_modes *modes);

/** An object of a class, and its relation to its part. {0} is none. */
typedef struct hol_substructure {
  const hol_substructure_class *class;
  void *of;      /**< owned, see class->free */
  size_t motion; /**< which of its part's it is */
  size_t orders;
  const struct hol_direction *component; /**< [orders] what the ports at a station are; static */
  const unsigned *carried; /**< which of them there are at each point of the part, bit set; NULL: all, everywhere. Its
                                part's */
  size_t rigid;            /**< rigid-body modes, if class->rigid knows them anywhere */
  bool has_mass;
  bool is_modal;   /**< it enters by its component modes, not by relations of segments */
  bool is_stepped; /**< its segments are of different numbers: hol_motion_segment() */
  double digits;   /**< decimal exponent of λ of its own motions, rad²/s², as far from 0 as it gets, where
                        class->characteristic_eigenvalue does not tell; 0: not told */
} hol_substructure;

#endif
