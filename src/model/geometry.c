/* SPDX-License-Identifier: BSD-3-Clause */
/* Geometry of a structure: positions of parts, sampling points or stations, joint points, equations of joints. */
#include "model/geometry.h"

#include "base/memory.h"
#include "model/layout.h"
#include "problem/joint.h"
#include "problem/kind.h"

#include <stdlib.h>
#include <string.h>

void hol_geometry_clear(hol_geometry *geometry)
{
  for (size_t i = 0; geometry->part && i < geometry->parts; i++) {
    free(geometry->part[i].at);
  }
  for (size_t i = 0; i < geometry->equations; i++) {
    free(geometry->equation[i].name);
  }
  free(geometry->part);
  free(geometry->point);
  free(geometry->joint_kind);
  free(geometry->equation);
  *geometry = (hol_geometry){.part = NULL};
}

void hol_geometry_station(const hol_placed_part *part, size_t k, double at[3])
{
  double share = part->stations > 1 ? (double)k / (double)(part->stations - 1) : 0;
  for (size_t c = 0; c < 3; c++) {
    at[c] = part->at ? part->at[k][c] : part->from[c] + share * (part->to[c] - part->from[c]);
  }
}

/* ---- from a model ------------------------------------------------------------------------------------------------ */

static hol_status place_part(const hol_model *model, size_t i, hol_placed_part *part)
{
  const hol_resolved *r = &model->resolved[i];
  const hol_sites *sites = hol_resolved_sites(r);
  part->kind = model->problem->part[i].of ? model->problem->part[i].of->name : NULL;
  memcpy(part->from, model->from[i], sizeof part->from);
  memcpy(part->to, model->to[i], sizeof part->to);
  memcpy(part->axis, r->axis, sizeof part->axis);
  part->is_straight = r->samples == HOL_SAMPLES_ALONG || r->samples == HOL_SAMPLES_STATION;
  part->stations = r->samples == HOL_SAMPLES_ALONG ? model->problem->output_points
                   : part->is_straight             ? 1
                                                   : sites->samples;
  if (part->is_straight) {
    return HOL_OK;
  }
  part->rows = sites->rows;
  part->is_closed = sites->wraps;
  part->at = hol_alloc(part->stations, sizeof *part->at);
  for (size_t k = 0; part->at && k < part->stations; k++) {
    double at[6];
    hol_model_global(model, i, sites->sample[k], at);
    memcpy(part->at[k], at, sizeof part->at[k]);
  }
  return part->at ? HOL_OK : HOL_MEMORY;
}

static hol_status list_equations(const hol_model *model, hol_geometry *g)
{
  const hol_constraint *row = model->layout->constraint;
  g->equation = hol_alloc(model->constraint_count + model->spring_count, sizeof *g->equation);
  for (size_t i = 0; g->equation && i < model->constraint_count; i++) {
    if (row[i].joint != SIZE_MAX) {
      hol_joint_equation *e = &g->equation[g->equations];
      *e = (hol_joint_equation){.joint = row[i].joint, .is_redundant = row[i].redundant};
      e->name = hol_format("%s", row[i].component);
      if (!e->name) {
        return HOL_MEMORY;
      }
      g->equations++;
    }
  }
  for (size_t i = 0; g->equation && i < model->spring_count; i++) {
    hol_joint_equation *e = &g->equation[g->equations++];
    *e = (hol_joint_equation){.joint = model->spring[i].joint, .stiffness = 1 / model->spring[i].compliance};
    e->name = i < model->layout->spring_count ? hol_format("%s", model->layout->spring[i].component) : NULL;
  }
  return g->equation ? HOL_OK : HOL_MEMORY;
}

hol_status hol_geometry_make(const hol_model *model, hol_geometry *g)
{
  const hol_problem *p = model->problem;
  size_t points = 0;
  for (size_t j = 0; j < p->joint_count; j++) {
    points += p->joint[j].point_count;
  }
  g->part = hol_alloc(p->part_count, sizeof *g->part);
  g->point = hol_alloc(points, sizeof *g->point);
  g->joint_kind = hol_alloc(p->joint_count, sizeof *g->joint_kind);
  if (!g->part || !g->point || !g->joint_kind) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < p->part_count; i++) {
    g->parts++;
    HOL_TRY(place_part(model, i, &g->part[i]));
  }
  points = 0;
  for (size_t j = 0; j < p->joint_count; j++) {
    g->joint_kind[j] = hol_joint_rows[p->joint[j].kind].key[0]->name;
    for (size_t k = 0; k < p->joint[j].point_count; k++) {
      double at[6];
      hol_model_locate(model, &p->joint[j].point[k], at);
      memcpy(g->point[points++], at, sizeof g->point[0]);
    }
  }
  return list_equations(model, g);
}

static hol_status place_stations(const hol_model *model, size_t i, hol_placed_part *part)
{
  size_t first = model->first_station[i], count = model->first_station[i + 1] - first;
  free(part->at);
  part->at = hol_alloc(count, sizeof *part->at);
  part->stations = count;
  part->is_straight = part->is_closed = false;
  part->is_cloud = hol_resolved_sites(&model->resolved[i])->points > 0;
  part->rows = 0;
  for (size_t k = 0; part->at && k < count; k++) {
    memcpy(part->at[k], model->station[first + k].at, sizeof part->at[k]);
  }
  return part->at ? HOL_OK : HOL_MEMORY;
}

hol_status hol_geometry_of_stations(const hol_model *model, hol_geometry *g)
{
  HOL_TRY(hol_geometry_make(model, g));
  for (size_t i = 0; i < g->parts; i++) {
    HOL_TRY(place_stations(model, i, &g->part[i]));
  }
  return HOL_OK;
}
