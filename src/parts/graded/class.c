/* SPDX-License-Identifier: BSD-3-Clause */
/* Members whose properties vary as substructures: exact relations of their segments. */
#include "parts/graded/graded.h"

#include <math.h>
#include <string.h>

static bool is_finite(const hol_relation *r)
{
  bool finite = true;
  for (size_t i = 0; i < HOL_RELATION_MAX; i++) {
    for (size_t j = 0; j < HOL_RELATION_MAX; j++) {
      finite = finite && isfinite(r->S[i][j]) && isfinite(r->dS[i][j]);
    }
  }
  return finite;
}

static hol_status relation(const void *of, double h, double lambda, hol_form form, bool slope, hol_relation *r)
{
  hol_span span;
  hol_span_units units;
  hol_relation made = {.h = h, .lambda = lambda};
  HOL_TRY(isfinite(lambda) ? hol_graded_span(of, lambda, form, &units, &span) : HOL_NUMERICAL);
  hol_span_relation(&span, &units, &made);
  if (!slope) {
    memset(made.dS, 0, sizeof made.dS);
  }
  *r = is_finite(&made) ? made : *r;
  return is_finite(&made) ? HOL_OK : HOL_NUMERICAL;
}

/** The span at rest, each of its pieces under its weight. */
static hol_status load_span(const hol_graded *g, hol_form form, hol_span_units *units, hol_span *span)
{
  *units = hol_graded_units(g, 0);
  for (size_t i = 0; i < g->count; i++) {
    hol_span next;
    hol_power_series series;
    const hol_piece *piece = &g->piece[i].piece;
    const hol_power_series_request request = {.load = piece->value[HOL_G_MASS]};
    hol_power_series_make(&g->nodes, piece, g->piece[i].series.reach, &request, &series);
    hol_span_of(&series, units, 0, &next);
    HOL_TRY(i ? hol_span_join(span, &next, i + 1 == g->count ? form : HOL_FORM_ANY, span) : HOL_OK);
    *span = i ? *span : next;
  }
  return hol_form_freed(form, span->orders) != span->freed ? hol_span_join(span, NULL, form, span) : HOL_OK;
}

static hol_status load(const void *of, const hol_relation *at_rest, bool weight, double b[HOL_RELATION_MAX])
{
  hol_span span;
  hol_span_units units;
  size_t mu = 0;
  HOL_TRY(weight ? HOL_OK : HOL_NUMERICAL); /* is_load_weight_alone */
  HOL_TRY(load_span(of, at_rest->form, &units, &span));
  for (size_t i = 0; i < 2 * span.orders; i++) {
    b[span.n_mu + i] = span.side[span.n_mu + i][HOL_SPAN_LOAD] * units.energy / units.displacement[i % span.orders];
    if (span.freed >> i & 1) {
      b[mu] = span.side[mu][HOL_SPAN_LOAD] * units.energy / units.force[i % span.orders];
      mu++;
    }
  }
  return HOL_OK;
}

static void cache_key(const void *of, double trait[HOL_CACHE_KEY_MOST])
{
  const hol_graded *g = of;
  memcpy(trait, g->trait, sizeof g->trait);
}

/** Entries are joined of pieces: the terms of the energy, through deformations, once more for each of some
 *  roundings. */
static double joined_energy(const hol_relation *r, const double *v)
{
  static const double roundings = 16;
  size_t orders = r->n_ports / 2, n = r->n_mu + r->n_ports, end = r->n_mu + orders;
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double row = 0;
    for (size_t j = 0; j < r->n_mu; j++) {
      row += fabs(r->S[i][j] * v[j]);
    }
    for (size_t k = 0; k < orders; k++) {
      row += fabs(r->S[i][end + k] * (v[end + k] - v[r->n_mu + k])) + fabs(r->sum[k][i] * v[r->n_mu + k]);
    }
    double by = i < end ? v[i] : v[i] - v[i - orders];
    sum += fabs(i < r->n_mu || i >= end ? by * row : 0);
    for (size_t k = 0; k < orders && i >= r->n_mu && i < end; k++) {
      sum += fabs(v[i] * v[r->n_mu + k]) * (fabs(r->sum[k][i]) + fabs(r->sum[k][i + orders]));
    }
  }
  return roundings * sum;
}

