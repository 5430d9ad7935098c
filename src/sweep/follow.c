/* SPDX-License-Identifier: BSD-3-Clause */
/* Mode tracking from one point of a grid to the next: path halving, crossings, veerings, composition of paths. */
#include "sweep/follow.h"
#include "base/memory.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Shapes are mixed where the share of the nearer of two is less than this. */
static const double pure_share = 0.8;

enum { DEPTH_MOST = 12, HALVINGS_MOST = 80, SEARCH_MOST = 60 };

void hol_link_clear(hol_link *link)
{
  free(link->from);
  free(link->turn);
  free(link->sign);
  free(link->is_told);
  free(link->event);
  *link = (hol_link){0};
}

hol_status hol_link_start(hol_link *link, size_t count)
{
  *link = (hol_link){.count = count,
                     .from = hol_alloc(count, sizeof *link->from),
                     .turn = hol_alloc(count, sizeof *link->turn),
                     .sign = hol_alloc(count, sizeof *link->sign),
                     .is_told = hol_alloc(count, sizeof *link->is_told)};
  if (!link->from || !link->turn || !link->sign || !link->is_told) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < count; j++) {
    link->from[j] = j;
    link->sign[j] = 1;
  }
  return HOL_OK;
}

/** The way being followed, and how much it has cost. */
typedef struct tracer {
  const hol_way *way;
  hol_link *events; /**< where events go */
  size_t halvings;
} tracer;

static hol_status solve_at(tracer *tr, double t, hol_snapshot *s)
{
  const hol_way *way = tr->way;
  for (size_t a = 0; a < hol_plan_of(way->solver->problem)->axis_count; a++) {
    way->value[a] = way->from[a] + t * (way->to[a] - way->from[a]);
  }
  HOL_TRY(hol_point_solve(way->solver, way->value, way->modes, NULL, s, NULL));
  s->t = t;
  return HOL_OK;
}

static hol_status add_event(tracer *tr, hol_sweep_event event, double t)
{
  hol_link *link = tr->events;
  if (!hol_grow(&link->event, &link->event_capacity, link->event_count + 1, sizeof *link->event)) {
    return HOL_MEMORY;
  }
  size_t axis = tr->way->axis;
  event.at = tr->way->from[axis] + t * (tr->way->to[axis] - tr->way->from[axis]);
  link->event[link->event_count++] = event;
  return HOL_OK;
}

static void mark_told(tracer *tr, size_t j)
{
  if (j < tr->events->count) {
    tr->events->is_told[j] = true;
  }
}

/* ---- the dip of a gap -------------------------------------------------------------------------------------------- */

/** Gap of the modes i and i + 1 at t. */
static hol_status gap_at(tracer *tr, double t, size_t i, double *gap, double *omega)
{
  hol_snapshot s;
  hol_status status = solve_at(tr, t, &s);
  *gap = nan("");
  if (status == HOL_OK && i + 1 < s.count) {
    *gap = s.omega[i + 1] - s.omega[i];
    *omega = 0.5 * (s.omega[i + 1] + s.omega[i]);
  }
  hol_snapshot_clear(&s);
  return status;
}

/** Least gap near t: its square is a parabola there, as that of any two levels that repel each other. */
static hol_status veering(tracer *tr, double t, double width, size_t i, const size_t origin[2])
{
  double best_t = t, best = 0, omega = 0;
  HOL_TRY(gap_at(tr, t, i, &best, &omega));
  for (int round = 0; round < 3 && width > 0; round++, width *= 0.25) {
    double low = fmax(best_t - width, 0), high = fmin(best_t + width, 1), g[2], w[2];
    HOL_TRY(gap_at(tr, low, i, &g[0], &w[0]));
    HOL_TRY(gap_at(tr, high, i, &g[1], &w[1]));
    double a = low - best_t, b = high - best_t, fa = g[0] * g[0] - best * best, fb = g[1] * g[1] - best * best;
    double bend = (fa / a - fb / b) / (a - b), slope = fa / a - bend * a, at = best_t - 0.5 * slope / bend, gap, mean;
    if (!(bend > 0) || !(at > 0 && at < 1)) {
      break;
    }
    HOL_TRY(gap_at(tr, at, i, &gap, &mean));
    if (!(gap < best)) {
      break;
    }
    best = gap;
    best_t = at;
    omega = mean;
  }
  return add_event(tr,
                   (hol_sweep_event){.kind = HOL_SWEEP_VEERING,
                                     .number = i + 1,
                                     .branch = {origin[0] + 1, origin[1] + 1},
                                     .omega = omega,
                                     .gap = best},
                   best_t);
}

/* ---- a pair that has changed places ------------------------------------------------------------------------------ */

