/* SPDX-License-Identifier: BSD-3-Clause */
/* Model: release of its memory, expansion U = B w, total mass, centre of mass and inertia tensor. */
#include "base/memory.h"
#include "model/internal.h"
#include "parts/resolve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void clear_functional(hol_functional *f)
{
  hol_sparse_clear(&f->full);
  hol_sparse_clear(&f->row);
}

/** Free an object of a class. */
static void free_object(const hol_member *member, void *object)
{
  if (object) {
    member->class->free(object);
  }
}

static void clear_lists(hol_model *model)
{
  for (size_t i = 0; i < model->dependency_count; i++) {
    hol_sparse_clear(&model->dependency[i].from);
  }
  for (size_t i = 0; i < model->member_count; i++) {
    for (size_t k = 0; model->member[i].port && k < model->member[i].stations * model->member[i].orders; k++) {
      clear_functional(&model->member[i].port[k]);
    }
    for (size_t k = 0; model->member[i].mechanism && k < model->member[i].mechanism_count; k++) {
      clear_functional(&model->member[i].mechanism[k]);
    }
    free(model->member[i].port);
    free(model->member[i].mechanism);
    free(model->member[i].even);
    for (size_t k = 0; model->member[i].segment && k + 1 < model->member[i].stations; k++) {
      free_object(&model->member[i], model->member[i].segment[k]);
    }
    free(model->member[i].segment);
    free_object(&model->member[i], model->member[i].of);
    free(model->member[i].rigid_port);
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    clear_functional(&model->spring[i].along);
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    clear_functional(&model->dashpot[i].along);
  }
  for (size_t i = 0; i < model->stiff_count; i++) {
    clear_functional(&model->stiff[i].along);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    clear_functional(&model->mass[i].along);
  }
  for (size_t i = 0; i < model->zero_count; i++) {
    free(model->zero_mode[i].w);
    free(model->zero_mode[i].q);
  }
  for (size_t i = 0; model->outlet && i < HOL_FREEDOM_COUNT * model->outputs; i++) {
    clear_functional(&model->outlet[i]);
  }
}

void hol_model_clear(hol_model *model)
{
  clear_lists(model);
  if (model->own_layout) {
    hol_layout_clear(model->own_layout);
  }
  free(model->own_layout);
  free(model->output);
  for (size_t i = 0; model->resolved && i < model->problem->part_count; i++) {
    hol_resolved_clear(&model->resolved[i]);
  }
  hol_elimination_clear(&model->constraints);
  free(model->resolved);
  free(model->lent);
  free(model->row_axis);
  free(model->row_at);
  free(model->from);
  free(model->to);
  free(model->station);
  free(model->first_station);
  free(model->node_request);
  free(model->own_column);
  free(model->dependency);
  free(model->reaction_sign);
  free(model->coordinate);
  free(model->member);
  free(model->spring);
  free(model->dashpot);
  free(model->stiff);
  free(model->mass);
  free(model->zero_mode);
  free(model->outlet);
  *model = (hol_model){0};
}

void hol_model_expand(const hol_model *model, const double *w, double *U)
{
  for (size_t j = 0; j < model->columns; j++) {
    U[j] = model->coordinate[j] == SIZE_MAX ? 0.0 : w[model->coordinate[j]];
  }
  for (size_t p = 0; p < model->constraints.pivots; p++) {
    U[model->constraints.pivot_column[p]] = hol_sparse_dot(&model->constraints.expression[p], U);
  }
}

size_t hol_model_mechanism_column(const hol_model *model, size_t part, size_t mechanism)
{
  return model->own_column[part] + model->resolved[part].rigid_dofs + mechanism;
}

void hol_model_mass_properties(const hol_model *model, double *mass, double centre[3], double inertia[6])
{
  double first[3] = {0}, second[3][3] = {{0}}, total = 0, about[6] = {0};
  if (model->problem->part_count > 0) {
    memcpy(about, model->from[0], sizeof about);
  }
  for (size_t i = 0; i < model->problem->part_count; i++) {
    hol_resolved_weigh(&model->resolved[i], model->from[i], model->to[i], about, &total, first, second);
  }
  double square = 0;
  for (int k = 0; k < 3; k++) {
    centre[k] = total > 0 ? first[k] / total : 0.0;
    square += centre[k] * centre[k];
  }
  static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int k = 0; k < 6; k++) {
    int i = pair[k][0], j = pair[k][1];
    inertia[k] = second[i][j] - total * ((i == j ? square : 0.0) - centre[i] * centre[j]);
  }
  for (int k = 0; k < 3 && total > 0; k++) {
    centre[k] = hol_dd_add((hol_dd){about[k], about[3 + k]}, (hol_dd){centre[k], 0}).value;
  }
  *mass = total;
}
