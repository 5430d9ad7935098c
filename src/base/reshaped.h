/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reshaped.h  Internal status of reusing a structure at other numbers where its decisions no longer hold. */
#ifndef BASE_RESHAPED_H
#define BASE_RESHAPED_H

#include "holonome/status.h"

/** With these numbers a decision would come out differently: what was made at other numbers is not valid and must be
 *  made anew at these. Not a failure, and never returned to a caller of the library. */
#define HOL_RESHAPED ((hol_status)(HOL_MEMORY + 1))

#endif
