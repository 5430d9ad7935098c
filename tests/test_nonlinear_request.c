/* SPDX-License-Identifier: BSD-3-Clause */
/* A request as a problem file has it: its faults, its curves, what the writers say of them. */
#include "holonome/output.h"
#include "nonlinear/analysis.h"
#include "nonlinear/request.h"
#include "nonlinear/words.h"
#include "nonlinear_fixture.h"

#include <jansson.h>
#include <string.h>

static double *copy(const double *x, size_t count)
{
  double *y = malloc(count * sizeof *y);
  assert_non_null(y);
  memcpy(y, x, count * sizeof *y);
  return y;
}

/** Figure VI.1: the bare equation at two loss factors. */
static hol_nonlinear_request figure(void)
{
  const double eta[2] = {0.07, 0.1};
  hol_nonlinear_request r = {.kind = HOL_NONLINEAR_DUFFING,
                             .omega2 = 0.7172e6,
                             .mu = 0.1414e6,
                             .P_nu2 = 0.083,
                             .losses = 2,
                             .options = {.from = 700, .to = 1200, .harmonics = 1, .search = 1}};
  r.loss = calloc(2, sizeof *r.loss);
  assert_non_null(r.loss);
  for (size_t i = 0; i < 2; i++) {
    r.loss[i] = (hol_nonlinear_loss){.eta = eta[i], .cubic = true, .eta_place = {12, 5, 3}};
  }
  r.place.range = (hol_place){13, 5, 3};
  return r;
}

static hol_nonlinear_request strip(void)
{
  const double level[3] = {0.5, 1, 2};
  hol_nonlinear_request r = {.kind = HOL_NONLINEAR_BEAM,
                             .is_immovable = true,
                             .lateral_modes = 1,
                             .losses = 1,
                             .support_motion = 1e-4,
                             .levels = 3,
                             .wants_backbone = true};
  r.beam = (hol_nonlinear_beam){.length = 0.78,
                                .EA = 2.1e11 * 4.2e-4,
                                .EI = 2.1e11 * 6.174e-10,
                                .line_mass = 3.297,
                                .end = {HOL_END_CLAMPED, HOL_END_CLAMPED}};
  r.level = copy(level, 3);
  r.loss = calloc(1, sizeof *r.loss);
  assert_non_null(r.loss);
  r.loss[0] = (hol_nonlinear_loss){.viscous = 2, .viscous_place = {9, 3, 8}};
  r.options = (hol_nonlinear_options){.from = 150, .to = 400, .harmonics = 3, .search = 1};
  r.place.tension = (hol_place){4, 7, 2};
  r.place.supports = (hol_place){5, 3, 8};
  return r;
}

static void check_fault(hol_nonlinear_request *r, size_t line, const char *word)
{
  hol_faults faults = {0};
  assert_int_equal(hol_nonlinear_check(r, &faults), HOL_INVALID);
  assert_int_equal(faults.count, 1);
  assert_int_equal(faults.item[0].place.line, line);
  assert_non_null(strstr(faults.item[0].message, word));
  hol_faults_clear(&faults);
  hol_nonlinear_request_clear(r);
}

static void test_faults_stand_at_their_lines(void **state)
{
  (void)state;
  hol_nonlinear_request r = strip();
  hol_faults none = {0};
  assert_int_equal(hol_nonlinear_check(&r, &none), HOL_OK);
  r.beam.tension = -hol_nonlinear_buckling_load(&r.beam);
  check_fault(&r, 4, "buckles");
  r = strip();
  r.is_immovable = false;
  check_fault(&r, 5, "supports");
  r = strip();
  r.beam.end[1] = HOL_END_FREE;
  check_fault(&r, 5, "supports");
  r = strip();
  r.loss[0].viscous = -1;
  check_fault(&r, 9, "negative");
  r = figure();
  r.loss[1].eta = -0.1;
  check_fault(&r, 12, "negative");
  r = figure();
  r.loss[0].eta = 0;
  check_fault(&r, 12, "steady");
  r = figure();
  r.options.to = 100;
  check_fault(&r, 13, "range");
  r = figure();
  r.options.harmonics = 100000;
  check_fault(&r, 0, "unknowns");
  r = figure();
  r.mu = (double)NAN;
  check_fault(&r, 0, "finite");
}

static void test_curves_of_figure_are_all_there(void **state)
{
  (void)state;
  hol_nonlinear_request r = figure();
  hol_nonlinear_result result = {0};
  assert_int_equal(hol_nonlinear_cases(&r), 2);
  assert_int_equal(hol_nonlinear_solve(&r, &result), HOL_OK);
  assert_true(result.complete);
  assert_int_equal(result.items, 2);
  assert_int_equal(result.item[0].folds, 2);
  assert_int_equal(result.item[1].folds, 0);
  assert_close(result.item[0].fold[0].nu, 924.20993675122144, 1e-12);
  assert_int_equal(result.item[0].curve.branches, 1);
  hol_nonlinear_result_clear(&result);
  hol_nonlinear_result_clear(&result);
  hol_nonlinear_request_clear(&r);
  hol_nonlinear_request_clear(&r);
}

