/* SPDX-License-Identifier: BSD-3-Clause */
/** @file describe.h  Beginning of every result: the program and the problem, before the results of the analyses. */
#ifndef STUDY_DESCRIBE_H
#define STUDY_DESCRIBE_H

#include "holonome/problem.h"
#include "result/sink.h"

/** Open the record of a problem and write its first members: the program and the problem.
 *  @param[in] file  as named by the user */
void hol_study_open(const hol_sink *sink, const hol_problem *problem, const char *file);

#endif
