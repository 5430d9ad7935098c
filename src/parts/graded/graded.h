/* SPDX-License-Identifier: BSD-3-Clause */
/** @file graded.h  Dynamic stiffness relations of members whose properties, or axial force, vary along them. Room
 *  `parts`.
 *
 *  A member is divided where its properties are not smooth - at ends of `pieces`, where expressions jump or bend - and
 *  from one such place to the next they are polynomials to rounding. A segment between two stations is divided further,
 *  into pieces whose transfer matrix collocation gives to rounding (series.h), which two more points confirm, and into
 *  as many more as λ asks for, so that each has no own frequency below λ; the relation of the segment is that of all of
 *  them joined (span.h). Counts are therefore those of the member with the properties at the points. */
#ifndef PARTS_GRADED_GRADED_H
#define PARTS_GRADED_GRADED_H

#include "parts/graded/span.h"
#include "parts/law.h"
#include "parts/profile/varied.h"

/** A piece and its series up to its reach. */
typedef struct hol_graded_piece {
  hol_piece piece;
  hol_power_series series; /**< none of a member as a whole */
} hol_graded_piece;

/** A member as a whole, or a segment of it. */
typedef struct hol_graded {
  hol_line_part means;      /**< the line of its means, and its rigid-body modes. First, see hol_line_part_line() */
  hol_varied *varied;       /**< owned; NULL: it is a segment */
  double error;             /**< relative, of the matrices of its pieces: by how much two more points change them */
  double force, foundation; /**< the most of them, N and N/m² */
  double trait[HOL_CACHE_KEY_MOST];
  hol_nodes nodes;
  size_t count;
  hol_graded_piece piece[];
} hol_graded;

/** Create the exact relations of a member.
 *  @param[in,out] varied  with its means, its ends free; taken over where there is an object
 *  @param[out] graded  NULL: there is no exact relation, as where stiffness comes to nothing at an end, or an axial
 *                      force is so large that too many pieces would be needed. To be freed with hol_graded_free()
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_graded_new(hol_varied *varied, hol_graded **graded);
/** Create a segment of a member. @param[in] from,to  m @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_graded_segment(const hol_graded *member, double from, double to, hol_graded **segment);
void hol_graded_free(void *graded);

/** Its class; static storage. Objects are members as a whole, relations are those of segments. */
const hol_substructure_class *hol_graded_class(void);

/** Return the number of parts into which a piece is to be divided at λ. */
size_t hol_graded_divide(const hol_graded_piece *piece, double lambda);
/** Return part j of these. @param[out] part  scratch @return it, or the piece where there is one part */
const hol_piece *hol_graded_part(const hol_graded *graded, const hol_graded_piece *piece, size_t parts, size_t j,
                                 hol_piece *part);
/** Return its series. @param[out] part  scratch @param[out] series  scratch @return its series */
const hol_power_series *hol_graded_series(const hol_graded *graded, const hol_graded_piece *piece, size_t parts,
                                          size_t j, double lambda, hol_piece *part, hol_power_series *series);
/** Return the units in which the entries of a relation at λ are of order one. */
hol_span_units hol_graded_units(const hol_graded *segment, double lambda);
/** Compute the relation of a segment at λ as a span. */
HOL_MUST_CHECK hol_status hol_graded_span(const hol_graded *segment, double lambda, hol_form form,
                                          hol_span_units *units, hol_span *span);

/** As hol_substructure_class.samples and .inside. Where memory is out, places are NAN. */
hol_relation_waves hol_graded_samples(const void *of, const hol_relation *relation, size_t count, const double *x,
                                      hol_relation_sample *place);
void hol_graded_inside(const hol_relation *relation, const hol_relation_waves *waves, size_t count,
                       const hol_relation_sample *place, const double *v, double *value, double *slope);

/** As hol_substructure_class.damped: stiffness, axial force and foundation times g, mass times −λ/g, so that series
 *  serve at a complex λ.
 *  @return HOL_INVALID with line damping */
hol_status hol_graded_damped(const void *of, double h, const hol_law *law, hol_form form,
                             hol_damped_relation *relation);

#endif
