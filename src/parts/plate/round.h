/* SPDX-License-Identifier: BSD-3-Clause */
/** @file round.h  Circular and annular Kirchhoff plates. Internal to module `parts`.
 *
 *  Transverse motion w(r, θ) = Σ f(r) cos nθ, g(r) sin nθ: the families of n nodal diameters are independent of each
 *  other. Strain energy, κ_r = f″, κ_θ = f′/r − n² f/r², κ_rθ = n (f/r)′:
 *
 *      U = D/2 ∫∫ [ (1+ν)/2 (κ_r + κ_θ)² + (1−ν)/2 (κ_r − κ_θ)² + 2(1−ν) κ_rθ² ] r dr dθ
 *
 *  Own axes: origin at the centre, z normal to the plate. The plate may be carried at a rigid hub without mass that
 *  fills the inner circle: f = const there for n = 0, f = r f′ for n = 1, f = f′ = 0 for n ≥ 2. */
#ifndef PARTS_PLATE_ROUND_H
#define PARTS_PLATE_ROUND_H

#include "parts/plate/written.h"
#include "parts/sites.h"

/** Points nearer than this share of a plate's size coincide. */
static const double hol_touching = 1e-9;
/** A point outside by less than this share of the size of a plate is on its rim: coordinates are often written with six
 *  digits. */
static const double hol_on_rim = 1e-6;

typedef struct hol_round_plate {
  double radius, inner; /**< m; inner = 0: a full plate */
  bool has_hub;         /**< needs inner > 0; otherwise the inner edge is free */
  hol_plate_edge rim;
  double D, nu; /**< bending stiffness E h³/12(1−ν²), N m; Poisson's ratio, |ν| < 1 */
  double mass;  /**< ρh, kg/m² */
} hol_round_plate;

/** Type of hol_sites.part of a round plate; {0} but for the plate is one without points. From hol_alloc(). */
typedef struct hol_round_part {
  hol_round_plate plate;
  size_t points;
  double (*at)[2]; /**< [points] r, θ; owned */
  bool *is_hub;    /**< [points] owned */
  size_t places;
  double (*place)[2]; /**< [places] r, θ of samples, then of points; owned */
} hol_round_part;

/** The class of round plates; static storage. Ports: uz at points off the held edges; uz, rx, ry at the hub. */
const hol_substructure_class *hol_round_class(void);

#endif
