/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of a member of the model at its ports and along its segments. */
#include "model/model.h"

hol_port hol_member_port(const hol_member *member, size_t port)
{
  const hol_station *station = &member->station[port / member->orders];
  bool is_even = member->even && member->even[port / member->orders] == port % member->orders;
  return (hol_port){station->x, station->point,
                    is_even ? (int)(HOL_EVEN_FROM + member->station[0].point) : (int)(port % member->orders)};
}

bool hol_member_bears(const hol_member *m, size_t port)
{
  return !m->class->accepts_force || m->class->accepts_force(m->of, hol_member_port(m, port));
}

bool hol_member_carries(const hol_member *member, size_t port)
{
  return !member->carried || hol_sparse_max(&member->port[port].full) > 0;
}

double hol_member_rigid_at(const hol_member *member, size_t r, size_t port)
{
  if (member->rigid_port) {
    return member->rigid_port[r * member->stations * member->orders + port];
  }
  return member->class->rigid(member->of, r, hol_member_port(member, port));
}

bool hol_member_holds(const hol_member *member, size_t port)
{
  return member->class->is_fixed && member->class->is_fixed(member->of, hol_member_port(member, port));
}

bool hol_member_turns(const hol_member *member, size_t port)
{
  return member->component[port % member->orders].freedom >= HOL_RX;
}

double hol_member_span(const hol_member *member, size_t station)
{
  const hol_station *a = &member->station[station], *b = a + 1;
  return hol_dd_subtract((hol_dd){b->x, b->x_rest}, (hol_dd){a->x, a->x_rest}).value;
}

const void *hol_member_segment(const hol_member *member, size_t station)
{
  return member->segment ? member->segment[station] : member->of;
}
