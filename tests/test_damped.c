/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped motions: proved formulas over random numbers, lists against eigenvalues by LAPACK and against closed forms. */
#include "holonome/holonome.h"
#include "response/damped.h"
#include "response/damping_models.h"
#include "draw.h"

#include <complex.h>
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#undef I

typedef long double complex number;

/** Of the order of magnitude between two. */
static double between(uint64_t *seed, double least, double most)
{
  return least * pow(most / least, chance(seed));
}

/* ---- what a file asks for ---------------------------------------------------------------------------------------- */

typedef struct run {
  hol_problem problem;
  hol_faults faults;
  hol_damped found;
  hol_status status;
} run;

/** Run the damped list that a text asks for as {count: n}, or with n = 0 below. */
static void find(const char *text, size_t count, double below, run *r)
{
  *r = (run){.status = HOL_OK};
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &r->problem, &r->faults), HOL_OK);
  const hol_damped_request request = {.count = count, .below = below};
  r->status = hol_damped_find(&r->problem, (hol_watch){.context = NULL}, &request, &r->found, &r->faults);
}

static void clear(run *r)
{
  hol_damped_row.clear(&r->found);
  hol_faults_clear(&r->faults);
  hol_problem_clear(&r->problem);
}

/* ---- one law ----------------------------------------------------------------------------------------------------- */

/** Both roots of s² + (a + bλ) s + λ(1 + iη). */
static void roots_of(hol_damping law, long double lambda, number s[2])
{
  number A = law.mass + law.stiffness * lambda, B = lambda * (1 + (number)_Complex_I * (number)law.loss_factor);
  number d = csqrtl(A * A - 4 * B);
  s[0] = -(A + (creall(d) < 0 ? -d : d)) / 2;
  s[1] = cabsl(s[0]) > 0 ? B / s[0] : 0;
}

/** Every motion of every λ in the interval is in the circle of one that is told, and as many are told as there are. */
static void test_circles_of_one_law_hold_every_root(void **state)
{
  (void)state;
  uint64_t seed = 3;
  size_t tried = 0;
  for (int i = 0; i < 6000; i++) {
    double omega = between(&seed, 1e-2, 1e4), lambda = omega * omega;
    double width = chance(&seed) < 0.5 ? between(&seed, 1e-14, 1e-6) : between(&seed, 1e-6, 0.2);
    hol_damping law = {.loss_factor = chance(&seed) < 0.5 ? between(&seed, 1e-4, 1) : 0,
                       .mass = chance(&seed) < 0.5 ? omega * between(&seed, 1e-3, 10) : 0,
                       .stiffness = chance(&seed) < 0.5 ? between(&seed, 1e-3, 10) / omega : 0};
    if (chance(&seed) < 0.1) { /* next to critical damping */
      law = (hol_damping){.mass = 2 * omega * (1 + (chance(&seed) - 0.5) * width)};
    }
    hol_damping_root root[2];
    size_t roots = hol_damping_roots(law, lambda * (1 - width), lambda * (1 + width), root);
    for (int k = 0; k < 9; k++) {
      long double here = (long double)lambda * (1 + (long double)width * (k - 4) / 4);
      number s[2];
      roots_of(law, here, s);
      for (int j = 0; j < 2; j++) {
        bool is_listed = law.loss_factor > 0 ? cimagl(s[j]) > 0 : cimagl(s[j]) >= 0;
        bool is_held = false;
        for (size_t m = 0; m < roots; m++) {
          is_held = is_held || cabsl(s[j] - (number)root[m].s) <= (long double)root[m].radius;
        }
        assert_true(is_held || !is_listed);
        tried += is_listed;
      }
    }
  }
  assert_true(tried > 50000);
}

/** Whatever is not beyond a size, and not next to the point of accumulation, belongs to a λ within reach. */
static void test_reach_of_one_law(void **state)
{
  (void)state;
  uint64_t seed = 5;
  for (int i = 0; i < 20000; i++) {
    double omega = between(&seed, 1e-2, 1e2), lambda = omega * omega, size = between(&seed, 1e-2, 1e2);
    hol_damping law = {.loss_factor = chance(&seed) < 0.5 ? chance(&seed) : 0,
                       .mass = chance(&seed) < 0.5 ? between(&seed, 1e-3, 1e2) : 0,
                       .stiffness = chance(&seed) < 0.7 ? between(&seed, 1e-3, 1e2) : 0};
    hol_damping_root root[2];
    size_t roots = hol_damping_roots(law, lambda, lambda, root);
    for (size_t k = 0; k < roots; k++) {
      double complex g = 1 + law.loss_factor * (double complex)_Complex_I + law.stiffness * root[k].s;
      if (cabs(root[k].s) <= size && cabs(g) >= 0.1) {
        assert_true(lambda <= hol_damping_reach(law, size, 0.1) * (1 + 1e-9));
      }
    }
  }
}

/** Kelvin and Voigt's cantilever: pairs, real ones, and those next to -1/b left out. */
static void test_cantilever_after_kelvin_and_voigt(void **state)
{
  (void)state;
  static const double k[] = {1.8751040687119611, 4.694091132974175,  7.854757438237613, 10.99554073487547,
                             14.13716839104647,  17.278759532088237, 20.42035225104125};
  const double b = 0.01;
  run r;
  find("freedoms: [uy, rz]\nparts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1, rayleigh: {stiffness: 0.01}}}\n"
       "joints: [{fix: a.start}]\nanalysis: {damped: {count: 8}}\n",
       8, 0, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.found.known, HOL_DAMPED_PROVED);
  assert_int_equal(r.found.motions, 8);
  assert_true(fabs(r.found.accumulation[0] - 100) < 1e-12);
  for (size_t i = 0; i < r.found.motions; i++) {
    const hol_damped_motion *m = &r.found.motion[i];
    double complex s = m->s[0] + m->s[1] * (double complex)_Complex_I;
    double near = 1;
    for (size_t j = 0; j < sizeof k / sizeof *k; j++) {
      double lambda = pow(k[j], 4);
      near = fmin(near, cabs(s * s + lambda * (1 + b * s)) / (lambda + cabs(s * s)));
    }
    assert_true(near < 1e-12);
    assert_true(i == 0 || m->omega >= m[-1].omega);
    assert_true(cabs(s + 1 / b) >= 0.1 / b);
    assert_true(m->lower <= m->omega);
    assert_true(m->omega <= m->upper);
    assert_true(m->upper - m->lower < 1e-11 * m->omega);
  }
  clear(&r);
}

/* ---- chains of masses -------------------------------------------------------------------------------------------- */

enum { MASSES = 6 };

/** Masses between springs, the first and the last to the ground. */
typedef struct chain {
  int n;
  double mass[MASSES], k[MASSES + 1], eta[MASSES + 1], c[MASSES + 1];
} chain;

