/* SPDX-License-Identifier: BSD-3-Clause */
/* Rigid motions of the structure with the ground: moved mass, and participation factors of modes. */
#include "modes/rigid.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A member moves with the ground if so much at the most of its motion, relative, is none of its rigid-body modes. */
static const double not_among = 1e-9;

void hol_rigid_clear(hol_rigid *rigid)
{
  free(rigid->U);
  free(rigid->q);
  free(rigid->is_integrated);
  *rigid = (hol_rigid){0};
}

/* ---- which motions ----------------------------------------------------------------------------------------------- */

static void velocity(const hol_rigid *rigid, size_t d, const double at[3], double u[3])
{
  double arm[3];
  for (int k = 0; k < 3; k++) {
    arm[k] = at[k] - rigid->about[k];
  }
  hol_cross(rigid->unit[d] + 3, arm, u);
  for (int k = 0; k < 3; k++) {
    u[k] += rigid->unit[d][k];
  }
}

/** Is what moves at a place considered? What does not move there is not asked for. */
static bool has_freedoms(const hol_model *model, const hol_rigid *rigid, size_t d, const double at[3], double size)
{
  double u[6];
  bool has = true;
  velocity(rigid, d, at, u);
  memcpy(u + 3, rigid->unit[d] + 3, 3 * sizeof *u);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    has = has && (model->slot[f] != SIZE_MAX || fabs(u[f]) <= not_among * (f < HOL_RX ? size : 1));
  }
  return has;
}

/** Does every place have what a motion moves? A turn moves points that are not on its axis across that. */
static bool is_considered(const hol_model *model, const hol_rigid *rigid, size_t d)
{
  bool is = true, shifts = hol_length(rigid->unit[d]) > 0;
  double size = shifts ? 1 : model->scale;
  for (size_t i = 0; i < model->station_count; i++) {
    is = is && has_freedoms(model, rigid, d, model->station[i].at, size);
  }
  for (size_t i = 0; i < model->problem->part_count; i++) {
    is = is && has_freedoms(model, rigid, d, model->from[i], size) && has_freedoms(model, rigid, d, model->to[i], size);
  }
  return is;
}

/** All that the freedoms of the structure allow: along its axes, then about them. */
static void choose_all(const hol_model *model, hol_rigid *rigid)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    rigid->unit[rigid->count][f] = 1;
    if (is_considered(model, rigid, rigid->count)) {
      rigid->count++;
    } else {
      rigid->unit[rigid->count][f] = 0;
    }
  }
}

static hol_status choose(const hol_model *model, hol_rigid *rigid, hol_faults *faults)
{
  const hol_ground_motions *asked = &model->problem->analysis.effective;
  memcpy(rigid->about, asked->about, sizeof rigid->about);
  if (asked->is_all) {
    choose_all(model, rigid);
    return HOL_OK;
  }
  rigid->count = 1;
  memcpy(rigid->unit[0], asked->unit, sizeof rigid->unit[0]);
  if (!is_considered(model, rigid, 0)) {
    hol_faults_add(faults, true, asked->place, "see `freedoms`",
                   "this motion of the ground moves the structure in a way that is not considered");
    return HOL_INVALID;
  }
  return HOL_OK;
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

static void fill_columns(const hol_model *model, const hol_rigid *rigid, size_t d, double *U)
{
  double u[6];
  for (size_t i = 0; i < model->station_count; i++) {
    velocity(rigid, d, model->station[i].at, u);
    memcpy(u + 3, rigid->unit[d] + 3, 3 * sizeof *u);
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      if (model->slot[f] != SIZE_MAX) {
        U[model->station[i].column + model->slot[f]] = u[f] * (f >= HOL_RX ? model->scale : 1);
      }
    }
  }
  for (size_t i = 0; i < model->problem->part_count; i++) {
    const hol_resolved *resolved = &model->resolved[i];
    velocity(rigid, d, model->from[i], u);
    for (size_t k = 0; k < resolved->rigid_dofs; k++) {
      bool turns = resolved->rigid_dof[k] >= HOL_RX;
      const double *along = resolved->axis[resolved->rigid_dof[k] % 3];
      U[model->own_column[i] + k] = turns ? model->scale * hol_dot(3, rigid->unit[d] + 3, along) : hol_dot(3, u, along);
    }
  }
}

/* ---- members ----------------------------------------------------------------------------------------------------- */

