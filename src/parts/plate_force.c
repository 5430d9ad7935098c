/* Green's formula for the strain energy a(u, v) of a rectangle, with the jump of a quantity between opposite edges in [ ]:
 *
 *     a(u, v) = ∫ DΔ²u v + B(u, v),
 *     B(u, v) = D ∫[ (u_xx + νu_yy) v_x − (u_xxx + (2−ν)u_xyy) v ] dy + the same with x and y changed over + 2(1−ν)D [[u_xy v]]
 *
 * The deflection under a unit force at ξ is G + h, a(G + h, v) = v(ξ) − Σ φ(ξ) m∫φv with the rigid-body modes φ; as
 * a(G, v) = v(ξ) + B(G, v), what the products lack of it, G + e, has a(e, v) = −B(G, v) − v(ξ), with e = −G where edges are
 * held: integrals of smooth functions along the edges. What they lack of the following u_j, W_j + e_j, has
 * a(e_j, v) = −B(W_j, v) + m∫e_{j−1}v the same way. m∫φW_j is
 * had from Ψ with DΔ²Ψ = mφ, m∫φW_j = m∫ΨW_{j−1} + B(W_j, Ψ) − B(Ψ, W_j), and so on down to Ψ(ξ). */
#include "parts/plate_force.h"
#include "base/complex.h"
#include "base/dense.h"
#include "base/memory.h"
#include "parts/profile_legendre.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/** On an edge, within this part of the side. */
static const double touching = 1e-9;

enum { W, W_X, W_Y, W_XX, W_XY, W_YY, W_XXX, W_XXY, W_XYY, W_YYY };

/* ---- the singular part ------------------------------------------------------------------------------------------------------- */

/** A particular solution of DΔ²w = m · term; Δ² = 16 ∂²∂̄². */
static hol_power_term lift(hol_power_term t, double factor)
{
  double b = t.b, a = t.a, twice = (b + 1) * (b + 2), scale = factor / (16 * (a + 1) * (a + 2));
  return (hol_power_term){t.a + 2, t.b + 2, scale * t.alpha / twice,
                          scale * (t.beta / twice - t.alpha * (2 * b + 3) / (twice * twice))};
}

hol_point_force hol_point_force_at(const hol_rectangle *plate, const double at[2])
{
  static const double inward[4] = {0, 1, 0.5, -0.5};
  double length = hypot(plate->side[0], plate->side[1]), A = length * length / (8 * pi * plate->D), B = 0;
  hol_point_force f = {.at = {at[0], at[1]}, .length = length};
  size_t edges = 0;
  for (size_t e = 0; e < 4; e++) {
    double side = plate->side[e / 2], distance = e % 2 ? side - at[e / 2] : at[e / 2];
    if (fabs(distance) <= touching * side) {
      f.turn = pi * inward[e];
      f.at[e / 2] = e % 2 ? side : 0;
      edges++;
    }
  }
  f.is_corner = edges == 2;
  if (edges == 1) {
    A *= 4 / (3 + plate->nu);
    B = -A * (1 + plate->nu) / (1 - plate->nu);
  }
  f.term[0][0] = (hol_power_term){1, 1, f.is_corner ? 0 : A, 0};
  f.term[0][1] = (hol_power_term){0, 2, f.is_corner ? 0 : B, 0};
  for (size_t j = 1; j < HOL_CHAIN; j++) {
    for (size_t k = 0; k < 2; k++) {
      f.term[j][k] = lift(f.term[j - 1][k], plate->mass * pow(length, 4) / plate->D);
    }
  }
  return f;
}

/** ∂^k of z^b (α ln z + β), k ≤ 3. */
static void holomorphic(hol_power_term t, double complex z, double complex ln, double complex d[4])
{
  double b = t.b, alpha = t.alpha, beta = t.beta;
  for (size_t k = 0; k < 4; k++, b--) {
    d[k] = alpha == 0 && beta == 0 ? 0 : cpow(z, b) * (alpha * ln + beta);
    beta = b * beta + alpha;
    alpha *= b;
  }
}

/** ∂̄^l of z̄^a, l ≤ 3. */
static void antiholomorphic(int a, double complex z, double complex d[4])
{
  double factor = 1;
  for (int l = 0; l < 4; l++) {
    d[l] = factor == 0 ? 0 : factor * cpow(conj(z), a - l);
    factor *= a - l;
  }
}

