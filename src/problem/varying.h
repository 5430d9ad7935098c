/* SPDX-License-Identifier: BSD-3-Clause */
/** @file varying.h  Properties given as expressions in xi, stored for evaluation anywhere along a member.
 *
 *  The expressions have been checked as quantities before; the parameters in them are taken with the values they have
 * when the expression is added. */
#ifndef HOLONOME_PROBLEM_VARYING_H
#define HOLONOME_PROBLEM_VARYING_H

#include "expression/enclosure.h"
#include "problem/reader.h"

/** Some expressions, evaluated together. NULL: none. */
typedef struct hol_varying hol_varying;

/** Is this the text of a quantity that uses `xi`? */
bool hol_is_varying(const hol_node *node);

/** Read a quantity that varies: as hol_read_quantity(), but with `xi`, and in its range all along from < xi < to.
 *  It is read anew wherever a variable moves that it follows from.
 *  @param[in]     stretch  from and to; NULL: no range
 *  @param[in]     target   index of the number, for hol_varying_at(); less than HOL_PROPERTY_COUNT
 *  @param[in,out] varying  the expression is added to it, made if NULL
 *  @param[out]    middle   the value somewhere inside the stretch
 *  @return false after a fault */
bool hol_read_varying(hol_reader *reader, const hol_node *node, hol_wanted wanted, const hol_number stretch[2],
                      size_t target, hol_varying **varying, double *middle);

/** Have two members the same properties at the same xi, as written: kind, theory, values, material and section by
 *  identity, expressions word by word with the same parameters? Their places, names and ends may differ. */
bool hol_part_is_alike(const hol_part *a, const hol_part *b);

/** Evaluate the numbers at xi into value[target]; others are unchanged. NULL: no expressions.
 *  @return HOL_INVALID if one is not finite */
HOL_MUST_CHECK hol_status hol_varying_at(hol_varying *varying, double xi, double *value);

/** Return the number of expressions, which are indexed in the order in which they were added. NULL: none. */
size_t hol_varying_count(const hol_varying *varying);
/** Are all of them polynomials of a degree below HOL_NO_POLYNOMIAL? */
bool hol_varying_is_short(const hol_varying *varying);
/** Has one of them steps that may jump? */
bool hol_varying_may_jump(const hol_varying *varying);
/** Find points where expressions change branches or have kinks: hol_program_breaks(). @param[out] xi [most] @return how
 *  many */
size_t hol_varying_breaks(hol_varying *varying, size_t most, double *xi);
/** Return the index of the number of expression i. */
size_t hol_varying_target(const hol_varying *varying, size_t i);
/** Return the mean magnitude of expression i along its interval, a scale and no bound: a lower bound by enclosures
 *  where these give one that is positive, else (polynomials included) the mean of 64 samples.
 *  @param[out] is_positive  must it be? */
double hol_varying_size(const hol_varying *varying, size_t i, bool *is_positive);
/** Evaluate all expressions at xi. @param[out] value  [count], finite or not */
void hol_varying_values(hol_varying *varying, double xi, double *value);
/** Compute enclosures for from < xi < to. @param[out] bounds  [count] */
void hol_varying_enclose(hol_varying *varying, double from, double to, hol_enclosure *bounds);

/** Free the expressions; NULL is allowed. */
void hol_varying_free(hol_varying *varying);

/** Evaluate a section at xi; the result has constant properties. */
HOL_MUST_CHECK hol_status hol_section_at(const hol_section *section, double xi, hol_section *at);

#endif
