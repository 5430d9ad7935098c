/* SPDX-License-Identifier: BSD-3-Clause */
/* Rigid bodies and joints in large motion: accelerations and reactions against the equations of Newton and Euler, in
   rotations and angular velocities. */
#include "close.h"
#include "motion_check.h"
#include "reading.h"

#include "base/dense.h"
#include "base/vector.h"
#include "motion/bodies.h"
#include "motion/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A file with bodies, its system, and the numbers at the start. */
typedef struct bodies {
  reading r;
  hol_motion_system system;
  hol_motion_joint_forces forces;
  motion_check c;
} bodies;

static void forget(bodies *b)
{
  motion_check_clear(&b->c);
  hol_motion_system_clear(&b->system);
  hol_motion_joint_forces_clear(&b->forces);
  reading_clear(&b->r);
}

static void start(bodies *b, const char *format, ...)
{
  static char text[16384];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  hol_faults faults = {0};
  *b = (bodies){0};
  assert_true(reading_of(text, &b->r));
  hol_status status = hol_motion_bodies(&b->r.problem, &b->system, &b->forces, &faults);
  for (size_t i = 0; i < faults.count; i++) {
    print_error("%s\n", faults.item[i].message);
  }
  hol_faults_clear(&faults);
  assert_int_equal(status, HOL_OK);
  for (size_t i = 1; i <= b->system.program.count; i++) {
    assert_false(b->system.program.step[i].flags & HOL_STEP_IS_MIXED);
  }
  assert_true(motion_check_of(&b->system, &b->c));
  hol_program_run_states(&b->system.program, b->c.state, b->c.value);
}

/** A number of a body by the last word of its coordinates. */
static double number_of(const bodies *b, const char *part, const char *word, const double *all)
{
  char name[80];
  snprintf(name, sizeof name, "%s.%s", part, word);
  size_t i = motion_coordinate(&b->system, name);
  assert_true(i != SIZE_MAX);
  return all[i];
}

/** Motion of a body as Newton and Euler have it. */
typedef struct rigid {
  double place[3], velocity[3], acceleration[3];
  double spin[3], spin_rate[3];
  double axis[3][3];
} rigid;

/** Spin and its rate from those of three vectors: e' = w x e, so that w = sum e x e'/2. */
static rigid rigid_of(const bodies *b, const char *part)
{
  rigid m = {{0}, {0}, {0}, {0}, {0}, {{0}}};
  const double *q = b->c.state + hol_motion_variable(&b->system, 0, 0),
               *rate = b->c.state + hol_motion_variable(&b->system, 1, 0);
  for (size_t k = 0; k < 3; k++) {
    const char word[] = {"xyz"[k], '\0'};
    m.place[k] = number_of(b, part, word, q);
    m.velocity[k] = number_of(b, part, word, rate);
    m.acceleration[k] = number_of(b, part, word, b->c.acceleration);
  }
  for (size_t i = 0; i < 3; i++) {
    double turned[3], e_rate[3], e_second[3];
    for (size_t k = 0; k < 3; k++) {
      const char word[] = {'e', (char)('1' + i), "xyz"[k], '\0'};
      m.axis[i][k] = number_of(b, part, word, q);
      e_rate[k] = number_of(b, part, word, rate);
      e_second[k] = number_of(b, part, word, b->c.acceleration);
    }
    hol_cross(m.axis[i], e_rate, turned);
    hol_add_scaled(3, 0.5, turned, m.spin);
    hol_cross(m.axis[i], e_second, turned);
    hol_add_scaled(3, 0.5, turned, m.spin_rate);
  }
  return m;
}

/** Acceleration of a point of the body at `arm` from its mass centre. */
static void acceleration_at(const rigid *m, const double arm[3], double a[3])
{
  double part[3], twice[3];
  memcpy(a, m->acceleration, 3 * sizeof *a);
  hol_cross(m->spin_rate, arm, part);
  hol_add_scaled(3, 1, part, a);
  hol_cross(m->spin, arm, part);
  hol_cross(m->spin, part, twice);
  hol_add_scaled(3, 1, twice, a);
}

/** I w' + w x I w, for moments about three axes. */
static void moment_of(const rigid *m, const double inertia[3], const double axis[3][3], double moment[3])
{
  double rate[3] = {0}, spin[3] = {0};
  for (size_t i = 0; i < 3; i++) {
    hol_add_scaled(3, inertia[i] * hol_dot(3, axis[i], m->spin_rate), axis[i], rate);
    hol_add_scaled(3, inertia[i] * hol_dot(3, axis[i], m->spin), axis[i], spin);
  }
  hol_cross(m->spin, spin, moment);
  hol_add_scaled(3, 1, rate, moment);
}

/* ---- one body ---------------------------------------------------------------------------------------------------- */

/** x = A⁻¹ b of three equations. */
static void solve_three(double a[3][3], double b[3], double x[3])
{
  double cross[3];
  hol_cross(a[1], a[2], cross);
  double det = hol_dot(3, a[0], cross);
  for (size_t i = 0; i < 3; i++) {
    double column[3], rows[3][3];
    for (size_t k = 0; k < 3; k++) {
      memcpy(rows[k], a[k], sizeof rows[k]);
      rows[k][i] = b[k];
    }
    hol_cross(rows[1], rows[2], column);
    x[i] = hol_dot(3, rows[0], column) / det;
  }
}

