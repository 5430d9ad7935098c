/* SPDX-License-Identifier: BSD-3-Clause */
/* Rayleigh-Ritz on static deflections: joint reactions of each part, or shared at the joints, as coordinates. */
#include "compliance/reactions.h"
#include "base/dense.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one member -------------------------------------------------------------------------------------------------- */

static bool is_shared(const hol_system *system)
{
  return system->model->reactions == HOL_REACTIONS_SHARED;
}

/** Γ₀ and Γ₁ of a flexible part, known as matrices, to factors: of their eigenvalues those that are more than
 *  rounding. */
static hol_status factor(size_t n, double *gamma, double *unit, double *value, double *F)
{
  for (size_t i = 0; i < n; i++) {
    unit[i] = gamma[i * (n + 1)] > 0 ? sqrt(gamma[i * (n + 1)]) : 1;
  }
  for (size_t i = 0; i < n * n; i++) {
    gamma[i] /= unit[i % n] * unit[i / n];
  }
  HOL_TRY(hol_dense_eigen(n, gamma, value));
  for (size_t k = 0; k < n; k++) {
    double root = value[k] > 1e-14 * (double)n * value[n - 1] ? sqrt(value[k]) : 0;
    for (size_t i = 0; i < n; i++) {
      F[k + i * n] = root * gamma[i + k * n] * unit[i];
    }
  }
  return HOL_OK;
}

static hol_status deflect_by_values(const hol_modal *modal, hol_deflections *d)
{
  size_t n = modal->ports;
  double *gamma = hol_alloc(2 * n * n, sizeof *gamma), *work = hol_alloc(2 * n, sizeof *work);
  *d = (hol_deflections){.ports = n, .strains = n, .masses = n};
  d->H = hol_alloc(n * n, sizeof *d->H);
  d->sign = hol_alloc(n, sizeof *d->sign);
  d->G = hol_alloc(n * n, sizeof *d->G);
  bool ok = gamma && work && d->H && d->sign && d->G;
  for (size_t i = 0; ok && i < n; i++) {
    d->sign[i] = 1;
  }
  hol_status status =
      ok ? modal->component_modes->class->residual_flexibility(modal->component_modes, 0, 2, false, gamma) : HOL_MEMORY;
  status = status == HOL_OK ? factor(n, gamma, work, work + n, d->H) : status;
  status = status == HOL_OK ? factor(n, gamma + n * n, work, work + n, d->G) : status;
  free(gamma);
  free(work);
  return status;
}

static hol_status deflect_member(hol_system *system, hol_modal *modal, hol_deflections *d)
{
  const hol_substructure_class *class = modal->member->class;
  HOL_TRY(hol_modal_static_modes(system, modal));
  return class->deflect ? class->deflect(modal->component_modes, d) : deflect_by_values(modal, d);
}

/** Modes of deflections as they come. */
typedef struct found {
  size_t count, *which;
  double *omega2, *phi, *force, *idle;
} found;

static void clear_found(found *f)
{
  free(f->which);
  free(f->omega2);
  free(f->phi);
  free(f->force);
  free(f->idle);
}

/** Port values of the rigid-body modes. */
static void rigid_values(hol_modal *modal, size_t ports)
{
  const hol_member *m = modal->member;
  for (size_t k = 0; k < modal->rigid; k++) {
    for (size_t i = 0; i < ports; i++) {
      modal->phi[i + k * modal->ports] = hol_member_rigid_at(m, k, modal->port[i]);
    }
  }
}

