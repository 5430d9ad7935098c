/* SPDX-License-Identifier: BSD-3-Clause */
/* Frequencies of a range between which responses can be interpolated, their peaks and antiresonances. */
#include "base/memory.h"
#include "response/steady/response_deal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ON_A_CIRCLE = 8, POINTS_MOST = 200000, NEAR_INFINITE = 6, SEARCH = 100 };
/** Neighbours are no farther apart than this, as a ratio. */
static const double wide = 1.1;
/** Damping ratio where it was not found: points about the resonance are halved as far as it takes. */
static const double unknown = 0.01;
/** What chance puts as near to each other as this, relatively, is one. Below it intervals are not halved. */
static const double same = 1e-11, narrowest = 1e-12;
/** A value below this part of the largest of its curve counts as so large. */
static const double least_part = 1e-6;
/** A peak is among the frequencies if one of them is so near to its height, relatively. */
static const double flat = 1e-7;

/* ---- where to begin ---------------------------------------------------------------------------------------------- */

typedef struct number_list {
  double *item;
  size_t count, capacity;
} number_list;

static hol_status offer(number_list *list, double omega, const hol_response_request *request)
{
  if (!(omega > request->from) || !(omega < request->to)) {
    return HOL_OK;
  }
  if (!hol_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item)) {
    return HOL_MEMORY;
  }
  list->item[list->count++] = omega;
  return HOL_OK;
}

static hol_status agree(const hol_response_deal *deal, hol_status status)
{
  return deal->farm.comm->agree(deal->farm.comm->handle, status);
}

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void sort(number_list *list)
{
  size_t n = 0;
  if (list->count) {
    qsort(list->item, list->count, sizeof *list->item, compare);
  }
  for (size_t i = 0; i < list->count; i++) {
    if (n == 0 || list->item[i] > list->item[n - 1] * (1 + same)) {
      list->item[n++] = list->item[i];
    }
  }
  list->count = n;
}

/** Equal steps on the circle of resonance about s; of a motion that is not damped, ever nearer from both sides. */
static hol_status offer_circle(number_list *list, double omega, double sigma, const hol_response_request *request)
{
  for (int j = -ON_A_CIRCLE; j <= ON_A_CIRCLE && sigma > 0; j++) {
    HOL_TRY(offer(list, omega + sigma * tan(j * M_PI / (2 * ON_A_CIRCLE + 2)), request));
  }
  for (int j = 1; j <= NEAR_INFINITE && !(sigma > 0); j++) {
    HOL_TRY(offer(list, omega * (1 - pow(10, -j)), request));
    HOL_TRY(offer(list, omega * (1 + pow(10, -j)), request));
  }
  return HOL_OK;
}

