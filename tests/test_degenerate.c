/* SPDX-License-Identifier: BSD-3-Clause */
/* What comes with the frequencies: shapes that are orthonormal whatever the multiplicity, reactions in balance with the
   accelerations, reactions of dependent constraints shared, energies that add up. Everything is checked from the
   reported numbers by quadrature, without the library's own. */
#include "gallery.h"

#include <stdlib.h>

/* ---- masses by quadrature ---- */

/** What moves in a part, per length and as a whole, from the file alone. */
typedef struct inertia {
  double line_mass, polar, rotary_z, mass, moment;
} inertia;

static inertia inertia_of(const hol_part *part)
{
  bool turns = part->inertia_count > 0;
  return (inertia){.line_mass = part->value[HOL_P_LINE_MASS],
                   .polar = part->value[HOL_P_POLAR_INERTIA],
                   .rotary_z = part->value[HOL_P_ROTARY_INERTIA],
                   .mass = part->value[HOL_P_MASS],
                   .moment = turns ? part->inertia[part->inertia_count - 1] : 0};
}

static double at(const hol_shape *shape, size_t freedom, size_t point)
{
  return shape->value[freedom] ? shape->value[freedom][point] : 0;
}

/** Mass of two shapes in each other per length, at one point. */
static double density(const inertia *m, const hol_shape *a, const hol_shape *b, size_t point)
{
  double sum = 0;
  for (size_t f = HOL_UX; f <= HOL_UZ; f++) {
    sum += m->line_mass * at(a, f, point) * at(b, f, point);
  }
  return sum + m->polar * at(a, HOL_RX, point) * at(b, HOL_RX, point) +
         m->rotary_z * at(a, HOL_RZ, point) * at(b, HOL_RZ, point);
}

/** Simpson's weights. */
static double weight(size_t i, size_t points)
{
  return i == 0 || i + 1 == points ? 1.0 / 3 : i % 2 ? 4.0 / 3 : 2.0 / 3;
}

/** aᵀ M b of two modes; members along any direction in a plane, or along x with torsion. */
static double product(const hol_problem *problem, const hol_mode *a, const hol_mode *b)
{
  double sum = 0;
  for (size_t p = 0; p < problem->part_count; p++) {
    const inertia m = inertia_of(&problem->part[p]);
    const hol_shape *x = &a->shape[p], *y = &b->shape[p];
    if (x->points == 1) {
      for (size_t f = HOL_UX; f <= HOL_UZ; f++) {
        sum += m.mass * at(x, f, 0) * at(y, f, 0);
      }
      sum += m.moment * at(x, HOL_RZ, 0) * at(y, HOL_RZ, 0);
    } else {
      double h = x->s[1] - x->s[0];
      for (size_t i = 0; i < x->points; i++) {
        sum += h * weight(i, x->points) * density(&m, x, y, i);
      }
    }
  }
  return sum;
}

/** Largest deviation of all products from the unit matrix. */
static double deviation(const solved *s)
{
  double worst = 0;
  for (size_t i = 0; i < s->result.mode_count; i++) {
    for (size_t j = 0; j <= i; j++) {
      double value = product(&s->reading.problem, &s->result.mode[i], &s->result.mode[j]);
      worst = fmax(worst, fabs(value - (i == j)));
    }
  }
  return worst;
}

/** Structures with repeated frequencies, rigid-body modes and mechanisms; sizes so that joints lie on points of the
 *  shapes. */
