#include "parts/plate_rectangle.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/plate_force.h"
#include "parts/series.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/** Degrees of the two discretisations that are compared, how much less with several elements, and with local functions at
 * corners; unknowns of one class at most; a term is marked by its number in
 * the class · SECTORS + class. */
enum { COARSE = 30, FINE = 34, MANY_LESS = 14, ROUGH_LESS = 4, UNKNOWNS_MOST = 3600, SECTORS = 4, ATTEMPTS = 24 };
/** Orders of the deflection between modes of known fields and ports: those are `further` beyond all that is asked for. */
enum { RESPONSES = 8 };
/** Cut-off beyond the modes wished for, in ω²; how much further modes are given, of more or less accuracy: shapes converge
 * with them; phase of a wave on one element. */
static const double beyond = 5, further = 20, phase = 22;
/** Pivots of a stiffness with unit diagonal that are as good as none. */
static const double dependent = 1e-12;
/** Of the local functions, as a part of the side: the outermost layer; each next one as a part of the one before. */
static const double reach = 0.1, thin = 0.4;

/** What is even or odd about the middles, where edges allow: a class of motions by itself. */
typedef struct sector {
  hol_subspan x, y;
  size_t n, rigid;
  size_t *pair;             /**< [n] elastic unknowns: i + j·x.n */
  hol_plate_rigid mode[3];  /**< [rigid] */
  double *lift;             /**< [n * rigid] their mass products with the unknowns */
  double *L, *z, *mu;       /**< [n * n] K = L Lᵀ; [n * n] eigenvectors; [n] 1/ω² falling */
  double *psi;              /**< [ports * n] φ/ω */
} sector;

/** A discretisation and what is found with it. */
typedef struct grid {
  hol_span x, y;
  size_t sectors;
  sector sector[SECTORS];
  double *column;           /**< [x.n * y.n] workspace */
  hol_deflection deflection;
} grid;

/** A computation; borrowed: part and wish. */
typedef struct work {
  const hol_rectangle_part *part;
  const hol_flexible_wish *wish;
  double (*at)[2];          /**< [ports] */
  double cutoff, error;
  double least;             /**< 1/ω² of the last mode wished for, a little less */
  grid fine;
  hol_series series;
} work;

/* ---- classes ----------------------------------------------------------------------------------------------------------------- */

static void sector_clear(sector *s)
{
  hol_subspan_clear(&s->x);
  hol_subspan_clear(&s->y);
  free(s->pair);
  free(s->lift);
  free(s->L);
  free(s->z);
  free(s->mu);
  free(s->psi);
  *s = (sector){0};
}

static void grid_clear(grid *g)
{
  for (size_t k = 0; k < SECTORS; k++) {
    sector_clear(&g->sector[k]);
  }
  hol_span_clear(&g->x);
  hol_span_clear(&g->y);
  hol_deflection_clear(&g->deflection);
  free(g->column);
  *g = (grid){0};
}

/** The motion that has a freedom. */
static size_t find(const hol_subspan *sub, size_t freedom)
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
static size_t replaced(const sector *s, const grid *g, const hol_plate_rigid *rigid)
{
  size_t i = find(&s->x, rigid->along == 0 ? 2 * g->x.elements : 0);
  size_t j = find(&s->y, rigid->along == 1 ? 2 * g->y.elements : 0);
  i = i < s->x.n ? i : find(&s->x, rigid->along == 0 ? 0 : 2 * g->x.elements);
  j = j < s->y.n ? j : find(&s->y, rigid->along == 1 ? 0 : 2 * g->y.elements);
  return i + j * s->x.n;
}

/** The two factors of a rigid motion over the freedoms of the spans. */
static void rigid_factors(const grid *g, const hol_plate_rigid *rigid, double *x, double *y)
{
  hol_span_linear(&g->x, rigid->along == 1 ? 1 : rigid->constant, rigid->along == 0 ? rigid->slope : 0, x);
  hol_span_linear(&g->y, rigid->along == 1 ? rigid->constant : 1, rigid->along == 1 ? rigid->slope : 0, y);
}

