/* SPDX-License-Identifier: BSD-3-Clause */
/* Assembly of S(λ) and S′(λ) from parts, exact segments, springs and lumped masses; products with vectors. */
#include "base/hash.h"
#include "base/memory.h"
#include "compliance/matrix_modal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** From so many entries on there is no room left for more: they are much, and hardly ever others. */
enum { FITTED_LEAST = 50000 };

/** A row of the element: an unknown by itself, or a functional of w. */
struct leg {
  size_t count;
  const size_t *index;
  const double *value;
};

void hol_matrix_clear(hol_matrix *matrix)
{
  free(matrix->kept);
  free(matrix->far);
  free(matrix->relation);
  free(matrix->entry);
  free(matrix->block);
  free(matrix->dense);
  *matrix = (hol_matrix){0};
}

/** S += value (a bᵀ + b aᵀ), or value a aᵀ when both are the same leg. */
static hol_status add_pair(hol_matrix *matrix, const struct leg *a, const struct leg *b, double value,
                           double derivative)
{
  if (matrix->entry_capacity - matrix->entry_count < a->count * b->count) {
    HOL_TRY(hol_matrix_room(matrix, a->count * b->count));
  }
  if (a->count == 1 && b->count == 1) { /* nearly all */
    double factor = a->value[0] * b->value[0] * (a != b && a->index[0] == b->index[0] ? 2.0 : 1.0);
    hol_matrix_put(matrix, a->index[0], b->index[0], factor * value, factor * derivative);
    return HOL_OK;
  }
  for (size_t i = 0; i < a->count; i++) {
    for (size_t j = 0; j < b->count; j++) {
      if (a == b && b->index[j] > a->index[i]) {
        continue;
      }
      double factor = a->value[i] * b->value[j] * (a != b && a->index[i] == b->index[j] ? 2.0 : 1.0);
      hol_matrix_put(matrix, a->index[i], b->index[j], factor * value, factor * derivative);
    }
  }
  return HOL_OK;
}

static hol_status add_masses(const hol_model *model, hol_matrix *matrix)
{
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    struct leg leg = {mass->along.row.count, mass->along.row.index, mass->along.row.value};
    HOL_TRY(add_pair(matrix, &leg, &leg, -matrix->lambda * mass->mass, -mass->mass));
  }
  return HOL_OK;
}

static hol_status add_springs(const hol_system *system, hol_matrix *matrix)
{
  for (size_t i = 0; i < system->model->spring_count; i++) {
    const hol_spring *spring = &system->model->spring[i];
    size_t unknown = system->spring_unknown + i;
    const hol_parallel *parallel = &system->parallel[i];
    bool is_first = parallel->first == i;
    HOL_TRY(hol_matrix_add(matrix, unknown, unknown, is_first ? -parallel->compliance : -1.0, 0.0));
    HOL_TRY(is_first ? hol_matrix_add_row(matrix, unknown, &spring->along.row) : HOL_OK);
  }
  return HOL_OK;
}

/** A relation whose end quantities are one unknown each: add_pair() of all. */
static hol_status add_single(const struct leg *leg, size_t n, const hol_relation *relation, hol_matrix *matrix)
{
  if (matrix->entry_capacity - matrix->entry_count < n * (n + 1) / 2) {
    HOL_TRY(hol_matrix_room(matrix, n * (n + 1) / 2));
  }
  for (size_t i = 0; i < n; i++) {
    size_t row = leg[i].index[0];
    double own = leg[i].value[0];
    for (size_t j = 0; j <= i; j++) {
      size_t column = leg[j].index[0];
      double factor = own * leg[j].value[0] * (i != j && row == column ? 2.0 : 1.0);
      hol_matrix_put(matrix, row, column, factor * relation->S[i][j], factor * relation->dS[i][j]);
    }
  }
  return HOL_OK;
}

static hol_status add_segment(const hol_system *system, size_t index, hol_matrix *matrix)
{
  static const double one = 1.0;
  const hol_segment *s = &system->segment[index];
  const hol_relation *relation = hol_relation_of(system, matrix, index);
  size_t unknown[HOL_RELATION_MAX];
  struct leg leg[HOL_RELATION_MAX];
  bool is_single = true;
  size_t n = 0;
  for (; n < relation->n_mu; n++) {
    unknown[n] = s->first_unknown + n;
    leg[n] = (struct leg){1, &unknown[n], &one};
  }
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  for (size_t i = 0; i < 2 * s->member->orders; i++, n++) {
    leg[n] = (struct leg){port[i].row.count, port[i].row.index, port[i].row.value};
    is_single = is_single && leg[n].count == 1;
  }
  HOL_TRY(is_single ? add_single(leg, n, relation, matrix) : HOL_OK);
  for (size_t i = 0; i < n && !is_single; i++) {
    for (size_t j = 0; j <= i; j++) {
      HOL_TRY(add_pair(matrix, &leg[i], &leg[j], relation->S[i][j], relation->dS[i][j]));
    }
  }
  /* A form with fewer multipliers leaves unknowns over: −1 on the diagonal keeps the count. */
  for (size_t i = relation->n_mu; i < s->multipliers; i++) {
    HOL_TRY(hol_matrix_add(matrix, s->first_unknown + i, s->first_unknown + i, -1.0, 0.0));
  }
  return HOL_OK;
}

