/* SPDX-License-Identifier: BSD-3-Clause */
/* Physical dimensions: products, names, SI units and examples. */
#include "expression/dimension.h"

#include <stdio.h>
#include <string.h>

static const struct {
  hol_dimension dimension;
  const char *name, *unit, *example;
} known[] = {
    {{0, 0, 0}, "a plain number", "1", "0.5"},
    {{1, 0, 0}, "a length", "m", "1.5 m"},
    {{0, 1, 0}, "a mass", "kg", "2 kg"},
    {{0, 0, 1}, "a time", "s", "2 s"},
    {{0, 0, -1}, "a frequency", "rad/s", "50 Hz"},
    {{2, 0, 0}, "an area", "m^2", "12 cm^2"},
    {{3, 0, 0}, "a volume", "m^3", "3 cm^3"},
    {{4, 0, 0}, "a second moment of area", "m^4", "80 cm^4"},
    {{1, 0, -1}, "a velocity", "m/s", "2 m/s"},
    {{1, 0, -2}, "an acceleration", "m/s^2", "9.81 m/s^2"},
    {{1, 1, -2}, "a force", "N", "3 kN"},
    {{2, 1, -2}, "a moment", "N m", "500 N m"},
    {{0, 1, -2}, "a stiffness", "N/m", "2 MN/m"},
    {{-1, 1, -2}, "a stress or elastic modulus", "N/m^2", "210 GPa"},
    {{3, 1, -2}, "a bending stiffness", "N m^2", "40 kN m^2"},
    {{-3, 1, 0}, "a density", "kg/m^3", "7850 kg/m^3"},
    {{-2, 1, 0}, "a mass per area", "kg/m^2", "8 kg/m^2"},
    {{-1, 1, 0}, "a mass per length", "kg/m", "12 kg/m"},
    {{1, 1, 0}, "an inertia per length", "kg m", "0.02 kg m"},
    {{2, 1, 0}, "an inertia", "kg m^2", "0.3 kg m^2"},
    {{0, 1, -1}, "a damping", "N s/m", "20 N s/m"},
    {{2, 1, -1}, "a rotational damping", "N m s", "3 N m s"},
    {{-1, 1, -1}, "a damping per length", "N s/m^2", "3 N s/m^2"},
    {{2, 1, -3}, "a power", "W", "5 W"},
    {{0, -1, 2}, "a compliance", "m/N", "2 mm/kN"},
    {{-2, -1, 2}, "a compliance in rotation", "1/(N m)", "1e-6 rad/(N m)"},
};

enum { KNOWN_COUNT = sizeof known / sizeof known[0] };

bool hol_dimension_equal(hol_dimension a, hol_dimension b)
{
  return a.length == b.length && a.mass == b.mass && a.time == b.time;
}

bool hol_dimension_is_none(hol_dimension a)
{
  return hol_dimension_equal(a, (hol_dimension){0});
}

static bool is_in_range(int exponent)
{
  return exponent >= -HOL_EXPONENT_MAX && exponent <= HOL_EXPONENT_MAX;
}

bool hol_dimension_multiply(hol_dimension a, hol_dimension b, hol_dimension *product)
{
  int length = a.length + b.length, mass = a.mass + b.mass, time = a.time + b.time;
  if (!is_in_range(length) || !is_in_range(mass) || !is_in_range(time)) {
    return false;
  }
  *product = HOL_DIMENSION(length, mass, time);
  return true;
}

static size_t find_known(hol_dimension a)
{
  size_t i = 0;
  while (i < KNOWN_COUNT && !hol_dimension_equal(known[i].dimension, a)) {
    i++;
  }
  return i;
}

static void add_power(char *text, const char *unit, int exponent)
{
  size_t used = strlen(text);
  const char *gap = used > 0 ? " " : "";
  if (exponent == 1) {
    (void)snprintf(text + used, HOL_DIMENSION_TEXT - used, "%s%s", gap, unit);
  } else if (exponent != 0) {
    (void)snprintf(text + used, HOL_DIMENSION_TEXT - used, "%s%s^%d", gap, unit, exponent);
  }
}

void hol_dimension_unit(hol_dimension a, char *text)
{
  size_t i = find_known(a);
  text[0] = '\0';
  if (i < KNOWN_COUNT) {
    add_power(text, known[i].unit, 1);
    return;
  }
  add_power(text, "kg", a.mass);
  add_power(text, "m", a.length);
  add_power(text, "s", a.time);
}

void hol_dimension_name(hol_dimension a, char *text)
{
  size_t i = find_known(a);
  if (i < KNOWN_COUNT) {
    (void)snprintf(text, HOL_DIMENSION_TEXT, "%s", known[i].name);
  } else {
    hol_dimension_unit(a, text);
  }
}

const char *hol_dimension_example(hol_dimension a)
{
  size_t i = find_known(a);
  return i < KNOWN_COUNT ? known[i].example : NULL;
}
