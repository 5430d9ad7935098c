/* SPDX-License-Identifier: BSD-3-Clause */
/* Plan of a manoeuvre for the modes of a structure, or for frequencies that are given; what it leaves; its table. */
#include "manoeuvre/manoeuvre.h"

#include "base/memory.h"
#include "problem/grammar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 201, COLUMNS = 5, SINGULAR = 8 };

/** Participations below this share of the largest are rounding: the motion does not excite such a mode. */
static const double idle = 1e-10;
/** Singular durations are looked for within this share. */
static const double around = 0.05;
/** Excess of `degree: least-effort` over the least effort. */
static const double excess = 1e-6;

void hol_manoeuvre_clear(hol_manoeuvre *m)
{
  free(m->mode);
  free(m->table);
  hol_result_clear(&m->result);
  *m = (hol_manoeuvre){.problem = NULL};
}

/* ---- what is to be quiet ----------------------------------------------------------------------------------------- */

static bool is_robust(const hol_manoeuvre_request *request, size_t number)
{
  bool is = false;
  for (size_t i = 0; i < request->robusts; i++) {
    is = is || request->robust[i] == number;
  }
  return is;
}

static hol_quiet quiet_of(const hol_manoeuvre *m, const hol_manoeuvre_mode *mode, double complex pole)
{
  const hol_manoeuvre_request *request = m->request;
  size_t k = mode->number - 1;
  double place = k < request->starts ? request->start[k] : 0;
  double speed = k < request->start_speeds ? request->start_speed[k] : 0;
  hol_quiet quiet = {.pole = pole, .is_double = is_robust(request, mode->number)};
  if (fabs(place) + fabs(speed) > 0) {
    quiet.wanted = (speed + (pole + 2 * mode->damping_ratio * mode->omega) * place) / mode->participation;
  }
  return quiet;
}

/** Modes that the motion excites. @param[out] quiet  [2 * HOL_QUIET_MOST] @return how many rows */
static size_t fill_quiet(const hol_manoeuvre *m, hol_quiet *quiet)
{
  size_t count = 0;
  double largest = 0;
  for (size_t k = 0; k < m->modes; k++) {
    largest = fmax(largest, isnan(m->mode[k].participation) ? 0 : fabs(m->mode[k].participation));
  }
  for (size_t k = 0; k < m->quiet; k++) {
    const hol_manoeuvre_mode *mode = &m->mode[k];
    bool is_idle = fabs(mode->participation) <= idle * largest;
    if (!is_idle) {
      quiet[count++] = quiet_of(m, mode, mode->pole);
    }
    if (!is_idle && !m->is_coupled && mode->damping_ratio > 1) {
      double omega = mode->omega * mode->omega / creal(mode->pole); /* the product of both is ω² */
      quiet[count++] = quiet_of(m, mode, hol_complex(omega, 0));
    }
  }
  return count;
}

static hol_status check_start(const hol_manoeuvre *m, hol_faults *faults)
{
  const hol_manoeuvre_request *request = m->request;
  bool moves = request->starts + request->start_speeds > 0;
  if (moves && m->is_coupled) {
    hol_faults_add(faults, true, request->place, NULL,
                   "damping couples the modes: how the structure moves at the start is not known by them");
    return HOL_INVALID;
  }
  if (request->starts > m->quiet || request->start_speeds > m->quiet) {
    hol_faults_add(faults, true, request->place, NULL, "%zu modes are quiet, and more have a start", m->quiet);
    return HOL_INVALID;
  }
  return HOL_OK;
}

/* ---- the plan ---------------------------------------------------------------------------------------------------- */

static hol_status make(const hol_manoeuvre_request *request, const hol_plan_request *plan, hol_plan *made)
{
  switch (request->degree_kind) {
  case HOL_DEGREE_LEAST:
    return hol_plan_make(plan, hol_plan_least_degree(plan), made);
  case HOL_DEGREE_GIVEN:
    return hol_plan_make(plan, request->degree, made);
  case HOL_DEGREE_LEAST_EFFORT:
    return hol_plan_make_least_effort(plan, excess, made);
  default:
    return hol_plan_make_auto(plan, made);
  }
}

/** The largest of quiet modes with frequencies off by a share, up and down. */
static double rest_off(const hol_manoeuvre *m, const hol_plan_request *asked, const hol_s_curve *curve,
                       hol_shaper shaper, double off)
{
  double largest = 0;
  for (size_t i = 0; i < asked->quiets; i++) {
    for (int side = -1; side <= 1; side += 2) {
      double complex pole = asked->quiet[i].pole * (1 + side * off);
      double rest = curve ? hol_shaper_rest(curve, shaper, asked->quiet, asked->quiets, pole)
                          : cabs(hol_plan_rest(&m->plan, pole));
      largest = fmax(largest, rest);
    }
  }
  return largest;
}

