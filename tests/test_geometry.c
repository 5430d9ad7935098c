/* SPDX-License-Identifier: BSD-3-Clause */
/* Where everything is, in the JSON of a result: what is drawn must be what was computed. Coordinates below are worked
   out by hand. */
#include "close.h"

#include "holonome/answer.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static json_t *answer(const char *problem)
{
  char *result = NULL, *faults = NULL;
  size_t size = 0, faults_size = 0;
  hol_status status = hol_answer(problem, strlen(problem), NULL, 0, &result, &size, &faults, &faults_size);
  json_error_t error;
  json_t *tree = json_loadb(result, size, 0, &error);
  if (status != HOL_OK || !tree) {
    fail_msg("%s%s", faults, error.text);
  }
  free(result);
  free(faults);
  return tree;
}

static void check_place(const json_t *place, double x, double y, double z)
{
  const double right[] = {x, y, z};
  assert_int_equal(json_array_size(place), 3);
  for (size_t k = 0; k < 3; k++) {
    assert_true(fabs(json_number_value(json_array_get(place, k)) - right[k]) < 1e-14);
  }
}

static const json_t *named(const json_t *list, const char *name)
{
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *item = json_array_get(list, i);
    if (strcmp(json_string_value(json_object_get(item, "name")), name) == 0) {
      return item;
    }
  }
  fail_msg("no %s", name);
  return NULL;
}

static const char *word_of(const json_t *object, const char *key)
{
  return json_string_value(json_object_get(object, key));
}

/** A beam placed by its joint, another across it, a body, a redundant hold and springs; groups of copies. */
static void test_parts_and_joints_stand_where_they_are(void **state)
{
  (void)state;
  json_t *tree = answer(
      "parts:\n"
      "  post: {kind: beam, from: [1, 2, 0], to: [1, 2, 3], EA: 10, EI: 1, GJ: 1, line_mass: 1, polar_inertia: 1}\n"
      "  arm: {kind: beam, length: 2, EA: 10, EI: 1, GJ: 1, line_mass: 1, polar_inertia: 1}\n"
      "  tip: {kind: body, mass: 1, inertia: [1, 1, 1]}\n"
      "joints:\n"
      "  - {fix: post.start}\n"
      "  - {weld: [post@0.5, arm.start]}\n"
      "  - {weld: [arm.end, tip]}\n"
      "  - {pin: post.start, name: twice}\n"
      "  - {spring: tip, direction: [0, 0, 2], stiffness: 7}\n"
      "analysis: {frequencies: {count: 2}}\noutput: {points: 5}\n");
  const json_t *geometry = json_object_get(tree, "geometry"), *parts = json_object_get(geometry, "parts"),
               *joints = json_object_get(geometry, "joints");
  assert_int_equal(json_integer_value(json_object_get(geometry, "dimension")), 3);
  assert_int_equal(json_array_size(parts), 3);
  assert_int_equal(json_array_size(joints), 5);

  const json_t *arm = named(parts, "arm"), *stations = json_object_get(arm, "stations");
  assert_string_equal(word_of(arm, "kind"), "beam");
  check_place(json_object_get(stations, "from"), 1, 2, 1.5);
  check_place(json_object_get(stations, "to"), 3, 2, 1.5);
  assert_int_equal(json_integer_value(json_object_get(stations, "count")), 5);
  const json_t *axes = json_object_get(named(parts, "post"), "axes");
  check_place(json_array_get(axes, 0), 0, 0, 1);
  check_place(json_array_get(axes, 1), 0, 1, 0);
  check_place(json_array_get(axes, 2), -1, 0, 0);
  const json_t *tip = json_object_get(named(parts, "tip"), "stations");
  check_place(json_object_get(tip, "from"), 3, 2, 1.5);
  assert_int_equal(json_integer_value(json_object_get(tip, "count")), 1);

  const json_t *weld = json_array_get(joints, 1), *points = json_object_get(weld, "points");
  assert_string_equal(word_of(weld, "kind"), "weld");
  assert_true(json_is_false(json_object_get(weld, "ground")));
  assert_string_equal(word_of(json_array_get(points, 0), "part"), "post");
  assert_string_equal(word_of(json_array_get(points, 0), "point"), "post@0.5");
  check_place(json_object_get(json_array_get(points, 0), "at"), 1, 2, 1.5);
  assert_string_equal(word_of(json_array_get(json_object_get(weld, "components"), 4), "name"), "ry");
  const json_t *twice = json_object_get(named(joints, "twice"), "components");
  assert_int_equal(json_array_size(twice), 3);
  assert_true(json_is_true(json_object_get(json_array_get(twice, 2), "redundant")));
  const json_t *spring = json_array_get(joints, 4);
  assert_true(json_is_true(json_object_get(spring, "ground")));
  assert_string_equal(word_of(json_array_get(json_object_get(spring, "components"), 0), "name"), "along (0, 0, 1)");
  assert_true(
      json_number_value(json_object_get(json_array_get(json_object_get(spring, "components"), 0), "stiffness")) == 7);

  /* components and reactions of each joint are the same in number */
  const json_t *mode = json_array_get(json_object_get(tree, "modes"), 0),
               *reactions = json_object_get(mode, "reactions");
  for (size_t j = 0; j < json_array_size(joints); j++) {
    const json_t *joint = json_array_get(joints, j);
    assert_int_equal(json_array_size(json_object_get(joint, "components")),
                     json_array_size(json_object_get(reactions, word_of(joint, "name"))));
  }
  /* stations are where shapes are */
  const json_t *s = json_object_get(json_object_get(json_object_get(mode, "shapes"), "arm"), "s");
  assert_int_equal(json_array_size(s), 5);
  json_decref(tree);
}

