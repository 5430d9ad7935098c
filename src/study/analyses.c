/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of all analyses: grammars for the reader, and rows with their functions. */
#include "study/analyses.h"

#include "manoeuvre/manoeuvre.h"
#include "motion/analysis.h"
#include "motion/linearise_analysis.h"
#include "nonlinear/analysis.h"
#include "response/damped.h"
#include "response/random/random.h"
#include "response/steady/response.h"
#include "response/shock/seismic.h"
#include "response/transient/transient.h"
#include "modes/analysis.h"
#include "statics/analysis.h"
#include "statics/buckling.h"
#include "study/grammar.h"
#include "sweep/analysis.h"

#include <assert.h>

/** hol_<name>_grammar and hol_<name>_row. The first is run for a file that asks for nothing. */
#define ANALYSES(X)                                                                                                    \
  X(modes)                                                                                                             \
  X(static)                                                                                                            \
  X(response)                                                                                                          \
  X(buckling)                                                                                                          \
  X(damped)                                                                                                            \
  X(transient)                                                                                                         \
  X(seismic)                                                                                                           \
  X(random)                                                                                                            \
  X(manoeuvre)                                                                                                         \
  X(motion_analysis)                                                                                                   \
  X(linearise)                                                                                                         \
  X(sweep)                                                                                                             \
  X(nonlinear)

#define X(name) &hol_##name##_grammar,
static const hol_analysis_grammar *const grammar[] = {ANALYSES(X)};
#undef X
#define X(name) &hol_##name##_row,
static const hol_analysis_row *const row[] = {ANALYSES(X) NULL};
#undef X

const hol_grammar hol_all_analyses = {grammar, sizeof grammar / sizeof *grammar};

const hol_analysis_row *hol_analysis_row_at(size_t i)
{
  static_assert(sizeof grammar / sizeof *grammar <= HOL_ANALYSES_MAX, "a study has room for all of them");
  return row[i];
}
