/* SPDX-License-Identifier: BSD-3-Clause */
/* Melnikov’s prediction of isolated subharmonic motions: starting points and frequency ranges. */
#include "nonlinear/melnikov.h"

#include "base/memory.h"
#include "nonlinear/duffing.h"
#include "nonlinear/map.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { PHASES = 6, ORDERS = 3, SAMPLES = 96 };

/** A free motion: turns at `amplitude`, about rest or in one well of two. */
typedef struct free_motion {
  double amplitude, frequency;
  double q[SAMPLES], v[SAMPLES]; /**< over one period from the turn */
} free_motion;

/** Frequency of the free motion that turns at an amplitude: π√(ω² + μA²)/(2K(k)), k² = μA²/2(ω² + μA²), about rest;
 *  in a well π A √(μ/2)/K(k), k² = 2(1 + ω²/μA²). K by the arithmetic-geometric mean. 0: there is none. */
static double frequency_at(const hol_oscillator *o, double amplitude, bool in_well)
{
  double stretched = o->mu * amplitude * amplitude, square = in_well ? stretched / 2 : o->omega2 + stretched;
  double modulus = in_well ? 2 * (1 + o->omega2 / stretched) : stretched / (2 * (o->omega2 + stretched));
  if (!(square > 0) || !(modulus < 1)) {
    return 0;
  }
  double a = 1, b = sqrt(1 - modulus);
  for (int i = 0; i < 40 && fabs(a - b) > 1e-15 * a; i++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return sqrt(square) * a * (in_well ? 2 : 1);
}

/** Amplitudes between which the frequency is monotone. */
static void limits_of(const hol_oscillator *o, bool in_well, double *low, double *high)
{
  double rest = o->mu != 0 ? sqrt(fabs(o->omega2 / o->mu)) : 0;
  if (o->omega2 >= 0) {
    *low = 0;
    *high = o->mu < 0 ? rest : (double)INFINITY;
  } else {
    *low = in_well ? rest : sqrt(2) * rest;
    *high = in_well ? sqrt(2) * rest : (double)INFINITY;
  }
}

/** The amplitude of the free motion with this frequency; 0: there is none. */
static double amplitude_at(const hol_oscillator *o, double frequency, bool in_well)
{
  double low, high;
  if (o->mu == 0 || (o->omega2 < 0 && o->mu < 0) || (in_well && !(o->omega2 < 0))) {
    return 0;
  }
  limits_of(o, in_well, &low, &high);
  bool rises = o->mu > 0 && !in_well;
  if (isinf(high)) {
    high = fmax(2 * low, sqrt(frequency * frequency / o->mu));
    for (int i = 0; i < 60 && frequency_at(o, high, in_well) < frequency; i++) {
      high *= 2;
    }
  }
  double bottom = low, top = high;
  for (int i = 0; i < 60; i++) {
    double middle = low + (high - low) / 2;
    bool is_below = (frequency_at(o, middle, in_well) < frequency) == rises;
    low = is_below ? middle : low;
    high = is_below ? high : middle;
  }
  double here = low + (high - low) / 2, off = frequency_at(o, here, in_well) / frequency - 1;
  return fabs(off) < 1e-3 && here > bottom * (1 + 1e-9) && here < top ? here : 0;
}

/** The motion itself, by the leapfrog. @return whether there is one */
static bool free_motion_of(const hol_oscillator *o, double frequency, bool in_well, free_motion *f)
{
  enum { SUBSTEPS = 3 };
  double h = 2 * M_PI / frequency / (SAMPLES * SUBSTEPS);
  f->frequency = frequency;
  f->amplitude = amplitude_at(o, frequency, in_well);
  double q = f->amplitude, v = 0;
  for (size_t i = 0; i < SAMPLES; i++) {
    f->q[i] = q;
    f->v[i] = v;
    for (int k = 0; k < SUBSTEPS; k++) {
      q += h / 2 * v;
      v -= h * (o->omega2 + o->mu * q * q) * q;
      q += h / 2 * v;
    }
  }
  return f->amplitude > 0 && isfinite(q) && fabs(q - f->amplitude) < 0.5 * f->amplitude;
}

/** Can the force keep the motion going against a part of its losses? */
static bool is_driven(const hol_oscillator *o, const free_motion *f, size_t m, double part)
{
  double tau = 2 * M_PI / f->frequency / SAMPLES;
  double c = 0, s = 0, loss = 0;
  for (size_t i = 0; i < SAMPLES; i++) {
    double angle = 2 * M_PI * (double)(i * m % SAMPLES) / SAMPLES, square = f->v[i] * f->v[i];
    c += f->q[i] * cos(angle) * 2 / SAMPLES;
    s += f->q[i] * sin(angle) * 2 / SAMPLES;
    loss += (o->c + o->gamma * square) * square * tau;
  }
  return fabs(o->force) * M_PI * (double)m * hypot(c, s) >= part * loss;
}

static size_t common_divisor(size_t a, size_t b)
{
  while (b > 0) {
    size_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* ---- the box ----------------------------------------------------------------------------------------------------- */

/** The largest amplitude with one harmonic: A²((ω² − ν² + ¾μA²)² + (cν + ¾γν³A²)²) = F² for A². */
static double forced_amplitude(const hol_nonlinear_model *m, double nu)
{
  const hol_duffing d = hol_duffing_of(m, 0);
  double amplitude[3], largest = 0;
  size_t count = hol_duffing_amplitudes(&d, nu, amplitude);
  for (size_t i = 0; i < count; i++) {
    largest = fmax(largest, amplitude[i]);
  }
  return largest;
}

/** What one harmonic, the restoring force alone, the force alone and free motions that are driven suggest. */
static void box_of(const hol_nonlinear_model *model, const hol_oscillator *o, double free_reach, double box[2])
{
  double largest = fmax(forced_amplitude(model, o->nu), free_reach);
  largest = fmax(largest, o->mu > 0 ? cbrt(fabs(o->force) / o->mu) : 0);
  largest = fmax(largest, o->mu != 0 ? sqrt(fabs(o->omega2 / o->mu)) * (o->mu < 0 || o->omega2 < 0 ? 1 : 0.1) : 0);
  box[0] = 1.6 * largest;
  box[1] = box[0] * fmax(o->nu, sqrt(fmax(o->omega2 + 0.75 * o->mu * largest * largest, 0)));
}

/* ---- starts ------------------------------------------------------------------------------------------------------ */

/** What the force does to a displacement while a motion much slower goes on. */
static double moved(const hol_oscillator *o, const free_motion *f)
{
  double stiff = o->omega2 + 1.5 * o->mu * f->amplitude * f->amplitude, square = o->nu * o->nu;
  return square - stiff > 0.3 * square ? -o->force / (square - stiff) : 0;
}

/** States of a free motion of frequency nν/m at times spread over one period of the force. */
static void add_motion(const hol_oscillator *o, const free_motion *f, size_t m, hol_cycle_start *start, size_t *starts)
{
  double aside = m > 1 ? moved(o, f) : 0;
  for (size_t i = 0; i < PHASES; i++) {
    double turns = f->frequency / o->nu * (double)i / PHASES;
    size_t at = (size_t)(turns * SAMPLES + 0.5) % SAMPLES;
    start[(*starts)++] = (hol_cycle_start){{f->q[at] + aside, f->v[at]}, m};
  }
}

/** All of them. @param[out] reach  the largest amplitude of those that are driven */
static void add_motions(const hol_oscillator *o, size_t longest, hol_cycle_start *start, size_t *starts, double *reach)
{
  for (size_t m = 1; m <= longest; m++) {
    for (size_t n = 1; n <= ORDERS * 2; n++) {
      bool in_well = n > ORDERS;
      size_t order = in_well ? n - ORDERS : n;
      free_motion f;
      if (common_divisor(m, order) != 1 || !free_motion_of(o, (double)order * o->nu / (double)m, in_well, &f)) {
        continue;
      }
      add_motion(o, &f, m, start, starts);
      if (order == 1 && m > 1 && is_driven(o, &f, m % 2 ? m : m + 1, 0.3)) {
        *reach = fmax(*reach, f.amplitude);
      }
    }
  }
}

hol_status hol_melnikov_starts(const hol_nonlinear_model *model, double nu, size_t longest, hol_cycle_start **start,
                               size_t *starts, double box[2])
{
  hol_oscillator o = hol_oscillator_of(model, nu);
  double reach = 0;
  *starts = 0;
  *start = hol_alloc(longest * 2 * ORDERS * PHASES, sizeof **start);
  if (!*start) {
    return HOL_MEMORY;
  }
  add_motions(&o, longest, *start, starts, &reach);
  box_of(model, &o, reach, box);
  return HOL_OK;
}

/* ---- frequencies ------------------------------------------------------------------------------------------------- */

static bool is_born(const hol_nonlinear_model *model, double nu, size_t m)
{
  const hol_oscillator o = hol_oscillator_of(model, nu);
  free_motion f;
  return free_motion_of(&o, nu / (double)m, false, &f) && is_driven(&o, &f, m, 1);
}

size_t hol_melnikov_frequencies(const hol_nonlinear_model *model, double from, double to, size_t longest, size_t most,
                                double *nu)
{
  enum { PLACES = 200, GAP = 8 };
  double ratio = pow(to / from, 1.0 / PLACES);
  size_t count = 0;
  for (size_t m = 3; m <= longest; m += 2) {
    size_t first = SIZE_MAX, last = 0;
    for (size_t i = 0; i <= PLACES + GAP; i++) {
      if (i <= PLACES && is_born(model, from * pow(ratio, (double)i), m)) {
        first = first == SIZE_MAX ? i : first;
        last = i;
      } else if (first != SIZE_MAX && i >= last + GAP) { /* narrow gaps are of no account */
        if (count < most) {
          nu[count++] = fmin(from * pow(ratio, (double)(first + last) / 2), to);
        }
        first = SIZE_MAX;
      }
    }
  }
  return count;
}