static void write_chain(const chain *a, char *text, size_t size)
{
  size_t used = (size_t)snprintf(text, size, "freedoms: [uy]\nparts:\n");
  for (int i = 0; i < a->n; i++) {
    used +=
        (size_t)snprintf(text + used, size - used, "  m%d: {kind: body, at: [%d, 0], mass: %.17g}\n", i, i, a->mass[i]);
  }
  used += (size_t)snprintf(text + used, size - used, "joints:\n");
  for (int i = 0; i <= a->n; i++) {
    char ends[32];
    snprintf(ends, sizeof ends, i == 0 ? "m0" : i == a->n ? "m%d" : "[m%d, m%d]", i - (i > 0), i);
    if (a->k[i] > 0) {
      used += (size_t)snprintf(text + used, size - used,
                               "  - {spring: %s, freedom: uy, stiffness: %.17g, loss_factor: %.17g, damping: %.17g}\n",
                               ends, a->k[i], a->eta[i], a->c[i]);
    }
  }
  snprintf(text + used, size - used, "analysis: {damped: {count: 1}}\n");
}

static int by_size(const void *a, const void *b)
{
  double x = cabs(*(const double complex *)a), y = cabs(*(const double complex *)b);
  return (x > y) - (x < y);
}

/** Motions by LAPACK, with Im s ≥ 0, in the order of size: eigenvalues of [0 1; −M⁻¹K −M⁻¹C]. */
static size_t motions_by_lapack(const chain *a, double complex *s)
{
  int n = a->n, n2 = 2 * n;
  double complex A[4 * MASSES * MASSES] = {0}, all[2 * MASSES];
  for (int i = 0; i < n; i++) {
    A[i + (i + n) * n2] = 1;
    for (int j = i; j <= i + 1; j++) { /* springs j between j − 1 and j */
      double complex k = a->k[j] * (1 + a->eta[j] * (double complex)_Complex_I);
      int other = j == i ? i - 1 : i + 1;
      A[i + n + i * n2] -= k / a->mass[i];
      A[i + n + (i + n) * n2] -= a->c[j] / a->mass[i];
      if (other >= 0 && other < n) {
        A[i + n + other * n2] += k / a->mass[i];
        A[i + n + (other + n) * n2] += a->c[j] / a->mass[i];
      }
    }
  }
  assert_int_equal(LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', 'N', n2, (lapack_complex_double *)A, n2,
                                 (lapack_complex_double *)all, NULL, 1, NULL, 1),
                   0);
  size_t count = 0;
  for (int i = 0; i < n2; i++) {
    bool is_lossy = false;
    for (int j = 0; j <= n; j++) {
      is_lossy = is_lossy || a->eta[j] > 0;
    }
    if (cimag(all[i]) > 1e-9 * cabs(all[i])) {
      s[count++] = all[i];
    } else if (!is_lossy && fabs(cimag(all[i])) <= 1e-9 * cabs(all[i])) {
      s[count++] = creal(all[i]);
    }
  }
  qsort(s, count, sizeof *s, by_size);
  return count;
}

/** Every motion told is one by LAPACK, each once, and as many. */
static void compare_lists(const hol_damped *found, const double complex *s, size_t count, double tolerance)
{
  bool used[2 * MASSES] = {false};
  assert_int_equal(found->motions, count);
  for (size_t i = 0; i < count; i++) {
    double complex here = found->motion[i].s[0] + found->motion[i].s[1] * (double complex)_Complex_I;
    size_t best = SIZE_MAX;
    for (size_t j = 0; j < count; j++) {
      if (!used[j] && (best == SIZE_MAX || cabs(s[j] - here) < cabs(s[best] - here))) {
        best = j;
      }
    }
    assert_true(cabs(s[best] - here) <= tolerance * cabs(here));
    used[best] = true;
  }
}

static chain random_chain(uint64_t *seed)
{
  chain a = {.n = 1 + (int)(MASSES * chance(seed))};
  for (int i = 0; i < a.n; i++) {
    a.mass[i] = between(seed, 0.2, 5);
  }
  for (int i = 0; i <= a.n; i++) {
    a.k[i] = i > 0 && i == a.n && chance(seed) < 0.5 ? 0 : between(seed, 0.2, 5);
  }
  return a;
}

static void test_chains_of_one_law(void **state)
{
  (void)state;
  uint64_t seed = 17;
  size_t real = 0;
  for (int t = 0; t < 300; t++) {
    chain a = random_chain(&seed);
    double b = chance(&seed) < 0.7 ? between(&seed, 1e-3, 10) : 0, eta = chance(&seed) < 0.4 ? chance(&seed) : 0;
    for (int i = 0; i <= a.n; i++) {
      a.c[i] = b * a.k[i];
      a.eta[i] = a.k[i] > 0 ? eta : 0;
    }
    char text[4096];
    double complex s[2 * MASSES];
    run r;
    size_t count = motions_by_lapack(&a, s);
    write_chain(&a, text, sizeof text);
    find(text, 2 * MASSES + 1, 0, &r);
    assert_int_equal(r.status, HOL_OK);
    assert_int_equal(r.found.known, HOL_DAMPED_PROVED);
    assert_true(r.found.is_exhausted);
    compare_lists(&r.found, s, count, 1e-6); /* next to critical damping LAPACK has half of the digits */
    for (size_t i = 0; i < count; i++) {
      real += !(cimag(s[i]) > 0);
    }
    clear(&r);
    if (count > 1 && cabs(s[1]) > cabs(s[0]) * (1 + 1e-6)) { /* those below */
      find(text, 0, (cabs(s[0]) + cabs(s[1])) / 2, &r);
      assert_int_equal(r.found.motions, 1);
      clear(&r);
    }
  }
  assert_true(real > 100);
}

/* ---- light bars -------------------------------------------------------------------------------------------------- */

/** Nodes in a row from a wall, with bars between that have no mass: some nodes have mass, some a dashpot, some
 *  nothing. */
typedef struct light {
  int n;
  double mass[MASSES], c[MASSES], k[MASSES];
} light;

static light random_light(uint64_t *seed)
{
  light a = {.n = 1 + (int)(MASSES * chance(seed))};
  for (int i = 0; i < a.n; i++) {
    a.mass[i] = chance(seed) < 0.5 ? between(seed, 0.2, 5) : 0;
    a.c[i] = chance(seed) < 0.5 ? between(seed, 0.05, 5) : 0;
    a.k[i] = between(seed, 0.2, 5);
  }
  a.mass[a.n - 1] = between(seed, 0.2, 5);
  return a;
}

