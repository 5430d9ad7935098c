/* SPDX-License-Identifier: BSD-3-Clause */
/* Branches: frequencies of one mode over a grid. */
#include "base/memory.h"
#include "sweep/assemble.h"
#include "sweep/describe.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A veering resolved by the points: the shapes turn at least by hol_veering_turn where the gap is within this of its
 *  least (two levels that repel each other turn theirs by 0.84 there). */
static const double wide = 1.5;

#define X(id, name, text) [HOL_SWEEP_##id] = name,
const char *const hol_sweep_event_word[] = {HOL_SWEEP_EVENT_LIST(X) NULL};
#undef X

static hol_status add_event(hol_sweep *sweep, size_t *capacity, hol_sweep_event event)
{
  if (!hol_grow(&sweep->event, capacity, sweep->event_count + 1, sizeof *sweep->event)) {
    return HOL_MEMORY;
  }
  sweep->event[sweep->event_count++] = event;
  return HOL_OK;
}

/** Labels of all modes of one point from those of the point before; new modes get the next free ones. */
static void label_point(const hol_sweep_point *point, const hol_sweep_point *before, const size_t *old, size_t *label,
                        size_t *next)
{
  for (size_t j = 0; j < point->link.count; j++) {
    size_t from = before && point->link.is_followed ? point->link.from[j] : SIZE_MAX;
    if (from != SIZE_MAX && from < before->link.count) {
      label[j] = old[from];
    } else if (before && point->link.is_followed) {
      label[j] = ++*next;
    } else {
      label[j] = j + 1; /* nothing to follow from: by order */
      *next = j + 1 > *next ? j + 1 : *next;
    }
  }
}

static hol_status label_all(const hol_plan *plan, const hol_sweep_point *point, size_t **label, hol_sweep *sweep,
                            size_t *capacity)
{
  for (size_t p = 0; p < sweep->points; p++) {
    size_t axis = plan->axis_count - 1, before = hol_plan_before(plan, p, &axis);
    bool has_before = before != SIZE_MAX && point[before].link.count > 0;
    label[p] = hol_alloc(point[p].link.count, sizeof **label);
    if (!label[p]) {
      return HOL_MEMORY;
    }
    label_point(&point[p], has_before ? &point[before] : NULL, has_before ? label[before] : NULL, label[p],
                &sweep->branches);
    for (size_t e = 0; has_before && e < point[p].link.event_count; e++) {
      hol_sweep_event event = point[p].link.event[e];
      if (event.number >= sweep->first + sweep->columns) {
        continue; /* among the spare modes, which nobody sees */
      }
      for (size_t k = 0; k < 2; k++) {
        size_t mode = event.branch[k];
        event.branch[k] = mode && mode <= point[before].link.count ? label[before][mode - 1] : 0;
      }
      event.point = p;
      event.axis = axis;
      HOL_TRY(add_event(sweep, capacity, event));
    }
  }
  return HOL_OK;
}

/** The branches of the frequencies that are seen, numbered as they come; labels of others are forgotten. `seen` holds
 *  the number of every label. */
static void keep_labels(const hol_sweep_point *point, size_t *const *label, size_t *seen, hol_sweep *sweep)
{
  size_t next = 0;
  for (size_t p = 0; p < sweep->points; p++) {
    for (size_t c = 0; c < sweep->columns; c++) {
      size_t mode = sweep->first + c - 1, at = p * sweep->columns + c;
      if (mode < point[p].link.count && !isnan(sweep->omega[at])) {
        size_t *number = &seen[label[p][mode]];
        *number = *number ? *number : ++next;
        sweep->branch[at] = *number;
      }
    }
  }
  for (size_t e = 0; e < sweep->event_count; e++) {
    sweep->event[e].branch[0] = seen[sweep->event[e].branch[0]];
    sweep->event[e].branch[1] = seen[sweep->event[e].branch[1]];
  }
  sweep->branches = next;
}

/* ---- veerings that several points of a line resolve ------------------------------------------------------------- */

/** One line of a grid along its last axis, and a pair of neighbouring columns. */
typedef struct line {
  const hol_plan *plan;
  const hol_sweep_point *point; /**< of the line */
  hol_sweep *sweep;
  size_t start, count, column;
} line;

static double gap(const line *l, size_t k)
{
  const double *row = l->sweep->omega + (l->start + k) * l->sweep->columns + l->column;
  return row[0] > 0 ? row[1] - row[0] : nan("");
}

