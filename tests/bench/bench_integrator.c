/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast differential equations are integrated: evaluations of the right side per second of one core.
 *
 *     build/tests/bench_integrator [SECONDS]
 *
 * A pendulum in Cartesian coordinates, written in C, with projection after every step, over 30 s again and again for
 * SECONDS (default 1) per line; tolerance 1e-11. A line: what, integrations, steps and evaluations of one, nanoseconds
 * per evaluation, evaluations per second. The first is the right side alone: what the others are above it is the
 * integrator's; `201 times` has a stop every 0.15 s. Processor time, so that other work does not count. */
#include "base/clock.h"
#include "base/integrator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double gravity = 9.81, end = 30, tolerance = 1e-11;

static hol_status pendulum(void *self, double t, const double *y, double *rate)
{
  (void)self;
  (void)t;
  double pull = (y[2] * y[2] + y[3] * y[3] - gravity * y[1]) / (y[0] * y[0] + y[1] * y[1]);
  rate[0] = y[2];
  rate[1] = y[3];
  rate[2] = -pull * y[0];
  rate[3] = -gravity - pull * y[1];
  return HOL_OK;
}

static hol_status project(void *self, double t, double *y)
{
  (void)self;
  (void)t;
  double length = hypot(y[0], y[1]), along;
  y[0] /= length;
  y[1] /= length;
  along = y[0] * y[2] + y[1] * y[3];
  y[2] -= along * y[0];
  y[3] -= along * y[1];
  return HOL_OK;
}

static hol_status integrate_once(const hol_integrator_equation *equation, bool is_stiff, size_t times,
                                 hol_integrator_counts *counts)
{
  const double absolute[4] = {tolerance, tolerance, tolerance, tolerance};
  double t = 0, y[4] = {1, 0, 0, 0};
  hol_integrator *integrator = NULL;
  hol_status status = hol_integrator_make(equation, is_stiff, tolerance, absolute, t, y, &integrator);
  for (size_t k = 1; k < times && status == HOL_OK; k++) {
    double stop = end * (double)k / (double)(times - 1);
    while (t < stop && status == HOL_OK) {
      status = hol_integrator_step(integrator, stop, &t, y);
    }
  }
  if (status == HOL_OK) {
    *counts = hol_integrator_count(integrator);
  }
  hol_integrator_free(integrator);
  return status;
}

static void tell(const char *what, size_t runs, hol_integrator_counts once, double seconds)
{
  double evaluations = (double)runs * (double)once.rates;
  printf("%-24s %8zu %8zu %8zu %8.1f ns %10.3g /s\n", what, runs, once.steps, once.rates, 1e9 * seconds / evaluations,
         evaluations / seconds);
}

static void measure_alone(hol_status (*volatile rate)(void *, double, const double *, double *), double seconds)
{
  enum { AT_ONCE = 100000 };
  hol_integrator_counts once = {.rates = AT_ONCE};
  double y[4] = {1, 0, 0, 0}, slope[4], begun = hol_processor_seconds(), spent = 0;
  size_t runs = 0;
  for (; spent < seconds; runs++, spent = hol_processor_seconds() - begun) {
    for (int k = 0; k < AT_ONCE; k++) {
      (void)rate(NULL, 0, y, slope);
      y[3] = 1e-3 * slope[3];
    }
  }
  tell("right side alone", runs, once, spent);
}

static hol_status measure(const char *what, bool is_stiff, size_t times, double seconds)
{
  const hol_integrator_equation equation = {.count = 4, .rate = pendulum, .project = project};
  hol_integrator_counts once = {0};
  hol_status status = integrate_once(&equation, is_stiff, times, &once); /* the plugin is loaded */
  double begun = hol_processor_seconds(), spent = 0;
  size_t runs = 0;
  for (; status == HOL_OK && spent < seconds; runs++, spent = hol_processor_seconds() - begun) {
    status = integrate_once(&equation, is_stiff, times, &once);
  }
  if (status == HOL_OK) {
    tell(what, runs, once, spent);
  }
  return status;
}

int main(int argc, char **argv)
{
  double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
  measure_alone(pendulum, seconds);
  hol_status status = measure("explicit", false, 2, seconds);
  status = status == HOL_OK ? measure("explicit, 201 times", false, 201, seconds) : status;
  status = status == HOL_OK ? measure("stiff", true, 2, seconds) : status;
  if (status != HOL_OK) {
    fprintf(stderr, "%s\n", status == HOL_FILE ? HOL_INTEGRATOR_MISSING : hol_status_text(status));
  }
  return (int)status;
}
