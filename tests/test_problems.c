/* SPDX-License-Identifier: BSD-3-Clause */
/* The gallery: every file below problems/ is read, solved, and compared with the numbers it expects. They were computed
   independently of this program (each file says how). Every complaint names its file; the tests count them. */
#include "close.h"

#include "holonome/holonome.h"
#include "motion/analysis.h"
#include "nonlinear/analysis.h"
#include "nonlinear/request.h"
#include "modes/analysis.h"
#include "modes/describe.h"
#include "modes/effective.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/** What was found in the whole gallery. */
typedef struct gallery {
  char **path; /**< [count] sorted, owned */
  size_t count, capacity;
  size_t numbers;  /**< expected frequencies compared */
  bool only_upper; /**< of the file being judged: joint reactions give no lower bounds */
  size_t unread, undescribed, unsolved, unproved, differing, unbounded, miscounted;
} gallery;

static void *need(void *memory)
{
  if (!memory) {
    fail_msg("out of memory");
  }
  return memory;
}

/* ---- finding the files ---- */

static char *join(const char *folder, const char *name)
{
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = need(malloc(size));
  (void)snprintf(path, size, "%s/%s", folder, name);
  return path;
}

static bool ends_with(const char *text, const char *tail)
{
  size_t a = strlen(text), b = strlen(tail);
  return a >= b && strcmp(text + a - b, tail) == 0;
}

static void keep(gallery *all, char *path)
{
  if (all->count == all->capacity) {
    all->capacity = all->capacity ? 2 * all->capacity : 64;
    all->path = need(realloc(all->path, all->capacity * sizeof *all->path));
  }
  all->path[all->count++] = path;
}