/** Both ends, circles about all modes, and even ratios between. */
static hol_status choose_first(hol_response_deal *deal, number_list *list)
{
  hol_response *r = deal->response;
  const hol_response_request *request = r->request;
  for (size_t k = 0; k < r->naturals; k++) {
    double complex pole = deal->pole[k];
    bool is_found = cabs(pole - hol_complex(0, r->natural[k])) < 0.5 * r->natural[k];
    double omega = is_found ? cimag(pole) : r->natural[k], sigma = is_found ? fabs(creal(pole)) : unknown * omega;
    bool is_damped = sigma > 1e-9 * omega;
    if (!is_damped && omega > request->from && omega < request->to) {
      r->infinite[r->infinites++] = omega;
    }
    HOL_TRY(offer_circle(list, omega, is_damped ? sigma : 0, request));
  }
  sort(list);
  size_t given = list->count;
  for (size_t i = 0; i <= given; i++) {
    double low = i ? list->item[i - 1] : request->from, high = i < given ? list->item[i] : request->to;
    size_t pieces = (size_t)fmin(ceil(log(high / low) / log(wide)), POINTS_MOST);
    for (size_t k = 1; k < pieces; k++) {
      HOL_TRY(offer(list, low * pow(high / low, (double)k / (double)pieces), request));
    }
  }
  sort(list);
  return HOL_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/** Cubic interpolation in the middle of two frequencies by values and slopes. */
static double complex middle_of(const hol_response *r, const hol_response_curve *c, size_t a, size_t b)
{
  double h = r->omega[b] - r->omega[a];
  return (c->value[a] + c->value[b]) / 2 + h * (c->slope[a] - c->slope[b]) / 8;
}

/** Curves that rounding alone moves are not looked at: so little beside the largest of the same kind. */
static bool is_still(const hol_response *r, size_t curve, const double *largest)
{
  static const double still = 1e-12;
  const hol_output *own = &r->request->receiver[r->curve[curve].receiver];
  double top = 0;
  for (size_t i = 0; i < r->curves; i++) {
    const hol_output *other = &r->request->receiver[r->curve[i].receiver];
    bool is_alike = other->is_reaction == own->is_reaction && other->turns == own->turns;
    top = is_alike ? fmax(top, largest[i]) : top;
  }
  return !(largest[curve] > still * top);
}

/** The largest difference of all curves at a frequency between two, over what it is compared with. */
static double difference_at(const hol_response *r, size_t a, size_t middle, size_t b, const double *largest)
{
  double worst = 0;
  for (size_t i = 0; i < r->curves; i++) {
    const hol_response_curve *c = &r->curve[i];
    double scale = fmax(cabs(c->value[middle]), least_part * largest[i]);
    double off = cabs(c->value[middle] - middle_of(r, c, a, b));
    worst = fmax(worst, is_still(r, i, largest) ? 0 : off / scale);
  }
  return worst;
}

static bool is_infinite_between(const hol_response *r, double low, double high)
{
  for (size_t i = 0; i < r->infinites; i++) {
    double omega = r->infinite[i];
    if (omega > low && omega < high && high - low < 10 * pow(10, -NEAR_INFINITE) * omega) {
      return true;
    }
  }
  return false;
}

/** An interval still to be looked at: numbers of its ends. */
typedef struct interval {
  size_t low, high;
} interval;

typedef struct refining {
  hol_response_deal *deal;
  hol_response *r;
  double *largest; /**< [curves] */
  interval *open;
  size_t opens, capacity;
} refining;

static hol_status push(refining *f, size_t low, size_t high)
{
  if (!hol_grow(&f->open, &f->capacity, f->opens + 1, sizeof *f->open)) {
    return HOL_MEMORY;
  }
  f->open[f->opens++] = (interval){low, high};
  return HOL_OK;
}

/** Frequencies at the end, and what is the largest then. @return HOL_NUMERICAL where one cannot be computed */
static hol_status append(refining *f, const double *omega, size_t count)
{
  hol_response *r = f->r;
  size_t first = r->count;
  HOL_TRY(hol_response_deal_values(f->deal, omega, count));
  for (size_t i = 0; i < r->curves; i++) {
    for (size_t k = first; k < r->count; k++) {
      double size = cabs(r->curve[i].value[k]);
      HOL_TRY(isnan(size) ? HOL_NUMERICAL : HOL_OK);
      f->largest[i] = fmax(f->largest[i], size);
    }
  }
  return HOL_OK;
}

/** The open intervals that can be halved, and their middles. @param[out] middle  [opens] */
static void choose_middles(refining *f, double *middle)
{
  hol_response *r = f->r;
  size_t opens = f->opens;
  f->opens = 0;
  for (size_t k = 0; k < opens; k++) {
    double low = r->omega[f->open[k].low], high = r->omega[f->open[k].high];
    if (is_infinite_between(r, low, high)) {
      continue;
    }
    if (r->count + f->opens >= POINTS_MOST || high - low < narrowest * high) {
      r->is_met = false;
      continue;
    }
    middle[f->opens] = (low + high) / 2;
    f->open[f->opens++] = f->open[k];
  }
}

/** How far interpolation between two frequencies next to each other can be off, over what it is compared with: by the
 *  cubic, and by what it is of, too. @param[out] rounded  with both */
static double bound_between(const refining *f, size_t a, size_t b, double *rounded)
{
  const hol_response *r = f->r;
  double worst = 0;
  for (size_t i = 0; i < r->curves; i++) {
    const hol_response_curve *c = &r->curve[i];
    double scale = fmax(fmin(cabs(c->value[a]), cabs(c->value[b])), least_part * f->largest[i]);
    double off = is_still(r, i, f->largest) ? 0 : hol_response_bound_at(f->deal->bound, i, r->omega[a], r->omega[b]);
    worst = off > 0 ? fmax(worst, off / scale) : worst;
    if (!is_still(r, i, f->largest)) {
      *rounded = fmax(*rounded, (off + fmax(c->radius[a], c->radius[b])) / scale);
    }
  }
  return worst;
}

/** An interval in whose middle interpolation was right: with that place in the list, too, are both halves proved to be?
 *  A bound that is not finite is none. */
static bool is_bounded(refining *f, interval open, size_t middle)
{
  hol_response *r = f->r;
  if (!f->deal->bound) {
    return true;
  }
  double rounded = 0;
  double bound = fmax(bound_between(f, open.low, middle, &rounded), bound_between(f, middle, open.high, &rounded));
  if (isfinite(bound) && bound > r->request->tolerance) {
    return false;
  }
  r->bound = fmax(r->bound, rounded);
  return true;
}

/** Halve all open intervals; those in whose middle interpolation was not right are open again, on both sides. */
static hol_status halve(refining *f, const double *middle)
{
  hol_response *r = f->r;
  size_t first = r->count, halved = f->opens;
  interval *open = f->open;
  HOL_TRY(append(f, middle, halved));
  f->open = NULL;
  f->opens = f->capacity = 0;
  hol_status status = HOL_OK;
  for (size_t k = 0; k < halved && status == HOL_OK; k++) {
    double difference = difference_at(r, open[k].low, first + k, open[k].high, f->largest);
    if (difference <= r->request->tolerance && is_bounded(f, open[k], first + k)) {
      r->difference = fmax(r->difference, difference);
      continue;
    }
    status = push(f, open[k].low, first + k);
    status = status == HOL_OK ? push(f, first + k, open[k].high) : status;
  }
  free(open);
  return agree(f->deal, status);
}

/** Halve intervals, all that are open at a time, until interpolation is right in the middle. */
static hol_status refine(refining *f)
{
  f->r->difference = 0;
  f->r->bound = 0;
  f->r->is_met = true;
  while (f->opens > 0) {
    double *middle = hol_alloc(f->opens, sizeof *middle);
    hol_status status = agree(f->deal, middle ? HOL_OK : HOL_MEMORY);
    if (status == HOL_OK) {
      choose_middles(f, middle);
      status = halve(f, middle);
    }
    free(middle);
    HOL_TRY(status);
  }
  bool is_known = f->deal->bound && f->r->is_met && isfinite(f->r->bound);
  f->r->bound = is_known ? fmax(f->r->bound, f->r->difference) : (double)NAN; /* of the cubic without the middle, too */
  return HOL_OK;
}

/* ---- in order ---------------------------------------------------------------------------------------------------- */

typedef struct place {
  double omega;
  size_t number;
} place;

static void *reordered(const place *order, size_t count, size_t size, const void *from)
{
  char *to = hol_alloc(count, size);
  for (size_t i = 0; to && i < count; i++) {
    memcpy(to + i * size, (const char *)from + order[i].number * size, size);
  }
  return to;
}

static hol_status put_in_order(hol_response *r)
{
  place *order = hol_alloc(r->count, sizeof *order);
  if (!order) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < r->count; i++) {
    order[i] = (place){r->omega[i], i};
  }
  qsort(order, r->count, sizeof *order, compare);
  bool is_good = true;
  for (size_t i = 0; i < r->curves; i++) {
    double complex *value = reordered(order, r->count, sizeof *value, r->curve[i].value);
    double complex *slope = reordered(order, r->count, sizeof *slope, r->curve[i].slope);
    double *radius = reordered(order, r->count, sizeof *radius, r->curve[i].radius);
    is_good = is_good && value && slope && radius;
    free(r->curve[i].value);
    free(r->curve[i].slope);
    free(r->curve[i].radius);
    r->curve[i].value = value;
    r->curve[i].slope = slope;
    r->curve[i].radius = radius;
  }
  for (size_t i = 0; i < r->count; i++) {
    r->omega[i] = order[i].omega;
  }
  r->capacity = r->count;
  free(order);
  return is_good ? HOL_OK : HOL_MEMORY;
}

