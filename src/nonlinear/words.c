/* SPDX-License-Identifier: BSD-3-Clause */
/* Words for steady motions, the same in every output format. */
#include "nonlinear/words.h"

const char *hol_event_word(hol_event_kind kind)
{
  static const char *const word[] = {"fold", "branch", "period-doubling", "torus", "peak"};
  return word[kind];
}

const char *hol_branch_end_word(hol_branch_end end)
{
  static const char *const word[] = {"range", "closed", "branch", "limit", "incomplete"};
  return word[end];
}

const hol_nonlinear_model *hol_item_model(const hol_nonlinear_result *result)
{
  static const hol_nonlinear_model empty;
  return result->model ? result->model : &empty;
}

const char *hol_coexisting_word(hol_coexisting coexisting)
{
  static const char *const word[] = {"open", "counted", "proved"};
  return word[coexisting];
}

void hol_incomplete_words(hol_text *text, const hol_incomplete_reason *l)
{
  switch (l->kind) {
  case HOL_INCOMPLETE_EARLY:
    hol_text_add(text, "branch %zu could not be followed beyond nu = %.10g", l->branch + 1, l->nu);
    break;
  case HOL_INCOMPLETE_POINTS:
    hol_text_add(text, "branch %zu ends at nu = %.10g with as many points as `max_points` allows", l->branch + 1,
                 l->nu);
    break;
  case HOL_INCOMPLETE_FORCE:
    hol_text_add(text, "at nu = %.10g the force could not be grown from zero to its full size", l->nu);
    break;
  case HOL_INCOMPLETE_BRANCHES:
    hol_text_add(text, "there are more branches than `max_branches` allows");
    break;
  case HOL_INCOMPLETE_INDEX:
    hol_text_add(text,
                 "at nu = %.10g the indices of the motions of %zu %s sum to %ld, not to %ld: a motion is missing, or "
                 "one too many",
                 l->nu, l->period, l->period == 1 ? "period" : "periods", l->sum, l->expected);
    break;
  case HOL_INCOMPLETE_MOTION:
    hol_text_add(text, "a motion at nu = %.10g could not be computed or followed", l->nu);
    break;
  case HOL_INCOMPLETE_TIME:
    hol_text_add(text,
                 "integration in time does not confirm the stable motion of branch %zu at nu = %.10g (difference %.2g)",
                 l->branch + 1, l->nu, l->size);
    break;
  case HOL_INCOMPLETE_HARMONICS:
    hol_text_add(text, "the harmonics are too few for branch %zu: those left out amount to %.2g of its motions",
                 l->branch + 1, l->size);
    break;
  case HOL_INCOMPLETE_CYCLE:
    hol_text_add(text, "a motion of %zu %s at nu = %.10g, found by integration in time, is on no branch", l->period,
                 l->period == 1 ? "period" : "periods", l->nu);
    break;
  case HOL_INCOMPLETE_CHAOS:
    hol_text_add(
        text,
        "at nu = %.10g there are %zu or more unstable motions of several periods, as where motions are chaotic; "
        "they were not followed",
        l->nu, l->count);
    break;
  }
}
