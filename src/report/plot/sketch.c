/* SPDX-License-Identifier: BSD-3-Clause */
/* Structure to draw from `geometry`: stations, joints, colours, deformation scale, viewing direction, projection. */
#include "report/plot/sketch.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** A result that says to have more has not. */
enum { MOST_PLACES = 10000000 };

static void *allocate_zeroed(hol_arena *arena, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size ? hol_arena_take(arena, count * size) : NULL;
  if (memory) {
    memset(memory, 0, count * size);
  }
  return memory;
}

static void read_place(const hol_plot_node *from, double at[3])
{
  for (size_t c = 0; c < 3; c++) {
    double x = hol_plot_node_value(from, c);
    at[c] = isfinite(x) ? x : 0;
  }
}

static size_t count_of(const hol_plot_node *of)
{
  double count = hol_plot_node_number(of);
  return count > 0 && count <= MOST_PLACES ? (size_t)count : 0;
}

/** How many places a part has: listed, or evenly between two. */
static size_t places_of(const hol_plot_node *stations)
{
  return stations && stations->type == HOL_PLOT_NODE_LIST ? stations->count
                                                          : count_of(hol_plot_node_get(stations, "count"));
}

static void read_places(const hol_plot_node *stations, size_t count, double (*at)[3])
{
  if (stations && stations->type == HOL_PLOT_NODE_LIST) {
    size_t k = 0;
    for (const hol_plot_node *one = stations->first; one && k < count; one = one->next) {
      read_place(one, at[k++]);
    }
    return;
  }
  double from[3], to[3];
  read_place(hol_plot_node_get(stations, "from"), from);
  read_place(hol_plot_node_get(stations, "to"), to);
  for (size_t k = 0; k < count; k++) {
    double share = count > 1 ? (double)k / (double)(count - 1) : 0;
    for (size_t c = 0; c < 3; c++) {
      at[k][c] = from[c] + share * (to[c] - from[c]);
    }
  }
}

static void read_part(const hol_plot_node *node, hol_sketch_part *part)
{
  const hol_plot_node *mesh = hol_plot_node_get(node, "mesh"), *stations = hol_plot_node_get(node, "stations");
  part->name = hol_plot_node_text(hol_plot_node_get(node, "name"));
  part->group = hol_plot_node_text(hol_plot_node_get(node, "group"));
  part->rows = count_of(hol_plot_node_get(mesh, "rows"));
  part->columns = count_of(hol_plot_node_get(mesh, "columns"));
  part->rows = part->rows > 1 && part->columns > 1 && part->rows * part->columns == part->count ? part->rows : 0;
  part->is_closed = hol_plot_node_truth(hol_plot_node_get(mesh ? mesh : node, "closed"));
  part->is_cloud = strcmp(hol_plot_node_text(hol_plot_node_get(node, "kind")), "matrices") == 0 && part->rows == 0;
  part->is_straight = stations && stations->type == HOL_PLOT_NODE_RECORD;
}

static hol_status read_parts(const hol_plot_node *parts, hol_arena *arena, hol_sketch *s)
{
  s->part = allocate_zeroed(arena, hol_plot_node_count(parts) + 1, sizeof *s->part);
  if (!s->part) {
    return HOL_MEMORY;
  }
  for (const hol_plot_node *one = parts ? parts->first : NULL; one; one = one->next) {
    hol_sketch_part *part = &s->part[s->parts++];
    part->first = s->places;
    part->count = places_of(hol_plot_node_get(one, "stations"));
    s->places += part->count;
    read_part(one, part);
  }
  if (s->places > MOST_PLACES) {
    return HOL_MEMORY;
  }
  s->at = allocate_zeroed(arena, s->places + 1, sizeof *s->at);
  s->move = allocate_zeroed(arena, s->places + 1, sizeof *s->move);
  s->turn = allocate_zeroed(arena, s->places + 1, sizeof *s->turn);
  if (!s->at || !s->move || !s->turn) {
    return HOL_MEMORY;
  }
  size_t i = 0;
  for (const hol_plot_node *one = parts ? parts->first : NULL; one; one = one->next, i++) {
    read_places(hol_plot_node_get(one, "stations"), s->part[i].count, s->at + s->part[i].first);
  }
  return HOL_OK;
}