/** Places that tell how a member moves as a rigid body: both ends of a line, else its ports. */
typedef struct places {
  const hol_model *model;
  const hol_member *member;
  const hol_rigid *rigid;
  size_t d;
  const double *U; /**< columns in the motion */
  size_t count;
} places;

static places places_of(const hol_model *model, const hol_member *m, const hol_rigid *rigid, size_t d)
{
  size_t count = m->class->rigid ? 2 * m->orders : m->stations * m->orders;
  return (places){model, m, rigid, d, rigid->U + d * model->columns, count};
}

/** What the motion of the ground is at a place of a line, along component k. @param[in] xi  of the length */
static double ground_at(const places *p, double xi, size_t k)
{
  const hol_direction *to = &p->member->component[k];
  size_t part = p->member->part;
  double u[3], at[3];
  for (size_t i = 0; i < 3; i++) {
    at[i] = (1 - xi) * p->model->from[part][i] + xi * p->model->to[part][i];
  }
  velocity(p->rigid, p->d, at, u);
  return to->sign * hol_dot(3, to->freedom < HOL_RX ? u : p->rigid->unit[p->d] + 3,
                            p->model->resolved[part].axis[to->freedom % 3]);
}

/** A place under rigid-body mode r, or (r = rigid_count) as it moves with the ground; rotations are made lengths. */
static double moves(const places *p, size_t r, size_t place)
{
  const hol_member *m = p->member;
  size_t end = place / m->orders, k = place % m->orders;
  if (!m->class->rigid) {
    double unit = hol_member_turns(m, place) ? p->model->scale : 1;
    return unit * (r < m->rigid_count ? hol_member_rigid_at(m, r, place) : hol_sparse_dot(&m->port[place].full, p->U));
  }
  double unit = m->component[k].freedom >= HOL_RX ? p->model->scale : 1;
  const hol_port at = {.x = end ? p->model->resolved[m->part].length : 0, .component = (int)k};
  return unit * (r < m->rigid_count ? m->class->rigid(m->of, r, at) : ground_at(p, (double)end, k));
}

static bool has_displacements(const places *p, size_t place)
{
  return p->member->class->rigid || hol_member_carries(p->member, place);
}

/** The largest that is left without the rigid-body modes, over the largest of all. */
static double left_over(const places *p, const double *c)
{
  double left = 0, all = 0;
  for (size_t i = 0; i < p->count; i++) {
    if (has_displacements(p, i)) {
      double at = moves(p, p->member->rigid_count, i);
      all = fmax(all, fabs(at));
      for (size_t r = 0; r < p->member->rigid_count; r++) {
        at -= moves(p, r, i) * c[r];
      }
      left = fmax(left, fabs(at));
    }
  }
  return all > 0 ? left / all : 0;
}

/** Amplitudes of a member's rigid-body modes, by least squares. @return HOL_INVALID: it does not follow freely */
static hol_status follow(const places *p, double *c)
{
  size_t n = p->member->rigid_count;
  double *gram = hol_alloc(n * n, sizeof *gram);
  for (size_t i = 0; gram && i < p->count; i++) {
    for (size_t r = 0; r < n && has_displacements(p, i); r++) {
      double value = moves(p, r, i);
      c[r] += value * moves(p, n, i);
      for (size_t k = 0; k < n; k++) {
        gram[r + k * n] += value * moves(p, k, i);
      }
    }
  }
  hol_status status = !gram ? HOL_MEMORY : n > 0 ? hol_dense_cholesky_solve(n, gram, c, 1) : HOL_OK;
  free(gram);
  HOL_TRY(status == HOL_NUMERICAL ? HOL_INVALID : status);
  return left_over(p, c) <= not_among ? HOL_OK : HOL_INVALID;
}

/* ---- integrals --------------------------------------------------------------------------------------------------- */

/** Gauss-Legendre on [−1, 1] with ten points: half of them. */
static const double node[5] = {0.14887433898163121088, 0.43339539412924719080, 0.67940956829902440623,
                               0.86506336668898451073, 0.97390652851717172008};
static const double weight[5] = {0.29552422471475287017, 0.26926671930999635509, 0.21908636251598204400,
                                 0.14945134915058059315, 0.06667134430868813759};
enum { GAUSS = 10 };

/** A line as far as its properties and fields are smooth, cut into pieces short against all waves. */
typedef struct span {
  double from, length; /**< of each piece, m */
  size_t pieces;
} span;

