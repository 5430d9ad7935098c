/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs of order 3 or more: derivatives of the equations of motion. */
#include "motion/programs.h"

#include "base/memory.h"

#include <stdlib.h>

static unsigned order_of(const hol_motion_system *s)
{
  return s->controls > 0 ? s->control[0].order : 0;
}

/* ---- derivation -------------------------------------------------------------------------------------------------- */

static hol_status rate_by(hol_motion_derivation *d, size_t variable, size_t rate)
{
  return hol_motion_state_step(d, rate, &d->rate[variable]);
}

/** Rates of derivatives of coordinates, multipliers and controls up to level j: the next derivatives. */
static hol_status set_rates(hol_motion_derivation *d, unsigned level)
{
  const hol_motion_system *s = d->system;
  for (size_t i = 0; i < s->coordinates; i++) {
    HOL_TRY(rate_by(d, hol_motion_variable(s, level, i), hol_motion_variable(s, level + 1, i)));
    if (level + 1 < HOL_MOTION_ORDERS - 1) {
      HOL_TRY(rate_by(d, hol_motion_variable(s, level + 1, i), hol_motion_variable(s, level + 2, i)));
    }
  }
  for (size_t i = 0; i < s->constraints; i++) {
    HOL_TRY(rate_by(d, hol_motion_multiplier(s, level - 1, i), hol_motion_multiplier(s, level, i)));
  }
  for (size_t i = 0; i < s->controls; i++) {
    HOL_TRY(rate_by(d, hol_motion_control(s, level - 1, i), hol_motion_control(s, level, i)));
  }
  hol_derivatives_clear(&d->total);
  return HOL_OK;
}

/** E_i = M q'' - h - C - B' lambda - b control. */
static hol_status derive_equation(hol_motion_derivation *d, size_t i, hol_step *equation)
{
  const hol_motion_system *s = d->system;
  HOL_TRY(hol_motion_derive_residual(d, i, equation));
  for (size_t k = 0; k < s->controls && !s->is_gauss; k++) {
    HOL_TRY(hol_motion_add_product(d, HOL_STEP_SUBTRACT, s->control[k].by ? s->control[k].by[i] : 0,
                                   hol_motion_control(s, 0, k), equation));
  }
  return HOL_OK;
}

/** -Gamma_(s, i a) q'_a w_s, w = M^-1 E: the covariant derivative of a covector has it beside dE_i/dt.
 *  2 Gamma_(s, i a) = dM_sa/dq_i + dM_si/dq_a - dM_ia/dq_s. */
static hol_status add_connection(hol_motion_derivation *d, size_t i, hol_step *rest)
{
  static const double none[3] = {0};
  const hol_motion_system *s = d->system;
  hol_step half;
  HOL_TRY(hol_program_constant(&d->all, (hol_dd){-0.5, 0}, none, 0, &half));
  for (size_t k = 0; k < d->to->mass.count; k++) {
    const hol_motion_entry e = d->to->mass.entry[k];
    for (int twice = 0; twice < (e.row == e.column ? 1 : 2); twice++) {
      size_t p = twice ? e.column : e.row, q = twice ? e.row : e.column;
      for (size_t c = 0; c < s->coordinates; c++) { /* dM_pq/dq_c, in its three places */
        hol_step slope, w, v, term;
        HOL_TRY(hol_motion_derivative(d, e.step, hol_motion_variable(s, 0, c), &slope));
        if (!slope) {
          continue;
        }
        HOL_TRY(hol_motion_combine(d, HOL_STEP_MULTIPLY, slope, half, &slope));
        const struct {
          bool is_here;
          size_t vector, speed;
          hol_step_code code;
        } place[] = {{c == i, p, q, HOL_STEP_ADD}, {q == i, p, c, HOL_STEP_ADD}, {p == i, c, q, HOL_STEP_SUBTRACT}};
        for (size_t t = 0; t < 3; t++) {
          if (place[t].is_here) {
            HOL_TRY(hol_motion_state_step(d, hol_motion_covector(s, place[t].vector), &w));
            HOL_TRY(hol_motion_state_step(d, hol_motion_variable(s, 1, place[t].speed), &v));
            HOL_TRY(hol_motion_combine(d, HOL_STEP_MULTIPLY, w, v, &term));
            HOL_TRY(hol_motion_combine(d, HOL_STEP_MULTIPLY, term, slope, &term));
            HOL_TRY(hol_motion_combine(d, place[t].code, *rest, term, rest));
          }
        }
      }
    }
  }
  return HOL_OK;
}