/** S-curves within the same limits, by themselves and with shapers, then the plan. */
static void compare_with_shapers(hol_manoeuvre *m, const hol_plan_request *asked)
{
  static const char *const name[] = {"S-curve", "S-curve, ZV", "S-curve, ZVD", "S-curve, EI 5 %", "this plan"};
  static const double share[] = {0, 0.05, 0.1};
  hol_s_curve curve = hol_s_curve_of(m->request->by, &m->request->limits);
  m->rivals = HOL_RIVALS;
  for (size_t i = 0; i < HOL_RIVALS; i++) {
    bool is_own = i + 1 == HOL_RIVALS;
    const hol_s_curve *of = is_own ? NULL : &curve;
    hol_shaper shaper = is_own ? HOL_SHAPER_NONE : (hol_shaper)i;
    double shaped = hol_s_curve_duration(&curve) + hol_shaper_duration(shaper, asked->quiet, asked->quiets);
    m->rival[i] = (hol_manoeuvre_rival){.name = name[i],
                                        .duration = is_own ? m->plan.in : shaped,
                                        .rest = rest_off(m, asked, of, shaper, share[0]),
                                        .rest_5 = rest_off(m, asked, of, shaper, share[1]),
                                        .rest_10 = rest_off(m, asked, of, shaper, share[2])};
  }
}

/** A plan of little time. @param[in,out] asked  its time is found */
static hol_status make_within(hol_manoeuvre *m, hol_plan_request *asked)
{
  enum { MORE = 16 };
  const hol_manoeuvre_request *request = m->request;
  size_t degree = request->degree_kind == HOL_DEGREE_GIVEN ? request->degree : hol_plan_least_degree(asked) + MORE;
  degree = degree < HOL_BASIS_DEGREE_MOST ? degree : HOL_BASIS_DEGREE_MOST;
  HOL_TRY(hol_plan_make_within(asked, degree, &request->limits, &m->plan));
  asked->in = m->plan.in;
  HOL_TRY(hol_limits_no_plan_below(asked, &request->limits, &m->no_plan_below));
  compare_with_shapers(m, asked);
  return HOL_OK;
}

/** Says why there is no plan. */
static hol_status refuse(const hol_manoeuvre *m, const hol_plan_request *plan, hol_faults *faults)
{
  const hol_manoeuvre_request *request = m->request;
  size_t least = hol_plan_least_degree(plan);
  bool is_low = request->degree_kind == HOL_DEGREE_GIVEN && request->degree < least;
  if (request->has_limits) {
    hol_faults_add(faults, true, request->limits_place, "wider limits, or fewer quiet modes",
                   "no plan within these limits was found");
  } else if (is_low) {
    hol_faults_add(faults, true, request->degree_place, NULL, "with so many quiet modes the degree is at least %zu",
                   least);
  } else if (request->degree_kind == HOL_DEGREE_LEAST || request->degree_kind == HOL_DEGREE_GIVEN) {
    hol_faults_add(faults, true, request->degree_place, "degree: auto",
                   "no plan of this degree takes %.9g s; within some percent there are others", request->in);
  } else {
    hol_faults_add(faults, true, request->quiet_place, "a longer duration, or fewer quiet modes",
                   "in %.9g s there is no plan: conditions depend on each other to rounding", request->in);
  }
  return HOL_INVALID;
}