/** One factor times the mass matrix of a subset; a motion of the subset has the value of its first freedom. */
static void weigh(const hol_subspan *sub, const double *line, double *weighed)
{
  for (size_t i = 0; i < sub->n; i++) {
    weighed[i] = 0;
    for (size_t j = 0; j < sub->n; j++) {
      weighed[i] += sub->integral[0][i + j * sub->n] * line[sub->freedom[j][0]];
    }
  }
}

static hol_status fill_lift(const hol_rectangle *plate, const grid *g, sector *s)
{
  double *x = hol_alloc(g->x.n + g->y.n, 2 * sizeof *x);
  if (!x) {
    return HOL_MEMORY;
  }
  double *y = x + g->x.n, *mx = y + g->y.n, *my = mx + g->x.n;
  for (size_t r = 0; r < s->rigid; r++) {
    rigid_factors(g, &s->mode[r], x, y);
    weigh(&s->x, x, mx);
    weigh(&s->y, y, my);
    for (size_t k = 0; k < s->n; k++) {
      s->lift[k + r * s->n] = plate->mass * mx[s->pair[k] % s->x.n] * my[s->pair[k] / s->x.n];
    }
  }
  free(x);
  return HOL_OK;
}

static void fill_matrices(const hol_rectangle *plate, sector *s)
{
  size_t nx = s->x.n, ny = s->y.n, n = s->n;
  for (size_t b = 0; b < n; b++) {
    size_t k = s->pair[b] % nx, l = s->pair[b] / nx;
    for (size_t a = b; a < n; a++) {
      size_t i = s->pair[a] % nx, j = s->pair[a] / nx;
      s->L[a + b * n] =
          hol_plate_stiffness(plate, s->x.integral, s->y.integral, i + k * nx, j + l * ny, k + i * nx, l + j * ny);
      double mass = plate->mass * s->x.integral[0][i + k * nx] * s->y.integral[0][j + l * ny];
      for (size_t r = 0; r < s->rigid; r++) {
        mass -= s->lift[a + r * n] * s->lift[b + r * n];
      }
      s->z[a + b * n] = mass;
    }
  }
}

/** Scale K to a unit diagonal, keep the unknowns that stand for all and forget the others: local functions may be all but
 *  sums of those of the whole sides. */
static hol_status drop_dependent(const hol_rectangle *plate, const grid *g, sector *s, size_t *order)
{
  size_t n = s->n, rank;
  for (size_t b = 0; b < n; b++) {
    for (size_t a = n; a-- > b;) { /* the diagonal of a column is used last */
      double size = a == b ? s->L[b * (n + 1)] : sqrt(s->L[a * (n + 1)]) * sqrt(s->L[b * (n + 1)]);
      s->z[a + b * n] = s->L[a + b * n] / size;
    }
  }
  HOL_TRY(hol_dense_independent(n, s->z, dependent, order, &rank));
  if (rank < n) {
    bool *kept = hol_alloc(n, sizeof *kept);
    if (!kept) {
      return HOL_MEMORY;
    }
    for (size_t k = 0; k < rank; k++) {
      kept[order[k]] = true;
    }
    s->n = 0;
    for (size_t k = 0; k < n; k++) {
      s->pair[s->n] = s->pair[k];
      s->n += kept[k];
    }
    free(kept);
    HOL_TRY(fill_lift(plate, g, s));
  }
  fill_matrices(plate, s);
  return HOL_OK;
}

/** Port rows: products of the factors at the points, less the rigid part. */
static hol_status fill_ports(const work *w, const grid *g, sector *s, double *rows)
{
  size_t ports = w->wish->ports;
  double *x = hol_alloc(g->x.n + g->y.n, sizeof *x), *y = x ? x + g->x.n : NULL;
  for (size_t p = 0; x && p < ports; p++) {
    hol_span_at(&g->x, w->at[p][0], 0, x);
    hol_span_at(&g->y, w->at[p][1], 0, y);
    for (size_t k = 0; k < s->n; k++) {
      rows[k + p * s->n] =
          hol_subspan_of(&s->x, s->pair[k] % s->x.n, x) * hol_subspan_of(&s->y, s->pair[k] / s->x.n, y);
      for (size_t r = 0; r < s->rigid; r++) {
        rows[k + p * s->n] -= s->lift[k + r * s->n] * hol_plate_rigid_at(&s->mode[r], w->at[p]);
      }
    }
  }
  free(x);
  return x ? HOL_OK : HOL_MEMORY;
}