static const char *const repeated[] = {
    /* a free square: three rigid-body modes, double frequencies */
    "parts:\n"
    "  s: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 1000, line_mass: 1}\n"
    "  e: {kind: beam, from: [1, 0], to: [1, 1], EI: 1, EA: 1000, line_mass: 1}\n"
    "  n: {kind: beam, from: [1, 1], to: [0, 1], EI: 1, EA: 1000, line_mass: 1}\n"
    "  w: {kind: beam, from: [0, 1], to: [0, 0], EI: 1, EA: 1000, line_mass: 1}\n"
    "joints: [{weld: [s.end, e.start]}, {weld: [e.end, n.start]}, {weld: [n.end, w.start]}, {weld: [w.end, "
    "s.start]}]\n",
    /* the same hinged: four modes without energy, pairs */
    "parts:\n"
    "  s: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
    "  e: {kind: beam, from: [1, 0], to: [1, 1], EI: 1, line_mass: 1}\n"
    "  n: {kind: beam, from: [1, 1], to: [0, 1], EI: 1, line_mass: 1}\n"
    "  w: {kind: beam, from: [0, 1], to: [0, 0], EI: 1, line_mass: 1}\n"
    "joints: [{hinge: [s.end, e.start]}, {hinge: [e.end, n.start]}, {hinge: [n.end, w.start]}, {hinge: [w.end, "
    "s.start]}]\n",
    /* five loose cantilevers, one with a mass at a node, and a loose beam with rotary inertia */
    "parts:\n"
    "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 30, line_mass: 1}\n"
    "  b: {kind: beam, from: [0, 1], to: [1, 1], EI: 1, EA: 30, line_mass: 1}\n"
    "  c: {kind: beam, from: [0, 2], to: [1, 2], EI: 1, EA: 30, line_mass: 1}\n"
    "  d: {kind: beam, from: [0, 3], to: [3, 7], EI: 2, EA: 30, line_mass: 1, rotary_inertia: 0.01}\n"
    "  m: {kind: body, at: [1, 5], mass: 2, inertia: 0.3}\n"
    "  k: {kind: body, at: [1, 5], mass: 2, inertia: 0.3}\n"
    "joints: [{fix: a.start}, {fix: b.start}, {fix: c.start}]\n",
    /* a star of equal masses and bars */
    "freedoms: [ux]\n"
    "parts:\n"
    "  hub: {kind: body, at: [0, 0], mass: 1}\n"
    "  a: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
    "  b: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
    "  c: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
    "joints: [{weld: [hub, a.start]}, {weld: [hub, b.start]}, {weld: [hub, c.start]}]\n",
    /* two pinned spans with masses at mid-span; every second mode without reaction of the masses */
    "freedoms: [uy, rz]\n"
    "parts:\n"
    "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
    "  b: {kind: beam, from: [2, 0], to: [3, 0], EI: 1, line_mass: 1}\n"
    "  m: {kind: body, at: [0.5, 0], mass: 2}\n"
    "  k: {kind: body, at: [2.5, 0], mass: 2}\n"
    "joints: [{pin: a.start}, {pin: a.end}, {pin: b.start}, {pin: b.end}, {hinge: [a@0.5, m]}, {hinge: [b@0.5, k]}]\n",
};

static void check_orthonormal(const char *compliance)
{
  solved s = {0};
  for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
    hol_status status = solve_text(
        &s, "%sanalysis: {frequencies: {count: 14}, compliance: %s}\noutput: {points: 201}\n", repeated[i], compliance);
    assert_true(status == HOL_OK || status == HOL_INCOMPLETE);
    size_t multiple = 0;
    for (size_t k = 0; k < s.result.mode_count; k++) {
      multiple += s.result.mode[k].multiplicity > 1;
    }
    double worst = deviation(&s);
    print_message("structure %zu, %s: %zu modes, %zu of multiple frequencies, XᵀMX - 1 at most %.1e\n", i + 1,
                  compliance, s.result.mode_count, multiple, worst);
    assert_true(multiple > 0);
    assert_true(worst < 1e-6);
  }
  forget(&s);
}

static void test_shapes_of_repeated_and_zero_frequencies_are_orthonormal(void **state)
{
  (void)state;
  check_orthonormal("exact");
}

/** Tips of cantilevers move by 2/√(ml) in every mode of unit mass, in those of a repeated root together: to rounding,
 *  not to the distance that vectors of such a root are found at beside it. */
