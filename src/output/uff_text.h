/* SPDX-License-Identifier: BSD-3-Clause */
/** @file uff_text.h  Records common to datasets of a Universal File, and datasets of functions. Internal to room
 *  `output`. */
#ifndef OUTPUT_UFF_TEXT_H
#define OUTPUT_UFF_TEXT_H

#include "holonome/text.h"
#include "output/places.h"

struct hol_response; /* see response/steady/response.h */

enum { HOL_UFF_LINE = 80 }; /**< columns of a record of text */

void hol_uff_begin(hol_text *text, int dataset);
void hol_uff_end(hol_text *text);
/** Write a record of text, with `?` for characters that are not printable ASCII. */
void hol_uff_put_words(hol_text *text, const char *words);
/** Write a number as 1PE13.5; magnitudes below a two-digit exponent become 0. */
void hol_uff_put_number(hol_text *text, double x);
/** Write a record of dataset 15. @param[in] at  m */
void hol_uff_put_node(hol_text *text, size_t number, const double at[3]);

/** Write dataset 58 for every curve of a displacement or rotation, preceded by nodes of points that are not among
 *  `places`.
 *  @param[in] places  written as nodes already, from 1; {0}: none @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_uff_put_functions(const struct hol_response *response, const hol_places *places,
                                                hol_text *text);

#endif
