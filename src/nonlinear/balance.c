/* SPDX-License-Identifier: BSD-3-Clause */
/* Harmonic balance: the Fourier basis, the residual and its derivatives, and Hill’s determinant. */
#include "nonlinear/balance.h"

#include "base/lane.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Harmonic h has the coefficients 2h − 1 and 2h of all, and h − 1 and h of those of its own parity (h = 0: 0, 0).
 * Motions are put together and taken apart by parity: half of the samples do, and a motion with odd harmonics only
 * keeps even ones that are zero exactly, whatever the rounding. */

enum {
  CHUNK = 8,
  GROUP = 4
}; /* numbers of a row that are added up side by side, for so many columns of the other matrix */

/* ---------------------------------------------------------------------------------------------------- tables */

static void fill_tables(hol_balance *b)
{
  size_t n = b->samples, half = n / 2, top = 2 * b->highest;
  for (size_t s = 0; s < half; s++) {
    b->even[s * (top + 1)] = sqrt(0.5);
    for (size_t h = 1; h <= top; h++) {
      double angle = 2 * M_PI * (double)(h * s % n) / (double)n;
      double *row = (h % 2 ? b->odd : b->even) + s * (top + 1);
      row[h - 1] = cos(angle);
      row[h] = sin(angle);
    }
    for (size_t k = 0; k < b->width; k++) {
      size_t h = (k + 1) / 2;
      b->by_function[k * half + s] = (h % 2 ? b->odd : b->even)[s * (top + 1) + (k % 2 ? h - 1 : h)];
    }
  }
}

/** Where the coefficients stand in a row of `wide`: even harmonics first, then odd ones, a cosine and its sine by
 *  turns. */
static void number_places(hol_balance *b)
{
  for (size_t p = 0; p < b->padded; p++) {
    bool is_even = p < b->evens, is_sine = p % 2;
    size_t h = is_even ? p / 2 * 2 : (p - b->evens) / 2 * 2 + 1;
    bool is_free = h > b->highest || (h == 0 && is_sine);
    b->number[p] = is_free ? b->block : h == 0 ? 0 : 2 * h - 1 + is_sine;
  }
}

hol_status hol_balance_start(hol_balance *balance, const hol_nonlinear_model *model, size_t harmonics, size_t period)
{
  assert(model->lateral > 0 && harmonics > 0 && period > 0);
  hol_balance b = {.model = model, .coordinates = model->lateral, .highest = harmonics * period, .period = period};
  size_t n = b.coordinates, axial = model->axial;
  b.block = 2 * b.highest + 1;
  b.width = 4 * b.highest + 1;
  b.samples = (b.width + 4) / 4 * 4;
  b.unknowns = n * b.block;
  b.even = hol_alloc(b.samples / 2 * b.block, sizeof(double));
  b.odd = hol_alloc(b.samples / 2 * b.block, sizeof(double));
  b.by_function = hol_alloc(b.samples / 2 * b.width, sizeof(double));
  b.full = hol_alloc(b.unknowns, sizeof(double));
  b.turned = hol_alloc(b.unknowns, sizeof(double));
  b.q = hol_alloc(4 * n * b.samples, sizeof(double));
  b.force = hol_alloc(3 * b.samples, sizeof(double));
  b.harmonic = hol_alloc(4 * b.width, sizeof(double));
  b.residual = hol_alloc(b.unknowns, sizeof(double));
  b.pull = hol_alloc(axial * ((n + 2) * b.samples + b.width), sizeof(double));
  b.response = hol_alloc(axial * b.width, sizeof *b.response);
  b.evens = (b.highest / 2 * 2 + 2 + CHUNK - 1) / CHUNK * CHUNK;
  b.padded = b.evens + ((b.highest + 1) / 2 * 2 + CHUNK - 1) / CHUNK * CHUNK;
  b.wide = hol_alloc(axial > 0 ? (n + 1) * b.width * b.padded : 0, sizeof(double));
  b.number = hol_alloc(b.padded, sizeof *b.number);
  *balance = b;
  if (!b.even || !b.odd || !b.by_function || !b.full || !b.turned || !b.q || !b.force || !b.harmonic || !b.residual ||
      !b.pull || !b.response || !b.wide || !b.number) {
    hol_balance_clear(balance);
    return HOL_MEMORY;
  }
  balance->g = balance->q + n * b.samples;
  balance->v = balance->g + n * b.samples;
  balance->gv = balance->v + n * b.samples;
  balance->loss = balance->force + b.samples;
  balance->folded = balance->loss + b.samples;
  balance->pull_slope = balance->pull + axial * b.samples;
  balance->drive = balance->pull_slope + axial * b.samples;
  balance->reach = balance->drive + axial * b.width;
  fill_tables(balance);
  number_places(balance);
  return HOL_OK;
}

