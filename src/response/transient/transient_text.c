/* SPDX-License-Identifier: BSD-3-Clause */
/* Motion in time, told, written and compared. */
#include "base/memory.h"
#include "result/quantities.h"
#include "result/sink.h"
#include "result/view.h"
#include "result/words.h"
#include "excitation/output_words.h"
#include "response/transient/transient.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity
    number = {.name = "receiver", .type = HOL_COUNT, .text = "from 1"},
    at = {.name = "at", .type = HOL_TEXT, .text = "the point"},
    component = {.name = "component", .type = HOL_TEXT, .text = "along or about what"},
    quantity = {.name = "quantity",
                .type = HOL_CHOICE,
                .text = "accelerations relative to ground that moves, unless absolute",
                .word = hol_motion_word},
    time = {.name = "time", .type = HOL_NUMBER, .unit = "s"},
    value = {.name = "value",
             .type = HOL_NUMBER,
             .text = "displacement, m, or rotation, rad, or their derivatives over s; relative to ground that moves"},
    radius = {.name = "radius", .type = HOL_NUMBER, .text = "error bound, from the modes left out"};

/* ---- told -------------------------------------------------------------------------------------------------------- */

/** What of all receivers is the same. */
static void put_head(const hol_sink *sink, const hol_transient *t)
{
  static const hol_quantity rigid = {.name = "rigid_modes", .type = HOL_COUNT};
  hol_forced_put_taken(sink, &t->forced);
  if (!t->forced.is_coupled) {
    hol_put_count(sink, &rigid, t->forced.modes.rigid);
  }
  hol_forced_put_law(sink, &t->forced);
}

static void put_notes(const hol_sink *sink, const hol_transient *t)
{
  static const hol_quantity notes = {.name = "notes", .type = HOL_LIST}, note = {.type = HOL_TEXT};
  hol_open(sink, &notes);
  for (size_t i = 0; i < t->forced.modes.result.note_count; i++) {
    hol_put_text(sink, &note, t->forced.modes.result.note[i]);
  }
  hol_close(sink);
}