/** Add the jet of one term: ∂x = ∂ + ∂̄, ∂y = i(∂ − ∂̄), each ∂ with the turn c. */
static void add_term(hol_power_term t, double complex z, double complex ln, double complex c, double jet[HOL_JET])
{
  static const int in_x[HOL_JET] = {0, 1, 0, 2, 1, 0, 3, 2, 1, 0}, in_y[HOL_JET] = {0, 0, 1, 0, 1, 2, 0, 1, 2, 3};
  static const double binomial[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
  const double complex i_to[4] = {1, hol_complex(0, 1), -1, hol_complex(0, -1)};
  double complex f[4], g[4], turn[4] = {1, c, c * c, c * c * c};
  holomorphic(t, z, ln, f);
  antiholomorphic(t.a, z, g);
  for (size_t k = 0; k < HOL_JET; k++) {
    double complex sum = 0;
    for (int s = 0; s <= in_x[k]; s++) {
      for (int r = 0; r <= in_y[k]; r++) {
        int bar = s + r, plain = in_x[k] + in_y[k] - bar;
        sum += binomial[in_x[k]][s] * binomial[in_y[k]][r] * (r % 2 ? -1 : 1) * f[plain] * turn[plain] * g[bar] *
               conj(turn[bar]);
      }
    }
    jet[k] += creal(i_to[in_y[k]] * sum);
  }
}

void hol_point_force_jet(const hol_point_force *force, size_t j, const double place[2], double jet[HOL_JET])
{
  double x = (place[0] - force->at[0]) / force->length, y = (place[1] - force->at[1]) / force->length;
  memset(jet, 0, HOL_JET * sizeof *jet);
  if ((x == 0 && y == 0) || force->is_corner) {
    return;
  }
  double complex c = hol_complex(cos(force->turn), -sin(force->turn)), z = c * hol_complex(x, y), ln = clog(z);
  for (size_t k = 0; k < 2; k++) {
    if (force->term[j][k].alpha != 0) {
      add_term(force->term[j][k], z, ln, c, jet);
    }
  }
  static const int order[HOL_JET] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3};
  for (size_t k = 0; k < HOL_JET; k++) {
    jet[k] /= pow(force->length, order[k]);
  }
}

/* ---- rigid-body modes ---------------------------------------------------------------------------------------------------------- */

size_t hol_plate_rigid_modes(const hol_rectangle *plate, hol_plate_rigid rigid[3])
{
  size_t held = 0, edge = 0;
  double mass = plate->mass * plate->side[0] * plate->side[1], unit = 1 / sqrt(mass);
  for (size_t e = 0; e < 4; e++) {
    if (plate->edge[e] != HOL_EDGE_FREE) {
      held++;
      edge = e;
    }
  }
  if (held == 0) {
    rigid[0] = (hol_plate_rigid){-1, unit, 0};
    for (int k = 0; k < 2; k++) {
      double slope = sqrt(12) * unit / plate->side[k];
      rigid[1 + k] = (hol_plate_rigid){k, -0.5 * slope * plate->side[k], slope};
    }
    return 3;
  }
  if (held == 1 && plate->edge[edge] == HOL_EDGE_SUPPORTED) {
    double side = plate->side[edge / 2], slope = sqrt(3) * unit / side;
    rigid[0] = (hol_plate_rigid){(int)(edge / 2), edge % 2 ? -slope * side : 0, slope};
    return 1;
  }
  return 0;
}

size_t hol_rectangle_rigid(const hol_rectangle *plate)
{
  hol_plate_rigid rigid[3];
  return hol_plate_rigid_modes(plate, rigid);
}

double hol_plate_rigid_at(const hol_plate_rigid *rigid, const double at[2])
{
  return rigid->constant + (rigid->along < 0 ? 0 : rigid->slope * at[rigid->along]);
}

bool hol_rectangle_holds(const hol_rectangle *plate, const double at[2])
{
  for (size_t e = 0; e < 4; e++) {
    double side = plate->side[e / 2], distance = e % 2 ? side - at[e / 2] : at[e / 2];
    if (plate->edge[e] != HOL_EDGE_FREE && fabs(distance) <= touching * side) {
      return true;
    }
  }
  return false;
}

