/* SPDX-License-Identifier: BSD-3-Clause */
/* Uses the installed library as a stranger would: reads a problem and solves it. */
#include <holonome/holonome.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  static const char file[] = "parts:\n"
                             "  a: {kind: beam, length: 1, EI: 1, line_mass: 1}\n"
                             "joints:\n"
                             "  - {pin: a.start}\n"
                             "  - {pin: a.end}\n"
                             "analysis: {frequencies: {count: 1}, compliance: exact}\n";
  double pi = 3.14159265358979323846;
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_result result = {0};
  hol_status status = hol_read(file, strlen(file), (hol_read_options){0}, &problem, &faults);
  if (status == HOL_OK) {
    status = hol_solve(&problem, (hol_solve_options){0}, &result, &faults);
  }
  int good = status == HOL_OK && result.mode_count == 1 && fabs(result.mode[0].omega - pi * pi) < 1e-9;
  printf("%s\n", good ? "the first frequency of a pinned beam is pi^2" : hol_status_text(status));
  hol_result_clear(&result);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
  return !good;
}
