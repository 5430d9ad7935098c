/* SPDX-License-Identifier: BSD-3-Clause */
/* Mode shape as SVG: undeformed and deformed structure, hidden lines by depth sorting, nodal lines. */
#include "report/plot/panel.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Points that a line may leave the places it is drawn through. */
static const double slack = 0.05;
/** Spots of a curve for each step from place to place. */
enum { STEPS = 4 };

hol_status hol_panel_make(const hol_sketch *s, hol_arena *arena, hol_panel *panel)
{
  *panel = (hol_panel){.sketch = s, .view = hol_sketch_look(s)};
  panel->rest = hol_arena_take(arena, (s->places + 2) * sizeof *panel->rest);
  panel->moved = hol_arena_take(arena, (s->places + 2) * sizeof *panel->moved);
  panel->line = hol_arena_take(arena, (STEPS * s->places + 2) * sizeof *panel->line);
  panel->way = hol_arena_take(arena, (STEPS * s->places + 2) * sizeof *panel->way);
  panel->depth = hol_arena_take(arena, (s->places + 2) * sizeof *panel->depth);
  panel->piece = hol_arena_take(arena, (s->places + s->parts + 1) * sizeof *panel->piece);
  panel->wide = s->parts <= 40 ? 1.3 : s->parts <= 200 ? 0.9 : 0.4;
  size_t grounds = 0;
  for (size_t j = 0; j < s->joints; j++) {
    grounds += s->joint[j].is_ground;
  }
  panel->unit = grounds <= 12 ? 1 : 0.5;
  return panel->rest && panel->moved && panel->line && panel->way && panel->depth && panel->piece ? HOL_OK : HOL_MEMORY;
}

/* ---------------------------------------------------------------------------------------------------- lines */

static double distance_from(hol_spot at, hol_spot from, hol_spot to)
{
  double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
  double t = square > 0 ? fmin(1, fmax(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / square)) : 0;
  return hypot(at.x - from.x - t * dx, at.y - from.y - t * dy);
}

/** Places that a line can do without are left out. @return how many are left in `line` */
static size_t thin(const hol_spot *at, size_t count, hol_spot *line)
{
  size_t used = 0;
  for (size_t i = 0; i < count;) {
    line[used++] = at[i];
    size_t next = i + 1;
    for (bool is_close = true; is_close && next + 1 < count;) {
      for (size_t k = i + 1; is_close && k <= next; k++) {
        is_close = distance_from(at[k], at[i], at[next + 1]) < slack;
      }
      next += is_close;
    }
    i = next;
  }
  return used;
}

/** The paper around a line, short of its ends: what it goes on in must not be cut. */
static void draw_halo(hol_text *svg, const hol_spot *line, size_t count, double wide)
{
  char look[80];
  if (count < 2) {
    return;
  }
  hol_spot first = line[0], last = line[count - 1], second = line[1], before = line[count - 2];
  double t = fmin(0.45, 3.5 / fmax(1e-9, hypot(second.x - first.x, second.y - first.y)));
  double r = fmin(0.45, 3.5 / fmax(1e-9, hypot(before.x - last.x, before.y - last.y)));
  const hol_spot from = {first.x + t * (second.x - first.x), first.y + t * (second.y - first.y)};
  const hol_spot to = {last.x + r * (before.x - last.x), last.y + r * (before.y - last.y)};
  (void)snprintf(look, sizeof look, "stroke=\"#ffffff\" stroke-width=\"%.1f\"", wide + 2);
  if (count == 2) {
    hol_svg_line(svg, from, to, look);
    return;
  }
  hol_svg_line(svg, from, second, look);
  hol_svg_path(svg, line + 1, count - 2, false, look);
  hol_svg_line(svg, before, to, look);
}

