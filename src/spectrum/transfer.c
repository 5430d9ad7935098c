#include "spectrum/transfer.h"

static void pass_shape(hol_bytes *bytes, hol_shape *shape)
{
  double *at = shape->at ? shape->at[0] : NULL;
  hol_bytes_length(bytes, &shape->points);
  hol_bytes_numbers(bytes, &shape->s, shape->points);
  hol_bytes_numbers(bytes, &at, 3 * shape->points);
  shape->at = (double(*)[3])(void *)at; /* points of three numbers */
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    hol_bytes_numbers(bytes, &shape->value[f], shape->points);
  }
}

/** What is one number. */
static void pass_plain(hol_bytes *bytes, hol_mode *mode)
{
  size_t *count[] = {&mode->number, &mode->multiplicity, &mode->count_below, &mode->count_above};
  bool *truth[] = {&mode->is_neutral, &mode->is_cluster, &mode->reaction_free};
  double *number[] = {&mode->omega,        &mode->growth,      &mode->lower_growth, &mode->upper_growth,
                      &mode->lower,        &mode->upper,       &mode->modal_mass,   &mode->residual,
                      &mode->pencil_omega, &mode->interval[0], &mode->interval[1],  &mode->field_residual};
  for (size_t i = 0; i < sizeof count / sizeof *count; i++) {
    hol_bytes_count(bytes, count[i]);
  }
  for (size_t i = 0; i < sizeof truth / sizeof *truth; i++) {
    hol_bytes_truth(bytes, truth[i]);
  }
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    hol_bytes_number(bytes, number[i]);
  }
  hol_bytes_fill(bytes, mode->participation, HOL_FREEDOM_COUNT);
}

void hol_mode_pass(hol_mode *mode, const hol_problem *problem, hol_bytes *bytes)
{
  size_t joints = problem->joint_count, shapes = mode->shape ? problem->part_count : 0;
  size_t outlets = HOL_FREEDOM_COUNT * problem->exported.outlets;
  pass_plain(bytes, mode);
  hol_bytes_numbers(bytes, &mode->outlet, outlets);
  hol_bytes_numbers(bytes, &mode->energy, problem->part_count);
  hol_bytes_numbers(bytes, &mode->sensitivity, problem->analysis.sensitivity_count);
  hol_bytes_array(bytes, &mode->reaction, &joints, sizeof *mode->reaction);
  for (size_t j = 0; j < joints; j++) {
    hol_bytes_length(bytes, &mode->reaction[j].count);
    hol_bytes_numbers(bytes, &mode->reaction[j].value, mode->reaction[j].count);
  }
  hol_bytes_array(bytes, &mode->shape, &shapes, sizeof *mode->shape);
  for (size_t i = 0; i < shapes; i++) {
    pass_shape(bytes, &mode->shape[i]);
  }
}
