/* SPDX-License-Identifier: BSD-3-Clause */
/* Static compliances of rods and beams as polynomials, unit l/c (rods) or l³/EI (beams), x in lengths.
 *
 * Held lines: G(x, ξ) = Σ held_jk xʲ (1 − ξ)ᵏ for x ≤ ξ, and G(ξ, x) beyond. A line with rigid-body modes R (mutually
 * M-orthogonal) is held where it then stands statically determinate; with the mass carried along at u = ∫G·M R and
 * κ = ∫R·M u, I = ∫R·M R, taking the rigid motion out of load and deflection leaves
 *
 *     Γ(x, ξ) = G(x, ξ) − Σ [R(x) u(ξ) + u(x) R(ξ)]/I + Σ R(x) R(ξ) κ/I².
 *
 * All holdings chosen here resist the rotations' couples r R′ at supports: rotary inertia enters I alone. */
#include "parts/line/line.h"

#include <assert.h>
#include <math.h>

enum { HELD = 4, SAG = 6 };

/** A rigid-body motion R = p₀ + p₁ x, of mass per length 1. */
typedef struct rigid {
  double motion[2];
  double sag[SAG]; /**< u: powers of x */
  double inertia;  /**< I without rotary inertia */
  double kappa;
} rigid;

typedef struct form {
  hol_end end[2];
  double held[HELD][HELD];
  size_t n_rigid;
  rigid rigid[2];
} form;

#define FREE HOL_END_FREE
#define CLAMPED HOL_END_CLAMPED
#define PINNED HOL_END_PINNED
#define GUIDED HOL_END_GUIDED
#define HELD_PINNED_PINNED                                                                                             \
  {                                                                                                                    \
    {0}, {0, 1.0 / 6, 0, -1.0 / 6}, {0},                                                                               \
    {                                                                                                                  \
      0, -1.0 / 6                                                                                                      \
    }                                                                                                                  \
  }
#define HELD_PINNED_GUIDED                                                                                             \
  {                                                                                                                    \
    {0}, {0.5, 0, -0.5}, {0},                                                                                          \
    {                                                                                                                  \
      -1.0 / 6                                                                                                         \
    }                                                                                                                  \
  }
#define HELD_CLAMPED_GUIDED                                                                                            \
  {                                                                                                                    \
    {0}, {0}, {0.25, 0, -0.25},                                                                                        \
    {                                                                                                                  \
      -1.0 / 6                                                                                                         \
    }                                                                                                                  \
  }

/** One of each two mirror images. */
static const form beams[] = {
    {{CLAMPED, CLAMPED}, {{0}, {0}, {0, 0, 0.5, -0.5}, {0, 0, -0.5, 1.0 / 3}}, 0, {{{0}, {0}, 0, 0}}},
    {{CLAMPED, FREE}, {{0}, {0}, {0.5, -0.5}, {-1.0 / 6}}, 0, {{{0}, {0}, 0, 0}}},
    {{CLAMPED, PINNED}, {{0}, {0}, {0, 0.25, 0, -0.25}, {0, -0.25, 0, 1.0 / 12}}, 0, {{{0}, {0}, 0, 0}}},
    {{CLAMPED, GUIDED}, HELD_CLAMPED_GUIDED, 0, {{{0}, {0}, 0, 0}}},
    {{PINNED, PINNED}, HELD_PINNED_PINNED, 0, {{{0}, {0}, 0, 0}}},
    {{PINNED, GUIDED}, HELD_PINNED_GUIDED, 0, {{{0}, {0}, 0, 0}}},
    /* free-free, held on two pins */
    {{FREE, FREE},
     HELD_PINNED_PINNED,
     2,
     {{{1}, {0, 1.0 / 24, 0, -1.0 / 12, 1.0 / 24}, 1, 1.0 / 120},
      {{-0.5, 1}, {0, -1.0 / 720, 0, 1.0 / 72, -1.0 / 48, 1.0 / 120}, 1.0 / 12, 1.0 / 30240}}},
    /* the free end held on a second pin */
    {{PINNED, FREE}, HELD_PINNED_PINNED, 1, {{{0, 1}, {0, 7.0 / 360, 0, -1.0 / 36, 0, 1.0 / 120}, 1.0 / 3, 2.0 / 945}}},
    /* the free end held on a pin */
    {{FREE, GUIDED}, HELD_PINNED_GUIDED, 1, {{{1}, {0, 1.0 / 3, 0, -1.0 / 6, 1.0 / 24}, 1, 2.0 / 15}}},
    /* the first end clamped */
    {{GUIDED, GUIDED}, HELD_CLAMPED_GUIDED, 1, {{{1}, {0, 0, 1.0 / 6, -1.0 / 6, 1.0 / 24}, 1, 1.0 / 45}}},
};