hol_status hol_balance_make_free(hol_balance *b)
{
  size_t all = b->coordinates * b->block;
  b->active = hol_alloc(b->coordinates * (b->highest + 1), sizeof *b->active);
  b->jacobian = hol_alloc(all * (all + 1), sizeof *b->jacobian);
  if (!b->active || !b->jacobian) {
    return HOL_MEMORY;
  }
  b->is_free = true;
  b->unknowns = 0;
  for (size_t i = 0; i < b->coordinates; i++) {
    for (size_t k = 0; k < b->block; k++) {
      if (k == 0 || k % 2 == 1) {
        b->active[b->unknowns++] = i * b->block + k;
      }
    }
  }
  return HOL_OK;
}

void hol_balance_clear(hol_balance *b)
{
  free(b->active);
  free(b->even);
  free(b->odd);
  free(b->by_function);
  free(b->full);
  free(b->turned);
  free(b->q);
  free(b->force);
  free(b->harmonic);
  free(b->residual);
  free(b->pull);
  free(b->response);
  free(b->wide);
  free(b->number);
  free(b->jacobian);
  *b = (hol_balance){0};
}

/* ------------------------------------------------------------------------------------- between times and harmonics */

HOL_LANE_CLONES void hol_balance_synthesise(const double *basis, size_t half, const double *coefficient,
                                            size_t functions, double *restrict value)
{
  double *restrict other = value + half;
  memset(value, 0, 2 * half * sizeof *value);
  for (size_t k = 0; k < functions; k++) {
    const double c = coefficient[k], *restrict function = basis + k * half;
    double *restrict into = (k + 1) / 2 % 2 ? other : value;
    for (size_t s = 0; c != 0 && s < half; s++) {
      into[s] += c * function[s];
    }
  }
  for (size_t s = 0; s < half; s++) {
    double even = value[s], odd = other[s];
    value[s] = even + odd;
    other[s] = even - odd;
  }
}

/** Samples of a sum of so many functions. */
static void synthesise(const hol_balance *b, const double *coefficient, size_t functions, double *restrict value)
{
  hol_balance_synthesise(b->by_function, b->samples / 2, coefficient, functions, value);
}

/** Coefficients of the functions of one parity from the folded samples. */
static void analyse_parity(const hol_balance *b, const double *basis, size_t count, double *restrict coefficient)
{
  size_t half = b->samples / 2;
  double factor = 2 / (double)b->samples;
  bool any = false;
  for (size_t s = 0; s < half; s++) {
    any = any || b->folded[s] != 0;
  }
  memset(coefficient, 0, count * sizeof *coefficient);
  for (size_t s = 0; any && s < half; s++) {
    const double *restrict row = basis + s * b->block;
    double v = factor * b->folded[s];
    for (size_t k = 0; k < count; k++) {
      coefficient[k] += v * row[k];
    }
  }
}

/** Coefficients up to harmonic `top` of a function given at the samples. */
static void analyse_samples(const hol_balance *b, const double *restrict value, size_t top,
                            double *restrict coefficient)
{
  size_t half = b->samples / 2;
  double *part = b->harmonic + 3 * b->width;
  for (size_t s = 0; s < half; s++) {
    b->folded[s] = value[s] + value[half + s];
  }
  analyse_parity(b, b->even, top / 2 * 2 + 1, part);
  coefficient[0] = part[0];
  for (size_t h = 2; h <= top; h += 2) {
    coefficient[2 * h - 1] = part[h - 1];
    coefficient[2 * h] = part[h];
  }
  for (size_t s = 0; s < half; s++) {
    b->folded[s] = value[s] - value[half + s];
  }
  analyse_parity(b, b->odd, (top + 1) / 2 * 2, part);
  for (size_t h = 1; h <= top; h += 2) {
    coefficient[2 * h - 1] = part[h - 1];
    coefficient[2 * h] = part[h];
  }
}

/** DX of one coordinate. */
static void differentiate_motion(const hol_balance *b, const double *x, double *dx)
{
  dx[0] = 0;
  for (size_t h = 1; h <= b->highest; h++) {
    dx[2 * h - 1] = (double)h * x[2 * h];
    dx[2 * h] = -(double)h * x[2 * h - 1];
  }
}

