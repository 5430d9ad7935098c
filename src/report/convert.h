/* SPDX-License-Identifier: BSD-3-Clause */
/** @file convert.h  Conversion of SVG pictures to the format given by the extension of their path. */
#ifndef REPORT_CONVERT_H
#define REPORT_CONVERT_H

#include "holonome/text.h"

/** `.svg`, `.pdf`, `.png`; the last NULL. */
extern const char *const hol_picture_endings[];

/** Can a picture be made for this path? For PDF and PNG the plugin is needed, and librsvg. */
bool hol_picture_can(const char *path);

/** Convert SVG to the format of the path.
 *  @param[in,out] text  of SVG
 *  @return HOL_FILE: see hol_picture_can(); HOL_NUMERICAL: librsvg cannot draw it; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_picture_convert(const char *path, hol_text *text);

#endif
