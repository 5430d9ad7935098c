/* SPDX-License-Identifier: BSD-3-Clause */
/* Frequency units of tables: their names, and conversion from rad/s. */
#include "result/unit.h"

#include "result/number.h"

const char *const hol_unit_name[HOL_UNITS] = {
    [HOL_UNIT_HERTZ] = "Hz", [HOL_UNIT_RPM] = "rpm", [HOL_UNIT_RADIANS] = "rad/s"};

double hol_unit_of(hol_frequency_unit unit, double omega)
{
  return unit == HOL_UNIT_RADIANS ? omega
         : unit == HOL_UNIT_RPM   ? 60 * hol_number_hertz(omega)
                                  : hol_number_hertz(omega);
}
