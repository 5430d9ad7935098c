/* SPDX-License-Identifier: BSD-3-Clause */
/* Kinds of parts for the tests of the reader, some of the library's in an order of their own; and reading in one
   call. */
#ifndef HOLONOME_TEST_PROBLEM_KINDS_H
#define HOLONOME_TEST_PROBLEM_KINDS_H

#include "holonome/problem.h"
#include "parts/kinds.h"
#include "parts/section.h"
#include "problem/again.h"
#include "study/grammar.h"

#include <math.h>
#include <string.h>

static const hol_part_grammar *const test_kinds[] = {
    &hol_kind_beam.grammar,  &hol_kind_bar.grammar,  &hol_kind_body.grammar, &hol_kind_disk.grammar,
    &hol_kind_plate.grammar, &hol_kind_ring.grammar, &hol_kind_arc.grammar};

enum { TEST_KIND_COUNT = sizeof test_kinds / sizeof test_kinds[0], BEAM = 0, BAR, BODY, DISK };

static inline hol_status read_bytes(const char *bytes, size_t size, const hol_override *set, size_t n_set,
                                    hol_problem *problem, hol_faults *faults)
{
  hol_kept_file file = {0};
  size_t shapes;
  (void)hol_shape_grammars(&shapes);
  const hol_problem_source source = {.bytes = bytes,
                                     .size = size,
                                     .kinds = test_kinds,
                                     .n_kinds = TEST_KIND_COUNT,
                                     .shapes = hol_shape_grammars(&shapes),
                                     .n_shapes = shapes,
                                     .set = set,
                                     .n_set = n_set,
                                     .grammar = &hol_all_analyses};
  hol_status status = hol_problem_read_again(&file, &source, NULL, 0, problem, faults);
  hol_kept_file_clear(&file);
  return status;
}

static inline hol_status read_with(const char *text, const hol_override *set, size_t n_set, hol_problem *problem,
                                   hol_faults *faults)
{
  return read_bytes(text, strlen(text), set, n_set, problem, faults);
}

static inline hol_status read_text(const char *text, hol_problem *problem, hol_faults *faults)
{
  return read_with(text, NULL, 0, problem, faults);
}

/** Equal up to a few roundings. */
static inline int is_near(double a, double b)
{
  return fabs(a - b) <= 4e-16 * fmax(fabs(a), fabs(b));
}

#endif
