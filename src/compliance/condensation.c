/* SPDX-License-Identifier: BSD-3-Clause */
/* Condensed multipliers of exact segments: which are left out, T(λ) = −S_μμ⁻¹S_μu, D′(λ), and vectors without them. */
#include "compliance/condensation.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Frequencies with held ends that may be close. */
enum { CLOSE_MOST = 6 };
static const uint32_t left_out = UINT32_MAX;

void hol_condensation_clear(hol_condensation *f)
{
  free(f->unknown);
  free(f->number);
  free(f->kind);
  *f = (hol_condensation){0};
}

/** S_μμ of one or two multipliers; with fewer it is that of more that do nothing. */
typedef struct block {
  size_t m;
  double a, b, d, det;
} block;

static block block_of(const hol_relation *r)
{
  block s = {.m = r->n_mu,
             .a = r->n_mu > 0 ? r->S[0][0] : 1,
             .b = r->n_mu > 1 ? r->S[0][1] : 0,
             .d = r->n_mu > 1 ? r->S[1][1] : 1};
  s.det = s.a * s.d - s.b * s.b;
  return s;
}

/** −S_μμ⁻¹ of a column (f, g). @param[out] follow  [m] */
static void condense(const block *s, double f, double g, double *follow)
{
  const double x[] = {-(s->d * f - s->b * g) / s->det, -(s->a * g - s->b * f) / s->det};
  memcpy(follow, x, s->m * sizeof *follow);
}

hol_status hol_condense_ports(const hol_relation *r, double *T, size_t *negative)
{
  static const double sound = 1e-6;
  block s = block_of(r);
  size_t m = s.m;
  *negative = s.det < 0 ? 1 : s.a < 0 ? m : 0;
  if (m > 2 || !(fabs(s.det) > sound * (fabs(s.a * s.d) + s.b * s.b))) {
    return HOL_NUMERICAL;
  }
  for (size_t k = 0; k < r->n_ports; k++) {
    condense(&s, m > 0 ? r->S[0][m + k] : 0, m > 1 ? r->S[1][m + k] : 0, T + k * m);
  }
  return HOL_OK;
}

void hol_condense_slope(const hol_relation *r, const double *T, double *slope)
{
  size_t m = r->n_mu, n = r->n_ports;
  for (size_t j = 0; j < n; j++) {
    double image[HOL_RELATION_MAX]; /* S′ (T; 1) of a port */
    for (size_t i = 0; i < m + n; i++) {
      image[i] = r->dS[i][m + j];
      for (size_t a = 0; a < m; a++) {
        image[i] += r->dS[i][a] * T[a + j * m];
      }
    }
    for (size_t i = 0; i < n; i++) {
      slope[i + j * n] = image[m + i];
      for (size_t a = 0; a < m; a++) {
        slope[i + j * n] += T[a + i * m] * image[a];
      }
    }
  }
}

hol_status hol_fixed_interface_count(const hol_segment *s, double lambda, size_t *count)
{
  hol_relation r;
  double T[2 * HOL_RELATION_MAX];
  size_t negative;
  HOL_TRY(s->member->class->relation(hol_member_segment(s->member, s->station), s->length, lambda, HOL_FORM_ANY, false,
                                     &r));
  HOL_TRY(hol_condense_ports(&r, T, &negative));
  *count = r.count + negative - r.n_mu;
  return HOL_OK;
}

/* ---- which ------------------------------------------------------------------------------------------------------- */

/** Are all frequencies of a segment with held ends above `top`, not many of them close above it, and is its S_μμ
 *  sound? */
static bool can_condense(const hol_system *system, const hol_matrix *matrix, size_t segment, double top)
{
  double sigma = matrix->lambda, T[2 * HOL_RELATION_MAX];
  const double at[] = {sigma, top, sigma + HOL_CONDENSATION_FAR * (top - sigma)};
  size_t count[3] = {0}, negative;
  bool is_known = isfinite(top) && top > sigma;
  for (int i = 0; i < 3 && is_known; i++) {
    is_known = hol_fixed_interface_count(&system->segment[segment], at[i], &count[i]) == HOL_OK;
  }
  return is_known && count[0] == 0 && count[1] == 0 && count[2] <= CLOSE_MOST &&
         hol_condense_ports(hol_relation_of(system, matrix, segment), T, &negative) == HOL_OK;
}

