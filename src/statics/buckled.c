/* SPDX-License-Identifier: BSD-3-Clause */
/* The motion in which a structure buckles: S(f) v = 0, by inverse iteration with what the loads change of S. */
#include "base/memory.h"
#include "model/geometry.h"
#include "statics/buckling.h"
#include "statics/loaded.h"

#include <math.h>
#include <stdlib.h>

void hol_buckled_clear(hol_buckled *b)
{
  free(b->first);
  free(b->x);
  free(b->displacement);
  *b = (hol_buckled){0};
}

/** @param[out] x  {0}; to be cleared in every case */
static hol_status make_state(const hol_problem *problem, const hol_statics *statics, double factor, hol_loaded *x)
{
  hol_faults none = {0};
  hol_status status = hol_prestress(problem, statics, factor, true, &x->made, &none);
  if (status == HOL_OK) {
    const hol_statics_request spec = {
        .problem = &x->made.problem, .points = problem->output_points > 1 ? problem->output_points : 2, .joints = true};
    status = hol_statics_make(&spec, &x->at, &none);
  }
  hol_faults_clear(&none);
  return status;
}

/** The largest translation is 1 and positive in its component; where nothing is displaced the largest rotation. */
static void normalise(hol_buckled *b, size_t parts)
{
  double most = 0;
  int from = HOL_UX;
  for (int group = 0; group < 2 && most == 0; group++) {
    from = group ? HOL_RX : HOL_UX;
    for (size_t i = 0; i < b->first[parts]; i++) {
      for (int f = from; f < from + 3; f++) {
        double u = b->displacement[i][f];
        most = fabs(u) > (1 + 1e-9) * fabs(most) ? u : most;
      }
    }
  }
  for (size_t i = 0; i < b->first[parts]; i++) {
    for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
      b->displacement[i][f] = b->displacement[i][f] / most + 0.0; /* no -0 */
    }
  }
  for (size_t p = parts; p-- > 0;) {
    for (size_t i = b->first[p]; i < b->first[p + 1]; i++) {
      bool is_largest = false;
      for (int f = from; f < from + 3; f++) {
        is_largest = is_largest || fabs(b->displacement[i][f]) > 1 - 1e-6;
      }
      b->part = is_largest ? p : b->part;
    }
  }
}

static hol_status take_shape(const hol_loaded *x, const double *v, hol_buckled *b)
{
  const hol_model *model = &x->at.model;
  size_t parts = x->at.problem->part_count;
  double *U = hol_alloc(model->columns, sizeof *U);
  b->first = hol_alloc_copy(model->first_station, parts + 1, sizeof *b->first);
  b->x = hol_alloc(model->station_count, sizeof *b->x);
  b->displacement = hol_alloc(model->station_count, sizeof *b->displacement);
  if (!U || !b->first || !b->x || !b->displacement) {
    free(U);
    return HOL_MEMORY;
  }
  hol_model_expand(model, v, U);
  for (size_t p = 0; p < parts; p++) {
    for (size_t i = b->first[p]; i < b->first[p + 1]; i++) {
      b->x[i] = hol_model_arc_length(model, p, &model->station[i]);
    }
  }
  for (size_t i = 0; i < model->station_count; i++) {
    hol_model_displacement(model, U, &model->station[i], b->displacement[i]);
  }
  free(U);
  normalise(b, parts);
  return HOL_OK;
}

static hol_status take_shapes(hol_loaded *here, const hol_loaded *there, size_t count, hol_buckled *shape)
{
  enum { STEPS = 5 };
  size_t n = here->at.matrix.n;
  if (there->at.matrix.n != n) {
    return HOL_NUMERICAL;
  }
  double *V = hol_alloc(count * n, sizeof *V), *room = hol_alloc((count + 1) * n, sizeof *room);
  hol_status status = V && room ? hol_loaded_vectors(here, there, count, STEPS, V, room) : HOL_MEMORY;
  for (size_t k = 0; k < count && status == HOL_OK; k++) {
    status = take_shape(here, V + k * n, &shape[k]);
  }
  free(V);
  free(room);
  return status;
}

hol_status hol_buckled_shapes(const hol_problem *problem, const hol_statics *statics, double factor, size_t count,
                              hol_buckled *shape, hol_geometry *geometry)
{
  hol_loaded here = {.at = {.residual = 0}}, there = here;
  hol_status status = make_state(problem, statics, factor, &here);
  status = status == HOL_OK ? make_state(problem, statics, factor * (1 + hol_loaded_aside), &there) : status;
  status = status == HOL_OK ? take_shapes(&here, &there, count, shape) : status;
  if (status == HOL_OK && !geometry->part) {
    status = hol_geometry_of_stations(&here.at.model, geometry);
  }
  hol_loaded_clear(&here);
  hol_loaded_clear(&there);
  return status;
}
