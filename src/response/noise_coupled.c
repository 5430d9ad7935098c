/* Random motion where damping couples the modes: by damped motions. */
#include "base/memory.h"
#include "response/coupled_request.h"
#include "response/noise.h"
#include "response/transfer.h"
#include "statics/prestress.h"

#include <math.h>
#include <stdlib.h>

enum { MOTIONS_FIRST = 8, MOTIONS_MOST = 512 };

/* ---- one load ------------------------------------------------------------------------------------------------------ */

/** Of a motion that is not damped, what is taken for rounding beside all that is moved at rest. */
static const double unmoved = 1e-9, undamped = 1e-12;

/** Terms of a receiver under a load, and of them the upper half by itself, less what it has at rest. */
typedef struct sums {
  hol_transfer all, upper;
  double loose; /**< the largest a/ω or b/λ of a motion that is not damped */
} sums;

static void clear_sums(sums *s)
{
  hol_transfer_clear(&s->all);
  hol_transfer_clear(&s->upper);
}

static void add_term(const hol_complex_modes *modes, size_t k, size_t place, sums *s)
{
  const hol_complex_mode *mode = &modes->mode[k];
  double a = modes->a[place], b = modes->b[place];
  bool is_upper = 2 * k >= modes->modes && isfinite(modes->next);
  if (!(mode->c > undamped * mode->size)) {
    s->loose = fmax(s->loose, fmax(fabs(a) / mode->size, fabs(b) / (mode->size * mode->size)));
    return;
  }
  if (fabs(a) > 0 || fabs(b) > 0) {
    hol_transfer_add(&s->all, a, b, mode->c, mode->lambda);
  }
  if (is_upper && (fabs(a) > 0 || fabs(b) > 0)) {
    hol_transfer_add(&s->upper, a, b, mode->c, mode->lambda);
    s->upper.rest -= hol_complex_mode_at_rest(mode, a, b);
  }
}

/** @param[out] s  {0}; to be cleared in every case */
static hol_status make_sums(const hol_noise *n, size_t receiver, size_t load, sums *s)
{
  const hol_complex_modes *modes = &n->coupled;
  size_t curve = receiver * n->request->loads + load;
  HOL_TRY(hol_transfer_start(&s->all, modes->modes));
  HOL_TRY(hol_transfer_start(&s->upper, modes->modes));
  s->all.rest = modes->rest[curve];
  for (size_t k = 0; k < modes->modes; k++) {
    add_term(modes, k, k * modes->curves + curve, s);
  }
  return HOL_OK;
}

/** ∫ G |H|² dω, of white noise without what is at rest. */
static double square_of(const hol_noise_density *d, const hol_transfer *t)
{
  double sum = 0;
  if (hol_noise_is_white(d)) {
    return d->value[0] * hol_transfer_whole(t);
  }
  for (size_t i = 0; i + 1 < d->count; i++) {
    sum += hol_transfer_square(t, d->omega + i, d->value + i);
  }
  return sum;
}

static hol_status add_pair(hol_noise *n, size_t receiver, size_t load, hol_faults *faults)
{
  const hol_noise_density *density = &n->request->load[load].density;
  hol_noise_motion *m = &n->motion[receiver];
  sums s = {.loose = 0};
  hol_status status = make_sums(n, receiver, load, &s);
  if (status == HOL_OK && s.loose > unmoved * cabs(hol_transfer_at(&s.all, 0))) {
    hol_faults_add(faults, true, n->request->load[load].probe.place, "dashpots that resist it, or `rayleigh`",
                   "the load moves what is not damped: its random motion has no bound");
    status = HOL_INVALID;
  }
  if (status == HOL_OK) {
    double square = square_of(density, &s.all), rounding = n->coupled.rounding;
    m->square += square;
    m->square_radius += square_of(density, &s.upper) + rounding * rounding * square;
    hol_noise_add_density(n, receiver, load, &s.all);
  }
  clear_sums(&s);
  return status;
}

/* ---- all of them --------------------------------------------------------------------------------------------------- */

static hol_status shake(hol_noise *n, hol_faults *faults)
{
  HOL_TRY(hol_noise_begin(n));
  for (size_t l = 0; l < n->request->loads; l++) {
    for (size_t r = 0; r < n->receivers; r++) {
      HOL_TRY(add_pair(n, r, l, faults));
    }
  }
  hol_noise_judge(n);
  return HOL_OK;
}

/** With so many motions at least. @return HOL_INCOMPLETE: more are wanted, or the list of them is open */
static hol_status attempt(const hol_problem *problem, const hol_response_request *request, size_t motions,
                          hol_watch watch, hol_noise *n, hol_faults *faults)
{
  hol_status status = hol_complex_modes_make(problem, request, motions, watch, &n->coupled, faults);
  n->stopped = n->coupled.is_stopped;
  if (status > HOL_INCOMPLETE || n->stopped || !n->coupled.mode) {
    return status;
  }
  hol_status shaken = shake(n, faults);
  return shaken != HOL_OK ? shaken : n->is_reached ? status : HOL_INCOMPLETE;
}

static bool needs_more(const hol_noise *n)
{
  return n->request->count == 0 && !n->stopped && !n->coupled.reason && !n->is_reached && isfinite(n->coupled.next);
}

static hol_status try_more(const hol_problem *problem, const hol_response_request *request, hol_watch watch,
                           hol_noise *n, hol_faults *faults)
{
  size_t motions = n->request->count > 0 ? n->request->count : MOTIONS_FIRST;
  const hol_noise empty = *n;
  hol_status status = attempt(problem, request, motions, watch, n, faults);
  while (status == HOL_INCOMPLETE && motions < MOTIONS_MOST && needs_more(n)) {
    hol_noise_clear(n);
    *n = empty;
    motions *= 2;
    status = attempt(problem, request, motions, watch, n, faults);
  }
  return status;
}

/** @param[out] request  to be cleared in every case */
static hol_status request_of(const hol_noise *n, hol_response_request *request, hol_faults *faults)
{
  const hol_noise_request *asked = n->request;
  hol_driver *driver = hol_alloc(asked->loads, sizeof *driver);
  *request = (hol_response_request){.loads = 0};
  if (!driver) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < asked->loads; i++) {
    driver[i] = (hol_driver){asked->load[i].is_ground, asked->load[i].probe};
  }
  hol_status status = hol_coupled_request_make(n->problem, asked->receiver, asked->receivers, driver, asked->loads,
                                               asked->place, request, faults);
  free(driver);
  return status;
}

hol_status hol_noise_couple(hol_solve_options options, hol_noise *n, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  hol_prestressed prestressed = {.is_owned = NULL};
  hol_response_request request;
  n->is_measured = true;
  hol_status status = request_of(n, &request, faults);
  status = status == HOL_OK ? hol_prestress_where_asked(n->problem, &prestressed, faults) : status;
  if (status == HOL_OK) {
    prestressed.problem.analysis.exact = true;
    status = try_more(&prestressed.problem, &request, options.watch, n, faults);
  }
  hol_prestressed_clear(&prestressed);
  hol_coupled_request_clear(&request);
  return comm->agree(comm->handle, status);
}
