/* SPDX-License-Identifier: BSD-3-Clause */
/* Motions of uniform members as substructures: component modes and static compliances in closed form. */
#include "parts/line/class.h"
#include "parts/line/damped.h"
#include "parts/line/damped_own.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Modes summed one by one. Their share falls like σ⁻⁷ in bending, like σ⁻³ in rods. */
enum { LONG_SUM_BENDING = 2000, LONG_SUM_ROD = 6000 };
/** In bending, so many times the modes kept are as good for fields: what is left is 1e-9 of a small part. */
enum { BENDING_ENOUGH = 64 };
/** An estimate takes so many times as many in rods, where sums converge slowly. */
enum { ROD_TERMS = 16 };

/** State from which component modes are continued. */
typedef struct memory {
  hol_line line;
  hol_line_mode *mode; /**< [modes] elastic ones */
  hol_port *port;      /**< [ports] */
} memory;

static size_t long_sum(const hol_line *line)
{
  return hol_line_is_bending(line) ? LONG_SUM_BENDING : LONG_SUM_ROD;
}

/* ---- component modes --------------------------------------------------------------------------------------------- */

static void clear(void *of)
{
  memory *own = of;
  free(own->mode);
  free(own->port);
  free(own);
}

static double mode_at(const memory *own, const hol_line_mode *mode, hol_port at)
{
  return hol_line_mode_at(&own->line, mode, at.x, at.component);
}

static hol_status component_modes(const void *of, const hol_modes_request *request, hol_component_modes *modes)
{
  const hol_line_part *part = of;
  size_t ports = request->ports, rigid = part->rigid_count, count = request->modes;
  memory *own = hol_alloc(1, sizeof *own);
  modes->data = own;
  modes->omega2 = hol_alloc(count, sizeof *modes->omega2);
  modes->phi = hol_alloc(ports * (rigid + count), sizeof *modes->phi);
  if (!own || !modes->omega2 || !modes->phi) {
    return HOL_MEMORY;
  }
  own->line = part->line;
  own->mode = hol_alloc(count, sizeof *own->mode);
  own->port = hol_alloc_copy(request->port, ports, sizeof *own->port);
  if (!own->mode || !own->port) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_line_component_modes(&part->line, count, own->mode));
  for (size_t k = 0; k < rigid + count; k++) {
    const hol_line_mode mode = k < rigid ? hol_line_part_mode(part, k) : own->mode[k - rigid];
    for (size_t i = 0; i < ports; i++) {
      modes->phi[i + k * ports] = mode_at(own, &mode, own->port[i]);
    }
  }
  for (size_t k = 0; k < count; k++) {
    modes->omega2[k] = own->mode[k].omega2;
  }
  modes->ports = ports;
  modes->rigid = rigid;
  modes->modes = modes->trusted = count;
  return HOL_OK;
}

static hol_status row(const hol_component_modes *modes, hol_port at, size_t count, double *value)
{
  const memory *own = modes->data;
  for (size_t k = 0; k < count; k++) {
    value[k] = mode_at(own, &own->mode[k], at);
  }
  return HOL_OK;
}

/* ---- what the modes left out give -------------------------------------------------------------------------------- */

/** Size of the terms in the closed forms of Γ: l/c for rods, l³/EI for deflections, a length less for every slope. */
static double natural_compliance(const hol_line *line, int slopes)
{
  double power = hol_line_is_bending(line) ? 3.0 - (double)slopes : 1.0;
  return pow(line->length, power) / line->stiffness;
}

/** R = Γ(0) − Σ φφᵀ/ω² over the kept elastic modes. */
static void static_remainder(const hol_component_modes *modes, size_t kept, double *gamma)
{
  const memory *own = modes->data;
  size_t n = modes->ports;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      hol_port a = own->port[i], b = own->port[j];
      double value = hol_line_static(&own->line, a.x, a.component, b.x, b.component);
      for (size_t k = 0; k < kept; k++) {
        const double *phi = modes->phi + (modes->rigid + k) * n;
        value -= phi[i] * phi[j] / modes->omega2[k];
      }
      gamma[i + j * n] = gamma[j + i * n] = value;
    }
  }
}

