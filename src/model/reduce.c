/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination of constraints, numbering of independent coordinates, and zero-energy modes as a null space. */
#include "base/dense.h"
#include "base/memory.h"
#include "base/null_space.h"
#include "base/vector.h"
#include "model/mass_stiffness_rows.h"
#include "model/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Up to so many columns one row is eliminated after the other, which fills like the square of their number. */
enum { ELIMINATED_MOST = 600 };
/** Remainders of a column of rows of order one up to this are rounding: well above that of long chains, far below what
 *  a mechanism has. */
static const double null_space_rounding = 1e-10;

/** row = full with the constraints substituted; rounding left over by cancellation is removed. */
static hol_status reduce_one(const hol_model *model, hol_functional *f)
{
  hol_sparse_clear(&f->row);
  HOL_TRY(hol_sparse_copy(&f->row, &f->full));
  HOL_TRY(hol_elimination_reduce(&model->constraints, &f->row));
  double limit = HOL_GEOMETRY_ROUNDING * hol_sparse_max(&f->full);
  size_t n = 0;
  for (size_t i = 0; i < f->row.count; i++) {
    double given =
        hol_sparse_get(&f->full, f->row.index[i]); /* what nothing was added to is no rounding, however small */
    if (fabs(f->row.value[i]) > limit || fabs(f->row.value[i] - given) <= 0) {
      f->row.index[n] = f->row.index[i];
      f->row.value[n++] = f->row.value[i];
    }
  }
  f->row.count = n;
  return HOL_OK;
}

static hol_status reduce_rows(hol_model *model)
{
  for (size_t i = 0; i < model->member_count; i++) {
    for (size_t k = 0; k < model->member[i].stations * model->member[i].orders; k++) {
      HOL_TRY(reduce_one(model, &model->member[i].port[k]));
    }
    for (size_t k = 0; model->member[i].mechanism && k < model->member[i].mechanism_count; k++) {
      HOL_TRY(reduce_one(model, &model->member[i].mechanism[k]));
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    HOL_TRY(reduce_one(model, &model->spring[i].along));
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    HOL_TRY(reduce_one(model, &model->dashpot[i].along));
  }
  for (size_t i = 0; i < model->stiff_count; i++) {
    HOL_TRY(reduce_one(model, &model->stiff[i].along));
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    HOL_TRY(reduce_one(model, &model->mass[i].along));
  }
  for (size_t i = 0; i < HOL_FREEDOM_COUNT * model->outputs; i++) {
    HOL_TRY(reduce_one(model, &model->outlet[i]));
  }
  return HOL_OK;
}

/** Say which freedoms do nothing where a station is all of a part (bars and shafts leave freedoms free by nature). */
static hol_status say_dropped(const hol_model *model, const hol_elimination *effects, hol_layout *layout)
{
  char list[200] = "";
  size_t count = 0;
  for (size_t part = 0; part < model->problem->part_count; part++) {
    if (model->resolved[part].samples != HOL_SAMPLES_STATION) {
      continue;
    }
    const hol_station *s = &model->station[model->first_station[part]];
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      size_t column = model->slot[f] == SIZE_MAX ? SIZE_MAX : s->column + model->slot[f];
      if (column == SIZE_MAX || model->constraints.pivot_row[column] || effects->pivot_row[column]) {
        continue;
      }
      if (count++ < 4) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%.30s %s", used ? ", " : "", model->problem->part[part].name,
                 hol_freedom_name[f]);
      }
    }
  }
  if (!count) {
    return HOL_OK;
  }
  return hol_layout_note(
      layout, count > 4 ? hol_format("freedoms ignored because nothing gives them mass or stiffness: %s "
                                     "and %zu more",
                                     list, count - 4)
                        : hol_format("freedoms ignored because nothing gives them mass or stiffness: %s", list));
}

/** Does a column move in a motion that has no effect? */
static bool moves_without_effect(const hol_model *model, const hol_elimination *effects, size_t column)
{
  size_t pivot = effects->pivot_row[column];
  const hol_sparse *others = pivot ? &effects->expression[pivot - 1] : NULL;
  bool moves = !pivot;
  for (size_t i = 0; others && i < others->count; i++) {
    moves |= fabs(others->value[i]) > HOL_GEOMETRY_ROUNDING && !model->constraints.pivot_row[others->index[i]];
  }
  return moves;
}

