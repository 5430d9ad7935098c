/** @file varying.h  Numbers that are expressions in xi, kept to be evaluated anywhere along a member.
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

/** Have two members the same properties at the same xi, as written: kind, theory, values, material and section by identity,
 *  expressions word by word with the same parameters? Their places, names and ends may differ. */
bool hol_part_is_alike(const hol_part *a, const hol_part *b);

/** The numbers at xi into value[target]; others are left alone. NULL varies nothing.
 *  @return HOL_INVALID if one is not finite */
HOL_MUST_CHECK hol_status hol_varying_at(hol_varying *varying, double xi, double *value);

/** Each expression by itself, in the order in which they were added. NULL: none. */
size_t hol_varying_count(const hol_varying *varying);
/** Are all of them polynomials of a degree below HOL_NO_POLYNOMIAL? */
bool hol_varying_is_short(const hol_varying *varying);
/** Has one of them steps that may jump? */
bool hol_varying_may_jump(const hol_varying *varying);
/** Places where expressions are put together of branches, or bend: hol_program_breaks(). @param[out] xi [most] @return how many */
size_t hol_varying_breaks(hol_varying *varying, size_t most, double *xi);
/** The index of its number. */
size_t hol_varying_target(const hol_varying *varying, size_t i);
/** The mean size of one along its stretch: no more than it is. @param[out] is_positive  must it be? */
double hol_varying_size(const hol_varying *varying, size_t i, bool *is_positive);
/** @param[out] value  [count], finite or not */
void hol_varying_values(hol_varying *varying, double xi, double *value);
/** Enclosures for from < xi < to. @param[out] bounds  [count] */
void hol_varying_enclose(hol_varying *varying, double from, double to, hol_enclosure *bounds);

/** NULL is valid. */
void hol_varying_free(hol_varying *varying);

/** A section as it is at xi; nothing varies in it. */
HOL_MUST_CHECK hol_status hol_section_at(const hol_section *section, double xi, hol_section *at);

#endif
