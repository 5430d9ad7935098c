/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sensitivity_referee.h  Derivatives of a result against differences of results. */
#ifndef HOLONOME_TESTS_SENSITIVITY_REFEREE_H
#define HOLONOME_TESTS_SENSITIVITY_REFEREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** What came of it. */
typedef struct sensitivity_tally {
  size_t problems, unsolved; /**< unsolved: refused, or ended without modes; nothing is compared then */
  size_t checked;            /**< derivatives compared with differences */
  size_t withheld;           /**< with a note that names parameter and mode */
  size_t undecided;          /**< the differences themselves do not settle at any step */
  size_t wrong, unsaid;      /**< off by more than 1e-7; withheld without a note */
  double worst;              /**< largest error over what is allowed */
} sensitivity_tally;

/** Solve a problem with its derivatives, solve it again with each parameter moved by steps of several sizes, and
 *  compare: the differences are of fourth order, their error is that between two sizes and what the brackets leave.
 *  @param[in]     folder  where other files are, NULL: none
 *  @param[in]     log     violations and undecided ones, with the text; NULL: nowhere
 *  @param[in,out] tally   added to
 *  @return false if memory is out */
bool sensitivity_referee(const char *text, const char *folder, FILE *log, sensitivity_tally *tally);

#endif
