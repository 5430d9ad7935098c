/* Frequencies of a range between which responses can be interpolated, and their peaks. */
#include "base/memory.h"
#include "response/response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ON_A_CIRCLE = 8, POINTS_MOST = 200000, NEAR_INFINITE = 6, SEARCH = 100 };
/** Neighbours are no farther apart than this, as a ratio. */
static const double wide = 1.1;
/** Damping ratio where it was not found: points about the resonance are halved as far as it takes. */
static const double unknown = 0.01;
/** A value below this part of the largest of its curve counts as so large. */
static const double least_part = 1e-6;

/* ---- where to begin ------------------------------------------------------------------------------------------------ */

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
    if (n == 0 || list->item[i] > list->item[n - 1] * (1 + 1e-14)) {
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
static hol_status choose_first(hol_response_system *s, hol_response *r, number_list *list)
{
  const hol_response_request *request = r->request;
  for (size_t k = 0; k < r->naturals; k++) {
    double complex pole;
    HOL_TRY(hol_response_pole(s, hol_complex(0, r->natural[k]), &pole));
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

/* ---- values -------------------------------------------------------------------------------------------------------- */

/** Room for one frequency more, the same in all arrays. */
static bool make_room(hol_response *r)
{
  size_t before = r->capacity, count = r->count + 1;
  bool is_good = hol_grow(&r->omega, &r->capacity, count, sizeof *r->omega);
  for (size_t i = 0; i < r->curves && is_good; i++) {
    size_t value = before, slope = before;
    is_good = hol_grow(&r->curve[i].value, &value, count, sizeof *r->curve[i].value) &&
              hol_grow(&r->curve[i].slope, &slope, count, sizeof *r->curve[i].slope);
  }
  return is_good;
}

/** One frequency more, at the end. */
static hol_status append(hol_response_system *s, hol_response *r, double omega)
{
  size_t n = r->count;
  if (!make_room(r)) {
    return HOL_MEMORY;
  }
  double complex *at = hol_alloc(2 * r->curves, sizeof *at);
  hol_status status = at ? hol_response_at(s, omega, at, at + r->curves) : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < r->curves; i++) {
    r->curve[i].value[n] = at[i];
    r->curve[i].slope[n] = at[r->curves + i];
  }
  free(at);
  r->omega[n] = omega;
  r->count += status == HOL_OK;
  r->factorisations++;
  return status;
}

/** Cubic interpolation in the middle of two frequencies by values and slopes. */
static double complex middle_of(const hol_response *r, const hol_response_curve *c, size_t a, size_t b)
{
  double h = r->omega[b] - r->omega[a];
  return (c->value[a] + c->value[b]) / 2 + h * (c->slope[a] - c->slope[b]) / 8;
}

/** The largest difference of all curves at a frequency between two, over what it is compared with. */
static double difference_at(const hol_response *r, size_t a, size_t middle, size_t b, const double *largest)
{
  double worst = 0;
  for (size_t i = 0; i < r->curves; i++) {
    const hol_response_curve *c = &r->curve[i];
    double scale = fmax(cabs(c->value[middle]), least_part * largest[i]);
    double off = cabs(c->value[middle] - middle_of(r, c, a, b));
    worst = fmax(worst, scale > 0 ? off / scale : 0);
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
  hol_response_system *s;
  hol_response *r;
  hol_watch watch;
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

static void note_largest(refining *f)
{
  for (size_t i = 0; i < f->r->curves; i++) {
    f->largest[i] = fmax(f->largest[i], cabs(f->r->curve[i].value[f->r->count - 1]));
  }
}

/** Halve an interval until interpolation is right in the middle. */
static hol_status refine(refining *f)
{
  hol_response *r = f->r;
  r->difference = 0;
  r->is_met = true;
  while (f->opens > 0) {
    interval i = f->open[--f->opens];
    double low = r->omega[i.low], high = r->omega[i.high];
    if (is_infinite_between(r, low, high)) {
      continue;
    }
    if (r->count >= POINTS_MOST || high - low < 1e-12 * high) {
      r->is_met = false;
      continue;
    }
    if (f->watch.progress && !f->watch.progress(f->watch.context, r->count, r->count + f->opens, 0)) {
      return HOL_INCOMPLETE;
    }
    HOL_TRY(append(f->s, r, (low + high) / 2));
    note_largest(f);
    size_t middle = r->count - 1;
    double difference = difference_at(r, i.low, middle, i.high, f->largest);
    if (difference <= r->request->tolerance) {
      r->difference = fmax(r->difference, difference);
      continue;
    }
    HOL_TRY(push(f, i.low, middle));
    HOL_TRY(push(f, middle, i.high));
  }
  return HOL_OK;
}

/* ---- in order ------------------------------------------------------------------------------------------------------ */

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
    is_good = is_good && value && slope;
    free(r->curve[i].value);
    free(r->curve[i].slope);
    r->curve[i].value = value;
    r->curve[i].slope = slope;
  }
  for (size_t i = 0; i < r->count; i++) {
    r->omega[i] = order[i].omega;
  }
  r->capacity = r->count;
  free(order);
  return is_good ? HOL_OK : HOL_MEMORY;
}

/* ---- peaks --------------------------------------------------------------------------------------------------------- */

/** d|H|²/dω over 2, and |H|. */
static hol_status rise_at(hol_response_system *s, hol_response *r, size_t curve, double omega, double *rise, double *size)
{
  double complex *at = hol_alloc(2 * r->curves, sizeof *at);
  hol_status status = at ? hol_response_at(s, omega, at, at + r->curves) : HOL_MEMORY;
  if (status == HOL_OK) {
    *rise = creal(conj(at[curve]) * at[r->curves + curve]);
    *size = cabs(at[curve]);
  }
  free(at);
  r->factorisations++;
  return status;
}

static double rise_of(const hol_response_curve *c, size_t i)
{
  return creal(conj(c->value[i]) * c->slope[i]);
}

/** What is sought between two frequencies: a zero of the rise (level 0), or |H| = level. */
typedef struct search {
  hol_response_system *s;
  hol_response *r;
  size_t curve;
  double level;
} search;

static hol_status look_at(const search *of, double omega, double *f, double *size)
{
  double rise;
  HOL_TRY(rise_at(of->s, of->r, of->curve, omega, &rise, size));
  *f = of->level > 0 ? *size - of->level : rise;
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
  const hol_response_curve *c = &of->r->curve[of->curve];
  double near = peak, f_near = of->level * (M_SQRT2 - 1), size;
  *omega = (double)NAN;
  for (size_t i = from; i < of->r->count; i = is_up ? i + 1 : i - 1) { /* below 0 it is beyond count */
    double f = cabs(c->value[i]) - of->level, far = of->r->omega[i];
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

static hol_status add_peak(hol_response_system *s, hol_response *r, size_t curve, size_t i)
{
  hol_response_curve *c = &r->curve[curve];
  hol_peak peak = {.width = (double)NAN};
  double low, high;
  search of = {s, r, curve, 0};
  HOL_TRY(find_zero(&of, r->omega[i], rise_of(c, i), r->omega[i + 1], rise_of(c, i + 1), &peak.omega, &peak.magnitude));
  of.level = peak.magnitude / M_SQRT2;
  HOL_TRY(half_power(&of, i, false, peak.omega, &low));
  HOL_TRY(half_power(&of, i + 1, true, peak.omega, &high));
  peak.width = high - low;
  peak.mode = nearest_mode(r, peak.omega);
  if (!hol_grow(&c->peak, &c->peak_capacity, c->peaks + 1, sizeof *c->peak)) {
    return HOL_MEMORY;
  }
  c->peak[c->peaks++] = peak;
  return HOL_OK;
}

static hol_status find_peaks(hol_response_system *s, hol_response *r)
{
  for (size_t c = 0; c < r->curves; c++) {
    for (size_t i = 0; i + 1 < r->count; i++) {
      bool is_infinite = is_infinite_between(r, r->omega[i], r->omega[i + 1]);
      if (!is_infinite && rise_of(&r->curve[c], i) > 0 && rise_of(&r->curve[c], i + 1) <= 0) {
        HOL_TRY(add_peak(s, r, c, i));
      }
    }
  }
  return HOL_OK;
}

/* ---- all of it ----------------------------------------------------------------------------------------------------- */

static hol_status sweep_in(refining *f, number_list *list)
{
  const hol_response_request *request = f->r->request;
  HOL_TRY(choose_first(f->s, f->r, list));
  for (size_t i = 0; i < list->count + 2; i++) {
    HOL_TRY(append(f->s, f->r, i == 0 ? request->from : i <= list->count ? list->item[i - 1] : request->to));
    note_largest(f);
    HOL_TRY(i ? push(f, i - 1, i) : HOL_OK);
  }
  HOL_TRY(refine(f));
  HOL_TRY(put_in_order(f->r));
  return find_peaks(f->s, f->r);
}

hol_status hol_response_sweep(hol_response_system *system, hol_watch watch, hol_response *response, hol_faults *faults)
{
  (void)faults;
  refining f = {.s = system, .r = response, .watch = watch, .largest = hol_alloc(response->curves, sizeof *f.largest)};
  number_list list = {0};
  response->infinite = hol_alloc(response->naturals, sizeof *response->infinite);
  hol_status status = f.largest && response->infinite ? sweep_in(&f, &list) : HOL_MEMORY;
  free(f.largest);
  free(f.open);
  free(list.item);
  return status;
}
