/* SPDX-License-Identifier: BSD-3-Clause */
#include "random_structure.h"

#include "dice.h"

#include "holonome/problem.h"
#include "holonome/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MEMBERS = 6, MAX_BODIES = 8 };

/** What moves, and how coordinates are written. */
typedef struct family {
  hol_freedoms freedoms;
  const char *line; /**< of the file; NULL: the default freedoms */
  size_t coordinates;
  size_t directions; /**< members run along x (1), in the x-y plane (2), anywhere (3) */
  bool bars, shafts, beams;
} family;

enum {
  UX = 1u << HOL_UX,
  UY = 1u << HOL_UY,
  UZ = 1u << HOL_UZ,
  RX = 1u << HOL_RX,
  RY = 1u << HOL_RY,
  RZ = 1u << HOL_RZ
};

static const family plane_families[] = {
    {UX | UY | RZ, NULL, 2, 2, true, false, true},
    {UX | UY | RZ, NULL, 2, 2, false, false, true},
    {UY | RZ, "freedoms: [uy, rz]\n", 2, 1, false, false, true},
    {UX, "freedoms: [ux]\n", 2, 1, true, false, true},
};
static const family space_families[] = {
    {0x3f, NULL, 3, 3, true, true, true},
    {0x3f, NULL, 3, 3, false, false, true},
    {UZ | RX | RY, "freedoms: [uz, rx, ry]\n", 3, 2, false, true, true},
    {RX, "freedoms: [rx]\n", 3, 1, false, true, true},
};

typedef struct part {
  char name[16];
  bool is_member;
  double from[3], to[3];
} part;

/** A point as it is written, and where it is. */
typedef struct point {
  char text[40];
  double at[3];
} point;

typedef struct generator {
  uint64_t state;
  random_options options;
  const family *family;
  const char *prefix; /**< of names: copies differ by it */
  double origin[3];
  part part[MAX_MEMBERS + MAX_BODIES];
  size_t parts, members, bodies;
  hol_text part_text, joint_text;
} generator;

/* ---- numbers ---- */

/** Three digits, so that files can be read. */
static double rounded(double x)
{
  char text[32];
  snprintf(text, sizeof text, "%.3g", x);
  return strtod(text, NULL);
}

/** A positive number spread evenly over the orders of magnitude; mostly 1 when degenerate. */
static double positive(generator *g, double low, double high)
{
  static const double usual[] = {1, 1, 1, 1, 0.5, 2};
  double free_choice = rounded(exp(dice_uniform(&g->state, log(low), log(high)))),
         fixed = usual[dice_pick(&g->state, 6)];
  if (!g->options.degenerate) {
    return free_choice;
  }
  return fixed < low ? low : fixed > high ? high : fixed;
}

static double fraction(generator *g)
{
  static const double usual[] = {0.5, 0.25, 0.75};
  return g->options.degenerate ? usual[dice_pick(&g->state, 3)] : rounded(dice_uniform(&g->state, 0.08, 0.92));
}

/** The shortest text that is read as the same number. */
typedef struct number {
  char text[32];
} number;

static number shortest(double x)
{
  number n;
  for (int digits = 3; digits <= 17; digits++) {
    snprintf(n.text, sizeof n.text, "%.*g", digits, x);
    if (strtod(n.text, NULL) - x == 0) {
      break;
    }
  }
  return n;
}

/** Words and a number. */
static void put(hol_text *text, const char *before, double x)
{
  hol_text_add(text, "%s%s", before, shortest(x).text);
}

/* ---- geometry ---- */

static void direction(generator *g, size_t dimensions, double d[3])
{
  bool aligned = g->options.degenerate || dice_chance(&g->state, 0.4);
  d[0] = d[1] = d[2] = 0;
  if (aligned) {
    d[dice_pick(&g->state, dimensions)] = dice_chance(&g->state, 0.3) ? -1 : 1;
    return;
  }
  double size = 0;
  while (size < 0.2) {
    size = 0;
    for (size_t k = 0; k < dimensions; k++) {
      d[k] = rounded(dice_uniform(&g->state, -1, 1));
      size = hypot(size, d[k]);
    }
  }
}

