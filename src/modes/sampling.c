/* SPDX-License-Identifier: BSD-3-Clause */
/* Places where the parts of a structure are sampled, their motion there, and upper bounds of it. */
#include "modes/sampling.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ------------------------------------------------------------------------------------------------------ */

/** A part and its length. */
typedef struct key {
  double length;
  size_t part;
} key;

static int compare_keys(const void *a, const void *b)
{
  const key *x = a, *y = b;
  int order = (x->length > y->length) - (x->length < y->length);
  return order ? order : (x->part > y->part) - (x->part < y->part);
}

static size_t points_of(const hol_model *model, size_t part)
{
  const hol_resolved *resolved = &model->resolved[part];
  return resolved->samples == HOL_SAMPLES_ALONG     ? model->problem->output_points
         : resolved->samples == HOL_SAMPLES_STATION ? 1
                                                    : hol_resolved_sites(resolved)->samples;
}

/** Places along parts of the same length are the same; `keys` are sorted by it. @return numbers written to `place` */
static size_t place_along(const hol_model *model, size_t count, const key *keys, hol_sampling *samples, double *place)
{
  size_t points = model->problem->output_points, used = 0;
  for (size_t i = 0; i < count; i++) {
    bool is_like = i > 0 && keys[i].length == keys[i - 1].length;
    used += is_like ? 0 : points;
    samples->shape[keys[i].part].s = place + used - points;
    if (!is_like) {
      hol_fields_places(keys[i].length, points, place + used - points);
    }
  }
  return used;
}

/** Flexible parts have places of their own; a station is at the beginning of its part. @param[in] place  a zero, then
 *  room */
static void place_others(const hol_model *model, hol_sampling *samples, double *place)
{
  size_t used = 1;
  for (size_t i = 0; i < samples->parts; i++) {
    hol_shape *shape = &samples->shape[i];
    const hol_resolved *resolved = &model->resolved[i];
    if (resolved->samples == HOL_SAMPLES_STATION) {
      shape->s = place;
    } else if (resolved->samples != HOL_SAMPLES_ALONG) {
      double(*at)[3] = (double(*)[3])(void *)(place + used); /* points of three numbers */
      for (size_t p = 0; p < shape->points; p++) {
        double here[6];
        hol_model_global(model, i, hol_resolved_sites(resolved)->sample[p], here);
        memcpy(at[p], here, sizeof at[p]);
      }
      shape->at = at;
      used += 3 * shape->points;
    }
  }
}

/** @param[in] keys  [parts] scratch */
static hol_status make_places(const hol_model *model, key *keys, hol_sampling *samples)
{
  size_t along = 0, lengths = 0, others = 1;
  for (size_t i = 0; i < samples->parts; i++) {
    samples->shape[i].points = points_of(model, i);
    samples->points += samples->shape[i].points;
    samples->points_most =
        samples->points_most > samples->shape[i].points ? samples->points_most : samples->shape[i].points;
    if (model->resolved[i].samples == HOL_SAMPLES_ALONG) {
      keys[along++] = (key){model->resolved[i].length, i};
    } else if (model->resolved[i].samples != HOL_SAMPLES_STATION) {
      others += 3 * samples->shape[i].points;
    }
  }
  if (along) {
    qsort(keys, along, sizeof *keys, compare_keys);
  }
  for (size_t i = 0; i < along; i++) {
    lengths += i == 0 || keys[i].length != keys[i - 1].length;
  }
  samples->place = hol_alloc(lengths * model->problem->output_points + others, sizeof *samples->place);
  if (!samples->place) {
    return HOL_MEMORY;
  }
  place_others(model, samples, samples->place + place_along(model, along, keys, samples, samples->place));
  return HOL_OK;
}

/** Members of the model stand by part. */
static void list_members(const hol_model *model, hol_sampling *samples)
{
  for (size_t part = 0, i = 0; part < samples->parts; part++) {
    while (i < model->member_count && model->member[i].part == part) {
      i++;
    }
    samples->member[part + 1] = i;
  }
}

/** Where the values of a part's shape are: one freedom after the other. */
static void give_values(const hol_sampling *samples, double *value, hol_shape *shape)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    bool is_considered = samples->slot[f] != SIZE_MAX;
    shape->value[f] = is_considered ? value : NULL;
    value += is_considered ? shape->points : 0;
  }
}

/** Give all shapes their values, part after part. */
static void give_all(const hol_sampling *samples, double *value, hol_shape *shape)
{
  for (size_t i = 0; i < samples->parts; i++) {
    give_values(samples, value, &shape[i]);
    value += samples->freedoms * shape[i].points;
  }
}

