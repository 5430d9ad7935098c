/* SPDX-License-Identifier: BSD-3-Clause */
/* A program run for several structures side by side: base/double_double.h on vectors, operation by operation. */
#include "expression/decimal.h"
#include "expression/program.h"

#include <stdint.h>

typedef int64_t mask __attribute__((vector_size(8 * HOL_LANES)));

/** x ← 0 where it is not finite. */
HOL_LANE_INLINE void keep_finite(hol_lane *x)
{
  const hol_lane zero = {0};
  *x = (hol_lane)((mask)*x & (mask)(*x - *x >= zero));
}

/** hol_dd_of() */
HOL_LANE_INLINE void normalise(const hol_lane *s, const hol_lane *e, hol_lane_dd *out)
{
  hol_lane rest = *e, value;
  keep_finite(&rest);
  value = *s + rest;
  rest = rest - (value - *s);
  keep_finite(&rest);
  *out = (hol_lane_dd){value, rest};
}

HOL_LANE_INLINE void add(const hol_lane_dd *a, const hol_lane_dd *b, hol_lane_dd *out)
{
  const hol_lane s = a->value + b->value, part = s - a->value, s_rest = (a->value - (s - part)) + (b->value - part);
  const hol_lane t = a->rest + b->rest, share = t - a->rest, t_rest = (a->rest - (t - share)) + (b->rest - share);
  hol_lane e = s_rest + t, v, left;
  keep_finite(&e);
  v = s + e;
  left = (e - (v - s)) + t_rest;
  normalise(&v, &left, out);
}

/** hol_dd_product() */
HOL_LANE_INLINE void product(const hol_lane *a, const hol_lane *b, hol_lane_dd *out)
{
  const hol_lane p = *a * *b, x = 134217729.0 * *a, y = 134217729.0 * *b;
  const hol_lane high = x - (x - *a), top = y - (y - *b), low = *a - high, end = *b - top;
  *out = (hol_lane_dd){p, ((high * top - p) + high * end + low * top) + low * end};
}

HOL_LANE_INLINE void multiply(const hol_lane_dd *a, const hol_lane_dd *b, hol_lane_dd *out)
{
  hol_lane_dd p;
  product(&a->value, &b->value, &p);
  const hol_lane e = p.rest + (a->value * b->rest + a->rest * b->value);
  normalise(&p.value, &e, out);
}

HOL_LANE_INLINE void divide(const hol_lane_dd *a, const hol_lane_dd *b, hol_lane_dd *out)
{
  const hol_lane q = a->value / b->value;
  hol_lane_dd p;
  product(&q, &b->value, &p);
  const hol_lane e = (((a->value - p.value) - p.rest) + (a->rest - q * b->rest)) / b->value;
  normalise(&q, &e, out);
}

/** What is no operation of the processor's vectors, one after the other. */
static void compute_each(const hol_operation *o, const hol_lane_dd *a, const hol_lane_dd *b, const hol_lane_dd *c,
                         hol_lane_dd *value)
{
  hol_lane_dd result;
  for (size_t l = 0; l < HOL_LANES; l++) {
    const hol_dd one = hol_operation_value(o, (hol_dd){a->value[l], a->rest[l]}, (hol_dd){b->value[l], b->rest[l]},
                                           (hol_dd){c->value[l], c->rest[l]});
    result.value[l] = one.value;
    result.rest[l] = one.rest;
  }
  *value = result;
}

static void take_parameter(const hol_lane *variable, hol_lane_dd *value)
{
  for (size_t l = 0; l < HOL_LANES; l++) {
    value->value[l] = (*variable)[l];
    value->rest[l] = hol_decimal_near((*variable)[l]).rest;
  }
}

HOL_LANE_CLONES
void hol_program_lanes(const hol_program *program, const hol_lane *variable, hol_lane_dd *value)
{
  const hol_lane zero = {0};
  hol_lane_dd negative;
  value[0] = (hol_lane_dd){zero, zero};
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    switch ((hol_step_code)o->code) {
    case HOL_STEP_CONSTANT:
      value[i] = (hol_lane_dd){zero + o->value.value, zero + o->value.rest};
      break;
    case HOL_STEP_VARIABLE:
      value[i] = (hol_lane_dd){variable[o->a], zero};
      if (o->a) {
        take_parameter(&variable[o->a], &value[i]);
      }
      break;
    case HOL_STEP_ADD:
      add(&value[o->a], &value[o->b], &value[i]);
      break;
    case HOL_STEP_SUBTRACT:
      negative = (hol_lane_dd){-value[o->b].value, -value[o->b].rest};
      add(&value[o->a], &negative, &value[i]);
      break;
    case HOL_STEP_MULTIPLY:
      multiply(&value[o->a], &value[o->b], &value[i]);
      break;
    case HOL_STEP_DIVIDE:
      divide(&value[o->a], &value[o->b], &value[i]);
      break;
    default:
      compute_each(o, &value[o->a], &value[o->code == HOL_STEP_FUNCTION ? 0 : o->b], &value[o->c], &value[i]);
    }
  }
}