/* ---- peaks ------------------------------------------------------------------------------------------------------- */

static double rise_of(const hol_response_curve *c, size_t i)
{
  return creal(conj(c->value[i]) * c->slope[i]);
}

/** What is sought between two frequencies: a zero of d|H|²/dω (level 0), or |H| = level. */
typedef struct search {
  hol_response_deal *deal;
  size_t curve;
  double level;
  size_t *factorisations;
} search;

static hol_status look_at(const search *of, double omega, double *f, double *size)
{
  size_t curves = of->deal->response->curves;
  double complex *at = of->deal->scratch;
  HOL_TRY(hol_response_at(of->deal->system, omega, at, at + curves));
  *size = cabs(at[of->curve]);
  *f = of->level > 0 ? *size - of->level : creal(conj(at[of->curve]) * at[curves + of->curve]);
  ++*of->factorisations;
  return HOL_OK;
}

/** False position with halved ends (Illinois), f(low) and f(high) of different signs. */
static hol_status find_zero(const search *of, double low, double f_low, double high, double f_high, double *omega,
                            double *size)
{
  int side = 0;
  *omega = low;
  for (int k = 0; k < SEARCH && high - low > 4e-16 * high; k++) {
    double x = (low * f_high - high * f_low) / (f_high - f_low), f;
    x = x > low && x < high ? x : (low + high) / 2;
    HOL_TRY(look_at(of, x, &f, size));
    bool is_still = fabs(x - *omega) <= 1e-15 * x;
    *omega = x;
    if (f == 0 || is_still) {
      break;
    }
    if ((f > 0) == (f_low > 0)) {
      low = x;
      f_low = f;
      f_high /= side == -1 ? 2 : 1;
      side = -1;
    } else {
      high = x;
      f_high = f;
      f_low /= side == 1 ? 2 : 1;
      side = 1;
    }
  }
  return HOL_OK;
}

