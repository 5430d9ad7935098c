/* SPDX-License-Identifier: BSD-3-Clause */
/* Compressible coding of numbers: quantisation, differences along a part, zigzag code, byte planes. */
#include "report/pack/planes.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t size_of(const hol_series *series, size_t count)
{
  size_t size = 0;
  for (size_t i = 0; i < count; i++) {
    size += series[i].count;
  }
  return size;
}

/** The largest magnitude; NAN if one is NAN. */
static double largest_of(const double *value, const hol_series *series, size_t count)
{
  double largest = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < series[i].count; k++) {
      double size = fabs(value[series[i].first + k * series[i].stride]);
      largest = size > largest || isnan(size) ? size : largest;
      if (isnan(largest)) {
        return (double)NAN;
      }
    }
  }
  return largest;
}

hol_planes hol_planes_of(const double *value, const hol_series *series, size_t count, unsigned bits, unsigned order)
{
  double largest = bits == 64 ? (double)NAN : largest_of(value, series, count);
  double scale = bits == 64 ? 0 : largest / (double)((1UL << (bits - 1)) - 1);
  bool is_exact = !(largest < DBL_MAX / 2) || (largest > 0 && scale < DBL_MIN);
  return is_exact ? (hol_planes){64, 0, 0} : (hol_planes){bits, order, scale};
}

/** Progressive differences: at station k of order min(k, order). */
static void differ(uint32_t *q, size_t count, size_t order)
{
  for (size_t o = 1; o <= order; o++) {
    for (size_t k = count; k-- > o;) {
      q[k] -= q[k - 1];
    }
  }
}

static uint32_t zigzag(uint32_t d, unsigned width)
{
  uint32_t mask = (uint32_t)((1ULL << width) - 1);
  return d >> (width - 1) & 1 ? (~d & mask) << 1 | 1 : (d & mask) << 1;
}

/** Quanta, their differences without sign, series by series. @param[out] code  [of all] */
static void encode(const hol_planes *planes, unsigned width, const double *value, const hol_series *series,
                   size_t count, uint32_t *code)
{
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < series[i].count; k++) {
      double quanta = planes->scale > 0 ? value[series[i].first + k * series[i].stride] / planes->scale : 0;
      code[k] = (uint32_t)(int32_t)lrint(quanta);
    }
    differ(code, series[i].count, planes->order);
    for (size_t k = 0; k < series[i].count; k++) {
      code[k] = zigzag(code[k], width);
    }
    code += series[i].count;
  }
}

/** From series by series to component, station, part. @param[in] begin  [count] of each series in `code` */
static void arrange(const hol_series *series, size_t count, const size_t *begin, const uint32_t *code,
                    uint32_t *arranged)
{
  size_t groups = 0, longest = 0;
  for (size_t i = 0; i < count; i++) {
    groups = series[i].group >= groups ? series[i].group + 1 : groups;
    longest = series[i].count > longest ? series[i].count : longest;
  }
  for (size_t g = 0; g < groups; g++) {
    for (size_t k = 0; k < longest; k++) {
      for (size_t i = 0; i < count; i++) {
        if (series[i].group == g && k < series[i].count) {
          *arranged++ = code[begin[i] + k];
        }
      }
    }
  }
}

static void put_planes(hol_text *bytes, const uint32_t *code, size_t size, unsigned width)
{
  char *to = bytes->data + bytes->size;
  for (unsigned shift = 0; shift < width; shift += 8) {
    for (size_t i = 0; i < size; i++) {
      *to++ = (char)(code[i] >> shift & 0xff);
    }
  }
  *to = '\0';
  bytes->size += size * (width / 8);
}

static void put_doubles(hol_text *bytes, const double *value, const hol_series *series, size_t count)
{
  char *to = bytes->data + bytes->size;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    for (size_t i = 0; i < count; i++) {
      for (size_t k = 0; k < series[i].count; k++) {
        uint64_t word;
        memcpy(&word, &value[series[i].first + k * series[i].stride], sizeof word);
        *to++ = (char)(word >> shift & 0xff);
      }
    }
  }
  *to = '\0';
  bytes->size = (size_t)(to - bytes->data);
}

hol_status hol_planes_put(hol_text *bytes, const hol_planes *planes, const double *value, const hol_series *series,
                          size_t count)
{
  size_t size = size_of(series, count);
  unsigned width = planes->bits == 21 ? 24 : planes->bits;
  if (!hol_text_reserve(bytes, size * width / 8)) {
    return HOL_MEMORY;
  }
  if (planes->bits == 64) {
    put_doubles(bytes, value, series, count);
    return HOL_OK;
  }
  uint32_t *code = hol_alloc(size, sizeof *code), *arranged = hol_alloc(size, sizeof *arranged);
  size_t *begin = hol_alloc(count, sizeof *begin);
  hol_status status = code && arranged && begin ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    for (size_t i = 1; i < count; i++) {
      begin[i] = begin[i - 1] + series[i - 1].count;
    }
    encode(planes, width, value, series, count, code);
    arrange(series, count, begin, code, arranged);
    put_planes(bytes, arranged, size, width);
  }
  free(code);
  free(arranged);
  free(begin);
  return status;
}
