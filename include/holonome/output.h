/** @file output.h  Writing results: a table for a terminal, JSON, CSV; comparison with the file's `expect:`.
 *
 *  Room `output`. Writers return text; they open no file and print nothing. */
#ifndef HOLONOME_OUTPUT_H
#define HOLONOME_OUTPUT_H

#include "holonome/nonlinear.h"
#include "holonome/result.h"
#include "holonome/status.h"
#include "holonome/sweep.h"
#include "holonome/text.h"

/** The faults of one file as text, GCC-clickable: `file:line:column: error: …`, the line, a caret, what would be right;
 *  at the end the number of errors. `bytes` are those of the file. */
HOL_MUST_CHECK hol_status hol_output_faults(const hol_diagnostics *faults, const char *file, const char *bytes,
                                            size_t size, hol_text *text);

#endif