/** Heavy top about its foot: I w' = r x m g - w x I w with the inertia about the foot. */
static void test_heavy_top(void **state)
{
  (void)state;
  static const double r[3] = {0.3, 0.4, 1.2}, spin[3] = {0.7, -0.4, 9}, g[3] = {0, 0, -9.81},
                      moment[3] = {0.3, 0.3, 0.1};
  double velocity[3], m = 2;
  hol_cross(spin, r, velocity);
  bodies b;
  start(&b,
        "gravity: [0, 0, -9.81]\nparts:\n  top: {kind: body, at: [0.3, 0.4, 1.2], mass: 2, inertia: [0.3, 0.3, 0.1], "
        "z_axis: [3, 4, 12], spin: [0.7, -0.4, 9], velocity: [%.17g, %.17g, %.17g]}\n"
        "joints: [{pin: {point: top, offset: [-0.3, -0.4, -1.2]}, name: foot}]\n",
        velocity[0], velocity[1], velocity[2]);
  assert_int_equal(b.c.n, 12);
  assert_int_equal(b.c.rows, 9);
  assert_int_equal(b.c.rank, 9);
  rigid top = rigid_of(&b, "top");
  assert_all_close(top.spin, spin, 3, 1e-14, 0);
  double inertia[3][3], e[3] = {3. / 13, 4. / 13, 12. / 13};
  for (size_t i = 0; i < 9; i++) {
    size_t j = i / 3, k = i % 3;
    inertia[j][k] =
        moment[0] * (j == k) + (moment[2] - moment[0]) * e[j] * e[k] + m * ((j == k) * hol_dot(3, r, r) - r[j] * r[k]);
  }
  double momentum[3], gyroscopic[3], torque[3], weight[3] = {0, 0, m * g[2]}, rate[3], load[3];
  for (size_t k = 0; k < 3; k++) {
    momentum[k] = hol_dot(3, inertia[k], spin);
  }
  hol_cross(spin, momentum, gyroscopic);
  hol_cross(r, weight, torque);
  for (size_t k = 0; k < 3; k++) {
    load[k] = torque[k] - gyroscopic[k];
  }
  solve_three(inertia, load, rate);
  assert_all_close(top.spin_rate, rate, 3, 1e-12, 1e-12);
  assert_close(b.c.kinetic, hol_dot(3, momentum, spin) / 2, 1e-14);
  double at[3], force[3], twist[3];
  assert_true(hol_motion_joint_force_at(&b.forces, 0, 0, b.c.value, b.c.reaction, at, force, twist));
  for (size_t k = 0; k < 3; k++) {
    assert_within(force[k], m * (top.acceleration[k] - g[k]), 1e-12, 1e-12);
    assert_near(at[k], 0, 1e-15);
    assert_within(twist[k], 0, 0, 0);
  }
  assert_close(b.c.reaction[motion_constraint(&b.system, "foot uz")], force[2], 1e-15);
  forget(&b);
}

/** A thin bar turns about its own axis without inertia: that acceleration is not determined, all others are. */
static void test_thin_bar(void **state)
{
  (void)state;
  bodies b;
  start(&b, "parts: {bar: {kind: body, at: [0, 0, 0], mass: 3, inertia: [0, 2, 2]}}\n");
  assert_int_equal(b.c.rank, 6);
  assert_int_equal(b.c.rank_of_both, 11);
  forget(&b);
  start(&b, "parts: {bar: {kind: body, at: [0, 0, 0], mass: 3, inertia: [0, 2, 2]}}\n"
            "joints: [{pin: bar, axis: y}]\n");
  assert_int_equal(b.c.rank_of_both, 12);
  forget(&b);
}

