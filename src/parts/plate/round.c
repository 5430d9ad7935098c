/* SPDX-License-Identifier: BSD-3-Clause */
/* Round plates as substructures: component modes by nodal diameters, static compliances, residual flexibility.
 *
 * The modes wanted come from the families n = 0, 1, ... up to where a bound shows that no later one has any:
 *
 *      ∫|∇∇w|² ≥ (n−1)²/R² ∫|∇w|² ≥ n²(n−1)²/R⁴ ∫w²    for w ~ cos nθ on r ≤ R,   U ≥ ½(1−|ν|) D ∫|∇∇w|²
 *
 * (the derivatives ∂x ± i∂y of such a w have n ∓ 1 nodal diameters). What later families add to the compliances is
 * summed in closed form for the static one and, for those of higher order, from families at a few n between which they
 * are smooth. */
#include "parts/plate/round.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/plate/green.h"
#include "parts/plate/radial.h"
#include "parts/series.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A term is marked by 2n, +1 for the sine, + its number in the family · MARKS. Degrees of the two discretisations that
 * are compared; least number of families summed one by one when forces act; places
 * in n where later ones are computed; cut-off beyond the modes requested for, in ω²; how much further modes are given,
 * without proof that there are no others: shapes converge with them. */
enum { COARSE = 13, FINE = 17, FAMILIES_LEAST = 24, SAMPLES = 10, ATTEMPTS = 24, MARKS = 1 << 16 };
static const double sample_step = 1.4, beyond = 9, agreed = 2e-12, negligible = 1e-8, further = 40;

typedef enum { FORCE, HUB_FORCE, HUB_RX, HUB_RY } role;

/** A family and what has been found of it. */
typedef struct family {
  hol_radial radial;
  hol_ritz_modes modes; /**< empty where it has none below the cut-off */
} family;

/** A computation; borrowed: part and request. */
typedef struct work {
  const hol_round_part *part;
  const hol_modes_request *request;
  hol_radial_channel *channel;
  size_t channels, forces; /**< channels; ports that are forces */
  size_t *channel_of;      /**< [ports] */
  role *role;              /**< [ports] */
  double *theta;           /**< [ports] */
  family *family;
  size_t families, room; /**< one by one */
  size_t with_modes;     /**< the first of them */
  double cutoff, error;
  hol_mode_series series;
} work;

/** Is the rim held in the plane, so that the plate has no rigid-body modes? */
static bool is_held(const hol_round_plate *plate)
{
  return plate->rim != HOL_EDGE_FREE;
}

static double wave_of(const hol_round_plate *plate, double omega2)
{
  return pow(omega2 * plate->mass / plate->D, 0.25);
}

/** No mode of family n lies below. */
static double least(const hol_round_plate *plate, double n)
{
  double ring = n * (n - 1) / (plate->radius * plate->radius);
  return n < 2 ? 0 : (1 - fabs(plate->nu)) * plate->D / plate->mass * ring * ring * (1 - 1e-9);
}

/* ---- ports ------------------------------------------------------------------------------------------------------- */

static bool accepts_force(const void *object, hol_port port)
{
  const hol_round_part *part = object;
  bool turns = port.component == HOL_RX || port.component == HOL_RY;
  return port.component == HOL_UZ || (turns && part->is_hub[port.point]);
}

static role role_of(const hol_round_part *part, hol_port port)
{
  if (!part->is_hub[port.point]) {
    return FORCE;
  }
  return port.component == HOL_UZ ? HUB_FORCE : port.component == HOL_RX ? HUB_RX : HUB_RY;
}

/** Channel of this radius and kind, a new one if need be. */
static size_t channel_for(work *w, double r, bool is_hub)
{
  for (size_t c = 0; c < w->channels; c++) {
    if (w->channel[c].is_hub == is_hub && fabs(w->channel[c].r - r) <= 1e-12 * w->part->plate.radius) {
      return c;
    }
  }
  w->channel[w->channels] = (hol_radial_channel){r, is_hub};
  return w->channels++;
}

