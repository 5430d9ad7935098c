/* SPDX-License-Identifier: BSD-3-Clause */
/* Roots and vectors as bytes, for other ranks and for checkpoints. */
#include "spectrum/pass.h"

void hol_root_pass(hol_bytes *bytes, hol_root *root)
{
  hol_bytes_count(bytes, &root->index);
  hol_bytes_count(bytes, &root->multiplicity);
  hol_bytes_truth(bytes, &root->is_cluster);
  hol_bytes_number(bytes, &root->lambda);
  hol_bytes_number(bytes, &root->lower);
  hol_bytes_number(bytes, &root->upper);
  hol_bytes_number(bytes, &root->at);
  hol_bytes_count(bytes, &root->holder);
}

void hol_vector_pass(hol_bytes *bytes, struct hol_vector *vector)
{
  hol_bytes_count(bytes, &vector->index);
  hol_bytes_count(bytes, &vector->signature);
  hol_bytes_count(bytes, &vector->columns);
  size_t length = vector->n * vector->columns;
  hol_bytes_length(bytes, &length);
  vector->n = vector->columns ? length / vector->columns : 0;
  hol_bytes_numbers(bytes, &vector->value, length);
}