/** The border of a mesh at rest: its first and its last row, and its sides where it is not closed. */
static void draw_border(hol_panel *p, const hol_sketch_part *part, hol_text *svg)
{
  const hol_spot *at = p->rest + part->first;
  size_t last = (part->rows - 1) * part->columns;
  if (part->is_closed) {
    hol_svg_path(svg, at, part->columns, true, "");
    hol_svg_path(svg, at + last, part->columns, true, "");
    return;
  }
  size_t n = 0;
  for (size_t k = 0; k < part->columns; k++) {
    p->line[n++] = at[k];
  }
  for (size_t r = 1; r < part->rows; r++) {
    p->line[n++] = at[r * part->columns + part->columns - 1];
  }
  for (size_t k = part->columns - 1; k-- > 0;) {
    p->line[n++] = at[last + k];
  }
  for (size_t r = part->rows - 1; r-- > 1;) {
    p->line[n++] = at[r * part->columns];
  }
  hol_svg_path(svg, p->line, n, true, "");
}

static void draw_rest(hol_panel *p, hol_text *svg)
{
  hol_text_add(svg, "<g class=\"rest\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\">\n", HOL_SVG_REST,
               fmin(0.6, 0.6 * p->wide));
  for (size_t i = 0; i < p->sketch->parts; i++) {
    const hol_sketch_part *part = &p->sketch->part[i];
    if (part->rows > 0) {
      draw_border(p, part, svg);
    } else if (part->count > 1 && !part->is_cloud) {
      size_t count = thin(p->rest + part->first, part->count, p->line);
      hol_svg_path(svg, p->line, count, part->is_closed, "");
    }
    for (size_t k = 0; k < part->count && (part->is_cloud || part->count == 1); k++) {
      hol_svg_circle(svg, p->rest[part->first + k], part->is_cloud ? 0.6 : 1.8, "");
    }
  }
  hol_text_add(svg, "</g>\n");
}

/* --------------------------------------------------------------------------------------------------- pieces */

static void add_piece(hol_panel *p, hol_panel_piece piece)
{
  double sum = 0;
  for (size_t k = 0; k < piece.count; k++) {
    sum += p->depth[piece.is_face ? piece.place[k] : piece.place[0] + k];
  }
  piece.depth = sum / (double)piece.count;
  p->piece[p->pieces++] = piece;
}

/** Every so many of these steps is drawn, to leave about `wanted`. */
static size_t every(size_t steps, size_t wanted)
{
  size_t each = (steps + wanted / 2) / wanted;
  return each > 1 ? each : 1;
}

/** Shapes are sampled finer than lines can be told apart. */
static void add_faces(hol_panel *p, size_t i)
{
  enum { RAYS = 12, CIRCLES = 4, LINES = 8 };
  const hol_sketch_part *part = &p->sketch->part[i];
  size_t around = part->columns - !part->is_closed, up = part->rows - 1;
  size_t ray = every(around, part->is_closed ? RAYS : LINES), circle = every(up, part->is_closed ? CIRCLES : LINES);
  for (size_t r = 0; r < up; r++) {
    for (size_t k = 0; k < around; k++) {
      size_t next = (k + 1) % part->columns, row = part->first + r * part->columns, above = row + part->columns;
      add_piece(p, (hol_panel_piece){.part = i,
                                     .is_face = true,
                                     .count = 4,
                                     .place = {row + k, row + next, above + next, above + k},
                                     .is_ruled = {r % circle == 0, next % ray == 0 || k + 1 == around,
                                                  (r + 1) % circle == 0 || r + 1 == up, k % ray == 0}});
    }
  }
}

/** Lines stay whole where nothing can hide a piece of them. */
static void add_lines(hol_panel *p, size_t i, bool is_whole)
{
  const hol_sketch_part *part = &p->sketch->part[i];
  if (is_whole) {
    add_piece(p,
              (hol_panel_piece){.part = i, .count = part->count, .place = {part->first}, .is_closed = part->is_closed});
    return;
  }
  for (size_t k = 0; k + 1 < part->count; k++) {
    add_piece(p, (hol_panel_piece){.part = i, .count = 2, .place = {part->first + k}});
  }
}

