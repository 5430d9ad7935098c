/* SPDX-License-Identifier: BSD-3-Clause */
/* All component modes of a small imported part, one step closer to those of its matrices. */
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/import/imported.h"

#include <math.h>
#include <stdlib.h>

/** Frequencies closer than this, relatively, are not told apart by a residual. */
static const double close = 1e-6;

/** Workspace of one step. */
typedef struct step {
  const hol_imported *body;
  size_t count;
  const double *omega2;
  double *X;       /**< [n * count] */
  double *r, *y;   /**< [n * count] residuals; A⁻¹ residuals */
  double *c, *add; /**< [count * count] residuals along the modes; [n * count] */
} step;

static hol_status residuals(const step *s)
{
  size_t n = s->body->n;
  long double *sum = hol_alloc(n, sizeof *sum);
  for (size_t k = 0; sum && k < s->count; k++) {
    hol_imported_residual(s->body, s->omega2[k], s->X + k * n, s->r + k * n, sum);
  }
  free(sum);
  return sum || n == 0 ? HOL_OK : HOL_MEMORY;
}

/** The factor of mode j in the correction of mode k: A⁻¹ divides by ω_j² + σ what is to be divided by ω_j² − ω_k². */
static double factor(const step *s, size_t j, size_t k)
{
  double gap = s->omega2[j] - s->omega2[k];
  bool is_apart = fabs(gap) > close * fmax(s->omega2[j], s->omega2[k]);
  return 1 / (s->omega2[j] + s->body->shift) - (is_apart ? 1 / gap : 0);
}

/** What residuals say nothing about: modes close together are made M-orthogonal to each other. */
static void separate(const step *s)
{
  size_t n = s->body->n;
  for (size_t k = 0; k < s->count; k++) {
    bool is_known = false;
    for (size_t j = k; j-- > 0 && s->omega2[k] - s->omega2[j] <= close * s->omega2[k];) {
      double *x = s->X + k * n, *z = s->X + j * n;
      if (!is_known) {
        hol_imported_apply(s->body, true, 1, x, s->r);
        is_known = true;
      }
      double half = 0.5 * hol_dot(n, z, s->r);
      for (size_t i = 0; i < n; i++) {
        double t = z[i];
        z[i] -= half * x[i];
        x[i] -= half * t;
      }
    }
  }
}

/** x_k −= A⁻¹r_k − Σ_j x_j (1/(ω_j² + σ) − 1/(ω_j² − ω_k²)) x_jᵀr_k: first order in the residual, in motions without
 *  mass, too. */
static hol_status correct(const step *s)
{
  size_t n = s->body->n, m = s->count;
  HOL_TRY(residuals(s));
  for (size_t i = 0; i < n * m; i++) {
    s->y[i] = s->r[i];
  }
  HOL_TRY(hol_spd_solve(s->body->factor, s->y, m));
  hol_dense_product_transposed(n, m, m, s->X, s->r, s->c);
  for (size_t i = 0; i < m * m; i++) {
    s->c[i] *= factor(s, i % m, i / m);
  }
  hol_dense_product(n, m, m, s->X, s->c, s->add);
  for (size_t i = 0; i < n * m; i++) {
    s->X[i] -= s->y[i] - s->add[i];
  }
  hol_imported_deflate(s->body, m, s->X);
  separate(s);
  return HOL_OK;
}

hol_status hol_imported_refine(const hol_imported *body, size_t count, const double *omega2, double *X)
{
  size_t n = body->n;
  step s = {.body = body,
            .count = count,
            .omega2 = omega2,
            .X = X,
            .r = hol_alloc(n * count + n, sizeof *s.r),
            .y = hol_alloc(n * count, sizeof *s.y),
            .c = hol_alloc(count * count, sizeof *s.c),
            .add = hol_alloc(n * count, sizeof *s.add)};
  hol_status status = s.r && s.y && s.c && s.add ? correct(&s) : HOL_MEMORY;
  free(s.r);
  free(s.y);
  free(s.c);
  free(s.add);
  return status;
}
