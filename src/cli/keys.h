/* SPDX-License-Identifier: BSD-3-Clause */
/** @file keys.h  Reference of the keys of a problem file: `holonome keys`. */
#ifndef CLI_KEYS_H
#define CLI_KEYS_H

#include "holonome/holonome.h"

/** List the kinds of parts and joints, with a description of each. */
void cli_keys_list(hol_text *text);

/** Print the keys of a kind: unit, default, meaning.
 *  @param[out] complaint  what is wrong, whole lines
 *  @return HOL_USAGE: there is no such kind. */
HOL_MUST_CHECK hol_status cli_keys_print(const char *kind, hol_text *text, hol_text *complaint);

#endif
