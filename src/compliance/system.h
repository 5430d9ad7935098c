/* SPDX-License-Identifier: BSD-3-Clause */
/** @file system.h  The frequency determinant: the matrix S(λ) of the general form and the count N(λ) behind it.
 *
 *  Unknowns: joint displacements w, reactions Λ of the ports, forces of springs, end quantities of exact segments, and
 *  - near a pole - the component modes q themselves (theory §2 (4), §6 (5)):
 *
 *      component modes near λ    q_k:   (ω_k² − λ) q_k − φ_kᵀΛ = 0                             (unit modal masses)
 *      a member's ports    Λ:    −φ q − α_rest(λ) Λ + T w = 0
 *      a spring            Λ:    −δ Λ + c·w = 0
 *      joints              w:     TᵀΛ + Σ cΛ − λ M w = 0
 *
 *  (with shared reactions, see reactions.h, those are further coordinates beside w)
 *
 *      N(λ) = n₋(S(λ)) + N₀,rest(λ) − m
 *
 *  with m multipliers and N₀,rest the own frequencies below λ of what has been eliminated. No entry of S has a pole
 *  near λ, and none is large because a member is stiff. */
#ifndef COMPLIANCE_SYSTEM_H
#define COMPLIANCE_SYSTEM_H

#include "base/dense.h"
#include "model/model.h"

#include <stdint.h>

/** A member in N component modes and residual flexibility, the quasistatic remainder (theory (2)). */
typedef struct hol_modal {
  const hol_member *member;
  size_t ports, first_unknown; /**< Λ of port i is unknown first_unknown + i */
  size_t *port;                /**< [ports − reactions] index into member->port */
  size_t modes, rigid;         /**< all kept modes; the first `rigid` have ω = 0 */
  double *omega2;              /**< [modes + 1] rad²/s², 0 of the rigid ones; the last is the cut-off */
  double *phi;                 /**< [ports * modes] port values, column-major */
  double *flexibility; /**< [order][ports * ports] Γ_j = Σ_left out φφᵀ/ω^{2(j+1)}, j < order, Γ_0 = R ≥ 0; those that
                                     are sums which end from above in the lower bound */
  double *magnitude; /**< [ports * ports] size of the terms whose difference R is: its rounding is ε times this;
                                     NULL: R is not such a difference */
  double *terms;     /**< [modes + ports] size of the terms in the elastic energies of the modes, then of the residual
                                     flexibility under a force at each port; [modes + ports] the same of kinetic
                                     energies at λ = 1. NULL:
                                     no such differences */
  size_t order;      /**< blocks of the residual flexibility */
  double cutoff;     /**< ω² of the first mode that is not kept, rad²/s² */
  double *force;     /**< joint reactions as coordinates: forces on the ports that the modes are static deflections
                                     under, [(ports − reactions) * modes] column-major; NULL: component modes */
  size_t reactions;  /**< the last of the ports: not displacements but amplitudes of such forces */
  double *idle;      /**< [(ports − reactions) * idle_count] column-major: forces that deflect nothing */
  size_t idle_count;
  size_t *reaction_port; /**< [reactions] the port that the force acts on */
  hol_sparse *reaction;  /**< [reactions] what it is, over all coordinates */
  hol_component_modes
      *component_modes; /**< where modes and compliances come from; NULL: joint reactions are coordinates, and there are
                             no ports */
  size_t requested;     /**< modes that were requested for when they were computed; 0: they were not */
  bool is_borrowed;     /**< own belongs to an earlier member just like this one, or to another system */
  bool is_shared; /**< omega2, phi, remainder, magnitude and terms are another's: of `alike`, or of the system that this
                      one is like */
  const struct hol_modal *alike; /**< that earlier one, where it is of this system. NULL: there is none */
} hol_modal;

