/* SPDX-License-Identifier: BSD-3-Clause */
/* Stiffness matrix of a spring over all freedoms of its points. */
#include "base/memory.h"
#include "problem/reader.h"

#include <math.h>

/** Which freedom of the file is the k-th? */
static int freedom_at(hol_freedoms freedoms, size_t k)
{
  int freedom = 0;
  for (;; freedom++) {
    if (freedoms & 1u << freedom && k-- == 0) {
      return freedom;
    }
  }
}

static size_t freedom_count(hol_freedoms freedoms)
{
  size_t n = 0;
  for (int i = 0; i < HOL_FREEDOM_COUNT; i++) {
    n += (freedoms & 1u << i) != 0;
  }
  return n;
}

/** Force over displacement in N/m; each rotation among the two adds a length. */
static hol_wanted entry_wanted(hol_freedoms freedoms, size_t n, size_t row, size_t column)
{
  int rotations = (freedom_at(freedoms, row % n) >= HOL_RX) + (freedom_at(freedoms, column % n) >= HOL_RX);
  const char *what = rotations == 0 ? "stiffness" : rotations == 1 ? "coupling stiffness" : "rotational stiffness";
  return (hol_wanted){.what = what, .dimension = HOL_DIMENSION(rotations, 1, -2), .least = 2};
}

static bool read_rows(hol_reader *reader, const hol_node *node, size_t n, double *k)
{
  size_t freedoms = freedom_count(reader->problem->freedoms);
  bool is_good = true;
  for (size_t i = 0; i < n; i++) {
    const hol_node *row = &node->item[i];
    if (!hol_expect_kind(reader, row, HOL_NODE_LIST, "a row of the stiffness matrix")) {
      is_good = false;
      continue;
    }
    if (row->count != n) {
      hol_fault(reader, row, NULL, "this row has %zu entries, not %zu", row->count, n);
      is_good = false;
      continue;
    }
    for (size_t j = 0; j < n; j++) {
      hol_wanted wanted = entry_wanted(reader->problem->freedoms, freedoms, i, j);
      is_good = hol_read_quantity(reader, &row->item[j], wanted, &k[i * n + j]) && is_good;
    }
  }
  return is_good;
}

/** One number may move, as that of a plain spring; the matrix is found anew. */
static bool read_numbers(hol_reader *reader, const hol_node *node, size_t n, double *k)
{
  if (n > 1) {
    return read_rows(reader, node, n, k);
  }
  const hol_home outer = hol_enter_item(reader, HOL_TABLE_STIFFNESS, 0, k, sizeof *k);
  bool is_good = read_rows(reader, node, n, k);
  (void)hol_holds(reader, HOL_STEP_GREATER, hol_settled(reader, k), hol_plain(0));
  reader->home = outer;
  return is_good;
}

static bool check_symmetric(hol_reader *reader, const hol_node *node, size_t n, double *k)
{
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      double a = k[i * n + j], b = k[j * n + i];
      /* The same entry in two units may differ by rounding. */
      if (fabs(a - b) > 1e-12 * fmax(fabs(a), fabs(b))) {
        hol_fault(reader, &node->item[i].item[j], NULL,
                  "the stiffness matrix must be symmetric: row %zu, column %zu is not row %zu, column %zu", i + 1,
                  j + 1, j + 1, i + 1);
        return false;
      }
      k[i * n + j] = b;
    }
  }
  return true;
}

/** Scale to unit diagonal, so that forces and moments are alike. A row without diagonal must be zero. */
static bool scale_to_unit(size_t n, const double *k, double *a)
{
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double size = sqrt(k[i * n + i]) * sqrt(k[j * n + j]);
      if (!(k[i * n + i] >= 0) || (!(size > 0) && fabs(k[i * n + j]) > 0)) {
        return false;
      }
      a[i * n + j] = size > 0 ? k[i * n + j] / size : 0;
    }
  }
  return true;
}

/** Cholesky with diagonal pivots, which stops where nothing is left: semidefinite iff what is left is zero up to the
 *  rounding of n eliminations on a matrix of unit diagonal. */
static bool is_semidefinite(size_t n, double *a, bool *done)
{
  double rounding = 64 * 2.3e-16 * (double)n;
  for (size_t step = 0; step < n; step++) {
    size_t p = n;
    for (size_t i = 0; i < n; i++) {
      p = !done[i] && (p == n || a[i * n + i] > a[p * n + p]) ? i : p;
    }
    if (a[p * n + p] <= rounding) {
      break;
    }
    done[p] = true;
    for (size_t i = 0; i < n; i++) {
      double factor = a[i * n + p] / a[p * n + p];
      for (size_t j = 0; !done[i] && j < n; j++) {
        a[i * n + j] -= done[j] ? 0 : factor * a[p * n + j];
      }
    }
  }
  for (size_t i = 0; i < n * n; i++) {
    if (!done[i / n] && !done[i % n] && fabs(a[i]) > rounding) {
      return false;
    }
  }
  return true;
}

static bool check_semidefinite(hol_reader *reader, const hol_node *node, size_t n, const double *k)
{
  double a[4 * HOL_FREEDOM_COUNT * HOL_FREEDOM_COUNT];
  bool done[2 * HOL_FREEDOM_COUNT] = {false}, is_zero = true;
  for (size_t i = 0; i < n * n; i++) {
    is_zero = is_zero && !(fabs(k[i]) > 0);
  }
  if (is_zero) {
    hol_fault(reader, node, NULL, "the stiffness matrix must not be zero");
    return false;
  }
  if (!scale_to_unit(n, k, a) || !is_semidefinite(n, a, done)) {
    hol_fault(reader, node, "no displacement may have negative energy",
              "the stiffness matrix must be positive semidefinite");
    return false;
  }
  return true;
}

void hol_read_matrix(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  size_t n = freedom_count(reader->problem->freedoms) * joint->point_count;
  if (n == 0) {
    return; /* the points have been complained of */
  }
  if (node->count != n) {
    char text[32];
    hol_freedoms_text(reader->problem->freedoms, text);
    hol_fault(reader, node,
              hol_arena_print(reader->arena, "the freedoms of this file, %s, of each point in turn", text),
              "the stiffness matrix must have %zu rows, not %zu", n, node->count);
    return;
  }
  joint->stiffness = hol_alloc(n * n, sizeof *joint->stiffness);
  if (!joint->stiffness) {
    reader->status = HOL_MEMORY;
    return;
  }
  if (read_numbers(reader, node, n, joint->stiffness) && check_symmetric(reader, node, n, joint->stiffness) &&
      check_semidefinite(reader, node, n, joint->stiffness)) {
    joint->stiffness_count = n * n;
    joint->freedom = n == 1 ? freedom_at(reader->problem->freedoms, 0) : -1; /* one number: a plain spring */
  }
}
