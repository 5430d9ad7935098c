/* SPDX-License-Identifier: BSD-3-Clause */
/* What a formula amounts to once it is folded: the states on which it depends, its degree in some of them. */
#include "motion/reading.h"

#include "base/memory.h"
#include "expression/derive.h"
#include "expression/extract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool hol_motion_look_at(hol_motion_reading *reading, hol_step step, hol_motion_look *look)
{
  const hol_program *from = &reading->reader->scope.program;
  *look = (hol_motion_look){.states = hol_motion_variables(reading->system)};
  if (!hol_note(reading->reader,
                hol_program_extract(&look->program, from, reading->parameter, &step, 1, &look->step))) {
    return false;
  }
  look->depends = hol_alloc(look->states, sizeof *look->depends);
  look->needed = hol_alloc(look->program.count + 1, sizeof *look->needed);
  if (!look->depends || !look->needed) {
    return hol_note(reading->reader, HOL_MEMORY);
  }
  hol_program_depends(&look->program, &look->step, 1, look->needed, look->states, look->depends);
  return true;
}

void hol_motion_look_clear(hol_motion_look *look)
{
  hol_program_clear(&look->program);
  free(look->depends);
  free(look->needed);
  *look = (hol_motion_look){0};
}

int hol_motion_look_order(const hol_motion_reading *reading, const hol_motion_look *look)
{
  const hol_motion_system *s = reading->system;
  int order = -1;
  for (size_t i = 1; i < hol_motion_auxiliary(s, 0); i++) {
    order = look->depends[i] ? (int)((i - 1) / s->coordinates) : order;
  }
  return order;
}

/* ---- degrees ----------------------------------------------------------------------------------------------------- */

enum { TOO_HIGH = 9 };

/** The degree of a power with a constant whole exponent. */
static unsigned degree_of_power(const hol_program *program, const hol_operation *o, unsigned a)
{
  const hol_operation *exponent = &program->step[o->b];
  double n = exponent->value.value;
  bool is_whole = exponent->code == HOL_STEP_CONSTANT && n >= 0 && n <= TOO_HIGH && !(rint(n) < n) && !(rint(n) > n);
  unsigned degree = is_whole ? a * (unsigned)n : TOO_HIGH;
  return degree < TOO_HIGH ? degree : TOO_HIGH;
}

/** An upper bound of the degree of each step as a polynomial in states from..to-1. */
static void bound_degrees(const hol_program *program, size_t from, size_t to, unsigned *degree)
{
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    unsigned a = degree[o->a], c = degree[o->c];
    unsigned b = o->code == HOL_STEP_FUNCTION ? 0 : degree[o->b], most = a > b ? a : b; /* else it numbers a function */
    switch ((hol_step_code)o->code) {
    case HOL_STEP_CONSTANT:
    case HOL_STEP_VARIABLE:
      degree[i] = 0;
      break;
    case HOL_STEP_STATE:
      degree[i] = o->number >= from && o->number < to;
      break;
    case HOL_STEP_ADD:
    case HOL_STEP_SUBTRACT:
      degree[i] = most;
      break;
    case HOL_STEP_NEGATE:
      degree[i] = a;
      break;
    case HOL_STEP_MULTIPLY:
      degree[i] = a + b < TOO_HIGH ? a + b : TOO_HIGH;
      break;
    case HOL_STEP_DIVIDE:
      degree[i] = b == 0 ? a : TOO_HIGH;
      break;
    case HOL_STEP_POWER:
      degree[i] = b > 0 ? TOO_HIGH : a == 0 ? 0 : degree_of_power(program, o, a);
      break;
    case HOL_STEP_SELECT:
      degree[i] = a > 0 ? TOO_HIGH : b > c ? b : c;
      break;
    default:
      degree[i] = most > 0 || c > 0 ? TOO_HIGH : 0;
    }
  }
}

/** Does none of the derivatives of order `degree` + 1 by states from..to-1 remain? */
static hol_status has_degree(hol_program *program, hol_step step, size_t from, size_t to, unsigned degree, bool *is)
{
  *is = true;
  for (size_t i = from; i < to && *is; i++) {
    hol_derivatives by = {.state = (uint16_t)i};
    hol_step derivative = 0;
    hol_status status = hol_program_derivative(program, &by, step, &derivative);
    hol_derivatives_clear(&by);
    HOL_TRY(status);
    const hol_operation *o = &program->step[derivative];
    if (o->code == HOL_STEP_CONSTANT) {
      *is = degree > 0 || !(fabs(o->value.value) > 0);
    } else if (degree > 0) {
      HOL_TRY(has_degree(program, derivative, from, to, degree - 1, is));
    } else {
      *is = false;
    }
  }
  return HOL_OK;
}

