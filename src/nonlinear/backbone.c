/* SPDX-License-Identifier: BSD-3-Clause */
/* The backbone: free undamped motions of a mode by amplitude. */
#include "nonlinear/trace.h"

#include "base/memory.h"
#include "nonlinear/branches.h"
#include "nonlinear/duffing.h"
#include "nonlinear/incomplete.h"
#include "nonlinear/search.h"
#include "nonlinear/truncation.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double WELL_TAIL = 1e-6;

/** The two highest harmonics of the watched coordinate over its first one. */
static double tail_of(const hol_steady *s, const double *z)
{
  const double *c = z + s->watched * (s->balance.highest + 1);
  size_t top = s->balance.highest;
  return top > 2 ? hypot(c[top], c[top - 1]) / fmax(fabs(c[1]), DBL_MIN) : 0;
}

/** The free motion in a well ends in a standstill on the saddle, which no number of harmonics follows: there the path
 *  stops where the highest ones begin to count. */
static double passes_limit(void *self, const double *z)
{
  const hol_steady *s = self;
  double sum = 0;
  for (size_t i = 0; i < s->balance.unknowns; i++) {
    size_t full = s->balance.active[i];
    sum += full / s->balance.block == s->watched ? z[i] * z[i] : 0;
  }
  double reached = sqrt(sum / 2) / s->limit - 1;
  return s->in_well ? fmax(reached, tail_of(s, z) / WELL_TAIL - 1) : reached;
}

/** Coefficient of cos hθ of a coordinate among the unknowns of a free motion. */
static size_t cosine(const hol_steady *s, size_t coordinate, size_t h)
{
  return coordinate * (s->balance.highest + 1) + h;
}

/** A beginning: a small motion of mode k, and the way to go. */
typedef struct beginning {
  double size, omega, rest; /**< of mode k alone: about this displacement */
  double *z, *direction;    /**< [unknowns + 1] */
} beginning;

/** Set the beginning, with another coefficient so many times as large as that of mode k. */
static void set_beginning(const hol_steady *s, size_t k, size_t with, double part, beginning *b)
{
  size_t n = s->balance.unknowns + 1;
  memset(b->z, 0, n * sizeof *b->z);
  memset(b->direction, 0, n * sizeof *b->direction);
  b->z[with] = part * b->size;
  b->direction[with] = part;
  b->z[cosine(s, k, 0)] = sqrt(2) * b->rest;
  b->z[cosine(s, k, 1)] = b->size;
  b->direction[cosine(s, k, 1)] = 1;
  b->z[n - 1] = b->omega;
}

/** Improve it.
 *  @return HOL_NUMERICAL if there is no such motion, or only one in which mode k has no part */
static hol_status improve_beginning(const hol_steady *s, hol_path_options options, size_t k, beginning *b)
{
  size_t n = s->balance.unknowns + 1;
  hol_path path = {0};
  options.max_points = 1;
  options.farm = NULL;
  hol_status status = hol_path_follow(&s->equation, &options, b->z, b->direction, false, &path);
  if (status == HOL_OK) {
    memcpy(b->z, path.z, n * sizeof *b->z);
    status = fabs(b->z[cosine(s, k, 1)]) > 0.1 * b->size ? HOL_OK : HOL_NUMERICAL;
  }
  hol_path_clear(&path);
  return status;
}

/** Where a multiple of the frequency is that of another mode, this mode goes along however small the motion is, and how
 *  much of it only the cubic terms tell. Then other beginnings are tried, from small parts of the other mode to
 *  large. */
static hol_status begin_backbone(const hol_steady *s, const hol_path_options *options, size_t k, beginning *b)
{
  static const double part[] = {0.01, -0.01, 0.03, -0.03, 0.1, -0.1, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7, 1, -1, 2, -2};
  const hol_nonlinear_model *m = s->balance.model;
  set_beginning(s, k, 0, 0, b);
  hol_status status = improve_beginning(s, *options, k, b);
  for (size_t t = 0; status == HOL_NUMERICAL && t < sizeof part / sizeof *part; t++) {
    for (size_t i = 0; status == HOL_NUMERICAL && i < m->lateral; i++) {
      double multiple = round(sqrt(fmax(m->omega2[i], 0)) / b->omega);
      if (i != k && multiple >= 1 && multiple <= (double)s->balance.highest) {
        set_beginning(s, k, cosine(s, i, (size_t)multiple), part[t], b);
        status = improve_beginning(s, *options, k, b);
      }
    }
  }
  return status;
}

/** The frequency of small free motions about rest, or about the bottom of a well; of a large one if that is 0. */
static double natural_frequency(const hol_duffing *d, double large)
{
  return sqrt(d->omega2 > 0 ? d->omega2 : d->omega2 < 0 ? -2 * d->omega2 : 0.75 * d->mu * large * large);
}

