/* SPDX-License-Identifier: BSD-3-Clause */
/* Hollow rectangle. Torsion after Bredt; shear after Cowper's thin-walled box. */
#include "parts/shapes.h"

enum { SHAPE, WIDTH, HEIGHT, THICKNESS, FLANGE, WEB, KAPPA, KEYS };

/** Cowper's thin-walled box for shear along walls of thickness `along` and length h, across others; lengths between the
 *  middles. */
static double kappa_of(double h, double along, double b, double across, double nu)
{
  double m = b * across / (h * along), n = b / h, m2 = m * m, m3 = m2 * m;
  double denominator =
      12 + 72 * m + 150 * m2 + 90 * m3 + nu * (11 + 66 * m + 135 * m2 + 90 * m3) + 10 * n * n * ((3 + nu) * m + 3 * m2);
  return 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m) / denominator;
}

static bool values(const hol_section *s, double nu, hol_section_values *v)
{
  double width = s->number[WIDTH], height = s->number[HEIGHT];
  bool is_even = hol_section_has(s, THICKNESS);
  double flange = s->number[is_even ? THICKNESS : FLANGE], web = s->number[is_even ? THICKNESS : WEB];
  if (!(flange > 0 && web > 0 && 2 * flange < height && 2 * web < width)) {
    return false;
  }
  double clear = height - 2 * flange, inside = width - 2 * web, h = height - flange, b = width - web;
  v->area = 2 * (width * flange + clear * web);
  v->I_z = 2 * width * flange * (h * h / 4 + flange * flange / 12) + web * clear * clear * clear / 6;
  v->I_y = 2 * height * web * (b * b / 4 + web * web / 12) + flange * inside * inside * inside / 6;
  v->I_p = v->I_y + v->I_z;
  v->J = 2 * b * b * h * h / (b / flange + h / web);
  v->kappa_z = kappa_of(h, web, b, flange, nu);
  v->kappa_y = kappa_of(b, flange, h, web, nu);
  return true;
}

static void check(hol_reader *reader, const hol_section_draft *draft)
{
  bool is_even = draft->field[THICKNESS].value != NULL;
  if (!is_even && !draft->field[WEB].value) {
    hol_fault_missing(reader, draft->name, "thickness: is that of all four walls",
                      "the shape `box` needs `web` beside `flange`");
    return;
  }
  if (is_even && draft->field[WEB].value) {
    hol_fault(reader, draft->field[WEB].name, "flange, web: two thicknesses",
              "`thickness` is that of the webs, which is given too");
    return;
  }
  hol_section_less(reader, draft, is_even ? THICKNESS : FLANGE, 2, HEIGHT, "a full section is a `rectangle`",
                   "two walls must be thinner than the height");
  hol_section_less(reader, draft, is_even ? THICKNESS : WEB, 2, WIDTH, "a full section is a `rectangle`",
                   "two walls must be thinner than the width");
}

static const hol_key shape = HOL_SHAPE_WORD("box", "hollow rectangle; torsion after Bredt");
static const hol_key width = {HOL_SHAPE_LENGTH("width", "width"), .is_required = true,
                              .meaning = "outside, along local z"};
static const hol_key height = {HOL_SHAPE_LENGTH("height", "height"), .is_required = true,
                               .meaning = "outside, along local y"};
static const hol_key thickness = {HOL_SHAPE_LENGTH("thickness", "thickness"), .otherwise = "flange, web",
                                  .meaning = "of all four walls"};
static const hol_key flange = {HOL_SHAPE_LENGTH("flange", "flange thickness"), .otherwise = "thickness",
                               .meaning = "thickness of the walls along local z"};
static const hol_key web = {HOL_SHAPE_LENGTH("web", "web thickness"), .otherwise = "thickness",
                            .meaning = "thickness of the walls along local y"};
static const hol_key *const key[KEYS] = {&shape, &width, &height, &thickness, &flange, &web, &hol_key_kappa_cowper};

const hol_section_shape hol_shape_box = {
    .grammar = {.name = "box", .key = key, .keys = KEYS, .either = 1u << THICKNESS | 1u << FLANGE, .check = check},
    .values = values};