bool hol_entries_next(hol_entries *all, hol_entry *entry)
{
  const hol_matrix *matrix = all->matrix;
  if (all->next < matrix->entry_count) {
    *entry = matrix->entry[all->next++];
    return true;
  }
  if (all->block == matrix->block_count) {
    return false;
  }
  const hol_port_block *block = &matrix->block[all->block];
  size_t n = block->size, at = block->at + all->column * n - all->column * (all->column + 1) / 2 + all->row;
  *entry = (hol_entry){.row = (uint32_t)(block->first + all->row),
                       .column = (uint32_t)(block->first + all->column),
                       .value = matrix->dense[at],
                       .derivative = matrix->dense[at + n * (n + 1) / 2]};
  if (++all->row == n) {
    all->row = ++all->column;
  }
  if (all->column == n) {
    all->block++;
    all->row = all->column = 0;
  }
  return true;
}

size_t hol_entries_count(const hol_matrix *matrix)
{
  size_t count = matrix->entry_count;
  for (size_t b = 0; b < matrix->block_count; b++) {
    count += matrix->block[b].size * (matrix->block[b].size + 1) / 2;
  }
  return count;
}

/** Kept modes and forms as one number. */
static uint64_t form_of(const hol_system *system, const hol_matrix *matrix)
{
  uint64_t hash = HOL_HASH_START;
  for (size_t k = 0; k < matrix->kept_count; k++) {
    hash = hol_hash(hash, matrix->kept[k].modal * 1024 + matrix->kept[k].mode);
  }
  for (size_t i = 0; i < system->segment_count; i++) {
    hash = hol_hash(hash, (uint64_t)hol_relation_of(system, matrix, i)->form);
  }
  return hash;
}

/** The relations of all segments, in the forms that are best at matrix->as. */
static hol_status take_relations(const hol_system *system, bool derivative, hol_matrix *matrix)
{
  if (!hol_grow(&matrix->relation, &matrix->relation_capacity, system->example_count, sizeof *matrix->relation)) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < system->example_count; i++) {
    const hol_segment *s = &system->segment[system->example[i]];
    const hol_substructure_class *class = s->member->class;
    const void *of = hol_member_segment(s->member, s->station);
    hol_relation *relation = &matrix->relation[i];
    hol_form form = HOL_FORM_ANY;
    if (matrix->pattern) {
      form = hol_relation_of(matrix->pattern->system, matrix->pattern->matrix, system->example[i])->form;
    } else if (matrix->as != matrix->lambda) {
      HOL_TRY(class->relation(of, s->length, matrix->as, HOL_FORM_ANY, false, relation));
      form = relation->form;
    }
    HOL_TRY(class->relation(of, s->length, matrix->lambda, form, derivative, relation));
  }
  return HOL_OK;
}

hol_status hol_system_matrix(const hol_system *system, double lambda, bool derivative, hol_matrix *matrix)
{
  return hol_system_matrix_as(system, lambda, lambda, derivative, matrix);
}

/** @param[in] segments  their entries are wanted, not their relations alone */
static hol_status fill_matrix(const hol_system *system, bool derivative, bool segments, hol_matrix *matrix)
{
  if (system->fixed > UINT32_MAX) {
    return HOL_MEMORY;
  }
  matrix->entry_count = matrix->kept_count = matrix->below = matrix->block_count = matrix->dense_count = 0;
  HOL_TRY(take_relations(system, derivative, matrix));
  HOL_TRY(hol_matrix_reserve_blocks(system, matrix));
  for (size_t i = 0; i < system->modal_count; i++) {
    HOL_TRY(hol_matrix_add_modal(system, i, matrix));
  }
  matrix->segments[0] = matrix->entry_count;
  for (size_t i = 0; i < system->segment_count; i++) {
    matrix->below += hol_relation_of(system, matrix, i)->count;
    HOL_TRY(segments ? add_segment(system, i, matrix) : HOL_OK);
  }
  matrix->segments[1] = matrix->entry_count;
  for (size_t i = 0; i < system->idle_count; i++) {
    HOL_TRY(hol_matrix_add(matrix, system->idle[i], system->idle[i], 1.0, 0.0));
  }
  HOL_TRY(add_springs(system, matrix));
  HOL_TRY(add_masses(system->model, matrix));
  matrix->n = system->fixed + matrix->kept_count;
  if (matrix->entry_count > FITTED_LEAST) {
    hol_fit(&matrix->entry, &matrix->entry_capacity, matrix->entry_count, sizeof *matrix->entry);
  }
  matrix->signature = form_of(system, matrix);
  return HOL_OK;
}

