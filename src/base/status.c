/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of each status code. */
#include "holonome/status.h"

const char *hol_status_text(hol_status status)
{
#define X(name, code, text)                                                                                            \
  case name:                                                                                                           \
    return text;
  switch (status) {
    HOL_STATUS_LIST(X)
  }
#undef X
  return "unknown status";
}
