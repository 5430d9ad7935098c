/* SPDX-License-Identifier: BSD-3-Clause */
/* Quantities of a motion by their names. */
#include "motion/quantity.h"

#include "expression/dimension.h"

#include <stdlib.h>
#include <string.h>

static const hol_motion_quantity none = {.kind = HOL_MOTION_NO_QUANTITY};

static hol_dimension quotient(hol_dimension a, hol_dimension b)
{
  (void)hol_dimension_multiply(a, HOL_DIMENSION(-b.length, -b.mass, -b.time), &a);
  return a;
}

/** The coordinate whose name these `length` bytes are; all where there is none. */
static size_t find_coordinate(const hol_motion_system *s, const char *name, size_t length)
{
  size_t i = 0;
  while (i < s->coordinates &&
         !(strlen(s->coordinate[i].name) == length && strncmp(s->coordinate[i].name, name, length) == 0)) {
    i++;
  }
  return i;
}

/** A coordinate with up to two primes. */
static hol_motion_quantity find_derivative(const hol_motion_system *s, const char *name)
{
  size_t length = strcspn(name, "'"), primes = strlen(name) - length, i = find_coordinate(s, name, length);
  if (i == s->coordinates || primes > 2 || strspn(name + length, "'") != primes) {
    return none;
  }
  hol_motion_quantity q = {(hol_motion_quantity_kind)(HOL_MOTION_POSITION + primes), i, s->coordinate[i].dimension};
  for (size_t k = 0; k < primes; k++) {
    q.dimension = quotient(q.dimension, hol_motion_time_dimension(s));
  }
  return q;
}

static hol_motion_quantity find_alone(const hol_motion_system *s, const char *name)
{
  for (size_t i = 0; i < s->states; i++) {
    if (strcmp(s->state[i].name, name) == 0) {
      return (hol_motion_quantity){HOL_MOTION_STATE, i, s->state[i].dimension};
    }
  }
  for (size_t i = 0; i < s->outputs; i++) {
    if (strcmp(s->output[i].name, name) == 0) {
      return (hol_motion_quantity){HOL_MOTION_OUTPUT, i, s->output[i].dimension};
    }
  }
  if (strcmp(name, "energy") == 0) {
    return (hol_motion_quantity){.kind = HOL_MOTION_ENERGY, .dimension = hol_motion_energy_dimension(s)};
  }
  return find_derivative(s, name);
}

static hol_motion_quantity find_force(const hol_motion_system *s, const char *name)
{
  size_t i = find_coordinate(s, name, strlen(name));
  return i < s->coordinates
             ? (hol_motion_quantity){HOL_MOTION_FORCE, i,
                                     quotient(hol_motion_energy_dimension(s), s->coordinate[i].dimension)}
             : none;
}

static hol_motion_quantity find_reaction(const hol_motion_system *s, const char *name)
{
  for (size_t i = 0; i < s->constraints; i++) {
    if (strcmp(s->constraint[i].name, name) == 0) {
      return (hol_motion_quantity){HOL_MOTION_REACTION, i, s->constraint[i].multiplier};
    }
  }
  return none;
}

static hol_motion_quantity find_control(const hol_motion_system *s, const char *name)
{
  for (size_t i = 0; i < s->controls; i++) {
    if (strcmp(s->control[i].name, name) == 0) {
      return (hol_motion_quantity){HOL_MOTION_CONTROL, i, s->control[i].multiplier};
    }
  }
  return none;
}

static hol_motion_quantity find_friction(const hol_motion_system *s, const char *name)
{
  for (size_t i = 0; i < s->frictions; i++) {
    if (strcmp(s->friction[i].name, name) == 0) {
      return (hol_motion_quantity){HOL_MOTION_FRICTION, i, s->friction[i].dimension};
    }
  }
  return none;
}

static hol_motion_quantity find_event(const hol_motion_system *s, const char *number)
{
  enum { DIGITS_MOST = 6 };
  size_t length = strlen(number);
  bool is_number = length > 0 && length <= DIGITS_MOST && strspn(number, "0123456789") == length;
  return is_number ? (hol_motion_quantity){HOL_MOTION_EVENT, strtoul(number, NULL, 10), hol_motion_time_dimension(s)}
                   : none;
}

hol_motion_quantity hol_motion_quantity_named(const hol_motion_system *system, const char *name)
{
  static const struct {
    const char *before;
    hol_motion_quantity (*find)(const hol_motion_system *system, const char *name);
  } row[] = {{"reaction ", find_reaction},
             {"force ", find_force},
             {"control ", find_control},
             {"friction ", find_friction},
             {"event ", find_event}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    size_t length = strlen(row[i].before);
    if (strncmp(name, row[i].before, length) == 0) {
      return row[i].find(system, name + length);
    }
  }
  return find_alone(system, name);
}
