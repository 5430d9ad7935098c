#include "spectrum/modes.h"
#include "base/memory.h"
#include "compliance/joint_forces.h"
#include "model/layout.h"
#include "spectrum/largest.h"
#include "spectrum/rigid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_status hol_index_build(const hol_system *system, hol_index *index)
{
  const hol_model *model = system->model;
  size_t n = model->member_count, rigid = 0;
  *index = (hol_index){.modal_of = hol_alloc(n, sizeof *index->modal_of),
                       .stretch_of = hol_alloc(n, sizeof *index->stretch_of),
                       .rigid_of = hol_alloc(n, sizeof *index->rigid_of),
                       .U = hol_alloc(model->columns, sizeof *index->U),
                       .force = hol_alloc(model->columns, sizeof *index->force)};
  if (!index->modal_of || !index->stretch_of || !index->rigid_of || !index->U || !index->force) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    index->modal_of[i] = index->stretch_of[i] = SIZE_MAX;
    index->rigid_of[i] = rigid;
    rigid += model->member[i].rigid_count;
  }
  for (size_t i = 0; i < system->modal_count; i++) {
    index->modal_of[system->modal[i].member - model->member] = i;
  }
  for (size_t i = system->stretch_count; i-- > 0;) {
    index->stretch_of[system->stretch[i].member - model->member] = i;
  }
  return hol_fields_build(system, &index->fields);
}

void hol_index_clear(hol_index *index)
{
  free(index->modal_of);
  free(index->stretch_of);
  free(index->rigid_of);
  hol_fields_clear(&index->fields);
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
  hol_column_forces(s->system, s->matrix, s->v, s->force);
  return hol_joint_multipliers(model, s->force, multiplier);
}

/** Reactions of every scalar equation of every joint, springs behind constraints, on the joint's first point. */
static hol_status joint_reactions(const hol_solution *s, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  size_t joints = model->problem->joint_count;
  double *multiplier = hol_alloc(model->constraint_count, sizeof *multiplier);
  mode->reaction = hol_alloc(joints, sizeof *mode->reaction);
  hol_status status = multiplier && mode->reaction ? find_reactions(s, multiplier) : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < model->constraint_count; i++) {
    size_t j = model->layout->constraint[i].joint;
    mode->reaction[j == SIZE_MAX ? 0 : j].count += j != SIZE_MAX;
  }
  for (size_t i = 0; status == HOL_OK && i < model->spring_count; i++) {
    mode->reaction[model->spring[i].joint].count++;
  }
  for (size_t j = 0; status == HOL_OK && j < joints; j++) {
    mode->reaction[j].value = hol_alloc(mode->reaction[j].count, sizeof *mode->reaction[j].value);
    mode->reaction[j].count = 0;
    status = mode->reaction[j].value ? HOL_OK : HOL_MEMORY;
  }
  for (size_t i = 0; status == HOL_OK && i < model->constraint_count; i++) {
    if (model->layout->constraint[i].joint != SIZE_MAX) {
      hol_reaction *r = &mode->reaction[model->layout->constraint[i].joint];
      r->value[r->count++] = model->reaction_sign[i] * multiplier[i];
    }
  }
  for (size_t i = 0; status == HOL_OK && i < model->spring_count; i++) {
    hol_reaction *r = &mode->reaction[model->spring[i].joint];
    r->value[r->count++] = s->zero ? 0.0 : -model->spring[i].reaction_sign * hol_spring_force(s->system, i, s->v);
  }
  free(multiplier);
  return status;
}

/** Add a vector along `axis` to three components of a shape, where they are considered: factor·field (NULL: factor alone)
 *  at every place. */
static void add_vector(hol_shape *shape, size_t first, double factor, const double *field, const double axis[3])
{
  for (size_t k = 0; k < 3; k++) {
    double *value = shape->value[first + k];
    for (size_t i = 0; value && i < shape->points; i++) {
      value[i] += (field ? factor * field[i] : factor) * axis[k];
    }
  }
}

