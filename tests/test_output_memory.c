/* The writers with too little memory: the k-th allocation fails, for every k until all goes well. The linker puts the
   functions below in the place of malloc() and its kin. */
#include "output_fixture.h"
#include "spectrum/describe.h"

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
  hol_status (*const writer[])(fixture *, hol_text *) = {table, json, failure, csv, plot, compare, faults};
  for (size_t i = 0; i < sizeof writer / sizeof writer[0]; i++) {
    check(writer[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_writer_says_when_memory_runs_out)};
  return cmocka_run_group_tests_name("output without memory", tests, NULL, NULL);
}
