/* SPDX-License-Identifier: BSD-3-Clause */
/** @file space.h  Rayleigh-Ritz discretisation of a motion of an arc by its strains. Internal to module `parts`.
 *
 *  Strains are polynomials on elements, orthonormal in the strain energy, so that the stiffness is the unit matrix;
 *  displacements are what strains before a place carry to it, hol_arc_carry(), integrated by Gauss's rule. Rigid
 *  motions stand apart exactly, nothing locks however thin the arc is. Between points where forces act the motion is as
 *  smooth as can be, so that errors fall with the degree faster than any power. Own frequencies are Ritz values, not
 *  below those of the arc. */
#ifndef PARTS_ARC_SPACE_H
#define PARTS_ARC_SPACE_H

#include "parts/arc/arc.h"
#include "parts/ritz.h"

/** Request for the modes of a motion. */
typedef struct hol_arc_request {
  hol_arc_plane plane;
  const hol_arc_part *part;
  const hol_port *port; /**< [ports] of this motion alone */
  size_t ports;
  bool has_places; /**< as rows after the ports: 3 components at every place of the part */
  double lambda;   /**< ω² up to which modes are to be right */
  size_t further;  /**< polynomials beyond those that this takes */
  size_t expected; /**< modes that there are below it */
} hol_arc_request;

/** Compute the whole discretised spectrum, with the rows of ports, then of places. Both to be cleared in every case.
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_arc_solve(const hol_arc_request *request, hol_ritz *ritz, hol_ritz_modes *modes);

#endif
