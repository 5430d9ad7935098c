/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches of points solved side by side: compliances of members in vectors, checks against single solutions. */
#include "sweep/batch.h"
#include "base/memory.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Frequencies by both roads agree to this. */
static const double agreement = 1e-10;

/** Forms of the modes of one member, reduced to the unknowns of the determinant, at length, stiffness and mass 1:
 *
 *     ψ_k = a U_k + b V_k,   R = c (A₀ + A₁/l + A₂/l²),    a = 1/√(ml), b = a/l, c = l³/EI (l/EA axially)
 *
 *  U and A₀ by the displacement ports, V by the slopes. */
typedef struct shape {
  hol_lane *U, *V;  /**< [modes * order] rigid-body modes first */
  hol_lane *A[3];   /**< [triangle] */
  hol_lane *omega2; /**< [elastic modes + 1] of the unit line */
} shape;

static size_t triangle_of(const hol_batch *batch)
{
  return batch->reduction.order * (batch->reduction.order + 1) / 2;
}

static size_t shape_room(const hol_batch *batch, const hol_reduction_member *member)
{
  return 2 * member->modal->modes * batch->reduction.order + 3 * triangle_of(batch) + member->modal->modes + 1;
}

static shape shape_at(const hol_batch *batch, const hol_reduction_member *member, hol_lane *room)
{
  size_t modes = member->modal->modes * batch->reduction.order, triangle = triangle_of(batch);
  shape s = {.U = room, .V = room + modes};
  for (size_t k = 0; k < 3; k++) {
    s.A[k] = room + 2 * modes + k * triangle;
  }
  s.omega2 = room + 2 * modes + 3 * triangle;
  return s;
}

/* ---- one member at length, stiffness and mass 1 ------------------------------------------------------------------ */

enum { PHI_ROOM = HOL_REDUCTION_PORTS * (HOL_REDUCTION_MODES + 2) };

/** Its ports and where they are. */
typedef struct unit_ports {
  size_t count;
  double x[HOL_REDUCTION_PORTS];
  int order[HOL_REDUCTION_PORTS];
} unit_ports;

static const double *weight_of(const hol_batch *batch, const hol_modal *modal, size_t port)
{
  return batch->reduction.weight +
         (modal->first_unknown + port - batch->reduction.model.coordinates) * batch->reduction.order;
}

/** Put the forms of the modes into one lane. */
static void put_modes(const hol_batch *batch, const hol_reduction_member *member, const hol_line_mode *mode,
                      const unit_ports *port, double *phi, const shape *s, size_t lane)
{
  const hol_modal *modal = member->modal;
  size_t order = batch->reduction.order;
  for (size_t k = 0; k < modal->modes; k++) {
    for (size_t j = 0; j < order; j++) {
      s->U[k * order + j][lane] = s->V[k * order + j][lane] = 0;
    }
    double both[2], at = -1;
    for (size_t i = 0; i < port->count; i++) {
      if (port->x[i] != at) {
        at = port->x[i];
        hol_line_mode_pair(&member->unit, &mode[k], at, both);
      }
      double value = both[port->order[i]];
      hol_lane *out = (port->order[i] ? s->V : s->U) + k * order;
      const double *w = weight_of(batch, modal, i);
      phi[i + k * port->count] = value;
      for (size_t j = 0; j < order; j++) {
        out[j][lane] += w[j] * value;
      }
    }
  }
}

/** Γ(0) − Σ φφᵀ/ω² between two ports of a member. */
static double remainder_of(const hol_modal *modal, const hol_line *unit, const hol_line_mode *mode,
                           const unit_ports *port, const double *phi, size_t a, size_t b)
{
  double value = hol_line_static(unit, port->x[a], port->order[a], port->x[b], port->order[b]);
  for (size_t k = modal->rigid; k < modal->modes; k++) {
    value -= phi[a + k * port->count] * phi[b + k * port->count] / mode[k].omega2;
  }
  return value;
}

