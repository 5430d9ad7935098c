/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of a uniform member: kind of motion, decay rate, bound of wave numbers, comparison. */
#include "parts/line/line.h"

#include <math.h>

#include <assert.h>
#include <string.h>

bool hol_line_is_bending(const hol_line *line)
{
  assert(line);
  return line->motion == HOL_BENDING_Y || line->motion == HOL_BENDING_Z;
}

bool hol_line_is_compressed(const hol_line *line)
{
  return hol_line_is_bending(line) && line->tension < fabs(line->tension_slope) * line->length / 2;
}

double hol_line_decay(const hol_line *line)
{
  double bed = fmax(line->foundation, 0) / line->stiffness;
  return hol_line_is_bending(line) ? sqrt(fmax(line->tension, 0) / line->stiffness) + pow(bed, 0.25) : sqrt(bed);
}

double hol_line_wave(const hol_line *line, double lambda)
{
  double heavy = lambda * line->mass / line->stiffness;
  if (!hol_line_is_bending(line)) {
    return sqrt(fmax(heavy, 0));
  }
  double soft = line->rotary / line->stiffness + (line->shear > 0 ? line->mass / line->shear : 0);
  return pow(fmax(heavy, 0), 0.25) + sqrt(fmax(lambda, 0) * soft) + sqrt(fmax(-line->tension, 0) / line->stiffness);
}

bool hol_line_is_same(const hol_line *a, const hol_line *b)
{
  const double x[] = {a->length, a->stiffness, a->mass,       a->rotary,
                      a->shear,  a->tension,   a->foundation, a->tension_slope};
  const double y[] = {b->length, b->stiffness, b->mass,       b->rotary,
                      b->shear,  b->tension,   b->foundation, b->tension_slope};
  return memcmp(x, y, sizeof x) == 0 && a->end[0] == b->end[0] && a->end[1] == b->end[1];
}
