/* SPDX-License-Identifier: BSD-3-Clause */
/* Critical factors, isolated and bracketed by counts. */
#include "base/memory.h"
#include "model/geometry.h"
#include "statics/buckling.h"
#include "statics/loaded.h"
#include "statics/neglected.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Relative distance of both ends of a bracket from its middle, the least and the most; in between so many times what
 *  rounding makes of it. */
static const double least_width = 2e-13, most_width = 1e-4, times_rounding = 8;
/** Intervals below this, relatively, are left to the vector of the factor. */
static const double narrow = 1e-4;
/** How close to the shear stiffness counts are taken, relative. */
static const double close_to_reach = 1e-9;
/** Nothing is looked for beyond so many times the first factor tried. */
static const double farthest = 1e60;

/** One side: factors of one sign. */
typedef struct side {
  const hol_problem *problem;
  const hol_statics *statics;
  hol_cancellation cancellation;
  hol_buckling *found;
  hol_faults *faults;
  double sign;
  size_t sign_count; /**< factors found on this side, by multiplicity */
} side;

/** At a factor of either sign. @param[out] x  {0}; to be cleared in every case */
static hol_status make_state(side *s, double factor, hol_loaded *x)
{
  s->found->evaluations++;
  s->found->is_stopped = s->found->is_stopped || !hol_may_continue(&s->cancellation);
  HOL_TRY(s->found->is_stopped ? HOL_INCOMPLETE : HOL_OK);
  HOL_TRY(hol_prestress(s->problem, s->statics, s->sign * factor, true, &x->made, s->faults));
  x->at.problem = &x->made.problem;
  x->at.model.cancellation = s->cancellation;
  x->at.unloaded = &s->statics->model;
  return hol_statics_count(&x->at, s->faults);
}

/** J at a factor of either sign. @return HOL_NUMERICAL where it is not to be had */
static hol_status count_at(side *s, double factor, size_t *count)
{
  hol_loaded x = {.at = {.residual = 0}};
  hol_status status = make_state(s, factor, &x);
  *count = x.at.unstable;
  hol_loaded_clear(&x);
  return status;
}

/** The same a little aside, where a count happens to be on a pole. */
static hol_status count_about(side *s, double *factor, double step, size_t *count)
{
  hol_status status = HOL_NUMERICAL;
  for (int i = 0; i < 4 && status == HOL_NUMERICAL; i++, *factor += status == HOL_NUMERICAL ? step : 0) {
    status = count_at(s, *factor, count);
  }
  return status;
}

/** The same where members may be compressed by more than their shear stiffness: no fault of the file. @return
 *  HOL_INVALID: they are */
static hol_status count_below_shear(side *s, double *factor, double step, size_t *count)
{
  hol_faults faults = {0}, *told = s->faults;
  s->faults = &faults;
  hol_status status = step > 0 ? count_about(s, factor, step, count) : count_at(s, *factor, count);
  s->faults = told;
  hol_faults_clear(&faults);
  return status;
}

/** Up until as many are below. Where members would be compressed by more than their shear stiffness no structure is
 *  left; factors come ever closer before that. @param[in,out] high  a factor, above: how many are below */
static hol_status rise(side *s, size_t wanted, double *high, size_t *above)
{
  double reach = HUGE_VAL;
  hol_status status = HOL_OK;
  while (status == HOL_OK && *above < wanted) {
    double next = reach < HUGE_VAL ? *high + (reach - *high) / 2 : 2 * *high;
    size_t count = 0;
    status = next < farthest && reach - *high > close_to_reach * *high
                 ? count_below_shear(s, &next, 1e-3 * (next - *high), &count)
                 : HOL_INCOMPLETE;
    if (status == HOL_OK) {
      *high = next;
      *above = count;
    }
    if (status == HOL_INVALID || status == HOL_NUMERICAL) {
      reach = next;
      status = HOL_OK;
    }
  }
  if (status == HOL_INCOMPLETE && reach < HUGE_VAL) {
    s->found->reach[s->sign < 0] = *high; /* nothing is known of what is between this and the shear stiffness */
  }
  return status;
}

/** From a factor of one down below all critical ones, then up beyond the one wanted. @return HOL_INCOMPLETE: it is out
 *  of reach */
