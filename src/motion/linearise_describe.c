/* SPDX-License-Identifier: BSD-3-Clause */
/* Eigenvalues of small motions as quantities, for every output format. */
#include "expression/dimension.h"
#include "motion/linearise_analysis.h"
#include "result/quantities.h"
#include "result/sink.h"
#include "result/view.h"

#include <math.h>
#include <stddef.h>

static const char *const about_word[] = {"equilibrium", "steady", "time", NULL};
static const char *const stability_word[] = {"stable", "unstable", "undecided", NULL};

static const hol_quantity record = {.type = HOL_RECORD}, name = {.name = "name", .type = HOL_TEXT},
                          unit = {.name = "unit", .type = HOL_TEXT, .text = "SI; none of a bare number"},
                          value = {.name = "value", .type = HOL_NUMBER}, speed = {.name = "speed", .type = HOL_NUMBER};
static const hol_quantity number = {
    .name = "number", .type = HOL_COUNT, .text = "in the order of |s|, of a pair of complex conjugates one"};
static const hol_quantity member[] = {{.name = "real",
                                       .type = HOL_NUMBER,
                                       .unit = "rad/s",
                                       .text = "of s: motion e^(s t)",
                                       .at = offsetof(hol_linearise_root, real)},
                                      {.name = "imaginary",
                                       .type = HOL_NUMBER,
                                       .unit = "rad/s",
                                       .text = "of s, of a pair the positive one",
                                       .at = offsetof(hol_linearise_root, imaginary)},
                                      {.name = "error",
                                       .type = HOL_NUMBER,
                                       .unit = "rad/s",
                                       .text = "of s, estimated by its condition",
                                       .at = offsetof(hol_linearise_root, error)}};
enum { MEMBERS = sizeof member / sizeof *member };
static const hol_quantity bound[] = {{.name = "lower",
                                      .type = HOL_NUMBER,
                                      .unit = "rad/s",
                                      .text = "of a frequency at rest, counted by inertia",
                                      .at = offsetof(hol_linearise_root, lower)},
                                     {.name = "upper",
                                      .type = HOL_NUMBER,
                                      .unit = "rad/s",
                                      .text = "of a frequency at rest, counted by inertia",
                                      .at = offsetof(hol_linearise_root, upper)}};
static const hol_quantity frequency = {.name = "frequency",
                                       .type = HOL_NUMBER,
                                       .unit = "Hz",
                                       .text = "imaginary part over 2 pi, where it oscillates"},
                          ratio = {.name = "damping_ratio",
                                   .type = HOL_NUMBER,
                                   .text = "-Re s/|s|, where it oscillates"},
                          shape = {.name = "shape",
                                   .type = HOL_NUMBER,
                                   .text = "[re, im] of each coordinate, the largest [1, 0]"};

static double frequency_of(const hol_linearise_root *root)
{
  const double pi = 3.14159265358979323846;
  return root->imaginary > 0 ? root->imaginary / (2 * pi) : (double)NAN;
}

static double ratio_of(const hol_linearise_root *root)
{
  return root->imaginary > 0 ? -root->real / hypot(root->real, root->imaginary) + 0.0 : (double)NAN;
}

static void put_root(const hol_sink *sink, const hol_linearised *r, size_t i)
{
  const hol_linearise_root *root = &r->root[i];
  hol_open(sink, &record);
  hol_put_count(sink, &number, i + 1);
  hol_put_members(sink, member, MEMBERS, root);
  hol_put_number(sink, &frequency, frequency_of(root));
  hol_put_number(sink, &ratio, ratio_of(root));
  hol_put_members(sink, bound, 2, root);
  hol_put_rows(sink, &shape, r->system->coordinates, 2, r->shape + i * 2 * r->system->coordinates);
  hol_close(sink);
}

static void put_motion(const hol_sink *sink, const hol_linearised *r)
{
  static const hol_quantity coordinates = {.name = "coordinates",
                                           .type = HOL_LIST,
                                           .text = "of the motion that it is about",
                                           .flags = HOL_BLOCK,
                                           .items = 4},
                            reactions = {.name = "reactions",
                                         .type = HOL_LIST,
                                         .text = "multipliers there, of those that are unique",
                                         .flags = HOL_BLOCK,
                                         .items = 4};
  hol_open(sink, &coordinates);
  for (size_t i = 0; r->system && i < r->system->coordinates; i++) {
    char text[HOL_DIMENSION_TEXT];
    hol_dimension_unit(r->system->coordinate[i].dimension, text);
    hol_open(sink, &record);
    hol_put_text(sink, &name, r->system->coordinate[i].name);
    hol_put_text(sink, &unit, r->system->has_time_unit ? text : NULL);
    hol_put_number(sink, &value, r->position[i]);
    hol_put_number(sink, &speed, r->speed[i]);
    hol_close(sink);
  }
  hol_close(sink);
  hol_open(sink, &reactions);
  for (size_t i = 0; r->system && i < r->system->constraints; i++) {
    hol_open(sink, &record);
    hol_put_text(sink, &name, r->system->constraint[i].name);
    hol_put_number(sink, &value, r->reaction[i]);
    hol_close(sink);
  }
  hol_close(sink);
}

