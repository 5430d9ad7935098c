/* The one thing in this shared object: sweeps as NetCDF-4 files, made in memory. */
#include "sweep/plugin/netcdf.h"
#include "base/memory.h"

#include <math.h>
#include <netcdf.h>
#include <netcdf_mem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Leave the function with NetCDF's error; nothing is owned. */
#define TRY(call)                                                                                                      \
  do {                                                                                                                 \
    int error_ = (call);                                                                                               \
    if (error_ != NC_NOERR) {                                                                                          \
      return error_;                                                                                                   \
    }                                                                                                                  \
  } while (0)

enum { LARGE = 4096, NAME_ROOM = 128 };

/** What the file is made of. */
typedef struct writer {
  const hol_netcdf_task *task;
  const hol_sweep *sweep; /**< of the task */
  int file;
  int point[NC_MAX_VAR_DIMS]; /**< dimensions of a point, and the modes behind them */
  int point_count;
  int mode;
} writer;

typedef struct column {
  const char *name, *unit, *text;
} column;

static int put_text(int file, int variable, const char *name, const char *text)
{
  return text && *text ? nc_put_att_text(file, variable, name, strlen(text), text) : NC_NOERR;
}

/** A variable with its attributes. */
static int define(const writer *w, column c, nc_type type, const int *dimension, int count, size_t cells, int *variable)
{
  TRY(nc_def_var(w->file, c.name, type, count, dimension, variable));
  if (cells > LARGE) {
    TRY(nc_def_var_deflate(w->file, *variable, 1, 1, 4));
  }
  TRY(put_text(w->file, *variable, "long_name", c.text));
  return put_text(w->file, *variable, "units", c.unit);
}

static int put_numbers(const writer *w, column c, const int *dimension, int count, size_t cells, const double *value)
{
  int variable;
  double none = nan("");
  TRY(define(w, c, NC_DOUBLE, dimension, count, cells, &variable));
  TRY(nc_put_att_double(w->file, variable, _FillValue, NC_DOUBLE, 1, &none));
  return cells ? nc_put_var_double(w->file, variable, value) : NC_NOERR;
}

/** Counts as 32-bit numbers; `scratch` has room for them. */
static int put_counts(const writer *w, column c, const int *dimension, int count, size_t cells, const size_t *value,
                      int32_t *scratch, int *variable)
{
  TRY(define(w, c, NC_INT, dimension, count, cells, variable));
  for (size_t i = 0; i < cells; i++) {
    scratch[i] = value[i] > INT32_MAX ? INT32_MAX : (int32_t)value[i];
  }
  return cells ? nc_put_var_int(w->file, *variable, scratch) : NC_NOERR;
}

/** The name of a parameter, unless the file needs that name itself. */
static void parameter_name(const char *name, char *out)
{
  static const char *const taken[] = {"mode",     "omega",    "lower",       "upper", "status",    "branch",
                                      "sample",   "event",    "pair",        "mean",  "deviation", "least",
                                      "greatest", "quantile", "probability", "count"};
  bool is_taken = strncmp(name, "event_", 6) == 0;
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
    is_taken = is_taken || strcmp(name, taken[i]) == 0;
  }
  (void)snprintf(out, NAME_ROOM, "%.100s%s", name, is_taken ? "_parameter" : "");
}

static int put_grid_axes(writer *w)
{
  for (size_t a = 0; a < w->sweep->axis_count; a++) {
    const hol_sweep_axis *axis = &w->sweep->axis[a];
    char name[NAME_ROOM];
    parameter_name(axis->name, name);
    TRY(nc_def_dim(w->file, name, axis->count, &w->point[w->point_count++]));
    TRY(put_numbers(w, (column){name, axis->unit, "parameter"}, &w->point[a], 1, axis->count, axis->value));
  }
  return NC_NOERR;
}

static int put_samples_in(writer *w, double *value)
{
  const hol_sweep *sweep = w->sweep;
  for (size_t a = 0; a < sweep->axis_count; a++) {
    char name[NAME_ROOM];
    parameter_name(sweep->axis[a].name, name);
    for (size_t p = 0; p < sweep->points; p++) {
      value[p] = sweep->parameter[p * sweep->axis_count + a];
    }
    TRY(put_numbers(w, (column){name, sweep->axis[a].unit, "random parameter"}, w->point, 1, sweep->points, value));
  }
  return NC_NOERR;
}

static int put_samples(writer *w)
{
  TRY(nc_def_dim(w->file, "sample", w->sweep->points, &w->point[w->point_count++]));
  double *value = hol_alloc(w->sweep->points + 1, sizeof *value);
  int error = value ? put_samples_in(w, value) : NC_ENOMEM;
  free(value);
  return error;
}

