/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes of substructures: had from one that is the same, kept from a system before, or computed as far as
   they are needed. */
#include "base/memory.h"
#include "compliance/system.h"
#include "parts/same.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is there already --------------------------------------------------------------------------------------- */

static const hol_modal *near_of(const hol_system *system, const hol_modal *modal)
{
  size_t i = (size_t)(modal - system->modal);
  const hol_modal *near = system->near && i < system->near->modal_count ? &system->near->modal[i] : NULL;
  bool same = near && near->member - system->near->model->member == modal->member - system->model->member &&
              near->ports - near->reactions == modal->ports && near->member->orders == modal->member->orders &&
              near->member->class == modal->member->class &&
              memcmp(near->port, modal->port, modal->ports * sizeof *near->port) == 0;
  return same ? near : NULL;
}

static bool has_same_ports(const hol_modal *a, const hol_modal *b)
{
  bool same = a->ports - a->reactions == b->ports;
  for (size_t i = 0; same && i < b->ports; i++) {
    hol_port p = hol_member_port(a->member, a->port[i]), q = hol_member_port(b->member, b->port[i]);
    same = p.point == q.point && p.component == q.component && memcmp(&p.x, &q.x, sizeof p.x) == 0;
  }
  return same;
}

/** Are two substructures the same, and their ports? */
static bool is_same(const hol_model *of_a, const hol_modal *a, const hol_model *of_b, const hol_modal *b)
{
  const hol_member *m = a->member, *n = b->member;
  if (!a->component_modes || m->class != n->class) {
    return false;
  }
  bool same = n->class->alike ? n->class->alike(m->of, n->of)
                              : of_a->problem->freedoms == of_b->problem->freedoms &&
                                    hol_part_is_same(&of_a->problem->part[m->part], &of_b->problem->part[n->part]);
  return same && has_same_ports(a, b);
}

static bool borrow_from(const hol_modal *same, hol_modal *modal)
{
  modal->component_modes = same->component_modes;
  modal->requested = same->requested;
  return modal->is_borrowed = true;
}

/** Take component modes from the system that this one is like; or from an earlier substructure that is the same, with
 *  the same ports, of this one or of the system near to it. */
static bool borrow(const hol_system *system, hol_modal *modal)
{
  if (system->like) {
    const hol_modal *like = &system->like->modal[modal - system->modal];
    modal->alike = like->alike ? system->modal + (like->alike - system->like->modal) : NULL;
    return borrow_from(like, modal);
  }
  const hol_modal *near = near_of(system, modal);
  if (near && is_same(system->near->model, near, system->model, modal)) {
    return borrow_from(near, modal);
  }
  for (const hol_modal *other = system->modal; other < modal; other++) {
    if (!other->alike && is_same(system->model, other, system->model, modal)) {
      modal->alike = other;
      return borrow_from(other, modal);
    }
  }
  return false;
}

/** Take component modes from the same substructure of the system before this one. */
static void inherit(const hol_system *system, hol_modal *modal)
{
  hol_modal *before = system->before ? &system->before->modal[modal - system->modal] : NULL;
  if (before && before->component_modes && !before->is_borrowed) {
    modal->component_modes = before->component_modes;
    modal->requested = before->requested;
    before->component_modes = NULL;
  }
}

/* ---- what is computed -------------------------------------------------------------------------------------------- */

/** Largest order of which λᵏ⁺¹ and Γ_{k−1}, which goes like λ^{−k}, can be computed with: at 10⁸ rad/s the 16th no
 *  longer can.
 *  @param[in] lambda  where the modes left out begin */
static size_t highest_order(double lambda)
{
  enum { DECADES = 250 }; /* of the 307 there are; the others are for the units of masses and compliances */
  double decades = fabs(log10(lambda));
  return !(decades * (HOL_ORDER_MAX + 1) > DECADES) ? HOL_ORDER_MAX
         : 2 * decades > DECADES                    ? 1
                                                    : (size_t)(DECADES / decades) - 1;
}

/** Order of the residual flexibility where all modes known are kept. */
static size_t order_beyond(const hol_component_modes *own)
{
  return own->modes ? highest_order(own->omega2[own->modes - 1]) : HOL_ORDER_MAX;
}

/** λ up to which a substructure is right when all that is known of it is kept: its last mode that is, or where modes
 *  are missing, so far below them that the residual flexibility has converged: (λ/λ_c)ᵏ = 8⁻¹⁶. */
static double trust_of(const hol_component_modes *own)
{
  if (own->has_all && own->trusted == own->modes) {
    return HUGE_VAL;
  }
  double last = own->trusted ? own->omega2[own->trusted - 1] : 0;
  size_t order = order_beyond(own);
  double room = order == HOL_ORDER_MAX ? 8 : pow(8, (double)HOL_ORDER_MAX / (double)order);
  return own->has_all_discrete || !own->modes ? last : fmin(last, own->omega2[own->modes - 1] / room);
}

