/* SPDX-License-Identifier: BSD-3-Clause */
/** @file record.h  Readers of time histories and spectral densities in problem files, and of records in files beside
 *  them. Module `excitation`. */
#ifndef EXCITATION_RECORD_H
#define EXCITATION_RECORD_H

#include "excitation/excitation.h"
#include "problem/keys.h"

/** Keys of a history: its HOL_MAPPING rows are made with these. */
enum { HOL_HISTORY_KEYS = 5 };
extern const hol_key hol_history_keys[HOL_HISTORY_KEYS];
/** Read {step: 1 N}, {impulse: 1 N s}, {half_sine: [10 N, 5 ms]} or {file: force.csv, unit: 1 kN}.
 *  @param[in] what       "`history`"
 *  @param[in] dimension  of its values; of an impulse that is multiplied by a time
 *  @return false after a fault */
bool hol_history_read(hol_reader *reader, const hol_node *node, const char *what, hol_dimension dimension,
                      hol_history *history);

/** Keys of a density in a file: its HOL_MAPPING rows are made with these. */
enum { HOL_DENSITY_KEYS = 2 };
extern const hol_key hol_density_keys[HOL_DENSITY_KEYS];
/** Read a power spectral density: a number, white noise, or {file: psd.csv, unit: 1 N^2/Hz}. Faults are noted in the
 *  reader. @param[in] of  dimension of the load @param[out] density  {0}; to be freed by the caller in every case */
void hol_density_read(hol_reader *reader, const hol_node *node, hol_dimension of, hol_density *density);

/** Parse two columns of finite numbers with commas between, the first one rising; a first line that is no numbers names
 *  them, lines that begin with # are remarks.
 *  @param[in]  least  of the first column
 *  @param[out] x, y   [*count] owned by the caller in every case
 *  @param[out] line   of the fault, 0: of the whole @param[out] fault  what is wrong; empty: memory is out
 *  @return false after a fault */
bool hol_columns_parse(const char *bytes, size_t size, double least, double **x, double **y, size_t *count,
                       size_t *line, hol_text *fault);
/** Parse likewise a file that the problem names, which goes into its identity. */
bool hol_columns_read(hol_reader *reader, const hol_node *node, double least, double **x, double **y, size_t *count);

#endif
