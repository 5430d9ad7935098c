/* SPDX-License-Identifier: BSD-3-Clause */
/* Result of the analysis `static` as quantities, rows and deflected shape: displacements, axial forces, reactions. */
#include "base/memory.h"
#include "model/describe.h"
#include "model/geometry.h"
#include "problem/named.h"
#include "result/quantities.h"
#include "result/sink.h"
#include "result/view.h"
#include "statics/analysis.h"

#include <math.h>
#include <stdlib.h>

static const hol_quantity record = {.type = HOL_RECORD}, number = {.type = HOL_NUMBER};
static const hol_quantity part_name = {.name = "part", .type = HOL_TEXT},
                          arc = {.name = "s",
                                 .type = HOL_NUMBER,
                                 .unit = "m",
                                 .text = "arc length; none of parts that are known at points"},
                          axial = {.name = "axial_force",
                                   .type = HOL_NUMBER,
                                   .unit = "N",
                                   .text = "tension positive, behind the place, at the end before it"};
static const hol_quantity component[HOL_FREEDOM_COUNT] = {{.name = "ux", .type = HOL_NUMBER, .unit = "m"},
                                                          {.name = "uy", .type = HOL_NUMBER, .unit = "m"},
                                                          {.name = "uz", .type = HOL_NUMBER, .unit = "m"},
                                                          {.name = "rx", .type = HOL_NUMBER},
                                                          {.name = "ry", .type = HOL_NUMBER},
                                                          {.name = "rz", .type = HOL_NUMBER}};

/** The numbers of a station in order: arc length, displacements and rotations, axial force. */
enum { ARC, FIRST, AXIAL = FIRST + HOL_FREEDOM_COUNT, NUMBERS };

static void numbers_of(const hol_static_result *result, size_t part, size_t station, double value[NUMBERS])
{
  const hol_model *model = &result->statics.model;
  value[ARC] = hol_model_arc_length(model, part, &model->station[station]);
  hol_static_displacement(result, station, value + FIRST);
  value[AXIAL] = result->statics.axial[station];
}

/** One of the numbers at all stations of a part. */
static void put_numbers(const hol_sink *sink, const hol_static_result *result, size_t part, const hol_quantity *what,
                        size_t k)
{
  const hol_model *model = &result->statics.model;
  const hol_quantity list = {.name = what->name, .type = HOL_LIST, .unit = what->unit, .text = what->text};
  hol_open(sink, &list);
  for (size_t i = model->first_station[part]; i < model->first_station[part + 1]; i++) {
    double value[NUMBERS];
    numbers_of(result, part, i, value);
    hol_put_number(sink, &number, value[k]);
  }
  hol_close(sink);
}

static bool has_axial(const hol_static_result *result, size_t part)
{
  const hol_model *model = &result->statics.model;
  size_t first = model->first_station[part];
  return first < model->first_station[part + 1] && !isnan(result->statics.axial[first]);
}