/** Put the residual flexibility, which is symmetric to the last bit, into one lane. */
static void put_remainder(const hol_batch *batch, const hol_reduction_member *member, const hol_line *unit,
                          const hol_line_mode *mode, const unit_ports *port, const double *phi, const shape *s,
                          size_t lane)
{
  const hol_modal *modal = member->modal;
  size_t order = batch->reduction.order, triangle = triangle_of(batch);
  double known[HOL_REDUCTION_PORTS][HOL_REDUCTION_PORTS];
  for (size_t t = 0; t < triangle; t++) {
    s->A[0][t][lane] = s->A[1][t][lane] = s->A[2][t][lane] = 0;
  }
  for (size_t a = 0; a < port->count; a++) {
    for (size_t b = 0; b < port->count; b++) {
      double value = b < a ? known[b][a] : remainder_of(modal, unit, mode, port, phi, a, b);
      known[a][b] = value;
      const double *wa = weight_of(batch, modal, a), *wb = weight_of(batch, modal, b);
      hol_lane *out = s->A[port->order[a] + port->order[b]];
      for (size_t i = 0, t = 0; i < order; i++) {
        for (size_t j = 0; j <= i; j++, t++) {
          out[t][lane] += wa[i] * wb[j] * value;
        }
      }
    }
  }
}

static void put_shape(const hol_batch *batch, const hol_reduction_member *member, const hol_line *unit,
                      const hol_line_mode *mode, const unit_ports *port, const shape *s, size_t lane)
{
  double phi[PHI_ROOM];
  put_modes(batch, member, mode, port, phi, s, lane);
  put_remainder(batch, member, unit, mode, port, phi, s, lane);
  for (size_t k = member->modal->rigid; k <= member->modal->modes; k++) {
    s->omega2[k - member->modal->rigid][lane] = mode[k].omega2;
  }
}

static unit_ports ports_of(const hol_reduction_member *member)
{
  const hol_modal *modal = member->modal;
  const hol_member *of = modal->member;
  unit_ports port = {.count = modal->ports};
  for (size_t i = 0; i < modal->ports; i++) {
    port.order[i] = (int)(modal->port[i] % of->orders);
    port.x[i] = of->station[modal->port[i] / of->orders].xi;
  }
  return port;
}

/* ---- one structure ----------------------------------------------------------------------------------------------- */

/** Forms of a member whose ports move, or whose modes change their shape. */
static bool fill_shape(const hol_batch *batch, const hol_reduction_member *member, const hol_line *line, hol_lane *room,
                       size_t lane)
{
  const hol_modal *modal = member->modal;
  shape s = shape_at(batch, member, room);
  unit_ports port = ports_of(member);
  if (!(line->rotary > 0)) {
    put_shape(batch, member, &member->unit, member->mode, &port, &s, lane);
    return true;
  }
  hol_line unit = member->unit;
  hol_line_mode mode[HOL_REDUCTION_MODES + 3];
  unit.rotary = line->rotary / (line->mass * line->length * line->length);
  if (hol_line_rigid_modes(&unit, mode) != modal->rigid ||
      hol_line_component_modes(&unit, modal->modes - modal->rigid + 1, mode + modal->rigid) != HOL_OK) {
    return false;
  }
  put_shape(batch, member, &unit, mode, &port, &s, lane);
  return true;
}

static bool fill_member(hol_batch *batch, size_t index, hol_lane *room, hol_batch_scales *scale, size_t lane)
{
  const hol_reduction_member *member = &batch->reduction.member[index];
  const hol_line *line = hol_line_part_line(member->modal->member->of);
  double l = line->length, m = line->mass, c = line->stiffness, per = hol_line_is_bending(line) ? l * l * l : l;
  if (!(l > 0) || !(m > 0) || !(c > 0) || line->shear > 0 || fabs(line->tension) > 0 || line->foundation > 0) {
    return false;
  }
  scale->square[lane] = c / (m * l * per);
  scale->a[lane] = 1 / sqrt(m * l);
  scale->b[lane] = scale->a[lane] / l;
  scale->c[lane] = per / c;
  scale->inverse[lane] = 1 / l;
  return member->is_fixed || fill_shape(batch, member, line, room, lane);
}

