/* SPDX-License-Identifier: BSD-3-Clause */
/* Plates and rings as parts of a file: what is told of wrong ones, and what right ones become. */
#include "close.h"
#include "parts/plate/rectangle.h"
#include "parts/resolve.h"
#include "parts/ring/ring.h"

#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

#define HEAD "materials: {steel: {E: 210 GPa, nu: 0.3, density: 7850}, light: {E: 70 GPa, nu: 0.3}}\n"

/** Read a file and resolve its first part. */
static hol_status resolve(const char *text, hol_problem *problem, hol_resolved *resolved, hol_faults *faults)
{
  size_t count;
  const hol_part_kind *const *kinds = hol_part_kinds(&count);
  hol_status status = hol_read(text, strlen(text), (hol_read_options){0}, problem, faults);
  if (status == HOL_OK) {
    kinds[problem->part[0].kind]->resolve(&problem->part[0], problem->freedoms, resolved, faults);
  }
  return status;
}

static void test_faults_of_plates_and_rings_stand_at_their_line(void **state)
{
  (void)state;
  static const struct {
    const char *part;
    size_t line;
    const char *message;
  } wrong[] = {
      {"p: {kind: plate, radius: 1, inner_radius: 1, thickness: 1e-3, material: steel}", 4,
       "the inner radius of plate `p` must be less than its radius"},
      {"p: {kind: plate, radius: 1, inner_edge: hub, thickness: 1e-3, material: steel}", 4,
       "`inner_edge` of plate `p` needs an inner radius"},
      {"p: {kind: plate, radius: 1, sides: [1, 1], thickness: 1e-3, material: steel}", 4,
       "plate `p` needs one of radius and sides, not both"},
      {"p: {kind: plate, thickness: 1e-3, material: steel}", 4, "plate `p` needs radius or sides"},
      {"p: {kind: plate, radius: 1, material: steel}", 4, "plate `p` needs thickness"},
      {"p: {kind: plate, radius: 1, thickness: 1e-3, material: light}", 4,
       "plate `p` needs a material with E, nu and density"},
      {"p: {kind: plate, radius: 1, thickness: 1e-3, material: steel, edges: [free, free, free, free]}", 4,
       "`edges` is not of round plates, such as `p`"},
      {"p: {kind: plate, sides: [1, 1], thickness: 1e-3, material: steel,\n      rim: clamped}", 5,
       "`rim` is not of rectangular plates, such as `p`"},
      {"p: {kind: plate, sides: [1, 1], inner_radius: 0.1, thickness: 1e-3, material: steel}", 4,
       "`inner_radius` is not of rectangular plates, such as `p`"},
      {"p: {kind: plate, sides: [1, 1], thickness: 1e-3, material: steel,\n      points: {q: [1.1, 0]}}", 5,
       "the point `q` of plate `p` is outside it"},
      {"p: {kind: plate, sides: [1, 1], thickness: 1e-3, material: steel, edges: [free, clamped, free, free],\n"
       "      points: {q: [1, 0.5]}}",
       5, "the point `q` of plate `p` is on a held edge, where nothing moves"},
      {"p: {kind: plate, radius: 1, rim: supported, thickness: 1e-3, material: steel, points: {q: [0, 1]}}", 4,
       "the point `q` of plate `p` is on its held rim, where nothing moves"},
      {"p: {kind: plate, radius: 1, inner_radius: 0.5, thickness: 1e-3, material: steel, points: {q: [0, 0.4]}}", 4,
       "the point `q` of plate `p` is outside it"},
      {"p: {kind: plate, radius: 1, thickness: 1e-3, material: steel, points: {q: [0, 0.4, 0.1]}}", 4,
       "the point `q` of plate `p` is not in its plane"},
      {"p: {kind: plate, radius: 1, thickness: 1e-3, material: steel, points: {q: [0, 0.4], s: [0, 0.4]}}", 4,
       "the points `q` and `s` of plate `p` are the same"},
      {"p: {kind: plate, radius: 1, normal: [1, 1, 0], x_axis: [1, 1, 0], thickness: 1e-3, material: steel}", 4,
       "the own axes of plate `p` are not determined"},
      {"p: {kind: plate, radius: 1, normal: [1, 0, 1], thickness: 1e-3, material: steel}", 4,
       "plate `p` moves across its plane with displacements and rotations that belong together"},
      {"p: {kind: ring, radius: 1, EI_y: 1, GJ: 1, line_mass: 0}", 4, "ring `p` has no mass"},
      {"p: {kind: ring, EI_y: 1, line_mass: 1}", 4, "ring `p` needs radius"},
      {"p: {kind: ring, radius: 1, line_mass: 1}", 4, "ring `p` needs EI_y (or material and section)"},
      {"p: {kind: ring, radius: 1, EI_y: 1}", 4, "ring `p` needs line_mass (or material and section)"},
      {"p: {kind: ring, radius: 1, EI: 1, line_mass: 1, points: {a: 0, b: 1}}", 4,
       "the points `a` and `b` of ring `p` are the same"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char text[1024];
    hol_problem problem = {0};
    hol_resolved resolved = {0};
    hol_faults faults = {0};
    (void)snprintf(text, sizeof text, "%sfreedoms: [uz, rx, ry]\nparts:\n  %s\njoints: []\n", HEAD, wrong[i].part);
    (void)resolve(text, &problem, &resolved, &faults);
    if (faults.count != 1 || strcmp(faults.item[0].message, wrong[i].message) != 0 ||
        faults.item[0].place.line != wrong[i].line) {
      fail_msg("%s\n%zu faults, the first at line %zu: %s", wrong[i].part, faults.count,
               faults.count ? faults.item[0].place.line : 0, faults.count ? faults.item[0].message : "none");
    }
    hol_resolved_clear(&resolved);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
}

static void test_plates_and_rings_know_their_mass_and_inertia(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_resolved resolved = {0};
  hol_faults faults = {0};
  assert_int_equal(
      resolve(
          HEAD
          "parts:\n  p: {kind: plate, radius: 2, inner_radius: 1, inner_edge: hub, thickness: 0.1, material: steel,\n"
          "      points: {q: [0, 1.5]}}\njoints: [{pin: p.q}, {fix: p.hub}]\nfreedoms: [ux, uy, uz, rx, ry, rz]\n",
          &problem, &resolved, &faults),
      HOL_OK);
  assert_int_equal(faults.count, 0);
  double mass = 785 * pi * 3;
  assert_close(hol_resolved_sites(&resolved)->mass, mass, 1e-14);
  assert_close(hol_resolved_sites(&resolved)->inertia[2][2], mass * 2.5, 1e-14);
  assert_close(hol_resolved_sites(&resolved)->inertia[0][0], mass * 1.25, 1e-14);
  assert_int_equal(hol_resolved_sites(&resolved)->points, 2);
  assert_int_equal(hol_resolved_sites(&resolved)->freedoms[0], 1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY);
  assert_int_equal(hol_resolved_sites(&resolved)->rigid_in, 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ);
  assert_close(hol_resolved_sites(&resolved)->at[1][1], 1.5, 1e-15);
  hol_resolved_clear(&resolved);
  hol_problem_clear(&problem);
  assert_int_equal(resolve(HEAD "parts:\n  r: {kind: ring, radius: 2, EI: 3, line_mass: 5}\njoints: [{pin: r@0.25}, "
                                "{pin: r@1}, {pin: r@0}]\n",
                           &problem, &resolved, &faults),
                   HOL_OK);
  assert_int_equal(faults.count, 0);
  assert_close(hol_resolved_sites(&resolved)->mass, 20 * pi, 1e-15);
  assert_close(hol_resolved_sites(&resolved)->inertia[2][2], 80 * pi, 1e-15);
  assert_int_equal(hol_resolved_sites(&resolved)->points, 2); /* the third is the second */
  const hol_ring_part *ring = hol_resolved_sites(&resolved)->part;
  assert_true(ring->ring.in_plane);
  assert_true(!ring->ring.across);
  assert_true(ring->ring.EA == 0);
  assert_close(ring->theta[0], pi / 2, 1e-15);
  hol_resolved_clear(&resolved);
  hol_problem_clear(&problem);
  assert_int_equal(resolve(HEAD "parts:\n  p: {kind: plate, radius: 2, thickness: 0.1, material: steel}\njoints: []\n",
                           &problem, &resolved, &faults),
                   HOL_OK); /* a plane structure moves in the plane of the plate only */
  assert_int_equal(faults.count, 1);
  assert_string_equal(faults.item[0].message, "with the `freedoms` of the file plate `p` cannot bend");
  hol_resolved_clear(&resolved);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
}

/** Read a file and list what its first part has in its plane. */
static void list(const char *rim, hol_problem *problem, hol_resolved *resolved)
{
  char text[512];
  hol_faults faults = {0};
  (void)snprintf(text, sizeof text,
                 HEAD "parts:\n  p: {kind: plate, radius: 2, thickness: 0.1, material: steel, rim: %s}\n"
                      "joints: []\nfreedoms: [ux, uy, uz, rx, ry, rz]\n",
                 rim);
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, problem, &faults), HOL_OK);
  hol_part_resolve(&problem->part[0], problem->freedoms, resolved, &faults);
  assert_int_equal(faults.count, 0);
}