hol_status hol_system_matrix_as(const hol_system *system, double lambda, double as, bool derivative, hol_matrix *matrix)
{
  matrix->lambda = lambda;
  matrix->as = as;
  matrix->pattern = NULL;
  matrix->spread = NULL;
  return fill_matrix(system, derivative, true, matrix);
}

hol_status hol_system_matrix_rest(const hol_system *system, double lambda, double as, hol_matrix *matrix)
{
  matrix->lambda = lambda;
  matrix->as = as;
  matrix->pattern = NULL;
  matrix->spread = hol_matrix_spreads(system) ? system : NULL;
  return fill_matrix(system, true, false, matrix);
}

void hol_matrix_drop_segments(hol_matrix *matrix)
{
  size_t from = matrix->segments[0], to = matrix->segments[1];
  if (from == to) {
    return;
  }
  memmove(matrix->entry + from, matrix->entry + to, (matrix->entry_count - to) * sizeof *matrix->entry);
  matrix->entry_count -= to - from;
  matrix->segments[1] = from;
  if (to - from > FITTED_LEAST) {
    hol_fit(&matrix->entry, &matrix->entry_capacity, matrix->entry_count, sizeof *matrix->entry);
  }
}

hol_status hol_system_matrix_like(const hol_system *system, double lambda, const hol_pattern *pattern,
                                  hol_matrix *matrix)
{
  for (size_t i = 0; i < pattern->kept_count; i++) {
    if (pattern->kept[i].mode >= system->modal[pattern->kept[i].modal].modes) {
      return HOL_NUMERICAL;
    }
  }
  matrix->lambda = matrix->as = lambda;
  matrix->pattern = pattern;
  matrix->spread = NULL;
  hol_status status = fill_matrix(system, false, true, matrix);
  matrix->pattern = NULL;
  return status;
}

hol_status hol_matrix_factorise(const hol_matrix *matrix, hol_factor *factor)
{
  HOL_TRY(hol_factor_start(factor, matrix->n));
  hol_entry entry;
  for (hol_entries all = {.matrix = matrix}; hol_entries_next(&all, &entry);) {
    factor->a[entry.row + entry.column * matrix->n] += entry.value;
  }
  return hol_factor_compute(factor);
}

/** y += A x of entries whose magnitudes are asked for or not. Which number of an entry it is and what is made of it is
 *  known where this is called: no question is left in the loop. */
static inline void apply_entries(const hol_matrix *matrix, bool derivative, bool magnitude, const double *x, double *y)
{
  for (size_t e = 0; e < matrix->entry_count; e++) {
    const hol_entry *entry = &matrix->entry[e];
    double value = derivative ? entry->derivative : entry->value;
    double a = value * x[entry->column], b = value * x[entry->row];
    y[entry->row] += magnitude ? fabs(a) : a;
    if (entry->row != entry->column) {
      y[entry->column] += magnitude ? fabs(b) : b;
    }
  }
}

void hol_matrix_apply(const hol_matrix *matrix, bool derivative, bool magnitude, const double *x, double *y)
{
  memset(y, 0, matrix->n * sizeof *y);
  if (magnitude) {
    apply_entries(matrix, derivative, true, x, y);
    hol_matrix_apply_block_sizes(matrix, derivative, x, y);
    return;
  }
  hol_matrix_apply_blocks(matrix, derivative, 1, NULL, x, y);
  if (derivative) {
    apply_entries(matrix, true, false, x, y);
  } else {
    apply_entries(matrix, false, false, x, y);
  }
}

void hol_matrix_apply_sizes(const hol_matrix *matrix, const double *x, double *y, double *size, double *slope)
{
  memset(y, 0, matrix->n * sizeof *y);
  memset(size, 0, matrix->n * sizeof *size);
  memset(slope, 0, matrix->n * sizeof *slope);
  hol_matrix_apply_blocks(matrix, false, 1, NULL, x, y);
  for (size_t e = 0; e < matrix->entry_count; e++) {
    const hol_entry *entry = &matrix->entry[e];
    size_t row = entry->row, column = entry->column;
    double a = entry->value * x[column], b = entry->value * x[row];
    y[row] += a;
    size[row] += fabs(a);
    slope[row] += fabs(entry->derivative * x[column]);
    if (row != column) {
      y[column] += b;
      size[column] += fabs(b);
      slope[column] += fabs(entry->derivative * x[row]);
    }
  }
  hol_matrix_apply_block_sizes(matrix, false, x, size);
  hol_matrix_apply_block_sizes(matrix, true, x, slope);
}
