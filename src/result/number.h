/* SPDX-License-Identifier: BSD-3-Clause */
/** @file number.h  Fast conversion of doubles to short text that reads back as the same double. */
#ifndef RESULT_NUMBER_H
#define RESULT_NUMBER_H

#include "holonome/text.h"

/** Add a finite number with the first of 15, 16 and 17 significant digits that reads back as the same double, laid out
 *  as `%.17g` does in the C locale, without zeros at the end, but always with a point or an exponent: 0.1, 2.0, 1e-12.
 *  For a number that is not finite, add `missing`. Not collective. */
void hol_number_add(hol_text *text, double x, const char *missing);

/** Convert rad/s to Hz. */
double hol_number_hertz(double omega);

#endif
