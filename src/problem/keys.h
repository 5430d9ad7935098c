/* SPDX-License-Identifier: BSD-3-Clause */
/** @file keys.h  Tables of the keys of a problem file other than those of parts, joints, sections and materials, used
 *  by the reader, `holonome keys` and the schema. Module `problem`. */
#ifndef HOLONOME_PROBLEM_KEYS_H
#define HOLONOME_PROBLEM_KEYS_H

#include "problem/reader.h"

/** Table of the keys of one kind of mapping. */
typedef struct hol_keys_row {
  const char *word; /**< "file", "load", ... */
  const hol_key *const *key;
  size_t keys;
} hol_keys_row;

extern const hol_keys_row hol_file_keys, hol_load_keys, hol_group_keys, hol_repeat_keys, hol_output_keys,
    hol_offset_keys;
/** All these tables, the last NULL. */
extern const hol_keys_row *const hol_other_keys[];

/** Grammar of a mapping that an analysis reads, under its key or within another mapping. */
typedef struct hol_mapping {
  const char *word;   /**< where it stands: "response", "response.load"; `.NAME` is of any name */
  const char *what;   /**< for messages: "a harmonic load" */
  const char *by;     /**< of two mappings at one place: the key by which this one is told; NULL: it is the other, or
                       alone */
  const hol_key *key; /**< [keys] */
  size_t keys;
} hol_mapping;

/** The array of keys of a mapping and its length. */
#define HOL_KEYS_OF(array) (array), sizeof(array) / sizeof *(array)

/** hol_fields_take() with the keys of a mapping. @param[out] field  [keys], set in any case */
bool hol_mapping_take(hol_reader *reader, const hol_node *map, const hol_mapping *mapping, hol_field *field);

/** Initialise empty fields with these keys. @param[out] field  [keys] */
void hol_fields_of(const hol_keys_row *row, hol_field *field);

#endif
