/* SPDX-License-Identifier: BSD-3-Clause */
/* Green's function of a round plate by nodal diameters in closed form, and the sum over the high ones. */
#include "parts/plate/green.h"
#include "base/complex.h"
#include "parts/profile/legendre.h"

#include <assert.h>
#include <math.h>

/** c (r/unit)^m. */
typedef struct power {
  double c, m, unit;
} power;

/** w, w′, M_r/−D and V_r/−D of a power at r. */
static void stresses(const hol_round_plate *plate, double n, power p, double r, double value[4])
{
  double m = p.m, w = p.c * pow(r / p.unit, m), nu = plate->nu, curl = m * m - n * n;
  value[0] = w;
  value[1] = m * w / r;
  value[2] = (m * (m - 1) + nu * (m - n * n)) * w / (r * r);
  value[3] = (curl * (m - 2) - (1 - nu) * n * n * (m - 1)) * w / (r * r * r);
}

/** The two conditions at an edge: indices into those four. */
static void conditions(hol_plate_edge edge, size_t which[2])
{
  which[0] = edge == HOL_EDGE_FREE ? 2 : 0;
  which[1] = edge == HOL_EDGE_CLAMPED ? 1 : edge == HOL_EDGE_FREE ? 3 : 2;
}

/** The unbounded plate, on the side of r. */
static void unbounded(double D, double n, double s, bool is_outside, power p[2])
{
  double unit = 1 / (8 * M_PI * D);
  double m = is_outside ? -n : n, outer = unit * s * s / (n * (n - 1)), inner = -unit * s * s / (n * (n + 1));
  /* outside: r²/(n(n−1)) (s/r)ⁿ − s²/(n(n+1)) (s/r)ⁿ; inside with s and r changed over */
  p[0] = is_outside ? (power){outer, m + 2, s} : (power){outer, m, s};
  p[1] = is_outside ? (power){inner, m, s} : (power){inner, m + 2, s};
}

/** Gauss with pivoting; rows have a size of their own. */
static void solve_coefficients(size_t n, double A[4][5])
{
  for (size_t i = 0; i < n; i++) {
    double size = 0;
    for (size_t j = 0; j < n; j++) {
      size = fmax(size, fabs(A[i][j]));
    }
    for (size_t j = 0; j <= n; j++) {
      A[i][j] /= size;
    }
  }
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < n; i++) {
      best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
    }
    for (size_t j = 0; j <= n; j++) {
      double kept = A[k][j];
      A[k][j] = A[best][j];
      A[best][j] = kept;
    }
    for (size_t i = 0; i < n; i++) {
      double factor = i == k ? 0 : A[i][k] / A[k][k];
      for (size_t j = k; j <= n && i != k; j++) {
        A[i][j] -= factor * A[k][j];
      }
    }
  }
  for (size_t k = 0; k < n; k++) {
    A[k][n] /= A[k][k];
  }
}

/** Contribution of the edges: up to four powers; those of one edge as rⁿ and rⁿ⁺² − rⁿ, which are not alike. */
static size_t correction(const hol_round_plate *plate, double n, double s, power p[8])
{
  double R = plate->radius, a = plate->inner, A[4][5] = {{0}};
  size_t count = a > 0 ? 4 : 2;
  const power none = {0, 0, 1};
  power base[4][2] = {{{1, n, R}, none}, {{1, n + 2, R}, {-1, n, R}}, {{1, -n, a}, none}, {{1, 2 - n, a}, {-1, -n, a}}};
  for (size_t edge = 0; edge < count / 2; edge++) {
    size_t which[2];
    power source[2];
    conditions(edge == 0 ? plate->rim : plate->has_hub ? HOL_EDGE_CLAMPED : HOL_EDGE_FREE, which);
    unbounded(plate->D, n, s, edge == 0, source);
    double r = edge == 0 ? R : a, value[4];
    for (size_t row = 0; row < 2; row++) {
      for (size_t k = 0; k < 2; k++) {
        stresses(plate, n, source[k], r, value);
        A[2 * edge + row][count] -= value[which[row]];
        for (size_t j = 0; j < count; j++) {
          if (base[j][k].c != 0) {
            stresses(plate, n, base[j][k], r, value);
            A[2 * edge + row][j] += value[which[row]];
          }
        }
      }
    }
  }
  solve_coefficients(count, A);
  for (size_t j = 0; j < count; j++) {
    for (size_t k = 0; k < 2; k++) {
      p[2 * j + k] = base[j][k];
      p[2 * j + k].c *= A[j][count];
    }
  }
  return 2 * count;
}

