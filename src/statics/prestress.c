/* SPDX-License-Identifier: BSD-3-Clause */
/* Prestress: the axial forces of a static solution, added to those of the beams of a problem. */
#include "statics/prestress.h"
#include "base/memory.h"
#include "problem/varying.h"
#include "statics/neglected.h"

#include <math.h>
#include <stdlib.h>

/** What the ground may leave of the forces before axial forces are not believed. */
static const double balanced = 1e-9;
/** Tension, beside EA, that holds a structure which hangs while its axial forces are found; displacements agree for two
 *  such tensions. */
static const double tightness = 1e-6, same_position = 1e-3;

void hol_prestressed_clear(hol_prestressed *made)
{
  for (size_t i = 0; made->is_owned && i < made->problem.part_count; i++) {
    const hol_part *part = &made->problem.part[i];
    for (size_t k = 0; made->is_owned[i] && k < part->piece_count; k++) {
      hol_varying_free(part->piece[k].varying);
    }
    if (made->is_owned[i]) {
      free(part->piece);
    }
  }
  if (made->is_owned) {
    free(made->problem.part);
  }
  free(made->is_owned);
  *made = (hol_prestressed){.is_owned = NULL};
}

/** Axial forces of one part, by segments. */
typedef struct forces {
  size_t first, count; /**< its segments in the system, one after another */
  bool bends, varies;  /**< has it bending motions; do properties of one of its motions vary, or is it in component
                            modes? */
  double limit;        /**< forces up to this, and differences, are what rounding makes of none */
} forces;

static forces forces_of(const hol_statics *s, size_t part)
{
  forces f = {.first = SIZE_MAX};
  for (size_t i = 0; i < s->model.member_count; i++) {
    const hol_member *m = &s->model.member[i];
    f.bends = f.bends || (m->part == part && m->orders == 2);
    f.varies = f.varies || (m->part == part && (m->is_modal || (m->has_mass && m->segment)) && m->orders <= 2);
  }
  for (size_t i = 0; i < s->system.segment_count; i++) {
    const hol_member *m = s->system.segment[i].member;
    if (m->part == part && hol_statics_is_axial(m)) {
      f.first = f.count ? f.first : i;
      f.count++;
      f.limit = fmax(f.limit, fmax(hol_statics_limit(s, i, 0), hol_statics_limit(s, i, 1)));
    }
  }
  return f;
}

/** What is made. */
typedef struct making {
  const hol_statics *s;
  double factor; /**< times the axial forces */
  bool light;    /**< parts whose axial force changes along them get no mass */
  hol_prestressed *made;
  hol_faults *faults;
} making;

static double beyond(double limit, double force)
{
  return fabs(force) > limit ? force : 0;
}

static double before_of(const hol_part *part)
{
  return part->given & HOL_P(AXIAL_FORCE) ? part->value[HOL_P_AXIAL_FORCE] : 0;
}

/** Of a segment: an axial force of its own, in steps or linear. @param[in] limit  see `forces` */
static void make_piece(const making *m, size_t segment, double limit, double before, hol_part_piece *piece)
{
  const hol_segment *at = &m->s->system.segment[segment];
  const double *tension = m->s->tension + 2 * segment;
  double middle = (tension[0] + tension[1]) / 2, to = at->member->station[at->station + 1].xi;
  bool is_last = !(to < 1 - 1e-9);
  *piece = (hol_part_piece){.to = is_last ? 1 : to,
                            .to_rest = is_last ? 0 : at->member->station[at->station + 1].xi_rest,
                            .given = HOL_P(AXIAL_FORCE)};
  piece->value[HOL_P_AXIAL_FORCE] = before + m->factor * beyond(limit, middle);
  if (fabs(tension[1] - tension[0]) > limit) {
    piece->axial_force_slope = m->factor * (tension[1] - tension[0]) / at->length;
  }
}

/** Mass is of no account at rest; without it a segment under a linear axial force has an exact relation, if it has no
 *  foundation. */
static void make_light(hol_part *part)
{
  static const int heavy[] = {HOL_P_LINE_MASS,      HOL_P_ADDED_MASS,       HOL_P_POLAR_INERTIA,
                              HOL_P_ROTARY_INERTIA, HOL_P_ROTARY_INERTIA_Y, HOL_P_ROTARY_INERTIA_Z};
  for (size_t i = 0; i < sizeof heavy / sizeof *heavy; i++) {
    part->value[heavy[i]] = 0;
    part->given |= (hol_properties)1 << heavy[i];
  }
}

