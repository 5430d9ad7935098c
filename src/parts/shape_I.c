/* SPDX-License-Identifier: BSD-3-Clause */
/* I, with one flange for both sides or another one below. Torsion by Σ b t³/3; shear along the web after Cowper where
   both flanges are the same, and along the flanges, for which he gives nothing, as if these alone carried it, as
   rectangles. */
#include "parts/shapes.h"

#include <math.h>

enum { SHAPE, WIDTH, HEIGHT, FLANGE, WEB, LOWER_WIDTH, LOWER_FLANGE, KAPPA, KEYS };

/** The numbers by their names; what is below is as above unless given. */
typedef struct dimensions {
  double width, height, flange, web, lower_width, lower_flange;
} dimensions;

static dimensions dimensions_of(const hol_section *s)
{
  const double *n = s->number;
  return (dimensions){n[WIDTH],
                      n[HEIGHT],
                      n[FLANGE],
                      n[WEB],
                      hol_section_has(s, LOWER_WIDTH) ? n[LOWER_WIDTH] : n[WIDTH],
                      hol_section_has(s, LOWER_FLANGE) ? n[LOWER_FLANGE] : n[FLANGE]};
}

/** Cowper's thin-walled I for shear along the web; h between the middles of the flanges. */
static double web_kappa(const dimensions *s, double nu)
{
  double h = s->height - s->flange, m = 2 * s->width * s->flange / (h * s->web), n = s->width / h;
  double m2 = m * m, m3 = m2 * m;
  double denominator = 12 + 72 * m + 150 * m2 + 90 * m3 + nu * (11 + 66 * m + 135 * m2 + 90 * m3) +
                       30 * n * n * (m + m2) + 5 * nu * n * n * (8 * m + 9 * m2);
  return 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m) / denominator;
}

static void equal_values(const dimensions *s, double nu, hol_section_values *v)
{
  double b = s->width, h = s->height, t = s->flange, w = s->web, clear = h - 2 * t;
  double flanges = 2 * b * t;
  v->area = flanges + clear * w;
  v->I_z = flanges * ((h - t) * (h - t) / 4 + t * t / 12) + w * clear * clear * clear / 12;
  v->I_y = flanges * b * b / 12 + clear * w * w * w / 12;
  v->J = (flanges * t * t + clear * w * w * w) / 3;
  v->kappa_z = web_kappa(s, nu);
  v->kappa_y = hol_rectangle_kappa(nu) * flanges / v->area;
}

/** The shear centre divides the distance of the flanges by their second moments about the web. [Vlasov] */
static void unequal_values(const dimensions *s, hol_section_values *v)
{
  double clear = s->height - s->flange - s->lower_flange;
  const hol_wall wall[] = {
      {.y = s->height - s->flange / 2, .height = s->flange, .width = s->width},
      {.y = s->lower_flange + clear / 2, .height = clear, .width = s->web},
      {.y = s->lower_flange / 2, .height = s->lower_flange, .width = s->lower_width},
  };
  hol_walls_sum sum = hol_walls_add(wall, 3);
  double upper_I = s->flange * pow(s->width, 3), lower_I = s->lower_flange * pow(s->lower_width, 3);
  double upper_y = s->height - s->flange / 2, lower_y = s->lower_flange / 2;
  v->area = sum.area;
  v->I_z = sum.I_z;
  v->I_y = sum.I_y;
  v->J = (s->width * pow(s->flange, 3) + s->lower_width * pow(s->lower_flange, 3) + clear * pow(s->web, 3)) / 3;
  v->y_shear = (upper_I * upper_y + lower_I * lower_y) / (upper_I + lower_I) - sum.y;
  v->kappa_y = v->kappa_z = (double)NAN;
}

static bool values(const hol_section *section, double nu, hol_section_values *v)
{
  const dimensions s = dimensions_of(section);
  if (!(s.web <= s.width && s.web <= s.lower_width && s.height > s.flange + s.lower_flange)) {
    return false;
  }
  if (s.width == s.lower_width && s.flange == s.lower_flange) {
    equal_values(&s, nu, v);
  } else {
    unequal_values(&s, v);
  }
  v->I_p = v->I_y + v->I_z;
  return true;
}

static void check(hol_reader *reader, const hol_section_draft *draft)
{
  const double *number = draft->section->number;
  hol_section_less(reader, draft, WEB, 1, WIDTH, NULL, "the web must be thinner than the width");
  if (draft->field[LOWER_WIDTH].value) {
    hol_section_less(reader, draft, WEB, 1, LOWER_WIDTH, NULL, "the web must be thinner than the lower width");
  }
  if (!draft->field[LOWER_FLANGE].value) {
    hol_section_less(reader, draft, FLANGE, 2, HEIGHT, NULL, "two flanges must be thinner than the height");
    return;
  }
  hol_number flanges = hol_compute(reader, HOL_STEP_ADD, hol_settled(reader, &number[FLANGE]),
                                   hol_settled(reader, &number[LOWER_FLANGE]));
  if (!hol_holds(reader, HOL_STEP_LESS, flanges, hol_settled(reader, &number[HEIGHT]))) {
    hol_fault(reader, draft->field[LOWER_FLANGE].value, NULL, "two flanges must be thinner than the height");
  }
}

static const hol_key shape = HOL_SHAPE_WORD("I", "I; torsion by the sum of b t^3/3");
static const hol_key width = {HOL_SHAPE_LENGTH("width", "width"), .is_required = true, .meaning = "along local z"};
static const hol_key height = {HOL_SHAPE_LENGTH("height", "height"), .is_required = true, .meaning = "along local y"};
static const hol_key flange = {HOL_SHAPE_LENGTH("flange", "flange thickness"), .is_required = true,
                               .meaning = "thickness of the flanges"};
static const hol_key web = {HOL_SHAPE_LENGTH("web", "web thickness"), .is_required = true,
                            .meaning = "thickness of the web"};
static const hol_key lower_width = {HOL_SHAPE_LENGTH("lower_width", "width"), .otherwise = "width",
                                    .meaning = "of the flange on the side of -y"};
static const hol_key lower_flange = {HOL_SHAPE_LENGTH("lower_flange", "flange thickness"), .otherwise = "flange",
                                     .meaning = "thickness of the flange on the side of -y"};
static const hol_key kappa = {HOL_SHAPE_KEY("kappa", "shear coefficient", 0), .otherwise = "after Cowper",
                              .meaning = "shear coefficient for both planes; required where the flanges differ"};
static const hol_key *const key[KEYS] = {&shape, &width, &height, &flange, &web, &lower_width, &lower_flange, &kappa};

const hol_section_shape hol_shape_I = {.grammar = {.name = "I", .key = key, .keys = KEYS, .check = check},
                                       .values = values};