static hol_status enclose(side *s, size_t wanted, double *low, double *high, size_t *above)
{
  double factor = 1;
  size_t count = 0;
  hol_status status = count_below_shear(s, &factor, 0, &count);
  while ((status == HOL_OK && count > 0) || status == HOL_NUMERICAL || status == HOL_INVALID) {
    factor /= 16;
    if (!(factor > 1 / farthest)) {
      return HOL_INCOMPLETE;
    }
    status = count_below_shear(s, &factor, 0, &count);
  }
  HOL_TRY(status);
  *low = *high = factor;
  *above = count;
  return rise(s, wanted, high, above);
}

static hol_status add_factor(side *s, double factor, double width, size_t below, size_t above)
{
  hol_buckling *found = s->found;
  if (!hol_grow(&found->factor, &found->capacity, found->factors + 1, sizeof *found->factor)) {
    return HOL_MEMORY;
  }
  double near = factor * (1 - width), far = factor * (1 + width);
  found->factor[found->factors++] = (hol_buckling_factor){.factor = s->sign * factor,
                                                          .lower = s->sign > 0 ? near : -far,
                                                          .upper = s->sign > 0 ? far : -near,
                                                          .multiplicity = above - below,
                                                          .count_below = below,
                                                          .count_above = above};
  s->sign_count += above - below;
  return HOL_OK;
}

/* ---- by the vector of a factor ----------------------------------------------------------------------------------- */

/** vᵀS v. @param[out] size  the same of the sizes of all terms @param[in] y  [n] scratch */
static double work_of(const hol_matrix *matrix, const double *v, double *y, double *size)
{
  double sum = 0;
  hol_matrix_apply(matrix, false, true, v, y);
  *size = 0;
  for (size_t i = 0; i < matrix->n; i++) {
    *size += fabs(v[i] * y[i]);
  }
  hol_matrix_apply(matrix, false, false, v, y);
  for (size_t i = 0; i < matrix->n; i++) {
    sum += v[i] * y[i];
  }
  return sum;
}

static bool has_same_forms(const hol_statics *a, const hol_statics *b)
{
  bool same = a->matrix.n == b->matrix.n && a->system.segment_count == b->system.segment_count;
  for (size_t i = 0; same && i < a->system.segment_count; i++) {
    same = hol_relation_of(&a->system, &a->matrix, i)->form == hol_relation_of(&b->system, &b->matrix, i)->form;
  }
  return same;
}

/** What the errors of the axial forces leave of a factor, relative: the work that these errors do together in its
 *  vector, over the slope. No signs of theirs do more, as every one does work of its own sign.
 *  @param[in] slope  of the work of v with the factor @param[in] y  [n] scratch */
static hol_status width_of_forces(side *s, double factor, const hol_loaded *here, const double *v, double slope,
                                  double *y, double *width)
{
  hol_statics pulled = *s->statics; /* borrowed but for its axial forces */
  hol_loaded there = {.at = {.residual = 0}};
  size_t ends = 2 * pulled.system.segment_count;
  double size;
  pulled.tension = hol_alloc_copy(s->statics->tension, ends, sizeof *pulled.tension);
  hol_status status = pulled.tension ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < ends; i++) {
    pulled.tension[i] += s->statics->rounding[i / 2 * HOL_RELATION_MAX + i % 2];
  }
  side other = *s;
  other.statics = &pulled;
  status = status == HOL_OK ? make_state(&other, factor, &there) : status;
  if (status == HOL_OK && has_same_forms(&here->at, &there.at)) {
    double work = work_of(&here->at.matrix, v, y, &size);
    *width = fabs((work_of(&there.at.matrix, v, y, &size) - work) / slope);
  }
  free(pulled.tension);
  hol_loaded_clear(&there);
  return status == HOL_INVALID ? HOL_OK : status;
}

/** A little aside of a factor, on the side where segments have the same forms. */
static hol_status make_aside(side *s, double factor, const hol_loaded *here, hol_loaded *there, double *aside)
{
  hol_status status = HOL_NUMERICAL;
  for (int k = 0; k < 2 && status == HOL_NUMERICAL; k++) {
    hol_loaded_clear(there);
    *aside = k ? -hol_loaded_aside : hol_loaded_aside;
    HOL_TRY(make_state(s, factor * (1 + *aside), there));
    status = has_same_forms(&here->at, &there->at) ? HOL_OK : HOL_NUMERICAL;
  }
  return status;
}

/** What one step by the vector of a factor tells. {0}: nothing */
typedef struct improvement {
  double step;   /**< relative */
  double width;  /**< what rounding of S leaves of the factor, relative */
  double forces; /**< the same of the axial forces; NAN: not known yet */
} improvement;

/** One step to the factor by the work of its vector, vᵀS(f)v = 0, whose slope is that of S: a difference of two
 *  matrices.
 *  @param[in] room  [3n]
 *  @return HOL_NUMERICAL if it cannot be told */
