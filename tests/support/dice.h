/* SPDX-License-Identifier: BSD-3-Clause */
/** @file dice.h  Random numbers of the generators of structures: the same for the same seed everywhere. */
#ifndef HOLONOME_TESTS_DICE_H
#define HOLONOME_TESTS_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** splitmix64 [Steele, Lea & Flood 2014]. @param[in,out] state  any number to begin with */
static inline uint64_t dice_next(uint64_t *state)
{
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static inline double dice_uniform(uint64_t *state, double low, double high)
{
  return low + (high - low) * (double)(dice_next(state) >> 11) / 9007199254740992.0;
}

/** One of 0..n-1. */
static inline size_t dice_pick(uint64_t *state, size_t n)
{
  return (size_t)(dice_next(state) % n);
}

static inline bool dice_chance(uint64_t *state, double probability)
{
  return dice_uniform(state, 0, 1) < probability;
}

#endif