static hol_status make_pieces(const making *m, const forces *f, size_t index)
{
  hol_part *part = &m->made->problem.part[index];
  double before = before_of(part);
  bool light = m->light && !(part->given & HOL_P(FOUNDATION));
  part->piece = hol_alloc(f->count, sizeof *part->piece);
  if (!part->piece) {
    return HOL_MEMORY;
  }
  part->piece_count = f->count;
  m->made->is_owned[index] = true;
  for (size_t k = 0; k < f->count; k++) {
    make_piece(m, f->first + k, f->limit, before, &part->piece[k]);
  }
  if (light) {
    make_light(part);
  }
  return HOL_OK;
}

/** Axial forces of one part. */
static hol_status stress_part(const making *m, size_t index)
{
  const hol_statics *s = m->s;
  hol_prestressed *made = m->made;
  hol_part *part = &made->problem.part[index];
  const forces f = forces_of(s, index);
  double least = HUGE_VAL, greatest = -HUGE_VAL;
  for (size_t k = 2 * f.first; f.count && k < 2 * (f.first + f.count); k++) {
    least = fmin(least, s->tension[k]);
    greatest = fmax(greatest, s->tension[k]);
  }
  if (f.count == 0 && f.bends) {
    hol_faults_add(m->faults, true, part->place,
                   f.varies ? "uniform members have one" : "it needs `EA`, and freedoms along it",
                   "the axial force of `%s` under the loads is not known", part->name);
    return HOL_INVALID;
  }
  made->least = fmin(made->least, f.count ? beyond(f.limit, least) : made->least);
  made->greatest = fmax(made->greatest, f.count ? beyond(f.limit, greatest) : made->greatest);
  if (f.count == 0 || (fabs(least) <= f.limit && fabs(greatest) <= f.limit)) {
    return HOL_OK;
  }
  if (!f.bends) {
    hol_faults_add(m->faults, true, part->place, "make it a beam, with joints that let it turn",
                   "`%s` bears an axial force under the loads, which no bar has across itself", part->name);
    return HOL_INVALID;
  }
  if (greatest - least <= f.limit) {
    part->value[HOL_P_AXIAL_FORCE] = before_of(part) + m->factor * (least + greatest) / 2;
    part->given |= HOL_P(AXIAL_FORCE);
    return HOL_OK;
  }
  return make_pieces(m, &f, index);
}

hol_status hol_prestress(const hol_problem *problem, const hol_statics *s, double factor, bool light,
                         hol_prestressed *made, hol_faults *faults)
{
  const making all = {.s = s, .factor = factor, .light = light, .made = made, .faults = faults};
  made->is_owned = hol_alloc(problem->part_count, sizeof *made->is_owned);
  if (!made->is_owned) {
    return HOL_MEMORY;
  }
  made->problem = *problem;
  made->problem.part = hol_alloc_copy(problem->part, problem->part_count, sizeof *problem->part);
  if (!made->problem.part) {
    return HOL_MEMORY;
  }
  made->least = HUGE_VAL;
  made->greatest = -HUGE_VAL;
  for (size_t i = 0; i < problem->part_count; i++) {
    HOL_TRY(stress_part(&all, i));
  }
  if (made->least > made->greatest) {
    made->least = made->greatest = 0;
  }
  return HOL_OK;
}

/* ---- structures that hang ---------------------------------------------------------------------------------------- */

/** A copy of the problem whose beams bear a tension of this part of their EA besides. */
static hol_status tighten(const hol_problem *problem, double part, hol_prestressed *made)
{
  made->is_owned = hol_alloc(problem->part_count, sizeof *made->is_owned);
  made->problem = *problem;
  made->problem.part = hol_alloc_copy(problem->part, problem->part_count, sizeof *problem->part);
  if (!made->is_owned || !made->problem.part) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < problem->part_count; i++) {
    hol_part *beam = &made->problem.part[i];
    bool bends = (beam->given & HOL_P(EA)) && (beam->given & (HOL_P(EI) | HOL_P(EI_Y) | HOL_P(EI_Z)));
    if (bends) {
      beam->value[HOL_P_AXIAL_FORCE] = before_of(beam) + part * beam->value[HOL_P_EA];
      beam->given |= HOL_P(AXIAL_FORCE);
    }
  }
  return HOL_OK;
}

