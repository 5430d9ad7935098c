/* SPDX-License-Identifier: BSD-3-Clause */
/* Rings joined at several points: right numbers of named structures, and many random ones against polynomials piece by
   piece, which share no code with the library. Rings that do not twist or stretch are among them. The same with every
   ring cut into arcs at its points. */
#include "arcs.h"
#include "dice.h"
#include "referee.h"
#include "solved.h"

#include <stdlib.h>
#include <string.h>

enum { CUTS = 5, RINGS = 2, BEAMS = 2, WANTED = 7 };

static void check_file(const char *path, size_t rigid, size_t count, const double *right, double rtol)
{
  solved s = {0};
  solve_proved(&s, path);
  assert_int_equal(s.result.rigid_modes, rigid);
  for (size_t i = 0; i < count; i++) {
    assert_close(omega_of(&s, rigid + i + 1), right[i], rtol);
  }
  forget(&s);
}

static void test_ring_that_does_not_twist_between_two_clamps(void **state)
{
  (void)state;
  check_file(HOLONOME_TESTS "/faults/ring-untwistable-two-fixes.yaml", 0, 3,
             (double[]){0.96048077187, 2.2738844655, 4.9611905520}, 1e-10);
  check_file(HOLONOME_TESTS "/faults/ring-untwistable-exit-5.yaml", 0, 3,
             (double[]){0.9734874287668, 2.336747316749, 5.08842085196}, 1e-10);
}

/** However little it twists: no threshold lies between a ring with and without GJ. */
static void test_ring_that_hardly_twists(void **state)
{
  (void)state;
  static const double GJ[] = {1e12, 1e14, 1e15, 1e16, 1e18, 1e22, 1e30};
  for (size_t i = 0; i < sizeof GJ / sizeof *GJ; i++) {
    solved s = {0};
    assert_int_equal(
        solve_text(&s,
                   "freedoms: [uz, rx, ry]\nparts:\n  hoop: {kind: ring, at: [0, 0, 0], radius: 1, EI_y: 1, GJ: %g, "
                   "line_mass: 1}\njoints:\n  - {fix: hoop@0}\n  - {fix: hoop@0.27}\n"
                   "analysis: {frequencies: {count: 3}}\n",
                   GJ[i]),
        HOL_OK);
    assert_true(s.result.complete);
    assert_close(omega_of(&s, 1), 0.96048077187, 2e-11);
    assert_close(omega_of(&s, 2), 2.2738844655, 2e-11);
    assert_close(omega_of(&s, 3), 4.9611905520, 2e-11);
    forget(&s);
  }
}

static void test_ring_that_does_not_twist_between_three_clamps(void **state)
{
  (void)state;
  check_file(HOLONOME_TESTS "/faults/ring-untwistable-exit-6.yaml", 0, 3,
             (double[]){2.356879220925, 4.901167453549, 5.713038812088}, 1e-10);
}

static void test_two_rings_that_do_not_twist_welded_twice(void **state)
{
  (void)state;
  check_file(HOLONOME_TESTS "/faults/rings-untwistable-welded-twice.yaml", 5, 2, (double[]){0.723199621, 1.832242615},
             1e-9);
}

/* ---- random structures ------------------------------------------------------------------------------------------- */

/** Everything of one random structure. */
typedef struct draw {
  uint64_t state;
  arcs_ring ring[RINGS];
  double cut[RINGS][CUTS];
  arcs_beam beam[BEAMS];
  size_t rings, beams;
  unsigned freedoms;
  bool needs_own[RINGS];
  bool in_arcs;  /**< rings are written as arcs from point to point */
  hol_text text; /**< the problem file */
} draw;

static size_t pick(draw *d, size_t n)
{
  return dice_pick(&d->state, n);
}

/** Three digits, so that the file says the same number. */
static double number(draw *d, double least, double most)
{
  return round(1e3 * dice_uniform(&d->state, least, most)) / 1e3;
}

/** Places in turns, thousandths at least 25 apart; often such as make a sine or cosine 0, or both equal. */
static void draw_cuts(draw *d, double *cut, size_t count)
{
  size_t at[CUTS], n = 0;
  while (n < count) {
    size_t place = pick(d, 3) == 0 ? 125 * pick(d, 8) : pick(d, 1000), k = 0;
    while (k < n && labs((long)at[k] - (long)place) >= 25 && labs((long)at[k] - (long)place) <= 975) {
      k++;
    }
    if (k == n) {
      at[n++] = place;
    }
  }
  for (size_t i = 1; i < n; i++) {
    for (size_t k = i; k > 0 && at[k] < at[k - 1]; k--) {
      size_t swap = at[k];
      at[k] = at[k - 1];
      at[k - 1] = swap;
    }
  }
  for (size_t i = 0; i < n; i++) {
    cut[i] = (double)at[i] / 1000;
  }
}