static hol_status list_ports(work *w)
{
  size_t ports = w->request->ports;
  w->channel = hol_alloc(ports, sizeof *w->channel);
  w->channel_of = hol_alloc(ports, sizeof *w->channel_of);
  w->role = hol_alloc(ports, sizeof *w->role);
  w->theta = hol_alloc(ports, sizeof *w->theta);
  if (!w->channel || !w->channel_of || !w->role || !w->theta) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < ports; i++) {
    hol_port port = w->request->port[i];
    if (!accepts_force(w->part, port)) {
      return HOL_INVALID;
    }
    w->role[i] = role_of(w->part, port);
    w->theta[i] = w->part->at[port.point][1];
    w->forces += w->role[i] == FORCE;
    bool is_hub = w->role[i] != FORCE;
    w->channel_of[i] = channel_for(w, is_hub ? w->part->plate.inner : w->part->at[port.point][0], is_hub);
  }
  return HOL_OK;
}

/** Share of the channel at the port in the family of cos nθ, or sin nθ. */
static double channel_part(const work *w, size_t port, double n, bool is_sine)
{
  switch (w->role[port]) {
  case FORCE:
    return is_sine ? sin(n * w->theta[port]) : cos(n * w->theta[port]);
  case HUB_FORCE:
    return n == 0 && !is_sine;
  case HUB_RX:
    return n == 1 && is_sine;
  case HUB_RY:
    return n == 1 && !is_sine ? -1 : 0;
  }
  return 0;
}

/* ---- families ---------------------------------------------------------------------------------------------------- */

static void family_clear(family *f)
{
  hol_radial_clear(&f->radial);
  hol_ritz_modes_clear(&f->modes);
}

static hol_radial_request radial_request_of(const work *w, double n, size_t degree)
{
  return (hol_radial_request){.n = n,
                              .channel = w->channel,
                              .channels = w->channels,
                              .wave = fmax(wave_of(&w->part->plate, w->cutoff), 1 / w->part->plate.radius),
                              .degree = degree};
}

/** Modes up to the cut-off. */
static size_t below(const family *f, double cutoff)
{
  size_t k = 0;
  while (k < f->radial.ritz.n && f->modes.mu[k] * cutoff >= 1) {
    k++;
  }
  return k;
}

/** How much two discretisations of a family differ: in 1/ω² up to the cut-off and in its compliances. */
static hol_status compare_families(const work *w, const family *coarse, const family *fine, double *change)
{
  size_t channels = w->channels, count = below(fine, w->cutoff);
  if (count > coarse->radial.ritz.n) {
    *change = 1;
    return HOL_OK;
  }
  *change = 0;
  for (size_t k = 0; k < count; k++) {
    *change = fmax(*change, fabs(fine->modes.mu[k] - coarse->modes.mu[k]) / fine->modes.mu[k]);
  }
  double *gamma = hol_alloc(2 * channels * channels, sizeof *gamma);
  hol_status status = gamma ? hol_ritz_static(&coarse->radial.ritz, 1, gamma) : HOL_MEMORY;
  status = status == HOL_OK ? hol_ritz_static(&fine->radial.ritz, 1, gamma + channels * channels) : status;
  double largest = 0;
  for (size_t c = 0; status == HOL_OK && c < channels; c++) {
    size_t at = c * (channels + 1);
    largest = fmax(largest, gamma[channels * channels + at]);
    *change = largest > 0 ? fmax(*change, fabs(gamma[channels * channels + at] - gamma[at]) / largest) : *change;
  }
  free(gamma);
  return status;
}

static hol_status solve_family(const work *w, double n, size_t degree, double finer, family *f)
{
  HOL_TRY(hol_check_cancelled(w->request->cancellation));
  hol_radial_request request = radial_request_of(w, n, degree);
  request.wave *= finer;
  HOL_TRY(hol_radial_build(&w->part->plate, &request, &f->radial));
  return hol_ritz_solve(&f->radial.ritz, &f->modes);
}

/** The modes found are all there are below the cut-off: so say the signs of a factorisation. */
static hol_status check_count(const work *w, const family *f)
{
  size_t found = below(f, w->cutoff), counted;
  HOL_TRY(hol_ritz_count(&f->radial.ritz, 1 / w->cutoff, &counted));
  bool is_near = (found > 0 && fabs(f->modes.mu[found - 1] * w->cutoff - 1) < 1e-9) ||
                 (found < f->radial.ritz.n && fabs(f->modes.mu[found] * w->cutoff - 1) < 1e-9);
  return counted == found || is_near ? HOL_OK : HOL_NUMERICAL;
}

