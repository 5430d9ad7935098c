/** @file axes.h  Round marks of axes, and short numbers for them. */
#ifndef REPORT_PLOT_AXES_H
#define REPORT_PLOT_AXES_H

#include <stddef.h>

enum { HOL_MARKS = 24, HOL_SHORT = 32 };

/** Round numbers from `low` to `high`, about so many. @param[out] mark  [HOL_MARKS] @return how many */
size_t hol_axis_marks(double low, double high, size_t about, double *mark);
/** Powers of ten between two positive numbers; where they are few, twice and five times them as well. */
size_t hol_axis_decades(double low, double high, double *mark);
/** So many digits, without zeros at the end. @param[out] cell  [HOL_SHORT] */
void hol_axis_short(double x, int digits, char *cell);

#endif
