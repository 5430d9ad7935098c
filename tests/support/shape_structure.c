/* SPDX-License-Identifier: BSD-3-Clause */
#include "shape_structure.h"
#include "dice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
enum { STEPS = SHAPE_SAMPLES - 1, RING_PLACES = 48, CIRCLES = 9, RAYS = 48, LINES = 17 };
/* Of these places of plates so many, evenly, may have a joint. */
enum { JOINT_CIRCLES = 5, JOINT_RAYS = 12, JOINT_LINES = 9 };
enum {
  UX = 1u << HOL_UX,
  UY = 1u << HOL_UY,
  UZ = 1u << HOL_UZ,
  RX = 1u << HOL_RX,
  RY = 1u << HOL_RY,
  RZ = 1u << HOL_RZ
};

double shape_law_at(const shape_law *law, double xi)
{
  return law->c[0] + xi * (law->c[1] + xi * (law->c[2] + xi * law->c[3]));
}

double shape_law_slope(const shape_law *law, double xi)
{
  return law->c[1] + xi * (2 * law->c[2] + xi * 3 * law->c[3]);
}

/* ---- numbers ---- */

static size_t pick(shape_structure *s, size_t n)
{
  return dice_pick(&s->state, n);
}

static bool chance(shape_structure *s, double probability)
{
  return dice_chance(&s->state, probability);
}

/** Numbers that binary fractions hold exactly, so that files say them exactly. */
static double between(shape_structure *s, double low, double high)
{
  double steps = 64;
  return low + (high - low) * (double)pick(s, (size_t)steps + 1) / steps;
}

/* ---- parts ---- */