/** Largest real part of eigenvalues: of all, of those that oscillate, of the others; NAN: there are none. */
static void put_growth(const hol_sink *sink, const hol_linearised *r)
{
  static const hol_quantity growth[] = {
      {.name = "growth", .type = HOL_NUMBER, .unit = "rad/s", .text = "largest real part, but of zeros"},
      {.name = "growth_oscillating", .type = HOL_NUMBER, .unit = "rad/s", .text = "of complex eigenvalues alone"},
      {.name = "growth_real", .type = HOL_NUMBER, .unit = "rad/s", .text = "of real eigenvalues alone"}};
  double most[3] = {(double)NAN, (double)NAN, (double)NAN};
  for (size_t i = 0; i < r->roots; i++) {
    most[0] = fmax(most[0], r->root[i].real);
    size_t own = r->root[i].imaginary > 0 ? 1 : 2;
    most[own] = fmax(most[own], r->root[i].real);
  }
  for (size_t k = 0; k < 3; k++) {
    hol_put_number(sink, &growth[k], most[k]);
  }
}

static void put_verdict(const hol_sink *sink, const hol_linearised *r)
{
  static const hol_quantity counted = {.name = "counted",
                                       .type = HOL_TRUTH,
                                       .text = "frequencies at rest, each in a bracket, complete by inertia"},
                            negative = {.name = "negative", .type = HOL_COUNT, .text = "directions of falling energy"},
                            stability = {.name = "stability", .type = HOL_CHOICE, .word = stability_word},
                            reason = {.name = "reason", .type = HOL_TEXT, .text = "of the verdict on stability"};
  hol_put_truth(sink, &counted, r->is_holonomic);
  if (r->is_holonomic) {
    hol_put_count(sink, &negative, r->counted);
  }
  hol_put_choice(sink, &stability, (int)r->stability);
  hol_put_text(sink, &reason, r->reason);
  hol_put_truth(sink, &hol_quantity_complete, r->complete);
}

static void put_counts(const hol_sink *sink, const hol_linearised *r)
{
  static const hol_quantity count[] = {{.name = "dimension",
                                        .type = HOL_COUNT,
                                        .text = "of the tangent space: as many eigenvalues",
                                        .at = offsetof(hol_linearised, dimension)},
                                       {.name = "zeros_by_symmetry",
                                        .type = HOL_COUNT,
                                        .text = "of coordinates that occur nowhere",
                                        .at = offsetof(hol_linearised, by_symmetry)},
                                       {.name = "zeros_by_family",
                                        .type = HOL_COUNT,
                                        .text = "of families of positions of rest or of steady motions",
                                        .at = offsetof(hol_linearised, by_family)}};
  static const hol_quantity residual = {.name = "residual",
                                        .type = HOL_NUMBER,
                                        .text = "accelerations beside the forces: 0 at rest, in steady motion",
                                        .at = offsetof(hol_linearised, residual)};
  hol_put_members(sink, &residual, 1, r);
  hol_put_members(sink, count, sizeof count / sizeof *count, r);
}

/** A line of two places in the complex plane, with or without the eigenvalues as marks beside it. */
static void put_line(const hol_sink *sink, const double real[2], const double imaginary[2],
                     const hol_linearised *marked)
{
  static const hol_quantity marks = {.name = "marks", .type = HOL_LIST}, kind = {.name = "kind", .type = HOL_TEXT};
  hol_open(sink, &record);
  hol_put_list(sink, &member[0], 2, real);
  hol_put_list(sink, &member[1], 2, imaginary);
  hol_open(sink, &marks);
  for (size_t i = 0; marked && i < marked->roots; i++) {
    hol_open(sink, &record);
    hol_put_members(sink, member, 2, &marked->root[i]);
    hol_put_text(sink, &kind, marked->root[i].imaginary > 0 ? "oscillates" : "real");
    hol_close(sink);
  }
  hol_close(sink);
  hol_close(sink);
}

/** For plots: both axes as far as the eigenvalues reach, and these as marks. */
static void put_plane(const hol_sink *sink, const hol_linearised *r)
{
  static const hol_quantity plane = {.name = "plane", .type = HOL_LIST, .text = "of s, for plots"},
                            pieces = {.name = "pieces", .type = HOL_LIST};
  const double zeros[2] = {0, 0};
  double real[2] = {0, 0}, imaginary[2] = {0, 0};
  for (size_t i = 0; i < r->roots; i++) {
    real[0] = fmin(real[0], r->root[i].real);
    real[1] = fmax(real[1], r->root[i].real);
    imaginary[1] = fmax(imaginary[1], r->root[i].imaginary);
  }
  hol_open(sink, &plane);
  hol_open(sink, &record);
  hol_put_text(sink, &name, "axes");
  hol_open(sink, &pieces);
  put_line(sink, zeros, imaginary, r);
  put_line(sink, real, zeros, NULL);
  hol_close(sink);
  hol_close(sink);
  hol_close(sink);
}