static void write_light(const light *a, char *text, size_t size)
{
  size_t used = (size_t)snprintf(text, size, "freedoms: [ux]\nparts:\n");
  for (int i = 0; i < a->n; i++) {
    used += (size_t)snprintf(text + used, size - used, "  b%d: {kind: bar, length: 1, EA: %.17g, line_mass: 0}\n", i,
                             a->k[i]);
    if (a->mass[i] > 0) {
      used += (size_t)snprintf(text + used, size - used, "  m%d: {kind: body, mass: %.17g}\n", i, a->mass[i]);
    }
  }
  used += (size_t)snprintf(text + used, size - used, "joints:\n  - {fix: b0.start}\n");
  for (int i = 0; i < a->n; i++) {
    if (i > 0) {
      used += (size_t)snprintf(text + used, size - used, "  - {weld: [b%d.end, b%d.start]}\n", i - 1, i);
    }
    if (a->mass[i] > 0) {
      used += (size_t)snprintf(text + used, size - used, "  - {weld: [b%d.end, m%d]}\n", i, i);
    }
    if (a->c[i] > 0) {
      used += (size_t)snprintf(text + used, size - used, "  - {dashpot: b%d.end, freedom: ux, damping: %.17g}\n", i,
                               a->c[i]);
    }
  }
  (void)snprintf(text + used, size - used, "analysis: {damped: {count: 3}}\n");
}

/** Nodes with nothing are taken out of K; those with a dashpot alone have one state, u, those with mass two. */
static size_t light_by_lapack(const light *a, double complex *s)
{
  int n = a->n, states = 0, first[MASSES];
  double K[MASSES][MASSES] = {{0}};
  double complex A[4 * MASSES * MASSES] = {0}, all[2 * MASSES];
  for (int i = 0; i < n; i++) {
    K[i][i] += a->k[i] + (i + 1 < n ? a->k[i + 1] : 0);
    if (i > 0) {
      K[i][i - 1] = K[i - 1][i] = -a->k[i];
    }
    first[i] = states;
    states += a->mass[i] > 0 ? 2 : a->c[i] > 0;
  }
  for (int p = 0; p < n; p++) {
    for (int i = 0; i < n && !(a->mass[p] > 0) && !(a->c[p] > 0); i++) {
      double factor = i == p ? 0 : K[i][p] / K[p][p];
      for (int j = 0; j < n; j++) {
        K[i][j] -= factor * K[p][j];
      }
    }
  }
  for (int i = 0; i < n; i++) {
    bool has_mass = a->mass[i] > 0;
    if (!has_mass && !(a->c[i] > 0)) {
      continue;
    }
    int row = first[i] + has_mass;
    for (int j = 0; j < n; j++) {
      if (a->mass[j] > 0 || a->c[j] > 0) {
        A[row + first[j] * states] -= K[i][j] / (has_mass ? a->mass[i] : a->c[i]);
      }
    }
    if (has_mass) {
      A[first[i] + row * states] = 1;
      A[row + row * states] -= a->c[i] / a->mass[i];
    }
  }
  assert_int_equal(LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', 'N', states, (lapack_complex_double *)A, states,
                                 (lapack_complex_double *)all, NULL, 1, NULL, 1),
                   0);
  size_t count = 0;
  for (int i = 0; i < states; i++) {
    if (cimag(all[i]) > -1e-9 * cabs(all[i])) {
      s[count++] = cimag(all[i]) > 1e-9 * cabs(all[i]) ? all[i] : creal(all[i]);
    }
  }
  return count;
}

/** All motions there are, known to be all, however many are asked for: the determinant has so many zeros as M and C
 *  have ranks. */
static void test_light_bars_have_so_many_motions(void **state)
{
  (void)state;
  uint64_t seed = 41;
  size_t counted = 0, lone = 0;
  for (int t = 0; t < 400; t++) {
    light a = random_light(&seed);
    char text[4096];
    double complex s[2 * MASSES];
    size_t count = light_by_lapack(&a, s);
    run r;
    write_light(&a, text, sizeof text);
    find(text, 2 * MASSES + 1, 0, &r);
    if (r.found.known != HOL_DAMPED_OPEN) { /* else two come together, or it was not found */
      compare_lists(&r.found, s, count, 1e-6);
      assert_true(r.found.is_exhausted);
      counted++;
    }
    for (int i = 0; i < a.n; i++) {
      lone += a.c[i] > 0 && !(a.mass[i] > 0);
    }
    clear(&r);
  }
  print_message("%zu of 400 lists counted, %zu dashpots without a mass\n", counted, lone);
  assert_true(counted > 395);
  assert_true(lone > 200);
}

/* ---- loss factors that differ ------------------------------------------------------------------------------------ */

/** Undamped λ, rising, and damped λ = −s², in the order of size. */
static size_t lambdas(const chain *a, double *undamped, double complex *lambda)
{
  chain b = *a;
  double complex s[2 * MASSES];
  memset(b.eta, 0, sizeof b.eta);
  size_t n = motions_by_lapack(&b, s);
  for (size_t i = 0; i < n; i++) {
    undamped[i] = -creal(s[i] * s[i]);
  }
  assert_int_equal(motions_by_lapack(a, s), n);
  for (size_t i = 0; i < n; i++) {
    lambda[i] = -s[i] * s[i];
  }
  return n;
}

/** Every λ is in a disc, and groups of discs that are apart from the others hold as many as they are. */
static void test_discs_hold_every_lossy_motion(void **state)
{
  (void)state;
  uint64_t seed = 23;
  size_t tried = 0, groups = 0;
  while (tried < 12000) {
    chain a = random_chain(&seed);
    double undamped[2 * MASSES], least = HUGE_VAL, most = 0;
    double complex lambda[2 * MASSES];
    double scale = between(&seed, 1e-3, 1);
    for (int i = 0; i <= a.n; i++) {
      a.eta[i] = a.k[i] > 0 && chance(&seed) < 0.8 ? scale * chance(&seed) : 0;
      least = a.k[i] > 0 ? fmin(least, a.eta[i]) : least;
      most = fmax(most, a.eta[i]);
    }
    size_t n = lambdas(&a, undamped, lambda), first = 0;
    hol_loss_disc disc[2 * MASSES];
    for (size_t i = 0; i < n; i++) {
      disc[i] = hol_loss_disc_of(least, most, undamped[i] * (1 - 1e-12), undamped[i] * (1 + 1e-12));
    }
    for (size_t i = 0; i < n; i++) {
      bool is_held = false;
      for (size_t k = 0; k < n; k++) {
        is_held = is_held || cabs(lambda[i] - disc[k].centre) <= disc[k].radius + 1e-12 * cabs(lambda[i]);
      }
      assert_true(is_held);
      tried++;
    }
    for (size_t k = 0; k < n; k++) { /* groups */
      if (k + 1 == n || hol_loss_discs_are_apart(disc[k], disc[k + 1])) {
        size_t inside = 0;
        for (size_t i = 0; i < n; i++) {
          bool is_held = false;
          for (size_t j = first; j <= k; j++) {
            is_held = is_held || cabs(lambda[i] - disc[j].centre) <= disc[j].radius + 1e-12 * cabs(lambda[i]);
          }
          inside += is_held;
        }
        assert_int_equal(inside, k + 1 - first);
        first = k + 1;
        groups++;
      }
    }
  }
  assert_true(groups > 4000);
}

