/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of the analysis `static`: largest displacement of each part, reactions, equilibrium. */
#include "result/words.h"
#include "statics/analysis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 30, COMPONENT = 25 };

/** The station of a part that moves most, and by how much. */
static double largest_of(const hol_static_result *result, size_t part, double *at)
{
  const hol_model *model = &result->statics.model;
  double most = -1;
  for (size_t k = model->first_station[part]; k < model->first_station[part + 1]; k++) {
    double value[HOL_FREEDOM_COUNT], size;
    hol_static_displacement(result, k, value);
    size = sqrt(value[0] * value[0] + value[1] * value[1] + value[2] * value[2]);
    if (size > most * (1 + 1e-9)) {
      most = size;
      *at = hol_model_arc_length(model, part, &model->station[k]);
    }
  }
  return most > 0 ? most : 0;
}

static void put_parts(hol_text *text, const hol_static_result *result)
{
  const hol_statics *s = &result->statics;
  hol_text_add(text, "\n%-*s%14s%10s%13s%13s\n", NAME, "part", "displacement", "at", "axial force", "to");
  for (size_t i = 0; i < s->problem->part_count; i++) {
    double at = 0, most = largest_of(result, i, &at), least = HUGE_VAL, greatest = -HUGE_VAL;
    for (size_t k = s->model.first_station[i]; k < s->model.first_station[i + 1]; k++) {
      least = fmin(least, isnan(s->axial[k]) ? least : s->axial[k]);
      greatest = fmax(greatest, isnan(s->axial[k]) ? greatest : s->axial[k]);
    }
    hol_words_cell(text, s->problem->part[i].name, 0, NAME);
    hol_text_add(text, isnan(at) ? "%12.6g m%10s" : "%12.6g m", most, "-");
    if (!isnan(at)) {
      hol_text_add(text, "%8.4g m", at);
    }
    if (least <= greatest) {
      hol_text_add(text, "%11.6g N%11.6g N", least, greatest);
    }
    hol_text_put(text, "\n", 1);
  }
}

static void put_reactions(hol_text *text, const hol_static_result *result)
{
  const hol_problem *problem = result->statics.problem;
  hol_text_add(text, "\n%-*s%-*s%18s\n", NAME, "reaction of", COMPONENT, "component", "N or N m");
  for (size_t j = 0; j < problem->joint_count; j++) {
    const char *component;
    size_t next = 0;
    double value;
    while (hol_static_reaction(result, j, &next, &component, &value)) {
      hol_words_cell(text, problem->joint[j].name, 0, NAME);
      hol_words_cell(text, component, NAME, COMPONENT);
      hol_text_add(text, "%18.10g\n", value);
    }
  }
}

static void put_verdict(hol_text *text, const hol_static_result *result)
{
  hol_text words = {0};
  const double *balance = result->balance;
  if (!result->is_stable) {
    hol_text_add(&words, "the structure is unstable in %zu direction%s; ", result->statics.unstable,
                 result->statics.unstable == 1 ? "" : "s");
  }
  if (isnan(balance[0])) {
    hol_text_add(
        &words,
        "the solution has a relative residual of %.1e; the joints do not give all reactions, so their balance with "
        "the loads is not checked",
        result->statics.residual);
  } else {
    hol_text_add(&words, "reactions balance the loads to %.1e (forces)", balance[0]);
    hol_text_add(&words, isnan(balance[1]) ? "%s" : "%s, %.1e (moments)", "", balance[1]);
  }
  if (!result->is_stable || !result->is_balanced) {
    hol_text_add(&words, " (exit status %d)", HOL_INCOMPLETE);
  }
  text->failed = text->failed || words.failed;
  const char *label = result->is_stable && result->is_balanced ? "Equilibrium: " : "No equilibrium: ";
  hol_words_wrap(text, label, strlen(label), words.data);
  hol_text_clear(&words);
}

hol_status hol_static_table(const hol_static_result *result, hol_text *text)
{
  const hol_problem *problem = result->statics.problem;
  if (!result->is_filled) {
    return HOL_OK;
  }
  if (problem->title && *problem->title) {
    hol_words_wrap(text, "", 0, problem->title);
  }
  hol_text_add(text, "static: linear, about the structure without these loads\n");
  put_parts(text, result);
  put_reactions(text, result);
  hol_text_put(text, "\n", 1);
  put_verdict(text, result);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
