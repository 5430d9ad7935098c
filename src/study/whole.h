/* SPDX-License-Identifier: BSD-3-Clause */
/** @file whole.h  Sink that forwards the results of analyses beside the problem and merges their `complete` into that
 *  of the file. */
#ifndef STUDY_WHOLE_H
#define STUDY_WHOLE_H

#include "result/sink.h"

/** State of the sink; initialised as {.to, .is_complete}. */
typedef struct hol_whole {
  const hol_sink *to; /**< borrowed */
  size_t depth;       /**< things open in it */
  bool is_complete;   /**< all analyses are */
  bool is_told;
} hol_whole;

/** Return a sink that forwards everything unchanged, except `complete` beside the problem, which is written once with
 *  the value of all analyses. `whole` is borrowed. */
hol_sink hol_whole_sink(hol_whole *whole);

#endif