/* ---- dashpots that take little ----------------------------------------------------------------------------------- */

/** Each circle that is told about an undamped motion holds one damped one. */
static void test_circles_of_dashpots_hold_one_motion(void **state)
{
  (void)state;
  uint64_t seed = 29;
  size_t told = 0, asked = 0, counted = 0;
  for (int t = 0; t < 900; t++) {
    chain a = random_chain(&seed);
    double strength = between(&seed, 1e-4, 0.3);
    for (int i = 0; i <= a.n; i++) {
      a.c[i] = a.k[i] > 0 && chance(&seed) < 0.5 ? strength * between(&seed, 0.1, 10) : 0;
    }
    char text[4096];
    double complex s[2 * MASSES];
    size_t count = motions_by_lapack(&a, s);
    run r;
    write_chain(&a, text, sizeof text);
    find(text, 1 + (size_t)((double)a.n * chance(&seed)), 0, &r);
    counted += r.found.known == HOL_DAMPED_COUNTED;
    for (size_t i = 0; i < r.found.motions && r.found.known == HOL_DAMPED_COUNTED; i++) {
      const hol_damped_motion *m = &r.found.motion[i];
      size_t inside = 0;
      for (size_t k = 0; k < count && m->region == HOL_REGION_CIRCLE; k++) {
        inside += hypot(creal(s[k]) - m->centre[0], cimag(s[k]) - m->centre[1]) <= m->radius + 1e-12;
      }
      asked++;
      told += m->region == HOL_REGION_CIRCLE;
      assert_true(m->region == HOL_REGION_NONE || inside == 1);
      assert_true(m->region == HOL_REGION_NONE || (m->lower <= m->omega && m->omega <= m->upper));
    }
    clear(&r);
  }
  print_message("%zu of %zu motions in circles, %zu lists\n", told, asked, counted);
  assert_true(told > 700);
}

/* ---- lists of any damping ---------------------------------------------------------------------------------------- */

/** The first motions of a chain are those by LAPACK; if the list is open, it is said.
 *  @param[in] beyond  where all are wanted, ask for more than there are
 *  @return whether it was counted or proved */
static bool check_chain(const chain *a, size_t wanted, bool beyond)
{
  char text[4096];
  double complex s[2 * MASSES];
  run r;
  size_t count = motions_by_lapack(a, s);
  wanted = wanted < count ? wanted : count;
  while (wanted > 0 && wanted < count && cabs(s[wanted]) < cabs(s[wanted - 1]) * (1 + 1e-6)) {
    wanted++;
  }
  write_chain(a, text, sizeof text);
  find(text, beyond && wanted == count ? 2 * MASSES + 1 : wanted, 0, &r);
  bool is_known = r.status == HOL_OK;
  assert_true(is_known || r.status == HOL_INCOMPLETE);
  assert_int_equal(is_known, r.found.known != HOL_DAMPED_OPEN);
  if (is_known) {
    compare_lists(&r.found, s, wanted, 1e-5); /* of nearly double ones LAPACK has half of the digits */
  }
  clear(&r);
  return is_known;
}

static void test_chains_with_dashpots(void **state)
{
  (void)state;
  uint64_t seed = 31;
  size_t known = 0, all = 600;
  for (size_t t = 0; t < all; t++) {
    chain a = random_chain(&seed);
    double strength = between(&seed, 1e-3, 10);
    for (int i = 0; i <= a.n; i++) {
      a.c[i] = a.k[i] > 0 && chance(&seed) < 0.6 ? strength * between(&seed, 0.1, 10) : 0;
    }
    known += check_chain(&a, 1 + (size_t)(2 * MASSES * chance(&seed)), true);
  }
  print_message("%zu of %zu lists known\n", known, all);
  assert_true(known > all * 98 / 100);
}

static void test_chains_with_loss_factors(void **state)
{
  (void)state;
  uint64_t seed = 37;
  size_t known = 0, all = 300;
  for (size_t t = 0; t < all; t++) {
    chain a = random_chain(&seed);
    double scale = between(&seed, 1e-3, 1), strength = chance(&seed) < 0.5 ? 0 : between(&seed, 1e-3, 1);
    for (int i = 0; i <= a.n; i++) {
      a.eta[i] = a.k[i] > 0 && chance(&seed) < 0.8 ? scale * chance(&seed) : 0;
      a.c[i] = a.k[i] > 0 && chance(&seed) < 0.6 ? strength * chance(&seed) : 0;
    }
    known += check_chain(&a, 1 + (size_t)(MASSES * chance(&seed)), false);
  }
  print_message("%zu of %zu lists known\n", known, all);
  assert_true(known > all * 98 / 100);
}

/** A bar with a dashpot z = c/√(EA m) at its end, cut into pieces anywhere: tanh s = −1/z whatever the pieces. */
static void test_bar_with_a_dashpot_in_pieces(void **state)
{
  (void)state;
  uint64_t seed = 41;
  enum { WANTED = 7 };
  for (int t = 0; t < 60; t++) {
    double z = chance(&seed) < 0.5 ? between(&seed, 1e-3, 0.9) : between(&seed, 1.1, 1e3);
    double cut[2] = {0.05 + 0.4 * chance(&seed), 0.5 + 0.45 * chance(&seed)};
    char text[1024];
    run r;
    snprintf(text, sizeof text,
             "freedoms: [ux]\nparts:\n  a: {kind: bar, from: [0, 0], to: [%.17g, 0], EA: 1, line_mass: 1}\n"
             "  b: {kind: bar, from: [%.17g, 0], to: [%.17g, 0], EA: 1, line_mass: 1}\n"
             "  c: {kind: bar, from: [%.17g, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
             "joints:\n  - {fix: a.start}\n  - {weld: [a.end, b.start]}\n  - {weld: [b.end, c.start]}\n"
             "  - {dashpot: c.end, direction: [1, 0], damping: %.17g}\nanalysis: {damped: {count: 1}}\n",
             cut[0], cut[0], cut[1], cut[1], z);
    find(text, WANTED, 0, &r);
    assert_int_equal(r.status, HOL_OK);
    assert_int_equal(r.found.known, HOL_DAMPED_COUNTED);
    assert_int_equal(r.found.motions, WANTED);
    for (size_t i = 0; i < WANTED; i++) {
      double re = z < 1 ? -atanh(z) : -atanh(1 / z), im = acos(-1) * ((double)i + (z < 1 ? 0.5 : 0));
      const double *s = r.found.motion[i].s;
      assert_true(hypot(s[0] - re, s[1] - im) < 1e-11 * hypot(re, im));
    }
    clear(&r);
  }
}

