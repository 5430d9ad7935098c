/* SPDX-License-Identifier: BSD-3-Clause */
/* Kirchhoff plates by Ritz in polynomials: round ones full, without a hole; rectangular ones with any edges. Only upper
   bounds: under a force at a point the deflection is not smooth, so frequencies converge slowly. */
#include "fe_model.h"
#include "fe_smooth.h"

#include "parts/plate/written.h"

#include <math.h>

static const real pi = 3.14159265358979323846264338327950288L;
enum { RECTANGLE_BUBBLES = 8, ROUND_ORDERS = 8, ROUND_POWERS = 5 };

typedef struct plate {
  real D, nu, mass;
} plate;

static plate plate_of(const hol_part *from)
{
  const real h = from->value[HOL_P_THICKNESS], E = from->material->E, nu = from->material->nu;
  return (plate){E * h * h * h / (12 * (1 - nu * nu)), nu, (real)from->material->density * h};
}

/* ---- rectangular ---- */

/** Functions along a side that keep to its edges. */
typedef struct side {
  real length;
  size_t count, index[4 + RECTANGLE_BUBBLES + 8];
  size_t bubbles;
  real *integral[3][3]; /**< ∫ f^(a) g^(b): [count²] */
} side;

static void choose(side *s, const hol_plate_edge edge[2])
{
  for (size_t i = 0; i < 4 + s->bubbles; i++) {
    const hol_plate_edge at = i < 2 ? edge[0] : edge[1];
    bool held = i < 4 && (at == HOL_EDGE_CLAMPED || (at == HOL_EDGE_SUPPORTED && i % 2 == 0));
    if (!held) {
      s->index[s->count++] = i;
    }
  }
}

static void integrate(side *s, fe_pool *pool)
{
  fe_jet f[FE_SMOOTH_MOST];
  for (size_t a = 0; a < 9; a++) {
    s->integral[a / 3][a % 3] = fe_pool_get(pool, s->count * s->count, sizeof(real));
  }
  size_t nodes = s->bubbles + 8;
  for (size_t q = 0; q < nodes; q++) {
    real weight;
    const real x = fe_gauss_node(q, nodes, &weight);
    fe_smooth(x, 1, s->bubbles, s->length / 2, f);
    for (size_t i = 0; i < s->count * s->count; i++) {
      const fe_jet *u = &f[s->index[i / s->count]], *v = &f[s->index[i % s->count]];
      for (size_t a = 0; a < 9; a++) {
        s->integral[a / 3][a % 3][i] += weight * s->length / 2 * u->d[a / 3] * v->d[a % 3];
      }
    }
  }
}

static side side_of(const fe_model *model, const hol_part *from, size_t axis)
{
  static const hol_plate_edge none[2] = {HOL_EDGE_FREE, HOL_EDGE_FREE};
  const hol_plate_words *words = from->own;
  side s = {.length = words->side[axis], .bubbles = RECTANGLE_BUBBLES + (model->extra > 0 ? 4 : 0)};
  choose(&s, words->has_edges ? words->edge + 2 * axis : none);
  integrate(&s, model->pool);
  return s;
}

static void collect_rectangle(fe_model *model, size_t index)
{
  const hol_part *from = &model->problem->part[index];
  const plate p = plate_of(from);
  const side x = side_of(model, from, 0), y = side_of(model, from, 1);
  size_t n = x.count * y.count;
  fe_element *element = fe_model_element(model, n, false);
  for (size_t i = 0; i < n; i++) {
    fe_form_add(model, &element->end[i], model->unknowns + i, 1);
    for (size_t j = 0; j < n; j++) {
      size_t a = (i / y.count) * x.count + j / y.count, b = (i % y.count) * y.count + j % y.count;
#define PRODUCT(k, l, m, o) (x.integral[k][l][a] * y.integral[m][o][b])
      element->K[i * n + j] =
          p.D * (PRODUCT(2, 2, 0, 0) + PRODUCT(0, 0, 2, 2) + p.nu * (PRODUCT(2, 0, 0, 2) + PRODUCT(0, 2, 2, 0)) +
                 2 * (1 - p.nu) * PRODUCT(1, 1, 1, 1));
      element->M[i * n + j] = p.mass * PRODUCT(0, 0, 0, 0);
#undef PRODUCT
    }
  }
  for (size_t i = 0; i < from->point_count; i++) {
    fe_jet f[FE_SMOOTH_MOST], g[FE_SMOOTH_MOST];
    fe_smooth(2 * (real)from->point[i].at[0] / x.length - 1, 1, x.bubbles, x.length / 2, f);
    fe_smooth(2 * (real)from->point[i].at[1] / y.length - 1, 1, y.bubbles, y.length / 2, g);
    for (size_t k = 0; k < n; k++) {
      fe_form_add(model, &model->part[index].site[i * HOL_FREEDOM_COUNT + HOL_UZ], model->unknowns + k,
                  f[x.index[k / y.count]].d[0] * g[y.index[k % y.count]].d[0]);
    }
  }
  model->unknowns += n;
}

