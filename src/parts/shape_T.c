/* SPDX-License-Identifier: BSD-3-Clause */
/* T: the flange on the side of +y, along local z. Torsion by Σ b t³/3; shear along the web after Cowper. */
#include "parts/shapes.h"

#include <math.h>

enum { SHAPE, WIDTH, HEIGHT, FLANGE, WEB, KAPPA, KEYS };

/** Cowper's thin-walled T; h from the middle of the flange. */
static double web_kappa(double width, double h, double flange, double web, double nu)
{
  double m = width * flange / (h * web), n = width / h, m2 = m * m, m3 = m2 * m;
  double denominator = 12 + 96 * m + 276 * m2 + 192 * m3 + nu * (11 + 88 * m + 248 * m2 + 216 * m3) +
                       30 * n * n * (m + m2) + 10 * nu * n * n * (4 * m + 5 * m2 + m3);
  return 10 * (1 + nu) * (1 + 4 * m) * (1 + 4 * m) / denominator;
}

static bool values(const hol_section *s, double nu, hol_section_values *v)
{
  double width = s->number[WIDTH], height = s->number[HEIGHT], flange = s->number[FLANGE], web = s->number[WEB];
  double clear = height - flange;
  if (!(clear > 0 && web < width)) {
    return false;
  }
  const hol_wall wall[] = {{.y = height - flange / 2, .height = flange, .width = width},
                           {.y = clear / 2, .height = clear, .width = web}};
  hol_walls_sum sum = hol_walls_add(wall, 2);
  v->area = sum.area;
  v->I_z = sum.I_z;
  v->I_y = sum.I_y;
  v->I_p = v->I_y + v->I_z;
  v->J = (width * pow(flange, 3) + clear * pow(web, 3)) / 3;
  v->y_shear = height - flange / 2 - sum.y; /* where the middles of the walls meet */
  v->kappa_z = web_kappa(width, height - flange / 2, flange, web, nu);
  v->kappa_y = (double)NAN;
  return true;
}

static void check(hol_reader *reader, const hol_section_draft *draft)
{
  hol_section_less(reader, draft, FLANGE, 1, HEIGHT, NULL, "the flange must be thinner than the height");
  hol_section_less(reader, draft, WEB, 1, WIDTH, NULL, "the web must be thinner than the width");
}

static const hol_key shape = HOL_SHAPE_WORD("T", "T, its flange towards +y; torsion by the sum of b t^3/3");
static const hol_key width = {HOL_SHAPE_LENGTH("width", "width"), .is_required = true,
                              .meaning = "of the flange, along local z"};
static const hol_key height = {HOL_SHAPE_LENGTH("height", "height"), .is_required = true, .meaning = "along local y"};
static const hol_key flange = {HOL_SHAPE_LENGTH("flange", "flange thickness"), .is_required = true,
                               .meaning = "thickness of the flange"};
static const hol_key web = {HOL_SHAPE_LENGTH("web", "web thickness"), .is_required = true,
                            .meaning = "thickness of the web"};
static const hol_key kappa = {HOL_SHAPE_KEY("kappa", "shear coefficient", 0), .otherwise = "after Cowper",
                              .meaning = "shear coefficient for both planes; required where it bends along z"};
static const hol_key *const key[KEYS] = {&shape, &width, &height, &flange, &web, &kappa};

const hol_section_shape hol_shape_T = {.grammar = {.name = "T", .key = key, .keys = KEYS, .check = check},
                                       .values = values};