/** A spring among parallel ones, those that the same motions segment: they are one spring as long as nothing else
 *  distinguishes them. With rows t_i c and compliances δ_i, c that of the first, forces Λ_i = (t_i/δ_i) δ Λ, 1/δ =
 *  Σ t_i²/δ_i, leave of them
 *
 *      −δ Λ + c·w = 0
 *
 *  and forces in equilibrium with each other, which are zero: −1 on the diagonal stands for each of them, a multiplier
 *  as before. Apart they would be nearly dependent equations where all are stiff, whose sum of signs is rounding. Plain
 *  data. */
typedef struct hol_parallel {
  size_t first;      /**< spring that stands for all; itself if it is that one, or alone */
  double compliance; /**< of the first: δ */
  double fraction;   /**< (t_i/δ_i) δ; 1 if it is alone */
} hol_parallel;

/** An exact segment of a member between two of its stations. */
typedef struct hol_segment {
  const hol_member *member;
  size_t station; /**< the first of the two */
  double length;
  size_t multipliers, first_unknown;
  bool is_difference; /**< its relation is, of what resists beside its stiffness: hol_substructure_class.rounding */
  size_t alike;       /**< segments of the same line and length have the same number */
} hol_segment;

/** Highest order of the residual flexibility. */
enum { HOL_ORDER_MAX = 16 };

/** Which bound the system yields in `modes` (theory §3); EXACT and UPPER are the plain determinant. */
typedef enum { HOL_BOUND_UPPER, HOL_BOUND_LOWER } hol_bound;

typedef struct hol_system {
  const hol_model *model;
  const struct hol_system
      *like; /**< system of the same model and modes from which what is computed is borrowed, or NULL */
  const struct hol_system
      *near; /**< system of a problem that differs in numbers only, or NULL: what is computed is borrowed
                                     from it where parts are the same, and computed to the same extent where not */
  struct hol_system
      *before; /**< while it is built, a system of the same model in other modes, or NULL: this one takes over what is
                                     computed */
  hol_bound bound;
  bool by_reactions;  /**< joint reactions are generalised coordinates, see reactions.h */
  size_t coordinates; /**< joint displacements w of the model, then shared reactions r */
  size_t modes;       /**< N, when the model is not exact */
  size_t order;       /**< k ≥ 1: the residual flexibility is Σ_{j<k} λ^j Γ_j */
  hol_modal *modal;
  size_t modal_count;
  hol_segment *segment;
  size_t segment_count;
  size_t *example;
  size_t example_count;          /**< [example_count] one segment of each kind that are alike */
  size_t spring_unknown;         /**< first unknown of the springs */
  struct hol_parallel *parallel; /**< [model->spring_count] */
  size_t *idle;
  size_t idle_count;       /**< coordinates that only a port without force touches: w = 0 stands for them */
  size_t fixed;            /**< unknowns without the q near λ */
  size_t multipliers;      /**< m */
  double cutoff;           /**< least cutoff of all members, INFINITY if nothing is cut off */
  double remainder_cutoff; /**< least cutoff of members with ports */
  double trust;   /**< λ up to which computed members are right in an exact model, INFINITY if there are none */
  bool is_joined; /**< relations of segments are joined of pieces: their entries have more rounding than closed forms */
  double error;   /**< of computed members: the largest relative error of ω² and Γ that they state */
  size_t finite_roots; /**< number of natural frequencies of the system; SIZE_MAX: no end */
} hol_system;

/** Where a component mode is kept as unknown. */
typedef struct hol_kept {
  size_t modal, mode;
} hol_kept;

/** One contribution to S and S′ in the lower triangle (row ≥ column); contributions to one place add up. Places are
 *  short: a large structure has more entries than a cache holds. */
typedef struct hol_entry {
  uint32_t row, column;
  double value, derivative;
} hol_entry;

/** S and S′ among the ports of a part that has more than HOL_DENSE_LARGE of them: dense, and the same for parts
 *  alike. */
