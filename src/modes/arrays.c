/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes as arrays over modes, parts, components of reactions and samples of shapes: one mode after another, nothing is
   held twice. */
#include "base/memory.h"
#include "model/geometry.h"
#include "result/quantities.h"
#include "modes/components.h"
#include "modes/describe.h"

#include <math.h>
#include <stdlib.h>

/** Axes of the arrays; {0} is empty. */
typedef struct axes {
  size_t *number;         /**< [modes] owned, as all here */
  int *free;              /**< [modes] no reaction */
  const char **part;      /**< [parts] names, borrowed */
  const char **parameter; /**< [of sensitivities] names, borrowed */
  const char **joint;     /**< [joints] names, borrowed */
  hol_components component;
  size_t *of_joint; /**< [components] */
  size_t components;
  size_t *sample_part; /**< [samples] */
  double *s;           /**< [samples] */
  double (*at)[3];     /**< [samples] */
  size_t samples;
  const char **kind, **joint_kind;  /**< [parts], [joints] borrowed */
  size_t *rows;                     /**< [parts] of meshes */
  int *closed;                      /**< [parts] */
  size_t *point_joint, *point_part; /**< [points] of joints */
  size_t points;
  double *row; /**< room for what runs over the longest axis */
} axes;

static const hol_quantity mode_axis = {.name = "mode", .type = HOL_COUNT, .unit = "1", .text = "number of the mode"};
static const hol_quantity part_axis = {.name = "part", .type = HOL_TEXT, .text = "name of the part"};
static const hol_quantity joint_axis = {.name = "joint", .type = HOL_TEXT, .text = "name of the joint"};
static const hol_quantity parameter_axis = {.name = "parameter", .type = HOL_TEXT, .text = "name of the parameter"};
static const hol_quantity component_axis = {.name = "component", .type = HOL_TEXT, .text = "of a reaction"};
static const hol_quantity sample_axis = {.name = "sample", .type = HOL_COUNT};
static const hol_quantity point_axis = {.name = "point", .type = HOL_COUNT};
static const hol_quantity space_axis = {.name = "coordinate", .type = HOL_COUNT};

/** The shapes that a list has; NULL: none. */
static const hol_shape *first_shape(const hol_result *result)
{
  const hol_shape *shape = NULL;
  for (size_t i = 0; !shape && i < result->mode_count; i++) {
    shape = result->mode[i].shape;
  }
  return shape;
}

/** Where a sample of a part is. */
static void place_sample(const hol_geometry *g, size_t part, size_t k, const hol_shape *shape, double at[3])
{
  for (size_t x = 0; x < 3; x++) {
    at[x] = shape->at ? shape->at[k][x] : nan("");
  }
  if (g && k < g->part[part].stations) {
    hol_geometry_station(&g->part[part], k, at);
  }
}

static hol_status place_samples(const hol_result *result, const hol_shape *shape, axes *a)
{
  size_t parts = shape ? result->problem->part_count : 0, n = 0;
  for (size_t i = 0; i < parts; i++) {
    a->samples += shape[i].points;
  }
  a->sample_part = hol_alloc(a->samples, sizeof *a->sample_part);
  a->s = hol_alloc(a->samples, sizeof *a->s);
  a->at = hol_alloc(a->samples, sizeof *a->at);
  if (!a->sample_part || !a->s || !a->at) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < parts; i++) {
    for (size_t k = 0; k < shape[i].points; k++, n++) {
      a->sample_part[n] = i;
      a->s[n] = shape[i].s && !shape[i].at ? shape[i].s[k] : nan("");
      place_sample(result->geometry, i, k, &shape[i], a->at[n]);
    }
  }
  return HOL_OK;
}

