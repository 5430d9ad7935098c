/* SPDX-License-Identifier: BSD-3-Clause */
/** @file hash.h  Hash of a list of integers (FNV-1a, a word at a time): equal lists have equal hashes, others hardly
 *  ever. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

/** The hash of an empty list. */
#define HOL_HASH_START 14695981039346656037u

/** Return the hash of the list with one more word. */
static inline uint64_t hol_hash(uint64_t hash, uint64_t word)
{
  return (hash ^ word) * 1099511628211u;
}

#endif
