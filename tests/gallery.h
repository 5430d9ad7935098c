/* SPDX-License-Identifier: BSD-3-Clause */
/** @file gallery.h  The problem files of the gallery, for tests that solve each of them in some way of their own. */
#ifndef HOLONOME_TESTS_GALLERY_H
#define HOLONOME_TESTS_GALLERY_H

#include "holonome/solve.h"
#include "nonlinear/request.h"
#include "parts/kinds.h"
#include "parts/plate/written.h"
#include "solved.h"

#include <glob.h>
#include <string.h>

/** Would solving it many times over take minutes? Under a sanitizer also where a rectangular plate has edges without
 *  closed form, which the plain build visits. */
static inline bool gallery_is_large(const hol_problem *problem)
{
  enum { MOST_PARTS = 60 };
  bool is_large = problem->part_count > MOST_PARTS;
#ifdef HOLONOME_SANITIZED
  for (size_t i = 0; i < problem->part_count; i++) {
    const hol_part *part = &problem->part[i];
    const hol_plate_words *plate = part->of == &hol_kind_plate.grammar ? part->own : NULL;
    for (size_t e = 0; plate && plate->has_sides && e < 4; e++) {
      is_large = is_large || plate->edge[e] != HOL_EDGE_SUPPORTED;
    }
  }
#endif
  return is_large;
}

/** Call `visit` with every file below problems/, in alphabetical order, that is small enough to be solved many times
 * over. Curves of steady motions have tests of their own. `name` is its path below problems/. The test fails if there
 * are none.
 *  @return the number of files visited */
static inline size_t gallery_visit(void (*visit)(const char *path, const char *name, void *context), void *context)
{
  glob_t files;
  size_t visited = 0;
  assert_int_equal(glob(HOLONOME_PROBLEMS "/*/*.yaml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    reading r = {0};
    assert_true(reading_of_file(files.gl_pathv[i], &r));
    if (!gallery_is_large(&r.problem) && !hol_nonlinear_asked(&r.problem)) {
      visit(files.gl_pathv[i], files.gl_pathv[i] + strlen(HOLONOME_PROBLEMS) + 1, context);
      visited++;
    }
    reading_clear(&r);
  }
  globfree(&files);
  return visited;
}

#endif
