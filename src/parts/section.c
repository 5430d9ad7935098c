
#include "parts/section.h"

#include <math.h>

/** Round sections, inner diameter 0 for a full one.  Cowper's hollow circle; m = 0 gives his full circle. */
static void round_values(double outer, double inner, double nu, hol_section_values *v)
{
  double m = inner / outer, m2 = m * m, sum = 1 + m2;
  v->area = M_PI / 4 * (outer - inner) * (outer + inner);
  v->I_y = v->I_z = v->area * outer * outer * sum / 16;
  v->J = v->I_p = 2 * v->I_z;
  v->kappa_y = v->kappa_z = 6 * (1 + nu) * sum * sum / ((7 + 6 * nu) * sum * sum + (20 + 12 * nu) * m2);
}

/** Saint-Venant: J = a b³ (1/3 − (64/π⁵)(b/a) Σ_{n odd} tanh(nπa/2b)/n⁵) · with a ≥ b; written with
 *  Σ 1/n⁵ = (31/32) ζ(5) and 1 − tanh t = 2/(e^{2t} + 1), so that a few terms give it to rounding. */
static double rectangle_torsion(double a, double b)
{
  double long_side = fmax(a, b), thickness = fmin(a, b), ratio = thickness / long_side;
  double sum = 1.0045237627951396161;
  for (int n = 1; n <= 15; n += 2) {
    sum -= 2 / (exp(n * M_PI / ratio) + 1) / pow(n, 5);
  }
  return long_side * pow(thickness, 3) / 3 * (1 - 192 / pow(M_PI, 5) * ratio * sum);
}

static double rectangle_kappa(double nu)
{
  return 10 * (1 + nu) / (12 + 11 * nu);
}

static void rectangle_values(double width, double height, double nu, hol_section_values *v)
{
  v->area = width * height;
  v->I_z = v->area * height * height / 12;
  v->I_y = v->area * width * width / 12;
  v->I_p = v->I_y + v->I_z;
  v->J = rectangle_torsion(width, height);
  v->kappa_y = v->kappa_z = rectangle_kappa(nu);
}

/** Cowper's thin-walled I for shear along the web; h between the middles of the flanges. */
static double i_web_kappa(const hol_section *s, double nu)
{
  double h = s->height - s->flange, m = 2 * s->width * s->flange / (h * s->web), n = s->width / h;
  double m2 = m * m, m3 = m2 * m;
  double denominator = 12 + 72 * m + 150 * m2 + 90 * m3 + nu * (11 + 66 * m + 135 * m2 + 90 * m3) +
                       30 * n * n * (m + m2) + 5 * nu * n * n * (8 * m + 9 * m2);
  return 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m) / denominator;
}

static void i_values(const hol_section *s, double nu, hol_section_values *v)
{
  double b = s->width, h = s->height, t = s->flange, w = s->web, clear = h - 2 * t;
  double flanges = 2 * b * t;
  v->area = flanges + clear * w;
  v->I_z = flanges * ((h - t) * (h - t) / 4 + t * t / 12) + w * clear * clear * clear / 12;
  v->I_y = flanges * b * b / 12 + clear * w * w * w / 12;
  v->I_p = v->I_y + v->I_z;
  v->J = (flanges * t * t + clear * w * w * w) / 3;
  v->kappa_z = i_web_kappa(s, nu);
  v->kappa_y = rectangle_kappa(nu) * flanges / v->area;
}

static void direct_values(const hol_section *s, hol_section_values *v)
{
  v->area = s->area;
  v->I_y = s->I_y;
  v->I_z = s->I_z;
  v->J = s->J;
  v->I_p = s->I_p > 0 ? s->I_p : s->I_y + s->I_z;
  v->kappa_y = v->kappa_z = (double)NAN;
}

static bool is_possible(const hol_section *s)
{
  switch (s->shape) {
  case HOL_SECTION_DIRECT:
    return true;
  case HOL_SECTION_RECTANGLE:
    return s->width > 0 && s->height > 0;
  case HOL_SECTION_SQUARE:
    return s->width > 0 || s->height > 0;
  case HOL_SECTION_CIRCLE:
    return s->diameter > 0;
  case HOL_SECTION_TUBE:
    return s->diameter > 0 && s->inner_diameter >= 0 && s->inner_diameter < s->diameter;
  case HOL_SECTION_I:
    return s->width > 0 && s->web > 0 && s->web <= s->width && s->flange > 0 && s->height > 2 * s->flange;
  case HOL_SECTION_NONE:
    break;
  }
  return false;
}

bool hol_section_resolve(const hol_section *section, double nu, hol_section_values *values)
{
  *values = (hol_section_values){0};
  if (!is_possible(section)) {
    return false;
  }
  double side = section->width > 0 ? section->width : section->height;
  switch (section->shape) {
  case HOL_SECTION_DIRECT:
    direct_values(section, values);
    break;
  case HOL_SECTION_RECTANGLE:
    rectangle_values(section->width, section->height, nu, values);
    break;
  case HOL_SECTION_SQUARE:
    rectangle_values(side, side, nu, values);
    break;
  case HOL_SECTION_CIRCLE:
    round_values(section->diameter, 0, nu, values);
    break;
  case HOL_SECTION_TUBE:
    round_values(section->diameter, section->inner_diameter, nu, values);
    break;
  case HOL_SECTION_I:
    i_values(section, nu, values);
    break;
  case HOL_SECTION_NONE:
    return false;
  }
  if (section->kappa > 0) {
    values->kappa_y = values->kappa_z = section->kappa;
  }
  return true;
}
