#include "response/transfer.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

hol_status hol_transfer_start(hol_transfer *t, size_t modes)
{
  t->pole = hol_alloc(2 * modes, sizeof *t->pole);
  t->residue = hol_alloc(2 * modes, sizeof *t->residue);
  t->poles = 0;
  return t->pole && t->residue ? HOL_OK : HOL_MEMORY;
}

void hol_transfer_clear(hol_transfer *t)
{
  free(t->pole);
  free(t->residue);
  *t = (hol_transfer){.rest = 0};
}

void hol_transfer_add(hol_transfer *t, double a, double b, double c, double lambda)
{
  if (lambda == 0) {
    t->pole[t->poles] = -c;
    t->residue[t->poles++] = a;
    return;
  }
  static const double same = 1e-7;
  c = fabs(c * c / 4 - lambda) < same * lambda ? c * (1 + same) : c;
  double complex root = csqrt(c * c / 4 - lambda), far = -c / 2 - root,
                 near = creal(root) > 0 ? lambda / far : -c / 2 + root;
  t->pole[t->poles] = near;
  t->residue[t->poles++] = (a * near + b) / (near - far);
  t->pole[t->poles] = far;
  t->residue[t->poles++] = -(a * far + b) / (near - far);
}

double complex hol_transfer_at(const hol_transfer *t, double complex s)
{
  double complex sum = t->rest;
  for (size_t p = 0; p < t->poles; p++) {
    sum += t->residue[p] / (s - t->pole[p]);
  }
  return sum;
}

double hol_transfer_square(const hol_transfer *t, const double omega[2], const double G[2])
{
  double slope = (G[1] - G[0]) / (omega[1] - omega[0]), constant = G[0] - slope * omega[0];
  double complex sum = t->rest * t->rest * (G[0] + G[1]) / 2 * (omega[1] - omega[0]);
  for (size_t p = 0; p < t->poles; p++) {
    double complex z = -t->pole[p], plus[2], minus[2];
    for (size_t i = 0; i < 2; i++) {
      plus[i] = clog(z + hol_complex(0, omega[i]));
      minus[i] = clog(z - hol_complex(0, omega[i]));
    }
    double complex turn = (plus[1] - plus[0] - minus[1] + minus[0]) / (hol_complex(0, 2) * z);
    double complex grow = (plus[1] - plus[0] + minus[1] - minus[0]) / 2;
    sum += 2 * t->residue[p] * z * hol_transfer_at(t, z) * (constant * turn + slope * grow);
  }
  return creal(sum);
}

double hol_transfer_whole(const hol_transfer *t)
{
  double complex sum = 0;
  for (size_t p = 0; p < t->poles; p++) {
    sum += M_PI * t->residue[p] * (hol_transfer_at(t, -t->pole[p]) - t->rest);
  }
  return creal(sum);
}