/** Take over the modes; with shared reactions the forces that make them up are ports, too. */
static hol_status take_over(found *f, bool shared, hol_modal *modal)
{
  size_t own = modal->ports;
  modal->reactions = shared ? f->count : 0;
  modal->ports = own + modal->reactions;
  modal->modes = modal->rigid + f->count;
  modal->omega2 = hol_alloc(modal->modes + 1, sizeof *modal->omega2);
  modal->phi = hol_alloc(modal->ports * modal->modes, sizeof *modal->phi);
  modal->flexibility = hol_alloc(modal->ports * modal->ports, sizeof *modal->flexibility);
  modal->force = hol_alloc(own * modal->modes, sizeof *modal->force);
  modal->reaction = hol_alloc(modal->reactions, sizeof *modal->reaction);
  modal->reaction_port = hol_alloc(modal->reactions, sizeof *modal->reaction_port);
  if (!modal->omega2 || !modal->phi || !modal->flexibility || !modal->force || !modal->reaction ||
      !modal->reaction_port) {
    return HOL_MEMORY;
  }
  rigid_values(modal, own);
  for (size_t k = 0; k < f->count; k++) {
    double *phi = modal->phi + (modal->rigid + k) * modal->ports, *force = modal->force + (modal->rigid + k) * own;
    modal->omega2[modal->rigid + k] = f->omega2[k];
    memcpy(phi, f->phi + k * own, own * sizeof *phi);
    for (size_t i = 0; i < f->count; i++) {
      force[f->which[i]] = f->force[i + k * f->count];
    }
    for (size_t i = 0; i < modal->reactions; i++) {
      modal->reaction_port[i] = f->which[i];
      phi[own + i] = f->force[i + k * f->count];
    }
  }
  modal->omega2[modal->modes] = modal->cutoff;
  modal->idle_count = own - f->count;
  modal->idle = f->idle;
  f->idle = NULL;
  return HOL_OK;
}

static hol_status fill_in(hol_system *system, hol_modal *modal, hol_deflections *d, found *f)
{
  size_t n = modal->ports;
  f->which = hol_alloc(n, sizeof *f->which);
  f->omega2 = hol_alloc(n, sizeof *f->omega2);
  f->phi = hol_alloc(n * n, sizeof *f->phi);
  f->force = hol_alloc(n * n, sizeof *f->force);
  f->idle = hol_alloc(n * n, sizeof *f->idle);
  if (!f->which || !f->omega2 || !f->phi || !f->force || !f->idle) {
    return HOL_MEMORY;
  }
  if (!n && hol_modal_has_field(modal)) {
    HOL_TRY(hol_modal_static_modes(system, modal)); /* its shape is asked for all the same */
  } else if (n) {                                   /* without ports it moves as a whole */
    HOL_TRY(deflect_member(system, modal, d));
    HOL_TRY(hol_deflection_modes(d, &f->count, f->which, f->omega2, f->phi, f->force, f->idle));
  }
  return take_over(f, is_shared(system), modal);
}

hol_status hol_modal_reactions(hol_system *system, hol_modal *modal)
{
  hol_deflections d = {0};
  found f = {0};
  modal->order = 1; /* without component modes there are no lower bounds: the cut-off is 0 */
  hol_status status = fill_in(system, modal, &d, &f);
  hol_deflections_clear(&d);
  clear_found(&f);
  return status;
}

/* ---- reactions that balance -------------------------------------------------------------------------------------- */

/** Conditions at the joints: forces·a + stiffness·w = 0, one for each coordinate w. a is numbered through all members,
 *  moments over the length that rotations are multiplied with, so that all coefficients are of order one. */
typedef struct balance {
  size_t coordinates, reactions;
  hol_sparse *force, *stiffness; /**< [coordinates] */
  size_t *first;                 /**< [modal_count] number of a member's first share */
  hol_elimination still;         /**< motions w without mass: what moves a mass, eliminated */
  hol_elimination chosen;        /**< a that follow from others */
  size_t *source;                /**< [conditions offered] the coordinate each belongs to */
  size_t *number;                /**< [reactions] of an a that is free: its coordinate r */
} balance;

static double reaction_unit(const hol_system *system, const hol_modal *modal, size_t share)
{
  size_t port = modal->port[modal->reaction_port[share]];
  return hol_member_turns(modal->member, port) ? system->model->scale : 1;
}

static hol_status add_forces(const hol_system *system, balance *b)
{
  for (size_t m = 0; m < system->modal_count; m++) {
    const hol_modal *modal = &system->modal[m];
    b->first[m] = b->reactions;
    for (size_t i = 0; i < modal->reactions; i++, b->reactions++) {
      const hol_sparse *row = &modal->member->port[modal->port[modal->reaction_port[i]]].row;
      for (size_t j = 0; j < row->count; j++) {
        double value = row->value[j] * reaction_unit(system, modal, i);
        HOL_TRY(hol_sparse_add(&b->force[row->index[j]], b->reactions, value));
      }
    }
  }
  return HOL_OK;
}