/** Axial force and foundation by their greatest size: Σ |T| ∫ψ² + f ∫w² by Simpson's rule. */
static void rounding(const void *of, const hol_relation *r, const double *v, double *sum)
{
  const hol_graded *g = of;
  double middle = 0.5 * r->h, value[3] = {0}, slope[3] = {0};
  size_t orders = r->n_ports / 2;
  hol_relation_sample place;
  if (g->force > 0 || g->foundation > 0) {
    hol_relation_waves waves = hol_graded_samples(of, r, 1, &middle, &place);
    hol_graded_inside(r, &waves, 1, &place, v, &value[1], &slope[1]);
  }
  for (size_t end = 0; end < 2; end++) {
    value[2 * end] = v[r->n_mu + end * orders];
    slope[2 * end] = orders == 2 ? v[r->n_mu + end * orders + 1] : 0;
  }
  for (int k = 0; k < 3; k++) {
    double weight = (k == 1 ? 4.0 : 1.0) / 6.0 * r->h;
    *sum += weight * (g->force * slope[k] * slope[k] + g->foundation * value[k] * value[k]);
  }
  *sum += joined_energy(r, v);
}

/** Of a member, or of a segment. */
static hol_added_stiffness added_stiffness(const void *of)
{
  const hol_graded *g = of;
  double own = log10(g->means.line.stiffness), length = log10(g->means.line.length);
  hol_added_stiffness all = hol_line_part_added_stiffness(of);
  all.force = g->force > 0;
  all.foundation = g->foundation > 0;
  all.force_digits = log10(g->force) + 2 * length - own;
  all.foundation_digits = log10(g->foundation) + (g->piece[0].piece.orders == 2 ? 4 : 2) * length - own;
  return all;
}

static bool compressed(const void *of)
{
  return hol_varied_compressed(((const hol_graded *)of)->varied);
}

/** The member at one of the points of a piece. */
static hol_line line_at(const hol_graded *g, const hol_piece *p, size_t i)
{
  double shear = p->value[HOL_G_SHEAR][i];
  return (hol_line){.motion = g->means.line.motion,
                    .stiffness = 1 / p->value[HOL_G_SOFTNESS][i],
                    .mass = p->value[HOL_G_MASS][i],
                    .rotary = p->value[HOL_G_ROTARY][i],
                    .shear = shear > 0 ? 1 / shear : 0,
                    .tension = p->value[HOL_G_TENSION][i]};
}

/** The shortest wave counts. */
static double max_wavenumber(const void *of, double lambda)
{
  const hol_graded *g = of;
  double most = 0;
  for (size_t i = 0; i < g->count; i++) {
    const hol_piece *p = &g->piece[i].piece;
    for (size_t k = 0; k < g->nodes.n; k += p->is_step ? g->nodes.n - 1 : 1) {
      const hol_line here = line_at(g, p, k);
      most = fmax(most, hol_line_wave(&here, lambda));
    }
  }
  return most;
}

static hol_status inertia(const void *of, double xi, double lambda, hol_inertia *here)
{
  const hol_graded *g = of;
  double l = g->means.line.length, x = xi * l;
  size_t i = 0;
  while (i + 1 < g->count && x >= g->piece[i].piece.to) {
    i++;
  }
  const hol_piece *p = &g->piece[i].piece;
  double at = (x - p->from) / (p->to - p->from);
  *here = (hol_inertia){.mass = hol_nodes_at(&g->nodes, p->value[HOL_G_MASS], at),
                        .rotary = hol_nodes_at(&g->nodes, p->value[HOL_G_ROTARY], at),
                        .max_wavenumber = max_wavenumber(of, lambda) + hol_line_decay(&g->means.line),
                        .smooth_until = i + 1 < g->count ? p->to / l : 1};
  return HOL_OK;
}

static bool alike(const void *a, const void *b)
{
  return hol_varied_is_alike(((const hol_graded *)a)->varied, ((const hol_graded *)b)->varied);
}

static double error(const void *of)
{
  return ((const hol_graded *)of)->error;
}

const hol_substructure_class *hol_graded_class(void)
{
  static const hol_substructure_class class = {.rigid = hol_line_part_rigid,
                                               .rigid_size = hol_line_part_rigid_size,
                                               .words = hol_line_part_words,
                                               .characteristic_eigenvalue = hol_line_part_characteristic_eigenvalue,
                                               .added_stiffness = added_stiffness,
                                               .relation = relation,
                                               .error = error,
                                               .damped = hol_graded_damped,
                                               .load = load,
                                               .is_load_weight_alone = true,
                                               .cache_key = cache_key,
                                               .samples = hol_graded_samples,
                                               .segment_field = hol_graded_inside,
                                               .rounding = rounding,
                                               .is_fixed = hol_line_part_is_fixed,
                                               .compressed = compressed,
                                               .max_wavenumber = max_wavenumber,
                                               .inertia = inertia,
                                               .alike = alike,
                                               .free = hol_graded_free};
  return &class;
}
