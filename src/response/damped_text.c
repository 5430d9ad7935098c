/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped motions, told and as a table. */
#include "response/damped.h"
#include "result/digits.h"
#include "result/quantities.h"
#include "result/sink.h"
#include "result/unit.h"
#include "result/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const region_word[] = {NULL, "disc", "circle", NULL};
static const char *const count_word[] = {"proved", "counted", "open", NULL};

static const hol_quantity record = {.type = HOL_RECORD},
                          number = {.name = "number",
                                    .type = HOL_COUNT,
                                    .text = "in the order of omega, of a pair of complex conjugates one",
                                    .at = offsetof(hol_damped_motion, number)},
                          s = {.name = "s", .type = HOL_NUMBER, .unit = "rad/s", .text = "motion e^(s t): [re, im]"},
                          lambda = {.name = "lambda", .type = HOL_NUMBER, .unit = "rad2/s2", .text = "-s^2: [re, im]"},
                          region = {.name = "region",
                                    .type = HOL_TEXT,
                                    .text = "disc of lambda, circle of s: proved to be in it"},
                          centre = {.name = "centre", .type = HOL_NUMBER, .text = "of the region: [re, im]"},
                          radius = {.name = "radius", .type = HOL_NUMBER, .at = offsetof(hol_damped_motion, radius)};
static const hol_quantity member[] = {
    {.name = "omega", .type = HOL_NUMBER, .unit = "rad/s", .text = "|s|", .at = offsetof(hol_damped_motion, omega)},
    {.name = "damping_ratio",
     .type = HOL_NUMBER,
     .text = "-Re s/|s|",
     .at = offsetof(hol_damped_motion, damping_ratio)},
    {.name = "loss_factor",
     .type = HOL_NUMBER,
     .text = "Im lambda/Re lambda",
     .at = offsetof(hol_damped_motion, loss_factor)},
    {.name = "lower",
     .type = HOL_NUMBER,
     .unit = "rad/s",
     .text = "bound of omega",
     .at = offsetof(hol_damped_motion, lower)},
    {.name = "upper",
     .type = HOL_NUMBER,
     .unit = "rad/s",
     .text = "bound of omega",
     .at = offsetof(hol_damped_motion, upper)},
    {.name = "residual",
     .type = HOL_NUMBER,
     .text = "what another step would change, relative",
     .at = offsetof(hol_damped_motion, residual)}};
enum { MEMBERS = sizeof member / sizeof *member };

static void put_motion(const hol_sink *sink, const hol_damped_motion *m)
{
  hol_open(sink, &record);
  hol_put_members(sink, &number, 1, m);
  hol_put_list(sink, &s, 2, m->s);
  hol_put_list(sink, &lambda, 2, m->lambda);
  hol_put_members(sink, member, MEMBERS, m);
  hol_put_text(sink, &region, region_word[m->region]);
  if (m->region != HOL_REGION_NONE) {
    hol_put_list(sink, &centre, 2, m->centre);
    hol_put_members(sink, &radius, 1, m);
  }
  hol_close(sink);
}

static void put_accumulations(const hol_sink *sink, const hol_damped *found)
{
  static const hol_quantity all = {
      .name = "accumulations", .type = HOL_NUMBER, .unit = "rad/s", .text = "all of them, where there are several"};
  double value[HOL_ACCUMULATIONS_MOST];
  for (size_t i = 0; i < found->accumulations; i++) {
    value[i] = -found->accumulation[i];
  }
  hol_put_list(sink, &all, found->accumulations, value);
}