typedef struct hol_port_block {
  size_t modal;
  size_t first, size; /**< unknowns first .. first + size − 1 */
  size_t like;        /**< the first block with these numbers, itself if there is none before */
  size_t at; /**< where in hol_matrix.dense its numbers are: the lower triangle of S, column after column, then that of
               S′ */
} hol_port_block;

/** Find a component mode in a list; NULL if it is not there. @param[in] kept [count] by member, then by mode */
const hol_kept *hol_kept_find(const hol_kept *kept, size_t count, size_t modal, size_t mode);

/** Which component modes are unknowns, and which forms the segments have. */
typedef struct hol_pattern {
  const hol_kept *kept; /**< [kept_count] by member, then by mode; borrowed */
  size_t kept_count;
  const struct hol_system *system; /**< whose segments have the forms that they have in `matrix`; both borrowed */
  const struct hol_matrix *matrix;
} hol_pattern;

/** An elastic component mode that is eliminated: its φ at the ports, and 1/(ω² − λ). */
typedef struct hol_far {
  const double *phi;
  double gap;
} hol_far;

/** S(λ) at one λ as a list of contributions. {0} is empty; reused. */
typedef struct hol_matrix {
  double lambda, as; /**< λ, and the λ for which modes are kept and forms chosen */
  size_t n;          /**< unknowns: fixed, then kept */
  hol_kept *kept;    /**< [kept_count] by member, then by mode */
  size_t kept_count, kept_capacity;
  hol_far *far; /**< [far_capacity] of one member while it is added */
  size_t far_capacity;
  const hol_pattern *pattern; /**< prescribed while it is filled; otherwise NULL */
  hol_relation *relation;     /**< [example_count] each computed once for all segments alike: hol_relation_of */
  size_t relation_capacity;
  size_t below;       /**< N₀,rest */
  uint64_t signature; /**< tells which modes are kept and which forms the segments have: a hash */
  hol_entry *entry; /**< in an order that depends on λ only through the forms and the kept modes; not those of blocks */
  size_t entry_count, entry_capacity;
  size_t segments[2];    /**< entries of segments are from the first of these to before the second */
  hol_port_block *block; /**< [block_count] rising */
  size_t block_count, block_capacity;
  double *dense; /**< [dense_count] */
  size_t dense_count, dense_capacity;
  const struct hol_system
      *spread; /**< blocks are no numbers, but asked of its parts where they are applied, and `like`, `at` mean
                                     nothing; NULL: they are. Borrowed */
} hol_matrix;

/** All entries of a matrix one after the other, those of blocks, too. {.matrix = ...} begins. */
typedef struct hol_entries {
  const hol_matrix *matrix;
  size_t next, block, row, column;
} hol_entries;
/** Take the next entry. @return false: there are no more */
bool hol_entries_next(hol_entries *all, hol_entry *entry);
/** Return the number of entries. */
size_t hol_entries_count(const hol_matrix *matrix);
/** y += factor A x, with A the blocks of S, or of S′ (derivative). @param[in] number  place of an unknown in x and y,
 *  one after the other for each block; NULL: its own number */
void hol_matrix_apply_blocks(const hol_matrix *matrix, bool derivative, double factor, const uint32_t *number,
                             const double *x, double *y);

/** Build the system with N modes and a residual flexibility of order k (theory §3): α lies between Σ_{j<k} λ^j Γ_j and
 *  that plus λ^k Γ_{k−1}/(λ_c − λ) added to the kept modes, for 0 < λ < λ_c. @return HOL_MEMORY, HOL_NUMERICAL
 *  (component modes not found). Not collective. */
HOL_MUST_CHECK hol_status hol_system_build(const hol_model *model, size_t modes, size_t order, hol_bound bound,
                                           hol_system *system);
/** Build the system of the lower bound beside that of the upper one, with the same modes and order. What is computed is
 *  borrowed from `upper`, which must not be cleared before the last use of `lower`. */