/** What parts and joints are, and what points joints hold. */
static hol_status place_geometry(const hol_result *result, axes *a)
{
  const hol_geometry *g = result->geometry;
  const hol_problem *problem = result->problem;
  for (size_t j = 0; g && j < problem->joint_count; j++) {
    a->points += problem->joint[j].point_count;
  }
  a->kind = hol_alloc(problem->part_count, sizeof *a->kind);
  a->joint_kind = hol_alloc(problem->joint_count, sizeof *a->joint_kind);
  a->rows = hol_alloc(problem->part_count, sizeof *a->rows);
  a->closed = hol_alloc(problem->part_count, sizeof *a->closed);
  a->point_joint = hol_alloc(a->points, sizeof *a->point_joint);
  a->point_part = hol_alloc(a->points, sizeof *a->point_part);
  if (!a->kind || !a->joint_kind || !a->rows || !a->closed || !a->point_joint || !a->point_part) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; g && i < problem->part_count; i++) {
    a->kind[i] = g->part[i].kind;
    a->rows[i] = g->part[i].rows;
    a->closed[i] = g->part[i].is_closed;
  }
  for (size_t j = 0, n = 0; g && j < problem->joint_count; j++) {
    a->joint_kind[j] = g->joint_kind[j];
    for (size_t k = 0; k < problem->joint[j].point_count; k++, n++) {
      a->point_joint[n] = j;
      a->point_part[n] = problem->joint[j].point[k].part;
    }
  }
  return HOL_OK;
}

/** The joint of every component of reactions. */
static hol_status place_components(const hol_result *result, axes *a)
{
  HOL_TRY(hol_components_make(result, &a->component));
  size_t joints = result->problem->joint_count;
  a->components = a->component.first[joints];
  a->of_joint = hol_alloc(a->components, sizeof *a->of_joint);
  a->joint = hol_alloc(joints, sizeof *a->joint);
  if (!a->of_joint || !a->joint) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < joints; j++) {
    a->joint[j] = result->problem->joint[j].name;
    for (size_t i = a->component.first[j]; i < a->component.first[j + 1]; i++) {
      a->of_joint[i] = j;
    }
  }
  return HOL_OK;
}

static hol_status axes_make(const hol_result *result, axes *a)
{
  const hol_problem *problem = result->problem;
  a->number = hol_alloc(result->mode_count, sizeof *a->number);
  a->free = hol_alloc(result->mode_count, sizeof *a->free);
  a->part = hol_alloc(problem->part_count, sizeof *a->part);
  a->parameter = hol_alloc(problem->analysis.sensitivity_count, sizeof *a->parameter);
  if (!a->number || !a->free || !a->part || !a->parameter) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < result->mode_count; i++) {
    a->number[i] = result->mode[i].number;
    a->free[i] = result->mode[i].reaction_free;
  }
  for (size_t i = 0; i < problem->part_count; i++) {
    a->part[i] = problem->part[i].name;
  }
  for (size_t i = 0; i < problem->analysis.sensitivity_count; i++) {
    a->parameter[i] = problem->parameter[problem->analysis.sensitivity[i]].name;
  }
  HOL_TRY(place_components(result, a));
  HOL_TRY(place_samples(result, first_shape(result), a));
  HOL_TRY(place_geometry(result, a));
  a->row =
      hol_alloc(a->samples + a->components + problem->part_count + problem->analysis.sensitivity_count, sizeof *a->row);
  return a->row ? HOL_OK : HOL_MEMORY;
}

static void axes_clear(axes *a)
{
  free(a->number);
  free(a->free);
  free(a->part);
  free(a->parameter);
  free(a->joint);
  free(a->of_joint);
  hol_components_clear(&a->component);
  free(a->sample_part);
  free(a->s);
  free(a->at);
  free(a->kind);
  free(a->joint_kind);
  free(a->rows);
  free(a->closed);
  free(a->point_joint);
  free(a->point_part);
  free(a->row);
}

/* ---- all modes --------------------------------------------------------------------------------------------------- */

static void put_numbers(const hol_sink *sink, const hol_result *result, const hol_sink_axis *mode,
                        const int *free_of_reactions)
{
  static const size_t told[] = {HOL_MODE_OMEGA,        HOL_MODE_LOWER,        HOL_MODE_UPPER,        HOL_MODE_GROWTH,
                                HOL_MODE_LOWER_GROWTH, HOL_MODE_UPPER_GROWTH, HOL_MODE_MULTIPLICITY, HOL_MODE_MASS,
                                HOL_MODE_RESIDUAL,     HOL_MODE_COUNT_BELOW,  HOL_MODE_COUNT_ABOVE};
  static const char *const word[] = {"no", "yes", NULL};
  static const hol_quantity reaction_free = {
      .name = "reaction_free", .type = HOL_CHOICE, .text = "the joints exert no reaction", .word = word};
  for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
    hol_put_columns(sink, &hol_mode_quantity[told[i]], 1, mode, sizeof *result->mode, result->mode);
  }
  hol_put_array(sink, &reaction_free, 1, &mode, 0, free_of_reactions);
}

