/** @file describe.h  The whole of what is told of one problem: what it is, then what was found. */
#ifndef STUDY_DESCRIBE_H
#define STUDY_DESCRIBE_H

#include "holonome/problem.h"
#include "result/sink.h"

/** Begin the record of a problem and tell what every result begins with: the program and the problem.
 *  @param[in] file  as named by the user */
void hol_study_open(const hol_sink *sink, const hol_problem *problem, const char *file);

#endif
