/* SPDX-License-Identifier: BSD-3-Clause */
/* Placement of parts by joints where they have no coordinates, size of the structure, coordinates of points. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_model_global(const hol_model *model, size_t part, const double own[3], double at[6])
{
  hol_resolved_global(&model->resolved[part], model->from[part], own, at);
}

static void put(double at[6], int k, hol_dd x)
{
  at[k] = x.value;
  at[3 + k] = x.rest;
}

static void shift(double at[6], const double by[3])
{
  for (int k = 0; k < 3; k++) {
    put(at, k, hol_dd_add((hol_dd){at[k], at[3 + k]}, (hol_dd){by[k], 0}));
  }
}

void hol_model_locate(const hol_model *model, const hol_point *point, double at[6])
{
  size_t part = point->part;
  hol_resolved_at(&model->resolved[part], model->from[part], model->to[part], point->index,
                  (hol_dd){point->xi, point->xi_rest}, at);
  shift(at, point->offset);
}

/** Move the part of `loose` so that the point falls on `at`. */
static void move(hol_model *model, const hol_point *loose, const double at[6])
{
  double now[6], *from = model->from[loose->part], *to = model->to[loose->part];
  hol_model_locate(model, loose, now);
  for (int k = 0; k < 3; k++) {
    const hol_dd by = hol_dd_subtract((hol_dd){at[k], at[3 + k]}, (hol_dd){now[k], now[3 + k]});
    put(from, k, hol_dd_add((hol_dd){from[k], from[3 + k]}, by));
    put(to, k, hol_dd_add((hol_dd){to[k], to[3 + k]}, by));
  }
}

/** May a joint at this point say where its part is? That of a plate at its hub, which is its first point. */
static bool is_handle(const hol_point *point)
{
  return point->index == 0;
}

/** Place what a joint with one placed point allows to place. */
static bool place_by(hol_model *model, const hol_joint *joint, bool *placed)
{
  size_t anchor = SIZE_MAX;
  for (size_t i = 0; i < joint->point_count && anchor == SIZE_MAX; i++) {
    anchor = placed[joint->point[i].part] ? i : SIZE_MAX;
  }
  bool moved = false;
  for (size_t i = 0; anchor != SIZE_MAX && i < joint->point_count; i++) {
    if (!placed[joint->point[i].part] && is_handle(&joint->point[i])) {
      double at[6];
      hol_model_locate(model, &joint->point[anchor], at);
      move(model, &joint->point[i], at);
      placed[joint->point[i].part] = moved = true;
    }
  }
  return moved;
}

static void place_all(hol_model *model, bool *placed)
{
  const hol_problem *p = model->problem;
  for (size_t next = 0;;) {
    bool moved = false;
    for (size_t j = 0; j < p->joint_count; j++) {
      moved |= place_by(model, &p->joint[j], placed);
    }
    if (moved) {
      continue;
    }
    while (next < p->part_count && placed[next]) {
      next++;
    }
    if (next == p->part_count) {
      return;
    }
    placed[next] = true; /* nothing holds it anywhere else: it stays at the origin */
  }
}

/** Size of the structure, and the length that makes rotations comparable with displacements. */
static void measure(const hol_model *model, hol_layout *layout)
{
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, longest = 0;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    hol_resolved_widen(&model->resolved[i], model->from[i], model->to[i], low, high);
    longest = fmax(longest, model->resolved[i].length);
  }
  double extent = longest;
  for (int k = 0; k < 3; k++) {
    extent = fmax(extent, high[k] - low[k]);
  }
  layout->extent = extent > 0 ? extent : 1.0;
  layout->scale = longest > 0 ? longest : layout->extent;
}

/** Has a joint moved a part from where it would stand by itself? */
static bool is_moved(const hol_model *model, size_t part)
{
  const hol_part *p = &model->problem->part[part];
  return !p->is_placed && hol_distance(model->from[part], p->from) > 0;
}

/** Say what joints have placed, and where. */
static hol_status say_placed(const hol_model *model, hol_layout *layout)
{
  enum { NAMED = 3 };
  const hol_problem *p = model->problem;
  hol_text text = {0};
  size_t count = 0;
  for (size_t i = 0; i < p->part_count; i++) {
    const double *at = model->from[i];
    if (!is_moved(model, i) || count++ >= NAMED) {
      continue;
    }
    hol_text_add(&text, "%s%s at (%.6g, %.6g", text.size ? ", " : "", p->part[i].name, at[0], at[1]);
    if (p->dimensions == 2) {
      hol_text_add(&text, ") m");
    } else {
      hol_text_add(&text, ", %.6g) m", at[2]);
    }
  }
  if (count > NAMED) {
    hol_text_add(&text, " and %zu more", count - NAMED);
  }
  hol_status status = text.failed ? HOL_MEMORY
                      : count ? hol_layout_note(layout, hol_format("placed by joints: %s", text.data ? text.data : ""))
                              : HOL_OK;
  hol_text_clear(&text);
  return status;
}

/** Move what has no coordinates to where its joints are. */
static hol_status place_rest(hol_model *model, hol_layout *making)
{
  const hol_problem *p = model->problem;
  bool *placed = hol_alloc(p->part_count, sizeof *placed);
  if (!placed) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < p->part_count; i++) {
    placed[i] = p->part[i].is_placed;
  }
  place_all(model, placed);
  free(placed);
  return making ? say_placed(model, making) : HOL_OK;
}

hol_status hol_model_place(hol_filling *filling)
{
  hol_model *model = filling->model;
  const hol_problem *p = model->problem;
  bool all = true;
  for (size_t i = 0; i < p->part_count; i++) {
    all = all && p->part[i].is_placed;
    memcpy(model->from[i], p->part[i].from, sizeof model->from[i]);
    memcpy(model->to[i], p->part[i].to, sizeof model->to[i]);
  }
  HOL_TRY(all ? HOL_OK : place_rest(model, filling->making));
  if (filling->making) {
    measure(model, filling->making);
  }
  model->scale = model->layout->scale;
  model->extent = model->layout->extent;
  return HOL_OK;
}