/** Eigenvectors fall in 1/ω². */
static void turn_round(sector *s)
{
  size_t n = s->n;
  for (size_t a = 0; a < n / 2; a++) {
    double kept = s->mu[a];
    s->mu[a] = s->mu[n - 1 - a];
    s->mu[n - 1 - a] = kept;
    for (size_t i = 0; i < n; i++) {
      kept = s->z[i + a * n];
      s->z[i + a * n] = s->z[i + (n - 1 - a) * n];
      s->z[i + (n - 1 - a) * n] = kept;
    }
  }
}

/** As many 1/ω² above 1/cutoff as were found, by the signs of L⁻¹ML⁻ᵀ − 1/cutoff (in `pencil`). */
static hol_status check_count(const work *w, const sector *s, const double *pencil)
{
  hol_factor factor = {0};
  hol_status status = hol_factor_start(&factor, s->n);
  size_t found = 0;
  bool is_near = false;
  for (size_t k = 0; k < s->n; k++) {
    found += s->mu[k] * w->cutoff >= 1;
    is_near = is_near || fabs(s->mu[k] * w->cutoff - 1) < 1e-9;
  }
  for (size_t k = 0; k < s->n * s->n && status == HOL_OK; k++) {
    factor.a[k] = (k % (s->n + 1) == 0 ? 1 / w->cutoff : 0) - pencil[k];
  }
  status = status == HOL_OK ? hol_factor_compute(&factor) : status;
  status = status == HOL_OK && factor.negative != found && !is_near ? HOL_NUMERICAL : status;
  hol_factor_clear(&factor);
  return status;
}

static hol_status solve_in(const work *w, const grid *g, sector *s, double *rows, double *pencil)
{
  size_t ports = w->wish->ports;
  HOL_TRY(fill_lift(&w->part->plate, g, s));
  fill_matrices(&w->part->plate, s);
  if (g->x.layers) {
    size_t *order = hol_alloc(s->n, sizeof *order);
    hol_status status = order ? drop_dependent(&w->part->plate, g, s, order) : HOL_MEMORY;
    free(order);
    HOL_TRY(status);
  }
  size_t n = s->n;
  HOL_TRY(hol_dense_cholesky(n, s->L));
  HOL_TRY(hol_dense_reduce_pencil(n, s->z, s->L));
  memcpy(pencil, s->z, n * n * sizeof *pencil);
  HOL_TRY(hol_dense_eigen_all(n, s->z, s->mu));
  turn_round(s);
  for (size_t k = 0; k < n; k++) {
    s->mu[k] = fmax(s->mu[k], 0);
  }
  HOL_TRY(check_count(w, s, pencil));
  HOL_TRY(fill_ports(w, g, s, rows));
  hol_dense_forward(n, s->L, rows, ports);
  hol_dense_product_transposed(n, ports, n, rows, s->z, s->psi);
  return HOL_OK;
}

static void choose_unknowns(const hol_rectangle *plate, const grid *g, hol_parity x, hol_parity y, sector *s)
{
  hol_plate_rigid rigid[3];
  size_t all = hol_plate_rigid_modes(plate, rigid), out[3];
  for (size_t r = 0; r < all; r++) {
    if (belongs(&rigid[r], x, y)) {
      out[s->rigid] = replaced(s, g, &rigid[r]);
      s->mode[s->rigid++] = rigid[r];
    }
  }
  for (size_t k = 0; k < s->x.n * s->y.n; k++) { /* both factors of the whole side, or both of one layer: about a corner */
    bool is_out = hol_span_layer(&g->x, s->x.freedom[k % s->x.n][0]) != hol_span_layer(&g->y, s->y.freedom[k / s->x.n][0]);
    for (size_t r = 0; r < s->rigid; r++) {
      is_out = is_out || out[r] == k;
    }
    if (!is_out) {
      s->pair[s->n++] = k;
    }
  }
}

