/* SPDX-License-Identifier: BSD-3-Clause */
/** @file base64.h  Base64 encoding (RFC 4648) and zlib compression (RFC 1950). */
#ifndef REPORT_PACK_BASE64_H
#define REPORT_PACK_BASE64_H

#include "holonome/text.h"

#include <stdint.h>

/** Add bytes in base64, four characters for three bytes. */
void hol_base64_put(hol_text *text, const uint8_t *bytes, size_t size);

/** Add bytes compressed by zlib (deflate), as bytes.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_deflate(const hol_text *bytes, hol_text *deflated);

/** Add bytes compressed by zlib, in base64.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_deflate_base64(const hol_text *bytes, hol_text *base64);

#endif