static int by_depth(const void *one, const void *other)
{
  const hol_panel_piece *a = one, *b = other;
  int order = (a->depth > b->depth) - (a->depth < b->depth);
  return order                ? order
         : a->part != b->part ? (a->part > b->part) - (a->part < b->part)
                              : (a->place[0] > b->place[0]) - (a->place[0] < b->place[0]);
}

static void collect(hol_panel *p)
{
  bool has_faces = false;
  for (size_t i = 0; i < p->sketch->parts; i++) {
    has_faces = has_faces || p->sketch->part[i].rows > 0;
  }
  p->pieces = 0;
  for (size_t i = 0; i < p->sketch->parts; i++) {
    const hol_sketch_part *part = &p->sketch->part[i];
    if (part->rows > 0) {
      add_faces(p, i);
    } else if (part->count > 1 && !part->is_cloud) {
      add_lines(p, i, !has_faces);
    }
  }
  if (!p->sketch->is_plane) {
    qsort(p->piece, p->pieces, sizeof *p->piece, by_depth);
  }
}

/** Across a face at rest. */
static void normal_of(const hol_sketch *s, const size_t place[4], double normal[3])
{
  double u[3], v[3];
  for (size_t c = 0; c < 3; c++) {
    u[c] = s->at[place[1]][c] - s->at[place[0]][c];
    v[c] = s->at[place[2]][c] - s->at[place[0]][c];
  }
  for (size_t c = 0; c < 3; c++) {
    normal[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
  }
}

/** Displacements across a face; those that are none but for rounding are 0. */
static void find_across(const hol_sketch *s, const size_t place[4], double across[4])
{
  double normal[3];
  normal_of(s, place, normal);
  double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (size_t k = 0; k < 4; k++) {
    const double *u = s->move[place[k]];
    across[k] = u[0] * normal[0] + u[1] * normal[1] + u[2] * normal[2];
    across[k] = fabs(across[k]) <= 1e-9 * s->largest * length ? 0 : across[k];
  }
}

/** Where a plate stands still, across one of its faces or along its border. */
static void draw_nodal(const hol_panel *p, const hol_panel_piece *face, hol_text *svg)
{
  double across[4];
  hol_spot end[8];
  size_t ends = 0;
  find_across(p->sketch, face->place, across);
  for (size_t k = 0; k < 4; k++) {
    double a = across[k], b = across[(k + 1) % 4];
    hol_spot from = p->moved[face->place[k]], to = p->moved[face->place[(k + 1) % 4]];
    if (a == 0) {
      end[ends++] = from;
    } else if (b != 0 && (a > 0) != (b > 0)) {
      end[ends++] = (hol_spot){from.x + a / (a - b) * (to.x - from.x), from.y + a / (a - b) * (to.y - from.y)};
    }
  }
  if (ends == 2) {
    hol_svg_line(svg, end[0], end[1], "class=\"nodal\" stroke=\"" HOL_SVG_INK "\" stroke-width=\"0.8\"");
  }
}

/** A curve through places of a line, some spots for each step, so that high modes have no corners. @return spots in
 *  `way` */
static size_t bend(const hol_panel *p, const hol_panel_piece *piece)
{
  const hol_sketch_part *part = &p->sketch->part[piece->part];
  size_t n = part->count, from = piece->place[0] - part->first, used = 0;
  const hol_spot *at = p->moved + part->first;
  for (size_t k = from; k + 1 < from + piece->count + piece->is_closed; k++) {
    size_t next = (k + 1) % n, far = next + 1 < n ? next + 1 : part->is_closed ? 0 : next;
    size_t before = k > 0 ? k - 1 : part->is_closed ? n - 1 : k;
    for (size_t i = 0; i < STEPS; i++) {
      double t = (double)i / STEPS, u = t * t, v = u * t;
      double a = -0.5 * v + u - 0.5 * t, b = 1.5 * v - 2.5 * u + 1, c = -1.5 * v + 2 * u + 0.5 * t, d = 0.5 * (v - u);
      hol_spot first = before == k ? (hol_spot){2 * at[k].x - at[next].x, 2 * at[k].y - at[next].y} : at[before];
      hol_spot last = far == next ? (hol_spot){2 * at[next].x - at[k].x, 2 * at[next].y - at[k].y} : at[far];
      p->way[used++] = (hol_spot){a * first.x + b * at[k].x + c * at[next].x + d * last.x,
                                  a * first.y + b * at[k].y + c * at[next].y + d * last.y};
    }
  }
  if (!piece->is_closed) {
    p->way[used++] = at[from + piece->count - 1];
  }
  return used;
}

/** A face, with a border of its own colour: no gaps to the next ones. */
static void draw_face(const hol_panel *p, const hol_panel_piece *face, hol_text *svg)
{
  char look[160], pale[8];
  hol_spot corner[4];
  for (size_t k = 0; k < 4; k++) {
    corner[k] = p->moved[face->place[k]];
  }
  hol_svg_pale(p->sketch->part[face->part].color, pale);
  (void)snprintf(look, sizeof look, "class=\"part-%zu\" fill=\"%s\" stroke=\"%s\" stroke-width=\"0.2\"", face->part,
                 pale, pale);
  hol_svg_path(svg, corner, 4, true, look);
  for (size_t k = 0; k < 4; k++) {
    if (face->is_ruled[k]) {
      hol_svg_line(svg, corner[k], corner[(k + 1) % 4], "stroke=\"#ffffff\" stroke-width=\"0.3\"");
    }
  }
  draw_nodal(p, face, svg);
}

static void draw_piece(hol_panel *p, const hol_panel_piece *piece, hol_text *svg)
{
  enum { MANY = 400 };
  char look[160];
  const char *color = hol_svg_color(p->sketch->part[piece->part].color);
  if (piece->is_face) {
    draw_face(p, piece, svg);
    return;
  }
  size_t count = thin(p->way, bend(p, piece), p->line);
  if (!p->sketch->is_plane && p->pieces < MANY) {
    draw_halo(svg, p->line, count, p->wide);
  }
  (void)snprintf(look, sizeof look, "class=\"part-%zu\" stroke=\"%s\"", piece->part, color);
  hol_svg_path(svg, p->line, count, piece->is_closed, look);
}

/* ---------------------------------------------------------------------------------------------------- ticks */

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
  for (size_t k = 0; k < 3; k++) {
    c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  }
}

