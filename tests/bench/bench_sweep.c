/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast a sweep solves structures, beside a dense finite-element solution of one.
 *
 *     build/tests/bench_sweep [STRUCTURES]
 *
 * The structure is that of figure VI.2 of the book (problems/sweeps/three-bars.yaml: three bars and a spring, ten
 * random parameters), the first three frequencies with their bounds. Three roads, times of the process, one core:
 *
 *   modes     six modes of each bar, the rest quasistatic, side by side in vectors; every root is proved by counts on
 * both sides within a margin of 1e-10 at most, and has its lower bound exact     exact compliances, roots proved
 * likewise elements  the mean structure by finite elements (Hermite beams, quadratic bars), LAPACK's dsygvx for three
 * eigenvalues; the coarsest mesh of a series that comes within 1e-6 of the exact frequencies
 *
 * The preparation of a sweep (a dozen ordinary solutions) is measured by a short sweep and taken off. The first 200
 * structures of both sweeps are compared with hol_solve(). Instructions per structure: the difference of
 *
 *     valgrind --tool=callgrind build/tests/bench_sweep 8000 modes
 *     valgrind --tool=callgrind build/tests/bench_sweep 16000 modes
 *
 * over 8000 (valgrind knows no AVX-512, so it takes the code for AVX2). With a second word only that road is gone,
 * without comparison. */
#include "reading.h"

#include "holonome/holonome.h"
#include "sweep/plan.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHORT = 64, COMPARED = 200, WANTED = 3, REPEAT = 20, ROOM = 8192 };

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- sweeps ------------------------------------------------------------------------------------------------------ */

/** The problem file, for exact compliances with the supported ends as joints. Owned by the caller. */
static char *problem_text(bool exact)
{
  char *text = calloc(ROOM, 1);
  FILE *file = fopen(HOLONOME_PROBLEMS "/sweeps/three-bars.yaml", "rb");
  char line[512];
  while (text && file && fgets(line, sizeof line, file)) {
    char *ends = strstr(line, ", ends: clamped-free");
    if (exact && ends) {
      memmove(ends, ends + strlen(", ends: clamped-free"), strlen(ends + strlen(", ends: clamped-free")) + 1);
    }
    bool is_compliance = strstr(line, "compliance: {") != NULL;
    strncat(text, exact && is_compliance ? "  compliance: exact\n" : line, ROOM - strlen(text) - 1);
    if (exact && strncmp(line, "joints:", 7) == 0) {
      strncat(text, "  - {fix: bar1.start}\n  - {fix: bar2.start}\n", ROOM - strlen(text) - 1);
    }
  }
  if (file) {
    (void)fclose(file);
  }
  return text;
}

/** Sweep over so many points. @return seconds of the process; negative after a failure */
static double sweep_points(reading *r, size_t points, bool one_by_one, hol_sweep *sweep)
{
  ((hol_plan *)hol_plan_of(&r->problem))->points = points;
  double start = seconds_now();
  hol_status status = hol_sweep_run(&r->problem, (hol_sweep_options){.one_by_one = one_by_one}, sweep, &r->faults);
  return status == HOL_OK && sweep->solved == points ? seconds_now() - start : -1;
}

static double largest_difference(const hol_sweep *a, const hol_sweep *b)
{
  double largest = 0;
  for (size_t i = 0; i < a->points * a->columns; i++) {
    largest = fmax(largest, fabs(a->omega[i] / b->omega[i] - 1));
  }
  return largest;
}

/** Measure one road. @return structures per second, 0 after a failure */
static double measure(const char *name, const char *text, size_t points, bool compare)
{
  reading r = {0};
  hol_sweep some = {0}, all = {0}, single = {0};
  double rate = 0;
  if (reading_of(text, &r)) {
    double preparation = sweep_points(&r, SHORT, false, &some);
    hol_sweep_clear(&some);
    double total = sweep_points(&r, points, false, &all);
    rate = preparation > 0 && total > 0 ? (double)(points - SHORT) / (total - preparation) : 0;
    printf("%-9s %9zu structures %8.3f s  %10.0f per second and core, %zu one by one\n", name, points, total, rate,
           points - all.batched);
    if (compare && total > 0) {
      hol_sweep_clear(&some);
      double apart = sweep_points(&r, COMPARED, false, &some), alone = sweep_points(&r, COMPARED, true, &single);
      printf("%9s hol_solve() one by one: %.0f per second; largest difference of %d structures %.1e\n", "",
             COMPARED / alone, COMPARED, apart > 0 && alone > 0 ? largest_difference(&some, &single) : 1.0);
    }
  }
  hol_sweep_clear(&some);
  hol_sweep_clear(&all);
  hol_sweep_clear(&single);
  reading_clear(&r);
  return rate;
}

