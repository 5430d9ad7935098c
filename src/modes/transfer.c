/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes as bytes, to send them between ranks. */
#include "modes/transfer.h"

#include <stdlib.h>

/** Values alone: what shapes point to besides is the same on all ranks. */
static void pass_shapes(hol_bytes *bytes, const hol_sampling *samples, hol_mode *mode)
{
  double *value = mode->shape ? hol_sampling_values(samples, mode->shape) : NULL, *taken = value;
  hol_bytes_numbers(bytes, &taken, samples->points * samples->freedoms);
  if (!value && taken) {
    mode->shape = hol_sampling_shapes(samples, taken);
    bytes->status = mode->shape ? bytes->status : HOL_MEMORY;
    free(taken);
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

void hol_mode_pass(hol_mode *mode, const hol_problem *problem, const hol_index *index, hol_bytes *bytes)
{
  pass_plain(bytes, mode);
  hol_bytes_numbers(bytes, &mode->outlet, HOL_FREEDOM_COUNT * problem->exported.outlets);
  hol_bytes_numbers(bytes, &mode->energy, problem->part_count);
  hol_bytes_numbers(bytes, &mode->sensitivity, problem->analysis.sensitivity_count);
  hol_bytes_numbers(bytes, &mode->reaction, index->reactions.first[problem->joint_count]);
  pass_shapes(bytes, &index->samples, mode);
}
