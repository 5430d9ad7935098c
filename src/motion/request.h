/* SPDX-License-Identifier: BSD-3-Clause */
/** @file request.h  A motion as the problem file asks for it: the system, the times, what is expected. Module
 *  `motion`. */
#ifndef MOTION_REQUEST_H
#define MOTION_REQUEST_H

#include "holonome/problem.h"
#include "motion/system.h"

/** One entry of `expect`: a quantity of the motion at a time. */
typedef struct hol_motion_expected {
  char *quantity; /**< "x", "x'", "reaction wire", "force y", "energy", "event 0", the name of an output; owned */
  double at;      /**< time; NAN: of an event */
  double value;
  double within; /**< largest difference, absolute; NAN: rtol of the entry */
} hol_motion_expected;

/** What the keys `motion` of a file and of its `analysis` ask for. */
typedef struct hol_motion_wanted {
  hol_motion_system system;
  hol_motion_request request;
  bool has_system, has_request;
} hol_motion_wanted;

/** Is the system one in named coordinates, of the key `motion` at the top of the file? Else it is made of the parts. */
static inline bool hol_motion_is_text(const hol_motion_wanted *wanted)
{
  return wanted->system.place.line > 0;
}

#endif
