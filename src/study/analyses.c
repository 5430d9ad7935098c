#include "study/analyses.h"

#include "nonlinear/read.h"
#include "spectrum/read.h"
#include "sweep/read.h"

static const hol_analysis_grammar *const grammar[] = {&hol_modes_grammar, &hol_sweep_grammar, &hol_nonlinear_grammar};
const hol_grammar hol_all_analyses = {grammar, sizeof grammar / sizeof *grammar};