static void find(gallery *all, const char *folder)
{
  DIR *open_folder = need(opendir(folder));
  for (struct dirent *entry; (entry = readdir(open_folder));) {
    struct stat about;
    char *path = join(folder, entry->d_name);
    if (entry->d_name[0] == '.' || stat(path, &about) != 0) {
      free(path);
    } else if (S_ISDIR(about.st_mode)) {
      find(all, path);
      free(path);
    } else if (ends_with(path, ".yaml")) {
      keep(all, path);
    } else {
      free(path);
    }
  }
  (void)closedir(open_folder);
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/** All bytes of a file. @param[out] size  their number */
static char *slurp(const char *path, size_t *size)
{
  FILE *file = need(fopen(path, "rb"));
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  long length = ftell(file);
  assert_true(length > 0);
  assert_int_equal(fseek(file, 0, SEEK_SET), 0);
  char *bytes = need(malloc((size_t)length));
  *size = fread(bytes, 1, (size_t)length, file);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(*size, length);
  return bytes;
}

/* ---- judging one file; `name` is its path below problems/ ---- */

static const char *name_of(const char *path)
{
  return path + strlen(HOLONOME_PROBLEMS) + 1;
}

static void tell_faults(const char *name, const hol_faults *faults)
{
  for (size_t i = 0; i < faults->count; i++) {
    const hol_finding *fault = &faults->item[i];
    if (fault->is_error) {
      print_error("%s:%zu:%zu: %s%s%s\n", name, fault->place.line, fault->place.column, fault->message,
                  fault->hint ? "; " : "", fault->hint ? fault->hint : "");
    }
  }
}

/** Is the expectation one of the continuous structure, so that the proved bounds must enclose it? Not what another
 *  program has printed of the same matrices. */
static bool is_exact(const hol_problem *problem, const hol_expect *expect)
{
  if (problem->file_count && expect->rtol > 1e-12) {
    return false;
  }
  return problem->analysis.exact || (expect->source && strncmp(expect->source, "exact", 5) == 0);
}

static void judge_value(gallery *all, const char *name, const hol_mode *mode, const hol_expect *expect, size_t i,
                        bool exact)
{
  double wanted = expect->omega[i];
  all->numbers++;
  if (!close_is(mode->omega, wanted, expect->rtol, 0.0)) {
    print_error("%s: mode %zu: %.16g rad/s, expected %.16g (relative %.2g, allowed %.2g)\n", name, mode->number,
                mode->omega, wanted, mode->omega / wanted - 1, expect->rtol);
    all->differing++;
  }
  /* the expected numbers have 16 digits themselves */
  bool above = all->only_upper || mode->lower <= wanted * (1 + 1e-15);
  if (exact && !(above && wanted * (1 - 1e-15) <= mode->upper)) {
    print_error("%s: mode %zu: %.17g rad/s is outside the bounds %.17g .. %.17g\n", name, mode->number, wanted,
                mode->lower, mode->upper);
    all->unbounded++;
  }
}

/** The mode with this number; a list of a range does not begin with the first. @return NULL if it is not there */
static const hol_mode *mode_numbered(const hol_result *result, size_t number)
{
  for (size_t i = 0; i < result->mode_count; i++) {
    if (result->mode[i].number == number) {
      return &result->mode[i];
    }
  }
  return NULL;
}

static void judge_expectation(gallery *all, const char *name, const hol_result *result, const hol_expect *expect)
{
  bool exact = is_exact(result->problem, expect);
  for (size_t i = 0; i < expect->count; i++) {
    const hol_mode *mode = mode_numbered(result, expect->first + i);
    if (mode) {
      judge_value(all, name, mode, expect, i, exact);
    } else {
      print_error("%s: mode %zu is missing, expected %.16g rad/s\n", name, expect->first + i, expect->omega[i]);
      all->numbers++;
      all->differing++;
    }
  }
}

/** The product's own comparison must come to the same verdict. */
static void judge_comparison(gallery *all, const char *name, const hol_result *result, size_t differing)
{
  size_t compared = 0, differences = 0, expected = 0;
  hol_text text = {0};
  for (size_t i = 0; i < result->problem->expect_count; i++) {
    const hol_expect *expect = &result->problem->expect[i];
    const hol_expected_masses *masses = expect->of == &hol_modes_grammar ? expect->wanted : NULL;
    expected += expect->count + (masses ? masses->count : 0);
  }
  if (hol_output_compare(result, &compared, &differences, &text) != HOL_OK || compared != expected ||
      differences != differing) {
    print_error("%s: compared %zu of %zu numbers, found %zu differences instead of %zu\n", name, compared, expected,
                differences, differing);
    all->miscounted++;
  }
  hol_text_clear(&text);
}

/** Upper bounds must be called so, and nothing else. */
static void judge_upper(gallery *all, const char *name, const hol_result *result)
{
  bool good = !result->complete && !result->count_proved && result->problem->analysis.reactions != HOL_REACTIONS_NONE &&
              !result->problem->analysis.exact;
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    good = good && (!(mode->omega > 0) || (isnan(mode->lower) && mode->upper >= mode->omega));
  }
  if (!good) {
    print_error("%s: upper bounds are not marked as what they are\n", name);
    all->unproved++;
  }
}

static void judge_result(gallery *all, const char *name, const hol_result *result)
{
  size_t before = all->differing;
  all->only_upper = result->only_upper;
  if (result->only_upper) {
    judge_upper(all, name, result);
  } else if (!result->count_proved || !result->complete) {
    print_error("%s: the list is not proved complete with all bounds\n", name);
    all->unproved++;
  }
  for (size_t i = 0; i < result->problem->expect_count; i++) {
    judge_expectation(all, name, result, &result->problem->expect[i]);
  }
  judge_comparison(all, name, result, all->differing - before);
}

static void judge_description(gallery *all, const char *name, const hol_problem *problem)
{
  if (!problem->title || !problem->source || problem->expect_count == 0) {
    print_error("%s: has no title, no source or expects nothing\n", name);
    all->undescribed++;
  }
}

static void judge_problem(gallery *all, const char *name, const hol_problem *problem, hol_faults *faults)
{
  hol_result result = {0};
  hol_status status = hol_solve(problem, (hol_solve_options){0}, &result, faults);
  if (status == HOL_OK || status == HOL_INCOMPLETE) {
    judge_result(all, name, &result);
  } else {
    print_error("%s: %s\n", name, hol_status_text(status));
    tell_faults(name, faults);
    all->unsolved++;
  }
  hol_result_clear(&result);
}

