/* SPDX-License-Identifier: BSD-3-Clause */
/** @file random.h  Counter-based random numbers: any of them without those before it.
 *
 *  Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; 2011). */
#ifndef SWEEP_RANDOM_H
#define SWEEP_RANDOM_H

#include <stdint.h>

/** Compute the block of 128 bits of a counter and a key. */
void hol_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t block[4]);

/** Return a number uniform in the open interval (0, 1), an odd multiple of 2^-53: number `variable` of draw `index`. */
double hol_random_uniform(uint64_t seed, uint64_t index, uint32_t variable);

/** Return the quantile x of the standard normal distribution, P(standard normal <= x) = p, 0 < p < 1; relative error
 *  below 1e-15 (Wichura, algorithm AS 241, 1988). */
double hol_normal_quantile(double p);

#endif
