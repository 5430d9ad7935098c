/* SPDX-License-Identifier: BSD-3-Clause */
/* Random structures under compression: growing motions, motions without energy and frequencies, all against counts of
   finite elements that share nothing with the library but the reader of problem files.

   HOLONOME_RANDOM=1000           how many structures (default: as many as take some seconds)
   HOLONOME_RANDOM_FIRST=1234     the first seed, to repeat one that failed */
#include "effort.h"
#include "fe_count.h"
#include "random_structure.h"
#include "solved.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_COUNT = 60, DEGREES = 4 };

/** What one structure is: the sums over all of them must show that the test has met every kind. */
typedef struct tally {
  size_t stable, unstable, growing, refused, open;
} tally;

/** A count of the elements beside one of the list; told unless `what` is NULL. */
static bool agrees(const fe_counter *c, real lambda, size_t least, size_t most, uint64_t seed, const char *what,
                   size_t number)
{
  size_t count = fe_counter_below(c, lambda);
  if ((count < least || count > most) && !what) {
    return false;
  }
  if (count < least || count > most) {
    print_error("seed %llu, %s mode %zu: %zu below %.17Lg, expected %zu to %zu\n", (unsigned long long)seed, what,
                number, count, (long double)lambda, least, most);
    return false;
  }
  return true;
}

/** Every bracket has as many eigenvalues on both sides as the mode says: -growth² and omega², a little widened. */
static bool check_widened(const hol_result *r, const fe_counter *c, real slack, uint64_t seed, bool says)
{
  bool good = true;
  for (size_t i = 0; i < r->mode_count && good; i++) {
    const hol_mode *m = &r->mode[i];
    if (m->growth > 0) {
      const real low = m->lower_growth, high = m->upper_growth;
      good = isnan(m->lower_growth) ||
             agrees(c, -low * low * (1 - slack), m->number, SIZE_MAX, seed, says ? "from" : NULL, m->number);
      good = good && (isnan(m->upper_growth) ||
                      agrees(c, -high * high * (1 + slack), 0, m->number - 1, seed, says ? "to" : NULL, m->number));
    } else if (m->omega > 0) {
      const real low = m->lower, high = m->upper;
      good = isnan(m->lower) ||
             agrees(c, low * low * (1 - slack), 0, m->number - 1, seed, says ? "from" : NULL, m->number);
      good = good && (isnan(m->upper) ||
                      agrees(c, high * high * (1 + slack), m->number, SIZE_MAX, seed, says ? "to" : NULL, m->number));
    }
  }
  return good;
}

/** Close to a frequency that a member has with its ends held, too (of a free bar all are), the elements miscount with
 *  64 bits:
 *  then from farther off. */
static bool check_modes(const hol_result *r, const fe_counter *c, uint64_t seed)
{
  return check_widened(r, c, 1e-11L, seed, false) || check_widened(r, c, 1e-7L, seed, true);
}

/** As many motions grow as the elements count just below zero, and as many are without energy as between there and just
 *  above. */
static bool check_ground(const hol_result *r, const fe_counter *c, uint64_t seed)
{
  real least = 1;
  for (size_t i = 0; i < r->mode_count; i++) {
    const real x = isfinite(r->mode[i].growth) ? fmax(r->mode[i].omega, r->mode[i].growth) : 0;
    least = x > 0 && x * x < least ? x * x : least;
  }
  return agrees(c, -1e-5L * least, r->growing, r->growing, seed, "growing of", 0) &&
         agrees(c, 1e-5L * least, r->growing + r->rigid_modes, r->growing + r->rigid_modes, seed,
                "below and at zero of", 0);
}

static bool is_right(const solved *s, uint64_t seed, tally *t)
{
  const hol_result *r = &s->result;
  fe_counter c = {0};
  double omega = 1;
  for (size_t i = 0; i < r->mode_count; i++) {
    omega = fmax(omega, fmax(r->mode[i].omega, isfinite(r->mode[i].growth) ? r->mode[i].growth : 0));
  }
  if (r->neutral > 0 || !r->count_proved) {
    t->open++;
    return s->status == HOL_INCOMPLETE;
  }
  t->growing += r->growing;
  *(r->growing ? &t->unstable : &t->stable) += 1;
  bool good = fe_counter_open(&s->reading.problem, s->reading.kind, 1.01 * omega, DEGREES, &c);
  good = good && (c.is_empty || check_ground(r, &c, seed)) && (c.is_empty || check_modes(r, &c, seed)) &&
         (r->growing == 0 || !r->complete);
  fe_counter_clear(&c);
  return good;
}

static bool try_seed(uint64_t seed, tally *t)
{
  random_options options = random_options_of(seed);
  options.compressed = true;
  options.modes = seed % 3 == 2 ? 5 : 0;
  char *text = random_structure(seed, options);
  solved s = {0};
  hol_faults faults = {0};
  bool good = text && reading_of(text, &s.reading);
  if (good) {
    s.status = hol_solve(&s.reading.problem, (hol_solve_options){0}, &s.result, &faults);
    bool shears = s.status == HOL_INVALID && faults.count > 0 && strstr(faults.item[0].message, "shear stiffness");
    t->refused += shears;
    good = shears || ((s.status == HOL_OK || s.status == HOL_INCOMPLETE) && is_right(&s, seed, t));
  }
  if (!good) {
    fprintf(stderr, "seed %llu: %s%s%s\n%s\n", (unsigned long long)seed, hol_status_text(s.status),
            faults.count ? ": " : "", faults.count ? faults.item[0].message : "", text ? text : "");
  }
  hol_faults_clear(&faults);
  forget(&s);
  free(text);
  return good;
}

static void test_stability_of_random_structures(void **state)
{
  (void)state;
  uint64_t first = effort_number("HOLONOME_RANDOM_FIRST", 1), count = effort_number("HOLONOME_RANDOM", DEFAULT_COUNT);
  tally t = {0};
  size_t wrong = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    wrong += !try_seed(seed, &t);
  }
  print_message("%zu stable, %zu unstable with %zu growing motions, %zu refused, %zu open\n", t.stable, t.unstable,
                t.growing, t.refused, t.open);
  assert_int_equal(wrong, 0);
  if (count >= DEFAULT_COUNT) {
    assert_true(t.stable * 10 > count);
    assert_true(t.unstable * 10 > count);
    assert_true(t.open * 5 < count);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stability_of_random_structures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
