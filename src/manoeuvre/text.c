/* SPDX-License-Identifier: BSD-3-Clause */
/* Manoeuvres told, written and compared. */
#include "manoeuvre/manoeuvre.h"

#include "result/quantities.h"
#include "result/sink.h"
#include "result/view.h"
#include "result/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 5, ERRORS = 41 };

/** Frequencies that are off by so much, at most, in the view of what is left. */
static const double off = 0.1;

static const hol_quantity record = {.type = HOL_RECORD};
static const hol_quantity column[COLUMNS] = {
    {.name = "t", .type = HOL_NUMBER, .unit = "s"},
    {.name = "hub", .type = HOL_NUMBER, .text = "place of the hub, m or rad"},
    {.name = "speed", .type = HOL_NUMBER, .text = "of the hub"},
    {.name = "acceleration", .type = HOL_NUMBER, .text = "of the hub"},
    {.name = "jerk", .type = HOL_NUMBER, .text = "of the hub, between jumps of the acceleration"},
};
static const hol_quantity number = {.name = "number", .type = HOL_COUNT, .at = offsetof(hol_manoeuvre_mode, number)};
enum { OF_MODE = 7 };
static const hol_quantity of_mode[OF_MODE] = {
    {.name = "omega", .type = HOL_NUMBER, .unit = "rad s-1", .at = offsetof(hol_manoeuvre_mode, omega)},
    {.name = "lower", .type = HOL_NUMBER, .unit = "rad s-1", .at = offsetof(hol_manoeuvre_mode, lower)},
    {.name = "upper", .type = HOL_NUMBER, .unit = "rad s-1", .at = offsetof(hol_manoeuvre_mode, upper)},
    {.name = "damping_ratio", .type = HOL_NUMBER, .unit = "1", .at = offsetof(hol_manoeuvre_mode, damping_ratio)},
    {.name = "participation",
     .type = HOL_NUMBER,
     .text = "force of the structure on the hub over omega squared, of unit modal mass",
     .at = offsetof(hol_manoeuvre_mode, participation)},
    {.name = "rest",
     .type = HOL_NUMBER,
     .text = "velocity amplitude left at the end, over the participation",
     .at = offsetof(hol_manoeuvre_mode, rest)},
    {.name = "rest_bound",
     .type = HOL_NUMBER,
     .text = "upper bound of it between both bounds of the frequency",
     .at = offsetof(hol_manoeuvre_mode, rest_bound)},
};

/* ---- told -------------------------------------------------------------------------------------------------------- */

static void put_plan(const hol_sink *sink, const hol_manoeuvre *m)
{
  static const hol_quantity
      by = {.name = "by", .type = HOL_NUMBER, .text = "m or rad"},
      duration = {.name = "duration", .type = HOL_NUMBER, .unit = "s"}, smooth = {.name = "smooth", .type = HOL_COUNT},
      degree = {.name = "degree", .type = HOL_COUNT},
      samples = {.name = "samples", .type = HOL_COUNT, .text = "of a table that is quiet itself"},
      effort = {.name = "effort", .type = HOL_NUMBER, .text = "integral of the squared acceleration"},
      ratio = {.name = "effort_ratio", .type = HOL_NUMBER, .unit = "1", .text = "over the least of all accelerations"};
  hol_put_number(sink, &by, m->plan.by);
  hol_put_number(sink, &duration, m->plan.in);
  hol_put_count(sink, &smooth, m->plan.smooth);
  hol_put_count(sink, &degree, m->plan.degree);
  if (m->plan.samples > 0) {
    hol_put_count(sink, &samples, m->plan.samples);
  }
  hol_put_number(sink, &effort, m->effort);
  hol_put_number(sink, &ratio, m->effort / m->least_effort);
}

static void put_peaks(const hol_sink *sink, const hol_manoeuvre *m)
{
  static const hol_quantity peak = {.name = "peak", .type = HOL_RECORD},
                            force = {.name = "force_mass",
                                     .type = HOL_NUMBER,
                                     .text = "force over acceleration, kg or kg m2"},
                            singular = {.name = "singular_durations",
                                        .type = HOL_NUMBER,
                                        .unit = "s",
                                        .text = "within 5 %: no plan of the least degree"};
  hol_open(sink, &peak);
  hol_put_number(sink, &column[2], m->peaks.speed);
  hol_put_number(sink, &column[3], m->peaks.acceleration);
  hol_put_number(sink, &column[4], m->peaks.jerk);
  hol_close(sink);
  if (m->force_mass > 0) {
    hol_put_number(sink, &force, m->force_mass);
  }
  hol_put_list(sink, &singular, m->singulars, m->singular);
}

