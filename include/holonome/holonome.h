/* SPDX-License-Identifier: BSD-3-Clause */
/** @file holonome.h  Natural frequencies and modes of structures made of parts - all of the library.
 *
 *  Notation, used everywhere: p circular frequency (rad/s), λ = p²; α dynamic compliance of the constraints; Λ reaction
 *  (Lagrange multiplier); q own-mode coordinate; u joint displacement; S(λ) matrix of the general form; N(λ) natural
 *  frequencies below p; n₋ negative eigenvalues (inertia). */
#ifndef HOLONOME_HOLONOME_H
#define HOLONOME_HOLONOME_H

#include "holonome/answer.h"
#include "holonome/faults.h"
#include "holonome/output.h"
#include "holonome/problem.h"
#include "holonome/solve.h"
#include "holonome/status.h"
#include "holonome/text.h"

#define HOLONOME_VERSION "0.1.0"

#endif
