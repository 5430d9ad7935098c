/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as JSON with bytes changed at random: they are refused, or drawn, on paper and in letters, never more. */
#include "report/plot/plot.h"
#include "report/plot/recall.h"

#include "close.h"
#include "dice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const char good[] =
    "{\"schema\": {\"name\": \"holonome-result\", \"version\": 1}, \"problem\": {\"title\": \"t\"}, "
    "\"complete\": true,\n"
    "\"geometry\": {\"dimension\": 3, \"parts\": [{\"name\": \"a\", \"kind\": \"beam\", \"group\": \"g\", "
    "\"stations\": {\"from\": [0, 0, 0], \"to\": [1, 0, 0], \"count\": 3}},\n"
    "{\"name\": \"p\", \"kind\": \"plate\", \"group\": \"q\", \"stations\": "
    "[[0,0,1],[1,0,1],[0,1,1],[1,1,1]], \"mesh\": {\"rows\": 2, \"columns\": 2, \"closed\": false}}],\n"
    "\"joints\": [{\"name\": \"j\", \"kind\": \"spring\", \"ground\": true, \"points\": [{\"part\": \"a\", "
    "\"at\": [0, 0, 0]}], \"components\": [{\"name\": \"along (0.6, 0.8, 0)\", \"stiffness\": 3}]}]},\n"
    "\"modes\": [{\"number\": 1, \"omega\": 2.5, \"lower\": 2.4, \"upper\": 2.6, \"count_below\": 0, "
    "\"count_above\": 1, \"shapes\": {\"a\": {\"ux\": [0, 0.1, 0.2], \"rx\": [0, 1, 2]}, \"p\": {\"uz\": [0, "
    "1, -1, 0.5]}}}],\n"
    "\"sweep\": {\"values\": [[1], [2], [3]], \"omega\": [[1, 2], [1.5, 2.5], [2, 3]], \"branch\": [[1, 2], "
    "[1, 2], [2, 1]], \"events\": [{\"at\": 1.5, \"omega\": 2, \"kind\": \"veering\", \"branches\": [1, "
    "2]}],\n"
    "\"near\": [{\"event\": 0, \"values\": [[1.4], [1.5], [1.6]], \"omega\": [[1, 2], [1.4, 1.6], [2, 3]], "
    "\"branch\": [[1, 2], [1, 2], [1, 2]]}],\n"
    "\"views\": [{\"role\": \"branches\", \"title\": \"b\", \"value\": \"omega\", \"branch\": \"branch\", "
    "\"axis\": \"values\", \"spacing\": \"log\", \"axis_label\": \"x\", \"label\": \"y\", \"unit\": "
    "\"rad/s\", \"marks\": \"events\", \"mark_x\": \"at\", \"mark_y\": \"omega\", \"mark_name\": \"kind\", "
    "\"mark_curves\": \"branches\", \"closer\": \"near\"}]},\n"
    "\"response\": {\"omega\": [1, 2, 3], \"receivers\": [{\"at\": \"r\", \"value\": [[1, 2], [3, -4], [0, "
    "1]], \"radius\": [0.1, 0.1, null], \"peaks\": [{\"omega\": 2, \"magnitude\": 5, \"mode\": 1}]}],\n"
    "\"views\": [{\"role\": \"complex\", \"title\": \"c\", \"each\": \"receivers\", \"value\": \"value\", "
    "\"radius\": \"radius\", \"name\": [\"at\"], \"axis\": \"omega\", \"axis_unit\": \"rad/s\", \"label\": "
    "\"l\", \"marks\": \"peaks\", \"mark_x\": \"omega\", \"mark_y\": \"magnitude\", \"mark_name\": "
    "\"mode\"}]},\n"
    "\"map\": {\"at\": [[1, 1], [1, 2], [2, 1], [2, 2]], \"v\": [[1], [2], [null], [4]], \"views\": "
    "[{\"role\": \"map\", \"title\": \"m\", \"value\": \"v\", \"axis\": \"at\", \"axis_label\": \"a\", "
    "\"other_label\": \"b\", \"spacing\": \"log\"}]},\n"
    "\"curve\": {\"all\": [{\"n\": 1, \"pieces\": [{\"x\": [1, 2, 3], \"y\": [[1, 3, 2]], \"f\": [0, 1, 1], "
    "\"e\": [{\"x\": 2, \"y\": [3], \"k\": \"fold\"}]}]}], \"views\": [{\"role\": \"curve\", \"title\": "
    "\"k\", \"each\": \"all\", \"within\": \"pieces\", \"axis\": \"x\", \"value\": \"y\", \"flag\": \"f\", "
    "\"marks\": \"e\", \"mark_x\": \"x\", \"mark_y\": \"y\", \"mark_name\": \"k\"}]},\n"
    "\"rest\": {\"geometry\": {\"dimension\": 2, \"parts\": [{\"name\": \"a\", \"kind\": \"beam\", \"group\": "
    "\"g\", \"stations\": {\"from\": [0, 0, 0], \"to\": [1, 0, 0], \"count\": 3}}], \"joints\": []}, \"s\": "
    "{\"a\": {\"uy\": [0, 0.1, 0]}}, \"views\": [{\"role\": \"shape\", \"title\": \"s\", \"shape\": \"s\", "
    "\"label\": \"d\", \"unit\": \"m\"}]},\n"
    "\"sample\": {\"v\": [[1, 2], [2, 3], [1.5, 2]], \"p\": [0.025, 0.5, 0.975], \"st\": [{\"number\": 1, "
    "\"q\": [1, 1.5, 2]}, {\"number\": 2, \"q\": [2, 2, 3]}], \"views\": [{\"role\": \"sample\", \"title\": "
    "\"h\", \"each\": \"st\", \"value\": \"v\", \"axis\": \"p\", \"marks\": \"q\", \"name\": [\"number\"], "
    "\"label\": \"mode\"}]}}\n";
