/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts imported as matrices, against closed forms: chains of masses and springs, long enough for ARPACK. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solved.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS = 600 };

/** Files of a chain of LINKS masses of 1 kg and springs of 1 N/m; the first one held by a spring of 2 N/m (as half a
 *  link) or not. */
typedef struct chain {
  char folder[64];
} chain;

static FILE *create(const chain *c, const char *name)
{
  char path[128];
  (void)snprintf(path, sizeof path, "%s/%s", c->folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  return file;
}

static void write_chain(const chain *c, const char *name, bool is_held)
{
  FILE *k = create(c, name);
  fprintf(k, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", LINKS, LINKS, 2 * LINKS - 1);
  for (int i = 1; i <= LINKS; i++) {
    double ends = (i == 1) + (i == LINKS);
    fprintf(k, "%d %d %.1f\n", i, i, 2 - ends + (i == 1 && is_held ? 1 : 0));
    if (i < LINKS) {
      fprintf(k, "%d %d -1.0\n", i + 1, i);
    }
  }
  assert_int_equal(fclose(k), 0);
}

static int make_chain(void **state)
{
  chain *c = calloc(1, sizeof *c);
  assert_non_null(c);
  (void)snprintf(c->folder, sizeof c->folder, "/tmp/holonome-chain-XXXXXX");
  assert_non_null(mkdtemp(c->folder));
  write_chain(c, "free.mtx", false);
  write_chain(c, "held.mtx", true);
  FILE *m = create(c, "mass.mtx");
  fprintf(m, "%%%%MatrixMarket matrix coordinate integer symmetric\n%d %d %d\n", LINKS, LINKS, LINKS);
  for (int i = 1; i <= LINKS; i++) {
    fprintf(m, "%d %d 1\n", i, i);
  }
  assert_int_equal(fclose(m), 0);
  *state = c;
  return 0;
}

static int drop_chain(void **state)
{
  chain *c = *state;
  static const char *const name[] = {"free.mtx", "held.mtx", "mass.mtx", "none.mtx", "two.mtx"};
  for (int i = 0; i < 5; i++) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", c->folder, name[i]);
    (void)remove(path);
  }
  (void)remove(c->folder);
  free(c);
  return 0;
}

#define PART(name)                                                                                                     \
  "  " name ": {kind: matrices, stiffness: %s/%s, mass: %s/mass.mtx, ports: {l: {at: [0, 0], ux: 1}, r: {at: [1, 0], " \
  "ux: 600}}}\n"

static void check(const solved *s, double (*omega)(size_t number), double rtol)
{
  assert_int_equal(s->status, HOL_OK);
  for (size_t i = 0; i < s->result.mode_count; i++) {
    const hol_mode *mode = &s->result.mode[i];
    double wanted = omega(i + 1);
    if (wanted == 0) {
      assert_true(mode->omega == 0);
    } else if (!(fabs(mode->omega - wanted) <= rtol * wanted)) {
      fail_msg("mode %zu: %.15g, expected %.15g (relative %.2g)", i + 1, mode->omega, wanted, mode->omega / wanted - 1);
    }
    assert_true(mode->lower <= wanted * (1 + 1e-12));
    assert_true(mode->upper >= wanted * (1 - 1e-12));
  }
}

static double free_chain(size_t number)
{
  return 2 * sin((double)(number - 1) * acos(-1.0) / (2.0 * LINKS));
}

static double two_free_chains(size_t number)
{
  return 2 * sin((double)(number - 1) * acos(-1.0) / (4.0 * LINKS));
}

/** Held by a spring of 1 N/m. */
static double held_chain(size_t number)
{
  return 2 * sin((2.0 * (double)number - 1) * acos(-1.0) / (4.0 * LINKS + 2));
}

static void test_matrices_free_chain_has_its_frequencies_and_one_at_zero(void **state)
{
  const chain *c = *state;
  solved s = {0};
  solve_text(&s, "freedoms: [ux]\nparts:\n" PART("c") "analysis: {frequencies: {count: 40}}\n", c->folder, "free.mtx",
             c->folder);
  assert_int_equal(s.result.mode_count, 40);
  assert_int_equal(s.result.rigid_modes, 1);
  assert_true(fabs(s.result.mass - LINKS) < 1e-9 * LINKS);
  check(&s, free_chain, 1e-11);
  forget(&s);
}

static void test_matrices_two_chains_joined_are_one_of_twice_the_length(void **state)
{
  const chain *c = *state;
  solved s = {0};
  solve_text(&s,
             "freedoms: [ux]\nparts:\n" PART("a")
                 PART("b") "joints:\n  - {spring: [a.r, b.l], freedom: ux, stiffness: 1}\n"
                           "analysis: {frequencies: {count: 30}}\n",
             c->folder, "free.mtx", c->folder, c->folder, "free.mtx", c->folder);
  check(&s, two_free_chains, 1e-11);
  forget(&s);
}

static void test_matrices_held_by_themselves_have_no_zero(void **state)
{
  const chain *c = *state;
  solved s = {0};
  solve_text(&s, "freedoms: [ux]\nparts:\n" PART("c") "analysis: {frequencies: {count: 20}}\n", c->folder, "held.mtx",
             c->folder);
  assert_int_equal(s.result.rigid_modes, 0);
  check(&s, held_chain, 1e-11);
  forget(&s);
}

static void test_matrices_held_by_a_joint_equal_those_held_by_themselves(void **state)
{
  const chain *c = *state;
  solved s = {0};
  solve_text(&s,
             "freedoms: [ux]\nparts:\n" PART("c") "joints:\n  - {spring: c.l, freedom: ux, stiffness: 1}\n"
                                                  "analysis: {frequencies: {below: 0.2}}\n",
             c->folder, "free.mtx", c->folder);
  assert_true(s.result.mode_count > 30);
  check(&s, held_chain, 1e-11);
  forget(&s);
}

static void test_matrices_bounds_of_few_modes_enclose_the_exact_ones(void **state)
{
  const chain *c = *state;
  solved s = {0};
  for (int order = 1; order <= 4; order++) {
    solve_text(&s,
               "freedoms: [ux]\nparts:\n" PART("a")
                   PART("b") "joints:\n  - {spring: [a.r, b.l], freedom: ux, stiffness: 1}\n"
                             "analysis: {frequencies: {count: 8}, compliance: {modes: 6, order: %d}}\n",
               c->folder, "free.mtx", c->folder, c->folder, "free.mtx", c->folder, order);
    check(&s, two_free_chains, order == 1 ? 3e-2 : 1e-2);
    forget(&s);
  }
}

/** A part without ports is there all the same. */
static void test_matrices_without_ports_stand_alone(void **state)
{
  const chain *c = *state;
  solved s = {0};
  solve_text(&s,
             "freedoms: [ux]\nparts:\n  c: {kind: matrices, stiffness: %s/free.mtx, mass: %s/mass.mtx}\n"
             "analysis: {frequencies: {count: 5}}\n",
             c->folder, c->folder);
  check(&s, free_chain, 1e-11);
  forget(&s);
}

/** A mass without stiffness is a rigid body. */
static void test_matrices_nothing_but_mass_on_a_spring(void **state)
{
  const chain *c = *state;
  solved s = {0};
  FILE *k = create(c, "none.mtx"), *m = create(c, "two.mtx");
  fprintf(k, "%%%%MatrixMarket matrix coordinate real symmetric\n1 1 0\n");
  fprintf(m, "%%%%MatrixMarket matrix array real symmetric\n1 1\n2\n");
  assert_int_equal(fclose(k) | fclose(m), 0);
  solve_text(
      &s,
      "freedoms: [ux]\nparts:\n  c: {kind: matrices, stiffness: %s/none.mtx, mass: %s/two.mtx, ports: {a: {ux: 1}}}\n"
      "joints:\n  - {spring: c.a, freedom: ux, stiffness: 8}\nanalysis: {frequencies: {count: 3}}\n",
      c->folder, c->folder);
  assert_int_equal(s.status, HOL_OK);
  assert_int_equal(s.result.mode_count, 1);
  assert_true(s.result.exhausted);
  assert_true(fabs(s.result.mode[0].omega - 2) < 1e-13);
  forget(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matrices_free_chain_has_its_frequencies_and_one_at_zero),
      cmocka_unit_test(test_matrices_two_chains_joined_are_one_of_twice_the_length),
      cmocka_unit_test(test_matrices_held_by_themselves_have_no_zero),
      cmocka_unit_test(test_matrices_held_by_a_joint_equal_those_held_by_themselves),
      cmocka_unit_test(test_matrices_bounds_of_few_modes_enclose_the_exact_ones),
      cmocka_unit_test(test_matrices_without_ports_stand_alone),
      cmocka_unit_test(test_matrices_nothing_but_mass_on_a_spring),
  };
  return cmocka_run_group_tests(tests, make_chain, drop_chain);
}
