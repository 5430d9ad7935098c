/* SPDX-License-Identifier: BSD-3-Clause */
/* End quantities of all exact segments in a solution, by sparse rows that are copied once for all solutions. */
#include "compliance/segment_ends.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const hol_sparse *port_of(const hol_segment *segment, size_t port, bool is_full)
{
  const hol_functional *f = &segment->member->port[segment->station * segment->member->orders + port];
  return is_full ? &f->full : &f->row;
}

static hol_status copy_rows(const hol_system *system, bool is_full, hol_rows *rows)
{
  size_t entries = 0, n = 0;
  for (size_t i = 0; i < system->segment_count; i++) {
    for (size_t p = 0; p < 2 * system->segment[i].member->orders; p++, rows->count++) {
      entries += port_of(&system->segment[i], p, is_full)->count;
    }
  }
  rows->first = entries <= UINT32_MAX ? hol_alloc(rows->count + 1, sizeof *rows->first) : NULL;
  rows->index = hol_alloc(entries, sizeof *rows->index);
  rows->value = hol_alloc(entries, sizeof *rows->value);
  if (!rows->first || !rows->index || !rows->value) {
    return HOL_MEMORY;
  }
  for (size_t i = 0, row = 0; i < system->segment_count; i++) {
    for (size_t p = 0; p < 2 * system->segment[i].member->orders; p++) {
      const hol_sparse *port = port_of(&system->segment[i], p, is_full);
      for (size_t k = 0; k < port->count; k++, n++) {
        rows->index[n] =
            (uint32_t)port->index[k]; /* unknowns and columns are as many as matrices have lines at the most */
        rows->value[n] = port->value[k];
      }
      rows->first[++row] = (uint32_t)n;
    }
  }
  return HOL_OK;
}

hol_status hol_segment_ends_make(const hol_system *system, hol_segment_ends *ends)
{
  *ends = (hol_segment_ends){.local = hol_alloc(system->segment_count, sizeof *ends->local)};
  HOL_TRY(ends->local && system->model->columns <= UINT32_MAX ? HOL_OK : HOL_MEMORY);
  HOL_TRY(copy_rows(system, false, &ends->row));
  return copy_rows(system, true, &ends->full);
}

static void clear_rows(hol_rows *rows)
{
  free(rows->first);
  free(rows->index);
  free(rows->value);
}

void hol_segment_ends_clear(hol_segment_ends *ends)
{
  clear_rows(&ends->row);
  clear_rows(&ends->full);
  free(ends->local);
  *ends = (hol_segment_ends){.local = NULL};
}

void hol_segment_ends_take(const hol_system *system, const hol_matrix *matrix, const double *v, hol_segment_ends *ends)
{
  const hol_rows *rows = &ends->row;
  for (size_t i = 0, row = 0; i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    const hol_relation *relation = hol_relation_of(system, matrix, i);
    double *local = ends->local[i];
    memcpy(local, v + s->first_unknown, relation->n_mu * sizeof *local);
    local += relation->n_mu;
    for (size_t p = 0; p < relation->n_ports; p++, row++) {
      double sum = 0;
      for (uint32_t k = rows->first[row]; k < rows->first[row + 1]; k++) {
        sum += rows->value[k] * v[rows->index[k]];
      }
      local[p] = sum;
    }
  }
}
