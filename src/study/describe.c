/* SPDX-License-Identifier: BSD-3-Clause */
/* Beginning of a result: schema, program, problem file with its digest, other files read, parameters. */
#include "study/describe.h"

#include "result/quantities.h"
#include "result/schema.h"

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity sha256 = {.name = "sha256", .type = HOL_TEXT};

/** Files read beside the problem file. */
static void put_files(const hol_sink *sink, const hol_problem *problem)
{
  static const hol_quantity files = {.name = "files", .type = HOL_LIST}, name = {.name = "file", .type = HOL_TEXT};
  hol_open(sink, &files);
  for (size_t i = 0; i < problem->file_count; i++) {
    hol_open(sink, &record);
    hol_put_text(sink, &name, problem->file[i].name);
    hol_put_text(sink, &sha256, problem->file[i].sha256);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_parameters(const hol_sink *sink, const hol_problem *problem)
{
  static const hol_quantity parameters = {.name = "parameters", .type = HOL_MAP, .text = "in SI units"};
  static const hol_quantity value = {.type = HOL_NUMBER};
  hol_open(sink, &parameters);
  for (size_t i = 0; i < problem->parameter_count; i++) {
    hol_put_name(sink, problem->parameter[i].name);
    hol_put_number(sink, &value, problem->parameter[i].value);
  }
  hol_close(sink);
}

void hol_study_open(const hol_sink *sink, const hol_problem *problem, const char *file)
{
  static const hol_quantity all = {.type = HOL_RECORD, .flags = HOL_BLOCK, .items = 2};
  static const hol_quantity of = {.name = "problem", .type = HOL_RECORD}, title = {.name = "title", .type = HOL_TEXT};
  hol_open(sink, &all);
  hol_put_schema(sink);
  hol_open(sink, &of);
  hol_put_text(sink, &title, problem->title);
  hol_put_text(sink, &hol_quantity_file, file);
  hol_put_text(sink, &sha256, problem->sha256);
  if (problem->file_count > 0) {
    put_files(sink, problem);
  }
  put_parameters(sink, problem);
  hol_close(sink);
}
