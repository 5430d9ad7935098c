/* Flexible parts as members in own modes. */
#include "base/memory.h"
#include "compliance/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Modes to begin with when it is not known yet how far they must reach; and more than anyone needs. */
enum { MODES_FIRST = 8, MODES_MOST = 2000 };

/** λ up to which the part is right when all that is known of it is kept: where modes are missing, so far below the last
 *  that the remainder of highest order has converged. */
static double trust_of(const hol_own_modes *own)
{
  if (own->has_all && own->trusted == own->modes) {
    return HUGE_VAL;
  }
  double last = own->trusted ? own->omega2[own->trusted - 1] : 0;
  return own->has_all || !own->modes ? last : fmin(last, own->omega2[own->modes - 1] / 8);
}

/** Compute with as many modes as it takes to be right up to `reach`. @param[in,out] begin  modes to begin with, and in the end
 *  @param[in,out] own  {0}, or computed with the modes to begin with */
static hol_status compute_far(const hol_flexible *f, hol_flexible_wish *begin, double reach, hol_own_modes *own)
{
  hol_flexible_wish wish = *begin;
  for (;;) {
    HOL_TRY(own->kind ? HOL_OK : f->kind->compute(f->part, &wish, own));
    double trust = trust_of(own);
    if (trust > 0 && trust >= reach) {
      begin->modes = wish.modes;
      return HOL_OK;
    }
    f->kind->clear(own);
    double more = trust > 0 ? sqrt(reach / trust) : 2;
    size_t modes = (size_t)ceil(fmin(1.1 * more, 4) * (double)wish.modes) + 2;
    if (wish.modes == MODES_MOST) {
      return HOL_NUMERICAL;
    }
    wish.modes = modes < MODES_MOST ? modes : MODES_MOST;
  }
}

/** What the energies of a part rest on. */
static hol_status take_terms(hol_modal *modal, size_t kept)
{
  modal->terms = hol_alloc(2 * (modal->modes + modal->ports), sizeof *modal->terms);
  if (!modal->terms) {
    return HOL_MEMORY;
  }
  modal->own->kind->terms(modal->own, kept, modal->terms, modal->terms + modal->modes + modal->ports);
  return HOL_OK;
}

/** Modes, their port values and what the modes left out give. */
static hol_status take_over(hol_modal *modal, size_t kept)
{
  const hol_own_modes *own = modal->own;
  modal->modes = modal->rigid + kept;
  modal->mode = hol_alloc(modal->modes + 1, sizeof *modal->mode); /* the last is the cut-off */
  modal->phi = hol_alloc(modal->ports * modal->modes, sizeof *modal->phi);
  modal->remainder = hol_alloc(modal->order * modal->ports * modal->ports, sizeof *modal->remainder);
  if (!modal->mode || !modal->phi || !modal->remainder) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < kept; k++) {
    modal->mode[modal->rigid + k].omega2 = own->omega2[k];
  }
  modal->mode[modal->modes].omega2 = modal->cutoff;
  if (modal->ports > 0) {
    memcpy(modal->phi, own->phi, modal->ports * modal->modes * sizeof *modal->phi);
    HOL_TRY(own->kind->remainder(own, kept, modal->order, modal->remainder));
  }
  return own->kind->terms ? take_terms(modal, kept) : HOL_OK;
}

/** Own modes, N of them and the one after, or so many that all below the reach are right; if they are not there already. */
static hol_status compute(const hol_system *system, hol_modal *modal, size_t N, const hol_flexible_port *port)
{
  bool exact = system->model->exact;
  if (hol_modal_borrow(system, modal) || (hol_modal_inherit(system, modal) && !exact && modal->wished == N + 1)) {
    return HOL_OK;
  }
  modal->own = modal->own ? modal->own : hol_alloc(1, sizeof *modal->own);
  if (!modal->own) {
    return HOL_MEMORY;
  }
  const hol_flexible *f = modal->member->flexible;
  hol_extent extent = hol_modal_extent(system, modal, MODES_FIRST, N);
  hol_flexible_wish wish = {.port = port,
                            .ports = modal->ports,
                            .is_repeated = extent.is_repeated,
                            .patience = &system->model->patience,
                            .modes = extent.modes};
  hol_status status;
  if (exact) {
    status = compute_far(f, &wish, extent.reach, modal->own);
  } else {
    f->kind->clear(modal->own);
    status = f->kind->compute(f->part, &wish, modal->own);
  }
  modal->wished = wish.modes;
  return status == HOL_INVALID ? HOL_NUMERICAL : status;
}

static hol_status import(hol_system *system, hol_modal *modal, size_t N, const hol_flexible_port *port)
{
  HOL_TRY(compute(system, modal, N, port));
  const hol_own_modes *own = modal->own;
  bool exact = system->model->exact;
  if (own->rigid != modal->rigid) {
    return HOL_NUMERICAL;
  }
  system->error = fmax(system->error, own->error);
  bool is_cut = !exact && own->modes > N;
  modal->cutoff = is_cut ? own->omega2[N] * (1 - own->error) : HUGE_VAL;
  if (own->has_all && !is_cut) {
    modal->order =
        1; /* what is left has no mass: Γ_1 and all after it are zero, as computed they would be rounding times λʲ */
  } else if (exact) {
    modal->order = HOL_ORDER_MAX;
  }
  if (exact) {
    system->trust = fmin(system->trust, trust_of(own));
  }
  return take_over(modal, is_cut ? N : own->modes);
}

/** Ports as the kind knows them: [ports], NULL if memory is out. */
static hol_flexible_port *list_ports(const hol_modal *modal)
{
  hol_flexible_port *port = hol_alloc(modal->ports, sizeof *port);
  for (size_t i = 0; port && i < modal->ports; i++) {
    port[i] = hol_member_flexible_port(modal->member, modal->port[i]);
  }
  return port;
}

hol_status hol_modal_import(hol_system *system, hol_modal *modal, size_t modes)
{
  hol_flexible_port *port = list_ports(modal);
  hol_status status = port ? import(system, modal, modes, port) : HOL_MEMORY;
  free(port);
  return status;
}

hol_status hol_modal_import_static(hol_system *system, hol_modal *modal)
{
  hol_flexible_port *port = list_ports(modal);
  hol_status status = port ? compute(system, modal, 0, port) : HOL_MEMORY;
  free(port);
  HOL_TRY(status);
  system->error = fmax(system->error, modal->own->error);
  return modal->own->rigid == modal->rigid ? HOL_OK : HOL_NUMERICAL;
}