/** Springs, dashpots and loads on one body, by their forces and arms. */
static void test_forces_on_a_body(void **state)
{
  (void)state;
  bodies b;
  start(&b,
        "parts:\n"
        "  m: {kind: body, at: [0.1, 0.2, 0.3], mass: 2, inertia: [1, 2, 2.5], spin: [1, 2, 3], velocity: [4, 5, 6]}\n"
        "  base: {kind: body, at: [1, -1, 2]}\n"
        "joints:\n"
        "  - {fix: base}\n"
        "  - {spring: [{point: m, offset: [0.5, 0, 0.1]}, base], length: 0.4, stiffness: 7, damping: 3}\n"
        "  - {dashpot: {point: m, offset: [0, 0.2, 0]}, direction: [3, 0, 4], damping: 5}\n"
        "  - {spring: m, direction: [1, 2, 2], rotation: true, stiffness: 4, damping: 2}\n"
        "loads:\n"
        "  - {at: m, direction: [0, 1, 0], force: 11}\n"
        "  - {at: m, rotation: [1, 0, 1], moment: 9}\n");
  static const double spin[3] = {1, 2, 3}, velocity[3] = {4, 5, 6}, inertia[3] = {1, 2, 2.5},
                      axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                      arm[3][3] = {{0.5, 0, 0.1}, {0, 0.2, 0}, {0, 0, 0}};
  double force[3][3] = {{0}}, sum[3] = {0}, moment[3] = {0}, v[3], turned[3];
  const double line[3] = {0.6 - 1, 0.2 + 1, 0.4 - 2}, size = hol_length(line), d[3] = {0.6, 0, 0.8};
  hol_cross(spin, arm[0], v);
  hol_add_scaled(3, 1, velocity, v);
  hol_add_scaled(3, -(7 * (size - 0.4) + 3 * hol_dot(3, v, line) / size) / size, line, force[0]);
  hol_cross(spin, arm[1], v);
  hol_add_scaled(3, 1, velocity, v);
  hol_add_scaled(3, -5 * hol_dot(3, v, d), d, force[1]);
  force[2][1] = 11;
  for (size_t i = 0; i < 3; i++) {
    hol_add_scaled(3, 1, force[i], sum);
    hol_cross(arm[i], force[i], turned);
    hol_add_scaled(3, 1, turned, moment);
  }
  const double about[3] = {1. / 3, 2. / 3, 2. / 3};
  hol_add_scaled(3, -2 * hol_dot(3, about, spin), about, moment);
  moment[0] += 9 / sqrt(2);
  moment[2] += 9 / sqrt(2);
  rigid m = rigid_of(&b, "m");
  double balance[3];
  moment_of(&m, inertia, axis, balance);
  assert_all_close(balance, moment, 3, 1e-12, 1e-12);
  for (size_t k = 0; k < 3; k++) {
    assert_within(2 * m.acceleration[k], sum[k], 1e-12, 1e-12);
  }
  assert_close(b.c.potential, 7. / 2 * (size - 0.4) * (size - 0.4), 1e-14);
  forget(&b);
}

/* ---- two bodies, every joint ------------------------------------------------------------------------------------- */

/** What joins a and b at (0.5, 0.1, 0.2), both turning as one about the origin with a. */
typedef struct link {
  const char *words;
  size_t rows;
  double free_turn[3];   /**< direction in which one may turn against the other; 0: none */
  double shared_turn[3]; /**< or the only one in which it may not */
  bool is_ball;
  double free_way[3]; /**< direction in which it may slide; 0: none */
} link;

static void check_link(const link *l)
{
  bodies b;
  static const double spin[3] = {1, -2, 3}, ia[3] = {0.4, 0.5, 0.6}, ib[3] = {0.2, 0.3, 0.4}, g[3] = {1, 2, -9},
                      axis[3][3] = {{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}},
                      upright[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, to_b[3] = {1, 0.3, 0.7},
                      arm_a[3] = {0.5, 0.1, 0.2}, arm_b[3] = {0.5 - 1, 0.1 - 0.3, 0.2 - 0.7};
  double v[3];
  hol_cross(spin, to_b, v);
  start(&b,
        "gravity: [1, 2, -9]\nparts:\n"
        "  a: {kind: body, at: [0, 0, 0], mass: 2, inertia: [0.4, 0.5, 0.6], spin: [1, -2, 3]}\n"
        "  b: {kind: body, at: [1, 0.3, 0.7], mass: 3, inertia: [0.2, 0.3, 0.4], x_axis: [3, 4, 0], z_axis: z, spin: "
        "[1, -2, 3], velocity: [%.17g, %.17g, %.17g]}\n"
        "loads: [{at: b, rotation: x, moment: 3}, {at: a, direction: [1, 1, 0], force: 5}]\n"
        "joints: [{%s}]\n",
        v[0], v[1], v[2], l->words);
  rigid body[2] = {rigid_of(&b, "a"), rigid_of(&b, "b")};
  assert_int_equal(b.c.rows, 12 + l->rows);
  assert_int_equal(b.c.rank, 12 + l->rows);
  double at[2][3], force[2][3], moment[2][3], balance[3], turned[3], point[2][3], apart[3], turn[3];
  for (size_t i = 0; i < 2; i++) {
    assert_true(hol_motion_joint_force_at(&b.forces, 0, i, b.c.value, b.c.reaction, at[i], force[i], moment[i]));
    const double *arm = i ? arm_b : arm_a, m = i ? 3 : 2;
    moment_of(&body[i], i ? ib : ia, i ? axis : upright, balance);
    hol_cross(arm, force[i], turned);
    for (size_t k = 0; k < 3; k++) {
      double load = i ? 0 : k < 2 ? 5 / sqrt(2) : 0, twist = i && k == 0 ? 3 : 0;
      assert_within(balance[k], turned[k] + moment[i][k] + twist, 1e-12, 1e-11);
      assert_within(m * body[i].acceleration[k], m * g[k] + force[i][k] + load, 1e-12, 1e-11);
    }
    acceleration_at(&body[i], arm, point[i]);
  }
  for (size_t k = 0; k < 3; k++) {
    assert_within(force[0][k], -force[1][k], 1e-12, 1e-11);
    assert_within(moment[0][k], -moment[1][k], 1e-12, 1e-11);
    apart[k] = point[1][k] - point[0][k];
    turn[k] = body[1].spin_rate[k] - body[0].spin_rate[k];
  }
  assert_near(hol_dot(3, moment[0], l->free_turn), 0, 1e-11);
  assert_near(hol_dot(3, force[0], l->free_way), 0, 1e-11);
  hol_cross(apart, l->free_way, turned);
  assert_near(hol_length(hol_length(l->free_way) > 0 ? turned : apart), 0, 1e-11);
  if (hol_length(l->shared_turn) > 0) {
    hol_cross(moment[0], l->shared_turn, turned);
    assert_near(hol_length(turned), 0, 1e-11);
    assert_near(hol_dot(3, turn, l->shared_turn), 0, 1e-11);
  } else if (l->is_ball) {
    assert_near(hol_length(moment[0]), 0, 1e-11);
  } else {
    hol_cross(turn, l->free_turn, turned);
    assert_near(hol_length(hol_length(l->free_turn) > 0 ? turned : turn), 0, 1e-11);
  }
  forget(&b);
}

#define POINTS "[{point: a, offset: [0.5, 0.1, 0.2]}, {point: b, offset: [-0.5, -0.2, -0.5]}]"

static void test_every_joint_balances(void **state)
{
  (void)state;
  static const link all[] = {
      {.words = "weld: " POINTS, .rows = 6},
      {.words = "ball: " POINTS, .rows = 3, .is_ball = true},
      {.words = "hinge: " POINTS ", axis: [2, 3, 6]", .rows = 5, .free_turn = {2. / 7, 3. / 7, 6. / 7}},
      {.words = "universal: " POINTS ", axes: [x, [0, 0.6, 0.8]]", .rows = 4, .shared_turn = {0, -0.8, 0.6}},
      {.words = "slide: " POINTS ", direction: [2, 3, 6]", .rows = 5, .free_way = {2. / 7, 3. / 7, 6. / 7}},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    check_link(&all[i]);
  }
}

/** A joint to the ground holds what a joint with a body that is fixed holds. */
static void test_ground(void **state)
{
  (void)state;
  static const char *const pair[][2] = {
      {"{pin: a, axis: [1, 2, 2]}", "{fix: c}, {hinge: [a, {point: c, offset: [-1, 0, 0]}], axis: [1, 2, 2]}"},
      {"{fix: a}", "{fix: c}, {weld: [a, c]}"},
      {"{fix: a, freedoms: [uy, uz, rx, ry, rz]}",
       "{fix: c}, {slide: [a, {point: c, offset: [-1, 0, 0]}], direction: x}"},
      {"{fix: a, freedoms: [ux, uy, uz, rx, rz]}", "{fix: c}, {hinge: [a, {point: c, offset: [-1, 0, 0]}], axis: y}"},
  };
  for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
    bodies b[2];
    for (size_t j = 0; j < 2; j++) {
      start(&b[j],
            "gravity: [1, 2, -9]\nparts:\n  a: {kind: body, at: [0, 0, 0], mass: 2, inertia: [0.4, 0.5, 0.6]}\n"
            "  c: {kind: body, at: [1, 0, 0]}\nloads: [{at: a, direction: [3, 2, 1], force: 5}, {at: a, "
            "rotation: [1, 3, 2], moment: 4}]\njoints: [%s]\n",
            pair[i][j]);
    }
    assert_all_close(b[0].c.acceleration, b[1].c.acceleration, 12, 1e-12, 1e-12);
    forget(&b[0]);
    forget(&b[1]);
  }
}