/** t^k/k!, 0 for k < 0. */
static double reduced_power(double t, int k)
{
  double value = k < 0 ? 0 : 1;
  for (int i = 1; i <= k; i++) {
    value *= t / i;
  }
  return value;
}

/** Ψ_level with DΔ²Ψ_level = m Ψ_{level−1}, Ψ_0 = φ. */
static void potential_jet(const hol_rectangle *plate, const hol_plate_rigid *rigid, int level, const double place[2],
                          double jet[HOL_JET])
{
  static const size_t of_x[4] = {W, W_X, W_XX, W_XXX}, of_y[4] = {W, W_Y, W_YY, W_YYY};
  bool in_y = rigid->along == 1;
  double t = place[in_y ? 1 : 0], scale = pow(plate->mass / plate->D, level);
  memset(jet, 0, HOL_JET * sizeof *jet);
  for (int k = 0; k < 4; k++) {
    jet[in_y ? of_y[k] : of_x[k]] = scale * (rigid->constant * reduced_power(t, 4 * level - k) +
                                             rigid->slope * reduced_power(t, 4 * level + 1 - k));
  }
}

/* ---- along the edges ------------------------------------------------------------------------------------------------------------- */

/** Points of quadrature along one edge, close to each other where the force is. */
typedef struct edge_points {
  size_t count;
  double *place[2]; /* the varying coordinate, weight */
} edge_points;

enum { GAUSS = 24, ENDS_MOST = 512 };

/** Panels of an edge: ends, nodes of the functions and of their layers, and distances from the foot of the force that double. */
static size_t panels(const hol_span *span, double foot, double distance, double end[])
{
  size_t count = 0;
  double least = fmax(distance, 1e-13 * span->length), all[ENDS_MOST];
  for (size_t k = 0; k <= span->elements && count < ENDS_MOST / 2; k++) {
    all[count++] = span->length * (double)k / (double)span->elements;
  }
  for (size_t k = 0; k < span->layers; k++) {
    all[count++] = span->layer[k];
    all[count++] = span->length - span->layer[k];
  }
  all[count++] = foot;
  for (double step = least; step < span->length && count + 2 < ENDS_MOST; step *= 2.5) {
    all[count++] = foot - step;
    all[count++] = foot + step;
  }
  size_t kept = 0;
  for (size_t i = 1; i < count; i++) { /* insertion */
    double x = all[i];
    size_t j = i;
    for (; j > 0 && all[j - 1] > x; j--) {
      all[j] = all[j - 1];
    }
    all[j] = x;
  }
  for (size_t i = 0; i < count; i++) {
    bool inside = all[i] >= 0 && all[i] <= span->length;
    if (inside && (kept == 0 || all[i] - end[kept - 1] > 1e-15 * span->length)) {
      end[kept++] = all[i];
    }
  }
  return kept;
}

/** What is done with a jet on an edge: coordinates of the place, weight. */
typedef struct along {
  const hol_plane *plane;
  const hol_point_force *force;
  size_t j;                 /**< of W_j */
  double *load;             /**< [n] −B(W, v), or NULL */
  double *held;             /**< [n] −W where held, or NULL */
  double *values;           /**< [3][n of the edge's span] function values, second derivatives */
  double pairing;           /**< B(W, Ψ) − B(Ψ, W) */
  const hol_plate_rigid *rigid; /**< of Ψ; NULL: loads and held values are wanted */
  int level;                /**< of Ψ */
} along;

static size_t product(const hol_plane *plane, bool x_edge, size_t across, size_t at)
{
  return x_edge ? across + at * plane->x->n : at + across * plane->x->n;
}

/** Moment and force of a jet on an x-edge or y-edge, over D. */
static void edge_stresses(double nu, bool x_edge, const double *jet, double *moment, double *shear)
{
  *moment = x_edge ? jet[W_XX] + nu * jet[W_YY] : jet[W_YY] + nu * jet[W_XX];
  *shear = x_edge ? jet[W_XXX] + (2 - nu) * jet[W_XYY] : jet[W_YYY] + (2 - nu) * jet[W_XXY];
}

