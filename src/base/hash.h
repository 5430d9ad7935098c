/** @file hash.h  Many small numbers as one (FNV-1a, a word at a time): equal lists have equal ones, others hardly ever. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

/** Of nothing. */
#define HOL_HASH_START 14695981039346656037u

/** With one word more. */
static inline uint64_t hol_hash(uint64_t hash, uint64_t word)
{
  return (hash ^ word) * 1099511628211u;
}

#endif