/** Where an equation points: `uy`, `rz`, `along (0.6, 0.8, 0)`. */
static bool read_direction(const char *name, double direction[3])
{
  const char *bracket = strchr(name, '(');
  memset(direction, 0, 3 * sizeof *direction);
  if (bracket) {
    char *end;
    const char *at = bracket + 1;
    for (size_t c = 0; c < 3; c++) {
      direction[c] = strtod(at, &end);
      if (end == at || (*end != ',' && *end != ')')) {
        return false;
      }
      at = *end == ',' ? end + 1 : end;
      if (*end == ')') {
        return c > 0;
      }
    }
    return true;
  }
  bool is_axis = (name[0] == 'u' || name[0] == 'r') && name[1] >= 'x' && name[1] <= 'z';
  if (is_axis) {
    direction[name[1] - 'x'] = 1;
  }
  return is_axis;
}

static bool is_turning(const hol_plot_node *components)
{
  bool all = hol_plot_node_count(components) > 0;
  for (const hol_plot_node *one = components ? components->first : NULL; one; one = one->next) {
    const char *name = hol_plot_node_text(hol_plot_node_get(one, "name"));
    all = all && (name[0] == 'r' || strncmp(name, "about", 5) == 0);
  }
  return all;
}

static size_t part_named(const hol_sketch *s, const char *name)
{
  for (size_t i = 0; i < s->parts; i++) {
    if (strcmp(s->part[i].name, name) == 0) {
      return i;
    }
  }
  return SIZE_MAX;
}

static hol_status read_joint(const hol_plot_node *node, hol_arena *arena, const hol_sketch *s, hol_sketch_joint *joint)
{
  const hol_plot_node *points = hol_plot_node_get(node, "points"), *components = hol_plot_node_get(node, "components");
  joint->kind = hol_plot_node_text(hol_plot_node_get(node, "kind"));
  joint->is_ground = hol_plot_node_truth(hol_plot_node_get(node, "ground"));
  joint->is_turning = is_turning(components);
  joint->has_direction =
      hol_plot_node_count(components) == 1 &&
      read_direction(hol_plot_node_text(hol_plot_node_get(components->first, "name")), joint->direction);
  joint->end = allocate_zeroed(arena, hol_plot_node_count(points) + 1, sizeof *joint->end);
  if (!joint->end) {
    return HOL_MEMORY;
  }
  for (const hol_plot_node *one = points ? points->first : NULL; one; one = one->next) {
    hol_sketch_end *end = &joint->end[joint->ends++];
    end->part = part_named(s, hol_plot_node_text(hol_plot_node_get(one, "part")));
    read_place(hol_plot_node_get(one, "at"), end->at);
  }
  return HOL_OK;
}

static hol_status read_joints(const hol_plot_node *joints, hol_arena *arena, hol_sketch *s)
{
  s->joint = allocate_zeroed(arena, hol_plot_node_count(joints) + 1, sizeof *s->joint);
  if (!s->joint) {
    return HOL_MEMORY;
  }
  for (const hol_plot_node *one = joints ? joints->first : NULL; one; one = one->next) {
    HOL_TRY(read_joint(one, arena, s, &s->joint[s->joints++]));
  }
  return HOL_OK;
}

/** The diagonal of the box of all parts and joints; 1 of a single place. */
static double measure(const hol_sketch *s)
{
  double square = 0;
  for (size_t c = 0; c < 3; c++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < s->places; i++) {
      low = fmin(low, s->at[i][c]);
      high = fmax(high, s->at[i][c]);
    }
    for (size_t j = 0; j < s->joints; j++) {
      for (size_t k = 0; k < s->joint[j].ends; k++) {
        low = fmin(low, s->joint[j].end[k].at[c]);
        high = fmax(high, s->joint[j].end[k].at[c]);
      }
    }
    square += low < high ? (high - low) * (high - low) : 0;
  }
  return square > 0 ? sqrt(square) : 1;
}

/** Is each part a colour of its own: are there few? */
static bool is_alone(const hol_sketch *s)
{
  enum { FEW = 4 };
  bool is_one = true;
  for (size_t i = 1; i < s->parts; i++) {
    is_one = is_one && strcmp(s->part[i].group, s->part[0].group) == 0;
  }
  return s->parts <= FEW || (is_one && s->parts <= HOL_SVG_COLORS);
}

