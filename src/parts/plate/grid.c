/* SPDX-License-Identifier: BSD-3-Clause */
/* Rayleigh-Ritz discretisation of a rectangular plate in symmetry classes on two levels: K, M, Sturm count, modes. */
#include "parts/plate/grid.h"
#include "base/dense.h"
#include "base/memory.h"
#include "parts/plate/krylov.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Unknowns of one class and degree of an element at most; layers of functions about corners, and their degree; how
 *  much less of all of them the coarse level has. */
enum { UNKNOWNS_MOST = 5000, DEGREE_MOST = 44, LAYERS_ROUGH = 6, LAYERS_ROUGHER = 9, LAYER_DEGREE = 8 };
enum { DEGREE_LESS = 4, LAYERS_LESS = 1, LAYER_DEGREE_LESS = 1 };
/** Degree of an element beyond half the phase of the wave at the cut-off: with layers about corners, where a clamped
 *  edge and a free one meet, where two clamped ones do besides; without layers, where it costs little. */
static const double layered_degree = 16, rough_degree = 20, clamped_degree = 22, smooth_degree = 26;
/** Phase of a wave on one element, and how long that is at most, in shorter sides. */
static const double phase = 44, slender = 2.5;
/** Pivots of a stiffness with unit diagonal that are as good as none. */
static const double dependent = 1e-11;
/** Of the local functions: the outermost layer, as a part of the shorter side; each next one as a part of the one
 *  before. */
static const double reach = 0.1, thin = 0.5;

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void solution_clear(hol_grid_solution *v)
{
  free(v->unknown);
  free(v->L);
  free(v->mu);
  free(v->psi);
  free(v->x);
  *v = (hol_grid_solution){0};
}

static void class_clear(hol_grid_class *c)
{
  hol_subspan_clear(&c->x);
  hol_subspan_clear(&c->y);
  free(c->pair);
  free(c->lift);
  free(c->K);
  free(c->M);
  free(c->scale);
  free(c->rows);
  for (size_t k = 0; k < HOL_GRID_LEVELS; k++) {
    solution_clear(&c->level[k]);
  }
  *c = (hol_grid_class){0};
}

void hol_grid_clear(hol_grid *g)
{
  for (size_t k = 0; k < HOL_GRID_CLASSES; k++) {
    class_clear(&g->class[k]);
  }
  hol_span_clear(&g->x);
  hol_span_clear(&g->y);
  for (size_t k = 0; k < HOL_GRID_LEVELS; k++) {
    free(g->there[k]);
  }
  free(g->column);
  *g = (hol_grid){0};
}

/* ---- resolution -------------------------------------------------------------------------------------------------- */

/** Layers of functions about a corner where motions are not smooth: of a free edge with a free one, and, worse, with a
 *  clamped one. */
static size_t layers_at(const hol_rectangle *plate, bool x_end, bool y_end)
{
  hol_plate_edge a = plate->edge[x_end ? 1 : 0], b = plate->edge[y_end ? 3 : 2], other = a == HOL_EDGE_FREE ? b : a;
  if (a != HOL_EDGE_FREE && b != HOL_EDGE_FREE) {
    return 0;
  }
  return other == HOL_EDGE_CLAMPED ? LAYERS_ROUGHER : other == HOL_EDGE_FREE ? LAYERS_ROUGH : 0;
}

static size_t layers_of(const hol_rectangle *plate)
{
  size_t most = 0;
  for (size_t k = 0; k < 4; k++) {
    size_t layers = layers_at(plate, k % 2, k / 2);
    most = layers > most ? layers : most;
  }
  return most;
}

static bool has_clamped_corner(const hol_rectangle *plate)
{
  const hol_plate_edge *e = plate->edge;
  return (e[0] == HOL_EDGE_CLAMPED || e[1] == HOL_EDGE_CLAMPED) &&
         (e[2] == HOL_EDGE_CLAMPED || e[3] == HOL_EDGE_CLAMPED);
}