/** Of so few orders a residual flexibility converges with modes by the thousand only. */
static bool is_beyond_reach(const hol_component_modes *own)
{
  return !own->has_all_discrete && !own->has_all && order_beyond(own) < 4;
}

/** Compute with as many modes as it takes to be right up to `reach`, and as far below zero as compression takes the
 *  substructure by itself: joined to others it does not grow faster.
 *  @param[in,out] request  modes to begin with, and in the end
 *  @param[in,out] own   {0}, or computed with the modes to begin with */
static hol_status compute_far(const hol_member *member, double reach, hol_modes_request *request,
                              hol_component_modes *own)
{
  const hol_substructure_class *class = member->class;
  for (;;) {
    HOL_TRY(own->class ? HOL_OK : hol_component_modes_compute(class, member->of, request, own));
    double trust = trust_of(own), needed = fmax(reach, own->modes ? -1.01 * own->omega2[0] : 0);
    if (trust > 0 && trust >= needed) {
      return HOL_OK;
    }
    double more = trust > 0 ? pow(needed / trust, class->far.power) : 2;
    size_t modes = (size_t)ceil(fmin(1.1 * more, 4) * (double)request->modes) + 2;
    bool is_hopeless = request->modes >= class->far.most || is_beyond_reach(own);
    hol_component_modes_clear(own);
    if (is_hopeless) {
      return HOL_NUMERICAL;
    }
    request->modes = modes < class->far.most ? modes : class->far.most;
  }
}

/** How many more must be requested for, two by two, until the last has positive energy, as far as those beyond the
 *  trusted ones tell. */
static size_t missing_modes(const hol_component_modes *own, size_t requested)
{
  size_t more = 2;
  while (requested + more < own->modes && !(own->omega2[requested + more - 1] > 0)) {
    more += 2;
  }
  return more;
}

/** Compute until the last of the modes requested has positive energy: compression may give the lowest a negative one,
 *  and the residual flexibility is of modes that oscillate only. */
static hol_status compute_oscillating(const hol_member *member, hol_modes_request request, hol_component_modes *own)
{
  request.require_positive_energy = true;
  for (;;) {
    HOL_TRY(hol_component_modes_compute(member->class, member->of, &request, own));
    if (own->modes < request.modes || own->omega2[own->trusted - 1] > 0) {
      return HOL_OK;
    }
    request.modes = own->trusted;
    request.modes += missing_modes(own, request.modes);
    hol_component_modes_clear(own);
    if (request.modes > member->class->far.most) {
      return HOL_NUMERICAL;
    }
  }
}

typedef enum { STATIC, OSCILLATING, FAR } how_far;

/** Component modes if they are not there already: N and one more, or so many that all below the reach are right. */
static hol_status compute(const hol_system *system, hol_modal *modal, size_t N, how_far purpose, const hol_port *port)
{
  if (borrow(system, modal)) {
    return HOL_OK;
  }
  inherit(system, modal);
  if (purpose != FAR && modal->component_modes && modal->requested == N + 1) {
    return HOL_OK;
  }
  modal->component_modes =
      modal->component_modes ? modal->component_modes : hol_alloc(1, sizeof *modal->component_modes);
  if (!modal->component_modes) {
    return HOL_MEMORY;
  }
  const hol_member *m = modal->member;
  const hol_modal *near = near_of(system, modal);
  size_t again = modal->requested ? modal->requested
                 : near           ? near->requested
                                  : 0,
         first = again ? again : m->class->far.first;
  hol_modes_request request = {.port = port,
                               .ports = modal->ports,
                               .is_repeated = near && near->requested,
                               .cancellation = &system->model->cancellation,
                               .modes = purpose == FAR ? first : N + 1};
  if (purpose != FAR) {
    hol_component_modes_clear(modal->component_modes);
  }
  hol_status status = purpose == FAR ? compute_far(m, near ? 0 : system->model->reach, &request, modal->component_modes)
                      : purpose == OSCILLATING
                          ? compute_oscillating(m, request, modal->component_modes)
                          : hol_component_modes_compute(m->class, m->of, &request, modal->component_modes);
  modal->requested = request.modes;
  return status == HOL_INVALID ? HOL_NUMERICAL : status; /* the properties have been looked at before */
}

/** The same with the ports as the class knows them; the largest error that is stated. */
static hol_status take_own(hol_system *system, hol_modal *modal, size_t N, how_far purpose)
{
  hol_port *port = hol_modal_line_ports(modal);
  hol_status status = port ? compute(system, modal, N, purpose, port) : HOL_MEMORY;
  free(port);
  HOL_TRY(status);
  system->error = fmax(system->error, modal->component_modes->error);
  return modal->component_modes->rigid == modal->rigid ? HOL_OK : HOL_NUMERICAL;
}

/* ---- what a system takes of them --------------------------------------------------------------------------------- */