static hol_status solve_sector(const work *w, const grid *g, hol_parity x, hol_parity y, sector *s)
{
  const hol_plate_edge *edge = w->part->plate.edge;
  const bool held_x[4] = {edge[0] != HOL_EDGE_FREE, edge[0] == HOL_EDGE_CLAMPED, edge[1] != HOL_EDGE_FREE,
                          edge[1] == HOL_EDGE_CLAMPED};
  const bool held_y[4] = {edge[2] != HOL_EDGE_FREE, edge[2] == HOL_EDGE_CLAMPED, edge[3] != HOL_EDGE_FREE,
                          edge[3] == HOL_EDGE_CLAMPED};
  HOL_TRY(hol_subspan_start(&g->x, x, held_x, &s->x));
  HOL_TRY(hol_subspan_start(&g->y, y, held_y, &s->y));
  s->pair = hol_alloc(s->x.n * s->y.n, sizeof *s->pair);
  if (!s->pair) {
    return HOL_MEMORY;
  }
  choose_unknowns(&w->part->plate, g, x, y, s);
  size_t n = s->n, ports = w->wish->ports;
  if (n > UNKNOWNS_MOST) {
    return HOL_NUMERICAL;
  }
  s->lift = hol_alloc(n * s->rigid, sizeof *s->lift);
  s->L = hol_alloc(n * n, sizeof *s->L);
  s->z = hol_alloc(n * n, sizeof *s->z);
  s->mu = hol_alloc(n, sizeof *s->mu);
  s->psi = hol_alloc(ports * n, sizeof *s->psi);
  double *rows = hol_alloc(n * ports, sizeof *rows), *pencil = hol_alloc(n * n, sizeof *pencil);
  bool ok = s->lift && s->L && s->z && s->mu && s->psi && rows && pencil;
  hol_status status = ok ? solve_in(w, g, s, rows, pencil) : HOL_MEMORY;
  free(rows);
  free(pencil);
  return status;
}

/* ---- discretisations -------------------------------------------------------------------------------------------------------------- */

/** Corners where motions are not smooth: of a free edge with a free one, and, worse, with a clamped one. */
typedef enum { SMOOTH, ROUGH, ROUGHER } roughness;

static roughness roughness_of(const hol_rectangle *plate)
{
  roughness worst = SMOOTH;
  for (size_t x = 0; x < 2; x++) {
    for (size_t y = 2; y < 4; y++) {
      hol_plate_edge a = plate->edge[x], b = plate->edge[y], other = a == HOL_EDGE_FREE ? b : a;
      bool is_free = a == HOL_EDGE_FREE || b == HOL_EDGE_FREE;
      if (is_free && other == HOL_EDGE_CLAMPED) {
        return ROUGHER;
      }
      worst = is_free && other == HOL_EDGE_FREE ? ROUGH : worst;
    }
  }
  return worst;
}

static hol_status solve_grid(const work *w, size_t degree, grid *g)
{
  const hol_rectangle *plate = &w->part->plate;
  double wave = pow(w->cutoff * plate->mass / plate->D, 0.25);
  size_t elements[2];
  for (size_t k = 0; k < 2; k++) {
    elements[k] = (size_t)ceil(fmax(1, wave * plate->side[k] / phase));
  }
  hol_division d = {.degree = degree - (elements[0] + elements[1] > 2 ? MANY_LESS : 0)};
  roughness rough = roughness_of(plate);
  if (rough != SMOOTH) {
    d.degree -= ROUGH_LESS;
    d.layers = rough == ROUGHER ? 10 : 8;
    d.layers -= degree == FINE ? 0 : 1;
    d.layer_degree = rough == ROUGHER ? 8 : 7;
    d.reach = reach;
    d.thin = thin;
  }
  for (size_t k = 0; k < 2; k++) {
    d.elements = elements[k];
    HOL_TRY(hol_span_start(plate->side[k], d, k ? &g->y : &g->x));
  }
  g->column = hol_alloc(g->x.n * g->y.n, sizeof *g->column);
  if (!g->column) {
    return HOL_MEMORY;
  }
  bool split_x = plate->edge[0] == plate->edge[1], split_y = plate->edge[2] == plate->edge[3];
  for (hol_parity x = split_x ? HOL_EVEN : HOL_ALL; x <= (split_x ? HOL_ODD : HOL_ALL); x++) {
    for (hol_parity y = split_y ? HOL_EVEN : HOL_ALL; y <= (split_y ? HOL_ODD : HOL_ALL); y++) {
      HOL_TRY(solve_sector(w, g, x, y, &g->sector[g->sectors++]));
    }
  }
  return HOL_OK;
}

