/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_stock.h"
#include "problem/shape.h"

#include <math.h>
#include <string.h>

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

/** A number of a section by its key; 0 if it is not given. */
static real number(const hol_section *s, const char *key)
{
  for (size_t i = 0; i < s->of->keys; i++) {
    if (!strcmp(s->of->key[i]->name, key)) {
      return s->given >> i & 1u ? (real)s->number[i] : 0;
    }
  }
  return 0;
}

static bool is_shape(const hol_section *s, const char *shape)
{
  return s->of->name && !strcmp(s->of->name, shape);
}

/** A rectangle to be added or, with sign -1, to be taken away: its size and its middle. */
typedef struct block {
  real sign, height, width, y, z;
} block;

/** Second moments about any axes, then about the centroid. @param[out] product  NULL: not wanted */
static section_values blocks(const block *b, size_t count, real *product)
{
  real A = 0, Y = 0, Z = 0, yy = 0, zz = 0, yz = 0;
  for (size_t i = 0; i < count; i++) {
    real area = b[i].sign * b[i].height * b[i].width;
    A += area;
    Y += area * b[i].y;
    Z += area * b[i].z;
    yy += area * (b[i].y * b[i].y + b[i].height * b[i].height / 12);
    zz += area * (b[i].z * b[i].z + b[i].width * b[i].width / 12);
    yz += area * b[i].y * b[i].z;
  }
  if (product) {
    *product = yz - Y * Z / A;
  }
  return (section_values){.area = A, .I = {yy - Y * Y / A, zz - Z * Z / A}};
}

/** Σ b t³/3 */
static real strips(real a, real s, real b, real t, real c, real u)
{
  return (a * s * s * s + b * t * t * t + c * u * u * u) / 3;
}

/** The outer rectangle less the pockets beside the web. */
static section_values i_shape(const hol_section *s)
{
  const real b = number(s, "width"), h = number(s, "height"), web = number(s, "web"), flange = number(s, "flange");
  const real below = number(s, "lower_width") > 0 ? number(s, "lower_width") : b;
  const real lower = number(s, "lower_flange") > 0 ? number(s, "lower_flange") : flange, clear = h - flange - lower;
  const block part[] = {{1, h, b, h / 2, 0},
                        {-1, clear, b - web, lower + clear / 2, 0},
                        {-1, lower, b, lower / 2, 0},
                        {1, lower, below, lower / 2, 0}};
  section_values v = blocks(part, 4, NULL);
  v.J = strips(b, flange, below, lower, clear, web);
  return v;
}

static section_values channel(const hol_section *s)
{
  const real b = number(s, "width"), h = number(s, "height"), web = number(s, "web"), flange = number(s, "flange");
  const block part[] = {{1, h, b, 0, b / 2}, {-1, h - 2 * flange, b - web, 0, (b + web) / 2}};
  section_values v = blocks(part, 2, NULL);
  v.J = strips(b, flange, b, flange, h - 2 * flange, web);
  return v;
}

static section_values t_shape(const hol_section *s)
{
  const real b = number(s, "width"), h = number(s, "height"), web = number(s, "web"), flange = number(s, "flange");
  const block part[] = {{1, h, b, h / 2, 0}, {-1, h - flange, b - web, (h - flange) / 2, 0}};
  section_values v = blocks(part, 2, NULL);
  v.J = strips(b, flange, h - flange, web, 0, 0);
  return v;
}

/** Bredt. */
static section_values box(const hol_section *s)
{
  const real b = number(s, "width"), h = number(s, "height"), even = number(s, "thickness");
  const real web = even > 0 ? even : number(s, "web"), flange = even > 0 ? even : number(s, "flange");
  const block part[] = {{1, h, b, 0, 0}, {-1, h - 2 * flange, b - 2 * web, 0, 0}};
  section_values v = blocks(part, 2, NULL);
  real inside = (b - web) * (h - flange);
  v.J = 4 * inside * inside / (2 * (b - web) / flange + 2 * (h - flange) / web);
  return v;
}