static void place_of(const arcs_ring *r, size_t point, double at[3])
{
  double theta = 2 * 3.14159265358979323846 * r->cut[point];
  at[0] = r->centre[0] + r->radius * cos(theta);
  at[1] = r->centre[1] + r->radius * sin(theta);
  at[2] = r->centre[2];
}

/** Its name where it is in joints. */
static const char *name_of(const draw *d, size_t ring, size_t point, char name[32])
{
  if (d->in_arcs) {
    snprintf(name, 32, "r%zu_%zu.start", ring, point);
  } else {
    snprintf(name, 32, "r%zu@%.3f", ring, d->ring[ring].cut[point]);
  }
  return name;
}

/** A ring, or the arc from one of its points to the next, up to what both are made of. */
static void write_place(draw *d, size_t i, size_t point)
{
  const arcs_ring *r = &d->ring[i];
  double from[3], to[3];
  const double *c = r->centre;
  if (!d->in_arcs) {
    hol_text_add(&d->text, "  r%zu: {kind: ring, at: [%.17g, %.17g, %.17g], radius: %.17g", i, c[0], c[1], c[2],
                 r->radius);
    return;
  }
  place_of(r, point, from);
  place_of(r, (point + 1) % r->cuts, to);
  hol_text_add(&d->text,
               "  r%zu_%zu: {kind: arc, from: [%.17g, %.17g, %.17g], to: [%.17g, %.17g, %.17g], centre: [%.17g, %.17g, "
               "%.17g], normal: z",
               i, point, from[0], from[1], from[2], to[0], to[1], to[2], c[0], c[1], c[2]);
}

static void write_joints_of_arcs(draw *d)
{
  for (size_t i = 0; i < d->rings && d->in_arcs; i++) {
    for (size_t k = 0; k < d->ring[i].cuts; k++) {
      hol_text_add(&d->text, "  - {weld: [r%zu_%zu.end, r%zu_%zu.start]}\n", i, k, i, (k + 1) % d->ring[i].cuts);
    }
  }
}

static void draw_ring(draw *d, size_t i)
{
  arcs_ring *r = &d->ring[i];
  *r = (arcs_ring){.radius = i && pick(d, 2) ? d->ring[0].radius : number(d, 0.5, 2),
                   .EI_in = number(d, 0.5, 2),
                   .EI_across = number(d, 0.5, 2),
                   .line_mass = number(d, 0.5, 2),
                   .cut = d->cut[i],
                   .cuts = 2 + pick(d, CUTS - 1)};
  r->EA = pick(d, 2) ? 0 : pow(10, number(d, 1, 6));
  r->GJ = pick(d, 3) ? 0 : pow(10, number(d, -1, 5));
  r->polar_inertia = pick(d, 2) ? 0 : number(d, 0.001, 0.2);
  for (int k = 0; k < 3 && i; k++) {
    bool is_moved = d->freedoms == 63 && pick(d, 2);
    r->centre[k] = is_moved ? number(d, -1, 1) : 0;
  }
  draw_cuts(d, d->cut[i], r->cuts);
  double stiff = pow(10, number(d, 10, 24)); /* as good as none for the other road */
  bool has_GJ = r->GJ > 0 || !pick(d, 4) || d->in_arcs;
  for (size_t k = 0; k < (d->in_arcs ? r->cuts : 1); k++) {
    write_place(d, i, k);
    hol_text_add(&d->text, ", EI_y: %.17g, EI_z: %.17g, line_mass: %.17g", r->EI_across, r->EI_in, r->line_mass);
    if (r->EA > 0) {
      hol_text_add(&d->text, ", EA: %.17g", r->EA);
    }
    if (has_GJ) {
      hol_text_add(&d->text, ", GJ: %.17g", r->GJ > 0 ? r->GJ : stiff);
    }
    hol_text_add(&d->text, r->polar_inertia > 0 ? ", polar_inertia: %.17g}\n" : "}\n", r->polar_inertia);
  }
}