/** Where |H| falls to the level, from a peak outwards. @param[out] omega  NAN: not in the range */
static hol_status half_power(const search *of, size_t from, bool is_up, double peak, double *omega)
{
  const hol_response *r = of->deal->response;
  const hol_response_curve *c = &r->curve[of->curve];
  double near = peak, f_near = of->level * (M_SQRT2 - 1), size;
  *omega = (double)NAN;
  for (size_t i = from; i < r->count; i = is_up ? i + 1 : i - 1) { /* below 0 it is beyond count */
    double f = cabs(c->value[i]) - of->level, far = r->omega[i];
    if (f <= 0) {
      return is_up ? find_zero(of, near, f_near, far, f, omega, &size)
                   : find_zero(of, far, f, near, f_near, omega, &size);
    }
    near = far;
    f_near = f;
  }
  return HOL_OK;
}

static size_t nearest_mode(const hol_response *r, double omega)
{
  size_t best = SIZE_MAX;
  for (size_t k = 0; k < r->naturals; k++) {
    best = best == SIZE_MAX || fabs(r->natural[k] - omega) < fabs(r->natural[best] - omega) ? k : best;
  }
  return best == SIZE_MAX ? SIZE_MAX : best + 1;
}

/** The step from the last of three places to where the parabola through them is 0 (Muller). */
static double complex parabola_step(const double complex at[3], const double complex h[3])
{
  double complex before = at[1] - at[0], last = at[2] - at[1];
  double complex slope = (h[2] - h[1]) / last, bend = (slope - (h[1] - h[0]) / before) / (last + before);
  double complex b = slope + bend * last, root = csqrt(b * b - 4 * bend * h[2]);
  return -2 * h[2] / (cabs(b + root) > cabs(b - root) ? b + root : b - root);
}

