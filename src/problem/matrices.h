/** @file matrices.h  Parts imported as matrices, as written in a problem file. */
#ifndef PROBLEM_MATRICES_H
#define PROBLEM_MATRICES_H

#include "holonome/problem.h"

/** A file that a part is read from. */
typedef struct hol_matrix_source {
  char *name; /**< as written; NULL: not given. Owned */
  char *path; /**< to be opened: in the folder of the problem file unless absolute. Owned */
  hol_place place;
} hol_matrix_source;

/** How a point is made of the rows of the matrices. */
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

/** `kind: matrices`. */
typedef struct hol_matrices {
  hol_matrix_source stiffness, mass, map, nodes;
  double length, mass_unit, time; /**< units of the files, in SI */
  hol_coupling *coupling;         /**< [hol_part.point_count], owned */
} hol_matrices;

/** Free all and the request itself; NULL is nothing. */
void hol_matrices_free(hol_matrices *matrices);

#endif