/** stiffness += value (a bᵀ). */
static hol_status add_product(const hol_sparse *a, const hol_sparse *b, double value, hol_sparse *stiffness)
{
  for (size_t i = 0; i < a->count; i++) {
    HOL_TRY(hol_sparse_axpy(&stiffness[a->index[i]], value * a->value[i], b));
  }
  return HOL_OK;
}

static hol_status add_stiffness(const hol_model *model, hol_sparse *stiffness)
{
  for (size_t i = 0; i < model->spring_count; i++) {
    const hol_sparse *row = &model->spring[i].along.row;
    HOL_TRY(add_product(row, row, 1 / model->spring[i].compliance, stiffness));
  }
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    for (size_t s = 0; s + 1 < m->stations && !m->is_modal; s++) {
      double K[HOL_RELATION_MAX * HOL_RELATION_MAX];
      size_t ports = 2 * m->orders;
      const hol_functional *port = m->port + s * m->orders;
      HOL_TRY(hol_segment_stiffness(m, s, K));
      for (size_t a = 0; a < ports * ports; a++) {
        HOL_TRY(add_product(&port[a / ports].row, &port[a % ports].row, K[a], stiffness));
      }
    }
  }
  return HOL_OK;
}

/** What cancels but for rounding is nothing. */
static void drop_rounding(hol_sparse *v, double size)
{
  size_t n = 0;
  for (size_t i = 0; i < v->count; i++) {
    if (fabs(v->value[i]) > HOL_GEOMETRY_ROUNDING * size) {
      v->index[n] = v->index[i];
      v->value[n++] = v->value[i];
    }
  }
  v->count = n;
}

/** A motion of the joints without mass: coordinate j by 1, and those that follow it. sum = Σ motion · row. */
static hol_status virtual_work(const balance *b, size_t j, const hol_sparse *row, hol_sparse *sum)
{
  double size = hol_sparse_max(&row[j]);
  HOL_TRY(hol_sparse_axpy(sum, 1, &row[j]));
  for (size_t p = 0; p < b->still.pivots; p++) {
    double value = hol_sparse_get(&b->still.expression[p], j);
    const hol_sparse *other = &row[b->still.pivot_column[p]];
    if (value < 0 || value > 0) {
      HOL_TRY(hol_sparse_axpy(sum, value, other));
      size = fmax(size, fabs(value) * hol_sparse_max(other));
    }
  }
  drop_rounding(sum, size);
  return HOL_OK;
}

/** Motions on which forces that deflect nothing do work are none of those in which forces must balance. */
static hol_status release_motions(const hol_system *system, hol_elimination *still)
{
  hol_status status = HOL_OK;
  for (size_t m = 0; m < system->modal_count; m++) {
    const hol_modal *modal = &system->modal[m];
    size_t own = modal->ports - modal->reactions;
    for (size_t k = 0; k < modal->idle_count && status == HOL_OK; k++) {
      const double *force = modal->idle + k * own;
      hol_sparse row = {0};
      double size = 0;
      bool redundant;
      for (size_t i = 0; i < own && status == HOL_OK; i++) {
        const hol_sparse *port = hol_modal_row(modal, i);
        status = hol_sparse_axpy(&row, force[i], port);
        size = fmax(size, fabs(force[i]) * hol_sparse_max(port));
      }
      drop_rounding(&row, size);
      if (status == HOL_OK && row.count) {
        status = hol_elimination_offer(still, &row, HOL_GEOMETRY_ROUNDING, &redundant, NULL);
      }
      hol_sparse_clear(&row);
    }
  }
  return status;
}