static int put_status(const writer *w, int32_t *scratch)
{
  static const signed char flag[] = {HOL_OK,   HOL_INCOMPLETE, HOL_USAGE, HOL_INVALID,
                                     HOL_FILE, HOL_NUMERICAL,  HOL_MEMORY};
  int variable;
  TRY(define(w, (column){"status", "1", "how the solution ended"}, NC_BYTE, w->point, w->point_count, w->sweep->points,
             &variable));
  TRY(nc_put_att_schar(w->file, variable, "flag_values", NC_BYTE, sizeof flag, flag));
  TRY(put_text(w->file, variable, "flag_meanings", "solved incomplete usage invalid file numerical memory"));
  for (size_t p = 0; p < w->sweep->points; p++) {
    scratch[p] = (int32_t)w->sweep->status[p];
  }
  return nc_put_var_int(w->file, variable, scratch);
}

static int put_frequencies(writer *w, int32_t *scratch, size_t *number)
{
  const hol_sweep *s = w->sweep;
  int count = w->point_count + 1, variable;
  size_t cells = s->points * s->columns;
  TRY(nc_def_dim(w->file, "mode", s->columns, &w->mode));
  w->point[w->point_count] = w->mode;
  for (size_t c = 0; c < s->columns; c++) {
    number[c] = s->first + c;
  }
  TRY(put_counts(w, (column){"mode", "1", "number of the mode"}, &w->mode, 1, s->columns, number, scratch, &variable));
  TRY(put_numbers(w, (column){"omega", "rad s-1", "natural circular frequency"}, w->point, count, cells, s->omega));
  TRY(put_numbers(w, (column){"lower", "rad s-1", "lower bound of omega"}, w->point, count, cells, s->lower));
  TRY(put_numbers(w, (column){"upper", "rad s-1", "upper bound of omega"}, w->point, count, cells, s->upper));
  TRY(put_numbers(w, (column){"growth", "s-1", "rate of a motion that grows instead of oscillating, else 0"}, w->point,
                  count, cells, s->growth));
  if (s->branch) {
    TRY(put_counts(w, (column){"branch", "1", "branch that the frequency belongs to by its shape; 0: none"}, w->point,
                   count, cells, s->branch, scratch, &variable));
  }
  return NC_NOERR;
}

/** One member of all events as numbers. */
static int put_event_numbers(const writer *w, column c, int event, size_t offset, double *value)
{
  for (size_t e = 0; e < w->sweep->event_count; e++) {
    memcpy(&value[e], (const char *)&w->sweep->event[e] + offset, sizeof *value);
  }
  return put_numbers(w, c, &event, 1, w->sweep->event_count, value);
}

static int put_event_counts(const writer *w, column c, int event, size_t offset, size_t *value, int32_t *scratch)
{
  int variable;
  for (size_t e = 0; e < w->sweep->event_count; e++) {
    memcpy(&value[e], (const char *)&w->sweep->event[e] + offset, sizeof *value);
  }
  return put_counts(w, c, &event, 1, w->sweep->event_count, value, scratch, &variable);
}

static int put_event_kinds(const writer *w, int event, int32_t *scratch)
{
  static const signed char flag[] = {HOL_SWEEP_CROSSING, HOL_SWEEP_VEERING, HOL_SWEEP_UNCLEAR};
  int variable;
  TRY(define(w, (column){"event_kind", "1", "what happened to two frequencies between neighbouring points"}, NC_BYTE,
             &event, 1, w->sweep->event_count, &variable));
  TRY(nc_put_att_schar(w->file, variable, "flag_values", NC_BYTE, sizeof flag, flag));
  TRY(put_text(w->file, variable, "flag_meanings", "crossing veering unclear"));
  for (size_t e = 0; e < w->sweep->event_count; e++) {
    scratch[e] = (int32_t)w->sweep->event[e].kind;
  }
  return nc_put_var_int(w->file, variable, scratch);
}

static int put_events(const writer *w, int32_t *scratch, double *value, size_t *count)
{
  int event;
  if (!w->sweep->event_count) {
    return NC_NOERR;
  }
  TRY(nc_def_dim(w->file, "event", w->sweep->event_count, &event));
  TRY(put_event_kinds(w, event, scratch));
#define COUNTS(name, text, member)                                                                                     \
  TRY(put_event_counts(w, (column){name, "1", text}, event, offsetof(hol_sweep_event, member), count, scratch))
#define NUMBERS(name, unit, text, member)                                                                              \
  TRY(put_event_numbers(w, (column){name, unit, text}, event, offsetof(hol_sweep_event, member), value))
  COUNTS("event_point", "the later of the two points, from 0, last parameter fastest", point);
  COUNTS("event_axis", "parameter that changes between the two points, from 0", axis);
  COUNTS("event_mode", "number of the lower of the two modes before", number);
  COUNTS("event_lower_branch", "branch of the lower frequency before", branch[0]);
  COUNTS("event_upper_branch", "branch of the upper frequency before", branch[1]);
  NUMBERS("event_at", NULL, "value of that parameter, in its SI unit", at);
  NUMBERS("event_omega", "rad s-1", "mean of the two circular frequencies there", omega);
  NUMBERS("event_gap", "rad s-1", "least difference of the two", gap);
#undef COUNTS
#undef NUMBERS
  return NC_NOERR;
}