hol_status hol_damped_describe(const void *of, const hol_sink *sink)
{
  static const hol_quantity list = {.name = "damped", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            known = {.name = "damped_count", .type = HOL_TEXT, .text = "proved, counted or open"},
                            reason = {.name = "reason", .type = HOL_TEXT, .text = "why it is open"},
                            law = {.name = "law", .type = HOL_TEXT, .text = "of damping, in words"},
                            accumulation =
                                {.name = "accumulation",
                                 .type = HOL_NUMBER,
                                 .unit = "rad/s",
                                 .text = "accumulation point of infinitely many; none are listed within a tenth of it"},
                            exhausted = {.name = "exhausted", .type = HOL_TRUTH, .text = "there are no others"},
                            evaluations = {.name = "evaluations", .type = HOL_COUNT, .text = "complex matrices"};
  const hol_damped *found = of;
  hol_put_text(sink, &law, found->law);
  hol_open(sink, &list);
  for (size_t i = 0; i < found->motions; i++) {
    put_motion(sink, &found->motion[i]);
  }
  hol_close(sink);
  hol_put_text(sink, &known, count_word[found->known]);
  hol_put_text(sink, &reason, found->reason);
  hol_put_number(sink, &accumulation, found->accumulations > 0 ? -found->accumulation[0] : (double)NAN);
  if (found->accumulations > 1) {
    put_accumulations(sink, found);
  }
  hol_put_truth(sink, &exhausted, found->is_exhausted);
  hol_put_count(sink, &evaluations, found->evaluations);
  hol_put_truth(sink, &hol_quantity_complete, found->known == HOL_DAMPED_PROVED);
  return HOL_OK;
}

hol_status hol_damped_rows(const void *of, const hol_sink *sink)
{
  static const hol_quantity s_re = {.name = "s_re", .type = HOL_NUMBER, .unit = "rad/s"},
                            s_im = {.name = "s_im", .type = HOL_NUMBER, .unit = "rad/s"};
  static const hol_quantity *const column[] = {&hol_quantity_file, &number,    &s_re,      &s_im,
                                               &member[0],         &member[1], &member[2], &member[3],
                                               &member[4],         &member[5], &region,    NULL};
  static const hol_quantity rows = {.name = "damped", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_damped *found = of;
  hol_open(sink, &rows);
  for (size_t i = 0; i < found->motions; i++) {
    const hol_damped_motion *m = &found->motion[i];
    hol_open(sink, &record);
    hol_put_members(sink, &number, 1, m);
    hol_put_number(sink, &s_re, m->s[0]);
    hol_put_number(sink, &s_im, m->s[1]);
    hol_put_members(sink, member, MEMBERS, m);
    hol_put_text(sink, &region, region_word[m->region]);
    hol_close(sink);
  }
  hol_close(sink);
  return HOL_OK;
}

/* ---- table ------------------------------------------------------------------------------------------------------- */

static void put_row(hol_text *text, const hol_damped_motion *m, hol_frequency_unit unit)
{
  char error[HOL_CELL] = "-", loss[HOL_CELL] = "-", ratio[HOL_CELL] = "-";
  double most = fmax(m->upper - m->omega, m->omega - m->lower);
  if (!isnan(m->lower) && !isnan(m->upper) && m->omega > 0) {
    snprintf(error, sizeof error, "%.1e", fmax(1e-12, most / m->omega));
  }
  if (isfinite(m->loss_factor)) {
    snprintf(loss, sizeof loss, "%.6g", m->loss_factor);
  }
  if (isfinite(m->damping_ratio)) {
    snprintf(ratio, sizeof ratio, "%.6g", m->damping_ratio);
  }
  hol_text_add(text, "%5zu  %17.10g  %16.10g  %11s  %11s  %9s\n", m->number, hol_unit_of(unit, m->s[1]), m->s[0] + 0.0,
               ratio, loss, error);
}

static void put_verdict(hol_text *text, const hol_damped *found)
{
  static const char *const label[] = {"Complete: ", "Counted: ", "Open: "};
  hol_text words = {0};
  const char *where = found->is_exhausted ? "there are no others" : "there are no others up to the last of them";
  if (found->known == HOL_DAMPED_PROVED) {
    hol_text_add(&words, "the proved list of undamped motions, and their law, prove that %s", where);
  } else if (found->known == HOL_DAMPED_COUNTED && found->is_exhausted) {
    hol_text_add(
        &words,
        "as many as the determinant, a polynomial, has zeros: provided that all are different, which is no proof");
  } else if (found->known == HOL_DAMPED_COUNTED) {
    hol_text_add(&words, "as many as the winding number of the determinant along a circle about them, in steps and in "
                         "halves of these, which is no proof");
  } else {
    hol_text_add(&words, "%s (exit status %d)", found->reason ? found->reason : "not all was found", HOL_INCOMPLETE);
  }
  for (size_t i = 0; i < found->accumulations; i++) {
    hol_text_add(&words, "%s -%.10g 1/s",
                 i == 0                          ? "; infinitely many real ones accumulate at"
                 : i + 1 == found->accumulations ? " and to"
                                                 : ", to",
                 found->accumulation[i]);
  }
  if (found->accumulations > 0) {
    hol_text_add(&words, ", and those within a tenth of it are not listed");
  }
  text->failed = text->failed || words.failed;
  hol_words_wrap(text, label[found->known], strlen(label[found->known]), words.data);
  hol_text_clear(&words);
}

hol_status hol_damped_table(const hol_study *study, const void *result, hol_text *text)
{
  const hol_damped *found = result;
  if (!found->is_filled) {
    return HOL_OK;
  }
  const char *title = found->problem->title;
  if (title && *title) {
    hol_words_wrap(text, "", 0, title);
  }
  hol_text_add(text, "damped motions e^(s t), in the order of |s|; damping: %s\n", found->law);
  if (found->motions > 0) {
    char head[32];
    snprintf(head, sizeof head, "Im s in %s", hol_unit_name[study->unit]);
    hol_text_add(text, "\n%5s  %17s  %16s  %11s  %11s  %9s\n", "no.", head, "Re s in 1/s", "-Re s/|s|", "loss factor",
                 "error <=");
  }
  for (size_t i = 0; i < found->motions; i++) {
    put_row(text, &found->motion[i], study->unit);
  }
  hol_text_put(text, "\n", 1);
  put_verdict(text, found);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
