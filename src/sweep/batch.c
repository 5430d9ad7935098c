#include "sweep/batch.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Two places on a member closer than this (xi) are not told apart here, and a place this near to an end is left to
 *  hol_solve(). */
static const double apart = 1e-6, together = 5e-10;
/** Frequencies by both roads agree to this. */
static const double agreement = 1e-10;

/* Forms of the modes of one member, reduced to the unknowns of the determinant, at length, stiffness and mass 1:
 *
 *     ψ_k = a U_k + b V_k,   R = c (A₀ + A₁/l + A₂/l²),    a = 1/√(ml), b = a/l, c = l³/EI (l/EA axially)
 *
 * U and A₀ by the displacement ports, V by the slopes. */
typedef struct shape {
  hol_lane *U, *V;      /* [modes * order] rigid-body modes first */
  hol_lane *A[3];       /* [triangle] */
  hol_lane *omega2;     /* [elastic modes + 1] of the unit line */
} shape;

static size_t triangle_of(const hol_batch *batch)
{
  return batch->frame.order * (batch->frame.order + 1) / 2;
}

static size_t shape_room(const hol_batch *batch, const hol_frame_member *member)
{
  return 2 * member->modal->modes * batch->frame.order + 3 * triangle_of(batch) + member->modal->modes + 1;
}

static shape shape_at(const hol_batch *batch, const hol_frame_member *member, hol_lane *room)
{
  size_t modes = member->modal->modes * batch->frame.order, triangle = triangle_of(batch);
  shape s = {.U = room, .V = room + modes};
  for (size_t k = 0; k < 3; k++) {
    s.A[k] = room + 2 * modes + k * triangle;
  }
  s.omega2 = room + 2 * modes + 3 * triangle;
  return s;
}

/* ---- one member at length, stiffness and mass 1 ------------------------------------------------------------------ */

enum { PHI_ROOM = HOL_FRAME_PORTS * (HOL_FRAME_MODES + 2) };

/** Its ports and where they are. */
typedef struct unit_ports {
  size_t count;
  double x[HOL_FRAME_PORTS];
  int order[HOL_FRAME_PORTS];
} unit_ports;

static const double *weight_of(const hol_batch *batch, const hol_modal *modal, size_t port)
{
  return batch->frame.weight + (modal->first_unknown + port - batch->frame.model.coordinates) * batch->frame.order;
}

/** Put the forms of the modes into one lane. */
static void put_modes(const hol_batch *batch, const hol_frame_member *member, const hol_line_mode *mode,
                      const unit_ports *port, double *phi, const shape *s, size_t lane)
{
  const hol_modal *modal = member->modal;
  size_t order = batch->frame.order;
  for (size_t k = 0; k < modal->modes; k++) {
    for (size_t j = 0; j < order; j++) {
      s->U[k * order + j][lane] = s->V[k * order + j][lane] = 0;
    }
    for (size_t i = 0; i < port->count; i++) {
      double value = hol_line_mode_at(&member->unit, &mode[k], port->x[i], port->order[i]);
      hol_lane *out = (port->order[i] ? s->V : s->U) + k * order;
      const double *w = weight_of(batch, modal, i);
      phi[i + k * port->count] = value;
      for (size_t j = 0; j < order; j++) {
        out[j][lane] += w[j] * value;
      }
    }
  }
}

