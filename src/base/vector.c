#include "base/vector.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void hol_sort(size_t n, double *a)
{
  qsort(a, n, sizeof *a, compare);
}
