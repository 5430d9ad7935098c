/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that a problem names, and problem files themselves, as a hostile or broken world has them: without end, too
   large, of other kinds, full of zeros, with sets that hold themselves; and which of them may be opened. Every read is
   made to fail in turn: the linker puts the function below in the place of read(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "holonome/holonome.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reads that fail --------------------------------------------------------------------------------------------- */

static size_t reads, failing; /* reads so far, and the one that fails; 0: none */

ssize_t __real_read(int descriptor, void *bytes, size_t size);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size);

ssize_t __wrap_read(int descriptor, void *bytes, size_t size)
{
  if (++reads == failing) {
    errno = EIO;
    return -1;
  }
  return __real_read(descriptor, bytes, size);
}

/* ---- a folder ---------------------------------------------------------------------------------------------------- */

/** In a folder of its own, which is the current one. */
static char place[64];

static void put(const char *name, const char *bytes, size_t size)
{
  FILE *file = fopen(name, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static void put_text(const char *name, const char *text)
{
  put(name, text, strlen(text));
}

static const char nodes[] = "*NODE\n1, 0, 0, 0\n2, 0.5, 0, 0\n3, 1, 0, 0\n";
static const char chain[] = "parts:\n"
                            "  c:\n"
                            "    kind: matrices\n"
                            "    stiffness: k.mtx\n"
                            "    mass: m.mtx\n"
                            "    map: c.dof\n"
                            "    nodes: c.inp\n"
                            "    ports: {a: {node: 1, at: [0, 0, 0]}}\n"
                            "freedoms: [ux]\n"
                            "joints: [{fix: c.a}]\n"
                            "analysis: {frequencies: {count: 2}}\n";
static const char recorded[] = "parameters: {m: 1, k: 900}\n"
                               "freedoms: [ux]\n"
                               "parts: {b: {kind: body, mass: m}}\n"
                               "joints: [{spring: b, freedom: ux, stiffness: k}]\n"
                               "analysis:\n"
                               "  transient:\n"
                               "    load: {at: b, direction: x, history: {file: r.csv}}\n"
                               "    at: {point: b, direction: x}\n"
                               "    times: [1 s, 2 s]\n"
                               "    damping_ratio: 1 %\n";

static const char record[] = "0, 0\n0.1, 1\n0.7, -1\n1, 0.25\n";

/** A chain of three masses on two springs, its first held, and a record of a force. */
static void put_good(void)
{
  put_text("k.mtx",
           "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 100\n2 1 -100\n2 2 200\n3 2 -100\n3 3 100\n");
  put_text("m.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1\n2 2 1\n3 3 1\n");
  put_text("c.dof", "1.1\n2.1\n3.1\n");
  put_text("c.inp", nodes);
  put_text("r.csv", record);
}

static int set_up(void **state)
{
  (void)state;
  (void)snprintf(place, sizeof place, "/tmp/holonome-files-XXXXXX");
  if (!mkdtemp(place) || chdir(place) != 0) {
    return -1;
  }
  put_good();
  return 0;
}

static int tear_down(void **state)
{
  char command[128];
  (void)state;
  (void)snprintf(command, sizeof command, "rm -rf %s", place);
  return chdir("/") != 0 || system(command) != 0 ? -1 : 0;
}

/* ---- what is said of a problem ----------------------------------------------------------------------------------- */

static hol_status ask(const char *text, hol_read_options options, hol_faults *faults)
{
  hol_problem problem = {0};
  hol_study study = {0};
  hol_status status = hol_read(text, strlen(text), options, &problem, faults);
  status = status == HOL_OK ? hol_study_run(&problem, (hol_solve_options){0}, &study, faults) : status;
  hol_study_clear(&study);
  hol_problem_clear(&problem);
  return status;
}

/** That a problem is refused, with these words somewhere and without those. */
static void refused(const char *text, hol_read_options options, const char *words, const char *without)
{
  hol_faults faults = {0};
  bool is_said = false;
  assert_int_equal(ask(text, options, &faults), HOL_INVALID);
  for (size_t i = 0; i < faults.count; i++) {
    is_said = is_said || strstr(faults.item[i].message, words);
    if (without && strstr(faults.item[i].message, without)) {
      fail_msg("said: %s", faults.item[i].message);
    }
  }
  if (!is_said) {
    fail_msg("not said: %s; but %s", words, faults.count ? faults.item[0].message : "nothing");
  }
  hol_faults_clear(&faults);
}

static void refused_here(const char *text, const char *words)
{
  refused(text, (hol_read_options){0}, words, NULL);
}

static void solved(const char *text, hol_read_options options)
{
  hol_faults faults = {0};
  hol_status status = ask(text, options, &faults);
  if (status != HOL_OK) {
    fail_msg("status %d: %s", status, faults.count ? faults.item[0].message : "");
  }
  hol_faults_clear(&faults);
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static const char by_set[] = "parts:\n"
                             "  c:\n"
                             "    kind: matrices\n"
                             "    stiffness: k.mtx\n"
                             "    mass: m.mtx\n"
                             "    map: c.dof\n"
                             "    nodes: c.inp\n"
                             "    ports: {a: {nodes: FOOT, at: [0, 0, 0]}}\n"
                             "freedoms: [ux]\n"
                             "joints: [{fix: c.a}]\n"
                             "analysis: {frequencies: {count: 2}}\n";

static void put_sets(const char *sets)
{
  hol_text text = {0};
  hol_text_add(&text, "%s%s", nodes, sets);
  put("c.inp", text.data, text.size);
  hol_text_clear(&text);
}

static void test_a_set_of_nodes_does_not_contain_itself(void **state)
{
  (void)state;
  put_sets("*NSET, NSET=FOOT\n1\n*NSET, NSET=OTHER\nFOOT, 2\n");
  solved(by_set, (hol_read_options){0});
  put_sets("*NSET, NSET=FOOT\n1\nFOOT\n");
  refused_here(by_set, "c.inp:7: the set `FOOT` contains itself");
  put_sets("*NSET, NSET=FOOT\n1\n*NSET, NSET=B\nFOOT\n*NSET, NSET=FOOT\nB, foot\n");
  refused_here(by_set, "contains itself");
}

static void test_sets_of_sets_are_counted_before_they_grow(void **state)
{
  (void)state;
  hol_text text = {0};
  hol_text_add(&text, "*NSET, NSET=A0\n1, 2\n");
  for (int i = 1; i <= 60; i++) {
    hol_text_add(&text, "*NSET, NSET=A%d\nA%d, A%d\n", i, i - 1, i - 1);
  }
  put_sets(text.data);
  refused_here(by_set, "the sets of the file have more than 20000000 nodes together");
  hol_text_clear(&text);
}

static void test_generated_sets_are_counted_before_they_grow(void **state)
{
  (void)state;
  put_sets("*NSET, NSET=FOOT, GENERATE\n1, 3, 2\n");
  solved(by_set, (hol_read_options){0});
  put_sets("*NSET, NSET=FOOT, GENERATE\n1, 100000000\n");
  refused_here(by_set, "c.inp:6: the sets of the file have more than 20000000 nodes together");
  put_sets("*NSET, NSET=FOOT, GENERATE\n1, 999999999999\n");
  refused_here(by_set, "more than 20000000 nodes together");
  put_sets("*NSET, NSET=FOOT, GENERATE\n1, 9000000\n1, 9000000\n1, 9000000\n");
  refused_here(by_set, "c.inp:8: the sets of the file have more than 20000000 nodes together");
}

/* ---- kinds and sizes --------------------------------------------------------------------------------------------- */

static const char *const imported[] = {"k.mtx", "m.mtx", "c.dof", "c.inp"};

/** Something else in place of each file that is named: made by a function. */
static void in_place_of_each(int (*make)(const char *name), const char *words)
{
  for (size_t i = 0; i < 5; i++) {
    const char *name = i < 4 ? imported[i] : "r.csv";
    hol_text expected = {0};
    hol_text_add(&expected, "%s cannot be read: %s", name, words);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(make(name), 0);
    refused_here(i < 4 ? chain : recorded, expected.data);
    assert_int_equal(remove(name), 0);
    put_good();
    hol_text_clear(&expected);
  }
}

static int make_pipe(const char *name)
{
  return mkfifo(name, 0600);
}

static int make_folder(const char *name)
{
  return mkdir(name, 0700);
}

static int make_device(const char *name)
{
  return symlink("/dev/zero", name);
}

static int make_nothing(const char *name)
{
  return symlink(name, name);
}

/** Of 2³² bytes and one, of which none takes room on the disk. */
static int make_large(const char *name)
{
  put_text(name, "");
  return truncate(name, ((off_t)1 << 32) + 1);
}

static void test_only_regular_files_are_read(void **state)
{
  (void)state;
  solved(chain, (hol_read_options){0});
  solved(recorded, (hol_read_options){0});
  in_place_of_each(make_pipe, "it is not a regular file");
  in_place_of_each(make_device, "it is not a regular file");
  in_place_of_each(make_folder, "it is a folder");
  in_place_of_each(make_nothing, "Too many levels of symbolic links");
}

static void test_files_have_a_largest_size(void **state)
{
  (void)state;
  in_place_of_each(make_large, "it is too large");
}

/** Zeros, as a disk that failed leaves them, are neither an end nor blanks. */
static void test_bytes_0_are_no_text(void **state)
{
  static const char csv[] = "0, 0\n0.1, 1\n\0\0\0\0\0\0\n",
                    node[] = "*NODE\n1, 0, 0, 0\n2, 0.5, 0, 0\n3, 1, 0, 0\n\0\0\0\n", map[] = "1.1\n2.1\n3.1\n\0\0\0",
                    tail[] = "0, 0\n0.1, 1\n0.2, 3\0 7\n";
  (void)state;
  put("r.csv", csv, sizeof csv - 1);
  refused_here(recorded, "r.csv:3: there is a byte 0");
  put("r.csv", tail, sizeof tail - 1);
  refused_here(recorded, "r.csv:3: there is a byte 0");
  put("c.inp", node, sizeof node - 1);
  refused_here(chain, "c.inp:5: there is a byte 0");
  put_good();
  put("c.dof", map, sizeof map - 1);
  refused_here(chain, "c.dof:4: there is a byte 0");
}

/** What stands behind the end of what is looked at is not left out. */
static void test_long_lines_of_records_are_refused(void **state)
{
  hol_text text = {0};
  (void)state;
  hol_text_add(&text, "# %0300d\n0, 0\n0.1, 1.%0300de3\n", 0, 0);
  put("r.csv", text.data, text.size);
  refused_here(recorded, "r.csv:3: the line is too long for two numbers");
  hol_text_clear(&text);
}

/* ---- of the wrong kind ------------------------------------------------------------------------------------------- */

static void test_files_of_the_wrong_kind_are_not_quoted(void **state)
{
  static const char *const secret[] = {
      "root:x:0:0:root:/root:/bin/bash\n", "secret=1\n", "1 root\n", "1 1 root\n", "1, root\n", "*root\nroot\n"};
  (void)state;
  for (size_t s = 0; s < sizeof secret / sizeof secret[0]; s++) {
    put_text("secret", secret[s]);
    for (size_t i = 0; i < 5; i++) {
      const char *name = i < 4 ? imported[i] : "r.csv", *whole = i < 4 ? chain : recorded;
      const char *at = strstr(whole, name);
      hol_text text = {0};
      hol_text_add(&text, "%.*ssecret%s", (int)(at - whole), whole, at + strlen(name));
      refused(text.data, (hol_read_options){0}, "secret:", s == 1 ? "secret=" : "root");
      hol_text_clear(&text);
    }
  }
  put_text("c.dof", "1.1\n2.1\n3.x\n"); /* of the right kind: what is wrong is shown */
  refused_here(chain, "not `3.x`");
}

/* ---- which may be opened ----------------------------------------------------------------------------------------- */

static void with_record(const char *path, hol_text *text)
{
  const char *at = strstr(recorded, "r.csv");
  text->size = 0;
  hol_text_add(text, "%.*s%s%s", (int)(at - recorded), recorded, path, at + strlen("r.csv"));
}

static void test_the_library_opens_what_it_may(void **state)
{
  static const char below[] = "only files below the folder of the problem are allowed here",
                    none[] = "other files are not allowed here";
  const hol_read_options any = {.folder = "in"}, inside = {.folder = "in", .files = HOL_FILES_BELOW},
                         nothing = {.folder = "in", .files = HOL_FILES_NONE}, here = {.files = HOL_FILES_BELOW};
  hol_text text = {0}, absolute = {0};
  (void)state;
  assert_int_equal(mkdir("in", 0700), 0);
  assert_int_equal(mkdir("in/deep", 0700), 0);
  put_text("in/r.csv", record);
  put_text("in/deep/r.csv", record);
  assert_int_equal(symlink("../r.csv", "in/link.csv"), 0);
  assert_int_equal(symlink("..", "in/up"), 0);
  assert_int_equal(symlink("deep/r.csv", "in/good.csv"), 0);
  hol_text_add(&absolute, "%s/in/r.csv", place);
  const char *const good[] = {"r.csv", "deep/r.csv", "./r.csv", "good.csv"};
  const char *const bad[] = {"../r.csv", "link.csv", "up/r.csv", "deep/../r.csv", "deep/../../r.csv", absolute.data};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    with_record(good[i], &text);
    solved(text.data, any);
    solved(text.data, inside);
    refused(text.data, nothing, none, NULL);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    with_record(bad[i], &text);
    solved(text.data, any);
    refused(text.data, inside, below, NULL);
    refused(text.data, nothing, none, NULL);
  }
  solved(recorded, here);
  solved(chain, here);
  refused(chain, nothing, "k.mtx is not opened: other files are not allowed here", NULL);
  refused(chain, inside, "k.mtx cannot be read: No such file or directory", NULL);
  hol_text_clear(&text);
  hol_text_clear(&absolute);
}

/** What is not allowed is not allowed later, either, when the problem is read again. */
static void test_reading_again_opens_no_more(void **state)
{
  hol_problem problem = {0};
  hol_faults faults = {0};
  const hol_read_options options = {.folder = "in", .files = HOL_FILES_BELOW};
  (void)state;
  assert_int_equal(mkdir("in", 0700), 0);
  put_text("in/r.csv", record);
  assert_int_equal(hol_read(recorded, strlen(recorded), options, &problem, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, "m", 2, &faults), HOL_OK);
  assert_int_equal(hol_problem_set(&problem, "k", 2, &faults), HOL_OK);
  assert_int_equal(unlink("in/r.csv"), 0);
  assert_int_equal(symlink("../r.csv", "in/r.csv"), 0);
  assert_int_equal(hol_problem_set(&problem, "m", 3, &faults), HOL_INVALID);
  assert_non_null(strstr(faults.item[0].message, "is not opened"));
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/* ---- reads ------------------------------------------------------------------------------------------------------- */

/** A problem in a file, and all that it names: every read fails in turn. */
static void fail_each(const char *text)
{
  size_t tries = 0;
  hol_status status = HOL_FILE;
  put_text("problem.yaml", text);
  while (status != HOL_OK) {
    hol_problem problem = {0};
    hol_faults faults = {0};
    hol_study study = {0};
    reads = 0;
    failing = ++tries;
    status = hol_read_file("problem.yaml", (hol_read_options){0}, &problem, &faults);
    status = status == HOL_OK ? hol_study_run(&problem, (hol_solve_options){0}, &study, &faults) : status;
    failing = 0;
    if (reads >= tries) { /* else there are fewer reads */
      assert_int_equal(status, HOL_FILE);
      assert_int_equal(study.founds > 0 && study.found[0].status == HOL_OK, 0);
    } else {
      assert_int_equal(status, HOL_OK);
    }
    hol_study_clear(&study);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
    assert_in_range(tries, 1, 100);
  }
  assert_in_range(tries, 3, 100);
}

static void test_no_read_may_fail_unseen(void **state)
{
  (void)state;
  fail_each(chain);
  fail_each(recorded);
}

/* ---- text without end -------------------------------------------------------------------------------------------- */

static void test_brackets_by_the_million_are_refused_at_once(void **state)
{
  enum { OPEN = 8000000 };
  char *text = malloc(OPEN + 4);
  hol_problem problem = {0};
  hol_faults faults = {0};
  struct rusage before, after;
  (void)state;
  assert_non_null(text);
  for (int kind = 0; kind < 2; kind++) {
    memcpy(text, "a: ", 3);
    memset(text + 3, kind ? '{' : '[', OPEN);
    assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
    assert_int_equal(hol_read(text, OPEN + 3, (hol_read_options){0}, &problem, &faults), HOL_INVALID);
    assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
    assert_in_range(faults.count, 1, 2);
    assert_non_null(strstr(faults.item[0].message, "brackets are open here"));
    assert_true(after.ru_maxrss - before.ru_maxrss < 200000); /* kB */
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
  free(text);
}

/** A bracket in each of many comments opens nothing. */
static void test_brackets_in_comments_are_no_matter(void **state)
{
  hol_text text = {0};
  (void)state;
  for (int i = 0; i < 2000; i++) {
    hol_text_add(&text, "# in [0, %d)\n", i);
  }
  hol_text_add(&text, "%s", chain);
  solved(text.data, (hol_read_options){0});
  hol_text_clear(&text);
}

static void test_unknown_keys_by_the_hundred_thousand_are_counted(void **state)
{
  enum { KEYS = 200000 };
  hol_text text = {0}, said = {0};
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)state;
  for (int i = 0; i < KEYS; i++) {
    hol_text_add(&text, "k%d: 1\n", i);
  }
  assert_int_equal(hol_read(text.data, text.size, (hol_read_options){0}, &problem, &faults), HOL_INVALID);
  assert_int_equal(faults.count, HOL_FAULTS_MOST);
  assert_in_range(faults.errors, KEYS, KEYS + 10);
  assert_int_equal(hol_faults_text(&faults, "a.yaml", text.data, text.size, &said), HOL_OK);
  assert_true(said.size < 500000);
  assert_non_null(strstr(said.data, "errors, the first of them above; nothing was solved"));
  hol_text_clear(&said);
  hol_text_clear(&text);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** Remarks, however many, do not hide an error. */
static void test_remarks_leave_room_for_errors(void **state)
{
  hol_faults faults = {0};
  hol_text said = {0};
  (void)state;
  for (int i = 0; i < 5000; i++) {
    hol_faults_add(&faults, false, (hol_place){0}, NULL, "remark");
  }
  hol_faults_add(&faults, true, (hol_place){0}, NULL, "the error");
  assert_int_equal(hol_faults_text(&faults, "a.yaml", "", 0, &said), HOL_OK);
  assert_non_null(strstr(said.data, "a.yaml: error: the error\n1 error; nothing was solved\n"));
  hol_text_clear(&said);
  hol_faults_clear(&faults);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
#ifndef __SANITIZE_ADDRESS__
  const struct rlimit room = {(rlim_t)3 << 30,
                              (rlim_t)3 << 30}; /* where a guard is missing the test ends, not the machine */
  (void)setrlimit(RLIMIT_AS, &room);
#endif
  (void)alarm(120);
  const struct CMUnitTest tests[] = {
      EACH(test_a_set_of_nodes_does_not_contain_itself),
      EACH(test_sets_of_sets_are_counted_before_they_grow),
      EACH(test_generated_sets_are_counted_before_they_grow),
      EACH(test_only_regular_files_are_read),
      EACH(test_files_have_a_largest_size),
      EACH(test_bytes_0_are_no_text),
      EACH(test_long_lines_of_records_are_refused),
      EACH(test_files_of_the_wrong_kind_are_not_quoted),
      EACH(test_the_library_opens_what_it_may),
      EACH(test_reading_again_opens_no_more),
      EACH(test_no_read_may_fail_unseen),
      EACH(test_brackets_by_the_million_are_refused_at_once),
      EACH(test_brackets_in_comments_are_no_matter),
      EACH(test_unknown_keys_by_the_hundred_thousand_are_counted),
      EACH(test_remarks_leave_room_for_errors),
  };
  return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
