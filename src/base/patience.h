/* SPDX-License-Identifier: BSD-3-Clause */
/** @file patience.h  Cancellation of long computations: a callback that they ask whether to continue. */
#ifndef BASE_PATIENCE_H
#define BASE_PATIENCE_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** The cancellation callback. {0}: none, everything is computed to its end. */
typedef struct hol_patience {
  bool (*proceed)(void *context); /**< false: cancel, with HOL_INCOMPLETE */
  void *context;                  /**< borrowed */
} hol_patience;

/** Is the computation to continue? @param[in] patience  may be NULL */
static inline bool hol_goes_on(const hol_patience *patience)
{
  return !patience || !patience->proceed || patience->proceed(patience->context);
}

/** The same as a status. @return HOL_INCOMPLETE if patience has ended */
HOL_MUST_CHECK static inline hol_status hol_go_on(const hol_patience *patience)
{
  return hol_goes_on(patience) ? HOL_OK : HOL_INCOMPLETE;
}

#endif