static void test_vectors_are_normalised_at_the_root_itself(void **state)
{
  (void)state;
  static const char text[] = "freedoms: [uy, rz]\n"
                             "parts:\n"
                             "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                             "  b: {kind: beam, from: [0, 1], to: [1, 1], EI: 1, line_mass: 1}\n"
                             "  c: {kind: beam, from: [0, 2], to: [1, 2], EI: 3, line_mass: 2}\n"
                             "joints: [{fix: a.start}, {fix: b.start}, {fix: c.start}]\n"
                             "analysis: {frequencies: {count: 6}, compliance: exact}\n"
                             "output: {points: 2}\n";
  solved s = {0};
  assert_int_equal(solve_text(&s, text), HOL_OK);
  size_t pairs = 0;
  for (size_t k = 0; k < 6; k++) {
    const hol_shape *one = s.result.mode[k].shape, *other = s.result.mode[k + (k < 5)].shape;
    if (s.result.mode[k].multiplicity == 1) {
      assert_close(fabs(at(&one[2], HOL_UY, 1)), sqrt(2), 1e-13);
      continue;
    }
    k++;
    pairs++;
    for (size_t p = 0; p < 2; p++) {
      for (size_t q = 0; q < 2; q++) {
        double sum =
            at(&one[p], HOL_UY, 1) * at(&one[q], HOL_UY, 1) + at(&other[p], HOL_UY, 1) * at(&other[q], HOL_UY, 1);
        assert_near(sum, p == q ? 4 : 0, 1e-12);
      }
    }
  }
  assert_int_equal(pairs, 2);
  forget(&s);
}

static void test_shapes_with_few_modes_are_orthonormal_in_their_own_masses(void **state)
{
  (void)state;
  /* the modes left out move quasistatically, without inertia: the more are kept, the less is missing */
  solved s = {0};
  double before = 1;
  for (size_t N = 3; N <= 24; N *= 2) {
    hol_status status = solve_text(
        &s, "%sanalysis: {frequencies: {count: 8}, compliance: {modes: %zu}}\noutput: {points: 201}\n", repeated[0], N);
    assert_true(status == HOL_OK || status == HOL_INCOMPLETE);
    double worst = deviation(&s);
    print_message("N = %zu: XᵀMX - 1 at most %.1e\n", N, worst);
    assert_true(worst < before);
    before = worst;
  }
  assert_true(before < 1e-6);
  forget(&s);
}

/* ---- reactions ---- */

/** A body at the end of a cantilever: the weld must give it its acceleration. */
static void check_body_reactions(const char *points, double sign)
{
  solved s = {0};
  assert_int_equal(solve_text(&s,
                              "parts:\n"
                              "  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 20, line_mass: 1}\n"
                              "  body: {kind: body, at: [1, 0], mass: 0.7, inertia: 0.2}\n"
                              "joints: [{fix: beam.start}, {name: held, weld: [%s]}]\n"
                              "analysis: {frequencies: {count: 8}}\n",
                              points),
                   HOL_OK);
  for (size_t i = 0; i < s.result.mode_count; i++) {
    const hol_mode *mode = &s.result.mode[i];
    double square = mode->omega * mode->omega;
    const double *force = hol_reaction_of(&s.result, mode, 1).value;
    const hol_shape *body = &mode->shape[1];
    const double expected[3] = {-sign * square * 0.7 * body->value[HOL_UX][0],
                                -sign * square * 0.7 * body->value[HOL_UY][0],
                                -sign * square * 0.2 * body->value[HOL_RZ][0]};
    assert_int_equal(hol_reaction_of(&s.result, mode, 1).count, 3);
    assert_all_close(force, expected, 3, 1e-10, 1e-10 * square);
  }
  forget(&s);
}

static void test_a_weld_gives_a_body_its_acceleration(void **state)
{
  (void)state;
  check_body_reactions("body, beam.end", 1);  /* on the first-named point */
  check_body_reactions("beam.end, body", -1); /* on the beam: the opposite */
}

/** All forces from the ground on a structure equal its mass times acceleration, in sum and in moment about the origin.
 */
