/* SPDX-License-Identifier: BSD-3-Clause */
/* Problem files with all that the library knows: kinds of parts, analyses. */
#include "base/file.h"
#include "base/memory.h"
#include "expression/decimal.h"
#include "holonome/holonome.h"
#include "parts/resolve.h"
#include "parts/section.h"
#include "problem/again.h"
#include "problem/origin.h"
#include "study/grammar.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** A copy of the options. */
static hol_status keep_options(hol_read_options options, hol_reading *reading)
{
  reading->set = hol_alloc(options.set_count, sizeof *reading->set);
  reading->folder = options.folder ? hol_alloc_text(options.folder, strlen(options.folder)) : NULL;
  if (!reading->set || (options.folder && !reading->folder)) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < options.set_count; i++) {
    reading->set[i].text = hol_alloc_text(options.set[i].text, strlen(options.set[i].text));
    reading->source.n_set = i + 1;
    if (!reading->set[i].text) {
      return HOL_MEMORY;
    }
  }
  return HOL_OK;
}

/** What is to be read: a copy of it all, `bytes` too. */
static hol_status keep_source(const char *bytes, size_t size, hol_read_options options, char **kept, hol_reading **out)
{
  hol_reading *reading = *out = hol_alloc(1, sizeof *reading);
  *kept = hol_alloc_text(bytes ? bytes : "", size);
  if (!reading || !*kept) {
    return HOL_MEMORY;
  }
  HOL_TRY(keep_options(options, reading));
  reading->source.bytes = *kept;
  reading->source.size = size;
  reading->source.kinds = hol_part_grammars(&reading->source.n_kinds);
  reading->source.shapes = hol_shape_grammars(&reading->source.n_shapes);
  reading->source.set = reading->set;
  reading->source.folder = reading->folder;
  reading->source.files = options.files;
  reading->source.grammar = &hol_all_analyses;
  return HOL_OK;
}

hol_status hol_read(const char *bytes, size_t size, hol_read_options options, hol_problem *problem, hol_faults *faults)
{
  hol_reading *reading = NULL;
  char *kept = NULL;
  *problem = (hol_problem){0};
  hol_status status = keep_source(bytes, size, options, &kept, &reading);
  if (status == HOL_OK) {
    status = hol_problem_read_again(&reading->file, &reading->source, NULL, 0, problem, faults);
    if (problem->parameter_count == 0) { /* it will never be another one */
      hol_kept_file_clear(&reading->file);
    }
  }
  problem->bytes = kept;
  problem->size = size;
  problem->reading = reading;
  return status;
}

/** Everything in a file, at most one byte more than a problem file may have. @return HOL_FILE with errno, HOL_MEMORY */
static hol_status read_path(const char *path, hol_text *bytes)
{
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor == -1) {
    return HOL_FILE;
  }
  hol_status status = hol_file_take(descriptor, HOL_FILE_SIZE_MAX, bytes);
  int reason = errno;
  (void)close(descriptor);
  errno = reason;
  return status;
}

hol_status hol_read_file(const char *path, hol_read_options options, hol_problem *problem, hol_faults *faults)
{
  hol_text bytes = {0};
  const char *slash = strrchr(path, '/');
  char *folder = slash ? hol_alloc_text(path, slash > path ? (size_t)(slash - path) : 1) : NULL;
  *problem = (hol_problem){0};
  hol_status status = slash && !folder ? HOL_MEMORY : read_path(path, &bytes);
  int reason = errno;
  options.folder = options.folder ? options.folder : folder;
  if (status == HOL_OK) {
    status = hol_read(bytes.data, bytes.size, options, problem, faults);
    problem->path = hol_alloc_text(path, strlen(path));
    status = problem->path ? status : HOL_MEMORY;
  }
  hol_text_clear(&bytes);
  free(folder);
  errno = reason;
  return status;
}

const hol_parameter *hol_problem_parameter(const hol_problem *problem, const char *name)
{
  for (size_t i = 0; i < problem->parameter_count; i++) {
    if (strcmp(problem->parameter[i].name, name) == 0) {
      return &problem->parameter[i];
    }
  }
  return NULL;
}

/** What was set before, but for what is set now, and that.
 *  @param[out] set  [*count], owned by the caller; its texts are borrowed */
static hol_status add_override(const hol_problem_source *source, const char *text, hol_override **set, size_t *count)
{
  size_t name = strcspn(text, "=") + 1;
  *set = hol_alloc(source->n_set + 1, sizeof **set);
  *count = 0;
  if (!*set) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < source->n_set; i++) {
    if (strncmp(source->set[i].text, text, name) != 0) {
      (*set)[(*count)++] = source->set[i];
    }
  }
  (*set)[(*count)++].text = text;
  return HOL_OK;
}

/** Take over `set`, whose last text is new; another text of this name goes. */
static void keep_override(hol_reading *reading, hol_override *set, size_t count)
{
  size_t name = strcspn(set[count - 1].text, "=") + 1;
  for (size_t i = 0; i < reading->source.n_set; i++) {
    if (strncmp(reading->set[i].text, set[count - 1].text, name) == 0) {
      free((char *)reading->set[i].text);
    }
  }
  free(reading->set);
  reading->source.set = reading->set = set;
  reading->source.n_set = count;
}

/** The problem with a parameter at another value takes its place. */
static hol_status read_with(hol_problem *problem, const hol_setting *setting, hol_faults *faults)
{
  hol_problem other = {0};
  hol_status status = hol_problem_with(problem, setting, 1, &other, faults);
  if (status == HOL_OK) {
    hol_problem before = *problem;
    other.path = before.path;
    other.bytes = before.bytes;
    other.size = before.size;
    other.reading = before.reading;
    *problem = other;
    before.path = before.bytes = NULL;
    before.reading = NULL;
    other = before;
  }
  hol_problem_clear(&other);
  return status;
}

/** Move the problem where the parameter is the one by which it can be moved, else read its file again. */
static hol_status move_to(hol_problem *problem, const hol_parameter *parameter, double value, hol_faults *faults)
{
  size_t number = (size_t)(parameter - problem->parameter) + 1;
  const hol_setting setting = {parameter->name, value};
  if (problem->reading->moved == number && hol_problem_at(problem, &value)) {
    return HOL_OK;
  }
  HOL_TRY(read_with(problem, &setting, faults));
  problem->reading->moved = number;
  return HOL_OK;
}

hol_status hol_problem_set(hol_problem *problem, const char *name, double value, hol_faults *faults)
{
  const hol_parameter *parameter = hol_problem_parameter(problem, name);
  if (!parameter) {
    hol_faults_add(faults, true, (hol_place){0}, NULL, "the file has no parameter `%s`", name);
    return HOL_INVALID;
  }
  if (!isfinite(value)) {
    hol_faults_add(faults, true, (hol_place){0}, NULL, "the value of parameter `%s` is not a finite number", name);
    return HOL_INVALID;
  }
  hol_override *set = NULL;
  size_t count;
  char number[HOL_DECIMAL_ROOM];
  hol_decimal_write(value, number);
  char *text = hol_format("%s=%s", name, number);
  hol_status status = text ? add_override(&problem->reading->source, text, &set, &count) : HOL_MEMORY;
  status = status == HOL_OK ? move_to(problem, parameter, value, faults) : status;
  if (status == HOL_OK) {
    keep_override(problem->reading, set, count);
    return HOL_OK;
  }
  free(set);
  free(text);
  return status;
}
