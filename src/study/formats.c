/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of output formats with their writers: JSON, CSV, NetCDF, VTU, Universal File, HTML report, pictures. */
#include "study/formats.h"
#include "study/analyses.h"

#include "holonome/holonome.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/netcdf.h"
#include "output/uff.h"
#include "output/vtu.h"
#include "report/convert.h"
#include "report/pack/sink.h"
#include "report/page.h"
#include "report/plot/plot.h"
#include "result/quantities.h"
#include "study/describe.h"

#include <assert.h>
#include <string.h>

static hol_status write_json(const hol_study *study, hol_text *text)
{
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  HOL_TRY(hol_study_describe(study, &sink));
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/** What is wrong, or worth a remark, and where. */
static void put_faults(const hol_sink *sink, const hol_faults *faults)
{
  static const hol_quantity list = {.name = "faults", .type = HOL_LIST}, one = {.type = HOL_RECORD};
  static const hol_quantity line = {.name = "line", .type = HOL_COUNT}, column = {.name = "column", .type = HOL_COUNT};
  static const hol_quantity length = {.name = "length", .type = HOL_COUNT},
                            is_error = {.name = "is_error", .type = HOL_TRUTH};
  static const hol_quantity message = {.name = "message", .type = HOL_TEXT}, hint = {.name = "hint", .type = HOL_TEXT};
  hol_open(sink, &list);
  for (size_t i = 0; i < faults->count; i++) {
    const hol_finding *fault = &faults->item[i];
    hol_open(sink, &one);
    hol_put_count(sink, &line, fault->place.line);
    hol_put_count(sink, &column, fault->place.column);
    hol_put_count(sink, &length, fault->place.length);
    hol_put_truth(sink, &is_error, fault->is_error);
    hol_put_text(sink, &message, fault->message);
    hol_put_text(sink, &hint, fault->hint);
    hol_close(sink);
  }
  hol_close(sink);
}

hol_status hol_write_refusal(const hol_problem *problem, const char *file, hol_status failure, const hol_faults *faults,
                             hol_text *text)
{
  static const hol_quantity error = {.name = "error", .type = HOL_TEXT};
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  hol_study_open(&sink, problem, file);
  hol_put_truth(&sink, &hol_quantity_complete, false);
  hol_put_text(&sink, &error, hol_status_text(failure));
  if (faults) {
    put_faults(&sink, faults);
  }
  hol_close(&sink);
  return text->failed ? HOL_MEMORY : HOL_OK;
}

hol_status hol_write_failure(const hol_problem *problem, const char *file, hol_status failure, hol_text *text)
{
  return hol_write_refusal(problem, file, failure, NULL, text);
}

static hol_status write_json_failure(const hol_study *study, hol_status failure, hol_text *text)
{
  return hol_write_failure(study->problem, study->file, failure, text);
}

static hol_status write_csv_of(const hol_study *study, const char *key, hol_text *text)
{
  hol_status status = HOL_USAGE;
  for (size_t i = 0; i < study->founds; i++) {
    const struct hol_found *found = &study->found[i];
    if (strcmp(found->row->key, key) == 0) {
      hol_csv csv = {.text = text, .file = study->file};
      const hol_sink sink = hol_csv_sink(&csv);
      status = (found->row->rows ? found->row->rows : found->row->describe)(found->result, &sink);
      hol_csv_clear(&csv);
    }
  }
  return text->failed ? HOL_MEMORY : status;
}

/** Rows of one analysis: those of several are not alike. */
static hol_status write_csv(const hol_study *study, hol_text *text)
{
  return study->founds == 1 ? write_csv_of(study, study->found[0].row->key, text) : HOL_USAGE;
}

/** Of all that have any. */
static hol_status tell_arrays(const void *of, const hol_sink *sink)
{
  static const hol_quantity title = {.name = "title", .type = HOL_TEXT}, source = {.name = "source", .type = HOL_TEXT};
  const hol_study *study = of;
  hol_put_text(sink, &title, study->problem->title);
  hol_put_text(sink, &source, "holonome " HOLONOME_VERSION);
  return hol_study_arrays(study, sink);
}

static hol_status write_netcdf(const hol_study *study, hol_text *text)
{
  return hol_study_has_arrays(study->problem) ? hol_netcdf_write(tell_arrays, study, text) : HOL_OK;
}

/** Is there an analysis of many structures in place of the others? */
static bool is_many(const hol_problem *problem)
{
  bool is = false;
  const hol_analysis_row *row;
  for (size_t i = 0; (row = hol_analysis_row_at(i)) != NULL; i++) {
    is = is || (row->runs_others && row->is_asked(problem));
  }
  return is;
}

/** Has it modes with shapes? */
static bool has_shapes(const hol_problem *problem)
{
  return problem->analysis.frequencies != HOL_FREQUENCIES_NONE && problem->output_shapes && !is_many(problem);
}

/** Is a forced response asked for? */
static bool has_response(const hol_problem *problem)
{
  bool has = false;
  const hol_analysis_row *row;
  for (size_t i = 0; (row = hol_analysis_row_at(i)) != NULL; i++) {
    has = has || (strcmp(row->key, "response") == 0 && row->is_asked(problem));
  }
  return has && !is_many(problem);
}

static hol_status write_vtu(const hol_study *study, hol_text *text)
{
  const hol_result *modes = hol_study_result(study, "modes");
  return modes && modes->geometry ? hol_vtu_write(modes, text) : HOL_OK;
}

static hol_status write_vtu_series(const hol_study *study, const char *path, size_t k, hol_text *name, hol_text *text)
{
  const hol_result *modes = hol_study_result(study, "modes");
  return modes && modes->geometry ? hol_vtu_write_series(modes, path, k, name, text) : HOL_OK;
}

/** Has it modes with shapes, or a response? */
static bool has_uff(const hol_problem *problem)
{
  return has_shapes(problem) || has_response(problem);
}

static hol_status write_uff(const hol_study *study, hol_text *text)
{
  const hol_result *modes = hol_study_result(study, "modes");
  const hol_response *response = hol_study_result(study, "response");
  modes = modes && modes->geometry ? modes : NULL;
  return modes || response ? hol_uff_write(study->problem, modes, response, text) : HOL_OK;
}

/** Pictures of a study, as SVG or in letters. */
static hol_status draw(const hol_study *study, hol_status (*add)(hol_plot *plot, hol_text *text), hol_text *text)
{
  hol_plot plot = {.chosen = {study->drawn_first, study->drawn_last}};
  const hol_sink sink = hol_plot_sink(&plot);
  hol_status status = hol_study_describe(study, &sink);
  status = status == HOL_OK ? add(&plot, text) : status;
  hol_plot_clear(&plot);
  return status;
}

/** What tells a study. */
static hol_status tell_study(const void *of, const hol_sink *sink)
{
  return hol_study_describe(of, sink);
}

/** JSON, packed where it is large: no page needs all its text. */
static hol_status write_page(const hol_study *study, hol_text *text)
{
  return hol_pack_json(tell_study, study, text);
}

static hol_status write_plot(const hol_study *study, hol_text *text)
{
  return draw(study, hol_plot_add, text);
}

static hol_status write_letters(const hol_study *study, hol_text *text)
{
  return draw(study, hol_plot_letters, text);
}

/** A page in place of the JSON that it is made of. */
static hol_status finish_page(hol_text *text)
{
  const hol_page_source source = {NULL, text->data ? text->data : "", text->size};
  hol_text page = {0};
  hol_status status = text->failed ? HOL_MEMORY : hol_page_add(&source, 1, &page, NULL);
  hol_text_clear(text);
  *text = page;
  return status;
}

const hol_output_format hol_output_formats[] = {
    {.option = "json",
     .help = "write the results as JSON (`-`: standard output, no table)",
     .before = "[\n",
     .between = ",\n",
     .after = "]\n",
     .large = "--netcdf is several times smaller, `output: {shapes: none}` leaves out the shapes, fewer `points` "
              "shorten them",
     .is_of_report = true,
     .is_streamed = true,
     .is_text = true,
     .write = write_json,
     .write_failure = write_json_failure},
    {.option = "csv",
     .help = "write a table; of several analyses STEM.modes.csv, ...",
     .before = "",
     .between = "",
     .after = "",
     .is_text = true,
     .write = write_csv,
     .write_of = write_csv_of},
    {.option = "netcdf",
     .help = "write the modes or the sweep of one file as NetCDF-4",
     .before = "",
     .between = "",
     .after = "",
     .refusal = "--netcdf is for one file with modes, a sweep or a motion",
     .takes = hol_study_has_arrays,
     .tells_all = true,
     .is_streamed = true,
     .missing = "the plugin libholonome_netcdf.so or the NetCDF library cannot be loaded; Debian's package recommends "
                "the library, and libnetcdf-dev is needed where holonome is built",
     .can = hol_netcdf_can,
     .write = write_netcdf},
    {.option = "vtu",
     .help = "write modes for ParaView: one grid, or as .pvd a series",
     .before = "",
     .between = "",
     .after = "",
     .refusal = "--vtu is for one file with modes and their shapes",
     .takes = has_shapes,
     .is_text = true,
     .write = write_vtu,
     .is_series = hol_vtu_is_series,
     .write_series = write_vtu_series},
    {.option = "uff",
     .help = "write modes, responses of one file as a universal file (UFF)",
     .before = "",
     .between = "",
     .after = "",
     .refusal = "--uff is for one file with modes and their shapes, or with a response",
     .takes = has_uff,
     .is_text = true,
     .write = write_uff},
    {.option = "report",
     .help = "write a page that shows the results, one file for a browser",
     .before = "[\n",
     .between = ",\n",
     .after = "]\n",
     .is_text = true,
     .write = write_page,
     .write_failure = write_json_failure,
     .finish = finish_page},
    {.option = "plot",
     .help = "draw modes and curves of one file: .svg, .pdf, .png; or `-`",
     .before = "",
     .between = "",
     .after = "",
     .refusal = "--plot is for one file, with modes, curves or samples",
     .missing = "the plugin libholonome_plot.so or librsvg cannot be loaded; they are in Debian's librsvg2-2, and "
                "librsvg2-dev where "
                "holonome is built (.svg needs neither)",
     .is_of_report = true,
     .can = hol_picture_can,
     .ending = hol_picture_endings,
     .write = write_plot,
     .write_standard = write_letters,
     .convert = hol_picture_convert},
};

const size_t hol_format_count = sizeof hol_output_formats / sizeof *hol_output_formats;
static_assert(sizeof hol_output_formats / sizeof *hol_output_formats <= HOL_FORMATS_MAX, "there is room for all");

/** The result of one file as it is when there are no others; it is added. */
static hol_status write_one(const hol_study *study, const hol_output_format *format, hol_text *text)
{
  hol_text own = {0};
  hol_status failure = hol_study_failure(study);
  if (failure != HOL_OK) {
    return format->write_failure && !format->finish ? format->write_failure(study, failure, text) : HOL_INCOMPLETE;
  }
  hol_status status = format->write(study, format->finish ? &own : text);
  if (format->finish) {
    status = status == HOL_OK ? format->finish(&own) : status;
    hol_text_put(text, own.data, own.size);
    status = status == HOL_OK && (own.failed || text->failed) ? HOL_MEMORY : status;
  }
  hol_text_clear(&own);
  return status;
}

hol_status hol_write(const hol_study *study, const char *format, hol_text *text)
{
  const char *dot = strchr(format, '.');
  size_t length = dot ? (size_t)(dot - format) : strlen(format);
  for (size_t i = 0; i < hol_format_count; i++) {
    const hol_output_format *one = &hol_output_formats[i];
    if (strlen(one->option) == length && strncmp(one->option, format, length) == 0) {
      return !dot                                 ? write_one(study, one, text)
             : !one->write_of                     ? HOL_USAGE
             : hol_study_failure(study) == HOL_OK ? one->write_of(study, dot + 1, text)
                                                  : HOL_INCOMPLETE;
    }
  }
  return HOL_USAGE;
}
