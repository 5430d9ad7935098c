/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties as expressions in xi: reading, evaluation, enclosures, mean size, and equality of two members. */
#include "problem/varying.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** One number. */
typedef struct variation {
  size_t target;
  hol_step step;
  bool is_positive;
  double size;
} variation;

struct hol_varying {
  variation *item; /**< [count] */
  size_t count, capacity;
  hol_program program; /**< of xi alone */
  double *value;       /**< [room] of its steps */
  size_t room;
  uint8_t *degree;       /**< [room] of its steps */
  bool is_short;         /**< polynomials all of them */
  hol_enclosure *bounds; /**< [room] of steps */
};

void hol_varying_free(hol_varying *varying)
{
  if (varying) {
    hol_program_clear(&varying->program);
    free(varying->item);
    free(varying->value);
    free(varying->bounds);
    free(varying->degree);
    free(varying);
  }
}

bool hol_is_varying(const hol_node *node)
{
  char name[8];
  if (node->kind != HOL_NODE_TEXT || !strstr(node->text, "xi")) {
    return false;
  }
  hol_name_walk walk = hol_name_walk_start(node->text);
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    if (strcmp(name, "xi") == 0) {
      return true;
    }
  }
  return false;
}

/** Are all expressions polynomials of a low degree? */
static void find_degrees(hol_varying *v)
{
  hol_program_degrees(&v->program, NULL, v->degree);
  v->is_short = true;
  for (size_t i = 0; i < v->count; i++) {
    v->is_short = v->is_short && v->degree[v->item[i].step] < HOL_NO_POLYNOMIAL;
  }
}

/** Add the step of a quantity, and what it needs, of the reader's program. */
static hol_status add_step(const hol_program *program, hol_step step, size_t target, bool is_positive,
                           hol_varying **varying)
{
  hol_varying *v = *varying ? *varying : hol_alloc(1, sizeof *v);
  variation item = {.target = target, .is_positive = is_positive};
  *varying = v;
  if (!v) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_program_along(&v->program, program, step, &item.step));
  size_t room = v->room, degrees = v->room;
  if (!hol_grow(&v->value, &v->room, v->program.count + 1, sizeof *v->value) ||
      !hol_grow(&v->bounds, &room, v->program.count + 1, sizeof *v->bounds) ||
      !hol_grow(&v->degree, &degrees, v->program.count + 1, sizeof *v->degree) ||
      !hol_grow(&v->item, &v->capacity, v->count + 1, sizeof *v->item)) {
    return HOL_MEMORY;
  }
  v->item[v->count++] = item;
  find_degrees(v);
  return HOL_OK;
}

static bool is_alike(const hol_varying *a, const hol_varying *b)
{
  if (!a || !b) {
    return a == b;
  }
  bool alike = a->count == b->count && hol_program_equal(&a->program, &b->program);
  for (size_t i = 0; alike && i < a->count; i++) {
    alike = a->item[i].target == b->item[i].target && a->item[i].step == b->item[i].step;
  }
  return alike;
}

bool hol_part_is_alike(const hol_part *a, const hol_part *b)
{
  bool alike = a->kind == b->kind && a->theory == b->theory && a->given == b->given && a->material == b->material &&
               a->section == b->section && a->piece_count == b->piece_count &&
               memcmp(a->value, b->value, sizeof a->value) == 0;
  for (size_t i = 0; alike && i < a->piece_count; i++) {
    const hol_part_piece *p = &a->piece[i], *q = &b->piece[i];
    alike = memcmp(&p->to, &q->to, sizeof p->to) == 0 && p->given == q->given && p->material == q->material &&
            p->section == q->section && memcmp(p->value, q->value, sizeof p->value) == 0 &&
            memcmp(&p->axial_force_slope, &q->axial_force_slope, sizeof p->axial_force_slope) == 0 &&
            is_alike(p->varying, q->varying);
  }
  return alike;
}

hol_status hol_varying_at(hol_varying *v, double xi, double *value)
{
  if (!v) {
    return HOL_OK;
  }
  hol_program_run_double(&v->program, &xi, v->value);
  for (size_t i = 0; i < v->count; i++) {
    double number = v->value[v->item[i].step];
    if (!isfinite(number)) {
      return HOL_INVALID;
    }
    value[v->item[i].target] = number;
  }
  return HOL_OK;
}

size_t hol_varying_count(const hol_varying *v)
{
  return v ? v->count : 0;
}

bool hol_varying_is_short(const hol_varying *v)
{
  return !v || v->is_short;
}

bool hol_varying_may_jump(const hol_varying *v)
{
  return v && hol_program_may_jump(&v->program);
}

size_t hol_varying_breaks(hol_varying *v, size_t most, double *xi)
{
  return v && !v->is_short ? hol_program_breaks(&v->program, v->degree, v->value, most, xi) : 0;
}

size_t hol_varying_target(const hol_varying *v, size_t i)
{
  return v->item[i].target;
}

double hol_varying_size(const hol_varying *v, size_t i, bool *is_positive)
{
  *is_positive = v->item[i].is_positive;
  return v->item[i].size;
}

void hol_varying_values(hol_varying *v, double xi, double *value)
{
  hol_program_run_double(&v->program, &xi, v->value);
  for (size_t i = 0; i < v->count; i++) {
    value[i] = v->value[v->item[i].step];
  }
}

