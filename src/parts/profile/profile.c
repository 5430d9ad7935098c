/* SPDX-License-Identifier: BSD-3-Clause */
/* Rayleigh-Ritz modes of a member with varying properties: adaptive refinement, error, check by a Sturm count. */
#include "parts/profile/profile.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/profile/mesh.h"
#include "parts/profile/modes.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Strains above which the leading modes are left to ARPACK. */
enum { DENSE_MOST = 360 };
/** Gauss points beyond the number of polynomials in the last solution, which checks the one before. */
enum { LAST_MARGIN = 22 };
/** Strains of a member that may grow are solved for densely, in a time that grows with their cube: a second for so
 *  many. */
enum { SHIFTED_MOST = 800 };
/** Singular values below this, relative to the largest after the last wide gap, belong to motions without mass. */
static const double massless = 1e-7;

/* ---- one solution -------------------------------------------------------------------------------------------------
 */

/** Everything of one discretisation. {0} is empty. */
typedef struct solution {
  hol_space space;
  hol_singular singular;
  size_t modes;  /**< with mass */
  double *row;   /**< [n * ports] */
  double *gamma; /**< [ports²] static compliances */
} solution;

static void clear_solution(solution *s)
{
  hol_space_clear(&s->space);
  hol_singular_clear(&s->singular);
  free(s->row);
  free(s->gamma);
  *s = (solution){0};
}

/** ω² of a singular value. */
static double omega2_of(const hol_space *space, double sigma)
{
  return 1 / (sigma * sigma) - space->shift;
}

/** Γ of two rows: their product, and with a shift what it hides. */
static double row_compliance(const hol_space *space, const hol_singular *singular, const double *a, const double *b)
{
  double sum = hol_dot(space->n, a, b);
  for (size_t k = 0; k < singular->count && space->shift > 0; k++) {
    double square = singular->sigma[k] * singular->sigma[k] * space->shift;
    const double *v = singular->v + k * space->n;
    sum += hol_dot(space->n, v, a) * hol_dot(space->n, v, b) * square / (1 - square);
  }
  return sum;
}

static hol_status solve_modes(const hol_profile_request *request, solution *s)
{
  size_t n = s->space.n, most = request->dense_most ? request->dense_most : DENSE_MOST;
  if (s->space.L && n > SHIFTED_MOST) {
    return HOL_NUMERICAL;
  }
  if (n <= most || s->space.L) {
    HOL_TRY(hol_singular_dense(&s->space, request->modes + 8, &s->singular));
  } else {
    size_t leading = 2 * request->modes + 12;
    HOL_TRY(hol_singular_leading(&s->space, leading + 2 < n ? leading : n - 2, &s->singular));
  }
  const double *sigma = s->singular.sigma;
  double none = massless * s->singular.unit;
  while (s->modes + s->space.ties < n && s->modes < s->singular.count && sigma[s->modes] > none) {
    s->modes++;
  }
  return HOL_OK;
}

static hol_status solve_mesh(const hol_profile *profile, const hol_profile_request *request, const hol_mesh *m,
                             size_t margin, solution *s)
{
  HOL_TRY(hol_space_build(profile, m->cell, m->count, margin, &s->space));
  HOL_TRY(solve_modes(request, s));
  size_t n = s->space.n;
  s->row = hol_alloc(n * request->ports, sizeof *s->row);
  s->gamma = hol_alloc(request->ports * request->ports, sizeof *s->gamma);
  if (!s->row || !s->gamma) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < request->ports; i++) {
    HOL_TRY(hol_space_row(&s->space, request->port[i].x, request->port[i].component, s->row + i * n));
    for (size_t j = 0; j <= i; j++) {
      s->gamma[i + j * request->ports] = row_compliance(&s->space, &s->singular, s->row + i * n, s->row + j * n);
    }
  }
  return HOL_OK;
}

/** Compliances of this size are those of ports that the own ends hold: rounding of the least of them that can be. */
static double nothing(const hol_profile_request *request, const solution *s, size_t port)
{
  double sigma = s->singular.sigma[0], arm = request->port[port].component ? s->space.profile.length : 1;
  return 1e-20 * sigma * sigma / (s->space.mass * arm * arm);
}

