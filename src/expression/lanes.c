/* A program run for several structures side by side. */
#include "expression/program.h"

/** What is no operation of the processor's vectors, one after the other. */
static void compute_each(const hol_operation *o, const hol_lane *a, const hol_lane *b, const hol_lane *c, hol_lane *value)
{
  hol_lane result;
  for (size_t l = 0; l < HOL_LANES; l++) {
    result[l] = hol_operation_value(o, (*a)[l], (*b)[l], (*c)[l]);
  }
  *value = result;
}

HOL_LANE_CLONES
void hol_program_lanes(const hol_program *program, const hol_lane *variable, hol_lane *value)
{
  const hol_lane zero = {0};
  value[0] = zero;
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    switch ((hol_step_code)o->code) {
    case HOL_STEP_CONSTANT:
      value[i] = zero + o->value;
      break;
    case HOL_STEP_VARIABLE:
      value[i] = variable[o->a];
      break;
    case HOL_STEP_ADD:
      value[i] = value[o->a] + value[o->b];
      break;
    case HOL_STEP_SUBTRACT:
      value[i] = value[o->a] - value[o->b];
      break;
    case HOL_STEP_MULTIPLY:
      value[i] = value[o->a] * value[o->b];
      break;
    case HOL_STEP_DIVIDE:
      value[i] = value[o->a] / value[o->b];
      break;
    default:
      compute_each(o, &value[o->a], &value[o->code == HOL_STEP_FUNCTION ? 0 : o->b], &value[o->c], &value[i]);
    }
  }
}