static void add_powers(const power *p, size_t count, double r, double value[2])
{
  for (size_t k = 0; k < count; k++) {
    if (p[k].c != 0) {
      double w = p[k].c * pow(r / p[k].unit, p[k].m);
      value[0] += w;
      value[1] += r > 0 ? p[k].m * w / r : 0;
    }
  }
}

void hol_round_green(const hol_round_plate *plate, double n, double s, double r, double value[2])
{
  assert(n >= 2);
  power p[8];
  value[0] = value[1] = 0;
  if (s == 0 || r == 0) {
    return;
  }
  add_powers(p, correction(plate, n, s, p), r, value);
  unbounded(plate->D, n, s, r >= s, p);
  add_powers(p, 2, r, value);
}

/** Σ_{n > last} of the unbounded plate: all of it less the first ones. */
static void unbounded_tail(const hol_round_plate *plate, size_t last, double s, double r, double phi, double value[3])
{
  double R = plate->radius, unit = R * R / (16 * M_PI * plate->D), big = fmax(r, s) / R, small = fmin(r, s) / R;
  double q = small / big, x = r / R, y = s / R;
  double square = (x - y) * (x - y) + 4 * x * y * sin(0.5 * phi) * sin(0.5 * phi);
  double logarithm = square > 0 ? log(square) : 0, slope = square > 0 ? logarithm + 1 : 0;
  double f = square * logarithm - ((x * x + y * y) * 2 * log(big) + 2 * small * small);
  double sign = r >= s ? 1 : 0; /* derivatives of ln r_> and the like */
  double df =
      2 * (x - y * cos(phi)) * slope - (4 * x * log(big) + sign * 2 * (x * x + y * y) / big + (1 - sign) * 4 * small);
  double dphi = 2 * x * y * sin(phi) * slope;
  for (size_t k = 1; k <= last; k++) {
    double n = (double)k, c = cos(n * phi), g, dg, fall = pow(q, n);
    if (k == 1) {
      g = -2 * q * (x * x + y * y) - 4 * x * y * log(big) + x * y * q * q;
      dg = sign * (-2 * y + 2 * y * y * y / (x * x) - 4 * y * log(x) - 4 * y - y * y * y / (x * x)) +
           (1 - sign) * (-6 * x * x / y - 2 * y - 4 * y * log(y) + 3 * x * x / y);
    } else {
      double outer = 2 / (n * (n - 1)), inner = 2 / (n * (n + 1));
      g = fall * (outer * big * big - inner * small * small);
      dg = x > 0 ? sign * fall / x * ((2 - n) * outer * x * x + n * inner * y * y) +
                       (1 - sign) * fall / x * (n * outer * y * y - (n + 2) * inner * x * x)
                 : 0;
    }
    f -= g * c;
    df -= dg * c;
    dphi += n * g * sin(n * phi);
  }
  value[0] = unit * f;
  value[1] = unit / R * df;
  value[2] = unit * dphi;
}

/** Contribution of the edges to one n, without the unbounded plate. */
static double complex edge_term(const hol_round_plate *plate, double n, double s, double r)
{
  power p[8];
  double value[2] = {0, 0};
  add_powers(p, correction(plate, n, s, p), r, value);
  return hol_complex(value[0], value[1]);
}

/** ∫ h dn from `first` on, in ln n, up to where nothing is left; h may fall like a power and, of points a little off
 *  the rim, exponentially from some n on. @param[in] points  of Gauss' quadrature on each octave */
static double integral_from(const hol_round_plate *plate, double first, double s, double r, size_t points)
{
  enum { POINTS_MOST = 16, OCTAVES = 60 };
  long double at[POINTS_MOST], weight[POINTS_MOST];
  double octave = log(2);
  double sum = 0;
  hol_gauss(points, at, weight);
  for (size_t k = 0; k < OCTAVES; k++) {
    double part = 0;
    for (size_t q = 0; q < points; q++) {
      double n = first * exp(octave * ((double)k + 0.5 * (1 + (double)at[q])));
      part += 0.5 * octave * (double)weight[q] * n * creal(edge_term(plate, n, s, r));
    }
    sum += part;
    if (fabs(part) <= 1e-18 * fabs(sum)) {
      break;
    }
  }
  return sum;
}

