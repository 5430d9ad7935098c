/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked of a part in component modes. */
#include "base/memory.h"
#include "compliance/system.h"

#include <stdlib.h>

hol_port *hol_modal_line_ports(const hol_modal *modal)
{
  size_t ports = modal->ports - modal->reactions;
  hol_port *port = hol_alloc(ports, sizeof *port);
  for (size_t i = 0; port && i < ports; i++) {
    port[i] = hol_member_port(modal->member, modal->port[i]);
  }
  return port;
}

const hol_sparse *hol_modal_row(const hol_modal *modal, size_t i)
{
  size_t own = modal->ports - modal->reactions;
  return i < own ? &modal->member->port[modal->port[i]].row : &modal->reaction[i - own];
}

size_t hol_modal_orders(const hol_modal *modal)
{
  return modal->force || modal->order < 1 ? 1 : modal->order;
}

hol_status hol_modal_residual_shapes(const hol_modal *modal, hol_residual_shapes *later)
{
  *later = (hol_residual_shapes){.orders = hol_modal_orders(modal)};
  bool none = modal->ports == modal->reactions;
  return none ? HOL_OK
              : modal->component_modes->class->residual_shapes(modal->component_modes,
                                                               modal->force ? 0 : modal->modes - modal->rigid, later);
}

bool hol_modal_has_field(const hol_modal *modal)
{
  return modal->member->class->field;
}

/** Order in which component modes are kept as unknowns: by member, then by mode. */
static int compare_kept(const void *a, const void *b)
{
  const hol_kept *x = a, *y = b;
  int order = (x->modal > y->modal) - (x->modal < y->modal);
  return order ? order : (x->mode > y->mode) - (x->mode < y->mode);
}

const hol_kept *hol_kept_find(const hol_kept *kept, size_t count, size_t modal, size_t mode)
{
  const hol_kept key = {modal, mode};
  return count ? bsearch(&key, kept, count, sizeof key, compare_kept) : NULL;
}

double hol_modal_amplitude(const hol_system *system, const hol_matrix *matrix, size_t modal, size_t mode,
                           const double *v)
{
  const hol_kept *kept = hol_kept_find(matrix->kept, matrix->kept_count, modal, mode);
  if (kept) {
    return v[system->fixed + (size_t)(kept - matrix->kept)];
  }
  const hol_modal *m = &system->modal[modal];
  double force = 0;
  for (size_t i = 0; i < m->ports; i++) {
    force += m->phi[i + mode * m->ports] * v[m->first_unknown + i];
  }
  return force / (m->omega2[mode] - matrix->lambda);
}