/** A matched dashpot, z = 1, takes up all that comes: there are no damped motions, and what rounding makes of a
 *  determinant e^{s} far to the left is none. The bar in one piece, in two, and twice side by side. */
static void test_what_rounding_makes_is_not_listed(void **state)
{
  (void)state;
  static const char *const text[] = {
      "freedoms: [ux]\nparts: {a: {kind: bar, length: 1, EA: 1, line_mass: 1}}\njoints:\n  - {fix: a.start}\n"
      "  - {dashpot: a.end, direction: [1, 0], damping: 1}\nanalysis: {damped: {count: 1}}\n",
      "freedoms: [ux]\nparts:\n  a: {kind: bar, from: [0, 0], to: [0.3, 0], EA: 1, line_mass: 1}\n"
      "  b: {kind: bar, from: [0.3, 0], to: [1, 0], EA: 1, line_mass: 1}\njoints:\n  - {fix: a.start}\n"
      "  - {weld: [a.end, b.start]}\n  - {dashpot: b.end, direction: [1, 0], damping: 1}\nanalysis: {damped: {count: "
      "1}}\n",
      "freedoms: [ux]\nparts:\n  a: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
      "  b: {kind: bar, from: [0, 0], to: [2, 0], EA: 4, line_mass: 1}\njoints:\n  - {fix: a.start}\n  - {fix: "
      "b.start}\n"
      "  - {dashpot: a.end, direction: [1, 0], damping: 1}\n  - {dashpot: b.end, direction: [1, 0], damping: 2}\n"
      "analysis: {damped: {count: 1}}\n"};
  for (size_t t = 0; t < sizeof text / sizeof text[0]; t++) {
    run r;
    find(text[t], 6, 0, &r);
    assert_int_equal(r.status, HOL_INCOMPLETE);
    assert_int_equal(r.found.known, HOL_DAMPED_OPEN);
    assert_int_equal(r.found.motions, 0);
    clear(&r);
  }
}

/** Line damping beside rotary inertia, which it does not resist: of a pinned beam s² (m + ρ k²) + c s + EI k⁴ = 0 with
 *  k = nπ, and with shear (m s² + c s) (EI k² + kGA + ρ s²) + kGA k² (EI k² + ρ s²) = 0. In two pieces, so that it is
 *  not one form's own motions. */
static void test_line_damping_beside_rotary_inertia_is_counted(void **state)
{
  (void)state;
  enum { WANTED = 9 };
  const long double rho = 0.01L, c = 3, kGA[] = {0, 400}, pi2 = 9.8696044010893586188L;
  for (int shears = 0; shears < 2; shears++) {
    char text[1024], shear[32] = "";
    run r;
    if (shears) {
      snprintf(shear, sizeof shear, "kGA: %g, ", (double)kGA[shears]);
    }
    snprintf(
        text, sizeof text,
        "freedoms: [uy, rz]\nparts:\n"
        "  a: {kind: beam, from: [0, 0], to: [0.3, 0], EI: 1, %sline_mass: 1, rotary_inertia: 0.01, line_damping: 3}\n"
        "  b: {kind: beam, from: [0.3, 0], to: [1, 0], EI: 1, %sline_mass: 1, rotary_inertia: 0.01, line_damping: 3}\n"
        "joints: [{pin: a.start}, {weld: [a.end, b.start]}, {pin: b.end}]\nanalysis: {damped: {count: 9}}\n",
        shear, shear);
    find(text, WANTED, 0, &r);
    assert_int_equal(r.status, HOL_OK);
    assert_int_equal(r.found.known, HOL_DAMPED_COUNTED);
    assert_int_equal(r.found.motions, WANTED);
    for (int n = 1; n <= (shears ? 6 : WANTED); n++) { /* beyond, turning that goes with no displacement comes
                                                          between */
      long double k2 = pi2 * n * n, least = HUGE_VALL;
      for (size_t i = 0; i < WANTED; i++) {
        number s = r.found.motion[i].s[0] + (number)_Complex_I * (number)r.found.motion[i].s[1];
        number push = s * s + c * s, value = s * s * (1 + rho * k2) + c * s + k2 * k2;
        value = shears ? push * (k2 + kGA[1] + rho * s * s) + kGA[1] * k2 * (k2 + rho * s * s) : value;
        long double size = shears ? cabsl(push) * (k2 + kGA[1]) + kGA[1] * k2 * k2 : k2 * k2;
        least = fminl(least, cabsl(value) / size);
      }
      assert_true(least < 1e-10L); /* of each n the slower one comes first */
    }
    clear(&r);
  }
}

/** Line damping c of a uniform member is mass damping c/m: of a pinned beam s = -c/2m + i sqrt(omega^2 - (c/2m)^2),
 *  proved. */
static void test_uniform_line_damping_is_proved(void **state)
{
  (void)state;
  run r;
  find("freedoms: [uy, rz]\nparts: {a: {kind: beam, length: 1, EI: 1, line_mass: 2, line_damping: 0.8}}\n"
       "joints: [{pin: a.start}, {pin: a.end}]\nanalysis: {damped: {count: 1}}\n",
       1, 0, &r);
  const double pi = 3.14159265358979323846, omega2 = pi * pi * pi * pi / 2;
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.found.known, HOL_DAMPED_PROVED);
  assert_true(fabs(r.found.motion[0].s[0] + 0.2) < 1e-11);
  assert_true(fabs(r.found.motion[0].s[1] - sqrt(omega2 - 0.04)) < 1e-10);
  clear(&r);
}

/** What moves as a whole is damped as what deforms: a beam that does not segment, on one spring along it. */
static void test_whole_motions_are_damped(void **state)
{
  (void)state;
  static const struct {
    const char *damping;
    double rate; /* Re s */
    bool is_proved;
  } law[] = {{"rayleigh: {mass: 0.4}", 0.2, true}, {"line_damping: 0.3", 0.05, true}};
  for (size_t i = 0; i < 2; i++) {
    for (int bends = 0; bends < 2; bends++) {
      char text[512];
      snprintf(text, sizeof text,
               "freedoms: %s\nparts: {a: {kind: beam, from: [0, 0], to: [2, 0], %s line_mass: 3, %s}}\n"
               "joints: [{spring: a.start, freedom: ux, stiffness: 54}]\nanalysis: {damped: {below: 3.1}}\n",
               bends ? "[ux, uy, rz]" : "[ux]", bends ? "EI: 1," : "", law[i].damping);
      run r;
      find(text, 0, 3.1, &r);
      const hol_damped_motion *last = &r.found.motion[r.found.motions - 1];
      assert_true(fabs(last->s[0] + law[i].rate) < 1e-11);
      assert_true(fabs(last->omega - 3) < 1e-11);
      assert_int_equal(r.found.known == HOL_DAMPED_PROVED, law[i].is_proved);
      clear(&r);
    }
  }
}

