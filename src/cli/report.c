/* SPDX-License-Identifier: BSD-3-Clause */
/* The command `report`: read results and measured modes, compare them by MAC, write page, tables, JSON and pictures. */
#include "cli/report.h"

#include "base/file.h"
#include "base/memory.h"
#include "cli/files.h"
#include "output/json.h"
#include "report/measured/sink.h"
#include "report/page.h"
#include "report/plot/plot.h"
#include "report/plot/recall.h"
#include "result/words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Bytes of the largest result that is read, and of its beginning, which shows what it is. */
static const size_t size_most = (size_t)1 << 34, beginning = (size_t)1 << 16;

/** One file: a result of the program as JSON, or modes measured elsewhere. {0} is empty. */
typedef struct source {
  const char *name; /**< as it is named to the user */
  hol_text bytes;   /**< as it was read */
  bool is_measured;
  hol_measured measured;
  hol_plot_tree tree; /**< of a result, where it is compared */
  hol_pairing *pair;  /**< [pairs] of what was measured with results. Owned */
  size_t pairs;
  hol_text told; /**< what was measured as JSON */
} source;

typedef struct report {
  const cli_options *options;
  source *source;  /**< [options->file_count] owned */
  size_t measured; /**< how many of them are */
  hol_text *complaint;
} report;

static hol_status complain(const report *r, const char *path, const char *words)
{
  hol_text_add(r->complaint, "holonome: ");
  (void)hol_words_add(r->complaint, path, strlen(path), SIZE_MAX);
  hol_text_add(r->complaint, ": %s\n", words);
  return HOL_USAGE;
}

/** Why a file cannot be read or written. */
static hol_status report_failure(const report *r, const char *path, hol_status status)
{
  (void)complain(r, path, status == HOL_FILE ? strerror(errno) : hol_status_text(status));
  return status;
}

/** What is wrong in a file, and where; column 0: in which line. */
static void tell_place(const report *r, const char *name, size_t line, size_t column, const char *what)
{
  (void)hol_words_add(r->complaint, name, strlen(name), SIZE_MAX);
  hol_text_add(r->complaint, column ? ":%zu:%zu" : ":%zu", line, column);
  hol_text_add(r->complaint, ": error: %s\n", what);
}

/** The path of an output; NULL: it is not asked for. */
static const char *path_of(const report *r, const hol_output_format *format)
{
  return r->options->output[format - hol_output_formats];
}

static const hol_output_format *format_named(const char *option)
{
  size_t i = 0;
  while (strcmp(hol_output_formats[i].option, option) != 0) {
    i++;
  }
  return &hol_output_formats[i];
}

/* ---------------------------------------------------------------------------------------------------- reading */

static hol_status read_measured(report *r, source *s)
{
  hol_measured_fault fault = {0};
  hol_status status = hol_measured_read(s->bytes.data, s->bytes.size, &s->measured, &fault);
  if (status == HOL_INVALID) {
    tell_place(r, s->name, fault.line, fault.column, fault.what);
  }
  hol_text_clear(&s->bytes);
  return status;
}

/** Can a text that begins like this be a result or modes that were measured? */
static bool is_of_kind(const hol_text *bytes)
{
  size_t i = 0;
  while (i < bytes->size && strchr(" \t\r\n", bytes->data[i]) && bytes->data[i]) {
    i++;
  }
  return i == bytes->size || strchr("{[-", bytes->data[i]);
}

/** All of a file, if its beginning is of the kind that is due: others, which may have no end, are not read further. */
static hol_status take_source(int descriptor, hol_text *bytes)
{
  HOL_TRY(hol_file_take(descriptor, beginning, bytes));
  bool goes_on = bytes->size > beginning && is_of_kind(bytes) && !memchr(bytes->data, '\0', bytes->size);
  return goes_on ? hol_file_take(descriptor, size_most, bytes) : HOL_OK;
}

