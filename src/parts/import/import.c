/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of an imported part: what is in them, whether they fit together, and the matrices over the unknowns. */
#include "parts/import/import.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** |a_ij| may exceed √(a_ii a_jj) by this. */
static const double rounding = 1e-9;

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

/** Lines of the diagonal, and what no positive semidefinite matrix has: negative diagonals, entries beside the diagonal
 *  that exceed it. */
static hol_status check_matrix(const hol_import *import, const hol_matrix_source *source, const hol_matrix_file *file,
                               uint32_t *line, double *diagonal)
{
  for (size_t e = 0; e < file->count; e++) {
    const hol_matrix_entry *a = &file->entry[e];
    if (a->row == a->column) {
      line[a->row] = a->line;
      diagonal[a->row] = a->value;
      if (a->value < 0) {
        return hol_import_refuse(import, source, a->line, NULL,
                                 "the matrix is indefinite: the diagonal entry of row %u is %.9g", a->row + 1,
                                 a->value);
      }
    }
  }
  for (size_t e = 0; e < file->count; e++) {
    const hol_matrix_entry *a = &file->entry[e];
    double most = sqrt(diagonal[a->row] * diagonal[a->column]);
    if (a->row != a->column && fabs(a->value) > most * (1 + rounding)) {
      return hol_import_refuse(
          import, source, a->line, NULL,
          "the matrix is indefinite: entry (%u, %u) is %.9g, larger than its diagonal entries allow (%.9g)", a->row + 1,
          a->column + 1, a->value, most);
    }
  }
  return HOL_OK;
}

static hol_status check_matrices(hol_import *import)
{
  double *diagonal = hol_alloc(import->rows, sizeof *diagonal);
  import->k_line = hol_alloc(import->rows, sizeof *import->k_line);
  import->m_line = hol_alloc(import->rows, sizeof *import->m_line);
  hol_status status = diagonal && import->k_line && import->m_line ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    status = check_matrix(import, &import->request->stiffness, &import->k, import->k_line, diagonal);
  }
  if (status == HOL_OK) {
    memset(diagonal, 0, import->rows * sizeof *diagonal);
    status = check_matrix(import, &import->request->mass, &import->m, import->m_line, diagonal);
  }
  free(diagonal);
  return status;
}

/** Is nothing but the diagonal given? Then it is a lumped mass, not what is left of a longer list. */
static bool is_lumped(const hol_matrix_file *file)
{
  for (size_t e = 0; e < file->count; e++) {
    if (file->entry[e].row != file->entry[e].column) {
      return false;
    }
  }
  return true;
}

/** Programs that write lists write both matrices with the same places; a lumped mass has fewer. */
static hol_status compare_lists(const hol_import *import)
{
  bool is_stiffness = import->k.count < import->m.count;
  const hol_matrix_file *less = is_stiffness ? &import->k : &import->m, *more = is_stiffness ? &import->m : &import->k;
  if (!import->k.is_list || !import->m.is_list || less->count == more->count || is_lumped(less)) {
    return HOL_OK;
  }
  return hol_import_refuse(import, is_stiffness ? &import->request->stiffness : &import->request->mass, 0, NULL,
                           "the file is cut short: %zu entries where the other matrix has %zu", less->count,
                           more->count);
}

static hol_status read_matrices(hol_import *import)
{
  const hol_matrices *q = import->request;
  hol_file_fault fault = {0};
  hol_status one =
      hol_import_pass(import, &q->stiffness, hol_matrix_file_read(q->stiffness.path, &import->k, &fault), &fault);
  hol_status two = one == HOL_MEMORY ? one
                                     : hol_import_pass(import, &q->mass,
                                                       hol_matrix_file_read(q->mass.path, &import->m, &fault), &fault);
  if (one != HOL_OK || two != HOL_OK) {
    return one > two ? one : two; /* the graver */
  }
  import->digits = import->k.digits;
  import->rows = import->k.n;
  if (import->k.n != import->m.n) {
    const char *hint =
        import->m.is_list || import->k.is_list ? "is one of them cut short? a row without mass is given as 0" : NULL;
    return hol_import_refuse(import, &q->mass, 0, hint, "the mass has %zu rows, the stiffness %zu", import->m.n,
                             import->k.n);
  }
  if (import->k.count + import->m.count < import->rows) {
    return hol_import_refuse(import, &q->stiffness, 0, NULL, "of %zu rows most have neither stiffness nor mass",
                             import->rows);
  }
  HOL_TRY(compare_lists(import));
  return check_matrices(import);
}