/* ---- round ---- */

/** Radial function k of n nodal diameters, ρ^n (1 - ρ²)^edge P_k(2ρ² - 1) in ρ = r/R, with two derivatives in r. */
static fe_jet radial(size_t n, size_t k, unsigned edge, real R, real rho)
{
  real c[64] = {0}, P[3][20] = {{1}, {-1, 2}}; /* by powers of ρ² */
  for (size_t j = 1; j < k; j++) {
    for (size_t i = 0; i < 20; i++) {
      P[2][i] = ((2 * (real)j + 1) * (2 * (i ? P[1][i - 1] : 0) - P[1][i]) - (real)j * P[0][i]) / ((real)j + 1);
    }
    for (size_t i = 0; i < 20; i++) {
      P[0][i] = P[1][i];
      P[1][i] = P[2][i];
    }
  }
  for (size_t i = 0; i < 20; i++) {
    c[n + 2 * i] = P[k > 0][i];
  }
  for (unsigned e = 0; e < edge; e++) {
    for (size_t i = 64; i-- > 2;) {
      c[i] -= c[i - 2];
    }
  }
  fe_jet f = {{0}};
  for (size_t i = 64; i-- > 0;) {
    f.d[2] = f.d[2] * rho + 2 * f.d[1];
    f.d[1] = f.d[1] * rho + f.d[0];
    f.d[0] = f.d[0] * rho + c[i];
  }
  f.d[1] /= R;
  f.d[2] /= R * R;
  return f;
}

/** One family of n nodal diameters: an element over its functions. */
static void collect_family(fe_model *model, const plate *p, size_t n, size_t count, unsigned edge, real R, size_t first)
{
  fe_element *element = fe_model_element(model, count, false);
  for (size_t i = 0; i < count; i++) {
    fe_form_add(model, &element->end[i], first + i, 1);
  }
  fe_jet f[ROUND_POWERS + 8];
  for (size_t q = 0; q < 40; q++) {
    real weight;
    const real rho = (1 + fe_gauss_node(q, 40, &weight)) / 2, r = R * rho, m = (real)n;
    weight *= R / 2 * r * (n ? pi : 2 * pi);
    for (size_t i = 0; i < count; i++) {
      f[i] = radial(n, i, edge, R, rho);
    }
    for (size_t i = 0; i < count; i++) {
      const real ki = f[i].d[1] / r - m * m * f[i].d[0] / (r * r), ti = m * (f[i].d[1] / r - f[i].d[0] / (r * r));
      for (size_t j = 0; j < count; j++) {
        const real kj = f[j].d[1] / r - m * m * f[j].d[0] / (r * r), tj = m * (f[j].d[1] / r - f[j].d[0] / (r * r));
        element->K[i * count + j] +=
            weight * p->D *
            (f[i].d[2] * f[j].d[2] + ki * kj + p->nu * (f[i].d[2] * kj + ki * f[j].d[2]) + 2 * (1 - p->nu) * ti * tj);
        element->M[i * count + j] += weight * p->mass * f[i].d[0] * f[j].d[0];
      }
    }
  }
}

static void collect_round(fe_model *model, size_t index)
{
  const hol_part *from = &model->problem->part[index];
  const plate p = plate_of(from);
  const real R = from->value[HOL_P_RADIUS];
  const hol_plate_words *words = from->own;
  const hol_plate_edge rim = words->has_rim ? words->edge[0] : HOL_EDGE_FREE;
  unsigned edge = rim == HOL_EDGE_CLAMPED ? 2 : rim == HOL_EDGE_SUPPORTED ? 1 : 0;
  size_t count = ROUND_POWERS + (model->extra > 0 ? 3 : 0), orders = ROUND_ORDERS + (model->extra > 0 ? 4 : 0);
  for (size_t n = 0; n <= orders; n++) {
    for (size_t turned = 0; turned <= (n > 0); turned++) {
      collect_family(model, &p, n, count, edge, R, model->unknowns);
      for (size_t i = 0; i < from->point_count; i++) {
        const long double x = from->point[i].at[0], y = from->point[i].at[1],
                          theta = x == 0 && y == 0 ? 0 : atan2l(y, x);
        const real rho = (real)sqrtl(x * x + y * y) / R;
        const real angular = turned ? sinl((long double)n * theta) : cosl((long double)n * theta);
        for (size_t k = 0; k < count; k++) {
          fe_form_add(model, &model->part[index].site[i * HOL_FREEDOM_COUNT + HOL_UZ], model->unknowns + k,
                      angular * radial(n, k, edge, R, rho).d[0]);
        }
      }
      model->unknowns += count;
    }
  }
}

void fe_plate_collect(fe_model *model, size_t index)
{
  const hol_part *from = &model->problem->part[index];
  const hol_plate_words *words = from->own;
  if (!from->material || words->has_hub || words->inner_radius > 0 || fe_model_has(model, HOL_UX)) {
    model->fault = "plate of this kind";
  } else if (words->has_sides) {
    collect_rectangle(model, index);
  } else {
    collect_round(model, index);
  }
}