/* ---- finite elements --------------------------------------------------------------------------------------------- */

/** Stiffness and mass, column-major, and how far they are filled. */
typedef struct mesh {
  size_t n;
  double *K, *M;
} mesh;

/** Add an element matrix; negative degrees of freedom are held. */
static void add_element(mesh *m, const long *dof, size_t count, const double *k, const double *mass)
{
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < count; j++) {
      if (dof[i] >= 0 && dof[j] >= 0) {
        m->K[(size_t)dof[i] + (size_t)dof[j] * m->n] += k[i * count + j];
        m->M[(size_t)dof[i] + (size_t)dof[j] * m->n] += mass[i * count + j];
      }
    }
  }
}

static void add_beam(mesh *m, const long dof[4], double EI, double line_mass, double h)
{
  const double k[4][4] = {{12, 6, -12, 6}, {6, 4, -6, 2}, {-12, -6, 12, -6}, {6, 2, -6, 4}};
  const double c[4][4] = {{156, 22, 54, -13}, {22, 4, 13, -3}, {54, 13, 156, -22}, {-13, -3, -22, 4}};
  double K[16], M[16];
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 4; j++) {
      double unit = (i % 2 ? h : 1) * (j % 2 ? h : 1);
      K[4 * i + j] = k[i][j] * unit * EI / (h * h * h);
      M[4 * i + j] = c[i][j] * unit * line_mass * h / 420;
    }
  }
  add_element(m, dof, 4, K, M);
}

static void add_bar(mesh *m, const long dof[3], double EA, double line_mass, double h)
{
  const double k[9] = {7, -8, 1, -8, 16, -8, 1, -8, 7}, c[9] = {4, 2, -1, 2, 16, 2, -1, 2, 4};
  double K[9], M[9];
  for (size_t i = 0; i < 9; i++) {
    K[i] = k[i] * EA / (3 * h);
    M[i] = c[i] * line_mass * h / 30;
  }
  add_element(m, dof, 3, K, M);
}

/** The mean structure: E, density, lengths, diameters, places and spring as in the file. */
static const double E = 210e9, rho = 7850, l1 = 2, l2 = 1, l3 = 0.6, d1 = 0.012, d2 = 0.04, d3 = 0.03, a2 = 0.4,
                    a3 = 0.21, spring = 2e6, pi = 3.14159265358979323846;

static void add_bar1(mesh *m, size_t elements)
{
  double area = pi * d1 * d1 / 4;
  for (size_t e = 0; e < elements; e++) {
    long first = 2 * (long)e - 1;
    add_bar(m, (long[3]){first, first + 1, first + 2}, E * area, rho * area, l1 / (double)elements);
  }
}

/** Beams of equal elements per segment; node i has degrees of freedom first + 2i and the next. */
static void add_beam2(mesh *m, long first, size_t before, size_t behind)
{
  double inertia = pi * pow(d2, 4) / 64, area = pi * d2 * d2 / 4;
  for (size_t e = 0; e < before + behind; e++) {
    double h = e < before ? a2 / (double)before : (l2 - a2) / (double)behind;
    long at = first + 2 * ((long)e - 1);
    long dof[4] = {e ? at : -1, e ? at + 1 : -1, at + 2, at + 3};
    add_beam(m, dof, E * inertia, rho * area, h);
  }
}

/** Bar 3 turns with the end of bar 2 at a3 and does not move across there; it rides on that end along its axis. */
static void add_beam3(mesh *m, long first, size_t before, size_t behind, long turn)
{
  double inertia = pi * pow(d3, 4) / 64, area = pi * d3 * d3 / 4;
  for (size_t e = 0; e < before + behind; e++) {
    double h = e < before ? a3 / (double)before : (l3 - a3) / (double)behind;
    long dof[4];
    for (size_t k = 0; k < 2; k++) {
      size_t node = e + k;
      long at = first + 2 * (long)(node > before ? node - 1 : node);
      dof[2 * k] = node == before ? -1 : at;
      dof[2 * k + 1] = node == before ? turn : at + 1;
    }
    add_beam(m, dof, E * inertia, rho * area, h);
  }
  m->M[(size_t)(turn - 1) * (m->n + 1)] += rho * area * l3;
}

