/* SPDX-License-Identifier: BSD-3-Clause */
/* Measured modes beside computed ones, for a terminal. */
#include "report/measured/compare.h"
#include "result/number.h"
#include "result/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Columns of numbers in the matrix. */
enum { MATRIX = 14 };

static const hol_measured_mode *mode_at(const hol_measured *m, size_t j)
{
  const hol_measured_mode *mode = m->mode;
  for (; j > 0; j--) {
    mode = mode->next;
  }
  return mode;
}

static double number_of(const hol_plot_node *mode)
{
  return hol_plot_node_number(hol_plot_node_get(mode, "number"));
}

static double hertz_of(const hol_plot_node *mode)
{
  return hol_number_hertz(hol_plot_node_number(hol_plot_node_get(mode, "omega")));
}

/** A difference in per cent, without a sign of what rounds to nothing. */
static void put_difference(hol_text *text, double a, double b)
{
  const double least = 0.005;
  double percent = 100 * (b - a) / a;
  if (a > 0) {
    hol_text_add(text, fabs(percent) < least ? "  %8.2f %%" : "  %+8.2f %%", fabs(percent) < least ? 0 : percent);
  } else {
    hol_text_add(text, "  %10s", "");
  }
}

static void put_pairs(const hol_measured *m, const hol_pairing *p, hol_text *text)
{
  hol_text_add(text, "%23s  %23s\n mode  %16s   mode  %16s  difference    MAC\n", "computed", "measured",
               "frequency in Hz", "frequency in Hz");
  for (size_t k = 0; k < p->pairs; k++) {
    const hol_plot_node *own = p->mode[p->pair[k].computed];
    const hol_measured_mode *mode = mode_at(m, p->pair[k].measured);
    double a = hertz_of(own), b = hol_number_hertz(mode->omega);
    hol_text_add(text, "%5.0f  %16.6g  %5zu  %16.6g", number_of(own), a, mode->number, b);
    put_difference(text, a, b);
    hol_text_add(text, "  %5.3f\n", p->pair[k].mac);
  }
}

/** Modes of one side that have no partner. */
static void put_alone(const hol_measured *m, const hol_pairing *p, bool is_measured, hol_text *text)
{
  hol_text words = {0};
  size_t all = is_measured ? m->modes : p->modes, count = 0;
  for (size_t i = 0; i < all; i++) {
    bool is_paired = false;
    for (size_t k = 0; k < p->pairs; k++) {
      is_paired = is_paired || (is_measured ? p->pair[k].measured : p->pair[k].computed) == i;
    }
    if (!is_paired) {
      double number = is_measured ? (double)mode_at(m, i)->number : number_of(p->mode[i]);
      double hertz = is_measured ? hol_number_hertz(mode_at(m, i)->omega) : hertz_of(p->mode[i]);
      hol_text_add(&words, "%s%.0f (%.6g Hz)", count++ ? ", " : "", number, hertz);
    }
  }
  if (count > 0) {
    char first[60];
    int size = snprintf(first, sizeof first, "no partner of the %s: ", is_measured ? "measured" : "computed");
    hol_words_wrap(text, first, (size_t)size, words.data ? words.data : "");
  }
  text->failed = text->failed || words.failed;
  hol_text_clear(&words);
}

/** The matrix, in as many blocks as it needs: rows computed, columns measured. */
static void put_matrix(const hol_measured *m, const hol_pairing *p, hol_text *text)
{
  for (size_t from = 0; from < m->modes; from += MATRIX) {
    size_t to = from + MATRIX < m->modes ? from + MATRIX : m->modes;
    hol_text_add(text, "\nMAC in per cent; rows: computed modes, columns: measured modes\n     ");
    for (size_t j = from; j < to; j++) {
      hol_text_add(text, "%5zu", mode_at(m, j)->number);
    }
    hol_text_add(text, "\n");
    for (size_t i = 0; i < p->modes; i++) {
      hol_text_add(text, "%5.0f", number_of(p->mode[i]));
      for (size_t j = from; j < to; j++) {
        double mac = p->mac[i * m->modes + j];
        hol_text_add(text, isnan(mac) ? "    -" : "%5.0f", 100 * mac);
      }
      hol_text_add(text, "\n");
    }
  }
}

static void put_notes(const hol_measured *m, const hol_pairing *p, hol_text *text)
{
  double least = 1;
  size_t complex_modes = 0;
  for (const hol_measured_mode *mode = m->mode; mode; mode = mode->next) {
    complex_modes += mode->is_complex;
    least = mode->is_complex ? fmin(least, mode->collinearity) : least;
  }
  if (complex_modes > 0) {
    hol_text_add(text, "%zu measured modes are complex, phase collinearity at least %.3f\n", complex_modes, least);
  }
  if (p && p->shared > 0) {
    hol_text_add(text, "%zu points lie on several parts that move apart there: they are left out\n", p->shared);
  }
  for (const hol_measured_note *note = m->note; note; note = note->next) {
    hol_words_wrap(text, "note: ", 6, note->words);
  }
}

hol_status hol_measured_table(const hol_measured *m, const char *name, hol_text *text)
{
  hol_text line = {0};
  hol_text_add(&line, "%s: ", name);
  if (m->modes > 0) {
    hol_text_add(&line, "%zu modes at %zu points in %zu directions", m->modes, m->nodes,
                 hol_measured_directions(m, NULL));
  }
  if (m->functions > 0) {
    hol_text_add(&line, m->modes > 0 ? ", %zu frequency responses" : "%zu frequency responses, no modes", m->functions);
  }
  if (m->modes > 0) {
    hol_text_add(&line, "; there is no result with shapes to compare with");
  }
  hol_words_wrap(text, "", 2, line.data ? line.data : "");
  text->failed = text->failed || line.failed;
  hol_text_clear(&line);
  if (m->modes > 0) {
    hol_text_add(text, "\n mode   frequency in Hz   damping ratio\n");
  }
  for (const hol_measured_mode *mode = m->mode; mode; mode = mode->next) {
    hol_text_add(text, "%5zu  %16.6g", mode->number, hol_number_hertz(mode->omega));
    hol_text_add(text, isnan(mode->damping) ? "\n" : "%16.4g\n", mode->damping);
  }
  put_notes(m, NULL, text);
  return text->failed ? HOL_MEMORY : HOL_OK;
}

hol_status hol_pairing_table(const hol_measured *m, const char *name, const hol_pairing *p, hol_text *text)
{
  hol_text line = {0};
  hol_text_add(&line, "%s, %zu modes, beside %s, %zu modes", name, m->modes, p->name, p->modes);
  hol_words_wrap(text, "", 2, line.data ? line.data : "");
  line.size = 0;
  hol_text_add(&line,
               "%zu of %zu measured points are on the structure (within %.3g m, the farthest %.3g m); compared in %zu "
               "directions",
               p->nodes, m->nodes, p->tolerance, p->farthest, p->directions);
  hol_words_wrap(text, "", 2, line.data ? line.data : "");
  text->failed = text->failed || line.failed;
  hol_text_clear(&line);
  hol_text_add(text, "\n");
  if (p->pairs > 0) {
    put_pairs(m, p, text);
  } else {
    hol_text_add(text, "No two modes are alike (MAC %.1f at least).\n", hol_mac_least);
  }
  put_alone(m, p, true, text);
  put_alone(m, p, false, text);
  if (p->nodes > 0) {
    put_matrix(m, p, text);
  }
  put_notes(m, p, text);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