/* ---- several bodies ---------------------------------------------------------------------------------------------- */

/** A platform on six legs from the ground: their thrusts are those of statics. */
static void test_stewart_platform(void **state)
{
  (void)state;
  double foot[6][3], head[6][3];
  char text[4096];
  size_t used = (size_t)snprintf(
      text, sizeof text,
      "gravity: [0, 0, -9.81]\nparts:\n  top: {kind: body, at: [0.05, -0.02, 1], mass: 50, inertia: [3, 4, 6]}\n"
      "  base: {kind: body, at: [0, 0, 0]}\nloads: [{at: top, rotation: [1, 2, 3], moment: 20}]\njoints:\n"
      "  - {fix: base}\n");
  for (size_t i = 0; i < 6; i++) {
    double low = M_PI / 3 * (double)(2 * (i / 2)) + (i % 2 ? 0.3 : -0.3),
           high = M_PI / 3 * ((double)(2 * (i / 2)) + (i % 2 ? 1 : -1)) + (i % 2 ? -0.2 : 0.2);
    foot[i][0] = 1.2 * cos(low);
    foot[i][1] = 1.2 * sin(low);
    foot[i][2] = 0;
    head[i][0] = 0.7 * cos(high);
    head[i][1] = 0.7 * sin(high);
    head[i][2] = -0.1;
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "  - {distance: [{point: top, offset: [%.17g, %.17g, -0.1]}, {point: base, offset: "
                             "[%.17g, %.17g, 0]}], name: leg%zu}\n",
                             head[i][0], head[i][1], foot[i][0], foot[i][1], i);
  }
  bodies b;
  start(&b, "%s", text);
  assert_int_equal(b.c.rank, 12 + 12);
  double force[3] = {0, 0, -50 * 9.81}, moment[3] = {20 / sqrt(14), 40 / sqrt(14), 60 / sqrt(14)};
  for (size_t i = 0; i < 6; i++) {
    char name[32];
    snprintf(name, sizeof name, "leg%zu along", i);
    double thrust = b.c.reaction[motion_constraint(&b.system, name)], line[3], turned[3], at[3], on[3], twist[3];
    for (size_t k = 0; k < 3; k++) {
      line[k] = head[i][k] + (const double[]){0.05, -0.02, 1}[k] - foot[i][k];
    }
    hol_scale(3, thrust / hol_length(line), line);
    hol_add_scaled(3, 1, line, force);
    hol_cross(head[i], line, turned);
    hol_add_scaled(3, 1, turned, moment);
    assert_true(hol_motion_joint_force_at(&b.forces, 1 + i, 0, b.c.value, b.c.reaction, at, on, twist));
    assert_all_close(on, line, 3, 1e-12, 1e-12);
  }
  for (size_t k = 0; k < 3; k++) {
    assert_near(force[k], 0, 1e-10);
    assert_near(moment[k], 0, 1e-10);
  }
  forget(&b);
}