/** [x, y] or [x, y, z]. */
static void write_vector(const generator *g, hol_text *text, const double v[3])
{
  if (g->family->coordinates == 2) {
    hol_text_add(text, "[%s, %s]", shortest(v[0]).text, shortest(v[1]).text);
  } else {
    hol_text_add(text, "[%s, %s, %s]", shortest(v[0]).text, shortest(v[1]).text, shortest(v[2]).text);
  }
}

static point point_of(generator *g, size_t index)
{
  const part *p = &g->part[index];
  point result;
  size_t where = dice_pick(&g->state, 4);
  if (!p->is_member) {
    snprintf(result.text, sizeof result.text, "%s", p->name);
    for (size_t k = 0; k < 3; k++) {
      result.at[k] = p->from[k];
    }
    return result;
  }
  double xi = where == 0 ? 0 : where == 1 ? 1 : fraction(g);
  if (where < 2) {
    snprintf(result.text, sizeof result.text, "%s.%s", p->name, where ? "end" : "start");
  } else {
    snprintf(result.text, sizeof result.text, "%s@%s", p->name, shortest(xi).text);
  }
  for (size_t k = 0; k < 3; k++) {
    result.at[k] = where == 1 ? p->to[k] : p->from[k] + xi * (p->to[k] - p->from[k]);
  }
  return result;
}

static point any_point(generator *g)
{
  return point_of(g, dice_pick(&g->state, g->parts));
}

/** Another point; the only body there is has none other, so a member must exist (it does). */
static point other_point(generator *g, const point *than)
{
  point p = any_point(g);
  while (strcmp(p.text, than->text) == 0) {
    p = any_point(g);
  }
  return p;
}

/* ---- joints ---- */

/** "uy", one of the freedoms considered. */
static const char *freedom(generator *g)
{
  for (;;) {
    size_t f = dice_pick(&g->state, HOL_FREEDOM_COUNT);
    if (g->family->freedoms >> f & 1u) {
      return hol_freedom_name[f];
    }
  }
}

static void write_freedoms(generator *g, hol_text *text)
{
  uint64_t bits = dice_next(&g->state);
  const char *separator = "";
  size_t always = dice_pick(&g->state, HOL_FREEDOM_COUNT);
  bool any = false;
  hol_text_add(text, "freedoms: [");
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (g->family->freedoms >> f & 1u && (bits >> f & 1u || f == always)) {
      hol_text_add(text, "%s%s", separator, hol_freedom_name[f]);
      separator = ", ";
      any = true;
    }
  }
  hol_text_add(text, "%s]", any ? "" : freedom(g));
}

/** A direction of displacement that is considered; false if displacements are not. */
static bool write_direction(generator *g, hol_text *text)
{
  const hol_freedoms f = g->family->freedoms & HOL_TRANSLATIONS;
  double d[3] = {f == UX, f == UY, f == UZ};
  if (!f) {
    return false;
  }
  if (f == (UX | UY) || f == HOL_TRANSLATIONS) {
    direction(g, g->family->coordinates, d);
  }
  write_vector(g, text, d);
  return true;
}

/** `freedom: uy` or `direction: [..]`. */
static void write_component(generator *g, hol_text *text)
{
  if (g->family->freedoms & HOL_TRANSLATIONS && dice_chance(&g->state, 0.4)) {
    hol_text_add(text, "direction: ");
    (void)write_direction(g, text);
    if (g->family->freedoms == 0x3f && dice_chance(&g->state, 0.3)) {
      hol_text_add(text, ", rotation: true");
    }
  } else {
    hol_text_add(text, "freedom: %s", freedom(g));
  }
}

/** B Bᵀ with as many columns as wanted: positive semidefinite, symmetric to the last digit. */
static void write_matrix(generator *g, hol_text *text, size_t n)
{
  double B[12][12];
  size_t columns = 1 + dice_pick(&g->state, n);
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < columns; c++) {
      B[i][c] =
          g->options.degenerate ? (double)(i == c) - (double)(i == c + n / 2) : rounded(dice_uniform(&g->state, -2, 2));
    }
  }
  hol_text_add(text, "[");
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double sum = i == j ? 0.01 : 0;
      for (size_t c = 0; c < columns; c++) {
        sum += B[i][c] * B[j][c];
      }
      put(text, j ? ", " : i ? "], [" : "[", sum);
    }
  }
  hol_text_add(text, "]]");
}

