/** @file probe_words.h  Displacements and rotations of points in words. */
#ifndef RESPONSE_PROBE_WORDS_H
#define RESPONSE_PROBE_WORDS_H

#include "response/superposition.h"

/** By hol_motion_quantity, and NULL. */
extern const char *const hol_motion_word[];

/** "uy", "along (0.6, 0.8)", "about (0, 0, 1)". @param[in] direction  of size 1 @param[in] dimensions  of coordinates */
void hol_probe_say(const double direction[3], bool turns, size_t dimensions, hol_text *text);

/** Words of probes. {0} is empty. */
typedef struct hol_probe_words {
  hol_text *text;         /**< [count] owned */
  const char **component; /**< [count] the same: "uy", "along (0.6, 0.8)", "about (0, 0, 1)". Owned */
  const char **point;     /**< [count] owned, what they point to is not */
  size_t count;
} hol_probe_words;

/** @param[in] dimensions  of coordinates @param[out] words  to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_probe_words_make(const hol_probe *probe, size_t probes, size_t dimensions,
                                               hol_probe_words *words);
void hol_probe_words_clear(hol_probe_words *words);

#endif