/** One point of an edge. @param[in] e edge */
static void at_point(along *a, size_t e, double t, double weight)
{
  const hol_rectangle *plate = a->plane->plate;
  bool x_edge = e < 2;
  const hol_span *span = x_edge ? a->plane->y : a->plane->x, *other = x_edge ? a->plane->x : a->plane->y;
  double side = plate->side[e / 2], place[2] = {x_edge ? (e % 2 ? side : 0) : t, x_edge ? t : (e % 2 ? side : 0)};
  double jet[HOL_JET], moment, shear, out = (e % 2 ? 1 : -1) * plate->D * weight;
  hol_point_force_jet(a->force, a->j, place, jet);
  edge_stresses(plate->nu, x_edge, jet, &moment, &shear);
  if (a->rigid) {
    double psi[HOL_JET], psi_moment, psi_shear;
    potential_jet(plate, a->rigid, a->level, place, psi);
    edge_stresses(plate->nu, x_edge, psi, &psi_moment, &psi_shear);
    size_t slope = x_edge ? W_X : W_Y;
    a->pairing += out * (moment * psi[slope] - shear * psi[W] - psi_moment * jet[slope] + psi_shear * jet[W]);
    return;
  }
  size_t first = e % 2 ? 2 * other->elements : 0, local = other->global + (e % 2 ? other->local : 0);
  double h = hol_span_step(span), unit = weight * h * h * h / 16;
  double *value = a->values, *second = a->values + span->n;
  hol_span_at(span, t, 0, value);
  hol_span_at(span, t, 2, second);
  double bend = x_edge ? jet[W_YY] : jet[W_XX], bend_slope = x_edge ? jet[W_XYY] : jet[W_XXY];
  for (size_t j = 0; j < span->n; j++) {
    size_t w = product(a->plane, x_edge, first, j), s = product(a->plane, x_edge, first + 1, j);
    a->load[w] += out * shear * value[j];
    a->load[s] -= out * moment * value[j];
    for (size_t l = 0; l < other->layers; l++) { /* local functions have value and slope there, too */
      size_t at = local + l * (other->layer_degree - 1);
      a->load[product(a->plane, x_edge, at, j)] += out * shear * value[j];
      a->load[product(a->plane, x_edge, at + 1, j)] -= (e % 2 ? -1 : 1) * out * moment * value[j];
    }
    if (j >= 2 * (span->elements + 1) && j < span->global) {
      a->held[w] -= plate->edge[e] != HOL_EDGE_FREE ? unit * bend * second[j] : 0;
      a->held[s] -= plate->edge[e] == HOL_EDGE_CLAMPED ? unit * bend_slope * second[j] : 0;
    }
  }
}

/** Values and slopes at the nodes of a held edge: there the trace is taken as it is. */
static void hold_nodes(along *a, size_t e)
{
  const hol_rectangle *plate = a->plane->plate;
  bool x_edge = e < 2;
  const hol_span *span = x_edge ? a->plane->y : a->plane->x, *other = x_edge ? a->plane->x : a->plane->y;
  size_t first = e % 2 ? 2 * other->elements : 0;
  for (size_t k = 0; k <= span->elements && plate->edge[e] != HOL_EDGE_FREE; k++) {
    double t = span->length * (double)k / (double)span->elements, side = plate->side[e / 2], jet[HOL_JET];
    double place[2] = {x_edge ? (e % 2 ? side : 0) : t, x_edge ? t : (e % 2 ? side : 0)};
    hol_point_force_jet(a->force, a->j, place, jet);
    a->held[product(a->plane, x_edge, first, 2 * k)] = -jet[W];
    a->held[product(a->plane, x_edge, first, 2 * k + 1)] = -jet[x_edge ? W_Y : W_X];
    if (plate->edge[e] == HOL_EDGE_CLAMPED) {
      a->held[product(a->plane, x_edge, first + 1, 2 * k)] = -jet[x_edge ? W_X : W_Y];
      a->held[product(a->plane, x_edge, first + 1, 2 * k + 1)] = -jet[W_XY];
    }
  }
}

static void along_edge(along *a, size_t e)
{
  bool x_edge = e < 2;
  const hol_span *span = x_edge ? a->plane->y : a->plane->x;
  double side = a->plane->plate->side[e / 2], distance = fabs((e % 2 ? side : 0) - a->force->at[e / 2]), end[ENDS_MOST];
  size_t count = panels(span, a->force->at[x_edge ? 1 : 0], distance, end);
  long double s[GAUSS], weight[GAUSS];
  hol_gauss(GAUSS, s, weight);
  for (size_t k = 0; k + 1 < count; k++) {
    double h = end[k + 1] - end[k];
    for (size_t q = 0; q < GAUSS; q++) {
      at_point(a, e, end[k] + 0.5 * h * (1 + (double)s[q]), 0.5 * h * (double)weight[q]);
    }
  }
}

