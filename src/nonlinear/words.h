/* SPDX-License-Identifier: BSD-3-Clause */
/** @file words.h  What is said of steady motions, in every format. */
#ifndef NONLINEAR_WORDS_H
#define NONLINEAR_WORDS_H

#include "nonlinear/model.h"

/** The coefficients of a result; of an empty one those of no modes at all. */
const hol_nonlinear_model *hol_item_model(const hol_nonlinear_result *result);

/** "fold", "branch", "period-doubling", "torus", "peak". */
const char *hol_event_word(hol_event_kind kind);
/** "range", "closed", "branch", "limit", "incomplete". */
const char *hol_branch_end_word(hol_branch_end end);
/** "open", "counted", "proved". */
const char *hol_coexisting_word(hol_coexisting coexisting);
/** Why a curve is not complete, in a sentence without its end. */
void hol_incomplete_words(hol_text *text, const hol_incomplete_reason *reason);

#endif
