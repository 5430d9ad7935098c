/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauss points of (0, 1): integrals of Lagrange polynomials, barycentric interpolation. */
#include "parts/graded/nodes.h"
#include "parts/profile/legendre.h"

#include <math.h>

enum { MOST = HOL_NODES_MORE };

/** Barycentric weights of points, scaled to at most 1. */
static void find_shares(size_t n, const long double *x, double *share)
{
  long double all[MOST + 2], most = 0;
  for (size_t i = 0; i < n; i++) {
    all[i] = 1;
    for (size_t j = 0; j < n; j++) {
      all[i] /= j == i ? 1 : x[i] - x[j];
    }
    most = fmaxl(most, fabsl(all[i]));
  }
  for (size_t i = 0; i < n; i++) {
    share[i] = (double)(all[i] / most);
  }
}

void hol_nodes_make(size_t n, hol_nodes *nodes)
{
  long double s[MOST], w[MOST], P[MOST][MOST + 1], x[MOST + 2];
  hol_gauss(n, s, w);
  *nodes = (hol_nodes){.n = n};
  x[0] = 0;
  x[n + 1] = 1;
  for (size_t i = 0; i < n; i++) {
    hol_legendre(n + 1, s[i], P[i]);
    x[i + 1] = (1 + s[i]) / 2;
    nodes->x[i] = (double)x[i + 1];
    nodes->weight[i] = (double)(w[i] / 2);
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t k = 0; k < n; k++) { /* l_j = Σ (k + ½) w_j P_k(s_j) P_k */
      nodes->legendre[k][j] = (double)(((long double)k + 0.5L) * w[j] * P[j][k]);
    }
    for (size_t i = 0; i < n; i++) { /* ∫P_k = (P_{k+1} − P_{k−1})/(2k + 1), ∫P_0 = P_1 + 1 */
      long double sum = w[j] / 2 * (P[i][1] + 1);
      for (size_t k = 1; k < n; k++) {
        sum += w[j] / 2 * P[j][k] * (P[i][k + 1] - P[i][k - 1]);
      }
      nodes->integral[i][j] = (double)(sum / 2);
    }
  }
  find_shares(n, x + 1, nodes->share);
  find_shares(n + 2, x, nodes->share_ends);
}

double hol_nodes_at(const hol_nodes *nodes, const double *value, double x)
{
  double above = 0, below = 0;
  for (size_t i = 0; i < nodes->n; i++) {
    double apart = x - nodes->x[i];
    if (!(apart < 0) && !(apart > 0)) {
      return value[i];
    }
    above += nodes->share[i] / apart * value[i];
    below += nodes->share[i] / apart;
  }
  return above / below;
}

void hol_nodes_shares(const hol_nodes *nodes, double x, double *share)
{
  size_t n = nodes->n + 2, hit = n;
  double below = 0;
  for (size_t i = 0; i < n; i++) {
    double apart = x - (i == 0 ? 0 : i + 1 == n ? 1 : nodes->x[i - 1]);
    hit = !(apart < 0) && !(apart > 0) ? i : hit;
    share[i] = nodes->share_ends[i] / apart;
    below += share[i];
  }
  for (size_t i = 0; i < n; i++) {
    share[i] = hit < n ? (i == hit ? 1 : 0) : share[i] / below;
  }
}

void hol_nodes_bounds(const hol_nodes *nodes, const double *value, double *least, double *most)
{
  double mean = 0, range = 0;
  for (size_t k = 0; k < nodes->n; k++) {
    double c = 0;
    for (size_t j = 0; j < nodes->n; j++) {
      c += nodes->legendre[k][j] * value[j];
    }
    mean = k == 0 ? c : mean;
    range += k == 0 ? 0 : fabs(c);
  }
  *least = mean - range;
  *most = mean + range;
}
