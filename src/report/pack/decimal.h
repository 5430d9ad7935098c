/** @file decimal.h  Numbers of JSON as doubles, fast. */
#ifndef REPORT_PACK_DECIMAL_H
#define REPORT_PACK_DECIMAL_H

#include "report/scan.h"

/** The double nearest to a number, as strtod() has it. @param[in] number  as JSON has them */
double hol_decimal(hol_scan_span number);

#endif
