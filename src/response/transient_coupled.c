#include "response/transient_coupled.h"

#include "base/memory.h"
#include "response/coupled_request.h"
#include "response/driven.h"

#include <math.h>
#include <stdlib.h>

enum { MOTIONS_FIRST = 8, MOTIONS_MOST = 512 };

/* ---- what is wished ------------------------------------------------------------------------------------------------ */

/** @param[out] request  to be cleared in every case */
static hol_status request_of(const hol_transient *t, hol_response_request *request, hol_faults *faults)
{
  const hol_transient_request *asked = t->request;
  hol_driver *driver = hol_alloc(asked->loads, sizeof *driver);
  *request = (hol_response_request){.loads = 0};
  if (!driver) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < asked->loads; i++) {
    driver[i] = (hol_driver){asked->load[i].is_ground, asked->load[i].probe};
  }
  hol_status status = hol_coupled_request_make(t->problem, asked->receiver, asked->receivers, driver, asked->loads,
                                               asked->place, request, faults);
  free(driver);
  return status;
}

/* ---- motion -------------------------------------------------------------------------------------------------------- */

/** q, q′ of a mode, and of a load the times asked for. */
typedef struct motion {
  double *q, *rate;
  double *upper; /**< [receivers * times] what the upper half of the modes changes */
} motion;

static void add_mode(hol_transient *t, size_t load, size_t k, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_complex_modes *modes = &t->coupled;
  const hol_history *history = &request->load[load].history;
  const hol_complex_mode *mode = &modes->mode[k];
  bool is_upper = 2 * k >= modes->modes && isfinite(modes->next);
  hol_oscillator_drive(history, (hol_oscillator){.lambda = mode->lambda, .c = mode->c}, request->time, request->times,
                       m->q, m->rate);
  for (size_t r = 0; r < t->receivers; r++) {
    size_t place = k * modes->curves + r * request->loads + load;
    double a = modes->a[place], b = modes->b[place], rest = is_upper ? hol_complex_mode_at_rest(mode, a, b) : 0;
    for (size_t i = 0; i < request->times; i++) {
      double value = a * m->rate[i] + b * m->q[i];
      t->motion[r].value[i] += value;
      if (is_upper) {
        m->upper[r * request->times + i] += value - rest * hol_history_before(history, request->time[i]).value;
      }
    }
  }
}

static void add_load(hol_transient *t, size_t load, const motion *m)
{
  const hol_transient_request *request = t->request;
  const hol_history *history = &request->load[load].history;
  for (size_t k = 0; k < t->coupled.modes; k++) {
    add_mode(t, load, k, m);
  }
  for (size_t r = 0; r < t->receivers; r++) {
    for (size_t i = 0; i < request->times; i++) {
      t->motion[r].value[i] +=
          t->coupled.rest[r * request->loads + load] * hol_history_before(history, request->time[i]).value;
    }
  }
}

static hol_status move(hol_transient *t)
{
  size_t times = t->request->times;
  motion m = {.q = hol_alloc(times, sizeof *m.q),
              .rate = hol_alloc(times, sizeof *m.rate),
              .upper = hol_alloc(times * t->request->receivers, sizeof *m.upper)};
  hol_status status = m.q && m.rate && m.upper ? hol_transient_start(t) : HOL_MEMORY;
  for (size_t l = 0; status == HOL_OK && l < t->request->loads; l++) {
    add_load(t, l, &m);
  }
  for (size_t r = 0; status == HOL_OK && r < t->receivers; r++) {
    double most = 0, largest = 0;
    for (size_t i = 0; i < times; i++) {
      largest = fmax(largest, fabs(t->motion[r].value[i]));
    }
    for (size_t i = 0; i < times; i++) {
      most = fmax(most, t->coupled.rounding * largest);
      most = fmax(most, fabs(m.upper[r * times + i]));
      t->motion[r].radius[i] = most;
    }
  }
  free(m.q);
  free(m.rate);
  free(m.upper);
  if (status == HOL_OK) {
    hol_transient_judge(t);
  }
  return status;
}

/* ---- all of them --------------------------------------------------------------------------------------------------- */

/** With so many motions at least. */
static hol_status attempt(const hol_problem *problem, const hol_response_request *request, size_t motions,
                          hol_watch watch, hol_transient *t, hol_faults *faults)
{
  hol_status status = hol_complex_modes_make(problem, request, motions, watch, &t->coupled, faults);
  t->stopped = t->coupled.is_stopped;
  if (status > HOL_INCOMPLETE || t->stopped || !t->coupled.mode) {
    return status;
  }
  hol_status moved = move(t);
  return moved != HOL_OK ? moved : t->is_reached ? status : HOL_INCOMPLETE;
}

/** Without room for another attempt nothing is left of the one before. */
static hol_status try_more(const hol_problem *problem, const hol_response_request *request, hol_watch watch,
                           hol_transient *t, hol_faults *faults)
{
  size_t motions = t->request->count > 0 ? t->request->count : MOTIONS_FIRST;
  const hol_transient empty = *t;
  hol_status status = attempt(problem, request, motions, watch, t, faults);
  while (status == HOL_INCOMPLETE && t->request->count == 0 && motions < MOTIONS_MOST && !t->stopped &&
         !t->coupled.reason && !t->is_reached && isfinite(t->coupled.next)) {
    hol_transient_clear(t);
    *t = empty;
    motions *= 2;
    status = attempt(problem, request, motions, watch, t, faults);
  }
  return status;
}

hol_status hol_transient_couple(hol_solve_options options, hol_transient *t, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  hol_prestressed prestressed = {.problem = {.part = NULL}};
  hol_response_request request;
  t->is_measured = true;
  hol_status status = request_of(t, &request, faults);
  status = status == HOL_OK ? hol_prestress_where_asked(t->problem, &prestressed, faults) : status;
  if (status == HOL_OK) {
    prestressed.problem.analysis.exact = true;
    status = try_more(&prestressed.problem, &request, options.watch, t, faults);
  }
  hol_prestressed_clear(&prestressed);
  hol_coupled_request_clear(&request);
  return comm->agree(comm->handle, status);
}
