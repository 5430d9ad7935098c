/* SPDX-License-Identifier: BSD-3-Clause */
/* Position, bounding box and mass properties of a placed part. */
#include "base/vector.h"
#include "parts/resolve.h"

#include <math.h>
#include <string.h>

void hol_resolved_global(const hol_resolved *resolved, const double from[6], const double own[3], double at[6])
{
  for (int k = 0; k < 3; k++) {
    hol_dd x = {from[k], from[3 + k]};
    for (int a = 0; a < 3; a++) {
      x = hol_dd_add(x, hol_dd_product(own[a], resolved->axis[a][k]));
    }
    at[k] = x.value;
    at[3 + k] = x.rest;
  }
}

void hol_resolved_at(const hol_resolved *resolved, const double from[6], const double to[6], size_t point, hol_dd xi,
                     double at[6])
{
  if (resolved->sites && resolved->sites->points) {
    hol_resolved_global(resolved, from, resolved->sites->at[point], at);
    return;
  }
  if (xi.value >= 1 || xi.value <= 0) {
    memcpy(at, xi.value >= 1 ? to : from, 6 * sizeof *at);
    return;
  }
  for (int k = 0; k < 3; k++) {
    const hol_dd start = {from[k], from[3 + k]}, end = {to[k], to[3 + k]};
    const hol_dd x = hol_dd_add(start, hol_dd_multiply(xi, hol_dd_subtract(end, start)));
    at[k] = x.value;
    at[3 + k] = x.rest;
  }
}

static void widen(const double at[3], double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    low[k] = fmin(low[k], at[k]);
    high[k] = fmax(high[k], at[k]);
  }
}

void hol_resolved_widen(const hol_resolved *resolved, const double from[6], const double to[6], double low[3],
                        double high[3])
{
  const hol_sites *f = hol_resolved_sites(resolved);
  for (size_t i = 0; i < f->points + f->samples; i++) {
    double at[6];
    hol_resolved_global(resolved, from, i < f->points ? f->at[i] : f->sample[i - f->points], at);
    widen(at, low, high);
  }
  if (!f->class) {
    widen(from, low, high);
    widen(to, low, high);
  }
}

/** Mass properties of a part with points; none of others. */
static void weigh_sites(const hol_resolved *resolved, const double from[6], const double about[6], double *mass,
                        double first[3], double second[3][3])
{
  const hol_sites *f = hol_resolved_sites(resolved);
  double at[6], centre[3], square = 0;
  hol_resolved_global(resolved, from, f->centre, at);
  hol_apart(at, about, centre);
  for (int i = 0; i < 3; i++) {
    first[i] += f->mass * centre[i];
    square += centre[i] * centre[i];
  }
  *mass += f->mass;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double own = 0;
      for (int a = 0; a < 9; a++) {
        own += resolved->axis[a / 3][i] * f->inertia[a / 3][a % 3] * resolved->axis[a % 3][j];
      }
      second[i][j] += own + f->mass * ((i == j ? square : 0.0) - centre[i] * centre[j]);
    }
  }
}

void hol_resolved_weigh(const hol_resolved *resolved, const double from[6], const double to[6], const double about[6],
                        double *mass, double first[3], double second[3][3])
{
  double m = resolved->moment[0] + resolved->mass, centre[3], along[3]; /* of a member, or of a body */
  /* where on the member its mass has its centre, and the square of its radius of gyration about it, in lengths */
  bool is_long = resolved->moment[0] > 0;
  double middle = is_long ? resolved->moment[1] / (m * resolved->length) : 0.5;
  double spread = is_long ? resolved->moment[2] / (m * resolved->length * resolved->length) - middle * middle : 0;
  hol_apart(to, from, along);
  hol_apart(from, about, centre);
  for (int k = 0; k < 3; k++) {
    centre[k] += middle * along[k];
    first[k] += m * centre[k];
  }
  *mass += m;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double own = resolved->inertia[i][j], moment = centre[i] * centre[j] + along[i] * along[j] * spread, trace = 0;
      for (int k = 0; k < 3; k++) {
        trace += centre[k] * centre[k];
        own += resolved->turning[k] * resolved->axis[k][i] * resolved->axis[k][j];
      }
      trace += resolved->length * resolved->length * spread;
      second[i][j] += own + m * ((i == j ? trace : 0.0) - moment);
    }
  }
  weigh_sites(resolved, from, about, mass, first, second);
}

void hol_resolved_inertia(const hol_resolved *resolved, double *mass, double turning[3])
{
  const double along[3] = {resolved->polar_inertia, resolved->rotary[0], resolved->rotary[1]};
  *mass =
      resolved->line_mass * resolved->length + hol_resolved_sites(resolved)->mass + resolved->mass; /* one of them */
  for (int k = 0; k < 3; k++) {
    turning[k] = along[k] * resolved->length + resolved->inertia[k][k];
  }
}
