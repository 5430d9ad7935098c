#include "response/disc.h"
#include <float.h>
#include <math.h>

double hol_disc_higher(double complex lambda, double next, double complex g)
{
  if (!isfinite(next)) {
    return 0;
  }
  double distance = creal(lambda) <= next ? cabs(next - lambda) : fabs(cimag(lambda));
  return distance > 0 ? cabs(lambda) / (cabs(g) * distance) : HUGE_VAL;
}

/** xᴴ R̄ x. */
static double energy(size_t m, const double *rest, const double complex *x)
{
  double sum = 0, size = 0;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++) {
      double one = rest[i * m + j] * creal(conj(x[i]) * x[j]);
      sum += one;
      size += fabs(one);
    }
  }
  return fmax(0, sum) + (double)(2 * m + 8) * DBL_EPSILON * size; /* from above, whatever was rounded */
}

/** (R̄ A⁻¹)_ij. */
static double complex product(size_t m, size_t c, const double *rest, const double complex *inverse, size_t i, size_t j)
{
  const double *row = rest + (m - c + i) * m + (m - c);
  double complex sum = 0;
  for (size_t k = 0; k < c; k++) {
    sum += row[k] * inverse[k * c + j];
  }
  return sum;
}

double hol_disc_radius(size_t m, size_t c, const double *rest, const double complex *inverse,
                       const double complex *receiver, const double complex *driver)
{
  double sum = 0, size = 0;
  for (size_t i = 0; i < c; i++) {
    for (size_t j = 0; j < c; j++) {
      double complex one = product(m, c, rest, inverse, i, j), other = product(m, c, rest, inverse, j, i);
      sum += creal(conj(one) * other);
      size += cabs(one) * cabs(other);
    }
  }
  double kappa = sqrt(fmax(0, sum) + (double)(4 * c + 8) * DBL_EPSILON * size);
  return kappa < 1 ? sqrt(energy(m, rest, receiver)) * sqrt(energy(m, rest, driver)) / (1 - kappa) : HUGE_VAL;
}