static hol_status backbone_in(hol_steady *s, size_t k, const hol_nonlinear_options *o, hol_farm *farm, hol_path *path)
{
  size_t n = s->balance.unknowns + 1;
  double *work = hol_alloc(2 * n, sizeof *work);
  if (!work) {
    return HOL_MEMORY;
  }
  const hol_duffing d = hol_duffing_of(s->balance.model, k);
  double size = 1e-3 * s->limit, square = d.omega2 + 0.75 * d.mu * size * size,
         of_rest = natural_frequency(&d, s->limit);
  beginning b = {
      .size = size, .omega = d.omega2 >= 0 && square > 0 ? sqrt(square) : of_rest, .z = work, .direction = work + n};
  b.rest = d.omega2 < 0 ? sqrt(-d.omega2 / d.mu) : 0;
  const hol_path_options options = {.from = o->from,
                                    .to = o->to,
                                    .unit = of_rest,
                                    .first_step = o->step,
                                    .largest_step = HOL_LARGEST_STEP,
                                    .max_points = o->max_points,
                                    .farm = farm};
  hol_status status = begin_backbone(s, &options, k, &b);
  if (status == HOL_OK) {
    status = hol_path_follow(&s->equation, &options, b.z, b.direction, false, path);
  }
  free(work);
  return status;
}

/** The free equations of a fresh hol_steady. */
static hol_status make_free(hol_steady *s, size_t k, double rms_limit)
{
  HOL_TRY(hol_balance_make_free(&s->balance));
  s->watched = k;
  s->limit = rms_limit;
  s->in_well = s->balance.model->omega2[k] < 0;
  s->equation.unknowns = s->balance.unknowns;
  s->equation.limit = passes_limit;
  s->equation.size_slope = NULL;
  s->equation.known_branch_point = NULL;
  return HOL_OK;
}

static hol_status keep_path(hol_steady *s, const hol_path *path, hol_nonlinear_curve *curve)
{
  const hol_path none = {0};
  curve->branch = hol_alloc(1, sizeof *curve->branch);
  if (!curve->branch) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_branch_make(s, &none, path, curve->branch));
  curve->branches = 1;
  curve->branch->end[0] = HOL_BRANCH_ENDS_AT_LIMIT;
  curve->complete = true;
  if (path->end == HOL_BRANCH_ENDS_EARLY) {
    hol_incomplete_add(curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_EARLY,
                                                      .nu = curve->branch->nu[curve->branch->points - 1],
                                                      .branch = 0});
  }
  curve->steps = path->steps;
  curve->rejected = path->rejected;
  return HOL_OK;
}

/** With the harmonics of the options. */
static hol_status backbone_once(const hol_nonlinear_model *model, size_t k, double rms_limit,
                                const hol_nonlinear_options *o, hol_farm *farm, hol_nonlinear_curve *curve)
{
  hol_steady s;
  hol_path path = {0};
  hol_nonlinear_model free = *model; /* borrows: of a free motion nothing is lost */
  free.cubic_loss = false;
  hol_status status = hol_steady_start(&s, model, o, 1, false);
  status = status == HOL_OK ? make_free(&s, k, rms_limit) : status;
  status = status == HOL_OK ? backbone_in(&s, k, o, farm, &path) : status;
  status = status == HOL_OK ? keep_path(&s, &path, curve) : status;
  status = status == HOL_OK ? hol_truncation_measure(&free, curve) : status;
  hol_path_clear(&path);
  hol_steady_clear(&s);
  return status;
}

hol_status hol_backbone(const hol_nonlinear_model *model, size_t k, hol_backbone_range range, hol_farm *farm,
                        hol_nonlinear_curve *curve)
{
  double rms_limit = range.rms_limit;
  hol_nonlinear_options o = hol_options_completed(*range.options);
  bool is_chosen = o.harmonics == 0;
  o.harmonics = is_chosen ? HOL_USUAL_HARMONICS : o.harmonics;
  if (k >= model->lateral || !(rms_limit > 0) || !isfinite(rms_limit) || !(o.step > 0)) {
    return HOL_INVALID;
  }
  const hol_duffing d = hol_duffing_of(model, k);
  if (!(d.omega2 > 0) && !(d.mu > 0)) {
    return HOL_INVALID;
  }
  o.to = o.to > 0 ? o.to : 1e9 * natural_frequency(&d, rms_limit);
  for (int round = 1;; round++) {
    HOL_TRY(backbone_once(model, k, rms_limit, &o, farm, curve));
    if (!is_chosen || round == HOL_ROUNDS || curve->branch->missing <= HOL_ENOUGH) {
      break;
    }
    hol_nonlinear_curve_clear(curve);
    o.harmonics += 2 + o.harmonics / 2;
  }
  hol_truncation_check(is_chosen, curve);
  return HOL_OK;
}

hol_status hol_nonlinear_backbone(const hol_nonlinear_model *model, size_t k, double rms_limit,
                                  const hol_nonlinear_options *options, hol_nonlinear_curve *curve)
{
  return hol_backbone(model, k, (hol_backbone_range){rms_limit, options}, NULL, curve);
}
