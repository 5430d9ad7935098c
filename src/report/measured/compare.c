/* SPDX-License-Identifier: BSD-3-Clause */
/* Correlation of measured and computed modes: nearest points on the structure, MAC matrix, pairing of modes. */
#include "report/measured/compare.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** A point of the structure as a mean of its places. */
typedef struct spot {
  size_t place[4];
  double share[4];
  double distance;
} spot;

/** Where a measured point is on the structure. */
typedef struct station {
  spot on, other;   /**< the nearest part, and another one there. Their distance is HUGE_VAL: there is none */
  bool moves_apart; /**< in some mode */
} station;

static void *allocate(hol_measured *m, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size - 1 ? hol_arena_take(&m->arena, (count + 1) * size) : NULL;
  return memory ? memset(memory, 0, (count + 1) * size) : NULL;
}

/** A cubic through the four places around a step of a line, or what there is of them. */
static spot on_line(const hol_sketch_part *part, size_t k, double t, double distance)
{
  size_t n = part->count, next = (k + 1) % n;
  bool has_before = k > 0 || part->is_closed, has_after = k + 2 < n || part->is_closed;
  size_t before = k > 0 ? k - 1 : n - 1, after = (k + 2) % n;
  spot s = {{part->first + before, part->first + k, part->first + next, part->first + after}, {0}, distance};
  const double at[4] = {-1, 0, 1, 2};
  const bool has[4] = {has_before && n > 2, true, true, has_after && n > 2};
  for (size_t i = 0; i < 4; i++) {
    s.place[i] = has[i] ? s.place[i] : s.place[1];
    s.share[i] = has[i];
    for (size_t j = 0; j < 4; j++) {
      s.share[i] *= j != i && has[j] ? (t - at[j]) / (at[i] - at[j]) : 1;
    }
  }
  return s;
}