/** Largest relative change of requested frequencies and compliances between two solutions. */
static double change(const hol_profile_request *request, const solution *a, const solution *b)
{
  double largest = 0;
  for (size_t k = 0; k < request->modes; k++) {
    if (k >= a->modes || k >= b->modes) {
      return HUGE_VAL;
    }
    double x = omega2_of(&a->space, a->singular.sigma[k]), y = omega2_of(&b->space, b->singular.sigma[k]);
    largest = fmax(largest, fabs(x - y) / (fabs(y) + b->space.shift));
  }
  size_t n = request->ports;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      double unit = sqrt(fabs(b->gamma[i * (n + 1)] * b->gamma[j * (n + 1)]));
      double difference = fabs(a->gamma[i + j * n] - b->gamma[i + j * n]);
      bool held = !(fabs(b->gamma[i * (n + 1)]) > nothing(request, b, i) &&
                    fabs(b->gamma[j * (n + 1)]) > nothing(request, b, j));
      largest = held ? largest : fmax(largest, difference / unit);
    }
  }
  return largest;
}

/* ---- refinement ---------------------------------------------------------------------------------------------------
 */

static void look_at(const hol_element *e, const double *z, double norm, hol_decay *d)
{
  for (size_t family = 0; family < e->n; family += e->p) {
    const double *c = z + family;
    size_t half = e->p / 2;
    d->last = fmax(d->last, hypot(c[e->p - 1], c[e->p - 2]) / norm);
    d->middle = fmax(d->middle, hypot(c[half - 1], c[half - 2]) / norm);
  }
}

/** Take one vector of coordinates v into the decays of all elements. */
static void look_along(const hol_space *space, double *z, hol_decay *d)
{
  double norm = sqrt(hol_dot(space->n, z, z));
  hol_space_coordinates(space, z);
  for (size_t i = 0; i < space->elements && norm > 0; i++) {
    look_at(&space->element[i], z, norm, &d[i]);
    z += space->element[i].n;
  }
}

static void look_at_decay(const hol_profile_request *request, const solution *s, double *z, hol_decay *d)
{
  size_t n = s->space.n;
  for (size_t i = 0; i < request->ports; i++) {
    if (fabs(s->gamma[i * (request->ports + 1)]) > nothing(request, s, i)) {
      memcpy(z, s->row + i * n, n * sizeof *z);
      look_along(&s->space, z, d);
    }
  }
  for (size_t k = 0; k < request->modes && k < s->modes; k++) {
    memcpy(z, s->singular.v + k * n, n * sizeof *z);
    look_along(&s->space, z, d);
  }
}

static hol_status refine_by(const hol_profile *profile, const hol_profile_request *request, const solution *s,
                            hol_mesh *m, bool *refined)
{
  hol_mesh finer = {0};
  hol_decay *d = hol_alloc(m->count, sizeof *d);
  double *z = hol_alloc(s->space.n, sizeof *z);
  hol_status status = d && z ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    look_at_decay(request, s, z, d);
    status = hol_mesh_refine(m, d, profile->length, request->modes, &finer, refined);
  }
  free(d);
  free(z);
  free(m->cell);
  *m = finer;
  return status;
}

/** Solve on a richer mesh than m and compare. */
static hol_status confirm(const hol_profile *profile, const hol_profile_request *request, const hol_mesh *m,
                          solution *s, double *error)
{
  solution richer = {0};
  hol_mesh rich = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < m->count && status == HOL_OK; i++) {
    hol_cell cell = m->cell[i];
    cell.p += 4;
    status = hol_mesh_append(&rich, cell);
  }
  status = status == HOL_OK ? solve_mesh(profile, request, &rich, LAST_MARGIN, &richer) : status;
  if (status == HOL_OK) {
    *error = change(request, s, &richer);
    clear_solution(s);
    *s = richer;
  } else {
    clear_solution(&richer);
  }
  free(rich.cell);
  return status;
}

/** Modes of negative energy: the member has at least as many as any discretisation of it [Courant's minimax
 *  principle]. */
