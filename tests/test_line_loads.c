/* SPDX-License-Identifier: BSD-3-Clause */
/* Line loads of a response: random frames under one, against the same as forces at the points of Gauss all along the
   member. */
#include "responded.h"
#include "draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 65536, SPLITS = 8, FRAMES = 24 };

/** Gauss-Legendre on [0, 1] with 10 points, half of them: distance from the middle, and weight. */
static const double node[5] = {0.0744371694908156, 0.2166976970646236, 0.3397047841495122, 0.4325316833444923,
                               0.4869532642585859},
                    weight[5] = {0.1477621123573764, 0.1346333596549982, 0.1095431812579910, 0.0747256745752903,
                                 0.0333356721543441};

/** Tension, foundation, shear, rotary inertia and damping of every kind. */
static int put_beam(char *text, size_t room, const char *name, const char *ends)
{
  char more[512] = "";
  size_t size = 0;
  if (draw(0, 1) < 0.4) {
    size += (size_t)snprintf(more + size, sizeof more - size, ", theory: timoshenko, kGA: %.17g, rotary_inertia: 0.003",
                             draw(20, 500));
  }
  if (draw(0, 1) < 0.4) {
    size += (size_t)snprintf(more + size, sizeof more - size, ", axial_force: %.17g", draw(-0.3, 20));
  }
  if (draw(0, 1) < 0.4) {
    size += (size_t)snprintf(more + size, sizeof more - size, ", foundation: %.17g", exp(draw(-4, 6)));
  }
  if (draw(0, 1) < 0.5) {
    size += (size_t)snprintf(more + size, sizeof more - size, ", loss_factor: %.17g", draw(0, 0.3));
  } else {
    size += (size_t)snprintf(more + size, sizeof more - size, ", rayleigh: {mass: %.17g, stiffness: %.17g}", draw(0, 1),
                             exp(draw(-11, -5)));
  }
  if (draw(0, 1) < 0.3) {
    size += (size_t)snprintf(more + size, sizeof more - size, ", line_damping: %.17g", draw(0, 3));
  }
  return snprintf(text, room, "  %s: {kind: beam, %s, EI: %.17g, EA: %.17g, line_mass: %.17g%s}\n", name, ends,
                  draw(0.5, 3), exp(draw(2, 9)), draw(0.5, 2), more);
}

/** The largest difference of a value, over the largest of its curve at all frequencies or itself. */
static double difference(const hol_response *a, const hol_response *b)
{
  double worst = 0;
  assert_int_equal(a->curves, b->curves);
  for (size_t c = 0; c < a->curves; c++) {
    double largest = 0;
    for (size_t k = 0; k < a->count; k++) {
      largest = fmax(largest, cabs(b->curve[c].value[k]));
    }
    for (size_t k = 0; k < a->count; k++) {
      double off = cabs(a->curve[c].value[k] - b->curve[c].value[k]);
      worst = fmax(worst, off / fmax(cabs(b->curve[c].value[k]), 1e-6 * largest));
    }
  }
  return worst;
}

static void test_line_loads_are_sums_of_forces(void **state)
{
  (void)state;
  char *spread = malloc(TEXT), *sum = malloc(TEXT);
  double worst = 0;
  assert_non_null(spread);
  assert_non_null(sum);
  for (int frame = 0; frame < FRAMES; frame++) {
    double x = draw(0.5, 2), y = draw(-1, 1), d[2] = {draw(-1, 1), draw(-1, 1)}, q = draw(-3, 3);
    double length = hypot(x, y);
    char ends[2][128], asked[512];
    (void)snprintf(ends[0], sizeof ends[0], "from: [0, 0], to: [%.17g, %.17g]", x, y);
    (void)snprintf(ends[1], sizeof ends[1], "from: [%.17g, %.17g], to: [2.5, 0.3]", x, y);
    int size = snprintf(spread, TEXT, "parts:\n");
    size += put_beam(spread + size, (size_t)(TEXT - size), "a", ends[0]);
    size += put_beam(spread + size, (size_t)(TEXT - size), "b", ends[1]);
    size += snprintf(spread + size, (size_t)(TEXT - size),
                     "joints:\n  - {fix: a.start}\n  - {weld: [a.end, b.start]}\n  - {%s}\n"
                     "analysis:\n  response:\n    load: [",
                     frame % 3 == 0   ? "pin: b.end"
                     : frame % 3 == 1 ? "spring: b.end, freedom: uy, stiffness: 5"
                                      : "dashpot: b.end, freedom: uy, damping: 0.7");
    memcpy(sum, spread, (size_t)size + 1);
    (void)snprintf(asked, sizeof asked,
                   "]\n    at: [{point: a.end, direction: x}, {point: b@0.37, rotation: z}, {reaction: fix a.start}]\n"
                   "    frequencies: [1e-4, %.17g, %.17g, %.17g]\n",
                   exp(draw(-6, 0)), draw(0.5, 20), draw(20, 60));
    (void)snprintf(spread + size, (size_t)(TEXT - size), "{part: a, direction: [%.17g, %.17g], line_load: %.17g}%s",
                   d[0], d[1], q, asked);
    for (int i = 0; i < SPLITS * 10; i++) {
      double middle = (i / 10 + 0.5) / SPLITS, part = 1.0 / SPLITS;
      double at = middle + part * (i % 2 ? 1 : -1) * node[i % 10 / 2];
      size += snprintf(sum + size, (size_t)(TEXT - size), "%s{at: a@%.17g, direction: [%.17g, %.17g], force: %.17g}",
                       i ? ", " : "", at, d[0], d[1], q * length * part * weight[i % 10 / 2]);
    }
    (void)snprintf(sum + size, (size_t)(TEXT - size), "%s", asked);
    solved one, many;
    assert_int_equal(solve(spread, &one), HOL_OK);
    assert_int_equal(solve(sum, &many), HOL_OK);
    worst = fmax(worst, difference(&one.response, &many.response));
    done(&one);
    done(&many);
  }
  (void)printf("%d frames: the largest difference is %.1e\n", FRAMES, worst);
  assert_true(worst < 1e-9);
  free(spread);
  free(sum);
}

int main(void)
{
  draw_seed = 3;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_line_loads_are_sums_of_forces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
