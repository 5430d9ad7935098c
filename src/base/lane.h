/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lane.h  SIMD vectors: several problems side by side, one number of each in one vector of the processor.
 *
 *  Every operation on a vector is the same, correctly rounded one on each of its numbers (no fused operations: the
 *  library is compiled without contraction), so that results depend neither on the processor nor on the neighbours in a
 *  vector. */
#ifndef BASE_LANE_H
#define BASE_LANE_H

#include <stddef.h>

enum { HOL_LANES = 8 };
typedef double hol_lane __attribute__((vector_size(8 * HOL_LANES)));

/** Allocate zeroed memory for n vectors, to be freed with free(). NULL on overflow or lack of memory. */
hol_lane *hol_lanes_alloc(size_t n);

/** Functions marked so are compiled for several kinds of processor; the loader chooses the best when the program
 *  starts. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(HOLONOME_SANITIZED) && !defined(__clang__)
#define HOL_LANE_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HOL_LANE_CLONES
#endif
/** Helpers of such functions become part of them. */
#define HOL_LANE_INLINE static inline __attribute__((always_inline))

#endif
