/* SPDX-License-Identifier: BSD-3-Clause */
/* Intervals of many roots in pairs, distributed over ranks: ends by counts, estimates, proof, results recalled. */
#include "spectrum/shares.h"
#include "base/clock.h"
#include "base/memory.h"
#include "spectrum/shifts.h"
#include "spectrum/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Estimates that ends are placed by; those about right that an interval needs beyond its last root. */
enum { TO_GO_BY = 10, AHEAD = 3 };
/** Intervals of a pair, one after the other from 0 on: trial functions of both are of the same estimates, about the end
 *  between them. */
enum { PAIR = 2 };
/** Kinds of results, beside roots by themselves (search.c); vectors of an interval are numbered from its own times so
 *  many on. */
typedef enum { RESULT_INTERVAL = 1, RESULT_VECTOR, RESULT_COUNT } kind_of_result;
enum { KIND_SHIFT = 60, VECTORS = 1 << 20 };

/** Result of an interval. */
typedef struct share {
  hol_interval_end low, high; /**< as it was to be, with λ = 0 of an end that is to be found; then as it is */
  bool is_there, has_failed;
  double as;           /**< λ whose forms it has */
  bool is_pivoted;     /**< the factors of its high end are not those that another would take */
  size_t solves, more; /**< of told.solves; determinants but for both ends */
  hol_roots roots;
  hol_vectors vectors; /**< on the rank that has made them */
} interval_result;

typedef struct sharer {
  hol_encloser *c;
  double as;         /**< forms to begin with, everywhere */
  hol_shifts shifts; /**< their points are the low ends of intervals */
  double *lambda;    /**< borrowed, while places are counted, as is the next */
  size_t *count;
  interval_result *result;   /**< [ends.points] */
  size_t *open;              /**< [open_count] the first of pairs of which something is to be proved */
  size_t open_count, failed; /**< failed: the first interval that has */
} distribution;

static uint64_t key_of(const distribution *s, kind_of_result kind, size_t number)
{
  return (uint64_t)kind << KIND_SHIFT | (number * HOL_STAGES + s->c->search->stage);
}

static size_t number_of(uint64_t key)
{
  return (key & (((uint64_t)1 << KIND_SHIFT) - 1)) / HOL_STAGES;
}

/** Frequencies wanted of those between two counts. */
static size_t wanted(const distribution *s, size_t from, size_t to)
{
  size_t last = s->c->search->last;
  return (to < last ? to : last) - (from < last ? from : last);
}

/* ------------------------------------------------------------------------------------------------ counts */

/** A place to count at. */
typedef struct place {
  hol_item item;
  size_t number; /**< of all that have been counted */
} place;

static void pass_count(void *of, uint64_t key, hol_bytes *bytes)
{
  distribution *s = of;
  size_t i = number_of(key) - s->shifts.counts;
  double lambda = s->lambda[i];
  size_t count = s->count[i];
  hol_bytes_number(bytes, &lambda);
  hol_bytes_count(bytes, &count);
  if (bytes->takes && hol_bytes_end(bytes) == HOL_OK && lambda == s->lambda[i]) { /* else it is of another run */
    s->count[i] = count;
  }
}

static hol_status count_one(void *of, void *item, void *second, hol_did *did)
{
  distribution *s = of;
  const place *p = item;
  size_t i = p->number - s->shifts.counts;
  hol_shift end = {0};
  (void)second;
  hol_status status = hol_encloser_factorise(s->c, s->lambda[i], 0, &end);
  s->count[i] = status == HOL_OK ? end.count : SIZE_MAX; /* then there is none */
  hol_encloser_release(s->c, &end);
  *did = (hol_did){.work = 1};
  return status == HOL_OK || status == HOL_NUMERICAL
             ? hol_farm_publish(s->c->search->farm, key_of(s, RESULT_COUNT, p->number), 0)
             : status;
}