/** The mechanism of Bricard, six hinges and five bars: of 60 rows one follows from the others, and it moves. */
static void test_bricard(void **state)
{
  (void)state;
  bodies b;
  start(&b, "gravity: [0, -9.81, 0]\nparts:\n"
            "  a: {kind: body, at: [0.5, 0, 0], mass: 1, inertia: [0, 1/12, 1/12]}\n"
            "  b: {kind: body, at: [1, -0.5, 0], mass: 1, inertia: [1/12, 0, 1/12]}\n"
            "  c: {kind: body, at: [1, -1, 0.5], mass: 1, inertia: [1/12, 1/12, 0]}\n"
            "  d: {kind: body, at: [0.5, -1, 1], mass: 1, inertia: [0, 1/12, 1/12]}\n"
            "  e: {kind: body, at: [0, -0.5, 1], mass: 1, inertia: [1/12, 0, 1/12]}\n"
            "joints:\n"
            "  - {pin: {point: a, offset: [-0.5, 0, 0]}, axis: y}\n"
            "  - {hinge: [{point: a, offset: [0.5, 0, 0]}, {point: b, offset: [0, 0.5, 0]}], axis: z}\n"
            "  - {hinge: [{point: b, offset: [0, -0.5, 0]}, {point: c, offset: [0, 0, -0.5]}], axis: x}\n"
            "  - {hinge: [{point: c, offset: [0, 0, 0.5]}, {point: d, offset: [0.5, 0, 0]}], axis: y}\n"
            "  - {hinge: [{point: d, offset: [-0.5, 0, 0]}, {point: e, offset: [0, -0.5, 0]}], axis: z}\n"
            "  - {pin: {point: e, offset: [0, 0.5, 0]}, axis: x}\n");
  assert_int_equal(b.c.n, 60);
  assert_int_equal(b.c.rows, 60);
  assert_int_equal(b.c.rank, 59);
  assert_int_equal(b.c.rank_of_both, 60);
  forget(&b);
}

/** Run a motion to one time. */
static void run_to(bodies *b, double time, double accuracy, hol_motion_result *result)
{
  double times[2] = {0, time};
  hol_motion_request request = {.time = times, .times = 2, .accuracy = accuracy};
  hol_faults faults = {0};
  *result = (hol_motion_result){0};
  hol_status status = hol_motion_run(&b->system, &request, (hol_watch){0}, result, &faults);
  for (size_t i = 0; i < faults.count; i++) {
    print_error("%s\n", faults.item[i].message);
  }
  hol_faults_clear(&faults);
  assert_int_equal(status, HOL_OK);
}

/** After two seconds, by rotation matrices and body rates, with the joint forces of (8.1) of the book. */
static void check_chain_later(bodies *b)
{
  static const double centre[3] = {1.004315661802455, 0.3375997961324417, -1.803376134668983},
                      force[3] = {-27.279137008248362, -6.22796100225482, 74.23725006645691};
  hol_motion_result result;
  run_to(b, 2, 1e-8, &result);
  assert_true(result.steps < 400);
  size_t n = b->system.coordinates, m = b->system.constraints, last = motion_coordinate(&b->system, "b3.x");
  assert_all_close(result.position + n + last, centre, 3, 1e-10, 1e-10);
  for (size_t k = 0; k < 3; k++) {
    char name[80];
    snprintf(name, sizeof name, "%s %s", b->r.problem.joint[0].name, hol_freedom_name[k]);
    assert_close(result.reaction[m + motion_constraint(&b->system, name)], force[k], 1e-9);
  }
  hol_motion_result_clear(&result);
}

