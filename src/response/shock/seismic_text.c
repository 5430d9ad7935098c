/* SPDX-License-Identifier: BSD-3-Clause */
/* Estimates from response spectra, told, written and compared; and the row. */
#include "result/quantities.h"
#include "result/sink.h"
#include "result/words.h"
#include "excitation/output_words.h"
#include "response/shock/seismic.h"

#include <math.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity at = {.name = "at", .type = HOL_TEXT}, component = {.name = "component", .type = HOL_TEXT},
                          quantity = {.name = "quantity", .type = HOL_TEXT};
enum { ESTIMATES = 4 };
static const hol_quantity size[ESTIMATES] = {{.name = "srss",
                                              .type = HOL_NUMBER,
                                              .text = "root of the sum of the squares of all modes",
                                              .at = offsetof(hol_seismic_estimate, srss)},
                                             {.name = "cqc",
                                              .type = HOL_NUMBER,
                                              .text = "complete quadratic combination",
                                              .at = offsetof(hol_seismic_estimate, cqc)},
                                             {.name = "missing",
                                              .type = HOL_NUMBER,
                                              .text = "of the modes left out, which follow the ground",
                                              .at = offsetof(hol_seismic_estimate, missing)},
                                             {.name = "total",
                                              .type = HOL_NUMBER,
                                              .text = "root of the squares of cqc and missing",
                                              .at = offsetof(hol_seismic_estimate, total)}};

/* ---- told -------------------------------------------------------------------------------------------------------- */

