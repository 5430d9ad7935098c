/* SPDX-License-Identifier: BSD-3-Clause */
/** @file vtu.h  Modes as an unstructured grid of VTK (XML, version 0.1): parts as lines and cells, every mode a vector
 *  field on the points. [VTK file formats, docs.vtk.org] Module `output`. */
#ifndef OUTPUT_VTU_H
#define OUTPUT_VTU_H

#include "holonome/output.h"
#include "holonome/solve.h"

/** Write all modes with shapes. Vectors are scaled so that the largest displacement of each mode is a tenth of the size
 *  of the structure: ParaView's Warp By Vector shows them with a factor of one. `mode_shape_scale` has the factor from
 *  unit modal mass.
 *  @return HOL_MEMORY; HOL_INVALID without shapes */
HOL_MUST_CHECK hol_status hol_vtu_write(const hol_result *result, hol_text *text);
/** Does a path request a series, one file per mode: is it that of a collection, `.pvd`? */
bool hol_vtu_is_series(const char *path);
/** Write file k of a series: 0 the collection, with the numbers of modes as times, then STEM-1.vtu, .. of the modes, by
 *  their numbers. Each has vectors `displacement`, scaled as above, and `rotation`, which has the same factor.
 *  @param[in] path  of the collection @param[out] name  of the file; nothing is added where there is none
 *  @return HOL_MEMORY; HOL_INVALID without shapes */
HOL_MUST_CHECK hol_status hol_vtu_write_series(const hol_result *result, const char *path, size_t k, hol_text *name,
                                               hol_text *text);

#endif
