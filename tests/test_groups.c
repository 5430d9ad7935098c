/* SPDX-License-Identifier: BSD-3-Clause */
/* Names are told whole in 80 columns, energy is summed over copies and kinds, rigid-body modes take one line. */
#include "output/json.h"
#include "result/words.h"
#include "solved.h"
#include "modes/describe.h"
#include "problem/groups.h"

#include <string.h>

#define LONG "diagonal_members_of_the_upper_half_of_the_tower_that_were_renewed_after_the_storm"

static void table_of(const solved *s, hol_text *text)
{
  hol_text_clear(text);
  assert_int_equal(hol_output_table(&s->result, &(hol_output_source){.file = "a.yaml"}, text), HOL_OK);
  for (const char *line = text->data; *line; line += strcspn(line, "\n") + 1) {
    assert_in_range(hol_words_columns(line, strcspn(line, "\n")), 0, HOL_COLUMNS);
  }
}

/** Three pinned spans of which one is heavy and slow: `frame[index].NAME`. */
static void solve_spans(solved *s, const char *name, int count)
{
  assert_int_equal(
      solve_text(s,
                 "parts:\n"
                 "  frame:\n"
                 "    repeat: {n: 3, step: [1, 0], ends: open}\n"
                 "    parts:\n"
                 "      %s: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                 "    joints: [{pin: %s.start}, {pin: %s.end}, {weld: [%s.end, 'frame[index+1].%s.start']}]\n"
                 "analysis: {frequencies: %d, compliance: exact}\n",
                 name, name, name, name, name, count),
      HOL_OK);
}

static void test_groups_of_names(void **state)
{
  (void)state;
  solved s = {0};
  hol_groups groups = {0};
  assert_int_equal(solve_text(&s, "parts:\n"
                                  "  a: {kind: bar, length: 1 m, EA: 1, line_mass: 1}\n"
                                  "  t:\n"
                                  "    repeat: {n: 2, step: [1, 0]}\n"
                                  "    parts:\n"
                                  "      x: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
                                  "      b:\n"
                                  "        repeat: {n: 11, step: [0, 1]}\n"
                                  "        parts: {y: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}}\n"
                                  "  m: {kind: body, at: [0, 0], mass: 1}\n"
                                  "  z: {kind: bar, length: 1 m, EA: 1, line_mass: 1}\n"
                                  "freedoms: [ux]\n"
                                  "analysis: {frequencies: 1}\n"),
                   HOL_OK);
  const hol_problem *problem = &s.reading.problem;
  assert_int_equal(hol_groups_make(problem, &groups), HOL_OK);
  static const char *const name[] = {"bar", "t[*].x", "t[*].b[*].y", "body"};
  assert_int_equal(groups.count, 4);
  for (size_t g = 0; g < groups.count; g++) {
    assert_string_equal(groups.name[g], name[g]);
  }
  size_t members[4] = {0};
  for (size_t i = 0; i < problem->part_count; i++) {
    members[groups.of[i]]++;
  }
  assert_true(members[0] == 2);
  assert_true(members[1] == 2);
  assert_true(members[2] == 22);
  assert_true(members[3] == 1);
  hol_groups_clear(&groups);
  hol_groups_clear(&groups);
  forget(&s);
}

/** What does not fit beside the numbers stands below them, whole; so does what is longer than a line. */
static void test_names_stand_whole(void **state)
{
  (void)state;
  solved s = {0};
  hol_text text = {0};
  solve_spans(&s, "post", 2);
  table_of(&s, &text);
  assert_non_null(strstr(text.data, "  frame[*].post 100 %\n"));
  assert_null(strstr(text.data, "..."));
  solve_spans(&s, "renewed_diagonal_member", 2);
  table_of(&s, &text);
  assert_non_null(strstr(
      text.data, "   100 % of\n                                                frame[*].renewed_diagonal_member\n"));
  solve_spans(&s, LONG, 2);
  table_of(&s, &text);
  char *end = strstr(text.data, "  100 % of\nframe[*]." LONG);
  assert_null(end); /* it is broken where the line ends, nothing is lost */
  char joined[256];
  snprintf(joined, sizeof joined, "100 %% of\nframe[*].%.71s\n%s\n", LONG, &LONG[71]);
  assert_non_null(strstr(text.data, joined));
  hol_text_clear(&text);
  forget(&s);
}