/** g = S q at all samples, and ½ qᵀS q. */
static void stretch(const hol_balance *b, const double *S, const double *q, double *g, double *restrict half)
{
  size_t n = b->samples, lateral = b->model->lateral;
  memset(half, 0, n * sizeof *half);
  for (size_t k = 0; k < lateral; k++) {
    double *restrict out = g + k * n;
    const double *restrict qk = q + k * n;
    memset(out, 0, n * sizeof *out);
    for (size_t j = 0; j < lateral; j++) {
      const double s = S[k * lateral + j], *restrict in = q + j * n;
      for (size_t i = 0; s != 0 && i < n; i++) {
        out[i] += s * in[i];
      }
    }
    for (size_t i = 0; i < n; i++) {
      half[i] += 0.5 * qk[i] * out[i];
    }
  }
}

/** η c/m³, the factor of the loss of the cubic term; 0 without. */
static double cubic_loss(const hol_balance *b)
{
  double m = (double)b->period;
  return b->model->cubic_loss && !b->is_free ? b->model->eta * b->model->stiffness / (m * m * m) : 0;
}

/** Coefficients of what a linear operator with the factor x + iy for e^{iθh} makes of a function. */
static void transfer(double complex factor, const double in[2], double out[2])
{
  double x = creal(factor), y = cimag(factor);
  out[0] = x * in[0] + y * in[1];
  out[1] = x * in[1] - y * in[0];
}

/** Samples of a response to the stretch with the coefficients `drive`.
 *  @param[in] scale  1; or by ν: the harmonic over m times i, so that a slope by σ becomes one by ν */
static void respond(hol_balance *b, const double *drive, const hol_bar_response *response, bool by_nu, double *value)
{
  double *out = b->harmonic;
  out[0] = by_nu ? 0 : creal(response[0].pull) * drive[0];
  for (size_t h = 1; h <= 2 * b->highest; h++) {
    double complex slope = response[h].slope * hol_complex(0, (double)h / (double)b->period);
    transfer(by_nu ? slope : response[h].pull, drive + 2 * h - 1, out + 2 * h - 1);
  }
  synthesise(b, out, b->width, value);
}

/** What every axial mode does to e^{(λ + ih)θ}. */
static void prepare_bar(hol_balance *b, double w)
{
  for (size_t r = 0; r < b->model->axial; r++) {
    for (size_t h = 0; h <= 2 * b->highest; h++) {
      b->response[r * b->width + h] = hol_bar_respond(b->model, r, b->is_free, w * hol_complex(b->growth, (double)h));
    }
  }
}

/** The forms Q^r q, the coefficients of ½ qᵀQ^r q and the pull −R_r of the motion: λ is that of what is added to it. */
static void bar_in_time(hol_balance *b, double w)
{
  const hol_nonlinear_model *m = b->model;
  size_t n = b->samples, square = m->lateral * m->lateral;
  double growth = b->growth;
  b->growth = 0;
  prepare_bar(b, w);
  b->growth = growth;
  for (size_t r = 0; r < m->axial; r++) {
    double *drive = b->drive + r * b->width;
    stretch(b, m->form + r * square, b->q, b->reach + r * m->lateral * n, b->pull + r * n);
    analyse_samples(b, b->pull + r * n, 2 * b->highest, drive);
    respond(b, drive, b->response + r * b->width, false, b->pull + r * n);
  }
}

/** q, S q, Λ at the samples; with the cubic loss v = Dq, S v and ½vᵀSv. */
static void in_time(hol_balance *b, double w)
{
  const hol_nonlinear_model *m = b->model;
  size_t n = b->samples;
  for (size_t i = 0; i < b->coordinates; i++) {
    synthesise(b, b->full + i * b->block, b->block, b->q + i * n);
  }
  stretch(b, m->S, b->q, b->g, b->force);
  for (size_t s = 0; s < n; s++) {
    b->force[s] *= m->stiffness;
  }
  bar_in_time(b, w);
  if (cubic_loss(b) != 0) {
    for (size_t i = 0; i < m->lateral; i++) {
      synthesise(b, b->turned + i * b->block, b->block, b->v + i * n);
    }
    stretch(b, m->S, b->v, b->gv, b->loss);
  }
}

void hol_balance_in_time(hol_balance *b, const double *lateral, double nu)
{
  size_t l = b->coordinates;
  memmove(b->full, lateral, l * b->block * sizeof *b->full);
  for (size_t i = 0; i < l; i++) {
    differentiate_motion(b, b->full + i * b->block, b->turned + i * b->block);
  }
  in_time(b, nu / (double)b->period);
}