/** About its principal axes. @param[out] c,s  cosine and sine of the angle from the legs to these */
static section_values angle(const hol_section *section, real *c, real *s)
{
  const real b = number(section, "width"), h = number(section, "height"), t = number(section, "thickness");
  const block part[] = {{1, h, b, h / 2, b / 2}, {-1, h - t, b - t, (h + t) / 2, (b + t) / 2}};
  real product;
  section_values v = blocks(part, 2, &product);
  const real half = (v.I[0] - v.I[1]) / 2, mean = (v.I[0] + v.I[1]) / 2, r = real_sqrt(half * half + product * product);
  *c = real_sqrt((1 + half / r) / 2);
  *s = (product < 0 ? -1 : 1) * real_sqrt((1 - half / r) / 2);
  v.I[0] = mean + r;
  v.I[1] = mean - r;
  v.J = strips(b, t, h - t, t, 0, 0);
  return v;
}

void fe_section_turn(const hol_part *part, real *c, real *s)
{
  *c = 1;
  *s = 0;
  if (part->section && is_shape(part->section, "angle")) {
    (void)angle(part->section, c, s);
  }
}

static section_values shape_values(const hol_section *s, real nu)
{
  const real diameter = number(s, "radius") > 0 ? 2 * number(s, "radius") : number(s, "diameter");
  const real thickness = number(s, "thickness");
  real cosine, sine;
  return is_shape(s, "rectangle") ? rectangle(number(s, "width"), number(s, "height"), nu)
         : is_shape(s, "square")  ? rectangle(number(s, "side"), number(s, "side"), nu)
         : is_shape(s, "circle")  ? ring(diameter, 0, nu)
         : is_shape(s, "tube")
             ? ring(diameter, thickness > 0 ? diameter - 2 * thickness : number(s, "inner_diameter"), nu)
         : is_shape(s, "I")       ? i_shape(s)
         : is_shape(s, "box")     ? box(s)
         : is_shape(s, "channel") ? channel(s)
         : is_shape(s, "T")       ? t_shape(s)
                                  : angle(s, &cosine, &sine);
}

static section_values values_of(const hol_section *s, real nu)
{
  section_values v;
  if (s->of->name) {
    v = shape_values(s, nu);
  } else {
    const real both = number(s, "I");
    v = (section_values){.area = number(s, "area"), .J = number(s, "J")};
    v.I[0] = both > 0 ? both : number(s, "I_z");
    v.I[1] = both > 0 ? both : number(s, "I_y");
  }
  v.I_p = number(s, "I_p") > 0 ? number(s, "I_p") : v.I[0] + v.I[1];
  v.kappa = number(s, "kappa") > 0 ? number(s, "kappa") : v.kappa;
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
  stock->mass = given(part, HOL_P_LINE_MASS, stock->mass) + given(part, HOL_P_ADDED_MASS, 0);
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

/** Part of v normal to the unit vector n, of size 1. @return whether there is one */
static bool normal_part(const double v[3], const real n[3], real unit[3])
{
  real along = 0, size = 0;
  for (size_t k = 0; k < 3; k++) {
    along += (real)v[k] * n[k];
  }
  for (size_t k = 0; k < 3; k++) {
    unit[k] = (real)v[k] - along * n[k];
    size += unit[k] * unit[k];
  }
  for (size_t k = 0; k < 3; k++) {
    unit[k] /= size > 0 ? real_sqrt(size) : 1;
  }
  return size > 1e-12L;
}

/** Own axes of a body: rows x, y, z. */
static void body_axes(const hol_part *part, real axes[3][3])
{
  static const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
  static const real none[3] = {0};
  if (part->has_z_axis) {
    (void)normal_part(part->z_axis, none, axes[2]);
    (void)(normal_part(part->has_x_axis ? part->x_axis : x, axes[2], axes[0]) || normal_part(y, axes[2], axes[0]));
  } else {
    (void)normal_part(part->has_x_axis ? part->x_axis : x, none, axes[0]);
    (void)(normal_part(z, axes[0], axes[2]) || normal_part(x, axes[0], axes[2]));
  }
  for (size_t k = 0; k < 3; k++) {
    size_t a = (k + 1) % 3, b = (k + 2) % 3;
    axes[1][k] = axes[2][a] * axes[0][b] - axes[2][b] * axes[0][a];
  }
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
  real axes[3][3];
  body_axes(part, axes);
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
        inertia[i][j] = 0;
        for (size_t k = 0; k < 3 && part->inertia_count == 3; k++) {
          inertia[i][j] += (real)part->inertia[k] * axes[k][i] * axes[k][j];
        }
      }
    }
  }
}