static hol_status count_places(void *of, size_t n, const double *lambda, size_t *count)
{
  distribution *s = of;
  hol_farm *farm = s->c->search->farm;
  const hol_workload workload = {.size = sizeof(place), .of = s, .step = count_one, .pass = pass_count};
  size_t left = 0;
  double *at = hol_alloc(n, sizeof *at);
  place *first = hol_alloc(n, sizeof *first);
  hol_status status = farm->comm->agree(farm->comm->handle, at && first ? HOL_OK : HOL_MEMORY);
  if (status == HOL_OK) {
    memcpy(at, lambda, n * sizeof *at);
    s->lambda = at;
    s->count = count;
    for (size_t i = 0; i < n; i++) {
      size_t number = s->shifts.counts + i;
      count[i] = SIZE_MAX;
      if (hol_farm_fetch(farm, &workload, key_of(s, RESULT_COUNT, number)) != HOL_OK || count[i] == SIZE_MAX) {
        first[left++] = (place){{.place = i, .weight = 1, .splits = 1}, number};
      }
    }
    status = hol_farm_run(farm, &workload, first, left);
    s->c->is_broken = status != HOL_OK;
  }
  for (size_t i = 0; i < n && status == HOL_OK; i++) {
    status = count[i] == SIZE_MAX ? HOL_NUMERICAL : HOL_OK;
  }
  free(at);
  free(first);
  return status;
}

/** Estimates of the lowest roots, and the low end where they say that it is best. */
static hol_status estimate_lowest(distribution *s)
{
  hol_encloser *c = s->c;
  hol_shifts *e = &s->shifts;
  const hol_estimates_side ahead = {.rough = TO_GO_BY};
  double start = hol_processor_seconds();
  size_t evaluations = c->counter->evaluations;
  hol_status status = hol_encloser_choose_low_forms(c);
  c->is_rough = true;
  status = status == HOL_OK ? hol_encloser_estimate(c, &c->low, (hol_estimates_side){0}, ahead) : status;
  status = status == HOL_OK ? hol_encloser_raise_low(c) : status;
  c->reach = 0;
  c->is_rough = false;
  c->intervals.factorisations += c->counter->evaluations - evaluations;
  size_t good = status == HOL_OK ? hol_estimates_rough(&c->estimates) : 0;
  status = status == HOL_OK && good < TO_GO_BY ? HOL_NUMERICAL : status;
  status = status == HOL_OK ? hol_shifts_insert(e, c->low.lambda, c->zero, true) : status;
  for (size_t i = TO_GO_BY / 4; i < TO_GO_BY && status == HOL_OK; i += TO_GO_BY - 1 - TO_GO_BY / 4) {
    status = hol_shifts_insert(e, hol_estimate(&c->estimates, i), c->zero + i + 1, false);
  }
  hol_estimates_clear(&c->estimates);
  c->search->farm->seconds += hol_processor_seconds() - start;
  return status;
}

static hol_status place_shifts(distribution *s)
{
  const hol_farm *farm = s->c->search->farm;
  hol_shifts *e = &s->shifts;
  *e = (hol_shifts){.zero = s->c->zero, .last = s->c->search->last, .context = s, .count = count_places};
  HOL_TRY(farm->comm->agree(farm->comm->handle, estimate_lowest(s)));
  HOL_TRY(hol_farm_broadcast(farm, e->point, e->points * sizeof *e->point));
  s->as = s->c->as;
  return hol_shifts_place(e);
}

/* ------------------------------------------------------------------------------------------------ results */

static void clear_result(interval_result *h)
{
  hol_roots_clear(&h->roots);
  hol_vectors_clear(&h->vectors);
}

static void pass_end(hol_bytes *bytes, hol_interval_end *end)
{
  hol_bytes_number(bytes, &end->lambda);
  hol_bytes_count(bytes, &end->count);
}

