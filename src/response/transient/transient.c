/* SPDX-License-Identifier: BSD-3-Clause */
/* Transient response: sum over loads, acceleration of the base, largest values, errors against the tolerance. */
#include "response/transient/transient.h"

#include "base/memory.h"
#include "problem/grammar.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { MODES_MOST = 1024 };

/** Receivers that hardly move are judged beside this share of the largest. */
static const double hardly = 1e-6;
/** Those whose terms are no more than this beside what they could be do not move: the modes that the load moves do not
 *  have them. */
static const double decoupled = 1e-9;
/** What a number told is rounded by. */
static const double ulps = 4 * DBL_EPSILON;

static void empty(void *of)
{
  hol_transient *t = of;
  for (size_t i = 0; t->motion && i < t->receivers; i++) {
    free(t->motion[i].value);
    free(t->motion[i].radius);
  }
  free(t->motion);
  t->motion = NULL;
  t->receivers = 0;
}

static hol_status begin(hol_transient *t)
{
  t->receivers = t->request->forced.receivers;
  t->motion = hol_alloc(t->receivers, sizeof *t->motion);
  bool ok = t->motion != NULL;
  for (size_t r = 0; ok && r < t->receivers; r++) {
    t->motion[r].value = hol_alloc(t->request->times, sizeof(double));
    t->motion[r].radius = hol_alloc(t->request->times, sizeof(double));
    ok = t->motion[r].value && t->motion[r].radius;
  }
  return ok ? HOL_OK : HOL_MEMORY;
}

/** What moves with the ground has its acceleration, too. */
static void add_ground(hol_transient *t, size_t load)
{
  const hol_transient_request *request = t->request;
  for (size_t r = 0; r < t->receivers; r++) {
    double share = hol_forced_share(&t->forced, r, load);
    for (size_t i = 0; fabs(share) > 0 && i < request->times; i++) {
      t->motion[r].value[i] += share * hol_history_before(&request->forced.load[load].history, request->time[i]).value;
    }
  }
}

static double *top_of(const hol_transient *t, size_t receiver, double top[2][3])
{
  const hol_output *probe = &t->request->forced.receiver[receiver];
  return &top[probe->turns][hol_motion_order(probe->quantity)];
}

static void judge(hol_transient *t)
{
  const hol_transient_request *request = t->request;
  double top[2][3] = {{0}};
  for (size_t r = 0; r < t->receivers; r++) {
    hol_transient_motion *m = &t->motion[r];
    for (size_t i = 0; i < request->times; i++) {
      if (fabs(m->value[i]) > fabs(m->largest) || isnan(m->value[i])) {
        m->largest = m->value[i];
        m->at = isnan(m->value[i]) ? (double)NAN : request->time[i];
      }
      m->radius[i] += ulps * fabs(m->value[i]);
      m->most = m->most >= m->radius[i] ? m->most : m->radius[i];
    }
    *top_of(t, r, top) = fmax(*top_of(t, r, top), fabs(m->largest));
  }
  t->forced.is_reached = true;
  for (size_t r = 0; r < t->receivers; r++) {
    const hol_transient_motion *m = &t->motion[r];
    double size = fmax(fabs(m->largest), hardly * *top_of(t, r, top));
    size = m->terms <= decoupled * m->scale ? fmax(size, m->scale) : size;
    bool is_small = m->most <= request->forced.tolerance * size;
    t->forced.is_reached = t->forced.is_reached && (request->forced.count > 0 ? isfinite(m->most) : is_small);
  }
}

/** Where modes are left out the loaded point has no velocity under an impulse, and no acceleration as a force jumps. */
static hol_status check_rates(const hol_transient *t, hol_faults *faults)
{
  const hol_transient_request *request = t->request;
  hol_status status = HOL_OK;
  if (!isfinite(t->forced.is_coupled ? t->forced.coupled.next : t->forced.modes.next)) {
    return HOL_OK;
  }
  double last = request->time[request->times - 1];
  for (size_t r = 0; r < request->forced.receivers; r++) {
    const hol_output *receiver = &request->forced.receiver[r];
    int order = hol_motion_order(receiver->quantity);
    bool has_impulse = false, jumps = false;
    for (size_t l = 0; l < request->forced.loads; l++) {
      has_impulse = has_impulse || (order > 0 && request->forced.load[l].history.kind == HOL_HISTORY_IMPULSE);
      jumps = jumps || (order > 1 && hol_history_jumps(&request->forced.load[l].history, last));
    }
    if (has_impulse || jumps) {
      hol_faults_add(faults, true, receiver->place,
                     has_impulse ? "a half sine" : "a history that begins and ends with 0",
                     has_impulse ? "under an impulse only displacements are finite"
                                 : "where a load jumps accelerations have no bound");
      status = HOL_INVALID;
    }
  }
  return status;
}

bool hol_transient_has_impulse(const hol_transient *t)
{
  double last = t->request->time[t->request->times - 1];
  int orders = hol_forced_orders(&t->forced);
  bool is = false;
  for (size_t l = 0; l < t->request->forced.loads; l++) {
    const hol_history *history = &t->request->forced.load[l].history;
    is = is || history->kind == HOL_HISTORY_IMPULSE || orders > 1 || (orders > 0 && hol_history_jumps(history, last));
  }
  return is;
}

static hol_status fill(void *of, hol_faults *faults)
{
  hol_transient *t = of;
  HOL_TRY(check_rates(t, faults));
  HOL_TRY(begin(t));
  if (t->forced.is_coupled) {
    HOL_TRY(hol_transient_add_coupled(t));
  }
  for (size_t i = 0; !t->forced.is_coupled && i < t->request->forced.loads; i++) {
    HOL_TRY(hol_transient_add(t, i));
  }
  for (size_t i = 0; i < t->request->forced.loads; i++) {
    add_ground(t, i);
  }
  judge(t);
  return HOL_OK;
}

void hol_transient_clear(hol_transient *t)
{
  empty(t);
  hol_forced_clear(&t->forced);
  *t = (hol_transient){.request = NULL};
}

static hol_status start(const hol_problem *problem, hol_transient *t, hol_faults *faults)
{
  const hol_transient_request *request = hol_request_of(problem, &hol_transient_grammar);
  *t = (hol_transient){.request = request};
  return hol_forced_start(problem, &request->forced, &t->forced, faults);
}

hol_status hol_transient_check(const hol_problem *problem, hol_faults *faults)
{
  hol_transient t;
  size_t loose;
  hol_status status = start(problem, &t, faults);
  status = status == HOL_OK ? hol_forced_check(problem, &t.request->forced, &loose, faults) : status;
  hol_transient_clear(&t);
  return status;
}

hol_status hol_transient_run(const hol_problem *problem, hol_solve_options options, hol_transient *t,
                             hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  HOL_TRY(comm->agree(comm->handle, start(problem, t, faults)));
  const hol_forced_use use = {t, fill, empty, .has_impulse = hol_transient_has_impulse(t)};
  return hol_forced_run(&use, MODES_MOST, options, &t->forced, faults);
}