/** H = 0 next to a minimum, by parabolas in the complex plane. NAN: they do not settle as near as half of its
 *  frequency.
 *  @return HOL_MEMORY */
static hol_status find_complex_zero(hol_response_deal *deal, hol_sought_peak *sought)
{
  enum { STEPS = 30 };
  static const double apart = 1e-3;
  double complex start = hol_complex(0, sought->found.omega), *value = deal->scratch, h[3];
  double complex at[3] = {start * (1 - apart), start * (1 + apart), start};
  sought->zero[0] = sought->zero[1] = (double)NAN;
  for (int k = 0; k < STEPS + 3 && cabs(at[2] - start) < 0.5 * cabs(start); k++) {
    size_t i = k < 2 ? (size_t)k : 2;
    hol_status status = hol_response_transfer(deal->system, at[i], value);
    if (status != HOL_OK) {
      return status == HOL_NUMERICAL ? HOL_OK : status;
    }
    h[i] = value[sought->curve];
    sought->factorisations++;
    if (k < 2) {
      continue;
    }
    double complex step = h[2] == 0 ? 0 : parabola_step(at, h);
    if (cabs(step) <= 1e-13 * cabs(start)) {
      sought->zero[0] = creal(at[2]);
      sought->zero[1] = cimag(at[2]);
      return HOL_OK;
    }
    for (i = 0; i < 2; i++) {
      at[i] = at[i + 1];
      h[i] = h[i + 1];
    }
    at[2] += step;
  }
  return HOL_OK;
}

static hol_status find_peak(hol_response_deal *deal, hol_sought_peak *sought)
{
  const hol_response *r = deal->response;
  const hol_response_curve *c = &r->curve[sought->curve];
  size_t i = sought->low;
  hol_peak *peak = &sought->found;
  double low, high;
  search of = {deal, sought->curve, 0, &sought->factorisations};
  HOL_TRY(
      find_zero(&of, r->omega[i], rise_of(c, i), r->omega[i + 1], rise_of(c, i + 1), &peak->omega, &peak->magnitude));
  if (sought->is_dip) {
    return find_complex_zero(deal, sought);
  }
  of.level = peak->magnitude / M_SQRT2;
  HOL_TRY(half_power(&of, i, false, peak->omega, &low));
  HOL_TRY(half_power(&of, i + 1, true, peak->omega, &high));
  peak->width = high - low;
  return HOL_OK;
}

/** A peak is between a frequency where |H| rises and one where it falls, an antiresonance the other way round. */
static hol_status seek_between(hol_response_deal *deal, size_t c, size_t i)
{
  const hol_response *r = deal->response;
  double before = rise_of(&r->curve[c], i), behind = rise_of(&r->curve[c], i + 1);
  bool is_peak = before > 0 && behind <= 0, is_dip = before < 0 && behind >= 0;
  if ((!is_peak && !is_dip) || is_infinite_between(r, r->omega[i], r->omega[i + 1])) {
    return HOL_OK;
  }
  if (!hol_grow(&deal->peak, &deal->peak_capacity, deal->peaks + 1, sizeof *deal->peak)) {
    return HOL_MEMORY;
  }
  deal->peak[deal->peaks++] = (hol_sought_peak){.curve = c, .low = i, .is_dip = is_dip};
  return HOL_OK;
}

static hol_status seek_peaks(hol_response_deal *deal)
{
  for (size_t c = 0; c < deal->response->curves; c++) {
    for (size_t i = 0; i + 1 < deal->response->count; i++) {
      HOL_TRY(seek_between(deal, c, i));
    }
  }
  return HOL_OK;
}

