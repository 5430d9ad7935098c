/* SPDX-License-Identifier: BSD-3-Clause */
/* Angle: legs along +y and +z of the axes that `up` gives. The member bends about its principal axes, which are turned
   from these:
   local z is that of the greater second moment. Torsion by Σ b t³/3. */
#include "parts/shapes.h"

#include <math.h>

enum { SHAPE, WIDTH, HEIGHT, THICKNESS, KAPPA, KEYS };

static bool values(const hol_section *s, double nu, hol_section_values *v)
{
  (void)nu;
  double width = s->number[WIDTH], height = s->number[HEIGHT], t = s->number[THICKNESS];
  if (!(t < width && t < height)) {
    return false;
  }
  const hol_wall wall[] = {{height / 2, t / 2, height, t}, {t / 2, (t + width) / 2, t, width - t}};
  hol_walls_sum sum = hol_walls_add(wall, 2);
  double mean = (sum.I_z + sum.I_y) / 2, half = (sum.I_z - sum.I_y) / 2, radius = hypot(half, sum.I_yz);
  v->area = sum.area;
  v->I_z = mean + radius;
  v->I_y = (sum.I_z * sum.I_y - sum.I_yz * sum.I_yz) / v->I_z;
  v->I_p = v->I_y + v->I_z;
  v->J = (width + height - t) * pow(t, 3) / 3;
  v->turn = atan2(sum.I_yz, half) / 2;
  v->y_shear = t / 2 - sum.y; /* where the middles of the legs meet */
  v->z_shear = t / 2 - sum.z;
  v->kappa_y = v->kappa_z = (double)NAN;
  return true;
}

/** Its principal axes turn with its numbers: where these are others the structure is another one. */
static void check(hol_reader *reader, const hol_section_draft *draft)
{
  static const char message[] = "the legs must be longer than thick";
  for (size_t i = WIDTH; i <= THICKNESS; i++) {
    hol_hold(reader, hol_settled(reader, &draft->section->number[i]).step);
  }
  hol_section_less(reader, draft, THICKNESS, 1, WIDTH, NULL, message);
  hol_section_less(reader, draft, THICKNESS, 1, HEIGHT, NULL, message);
}

static const hol_key shape =
    HOL_SHAPE_WORD("angle", "angle, bending about its principal axes; torsion by the sum of b t^3/3");
static const hol_key width = {HOL_SHAPE_LENGTH("width", "width"), .is_required = true,
                              .meaning = "of the leg along x cross `up`"};
static const hol_key height = {HOL_SHAPE_LENGTH("height", "height"), .is_required = true,
                               .meaning = "of the leg along `up`"};
static const hol_key thickness = {HOL_SHAPE_LENGTH("thickness", "thickness"), .is_required = true,
                                  .meaning = "of both legs"};
static const hol_key *const key[KEYS] = {&shape, &width, &height, &thickness, &hol_key_kappa_asked};

const hol_section_shape hol_shape_angle = {.grammar = {.name = "angle", .key = key, .keys = KEYS, .check = check},
                                           .values = values};
