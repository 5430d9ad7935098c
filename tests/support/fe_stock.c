#include "fe_stock.h"

#include <math.h>

static const real pi = 3.14159265358979323846264L;

typedef struct section_values {
  real area, I[2], J, I_p, kappa; /**< kappa 0: not known */
} section_values;

static real given(const hol_part *part, int property, real otherwise)
{
  return part->given >> property & 1u ? (real)part->value[property] : otherwise;
}

/** Saint-Venant's series for a rectangle with sides a ≥ b. */
static real rectangle_torsion(real a, real b)
{
  real sum = 0;
  for (int n = 20001; n > 0; n -= 2) { /* small terms first */
    sum += real_tanh((real)n * pi * a / (2 * b)) / real_power((real)n, 5);
  }
  return a * b * b * b * (1 / 3.0L - 64 / real_power(pi, 5) * (b / a) * sum);
}

static section_values rectangle(real width, real height, real nu)
{
  section_values v = {.area = width * height, .kappa = 10 * (1 + nu) / (12 + 11 * nu)};
  v.I[0] = width * height * height * height / 12;
  v.I[1] = height * width * width * width / 12;
  v.J = width > height ? rectangle_torsion(width, height) : rectangle_torsion(height, width);
  return v;
}

static section_values ring(real outer, real inner, real nu)
{
  section_values v = {.area = pi / 4 * (outer * outer - inner * inner)};
  v.I[0] = v.I[1] = pi / 64 * (real_power(outer, 4) - real_power(inner, 4));
  v.J = 2 * v.I[0];
  const real m2 = inner * inner / (outer * outer), sum = (1 + m2) * (1 + m2);
  v.kappa = 6 * (1 + nu) * sum / ((7 + 6 * nu) * sum + (20 + 12 * nu) * m2);
  return v;
}

/** The outer rectangle less the two pockets beside the web. */
static section_values i_shape(const hol_section *s)
{
  const real b = s->width, h = s->height, clear = h - 2 * (real)s->flange, web = s->web, flange = s->flange;
  section_values v = {.area = b * h - (b - web) * clear};
  v.I[0] = (b * h * h * h - (b - web) * clear * clear * clear) / 12;
  v.I[1] = (2 * flange * b * b * b + clear * web * web * web) / 12;
  v.J = (2 * b * flange * flange * flange + clear * web * web * web) / 3;
  return v;
}

static section_values values_of(const hol_section *s, real nu)
{
  const real side = s->width > 0 ? s->width : s->height;
  section_values v = {0};
  switch (s->shape) {
  case HOL_SECTION_DIRECT:
    v = (section_values){.area = s->area, .I = {s->I_z, s->I_y}, .J = s->J};
    break;
  case HOL_SECTION_RECTANGLE:
    v = rectangle(s->width, s->height, nu);
    break;
  case HOL_SECTION_SQUARE:
    v = rectangle(side, side, nu);
    break;
  case HOL_SECTION_CIRCLE:
    v = ring(s->diameter, 0, nu);
    break;
  case HOL_SECTION_TUBE:
    v = ring(s->diameter, s->inner_diameter, nu);
    break;
  case HOL_SECTION_I:
    v = i_shape(s);
    break;
  case HOL_SECTION_NONE:
    break;
  }
  v.I_p = s->shape == HOL_SECTION_DIRECT && s->I_p > 0 ? (real)s->I_p : v.I[0] + v.I[1];
  v.kappa = s->kappa > 0 ? (real)s->kappa : v.kappa;
  return v;
}

