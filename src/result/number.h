/** @file number.h  Numbers as text, as short as reads back alike, and fast. */
#ifndef RESULT_NUMBER_H
#define RESULT_NUMBER_H

#include "holonome/text.h"

/** Add a finite number with the first of 15, 16 and 17 significant digits that reads back as the same double, laid out as
 *  `%.17g` does in the C locale, without zeros at the end, but always with a point or an exponent: 0.1, 2.0, 1e-12.
 *  What is not finite adds `missing`. Not collective. */
void hol_number_add(hol_text *text, double x, const char *missing);

/** rad/s to Hz. */
double hol_number_hertz(double omega);

#endif