/** Coefficients over the products of the spans += those of a class. */
static void expand(const grid *g, const sector *t, const double *x, double *coefficient)
{
  for (size_t i = 0; i < t->n; i++) {
    size_t a = t->pair[i] % t->x.n, b = t->pair[i] / t->x.n;
    for (size_t p = 0; p < 4; p++) {
      size_t fx = t->x.freedom[a][p % 2], fy = t->y.freedom[b][p / 2];
      if (fx != SIZE_MAX && fy != SIZE_MAX) {
        coefficient[fx + fy * g->x.n] += t->x.factor[a][p % 2] * t->y.factor[b][p / 2] * x[i];
      }
    }
  }
}

/** Modes below the cut-off. */
static size_t count_below(const grid *g, double cutoff)
{
  size_t count = 0;
  for (size_t s = 0; s < g->sectors; s++) {
    for (size_t k = 0; k < g->sector[s].n; k++) {
      count += g->sector[s].mu[k] * cutoff >= 1;
    }
  }
  return count;
}

/** One class of the equations K rest = load. */
static void solve_class(const grid *g, const sector *t, const double *load, double *x, double *rest)
{
  size_t nx = g->x.n;
  for (size_t k = 0; k < t->n; k++) {
    size_t a = t->pair[k] % t->x.n, b = t->pair[k] / t->x.n;
    x[k] = 0;
    for (size_t p = 0; p < 4; p++) {
      size_t fx = t->x.freedom[a][p % 2], fy = t->y.freedom[b][p / 2];
      x[k] += fx == SIZE_MAX || fy == SIZE_MAX ? 0 : t->x.factor[a][p % 2] * t->y.factor[b][p / 2] * load[fx + fy * nx];
    }
  }
  hol_dense_forward(t->n, t->L, x, 1);
  hol_dense_backward(t->n, t->L, x, 1);
  expand(g, t, x, rest);
}

/** hol_plane.solve of a grid. */
static void solve_static(const void *context, const double *load, double *rest)
{
  const grid *g = context;
  memset(rest, 0, g->x.n * g->y.n * sizeof *rest);
  for (size_t s = 0; s < g->sectors; s++) {
    solve_class(g, &g->sector[s], load, g->column, rest);
  }
}

static hol_plane plane_of(const work *w, const grid *g)
{
  return (hol_plane){&w->part->plate, &g->x, &g->y, solve_static, g};
}

static hol_status deflect(const work *w, grid *g)
{
  hol_plane plane = plane_of(w, g);
  return hol_deflection_build(&plane, w->wish->ports, (const double(*)[2])w->at, &g->deflection);
}

/** Γ_0 of two ports. */
static double compliance(const grid *g, size_t ports, size_t i, size_t j)
{
  double sum = 0.5 * (g->deflection.missing[i + j * ports] + g->deflection.missing[j + i * ports]);
  for (size_t s = 0; s < g->sectors; s++) {
    for (size_t k = 0; k < g->sector[s].n; k++) {
      sum += g->sector[s].psi[i + k * ports] * g->sector[s].psi[j + k * ports];
    }
  }
  return sum;
}

/** How much two discretisations differ, and how far the compliances are from symmetric. */
static double compare(const work *w, const grid *coarse)
{
  double change = 0;
  size_t ports = w->wish->ports;
  for (size_t s = 0; s < w->fine.sectors; s++) {
    const sector *a = &coarse->sector[s], *b = &w->fine.sector[s];
    for (size_t k = 0; k < b->n && b->mu[k] >= w->least; k++) {
      change = fmax(change, k < a->n ? fabs(a->mu[k] - b->mu[k]) / b->mu[k] : 1);
    }
  }
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j <= i; j++) {
      double size = sqrt(compliance(&w->fine, ports, i, i) * compliance(&w->fine, ports, j, j));
      const double *missing = w->fine.deflection.missing;
      change = fmax(change, fabs(missing[i + j * ports] - missing[j + i * ports]) / size);
      change = fmax(change, fabs(compliance(&w->fine, ports, i, j) - compliance(coarse, ports, i, j)) / size);
    }
  }
  return change;
}

