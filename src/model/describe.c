/* SPDX-License-Identifier: BSD-3-Clause */
/* The record `geometry` of a result. */
#include "model/describe.h"

#include "base/memory.h"
#include "model/geometry.h"
#include "problem/groups.h"
#include "problem/ground.h"
#include "problem/named.h"

#include <stdlib.h>

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity name = {.name = "name", .type = HOL_TEXT}, kind = {.name = "kind", .type = HOL_TEXT};

static void put_stations(const hol_sink *sink, const hol_placed_part *part)
{
  static const hol_quantity stations = {.name = "stations", .type = HOL_RECORD},
                            places = {.name = "stations", .type = HOL_NUMBER, .unit = "m"},
                            from = {.name = "from", .type = HOL_NUMBER, .unit = "m"},
                            to = {.name = "to", .type = HOL_NUMBER, .unit = "m"},
                            count = {.name = "count", .type = HOL_COUNT};
  if (part->is_straight) {
    hol_open(sink, &stations);
    hol_put_list(sink, &from, 3, part->from);
    hol_put_list(sink, &to, 3, part->to);
    hol_put_count(sink, &count, part->stations);
    hol_close(sink);
  } else {
    hol_put_rows(sink, &places, part->stations, 3, part->at);
  }
}

static void put_mesh(const hol_sink *sink, const hol_placed_part *part)
{
  static const hol_quantity mesh = {.name = "mesh", .type = HOL_RECORD}, rows = {.name = "rows", .type = HOL_COUNT},
                            columns = {.name = "columns", .type = HOL_COUNT},
                            closed = {.name = "closed", .type = HOL_TRUTH},
                            joined = {.name = "joined",
                                      .type = HOL_TRUTH,
                                      .text = "false: no line leads through its stations"};
  if (part->rows > 1) {
    hol_open(sink, &mesh);
    hol_put_count(sink, &rows, part->rows);
    hol_put_count(sink, &columns, part->stations / part->rows);
    hol_put_truth(sink, &closed, part->is_closed);
    hol_close(sink);
  } else if (part->rows == 1) {
    hol_put_truth(sink, &closed, part->is_closed);
  } else if (part->is_cloud) {
    hol_put_truth(sink, &joined, false);
  }
}

static void put_part(const hol_sink *sink, const hol_placed_part *part, const char *named, const char *in)
{
  static const hol_quantity group = {.name = "group", .type = HOL_TEXT}, axes = {.name = "axes", .type = HOL_NUMBER};
  hol_open(sink, &record);
  hol_put_text(sink, &name, named);
  hol_put_text(sink, &kind, part->kind);
  hol_put_text(sink, &group, in);
  put_stations(sink, part);
  put_mesh(sink, part);
  hol_put_rows(sink, &axes, 3, 3, part->axis);
  hol_close(sink);
}

static void put_points(const hol_sink *sink, const hol_joint *joint, char *const *part, const double (*place)[3])
{
  static const hol_quantity points = {.name = "points", .type = HOL_LIST}, of = {.name = "part", .type = HOL_TEXT},
                            text = {.name = "point", .type = HOL_TEXT},
                            at = {.name = "at", .type = HOL_NUMBER, .unit = "m"};
  hol_open(sink, &points);
  for (size_t k = 0; k < joint->point_count; k++) {
    hol_open(sink, &record);
    hol_put_text(sink, &of, part[joint->point[k].part]);
    hol_put_text(sink, &text, joint->point[k].text);
    hol_put_list(sink, &at, 3, place[k]);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_equation(const hol_sink *sink, const hol_joint_equation *equation)
{
  static const hol_quantity stiffness = {.name = "stiffness", .type = HOL_NUMBER},
                            redundant = {.name = "redundant", .type = HOL_TRUTH};
  hol_open(sink, &record);
  hol_put_text(sink, &name, equation->name);
  if (equation->stiffness > 0) {
    hol_put_number(sink, &stiffness, equation->stiffness);
  }
  if (equation->is_redundant) {
    hol_put_truth(sink, &redundant, true);
  }
  hol_close(sink);
}

/** Names of parts and joints as maps have them, groups, and the equations of each joint. */
typedef struct words {
  hol_distinct part, joint;
  hol_groups groups;
  size_t *first; /**< [joints + 1] into `order`. Owned */
  size_t *order; /**< [equations] by joint. Owned */
} words;

static void clear_words(words *w)
{
  hol_distinct_clear(&w->part);
  hol_distinct_clear(&w->joint);
  hol_groups_clear(&w->groups);
  free(w->first);
  free(w->order);
}

/** Equations by joint, in their order. */
static hol_status sort_equations(const hol_geometry *g, size_t joints, words *w)
{
  w->first = hol_alloc(joints + 2, sizeof *w->first);
  w->order = hol_alloc(g->equations, sizeof *w->order);
  if (!w->first || !w->order) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < g->equations; i++) {
    w->first[g->equation[i].joint + 2]++;
  }
  for (size_t j = 2; j <= joints + 1; j++) {
    w->first[j] += w->first[j - 1];
  }
  for (size_t i = 0; i < g->equations; i++) {
    w->order[w->first[g->equation[i].joint + 1]++] = i;
  }
  return HOL_OK;
}

static hol_status find_words(const hol_geometry *g, const hol_problem *problem, words *w)
{
  HOL_TRY(hol_named_parts(problem, &w->part));
  HOL_TRY(hol_named_joints(problem, &w->joint));
  HOL_TRY(hol_groups_make(problem, &w->groups));
  return sort_equations(g, problem->joint_count, w);
}

static void put_joints(const hol_sink *sink, const hol_geometry *g, const hol_problem *problem, const words *w)
{
  static const hol_quantity joints = {.name = "joints", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6},
                            ground = {.name = "ground", .type = HOL_TRUTH},
                            components = {.name = "components", .type = HOL_LIST};
  size_t point = 0;
  hol_open(sink, &joints);
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    hol_open(sink, &record);
    hol_put_text(sink, &name, w->joint.name[j]);
    hol_put_text(sink, &kind, g->joint_kind[j]);
    hol_put_truth(sink, &ground, hol_joint_is_to_ground(joint));
    put_points(sink, joint, w->part.name, (const double(*)[3])(g->point + point));
    hol_open(sink, &components);
    for (size_t k = w->first[j]; k < w->first[j + 1]; k++) {
      put_equation(sink, &g->equation[w->order[k]]);
    }
    hol_close(sink);
    hol_close(sink);
    point += joint->point_count;
  }
  hol_close(sink);
}

hol_status hol_geometry_describe(const hol_geometry *g, const hol_problem *problem, const hol_sink *sink)
{
  static const hol_quantity geometry = {.name = "geometry", .type = HOL_RECORD},
                            dimension = {.name = "dimension", .type = HOL_COUNT},
                            unit = {.name = "length_unit", .type = HOL_TEXT},
                            parts = {.name = "parts", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6};
  words w = {.first = NULL};
  hol_status status = find_words(g, problem, &w);
  if (status == HOL_OK) {
    hol_open(sink, &geometry);
    hol_put_count(sink, &dimension, problem->dimensions);
    hol_put_text(sink, &unit, "m");
    hol_open(sink, &parts);
    for (size_t i = 0; i < g->parts; i++) {
      put_part(sink, &g->part[i], w.part.name[i], w.groups.name[w.groups.of[i]]);
    }
    hol_close(sink);
    put_joints(sink, g, problem, &w);
    hol_close(sink);
  }
  clear_words(&w);
  return status;
}
