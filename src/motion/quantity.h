/* SPDX-License-Identifier: BSD-3-Clause */
/** @file quantity.h  Quantities of a motion by their names: "x", "x'", "reaction wire". Module `motion`. */
#ifndef MOTION_QUANTITY_H
#define MOTION_QUANTITY_H

#include "motion/system.h"

typedef enum {
  HOL_MOTION_POSITION,
  HOL_MOTION_SPEED,
  HOL_MOTION_ACCELERATION,
  HOL_MOTION_STATE,
  HOL_MOTION_OUTPUT,
  HOL_MOTION_ENERGY,
  HOL_MOTION_REACTION, /**< `reaction NAME` */
  HOL_MOTION_FORCE,    /**< `force NAME`: A' lambda on a coordinate */
  HOL_MOTION_CONTROL,  /**< `control NAME`, of a program */
  HOL_MOTION_FRICTION, /**< `friction NAME` */
  HOL_MOTION_EVENT,    /**< `event 0`: its time */
  HOL_MOTION_NO_QUANTITY
} hol_motion_quantity_kind;

/** A quantity; {.kind = HOL_MOTION_NO_QUANTITY} is none. */
typedef struct hol_motion_quantity {
  hol_motion_quantity_kind kind;
  size_t number; /**< of the coordinate, state, ... that it is of */
  hol_dimension dimension;
} hol_motion_quantity;

/** Find a quantity of a system by its name. Cost linear in the system. */
hol_motion_quantity hol_motion_quantity_named(const hol_motion_system *system, const char *name);

#endif
