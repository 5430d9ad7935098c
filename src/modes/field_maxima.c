/* SPDX-License-Identifier: BSD-3-Clause */
/* Largest displacement or rotation of a mode along members and rings, by search between their samples. */
#include "modes/field_maxima.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** Radians of the shortest wave between two places evaluated: its height is then missed by 1 % at the most;
 *  only parts and places that come as near as this to the largest value found can exceed it. Samples need not be as
 *  close to tell so much. */
static const double step = 0.25, sample_step = 0.5, near_top = 0.9;
/** Estimates are no farther off than this. */
static const double almost = 0.995;
/** Places in a segment at the least: at its ends motions change fast. */
enum { PLACES_LEAST = 16 };
/** Samples on a circle are few: what may rise above them. */
static const double near_circle = 0.6;
/** Beside an end of a segment, as a part of the way to the next place. */
static const double beside = 1e-4;
/** Places in a segment at the most. */
static const double places_most = 4000;
/** No sample tells of more than this times it: with what lies beside it a parabola rises over it by an eighth at the
 *  most. */
static const double above_sample = 1.126;
/** Modes left out that are summed to find a place, times those kept; the value there is that of all. */
enum { ROUGH_TERMS = 4 };

/** A component of a part that is a member, as a function of the place. */
typedef struct probe {
  const hol_solution *s;
  size_t part, first, last; /**< members of the model, first .. last − 1 */
  size_t freedom;
  size_t terms;         /**< for an estimate, as hol_fields_modal_at() */
  const double *circle; /**< samples of a part that is a circle, x in steps between them; NULL: a member */
  size_t samples;
} probe;

/** Share of a port of a member in the component. */
static double fraction_of(const probe *p, const hol_member *m, size_t order)
{
  const hol_direction *port = &m->component[order];
  bool is_like = hol_member_turns(m, order) == (p->freedom >= HOL_RX);
  return is_like ? port->sign * p->s->system->model->resolved[p->part].axis[port->freedom % 3][p->freedom % 3] : 0;
}

/** Of motions as a whole, and as a straight line. */
static double rigid_at(const probe *p, double x)
{
  const hol_model *model = p->s->system->model;
  const hol_resolved *resolved = &model->resolved[p->part];
  double across[3], sum, unit = p->freedom >= HOL_RX ? model->scale : 1.0;
  hol_model_straight(model, p->s->U, p->part, x, across);
  sum = p->freedom < HOL_RX ? across[p->freedom] : 0;
  for (size_t k = 0; k < resolved->rigid_dofs; k++) {
    bool is_like = (resolved->rigid_dof[k] >= HOL_RX) == (p->freedom >= HOL_RX);
    double share = is_like ? resolved->axis[resolved->rigid_dof[k] % 3][p->freedom % 3] : 0;
    sum += is_like ? p->s->U[model->own_column[p->part] + k] / unit * share : 0;
  }
  return sum;
}

/** The trigonometric polynomial through samples on a circle: Σ y_j D(x − j), D(t) = sin πt / (N tan(πt/N)), N even. */
static double on_circle(const probe *p, double x)
{
  double sum = 0, size = (double)p->samples;
  for (size_t j = 0; j < p->samples; j++) {
    double t = x - (double)j, divisor = size * tan(M_PI * t / size);
    sum += p->circle[j] * (fabs(divisor) > 1e-9 ? sin(M_PI * t) / divisor : 1);
  }
  return sum;
}

static hol_status value_at(const probe *p, double x, double *value)
{
  if (p->circle) {
    *value = on_circle(p, x);
    return HOL_OK;
  }
  *value = rigid_at(p, x);
  for (size_t i = p->first; i < p->last; i++) {
    const hol_member *m = &p->s->system->model->member[i];
    for (size_t order = 0; order < m->orders; order++) {
      double factor = fraction_of(p, m, order), field;
      if (factor != 0) {
        HOL_TRY(hol_solution_at(p->s, i, x, (int)order, p->terms, &field));
        *value += factor * field;
      }
    }
  }
  return HOL_OK;
}

/* ---- waves ------------------------------------------------------------------------------------------------------- */

