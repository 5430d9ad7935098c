/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps along the solution of an ordinary differential equation by the SUNDIALS plugin, tried again where a function of
   the equation is not defined. */
#include "base/integrator.h"
#include "base/memory.h"
#include "base/plugin/sundials.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A step that leaves where f is defined is tried with this part of its length, and as many times as take any step
 *  below the rounding of its time. */
static const double shorter = 0.125;
enum { MOST_TRIES = 40 };

/** Times within this of a stop are there: a step to it is shorter by 4 roundings of its length, and t is rounded. */
static const double rounding = 8 * DBL_EPSILON;

struct hol_integrator {
  hol_integrator_equation equation;
  const hol_sundials_plugin *plugin;
  hol_sundials *solver;
  double t, *y, *next; /**< the last accepted state; [n] room for the next */
  double size;
  hol_integrator_counts counts;
  hol_integrator_failure failure;
  hol_status ended; /**< status of a function of the equation that ends the step, else HOL_OK */
};

/* ---- the equation, as the plugin calls it ------------------------------------------------------------------------ */

static bool are_finite(const double *x, size_t n)
{
  size_t finite = 0;
  for (size_t i = 0; i < n; i++) {
    finite += isfinite(x[i]) ? 1 : 0;
  }
  return finite == n;
}

static int answer(hol_integrator *i, hol_status status)
{
  if (status != HOL_OK && status != HOL_NUMERICAL) {
    i->ended = status;
    return -1;
  }
  return status == HOL_OK ? 0 : 1;
}

static int call_rate(void *self, double t, const double *y, double *rate)
{
  hol_integrator *i = self;
  size_t n = i->equation.count;
  i->counts.rates++;
  if (!are_finite(y, n)) {
    return 1;
  }
  hol_status status = i->equation.rate(i->equation.self, t, y, rate);
  return answer(i, status == HOL_OK && !are_finite(rate, n) ? HOL_NUMERICAL : status);
}

static int call_project(void *self, double t, double *y)
{
  hol_integrator *i = self;
  i->counts.projections++;
  return answer(i, i->equation.project(i->equation.self, t, y));
}

static int call_jacobian(void *self, double t, const double *y, const double *rate, double *jacobian)
{
  hol_integrator *i = self;
  size_t n = i->equation.count;
  i->counts.jacobians++;
  hol_status status = i->equation.jacobian(i->equation.self, t, y, rate, jacobian);
  return answer(i, status == HOL_OK && !are_finite(jacobian, n * n) ? HOL_NUMERICAL : status);
}

/* ---- owner ------------------------------------------------------------------------------------------------------- */

/** The plugin is found beside the program (run path) or where it was installed; it stays loaded, as most that integrate
 *  once do so again. */
static const hol_sundials_plugin *load_plugin(void)
{
  enum { HOW = RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE };
  void *library = dlopen("libholonome_sundials.so", HOW);
  library = library ? library : dlopen(HOLONOME_PLUGINS "/libholonome_sundials.so", HOW);
  if (!library) {
    return NULL;
  }
  const hol_sundials_plugin *plugin = dlsym(library, HOL_SUNDIALS_SYMBOL);
  (void)dlclose(library);
  return plugin;
}

static bool are_tolerances(size_t n, double relative, const double *absolute)
{
  bool are = isfinite(relative) && relative >= 0;
  for (size_t k = 0; k < n; k++) {
    are = are && isfinite(absolute[k]) && absolute[k] > 0;
  }
  return are;
}

static hol_status make(hol_integrator *i, bool is_stiff, double relative, const double *absolute, double t,
                       const double *y)
{
  size_t n = i->equation.count;
  const hol_sundials_equation calls = {.self = i,
                                       .count = n,
                                       .rate = call_rate,
                                       .project = i->equation.project ? call_project : NULL,
                                       .jacobian = i->equation.jacobian ? call_jacobian : NULL};
  i->t = t;
  i->y = hol_alloc_copy(y, n, sizeof *y);
  i->next = hol_alloc(n, sizeof *i->next);
  if (!i->y || !i->next) {
    return HOL_MEMORY;
  }
  i->plugin = load_plugin();
  if (!i->plugin) {
    return HOL_FILE;
  }
  HOL_TRY(i->plugin->make(&calls, is_stiff, t, y, &i->solver));
  return i->plugin->set_tolerance(i->solver, relative, absolute);
}

