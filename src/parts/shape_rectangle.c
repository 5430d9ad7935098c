/* SPDX-License-Identifier: BSD-3-Clause */
/* Full rectangles. Torsion by Saint-Venant's series, to rounding; shear after Cowper. */
#include "parts/shapes.h"

#include <math.h>

/** Saint-Venant: J = a b³ (1/3 − (64/π⁵)(b/a) Σ_{n odd} tanh(nπa/2b)/n⁵) · with a ≥ b; written with
 *  Σ 1/n⁵ = (31/32) ζ(5) and 1 − tanh t = 2/(e^{2t} + 1), so that a few terms give it to rounding. */
static double torsion(double a, double b)
{
  double long_side = fmax(a, b), thickness = fmin(a, b), ratio = thickness / long_side;
  double sum = 1.0045237627951396161;
  for (int n = 1; n <= 15; n += 2) {
    sum -= 2 / (exp(n * M_PI / ratio) + 1) / pow(n, 5);
  }
  return long_side * pow(thickness, 3) / 3 * (1 - 192 / pow(M_PI, 5) * ratio * sum);
}

static void fill(double width, double height, double nu, hol_section_values *v)
{
  v->area = width * height;
  v->I_z = v->area * height * height / 12;
  v->I_y = v->area * width * width / 12;
  v->I_p = v->I_y + v->I_z;
  v->J = torsion(width, height);
  v->kappa_y = v->kappa_z = hol_rectangle_kappa(nu);
}

enum { SHAPE, WIDTH, HEIGHT, KAPPA, KEYS };

static bool rectangle_values(const hol_section *s, double nu, hol_section_values *v)
{
  fill(s->number[WIDTH], s->number[HEIGHT], nu, v);
  return true;
}

static const hol_key rectangle = HOL_SHAPE_WORD("rectangle", "full rectangle; torsion by Saint-Venant's series");
static const hol_key width = {HOL_SHAPE_LENGTH("width", "width"), .is_required = true, .meaning = "along local z"};
static const hol_key height = {HOL_SHAPE_LENGTH("height", "height"), .is_required = true, .meaning = "along local y"};
static const hol_key *const rectangle_key[KEYS] = {&rectangle, &width, &height, &hol_key_kappa_cowper};

const hol_section_shape hol_shape_rectangle = {.grammar = {.name = "rectangle", .key = rectangle_key, .keys = KEYS},
                                               .values = rectangle_values};

static bool square_values(const hol_section *s, double nu, hol_section_values *v)
{
  fill(s->number[1], s->number[1], nu, v);
  return true;
}

static const hol_key square = HOL_SHAPE_WORD("square", "full square; torsion by Saint-Venant's series");
static const hol_key side = {HOL_SHAPE_LENGTH("side", "side"), .is_required = true,
                             .meaning = "along local y and along local z"};
static const hol_key *const square_key[] = {&square, &side, &hol_key_kappa_cowper};

const hol_section_shape hol_shape_square = {.grammar = {.name = "square", .key = square_key, .keys = 3},
                                            .values = square_values};
