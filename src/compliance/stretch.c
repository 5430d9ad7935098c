/* What is asked of an exact stretch. */
#include "compliance/system.h"

#include <string.h>

hol_status hol_stretch_stiffness(const hol_line *line, double length, double K[HOL_SEGMENT_MAX * HOL_SEGMENT_MAX])
{
  hol_segment segment;
  HOL_TRY(hol_line_segment(line, length, 0.0, false, &segment));
  double F[HOL_SEGMENT_MAX * HOL_SEGMENT_MAX] = {0}, A[HOL_SEGMENT_MAX * HOL_SEGMENT_MAX] = {0},
                             X[HOL_SEGMENT_MAX * HOL_SEGMENT_MAX];
  size_t m = segment.n_mu, k = segment.n_ports;
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++) {
      F[i + j * m] = -segment.S[i][j];
    }
    for (size_t j = 0; j < k; j++) {
      A[i + j * m] = segment.S[i][m + j];
    }
  }
  memcpy(X, A, sizeof X);
  HOL_TRY(hol_dense_cholesky_solve(m, F, X, k)); /* K = S_ww + AᵀF⁻¹A with the flexibility F = −S_μμ */
  for (size_t a = 0; a < k; a++) {
    for (size_t b = 0; b < k; b++) {
      K[a + b * k] = segment.S[m + a][m + b];
      for (size_t i = 0; i < m; i++) {
        K[a + b * k] += A[i + a * m] * X[i + b * m];
      }
    }
  }
  return HOL_OK;
}

const hol_segment *hol_segment_of(const hol_system *system, const hol_matrix *matrix, size_t stretch)
{
  return &matrix->segment[system->stretch[stretch].alike];
}

void hol_stretch_solution(const hol_system *system, size_t stretch, const hol_segment *segment, const double *v,
                          double local[HOL_SEGMENT_MAX])
{
  const hol_stretch *s = &system->stretch[stretch];
  size_t n = 0;
  for (size_t i = 0; i < segment->n_mu; i++) {
    local[n++] = v[s->first_unknown + i];
  }
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  for (size_t i = 0; i < 2 * s->member->orders; i++) {
    local[n++] = hol_sparse_dot(&port[i].row, v);
  }
}