/** Put the remainder Γ(0) − Σ φφᵀ/ω² into one lane. */
static void put_remainder(const hol_batch *batch, const hol_frame_member *member, const hol_line *unit,
                          const hol_line_mode *mode, const unit_ports *port, const double *phi, const shape *s, size_t lane)
{
  const hol_modal *modal = member->modal;
  size_t order = batch->frame.order, triangle = triangle_of(batch);
  for (size_t t = 0; t < triangle; t++) {
    s->A[0][t][lane] = s->A[1][t][lane] = s->A[2][t][lane] = 0;
  }
  for (size_t a = 0; a < port->count; a++) {
    for (size_t b = 0; b < port->count; b++) {
      double value = hol_line_static(unit, port->x[a], port->order[a], port->x[b], port->order[b]);
      for (size_t k = modal->rigid; k < modal->modes; k++) {
        value -= phi[a + k * port->count] * phi[b + k * port->count] / mode[k].omega2;
      }
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

static void put_shape(const hol_batch *batch, const hol_frame_member *member, const hol_line *unit,
                      const hol_line_mode *mode, const unit_ports *port, const shape *s, size_t lane)
{
  double phi[PHI_ROOM];
  put_modes(batch, member, mode, port, phi, s, lane);
  put_remainder(batch, member, unit, mode, port, phi, s, lane);
  for (size_t k = member->modal->rigid; k <= member->modal->modes; k++) {
    s->omega2[k - member->modal->rigid][lane] = mode[k].omega2;
  }
}

/* ---- places on members ------------------------------------------------------------------------------------------- */

/** Where a station stands now, xi. */
static double place_of(const hol_batch *batch, size_t part, size_t station)
{
  const hol_frame *frame = &batch->frame;
  for (size_t p = 0; p < frame->point_count; p++) {
    if (frame->point[p].station == station) {
      return *frame->point[p].xi;
    }
  }
  return frame->model.station[station].x / frame->model.piece[part].length;
}

static unit_ports ports_of(const hol_batch *batch, const hol_frame_member *member)
{
  const hol_modal *modal = member->modal;
  const hol_member *of = modal->member;
  unit_ports port = {.count = modal->ports};
  for (size_t i = 0; i < modal->ports; i++) {
    size_t station = (size_t)(of->station - batch->frame.model.station) + modal->port[i] / of->orders;
    port.order[i] = (int)(modal->port[i] % of->orders);
    port.x[i] = place_of(batch, member->part, station);
  }
  return port;
}

/** Are the stations those of the model: points together or apart as they were there, ends at the ends? */
static bool places_hold(const hol_batch *batch)
{
  const hol_frame *frame = &batch->frame;
  for (size_t p = 0; p < frame->point_count; p++) {
    const hol_frame_point *point = &frame->point[p];
    size_t part = 0;
    while (frame->model.first_station[part + 1] <= point->station) {
      part++;
    }
    double xi = *point->xi, was = frame->model.station[point->station].x / frame->model.piece[part].length;
    bool at_end = was <= together || was >= 1 - together;
    if (!frame->model.piece[part].is_member) {
      continue;
    }
    if (at_end ? fabs(xi - was) > together : (xi < apart || xi > 1 - apart)) {
      return false;
    }
    if (p > 0 && point[-1].station >= frame->model.first_station[part]) {
      double gap = xi - *point[-1].xi;
      if (point[-1].station == point->station ? fabs(gap) > together : gap < apart) {
        return false;
      }
    }
  }
  return true;
}

/* ---- one structure ----------------------------------------------------------------------------------------------- */


/** Resolve the parts that change; axes and kinds of motion must stay what they are in the frame. */
static bool resolve_parts(hol_batch *batch)
{
  size_t kinds;
  const hol_part_kind *kind = hol_part_kinds(&kinds);
  hol_frame *frame = &batch->frame;
  hol_diagnostics faults = {0};
  bool good = true;
  for (size_t p = 0; p < frame->work.part_count && good; p++) {
    if (!frame->part_changes[p]) {
      continue;
    }
    const hol_part *part = &frame->work.part[p];
    hol_piece *piece = &batch->piece[p];
    const hol_piece *first = &frame->model.piece[p];
    kind[part->kind].resolve(part, frame->work.freedoms, piece, &faults);
    good = faults.errors == 0;
    for (size_t i = 0; i < 9 && good; i++) {
      good = fabs(piece->axis[i / 3][i % 3] - first->axis[i / 3][i % 3]) <= 1e-11;
    }
    for (size_t m = 0; m < HOL_MOTION_COUNT && good; m++) {
      good = piece->present[m] == first->present[m] && piece->rigid[m] == first->rigid[m];
    }
  }
  hol_diagnostics_clear(&faults);
  return good;
}

/** Forms of a member whose ports move, or whose modes change their shape. */
static bool fill_shape(const hol_batch *batch, const hol_frame_member *member, const hol_line *line, hol_lane *room,
                       size_t lane)
{
  const hol_modal *modal = member->modal;
  shape s = shape_at(batch, member, room);
  unit_ports port = ports_of(batch, member);
  if (!(line->rotary > 0)) {
    put_shape(batch, member, &member->unit, member->mode, &port, &s, lane);
    return true;
  }
  hol_line unit = member->unit;
  hol_line_mode mode[HOL_FRAME_MODES + 3];
  unit.rotary = line->rotary / (line->mass * line->length * line->length);
  if (hol_line_rigid_modes(&unit, mode) != modal->rigid ||
      hol_line_own_modes(&unit, modal->modes - modal->rigid + 1, mode + modal->rigid) != HOL_OK) {
    return false;
  }
  put_shape(batch, member, &unit, mode, &port, &s, lane);
  return true;
}

static bool fill_member(hol_batch *batch, size_t index, hol_lane *room, hol_batch_scales *scale, size_t lane)
{
  const hol_frame_member *member = &batch->frame.member[index];
  const hol_line *line = &batch->piece[member->part].line[member->motion];
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

static bool fill_lumped(hol_batch *batch, size_t lane)
{
  const hol_frame *frame = &batch->frame;
  for (size_t g = 0; g < frame->groups; g++) {
    batch->mass[g][lane] = 0;
  }
  for (size_t i = 0; i < frame->mass_count; i++) {
    const hol_frame_mass *mass = &frame->mass[i];
    double value = hol_frame_mass_value(&batch->piece[mass->part], mass);
    if (!(value > 0)) {
      return false;
    }
    batch->mass[mass->group][lane] += mass->square * value;
  }
  for (size_t i = 0; i < frame->model.spring_count; i++) {
    const hol_spring *spring = &frame->model.spring[i];
    const hol_joint *joint = &frame->work.joint[spring->joint];
    bool is_plain = joint->stiffness_count == 1 && !frame->spring_is_constant[i];
    double value = frame->spring_is_constant[i] ? spring->compliance
                   : is_plain                   ? 1.0 / joint->stiffness[0]
                                                : joint->compliance;
    if (!(value > 0) || !isfinite(value)) {
      return false;
    }
    batch->compliance[i][lane] = value;
  }
  return true;
}

/** A size that all λ of the structure are roughly proportional to: that of its members' own. */
static double typical_of(const hol_batch *batch, const hol_batch_scales *scale, size_t lane)
{
  size_t n = batch->frame.system.modal_count;
  double product = 1;
  int exponent = 0, e;
  for (size_t i = 0; i < n; i++) {
    product = frexp(product * scale[i].square[lane], &e);
    exponent += e;
  }
  return exp2((log2(product) + exponent) / (double)n);
}

/** The numbers of one structure into one lane. @return false: it does not fit the frame */
static bool fill_lane(hol_batch *batch, size_t lane)
{
  hol_frame *frame = &batch->frame;
  if (!hol_changes_apply(&frame->changes, &frame->numbers, &frame->work, batch->step, lane) || !resolve_parts(batch) ||
      !places_hold(batch)) {
    return false;
  }
  hol_lane *room = batch->shape;
  for (size_t i = 0; i < frame->system.modal_count; i++) {
    if (!fill_member(batch, i, room, &batch->scale[i], lane)) {
      return false;
    }
    room += shape_room(batch, &frame->member[i]);
  }
  batch->typical[lane] = typical_of(batch, batch->scale, lane);
  return fill_lumped(batch, lane);
}

/* ---- all lanes --------------------------------------------------------------------------------------------------- */

/** One member's modes and remainder, dimensions put back. */
HOL_LANE_INLINE void assemble_member(const hol_batch *batch, const hol_frame_member *member, const shape *s,
                                     const hol_batch_scales *scale, size_t index, size_t *mode,
                                     size_t *free)
{
  const hol_lane_system *system = &batch->system;
  size_t order = system->order, triangle = order * (order + 1) / 2, rigid = member->modal->rigid;
  const hol_lane *square = &scale->square, *a = &scale->a, *b = &scale->b, *c = &scale->c, *inverse = &scale->inverse;
  for (size_t t = 0; t < triangle; t++) {
    system->remainder[index * triangle + t] =
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
static void assemble(hol_batch *batch)
{
  const hol_frame *frame = &batch->frame;
  const hol_lane_system *system = &batch->system;
  size_t order = system->order, triangle = order * (order + 1) / 2, mode = 0, free = 0;
  const hol_lane zero = {0};
  for (size_t t = 0; t < triangle; t++) {
    system->spring[t] = zero;
  }
  hol_lane *room = batch->shape;
  for (size_t i = 0; i < frame->system.modal_count; i++) {
    shape s = shape_at(batch, &frame->member[i], room);
    assemble_member(batch, &frame->member[i], &s, &batch->scale[i], i, &mode, &free);
    room += shape_room(batch, &frame->member[i]);
  }
  for (size_t g = 0; g < frame->groups; g++, free++) {
    for (size_t i = 0; i < order; i++) {
      system->coupling[free * order + i] = zero - frame->group_row[g * order + i];
    }
    system->mass[free] = batch->mass[g];
  }
  for (size_t i = 0; i < frame->model.spring_count; i++) {
    const double *w = frame->weight + (frame->system.spring_unknown + i - frame->model.coordinates) * order;
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
  for (size_t k = 0; k < roots->wanted; k++) {
    batch->last[k] = batch->base[k];
  }
  batch->last_typical = batch->base_typical;
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
  hol_tape_run(&batch->frame.changes.tape, batch->axis, batch->step);
  for (size_t l = 0; l < HOL_LANES; l++) {
    roots->good[l] = l < count && fill_lane(batch, l);
    double ratio = roots->good[l] ? batch->typical[l] / batch->last_typical : 1;
    for (size_t k = roots->zero; k < roots->wanted; k++) {
      roots->lambda[k][l] = batch->last[k] * ratio;
    }
  }
  assemble(batch);
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

hol_status hol_batch_solve(hol_batch *batch, size_t first, size_t count, hol_outcome *outcome, bool *solved)
{
  size_t axes = batch->plan->axis_count;
  for (size_t l = 0; l < HOL_LANES; l++) {
    hol_plan_values(batch->plan, first + (l < count ? l : 0), batch->value);
    for (size_t a = 0; a < axes; a++) {
      batch->axis[a][l] = batch->value[a];
    }
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

/* ---- beginning --------------------------------------------------------------------------------------------------- */

static hol_status allocate(hol_batch *batch)
{
  const hol_frame *frame = &batch->frame;
  hol_lane_system *s = &batch->system;
  size_t triangle = triangle_of(batch), room = 0, members = frame->system.modal_count, free = frame->rigid + frame->groups;
  for (size_t i = 0; i < members; i++) {
    room += shape_room(batch, &frame->member[i]);
  }
  *s = (hol_lane_system){.order = frame->order, .modes = frame->modes, .members = members, .free = free,
                         .omega2 = hol_lanes_alloc(frame->modes), .psi = hol_lanes_alloc(frame->modes * triangle),
                         .spring = hol_lanes_alloc(triangle), .coupling = hol_lanes_alloc(free * frame->order),
                         .remainder = hol_lanes_alloc(members * triangle), .cutoff = hol_lanes_alloc(members),
                         .mass = hol_lanes_alloc(free)};
  batch->axis = hol_lanes_alloc(batch->plan->axis_count);
  batch->step = hol_lanes_alloc(frame->changes.tape.count);
  batch->shape = hol_lanes_alloc(room);
  batch->compliance = hol_lanes_alloc(frame->model.spring_count);
  batch->mass = hol_lanes_alloc(frame->groups);
  batch->scale = (hol_batch_scales *)hol_lanes_alloc(members * (sizeof(hol_batch_scales) / sizeof(hol_lane)));
  batch->piece = hol_alloc(frame->work.part_count, sizeof *batch->piece);
  batch->value = hol_alloc(batch->plan->axis_count, sizeof *batch->value);
  batch->base = hol_alloc(batch->wanted, sizeof *batch->base);
  batch->last = hol_alloc(batch->wanted, sizeof *batch->last);
  batch->base_x = hol_alloc(batch->wanted * HOL_LANES_ORDER, sizeof *batch->base_x);
  bool ok = s->omega2 && s->psi && s->spring && s->coupling && s->mass && s->remainder && s->cutoff && batch->axis && batch->step &&
            batch->shape && batch->compliance && batch->mass && batch->scale && batch->piece && batch->value &&
            batch->base && batch->last && batch->base_x;
  return ok ? hol_lane_roots_start(&batch->roots, frame->model.zero_count, batch->wanted) : HOL_MEMORY;
}

/** What is the same in all lanes: pieces that do not change, forms of members whose ports do not move. */
static void fill_fixed(hol_batch *batch)
{
  const hol_frame *frame = &batch->frame;
  memcpy(batch->piece, frame->model.piece, frame->work.part_count * sizeof *batch->piece);
  hol_lane *room = batch->shape;
  for (size_t i = 0; i < frame->system.modal_count; i++) {
    const hol_frame_member *member = &frame->member[i];
    shape s = shape_at(batch, member, room);
    unit_ports port = ports_of(batch, member);
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
  assemble(batch);
  hol_lane_roots_plan(&batch->system, &batch->roots, 0);
}

/** Solve the places of the frame both ways. @return HOL_INVALID if they differ, or none can be solved here */
static hol_status try_places(hol_solver *solver, hol_batch *batch)
{
  const hol_plan *plan = batch->plan;
  hol_outcome known[HOL_PLACES] = {{0}};
  hol_status status = HOL_OK;
  size_t solved = 0;
  for (size_t s = 0; s < HOL_PLACES && status == HOL_OK; s++) {
    hol_frame_place(plan, s, batch->value);
    status = hol_point_solve(solver, batch->value, 0, &known[s], NULL, NULL);
    for (size_t a = 0; a < plan->axis_count; a++) {
      batch->axis[a][s] = batch->value[a];
    }
  }
  if (status == HOL_OK && known[0].status == HOL_OK && known[0].count >= batch->wanted) {
    for (size_t k = 0; k < batch->wanted; k++) {
      batch->base[k] = known[0].omega[k] * known[0].omega[k];
    }
    hol_tape_run(&batch->frame.changes.tape, batch->axis, batch->step);
    if (fill_lane(batch, 0)) {
      choose_pivots(batch);
    }
    for (size_t i = 0; i < batch->wanted * HOL_LANES_ORDER; i++) {
      batch->base_x[i] = i % 2 ? -0.7 : 1.0;
    }
    hol_batch_restart(batch);
    solve_lanes(batch, HOL_PLACES);
  }
  for (size_t s = 0; s < HOL_PLACES && status == HOL_OK; s++) {
    const hol_lane_roots *r = &batch->roots;
    if (!r->good[s]) {
      continue;
    }
    solved++;
    status = known[s].status == HOL_OK && known[s].count >= batch->wanted ? HOL_OK : HOL_INVALID;
    for (size_t k = r->zero; k < r->wanted && status == HOL_OK; k++) {
      double omega = sqrt(r->lambda[k][s]), low = sqrt(r->low[k][s]);
      bool agrees = fabs(omega - known[s].omega[k]) <= agreement * omega &&
                    fabs(low - known[s].lower[k]) <= agreement * omega;
      status = agrees ? HOL_OK : HOL_INVALID;
    }
  }
  for (size_t s = 0; s < HOL_PLACES; s++) {
    hol_outcome_clear(&known[s]);
  }
  return status == HOL_OK && solved == 0 ? HOL_INVALID : status;
}

static hol_status start_in(hol_solver *solver, hol_batch *batch)
{
  HOL_TRY(hol_frame_find(solver, &batch->frame));
  if (batch->wanted <= batch->frame.model.zero_count) {
    return HOL_INVALID;
  }
  HOL_TRY(allocate(batch));
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
  *batch = (hol_batch){.plan = &solver->problem->sweep, .wanted = solver->problem->analysis.count, .base_typical = 1};
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
  free(s->remainder);
  free(s->cutoff);
  free(batch->axis);
  free(batch->step);
  free(batch->shape);
  free(batch->compliance);
  free(batch->mass);
  free(batch->scale);
  free(batch->piece);
  free(batch->value);
  free(batch->base);
  free(batch->last);
  free(batch->base_x);
  hol_lane_roots_clear(&batch->roots);
  hol_frame_clear(&batch->frame);
  *batch = (hol_batch){0};
}
