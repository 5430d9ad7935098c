/* SPDX-License-Identifier: BSD-3-Clause */
/** @file trace.h  Curves and backbones as tasks that can be stopped and continued. */
#ifndef NONLINEAR_TRACE_H
#define NONLINEAR_TRACE_H

#include "nonlinear/curve.h"
#include "farm/farm.h"
#include "holonome/solve.h"

/** hol_nonlinear_trace() with its paths and searches as operations of a task.
 *  @param[in] farm  or NULL
 *  @return besides HOL_INCOMPLETE if it is told to stop */
HOL_MUST_CHECK hol_status hol_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                                    hol_farm *farm, hol_nonlinear_curve *curve);

/** Where a backbone ends; options are borrowed. */
typedef struct hol_backbone_range {
  double rms_limit;
  const hol_nonlinear_options *options;
} hol_backbone_range;

/** hol_nonlinear_backbone() in the same way. */
HOL_MUST_CHECK hol_status hol_backbone(const hol_nonlinear_model *model, size_t k, hol_backbone_range range,
                                       hol_farm *farm, hol_nonlinear_curve *curve);

#endif
