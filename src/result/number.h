/** @file number.h  Numbers as text, to 17 significant digits and fast. */
#ifndef RESULT_NUMBER_H
#define RESULT_NUMBER_H

#include "holonome/text.h"

/** Add a finite number with 17 significant digits, as `%.17g` writes it in the C locale, but always with a point or an
 *  exponent: reading it back gives the same double. What is not finite adds `missing`. Not collective. */
void hol_number_add(hol_text *text, double x, const char *missing);

/** rad/s to Hz. */
double hol_number_hertz(double omega);

#endif
