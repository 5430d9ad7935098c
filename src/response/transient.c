#include "response/transient.h"

#include "base/memory.h"
#include "problem/grammar.h"

#include <math.h>
#include <stdlib.h>

enum { MODES_MOST = 1024 };

/** Receivers that hardly move are judged beside this share of the largest. */
static const double hardly = 1e-6;

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

static void judge(hol_transient *t)
{
  const hol_transient_request *request = t->request;
  double top[2] = {0};
  for (size_t r = 0; r < t->receivers; r++) {
    hol_transient_motion *m = &t->motion[r];
    for (size_t i = 0; i < request->times; i++) {
      if (fabs(m->value[i]) > fabs(m->largest)) {
        m->largest = m->value[i];
        m->at = request->time[i];
      }
      m->most = fmax(m->most, m->radius[i]);
    }
    bool turns = request->forced.receiver[r].turns;
    top[turns] = fmax(top[turns], fabs(m->largest));
  }
  t->forced.is_reached = true;
  for (size_t r = 0; r < t->receivers; r++) {
    double size = fmax(fabs(t->motion[r].largest), hardly * top[request->forced.receiver[r].turns]);
    bool is_small = t->motion[r].most <= request->forced.tolerance * size;
    t->forced.is_reached = t->forced.is_reached && (request->forced.count > 0 ? isfinite(t->motion[r].most) : is_small);
  }
}

static hol_status fill(void *of, hol_faults *faults)
{
  hol_transient *t = of;
  (void)faults;
  HOL_TRY(begin(t));
  if (t->forced.is_coupled) {
    HOL_TRY(hol_transient_add_coupled(t));
  }
  for (size_t i = 0; !t->forced.is_coupled && i < t->request->forced.loads; i++) {
    HOL_TRY(hol_transient_add(t, i));
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

hol_status hol_transient_run(const hol_problem *problem, hol_solve_options options, hol_transient *t, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  const hol_forced_use use = {t, fill, empty};
  HOL_TRY(comm->agree(comm->handle, start(problem, t, faults)));
  return hol_forced_run(&use, MODES_MOST, options, &t->forced, faults);
}
