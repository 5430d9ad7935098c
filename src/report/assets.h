/* SPDX-License-Identifier: BSD-3-Clause */
/** @file assets.h  Files of `page/` that are part of every report page, embedded unchanged in the program. */
#ifndef REPORT_ASSETS_H
#define REPORT_ASSETS_H

#include <stddef.h>

typedef struct hol_asset {
  const char *bytes;
  size_t size;
} hol_asset;

typedef enum { HOL_ASSET_STYLE, HOL_ASSET_SCRIPT, HOL_ASSET_LICENSES } hol_asset_name;

hol_asset hol_asset_get(hol_asset_name name);

#endif