static double wave_in(const probe *p, double lambda)
{
  const hol_model *model = p->s->system->model;
  double wave = 0;
  for (size_t i = p->first; i < p->last; i++) {
    const hol_member *m = &model->member[i];
    bool moves = false;
    for (size_t order = 0; order < m->orders; order++) {
      moves = moves || fraction_of(p, m, order) != 0;
    }
    wave = moves ? fmax(wave, m->class->max_wavenumber(m->of, lambda)) : wave;
  }
  return wave;
}

/* ---- the largest value ------------------------------------------------------------------------------------------- */

/** |value| at three places, the middle one the largest. */
typedef struct bracket {
  double x[3], y[3];
} bracket;

/** Where a parabola through the three has its top; where that is no new place, a part of the longer side. */
static double next_place(const bracket *b)
{
  double left = b->x[1] - b->x[0], right = b->x[2] - b->x[1], down = b->y[1] - b->y[0], fall = b->y[1] - b->y[2];
  double divisor = right * down + left * fall;
  double move = divisor > 0 ? 0.5 * (right * right * down - left * left * fall) / divisor : 0;
  double least = 1e-3 * fmin(left, right);
  if (!(move > -left && move < right) || fabs(move) < least) {
    move = right > left ? 0.38 * right : -0.38 * left;
    move = divisor > 0 && fmax(left, right) > 64 * fmin(left, right) ? move
           : divisor > 0                                             ? copysign(least, move)
                                                                     : move;
  }
  return b->x[1] + move;
}

/** Narrow the bracket until what is left to gain is rounding. @param[out] x,value  the place, and what is there */
static hol_status climb(const probe *p, bracket b, double *x, double *value)
{
  enum { STEPS = 40 };
  for (int i = 0; i < STEPS; i++) {
    double at = next_place(&b), y;
    HOL_TRY(value_at(p, at, &y));
    y = fabs(y);
    size_t side = at > b.x[1] ? 2 : 0;
    if (y > b.y[1]) { /* the middle becomes the other end */
      b.x[2 - side] = b.x[1], b.y[2 - side] = b.y[1];
      b.x[1] = at, b.y[1] = y;
    } else {
      b.x[side] = at, b.y[side] = y;
    }
    if (2 * b.y[1] - b.y[0] - b.y[2] <= 1e-13 * b.y[1]) {
      break;
    }
  }
  *x = b.x[1];
  *value = b.y[1];
  return HOL_OK;
}

/** A place of an estimated value: with all that belongs to the field, if there is more. */
static hol_status take_estimate(const probe *p, double x, double value, double *top)
{
  probe all = *p;
  all.terms = SIZE_MAX;
  if (!(value > almost * *top)) {
    return HOL_OK;
  }
  HOL_TRY(p->terms < SIZE_MAX ? value_at(&all, x, &value) : HOL_OK);
  *top = fmax(*top, fabs(value));
  return HOL_OK;
}

/** Take the top between the outer places of a bracket into account. Where estimates have led there it is that of a
 *  parabola through three values close by. */
static hol_status take_top(const probe *p, bracket b, double *top)
{
  probe all = *p;
  double reach = 0.02 * fmin(b.x[1] - b.x[0], b.x[2] - b.x[1]), low = b.x[0], high = b.x[2], x, y;
  HOL_TRY(climb(p, b, &x, &y));
  if (p->terms == SIZE_MAX || !(y > almost * *top) || !(reach > 0) || x - reach < low || x + reach > high) {
    return take_estimate(p, x, y, top);
  }
  all.terms = SIZE_MAX;
  double value[3];
  for (int k = 0; k < 3; k++) {
    HOL_TRY(value_at(&all, x + (k - 1) * reach, &value[k]));
    value[k] = fabs(value[k]);
  }
  double bend = 2 * value[1] - value[0] - value[2], rise = value[2] - value[0];
  *top = fmax(*top, bend > 0 && fabs(rise) < bend ? value[1] + rise * rise / (8 * bend) : value[1]);
  return HOL_OK;
}