void hol_balance_pull(const hol_balance *b, size_t r, double *coefficient)
{
  const double *drive = b->drive + r * b->width;
  const hol_bar_response *response = b->response + r * b->width;
  coefficient[0] = creal(response[0].pull) * drive[0];
  for (size_t h = 1; h <= 2 * b->highest; h++) {
    transfer(response[h].pull, drive + 2 * h - 1, coefficient + 2 * h - 1);
  }
}

void hol_balance_spectrum(const hol_balance *b, const double *value, double *coefficient)
{
  analyse_samples(b, value, 2 * b->highest, coefficient);
}

void hol_balance_slope(const hol_balance *b, const double *value, double *slope)
{
  double *c = b->harmonic, *d = c + b->width;
  analyse_samples(b, value, 2 * b->highest, c);
  d[0] = 0;
  for (size_t h = 1; h <= 2 * b->highest; h++) {
    d[2 * h - 1] = (double)h * c[2 * h];
    d[2 * h] = -(double)h * c[2 * h - 1];
  }
  synthesise(b, d, b->width, slope);
}

/* ---------------------------------------------------------------------------------------------------- residual */

static double damping_of(const hol_balance *b, size_t i, double w)
{
  const hol_nonlinear_model *m = b->model;
  return b->is_free ? 0 : m->mass[i] * (m->viscous * w + m->eta * m->omega2[i] / (double)b->period);
}

static double force_of(const hol_balance *b, size_t i, double nu)
{
  return b->is_free ? 0 : b->model->force[i] + b->model->force_nu2[i] * nu * nu;
}

/** Add the pull of all axial modes on coordinate i, or its derivative by ν. */
static void add_pull(const hol_balance *b, size_t i, const double *pull, double *restrict f)
{
  size_t n = b->samples, lateral = b->model->lateral;
  for (size_t r = 0; r < b->model->axial; r++) {
    const double *restrict p = pull + r * n, *restrict g = b->reach + (r * lateral + i) * n;
    for (size_t s = 0; s < n; s++) {
      f[s] += p[s] * g[s];
    }
  }
}

/** Coefficients of the forces at the samples of coordinate i; overwrites the samples of q. */
static void forces(hol_balance *b, size_t i, double *out)
{
  size_t n = b->samples;
  double *restrict f = b->q + i * n;
  const double loss = cubic_loss(b), *restrict g = b->g + i * n, *restrict gv = b->gv + i * n;
  for (size_t s = 0; s < n; s++) {
    f[s] = b->force[s] * g[s];
  }
  for (size_t s = 0; loss != 0 && s < n; s++) {
    f[s] += loss * b->loss[s] * gv[s];
  }
  add_pull(b, i, b->pull, f);
  analyse_samples(b, f, b->highest, out);
}

static void residual_of(hol_balance *b, double nu, double sigma)
{
  double w = nu / (double)b->period;
  for (size_t i = 0; i < b->coordinates; i++) {
    const double *x = b->full + i * b->block, *dx = b->turned + i * b->block;
    double *r = b->residual + i * b->block;
    double mass = b->model->mass[i], c = damping_of(b, i, w), k = mass * b->model->omega2[i];
    forces(b, i, r);
    r[0] += k * x[0];
    for (size_t h = 1; h <= b->highest; h++) {
      double dynamic = k - mass * w * w * (double)(h * h);
      r[2 * h - 1] += dynamic * x[2 * h - 1] + c * dx[2 * h - 1];
      r[2 * h] += dynamic * x[2 * h] + c * dx[2 * h];
    }
    r[2 * b->period - 1] -= sigma * force_of(b, i, nu);
  }
}

/* ---------------------------------------------------------------------------------------------------- Jacobian */

/** Gc and Gs of a product at the samples (Gc[0] is twice the mean). */
static void spectrum(hol_balance *b, const double *value, double *gc, double *gs)
{
  double *plain = b->harmonic + 2 * b->width;
  analyse_samples(b, value, 2 * b->highest, plain);
  gc[0] = sqrt(2) * plain[0];
  gs[0] = 0;
  for (size_t h = 1; h <= 2 * b->highest; h++) {
    gc[h] = plain[2 * h - 1];
    gs[h] = plain[2 * h];
  }
}

