/* SPDX-License-Identifier: BSD-3-Clause */
/** @file cancellation.h  Cancellation of long computations: a callback that they ask whether to continue. */
#ifndef BASE_CANCELLATION_H
#define BASE_CANCELLATION_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** The cancellation callback. {0}: none, everything is computed to its end. */
typedef struct hol_cancellation {
  bool (*proceed)(void *context); /**< false: cancel, with HOL_INCOMPLETE */
  void *context;                  /**< borrowed */
} hol_cancellation;

/** Is the computation to continue? @param[in] cancellation  may be NULL */
static inline bool hol_may_continue(const hol_cancellation *cancellation)
{
  return !cancellation || !cancellation->proceed || cancellation->proceed(cancellation->context);
}

/** The same as a status. @return HOL_INCOMPLETE if cancelled */
HOL_MUST_CHECK static inline hol_status hol_check_cancelled(const hol_cancellation *cancellation)
{
  return hol_may_continue(cancellation) ? HOL_OK : HOL_INCOMPLETE;
}

#endif