static hol_status step_by_vector(side *s, hol_loaded *here, const hol_loaded *there, double aside, double *factor,
                                 double *room, improvement *by)
{
  enum { VECTOR_STEPS = 3 };
  size_t n = here->at.matrix.n;
  double *v = room, size = 0, beside;
  HOL_TRY(hol_loaded_vectors(here, there, 1, VECTOR_STEPS, v, v + n));
  double work = work_of(&here->at.matrix, v, v + n, &size);
  double slope = (work_of(&there->at.matrix, v, v + n, &beside) - work) / aside;
  if (isnan(by->forces)) {
    HOL_TRY(width_of_forces(s, *factor, here, v, slope, v + n, &by->forces));
  }
  by->step = -work / slope;
  by->width = 4 * DBL_EPSILON * (size + hol_decomposition_energy(&here->at.decomposition, v)) / fabs(slope);
  by->width += isnan(by->forces) ? 0 : by->forces;
  *factor *= 1 + by->step;
  return isfinite(*factor) && isfinite(by->width) ? HOL_OK : HOL_NUMERICAL;
}

/** @param[in,out] factor  near it */
static hol_status improve(side *s, double *factor, improvement *by)
{
  hol_loaded here = {.at = {.residual = 0}}, there = here;
  double aside, *room = NULL;
  hol_status status = make_state(s, *factor, &here);
  status = status == HOL_OK ? make_aside(s, *factor, &here, &there, &aside) : status;
  if (status == HOL_OK) {
    room = hol_alloc(3 * here.at.matrix.n, sizeof *room);
    status = room ? step_by_vector(s, &here, &there, aside, factor, room, by) : HOL_MEMORY;
  }
  free(room);
  hol_loaded_clear(&here);
  hol_loaded_clear(&there);
  return status;
}

/** The factor between a and b, a little apart, by its vector.
 *  @param[out] width  what rounding leaves of it, also where several are so close that no vector is that of one; 0: not
 *                     known
 *  @return HOL_NUMERICAL if it does not come to stand there */
static hol_status refine(side *s, double a, double b, double *factor, double *width)
{
  enum { STEPS = 6 };
  improvement by = {.step = 1, .forces = (double)NAN};
  hol_status status = HOL_OK;
  *width = 0;
  *factor = (a + b) / 2;
  for (int k = 0; k < STEPS && status == HOL_OK && fabs(by.step) > fmax(by.width / 16, 1e-15); k++) {
    status = improve(s, factor, &by);
    bool is_near = status == HOL_OK && fabs(by.step) <= narrow;
    *width = is_near ? fmax(*width, fmax(least_width, times_rounding * by.width)) : *width;
  }
  HOL_TRY(status);
  return *factor >= a && *factor <= b && fabs(by.step) <= *width / 4 ? HOL_OK : HOL_NUMERICAL;
}

/* ---- by counting ------------------------------------------------------------------------------------------------- */

/** Cut an interval whose first factor is looked for until it is so narrow. */
static hol_status cut(side *s, size_t below, double until, double *a, double *b)
{
  while (*b - *a > until * *b) {
    size_t count;
    double middle = *a + (*b - *a) / 2;
    if (middle <= *a || middle >= *b) {
      break;
    }
    HOL_TRY(count_about(s, &middle, (*b - *a) / 64, &count));
    *(count > below ? b : a) = middle;
  }
  return HOL_OK;
}

/** Is the first factor beyond `below` others, and nothing before it, within its bracket? */
static hol_status is_proved(side *s, double factor, double width, size_t below, size_t *above, bool *proved)
{
  size_t first;
  HOL_TRY(count_at(s, factor * (1 - width), &first));
  HOL_TRY(count_at(s, factor * (1 + width), above));
  *proved = first == below && *above > below;
  return HOL_OK;
}

/** The first critical factor beyond `low`, where `below` are; `high` is beyond it. @param[in,out] low  moves behind
 *  it */