/** What a member moves across itself as a straight line. */
static void add_straight(const hol_solution *s, size_t part, hol_shape *shape)
{
  for (size_t i = 0; i < shape->points; i++) {
    double across[3];
    hol_model_straight(s->system->model, s->U, part, shape->s[i], across);
    for (size_t k = 0; k < 3; k++) {
      if (shape->value[HOL_UX + k]) {
        shape->value[HOL_UX + k][i] += across[k];
      }
    }
  }
}

/** Global components of the field along a part, members first..last−1 of the model. */
static hol_status sample_along(const hol_solution *s, size_t part, size_t first, size_t last, hol_shape *shape)
{
  const hol_model *model = s->system->model;
  const hol_resolved *resolved = &model->resolved[part];
  hol_fields_places(resolved->length, shape->points, shape->s);
  for (size_t k = 0; k < resolved->wholes; k++) {
    bool turns = resolved->whole[k] >= HOL_RX;
    double u = s->U[model->own_column[part] + k] / (turns ? model->scale : 1.0);
    add_vector(shape, turns ? HOL_RX : HOL_UX, u, NULL, resolved->axis[resolved->whole[k] % 3]);
  }
  double *value = s->fields->value, *slope = s->fields->slope;
  for (size_t i = first; i < last; i++) {
    const hol_member *m = &model->member[i];
    HOL_TRY(hol_solution_field(s, i, shape->s, value, slope));
    for (size_t k = 0; k < m->orders; k++) {
      const hol_direction *to = &m->component[k];
      add_vector(shape, to->freedom < HOL_RX ? HOL_UX : HOL_RX, to->sign, k ? slope : value,
                 resolved->axis[to->freedom % 3]);
    }
  }
  if (resolved->straight) {
    add_straight(s, part, shape);
  }
  return HOL_OK;
}

static hol_status allocate_shape(const hol_model *model, size_t part, hol_shape *shape)
{
  const hol_resolved *resolved = &model->resolved[part];
  bool is_along = resolved->samples == HOL_SAMPLES_ALONG, is_station = resolved->samples == HOL_SAMPLES_STATION, ok;
  shape->points = is_along ? model->problem->output_points : is_station ? 1 : hol_resolved_sites(resolved)->samples;
  if (is_along || is_station) {
    shape->s = hol_alloc(shape->points, sizeof *shape->s);
    ok = shape->s != NULL;
  } else {
    shape->at = hol_alloc(shape->points, sizeof *shape->at);
    ok = shape->at != NULL;
  }
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (model->slot[f] != SIZE_MAX) {
      shape->value[f] = hol_alloc(shape->points, sizeof *shape->value[f]);
      ok = ok && shape->value[f];
    }
  }
  return ok ? HOL_OK : HOL_MEMORY;
}

/** Motion as a rigid body, of a part that is rigid in some components, at a place: own components. */
static void add_frame(const hol_solution *s, size_t part, const double place[3], double own[6])
{
  const hol_model *model = s->system->model;
  const hol_resolved *resolved = &model->resolved[part];
  const hol_station *station = &model->station[model->first_station[part]];
  double value[6] = {0}, along[6] = {0}, arm[3], from[3] = {0};
  hol_model_displacement(model, s->U, station, value);
  for (size_t a = 0; a < 3; a++) {
    for (size_t k = 0; k < 3; k++) {
      along[a] += value[k] * resolved->axis[a][k];
      along[3 + a] += value[3 + k] * resolved->axis[a][k];
    }
    from[a] = hol_resolved_sites(resolved)->at[station->point][a];
    along[3 + a] = hol_resolved_sites(resolved)->rigid_in >> (3 + a) & 1 ? along[3 + a] : 0;
    arm[a] = place[a] - from[a];
  }
  for (size_t a = 0; a < 3; a++) {
    size_t b = (a + 1) % 3, c = (a + 2) % 3;
    bool moves = hol_resolved_sites(resolved)->rigid_in >> a & 1;
    own[a] += moves ? along[a] + along[3 + b] * arm[c] - along[3 + c] * arm[b] : 0;
    own[3 + a] += along[3 + a];
  }
}

