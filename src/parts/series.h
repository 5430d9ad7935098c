/* SPDX-License-Identifier: BSD-3-Clause */
/** @file series.h  Component modes of a flexible part as a series of terms, by whatever method. Internal to room
 *  `parts`.
 *
 *  A term is one elastic mode, given by its port values over its frequency, ψ = φ/ω, and by μ = 1/ω², so that
 *
 *      Γ_j = Σ μ^j ψψᵀ + tail_j
 *
 *  is a sum without cancellation, and a motion without mass (μ = 0) is a term like the others. Modes without terms of
 *  their own, infinitely many, are in the tails. */
#ifndef PARTS_SERIES_H
#define PARTS_SERIES_H

#include "parts/sites.h"

enum { HOL_TAILS = 16, HOL_PLACE = 6 };

/** Terms under way; {0} with ports (and places) set is empty. */
typedef struct hol_mode_series {
  size_t ports, places; /**< places: samples, then points */
  size_t count;         /**< terms */
  size_t mu_room, psi_room, mark_room;
  double *mu;       /**< [count] s², ≥ 0 */
  double *psi;      /**< [ports * count] */
  size_t *mark;     /**< [count] what the kind knows the term by */
  double *tail;     /**< [HOL_TAILS][ports * ports] Γ_j, lower triangles; or NULL: nothing */
  double *field;    /**< [6 * places * (rigid + modes)] displacement and rotation of modes at sample places */
  double *response; /**< [HOL_TAILS][6 * places * ports] Γ_j under unit forces, of what has no field of its own */
} hol_mode_series;

/** Add a term. @param[in] psi [ports] */
HOL_MUST_CHECK hol_status hol_mode_series_add(hol_mode_series *s, double mu, const double *psi, size_t mark);
/** Sort the terms by rising frequency; the order of equal ones is kept. */
HOL_MUST_CHECK hol_status hol_mode_series_sort(hol_mode_series *s);
/** Count the terms with μ ≥ mu; they must be sorted. */
size_t hol_mode_series_below(const hol_mode_series *s, double mu);
/** Allocate tails, fields and responses, zeroed.
 *  @param[in] modes  rigid and elastic ones together that have fields */
HOL_MUST_CHECK hol_status hol_mode_series_prepare(hol_mode_series *s, size_t modes);
void hol_mode_series_clear(hol_mode_series *s);

/** Fill component modes with the first `modes` sorted terms. They own the series afterwards, whatever the outcome, and
 *  *s is {0}.
 *  @param[in] rigid_phi  [ports * rigid] */
HOL_MUST_CHECK hol_status hol_mode_series_publish(hol_mode_series *s, size_t rigid, const double *rigid_phi,
                                                  size_t modes, hol_component_modes *own);

/** hol_substructure_class.residual_flexibility, .field and .clear of all kinds that are series. */
hol_status hol_mode_series_residual_flexibility(const hol_component_modes *modes, size_t kept, size_t orders,
                                                bool above, double *gamma);
hol_status hol_mode_series_field(const hol_component_modes *modes, size_t place, const hol_flexible_motion *motion,
                                 double value[6]);
void hol_mode_series_release(void *own);

#endif