/** Modes i < j of a, which b has in reverse order. */
typedef struct pair {
  const hol_snapshot *a, *b;
  size_t i, j;
  double t[2], gap[2]; /**< narrowing ends, gap between the two frequencies there */
} pair;

static double shape_product(const hol_snapshot *a, size_t i, const hol_snapshot *b, size_t j)
{
  double sum = 0;
  for (size_t k = 0; k < a->length; k++) {
    sum += a->shape[i * a->length + k] * b->shape[j * b->length + k];
  }
  return sum * sum;
}

/** The two modes of m that have most of the pair, k[0] < k[1]. */
static void find_pair(const pair *p, const hol_snapshot *m, size_t k[2])
{
  double first = -1, second = -1;
  size_t one = 0, two = 0;
  for (size_t n = m->rigid; n < m->count; n++) {
    double part = shape_product(p->a, p->i, m, n) + shape_product(p->a, p->j, m, n);
    if (part > first) {
      second = first;
      two = one;
      first = part;
      one = n;
    } else if (part > second) {
      second = part;
      two = n;
    }
  }
  k[0] = one < two ? one : two;
  k[1] = one < two ? two : one;
}

typedef enum { GO_ON, IS_CROSSING, IS_VEERING, IS_UNCLEAR } verdict;

/** What a point between tells of the pair; narrows the ends. */
static verdict judge(pair *p, const hol_snapshot *m, size_t k[2])
{
  if (m->length != p->a->length || m->count < m->rigid + 2) {
    return IS_UNCLEAR;
  }
  find_pair(p, m, k);
  double gap = m->omega[k[1]] - m->omega[k[0]];
  if (gap <= hol_gap_least * m->omega[k[1]]) {
    return IS_CROSSING;
  }
  double straight = shape_product(p->a, p->i, m, k[0]) + shape_product(p->a, p->j, m, k[1]);
  double crossed = shape_product(p->a, p->i, m, k[1]) + shape_product(p->a, p->j, m, k[0]);
  double share = straight / (straight + crossed);
  if (!(straight + crossed > 0.5)) {
    return IS_UNCLEAR;
  }
  if (share < pure_share && share > 1 - pure_share) {
    return IS_VEERING;
  }
  int end = share < 0.5;
  p->t[end] = m->t;
  p->gap[end] = gap;
  return GO_ON;
}