static int put_statistics(const writer *w, double *value, size_t *count, int32_t *scratch)
{
  const hol_sweep *s = w->sweep;
  int probability, variable;
  if (!s->statistics) {
    return NC_NOERR;
  }
  TRY(nc_def_dim(w->file, "probability", HOL_SWEEP_QUANTILES, &probability));
  TRY(put_numbers(w, (column){"probability", "1", "of a sample below the quantile"}, &probability, 1,
                  HOL_SWEEP_QUANTILES, w->task->probability));
  for (size_t c = 0; c < s->columns; c++) {
    count[c] = s->statistics[c].count;
  }
  TRY(put_counts(w, (column){"count", "1", "samples at which the frequency is known"}, &w->mode, 1, s->columns, count,
                 scratch, &variable));
#define NUMBERS(name_, text_, member)                                                                                  \
  for (size_t c = 0; c < s->columns; c++) {                                                                            \
    value[c] = s->statistics[c].member;                                                                                \
  }                                                                                                                    \
  TRY(put_numbers(w, (column){name_, "rad s-1", text_}, &w->mode, 1, s->columns, value))
  NUMBERS("mean", "mean of omega", mean);
  NUMBERS("deviation", "standard deviation of omega", deviation);
  NUMBERS("least", "least omega of all samples", least);
  NUMBERS("greatest", "greatest omega of all samples", greatest);
#undef NUMBERS
  for (size_t c = 0; c < s->columns; c++) {
    memcpy(value + c * HOL_SWEEP_QUANTILES, s->statistics[c].quantile, sizeof s->statistics[c].quantile);
  }
  return put_numbers(w, (column){"quantile", "rad s-1", "quantiles of omega"}, (int[2]){w->mode, probability}, 2,
                     s->columns * HOL_SWEEP_QUANTILES, value);
}

static int put_heading(const writer *w)
{
  const hol_sweep *s = w->sweep;
  TRY(put_text(w->file, NC_GLOBAL, "title", s->title));
  TRY(put_text(w->file, NC_GLOBAL, "source", w->task->program));
  TRY(put_text(w->file, NC_GLOBAL, "compliance", s->compliance));
  if (s->is_random) {
    unsigned long long seed = s->seed;
    TRY(nc_put_att_ulonglong(w->file, NC_GLOBAL, "seed", NC_UINT64, 1, &seed));
  }
  return NC_NOERR;
}

static int write_in(writer *w, int32_t *scratch, double *value, size_t *count)
{
  int ignored;
  TRY(nc_set_fill(w->file, NC_NOFILL, &ignored)); /* every variable is written whole */
  TRY(put_heading(w));
  TRY(w->sweep->is_random ? put_samples(w) : put_grid_axes(w));
  TRY(put_status(w, scratch));
  if (w->sweep->columns) {
    TRY(put_frequencies(w, scratch, count));
    TRY(put_events(w, scratch, value, count));
    TRY(put_statistics(w, value, count, scratch));
  }
  return NC_NOERR;
}

int hol_netcdf_sweep(const hol_netcdf_task *task, void **memory, size_t *size)
{
  const hol_sweep *sweep = task->sweep;
  writer w = {.task = task, .sweep = sweep};
  NC_memio block = {0};
  size_t cells = sweep->points * (sweep->columns + 1) + sweep->event_count,
         room = sweep->event_count + sweep->columns * HOL_SWEEP_QUANTILES + 1;
  int32_t *scratch = hol_alloc(cells, sizeof *scratch);
  double *value = hol_alloc(room, sizeof *value);
  size_t *count = hol_alloc(room, sizeof *count);
  *memory = NULL;
  int error = scratch && value && count ? NC_NOERR : NC_ENOMEM;
  error = error ? error : nc_create_mem("sweep", NC_NETCDF4 | NC_CLOBBER, 0, &w.file);
  if (!error) {
    error = write_in(&w, scratch, value, count);
    int closed = nc_close_memio(w.file, &block);
    error = error ? error : closed;
  }
  free(scratch);
  free(value);
  free(count);
  if (error) {
    free(block.memory);
    return error;
  }
  *memory = block.memory;
  *size = block.size;
  return NC_NOERR;
}
