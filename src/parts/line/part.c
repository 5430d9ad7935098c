/* SPDX-License-Identifier: BSD-3-Clause */
/* Common to the motions of straight members: properties from a uniform line, or from means along a member. */
#include "parts/line/class.h"

#include <math.h>
#include <string.h>

void hol_line_part_set(hol_line_part *part, const hol_line *line)
{
  hol_line_mode mode[2];
  part->line = *line;
  hol_line_part_keep(part, hol_line_rigid_modes(line, mode), mode);
}

void hol_line_part_keep(hol_line_part *part, size_t count, const hol_line_mode mode[2])
{
  part->rigid_count = count;
  for (size_t r = 0; r < count; r++) {
    memcpy(part->rigid[r], &mode[r].c[2], sizeof part->rigid[r]);
  }
}

hol_line_mode hol_line_part_mode(const hol_line_part *part, size_t r)
{
  return (hol_line_mode){.c = {0, 0, part->rigid[r][0], part->rigid[r][1]}};
}

const hol_line *hol_line_part_line(const void *of)
{
  return &((const hol_line_part *)of)->line;
}

double hol_line_part_rigid(const void *of, size_t r, hol_port at)
{
  const hol_line_part *part = of;
  const hol_line_mode mode = hol_line_part_mode(part, r);
  return hol_line_mode_at(&part->line, &mode, at.x, at.component);
}

double hol_line_part_rigid_size(const void *of, size_t r, double length)
{
  const double *mode = ((const hol_line_part *)of)->rigid[r];
  return fabs(mode[0]) + fabs(mode[1]) * length;
}

size_t hol_line_part_words(const void *of, hol_word word[HOL_WORDS])
{
  enum { BAR, SHAFT, EULER, RAYLEIGH, TIMOSHENKO, FORCE, FOUNDATION };
  static const char *const text[] = {"bars",
                                     "shafts",
                                     "Euler-Bernoulli beams",
                                     "Rayleigh beams",
                                     "Timoshenko beams",
                                     "axial force",
                                     "elastic foundation"};
  const hol_line *line = hol_line_part_line(of);
  int beam = line->shear > 0 ? TIMOSHENKO : line->rotary > 0 ? RAYLEIGH : EULER;
  int theory = hol_line_is_bending(line) ? beam : line->motion == HOL_AXIAL ? BAR : SHAFT;
  size_t n = 0;
  word[n++] = (hol_word){theory, text[theory]};
  if (line->tension != 0 || line->tension_slope != 0) {
    word[n++] = (hol_word){FORCE, text[FORCE]};
  }
  if (line->foundation > 0) {
    word[n++] = (hol_word){FOUNDATION, text[FOUNDATION]};
  }
  return n;
}

double hol_line_part_characteristic_eigenvalue(const void *of, double mass)
{
  const hol_line *line = hol_line_part_line(of);
  double power = hol_line_is_bending(line) ? 4 : 2;
  double per_mass = line->mass > 0 ? log(line->mass) : mass;
  return log(line->stiffness) - per_mass - (line->mass > 0 ? power : power - 1) * log(line->length);
}

hol_added_stiffness hol_line_part_added_stiffness(const void *of)
{
  const hol_line *line = hol_line_part_line(of);
  double own = log10(line->stiffness), length = log10(line->length);
  double force = fabs(line->tension) + fabs(line->tension_slope) * line->length / 2;
  double push = fmax(-line->tension, 0) + fabs(line->tension_slope) * line->length / 2;
  return (hol_added_stiffness){.foundation = line->foundation > 0,
                               .half_waves = sqrt(push / line->stiffness) * line->length / M_PI,
                               .force = force != 0,
                               .foundation_digits =
                                   log10(line->foundation) + (hol_line_is_bending(line) ? 4 : 2) * length - own,
                               .force_digits = log10(force) + 2 * length - own};
}

bool hol_line_part_is_fixed(const void *of, hol_port port)
{
  const hol_line *line = hol_line_part_line(of);
  double tiny = 1e-9 * line->length;
  bool is_rod = !hol_line_is_bending(line);
  for (int e = 0; e < 2; e++) {
    if (fabs(port.x - (e ? line->length : 0.0)) <= tiny) {
      hol_end end = line->end[e];
      bool deflection = end == HOL_END_CLAMPED || end == HOL_END_PINNED || (is_rod && end == HOL_END_GUIDED);
      bool slope = end == HOL_END_CLAMPED || end == HOL_END_GUIDED;
      return port.component ? slope : deflection;
    }
  }
  return false;
}