/** An end of a segment that is higher than the place next to it: it is the top, or this lies between the two. */
static hol_status search_end(const probe *p, double end, double next, double height, double *top)
{
  bracket b = {{end, end + beside * (next - end), next}, {height, 0, -1}};
  HOL_TRY(value_at(p, b.x[1], &b.y[1]));
  b.y[1] = fabs(b.y[1]);
  if (!(b.y[1] > height)) {
    return take_estimate(p, end, height, top);
  }
  HOL_TRY(value_at(p, next, &b.y[2]));
  b.y[2] = fabs(b.y[2]);
  for (size_t k = 0; k < 3 && next < end; k += 2) { /* the places of a bracket rise */
    b.x[k] = k ? end : next;
    b.y[k] = k ? height : b.y[2];
  }
  return take_top(p, b, top);
}

/** Nothing is discontinuous between two places: evaluate `count` + 1 of them, evenly. */
static hol_status search_between(const probe *p, double from, double to, size_t count, double *top)
{
  bracket b = {{0}, {0}};
  for (size_t i = 0; i <= count + 1; i++) {
    b.x[0] = b.x[1], b.x[1] = b.x[2], b.y[0] = b.y[1], b.y[1] = b.y[2];
    b.x[2] = from + (to - from) * (double)i / (double)count;
    if (i <= count) {
      HOL_TRY(value_at(p, b.x[2], &b.y[2]));
      b.y[2] = fabs(b.y[2]);
    }
    bool is_first = i == 1, is_last = i > count;
    if (i < 1 || !(b.y[1] > near_top * *top) || (!is_first && b.y[1] < b.y[0]) || (!is_last && b.y[1] < b.y[2])) {
      continue;
    }
    if (is_first || is_last) {
      HOL_TRY(search_end(p, b.x[1], is_first ? b.x[2] : b.x[0], b.y[1], top));
    } else {
      HOL_TRY(take_top(p, b, top));
    }
  }
  return HOL_OK;
}

/** One component of a part. */
static hol_status search_part(const probe *p, double wave, double *top)
{
  const hol_model *model = p->s->system->model;
  double length = model->resolved[p->part].length, from = 0;
  for (size_t i = model->first_station[p->part]; i <= model->first_station[p->part + 1]; i++) {
    double to = i < model->first_station[p->part + 1] ? model->station[i].x : length;
    if (to - from > 1e-9 * length) {
      double count = fmin(ceil(wave * (to - from) / step), places_most);
      HOL_TRY(search_between(p, from, to, count > PLACES_LEAST ? (size_t)count : PLACES_LEAST, top));
      from = to;
    }
  }
  return HOL_OK;
}

