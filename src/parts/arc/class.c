/* SPDX-License-Identifier: BSD-3-Clause */
/* Arcs as substructures: component modes in as many polynomials as it takes, counted by the exact equation of
   motion. */
#include "base/memory.h"
#include "parts/arc/space.h"
#include "parts/series.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** ω² up to which modes are given, beside that up to which they are counted and right; room that an end of counting
 *  must have; polynomials that the finer discretisation has more of each strain; what it may change; how they are
 *  raised if it does more. */
static const double beyond = 12, apart = 1e-7;
enum { FINER = 3, RAISED = 6, ATTEMPTS = 4, DOUBLINGS = 2000 };
static const double enough = 2e-13, least_error = 256 * DBL_EPSILON;

/** A motion in two discretisations. */
typedef struct motion {
  hol_arc_request request;
  hol_port *port; /**< [request.ports] */
  size_t *index;  /**< [request.ports] which of the requested ports they are */
  hol_ritz ritz, coarse_ritz;
  hol_ritz_modes modes, coarse;
} motion;

/** A computation; borrowed: part and request. */
typedef struct work {
  const hol_arc_part *part;
  const hol_modes_request *request;
  motion motion[HOL_ARC_PLANES];
  double lambda; /**< ω² up to which modes are counted and right */
  double error;
  double *psi; /**< [ports] */
  hol_mode_series series;
} work;

static void release_solution(motion *m)
{
  hol_ritz_clear(&m->ritz);
  hol_ritz_clear(&m->coarse_ritz);
  hol_ritz_modes_clear(&m->modes);
  hol_ritz_modes_clear(&m->coarse);
}

static void work_clear(work *w)
{
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    release_solution(&w->motion[p]);
    free(w->motion[p].port);
    free(w->motion[p].index);
  }
  free(w->psi);
  hol_mode_series_clear(&w->series);
}

/* ---- how far ----------------------------------------------------------------------------------------------------- */

/** Elastic modes below λ, by the exact count. */
static hol_status count_below(const hol_arc *arc, double lambda, size_t *elastic, size_t *each)
{
  *elastic = 0;
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    size_t all = HOL_ARC_SIZE;
    if (arc->moves[p]) {
      HOL_TRY(hol_arc_count(arc, (hol_arc_plane)p, lambda, &all));
    }
    if (all < HOL_ARC_SIZE) {
      return HOL_NUMERICAL;
    }
    each[p] = all - HOL_ARC_SIZE;
    *elastic += each[p];
  }
  return HOL_OK;
}

/** ω² of about the first elastic mode: that of the softest wave with half its length in the arc. */
static double first_guess(const hol_arc *arc)
{
  double softest = HUGE_VAL, q = M_PI / arc->length;
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    if (arc->moves[p]) {
      softest = fmin(softest, q * q * q * q / (arc->flexibility[p][2] * arc->inertia[p][0]));
    }
  }
  return softest;
}

/** λ below which there are so many elastic modes, and no more than twice as far as it need be. */
static hol_status reach(const work *w, size_t wanted, double *lambda)
{
  size_t count, each[HOL_ARC_PLANES];
  *lambda = first_guess(&w->part->arc) / 64;
  for (int i = 0; i < DOUBLINGS; i++) {
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    HOL_TRY(count_below(&w->part->arc, *lambda, &count, each));
    if (count >= wanted) {
      return HOL_OK;
    }
    *lambda *= count + 4 < wanted && count > 4 ? pow((double)wanted / (double)count, 2) : 1.5;
  }
  return HOL_NUMERICAL;
}

/* ---- one discretisation and a finer one -------------------------------------------------------------------------- */

static hol_status take_ports(const work *w, hol_arc_plane plane, motion *m)
{
  size_t ports = w->request->ports;
  m->port = hol_alloc(ports, sizeof *m->port);
  m->index = hol_alloc(ports, sizeof *m->index);
  if (!m->port || !m->index) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < ports; i++) {
    if (hol_arc_plane_of(w->request->port[i].component) == plane) {
      m->port[m->request.ports] = w->request->port[i];
      m->index[m->request.ports++] = i;
    }
  }
  m->request.plane = plane;
  m->request.part = w->part;
  m->request.port = m->port;
  return HOL_OK;
}