static void fill_lumped(hol_batch *batch, size_t lane)
{
  const hol_reduction *reduction = &batch->reduction;
  for (size_t g = 0; g < reduction->groups; g++) {
    batch->mass[g][lane] = 0;
  }
  for (size_t i = 0; i < reduction->model.mass_count; i++) {
    const hol_reduction_mass *mass = &reduction->mass[i];
    if (mass->group < reduction->groups) {
      batch->mass[mass->group][lane] += mass->square * reduction->model.mass[i].mass;
    }
  }
  for (size_t i = 0; i < reduction->model.spring_count; i++) {
    batch->compliance[i][lane] = reduction->model.spring[i].compliance;
  }
}

/** A size that all λ of the structure are roughly proportional to: that of its members' own. */
static double typical_of(const hol_batch *batch, const hol_batch_scales *scale, size_t lane)
{
  size_t n = batch->reduction.system.modal_count;
  double product = 1;
  int exponent = 0, e;
  for (size_t i = 0; i < n; i++) {
    product = frexp(product * scale[i].square[lane], &e);
    exponent += e;
  }
  return exp2((log2(product) + exponent) / (double)n);
}

/** The numbers of one structure into one lane. @return false: it does not fit the reduction */
static bool fill_lane(hol_batch *batch, size_t lane)
{
  hol_reduction *reduction = &batch->reduction;
  if (!hol_reduction_fit(reduction, batch->step, lane)) {
    return false;
  }
  hol_lane *room = batch->shape;
  for (size_t i = 0; i < reduction->system.modal_count; i++) {
    if (!fill_member(batch, i, room, &batch->scale[i], lane)) {
      return false;
    }
    room += shape_room(batch, &reduction->member[i]);
  }
  batch->typical[lane] = typical_of(batch, batch->scale, lane);
  fill_lumped(batch, lane);
  return true;
}

/* ---- all lanes --------------------------------------------------------------------------------------------------- */

/** One member's modes and residual flexibility, dimensions put back. */
HOL_LANE_INLINE void assemble_member(const hol_batch *batch, const hol_reduction_member *member, const shape *s,
                                     const hol_batch_scales *scale, size_t index, size_t *mode, size_t *free)
{
  const hol_lane_system *system = &batch->system;
  size_t order = system->order, triangle = order * (order + 1) / 2, rigid = member->modal->rigid;
  const hol_lane *square = &scale->square, *a = &scale->a, *b = &scale->b, *c = &scale->c, *inverse = &scale->inverse;
  for (size_t t = 0; t < triangle; t++) {
    system->flexibility[index * triangle + t] =
        *c * (s->A[0][t] + *inverse * s->A[1][t] + *inverse * *inverse * s->A[2][t]);
  }
  for (size_t k = 0; k < rigid; k++, ++*free) {
    for (size_t i = 0; i < order; i++) {
      system->coupling[*free * order + i] = *a * s->U[k * order + i] + *b * s->V[k * order + i];
    }
    system->mass[*free] = *a - *a + 1.0; /* modes have unit mass */
  }
  for (size_t k = rigid; k < member->modal->modes; k++, ++*mode) {
    system->omega2[*mode] = *square * s->omega2[k - rigid];
    for (size_t i = 0, t = *mode * triangle; i < order; i++) {
      hol_lane x = *a * s->U[k * order + i] + *b * s->V[k * order + i];
      for (size_t j = 0; j <= i; j++, t++) {
        system->psi[t] = x * (*a * s->U[k * order + j] + *b * s->V[k * order + j]);
      }
    }
  }
  system->cutoff[index] = *square * s->omega2[member->modal->modes - rigid];
}

