/* Random motions, told and written. */
#include "result/quantities.h"
#include "result/sink.h"
#include "result/words.h"
#include "response/noise.h"
#include "response/probe_words.h"

#include <math.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity number = {.name = "receiver", .type = HOL_COUNT, .text = "from 1"},
                          at = {.name = "at", .type = HOL_TEXT}, component = {.name = "component", .type = HOL_TEXT},
                          omega = {.name = "omega", .type = HOL_NUMBER, .unit = "rad s-1"},
                          density = {.name = "density",
                                     .type = HOL_NUMBER,
                                     .text = "one-sided, m2 or rad2 per rad/s; per Hz it is 2 pi times as much"},
                          rms = {.name = "rms", .type = HOL_NUMBER, .text = "root of the mean square, m or rad"},
                          radius = {.name = "radius",
                                    .type = HOL_NUMBER,
                                    .text = "how far it can be from it, as modes are left out"};

static hol_status words_of(const hol_noise *n, hol_probe_words *w)
{
  return hol_probe_words_make(n->request->receiver, n->receivers, n->problem->dimensions, w);
}

/** Is nothing missing in the list of modes, or of damped motions? */
static bool is_complete(const hol_noise *n)
{
  return n->is_coupled ? hol_complex_modes_are_known(&n->coupled) : n->modes.is_complete;
}

/** rad/s, NAN: nothing is left out. */
static double frequency_of_next(const hol_noise *n)
{
  double next = n->is_coupled ? n->coupled.next : sqrt(n->modes.next);
  return isfinite(next) ? next : (double)NAN;
}

static void put_head(const hol_sink *sink, const hol_noise *n)
{
  static const char *const bound[] = {"proved", "measured", NULL}, *const count[] = {"proved", "counted", "open", NULL};
  static const hol_quantity
      theory = {.name = "theory", .type = HOL_TEXT},
      modes = {.name = "modes_taken", .type = HOL_COUNT},
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
  hol_put_text(sink, &theory, n->modes.result.theory);
  hol_put_text(sink, &hol_quantity_compliance, n->modes.result.compliance);
  hol_put_count(sink, &modes, n->is_coupled ? n->coupled.motions : n->modes.modes);
  hol_put_number(sink, &next, frequency_of_next(n));
  if (n->is_coupled) {
    hol_put_choice(sink, &known, (int)n->coupled.known);
  } else {
    hol_put_number(sink, &ratio, n->law.ratio);
    hol_put_number(sink, &mass, n->law.mass);
    hol_put_number(sink, &stiffness, n->law.stiffness);
  }
  hol_put_choice(sink, &error, n->is_measured);
  hol_put_truth(sink, &reached, n->is_reached);
  hol_put_truth(sink, &hol_quantity_complete, is_complete(n) && n->is_reached);
}

hol_status hol_noise_describe(const void *of, const hol_sink *sink)
{
  static const hol_quantity list = {.name = "receivers", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4};
  const hol_noise *n = of;
  hol_probe_words w;
  hol_status status = words_of(n, &w);
  if (status == HOL_OK) {
    put_head(sink, n);
    hol_put_list(sink, &omega, n->omegas, n->omega);
    hol_open(sink, &list);
    for (size_t r = 0; r < n->receivers; r++) {
      hol_open(sink, &record);
      hol_put_text(sink, &at, w.point[r]);
      hol_put_text(sink, &component, w.component[r]);
      hol_put_number(sink, &rms, n->motion[r].rms);
      hol_put_number(sink, &radius, n->motion[r].radius);
      hol_put_list(sink, &density, n->omegas, n->motion[r].density);
      hol_close(sink);
    }
    hol_close(sink);
  }
  hol_probe_words_clear(&w);
  return status;
}