static int falling(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/** The 1/ω² of the last mode wished for. */
static hol_status find_least(work *w)
{
  size_t count = 0, at = 0;
  for (size_t s = 0; s < w->fine.sectors; s++) {
    count += w->fine.sector[s].n;
  }
  double *mu = hol_alloc(count, sizeof *mu);
  if (!mu) {
    return HOL_MEMORY;
  }
  for (size_t s = 0; s < w->fine.sectors; s++) {
    memcpy(mu + at, w->fine.sector[s].mu, w->fine.sector[s].n * sizeof *mu);
    at += w->fine.sector[s].n;
  }
  qsort(mu, count, sizeof *mu, falling);
  w->least = mu[w->wish->modes ? w->wish->modes - 1 : 0] * (1 - 1e-6);
  free(mu);
  return HOL_OK;
}

static hol_status find_wished(work *w)
{
  const hol_rectangle *plate = &w->part->plate;
  double wave = sqrt(4 * pi * (double)(w->wish->modes + 4) / (plate->side[0] * plate->side[1]));
  w->cutoff = beyond * pow(wave, 4) * plate->D / plate->mass;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++, w->cutoff *= 2.5) {
    grid_clear(&w->fine);
    HOL_TRY(solve_grid(w, FINE, &w->fine));
    if (count_below(&w->fine, w->cutoff) >= w->wish->modes) {
      break;
    }
  }
  if (w->wish->ports) {
    HOL_TRY(deflect(w, &w->fine));
  }
  HOL_TRY(find_least(w));
  grid coarse = {0};
  hol_status status = solve_grid(w, COARSE, &coarse);
  status = status == HOL_OK && w->wish->ports ? deflect(w, &coarse) : status;
  w->error = status == HOL_OK ? fmax(compare(w, &coarse), 4096 * DBL_EPSILON) : 0;
  grid_clear(&coarse);
  return status;
}

/* ---- terms and fields --------------------------------------------------------------------------------------------------------------- */

static hol_status add_terms(work *w)
{
  for (size_t s = 0; s < w->fine.sectors; s++) {
    const sector *t = &w->fine.sector[s];
    for (size_t k = 0; k < t->n; k++) {
      HOL_TRY(hol_series_add(&w->series, t->mu[k], t->psi + k * w->wish->ports, k * SECTORS + s));
    }
  }
  return hol_series_sort(&w->series);
}

/** Is what is missing for a port more than error? It belongs to motions of higher frequency than any below the cut-off: each
 *  order is at least as much smaller than the one before. */
static bool is_sound(const work *w, size_t order, size_t port)
{
  size_t ports = w->wish->ports, at = port * (ports + 1);
  const double *missing = w->fine.deflection.missing;
  for (size_t j = 1; j <= order; j++) {
    double before = missing[(j - 1) * ports * ports + at], after = missing[j * ports * ports + at];
    if (!(after >= 0 && after * w->cutoff <= before)) {
      return false;
    }
  }
  return true;
}

/** What the terms lack of the first Γ_j, for which the force at a point is not smooth enough. */
static void fill_tail(work *w)
{
  size_t ports = w->wish->ports;
  const double *missing = w->fine.deflection.missing;
  for (size_t i = 0; i < HOL_CHAIN * ports * ports; i++) {
    size_t order = i / (ports * ports), block = order * ports * ports, p = (i - block) % ports, q = (i - block) / ports;
    if (is_sound(w, order, p) && is_sound(w, order, q)) {
      w->series.tail[i] = 0.5 * (missing[i] + missing[block + q + p * ports]);
    }
  }
}

/** uz, rx, ry from w, w_x, w_y. */
static void put(const double value[3], double factor, double *field)
{
  field[HOL_UZ] += factor * value[0];
  field[HOL_RX] += factor * value[2];
  field[HOL_RY] -= factor * value[1];
}

/** Coefficients of a motion over the products of the spans. x: [n] over the eigenproblem of the class, turned into its
 *  unknowns */
static void product_coefficients(const grid *g, const sector *t, double *x, double *y, double *coefficient)
{
  size_t n = t->n, nx = g->x.n;
  memset(coefficient, 0, nx * g->y.n * sizeof *coefficient);
  hol_dense_backward(n, t->L, x, 1);
  for (size_t r = 0; r < t->rigid; r++) {
    double part = 0, *fx = y, *fy = y + nx;
    for (size_t i = 0; i < n; i++) {
      part += t->lift[i + r * n] * x[i];
    }
    rigid_factors(g, &t->mode[r], fx, fy);
    for (size_t b = 0; b < nx * g->y.n; b++) {
      coefficient[b] -= part * fx[b % nx] * fy[b / nx];
    }
  }
  expand(g, t, x, coefficient);
}

