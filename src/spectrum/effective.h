/** @file effective.h  Effective masses as told and compared; how they are found is in effective.c, rigid.h and apparent.h. */
#ifndef SPECTRUM_EFFECTIVE_H
#define SPECTRUM_EFFECTIVE_H

#include "holonome/solve.h"
#include "holonome/text.h"
typedef struct hol_sink hol_sink; /* see result/sink.h */

/** What an entry of `expect` has: of modes from hol_expect.first on, in the first of the motions asked for. */
typedef struct hol_expected_masses {
  size_t count;
  double *value; /**< [count] kg or kg m², owned */
} hol_expected_masses;

/** Tell them, if they are asked for, into the record that is open. */
void hol_effective_describe(const hol_result *result, const hol_sink *sink);
/** A table for each motion. */
void hol_effective_table(const hol_result *result, hol_text *text);
/** Compare, as hol_output_compare(). */
void hol_effective_compare(const hol_result *result, size_t *compared, size_t *differences, hol_text *text);

#endif