/** Σ_{n ≥ first} h(n) by Euler's and Maclaurin's formula. @param[out] error  of it */
static double sum_smooth(const hol_round_plate *plate, double first, double s, double r, double *error)
{
  double h = creal(edge_term(plate, first, s, r)), slope = 0;
  for (int k = -1; k <= 1; k += 2) {
    slope += k * 0.5 * creal(edge_term(plate, first + k, s, r));
  }
  double area = integral_from(plate, first, s, r, 16);
  *error = fabs(area - integral_from(plate, first, s, r, 12)) + fabs(h) / (first * first * first);
  return area + 0.5 * h - slope / 12;
}

/** Σ_{n ≥ first} h(n) e^{inφ}, h smooth in n: by differences where the phase turns, else as if it did not. */
static double sum_from(const hol_round_plate *plate, double first, double s, double r, double phi, double value[3])
{
  double complex z = hol_complex(cos(phi), sin(phi)), h[4];
  double gap = cabs(1 - z);
  if (first * gap > 40) {
    for (size_t k = 0; k < 4; k++) {
      h[k] = edge_term(plate, first + (double)k, s, r);
    }
    double w[2] = {0, 0};
    double complex unit = hol_complex(cos(first * phi), sin(first * phi)) / (1 - z), turn = unit;
    for (size_t k = 0; k < 4; k++) { /* Δ^k h(first) z^k/(1 − z)^{k+1} */
      w[0] += creal(h[0]) * creal(turn);
      w[1] += cimag(h[0]) * creal(turn);
      for (size_t j = 0; j + 1 < 4 - k; j++) {
        h[j] = h[j + 1] - h[j];
      }
      turn *= z / (1 - z);
    }
    value[0] += w[0];
    value[1] += w[1];
    return fabs(w[0]) * pow(3 / (first * gap), 3);
  }
  double error, sum = sum_smooth(plate, first, s, r, &error);
  value[0] += sum;
  return error + fabs(sum) * fmin(1, first * phi * first * phi);
}

/** Terms to be summed one by one: a few thousand, or until they have fallen off where the points are near an edge and
 *  so near to each other that phases turn slowly. */
static size_t terms_until_small(const hol_round_plate *plate, double s, double r, double phi)
{
  static const double least = 4096, most = 65536;
  if (phi == 0 || least * fabs(phi) > 400) {
    return (size_t)least;
  }
  double outer = r * s / (plate->radius * plate->radius), inner = plate->inner * plate->inner / (r * s);
  double ratio = fmax(outer, inner), needed = ratio < 1 ? -45 / log(ratio) : least;
  return (size_t)fmax(least, fmin(needed, most));
}

double hol_round_green_tail(const hol_round_plate *plate, size_t last, double s, double r, double phi, double value[3])
{
  value[0] = value[1] = value[2] = 0;
  if (s == 0 || r == 0) {
    return 0;
  }
  phi = fabs(remainder(phi, 2 * M_PI)) * (remainder(phi, 2 * M_PI) < 0 ? -1 : 1);
  unbounded_tail(plate, last, s, r, phi, value);
  double size = plate->radius * plate->radius / (16 * M_PI * plate->D), edge[3] = {0};
  size_t n = last + 1, small = 0, most = terms_until_small(plate, s, r, phi);
  for (; n <= most + last && small < 3; n++) {
    double complex h = edge_term(plate, (double)n, s, r);
    edge[0] += creal(h) * cos((double)n * phi);
    edge[1] += cimag(h) * cos((double)n * phi);
    edge[2] -= creal(h) * (double)n * sin((double)n * phi);
    small = fabs(creal(h)) < 1e-18 * size ? small + 1 : 0;
  }
  double left = small < 3 ? sum_from(plate, (double)n, s, r, fabs(phi), edge) : 0;
  for (size_t k = 0; k < 3; k++) {
    value[k] += edge[k];
  }
  return left;
}
