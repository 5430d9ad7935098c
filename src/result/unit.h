/* SPDX-License-Identifier: BSD-3-Clause */
/** @file unit.h  Frequency units of tables. */
#ifndef RESULT_UNIT_H
#define RESULT_UNIT_H

#include "holonome/solve.h"

enum { HOL_UNITS = HOL_UNIT_RADIANS + 1 };

/** "Hz", "rpm", "rad/s", by hol_frequency_unit. */
extern const char *const hol_unit_name[HOL_UNITS];
/** Convert a circular frequency, rad/s, to this unit. */
double hol_unit_of(hol_frequency_unit unit, double omega);

#endif
