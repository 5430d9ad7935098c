/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse vectors with sorted indices: addition, axpy, lookup, conversion from and to dense vectors. */
#include "base/sparse.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_sparse_clear(hol_sparse *v)
{
  free(v->index);
  *v = (hol_sparse){0};
}

/** A block for n entries and no more, with those of v in it: there are several vectors for every end of a member, and
 *  most have one entry. */
static hol_status resize(hol_sparse *v, size_t n)
{
  hol_sparse w = {.count = v->count, .capacity = n, .index = hol_alloc(n, sizeof *v->index + sizeof *v->value)};
  if (!w.index) {
    return HOL_MEMORY;
  }
  w.value = (double *)(void *)(w.index + n);
  if (v->count) {
    memcpy(w.index, v->index, v->count * sizeof *v->index);
    memcpy(w.value, v->value, v->count * sizeof *v->value);
  }
  free(v->index);
  *v = w;
  return HOL_OK;
}

static hol_status reserve(hol_sparse *v, size_t n)
{
  return n > v->capacity ? resize(v, n) : HOL_OK;
}

void hol_sparse_fit(hol_sparse *v)
{
  if (v->count == 0) {
    hol_sparse_clear(v);
  } else if (v->count < v->capacity) {
    (void)resize(v, v->count); /* without memory it stays as it is */
  }
}

void hol_sparse_spread(const hol_sparse *v, size_t n, double *x)
{
  memset(x, 0, n * sizeof *x);
  for (size_t i = 0; i < v->count; i++) {
    x[v->index[i]] = v->value[i];
  }
}

hol_status hol_sparse_gather(size_t n, const double *x, hol_sparse *v)
{
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    count += x[i] != 0;
  }
  HOL_TRY(reserve(v, count));
  for (size_t i = 0; i < n; i++) {
    if (x[i] != 0) {
      v->index[v->count] = i;
      v->value[v->count++] = x[i];
    }
  }
  return HOL_OK;
}

/** First position whose index is not below `index`. */
static size_t find_position(const hol_sparse *v, size_t index)
{
  size_t a = 0, b = v->count;
  while (a < b) {
    size_t m = a + (b - a) / 2;
    if (v->index[m] < index) {
      a = m + 1;
    } else {
      b = m;
    }
  }
  return a;
}

hol_status hol_sparse_add(hol_sparse *v, size_t index, double value)
{
  size_t at = find_position(v, index);
  if (at < v->count && v->index[at] == index) {
    v->value[at] += value;
    return HOL_OK;
  }
  HOL_TRY(v->count < v->capacity ? HOL_OK : reserve(v, v->count + v->count / 2 + 1));
  memmove(v->index + at + 1, v->index + at, (v->count - at) * sizeof *v->index);
  memmove(v->value + at + 1, v->value + at, (v->count - at) * sizeof *v->value);
  v->index[at] = index;
  v->value[at] = value;
  v->count++;
  return HOL_OK;
}

/** Put v + factor·x into w, which has room. */
static void merge(hol_sparse *w, const hol_sparse *v, double factor, const hol_sparse *x)
{
  size_t i = 0, j = 0, n = 0;
  while (i < v->count || j < x->count) {
    size_t a = i < v->count ? v->index[i] : (size_t)-1, b = j < x->count ? x->index[j] : (size_t)-1;
    size_t index = a < b ? a : b;
    double value = 0;
    if (a == index) {
      value += v->value[i++];
    }
    if (b == index) {
      value += factor * x->value[j++];
    }
    if (value != 0) {
      w->index[n] = index;
      w->value[n++] = value;
    }
  }
  w->count = n;
}

hol_status hol_sparse_axpy(hol_sparse *v, double factor, const hol_sparse *x)
{
  hol_sparse sum = {0};
  HOL_TRY(reserve(&sum, v->count + x->count));
  merge(&sum, v, factor, x);
  hol_sparse_clear(v);
  *v = sum;
  return HOL_OK;
}

double hol_sparse_get(const hol_sparse *v, size_t index)
{
  size_t at = find_position(v, index);
  return at < v->count && v->index[at] == index ? v->value[at] : 0.0;
}

void hol_sparse_remove(hol_sparse *v, size_t index)
{
  size_t at = find_position(v, index);
  if (at < v->count && v->index[at] == index) {
    v->count--;
    memmove(v->index + at, v->index + at + 1, (v->count - at) * sizeof *v->index);
    memmove(v->value + at, v->value + at + 1, (v->count - at) * sizeof *v->value);
  }
}

double hol_sparse_max(const hol_sparse *v)
{
  return hol_largest(v->count, v->value);
}

hol_status hol_sparse_copy(hol_sparse *copy, const hol_sparse *v)
{
  HOL_TRY(reserve(copy, v->count));
  if (v->count) {
    memcpy(copy->index, v->index, v->count * sizeof *v->index);
    memcpy(copy->value, v->value, v->count * sizeof *v->value);
  }
  copy->count = v->count;
  return HOL_OK;
}