/** Solve with beams that are tightened so far. @param[out] made  of which `statics` is */
static hol_status solve_tight(const hol_problem *problem, double part, hol_cancellation cancellation,
                              hol_prestressed *made, hol_statics *statics)
{
  hol_faults unheard = {0};
  hol_status status = tighten(problem, part, made);
  const hol_statics_request request = {.problem = &made->problem, .points = 2, .cancellation = cancellation};
  status = status == HOL_OK ? hol_statics_solve(&request, statics, &unheard) : status;
  hol_faults_clear(&unheard);
  return status;
}

/** Are displacements the same, so that the loads do no work on the motions that tension alone holds? */
static bool is_same_position(const hol_statics *a, const hol_statics *b)
{
  double difference = 0, size = 0;
  for (size_t j = 0; j < a->model.columns; j++) {
    difference = fmax(difference, fabs(a->U[j] - b->U[j]));
    size = fmax(size, fmax(fabs(a->U[j]), fabs(b->U[j])));
  }
  return difference <= same_position * size;
}

/** A structure that is loose without tension, under loads that do no work on its loose motions: axial forces follow
 *  from the other equations, and are the same for any small tension that holds it meanwhile. Displacements would grow
 *  as that falls if the loads did work.
 *  @return HOL_INVALID: it is not such a structure; faults are not added */
static hol_status solve_hanging(const hol_problem *problem, hol_cancellation cancellation, hol_prestressed *tight,
                                hol_statics *statics)
{
  hol_prestressed other = {.is_owned = NULL};
  hol_statics second = {.residual = 0};
  hol_status status = solve_tight(problem, tightness, cancellation, tight, statics);
  status = status == HOL_OK ? solve_tight(problem, 2 * tightness, cancellation, &other, &second) : status;
  if (status == HOL_OK && !is_same_position(statics, &second)) {
    status = HOL_INVALID;
  }
  hol_statics_clear(&second);
  hol_prestressed_clear(&other);
  return status;
}

/** Solve for the loads; of a structure that is loose, as one that hangs. */
static hol_status solve_loads(const hol_problem *problem, hol_cancellation cancellation, hol_prestressed *tight,
                              hol_statics *statics, hol_faults *faults)
{
  hol_faults found = {0};
  hol_status status = hol_statics_solve(
      &(hol_statics_request){.problem = problem, .points = 2, .cancellation = cancellation}, statics, &found);
  if (status == HOL_INVALID && statics->model.zero_count > 0) {
    hol_statics_clear(statics);
    hol_status hanging = solve_hanging(problem, cancellation, tight, statics);
    if (hanging != HOL_INVALID && hanging != HOL_NUMERICAL) {
      hol_faults_clear(&found);
      return hanging;
    }
  }
  for (size_t i = 0; i < found.count; i++) {
    const hol_finding *finding = &found.item[i];
    hol_faults_add(faults, finding->is_error, finding->place, finding->hint, "%s", finding->message);
  }
  hol_faults_clear(&found);
  return status;
}

hol_status hol_prestress_by_loads(const hol_problem *problem, hol_cancellation cancellation, hol_prestressed *made,
                                  hol_faults *faults)
{
  double balance[2];
  hol_statics statics = {.residual = 0};
  hol_prestressed tight = {.is_owned = NULL};
  hol_status status = solve_loads(problem, cancellation, &tight, &statics, faults);
  status = status == HOL_OK ? hol_statics_balance(&statics, balance) : status;
  status = status == HOL_OK && balance[0] > balanced ? HOL_NUMERICAL : status;
  status = status == HOL_OK ? hol_statics_rounding(&statics) : status;
  status = status == HOL_OK ? hol_prestress(problem, &statics, 1, false, made, faults) : status;
  made->neglected = status == HOL_OK ? hol_statics_neglected(&statics) : 0;
  hol_statics_clear(&statics);
  hol_prestressed_clear(&tight);
  return status;
}

hol_status hol_prestress_where_asked(const hol_problem *problem, hol_cancellation cancellation, hol_prestressed *made,
                                     hol_faults *faults)
{
  if (!problem->analysis.prestress) {
    made->problem = *problem;
    return HOL_OK;
  }
  HOL_TRY(hol_prestress_by_loads(problem, cancellation, made, faults));
  made->problem.analysis.prestress = false; /* it is there already */
  return HOL_OK;
}
