/* SPDX-License-Identifier: BSD-3-Clause */
/** @file forced_read.h  Readers of what forced motions share: damping besides that of the file, number of modes. */
#ifndef RESPONSE_FORCED_FORCED_READ_H
#define RESPONSE_FORCED_FORCED_READ_H

#include "excitation/read.h"
#include "response/forced/forced.h"

/** Rows of damping besides that of parts and joints. */
#define HOL_LAW_ROWS                                                                                                   \
  {.name = "damping_ratio", .otherwise = "none", .meaning = "of every mode, besides the damping of the file"},         \
  {                                                                                                                    \
    .name = "loss_factors", .form = "word", .meaning = "viscous: each as the damping ratio of half of it"              \
  }
enum { HOL_LAW_KEYS = 2 };
/** Return no damping but that of parts and joints. @param[in] key  of the analysis */
hol_proportional_request hol_law_none(const hol_node *key);
/** @param[in] field  [HOL_LAW_KEYS] @param[in,out] law  none before */
void hol_law_read(hol_reader *reader, const hol_field *field, hol_proportional_request *law);

/** Begin a request without loads and receivers. @param[in] tolerance  the usual one */
void hol_forced_request_start(const hol_node *key, double tolerance, hol_forced_request *request);
/** Read `load` and `at`. @param[in] field  of these two */
void hol_forced_read_loads(hol_reader *reader, const hol_node *key, const hol_field *field,
                           const hol_excitation_form *form, hol_forced_request *request);
/** Read the number of modes: by `tolerance` or by `count`. */
void hol_forced_read_count(hol_reader *reader, const hol_field *tolerance, const hol_field *count,
                           hol_forced_request *request);

#endif
