/* SPDX-License-Identifier: BSD-3-Clause */
/* Frequency response: solutions of S(s) x = f(s), their derivatives, and outputs. */
#include "response/steady/response_system.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hol_status make_room(hol_response_system *s)
{
  size_t wanted = 3 * s->columns * s->dynamic.n;
  if (wanted > s->capacity) {
    free(s->x);
    s->x = hol_alloc(wanted, sizeof *s->x);
    s->capacity = s->x ? wanted : 0;
  }
  return s->x ? HOL_OK : HOL_MEMORY;
}

/** Solutions in x[0 .. columns), their derivatives behind them. */
static hol_status solve(hol_response_system *s, double complex at, bool with_slope)
{
  size_t n = s->dynamic.n;
  HOL_TRY(make_room(s));
  double complex *x = s->x, *dx = s->x + s->columns * n, *scratch = dx + s->columns * n;
  memset(s->x, 0, 3 * s->columns * n * sizeof *s->x);
  for (size_t c = 0; c < s->columns; c++) {
    HOL_TRY(hol_response_add_loads(s, c, at, x + c * n, dx + c * n));
  }
  HOL_TRY(hol_dynamic_solve(&s->dynamic, x, s->columns));
  for (size_t c = 0; c < s->columns && with_slope; c++) {
    hol_dynamic_apply(&s->dynamic, true, x + c * n, scratch);
    for (size_t i = 0; i < n; i++) {
      dx[c * n + i] -= scratch[i];
    }
  }
  return with_slope ? hol_dynamic_solve(&s->dynamic, dx, s->columns) : HOL_OK;
}

/** Force of a spring or dashpot on the structure. */
static hol_complex_dual spring_force(const hol_response_system *s, size_t joint, size_t column, double complex at,
                                     const double complex *x, const double complex *dx)
{
  hol_complex_dual stiffness, moved = hol_response_spring_support(s, column, joint, at);
  const hol_sparse *row = hol_response_spring(s, joint, at, &stiffness);
  double complex stretched = hol_row_dot(row, x) - moved.v, faster = hol_row_dot(row, dx) - moved.d;
  return (hol_complex_dual){-stiffness.v * stretched, -stiffness.d * stretched - stiffness.v * faster};
}

/** A displacement as it was asked for: times 1, s, s². */
static hol_complex_dual to_requested_quantity(hol_response_quantity quantity, double complex at, hol_complex_dual u)
{
  for (int k = 0; k < (int)quantity; k++) {
    u = (hol_complex_dual){at * u.v, u.v + at * u.d};
  }
  return u;
}

/** All curves at any s. @param[out] slope  dH/ds; may be NULL */
static hol_status evaluate(hol_response_system *s, double complex at, double complex *value, double complex *slope)
{
  HOL_TRY(hol_dynamic_fill(&s->dynamic, at, false));
  HOL_TRY(hol_dynamic_factorise(&s->dynamic));
  HOL_TRY(solve(s, at, slope));
  size_t n = s->dynamic.n;
  for (size_t i = 0; i < hol_response_curves(s); i++) {
    const struct hol_response_value *of = &s->value[i / s->columns];
    size_t column = i % s->columns, held = s->dynamic.held_unknown + of->held;
    const double complex *x = s->x + column * n, *dx = x + s->columns * n;
    hol_complex_dual h;
    if (of->held != SIZE_MAX) {
      h = (hol_complex_dual){-x[held], -dx[held]};
    } else if (of->spring != SIZE_MAX) {
      h = spring_force(s, of->spring, column, at, x, dx);
    } else {
      h = to_requested_quantity(s->request->quantity, at,
                                (hol_complex_dual){hol_row_dot(&of->row, x), hol_row_dot(&of->row, dx)});
    }
    value[i] = h.v;
    if (slope) {
      slope[i] = h.d;
    }
    if (!isfinite(creal(h.v)) || !isfinite(cimag(h.v))) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

double hol_response_output_row(const hol_response_system *s, size_t i, double complex *c)
{
  const struct hol_response_value *of = &s->value[i / s->columns];
  double complex at = s->dynamic.s;
  if (of->held != SIZE_MAX) {
    c[s->dynamic.held_unknown + of->held] -= 1;
  } else if (of->spring != SIZE_MAX) {
    hol_complex_dual stiffness;
    hol_row_add(c, -stiffness.v, hol_response_spring(s, of->spring, at, &stiffness));
    return cabs(stiffness.v * hol_response_spring_support(s, i % s->columns, of->spring, at).v);
  } else {
    hol_row_add(c, to_requested_quantity(s->request->quantity, at, (hol_complex_dual){1, 0}).v, &of->row);
  }
  return 0;
}

hol_status hol_response_at(hol_response_system *s, double omega, double complex *value, double complex *slope)
{
  HOL_TRY(evaluate(s, hol_complex(0, omega), value, slope));
  for (size_t i = 0; slope && i < hol_response_curves(s); i++) {
    slope[i] *= hol_complex(0, 1);
  }
  return HOL_OK;
}

hol_status hol_response_transfer(hol_response_system *s, double complex at, double complex *value)
{
  return evaluate(s, at, value, NULL);
}