/** 2(1 − ν)D [[u_xy v]]. */
static void at_corners(along *a)
{
  const hol_rectangle *plate = a->plane->plate;
  for (size_t k = 0; k < 4; k++) {
    double place[2] = {k % 2 ? plate->side[0] : 0, k / 2 ? plate->side[1] : 0}, jet[HOL_JET], psi[HOL_JET];
    double factor = (k == 0 || k == 3 ? 2 : -2) * (1 - plate->nu) * plate->D;
    hol_point_force_jet(a->force, a->j, place, jet);
    if (a->rigid) {
      potential_jet(plate, a->rigid, a->level, place, psi);
      a->pairing += factor * (jet[W_XY] * psi[W] - psi[W_XY] * jet[W]);
    } else {
      size_t i = k % 2 ? 2 * a->plane->x->elements : 0, j = k / 2 ? 2 * a->plane->y->elements : 0;
      a->load[i + j * a->plane->x->n] -= factor * jet[W_XY];
      const hol_span *x = a->plane->x, *y = a->plane->y;
      for (size_t l = 0; l < x->layers; l++) {
        i = x->global + (k % 2 ? x->local : 0) + l * (x->layer_degree - 1);
        j = y->global + (k / 2 ? y->local : 0) + l * (y->layer_degree - 1);
        a->load[i + j * x->n] -= factor * jet[W_XY];
      }
    }
  }
}

/* ---- the rest ---------------------------------------------------------------------------------------------------------------------- */

double hol_plate_stiffness(const hol_rectangle *plate, double *const x[4], double *const y[4], size_t at_x, size_t at_y,
                           size_t back_x, size_t back_y)
{
  double nu = plate->nu;
  return plate->D * (x[1][at_x] * y[0][at_y] + x[0][at_x] * y[1][at_y] +
                     nu * (x[2][at_x] * y[2][back_y] + x[2][back_x] * y[2][at_y]) +
                     2 * (1 - nu) * x[3][at_x] * y[3][at_y]);
}

/** C += factor A H B for symmetric or transposed integrals, H by columns. */
static void add_sandwich(const hol_plane *plane, double factor, size_t kind_x, size_t kind_y, bool transposed, const double *H,
                         double *work, double *C)
{
  size_t nx = plane->x->n, ny = plane->y->n;
  const double *A = plane->x->integral[kind_x], *B = plane->y->integral[kind_y];
  if (transposed) {
    hol_dense_product_transposed(nx, nx, ny, A, H, work);
  } else {
    hol_dense_product(nx, nx, ny, A, H, work);
  }
  for (size_t j = 0; j < ny; j++) {
    for (size_t l = 0; l < ny; l++) {
      double b = factor * (transposed ? B[j + l * ny] : B[l + j * ny]);
      for (size_t i = 0; i < nx && b != 0; i++) {
        C[i + j * nx] += b * work[i + l * nx];
      }
    }
  }
}

/** load −= K rest. */
static void subtract_stiffness(const hol_plane *plane, const double *rest, double *work, double *load)
{
  double D = plane->plate->D, nu = plane->plate->nu;
  add_sandwich(plane, -D, 1, 0, false, rest, work, load);
  add_sandwich(plane, -D, 0, 1, false, rest, work, load);
  add_sandwich(plane, -D * nu, 2, 2, false, rest, work, load);
  add_sandwich(plane, -D * nu, 2, 2, true, rest, work, load);
  add_sandwich(plane, -2 * D * (1 - nu), 3, 3, false, rest, work, load);
}

/** load −= φ(ξ) m∫φv. */
static void relieve(const hol_plane *plane, const hol_plate_rigid *rigid, double amount, double *line, double *load)
{
  size_t nx = plane->x->n, ny = plane->y->n;
  double *fx = line, *fy = line + nx, *mx = fy + ny, *my = mx + nx;
  hol_span_linear(plane->x, rigid->along == 1 ? 1 : rigid->constant, rigid->along == 0 ? rigid->slope : 0, fx);
  hol_span_linear(plane->y, rigid->along == 1 ? rigid->constant : 1, rigid->along == 1 ? rigid->slope : 0, fy);
  hol_dense_product(nx, nx, 1, plane->x->integral[0], fx, mx);
  hol_dense_product(ny, ny, 1, plane->y->integral[0], fy, my);
  for (size_t b = 0; b < nx * ny; b++) {
    load[b] += amount * plane->plate->mass * mx[b % nx] * my[b / nx];
  }
}

