/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures at rest: loads spread evenly against many forces at the points of Gauss, other boundaries against each
   other. */
#include "close.h"
#include "holonome/holonome.h"
#include "statics/analysis.h"
#include "statics/buckling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Gauss-Legendre on [0, 1] with 10 points, half of them: distance from the middle, and weight. */
static const double node[5] = {0.0744371694908156, 0.2166976970646236, 0.3397047841495122, 0.4325316833444923,
                               0.4869532642585859},
                    weight[5] = {0.1477621123573764, 0.1346333596549982, 0.1095431812579910, 0.0747256745752903,
                                 0.0333356721543441};

typedef struct ran {
  hol_problem problem;
  hol_faults faults;
  hol_study study;
  hol_status status;
  const hol_static_result *result;
} ran;

static void run(const char *text, ran *r)
{
  *r = (ran){.status = HOL_OK};
  if (hol_read(text, strlen(text), (hol_read_options){0}, &r->problem, &r->faults) != HOL_OK) {
    fail_msg("%s", r->faults.item[0].message);
  }
  r->status = hol_study_run(&r->problem, (hol_solve_options){0}, &r->study, &r->faults);
  r->result = hol_study_result(&r->study, "static");
  assert_non_null(r->result);
}

static void clear(ran *r)
{
  hol_study_clear(&r->study);
  hol_faults_clear(&r->faults);
  hol_problem_clear(&r->problem);
}

/** Displacements of the last station of the first part, and reactions of the first joint. */
static size_t numbers_of(const ran *r, double *value)
{
  const char *component;
  size_t next = 0, n = HOL_FREEDOM_COUNT;
  hol_static_displacement(r->result, r->result->statics.model.first_station[1] - 1, value);
  while (hol_static_reaction(r->result, 0, &next, &component, &value[n])) {
    n++;
  }
  return n;
}

/** A load spread evenly, and the same as forces at the points of Gauss: smooth up to the free end, so they agree. */
static void check_spread(const char *properties)
{
  char text[4096];
  double even[32], many[32], largest = 0;
  ran r;
  int used = snprintf(text, sizeof text,
                      "parts: {a: {kind: beam, from: [0, 0], to: [1.5, 0.5], %s}}\n"
                      "joints: [{fix: a.start}]\nanalysis: {static: {points: 2}}\nloads:\n",
                      properties);
  (void)snprintf(text + used, sizeof text - (size_t)used, "  - {part: a, direction: [0.3, -1], line_load: 0.7}\n");
  run(text, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_true(r.result->statics.residual < 1e-14);
  size_t n = numbers_of(&r, even);
  clear(&r);
  for (int i = 0; i < 10; i++) {
    double xi = 0.5 + (i % 2 ? 1 : -1) * node[i / 2];
    used += snprintf(text + used, sizeof text - (size_t)used, "  - {at: a@%.17g, direction: [0.3, -1], force: %.17g}\n",
                     xi, 0.7 * weight[i / 2] * sqrt(1.5 * 1.5 + 0.5 * 0.5));
  }
  run(text, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(numbers_of(&r, many), n);
  clear(&r);
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(even[i]));
  }
  for (size_t i = 0; i < n; i++) {
    assert_near(many[i], even[i], 1e-11 * largest);
  }
}

static void test_loads_along_members_are_sums_of_forces(void **state)
{
  (void)state;
  check_spread("EI: 2, EA: 300, line_mass: 1");
  check_spread("EI: 2, EA: 300, line_mass: 0");
  check_spread("EI: 2, EA: 300, line_mass: 1, kGA: 12");
  check_spread("EI: 2, EA: 300, line_mass: 1, axial_force: 9");
  check_spread("EI: 2, EA: 300, line_mass: 1, axial_force: -1.2");
  check_spread("EI: 2, EA: 300, line_mass: 3, axial_force: -1.2, kGA: 12, foundation: 0.8");
  check_spread("EI: 2, EA: 300, line_mass: 3, rotary_inertia: 0.1, foundation: 5");
  check_spread("EI: 2, line_mass: 1");
}