/** The nearest point of a cell of a mesh: of its two triangles, with bilinear shares of the corners there. */
static spot on_cell(const hol_sketch *s, const size_t corner[4], const double at[3])
{
  spot best = {.distance = HUGE_VAL};
  double u = 0.5, v = 0.5;
  for (int step = 0; step < 8; step++) { /* Newton's method for the foot of the perpendicular; cells are nearly plane */
    double gap[3], a[3], b[3], aa = 0, ab = 0, bb = 0, ga = 0, gb = 0, square = 0;
    for (size_t c = 0; c < 3; c++) {
      double p = s->at[corner[0]][c], q = s->at[corner[1]][c], r = s->at[corner[2]][c], w = s->at[corner[3]][c];
      gap[c] = at[c] - ((1 - u) * (1 - v) * p + u * (1 - v) * q + u * v * r + (1 - u) * v * w);
      a[c] = (1 - v) * (q - p) + v * (r - w);
      b[c] = (1 - u) * (w - p) + u * (r - q);
      aa += a[c] * a[c];
      ab += a[c] * b[c];
      bb += b[c] * b[c];
      ga += gap[c] * a[c];
      gb += gap[c] * b[c];
      square += gap[c] * gap[c];
    }
    if (square < best.distance * best.distance || step == 0) {
      best = (spot){{corner[0], corner[1], corner[2], corner[3]},
                    {(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v},
                    sqrt(square)};
    }
    double determinant = aa * bb - ab * ab;
    if (!(determinant > 1e-12 * aa * bb)) {
      break;
    }
    u = fmin(1, fmax(0, u + (bb * ga - ab * gb) / determinant));
    v = fmin(1, fmax(0, v + (aa * gb - ab * ga) / determinant));
  }
  return best;
}

/** The nearest point of a part. */
static spot on_part(const hol_sketch *s, const hol_sketch_part *part, const double at[3])
{
  spot best = {.distance = HUGE_VAL};
  size_t columns = part->columns, up = part->rows > 0 ? part->rows - 1 : 0, around = columns - !part->is_closed;
  for (size_t i = 0; i < up * (up ? around : 0); i++) {
    size_t row = part->first + i / around * columns, k = i % around, next = (k + 1) % columns;
    const size_t corner[4] = {row + k, row + next, row + columns + next, row + columns + k};
    spot one = on_cell(s, corner, at);
    best = one.distance < best.distance ? one : best;
  }
  bool is_line = up == 0 && !part->is_cloud && part->count > 1;
  size_t steps = is_line ? part->count - !part->is_closed : part->rows > 0 ? 0 : part->count;
  for (size_t k = 0; k < steps; k++) {
    double share = 0;
    size_t next = is_line ? (k + 1) % part->count : k;
    double distance = hol_sketch_closest(s->at[part->first + k], s->at[part->first + next], at, &share);
    if (distance < best.distance) {
      best = is_line ? on_line(part, k, share, distance) : (spot){{part->first + k, 0, 0, 0}, {1, 0, 0, 0}, distance};
    }
  }
  return best;
}

/** Find the measured points on the structure. @param[out] found  [nodes] */
static void find_stations(const hol_measured *m, const hol_sketch *s, hol_pairing *p, station *found)
{
  for (size_t i = 0; i < m->nodes; i++) {
    spot *on = &found[i].on, *other = &found[i].other;
    on->distance = other->distance = HUGE_VAL;
    for (size_t k = 0; k < s->parts; k++) {
      spot one = on_part(s, &s->part[k], m->node[i].at);
      bool is_nearer = one.distance < on->distance - 1e-9 * s->size;
      *other = one.distance > p->tolerance ? *other : is_nearer ? *on : one;
      *on = one.distance <= p->tolerance && is_nearer ? one : *on;
    }
    bool is_on = on->distance <= p->tolerance;
    p->farthest = is_on ? fmax(p->farthest, on->distance) : p->farthest;
    p->nodes += is_on;
  }
}

/** Is it known which part moves there? */
static bool is_compared(const station *at)
{
  return isfinite(at->on.distance) && !at->moves_apart;
}

/** One number of the matrix. */
static double mac_of(const hol_measured *m, const hol_measured_mode *mode, const bool (*is)[HOL_MEASURED_FREEDOMS],
                     const station *at, const double (*u)[HOL_MEASURED_FREEDOMS], double largest)
{
  double uu = 0, vv = 0;
  double complex uv = 0;
  for (size_t i = 0; i < m->nodes; i++) {
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      if (is_compared(&at[i]) && mode->has[i] && is[i][c]) {
        double complex v = mode->value[i][c];
        uv += u[i][c] * v;
        uu += u[i][c] * u[i][c];
        vv += creal(v) * creal(v) + cimag(v) * cimag(v);
      }
    }
  }
  bool is_still = !(uu > 1e-12 * largest * largest) || !(vv > 0);
  return is_still ? (double)NAN : (creal(uv) * creal(uv) + cimag(uv) * cimag(uv)) / uu / vv;
}

/** How a spot moves in the mode that the sketch has taken. */
static void move_spot(const hol_sketch *s, const spot *on, double u[HOL_MEASURED_FREEDOMS])
{
  for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
    u[c] = 0;
    for (size_t k = 0; k < 4 && isfinite(on->distance); k++) {
      u[c] += on->share[k] * s->move[on->place[k]][c];
    }
  }
}

/** Where parts that meet move apart in the mode that the sketch has taken. */
static void find_apart(const hol_measured *m, const hol_sketch *s, station *at)
{
  static const double apart = 1e-3; /* of the largest displacement */
  for (size_t i = 0; i < m->nodes; i++) {
    double u[HOL_MEASURED_FREEDOMS], v[HOL_MEASURED_FREEDOMS];
    move_spot(s, &at[i].on, u);
    move_spot(s, &at[i].other, v);
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS && isfinite(at[i].other.distance); c++) {
      at[i].moves_apart = at[i].moves_apart || fabs(u[c] - v[c]) > apart * s->largest;
    }
  }
}

/** In how many points and directions shapes are compared. */
static void count_points(const hol_measured *m, const bool (*is)[HOL_MEASURED_FREEDOMS], const station *at,
                         hol_pairing *p)
{
  for (size_t i = 0; i < m->nodes; i++) {
    p->shared += at[i].moves_apart;
    p->directions += is_compared(&at[i]) ? (size_t)is[i][0] + is[i][1] + is[i][2] : 0;
  }
}

