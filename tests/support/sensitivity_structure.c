/* SPDX-License-Identifier: BSD-3-Clause */
#include "sensitivity_structure.h"

#include "dice.h"

#include "random_structure.h"

#include "holonome/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 4, NUMBERS_MOST = 400 };

typedef struct generator {
  uint64_t state;
  hol_text parameters, list; /**< `p1: 1, p2: ...`; `p1, p2, ...` */
  size_t count;
} generator;

/** Declare a parameter with its value in words; its number. */
static size_t declare(generator *g, const char *value)
{
  size_t n = ++g->count;
  hol_text_add(&g->parameters, "%sp%zu: %s", n > 1 ? ", " : "", n, value);
  hol_text_add(&g->list, "%sp%zu", n > 1 ? ", " : "", n);
  return n;
}

/* ---- parameters put into a finished text ---- */

/** A number in a text, and the key before it. */
typedef struct number {
  size_t start, size;
  char key[24];
} number;

static const char *const single_keys[] = {
    "EI",          "EI_y",  "EI_z",    "EA",         "GJ",     "line_mass", "polar_inertia", "kGA",
    "axial_force", "kGA_y", "kGA_z",   "foundation", "mass",   "radius",    "thickness",     "stiffness",
    "compliance",  "E",     "density", "width",      "height", "diameter",  "inner_diameter"};

static bool is_single(const char *key)
{
  for (size_t i = 0; i < sizeof single_keys / sizeof *single_keys; i++) {
    if (strcmp(single_keys[i], key) == 0) {
      return true;
    }
  }
  return false;
}

/** `key: 1.2` for the keys that stand for one positive number. */
static size_t find_single(const char *text, number *found)
{
  size_t count = 0;
  for (const char *p = strstr(text, ": "); p && count < NUMBERS_MOST; p = strstr(p + 1, ": ")) {
    const char *key = p;
    while (key > text && (isalnum((unsigned char)key[-1]) || key[-1] == '_')) {
      key--;
    }
    size_t length = (size_t)(p - key), size = strspn(p + 2, "0123456789.e+-");
    number *n = &found[count];
    if (length == 0 || length >= sizeof n->key || size == 0 || !isdigit((unsigned char)p[2])) {
      continue;
    }
    *n = (number){.start = (size_t)(p + 2 - text), .size = size};
    memcpy(n->key, key, length);
    count += is_single(n->key);
  }
  return count;
}

/** Numbers in the lists after from, to and at. */
static size_t find_coordinates(const char *text, number *found)
{
  static const char *const key[] = {"from: [", "to: [", "at: ["};
  size_t count = 0;
  for (const char *p = text; *p; p++) {
    for (size_t k = 0; k < 3; k++) {
      size_t length = strlen(key[k]);
      if (strncmp(p, key[k], length) != 0 || (p > text && isalnum((unsigned char)p[-1]))) {
        continue;
      }
      for (const char *q = p + length; *q && *q != ']' && count < NUMBERS_MOST;) {
        size_t size = strspn(q, "0123456789.e+-");
        if (size) {
          found[count++] = (number){.start = (size_t)(q - text), .size = size};
        }
        q += size ? size : 1;
      }
    }
  }
  return count;
}

/** Replace numbers, in the order of the text, by words with the number in them; %.*s stands for it. */
static char *replace(char *text, const number *which, size_t count, const char *format, size_t parameter)
{
  hol_text out = {0};
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    hol_text_put(&out, text + at, which[i].start - at);
    if (format) {
      hol_text_put(&out, text + which[i].start, which[i].size);
      hol_text_add(&out, "%sp%zu", format, parameter);
    } else {
      hol_text_add(&out, "p%zu", parameter);
    }
    at = which[i].start + which[i].size;
  }
  hol_text_add(&out, "%s", text + at);
  free(text);
  return out.data;
}

/** One number becomes a parameter. */
static char *single(generator *g, char *text)
{
  number found[NUMBERS_MOST];
  size_t count = find_single(text, found);
  if (count == 0) {
    return text;
  }
  const number *n = &found[dice_pick(&g->state, count)];
  char value[40];
  snprintf(value, sizeof value, "%.*s", (int)n->size, text + n->start);
  return replace(text, n, 1, NULL, declare(g, value));
}

