/* SPDX-License-Identifier: BSD-3-Clause */
/* Comparison of natural frequencies with those that a problem expects. */
#include "holonome/output.h"
#include "result/number.h"
#include "result/words.h"
#include "modes/describe.h"
#include "modes/effective.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { SOURCE_COLUMNS = 120 };

/** The mode of this number, NULL if there is none. Numbers rise by one from the first. */
static const hol_mode *mode_numbered(const hol_result *result, size_t number)
{
  if (result->mode_count == 0 || number < result->mode[0].number) {
    return NULL;
  }
  size_t i = number - result->mode[0].number;
  return i < result->mode_count ? &result->mode[i] : NULL;
}

/** The lowest frequency that is not 0, or 0: what a vanishing frequency is measured by. */
static double lowest_elastic(const hol_result *result)
{
  for (size_t i = 0; i < result->mode_count; i++) {
    if (result->mode[i].omega > 0) {
      return result->mode[i].omega;
    }
  }
  return 0;
}

/** Does a frequency agree with the one expected? A NAN agrees with nothing. */
static bool omega_agrees(double omega, double expected, double rtol, double lowest)
{
  if (expected == 0.0) {
    return fabs(omega) <= 1e-9 * lowest;
  }
  return fabs(omega - expected) <= rtol * fabs(expected);
}

/** One line on a difference; mode is NULL for a missing one. */
static void put_difference(hol_text *text, const hol_expect *expect, size_t i, const hol_mode *mode)
{
  double expected = expect->omega[i];
  hol_text_add(text, "mode %zu: expected %.10g Hz", expect->first + i, hol_number_hertz(expected));
  if (!mode) {
    hol_text_add(text, ", not found");
  } else {
    hol_text_add(text, ", found %.10g Hz", hol_number_hertz(mode->omega));
    if (expected != 0.0) {
      hol_text_add(text, ", relative difference %.2g, allowed %.2g", (mode->omega - expected) / expected, expect->rtol);
    }
  }
  if (expect->source && *expect->source) {
    hol_text_add(text, " (");
    hol_words_add(text, expect->source, strcspn(expect->source, "\r\n"), SOURCE_COLUMNS);
    hol_text_add(text, ")");
  }
  hol_text_put(text, "\n", 1);
}

hol_status hol_output_compare(const hol_result *result, size_t *compared, size_t *differences, hol_text *text)
{
  assert(result->problem);
  const hol_problem *problem = result->problem;
  double lowest = lowest_elastic(result);
  size_t numbers = 0, different = 0;
  for (size_t e = 0; e < problem->expect_count; e++) {
    const hol_expect *expect = &problem->expect[e];
    for (size_t i = 0; i < expect->count; ++i, numbers++) {
      const hol_mode *mode = mode_numbered(result, expect->first + i);
      if (!mode || !omega_agrees(mode->omega, expect->omega[i], expect->rtol, lowest)) {
        put_difference(text, expect, i, mode);
        different++;
      }
    }
  }
  *compared = numbers;
  *differences = different;
  hol_effective_compare(result, compared, differences, text);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
