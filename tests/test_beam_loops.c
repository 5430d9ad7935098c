/* SPDX-License-Identifier: BSD-3-Clause */
/* Beams that do not stretch or do not twist, joined in closed loops: many of their joints say what others have said.
   Random ones against polynomials beam by beam, which share no code with the library. */
#include "arcs.h"
#include "referee.h"
#include "solved.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = 5, BEAMS = 9, WANTED = 7 };

/** Everything of one random structure. */
typedef struct draw {
  uint64_t state;
  double corner[CORNERS][3];
  arcs_beam beam[BEAMS];
  size_t from[BEAMS], to[BEAMS];
  size_t corners, beams;
  hol_text text; /**< the problem file */
} draw;

static size_t pick(draw *d, size_t n)
{
  d->state = d->state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(d->state >> 33) % n;
}

/** Two digits, so that the file says the same number. */
static double number(draw *d, double least, double most)
{
  double u = (double)pick(d, 1u << 20) / (1u << 20);
  return round(100 * (least + u * (most - least))) / 100;
}

/** A beam from corner to corner; every other one does not stretch, or does not twist. */
static void draw_beam(draw *d, size_t from, size_t to)
{
  size_t i = d->beams++;
  arcs_beam *b = &d->beam[i];
  *b = (arcs_beam){.EI_y = number(d, 0.2, 2),
                   .EI_z = number(d, 0.2, 2),
                   .line_mass = number(d, 0.2, 1),
                   .polar_inertia = number(d, 0.01, 0.1)};
  b->EA = pick(d, 2) ? 0 : number(d, 10, 1000);
  b->GJ = pick(d, 2) ? 0 : number(d, 0.2, 2);
  memcpy(b->from, d->corner[from], sizeof b->from);
  memcpy(b->to, d->corner[to], sizeof b->to);
  d->from[i] = from;
  d->to[i] = to;
  hol_text_add(&d->text,
               "  b%zu: {kind: beam, from: [%.17g, %.17g, %.17g], to: [%.17g, %.17g, %.17g], EI_y: %.17g, EI_z: %.17g, "
               "line_mass: %.17g",
               i, b->from[0], b->from[1], b->from[2], b->to[0], b->to[1], b->to[2], b->EI_y, b->EI_z, b->line_mass);
  if (b->EA > 0) {
    hol_text_add(&d->text, ", EA: %.17g", b->EA);
  }
  if (b->GJ > 0) {
    hol_text_add(&d->text, ", GJ: %.17g", b->GJ);
  }
  hol_text_add(&d->text, ", polar_inertia: %.17g}\n", b->polar_inertia);
}

/** Corners of a polygon, often a regular one in a plane or in pairs of parallel sides, else anywhere. */
static void draw_corners(draw *d)
{
  d->corners = 3 + pick(d, CORNERS - 2);
  size_t kind = pick(d, 3);
  for (size_t i = 0; i < d->corners; i++) {
    double angle = 6.28318530717958648 * (double)i / (double)d->corners;
    d->corner[i][0] = kind ? cos(angle) : number(d, -1, 1) + 2 * (double)i;
    d->corner[i][1] = kind ? sin(angle) : number(d, -1, 1) + 2 * (double)(i % 2);
    d->corner[i][2] = kind == 1 ? 0 : number(d, -1, 1);
  }
}

/** The beam and its end that are at a corner first. */
static arcs_point at_corner(const draw *d, size_t corner)
{
  for (size_t i = 0; i < d->beams; i++) {
    if (d->from[i] == corner || d->to[i] == corner) {
      return (arcs_point){.is_beam = true, .part = i, .point = d->to[i] == corner};
    }
  }
  return (arcs_point){0};
}

static void draw_joints(draw *d, arcs *a)
{
  static const char *const end[2] = {"start", "end"};
  for (size_t i = 0; i < d->beams; i++) {
    for (size_t e = 0; e < 2; e++) {
      arcs_point first = at_corner(d, e ? d->to[i] : d->from[i]);
      if (first.part != i) {
        arcs_weld(a, first, (arcs_point){.is_beam = true, .part = i, .point = e});
        hol_text_add(&d->text, "  - {weld: [b%zu.%s, b%zu.%s]}\n", first.part, end[first.point], i, end[e]);
      }
    }
  }
  for (size_t c = 0; c < d->corners; c++) {
    arcs_point p = at_corner(d, c);
    size_t kind = pick(d, 4);
    for (int f = 0; f < 6 && kind < 2; f++) {
      if (kind == 0 || f < 3) {
        arcs_hold(a, p, f);
      }
    }
    if (kind < 2) {
      hol_text_add(&d->text, "  - {%s: b%zu.%s}\n", kind ? "pin" : "fix", p.part, end[p.point]);
    }
  }
}

static arcs *draw_structure(draw *d)
{
  hol_text_add(&d->text, "parts:\n");
  draw_corners(d);
  for (size_t i = 0; i < d->corners; i++) {
    draw_beam(d, i, (i + 1) % d->corners);
  }
  for (size_t i = 0; i + 2 < d->corners && pick(d, 2); i++) {
    draw_beam(d, i, i + 2);
  }
  arcs *a = arcs_new(NULL, 0, d->beam, d->beams, 63);
  assert_non_null(a);
  hol_text_add(&d->text, "joints:\n");
  draw_joints(d, a);
  hol_text_add(&d->text, "analysis: {frequencies: {count: %d}}\n", WANTED);
  return a;
}

/** @return what is wrong, or NULL; fewer frequencies than wanted are right where there are no others */
static const char *judge(const solved *s, const double *right, size_t found)
{
  if (s->status != HOL_OK || !s->result.complete) {
    return "not solved, or not complete";
  }
  size_t count = s->result.mode_count < found ? s->result.mode_count : found;
  if (s->result.mode_count < found && !s->result.exhausted) {
    return "too few modes";
  }
  double last = found ? right[found - 1] : 0;
  for (size_t i = 0; i < count; i++) {
    const hol_mode *mode = &s->result.mode[i];
    bool is_off =
        mode->omega > 0 ? fabs(mode->omega - right[i]) > 1e-8 * right[i] + 1e-10 * last : right[i] > 1e-5 * last;
    if (is_off) {
      return "another frequency";
    }
  }
  return NULL;
}

/** HOLONOME_LOOPS: how many. */
static void test_random_loops(void **state)
{
  (void)state;
  const char *request = getenv("HOLONOME_LOOPS");
  size_t count = request ? strtoull(request, NULL, 10) : 25, wrong = 0;
  for (size_t i = 1; i <= count; i++) {
    draw d = {.state = i * 7919};
    double right[WANTED];
    arcs *a = draw_structure(&d);
    size_t found = arcs_solve(a, WANTED, right);
    arcs_free(a);
    wrong += !agrees(i, d.text.data, right, found, judge);
    hol_text_clear(&d.text);
  }
  assert_int_equal(wrong, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_loops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
