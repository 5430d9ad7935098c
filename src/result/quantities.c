/* SPDX-License-Identifier: BSD-3-Clause */
/* Quantities that several analyses share: file, compliance, completeness, timing. */
#include "result/quantities.h"

const hol_quantity hol_quantity_file = {.name = "file", .type = HOL_TEXT};
const hol_quantity hol_quantity_compliance = {.name = "compliance", .type = HOL_TEXT};
const hol_quantity hol_quantity_complete = {.name = "complete", .type = HOL_TRUTH};
const hol_quantity hol_quantity_timing = {.name = "timing", .type = HOL_RECORD};
