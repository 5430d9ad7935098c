/* SPDX-License-Identifier: BSD-3-Clause */
/* From a null vector to a mode: kinetic energies, joint reactions, modal mass, sign and residual. */
#include "modes/mode.h"
#include "base/memory.h"
#include "compliance/joint_forces.h"
#include "model/layout.h"
#include "modes/field_maxima.h"
#include "modes/rigid.h"
#include "modes/sample_maxima.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t joint_of(const hol_model *model, size_t equation)
{
  return equation < model->constraint_count ? model->layout->constraint[equation].joint
                                            : model->spring[equation - model->constraint_count].joint;
}

/** Of every joint the equations that are rigid, then springs, one joint after the other. */
static hol_status place_reactions(const hol_model *model, hol_reactions *reactions)
{
  size_t joints = model->problem->joint_count, equations = model->constraint_count + model->spring_count;
  *reactions = (hol_reactions){.first = hol_alloc(joints + 2, sizeof *reactions->first),
                               .place = hol_alloc(equations, sizeof *reactions->place),
                               .multiplier = hol_alloc(model->constraint_count, sizeof *reactions->multiplier)};
  if (!reactions->first || !reactions->place || !reactions->multiplier) {
    return HOL_MEMORY;
  }
  size_t *next = reactions->first + 1; /* counted one further on, each is where its joint ends once all are placed */
  for (size_t i = 0; i < equations; i++) {
    size_t joint = joint_of(model, i);
    if (joint != SIZE_MAX) {
      next[joint + 1]++;
    }
  }
  for (size_t j = 1; j <= joints; j++) {
    next[j] += next[j - 1];
  }
  for (size_t i = 0; i < equations; i++) {
    size_t joint = joint_of(model, i);
    reactions->place[i] = joint == SIZE_MAX ? SIZE_MAX : next[joint]++;
  }
  reactions->value = hol_alloc(reactions->first[joints], sizeof *reactions->value);
  return reactions->value ? HOL_OK : HOL_MEMORY;
}

hol_status hol_index_build(const hol_system *system, hol_index *index)
{
  const hol_model *model = system->model;
  size_t n = model->member_count, rigid = 0;
  *index = (hol_index){.modal_of = hol_alloc(n, sizeof *index->modal_of),
                       .segment_of = hol_alloc(n, sizeof *index->segment_of),
                       .rigid_of = hol_alloc(n, sizeof *index->rigid_of),
                       .U = hol_alloc(model->columns, sizeof *index->U),
                       .force = hol_alloc(model->columns, sizeof *index->force)};
  if (!index->modal_of || !index->segment_of || !index->rigid_of || !index->U || !index->force) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    index->modal_of[i] = index->segment_of[i] = SIZE_MAX;
    index->rigid_of[i] = rigid;
    rigid += model->member[i].rigid_count;
  }
  for (size_t i = 0; i < system->modal_count; i++) {
    index->modal_of[system->modal[i].member - model->member] = i;
  }
  for (size_t i = system->segment_count; i-- > 0;) {
    index->segment_of[system->segment[i].member - model->member] = i;
  }
  HOL_TRY(place_reactions(model, &index->reactions));
  HOL_TRY(hol_sampling_make(model, &index->samples));
  return hol_fields_build(system, &index->fields);
}

void hol_index_give(hol_index *index, hol_result *result)
{
  bool has_shapes = false;
  for (size_t i = 0; i < result->mode_count; i++) {
    has_shapes = has_shapes || result->mode[i].shape;
  }
  result->reaction_first = index->reactions.first;
  index->reactions.first = NULL;
  if (has_shapes) {
    result->place = index->samples.place;
    index->samples.place = NULL;
  }
}

void hol_index_clear(hol_index *index)
{
  free(index->modal_of);
  free(index->segment_of);
  free(index->rigid_of);
  hol_fields_clear(&index->fields);
  hol_sampling_clear(&index->samples);
  free(index->reactions.first);
  free(index->reactions.place);
  free(index->reactions.value);
  free(index->reactions.multiplier);
  free(index->U);
  free(index->force);
  *index = (hol_index){0};
}