HOL_MUST_CHECK hol_status hol_system_build_lower(const hol_system *upper, hol_system *lower);
/** Build the system of a problem that differs from another in numbers only, with the same modes and order. What is
 *  borrowed must not be cleared before the last use. */
HOL_MUST_CHECK hol_status hol_system_build_near(const hol_system *other, const hol_model *model, hol_system *system);
/** Rebuild a system with other modes, of another order, or right up to another reach, for the same model: component
 *  modes that serve again are kept, others are computed on from those that are there. Nothing may have been borrowed
 *  from the system, which is to be cleared in every case. */
HOL_MUST_CHECK hol_status hol_system_renew(size_t modes, size_t order, hol_system *system);
void hol_system_clear(hol_system *system);
/** Fill a modal whose component modes are computed: its ports are chosen already. In an exact model all modes that are
 *  known are kept, right up to model->reach; system->trust and error take account of it. @return HOL_NUMERICAL,
 *  HOL_MEMORY, HOL_INCOMPLETE */
HOL_MUST_CHECK hol_status hol_modal_component_modes(hol_system *system, hol_modal *modal, size_t N);
/** Fill only modal->own: what static compliances need, before there are reactions. */
HOL_MUST_CHECK hol_status hol_modal_static_modes(hol_system *system, hol_modal *modal);
/** Is its field computed in all components at once, at the places of a part, and not row by row along a line? */
bool hol_modal_has_field(const hol_modal *modal);
/** Return the number k of residual terms of the modes left out: those of the residual flexibility, or 1 where joint
 *  reactions are coordinates. */
size_t hol_modal_orders(const hol_modal *modal);
/** Prepare the residual attachment shapes Γ_j(x) of a part. In N component modes and a residual flexibility of order k
 *  (theory §3) it moves under the forces Λ on its ports as
 *
 *      X(x) = Σ_{σ ≤ N} X_σ φ_σᵀΛ/(ω_σ² − λ) + Σ_{j<k} λ^j Γ_j(x)Λ,      Γ_j(x) = Σ_{σ > N} X_σ(x) φ_σᵀ/ω_σ^{2(j+1)}
 *
 *  and only with all these terms does it reach its joints where the solution has them. This is for the Γ_j(x).
 *  @param[out] later  its block to be freed by the caller in every case */
HOL_MUST_CHECK hol_status hol_modal_residual_shapes(const hol_modal *modal, hol_residual_shapes *later);
/** Return the ports of a modal in the form that its class takes: [ports − reactions], NULL if memory is out; the caller
 *  frees. */
hol_port *hol_modal_line_ports(const hol_modal *modal);
/** Return port i of a modal as a row over the coordinates. */
const hol_sparse *hol_modal_row(const hol_modal *modal, size_t i);
/** Compute the static stiffness of a segment from a station to the next between its end ports, [ports²]. */
HOL_MUST_CHECK hol_status hol_segment_stiffness(const hol_member *member, size_t station,
                                                double K[HOL_RELATION_MAX * HOL_RELATION_MAX]);
/** Compute finite_roots where all parts have finitely many modes: the rank of the mass in all motions that are
 *  possible. With P the combinations of a part's ports that are zero in whatever follows no kept mode (modes left out,
 *  motions without mass), i.e. the null space of its residual flexibility, P (φ q − T w) = 0 are equations on q and w.
 *  The motions (q, w) that fulfil them are modes + coordinates − rank(Pφ, PT), those of them without mass coordinates −
 *  rank(PT, masses); the difference is
 *
 *      modes − rank Pφ − rank(P₀T) + rank(PT, masses),      P₀ those of P with P₀φ = 0
 *
 *  For an unknown residual flexibility (there are modes beyond those computed) P is empty. */
HOL_MUST_CHECK hol_status hol_system_count_roots(hol_system *system);
void hol_matrix_clear(hol_matrix *matrix);

