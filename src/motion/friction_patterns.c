/* SPDX-License-Identifier: BSD-3-Clause */
/* Friction at zero slip with limits from reactions: all patterns of sticking and sliding, with all signs. */
#include "motion/friction_solve.h"

#include <math.h>
#include <string.h>

/** Sign that the reaction of the contact of element k has by `signs`, a bit for each element that slides: the first of
 *  those at a contact decides for all. */
static int sign_of(const hol_friction_elements *elements, const int8_t *slide, unsigned signs, size_t k)
{
  size_t contact = elements->at[k], first = k;
  for (size_t j = k; j-- > 0;) {
    first = slide[j] != 0 && elements->at[j] == contact ? j : first;
  }
  int given = elements->sign ? elements->sign[contact] : 0;
  return given ? given : signs >> first & 1 ? -1 : 1;
}

/** Is a bit of `signs` set that nothing depends on? */
static bool is_repeated(const hol_friction_elements *elements, const int8_t *slide, unsigned signs)
{
  for (size_t k = 0; k < elements->count; k++) {
    bool depends = slide[k] != 0 && elements->at && elements->at[k] != SIZE_MAX;
    depends = depends && !(elements->sign && elements->sign[elements->at[k]]);
    for (size_t j = 0; j < k && depends; j++) {
      depends = !(slide[j] != 0 && elements->at[j] == elements->at[k]);
    }
    if ((signs >> k & 1) && !depends) {
      return true;
    }
  }
  return false;
}

/** Friction forces of a pattern: no acceleration of what sticks, the limit of what slides. */
static hol_status solve(hol_friction_choice *choice, const hol_friction_elements *elements, const int8_t *slide,
                        unsigned signs)
{
  size_t n = elements->count;
  double *x = choice->vector;
  for (size_t j = 0; j < n; j++) {
    double unit = hol_friction_unit(elements, j);
    bool presses = slide[j] != 0 && elements->at && elements->at[j] != SIZE_MAX;
    double factor = presses ? slide[j] * elements->coefficient[j] * sign_of(elements, slide, signs, j) : 0;
    for (size_t k = 0; k < n; k++) {
      double entry = slide[j] != 0 ? (double)(j == k) : choice->clean[j * n + k];
      entry += presses ? factor * elements->normal[k * elements->contacts + elements->at[j]] *
                             hol_friction_unit(elements, k) / unit
                       : 0;
      choice->matrix[k * n + j] = entry;
    }
    x[j] = slide[j] == 0 ? -elements->first[j] * unit
           : presses     ? -factor * elements->loose[elements->at[j]] / unit
                         : -slide[j] * fmax(0, elements->limit[j]) / unit;
  }
  HOL_TRY(hol_friction_least(choice, n, x));
  for (size_t j = 0; j < n; j++) {
    choice->tau[j] = x[j] * hol_friction_unit(elements, j);
  }
  return HOL_OK;
}

/** Has a solution been kept that moves in the same way with the same reactions? */
static bool is_known(hol_friction_choice *choice, const hol_friction_elements *elements)
{
  size_t n = elements->count,
         kept = choice->solutions < HOL_FRICTION_SOLUTIONS ? choice->solutions : HOL_FRICTION_SOLUTIONS;
  bool is = false;
  double *tau = choice->tau;
  for (size_t i = 0; i < kept && !is; i++) {
    is = true;
    for (size_t k = 0; k < n && is; k++) {
      double room = 0, other_room = 0, e = hol_friction_acceleration(choice, elements, k, &room);
      choice->tau = choice->solution + i * n;
      is = fabs(e - hol_friction_acceleration(choice, elements, k, &other_room)) <= 10 * (room + other_room);
      choice->tau = tau;
    }
    for (size_t c = 0; c < elements->contacts && is; c++) {
      double size = 0, other_size = 0, reaction = hol_friction_reaction(choice, elements, c, &size);
      choice->tau = choice->solution + i * n;
      is = fabs(reaction - hol_friction_reaction(choice, elements, c, &other_size)) <=
           10 * HOL_FRICTION_AGREES * (size + other_size);
      choice->tau = tau;
    }
  }
  return is;
}

/** Number `code` in base 3 as a pattern. @return how many elements slide */
static size_t set_pattern(size_t n, size_t code, int8_t *slide)
{
  size_t slides = 0;
  for (size_t k = 0; k < n; k++, code /= 3) {
    slide[k] = (int8_t)(code % 3 == 0 ? 0 : code % 3 == 1 ? 1 : -1);
    slides += slide[k] != 0;
  }
  return slides;
}

/** Does every element that slides slide its way, and is every sign as it was taken? */
static bool is_as_taken(const hol_friction_choice *choice, const hol_friction_elements *elements, const int8_t *slide,
                        unsigned signs)
{
  bool is = hol_friction_agrees(choice, elements);
  for (size_t k = 0; k < elements->count && is; k++) {
    double room = 0, size = 0, e = hol_friction_acceleration(choice, elements, k, &room);
    is = slide[k] == 0 ? fabs(e) <= room : slide[k] * e >= -room;
    if (slide[k] != 0 && elements->at && elements->at[k] != SIZE_MAX && is) {
      double reaction = hol_friction_reaction(choice, elements, elements->at[k], &size);
      is = sign_of(elements, slide, signs, k) * reaction >= -HOL_FRICTION_AGREES * size;
    }
  }
  return is;
}

static hol_status try_signs(hol_friction_choice *choice, const hol_friction_elements *elements, const int8_t *slide)
{
  size_t n = elements->count;
  for (unsigned signs = 0; signs < 1u << n; signs++) {
    if (is_repeated(elements, slide, signs)) {
      continue;
    }
    HOL_TRY(solve(choice, elements, slide, signs));
    if (is_as_taken(choice, elements, slide, signs) && !is_known(choice, elements)) {
      if (choice->solutions < HOL_FRICTION_SOLUTIONS) {
        memcpy(choice->solution + choice->solutions * n, choice->tau, n * sizeof *choice->tau);
      }
      choice->solutions++;
    }
  }
  return HOL_OK;
}

hol_status hol_friction_try_patterns(hol_friction_choice *choice, const hol_friction_elements *elements)
{
  size_t n = elements->count, codes = 1;
  int8_t *slide = choice->held;
  for (size_t k = 0; k < n; k++) {
    codes *= 3;
  }
  choice->solutions = 0;
  hol_friction_clean(choice, elements);
  for (size_t wanted = 0; wanted <= n; wanted++) {
    for (size_t code = 0; code < codes; code++) {
      HOL_TRY(set_pattern(n, code, slide) == wanted ? try_signs(choice, elements, slide) : HOL_OK);
    }
  }
  if (choice->solutions == 0) {
    return HOL_OK;
  }
  memcpy(choice->tau, choice->solution, n * sizeof *choice->tau);
  return hol_friction_conclude(choice, elements, NULL);
}

hol_status hol_friction_take(hol_friction_choice *choice, const hol_friction_elements *elements, size_t i)
{
  size_t n = elements->count;
  memcpy(choice->tau, choice->solution + i * n, n * sizeof *choice->tau);
  return hol_friction_conclude(choice, elements, NULL);
}