/** Search for the point where the pair meets. Every third step halves, so that no end stays for ever. */
static hol_status search_pair(tracer *tr, pair *p, verdict *found, double *t, size_t k[2], double *omega)
{
  *found = GO_ON;
  for (int step = 0; step < SEARCH_MOST && *found == GO_ON; step++) {
    double share = step % 3 == 2 ? 0.5 : p->gap[0] / (p->gap[0] + p->gap[1]);
    *t = p->t[0] + share * (p->t[1] - p->t[0]);
    if (!(*t > p->t[0] && *t < p->t[1])) { /* no number lies between: they meet here, or this pair does not */
      *found = fmin(p->gap[0], p->gap[1]) <= hol_gap_least * *omega ? IS_CROSSING : IS_UNCLEAR;
      break;
    }
    hol_snapshot m;
    hol_status status = solve_at(tr, *t, &m);
    if (status == HOL_OK) {
      *found = judge(p, &m, k);
      *omega = m.count > k[1] ? 0.5 * (m.omega[k[0]] + m.omega[k[1]]) : 0;
    }
    hol_snapshot_clear(&m);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Modes x < y of b come from a in reverse order. A veering puts them back in order. */
static hol_status settle_pair(tracer *tr, const hol_snapshot *a, const hol_snapshot *b, size_t *from, size_t x,
                              size_t y)
{
  pair p = {.a = a, .b = b, .i = from[y], .j = from[x], .t = {a->t, b->t}};
  p.gap[0] = fmax(a->omega[p.j] - a->omega[p.i], 0);
  p.gap[1] = fmax(b->omega[y] - b->omega[x], 0);
  double width = 0, t = a->t, omega = 0.5 * (a->omega[p.i] + a->omega[p.j]);
  verdict found = IS_CROSSING;
  size_t k[2] = {p.i, p.j};
  double slope = (p.gap[0] + p.gap[1]) / (b->t - a->t);
  if (p.gap[0] > hol_gap_least * omega && p.gap[1] > hol_gap_least * omega) {
    HOL_TRY(search_pair(tr, &p, &found, &t, k, &omega));
  } else if (p.gap[0] > p.gap[1]) {
    t = b->t;
    omega = b->omega[x];
  }
  if (found == IS_CROSSING) {
    return add_event(
        tr,
        (hol_sweep_event){.kind = HOL_SWEEP_CROSSING, .number = p.i + 1, .branch = {p.i + 1, p.j + 1}, .omega = omega},
        t);
  }
  size_t keep = from[x];
  from[x] = from[y];
  from[y] = keep;
  if (found != IS_VEERING) {
    return add_event(tr, (hol_sweep_event){.kind = HOL_SWEEP_UNCLEAR, .number = p.i + 1, .omega = omega}, t);
  }
  double gap;
  HOL_TRY(gap_at(tr, t, k[0], &gap, &omega));
  width = slope > 0 ? gap / slope : 0;
  mark_told(tr, x);
  return veering(tr, t, width, k[0], (size_t[2]){p.i, p.j});
}

static hol_status settle_pairs(tracer *tr, const hol_snapshot *a, const hol_snapshot *b, size_t *from)
{
  for (size_t x = 0; x < b->count; x++) {
    for (size_t y = x + 1; y < b->count; y++) {
      if (from[x] != SIZE_MAX && from[y] != SIZE_MAX && from[x] > from[y]) {
        HOL_TRY(settle_pair(tr, a, b, from, x, y));
      }
    }
  }
  return HOL_OK;
}

/** How many modes of b the mode `y` has changed places with. */
static size_t exchanges(const hol_match *match, size_t y)
{
  size_t count = 0;
  for (size_t x = 0; x < match->nb && match->from[y] != SIZE_MAX; x++) {
    bool is_reversed = x < y ? match->from[x] > match->from[y] : match->from[x] < match->from[y];
    count += match->from[x] != SIZE_MAX && is_reversed;
  }
  return count;
}

/** Has a mode changed places with two others? Then neither pair has its shapes all the way: what the first of the two
 *  events does to them, the second does not know. */
static bool has_joint_events(const hol_match *match)
{
  for (size_t y = 0; y < match->nb; y++) {
    if (exchanges(match, y) > 1) {
      return true;
    }
  }
  return false;
}

/* ---- a way ------------------------------------------------------------------------------------------------------- */

/** Partners in order for those that have none. */
static hol_status pair_the_rest(tracer *tr, const hol_snapshot *b, const hol_match *match)
{
  size_t next = 0, lowest = SIZE_MAX;
  for (size_t j = 0; j < match->nb; j++) {
    if (match->from[j] != SIZE_MAX) {
      continue;
    }
    for (bool is_free = false; next < match->na; next++) {
      is_free = true;
      for (size_t k = 0; k < match->nb; k++) {
        is_free = is_free && match->from[k] != next;
      }
      if (is_free) {
        break;
      }
    }
    match->from[j] = next < match->na ? next++ : SIZE_MAX;
    lowest = lowest < j ? lowest : j;
  }
  lowest = lowest == SIZE_MAX ? match->lowest : lowest;
  return add_event(tr, (hol_sweep_event){.kind = HOL_SWEEP_UNCLEAR, .number = lowest + 1, .omega = b->omega[lowest]},
                   b->t);
}

/** Turns of neighbours between two snapshots whose modes are matched. */
static void add_turns(const hol_match *match, hol_link *link)
{
  for (size_t j = 0; j < match->nb; j++) {
    size_t i = match->from[j];
    link->from[j] = i;
    link->turn[j] = 0;
    link->sign[j] = 1;
    if (j + 1 >= match->nb || i == SIZE_MAX || match->from[j + 1] != i + 1) {
      continue;
    }
    const double *here = match->product + j * match->na, *next = here + match->na;
    double s = here[i] < 0 ? -1 : 1, s1 = next[i + 1] < 0 ? -1 : 1;
    link->turn[j] = atan2(0.5 * (s1 * next[i] - s * here[i + 1]), 0.5 * (s * here[i] + s1 * next[i + 1]));
    link->sign[j] = (signed char)(s * s1 < 0 ? -1 : 1);
  }
}

/** Put a second way behind the first: link = first, then second. */
static void compose(const hol_link *first, const hol_link *second, hol_link *link)
{
  for (size_t j = 0; j < second->count; j++) {
    size_t m = second->from[j];
    bool known = m != SIZE_MAX && m < first->count;
    link->from[j] = known ? first->from[m] : SIZE_MAX;
    link->turn[j] = second->turn[j];
    link->sign[j] = second->sign[j];
    if (known) {
      link->turn[j] = first->turn[m] + first->sign[m] * second->turn[j];
      link->sign[j] = (signed char)(first->sign[m] * second->sign[j]);
    }
  }
}

/** Events of the second way name modes as they are at its beginning: name them as at the beginning of the first. */
static void trace_back(const hol_link *first, hol_link *events, size_t from_event)
{
  for (size_t e = from_event; e < events->event_count; e++) {
    for (size_t k = 0; k < 2; k++) {
      size_t m = events->event[e].branch[k];
      bool is_known = m > 0 && m - 1 < first->count && first->from[m - 1] != SIZE_MAX;
      events->event[e].branch[k] = is_known ? first->from[m - 1] + 1 : 0;
    }
  }
}

static hol_status walk(tracer *tr, const hol_snapshot *a, const hol_snapshot *b, int depth, hol_link *link);

/** Both halves of a way, by way of the point m between. */
static hol_status walk_halves(tracer *tr, const hol_snapshot *a, const hol_snapshot *m, const hol_snapshot *b,
                              int depth, hol_link *link)
{
  hol_link first = {0}, second = {0};
  hol_status status = hol_link_start(&first, m->count);
  status = status == HOL_OK ? hol_link_start(&second, b->count) : status;
  status = status == HOL_OK ? walk(tr, a, m, depth + 1, &first) : status;
  size_t before = tr->events->event_count;
  status = status == HOL_OK ? walk(tr, m, b, depth + 1, &second) : status;
  if (status == HOL_OK) {
    compose(&first, &second, link);
    trace_back(&first, tr->events, before);
  }
  hol_link_clear(&first);
  hol_link_clear(&second);
  return status;
}

/** Has an event of modes j and j + 1 been told since there were so many? */
static bool is_told_since(const hol_link *events, size_t from_event, size_t j)
{
  for (size_t e = from_event; e < events->event_count; e++) {
    if (events->event[e].number == j + 1) {
      return true;
    }
  }
  return false;
}

/** A dip of the gap of two modes whose shapes have turned, found between two points.
 *  @param[in] from_event  the first event told of this way; a pair may veer more than once in a cell of the grid */
static hol_status tell_dips(tracer *tr, const hol_snapshot *a, const hol_snapshot *m, const hol_snapshot *b,
                            const hol_link *link, size_t from_event)
{
  for (size_t j = b->rigid; j + 1 < b->count && j + 1 < m->count && j + 1 < a->count; j++) {
    double ga = a->omega[j + 1] - a->omega[j], gm = m->omega[j + 1] - m->omega[j], gb = b->omega[j + 1] - b->omega[j];
    bool is_dip = gm < 0.9 * ga && gm < 0.9 * gb && gm > hol_gap_least * m->omega[j];
    bool is_told = j >= tr->events->count || is_told_since(tr->events, from_event, j);
    if (link->from[j] == j && fabs(link->turn[j]) > hol_veering_turn && is_dip && !is_told) {
      mark_told(tr, j);
      HOL_TRY(veering(tr, m->t, 0.5 * fmin(m->t - a->t, b->t - m->t), j, (size_t[2]){j, j + 1}));
    }
  }
  return HOL_OK;
}

static hol_status walk_between(tracer *tr, const hol_snapshot *a, const hol_snapshot *b, int depth, hol_link *link,
                               bool *done)
{
  hol_snapshot m;
  hol_status status = solve_at(tr, 0.5 * (a->t + b->t), &m);
  *done = status == HOL_OK && m.count > 0;
  size_t before = tr->events->event_count;
  if (*done) {
    status = walk_halves(tr, a, &m, b, depth, link);
    status = status == HOL_OK ? tell_dips(tr, a, &m, b, link, before) : status;
  }
  hol_snapshot_clear(&m);
  return status;
}

static hol_status walk_in(tracer *tr, const hol_snapshot *a, const hol_snapshot *b, int depth, hol_match *match,
                          hol_link *link)
{
  HOL_TRY(hol_match_find(a, b, tr->way->spare, match));
  bool may_refine = depth < DEPTH_MOST && tr->halvings < HALVINGS_MOST && a->length == b->length;
  if ((!match->is_clear || has_joint_events(match)) && may_refine) {
    bool done;
    tr->halvings++;
    HOL_TRY(walk_between(tr, a, b, depth, link, &done));
    if (done) {
      return HOL_OK;
    }
  }
  if (!match->is_clear) {
    HOL_TRY(pair_the_rest(tr, b, match));
  } else {
    HOL_TRY(settle_pairs(tr, a, b, match->from));
  }
  add_turns(match, link);
  return HOL_OK;
}

static hol_status walk(tracer *tr, const hol_snapshot *a, const hol_snapshot *b, int depth, hol_link *link)
{
  hol_match match = {0};
  hol_status status = walk_in(tr, a, b, depth, &match, link);
  hol_match_clear(&match);
  return status;
}

hol_status hol_follow(const hol_way *way, const hol_snapshot *a, const hol_snapshot *b, hol_link *link)
{
  HOL_TRY(hol_link_start(link, b->count));
  if (a->count == 0 || b->count == 0) {
    return HOL_OK;
  }
  link->is_followed = true;
  tracer tr = {.way = way, .events = link};
  return walk(&tr, a, b, 0, link);
}
