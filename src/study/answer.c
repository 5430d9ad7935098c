/* SPDX-License-Identifier: BSD-3-Clause */
/* From bytes to bytes: for callers in other languages. */
#include "base/memory.h"
#include "holonome/holonome.h"
#include "study/formats.h"

#include <stdlib.h>
#include <string.h>

/** Parameters as they are read: texts in one piece of memory. {0} is none. */
typedef struct settings {
  char *lines;       /**< owned */
  hol_override *set; /**< [count], owned */
  size_t count;
} settings;

/** One problem on its way. {0} is empty. */
typedef struct question {
  hol_problem problem;
  hol_faults faults;
  hol_study study;
} question;

const char *hol_version(void)
{
  return HOLONOME_VERSION;
}

/** Lines are cut where they end; empty ones say nothing. @return HOL_MEMORY */
static hol_status take_lines(const char *text, size_t size, settings *all)
{
  size_t most = 1;
  for (size_t i = 0; i < size; i++) {
    most += text[i] == '\n';
  }
  all->lines = hol_alloc_text(size > 0 ? text : "", size);
  all->set = hol_alloc(most, sizeof *all->set);
  if (!all->lines || !all->set) {
    return HOL_MEMORY;
  }
  char *line = all->lines;
  for (size_t i = 0; i < most; i++) {
    char *end = memchr(line, '\n', (size_t)(all->lines + size - line));
    end = end ? end : all->lines + size;
    *end = '\0';
    if (*line != '\0') {
      all->set[all->count++].text = line;
    }
    line = end < all->lines + size ? end + 1 : end;
  }
  return HOL_OK;
}

/** What is known of a failure besides its status becomes a fault without place. */
static void excuse(question *q)
{
  hol_text reason = {0};
  hol_study_excuse(&q->study, &reason);
  hol_faults_add(&q->faults, true, (hol_place){0}, NULL, "%s%s", hol_status_text(HOL_NUMERICAL),
                 reason.size > 0 ? reason.data : "");
  hol_text_clear(&reason);
}

/** Read, and run all. */
static hol_status ask(question *q, const char *bytes, size_t size, const settings *with)
{
  const hol_read_options options = {.set = with->set, .set_count = with->count};
  hol_status status = hol_read(bytes, size, options, &q->problem, &q->faults);
  if (status == HOL_OK) {
    status = hol_study_run(&q->problem, (hol_solve_options){.is_told_only = true}, &q->study, &q->faults);
  }
  if (status == HOL_NUMERICAL) {
    excuse(q);
  }
  hol_faults_sort(&q->faults);
  return status;
}

/** What has come of it, in both texts. @return HOL_MEMORY */
static hol_status write_answer(const question *q, hol_status status, hol_text *result, hol_text *faults)
{
  hol_text_put(faults, "", 0);
  HOL_TRY(hol_faults_text(&q->faults, "problem", q->problem.bytes, q->problem.size, faults));
  if (status == HOL_OK || status == HOL_INCOMPLETE) {
    return hol_write(&q->study, "json", result);
  }
  return hol_write_refusal(&q->problem, NULL, status, &q->faults, result);
}

hol_status hol_answer(const char *problem, size_t size, const char *parameters, size_t parameters_size, char **result,
                      size_t *result_size, char **faults, size_t *faults_size)
{
  question q = {0};
  settings with = {0};
  hol_text found = {0}, wrong = {0};
  hol_status status = take_lines(parameters, parameters ? parameters_size : 0, &with);
  if (status == HOL_OK) {
    status = ask(&q, problem, size, &with);
    status = write_answer(&q, status, &found, &wrong) == HOL_OK ? status : HOL_MEMORY;
  }
  if (found.failed || wrong.failed) { /* half a text is none */
    hol_text_clear(&found);
    hol_text_clear(&wrong);
  }
  *result = found.data;
  *result_size = found.size;
  *faults = wrong.data;
  *faults_size = wrong.size;
  hol_study_clear(&q.study);
  hol_faults_clear(&q.faults);
  hol_problem_clear(&q.problem);
  free(with.lines);
  free(with.set);
  return status;
}
