/* SPDX-License-Identifier: BSD-3-Clause */
/* Random Duffing problems against a referee that finds stable motions by integration in time.
 *
 *     build/tests/campaign_duffing [PROBLEMS [SEED [STATES [FIRST [1]]]]]
 *
 * (10 000 problems, seed 1, 96 random states each, from problem 0 on; with a last 1 every problem that is not complete
 * is printed, too). Motions of up to five periods of the force are compared at one frequency
 * of each problem. Printed are the problems in which a stable motion of the referee is not listed as a stable one by
 * the program, the problems that are not complete by their first reason, and the seconds both have taken. The exit
 * status is 1 if more than one problem in a thousand lacks a motion, or one of these is said to be proved. */
#include "duffing_referee.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long argument(int argc, char **argv, int k, unsigned long usual)
{
  return argc > k ? strtoul(argv[k], NULL, 10) : usual;
}

static void print_problem(unsigned long k, const duffing_problem *p, const duffing_verdict *d)
{
  printf(
      "%lu: %u of %u motions missing (%s), {kind: duffing, omega2: %.17g, mu: %.17g, P: %.17g, loss: {viscous: %.17g, "
      "eta: %.17g, cubic: %s}, subharmonics: %d, search: 1, from: %.17g, to: %.17g, motions_at: %.17g}\n",
      k, d->missing, d->found,
      d->coexisting == HOL_COEXISTING_PROVED ? "proved"
      : d->complete                          ? "counted"
                                             : "open",
      p->omega2, p->mu, p->P, p->loss.viscous, p->loss.eta, p->loss.cubic ? "true" : "false", (int)DUFFING_PERIODS,
      p->from, p->to, p->nu);
  (void)fflush(stdout);
}

int main(int argc, char **argv)
{
  const unsigned long problems = argument(argc, argv, 1, 10000), seed = argument(argc, argv, 2, 1);
  unsigned states = (unsigned)argument(argc, argv, 3, 96);
  const unsigned long first = argument(argc, argv, 4, 0), all = argument(argc, argv, 5, 0);
  unsigned long lacking = 0, proved_lacking = 0, how[3] = {0}, reason[HOL_INCOMPLETE_CHAOS + 1] = {0}, motions = 0;
  double program = 0, referee = 0, longest = 0;
  for (unsigned long k = first; k < first + problems; k++) {
    const duffing_problem p = duffing_problem_at(seed, k);
    const duffing_verdict d = duffing_compare(&p, seed + k, states);
    lacking += d.missing > 0;
    proved_lacking += d.missing > 0 && d.coexisting == HOL_COEXISTING_PROVED;
    how[d.coexisting]++;
    reason[d.reason] += !d.complete;
    motions += d.found;
    program += d.program_seconds;
    referee += d.referee_seconds;
    longest = d.program_seconds > longest ? d.program_seconds : longest;
    if (d.missing > 0 || (all && !d.complete)) {
      print_problem(k, &p, &d);
    }
    if (d.program_seconds > 2) {
      printf("slow %.1f s, %zu listed: ", d.program_seconds, d.listed);
      print_problem(k, &p, &d);
    }
  }
  printf("%lu problems, %lu stable motions: %lu problems with one missing, %lu of them proved\n", problems, motions,
         lacking, proved_lacking);
  printf("proved %lu, counted %lu, open %lu; not complete by first reason:", how[2], how[1], how[0]);
  for (int i = 0; i <= HOL_INCOMPLETE_CHAOS; i++) {
    printf(" %lu", reason[i]);
  }
  printf("\nprogram %.1f s, longest %.2f s; referee %.1f s\n", program, longest, referee);
  return lacking * 1000 > problems || proved_lacking > 0;
}