/** Add what moves with neither stiffness nor mass. */
static void add_loose(const hol_solution *s, size_t part, size_t place, double own[6])
{
  const hol_sites *f = hol_resolved_sites(&s->system->model->resolved[part]);
  const double *amplitude = s->U + hol_model_loose_column(s->system->model, part, 0);
  for (size_t k = 0; k < f->loose; k++) {
    for (size_t c = 0; c < HOL_FREEDOM_COUNT; c++) {
      own[c] += amplitude[k] * f->loose_at[place * f->loose + k][c];
    }
  }
}

/** Own components of a flexible part at a place. */
static hol_status flexible_at(const hol_solution *s, size_t member, const hol_flexible_motion *motion, size_t place,
                              double own[6])
{
  const hol_member *m = &s->system->model->member[member];
  const hol_modal *modal = &s->system->modal[s->modal_of[member]];
  HOL_TRY(modal->own->class->field(modal->own, place, motion, own));
  if (m->sites->rigid_in && !m->sites->rigid_held) {
    add_frame(s, m->part, m->sites->sample[place], own);
  }
  add_loose(s, m->part, place, own);
  return HOL_OK;
}

/** Field of a flexible part at its places, turned into global components. */
static hol_status sample_flexible_in(const hol_solution *s, size_t member, const hol_flexible_motion *motion,
                                     hol_shape *shape)
{
  const hol_model *model = s->system->model;
  const hol_member *m = &model->member[member];
  const hol_resolved *resolved = &model->resolved[m->part];
  for (size_t p = 0; p < shape->points; p++) {
    double own[6] = {0};
    HOL_TRY(flexible_at(s, member, motion, p, own));
    hol_model_global(model, m->part, m->sites->sample[p], shape->at[p]);
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      for (size_t a = 0; a < 3 && shape->value[f]; a++) {
        shape->value[f][p] += own[f / 3 * 3 + a] * resolved->axis[a][f % 3];
      }
    }
  }
  return HOL_OK;
}

/** Without energy: rigid-body modes alone. */
static hol_status rigid_field(const hol_solution *s, size_t member, hol_flexible_field *field)
{
  const hol_own_modes *own = s->system->modal[s->modal_of[member]].own;
  field->q = hol_alloc(own->rigid + own->modes, sizeof *field->q);
  field->force = hol_alloc(own->ports, sizeof *field->force);
  if (!field->q || !field->force) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < own->rigid; k++) {
    field->q[k] = s->zero->q[s->rigid_of[member] + k];
  }
  field->motion = (hol_flexible_motion){.q = field->q, .force = field->force};
  return HOL_OK;
}

static hol_status sample_flexible(const hol_solution *s, size_t member, hol_shape *shape)
{
  hol_flexible_field field = {0};
  hol_status status = s->zero ? rigid_field(s, member, &field)
                              : hol_flexible_field_build(s->system, s->matrix, s->v, s->modal_of[member], &field);
  hol_fields_add_gap(s->fields, field.gap);
  status = status == HOL_OK ? sample_flexible_in(s, member, &field.motion, shape) : status;
  hol_flexible_field_clear(&field);
  return status;
}

/** A part that is one station. */
static void sample_station(const hol_solution *s, size_t part, hol_shape *shape)
{
  const hol_model *model = s->system->model;
  double value[6] = {0};
  hol_model_displacement(model, s->U, &model->station[model->first_station[part]], value);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (shape->value[f]) {
      shape->value[f][0] = value[f];
    }
  }
}

static hol_status sample_part(const hol_solution *s, size_t part, size_t first, size_t last, hol_shape *shape)
{
  const hol_model *model = s->system->model;
  HOL_TRY(allocate_shape(model, part, shape));
  switch (model->resolved[part].samples) {
  case HOL_SAMPLES_ALONG:
    return sample_along(s, part, first, last, shape);
  case HOL_SAMPLES_GIVEN:
  case HOL_SAMPLES_CIRCLE:
    return sample_flexible(s, first, shape);
  case HOL_SAMPLES_STATION:
    sample_station(s, part, shape);
    break;
  }
  return HOL_OK;
}