/** A beam from a point of a ring to another of it or of the other ring, or upwards. */
static void draw_beam(draw *d, size_t i)
{
  arcs_beam *b = &d->beam[i];
  *b = (arcs_beam){.EI_y = number(d, 0.2, 2),
                   .EI_z = number(d, 0.2, 2),
                   .line_mass = number(d, 0.2, 1),
                   .polar_inertia = number(d, 0.01, 0.1)};
  b->EA = pick(d, 2) ? 0 : number(d, 10, 1000);
  b->GJ = pick(d, 2) ? 0 : number(d, 0.2, 2);
  place_of(&d->ring[0], 0, b->from);
  size_t other = d->rings - 1, point = d->ring[other].cuts - 1;
  place_of(&d->ring[other], point, b->to);
  if (i > 0 || hypot(hypot(b->to[0] - b->from[0], b->to[1] - b->from[1]), b->to[2] - b->from[2]) < 0.3) {
    memcpy(b->to, b->from, sizeof b->to);
    b->to[0] += number(d, -0.5, 0.5);
    b->to[2] += number(d, 0.3, 1);
  }
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

static const char *const freedom_name[6] = {"ux", "uy", "uz", "rx", "ry", "rz"};

/** A support at a point of a ring: clamp, pin or springs. */
static void draw_support(draw *d, arcs *a, size_t ring, size_t point)
{
  arcs_point p = {.part = ring, .point = point};
  char at[32];
  size_t kind = pick(d, 4);
  for (int f = 0; f < 6 && kind < 2; f++) {
    if (d->freedoms >> f & 1u && (kind == 0 || f < 3)) {
      arcs_hold(a, p, f);
    }
  }
  if (kind < 2) {
    hol_text_add(&d->text, "  - {%s: %s}\n", kind ? "pin" : "fix", name_of(d, ring, point, at));
    return;
  }
  for (int f = 0; f < 6; f++) {
    if (!(d->freedoms >> f & 1u) || pick(d, 2)) {
      continue;
    }
    double stiffness = number(d, 0.1, 50);
    arcs_spring(a, p, NULL, f, stiffness);
    hol_text_add(&d->text, "  - {spring: %s, freedom: %s, stiffness: %.17g}\n", name_of(d, ring, point, at),
                 freedom_name[f], stiffness);
  }
}

static void draw_welds(draw *d, arcs *a)
{
  size_t most = d->ring[0].cuts < d->ring[1].cuts ? d->ring[0].cuts : d->ring[1].cuts, welds = 1 + pick(d, most);
  char here[32], there[32];
  for (size_t k = 0; k < welds; k++) {
    arcs_weld(a, (arcs_point){.part = 0, .point = k}, (arcs_point){.part = 1, .point = k});
    hol_text_add(&d->text, "  - {weld: [%s, %s]}\n", name_of(d, 0, k, here), name_of(d, 1, k, there));
  }
}

/** A spring or a rigid link across a ring, from one of its points to another. */
static void draw_brace(draw *d, arcs *a)
{
  arcs_point p = {.part = 0, .point = 0}, q = {.part = 0, .point = 1};
  char here[32], there[32];
  if (pick(d, 4) == 0) {
    arcs_weld(a, p, q);
    hol_text_add(&d->text, "  - {weld: [%s, %s]}\n", name_of(d, 0, 0, here), name_of(d, 0, 1, there));
    return;
  }
  double stiffness = number(d, 0.1, 50);
  int f = (int)pick(d, 6);
  if (d->freedoms >> f & 1u) {
    arcs_spring(a, p, &q, f, stiffness);
    hol_text_add(&d->text, "  - {spring: [%s, %s], freedom: %s, stiffness: %.17g}\n", name_of(d, 0, 0, here),
                 name_of(d, 0, 1, there), freedom_name[f], stiffness);
  }
}

static arcs *draw_structure(draw *d)
{
  static const unsigned some[4] = {63, 63, 28, 35};
  static const char *const header[4] = {"", "", "freedoms: [uz, rx, ry]\n", "freedoms: [ux, uy, rz]\n"};
  size_t kind = pick(d, 4);
  d->freedoms = some[kind];
  hol_text_add(&d->text, "%sparts:\n", header[kind]);
  d->rings = 1 + pick(d, 2);
  d->beams = d->freedoms == 63 ? pick(d, BEAMS + 1) : 0;
  for (size_t i = 0; i < d->rings; i++) {
    draw_ring(d, i);
  }
  for (size_t i = 0; i < d->beams; i++) {
    draw_beam(d, i);
  }
  arcs *a = arcs_new(d->ring, d->rings, d->beam, d->beams, d->freedoms);
  assert_non_null(a);
  hol_text_add(&d->text, "joints:\n");
  write_joints_of_arcs(d);
  for (size_t i = 0; i < d->rings; i++) {
    for (size_t k = 0; k < d->ring[i].cuts && (i == 0 || pick(d, 2)); k++) {
      draw_support(d, a, i, k);
    }
  }
  if (d->rings == 2) {
    draw_welds(d, a);
  }
  draw_brace(d, a);
  for (size_t i = 0; i < d->beams; i++) {
    arcs_point start = {.is_beam = true, .part = i, .point = 0}, end = {.is_beam = true, .part = i, .point = 1};
    arcs_weld(a, (arcs_point){.part = 0, .point = 0}, start);
    char ring[32];
    hol_text_add(&d->text, "  - {weld: [%s, b%zu.start]}\n", name_of(d, 0, 0, ring), i);
    double at[3];
    place_of(&d->ring[d->rings - 1], d->ring[d->rings - 1].cuts - 1, at);
    if (memcmp(at, d->beam[i].to, sizeof at) == 0) {
      arcs_weld(a, (arcs_point){.part = d->rings - 1, .point = d->ring[d->rings - 1].cuts - 1}, end);
      hol_text_add(&d->text, "  - {weld: [%s, b%zu.end]}\n",
                   name_of(d, d->rings - 1, d->ring[d->rings - 1].cuts - 1, ring), i);
    }
  }
  hol_text_add(&d->text, "analysis: {frequencies: {count: %d}}\n", WANTED);
  return a;
}

/** What is said against the other road. @return what is wrong, or NULL */
static const char *judge(const solved *s, const double *right, size_t count)
{
  double rounding = 1e-5 * right[count - 1]; /* the square root of what should be 0 is less */
  if (s->status != HOL_OK || !s->result.complete) {
    return "not solved, or not complete";
  }
  if (s->result.mode_count < count) {
    return "too few modes";
  }
  for (size_t i = 0; i < count; i++) {
    const hol_mode *mode = &s->result.mode[i];
    double off = mode->omega - right[i];
    if (mode->omega > 0 ? fabs(off) > 1e-8 * right[i] + 1e-10 * right[count - 1] : right[i] > rounding) {
      return mode->omega > 0 ? "another frequency" : "a rigid-body mode too many";
    }
    double slack = 1e-9 * right[i] + 1e-10 * right[count - 1];
    if (mode->omega > 0 && (right[i] < mode->lower - slack || right[i] > mode->upper + slack)) {
      return "the other road's value is outside the bounds";
    }
  }
  return NULL;
}

/** HOLONOME_RINGS: how many. */
static void check_random_structures(bool in_arcs, size_t usual)
{
  const char *request = getenv("HOLONOME_RINGS"), *from = getenv("HOLONOME_RINGS_FROM");
  size_t count = request ? strtoull(request, NULL, 10) : usual, first = from ? strtoull(from, NULL, 10) : 1, wrong = 0;
  for (size_t i = first; i < first + count; i++) {
    draw d = {.state = i * 1000003, .in_arcs = in_arcs};
    double right[WANTED];
    arcs *a = draw_structure(&d);
    size_t found = arcs_solve(a, WANTED, right);
    arcs_free(a);
    assert_int_equal(found, WANTED);
    wrong += !agrees(i, d.text.data, right, WANTED, judge);
    hol_text_clear(&d.text);
  }
  assert_int_equal(wrong, 0);
}

static void test_random_structures_of_rings(void **state)
{
  (void)state;
  check_random_structures(false, 25);
}

static void test_random_structures_of_arcs(void **state)
{
  (void)state;
  check_random_structures(true, 12);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ring_that_does_not_twist_between_two_clamps),
      cmocka_unit_test(test_ring_that_hardly_twists),
      cmocka_unit_test(test_ring_that_does_not_twist_between_three_clamps),
      cmocka_unit_test(test_two_rings_that_do_not_twist_welded_twice),
      cmocka_unit_test(test_random_structures_of_rings),
      cmocka_unit_test(test_random_structures_of_arcs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
