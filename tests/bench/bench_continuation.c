/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast curves of steady motions are followed: points per second of one core.
 *
 *     build/tests/bench_continuation [SECONDS]
 *
 * The equation x″ + 0.05x′ + x + 0.1x³ = 0.18 cos νt is followed from ν = 0.2 to 2.5 through both of its folds, again
 * and again for SECONDS (default 1) per line, with different numbers of harmonics and bounds of the step. Every point
 * counted is a converged one with its tangent, determinants, inertia and - unless said otherwise - Floquet multipliers;
 * events are located on the way. Times are of the process, so that other work on the machine does not count. */
#include "nonlinear/branches.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct tally {
  size_t curves, points, events;
  double seconds;
} tally;

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static hol_status follow_once(hol_steady *s, double largest_step, tally *t)
{
  size_t n = s->balance.unknowns + 1;
  const hol_path_options o = {
      .from = 0.2, .to = 2.5, .unit = 2.3, .first_step = 0.01, .largest_step = largest_step, .max_points = 1000000};
  double *start = calloc(2 * n, sizeof *start);
  hol_path path = {0};
  hol_status status = start ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    start[1] = 0.18 / (1 - 0.04);
    start[n - 1] = 0.2;
    start[2 * n - 1] = 1;
    status = hol_path_follow(&s->equation, &o, start, start + n, true, &path);
  }
  t->curves++;
  t->points += path.points;
  t->events += path.events;
  hol_path_clear(&path);
  free(start);
  return status;
}

static hol_status measure(size_t harmonics, double largest_step, bool with_stability, double seconds)
{
  hol_nonlinear_model m = {0};
  hol_steady s = {0};
  tally t = {0};
  hol_status status = hol_nonlinear_from_duffing(1, 0.1, &m);
  if (status == HOL_OK) {
    m.viscous = 0.05;
    m.force[0] = 0.18;
    const hol_nonlinear_options o = {.from = 0.2, .to = 2.5, .harmonics = harmonics};
    status = hol_steady_start(&s, &m, &o, 1, with_stability);
  }
  double start = seconds_now();
  while (status == HOL_OK && t.seconds < seconds) {
    status = follow_once(&s, largest_step, &t);
    t.seconds = seconds_now() - start;
  }
  if (status == HOL_OK) {
    printf("%9zu  %9g  %9s  %8zu  %6zu  %12.0f\n", harmonics, largest_step, with_stability ? "yes" : "no",
           t.points / t.curves, t.events / t.curves, (double)t.points / t.seconds);
  }
  hol_steady_clear(&s);
  hol_nonlinear_model_clear(&m);
  return status;
}

int main(int count, char **argument)
{
  double seconds = count > 1 ? strtod(argument[1], NULL) : 1;
  static const struct {
    size_t harmonics;
    double step;
    bool stability;
  } row[] = {{1, 0.02, true}, {3, 0.02, true},  {7, 0.02, true},  {7, 0.005, true},
             {7, 0.1, true},  {7, 0.02, false}, {15, 0.02, true}, {25, 0.02, true}};
  printf("harmonics  max. step  stability    points  events  points/s\n");
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    hol_status status = measure(row[i].harmonics, row[i].step, row[i].stability, seconds);
    if (status != HOL_OK) {
      fprintf(stderr, "bench_continuation: %s\n", hol_status_text(status));
      return (int)status;
    }
  }
  return 0;
}