static hol_status sample(const hol_solution *s, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  size_t parts = model->problem->part_count, member = 0;
  mode->shape = hol_alloc(parts, sizeof *mode->shape);
  if (!mode->shape) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < parts; i++) {
    size_t first = member;
    while (member < model->member_count && model->member[member].part == i) {
      member++;
    }
    HOL_TRY(sample_part(s, i, first, member, &mode->shape[i]));
  }
  return HOL_OK;
}

/** Modal mass of what a part moves beyond the modes it keeps, as far as the frequency has it: ΛᵀR′(λ)Λ, R = Σ λ^j Γ_j. */
static double later_mass(const hol_solution *s, const hol_modal *modal)
{
  const double *force = s->v + modal->first_unknown;
  size_t n = modal->ports;
  double sum = 0, power = 1;
  for (size_t j = 1; j < modal->order && !modal->force; j++, power *= s->matrix->lambda) {
    const double *gamma = modal->remainder + j * n * n;
    for (size_t i = 0; i < n * n; i++) {
      sum += (double)j * power * gamma[i] * force[i % n] * force[i / n];
    }
  }
  return sum;
}

/** Modal mass of a part in own modes. */
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

/** Kinetic energy of the parts; the sum is ½·(modal mass) λ, here normalised. */
static hol_status energies(const hol_solution *s, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  mode->energy = hol_alloc(model->problem->part_count, sizeof *mode->energy);
  if (!mode->energy) {
    return HOL_MEMORY;
  }
  double total = 0;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    double sum = 0;
    for (size_t r = 0; s->zero && r < m->rigid_count; r++) {
      sum += s->zero->q[s->rigid_of[i] + r] * s->zero->q[s->rigid_of[i] + r];
    }
    if (!s->zero && s->modal_of[i] != SIZE_MAX) {
      sum += modal_mass(s, s->modal_of[i]);
    }
    for (size_t j = 0; !s->zero && s->stretch_of[i] != SIZE_MAX && j + 1 < m->stations; j++) {
      const hol_relation *relation = hol_relation_of(s->system, s->matrix, s->stretch_of[i] + j);
      double local[HOL_RELATION_MAX];
      hol_stretch_solution(s->system, s->stretch_of[i] + j, relation, s->v, local);
      for (size_t a = 0; a < relation->n_mu + relation->n_ports; a++) {
        for (size_t b = 0; b < relation->n_mu + relation->n_ports; b++) {
          sum -= relation->dS[a][b] * local[a] * local[b];
        }
      }
    }
    mode->energy[m->part] += sum;
    total += sum;
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    double speed = hol_sparse_dot(&model->mass[i].along.row, s->zero ? s->zero->w : s->v);
    mode->energy[model->mass[i].part] += model->mass[i].mass * speed * speed;
    total += model->mass[i].mass * speed * speed;
  }
  for (size_t i = 0; i < model->problem->part_count; i++) {
    mode->energy[i] = total > 0 ? fmax(mode->energy[i] / total, 0.0) : 0.0;
  }
  return HOL_OK;
}

/** Are displacements nothing but rounding of rotations? */
static bool only_turns(const double top[2], double scale)
{
  return !(top[0] > 1e-7 * scale * top[1]);
}

