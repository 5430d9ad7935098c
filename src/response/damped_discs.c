/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped eigenvalues under loss factors alone, proved by disjoint groups of discs. */
#include "response/damped_state.h"
#include "response/damping_models.h"

#include <math.h>

static hol_loss_disc disc_of(const hol_damped_state *s, size_t mode)
{
  const hol_mode *m = &s->undamped->result.mode[mode];
  return hol_loss_disc_of(s->kind->least, s->kind->most, m->lower * m->lower, m->upper * m->upper);
}

/** Test whether the discs up to this mode are disjoint from all that follow. */
static bool is_apart(const hol_damped_state *s, size_t mode)
{
  hol_loss_disc here = disc_of(s, mode), beyond;
  double covered = s->undamped->covered;
  if (mode + 1 < s->undamped->result.mode_count) {
    beyond = disc_of(s, mode + 1);
  } else if (isinf(covered)) {
    return true;
  } else {
    beyond = hol_loss_disc_of(s->kind->least, s->kind->most, covered, covered);
  }
  return hol_loss_discs_are_apart(here, beyond);
}

/** Test whether λ is in one of these discs, within rounding. */
static bool is_in(const hol_damped_state *s, size_t first, size_t last, double complex lambda)
{
  static const double slack = 1e-9;
  for (size_t i = first; i <= last; i++) {
    const hol_loss_disc disc = disc_of(s, i);
    if (cabs(lambda - disc.centre) <= disc.radius + slack * cabs(lambda)) {
      return true;
    }
  }
  return false;
}

/** Assign the enclosing disc of a group to its eigenvalues. @return whether there are as many as discs */
static bool assign_disc(const hol_damped_state *s, size_t first, size_t last, hol_damped *found)
{
  hol_loss_disc low = disc_of(s, first), high = disc_of(s, last);
  double inner = cabs(low.centre) - low.radius, outer = cabs(high.centre) + high.radius;
  hol_loss_disc all = {(low.centre + high.centre) / 2,
                       cabs(high.centre - low.centre) / 2 + fmax(low.radius, high.radius)};
  size_t count = 0;
  for (size_t i = 0; i < found->motions; i++) {
    hol_damped_motion *m = &found->motion[i];
    if (m->omega > 0 && is_in(s, first, last, hol_complex(m->lambda[0], m->lambda[1]))) {
      m->lower = sqrt(fmax(inner, 0));
      m->upper = sqrt(outer);
      m->region = HOL_REGION_DISC;
      m->centre[0] = creal(all.centre);
      m->centre[1] = cimag(all.centre);
      m->radius = all.radius;
      count++;
    }
  }
  return count == last + 1 - first;
}

size_t hol_damped_prove_by_discs(const hol_damped_state *s, hol_damped *found)
{
  const hol_result *r = &s->undamped->result;
  size_t first = s->rigid, proved = 0;
  for (size_t i = first; i < r->mode_count; i++) {
    if (is_apart(s, i)) {
      if (!assign_disc(s, first, i, found)) {
        break;
      }
      proved = i + 1;
      first = i + 1;
    }
  }
  return proved;
}