/** Mechanisms of a part with neither stiffness nor mass need some from the parts it is joined to. */
static hol_status check_loose(const hol_model *model, const hol_elimination *effects, hol_faults *faults)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    size_t count = hol_resolved_sites(&model->resolved[i])->mechanisms, lost = 0;
    for (size_t k = 0; k < count; k++) {
      lost += moves_without_effect(model, effects, hol_model_mechanism_column(model, i, k));
    }
    if (lost) {
      const hol_part *part = &model->problem->part[i];
      hol_faults_add(
          faults, true, part->place, "give its rows some mass, or join its ports to what has stiffness or mass",
          "a motion of `%s` has neither stiffness nor mass, and what it is joined to gives it none", part->name);
      status = HOL_INVALID;
    }
  }
  return status;
}

/** A dashpot must move what has stiffness or mass: a motion that it alone resists would be no coordinate. */
static hol_status check_dashpots(const hol_model *model, const hol_elimination *effects, hol_faults *faults)
{
  hol_status status = HOL_OK;
  for (size_t i = 0; i < model->dashpot_count; i++) {
    const hol_joint *joint = &model->problem->joint[model->dashpot[i].joint];
    const hol_sparse *row = &model->dashpot[i].along.row;
    size_t lost = 0;
    for (size_t k = 0; k < row->count; k++) {
      lost += !effects->pivot_row[row->index[k]];
    }
    if (lost) {
      hol_faults_add(faults, true, joint->place, "join it to what has mass, or to a spring",
                     "%s moves a point that has neither stiffness nor mass", joint->name);
      status = HOL_INVALID;
    }
  }
  return status;
}

/** Number the coordinates w: columns that are neither expressed by others nor without effect. */
static hol_status number_in(hol_filling *filling, hol_elimination *effects)
{
  hol_model *model = filling->model;
  hol_layout *layout = filling->making;
  hol_row_collector to = {.elimination = effects};
  HOL_TRY(hol_elimination_start(effects, model->columns));
  effects->like = layout ? NULL : &model->layout->effects;
  HOL_TRY(hol_collect_mass_stiffness_rows(model, &to));
  HOL_TRY(hol_decide(filling, effects->pivots));
  HOL_TRY(check_loose(model, effects, filling->faults));
  HOL_TRY(check_dashpots(model, effects, filling->faults));
  HOL_TRY(layout ? say_dropped(model, effects, layout) : HOL_OK);
  for (size_t j = 0; j < model->columns; j++) {
    bool free = !model->constraints.pivot_row[j];
    bool useful = free && effects->pivot_row[j];
    model->coordinate[j] = useful ? model->coordinates++ : SIZE_MAX;
    model->dropped += free && !useful;
  }
  return layout ? hol_elimination_pivots(effects, &layout->effects) : HOL_OK;
}

static hol_status number_coordinates(hol_filling *filling)
{
  hol_elimination effects = {0};
  hol_status status = number_in(filling, &effects);
  hol_elimination_clear(&effects);
  return status;
}

/** Turn column indices into coordinate indices (monotone, so the order stays); rows change no more. */
static void renumber(const hol_model *model, hol_functional *f)
{
  size_t n = 0;
  for (size_t i = 0; i < f->row.count; i++) {
    size_t c = model->coordinate[f->row.index[i]];
    if (c != SIZE_MAX) {
      f->row.index[n] = c;
      f->row.value[n++] = f->row.value[i];
    }
  }
  f->row.count = n;
  hol_sparse_fit(&f->full);
  hol_sparse_fit(&f->row);
}