static hol_status plan(hol_manoeuvre *m, hol_faults *faults)
{
  const hol_manoeuvre_request *request = m->request;
  hol_quiet quiet[2 * HOL_QUIET_MOST];
  size_t samples = request->sampled > 0 ? (size_t)rint(request->in / request->sampled) + 1 : 0;
  hol_plan_request asked = {.by = request->by,
                            .in = request->in,
                            .smooth = request->smooth,
                            .quiet = quiet,
                            .quiets = fill_quiet(m, quiet),
                            .samples = samples};
  HOL_TRY(check_start(m, faults));
  if (asked.quiets > HOL_QUIET_MOST) {
    return refuse(m, &asked, faults);
  }
  hol_status status = request->has_limits ? make_within(m, &asked) : make(request, &asked, &m->plan);
  if (status == HOL_FILE) {
    hol_faults_add(faults, true, request->limits_place, "install CLP (coinor-libclp), or give `in`",
                   "the plugin for linear programs cannot be loaded");
    return HOL_INVALID;
  }
  if (status != HOL_OK) {
    return status == HOL_NUMERICAL ? refuse(m, &asked, faults) : status;
  }
  HOL_TRY(hol_plan_effort(&m->plan, &m->effort));
  status = hol_plan_least_effort(&asked, &m->least_effort);
  m->least_effort = status == HOL_OK ? m->least_effort : (double)NAN;
  m->peaks = hol_plan_peaks_of(&m->plan);
  m->singulars = request->has_limits ? 0 : hol_plan_singular(&asked, around, SINGULAR, m->singular);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

/* ---- what is left ------------------------------------------------------------------------------------------------ */

/** What a motion that starts from rest would keep; of one that swings at the start, what it keeps. */
static double rest_of(const hol_manoeuvre *m, const hol_manoeuvre_mode *mode)
{
  hol_quiet quiet = quiet_of(m, mode, mode->pole);
  double complex wanted = mode->is_quiet ? quiet.wanted : 0;
  return cabs(hol_plan_rest(&m->plan, mode->pole) - cexp(mode->pole * m->plan.in) * wanted);
}

static void judge(hol_manoeuvre *m)
{
  for (size_t k = 0; k < m->modes; k++) {
    hol_manoeuvre_mode *mode = &m->mode[k];
    bool is_damped = fabs(creal(mode->pole)) > 0, swings = m->request->starts + m->request->start_speeds > 0;
    mode->rest = rest_of(m, mode);
    mode->rest_bound = is_damped || swings || isnan(mode->lower) || isnan(mode->upper)
                           ? (double)NAN
                           : hol_plan_rest_within(&m->plan, mode->lower, mode->upper, m->effort);
  }
  m->rest_above = isnan(m->next) ? (double)NAN : isinf(m->next) ? 0 : hol_plan_rest_above(&m->plan, m->next);
  bool is_one_ratio = !(m->law.mass > 0 || m->law.stiffness > 0) && m->law.ratio < 1;
  m->rest_energy = is_one_ratio ? m->rest_mass * m->rest_above * m->rest_above / (2 * (1 - m->law.ratio)) : (double)NAN;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

/** Straight lines between samples: speed and place follow from them, exactly. */
static void follow_lines(hol_manoeuvre *m)
{
  double *t = m->table, *hub = t + m->rows, *speed = hub + m->rows, *u = speed + m->rows;
  for (size_t i = 1; i < m->rows; i++) {
    double step = t[i] - t[i - 1];
    hub[i] = hub[i - 1] + step * speed[i - 1] + step * step * (2 * u[i - 1] + u[i]) / 6;
    speed[i] = speed[i - 1] + step * (u[i - 1] + u[i]) / 2;
  }
}

static hol_status fill_table(hol_manoeuvre *m)
{
  m->rows = m->plan.samples > 0 ? m->plan.samples : ROWS;
  m->table = hol_alloc(COLUMNS * m->rows, sizeof *m->table);
  if (!m->table) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < m->rows; i++) {
    double t = i + 1 < m->rows ? m->plan.in * (double)i / (double)(m->rows - 1) : m->plan.in;
    hol_plan_point point = hol_plan_at(&m->plan, t);
    m->table[i] = t;
    m->table[i + m->rows] = point.hub;
    m->table[i + 2 * m->rows] = point.speed;
    m->table[i + 3 * m->rows] = point.acceleration;
    m->table[i + 4 * m->rows] = point.jerk;
  }
  if (m->plan.samples > 0) {
    m->table[m->rows] = m->table[2 * m->rows] = 0;
    follow_lines(m);
  }
  return HOL_OK;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

/** Frequencies given as such. */
static hol_status take_bare(hol_manoeuvre *m)
{
  const hol_manoeuvre_request *request = m->request;
  double zeta = isnan(request->law.ratio) ? 0 : request->law.ratio;
  m->modes = m->quiet = request->quiet;
  m->mode = hol_alloc(m->modes, sizeof *m->mode);
  if (!m->mode) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < m->modes; k++) {
    double omega = request->omega[k];
    m->mode[k] = (hol_manoeuvre_mode){.number = k + 1,
                                      .is_quiet = true,
                                      .omega = omega,
                                      .lower = (double)NAN,
                                      .upper = (double)NAN,
                                      .damping_ratio = zeta,
                                      .pole = zeta < 1 ? hol_complex(-zeta * omega, omega * sqrt(1 - zeta * zeta))
                                                       : hol_complex(-omega * (zeta + sqrt(zeta * zeta - 1)), 0),
                                      .participation = request->participation[k]};
  }
  m->next = m->moving_mass = m->rest_mass = (double)NAN;
  m->is_complete = true;
  return HOL_OK;
}

static hol_status finish(hol_manoeuvre *m, hol_faults *faults)
{
  HOL_TRY(plan(m, faults));
  judge(m);
  return fill_table(m);
}

hol_status hol_manoeuvre_check(const hol_problem *problem, hol_faults *faults)
{
  const hol_manoeuvre_request *request = hol_request_of(problem, &hol_manoeuvre_grammar);
  bool couples;
  hol_proportional law;
  return request->is_bare ? HOL_OK : hol_proportional_find(problem, request->law, &couples, &law, faults);
}

hol_status hol_manoeuvre_run(const hol_problem *problem, hol_solve_options options, hol_manoeuvre *m,
                             hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  *m = (hol_manoeuvre){
      .problem = problem, .request = hol_request_of(problem, &hol_manoeuvre_grammar), .no_plan_below = (double)NAN};
  hol_status status = m->request->is_bare ? take_bare(m) : hol_manoeuvre_find_modes(m, options, faults);
  status = comm->agree(comm->handle, status);
  if (status > HOL_INCOMPLETE || m->is_stopped) {
    return status;
  }
  hol_status finished = comm->agree(comm->handle, comm->rank == 0 ? finish(m, faults) : HOL_OK);
  return finished > status ? finished : status;
}