static hol_status solve_twice(work *w, double n, family *coarse, family *fine)
{
  double change = 1, finer = 1;
  if (w->request->is_repeated) {
    HOL_TRY(solve_family(w, n, FINE, finer, fine));
    return check_count(w, fine);
  }
  for (int attempt = 0; attempt < 3 && change > agreed; attempt++, finer *= 2) {
    family_clear(coarse);
    family_clear(fine);
    HOL_TRY(solve_family(w, n, COARSE, finer, coarse));
    HOL_TRY(solve_family(w, n, FINE, finer, fine));
    HOL_TRY(compare_families(w, coarse, fine, &change));
  }
  w->error = fmax(w->error, change);
  return check_count(w, fine);
}

static family *next_family(work *w)
{
  if (!hol_grow(&w->family, &w->room, w->families + 1, sizeof *w->family)) {
    return NULL;
  }
  w->family[w->families] = (family){0};
  return &w->family[w->families++];
}

static void clear_families(work *w)
{
  for (size_t i = 0; i < w->families; i++) {
    family_clear(&w->family[i]);
  }
  w->families = w->with_modes = 0;
  w->error = 0;
}

/** All families with modes below the cut-off. @param[out] found their number, double ones counted twice */
static hol_status find_modes(work *w, size_t *found)
{
  *found = 0;
  for (size_t n = 0; least(&w->part->plate, (double)n) <= w->cutoff; n++) {
    family coarse = {0}, *fine = next_family(w);
    hol_status status = fine ? solve_twice(w, (double)n, &coarse, fine) : HOL_MEMORY;
    family_clear(&coarse);
    HOL_TRY(status);
    *found += (n ? 2 : 1) * below(fine, w->cutoff);
  }
  w->with_modes = w->families;
  return HOL_OK;
}

/** A cut-off with at least the requested modes well below it. */
static hol_status find_requested(work *w)
{
  const hol_round_plate *plate = &w->part->plate;
  double area = plate->radius * plate->radius - plate->inner * plate->inner;
  double wave = 2 * (sqrt((double)(w->request->modes + 1)) + 1) / sqrt(area);
  w->cutoff = beyond * pow(wave, 4) * plate->D / plate->mass;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++, w->cutoff *= 2.5) {
    size_t found;
    clear_families(w);
    HOL_TRY(find_modes(w, &found));
    if (found >= w->request->modes) {
      return HOL_OK;
    }
  }
  return HOL_NUMERICAL;
}

/* ---- sums over families ------------------------------------------------------------------------------------------ */

static hol_status add_family_terms(work *w, size_t index, double *psi)
{
  const family *f = &w->family[index];
  double n = (double)index;
  for (size_t k = 0; k < f->radial.ritz.n; k++) {
    for (int is_sine = 0; is_sine < (index ? 2 : 1); is_sine++) {
      for (size_t i = 0; i < w->request->ports; i++) {
        psi[i] = channel_part(w, i, n, is_sine) * f->modes.psi[w->channel_of[i] + k * w->channels];
      }
      HOL_TRY(hol_mode_series_add(&w->series, f->modes.mu[k], psi, 2 * index + (size_t)is_sine + MARKS * k));
    }
  }
  return HOL_OK;
}

/** tail += factor · share · Γ_j of the channels. */
static void add_compliances(work *w, double n, size_t orders, const double *gamma)
{
  size_t ports = w->request->ports, square = w->channels * w->channels;
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j <= i; j++) {
      double part = channel_part(w, i, n, false) * channel_part(w, j, n, false) +
                    channel_part(w, i, n, true) * channel_part(w, j, n, true);
      for (size_t order = 0; order < orders; order++) {
        w->series.tail[(order * ports + j) * ports + i] +=
            part * gamma[order * square + w->channel_of[i] + w->channel_of[j] * w->channels];
      }
    }
  }
}

/** Families without wanted modes, by compliances alone; the static ones against the closed form. */
static hol_status add_silent_families(work *w, double *gamma)
{
  const hol_round_plate *plate = &w->part->plate;
  size_t last = w->with_modes * 2 > FAMILIES_LEAST ? w->with_modes * 2 : FAMILIES_LEAST;
  for (size_t n = w->with_modes; w->forces && n <= last; n++) {
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    family *f = next_family(w);
    if (!f) {
      return HOL_MEMORY;
    }
    hol_radial_request request = radial_request_of(w, (double)n, FINE);
    HOL_TRY(hol_radial_build(plate, &request, &f->radial));
    HOL_TRY(hol_ritz_static(&f->radial.ritz, HOL_TAILS, gamma));
    add_compliances(w, (double)n, HOL_TAILS, gamma);
  }
  return HOL_OK;
}

