/* SPDX-License-Identifier: BSD-3-Clause */
/* Friction at zero slip with limits given: the box-constrained quadratic program, by an active set. */
#include "motion/friction_solve.h"

#include <math.h>
#include <string.h>

/** Repetitions with limits from the last reactions, at most; they stay if they change by no more than `stays`, and grow
 *  without end if they have grown by `endless`. */
enum { REPEATED_MOST = 200 };
static const double stays = 1e-13, endless = 1e6;

/** The direction to the least value over the free elements: W p = -e by least squares; where that leaves a residual,
 *  which is without compliance, against the residual. Into choice->vector [count], in units.
 *  @param[out] is_still  e is 0 to rounding @param[out] is_endless  a step of any length is good */
static hol_status find_direction(hol_friction_choice *choice, const hol_friction_elements *elements, bool *is_still,
                                 bool *is_endless)
{
  size_t n = elements->count, m = 0;
  double *p = choice->vector, *x = p + n, *e = x + n;
  *is_still = true;
  for (size_t i = 0; i < n; i++) {
    p[i] = 0;
    if (choice->held[i] == 0) {
      double room = 0, own = hol_friction_acceleration(choice, elements, i, &room);
      *is_still = *is_still && fabs(own) <= room;
      e[m] = own * hol_friction_unit(elements, i);
      x[m] = -e[m];
      m++;
    }
  }
  *is_endless = false;
  if (*is_still) {
    return HOL_OK;
  }
  for (size_t i = 0, row = 0; i < n; i++) {
    for (size_t j = 0, column = 0; j < n && choice->held[i] == 0; j++) {
      if (choice->held[j] == 0) {
        choice->matrix[column++ * m + row] = choice->clean[i * n + j];
      }
    }
    row += choice->held[i] == 0;
  }
  HOL_TRY(hol_friction_least(choice, m, x));
  for (size_t i = 0, row = 0; i < n; i++) { /* residual */
    if (choice->held[i] == 0) {
      double room = 0, sum = e[row];
      (void)hol_friction_acceleration(choice, elements, i, &room);
      for (size_t j = 0, column = 0; j < n; j++) {
        sum += choice->held[j] == 0 ? choice->clean[i * n + j] * x[column++] : 0;
      }
      bool is_left = fabs(sum) > 2 * room * hol_friction_unit(elements, i);
      e[row++] = is_left ? sum : 0;
      *is_endless = *is_endless || is_left;
    }
  }
  for (size_t i = 0, row = 0; i < n; i++) {
    if (choice->held[i] == 0) {
      p[i] = *is_endless ? -e[row] : x[row];
      row++;
    }
  }
  return HOL_OK;
}

/** Go along the direction, to its end or to the first bound. */
static void step(hol_friction_choice *choice, const hol_friction_elements *elements, bool is_endless)
{
  size_t n = elements->count, blocking = n;
  const double *p = choice->vector;
  double length = is_endless ? (double)INFINITY : 1;
  for (size_t i = 0; i < n; i++) {
    double unit = hol_friction_unit(elements, i), way = p[i] * unit;
    if (choice->held[i] == 0 && fabs(way) > 0) {
      double room = ((way > 0 ? choice->bound[i] : -choice->bound[i]) - choice->tau[i]) / way;
      if (room < length) {
        length = fmax(0, room);
        blocking = i;
      }
    }
  }
  for (size_t i = 0; i < n && isfinite(length); i++) {
    choice->tau[i] += length * p[i] * hol_friction_unit(elements, i);
  }
  if (blocking < n) {
    choice->held[blocking] = (int8_t)(p[blocking] > 0 ? 1 : -1);
    choice->tau[blocking] = choice->held[blocking] * choice->bound[blocking];
  }
}

/** Free the first element whose acceleration goes the way that its friction pushes. @return there was one */
static bool release(hol_friction_choice *choice, const hol_friction_elements *elements)
{
  for (size_t i = 0; i < elements->count; i++) {
    double room = 0, e = hol_friction_acceleration(choice, elements, i, &room);
    if (choice->bound[i] > 0 && choice->held[i] * e > room) {
      choice->held[i] = 0;
      return true;
    }
  }
  return false;
}

hol_status hol_friction_settle(hol_friction_choice *choice, const hol_friction_elements *elements, const double *limit)
{
  size_t n = elements->count, most = 100 * (n + 1) * (n + 1);
  hol_friction_clean(choice, elements);
  for (size_t i = 0; i < n; i++) {
    choice->bound[i] = fmax(0, limit[i]);
    choice->held[i] = (int8_t)(limit[i] > 0 ? 0 : 1);
    choice->tau[i] = 0;
  }
  for (choice->steps = 0; choice->steps < most; choice->steps++) {
    bool is_still = false, is_endless = false;
    HOL_TRY(find_direction(choice, elements, &is_still, &is_endless));
    if (!is_still) {
      step(choice, elements, is_endless);
    } else if (!release(choice, elements)) {
      return hol_friction_conclude(choice, elements, choice->bound);
    }
  }
  return HOL_NUMERICAL;
}

hol_status hol_friction_repeat(hol_friction_choice *choice, const hol_friction_elements *elements, bool *is_settled)
{
  size_t n = elements->count;
  double *limit = choice->solution, first = 0; /* not used otherwise */
  bool is_endless = false;
  *is_settled = false;
  memset(choice->tau, 0, n * sizeof *choice->tau);
  for (int turn = 0; turn < REPEATED_MOST && !*is_settled && !is_endless; turn++) {
    double change = 0, size = 0;
    for (size_t k = 0; k < n; k++) {
      double now = hol_friction_limit(choice, elements, k);
      change = turn == 0 ? (double)INFINITY : fmax(change, fabs(now - limit[k]));
      size = fmax(size, now);
      limit[k] = now;
    }
    first = turn == 0 ? size : first;
    is_endless = size > endless * first;
    *is_settled = !is_endless && !(change > stays * size);
    HOL_TRY(*is_settled ? HOL_OK : hol_friction_settle(choice, elements, limit));
  }
  *is_settled = !is_endless && hol_friction_agrees(choice, elements);
  return HOL_OK;
}