/** All numbers of one key get a factor. */
static char *factor(generator *g, char *text)
{
  number found[NUMBERS_MOST];
  size_t count = find_single(text, found), kept = 0;
  if (count == 0) {
    return text;
  }
  const number chosen = found[dice_pick(&g->state, count)];
  for (size_t i = 0; i < count; i++) {
    if (strcmp(found[i].key, chosen.key) == 0) {
      found[kept++] = found[i];
    }
  }
  return replace(text, found, kept, "*", declare(g, "1"));
}

static char *scale(generator *g, char *text)
{
  number found[NUMBERS_MOST];
  size_t count = find_coordinates(text, found);
  return count ? replace(text, found, count, "*", declare(g, "1")) : text;
}

/** The place of one point of a joint moves along its part: a body there moves with it only if it has no place of its
 *  own. */
static char *slide(generator *g, char *text)
{
  const char *p = strchr(text, '@');
  if (!p) {
    return text;
  }
  const number n = {.start = (size_t)(p + 1 - text), .size = strspn(p + 1, "0123456789.")};
  return n.size ? replace(text, &n, 1, "+", declare(g, "0")) : text;
}

/* ---- the analysis ---- */

/** Every sort of compliance. */
static void write_analysis(generator *g, hol_text *file, size_t count, bool reactions)
{
  static const char *const compliance[] = {"exact",
                                           "exact",
                                           "exact",
                                           "{modes: 4}",
                                           "{modes: 3, order: 3}",
                                           "{tolerance: 1e-9}",
                                           "{modes: 7}",
                                           "{reactions: separate}",
                                           "reactions"};
  size_t kinds = sizeof compliance / sizeof *compliance;
  hol_text_add(
      file, "analysis:\n  frequencies: {count: %zu}\n  compliance: %s\n  sensitivities: [%s]\noutput: {shapes: none}\n",
      count, compliance[dice_pick(&g->state, reactions ? kinds : kinds - 2)], g->list.data);
}

/* ---- members ---- */

static void members(generator *g, uint64_t seed, hol_text *file)
{
  random_options options = random_options_of(seed);
  options.modes = 0;
  options.loads = seed % 4 == 1;
  options.shear = seed % 5 == 2;
  char *text = random_structure(seed, options), *end = text ? strstr(text, "analysis:") : NULL;
  if (!end) {
    free(text);
    file->failed = true;
    return;
  }
  *end = 0;
  text = single(g, text);
  text = dice_chance(&g->state, 0.5) ? scale(g, text) : factor(g, text);
  text = single(g, text);
  text = dice_chance(&g->state, 0.2) ? slide(g, text) : text;
  if (g->count) {
    hol_text_add(file, "parameters: {%s}\n%s", g->parameters.data, text);
    write_analysis(g, file, 4 + dice_pick(&g->state, 5), true);
  }
  free(text);
}

/* ---- others, from a text with parameters throughout ---- */

/** A parameter with a random value, as words of the text. */
typedef struct word {
  char text[48];
} word;

static word parameter(generator *g, double low, double high)
{
  word w;
  char value[32];
  snprintf(value, sizeof value, "%.3g", dice_uniform(&g->state, low, high));
  if (g->count < PARAMETERS_MOST && dice_chance(&g->state, 0.5)) {
    snprintf(w.text, sizeof w.text, "p%zu", declare(g, value));
  } else {
    snprintf(w.text, sizeof w.text, "%s", value);
  }
  return w;
}