/* clang-format on */

/** Draw whatever was read. @return was it */
static bool draw_any(const char *text, size_t size)
{
  hol_plot plot = {.chosen = {0, 0}};
  hol_scan scan = {0};
  hol_text svg = {0}, letters = {0};
  char *own = malloc(size + 1);
  assert_non_null(own);
  memcpy(own, text, size);
  own[size] = '\0';
  const hol_sink sink = hol_plot_sink(&plot);
  hol_status status = hol_plot_node_recall(own, size, &sink, &scan);
  assert_true(status == HOL_OK || (status == HOL_INVALID && scan.what));
  free(own);
  if (status == HOL_OK) {
    hol_status drawn = hol_plot_add(&plot, &svg), written = hol_plot_letters(&plot, &letters);
    assert_true(drawn == HOL_OK || drawn == HOL_USAGE || drawn == HOL_MEMORY);
    assert_true(written == HOL_OK || written == HOL_USAGE || written == HOL_MEMORY);
    assert_int_equal(drawn == HOL_OK, svg.size > 0);
  }
  hol_text_clear(&svg);
  hol_text_clear(&letters);
  hol_plot_clear(&plot);
  return status == HOL_OK;
}

static void changed_bytes_are_drawn_or_refused(void **state)
{
  static const char sign[] = "0123456789-.eE[]{},:\" ntu";
  uint64_t seed = 88172645463325252u;
  size_t outcome[2] = {0};
  (void)state;
  assert_true(draw_any(good, sizeof good - 1));
  for (int trial = 0; trial < 6000; trial++) {
    char bytes[sizeof good];
    memcpy(bytes, good, sizeof good);
    for (uint64_t changes = 1 + dice_next(&seed) % 3; changes > 0; changes--) {
      size_t at = dice_pick(&seed, sizeof good - 1);
      bool is_digit = bytes[at] >= '0' && bytes[at] <= '9'; /* another digit leaves it a result */
      bytes[at] = is_digit ? sign[dice_pick(&seed, 10)] : sign[dice_pick(&seed, sizeof sign - 1)];
    }
    outcome[draw_any(bytes, sizeof good - 1)]++;
  }
  assert_true(outcome[0] > 500);
  assert_true(outcome[1] > 500);
}

/** Numbers, lists and words in place of each other: sound JSON, and a result of nobody. */
static void exchanged_values_are_drawn(void **state)
{
  static const char *const value[] = {"1e300", "-1",    "0",     "null",   "true",    "[]",
                                      "{}",    "\"a\"", "[[1]]", "1e-300", "99999999"};
  uint64_t seed = 271828182845904523u;
  size_t drawn = 0;
  (void)state;
  for (int trial = 0; trial < 3000; trial++) {
    char bytes[sizeof good + 64];
    size_t at = dice_pick(&seed, sizeof good - 200) + 100;
    while (at < sizeof good - 1 &&
           !(good[at] >= '0' && good[at] <= '9' && (good[at - 1] == ' ' || good[at - 1] == '['))) {
      at++;
    }
    size_t last = at + strspn(good + at, "0123456789.");
    const char *put = value[dice_pick(&seed, sizeof value / sizeof *value)];
    int size = snprintf(bytes, sizeof bytes, "%.*s%s%s", (int)at, good, put, good + last);
    assert_true(size > 0);
    assert_true((size_t)size < sizeof bytes);
    drawn += draw_any(bytes, (size_t)size);
  }
  assert_true(drawn > 2500);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(changed_bytes_are_drawn_or_refused),
                                     cmocka_unit_test(exchanged_values_are_drawn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
