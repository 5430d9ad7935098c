/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_line.h"

#include <math.h>

enum { MAX_DEGREE = FE_LINE_MAX_DEGREE };

/** The two fields of one shape function at one point and their slopes along the member. */
typedef struct field {
  real w, dw, psi, dpsi;
} field;

size_t fe_line_ends(const fe_line *line)
{
  return line->kind == FE_ROD ? 2 : 4;
}

size_t fe_line_bubbles(const fe_line *line, size_t degree)
{
  bool is_static =
      line->mass <= 0 && line->rotary <= 0 && line->foundation <= 0 && (line->kind != FE_SLENDER || line->tension == 0);
  switch (line->kind) {
  case FE_ROD:
    return is_static ? 0 : degree - 1;
  case FE_SLENDER:
    return is_static ? 0 : degree - 3;
  case FE_SHEARABLE: /* a static deflection is a cubic, so bubbles are needed all the same */
    return is_static && line->tension == 0 ? 2 + 1 : 2 * degree - 3;
  }
  return 0;
}

size_t fe_line_degree(const fe_line *line, real omega)
{
  real k; /* wave number, boundary layers included */
  if (line->kind == FE_ROD) {
    k = real_sqrt((omega * omega * line->mass + line->foundation) / line->stiffness);
  } else {
    k = real_sqrt(real_sqrt((omega * omega * line->mass + line->foundation) / line->stiffness)) +
        real_sqrt(real_abs(line->tension) / line->stiffness) + omega * real_sqrt(line->rotary / line->stiffness);
    k += line->kind == FE_SHEARABLE ? omega * real_sqrt(line->mass / line->shear) : 0;
  }
  const real quarter = k * line->length / 4; /* the q-th Legendre coefficient of exp(ikx) is about quarter^q/q! */
  real coefficient = 1;
  size_t q = 0;
  while (q < MAX_DEGREE && coefficient > 1e-8L) {
    q++;
    coefficient *= quarter / (real)q;
  }
  return q + 3;
}

void fe_legendre(real x, size_t n, real *P)
{
  P[0] = 1;
  P[1] = x;
  for (size_t j = 1; j < n; j++) {
    const real r = (real)j;
    P[j + 1] = ((2 * r + 1) * x * P[j] - r * P[j - 1]) / (r + 1);
  }
}

real fe_gauss_node(size_t i, size_t n, real *weight)
{
  real P[MAX_DEGREE + 16];
  const real count = (real)n;
  real x = real_cos(3.14159265358979323846L * ((real)i + 0.75L) / (count + 0.5L)), slope = 1;
  for (int step = 0; step < 8; step++) {
    fe_legendre(x, n, P);
    slope = count * (x * P[n] - P[n - 1]) / (x * x - 1);
    x -= P[n] / slope;
  }
  *weight = 2 / ((1 - x * x) * slope * slope);
  return x;
}

/** Integral of P_j, j ≥ 1, vanishing at both ends. */
static real once(const real *P, size_t j)
{
  return (P[j + 1] - P[j - 1]) / (real)(2 * j + 1);
}

/** The same again, j ≥ 2; then the slope vanishes at both ends as well. */
static real twice(const real *P, size_t j)
{
  return (once(P, j + 1) - once(P, j - 1)) / (real)(2 * j + 1);
}

/** Integrated Legendre functions 1..count of a field that is free at the ends, in w (or psi). */
static void c0_bubbles(const real *P, size_t count, real half, field *f, bool is_rotation)
{
  for (size_t j = 1; j <= count; j++) {
    const real scale = real_sqrt((2 * (real)j + 1) / 2), value = scale * once(P, j), slope = scale * P[j] / half;
    if (is_rotation) {
      f[j - 1] = (field){.psi = value, .dpsi = slope};
    } else {
      f[j - 1] = (field){.w = value, .dw = slope};
    }
  }
}

static void rod_fields(const real *P, size_t bubbles, real half, field *f)
{
  f[0] = (field){.w = (1 - P[1]) / 2, .dw = -0.5L / half};
  f[1] = (field){.w = (1 + P[1]) / 2, .dw = 0.5L / half};
  c0_bubbles(P, bubbles, half, f + 2, false);
}

/** Deflection v(ξ) with its first two derivatives in ξ; the section turns with the slope. */
static field slender(real v, real d1, real d2, real half)
{
  return (field){.w = v, .dw = d1 / half, .psi = d1 / half, .dpsi = d2 / (half * half)};
}