static void test_curves_sent_between_ranks_are_the_same(void **state)
{
  (void)state;
  hol_nonlinear_request r = strip();
  hol_nonlinear_result alone = {0}, shared = {0};
  hol_text a = {0}, b = {0};
  const hol_comm comm = hol_comm_serial();
  r.axial_modes = 1;
  assert_int_equal(hol_nonlinear_solve(&r, &alone), HOL_OK);
  assert_int_equal(hol_nonlinear_solve_shared(&r, &comm, (hol_watch){0}, &shared), HOL_OK);
  a = json_of(&alone);
  b = json_of(&shared);
  assert_int_equal(shared.items, 3);
  assert_string_equal(a.data, b.data);
  hol_text_clear(&a);
  hol_text_clear(&b);
  hol_nonlinear_result_clear(&alone);
  hol_nonlinear_result_clear(&shared);
  hol_nonlinear_request_clear(&r);
}

static double number(const json_t *object, const char *key)
{
  return json_number_value(json_object_get(object, key));
}

static void test_json_says_what_was_found(void **state)
{
  (void)state;
  hol_nonlinear_request r = strip();
  hol_nonlinear_result result = {0};
  hol_text text = {0};
  json_error_t error;
  assert_int_equal(hol_nonlinear_solve(&r, &result), HOL_OK);
  text = json_of(&result);
  json_t *root = json_loads(text.data, 0, &error);
  assert_non_null(root);
  const json_t *c = json_object_get(root, "coefficients"), *curves = json_object_get(root, "curves");
  assert_true(json_number_value(json_array_get(json_object_get(c, "omega2"), 0)) == result.model->omega2[0]);
  assert_int_equal(json_array_size(curves), 3);
  for (size_t i = 0; i < 3; i++) {
    const json_t *curve = json_array_get(curves, i), *branch = json_array_get(json_object_get(curve, "branches"), 0);
    const hol_nonlinear_branch *b = &result.item[i].curve.branch[0];
    assert_true(number(curve, "level") == result.item[i].level);
    assert_int_equal(json_array_size(json_object_get(branch, "nu")), b->points);
    assert_int_equal(json_array_size(json_object_get(branch, "events")), b->events);
    assert_int_equal(json_array_size(json_object_get(branch, "coefficients")), b->points * b->unknowns);
    assert_true(json_number_value(json_array_get(json_object_get(branch, "nu"), b->points / 2)) ==
                b->nu[b->points / 2]);
  }
  assert_true(json_is_object(json_object_get(root, "backbone")));
  json_decref(root);
  hol_text_clear(&text);
  hol_nonlinear_result_clear(&result);
  hol_nonlinear_request_clear(&r);
}

static void test_csv_has_a_row_for_every_point_and_event(void **state)
{
  (void)state;
  hol_nonlinear_request r = strip();
  hol_nonlinear_result result = {0};
  hol_text text = {0};
  assert_int_equal(hol_nonlinear_solve(&r, &result), HOL_OK);
  const hol_study study = {.found = {{.row = &hol_nonlinear_row, .result = &result}}, .founds = 1};
  assert_int_equal(hol_write(&study, "csv", &text), HOL_OK);
  size_t expected = 1, lines = 0, commas = 0;
  for (size_t i = 0; i <= result.items; i++) {
    const hol_nonlinear_curve *c = i < result.items ? &result.item[i].curve : &result.backbone;
    for (size_t k = 0; k < c->branches; k++) {
      expected += c->branch[k].points + c->branch[k].events;
    }
  }
  for (const char *p = text.data; *p; p++) {
    lines += *p == '\n';
    commas += *p == ',';
  }
  assert_int_equal(lines, expected);
  assert_int_equal(commas, 13 * lines);
  hol_text_clear(&text);
  hol_nonlinear_result_clear(&result);
  hol_nonlinear_request_clear(&r);
}

/** The backbone passes through the peaks of lightly damped curves. */
static void test_backbone_passes_the_peaks(void **state)
{
  (void)state;
  hol_nonlinear_request r = strip();
  hol_nonlinear_result result = {0};
  assert_int_equal(hol_nonlinear_solve(&r, &result), HOL_OK);
  assert_int_equal(result.backbone.branches, 1);
  const hol_nonlinear_branch *spine = &result.backbone.branch[0];
  for (size_t i = 0; i < result.items; i++) {
    const hol_nonlinear_branch *b = &result.item[i].curve.branch[0];
    for (size_t k = 0; k < b->events; k++) {
      if (b->event[k].kind != HOL_EVENT_PEAK || !b->event[k].is_maximum) {
        continue;
      }
      double a = hol_nonlinear_amplitude(b, b->event[k].coefficient, 0);
      size_t j = 0;
      while (j + 1 < spine->points &&
             hol_nonlinear_amplitude(spine, spine->coefficient + (j + 1) * spine->unknowns, 0) < a) {
        j++;
      }
      assert_true(j + 1 < spine->points);
      assert_true(b->event[k].nu > spine->nu[j] * 0.999);
      assert_true(b->event[k].nu < spine->nu[j + 1] * 1.001);
    }
  }
  hol_nonlinear_result_clear(&result);
  hol_nonlinear_request_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faults_stand_at_their_lines),
      cmocka_unit_test(test_curves_of_figure_are_all_there),
      cmocka_unit_test(test_curves_sent_between_ranks_are_the_same),
      cmocka_unit_test(test_json_says_what_was_found),
      cmocka_unit_test(test_csv_has_a_row_for_every_point_and_event),
      cmocka_unit_test(test_backbone_passes_the_peaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
