/** @file whole.h  A sink for what analyses tell beside the problem: their `complete` becomes that of the whole file. */
#ifndef STUDY_WHOLE_H
#define STUDY_WHOLE_H

#include "result/sink.h"

/** {.to, .is_complete} at the beginning. */
typedef struct hol_whole {
  const hol_sink *to; /**< borrowed */
  size_t depth;       /**< things open in it */
  bool is_complete;   /**< all analyses are */
  bool is_told;
} hol_whole;

/** All that it is told is told on as it is, but for `complete` beside the problem, once. The sink of a whole, which is borrowed. */
hol_sink hol_whole_sink(hol_whole *whole);

#endif
