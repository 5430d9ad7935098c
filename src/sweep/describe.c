#include "sweep/describe.h"

#include "result/quantities.h"
#include "spectrum/describe.h"

static const hol_quantity record = {.type = HOL_RECORD};

static void put_branches(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity branch = {.name = "branch",
                                      .type = HOL_COUNT,
                                      .text = "branch that the frequency belongs to by its shape; 0: none",
                                      .flags = HOL_BLOCK,
                                      .items = 6};
  hol_put_rows(sink, &branch, sweep->points, sweep->columns, sweep->branch);
}

static void put_events(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity events = {.name = "events", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6};
  static const hol_quantity kind = {.name = "kind", .type = HOL_TEXT},
                            parameter = {.name = "parameter", .type = HOL_TEXT};
  static const hol_quantity point = {
      .name = "point", .type = HOL_COUNT, .text = "the later of the two points, from 0, last parameter fastest"};
  static const hol_quantity at = {.name = "at", .type = HOL_NUMBER, .text = "value of that parameter, in its SI unit"};
  static const hol_quantity number = {
      .name = "number", .type = HOL_COUNT, .text = "number of the lower of the two modes before"};
  static const hol_quantity branches = {
      .name = "branches", .type = HOL_COUNT, .text = "of the lower and the upper frequency before"};
  static const hol_quantity last[] = {{.name = "omega",
                                       .type = HOL_NUMBER,
                                       .unit = "rad s-1",
                                       .text = "mean of the two circular frequencies there",
                                       .at = offsetof(hol_sweep_event, omega)},
                                      {.name = "gap",
                                       .type = HOL_NUMBER,
                                       .unit = "rad s-1",
                                       .text = "least difference of the two",
                                       .at = offsetof(hol_sweep_event, gap)}};
  hol_open(sink, &events);
  for (size_t e = 0; e < sweep->event_count; e++) {
    const hol_sweep_event *event = &sweep->event[e];
    hol_open(sink, &record);
    hol_put_text(sink, &kind, hol_sweep_event_name(event->kind));
    hol_put_count(sink, &point, event->point);
    hol_put_text(sink, &parameter, sweep->axis[event->axis].name);
    hol_put_number(sink, &at, event->at);
    hol_put_count(sink, &number, event->number);
    hol_put_list(sink, &branches, 2, event->branch);
    hol_put_members(sink, last, 2, event);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_statistics(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity probability = {
      .name = "probability", .type = HOL_NUMBER, .text = "of a sample below the quantile"};
  static const hol_quantity statistics = {.name = "statistics", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6};
  static const hol_quantity number = {.name = "number", .type = HOL_COUNT};
  static const hol_quantity member[] = {{.name = "count",
                                         .type = HOL_COUNT,
                                         .text = "samples at which the frequency is known",
                                         .at = offsetof(hol_sweep_statistics, count)},
                                        {.name = "mean",
                                         .type = HOL_NUMBER,
                                         .unit = "rad s-1",
                                         .text = "mean of omega",
                                         .at = offsetof(hol_sweep_statistics, mean)},
                                        {.name = "deviation",
                                         .type = HOL_NUMBER,
                                         .unit = "rad s-1",
                                         .text = "standard deviation of omega",
                                         .at = offsetof(hol_sweep_statistics, deviation)},
                                        {.name = "least",
                                         .type = HOL_NUMBER,
                                         .unit = "rad s-1",
                                         .text = "least omega of all samples",
                                         .at = offsetof(hol_sweep_statistics, least)},
                                        {.name = "greatest",
                                         .type = HOL_NUMBER,
                                         .unit = "rad s-1",
                                         .text = "greatest omega of all samples",
                                         .at = offsetof(hol_sweep_statistics, greatest)}};
  static const hol_quantity quantiles = {
      .name = "quantiles", .type = HOL_NUMBER, .unit = "rad s-1", .text = "quantiles of omega"};
  hol_put_list(sink, &probability, HOL_SWEEP_QUANTILES, hol_sweep_probability);
  hol_open(sink, &statistics);
  for (size_t c = 0; c < sweep->columns; c++) {
    const hol_sweep_statistics *s = &sweep->statistics[c];
    hol_open(sink, &record);
    hol_put_count(sink, &number, sweep->first + c);
    hol_put_members(sink, member, sizeof member / sizeof member[0], s);
    hol_put_list(sink, &quantiles, HOL_SWEEP_QUANTILES, s->quantile);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_parameters(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity parameters = {.name = "parameters", .type = HOL_LIST},
                            name = {.name = "name", .type = HOL_TEXT}, unit = {.name = "unit", .type = HOL_TEXT};
  static const hol_quantity size[] = {{.name = "points", .type = HOL_COUNT, .at = offsetof(hol_sweep, points)},
                                      {.name = "first",
                                       .type = HOL_COUNT,
                                       .text = "number of the mode of the first column",
                                       .at = offsetof(hol_sweep, first)},
                                      {.name = "modes", .type = HOL_COUNT, .at = offsetof(hol_sweep, columns)}};
  static const hol_quantity statuses = {.name = "status", .type = HOL_LIST, .text = "how the solution ended"},
                            status = {.type = HOL_COUNT};
  hol_open(sink, &parameters);
  for (size_t a = 0; a < sweep->axis_count; a++) {
    hol_open(sink, &record);
    hol_put_text(sink, &name, sweep->axis[a].name);
    hol_put_text(sink, &unit, sweep->axis[a].unit);
    hol_close(sink);
  }
  hol_close(sink);
  hol_put_members(sink, size, sizeof size / sizeof size[0], sweep);
  hol_open(sink, &statuses);
  for (size_t i = 0; i < sweep->points; i++) {
    hol_put_count(sink, &status, (size_t)sweep->status[i]);
  }
  hol_close(sink);
}

/** Numbers of every mode at every point. */
static void put_modes(const hol_sink *sink, const hol_sweep *sweep, size_t quantity, const double *value)
{
  hol_put_rows(sink, &hol_mode_quantity[quantity], sweep->points, sweep->columns, value);
}

void hol_sweep_describe(const hol_sweep *sweep, const hol_sink *sink)
{
  static const hol_quantity all = {.name = "sweep", .type = HOL_RECORD, .flags = HOL_BLOCK, .items = 4};
  static const hol_quantity seed = {.name = "seed", .type = HOL_COUNT};
  static const hol_quantity values = {
      .name = "values", .type = HOL_NUMBER, .text = "of the parameters, in their units", .flags = HOL_BLOCK, .items = 6};
  static const hol_quantity ended[] = {
      {.name = "unstable", .type = HOL_COUNT, .text = "points with motions that grow", .at = offsetof(hol_sweep, unstable)},
      {.name = "solved",
       .type = HOL_COUNT,
       .text = "points with every frequency found and proved",
       .at = offsetof(hol_sweep, solved)}};
  static const hol_quantity solve = {.name = "solve", .type = HOL_NUMBER, .unit = "s"};
  hol_put_text(sink, &hol_quantity_compliance, sweep->compliance);
  hol_open(sink, &all);
  if (sweep->is_random) {
    hol_put_count(sink, &seed, sweep->seed);
  }
  put_parameters(sink, sweep);
  hol_put_rows(sink, &values, sweep->points, sweep->axis_count, sweep->parameter);
  if (sweep->branch) {
    put_branches(sink, sweep);
    put_events(sink, sweep);
  }
  if (sweep->statistics) {
    put_statistics(sink, sweep);
  }
  put_modes(sink, sweep, HOL_MODE_GROWTH, sweep->growth);
  put_modes(sink, sweep, HOL_MODE_LOWER, sweep->lower);
  put_modes(sink, sweep, HOL_MODE_UPPER, sweep->upper);
  put_modes(sink, sweep, HOL_MODE_OMEGA, sweep->omega);
  hol_put_members(sink, ended, sizeof ended / sizeof ended[0], sweep);
  hol_close(sink);
  hol_put_truth(sink, &hol_quantity_complete, sweep->solved == sweep->points);
  hol_open(sink, &hol_quantity_timing);
  hol_put_number(sink, &solve, sweep->seconds);
  hol_close(sink);
}