/** Conditions in all motions without mass; of those that hold forces a, one a each follows from the others. */
static hol_status choose_free(const hol_system *system, balance *b)
{
  const hol_model *model = system->model;
  HOL_TRY(hol_elimination_start(&b->still, b->coordinates));
  HOL_TRY(hol_elimination_start(&b->chosen, b->reactions));
  bool redundant;
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_sparse *row = &model->mass[i].along.row;
    if (row->count) {
      HOL_TRY(hol_elimination_offer(&b->still, row, HOL_GEOMETRY_ROUNDING, &redundant, NULL));
    }
  }
  HOL_TRY(release_motions(system, &b->still));
  for (size_t j = 0; j < b->coordinates; j++) {
    hol_sparse sum = {0};
    hol_status status = b->still.pivot_row[j] ? HOL_OK : virtual_work(b, j, b->force, &sum);
    if (status == HOL_OK && sum.count) {
      b->source[b->chosen.rows] = j;
      status = hol_elimination_offer(&b->chosen, &sum, HOL_GEOMETRY_ROUNDING, &redundant, NULL);
    }
    hol_sparse_clear(&sum);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** row = Σ expression·r − Σ combination·(stiffness of the conditions)·w, over w, then r. */
static hol_status row_of(const hol_system *system, const balance *b, size_t share, double unit, hol_sparse *row)
{
  size_t pivot = b->chosen.pivot_row[share];
  if (!pivot) {
    return hol_sparse_add(row, system->model->coordinates + b->number[share], unit);
  }
  const hol_sparse *expression = &b->chosen.expression[pivot - 1], *used = &b->chosen.combination[pivot - 1];
  for (size_t i = 0; i < expression->count; i++) {
    HOL_TRY(
        hol_sparse_add(row, system->model->coordinates + b->number[expression->index[i]], unit * expression->value[i]));
  }
  for (size_t i = 0; i < used->count; i++) {
    hol_sparse sum = {0};
    hol_status status = virtual_work(b, b->source[used->index[i]], b->stiffness, &sum);
    status = status == HOL_OK ? hol_sparse_axpy(row, -unit * used->value[i], &sum) : status;
    hol_sparse_clear(&sum);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Rows of all reactions; coordinates r follow w, unknowns of the members follow them. */
static hol_status write_rows(hol_system *system, balance *b)
{
  size_t reactions = 0;
  for (size_t s = 0; s < b->reactions; s++) {
    b->number[s] = b->chosen.pivot_row[s] ? SIZE_MAX : reactions++;
  }
  for (size_t m = 0; m < system->modal_count; m++) {
    hol_modal *modal = &system->modal[m];
    modal->first_unknown += reactions;
    for (size_t i = 0; i < modal->reactions; i++) {
      HOL_TRY(row_of(system, b, b->first[m] + i, reaction_unit(system, modal, i), &modal->reaction[i]));
    }
  }
  system->coordinates += reactions;
  system->fixed += reactions;
  return HOL_OK;
}

static hol_status balance_in(hol_system *system, balance *b)
{
  size_t reactions = 0;
  for (size_t m = 0; m < system->modal_count; m++) {
    reactions += system->modal[m].reactions;
  }
  b->coordinates = system->model->coordinates;
  b->force = hol_alloc(b->coordinates, sizeof *b->force);
  b->stiffness = hol_alloc(b->coordinates, sizeof *b->stiffness);
  b->first = hol_alloc(system->modal_count, sizeof *b->first);
  b->source = hol_alloc(b->coordinates, sizeof *b->source);
  b->number = hol_alloc(reactions, sizeof *b->number);
  if (!b->force || !b->stiffness || !b->first || !b->source || !b->number) {
    return HOL_MEMORY;
  }
  HOL_TRY(add_forces(system, b));
  HOL_TRY(add_stiffness(system->model, b->stiffness));
  HOL_TRY(choose_free(system, b));
  return write_rows(system, b);
}

static hol_status balance_reactions(hol_system *system)
{
  balance b = {0};
  hol_status status = balance_in(system, &b);
  for (size_t j = 0; b.force && b.stiffness && j < b.coordinates; j++) {
    hol_sparse_clear(&b.force[j]);
    hol_sparse_clear(&b.stiffness[j]);
  }
  free(b.force);
  free(b.stiffness);
  free(b.first);
  free(b.source);
  free(b.number);
  hol_elimination_clear(&b.still);
  hol_elimination_clear(&b.chosen);
  return status;
}

/* ---- how many frequencies ---------------------------------------------------------------------------------------- */

/** Shared reactions: the positions of rigid-body modes and masses determine everything. */
static void count_shared(hol_system *system)
{
  system->finite_roots = system->model->mass_rank;
  for (size_t m = 0; m < system->modal_count; m++) {
    system->finite_roots += system->modal[m].rigid;
  }
}

hol_status hol_system_reactions(hol_system *system)
{
  if (!is_shared(system)) {
    return hol_system_count_roots(system);
  }
  count_shared(system);
  return balance_reactions(system);
}