/** Number what is left. */
static void number_unknowns(hol_condensation *f)
{
  const hol_system *system = f->system;
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    for (size_t k = 0; k < s->multipliers && f->kind[s->alike].is_condensed; k++) {
      f->number[s->first_unknown + k] = left_out;
    }
  }
  f->n = 0;
  for (size_t i = 0; i < f->all; i++) {
    if (f->number[i] != left_out) {
      f->number[i] = (uint32_t)f->n;
      f->unknown[f->n++] = (uint32_t)i;
    }
  }
}

hol_status hol_condensation_choose(const hol_system *system, const hol_matrix *matrix, double top, hol_condensation *f)
{
  size_t all = matrix->n;
  *f = (hol_condensation){.system = system,
                          .all = all,
                          .unknown = hol_alloc(all, sizeof *f->unknown),
                          .number = hol_alloc(all, sizeof *f->number),
                          .kind = hol_alloc(system->example_count, sizeof *f->kind)};
  if (!f->unknown || !f->number || !f->kind) {
    hol_condensation_clear(f);
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < system->example_count; i++) {
    f->kind[i].is_condensed = can_condense(system, matrix, system->example[i], top);
  }
  number_unknowns(f);
  return HOL_OK;
}

/** Have the multipliers of a segment been left out? */
static bool is_condensed(const hol_condensation *f, const hol_segment *s)
{
  return s->multipliers && f->number[s->first_unknown] == left_out;
}

hol_status hol_condensation_move(hol_condensation *f, const hol_system *system)
{
  hol_condensation_kind *kind = hol_alloc(system->example_count, sizeof *kind);
  if (!kind) {
    return HOL_MEMORY;
  }
  free(f->kind);
  f->kind = kind;
  f->system = system;
  for (size_t i = 0; i < system->example_count; i++) {
    kind[i].is_condensed = is_condensed(f, &system->segment[system->example[i]]);
  }
  bool fits = true;
  for (size_t i = 0; i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    fits = fits && (!s->multipliers || kind[s->alike].is_condensed == is_condensed(f, s));
  }
  return fits ? HOL_OK : HOL_NUMERICAL;
}

/* ---- how --------------------------------------------------------------------------------------------------------- */

/** What is kept of a kind whose multipliers are left out. */
static hol_status take_kind(const hol_relation *r, hol_condensation_kind *kind)
{
  const block s = block_of(r);
  size_t negative;
  kind->multipliers = r->n_mu;
  HOL_TRY(hol_condense_ports(r, kind->T, &negative));
  for (size_t k = 0; k < r->n_ports / 2; k++) {
    condense(&s, s.m > 0 ? r->sum[k][0] : 0, s.m > 1 ? r->sum[k][1] : 0, kind->both + k * s.m);
  }
  hol_condense_slope(r, kind->T, kind->slope);
  return HOL_OK;
}

hol_status hol_condensation_at(hol_condensation *f, const hol_matrix *matrix)
{
  for (size_t i = 0; i < f->system->example_count; i++) {
    const hol_relation *r = hol_relation_of(f->system, matrix, f->system->example[i]);
    HOL_TRY(f->kind[i].is_condensed ? take_kind(r, &f->kind[i]) : HOL_OK);
  }
  return HOL_OK;
}

void hol_condensation_pick(const hol_condensation *f, const double *x, double *v)
{
  for (size_t i = 0; i < f->n; i++) {
    v[i] = x[f->unknown[i]];
  }
}

void hol_condensation_spread(const hol_condensation *f, const double *v, double *x)
{
  memset(x, 0, f->all * sizeof *x);
  for (size_t i = 0; i < f->n; i++) {
    x[f->unknown[i]] = v[i];
  }
}