/** The static compliances of discretised families against the closed form; relative to that of the port. */
static hol_status check_static(work *w, double *gamma)
{
  for (size_t n = 2; n < w->families && w->forces; n++) {
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    HOL_TRY(hol_ritz_static(&w->family[n].radial.ritz, 1, gamma));
    for (size_t c = 0; c < w->channels; c++) {
      double value[2];
      if (!w->channel[c].is_hub) {
        hol_round_green(&w->part->plate, (double)n, w->channel[c].r, w->channel[c].r, value);
        double size = fmax(value[0], w->part->plate.radius * w->part->plate.radius / (64 * w->part->plate.D));
        w->error = fmax(w->error, fabs(gamma[c * (w->channels + 1)] - value[0]) / size);
      }
    }
  }
  return HOL_OK;
}

/** Families at a few n beyond those summed: their Γ_j, rid of what they fall off like. */
typedef struct samples {
  double t[SAMPLES]; /**< ln n */
  double *value;     /**< [SAMPLES][HOL_TAILS][channels²] */
} samples;

/** n^{−4j−3} (r_</r_>)^n: what Γ_j of family n falls off like; 0 where that is nothing beside those of the two
 *  radii. */
static double decay(const work *w, double n, size_t order, size_t a, size_t b)
{
  double ra = w->channel[a].r, rb = w->channel[b].r, small = fmin(ra, rb), big = fmax(ra, rb);
  double across = pow(small / big, n);
  return across > negligible ? pow(n, -4.0 * (double)order - 3) * across : 0;
}

static hol_status sample_family(work *w, double n, double *value)
{
  family f = {0};
  size_t channels = w->channels;
  hol_radial_request request = radial_request_of(w, n, COARSE);
  hol_status status = hol_radial_build(&w->part->plate, &request, &f.radial);
  status = status == HOL_OK ? hol_ritz_static(&f.radial.ritz, HOL_TAILS, value) : status;
  family_clear(&f);
  for (size_t i = 0; i < HOL_TAILS * channels * channels && status == HOL_OK; i++) {
    size_t order = i / (channels * channels), a = i % channels, b = i / channels % channels;
    double fall = decay(w, n, order, a, b);
    value[i] = fall > DBL_MIN / DBL_EPSILON ? value[i] / fall : 0;
  }
  return status;
}

/** Lagrange over the four samples nearest to n; beyond the last, its value. */
static double interpolate(const work *w, const samples *s, double n, size_t index)
{
  double t = log(n), sum = 0;
  size_t block = HOL_TAILS * w->channels * w->channels, first = 0;
  if (t >= s->t[SAMPLES - 1]) {
    return s->value[(SAMPLES - 1) * block + index];
  }
  while (first + 4 < SAMPLES && s->t[first + 2] < t) {
    first++;
  }
  for (size_t k = first; k < first + 4; k++) {
    double weight = 1;
    for (size_t l = first; l < first + 4; l++) {
      weight *= l == k ? 1 : (t - s->t[l]) / (s->t[k] - s->t[l]);
    }
    sum += weight * s->value[k * block + index];
  }
  return sum;
}

/** Σ_{n > last} Γ_order cos nφ of two channels. */
static double sum_later(const work *w, const samples *s, size_t order, size_t a, size_t b, double phi)
{
  size_t last = w->families - 1, index = order * w->channels * w->channels + a + b * w->channels;
  double sum = 0, first = 0, n = (double)last + 1;
  for (; n < 64.0 * (double)last; n++) {
    double term = interpolate(w, s, n, index) * decay(w, n, order, a, b);
    sum += term * cos(n * phi);
    first = fmax(first, fabs(term));
    if (fabs(term) <= 1e-12 * first) {
      return sum;
    }
  }
  return sum;
}

