/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces on the columns of U in a solution, and the constraint multipliers (of least norm) that give them. */
#include "compliance/joint_forces.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "model/layout.h"

#include <stdlib.h>
#include <string.h>

static void add_scaled(double *y, double factor, const hol_sparse *x)
{
  for (size_t i = 0; i < x->count; i++) {
    y[x->index[i]] += factor * x->value[i];
  }
}

/** What segments exert on their ports. */
static void add_segments(const hol_system *system, const hol_matrix *matrix, const double *v, double *force)
{
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *segment = &system->segment[i];
    const hol_relation *relation = hol_relation_of(system, matrix, i);
    double local[HOL_RELATION_MAX];
    hol_segment_solution(system, i, relation, v, local);
    for (size_t p = 0; p < relation->n_ports; p++) {
      double sum = 0;
      for (size_t j = 0; j < relation->n_mu + relation->n_ports; j++) {
        sum += relation->S[relation->n_mu + p][j] * local[j];
      }
      add_scaled(force, sum, &segment->member->port[segment->station * segment->member->orders + p].full);
    }
  }
}

/** The same, of ends that are there. */
static void add_ends(const hol_system *system, const hol_matrix *matrix, const hol_segment_ends *ends, double *force)
{
  const hol_rows *rows = &ends->full;
  for (size_t i = 0, row = 0; i < system->segment_count; i++) {
    const hol_relation *relation = hol_relation_of(system, matrix, i);
    for (size_t p = 0; p < relation->n_ports; p++, row++) {
      double sum = hol_dot(relation->n_mu + relation->n_ports, relation->S[relation->n_mu + p], ends->local[i]);
      for (uint32_t k = rows->first[row]; k < rows->first[row + 1]; k++) {
        force[rows->index[k]] += sum * rows->value[k];
      }
    }
  }
}

void hol_column_forces(const hol_system *system, const hol_matrix *matrix, const double *v,
                       const hol_segment_ends *ends, double *force)
{
  const hol_model *model = system->model;
  memset(force, 0, model->columns * sizeof *force);
  for (size_t i = 0; i < system->modal_count; i++) {
    const hol_modal *modal = &system->modal[i];
    for (size_t p = 0; p < modal->ports - modal->reactions; p++) {
      add_scaled(force, v[modal->first_unknown + p], &modal->member->port[modal->port[p]].full);
    }
  }
  if (ends) {
    add_ends(system, matrix, ends, force);
  } else {
    add_segments(system, matrix, v, force);
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    add_scaled(force, hol_spring_force(system, i, v), &model->spring[i].along.full);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    add_scaled(force, -matrix->lambda * mass->mass * hol_sparse_dot(&mass->along.row, v), &mass->along.full);
  }
}

/** Subtract from the multipliers their part in the space of those that do nothing: N (NᵀN)⁻¹ Nᵀ. Each redundant row
 *  gives one direction: 1 at itself, minus its dependency. */
static hol_status least_norm_in(const hol_model *model, const hol_dependency *const *redundant, size_t k, double *gram,
                                double *rhs, double *dense, double *multiplier)
{
  size_t n = model->constraint_count;
  for (size_t a = 0; a < k; a++) {
    double *column = dense + a * n;
    column[redundant[a]->row] = 1.0;
    add_scaled(column, -1.0, &redundant[a]->from);
  }
  for (size_t a = 0; a < k; a++) {
    for (size_t b = 0; b < k; b++) {
      for (size_t i = 0; i < n; i++) {
        gram[a + b * k] += dense[i + a * n] * dense[i + b * n];
      }
    }
    for (size_t i = 0; i < n; i++) {
      rhs[a] += dense[i + a * n] * multiplier[i];
    }
  }
  HOL_TRY(hol_dense_cholesky_solve(k, gram, rhs, 1));
  for (size_t a = 0; a < k; a++) {
    for (size_t i = 0; i < n; i++) {
      multiplier[i] -= rhs[a] * dense[i + a * n];
    }
  }
  return HOL_OK;
}

static hol_status least_norm(const hol_model *model, double *multiplier)
{
  size_t n = model->constraint_count, k = 0;
  const hol_dependency **redundant = hol_alloc(model->dependency_count, sizeof *redundant);
  for (size_t i = 0; redundant && i < model->dependency_count; i++) {
    redundant[k] = &model->dependency[i];
    k += hol_sparse_max(&redundant[k]->from) > 0;
  }
  double *gram = hol_alloc(k * k, sizeof *gram), *rhs = hol_alloc(k, sizeof *rhs),
         *dense = hol_alloc(n * k, sizeof *dense);
  hol_status status = redundant && gram && rhs && dense ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && k) {
    status = least_norm_in(model, redundant, k, gram, rhs, dense, multiplier);
  }
  free(redundant);
  free(gram);
  free(rhs);
  free(dense);
  return status;
}

hol_status hol_joint_multipliers(const hol_model *model, const double *force, double *multiplier)
{
  const hol_elimination *e = &model->constraints;
  memset(multiplier, 0, model->constraint_count * sizeof *multiplier);
  for (size_t p = 0; p < e->pivots; p++) {
    const hol_sparse *rows = &e->combination[p];
    for (size_t i = 0; i < rows->count && rows->index[i] < model->constraint_count;
         i++) { /* those behind exert nothing */
      multiplier[rows->index[i]] += force[e->pivot_column[p]] * rows->value[i];
    }
  }
  return least_norm(model, multiplier);
}
