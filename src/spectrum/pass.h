/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pass.h  Roots and vectors as bytes, for other ranks and for later runs: one function for both ways
 *  (base/bytes.h). */
#ifndef SPECTRUM_PASS_H
#define SPECTRUM_PASS_H

#include "base/bytes.h"
#include "spectrum/roots.h"

/** Write or read what a search finds of a root that is counted by itself. */
void hol_root_pass(hol_bytes *bytes, hol_root *root);
/** Write or read a vector. @param[in,out] vector  {0} before one is taken, whose numbers are the caller's to free */
void hol_vector_pass(hol_bytes *bytes, struct hol_vector *vector);

#endif
