/* SPDX-License-Identifier: BSD-3-Clause */
/* Motions of members without component modes in closed form as substructures. */
#include "base/memory.h"
#include "parts/profile/varied.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** State from which component modes are continued. */
typedef struct memory {
  hol_line line; /**< its means */
  hol_computed computed;
  hol_port *port; /**< [ports] */
} memory;

static void clear(void *of)
{
  memory *own = of;
  hol_computed_clear(&own->computed);
  free(own->port);
  free(own);
}

static hol_status row(const hol_component_modes *modes, hol_port at, size_t count, double *value)
{
  const memory *own = modes->data;
  return hol_computed_products_at(&own->computed, at.x, at.component, count, own->computed.shape, value);
}

/** Modes at the ports. value: [modes] */
static hol_status fill_ports(const hol_varied *v, hol_component_modes *modes, double *value)
{
  const memory *own = modes->data;
  for (size_t i = 0; i < modes->ports; i++) {
    HOL_TRY(row(modes, own->port[i], modes->modes, value));
    for (size_t k = 0; k < modes->rigid + modes->modes; k++) {
      modes->phi[i + k * modes->ports] =
          k < modes->rigid ? hol_line_part_rigid(v, k, own->port[i]) : value[k - modes->rigid];
    }
  }
  return HOL_OK;
}

static hol_status publish(const hol_varied *v, const hol_modes_request *request, hol_component_modes *modes)
{
  memory *own = modes->data;
  const hol_computed *c = &own->computed;
  if (c->rigid != v->means.rigid_count) {
    return HOL_NUMERICAL;
  }
  modes->ports = request->ports;
  modes->rigid = c->rigid;
  modes->modes = c->modes;
  modes->has_all_discrete = c->has_all;
  modes->trusted = c->trusted;
  modes->error = c->error;
  modes->omega2 = hol_alloc(c->modes, sizeof *modes->omega2);
  modes->phi = hol_alloc(request->ports * (c->rigid + c->modes), sizeof *modes->phi);
  own->port = hol_alloc(request->ports, sizeof *own->port);
  double *value = hol_alloc(c->modes, sizeof *value);
  hol_status status = modes->omega2 && modes->phi && own->port && value ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    memcpy(modes->omega2, c->omega2, c->modes * sizeof *c->omega2);
    memcpy(own->port, request->port, request->ports * sizeof *own->port);
    status = fill_ports(v, modes, value);
  }
  free(value);
  return status;
}

static hol_status component_modes(const void *of, const hol_modes_request *request, hol_component_modes *modes)
{
  const hol_varied *v = of;
  memory *own = hol_alloc(1, sizeof *own);
  hol_profile profile = v->profile;
  const hol_profile_request wanted = {.port = request->port,
                                      .ports = request->ports,
                                      .modes = request->modes,
                                      .require_positive_energy = request->require_positive_energy};
  modes->data = own;
  if (!own) {
    return HOL_MEMORY;
  }
  own->line = v->means.line;
  profile.cancellation = request->cancellation;
  HOL_TRY(hol_computed_build(&profile, &wanted, &own->computed));
  return publish(v, request, modes);
}

static hol_status residual_flexibility(const hol_component_modes *modes, size_t kept, size_t orders, bool above,
                                       double *gamma)
{
  const memory *own = modes->data;
  (void)above;
  return hol_computed_residual_flexibility(&own->computed, own->port, modes->ports, kept, orders, gamma);
}

static hol_status deflect(const hol_component_modes *modes, hol_deflections *deflections)
{
  const memory *own = modes->data;
  return hol_computed_deflections(&own->computed, own->port, modes->ports, deflections);
}

/** As vectors that a row is multiplied with: [orders][unknowns * ports]. */
static hol_status residual_shapes(const hol_component_modes *modes, size_t kept, hol_residual_shapes *all)
{
  const memory *own = modes->data;
  const hol_computed *c = &own->computed;
  all->bytes = all->orders * c->unknowns * modes->ports * sizeof(double);
  all->block = hol_alloc(1, all->bytes);
  return all->block ? hol_computed_vectors(c, own->port, modes->ports, kept, all->orders, all->block) : HOL_MEMORY;
}

static hol_status residual_field(const hol_component_modes *modes, const hol_residual_shapes *all, hol_port at,
                                 size_t terms, double *value)
{
  const memory *own = modes->data;
  (void)terms;
  return hol_computed_products_at(&own->computed, at.x, at.component, all->orders * modes->ports, all->block, value);
}

/** The terms that the energy ω² of a mode is a sum of, where an axial force or a foundation has a share in it: with κ
 *  from EIκ⁴ + Tκ² + f = mω², by the member's means, each of them by itself. Near buckling they all but cancel. */
static double terms_of(const hol_line *line, double omega2)
{
  double stiff = line->stiffness, force = hol_line_is_bending(line) ? fabs(line->tension) : 0, mass = line->mass;
  double root = sqrt(force * force + 4 * stiff * mass * fabs(omega2)), wave = (force + root) / (2 * stiff);
  double bend = hol_line_is_bending(line) ? stiff * wave * wave : 0;
  return (bend + force * wave + line->foundation) / mass + fabs(omega2);
}