/** Assemble S(λ), and S′(λ) in the same form if `derivative`. Cost O(entries). */
HOL_MUST_CHECK hol_status hol_system_matrix(const hol_system *system, double lambda, bool derivative,
                                            hol_matrix *matrix);
/** Return the force of a spring in the solution v. */
double hol_spring_force(const hol_system *system, size_t spring, const double *v);
/** Return the relation of a segment in a matrix. */
static inline const hol_relation *hol_relation_of(const hol_system *system, const hol_matrix *matrix, size_t segment)
{
  return &matrix->relation[system->segment[segment].alike];
}
/** Assemble S(λ), and S′(λ) if `derivative`, with the kept modes and forms that belong to another λ close by, so that
 *  its null vectors fit. */
HOL_MUST_CHECK hol_status hol_system_matrix_as(const hol_system *system, double lambda, double as, bool derivative,
                                               hol_matrix *matrix);
/** Assemble the same with S′, but without the entries of segments, whose relations are there: compliance/forces.h adds
 *  them to products. To be applied only, not factorised nor listed: blocks are no numbers where that costs more than
 *  what is made of them. */
HOL_MUST_CHECK hol_status hol_system_matrix_rest(const hol_system *system, double lambda, double as,
                                                 hol_matrix *matrix);
/** Drop the entries of segments, which are most of a large structure: the latter matrix from the former. */
void hol_matrix_drop_segments(hol_matrix *matrix);
/** Assemble S(λ), without S′, in a prescribed pattern: that of a system with the same unknowns and other numbers, so
 *  that both can be compared entry by entry. @return HOL_NUMERICAL too where a mode of the pattern does not exist */
HOL_MUST_CHECK hol_status hol_system_matrix_like(const hol_system *system, double lambda, const hol_pattern *pattern,
                                                 hol_matrix *matrix);
/** Factorise S(λ). Cost n³/3. */
HOL_MUST_CHECK hol_status hol_matrix_factorise(const hol_matrix *matrix, hol_factor *factor);
/** y = S x (derivative false) or S′ x; with `magnitude` |S| |x| instead. */
void hol_matrix_apply(const hol_matrix *matrix, bool derivative, bool magnitude, const double *x, double *y);
/** y = S x, size = |S| |x| and slope = |S′| |x|, each as hol_matrix_apply() has it to the last bit. Entries are read
 *  once. */
void hol_matrix_apply_sizes(const hol_matrix *matrix, const double *x, double *y, double *size, double *slope);
/** Return the energy of the terms whose sum the compliances of a part in component modes are, each by its size,
 *
 *      Σ_ij |Λ_i| |Λ_j| (Σ_j |f_j Γ_j| + Σ_{k not kept} |φ_i φ_j / (ω_k² − λ)|):
 *
 *  above the first component modes these cancel, and rounding of S is ε times this, not ε times what is left (Higham,
 *  Accuracy and Stability of Numerical Algorithms, 2nd ed., §4.2: sums). m²/N·N²; cost ports² (modes + orders). */
double hol_modal_terms(const hol_system *system, const hol_matrix *matrix, size_t modal, const double *v);
/** Compute N(λ) from the number of negative eigenvalues of S(λ).
 *  @return HOL_NUMERICAL if it comes out below zero: compliances contradict each other, and no count of this matrix is
 *                        worth anything */
HOL_MUST_CHECK hol_status hol_system_count(const hol_system *system, const hol_matrix *matrix, size_t negative,
                                           size_t *count);

/** Return the amplitude of component mode k of a member in the solution v: an unknown, or φᵀΛ/(ω² − λ). */
double hol_modal_amplitude(const hol_system *system, const hol_matrix *matrix, size_t modal, size_t mode,
                           const double *v);
/** Compute the end quantities of a segment (multipliers, ports) in the solution v. */
void hol_segment_solution(const hol_system *system, size_t segment, const hol_relation *relation, const double *v,
                          double local[HOL_RELATION_MAX]);

#endif
