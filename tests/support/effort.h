/* SPDX-License-Identifier: BSD-3-Clause */
/** @file effort.h  How much of a random or repeated test is done: a part of it, or with HOLONOME_LONG_TESTS all. */
#ifndef SUPPORT_EFFORT_H
#define SUPPORT_EFFORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/** Whether `scripts/test --long` asks for everything. */
static inline bool effort_is_full(void)
{
  return getenv("HOLONOME_LONG_TESTS") != NULL;
}

/** A number from the environment, as HOLONOME_RANDOM=1000; where it is not given `otherwise`. */
static inline uint64_t effort_number(const char *name, uint64_t otherwise)
{
  const char *text = getenv(name);
  return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

/** How many random structures are tried: HOLONOME_RANDOM, or all with HOLONOME_LONG_TESTS, or few. Under sanitizers,
 *  where bytes are looked at rather than numbers, a sixth of the few. */
static inline uint64_t effort_count(uint64_t few, uint64_t all)
{
#if defined(HOLONOME_SANITIZED)
  uint64_t otherwise = effort_is_full() ? few : (few + 5) / 6;
#else
  uint64_t otherwise = effort_is_full() ? all : few;
#endif
  return effort_number("HOLONOME_RANDOM", otherwise);
}

#endif