static bool terms(const hol_component_modes *modes, size_t kept, const double *gamma, double *stiffness, double *mass)
{
  const memory *own = modes->data;
  (void)mass;
  if (own->line.tension == 0 && !(own->line.foundation > 0)) {
    return false;
  }
  for (size_t k = 0; k < modes->rigid + kept; k++) {
    stiffness[k] = terms_of(&own->line, k < modes->rigid ? 0 : modes->omega2[k - modes->rigid]);
  }
  for (size_t p = 0; p < modes->ports; p++) {
    stiffness[modes->rigid + kept + p] = fabs(gamma[p * (modes->ports + 1)]);
  }
  return true;
}

const hol_computed *hol_profile_computed(const hol_component_modes *modes)
{
  const memory *own = modes->data;
  return &own->computed;
}

/** All along it, but for tips that come to nothing. */
static bool accepts_force(const void *of, hol_port port)
{
  const hol_varied *v = of;
  double tiny = 1e-9 * v->means.line.length;
  int end = port.x <= tiny ? 0 : port.x >= v->means.line.length - tiny ? 1 : -1;
  return end < 0 || hol_profile_bears(&v->profile, end, port.component);
}

static bool is_stable_end(const void *of, int end)
{
  const hol_varied *v = of;
  return hol_profile_stands(&v->profile, end);
}

/** Has it an axial force of its own, or of a piece? Where it is compressed is of no account. */
static bool is_loaded(const hol_varied *v)
{
  enum { PLACES = 8 };
  double from = 0;
  bool loaded = v->part && hol_place_of_property(v->part, HOL_P_AXIAL_FORCE).line > 0;
  for (size_t k = 0; k < v->profile.pieces && !loaded; k++) {
    double to = v->profile.to ? v->profile.to[k] : 1;
    for (int i = 0; i < PLACES && !loaded; i++) {
      hol_profile_values values;
      double xi = from + (to - from) * (i + 0.5) / PLACES;
      loaded = v->profile.at(v->profile.context, k, xi, &values) != HOL_OK || values.tension < 0;
    }
    from = to;
  }
  return loaded;
}

bool hol_varied_compressed(const hol_varied *v)
{
  return hol_line_is_bending(&v->means.line) && (v->means.line.tension < 0 || is_loaded(v));
}

static bool compressed(const void *of)
{
  return hol_varied_compressed(of);
}

static hol_added_stiffness added_stiffness(const void *of)
{
  const hol_varied *v = of;
  hol_added_stiffness all = hol_line_part_added_stiffness(of);
  all.half_waves = v->half_waves;
  return all;
}

/** The shortest wave counts; not at the very tip, where there is no room for it. */
static double max_wavenumber(const void *of, double lambda)
{
  enum { LOOKS = 32 };
  const hol_varied *varied = of;
  double most = 0;
  for (int i = 0; i < LOOKS; i++) {
    hol_profile_values v;
    double xi = (i + 0.5) / LOOKS;
    size_t piece = 0;
    while (varied->profile.to && piece + 1 < varied->profile.pieces && xi > varied->profile.to[piece]) {
      piece++;
    }
    if (varied->profile.at(varied->profile.context, piece, xi, &v) == HOL_OK && v.stiffness > 0) {
      const hol_line here = {.motion = varied->profile.motion,
                             .stiffness = v.stiffness,
                             .mass = v.mass,
                             .rotary = v.rotary,
                             .shear = v.shear,
                             .tension = v.tension};
      most = fmax(most, hol_line_wave(&here, lambda));
    }
  }
  return most;
}

static hol_status inertia(const void *of, double xi, double lambda, hol_inertia *here)
{
  const hol_varied *varied = of;
  const hol_profile *profile = &varied->profile;
  hol_profile_values v;
  size_t piece = 0;
  while (profile->to && piece + 1 < profile->pieces && xi >= profile->to[piece]) {
    piece++;
  }
  bool is_last = !profile->to || piece + 1 >= profile->pieces;
  HOL_TRY(profile->at(profile->context, piece, xi, &v));
  const hol_line *means = &varied->means.line;
  *here = (hol_inertia){v.mass, v.rotary, max_wavenumber(of, lambda) + hol_line_decay(means),
                        is_last ? 1 : profile->to[piece]};
  return HOL_OK;
}

static bool alike(const void *a, const void *b)
{
  return hol_varied_is_alike(a, b);
}

/** Functions common to both classes. */
#define FUNCTIONS                                                                                                      \
  .may_grow = true, .component_modes = component_modes, .residual_flexibility = residual_flexibility,                  \
  .deflect = deflect, .rigid = hol_line_part_rigid, .rigid_size = hol_line_part_rigid_size,                            \
  .words = hol_line_part_words, .characteristic_eigenvalue = hol_line_part_characteristic_eigenvalue,                  \
  .added_stiffness = added_stiffness, .is_fixed = hol_line_part_is_fixed, .row = row,                                  \
  .residual_shapes = residual_shapes, .residual_field = residual_field, .terms = terms,                                \
  .accepts_force = accepts_force, .is_stable_end = is_stable_end, .compressed = compressed,                            \
  .max_wavenumber = max_wavenumber, .inertia = inertia, .alike = alike, .clear = clear, .free = free

const hol_substructure_class *hol_profile_class(hol_motion motion)
{
  static const hol_substructure_class rod = {.far = {6, 600, 0.5}, FUNCTIONS},
                                      beam = {.far = {6, 600, 0.25}, FUNCTIONS};
  return motion == HOL_AXIAL || motion == HOL_TORSION ? &rod : &beam;
}