/** λ^j Γ_j of two ports without the first `kept` modes. */
static double compliance(const hol_ritz *ritz, const hol_ritz_modes *modes, size_t kept, double lambda, size_t i,
                         size_t j)
{
  double sum = 0;
  for (size_t k = ritz->n; k-- > kept;) {
    sum += modes->psi[i + k * ritz->ports] * modes->psi[j + k * ritz->ports] * (kept ? lambda * modes->mu[k] : 1);
  }
  return sum;
}

/** How much both discretisations differ in own frequencies and in what ports have of them and beyond. */
static double compare(const motion *m)
{
  double change = 0, lambda = m->request.lambda;
  size_t kept = m->request.expected;
  for (size_t k = 0; k < kept; k++) {
    change = fmax(change, fabs(m->coarse.mu[k] / m->modes.mu[k] - 1));
  }
  for (size_t i = 0; i < m->request.ports; i++) {
    double size = compliance(&m->ritz, &m->modes, 0, lambda, i, i);
    for (size_t from = 0; from <= kept && size > 0; from += kept ? kept : 1) {
      double fine = compliance(&m->ritz, &m->modes, from, lambda, i, i);
      change = fmax(change, fabs(compliance(&m->coarse_ritz, &m->coarse, from, lambda, i, i) - fine) / size);
    }
  }
  return change;
}

/** @param[out] error  what the finer discretisation is reckoned to be off by */
static hol_status solve_motion(const work *w, motion *m, double *error)
{
  double before = HUGE_VAL;
  for (int i = 0; i < ATTEMPTS; i++) {
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    release_solution(m);
    m->request.further = (size_t)i * RAISED;
    m->request.has_places = false;
    HOL_TRY(hol_arc_solve(&m->request, &m->coarse_ritz, &m->coarse));
    m->request.further += FINER;
    m->request.has_places = true;
    HOL_TRY(hol_arc_solve(&m->request, &m->ritz, &m->modes));
    if (m->coarse_ritz.n < m->request.expected) {
      continue;
    }
    *error = compare(m);
    if (*error < enough || *error > 0.25 * before) { /* what is left is rounding */
      return HOL_OK;
    }
    before = *error;
  }
  return HOL_OK;
}

/** Where between the modes given and the next ones there is room: counting must not depend on rounding. */
static hol_status choose_end(work *w, size_t *each)
{
  size_t again[HOL_ARC_PLANES], count, first;
  for (int i = 0; i < DOUBLINGS; i++) {
    HOL_TRY(count_below(&w->part->arc, w->lambda * (1 - apart), &first, again));
    HOL_TRY(count_below(&w->part->arc, w->lambda * (1 + apart), &count, each));
    if (first == count) {
      return HOL_OK;
    }
    w->lambda *= 1 + 8 * apart;
  }
  return HOL_NUMERICAL;
}

/** Modes below the end must be as many as the exact count says; each own frequency has its own place in it, δ above and
 *  below. */
static hol_status prove(const work *w, const motion *m)
{
  double delta = fmax(16 * w->error, 1e-9);
  const hol_arc *arc = &w->part->arc;
  size_t below = 0, above = 0, last = m->request.expected;
  if ((last > 0 && !(m->modes.mu[last - 1] * w->lambda > 1)) ||
      (last < m->ritz.n && m->modes.mu[last] * w->lambda > 1)) {
    return HOL_NUMERICAL;
  }
  for (size_t k = 0; k < last; k++) {
    HOL_TRY(hol_check_cancelled(w->request->cancellation));
    HOL_TRY(hol_arc_count(arc, m->request.plane, (1 - delta) / m->modes.mu[k], &below));
    HOL_TRY(hol_arc_count(arc, m->request.plane, (1 + delta) / m->modes.mu[k], &above));
    if (below > HOL_ARC_SIZE + k || above < HOL_ARC_SIZE + k + 1) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

/** Modes have rounding beside what bends: of what twists far less than that so much more is lost. */
static double twist_rounding(const hol_arc *arc)
{
  const double *c = arc->flexibility[HOL_ARC_ACROSS];
  return arc->moves[HOL_ARC_ACROSS] && c[1] > 0 ? 4 * DBL_EPSILON * sqrt(c[2] / c[1]) : 0;
}

static hol_status solve_motions(work *w)
{
  size_t each[HOL_ARC_PLANES];
  HOL_TRY(reach(w, w->request->modes, &w->lambda));
  HOL_TRY(choose_end(w, each));
  w->error = fmax(w->part->arc.error, fmax(least_error, twist_rounding(&w->part->arc)));
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    motion *m = &w->motion[p];
    double error = 0;
    m->request.lambda = w->lambda;
    m->request.expected = each[p];
    if (w->part->arc.moves[p]) {
      HOL_TRY(solve_motion(w, m, &error));
      w->error = fmax(w->error, 2 * error);
    }
  }
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    HOL_TRY(w->part->arc.moves[p] && !w->request->is_repeated ? prove(w, &w->motion[p]) : HOL_OK);
  }
  return HOL_OK;
}

