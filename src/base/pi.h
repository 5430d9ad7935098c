/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pi.h  π with the digits of a long double. With those of a double it is M_PI of <math.h>. */
#ifndef BASE_PI_H
#define BASE_PI_H

#define HOL_LONG_PI 3.14159265358979323846264338327950288L

#endif
