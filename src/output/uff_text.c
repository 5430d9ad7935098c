/* SPDX-License-Identifier: BSD-3-Clause */
/* Records of Universal Files: delimiters of datasets, text, numbers in the format 1PE13.5, nodes of dataset 15. */
#include "output/uff_text.h"

#include <math.h>

void hol_uff_begin(hol_text *text, int dataset)
{
  hol_text_add(text, "%6d\n%6d\n", -1, dataset);
}

void hol_uff_end(hol_text *text)
{
  hol_text_add(text, "%6d\n", -1);
}

void hol_uff_put_words(hol_text *text, const char *words)
{
  size_t n = 0;
  for (const char *c = words; *c && n < HOL_UFF_LINE; c++, n++) {
    char plain = *c >= ' ' && *c < 127 ? *c : '?';
    hol_text_put(text, &plain, 1);
  }
  hol_text_add(text, "%s\n", n ? "" : "NONE");
}

void hol_uff_put_number(hol_text *text, double x)
{
  hol_text_add(text, "%13.5E", fabs(x) < 1e-99 ? 0.0 : x);
}

void hol_uff_put_node(hol_text *text, size_t number, const double at[3])
{
  hol_text_add(text, "%10zu%10d%10d%10d", number, 0, 0, 8);
  for (size_t c = 0; c < 3; c++) {
    hol_uff_put_number(text, at[c]);
  }
  hol_text_put(text, "\n", 1);
}
