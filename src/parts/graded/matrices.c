/* SPDX-License-Identifier: BSD-3-Clause */
/* The matrices of a piece as series: put together power by power, compared. */
#include "parts/graded/series.h"

#include <math.h>

void hol_power_series_put(hol_power_series *m, size_t j, size_t column, const double end[4])
{
  size_t k = m->orders, c = column % k;
  for (size_t i = 0; i < k; i++) {
    double *to = column < k ? m->C[j] : m->D[j];
    to[i + k * c] = end[2 + i];
    if (column >= k) {
      m->B[j][i + k * c] = end[i];
    }
  }
}

static double size_of(const double *a, size_t n)
{
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    most = fmax(most, fabs(a[i]));
  }
  return most;
}

/** The rigid part exactly, where nothing acts on a piece at rest. */
void hol_power_series_finish(hol_power_series *m, bool coupled)
{
  size_t n = m->orders * m->orders;
  static const double rigid[2][4] = {{1}, {1, -1, 0, 1}};
  for (size_t i = 0; i < m->orders * m->orders; i++) {
    m->D[0][i] = coupled ? m->D[0][i] - rigid[m->orders - 1][i] : 0;
    m->C[0][i] = coupled ? m->C[0][i] : 0;
  }
  for (m->terms = HOL_SERIES_TERMS; m->terms > 1; m->terms--) {
    size_t j = m->terms - 1;
    if (size_of(m->B[j], n) + size_of(m->C[j], n) + size_of(m->D[j], n) > 0) {
      break;
    }
  }
}

double hol_power_series_apart(const hol_power_series *a, const hol_power_series *b)
{
  size_t n = a->orders * a->orders;
  double apart[3] = {0}, size[3] = {0, 0, 1};
  for (size_t j = 0; j < HOL_SERIES_TERMS; j++) {
    const double *one[3] = {a->B[j], a->C[j], a->D[j]}, *two[3] = {b->B[j], b->C[j], b->D[j]};
    for (int m = 0; m < 3; m++) {
      double most = 0;
      for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(one[m][i] - two[m][i]));
      }
      apart[m] += most;
      size[m] = fmax(size[m], size_of(one[m], n));
    }
  }
  double worst = 0;
  for (int m = 0; m < 3; m++) {
    worst = fmax(worst, size[m] > 0 ? apart[m] / size[m] : 0);
  }
  return worst;
}