/** Workspace: [n] loads, held values, products; line functions. */
typedef struct shed {
  double *load, *held, *line, *work;
} shed;

/** load += amount · v(ξ). */
static void add_point_load(const hol_plane *plane, const double at[2], double amount, double *line, double *load)
{
  size_t nx = plane->x->n, ny = plane->y->n;
  double *x = line, *y = line + nx;
  hol_span_at(plane->x, at[0], 0, x);
  hol_span_at(plane->y, at[1], 0, y);
  for (size_t b = 0; b < nx * ny; b++) {
    load[b] += amount * x[b % nx] * y[b / nx];
  }
}

/** The rest of one force in u_j. @param[in] before  that of u_{j−1} */
static void solve_rest(const hol_plane *plane, const hol_point_force *force, size_t j, const double *before, shed *s,
                       double *rest)
{
  size_t n = plane->x->n * plane->y->n;
  along a = {.plane = plane, .force = force, .j = j, .load = s->load, .held = s->held, .values = s->line};
  memset(s->load, 0, n * sizeof *s->load);
  memset(s->held, 0, n * sizeof *s->held);
  if (force->is_corner) { /* no singular part, nothing is lacking */
    memset(rest, 0, n * sizeof *rest);
    return;
  }
  for (size_t e = 0; e < 4; e++) {
    along_edge(&a, e);
  }
  for (size_t e = 0; e < 4; e++) {
    hold_nodes(&a, e);
  }
  at_corners(&a);
  if (j == 0) {
    add_point_load(plane, force->at, -1, s->line, s->load);
  } else {
    add_sandwich(plane, plane->plate->mass, 0, 0, false, before, s->work, s->load);
  }
  subtract_stiffness(plane, s->held, s->work, s->load);
  plane->solve(plane->context, s->load, rest);
  for (size_t b = 0; b < n; b++) {
    rest[b] += s->held[b];
  }
}

/** m∫φ(W_j + rest), or without a force m∫φ rest. */
static double moment_of(const hol_plane *plane, const hol_plate_rigid *rigid, const hol_point_force *force, size_t j,
                        const double *rest, shed *s)
{
  size_t n = plane->x->n * plane->y->n;
  double sum = 0, psi[HOL_JET];
  memset(s->work, 0, n * sizeof *s->work);
  relieve(plane, rigid, 1, s->line, s->work);
  for (size_t b = 0; b < n; b++) {
    sum += s->work[b] * rest[b];
  }
  if (!force || force->is_corner) {
    return sum;
  }
  for (size_t down = 0; down <= j; down++) {
    along a = {.plane = plane, .force = force, .j = j - down, .rigid = rigid, .level = (int)down + 1, .values = s->line};
    for (size_t e = 0; e < 4; e++) {
      along_edge(&a, e);
    }
    at_corners(&a);
    sum += a.pairing;
  }
  potential_jet(plane->plate, rigid, (int)j + 1, force->at, psi);
  return sum + psi[W];
}

void hol_plane_at(const hol_plane *plane, const double *coefficient, const double place[2], double *work,
                  double value[3])
{
  size_t nx = plane->x->n, ny = plane->y->n;
  double *x = work, *dx = x + nx, *y = dx + nx, *dy = y + ny;
  hol_span_at(plane->x, place[0], 0, x);
  hol_span_at(plane->x, place[0], 1, dx);
  hol_span_at(plane->y, place[1], 0, y);
  hol_span_at(plane->y, place[1], 1, dy);
  value[0] = value[1] = value[2] = 0;
  for (size_t j = 0; j < ny; j++) {
    double at = 0, slope = 0;
    for (size_t i = 0; i < nx; i++) {
      at += coefficient[i + j * nx] * x[i];
      slope += coefficient[i + j * nx] * dx[i];
    }
    value[0] += at * y[j];
    value[1] += slope * y[j];
    value[2] += at * dy[j];
  }
}