static void put_receivers(const hol_sink *sink, const hol_transient *t, const hol_output_words *w)
{
  static const hol_quantity list = {.name = "receivers", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            largest = {.name = "largest", .type = HOL_NUMBER, .text = "by its size, of the times told"},
                            when = {.name = "largest_at", .type = HOL_NUMBER, .unit = "s"},
                            most = {.name = "largest_radius", .type = HOL_NUMBER};
  hol_open(sink, &list);
  for (size_t r = 0; r < t->receivers; r++) {
    const hol_transient_motion *m = &t->motion[r];
    hol_open(sink, &record);
    hol_put_text(sink, &at, w->point[r]);
    hol_put_text(sink, &component, w->component[r]);
    hol_put_choice(sink, &quantity, (int)t->request->forced.receiver[r].quantity);
    hol_put_number(sink, &largest, m->largest);
    hol_put_number(sink, &when, m->at);
    hol_put_number(sink, &most, m->most);
    hol_put_list(sink, &value, t->request->times, m->value);
    hol_put_list(sink, &radius, t->request->times, m->radius);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_views(const hol_sink *sink, const hol_transient *t)
{
  static const char *const title[] = {"Motion in time", "Velocities in time", "Accelerations in time",
                                      "Absolute accelerations in time"};
  static const char *const label[] = {"displacement or rotation", "velocity", "acceleration", "absolute acceleration"};
  const hol_view view = {.role = "value",
                         .each = "receivers",
                         .value = "value",
                         .radius = "radius",
                         .name = {"at", "component"},
                         .axis = "time",
                         .axis_label = "time",
                         .axis_unit = "s"};
  hol_output_put_views(sink, t->request->forced.receiver, t->receivers, view, title, label);
}

hol_status hol_transient_describe(const void *of, const hol_sink *sink)
{
  const hol_transient *t = of;
  hol_output_words w;
  hol_status status =
      hol_output_words_make(t->request->forced.receiver, t->receivers, t->forced.problem->dimensions, &w);
  if (status == HOL_OK) {
    put_head(sink, t);
    hol_put_list(sink, &time, t->motion ? t->request->times : 0, t->request->time);
    put_receivers(sink, t, &w);
    put_views(sink, t);
    put_notes(sink, t);
    hol_put_truth(sink, &hol_quantity_complete, hol_forced_is_met(&t->forced));
  }
  hol_output_words_clear(&w);
  return status;
}

hol_status hol_transient_rows(const void *of, const hol_sink *sink)
{
  static const hol_quantity *const column[] = {
      &hol_quantity_file, &number, &at, &component, &quantity, &time, &value, &radius, NULL};
  static const hol_quantity rows = {.name = "motions", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_transient *t = of;
  hol_output_words w;
  hol_status status =
      hol_output_words_make(t->request->forced.receiver, t->receivers, t->forced.problem->dimensions, &w);
  hol_open(sink, &rows);
  for (size_t r = 0; status == HOL_OK && r < t->receivers; r++) {
    for (size_t i = 0; i < t->request->times; i++) {
      hol_open(sink, &record);
      hol_put_count(sink, &number, r + 1);
      hol_put_text(sink, &at, w.point[r]);
      hol_put_text(sink, &component, w.component[r]);
      hol_put_choice(sink, &quantity, (int)t->request->forced.receiver[r].quantity);
      hol_put_number(sink, &time, t->request->time[i]);
      hol_put_number(sink, &value, t->motion[r].value[i]);
      hol_put_number(sink, &radius, t->motion[r].radius[i]);
      hol_close(sink);
    }
  }
  hol_close(sink);
  hol_output_words_clear(&w);
  return status;
}

hol_status hol_transient_arrays(const void *of, const hol_sink *sink)
{
  static const hol_quantity receivers = {.name = "receiver", .type = HOL_COUNT, .unit = "1", .text = "number"};
  static const hol_quantity told_quantity = {.name = "quantity", .type = HOL_TEXT};
  const hol_transient *t = of;
  hol_output_words w;
  hol_status status =
      hol_output_words_make(t->request->forced.receiver, t->receivers, t->forced.problem->dimensions, &w);
  if (status == HOL_OK) {
    const hol_sink_axis receiver = {&receivers, t->receivers, NULL},
                        times = {&time, t->motion ? t->request->times : 0, t->request->time};
    const hol_sink_axis *const over[] = {&receiver, &times};
    put_head(sink, t);
    hol_put_truth(sink, &hol_quantity_complete, hol_forced_is_met(&t->forced));
    hol_put_array(sink, &time, 1, &over[1], 0, t->request->time);
    hol_put_array(sink, &at, 1, over, 0, w.point);
    hol_put_array(sink, &component, 1, over, 0, w.component);
    hol_put_array(sink, &told_quantity, 1, over, 0, w.quantity);
    for (size_t r = 0; r < t->receivers; r++) {
      hol_put_row(sink, &value, 2, over, r, t->motion[r].value);
    }
    for (size_t r = 0; r < t->receivers; r++) {
      hol_put_row(sink, &radius, 2, over, r, t->motion[r].radius);
    }
  }
  hol_output_words_clear(&w);
  return status;
}

/* ---- written ----------------------------------------------------------------------------------------------------- */

enum { NAME = 26, COMPONENT = 22 };

static void put_lines(hol_text *text, const hol_transient *t, const hol_output_words *w)
{
  hol_text_add(text, "\n%-*s%-*s%12s%10s%10s\n", NAME, "receiver", COMPONENT, "component", "largest", "at", "error <=");
  for (size_t r = 0; r < t->receivers; r++) {
    const hol_transient_motion *m = &t->motion[r];
    hol_words_cell(text, w->point[r], 0, NAME);
    hol_output_put_cell(text, &t->request->forced.receiver[r], w->component[r], NAME, COMPONENT);
    if (isnan(m->largest)) {
      hol_text_add(text, "%12s%8s  %10s\n", "-", "-", "-");
    } else {
      hol_text_add(text, "%12.6g%8.4g s%10.1e\n", m->largest, m->at, m->most);
    }
  }
  hol_text_put(text, "\n", 1);
}

static void put_law(hol_text *text, const hol_transient *t)
{
  const hol_proportional *law = &t->forced.law;
  if (t->forced.is_coupled) {
    hol_text_add(text, "damping couples the modes: by damped motions\n");
  } else if (!(law->ratio > 0 || law->mass > 0 || law->stiffness > 0)) {
    hol_text_add(text, "without damping\n");
  } else if (law->ratio > 0) {
    bool is_said = isnan(t->request->forced.law.ratio);
    hol_text_add(text, "damping ratio %.6g in all modes%s\n", law->ratio,
                 is_said ? ", for a loss factor of twice that" : "");
  } else {
    hol_text_add(text, "Rayleigh damping: mass %.6g 1/s, stiffness %.6g s\n", law->mass, law->stiffness);
  }
}

hol_status hol_transient_table(const hol_transient *t, hol_text *text)
{
  hol_output_words w;
  if (!t->motion) {
    return HOL_OK;
  }
  hol_status status =
      hol_output_words_make(t->request->forced.receiver, t->receivers, t->forced.problem->dimensions, &w);
  if (status == HOL_OK) {
    if (t->forced.problem->title && *t->forced.problem->title) {
      hol_words_wrap(text, "", 0, t->forced.problem->title);
    }
    hol_text_add(text, "transient: %zu times from %.6g s to %.6g s, in %s\n", t->request->times, t->request->time[0],
                 t->request->time[t->request->times - 1], hol_forced_orders(&t->forced) > 0 ? "SI units" : "m and rad");
    put_law(text, t);
    put_lines(text, t, &w);
    hol_forced_put_verdict(text, &t->forced,
                           "; the others respond quasistatically, and every motion is within its error");
  }
  hol_output_words_clear(&w);
  return text->failed ? HOL_MEMORY : status;
}

/* ---- compared ---------------------------------------------------------------------------------------------------- */

/** Beside the largest of its receiver. */
static void compare_one(const hol_transient *t, const hol_transient_expected *e, size_t i, double rtol,
                        hol_comparison *c)
{
  const hol_transient_motion *m = &t->motion[e->receiver - 1];
  double found = (double)NAN;
  for (size_t k = 0; k < t->request->times; k++) {
    bool is_there = fabs(t->request->time[k] - e->time[i]) <= 1e-12 * fabs(e->time[i]);
    found = is_there ? m->value[k] : found;
  }
  c->compared++;
  if (!(fabs(found - e->value[i]) <= rtol * fmax(fabs(e->value[i]), fabs(m->largest)))) {
    c->differences++;
    hol_text_add(&c->words, "receiver %zu at %.6g s: %.12g, expected %.12g\n", e->receiver, e->time[i], found,
                 e->value[i]);
  }
}

void hol_transient_compare(const hol_transient *t, hol_comparison *c)
{
  for (size_t k = 0; k < t->forced.problem->expect_count && t->motion; k++) {
    const hol_expect *expect = &t->forced.problem->expect[k];
    const hol_transient_expected *e = expect->of == &hol_transient_grammar ? expect->wanted : NULL;
    for (size_t i = 0; e && e->receiver <= t->receivers && i < e->count; i++) {
      compare_one(t, e, i, expect->rtol, c);
    }
  }
  hol_comparison_tell(c, "numbers");
}