static void ring_in(generator *g, hol_text *parts, hol_text *joints)
{
  hol_text_add(parts, "  r: {kind: ring, at: [0, 0, 0], radius: %s, EI_z: %s", parameter(g, 0.8, 1.2).text,
               parameter(g, 0.5, 2).text);
  hol_text_add(parts, ", EI_y: %s, GJ: %s", parameter(g, 0.5, 2).text, parameter(g, 0.3, 2).text);
  hol_text_add(parts, ", EA: %s, line_mass: %s", parameter(g, 100, 2000).text, parameter(g, 0.5, 2).text);
  hol_text_add(parts, "%s}\n", dice_chance(&g->state, 0.5) ? ", polar_inertia: 0.01" : "");
  static const char *const place[] = {"0", "0.2", "0.37", "0.5"};
  size_t held = dice_pick(&g->state, 4), other = (held + 1 + dice_pick(&g->state, 3)) % 4;
  switch (dice_pick(&g->state, 4)) {
  case 0:
    hol_text_add(joints, "  - {fix: r@%s}\n", place[held]);
    break;
  case 1:
    hol_text_add(joints, "  - {pin: r@%s}\n", place[held]);
    break;
  case 2:
    hol_text_add(joints, "  - {spring: r@%s, direction: [0.6, 0, 0.8], stiffness: %s}\n", place[held],
                 parameter(g, 1, 50).text);
    break;
  default:
    break;
  }
  if (dice_chance(&g->state, 0.6)) {
    hol_text_add(parts, "  b: {kind: body, mass: %s, inertia: [0.1, 0.2, 0.15]}\n", parameter(g, 0.2, 2).text);
    hol_text_add(joints, "  - {weld: [r@%s, b]}\n", place[other]);
  }
}

static void plate_in(generator *g, hol_text *parts, hol_text *joints)
{
  static const char *const rim[] = {"clamped", "supported", "free"};
  hol_text_add(parts, "  p: {kind: plate, at: [0, 0, 0], radius: %s, thickness: %s", parameter(g, 0.9, 1.1).text,
               parameter(g, 0.008, 0.015).text);
  hol_text_add(parts, ", material: s, rim: %s, points: {a: [%s, 0]", rim[dice_pick(&g->state, 3)],
               parameter(g, 0.2, 0.6).text);
  hol_text_add(parts, ", c: [0.1, %s]}}\n", parameter(g, 0.3, 0.6).text);
  hol_text_add(joints, "  - {spring: p.a, direction: [0, 0, 1], stiffness: %s}\n", parameter(g, 10, 5e5).text);
  if (dice_chance(&g->state, 0.5)) {
    hol_text_add(parts, "  b: {kind: body, at: [0.1, 0.4, 0], mass: %s}\n", parameter(g, 0.5, 20).text);
    hol_text_add(joints, "  - {tie: [p.c, b], direction: [0, 0, 1]%s}\n",
                 dice_chance(&g->state, 0.5) ? "" : ", stiffness: 1e5");
  }
}

static void rectangle_in(generator *g, hol_text *parts, hol_text *joints)
{
  static const char *const edge[] = {"clamped", "supported", "free"};
  hol_text_add(parts, "  p: {kind: plate, at: [0, 0, 0], sides: [%s, %s]", parameter(g, 0.9, 1.1).text,
               parameter(g, 0.5, 0.8).text);
  hol_text_add(parts, ", thickness: %s, material: s", parameter(g, 0.008, 0.015).text);
  hol_text_add(parts, ", edges: [supported, %s, %s, free], points: {a: [0.4, 0.2]}}\n",
               edge[1 + dice_pick(&g->state, 2)], edge[1 + dice_pick(&g->state, 2)]);
  hol_text_add(joints, "  - {spring: p.a, direction: [0, 0, 1], stiffness: %s}\n", parameter(g, 10, 5e5).text);
}

static void varying_in(generator *g, hol_text *parts, hol_text *joints)
{
  const char *force = dice_chance(&g->state, 0.3)   ? ", axial_force: 2"
                      : dice_chance(&g->state, 0.3) ? ", foundation: 300"
                                                    : "";
  hol_text_add(parts, "  m: {kind: beam, from: [0, 0], to: [%s, 0], EI: \"%s*(1-0.5*xi)\"", parameter(g, 0.9, 1.2).text,
               parameter(g, 0.5, 2).text);
  hol_text_add(parts, ", line_mass: \"%s*(1-0.3*xi^2)\"%s}\n", parameter(g, 0.5, 2).text, force);
  hol_text_add(parts, "  n: {kind: beam, length: %s, EI: %s", parameter(g, 0.5, 1.5).text, parameter(g, 0.5, 2).text);
  hol_text_add(parts, ", line_mass: %s, foundation: %s}\n", parameter(g, 0.5, 2).text, parameter(g, 50, 4000).text);
  hol_text_add(joints, "  - {weld: [m.end, n.start]}\n");
  if (dice_chance(&g->state, 0.6)) {
    hol_text_add(joints, "  - {pin: m.start}\n");
  }
  if (dice_chance(&g->state, 0.5)) {
    hol_text_add(joints, "  - {spring: n.end, direction: [0, 1], stiffness: %s}\n", parameter(g, 0.5, 500).text);
  }
}

