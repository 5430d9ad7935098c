/* SPDX-License-Identifier: BSD-3-Clause */
/** @file grammar.h  Grammar of the analyses in a problem file: tables that the reader follows. Module `problem`. */
#ifndef HOLONOME_PROBLEM_GRAMMAR_H
#define HOLONOME_PROBLEM_GRAMMAR_H

#include "problem/keys.h"

/** A key under `analysis` and its reader; parts, joints and the keys before it have been read. */
typedef struct hol_analysis_key {
  const char *name;
  void (*read)(hol_reader *reader, const hol_node *key);
  const char *form;    /**< as hol_key.form */
  const char *meaning; /**< a short sentence */
} hol_analysis_key;

/** A key of an entry of `expect`. */
typedef struct hol_expected_key {
  const char *name;
  bool decides; /**< an entry that has it is about this analysis */
} hol_expected_key;

/** Grammar of one analysis: its keys, mappings and expected results. */
typedef struct hol_analysis_grammar {
  const hol_analysis_key *key; /**< [keys] */
  size_t keys;
  const hol_mapping *mapping; /**< [mappings] under its keys and within */
  size_t mappings;
  bool bears_loads; /**< the file's `loads` and `gravity` act in it */
  bool is_alone;    /**< no key of another analysis may stand beside its own, and no other key in `expect` is about
                      another */
  bool is_many;     /**< of many structures, or of none: there is nothing to export */
  /** Of the first analysis: settle what is asked for where the file asks for nothing. NULL: nothing */
  void (*by_default)(hol_reader *reader);
  /** Key at the top of the file that describes what it is of, in place of parts, and its reader, called before those of
   *  `analysis`. NULL: none. @param[in] root  of the file */
  const char *section;
  void (*read_section)(hol_reader *reader, const hol_node *key, const hol_node *root);
  /** By the value of its first key: does the file need no parts? NULL: it does. */
  bool (*is_bare)(const hol_node *value);
  const hol_expected_key *expected; /**< [expected_keys] */
  size_t expected_keys;
  /** Read an entry of `expect`. @param[in] field  of all analyses, see hol_field_named(). NULL: nothing can be
   *  expected */
  void (*expect)(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect);
  void (*clear)(void *wanted);          /**< what is asked for, but not itself; NULL: it owns nothing */
  void (*clear_expected)(void *wanted); /**< hol_expect.wanted, in the same way */
} hol_analysis_grammar;

/** All analyses. */
typedef struct hol_grammar {
  const hol_analysis_grammar *const *analysis; /**< [count]; the first is what a file without any asks for */
  size_t count;
} hol_grammar;

/** Return the field of this key, which must exist. */
const hol_field *hol_field_named(const hol_field *field, const char *key);
/** Return the value under a key of a mapping; NULL if the key is missing, or `map` is NULL or no mapping. */
const hol_node *hol_node_value(const hol_node *map, const char *key);

/** Allocate the request of an analysis: zeroed memory that the problem owns. NULL after HOL_MEMORY is noted */
void *hol_request_start(hol_reader *reader, const hol_analysis_grammar *of, size_t size);
/** Return the request of an analysis; NULL: none. Its type is defined by the reader of the analysis. */
void *hol_request_of(const hol_problem *problem, const hol_analysis_grammar *of);
/** Free requests and expected results. */
void hol_requests_clear(hol_problem *problem);

#endif
