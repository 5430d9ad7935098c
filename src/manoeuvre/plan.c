/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans of manoeuvres: their rows, degrees, values, effort, and durations at which they do not exist. */
#include "manoeuvre/plan.h"

#include "base/memory.h"
#include "manoeuvre/least_norm.h"
#include "manoeuvre/samples.h"

#include <math.h>
#include <stdlib.h>

enum { DEGREES = HOL_BASIS_DEGREE_MOST + 1, REFERENCE = 8 };

static double complex kappa_of(double complex pole, double in)
{
  return hol_complex(-cimag(pole), creal(pole)) * (in / 2);
}

static bool is_real(const hol_quiet *quiet)
{
  return fabs(cimag(quiet->pole)) <= 0;
}

bool hol_plan_is_odd(const hol_plan_request *request)
{
  bool is = true;
  for (size_t i = 0; i < request->quiets; i++) {
    is = is && fabs(creal(request->quiet[i].pole)) <= 0 && cabs(request->quiet[i].wanted) <= 0;
  }
  return is;
}

/** Rows of the motions alone. */
static size_t count_rows(const hol_plan_request *request, bool is_odd)
{
  size_t rows = 0;
  for (size_t i = 0; i < request->quiets; i++) {
    const hol_quiet *quiet = &request->quiet[i];
    rows += (is_odd || is_real(quiet) ? 1U : 2U) * (quiet->is_double ? 2U : 1U);
  }
  return rows;
}