/** From a place to the next station or change of properties. @param[out] to  where it ends */
static hol_status cut(const hol_model *model, const hol_member *m, double from, double lambda, span *all, double *to)
{
  double length = model->resolved[m->part].length;
  static const double just_behind = 1e-12;
  hol_inertia here;
  HOL_TRY(m->class->inertia(m->of, from / length + just_behind, lambda, &here));
  *to = fmin(here.smooth_until * length, length);
  for (size_t i = 0; i < m->stations; i++) {
    *to = m->station[i].x > from ? fmin(*to, m->station[i].x) : *to;
  }
  *to = *to > from ? *to : length;
  size_t pieces = 4 + (size_t)fmin((*to - from) * here.max_wavenumber / 3, 1e5);
  *all = (span){from, (*to - from) / (double)pieces, pieces};
  return HOL_OK;
}

/** Place i of the GAUSS * pieces of a span. */
static double place_at(const span *p, size_t i, double *share)
{
  size_t k = i % GAUSS;
  double x = k % 2 ? node[k / 2] : -node[k / 2];
  *share = weight[k / 2] * p->length / 2;
  return p->from + p->length * ((double)(i / GAUSS) + (1 + x) / 2);
}

/** The ground at a place of a line. @param[out] field  as the ports: across, and turned */
static void ground_field(const places *p, double xi, double field[2])
{
  field[0] = ground_at(p, xi, 0);
  field[1] = p->member->orders > 1 ? ground_at(p, xi, 1) : 0;
}

/** Add the products of a field of a solution (NULL: of the ground itself) with the motions of the ground by which the
 *  member does not follow, over a span. */
static hol_status integrate_span(const hol_model *model, const hol_rigid *rigid, const hol_solution *s, size_t member,
                                 const span *all, double *L)
{
  const hol_member *m = &model->member[member];
  double length = model->resolved[m->part].length;
  for (size_t i = 0; i < GAUSS * all->pieces; i++) {
    double share, x = place_at(all, i, &share), field[2] = {0, 0}, ground[2];
    hol_inertia here;
    HOL_TRY(m->class->inertia(m->of, x / length, 0, &here));
    for (size_t k = 0; s && k < m->orders; k++) {
      HOL_TRY(hol_solution_at(s, member, x, (int)k, SIZE_MAX, &field[k]));
    }
    for (size_t d = 0; d < rigid->count; d++) {
      if (rigid->is_integrated[d * model->member_count + member]) {
        const places at = places_of(model, m, rigid, d);
        ground_field(&at, x / length, ground);
        const double *other = s ? field : ground;
        L[d] += share * (here.mass * other[0] * ground[0] + here.rotary * other[1] * ground[1]);
      }
    }
  }
  return HOL_OK;
}

static hol_status integrate(const hol_model *model, const hol_rigid *rigid, const hol_solution *s, size_t member,
                            double *L)
{
  const hol_member *m = &model->member[member];
  double to = 0, length = model->resolved[m->part].length;
  for (double from = 0; from < length; from = to) {
    span all;
    HOL_TRY(cut(model, m, from, s && s->matrix ? s->matrix->lambda : 0, &all, &to));
    HOL_TRY(integrate_span(model, rigid, s, member, &all, L));
  }
  return HOL_OK;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/** Is a member integrated for some of the motions? */
static bool is_held(const hol_model *model, const hol_rigid *rigid, size_t member)
{
  bool is = false;
  for (size_t d = 0; d < rigid->count; d++) {
    is = is || rigid->is_integrated[d * model->member_count + member];
  }
  return is;
}

static hol_status fill_member(const hol_model *model, size_t member, hol_rigid *rigid, size_t d, double *q)
{
  const hol_member *m = &model->member[member];
  const places at = places_of(model, m, rigid, d);
  bool is_stiff = !m->class->rigid && m->rigid_count == 0;
  hol_status status = is_stiff ? HOL_INVALID : follow(&at, q);
  if (status == HOL_INVALID && m->class->inertia) {
    rigid->is_integrated[d * model->member_count + member] = true;
    memset(q, 0, m->rigid_count * sizeof *q);
    return HOL_OK;
  }
  rigid->total[d] += hol_dot(m->rigid_count, q, q);
  return status;
}

static hol_status fill_members(const hol_model *model, hol_rigid *rigid, size_t d, hol_faults *faults)
{
  double *q = rigid->q + d * model->rigid_coordinates;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    hol_status status = m->has_mass ? fill_member(model, i, rigid, d, q) : HOL_OK;
    if (status == HOL_INVALID) {
      hol_faults_add(faults, true, model->problem->analysis.effective.place,
                     "hold it by joints, springs and points, not by its own `ends` or edges",
                     "`%s` does not follow the ground freely: its effective mass is not known",
                     model->problem->part[m->part].name);
    }
    HOL_TRY(status);
    q += m->rigid_count;
  }
  return HOL_OK;
}

