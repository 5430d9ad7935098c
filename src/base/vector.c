/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorting of numbers, and orthonormal axes along a given direction. */
#include "base/vector.h"

#include <stdlib.h>

/** Directions are taken for parallel where the sine between them is no larger. */
static const double parallel = 1e-10;

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void hol_sort(size_t n, double *a)
{
  qsort(a, n, sizeof *a, compare);
}

/** ey = unit component of `up` normal to ex; false if there is none. */
static bool local_y(const double up[3], const double ex[3], double ey[3])
{
  double scale = hol_length(up), y[3];
  if (!(scale > 0)) {
    return false;
  }
  double along = hol_dot(3, up, ex) / scale;
  for (int i = 0; i < 3; i++) {
    y[i] = up[i] / scale - along * ex[i];
  }
  double size = hol_length(y);
  for (int i = 0; i < 3; i++) {
    ey[i] = y[i] / size;
  }
  return size > parallel;
}

bool hol_axes_along(const double along[3], const double *up, double axis[3][3])
{
  const double upright[3] = {-along[1], along[0], 0}, y[3] = {0, 1, 0};
  for (int i = 0; i < 3; i++) {
    axis[0][i] = along[i];
  }
  if (!local_y(up ? up : hol_length(upright) > parallel ? upright : y, along, axis[1])) {
    return false;
  }
  hol_cross(along, axis[1], axis[2]);
  return true;
}