static void put_coefficients(const hol_sink *sink, const hol_manoeuvre *m)
{
  static const hol_quantity coefficients = {.name = "coefficients",
                                            .type = HOL_NUMBER,
                                            .text = "b of degree 1, 2, ..: acceleration = 4/T^2 sum b (1-x^2)^m C(x)"};
  hol_put_list(sink, &coefficients, m->plan.degree, &m->plan.b[1]);
}

static void put_modes(const hol_sink *sink, const hol_manoeuvre *m)
{
  static const hol_quantity list = {.name = "modes", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            quiet = {.name = "quiet", .type = HOL_TRUTH};
  hol_open(sink, &list);
  for (size_t k = 0; k < m->modes; k++) {
    hol_open(sink, &record);
    hol_put_members(sink, &number, 1, &m->mode[k]);
    hol_put_truth(sink, &quiet, m->mode[k].is_quiet);
    hol_put_members(sink, of_mode, OF_MODE, &m->mode[k]);
    hol_close(sink);
  }
  hol_close(sink);
}

/** Energy that listed modes keep which are not quiet. */
static double energy_left(const hol_manoeuvre *m)
{
  double sum = 0;
  for (size_t k = m->quiet; k < m->modes; k++) {
    sum += pow(m->mode[k].participation * m->mode[k].rest, 2) / 2;
  }
  return sum;
}

static void put_unmodelled(const hol_sink *sink, const hol_manoeuvre *m)
{
  static const hol_quantity
      open = {.name = "unmodelled", .type = HOL_RECORD},
      mass = {.name = "moving_mass", .type = HOL_NUMBER, .text = "kg or kg m2"},
      rest_mass = {.name = "mass", .type = HOL_NUMBER, .text = "effective mass of all modes that are not quiet"},
      from = {.name = "above", .type = HOL_NUMBER, .unit = "rad s-1"},
      measured = {.name = "energy", .type = HOL_NUMBER, .unit = "J", .text = "left in those listed"},
      bound = {.name = "energy_bound", .type = HOL_NUMBER, .unit = "J", .text = "proved, of all of them together"};
  hol_put_number(sink, &mass, m->moving_mass);
  hol_open(sink, &open);
  hol_put_number(sink, &from, m->next);
  hol_put_number(sink, &rest_mass, m->rest_mass);
  hol_put_number(sink, &measured, m->modes > m->quiet ? energy_left(m) : (double)NAN);
  hol_put_number(sink, &bound, m->rest_energy);
  hol_close(sink);
}

static void put_rivals(const hol_sink *sink, const hol_manoeuvre *m)
{
  static const hol_quantity below = {.name = "no_plan_below",
                                     .type = HOL_NUMBER,
                                     .unit = "s",
                                     .text = "proved: none keeps the limits in less"},
                            list = {.name = "compared", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4};
  static const hol_quantity of_rival[] = {
      {.name = "plan", .type = HOL_TEXT, .at = offsetof(hol_manoeuvre_rival, name)},
      {.name = "duration", .type = HOL_NUMBER, .unit = "s", .at = offsetof(hol_manoeuvre_rival, duration)},
      {.name = "rest", .type = HOL_NUMBER, .text = "largest of quiet modes", .at = offsetof(hol_manoeuvre_rival, rest)},
      {.name = "rest_5",
       .type = HOL_NUMBER,
       .text = "frequencies off by 5 %",
       .at = offsetof(hol_manoeuvre_rival, rest_5)},
      {.name = "rest_10",
       .type = HOL_NUMBER,
       .text = "frequencies off by 10 %",
       .at = offsetof(hol_manoeuvre_rival, rest_10)}};
  if (m->rivals == 0) {
    return;
  }
  hol_put_number(sink, &below, m->no_plan_below);
  hol_open(sink, &list);
  for (size_t i = 0; i < m->rivals; i++) {
    hol_open(sink, &record);
    hol_put_members(sink, of_rival, sizeof of_rival / sizeof *of_rival, &m->rival[i]);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_table(const hol_sink *sink, const hol_manoeuvre *m)
{
  for (size_t k = 0; k < COLUMNS; k++) {
    hol_put_list(sink, &column[k], m->rows, m->table ? m->table + k * m->rows : NULL);
  }
}

/** What is left in a quiet mode whose frequency is off. */
static void put_errors(const hol_sink *sink, const hol_manoeuvre *m)
{
  static const hol_quantity list = {.name = "off", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            error = {.name = "frequency_error", .type = HOL_NUMBER, .unit = "%"},
                            left = {.name = "rest_off", .type = HOL_NUMBER, .text = "velocity left over participation"};
  double x[ERRORS], y[ERRORS];
  for (size_t i = 0; i < ERRORS; i++) {
    x[i] = 100 * off * (2 * (double)i / (ERRORS - 1) - 1);
  }
  hol_put_list(sink, &error, ERRORS, x);
  hol_open(sink, &list);
  for (size_t k = 0; k < m->quiet; k++) {
    for (size_t i = 0; i < ERRORS; i++) {
      y[i] = cabs(hol_plan_rest(&m->plan, m->mode[k].pole * (1 + x[i] / 100)));
    }
    hol_open(sink, &record);
    hol_put_members(sink, &number, 1, &m->mode[k]);
    hol_put_list(sink, &left, ERRORS, y);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_views(const hol_sink *sink)
{
  const hol_view time = {.role = "value", .axis = "t", .axis_label = "time", .axis_unit = "s"};
  hol_view view[4] = {time, time, time, {.role = "value", .axis = "frequency_error"}};
  static const char *const title[] = {"Place of the hub", "Speed of the hub", "Acceleration of the hub",
                                      "What is left where frequencies are off"};
  for (size_t i = 0; i < 4; i++) {
    view[i].title = title[i];
    view[i].label = i < 3 ? column[i + 1].name : "velocity left";
    view[i].value = i < 3 ? column[i + 1].name : "rest_off";
  }
  view[3].each = "off";
  view[3].name[0] = "number";
  view[3].axis_label = "frequency error";
  view[3].axis_unit = "%";
  hol_put_views(sink, view, 4);
}

hol_status hol_manoeuvre_describe(const void *of, const hol_sink *sink)
{
  const hol_manoeuvre *m = of;
  if (m->table) {
    put_plan(sink, m);
    put_peaks(sink, m);
    put_coefficients(sink, m);
    put_modes(sink, m);
    put_unmodelled(sink, m);
    put_rivals(sink, m);
    put_table(sink, m);
    put_errors(sink, m);
    put_views(sink);
  }
  hol_put_truth(sink, &hol_quantity_complete, m->is_complete);
  return HOL_OK;
}

hol_status hol_manoeuvre_rows(const void *of, const hol_sink *sink)
{
  static const hol_quantity *const columns[] = {&hol_quantity_file, &column[0], &column[1], &column[2],
                                                &column[3],         &column[4], NULL};
  static const hol_quantity rows = {.name = "plan", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = columns};
  const hol_manoeuvre *m = of;
  hol_open(sink, &rows);
  for (size_t i = 0; m->table && i < m->rows; i++) {
    hol_open(sink, &record);
    for (size_t k = 0; k < COLUMNS; k++) {
      hol_put_number(sink, &column[k], m->table[i + k * m->rows]);
    }
    hol_close(sink);
  }
  hol_close(sink);
  return HOL_OK;
}

hol_status hol_manoeuvre_arrays(const void *of, const hol_sink *sink)
{
  static const hol_quantity mode = {.name = "mode", .type = HOL_COUNT, .unit = "1", .text = "number"};
  const hol_manoeuvre *m = of;
  const hol_sink_axis times = {&column[0], m->table ? m->rows : 0, m->table}, modes = {&mode, m->modes, NULL};
  const hol_sink_axis *const over[] = {&times};
  if (!m->table) {
    return HOL_OK;
  }
  put_plan(sink, m);
  hol_put_truth(sink, &hol_quantity_complete, m->is_complete);
  for (size_t k = 0; k < COLUMNS; k++) {
    hol_put_array(sink, &column[k], 1, over, 0, m->table + k * m->rows);
  }
  hol_put_columns(sink, of_mode, OF_MODE, &modes, sizeof *m->mode, m->mode);
  return HOL_OK;
}

/* ---- written ----------------------------------------------------------------------------------------------------- */

static void write_number(hol_text *text, double value, const char *form)
{
  if (isnan(value)) {
    hol_text_add(text, "%12s", "-");
  } else {
    hol_text_add(text, form, value);
  }
}

static void write_modes(hol_text *text, const hol_manoeuvre *m)
{
  hol_text_add(text, "\n%6s%16s%12s%12s%12s%12s\n", "mode", "frequency Hz", "damping", "particip.", "rest", "rest <=");
  for (size_t k = 0; k < m->modes && (m->mode[k].is_quiet || k < m->quiet + 5); k++) {
    const hol_manoeuvre_mode *mode = &m->mode[k];
    hol_text_add(text, "%5zu%s%16.9g%12.5g", mode->number, mode->is_quiet ? "*" : " ", mode->omega / (2 * M_PI),
                 mode->damping_ratio);
    write_number(text, mode->participation, "%12.5g");
    write_number(text, mode->rest, "%12.2e");
    write_number(text, mode->rest_bound, "%12.2e");
    hol_text_put(text, "\n", 1);
  }
  hol_text_add(text, "* quiet; rest: velocity left over participation, m/s or rad/s\n");
}

static void write_rivals(hol_text *text, const hol_manoeuvre *m)
{
  if (m->rivals > 0) {
    hol_text_add(text, "\n%-20s%12s%12s%16s%16s\n", "within the limits", "duration s", "rest", "off by 5 %", "10 %");
  }
  for (size_t i = 0; i < m->rivals; i++) {
    const hol_manoeuvre_rival *r = &m->rival[i];
    hol_text_add(text, "%-20s%12.6g%12.2e%16.2e%16.2e\n", r->name, r->duration, r->rest, r->rest_5, r->rest_10);
  }
  if (m->rivals > 0) {
    hol_text_add(text, "no plan takes less than %.6g s (proved)\n\n", m->no_plan_below);
  }
}

static void write_unmodelled(hol_text *text, const hol_manoeuvre *m)
{
  if (m->modes > m->quiet) {
    hol_text_add(text, "energy left in the %zu next modes: %.3e J (measured)\n", m->modes - m->quiet, energy_left(m));
  }
  if (!isnan(m->rest_energy)) {
    hol_text_add(text, "energy left in all modes that are not quiet: at most %.3e J (proved)\n", m->rest_energy);
  }
  for (size_t i = 0; i < m->singulars; i++) {
    hol_text_add(text, "near %.9g s there is no plan of the least degree\n", m->singular[i]);
  }
}

hol_status hol_manoeuvre_table(const hol_manoeuvre *m, hol_text *text)
{
  const char *unit = m->request->hub.turns ? "rad" : "m";
  if (!m->table) {
    return HOL_OK;
  }
  if (m->problem->title && *m->problem->title) {
    hol_words_wrap(text, "", 0, m->problem->title);
  }
  hol_text_add(text, "manoeuvre: by %.9g %s in %.9g s, degree %zu, smooth %zu", m->plan.by, unit, m->plan.in,
               m->plan.degree, m->plan.smooth);
  if (m->plan.samples > 0) {
    hol_text_add(text, ", %zu samples", m->plan.samples);
  }
  hol_text_add(text, "\neffort %.6g %s^2/s^3, %.6g times the least\n", m->effort, unit, m->effort / m->least_effort);
  hol_text_add(text, "largest: speed %.6g %s/s, acceleration %.6g %s/s^2, jerk %.6g %s/s^3\n", m->peaks.speed, unit,
               m->peaks.acceleration, unit, m->peaks.jerk, unit);
  if (m->force_mass > 0) {
    hol_text_add(text, "force: %.9g times the acceleration\n", m->force_mass);
  }
  write_modes(text, m);
  write_rivals(text, m);
  write_unmodelled(text, m);
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/* ---- compared ---------------------------------------------------------------------------------------------------- */

static double largest_rest(const hol_manoeuvre *m)
{
  double largest = 0;
  for (size_t k = 0; k < m->quiet; k++) {
    largest = fmax(largest, m->mode[k].rest);
  }
  return largest;
}

static double value_of(const hol_manoeuvre *m, hol_manoeuvre_number which)
{
  switch (which) {
  case HOL_EXPECT_REST:
    return largest_rest(m);
  case HOL_EXPECT_EFFORT_RATIO:
    return m->effort / m->least_effort;
  case HOL_EXPECT_DURATION:
    return m->plan.in;
  case HOL_EXPECT_DEGREE:
    return (double)m->plan.degree;
  case HOL_EXPECT_NO_PLAN_BELOW:
    return m->no_plan_below;
  default:
    return energy_left(m);
  }
}

static void compare_one(const char *what, double found, double expected, bool is_good, hol_comparison *c)
{
  c->compared++;
  if (!is_good) {
    c->differences++;
    hol_text_add(&c->words, "%s: %.12g, expected %.12g\n", what, found, expected);
  }
}

void hol_manoeuvre_compare(const hol_manoeuvre *m, hol_comparison *c)
{
  for (size_t k = 0; k < m->problem->expect_count && m->table; k++) {
    const hol_expect *expect = &m->problem->expect[k];
    const hol_manoeuvre_expected *e = expect->of == &hol_manoeuvre_grammar ? expect->wanted : NULL;
    for (size_t i = 0; e && i < e->coefficients; i++) {
      double found = i < m->plan.degree ? m->plan.b[i + 1] / m->plan.by : 0, wanted = e->coefficient[i];
      compare_one("coefficient", found, wanted, fabs(found - wanted) <= expect->rtol * fmax(1, fabs(wanted)), c);
    }
    if (e && e->has_number) {
      double found = value_of(m, e->number);
      bool is_close = fabs(found - e->value) <= expect->rtol * fabs(e->value);
      compare_one("manoeuvre", found, e->value, e->is_most ? found <= e->value : is_close, c);
    }
  }
  hol_comparison_tell(c, "numbers");
}
