/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedules: steps arranged in runs of equal operations, and these runs in doubles, alone and side by side. */
#include "expression/schedule.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_schedule_clear(hol_schedule *schedule)
{
  free(schedule->item);
  free(schedule->run);
  free(schedule->leaf);
  *schedule = (hol_schedule){0};
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

/** Kinds of runs: codes of steps, functions by number, and pairs of sine and cosine. */
enum { OF_FUNCTION = 32, SINE_AND_COSINE = 96, SQUARE_ROOT, KINDS };

/** What is known of a step while a schedule is made. */
typedef struct progress {
  uint8_t *done;   /**< [count + 1] */
  uint8_t *kind;   /**< [count + 1] */
  hol_step *sine;  /**< [count + 1] of each argument the step that is its sine, 0: none */
  hol_step *other; /**< [count + 1] of a sine the cosine that is computed with it, of this the sine */
} progress;

static bool is_leaf(const hol_operation *o)
{
  return o->code == HOL_STEP_CONSTANT || o->code == HOL_STEP_VARIABLE || o->code == HOL_STEP_STATE;
}

static bool is_function(const hol_operation *o, const char *name)
{
  return o->code == HOL_STEP_FUNCTION && strcmp(hol_functions()[o->b].name, name) == 0;
}

static void find_kinds(const hol_program *program, progress *p)
{
  p->done[0] = 1;
  for (hol_step i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    p->kind[i] = is_function(o, "sqrt")         ? SQUARE_ROOT
                 : o->code == HOL_STEP_FUNCTION ? (uint8_t)(OF_FUNCTION + o->b)
                                                : o->code;
    p->done[i] = is_leaf(o);
    p->sine[o->a] = is_function(o, "sin") ? i : p->sine[o->a];
  }
  for (hol_step i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    hol_step sine = is_function(o, "cos") ? p->sine[o->a] : 0;
    if (sine) {
      p->other[i] = sine;
      p->other[sine] = i;
      p->kind[sine] = p->kind[i] = SINE_AND_COSINE;
    }
  }
}

static bool is_ready(const hol_program *program, const progress *p, hol_step i)
{
  const hol_operation *o = &program->step[i];
  bool is_second = p->other[i] && is_function(o, "cos");
  return !p->done[i] && !is_second && p->done[o->a] && p->done[o->c] && (o->code == HOL_STEP_FUNCTION || p->done[o->b]);
}

/** The kind of most steps that are ready. */
static unsigned commonest(const hol_program *program, const progress *p)
{
  size_t count[KINDS] = {0};
  unsigned best = 0;
  for (hol_step i = 1; i <= program->count; i++) {
    count[p->kind[i]] += is_ready(program, p, i);
  }
  for (unsigned kind = 0; kind < KINDS; kind++) {
    best = count[kind] > count[best] ? kind : best;
  }
  return best;
}

/** Add a run of a kind, whose later items may use earlier ones. */
static void add_run(const hol_program *program, unsigned kind, progress *p, hol_schedule *s)
{
  const size_t before = s->items;
  for (hol_step i = 1; i <= program->count; i++) {
    if (p->kind[i] == kind && is_ready(program, p, i)) {
      const hol_operation *o = &program->step[i];
      hol_step second = o->code == HOL_STEP_FUNCTION ? p->other[i] : o->b; /* a function's number is in the kind */
      s->item[s->items++] = (hol_scheduled){i, o->a, second, o->c};
      p->done[i] = p->done[p->other[i]] = 1;
    }
  }
  s->run[s->runs++] = (hol_schedule_run){.kind = kind, .count = (uint32_t)(s->items - before)};
}

static void take_leaves(const hol_program *program, hol_schedule *s)
{
  for (int states = 0; states < 2; states++) {
    for (hol_step i = 1; i <= program->count; i++) {
      const hol_operation *o = &program->step[i];
      if (is_leaf(o) && (o->code == HOL_STEP_STATE) == states) {
        s->leaf[s->constants + s->states] = (hol_schedule_leaf){o->value.value, i, o->number};
        s->constants += !states;
        s->states += (size_t)states;
      }
    }
  }
}

static void arrange(const hol_program *program, progress *p, hol_schedule *s)
{
  take_leaves(program, s);
  find_kinds(program, p);
  for (size_t left = program->count - s->constants - s->states; left > 0;) {
    size_t before = s->items;
    unsigned kind = commonest(program, p);
    add_run(program, kind, p, s);
    left -= (s->items - before) * (kind == SINE_AND_COSINE ? 2 : 1);
  }
}

static hol_status arrange_all(const hol_program *program, hol_schedule *s)
{
  size_t n = program->count + 1;
  progress p = {hol_alloc(n, sizeof *p.done), hol_alloc(n, sizeof *p.kind), hol_alloc(n, sizeof *p.sine),
                hol_alloc(n, sizeof *p.other)};
  s->item = hol_alloc(n, sizeof *s->item);
  s->run = hol_alloc(n, sizeof *s->run);
  s->leaf = hol_alloc(n, sizeof *s->leaf);
  bool is_good = p.done && p.kind && p.sine && p.other && s->item && s->run && s->leaf;
  if (is_good) {
    arrange(program, &p, s);
  }
  free(p.done);
  free(p.kind);
  free(p.sine);
  free(p.other);
  return is_good ? HOL_OK : HOL_MEMORY;
}

hol_status hol_schedule_make(const hol_program *program, hol_schedule *schedule)
{
  *schedule = (hol_schedule){0};
  hol_status status = arrange_all(program, schedule);
  if (status != HOL_OK) {
    hol_schedule_clear(schedule);
  }
  return status;
}

/* ---- in doubles -------------------------------------------------------------------------------------------------- */

void hol_schedule_begin(const hol_schedule *schedule, double *value)
{
  value[0] = 0;
  for (size_t i = 0; i < schedule->constants; i++) {
    value[schedule->leaf[i].to] = schedule->leaf[i].value;
  }
}

/** Other operations: one operand or several. */
static void run_others(unsigned kind, const hol_scheduled *i, const hol_scheduled *end, double *v)
{
  if (kind >= OF_FUNCTION) {
    double (*f)(double) = hol_functions()[kind - OF_FUNCTION].value;
    for (; i < end; i++) {
      v[i->to] = f(v[i->a]);
    }
    return;
  }
  const hol_operation o = {.code = (uint8_t)kind};
  for (; i < end; i++) {
    v[i->to] = hol_operation_double(&o, v[i->a], v[i->b], v[i->c]);
  }
}

static void run_one(unsigned kind, const hol_scheduled *i, const hol_scheduled *end, double *v)
{
  switch (kind) {
  case HOL_STEP_ADD:
    for (; i < end; i++) {
      v[i->to] = v[i->a] + v[i->b];
    }
    break;
  case HOL_STEP_SUBTRACT:
    for (; i < end; i++) {
      v[i->to] = v[i->a] - v[i->b];
    }
    break;
  case HOL_STEP_MULTIPLY:
    for (; i < end; i++) {
      v[i->to] = v[i->a] * v[i->b];
    }
    break;
  case HOL_STEP_DIVIDE:
    for (; i < end; i++) {
      v[i->to] = v[i->a] / v[i->b];
    }
    break;
  case HOL_STEP_NEGATE:
    for (; i < end; i++) {
      v[i->to] = -v[i->a];
    }
    break;
  case SQUARE_ROOT:
    for (; i < end; i++) {
      v[i->to] = sqrt(v[i->a]);
    }
    break;
  case SINE_AND_COSINE:
    for (; i < end; i++) {
      const double x = v[i->a], s = sin(x), c = cos(x); /* one call of sincos() */
      v[i->to] = s;
      v[i->b] = c;
    }
    break;
  default:
    run_others(kind, i, end, v);
  }
}

void hol_schedule_run_states(const hol_schedule *schedule, const double *state, double *value)
{
  const hol_schedule_leaf *leaf = schedule->leaf + schedule->constants;
  const hol_scheduled *item = schedule->item;
  for (size_t i = 0; i < schedule->states; i++) {
    value[leaf[i].to] = state[leaf[i].number];
  }
  for (size_t r = 0; r < schedule->runs; r++) {
    const hol_scheduled *end = item + schedule->run[r].count;
    run_one(schedule->run[r].kind, item, end, value);
    item = end;
  }
}

/* ---- side by side ------------------------------------------------------------------------------------------------ */

void hol_schedule_begin_lanes(const hol_schedule *schedule, hol_lane *value)
{
  const hol_lane zero = {0};
  value[0] = zero;
  for (size_t i = 0; i < schedule->constants; i++) {
    value[schedule->leaf[i].to] = zero + schedule->leaf[i].value;
  }
}

/** What is no operation of the processor's vectors, one after the other. */
static void run_each(unsigned kind, const hol_scheduled *i, hol_lane *v)
{
  for (size_t l = 0; l < HOL_LANES; l++) {
    double one[4] = {v[i->a][l], v[i->b][l], v[i->c][l]};
    const hol_scheduled here = {.to = 3, .a = 0, .b = 1, .c = 2};
    run_one(kind, &here, &here + 1, one);
    v[i->to][l] = one[3];
    if (kind == SINE_AND_COSINE) {
      v[i->b][l] = one[1];
    }
  }
}

HOL_LANE_INLINE void run_vectors(unsigned kind, const hol_scheduled *i, const hol_scheduled *end, hol_lane *v)
{
  for (; i < end; i++) {
    switch (kind) {
    case HOL_STEP_ADD:
      v[i->to] = v[i->a] + v[i->b];
      break;
    case HOL_STEP_SUBTRACT:
      v[i->to] = v[i->a] - v[i->b];
      break;
    case HOL_STEP_MULTIPLY:
      v[i->to] = v[i->a] * v[i->b];
      break;
    case HOL_STEP_DIVIDE:
      v[i->to] = v[i->a] / v[i->b];
      break;
    case HOL_STEP_NEGATE:
      v[i->to] = -v[i->a];
      break;
    default:
      run_each(kind, i, v);
    }
  }
}

HOL_LANE_CLONES
void hol_schedule_run_lanes(const hol_schedule *schedule, const hol_lane *state, hol_lane *value)
{
  const hol_schedule_leaf *leaf = schedule->leaf + schedule->constants;
  const hol_scheduled *item = schedule->item;
  for (size_t i = 0; i < schedule->states; i++) {
    value[leaf[i].to] = state[leaf[i].number];
  }
  for (size_t r = 0; r < schedule->runs; r++) {
    const hol_scheduled *end = item + schedule->run[r].count;
    run_vectors(schedule->run[r].kind, item, end, value);
    item = end;
  }
}
