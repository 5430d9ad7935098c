/* Members without closed forms as members in own modes. */
#include "base/memory.h"
#include "compliance/system.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Modes of a member to begin with when it is not known yet how far they must reach; and more than anyone needs. */
enum { MODES_FIRST = 6, MODES_MOST = 600 };

/** λ up to which a computed member is right when all that is known of it is kept: its last mode that is, or where modes
 * are missing, so far below them that the remainder of highest order has converged. */
static double trust_of(const hol_computed *c)
{
  double last = c->omega2[c->trusted - 1];
  return c->has_all ? last : fmin(last, c->omega2[c->modes - 1] / 8);
}

/** Compute with as many modes as it takes to be right up to `reach`, and as far below zero as compression takes the member by
 *  itself: joined to others it does not grow faster. @param[in,out] begin  modes to begin with, and in the end
 *  @param[in,out] c  {0}, or computed with the modes to begin with */
static hol_status compute_far(const hol_profile *profile, hol_profile_wish *begin, double reach, hol_computed *c)
{
  hol_profile_wish wish = *begin;
  for (;;) {
    HOL_TRY(c->space ? HOL_OK : hol_computed_build(profile, &wish, c));
    double trust = trust_of(c), power = profile->motion == HOL_AXIAL || profile->motion == HOL_TORSION ? 0.5 : 0.25;
    double needed = fmax(reach, -1.01 * c->omega2[0]);
    if (trust > 0 && trust >= needed) {
      begin->modes = wish.modes;
      return HOL_OK;
    }
    double more = trust > 0 ? pow(needed / trust, power) : 2;
    size_t modes = (size_t)ceil(fmin(1.1 * more, 4) * (double)wish.modes) + 2;
    hol_computed_clear(c);
    if (modes > MODES_MOST) {
      return HOL_NUMERICAL;
    }
    wish.modes = modes;
  }
}

/** Compute until the last of the modes wished has positive energy: compression may give the lowest a negative one, and the
 *  remainder is of modes that oscillate only. */
static hol_status compute_oscillating(const hol_profile *profile, hol_profile_wish wish, hol_computed *c)
{
  for (;; wish.modes += 2) {
    HOL_TRY(hol_computed_build(profile, &wish, c));
    if (c->omega2[wish.modes - 1] > 0) {
      return HOL_OK;
    }
    hol_computed_clear(c);
    if (wish.modes > MODES_MOST) {
      return HOL_NUMERICAL;
    }
  }
}

/** The terms that the energy ω² of a mode is a sum of, where an axial force or a foundation has a share in it: with κ from
 *  EIκ⁴ + Tκ² + f = mω², by the member's means, each of them by itself. Near buckling they all but cancel. */
static double terms_of(const hol_line *line, double omega2)
{
  double stiff = line->stiffness, force = hol_line_is_bending(line) ? fabs(line->tension) : 0, mass = line->mass;
  double root = sqrt(force * force + 4 * stiff * mass * fabs(omega2)), wave = (force + root) / (2 * stiff);
  double bend = hol_line_is_bending(line) ? stiff * wave * wave : 0;
  return (bend + force * wave + line->foundation) / mass + fabs(omega2);
}

/** The same for all modes kept, and what is left at the ports. */
static hol_status take_terms(hol_modal *modal)
{
  const hol_line *line = &modal->member->line;
  size_t count = modal->modes + modal->ports;
  if (line->tension == 0 && !(line->foundation > 0)) {
    return HOL_OK;
  }
  modal->terms = hol_alloc(2 * count, sizeof *modal->terms);
  if (!modal->terms) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < modal->modes; k++) {
    modal->terms[k] = terms_of(line, modal->mode[k].omega2);
  }
  for (size_t p = 0; p < modal->ports; p++) {
    modal->terms[modal->modes + p] = fabs(modal->remainder[p * (modal->ports + 1)]);
  }
  return HOL_OK;
}

