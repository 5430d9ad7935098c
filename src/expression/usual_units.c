/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of the most common units, for which UDUNITS-2 is not loaded. */
#include "expression/unit.h"

#include <string.h>

/** What UDUNITS makes of each, to the last bit (test_units.c): reading its data base takes as long as solving a small
 *  structure. */
static const hol_usual_unit usual[] = {
    {"m", 1, {1, 0, 0}},
    {"mm", 0.001, {1, 0, 0}},
    {"cm", 0.01, {1, 0, 0}},
    {"km", 1000, {1, 0, 0}},
    {"um", 1e-06, {1, 0, 0}},
    {"m^2", 1, {2, 0, 0}},
    {"mm^2", 1e-06, {2, 0, 0}},
    {"cm^2", 0.0001, {2, 0, 0}},
    {"m^3", 1, {3, 0, 0}},
    {"mm^3", 1e-09, {3, 0, 0}},
    {"cm^3", 1.0000000000000002e-06, {3, 0, 0}},
    {"m^4", 1, {4, 0, 0}},
    {"mm^4", 1.0000000000000002e-12, {4, 0, 0}},
    {"cm^4", 1e-08, {4, 0, 0}},
    {"kg", 1, {0, 1, 0}},
    {"g", 0.001, {0, 1, 0}},
    {"t", 1000, {0, 1, 0}},
    {"kg/m", 1, {-1, 1, 0}},
    {"t/m", 1000, {-1, 1, 0}},
    {"kg/m^2", 1, {-2, 1, 0}},
    {"kg/m^3", 1, {-3, 1, 0}},
    {"t/m^3", 1000, {-3, 1, 0}},
    {"kg.m^2", 1, {2, 1, 0}},
    {"kg m^2", 1, {2, 1, 0}},
    {"N", 1, {1, 1, -2}},
    {"kN", 1000, {1, 1, -2}},
    {"MN", 1000000, {1, 1, -2}},
    {"GN", 1000000000, {1, 1, -2}},
    {"N/m", 1, {0, 1, -2}},
    {"kN/m", 1000, {0, 1, -2}},
    {"MN/m", 1000000, {0, 1, -2}},
    {"GN/m", 1000000000, {0, 1, -2}},
    {"N/mm", 1000, {0, 1, -2}},
    {"kN/mm", 1000000, {0, 1, -2}},
    {"Pa", 1, {-1, 1, -2}},
    {"kPa", 1000, {-1, 1, -2}},
    {"MPa", 1000000, {-1, 1, -2}},
    {"GPa", 1000000000, {-1, 1, -2}},
    {"N/mm^2", 1000000, {-1, 1, -2}},
    {"kN/mm^2", 1000000000, {-1, 1, -2}},
    {"N/m^2", 1, {-1, 1, -2}},
    {"N.m", 1, {2, 1, -2}},
    {"kN.m", 1000, {2, 1, -2}},
    {"MN.m", 1000000, {2, 1, -2}},
    {"N m", 1, {2, 1, -2}},
    {"kN m", 1000, {2, 1, -2}},
    {"MN m", 1000000, {2, 1, -2}},
    {"Nm", 1, {2, 1, -2}},
    {"kNm", 1000, {2, 1, -2}},
    {"N.m/rad", 1, {2, 1, -2}},
    {"kN.m/rad", 1000, {2, 1, -2}},
    {"MN.m/rad", 1000000, {2, 1, -2}},
    {"N.m^2", 1, {3, 1, -2}},
    {"kN.m^2", 1000, {3, 1, -2}},
    {"MN.m^2", 1000000, {3, 1, -2}},
    {"N m^2", 1, {3, 1, -2}},
    {"kN m^2", 1000, {3, 1, -2}},
    {"MN m^2", 1000000, {3, 1, -2}},
    {"s", 1, {0, 0, 1}},
    {"ms", 0.001, {0, 0, 1}},
    {"1/s", 1, {0, 0, -1}},
    {"Hz", 6.283185307179586, {0, 0, -1}},
    {"kHz", 6283.185307179586, {0, 0, -1}},
    {"rad", 1, {0, 0, 0}},
    {"deg", 0.017453292519943295, {0, 0, 0}},
    {"rad/s", 1, {0, 0, -1}},
    {"m/s", 1, {1, 0, -1}},
    {"m/s^2", 1, {1, 0, -2}},
};

const hol_usual_unit *hol_usual_units(size_t *count)
{
  *count = sizeof usual / sizeof usual[0];
  return usual;
}

bool hol_usual_unit_find(const char *text, hol_unit *unit)
{
  size_t count;
  const hol_usual_unit *all = hol_usual_units(&count);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(text, all[i].text) == 0) {
      *unit = (hol_unit){.kind = HOL_UNIT_OK, .factor = all[i].factor, .dimension = all[i].dimension};
      return true;
    }
  }
  return false;
}
