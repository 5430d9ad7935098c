/* SPDX-License-Identifier: BSD-3-Clause */
/** @file matrix_file.h  Readers of the files of imported parts: symmetric matrices, maps of freedoms, nodes. Internal
 *  to module `parts`.
 *
 *  A file that may be truncated or has a wrong entry is refused: the first fault is reported with its line. */
#ifndef PARTS_IMPORT_MATRIX_FILE_H
#define PARTS_IMPORT_MATRIX_FILE_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Error in a file. */
typedef struct hol_file_fault {
  size_t line;       /**< from 1; 0: the file as a whole */
  char message[240]; /**< empty: nothing */
} hol_file_fault;

/** An entry of the lower triangle. */
typedef struct hol_matrix_entry {
  uint32_t row, column; /**< from 0, row ≥ column */
  uint32_t line;        /**< where it was given first */
  double value;
} hol_matrix_entry;

/** A symmetric matrix; to be freed with hol_matrix_file_clear(). */
typedef struct hol_matrix_file {
  size_t n, count;
  hol_matrix_entry *entry; /**< [count] by columns, rows rising */
  bool is_list;            /**< a bare list of entries, as CalculiX writes it; else Matrix Market */
  int digits;              /**< decimal digits of the most precise entry */
} hol_matrix_file;

/** Read a matrix: Matrix Market (coordinate or array; real or integer; symmetric or general) or a list of lines
 *  `row column value` of one triangle. A general matrix must be symmetric to 1e-9 of the entries, rounding beside the
 *  diagonal apart.
 *  @return HOL_INVALID with the fault filled, HOL_MEMORY; the matrix is {0} then. Cost O(size + count log count) */
HOL_MUST_CHECK hol_status hol_matrix_file_read(const char *path, hol_matrix_file *matrix, hol_file_fault *fault);
void hol_matrix_file_clear(hol_matrix_file *matrix);

/** Which freedom of which node each row is: lines `node.freedom`, freedom 1..6, or `node freedom`. */
typedef struct hol_freedom_map {
  size_t rows;
  size_t *node; /**< [rows] */
  int *freedom; /**< [rows] HOL_UX .. HOL_RZ */
} hol_freedom_map;
HOL_MUST_CHECK hol_status hol_freedom_map_read(const char *path, hol_freedom_map *map, hol_file_fault *fault);
void hol_freedom_map_clear(hol_freedom_map *map);

/** A named set of nodes. */
typedef struct hol_node_set {
  char *name;
  size_t count, capacity;
  size_t *node;
} hol_node_set;

/** Nodes with coordinates, and sets of them. */
typedef struct hol_node_file {
  size_t members; /**< of all sets */
  size_t count, capacity;
  size_t *node;    /**< [count] numbers, rising */
  double (*at)[3]; /**< [count] in the units of the file */
  hol_node_set *set;
  size_t set_count, set_capacity;
} hol_node_file;
/** Read `*NODE` and `*NSET` of a CalculiX or Abaqus input file, or lines `number x y z` with blanks or commas. */
HOL_MUST_CHECK hol_status hol_node_file_read(const char *path, hol_node_file *nodes, hol_file_fault *fault);
void hol_node_file_clear(hol_node_file *nodes);
/** Find the index of a node; SIZE_MAX: there is none. */
size_t hol_node_file_find(const hol_node_file *nodes, size_t node);

/** Bytes of the largest file of an imported part. */
#define HOL_IMPORT_SIZE_MOST ((size_t)1 << 32)
/** Load a file of an imported part. @param[out] file  to be cleared by the caller @return HOL_INVALID or, where
 *  reading a good file fails, HOL_FILE with the fault filled; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_import_file(const char *path, hol_file *file, hol_file_fault *fault);
/** Fill a fault. @return HOL_INVALID */
hol_status hol_file_refuse(hol_file_fault *fault, size_t line, const char *format, ...) HOL_PRINTF(3, 4);

#endif