static void pass_fields(hol_bytes *bytes, interval_result *h)
{
  pass_end(bytes, &h->low);
  pass_end(bytes, &h->high);
  hol_bytes_truth(bytes, &h->has_failed);
  hol_bytes_number(bytes, &h->as);
  hol_bytes_truth(bytes, &h->is_pivoted);
  hol_bytes_count(bytes, &h->solves);
  hol_bytes_count(bytes, &h->more);
  hol_bytes_array(bytes, &h->roots.item, &h->roots.count, sizeof *h->roots.item);
  for (size_t i = 0; i < h->roots.count; i++) {
    hol_root *root = &h->roots.item[i];
    hol_root_pass(bytes, root);
    hol_bytes_number(bytes, &root->residual);
    root->from = h->low.lambda;
    root->to = h->high.lambda;
  }
}

/** Is this the result of the interval requested? */
static bool is_of(const interval_result *h, const interval_result *asked)
{
  return h->low.lambda == asked->low.lambda && h->low.count == asked->low.count &&
         (h->has_failed || !(asked->high.lambda > 0) ||
          (h->high.lambda == asked->high.lambda && h->high.count == asked->high.count));
}

static void pass_result(void *of, uint64_t key, hol_bytes *bytes)
{
  distribution *s = of;
  interval_result taken = {0}, *h = &s->result[number_of(key)];
  if (!bytes->takes) {
    pass_fields(bytes, h);
    return;
  }
  pass_fields(bytes, &taken);
  if (hol_bytes_end(bytes) == HOL_OK && is_of(&taken, h)) {
    *h = taken;
    h->is_there = true;
  } else {
    clear_result(&taken);
  }
}

/** The vector of a root that an earlier run has kept. @return HOL_INCOMPLETE: there is none */
static hol_status recall_vector(distribution *s, size_t number, struct hol_vector *vector)
{
  hol_bytes bytes = {0};
  if (!hol_farm_recall(s->c->search->farm, key_of(s, RESULT_VECTOR, number), &bytes)) {
    return HOL_INCOMPLETE;
  }
  hol_vector_pass(&bytes, vector);
  hol_status status = hol_bytes_end(&bytes);
  return status == HOL_OK || status == HOL_MEMORY ? status : HOL_INCOMPLETE;
}

/** Those of an interval: every rank sees whether they are there, one holds them. @return HOL_INCOMPLETE: one is
 *  missing */
static hol_status recall_vectors(distribution *s, size_t number)
{
  interval_result *h = &s->result[number];
  const hol_comm *comm = s->c->search->farm->comm;
  size_t holder = number % comm->size;
  for (size_t i = 0; i < h->roots.count; i++) {
    hol_root *root = &h->roots.item[i];
    root->holder = root->at > 0 ? holder : SIZE_MAX;
    if (root->at > 0) {
      struct hol_vector vector = {0};
      hol_status status = recall_vector(s, number * VECTORS + i, &vector);
      if (status == HOL_OK && holder == comm->rank) {
        status = hol_vectors_append(&h->vectors, vector);
      } else {
        free(vector.value);
      }
      HOL_TRY(status);
    }
  }
  return HOL_OK;
}

/** An interval, as an earlier run has found it, or as it was. @return HOL_INCOMPLETE: it is not there */
static hol_status recall_result(distribution *s, const hol_workload *workload, size_t number)
{
  interval_result *h = &s->result[number];
  const interval_result asked = *h;
  hol_status status = hol_farm_fetch(s->c->search->farm, workload, key_of(s, RESULT_INTERVAL, number));
  status = status == HOL_OK && !h->is_there ? HOL_INCOMPLETE : status;
  status = status == HOL_OK ? recall_vectors(s, number) : status;
  if (status != HOL_OK) {
    clear_result(h);
    *h = asked;
  }
  return status;
}