static void fill_modes(work *w, size_t rigid, size_t modes, double *coefficient, double *x, double *line)
{
  hol_plane plane = plane_of(w, &w->fine);
  size_t rows = HOL_PLACE * w->part->places;
  for (size_t k = 0; k < modes; k++) {
    size_t mark = w->series.mark[k];
    const sector *t = &w->fine.sector[mark % SECTORS];
    memcpy(x, t->z + mark / SECTORS * t->n, t->n * sizeof *x);
    product_coefficients(&w->fine, t, x, line, coefficient);
    for (size_t p = 0; p < w->part->places; p++) {
      double value[3];
      hol_plane_at(&plane, coefficient, w->part->place[p], line, value);
      put(value, 1 / sqrt(w->series.mu[k]), w->series.field + (rigid + k) * rows + p * HOL_PLACE);
    }
  }
}

/** Γ_j from a port to all places, of what the products of functions lack. @param[in] coefficient over them */
static void put_singular(work *w, size_t port, size_t j, const double *coefficient, double *line)
{
  hol_plane plane = plane_of(w, &w->fine);
  const hol_deflection *d = &w->fine.deflection;
  size_t rows = HOL_PLACE * w->part->places;
  for (size_t p = 0; p < w->part->places; p++) {
    double value[3], jet[HOL_JET], *field = w->series.response + (j * w->wish->ports + port) * rows + p * HOL_PLACE;
    hol_plane_at(&plane, coefficient, w->part->place[p], line, value);
    put(value, 1, field);
    hol_point_force_jet(&d->force[port], j, w->part->place[p], jet);
    put(jet, 1, field);
  }
}

/** Γ_j from a port to all places, j ≥ 1, of the modes of a class whose fields are not known, down to mu = 1/ω². */
static void put_class(work *w, const sector *t, size_t port, size_t j, double mu, double *coefficient, double *x, double *line)
{
  const grid *g = &w->fine;
  hol_plane plane = plane_of(w, g);
  size_t n = t->n, rows = HOL_PLACE * w->part->places;
  memset(x, 0, n * sizeof *x);
  for (size_t k = 0; k < n; k++) {
    double factor = t->mu[k] >= mu ? 0 : pow(t->mu[k], (double)j) * t->psi[port + k * w->wish->ports];
    if (factor != 0) {
      hol_add_scaled(n, factor, t->z + k * n, x);
    }
  }
  product_coefficients(g, t, x, line, coefficient);
  for (size_t p = 0; p < w->part->places; p++) {
    double value[3];
    hol_plane_at(&plane, coefficient, w->part->place[p], line, value);
    put(value, 1, w->series.response + (j * w->wish->ports + port) * rows + p * HOL_PLACE);
  }
}

/** The static deflection less what modes of known fields have of it; then the later orders. */
static void fill_responses(work *w, size_t rigid, size_t modes, double *coefficient, double *x, double *line)
{
  const hol_deflection *d = &w->fine.deflection;
  size_t ports = w->wish->ports, rows = HOL_PLACE * w->part->places;
  double mu = modes ? w->series.mu[modes - 1] : HUGE_VAL;
  for (size_t q = 0; q < ports; q++) {
    put_singular(w, q, 0, d->smooth + q * d->n, line);
    for (size_t k = 0; k < modes; k++) {
      double part = -w->series.psi[q + k * ports] * sqrt(w->series.mu[k]);
      hol_add_scaled(rows, part, w->series.field + (rigid + k) * rows, w->series.response + q * rows);
    }
    for (size_t j = 1; j < RESPONSES; j++) {
      if (j < HOL_CHAIN && is_sound(w, j, q)) {
        put_singular(w, q, j, d->rest + j * d->n * ports + q * d->n, line);
      }
      for (size_t s = 0; s < w->fine.sectors; s++) {
        put_class(w, &w->fine.sector[s], q, j, mu, coefficient, x, line);
      }
    }
  }
}

