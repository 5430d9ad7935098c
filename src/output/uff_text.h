/** @file uff_text.h  What datasets of a Universal File share, and those of functions. Internal to room `output`. */
#ifndef OUTPUT_UFF_TEXT_H
#define OUTPUT_UFF_TEXT_H

#include "holonome/text.h"
#include "output/places.h"

struct hol_response; /* see response/response.h */

enum { HOL_UFF_LINE = 80 }; /**< columns of a record of text */

void hol_uff_begin(hol_text *text, int dataset);
void hol_uff_end(hol_text *text);
/** A record of text, without what is no plain character. */
void hol_uff_put_words(hol_text *text, const char *words);
/** 1PE13.5; what is smaller than a digit of two in the exponent is 0. */
void hol_uff_put_number(hol_text *text, double x);
/** A record of dataset 15. @param[in] at  m */
void hol_uff_put_node(hol_text *text, size_t number, const double at[3]);

/** Dataset 58 of every curve of a displacement or rotation, before them nodes of points that are none of the places.
 *  @param[in] places  whose nodes there are, from 1; {0}: none @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_uff_put_functions(const struct hol_response *response, const hol_places *places,
                                                hol_text *text);

#endif
