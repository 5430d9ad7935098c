/* SPDX-License-Identifier: BSD-3-Clause */
/** @file record.h  Serialisation of a finished point, for other ranks and for a checkpoint. Same machine, same
 *  version. */
#ifndef SWEEP_RECORD_H
#define SWEEP_RECORD_H

#include "base/bytes.h"
#include "sweep/follow.h"

/** Results of a point; {0} is empty. */
typedef struct hol_sweep_point {
  bool is_done, is_batched;
  hol_outcome outcome;
  hol_link link;  /**< from its predecessor, where modes are followed */
  double *output; /**< [outputs] NAN: none; owned */
  size_t outputs;
} hol_sweep_point;
void hol_sweep_point_clear(hol_sweep_point *point);

/** Write a point, or read one into {0}: it is to be cleared in every case. */
void hol_record_pass(hol_sweep_point *point, hol_bytes *bytes);

#endif