/** Neighbours of a mesh are about as far apart as they should be: a row is not a column. */
static double apart(const json_t *stations, size_t i, size_t j)
{
  double sum = 0;
  for (size_t k = 0; k < 3; k++) {
    double d = json_number_value(json_array_get(json_array_get(stations, i), k)) -
               json_number_value(json_array_get(json_array_get(stations, j), k));
    sum += d * d;
  }
  return sqrt(sum);
}

/** Samples of parts with points are where the shapes say they are; rows of a mesh are lines along a side, or
 *  circles. */
static void test_meshes_of_plates_and_rings(void **state)
{
  (void)state;
  json_t *tree = answer("freedoms: [uz, rx, ry]\nmaterials: {unit: {E: 10.92, nu: 0.3, density: 1}}\n"
                        "parts:\n"
                        "  board: {kind: plate, at: [2, 0, 0], sides: [4, 1], thickness: 1, material: unit, edges: "
                        "[clamped, free, free, free]}\n"
                        "  disk: {kind: plate, at: [0, 5, 0], radius: 1, inner_radius: 0.5, thickness: 1, material: "
                        "unit, rim: clamped}\n"
                        "  hoop: {kind: ring, at: [0, 0, 9], radius: 1.5, EI_z: 2, EI_y: 1, GJ: 0.8, line_mass: 3}\n"
                        "joints: []\nanalysis: {compliance: {modes: 4}, frequencies: {count: 1}}\n");
  const json_t *geometry = json_object_get(tree, "geometry"), *parts = json_object_get(geometry, "parts");
  const json_t *shapes = json_object_get(json_array_get(json_object_get(tree, "modes"), 0), "shapes");
  static const char *const part[] = {"board", "disk", "hoop"};
  for (size_t i = 0; i < 3; i++) {
    const json_t *here = json_object_get(named(parts, part[i]), "stations");
    assert_true(json_equal(here, json_object_get(json_object_get(shapes, part[i]), "at")));
  }
  const json_t *board = json_object_get(named(parts, "board"), "stations"),
               *mesh = json_object_get(named(parts, "board"), "mesh");
  size_t columns = (size_t)json_integer_value(json_object_get(mesh, "columns"));
  assert_int_equal(columns * (size_t)json_integer_value(json_object_get(mesh, "rows")), json_array_size(board));
  assert_true(json_is_false(json_object_get(mesh, "closed")));
  assert_true(fabs(apart(board, 0, columns - 1) - 4) < 1e-14);
  assert_true(fabs(apart(board, 0, json_array_size(board) - columns) - 1) < 1e-14);

  const json_t *disk = json_object_get(named(parts, "disk"), "stations");
  mesh = json_object_get(named(parts, "disk"), "mesh");
  columns = (size_t)json_integer_value(json_object_get(mesh, "columns"));
  assert_true(json_is_true(json_object_get(mesh, "closed")));
  assert_true(fabs(apart(disk, 0, columns / 2) - 1) < 1e-14); /* across the inner circle */
  assert_true(fabs(apart(disk, 0, json_array_size(disk) - columns) - 0.5) < 1e-14);

  const json_t *hoop = named(parts, "hoop");
  assert_true(json_is_true(json_object_get(hoop, "closed")));
  assert_null(json_object_get(hoop, "mesh"));
  json_decref(tree);
}

/** Nothing is told of where parts are if shapes are not asked for. */
static void test_no_shapes_no_geometry(void **state)
{
  (void)state;
  json_t *tree = answer("parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\njoints: [{fix: a.start}]\n"
                        "analysis: {frequencies: {count: 1}}\noutput: {shapes: none}\n");
  assert_null(json_object_get(tree, "geometry"));
  json_decref(tree);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts_and_joints_stand_where_they_are),
      cmocka_unit_test(test_meshes_of_plates_and_rings),
      cmocka_unit_test(test_no_shapes_no_geometry),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
