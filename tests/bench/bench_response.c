/* SPDX-License-Identifier: BSD-3-Clause */
/* Seconds per frequency of the response that a problem file asks for at frequencies given:
 *
 *     bench_response FILE
 *
 * One line: matrix filled, factorised, both with the solution and all receivers, the same with derivatives. */
#include "reading.h"

#include "base/clock.h"
#include "problem/grammar.h"
#include "response/steady/response.h"

#include <stdio.h>
#include <stdlib.h>

enum { FILLED, FACTORISED, VALUES, SLOPES, TIMES };

static hol_status measure(hol_response_system *s, const hol_response_request *request, double complex *at,
                          double *seconds)
{
  for (size_t i = 0; i < request->count; i++) {
    double clock[TIMES + 1];
    clock[0] = hol_processor_seconds();
    hol_status status = hol_dynamic_fill(&s->dynamic, hol_complex(0, request->omega[i]), false);
    clock[1] = hol_processor_seconds();
    status = status == HOL_OK ? hol_dynamic_factorise(&s->dynamic) : status;
    clock[2] = hol_processor_seconds();
    status = status == HOL_OK ? hol_response_at(s, request->omega[i], at, NULL) : status;
    clock[3] = hol_processor_seconds();
    status = status == HOL_OK ? hol_response_at(s, request->omega[i], at, at + hol_response_curves(s)) : status;
    clock[4] = hol_processor_seconds();
    if (status != HOL_OK) {
      return status;
    }
    for (size_t k = 0; k < TIMES; k++) {
      seconds[k] += (clock[k + 1] - clock[k]) / (double)request->count;
    }
  }
  return HOL_OK;
}

int main(int argc, char **argv)
{
  reading r = {0};
  hol_response_system system = {0};
  hol_faults faults = {0};
  double seconds[TIMES] = {0};
  if (argc != 2 || !reading_of_file(argv[1], &r)) {
    fprintf(stderr, "usage: bench_response FILE\n");
    return 2;
  }
  const hol_response_request *request = hol_request_of(&r.problem, &hol_response_grammar);
  if (!request || request->count == 0) {
    fprintf(stderr, "%s asks for no response at frequencies given\n", argv[1]);
    return 2;
  }
  hol_status status = hol_response_begin(&r.problem, request, 2 * request->omega[request->count - 1], &system, &faults);
  double complex *at = status == HOL_OK ? malloc(2 * hol_response_curves(&system) * sizeof *at) : NULL;
  status = at ? measure(&system, request, at, seconds) : HOL_MEMORY;
  printf("%.3e %.3e %.3e %.3e\n", seconds[FILLED], seconds[FACTORISED], seconds[VALUES], seconds[SLOPES]);
  free(at);
  hol_response_end(&system);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return (int)status;
}