static void residual_magnitude(const hol_component_modes *modes, size_t kept, double *size)
{
  const memory *own = modes->data;
  size_t n = modes->ports;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      double sum = natural_compliance(&own->line, own->port[i].component + own->port[j].component);
      for (size_t k = 0; k < kept; k++) {
        const double *phi = modes->phi + (modes->rigid + k) * n;
        sum += fabs(phi[i] * phi[j] / modes->omega2[k]);
      }
      size[i + j * n] = size[j + i * n] = sum;
    }
  }
}

/** Γ_j, j = 1..orders−1, summed over `terms` modes from those kept on; from above with the rest, which is bounded in
 *  closed form, at most R_rest/ω^{2j}. value: [ports], rest: [ports²] scratch */
static void add_long_sum(const hol_component_modes *modes, const hol_line_mode *more, size_t terms, size_t orders,
                         bool above, double *value, double *rest, double *gamma)
{
  const memory *own = modes->data;
  size_t n = modes->ports;
  memcpy(rest, gamma, n * n * sizeof *rest);
  for (size_t k = 0; k < terms; k++) {
    for (size_t i = 0; i < n; i++) {
      value[i] = mode_at(own, &more[k], own->port[i]);
    }
    for (size_t i = 0; i < n * n; i++) {
      double term = value[i % n] * value[i / n] / more[k].omega2;
      rest[i] -= term;
      for (size_t j = 1; j < orders; j++) {
        term /= more[k].omega2;
        gamma[j * n * n + i] += term;
      }
    }
  }
  for (size_t i = 0; i < n * n && above; i++) {
    double term = rest[i];
    for (size_t j = 1; j < orders; j++) {
      term /= more[terms].omega2;
      gamma[j * n * n + i] += term;
    }
  }
}

static hol_status residual_flexibility(const hol_component_modes *modes, size_t kept, size_t orders, bool above,
                                       double *gamma)
{
  const memory *own = modes->data;
  size_t n = modes->ports, terms = long_sum(&own->line);
  static_remainder(modes, kept, gamma);
  if (orders < 2) {
    return HOL_OK;
  }
  memset(gamma + n * n, 0, (orders - 1) * n * n * sizeof *gamma);
  hol_line_mode *all = hol_alloc(kept + terms + 1, sizeof *all);
  double *value = hol_alloc(n + n * n, sizeof *value);
  hol_status status = all && value ? hol_line_component_modes(&own->line, kept + terms + 1, all) : HOL_MEMORY;
  if (status == HOL_OK) {
    add_long_sum(modes, all + kept, terms, orders, above, value, value + n, gamma);
  }
  free(all);
  free(value);
  return status;
}

static hol_status deflect(const hol_component_modes *modes, hol_deflections *deflections)
{
  const memory *own = modes->data;
  return hol_line_deflections(&own->line, own->port, modes->ports, deflections);
}

/* ---- fields of what is left out ---------------------------------------------------------------------------------- */

/** The modes after those kept, then their port values: [terms * ports]. */
typedef struct left_out {
  size_t terms;
  hol_line_mode mode[];
} left_out;

static hol_status list_modes(const hol_component_modes *modes, size_t kept, hol_line_mode *all, left_out *list)
{
  const memory *own = modes->data;
  double *phi = (double *)(list->mode + list->terms);
  HOL_TRY(hol_line_component_modes(&own->line, kept + list->terms, all));
  for (size_t k = 0; k < list->terms; k++) {
    list->mode[k] = all[kept + k];
    for (size_t i = 0; i < modes->ports; i++) {
      phi[i + k * modes->ports] = mode_at(own, &list->mode[k], own->port[i]);
    }
  }
  return HOL_OK;
}