/** Names, and what belongs to which. */
static void put_axes(const hol_sink *sink, const hol_problem *problem, const axes *a)
{
  static const hol_quantity component_joint = {
      .name = "component_joint", .type = HOL_COUNT, .text = "joint of the component, an index from 0"};
  static const hol_quantity sample_part = {
      .name = "sample_part", .type = HOL_COUNT, .text = "part of the sample, an index from 0"};
  static const hol_quantity s = {.name = "s", .type = HOL_NUMBER, .unit = "m", .text = "arc length along the part"};
  static const hol_quantity at = {.name = "at", .type = HOL_NUMBER, .unit = "m", .text = "coordinates of samples"};
  const hol_sink_axis component = {&component_axis, a->components, a->component.word}, *const of_component = &component;
  const hol_sink_axis joint = {&joint_axis, problem->joint_count, a->joint}, *const of_joint = &joint;
  const hol_sink_axis sample = {&sample_axis, a->samples, NULL}, space = {&space_axis, 3, NULL};
  const hol_sink_axis *const of_sample[] = {&sample, &space};
  if (a->components > 0) {
    hol_put_array(sink, &joint_axis, 1, &of_joint, 0, a->joint);
    hol_put_array(sink, &component_joint, 1, &of_component, 0, a->of_joint);
  }
  if (a->samples > 0) {
    hol_put_array(sink, &sample_part, 1, of_sample, 0, a->sample_part);
    hol_put_array(sink, &s, 1, of_sample, 0, a->s);
    hol_put_array(sink, &at, 2, of_sample, 0, a->at);
  }
}

/** What there is to draw: of parts how their samples are joined, of joints where they are. */
static void put_geometry(const hol_sink *sink, const hol_result *result, const axes *a)
{
  static const char *const word[] = {"no", "yes", NULL};
  static const hol_quantity
      kind = {.name = "part_kind", .type = HOL_TEXT, .text = "kind of the part"},
      rows = {.name = "part_rows",
              .type = HOL_COUNT,
              .text = "rows of its samples where they are a mesh, one after another; else 0"},
      closed = {.name = "part_closed",
                .type = HOL_CHOICE,
                .text = "behind its last sample, or the last of a row, comes the first again",
                .word = word},
      joint_kind = {.name = "joint_kind", .type = HOL_TEXT, .text = "kind of the joint"},
      point_joint = {.name = "point_joint", .type = HOL_COUNT, .text = "joint of the point, an index from 0"},
      point_part = {.name = "point_part", .type = HOL_COUNT, .text = "part of the point, an index from 0"},
      point_at = {.name = "point_at", .type = HOL_NUMBER, .unit = "m", .text = "coordinates of the points of joints"};
  const hol_problem *problem = result->problem;
  const hol_sink_axis part = {&part_axis, problem->part_count, a->part}, *const of_part = &part;
  const hol_sink_axis joint = {&joint_axis, problem->joint_count, a->joint}, *const of_joint = &joint;
  const hol_sink_axis point = {&point_axis, a->points, NULL}, space = {&space_axis, 3, NULL};
  const hol_sink_axis *const of_point[] = {&point, &space};
  if (!result->geometry) {
    return;
  }
  hol_put_array(sink, &kind, 1, &of_part, 0, a->kind);
  hol_put_array(sink, &rows, 1, &of_part, 0, a->rows);
  hol_put_array(sink, &closed, 1, &of_part, 0, a->closed);
  if (a->points > 0) {
    hol_put_array(sink, &joint_kind, 1, &of_joint, 0, a->joint_kind);
    hol_put_array(sink, &point_joint, 1, of_point, 0, a->point_joint);
    hol_put_array(sink, &point_part, 1, of_point, 0, a->point_part);
    hol_put_array(sink, &point_at, 2, of_point, 0, result->geometry->point);
  }
}

/* ---- one mode ---------------------------------------------------------------------------------------------------- */

static void fill_unknown(double *row, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    row[i] = nan("");
  }
}