static size_t freedom_count(const generator *g)
{
  size_t n = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    n += g->family->freedoms >> f & 1u;
  }
  return n;
}

/** A spring between a and b, or from a to the ground (b NULL). */
static void write_spring(generator *g, const point *a, const point *b)
{
  hol_text *t = &g->joint_text;
  if (b) {
    hol_text_add(t, "  - {spring: [%s, %s], ", a->text, b->text);
  } else {
    hol_text_add(t, "  - {spring: %s, ", a->text);
  }
  if (dice_chance(&g->state, 0.2)) {
    hol_text_add(t, "stiffness: ");
    write_matrix(g, t, freedom_count(g) * (b ? 2 : 1));
  } else {
    write_component(g, t);
    put(t, ", stiffness: ", positive(g, 0.1, 1000));
  }
  hol_text_add(t, "}\n");
}

static void write_tie(generator *g, const point *a, const point *b)
{
  hol_text *t = &g->joint_text;
  hol_text_add(t, "  - {tie: [%s, %s], ", a->text, b->text);
  if (g->family->freedoms & HOL_TRANSLATIONS && dice_chance(&g->state, 0.4)) {
    hol_text_add(t, "direction: ");
    (void)write_direction(g, t);
  } else {
    hol_text_add(t, "freedom: %s", freedom(g));
  }
  if (dice_chance(&g->state, 0.3)) {
    put(t, ", stiffness: ", positive(g, 0.1, 1000));
  }
  hol_text_add(t, "}\n");
}

static void write_constraint(generator *g, const point *a, const point *b)
{
  hol_text *t = &g->joint_text;
  const point third = any_point(g), *all[3] = {a, b ? b : a, &third};
  size_t terms = b ? 2 + dice_pick(&g->state, 2) : 1;
  hol_text_add(t, "  - {constraint: {terms: [");
  for (size_t i = 0; i < terms; i++) {
    double size = positive(g, 0.3, 3);
    put(t, i ? ", [" : "[", i == 1 ? -size : size);
    hol_text_add(t, ", %s, ", all[i]->text);
    if (!(dice_chance(&g->state, 0.4) && write_direction(g, t))) {
      hol_text_add(t, "%s", freedom(g));
    }
    hol_text_add(t, "]");
  }
  hol_text_add(t, "]");
  if (dice_chance(&g->state, 0.5)) {
    put(t, ", compliance: ", positive(g, 0.001, 3));
  }
  hol_text_add(t, "}}\n");
}

static void write_slide(generator *g, const point *a, const point *b)
{
  hol_text_add(&g->joint_text, "  - {slide: [%s, %s], direction: ", a->text, b->text);
  (void)write_direction(g, &g->joint_text);
  hol_text_add(&g->joint_text, "}\n");
}

static bool turns_and_moves(const generator *g)
{
  const hol_freedoms f = g->family->freedoms;
  return f & HOL_ROTATIONS && (f == (UX | UY | RZ) || f == 0x3f);
}

/** Join two points that coincide. */
static void join(generator *g, const point *a, const point *b)
{
  hol_text *t = &g->joint_text;
  size_t kind = dice_pick(&g->state, 20);
  if (kind < 9) {
    hol_text_add(t, "  - {weld: [%s, %s]}\n", a->text, b->text);
  } else if (kind < 12 && g->family->freedoms & HOL_TRANSLATIONS) {
    hol_text_add(t, "  - {hinge: [%s, %s]}\n", a->text, b->text);
  } else if (kind < 14) {
    hol_text_add(t, "  - {weld: [%s, %s], ", a->text, b->text);
    write_freedoms(g, t);
    hol_text_add(t, "}\n");
  } else if (kind < 15 && turns_and_moves(g)) {
    write_slide(g, a, b);
  } else if (kind < 17) {
    for (size_t n = 1 + dice_pick(&g->state, 3); n > 0; --n) {
      write_spring(g, a, b);
    }
  } else if (kind < 18) {
    write_tie(g, a, b);
  } else if (kind < 19) {
    write_constraint(g, a, b);
  } else {
    hol_text_add(t, "  - {weld: [%s, %s]}\n", b->text, a->text);
  }
}

