/* SPDX-License-Identifier: BSD-3-Clause */
/* Channel: the web along local y, the flanges towards +z. Torsion by Σ b t³/3. */
#include "parts/shapes.h"

#include <math.h>

enum { SHAPE, WIDTH, HEIGHT, FLANGE, WEB, KAPPA, KEYS };

/** From the middle of the web outwards e = b² h² t/(4 I), b and h between middles of walls. [Timoshenko] */
static double shear_distance(double width, double height, double flange, double web)
{
  double b = width - web / 2, h = height - flange;
  return 3 * b * b * flange / (6 * b * flange + h * web);
}

static bool values(const hol_section *s, double nu, hol_section_values *v)
{
  (void)nu;
  double width = s->number[WIDTH], height = s->number[HEIGHT], flange = s->number[FLANGE], web = s->number[WEB];
  double clear = height - 2 * flange;
  if (!(clear > 0 && web < width)) {
    return false;
  }
  const hol_wall wall[] = {{flange / 2, width / 2, flange, width},
                           {height / 2, web / 2, clear, web},
                           {height - flange / 2, width / 2, flange, width}};
  hol_walls_sum sum = hol_walls_add(wall, 3);
  v->area = sum.area;
  v->I_z = sum.I_z;
  v->I_y = sum.I_y;
  v->I_p = v->I_y + v->I_z;
  v->J = (2 * width * pow(flange, 3) + clear * pow(web, 3)) / 3;
  v->z_shear = web / 2 - shear_distance(width, height, flange, web) - sum.z;
  v->kappa_y = v->kappa_z = (double)NAN;
  return true;
}

static void check(hol_reader *reader, const hol_section_draft *draft)
{
  hol_section_less(reader, draft, FLANGE, 2, HEIGHT, NULL, "two flanges must be thinner than the height");
  hol_section_less(reader, draft, WEB, 1, WIDTH, NULL, "the web must be thinner than the width");
}

static const hol_key shape = HOL_SHAPE_WORD("channel", "channel, open towards +z; torsion by the sum of b t^3/3");
static const hol_key width = {HOL_SHAPE_LENGTH("width", "width"), .is_required = true,
                              .meaning = "of the flanges, along local z"};
static const hol_key height = {HOL_SHAPE_LENGTH("height", "height"), .is_required = true, .meaning = "along local y"};
static const hol_key flange = {HOL_SHAPE_LENGTH("flange", "flange thickness"), .is_required = true,
                               .meaning = "thickness of the flanges"};
static const hol_key web = {HOL_SHAPE_LENGTH("web", "web thickness"), .is_required = true,
                            .meaning = "thickness of the web"};
static const hol_key *const key[KEYS] = {&shape, &width, &height, &flange, &web, &hol_key_kappa_asked};

const hol_section_shape hol_shape_channel = {.grammar = {.name = "channel", .key = key, .keys = KEYS, .check = check},
                                             .values = values};
