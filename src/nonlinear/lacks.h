/** @file lacks.h  Why a curve is not complete. */
#ifndef NONLINEAR_LACKS_H
#define NONLINEAR_LACKS_H

#include "holonome/solve.h"

/** The curve is not complete, for this reason; only the first reasons are kept. */
void hol_lack_add(hol_nonlinear_curve *curve, hol_nonlinear_lack lack);

#endif