/** Largest sample of a component of a part. */
static double largest_of(const hol_shape *shape, size_t freedom)
{
  double largest = 0;
  for (size_t i = 0; i < shape->points; i++) {
    double size = fabs(shape->value[freedom][i]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

/** Is there a station between two places, where something may be discontinuous? */
static bool is_divided(const probe *p, double from, double to)
{
  const hol_model *model = p->s->system->model;
  bool divided = false;
  for (size_t i = model->first_station[p->part]; i < model->first_station[p->part + 1]; i++) {
    divided |= model->station[i].x > from && model->station[i].x < to;
  }
  return divided;
}

/** Samples close enough tell where to look. */
static hol_status search_samples(const probe *p, const hol_shape *shape, double *top)
{
  const double *value = shape->value[p->freedom], *x = shape->s;
  size_t last = shape->points - 1;
  for (size_t i = 0; i <= last; i++) {
    double y = fabs(value[i]);
    if (!(above_sample * y > almost * *top)) {
      continue;
    }
    double before = i ? fabs(value[i - 1]) : -1, after = i < last ? fabs(value[i + 1]) : -1;
    double bend = 2 * y - before - after,
           gain = i && i < last && bend > 0 ? (after - before) * (after - before) / (8 * bend) : 0;
    if (before > y || after > y || !(y + gain > almost * *top)) {
      continue;
    }
    if (i == 0 || i == last) {
      HOL_TRY(search_end(p, x[i], x[i ? i - 1 : 1], y, top));
    } else if (is_divided(p, x[i - 1], x[i + 1])) {
      HOL_TRY(search_end(p, x[i], x[i - 1], y, top));
      HOL_TRY(search_end(p, x[i], x[i + 1], y, top));
    } else {
      HOL_TRY(take_top(p, (bracket){{x[i - 1], x[i], x[i + 1]}, {before, y, after}}, top));
    }
  }
  return HOL_OK;
}

/** Where something is discontinuous the field may have a point. */
static hol_status search_stations(const probe *p, double *top)
{
  const hol_model *model = p->s->system->model;
  for (size_t i = model->first_station[p->part]; i < model->first_station[p->part + 1]; i++) {
    double value, x = model->station[i].x;
    if (x > 0 && x < model->resolved[p->part].length) {
      HOL_TRY(value_at(p, x, &value));
      HOL_TRY(take_estimate(p, x, fabs(value), top));
    }
  }
  return HOL_OK;
}

/** A ring: about every sample that may be near the top. */
static hol_status search_circle(const probe *p, double *top)
{
  for (size_t i = 0; i < p->samples; i++) {
    double x = (double)i, y = fabs(p->circle[i]);
    double before = fabs(p->circle[(i + p->samples - 1) % p->samples]), after = fabs(p->circle[(i + 1) % p->samples]);
    if (y > near_circle * *top && y >= before && y >= after) {
      HOL_TRY(take_top(p, (bracket){{x - 1, x, x + 1}, {before, y, after}}, top));
    }
  }
  return HOL_OK;
}

/** Do the samples of a part tell every wave? Then what lies between them is little more than they are. */
static bool are_close(const hol_shape *shape, double length, double wave)
{
  return shape->points > 4 && wave * length < sample_step * (double)(shape->points - 1);
}

/** One component of a part along a line. @param[in] is_close  the samples tell every wave of all components */
static hol_status search_along(const probe *p, const hol_shape *shape, double lambda, bool is_close, double *top)
{
  double wave = is_close ? 0 : wave_in(p, lambda);
  if (!is_close && !are_close(shape, p->s->system->model->resolved[p->part].length, wave)) {
    return search_part(p, wave, top);
  }
  double most = largest_of(shape, p->freedom);
  HOL_TRY(above_sample * most > almost * *top ? search_samples(p, shape, top) : HOL_OK);
  return most > near_top * *top ? search_stations(p, top) : HOL_OK;
}

/** Do the samples of a part along a line tell every wave? */
static bool tells_waves(const hol_solution *s, size_t part, double lambda)
{
  double wave = 0;
  for (size_t i = s->samples->member[part]; i < s->samples->member[part + 1]; i++) {
    wave = fmax(wave, hol_fields_wave(s->fields, &s->system->model->member[i], s->segment_of[i], lambda));
  }
  return are_close(&s->samples->shape[part], s->samples->outline[part].length, wave);
}

hol_status hol_field_maxima(hol_sample_maxima *maxima, double lambda, bool rotations, double *top)
{
  const hol_solution *s = maxima->s;
  const hol_model *model = s->system->model;
  size_t rough = s->system->order > 1 ? ROUGH_TERMS * (s->system->modes + 1) : SIZE_MAX;
  for (size_t part = 0; part < model->problem->part_count; part++) {
    bool is_along = s->samples->outline[part].is_along, is_circle = s->samples->outline[part].is_circle;
    bool is_close = is_along && tells_waves(s, part, lambda);
    bool is_low = !(above_sample * hol_sample_maxima_bound(maxima, part, rotations) > fmin(almost, near_top) * *top);
    if (!(is_along || is_circle) || (is_close && is_low)) {
      continue; /* neither its samples nor what lies between them come near the top */
    }
    const hol_shape *shape;
    HOL_TRY(hol_sample_maxima_shape(maxima, part, &shape));
    for (size_t f = 0; f < 3; f++) {
      probe p = {.s = s,
                 .part = part,
                 .first = s->samples->member[part],
                 .last = s->samples->member[part + 1],
                 .freedom = f + (rotations ? HOL_RX : 0),
                 .terms = is_circle ? SIZE_MAX : rough};
      if (!shape->value[p.freedom]) {
        continue;
      }
      if (is_circle) {
        p.circle = shape->value[p.freedom];
        p.samples = shape->points;
        HOL_TRY(search_circle(&p, top));
      } else {
        HOL_TRY(search_along(&p, shape, lambda, is_close, top));
      }
    }
  }
  return HOL_OK;
}
