/* SPDX-License-Identifier: BSD-3-Clause */
/** @file one_law.h  Test for uniform damping: one law for a whole structure, so that its undamped modes stay uncoupled.
 *  Room `response`. */
#ifndef RESPONSE_ONE_LAW_H
#define RESPONSE_ONE_LAW_H

#include "model/model.h"
#include "parts/damping.h"

/** Return whether all that has mass has the same mass damping, all that is deformed and all springs the same stiffness
 *  damping and loss factor, and there is no other dashpot. Line damping is mass damping where hol_member_damping() says
 *  so.
 *  @param[out] law  of the first that has mass, and of the first that has stiffness */
bool hol_one_law(const hol_model *model, hol_damping *law);

#endif