/* ---- terms and fields -------------------------------------------------------------------------------------------- */

/** A term is marked by its motion and its number in that. */
static size_t mark_of(size_t plane, size_t k)
{
  return HOL_ARC_PLANES * k + plane;
}

static hol_status add_terms(work *w)
{
  size_t ports = w->request->ports;
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    const motion *m = &w->motion[p];
    for (size_t k = 0; k < m->ritz.n; k++) {
      memset(w->psi, 0, ports * sizeof *w->psi);
      for (size_t i = 0; i < m->request.ports; i++) {
        w->psi[m->index[i]] = m->modes.psi[i + k * m->ritz.ports];
      }
      HOL_TRY(hol_mode_series_add(&w->series, m->modes.mu[k], w->psi, mark_of(p, k)));
    }
  }
  return hol_mode_series_sort(&w->series);
}

/** The component of own axes that a row of a motion is. */
static size_t freedom_of(size_t plane, size_t row)
{
  static const size_t freedom[HOL_ARC_PLANES][HOL_ARC_SIZE] = {{HOL_UX, HOL_UY, HOL_RZ}, {HOL_UZ, HOL_RX, HOL_RY}};
  return freedom[plane][row];
}

/** Fields of modes, and of what has none its responses to forces at the ports. */
static void fill_fields(work *w, size_t rigid, size_t modes)
{
  size_t rows = HOL_PLACE * w->part->places, ports = w->request->ports;
  for (size_t t = 0; t < w->series.count; t++) {
    size_t plane = w->series.mark[t] % HOL_ARC_PLANES, k = w->series.mark[t] / HOL_ARC_PLANES;
    const motion *m = &w->motion[plane];
    const double *value = m->modes.psi + m->request.ports + k * m->ritz.ports;
    double mu = w->series.mu[t];
    for (size_t i = 0; i < HOL_ARC_SIZE * w->part->places; i++) {
      size_t row = i / HOL_ARC_SIZE * HOL_PLACE + freedom_of(plane, i % HOL_ARC_SIZE);
      if (t < modes) {
        w->series.field[row + (rigid + t) * rows] = value[i] / sqrt(mu);
        continue;
      }
      for (size_t q = 0; q < m->request.ports; q++) {
        double factor = value[i] * m->modes.psi[q + k * m->ritz.ports];
        for (size_t j = 0; j < HOL_TAILS && factor != 0; j++, factor *= mu) {
          w->series.response[row + (j * ports + m->index[q]) * rows] += factor;
        }
      }
    }
  }
}

/** Component of a rigid-body mode at s. */
static double rigid_at(const hol_arc *arc, const hol_arc_rigid *rigid, size_t plane, size_t r, int freedom, double s)
{
  long double value[HOL_ARC_SIZE];
  if (freedom >= HOL_EVEN_FROM || (size_t)hol_arc_plane_of(freedom) != plane) {
    return 0; /* without strains there is no twist */
  }
  hol_arc_rigid_at(arc, rigid, (hol_arc_plane)plane, r, s, value);
  return (double)value[hol_arc_row_of(freedom)];
}

