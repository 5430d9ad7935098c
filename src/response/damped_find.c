/* Damped motions from the proved list of undamped ones. */
#include "base/memory.h"
#include "compliance/system.h"
#include "model/layout.h"
#include "response/damped.h"
#include "response/laws.h"
#include "spectrum/frequencies.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Where infinitely many motions come together, what is within this part of the distance from zero is not listed. */
static const double beside = 0.1;
/** Undamped frequencies are looked for a little beyond what is needed, relatively; so many at the most. */
static const double margin = 1e-6;
enum { UNDAMPED_MOST = 20000 };

/** The undamped list. {0} is empty. */
typedef struct undamped {
  hol_problem problem; /**< as given, but for what is asked of frequencies: borrowed */
  hol_watch watch;
  hol_result result;
  double covered; /**< λ below which all are listed */
  bool is_proved;
} undamped;

/** How a structure is damped. */
typedef struct survey {
  bool is_one_law;
  hol_damping law; /**< if it is one */
  size_t all;      /**< undamped frequencies that there are; SIZE_MAX: without end */
} survey;

/* ---- what damps it ------------------------------------------------------------------------------------------------ */

static bool is_same(double a, double b)
{
  return fabs(a - b) <= 4 * DBL_EPSILON * fmax(fabs(a), fabs(b));
}

/** Springs with the law of the parts: their viscous part is b times the stiffness. */
static bool has_law(const hol_joint *joint, hol_damping law)
{
  bool is_viscous = law.stiffness > 0 || joint->damping > 0;
  return is_same(joint->loss_factor, law.loss_factor) &&
         (!is_viscous || (joint->stiffness_count == 1 && is_same(joint->damping, law.stiffness * joint->stiffness[0])));
}

static survey look_at(const hol_model *model)
{
  const hol_problem *problem = model->problem;
  survey found = {.is_one_law = true};
  for (size_t i = 0; i < model->member_count; i++) {
    hol_damping law = hol_part_damping(&problem->part[model->member[i].part]);
    found.law = i == 0 ? law : found.law;
    found.is_one_law = found.is_one_law && is_same(law.loss_factor, found.law.loss_factor) && !(law.line > 0) &&
                       is_same(law.mass, found.law.mass) && is_same(law.stiffness, found.law.stiffness);
  }
  if (model->member_count == 0 && model->spring_count > 0) {
    const hol_joint *first = &problem->joint[model->spring[0].joint];
    found.law.loss_factor = first->loss_factor;
    found.law.stiffness = first->stiffness_count == 1 ? first->damping / first->stiffness[0] : 0;
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    found.is_one_law = found.is_one_law && has_law(&problem->joint[model->spring[i].joint], found.law);
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    found.is_one_law = found.is_one_law && problem->joint[model->dashpot[i].joint].kind != HOL_DASHPOT;
  }
  found.is_one_law = found.is_one_law && (model->mass_count == 0 || !(found.law.mass > 0));
  return found;
}

static hol_status make_survey(const hol_problem *problem, survey *found, hol_faults *faults)
{
  hol_layout layout = {0};
  hol_model model = {0};
  hol_system system = {0};
  hol_status status = hol_layout_make(problem, true, &layout, &model, faults);
  if (status == HOL_OK) {
    *found = look_at(&model);
    status = hol_system_build(&model, 0, HOL_ORDER_MAX / 2, HOL_BOUND_UPPER, &system);
    found->all = system.finite_roots;
  }
  hol_system_clear(&system);
  hol_model_clear(&model);
  hol_layout_clear(&layout);
  return status;
}

/* ---- undamped motions --------------------------------------------------------------------------------------------- */

static void clear_undamped(undamped *u)
{
  hol_result_clear(&u->result);
}

/** So many, or those below. */
static hol_status solve_undamped(undamped *u, size_t count, double below, hol_faults *faults)
{
  hol_analysis *asked = &u->problem.analysis;
  *asked = (hol_analysis){.frequencies = count ? HOL_FREQUENCIES_COUNT : HOL_FREQUENCIES_BELOW,
                          .count = count,
                          .to = below,
                          .exact = true,
                          .order = 1,
                          .place = asked->place};
  hol_result_clear(&u->result);
  hol_solve_options options = {.watch = {.progress = u->watch.progress, .context = u->watch.context}};
  hol_status status = hol_solve_frequencies(&u->problem, options, &u->result, faults);
  const hol_result *r = &u->result;
  u->is_proved = status == HOL_OK;
  u->covered = count ? (r->mode_count ? r->mode[r->mode_count - 1].lower : 0) : below;
  u->covered = r->exhausted && u->is_proved ? (double)INFINITY : u->covered * u->covered;
  return status == HOL_INCOMPLETE && !r->stopped ? HOL_OK : status;
}

/* ---- the list ----------------------------------------------------------------------------------------------------- */

static hol_status add_motion(hol_damped *found, double complex s, hol_damped_motion **added)
{
  if (!hol_grow(&found->motion, &found->capacity, found->motions + 1, sizeof *found->motion)) {
    return HOL_MEMORY;
  }
  hol_damped_motion *m = *added = &found->motion[found->motions++];
  double complex lambda = -s * s;
  double size = cabs(s);
  *m = (hol_damped_motion){.s = {creal(s), cimag(s)},
                           .lambda = {size > 0 ? creal(lambda) : 0, size > 0 ? cimag(lambda) : 0},
                           .omega = size,
                           .damping_ratio = size > 0 ? -creal(s) / size : (double)NAN,
                           .loss_factor = creal(lambda) > 0 ? cimag(lambda) / creal(lambda) : (double)NAN,
                           .lower = NAN,
                           .upper = NAN,
                           .centre = {NAN, NAN},
                           .radius = NAN,
                           .residual = NAN};
  return HOL_OK;
}