static void put_modes(const hol_sink *sink, const hol_seismic *s)
{
  static const hol_quantity list = {.name = "modes", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            number = {.name = "number", .type = HOL_COUNT};
  static const hol_quantity of_mode[] = {
      {.name = "omega", .type = HOL_NUMBER, .unit = "rad s-1", .at = offsetof(hol_seismic_mode, omega)},
      {.name = "damping_ratio", .type = HOL_NUMBER, .at = offsetof(hol_seismic_mode, ratio)},
      {.name = "acceleration",
       .type = HOL_NUMBER,
       .unit = "m s-2",
       .text = "pseudo-acceleration of the spectrum",
       .at = offsetof(hol_seismic_mode, acceleration)},
      {.name = "mass", .type = HOL_NUMBER, .unit = "kg", .text = "effective", .at = offsetof(hol_seismic_mode, mass)}};
  hol_open(sink, &list);
  for (size_t k = 0; s->mode && k < s->modes.modes; k++) {
    hol_open(sink, &record);
    hol_put_count(sink, &number, k + 1);
    hol_put_members(sink, of_mode, 4, &s->mode[k]);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_all(const hol_sink *sink, const hol_seismic *s, const hol_output_words *w)
{
  static const hol_quantity theory = {.name = "theory", .type = HOL_TEXT},
                            peak = {.name = "peak",
                                    .type = HOL_NUMBER,
                                    .unit = "m s-2",
                                    .text = "zero-period acceleration"},
                            missing = {.name = "missing_mass", .type = HOL_NUMBER, .unit = "kg"},
                            receivers = {.name = "receivers", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            shear = {.name = "base_shear", .type = HOL_RECORD, .unit = "N"},
                            estimate = {.name = "is_estimate", .type = HOL_TRUTH, .text = "no bound, by nature"};
  hol_put_text(sink, &theory, s->modes.result.theory);
  hol_put_text(sink, &hol_quantity_compliance, s->modes.result.compliance);
  hol_put_truth(sink, &estimate, true);
  put_modes(sink, s);
  hol_put_number(sink, &peak, s->peak);
  hol_put_number(sink, &missing, s->missing);
  hol_open(sink, &receivers);
  for (size_t r = 0; s->estimate && r < w->count; r++) {
    hol_open(sink, &record);
    hol_put_text(sink, &at, w->point[r]);
    hol_put_text(sink, &component, w->component[r]);
    hol_put_text(sink, &quantity, w->quantity[r]);
    hol_put_members(sink, size, ESTIMATES, &s->estimate[r]);
    hol_close(sink);
  }
  hol_close(sink);
  if (s->estimate) {
    hol_open(sink, &shear);
    hol_put_members(sink, size, ESTIMATES, &s->estimate[w->count]);
    hol_close(sink);
  }
  hol_put_truth(sink, &hol_quantity_complete, s->modes.is_complete);
}

hol_status hol_seismic_describe(const void *of, const hol_sink *sink)
{
  const hol_seismic *s = of;
  hol_output_words w;
  hol_status status = hol_output_words_make(s->request->receiver, s->request->receivers, s->problem->dimensions, &w);
  if (status == HOL_OK) {
    put_all(sink, s, &w);
  }
  hol_output_words_clear(&w);
  return status;
}

hol_status hol_seismic_rows(const void *of, const hol_sink *sink)
{
  static const hol_quantity *const column[] = {&hol_quantity_file, &at,      &component, &quantity, &size[0],
                                               &size[1],           &size[2], &size[3],   NULL};
  static const hol_quantity rows = {.name = "estimates", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_seismic *s = of;
  hol_output_words w;
  hol_status status = hol_output_words_make(s->request->receiver, s->request->receivers, s->problem->dimensions, &w);
  hol_open(sink, &rows);
  for (size_t r = 0; status == HOL_OK && s->estimate && r <= w.count; r++) {
    bool is_shear = r == w.count;
    hol_open(sink, &record);
    hol_put_text(sink, &at, is_shear ? "ground" : w.point[r]);
    hol_put_text(sink, &component, is_shear ? "shear" : w.component[r]);
    hol_put_text(sink, &quantity, is_shear ? "force" : w.quantity[r]);
    hol_put_members(sink, size, ESTIMATES, &s->estimate[r]);
    hol_close(sink);
  }
  hol_close(sink);
  hol_output_words_clear(&w);
  return status;
}

/* ---- written ----------------------------------------------------------------------------------------------------- */

enum { NAME = 17, COMPONENT = 15 };

static void put_mode_lines(hol_text *text, const hol_seismic *s)
{
  static const double nothing = 1e-20; /* what rounding leaves of a participation, squared */
  double total = s->modes.result.effective ? s->modes.result.effective[0].total : 0;
  hol_text_add(text, "\n mode   frequency in Hz  damping ratio  acceleration, m/s^2   mass, kg      %%\n");
  for (size_t k = 0; k < s->modes.modes; k++) {
    const hol_seismic_mode *m = &s->mode[k];
    double mass = m->mass > nothing * total ? m->mass : 0;
    hol_text_add(text, "%5zu  %16.8g  %13.4g  %19.6g  %9.5g  %5.1f\n", k + 1, m->omega / (2 * M_PI), m->ratio,
                 m->acceleration, mass, total > 0 ? 100 * mass / total : 0);
  }
  hol_text_add(text, " rest  %16s  %13s  %19.6g  %9.5g  %5.1f\n", "", "", s->peak, s->missing,
               total > 0 ? 100 * s->missing / total : 0);
}

static void put_estimates(hol_text *text, const hol_seismic *s, const hol_output_words *w)
{
  hol_text_add(text, "\n%-*s%-*s%12s%12s%12s%12s\n", NAME, "receiver", COMPONENT, "component", "SRSS", "CQC", "rest",
               "in all");
  for (size_t r = 0; r <= w->count; r++) {
    const hol_seismic_estimate *e = &s->estimate[r];
    hol_words_cell(text, r < w->count ? w->point[r] : "ground", 0, NAME);
    if (r < w->count) {
      hol_output_put_cell(text, &s->request->receiver[r], w->component[r], NAME, COMPONENT);
    } else {
      hol_words_cell(text, "shear in N", NAME, COMPONENT);
    }
    hol_text_add(text, "%12.6g%12.6g%12.6g%12.6g\n", e->srss, e->cqc, e->missing, e->total);
  }
  hol_text_put(text, "\n", 1);
}

static void put_verdict(hol_text *text, const hol_seismic *s)
{
  hol_text w = {0};
  const hol_result *found = &s->modes.result;
  hol_text_add(
      &w, "a spectrum has no phases of the modes, so this is not a bound; the first %zu modes are %s", s->modes.modes,
      s->modes.is_complete ? isfinite(s->modes.next) ? "proved complete" : "all there are" : "not proved complete");
  for (size_t i = 0; i < found->note_count; i++) {
    hol_text_add(&w, "; %s", found->note[i]);
  }
  if (!s->modes.is_complete) {
    hol_text_add(&w, " (exit status %d)", HOL_INCOMPLETE);
  }
  text->failed = text->failed || w.failed;
  hol_words_wrap(text, "An estimate: ", strlen("An estimate: "), w.data);
  hol_text_clear(&w);
}

static bool has_rates(const hol_seismic *s)
{
  bool has = false;
  for (size_t r = 0; r < s->request->receivers; r++) {
    has = has || s->request->receiver[r].quantity != HOL_DISPLACEMENT;
  }
  return has;
}

hol_status hol_seismic_table(const hol_seismic *s, hol_text *text)
{
  hol_output_words w;
  if (!s->estimate) {
    return HOL_OK;
  }
  hol_status status = hol_output_words_make(s->request->receiver, s->request->receivers, s->problem->dimensions, &w);
  if (status == HOL_OK) {
    if (s->problem->title && *s->problem->title) {
      hol_words_wrap(text, "", 0, s->problem->title);
    }
    hol_text_add(text, "response spectrum of %s: largest %s\n", s->request->is_record ? "a record" : "the file",
                 has_rates(s) ? "motions, in SI units" : "displacements, in m and rad, relative to the ground");
    put_mode_lines(text, s);
    put_estimates(text, s, &w);
    put_verdict(text, s);
  }
  hol_output_words_clear(&w);
  return text->failed ? HOL_MEMORY : status;
}