/* ---- over the unknowns ------------------------------------------------------------------------------------------- */

/** An entry of both matrices. */
typedef struct pair {
  int row;
  double k, m;
} pair;

/** Entries by columns, sorted by counting. */
typedef struct columns {
  size_t *start, *fill; /**< [n + 1] */
  pair *item;
} columns;

/** Do something with every entry over the unknowns that an entry over the rows gives. */
typedef void (*visit)(columns *c, size_t row, size_t column, double k, double m);

static void count_one(columns *c, size_t row, size_t column, double k, double m)
{
  (void)row, (void)k, (void)m;
  c->start[column + 1]++;
}

static void put_one(columns *c, size_t row, size_t column, double k, double m)
{
  c->item[c->fill[column]++] = (pair){(int)row, k, m};
}

/** v e_i e_jᵀ + its mirror, over the unknowns: v Σ f_a f_b. */
static void expand(const hol_import *import, columns *c, const hol_matrix_entry *e, double scale, bool mass, visit act)
{
  double v = e->value * scale;
  for (size_t a = import->first_leg[e->row]; a < import->first_leg[e->row + 1]; a++) {
    for (size_t b = import->first_leg[e->column]; b < import->first_leg[e->column + 1]; b++) {
      const hol_import_leg *x = &import->leg[a], *y = &import->leg[b];
      if (e->row == e->column && b > a) {
        continue; /* both orders are one entry of the lower triangle */
      }
      double w = v * x->factor * y->factor * (e->row != e->column && x->unknown == y->unknown ? 2 : 1);
      size_t row = x->unknown > y->unknown ? x->unknown : y->unknown,
             column = x->unknown > y->unknown ? y->unknown : x->unknown;
      act(c, row, column, mass ? 0 : w, mass ? w : 0);
    }
  }
}

static void visit_all(const hol_import *import, columns *c, visit act)
{
  const hol_matrices *q = import->request;
  double mass = q->mass_unit * q->length * q->length, stiffness = mass / (q->time * q->time);
  for (size_t e = 0; e < import->k.count; e++) {
    expand(import, c, &import->k.entry[e], stiffness, false, act);
  }
  for (size_t e = 0; e < import->m.count; e++) {
    expand(import, c, &import->m.entry[e], mass, true, act);
  }
  for (size_t i = 0; i < import->unknowns; i++) {
    act(c, i, i, 0, 0); /* every column has its diagonal */
  }
}

static int by_row(const void *a, const void *b)
{
  const pair *x = a, *y = b;
  return (x->row > y->row) - (x->row < y->row);
}

/** Sort each column, add up what stands at one place. @return entries left */
static size_t join_entries(columns *c, size_t n)
{
  size_t kept = 0;
  for (size_t j = 0; j < n; j++) {
    size_t from = c->start[j], to = c->start[j + 1];
    qsort(c->item + from, to - from, sizeof *c->item, by_row);
    c->start[j] = kept;
    for (size_t i = from; i < to; i++) {
      if (kept > c->start[j] && c->item[kept - 1].row == c->item[i].row) {
        c->item[kept - 1].k += c->item[i].k;
        c->item[kept - 1].m += c->item[i].m;
      } else {
        c->item[kept++] = c->item[i];
      }
    }
  }
  c->start[n] = kept;
  return kept;
}

static void take_farthest(double *farthest, double value)
{
  double before = *farthest != 0 ? fabs(log10(fabs(*farthest))) : 0;
  if (value != 0 && fabs(log10(fabs(value))) > before) {
    *farthest = value;
  }
}

