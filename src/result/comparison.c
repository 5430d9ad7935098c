/* SPDX-License-Identifier: BSD-3-Clause */
/* Sentence on the comparison of a result with expected values: agreement, the first differences, incompleteness. */
#include "result/analysis.h"

#include <string.h>

void hol_comparison_list(hol_comparison *comparison)
{
  enum { SHOWN = 3 };
  const char *word = comparison->words.data;
  for (size_t i = 0; !comparison->words.failed && i < comparison->differences && i < SHOWN; i++) {
    size_t length = strcspn(word, "\n");
    hol_text_add(&comparison->line, "; ");
    hol_text_put(&comparison->line, word, length);
    word += length + 1;
  }
  if (comparison->differences > SHOWN) {
    hol_text_add(&comparison->line, "; and %zu more", comparison->differences - SHOWN);
  }
}

void hol_comparison_tell(hol_comparison *comparison, const char *what)
{
  if (comparison->differences > 0) {
    hol_text_add(&comparison->line, "%zu of %zu %s differ", comparison->differences, comparison->compared, what);
    hol_comparison_list(comparison);
  }
}

void hol_comparison_agree(hol_text *text, size_t count, const char *what)
{
  int length = (int)strlen(what);
  bool is_y = length > 3 && strcmp(what + length - 3, "ies") == 0;
  if (count == 1) {
    hol_text_add(text, "1 %.*s%s agrees", length - (is_y ? 3 : 1), what, is_y ? "y" : "");
  } else {
    hol_text_add(text, "%zu %s agree", count, what);
  }
}

void hol_comparison_clear(hol_comparison *comparison)
{
  hol_text_clear(&comparison->words);
  hol_text_clear(&comparison->line);
}

hol_status hol_comparison_end(hol_comparison *comparison, hol_status status, const char *open)
{
  if (status == HOL_INCOMPLETE) {
    hol_text_add(&comparison->line, "%s%s", comparison->line.size ? "; " : "", open);
  }
  return comparison->words.failed || comparison->line.failed ? HOL_MEMORY : HOL_OK;
}
