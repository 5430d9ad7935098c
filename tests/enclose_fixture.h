/* SPDX-License-Identifier: BSD-3-Clause */
/** @file enclose_fixture.h  Structures with many frequencies that are found between two ends each. */
#ifndef HOLONOME_TESTS_ENCLOSE_FIXTURE_H
#define HOLONOME_TESTS_ENCLOSE_FIXTURE_H

#include "solved.h"

#include "spectrum/shifts.h"

/** A frame of n bays and n storeys, welded. */
static const char frame[] = "materials: {m: {E: 2.1e11, density: 7850, nu: 0.3}}\n"
                            "sections: {bar: {shape: square, side: 0.05}}\n"
                            "parts:\n"
                            "  storey:\n"
                            "    repeat: {n: %d, step: [0, 1], ends: open}\n"
                            "    parts:\n"
                            "      bay:\n"
                            "        repeat: {n: %d, step: [1, 0], ends: open}\n"
                            "        parts:\n"
                            "          post: {kind: beam, from: [0, 0], to: [0, 1], material: m, section: bar}\n"
                            "          beam: {kind: beam, from: [0, 1], to: [1, 1], material: m, section: bar}\n"
                            "        joints:\n"
                            "          - {weld: [post.end, beam.start]}\n"
                            "          - {weld: [beam.end, bay.next.post.end]}\n"
                            "          - {weld: [post.end, \"storey[next].bay[index].post.start\"]}\n"
                            "%s"
                            "analysis: {frequencies: {count: %d}}\n"
                            "output: {shapes: none}\n";
static const char foot[] = "  foot:\n"
                           "    repeat: {n: %d, step: [1, 0], ends: open}\n"
                           "    parts:\n"
                           "      pile: {kind: beam, from: [0, -1], to: [0, 0], material: m, section: bar}\n"
                           "    joints:\n"
                           "      - {weld: [pile.end, \"storey[1].bay[index].post.start\"]}\n"
                           "      - {fix: pile.start}\n";

/** A beam over sixty equal spans: its bands begin and end at frequencies of a span by itself, which are poles, and the
 *  first of the next band is far from the last of this one. 62 frequencies. */
static inline void put_spans(hol_text *all)
{
  hol_text_add(all, "parts:\n");
  for (int i = 0; i < 60; i++) {
    hol_text_add(all, "  s%d: {kind: beam, from: [%d, 0], to: [%d, 0], EI: 1, line_mass: 1}\n", i, i, i + 1);
  }
  hol_text_add(all, "joints:\n  - {pin: s0.start}\n  - {pin: s59.end}\n");
  for (int i = 1; i < 60; i++) {
    hol_text_add(all, "  - {weld: [s%d.end, s%d.start]}\n  - {pin: s%d.start}\n", i - 1, i, i);
  }
  hol_text_add(all, "analysis: {frequencies: {count: 62}}\noutput: {shapes: none}\n");
}

/** A cube of beams with square sections: its symmetry makes double and triple frequencies, 40 of which are asked
 *  for. */
static inline void put_cube(hol_text *all)
{
  hol_text_add(all, "freedoms: [ux, uy, uz, rx, ry, rz]\n"
                    "materials: {m: {E: 2.1e11, density: 7850, nu: 0.3}}\n"
                    "sections: {bar: {shape: square, side: 0.05}}\n"
                    "parts:\n");
  for (int d = 0; d < 3; d++) {
    for (int i = 0; i < 27; i++) {
      int p[3] = {i % 3, i / 3 % 3, i / 9}, q[3] = {p[0] + (d == 0), p[1] + (d == 1), p[2] + (d == 2)};
      if (q[d] < 3) {
        hol_text_add(all,
                     "  b%d_%d: {kind: beam, from: [%d, %d, %d], to: [%d, %d, %d], material: m, section: bar, up: [%d, "
                     "%d, %d]}\n",
                     d, i, p[0], p[1], p[2], q[0], q[1], q[2], d == 1, d == 2, d == 0);
      }
    }
  }
  hol_text_add(all, "joints:\n");
  for (int i = 0; i < 27; i++) {
    int p[3] = {i % 3, i / 3 % 3, i / 9}, step[3] = {1, 3, 9};
    hol_text_add(all, "  - {weld: [");
    bool is_first = true;
    for (int d = 0; d < 3; d++) {
      if (p[d] < 2) {
        hol_text_add(all, "%sb%d_%d.start", is_first ? "" : ", ", d, i);
        is_first = false;
      }
      if (p[d] > 0) {
        hol_text_add(all, "%sb%d_%d.end", is_first ? "" : ", ", d, i - step[d]);
        is_first = false;
      }
    }
    hol_text_add(all, "]}\n");
  }
  hol_text_add(all, "analysis: {frequencies: {count: 40}}\noutput: {shapes: none}\n");
}

/** What is counted in place of a structure: N(λ) = floor(scale λ^power), with a jump at some λ. */
typedef struct counted {
  double scale, power, jump_at;
  size_t jump;
} counted;

static inline hol_status count_law(void *context, size_t n, const double *lambda, size_t *count)
{
  const counted *c = context;
  for (size_t i = 0; i < n; i++) {
    count[i] = (size_t)(c->scale * pow(lambda[i], c->power)) + (lambda[i] > c->jump_at ? c->jump : 0);
  }
  return HOL_OK;
}

/** Laws, and how many counts placing the ends takes at the most. */
enum { COUNTED = 7 };
static const struct counted_case {
  counted law;
  size_t last, most;
  bool is_cut_short; /**< by a jump that is too high */
} counted_case[COUNTED] = {{{3, 0.5, 0, 0}, 100, 4, false},      {{3, 0.5, 0, 0}, 400, 14, false},
                           {{3, 1.5, 0, 0}, 400, 14, false},     {{3, 0.5, 0, 0}, 3000, 100, false},
                           {{2, 1, 70, 40}, 400, 14, false},     {{3, 0.5, 4000, 150}, 400, 30, true},
                           {{1e-3, 0.75, 0, 0}, 1000, 34, false}};

/** @param[out] e  to be cleared */
static inline void place_counted(const struct counted_case *c, counted *law, hol_shifts *e)
{
  *e = (hol_shifts){.last = c->last, .context = law, .count = count_law};
  assert_int_equal(hol_shifts_insert(e, pow(1e-3 / law->scale, 1 / law->power), 0, true), HOL_OK);
  assert_int_equal(hol_shifts_insert(e, pow(10 / law->scale, 1 / law->power), 10, false), HOL_OK);
  assert_int_equal(hol_shifts_insert(e, pow(3 / law->scale, 1 / law->power), 3, false), HOL_OK);
  assert_int_equal(hol_shifts_place(e), HOL_OK);
}

#endif
