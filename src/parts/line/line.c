#include "parts/line/line.h"

#include <math.h>

#include <assert.h>

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
