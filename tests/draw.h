/* SPDX-License-Identifier: BSD-3-Clause */
/** @file draw.h  Random numbers for tests, the same in every run and on every machine. */
#ifndef HOLONOME_TESTS_DRAW_H
#define HOLONOME_TESTS_DRAW_H

#include <stdint.h>

/** From 0 to below 1: the upper bits of Knuth's linear congruential generator. */
static inline double chance(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/** The seed of draw(). */
static uint64_t draw_seed = 1;
static inline double draw(double low, double high)
{
  return low + (high - low) * chance(&draw_seed);
}

#endif