static void hold(generator *g, const point *a)
{
  hol_text *t = &g->joint_text;
  size_t kind = dice_pick(&g->state, 16);
  if (kind < 4) {
    hol_text_add(t, "  - {fix: %s}\n", a->text);
  } else if (kind < 5) {
    hol_text_add(t, "  - {fix: %s, ", a->text);
    write_freedoms(g, t);
    hol_text_add(t, "}\n");
  } else if (kind < 8 && g->family->freedoms & HOL_TRANSLATIONS) {
    hol_text_add(t, "  - {pin: %s}\n", a->text);
  } else if (kind < 10 && g->family->freedoms & HOL_TRANSLATIONS) {
    hol_text_add(t, "  - {roller: %s, direction: ", a->text);
    (void)write_direction(g, t);
    hol_text_add(t, "}\n");
  } else if (kind < 14) {
    write_spring(g, a, NULL);
  } else {
    write_constraint(g, a, NULL);
  }
}

/* ---- parts ---- */

static void write_ends(generator *g, hol_text *t, bool is_beam)
{
  static const char *const word[] = {"free", "clamped", "pinned", "guided"};
  size_t kinds = is_beam ? 4 : 2, a = dice_pick(&g->state, kinds), b = dice_pick(&g->state, kinds);
  if (dice_chance(&g->state, 0.12) && a + b > 0) {
    hol_text_add(t, ", ends: %s-%s", word[a], word[b]);
  }
}

/** Bending properties, in one plane or both. */
static void write_bending(generator *g, hol_text *t, double mass)
{
  const hol_freedoms f = g->family->freedoms;
  bool turns = mass > 0 && dice_chance(&g->state, 0.3), shears = g->options.shear && dice_chance(&g->state, 0.6);
  const char *const both[] = {"_y", "_z"}, *const one[] = {""}, *const flat[] = {"_y"};
  const char *const *suffix = f == 0x3f ? both : f & UZ ? flat : one;
  for (size_t i = 0; i < (f == 0x3f ? 2 : 1); i++) {
    hol_text_add(t, ", EI%s", suffix[i]);
    put(t, ": ", positive(g, 0.3, 3));
    if (turns) {
      hol_text_add(t, ", rotary_inertia%s", suffix[i]);
      put(t, ": ", rounded(mass * positive(g, 1e-4, 1e-2)));
    }
    if (shears) {
      hol_text_add(t, ", kGA%s", suffix[i]);
      put(t, ": ", positive(g, 5, 5000));
    }
  }
  if (g->options.compressed && dice_chance(&g->state, 0.7)) {
    put(t, ", axial_force: ", -positive(g, 0.01, 60));
  } else if (g->options.loads && dice_chance(&g->state, 0.5)) {
    put(t, ", axial_force: ", positive(g, 0.1, 30));
  }
  if (g->options.loads && dice_chance(&g->state, 0.3)) {
    put(t, ", foundation: ", positive(g, 0.1, 30));
  }
}

static void write_beam(generator *g, hol_text *t)
{
  const hol_freedoms f = g->family->freedoms;
  double mass = dice_chance(&g->state, 0.07) ? 0 : positive(g, 0.3, 3);
  double polar = mass > 0 && dice_chance(&g->state, 0.85) ? rounded(mass * positive(g, 1e-3, 1e-1)) : 0;
  put(t, "kind: beam, line_mass: ", mass);
  if (f & (UY | UZ)) {
    write_bending(g, t, mass);
  } else {
    hol_text_add(t, ", EI: 1");
  }
  if (f & UX && dice_chance(&g->state, 0.6)) {
    put(t, ", EA: ", positive(g, 5, 20000));
  }
  if (f & RX && dice_chance(&g->state, 0.7)) {
    put(t, ", GJ: ", positive(g, 0.1, 3));
  }
  if (f & RX && polar > 0) {
    put(t, ", polar_inertia: ", polar);
  }
  write_ends(g, t, true);
}