static hol_status read_bytes(const char *path, hol_text *bytes)
{
  int descriptor = cli_files_is_standard(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  hol_status status = descriptor == -1 ? HOL_FILE : take_source(descriptor, bytes);
  int reason = errno;
  if (descriptor > STDERR_FILENO) {
    (void)close(descriptor);
  }
  errno = reason;
  return status;
}

static hol_status read_source(report *r, size_t i)
{
  source *s = &r->source[i];
  const char *path = r->options->file[i];
  s->name = cli_files_is_standard(path) ? "<stdin>" : path;
  hol_status status = read_bytes(path, &s->bytes);
  if (status != HOL_OK) {
    return report_failure(r, path, status);
  }
  if (s->bytes.size > size_most) {
    (void)complain(r, path, "it has more than 16 GiB");
    return HOL_INVALID;
  }
  s->is_measured = s->bytes.data && hol_measured_is(s->bytes.data, s->bytes.size);
  r->measured += s->is_measured;
  return s->is_measured ? read_measured(r, s) : HOL_OK;
}

/** Keep a result, to look numbers up in it. */
static hol_status keep_result(report *r, source *s, const hol_sink *sink)
{
  hol_scan scan = {0};
  hol_status status = hol_plot_node_recall(s->bytes.data ? s->bytes.data : "", s->bytes.size, sink, &scan);
  if (status == HOL_INVALID) {
    const hol_page_fault fault = hol_page_fault_at(s->bytes.data, s->bytes.size, scan.at, scan.what);
    tell_place(r, s->name, fault.line, fault.column, fault.what);
  }
  return status;
}

/* -------------------------------------------------------------------------------------------------- comparing */

/** The next result behind one of a file; NULL before the first. */
static const hol_plot_node *next_result(const hol_plot_tree *tree, const hol_plot_node *before)
{
  const hol_plot_node *all = tree->all;
  bool is_list = all && all->type == HOL_PLOT_NODE_LIST;
  return before ? (is_list ? before->next : NULL) : is_list ? all->first : all;
}

/** Compare what was measured with every result that has shapes. */
static hol_status compare_source(report *r, source *s)
{
  size_t number = 0, capacity = 0;
  for (size_t i = 0; i < r->options->file_count; i++) {
    source *other = &r->source[i];
    if (other->is_measured) {
      number++;
      continue;
    }
    for (const hol_plot_node *one = next_result(&other->tree, NULL); one;
         one = next_result(&other->tree, one), number++) {
      if (!hol_grow(&s->pair, &capacity, s->pairs + 1, sizeof *s->pair)) {
        return HOL_MEMORY;
      }
      hol_pairing *p = &s->pair[s->pairs];
      *p = (hol_pairing){.result = number, .name = other->name};
      hol_status status = s->measured.modes > 0 ? hol_pairing_make(&s->measured, one, p) : HOL_USAGE;
      s->pairs += status == HOL_OK;
      HOL_TRY(status == HOL_USAGE ? HOL_OK : status);
    }
  }
  return HOL_OK;
}

static hol_status tell_measured(source *s)
{
  hol_json json = {.text = &s->told};
  const hol_sink sink = hol_json_sink(&json);
  HOL_TRY(hol_measured_describe(&s->measured, s->name, s->pair, s->pairs, &sink));
  return s->told.failed ? HOL_MEMORY : HOL_OK;
}

static hol_status compare_all(report *r)
{
  for (size_t i = 0; i < r->options->file_count; i++) {
    source *s = &r->source[i];
    const hol_sink sink = hol_plot_tree_sink(&s->tree);
    HOL_TRY(s->is_measured ? HOL_OK : keep_result(r, s, &sink));
    HOL_TRY(s->tree.failed ? HOL_MEMORY : HOL_OK);
  }
  for (size_t i = 0; i < r->options->file_count; i++) {
    if (r->source[i].is_measured) {
      HOL_TRY(compare_source(r, &r->source[i]));
      HOL_TRY(tell_measured(&r->source[i]));
    }
  }
  return HOL_OK;
}

/* ---------------------------------------------------------------------------------------------------- writing */

static hol_status write_text(const report *r, const char *path, const hol_text *text)
{
  bool is_standard = cli_files_is_standard(path);
  hol_status status = text->failed  ? HOL_MEMORY
                      : is_standard ? cli_files_put(STDOUT_FILENO, text->data, text->size)
                                    : cli_files_write(path, NULL, text);
  return status == HOL_OK ? status : report_failure(r, is_standard ? "standard output" : path, status);
}

static hol_status write_page(report *r)
{
  hol_text page = {0};
  hol_page_fault fault = {0};
  hol_page_source *all = hol_alloc(r->options->file_count, sizeof *all);
  for (size_t i = 0; all && i < r->options->file_count; i++) {
    const source *s = &r->source[i];
    const hol_text *text = s->is_measured ? &s->told : &s->bytes;
    all[i] = (hol_page_source){s->name, text->data ? text->data : "", text->size};
  }
  hol_status status = all ? hol_page_add(all, r->options->file_count, &page, &fault) : HOL_MEMORY;
  if (status == HOL_INVALID) {
    tell_place(r, all[fault.source].name, fault.line, fault.column, fault.what);
  }
  status = status == HOL_OK ? write_text(r, r->options->page, &page) : status;
  hol_text_clear(&page);
  free(all);
  return status;
}

/** Tables of what was compared, on standard output if nothing else goes there. */
static hol_status write_tables(const report *r)
{
  hol_text text = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < r->options->file_count && status == HOL_OK; i++) {
    const source *s = &r->source[i];
    if (s->is_measured && s->pairs == 0) {
      status = hol_measured_table(&s->measured, s->name, &text);
    }
    for (size_t k = 0; s->is_measured && k < s->pairs && status == HOL_OK; k++) {
      hol_text_add(&text, "%s", text.size > 0 ? "\n" : "");
      status = hol_pairing_table(&s->measured, s->name, &s->pair[k], &text);
    }
  }
  status = status == HOL_OK && text.size > 0 ? write_text(r, "-", &text) : status;
  hol_text_clear(&text);
  return status;
}