void hol_varying_enclose(hol_varying *v, double from, double to, hol_enclosure *bounds)
{
  hol_program_enclose(&v->program, from, to, v->bounds);
  for (size_t i = 0; i < v->count; i++) {
    bounds[i] = v->bounds[v->item[i].step];
  }
}

/** A part of a stretch, and between which sizes an expression is there. */
typedef struct spread {
  double from, to, least, most;
} spread;

static void bound_size(hol_varying *v, hol_step step, spread *s)
{
  hol_program_enclose(&v->program, s->from, s->to, v->bounds);
  double low = v->bounds[step].low, high = v->bounds[step].high;
  s->least = low > 0 ? low : high < 0 ? -high : 0;
  s->most = fmax(fabs(low), fabs(high));
}

/** The part whose halves would tell most. */
static size_t least_known(size_t count, const spread *s)
{
  double most = 0, largest = -1;
  size_t which = 0;
  for (size_t i = 0; i < count; i++) {
    most = isfinite(s[i].most) ? fmax(most, s[i].most) : most;
  }
  for (size_t i = 0; i < count; i++) {
    double open = (s[i].to - s[i].from) * (fmin(s[i].most, most) - s[i].least);
    which = open > largest ? i : which;
    largest = fmax(largest, open);
  }
  return which;
}

/** The mean size of the last expression, by what it is at least on parts of the stretch: samples may miss all there is
 *  of it. */
static double least_mean(const double stretch[2], hol_varying *v)
{
  enum { PARTS = 256 };
  hol_step step = v->item[v->count - 1].step;
  spread part[PARTS] = {{.from = stretch[0], .to = stretch[1]}};
  double least = 0, most = HUGE_VAL;
  bound_size(v, step, &part[0]);
  for (size_t count = 1; count < PARTS && !(most <= 1.5 * least); count++) {
    spread *old = &part[least_known(count, part)], *half = &part[count];
    *half = (spread){.from = 0.5 * (old->from + old->to), .to = old->to};
    old->to = half->from;
    bound_size(v, step, old);
    bound_size(v, step, half);
    least = most = 0;
    for (size_t i = 0; i <= count; i++) {
      double share = (part[i].to - part[i].from) / (stretch[1] - stretch[0]);
      least += share * part[i].least;
      most += share * part[i].most;
    }
  }
  return least;
}

/** The mean size of the last expression. */
static void find_size(const double stretch[2], hol_varying *v)
{
  enum { PLACES = 64 };
  variation *last = &v->item[v->count - 1];
  double least = v->is_short ? 0 : least_mean(stretch, v), mean = 0;
  for (int i = 0; i < PLACES; i++) {
    double xi = stretch[0] + (stretch[1] - stretch[0]) * (i + 0.5) / PLACES;
    hol_program_run_double(&v->program, &xi, v->value);
    mean += isfinite(v->value[last->step]) ? fabs(v->value[last->step]) / PLACES : 0;
  }
  last->size = least > 0 ? least : mean;
}

static bool is_in_range(double value, int least)
{
  return least == 2 || (least == 1 ? value > 0 : value >= 0);
}

/** Is the last expression in its range inside the stretch? The ends are left out: a tip may be sharp. */
static bool check_range(hol_reader *reader, const hol_node *node, hol_wanted wanted, const hol_number stretch[2],
                        hol_varying *v)
{
  enum { PLACES = 64 };
  double value[HOL_PROPERTY_COUNT];
  for (int i = 0; i < PLACES; i++) {
    double xi = stretch[0].value + (stretch[1].value - stretch[0].value) * (i + 0.5) / PLACES;
    if (hol_varying_at(v, xi, value) != HOL_OK) {
      hol_fault(reader, node, NULL, "%s has no finite value at xi = %.6g", wanted.what, xi);
      return false;
    }
    double here = value[v->item[v->count - 1].target];
    if (!is_in_range(here, wanted.least)) {
      hol_fault(reader, node, NULL, "%s must %s all along the member: at xi = %.6g it is %.6g", wanted.what,
                wanted.least == 1 ? "be positive" : "not be negative", xi, here);
      return false;
    }
  }
  return true;
}

/** The place where a number is read: nothing that anyone writes down vanishes there. */
static const double middling = 0.41421356237309503;

bool hol_read_varying(hol_reader *reader, const hol_node *node, hol_wanted wanted, const hol_number stretch[2],
                      size_t target, hol_varying **varying, double *middle)
{
  hol_scope *scope = &reader->scope;
  hol_quantity quantity;
  double xi = stretch ? stretch[0].value + middling * (stretch[1].value - stretch[0].value) : middling;
  if (!hol_note(reader, hol_scope_open_xi(scope, true, xi))) {
    return false;
  }
  bool is_good = hol_read_wanted(reader, node, wanted, &quantity) &&
                 hol_note(reader, add_step(&scope->program, quantity.step, target, wanted.least == 1, varying));
  bool is_moved = is_good && scope->program.step[quantity.step].flags & HOL_STEP_OF_PARAMETER;
  (void)hol_note(reader, hol_scope_open_xi(scope, false, 0));
  if (is_moved || (stretch && (stretch[0].step || stretch[1].step))) {
    hol_hold_all(reader);
  }
  if (is_good) {
    const double along[2] = {stretch ? stretch[0].value : 0, stretch ? stretch[1].value : 1};
    find_size(along, *varying);
    *middle = quantity.value;
  }
  return is_good && (!stretch || check_range(reader, node, wanted, stretch, *varying));
}