static hol_status residual_shapes(const hol_component_modes *modes, size_t kept, hol_residual_shapes *all)
{
  const memory *own = modes->data;
  size_t most = long_sum(&own->line), enough = BENDING_ENOUGH * (kept + 2);
  size_t terms = hol_line_is_bending(&own->line) && enough < most ? enough : most;
  if (all->orders < 2) {
    return HOL_OK;
  }
  all->bytes = sizeof(left_out) + terms * (sizeof(hol_line_mode) + modes->ports * sizeof(double));
  left_out *list = all->block = hol_alloc(1, all->bytes);
  hol_line_mode *mode = hol_alloc(kept + terms, sizeof *mode);
  hol_status status = HOL_MEMORY;
  if (list && mode) {
    list->terms = terms;
    status = list_modes(modes, kept, mode, list);
  }
  free(mode);
  return status;
}

/** Γ(0), then sums. */
static hol_status residual_field(const hol_component_modes *modes, const hol_residual_shapes *all, hol_port at,
                                 size_t terms, double *value)
{
  const memory *own = modes->data;
  const left_out *list = all->block;
  const double *phi = list ? (const double *)(list->mode + list->terms) : NULL;
  size_t n = modes->ports;
  size_t most = hol_line_is_bending(&own->line) || terms > SIZE_MAX / ROD_TERMS ? terms : ROD_TERMS * terms;
  memset(value, 0, all->orders * n * sizeof *value);
  for (size_t i = 0; i < n; i++) {
    value[i] = hol_line_static(&own->line, at.x, at.component, own->port[i].x, own->port[i].component);
  }
  for (size_t k = 0; list && k < list->terms && k < most; k++) {
    const hol_line_mode *mode = &list->mode[k];
    double here = mode_at(own, mode, at) / mode->omega2;
    for (size_t i = 0; i < n; i++) {
      double term = here * phi[i + k * n];
      for (size_t j = 1; j < all->orders; j++) {
        term /= mode->omega2;
        value[j * n + i] += term;
      }
    }
  }
  return HOL_OK;
}

/* ---- segments --------------------------------------------------------------------------------------------------- */

static hol_status relation(const void *of, double h, double lambda, hol_form form, bool slope, hol_relation *r)
{
  return hol_line_relation(hol_line_part_line(of), h, lambda, form, slope, r);
}

static hol_status damped(const void *of, double h, const hol_law *law, hol_form form, hol_damped_relation *r)
{
  return hol_line_damped(hol_line_part_line(of), h, law, form, r);
}

static hol_status damped_own(const void *of, double h, const hol_damping *damping, hol_form form, size_t n,
                             double complex *s, size_t *count)
{
  return hol_line_damped_own(hol_line_part_line(of), h, damping, form, n, s, count);
}

static hol_status damped_load(const void *of, double h, const hol_law *law, hol_form form, bool weight,
                              double complex *b, double complex *db)
{
  const hol_line *line = hol_line_part_line(of);
  HOL_TRY(hol_line_damped_load(line, h, law, form, b, db));
  for (size_t i = 0; weight && i < HOL_RELATION_MAX; i++) {
    b[i] *= line->mass;
    db[i] *= line->mass;
  }
  return HOL_OK;
}

/* Under a load q the motion u obeys the equation without one as u + q/(λm − f) does, which has displaced ends. With t
   the ports of a displacement by one, S(λ)(v + t q/(λm − f)) are the end forces; at λ = 0 this leaves S t q/f on a
   foundation, else −S′ t q/m, which no mass enters. */
static hol_status load(const void *of, const hol_relation *at_rest, bool weight, double b[HOL_RELATION_MAX])
{
  const hol_line *own = hol_line_part_line(of);
  hol_line line = *own;
  hol_relation r;
  bool is_founded = line.foundation > 0;
  line.mass = 1;
  HOL_TRY(hol_line_relation(&line, at_rest->h, 0, at_rest->form, true, &r));
  size_t first = r.n_mu, second = first + r.n_ports / 2;
  for (size_t i = 0; i < r.n_mu + r.n_ports; i++) {
    double sum = is_founded ? (r.S[i][first] + r.S[i][second]) / line.foundation : -(r.dS[i][first] + r.dS[i][second]);
    b[i] = sum * (weight ? own->mass : 1);
  }
  return HOL_OK;
}

