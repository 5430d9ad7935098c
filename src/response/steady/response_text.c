/* SPDX-License-Identifier: BSD-3-Clause */
/* Steady motions under harmonic loads, told and as a table, and compared with what is expected. */
#include "base/vector.h"
#include "excitation/output_words.h"
#include "response/steady/response.h"
#include "result/quantities.h"
#include "result/sink.h"
#include "result/view.h"
#include "result/words.h"

#include <math.h>
#include <string.h>

static const char *const quantity_word[] = {"receptance", "mobility", "accelerance", NULL};

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity at_name = {.name = "at", .type = HOL_TEXT, .text = "output"},
                          component_name = {.name = "component", .type = HOL_TEXT, .text = "of a reaction"},
                          load_number = {.name = "load",
                                         .type = HOL_COUNT,
                                         .text = "its number; none: all of them together"},
                          omega = {.name = "omega", .type = HOL_NUMBER, .unit = "rad/s"};

/** "beam.end uy", or the name of a joint. */
static void name_of(const hol_response *r, const hol_response_curve *c, hol_text *text)
{
  const hol_output *receiver = &r->request->receiver[c->receiver];
  if (receiver->is_reaction) {
    hol_text_add(text, "%s", r->problem->joint[receiver->joint].name);
    return;
  }
  hol_text_add(text, "%s ", receiver->point.text);
  hol_output_say(receiver->direction, receiver->turns, r->problem->dimensions, text);
}

/* ---- told -------------------------------------------------------------------------------------------------------- */

static const hol_quantity peak_column[] = {
    {.name = "omega", .type = HOL_NUMBER, .unit = "rad/s", .at = offsetof(hol_peak, omega)},
    {.name = "magnitude", .type = HOL_NUMBER, .at = offsetof(hol_peak, magnitude)},
    {.name = "width",
     .type = HOL_NUMBER,
     .unit = "rad/s",
     .text = "between the places where it is 1/sqrt(2) of the peak",
     .at = offsetof(hol_peak, width)},
    {.name = "mode",
     .type = HOL_COUNT,
     .text = "number of the undamped one next to it",
     .at = offsetof(hol_peak, mode)}};