/** Largest displacement and rotation of the samples; the sign that makes the first large component positive. */
static void measure(const hol_mode *mode, size_t parts, double scale, double top[2], double *sign)
{
  top[0] = top[1] = 0;
  for (size_t i = 0; i < parts; i++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      for (size_t p = 0; mode->shape[i].value[f] && p < mode->shape[i].points; p++) {
        top[f >= HOL_RX] = fmax(top[f >= HOL_RX], fabs(mode->shape[i].value[f][p]));
      }
    }
  }
  bool rotation = only_turns(top, scale);
  for (size_t i = 0; i < parts; i++) {
    for (size_t f = rotation ? HOL_RX : HOL_UX; f < (rotation ? (size_t)HOL_FREEDOM_COUNT : HOL_RX); f++) {
      for (size_t p = 0; mode->shape[i].value[f] && p < mode->shape[i].points; p++) {
        double value = mode->shape[i].value[f][p];
        if (fabs(value) >= (1 - 1e-6) * top[rotation]) {
          *sign = value < 0 ? -1.0 : 1.0;
          return;
        }
      }
    }
  }
  *sign = 1.0;
}

static void flip(hol_mode *mode, size_t parts, size_t joints, size_t outlets)
{
  for (size_t i = 0; mode->outlet && i < HOL_FREEDOM_COUNT * outlets; i++) {
    mode->outlet[i] = mode->outlet[i] != 0 ? -mode->outlet[i] : 0;
  }
  for (size_t d = 0; d < HOL_FREEDOM_COUNT; d++) {
    mode->participation[d] = mode->participation[d] != 0 ? -mode->participation[d] : 0;
  }
  for (size_t i = 0; i < parts; i++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      for (size_t p = 0; mode->shape[i].value[f] && p < mode->shape[i].points; p++) {
        mode->shape[i].value[f][p] = -mode->shape[i].value[f][p];
      }
    }
  }
  for (size_t j = 0; j < joints; j++) {
    for (size_t k = 0; k < mode->reaction[j].count; k++) {
      mode->reaction[j].value[k] = -mode->reaction[j].value[k];
    }
  }
}

/** No reaction does work worth speaking of: |Λ| × largest displacement against p² × modal mass. */
static bool has_no_reaction(const hol_mode *mode, const hol_model *model, double lambda, const double top[2])
{
  double arm = top[1] > 0 ? fmax(top[0], top[1] * model->scale) : top[0];
  for (size_t j = 0; j < model->problem->joint_count; j++) {
    for (size_t k = 0; k < mode->reaction[j].count; k++) {
      if (fabs(mode->reaction[j].value[k]) * arm > 1e-9 * fabs(lambda) * fmax(1.0, model->scale)) {
        return false;
      }
    }
  }
  return true;
}

/** What the terms of line i of S have in a motion of unit modal mass as large as `top`: forces, displacements, or what is equal to
 *  them of an own mode. */
static double natural_size(const hol_solution *s, size_t i, double top)
{
  double lambda = fabs(s->matrix->lambda);
  return i < s->system->coordinates ? lambda / top : i < s->system->fixed ? top : lambda;
}

/** Largest componentwise residual |S v| / (|S||v| + λ|S′||v|): where a line has one term alone it vanishes at the frequency, and
 *  what it changes by with it is what the residual is to be measured by. Lines whose terms are all rounding of others have none
 *  of their own. */
static hol_status residual_of(const hol_solution *s, double top, hol_mode *mode)
{
  static const double rounding = 1e-14, small = 1e-6;
  size_t n = s->matrix->n;
  double *work = hol_alloc(4 * n, sizeof *work), *size = work + n, *slope = size + n, *magnitude = slope + n;
  if (!work) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    magnitude[i] = fabs(s->v[i]);
  }
  hol_matrix_apply(s->matrix, false, false, s->v, work);
  hol_matrix_apply(s->matrix, false, true, magnitude, size);
  hol_matrix_apply(s->matrix, true, true, magnitude, slope);
  double largest = 0;
  for (size_t i = 0; i < n; i++) {
    size[i] += fabs(s->matrix->lambda) * slope[i];
    largest = fmax(largest, size[i]);
  }
  mode->residual = 0;
  for (size_t i = 0; i < n; i++) {
    double unit = fmax(fmax(size[i], rounding * largest), top > 0 ? small * natural_size(s, i, top) : 0);
    mode->residual = size[i] > 0 ? fmax(mode->residual, fabs(work[i]) / unit) : mode->residual;
  }
  free(work);
  return HOL_OK;
}

