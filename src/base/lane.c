/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocation of arrays of vectors for several problems side by side. */
#include "base/lane.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

hol_lane *hol_lanes_alloc(size_t n)
{
  size_t size = (n ? n : 1) * sizeof(hol_lane);
  hol_lane *lanes = n > SIZE_MAX / sizeof(hol_lane) ? NULL : aligned_alloc(sizeof(hol_lane), size);
  if (lanes) {
    memset(lanes, 0, size);
  }
  return lanes;
}
