/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes by which motions are found, told and written. */
#include "response/forced/forced.h"
#include "result/quantities.h"
#include "result/sink.h"
#include "result/words.h"

#include <math.h>
#include <string.h>

bool hol_forced_is_complete(const hol_forced *m)
{
  return m->is_coupled ? hol_complex_modes_are_known(&m->coupled) : m->modes.is_complete;
}

bool hol_forced_is_met(const hol_forced *m)
{
  return hol_forced_is_complete(m) && m->is_reached;
}

void hol_forced_put_taken(const hol_sink *sink, const hol_forced *m)
{
  static const hol_quantity theory = {.name = "theory", .type = HOL_TEXT},
                            modes = {
                                .name = "modes_taken", .type = HOL_COUNT, .text = "those without energy among them"};
  hol_put_text(sink, &theory, m->modes.result.theory);
  hol_put_text(sink, &hol_quantity_compliance, m->modes.result.compliance);
  hol_put_count(sink, &modes, m->is_coupled ? m->coupled.motions : m->modes.modes);
}

/** rad/s, NAN: nothing is left out, or it is not known what. */
static double frequency_of_next(const hol_forced *m)
{
  double next = m->is_coupled ? m->coupled.next : sqrt(m->modes.next);
  bool is_known = !m->is_coupled || hol_complex_modes_are_known(&m->coupled);
  return isfinite(next) && is_known ? next : (double)NAN;
}

void hol_forced_put_law(const hol_sink *sink, const hol_forced *m)
{
  static const char *const bound[] = {"proved", "measured", NULL}, *const count[] = {"proved", "counted", "open", NULL};
  static const hol_quantity
      next = {.name = "next",
              .type = HOL_NUMBER,
              .unit = "rad s-1",
              .text = "circular frequency of the first mode left out, from below"},
      known = {.name = "damped_count",
               .type = HOL_CHOICE,
               .text = "how it is known that no damped motion is missing, where damping couples the modes",
               .word = count},
      ratio = {.name = "damping_ratio", .type = HOL_NUMBER, .text = "of all modes"},
      mass = {.name = "rayleigh_mass", .type = HOL_NUMBER, .unit = "s-1"},
      stiffness = {.name = "rayleigh_stiffness", .type = HOL_NUMBER, .unit = "s"},
      error = {.name = "error", .type = HOL_CHOICE, .text = "what radii are", .word = bound},
      reached = {.name = "tolerance_reached", .type = HOL_TRUTH};
  hol_put_number(sink, &next, frequency_of_next(m));
  if (m->is_coupled) {
    hol_put_choice(sink, &known, (int)m->coupled.known);
  } else {
    hol_put_number(sink, &ratio, m->law.ratio);
    hol_put_number(sink, &mass, m->law.mass);
    hol_put_number(sink, &stiffness, m->law.stiffness);
  }
  hol_put_choice(sink, &error, m->is_measured || m->modes.computed > 0);
  hol_put_truth(sink, &reached, m->is_reached);
}

static void put_modes(hol_text *w, const hol_forced *m, const char *bound)
{
  if (!m->modes.is_complete) {
    hol_text_add(w, "the modes are not proved complete");
  } else if (!isfinite(m->modes.next)) {
    hol_text_add(w, "these are all modes there are");
  } else {
    hol_text_add(w, "the first %zu modes are all there are below %.6g Hz%s%s", m->modes.modes,
                 sqrt(m->modes.next) / (2 * M_PI), bound,
                 m->is_measured ? ", provided that modes decay above as measured" : "");
  }
  if (m->modes.is_complete && m->modes.computed > 0) {
    hol_text_add(w, "; errors include that of computed parts, which is measured");
  }
}

void hol_forced_put_verdict(hol_text *text, const hol_forced *m, const char *bound)
{
  hol_text w = {0};
  bool is_good = hol_forced_is_met(m);
  const hol_result *found = &m->modes.result;
  if (m->is_coupled) {
    hol_complex_modes_tell(&m->coupled, &w);
  } else {
    put_modes(&w, m, bound);
  }
  if (m->open_from > 0 && hol_forced_is_complete(m)) {
    hol_text_add(&w, "; the list of %zu is not proved%s%s", m->open_from, m->open_reason ? ": " : "",
                 m->open_reason ? m->open_reason : "");
  }
  if (!m->is_reached && (!m->is_coupled || hol_forced_is_complete(m))) {
    hol_text_add(&w, "; errors exceed the tolerance %g", m->request->tolerance);
  }
  for (size_t i = 0; i < found->note_count; i++) {
    hol_text_add(&w, "; %s", found->note[i]);
  }
  if (!is_good) {
    hol_text_add(&w, " (exit status %d)", HOL_INCOMPLETE);
  }
  text->failed = text->failed || w.failed;
  const char *label = is_good ? "Complete: " : "Not complete: ";
  hol_words_wrap(text, label, strlen(label), w.data);
  hol_text_clear(&w);
}