/** Does a straight part stretch or twist more than it bends? */
static bool needs_ticks(const hol_sketch *s, const hol_sketch_part *part, const double axis[3])
{
  double stretch = 0, bend = 0, twist = 0;
  for (size_t k = 0; k < part->count; k++) {
    const double *u = s->move[part->first + k], *r = s->turn[part->first + k];
    double off[3];
    cross(u, axis, off);
    stretch = fmax(stretch, fabs(dot(u, axis) - dot(s->move[part->first], axis)));
    twist = fmax(twist, fabs(dot(r, axis) - dot(s->turn[part->first], axis)) * 0.05 * s->size);
    bend = fmax(bend, sqrt(dot(off, off)));
  }
  double most = fmax(stretch, twist);
  return most > 0 && most >= 0.02 * s->largest && most >= bend;
}

static void draw_tick(const hol_panel *p, size_t place, const double arm[3], const char *look, hol_text *svg)
{
  const hol_sketch *s = p->sketch;
  hol_spot end[2];
  for (size_t k = 0; k < 2; k++) {
    double at[3], move[3], away[3] = {0}, turned[3];
    for (size_t c = 0; c < 3; c++) {
      away[c] = k ? arm[c] : -arm[c];
      at[c] = s->at[place][c] + away[c];
    }
    cross(s->turn[place], away, turned);
    for (size_t c = 0; c < 3; c++) {
      move[c] = p->factor * s->move[place][c] + p->angle * turned[c];
    }
    end[k] = hol_sketch_spot(&p->view, at, 1, move, NULL);
  }
  hol_svg_line(svg, end[0], end[1], look);
}