/** Colours by group, or by part where there are few; in the order in which they come. */
static void color_parts(hol_sketch *s)
{
  const char *seen[HOL_SVG_COLORS];
  size_t count = 0;
  bool alone = is_alone(s);
  for (size_t i = 0; i < s->parts; i++) {
    hol_sketch_part *part = &s->part[i];
    part->group = alone || !*part->group ? part->name : part->group;
    size_t k = 0;
    while (k < count && strcmp(seen[k], part->group) != 0) {
      k++;
    }
    if (k == count && count < HOL_SVG_COLORS) {
      seen[count++] = part->group;
    }
    part->color = k < count ? k + 1 : 0;
  }
}

hol_status hol_sketch_make(const hol_plot_node *geometry, hol_arena *arena, hol_sketch *sketch)
{
  *sketch = (hol_sketch){.is_plane = hol_plot_node_number(hol_plot_node_get(geometry, "dimension")) < 3,
                         .eye = {0.85, -1, 0.55}};
  HOL_TRY(read_parts(hol_plot_node_get(geometry, "parts"), arena, sketch));
  HOL_TRY(read_joints(hol_plot_node_get(geometry, "joints"), arena, sketch));
  sketch->size = measure(sketch);
  color_parts(sketch);
  return HOL_OK;
}

