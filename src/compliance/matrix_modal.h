/* SPDX-License-Identifier: BSD-3-Clause */
/** @file matrix_modal.h  Contribution of parts in component modes to S(λ), theory (5) and (6): −α among their ports,
 *  and the modes that are unknowns. Internal to module `compliance`, as is how entries are added. */
#ifndef COMPLIANCE_MATRIX_MODAL_H
#define COMPLIANCE_MATRIX_MODAL_H

#include "base/memory.h"
#include "compliance/system.h"

/** Reserve room for so many more entries. */
static inline hol_status hol_matrix_room(hol_matrix *matrix, size_t more)
{
  return hol_grow(&matrix->entry, &matrix->entry_capacity, matrix->entry_count + more, sizeof *matrix->entry)
             ? HOL_OK
             : HOL_MEMORY;
}

/** Append an entry, where there is room for it. */
static inline void hol_matrix_put(hol_matrix *matrix, size_t i, size_t j, double value, double derivative)
{
  matrix->entry[matrix->entry_count++] = (hol_entry){
      .row = (uint32_t)(i > j ? i : j), .column = (uint32_t)(i > j ? j : i), .value = value, .derivative = derivative};
}

static inline hol_status hol_matrix_add(hol_matrix *matrix, size_t i, size_t j, double value, double derivative)
{
  HOL_TRY(hol_matrix_room(matrix, 1));
  hol_matrix_put(matrix, i, j, value, derivative);
  return HOL_OK;
}

/** Add Σ row·w to the row of unknown i. */
static inline hol_status hol_matrix_add_row(hol_matrix *matrix, size_t i, const hol_sparse *row)
{
  for (size_t j = 0; j < row->count; j++) {
    HOL_TRY(hol_matrix_add(matrix, i, row->index[j], row->value[j], 0.0));
  }
  return HOL_OK;
}

/** Are most parts with blocks like no other? The product of a block with a vector then costs a tenth of computing its
 *  entries. */
bool hol_matrix_spreads(const hol_system *system);
/** Reserve room for the entries of all blocks, if they are to be computed. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_matrix_reserve_blocks(const hol_system *system, hol_matrix *matrix);
/** Add a part, at matrix->lambda. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_matrix_add_modal(const hol_system *system, size_t index, hol_matrix *matrix);
/** y += |A| |x|, A as hol_matrix_apply_blocks() has it. */
void hol_matrix_apply_block_sizes(const hol_matrix *matrix, bool derivative, const double *x, double *y);

#endif