/** The turn of the shapes from point a to point b of a line; NAN where the pair is not one all the way, or told. */
static double turn_between(const line *l, size_t a, size_t b)
{
  double sum = 0, sign = 1;
  size_t mode = l->sweep->first + l->column - 1;
  for (size_t k = a + 1; k <= b; k++) {
    const hol_link *link = &l->point[k].link;
    bool is_pair = link->is_followed && mode + 1 < link->count && link->from[mode] == mode &&
                   link->from[mode + 1] == mode + 1 && !link->is_told[mode];
    if (!is_pair) {
      return nan("");
    }
    sum += sign * link->turn[mode];
    sign *= link->sign[mode];
  }
  return sum;
}

/** The least gap near point k: the square of the gap as a parabola through it and its neighbours. */
static hol_sweep_event dip(const line *l, size_t k)
{
  size_t axis = l->plan->axis_count - 1;
  const hol_axis *x = &l->plan->axis[axis];
  double here = hol_axis_value(x, k);
  const double *row = l->sweep->omega + (l->start + k) * l->sweep->columns + l->column;
  double a = hol_axis_value(x, k - 1) - here, b = hol_axis_value(x, k + 1) - here, g = gap(l, k) * gap(l, k);
  double fa = gap(l, k - 1) * gap(l, k - 1) - g, fb = gap(l, k + 1) * gap(l, k + 1) - g;
  double bend = (fa / a - fb / b) / (a - b), slope = fa / a - bend * a, at = -0.5 * slope / bend;
  double least = g - 0.25 * slope * slope / bend;
  bool is_good = bend > 0 && at > fmin(a, b) && at < fmax(a, b) && least > 0;
  return (hol_sweep_event){.kind = HOL_SWEEP_VEERING,
                           .point = l->start + k,
                           .axis = axis,
                           .number = l->sweep->first + l->column,
                           .at = is_good ? here + at : here,
                           .omega = 0.5 * (row[0] + row[1]),
                           .gap = sqrt(is_good ? least : g)};
}

static hol_status scan_pair(const line *l, size_t *capacity)
{
  for (size_t k = 1; k + 1 < l->count; k++) {
    double least = gap(l, k);
    if (!(least > 0 && least < gap(l, k - 1) && least <= gap(l, k + 1))) {
      continue;
    }
    size_t a = k, b = k;
    while (a > 0 && gap(l, a) < wide * least) {
      a--;
    }
    while (b + 1 < l->count && gap(l, b) < wide * least) {
      b++;
    }
    bool is_dip = gap(l, a) >= wide * least && gap(l, b) >= wide * least;
    if (is_dip && fabs(turn_between(l, a, b)) > hol_veering_turn) {
      hol_sweep_event event = dip(l, k);
      const size_t *branch = l->sweep->branch + (l->start + k) * l->sweep->columns + l->column;
      event.branch[0] = branch[0];
      event.branch[1] = branch[1];
      HOL_TRY(add_event(l->sweep, capacity, event));
    }
  }
  return HOL_OK;
}

static hol_status scan_all(const hol_plan *plan, const hol_sweep_point *point, hol_sweep *sweep, size_t *capacity)
{
  size_t count = plan->axis[plan->axis_count - 1].count;
  for (size_t start = 0; start < sweep->points; start += count) {
    for (size_t c = 0; c + 1 < sweep->columns; c++) {
      line l = {.plan = plan, .point = point + start, .sweep = sweep, .start = start, .count = count, .column = c};
      HOL_TRY(scan_pair(&l, capacity));
    }
  }
  return HOL_OK;
}

static int compare_events(const void *a, const void *b)
{
  const hol_sweep_event *x = a, *y = b;
  if (x->point != y->point) {
    return x->point < y->point ? -1 : 1;
  }
  if (x->number != y->number) {
    return x->number < y->number ? -1 : 1;
  }
  return x->at < y->at ? -1 : x->at > y->at;
}

static hol_status branches_in(const hol_plan *plan, const hol_sweep_point *point, size_t **label, hol_sweep *sweep)
{
  size_t capacity = 0;
  HOL_TRY(label_all(plan, point, label, sweep, &capacity));
  size_t *seen = hol_alloc(sweep->branches + 1, sizeof *seen);
  if (!seen) {
    return HOL_MEMORY;
  }
  keep_labels(point, label, seen, sweep);
  free(seen);
  HOL_TRY(scan_all(plan, point, sweep, &capacity));
  if (sweep->event_count) {
    qsort(sweep->event, sweep->event_count, sizeof *sweep->event, compare_events);
  }
  return HOL_OK;
}

hol_status hol_sweep_branches(const hol_plan *plan, const hol_sweep_point *point, hol_sweep *sweep)
{
  size_t **label = hol_alloc(sweep->points, sizeof *label);
  sweep->branch = hol_alloc(sweep->points * sweep->columns, sizeof *sweep->branch);
  hol_status status = label && sweep->branch ? branches_in(plan, point, label, sweep) : HOL_MEMORY;
  for (size_t p = 0; label && p < sweep->points; p++) {
    free(label[p]);
  }
  free(label);
  return status;
}
