/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rehearsal.h  Fault injection: failures on request, for tests of recovery. */
#ifndef CLI_REHEARSAL_H
#define CLI_REHEARSAL_H

#include "holonome/status.h"

#include <stddef.h>

/** Faults to inject on this rank; {0}: none. Results are counted from 1. */
typedef struct rehearsal {
  double delay;       /**< s until results are written to the checkpoint; negative: the default */
  double renewal;     /**< s between two updates of the progress line, and before the first; negative: the default */
  hol_status failure; /**< of result number `fails_at` */
  size_t fails_at;    /**< 0: never */
  size_t dies_at;     /**< the process is killed when half of this result is written; 0: never */
} rehearsal;

/** Read the environment variable HOLONOME_REHEARSAL: words `delay=SECONDS`, `renewal=SECONDS`,
 *  `fail=STATUS@RANK:NUMBER`, `die=RANK:NUMBER`, separated by spaces. */
rehearsal rehearsal_read(size_t rank);

#endif