static hol_status next_factor(side *s, double *low, size_t below, double high)
{
  double a = *low, b = high, factor = 0, width = 0;
  size_t above = 0;
  bool proved = false;
  HOL_TRY(cut(s, below, narrow, &a, &b));
  hol_status status = refine(s, a, b, &factor, &width);
  status = status == HOL_OK && width < most_width ? is_proved(s, factor, width, below, &above, &proved) : status;
  if (status != HOL_OK && status != HOL_NUMERICAL) {
    return status;
  }
  s->found->complete = s->found->complete && (width > 0 || proved); /* else nothing says how far rounding goes */
  for (width = fmax(width, least_width); !proved && width < most_width; width *= 16) { /* several: by counts alone */
    HOL_TRY(cut(s, below, width / 4, &a, &b));
    factor = (a + b) / 2;
    HOL_TRY(is_proved(s, factor, width, below, &above, &proved));
    if (proved) {
      break;
    }
  }
  *low = factor * (1 + width);
  return proved ? add_factor(s, factor, width, below, above) : HOL_INCOMPLETE;
}

/** All factors of one sign that are asked for. Where no member is compressed there are none. */
static hol_status find_side(side *s, size_t wanted)
{
  double low = 0, high = 0, compressed = s->sign > 0 ? -s->found->least : s->found->greatest;
  size_t above = 0;
  if (!(compressed > 0)) {
    return HOL_OK;
  }
  hol_status reached = enclose(s, wanted, &low, &high, &above), status = reached == HOL_INCOMPLETE ? HOL_OK : reached;
  wanted = above < wanted ? above : wanted;
  while (status == HOL_OK && s->sign_count < wanted) {
    status = next_factor(s, &low, s->sign_count, high);
  }
  return status == HOL_OK ? reached : status;
}

static hol_status find_all(const hol_buckling_request *request, side *s)
{
  hol_buckling *found = s->found;
  hol_prestressed made = {.is_owned = NULL};
  hol_status status = hol_prestress(s->problem, s->statics, 1, true, &made, s->faults);
  found->least = made.least;
  found->greatest = made.greatest;
  hol_prestressed_clear(&made);
  HOL_TRY(status);
  for (int k = 0; k < (request->reversed ? 2 : 1) && (status == HOL_OK || status == HOL_INCOMPLETE); k++) {
    s->sign = k ? -1 : 1;
    s->sign_count = 0;
    hol_status of_side = find_side(s, request->count);
    status = of_side == HOL_OK ? status : of_side;
  }
  return status;
}

/** Shapes are told where they are to be had; what is proved does not rest on them. */
static hol_status find_shapes(const hol_problem *problem, const hol_statics *statics, hol_buckling *found)
{
  found->geometry = found->factors && problem->output_shapes ? hol_alloc(1, sizeof *found->geometry) : NULL;
  for (size_t i = 0; i < found->factors && problem->output_shapes; i++) {
    hol_buckling_factor *f = &found->factor[i];
    f->shape = hol_alloc(f->multiplicity, sizeof *f->shape);
    if (!f->shape || !found->geometry) {
      return HOL_MEMORY;
    }
    f->shapes = f->multiplicity;
    hol_status status = hol_buckled_shapes(problem, statics, f->factor, f->multiplicity, f->shape, found->geometry);
    if (status == HOL_MEMORY) {
      return status;
    }
    for (size_t k = 0; k < f->multiplicity && status != HOL_OK; k++) {
      hol_buckled_clear(&f->shape[k]);
      f->shapes = 0;
    }
  }
  return HOL_OK;
}

hol_status hol_buckling_find(const hol_problem *problem, const hol_buckling_request *request,
                             hol_cancellation cancellation, hol_buckling *found, hol_faults *faults)
{
  double balance[2];
  hol_statics statics = {.residual = 0};
  *found = (hol_buckling){.problem = problem, .complete = true};
  hol_status status = hol_statics_solve(
      &(hol_statics_request){.problem = problem, .points = 2, .cancellation = cancellation}, &statics, faults);
  found->is_stopped = status == HOL_INCOMPLETE;
  status = status == HOL_OK ? hol_statics_balance(&statics, balance) : status;
  status = status == HOL_OK ? hol_statics_rounding(&statics) : status;
  if (status == HOL_OK) {
    found->is_filled = true;
    found->is_stable = statics.unstable == 0;
    side s = {.problem = problem, .statics = &statics, .cancellation = cancellation, .found = found, .faults = faults};
    status = found->is_stable ? find_all(request, &s) : HOL_INCOMPLETE;
    hol_status shaped = found->is_stopped ? HOL_OK : find_shapes(problem, &statics, found);
    status = shaped == HOL_OK ? status : shaped;
    found->neglected = hol_statics_neglected(&statics);
    found->is_counted = found->complete && status == HOL_OK && !(balance[0] > 1e-9);
    found->complete = found->is_counted && !found->neglected;
  }
  hol_statics_clear(&statics);
  return status == HOL_OK && !found->complete ? HOL_INCOMPLETE : status;
}