static void put_parts(const hol_sink *sink, const hol_static_result *result, const hol_distinct *name)
{
  static const hol_quantity parts = {.name = "parts",
                                     .type = HOL_MAP,
                                     .text = "at places along each, in global components",
                                     .flags = HOL_BLOCK,
                                     .items = 4};
  const hol_model *model = &result->statics.model;
  hol_open(sink, &parts);
  for (size_t i = 0; i < name->count; i++) {
    hol_put_name(sink, name->name[i]);
    hol_open(sink, &record);
    put_numbers(sink, result, i, &arc, ARC);
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      if (model->slot[f] != SIZE_MAX) {
        put_numbers(sink, result, i, &component[f], FIRST + f);
      }
    }
    if (has_axial(result, i)) {
      put_numbers(sink, result, i, &axial, AXIAL);
    }
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_reactions(const hol_sink *sink, const hol_static_result *result, const hol_distinct *name)
{
  static const hol_quantity reactions = {.name = "reactions",
                                         .type = HOL_MAP,
                                         .text = "on the first point of each joint, N or N m"},
                            of_joint = {.type = HOL_LIST}, what = {.name = "component", .type = HOL_TEXT},
                            size = {.name = "value", .type = HOL_NUMBER};
  hol_open(sink, &reactions);
  for (size_t i = 0; i < name->count; i++) {
    const char *word;
    double value;
    size_t next = 0;
    hol_put_name(sink, name->name[i]);
    hol_open(sink, &of_joint);
    while (hol_static_reaction(result, i, &next, &word, &value)) {
      hol_open(sink, &record);
      hol_put_text(sink, &what, word);
      hol_put_number(sink, &size, value);
      hol_close(sink);
    }
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_all(const hol_sink *sink, const hol_static_result *result, const hol_distinct *part,
                    const hol_distinct *joint)
{
  static const hol_quantity unstable = {.name = "unstable", .type = HOL_COUNT, .text = "unstable directions"},
                            residual = {.name = "residual", .type = HOL_NUMBER, .text = "of the solution, relative"},
                            balance = {.name = "balance",
                                       .type = HOL_NUMBER,
                                       .text =
                                           "imbalance of loads and support reactions, forces and moments, relative"};
  put_parts(sink, result, part);
  put_reactions(sink, result, joint);
  hol_put_count(sink, &unstable, result->statics.unstable);
  hol_put_number(sink, &residual, result->statics.residual);
  hol_put_list(sink, &balance, 2, result->balance);
  hol_put_truth(sink, &hol_quantity_complete, result->is_stable && result->is_balanced);
}

/** Where it is, and that it is displaced. */
static hol_status put_shape(const hol_sink *sink, const hol_static_result *result)
{
  static const hol_view view = {.role = "shape",
                                .title = "Static displacements",
                                .shape = "parts",
                                .label = "displacement",
                                .unit = "m",
                                .proof = "Reactions balance the loads."};
  hol_geometry geometry = {.part = NULL};
  hol_status status = hol_geometry_of_stations(&result->statics.model, &geometry);
  status = status == HOL_OK ? hol_geometry_describe(&geometry, result->statics.problem, sink) : status;
  hol_geometry_clear(&geometry);
  hol_put_views(sink, &view, 1);
  return status;
}

hol_status hol_static_describe(const void *of, const hol_sink *sink)
{
  const hol_static_result *result = of;
  const hol_problem *problem = result->statics.problem;
  hol_distinct part = {0}, joint = {0};
  hol_status status = hol_named_parts(problem, &part);
  status = status == HOL_OK ? hol_named_joints(problem, &joint) : status;
  if (status == HOL_OK) {
    put_all(sink, result, &part, &joint);
    status = result->is_filled ? put_shape(sink, result) : HOL_OK;
  }
  hol_distinct_clear(&joint);
  hol_distinct_clear(&part);
  return status;
}

hol_status hol_static_rows(const void *of, const hol_sink *sink)
{
  static const hol_quantity *const column[] = {&hol_quantity_file, &part_name,    &arc,          &component[0],
                                               &component[1],      &component[2], &component[3], &component[4],
                                               &component[5],      &axial,        NULL};
  static const hol_quantity rows = {.name = "places", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_static_result *result = of;
  const hol_model *model = &result->statics.model;
  hol_open(sink, &rows);
  for (size_t i = 0; i < result->statics.problem->part_count; i++) {
    for (size_t k = model->first_station[i]; k < model->first_station[i + 1]; k++) {
      double value[NUMBERS];
      numbers_of(result, i, k, value);
      hol_open(sink, &record);
      hol_put_text(sink, &part_name, result->statics.problem->part[i].name);
      hol_put_number(sink, &arc, value[ARC]);
      for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
        hol_put_number(sink, &component[f], value[FIRST + f]);
      }
      hol_put_number(sink, &axial, value[AXIAL]);
      hol_close(sink);
    }
  }
  hol_close(sink);
  return HOL_OK;
}
