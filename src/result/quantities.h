/* SPDX-License-Identifier: BSD-3-Clause */
/** @file quantities.h  Quantities that several analyses share. */
#ifndef RESULT_QUANTITIES_H
#define RESULT_QUANTITIES_H

#include "result/quantity.h"

extern const hol_quantity hol_quantity_file;       /**< of the problem, as named by the user */
extern const hol_quantity hol_quantity_compliance; /**< which one, in words */
extern const hol_quantity hol_quantity_complete;   /**< all is proved */
extern const hol_quantity hol_quantity_timing;     /**< the only part of a result that differs between runs */

#endif