/** Own axes of a part by their sizes: those of a part a little before it, or new ones. */
static hol_status take_axes(const hol_resolved *resolved, hol_sampling *samples, uint32_t *axes)
{
  enum { BACK = 16 };
  double size[3][3];
  for (size_t i = 0; i < 9; i++) {
    size[i / 3][i % 3] = fabs(resolved->axis[i / 3][i % 3]);
  }
  size_t n = samples->axes_count;
  for (size_t back = 1; back <= n && back <= BACK; back++) {
    if (memcmp(samples->axes[n - back], size, sizeof size) == 0) {
      *axes = (uint32_t)(n - back);
      return HOL_OK;
    }
  }
  if (!hol_grow(&samples->axes, &samples->axes_capacity, n + 1, sizeof *samples->axes) || n > UINT32_MAX) {
    return HOL_MEMORY;
  }
  memcpy(samples->axes[n], size, sizeof size);
  *axes = (uint32_t)n;
  samples->axes_count++;
  return HOL_OK;
}

static hol_status make_outlines(const hol_model *model, hol_sampling *samples)
{
  for (size_t i = 0; i < samples->parts; i++) {
    const hol_resolved *resolved = &model->resolved[i];
    hol_outline *outline = &samples->outline[i];
    *outline = (hol_outline){.length = resolved->length,
                             .is_along = resolved->samples == HOL_SAMPLES_ALONG,
                             .is_circle = resolved->samples == HOL_SAMPLES_CIRCLE &&
                                          hol_resolved_sites(resolved)->samples % 2 == 0,
                             .is_plain = resolved->rigid_dofs == 0 && !resolved->straight};
    HOL_TRY(take_axes(resolved, samples, &outline->axes));
  }
  return HOL_OK;
}

hol_status hol_sampling_make(const hol_model *model, hol_sampling *samples)
{
  size_t parts = model->problem->part_count;
  *samples = (hol_sampling){.parts = parts, .freedoms = 0};
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    samples->freedoms += model->slot[f] != SIZE_MAX;
    samples->slot[f] = model->slot[f];
  }
  samples->member = hol_alloc(parts + 1, sizeof *samples->member);
  samples->shape = hol_alloc(parts, sizeof *samples->shape);
  samples->most = hol_alloc(parts, sizeof *samples->most);
  samples->is_made = hol_alloc(parts, sizeof *samples->is_made);
  samples->outline = hol_alloc(parts, sizeof *samples->outline);
  key *keys = hol_alloc(parts, sizeof *keys);
  bool has_all = samples->outline && samples->member && samples->shape && samples->most && samples->is_made && keys;
  hol_status status = has_all ? make_places(model, keys, samples) : HOL_MEMORY;
  status = status == HOL_OK ? make_outlines(model, samples) : status;
  if (status == HOL_OK) {
    list_members(model, samples);
    samples->is_all = samples->points * samples->freedoms <= HOL_SAMPLING_KEPT;
    samples->room = hol_alloc(samples->freedoms * (samples->is_all ? samples->points : samples->points_most),
                              sizeof *samples->room);
    status = samples->room ? HOL_OK : HOL_MEMORY;
  }
  if (status == HOL_OK && samples->is_all) {
    give_all(samples, samples->room, samples->shape);
  }
  free(keys);
  return status;
}

void hol_sampling_clear(hol_sampling *samples)
{
  free(samples->member);
  free(samples->shape);
  free(samples->outline);
  free(samples->axes);
  free(samples->place);
  free(samples->most);
  free(samples->is_made);
  free(samples->room);
  *samples = (hol_sampling){0};
}

double *hol_sampling_values(const hol_sampling *samples, hol_shape *shape)
{
  return (double *)(void *)(shape + samples->parts); /* structs of numbers and pointers end where numbers may begin */
}

hol_shape *hol_sampling_shapes(const hol_sampling *samples, const double *value)
{
  size_t head = samples->parts * sizeof(hol_shape), count = samples->points * samples->freedoms;
  hol_shape *shape = hol_alloc(1, head + count * sizeof(double));
  if (shape) {
    memcpy(shape, samples->shape, head);
    give_all(samples, hol_sampling_values(samples, shape), shape);
    if (value) {
      memcpy(hol_sampling_values(samples, shape), value, count * sizeof *value);
    }
  }
  return shape;
}

