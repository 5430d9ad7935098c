/* SPDX-License-Identifier: BSD-3-Clause */
/* Random motions, told and written. */
#include "result/quantities.h"
#include "result/sink.h"
#include "result/words.h"
#include "response/random/random.h"
#include "excitation/output_words.h"

#include <math.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity
    number = {.name = "receiver", .type = HOL_COUNT, .text = "from 1"},
    at = {.name = "at", .type = HOL_TEXT}, component = {.name = "component", .type = HOL_TEXT},
    quantity = {.name = "quantity", .type = HOL_CHOICE, .word = hol_motion_word},
    omega = {.name = "omega", .type = HOL_NUMBER, .unit = "rad s-1"},
    density = {.name = "density",
               .type = HOL_NUMBER,
               .text =
                   "one-sided, the square of m or rad or of their rates per rad/s; per Hz it is 2 pi times as much"},
    rms = {.name = "rms", .type = HOL_NUMBER, .text = "root of the mean square, m or rad or their derivatives over s"},
    radius = {.name = "radius", .type = HOL_NUMBER, .text = "error bound, from the modes left out"};

static hol_status words_of(const hol_random *n, hol_output_words *w)
{
  return hol_output_words_make(n->request->receiver, n->receivers, n->forced.problem->dimensions, w);
}

static void put_head(const hol_sink *sink, const hol_random *n)
{
  hol_forced_put_taken(sink, &n->forced);
  hol_forced_put_law(sink, &n->forced);
  hol_put_truth(sink, &hol_quantity_complete, hol_forced_is_met(&n->forced));
}

static void put_views(const hol_sink *sink, const hol_random *n)
{
  static const char *const title[] = {"Random motion", "Random velocities", "Random accelerations",
                                      "Random absolute accelerations"};
  static const char *const label[] = {"density of displacements, per rad/s", "density of velocities, per rad/s",
                                      "density of accelerations, per rad/s",
                                      "density of absolute accelerations, per rad/s"};
  const hol_view view = {.role = "density",
                         .each = "receivers",
                         .value = "density",
                         .name = {"at", "component"},
                         .axis = "omega",
                         .axis_label = "frequency",
                         .axis_unit = "rad/s"};
  hol_output_put_views(sink, n->request->receiver, n->receivers, view, title, label);
}

hol_status hol_random_describe(const void *of, const hol_sink *sink)
{
  static const hol_quantity list = {.name = "receivers", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4};
  const hol_random *n = of;
  hol_output_words w;
  hol_status status = words_of(n, &w);
  if (status == HOL_OK) {
    put_head(sink, n);
    hol_put_list(sink, &omega, n->omegas, n->omega);
    hol_open(sink, &list);
    for (size_t r = 0; r < n->receivers; r++) {
      hol_open(sink, &record);
      hol_put_text(sink, &at, w.point[r]);
      hol_put_text(sink, &component, w.component[r]);
      hol_put_choice(sink, &quantity, (int)n->request->receiver[r].quantity);
      hol_put_number(sink, &rms, n->motion[r].rms);
      hol_put_number(sink, &radius, n->motion[r].radius);
      hol_put_list(sink, &density, n->omegas, n->motion[r].density);
      hol_close(sink);
    }
    hol_close(sink);
    put_views(sink, n);
  }
  hol_output_words_clear(&w);
  return status;
}

hol_status hol_random_rows(const void *of, const hol_sink *sink)
{
  static const hol_quantity *const column[] = {&hol_quantity_file, &number, &at,      &component,
                                               &quantity,          &omega,  &density, NULL};
  static const hol_quantity rows = {.name = "densities", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_random *n = of;
  hol_output_words w;
  hol_status status = words_of(n, &w);
  hol_open(sink, &rows);
  for (size_t r = 0; status == HOL_OK && r < n->receivers; r++) {
    for (size_t i = 0; i < n->omegas; i++) {
      hol_open(sink, &record);
      hol_put_count(sink, &number, r + 1);
      hol_put_text(sink, &at, w.point[r]);
      hol_put_text(sink, &component, w.component[r]);
      hol_put_choice(sink, &quantity, (int)n->request->receiver[r].quantity);
      hol_put_number(sink, &omega, n->omega[i]);
      hol_put_number(sink, &density, n->motion[r].density[i]);
      hol_close(sink);
    }
  }
  hol_close(sink);
  hol_output_words_clear(&w);
  return status;
}

hol_status hol_random_arrays(const void *of, const hol_sink *sink)
{
  static const hol_quantity told_quantity = {.name = "quantity", .type = HOL_TEXT};
  static const hol_quantity receivers = {.name = "receiver", .type = HOL_COUNT, .unit = "1", .text = "number"};
  static const hol_quantity told[] = {
      {.name = "rms", .type = HOL_NUMBER, .text = "m or rad", .at = offsetof(hol_random_motion, rms)},
      {.name = "radius", .type = HOL_NUMBER, .text = "of rms", .at = offsetof(hol_random_motion, radius)}};
  const hol_random *n = of;
  hol_output_words w;
  hol_status status = words_of(n, &w);
  if (status == HOL_OK) {
    const hol_sink_axis receiver = {&receivers, n->receivers, NULL}, omegas = {&omega, n->omegas, n->omega};
    const hol_sink_axis *const over[] = {&receiver, &omegas};
    put_head(sink, n);
    hol_put_array(sink, &omega, 1, &over[1], 0, n->omega);
    hol_put_array(sink, &at, 1, over, 0, w.point);
    hol_put_array(sink, &component, 1, over, 0, w.component);
    hol_put_array(sink, &told_quantity, 1, over, 0, w.quantity);
    hol_put_columns(sink, &told[0], 1, &receiver, sizeof *n->motion, n->motion);
    hol_put_columns(sink, &told[1], 1, &receiver, sizeof *n->motion, n->motion);
    for (size_t r = 0; r < n->receivers; r++) {
      hol_put_row(sink, &density, 2, over, r, n->motion[r].density);
    }
  }
  hol_output_words_clear(&w);
  return status;
}

/* ---- written ----------------------------------------------------------------------------------------------------- */

enum { NAME = 26, COMPONENT = 22 };

hol_status hol_random_table(const hol_random *n, hol_text *text)
{
  hol_output_words w;
  if (!n->motion) {
    return HOL_OK;
  }
  hol_status status = words_of(n, &w);
  if (status == HOL_OK) {
    if (n->forced.problem->title && *n->forced.problem->title) {
      hol_words_wrap(text, "", 0, n->forced.problem->title);
    }
    hol_text_add(text, "random: root mean squares, in %s\n%s\n%-*s%-*s%14s%12s\n",
                 hol_forced_orders(&n->forced) > 0 ? "SI units" : "m and rad",
                 n->forced.is_coupled ? "damping couples the modes: by damped motions\n" : "", NAME, "receiver",
                 COMPONENT, "component", "RMS", "error <=");
    for (size_t r = 0; r < n->receivers; r++) {
      hol_words_cell(text, w.point[r], 0, NAME);
      hol_output_put_cell(text, &n->request->receiver[r], w.component[r], NAME, COMPONENT);
      if (isnan(n->motion[r].rms)) {
        hol_text_add(text, "%14s%12s\n", "-", "-");
      } else {
        hol_text_add(text, "%14.8g%12.1e\n", n->motion[r].rms, n->motion[r].radius);
      }
    }
    hol_text_put(text, "\n", 1);
    hol_forced_put_verdict(text, &n->forced, ", and every root mean square is within its error");
  }
  hol_output_words_clear(&w);
  return text->failed ? HOL_MEMORY : status;
}
