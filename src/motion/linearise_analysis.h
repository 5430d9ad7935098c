/* SPDX-License-Identifier: BSD-3-Clause */
/** @file linearise_analysis.h  Small motions about rest, about a steady motion, or about an instant of a motion, as an
 *  analysis: its grammar and its row. Module `motion`. */
#ifndef MOTION_LINEARISE_ANALYSIS_H
#define MOTION_LINEARISE_ANALYSIS_H

#include "holonome/problem.h"
#include "motion/linearise.h"
#include "result/analysis.h"

struct hol_reader;
struct hol_node;

/** A speed that `steady` gives. */
typedef struct hol_linearise_speed {
  char *name; /**< "x'"; owned */
  double value;
  hol_place place;
} hol_linearise_speed;

/** What `analysis: linearise:` asks for; coordinates of bodies are found by name when their system is made. */
typedef struct hol_linearise_wanted {
  hol_linearise_about about;
  double time;                /**< HOL_LINEARISE_TIME */
  hol_linearise_speed *speed; /**< [speeds] HOL_LINEARISE_STEADY; owned */
  size_t speeds;
  hol_place place;
} hol_linearise_wanted;

/** An eigenvalue that is expected: [re, im], or the imaginary part alone. */
typedef struct hol_linearise_expected_root {
  double real, imaginary; /**< real NAN: any */
} hol_linearise_expected_root;

/** An entry of `expect`: each of these is among the eigenvalues. */
typedef struct hol_linearise_expected {
  hol_linearise_expected_root *root; /**< [roots] owned */
  size_t roots;
} hol_linearise_expected;

/** Key `linearise` under `analysis`: a hol_linearise_wanted. What is expected is a hol_linearise_expected. See
 *  problem/grammar.h. */
extern const struct hol_analysis_grammar hol_linearise_grammar;
extern const hol_analysis_row hol_linearise_row;

/** A linearisation with the system of bodies that it is of; of named coordinates the request for the motion has the
 *  system. The first member is what the functions below take. */
typedef struct hol_linearise_found {
  hol_linearised result;
  hol_motion_system bodies;
  const hol_problem *problem; /**< borrowed; NULL: it has not been run */
  hol_linearise_about about;
  double time;
} hol_linearise_found;

/** Write the members of the record `linearise`: about, coordinates with values and speeds, reactions, the dimension,
 *  zero eigenvalues, eigenvalues with shapes, stability. @param[in] result  a hol_linearise_found @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_linearise_describe(const void *result, const hol_sink *sink);
/** Write a row for each eigenvalue. */
HOL_MUST_CHECK hol_status hol_linearise_rows(const void *result, const hol_sink *sink);
/** Write arrays over the axes eigenvalue, coordinate, part (real, imaginary). */
HOL_MUST_CHECK hol_status hol_linearise_arrays(const void *result, const hol_sink *sink);
/** Write a table of at most HOL_COLUMNS columns. */
HOL_MUST_CHECK hol_status hol_linearise_table(const hol_study *study, const void *result, hol_text *text);
/** Compare with what the file expects, as hol_analysis_row.compare. */
HOL_MUST_CHECK hol_status hol_linearise_compare(const hol_study *study, const void *result, hol_status status,
                                                hol_comparison *comparison);

#endif