bool hol_motion_look_degree(hol_motion_reading *reading, hol_motion_look *look, unsigned order, unsigned degree,
                            bool *is)
{
  const hol_motion_system *s = reading->system;
  size_t from = hol_motion_variable(s, order, 0), to = hol_motion_variable(s, order + 1, 0);
  unsigned *bound = hol_alloc(look->program.count + 1, sizeof *bound);
  if (!bound) {
    return hol_note(reading->reader, HOL_MEMORY);
  }
  bound_degrees(&look->program, from, to, bound);
  *is = bound[look->step] <= degree;
  free(bound);
  return *is || hol_note(reading->reader, has_degree(&look->program, look->step, from, to, degree, is));
}

/* ---- dependence -------------------------------------------------------------------------------------------------- */

/** The name of a derivative by its number, in the arena. */
static const char *derivative_name(const hol_motion_reading *reading, size_t number)
{
  static const char primes[HOL_MOTION_ORDERS][HOL_MOTION_ORDERS] = {"", "'", "''", "'''", "''''", "'''''"};
  const hol_motion_system *s = reading->system;
  const char *name =
      hol_arena_print(reading->reader->arena, "%s%s", reading->coordinate[(number - 1) % s->coordinates].name->text,
                      primes[(number - 1) / s->coordinates]);
  return name ? name : "";
}

/** A reaction where there may be none. */
static bool refuse_reaction(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule)
{
  hol_fault(reading->reader, node, NULL, "%s cannot depend on a reaction, which `work` alone may name", rule->what);
  return false;
}

static bool check_dependence(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule,
                             const hol_motion_look *look)
{
  static const char *const kind[HOL_MOTION_ORDERS] = {
      "place", "speed", "acceleration", "third derivative", "fourth derivative", "fifth derivative"};
  const hol_motion_system *s = reading->system;
  for (size_t i = hol_motion_variable(s, rule->order + 1, 0); i < look->states; i++) {
    bool is_derivative = i < hol_motion_auxiliary(s, 0), is_reaction = i >= hol_motion_reaction(s, 0);
    if (!look->depends[i] || !(is_derivative || (is_reaction && !rule->takes_reactions))) {
      continue;
    }
    if (is_reaction) {
      return refuse_reaction(reading, node, rule);
    }
    hol_fault(reading->reader, node, NULL, "%s cannot depend on the %s `%s`", rule->what,
              kind[(i - 1) / s->coordinates], derivative_name(reading, i));
    return false;
  }
  return true;
}

/** What has a kink or a jump: "`abs`"; NULL: the step has none. */
static const char *kink_of(const hol_operation *o)
{
  switch ((hol_step_code)o->code) {
  case HOL_STEP_LEAST:
    return "`min`";
  case HOL_STEP_GREATEST:
    return "`max`";
  case HOL_STEP_SELECT:
    return "a choice";
  case HOL_STEP_LESS:
  case HOL_STEP_LESS_EQUAL:
  case HOL_STEP_GREATER:
  case HOL_STEP_GREATER_EQUAL:
  case HOL_STEP_EQUAL:
  case HOL_STEP_NOT_EQUAL:
  case HOL_STEP_AND:
  case HOL_STEP_OR:
    return "a comparison";
  case HOL_STEP_FUNCTION: {
    static const char *const word[] = {"`abs`", "`sign`", "`rint`"};
    const char *name = hol_functions()[o->b].name;
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
      if (strlen(word[i]) == strlen(name) + 2 && strncmp(word[i] + 1, name, strlen(name)) == 0) {
        return word[i];
      }
    }
    return NULL;
  }
  default:
    return NULL;
  }
}

static bool check_smooth(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule,
                         const hol_motion_look *look)
{
  for (size_t i = 1; i <= look->program.count; i++) {
    const hol_operation *o = &look->program.step[i];
    const char *kink = look->needed[i] && o->flags & HOL_STEP_OF_STATE ? kink_of(o) : NULL;
    if (kink) {
      hol_fault(reading->reader, node, "abs, sign, min, max and choices may stand in `forces`, `work` and `states`",
                "%s is differentiated and cannot have %s of what moves", rule->what, kink);
      return false;
    }
  }
  return true;
}

bool hol_motion_look_check(hol_motion_reading *reading, const hol_node *node, const hol_motion_rule *rule,
                           const hol_motion_look *look)
{
  return check_dependence(reading, node, rule, look) && (!rule->is_smooth || check_smooth(reading, node, rule, look));
}