static void test_plates_are_heavy_and_held_in_their_plane(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_resolved resolved = {0};
  const hol_freedoms in_plane = 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ;
  const double mass = 785 * pi * 4;
  list("free", &problem, &resolved);
  assert_int_equal(resolved.lumped_masses, 3);
  for (size_t k = 0; k < 3; k++) {
    const hol_lumped_mass *lumped_mass = &resolved.lumped_mass[k];
    assert_true(lumped_mass->by == HOL_BY_FIRST);
    assert_true(lumped_mass->turns == (k == 2));
    assert_true(lumped_mass->axis[k] == 1);
    assert_close(lumped_mass->mass, k == 2 ? mass * 2 : mass, 1e-14);
  }
  assert_true(resolved.support[0].at == HOL_SUPPORT_OTHERS);
  assert_true(resolved.support[0].to == HOL_TO_FIRST);
  assert_true(resolved.support[0].freedoms == in_plane);
  assert_true(!resolved.is_renewable);
  assert_true(resolved.deforms == 1);
  assert_true(resolved.site_count == 2);
  assert_true(resolved.site[1].need == HOL_NEED_ALONE);
  hol_resolved_clear(&resolved);
  hol_problem_clear(&problem);
  list("clamped", &problem, &resolved);
  assert_int_equal(resolved.lumped_masses, 0);
  assert_true(resolved.support[0].at == HOL_SUPPORT_EVERY);
  assert_true(resolved.support[0].to == HOL_TO_REST);
  assert_true(resolved.support[0].freedoms == in_plane);
  assert_true(resolved.site_count == 1);
  hol_resolved_clear(&resolved);
  hol_problem_clear(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faults_of_plates_and_rings_stand_at_their_line),
      cmocka_unit_test(test_plates_and_rings_know_their_mass_and_inertia),
      cmocka_unit_test(test_plates_are_heavy_and_held_in_their_plane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
