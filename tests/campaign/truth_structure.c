/* SPDX-License-Identifier: BSD-3-Clause */
#include "truth_structure.h"

#include "dice.h"
#include "random_structure.h"

#include "holonome/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const truth_kind_name[TRUTH_KINDS] = {"members", "compressed", "imported", "rings", "plates"};

truth_kind truth_kind_of(uint64_t seed)
{
  uint64_t n = seed % 60;
  return n < 20   ? TRUTH_COMPRESSED
         : n < 30 ? TRUTH_IMPORTED
         : n < 34 ? TRUTH_RINGS
         : n < 36 ? TRUTH_PLATES
                  : TRUTH_MEMBERS;
}

/** A file in the making. */
typedef struct writer {
  uint64_t state;
  const char *folder;
  hol_text parts, joints;
  const char *const *freedom; /**< those considered */
  size_t freedoms;
  bool failed;
} writer;

/** A positive number of three digits, spread evenly over the orders of magnitude. */
static double positive(writer *w, double low, double high)
{
  char text[32];
  snprintf(text, sizeof text, "%.3g", exp(dice_uniform(&w->state, log(low), log(high))));
  return strtod(text, NULL);
}

static const char *freedom(writer *w)
{
  return w->freedom[dice_pick(&w->state, w->freedoms)];
}

/* ---- springs of mixed units ---- */

/** Springs with arms: r rᵀ of r = k (c, s, arm) in whole multiples of powers of two, so that the sums are exact and
 *  stay positive semidefinite. */
