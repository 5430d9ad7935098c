/* SPDX-License-Identifier: BSD-3-Clause */
#include "sensitivity_referee.h"

#include "reading.h"

#include "holonome/solve.h"
#include "problem/again.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODES_MOST = 64, SIZES = 5, PLACES = 2 * SIZES + 2 };

/** Steps are largest_step / 4^k, places of the stencil 2 and 1 steps to each side, or 0, 1, 2, 3, 4 to one. */
static const double largest_step = 4e-3;

/** Frequencies at one value of the parameter; count 0: not solved. */
typedef struct list {
  size_t count;
  double omega[MODES_MOST], error[MODES_MOST];
} list;

typedef struct referee {
  hol_problem problem;
  hol_result result;
  FILE *log;
  sensitivity_tally *tally;
} referee;

/** The compliances that the first run has chosen, so that all are of one model. */
static void same_compliance(const referee *r, hol_analysis *analysis)
{
  size_t modes, order;
  analysis->count += 4;
  analysis->sensitivity_count = 0;
  if (analysis->tolerance > 0) {
    analysis->tolerance = 0;
    analysis->order = 1;
    if (sscanf(r->result.compliance, "%zu modes of each motion dynamic, remainder of order %zu", &modes, &order) == 2) {
      analysis->modes = modes;
      analysis->order = order;
    } else if (sscanf(r->result.compliance, "%zu modes", &modes) == 1) {
      analysis->modes = modes;
    }
  }
}

static void solve_at(const referee *r, const char *name, double value, list *out)
{
  hol_problem problem = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  hol_kept_file file = {0};
  const hol_setting setting = {name, value};
  *out = (list){0};
  if (hol_problem_read_again(&file, &r->problem.reading->source, &setting, 1, &problem, &faults) == HOL_OK) {
    same_compliance(r, &problem.analysis);
    hol_status status = hol_solve(&problem, (hol_solve_options){0}, &result, &faults);
    bool solved = status == HOL_OK || status == HOL_INCOMPLETE;
    for (size_t i = 0; solved && i < result.mode_count && i < MODES_MOST; i++) {
      out->omega[i] = result.mode[i].omega;
      out->error[i] = 2e-16 * result.mode[i].omega + (result.mode[i].upper - result.mode[i].omega) / 4;
      out->count = i + 1;
    }
    hol_result_clear(&result);
  }
  hol_faults_clear(&faults);
  hol_kept_file_clear(&file);
  hol_problem_clear(&problem);
}

/** Fourth-order difference of mode i of a group first..last with one frequency; to the other side its members are in
 *  reverse. */
static double difference(const list at[4], bool one_sided, size_t first, size_t last, size_t i, double omega, double h,
                         double *noise)
{
  size_t mirror = first + last - i, n = last > i ? last : i;
  for (size_t k = 0; k < 4; k++) {
    if (at[k].count <= n) {
      return nan("");
    }
  }
  *noise = (at[1].error[i] + at[2].error[i]) / h;
  if (one_sided) {
    size_t j = h > 0 ? i : mirror;
    return (-25.0 / 12 * omega + 4 * at[0].omega[j] - 3 * at[1].omega[j] + 4.0 / 3 * at[2].omega[j] -
            0.25 * at[3].omega[j]) /
           h;
  }
  return (at[0].omega[mirror] - 8 * at[1].omega[mirror] + 8 * at[2].omega[i] - at[3].omega[i]) / (12 * h);
}

/** The four lists of one step. */
static void solve_around(const referee *r, const hol_parameter *p, double h, int side, list at[4])
{
  static const double both[4] = {-2, -1, 1, 2}, one[4] = {1, 2, 3, 4};
  for (size_t k = 0; k < 4; k++) {
    solve_at(r, p->name, p->value + h * (side ? side * one[k] : both[k]), &at[k]);
  }
}

/** The best difference known so far for each mode. */
typedef struct reference {
  double value, error, last;
} reference;

static void improve(const referee *r, const list at[4], int side, double h, reference *best)
{
  for (size_t i = 0; i < r->result.mode_count && i < MODES_MOST; i++) {
    const hol_mode *mode = &r->result.mode[i];
    size_t first = i, last = i;
    while (first > 0 && r->result.mode[first - 1].count_below == mode->count_below) {
      first--;
    }
    while (last + 1 < r->result.mode_count && r->result.mode[last + 1].count_below == mode->count_below) {
      last++;
    }
    double noise = 0;
    double value = difference(at, side != 0, first, last, i, mode->omega, side ? side * h : h, &noise);
    double error = fabs(value - best[i].last) + 2 * fabs(noise);
    if (error < best[i].error) {
      best[i].value = value;
      best[i].error = error;
    }
    best[i].last = value;
  }
}

