/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_model.h  A problem as finite elements and linear equations between their unknowns. */
#ifndef HOLONOME_TESTS_FE_MODEL_H
#define HOLONOME_TESTS_FE_MODEL_H

#include "fe.h"
#include "fe_line.h"
#include "problem/kind.h"

/** A linear form of the unknowns: Σ value · unknown[column]; columns may repeat. */
typedef struct fe_form {
  size_t count, capacity;
  size_t *column;
  real *value;
} fe_form;

/** Something with energy. */
typedef struct fe_element {
  bool is_line;
  fe_line line;    /**< is_line: its matrices depend on the degree */
  size_t ends;     /**< forms that enter: ends of the line, or arguments of the matrices below */
  fe_form *end;    /**< [ends] */
  size_t bubbles;  /**< not is_line: interior unknowns, after the ends */
  real *K, *M;     /**< not is_line: [(ends + bubbles)²] */
  size_t sideways; /**< mass of a bar across itself: 1 + its part; else 0 */
} fe_element;

/** The motions of a member. */
enum { FE_AXIAL, FE_TORSION, FE_BEND_Y, FE_BEND_Z, FE_MOTIONS };

/** A part: a member with stations, a body with one, or a part with named points. */
typedef struct fe_part {
  bool is_member, is_placed;
  fe_form *site; /**< [stations*6] what the components of its named points are, none: not carried; NULL: no such part */
  real length, from[3], axis[3][3]; /**< rows of axis: local x, y, z */
  size_t stations;
  double *xi;                     /**< [stations] rising, 0 to 1; a body has one */
  size_t *unknown[FE_MOTIONS];    /**< [stations] (bending: deflection, rotation next); NULL: motion absent */
  size_t body[HOL_FREEDOM_COUNT]; /**< unknowns of a body, SIZE_MAX: not considered */
  size_t *loose;                  /**< [stations*6] unknowns that stand for freedoms a member does not carry */
} fe_part;

/** A problem as elements over unknowns, and rows that must vanish. */
typedef struct fe_model {
  fe_pool *pool;
  const hol_problem *problem;
  const hol_part_grammar *const *kinds;
  size_t unknowns;
  fe_part *part;
  fe_element *element;
  size_t elements, element_capacity;
  fe_form *row;
  size_t rows, row_capacity;
  real omega;        /**< highest frequency that rings and plates have to resolve; 0: they are not known */
  size_t extra;      /**< degrees above those that this asks for */
  const char *fault; /**< what is not known to this solver, or NULL */
} fe_model;

/** Build everything; on an unknown feature `fault` is set. Memory is the pool's. */
void fe_model_build(const hol_problem *problem, const hol_part_grammar *const *kinds, fe_pool *pool, fe_model *model);
/** The same with rings, plates and imported matrices, for frequencies up to omega. */
void fe_model_build_for(const hol_problem *problem, const hol_part_grammar *const *kinds, real omega, size_t extra,
                        fe_pool *pool, fe_model *model);

/** @name Pieces of the above */
/**@{*/
void fe_form_add(fe_model *model, fe_form *form, size_t column, real value);
/** A row that must vanish; the caller fills it. */
fe_form *fe_model_row(fe_model *model);
/** An element with `ends` empty forms and, unless it is a line, zero matrices. */
fe_element *fe_model_element(fe_model *model, size_t ends, bool is_line);
/** One with interior unknowns, too. */
fe_element *fe_model_block(fe_model *model, size_t ends, size_t bubbles);
/** form += factor × displacement (offset 0) or rotation (offset 3) of a station along `direction`. */
void fe_model_component(fe_model *model, size_t part, size_t station, size_t offset, const real direction[3],
                        real factor, fe_form *form);
size_t fe_model_station(const fe_model *model, const hol_point *point);
void fe_model_position(const fe_model *model, const hol_point *point, real at[3]);
bool fe_model_has(const fe_model *model, size_t freedom);
/** Is it a part with named points and own axes? */
bool fe_model_is_named(const fe_model *model, size_t part);
/** Parts: geometry, stations, unknowns, elements. */
void fe_parts_place(fe_model *model);
void fe_parts_cut(fe_model *model);
void fe_parts_collect(fe_model *model);
/** Parts with named points: their sites, unknowns and elements. Own axes along the global ones only. */
void fe_ring_collect(fe_model *model, size_t part);
void fe_plate_collect(fe_model *model, size_t part);
void fe_import_collect(fe_model *model, size_t part);
/** Joints: rows and springs. */
void fe_joints_collect(fe_model *model);
/**@}*/

#endif