/** Reactions of all scalar equations: multiplier[constraint]; forces of springs are unknowns of v themselves. */
static hol_status find_reactions(const hol_solution *s, double *multiplier)
{
  const hol_model *model = s->system->model;
  if (s->zero) { /* no acceleration, no deformation: no force anywhere */
    memset(multiplier, 0, model->constraint_count * sizeof *multiplier);
    return HOL_OK;
  }
  hol_column_forces(s->system, s->matrix, s->v, s->fields ? &s->fields->ends : NULL, s->force);
  return hol_joint_multipliers(model, s->force, multiplier);
}

/** Reactions of every scalar equation of every joint, springs behind constraints, on the joint's first point. */
static hol_status joint_reactions(const hol_solution *s)
{
  const hol_model *model = s->system->model;
  const hol_reactions *to = s->reactions;
  HOL_TRY(find_reactions(s, to->multiplier));
  for (size_t i = 0; i < model->constraint_count; i++) {
    if (to->place[i] != SIZE_MAX) {
      to->value[to->place[i]] = model->reaction_sign[i] * to->multiplier[i];
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    size_t place = to->place[model->constraint_count + i];
    if (place != SIZE_MAX) {
      to->value[place] = s->zero ? 0.0 : -model->spring[i].reaction_sign * hol_spring_force(s->system, i, s->v);
    }
  }
  return HOL_OK;
}

/** Modal mass of what a part moves beyond the modes it keeps, as far as the frequency has it: ΛᵀR′(λ)Λ, R = Σ λ^j
 *  Γ_j. */
static double later_mass(const hol_solution *s, const hol_modal *modal)
{
  const double *force = s->v + modal->first_unknown;
  size_t n = modal->ports;
  double sum = 0, power = 1;
  for (size_t j = 1; j < modal->order && !modal->force; j++, power *= s->matrix->lambda) {
    const double *gamma = modal->flexibility + j * n * n;
    for (size_t i = 0; i < n * n; i++) {
      sum += (double)j * power * gamma[i] * force[i % n] * force[i / n];
    }
  }
  return sum;
}

/** Modal mass of a part in component modes. */
static double modal_mass(const hol_solution *s, size_t index)
{
  const hol_modal *modal = &s->system->modal[index];
  double sum = later_mass(s, modal);
  for (size_t k = 0; k < modal->modes; k++) {
    double q = hol_modal_amplitude(s->system, s->matrix, index, k, s->v);
    sum += q * q;
  }
  return sum;
}

/** Twice the strain energy of a part in component modes: λ × modal mass, and the work of its ports. */
static double modal_strain(const hol_solution *s, size_t index)
{
  const hol_modal *modal = &s->system->modal[index];
  double sum = s->matrix->lambda * modal_mass(s, index);
  for (size_t i = 0; i < modal->ports; i++) {
    sum += s->v[modal->first_unknown + i] * hol_sparse_dot(hol_modal_row(modal, i), s->v);
  }
  return sum;
}

/** Modal mass of a member, or twice its strain energy. */
static double member_energy(const hol_solution *s, size_t member, bool is_strain)
{
  const hol_member *m = &s->system->model->member[member];
  size_t modal = s->modal_of[member], segment = s->segment_of[member];
  double sum = 0, lambda = is_strain ? s->matrix->lambda : 0;
  for (size_t r = 0; s->zero && r < m->rigid_count; r++) {
    sum += s->zero->q[s->rigid_of[member] + r] * s->zero->q[s->rigid_of[member] + r];
  }
  if (!s->zero && modal != SIZE_MAX) {
    sum += is_strain ? modal_strain(s, modal) : modal_mass(s, modal);
  }
  for (size_t j = 0; !s->zero && segment != SIZE_MAX && j + 1 < m->stations; j++) {
    const hol_relation *relation = hol_relation_of(s->system, s->matrix, segment + j);
    const double *local = s->fields->ends.local[segment + j];
    for (size_t a = 0; a < relation->n_mu + relation->n_ports; a++) {
      for (size_t b = 0; b < relation->n_mu + relation->n_ports; b++) {
        double of = is_strain ? lambda * relation->dS[a][b] - relation->S[a][b] : relation->dS[a][b];
        sum -= of * local[a] * local[b];
      }
    }
  }
  return sum;
}

/** Shares of the parts in the kinetic energy; the sum is ½·(modal mass) λ, here normalised. Where a mass is negative
 *  those exceed one: then in the strain energy, which joints share. */
static void energies(const hol_solution *s, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  double total = 0;
  bool is_strain = false;
  for (size_t i = 0; i < model->mass_count && !s->zero; i++) {
    is_strain = is_strain || model->mass[i].mass < 0;
  }
  for (size_t i = 0; i < model->member_count; i++) {
    double sum = member_energy(s, i, is_strain);
    mode->energy[model->member[i].part] += sum;
    total += sum;
  }
  for (size_t i = 0; i < model->mass_count && !is_strain; i++) {
    double speed = hol_sparse_dot(&model->mass[i].along.row, s->zero ? s->zero->w : s->v);
    mode->energy[model->mass[i].part] += model->mass[i].mass * speed * speed;
    total += model->mass[i].mass * speed * speed;
  }
  for (size_t i = 0; i < model->spring_count && is_strain; i++) {
    double force = hol_spring_force(s->system, i, s->v);
    total += model->spring[i].compliance * force * force;
  }
  for (size_t i = 0; i < model->problem->part_count; i++) {
    mode->energy[i] = total > 0 ? fmax(mode->energy[i] / total, 0.0) : 0.0;
  }
}

/** Are displacements nothing but rounding of rotations? */
static bool only_turns(const double top[2], double scale)
{
  return !(top[0] > 1e-7 * scale * top[1]);
}

static void turn(double *value, size_t count)
{
  for (size_t i = 0; value && i < count; i++) {
    value[i] = -value[i];
  }
}

/** The same mode with the other sign; a zero keeps its own where nothing moves. */
static void flip(const hol_solution *s, hol_mode *mode)
{
  const hol_problem *problem = s->system->model->problem;
  for (size_t i = 0; mode->outlet && i < HOL_FREEDOM_COUNT * s->system->model->outputs; i++) {
    mode->outlet[i] = mode->outlet[i] != 0 ? -mode->outlet[i] : 0;
  }
  for (size_t d = 0; d < HOL_FREEDOM_COUNT; d++) {
    mode->participation[d] = mode->participation[d] != 0 ? -mode->participation[d] : 0;
  }
  for (size_t i = 0; mode->shape && i < problem->part_count; i++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      turn(mode->shape[i].value[f], mode->shape[i].points);
    }
  }
  turn(mode->reaction, s->reactions->first[problem->joint_count]);
}