HOL_LANE_CLONES
static void assemble_lanes(hol_batch *batch)
{
  const hol_reduction *reduction = &batch->reduction;
  const hol_lane_system *system = &batch->system;
  size_t order = system->order, triangle = order * (order + 1) / 2, mode = 0, free = 0;
  const hol_lane zero = {0};
  for (size_t t = 0; t < triangle; t++) {
    system->spring[t] = zero;
  }
  hol_lane *room = batch->shape;
  for (size_t i = 0; i < reduction->system.modal_count; i++) {
    shape s = shape_at(batch, &reduction->member[i], room);
    assemble_member(batch, &reduction->member[i], &s, &batch->scale[i], i, &mode, &free);
    room += shape_room(batch, &reduction->member[i]);
  }
  for (size_t g = 0; g < reduction->groups; g++, free++) {
    for (size_t i = 0; i < order; i++) {
      system->coupling[free * order + i] = zero - reduction->group_row[g * order + i];
    }
    system->mass[free] = batch->mass[g];
  }
  for (size_t i = 0; i < reduction->model.spring_count; i++) {
    const double *w = reduction->weight + (reduction->system.spring_unknown + i - reduction->model.coordinates) * order;
    for (size_t r = 0, t = 0; r < order; r++) {
      for (size_t c = 0; c <= r; c++, t++) {
        system->spring[t] += w[r] * w[c] * batch->compliance[i];
      }
    }
  }
}

void hol_batch_restart(hol_batch *batch)
{
  hol_lane_roots *roots = &batch->roots;
  for (size_t k = 0; k < batch->wanted; k++) {
    batch->last[k] = batch->base[k];
  }
  batch->last_typical = batch->base_typical;
  hol_near_restart(&batch->near);
  for (size_t i = 0; i < roots->wanted * HOL_LANES_ORDER; i++) {
    for (size_t l = 0; l < HOL_LANES; l++) {
      roots->x[i][l] = batch->base_x[i];
    }
  }
}

/** Solve what is in the axis lanes; the first `count` lanes count. */
static void solve_lanes(hol_batch *batch, size_t count)
{
  hol_lane_roots *roots = &batch->roots;
  hol_reduction_run(&batch->reduction, batch->axis, batch->step);
  for (size_t l = 0; l < HOL_LANES; l++) {
    roots->good[l] = l < count && fill_lane(batch, l);
    double ratio = roots->good[l] ? batch->typical[l] / batch->last_typical : 1;
    for (size_t k = roots->zero; k < roots->wanted; k++) {
      roots->lambda[k][l] = batch->last[k] * ratio;
    }
  }
  assemble_lanes(batch);
  hol_lane_roots_find(&batch->system, roots);
  for (size_t l = 0; l < count; l++) {
    if (roots->good[l]) {
      for (size_t k = roots->zero; k < roots->wanted; k++) {
        batch->last[k] = roots->lambda[k][l];
      }
      batch->last_typical = batch->typical[l];
    }
  }
}

static hol_status take_outcome(const hol_batch *batch, size_t lane, hol_outcome *outcome)
{
  const hol_lane_roots *r = &batch->roots;
  HOL_TRY(hol_outcome_start(outcome, 1, r->wanted));
  for (size_t k = r->zero; k < r->wanted; k++) {
    double lambda = r->lambda[k][lane], low = r->low[k][lane] * (1 - r->low_margin[k][lane]);
    outcome->omega[k] = sqrt(lambda);
    outcome->upper[k] = sqrt(lambda * (1 + r->margin[k][lane]));
    outcome->lower[k] = sqrt(fmin(low, lambda));
  }
  return HOL_OK;
}

/** As typical_of(), of the members as they are. */
static double exact_size(const hol_batch *batch)
{
  const hol_model *model = &batch->reduction.model;
  double product = 1;
  int exponent = 0, e, n = 0;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_line *line = hol_line_part_line(model->member[i].of);
    if (line->mass > 0) {
      double square = line->length * line->length;
      product = frexp(product * line->stiffness / (line->mass * square * (hol_line_is_bending(line) ? square : 1)), &e);
      exponent += e;
      n++;
    }
  }
  return n ? exp2((log2(product) + exponent) / n) : 1;
}

/** Of more unknowns than that a structure is not solved root by root here. */
enum { BY_ROOTS_MOST = 100 };

