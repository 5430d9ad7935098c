/* SPDX-License-Identifier: BSD-3-Clause */
/* Round sections, full and hollow. */
#include "parts/shapes.h"

#include <math.h>

/** The wall of a full one is half its diameter. Cowper's hollow circle; m = 0 gives his full circle. */
static void fill(double outer, double wall, double nu, hol_section_values *v)
{
  double m = (outer - 2 * wall) / outer, m2 = m * m, sum = 1 + m2;
  v->area = M_PI * wall * (outer - wall);
  v->I_y = v->I_z = v->area * outer * outer * sum / 16;
  v->J = v->I_p = 2 * v->I_z;
  v->kappa_y = v->kappa_z = 6 * (1 + nu) * sum * sum / ((7 + 6 * nu) * sum * sum + (20 + 12 * nu) * m2);
}

enum { SHAPE, DIAMETER, RADIUS, INNER = 2, THICKNESS };

static bool circle_values(const hol_section *s, double nu, hol_section_values *v)
{
  double outer = hol_section_has(s, RADIUS) ? 2 * s->number[RADIUS] : s->number[DIAMETER];
  fill(outer, outer / 2, nu, v);
  return outer > 0;
}

static const hol_key circle = HOL_SHAPE_WORD("circle", "full circle");
static const hol_key diameter = {HOL_SHAPE_LENGTH("diameter", "diameter"), .otherwise = "radius",
                                 .meaning = "diameter"};
static const hol_key radius = {HOL_SHAPE_LENGTH("radius", "radius"), .otherwise = "diameter",
                               .meaning = "in place of the diameter"};
static const hol_key *const circle_key[] = {&circle, &diameter, &radius, &hol_key_kappa_cowper};

const hol_section_shape hol_shape_circle = {
    .grammar = {.name = "circle", .key = circle_key, .keys = 4, .either = 1u << DIAMETER | 1u << RADIUS},
    .values = circle_values};

static void check_tube(hol_reader *reader, const hol_section_draft *draft)
{
  if (draft->field[THICKNESS].value) {
    hol_section_less(reader, draft, THICKNESS, 2, DIAMETER, "a full section is a `circle`",
                     "the thickness must be less than half the diameter");
  } else {
    hol_section_less(reader, draft, INNER, 1, DIAMETER, "`diameter` is the outer one",
                     "the inner diameter must be less than the diameter");
  }
}

static bool tube_values(const hol_section *s, double nu, hol_section_values *v)
{
  double outer = s->number[DIAMETER];
  const hol_dd gap = hol_dd_subtract((hol_dd){outer, s->rest[DIAMETER]}, (hol_dd){s->number[INNER], s->rest[INNER]});
  double wall = hol_section_has(s, THICKNESS) ? s->number[THICKNESS] : gap.value / 2;
  fill(outer, wall, nu, v);
  return wall > 0 && 2 * wall <= outer;
}

static const hol_key tube = HOL_SHAPE_WORD("tube", "round tube");
static const hol_key outside = {HOL_SHAPE_LENGTH("diameter", "diameter"), .is_required = true, .meaning = "outside"};
static const hol_key inside = {HOL_SHAPE_LENGTH("inner_diameter", "inner diameter"), .otherwise = "thickness",
                               .meaning = "inside"};
static const hol_key thickness = {HOL_SHAPE_LENGTH("thickness", "thickness"), .otherwise = "inner_diameter",
                                  .meaning = "of the wall, in place of the inner diameter"};
static const hol_key *const tube_key[] = {&tube, &outside, &inside, &thickness, &hol_key_kappa_cowper};

const hol_section_shape hol_shape_tube = {.grammar = {.name = "tube",
                                                      .key = tube_key,
                                                      .keys = 5,
                                                      .either = 1u << INNER | 1u << THICKNESS,
                                                      .check = check_tube},
                                          .values = tube_values};
