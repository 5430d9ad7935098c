#include "response/probe_words.h"

#include "base/memory.h"

#include <stdlib.h>

const char *const hol_motion_word[] = {"displacement", "velocity", "acceleration", "absolute_acceleration", NULL};

void hol_probe_say(const double direction[3], bool turns, size_t dimensions, hol_text *text)
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

void hol_probe_words_clear(hol_probe_words *w)
{
  for (size_t i = 0; i < w->count; i++) {
    hol_text_clear(&w->text[i]);
  }
  free(w->text);
  free(w->component);
  free(w->point);
  *w = (hol_probe_words){0};
}

hol_status hol_probe_words_make(const hol_probe *probe, size_t probes, size_t dimensions, hol_probe_words *w)
{
  *w = (hol_probe_words){.text = hol_alloc(probes, sizeof *w->text),
                         .component = hol_alloc(probes, sizeof *w->component),
                         .point = hol_alloc(probes, sizeof *w->point)};
  if (!w->text || !w->component || !w->point) {
    return HOL_MEMORY;
  }
  for (; w->count < probes; w->count++) {
    hol_probe_say(probe[w->count].direction, probe[w->count].turns, dimensions, &w->text[w->count]);
    w->component[w->count] = w->text[w->count].data;
    w->point[w->count] = probe[w->count].point.text;
    if (w->text[w->count].failed) {
      w->count++;
      return HOL_MEMORY;
    }
  }
  return HOL_OK;
}
