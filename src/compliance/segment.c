/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked of an exact segment. */
#include "compliance/system.h"

#include <string.h>

hol_status hol_segment_stiffness(const hol_member *member, size_t station,
                                 double K[HOL_RELATION_MAX * HOL_RELATION_MAX])
{
  hol_relation relation;
  double length = hol_member_span(member, station);
  HOL_TRY(member->class->relation(hol_member_segment(member, station), length, 0.0, HOL_FORM_ANY, false, &relation));
  double F[HOL_RELATION_MAX * HOL_RELATION_MAX] = {0}, A[HOL_RELATION_MAX * HOL_RELATION_MAX] = {0},
                              X[HOL_RELATION_MAX * HOL_RELATION_MAX];
  size_t m = relation.n_mu, k = relation.n_ports;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++) {
      F[i + j * m] = -relation.S[i][j];
    }
    for (size_t j = 0; j < k; j++) {
      A[i + j * m] = relation.S[i][m + j];
    }
  }
  memcpy(X, A, sizeof X);
  HOL_TRY(hol_dense_cholesky_solve(m, F, X, k)); /* K = S_ww + AᵀF⁻¹A with the flexibility F = −S_μμ */
  for (size_t a = 0; a < k; a++) {
    for (size_t b = 0; b < k; b++) {
      K[a + b * k] = relation.S[m + a][m + b];
      for (size_t i = 0; i < m; i++) {
        K[a + b * k] += A[i + a * m] * X[i + b * m];
      }
    }
  }
  return HOL_OK;
}

void hol_segment_solution(const hol_system *system, size_t segment, const hol_relation *relation, const double *v,
                          double local[HOL_RELATION_MAX])
{
  const hol_segment *s = &system->segment[segment];
  size_t n = 0;
  for (size_t i = 0; i < relation->n_mu; i++) {
    local[n++] = v[s->first_unknown + i];
  }
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  for (size_t i = 0; i < 2 * s->member->orders; i++) {
    local[n++] = hol_sparse_dot(&port[i].row, v);
  }
}