static void slender_fields(const real *P, size_t bubbles, real half, field *f)
{
  const real x = P[1];
  f[0] = slender((2 - 3 * x + x * x * x) / 4, 3 * (x * x - 1) / 4, 3 * x / 2, half);
  f[1] =
      slender(half * (1 - x - x * x + x * x * x) / 4, half * (3 * x * x - 2 * x - 1) / 4, half * (3 * x - 1) / 2, half);
  f[2] = slender((2 + 3 * x - x * x * x) / 4, 3 * (1 - x * x) / 4, -3 * x / 2, half);
  f[3] = slender(half * (-1 - x + x * x + x * x * x) / 4, half * (3 * x * x + 2 * x - 1) / 4, half * (3 * x + 1) / 2,
                 half);
  for (size_t j = 2; j < bubbles + 2; j++) {
    const real scale = half * real_sqrt((2 * (real)j + 1) / 2);
    f[j + 2] = slender(scale * twice(P, j), scale * once(P, j), scale * P[j], half);
  }
}

static void shearable_fields(const real *P, size_t bubbles, real half, field *f)
{
  for (size_t end = 0; end < 2; end++) {
    const real value = end ? (1 + P[1]) / 2 : (1 - P[1]) / 2, slope = (end ? 0.5L : -0.5L) / half;
    f[2 * end] = (field){.w = value, .dw = slope};
    f[2 * end + 1] = (field){.psi = value, .dpsi = slope};
  }
  size_t w_count = (bubbles + 1) / 2; /* the rotation is one degree lower */
  c0_bubbles(P, w_count, half, f + 4, false);
  c0_bubbles(P, bubbles - w_count, half, f + 4 + w_count, true);
}

static void add_point(const fe_line *line, const field *f, size_t n, real weight, real *K, real *M)
{
  bool is_rod = line->kind == FE_ROD;
  const real pull = is_rod ? line->stiffness : line->tension, bend = is_rod ? 0 : line->stiffness;
  const real shear = line->kind == FE_SHEARABLE ? line->shear : 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      K[i * n + j] +=
          weight * (bend * f[i].dpsi * f[j].dpsi + pull * f[i].dw * f[j].dw + line->foundation * f[i].w * f[j].w +
                    shear * (f[i].dw - f[i].psi) * (f[j].dw - f[j].psi));
      M[i * n + j] += weight * (line->mass * f[i].w * f[j].w + line->rotary * f[i].psi * f[j].psi);
    }
  }
}

/** Shape functions at node q of the rule. @return its weight along the member */
static real fields_at(const fe_line *line, size_t degree, size_t q, real *P, field *f)
{
  size_t bubbles = fe_line_bubbles(line, degree), nodes = degree + 4;
  const real half = line->length / 2;
  real weight;
  fe_legendre(fe_gauss_node(q, nodes, &weight), degree + 4, P);
  switch (line->kind) {
  case FE_ROD:
    rod_fields(P, bubbles, half, f);
    break;
  case FE_SLENDER:
    slender_fields(P, bubbles, half, f);
    break;
  case FE_SHEARABLE:
    shearable_fields(P, bubbles, half, f);
    break;
  }
  return weight * half;
}

void fe_line_matrices(const fe_line *line, size_t degree, real *K, real *M, fe_pool *pool)
{
  size_t n = fe_line_ends(line) + fe_line_bubbles(line, degree);
  real *P = fe_pool_get(pool, MAX_DEGREE + 16, sizeof *P);
  field *f = fe_pool_get(pool, n, sizeof *f);
  for (size_t i = 0; i < n * n; i++) {
    K[i] = M[i] = 0;
  }
  for (size_t q = 0; q < degree + 4; q++) {
    const real weight = fields_at(line, degree, q, P, f);
    add_point(line, f, n, weight, K, M);
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++) {
      K[i * n + j] = K[j * n + i];
      M[i * n + j] = M[j * n + i];
    }
  }
}

real fe_line_strain(const fe_line *line, size_t degree, const real *z, fe_pool *pool)
{
  size_t n = fe_line_ends(line) + fe_line_bubbles(line, degree);
  bool is_rod = line->kind == FE_ROD;
  real *P = fe_pool_get(pool, MAX_DEGREE + 16, sizeof *P), energy = 0;
  field *f = fe_pool_get(pool, n, sizeof *f);
  for (size_t q = 0; q < degree + 4; q++) {
    const real weight = fields_at(line, degree, q, P, f);
    field all = {0};
    for (size_t i = 0; i < n; i++) {
      all.w += z[i] * f[i].w;
      all.dw += z[i] * f[i].dw;
      all.psi += z[i] * f[i].psi;
      all.dpsi += z[i] * f[i].dpsi;
    }
    const real slip = line->kind == FE_SHEARABLE ? all.dw - all.psi : 0;
    energy += weight * ((is_rod ? line->stiffness : line->tension) * all.dw * all.dw +
                        (is_rod ? 0 : line->stiffness) * all.dpsi * all.dpsi + line->foundation * all.w * all.w +
                        line->shear * slip * slip);
  }
  return energy;
}
