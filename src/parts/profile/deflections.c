/* SPDX-License-Identifier: BSD-3-Clause */
/* Static deflections of members under forces on their ports, as factors of their energies. */
#include "base/memory.h"
#include "base/vector.h"
#include "parts/line/class.h"
#include "parts/profile/legendre.h"
#include "parts/profile/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_deflections_clear(hol_deflections *d)
{
  free(d->H);
  free(d->sign);
  free(d->G);
  *d = (hol_deflections){0};
}

static hol_status make_room(size_t ports, size_t strains, size_t masses, hol_deflections *d)
{
  *d = (hol_deflections){.ports = ports, .strains = strains, .masses = masses};
  d->H = hol_alloc(strains * ports, sizeof *d->H);
  d->sign = hol_alloc(strains, sizeof *d->sign);
  d->G = hol_alloc(masses * ports, sizeof *d->G);
  for (size_t i = 0; d->sign && i < strains; i++) {
    d->sign[i] = 1;
  }
  return d->H && d->sign && d->G ? HOL_OK : HOL_MEMORY;
}

/* ---- uniform members ----------------------------------------------------------------------------------------------
 * Between two ports deflections are polynomials of degree five at most: six Gauss points integrate their squares. */

enum { POINTS = 6 };

/** Ends and ports of the line, rising, each once. @param[out] cut  [ports + 2] */
static size_t list_cuts(const hol_line *line, const hol_port *port, size_t ports, double *cut)
{
  size_t n = 0;
  for (size_t i = 0; i < ports; i++) {
    cut[i] = port[i].x;
  }
  cut[ports] = 0;
  cut[ports + 1] = line->length;
  hol_sort(ports + 2, cut);
  for (size_t i = 0; i < ports + 2; i++) {
    if (n == 0 || cut[i] > cut[n - 1]) {
      cut[n++] = cut[i];
    }
  }
  return n;
}

/** The rows of one Gauss point x of weight w: strain; displacement, in bending rotation too. */
static void fill_point(const hol_line *line, const hol_port *port, double x, double w, size_t point, hol_deflections *d)
{
  bool bending = hol_line_is_bending(line);
  for (size_t i = 0; i < d->ports; i++) {
    double *G = d->G + i * d->masses + (bending ? 2 : 1) * point;
    double strain = hol_line_static(line, x, bending ? 2 : 1, port[i].x, port[i].component);
    d->H[i * d->strains + point] = sqrt(w * line->stiffness) * strain;
    G[0] = sqrt(w * line->mass) * hol_line_static(line, x, 0, port[i].x, port[i].component);
    if (bending) {
      G[1] = sqrt(w * line->rotary) * hol_line_static(line, x, 1, port[i].x, port[i].component);
    }
  }
}

hol_status hol_line_deflections(const hol_line *line, const hol_port *port, size_t ports, hol_deflections *d)
{
  long double s[POINTS], weight[POINTS];
  double *cut = hol_alloc(ports + 2, sizeof *cut);
  *d = (hol_deflections){0};
  if (!cut) {
    return HOL_MEMORY;
  }
  hol_gauss(POINTS, s, weight);
  size_t cuts = list_cuts(line, port, ports, cut), points = POINTS * (cuts - 1);
  hol_status status = make_room(ports, points, (hol_line_is_bending(line) ? 2 : 1) * points, d);
  for (size_t c = 0; c + 1 < cuts && status == HOL_OK; c++) {
    double middle = 0.5 * (cut[c] + cut[c + 1]), half = 0.5 * (cut[c + 1] - cut[c]);
    for (size_t k = 0; k < POINTS; k++) {
      fill_point(line, port, middle + half * (double)s[k], half * (double)weight[k], c * POINTS + k, d);
    }
  }
  free(cut);
  return status;
}

/* ---- computed members ---------------------------------------------------------------------------------------------
 */

/** Without a shift the stiffness is the unit matrix: rows of ports are deflections. */
static hol_status plain_factors(const hol_computed *c, const hol_port *port, size_t ports, hol_deflections *d)
{
  HOL_TRY(make_room(ports, c->unknowns, c->space->rows, d));
  for (size_t i = 0; i < ports; i++) {
    HOL_TRY(hol_space_row(c->space, port[i].x, port[i].component, d->H + i * d->strains));
    hol_space_apply(c->space, d->H + i * d->strains, d->G + i * d->masses);
  }
  return HOL_OK;
}

/** Under a shift mode by mode, Γ_j = Σ φφᵀ/ω^{2(j+1)}; what has no mass is in Γ_0 alone. */
static hol_status shifted_factors(const hol_computed *c, const hol_port *port, size_t ports, hol_deflections *d)
{
  size_t n = c->unknowns, modes = c->modes;
  HOL_TRY(make_room(ports, modes + n, modes, d));
  for (size_t k = 0; k < modes; k++) {
    d->sign[k] = c->omega2[k] < 0 ? -1 : 1;
  }
  for (size_t i = 0; i < ports; i++) {
    double *H = d->H + i * d->strains, *row = H + modes;
    HOL_TRY(hol_space_row(c->space, port[i].x, port[i].component, row));
    for (size_t k = 0; k < modes; k++) {
      const double *shape = c->shape + k * n;
      double phi = hol_dot(n, shape, row);
      H[k] = phi / sqrt(fabs(c->omega2[k]));
      d->G[k + i * d->masses] = phi / c->omega2[k];
    }
    for (size_t k = 0; k < modes; k++) {
      const double *shape = c->shape + k * n;
      double factor = hol_dot(n, shape, row) / (c->omega2[k] + c->space->shift);
      for (size_t j = 0; j < n; j++) {
        row[j] -= factor * shape[j];
      }
    }
  }
  return HOL_OK;
}

hol_status hol_computed_deflections(const hol_computed *c, const hol_port *port, size_t ports, hol_deflections *d)
{
  *d = (hol_deflections){0};
  return c->space->shift > 0 ? shifted_factors(c, port, ports, d) : plain_factors(c, port, ports, d);
}