/** What exported points do. */
static hol_status move_outlets(const hol_solution *s, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  size_t count = HOL_FREEDOM_COUNT * model->problem->exported.outlets;
  mode->outlet = hol_alloc(count, sizeof *mode->outlet);
  for (size_t i = 0; mode->outlet && i < count; i++) {
    mode->outlet[i] = hol_sparse_dot(&model->outlet[i].row, s->zero ? s->zero->w : s->v);
  }
  return mode->outlet ? HOL_OK : HOL_MEMORY;
}

/** How far fields are from the joints, relative to the largest displacement. */
static void add_gap(const hol_solution *s, const double top[2], hol_mode *mode)
{
  double scale = s->system->model->scale, size = fmax(top[0], top[1] * scale);
  double gap = fmax(s->fields->gap[0], s->fields->gap[1] * scale);
  mode->residual = size > 0 ? fmax(mode->residual, gap / size) : mode->residual;
}

hol_status hol_mode_residual(const hol_solution *s, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  hol_model_expand(model, s->v, s->U);
  hol_fields_begin(s->fields);
  HOL_TRY(sample(s, mode));
  double top[2], sign;
  measure(mode, model->problem->part_count, model->scale, top, &sign);
  HOL_TRY(residual_of(s, 0, mode));
  add_gap(s, top, mode);
  return HOL_OK;
}

hol_status hol_mode_fill(const hol_solution *s, double lambda, hol_mode *mode)
{
  const hol_model *model = s->system->model;
  size_t parts = model->problem->part_count;
  hol_model_expand(model, s->zero ? s->zero->w : s->v, s->U);
  hol_fields_begin(s->fields);
  HOL_TRY(sample(s, mode));
  HOL_TRY(energies(s, mode));
  HOL_TRY(joint_reactions(s, mode));
  HOL_TRY(move_outlets(s, mode));
  HOL_TRY(s->rigid ? hol_rigid_participations(s->rigid, s, mode->participation) : HOL_OK);
  double top[2], sign;
  measure(mode, parts, model->scale, top, &sign);
  HOL_TRY(hol_largest_of_members(s, mode, lambda, false, &top[0]));
  bool rotations = only_turns(top, model->scale);
  HOL_TRY(rotations ? hol_largest_of_members(s, mode, lambda, true, &top[1]) : HOL_OK);
  HOL_TRY(s->zero ? HOL_OK : residual_of(s, fmax(top[0], top[1] * model->scale), mode));
  add_gap(s, top, mode);
  if (sign < 0) {
    flip(mode, parts, model->problem->joint_count, model->problem->exported.outlets);
  }
  double largest = top[rotations];
  mode->modal_mass = largest > 0 ? 1.0 / (largest * largest) : nan("");
  mode->reaction_free = s->zero || has_no_reaction(mode, model, lambda, top);
  return HOL_OK;
}

/** Reactions of each column of V, as the columns of a matrix, scaled to comparable units. */
static hol_status reaction_matrix(hol_counter *counter, const hol_index *index, size_t k, const double *V, size_t rows,
                                  double *matrix)
{
  const hol_model *model = counter->system->model;
  for (size_t j = 0; j < k; j++) {
    const double *v = V + j * counter->matrix.n;
    hol_solution s = {.system = counter->system,
                      .matrix = &counter->matrix,
                      .v = v,
                      .modal_of = index->modal_of,
                      .stretch_of = index->stretch_of,
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

static hol_status separate_in(hol_counter *counter, const hol_index *index, size_t k, double *V, size_t rows, double *R,
                              double *singular, double *W)
{
  HOL_TRY(reaction_matrix(counter, index, k, V, rows, R));
  HOL_TRY(hol_dense_svd(rows, k, R, singular, W));
  hol_dense_rotate(counter->matrix.n, k, V, W, singular + k);
  return HOL_OK;
}

hol_status hol_separate_reaction_free(hol_counter *counter, const hol_index *index, size_t k, double *V)
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