/** Make W_j + rest orthogonal to the rigid-body modes. */
static void orthogonalise(const hol_plane *plane, const hol_point_force *force, size_t j, double *rest, shed *s)
{
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(plane->plate, rigid), nx = plane->x->n, n = nx * plane->y->n;
  double part[3];
  for (size_t r = 0; r < count; r++) {
    part[r] = moment_of(plane, &rigid[r], force, j, rest, s);
  }
  for (size_t r = 0; r < count; r++) {
    double *fx = s->line, *fy = s->line + nx;
    hol_span_linear(plane->x, rigid[r].along == 1 ? 1 : rigid[r].constant, rigid[r].along == 0 ? rigid[r].slope : 0, fx);
    hol_span_linear(plane->y, rigid[r].along == 1 ? rigid[r].constant : 1, rigid[r].along == 1 ? rigid[r].slope : 0, fy);
    for (size_t b = 0; b < n; b++) {
      rest[b] -= part[r] * fx[b % nx] * fy[b / nx];
    }
  }
}

/** u_0 in products. */
static void deflect(const hol_plane *plane, const double at[2], shed *s, double *u)
{
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(plane->plate, rigid);
  memset(s->load, 0, plane->x->n * plane->y->n * sizeof *s->load);
  add_point_load(plane, at, 1, s->line, s->load);
  for (size_t r = 0; r < count; r++) {
    relieve(plane, &rigid[r], -hol_plate_rigid_at(&rigid[r], at), s->line, s->load);
  }
  plane->solve(plane->context, s->load, u);
  orthogonalise(plane, NULL, 0, u, s);
}

static void build_in(const hol_plane *plane, const double (*at)[2], shed *s, hol_deflection *d)
{
  size_t block = d->n * d->ports;
  for (size_t q = 0; q < d->ports; q++) {
    d->force[q] = hol_point_force_at(plane->plate, at[q]);
    deflect(plane, d->force[q].at, s, d->smooth + q * d->n);
    for (size_t j = 0; j < HOL_CHAIN; j++) {
      double *rest = d->rest + j * block + q * d->n, value[3], jet[HOL_JET];
      solve_rest(plane, &d->force[q], j, j ? rest - block : NULL, s, rest);
      orthogonalise(plane, &d->force[q], j, rest, s);
      for (size_t p = 0; p < d->ports; p++) {
        hol_point_force_jet(&d->force[q], j, at[p], jet);
        hol_plane_at(plane, rest, at[p], s->line, value);
        d->missing[j * d->ports * d->ports + p + q * d->ports] = jet[W] + value[0];
      }
    }
    for (size_t b = 0; b < d->n; b++) {
      d->smooth[q * d->n + b] += d->rest[q * d->n + b];
    }
  }
}

hol_status hol_deflection_build(const hol_plane *plane, size_t ports, const double (*at)[2], hol_deflection *deflection)
{
  size_t n = plane->x->n * plane->y->n;
  *deflection = (hol_deflection){.ports = ports,
                                 .n = n,
                                 .force = hol_alloc(ports, sizeof *deflection->force),
                                 .rest = hol_alloc(n * ports, HOL_CHAIN * sizeof *deflection->rest),
                                 .missing = hol_alloc(ports * ports, HOL_CHAIN * sizeof *deflection->missing),
                                 .smooth = hol_alloc(n * ports, sizeof *deflection->smooth)};
  shed s = {.load = hol_alloc(n, sizeof *s.load),
            .held = hol_alloc(n, sizeof *s.held),
            .work = hol_alloc(n, sizeof *s.work),
            .line = hol_alloc(3 * (plane->x->n + plane->y->n), sizeof *s.line)};
  bool ok = deflection->force && deflection->rest && deflection->missing && deflection->smooth && s.load && s.held && s.work && s.line;
  if (ok) {
    build_in(plane, at, &s, deflection);
  } else {
    hol_deflection_clear(deflection);
  }
  free(s.load);
  free(s.held);
  free(s.work);
  free(s.line);
  return ok ? HOL_OK : HOL_MEMORY;
}

void hol_deflection_clear(hol_deflection *deflection)
{
  free(deflection->force);
  free(deflection->rest);
  free(deflection->missing);
  free(deflection->smooth);
  *deflection = (hol_deflection){0};
}
