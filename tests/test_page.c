/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages as bytes: what is no result is refused with its place; the hashes of the policy are those of what stands in the
   page; nothing of a result can end the script it is in; the same results give the same page. */
#include "report/page.h"
#include "report/scan.h"

#include "close.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "{\"schema\": {\"name\": \"holonome-result\", \"version\": 1}"

static hol_status add(const char *json, hol_text *page, hol_page_fault *fault)
{
  const hol_page_source source = {"a\"<b>&.json", json, strlen(json)};
  return hol_page_add(&source, 1, page, fault);
}

static void what_is_no_result_is_refused(void **state)
{
  static const struct {
    const char *json, *what;
    size_t line, column;
  } table[] = {
      {"", "no value of JSON", 1, 1},
      {"{", "a name in quotes is missing", 1, 2},
      {"{\"a\": 1,\n  \"b\" 2}", "a colon is missing", 2, 7},
      {"{\"a\": 1 \"b\": 2}", "a comma or a closing brace is missing", 1, 9},
      {"[1, 2", "a comma or a closing bracket is missing", 1, 6},
      {"[1, 02]", "a number begins with 0", 1, 7},
      {"[1.]", "a digit is missing", 1, 4},
      {"[1e]", "a digit is missing", 1, 4},
      {"[nul]", "no value of JSON", 1, 2},
      {"[\"a\\x\"]", "an escape that there is not", 1, 5},
      {"[\"\\u12g4\"]", "an escape that there is not", 1, 4},
      {"[\"a\nb\"]", "a control character in a text", 1, 4},
      {"[\"a", "a text does not end", 1, 4},
      {"[1] 2", "something behind the end", 1, 5},
      {"[1, ]", "no value of JSON", 1, 5},
      {"{}", "this is no result of holonome, as --json writes it", 1, 1},
      {"[]", "this is no result of holonome, as --json writes it", 1, 1},
      {"{\"schema\": {\"name\": \"other\"}}", "this is no result of holonome, as --json writes it", 1, 1},
      {"[" HEAD "}, {}]", "this is no result of holonome, as --json writes it", 1, 1},
      {"[" HEAD "}, 1]", "this is no result of holonome, as --json writes it", 1, 1},
      {"{\"of\": " HEAD "}}", "this is no result of holonome, as --json writes it", 1, 1},
  };
  (void)state;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    hol_text page = {0};
    hol_page_fault fault = {0};
    assert_int_equal(add(table[i].json, &page, &fault), HOL_INVALID);
    assert_string_equal(fault.what, table[i].what);
    assert_int_equal(fault.line, table[i].line);
    assert_int_equal(fault.column, table[i].column);
    assert_int_equal(page.size, 0);
    hol_text_clear(&page);
  }
}

static void what_is_open_has_a_limit(void **state)
{
  char deep[2 * HOL_SCAN_DEPTH + 3] = "";
  hol_scan scan = {0};
  (void)state;
  memset(deep, '[', HOL_SCAN_DEPTH + 1);
  memset(deep + HOL_SCAN_DEPTH + 1, ']', HOL_SCAN_DEPTH + 1);
  assert_int_equal(hol_scan_result(deep, strlen(deep), &scan, NULL), HOL_INVALID);
  assert_string_equal(scan.what, "too many things one in another");
  assert_int_equal(hol_scan_result(deep + 1, strlen(deep) - 2, &scan, NULL), HOL_INVALID);
  assert_string_equal(scan.what, "this is no result of holonome, as --json writes it");
}

static void a_title_is_decoded(void **state)
{
  static const char json[] =
      "[" HEAD ", \"problem\": {\"other\": [\"title\"], \"title\": "
      "\"a \\\"q\\\" \\\\ \\u00e9\\u20ac\\ud83d\\ude00 \\ud800 \\n<\"}}, " HEAD ", \"problem\": {\"title\": \"b\"}}]";
  hol_text title = {0};
  hol_scan scan = {0};
  (void)state;
  assert_int_equal(hol_scan_result(json, strlen(json), &scan, &title), HOL_OK);
  assert_int_equal(scan.results, 2);
  assert_string_equal(title.data, "a \"q\" \\ \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \xef\xbf\xbd \n<");
  hol_text_clear(&title);
}

/** How often a word stands in a page. */
static size_t count(const char *page, const char *word)
{
  size_t found = 0;
  for (const char *at = strstr(page, word); at; at = strstr(at + 1, word)) {
    found++;
  }
  return found;
}

static void texts_cannot_end_their_script(void **state)
{
  hol_text page = {0};
  (void)state;
  assert_int_equal(
      add(HEAD ", \"problem\": {\"title\": \"</title></script><script>alert(1)</script><!--\"}}", &page, NULL), HOL_OK);
  assert_int_equal(count(page.data, "<title>"), 1);
  assert_non_null(strstr(page.data, "<title>&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)"));
  assert_non_null(strstr(page.data, "\\u003c/title>\\u003c/script>\\u003cscript>alert(1)"));
  assert_int_equal(count(page.data, "<script>alert"), 0);
  assert_int_equal(count(page.data, "</script>"), 2); /* of the result and of the page */
  assert_int_equal(count(page.data, "<!--"), 0);
  assert_non_null(strstr(page.data, "data-name=\"a&quot;&lt;b&gt;&amp;.json\""));
  hol_text_clear(&page);
}

/** Is the hash of what stands between two words in the policy? Six bits a letter, bit by bit. */
static void assert_hashed(const char *page, const char *policy, const char *begin, const char *end)
{
  const char *from = strstr(page, begin), *to = from ? strstr(from, end) : NULL;
  uint8_t digest[SHA256_DIGEST_LENGTH];
  char word[64] = "'sha256-";
  assert_non_null(to);
  from += strlen(begin);
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, (const uint8_t *)from, (size_t)(to - from));
  SHA256Final(digest, &context);
  for (size_t letter = 0; letter < 43; letter++) {
    unsigned value = 0;
    for (size_t bit = 6 * letter; bit < 6 * letter + 6; bit++) {
      value = 2 * value + (bit < 256 ? digest[bit / 8] >> (7 - bit % 8) & 1U : 0);
    }
    word[8 + letter] = (char)(value < 26    ? 'A' + value
                              : value < 52  ? 'a' + value - 26
                              : value < 62  ? '0' + value - 52
                              : value == 62 ? '+'
                                            : '/');
  }
  strcat(word, "='");
  const char *found = strstr(page, policy);
  assert_non_null(found);
  assert_memory_equal(found + strlen(policy), word, strlen(word));
}

static void the_policy_has_the_hashes(void **state)
{
  hol_text page = {0}, again = {0};
  (void)state;
  assert_int_equal(add(HEAD "}", &page, NULL), HOL_OK);
  assert_hashed(page.data, "script-src ", "<script>", "</script>");
  assert_hashed(page.data, "; style-src ", "<style>", "</style>");
  assert_int_equal(count(page.data, "<script"), 2);
  assert_int_equal(count(page.data, "<style"), 1);
  assert_int_equal(count(page.data, "unsafe"), 0);
  assert_true(page.size < 150000); /* without data */
  assert_int_equal(add(HEAD "}", &again, NULL), HOL_OK);
  assert_int_equal(page.size, again.size);
  assert_memory_equal(page.data, again.data, page.size);
  hol_text_clear(&page);
  hol_text_clear(&again);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_no_result_is_refused), cmocka_unit_test(what_is_open_has_a_limit),
      cmocka_unit_test(a_title_is_decoded),           cmocka_unit_test(texts_cannot_end_their_script),
      cmocka_unit_test(the_policy_has_the_hashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