static void write_mixed_spring(writer *w, const char *point)
{
  double K[3][3] = {{0}};
  double scale = ldexp(1, (int)dice_pick(&w->state, 60) - 30), reach = ldexp(1, (int)dice_pick(&w->state, 20) - 4);
  for (size_t n = 1 + dice_pick(&w->state, 4); n > 0; --n) {
    double k = ldexp(scale, (int)dice_pick(&w->state, 12));
    const double r[3] = {(double)dice_pick(&w->state, 9) - 4, (double)dice_pick(&w->state, 9) - 4,
                         reach * ((double)dice_pick(&w->state, 17) - 8)};
    for (size_t i = 0; i < 9; i++) {
      K[i / 3][i % 3] += k * r[i / 3] * r[i % 3];
    }
  }
  hol_text_add(&w->joints, "  - {spring: %s, stiffness: [", point);
  for (size_t i = 0; i < 3; i++) {
    hol_text_add(&w->joints, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", K[i][0], K[i][1], K[i][2]);
  }
  hol_text_add(&w->joints, "]}\n");
}

static void write_support(writer *w, const char *point)
{
  switch (dice_pick(&w->state, 5)) {
  case 0:
    hol_text_add(&w->joints, "  - {fix: %s}\n", point);
    break;
  case 1:
    hol_text_add(&w->joints, "  - {pin: %s}\n", point);
    break;
  case 2:
    hol_text_add(&w->joints, "  - {fix: %s, freedoms: [%s]}\n", point, freedom(w));
    break;
  default:
    hol_text_add(&w->joints, "  - {spring: %s, freedom: %s, stiffness: %.3g}\n", point, freedom(w),
                 positive(w, 1e-3, 1e4));
  }
}

/* ---- imported parts ---- */

enum { MOST_ROWS = 12 };

static void write_matrix(writer *w, const char *name, const char *suffix, size_t n, double A[MOST_ROWS][MOST_ROWS])
{
  char path[4096];
  size_t entries = 0;
  for (size_t i = 0; i < n * n; i++) {
    entries += i / n >= i % n && A[i / n][i % n] != 0;
  }
  snprintf(path, sizeof path, "%s/%s-%s.mtx", w->folder, name, suffix);
  FILE *file = fopen(path, "w");
  if (!file) {
    w->failed = true;
    return;
  }
  fprintf(file, "%%%%MatrixMarket matrix coordinate real symmetric\n%zu %zu %zu\n", n, n, entries);
  for (size_t i = 0; i < n * n; i++) {
    if (i / n >= i % n && A[i / n][i % n] != 0) {
      fprintf(file, "%zu %zu %.17g\n", i / n + 1, i % n + 1, A[i / n][i % n]);
    }
  }
  w->failed = fclose(file) != 0 || w->failed;
}

/** A plane beam of one to three elements of unit length along x, in numbers that are exact: K has the motions of a
 *  rigid body to the last digit. Masses lumped without rotations, at some nodes only, or consistent. */
static void add_beam(double EI, double EA, double mass, size_t kind, size_t first, double K[MOST_ROWS][MOST_ROWS],
                     double M[MOST_ROWS][MOST_ROWS])
{
  static const double bend[4][4] = {{12, 6, -12, 6}, {6, 4, -6, 2}, {-12, -6, 12, -6}, {6, 2, -6, 4}};
  static const double heavy[4][4] = {{156, 22, 54, -13}, {22, 4, 13, -3}, {54, 13, 156, -22}, {-13, -3, -22, 4}};
  const size_t at[4] = {first + 1, first + 2, first + 4, first + 5};
  for (size_t i = 0; i < 16; i++) {
    K[at[i / 4]][at[i % 4]] += EI * bend[i / 4][i % 4];
    M[at[i / 4]][at[i % 4]] += kind == 2 ? mass * heavy[i / 4][i % 4] : 0;
  }
  for (size_t i = 0; i < 4; i++) {
    size_t a = first + 3 * (i / 2), b = first + 3 * (i % 2);
    K[a][b] += a == b ? EA : -EA;
    M[a][b] += kind == 2 ? mass * (a == b ? 140 : 70) : 0;
  }
  for (size_t end = 0; end < 2; end++) {
    for (size_t k = 0; k < 2 && (kind == 0 || (kind == 1 && end == 0)); k++) {
      M[first + 3 * end + k][first + 3 * end + k] += mass * 210;
    }
  }
}

static void write_import(writer *w, const char *name, double x)
{
  double K[MOST_ROWS][MOST_ROWS] = {{0}}, M[MOST_ROWS][MOST_ROWS] = {{0}};
  size_t elements = 1 + dice_pick(&w->state, 3), n = 3 * (elements + 1);
  double EI = ldexp(1, (int)dice_pick(&w->state, 12) - 6), EA = ldexp(100, (int)dice_pick(&w->state, 10) - 3),
         mass = ldexp(1, -9 - (int)dice_pick(&w->state, 8));
  size_t kind = dice_pick(&w->state, 3);
  for (size_t e = 0; e < elements; e++) {
    add_beam(EI, EA, mass, kind, 3 * e, K, M);
  }
  write_matrix(w, name, "k", n, K);
  write_matrix(w, name, "m", n, M);
  hol_text_add(&w->parts, "  %s: {kind: matrices, at: [%g, 0, 0], stiffness: %s-k.mtx, mass: %s-m.mtx, ports: {", name,
               x, name, name);
  hol_text_add(&w->parts,
               "a: {at: [0, 0, 0], ux: 1, uy: 2, rz: 3}, b: {at: [%zu, 0, 0], ux: %zu, uy: %zu, rz: %zu}}}\n", elements,
               n - 2, n - 1, n);
  hol_text_add(&w->parts, "  %s_end: {kind: body, at: [%g, 0, 0], mass: %.3g", name, x + (double)elements,
               dice_chance(&w->state, 0.2) ? 0 : positive(w, 1e-3, 1e3));
  hol_text_add(&w->parts, dice_chance(&w->state, 0.7) ? ", inertia: [1, 1, %.3g]}\n" : "}\n", positive(w, 1e-3, 1e6));
  hol_text_add(&w->joints,
               dice_chance(&w->state, 0.8) ? "  - {weld: [%s.b, %s_end]}\n" : "  - {hinge: [%s.b, %s_end]}\n", name,
               name);
}

static void write_imported(writer *w)
{
  static const char *const plane[] = {"ux", "uy", "rz"};
  w->freedom = plane;
  w->freedoms = 3;
  write_import(w, "e", 0);
  if (dice_chance(&w->state, 0.4)) {
    write_import(w, "f", 0);
    hol_text_add(&w->joints, dice_chance(&w->state, 0.5) ? "  - {weld: [e.a, f.a]}\n" : "  - {hinge: [e.a, f.a]}\n");
  }
  if (dice_chance(&w->state, 0.5)) {
    hol_text_add(&w->parts, "  m: {kind: beam, from: [0, 0, 0], to: [0, %.3g, 0], EI: %.3g, line_mass: %.3g}\n",
                 positive(w, 0.3, 3), positive(w, 0.1, 10), positive(w, 0.1, 10));
    hol_text_add(&w->joints, "  - {weld: [m.start, e.a]}\n");
  }
  for (size_t n = dice_pick(&w->state, 3); n > 0; --n) {
    static const char *const point[] = {"e.a", "e.b", "e_end"};
    const char *where = point[dice_pick(&w->state, 3)];
    if (dice_chance(&w->state, 0.5)) {
      write_mixed_spring(w, where);
    } else {
      write_support(w, where);
    }
  }
}

/** Bodies on springs of mixed units alone. */
static void write_bodies(writer *w)
{
  static const char *const plane[] = {"ux", "uy", "rz"};
  w->freedom = plane;
  w->freedoms = 3;
  for (size_t n = 1 + dice_pick(&w->state, 3); n > 0; --n) {
    char name[16];
    snprintf(name, sizeof name, "b%zu", n);
    hol_text_add(&w->parts, "  %s: {kind: body, at: [%zu, 0, 0], mass: %.3g, inertia: [1, 1, %.3g]}\n", name, n,
                 positive(w, 1e-3, 1e4), positive(w, 1e-3, 1e9));
    write_mixed_spring(w, name);
    if (dice_chance(&w->state, 0.5)) {
      write_support(w, name);
    }
  }
}

/* ---- rings and plates ---- */

static const char *const in_plane[] = {"ux", "uy", "rz"}, *const across[] = {"uz", "rx", "ry"}, *const all[] = {"ux",
                                                                                                                "uy",
                                                                                                                "uz",
                                                                                                                "rx",
                                                                                                                "ry",
                                                                                                                "rz"};

static void write_ring(writer *w, const char *name, double radius)
{
  hol_text_add(&w->parts, "  %s: {kind: ring, at: [0, 0, 0], radius: %.3g, line_mass: %.3g", name, radius,
               positive(w, 0.3, 3));
  if (w->freedom != across) {
    hol_text_add(&w->parts, ", EI_z: %.3g", positive(w, 0.3, 3));
    if (dice_chance(&w->state, 0.6)) {
      hol_text_add(&w->parts, ", EA: %.3g", positive(w, 10, 1000));
    }
  }
  if (w->freedom != in_plane) {
    hol_text_add(&w->parts, ", EI_y: %.3g", positive(w, 0.3, 3));
    if (dice_chance(&w->state, 0.5)) {
      hol_text_add(&w->parts, ", GJ: %.3g", positive(w, 0.1, 3));
    }
    if (dice_chance(&w->state, 0.6)) {
      hol_text_add(&w->parts, ", polar_inertia: %.3g", positive(w, 1e-3, 0.1));
    }
  }
  hol_text_add(&w->parts, "}\n");
}

/** A body, or a beam along a chord, on a ring. */
static void load_ring(writer *w, const char *point, double at, double radius)
{
  double x = radius * cos(2 * 3.14159265358979323846 * at), y = radius * sin(2 * 3.14159265358979323846 * at);
  size_t n = w->parts.size;
  if (dice_chance(&w->state, 0.6)) {
    hol_text_add(&w->parts, "  load%zu: {kind: body, mass: %.3g, inertia: [%.3g, %.3g, %.3g]}\n", n,
                 positive(w, 0.1, 10), positive(w, 0.01, 1), positive(w, 0.01, 1), positive(w, 0.01, 1));
    hol_text_add(&w->joints, "  - {weld: [%s, load%zu]}\n", point, n);
    return;
  }
  hol_text_add(
      &w->parts,
      "  load%zu: {kind: beam, from: [%.17g, %.17g, 0], to: [0, 0, 0], EI: %.3g, EA: %.3g, GJ: 1, line_mass: %.3g, "
      "polar_inertia: 0.01}\n",
      n, x, y, positive(w, 0.3, 3), positive(w, 10, 1000), positive(w, 0.3, 3));
  hol_text_add(&w->joints, "  - {%s: [%s, load%zu.start]}\n", dice_chance(&w->state, 0.7) ? "weld" : "hinge", point, n);
}

static void write_rings(writer *w)
{
  static const struct {
    const char *const *freedom;
    size_t count;
  } family[] = {{in_plane, 3}, {across, 3}, {all, 6}};
  size_t which = dice_pick(&w->state, 3);
  double radius = positive(w, 0.5, 2);
  bool two = dice_chance(&w->state, 0.3);
  w->freedom = family[which].freedom;
  w->freedoms = family[which].count;
  write_ring(w, "h", radius);
  if (two) {
    write_ring(w, "k", radius);
  }
  for (size_t n = 2 + dice_pick(&w->state, 4), i = 0; i < n; i++) {
    char point[40], other[40];
    double at = ((double)i + dice_uniform(&w->state, 0.1, 0.9)) / (double)n;
    double rounded = floor(1000 * at) / 1000;
    snprintf(point, sizeof point, "h@%.3f", rounded);
    snprintf(other, sizeof other, "k@%.3f", rounded);
    if (two && i < 2) {
      hol_text_add(&w->joints, "  - {%s: [%s, %s]}\n", dice_chance(&w->state, 0.7) ? "weld" : "hinge", point, other);
    } else if (dice_chance(&w->state, 0.3)) {
      load_ring(w, point, rounded, radius);
    } else {
      write_support(w, point);
    }
  }
}

static const char *edge(writer *w)
{
  static const char *const word[] = {"free", "supported", "clamped", "free"};
  return word[dice_pick(&w->state, 4)];
}

static void write_plate(writer *w, const char *name)
{
  hol_text_add(&w->parts, "  %s: {kind: plate, at: [0, 0, 0], thickness: %.3g, material: stuff, ", name,
               positive(w, 0.01, 0.05));
  if (dice_chance(&w->state, 0.5)) {
    hol_text_add(&w->parts, "radius: 1, rim: %s, ", edge(w));
    hol_text_add(&w->parts, "points: {a: [0.31, 0.2], b: [-0.4, 0.37], c: [0.1, -0.55], d: [0, 0], e: [-0.2, 0.7]}}\n");
    return;
  }
  hol_text_add(&w->parts, "sides: [1, %.3g], edges: [%s", positive(w, 1, 2), edge(w));
  for (size_t i = 0; i < 3; i++) {
    hol_text_add(&w->parts, ", %s", edge(w));
  }
  hol_text_add(&w->parts,
               "], points: {a: [0.31, 0.2], b: [0.72, 0.37], c: [0.1, 0.55], d: [0.5, 0.5], e: [0.83, 0.7]}}\n");
}

static void write_plates(writer *w)
{
  bool two = dice_chance(&w->state, 0.25);
  w->freedom = across;
  w->freedoms = 3;
  write_plate(w, "p");
  if (two) {
    write_plate(w, "q");
  }
  for (size_t n = 2 + dice_pick(&w->state, 4), i = 0; i < n; i++) {
    const char letter = (char)('a' + i);
    if (two && i < 2) {
      hol_text_add(&w->joints, "  - {tie: [p.%c, q.%c], freedom: uz}\n", letter, letter);
    } else if (dice_chance(&w->state, 0.3)) {
      hol_text_add(&w->parts, "  load%zu: {kind: body, mass: %.3g}\n", i, positive(w, 0.01, 10));
      hol_text_add(&w->joints, "  - {weld: [p.%c, load%zu]}\n", letter, i);
    } else if (dice_chance(&w->state, 0.4)) {
      hol_text_add(&w->joints, "  - {pin: p.%c}\n", letter);
    } else {
      hol_text_add(&w->joints, "  - {spring: p.%c, freedom: uz, stiffness: %.3g}\n", letter, positive(w, 1e-4, 1e2));
    }
  }
}

/* ---- files ---- */

static bool write_text(const char *folder, const char *text)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/structure.yaml", folder);
  FILE *file = fopen(path, "w");
  bool good = file && text && fputs(text, file) >= 0;
  return file && fclose(file) == 0 && good;
}