/** Add to a block the matrix that multiplies a motion by the function with harmonics gc, gs. */
static void add_product(const hol_balance *b, const double *gc, const double *gs, double *block, size_t stride)
{
  double root = sqrt(0.5);
  block[0] += 0.5 * gc[0];
  for (size_t h = 1; h <= b->highest; h++) {
    block[2 * h - 1] += root * gc[h];
    block[2 * h] += root * gs[h];
  }
  for (size_t j = 1; j <= b->highest; j++) {
    double *restrict c = block + (2 * j - 1) * stride, *restrict s = c + stride;
    c[0] += root * gc[j];
    s[0] += root * gs[j];
    for (size_t h = 1; h <= b->highest; h++) {
      double c1 = gc[j > h ? j - h : h - j], c2 = gc[j + h], s1 = gs[j + h];
      double s2 = j > h ? gs[j - h] : -gs[h - j];
      c[2 * h - 1] += 0.5 * (c1 + c2);
      c[2 * h] += 0.5 * (s1 - s2);
      s[2 * h - 1] += 0.5 * (s1 + s2);
      s[2 * h] += 0.5 * (c1 - c2);
    }
  }
}

/** The same after differentiation: column cos h takes −h times column sin h, column sin h takes h times column cos
 *  h. */
static void add_product_of_velocity(const hol_balance *b, const double *gc, const double *gs, double *block,
                                    size_t stride)
{
  double root = sqrt(0.5);
  for (size_t h = 1; h <= b->highest; h++) {
    double n = (double)h;
    block[2 * h - 1] -= n * root * gs[h];
    block[2 * h] += n * root * gc[h];
    for (size_t j = 1; j <= b->highest; j++) {
      double *c = block + (2 * j - 1) * stride, *s = c + stride;
      double c1 = gc[j > h ? j - h : h - j], c2 = gc[j + h], s1 = gs[j + h];
      double s2 = j > h ? gs[j - h] : -gs[h - j];
      c[2 * h - 1] -= 0.5 * n * (s1 - s2);
      s[2 * h - 1] -= 0.5 * n * (c1 - c2);
      c[2 * h] += 0.5 * n * (c1 + c2);
      s[2 * h] += 0.5 * n * (s1 + s2);
    }
  }
}

/** λ times the product that is in `harmonic`, to blocks (i, j) and (j, i): what D + λ adds to D. */
static void add_growing_product(hol_balance *b, size_t i, size_t j, double *a, size_t stride)
{
  double *gc = b->harmonic, *gs = gc + b->width;
  for (size_t h = 0; h <= 2 * b->highest; h++) {
    gc[h] *= b->growth;
    gs[h] *= b->growth;
  }
  add_product(b, gc, gs, a + i * b->block * stride + j * b->block, stride);
  if (i != j) {
    add_product(b, gc, gs, a + j * b->block * stride + i * b->block, stride);
  }
}

/** Blocks (i, j) and (j, i): Λ S + c g gᵀ, the pull of axial modes times Q^r, and the loss of the cubic term. */
static void lateral_block(hol_balance *b, size_t i, size_t j, double *a, size_t stride)
{
  const hol_nonlinear_model *m = b->model;
  size_t n = b->samples, block = b->block;
  double sij = m->S[i * m->lateral + j], loss = cubic_loss(b);
  const double *restrict gi = b->g + i * n, *restrict gj = b->g + j * n;
  double *restrict product = b->q, *gc = b->harmonic, *gs = gc + b->width; /* q is not needed any more */
  for (size_t s = 0; s < n; s++) {
    product[s] = b->force[s] * sij + m->stiffness * gi[s] * gj[s];
  }
  for (size_t r = 0; r < m->axial; r++) {
    const double qij = m->form[(r * m->lateral + i) * m->lateral + j], *restrict pull = b->pull + r * n;
    for (size_t s = 0; qij != 0 && s < n; s++) {
      product[s] += pull[s] * qij;
    }
  }
  spectrum(b, product, gc, gs);
  add_product(b, gc, gs, a + i * block * stride + j * block, stride);
  if (i != j) {
    add_product(b, gc, gs, a + j * block * stride + i * block, stride);
  }
  if (loss != 0) {
    const double *restrict vi = b->gv + i * n, *restrict vj = b->gv + j * n;
    for (size_t s = 0; s < n; s++) {
      product[s] = loss * (b->loss[s] * sij + vi[s] * vj[s]);
    }
    spectrum(b, product, gc, gs);
    add_product_of_velocity(b, gc, gs, a + i * block * stride + j * block, stride);
    if (i != j) {
      add_product_of_velocity(b, gc, gs, a + j * block * stride + i * block, stride);
    }
    if (b->growth != 0) {
      add_growing_product(b, i, j, a, stride);
    }
  }
}

