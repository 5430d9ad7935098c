/* SPDX-License-Identifier: BSD-3-Clause */
#include <holonome/holonome.h> /* compiled and run by tests/install */

#include <stdio.h>

int main(int argc, char **argv)
{
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_result result = {0};
  hol_text text = {0};
  hol_status status = argc == 2 ? hol_read_file(argv[1], (hol_read_options){0}, &problem, &faults) : HOL_USAGE;
  if (status == HOL_OK) {
    status = hol_solve(&problem, (hol_solve_options){0}, &result, &faults);
  }
  if (faults.count && hol_faults_text(&faults, argv[1], problem.bytes, problem.size, &text) == HOL_OK) {
    fputs(text.data, stderr);
  }
  for (size_t i = 0; i < result.mode_count; i++) {
    const hol_mode *mode = &result.mode[i];
    printf("%zu  %.12g rad/s  in [%.15g, %.15g]\n", mode->number, mode->omega, mode->lower, mode->upper);
  }
  puts(result.complete ? "complete: proved by counting" : hol_status_text(status));
  hol_text_clear(&text);
  hol_result_clear(&result);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
  return (int)status;
}
