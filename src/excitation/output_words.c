/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of displacement and rotation components of points, as text, cells of tables and views. */
#include "excitation/output_words.h"

#include "base/memory.h"
#include "result/words.h"

#include <stdlib.h>

void hol_output_say(const double direction[3], bool turns, size_t dimensions, hol_text *text)
{
  for (size_t k = 0; k < 3; k++) {
    if (direction[k] > 1 - 1e-12) {
      hol_text_add(text, "%s", hol_freedom_name[k + (turns ? HOL_RX : HOL_UX)]);
      return;
    }
  }
  hol_text_add(text, turns ? "about (%.4g, %.4g" : "along (%.4g, %.4g", direction[0], direction[1]);
  if (dimensions == 3 || turns) {
    hol_text_add(text, ", %.4g", direction[2]);
  }
  hol_text_add(text, ")");
}

void hol_output_words_clear(hol_output_words *w)
{
  for (size_t i = 0; i < w->count; i++) {
    hol_text_clear(&w->text[i]);
  }
  free(w->text);
  free(w->component);
  free(w->quantity);
  free(w->point);
  *w = (hol_output_words){0};
}

hol_status hol_output_words_make(const hol_output *probe, size_t probes, size_t dimensions, hol_output_words *w)
{
  *w = (hol_output_words){.text = hol_alloc(probes, sizeof *w->text),
                          .component = hol_alloc(probes, sizeof *w->component),
                          .quantity = hol_alloc(probes, sizeof *w->quantity),
                          .point = hol_alloc(probes, sizeof *w->point)};
  if (!w->text || !w->component || !w->quantity || !w->point) {
    return HOL_MEMORY;
  }
  for (; w->count < probes; w->count++) {
    hol_output_say(probe[w->count].direction, probe[w->count].turns, dimensions, &w->text[w->count]);
    w->component[w->count] = w->text[w->count].data;
    w->quantity[w->count] = hol_motion_word[probe[w->count].quantity];
    w->point[w->count] = probe[w->count].point.text;
    if (w->text[w->count].failed) {
      w->count++;
      return HOL_MEMORY;
    }
  }
  return HOL_OK;
}

void hol_output_put_cell(hol_text *text, const hol_output *probe, const char *component, size_t at, size_t width)
{
  static const char *const before[] = {"", "velocity ", "acceleration ", "abs. accel. "};
  hol_text words = {0};
  hol_text_add(&words, "%s%s", before[probe->quantity], component);
  text->failed = text->failed || words.failed;
  hol_words_cell(text, words.failed ? "" : words.data, at, width);
  hol_text_clear(&words);
}

void hol_output_put_views(const hol_sink *sink, const hol_output *receiver, size_t receivers, hol_view view,
                          const char *const *title, const char *const *label)
{
  hol_view all[HOL_ABSOLUTE_ACCELERATION + 1];
  size_t count = 0;
  for (int q = 0; q <= (int)HOL_ABSOLUTE_ACCELERATION; q++) {
    bool is_told = false;
    for (size_t r = 0; r < receivers; r++) {
      is_told = is_told || (int)receiver[r].quantity == q;
    }
    if (is_told) {
      view.only = "quantity";
      view.only_word = hol_motion_word[q];
      view.title = title[q];
      view.label = label[q];
      all[count++] = view;
    }
  }
  hol_put_views(sink, all, count);
}
