/* SPDX-License-Identifier: BSD-3-Clause */
/* Statistics of samples: mean, standard deviation, extremes and quantiles of frequencies and outputs. */
#include "base/memory.h"
#include "base/vector.h"
#include "sweep/assemble.h"
#include "sweep/describe.h"

#include <math.h>
#include <stdlib.h>

const double hol_sweep_probability[HOL_SWEEP_QUANTILES] = {0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975};

/** Between order statistics, (n - 1) p from the first: exact at the least and the greatest. */
static double quantile(const double *sorted, size_t n, double p)
{
  double at = p * (double)(n - 1);
  size_t k = (size_t)at;
  return k + 1 < n ? sorted[k] + (at - (double)k) * (sorted[k + 1] - sorted[k]) : sorted[n - 1];
}

/** Statistics of n numbers, which are put in order. Sums are taken of the ordered numbers, so that they do not depend
 * on the order in which samples came. */
static hol_sweep_statistics statistics_of(double *x, size_t n)
{
  hol_sweep_statistics s = {.count = n, .mean = nan(""), .deviation = nan(""), .least = nan(""), .greatest = nan("")};
  for (size_t q = 0; q < HOL_SWEEP_QUANTILES; q++) {
    s.quantile[q] = nan("");
  }
  if (n == 0) {
    return s;
  }
  hol_sort(n, x);
  double shift = x[n / 2], sum = 0, square = 0;
  for (size_t i = 0; i < n; i++) {
    sum += x[i] - shift;
  }
  s.mean = shift + sum / (double)n;
  for (size_t i = 0; i < n; i++) {
    square += (x[i] - s.mean) * (x[i] - s.mean);
  }
  s.deviation = n > 1 ? sqrt(square / (double)(n - 1)) : nan("");
  s.least = x[0];
  s.greatest = x[n - 1];
  for (size_t q = 0; q < HOL_SWEEP_QUANTILES; q++) {
    s.quantile[q] = quantile(x, n, hol_sweep_probability[q]);
  }
  return s;
}

hol_status hol_sweep_take_statistics(hol_sweep *sweep)
{
  double *x = hol_alloc(sweep->points, sizeof *x);
  sweep->statistics = hol_alloc(sweep->columns, sizeof *sweep->statistics);
  hol_status status = x && sweep->statistics ? HOL_OK : HOL_MEMORY;
  for (size_t c = 0; c < sweep->columns && status == HOL_OK; c++) {
    size_t n = 0;
    for (size_t p = 0; p < sweep->points; p++) {
      double omega = sweep->omega[p * sweep->columns + c];
      if (!isnan(omega) && !(sweep->growth[p * sweep->columns + c] > 0)) {
        x[n++] = omega;
      }
    }
    sweep->statistics[c] = statistics_of(x, n);
  }
  sweep->output_statistics = hol_alloc(sweep->outputs, sizeof *sweep->output_statistics);
  status = sweep->output_statistics ? status : HOL_MEMORY;
  for (size_t o = 0; o < sweep->outputs && status == HOL_OK; o++) {
    size_t n = 0;
    for (size_t p = 0; p < sweep->points; p++) {
      double value = sweep->output_value[p * sweep->outputs + o];
      if (!isnan(value)) {
        x[n++] = value;
      }
    }
    sweep->output_statistics[o] = statistics_of(x, n);
  }
  free(x);
  return status;
}
