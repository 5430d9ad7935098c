/* SPDX-License-Identifier: BSD-3-Clause */
/** @file measured.h  Measured modes and frequency response functions, or those of other programs, read from a Universal
 *  File (UFF).
 *
 *  Supported are datasets 15 and 2411 (nodes), 2420 (axes), 82 (trace lines), 55 and 2414 (modes, real and complex), 58
 *  (functions, as text and binary), 151 (title) and 164 (units); others are skipped, with a note. All data are
 *  converted to SI units and global axes.
 *  Reference: the definitions of the Structural Dynamics Research Corporation, kept by the University of Cincinnati
 *  (SDRL). */
#ifndef REPORT_MEASURED_MEASURED_H
#define REPORT_MEASURED_MEASURED_H

#include "base/arena.h"
#include "base/complex.h"

#include <stdbool.h>
#include <stddef.h>

enum { HOL_MEASURED_FREEDOMS = 3 }; /**< displacements; rotations are read and left out */

typedef struct hol_measured_node {
  size_t label, placed, axes; /**< numbers of the axes that its place and its displacements are in; 0: global */
  double at[3];               /**< m */
  size_t line;                /**< of the file */
} hol_measured_node;

/** A line through nodes, as structures are drawn. */
typedef struct hol_measured_trace {
  const char *name;
  size_t *node; /**< [count] labels, once all is read indices; SIZE_MAX: the pen is lifted */
  size_t count;
  size_t line;
  struct hol_measured_trace *next;
} hol_measured_trace;

/** A mode, at nodes. */
typedef struct hol_measured_mode {
  size_t number;
  double omega;   /**< rad/s, undamped: |eigenvalue| */
  double damping; /**< ratio; NAN: unknown */
  bool is_complex;
  double complex (*value)[HOL_MEASURED_FREEDOMS]; /**< [nodes] in no unit: only the shape counts */
  bool *has;                                      /**< [nodes] is it measured there? */
  double collinearity; /**< modal phase collinearity: 1 where all points move at once, 0 where phases are all over */
  size_t line;
  struct hol_measured_entry *entry; /**< as they are in the file, until they are settled */
  struct hol_measured_mode *next;
} hol_measured_mode;

/** A function over frequency: a frequency response. */
typedef struct hol_measured_function {
  const char *response, *reference; /**< "12 +Z", "1 +X" */
  const char *label, *unit;         /**< receptance in m/N */
  size_t count;
  double *omega;         /**< [count] rad/s */
  double complex *value; /**< [count] SI */
  int scale[2];          /**< exponents of length and force in its unit */
  size_t line;
  struct hol_measured_function *next;
} hol_measured_function;

/** {0} is empty. All is of the arena. */
typedef struct hol_measured {
  hol_arena arena;
  const char *title;    /**< "": none */
  const char *unit;     /**< as the file calls its units; "": it names none */
  double length, force; /**< one SI unit in those of the file */
  bool has_units;
  hol_measured_node *node; /**< [nodes] by label */
  size_t nodes, room;
  hol_measured_trace *trace;
  hol_measured_mode *mode;
  size_t modes;
  hol_measured_function *function;
  size_t functions;
  size_t other_functions; /**< of other types: read over */
  struct hol_measured_axes *axes;
  struct hol_measured_note *note; /**< what was passed over */
} hol_measured;

/** Axes that places or displacements are given in. */
typedef struct hol_measured_axes {
  size_t number;
  bool is_cartesian;
  double row[3][3]; /**< unit vectors of its x, y, z in global components */
  double origin[3]; /**< in units of the file */
  struct hol_measured_axes *next;
} hol_measured_axes;

typedef struct hol_measured_note {
  const char *words;
  struct hol_measured_note *next;
} hol_measured_note;

typedef struct hol_measured_fault {
  size_t line, column; /**< from 1; column 0: the whole line */
  const char *what;    /**< lives as long as what was read */
} hol_measured_fault;

/** Does a text begin like a Universal File? */
bool hol_measured_is(const char *bytes, size_t size);
/** Read a Universal File. @param[out] measured  {0}; to be cleared in every case @return HOL_INVALID: see `fault`;
 *  HOL_MEMORY. Cost O(size log nodes) */
HOL_MUST_CHECK hol_status hol_measured_read(const char *bytes, size_t size, hol_measured *measured,
                                            hol_measured_fault *fault);
void hol_measured_clear(hol_measured *measured);
/** Count the measured directions of all points; a direction in which no mode has any motion was not measured.
 *  @param[out] is  [nodes] is it measured? NULL: not required */
size_t hol_measured_directions(const hol_measured *measured, bool (*is)[HOL_MEASURED_FREEDOMS]);

#endif