static hol_status derive_level(hol_motion_derivation *d, unsigned level, hol_step *equation, hol_step *second)
{
  const hol_motion_system *s = d->system;
  hol_motion_level *to = &d->to->programs.level[level - 1];
  to->rest = hol_alloc(s->coordinates, sizeof *to->rest);
  to->second = hol_alloc(s->constraints, sizeof *to->second);
  if (!to->rest || !to->second) {
    return HOL_MEMORY;
  }
  HOL_TRY(set_rates(d, level));
  for (size_t i = 0; i < s->coordinates; i++) {
    HOL_TRY(hol_motion_total_derivative(d, equation[i], &equation[i]));
    to->rest[i] = equation[i];
    if (s->is_gauss) {
      HOL_TRY(add_connection(d, i, &to->rest[i]));
    }
  }
  for (size_t k = 0; k < s->constraints; k++) {
    HOL_TRY(hol_motion_total_derivative(d, second[k], &second[k]));
    to->second[k] = second[k];
  }
  return HOL_OK;
}

/** F, its gradient, b. The highest derivatives are zero among the variables, so that F is what is left. */
static hol_status derive_program(hol_motion_derivation *d, size_t k)
{
  const hol_motion_system *s = d->system;
  hol_motion_programs *to = &d->to->programs;
  hol_step entry;
  to->equation[k] = s->control[k].equation;
  for (size_t i = 0; i < s->coordinates; i++) {
    HOL_TRY(hol_motion_derivative(d, s->control[k].equation, hol_motion_variable(s, to->order, i), &entry));
    HOL_TRY(hol_motion_put(&to->gradient, k, i, entry));
    HOL_TRY(hol_motion_put(&to->direction, k, i, s->is_gauss ? entry : s->control[k].by ? s->control[k].by[i] : 0));
  }
  return HOL_OK;
}

static hol_status derive_levels(hol_motion_derivation *d, hol_step *equation, hol_step *second)
{
  const hol_motion_system *s = d->system;
  for (size_t i = 0; i < s->coordinates; i++) {
    HOL_TRY(derive_equation(d, i, &equation[i]));
  }
  for (size_t k = 0; k < s->constraints; k++) {
    HOL_TRY(hol_motion_derive_second(d, k, &second[k]));
  }
  for (unsigned level = 1; level + 2 <= d->to->programs.order; level++) {
    HOL_TRY(derive_level(d, level, equation, second));
  }
  for (size_t k = 0; k < s->controls; k++) {
    HOL_TRY(derive_program(d, k));
  }
  return HOL_OK;
}

hol_status hol_motion_derive_programs(hol_motion_derivation *d)
{
  const hol_motion_system *s = d->system;
  hol_motion_programs *to = &d->to->programs;
  if (s->controls == 0) {
    return HOL_OK;
  }
  to->order = order_of(s);
  to->is_gauss = s->is_gauss;
  to->level = hol_alloc(to->order, sizeof *to->level);
  to->equation = hol_alloc(s->controls, sizeof *to->equation);
  hol_step *equation = hol_alloc(s->coordinates, sizeof *equation), *second = hol_alloc(s->constraints, sizeof *second);
  bool ok = to->level && to->equation && equation && second;
  hol_status status = ok ? derive_levels(d, equation, second) : HOL_MEMORY;
  free(equation);
  free(second);
  return status;
}

hol_status hol_motion_want_programs(hol_motion_roots *roots, hol_motion_equations *to)
{
  hol_motion_programs *p = &to->programs;
  for (unsigned level = 1; level + 2 <= p->order; level++) {
    HOL_TRY(hol_motion_want(roots, p->level[level - 1].rest, to->coordinates));
    HOL_TRY(hol_motion_want(roots, p->level[level - 1].second, to->system->constraints));
  }
  HOL_TRY(hol_motion_want_matrix(roots, &p->gradient));
  HOL_TRY(hol_motion_want_matrix(roots, &p->direction));
  return hol_motion_want(roots, p->equation, p->order ? to->system->controls : 0);
}

void hol_motion_programs_clear(hol_motion_programs *programs)
{
  for (unsigned level = 1; programs->level && level + 2 <= programs->order; level++) {
    free(programs->level[level - 1].rest);
    free(programs->level[level - 1].second);
  }
  free(programs->level);
  free(programs->gradient.entry);
  free(programs->direction.entry);
  free(programs->equation);
  *programs = (hol_motion_programs){0};
}