static void put_peaks(const hol_sink *sink, const hol_response_curve *c)
{
  static const hol_quantity peaks = {.name = "peaks", .type = HOL_LIST, .items = 8};
  hol_open(sink, &peaks);
  for (size_t i = 0; i < c->peaks; i++) {
    hol_open(sink, &record);
    hol_put_members(sink, peak_column, sizeof peak_column / sizeof *peak_column, &c->peak[i]);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_dips(const hol_sink *sink, const hol_response_curve *c)
{
  static const hol_quantity dips = {.name = "antiresonances", .type = HOL_LIST, .items = 8},
                            zero = {.name = "zero",
                                    .type = HOL_NUMBER,
                                    .unit = "rad/s",
                                    .text = "s next to it where the response is 0: [re, im]"};
  static const hol_quantity column[] = {
      {.name = "omega", .type = HOL_NUMBER, .unit = "rad/s", .at = offsetof(hol_antiresonance, omega)},
      {.name = "magnitude", .type = HOL_NUMBER, .at = offsetof(hol_antiresonance, magnitude)}};
  hol_open(sink, &dips);
  for (size_t i = 0; i < c->dips; i++) {
    hol_open(sink, &record);
    hol_put_members(sink, column, sizeof column / sizeof *column, &c->dip[i]);
    hol_put_list(sink, &zero, 2, c->dip[i].zero);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_curve(const hol_sink *sink, const hol_response *r, const hol_response_curve *c, const char *name)
{
  static const hol_quantity value = {.name = "value", .type = HOL_NUMBER, .text = "real and imaginary part"};
  static const hol_quantity slope = {
      .name = "slope", .type = HOL_NUMBER, .text = "of the value over omega, for cubic interpolation"};
  static const hol_quantity error = {.name = "error", .type = HOL_TEXT, .text = "of values between frequencies"};
  static const hol_quantity radius = {
      .name = "radius",
      .type = HOL_NUMBER,
      .text = "the exact value is within this of the value: what modes left out change, as is proved, and rounding; "
              "none: no bound is known"};
  hol_open(sink, &record);
  hol_put_text(sink, &at_name, name);
  if (c->component) {
    hol_put_text(sink, &component_name, c->component);
  }
  hol_put_count(sink, &load_number, c->load == SIZE_MAX ? SIZE_MAX : c->load + 1);
  hol_put_rows(sink, &value, r->count, 2, c->value);
  hol_put_list(sink, &radius, r->count, c->radius);
  if (!r->request->omega) {
    hol_put_rows(sink, &slope, r->count, 2, c->slope);
    hol_put_text(sink, &error, isnan(r->bound) ? "measured" : "proved");
    put_peaks(sink, c);
    put_dips(sink, c);
  }
  hol_close(sink);
}

static void put_range(const hol_sink *sink, const hol_response *r)
{
  static const hol_quantity
      natural = {.name = "natural",
                 .type = HOL_NUMBER,
                 .unit = "rad/s",
                 .text = "proved frequencies without damping, to 1.3 times the range"},
      infinite = {.name = "infinite",
                  .type = HOL_NUMBER,
                  .unit = "rad/s",
                  .text = "where nothing is damped and there is no bound"},
      difference = {.name = "difference",
                    .type = HOL_NUMBER,
                    .text = "largest in the middle of two frequencies, between values and cubic "
                            "interpolation without them, relative"},
      bound = {.name = "interpolation_bound",
               .type = HOL_NUMBER,
               .text = "how far cubic interpolation between any two frequencies can be off, rounding of "
                       "values included, over the smaller magnitude there or 1e-6 of the largest: "
                       "proved; no less than the difference"},
      tolerance = {.name = "tolerance", .type = HOL_NUMBER};
  hol_put_list(sink, &natural, r->naturals, r->natural);
  hol_put_list(sink, &infinite, r->infinites, r->infinite);
  hol_put_number(sink, &difference, r->difference);
  if (!isnan(r->bound)) {
    hol_put_number(sink, &bound, r->bound);
  }
  hol_put_number(sink, &tolerance, r->request->tolerance);
}

/** So many values given one by one are a curve. */
enum { DRAWN = 20 };

static void put_view(const hol_sink *sink, const hol_response *r)
{
  const hol_view view = {.role = "complex",
                         .title = "Forced response",
                         .each = "receivers",
                         .value = "value",
                         .radius = r->modes > 0 ? "radius" : NULL,
                         .name = {"at", "component", "load"},
                         .axis = "omega",
                         .axis_label = "frequency",
                         .axis_unit = "rad/s",
                         .label = quantity_word[r->request->quantity],
                         .marks = r->request->omega ? NULL : "peaks",
                         .mark_x = "omega",
                         .mark_y = "magnitude",
                         .mark_name = "mode",
                         .between = r->request->omega || isnan(r->bound) ? NULL : "interpolation_bound"};
  hol_put_views(sink, &view, !r->request->omega || r->count >= DRAWN);
}

hol_status hol_response_describe(const void *result, const hol_sink *sink)
{
  static const hol_quantity quantity = {.name = "quantity", .type = HOL_CHOICE, .word = quantity_word},
                            receivers = {.name = "receivers", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            parts_error = {.name = "parts_error",
                                           .type = HOL_NUMBER,
                                           .text = "of own modes and compliances of parts that are computed, relative"},
                            factorisations = {.name = "factorisations", .type = HOL_COUNT};
  const hol_response *r = result;
  hol_text name = {0};
  static const hol_quantity modes = {
      .name = "modes_of_parts", .type = HOL_COUNT, .text = "dynamic ones; the others are quasistatic"};
  hol_put_choice(sink, &quantity, (int)r->request->quantity);
  if (r->modes > 0) {
    hol_put_count(sink, &modes, r->modes);
  }
  hol_put_list(sink, &omega, r->count, r->omega);
  if (!r->request->omega) {
    put_range(sink, r);
  }
  hol_open(sink, &receivers);
  for (size_t i = 0; i < r->curves; i++) {
    name.size = 0;
    name_of(r, &r->curve[i], &name);
    put_curve(sink, r, &r->curve[i], name.failed ? NULL : name.data);
  }
  hol_close(sink);
  put_view(sink, r);
  if (r->parts_error > 0) {
    hol_put_number(sink, &parts_error, r->parts_error);
  }
  hol_put_count(sink, &factorisations, r->factorisations);
  hol_put_truth(sink, &hol_quantity_complete, r->is_met);
  hol_status status = name.failed ? HOL_MEMORY : HOL_OK;
  hol_text_clear(&name);
  return status;
}

hol_status hol_response_rows(const void *result, const hol_sink *sink)
{
  static const hol_quantity re = {.name = "re", .type = HOL_NUMBER}, im = {.name = "im", .type = HOL_NUMBER},
                            radius = {.name = "radius", .type = HOL_NUMBER};
  static const hol_quantity *const column[] = {
      &hol_quantity_file, &at_name, &component_name, &load_number, &omega, &re, &im, &radius, NULL};
  static const hol_quantity rows = {.name = "response", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_response *r = result;
  hol_text name = {0};
  hol_open(sink, &rows);
  for (size_t i = 0; i < r->curves; i++) {
    const hol_response_curve *c = &r->curve[i];
    name.size = 0;
    name_of(r, c, &name);
    for (size_t k = 0; k < r->count && !name.failed; k++) {
      hol_open(sink, &record);
      hol_put_text(sink, &at_name, name.data);
      hol_put_text(sink, &component_name, c->component);
      hol_put_count(sink, &load_number, c->load == SIZE_MAX ? SIZE_MAX : c->load + 1);
      hol_put_number(sink, &omega, r->omega[k]);
      hol_put_number(sink, &re, creal(c->value[k]));
      hol_put_number(sink, &im, cimag(c->value[k]));
      hol_put_number(sink, &radius, c->radius[k]);
      hol_close(sink);
    }
  }
  hol_close(sink);
  hol_status status = name.failed ? HOL_MEMORY : HOL_OK;
  hol_text_clear(&name);
  return status;
}

/* ---- a table ----------------------------------------------------------------------------------------------------- */

static void put_head(hol_text *text, const hol_response *r, const hol_response_curve *c)
{
  hol_text words = {0};
  name_of(r, c, &words);
  if (c->component) {
    hol_text_add(&words, ", %s", c->component);
  }
  if (c->load != SIZE_MAX) {
    hol_text_add(&words, ", under load %zu", c->load + 1);
  }
  hol_text_put(text, "\n", 1);
  hol_words_wrap(text, "", 2, words.failed ? "" : words.data);
  hol_text_clear(&words);
}

/** From above -180 to 180; 0 of nothing, and no -0. */
static double phase_of(double complex value)
{
  double phase = cabs(value) > 0 ? round(carg(value) * 180 / M_PI * 1e4) / 1e4 : 0;
  return phase > -180 ? phase + 0.0 : 180;
}

static void put_values(hol_text *text, const hol_response *r, const hol_response_curve *c)
{
  hol_text_add(text, "%18s%18s%20s%14s%10s\n", "frequency in Hz", "in rad/s", "magnitude", "phase in deg", "error <=");
  for (size_t i = 0; i < r->count; i++) {
    hol_text_add(text, "%18.10g%18.10g%20.10g%14.4f", r->omega[i] / (2 * M_PI), r->omega[i], cabs(c->value[i]),
                 phase_of(c->value[i]));
    hol_text_add(text, isfinite(c->radius[i]) ? "%10.1e\n" : "   unknown\n", c->radius[i]);
  }
}

static void put_peak_lines(hol_text *text, const hol_response_curve *c)
{
  if (c->peaks == 0) {
    hol_text_add(text, "  no peak\n");
    return;
  }
  hol_text_add(text, "%5s%19s%17s%17s%14s%6s\n", "peak", "frequency in Hz", "in rad/s", "magnitude", "width rad/s",
               "mode");
  for (size_t i = 0; i < c->peaks; i++) {
    const hol_peak *p = &c->peak[i];
    hol_text_add(text, "%5zu%19.10g%17.10g%17.9g", i + 1, p->omega / (2 * M_PI), p->omega, p->magnitude);
    hol_text_add(text, isnan(p->width) ? "%14s" : "%s", isnan(p->width) ? "-" : "");
    if (!isnan(p->width)) {
      hol_text_add(text, "%14.6g", p->width);
    }
    hol_text_add(text, p->mode == SIZE_MAX ? "     -\n" : "%6zu\n", p->mode);
  }
}

/** A minimum without a zero next to it is told without. */
static void put_dip_lines(hol_text *text, const hol_response_curve *c)
{
  if (c->dips) {
    hol_text_add(text, "%5s%19s%17s%17s%14s\n", "low", "frequency in Hz", "in rad/s", "magnitude", "zero's decay");
  }
  for (size_t i = 0; i < c->dips; i++) {
    const hol_antiresonance *dip = &c->dip[i];
    hol_text_add(text, "%5zu%19.10g%17.10g%17.9g", i + 1, dip->omega / (2 * M_PI), dip->omega, dip->magnitude);
    if (isnan(dip->zero[0])) {
      hol_text_add(text, "%14s\n", "-");
    } else {
      hol_text_add(text, "%14.5g\n", 0 - dip->zero[0]);
    }
  }
}

/** The widest disc, beside the largest value of its curve. */
static void put_discs(hol_text *words, const hol_response *r)
{
  double worst = 0;
  for (size_t i = 0; i < r->curves && r->modes > 0; i++) {
    double largest = 0, widest = 0;
    for (size_t k = 0; k < r->count; k++) {
      largest = fmax(largest, cabs(r->curve[i].value[k]));
      widest = isfinite(r->curve[i].radius[k]) ? fmax(widest, r->curve[i].radius[k]) : widest;
    }
    worst = largest > 0 ? fmax(worst, widest / largest) : worst;
  }
  if (r->modes > 0) {
    hol_text_add(
        words,
        "; by %zu modes of each part, the others quasistatic: no exact value is farther than %.1e of the largest",
        r->modes, worst);
  }
  if (r->unbounded > 0) {
    hol_text_add(words, "%s of %zu values no bound is known: %s (exit status %d)", r->modes > 0 ? ", but" : "; but",
                 r->unbounded, r->modes > 0 ? "more modes would give one" : "rounding leaves no digit of them",
                 HOL_INCOMPLETE);
  }
}

static void put_sharp(hol_text *words, const hol_response *r)
{
  if (r->sharp == 1) {
    hol_text_add(words,
                 "; at %.15g rad/s, next to an undamped natural frequency, rounding moves the value by %.0e "
                 "of itself (exit status %d)",
                 r->sharpest, r->rounding, HOL_INCOMPLETE);
  } else if (r->sharp > 1) {
    hol_text_add(words,
                 "; %zu of them are next to undamped natural frequencies, where rounding moves values, most "
                 "at %.15g rad/s, by %.0e of themselves (exit status %d)",
                 r->sharp, r->sharpest, r->rounding, HOL_INCOMPLETE);
  }
}

static void put_verdict(hol_text *text, const hol_response *r)
{
  hol_text words = {0};
  if (r->request->omega) {
    hol_text_add(&words, "%zu frequenc%s, each solved by itself", r->count, r->count == 1 ? "y" : "ies");
    put_sharp(&words, r);
  } else {
    if (isnan(r->bound)) {
      hol_text_add(
          &words,
          "%zu frequencies; in the middle of any two, cubic interpolation was off by at most %.1e of the magnitude",
          r->count, r->difference);
    } else {
      hol_text_add(
          &words,
          "%zu frequencies; between any two, cubic interpolation is off by at most %.1e of the smaller magnitude "
          "of theirs",
          r->count, r->bound);
    }
    if (!r->is_met) {
      hol_text_add(&words, ", but for places where the tolerance was not met (exit status %d)", HOL_INCOMPLETE);
    }
    for (size_t i = 0; i < r->infinites; i++) {
      hol_text_add(&words, "%s%.10g",
                   i ? ", " : "; infinite without damping, and not interpolated, at rad/s: ", r->infinite[i]);
    }
  }
  put_discs(&words, r);
  if (r->parts_error > 0) {
    hol_text_add(&words, "; own modes of computed parts are right to %.1e", r->parts_error);
  }
  const char *label = r->request->omega ? "Response: " : isnan(r->bound) ? "Measured: " : "Proved: ";
  hol_words_wrap(text, label, strlen(label), words.failed ? "" : words.data);
  hol_text_clear(&words);
}

hol_status hol_response_table(const hol_study *study, const void *result, hol_text *text)
{
  const hol_response *r = result;
  (void)study;
  if (!r->is_filled) {
    return HOL_OK;
  }
  if (r->problem->title && *r->problem->title) {
    hol_words_wrap(text, "", 0, r->problem->title);
  }
  hol_text_add(text, "response: %s, in SI units\n", quantity_word[r->request->quantity]);
  for (size_t i = 0; i < r->curves; i++) {
    put_head(text, r, &r->curve[i]);
    if (r->request->omega) {
      put_values(text, r, &r->curve[i]);
    } else {
      put_peak_lines(text, &r->curve[i]);
      put_dip_lines(text, &r->curve[i]);
    }
  }
  hol_text_put(text, "\n", 1);
  put_verdict(text, r);
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/* ---- what is expected -------------------------------------------------------------------------------------------- */

static void differ(hol_comparison *c, double complex value, double complex expected, double limit, size_t number)
{
  c->compared++;
  if (!(cabs(value - expected) <= limit)) {
    c->differences++;
    hol_text_add(&c->words, "pair %zu: (%.12g, %.12g), expected (%.12g, %.12g)\n", number, creal(value), cimag(value),
                 creal(expected), cimag(expected));
  }
}

static void compare_entry(const hol_response *r, const hol_expect *expect, hol_comparison *c)
{
  const hol_response_expected *e = expect->wanted;
  const hol_response_curve *curve = e->curve < r->curves ? &r->curve[e->curve] : NULL;
  size_t count = !curve ? 0 : e->is_peaks ? curve->peaks : r->count;
  if (count != e->count) {
    c->differences++;
    hol_text_add(&c->words, "curve %zu: %zu pairs, expected %zu\n", e->curve + 1, count, e->count);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    double complex expected = hol_complex(e->pair[i][0], e->pair[i][1]);
    double complex value = e->is_peaks ? hol_complex(curve->peak[i].omega, curve->peak[i].magnitude) : curve->value[i];
    if (e->is_peaks) { /* each by itself */
      differ(c, creal(value), creal(expected), expect->rtol * fabs(creal(expected)), i + 1);
      differ(c, cimag(value), cimag(expected), expect->rtol * fabs(cimag(expected)), i + 1);
    } else {
      differ(c, value, expected, expect->rtol * cabs(expected), i + 1);
    }
  }
}

hol_status hol_response_compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  const hol_response *r = result;
  const hol_problem *problem = study->problem;
  (void)status;
  for (size_t i = 0; i < problem->expect_count && r->is_filled; i++) {
    if (problem->expect[i].of == &hol_response_grammar && problem->expect[i].wanted) {
      compare_entry(r, &problem->expect[i], c);
    }
  }
  hol_comparison_tell(c, "numbers");
  return c->words.failed || c->line.failed ? HOL_MEMORY : HOL_OK;
}
