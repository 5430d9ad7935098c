/** @file reshaped.h  Internal outcome of putting other numbers into what has been made of some. */
#ifndef BASE_RESHAPED_H
#define BASE_RESHAPED_H

#include "holonome/status.h"

/** With these numbers a decision would come out differently: what has been made does not hold, and is to be made anew at these
 *  numbers. No failure, and no caller of the library ever sees it. */
#define HOL_RESHAPED ((hol_status)(HOL_MEMORY + 1))

#endif