/** What material and section say; rotary inertia and shear only as the theory counts them. */
static const char *from_section(const hol_part *part, fe_stock *stock)
{
  const hol_material *m = part->material;
  const real E = m->E, G = isnan(m->G) ? E / (2 * (1 + (real)m->nu)) : (real)m->G;
  const section_values v = values_of(part->section, isnan(m->nu) ? E / (2 * G) - 1 : (real)m->nu);
  bool turns = part->theory == HOL_THEORY_RAYLEIGH || part->theory == HOL_THEORY_TIMOSHENKO;
  stock->EA = E * v.area;
  stock->GJ = isnan(G) ? 0 : G * v.J;
  stock->mass = m->density * v.area;
  stock->polar = m->density * v.I_p;
  for (int i = 0; i < 2; i++) {
    stock->EI[i] = E * v.I[i];
    stock->rotary[i] = turns ? m->density * v.I[i] : 0;
    if (part->theory == HOL_THEORY_TIMOSHENKO) {
      const real kappa = given(part, HOL_P_KAPPA, v.kappa);
      if (!(kappa > 0)) {
        return "shear coefficient of this section";
      }
      stock->shear[i] = kappa * G * v.area;
    }
  }
  return NULL;
}

const char *fe_stock_of(const hol_part *part, fe_stock *stock)
{
  static const int EI[2] = {HOL_P_EI_Z, HOL_P_EI_Y}, kGA[2] = {HOL_P_KGA_Z, HOL_P_KGA_Y},
                   rotary[2] = {HOL_P_ROTARY_INERTIA_Z, HOL_P_ROTARY_INERTIA_Y};
  *stock = (fe_stock){0};
  if (part->material && part->section) {
    const char *fault = from_section(part, stock);
    if (fault) {
      return fault;
    }
  }
  stock->EA = given(part, HOL_P_EA, stock->EA);
  stock->GJ = given(part, HOL_P_GJ, stock->GJ);
  if (part->given & HOL_P(LINE_MASS) && !(part->value[HOL_P_LINE_MASS] > 0)) {
    stock->polar = stock->rotary[0] = stock->rotary[1] = 0;
  }
  stock->mass = given(part, HOL_P_LINE_MASS, stock->mass);
  stock->polar = given(part, HOL_P_POLAR_INERTIA, stock->polar);
  stock->tension = given(part, HOL_P_AXIAL_FORCE, 0);
  stock->foundation = given(part, HOL_P_FOUNDATION, 0);
  for (int i = 0; i < 2; i++) {
    stock->EI[i] = given(part, EI[i], given(part, HOL_P_EI, stock->EI[i]));
    stock->rotary[i] = given(part, rotary[i], given(part, HOL_P_ROTARY_INERTIA, stock->rotary[i]));
    stock->shear[i] = given(part, kGA[i], given(part, HOL_P_KGA, stock->shear[i]));
  }
  return NULL;
}

void fe_body_of(const hol_part *part, bool is_disk, hol_freedoms freedoms, const real along[3], real *mass,
                real inertia[3][3])
{
  const real r = given(part, HOL_P_RADIUS, 0), t = given(part, HOL_P_THICKNESS, 0);
  *mass = given(part, HOL_P_MASS, is_disk && part->material ? part->material->density * pi * r * r * t : 0);
  real polar = *mass * r * r / 2, across = *mass * (3 * r * r + t * t) / 12;
  if (is_disk && part->inertia_count == 3) {
    polar = part->inertia[0];
    across = part->inertia[1];
  }
  size_t about = 2; /* of a single number: the one axis about which it can turn */
  for (size_t k = 0; k < 3; k++) {
    about = freedoms >> (HOL_RX + k) & 1u ? k : about;
  }
  for (size_t i = 0; i < 3; i++) {
    for (size_t j = 0; j < 3; j++) {
      if (is_disk && part->inertia_count != 1) {
        inertia[i][j] = (i == j ? across : 0) + (polar - across) * along[i] * along[j];
      } else if (part->inertia_count == 1) {
        inertia[i][j] = i == j && i == about ? (real)part->inertia[0] : 0;
      } else {
        inertia[i][j] = i == j && part->inertia_count == 3 ? (real)part->inertia[i] : 0;
      }
    }
  }
}
