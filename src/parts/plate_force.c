/* Green's formula for the strain energy a(u, v) of a rectangle, with the jump of a quantity between opposite edges in [ ]:
 *
 *     a(u, v) = ∫ DΔ²u v + B(u, v),
 *     B(u, v) = D ∫[ (u_xx + νu_yy) v_x − (u_xxx + (2−ν)u_xyy) v ] dy + the same with x and y changed over + 2(1−ν)D [[u_xy v]]
 *
 * The deflection under a unit force at ξ is G + h, a(G + h, v) = v(ξ) − Σ φ(ξ) m∫φv with the rigid-body modes φ; as
 * a(G, v) = v(ξ) + B(G, v), the rest h solves a(h, v) = −B(G, v) − Σ φ(ξ) m∫φv, with h = −G where edges are held: integrals of
 * smooth functions along the edges. m∫φG is had the same way from a Ψ with DΔ²Ψ = mφ. */
#include "parts/plate_force.h"
#include "base/dense.h"
#include "base/memory.h"
#include "parts/profile_legendre.h"

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/** On an edge, within this part of the side. */
static const double touching = 1e-9;

enum { W, W_X, W_Y, W_XX, W_XY, W_YY, W_XXX, W_XXY, W_XYY, W_YYY };

/* ---- the singular part ------------------------------------------------------------------------------------------------------- */

hol_point_force hol_point_force_at(const hol_rectangle *plate, const double at[2])
{
  static const double inward[4] = {0, 1, 0.5, -0.5};
  hol_point_force f = {.at = {at[0], at[1]}, .length = hypot(plate->side[0], plate->side[1]), .A = 1 / (8 * pi * plate->D)};
  size_t edges = 0;
  for (size_t e = 0; e < 4; e++) {
    double side = plate->side[e / 2], distance = e % 2 ? side - at[e / 2] : at[e / 2];
    if (fabs(distance) <= touching * side) {
      f.turn = pi * inward[e];
      f.at[e / 2] = e % 2 ? side : 0;
      edges++;
    }
  }
  if (edges == 1) {
    f.A = 1 / (2 * pi * plate->D * (3 + plate->nu));
    f.B = -f.A * (1 + plate->nu) / (1 - plate->nu);
  } else if (edges == 2) {
    f.A = 0;
  }
  return f;
}

