/* Critical factors, isolated and bracketed by counts. */
#include "base/memory.h"
#include "statics/buckling.h"
#include "statics/prestress.h"

#include <math.h>
#include <stdlib.h>

/** Relative distance of both ends of a bracket from its middle: well above rounding of counts. */
static const double half_width = 2e-13;
/** Nothing is looked for beyond so many times the first factor tried. */
static const double farthest = 1e60;

/** One side: factors of one sign. */
typedef struct side {
  const hol_problem *problem;
  const hol_statics *statics;
  hol_buckling *found;
  hol_faults *faults;
  double sign;
  size_t sign_count; /**< factors found on this side, by multiplicity */
} side;

/** J at a factor of either sign. @return HOL_NUMERICAL where it is not to be had */
static hol_status count_at(side *s, double factor, size_t *count)
{
  hol_prestressed made = {.is_owned = NULL};
  hol_statics at = {.residual = 0};
  hol_status status = hol_prestress(s->problem, s->statics, s->sign * factor, true, &made, s->faults);
  s->found->evaluations++;
  if (status == HOL_OK) {
    s->found->is_exact = s->found->is_exact && !made.is_linear;
    at.problem = made.problem;
    at.problem.exported = (hol_export){.modes = 0};
    status = hol_statics_count(&at, s->faults);
    *count = at.unstable;
  }
  hol_statics_clear(&at);
  hol_prestressed_clear(&made);
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

/** From a factor of one down below all critical ones, then up beyond the one wanted. @return HOL_INCOMPLETE: it is out of reach */
static hol_status enclose(side *s, size_t wanted, double *low, double *high, size_t *above)
{
  double factor = 1;
  size_t count = 0;
  hol_status status = count_at(s, factor, &count);
  while ((status == HOL_OK && count > 0) || status == HOL_NUMERICAL) {
    factor /= 16;
    if (!(factor > 1 / farthest)) {
      return HOL_INCOMPLETE;
    }
    status = count_at(s, factor, &count);
  }
  HOL_TRY(status);
  for (*low = *high = factor, *above = count; *above < wanted;) {
    *high *= 2;
    status = *high < farthest ? count_about(s, high, 1e-3 * *high, above) : HOL_INCOMPLETE;
    HOL_TRY(status == HOL_NUMERICAL ? HOL_INCOMPLETE : status);
  }
  return HOL_OK;
}

static hol_status add_factor(side *s, double factor, size_t below, size_t above)
{
  hol_buckling *found = s->found;
  if (!hol_grow(&found->factor, &found->capacity, found->factors + 1, sizeof *found->factor)) {
    return HOL_MEMORY;
  }
  double near = factor * (1 - half_width), far = factor * (1 + half_width);
  found->factor[found->factors++] = (hol_buckling_factor){.factor = s->sign * factor,
                                                          .lower = s->sign > 0 ? near : -far,
                                                          .upper = s->sign > 0 ? far : -near,
                                                          .multiplicity = above - below,
                                                          .count_below = below,
                                                          .count_above = above};
  s->sign_count += above - below;
  return HOL_OK;
}

/** The first critical factor beyond `low`, where `below` are; `high` is beyond it. @param[in,out] low  moves behind it */
static hol_status next_factor(side *s, double *low, size_t below, double high)
{
  double a = *low, b = high;
  size_t count, first, last;
  while (b - a > 1e-15 * b) {
    double middle = a + (b - a) / 2;
    if (middle <= a || middle >= b) {
      break;
    }
    HOL_TRY(count_about(s, &middle, (b - a) / 64, &count));
    *(count > below ? &b : &a) = middle;
  }
  double factor = (a + b) / 2;
  HOL_TRY(count_at(s, factor * (1 - half_width), &first));
  HOL_TRY(count_at(s, factor * (1 + half_width), &last));
  *low = factor * (1 + half_width);
  s->found->complete = s->found->complete && first == below && last > below;
  return last > first ? add_factor(s, factor, first, last) : HOL_INCOMPLETE;
}

/** All factors of one sign that are asked for. Where no member is compressed there are none. */
static hol_status find_side(side *s, size_t wanted)
{
  double low, high, compressed = s->sign > 0 ? -s->found->least : s->found->greatest;
  size_t above;
  if (!(compressed > 0)) {
    return HOL_OK;
  }
  hol_status status = enclose(s, wanted, &low, &high, &above);
  while (status == HOL_OK && s->sign_count < wanted) {
    status = next_factor(s, &low, s->sign_count, high);
  }
  return status;
}

static hol_status find_all(const hol_problem *problem, const hol_statics *statics, const hol_buckling_request *request,
                           hol_buckling *found, hol_faults *faults)
{
  hol_prestressed made = {.is_owned = NULL};
  hol_status status = hol_prestress(problem, statics, 1, true, &made, faults);
  found->least = made.least;
  found->greatest = made.greatest;
  hol_prestressed_clear(&made);
  HOL_TRY(status);
  for (int k = 0; k < (request->reversed ? 2 : 1) && status == HOL_OK; k++) {
    side s = {.problem = problem, .statics = statics, .found = found, .faults = faults, .sign = k ? -1 : 1};
    status = find_side(&s, request->count);
  }
  return status;
}

hol_status hol_buckling_find(const hol_problem *problem, const hol_buckling_request *request, hol_buckling *found,
                             hol_faults *faults)
{
  double balance[2];
  hol_statics statics = {.residual = 0};
  *found = (hol_buckling){.problem = problem, .is_exact = true, .complete = true};
  hol_status status = hol_statics_solve(&(hol_statics_wish){.problem = problem, .points = 2}, &statics, faults);
  status = status == HOL_OK ? hol_statics_balance(&statics, balance) : status;
  if (status == HOL_OK) {
    found->is_filled = true;
    found->is_stable = statics.unstable == 0;
    status = found->is_stable ? find_all(problem, &statics, request, found, faults) : HOL_INCOMPLETE;
    found->complete = found->complete && status == HOL_OK && found->is_exact && !(balance[0] > 1e-9);
  }
  hol_statics_clear(&statics);
  return status == HOL_OK && !found->complete ? HOL_INCOMPLETE : status;
}
