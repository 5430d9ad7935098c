/* SPDX-License-Identifier: BSD-3-Clause */
/** @file other_words.h  Synonyms from other programs and books, for hints on unknown keys. Module `problem`. */
#ifndef HOLONOME_PROBLEM_OTHER_WORDS_H
#define HOLONOME_PROBLEM_OTHER_WORDS_H

#include "problem/reader.h"

/** Return the one of these keys of which a word is a synonym (tension: axial_force); NULL: none. */
const char *hol_key_meant(const char *written, const hol_field *field, size_t count);
/** Return a hint on how this program expresses a key of other programs (damping), or that it does not; NULL: none. */
const char *hol_way_meant(const char *written);
/** Return the kind of part of which a word is a synonym (rod: bar); NULL: none. */
const char *hol_part_word_meant(const char *written);
/** Return a hint on what to write for a joint that was given as a kind of part (spring); NULL: it is no joint. */
const char *hol_joint_meant(const char *written);

#endif