static hol_status assemble_columns(hol_import *import, columns *c)
{
  size_t n = import->unknowns;
  hol_imported *body = import->body;
  visit_all(import, c, count_one);
  for (size_t j = 0; j < n; j++) {
    c->start[j + 1] += c->start[j];
    c->fill[j] = c->start[j];
  }
  c->item = hol_alloc(c->start[n], sizeof *c->item);
  if (!c->item) {
    return HOL_MEMORY;
  }
  visit_all(import, c, put_one);
  hol_matrix_file_clear(&import->k);
  hol_matrix_file_clear(&import->m);
  size_t count = join_entries(c, n);
  body->n = n;
  body->start = c->start;
  c->start = NULL;
  body->row = hol_alloc(count, sizeof *body->row);
  body->k = hol_alloc(count, sizeof *body->k);
  body->m = hol_alloc(count, sizeof *body->m);
  if (!body->row || !body->k || !body->m) {
    return HOL_MEMORY;
  }
  for (size_t e = 0; e < count; e++) {
    body->row[e] = c->item[e].row;
    body->k[e] = c->item[e].k;
    body->m[e] = c->item[e].m;
    take_farthest(&import->sites->farthest, body->k[e]);
    take_farthest(&import->sites->farthest, body->m[e]);
    import->sites->gross += 2 * fabs(body->m[e]); /* of the lower triangle */
  }
  return HOL_OK;
}

/** Matrices over the unknowns into the body; the files are freed. */
static hol_status assemble(hol_import *import)
{
  columns c = {.start = hol_alloc(import->unknowns + 1, sizeof *c.start),
               .fill = hol_alloc(import->unknowns + 1, sizeof *c.fill)};
  hol_status status = c.start && c.fill ? assemble_columns(import, &c) : HOL_MEMORY;
  free(c.start);
  free(c.fill);
  free(c.item);
  return status;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

static void clear_import(hol_import *import)
{
  hol_matrix_file_clear(&import->k);
  hol_matrix_file_clear(&import->m);
  hol_freedom_map_clear(&import->map);
  hol_node_file_clear(&import->nodes);
  free(import->k_line);
  free(import->m_line);
  free(import->node_row);
  free(import->place);
  free(import->first_leg);
  free(import->leg);
  free(import->row_of);
  free(import->coupled);
  free(import->coupled_freedoms);
  free(import->motion);
  free(import->port);
}

static hol_status import_in(hol_import *import)
{
  HOL_TRY(read_matrices(import));
  HOL_TRY(hol_import_read_nodes(import));
  HOL_TRY(hol_import_couple(import));
  HOL_TRY(assemble(import));
  HOL_TRY(hol_import_ports(import));
  return hol_import_rigid(import);
}

hol_status hol_import_part(const hol_resolving *r, const double axis[3][3], const hol_cancellation *cancellation,
                           hol_sites *sites, double *extent)
{
  size_t points = r->part->point_count;
  hol_import import = {.r = r, .cancellation = cancellation, .axis = axis, .request = r->part->own, .sites = sites};
  hol_imported **part = hol_alloc(1, sizeof *part);
  hol_status status =
      part && hol_sites_start(&hol_imported_class, points, points ? points : 1, sites) ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    *part = import.body = hol_alloc(1, sizeof **part);
    sites->part = part;
    sites->point_sample = 0; /* points are samples, the first ones */
    status = import.body ? import_in(&import) : HOL_MEMORY;
  } else {
    free(part);
  }
  *extent = import.extent;
  clear_import(&import);
  if (status != HOL_OK) {
    hol_sites_clear(sites);
  }
  return status;
}

hol_status hol_import_share(const hol_sites *like, hol_sites *sites)
{
  hol_imported *const *body = like->part, **part = hol_alloc_copy(body, 1, sizeof *part);
  if (part) {
    (*part)->sharers++;
  }
  return hol_sites_copy(like, part, sites) ? HOL_OK : HOL_MEMORY;
}