static void fill_rigid(work *w, const hol_plate_rigid *rigid, size_t count, double *phi)
{
  size_t rows = HOL_PLACE * w->part->places;
  for (size_t r = 0; r < count; r++) {
    for (size_t i = 0; i < w->wish->ports; i++) {
      phi[i + r * w->wish->ports] = hol_plate_rigid_at(&rigid[r], w->at[i]);
    }
    for (size_t p = 0; p < w->part->places; p++) {
      double value[3] = {hol_plate_rigid_at(&rigid[r], w->part->place[p]), rigid[r].along == 0 ? rigid[r].slope : 0,
                         rigid[r].along == 1 ? rigid[r].slope : 0};
      put(value, 1, w->series.field + r * rows + p * HOL_PLACE);
    }
  }
}

/* ---- the whole ------------------------------------------------------------------------------------------------------------------------ */

static bool bears(const void *part, hol_flexible_port port)
{
  const hol_rectangle_part *rectangle = part;
  return port.freedom == HOL_UZ && !hol_rectangle_holds(&rectangle->plate, rectangle->at[port.point]);
}

static hol_status fill_fields(work *w, size_t rigid, size_t modes)
{
  size_t n = w->fine.x.n * w->fine.y.n;
  double *coefficient = hol_alloc(n, sizeof *coefficient), *x = hol_alloc(n, sizeof *x);
  double *line = hol_alloc(2 * (w->fine.x.n + w->fine.y.n), sizeof *line);
  bool ok = coefficient && x && line;
  if (ok) {
    fill_modes(w, rigid, modes, coefficient, x, line);
    fill_responses(w, rigid, modes, coefficient, x, line);
  }
  free(coefficient);
  free(x);
  free(line);
  return ok ? HOL_OK : HOL_MEMORY;
}

static hol_status compute_in(work *w, hol_own_modes *own)
{
  size_t ports = w->wish->ports;
  for (size_t i = 0; i < ports; i++) {
    if (!bears(w->part, w->wish->port[i])) {
      return HOL_INVALID;
    }
    memcpy(w->at[i], w->part->at[w->wish->port[i].point], sizeof w->at[i]);
  }
  HOL_TRY(find_wished(w));
  HOL_TRY(add_terms(w));
  hol_plate_rigid rigid[3];
  size_t count = hol_plate_rigid_modes(&w->part->plate, rigid), modes = hol_series_below(&w->series, 1 / (w->cutoff * further));
  HOL_TRY(hol_series_prepare(&w->series, count + modes));
  if (ports) {
    fill_tail(w);
  }
  HOL_TRY(fill_fields(w, count, modes));
  double *phi = hol_alloc(3 * ports, sizeof *phi);
  if (!phi) {
    return HOL_MEMORY;
  }
  fill_rigid(w, rigid, count, phi);
  own->error = w->error;
  size_t trusted = hol_series_below(&w->series, w->least);
  hol_status status = hol_series_publish(&w->series, count, phi, modes, own);
  own->trusted = status == HOL_OK ? trusted : 0;
  free(phi);
  return status;
}

static hol_status compute(const void *part, const hol_flexible_wish *wish, hol_own_modes *modes)
{
  const hol_rectangle_part *rectangle = part;
  work w = {.part = rectangle,
            .wish = wish,
            .at = hol_alloc(wish->ports, sizeof *w.at),
            .series = {.ports = wish->ports, .places = rectangle->places}};
  *modes = (hol_own_modes){.kind = hol_rectangle_class()};
  hol_status status = w.at ? compute_in(&w, modes) : HOL_MEMORY;
  grid_clear(&w.fine);
  hol_series_clear(&w.series);
  free(w.at);
  if (status != HOL_OK) {
    hol_series_release(modes);
  }
  return status;
}

static void release(void *part)
{
  hol_rectangle_part *rectangle = part;
  free(rectangle->at);
  free(rectangle->place);
  free(rectangle);
}

const hol_flexible_class *hol_rectangle_class(void)
{
  static const hol_flexible_class class = {.compute = compute,
                                           .remainder = hol_series_remainder,
                                           .field = hol_series_field,
                                           .clear = hol_series_release,
                                           .bears = bears,
                                           .free = release};
  return &class;
}
