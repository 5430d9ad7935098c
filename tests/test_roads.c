/* SPDX-License-Identifier: BSD-3-Clause */
/* Two roads to the same numbers: the determinant of compliances, whose inertia counts frequencies, and the linear
   pencil, an eigenproblem that knows neither counting nor roots.

   HOLONOME_RANDOM=10000          how many random structures (default: as many as take a few seconds)
   HOLONOME_RANDOM_FIRST=1234     the first seed, to repeat one that failed */
#include "effort.h"
#include "model_of.h"
#include "dice.h"
#include "gallery.h"
#include "random_structure.h"

#include "spectrum/pencil.h"
#include "statics/prestress.h"
#include "spectrum/roots.h"

#include <float.h>
#include <stdlib.h>

/** A model and its determinant with N modes; {0} is empty. */
typedef struct roads {
  hol_model model;
  hol_system system;
  hol_sturm_counter counter;
  double *lambda; /**< [count] of the pencil */
  size_t count;
  double norm;
} roads;

static void leave(roads *r)
{
  free(r->lambda);
  hol_sturm_counter_clear(&r->counter);
  hol_system_clear(&r->system);
  hol_model_clear(&r->model);
  *r = (roads){0};
}

/** Are all modes of some part kept, so that nothing quasistatic is left over which a pencil could be made? */
static bool keeps_all(const hol_system *system)
{
  bool all = false;
  for (size_t i = 0; i < system->modal_count; i++) {
    const hol_component_modes *own = system->modal[i].component_modes;
    all = all || (own && own->has_all && system->modal[i].modes == own->rigid + own->modes);
  }
  return all;
}

/** @return HOL_INVALID where a part has no modes of its own, or no others */
static hol_status build(const hol_problem *problem, roads *r)
{
  hol_status status = model_of(problem, &r->model);
  if (status == HOL_OK) {
    status = hol_system_build(&r->model, problem->analysis.modes, 1, HOL_BOUND_UPPER, &r->system);
    r->counter.system = &r->system;
  }
  return status == HOL_OK && keeps_all(&r->system) ? HOL_INVALID : status;
}

/** All eigenvalues of the pencil, at most `most`. */
static hol_status take_pencil(roads *r, double shift, size_t most)
{
  size_t size = hol_pencil_size(&r->system);
  r->count = most < size ? most : size;
  r->lambda = calloc(size + 1, sizeof *r->lambda);
  assert_non_null(r->lambda);
  return hol_pencil(&r->system, shift, r->lambda, &r->count, &r->norm);
}

/** Relative difference that rounding explains: of the pencil, and of the determinant by its own bracket. */
static double allowed(const roads *r, const hol_mode *mode)
{
  return fmax(1e-11, 8 * DBL_EPSILON * r->norm / (mode->omega * mode->omega)) +
         (mode->upper - mode->omega) / mode->omega;
}

/* ---- the gallery ---- */

enum { MOST_CHECKED = 300 }; /* a run compares pencils up to this order by itself */

typedef struct tally {
  size_t modes; /**< N */
  size_t files, refused, without, compared, apart, unnoticed;
  double largest;
} tally;

static void judge(const char *name, const solved *s, const roads *r, tally *all)
{
  for (size_t i = 0; i < s->result.mode_count; i++) {
    const hol_mode *mode = &s->result.mode[i];
    if (!(mode->omega > 0) || mode->number > r->count) {
      continue;
    }
    double lambda = r->lambda[mode->number - 1], off = fabs(sqrt(fmax(lambda, 0)) / mode->omega - 1);
    all->compared++;
    all->largest = fmax(all->largest, off / allowed(r, mode));
    if (!(off <= allowed(r, mode))) {
      print_error("%s, N = %zu: mode %zu: determinant %.17g, pencil %.17g (relative %.2g, allowed %.2g)\n", name,
                  all->modes, mode->number, mode->omega, sqrt(fmax(lambda, 0)), off, allowed(r, mode));
      all->apart++;
    }
    if (isnan(mode->pencil_omega) && hol_pencil_size(&r->system) <= MOST_CHECKED) {
      all->unnoticed++;
      print_error("%s, N = %zu: mode %zu was not compared with the pencil\n", name, all->modes, mode->number);
    }
  }
}

static void take_both(const char *path, const char *name, void *context)
{
  tally *all = context;
  solved s = {0};
  roads r = {0};
  assert_true(reading_of_file(path, &s.reading));
  s.reading.problem.output_shapes = false;
  hol_analysis *a = &s.reading.problem.analysis;
  a->exact = false;
  a->reactions = HOL_REACTIONS_NONE;
  a->modes = all->modes;
  a->order = 1;
  a->tolerance = 0;
  hol_prestressed stressed = {0};
  hol_faults faults = {0};
  if (a->prestress) {
    assert_int_equal(hol_prestress_by_loads(&s.reading.problem, (hol_cancellation){0}, &stressed, &faults), HOL_OK);
  }
  hol_status status = build(a->prestress ? &stressed.problem : &s.reading.problem, &r);
  if (status == HOL_INVALID) {
    all->refused++;
  } else {
    assert_int_equal(status, HOL_OK);
    hol_status solution = solve_again(&s);
    assert_true(solution == HOL_OK || solution == HOL_INCOMPLETE);
    size_t n = s.result.mode_count;
    double first = n > s.result.rigid_modes ? s.result.mode[s.result.rigid_modes].omega : 0;
    all->files++;
    if (first > 0 && take_pencil(&r, first * first, s.result.mode[n - 1].number) == HOL_OK) {
      judge(name, &s, &r, all);
    } else if (first > 0 && 8 * DBL_EPSILON * r.norm < first * first) { /* else it would not have a digit anyway */
      all->without++;
      print_error("%s, N = %zu: no pencil\n", name, all->modes);
    }
  }
  leave(&r);
  hol_prestressed_clear(&stressed);
  hol_faults_clear(&faults);
  forget(&s);
}