static size_t growing_modes(const solution *s)
{
  size_t k = 0;
  while (k < s->modes && omega2_of(&s->space, s->singular.sigma[k]) < 0) {
    k++;
  }
  return k;
}

/** Where all modes requested have negative energy already on a mesh that is too coarse for more, request for more, and
 *  begin anew.
 *  @param[in] first  modes requested at the beginning */
static hol_status request_more(const hol_profile *profile, size_t first, const solution *s, double *cut, hol_mesh *m,
                               hol_profile_request *request)
{
  size_t growing = growing_modes(s);
  if (!request->require_positive_energy || growing < request->modes) {
    return HOL_OK;
  }
  request->modes = growing + first;
  m->count = 0;
  return hol_mesh_first(profile, request, cut, m);
}

/** Refine until every vector has decayed on every element, then confirm.
 *  @param[in,out] request  raised where it must be */
static hol_status converge(const hol_profile *profile, double *cut, hol_profile_request *request, hol_mesh *m,
                           solution *s, double *error)
{
  enum { ROUNDS = 60 };
  size_t first = request->modes;
  bool refined = true;
  for (int round = 0; round < ROUNDS && refined; round++) {
    clear_solution(s);
    if (!hol_may_continue(profile->cancellation)) {
      return HOL_INCOMPLETE;
    }
    HOL_TRY(solve_mesh(profile, request, m, HOL_MARGIN, s));
    size_t requested = request->modes;
    HOL_TRY(request_more(profile, first, s, cut, m, request));
    if (request->modes > requested) {
      continue;
    }
    HOL_TRY(refine_by(profile, request, s, m, &refined));
    if (m->count > HOL_CELLS_MOST) {
      break;
    }
  }
  return confirm(profile, request, m, s, error);
}

/* ---- the result ----------------------------------------------------------------------------------------------------
 */

/** Modes turned so that of displacement, rotation and curvature at the start the first that does not vanish is
 * positive. */
static hol_status orient(hol_computed *c)
{
  int orders = c->space->bending ? 3 : 2;
  double *value = hol_alloc((size_t)orders * c->modes, sizeof *value);
  hol_status status = value ? HOL_OK : HOL_MEMORY;
  for (int o = 0; o < orders && status == HOL_OK; o++) {
    status = hol_computed_modes_at(c, 0, o, value + (size_t)o * c->modes);
  }
  for (size_t k = 0; k < c->modes && status == HOL_OK; k++) {
    double l = c->space->profile.length, size = 0, unit = 1, sign = 1;
    for (int o = 0; o < orders; o++, unit *= l) {
      size = fmax(size, unit * fabs(value[(size_t)o * c->modes + k]));
    }
    unit = pow(l, orders - 1);
    for (int o = orders; o-- > 0; unit /= l) {
      double at = value[(size_t)o * c->modes + k];
      sign = unit * fabs(at) > 1e-7 * size ? at : sign;
    }
    for (size_t i = 0; i < c->unknowns && sign < 0; i++) {
      c->shape[k * c->unknowns + i] = -c->shape[k * c->unknowns + i];
    }
  }
  free(value);
  return status;
}

/** Where tension and foundation take part, ω² is a sum that may cancel: how much larger than it its strain energy is at
 *  the most, of the modes requested. Modes of next to no energy are left out: nothing is known of them but that. */
static hol_status cancellation(const hol_profile_request *request, const solution *s, double *most)
{
  static const double nothing = 1e-9;
  size_t n = s->space.n;
  double *z = s->space.L ? hol_alloc(n, sizeof *z) : NULL;
  *most = 1;
  for (size_t k = 0; z && k < request->modes; k++) {
    double sigma = s->singular.sigma[k], omega2 = fabs(omega2_of(&s->space, sigma));
    memcpy(z, s->singular.v + k * n, n * sizeof *z);
    hol_space_coordinates(&s->space, z);
    double strain = hol_dot(s->space.strains, z, z) / (sigma * sigma);
    *most = omega2 > nothing * strain ? fmax(*most, strain / omega2) : *most;
  }
  free(z);
  return s->space.L && !z ? HOL_MEMORY : HOL_OK;
}

