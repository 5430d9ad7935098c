/* SPDX-License-Identifier: BSD-3-Clause */
/* Right-hand side under harmonic excitation: forces at points and along parts, support motion, base acceleration. */
#include "response/steady/response_system.h"

#include "base/vector.h"

#include <math.h>
#include <string.h>

/** Displacement of a support along a unit vector in a load case, and its derivative. */
static hol_complex_dual support_motion(const hol_response_system *s, size_t column, size_t joint, const double along[3],
                                       double complex at)
{
  hol_complex_dual sum = {0, 0};
  for (size_t i = 0; i < s->request->loads; i++) {
    const hol_excitation *load = &s->request->load[i];
    for (size_t k = 0; k < load->joints && (s->columns == 1 || i == column); k++) {
      if (load->joint[k] == joint) {
        double size = load->size * hol_dot(3, load->at.direction, along);
        sum.v += load->is_acceleration ? size / (at * at) : size;
        sum.d += load->is_acceleration ? -2 * size / (at * at * at) : 0;
      }
    }
  }
  return sum;
}

/** Unit vector along which a spring or dashpot acts; 0 of one that turns. */
static void spring_axis(const hol_joint *joint, double along[3])
{
  memset(along, 0, 3 * sizeof *along);
  if (joint->freedom >= 0 && joint->freedom < HOL_RX) {
    along[joint->freedom] = 1;
  } else if (joint->freedom < 0 && !joint->rotation) {
    hol_unit_vector(joint->direction, along);
  }
}

const hol_sparse *hol_response_spring(const hol_response_system *s, size_t joint, double complex at,
                                      hol_complex_dual *stiffness)
{
  const hol_joint *of = &s->problem->joint[joint];
  const hol_sparse *row = NULL;
  *stiffness = (hol_complex_dual){of->damping * at, of->damping};
  for (size_t i = 0; i < s->model.spring_count; i++) {
    if (s->model.spring[i].joint == joint) {
      double loss = cimag(at) < 0 ? -of->loss_factor : of->loss_factor;
      stiffness->v += hol_complex(1, loss) / s->model.spring[i].compliance;
      row = &s->model.spring[i].along.row;
    }
  }
  for (size_t i = 0; i < s->model.dashpot_count; i++) {
    row = s->model.dashpot[i].joint == joint ? &s->model.dashpot[i].along.row : row;
  }
  return row;
}

hol_complex_dual hol_response_spring_support(const hol_response_system *s, size_t column, size_t joint,
                                             double complex at)
{
  double along[3];
  spring_axis(&s->problem->joint[joint], along);
  return support_motion(s, column, joint, along, at);
}

/** Right-hand side of moving supports: of constraint rows, and of springs and dashpots. */
static void add_support_motion(const hol_response_system *s, size_t column, double complex at, double complex *b,
                               double complex *db)
{
  for (size_t k = 0; k < s->rows; k++) {
    hol_complex_dual moved = support_motion(s, column, s->row[k].joint, s->row[k].along, at);
    b[s->dynamic.held_unknown + k] += moved.v;
    db[s->dynamic.held_unknown + k] += moved.d;
  }
  for (size_t j = 0; j < s->problem->joint_count; j++) {
    if (s->released[j]) {
      continue;
    }
    hol_complex_dual stiffness, moved = hol_response_spring_support(s, column, j, at);
    const hol_sparse *row = hol_response_spring(s, j, at, &stiffness);
    hol_row_add(b, stiffness.v * moved.v, row);
    hol_row_add(db, stiffness.d * moved.v + stiffness.v * moved.d, row);
  }
}

/** Factor of the row of a load, and its derivative. */
static hol_complex_dual factor_of(const hol_excitation *load, double complex at)
{
  if (load->kind == HOL_LINE_LOAD) {
    return (hol_complex_dual){1, 0};
  }
  return load->is_unbalance ? (hol_complex_dual){-load->size * at * at, -2 * load->size * at}
                            : (hol_complex_dual){load->size, 0};
}

static hol_status add_load(const hol_response_system *s, size_t i, double complex at, double complex *b,
                           double complex *db)
{
  const hol_excitation *of = &s->request->load[i];
  const struct hol_response_load *load = &s->load[i];
  hol_complex_dual factor = factor_of(of, at);
  hol_row_add(b, factor.v, &load->row);
  hol_row_add(db, factor.d, &load->row);
  for (size_t k = 0; k < load->lines; k++) {
    const hol_member *member = load->line[k].member;
    double size = member->component[0].sign * (of->size * load->line[k].share);
    HOL_TRY(hol_dynamic_load(&s->dynamic, member, size, false, b, db));
  }
  return of->kind == HOL_BASE_ACCELERATION ? hol_inertia_load_add(&load->inertia, &s->dynamic, -of->size, b, db)
                                           : HOL_OK;
}

hol_status hol_response_add_loads(const hol_response_system *s, size_t column, double complex at, double complex *b,
                                  double complex *db)
{
  for (size_t i = 0; i < s->request->loads; i++) {
    HOL_TRY(s->columns == 1 || i == column ? add_load(s, i, at, b, db) : HOL_OK);
  }
  add_support_motion(s, column, at, b, db);
  return HOL_OK;
}
