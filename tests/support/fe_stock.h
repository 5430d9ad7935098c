/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_stock.h  Numbers of a part from what is written: given directly, or by material and section. */
#ifndef HOLONOME_TESTS_FE_STOCK_H
#define HOLONOME_TESTS_FE_STOCK_H

#include "fe_model.h"

/** Index 0: bending in the local x-y plane (keys with _z), 1: in the local x-z plane (keys with _y). */
typedef struct fe_stock {
  real EA, GJ, EI[2];          /**< 0: not known */
  real mass, polar, rotary[2]; /**< per length */
  real shear[2];               /**< 0: none */
  real tension, foundation;
} fe_stock;

/** @return NULL, or what this solver does not know. */
const char *fe_stock_of(const hol_part *part, fe_stock *stock);

/** Cosine and sine of the angle about its axis from `up` to the principal axes that a member bends about. */
void fe_section_turn(const hol_part *part, real *c, real *s);

/** Mass and inertia (about the mass centre, global axes) of a body or disk.
 *  @param[in] along  axis of a disk that has none of its own */
void fe_body_of(const hol_part *part, bool is_disk, hol_freedoms freedoms, const real along[3], real *mass,
                real inertia[3][3]);

#endif
