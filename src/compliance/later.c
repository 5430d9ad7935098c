#include "compliance/later.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/** Modes summed one by one. Their share falls like σ⁻⁷ in bending, like σ⁻³ in rods. */
enum { LONG_SUM_BENDING = 2000, LONG_SUM_ROD = 6000 };
/** In bending, so many times the modes kept are as good for fields: what is left is 1e-9 of a small part. */
enum { BENDING_ENOUGH = 64 };

size_t hol_later_terms(const hol_line *line)
{
  return hol_line_is_bending(line) ? LONG_SUM_BENDING : LONG_SUM_ROD;
}

size_t hol_later_orders(const hol_modal *modal)
{
  return modal->force || modal->order < 1 ? 1 : modal->order;
}

void hol_later_clear(hol_later *later)
{
  free(later->mode);
  free(later->phi);
  free(later->vector);
  *later = (hol_later){0};
}

/** The modes after those kept, and their port values. */
static hol_status list_modes(const hol_modal *modal, hol_later *later)
{
  const hol_member *m = modal->member;
  size_t N = modal->modes - modal->rigid, ports = later->ports, enough = BENDING_ENOUGH * (N + 2);
  later->terms = hol_later_terms(&m->line);
  later->terms = hol_line_is_bending(&m->line) && enough < later->terms ? enough : later->terms;
  hol_line_mode *all = hol_alloc(N + later->terms, sizeof *all);
  later->mode = hol_alloc(later->terms, sizeof *later->mode);
  later->phi = hol_alloc(ports * later->terms, sizeof *later->phi);
  hol_status status = all && later->mode && later->phi ? hol_line_own_modes(&m->line, N + later->terms, all) : HOL_MEMORY;
  for (size_t k = 0; k < later->terms && status == HOL_OK; k++) {
    later->mode[k] = all[N + k];
    for (size_t i = 0; i < ports; i++) {
      size_t p = modal->port[i];
      later->phi[i + k * ports] =
          hol_line_mode_at(&m->line, &all[N + k], m->station[p / m->orders].x, (int)(p % m->orders));
    }
  }
  free(all);
  return status;
}

static hol_status list_vectors(const hol_modal *modal, hol_later *later)
{
  size_t kept = modal->force ? 0 : modal->modes - modal->rigid;
  return modal->own->class->later(modal->own, kept, later->orders, &later->unknowns, &later->vector);
}

hol_status hol_later_build(const hol_modal *modal, hol_later *later)
{
  *later = (hol_later){.orders = hol_later_orders(modal), .ports = modal->ports - modal->reactions};
  if (later->ports == 0) {
    return HOL_OK;
  }
  return modal->own ? list_vectors(modal, later) : later->orders > 1 ? list_modes(modal, later) : HOL_OK;
}

/** Closed forms: Γ(0), then sums. */
static void closed_at(const hol_modal *modal, const hol_later *later, double x, int order, size_t terms, double *row)
{
  const hol_member *m = modal->member;
  size_t ports = later->ports;
  memset(row, 0, later->orders * ports * sizeof *row);
  for (size_t i = 0; i < ports; i++) {
    size_t p = modal->port[i];
    row[i] = hol_line_static(&m->line, x, order, m->station[p / m->orders].x, (int)(p % m->orders));
  }
  for (size_t k = 0; k < later->terms && k < terms; k++) {
    const hol_line_mode *mode = &later->mode[k];
    double here = hol_line_mode_at(&m->line, mode, x, order) / mode->omega2;
    for (size_t i = 0; i < ports; i++) {
      double term = here * later->phi[i + k * ports];
      for (size_t j = 1; j < later->orders; j++) {
        term /= mode->omega2;
        row[j * ports + i] += term;
      }
    }
  }
}

hol_status hol_later_at(const hol_modal *modal, const hol_later *later, double x, int order, size_t terms, double *row)
{
  if (later->ports == 0) {
    return HOL_OK;
  }
  if (modal->own) {
    return modal->own->class->later_at(modal->own, (hol_port){.x = x, .component = order}, later->orders * later->ports,
                                       later->vector, row);
  }
  closed_at(modal, later, x, order, terms, row);
  return HOL_OK;
}