/** What was measured, and what it was compared with, as JSON. */
static hol_status write_json(const report *r, const char *path)
{
  hol_text text = {0};
  hol_text_add(&text, "%s", r->measured > 1 ? "[\n" : "");
  for (size_t i = 0, count = 0; i < r->options->file_count; i++) {
    const source *s = &r->source[i];
    if (s->is_measured) {
      hol_text_add(&text, "%s", count++ ? ",\n" : "");
      hol_text_put(&text, s->told.data, s->told.size);
    }
  }
  hol_text_add(&text, "%s", r->measured > 1 ? "]\n" : "");
  hol_status status = write_text(r, path, &text);
  hol_text_clear(&text);
  return status;
}

/** Tell a file to a sheet. A list of results is several. */
static hol_status tell_drawn(report *r, const hol_output_format *format, hol_plot *plot)
{
  source *s = r->source;
  const hol_sink sink = hol_plot_sink(plot);
  HOL_TRY(s->is_measured ? hol_measured_describe(&s->measured, s->name, s->pair, s->pairs, &sink)
                         : keep_result(r, s, &sink));
  bool is_list = plot->tree.all && plot->tree.all->type == HOL_PLOT_NODE_LIST;
  return plot->tree.failed ? HOL_MEMORY : is_list ? complain(r, path_of(r, format), format->refusal) : HOL_OK;
}

/** Pictures of one file. */
static hol_status write_plot(report *r, const hol_output_format *format)
{
  const char *path = path_of(r, format);
  bool is_standard = cli_files_is_standard(path);
  hol_plot plot = {.chosen = {r->options->drawn_first, r->options->drawn_last}};
  hol_text picture = {0};
  hol_status status = tell_drawn(r, format, &plot);
  status = status != HOL_OK ? status : is_standard ? hol_plot_letters(&plot, &picture) : hol_plot_add(&plot, &picture);
  if (status == HOL_USAGE && r->complaint->size == 0) {
    status = complain(r, path, format->refusal);
  }
  if (status == HOL_OK && !is_standard && format->convert(path, &picture) != HOL_OK) {
    (void)complain(r, path, format->missing);
    status = HOL_FILE;
  }
  status = status == HOL_OK ? write_text(r, path, &picture) : status;
  hol_plot_clear(&plot);
  hol_text_clear(&picture);
  return status;
}

/* -------------------------------------------------------------------------------------------------------- all */

/** Is there something to do with the files, and may it be done? */
static hol_status check(const report *r)
{
  const hol_output_format *plot = format_named("plot"), *json = format_named("json");
  const char *drawn = path_of(r, plot);
  if (path_of(r, json) && r->measured == 0) {
    return complain(r, path_of(r, json), "--json is for modes that were measured; there are none among the files");
  }
  if (!r->options->page && !drawn && r->measured == 0) {
    return complain(r, "report", "no output for the page; add `-o page.html`");
  }
  if (drawn && r->options->file_count > 1) {
    return complain(r, drawn, plot->refusal);
  }
  if (drawn && !cli_files_is_standard(drawn) && !plot->can(drawn)) {
    (void)complain(r, drawn, plot->missing);
    return HOL_FILE;
  }
  return HOL_OK;
}

static bool is_output_taken(const report *r)
{
  const char *path[] = {r->options->page, path_of(r, format_named("json"))};
  bool is = false;
  for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
    is = is || cli_files_is_standard(path[i]);
  }
  return is;
}

static hol_status make(report *r)
{
  const hol_output_format *plot = format_named("plot"), *json = format_named("json");
  for (size_t i = 0; i < r->options->file_count; i++) {
    HOL_TRY(read_source(r, i));
  }
  HOL_TRY(check(r));
  HOL_TRY(r->measured > 0 ? compare_all(r) : HOL_OK);
  HOL_TRY(r->options->page ? write_page(r) : HOL_OK);
  HOL_TRY(path_of(r, json) ? write_json(r, path_of(r, json)) : HOL_OK);
  HOL_TRY(r->measured > 0 && !is_output_taken(r) ? write_tables(r) : HOL_OK);
  return path_of(r, plot) ? write_plot(r, plot) : HOL_OK;
}

hol_status cli_report(const cli_options *options, hol_text *complaint)
{
  report r = {.options = options, .complaint = complaint};
  r.source = hol_alloc(options->file_count, sizeof *r.source);
  hol_status status = r.source ? make(&r) : HOL_MEMORY;
  if (status == HOL_MEMORY) {
    hol_text_add(complaint, "holonome: report: %s\n", hol_status_text(status));
  }
  cli_files_tell(complaint);
  for (size_t i = 0; r.source && i < options->file_count; i++) {
    source *s = &r.source[i];
    hol_text_clear(&s->bytes);
    hol_text_clear(&s->told);
    hol_plot_tree_clear(&s->tree);
    hol_measured_clear(&s->measured);
    free(s->pair);
  }
  free(r.source);
  return status;
}