/** Modes, their port values and what the modes left out give. */
static hol_status take_over(hol_modal *modal, const hol_profile_port *port, size_t kept)
{
  const hol_computed *c = modal->computed;
  modal->modes = modal->rigid + kept;
  modal->mode = hol_alloc(modal->modes + 1, sizeof *modal->mode); /* the last is the cut-off */
  modal->phi = hol_alloc(modal->ports * modal->modes, sizeof *modal->phi);
  modal->remainder = hol_alloc(modal->order * modal->ports * modal->ports, sizeof *modal->remainder);
  double *value = hol_alloc(c->modes, sizeof *value);
  hol_status status = modal->mode && modal->phi && modal->remainder && value ? HOL_OK : HOL_MEMORY;
  for (size_t k = 0; k < kept && status == HOL_OK; k++) {
    modal->mode[modal->rigid + k].omega2 = c->omega2[k];
  }
  if (status == HOL_OK) {
    modal->mode[modal->modes].omega2 = modal->cutoff;
    memcpy(modal->mode, modal->member->rigid, modal->rigid * sizeof *modal->mode);
  }
  for (size_t i = 0; i < modal->ports && status == HOL_OK; i++) {
    status = hol_computed_modes_at(c, port[i].x, port[i].order, value);
    for (size_t k = 0; k < modal->modes && status == HOL_OK; k++) {
      modal->phi[i + k * modal->ports] =
          k < modal->rigid ? hol_line_mode_at(&modal->member->line, &modal->mode[k], port[i].x, port[i].order)
                           : value[k - modal->rigid];
    }
  }
  free(value);
  HOL_TRY(status);
  HOL_TRY(modal->ports ? hol_computed_remainder(c, port, modal->ports, kept, modal->order, modal->remainder) : HOL_OK);
  return take_terms(modal);
}

/** What is asked of the computation of a member: N modes and the one after, or so many that all below the reach are right. */
static hol_status build(const hol_system *system, hol_modal *modal, size_t N, const hol_profile_port *port)
{
  bool exact = system->model->exact;
  if (hol_modal_borrow(system, modal) || (hol_modal_inherit(system, modal) && !exact && modal->wished == N + 1)) {
    return HOL_OK;
  }
  modal->computed = modal->computed ? modal->computed : hol_alloc(1, sizeof *modal->computed);
  if (!modal->computed) {
    return HOL_MEMORY;
  }
  hol_profile profile = modal->member->varied->profile;
  profile.patience = &system->model->patience;
  hol_extent extent = hol_modal_extent(system, modal, MODES_FIRST, N);
  hol_profile_wish wish = {.port = port, .ports = modal->ports, .modes = extent.modes};
  hol_status status;
  if (exact) {
    status = compute_far(&profile, &wish, extent.reach, modal->computed);
  } else {
    hol_computed_clear(modal->computed);
    status = compute_oscillating(&profile, wish, modal->computed);
  }
  modal->wished = wish.modes;
  return status;
}

static hol_status compute(hol_system *system, hol_modal *modal, size_t N, const hol_profile_port *port)
{
  bool exact = system->model->exact;
  hol_status status = build(system, modal, N, port);
  const hol_computed *c = modal->computed;
  HOL_TRY(status == HOL_INVALID ? HOL_NUMERICAL : status); /* the properties have been looked at before */
  if (c->rigid != modal->rigid) {
    return HOL_NUMERICAL;
  }
  system->error = fmax(system->error, c->error);
  if (!exact) {
    while (N + 1 < c->trusted && !(c->omega2[N] > 0)) {
      N++;
    }
    modal->cutoff = c->omega2[N] * (1 - c->error);
    return take_over(modal, port, N);
  }
  modal->cutoff = HUGE_VAL;
  modal->order = c->has_all ? 1 : HOL_ORDER_MAX;
  system->trust = fmin(system->trust, trust_of(c));
  return take_over(modal, port, c->modes);
}

hol_status hol_modal_compute(hol_system *system, hol_modal *modal, size_t modes)
{
  hol_profile_port *port = hol_modal_places(modal);
  hol_status status = port ? compute(system, modal, modes, port) : HOL_MEMORY;
  free(port);
  return status;
}
