/* SPDX-License-Identifier: BSD-3-Clause */
/** @file radial.h  Rayleigh-Ritz discretisation along the radius of one family of nodal diameters of a round plate, by
 *  elements of high degree. Internal to module `parts`. */
#ifndef PARTS_PLATE_RADIAL_H
#define PARTS_PLATE_RADIAL_H

#include "parts/plate/round.h"
#include "parts/ritz.h"

/** A functional of the family: f, or at a hub of n = 1 the tilt f′. */
typedef struct hol_radial_channel {
  double r;
  bool is_hub; /**< of n = 0: f, of n = 1: f′, else nothing */
} hol_radial_channel;

/** Request for the discretisation. */
typedef struct hol_radial_request {
  double n; /**< nodal diameters: 0, 1 or real ≥ 2 (the compliances are smooth in n) */
  const hol_radial_channel *channel;
  size_t channels;
  double wave;   /**< wave number up to which motions are to be resolved, 1/m */
  size_t degree; /**< 3 .. HOL_RADIAL_DEGREE */
} hol_radial_request;

enum { HOL_RADIAL_DEGREE = 24 };

/** The family; {0} is empty. The ports of `ritz` are the channels; it is reduced. */
typedef struct hol_radial {
  double n;
  size_t elements, degree;
  double *node;   /**< [elements + 1] */
  size_t *column; /**< [freedoms] elastic unknown of a freedom, or SIZE_MAX: held */
  double *factor; /**< [freedoms] freedom per unknown */
  hol_ritz ritz;
} hol_radial;

HOL_MUST_CHECK hol_status hol_radial_build(const hol_round_plate *plate, const hol_radial_request *request,
                                           hol_radial *radial);
void hol_radial_clear(hol_radial *radial);

/** Evaluate f, f′ and f/r (at the centre its limit, f′ for n = 1) at r of the motion with these unknowns, see
 *  hol_ritz_unknowns(). */
void hol_radial_at(const hol_radial *radial, const double *y, double r, double value[3]);

#endif