static int by_size(const void *a, const void *b)
{
  const hol_damped_motion *x = a, *y = b;
  int order = (x->omega > y->omega) - (x->omega < y->omega);
  return order ? order : (x->s[1] > y->s[1]) - (x->s[1] < y->s[1]);
}

/** In order, and not more than are wanted. @return |s| up to which undamped motions matter; NAN: there are too few */
static double cut(const hol_damped_request *request, hol_damped *found)
{
  if (found->motions) {
    qsort(found->motion, found->motions, sizeof *found->motion, by_size);
  }
  size_t kept = request->count ? request->count : found->motions;
  double size = request->below;
  if (request->count) {
    size = found->motions < kept ? (double)NAN : found->motion[kept - 1].omega;
  } else {
    while (kept > 0 && !(found->motion[kept - 1].omega < size)) {
      kept--;
    }
  }
  found->motions = found->motions < kept ? found->motions : kept;
  for (size_t i = 0; i < found->motions; i++) {
    found->motion[i].number = i + 1;
  }
  return size;
}

/* ---- one law for all ---------------------------------------------------------------------------------------------- */

static hol_status take_roots(const undamped *u, hol_damping law, hol_damped *found)
{
  found->motions = 0;
  for (size_t i = 0; i < u->result.mode_count; i++) {
    const hol_mode *mode = &u->result.mode[i];
    hol_law_root root[2];
    size_t roots = hol_law_roots(law, mode->lower * mode->lower, mode->upper * mode->upper, root);
    for (size_t k = 0; k < roots; k++) {
      hol_damped_motion *m;
      double complex g = hol_complex(1, law.loss_factor) + law.stiffness * root[k].s;
      if (law.stiffness > 0 && isfinite(u->covered) && cabs(g) < beside) {
        continue;
      }
      HOL_TRY(add_motion(found, root[k].s, &m));
      m->lower = fmax(m->omega - root[k].radius, 0);
      m->upper = m->omega + root[k].radius;
      m->region = HOL_REGION_CIRCLE;
      m->centre[0] = m->s[0];
      m->centre[1] = m->s[1];
      m->radius = root[k].radius;
    }
  }
  return HOL_OK;
}

/** Motions of one law: undamped ones until they suffice. */
static hol_status find_by_law(undamped *u, const survey *s, const hol_damped_request *request, hol_damped *found,
                              hol_faults *faults)
{
  const hol_damping law = s->law;
  bool has_end = s->all <= UNDAMPED_MOST && law.stiffness > 0; /* none come together: all are wanted */
  size_t count = has_end && s->all > 0 ? s->all : request->count ? request->count + 1 : 0;
  double reach = hol_law_reach(law, request->below, beside), size = request->below;
  for (;;) {
    HOL_TRY(solve_undamped(u, count, sqrt(reach) * (1 + margin), faults));
    if (u->result.growing + u->result.neutral > 0) {
      found->reason = "without damping the structure gives way";
      return HOL_OK;
    }
    HOL_TRY(take_roots(u, law, found));
    size = cut(request, found);
    found->is_exhausted = isinf(u->covered);
    if (found->is_exhausted || !u->is_proved) {
      break;
    }
    reach = isnan(size) ? (double)INFINITY : hol_law_reach(law, size, beside);
    if (reach < u->covered || (count == 0 && !(reach > u->covered))) {
      break;
    }
    if (isnan(size) && count > UNDAMPED_MOST) {
      found->reason = "too many undamped frequencies belong to what comes first with damping";
      return HOL_OK;
    }
    count = isnan(size) ? 2 * count : 0;
  }
  bool comes_near = law.stiffness > 0 && !found->is_exhausted && size * law.stiffness > (1 - beside);
  found->accumulation = comes_near ? 1 / law.stiffness : 0;
  found->reason = u->is_proved ? NULL : "undamped frequencies are not proved";
  return HOL_OK;
}

/* ---- all ---------------------------------------------------------------------------------------------------------- */

static hol_status find(undamped *u, const hol_damped_request *request, hol_damped *found, hol_faults *faults)
{
  survey s = {.is_one_law = false};
  HOL_TRY(make_survey(&u->problem, &s, faults));
  if (!s.is_one_law) {
    hol_faults_add(faults, true, request->place,
                   "one loss_factor and one `rayleigh` of all parts and springs, no dashpot",
                   "`damped` is known where one law damps everything");
    return HOL_INVALID;
  }
  found->law = "one for all";
  HOL_TRY(find_by_law(u, &s, request, found, faults));
  found->known = found->reason ? HOL_DAMPED_OPEN : HOL_DAMPED_PROVED;
  found->is_filled = true;
  return found->reason ? HOL_INCOMPLETE : HOL_OK;
}

hol_status hol_damped_find(const hol_problem *problem, hol_watch watch, const hol_damped_request *request,
                           hol_damped *found, hol_faults *faults)
{
  *found = (hol_damped){.problem = problem, .known = HOL_DAMPED_OPEN};
  undamped u = {.problem = *problem, .watch = watch};
  hol_status status = find(&u, request, found, faults);
  found->is_stopped = u.result.stopped;
  clear_undamped(&u);
  return status;
}