static hol_status keep_peak(hol_response *r, const hol_sought_peak *sought)
{
  hol_response_curve *c = &r->curve[sought->curve];
  const hol_peak *found = &sought->found;
  r->factorisations += sought->factorisations;
  if (sought->is_dip) {
    if (!hol_grow(&c->dip, &c->dip_capacity, c->dips + 1, sizeof *c->dip)) {
      return HOL_MEMORY;
    }
    c->dip[c->dips++] = (hol_antiresonance){found->omega, found->magnitude, {sought->zero[0], sought->zero[1]}};
    return HOL_OK;
  }
  if (!hol_grow(&c->peak, &c->peak_capacity, c->peaks + 1, sizeof *c->peak)) {
    return HOL_MEMORY;
  }
  c->peak[c->peaks] = *found;
  c->peak[c->peaks++].mode = nearest_mode(r, found->omega);
  return HOL_OK;
}

static hol_status find_peaks(hol_response_deal *deal)
{
  hol_response *r = deal->response;
  const hol_comm *comm = deal->farm.comm;
  deal->find_peak = find_peak;
  HOL_TRY(comm->agree(comm->handle, seek_peaks(deal)));
  HOL_TRY(hol_response_deal_out(deal, HOL_DEALT_PEAKS, 0, deal->peaks));
  for (size_t i = 0; i < deal->peaks; i++) {
    HOL_TRY(keep_peak(r, &deal->peak[i]));
  }
  return HOL_OK;
}

/** Peaks whose height neither of the frequencies has between which they were found. */
static hol_status offer_tops(const hol_response_deal *deal, number_list *tops)
{
  const hol_response *r = deal->response;
  for (size_t i = 0; i < deal->peaks; i++) {
    const hol_sought_peak *sought = &deal->peak[i];
    const double complex *value = r->curve[sought->curve].value + sought->low;
    if (!sought->is_dip && fmax(cabs(value[0]), cabs(value[1])) < (1 - flat) * sought->found.magnitude) {
      HOL_TRY(offer(tops, sought->found.omega, r->request));
    }
  }
  sort(tops);
  return HOL_OK;
}

/** Whoever draws the values, or takes their largest, has the peaks. */
static hol_status add_tops(refining *f)
{
  number_list tops = {0};
  hol_status status = agree(f->deal, offer_tops(f->deal, &tops));
  if (status == HOL_OK && tops.count > 0) {
    status = append(f, tops.item, tops.count);
    status = status == HOL_OK ? agree(f->deal, put_in_order(f->r)) : status;
  }
  free(tops.item);
  return status;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/** The ends and what is between. */
static hol_status choose_all(hol_response_deal *deal, number_list *list)
{
  HOL_TRY(choose_first(deal, list));
  if (!hol_grow(&list->item, &list->capacity, list->count + 2, sizeof *list->item)) {
    return HOL_MEMORY;
  }
  memmove(list->item + 1, list->item, list->count * sizeof *list->item);
  list->item[0] = deal->response->request->from;
  list->count += 2;
  list->item[list->count - 1] = deal->response->request->to;
  return HOL_OK;
}

/** Every frequency and the next are an interval. */
static hol_status push_all(refining *f)
{
  for (size_t i = 1; i < f->r->count; i++) {
    HOL_TRY(push(f, i - 1, i));
  }
  return HOL_OK;
}

static hol_status sweep_in(refining *f, number_list *list)
{
  HOL_TRY(hol_response_deal_out(f->deal, HOL_DEALT_POLES, 0, f->r->naturals));
  HOL_TRY(agree(f->deal, choose_all(f->deal, list)));
  HOL_TRY(append(f, list->item, list->count));
  HOL_TRY(agree(f->deal, push_all(f)));
  HOL_TRY(refine(f));
  HOL_TRY(agree(f->deal, put_in_order(f->r)));
  HOL_TRY(find_peaks(f->deal));
  return add_tops(f);
}

hol_status hol_response_sweep(hol_response_deal *deal)
{
  hol_response *r = deal->response;
  refining f = {.deal = deal, .r = r, .largest = hol_alloc(r->curves, sizeof *f.largest)};
  number_list list = {0};
  r->infinite = hol_alloc(r->naturals, sizeof *r->infinite);
  hol_status status = agree(deal, f.largest && r->infinite ? HOL_OK : HOL_MEMORY);
  status = status == HOL_OK ? sweep_in(&f, &list) : status;
  free(f.largest);
  free(f.open);
  free(list.item);
  return status;
}
