/* SPDX-License-Identifier: BSD-3-Clause */
/* Tick values of linear and logarithmic axes, and short numbers as tick labels. */
#include "report/plot/axes.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

size_t hol_axis_marks(double low, double high, size_t about, double *mark)
{
  static const double factor[] = {1, 2, 5, 10};
  double span = high - low;
  if (!(span > 0) || !isfinite(span)) {
    mark[0] = low;
    return 1;
  }
  double rough = span / (double)about, power = pow(10, floor(log10(rough))), step = 10 * power;
  for (size_t i = 4; i > 0; i--) {
    step = factor[i - 1] * power >= rough ? factor[i - 1] * power : step;
  }
  size_t count = 0;
  for (double k = ceil(low / step - 1e-9); count < HOL_MARKS && k * step <= high + 1e-9 * span; k++) {
    mark[count++] = k * step;
  }
  return count;
}

size_t hol_axis_decades(double low, double high, double *mark)
{
  if (!(low > 0) || !isfinite(high)) {
    return 0;
  }
  int first = (int)floor(log10(low)), last = (int)ceil(log10(high));
  int step = last - first > 8 ? (last - first + 7) / 8 : 1;
  size_t count = 0;
  for (int k = first; k <= last; k += step) {
    static const double front[] = {1, 2, 5};
    for (size_t i = 0; i < (last - first <= 2 ? 3 : 1); i++) {
      double value = front[i] * pow(10, k);
      if (value >= low && value <= high && count < HOL_MARKS) {
        mark[count++] = value;
      }
    }
  }
  return count;
}

/** Zeros behind the point, and the point if nothing is left behind it. */
static void strip(char *number)
{
  if (strchr(number, '.')) {
    size_t size = strlen(number);
    while (number[size - 1] == '0') {
      size--;
    }
    number[number[size - 1] == '.' ? size - 1 : size] = '\0';
  }
}

void hol_axis_short(double x, int digits, char *cell)
{
  double size = fabs(x);
  if (x == 0 || !isfinite(x)) {
    (void)snprintf(cell, HOL_SHORT, x == 0 ? "0" : "unknown");
    return;
  }
  if (size >= 1e-4 && size < 1e6) {
    int before = (int)floor(log10(size)) + 1, after = digits > before ? digits - before : 0;
    (void)snprintf(cell, HOL_SHORT, "%.*f", after, x);
    strip(cell);
    return;
  }
  char scientific[HOL_SHORT];
  (void)snprintf(scientific, sizeof scientific, "%.*e", digits - 1, x);
  char *power = strchr(scientific, 'e');
  int exponent = 0;
  (void)sscanf(power + 1, "%d", &exponent);
  *power = '\0';
  strip(scientific);
  (void)snprintf(cell, HOL_SHORT, "%.20se%d", scientific, exponent);
}