static void cache_key(const void *of, double trait[HOL_CACHE_KEY_MOST])
{
  const hol_line *l = hol_line_part_line(of);
  const double all[HOL_CACHE_KEY_MOST] = {l->stiffness, l->mass,       l->rotary,       l->shear,
                                          l->tension,   l->foundation, l->tension_slope};
  memcpy(trait, all, sizeof all);
}

static hol_relation_waves samples(const void *of, const hol_relation *r, size_t count, const double *x,
                                  hol_relation_sample *place)
{
  return hol_relation_samples(hol_line_part_line(of), r, count, x, place);
}

/** Axial force and foundation enter the entries of a segment as differences (λ m − f, EI s² − T s): their rounding
 *  counts at full size. Σ |T| ∫w′² + f ∫w² by Simpson's rule. */
static void rounding(const void *of, const hol_relation *r, const double *v, double *sum)
{
  enum { PLACES = 3 };
  const hol_line *line = hol_line_part_line(of);
  const double x[PLACES] = {0, 0.5 * r->h, r->h};
  double w[PLACES], slope[PLACES];
  hol_relation_sample place[PLACES] = {{.share = {{0}}}};
  const hol_relation_waves waves = hol_relation_samples(line, r, PLACES, x, place);
  hol_relation_field(r, &waves, PLACES, place, v, w, slope);
  for (int k = 0; k < PLACES; k++) {
    double weight = (k == 1 ? 4.0 : 1.0) / 6.0 * r->h;
    *sum += weight * (fabs(line->tension) * slope[k] * slope[k] + line->foundation * w[k] * w[k]);
  }
}

/* ---- what it is -------------------------------------------------------------------------------------------------- */

static bool compressed(const void *of)
{
  const hol_line_part *part = of;
  return hol_line_is_compressed(&part->line);
}

static double max_wavenumber(const void *of, double lambda)
{
  const hol_line_part *part = of;
  return hol_line_wave(&part->line, lambda);
}

static hol_status inertia(const void *of, double xi, double lambda, hol_inertia *here)
{
  const hol_line *line = hol_line_part_line(of);
  (void)xi;
  *here = (hol_inertia){line->mass, line->rotary, hol_line_wave(line, lambda) + hol_line_decay(line), 1};
  return HOL_OK;
}

/** In which plane it bends is of no account. */
static bool alike(const void *a, const void *b)
{
  const hol_line *p = hol_line_part_line(a), *q = hol_line_part_line(b);
  return hol_line_is_bending(p) == hol_line_is_bending(q) && hol_line_is_same(p, q);
}

const hol_substructure_class *hol_line_class(void)
{
  static const hol_substructure_class class = {.residual_is_static = true,
                                               .component_modes = component_modes,
                                               .residual_flexibility = residual_flexibility,
                                               .residual_magnitude = residual_magnitude,
                                               .deflect = deflect,
                                               .rigid = hol_line_part_rigid,
                                               .rigid_size = hol_line_part_rigid_size,
                                               .row = row,
                                               .residual_shapes = residual_shapes,
                                               .residual_field = residual_field,
                                               .words = hol_line_part_words,
                                               .characteristic_eigenvalue = hol_line_part_characteristic_eigenvalue,
                                               .added_stiffness = hol_line_part_added_stiffness,
                                               .relation = relation,
                                               .damped = damped,
                                               .damped_own = damped_own,
                                               .damped_load = damped_load,
                                               .load = load,
                                               .cache_key = cache_key,
                                               .samples = samples,
                                               .segment_field = hol_relation_field,
                                               .rounding = rounding,
                                               .is_fixed = hol_line_part_is_fixed,
                                               .compressed = compressed,
                                               .max_wavenumber = max_wavenumber,
                                               .inertia = inertia,
                                               .alike = alike,
                                               .clear = clear,
                                               .free = free};
  return &class;
}
