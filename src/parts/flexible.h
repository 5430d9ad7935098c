/** @file flexible.h  Parts with ports anywhere: imported matrices, plates, rings.
 *
 *  Room `parts`. A flexible part is a linear, undamped, self-adjoint body with *ports*: the displacement along one of its own
 *  axes, or the rotation about it, at one of its points. It enters the frequency determinant (theory §1 (2), §3) through
 *
 *      own modes      φ_pk   port p of mode k; ω = 0 for the rigid-body modes, unit modal mass for all
 *      remainder      Γ_j = Σ_{elastic k > kept} φφᵀ/ω^{2(j+1)},   j = 0, 1, ...; Γ_0 + Σ_{k ≤ kept} φφᵀ/ω² = Γ(0), the static
 *                     compliance (under inertia relief where there are rigid-body modes)
 *
 *  and nothing else. A kind of such parts is a table of functions (hol_flexible_class) and an object they work on. */
#ifndef PARTS_FLEXIBLE_H
#define PARTS_FLEXIBLE_H

#include "base/patience.h"
#include "holonome/problem.h"
#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** A component at a point of the part, in the part's own axes. */
typedef struct hol_flexible_port {
  size_t point; /**< index into the points of the part */
  int freedom;  /**< HOL_UX .. HOL_RZ along and about its own axes; from HOL_EVEN_FROM on, see there */
} hol_flexible_port;

/** As freedom of a port, HOL_EVEN_FROM + i: the combination hol_flexible.even at its point less that at point i. */
enum { HOL_EVEN_FROM = HOL_FREEDOM_COUNT };

/** What is wanted of the computation of own modes. */
typedef struct hol_flexible_wish {
  const hol_flexible_port *port; /**< [ports], borrowed for the call */
  size_t ports;
  size_t modes;     /**< elastic own modes that must be right; fewer where the part has no more */
  bool only_rigid;  /**< rigid-body modes at the ports are all that is asked for: a kind may leave out the rest */
  bool is_repeated; /**< a part that differs a little from one that has been computed with the same wish: its error is
                                       known, and field() is not asked for forces. A kind may spare itself both */
  const hol_patience *patience; /**< asked on the way; NULL: nobody. Borrowed for the call */
} hol_flexible_wish;

/** Own modes of a flexible part. {0} is empty; to be freed with hol_own_modes_clear(). */
typedef struct hol_own_modes {
  size_t ports;   /**< as wished */
  size_t rigid;   /**< rigid-body modes, M-orthonormal */
  size_t modes;   /**< elastic modes known, rising */
  bool has_all;   /**< the part has no others */
  size_t trusted; /**< the first of them, to which `error` applies: at least as many as wished */
  double error;   /**< relative: of ω² of these and of the compliances of ports; 0 where only rounding is left */
  double *omega2; /**< [modes] rad²/s² */
  double *phi;    /**< [ports * (rigid + modes)] column-major, rigid ones first; m or rad per unit modal coordinate */
  size_t light_count; /**< has_all: independent motions that have no mass; what can move in none of them follows the modes */
  double *light; /**< [ports * light_count] column-major: these motions at the ports, of a size that compares with phi */
  const struct hol_flexible_class *kind;
  void *own; /**< what the kind needs for remainder() and field() */
} hol_own_modes;

/** A motion of a flexible part under forces on its ports. All borrowed. */
typedef struct hol_flexible_motion {
  const double *q;     /**< [rigid + modes] amplitudes of all modes known */
  const double *force; /**< [ports] */
  double lambda;       /**< rad²/s² */
  size_t orders;       /**< k */
} hol_flexible_motion;

