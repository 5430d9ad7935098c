/** @file one_law.h  Whether one law damps a whole structure, so that its undamped modes stay as they are. Room `response`. */
#ifndef RESPONSE_ONE_LAW_H
#define RESPONSE_ONE_LAW_H

#include "model/model.h"
#include "parts/damping.h"

/** Do all parts that are deformed or heavy, and all springs, have the same law, no line damping and no dashpot beside?
 *  @param[out] law  of the first part, or of the first spring of a structure without members */
bool hol_one_law(const hol_model *model, hol_damping *law);

#endif
