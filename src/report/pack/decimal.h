/* SPDX-License-Identifier: BSD-3-Clause */
/** @file decimal.h  Fast conversion of JSON numbers to doubles. */
#ifndef REPORT_PACK_DECIMAL_H
#define REPORT_PACK_DECIMAL_H

#include "report/scan.h"

/** Return the double nearest to a number, as strtod() does. @param[in] number  in JSON notation */
double hol_decimal(hol_scan_span number);

#endif
