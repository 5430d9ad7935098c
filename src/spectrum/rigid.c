#include "spectrum/rigid.h"
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
  *rigid = (hol_rigid){0};
}

/* ---- which motions --------------------------------------------------------------------------------------------------- */

/** All that the freedoms of the structure allow: along its axes, then about them. */
static void choose_all(const hol_model *model, hol_rigid *rigid)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    size_t a = (f + 1) % 3, b = (f + 2) % 3;
    bool is_turn = f >= HOL_RX, is_there = model->slot[f] != SIZE_MAX;
    bool moves = !is_turn || (model->slot[a] != SIZE_MAX && model->slot[b] != SIZE_MAX);
    if (is_there && moves) {
      rigid->unit[rigid->count++][f] = 1;
    }
  }
}

/** Does every station have what a motion moves? A turn moves points across its axis. */
static bool is_considered(const hol_model *model, const double unit[6])
{
  bool is = true;
  for (size_t k = 0; k < 3; k++) {
    bool turns = unit[HOL_RX + k] != 0;
    is = is && (unit[k] == 0 || model->slot[k] != SIZE_MAX);
    is = is && (!turns || (model->slot[HOL_RX + k] != SIZE_MAX && model->slot[(k + 1) % 3] != SIZE_MAX &&
                           model->slot[(k + 2) % 3] != SIZE_MAX));
  }
  return is;
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
  if (!is_considered(model, rigid->unit[0])) {
    hol_faults_add(faults, true, asked->place, "see `freedoms`",
                   "this motion of the ground moves the structure in a way that is not considered");
    return HOL_INVALID;
  }
  return HOL_OK;
}

/* ---- columns --------------------------------------------------------------------------------------------------------- */

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
    for (size_t k = 0; k < resolved->wholes; k++) {
      bool turns = resolved->whole[k] >= HOL_RX;
      const double *along = resolved->axis[resolved->whole[k] % 3];
      U[model->own_column[i] + k] = turns ? model->scale * hol_dot(3, rigid->unit[d] + 3, along) : hol_dot(3, u, along);
    }
  }
}

/* ---- members --------------------------------------------------------------------------------------------------------- */

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

/** What the motion of the ground is at an end of a line, along component k. */
static double end_moves(const places *p, size_t end, size_t k)
{
  const hol_direction *to = &p->member->component[k];
  const hol_resolved *resolved = &p->model->resolved[p->member->part];
  double u[3];
  velocity(p->rigid, p->d, end ? p->model->to[p->member->part] : p->model->from[p->member->part], u);
  return to->sign * hol_dot(3, to->freedom < HOL_RX ? u : p->rigid->unit[p->d] + 3, resolved->axis[to->freedom % 3]);
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
  return unit * (r < m->rigid_count ? m->class->rigid(m->of, r, at) : end_moves(p, end, k));
}

static bool tells(const places *p, size_t place)
{
  return p->member->class->rigid || hol_member_carries(p->member, place);
}

/** The largest that is left without the rigid-body modes, over the largest of all. */
static double left_over(const places *p, const double *c)
{
  double left = 0, all = 0;
  for (size_t i = 0; i < p->count; i++) {
    if (tells(p, i)) {
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
    for (size_t r = 0; r < n && tells(p, i); r++) {
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

static hol_status fill_members(const hol_model *model, hol_rigid *rigid, size_t d, hol_faults *faults)
{
  double *q = rigid->q + d * model->rigid_coordinates;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    const places at = places_of(model, m, rigid, d);
    bool is_held = !m->class->rigid && m->rigid_count == 0;
    hol_status status = !m->has_mass ? HOL_OK : is_held ? HOL_INVALID : follow(&at, q);
    if (status == HOL_INVALID) {
      hol_faults_add(faults, true, model->problem->analysis.effective.place,
                     "hold it by joints, springs and points, and leave out `ends`, foundations and axial forces",
                     "`%s` does not follow the ground freely: its effective mass is not known",
                     model->problem->part[m->part].name);
    }
    HOL_TRY(status);
    rigid->total[d] += hol_dot(m->rigid_count, q, q);
    q += m->rigid_count;
  }
  return HOL_OK;
}

static void add_lumps(const hol_model *model, const double *U, double *total, double *fixed)
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
  if (!rigid->U || !rigid->q) {
    return HOL_MEMORY;
  }
  for (size_t d = 0; d < rigid->count; d++) {
    double *U = rigid->U + d * model->columns;
    fill_columns(model, rigid, d, U);
    HOL_TRY(fill_members(model, rigid, d, faults));
    add_lumps(model, U, &rigid->total[d], &rigid->fixed[d]);
  }
  return HOL_OK;
}

/* ---- modes ----------------------------------------------------------------------------------------------------------- */

/** What exact stretches have of rigid-body mode r, by the forces on their ports. */
static double stretch_amplitude(const hol_solution *s, size_t member, size_t r)
{
  const hol_member *m = &s->system->model->member[member];
  double work = 0;
  for (size_t j = 0; j + 1 < m->stations; j++) {
    const hol_relation *relation = hol_relation_of(s->system, s->matrix, s->stretch_of[member] + j);
    double local[HOL_RELATION_MAX];
    hol_stretch_solution(s->system, s->stretch_of[member] + j, relation, s->v, local);
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
         : s->stretch_of[member] != SIZE_MAX ? stretch_amplitude(s, member, r)
                                             : 0;
}

void hol_rigid_participations(const hol_rigid *rigid, const hol_solution *s, double *L)
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
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    double momentum = mass->mass * hol_sparse_dot(&mass->along.row, s->zero ? s->zero->w : s->v);
    for (size_t d = 0; d < rigid->count; d++) {
      L[d] += momentum * hol_sparse_dot(&mass->along.full, rigid->U + d * model->columns);
    }
  }
}