/** Four bodies on ball joints, turning as one about the vertical: every body balances. */
static void test_chain_in_space(void **state)
{
  (void)state;
  static const double mass[4] = {0.6284737507154365, 1.6018657271138217, 0.9263017456231872, 1.8375666056677358},
                      inertia[4][3] = {{0.06657296288514941, 0.08410195721651174, 0.08410195721651174},
                                       {0.05129825523965298, 0.061339214609709106, 0.061339214609709106},
                                       {0.07188377656638603, 0.07569727973361247, 0.07569727973361247},
                                       {0.06681303519127266, 0.08186216077190533, 0.08186216077190533}},
                      before[4][3] = {{-0.040587135775960084, -0.006687305976352621, 0.3},
                                      {-0.00693719795858222, 0.008679857143814071, 0.3},
                                      {-0.04985099164911638, 0.04734602747664128, 0.3},
                                      {-0.04696539923375288, 0.02069650956556235, 0.3}},
                      after[4][3] = {{-0.0020948701859166002, -0.03402610853629215, -0.3},
                                     {0.023783778729216026, 0.045626725483609853, -0.3},
                                     {-0.020159877698312435, -0.018601399796566324, -0.3},
                                     {-0.01257561665215292, -0.04091472864957422, -0.3}};
  const double c = cos(1.0), s = sin(1.0), axis[3][3] = {{1, 0, 0}, {0, c, s}, {0, -s, c}};
  char parts[3000], joints[3000];
  double joint[3] = {0}, arm[4][2][3];
  size_t p = 0, j = 0;
  for (size_t i = 0; i < 4; i++) {
    double at[3] = {0}, speed[3];
    for (size_t k = 0; k < 3; k++) {
      arm[i][0][k] = axis[0][k] * before[i][0] + axis[1][k] * before[i][1] + axis[2][k] * before[i][2];
      arm[i][1][k] = axis[0][k] * after[i][0] + axis[1][k] * after[i][1] + axis[2][k] * after[i][2];
      at[k] = joint[k] - arm[i][0][k];
    }
    hol_cross((const double[]){0, 0, 1.5}, at, speed);
    p += (size_t)snprintf(parts + p, sizeof parts - p,
                          "  b%zu: {kind: body, at: [%.17g, %.17g, %.17g], mass: %.17g, inertia: [%.17g, %.17g, "
                          "%.17g], x_axis: x, z_axis: [0, %.17g, %.17g], spin: [0, 0, 1.5], velocity: [%.17g, %.17g, "
                          "%.17g]}\n",
                          i, at[0], at[1], at[2], mass[i], inertia[i][0], inertia[i][1], inertia[i][2], -s, c, speed[0],
                          speed[1], speed[2]);
    const double *a = arm[i][0], *last = i ? arm[i - 1][1] : a;
    j += (size_t)(i == 0 ? snprintf(joints + j, sizeof joints - j,
                                    "  - {pin: {point: b0, offset: [%.17g, %.17g, %.17g]}}\n", a[0], a[1], a[2])
                         : snprintf(joints + j, sizeof joints - j,
                                    "  - {ball: [{point: b%zu, offset: [%.17g, %.17g, %.17g]}, {point: b%zu, offset: "
                                    "[%.17g, %.17g, %.17g]}]}\n",
                                    i - 1, last[0], last[1], last[2], i, a[0], a[1], a[2]));
    for (size_t k = 0; k < 3; k++) {
      joint[k] = at[k] + arm[i][1][k];
    }
  }
  bodies b;
  start(&b, "gravity: [0, 0, -9.81]\nparts:\n%sjoints:\n%s", parts, joints);
  check_chain_later(&b);
  for (size_t i = 0; i < 4; i++) {
    char name[] = {'b', (char)('0' + i), '\0'};
    rigid m = rigid_of(&b, name);
    double balance[3], sum[3] = {0, 0, -9.81 * mass[i]}, moment[3] = {0};
    for (size_t e = 0; e < 2 && i + e < 4; e++) {
      double at[3], force[3], twist[3], turned[3], here[3];
      assert_true(hol_motion_joint_force_at(&b.forces, i + e, i, b.c.value, b.c.reaction, at, force, twist));
      hol_cross(arm[i][e], force, turned);
      hol_add_scaled(3, 1, turned, moment);
      hol_add_scaled(3, 1, force, sum);
      acceleration_at(&m, arm[i][e], here);
      if (i + e == 0) {
        assert_near(hol_length(here), 0, 1e-11);
      } else if (e == 0) {
        char other[] = {'b', (char)('0' + i - 1), '\0'};
        double there[3];
        rigid last = rigid_of(&b, other);
        acceleration_at(&last, arm[i - 1][1], there);
        assert_all_close(here, there, 3, 1e-11, 1e-11);
      }
    }
    moment_of(&m, inertia[i], axis, balance);
    assert_all_close(balance, moment, 3, 1e-11, 1e-11);
    for (size_t k = 0; k < 3; k++) {
      assert_within(mass[i] * m.acceleration[k], sum[k], 1e-11, 1e-11);
    }
  }
  forget(&b);
}

/* ---- in a plane -------------------------------------------------------------------------------------------------- */