/** Pairs of the greatest likeness, each mode once. */
static void pair_modes(const hol_measured *m, hol_pairing *p, bool *taken)
{
  bool *computed = taken, *measured = taken + p->modes;
  for (;;) {
    hol_measured_pair best = {.mac = 0};
    for (size_t i = 0; i < p->modes; i++) {
      for (size_t j = 0; j < m->modes; j++) {
        double mac = p->mac[i * m->modes + j];
        best = !computed[i] && !measured[j] && mac > best.mac ? (hol_measured_pair){i, j, mac} : best;
      }
    }
    if (!(best.mac >= hol_mac_least)) {
      return;
    }
    computed[best.computed] = measured[best.measured] = true;
    size_t k = p->pairs++;
    for (; k > 0 && p->pair[k - 1].computed > best.computed; k--) {
      p->pair[k] = p->pair[k - 1];
    }
    p->pair[k] = best;
  }
}

/** Computed modes; some must have shapes. */
static hol_status collect_modes(hol_measured *m, const hol_plot_node *result, hol_pairing *p)
{
  const hol_plot_node *modes = hol_plot_node_get(result, "modes");
  bool has_shapes = false;
  p->mode = allocate(m, hol_plot_node_count(modes), sizeof *p->mode);
  if (!p->mode) {
    return HOL_MEMORY;
  }
  for (const hol_plot_node *one = modes ? modes->first : NULL; one; one = one->next) {
    has_shapes = has_shapes || hol_plot_node_count(hol_plot_node_get(one, "shapes")) > 0;
    p->mode[p->modes++] = one;
  }
  return has_shapes ? HOL_OK : HOL_USAGE;
}

hol_status hol_pairing_make(hol_measured *m, const hol_plot_node *result, hol_pairing *p)
{
  static const double near = 1e-3; /* of the size of the structure */
  hol_sketch s;
  const hol_plot_node *geometry = hol_plot_node_get(result, "geometry");
  HOL_TRY(collect_modes(m, result, p));
  if (!geometry) {
    return HOL_USAGE;
  }
  HOL_TRY(hol_sketch_make(geometry, &m->arena, &s));
  p->tolerance = near * s.size;
  station *at = allocate(m, m->nodes, sizeof *at);
  double(*u)[HOL_MEASURED_FREEDOMS] = allocate(m, m->nodes, sizeof *u);
  bool(*is)[HOL_MEASURED_FREEDOMS] = allocate(m, m->nodes, sizeof *is),
  *taken = allocate(m, p->modes + m->modes, sizeof *taken);
  size_t size = m->modes < SIZE_MAX / p->modes ? p->modes * m->modes : SIZE_MAX;
  p->mac = allocate(m, size, sizeof *p->mac);
  p->pair = allocate(m, p->modes < m->modes ? p->modes : m->modes, sizeof *p->pair);
  if (!at || !u || !is || !taken || !p->mac || !p->pair) {
    return HOL_MEMORY;
  }
  (void)hol_measured_directions(m, is);
  find_stations(m, &s, p, at);
  for (size_t i = 0; i < p->modes; i++) {
    hol_sketch_take(&s, hol_plot_node_get(p->mode[i], "shapes"));
    find_apart(m, &s, at);
  }
  count_points(m, (const bool(*)[HOL_MEASURED_FREEDOMS])is, at, p);
  for (size_t i = 0; i < p->modes; i++) {
    size_t j = 0;
    hol_sketch_take(&s, hol_plot_node_get(p->mode[i], "shapes"));
    for (size_t k = 0; k < m->nodes; k++) {
      move_spot(&s, &at[k].on, u[k]);
    }
    for (const hol_measured_mode *mode = m->mode; mode; mode = mode->next, j++) {
      p->mac[i * m->modes + j] = mac_of(m, mode, (const bool(*)[HOL_MEASURED_FREEDOMS])is, at,
                                        (const double(*)[HOL_MEASURED_FREEDOMS])u, s.largest);
    }
  }
  pair_modes(m, p, taken);
  return HOL_OK;
}