static const form rods[] = {
    {{CLAMPED, CLAMPED}, {{0}, {0, 1}}, 0, {{{0}, {0}, 0, 0}}},
    {{CLAMPED, FREE}, {{0}, {1}}, 0, {{{0}, {0}, 0, 0}}},
    /* free-free, the first end held */
    {{FREE, FREE}, {{0}, {1}}, 1, {{{1}, {0, 1, -0.5}, 1, 1.0 / 3}}},
};

/** A point, from both ends of the line, in lengths. */
typedef struct place {
  double at, rest;
} place;

/** The derivative of Σ coefficient_j xʲ. */
static double polynomial(const double *coefficient, int count, double x, int order)
{
  double sum = 0;
  for (int j = count - 1; j >= order; j--) {
    double factor = 1;
    for (int i = 0; i < order; i++) {
      factor *= j - i;
    }
    sum = sum * x + factor * coefficient[j];
  }
  return sum;
}

/** ∂^p/∂low^p ∂^q/∂high^q of G(low, high), low ≤ high. */
static double held_at(const form *f, place low, int p, place high, int q)
{
  double inner[HELD];
  for (int j = 0; j < HELD; j++) {
    inner[j] = polynomial(f->held[j], HELD, high.rest, q);
  }
  return (q % 2 ? -1 : 1) * polynomial(inner, HELD, low.at, p); /* d/dξ = −d/d(1 − ξ) */
}

/** The row for the line's ends; mirrored tells that it stands for the line run through from its far end. */
static const form *find_form(const hol_line *line, bool *mirrored)
{
  bool bending = hol_line_is_bending(line);
  const form *table = bending ? beams : rods;
  size_t count = bending ? sizeof beams / sizeof beams[0] : sizeof rods / sizeof rods[0];
  hol_end end[2];
  for (int i = 0; i < 2; i++) {
    end[i] = bending || line->end[i] == FREE ? line->end[i] : CLAMPED;
  }
  for (size_t i = 0; i < count; i++) {
    for (int turn = 0; turn < 2; turn++) {
      if (table[i].end[turn] == end[0] && table[i].end[1 - turn] == end[1]) {
        *mirrored = turn == 1;
        return &table[i];
      }
    }
  }
  return NULL;
}

/** Γ in units of the table. */
static double elastic_at(const form *f, double rotary, const place at[2], const int order[2], bool after)
{
  double sum = after ? held_at(f, at[1], order[1], at[0], order[0]) : held_at(f, at[0], order[0], at[1], order[1]);
  for (size_t k = 0; k < f->n_rigid; k++) {
    const rigid *g = &f->rigid[k];
    double R[2], u[2], I = g->inertia + rotary * g->motion[1] * g->motion[1];
    for (int i = 0; i < 2; i++) {
      R[i] = polynomial(g->motion, 2, at[i].at, order[i]);
      u[i] = polynomial(g->sag, SAG, at[i].at, order[i]);
    }
    sum += R[0] * R[1] * (g->kappa / (I * I)) - (R[0] * u[1] + u[0] * R[1]) / I;
  }
  return sum;
}

double hol_line_static(const hol_line *line, double x, int order, double xi, int order_xi)
{
  assert(line && line->length > 0 && line->stiffness > 0);
  assert(order >= 0 && order <= 3 && order_xi >= 0 && order_xi <= 1);
  bool bending = hol_line_is_bending(line), mirrored = false;
  const form *f = find_form(line, &mirrored);
  bool moves = f && f->n_rigid > 0;
  if (!f || line->foundation != 0 || (bending && (line->shear != 0 || line->tension != 0)) ||
      (moves && !(line->mass > 0))) {
    return nan("");
  }
  double l = line->length, rotary = moves && bending ? line->rotary / line->mass / (l * l) : 0;
  int orders[2] = {order, order_xi}, total = order + order_xi;
  place at[2] = {{x / l, (l - x) / l}, {xi / l, (l - xi) / l}};
  for (int i = 0; i < 2 && mirrored; i++) {
    at[i] = (place){at[i].rest, at[i].at};
  }
  /* at x = ξ either side serves where nothing jumps; the higher order takes the right for the sake of symmetry */
  bool after = x > xi || (x == xi && order >= order_xi);
  double value = elastic_at(f, rotary, at, orders, after != mirrored);
  double unit = (bending ? l * l * l : l) / line->stiffness / (total == 0 ? 1 : total == 1 ? l : pow(l, total));
  return (mirrored && total % 2 ? -unit : unit) * value;
}