static void write_section_beam(generator *g, hol_text *t)
{
  static const char *const theory[] = {"", ", theory: euler", ", theory: rayleigh", ", theory: timoshenko"};
  hol_text_add(t, "kind: beam, material: stuff, section: %s", dice_chance(&g->state, 0.5) ? "plank" : "pipe");
  hol_text_add(t, "%s", theory[dice_pick(&g->state, g->options.shear ? 4 : 3)]);
}

static void write_bar(generator *g, hol_text *t)
{
  put(t, "kind: bar, line_mass: ", dice_chance(&g->state, 0.1) ? 0 : positive(g, 0.3, 3));
  put(t, ", EA: ", positive(g, 1, 1000));
  write_ends(g, t, false);
}

static void write_shaft(generator *g, hol_text *t)
{
  put(t, "kind: shaft, polar_inertia: ", dice_chance(&g->state, 0.1) ? 0 : positive(g, 0.003, 0.3));
  put(t, ", GJ: ", positive(g, 0.1, 3));
  write_ends(g, t, false);
}

/** Between two places; a member that starts the structure may lie where only its length says. */
static void add_member(generator *g, const double from[3], const double to[3])
{
  hol_text *t = &g->part_text;
  part *p = &g->part[g->parts++];
  p->is_member = true;
  snprintf(p->name, sizeof p->name, "%sm%zu", g->prefix, ++g->members);
  for (size_t k = 0; k < 3; k++) {
    p->from[k] = from[k];
    p->to[k] = to[k];
  }
  hol_text_add(t, "  %s: {from: ", p->name);
  write_vector(g, t, from);
  hol_text_add(t, ", to: ");
  write_vector(g, t, to);
  hol_text_add(t, ", ");
  size_t kind = dice_pick(&g->state, 10);
  const family *f = g->family;
  if (f->bars && (kind < 3 || !f->beams)) {
    write_bar(g, t);
  } else if (f->shafts && ((kind >= 3 && kind < 5) || (f->freedoms == RX && kind < 8) || !f->beams)) {
    write_shaft(g, t);
  } else if (kind == 5) {
    write_section_beam(g, t);
  } else {
    write_beam(g, t);
  }
  hol_text_add(t, "}\n");
}

static void write_inertia(generator *g, hol_text *t)
{
  if (g->family->coordinates == 2) {
    put(t, ", inertia: ", positive(g, 0.005, 1));
  } else {
    put(t, ", inertia: [", positive(g, 0.005, 1));
    put(t, ", ", positive(g, 0.005, 1));
    put(t, ", ", positive(g, 0.005, 1));
    hol_text_add(t, "]");
  }
}

/** A body or disk at a place; with `placed` false it has none of its own. */
static point add_body(generator *g, const double at[3], bool placed)
{
  hol_text *t = &g->part_text;
  part *p = &g->part[g->parts++];
  point result;
  bool is_disk = g->family->freedoms & HOL_ROTATIONS && dice_chance(&g->state, 0.15);
  p->is_member = false;
  snprintf(p->name, sizeof p->name, "%sb%zu", g->prefix, ++g->bodies);
  snprintf(result.text, sizeof result.text, "%s", p->name);
  for (size_t k = 0; k < 3; k++) {
    p->from[k] = p->to[k] = result.at[k] = at[k];
  }
  hol_text_add(t, "  %s: {kind: %s", p->name, is_disk ? "disk" : "body");
  if (placed) {
    hol_text_add(t, ", at: ");
    write_vector(g, t, at);
  }
  if (is_disk) {
    put(t, ", mass: ", positive(g, 0.1, 10));
    put(t, ", radius: ", positive(g, 0.1, 1));
    put(t, ", thickness: ", positive(g, 0.01, 0.3));
    if (g->family->coordinates == 3) {
      double d[3];
      direction(g, 3, d);
      hol_text_add(t, ", axis: ");
      write_vector(g, t, d);
    }
  } else if (dice_chance(&g->state, 0.9)) {
    put(t, ", mass: ", positive(g, 0.1, 10));
    if (g->family->freedoms & HOL_ROTATIONS && dice_chance(&g->state, 0.6)) {
      write_inertia(g, t);
    }
  }
  hol_text_add(t, "}\n");
  return result;
}

