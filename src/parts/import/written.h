/* SPDX-License-Identifier: BSD-3-Clause */
/** @file written.h  Keys of parts imported as matrices in a problem file. Module `parts`. */
#ifndef PARTS_IMPORT_WRITTEN_H
#define PARTS_IMPORT_WRITTEN_H

#include "problem/kind.h"

/** A file that a part is read from. */
typedef struct hol_matrix_source {
  char *name; /**< as written; NULL: not given. Owned */
  char *path; /**< to be opened: in the folder of the problem file unless absolute. Owned */
  hol_place place;
} hol_matrix_source;

/** Coupling of a point to rows of the matrices. */
typedef struct hol_coupling {
  bool has_at;                   /**< coordinates are given: those of the point */
  size_t row[HOL_FREEDOM_COUNT]; /**< by numbers of rows, from 1; 0: none */
  hol_place row_place[HOL_FREEDOM_COUNT];
  size_t *node; /**< by nodes: [node_count]; owned */
  size_t node_count;
  char *set;     /**< by the nodes of a set; owned */
  bool is_rigid; /**< several nodes move as one body; else they carry the point's force in shares */
  hol_place place;
} hol_coupling;

/** `kind: matrices`: hol_part.own. */
typedef struct hol_matrices {
  hol_matrix_source stiffness, mass, map, nodes;
  double length, mass_unit, time; /**< units of the files, in SI */
  hol_coupling *coupling;         /**< [hol_part.point_count], owned */
  size_t couplings;               /**< there is room for */
} hol_matrices;

/** `stiffness`, `mass`, `map`, `nodes`, `units`, `ports`. */
extern const hol_key hol_key_stiffness_file, hol_key_mass_file, hol_key_map_file, hol_key_nodes_file, hol_key_units,
    hol_key_ports;
/** As hol_part_grammar.place, .is_same, .clear. */
void hol_matrices_place(struct hol_reader *reader, const struct hol_part_draft *draft);
bool hol_matrices_is_same(const void *own, const void *other, size_t points);
void hol_matrices_clear(void *own);

#endif
