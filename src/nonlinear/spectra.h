/* SPDX-License-Identifier: BSD-3-Clause */
/** @file spectra.h  Fourier coefficients of motions found by integration in time, and how many harmonics they need. */
#ifndef NONLINEAR_SPECTRA_H
#define NONLINEAR_SPECTRA_H

#include "nonlinear/shoot.h"

typedef struct hol_spectrum {
  double nu;
  hol_cycle cycle;
  size_t highest;      /**< harmonics of ν/period */
  size_t needed;       /**< beyond this one all are below 1e-8 of the largest */
  double *coefficient; /**< [2·highest + 1] as those of a branch; owned */
} hol_spectrum;

typedef struct hol_spectra {
  hol_spectrum *item;
  size_t count, capacity;
} hol_spectra;

/** Add those of motions at ν, improved with finer steps; without those that are no motions then.
 *  @param[in] reach  displacements they stay within
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_spectra_add(const hol_nonlinear_model *model, double nu, double reach,
                                          const hol_cycles *cycles, hol_spectra *spectra);
void hol_spectra_clear(hol_spectra *spectra);

#endif