/** A member with next to no mass: where values about a zero cannot be told the count decides, and nothing fails. */
static void test_light_members_do_not_stop_the_search(void **state)
{
  (void)state;
  run r;
  find("parts:\n"
       "  a: {kind: beam, from: [1.5, 1.51], to: [1.57, 2.55], EI: 0.4723, EA: 908.8, line_mass: 0.6052, "
       "rotary_inertia: 0.01}\n"
       "  b: {kind: beam, from: [1.57, 2.55], to: [1.3, 0.59], EI: 1.905, EA: 525.6, line_mass: 0.6527}\n"
       "  c: {kind: beam, from: [1.5, 1.51], to: [0.07, 2.93], EI: 4.163, EA: 1303, line_mass: 0.001, kGA: 33.22}\n"
       "joints:\n"
       "  - {hinge: [a.start, c.start]}\n"
       "  - {weld: [a.end, b.start]}\n"
       "  - {fix: b.end}\n"
       "  - {dashpot: b@0.36, direction: [-0.468, 0.884], damping: 0.03877}\n"
       "analysis: {damped: {count: 5}}\n",
       5, 0, &r);
  assert_true(r.status == HOL_OK || r.status == HOL_INCOMPLETE);
  assert_int_equal(r.found.motions, 5);
  clear(&r);
}

/** A dashpot's circle is one of dashpots alone: what else damps takes away the proof. */
static void test_other_damping_has_no_circles(void **state)
{
  (void)state;
  for (int is_damped = 0; is_damped < 2; is_damped++) {
    char text[512];
    snprintf(text, sizeof text,
             "freedoms: [uy, rz]\nparts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1%s}}\n"
             "joints: [{fix: a.start}, {dashpot: a.end, direction: [0, 1], damping: 0.01}]\nanalysis: {damped: {count: "
             "2}}\n",
             is_damped ? ", rayleigh: {mass: 0.001}" : "");
    run r;
    find(text, 2, 0, &r);
    assert_int_equal(r.found.known, HOL_DAMPED_COUNTED);
    for (size_t i = 0; i < r.found.motions; i++) {
      assert_int_equal(r.found.motion[i].region, is_damped ? HOL_REGION_NONE : HOL_REGION_CIRCLE);
    }
    clear(&r);
  }
}

/** Is this among the motions told? */
static bool is_told(const hol_damped *found, double re, double im, double tolerance)
{
  for (size_t i = 0; i < found->motions; i++) {
    const double *s = found->motion[i].s;
    if (hypot(s[0] - re, s[1] - im) <= tolerance * hypot(re, im)) {
      return true;
    }
  }
  return false;
}

/** Frames with loss factors and dampers, which are partly free or one of whose parts gathers motions at -1/b, with
 *  values of p-version elements in the state space. */
static void test_frames_with_other_damping_are_counted(void **state)
{
  (void)state;
  static const double pi = 3.14159265358979323846;
  static const struct {
    const char *text;
    size_t count, rigid;
    double motion[12][2]; /* Im s/2π, Re s; 0: no more */
    double accumulation;
  } frame[] = {
      {"parts:\n"
       "  m0: {kind: beam, from: [0.0, 0.0], to: [0.111, 0.975], EA: 913.4448792308175, EI: 0.7916150900307951, "
       "line_mass: 1.759136191309127, rotary_inertia: 0.00033985164152536886}\n"
       "  m1: {kind: beam, from: [0.111, 0.975], to: [-0.947, 1.193], EA: 86.79425881534269, EI: 2.1938770035121524, "
       "line_mass: 1.7202720452627054, rotary_inertia: 0.005261590836448988, loss_factor: 0.01825250459727626}\n"
       "  m2: {kind: beam, from: [-0.947, 1.193], to: [-1.566, 2.366], EA: 146.2102104225849, EI: 2.3216264802030735, "
       "line_mass: 0.5407820550011836, rotary_inertia: 0.0005096749143546987, rayleigh: {mass: 0.029601722495917086, "
       "stiffness: 0.00036380332327905245}}\n"
       "  m3: {kind: beam, from: [-1.566, 2.366], to: [-0.878, 3.482], EA: 795.726571689712, EI: 1.431357068400689, "
       "line_mass: 0.522892928758508, loss_factor: 0.05999674364183437}\n"
       "  b0: {kind: body, at: [-1.566, 2.366], mass: 0.2697000248369434, inertia: 0.0069049056979817915}\n"
       "joints:\n"
       "  - {weld: [m0.end, m1.start]}\n  - {weld: [m1.end, m2.start]}\n  - {hinge: [m2.end, m3.start]}\n"
       "  - {fix: m1.end}\n"
       "  - {spring: m0@0.682, direction: [-0.9946993355574117, -0.10282622156650305], stiffness: 57.71795857247237, "
       "damping: 0.08668171144283532}\n"
       "  - {dashpot: m1@0.205, direction: [0.711751267974436, 0.702431585662819], damping: 0.10371152084324356}\n"
       "  - {dashpot: m0@0.682, direction: [-0.8773461824351446, -0.4798579749951832], damping: 3.5480586557468627}\n"
       "  - {dashpot: m2@0.245, freedom: rz, damping: 0.02159637313845758}\n"
       "  - {weld: [m2.end, b0]}\n"
       "analysis: {damped: {count: 11}}\n",
       11,
       1,
       {{0.2744572364, -0.005719459135},
        {0.4081735211, -0.3274996436},
        {0.4366216029, -0.01300270158},
        {1.458577836, -0.5758466227},
        {1.768841164, -0.09316827545},
        {2.302064622, -0.6876732677},
        {2.605528952, -0.2878101614},
        {2.810180101, -0.2891507016},
        {3.060405661, -0.1372155569},
        {4.35907544, -0.2722148514}},
       0},
      {"parts:\n"
       "  m0: {kind: beam, from: [0.0, 0.0], to: [-0.276, -0.663], EA: 133.3168109033571, EI: 0.43701575277403043, "
       "line_mass: 1.0103826577146247, rayleigh: {mass: 0.023526588370380352, stiffness: 0.002882179354673438}}\n"
       "joints:\n"
       "  - {spring: m0.start, direction: [-0.6953416496396201, -0.7186793375883654], stiffness: 14.440778574399006, "
       "loss_factor: 0.004333698864493078, damping: 1.8926561007174516}\n"
       "  - {dashpot: m0@0.851, direction: [0.6862735869315272, -0.7273434978606295], damping: 3.467089523057587}\n"
       "analysis: {damped: {count: 6}}\n",
       6,
       2,
       {{0, -0.023526588370380352},
        {0.6955772814, -1.631123941},
        {0.0003186702626, -11.21035618},
        {4.541433929, -2.60845849}},
       0},
      {"parts:\n"
       "  m0: {kind: beam, from: [0.0, 0.0], to: [-0.367, -0.796], EA: 101.2921686719148, EI: 2.8673617476670814, "
       "line_mass: 0.38206664337044727, rayleigh: {mass: 1.5148146493243937, stiffness: 0.0038970082786117474}}\n"
       "  m1: {kind: beam, from: [0.0, 0.0], to: [1.069, 0.117], EA: 60.46775445029571, EI: 1.5328013885591634, "
       "line_mass: 0.8384410735797464, rayleigh: {stiffness: 0.004554808441986854}}\n"
       "  m2: {kind: beam, from: [0.0, 0.0], to: [0.61, 0.998], EA: 293.03196531120943, EI: 0.40902507722804987, "
       "line_mass: 1.1587328977562543, rotary_inertia: 0.010409094600910912, rayleigh: {mass: 6.753842366480464, "
       "stiffness: 0.027119634090339073}}\n"
       "  b0: {kind: body, at: [0.0, 0.0], mass: 0.130959136556634, inertia: 0.003832074067985809}\n"
       "joints:\n"
       "  - {weld: [m0.start, m1.start, m2.start]}\n  - {fix: m0.start}\n  - {pin: m1.end}\n  - {weld: [m0.start, "
       "b0]}\n"
       "analysis: {damped: {count: 12}}\n",
       12,
       0,
       {{0, -0.3499127405},
        {0, -6.465281955},
        {1.191850033, -4.399846654},
        {1.988108909, -1.063659289},
        {2.86660256, -0.740060819},
        {3.039278758, -9.561443085},
        {3.104234145, -9.85138847},
        {3.942193275, -1.401729785},
        {4.62804142, -2.416398874}},
       1 / 0.027119634090339073}};
  for (size_t i = 0; i < sizeof frame / sizeof *frame; i++) {
    run r;
    find(frame[i].text, frame[i].count, 0, &r);
    assert_int_equal(r.status, HOL_OK);
    assert_int_equal(r.found.known, HOL_DAMPED_COUNTED);
    assert_int_equal(r.found.motions, frame[i].count);
    size_t listed = frame[i].rigid;
    for (size_t k = 0; k < frame[i].rigid; k++) {
      assert_false(r.found.motion[k].omega > 0);
    }
    for (size_t k = 0; k < 12 && fabs(frame[i].motion[k][1]) > 0; k++, listed++) {
      const double *m = frame[i].motion[k];
      assert_true(is_told(&r.found, m[1], 2 * pi * m[0], 2e-8));
    }
    assert_int_equal(r.found.accumulations, frame[i].accumulation > 0 ? 1 : 0);
    if (frame[i].accumulation > 0) {
      assert_true(fabs(r.found.accumulation[0] - frame[i].accumulation) < 1e-12 * frame[i].accumulation);
      assert_true(r.found.motion[listed].omega > 0.9 * frame[i].accumulation);
    } else {
      assert_int_equal(listed, frame[i].count);
    }
    clear(&r);
  }
}

