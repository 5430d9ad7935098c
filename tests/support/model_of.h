/* SPDX-License-Identifier: BSD-3-Clause */
/* The model of a problem at its own numbers, as hol_solve() makes it. */
#ifndef MODEL_OF_H
#define MODEL_OF_H

#include "model/layout.h"

/** Both to be cleared in every case, the model first. */
HOL_MUST_CHECK hol_status model_of(const hol_problem *problem, hol_model *model);

#endif
