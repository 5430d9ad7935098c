/** @file other_words.h  Words of other programs and books, for the hint of an unknown key. Room `problem`. */
#ifndef HOLONOME_PROBLEM_OTHER_WORDS_H
#define HOLONOME_PROBLEM_OTHER_WORDS_H

#include "problem/reader.h"

/** The one of these keys that another word stands for (tension: axial_force); NULL: none. */
const char *hol_key_meant(const char *written, const hol_field *field, size_t count);
/** What this program has, or has not, where others have a key (damping); NULL: nothing is to be said. */
const char *hol_way_meant(const char *written);
/** The kind of part that another word stands for (rod: bar); NULL: none. */
const char *hol_part_word_meant(const char *written);
/** What to write for a joint that was given as a kind of part (spring); NULL: it is no joint. */
const char *hol_joint_meant(const char *written);

#endif