size_t hol_plan_least_degree(const hol_plan_request *request)
{
  bool is_odd = hol_plan_is_odd(request);
  size_t rows = count_rows(request, is_odd);
  if (is_odd) {
    return 2 * rows + 1;
  }
  size_t degree = rows + 1 + (request->samples > 0 ? 1U : 0U);
  return degree % 2 == 1 ? degree : degree + 1;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/** A system under way: its rows over all degrees, of which some are unknowns. */
typedef struct hol_plan_rows {
  const hol_plan_request *request;
  size_t degree, count;
  bool is_odd;
  double *a, *r; /**< [count * (degree + 1)], [count] */
} hol_plan_rows;

static void put_row(hol_plan_rows *s, const double complex *f, bool is_imaginary, double r)
{
  for (size_t k = 0; k <= s->degree; k++) {
    s->a[s->count * (s->degree + 1) + k] = is_imaginary ? cimag(f[k]) : creal(f[k]);
  }
  s->r[s->count++] = r;
}

static void put_complex(hol_plan_rows *s, const hol_quiet *quiet, const double complex *f, double complex r)
{
  if (!s->is_odd) {
    put_row(s, f, false, creal(r));
  }
  if (s->is_odd || !is_real(quiet)) {
    put_row(s, f, true, cimag(r));
  }
}

/** Σ b_k F_k(κ) = T/2 e^{sT/2} `wanted`, all times e^{−|Im κ|}. */
static void put_motion(hol_plan_rows *s, const hol_quiet *quiet)
{
  const hol_plan_request *request = s->request;
  double complex value[DEGREES], slope[DEGREES], half = quiet->pole * (request->in / 2);
  double complex kappa = kappa_of(quiet->pole, request->in);
  if (request->samples > 0) {
    hol_samples_transform(request->samples, request->smooth, s->degree, kappa, value, slope);
  } else {
    hol_basis_transform(request->smooth, s->degree, kappa, value, slope);
  }
  put_complex(s, quiet, value, request->in / 2 * quiet->wanted * cexp(half - fabs(creal(half))));
  if (quiet->is_double) {
    put_complex(s, quiet, slope, 0);
  }
}

static void put_rows(hol_plan_rows *s)
{
  const hol_plan_request *request = s->request;
  if (request->samples > 0) {
    double complex area[DEGREES], moment[DEGREES];
    hol_samples_moments(request->samples, request->smooth, s->degree, area, moment);
    put_row(s, moment, false, -request->by);
    if (!s->is_odd) {
      put_row(s, area, false, 0);
    }
  }
  for (size_t i = 0; i < request->quiets; i++) {
    put_motion(s, &request->quiet[i]);
  }
}

size_t hol_plan_conditions_most(const hol_plan_request *request)
{
  return count_rows(request, hol_plan_is_odd(request)) + 2;
}

size_t hol_plan_conditions(const hol_plan_request *request, size_t degree, double *a, double *r)
{
  hol_plan_rows s = {.request = request, .degree = degree, .is_odd = hol_plan_is_odd(request), .a = a, .r = r};
  put_rows(&s);
  return s.count;
}

/** Change the unknowns among b, weighed by their norms, as little as fulfils the rows; b_1 is known where the
 *  polynomial itself is meant. */
static hol_status solve(const hol_plan_rows *s, double *work, double *b)
{
  double norm[DEGREES], *a = work, *r = a + s->count * (s->degree + 1), *x = r + s->count;
  size_t first = s->request->samples > 0 ? 1 : s->is_odd ? 3 : 2, by = s->is_odd ? 2 : 1, columns = 0;
  hol_basis_norms(s->request->smooth, s->degree, norm);
  for (size_t k = first; k <= s->degree; k += by) {
    columns++;
  }
  if (columns < s->count) {
    return HOL_NUMERICAL;
  }
  for (size_t i = 0; i < s->count; i++) {
    const double *row = &s->a[i * (s->degree + 1)];
    r[i] = s->r[i];
    for (size_t k = 1; k <= s->degree; k++) {
      r[i] -= row[k] * b[k];
    }
    for (size_t k = first, j = 0; k <= s->degree; k += by, j++) {
      a[i * columns + j] = row[k] / sqrt(norm[k]);
    }
  }
  HOL_TRY(hol_least_norm(s->count, columns, a, r, x, NULL));
  for (size_t k = first, j = 0; k <= s->degree; k += by, j++) {
    b[k] += x[j] / sqrt(norm[k]);
  }
  return HOL_OK;
}

static hol_status fulfil(const hol_plan_request *request, hol_plan *plan)
{
  size_t degree = plan->degree, most = hol_plan_conditions_most(request), width = degree + 1;
  double *memory = hol_alloc(2 * most * (width + 1) + width, sizeof *memory);
  hol_plan_rows s = {.request = request, .degree = degree, .is_odd = hol_plan_is_odd(request), .a = memory};
  if (!memory) {
    return HOL_MEMORY;
  }
  s.r = memory + most * width;
  put_rows(&s);
  hol_status status = s.count > 0 ? solve(&s, s.r + most, plan->b) : HOL_OK;
  free(memory);
  return status;
}

hol_status hol_plan_make(const hol_plan_request *request, size_t degree, hol_plan *plan)
{
  double half = (double)request->smooth + 1;
  *plan = (hol_plan){
      .by = request->by, .in = request->in, .smooth = request->smooth, .degree = degree, .samples = request->samples};
  if (request->samples == 0) {
    plan->b[1] = -request->by * half / ((half - 0.5) * hol_basis_area(request->smooth + 1, 1));
  }
  return fulfil(request, plan);
}

/* ---- degrees ----------------------------------------------------------------------------------------------------- */

static hol_status make_with_effort(const hol_plan_request *request, size_t degree, hol_plan *plan, double *effort)
{
  HOL_TRY(hol_plan_make(request, degree, plan));
  return hol_plan_effort(plan, effort);
}

/** The least degree of which ∫ u² is small enough. */
static hol_status make_below(const hol_plan_request *request, size_t last, double most, hol_plan *plan)
{
  for (size_t degree = hol_plan_least_degree(request); degree <= last; degree += 2) {
    double effort = 0;
    hol_status status = make_with_effort(request, degree, plan, &effort);
    if (status == HOL_MEMORY || (status == HOL_OK && effort <= most)) {
      return status;
    }
  }
  return HOL_NUMERICAL;
}

hol_status hol_plan_make_auto(const hol_plan_request *request, hol_plan *plan)
{
  static const double enough = 1.5;
  double effort = 0;
  size_t last = hol_plan_least_degree(request) + REFERENCE;
  HOL_TRY(make_with_effort(request, last, plan, &effort));
  return make_below(request, last, enough * effort, plan);
}

hol_status hol_plan_make_least_effort(const hol_plan_request *request, double excess, hol_plan *plan)
{
  double effort = 0;
  HOL_TRY(hol_plan_least_effort(request, &effort));
  return make_below(request, HOL_BASIS_DEGREE_MOST, (1 + excess) * effort, plan);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/** c_k φ_k [m] to its integral from −1: terms k − 1 of the basis of m + 1, but of c_0. */
static void integrate(size_t m, size_t degree, const double *c, double *integral)
{
  for (size_t k = 1; k <= degree; k++) {
    integral[k - 1] = -(double)(2 * m + 1) / ((double)k * (double)(k + 2 * m + 1)) * c[k];
  }
}

hol_plan_point hol_plan_at(const hol_plan *plan, double t)
{
  if (!(t >= 0) || !(t <= plan->in)) {
    return (hol_plan_point){.hub = t > plan->in ? plan->by : 0};
  }
  size_t m = plan->smooth, degree = plan->degree;
  double in = plan->in, x = 2 * t / in - 1, speed[DEGREES] = {0}, hub[DEGREES] = {0};
  integrate(m, degree, plan->b, speed);
  integrate(m + 1, degree - 1, speed, hub);
  return (hol_plan_point){.hub = hol_basis_sum(m + 2, degree > 2 ? degree - 2 : 0, hub, x) +
                                 speed[0] * hol_basis_area(m + 1, x),
                          .speed = 2 / in * hol_basis_sum(m + 1, degree - 1, speed, x),
                          .acceleration = 4 / (in * in) * hol_basis_sum(m, degree, plan->b, x),
                          .jerk = 8 / (in * in * in) * hol_basis_slope(m, degree, plan->b, x)};
}

/* ---- effort ------------------------------------------------------------------------------------------------------ */

hol_status hol_plan_effort(const hol_plan *plan, double *effort)
{
  size_t count = plan->degree + 2 * plan->smooth + 1;
  double *x = hol_alloc(2 * count, sizeof *x), sum = 0;
  if (!x) {
    return HOL_MEMORY;
  }
  hol_gauss_nodes(count, x, x + count);
  for (size_t i = 0; i < count; i++) {
    double u = hol_basis_sum(plan->smooth, plan->degree, plan->b, x[i]);
    sum += x[count + i] * u * u;
  }
  free(x);
  *effort = 8 * sum / (plan->in * plan->in * plan->in);
  return HOL_OK;
}

/** Functions whose integrals with u are given, double zeros left out, at the nodes of Gauss times the root of their
 *  weights. */
static size_t fill_functions(const hol_plan_request *request, bool is_odd, size_t nodes, const double *x, double *a,
                             double *r)
{
  size_t row = 0;
  const double *weight = x + nodes;
  r[row++] = -request->by;
  r[row] = 0;
  for (size_t i = 0; i < nodes; i++) {
    a[i] = sqrt(weight[i]) * x[i];
    a[nodes + i] = sqrt(weight[i]);
  }
  row += is_odd ? 0 : 1;
  for (size_t q = 0; q < request->quiets; q++) {
    const hol_quiet *quiet = &request->quiet[q];
    double complex kappa = kappa_of(quiet->pole, request->in), half = quiet->pole * (request->in / 2);
    double complex wanted = request->in / 2 * quiet->wanted * cexp(half - fabs(creal(half)));
    for (size_t part = is_odd ? 1 : 0; part < (is_real(quiet) && !is_odd ? 1U : 2U); part++, row++) {
      r[row] = part ? cimag(wanted) : creal(wanted);
      for (size_t i = 0; i < nodes; i++) {
        double complex f = cexp(hol_complex(0, 1) * kappa * x[i] - fabs(cimag(kappa)));
        a[row * nodes + i] = sqrt(weight[i]) * (part ? cimag(f) : creal(f));
      }
    }
  }
  return row;
}

hol_status hol_plan_least_effort(const hol_plan_request *request, double *effort)
{
  bool is_odd = hol_plan_is_odd(request);
  double largest = 0, norm2 = 0, in = request->in;
  for (size_t i = 0; i < request->quiets; i++) {
    largest = fmax(largest, cabs(request->quiet[i].pole) * in / 2);
  }
  size_t rows = count_rows(request, is_odd) + 2, nodes = (size_t)(largest + 6 * cbrt(largest)) + 40 + rows;
  double *memory = hol_alloc(3 * nodes + rows * nodes + rows, sizeof *memory);
  if (!memory) {
    return HOL_MEMORY;
  }
  double *x = memory, *best = x + 2 * nodes, *a = best + nodes, *r = a + rows * nodes;
  hol_gauss_nodes(nodes, x, x + nodes);
  rows = fill_functions(request, is_odd, nodes, x, a, r);
  hol_status status = hol_least_norm(rows, nodes, a, r, best, &norm2);
  *effort = 8 * norm2 / (in * in * in);
  free(memory);
  return status;
}

double complex hol_plan_rest(const hol_plan *plan, double complex pole)
{
  double complex value[DEGREES], slope[DEGREES], sum = 0, half = pole * (plan->in / 2);
  if (plan->samples > 0) {
    hol_samples_transform(plan->samples, plan->smooth, plan->degree, kappa_of(pole, plan->in), value, slope);
  } else {
    hol_basis_transform(plan->smooth, plan->degree, kappa_of(pole, plan->in), value, NULL);
  }
  for (size_t k = 1; k <= plan->degree; k++) {
    sum += plan->b[k] * value[k];
  }
  return 2 / plan->in * sum * cexp(half + fabs(creal(half)));
}

/* ---- singular durations ------------------------------------------------------------------------------------------ */

/** Sign of the determinant, by elimination with pivots; a [n * n] is destroyed. */
static int sign_of(size_t n, double *a)
{
  int sign = 1;
  for (size_t k = 0; k < n; k++) {
    size_t top = k;
    for (size_t i = k + 1; i < n; i++) {
      top = fabs(a[i * n + k]) > fabs(a[top * n + k]) ? i : top;
    }
    for (size_t j = 0; j < n && top != k; j++) {
      double other = a[k * n + j];
      a[k * n + j] = a[top * n + j];
      a[top * n + j] = other;
    }
    sign *= (top != k ? -1 : 1) * (a[k * n + k] < 0 ? -1 : 1);
    for (size_t i = k + 1; i < n && fabs(a[k * n + k]) > 0; i++) {
      double share = a[i * n + k] / a[k * n + k];
      for (size_t j = k; j < n; j++) {
        a[i * n + j] -= share * a[k * n + j];
      }
    }
  }
  return sign;
}

static int sign_at(const hol_plan_request *request, double in)
{
  double a[HOL_QUIET_MOST * HOL_QUIET_MOST];
  double complex value[2 * HOL_QUIET_MOST + 2];
  size_t n = request->quiets;
  for (size_t i = 0; i < n; i++) {
    hol_basis_transform(request->smooth, 2 * n + 1, kappa_of(request->quiet[i].pole, in), value, NULL);
    for (size_t j = 0; j < n; j++) {
      a[i * n + j] = cimag(value[2 * j + 3]);
    }
  }
  return sign_of(n, a);
}

static double bisect(const hol_plan_request *request, double low, double high, int sign)
{
  for (int step = 0; step < 60; step++) {
    double middle = low / 2 + high / 2;
    bool is_low = sign_at(request, middle) == sign;
    low = is_low ? middle : low;
    high = is_low ? high : middle;
  }
  return low / 2 + high / 2;
}

size_t hol_plan_singular(const hol_plan_request *request, double width, size_t most, double *time)
{
  enum { STEPS_MOST = 4000 };
  static const double radians = 0.05;
  double low = (1 - width) * request->in, high = (1 + width) * request->in, fastest = 0;
  bool is_asked = hol_plan_is_odd(request) && request->quiets > 0;
  for (size_t i = 0; i < request->quiets; i++) {
    fastest = fmax(fastest, cabs(request->quiet[i].pole));
    is_asked = is_asked && !request->quiet[i].is_double;
  }
  size_t count = 0, steps = (size_t)fmin(STEPS_MOST, 2 + (high - low) * fastest / (2 * radians));
  int before = is_asked ? sign_at(request, low) : 0;
  for (size_t i = 1; is_asked && i <= steps && count < most; i++) {
    double from = low + (high - low) * (double)(i - 1) / (double)steps;
    double to = low + (high - low) * (double)i / (double)steps;
    int here = sign_at(request, to);
    if (here != before) {
      time[count++] = bisect(request, from, to, before);
    }
    before = here;
  }
  return count;
}
