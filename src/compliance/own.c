/* Own modes of parts that are there already: of a part like it, of a system beside it, of one before it. */
#include "compliance/system.h"
#include "problem/same.h"

#include <string.h>

const hol_modal *hol_modal_near(const hol_system *system, const hol_modal *modal)
{
  size_t i = (size_t)(modal - system->modal);
  const hol_modal *near = system->near && i < system->near->modal_count ? &system->near->modal[i] : NULL;
  bool same = near && near->member - system->near->model->member == modal->member - system->model->member &&
              near->ports - near->shares == modal->ports && near->member->orders == modal->member->orders &&
              !near->computed == !modal->member->varied &&
              memcmp(near->port, modal->port, modal->ports * sizeof *near->port) == 0;
  return same ? near : NULL;
}

/** Are ports at the same places of two lines? */
static bool has_same_places(const hol_modal *a, const hol_modal *b)
{
  size_t orders = a->member->orders;
  bool same = a->ports - a->shares == b->ports && orders == b->member->orders;
  for (size_t i = 0; same && i < b->ports; i++) {
    size_t p = a->port[i], q = b->port[i];
    const double *x = &a->member->station[p / orders].x, *y = &b->member->station[q / orders].x;
    same = p % orders == q % orders && memcmp(x, y, sizeof *x) == 0;
  }
  return same;
}

/** Are they the same ports of two flexible parts? */
static bool has_same_ports(const hol_modal *a, const hol_modal *b)
{
  bool same = a->ports - a->shares == b->ports;
  for (size_t i = 0; same && i < b->ports; i++) {
    hol_flexible_port p = hol_member_flexible_port(a->member, a->port[i]);
    hol_flexible_port q = hol_member_flexible_port(b->member, b->port[i]);
    same = p.point == q.point && p.freedom == q.freedom;
  }
  return same;
}

/** Are the parts the same, and their ports? */
static bool is_same(const hol_model *of_a, const hol_modal *a, const hol_model *of_b, const hol_modal *b)
{
  const hol_member *m = a->member, *n = b->member;
  if (n->flexible) {
    return a->own && of_a->problem->freedoms == of_b->problem->freedoms &&
           hol_part_is_same(&of_a->problem->part[m->part], &of_b->problem->part[n->part]) && has_same_ports(a, b);
  }
  return n->varied && a->computed && hol_varied_is_alike(m->varied, n->varied) && has_same_places(a, b);
}

/** Take over from another. */
static bool borrow_from(const hol_modal *same, hol_modal *modal)
{
  modal->computed = same->computed;
  modal->own = same->own;
  modal->wished = same->wished;
  return modal->is_borrowed = true;
}

bool hol_modal_borrow(const hol_system *system, hol_modal *modal)
{
  if (system->like) {
    return borrow_from(&system->like->modal[modal - system->modal], modal);
  }
  const hol_modal *near = hol_modal_near(system, modal);
  if (near && is_same(system->near->model, near, system->model, modal)) {
    return borrow_from(near, modal);
  }
  for (const hol_modal *other = system->modal; other < modal; other++) {
    if (is_same(system->model, other, system->model, modal)) {
      return borrow_from(other, modal);
    }
  }
  return false;
}

bool hol_modal_inherit(const hol_system *system, hol_modal *modal)
{
  hol_modal *before = system->before ? &system->before->modal[modal - system->modal] : NULL;
  if (!before || before->is_borrowed || !before->wished) {
    return false;
  }
  modal->computed = before->computed;
  modal->own = before->own;
  modal->wished = before->wished;
  before->computed = NULL;
  before->own = NULL;
  return true;
}

hol_extent hol_modal_extent(const hol_system *system, const hol_modal *modal, size_t first, size_t N)
{
  const hol_modal *near = hol_modal_near(system, modal);
  bool exact = system->model->exact;
  size_t again = modal->wished ? modal->wished : near ? near->wished : 0;
  return (hol_extent){.modes = !exact  ? N + 1
                               : again ? again
                                       : first,
                      .reach = exact && !near ? system->model->reach : 0,
                      .is_repeated = near && near->wished};
}
