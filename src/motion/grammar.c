/* SPDX-License-Identifier: BSD-3-Clause */
/* Grammar of the analysis `motion`. */
#include "motion/analysis.h"
#include "motion/reading.h"

#include <stdlib.h>

static void clear_wanted(void *asked)
{
  hol_motion_wanted *wanted = asked;
  hol_motion_system_clear(&wanted->system);
  hol_motion_request_clear(&wanted->request);
}

static void clear_expected(void *wanted)
{
  hol_motion_expected *expected = wanted;
  free(expected->quantity);
}

static void read_section(hol_reader *reader, const hol_node *key, const hol_node *root)
{
  hol_motion_wanted *wanted = hol_request_start(reader, &hol_motion_analysis_grammar, sizeof *wanted);
  if (wanted) {
    hol_motion_read_section(reader, key, root, wanted);
  }
}

/** What the file has under `motion` at its top; else the bodies among its parts move. */
static void read_request(hol_reader *reader, const hol_node *key)
{
  hol_motion_wanted *wanted = hol_motion_asked(reader->problem);
  if (!wanted && reader->problem->part_count == 0) {
    hol_fault_missing(reader, key, "motion: {coordinates: {x: {start: 0 m, speed: 1 m/s}}, kinetic: m/2*x'^2}",
                      "nothing moves: the file has neither `motion` at its top nor parts");
    return;
  }
  if (!wanted) {
    wanted = hol_request_start(reader, &hol_motion_analysis_grammar, sizeof *wanted);
    if (!wanted) {
      return;
    }
    wanted->system.has_time_unit = true;
  }
  hol_motion_read_request(reader, key, wanted);
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  hol_motion_read_expected(reader, entry, field, hol_motion_asked(reader->problem), expect);
}

static const hol_analysis_key request_keys[] = {
    {"motion", read_request, "mapping", "motion over time of a system in coordinates"}};
static const hol_expected_key expected[] = {{"motion", true}, {"value", false}, {"within", false}};
const hol_analysis_grammar hol_motion_analysis_grammar = {.key = request_keys,
                                                          .keys = 1,
                                                          .mapping = hol_motion_mapping,
                                                          .mappings = HOL_MOTION_MAPPINGS,
                                                          .section = "motion",
                                                          .read_section = read_section,
                                                          .is_many = true,
                                                          .expected = expected,
                                                          .expected_keys = sizeof expected / sizeof *expected,
                                                          .expect = read_expected,
                                                          .clear = clear_wanted,
                                                          .clear_expected = clear_expected};

hol_motion_wanted *hol_motion_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_motion_analysis_grammar);
}