/** What the energies rest on. */
static hol_status take_terms(hol_modal *modal, size_t kept)
{
  const hol_component_modes *own = modal->component_modes;
  size_t count = modal->modes + modal->ports;
  if (!own->class->terms) {
    return HOL_OK;
  }
  modal->terms = hol_alloc(2 * count, sizeof *modal->terms);
  if (!modal->terms) {
    return HOL_MEMORY;
  }
  if (!own->class->terms(own, kept, modal->flexibility, modal->terms, modal->terms + count)) {
    free(modal->terms);
    modal->terms = NULL;
  }
  return HOL_OK;
}

/** What the remainder is a difference of. */
static hol_status take_magnitude(hol_modal *modal, size_t kept)
{
  modal->magnitude = hol_alloc(modal->ports * modal->ports, sizeof *modal->magnitude);
  if (!modal->magnitude) {
    return HOL_MEMORY;
  }
  modal->component_modes->class->residual_magnitude(modal->component_modes, kept, modal->magnitude);
  return HOL_OK;
}

/** All that is taken from component modes as another has it. */
static void take_alike(const hol_modal *alike, hol_modal *modal)
{
  modal->is_shared = true;
  modal->modes = alike->modes;
  modal->omega2 = alike->omega2;
  modal->phi = alike->phi;
  modal->flexibility = alike->flexibility;
  modal->magnitude = alike->magnitude;
  modal->terms = alike->terms;
}

/** The same of the system that this one is like, if it has the same numbers: bounds differ in the orders beyond the
 *  first. NULL: it has not. */
static const hol_modal *twin_of(const hol_system *system, const hol_modal *modal, size_t kept)
{
  const hol_modal *twin = system->like ? &system->like->modal[modal - system->modal] : NULL;
  bool is_same = twin && !twin->force && !modal->force && twin->component_modes == modal->component_modes &&
                 twin->ports == modal->ports && twin->modes == modal->rigid + kept && twin->order == 1 &&
                 modal->order == 1 && memcmp(&twin->cutoff, &modal->cutoff, sizeof modal->cutoff) == 0;
  return is_same ? twin : NULL;
}

/** Modes, their port values and what the modes left out give. */
static hol_status take_over(const hol_system *system, hol_modal *modal, size_t kept)
{
  const hol_component_modes *own = modal->component_modes;
  const hol_modal *alike = modal->alike ? modal->alike : twin_of(system, modal, kept);
  if (alike) {
    take_alike(alike, modal);
    return HOL_OK;
  }
  modal->modes = modal->rigid + kept;
  modal->omega2 = hol_alloc(modal->modes + 1, sizeof *modal->omega2);
  modal->phi = hol_alloc(modal->ports * modal->modes, sizeof *modal->phi);
  modal->flexibility = hol_alloc(modal->order * modal->ports * modal->ports, sizeof *modal->flexibility);
  if (!modal->omega2 || !modal->phi || !modal->flexibility) {
    return HOL_MEMORY;
  }
  memcpy(modal->omega2 + modal->rigid, own->omega2, kept * sizeof *modal->omega2);
  modal->omega2[modal->modes] = modal->cutoff;
  if (modal->ports > 0) {
    memcpy(modal->phi, own->phi, modal->ports * modal->modes * sizeof *modal->phi);
    HOL_TRY(own->class->residual_flexibility(own, kept, modal->order, system->bound == HOL_BOUND_LOWER,
                                             modal->flexibility));
  }
  return own->class->residual_magnitude ? take_magnitude(modal, kept) : take_terms(modal, kept);
}

hol_status hol_modal_component_modes(hol_system *system, hol_modal *modal, size_t N)
{
  bool exact = system->model->exact;
  HOL_TRY(take_own(system, modal, N, exact ? FAR : OSCILLATING));
  const hol_component_modes *own = modal->component_modes;
  while (!exact && N + 1 < own->trusted && !(own->omega2[N] > 0)) {
    N++;
  }
  bool is_cut = !exact && own->modes > N;
  modal->cutoff = is_cut ? own->omega2[N] * (1 - own->error) : HUGE_VAL;
  size_t highest = is_cut ? highest_order(modal->cutoff) : order_beyond(own);
  modal->order = exact || highest < modal->order ? highest : modal->order;
  if (own->has_all_discrete && !is_cut) {
    modal->order =
        1; /* what is left has no mass: Γ_1 and all after it are zero, as computed they would be rounding times λʲ */
  }
  if (exact) {
    system->trust = fmin(system->trust, trust_of(own));
  }
  return take_over(system, modal, is_cut ? N : own->modes);
}

hol_status hol_modal_static_modes(hol_system *system, hol_modal *modal)
{
  HOL_TRY(take_own(system, modal, 0, STATIC));
  modal->alike = NULL; /* reactions are coordinates of each by itself */
  return HOL_OK;
}