void hol_point_force_jet(const hol_point_force *force, const double place[2], double jet[HOL_JET])
{
  double x = place[0] - force->at[0], y = place[1] - force->at[1], square = x * x + y * y, A = force->A;
  memset(jet, 0, HOL_JET * sizeof *jet);
  if (square == 0 || A == 0) {
    return;
  }
  double L = 0.5 * log(square) - log(force->length), q = 1 / square;
  jet[W] = A * square * L;
  jet[W_X] = A * x * (2 * L + 1);
  jet[W_Y] = A * y * (2 * L + 1);
  jet[W_XX] = A * (2 * L + 1 + 2 * x * x * q);
  jet[W_XY] = A * 2 * x * y * q;
  jet[W_YY] = A * (2 * L + 1 + 2 * y * y * q);
  jet[W_XXX] = A * x * q * (6 - 4 * x * x * q);
  jet[W_XXY] = A * y * q * (2 - 4 * x * x * q);
  jet[W_XYY] = A * x * q * (2 - 4 * y * y * q);
  jet[W_YYY] = A * y * q * (6 - 4 * y * y * q);
  if (force->B == 0) {
    return;
  }
  double complex c = CMPLX(cos(force->turn), -sin(force->turn)), z = c * CMPLX(x, y), ln = clog(z / force->length);
  double complex f[4] = {z * z * ln, c * z * (2 * ln + 1), c * c * (2 * ln + 3), 2 * c * c * c / z};
  static const size_t order[HOL_JET] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3}, in_y[HOL_JET] = {0, 0, 1, 0, 1, 2, 0, 1, 2, 3};
  for (size_t k = 0; k < HOL_JET; k++) { /* ∂x^a ∂y^b Re f = Re i^b f^(a+b) */
    double complex d = f[order[k]];
    jet[k] += force->B * (in_y[k] == 0 ? creal(d) : in_y[k] == 1 ? -cimag(d) : in_y[k] == 2 ? -creal(d) : cimag(d));
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

/** Ψ with DΔ²Ψ = m φ. */
static void potential_jet(const hol_rectangle *plate, const hol_plate_rigid *rigid, const double place[2],
                          double jet[HOL_JET])
{
  static const size_t of_x[4] = {W, W_X, W_XX, W_XXX}, of_y[4] = {W, W_Y, W_YY, W_YYY};
  bool in_y = rigid->along == 1;
  double t = place[in_y ? 1 : 0], c = rigid->constant * plate->mass / plate->D, s = rigid->slope * plate->mass / plate->D;
  double value[4] = {c * pow(t, 4) / 24 + s * pow(t, 5) / 120, c * pow(t, 3) / 6 + s * pow(t, 4) / 24,
                     c * t * t / 2 + s * pow(t, 3) / 6, c * t + s * t * t / 2};
  memset(jet, 0, HOL_JET * sizeof *jet);
  for (size_t k = 0; k < 4; k++) {
    jet[in_y ? of_y[k] : of_x[k]] = value[k];
  }
}

/* ---- along the edges ------------------------------------------------------------------------------------------------------------- */

/** Points of quadrature along one edge, close to each other where the force is. */
typedef struct edge_points {
  size_t count;
  double *place[2]; /* the varying coordinate, weight */
} edge_points;

enum { GAUSS = 24, PANELS_MOST = 64 };

/** Panels of an edge: ends, nodes of the functions, and distances from the foot of the force that double. */
static size_t panels(const hol_span *span, double foot, double distance, double end[])
{
  size_t count = 0;
  double least = fmax(distance, 1e-13 * span->length), all[512];
  for (size_t k = 0; k <= span->elements && count < 256; k++) {
    all[count++] = span->length * (double)k / (double)span->elements;
  }
  all[count++] = foot;
  for (double step = least; step < span->length && count < 500; step *= 2.5) {
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
  double *load;             /**< [n] −B(G, v), or NULL */
  double *held;             /**< [n] −G where held, or NULL */
  double *values;           /**< [3][n of the edge's span] function values, second derivatives */
  double pairing;           /**< B(G, Ψ) − B(Ψ, G) */
  const hol_plate_rigid *rigid;
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
  hol_point_force_jet(a->force, place, jet);
  edge_stresses(plate->nu, x_edge, jet, &moment, &shear);
  if (a->rigid) {
    double psi[HOL_JET], psi_moment, psi_shear;
    potential_jet(plate, a->rigid, place, psi);
    edge_stresses(plate->nu, x_edge, psi, &psi_moment, &psi_shear);
    size_t slope = x_edge ? W_X : W_Y;
    a->pairing += out * (moment * psi[slope] - shear * psi[W] - psi_moment * jet[slope] + psi_shear * jet[W]);
    return;
  }
  size_t first = e % 2 ? 2 * other->elements : 0;
  double h = span->length / (double)span->elements, unit = weight * h * h * h / 16;
  double *value = a->values, *second = a->values + span->n;
  hol_span_at(span, t, 0, value);
  hol_span_at(span, t, 2, second);
  double bend = x_edge ? jet[W_YY] : jet[W_XX], bend_slope = x_edge ? jet[W_XYY] : jet[W_XXY];
  for (size_t j = 0; j < span->n; j++) {
    size_t w = product(a->plane, x_edge, first, j), s = product(a->plane, x_edge, first + 1, j);
    a->load[w] += out * shear * value[j];
    a->load[s] -= out * moment * value[j];
    if (j >= 2 * (span->elements + 1)) {
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
    hol_point_force_jet(a->force, place, jet);
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
  double side = a->plane->plate->side[e / 2], distance = fabs((e % 2 ? side : 0) - a->force->at[e / 2]), end[512];
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
    hol_point_force_jet(a->force, place, jet);
    if (a->rigid) {
      potential_jet(plate, a->rigid, place, psi);
      a->pairing += factor * (jet[W_XY] * psi[W] - psi[W_XY] * jet[W]);
    } else {
      size_t i = k % 2 ? 2 * a->plane->x->elements : 0, j = k / 2 ? 2 * a->plane->y->elements : 0;
      a->load[i + j * a->plane->x->n] -= factor * jet[W_XY];
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

/** Freedoms that are held by edges, and of a plate with rigid-body modes some corners. */
static bool is_held(const hol_plane *plane, size_t i, size_t j)
{
  const hol_plate_edge *edge = plane->plate->edge;
  size_t last_x = 2 * plane->x->elements, last_y = 2 * plane->y->elements;
  bool held = (i == 0 && edge[0] != HOL_EDGE_FREE) || (i == 1 && edge[0] == HOL_EDGE_CLAMPED) ||
              (i == last_x && edge[1] != HOL_EDGE_FREE) || (i == last_x + 1 && edge[1] == HOL_EDGE_CLAMPED) ||
              (j == 0 && edge[2] != HOL_EDGE_FREE) || (j == 1 && edge[2] == HOL_EDGE_CLAMPED) ||
              (j == last_y && edge[3] != HOL_EDGE_FREE) || (j == last_y + 1 && edge[3] == HOL_EDGE_CLAMPED);
  size_t rigid = hol_rectangle_rigid(plane->plate);
  if (rigid == 3) {
    held = held || (i == 0 && j == 0) || (i == last_x && j == 0) || (i == 0 && j == last_y);
  } else if (rigid == 1) { /* the corner opposite to the supported edge */
    size_t far_x = edge[1] != HOL_EDGE_FREE ? 0 : last_x, far_y = edge[3] != HOL_EDGE_FREE ? 0 : last_y;
    held = held || (i == far_x && j == far_y);
  }
  return held;
}

static double full_stiffness(const hol_plane *plane, size_t a, size_t b)
{
  size_t nx = plane->x->n, ny = plane->y->n, i = a % nx, j = a / nx, k = b % nx, l = b / nx;
  return hol_plate_stiffness(plane->plate, plane->x->integral, plane->y->integral, i + k * nx, j + l * ny, k + i * nx,
                             l + j * ny);
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

/** Workspace: [n] loads and held values; line functions. */
typedef struct shed {
  double *load, *held, *line, *mass_of, *K, *free_load;
  size_t *unknown;   /**< [n] column of a freedom, SIZE_MAX: held */
  size_t unknowns;
} shed;

static hol_status factorise(const hol_plane *plane, shed *s)
{
  size_t n = plane->x->n * plane->y->n, count = 0;
  for (size_t a = 0; a < n; a++) {
    s->unknown[a] = is_held(plane, a % plane->x->n, a / plane->x->n) ? SIZE_MAX : count++;
  }
  s->unknowns = count;
  s->K = hol_alloc(count * count, sizeof *s->K);
  s->free_load = hol_alloc(count, sizeof *s->free_load);
  if (!s->K || !s->free_load) {
    return HOL_MEMORY;
  }
  for (size_t b = 0; b < n; b++) {
    for (size_t a = b; a < n; a++) {
      if (s->unknown[a] != SIZE_MAX && s->unknown[b] != SIZE_MAX) {
        s->K[s->unknown[a] + s->unknown[b] * count] = full_stiffness(plane, a, b);
      }
    }
  }
  return hol_dense_cholesky(count, s->K);
}

/** The rest h of one force. */
static void solve_rest(const hol_plane *plane, const hol_point_force *force, bool is_corner, shed *s, double *rest)
{
  size_t nx = plane->x->n, n = nx * plane->y->n;
  along a = {.plane = plane, .force = force, .load = s->load, .held = s->held, .values = s->line};
  memset(s->load, 0, n * sizeof *s->load);
  memset(s->held, 0, n * sizeof *s->held);
  if (is_corner) { /* no singular part: the force itself */
    size_t i = force->at[0] > 0 ? 2 * plane->x->elements : 0, j = force->at[1] > 0 ? 2 * plane->y->elements : 0;
    s->load[i + j * nx] = 1;
  } else {
    for (size_t e = 0; e < 4; e++) {
      along_edge(&a, e);
    }
    for (size_t e = 0; e < 4; e++) {
      hold_nodes(&a, e);
    }
    at_corners(&a);
  }
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(plane->plate, rigid);
  for (size_t r = 0; r < count; r++) {
    relieve(plane, &rigid[r], -hol_plate_rigid_at(&rigid[r], force->at), s->line, s->load);
  }
  for (size_t b = 0; b < n; b++) {
    rest[b] = s->unknown[b] == SIZE_MAX ? s->held[b] : 0;
  }
  for (size_t b = 0; b < n; b++) {
    if (s->unknown[b] != SIZE_MAX) {
      double sum = s->load[b];
      for (size_t c = 0; c < n; c++) {
        sum -= rest[c] != 0 ? full_stiffness(plane, b, c) * rest[c] : 0;
      }
      s->free_load[s->unknown[b]] = sum;
    }
  }
  hol_dense_forward(s->unknowns, s->K, s->free_load, 1);
  hol_dense_backward(s->unknowns, s->K, s->free_load, 1);
  for (size_t b = 0; b < n; b++) {
    rest[b] = s->unknown[b] == SIZE_MAX ? rest[b] : s->free_load[s->unknown[b]];
  }
}

/** m∫φ(G + h). */
static double moment_of(const hol_plane *plane, const hol_plate_rigid *rigid, const hol_point_force *force,
                        const double *rest, shed *s)
{
  size_t n = plane->x->n * plane->y->n;
  double sum = 0;
  memset(s->mass_of, 0, n * sizeof *s->mass_of);
  relieve(plane, rigid, 1, s->line, s->mass_of);
  for (size_t b = 0; b < n; b++) {
    sum += s->mass_of[b] * rest[b];
  }
  if (force->A != 0) {
    double psi[HOL_JET];
    along a = {.plane = plane, .force = force, .rigid = rigid, .values = s->line};
    for (size_t e = 0; e < 4; e++) {
      along_edge(&a, e);
    }
    at_corners(&a);
    potential_jet(plane->plate, rigid, force->at, psi);
    sum += psi[W] + a.pairing;
  }
  return sum;
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

/** h ← what is orthogonal to the rigid-body modes together with G. */
static void orthogonalise(const hol_plane *plane, const hol_point_force *force, double *rest, shed *s)
{
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(plane->plate, rigid), nx = plane->x->n, n = nx * plane->y->n;
  double part[3];
  for (size_t r = 0; r < count; r++) {
    part[r] = moment_of(plane, &rigid[r], force, rest, s);
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

static hol_status build_in(const hol_plane *plane, const double (*at)[2], shed *s, hol_deflection *d)
{
  size_t n = d->n;
  HOL_TRY(factorise(plane, s));
  for (size_t q = 0; q < d->ports; q++) {
    d->force[q] = hol_point_force_at(plane->plate, at[q]);
    solve_rest(plane, &d->force[q], d->force[q].A == 0, s, d->rest + q * n);
    orthogonalise(plane, &d->force[q], d->rest + q * n, s);
    for (size_t p = 0; p < d->ports; p++) {
      double jet[HOL_JET], value[3];
      hol_point_force_jet(&d->force[q], at[p], jet);
      hol_plane_at(plane, d->rest + q * n, at[p], s->line, value);
      d->gamma[p + q * d->ports] = jet[W] + value[0];
    }
  }
  return HOL_OK;
}

hol_status hol_deflection_build(const hol_plane *plane, size_t ports, const double (*at)[2], hol_deflection *deflection)
{
  size_t n = plane->x->n * plane->y->n;
  *deflection = (hol_deflection){.ports = ports,
                                 .n = n,
                                 .force = hol_alloc(ports, sizeof *deflection->force),
                                 .rest = hol_alloc(n * ports, sizeof *deflection->rest),
                                 .gamma = hol_alloc(ports * ports, sizeof *deflection->gamma)};
  shed s = {.load = hol_alloc(n, sizeof *s.load),
            .held = hol_alloc(n, sizeof *s.held),
            .mass_of = hol_alloc(n, sizeof *s.mass_of),
            .line = hol_alloc(3 * (plane->x->n + plane->y->n), sizeof *s.line),
            .unknown = hol_alloc(n, sizeof *s.unknown)};
  bool ok = deflection->force && deflection->rest && deflection->gamma && s.load && s.held && s.mass_of && s.line &&
            s.unknown;
  hol_status status = ok ? build_in(plane, at, &s, deflection) : HOL_MEMORY;
  free(s.load);
  free(s.held);
  free(s.mass_of);
  free(s.line);
  free(s.unknown);
  free(s.K);
  free(s.free_load);
  if (status != HOL_OK) {
    hol_deflection_clear(deflection);
  }
  return status;
}

void hol_deflection_clear(hol_deflection *deflection)
{
  free(deflection->force);
  free(deflection->rest);
  free(deflection->gamma);
  *deflection = (hol_deflection){0};
}