static void put_view(const hol_sink *sink, const hol_linearised *r)
{
  const char *unit_of_s = r->system && r->system->has_time_unit ? "1/s" : NULL;
  const hol_view view = {.role = "curve",
                         .title = "Eigenvalues s of motions e^(s t)",
                         .each = "plane",
                         .within = "pieces",
                         .axis = "real",
                         .axis_label = "real part",
                         .axis_unit = unit_of_s,
                         .value = "imaginary",
                         .label = "imaginary part",
                         .unit = unit_of_s,
                         .name = {"name"},
                         .marks = "marks",
                         .mark_x = "real",
                         .mark_y = "imaginary",
                         .mark_name = "kind"};
  if (r->roots > 0) {
    put_plane(sink, r);
    hol_put_views(sink, &view, 1);
  }
}

hol_status hol_linearise_describe(const void *result, const hol_sink *sink)
{
  static const hol_quantity about = {.name = "about", .type = HOL_CHOICE, .word = about_word},
                            time = {.name = "time", .type = HOL_NUMBER, .text = "of the coefficients, then kept"},
                            list = {.name = "eigenvalues",
                                    .type = HOL_LIST,
                                    .text = "but zeros",
                                    .flags = HOL_BLOCK,
                                    .items = 4};
  const hol_linearise_found *f = result;
  const hol_linearised *r = &f->result;
  hol_put_choice(sink, &about, (int)f->about);
  if (f->about == HOL_LINEARISE_TIME) {
    hol_put_number(sink, &time, f->time);
  }
  put_motion(sink, r);
  put_counts(sink, r);
  hol_open(sink, &list);
  for (size_t i = 0; i < r->roots; i++) {
    put_root(sink, r, i);
  }
  hol_close(sink);
  put_growth(sink, r);
  put_view(sink, r);
  put_verdict(sink, r);
  return HOL_OK;
}

hol_status hol_linearise_rows(const void *result, const hol_sink *sink)
{
  static const hol_quantity *const column[] = {&hol_quantity_file, &number, &member[0], &member[1], &member[2],
                                               &frequency,         &ratio,  &bound[0],  &bound[1],  NULL};
  static const hol_quantity rows = {.name = "linearise", .type = HOL_LIST, .flags = HOL_ONE_HEADER, .column = column};
  const hol_linearised *r = &((const hol_linearise_found *)result)->result;
  hol_open(sink, &rows);
  for (size_t i = 0; i < r->roots; i++) {
    hol_open(sink, &record);
    hol_put_count(sink, &number, i + 1);
    hol_put_members(sink, member, MEMBERS, &r->root[i]);
    hol_put_number(sink, &frequency, frequency_of(&r->root[i]));
    hol_put_number(sink, &ratio, ratio_of(&r->root[i]));
    hol_put_members(sink, bound, 2, &r->root[i]);
    hol_close(sink);
  }
  hol_close(sink);
  return HOL_OK;
}

hol_status hol_linearise_arrays(const void *result, const hol_sink *sink)
{
  static const hol_quantity eigenvalue = {.name = "eigenvalue", .type = HOL_COUNT},
                            coordinate = {.name = "coordinate", .type = HOL_COUNT},
                            part = {.name = "part", .type = HOL_COUNT},
                            position = {.name = "position", .type = HOL_NUMBER, .text = "of the motion it is about"},
                            rate = {.name = "speed", .type = HOL_NUMBER, .text = "of the motion it is about"};
  const hol_linearised *r = &((const hol_linearise_found *)result)->result;
  const size_t n = r->system ? r->system->coordinates : 0;
  const hol_sink_axis eigenvalues = {&eigenvalue, r->roots, NULL}, coordinates = {&coordinate, n, NULL},
                      parts = {&part, 2, NULL};
  const hol_sink_axis *const over_coordinates[] = {&coordinates}, *const over_shapes[] = {&eigenvalues, &coordinates,
                                                                                          &parts};
  if (n > 0) {
    hol_put_array(sink, &position, 1, over_coordinates, 0, r->position);
    hol_put_array(sink, &rate, 1, over_coordinates, 0, r->speed);
  }
  if (n > 0 && r->roots > 0) {
    hol_put_columns(sink, member, MEMBERS, &eigenvalues, sizeof *r->root, r->root);
    hol_put_columns(sink, bound, 2, &eigenvalues, sizeof *r->root, r->root);
    hol_put_array(sink, &shape, 3, over_shapes, 0, r->shape);
  }
  put_counts(sink, r);
  put_verdict(sink, r);
  return HOL_OK;
}