/** Weight is a line load; that of a part in component modes acts on its rigid-body modes. */
static void check_weight(const char *properties, const char *other)
{
  static const char form[] = "parts: {a: {kind: beam, from: [0, 0], to: [1.5, 0.5], %s}}\n"
                             "joints: [{fix: a.start}, {spring: a.end, direction: [0, 1], stiffness: 3}]\n"
                             "gravity: [0, -7]\nanalysis: {static: {points: 2}}\n";
  char text[1024];
  double value[2][32];
  size_t n[2];
  for (int i = 0; i < 2; i++) {
    ran r;
    (void)snprintf(text, sizeof text, form, i ? other : properties);
    run(text, &r);
    assert_int_equal(r.status, HOL_OK);
    assert_true(r.result->balance[0] < 1e-13);
    assert_true(!(r.result->balance[1] > 1e-13));
    n[i] = numbers_of(&r, value[i]);
    clear(&r);
  }
  assert_int_equal(n[0], n[1]);
  for (size_t i = 0; i < n[0]; i++) {
    assert_within(value[1][i], value[0][i], 1e-11, 1e-13);
  }
}

static void test_weight_is_the_same_by_segments_and_by_own_modes(void **state)
{
  (void)state;
  check_weight("EI: 2, EA: 300, line_mass: 1.25", "EI: 2 + 0*xi, EA: 300, line_mass: 1.25");
  check_weight("EI: 2, EA: 300, line_mass: 1.25, axial_force: -0.5",
               "EI: 2 + 0*xi, EA: 300, line_mass: 1.25, axial_force: -0.5");
  check_weight("EI: 2, EA: 300, line_mass: 1.25, kGA: 30", "EI: 2 + 0*xi, EA: 300, line_mass: 1.25, kGA: 30");
}

static void test_an_unstable_structure_is_said_to_be(void **state)
{
  (void)state;
  ran r;
  hol_text table = {0};
  run("parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1, axial_force: -12}}\n"
      "joints: [{pin: a.start}, {pin: a.end}]\nloads: [{at: a@0.5, direction: y, force: 1}]\nanalysis: {static: {}}\n",
      &r);
  assert_int_equal(r.status, HOL_INCOMPLETE);
  assert_int_equal(r.result->statics.unstable, 1);
  assert_int_equal(hol_write_table(&r.study, &table), HOL_OK);
  assert_non_null(strstr(table.data, "unstable in 1 direction"));
  hol_text_clear(&table);
  clear(&r);
}

static void test_every_format_has_the_same(void **state)
{
  (void)state;
  ran r;
  hol_text json = {0}, csv = {0};
  run("parts: {a: {kind: beam, from: [0, 0], to: [2, 0], EI: 3, EA: 8, line_mass: 1}}\njoints: [{fix: a.start}]\n"
      "loads: [{at: a.end, direction: [0, -1], force: 9}, {at: a.end, direction: x, force: 4}]\n"
      "analysis: {static: {points: 2}}\n"
      "expect: [{displacement: a.end, values: [1, -8, -6], rtol: 1e-12}, {reaction: fix a.start, values: [-4, 9, "
      "17]}]\n",
      &r);
  hol_comparison comparison;
  assert_int_equal(hol_compare(&r.study, &comparison), HOL_INCOMPLETE);
  assert_int_equal(comparison.compared, 6);
  assert_int_equal(comparison.differences, 1); /* the moment is 18 */
  hol_comparison_clear(&comparison);
  assert_int_equal(hol_write(&r.study, "json", &json), HOL_OK);
  assert_non_null(strstr(json.data, "\"axial_force\": [4.0, 4.0]"));
  assert_non_null(strstr(json.data, "\"component\": \"rz\", \"value\": 18"));
  assert_int_equal(hol_write(&r.study, "csv", &csv), HOL_OK);
  assert_non_null(strstr(csv.data, "file,part,s,ux,uy,uz,rx,ry,rz,axial_force\n"));
  hol_text_clear(&json);
  hol_text_clear(&csv);
  clear(&r);
}

/** Greenhill's column, whose axial force is linear: three factors, (3/2 j)^2 with the zeros j of J of order -1/3. A
 *  load that pulls has none. */