static void renumber_rows(hol_model *model)
{
  for (size_t i = 0; i < model->member_count; i++) {
    for (size_t k = 0; k < model->member[i].stations * model->member[i].orders; k++) {
      renumber(model, &model->member[i].port[k]);
    }
    for (size_t k = 0; model->member[i].mechanism && k < model->member[i].mechanism_count; k++) {
      renumber(model, &model->member[i].mechanism[k]);
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    renumber(model, &model->spring[i].along);
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    renumber(model, &model->dashpot[i].along);
  }
  for (size_t i = 0; i < model->stiff_count; i++) {
    renumber(model, &model->stiff[i].along);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    renumber(model, &model->mass[i].along);
  }
  for (size_t i = 0; i < HOL_FREEDOM_COUNT * model->outputs; i++) {
    renumber(model, &model->outlet[i]);
  }
}

static hol_status rank_of_masses(hol_model *model)
{
  hol_elimination e = {0};
  hol_row_collector to = {.elimination = &e};
  hol_status status = hol_elimination_start(&e, model->coordinates);
  for (size_t i = 0; i < model->mass_count && status == HOL_OK; i++) {
    status = hol_collect_row(&to, &model->mass[i].along.row);
  }
  model->mass_rank = e.pivots;
  hol_elimination_clear(&e);
  return status;
}

/** Leave out what members do alone: all rows are then others. */
static hol_status hold_alone(hol_filling *filling)
{
  hol_layout *layout = filling->making;
  bool found;
  HOL_TRY(hol_model_hold_local_mechanisms(filling, &found));
  if (!found) {
    return HOL_OK;
  }
  if (layout) {
    hol_pivots_clear(&layout->constraints);
    HOL_TRY(hol_elimination_pivots(&filling->model->constraints, &layout->constraints));
  }
  return reduce_rows(filling->model);
}

/** All rows are there. */
static void fit_lists(hol_model *model)
{
  hol_fit(&model->dependency, &model->dependency_capacity, model->dependency_count, sizeof *model->dependency);
  hol_fit(&model->reaction_sign, &model->sign_capacity, model->constraint_count, sizeof *model->reaction_sign);
  hol_fit(&model->spring, &model->spring_capacity, model->spring_count, sizeof *model->spring);
  hol_fit(&model->dashpot, &model->dashpot_capacity, model->dashpot_count, sizeof *model->dashpot);
  hol_fit(&model->stiff, &model->stiff_capacity, model->stiff_count, sizeof *model->stiff);
  hol_fit(&model->mass, &model->mass_capacity, model->mass_count, sizeof *model->mass);
}

hol_status hol_model_reduce(hol_filling *filling)
{
  hol_model *model = filling->model;
  model->coordinate = hol_alloc(model->columns, sizeof *model->coordinate);
  if (!model->coordinate) {
    return HOL_MEMORY;
  }
  HOL_TRY(reduce_rows(model));
  HOL_TRY(hold_alone(filling));
  hol_elimination_settle(&model->constraints);
  HOL_TRY(number_coordinates(filling));
  renumber_rows(model);
  fit_lists(model);
  HOL_TRY(rank_of_masses(model));
  return hol_decide(filling, model->mass_rank);
}

/** Length that makes a port a displacement: 1, or the model's scale for rotations, of torsion too: what is left of a
 *  row is judged beside its largest entry, and an amplitude in radians stands there beside a column that is a
 *  length. */
static double port_unit(const hol_model *model, const hol_member *m, size_t port)
{
  return hol_member_turns(m, port) ? model->scale : 1.0;
}

/** Ports of a member with mass move as one of its rigid-body modes says; without rigid-body modes they do not move.
 *  The coordinates q of the rigid-body modes stand after w, each scaled so that the motion is of order one. */
static hol_status rigid_ports(const hol_model *model, const hol_member *m, size_t q, double *scale,
                              hol_row_collector *to)
{
  for (size_t r = 0; r < m->rigid_count; r++) {
    double size = m->orders == 1 ? port_unit(model, m, 0) : 1; /* what twists moves rotations */
    double far = m->class->rigid_size ? size * m->class->rigid_size(m->of, r, model->scale) : 0;
    if (m->sites->mass > 0) {
      far = 1.0 /
            sqrt(m->sites
                     ->mass); /* some place moves as much: ports may all be on a line that does not, but for rounding */
    }
    for (size_t i = 0; m->rigid_port && i < m->stations * m->orders; i++) {
      far = fmax(far, fabs(hol_member_rigid_at(m, r, i)) * port_unit(model, m, i));
    }
    scale[r] = far > 0 ? 1.0 / far : 1.0;
  }
  for (size_t i = 0; i < m->stations * m->orders; i++) {
    if (!hol_member_carries(m, i)) {
      continue;
    }
    hol_sparse row = {0};
    double unit = port_unit(model, m, i);
    hol_status status = hol_sparse_axpy(&row, unit, &m->port[i].row);
    for (size_t r = 0; r < m->rigid_count && status == HOL_OK; r++) {
      double value = hol_member_rigid_at(m, r, i) * unit * scale[r];
      /* of a flexible part it is the sum of many numbers: what is left of them may be rounding */
      bool is_rounding = m->rigid_port && fabs(value) <= HOL_GEOMETRY_ROUNDING;
      status = value != 0 && !is_rounding ? hol_sparse_add(&row, model->coordinates + q + r, -value) : status;
    }
    status = status == HOL_OK ? hol_collect_difference(to, &row, hol_sparse_max(&row)) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

static hol_status offer_deformations(const hol_model *model, double *scale, hol_row_collector *to)
{
  size_t q = 0;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    if (m->has_mass) {
      HOL_TRY(rigid_ports(model, m, q, scale + q, to));
      q += m->rigid_count;
    } else {
      HOL_TRY(hol_collect_segments(model, m, to));
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    HOL_TRY(hol_collect_row(to, &model->spring[i].along.row));
  }
  return HOL_OK;
}

/** A motion from its amplitudes w, then q as they were scaled. */
static hol_status add_zero_mode(hol_model *model, const double *x, const double *scale)
{
  hol_zero_mode *mode = &model->zero_mode[model->zero_count];
  *mode = (hol_zero_mode){.w = hol_alloc(model->coordinates, sizeof *mode->w),
                          .q = hol_alloc(model->rigid_coordinates, sizeof *mode->q)};
  model->zero_count++;
  if (!mode->w || !mode->q) {
    return HOL_MEMORY;
  }
  memcpy(mode->w, x, model->coordinates * sizeof *x);
  for (size_t q = 0; q < model->rigid_coordinates; q++) {
    mode->q[q] = x[model->coordinates + q] * scale[q];
  }
  return HOL_OK;
}

/** Vectors of the null space, one per column without pivot. */
static hol_status null_vectors(hol_model *model, const hol_elimination *e, const double *scale)
{
  size_t n = e->columns - e->pivots;
  model->zero_found = n;
  if (n > HOL_ZERO_MODES_MOST) {
    return HOL_INVALID;
  }
  model->zero_mode = hol_alloc(n, sizeof *model->zero_mode);
  double *x = hol_alloc(e->columns, sizeof *x);
  hol_status status = model->zero_mode && x ? HOL_OK : HOL_MEMORY;
  for (size_t j = 0; j < e->columns && status == HOL_OK; j++) {
    if (e->pivot_row[j]) {
      continue;
    }
    memset(x, 0, e->columns * sizeof *x);
    x[j] = 1.0;
    for (size_t p = 0; p < e->pivots; p++) {
      x[e->pivot_column[p]] = hol_sparse_get(&e->expression[p], j);
    }
    status = add_zero_mode(model, x, scale);
  }
  free(x);
  return status;
}

/** Does a vector deform nothing, to the rounding of geometry? */
static bool is_null_vector(const hol_row_collector *rows, const double *x, size_t n)
{
  double most = hol_largest(n, x);
  for (size_t i = 0; i < rows->count; i++) {
    if (!(fabs(hol_sparse_dot(&rows->row[i], x)) <= 10 * HOL_GEOMETRY_ROUNDING * most)) {
      return false;
    }
  }
  return true;
}

/** The same from all rows together. @return HOL_NUMERICAL if what comes out is no null space: nothing is added then */
static hol_status null_vectors_of(hol_model *model, const hol_row_collector *rows, const double *scale)
{
  size_t n = model->coordinates + model->rigid_coordinates, dimension = 0;
  double *basis = NULL;
  HOL_TRY(hol_null_space(rows->count, rows->row, n, null_space_rounding, HOL_ZERO_MODES_MOST, &dimension, &basis));
  model->zero_found = dimension;
  hol_status status = basis ? HOL_OK : HOL_INVALID;
  for (size_t k = 0; k < dimension && status == HOL_OK; k++) {
    status = is_null_vector(rows, basis + k * n, n) ? HOL_OK : HOL_NUMERICAL;
  }
  if (status == HOL_OK) {
    model->zero_mode = hol_alloc(dimension, sizeof *model->zero_mode);
    status = model->zero_mode ? HOL_OK : HOL_MEMORY;
  }
  for (size_t k = 0; k < dimension && status == HOL_OK; k++) {
    status = add_zero_mode(model, basis + k * n, scale);
  }
  free(basis);
  return status;
}

static void add_multiple(const hol_model *model, hol_zero_mode *a, double factor, const hol_zero_mode *b)
{
  for (size_t i = 0; i < model->coordinates; i++) {
    a->w[i] += factor * b->w[i];
  }
  for (size_t q = 0; q < model->rigid_coordinates; q++) {
    a->q[q] += factor * b->q[q];
  }
}

/** Displacements of masses, times the root of the size of the mass, so that generalised masses are plain products. With
 *  masses of either sign their own product may vanish for a motion, that of their sizes does not.
 *  @param[out] u     [rigid_coordinates + mass_count]
 *  @param[out] some  where it is not zero; [*count] */
static void momentum(const hol_model *model, const hol_zero_mode *a, double *u, size_t *some, size_t *count)
{
  *count = 0;
  for (size_t q = 0; q < model->rigid_coordinates + model->mass_count; q++) {
    const hol_mass *m = q < model->rigid_coordinates ? NULL : &model->mass[q - model->rigid_coordinates];
    u[q] = m ? sqrt(fabs(m->mass)) * hol_sparse_dot(&m->along.row, a->w) : a->q[q];
    some[*count] = q;
    *count += u[q] != 0;
  }
}

static double product_over(const double *u, const double *v, const size_t *some, size_t count)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) {
    sum += u[some[k]] * v[some[k]];
  }
  return sum;
}

/** Gram–Schmidt, twice, in the mass product. Motions of separate parts have nothing in common, and cost next to
 *  nothing.
 *  @param[out] U  [n * zero_count] momenta; some [n] scratch */
static hol_status orthonormalise_in(hol_model *model, size_t n, double *U, size_t *some)
{
  for (size_t i = 0; i < model->zero_count; i++) {
    hol_zero_mode *a = &model->zero_mode[i];
    double *u = U + i * n;
    for (int pass = 0; pass < 3; pass++) {
      size_t count;
      momentum(model, a, u, some, &count);
      double norm = sqrt(product_over(u, u, some, count));
      if (!(norm > 0)) {
        return HOL_NUMERICAL;
      }
      add_multiple(model, a, 1.0 / norm - 1.0, a);
      for (size_t k = 0; k < count; k++) {
        u[some[k]] /= norm;
      }
      for (size_t j = 0; j < i && pass < 2; j++) {
        double along = product_over(u, U + j * n, some, count);
        if (along != 0) {
          add_multiple(model, a, -along, &model->zero_mode[j]);
        }
      }
    }
  }
  return HOL_OK;
}

static hol_status orthonormalise_motions(hol_model *model)
{
  size_t n = model->rigid_coordinates + model->mass_count;
  double *U = hol_alloc(n * model->zero_count, sizeof *U);
  size_t *some = hol_alloc(n, sizeof *some);
  hol_status status = U && some ? orthonormalise_in(model, n, U, some) : HOL_MEMORY;
  free(U);
  free(some);
  return status;
}

/** One row after the other: best for what is small. */
static hol_status eliminate_rows(hol_model *model, double *scale)
{
  hol_elimination e = {0};
  hol_row_collector to = {.elimination = &e};
  hol_status status = hol_elimination_start(&e, model->coordinates + model->rigid_coordinates);
  status = status == HOL_OK ? offer_deformations(model, scale, &to) : status;
  status = status == HOL_OK ? null_vectors(model, &e, scale) : status;
  hol_elimination_clear(&e);
  return status;
}

/** All rows together: their number may be large. */
static hol_status factorise_rows(hol_model *model, double *scale)
{
  hol_row_collector rows = {0};
  hol_status status = offer_deformations(model, scale, &rows);
  status = status == HOL_OK ? null_vectors_of(model, &rows, scale) : status;
  for (size_t i = 0; i < rows.count; i++) {
    hol_sparse_clear(&rows.row[i]);
  }
  free(rows.row);
  return status;
}

static hol_status find_motions(hol_model *model, double *scale)
{
  bool is_large = model->coordinates + model->rigid_coordinates > ELIMINATED_MOST;
  hol_status status = is_large ? factorise_rows(model, scale) : HOL_NUMERICAL;
  model->lacks_null_space = status == HOL_FILE;
  HOL_TRY(status == HOL_NUMERICAL || status == HOL_FILE ? eliminate_rows(model, scale) : status);
  return orthonormalise_motions(model);
}

hol_status hol_model_find_zero_modes(hol_model *model, hol_faults *faults)
{
  double *scale = hol_alloc(model->rigid_coordinates, sizeof *scale);
  hol_status status = scale ? find_motions(model, scale) : HOL_MEMORY;
  free(scale);
  if (status == HOL_INVALID) {
    hol_faults_add(faults, true, model->problem->analysis.place, "join parts or hold them, or leave out `freedoms`",
                   "the structure has %zu motions without energy; more than %d are refused", model->zero_found,
                   HOL_ZERO_MODES_MOST);
  }
  return status;
}
