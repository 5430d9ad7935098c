/* SPDX-License-Identifier: BSD-3-Clause */
/** @file axes.h  Ticks of axes at round numbers, and short tick labels. */
#ifndef REPORT_PLOT_AXES_H
#define REPORT_PLOT_AXES_H

#include <stddef.h>

enum { HOL_MARKS = 24, HOL_SHORT = 32 };

/** Compute about `about` round numbers from `low` to `high`. @param[out] mark  [HOL_MARKS] @return how many */
size_t hol_axis_marks(double low, double high, size_t about, double *mark);
/** Compute powers of ten between two positive numbers; if they are few, also twice and five times these. */
size_t hol_axis_decades(double low, double high, double *mark);
/** Print a number with so many digits, without trailing zeros. @param[out] cell  [HOL_SHORT] */
void hol_axis_short(double x, int digits, char *cell);

#endif