static void test_critical_factors_under_own_weight(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_buckling found;
  static const char text[] = "parts: {a: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 1e4, line_mass: 1}}\n"
                             "joints: [{fix: a.start}]\ngravity: [0, -1]\nanalysis: {buckling: {count: 1}}\n";
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_int_equal(
      hol_buckling_find(&problem, &(hol_buckling_request){.count = 3}, (hol_cancellation){0}, &found, &faults), HOL_OK);
  assert_int_equal(found.factors, 3);
  assert_true(found.complete);
  const double right[] = {7.8373474389434838852, 55.977029681260848941, 148.50829799141331934};
  for (int i = 0; i < 3; i++) {
    assert_true(found.factor[i].lower <= right[i]);
    assert_true(right[i] <= found.factor[i].upper);
    assert_true(found.factor[i].upper - found.factor[i].lower <= 1e-12 * right[i]);
  }
  hol_buckling_row.clear(&found);
  problem.gravity[1] = 1;
  assert_int_equal(
      hol_buckling_find(&problem, &(hol_buckling_request){.count = 1}, (hol_cancellation){0}, &found, &faults), HOL_OK);
  assert_int_equal(found.factors, 0);
  assert_true(found.complete);
  hol_buckling_row.clear(&found);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** Deflections of a column clamped below and free, pinned twice, clamped and pinned, clamped twice; all zero where the
 *  column is built in, not normalised. */
static double deflection(int column, double load, double x)
{
  double k = sqrt(load);
  switch (column) {
  case 1:
    return sin(k * x);
  case 2:
    return sin(k * x) - k * x + k * (1 - cos(k * x));
  default:
    return 1 - cos(k * x);
  }
}

/** The part of a shape that is in a column is so many times its deflection. */
static double part_of_shape(const hol_buckled *shape, int column, double load)
{
  size_t first = shape->first[column], last = shape->first[column + 1];
  double most = 0, times = 0;
  for (size_t i = first; i < last; i++) {
    double w = deflection(column, load, shape->x[i]);
    if (fabs(w) > most) {
      most = fabs(w);
      times = shape->displacement[i][HOL_UX] / w;
    }
  }
  for (size_t i = first; i < last; i++) {
    assert_near(shape->displacement[i][HOL_UX], times * deflection(column, load, shape->x[i]), 1e-9);
    assert_near(shape->displacement[i][HOL_UY], 0, 1e-12);
  }
  return times;
}

/** Shapes of Euler's columns, side by side; of a double factor two that are independent. */
static void test_shapes_of_eulers_columns(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_buckling found;
  static const char text[] = "parts:\n"
                             "  free: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 1e6, line_mass: 1}\n"
                             "  pinned: {kind: beam, from: [1, 0], to: [1, 1], EI: 1, EA: 1e6, line_mass: 0}\n"
                             "  propped: {kind: beam, from: [2, 0], to: [2, 1], EI: 1, EA: 1e6, line_mass: 1}\n"
                             "  clamped: {kind: beam, from: [3, 0], to: [3, 1], EI: 1, EA: 1e6, line_mass: 1}\n"
                             "joints:\n"
                             "  - {fix: free.start}\n"
                             "  - {pin: pinned.start}\n"
                             "  - {roller: pinned.end, direction: x}\n"
                             "  - {fix: propped.start}\n"
                             "  - {roller: propped.end, direction: x}\n"
                             "  - {fix: clamped.start}\n"
                             "  - {fix: clamped.end, freedoms: [ux, rz]}\n"
                             "loads:\n"
                             "  - {at: free.end, direction: [0, -1], force: 1}\n"
                             "  - {at: pinned.end, direction: [0, -1], force: 1}\n"
                             "  - {at: propped.end, direction: [0, -1], force: 1}\n"
                             "  - {at: clamped.end, direction: [0, -1], force: 1}\n"
                             "analysis: {buckling: {count: 6}}\n";
  static const size_t which[4] = {0, 1, 2, 0};
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_int_equal(
      hol_buckling_find(&problem, &(hol_buckling_request){.count = 6}, (hol_cancellation){0}, &found, &faults), HOL_OK);
  assert_int_equal(found.factors, 5);
  double times[2][2];
  for (size_t i = 0; i < 5; i++) {
    const hol_buckling_factor *f = &found.factor[i];
    assert_int_equal(f->shapes, i < 4 ? 1 : 2);
    for (size_t k = 0; k < f->shapes; k++) {
      const hol_buckled *shape = &f->shape[k];
      double largest = 0;
      for (int column = 0; column < 4; column++) {
        bool moves = i < 4 ? column == (int)which[i] : column == 1 || column == 3;
        double of_column = moves ? part_of_shape(shape, column, f->factor) : 0;
        times[k][column == 3] = column == 1 || column == 3 ? of_column : times[k][column == 3];
        for (size_t s = shape->first[column]; s < shape->first[column + 1]; s++) {
          assert_true(moves || fabs(shape->displacement[s][HOL_UX]) < 1e-9);
          largest = fmax(largest, shape->displacement[s][HOL_UX]);
        }
      }
      assert_near(largest, 1, 1e-12);
    }
  }
  assert_true(fabs(times[0][0] * times[1][1] - times[0][1] * times[1][0]) > 0.1);
  hol_buckling_row.clear(&found);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** Columns with shear, EI = l = 1, under their own weight (power series, 30 digits) and under a load P/(1 + P/kGA), P =
 *  n^2 pi^2. */
static void test_critical_factors_with_shear(void **state)
{
  (void)state;
  static const struct {
    const char *joints, *load;
    double right[2];
  } row[] = {{"{fix: a.start}", "gravity: [0, -1]", {7.15995615205884499, 29.4565843152630896}},
             {"{pin: a.start}, {roller: a.end, direction: x}",
              "gravity: [0, -1]",
              {14.157034289876417034, 34.356825406378643161}},
             {"{fix: a.start}, {fix: a.end, freedoms: [ux, rz]}",
              "gravity: [0, -1]",
              {33.401326155191692678, 37.652448390705301752}},
             {"{fix: a.start}, {roller: a.end, direction: x}",
              "gravity: [0, -1]",
              {28.964963415904517785, 37.129571217564692343}},
             {"{pin: a.start}, {roller: a.end, direction: x}",
              "loads: [{at: a.end, direction: [0, -1], force: 1}]",
              {7.9163286090745613365, 19.868748671308732857}}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    hol_problem problem = {0};
    hol_faults faults = {0};
    hol_buckling found;
    char text[400];
    (void)snprintf(text, sizeof text,
                   "parts: {a: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 1e4, kGA: 40, line_mass: 1}}\n"
                   "joints: [%s]\n%s\nanalysis: {buckling: {count: 2}}\n",
                   row[i].joints, row[i].load);
    assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
    assert_int_equal(
        hol_buckling_find(&problem, &(hol_buckling_request){.count = 2}, (hol_cancellation){0}, &found, &faults),
        HOL_OK);
    assert_int_equal(found.factors, 2);
    for (size_t k = 0; k < 2; k++) {
      assert_true(found.factor[k].lower <= row[i].right[k]);
      assert_true(row[i].right[k] <= found.factor[k].upper);
      assert_true(found.factor[k].upper - found.factor[k].lower <= 1e-12 * row[i].right[k]);
    }
    hol_buckling_row.clear(&found);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
}

/** No column with shear bears more than its shear stiffness: what there is below is told, and that there is nothing
 *  beyond. */
static void test_critical_factors_up_to_the_shear_stiffness(void **state)
{
  (void)state;
  static const char text[] =
      "parts: {a: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 1e4, kGA: 40, line_mass: 1}}\n"
      "joints: [{fix: a.start}]\ngravity: [0, -1]\nanalysis: {buckling: {count: 9}}\n";
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_buckling found;
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_int_equal(
      hol_buckling_find(&problem, &(hol_buckling_request){.count = 9}, (hol_cancellation){0}, &found, &faults),
      HOL_INCOMPLETE);
  assert_int_equal(found.factors, 3);
  assert_close(found.factor[2].factor, 39.2612232966436484, 1e-12);
  assert_true(found.reach[0] > 39.99);
  assert_true(found.reach[0] < 40);
  assert_int_equal(faults.errors, 0);
  hol_buckling_row.clear(&found);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** What is given as `axial_force` and what a load brings about are the same: frequencies agree to the last digits. */
static void test_prestress_is_an_axial_force(void **state)
{
  (void)state;
  static const char *const text[] = {
      "parts: {a: {kind: beam, from: [0, 0], to: [2, 1], EI: 1, EA: 1e4, line_mass: 1, axial_force: -0.3}}\n"
      "joints: [{fix: a.start}]\nanalysis: {frequencies: {count: 3}}\n",
      "parts: {a: {kind: beam, from: [0, 0], to: [2, 1], EI: 1, EA: 1e4, line_mass: 1, axial_force: 0.5}}\n"
      "joints: [{fix: a.start}]\nloads: [{at: a.end, direction: [2, 1], force: -0.8}]\n"
      "analysis: {frequencies: {count: 3}, prestress: true}\n"};
  double omega[2][3];
  for (int i = 0; i < 2; i++) {
    hol_problem problem = {0};
    hol_faults faults = {0};
    hol_result result = {0};
    assert_int_equal(hol_read(text[i], strlen(text[i]), (hol_read_options){0}, &problem, &faults), HOL_OK);
    assert_int_equal(hol_solve(&problem, (hol_solve_options){0}, &result, &faults), HOL_OK);
    for (size_t k = 0; k < 3; k++) {
      omega[i][k] = result.mode[k].omega;
    }
    hol_result_clear(&result);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
  assert_all_close(omega[1], omega[0], 3, 1e-12, 0);
}

/** A member that varies and holds itself bends under its weight: 10 ∫ (1 − x)³/(2 (1 + x)) dx at its tip. */
static void test_weight_of_a_held_member_that_varies(void **state)
{
  (void)state;
  double value[HOL_FREEDOM_COUNT], tip = 5 * (8 * log(2) - 16.0 / 3);
  ran r;
  run("parts: {a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1 + xi, line_mass: 1, ends: clamped-free}}\n"
      "gravity: [0, -10]\nanalysis: {static: {points: 2}}\n",
      &r);
  assert_int_equal(r.status, HOL_OK);
  hol_static_displacement(r.result, r.result->statics.model.first_station[1] - 1, value);
  assert_true(fabs(value[HOL_UY] + tip) < 1e-12 * tip);
  clear(&r);
}

/** A place that a joint names tells its rotation, also where the joint does not hold that and the member varies. */
static void test_places_of_joints_tell_all(void **state)
{
  (void)state;
  static const double q = 0.15, x = 0.26, EI = 4;
  double value[HOL_FREEDOM_COUNT], slope = ((1 + 1 / q) * log1p(q * x) / q - x / q) / EI; /* ∫ (1 − s)/(EI (1 + q s))
                                                                                             ds */
  ran r;
  run("parts: {a: {kind: beam, from: [0, 0], to: [1, 0], EI: \"4*(1+0.15*xi)\", EA: 100, line_mass: 0.4, kGA: 70}}\n"
      "joints: [{fix: a.start}, {dashpot: a@0.26, direction: [0, 1], damping: 1}]\n"
      "loads: [{at: a.end, direction: [0, 1], force: 1}]\nanalysis: {static: {points: 2}}\n",
      &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.result->statics.model.first_station[1], 3);
  hol_static_displacement(r.result, 1, value);
  assert_true(fabs(value[HOL_RZ] - slope) < 1e-9 * slope);
  clear(&r);
}

static const hol_buckling *factors_of(const char *text, ran *r)
{
  *r = (ran){.status = HOL_OK};
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &r->problem, &r->faults), HOL_OK);
  r->status = hol_study_run(&r->problem, (hol_solve_options){0}, &r->study, &r->faults);
  const hol_buckling *found = hol_study_result(&r->study, "buckling");
  assert_non_null(found);
  return found;
}

/** A load that pulls one member and leaves another without force: what rounding makes of that is no compression, and
 *  reversed the load has Euler's factors. */
static void test_rounding_is_no_compression(void **state)
{
  (void)state;
  static const double EI = 1.917, length = 1.25, force = 0.0956;
  ran r;
  const hol_buckling *found =
      factors_of("parts:\n"
                 "  a: {kind: beam, from: [0, 0], to: [1.48, -1.2], EI: 0.6631, EA: 153.3, line_mass: 0.4408}\n"
                 "  b: {kind: beam, from: [0, 0], to: [1, -0.75], EI: 1.917, EA: 32.07, line_mass: 0.8374}\n"
                 "joints: [{weld: [a.start, b.start]}, {fix: b.end}]\n"
                 "loads: [{at: a.start, direction: [-0.8, 0.6], force: 0.0956}]\n"
                 "analysis: {buckling: {count: 2, reversed: true}}\n",
                 &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(found->factors, 2);
  for (int k = 0; k < 2; k++) {
    double half = (k + 0.5) * M_PI / length, euler = EI * half * half / force;
    assert_true(fabs(found->factor[k].factor + euler) < 1e-11 * euler);
  }
  clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_loads_along_members_are_sums_of_forces),
                                     cmocka_unit_test(test_weight_is_the_same_by_segments_and_by_own_modes),
                                     cmocka_unit_test(test_an_unstable_structure_is_said_to_be),
                                     cmocka_unit_test(test_every_format_has_the_same),
                                     cmocka_unit_test(test_critical_factors_under_own_weight),
                                     cmocka_unit_test(test_critical_factors_with_shear),
                                     cmocka_unit_test(test_shapes_of_eulers_columns),
                                     cmocka_unit_test(test_critical_factors_up_to_the_shear_stiffness),
                                     cmocka_unit_test(test_places_of_joints_tell_all),
                                     cmocka_unit_test(test_weight_of_a_held_member_that_varies),
                                     cmocka_unit_test(test_rounding_is_no_compression),
                                     cmocka_unit_test(test_prestress_is_an_axial_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
