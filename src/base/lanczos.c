/* SPDX-License-Identifier: BSD-3-Clause */
/* Implicitly restarted Lanczos iteration: the reverse communication loop of ARPACK-NG. */
#include "base/lanczos.h"
#include "base/memory.h"

#include <arpack.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/** Workspace of ARPACK. */
typedef struct krylov {
  a_int n, wanted, basis, small_size;
  double *start, *vectors, *work, *small, *value, *image;
  a_int *select;
} krylov;

/** A fixed start vector: the same in every run. */
static void fill_start(size_t n, double *x)
{
  unsigned long long state = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x[i] = (double)(state >> 11) / 9007199254740992.0 - 0.5;
  }
}

/** What ARPACK asks for. @param[in] pointer  where in the workspace it has put x, its answer, and M x (from 1) */
static hol_status answer(const hol_lanczos *l, a_int ido, const a_int *pointer, krylov *k)
{
  double *x = k->work + pointer[0] - 1, *y = k->work + pointer[1] - 1;
  if (!l->mass) {
    return l->apply(l->context, x, y);
  }
  if (ido == 2) {
    return l->mass(l->context, x, y);
  }
  if (ido == 1) {
    return l->apply(l->context, k->work + pointer[2] - 1, y);
  }
  HOL_TRY(l->mass(l->context, x, k->image));
  return l->apply(l->context, k->image, y);
}

static hol_status run_lanczos(const hol_lanczos *l, krylov *k, double *vectors)
{
  const char *kind = l->mass ? "G" : "I", *which = l->mass ? "LM" : "LA";
  a_int ido = 0, info = 1, pointer[14] = {0};
  a_int parameter[11] = {1, 0, l->restarts, 1, 0, 0, l->mass ? 3 : 1, 0, 0, 0, 0};
  fill_start(l->n, k->start);
  if (l->prepare) {
    l->prepare(l->context, k->start);
  }
  for (;;) {
    dsaupd_c(&ido, kind, k->n, which, k->wanted, 0.0, k->start, k->basis, k->vectors, k->n, parameter, pointer, k->work,
             k->small, k->small_size, &info);
    if (ido != -1 && ido != 1 && ido != 2) {
      break;
    }
    if (!hol_may_continue(l->cancellation)) {
      return HOL_INCOMPLETE;
    }
    HOL_TRY(answer(l, ido, pointer, k));
  }
  if (ido != 99 || info != 0) {
    return HOL_NUMERICAL;
  }
  dseupd_c(1, "A", k->select, k->value, k->vectors, k->n, -l->sigma, kind, k->n, which, k->wanted, 0.0, k->start,
           k->basis, k->vectors, k->n, parameter, pointer, k->work, k->small, k->small_size, &info);
  if (info != 0 || parameter[4] < k->wanted) {
    return HOL_NUMERICAL;
  }
  memcpy(vectors, k->vectors, l->n * l->wanted * sizeof *vectors);
  return HOL_OK;
}

hol_status hol_lanczos_run(const hol_lanczos *l, double *vectors)
{
  size_t n = l->n, small = l->basis * (l->basis + 8);
  if (n > INT_MAX / 3 || l->basis > INT_MAX / 4 || small > INT_MAX / 2) {
    return HOL_NUMERICAL;
  }
  krylov k = {.n = (a_int)n,
              .wanted = (a_int)l->wanted,
              .basis = (a_int)l->basis,
              .small_size = (a_int)small,
              .start = hol_alloc(n, sizeof *k.start),
              .vectors = hol_alloc(n * l->basis, sizeof *k.vectors),
              .work = hol_alloc(3 * n, sizeof *k.work),
              .small = hol_alloc(small, sizeof *k.small),
              .value = hol_alloc(l->basis, sizeof *k.value),
              .image = hol_alloc(l->mass ? n : 1, sizeof *k.image),
              .select = hol_alloc(l->basis, sizeof *k.select)};
  bool ok = k.start && k.vectors && k.work && k.small && k.value && k.image && k.select;
  hol_status status = ok ? run_lanczos(l, &k, vectors) : HOL_MEMORY;
  free(k.start);
  free(k.vectors);
  free(k.work);
  free(k.small);
  free(k.value);
  free(k.image);
  free(k.select);
  return status;
}