/** Double pendulum of two bodies against its two equations in angles. */
static void test_double_pendulum(void **state)
{
  (void)state;
  static const double m = 2, J = 0.3, l = 1, t[2] = {0.5, 1.1}, w[2] = {1.5, -0.7}, g = 9.81;
  double d[2][2], at[2][2], v[2][2];
  for (size_t i = 0; i < 2; i++) {
    d[i][0] = cos(t[i]);
    d[i][1] = sin(t[i]);
  }
  for (size_t k = 0; k < 2; k++) {
    at[0][k] = l / 2 * d[0][k];
    at[1][k] = l * d[0][k] + l / 2 * d[1][k];
    double n0 = k ? d[0][0] : -d[0][1], n1 = k ? d[1][0] : -d[1][1];
    v[0][k] = l / 2 * w[0] * n0;
    v[1][k] = l * w[0] * n0 + l / 2 * w[1] * n1;
  }
  bodies b;
  start(&b,
        "gravity: [9.81, 0]\nparts:\n"
        "  a: {kind: body, at: [%.17g, %.17g], mass: 2, inertia: 0.3, x_axis: [%.17g, %.17g], spin: 1.5, velocity: "
        "[%.17g, %.17g]}\n"
        "  b: {kind: body, at: [%.17g, %.17g], mass: 2, inertia: 0.3, x_axis: [%.17g, %.17g], spin: -0.7, velocity: "
        "[%.17g, %.17g]}\n"
        "joints:\n  - {pin: {point: a, offset: [%.17g, %.17g]}}\n"
        "  - {hinge: [{point: a, offset: [%.17g, %.17g]}, {point: b, offset: [%.17g, %.17g]}]}\n",
        at[0][0], at[0][1], d[0][0], d[0][1], v[0][0], v[0][1], at[1][0], at[1][1], d[1][0], d[1][1], v[1][0], v[1][1],
        -d[0][0] / 2, -d[0][1] / 2, d[0][0] / 2, d[0][1] / 2, -d[1][0] / 2, -d[1][1] / 2);
  assert_int_equal(b.c.n, 6);
  assert_int_equal(b.c.rows, 4);
  double a11 = J + m * l * l / 4 + m * l * l, a22 = J + m * l * l / 4, a12 = m * l * l / 2 * cos(t[0] - t[1]),
         coupling = m * l * l / 2 * sin(t[0] - t[1]), r1 = -coupling * w[1] * w[1] - 1.5 * m * g * l * sin(t[0]),
         r2 = coupling * w[0] * w[0] - m * g * l / 2 * sin(t[1]), det = a11 * a22 - a12 * a12;
  assert_close(number_of(&b, "a", "angle", b.c.acceleration), (a22 * r1 - a12 * r2) / det, 1e-12);
  assert_close(number_of(&b, "b", "angle", b.c.acceleration), (a11 * r2 - a12 * r1) / det, 1e-12);
  assert_close(number_of(&b, "b", "angle", b.c.state + 1), t[1], 1e-15);
  forget(&b);
}

/** Gears, slides and welds in a plane keep what they are to keep. */
static void test_plane_joints(void **state)
{
  (void)state;
  bodies b;
  start(&b,
        "parts:\n  a: {kind: body, at: [0, 0], mass: 1, inertia: 2}\n  b: {kind: body, at: [1, 0], mass: 1, inertia: "
        "5}\njoints: [{pin: a}, {pin: b}, {gear: [a, b], ratio: -3}]\nloads: [{at: a, moment: 7}]\n");
  assert_close(number_of(&b, "b", "angle", b.c.acceleration), 7 * -3 / (2 * 9. + 5), 1e-13);
  assert_close(number_of(&b, "a", "angle", b.c.acceleration), 7 * 9 / (2 * 9. + 5), 1e-13);
  forget(&b);
  start(&b,
        "parts:\n  a: {kind: body, at: [0, 0], mass: 1, inertia: 2}\n  b: {kind: body, at: [1, 0], mass: 3, inertia: "
        "5}\njoints: [{fix: a}, {slide: [a, b], direction: [3, 4]}]\nloads: [{at: b, direction: x, force: 7}]\n");
  assert_close(number_of(&b, "b", "x", b.c.acceleration), 7. / 3 * 0.6 * 0.6, 1e-13);
  assert_close(number_of(&b, "b", "y", b.c.acceleration), 7. / 3 * 0.6 * 0.8, 1e-13);
  forget(&b);
  start(&b, "parts:\n  a: {kind: body, at: [0, 0], mass: 1, inertia: 2}\n  b: {kind: body, at: [1, 0], mass: 3}\n"
            "joints: [{pin: a}, {weld: [a, b]}]\nloads: [{at: b, direction: y, force: 7}]\n");
  assert_close(number_of(&b, "b", "angle", b.c.acceleration), 7. / 5, 1e-13);
  forget(&b);
}

/* ---- rolling ----------------------------------------------------------------------------------------------------- */

/** Down a slope: g sin/(1 + J/m r²), and the friction that turns the disk. */
static void test_rolling_down(void **state)
{
  (void)state;
  bodies b;
  start(&b, "gravity: [0, -9.81]\nparts: {d: {kind: disk, at: [0, 0], mass: 2, inertia: 0.3, radius: 0.5}}\n"
            "joints: [{roll: d, direction: [3, 4], name: wheel}]\n");
  double slope = 9.81 * 0.6 / (1 + 0.3 / (2 * 0.25)), at[3], force[3], moment[3];
  assert_close(number_of(&b, "d", "x", b.c.acceleration), slope * 0.8, 1e-13);
  assert_close(number_of(&b, "d", "y", b.c.acceleration), -slope * 0.6, 1e-13);
  assert_close(number_of(&b, "d", "angle", b.c.acceleration), -slope / 0.5, 1e-13);
  assert_true(hol_motion_joint_force_at(&b.forces, 0, 0, b.c.value, b.c.reaction, at, force, moment));
  assert_close(moment[2], -0.3 * slope / 0.5, 1e-13);
  assert_close(0.6 * force[0] + 0.8 * force[1], 2 * 9.81 * 0.8, 1e-13);
  forget(&b);
}

/** Place of the lowest point of a disk of size 1 about its centre, for the axis w. */
static void lowest(const double w[3], double e[3])
{
  const double n[3] = {0, 0, 1};
  double along = hol_dot(3, n, w);
  for (size_t k = 0; k < 3; k++) {
    e[k] = along * w[k] - n[k];
  }
  hol_scale(3, 1 / hol_length(e), e);
}

