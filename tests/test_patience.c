/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes are given up in the middle of one computation, soon after it is asked for: every part that is
   computed asks many times on the way, and nothing is left of what was begun. */
#include "close.h"

#include "parts/import/imported.h"
#include "parts/plate/rectangle.h"
#include "parts/resolve.h"
#include "parts/ring/ring.h"

#include <holonome/holonome.h>

#include <stdlib.h>
#include <string.h>

/** Answers yes so many times. */
typedef struct patient {
  size_t asked, most;
} patient;

static bool proceed(void *context)
{
  patient *p = context;
  return ++p->asked <= p->most;
}

/** Asked so many times at least, and given up whenever the answer is no. */
static void check(const hol_substructure_class *class, const void *part, const hol_port *port, size_t ports,
                  size_t least)
{
  patient p = {.most = SIZE_MAX - 1};
  const hol_cancellation cancellation = {proceed, &p};
  hol_modes_request request = {.port = port, .ports = ports, .modes = 30, .cancellation = &cancellation};
  hol_component_modes own;
  assert_int_equal(hol_component_modes_compute(class, part, &request, &own), HOL_OK);
  hol_component_modes_clear(&own);
  size_t all = p.asked;
  assert_true(all >= least);
  for (size_t most = 0; most < all; most += 1 + all / 6) {
    p = (patient){.most = most};
    assert_int_equal(hol_component_modes_compute(class, part, &request, &own), HOL_INCOMPLETE);
    assert_int_equal(p.asked, most + 1);
    assert_null(own.data);
    assert_null(own.omega2);
  }
}

static double at[2][2] = {{0.4, 0.3}, {0.1, 0.6}};
static const hol_port two[2] = {{0, 0, HOL_UZ}, {0, 1, HOL_UZ}};

static void test_rectangular_plates(void **state)
{
  (void)state;
  const hol_plate_edge S = HOL_EDGE_SUPPORTED, F = HOL_EDGE_FREE;
  hol_rectangle plate = {.side = {1, 1}, .edge = {S, F, F, F}, .D = 1, .nu = 0.3, .mass = 1};
  hol_rectangle_part part = {.plate = plate, .points = 2, .at = at, .places = 2, .place = at};
  check(hol_rectangle_class(), &part, two, 2, 20);
}

static void test_round_plates(void **state)
{
  (void)state;
  bool is_hub[2] = {false, false};
  hol_round_plate plate = {.radius = 1, .D = 1, .nu = 0.3, .mass = 1};
  hol_round_part part = {.plate = plate, .points = 2, .at = at, .is_hub = is_hub, .places = 2, .place = at};
  check(hol_round_class(), &part, two, 2, 20);
}

static void test_rings(void **state)
{
  (void)state;
  double theta[2] = {0.3, 2.0};
  hol_ring_part part = {.ring = {.radius = 1, .EA = 400, .EI_in = 1, .line_mass = 1, .in_plane = true},
                        .points = 2,
                        .theta = theta,
                        .places = 2,
                        .place = theta};
  const hol_port port[2] = {{0, 0, HOL_UX}, {0, 1, HOL_UY}};
  check(hol_ring_class(), &part, port, 2, 20);
}

/** A chain of masses held at one end: K = (2, −1), M = 1. */
static void test_imported_parts(void **state)
{
  (void)state;
  enum { N = 600 };
  static size_t start[N + 1];
  static int row[2 * N];
  static double k[2 * N], m[2 * N];
  size_t e = 0, offender, count;
  for (size_t j = 0; j < N; j++) {
    start[j] = e;
    row[e] = (int)j;
    k[e] = 2;
    m[e++] = 1;
    if (j + 1 < N) {
      row[e] = (int)j + 1;
      k[e++] = -1;
    }
  }
  start[N] = e;
  hol_imported *body = calloc(1, sizeof *body);
  assert_non_null(body);
  body->n = N;
  body->start = start;
  body->row = row;
  body->k = k;
  body->m = m;
  assert_int_equal(hol_imported_factorise(body, 0, &offender), HOL_OK);
  patient p = {.most = SIZE_MAX - 1};
  const hol_cancellation cancellation = {proceed, &p};
  for (size_t most = SIZE_MAX - 1; most > 0; most /= most > 1000 ? most / 100 : 2) {
    double *omega2, *X;
    bool has_all;
    p = (patient){.most = most};
    hol_status status = hol_imported_lowest(body, 8, &count, &omega2, &X, &has_all, &cancellation);
    assert_int_equal(status, most > 1000 ? HOL_OK : HOL_INCOMPLETE);
    assert_true(p.asked > 20 || p.asked == most + 1);
    free(omega2);
    free(X);
  }
  hol_spd_free(body->factor);
  free(body);
}

/** While a part is imported its lowest modes tell which motions have no energy: that is asked, too. */
static void test_parts_being_imported(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_faults faults = {0};
  assert_int_equal(
      hol_read_file(HOLONOME_PROBLEMS "/matrices/bracket-clamped.yaml", (hol_read_options){0}, &problem, &faults),
      HOL_OK);
  patient p = {.most = SIZE_MAX - 1};
  const hol_cancellation cancellation = {proceed, &p};
  hol_resolved resolved = {.cancellation = &cancellation};
  hol_part_resolve(&problem.part[0], problem.freedoms, &resolved, &faults);
  assert_true(!faults.errors);
  assert_true(resolved.failure == HOL_OK);
  assert_true(hol_resolved_sites(&resolved)->class);
  hol_resolved_clear(&resolved);
  size_t all = p.asked;
  assert_true(all > 0);
  for (size_t most = 0; most < all; most += 1 + all / 4) {
    p = (patient){.most = most};
    resolved = (hol_resolved){.cancellation = &cancellation};
    hol_part_resolve(&problem.part[0], problem.freedoms, &resolved, &faults);
    assert_true(resolved.failure == HOL_INCOMPLETE);
    assert_true(!hol_resolved_sites(&resolved)->class);
    assert_true(!faults.errors);
    assert_int_equal(p.asked, most + 1);
    hol_resolved_clear(&resolved);
  }
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rectangular_plates),
      cmocka_unit_test(test_round_plates),
      cmocka_unit_test(test_rings),
      cmocka_unit_test(test_imported_parts),
      cmocka_unit_test(test_parts_being_imported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