/* ---- a structure ---- */

/** A new member that starts at a point of what is there, or apart from it on a rigid arm. */
static void grow_member(generator *g, const point *anchor)
{
  double d[3], from[3], to[3], size = 0;
  direction(g, g->family->directions, d);
  double length = positive(g, 0.5, 2);
  bool apart = dice_chance(&g->state, 0.12);
  for (size_t k = 0; k < 3; k++) {
    size = hypot(size, d[k]);
  }
  for (size_t k = 0; k < 3; k++) {
    from[k] = anchor->at[k] + (apart && k < g->family->directions ? rounded(dice_uniform(&g->state, -0.4, 0.4)) : 0);
    to[k] = from[k] + length * d[k] / size;
  }
  bool reversed = dice_chance(&g->state, 0.3);
  add_member(g, reversed ? to : from, reversed ? from : to);
  point start = {.at = {from[0], from[1], from[2]}};
  snprintf(start.text, sizeof start.text, "%s.%s", g->part[g->parts - 1].name, reversed ? "end" : "start");
  if (apart) {
    hol_text_add(&g->joint_text, "  - {weld: [%s, %s]}\n", anchor->text, start.text);
  } else {
    join(g, anchor, &start);
  }
}

/** A member from one point of what is there to another, where they are far enough apart. @return was there room? */
static bool close_loop(generator *g)
{
  const point a = any_point(g), b = any_point(g);
  double distance = 0;
  for (size_t k = 0; k < 3; k++) {
    distance = hypot(distance, a.at[k] - b.at[k]);
  }
  if (distance < 0.4) {
    return false;
  }
  add_member(g, a.at, b.at);
  const char *name = g->part[g->parts - 1].name;
  point start = a, end = b;
  snprintf(start.text, sizeof start.text, "%s.start", name);
  snprintf(end.text, sizeof end.text, "%s.end", name);
  join(g, &a, &start);
  join(g, &b, &end);
  return true;
}

static void grow_body(generator *g)
{
  const point anchor = any_point(g);
  double at[3];
  bool apart = dice_chance(&g->state, 0.25), placed = apart || !dice_chance(&g->state, 0.3);
  for (size_t k = 0; k < 3; k++) {
    at[k] = anchor.at[k] + (apart && k < g->family->directions ? rounded(dice_uniform(&g->state, -0.4, 0.4)) : 0);
  }
  const point body = add_body(g, at, placed);
  if (apart && dice_chance(&g->state, 0.6)) {
    hol_text_add(&g->joint_text, "  - {weld: [%s, %s]}\n", anchor.text, body.text);
  } else if (apart) {
    write_spring(g, &anchor, &body);
  } else if (dice_chance(&g->state, 0.5)) {
    hol_text_add(&g->joint_text, "  - {weld: [%s, %s]}\n", anchor.text, body.text);
  } else {
    join(g, &anchor, &body);
  }
}

/** The same said twice, or in other words. */
static void repeat_joint(generator *g)
{
  if (g->members < 2 || !dice_chance(&g->state, 0.5)) {
    const point a = any_point(g);
    hol_text_add(&g->joint_text, "  - {fix: %s}\n  - {fix: %s, freedoms: [%s]}\n", a.text, a.text, freedom(g));
    return;
  }
  const point a = any_point(g), body = add_body(g, a.at, true), again = add_body(g, a.at, true);
  hol_text_add(&g->joint_text, "  - {weld: [%s, %s]}\n  - {weld: [%s, %s]}\n  - {weld: [%s, %s]}\n", a.text, body.text,
               body.text, again.text, again.text, a.text);
}