static void write_analysis(writer *w, truth_kind kind, hol_text *file)
{
  static const char *const compliance[] = {
      "exact", "exact", "exact", "{modes: 4}", "{modes: 4, order: 3}", "{tolerance: 1e-6}"};
  size_t choices = kind == TRUTH_PLATES ? 1 : kind == TRUTH_RINGS ? 3 : 6;
  hol_text_add(file, "analysis: {frequencies: {count: %zu}, compliance: %s}\n",
               3 + dice_pick(&w->state, kind == TRUTH_PLATES ? 3 : 8), compliance[dice_pick(&w->state, choices)]);
  hol_text_add(file, "output: {shapes: none}\n");
}

static bool write_own(uint64_t seed, truth_kind kind, const char *folder)
{
  writer w = {.state = seed * UINT64_C(0xd1342543de82ef95) + 7, .folder = folder};
  hol_text file = {0};
  if (kind == TRUTH_IMPORTED && dice_chance(&w.state, 0.6)) {
    write_imported(&w);
  } else if (kind == TRUTH_IMPORTED) {
    write_bodies(&w);
  } else if (kind == TRUTH_RINGS) {
    write_rings(&w);
  } else {
    write_plates(&w);
  }
  hol_text_add(&file, "title: random structure %llu\nfreedoms: [", (unsigned long long)seed);
  for (size_t i = 0; i < w.freedoms; i++) {
    hol_text_add(&file, "%s%s", i ? ", " : "", w.freedom[i]);
  }
  hol_text_add(&file, "]\nmaterials: {stuff: {E: 120, nu: 0.3, density: 1}}\nparts:\n%s", w.parts.data);
  hol_text_add(&file, "%s%s", w.joints.size ? "joints:\n" : "", w.joints.size ? w.joints.data : "");
  write_analysis(&w, kind, &file);
  bool good = !w.failed && !w.parts.failed && !w.joints.failed && !file.failed && write_text(folder, file.data);
  hol_text_clear(&w.parts);
  hol_text_clear(&w.joints);
  hol_text_clear(&file);
  return good;
}

bool truth_structure_write(uint64_t seed, const char *folder)
{
  const truth_kind kind = truth_kind_of(seed);
  if (kind != TRUTH_MEMBERS && kind != TRUTH_COMPRESSED) {
    return write_own(seed, kind, folder);
  }
  uint64_t number = seed / 60 * 24 + seed % 60;
  random_options options = random_options_of(number);
  options.compressed = kind == TRUTH_COMPRESSED;
  if (options.compressed) {
    options.modes = number % 4 == 3 ? 5 : 0;
  }
  char *text = random_structure(seed, options);
  bool good = write_text(folder, text);
  free(text);
  return good;
}