hol_shape hol_sampling_one(const hol_sampling *samples, size_t part)
{
  hol_shape shape = samples->shape[part];
  give_values(samples, samples->room, &shape);
  return shape;
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */

/** Add a vector along `axis` to three components of a shape, where they are considered: factor·field (NULL: factor
 *  alone) at every place. */
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
static hol_status sample_along(const hol_solution *s, size_t part, hol_shape *shape)
{
  const hol_model *model = s->system->model;
  size_t first = s->samples->member[part], last = s->samples->member[part + 1];
  const hol_resolved *resolved = &model->resolved[part];
  for (size_t k = 0; k < resolved->rigid_dofs; k++) {
    bool turns = resolved->rigid_dof[k] >= HOL_RX;
    double u = s->U[model->own_column[part] + k] / (turns ? model->scale : 1.0);
    add_vector(shape, turns ? HOL_RX : HOL_UX, u, NULL, resolved->axis[resolved->rigid_dof[k] % 3]);
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
  const double *amplitude = s->U + hol_model_mechanism_column(s->system->model, part, 0);
  for (size_t k = 0; k < f->mechanisms; k++) {
    for (size_t c = 0; c < HOL_FREEDOM_COUNT; c++) {
      own[c] += amplitude[k] * f->mechanism_at[place * f->mechanisms + k][c];
    }
  }
}

/** Own components of a flexible part at a place. */
static hol_status flexible_at(const hol_solution *s, size_t member, const hol_flexible_motion *motion, size_t place,
                              double own[6])
{
  const hol_member *m = &s->system->model->member[member];
  const hol_modal *modal = &s->system->modal[s->modal_of[member]];
  HOL_TRY(modal->component_modes->class->field(modal->component_modes, place, motion, own));
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
  const hol_component_modes *own = s->system->modal[s->modal_of[member]].component_modes;
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

hol_status hol_sample_part(const hol_solution *s, size_t part, hol_shape *shape)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (shape->value[f]) {
      memset(shape->value[f], 0, shape->points * sizeof *shape->value[f]);
    }
  }
  switch (s->system->model->resolved[part].samples) {
  case HOL_SAMPLES_ALONG:
    return sample_along(s, part, shape);
  case HOL_SAMPLES_GIVEN:
  case HOL_SAMPLES_CIRCLE:
    return sample_flexible(s, s->samples->member[part], shape);
  case HOL_SAMPLES_STATION:
    sample_station(s, part, shape);
    break;
  }
  return HOL_OK;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

/** Add what moves along an axis no farther than `size`. @param[in] axis  sizes of its components */
static void add_size(double most[HOL_FREEDOM_COUNT], size_t first, double size, const double axis[3])
{
  for (size_t k = 0; k < 3; k++) {
    most[first + k] += size * axis[k];
  }
}

/** What a part moves as a whole, and as a straight line, whose largest values are at its ends. */
static void bound_rigid(const hol_solution *s, size_t part, double (*axes)[3], double most[HOL_FREEDOM_COUNT])
{
  const hol_model *model = s->system->model;
  const hol_resolved *resolved = &model->resolved[part];
  for (size_t k = 0; k < resolved->rigid_dofs; k++) {
    bool turns = resolved->rigid_dof[k] >= HOL_RX;
    double u = s->U[model->own_column[part] + k] / (turns ? model->scale : 1.0);
    add_size(most, turns ? HOL_RX : HOL_UX, fabs(u), axes[resolved->rigid_dof[k] % 3]);
  }
  if (resolved->straight) {
    double start[3], end[3];
    hol_model_straight(model, s->U, part, 0, start);
    hol_model_straight(model, s->U, part, resolved->length, end);
    for (size_t k = 0; k < 3; k++) {
      most[HOL_UX + k] += fmax(fabs(start[k]), fabs(end[k]));
    }
  }
}

bool hol_sample_bound(const hol_solution *s, size_t part, double bound[2])
{
  const hol_model *model = s->system->model;
  const hol_outline *outline = &s->samples->outline[part];
  double(*axes)[3] = s->samples->axes[outline->axes], most[HOL_FREEDOM_COUNT] = {0};
  if (s->zero || !outline->is_along) {
    return false;
  }
  for (size_t i = s->samples->member[part]; i < s->samples->member[part + 1]; i++) {
    const hol_member *m = &model->member[i];
    double size[2];
    if (s->segment_of[i] == SIZE_MAX || s->modal_of[i] != SIZE_MAX ||
        !hol_fields_bound(s->fields, s->system, s->matrix, s->segment_of[i], s->samples->shape[part].s, size)) {
      return false;
    }
    for (size_t k = 0; k < m->orders; k++) {
      const hol_direction *to = &m->component[k];
      add_size(most, to->freedom < HOL_RX ? HOL_UX : HOL_RX, size[k], axes[to->freedom % 3]);
    }
  }
  if (!outline->is_plain) {
    bound_rigid(s, part, axes, most);
  }
  bound[0] = bound[1] = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    bound[f >= HOL_RX] = fmax(bound[f >= HOL_RX], model->slot[f] != SIZE_MAX ? 1.001 * most[f] : 0);
  }
  return isfinite(bound[0] + bound[1]);
}