hol_status hol_noise_rows(const void *of, const hol_sink *sink)
{
  static const hol_quantity *const column[] = {&hol_quantity_file, &number, &at, &component, &omega, &density, NULL};
  static const hol_quantity rows = {.name = "densities", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_noise *n = of;
  hol_probe_words w;
  hol_status status = words_of(n, &w);
  hol_open(sink, &rows);
  for (size_t r = 0; status == HOL_OK && r < n->receivers; r++) {
    for (size_t i = 0; i < n->omegas; i++) {
      hol_open(sink, &record);
      hol_put_count(sink, &number, r + 1);
      hol_put_text(sink, &at, w.point[r]);
      hol_put_text(sink, &component, w.component[r]);
      hol_put_number(sink, &omega, n->omega[i]);
      hol_put_number(sink, &density, n->motion[r].density[i]);
      hol_close(sink);
    }
  }
  hol_close(sink);
  hol_probe_words_clear(&w);
  return status;
}

hol_status hol_noise_arrays(const void *of, const hol_sink *sink)
{
  static const hol_quantity receivers = {.name = "receiver", .type = HOL_COUNT, .unit = "1", .text = "number"};
  static const hol_quantity told[] = {
      {.name = "rms", .type = HOL_NUMBER, .text = "m or rad", .at = offsetof(hol_noise_motion, rms)},
      {.name = "radius", .type = HOL_NUMBER, .text = "of rms", .at = offsetof(hol_noise_motion, radius)}};
  const hol_noise *n = of;
  hol_probe_words w;
  hol_status status = words_of(n, &w);
  if (status == HOL_OK) {
    const hol_sink_axis receiver = {&receivers, n->receivers, NULL}, omegas = {&omega, n->omegas, n->omega};
    const hol_sink_axis *const over[] = {&receiver, &omegas};
    put_head(sink, n);
    hol_put_array(sink, &omega, 1, &over[1], 0, n->omega);
    hol_put_array(sink, &at, 1, over, 0, w.point);
    hol_put_array(sink, &component, 1, over, 0, w.component);
    hol_put_columns(sink, &told[0], 1, &receiver, sizeof *n->motion, n->motion);
    hol_put_columns(sink, &told[1], 1, &receiver, sizeof *n->motion, n->motion);
    for (size_t r = 0; r < n->receivers; r++) {
      hol_put_row(sink, &density, 2, over, r, n->motion[r].density);
    }
  }
  hol_probe_words_clear(&w);
  return status;
}

/* ---- written ------------------------------------------------------------------------------------------------------- */

enum { NAME = 26, COMPONENT = 22 };

static void put_verdict(hol_text *text, const hol_noise *n)
{
  hol_text w = {0};
  bool is_good = is_complete(n) && n->is_reached;
  if (n->is_coupled) {
    hol_complex_modes_tell(&n->coupled, &w);
  } else if (!n->modes.is_complete) {
    hol_text_add(&w, "the modes are not proved complete");
  } else if (!isfinite(n->modes.next)) {
    hol_text_add(&w, "these are all modes there are");
  } else {
    hol_text_add(&w,
                 "the first %zu modes are all there are below %.6g Hz, and no root of a mean square is farther from "
                 "what is told than its error%s",
                 n->modes.modes, sqrt(n->modes.next) / (2 * M_PI),
                 n->is_measured ? ", as far as modes die out above as is measured" : "");
  }
  if (!n->is_reached) {
    hol_text_add(&w, "; errors exceed the tolerance %g", n->request->tolerance);
  }
  for (size_t i = 0; i < n->modes.result.note_count; i++) {
    hol_text_add(&w, "; %s", n->modes.result.note[i]);
  }
  if (!is_good) {
    hol_text_add(&w, " (exit status %d)", HOL_INCOMPLETE);
  }
  text->failed = text->failed || w.failed;
  const char *label = is_good ? "Complete: " : "Not complete: ";
  hol_words_wrap(text, label, strlen(label), w.data);
  hol_text_clear(&w);
}

hol_status hol_noise_table(const hol_noise *n, hol_text *text)
{
  hol_probe_words w;
  if (!n->motion) {
    return HOL_OK;
  }
  hol_status status = words_of(n, &w);
  if (status == HOL_OK) {
    if (n->problem->title && *n->problem->title) {
      hol_words_wrap(text, "", 0, n->problem->title);
    }
    hol_text_add(text, "random: roots of mean squares, in m and rad\n%s\n%-*s%-*s%14s%12s\n",
                 n->is_coupled ? "damping couples the modes: by damped motions\n" : "", NAME, "receiver", COMPONENT,
                 "component", "RMS", "error <=");
    for (size_t r = 0; r < n->receivers; r++) {
      hol_words_cell(text, w.point[r], 0, NAME);
      hol_words_cell(text, w.component[r], NAME, COMPONENT);
      hol_text_add(text, "%14.8g%12.1e\n", n->motion[r].rms, n->motion[r].radius);
    }
    hol_text_put(text, "\n", 1);
    put_verdict(text, n);
  }
  hol_probe_words_clear(&w);
  return text->failed ? HOL_MEMORY : status;
}