static void test_ground_reactions_balance_the_inertia_of_the_whole(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s,
                              "parts:\n"
                              "  left: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 100, line_mass: 1}\n"
                              "  top: {kind: beam, from: [0, 1], to: [1.5, 1.4], EI: 2, EA: 150, line_mass: 1.2}\n"
                              "  right: {kind: beam, from: [1.5, 1.4], to: [1.5, 0], EI: 1, EA: 100, line_mass: 0.8}\n"
                              "  load: {kind: body, at: [0, 1], mass: 0.5}\n"
                              "joints:\n"
                              "  - {fix: left.start}\n  - {pin: right.end}\n"
                              "  - {weld: [left.end, top.start, load]}\n  - {weld: [top.end, right.start]}\n"
                              "analysis: {frequencies: {count: 8}}\noutput: {points: 401}\n"),
                   HOL_OK);
  for (size_t i = 0; i < s.result.mode_count; i++) {
    const hol_mode *mode = &s.result.mode[i];
    double momentum[2] = {0};
    for (size_t p = 0; p < 4; p++) {
      const hol_shape *shape = &mode->shape[p];
      const inertia m = inertia_of(&s.reading.problem.part[p]);
      double h = shape->points > 1 ? shape->s[1] - shape->s[0] : 0;
      for (size_t k = 0; k < shape->points; k++) {
        double dm = shape->points > 1 ? h * weight(k, shape->points) * m.line_mass : m.mass;
        momentum[0] += dm * shape->value[HOL_UX][k];
        momentum[1] += dm * shape->value[HOL_UY][k];
      }
    }
    double square = mode->omega * mode->omega;
    for (size_t k = 0; k < 2; k++) {
      assert_near(hol_reaction_of(&s.result, mode, 0).value[k] + hol_reaction_of(&s.result, mode, 1).value[k],
                  -square * momentum[k], 1e-6 * square);
    }
  }
  forget(&s);
}

/** Forces of a spring: stiffness times what it is stretched, towards the ground. */
static void test_a_spring_pulls_back_with_its_stiffness(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, "freedoms: [uy, rz]\nparts:\n"
                                  "  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                                  "  body: {kind: body, at: [1, 1], mass: 0.5}\n"
                                  "joints: [{fix: beam.start}, {spring: beam.end, freedom: uy, stiffness: 7},\n"
                                  "  {spring: [beam.end, body], freedom: uy, stiffness: 3}]\n"
                                  "analysis: {frequencies: {count: 5}}\n"),
                   HOL_OK);
  for (size_t i = 0; i < s.result.mode_count; i++) {
    const hol_mode *mode = &s.result.mode[i];
    double tip = mode->shape[0].value[HOL_UY][20], body = mode->shape[1].value[HOL_UY][0];
    assert_near(hol_reaction_of(&s.result, mode, 1).value[0], -7 * tip, 1e-11 * 7);
    assert_near(hol_reaction_of(&s.result, mode, 2).value[0], -3 * (tip - body), 1e-11 * 7);
  }
  forget(&s);
}

/** The same constraint written n times: each bears an n-th, and nothing else changes. */
static void test_a_duplicated_constraint_shares_its_reaction_equally(void **state)
{
  (void)state;
  solved once = {0}, again = {0};
  static const char *const text = "parts:\n"
                                  "  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 40, line_mass: 1}\n"
                                  "  tail: {kind: beam, from: [1, 0], to: [1, 1], EI: 1, EA: 40, line_mass: 1}\n"
                                  "joints:\n  - {fix: beam.start}\n  - {weld: [beam.end, tail.start]}\n%s"
                                  "analysis: {frequencies: {count: 6}}\n";
  assert_int_equal(solve_text(&once, text, ""), HOL_OK);
  assert_int_equal(solve_text(&again, text,
                              "  - {name: second, fix: beam.start}\n  - {name: other, weld: [beam.end, tail.start]}\n"
                              "  - {name: third, weld: [tail.start, beam.end]}\n"),
                   HOL_OK);
  for (size_t i = 0; i < once.result.mode_count; i++) {
    const hol_mode *a = &once.result.mode[i], *b = &again.result.mode[i];
    double scale = 1e-10 * a->omega * a->omega;
    assert_close(b->omega, a->omega, 1e-14);
    for (size_t k = 0; k < 3; k++) {
      assert_near(hol_reaction_of(&again.result, b, 0).value[k], hol_reaction_of(&once.result, a, 0).value[k] / 2,
                  scale);
      assert_near(hol_reaction_of(&again.result, b, 2).value[k], hol_reaction_of(&once.result, a, 0).value[k] / 2,
                  scale);
      assert_near(hol_reaction_of(&again.result, b, 1).value[k], hol_reaction_of(&once.result, a, 1).value[k] / 3,
                  scale);
      assert_near(hol_reaction_of(&again.result, b, 3).value[k], hol_reaction_of(&once.result, a, 1).value[k] / 3,
                  scale);
      assert_near(hol_reaction_of(&again.result, b, 4).value[k], -hol_reaction_of(&once.result, a, 1).value[k] / 3,
                  scale); /* on the other point */
    }
  }
  forget(&once);
  forget(&again);
}

