/* Kinds of parts for the tests of the reader, so that they depend on no other room; and reading in one call. */
#ifndef HOLONOME_TEST_PROBLEM_KINDS_H
#define HOLONOME_TEST_PROBLEM_KINDS_H

#include "holonome/problem.h"
#include "problem/again.h"
#include "study/grammar.h"

#include <math.h>
#include <string.h>

#define BEAM_PROPERTIES                                                                                                \
  (HOL_P(EA) | HOL_P(GJ) | HOL_P(EI) | HOL_P(EI_Y) | HOL_P(EI_Z) | HOL_P(LINE_MASS) | HOL_P(POLAR_INERTIA) |           \
   HOL_P(ROTARY_INERTIA) | HOL_P(KGA) | HOL_P(KAPPA))

static const hol_part_keys test_kinds[] = {
    {.name = "beam",
     .is_member = true,
     .properties = BEAM_PROPERTIES,
     .takes_material = true,
     .takes_section = true,
     .takes_theory = true,
     .takes_ends = true,
     .takes_supports = true,
     .takes_up = true},
    {.name = "bar",
     .is_member = true,
     .properties = HOL_P(EA) | HOL_P(LINE_MASS),
     .takes_material = true,
     .takes_section = true},
    {.name = "body", .properties = HOL_P(MASS), .takes_inertia = true},
    {.name = "disk",
     .properties = HOL_P(MASS) | HOL_P(RADIUS) | HOL_P(THICKNESS),
     .takes_material = true,
     .takes_inertia = true,
     .takes_axis = true},
    {.name = "plate",
     .properties = HOL_P(RADIUS) | HOL_P(INNER_RADIUS) | HOL_P(THICKNESS),
     .takes_material = true,
     .takes_plate = true,
     .takes_points = true,
     .z_axis = "normal"},
    {.name = "ring",
     .properties = HOL_P(RADIUS) | HOL_P(EI) | HOL_P(LINE_MASS),
     .takes_points = true,
     .takes_stations = true,
     .z_axis = "normal"},
};

enum { TEST_KIND_COUNT = sizeof test_kinds / sizeof test_kinds[0], BEAM = 0, BAR, BODY, DISK };

static inline hol_status read_bytes(const char *bytes, size_t size, const hol_override *set, size_t n_set,
                                    hol_problem *problem, hol_faults *faults)
{
  hol_kept_file file = {0};
  const hol_problem_source source = {.bytes = bytes,
                                     .size = size,
                                     .kinds = test_kinds,
                                     .n_kinds = TEST_KIND_COUNT,
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