/** Roots of the structure in the model, by the fields or the roots of the last. In batch->trial and batch->margin. */
static hol_status find_exact(hol_batch *batch, const hol_system *system, double size, bool *solved)
{
  hol_near *near = &batch->near;
  *solved = false;
  if (hol_near_fits(system, batch->wanted)) {
    HOL_TRY(hol_near_solve(near, system, size, batch->trial, batch->margin, solved));
  }
  if (*solved || system->fixed > BY_ROOTS_MOST) {
    return HOL_OK;
  }
  for (size_t k = 0; k < batch->wanted; k++) {
    batch->trial[k] = batch->last[k] * size / batch->last_typical;
  }
  return hol_exact_solve(&batch->exact, system, batch->trial, batch->margin, solved);
}

/** One structure with exact compliances. */
static hol_status solve_exact(hol_batch *batch, size_t lane, hol_outcome *outcome, bool *solved)
{
  hol_system system = {0};
  *solved = false;
  if (!hol_reduction_fit(&batch->reduction, batch->step, lane)) {
    return HOL_OK;
  }
  double size = exact_size(batch);
  hol_status status = hol_system_build(&batch->reduction.model, 0, 1, HOL_BOUND_UPPER, &system);
  status = status == HOL_OK ? find_exact(batch, &system, size, solved) : status == HOL_MEMORY ? status : HOL_OK;
  hol_system_clear(&system);
  HOL_TRY(status);
  if (!*solved) {
    return HOL_OK;
  }
  HOL_TRY(hol_outcome_start(outcome, 1, batch->wanted));
  for (size_t k = batch->exact.zero; k < batch->wanted; k++) {
    batch->last[k] = batch->trial[k];
    outcome->omega[k] = sqrt(batch->trial[k]);
    outcome->lower[k] = sqrt(batch->trial[k] * (1 - batch->margin[k]));
    outcome->upper[k] = sqrt(batch->trial[k] * (1 + batch->margin[k]));
  }
  batch->last_typical = size;
  return HOL_OK;
}

/** Solve what is in the axis lanes. */
static hol_status solve_all(hol_batch *batch, size_t count, hol_outcome *outcome, bool *solved)
{
  if (batch->reduction.is_exact) {
    hol_reduction_run(&batch->reduction, batch->axis, batch->step);
    for (size_t l = 0; l < count; l++) {
      HOL_TRY(solve_exact(batch, l, &outcome[l], &solved[l]));
    }
    return HOL_OK;
  }
  solve_lanes(batch, count);
  for (size_t l = 0; l < count; l++) {
    solved[l] = batch->roots.good[l];
    if (solved[l]) {
      HOL_TRY(take_outcome(batch, l, &outcome[l]));
    }
  }
  return HOL_OK;
}