/** How much places inside imported parts move at the least, in a motion of unit modal mass: these are known at their
 *  ports alone, which may all be held. See hol_sites.gross. */
static double least_inside(const hol_solution *s)
{
  const hol_model *model = s->system->model;
  double least = 0;
  for (size_t i = 0; i < model->member_count && !s->zero; i++) {
    double mass = s->modal_of[i] == SIZE_MAX ? 0 : model->member[i].sites->gross;
    least = mass > 0 ? fmax(least, sqrt(modal_mass(s, s->modal_of[i]) / mass)) : least;
  }
  return least;
}

/** No reaction does work worth speaking of: |Λ| × largest displacement against p² × modal mass. */
static bool has_no_reaction(const hol_solution *s, double lambda, const double top[2])
{
  const hol_model *model = s->system->model;
  double arm = fmax(top[1] > 0 ? fmax(top[0], top[1] * model->scale) : top[0], least_inside(s));
  double most = 1e-9 * fabs(lambda) * fmax(1.0, model->scale);
  for (size_t i = 0; i < s->reactions->first[model->problem->joint_count]; i++) {
    if (fabs(s->reactions->value[i]) * arm > most) {
      return false;
    }
  }
  return true;
}

/** The larger one; a second one that is no number is passed over. */
static inline double larger(double a, double b)
{
  return b > a ? b : a;
}

