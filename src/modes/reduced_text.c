/* SPDX-License-Identifier: BSD-3-Clause */
/* Reduced structures as Matrix Market files, and as a part of a problem file. */
#include "holonome/output.h"
#include "holonome/solve.h"

#include <math.h>

hol_status hol_write_matrix(const hol_problem *problem, const hol_reduced *reduced, bool mass, hol_text *text)
{
  const double *A = mass ? reduced->M : reduced->K;
  size_t n = reduced->n, count = 0;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      count += A[i + j * n] != 0 || i == j;
    }
  }
  hol_text_add(text, "%%%%MatrixMarket matrix coordinate real symmetric\n%% %s of a reduced structure, SI: ",
               mass ? "mass" : "stiffness");
  hol_text_add(text, "%zu components of points, then amplitudes\n", reduced->rows);
  hol_text_add(text, "%% problem sha256 %s\n%zu %zu %zu\n", problem->identity, n, n, count);
  for (size_t j = 0; j < n; j++) {
    for (size_t i = j; i < n; i++) {
      if (A[i + j * n] != 0 || i == j) {
        hol_text_add(text, "%zu %zu %.17g\n", i + 1, j + 1, A[i + j * n]);
      }
    }
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/** Has a port any component? One that is held has none, and is no port. */
static bool moves(const hol_reduced *reduced, size_t port)
{
  size_t i = 0;
  while (i < reduced->rows && reduced->outlet[i] != port) {
    i++;
  }
  return i < reduced->rows;
}

hol_status hol_write_reduced(const hol_problem *problem, const hol_reduced *reduced, const char *stem, hol_text *text)
{
  hol_text_add(text, "# Reduced to %zu elastic modes and %zu static deflections", reduced->modes, reduced->statics);
  if (reduced->cutoff > 0) {
    hol_text_add(text, "; the first mode left out has %.9g rad/s", reduced->cutoff);
  }
  hol_text_add(text,
               ".\nparts:\n  reduced:\n    kind: matrices\n    at: [0, 0%s]\n    stiffness: %s-k.mtx\n    mass: "
               "%s-m.mtx\n    ports:\n",
               problem->dimensions == 3 ? ", 0" : "", stem, stem);
  for (size_t p = 0; p < problem->exported.outlets; p++) {
    const double *at = reduced->at[p];
    if (!moves(reduced, p)) {
      continue;
    }
    hol_text_add(text, "      %s: {at: [%.17g, %.17g, %.17g]", problem->exported.outlet[p].name, at[0], at[1], at[2]);
    for (size_t i = 0; i < reduced->rows; i++) {
      if (reduced->outlet[i] == p) {
        hol_text_add(text, ", %s: %zu", hol_freedom_name[reduced->freedom[i]], i + 1);
      }
    }
    hol_text_add(text, "}\n");
  }
  hol_text_add(text, "freedoms: [");
  for (size_t f = 0, n = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (problem->freedoms >> f & 1u) {
      hol_text_add(text, "%s%s", n++ ? ", " : "", hol_freedom_name[f]);
    }
  }
  hol_text_add(text, "]\nanalysis: {frequencies: {count: %zu}}\n", reduced->rigid + reduced->modes);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
