/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damping.h  Damping laws of members and lumped masses: line damping as mass damping where it is that. Room
 *  `model`.
 *
 *  A force c ẇ per length against displacements is a m ẇ with a = c/m where the mass per length m is the same all along
 *  and is all of the inertia of a motion: then s² m + s c = m (s² + a s), and own motions keep their shapes. Rotary
 *  inertia has no part in line damping, nor has torsion. */
#ifndef MODEL_DAMPING_H
#define MODEL_DAMPING_H

#include "model/model.h"
#include "parts/damping.h"

/** Return the law of one motion of a member: `line` is left over only where it is no mass damping. Cost O(pieces) */
hol_damping hol_member_damping(const hol_model *model, const hol_member *member);
/** Return the law of a lumped mass: of line damping it bears the share that it has of the mass of its part; none if it
 *  turns. `line` is left over only without mass. */
hol_damping hol_mass_damping(const hol_model *model, const hol_mass *mass);

#endif