/** Where the cosine of harmonic h stands in a row of `wide`, its sine behind it: see number_places(). */
static size_t place_of(const hol_balance *b, size_t h)
{
  return h % 2 ? b->evens + h - 1 : h;
}

/** The matrix [2·2H + 1][2H + 1] that multiplies a motion by g, itself a motion with the coefficients x. */
static void fill_wide(const hol_balance *b, const double *x, double *a)
{
  double root = sqrt(0.5);
  size_t top = b->highest;
  double *gc = b->harmonic, *gs = gc + b->width; /* harmonics up to 3H, those above H are 0 */
  memset(gc, 0, 2 * b->width * sizeof *gc);
  gc[0] = sqrt(2) * x[0];
  for (size_t h = 1; h <= top; h++) {
    gc[h] = x[2 * h - 1];
    gs[h] = x[2 * h];
  }
  a[0] = 0.5 * gc[0];
  for (size_t h = 1; h <= top; h++) {
    a[place_of(b, h)] = root * gc[h];
    a[place_of(b, h) + 1] = root * gs[h];
  }
  for (size_t j = 1; j <= 2 * top; j++) {
    double *restrict c = a + (2 * j - 1) * b->padded, *restrict s = c + b->padded;
    c[0] = root * gc[j];
    s[0] = root * gs[j];
    for (size_t h = 1; h <= top; h++) {
      size_t at = place_of(b, h);
      double c1 = gc[j > h ? j - h : h - j], c2 = gc[j + h], s1 = gs[j + h];
      double s2 = j > h ? gs[j - h] : -gs[h - j];
      c[at] = 0.5 * (c1 + c2);
      c[at + 1] = 0.5 * (s1 - s2);
      s[at] = 0.5 * (s1 + s2);
      s[at + 1] = 0.5 * (c1 - c2);
    }
  }
}

/** Apply an axial mode's response to the rows of such a matrix. */
static void respond_to_rows(const hol_balance *b, const hol_bar_response *response, const double *a, double *out)
{
  size_t n = b->padded;
  for (size_t k = 0; k < n; k++) {
    out[k] = creal(response[0].pull) * a[k];
  }
  for (size_t h = 1; h <= 2 * b->highest; h++) {
    double x = creal(response[h].pull), y = cimag(response[h].pull);
    const double *restrict c = a + (2 * h - 1) * n, *restrict s = c + n;
    double *restrict c_out = out + (2 * h - 1) * n, *restrict s_out = c_out + n;
    for (size_t k = 0; k < n; k++) {
      c_out[k] = x * c[k] + y * s[k];
      s_out[k] = x * s[k] - y * c[k];
    }
  }
}

/** aᵀ b of some columns of two such matrices, over the rows of harmonics first, first + step, .. Sums that stay in
 *  registers. */
HOL_LANE_INLINE void multiply_tile(const hol_balance *b, const double *a, const double *other, size_t first,
                                   size_t step, double out[GROUP][CHUNK])
{
  static_assert(GROUP == 4 && sizeof(hol_lane) == CHUNK * sizeof(double), "a row of a tile is a vector");
  size_t n = b->padded;
  hol_lane sum0 = {0}, sum1 = {0}, sum2 = {0}, sum3 = {0};
  for (size_t h = first; h <= 2 * b->highest; h += step) {
    for (size_t row = h ? 2 * h - 1 : 0; row <= 2 * h; row++) {
      const double *x = a + row * n;
      hol_lane y;
      memcpy(&y, other + row * n, sizeof y);
      sum0 += x[0] * y;
      sum1 += x[1] * y;
      sum2 += x[2] * y;
      sum3 += x[3] * y;
    }
  }
  memcpy(out[0], &sum0, sizeof sum0);
  memcpy(out[1], &sum1, sizeof sum1);
  memcpy(out[2], &sum2, sizeof sum2);
  memcpy(out[3], &sum3, sizeof sum3);
}

/** block += aᵀ b for two such matrices. Those that multiply by odd harmonics only lead from even ones to odd ones and
 *  back: half of their rows, and half of the places of the product, are zero. */