/** A kind of flexible part. `part` is what hol_piece.flexible holds. None is collective; none prints. */
typedef struct hol_flexible_class {
  /** Compute own modes, proved complete by a count that does not use them, and what remainder() needs.
   *  @param[out] modes  {0} on failure
   *  @return HOL_NUMERICAL where modes cannot be told apart from rounding, HOL_MEMORY, HOL_INVALID for a port that has no
   *  finite compliance (callers have excluded these by bears()), HOL_INCOMPLETE if patience ended */
  hol_status (*compute)(const void *part, const hol_flexible_wish *wish, hol_own_modes *modes);
  /** Γ_j, j < orders, after the first `kept` elastic modes, without cancellation where possible.
   *  @param[in]  kept   ≤ modes->modes
   *  @param[out] gamma  [orders][ports * ports], symmetric to the last bit */
  hol_status (*remainder)(const hol_own_modes *modes, size_t kept, size_t orders, double *gamma);
  /** Field of the motion  Σ q_k X_k + Σ_{j<k} λ^j Γ_j(x) f  at a place, Γ_j over the modes that are not known: to be used after
   *  remainder(). Orders of which the kind has no field are left out.
   *  @param[in]  place  < samples of the part; from point_place on, the points of the part
   *  @param[out] value  [6] displacement (m), rotation (rad) in the part's own axes; 0 where the part has none */
  hol_status (*field)(const hol_own_modes *modes, size_t place, const hol_flexible_motion *motion, double value[6]);
  void (*clear)(hol_own_modes *modes);
  /** The terms that energies are sums of, for their rounding: Σ|K_ij| x_i² and Σ|M_ij| x_i² of a unit of each rigid-body mode, of each
   *  kept elastic one, and of the deflections under a unit force at each port that the last remainder() has left. NULL: they are
   *  sums without cancellation.
   *  @param[out] stiffness,mass  [rigid + kept + ports], zero before; J and kg m² */
  void (*terms)(const hol_own_modes *modes, size_t kept, double *stiffness, double *mass);
  /** Can a force (or moment) act at this port, i.e. is its static compliance finite? */
  bool (*bears)(const void *part, hol_flexible_port port);
  void (*free)(void *part);
} hol_flexible_class;

/** The flexible body of a part: hol_piece.flexible. From hol_alloc(), as all it owns: see hol_flexible_free() of resolve.h.
 *
 *  Rigid-body modes must not depend on the wish: computed again, for other ports or more modes, they are the same.
 *  Two points that could be told apart by no port (the same components at the same place) must be refused by the kind: their
 *  displacements would be equal by nature, and constraints between them redundant unseen. */
typedef struct hol_flexible {
  const hol_flexible_class *kind;
  const char *theory; /**< static text for the result: "imported matrices", "Kirchhoff plates" */
  bool is_discrete;   /**< it is its matrices: exact means exact to them */
  void *part;         /**< owned; what the functions of the kind work on */
  size_t points;
  double (*at)[3]; /**< [points] coordinates in the part's own axes, m; owned */
  hol_freedoms *freedoms; /**< [points] components that the part carries there; the others are neither shared nor resisted; owned */
  hol_freedoms frame; /**< components in own axes with which it moves as a rigid body, at all points alike, none of them carried by
                                 its modes: ux, uy and rz of a plate that is rigid in its plane; 0: none. Its mass and centre count */
  bool frame_held; /**< these are held */
  size_t *leader; /**< [points] 1 + the point that it moves with as one rigid body, in all components carried; 0: none; NULL: all 0.
                               Owned. The structure gets this as rows, and such a point is no port */
  double (*even)[HOL_FREEDOM_COUNT]; /**< [points] a combination of components of each point, in own axes and carried there, one rotation
                               at least among them, that differs little from point to point, or not at all: compliances of the
                               components themselves would be singular or near it at every frequency. At all points but one it
                               takes the place of a rotation: its difference from that of the first point. NULL: none. Owned */
  const char *even_name; /**< the differences are 0, and rows of the structure with this name (static text): "own twist". NULL: they
                               are ports, see HOL_EVEN_FROM */
  size_t loose; /**< independent motions with neither stiffness nor mass. The part's modes and compliances are those with some stiffness in
                               them; the structure gets them as coordinates beside, which all points follow */
  double (*loose_at)[HOL_FREEDOM_COUNT]; /**< [samples * loose] components of each sample in each of them, in own axes; of the order of 1 as
                               lengths. Owned */
  double *loose_terms; /**< [2 * loose] the terms that their energies are sums of, as in terms(): by K, then by M. Owned */
  size_t samples;      /**< places where shapes are sampled, at least one */
  double (*sample)[3];  /**< [samples] coordinates in the part's own axes, m; owned */
  bool is_circle;       /**< samples lie evenly on a circle round the centre, and fields are as smooth as they */
  size_t point_place;   /**< the place at which field() has the first point; the others follow */
  double mass;          /**< kg */
  double centre[3];     /**< m, own axes */
  double inertia[3][3]; /**< kg m² about the centre, own axes */
} hol_flexible;

#endif
