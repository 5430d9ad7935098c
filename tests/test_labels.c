/* SPDX-License-Identifier: BSD-3-Clause */
/* Components of reactions are named, those of springs too: as many words as numbers, and the number is that of the
   word. */
#include "output/json.h"
#include "solved.h"
#include "modes/describe.h"

#include <jansson.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD};

static json_t *told(const hol_result *result)
{
  hol_text text = {0};
  hol_json json = {.text = &text};
  const hol_sink sink = hol_json_sink(&json);
  hol_open(&sink, &record);
  assert_int_equal(hol_modes_describe(result, &sink), HOL_OK);
  hol_close(&sink);
  json_t *tree = json_loads(text.data, 0, NULL);
  assert_non_null(tree);
  hol_text_clear(&text);
  return tree;
}

/** The words of a joint are these. */
static void check_words(const json_t *tree, const char *joint, const char *const *word, size_t count)
{
  const json_t *list = json_object_get(json_object_get(tree, "reaction_components"), joint);
  const json_t *value =
      json_object_get(json_object_get(json_array_get(json_object_get(tree, "modes"), 0), "reactions"), joint);
  assert_int_equal(json_array_size(list), count);
  assert_int_equal(json_array_size(value), count);
  for (size_t i = 0; i < count; i++) {
    assert_string_equal(json_string_value(json_array_get(list, i)), word[i]);
  }
}

static void test_words_of_every_joint(void **state)
{
  static const char *const bushing[] = {"ux", "uy", "rz"}, *const turned[] = {"along (0, 1, 0)", "along (-1, 0, 0)"};
  static const char *const spring[] = {"along (0.6, 0.8, 0)"}, *const twist[] = {"rz"};
  static const char *const tie[] = {"uy"}, *const general[] = {"equation"}, *const fixed[] = {"ux", "uy", "rz"};
  static const char *const matrix[] = {"1 of matrix", "2 of matrix", "3 of matrix"};
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, "parts:\n"
                                  "  a: {kind: body, at: [0, 0], mass: 1, inertia: 1}\n"
                                  "  b: {kind: body, at: [1, 0], mass: 2, inertia: 3}\n"
                                  "joints:\n"
                                  "  - {name: z matrix, spring: a, stiffness: [[3, 0, 1], [0, 2, 0], [1, 0, 4]]}\n"
                                  "  - {name: bush, bushing: [a, b], stiffness: [10, 20, 30]}\n"
                                  "  - {name: turned, bushing: a, axis: [0, 1], stiffness: [5, 6, 0]}\n"
                                  "  - {name: slant, spring: b, direction: [3, 4], stiffness: 7}\n"
                                  "  - {name: twist, spring: b, freedom: rz, stiffness: 7}\n"
                                  "  - {name: soft, tie: [a, b], freedom: uy, stiffness: 8}\n"
                                  "  - {name: sum, constraint: {terms: [[1, a, ux], [2, b, uy]], compliance: 0.1}}\n"
                                  "analysis: {frequencies: 6}\n"),
                   HOL_OK);
  json_t *tree = told(&s.result);
  check_words(tree, "z matrix", matrix, 3);
  check_words(tree, "bush", bushing, 3);
  check_words(tree, "turned", turned, 2);
  check_words(tree, "slant", spring, 1);
  check_words(tree, "twist", twist, 1);
  check_words(tree, "soft", tie, 1);
  check_words(tree, "sum", general, 1);
  json_decref(tree);
  assert_int_equal(solve_text(&s, "parts: {a: {kind: beam, length: 1 m, EA: 1, EI: 1, line_mass: 1}}\n"
                                  "joints: [{name: clamp, fix: a.start}]\nanalysis: {frequencies: 2}\n"),
                   HOL_OK);
  tree = told(&s.result);
  check_words(tree, "clamp", fixed, 3);
  json_decref(tree);
  forget(&s);
}

/** The force of a spring is its stiffness times what it is stretched, along the words. */
static void test_numbers_belong_to_the_words(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, "parts: {a: {kind: body, at: [0, 0], mass: 1, inertia: 1}}\n"
                                  "joints: [{bushing: a, axis: [0, 1], stiffness: [5, 600, 70]}]\n"
                                  "analysis: {frequencies: 1}\n"),
                   HOL_OK);
  const hol_mode *mode = &s.result.mode[0]; /* √5: along y, the first axis of the bushing */
  assert_close(mode->omega, sqrt(5), 1e-14);
  assert_string_equal(s.result.spring[0].component, "along (0, 1, 0)");
  assert_close(fabs(hol_reaction_of(&s.result, mode, 0).value[0]), 5 * fabs(mode->shape[0].value[HOL_UY][0]), 1e-12);
  assert_true(fabs(hol_reaction_of(&s.result, mode, 0).value[1]) < 1e-12);
  forget(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words_of_every_joint),
      cmocka_unit_test(test_numbers_belong_to_the_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
