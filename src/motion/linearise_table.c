/* SPDX-License-Identifier: BSD-3-Clause */
/* Eigenvalues of small motions as a table for a terminal. */
#include "motion/linearise_analysis.h"
#include "result/unit.h"
#include "result/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_head(hol_text *text, const hol_linearise_found *f)
{
  const char *title = f->problem->title;
  if (title && *title) {
    hol_words_wrap(text, "", 0, title);
  }
  if (f->about == HOL_LINEARISE_TIME) {
    hol_text_add(text, "small motions e^(s t) about the state at t = %.10g%s, coefficients kept\n", f->time,
                 f->result.system->has_time_unit ? " s" : "");
  } else {
    hol_text_add(text, "small motions e^(s t) about %s\n",
                 f->about == HOL_LINEARISE_STEADY ? "a steady motion" : "a position of rest");
  }
}

static void put_row(hol_text *text, const hol_linearise_root *root, size_t number, hol_frequency_unit unit)
{
  char ratio[32] = "-", lower[32] = "-";
  double size = hypot(root->real, root->imaginary), error = root->error;
  if (root->imaginary > 0) {
    snprintf(ratio, sizeof ratio, "%.6g", fabs(root->real) > root->error ? -root->real / size : 0.0);
  }
  if (!isnan(root->lower)) {
    error = fmax(root->upper - root->imaginary, root->imaginary - root->lower);
  }
  if (size > 0) {
    snprintf(lower, sizeof lower, "%.1e", fmax(1e-15, error / size));
  }
  hol_text_add(text, "%5zu  %20.12g  %20.12g  %12s  %9s\n", number, hol_unit_of(unit, root->imaginary),
               fabs(root->real) > root->error ? root->real : 0.0, ratio, lower);
}

static void put_zeros(hol_text *text, const hol_linearised *r)
{
  hol_text words = {0};
  if (r->by_symmetry + r->by_family == 0) {
    return;
  }
  if (r->by_symmetry > 0) {
    hol_text_add(&words, "%zu of coordinates that occur nowhere%s", r->by_symmetry, r->by_family > 0 ? ", " : "");
  }
  if (r->by_family > 0) {
    hol_text_add(&words, "%zu of families of positions of rest or of steady motions", r->by_family);
  }
  text->failed = text->failed || words.failed;
  hol_words_wrap(text, "Zero eigenvalues: ", 2, words.data);
  hol_text_clear(&words);
}

static void put_verdict(hol_text *text, const hol_linearised *r)
{
  static const char *const word[] = {"Stable: ", "Unstable: ", "Stability undecided: "};
  hol_text words = {0};
  put_zeros(text, r);
  hol_words_wrap(text, word[r->stability], 2, r->reason ? r->reason : "");
  if (!r->complete) {
    hol_text_add(&words, "not all eigenvalues are found, or not to the accuracy asked for (exit status %d)",
                 HOL_INCOMPLETE);
  } else if (r->is_holonomic && r->roots > 0) {
    hol_text_add(&words, "every s^2 is in a bracket, with as many below it as inertia counts");
  } else {
    hol_text_add(&words, "as many eigenvalues, %zu, as the tangent space of the constraints has dimensions",
                 r->dimension);
  }
  text->failed = text->failed || words.failed;
  hol_words_wrap(text, r->complete ? "Complete: " : "Open: ", 2, words.data);
  hol_text_clear(&words);
}

hol_status hol_linearise_table(const hol_study *study, const void *result, hol_text *text)
{
  const hol_linearise_found *f = result;
  if (!f->result.system || !f->problem || !f->result.reason) {
    return HOL_OK;
  }
  put_head(text, f);
  if (f->result.roots > 0) {
    char head[32];
    snprintf(head, sizeof head, "Im s in %s", hol_unit_name[study->unit]);
    hol_text_add(text, "\n%5s  %20s  %20s  %12s  %9s\n", "no.", head, "Re s in 1/s", "-Re s/|s|", "error <=");
  }
  for (size_t i = 0; i < f->result.roots; i++) {
    put_row(text, &f->result.root[i], i + 1, study->unit);
  }
  hol_text_put(text, "\n", 1);
  put_verdict(text, &f->result);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