/** Curves of steady motions: complete, with the folds expected. */
static void judge_curves(gallery *all, const char *name, hol_problem *problem, hol_faults *faults)
{
  hol_nonlinear_result result = {0};
  hol_text text = {0};
  size_t compared = 0, differences = 0;
  if (hol_nonlinear_prepare(problem, faults) != HOL_OK ||
      hol_nonlinear_solve(hol_nonlinear_asked(problem), &result) != HOL_OK ||
      hol_nonlinear_compare(&result, problem, &compared, &differences, &text) != HOL_OK) {
    print_error("%s: not solved\n", name);
    tell_faults(name, faults);
    all->unsolved++;
  } else if (!result.complete) {
    print_error("%s: the curves are not complete\n", name);
    all->unproved++;
  } else if (differences > 0) {
    print_error("%s: %s", name, text.data);
    all->differing += differences;
  }
  all->numbers += compared;
  hol_text_clear(&text);
  hol_nonlinear_result_clear(&result);
}

static void judge_file(gallery *all, const char *path)
{
  size_t size = 0;
  char *bytes = slurp(path, &size);
  hol_problem problem = {0};
  hol_faults faults = {0};
  char *folder = need(strdup(path));
  *strrchr(folder, '/') = '\0';
  hol_status status = hol_read(bytes, size, (hol_read_options){.folder = folder}, &problem, &faults);
  if (status != HOL_OK) {
    print_error("%s: %s\n", name_of(path), hol_status_text(status));
    tell_faults(name_of(path), &faults);
    all->unread++;
  } else {
    judge_description(all, name_of(path), &problem);
    if (hol_nonlinear_asked(&problem)) {
      judge_curves(all, name_of(path), &problem, &faults);
    } else if (problem.part_count > 0 || !hol_motion_asked(&problem)) { /* a motion in coordinates has no structure */
      judge_problem(all, name_of(path), &problem, &faults);
    }
  }
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
  free(folder);
  free(bytes);
}

/* ---- the tests ---- */

static int judge_gallery(void **state)
{
  gallery *all = need(calloc(1, sizeof *all));
  find(all, HOLONOME_PROBLEMS);
  qsort(all->path, all->count, sizeof *all->path, by_name);
  for (size_t i = 0; i < all->count; i++) {
    judge_file(all, all->path[i]);
  }
  *state = all;
  return 0;
}

static int forget_gallery(void **state)
{
  gallery *all = *state;
  for (size_t i = 0; i < all->count; i++) {
    free(all->path[i]);
  }
  free(all->path);
  free(all);
  return 0;
}

static void test_the_gallery_is_there(void **state)
{
  const gallery *all = *state;
  assert_true(all->count >= 120);
  assert_true(all->numbers >= 900);
}

static void test_every_file_is_read_without_faults(void **state)
{
  const gallery *all = *state;
  assert_int_equal(all->unread, 0);
  assert_int_equal(all->undescribed, 0);
}

static void test_every_file_is_solved_and_proved_complete(void **state)
{
  const gallery *all = *state;
  assert_int_equal(all->unsolved, 0);
  assert_int_equal(all->unproved, 0);
}

static void test_every_frequency_is_the_expected_one(void **state)
{
  const gallery *all = *state;
  assert_int_equal(all->differing, 0);
}

static void test_proved_bounds_enclose_every_exact_frequency(void **state)
{
  const gallery *all = *state;
  assert_int_equal(all->unbounded, 0);
}

static void test_comparison_with_expect_counts_the_same(void **state)
{
  const gallery *all = *state;
  assert_int_equal(all->miscounted, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_gallery_is_there),
      cmocka_unit_test(test_every_file_is_read_without_faults),
      cmocka_unit_test(test_every_file_is_solved_and_proved_complete),
      cmocka_unit_test(test_every_frequency_is_the_expected_one),
      cmocka_unit_test(test_proved_bounds_enclose_every_exact_frequency),
      cmocka_unit_test(test_comparison_with_expect_counts_the_same),
  };
  return cmocka_run_group_tests(tests, judge_gallery, forget_gallery);
}