static void grow_group(generator *g, size_t members)
{
  double d[3], end[3];
  direction(g, g->family->directions, d);
  double length = positive(g, 0.5, 2) / hypot(hypot(d[0], d[1]), d[2]);
  for (size_t k = 0; k < 3; k++) {
    end[k] = g->origin[k] + length * d[k];
  }
  add_member(g, g->origin, end);
  while (g->members < members) {
    if (!(g->family->directions > 1 && dice_chance(&g->state, 0.25) && close_loop(g))) {
      const point anchor = any_point(g);
      grow_member(g, &anchor);
    }
  }
  for (size_t bodies = dice_pick(&g->state, 4); bodies > 0; --bodies) {
    grow_body(g);
  }
  for (size_t springs = dice_pick(&g->state, 4) / 2; springs > 0; --springs) {
    const point a = any_point(g), b = other_point(g, &a);
    write_spring(g, &a, &b);
  }
  for (size_t holds = dice_pick(&g->state, 5); holds > 0; --holds) {
    const point a = any_point(g);
    hold(g, &a);
  }
  if (g->options.degenerate && dice_chance(&g->state, 0.4)) {
    repeat_joint(g);
  }
}

/** One group, or copies of it: apart, or tied together at their last points. */
static void grow(generator *g)
{
  size_t members = 1 + dice_pick(&g->state, MAX_MEMBERS);
  bool copied = members <= 3 && dice_chance(&g->state, g->options.degenerate ? 0.5 : 0.08);
  size_t copies = copied ? 2 + dice_pick(&g->state, 2) : 1;
  static const char *const prefixes[] = {"", "q", "r"};
  uint64_t state = g->state;
  for (size_t c = 0; c < copies; c++) {
    g->state = state;
    g->prefix = prefixes[c];
    g->parts = g->members = g->bodies = 0;
    g->origin[g->family->directions > 1 ? 1 : 0] = 7 * (double)c;
    grow_group(g, members);
  }
  if (copies > 1 && dice_chance(&g->state, 0.5)) {
    hol_text_add(&g->joint_text, "  - {tie: [m1.end, qm1.end], freedom: %s", freedom(g));
    hol_text_add(&g->joint_text, "%s}\n", dice_chance(&g->state, 0.5) ? ", stiffness: 3" : "");
  }
}

static void write_file(const generator *g, uint64_t seed, size_t count, hol_text *file)
{
  hol_text_add(file, "title: random structure %llu\n", (unsigned long long)seed);
  hol_text_add(file, "%s", g->family->line ? g->family->line : "");
  hol_text_add(file, "materials:\n  stuff: {E: 12, nu: 0.3, density: 1.3}\n");
  hol_text_add(file, "sections:\n  plank: {shape: rectangle, width: 0.8, height: 1.1}\n"
                     "  pipe: {shape: tube, diameter: 1.2, inner_diameter: 0.7}\n");
  hol_text_add(file, "parts:\n%s", g->part_text.data);
  if (g->joint_text.size) {
    hol_text_add(file, "joints:\n%s", g->joint_text.data);
  }
  hol_text_add(file, "analysis:\n  frequencies: {count: %zu}\n", count);
  if (g->options.modes) {
    hol_text_add(file, "  compliance: {modes: %zu}\n", g->options.modes);
  }
  hol_text_add(file, "output: {shapes: none}\n");
}

char *random_structure(uint64_t seed, random_options options)
{
  generator g = {.state = seed * UINT64_C(0xd1342543de82ef95) + 1, .options = options, .prefix = ""};
  hol_text file = {0};
  size_t which = dice_pick(&g.state, 8);
  size_t family_index = which < 4 ? 0 : which < 6 ? 1 : which - 4;
  g.family = options.spatial ? &space_families[family_index] : &plane_families[family_index];
  size_t count = 4 + dice_pick(&g.state, 9);
  grow(&g);
  write_file(&g, seed, count, &file);
  if (g.part_text.failed || g.joint_text.failed || file.failed) {
    hol_text_clear(&file);
  }
  hol_text_clear(&g.part_text);
  hol_text_clear(&g.joint_text);
  return file.data;
}

random_options random_options_of(uint64_t seed)
{
  static const size_t modes[] = {0, 0, 3, 0, 6};
  random_options o = {.spatial = seed % 3 == 2, .degenerate = seed / 3 % 2 == 1, .modes = modes[seed / 6 % 5]};
  o.shear = !o.modes && seed / 30 % 3 == 1;
  o.loads = !o.modes && seed / 30 % 4 == 2;
  return o;
}