static hol_division divide(const hol_rectangle *plate, double wave, size_t k)
{
  double shorter = fmin(plate->side[0], plate->side[1]), length = plate->side[k];
  hol_division d = {.layers = layers_of(plate), .layer_degree = LAYER_DEGREE, .reach = reach * shorter, .thin = thin};
  d.elements = (size_t)ceil(fmax(wave * length / phase, length / shorter / slender));
  double base = d.layers == 0                ? smooth_degree
                : has_clamped_corner(plate)  ? clamped_degree
                : d.layers == LAYERS_ROUGHER ? rough_degree
                                             : layered_degree;
  d.degree = (size_t)fmin(DEGREE_MOST, base + ceil(0.5 * wave * length / (double)d.elements));
  return d;
}

/** Is a product in use: both factors of the whole sides, or both of one layer about one corner? */
static bool is_there(const hol_grid *g, size_t level, size_t fx, size_t fy)
{
  bool is_coarse = level == HOL_GRID_COARSE;
  size_t layer = hol_span_layer(&g->x, fx), a = hol_span_degree(&g->x, fx), b = hol_span_degree(&g->y, fy);
  if (layer != hol_span_layer(&g->y, fy)) {
    return false;
  }
  if (layer == SIZE_MAX) {
    size_t less = is_coarse ? DEGREE_LESS : 0;
    return a + less <= g->x.degree && b + less <= g->y.degree;
  }
  size_t layers = layers_at(g->plate, hol_span_is_end(&g->x, fx), hol_span_is_end(&g->y, fy));
  size_t degree = LAYER_DEGREE - (is_coarse ? LAYER_DEGREE_LESS : 0);
  return layer + (is_coarse ? LAYERS_LESS : 0) < layers && a <= degree && b <= degree;
}