/** @param[in] phi  [ports * rigid]; fields if there are modes */
static void fill_rigid(work *w, bool has_fields, double *phi)
{
  const hol_arc_part *part = w->part;
  hol_arc_rigid rigid = hol_arc_rigid_of(&part->arc);
  size_t k = 0, rows = HOL_PLACE * part->places;
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    for (size_t r = 0; r < HOL_ARC_SIZE && part->arc.moves[p]; r++, k++) {
      for (size_t i = 0; i < w->request->ports; i++) {
        hol_port port = w->request->port[i];
        phi[i + k * w->request->ports] = rigid_at(&part->arc, &rigid, p, r, port.component, part->s[port.point]);
      }
      for (size_t i = 0; i < (has_fields ? rows : 0); i++) {
        w->series.field[i + k * rows] =
            rigid_at(&part->arc, &rigid, p, r, (int)(i % HOL_PLACE), part->place[i / HOL_PLACE]);
      }
    }
  }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool accepts_force(const void *part, hol_port port)
{
  return ((const hol_arc_part *)part)->arc.moves[hol_arc_plane_of(port.component)];
}

static hol_status compute_modes_in(work *w, hol_component_modes *own)
{
  size_t rigid = HOL_ARC_SIZE * ((size_t)w->part->arc.moves[0] + (size_t)w->part->arc.moves[1]), modes = 0;
  size_t trusted = 0;
  for (size_t i = 0; i < w->request->ports; i++) {
    if (!accepts_force(w->part, w->request->port[i])) {
      return HOL_INVALID;
    }
  }
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    HOL_TRY(take_ports(w, (hol_arc_plane)p, &w->motion[p]));
  }
  if (!w->request->only_rigid) {
    HOL_TRY(solve_motions(w));
    HOL_TRY(add_terms(w));
    modes = hol_mode_series_below(&w->series, 1 / (beyond * w->lambda));
    trusted = hol_mode_series_below(&w->series, 1 / w->lambda);
  }
  HOL_TRY(hol_mode_series_prepare(&w->series, rigid + modes));
  double *phi = hol_alloc(w->request->ports * rigid, sizeof *phi);
  hol_status status = phi ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    fill_rigid(w, !w->request->only_rigid, phi);
    if (!w->request->only_rigid) {
      fill_fields(w, rigid, modes);
    }
    status = hol_mode_series_publish(&w->series, rigid, phi, modes, own);
    own->trusted = status == HOL_OK ? trusted : 0;
  }
  free(phi);
  own->error = w->error;
  return status;
}

static hol_status compute_modes(const void *part, const hol_modes_request *request, hol_component_modes *modes)
{
  const hol_arc_part *arc = part;
  work w = {.part = arc,
            .request = request,
            .psi = hol_alloc(request->ports, sizeof *w.psi),
            .series = {.ports = request->ports, .places = arc->places}};
  hol_status status = w.psi ? compute_modes_in(&w, modes) : HOL_MEMORY;
  work_clear(&w);
  return status;
}

static size_t words(const void *part, hol_word word[HOL_WORDS])
{
  const hol_arc *arc = &((const hol_arc_part *)part)->arc;
  bool shears = arc->flexibility[HOL_ARC_IN_PLANE][1] > 0 || arc->flexibility[HOL_ARC_ACROSS][0] > 0;
  bool turns = arc->inertia[HOL_ARC_IN_PLANE][2] > 0 || arc->inertia[HOL_ARC_ACROSS][2] > 0;
  word[0] = (hol_word){HOL_WORD_OTHER, shears ? "Timoshenko arcs" : turns ? "Rayleigh arcs" : "Euler-Bernoulli arcs"};
  return 1;
}

static bool alike(const void *a, const void *b)
{
  const hol_arc_part *p = a, *q = b;
  return p->arc.length == q->arc.length && p->arc.curvature == q->arc.curvature &&
         memcmp(p->arc.moves, q->arc.moves, sizeof p->arc.moves) == 0 &&
         memcmp(p->arc.flexibility, q->arc.flexibility, sizeof p->arc.flexibility) == 0 &&
         memcmp(p->arc.inertia, q->arc.inertia, sizeof p->arc.inertia) == 0 && p->points == q->points &&
         p->places == q->places && memcmp(p->place, q->place, p->places * sizeof *p->place) == 0;
}

const hol_substructure_class *hol_arc_class(void)
{
  static const hol_substructure_class class = {.far = {8, 2000, 0.25},
                                               .component_modes = compute_modes,
                                               .residual_flexibility = hol_mode_series_residual_flexibility,
                                               .field = hol_mode_series_field,
                                               .accepts_force = accepts_force,
                                               .words = words,
                                               .alike = alike,
                                               .clear = hol_mode_series_release,
                                               .free = free};
  return &class;
}
