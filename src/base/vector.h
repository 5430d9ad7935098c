/** @file vector.h  Dense vectors, one operation after the other: sums run from the first entry to the last. */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#include <stddef.h>

/** aᵀb. */
static inline double hol_dot(size_t n, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

/** b ← b + factor a. */
static inline void hol_add_scaled(size_t n, double factor, const double *a, double *b)
{
  for (size_t i = 0; i < n; i++) {
    b[i] += factor * a[i];
  }
}

/** a ← factor a. */
static inline void hol_scale(size_t n, double factor, double *a)
{
  for (size_t i = 0; i < n; i++) {
    a[i] *= factor;
  }
}

#endif
