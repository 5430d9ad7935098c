/** @file keys.h  The keys of what a problem file has besides parts, joints, sections and materials: the reader, `holonome keys` and the
 *  schema follow these rows. Room `problem`. */
#ifndef HOLONOME_PROBLEM_KEYS_H
#define HOLONOME_PROBLEM_KEYS_H

#include "problem/reader.h"

/** Keys of one thing. */
typedef struct hol_keys_row {
  const char *word; /**< "file", "load", ... */
  const hol_key *const *key;
  size_t keys;
} hol_keys_row;

extern const hol_keys_row hol_file_keys, hol_load_keys, hol_group_keys, hol_repeat_keys, hol_output_keys, hol_offset_keys;
/** All of these, the last NULL. */
extern const hol_keys_row *const hol_other_keys[];

/** Fields that have these keys, and nothing yet. @param[out] field  [keys] */
void hol_fields_of(const hol_keys_row *row, hol_field *field);

#endif
