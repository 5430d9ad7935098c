/** @file record.h  A finished point as bytes: for other ranks and for a checkpoint. Same machine, same version. */
#ifndef SWEEP_RECORD_H
#define SWEEP_RECORD_H

#include "holonome/text.h"
#include "sweep/follow.h"

/** What is known of a point; {0} is empty. */
typedef struct hol_sweep_point {
  bool is_done, is_own; /**< done at all; on this rank, in this run */
  bool is_batched;
  hol_outcome outcome;
  hol_link link; /**< from its predecessor, where modes are followed */
} hol_sweep_point;
void hol_sweep_point_clear(hol_sweep_point *point);

/** Append a point. Failure is seen in text->failed. */
void hol_record_pack(const hol_sweep_point *point, hol_text *text);
/** Read back one point (must be {0}).
 *  @param[in,out] bytes,count  moved behind what has been read
 *  @return HOL_INVALID where the bytes are no point, HOL_MEMORY; the point is to be cleared in every case. */
HOL_MUST_CHECK hol_status hol_record_unpack(const char **bytes, size_t *count, hol_sweep_point *point);

#endif
