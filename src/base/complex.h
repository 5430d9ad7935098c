/* SPDX-License-Identifier: BSD-3-Clause */
/** @file complex.h  Complex numbers from two parts, as C11's CMPLX(), which glibc does not offer to every compiler. */
#ifndef BASE_COMPLEX_H
#define BASE_COMPLEX_H

#include <complex.h>
#include <string.h>

#undef I /* a short name that others need: hol_complex() makes numbers */

/** Return re + i im, infinities and signs of zeros included. */
static inline double complex hol_complex(double re, double im)
{
  const double part[2] = {re, im}; /* C11 6.2.5: laid out like an array of two */
  double complex z;
  memcpy(&z, part, sizeof z);
  return z;
}

#endif
