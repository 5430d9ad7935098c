/* SPDX-License-Identifier: BSD-3-Clause */
/* Truncation bound of a response by N component modes per part: ε of a part, κ and norms of Woodbury’s identity. */
#include "response/disc.h"
#include <float.h>
#include <math.h>

double hol_disc_higher(double complex lambda, double next, double complex g, size_t order)
{
  if (!isfinite(next)) {
    return 0;
  }
  double distance = creal(lambda) <= next ? cabs(next - lambda) : fabs(cimag(lambda)), power = 1;
  for (size_t k = 0; k < order; k++) {
    power *= cabs(lambda);
  }
  return distance > 0 ? power / (cabs(g) * distance) : HUGE_VAL;
}

double hol_disc_norm(const hol_disc_block *block, size_t blocks, const double complex *x)
{
  double sum = 0, size = 0;
  size_t most = 0;
  for (size_t b = 0; b < blocks; b++) {
    size_t m = block[b].ports;
    most = m > most ? m : most;
    for (size_t i = 0; i < m * m; i++) {
      double both = creal(conj(x[block[b].first + i / m]) * x[block[b].first + i % m]);
      double terms = block[b].terms ? block[b].terms[i] : block[b].rest[i];
      sum += block[b].epsilon * block[b].rest[i] * both;
      size += fabs(block[b].epsilon * terms * both);
    }
  }
  return sqrt(fmax(0, sum) + (double)(2 * most + blocks + 8) * DBL_EPSILON * size); /* whatever was rounded */
}

/** (R̄ G)_ij. @param[in] i  of the block */
static double complex product(const hol_disc_block *block, size_t ports, const double complex *G, size_t i, size_t j)
{
  double complex sum = 0;
  for (size_t k = 0; k < block->ports; k++) {
    sum += block->epsilon * block->rest[i * block->ports + k] * G[(block->first + k) * ports + j];
  }
  return sum;
}

double hol_disc_kappa(const hol_disc_block *block, size_t blocks, size_t ports, const double complex *G,
                      const double complex *transposed)
{
  double sum = 0, size = 0;
  for (size_t a = 0; a < blocks; a++) {
    for (size_t b = 0; b < blocks; b++) {
      for (size_t i = 0; i < block[a].ports; i++) {
        for (size_t j = 0; j < block[b].ports; j++) {
          double complex one = product(&block[a], ports, transposed, i, block[b].first + j),
                         other = product(&block[b], ports, G, j, block[a].first + i);
          sum += creal(conj(one) * other);
          size += cabs(one) * cabs(other);
        }
      }
    }
  }
  return sqrt(fmax(0, sum) + (double)(4 * ports + 8) * DBL_EPSILON * size);
}