/** Take over what was found; the vectors become shapes of unit modal mass. */
static hol_status deliver(const hol_profile_request *request, solution *s, double error, hol_computed *c)
{
  size_t n = s->space.n;
  double cancelled;
  HOL_TRY(cancellation(request, s, &cancelled));
  c->space = hol_alloc(1, sizeof *c->space);
  c->omega2 = hol_alloc(s->modes, sizeof *c->omega2);
  if (!c->space || !c->omega2) {
    return HOL_MEMORY;
  }
  *c->space = s->space;
  s->space = (hol_space){0};
  c->space->profile.at = NULL;
  c->space->profile.sight = NULL;
  c->space->profile.context = NULL;
  c->space->profile.to = c->space->profile.to_rest = NULL;
  c->space->profile.cancellation = NULL;
  c->shape = s->singular.v;
  s->singular.v = NULL;
  c->modes = s->modes;
  c->has_all = s->singular.has_all;
  c->trusted = request->modes;
  c->unknowns = n;
  c->elements = c->space->elements;
  for (size_t k = 0; k < c->modes; k++) {
    c->omega2[k] = omega2_of(c->space, s->singular.sigma[k]);
    for (size_t i = 0; i < n; i++) {
      c->shape[i + k * n] /= s->singular.sigma[k];
    }
  }
  c->error = fmax(error, (c->space->L ? 256 : 8) * DBL_EPSILON * cancelled); /* with a shift there are more steps */
  c->rigid = c->space->rigid;
  hol_space_rigid_modes(c->space, c->rigid_mode);
  return orient(c);
}

/** Are there just `modes` below the λ between a and b? Where the count loses digits, beside a frequency of a part of
 * the member, another λ is taken. */
static hol_status check_gap(const hol_computed *c, double a, double b, size_t modes)
{
  static const double place[] = {0.5, 0.4, 0.6, 0.3, 0.7};
  for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
    size_t count = 0;
    hol_status status = hol_computed_count(c, a + place[i] * (b - a), &count);
    if (status == HOL_MEMORY || (status == HOL_OK && count == modes)) {
      return status;
    }
  }
  return HOL_NUMERICAL;
}

/** Every mode that was left to ARPACK is there, by count. */
static hol_status check_complete(const hol_computed *c)
{
  if (c->has_all) {
    return HOL_OK;
  }
  size_t gap = c->trusted;
  for (size_t k = c->trusted; k + 1 < c->modes; k++) { /* the widest gap beyond the modes requested */
    gap = c->omega2[k + 1] / c->omega2[k] > c->omega2[gap + 1] / c->omega2[gap] ? k : gap;
  }
  if (gap + 1 >= c->modes) {
    return HOL_NUMERICAL;
  }
  return check_gap(c, c->omega2[gap], c->omega2[gap + 1], gap + 1);
}

static hol_status build_computed(const hol_profile *profile, const hol_profile_request *request, double *cut,
                                 hol_mesh *m, solution *s, hol_computed *computed)
{
  double error = 0;
  hol_profile_request wanted = *request;
  HOL_TRY(hol_mesh_first(profile, &wanted, cut, m));
  HOL_TRY(converge(profile, cut, &wanted, m, s, &error));
  if (s->modes < wanted.modes) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(deliver(&wanted, s, error, computed));
  return check_complete(computed);
}

hol_status hol_computed_build(const hol_profile *profile, const hol_profile_request *request, hol_computed *computed)
{
  assert(profile->length > 0 && profile->pieces > 0 && profile->at);
  *computed = (hol_computed){0};
  hol_mesh m = {0};
  solution s = {0};
  double *cut = hol_alloc(profile->pieces + request->ports + HOL_BREAKS_MOST, sizeof *cut);
  hol_status status = cut ? build_computed(profile, request, cut, &m, &s, computed) : HOL_MEMORY;
  clear_solution(&s);
  free(m.cell);
  free(cut);
  if (status != HOL_OK) {
    hol_computed_clear(computed);
  }
  return status;
}

void hol_computed_clear(hol_computed *computed)
{
  if (computed->space) {
    hol_space_clear(computed->space);
  }
  free(computed->space);
  free(computed->omega2);
  free(computed->shape);
  *computed = (hol_computed){0};
}
