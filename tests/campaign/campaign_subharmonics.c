/* SPDX-License-Identifier: BSD-3-Clause */
/* Random Duffing problems with little loss and `subharmonics: 3`, all along their curves, against a referee that finds
 * stable motions by integration in time.
 *
 *     build/tests/campaign_subharmonics [PROBLEMS [SEED [PLACES [STATES [FIRST [LONGEST]]]]]]
 *
 * (500 problems, seed 1, 60 random frequencies of each range, 96 random states at each, from problem 0 on, up to 3
 * periods). Nothing is searched at these frequencies but by chance. Printed are the stable motions that are on no
 * branch of a curve, and the problems whose curve is not complete by the first reason. The exit status is 1 if a curve
 * that is called complete lacks one. */
#include "duffing_referee.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long argument(int argc, char **argv, int k, unsigned long usual)
{
  return argc > k ? strtoul(argv[k], NULL, 10) : usual;
}

static void print_problem(unsigned long k, const duffing_problem *p, const duffing_along *d, unsigned long longest)
{
  printf("%lu: %u of %u stable motions missing (%s), %zu branches, %.1f s, {kind: duffing, omega2: %.17g, mu: %.17g, "
         "P: %.17g, "
         "loss: {viscous: %.17g}, subharmonics: %lu, from: %.17g, to: %.17g}\n",
         k, d->missing, d->found, d->complete ? "complete" : "open", d->branches, d->program_seconds, p->omega2, p->mu,
         p->P, p->loss.viscous, longest, p->from, p->to);
  for (unsigned i = 0; i < d->missing && i < DUFFING_LOST_MAX; i++) {
    const duffing_lost *lost = &d->lost[i];
    printf("    period %u at nu = %.17g, state %.12g, %.12g\n", lost->period, lost->nu, lost->q, lost->v);
  }
  (void)fflush(stdout);
}

int main(int argc, char **argv)
{
  const unsigned long problems = argument(argc, argv, 1, 500), seed = argument(argc, argv, 2, 1);
  const unsigned long places = argument(argc, argv, 3, 60), states = argument(argc, argv, 4, 96);
  const unsigned long first = argument(argc, argv, 5, 0), longest = argument(argc, argv, 6, 3);
  unsigned long lacking[2] = {0}, open = 0, reason[HOL_INCOMPLETE_CHAOS + 1] = {0}, motions = 0, missing = 0;
  double program = 0, referee = 0, slowest = 0;
  for (unsigned long k = first; k < first + problems; k++) {
    const duffing_problem p = duffing_light_at(seed, k);
    const duffing_along d = duffing_compare_along(&p, seed + k, (unsigned)longest, (unsigned)places, (unsigned)states);
    lacking[d.complete] += d.missing > 0;
    open += !d.complete;
    reason[d.reason] += !d.complete;
    motions += d.found;
    missing += d.missing;
    program += d.program_seconds;
    referee += d.referee_seconds;
    slowest = d.program_seconds > slowest ? d.program_seconds : slowest;
    if (d.missing > 0 || d.program_seconds > 20) {
      print_problem(k, &p, &d, longest);
    }
  }
  printf("%lu problems, %lu stable motions, %lu missing: on %lu curves called complete, %lu others\n", problems,
         motions, missing, lacking[1], lacking[0]);
  printf("open %lu, by first reason:", open);
  for (int i = 0; i <= HOL_INCOMPLETE_CHAOS; i++) {
    printf(" %lu", reason[i]);
  }
  printf("\nprogram %.1f s, slowest %.2f s; referee %.1f s\n", program, slowest, referee);
  return lacking[1] > 0;
}