hol_status hol_batch_solve(hol_batch *batch, size_t first, size_t count, hol_outcome *outcome, bool *solved)
{
  for (size_t l = 0; l < HOL_LANES; l++) {
    hol_plan_values(batch->plan, first + (l < count ? l : 0), batch->value);
    hol_reduction_axis(&batch->reduction, batch->value, batch->axis, l);
  }
  return solve_all(batch, count, outcome, solved);
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

static hol_status allocate_lanes(hol_batch *batch)
{
  const hol_reduction *reduction = &batch->reduction;
  hol_lane_system *s = &batch->system;
  size_t triangle = triangle_of(batch), room = 0, members = reduction->system.modal_count,
         free = reduction->rigid + reduction->groups;
  for (size_t i = 0; i < members; i++) {
    room += shape_room(batch, &reduction->member[i]);
  }
  *s = (hol_lane_system){.order = reduction->order,
                         .modes = reduction->modes,
                         .members = members,
                         .free = free,
                         .omega2 = hol_lanes_alloc(reduction->modes),
                         .psi = hol_lanes_alloc(reduction->modes * triangle),
                         .spring = hol_lanes_alloc(triangle),
                         .coupling = hol_lanes_alloc(free * reduction->order),
                         .flexibility = hol_lanes_alloc(members * triangle),
                         .cutoff = hol_lanes_alloc(members),
                         .mass = hol_lanes_alloc(free)};
  batch->shape = hol_lanes_alloc(room);
  batch->compliance = hol_lanes_alloc(reduction->model.spring_count);
  batch->mass = hol_lanes_alloc(reduction->groups);
  batch->scale = (hol_batch_scales *)hol_lanes_alloc(members * (sizeof(hol_batch_scales) / sizeof(hol_lane)));
  batch->base_x = hol_alloc(batch->wanted * HOL_LANES_ORDER, sizeof *batch->base_x);
  bool ok = s->omega2 && s->psi && s->spring && s->coupling && s->mass && s->flexibility && s->cutoff && batch->shape &&
            batch->compliance && batch->mass && batch->scale && batch->base_x;
  return ok ? hol_lane_roots_start(&batch->roots, reduction->model.zero_count, batch->wanted) : HOL_MEMORY;
}

static hol_status start_exact(hol_batch *batch)
{
  size_t zero = batch->reduction.model.zero_count;
  batch->near = (hol_near){.zero = zero, .wanted = batch->wanted};
  return hol_exact_start(zero, batch->wanted, &batch->exact);
}

static hol_status allocate_batch(hol_batch *batch)
{
  const hol_reduction *reduction = &batch->reduction;
  batch->axis = hol_lanes_alloc(1 + batch->plan->axis_count);
  batch->step = (hol_lane_dd *)(void *)hol_lanes_alloc(2 * (reduction->work.origins->program.count + 1));
  batch->value = hol_alloc(batch->plan->axis_count, sizeof *batch->value);
  batch->base = hol_alloc(batch->wanted, sizeof *batch->base);
  batch->last = hol_alloc(batch->wanted, sizeof *batch->last);
  batch->trial = hol_alloc(batch->wanted, sizeof *batch->trial);
  batch->margin = hol_alloc(batch->wanted, sizeof *batch->margin);
  if (!batch->axis || !batch->step || !batch->value || !batch->base || !batch->last || !batch->trial ||
      !batch->margin) {
    return HOL_MEMORY;
  }
  return reduction->is_exact ? start_exact(batch) : allocate_lanes(batch);
}

/** What is the same in all lanes: forms of members whose ports do not move. */
static void fill_fixed(hol_batch *batch)
{
  const hol_reduction *reduction = &batch->reduction;
  hol_lane *room = batch->shape;
  for (size_t i = 0; i < reduction->system.modal_count; i++) {
    const hol_reduction_member *member = &reduction->member[i];
    shape s = shape_at(batch, member, room);
    unit_ports port = ports_of(member);
    for (size_t l = 0; l < HOL_LANES && member->is_fixed; l++) {
      put_shape(batch, member, &member->unit, member->mode, &port, &s, l);
    }
    room += shape_room(batch, member);
  }
}

/** Pivots by the structure in lane 0, whose roots are the base. */
static void choose_pivots(hol_batch *batch)
{
  batch->base_typical = batch->typical[0];
  for (size_t k = 0; k < batch->wanted; k++) {
    batch->roots.lambda[k] = batch->roots.lambda[k] - batch->roots.lambda[k] + batch->base[k];
  }
  assemble_lanes(batch);
  hol_lane_roots_plan(&batch->system, &batch->roots, 0);
}

/** The places of the reduction, all of which must fit, by hol_solve(). @param[out] known  [HOL_PLACES] */
static hol_status know_places(hol_solver *solver, hol_batch *batch, hol_outcome *known)
{
  for (size_t s = 0; s < HOL_PLACES; s++) {
    hol_reduction_place(batch->plan, s, batch->value);
    HOL_TRY(hol_point_solve(solver, batch->value, 0, &known[s], NULL, NULL));
    hol_reduction_axis(&batch->reduction, batch->value, batch->axis, s);
  }
  if (known[0].status != HOL_OK || known[0].count < batch->wanted) {
    return HOL_INVALID;
  }
  for (size_t k = 0; k < batch->wanted; k++) {
    batch->base[k] = known[0].omega[k] * known[0].omega[k];
  }
  hol_reduction_run(&batch->reduction, batch->axis, batch->step);
  for (size_t s = 0; s < HOL_PLACES; s++) {
    HOL_TRY(hol_reduction_fit(&batch->reduction, batch->step, s) ? HOL_OK : HOL_INVALID);
  }
  return HOL_OK;
}

/** Begin with the first place: what estimates start from. */
static void take_base(hol_batch *batch)
{
  if (batch->reduction.is_exact) {
    bool fits = hol_reduction_fit(&batch->reduction, batch->step, 0);
    batch->base_typical = fits ? exact_size(batch) : 1;
  } else {
    for (size_t i = 0; i < batch->wanted * HOL_LANES_ORDER; i++) {
      batch->base_x[i] = i % 2 ? -0.7 : 1.0;
    }
    if (fill_lane(batch, 0)) {
      choose_pivots(batch);
    }
  }
  hol_batch_restart(batch);
}

/** Does an outcome agree with what is known? */
static bool outcome_agrees(const hol_batch *batch, const hol_outcome *outcome, const hol_outcome *known)
{
  bool good = known->status == HOL_OK && known->count >= batch->wanted;
  for (size_t k = batch->reduction.model.zero_count; k < batch->wanted && good; k++) {
    double omega = known->omega[k];
    good = fabs(outcome->omega[k] - omega) <= agreement * omega &&
           fabs(outcome->lower[k] - known->lower[k]) <= 2 * agreement * omega;
  }
  return good;
}

/** Solve the places of the reduction both ways. @return HOL_INVALID if they differ, or none can be solved here */
static hol_status try_places_in(hol_solver *solver, hol_batch *batch, hol_outcome *known, hol_outcome *tried)
{
  size_t count = 0;
  bool solved[HOL_LANES] = {false};
  HOL_TRY(know_places(solver, batch, known));
  take_base(batch);
  HOL_TRY(solve_all(batch, HOL_PLACES, tried, solved));
  for (size_t s = 0; s < HOL_PLACES; s++) {
    count += solved[s];
    if (solved[s] && !outcome_agrees(batch, &tried[s], &known[s])) {
      return HOL_INVALID;
    }
  }
  return count ? HOL_OK : HOL_INVALID;
}

static hol_status try_places(hol_solver *solver, hol_batch *batch)
{
  hol_outcome known[HOL_PLACES] = {{0}}, tried[HOL_LANES] = {{0}};
  hol_status status = try_places_in(solver, batch, known, tried);
  for (size_t s = 0; s < HOL_PLACES; s++) {
    hol_outcome_clear(&known[s]);
    hol_outcome_clear(&tried[s]);
  }
  return status;
}

static hol_status start_in(hol_solver *solver, hol_batch *batch)
{
  HOL_TRY(hol_reduction_find(solver, &batch->reduction));
  if (batch->wanted <= batch->reduction.model.zero_count) {
    return HOL_INVALID;
  }
  HOL_TRY(allocate_batch(batch));
  if (batch->reduction.is_exact) {
    return try_places(solver, batch);
  }
  fill_fixed(batch);
  HOL_TRY(try_places(solver, batch));
  for (size_t i = 0; i < batch->wanted * HOL_LANES_ORDER; i++) { /* vectors of one place, to start from */
    for (size_t l = HOL_PLACES; l-- > 0;) {
      batch->base_x[i] = batch->roots.good[l] ? batch->roots.x[i][l] : batch->base_x[i];
    }
  }
  return HOL_OK;
}

hol_status hol_batch_start(hol_solver *solver, hol_batch *batch)
{
  *batch =
      (hol_batch){.plan = hol_plan_of(solver->problem), .wanted = solver->problem->analysis.count, .base_typical = 1};
  return start_in(solver, batch);
}

void hol_batch_clear(hol_batch *batch)
{
  hol_lane_system *s = &batch->system;
  free(s->omega2);
  free(s->psi);
  free(s->spring);
  free(s->coupling);
  free(s->mass);
  free(s->flexibility);
  free(s->cutoff);
  free(batch->axis);
  free(batch->step);
  free(batch->shape);
  free(batch->compliance);
  free(batch->mass);
  free(batch->scale);
  free(batch->value);
  free(batch->base);
  free(batch->trial);
  free(batch->margin);
  free(batch->last);
  free(batch->base_x);
  hol_lane_roots_clear(&batch->roots);
  hol_exact_clear(&batch->exact);
  hol_near_clear(&batch->near);
  hol_reduction_clear(&batch->reduction);
  *batch = (hol_batch){0};
}
