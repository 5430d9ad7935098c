/* SPDX-License-Identifier: BSD-3-Clause */
/* Uniform acceleration as rigid-body displacement: of all columns, and projected on rigid-body modes of a part. */
#include "statics/gravity_forces.h"

#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>

/** A rigid translation that the rigid-body modes of a part do not give to this share is not among them. */
static const double fit_tolerance = 1e-9;

double hol_gravity_component(const hol_model *model, size_t part, size_t freedom, const double vector[3])
{
  return freedom < HOL_RX ? hol_dot(3, model->resolved[part].axis[freedom], vector) : 0;
}

double *hol_gravity_columns(const hol_model *model, const double g[3])
{
  double *G = hol_alloc(model->columns, sizeof *G);
  for (size_t i = 0; G && i < model->station_count; i++) {
    for (size_t k = 0; k < 3; k++) {
      if (model->slot[k] != SIZE_MAX) {
        G[model->station[i].column + model->slot[k]] = g[k];
      }
    }
  }
  for (size_t i = 0; G && i < model->problem->part_count; i++) {
    for (size_t k = 0; k < model->resolved[i].rigid_dofs; k++) {
      G[model->own_column[i] + k] = hol_gravity_component(model, i, model->resolved[i].rigid_dof[k], g);
    }
  }
  return G;
}

/** A port under a rigid-body mode (r < rigid), or falling. Rotations are made lengths. */
static double port_motion(const hol_model *model, const hol_member *m, size_t r, size_t port, const double g[3])
{
  const hol_direction *to = &m->component[port % m->orders];
  double unit = hol_member_turns(m, port) ? model->scale : 1;
  return unit * (r < m->rigid_count ? hol_member_rigid_at(m, r, port)
                                    : to->sign * hol_gravity_component(model, m->part, to->freedom, g));
}

/** The largest that is left of falling without the rigid-body modes, over the largest of it. */
static double rigid_fit_residual(const hol_model *model, const hol_member *m, const double g[3], const double *c)
{
  double left = 0, all = 0;
  for (size_t p = 0; p < m->stations * m->orders; p++) {
    if (hol_member_carries(m, p)) {
      double at = port_motion(model, m, m->rigid_count, p, g);
      all = fmax(all, fabs(at));
      for (size_t r = 0; r < m->rigid_count; r++) {
        at -= port_motion(model, m, r, p, g) * c[r];
      }
      left = fmax(left, fabs(at));
    }
  }
  return all > 0 ? left / all : 0;
}

/** Is it a part that would have to fall, without a rigid-body mode and without a port that could tell it? */
static bool is_fixed_by_itself(const hol_model *model, const hol_member *m, const double g[3])
{
  double along = 0;
  bool has_port = false;
  for (size_t k = 0; k < m->orders; k++) {
    along = fmax(along, fabs(hol_gravity_component(model, m->part, m->component[k].freedom, g)));
  }
  for (size_t p = 0; p < m->stations * m->orders; p++) {
    has_port = has_port || hol_member_carries(m, p);
  }
  return !has_port && m->rigid_count == 0 && along > fit_tolerance * hol_length(g);
}

hol_status hol_gravity_amplitudes(const hol_model *model, const hol_member *m, const double g[3], double *c)
{
  size_t n = m->rigid_count;
  if (is_fixed_by_itself(model, m, g)) {
    return HOL_INVALID;
  }
  double *gram = hol_alloc(n * n, sizeof *gram);
  for (size_t p = 0; gram && p < m->stations * m->orders; p++) {
    for (size_t r = 0; r < n && hol_member_carries(m, p); r++) {
      double value = port_motion(model, m, r, p, g);
      c[r] += value * port_motion(model, m, n, p, g);
      for (size_t k = 0; k < n; k++) {
        gram[r + k * n] += value * port_motion(model, m, k, p, g);
      }
    }
  }
  hol_status status = !gram ? HOL_MEMORY : n > 0 ? hol_dense_cholesky_solve(n, gram, c, 1) : HOL_OK;
  free(gram);
  HOL_TRY(status == HOL_NUMERICAL ? HOL_INVALID : status);
  return rigid_fit_residual(model, m, g, c) <= fit_tolerance ? HOL_OK : HOL_INVALID;
}