/** A leaning disk that rolls: Newton and Euler with the force at its lowest point, which is at rest. */
static void test_rolling_in_space(void **state)
{
  (void)state;
  const double spin[3] = {0.4, 3, -0.8}, w[3] = {0, 0.8, 0.6}, r = 0.5, J[3] = {0.2, 0.2, 0.35};
  double e[3], arm[3], v[3], ahead[3], behind[3], h = 1e-5, step[3], turned[3];
  lowest(w, e);
  for (size_t k = 0; k < 3; k++) {
    arm[k] = -r * e[k]; /* from the contact to the centre */
  }
  hol_cross(spin, arm, v);
  bodies b;
  start(&b,
        "gravity: [0, 0, -9.81]\nparts: {d: {kind: disk, at: [0, 0, 0], mass: 2, inertia: [0.35, 0.2, 0.2], radius: "
        "0.5, axis: [0, 4, 3], spin: [0.4, 3, -0.8], velocity: [%.17g, %.17g, %.17g]}}\n"
        "joints: [{roll: d, direction: z}]\n",
        v[0], v[1], v[2]);
  assert_int_equal(b.c.rank, 9);
  rigid m = rigid_of(&b, "d");
  hol_cross(spin, w, step);
  for (size_t k = 0; k < 3; k++) {
    ahead[k] = w[k] + h * step[k];
    behind[k] = w[k] - h * step[k];
  }
  lowest(ahead, ahead);
  lowest(behind, behind);
  double expected[3], at[3], force[3], moment[3], balance[3];
  const double axis[3][3] = {{1, 0, 0}, {0, 0.6, -0.8}, {0, 0.8, 0.6}};
  hol_cross(m.spin_rate, arm, expected);
  for (size_t k = 0; k < 3; k++) {
    step[k] = -r * (ahead[k] - behind[k]) / (2 * h);
  }
  hol_cross(spin, step, turned);
  hol_add_scaled(3, 1, turned, expected);
  assert_all_close(m.acceleration, expected, 3, 1e-8, 1e-8);
  assert_true(hol_motion_joint_force_at(&b.forces, 0, 0, b.c.value, b.c.reaction, at, force, moment));
  hol_cross(force, arm, turned);
  moment_of(&m, J, axis, balance);
  assert_all_close(balance, turned, 3, 1e-11, 1e-11);
  assert_all_close(moment, turned, 3, 1e-11, 1e-11);
  force[2] -= 2 * 9.81;
  for (size_t k = 0; k < 3; k++) {
    assert_within(2 * m.acceleration[k], force[k], 1e-12, 1e-12);
  }
  forget(&b);
}

/* ---- refusals ---------------------------------------------------------------------------------------------------- */

static void check_refused(const char *text, const char *message)
{
  reading r = {0};
  hol_motion_system system = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_motion_bodies(&r.problem, &system, NULL, &faults), HOL_INVALID);
  assert_true(faults.errors > 0);
  assert_string_equal(faults.item[0].message, message);
  hol_faults_clear(&faults);
  hol_motion_system_clear(&system);
  reading_clear(&r);
}

static void test_what_is_refused(void **state)
{
  (void)state;
  check_refused("parts: {s: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}}\njoints: [{fix: s.start}]\n",
                "`s` is flexible: large motion is that of rigid bodies");
  check_refused("parts: {a: {kind: body, at: [0, 0, 0], mass: 1, inertia: [1, 1, 3]}}\n",
                "no body has the moments of inertia of `a`: 1, 1, 3 kg m^2");
  check_refused("freedoms: [ux, rz]\nparts: {a: {kind: body, at: [0, 0], mass: 1, inertia: 1}}\n",
                "large motion needs all freedoms of a plane, or all displacements");
  check_refused("parts: {a: {kind: body, at: [0, 0], mass: 1, inertia: 1}, b: {kind: body, at: [1, 0], mass: 1}}\n"
                "joints: [{tie: [a, b], freedom: ux, name: t}]\n",
                "`t` is defined for small motions alone: components of displacement depend on axes that turn");
  check_refused("parts: {a: {kind: body, at: [0, 0], mass: 1, inertia: 1}, b: {kind: body, at: [1, 0], mass: 1}}\n"
                "joints: [{hinge: [a, b], name: h}]\n",
                "h joins points that are 1 m apart");
  check_refused(
      "parts: {a: {kind: body, at: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: [{fix: a, freedoms: [ux, rx], name: f}]\n",
      "`f` is defined for small motions alone: one rotation held by itself depends on the order of the others");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_heavy_top),        cmocka_unit_test(test_thin_bar),
      cmocka_unit_test(test_forces_on_a_body), cmocka_unit_test(test_every_joint_balances),
      cmocka_unit_test(test_ground),           cmocka_unit_test(test_stewart_platform),
      cmocka_unit_test(test_bricard),          cmocka_unit_test(test_chain_in_space),
      cmocka_unit_test(test_double_pendulum),  cmocka_unit_test(test_plane_joints),
      cmocka_unit_test(test_rolling_down),     cmocka_unit_test(test_rolling_in_space),
      cmocka_unit_test(test_what_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
