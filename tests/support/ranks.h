/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ranks.h  Ranks without MPI: processes of the test itself, which talk through shared memory. */
#ifndef SUPPORT_RANKS_H
#define SUPPORT_RANKS_H

#include "holonome/solve.h"

/** What one rank does. @return 0 if all is as it should be */
typedef int rank_work(const hol_comm *comm, void *context);

/** So many ranks, at most 16, do it at the same time; all must find everything as it should be. They have copies of
 *  what the test has, and the test nothing of theirs. */
void on_ranks(size_t ranks, rank_work *work, void *context);

#endif