static shape_part *new_part(shape_structure *s, shape_kind kind, const char *letter, const double at[3])
{
  shape_part *p = &s->part[s->parts];
  *p = (shape_part){.kind = kind, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  snprintf(p->name, sizeof p->name, "%s%zu", letter, s->parts++);
  memcpy(p->from, at, sizeof p->from);
  return p;
}

static void cross(const double a[3], const double b[3], double c[3])
{
  for (int k = 0; k < 3; k++) {
    c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  }
}

/** y is normal to x and to the global z, or for a member along z the global y; z = x × y. */
static void set_axes(shape_part *p, const double along[3])
{
  const double up[3] = {0, 0, 1};
  double size = hypot(hypot(along[0], along[1]), along[2]);
  for (int k = 0; k < 3; k++) {
    p->axis[0][k] = along[k] / size;
  }
  if (hypot(p->axis[0][0], p->axis[0][1]) > 1e-9) {
    cross(up, p->axis[0], p->axis[1]);
    size = hypot(hypot(p->axis[1][0], p->axis[1][1]), p->axis[1][2]);
    for (int k = 0; k < 3; k++) {
      p->axis[1][k] /= size;
    }
  } else {
    p->axis[1][0] = p->axis[1][2] = 0, p->axis[1][1] = 1;
  }
  cross(p->axis[0], p->axis[1], p->axis[2]);
}

/** value·(1 + aξ)^power */
static shape_law tapered(double value, double a, int power)
{
  shape_law law = {{value}};
  for (int k = 1; k <= power; k++) {
    law.c[k] = law.c[k - 1] * a * (power - k + 1) / k;
  }
  return law;
}

/** Motions and properties of a member, given its axes. */
static void fill_member(shape_structure *s, shape_part *p)
{
  const hol_freedoms f = s->freedoms;
  double a = chance(s, 0.3) ? between(s, -0.5, 0.5) : 0, mass = between(s, 0.5, 2);
  p->axial = f & UX && !(f == (UY | RZ));
  p->torsion = (f & RX) != 0;
  p->bends[0] = (f & UY) != 0;
  p->bends[1] = (f & UZ) != 0;
  p->mass = tapered(mass, a, 1);
  p->stiff_axial = p->bends[0] && p->axial && chance(s, 0.1);
  p->stiff_torsion = p->bends[0] && p->torsion && chance(s, 0.1);
  p->EA = tapered(p->bends[0] ? between(s, 50, 500) : between(s, 0.5, 4), a, 1);
  p->GJ = tapered(between(s, 0.25, 2), a, 3);
  p->polar = p->torsion ? tapered(p->bends[0] ? between(s, 0.0625, 0.25) : mass, a, 3) : (shape_law){{0}};
  bool turns = p->bends[0] && chance(s, 0.3);
  for (int k = 0; k < 2; k++) {
    p->EI[k] = tapered(between(s, 0.5, 3), a, 3);
    p->rotary[k] = turns && p->bends[k] ? tapered(between(s, 0.0078125, 0.03125), a, 3) : (shape_law){{0}};
  }
  if (p->bends[0] && chance(s, 0.25)) {
    p->tension = chance(s, 0.7) ? between(s, 0.5, 8) : -0.25 * p->EI[0].c[0] / (p->length * p->length);
    p->foundation = chance(s, 0.5) ? between(s, 0.5, 16) : 0;
  }
}

static size_t add_member(shape_structure *s, const double from[3])
{
  double along[3] = {1, 0, 0};
  bool is_line = s->freedoms == UX || s->freedoms == RX || s->freedoms == (UY | RZ);
  if (!is_line) {
    do {
      for (size_t k = 0; k < s->coordinates; k++) {
        along[k] = (double)pick(s, 5) / 2 - 1;
      }
    } while (along[0] == 0 && along[1] == 0 && (along[2] == 0 || s->coordinates == 2));
  }
  shape_part *p = new_part(s, SHAPE_MEMBER, "m", from);
  p->length = hypot(hypot(along[0], along[1]), along[2]);
  if (is_line) {
    p->length = along[0] = between(s, 0.5, 2);
  }
  set_axes(p, along);
  fill_member(s, p);
  return s->parts - 1;
}

static size_t add_body(shape_structure *s, const double at[3])
{
  shape_part *p = new_part(s, SHAPE_BODY, "b", at);
  p->m = between(s, 0.25, 3);
  double turn = s->freedoms & (RX | RY | RZ) ? between(s, 0.0625, 1) : 0;
  for (int k = 0; k < 3; k++) {
    p->J[k] = s->coordinates == 2 ? turn : turn * (1 + 0.25 * k);
  }
  if (s->freedoms == 0x3f && chance(s, 0.4)) {
    p->radius = between(s, 0.25, 1);
    p->side[0] = between(s, 0.0625, 0.25);
    p->J[0] = p->m * p->radius * p->radius / 2;
    p->J[1] = p->J[2] = p->m * (3 * p->radius * p->radius + p->side[0] * p->side[0]) / 12;
  }
  return s->parts - 1;
}

/* ---- points ---- */

static void place_of(const shape_part *p, size_t index, double at[3])
{
  double xi = (double)index / 8;
  for (int k = 0; k < 3; k++) {
    at[k] = p->from[k] + (p->kind == SHAPE_MEMBER ? xi * p->length * p->axis[0][k] : 0);
  }
}

/** Point `index` of a part: eighths of members and rings, rows of chains, sampled places of plates. */
static size_t point_at(shape_structure *s, size_t part, size_t index)
{
  const shape_part *p = &s->part[part];
  shape_point point = {.part = part};
  if (p->kind == SHAPE_MEMBER) {
    point.xi = (double)index / 8;
    point.place = index * STEPS / 8;
    snprintf(point.text, sizeof point.text,
             index == 0   ? "%s.start"
             : index == 8 ? "%s.end"
                          : "%s@%.17g",
             p->name, point.xi);
  } else if (p->kind == SHAPE_BODY) {
    snprintf(point.text, sizeof point.text, "%s", p->name);
  } else {
    point.place = p->kind == SHAPE_RING ? index * RING_PLACES / 8 : index;
    snprintf(point.text, sizeof point.text, "%s.p%zu", p->name, index);
  }
  for (size_t i = 0; i < s->points; i++) {
    if (strcmp(s->point[i].text, point.text) == 0) {
      return i;
    }
  }
  s->point[s->points] = point;
  return s->points++;
}

/** Some point of a part, and where it is. */
static size_t some_point(shape_structure *s, size_t part, double at[3])
{
  const shape_part *p = &s->part[part];
  size_t index = p->kind == SHAPE_MEMBER     ? (size_t)(chance(s, 0.6) ? 8 * pick(s, 2) : 1 + pick(s, 7))
                 : p->kind == SHAPE_IMPORTED ? pick(s, p->rows)
                                             : 0;
  place_of(p, index, at);
  return point_at(s, part, index);
}

/** Where a place of a plate or ring is, in its own axes. */
static void own_place(const shape_part *p, size_t index, double at[2])
{
  if (p->kind == SHAPE_RECTANGLE) {
    at[0] = p->side[0] * (double)(index % LINES) / (LINES - 1);
    at[1] = p->side[1] * (double)(index / LINES) / (LINES - 1);
    return;
  }
  if (p->kind == SHAPE_RING) {
    at[0] = p->radius * cos(2 * pi * (double)index / RING_PLACES);
    at[1] = p->radius * sin(2 * pi * (double)index / RING_PLACES);
    return;
  }
  double r = p->radius * (double)(index / RAYS) / (CIRCLES - 1), theta = 2 * pi * (double)(index % RAYS) / RAYS;
  at[0] = r * cos(theta);
  at[1] = r * sin(theta);
}

/** The sample where a place that may have a joint is. */
static size_t sample_of(shape_kind kind, size_t place)
{
  enum { OUT = (CIRCLES - 1) / (JOINT_CIRCLES - 1), ON = RAYS / JOINT_RAYS, STEP = (LINES - 1) / (JOINT_LINES - 1) };
  return kind == SHAPE_ROUND       ? place / JOINT_RAYS * OUT * RAYS + place % JOINT_RAYS * ON
         : kind == SHAPE_RECTANGLE ? place / JOINT_LINES * STEP * LINES + place % JOINT_LINES * STEP
                                   : place;
}

/* ---- joints ---- */

static size_t some_freedom(shape_structure *s)
{
  for (;;) {
    size_t f = pick(s, HOL_FREEDOM_COUNT);
    if (s->freedoms >> f & 1u) {
      return f;
    }
  }
}

static void add_joint(shape_structure *s, shape_joint_kind kind, size_t a, size_t b)
{
  shape_joint *j = &s->joint[s->joints++];
  *j = (shape_joint){.kind = kind, .a = a, .b = b, .freedom = some_freedom(s), .stiffness = between(s, 0.5, 64)};
  j->coefficient[0] = (chance(s, 0.5) ? 1 : -1) * between(s, 0.5, 3);
  j->coefficient[1] = (chance(s, 0.5) ? 1 : -1) * between(s, 0.5, 3);
  j->compliance = chance(s, 0.5) ? between(s, 0.0625, 1) : 0;
}

static void hold(shape_structure *s, size_t point)
{
  size_t which = pick(s, 10);
  bool moves = (s->freedoms & HOL_TRANSLATIONS) != 0;
  if (which < 4) {
    add_joint(s, SHAPE_FIX, point, SIZE_MAX);
  } else if (which < 6 && moves) {
    add_joint(s, SHAPE_PIN, point, SIZE_MAX);
  } else if (which < 7 && moves) {
    add_joint(s, SHAPE_ROLLER, point, SIZE_MAX);
    shape_joint *j = &s->joint[s->joints - 1];
    while (j->freedom >= HOL_RX) {
      j->freedom = some_freedom(s);
    }
  } else {
    add_joint(s, which < 9 ? SHAPE_SPRING : SHAPE_CONSTRAINT, point, SIZE_MAX);
  }
}

/** Two points at one place. */
static void join(shape_structure *s, size_t a, size_t b)
{
  size_t which = pick(s, 10);
  if (which < 6) {
    add_joint(s, SHAPE_WELD, a, b);
  } else if (which < 8 && s->freedoms & HOL_TRANSLATIONS) {
    add_joint(s, SHAPE_HINGE, a, b);
  } else {
    add_joint(s, SHAPE_SPRING, a, b);
    add_joint(s, SHAPE_SPRING, a, b);
  }
}

/* ---- structures ---- */

/** Springs and masses in a row, one port for each. */
static void add_chain(shape_structure *s, const double at[3])
{
  shape_part *p = new_part(s, SHAPE_IMPORTED, "c", at);
  p->rows = 3 + pick(s, SHAPE_ROWS - 2);
  for (size_t i = 0; i < p->rows; i++) {
    p->k[i] = i || chance(s, 0.3) ? between(s, 1, 8) : 0;
    p->c[i] = between(s, 0.25, 2);
  }
  double where[3];
  size_t other = some_point(s, pick(s, s->parts - 1), where), own = some_point(s, s->parts - 1, where);
  add_joint(s, chance(s, 0.5) ? SHAPE_CONSTRAINT : SHAPE_SPRING, other, own);
}

static void grow_members(shape_structure *s)
{
  const double origin[3] = {0};
  size_t members = 1 + pick(s, 3), bodies = pick(s, 3), holds = pick(s, 4);
  double at[3] = {0}; /* of the last part that was joined */
  add_member(s, origin);
  while (--members > 0) {
    size_t anchor = some_point(s, pick(s, s->parts), at), part = add_member(s, at);
    join(s, anchor, point_at(s, part, 0));
  }
  for (; bodies > 0; --bodies) {
    size_t anchor = some_point(s, pick(s, s->parts), at), part = add_body(s, at);
    join(s, anchor, point_at(s, part, 0));
  }
  if (s->freedoms == UX && chance(s, 0.5)) {
    add_chain(s, at);
  }
  for (; holds > 0; --holds) {
    hold(s, some_point(s, pick(s, s->parts), at));
  }
  if (s->parts > 1 && chance(s, 0.4)) {
    size_t a = some_point(s, 0, at), b = some_point(s, s->parts - 1, at);
    add_joint(s, chance(s, 0.5) ? SHAPE_SPRING : SHAPE_CONSTRAINT, a, b);
  }
}

/** A ring or a plate, held at places where it is sampled, with bodies on it. */
static void grow_flexible(shape_structure *s, shape_kind kind)
{
  const double origin[3] = {0};
  shape_part *p = new_part(s, kind, kind == SHAPE_RING ? "r" : "p", origin);
  p->radius = between(s, 0.5, 2);
  p->side[0] = between(s, 0.75, 1.5);
  p->side[1] = between(s, 0.75, 1.5);
  p->EA = tapered(between(s, 50, 500), 0, 0);
  p->GJ = tapered(between(s, 0.5, 2), 0, 0);
  p->EI[0] = tapered(between(s, 0.5, 3), 0, 0);
  p->mass = tapered(between(s, 0.5, 2), 0, 0);
  size_t places = kind == SHAPE_RING ? 8 : kind == SHAPE_ROUND ? JOINT_CIRCLES * JOINT_RAYS : JOINT_LINES * JOINT_LINES;
  for (size_t joints = 1 + pick(s, 3); joints > 0; --joints) {
    size_t first = kind == SHAPE_ROUND ? JOINT_RAYS : 0, points = s->points;
    size_t point = point_at(s, 0, sample_of(kind, first + pick(s, places - first)));
    if (s->points == points) {
      continue; /* one joint at a place */
    }
    if (chance(s, 0.5)) {
      hold(s, point);
    } else {
      double at[3] = {0};
      own_place(&s->part[0], s->point[point].place, at);
      size_t body = add_body(s, at);
      add_joint(s, chance(s, 0.5) ? SHAPE_WELD : SHAPE_SPRING, point, point_at(s, body, 0));
    }
    shape_joint *j = &s->joint[s->joints - 1];
    if (kind != SHAPE_RING) { /* plates bear no moments at points */
      j->freedom = HOL_UZ;
      j->kind = j->kind == SHAPE_WELD ? SHAPE_HINGE : j->kind == SHAPE_FIX ? SHAPE_PIN : j->kind;
    }
  }
}

void shape_structure_draw(uint64_t seed, shape_structure *s)
{
  static const struct {
    hol_freedoms freedoms;
    size_t coordinates;
    int flexible; /* −1: members */
  } setting[] = {{UX | UY | RZ, 2, -1},
                 {UY | RZ, 2, -1},
                 {UX, 2, -1},
                 {0x3f, 3, -1},
                 {RX, 3, -1},
                 {UX | UY | RZ, 2, -1},
                 {UY | RZ, 2, -1},
                 {0x3f, 3, -1},
                 {UX | UY | RZ, 2, SHAPE_RING},
                 {UZ | RX | RY, 3, SHAPE_ROUND}};
  *s = (shape_structure){.state = seed * UINT64_C(0xd1342543de82ef95) + 1};
  size_t which = seed % 50 == 49 ? 9 : seed % 10;
  s->freedoms = setting[which].freedoms;
  s->coordinates = setting[which].coordinates;
  if (setting[which].flexible < 0) {
    grow_members(s);
  } else {
    grow_flexible(s, seed % 50 == 49 ? SHAPE_RECTANGLE : (shape_kind)setting[which].flexible);
  }
}

/* ---- the file ---- */

static void put_law(hol_text *t, const char *key, const shape_law *law)
{
  hol_text_add(t, ", %s: ", key);
  if (law->c[1] == 0 && law->c[2] == 0 && law->c[3] == 0) {
    hol_text_add(t, "%.17g", law->c[0]);
  } else {
    hol_text_add(t, "\"%.17g + %.17g*xi + %.17g*xi^2 + %.17g*xi^3\"", law->c[0], law->c[1], law->c[2], law->c[3]);
  }
}

static void put_place(const shape_structure *s, hol_text *t, const char *key, const double at[3])
{
  hol_text_add(t, "%s: [%.17g, %.17g", key, at[0], at[1]);
  hol_text_add(t, s->coordinates == 3 ? ", %.17g]" : "]", at[2]);
}

static void put_member(const shape_structure *s, const shape_part *p, hol_text *t)
{
  double to[3];
  bool both = p->bends[0] && p->bends[1], is_bar = !p->bends[0] && p->axial, is_shaft = !p->bends[0] && p->torsion;
  for (int k = 0; k < 3; k++) {
    to[k] = p->from[k] + p->length * p->axis[0][k];
  }
  hol_text_add(t, "kind: %s, ", is_bar ? "bar" : is_shaft ? "shaft" : "beam");
  put_place(s, t, "from", p->from);
  put_place(s, t, ", to", to);
  for (int k = 0; k < 2 && p->bends[0]; k++) {
    if (p->bends[k]) {
      put_law(t, both ? k ? "EI_y" : "EI_z" : "EI", &p->EI[k]);
    }
    if (p->bends[k] && p->rotary[k].c[0] > 0) {
      put_law(t, both ? k ? "rotary_inertia_y" : "rotary_inertia_z" : "rotary_inertia", &p->rotary[k]);
      hol_text_add(t, ", %s: %.17g", both ? k ? "kGA_y" : "kGA_z" : "kGA", 4096 * p->rotary[k].c[0]);
    }
  }
  if (!is_shaft) {
    put_law(t, "line_mass", &p->mass);
  }
  if (p->axial && !p->stiff_axial) {
    put_law(t, "EA", &p->EA);
  }
  if (p->torsion) {
    put_law(t, "polar_inertia", &p->polar);
  }
  if (p->torsion && !p->stiff_torsion) {
    put_law(t, "GJ", &p->GJ);
  }
  if (p->bends[0] && p->tension != 0) {
    hol_text_add(t, ", axial_force: %.17g", p->tension);
  }
  if (p->bends[0] && p->foundation > 0) {
    hol_text_add(t, ", foundation: %.17g", p->foundation);
  }
}

static void put_body(const shape_structure *s, const shape_part *p, hol_text *t)
{
  hol_text_add(t, "kind: %s, mass: %.17g, ", p->radius > 0 ? "disk" : "body", p->m);
  put_place(s, t, "at", p->from);
  if (p->radius > 0) {
    hol_text_add(t, ", radius: %.17g, thickness: %.17g, axis: [1, 0, 0]", p->radius, p->side[0]);
    return;
  }
  if (p->J[0] > 0 && s->coordinates == 2) {
    hol_text_add(t, ", inertia: %.17g", p->J[2]);
  } else if (p->J[0] > 0) {
    hol_text_add(t, ", inertia: [%.17g, %.17g, %.17g]", p->J[0], p->J[1], p->J[2]);
  }
}

static void put_points(const shape_structure *s, size_t part, hol_text *t)
{
  const shape_part *p = &s->part[part];
  const char *separator = "";
  hol_text_add(t, ", %s: {", p->kind == SHAPE_IMPORTED ? "ports" : "points");
  for (size_t i = 0; i < (p->kind == SHAPE_IMPORTED ? p->rows : s->points); i++) {
    if (p->kind == SHAPE_IMPORTED) {
      hol_text_add(t, "%sp%zu: {at: [%zu, 0], ux: %zu}", separator, i, i, i + 1);
    } else if (s->point[i].part == part) {
      double at[2];
      const char *name = strchr(s->point[i].text, '.') + 1;
      own_place(p, s->point[i].place, at);
      if (p->kind == SHAPE_RING) {
        hol_text_add(t, "%s%s: %.17g", separator, name, (double)s->point[i].place / RING_PLACES);
      } else {
        hol_text_add(t, "%s%s: [%.17g, %.17g]", separator, name, at[0], at[1]);
      }
    } else {
      continue;
    }
    separator = ", ";
  }
  hol_text_add(t, "}");
}

static void put_flexible(const shape_structure *s, size_t part, hol_text *t)
{
  const shape_part *p = &s->part[part];
  if (p->kind == SHAPE_IMPORTED) {
    hol_text_add(t, "kind: matrices, at: [%.17g, %.17g], stiffness: %s-k.txt, mass: %s-m.txt", p->from[0], p->from[1],
                 p->name, p->name);
  } else if (p->kind == SHAPE_RING) {
    hol_text_add(t, "kind: ring, at: [0, 0], radius: %.17g, EI: %.17g, EA: %.17g, line_mass: %.17g", p->radius,
                 p->EI[0].c[0], p->EA.c[0], p->mass.c[0]);
  } else if (p->kind == SHAPE_ROUND) {
    hol_text_add(t, "kind: plate, at: [0, 0, 0], radius: %.17g, thickness: 0.125, material: stuff", p->radius);
  } else {
    hol_text_add(t, "kind: plate, at: [0, 0, 0], sides: [%.17g, %.17g], thickness: 0.125, material: stuff", p->side[0],
                 p->side[1]);
  }
  put_points(s, part, t);
}

static void put_joint(const shape_structure *s, const shape_joint *j, hol_text *t)
{
  static const char *const word[] = {"weld", "hinge", "fix", "pin", "roller", "spring"};
  const char *a = s->point[j->a].text, *b = j->b == SIZE_MAX ? "" : s->point[j->b].text,
             *f = hol_freedom_name[j->freedom];
  if (j->kind == SHAPE_CONSTRAINT) {
    hol_text_add(t, "  - {constraint: {terms: [[%.17g, %s, %s]", j->coefficient[0], a, f);
    if (j->b != SIZE_MAX) {
      hol_text_add(t, ", [%.17g, %s, %s]", j->coefficient[1], b, f);
    }
    hol_text_add(t, "], compliance: %.17g}}\n", j->compliance);
    return;
  }
  hol_text_add(t, j->b == SIZE_MAX ? "  - {%s: %s" : "  - {%s: [%s, %s]", word[j->kind], a, b);
  if (j->kind == SHAPE_ROLLER) {
    hol_text_add(t, ", direction: [%d, %d", j->freedom == HOL_UX, j->freedom == HOL_UY);
    hol_text_add(t, s->coordinates == 3 ? ", %d]" : "]", j->freedom == HOL_UZ);
  } else if (j->kind == SHAPE_SPRING) {
    hol_text_add(t, ", freedom: %s, stiffness: %.17g", f, j->stiffness);
  }
  hol_text_add(t, "}\n");
}

void shape_structure_text(const shape_structure *s, hol_text *t)
{
  const char *separator = "freedoms: [";
  hol_text_add(t, "title: shapes\n");
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (s->freedoms >> f & 1u) {
      hol_text_add(t, "%s%s", separator, hol_freedom_name[f]);
      separator = ", ";
    }
  }
  hol_text_add(t, "]\nmaterials: {stuff: {E: 500, nu: 0.25, density: 4}}\nparts:\n");
  for (size_t i = 0; i < s->parts; i++) {
    hol_text_add(t, "  %s: {", s->part[i].name);
    if (s->part[i].kind == SHAPE_MEMBER) {
      put_member(s, &s->part[i], t);
    } else if (s->part[i].kind == SHAPE_BODY) {
      put_body(s, &s->part[i], t);
    } else {
      put_flexible(s, i, t);
    }
    hol_text_add(t, "}\n");
  }
  hol_text_add(t, s->joints ? "joints:\n" : "");
  for (size_t j = 0; j < s->joints; j++) {
    put_joint(s, &s->joint[j], t);
  }
}

void shape_structure_matrix(const shape_part *p, bool mass, hol_text *t)
{
  for (size_t i = 0; i < p->rows; i++) {
    double after = i + 1 < p->rows ? p->k[i + 1] : 0;
    hol_text_add(t, "%zu %zu %.17g\n", i + 1, i + 1, mass ? p->c[i] : p->k[i] + after);
    if (!mass && i > 0) {
      hol_text_add(t, "%zu %zu %.17g\n%zu %zu %.17g\n", i, i + 1, -p->k[i], i + 1, i, -p->k[i]);
    }
  }
}