HOL_LANE_CLONES static void add_transposed_product(const hol_balance *b, const double *a, const double *other,
                                                   bool is_odd, double *block, size_t stride)
{
  for (size_t i = 0; i < b->padded; i += GROUP) {
    for (size_t j = 0; j < b->padded; j += CHUNK) {
      bool from_even = i < b->evens;
      if (is_odd && from_even != (j < b->evens)) {
        continue;
      }
      double sum[GROUP][CHUNK];
      multiply_tile(b, a + i, other + j, is_odd && from_even ? 1 : 0, is_odd ? 2 : 1, sum);
      for (size_t k = 0; k < GROUP * CHUNK; k++) {
        size_t to = b->number[i + k / CHUNK], from = b->number[j + k % CHUNK];
        if (to < b->block && from < b->block) {
          block[to * stride + from] += sum[k / CHUNK][k % CHUNK];
        }
      }
    }
  }
}

/** (Q^r q)_i of the motion, as coefficients. */
static void form_of(const hol_balance *b, size_t r, size_t i, double *x)
{
  size_t l = b->model->lateral;
  memset(x, 0, b->block * sizeof *x);
  for (size_t j = 0; j < l; j++) {
    const double q = b->model->form[(r * l + i) * l + j], *full = b->full + j * b->block;
    for (size_t k = 0; q != 0 && k < b->block; k++) {
      x[k] += q * full[k];
    }
  }
}

/** Has a motion with these coefficients no even harmonics? */
static bool has_odd_only(const hol_balance *b, const double *x)
{
  bool is_odd = x[0] == 0;
  for (size_t h = 2; h <= b->highest && is_odd; h += 2) {
    is_odd = x[2 * h - 1] == 0 && x[2 * h] == 0;
  }
  return is_odd;
}

/** What axial mode r makes of a perturbation: (Q^r q)_i K_r (Q^r q)_j for all i, j. */
static void bar_blocks(hol_balance *b, size_t r, double *a, size_t stride)
{
  size_t l = b->model->lateral, size = b->width * b->padded;
  double *turned = b->wide + l * size, *x = b->harmonic + 3 * b->width;
  bool is_odd = true;
  for (size_t i = 0; i < l; i++) {
    form_of(b, r, i, x);
    is_odd = is_odd && has_odd_only(b, x);
    fill_wide(b, x, b->wide + i * size);
  }
  for (size_t j = 0; j < l; j++) {
    respond_to_rows(b, b->response + r * b->width, b->wide + j * size, turned);
    for (size_t i = 0; i < l; i++) {
      add_transposed_product(b, b->wide + i * size, turned, is_odd, a + i * b->block * stride + j * b->block, stride);
    }
  }
}

/** Diagonals: inertia, damping, stiffness. */
static void linear_part(const hol_balance *b, double nu, double *a, size_t stride)
{
  const hol_nonlinear_model *m = b->model;
  double w = nu / (double)b->period, lambda = b->growth;
  for (size_t i = 0; i < b->coordinates; i++) {
    double *block = a + i * b->block * stride + i * b->block;
    double mass = m->mass[i], inertia = mass * w * w;
    double c = damping_of(b, i, w) + 2 * inertia * lambda; /* of D, once λ is taken apart */
    double k = mass * m->omega2[i] + lambda * (c - inertia * lambda);
    block[0] += k;
    for (size_t h = 1; h <= b->highest; h++) {
      double n = (double)h, dynamic = k - inertia * n * n;
      double *row = block + (2 * h - 1) * stride + 2 * h - 1;
      row[0] += dynamic;
      row[1] += c * n;
      row[stride] -= c * n;
      row[stride + 1] += dynamic;
    }
  }
}

/** The last column: derivative by ν or by the factor of the force. */
static void parameter_column(hol_balance *b, double nu, double *a, size_t stride)
{
  double m = (double)b->period, w = nu / m;
  double *pull = b->q, *change = b->harmonic + b->width; /* samples of q are not needed any more */
  for (size_t r = 0; b->parameter == HOL_BY_FREQUENCY && r < b->model->axial; r++) {
    respond(b, b->drive + r * b->width, b->response + r * b->width, true, b->pull_slope + r * b->samples);
  }
  for (size_t i = 0; i < b->coordinates; i++) {
    double mass = b->model->mass[i], c = b->is_free ? 0 : mass * b->model->viscous / m;
    const double *x = b->full + i * b->block, *dx = b->turned + i * b->block;
    double *column = a + i * b->block * stride + stride - 1;
    if (b->parameter == HOL_BY_FORCE) {
      column[(2 * b->period - 1) * stride] = -force_of(b, i, nu);
      continue;
    }
    memset(pull, 0, b->samples * sizeof *pull);
    add_pull(b, i, b->pull_slope, pull);
    analyse_samples(b, pull, b->highest, change);
    column[0] = change[0];
    for (size_t h = 1; h <= b->highest; h++) {
      double inertia = -2 * mass * w / m * (double)(h * h);
      column[(2 * h - 1) * stride] = inertia * x[2 * h - 1] + c * dx[2 * h - 1] + change[2 * h - 1];
      column[2 * h * stride] = inertia * x[2 * h] + c * dx[2 * h] + change[2 * h];
    }
    if (!b->is_free) {
      column[(2 * b->period - 1) * stride] -= 2 * nu * b->model->force_nu2[i];
    }
  }
}