/** Recall the results of an earlier run, and list the pairs that are open. */
static hol_status recall_all(distribution *s, const hol_workload *workload)
{
  hol_farm *farm = s->c->search->farm;
  for (size_t k = 0; k < s->shifts.points; k++) {
    interval_result *h = &s->result[k];
    if (recall_result(s, workload, k) == HOL_MEMORY) {
      return HOL_MEMORY;
    }
    if (!h->is_there) {
      size_t first = k - k % PAIR;
      bool is_open = s->open_count && s->open[s->open_count - 1] == first;
      s->open[s->open_count] = first;
      s->open_count += !is_open;
    } else if (h->has_failed) {
      s->failed = k;
      break;
    } else {
      farm->done += wanted(s, h->low.count, h->high.count);
    }
  }
  return HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ intervals */

/** Several open pairs one after another: an end between two of them is factorised once. */
typedef struct run {
  hol_item item;
  size_t next, end; /**< of sharer.open */
} pair_run;

/** Are there two? The last pair may lack its second interval. */
static bool is_pair(const distribution *s, size_t first)
{
  return first + 1 < s->shifts.points;
}

/** Roots of a pair. */
static size_t work_of(const distribution *s, size_t first)
{
  const interval_result *h = &s->result[first + is_pair(s, first)];
  size_t end = h->high.lambda > 0 ? h->high.count : s->c->search->last;
  return end - s->result[first].low.count;
}

/** By how much an estimate beyond another end may be on its wrong side. */
static double slack_at(const hol_encloser *c, double lambda)
{
  return c->is_early ? c->estimates.rough * fabs(lambda - c->estimates.about) : 0;
}

/** Do estimates have so many roots between their end and λ above it? */
static bool are_above(const hol_encloser *c, size_t count, double lambda)
{
  const hol_estimates *e = &c->estimates;
  return hol_estimates_good(e) >= count && hol_estimate(e, count - 1) < lambda &&
         (hol_estimates_rough(e) == count || hol_estimate(e, count) > lambda - slack_at(c, lambda));
}

static bool are_below(const hol_encloser *c, size_t count, double lambda)
{
  const hol_estimates *e = &c->estimates;
  return hol_estimates_good_below(e) >= count && hol_estimate_below(e, count - 1) > lambda &&
         hol_estimate_below(e, count) < lambda + slack_at(c, lambda);
}

/** Estimates about an end, as many as there are roots in the intervals that end and begin with it.
 *  @param[in] below  NULL: it is the first end of `above`, which is by itself */
static hol_status estimate_pair(hol_encloser *c, hol_shift *end, const interval_result *below,
                                const interval_result *above)
{
  bool is_closed = above->high.lambda > 0;
  size_t under = below ? end->count - below->low.count : 0;
  size_t over = is_closed ? above->high.count - end->count : c->search->last - end->count;
  double down = below ? end->lambda - below->low.lambda : 0, up = is_closed ? above->high.lambda - end->lambda : 0;
  c->reach = is_closed ? fmax(down, up) : 2 * down; /* above they are farther apart */
  const hol_estimates_side under_it = {under, below && below->low.count > c->zero ? AHEAD : 0};
  const hol_estimates_side over_it = {over + (is_closed ? 0 : HOL_INTERVAL_AHEAD),
                                      is_closed ? AHEAD : HOL_INTERVAL_ROUGH};
  HOL_TRY(hol_encloser_estimate(c, end, under_it, over_it));
  bool is_so = !is_closed || are_above(c, over, above->high.lambda);
  is_so = is_so && (!below || are_below(c, under, below->low.lambda));
  return is_so ? HOL_OK : hol_encloser_fail(c, "the estimates miss some frequencies");
}

/** The low end of an interval, if it is not there from the one before, or another in its place. */
static hol_status take_low(hol_encloser *c, const hol_interval_end *low)
{
  bool is_there = c->low.lambda == low->lambda && c->low_as == c->as && c->low.decomposition.reckons;
  if (!is_there) {
    hol_encloser_release(c, &c->low);
    c->low_as = c->as;
    HOL_TRY(hol_encloser_factorise(c, low->lambda, c->as, &c->low));
  }
  return c->low.count == low->count ? HOL_OK : hol_encloser_fail(c, "the counts of two formulations differ at a shift");
}

/** Trial functions of what is open of a pair, from estimates about the end in the middle, which is the high end then;
 *  or about the low end of an interval by itself. @param[in,out] high  where the last end is put, if that is open */
static hol_status take_trial(hol_encloser *c, const interval_result *below, const interval_result *above, double *high)
{
  hol_shift *end = below ? &c->high : &c->low;
  HOL_TRY(estimate_pair(c, end, below, above));
  size_t under = below ? end->count - below->low.count : 0, over = above->high.count - end->count;
  *high = above->high.lambda;
  HOL_TRY(*high > 0 ? HOL_OK : hol_encloser_choose_high(c, high, &over));
  HOL_TRY(below && !below->is_there ? hol_encloser_trial(c, false, under, &c->trial) : HOL_OK);
  HOL_TRY(!above->is_there ? hol_encloser_trial(c, true, over, &c->next_trial) : HOL_OK);
  hol_estimates_clear(&c->estimates);
  return HOL_OK;
}

/** In forms that neighbours are likely to have, too. */
static hol_status prepare_pair(distribution *s, const interval_result *below, const interval_result *above,
                               double *high)
{
  hol_encloser *c = s->c;
  double low = below ? below->low.lambda : above->low.lambda;
  c->as = s->as;
  c->is_early = false;
  HOL_TRY(hol_encloser_choose_forms(c, low, exp2(floor(log2(low)))));
  if (!below) {
    HOL_TRY(take_low(c, &above->low));
    return take_trial(c, NULL, above, high);
  }
  HOL_TRY(hol_encloser_factorise(c, above->low.lambda, c->as, &c->high));
  if (c->high.count != above->low.count) {
    return hol_encloser_fail(c, "the counts of two formulations differ at a shift");
  }
  HOL_TRY(take_trial(c, below, above, high));
  if (below->is_there) { /* the second one begins with that end */
    hol_encloser_advance(c);
    return HOL_OK;
  }
  return take_low(c, &below->low);
}

/** What an attempt that has failed has left. */
static void forget_attempt(hol_encloser *c, interval_result *h)
{
  clear_result(h);
  hol_vectors_clear(&c->vectors);
  hol_estimates_clear(&c->estimates);
  hol_encloser_release(c, &c->low);
  hol_encloser_release(c, &c->high);
}

/** Put down what has come of it. */
static void record_result(distribution *s, size_t k, hol_status status)
{
  hol_encloser *c = s->c;
  interval_result *h = &s->result[k];
  h->has_failed = status != HOL_OK;
  if (h->has_failed) {
    forget_attempt(c, h);
    h->solves = h->more = 0;
    s->failed = k < s->failed ? k : s->failed;
    return;
  }
  h->as = c->as;
  h->high = (hol_interval_end){c->low.lambda, c->low.count};
  h->is_pivoted = !c->low.decomposition.reckons;
  h->vectors = c->vectors;
  c->vectors = (hol_vectors){0};
}

/** Vectors first: roots that are kept have theirs. One after another: together they take much room. */
static hol_status give(distribution *s, size_t k)
{
  hol_farm *farm = s->c->search->farm;
  interval_result *h = &s->result[k];
  h->is_there = true;
  for (size_t i = 0, next = 0; i < h->roots.count && farm->watch.store.record; i++) {
    if (h->roots.item[i].at > 0) {
      hol_bytes bytes = {0};
      hol_vector_pass(&bytes, &h->vectors.item[next++]);
      HOL_TRY(hol_farm_record(farm, key_of(s, RESULT_VECTOR, k * VECTORS + i), &bytes));
    }
  }
  return hol_farm_publish(farm, key_of(s, RESULT_INTERVAL, k),
                          h->has_failed ? 0 : wanted(s, h->low.count, h->high.count));
}

/** Is the pair to be tried once more, by estimates that are made to the end? */
static bool is_tried_again(const hol_encloser *c, hol_status status)
{
  return status == HOL_NUMERICAL && c->is_early;
}

/** One interval of a pair whose trial functions are there. @param[in,out] status  of the pair so far; of what is not
 *  tried it is what it was
 *  @return what ends the run */
static hol_status finish_interval(distribution *s, size_t k, double high, hol_trial *t, hol_status *status)
{
  hol_encloser *c = s->c;
  interval_result *h = &s->result[k];
  if (h->is_there || k > s->failed) { /* nobody will ask for it */
    return HOL_OK;
  }
  size_t solves = c->intervals.solves, again = c->refactorisations;
  c->roots = &h->roots;
  *status = *status == HOL_OK ? hol_encloser_prove(c, high, t) : *status;
  if (*status != HOL_OK && *status != HOL_NUMERICAL) {
    return *status;
  }
  if (is_tried_again(c, *status)) {
    forget_attempt(c, h);
    return HOL_OK;
  }
  h->solves += c->intervals.solves - solves;
  h->more += c->refactorisations - again;
  record_result(s, k, *status);
  return give(s, k);
}

/** A pair, as far as it is open. @param[out] status  of it @return what ends the run */
static hol_status try_pair(distribution *s, size_t first, hol_status *status)
{
  hol_encloser *c = s->c;
  size_t solves = c->intervals.solves, last = first + is_pair(s, first);
  interval_result *below = last > first ? &s->result[first] : NULL, *above = &s->result[last];
  double high = 0;
  *status = prepare_pair(s, below, above, &high);
  interval_result *teller = !s->result[first].is_there ? &s->result[first]
                            : c->is_fine               ? above
                                                       : NULL; /* else it has
                                                                                                           been told */
  if (teller) {
    teller->solves += c->intervals.solves - solves;
    teller->more += c->is_fine ? 2 : 0;
  }
  HOL_TRY(*status == HOL_NUMERICAL ? HOL_OK : *status);
  HOL_TRY(below ? finish_interval(s, first, above->low.lambda, &c->trial, status) : HOL_OK);
  hol_status ended = finish_interval(s, last, high, &c->next_trial, status);
  hol_trial_clear(&c->trial);
  hol_trial_clear(&c->next_trial);
  return ended;
}

static hol_status run_interval_pair(void *of, void *item, void *second, hol_did *did)
{
  distribution *s = of;
  pair_run *r = item;
  hol_encloser *c = s->c;
  size_t first = s->open[r->next++];
  hol_status status = HOL_OK;
  (void)second;
  *did = (hol_did){.left = r->next < r->end, .work = work_of(s, first)};
  if (first > s->failed) { /* nobody will ask for it */
    return HOL_OK;
  }
  hol_status ended = try_pair(s, first, &status);
  if (ended == HOL_OK && is_tried_again(c, status)) {
    c->intervals.fallback = NULL;
    c->is_fine = true;
    ended = try_pair(s, first, &status);
    c->is_fine = false; /* what comes of a pair depends on no other */
  }
  return ended;
}

/** The open pairs in as many runs as there are ranks, of equal work. @param[out] first  [ranks] @return how many */
static size_t make_runs(const distribution *s, pair_run *first)
{
  size_t ranks = s->c->search->farm->comm->size, count = 0, all = 0, sum = 0;
  for (size_t i = 0; i < s->open_count; i++) {
    all += work_of(s, s->open[i]);
  }
  for (size_t i = 0; i < s->open_count; i++) {
    size_t work = work_of(s, s->open[i]), rank = (2 * sum + work) * ranks / (2 * all + 1); /* where its middle is */
    if (count == 0 || rank != first[count - 1].item.place) {
      first[count++] = (pair_run){{.place = rank, .splits = 1}, i, i};
    }
    first[count - 1].end = i + 1;
    first[count - 1].item.weight += work;
    sum += work;
  }
  return count;
}

static hol_status prove_all(distribution *s)
{
  hol_farm *farm = s->c->search->farm;
  const hol_workload workload = {
      .size = sizeof(pair_run), .is_long = true, .of = s, .step = run_interval_pair, .pass = pass_result};
  pair_run *first = hol_alloc(farm->comm->size, sizeof *first);
  hol_status status = farm->comm->agree(farm->comm->handle, first ? recall_all(s, &workload) : HOL_MEMORY);
  status = status == HOL_OK ? hol_farm_run(farm, &workload, first, make_runs(s, first)) : status;
  free(first);
  return status;
}

/* ------------------------------------------------------------------------------------------------ the list */

/** The intervals between the ends that are there. */
static hol_status make_results(distribution *s)
{
  size_t n = s->shifts.points;
  s->result = hol_alloc(n, sizeof *s->result);
  s->open = hol_alloc(n, sizeof *s->open);
  s->failed = n;
  for (size_t k = 0; k < n && s->result; k++) {
    const hol_shifts_point *p = &s->shifts.point[k];
    s->result[k].low = (hol_interval_end){p->lambda, p->count};
    s->result[k].high = k + 1 < n ? (hol_interval_end){p[1].lambda, p[1].count} : (hol_interval_end){0};
  }
  if (n && s->result && s->open && s->shifts.point[n - 1].count >= s->c->search->last) {
    s->shifts.points--; /* beyond the last end nothing is wanted */
  }
  return s->result && s->open ? HOL_OK : HOL_MEMORY;
}

static hol_status accept(distribution *s, size_t k, hol_roots *roots)
{
  hol_encloser *c = s->c;
  interval_result *h = &s->result[k];
  bool is_shared = k ? h->as == h[-1].as && !h[-1].is_pivoted : h->as == s->as;
  if (!hol_grow(&roots->item, &roots->capacity, roots->count + h->roots.count, sizeof *roots->item)) {
    return HOL_MEMORY;
  }
  memcpy(roots->item + roots->count, h->roots.item, h->roots.count * sizeof *roots->item);
  roots->count += h->roots.count;
  c->intervals.factorisations += (is_shared ? 1 : 2) + h->more;
  c->intervals.solves += h->solves;
  HOL_TRY(hol_encloser_append_interval(c, h->high.lambda, h->high.count));
  return hol_encloser_store(c, &h->vectors);
}

/** Everything up to the first that has failed; from there on the low end is that of one who goes on. */
static hol_status accept_all(distribution *s, hol_roots *roots)
{
  hol_encloser *c = s->c;
  for (size_t k = 0; k < s->shifts.points && s->result[k].is_there && !s->result[k].has_failed; k++) {
    HOL_TRY(accept(s, k, roots));
  }
  const hol_interval_end reached = c->intervals.end[c->intervals.ends - 1];
  c->as = s->as;
  if (reached.count >= c->search->last) {
    c->low.count = reached.count;
    return HOL_OK;
  }
  hol_encloser_release(c, &c->low); /* factorised anew on all ranks: the effort reported does not depend on which rank
                                       has it */
  c->low_as = c->as;
  c->intervals.factorisations++;
  return hol_encloser_factorise(c, reached.lambda, c->as, &c->low);
}

static hol_status prove_shared(distribution *s, hol_roots *roots)
{
  hol_encloser *c = s->c;
  hol_farm *farm = c->search->farm;
  size_t solves = c->intervals.solves, done = farm->done;
  HOL_TRY(farm->comm->agree(farm->comm->handle, make_results(s)));
  c->holder = farm->comm->rank;
  hol_status status = prove_all(s);
  c->is_broken = status != HOL_OK;
  c->holder = SIZE_MAX;
  c->roots = roots;
  c->reach = 0;
  c->intervals.solves = solves;
  c->intervals.fallback = NULL;
  HOL_TRY(status);
  double start = hol_processor_seconds();
  status = accept_all(s, roots);
  farm->seconds += hol_processor_seconds() - start;
  farm->done = done + wanted(s, c->zero, c->intervals.end[c->intervals.ends - 1].count);
  return farm->comm->agree(farm->comm->handle, status);
}

hol_status hol_shares_take(hol_encloser *c)
{
  if (c->search->last - c->zero <= 2 * HOL_INTERVAL_ROOTS) {
    return HOL_OK;
  }
  distribution s = {.c = c};
  hol_status status = place_shifts(&s);
  c->intervals.factorisations += s.shifts.counts;
  status = status == HOL_OK ? prove_shared(&s, c->roots) : status;
  for (size_t k = 0; k < s.shifts.points && s.result; k++) {
    clear_result(&s.result[k]);
  }
  free(s.result);
  free(s.open);
  hol_shifts_clear(&s.shifts);
  return status == HOL_NUMERICAL && !c->is_broken ? HOL_OK : status;
}
