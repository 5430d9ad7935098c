/** @file one_law.h  Whether one law damps a whole structure, so that its undamped modes stay as they are. Room `response`. */
#ifndef RESPONSE_ONE_LAW_H
#define RESPONSE_ONE_LAW_H

#include "model/model.h"
#include "parts/damping.h"

/** Have all that is heavy the same mass damping, all that is deformed and all springs the same damping by stiffness, and is there no
 *  dashpot beside? Line damping is mass damping where hol_member_damping() says so.
 *  @param[out] law  of the first that has mass, and of the first that has stiffness */
bool hol_one_law(const hol_model *model, hol_damping *law);

#endif
