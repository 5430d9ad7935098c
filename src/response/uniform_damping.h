/* SPDX-License-Identifier: BSD-3-Clause */
/** @file uniform_damping.h  Test for uniform damping: one damping model for a whole structure, so that its undamped
 *  modes stay uncoupled. Module `response`. */
#ifndef RESPONSE_UNIFORM_DAMPING_H
#define RESPONSE_UNIFORM_DAMPING_H

#include "model/model.h"
#include "parts/damping.h"

/** Return whether all that has mass has the same mass damping, all that is deformed and all springs the same stiffness
 *  damping and loss factor, and there is no other dashpot. Line damping is mass damping where hol_member_damping() says
 *  so.
 *  @param[out] law  of the first that has mass, and of the first that has stiffness */
bool hol_uniform_damping(const hol_model *model, hol_damping *law);

#endif
