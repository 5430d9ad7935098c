/* SPDX-License-Identifier: BSD-3-Clause */
/* Imported parts: small matrices in Matrix Market files, ports by rows. */
#include "fe_model.h"

#include "parts/import/written.h"

#include <stdio.h>
#include <stdlib.h>

/** @return the order, 0 after a fault; A [order²] is the pool's. */
static size_t read_matrix(const char *path, fe_pool *pool, real **A)
{
  FILE *file = fopen(path, "r");
  char line[200];
  size_t rows = 0, columns = 0, entries = 0;
  while (file && fgets(line, sizeof line, file) && line[0] == '%') {
  }
  if (!file || sscanf(line, "%zu %zu %zu", &rows, &columns, &entries) != 3 || rows != columns || rows > 400) {
    rows = entries = 0;
  }
  *A = fe_pool_get(pool, rows * rows, sizeof **A);
  for (size_t e = 0; e < entries; e++) {
    size_t i, j;
    double value;
    if (fscanf(file, "%zu %zu %lf", &i, &j, &value) != 3 || !i || !j || i > rows || j > rows) {
      rows = 0;
      break;
    }
    (*A)[(i - 1) * rows + j - 1] = (*A)[(j - 1) * rows + i - 1] = value;
  }
  if (file) {
    fclose(file);
  }
  return rows;
}

void fe_import_collect(fe_model *model, size_t index)
{
  const hol_part *from = &model->problem->part[index];
  const hol_matrices *m = from->own;
  real *K, *M;
  size_t n = read_matrix(m->stiffness.path, model->pool, &K);
  if (!n || read_matrix(m->mass.path, model->pool, &M) != n) {
    model->fault = "matrices";
    return;
  }
  fe_element *element = fe_model_element(model, n, false);
  element->K = K;
  element->M = M;
  for (size_t i = 0; i < n; i++) {
    fe_form_add(model, &element->end[i], model->unknowns + i, 1);
  }
  for (size_t p = 0; p < from->point_count; p++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      if (m->coupling[p].row[f]) {
        fe_form_add(model, &model->part[index].site[p * HOL_FREEDOM_COUNT + f],
                    model->unknowns + m->coupling[p].row[f] - 1, 1);
      }
    }
  }
  model->unknowns += n;
}