/* ---- the gallery: energies, modal masses, certificates ---- */

typedef struct tally {
  size_t modes, energy, mass, order, certificate;
} tally;

static void largest_of(const hol_mode *mode, size_t parts, double top[2])
{
  top[0] = top[1] = 0;
  for (size_t p = 0; p < parts; p++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      for (size_t i = 0; mode->shape[p].value[f] && i < mode->shape[p].points; i++) {
        top[f >= HOL_RX] = fmax(top[f >= HOL_RX], fabs(mode->shape[p].value[f][i]));
      }
    }
  }
}

static void judge(const char *name, const hol_result *result, tally *all)
{
  size_t parts = result->problem->part_count;
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    double sum = 0, top[2];
    bool negative = false;
    for (size_t p = 0; p < parts; p++) {
      sum += mode->energy[p];
      negative |= mode->energy[p] < 0;
    }
    all->modes++;
    if (!(fabs(sum - 1) < 1e-9) || negative) {
      print_error("%s: mode %zu: energy shares add up to %.12g\n", name, mode->number, sum);
      all->energy++;
    }
    largest_of(mode, parts, top);
    double largest = top[0] > 1e-9 * top[1] ? top[0] : top[1];
    /* that of the field is no less than that of the samples, and here not much more */
    if (!(mode->modal_mass * largest * largest < 1 + 1e-9 && mode->modal_mass * largest * largest > 0.5)) {
      print_error("%s: mode %zu: modal mass %.12g, largest sample %.12g\n", name, mode->number, mode->modal_mass,
                  largest);
      all->mass++;
    }
    all->order += i > 0 && (mode->omega < mode[-1].omega || mode->number != mode[-1].number + 1);
    all->certificate += mode->omega > 0 && !(mode->count_below < mode->number && mode->number <= mode->count_above &&
                                             mode->count_above - mode->count_below == mode->multiplicity);
    bool above = result->only_upper ? isnan(mode->lower) : mode->lower <= mode->omega;
    all->certificate += mode->omega > 0 && !(above && mode->omega <= mode->upper);
  }
}

static void look(const char *path, const char *name, void *context)
{
  solved s = {0};
  assert_true(reading_of_file(path, &s.reading));
  if (s.reading.problem.output_shapes) {
    hol_status status = solve_again(&s);
    assert_int_equal(status, s.result.only_upper ? HOL_INCOMPLETE : HOL_OK);
    judge(name, &s.result, context);
  }
  forget(&s);
}

static void test_energies_modal_masses_and_certificates_of_every_problem_add_up(void **state)
{
  (void)state;
  tally all = {0};
  (void)gallery_visit(look, &all);
  assert_true(all.modes > 800);
  assert_int_equal(all.energy, 0);
  assert_int_equal(all.mass, 0);
  assert_int_equal(all.order, 0);
  assert_int_equal(all.certificate, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes_of_repeated_and_zero_frequencies_are_orthonormal),
      cmocka_unit_test(test_vectors_are_normalised_at_the_root_itself),
      cmocka_unit_test(test_shapes_with_few_modes_are_orthonormal_in_their_own_masses),
      cmocka_unit_test(test_a_weld_gives_a_body_its_acceleration),
      cmocka_unit_test(test_ground_reactions_balance_the_inertia_of_the_whole),
      cmocka_unit_test(test_a_spring_pulls_back_with_its_stiffness),
      cmocka_unit_test(test_a_duplicated_constraint_shares_its_reaction_equally),
      cmocka_unit_test(test_energies_modal_masses_and_certificates_of_every_problem_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