static hol_status mark_there(hol_grid *g)
{
  size_t n = g->x.n * g->y.n;
  for (size_t level = 0; level < HOL_GRID_LEVELS; level++) {
    g->there[level] = hol_alloc(n, sizeof **g->there);
    if (!g->there[level]) {
      return HOL_MEMORY;
    }
    for (size_t b = 0; b < n; b++) {
      g->there[level][b] = is_there(g, level, b % g->x.n, b / g->x.n);
    }
  }
  return HOL_OK;
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/** The motion that has a freedom. */
static size_t find_motion(const hol_subspan *sub, size_t freedom)
{
  size_t i = 0;
  while (i < sub->n && sub->freedom[i][0] != freedom && sub->freedom[i][1] != freedom) {
    i++;
  }
  return i;
}

/** Is the rigid motion in the class? A line about the middle is odd, a constant is even. */
static bool belongs(const hol_plate_rigid *rigid, hol_parity x, hol_parity y)
{
  return x != (rigid->along == 0 ? HOL_EVEN : HOL_ODD) && y != (rigid->along == 1 ? HOL_EVEN : HOL_ODD);
}

/** The unknown whose place a rigid motion takes: the deflection at a corner where it does not vanish. */
static size_t replaced(const hol_grid_class *c, const hol_grid *g, const hol_plate_rigid *rigid)
{
  size_t i = find_motion(&c->x, rigid->along == 0 ? 2 * g->x.elements : 0);
  size_t j = find_motion(&c->y, rigid->along == 1 ? 2 * g->y.elements : 0);
  i = i < c->x.n ? i : find_motion(&c->x, rigid->along == 0 ? 0 : 2 * g->x.elements);
  j = j < c->y.n ? j : find_motion(&c->y, rigid->along == 1 ? 0 : 2 * g->y.elements);
  return i + j * c->x.n;
}

static void choose_unknowns(const hol_grid *g, hol_parity x, hol_parity y, hol_grid_class *c)
{
  hol_plate_rigid rigid[3];
  size_t all = hol_plate_rigid_modes(g->plate, rigid), out[3];
  for (size_t r = 0; r < all; r++) {
    if (belongs(&rigid[r], x, y)) {
      out[c->rigid] = replaced(c, g, &rigid[r]);
      c->mode[c->rigid++] = rigid[r];
    }
  }
  for (size_t level = 0; level < HOL_GRID_LEVELS; level++) {
    for (size_t k = 0; k < c->x.n * c->y.n; k++) {
      size_t b = c->x.freedom[k % c->x.n][0] + c->y.freedom[k / c->x.n][0] * g->x.n;
      bool is_new = g->there[level][b] && !(level && g->there[level - 1][b]);
      for (size_t r = 0; r < c->rigid; r++) {
        is_new = is_new && out[r] != k;
      }
      if (is_new) {
        c->pair[c->n++] = k;
      }
    }
    c->level[level].all = c->n;
  }
}

/** The two factors of a rigid motion over the freedoms of the spans. */
static void rigid_factors(const hol_grid *g, const hol_plate_rigid *rigid, double *x, double *y)
{
  hol_span_linear(&g->x, rigid->along == 1 ? 1 : rigid->constant, rigid->along == 0 ? rigid->slope : 0, x);
  hol_span_linear(&g->y, rigid->along == 1 ? rigid->constant : 1, rigid->along == 1 ? rigid->slope : 0, y);
}

/** One factor times the mass matrix of a subset; a motion of the subset has the value of its first freedom. */
static void weigh_line(const hol_subspan *sub, const double *line, double *weighed)
{
  for (size_t i = 0; i < sub->n; i++) {
    weighed[i] = 0;
    for (size_t j = 0; j < sub->n; j++) {
      weighed[i] += sub->integral[0][i + j * sub->n] * line[sub->freedom[j][0]];
    }
  }
}

static hol_status fill_lift(const hol_grid *g, hol_grid_class *c)
{
  double *x = hol_alloc(g->x.n + g->y.n, 2 * sizeof *x);
  if (!x) {
    return HOL_MEMORY;
  }
  double *y = x + g->x.n, *mx = y + g->y.n, *my = mx + g->x.n;
  for (size_t r = 0; r < c->rigid; r++) {
    rigid_factors(g, &c->mode[r], x, y);
    weigh_line(&c->x, x, mx);
    weigh_line(&c->y, y, my);
    for (size_t k = 0; k < c->n; k++) {
      c->lift[k + r * c->n] = g->plate->mass * mx[c->pair[k] % c->x.n] * my[c->pair[k] / c->x.n];
    }
  }
  free(x);
  return HOL_OK;
}

/** K scaled to a unit diagonal, and M, both triangles. */
static void fill_matrices(const hol_grid *g, hol_grid_class *c)
{
  size_t nx = c->x.n, ny = c->y.n, n = c->n;
  for (size_t b = n; b-- > 0;) {
    size_t k = c->pair[b] % nx, l = c->pair[b] / nx;
    for (size_t a = b; a < n; a++) {
      size_t i = c->pair[a] % nx, j = c->pair[a] / nx;
      c->K[a + b * n] =
          hol_plate_stiffness(g->plate, c->x.integral, c->y.integral, i + k * nx, j + l * ny, k + i * nx, l + j * ny);
      double mass = g->plate->mass * c->x.integral[0][i + k * nx] * c->y.integral[0][j + l * ny];
      for (size_t r = 0; r < c->rigid; r++) {
        mass -= c->lift[a + r * n] * c->lift[b + r * n];
      }
      c->M[a + b * n] = c->M[b + a * n] = mass;
    }
    c->scale[b] = 1 / sqrt(c->K[b * (n + 1)]);
    for (size_t a = b; a < n; a++) {
      c->K[a + b * n] *= c->scale[a] * c->scale[b];
    }
  }
}

void hol_grid_rows(const hol_grid *g, const hol_grid_class *c, const double at[2], double *work, double *const rows[3])
{
  size_t nx = g->x.n, ny = g->y.n;
  double *x = work, *y = work + 3 * nx;
  hol_span_all_at(&g->x, at[0], (double *const[3]){x, x + nx, x + 2 * nx});
  hol_span_all_at(&g->y, at[1], (double *const[3]){y, y + ny, y + 2 * ny});
  for (size_t k = 0; k < c->n; k++) {
    size_t i = c->pair[k] % c->x.n, j = c->pair[k] / c->x.n;
    double fx = hol_subspan_of(&c->x, i, x), fy = hol_subspan_of(&c->y, j, y);
    rows[0][k] = fx * fy;
    rows[1][k] = hol_subspan_of(&c->x, i, x + nx) * fy;
    rows[2][k] = fx * hol_subspan_of(&c->y, j, y + ny);
    for (size_t r = 0; r < c->rigid; r++) {
      double lift = c->lift[k + r * c->n];
      rows[0][k] -= lift * hol_plate_rigid_at(&c->mode[r], at);
      rows[1][k] -= c->mode[r].along == 0 ? lift * c->mode[r].slope : 0;
      rows[2][k] -= c->mode[r].along == 1 ? lift * c->mode[r].slope : 0;
    }
  }
}

static hol_status fill_ports(const hol_grid *g, hol_grid_class *c, size_t ports, const double (*at)[2])
{
  double *work = hol_alloc(g->x.n + g->y.n, 3 * sizeof *work), *slope = hol_alloc(c->n, 2 * sizeof *slope);
  for (size_t p = 0; work && slope && p < ports; p++) {
    hol_grid_rows(g, c, at[p], work, (double *const[3]){c->rows + p * c->n, slope, slope + c->n});
  }
  bool ok = work && slope;
  free(work);
  free(slope);
  return ok ? HOL_OK : HOL_MEMORY;
}

/* ---- solution ---------------------------------------------------------------------------------------------------- */

/** The unknowns that stand for all, and their factor: local functions may be all but sums of those of the whole
 *  sides. */
static hol_status factorise_class(const hol_grid_class *c, hol_grid_solution *v)
{
  v->L = hol_alloc(v->all * v->all, sizeof *v->L);
  v->unknown = hol_alloc(v->all, sizeof *v->unknown);
  if (!v->L || !v->unknown) {
    return HOL_MEMORY;
  }
  for (size_t b = 0; b < v->all; b++) {
    memcpy(v->L + b + b * v->all, c->K + b + b * c->n, (v->all - b) * sizeof *v->L);
  }
  return hol_dense_independent(v->all, v->L, dependent, v->unknown, &v->n);
}

/** Modes below λ by the signs of K − λM. */
static hol_status count_below(const hol_grid_class *c, const hol_grid_solution *v, double lambda, size_t *count)
{
  hol_factor factor = {0};
  HOL_TRY(hol_factor_start(&factor, v->n));
  for (size_t b = 0; b < v->n; b++) {
    for (size_t a = b; a < v->n; a++) {
      size_t i = v->unknown[a], j = v->unknown[b];
      double stiffness = c->K[(i > j ? i : j) + (i > j ? j : i) * c->n];
      factor.a[a + b * v->n] = stiffness - lambda * c->M[i + j * c->n] * c->scale[i] * c->scale[j];
    }
  }
  hol_status status = hol_factor_compute(&factor);
  *count = factor.negative;
  hol_factor_clear(&factor);
  return status;
}

/** Both levels, the fine one first: it tells how many terms it takes. */
static hol_status solve_levels(const hol_grid *g, hol_grid_class *c, double cutoff, double given, size_t ports)
{
  size_t below = 0;
  hol_krylov_request request = {.cutoff = cutoff, .given = given, .ports = ports, .cancellation = g->cancellation};
  for (size_t level = HOL_GRID_LEVELS; level-- > 0;) {
    hol_grid_solution *v = &c->level[level];
    HOL_TRY(hol_check_cancelled(g->cancellation));
    HOL_TRY(factorise_class(c, v));
    if (level == HOL_GRID_FINE) {
      HOL_TRY(count_below(c, v, cutoff, &below));
      request.below = &below;
    }
    HOL_TRY(hol_krylov_solve(c, &request, v));
    request.below = NULL;
    request.given = cutoff;
    request.least = v->count;
  }
  return HOL_OK;
}

static hol_status solve_class(const hol_grid *g, hol_parity x, hol_parity y, double cutoff, double given, size_t ports,
                              const double (*at)[2], hol_grid_class *c)
{
  const hol_plate_edge *edge = g->plate->edge;
  bool held[2][4];
  for (size_t k = 0; k < 8; k++) {
    hol_plate_edge e = edge[k / 2];
    held[k / 4][k % 4] = k % 2 ? e == HOL_EDGE_CLAMPED : e != HOL_EDGE_FREE;
  }
  HOL_TRY(hol_subspan_start(&g->x, x, held[0], &c->x));
  HOL_TRY(hol_subspan_start(&g->y, y, held[1], &c->y));
  c->pair = hol_alloc(c->x.n * c->y.n, sizeof *c->pair);
  if (!c->pair) {
    return HOL_MEMORY;
  }
  choose_unknowns(g, x, y, c);
  if (c->n > UNKNOWNS_MOST) {
    return HOL_NUMERICAL;
  }
  c->lift = hol_alloc(c->n * c->rigid, sizeof *c->lift);
  c->K = hol_alloc(c->n * c->n, sizeof *c->K);
  c->M = hol_alloc(c->n * c->n, sizeof *c->M);
  c->scale = hol_alloc(c->n, sizeof *c->scale);
  c->rows = hol_alloc(c->n * ports, sizeof *c->rows);
  if (!c->lift || !c->K || !c->M || !c->scale || !c->rows) {
    return HOL_MEMORY;
  }
  HOL_TRY(fill_lift(g, c));
  fill_matrices(g, c);
  HOL_TRY(hol_check_cancelled(g->cancellation));
  HOL_TRY(fill_ports(g, c, ports, at));
  HOL_TRY(solve_levels(g, c, cutoff, given, ports));
  free(c->K);
  free(c->M);
  c->K = c->M = NULL;
  return HOL_OK;
}

/** How near to corners forces are. */
static double nearest(const hol_rectangle *plate, size_t ports, const double (*at)[2])
{
  double least = fmin(plate->side[0], plate->side[1]);
  for (size_t p = 0; p < ports; p++) {
    double x = fmin(at[p][0], plate->side[0] - at[p][0]), y = fmin(at[p][1], plate->side[1] - at[p][1]);
    least = hypot(x, y) > 0 ? fmin(least, hypot(x, y)) : least;
  }
  return least;
}

hol_status hol_grid_solve(const hol_rectangle *plate, double cutoff, double given, size_t ports, const double (*at)[2],
                          const hol_cancellation *cancellation, hol_grid *g)
{
  double wave = pow(cutoff * plate->mass / plate->D, 0.25), least = nearest(plate, ports, at);
  *g = (hol_grid){.plate = plate, .cancellation = cancellation};
  HOL_TRY(hol_span_start(plate->side[0], divide(plate, wave, 0), least, &g->x));
  HOL_TRY(hol_span_start(plate->side[1], divide(plate, wave, 1), least, &g->y));
  HOL_TRY(mark_there(g));
  g->column = hol_alloc(g->x.n * g->y.n, sizeof *g->column);
  if (!g->column) {
    return HOL_MEMORY;
  }
  bool split_x = plate->edge[0] == plate->edge[1], split_y = plate->edge[2] == plate->edge[3];
  for (hol_parity x = split_x ? HOL_EVEN : HOL_ALL; x <= (split_x ? HOL_ODD : HOL_ALL); x++) {
    for (hol_parity y = split_y ? HOL_EVEN : HOL_ALL; y <= (split_y ? HOL_ODD : HOL_ALL); y++) {
      HOL_TRY(solve_class(g, x, y, cutoff, given, ports, at, &g->class[g->classes++]));
    }
  }
  g->cancellation = NULL;
  return HOL_OK;
}

size_t hol_grid_below(const hol_grid *g, double cutoff)
{
  size_t count = 0;
  for (size_t s = 0; s < g->classes; s++) {
    const hol_grid_solution *v = &g->class[s].level[HOL_GRID_FINE];
    for (size_t k = 0; k < v->count; k++) {
      count += v->mu[k] * cutoff >= 1;
    }
  }
  return count;
}

/** Coefficients over the products of the spans += those of one unknown of a class. */
static void spread_unknown(const hol_grid *g, const hol_grid_class *c, size_t unknown, double amount,
                           double *coefficient)
{
  size_t a = c->pair[unknown] % c->x.n, b = c->pair[unknown] / c->x.n;
  for (size_t p = 0; p < 4; p++) {
    size_t fx = c->x.freedom[a][p % 2], fy = c->y.freedom[b][p / 2];
    if (fx != SIZE_MAX && fy != SIZE_MAX) {
      coefficient[fx + fy * g->x.n] += c->x.factor[a][p % 2] * c->y.factor[b][p / 2] * amount;
    }
  }
}

hol_status hol_grid_low(const hol_grid *g, size_t level, double cutoff, size_t ports, double *low)
{
  size_t n = g->x.n * g->y.n;
  memset(low, 0, n * ports * sizeof *low);
  for (size_t s = 0; s < g->classes; s++) {
    const hol_grid_class *c = &g->class[s];
    const hol_grid_solution *v = &c->level[level];
    size_t terms = 0;
    while (terms < v->known && v->mu[terms] * cutoff >= 1) {
      terms++;
    }
    double *sum = hol_alloc(c->n * ports, sizeof *sum);
    if (!sum) {
      return HOL_MEMORY;
    }
    hol_dense_multiply(c->n, terms, ports, 1, (hol_block){v->x, c->n, false}, (hol_block){v->psi, ports, true}, 0, sum,
                       c->n);
    for (size_t i = 0; i < c->n * ports; i++) {
      spread_unknown(g, c, i % c->n, sum[i], low + i / c->n * n);
    }
    free(sum);
  }
  return HOL_OK;
}

/** One class of the equations K rest = load. */
static void add_static(const hol_grid *g, const hol_grid_class *c, const hol_grid_solution *v, const double *load,
                       double *rest)
{
  double *x = g->column;
  for (size_t k = 0; k < v->n; k++) {
    size_t pair = c->pair[v->unknown[k]], a = pair % c->x.n, b = pair / c->x.n;
    x[k] = 0;
    for (size_t p = 0; p < 4; p++) {
      size_t fx = c->x.freedom[a][p % 2], fy = c->y.freedom[b][p / 2];
      x[k] +=
          fx == SIZE_MAX || fy == SIZE_MAX ? 0 : c->x.factor[a][p % 2] * c->y.factor[b][p / 2] * load[fx + fy * g->x.n];
    }
    x[k] *= c->scale[v->unknown[k]];
  }
  hol_dense_triangle_solve(v->n, (hol_block){v->L, v->all, false}, x, 1);
  hol_dense_triangle_solve(v->n, (hol_block){v->L, v->all, true}, x, 1);
  for (size_t k = 0; k < v->n; k++) {
    spread_unknown(g, c, v->unknown[k], c->scale[v->unknown[k]] * x[k], rest);
  }
}

void hol_grid_static(const hol_grid *g, size_t level, const double *load, double *rest)
{
  memset(rest, 0, g->x.n * g->y.n * sizeof *rest);
  for (size_t s = 0; s < g->classes; s++) {
    add_static(g, &g->class[s], &g -> class[s].level[level], load, rest);
  }
}