void hol_sketch_take(hol_sketch *s, const hol_plot_node *shapes)
{
  static const char *const name[2][3] = {{"ux", "uy", "uz"}, {"rx", "ry", "rz"}};
  const hol_plot_node *next = shapes ? shapes->first : NULL;
  s->largest = 0;
  for (size_t i = 0; i < s->parts; i++) {
    const hol_sketch_part *part = &s->part[i];
    const hol_plot_node *shape =
        next && next->name && strcmp(next->name, part->name) == 0 ? next : hol_plot_node_get(shapes, part->name);
    next = shape ? shape->next : next;
    for (size_t c = 0; c < 3; c++) {
      const hol_plot_node *u = hol_plot_node_get(shape, name[0][c]), *r = hol_plot_node_get(shape, name[1][c]);
      for (size_t k = 0; k < part->count; k++) {
        double x = hol_plot_node_value(u, k), phi = hol_plot_node_value(r, k);
        s->move[part->first + k][c] = isfinite(x) ? x : 0;
        s->turn[part->first + k][c] = isfinite(phi) ? phi : 0;
      }
    }
  }
  for (size_t i = 0; i < s->places; i++) {
    const double *u = s->move[i];
    s->largest = fmax(s->largest, sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
  }
}

double hol_sketch_closest(const double from[3], const double to[3], const double at[3], double *share)
{
  double square = 0, along = 0, distance = 0;
  for (size_t c = 0; c < 3; c++) {
    square += (to[c] - from[c]) * (to[c] - from[c]);
    along += (to[c] - from[c]) * (at[c] - from[c]);
  }
  *share = square > 0 ? fmin(1, fmax(0, along / square)) : 0;
  for (size_t c = 0; c < 3; c++) {
    double gap = at[c] - from[c] - *share * (to[c] - from[c]);
    distance += gap * gap;
  }
  return sqrt(distance);
}

void hol_sketch_move_at(const hol_sketch *s, const hol_sketch_end *end, double move[3])
{
  double best = HUGE_VAL;
  memset(move, 0, 3 * sizeof *move);
  if (end->part == SIZE_MAX) {
    return;
  }
  const hol_sketch_part *part = &s->part[end->part];
  bool is_line = part->rows == 0 && !part->is_cloud;
  for (size_t k = 0; k < part->count; k++) {
    size_t i = part->first + k, j = is_line && k + 1 < part->count ? i + 1 : i;
    double share, distance = hol_sketch_closest(s->at[i], s->at[j], end->at, &share);
    if (distance < best - 1e-12 * s->size) {
      best = distance;
      for (size_t c = 0; c < 3; c++) {
        move[c] = s->move[i][c] + share * (s->move[j][c] - s->move[i][c]);
      }
    }
  }
}

static double length(const double a[3])
{
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/** The largest angle of the mode. */
static double turning(const hol_sketch *s)
{
  double most = 0;
  for (size_t i = 0; i < s->places; i++) {
    most = fmax(most, length(s->turn[i]));
  }
  return most;
}

double hol_sketch_angle(const hol_sketch *s)
{
  double most = turning(s), factor = most > 0 ? 0.8 / most : 0;
  return isfinite(factor) ? factor : 0;
}

double hol_sketch_factor(const hol_sketch *s)
{
  double factor = s->largest > 1e-6 * turning(s) ? 0.1 * s->size / s->largest : hol_sketch_angle(s);
  return isfinite(factor) ? factor : 0;
}

hol_sketch_view hol_sketch_look(const hol_sketch *s)
{
  hol_sketch_view view = {.row = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
  if (!s->is_plane) {
    const double *eye = s->eye;
    double flat = hypot(eye[0], eye[1]), far = length(eye);
    double c = -eye[1] / flat, q = eye[0] / flat, level = flat / far, up = eye[2] / far;
    const double row[3][3] = {{c, q, 0}, {-up * q, up * c, level}, {level * q, -level * c, up}};
    memcpy(view.row, row, sizeof row);
  }
  return view;
}

/** Along a line at one of its places; 0 where there is no line. */
static void find_tangent(const hol_sketch *s, const hol_sketch_part *part, size_t k, double tangent[3])
{
  size_t next = k + 1 < part->count ? k + 1 : k, before = k > 0 ? k - 1 : k;
  memset(tangent, 0, 3 * sizeof *tangent);
  for (size_t c = 0; c < 3 && part->rows == 0 && !part->is_cloud; c++) {
    tangent[c] = s->at[part->first + next][c] - s->at[part->first + before][c];
  }
  double size = length(tangent);
  for (size_t c = 0; c < 3 && size > 0; c++) {
    tangent[c] /= size;
  }
}

/** How much of the largest displacement is seen from here: of that across a line what leaves the line. (What goes along
 *  it has ticks.) */
static double seen(const hol_sketch *s)
{
  const hol_sketch_view view = hol_sketch_look(s);
  const double none[3] = {0};
  double most = 0, shown = 0;
  for (size_t i = 0; i < s->parts; i++) {
    const hol_sketch_part *part = &s->part[i];
    for (size_t k = 0; k < part->count; k++) {
      double t[3], across[3];
      const double *u = s->move[part->first + k];
      find_tangent(s, part, k, t);
      for (size_t c = 0; c < 3; c++) {
        across[c] = u[c] - (u[0] * t[0] + u[1] * t[1] + u[2] * t[2]) * t[c];
      }
      hol_spot moved = hol_sketch_spot(&view, across, 0, none, NULL), line = hol_sketch_spot(&view, t, 0, none, NULL);
      double size = hypot(line.x, line.y), far = hypot(moved.x, moved.y);
      most = fmax(most, length(across));
      shown = fmax(shown, size > 1e-9 ? fabs(moved.x * line.y - moved.y * line.x) / size : far);
    }
  }
  if (s->largest <= 1e-6 * turning(s)) {
    return !s->is_plane; /* what only turns, about a member */
  }
  return most > 0.1 * s->largest ? shown / most : 1;
}

/** The same of that of many shapes of which least is seen. */
static double least_seen(hol_sketch *s, const hol_plot_node *const *shapes, size_t count)
{
  double least = 1;
  for (size_t m = 0; m < count; m++) {
    hol_sketch_take(s, shapes[m]);
    least = fmin(least, seen(s));
  }
  return least;
}

void hol_sketch_turn(hol_sketch *s, const hol_plot_node *const *shapes, size_t count)
{
  static const double eyes[][3] = {{0.85, -1, 0.55}, {-0.85, -1, 0.55}, {0.85, -1, 1.3}, {1.4, -0.6, 0.5}};
  const double enough = 0.45;
  double best = -1, chosen[3] = {0};
  s->is_plane = s->is_plane && least_seen(s, shapes, count) >= enough;
  for (size_t e = 0; e < sizeof eyes / sizeof *eyes && best < enough; e++) {
    memcpy(s->eye, eyes[e], sizeof s->eye);
    double least = least_seen(s, shapes, count);
    if (least > best) {
      best = least;
      memcpy(chosen, eyes[e], sizeof chosen);
    }
  }
  memcpy(s->eye, chosen, sizeof chosen);
}

hol_spot hol_sketch_spot(const hol_sketch_view *view, const double at[3], double factor, const double move[3],
                         double *depth)
{
  double out[3] = {0};
  for (size_t r = 0; r < 3; r++) {
    for (size_t c = 0; c < 3; c++) {
      out[r] += view->row[r][c] * (at[c] + factor * move[c]);
    }
  }
  if (depth) {
    *depth = out[2];
  }
  return (hol_spot){view->shift.x + view->scale * out[0], view->shift.y - view->scale * out[1]};
}
