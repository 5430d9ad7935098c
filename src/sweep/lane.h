/** @file lane.h  Several structures side by side, see base/lane.h. */
#ifndef SWEEP_LANE_H
#define SWEEP_LANE_H

#include "base/lane.h"

#include <stddef.h>
#include <stdint.h>

/** Zeroed memory for n vectors, to be freed with free(). NULL without memory. */
hol_lane *hol_lanes_alloc(size_t n);

#endif