/** Two bars with laws of their own after Kelvin and Voigt, each with s² + λ(1 + b s) = 0: what is not next to either
 *  point is all there. */
static void test_motions_between_two_points_of_accumulation(void **state)
{
  (void)state;
  static const double b[] = {0.05, 0.02};
  enum { COUNT = 44, OWN = 400 };
  double size[4 * OWN];
  number s[4 * OWN];
  size_t n = 0;
  for (int part = 0; part < 2; part++) {
    for (int k = 0; k < OWN; k++) {
      number root[2];
      roots_of((hol_damping){.stiffness = b[part]}, (long double)pow((k + 0.5) * acos(-1), 2), root);
      for (int j = 0; j < 2; j++) {
        bool is_there = cimagl(root[j]) > -1e-15L && cabsl(root[j] + 20) >= 2 && cabsl(root[j] + 50) >= 5;
        if (is_there) {
          size[n] = (double)cabsl(root[j]);
          s[n++] = root[j];
        }
      }
    }
  }
  run r;
  find("freedoms: [ux]\nparts:\n  a: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1, rayleigh: {stiffness: "
       "0.05}}\n"
       "  b: {kind: bar, from: [0, 1], to: [1, 1], EA: 1, line_mass: 1, rayleigh: {stiffness: 0.02}}\n"
       "joints:\n  - {fix: a.start}\n  - {fix: b.start}\nanalysis: {damped: {count: 44}}\n",
       COUNT, 0, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.found.known, HOL_DAMPED_COUNTED);
  assert_int_equal(r.found.motions, COUNT);
  assert_int_equal(r.found.accumulations, 2);
  double last = r.found.motion[COUNT - 1].omega;
  size_t below = 0;
  for (size_t i = 0; i < n; i++) {
    if (size[i] < last * (1 + 1e-9)) {
      assert_true(is_told(&r.found, (double)creall(s[i]), (double)cimagl(s[i]), 1e-9));
      below++;
    }
  }
  assert_int_equal(below, COUNT);
  clear(&r);
}

/** Bending of a unit cantilever with a dashpot c = 1 at its tip: with s = ik² zeros of 1 + cos k cosh k + (i/k)(sin k
 *  cosh k − cos k sinh k), over cosh k. */
static number tip_equation(number k)
{
  return 1 / ccoshl(k) + ccosl(k) + (number)_Complex_I / k * (csinl(k) - ccosl(k) * ctanhl(k));
}

/** Long lists stay closed: of a cantilever with a dashpot at its tip 400 motions, lengthwise ones, which are not
 *  damped, between those that bend it, some of them close together. */
static void test_long_lists_are_closed(void **state)
{
  (void)state;
  enum { COUNT = 400, BENT = 200 };
  run r;
  find(
      "parts:\n  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 1e4, line_mass: 1}\njoints:\n  - {fix: b.start}\n"
      "  - {dashpot: b.end, freedom: uy, damping: 1}\nanalysis: {damped: {count: 400}}\n",
      COUNT, 0, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.found.known, HOL_DAMPED_COUNTED);
  assert_int_equal(r.found.motions, COUNT);
  double last = r.found.motion[COUNT - 1].omega * (1 + 1e-9);
  size_t below = 0;
  for (int n = 1; n <= BENT; n++) {
    number k = n == 1 ? 1.875L : (n - 0.5L) * acosl(-1);
    for (int step = 0; step < 40; step++) {
      number slope = (tip_equation(k * (1 + 1e-7L)) - tip_equation(k * (1 - 1e-7L))) / (2e-7L * k);
      k -= tip_equation(k) / slope;
    }
    number s = (number)_Complex_I * k * k;
    if (cabsl(s) < (long double)last) {
      assert_true(is_told(&r.found, (double)creall(s), (double)cimagl(s), 1e-9));
      below++;
    }
  }
  assert_true(below > 50);
  assert_true(below < BENT);
  for (int n = 1; 100 * acos(-1) * (n - 0.5) < last; n++, below++) {
    assert_true(is_told(&r.found, 0, 100 * acos(-1) * (n - 0.5), 1e-10));
  }
  assert_int_equal(below, COUNT);
  clear(&r);
}

