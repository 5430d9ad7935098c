/* SPDX-License-Identifier: BSD-3-Clause */
/* Datasets 55 and 2414: how nodes move in modes. */
#include "report/measured/reader.h"

#include <math.h>
#include <string.h>

/** What record 6 of dataset 55, record 9 of 2414 says. */
typedef struct form {
  size_t analysis, freedoms; /**< numbers of a node */
  bool is_complex;
} form;

enum { NORMAL = 2, FIRST_ORDER = 3, SECOND_ORDER = 7 };

/** @param[out] is_mode  else it is another result: passed over */
static hol_status read_form(hol_uff *r, form *f, bool *is_mode)
{
  static const hol_card_layout layout = {6, {10, 10, 10, 10, 10, 10}};
  hol_card card;
  double head[6];
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &layout, 6, head));
  *is_mode = head[1] == NORMAL || head[1] == FIRST_ORDER || head[1] == SECOND_ORDER;
  bool is_motion = head[3] == 8 || head[3] == 11 || head[3] == 12 || head[3] == 0;
  if (!*is_mode || !is_motion) {
    *is_mode = false;
    return hol_uff_note(
        r, "line %zu: these are no modes in displacements, velocities or accelerations (analysis %g, data %g)",
        r->begun, head[1], head[3]);
  }
  if ((head[4] != 2 && head[4] != 5) || (head[5] != 3 && head[5] != 6)) {
    return hol_uff_fail(r, card.line, 0, "%s",
                        head[4] != 2 && head[4] != 5 ? "data must be real (2) or complex (5)"
                                                     : "of each node there must be 3 or 6 numbers");
  }
  *f = (form){(size_t)head[1], (size_t)head[5], head[4] == 5};
  return HOL_OK;
}

/** Frequency and damping: of a normal mode in Hz, else an eigenvalue. */
static hol_status read_frequency(hol_uff *r, const form *f, hol_measured_mode *mode)
{
  hol_card card;
  double head[8], value[6];
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_integers, 4, head));
  HOL_TRY(hol_uff_count(r, &card, head[3], "the number of a mode", &mode->number));
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_sixes, f->analysis == NORMAL ? 1 : 2, value));
  if (f->analysis == NORMAL) {
    mode->omega = 2 * M_PI * value[0];
    mode->damping = value[2] != 0 ? value[2] : value[3] != 0 ? value[3] / 2 : (double)NAN;
  } else {
    mode->omega = hypot(value[0], value[1]);
    mode->damping = mode->omega > 0 ? -value[0] / mode->omega : (double)NAN;
  }
  return mode->omega >= 0 && isfinite(mode->omega) ? HOL_OK
                                                   : hol_uff_fail(r, card.line, 1, "a frequency cannot be negative");
}

static hol_status read_entries(hol_uff *r, const form *f, hol_measured_mode *mode)
{
  static const hol_card_layout label = {2, {10, 10}};
  hol_measured_entry **last = &mode->entry;
  size_t parts = f->is_complex ? 2 : 1;
  bool is_end = false;
  hol_card card;
  HOL_TRY(hol_uff_next(r, &card, &is_end));
  while (!is_end) {
    double head[2], value[12];
    hol_measured_entry *entry = hol_uff_take(r, 1, sizeof *entry);
    if (!entry) {
      return HOL_MEMORY;
    }
    HOL_TRY(hol_uff_numbers(r, &card, &label, 1, head));
    HOL_TRY(hol_uff_count(r, &card, head[0], "the number of a node", &entry->node));
    entry->line = card.line;
    HOL_TRY(hol_uff_values(r, &hol_uff_sixes, parts * f->freedoms, value));
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      entry->value[c] = hol_complex(value[parts * c], f->is_complex ? value[2 * c + 1] : 0);
    }
    *last = entry;
    last = &entry->next;
    HOL_TRY(hol_uff_next(r, &card, &is_end));
  }
  return HOL_OK;
}

/** The rest of 2414 before its nodes: frequency and damping, or an eigenvalue. */
static hol_status read_long_frequency(hol_uff *r, const form *f, hol_measured_mode *mode)
{
  hol_card card;
  double head[8], value[12];
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_integers, 6, head));
  HOL_TRY(hol_uff_count(r, &card, head[5], "the number of a mode", &mode->number));
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_values(r, &hol_uff_sixes, 12, value));
  const double *eigenvalue = value + 6;
  bool has_eigenvalue = f->analysis != NORMAL && hypot(eigenvalue[0], eigenvalue[1]) > 0;
  mode->omega = has_eigenvalue ? hypot(eigenvalue[0], eigenvalue[1]) : 2 * M_PI * value[1];
  mode->damping = has_eigenvalue && mode->omega > 0 ? -eigenvalue[0] / mode->omega
                  : value[4] != 0                   ? value[4]
                  : value[5] != 0                   ? value[5] / 2
                                                    : (double)NAN;
  return mode->omega >= 0 && isfinite(mode->omega)
             ? HOL_OK
             : hol_uff_fail(r, card.line + 1, 14, "a frequency cannot be negative");
}

/** Keep a mode, in the order of frequencies. */
static void keep_mode(hol_uff *r, hol_measured_mode *mode)
{
  hol_measured_mode **last = &r->m->mode;
  while (*last && (*last)->omega <= mode->omega) {
    last = &(*last)->next;
  }
  mode->next = *last;
  *last = mode;
  r->m->modes++;
}

static hol_status pass_over(hol_uff *r)
{
  bool is_end = false;
  hol_card card;
  while (!is_end) {
    HOL_TRY(hol_uff_next(r, &card, &is_end));
  }
  return HOL_OK;
}

/** A mode, its frequency and its nodes. @param[in] read  its frequency */
static hol_status read_mode(hol_uff *r, hol_status (*read)(hol_uff *r, const form *f, hol_measured_mode *mode))
{
  form f = {0};
  bool is_mode = false;
  HOL_TRY(read_form(r, &f, &is_mode));
  if (!is_mode) {
    return pass_over(r);
  }
  hol_measured_mode *mode = hol_uff_take(r, 1, sizeof *mode);
  if (!mode) {
    return HOL_MEMORY;
  }
  mode->line = r->begun;
  mode->is_complex = f.is_complex;
  HOL_TRY(read(r, &f, mode));
  HOL_TRY(read_entries(r, &f, mode));
  keep_mode(r, mode);
  return HOL_OK;
}

hol_status hol_uff_mode(hol_uff *r)
{
  hol_card card;
  for (size_t i = 0; i < 5; i++) { /* words */
    HOL_TRY(hol_uff_next(r, &card, NULL));
  }
  return read_mode(r, read_frequency);
}

hol_status hol_uff_long_mode(hol_uff *r)
{
  hol_card card;
  double place[8];
  for (size_t i = 0; i < 2; i++) { /* number, name */
    HOL_TRY(hol_uff_next(r, &card, NULL));
  }
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_integers, 1, place));
  if (place[0] != 1) {
    HOL_TRY(hol_uff_note(r, "line %zu: these data are not at nodes", r->begun));
    return pass_over(r);
  }
  for (size_t i = 0; i < 5; i++) { /* words */
    HOL_TRY(hol_uff_next(r, &card, NULL));
  }
  return read_mode(r, read_long_frequency);
}