/** Largest componentwise residual |S v| / (|S||v| + λ|S′||v|): where a line has one term alone it vanishes at the
 *  frequency, and what it changes by with it is what the residual is to be measured by. Lines whose terms are all
 *  rounding of others have none of their own. */
static hol_status residual_of(const hol_solution *s, double top, hol_mode *mode)
{
  static const double rounding = 1e-14, small = 1e-6;
  size_t n = s->matrix->n;
  double *work = hol_alloc(3 * n, sizeof *work), *size = work + n, *slope = size + n;
  if (!work) {
    return HOL_MEMORY;
  }
  hol_matrix_apply_sizes(s->matrix, s->v, work, size, slope);
  double largest = 0, residual = 0, lambda = fabs(s->matrix->lambda);
  for (size_t i = 0; i < n; i++) {
    size[i] += lambda * slope[i];
    largest = larger(largest, size[i]);
  }
  /* What the terms of a line have in a motion of unit modal mass as large as `top`: forces, displacements, or what is
     equal to them of a component mode. */
  const double natural[3] = {lambda / top, top, lambda};
  for (size_t i = 0; i < n; i++) {
    double least = top > 0 ? small * natural[(i >= s->system->coordinates) + (i >= s->system->fixed)] : 0;
    double unit = larger(larger(size[i], rounding * largest), least);
    residual = size[i] > 0 ? larger(residual, fabs(work[i]) / unit) : residual;
  }
  mode->residual = residual;
  free(work);
  return HOL_OK;
}

/** What exported points do. */
static hol_status move_outlets(const hol_solution *s, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  size_t count = HOL_FREEDOM_COUNT * model->outputs;
  mode->outlet = hol_alloc(count, sizeof *mode->outlet);
  for (size_t i = 0; mode->outlet && i < count; i++) {
    mode->outlet[i] = hol_sparse_dot(&model->outlet[i].row, s->zero ? s->zero->w : s->v);
  }
  return mode->outlet ? HOL_OK : HOL_MEMORY;
}

/** How far fields are from the joints, relative to the largest displacement. */
static void add_gap(const hol_solution *s, const double top[2], hol_mode *mode)
{
  double scale = s->system->model->scale, size = fmax(fmax(top[0], top[1] * scale), least_inside(s));
  double gap = fmax(s->fields->gap[0], s->fields->gap[1] * scale);
  mode->residual = size > 0 ? fmax(mode->residual, gap / size) : mode->residual;
}

hol_status hol_mode_residual(const hol_solution *s, hol_mode *mode)
{
  hol_sample_maxima maxima;
  hol_model_expand(s->system->model, s->v, s->U);
  hol_fields_begin(s->fields, s->system, s->matrix, s->v);
  HOL_TRY(hol_sample_maxima_make(s, NULL, &maxima));
  HOL_TRY(residual_of(s, 0, mode));
  add_gap(s, maxima.top, mode);
  return HOL_OK;
}

/** What is kept of it. */
static hol_status allocate(const hol_solution *s, hol_stored_fields keeping, hol_mode *mode)
{
  if (keeping.shapes) {
    mode->shape = hol_sampling_shapes(s->samples, NULL);
    HOL_TRY(mode->shape ? HOL_OK : HOL_MEMORY);
  }
  mode->energy = hol_alloc(s->system->model->problem->part_count, sizeof *mode->energy);
  return mode->energy ? HOL_OK : HOL_MEMORY;
}

