/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys and formulas common to several shapes of sections. */
#include "parts/shapes.h"

const hol_key hol_key_kappa_cowper = {HOL_SHAPE_KEY("kappa", "shear coefficient", 0), .otherwise = "after Cowper",
                                      .meaning = "shear coefficient for both planes"};
const hol_key hol_key_kappa_asked = {HOL_SHAPE_KEY("kappa", "shear coefficient", 0),
                                     .meaning = "shear coefficient for both planes, of `theory: timoshenko`"};

double hol_rectangle_kappa(double nu)
{
  return 10 * (1 + nu) / (12 + 11 * nu);
}

hol_walls_sum hol_walls_add(const hol_wall *wall, size_t count)
{
  hol_walls_sum sum = {0};
  for (size_t i = 0; i < count; i++) {
    const hol_wall *w = &wall[i];
    double area = w->height * w->width;
    sum.area += area;
    sum.y += area * w->y;
    sum.z += area * w->z;
  }
  sum.y /= sum.area;
  sum.z /= sum.area;
  for (size_t i = 0; i < count; i++) {
    const hol_wall *w = &wall[i];
    double area = w->height * w->width, y = w->y - sum.y, z = w->z - sum.z;
    sum.I_z += area * (w->height * w->height / 12 + y * y);
    sum.I_y += area * (w->width * w->width / 12 + z * z);
    sum.I_yz += area * y * z;
  }
  return sum;
}