/** The chain of masses of the gallery between a body on a spring and a bar. */
static void imported_in(generator *g, hol_text *parts, hol_text *joints)
{
  hol_text_add(
      parts,
      "  c: {kind: matrices, stiffness: chain-k.mtx, mass: chain-m.mtx, ports: {left: {ux: 1}, right: {ux: 3}}}\n");
  hol_text_add(parts, "  a: {kind: bar, length: %s, EA: %s", parameter(g, 0.5, 1.5).text, parameter(g, 1, 2000).text);
  hol_text_add(parts, ", line_mass: %s}\n  b: {kind: body, mass: %s}\n", parameter(g, 0.3, 3).text,
               parameter(g, 0.3, 3).text);
  hol_text_add(joints, "  - {weld: [a.end, c.left], freedoms: [ux]}\n");
  hol_text_add(joints, "  - {spring: [c.right, b], freedom: ux, stiffness: %s}\n", parameter(g, 10, 1000).text);
}

/** Lines of parts and joints of a kind. */
static void compose(generator *g, sensitive_kind kind, hol_text *parts, hol_text *joints)
{
  switch (kind) {
  case SENSITIVE_ROUND:
    if (dice_chance(&g->state, 0.5)) {
      ring_in(g, parts, joints);
    } else {
      plate_in(g, parts, joints);
    }
    break;
  case SENSITIVE_IMPORTED:
    imported_in(g, parts, joints);
    break;
  case SENSITIVE_RECTANGLE:
    rectangle_in(g, parts, joints);
    break;
  default:
    varying_in(g, parts, joints);
    break;
  }
}

static void others(generator *g, sensitive_kind kind, hol_text *file)
{
  hol_text parts = {0}, joints = {0}, head = {0};
  const char *freedoms = kind == SENSITIVE_VARYING    ? "freedoms: [uy, rz]\n"
                         : kind == SENSITIVE_IMPORTED ? "freedoms: [ux]\n"
                                                      : "";
  hol_text_add(&head, "materials: {s: {E: %s*1e9, nu: 0.3, density: %s}}\n", parameter(g, 1, 3).text,
               parameter(g, 800, 3000).text);
  compose(g, kind, &parts, &joints);
  bool plate = strstr(parts.data, "material: s") != NULL;
  if (g->count == 0) {
    (void)declare(g, "1");
  }
  hol_text_add(file, "parameters: {%s}\n%s%s", g->parameters.data, freedoms, plate ? head.data : "");
  hol_text_add(file, "parts:\n%s", parts.data);
  if (joints.size) {
    hol_text_add(file, "joints:\n%s", joints.data);
  }
  write_analysis(g, file, (kind == SENSITIVE_ROUND ? 8 : 4) + dice_pick(&g->state, 5), false);
  hol_text_clear(&parts);
  hol_text_clear(&joints);
  hol_text_clear(&head);
}

sensitive_kind sensitive_kind_of(uint64_t seed)
{
  if (seed % 5 == 3) {
    return seed % 200 == 3 ? SENSITIVE_RECTANGLE : SENSITIVE_ROUND;
  }
  return seed % 10 == 6 ? SENSITIVE_VARYING : seed % 20 == 9 ? SENSITIVE_IMPORTED : SENSITIVE_MEMBERS;
}

char *sensitivity_structure(uint64_t seed, sensitive_kind kind)
{
  generator g = {.state = seed * UINT64_C(0xd1342543de82ef95) + 7};
  hol_text file = {0};
  if (kind == SENSITIVE_MEMBERS) {
    members(&g, seed, &file);
  } else {
    others(&g, kind, &file);
  }
  if (g.parameters.failed || g.list.failed || file.failed) {
    hol_text_clear(&file);
  }
  hol_text_clear(&g.parameters);
  hol_text_clear(&g.list);
  return file.data;
}