/** A copy that has half of the energy is named itself; where no part has a tenth it is the kind. */
static void test_who_moves_is_named(void **state)
{
  (void)state;
  solved s = {0};
  hol_text text = {0};
  assert_int_equal(solve_text(&s, "parts:\n"
                                  "  c:\n"
                                  "    repeat: {n: 3, step: [1, 0]}\n"
                                  "    parts: {m: {kind: body, at: [0, 0], mass: index}}\n"
                                  "    joints: [{spring: m, freedom: ux, stiffness: 1}]\n"
                                  "freedoms: [ux]\n"
                                  "analysis: {frequencies: 3}\n"),
                   HOL_OK);
  table_of(&s, &text);
  assert_non_null(strstr(text.data, " c[3].m 100 %\n"));
  assert_non_null(strstr(text.data, " c[1].m 100 %\n"));
  hol_text many = {0};
  hol_text_add(&many, "parts:\n");
  for (int i = 0; i < 12; i++) {
    hol_text_add(&many, "  p%d: {kind: body, at: [0, 0], mass: 1}\n", i);
  }
  hol_text_add(&many, "joints:\n  - {weld: [p0");
  for (int i = 1; i < 12; i++) {
    hol_text_add(&many, ", p%d", i);
  }
  hol_text_add(&many, "]}\n  - {spring: p0, freedom: ux, stiffness: 1}\nfreedoms: [ux]\nanalysis: {frequencies: 1}\n");
  assert_int_equal(solve_words(&s, &many), HOL_OK);
  table_of(&s, &text);
  assert_non_null(strstr(text.data, " kind body 100 %\n"));
  hol_text_clear(&many);
  hol_text_clear(&text);
  forget(&s);
}

/** The JSON has the sums of what it has part by part, where there are fewer of them. */
static void test_sums_are_those_of_parts(void **state)
{
  (void)state;
  solved s = {0};
  hol_groups groups = {0};
  solve_spans(&s, "post", 3);
  assert_int_equal(hol_groups_make(&s.reading.problem, &groups), HOL_OK);
  assert_int_equal(groups.count, 1);
  for (size_t i = 0; i < s.result.mode_count; i++) {
    double sum;
    hol_groups_sum(&groups, 3, s.result.mode[i].energy, &sum);
    assert_close(sum, 1, 1e-12);
  }
  hol_text text = {0};
  hol_json json = {.text = &text};
  const hol_sink sink = hol_json_sink(&json);
  static const hol_quantity record = {.type = HOL_RECORD};
  hol_open(&sink, &record);
  assert_int_equal(hol_modes_describe(&s.result, &sink), HOL_OK);
  hol_close(&sink);
  assert_non_null(strstr(text.data, "\"energy_by_group\": {\"frame[*].post\": "));
  hol_text_clear(&text);
  hol_groups_clear(&groups);
  forget(&s);
}

static void test_rigid_body_modes_take_one_line(void **state)
{
  (void)state;
  solved s = {0};
  hol_text text = {0};
  assert_int_equal(solve_text(&s,
                              "parts: {a: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EA: 9, EI_y: 1, EI_z: 2, GJ: 1, "
                              "line_mass: 1, polar_inertia: 1}}\n"
                              "analysis: {frequencies: 8, compliance: exact}\n"),
                   HOL_OK);
  assert_int_equal(s.result.rigid_modes, 6);
  table_of(&s, &text);
  assert_non_null(strstr(text.data, "\n  1-6  "));
  assert_non_null(strstr(text.data, " rigid-body modes\n    7  "));
  assert_null(strstr(text.data, "rigid-body mode\n"));
  hol_text_clear(&text);
  forget(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_groups_of_names),
      cmocka_unit_test(test_names_stand_whole),
      cmocka_unit_test(test_who_moves_is_named),
      cmocka_unit_test(test_sums_are_those_of_parts),
      cmocka_unit_test(test_rigid_body_modes_take_one_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