hol_status hol_mode_fill(const hol_solution *s, double lambda, hol_stored_fields stored, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  hol_sample_maxima maxima;
  HOL_TRY(allocate(s, stored, mode));
  hol_model_expand(model, s->zero ? s->zero->w : s->v, s->U);
  hol_fields_begin(s->fields, s->system, s->matrix, s->v);
  HOL_TRY(hol_sample_maxima_make(s, mode->shape, &maxima));
  energies(s, mode);
  HOL_TRY(joint_reactions(s));
  if (stored.reactions) {
    mode->reaction =
        hol_alloc_copy(s->reactions->value, s->reactions->first[model->problem->joint_count], sizeof *mode->reaction);
    HOL_TRY(mode->reaction ? HOL_OK : HOL_MEMORY);
  }
  HOL_TRY(move_outlets(s, mode));
  HOL_TRY(s->rigid ? hol_rigid_participations(s->rigid, s, mode->participation) : HOL_OK);
  double top[2] = {maxima.top[0], maxima.top[1]}, sign;
  bool rotations = only_turns(top, model->scale);
  HOL_TRY(hol_sample_maxima_sign(&maxima, rotations, &sign));
  HOL_TRY(hol_field_maxima(&maxima, lambda, false, &top[0]));
  rotations = only_turns(top, model->scale);
  HOL_TRY(rotations ? hol_field_maxima(&maxima, lambda, true, &top[1]) : HOL_OK);
  HOL_TRY(s->zero ? HOL_OK : residual_of(s, fmax(top[0], top[1] * model->scale), mode));
  add_gap(s, top, mode);
  if (sign < 0) {
    flip(s, mode);
  }
  double largest = top[rotations], size = rotations ? largest * model->scale : largest;
  bool is_known =
      largest > 0 && size > 1e-9 * least_inside(s); /* else nothing but rounding is known of its displacements */
  mode->modal_mass = is_known ? 1.0 / (largest * largest) : nan("");
  mode->reaction_free = s->zero || has_no_reaction(s, lambda, top);
  return HOL_OK;
}

/** Reactions of each column of V, as the columns of a matrix, scaled to comparable units. */
static hol_status reaction_matrix(hol_sturm_counter *counter, const hol_index *index, size_t k, const double *V,
                                  size_t rows, double *matrix)
{
  const hol_model *model = counter->system->model;
  for (size_t j = 0; j < k; j++) {
    const double *v = V + j * counter->matrix.n;
    hol_solution s = {.system = counter->system,
                      .matrix = &counter->matrix,
                      .v = v,
                      .modal_of = index->modal_of,
                      .segment_of = index->segment_of,
                      .rigid_of = index->rigid_of,
                      .U = index->U,
                      .force = index->force};
    HOL_TRY(find_reactions(&s, matrix + j * rows));
    for (size_t i = 0; i < model->constraint_count; i++) {
      matrix[i + j * rows] = model->layout->constraint[i].joint == SIZE_MAX ? 0.0 : matrix[i + j * rows];
    }
    for (size_t i = 0; i < model->spring_count; i++) {
      matrix[model->constraint_count + i + j * rows] = hol_spring_force(counter->system, i, v);
    }
  }
  return HOL_OK;
}

static hol_status separate_in(hol_sturm_counter *counter, const hol_index *index, size_t k, double *V, size_t rows,
                              double *R, double *singular, double *W)
{
  HOL_TRY(reaction_matrix(counter, index, k, V, rows, R));
  HOL_TRY(hol_dense_svd(rows, k, R, singular, W));
  hol_dense_rotate(counter->matrix.n, k, V, W, singular + k);
  return HOL_OK;
}

hol_status hol_separate_reaction_free(hol_sturm_counter *counter, const hol_index *index, size_t k, double *V)
{
  const hol_model *model = counter->system->model;
  size_t rows = model->constraint_count + model->spring_count;
  double *R = hol_alloc(rows * k, sizeof *R), *W = hol_alloc(k * k, sizeof *W);
  double *singular = hol_alloc((1 + 2 * HOL_DENSE_ROWS) * k, sizeof *singular);
  hol_status status = R && singular && W ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && rows) {
    status = separate_in(counter, index, k, V, rows, R, singular, W);
  }
  free(R);
  free(singular);
  free(W);
  return status;
}