bool hol_rigid_is_free(const hol_rigid *rigid, const hol_model *model, size_t d)
{
  bool is = true;
  for (size_t i = 0; i < model->member_count; i++) {
    is = is && !rigid->is_integrated[d * model->member_count + i];
  }
  return is;
}

static void add_lumped_masses(const hol_model *model, const double *U, double *total, double *fixed)
{
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    double speed = hol_sparse_dot(&mass->along.full, U), square = mass->mass * speed * speed;
    *total += square;
    *fixed += mass->along.row.count == 0 ? square : 0;
  }
}

hol_status hol_rigid_make(const hol_model *model, hol_rigid *rigid, hol_faults *faults)
{
  HOL_TRY(choose(model, rigid, faults));
  rigid->U = hol_alloc(rigid->count * model->columns, sizeof *rigid->U);
  rigid->q = hol_alloc(rigid->count * model->rigid_coordinates, sizeof *rigid->q);
  rigid->is_integrated = hol_alloc(rigid->count * model->member_count, sizeof *rigid->is_integrated);
  if (!rigid->U || !rigid->q || !rigid->is_integrated) {
    return HOL_MEMORY;
  }
  for (size_t d = 0; d < rigid->count; d++) {
    double *U = rigid->U + d * model->columns;
    fill_columns(model, rigid, d, U);
    HOL_TRY(fill_members(model, rigid, d, faults));
    add_lumped_masses(model, U, &rigid->total[d], &rigid->fixed[d]);
  }
  for (size_t i = 0; i < model->member_count; i++) {
    HOL_TRY(is_held(model, rigid, i) ? integrate(model, rigid, NULL, i, rigid->total) : HOL_OK);
  }
  return HOL_OK;
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

/** What exact segments have of rigid-body mode r, by the forces on their ports. */
static double segment_amplitude(const hol_solution *s, size_t member, size_t r)
{
  const hol_member *m = &s->system->model->member[member];
  double work = 0;
  for (size_t j = 0; j + 1 < m->stations; j++) {
    const hol_relation *relation = hol_relation_of(s->system, s->matrix, s->segment_of[member] + j);
    const double *local = s->fields->ends.local[s->segment_of[member] + j];
    for (size_t p = 0; p < relation->n_ports; p++) {
      double force = 0;
      for (size_t i = 0; i < relation->n_mu + relation->n_ports; i++) {
        force += relation->S[relation->n_mu + p][i] * local[i];
      }
      work += force * hol_member_rigid_at(m, r, j * m->orders + p);
    }
  }
  return -work / s->matrix->lambda;
}

/** What a solution has of rigid-body mode r of a member. */
static double amplitude(const hol_solution *s, size_t member, size_t r)
{
  return s->zero                             ? s->zero->q[s->rigid_of[member] + r]
         : s->modal_of[member] != SIZE_MAX   ? hol_modal_amplitude(s->system, s->matrix, s->modal_of[member], r, s->v)
         : s->segment_of[member] != SIZE_MAX ? segment_amplitude(s, member, r)
                                             : 0;
}

static void add_lumped(const hol_rigid *rigid, const hol_solution *s, double *L)
{
  const hol_model *model = s->system->model;
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    double momentum = mass->mass * hol_sparse_dot(&mass->along.row, s->zero ? s->zero->w : s->v);
    for (size_t d = 0; d < rigid->count; d++) {
      L[d] += momentum * hol_sparse_dot(&mass->along.full, rigid->U + d * model->columns);
    }
  }
}

hol_status hol_rigid_participations(const hol_rigid *rigid, const hol_solution *s, double *L)
{
  const hol_model *model = s->system->model;
  memset(L, 0, rigid->count * sizeof *L);
  for (size_t i = 0; i < model->member_count; i++) {
    for (size_t r = 0; r < model->member[i].rigid_count; r++) {
      double q = amplitude(s, i, r);
      for (size_t d = 0; d < rigid->count; d++) {
        L[d] += q * rigid->q[d * model->rigid_coordinates + s->rigid_of[i] + r];
      }
    }
  }
  for (size_t i = 0; i < model->member_count; i++) {
    HOL_TRY(is_held(model, rigid, i) ? integrate(model, rigid, s, i, L) : HOL_OK);
  }
  add_lumped(rigid, s, L);
  return HOL_OK;
}
