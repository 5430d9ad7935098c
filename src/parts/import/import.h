/* SPDX-License-Identifier: BSD-3-Clause */
/** @file import.h  Import of a part from files of its matrices. Internal to module `parts`.
 *
 *  rows: those of the files; unknowns: rows, without those that a rigid coupling makes dependent, and behind them six
 *  for each such coupling. Coordinates are SI, in the part's own axes, which are those of the files. */
#ifndef PARTS_IMPORT_IMPORT_H
#define PARTS_IMPORT_IMPORT_H

#include "parts/import/imported.h"
#include "parts/import/matrix_file.h"
#include "parts/kinds.h"
#include "parts/import/written.h"

/** One row of a node. */
typedef struct hol_node_row {
  size_t node;
  int freedom;
  size_t row;
} hol_node_row;

/** row = Σ factor × unknown. */
typedef struct hol_import_leg {
  size_t unknown;
  double factor;
} hol_import_leg;

/** State of an import; import.c frees it. */
typedef struct hol_import {
  const hol_resolving *r;
  const hol_cancellation *cancellation; /**< NULL: nobody is asked. Borrowed */
  const double (*axis)[3];              /**< own axes in global components */
  const hol_matrices *request;
  hol_matrix_file k, m;
  uint32_t *k_line, *m_line; /**< [rows] lines of diagonal entries; 0: there is none */
  int digits;                /**< that the stiffness is given with */
  hol_freedom_map map;
  hol_node_file nodes;
  size_t rows;
  hol_node_row *node_row; /**< [map.rows] by node and freedom */
  size_t *place;     /**< [rows] index of the row's node among the nodes; SIZE_MAX: a node inside an element, which has
                                  no place and moves in no rigid motion; NULL: coordinates are not known */
  size_t *first_leg; /**< [rows + 1] */
  hol_import_leg *leg;
  size_t *row_of; /**< [unknowns] the row an unknown is; SIZE_MAX: of a rigid coupling */
  size_t unknowns;
  double *port;               /**< [unknowns * ports of the body] its functionals, while they are made */
  size_t *coupled;            /**< [points] first unknown of a rigid coupling; SIZE_MAX: none */
  unsigned *coupled_freedoms; /**< [points] freedoms that have one, in this order */
  bool has_geometry;          /**< coordinates of all unknowns are known */
  bool is_loosened;           /**< hol_import_find_mechanisms() has been here */
  double centre[3];           /**< mean of the nodes, or of the points */
  double extent;              /**< size of the box around them, m */
  double *motion;             /**< [unknowns * 6] rigid motions about the centre */
  hol_sites *sites;           /**< being made */
  hol_imported *body;         /**< being made */
} hol_import;

/** Add a fault at a key of the part, about a line of its file (0: the file). @return HOL_INVALID */
hol_status hol_import_refuse(const hol_import *import, const hol_matrix_source *source, size_t line, const char *hint,
                             const char *format, ...) HOL_PRINTF(5, 6);
/** Add a fault at a place in the problem file. @return HOL_INVALID */
hol_status hol_import_refuse_at(const hol_import *import, hol_place place, const char *hint, const char *format, ...)
    HOL_PRINTF(4, 5);

/** Turn the error of a file reader into a fault. @return the status */
HOL_MUST_CHECK hol_status hol_import_pass(const hol_import *import, const hol_matrix_source *source, hol_status status,
                                          const hol_file_fault *fault);

/** Read the map of rows and the coordinates of nodes, where there are files of them.
 *  @return HOL_INVALID after a fault, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_import_read_nodes(hol_import *import);
/** Find the rows of a node: those of the freedoms that the map has; others SIZE_MAX. @return their number */
size_t hol_import_node_rows(const hol_import *import, size_t node, size_t row[HOL_FREEDOM_COUNT]);
/** Return the coordinates of a node, SI. @return false if it is not among the nodes */
bool hol_import_node_at(const hol_import *import, size_t node, double at[3]);

/** Map rows to unknowns, and add rigid couplings. */
HOL_MUST_CHECK hol_status hol_import_couple(hol_import *import);
/** Compute the places and functionals of the points. */
HOL_MUST_CHECK hol_status hol_import_ports(hol_import *import);
/** Find motions with neither stiffness nor mass. They become coordinates of the structure (hol_sites.mechanisms), and
 *  the body's K is definite in them from then on. What is no such motion but for rounding is left alone.
 *  @return HOL_INVALID with a fault if one of them moves no port; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_import_find_mechanisms(hol_import *import);
/** Compute generalised masses of six motions A [columns * 6] where those of hol_import_find_mechanisms() may be part of
 *  them.
 *  @param[out] G  0 where the part is held, so that its mass cannot be told */
HOL_MUST_CHECK hol_status hol_import_mechanism_mass(const hol_import *import, const double *A, double G[36]);
/** Advice on a motion with neither stiffness nor mass. */
extern const char hol_import_mechanism_hint[];
/** Check that the part is positive semidefinite, find its rigid-body modes and mass. */
HOL_MUST_CHECK hol_status hol_import_rigid(hol_import *import);

/** Share the body of an imported part with another one that is the same. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_import_share(const hol_sites *like, hol_sites *sites);
/** Import a part.
 *  @param[in]  cancellation  asked on the way; NULL: nobody
 *  @param[out] flexible  owned by the caller
 *  @return HOL_INVALID with faults added, HOL_NUMERICAL, HOL_MEMORY, HOL_INCOMPLETE if cancelled */
HOL_MUST_CHECK hol_status hol_import_part(const hol_resolving *r, const double axis[3][3],
                                          const hol_cancellation *cancellation, hol_sites *sites, double *extent);

/** Evaluate rigid motions (displacement along, then rotation about the axes) at a place: component `freedom` of motion
 *  j is returned for j = 0..5. */
void hol_rigid_motion(const double from_centre[3], int freedom, double component[6]);

#endif