static void jacobian_of(hol_balance *b, double nu, double *a)
{
  size_t n = b->coordinates * b->block, stride = n + 1;
  memset(a, 0, n * stride * sizeof *a);
  for (size_t i = 0; i < b->model->lateral; i++) {
    for (size_t j = 0; j <= i; j++) {
      lateral_block(b, i, j, a, stride);
    }
  }
  linear_part(b, nu, a, stride);
  parameter_column(b, nu, a, stride);
  if (b->growth != 0) {
    prepare_bar(b, nu / (double)b->period);
  }
  for (size_t r = 0; r < b->model->axial; r++) {
    if (hol_bar_takes_part(b->model, r)) {
      bar_blocks(b, r, a, stride);
    }
  }
}

/* ---------------------------------------------------------------------------------------------------- all together */

/** The coefficients of the lateral modes from the unknowns. */
static void spread_lateral(const hol_balance *b, const double *x, double *full)
{
  if (!b->active) {
    memcpy(full, x, b->unknowns * sizeof *full);
    return;
  }
  memset(full, 0, b->coordinates * b->block * sizeof *full);
  for (size_t i = 0; i < b->unknowns; i++) {
    full[b->active[i]] = x[i];
  }
}

void hol_balance_spread(hol_balance *b, const double *z, double nu, double *full)
{
  size_t l = b->coordinates;
  spread_lateral(b, z, full);
  if (b->model->axial == 0) {
    return;
  }
  hol_balance_in_time(b, full, nu);
  for (size_t r = 0; r < b->model->axial; r++) {
    const double *drive = b->drive + r * b->width;
    const hol_bar_response *response = b->response + r * b->width;
    double *x = full + (l + r) * b->block;
    x[0] = creal(response[0].follow) * drive[0];
    for (size_t h = 1; h <= b->highest; h++) {
      transfer(response[h].follow, drive + 2 * h - 1, x + 2 * h - 1);
    }
  }
}

static void gather_harmonics(const hol_balance *b, double *r, double *a)
{
  size_t n = b->unknowns, stride = b->coordinates * b->block + 1;
  for (size_t i = 0; i < n; i++) {
    r[i] = b->residual[b->active[i]];
    for (size_t j = 0; a && j < n; j++) {
      a[i * (n + 1) + j] = b->jacobian[b->active[i] * stride + b->active[j]];
    }
    if (a) {
      a[i * (n + 1) + n] = b->jacobian[b->active[i] * stride + stride - 1];
    }
  }
}

void hol_balance_evaluate(hol_balance *b, const double *z, double *r, double *a)
{
  double p = z[b->unknowns];
  double nu = b->parameter == HOL_BY_FREQUENCY ? p : b->nu, sigma = b->parameter == HOL_BY_FREQUENCY ? 1 : p;
  spread_lateral(b, z, b->full);
  hol_balance_in_time(b, b->full, nu);
  residual_of(b, nu, sigma);
  if (a) {
    jacobian_of(b, nu, b->active ? b->jacobian : a);
  }
  if (b->active) {
    gather_harmonics(b, r, a);
  } else {
    memcpy(r, b->residual, b->unknowns * sizeof *r);
  }
}

hol_determinant hol_balance_hill(hol_balance *b, const double *z, double lambda, double *work, size_t *pivot)
{
  size_t d = b->unknowns;
  double *scale = work + d * (d + 1);
  assert(!b->active);
  b->growth = lambda;
  hol_balance_evaluate(b, z, scale, work); /* the residual is not wanted */
  b->growth = 0;
  for (size_t i = 1; i < d; i++) {
    memmove(work + i * d, work + i * (d + 1), d * sizeof *work);
  }
  return hol_lu_factor(d, work, pivot, scale);
}