static void check_gallery(size_t modes)
{
  tally all = {.modes = modes};
  (void)gallery_visit(take_both, &all);
  print_message(
      "N = %zu: %zu files, %zu without modes of their own, %zu without pencil; %zu frequencies, largest difference "
      "%.2f of the allowed one\n",
      modes, all.files, all.refused, all.without, all.compared, all.largest);
  assert_true(all.compared > 600);
  assert_int_equal(all.without, 0);
  assert_int_equal(all.apart, 0);
  assert_int_equal(all.unnoticed, 0);
}

static void test_determinant_and_pencil_agree_on_every_problem_with_three_modes(void **state)
{
  (void)state;
  check_gallery(3);
}

static void test_determinant_and_pencil_agree_on_every_problem_with_six_modes(void **state)
{
  (void)state;
  check_gallery(6);
}

/* ---- counts of random structures ---- */

typedef struct counts {
  size_t structures, refused, without, counted, wrong;
} counts;

/** Number of eigenvalues of the pencil below λ; SIZE_MAX where one is too close to tell. */
static size_t below(const roads *r, double lambda)
{
  size_t n = 0;
  for (size_t i = 0; i < r->count; i++) {
    double value = r->lambda[i], doubt = 1e-9 * lambda + 100 * DBL_EPSILON * r->norm;
    if (i >= r->model.zero_count && fabs(value - lambda) <= doubt) {
      return SIZE_MAX;
    }
    n += i < r->model.zero_count || value < lambda;
  }
  return n;
}

static void compare_count(roads *r, double lambda, counts *all, bool *good)
{
  size_t expected = below(r, lambda);
  size_t found = 0;
  if (expected == SIZE_MAX || !(lambda > 0)) {
    return;
  }
  all->counted++;
  if (hol_sturm_count(&r->counter, lambda, &found) != HOL_OK || found != expected) {
    print_error("below lambda = %.17g: counted %zu, the pencil has %zu\n", lambda, found, expected);
    *good = false;
  }
}

/** Counts at random λ over the range of the eigenvalues known, and midway between neighbours. */
static bool counts_agree(roads *r, uint64_t seed, counts *all)
{
  enum { RANDOM = 12 };
  bool good = true;
  size_t zero = r->model.zero_count;
  if (r->count <= zero) {
    return true;
  }
  double low = 0.1 * r->lambda[zero], high = 0.9 * r->lambda[r->count - 1];
  for (int i = 0; i < RANDOM && high > low; i++) {
    compare_count(r, low * pow(high / low, dice_uniform(&seed, 0, 1)), all, &good);
  }
  for (size_t i = zero + 1; i < r->count; i++) {
    compare_count(r, 0.5 * (r->lambda[i - 1] + r->lambda[i]), all, &good);
  }
  return good;
}

static void count_one(uint64_t seed, counts *all)
{
  enum { MOST = 30 }; /* the lowest are those that the pencil has to many digits */
  random_options options = random_options_of(seed);
  options.modes = options.modes ? options.modes : 1 + (size_t)(seed % 5);
  options.shear = options.loads = false;
  char *text = random_structure(seed, options);
  reading read = {0};
  roads r = {0};
  assert_non_null(text);
  assert_true(reading_of(text, &read));
  all->structures++;
  hol_status status = build(&read.problem, &r);
  if (status == HOL_INVALID) {
    all->refused++;
  } else {
    assert_int_equal(status, HOL_OK);
    if (take_pencil(&r, hol_typical_lambda(&r.system), r.model.zero_count + MOST) != HOL_OK) {
      all->without++;
    } else if (!counts_agree(&r, seed, all)) {
      print_error("# seed %llu\n%s\n", (unsigned long long)seed, text);
      all->wrong++;
    }
  }
  leave(&r);
  reading_clear(&read);
  free(text);
}

static void test_counts_of_random_structures_are_those_of_the_pencil(void **state)
{
  (void)state;
  uint64_t first = effort_number("HOLONOME_RANDOM_FIRST", 1), count = effort_count(250, 1000);
  counts all = {0};
  for (uint64_t seed = first; seed < first + count; seed++) {
    count_one(seed, &all);
  }
  print_message("%zu random structures (%zu without modes of their own, %zu without pencil), %zu counts\n",
                all.structures, all.refused, all.without, all.counted);
  assert_int_equal(all.refused, 0);
  assert_int_equal(all.without, 0);
  assert_int_equal(all.wrong, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_determinant_and_pencil_agree_on_every_problem_with_three_modes),
      cmocka_unit_test(test_determinant_and_pencil_agree_on_every_problem_with_six_modes),
      cmocka_unit_test(test_counts_of_random_structures_are_those_of_the_pencil),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