static bool says(const hol_result *result, const char *name, size_t number)
{
  char wanted[80];
  snprintf(wanted, sizeof wanted, "sensitivity to `%s` of mode", name);
  for (size_t i = 0; i < result->note_count; i++) {
    if (strncmp(result->note[i], wanted, strlen(wanted)) != 0) {
      continue;
    }
    for (const char *p = result->note[i] + strlen(wanted); *p && *p != ':'; p++) {
      char *end;
      if (*p >= '0' && *p <= '9' && strtoul(p, &end, 10) == number) {
        return true;
      } else if (*p >= '0' && *p <= '9') {
        p = end - 1;
      }
    }
  }
  return false;
}

/** One derivative against the best difference. */
static void judge(const referee *r, const hol_parameter *p, size_t index, size_t i, const reference *best)
{
  const hol_mode *mode = &r->result.mode[i];
  double slope = mode->sensitivity[index], range = p->value != 0 ? fabs(p->value) : 1;
  double unit = mode->omega / range, allowed = 1e-7 * (fabs(best->value) + 0.01 * unit);
  if (isnan(slope)) {
    *(says(&r->result, p->name, mode->number) ? &r->tally->withheld : &r->tally->unsaid) += 1;
    return;
  }
  if (!(best->error <= 1e-6 * (fabs(best->value) + unit))) {
    r->tally->undecided++;
    return;
  }
  double off = fabs(slope - best->value) / (allowed + best->error);
  r->tally->checked++;
  r->tally->worst = fmax(r->tally->worst, off);
  if (off > 1) {
    r->tally->wrong++;
    if (r->log) {
      fprintf(r->log, "mode %zu, %s: %.12g, by differences %.12g +- %.2g\n", mode->number, p->name, slope, best->value,
              best->error);
    }
  }
}

static bool is_settled(const referee *r, const hol_parameter *p, const reference *best)
{
  bool settled = true;
  for (size_t i = 0; i < r->result.mode_count && i < MODES_MOST; i++) {
    double unit = r->result.mode[i].omega / (p->value != 0 ? fabs(p->value) : 1);
    settled = settled && best[i].error <= 1e-7 * (fabs(best[i].value) + 0.01 * unit);
  }
  return settled;
}

static void check_parameter(const referee *r, size_t index)
{
  const hol_parameter *p = &r->problem.parameter[r->problem.analysis.sensitivity[index]];
  double range = p->value != 0 ? fabs(p->value) : 1;
  reference best[MODES_MOST];
  list at[4];
  int side = 0;
  for (size_t i = 0; i < MODES_MOST; i++) {
    best[i] = (reference){.error = HUGE_VAL, .last = nan("")};
  }
  for (size_t k = 0; k < SIZES && !(k > 1 && is_settled(r, p, best)); k++) {
    double h = largest_step * range * pow(0.25, (double)k);
    solve_around(r, p, h, side, at);
    if (k == 0 && !(at[0].count && at[1].count)) {
      side = 1;
      solve_around(r, p, h, side, at);
    } else if (k == 0 && !(at[2].count && at[3].count)) {
      side = -1;
      solve_around(r, p, h, side, at);
    }
    improve(r, at, side, h, best);
  }
  for (size_t i = 0; i < r->result.mode_count && i < MODES_MOST; i++) {
    if (r->result.mode[i].omega > 0) {
      judge(r, p, index, i, &best[i]);
    }
  }
}

bool sensitivity_referee(const char *text, const char *folder, FILE *log, sensitivity_tally *tally)
{
  referee r = {.log = log, .tally = tally};
  hol_faults faults = {0};
  hol_status status = hol_read(text, strlen(text), (hol_read_options){.folder = folder}, &r.problem, &faults);
  size_t before = tally->wrong + tally->unsaid;
  if (status == HOL_OK) {
    status = hol_solve(&r.problem, (hol_solve_options){0}, &r.result, &faults);
  }
  bool solved = status == HOL_OK || status == HOL_INCOMPLETE;
  tally->problems++;
  tally->unsolved += !solved;
  for (size_t p = 0; solved && p < r.problem.analysis.sensitivity_count; p++) {
    check_parameter(&r, p);
  }
  if (log && (tally->wrong + tally->unsaid > before || !solved)) {
    fprintf(log, "status %d%s%s\n%s\n", (int)status, faults.count ? ": " : "",
            faults.count ? faults.item[0].message : "", text);
  }
  hol_faults_clear(&faults);
  hol_result_clear(&r.result);
  hol_problem_clear(&r.problem);
  return status != HOL_MEMORY;
}
