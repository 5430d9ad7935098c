/* SPDX-License-Identifier: BSD-3-Clause */
/* Base64 encoding (RFC 4648) and zlib compression (RFC 1950). */
#include "report/pack/base64.h"

#include <zlib.h>

void hol_base64_put(hol_text *text, const uint8_t *bytes, size_t size)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    uint32_t three = 0;
    for (size_t k = 0; k < 3; k++) {
      three = three << 8 | (i + k < size ? bytes[i + k] : 0);
    }
    char four[4];
    for (size_t k = 0; k < 4; k++) {
      four[k] = i + k > size ? '=' : digits[three >> (18 - 6 * k) & 63];
    }
    hol_text_put(text, four, sizeof four);
  }
}

hol_status hol_deflate(const hol_text *bytes, hol_text *deflated)
{
  uLongf size = compressBound((uLong)bytes->size);
  if (bytes->failed || !hol_text_reserve(deflated, size)) {
    return HOL_MEMORY;
  }
  const Bytef *from = (const Bytef *)(bytes->data ? bytes->data : "");
  if (compress2((Bytef *)deflated->data + deflated->size, &size, from, (uLong)bytes->size, 6) != Z_OK) {
    return HOL_MEMORY;
  }
  deflated->size += size;
  deflated->data[deflated->size] = '\0';
  return HOL_OK;
}

hol_status hol_deflate_base64(const hol_text *bytes, hol_text *base64)
{
  hol_text deflated = {0};
  hol_status status = hol_deflate(bytes, &deflated);
  if (status == HOL_OK) {
    hol_base64_put(base64, (const uint8_t *)deflated.data, deflated.size);
    status = base64->failed ? HOL_MEMORY : HOL_OK;
  }
  hol_text_clear(&deflated);
  return status;
}