hol_status hol_integrator_make(const hol_integrator_equation *equation, bool is_stiff, double relative,
                               const double *absolute, double t, const double *y, hol_integrator **integrator)
{
  *integrator = NULL;
  if (equation->count == 0 || !are_tolerances(equation->count, relative, absolute)) {
    return HOL_INVALID;
  }
  hol_integrator *i = hol_alloc(1, sizeof *i);
  if (!i) {
    return HOL_MEMORY;
  }
  i->equation = *equation;
  hol_status status = make(i, is_stiff, relative, absolute, t, y);
  if (status != HOL_OK) {
    hol_integrator_free(i);
    return status;
  }
  *integrator = i;
  return HOL_OK;
}

void hol_integrator_free(hol_integrator *i)
{
  if (i) {
    if (i->plugin) {
      i->plugin->free(i->solver);
    }
    free(i->y);
    free(i->next);
    free(i);
  }
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

/** @param[out] t  its end  @return as the plugin's; of a function of the equation what that says */
static hol_status attempt(hol_integrator *i, double stop, double *t)
{
  size_t rejected = i->plugin->rejected(i->solver);
  i->ended = HOL_OK;
  *t = i->t;
  hol_status status = i->plugin->step(i->solver, stop, t, i->next, &i->failure);
  i->counts.rejected += i->plugin->rejected(i->solver) - rejected;
  if (status == HOL_OK && !(*t > i->t)) { /* shorter than the rounding of t */
    i->failure = HOL_INTEGRATOR_ACCURACY;
    status = HOL_NUMERICAL;
  }
  if (i->ended != HOL_OK) {
    i->failure = HOL_INTEGRATOR_FINE;
    status = i->ended;
  }
  return status;
}

/** SUNDIALS says that it is at a stop where it is within 100 roundings of it: then the step was too short, by what is
 *  as much as 1e-11 of a unit of time after 500. @return whether it was */
static bool is_cut(const hol_integrator *i, double stop, double t)
{
  return t == stop && stop - (i->t + i->plugin->taken(i->solver)) > rounding * fabs(stop);
}

/** An attempt, and shorter ones from the same state as long as something is not defined. (ARKODE gives up at once.) */
static hol_status attempt_shorter(hol_integrator *i, double stop, double *t)
{
  hol_status status = attempt(i, stop, t);
  for (int k = 0; status == HOL_NUMERICAL && i->failure == HOL_INTEGRATOR_UNDEFINED && k < MOST_TRIES; k++) {
    double tried = i->plugin->tried(i->solver), ahead = stop - i->t;
    double step = shorter * (tried > 0 && tried < ahead ? tried : ahead);
    if (!(i->t + step > i->t)) {
      break;
    }
    HOL_TRY(i->plugin->reset(i->solver, i->t, i->y, step));
    status = attempt(i, stop, t);
  }
  return status;
}

static hol_status take(hol_integrator *i, double stop, double *t)
{
  HOL_TRY(attempt_shorter(i, stop, t));
  if (!is_cut(i, stop, *t)) {
    return HOL_OK;
  }
  HOL_TRY(i->plugin->reset(i->solver, i->t, i->y, stop - i->t));
  return attempt_shorter(i, stop, t);
}

hol_status hol_integrator_step(hol_integrator *i, double stop, double *t, double *y)
{
  size_t bytes = i->equation.count * sizeof *y;
  double end = i->t;
  i->failure = HOL_INTEGRATOR_FINE;
  if (stop - i->t > rounding * fmax(fabs(stop), fabs(i->t))) {
    hol_status status = take(i, stop, &end);
    if (status != HOL_OK) {
      (void)i->plugin->reset(i->solver, i->t, i->y, 0); /* fails for no reason of its own */
      return status;
    }
    double size = end - i->t;
    i->size = end == stop ? fmax(i->size, size) : size;
    i->counts.steps++;
    memcpy(i->y, i->next, bytes);
  } else if (stop > i->t) {
    end = stop;
  }
  i->t = *t = end;
  memcpy(y, i->y, bytes);
  return HOL_OK;
}

hol_integrator_failure hol_integrator_why(const hol_integrator *i)
{
  return i->failure;
}

hol_status hol_integrator_reset(hol_integrator *i, double t, const double *y, double first_step)
{
  HOL_TRY(i->plugin->reset(i->solver, t, y, first_step));
  i->t = t;
  memmove(i->y, y, i->equation.count * sizeof *y);
  return HOL_OK;
}

hol_status hol_integrator_set_tolerance(hol_integrator *i, double relative, const double *absolute)
{
  return are_tolerances(i->equation.count, relative, absolute) ? i->plugin->set_tolerance(i->solver, relative, absolute)
                                                               : HOL_INVALID;
}

double hol_integrator_step_size(const hol_integrator *i)
{
  return i->size;
}

hol_integrator_counts hol_integrator_count(const hol_integrator *i)
{
  return i->counts;
}