static size_t part_of(double length, double whole, size_t elements)
{
  return (size_t)ceil(length / whole * (double)elements - 1e-9);
}

/** Assemble and solve. @return degrees of freedom, 0 after a failure */
static size_t elements_solve(size_t beam, size_t bar, double omega[WANTED])
{
  size_t b2 = part_of(a2, l2, beam), c2 = part_of(l2 - a2, l2, beam), b3 = part_of(a3, l2, beam),
         c3 = part_of(l3 - a3, l2, beam);
  long end1 = 2 * (long)bar - 1, first2 = end1 + 1, first3 = first2 + 2 * (long)(b2 + c2);
  mesh m = {.n = (size_t)first3 + 2 * (b3 + c3)};
  m.K = calloc(m.n * m.n, sizeof *m.K);
  m.M = calloc(m.n * m.n, sizeof *m.M);
  double *w = calloc(m.n, sizeof *w), none = 0;
  lapack_int *fail = calloc(m.n, sizeof *fail), found = 0, n = (lapack_int)m.n, info = -1;
  if (m.K && m.M && w && fail) {
    add_bar1(&m, bar);
    add_beam2(&m, first2, b2, c2);
    add_beam3(&m, first3, b3, c3, first3 - 1);
    long dof[2] = {end1, first2 + 2 * (long)(b2 - 1)};
    add_element(&m, dof, 2, (double[4]){spring, -spring, -spring, spring}, (double[4]){0});
    info = LAPACKE_dsygvx(LAPACK_COL_MAJOR, 1, 'N', 'I', 'L', n, m.K, n, m.M, n, 0, 0, 1, WANTED, 0, &found, w, &none,
                          1, fail);
  }
  for (size_t k = 0; k < WANTED; k++) {
    omega[k] = info == 0 ? sqrt(w[k]) : 0;
  }
  free(m.K);
  free(m.M);
  free(w);
  free(fail);
  return info == 0 ? m.n : 0;
}

/** The coarsest mesh that is good to 1e-6, and how long it takes. @return structures per second */
static double measure_elements(const double exact[WANTED])
{
  for (size_t beam = 5; beam <= 80; beam++) {
    double omega[WANTED], error = 0, start = seconds_now();
    size_t n = 0;
    for (int i = 0; i < REPEAT; i++) {
      n = elements_solve(beam, beam / 4 + 2, omega);
    }
    double each = (seconds_now() - start) / REPEAT;
    for (size_t k = 0; k < WANTED; k++) {
      error = fmax(error, fabs(omega[k] / exact[k] - 1));
    }
    if (n && error <= 1e-6) {
      printf("%-9s %9zu unknowns %12.6f s  %10.1f per second, error %.1e\n", "elements", n, each, 1 / each, error);
      return 1 / each;
    }
  }
  printf("elements  no mesh comes within 1e-6\n");
  return 0;
}

static bool exact_frequencies(const char *text, double omega[WANTED])
{
  reading r = {0};
  hol_result result = {0};
  bool good = reading_of(text, &r) && hol_solve(&r.problem, (hol_solve_options){0}, &result, &r.faults) == HOL_OK &&
              result.mode_count >= WANTED;
  for (size_t k = 0; k < WANTED && good; k++) {
    omega[k] = result.mode[k].omega;
  }
  hol_result_clear(&result);
  reading_clear(&r);
  return good;
}

int main(int argc, char **argv)
{
  size_t points = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
  points = points < 2 * SHORT ? 2 * SHORT : points;
  const char *only = argc > 2 ? argv[2] : "";
  char *modes = problem_text(false), *exact = problem_text(true);
  double rate[3] = {0}, omega[WANTED];
  if (!modes || !exact) {
    return EXIT_FAILURE;
  }
  if (strcmp(only, "exact") != 0) {
    rate[0] = measure("modes", modes, points, !*only);
  }
  if (strcmp(only, "modes") != 0) {
    rate[1] = measure("exact", exact, *only ? points : points / 10, !*only);
  }
  bool good = *only || exact_frequencies(exact, omega);
  if (good && !*only) {
    rate[2] = measure_elements(omega);
    printf("ratio to elements: modes %.0f, exact %.0f\n", rate[0] / rate[2], rate[1] / rate[2]);
  }
  free(modes);
  free(exact);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