static hol_status add_later_in(work *w, samples *s)
{
  const hol_round_plate *plate = &w->part->plate;
  size_t ports = w->request->ports, block = HOL_TAILS * w->channels * w->channels;
  for (size_t k = 0; k < SAMPLES; k++) {
    double n = (double)w->families * pow(sample_step, (double)k);
    s->t[k] = log(n);
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    HOL_TRY(sample_family(w, n, s->value + k * block));
  }
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j <= i; j++) {
      if (w->role[i] != FORCE || w->role[j] != FORCE) {
        continue;
      }
      size_t a = w->channel_of[i], b = w->channel_of[j];
      double phi = w->theta[i] - w->theta[j], value[3];
      double left = hol_round_green_tail(plate, w->families - 1, w->channel[b].r, w->channel[a].r, phi, value);
      w->error = fmax(w->error, left * 64 * plate->D / (plate->radius * plate->radius));
      for (size_t order = 0; order < HOL_TAILS; order++) {
        w->series.tail[(order * ports + j) * ports + i] += order ? sum_later(w, s, order, a, b, phi) : value[0];
      }
    }
  }
  return HOL_OK;
}

static hol_status add_later(work *w)
{
  samples s = {.value = hol_alloc(SAMPLES * HOL_TAILS * w->channels * w->channels, sizeof *s.value)};
  hol_status status = s.value ? add_later_in(w, &s) : HOL_MEMORY;
  free(s.value);
  return status;
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */

/** uz, rx, ry at a place from f, f′, f/r of a family. */
static void add_motion(double n, bool is_sine, double theta, const double f[3], double factor, double value[6])
{
  double c = cos(n * theta), s = sin(n * theta), along = f[1] * (is_sine ? s : c),
         across = n * f[2] * (is_sine ? c : -s);
  value[HOL_UZ] += factor * f[0] * (is_sine ? s : c);
  value[HOL_RX] += factor * (sin(theta) * along + cos(theta) * across);
  value[HOL_RY] -= factor * (cos(theta) * along - sin(theta) * across);
}

/** f, f′, f/r at a place; in the hub, which is rigid, as it goes on. */
static void radial_at(const work *w, const hol_radial *radial, const double *y, double r, double f[3])
{
  double inner = w->part->plate.has_hub ? w->part->plate.inner : 0;
  hol_radial_at(radial, y, fmax(r, inner), f);
  if (r < inner) {
    f[0] *= radial->n == 0 ? 1 : r / inner;
  }
}

/** Column of a field over all places. */
static void add_column(const work *w, const hol_radial *radial, const double *y, bool is_sine, double factor,
                       double *column)
{
  double f[3];
  for (size_t p = 0; p < w->part->places; p++) {
    if (p == 0 || w->part->place[p][0] != w->part->place[p - 1][0]) { /* places lie on circles */
      radial_at(w, radial, y, w->part->place[p][0], f);
    }
    add_motion(radial->n, is_sine, w->part->place[p][1], f, factor, column + p * HOL_PLACE);
  }
}

/** z without the modes of the family whose fields are known, down to mu = 1/ω². */
static void leave_to_modes(const family *f, double mu, double *z)
{
  size_t n = f->radial.ritz.n;
  for (size_t k = 0; f->modes.z && k < n && f->modes.mu[k] >= mu; k++) {
    const double *mode = f->modes.z + k * n;
    hol_add_scaled(n, -hol_dot(n, mode, z), mode, z);
  }
}

/** z ← BᵀB z. image: [masses] */
static void next_order(const hol_ritz *r, double *z, double *image)
{
  const double *B = r->N + r->rigid * r->masses;
  memset(image, 0, r->masses * sizeof *image);
  for (size_t i = 0; i < r->n; i++) {
    hol_add_scaled(r->masses, z[i], B + i * r->masses, image);
  }
  for (size_t i = 0; i < r->n; i++) {
    z[i] = hol_dot(r->masses, B + i * r->masses, image);
  }
}

/** Γ_j of a family under a unit force of a port, over the modes whose fields are not known. mu: 1/ω² of the last that
 *  is; below that frequency orders are left out that are nothing beside the first. */
static void add_responses(const work *w, size_t index, size_t port, double mu, double *z, double *y, double *image)
{
  const family *f = &w->family[index];
  const hol_ritz *r = &f->radial.ritz;
  size_t rows = HOL_PLACE * w->part->places, n = r->n;
  double first = 0, power = 1,
         part[2] = {channel_part(w, port, (double)index, false), channel_part(w, port, (double)index, true)};
  if (part[0] == 0 && part[1] == 0) {
    return;
  }
  for (size_t i = 0; i < n; i++) {
    z[i] = r->P[(r->rigid + i) * r->ports + w->channel_of[port]];
  }
  for (size_t order = 0; order < HOL_TAILS; order++, power /= mu) {
    leave_to_modes(f, mu, z);
    double size = power * sqrt(hol_dot(n, z, z));
    first = order ? first : size;
    if (!(size > negligible * negligible * first)) {
      return;
    }
    hol_ritz_unknowns(r, z, y);
    for (int is_sine = 0; is_sine < 2; is_sine++) {
      double *column = w->series.response + (order * w->request->ports + port) * rows;
      if (part[is_sine] != 0) {
        add_column(w, &f->radial, y, is_sine, part[is_sine], column);
      }
    }
    next_order(r, z, image);
  }
}

static void add_later_field(const work *w, size_t port)
{
  double *column = w->series.response + port * HOL_PLACE * w->part->places;
  double s = w->part->at[w->request->port[port].point][0];
  for (size_t p = 0; p < w->part->places; p++) {
    double r = w->part->place[p][0], theta = w->part->place[p][1], value[3];
    (void)hol_round_green_tail(&w->part->plate, w->families - 1, s, r, theta - w->theta[port], value);
    double across = r > 0 ? value[2] / r : 0;
    column[p * HOL_PLACE + HOL_UZ] += value[0];
    column[p * HOL_PLACE + HOL_RX] += sin(theta) * value[1] + cos(theta) * across;
    column[p * HOL_PLACE + HOL_RY] -= cos(theta) * value[1] - sin(theta) * across;
  }
}

static void fill_fields(work *w, size_t rigid, size_t modes, double *z, double *y, double *image)
{
  size_t rows = HOL_PLACE * w->part->places;
  for (size_t k = 0; k < modes; k++) {
    size_t mark = w->series.mark[k], index = mark % MARKS / 2;
    const family *f = &w->family[index];
    hol_ritz_unknowns(&f->radial.ritz, f->modes.z + mark / MARKS * f->radial.ritz.n, y);
    add_column(w, &f->radial, y, mark % 2, sqrt(1 / w->series.mu[k]), w->series.field + (rigid + k) * rows);
  }
  double mu = modes ? w->series.mu[modes - 1] : 1 / (w->cutoff * further);
  for (size_t i = 0; i < w->request->ports && !w->request->is_repeated; i++) {
    for (size_t n = 0; n < w->families; n++) {
      add_responses(w, n, i, mu, z, y, image);
    }
    if (w->role[i] == FORCE) {
      add_later_field(w, i);
    }
  }
}

/* ---- rigid-body modes -------------------------------------------------------------------------------------------- */

/** Of the free plate: uz, about y, about x. */
static size_t rigid_count(const hol_round_plate *plate)
{
  return is_held(plate) ? 0 : 3;
}

static void fill_rigid(const work *w, double *phi, double *y)
{
  size_t rigid = rigid_count(&w->part->plate), ports = w->request->ports, rows = HOL_PLACE * w->part->places;
  for (size_t k = 0; k < rigid; k++) { /* n = 0, n = 1 cos and sin */
    size_t index = k > 0, at = k;
    bool is_sine = k == 2;
    const hol_ritz *r = &w->family[index].radial.ritz;
    memset(y, 0, (r->rigid + r->n) * sizeof *y);
    y[0] = r->orthonormal[0];
    add_column(w, &w->family[index].radial, y, is_sine, 1, w->series.field + at * rows);
    for (size_t i = 0; i < ports; i++) {
      phi[i + at * ports] = channel_part(w, i, (double)index, is_sine) * r->P[w->channel_of[i]];
    }
  }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/** Workspace as large as the largest family, and for the channels. */
typedef struct shed {
  double *psi, *gamma, *z, *y, *image, *rigid_phi;
} shed;

static hol_status assemble_modes(work *w, shed *s, hol_component_modes *own)
{
  size_t rigid = rigid_count(&w->part->plate);
  for (size_t n = 0; n < w->with_modes; n++) {
    HOL_TRY(add_family_terms(w, n, s->psi));
  }
  HOL_TRY(hol_mode_series_sort(&w->series));
  size_t trusted = hol_mode_series_below(&w->series, 1 / w->cutoff);
  size_t modes = hol_mode_series_below(&w->series, 1 / (w->cutoff * further));
  HOL_TRY(hol_mode_series_prepare(&w->series, rigid + modes));
  HOL_TRY(add_silent_families(w, s->gamma));
  HOL_TRY(w->request->is_repeated ? HOL_OK : check_static(w, s->gamma));
  if (w->forces) {
    HOL_TRY(add_later(w));
  }
  size_t most = 0, rows = 0;
  for (size_t n = 0; n < w->families; n++) {
    const hol_ritz *r = &w->family[n].radial.ritz;
    most = r->n > most ? r->n : most;
    rows = r->masses > rows ? r->masses : rows;
  }
  s->z = hol_alloc(most + 1, sizeof *s->z);
  s->y = hol_alloc(most + 1, sizeof *s->y);
  s->image = hol_alloc(rows, sizeof *s->image);
  if (!s->z || !s->y || !s->image) {
    return HOL_MEMORY;
  }
  fill_fields(w, rigid, modes, s->z, s->y, s->image);
  fill_rigid(w, s->rigid_phi, s->y);
  own->error = fmax(w->error, 16 * DBL_EPSILON);
  HOL_TRY(hol_mode_series_publish(&w->series, rigid, s->rigid_phi, modes, own));
  own->trusted = trusted;
  return HOL_OK;
}

/** The two families that rigid-body modes are in. */
static hol_status assemble_rigid(work *w, hol_component_modes *own)
{
  size_t rigid = rigid_count(&w->part->plate), rows = 0;
  w->cutoff = pow(1 / w->part->plate.radius, 4) * w->part->plate.D / w->part->plate.mass;
  for (size_t n = 0; n < 2 && rigid; n++) {
    family *f = next_family(w);
    HOL_TRY(f ? solve_family(w, (double)n, COARSE, 1, f) : HOL_MEMORY);
    rows = f->radial.ritz.rigid + f->radial.ritz.n > rows ? f->radial.ritz.rigid + f->radial.ritz.n : rows;
  }
  HOL_TRY(hol_mode_series_prepare(&w->series, rigid));
  double *phi = hol_alloc(3 * w->request->ports, sizeof *phi), *y = hol_alloc(rows, sizeof *y);
  if (phi && y) {
    fill_rigid(w, phi, y);
  }
  hol_status status = phi && y ? hol_mode_series_publish(&w->series, rigid, phi, 0, own) : HOL_MEMORY;
  free(phi);
  free(y);
  return status;
}

static hol_status compute_modes_in(work *w, hol_component_modes *own)
{
  HOL_TRY(list_ports(w));
  if (w->request->only_rigid) {
    return assemble_rigid(w, own);
  }
  HOL_TRY(find_requested(w));
  size_t ports = w->request->ports;
  shed s = {.psi = hol_alloc(ports, sizeof *s.psi),
            .gamma = hol_alloc(HOL_TAILS * w->channels * w->channels, sizeof *s.gamma),
            .rigid_phi = hol_alloc(3 * ports, sizeof *s.rigid_phi)};
  hol_status status = s.psi && s.gamma && s.rigid_phi ? assemble_modes(w, &s, own) : HOL_MEMORY;
  free(s.psi);
  free(s.gamma);
  free(s.z);
  free(s.y);
  free(s.image);
  free(s.rigid_phi);
  return status;
}

static hol_status compute_modes(const void *part, const hol_modes_request *request, hol_component_modes *modes)
{
  const hol_round_part *round = part;
  work w = {.part = round, .request = request, .series = {.ports = request->ports, .places = round->places}};
  hol_status status = compute_modes_in(&w, modes);
  clear_families(&w);
  free(w.family);
  free(w.channel);
  free(w.channel_of);
  free(w.role);
  free(w.theta);
  hol_mode_series_clear(&w.series);
  return status;
}

const hol_substructure_class *hol_round_class(void)
{
  static const hol_substructure_class class = {.far = {8, 2000, 0.5},
                                               .theory = "Kirchhoff plates",
                                               .component_modes = compute_modes,
                                               .residual_flexibility = hol_mode_series_residual_flexibility,
                                               .field = hol_mode_series_field,
                                               .clear = hol_mode_series_release,
                                               .accepts_force = accepts_force,
                                               .free = free};
  return &class;
}