static void put_reactions(const hol_sink *sink, const hol_result *result, size_t i, const hol_sink_axis *mode,
                          const axes *a)
{
  static const hol_quantity reaction = {
      .name = "reaction", .type = HOL_NUMBER, .text = "on the first point of its joint, N or N m"};
  const hol_sink_axis component = {&component_axis, a->components, a->component.word}, *const over[] = {mode,
                                                                                                        &component};
  fill_unknown(a->row, a->components);
  for (size_t j = 0; j < result->problem->joint_count; j++) {
    hol_reaction of = hol_reaction_of(result, &result->mode[i], j);
    size_t first = a->component.first[j], room = a->component.first[j + 1] - first;
    for (size_t k = 0; k < of.count && k < room; k++) {
      a->row[first + k] = of.value[k];
    }
  }
  hol_put_row(sink, &reaction, 2, over, i, a->row);
}

static void put_shape(const hol_sink *sink, const hol_result *result, size_t i, const hol_sink_axis *mode,
                      const axes *a)
{
  static const hol_quantity displacement[HOL_FREEDOM_COUNT] = {
      {.name = "ux", .type = HOL_NUMBER, .unit = "m"},   {.name = "uy", .type = HOL_NUMBER, .unit = "m"},
      {.name = "uz", .type = HOL_NUMBER, .unit = "m"},   {.name = "rx", .type = HOL_NUMBER, .unit = "rad"},
      {.name = "ry", .type = HOL_NUMBER, .unit = "rad"}, {.name = "rz", .type = HOL_NUMBER, .unit = "rad"}};
  const hol_sink_axis sample = {&sample_axis, a->samples, NULL}, *const over[] = {mode, &sample};
  const hol_shape *shape = result->mode[i].shape;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (!(result->problem->freedoms >> f & 1u)) {
      continue;
    }
    fill_unknown(a->row, a->samples);
    for (size_t p = 0, n = 0; shape && p < result->problem->part_count; n += shape[p].points, p++) {
      for (size_t k = 0; shape[p].value[f] && k < shape[p].points && n + k < a->samples; k++) {
        a->row[n + k] = shape[p].value[f][k];
      }
    }
    hol_put_row(sink, &displacement[f], 2, over, i, a->row);
  }
}

static void put_mode(const hol_sink *sink, const hol_result *result, size_t i, const hol_sink_axis *mode, const axes *a)
{
  static const hol_quantity energy = {
      .name = "energy", .type = HOL_NUMBER, .unit = "1", .text = "share of the kinetic energy by part"};
  static const hol_quantity sensitivity = {
      .name = "sensitivity", .type = HOL_NUMBER, .text = "change of omega with each parameter, SI"};
  const hol_problem *problem = result->problem;
  const hol_sink_axis part = {&part_axis, problem->part_count, a->part}, *const by_part[] = {mode, &part};
  const hol_sink_axis parameter = {&parameter_axis, problem->analysis.sensitivity_count, a->parameter};
  const hol_sink_axis *const by_parameter[] = {mode, &parameter};
  fill_unknown(a->row, problem->part_count + parameter.count);
  hol_put_row(sink, &energy, 2, by_part, i, result->mode[i].energy ? result->mode[i].energy : a->row);
  if (parameter.count > 0) {
    hol_put_row(sink, &sensitivity, 2, by_parameter, i,
                result->mode[i].sensitivity ? result->mode[i].sensitivity : a->row);
  }
  if (a->components > 0) {
    put_reactions(sink, result, i, mode, a);
  }
  if (a->samples > 0) {
    put_shape(sink, result, i, mode, a);
  }
}

hol_status hol_modes_arrays(const void *of, const hol_sink *sink)
{
  static const hol_quantity theory = {.name = "theory", .type = HOL_TEXT};
  const hol_result *result = of;
  axes a = {0};
  hol_status status = axes_make(result, &a);
  if (status == HOL_OK) {
    const hol_sink_axis mode = {&mode_axis, result->mode_count, a.number};
    hol_put_text(sink, &theory, result->theory);
    hol_put_text(sink, &hol_quantity_compliance, result->compliance);
    hol_put_truth(sink, &hol_quantity_complete, result->complete);
    put_numbers(sink, result, &mode, a.free);
    put_axes(sink, result->problem, &a);
    put_geometry(sink, result, &a);
    for (size_t i = 0; i < result->mode_count; i++) {
      put_mode(sink, result, i, &mode, &a);
    }
  }
  axes_clear(&a);
  return status;
}
