/* SPDX-License-Identifier: BSD-3-Clause */
/* The writers with too little memory: the k-th allocation fails, for every k until all goes well. The linker puts the
   functions below in the place of malloc() and its kin. */
#include "output_fixture.h"
#include "report/page.h"
#include "output/json.h"
#include "report/pack/sink.h"
#include "modes/describe.h"

static size_t allowed = SIZE_MAX; /* allocations that still succeed */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool is_granted(void)
{
  if (allowed == SIZE_MAX) {
    return true;
  }
  allowed -= allowed > 0 ? 1 : 0;
  return allowed > 0;
}

void *__wrap_malloc(size_t size)
{
  return is_granted() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
  return is_granted() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
  return is_granted() ? __real_realloc(memory, size) : NULL;
}

static const hol_output_source source = {.file = "problem.yaml"};

static hol_status table(fixture *made, hol_text *text)
{
  return hol_output_table(&made->result, &source, text);
}

static hol_status json(fixture *made, hol_text *text)
{
  return modes_json(&made->result, &source, text);
}

static hol_status failure(fixture *made, hol_text *text)
{
  return hol_write_failure(&made->problem, source.file, HOL_NUMERICAL, text);
}

static hol_status csv(fixture *made, hol_text *text)
{
  return modes_csv(&made->result, &source, text);
}

static hol_status plot(fixture *made, hol_text *text)
{
  return modes_as("plot", &made->result, source.file, text);
}

static hol_status compare(fixture *made, hol_text *text)
{
  double omega[100] = {0};
  hol_expect expect = {.first = 1, .count = 100, .omega = omega, .rtol = 0.1};
  made->problem.expect = &expect;
  made->problem.expect_count = 1;
  size_t compared, differences;
  return hol_output_compare(&made->result, &compared, &differences, text);
}

static hol_status faults(fixture *made, hol_text *text)
{
  (void)made;
  char message[] = "a message", hint[] = "a hint";
  hol_finding item[10];
  for (size_t i = 0; i < 10; i++) {
    item[i] = (hol_finding){true, {1, 1, 3}, message, hint};
  }
  const hol_faults all = {.item = item, .count = 10, .errors = 10};
  return hol_faults_text(&all, "problem.yaml", "a: b", 4, text);
}

static void tell_mode(const hol_sink *sink, const double *value)
{
  static const hol_quantity mode = {.type = HOL_RECORD}, energy = {.name = "energy", .type = HOL_MAP},
                            reactions = {.name = "reactions", .type = HOL_MAP},
                            shapes = {.name = "shapes", .type = HOL_MAP}, one = {.type = HOL_NUMBER},
                            s = {.name = "s", .type = HOL_NUMBER}, ux = {.name = "ux", .type = HOL_NUMBER},
                            rz = {.name = "rz", .type = HOL_NUMBER};
  hol_open(sink, &mode);
  hol_open(sink, &energy);
  hol_put_name(sink, "a part");
  hol_put_number(sink, &one, 1);
  hol_close(sink);
  hol_open(sink, &reactions);
  hol_put_name(sink, "a joint");
  hol_put_list(sink, &one, 3, value);
  hol_close(sink);
  hol_open(sink, &shapes);
  hol_put_name(sink, "a part");
  hol_open(sink, &mode);
  hol_put_list(sink, &s, 21, value);
  hol_put_list(sink, &ux, 21, value);
  hol_put_list(sink, &rz, 21, value);
  hol_close(sink);
  hol_close(sink);
  hol_close(sink);
}

/** A result that is large enough to be packed, with everything that is. */
static hol_status tell_large(const void *of, const hol_sink *sink)
{
  static const hol_quantity all = {.type = HOL_RECORD}, schema = {.name = "schema", .type = HOL_RECORD},
                            name = {.name = "name", .type = HOL_TEXT},
                            problem = {.name = "problem", .type = HOL_RECORD},
                            title = {.name = "title", .type = HOL_TEXT}, list = {.name = "list", .type = HOL_NUMBER},
                            modes = {.name = "modes", .type = HOL_LIST},
                            geometry = {.name = "geometry", .type = HOL_RECORD},
                            joints = {.name = "joints", .type = HOL_LIST},
                            ground = {.name = "ground", .type = HOL_TRUTH};
  hol_open(sink, &all);
  hol_open(sink, &schema);
  hol_put_text(sink, &name, "holonome-result");
  hol_close(sink);
  hol_open(sink, &problem);
  hol_put_text(sink, &title, "large");
  hol_close(sink);
  hol_open(sink, &modes);
  for (size_t i = 0; i < 20; i++) {
    tell_mode(sink, (const double *)of + i);
  }
  hol_close(sink);
  hol_put_list(sink, &list, 50000, of);
  hol_open(sink, &geometry);
  hol_open(sink, &joints);
  hol_open(sink, &all);
  hol_put_text(sink, &name, "a joint");
  hol_put_truth(sink, &ground, true);
  hol_close(sink);
  hol_close(sink);
  hol_close(sink);
  hol_close(sink);
  return HOL_OK;
}

static double large[50000];

/** From what is told to a page. */
static hol_status page_told(fixture *made, hol_text *text)
{
  (void)made;
  hol_text told = {0};
  hol_status status = hol_pack_json(tell_large, large, &told);
  const hol_page_source packed = {"large.json", told.data ? told.data : "", told.size};
  status = status == HOL_OK ? hol_page_add(&packed, 1, text, NULL) : status;
  hol_text_clear(&told);
  return status;
}

/** From JSON to a page. */
static hol_status page_read(fixture *made, hol_text *text)
{
  static hol_text written;
  (void)made;
  if (written.size == 0) {
    hol_json writer = {.text = &written};
    const hol_sink sink = hol_json_sink(&writer);
    assert_int_equal(tell_large(large, &sink), HOL_OK);
  }
  const hol_page_source raw = {"large.json", written.data, written.size};
  return hol_page_add(&raw, 1, text, NULL);
}

/** Fail the first allocation, then the second, and so on: either the status says so or the text is the whole one. */
static void check(hol_status (*write)(fixture *, hol_text *))
{
  static char name[] = "shaft";
  fixture made;
  fixture_make(&made, name);
  hol_text whole = {0};
  assert_int_equal(write(&made, &whole), HOL_OK);
  hol_status status = HOL_MEMORY;
  size_t tries = 0;
  for (; status != HOL_OK && tries < 1000; tries++) {
    hol_text text = {0};
    allowed = tries + 1;
    status = write(&made, &text);
    allowed = SIZE_MAX;
    assert_true(status == HOL_MEMORY || status == HOL_OK);
    if (status == HOL_OK) {
      assert_string_equal(text.data, whole.data);
    }
    hol_text_clear(&text);
  }
  assert_in_range(tries, 2, 999);
  hol_text_clear(&whole);
  hol_result_clear(&made.result);
}

static void test_every_writer_says_when_memory_runs_out(void **state)
{
  (void)state;
  hol_status (*const writer[])(fixture *, hol_text *) = {table,   json,   failure,   csv,      plot,
                                                         compare, faults, page_told, page_read};
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    large[i] = i < 1000 ? sin((double)i) : 0;
  }
  for (size_t i = 0; i < sizeof writer / sizeof writer[0]; i++) {
    check(writer[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_writer_says_when_memory_runs_out)};
  return cmocka_run_group_tests_name("output without memory", tests, NULL, NULL);
}