/** Stretching and twisting cannot be seen on a line: short lines across it show them. */
static void draw_ticks(const hol_panel *p, const hol_sketch_part *part, hol_text *svg)
{
  const hol_sketch *s = p->sketch;
  double axis[3], side[2][3], length = 0;
  for (size_t c = 0; c < 3; c++) {
    axis[c] = s->at[part->first + part->count - 1][c] - s->at[part->first][c];
  }
  length = sqrt(dot(axis, axis));
  for (size_t c = 0; c < 3 && length > 0; c++) {
    axis[c] /= length;
  }
  if (length == 0 || !needs_ticks(s, part, axis)) {
    return;
  }
  const double up[3] = {0, 0, 1}, along[3] = {1, 0, 0};
  cross(fabs(axis[2]) < 0.9 ? up : along, axis, side[0]);
  cross(axis, side[0], side[1]);
  char look[80];
  double half = fmin(0.025 * s->size, 0.08 * length) / fmax(1e-9, sqrt(dot(side[0], side[0])));
  (void)snprintf(look, sizeof look, "stroke=\"%s\" stroke-width=\"0.8\"", hol_svg_color(part->color));
  size_t every = part->count > 8 ? (part->count + 4) / 8 : 1;
  for (size_t k = 0; k < part->count; k += every) {
    for (size_t d = 0; d < (s->is_plane ? 1 : 2); d++) {
      const double arm[3] = {half * side[d][0], half * side[d][1], half * side[d][2]};
      draw_tick(p, part->first + k, arm, look, svg);
    }
  }
}

/* ---------------------------------------------------------------------------------------------------- panel */

/** Parts that are points. */
static void draw_points(const hol_panel *p, hol_text *svg)
{
  for (size_t i = 0; i < p->sketch->parts; i++) {
    const hol_sketch_part *part = &p->sketch->part[i];
    char look[80];
    (void)snprintf(look, sizeof look, "class=\"part-%zu\" fill=\"%s\"", i, hol_svg_color(part->color));
    for (size_t k = 0; k < part->count && (part->count == 1 || part->is_cloud); k++) {
      hol_svg_circle(svg, p->moved[part->first + k], part->is_cloud ? 1 : 2.4, look);
    }
  }
}

void hol_panel_draw(hol_panel *p, hol_text *svg)
{
  const double none[3] = {0};
  p->factor = hol_sketch_factor(p->sketch);
  p->angle = fmin(p->factor, hol_sketch_angle(p->sketch));
  for (size_t i = 0; i < p->sketch->places; i++) {
    p->rest[i] = hol_sketch_spot(&p->view, p->sketch->at[i], 0, none, NULL);
    p->moved[i] = hol_sketch_spot(&p->view, p->sketch->at[i], p->factor, p->sketch->move[i], &p->depth[i]);
  }
  draw_rest(p, svg);
  collect(p);
  hol_text_add(
      svg,
      "<g class=\"moved\" fill=\"none\" stroke-width=\"%.1f\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
      p->wide);
  for (size_t i = 0; i < p->pieces; i++) {
    draw_piece(p, &p->piece[i], svg);
  }
  for (size_t i = 0; i < p->sketch->parts; i++) {
    const hol_sketch_part *part = &p->sketch->part[i];
    if (part->is_straight && part->rows == 0 && part->count > 1) {
      draw_ticks(p, part, svg);
    }
  }
  draw_points(p, svg);
  hol_text_add(svg, "</g>\n");
  hol_panel_joints(p, svg);
}