/** Dashpots from 1e-3 to 1e7 N s/m on bodies, some alone: motions at rest, slow and very fast ones, as many as the
 *  determinant has zeros. */
static void test_dashpots_far_apart_in_size(void **state)
{
  (void)state;
  run r;
  find("freedoms: [ux]\nparts:\n  c: {kind: body, at: [0, 0], mass: 1}\n  d: {kind: body, at: [1, 0], mass: 1}\n"
       "joints:\n  - {dashpot: c, freedom: ux, damping: 0.01}\n  - {dashpot: d, freedom: ux, damping: 1e7}\n"
       "analysis: {damped: {count: 4}}\n",
       4, 0, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.found.motions, 4);
  assert_true(!(r.found.motion[1].omega > 0));
  assert_true(is_told(&r.found, -0.01, 0, 1e-12));
  assert_true(is_told(&r.found, -1e7, 0, 1e-12));
  clear(&r);
  find("freedoms: [ux, uy]\nparts:\n  c: {kind: body, at: [0, 0], mass: 1}\n  d: {kind: body, at: [1, 0], mass: 2}\n"
       "joints:\n  - {dashpot: c, freedom: ux, damping: 1e7}\n  - {dashpot: [c, d], freedom: ux, damping: 2e7}\n"
       "  - {dashpot: [c, d], freedom: uy, damping: 1e-3}\n"
       "  - {spring: d, freedom: uy, stiffness: 1e3, loss_factor: 0.1}\nanalysis: {damped: {count: 7}}\n",
       7, 0, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.found.motions, 7); /* along x s² + 4e7 s + 1e14 = 0 and twice 0 */
  assert_true(!(r.found.motion[2].omega > 0));
  assert_true(is_told(&r.found, -2e7 + sqrt(3e14), 0, 1e-12));
  assert_true(is_told(&r.found, -2e7 - sqrt(3e14), 0, 1e-12));
  assert_true(is_told(&r.found, -0.001, 0, 1e-5));
  clear(&r);
}

/** A heavy body that weak dashpots alone hold: their rates are the only scale there is, and far from 1 rad/s. */
static void test_dashpots_alone_are_the_scale(void **state)
{
  (void)state;
  static const double damping[] = {1e-9, 1, 1e9};
  for (size_t i = 0; i < sizeof damping / sizeof *damping; i++) {
    char text[256];
    run r;
    (void)snprintf(text, sizeof text,
                   "freedoms: [ux, uy]\nparts: {c: {kind: body, at: [0, 0], mass: 1e6}}\njoints:\n"
                   "  - {dashpot: c, freedom: ux, damping: %g}\n  - {dashpot: c, freedom: uy, damping: %g}\n",
                   damping[i], 3 * damping[i]);
    find(text, 4, 0, &r);
    assert_int_equal(r.status, HOL_OK);
    assert_int_equal(r.found.motions, 4);
    assert_true(!(r.found.motion[1].omega > 0));
    assert_true(is_told(&r.found, -damping[i] / 1e6, 0, 1e-12));
    assert_true(is_told(&r.found, -3 * damping[i] / 1e6, 0, 1e-12));
    clear(&r);
  }
}

static bool stop_later(void *context, size_t done, size_t total, size_t points)
{
  (void)done;
  (void)total;
  (void)points;
  size_t *left = context;
  return *left == 0 ? false : --*left > 0;
}

/** Whenever progress says stop there is nothing, and it is said; otherwise all. */
static void test_a_search_can_be_stopped(void **state)
{
  (void)state;
  static const char text[] =
      "freedoms: [ux]\nparts: {a: {kind: bar, length: 1, EA: 1, line_mass: 1}}\njoints:\n  - {fix: a.start}\n"
      "  - {dashpot: a.end, direction: [1, 0], damping: 0.5}\nanalysis: {damped: {count: 3}}\n";
  hol_problem problem = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
  const hol_damped_request request = {.count = 3};
  size_t stopped = 0;
  hol_status status = HOL_INCOMPLETE;
  for (size_t calls = 1; status == HOL_INCOMPLETE; calls += 1 + calls / 3) {
    hol_damped found;
    size_t left = calls;
    status =
        hol_damped_find(&problem, (hol_watch){.progress = stop_later, .context = &left}, &request, &found, &faults);
    assert_int_equal(found.is_stopped, status == HOL_INCOMPLETE);
    assert_int_equal(found.is_filled, status == HOL_OK);
    stopped += found.is_stopped;
    hol_damped_row.clear(&found);
  }
  assert_int_equal(status, HOL_OK);
  assert_true(stopped > 10);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_circles_of_one_law_hold_every_root),
                                     cmocka_unit_test(test_reach_of_one_law),
                                     cmocka_unit_test(test_cantilever_after_kelvin_and_voigt),
                                     cmocka_unit_test(test_chains_of_one_law),
                                     cmocka_unit_test(test_light_bars_have_so_many_motions),
                                     cmocka_unit_test(test_discs_hold_every_lossy_motion),
                                     cmocka_unit_test(test_circles_of_dashpots_hold_one_motion),
                                     cmocka_unit_test(test_chains_with_dashpots),
                                     cmocka_unit_test(test_chains_with_loss_factors),
                                     cmocka_unit_test(test_bar_with_a_dashpot_in_pieces),
                                     cmocka_unit_test(test_what_rounding_makes_is_not_listed),
                                     cmocka_unit_test(test_line_damping_beside_rotary_inertia_is_counted),
                                     cmocka_unit_test(test_uniform_line_damping_is_proved),
                                     cmocka_unit_test(test_whole_motions_are_damped),
                                     cmocka_unit_test(test_light_members_do_not_stop_the_search),
                                     cmocka_unit_test(test_other_damping_has_no_circles),
                                     cmocka_unit_test(test_frames_with_other_damping_are_counted),
                                     cmocka_unit_test(test_motions_between_two_points_of_accumulation),
                                     cmocka_unit_test(test_long_lists_are_closed),
                                     cmocka_unit_test(test_dashpots_far_apart_in_size),
                                     cmocka_unit_test(test_dashpots_alone_are_the_scale),
                                     cmocka_unit_test(test_a_search_can_be_stopped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
