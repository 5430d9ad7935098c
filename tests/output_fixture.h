/* SPDX-License-Identifier: BSD-3-Clause */
/** @file output_fixture.h  A hand-made result: two parts, two joints, four modes, everything a writer can meet. */
#ifndef TESTS_OUTPUT_FIXTURE_H
#define TESTS_OUTPUT_FIXTURE_H

#include "close.h"
#include "holonome/holonome.h"
#include "modes/analysis.h"
#include "modes/describe.h"

#include <stdlib.h>
#include <string.h>

enum { FIXTURE_PARTS = 2, FIXTURE_JOINTS = 3, FIXTURE_MODES = 5 };

typedef struct fixture {
  hol_problem problem; /**< borrows its strings: not to be cleared */
  hol_part part[FIXTURE_PARTS];
  hol_joint joint[FIXTURE_JOINTS];
  hol_parameter parameter;
  hol_result result; /**< owned, as a solver would leave it */
} fixture;

static inline char *fixture_copy(const char *words)
{
  char *copy = malloc(strlen(words) + 1);
  assert_non_null(copy);
  return strcpy(copy, words);
}

static inline void *fixture_alloc(size_t count, size_t size)
{
  void *memory = calloc(count, size);
  assert_non_null(memory);
  return memory;
}

static inline double *fixture_numbers(double first, size_t count)
{
  double *number = fixture_alloc(count, sizeof *number);
  for (size_t i = 0; i < count; i++) {
    number[i] = first / (double)(i + 1);
  }
  return number;
}

static inline void fixture_mode(fixture *made, size_t i, double omega, double lower, double upper)
{
  hol_mode *mode = &made->result.mode[i];
  *mode = (hol_mode){.number = i + 1,
                     .omega = omega,
                     .lower = lower,
                     .upper = upper,
                     .multiplicity = 1,
                     .modal_mass = 1.0 / 3,
                     .residual = 1e-15,
                     .count_below = i,
                     .count_above = i + 1,
                     .pencil_omega = NAN};
  mode->energy = fixture_alloc(FIXTURE_PARTS, sizeof *mode->energy);
  mode->energy[0] = omega > 0 ? 0.1 : (double)NAN;
  mode->energy[1] = omega > 0 ? 0.9 : (double)NAN;
  mode->reaction = fixture_numbers(-1e7 / 3, 2);
  mode->shape = fixture_alloc(1, FIXTURE_PARTS * sizeof *mode->shape + 4 * sizeof(double));
  double *value = (double *)(void *)(mode->shape + FIXTURE_PARTS); /* one block with what it points to */
  for (size_t k = 0; k < 3; k++) {
    value[k] = -2e-9 / 7 / (double)(k + 1);
  }
  value[3] = 1e-300;
  mode->shape[0] = (hol_shape){.points = 3, .s = made->result.place};
  mode->shape[0].value[HOL_UY] = value;
  mode->shape[1] = (hol_shape){.points = 1, .s = made->result.place + 3};
  mode->shape[1].value[HOL_RZ] = value + 3;
}

static inline void fixture_modes(fixture *made)
{
  hol_result *result = &made->result;
  result->mode = fixture_alloc(FIXTURE_MODES, sizeof *result->mode);
  result->mode_count = FIXTURE_MODES;
  result->reaction_first = fixture_alloc(FIXTURE_JOINTS + 1, sizeof *result->reaction_first);
  result->reaction_first[2] = result->reaction_first[3] = 2; /* those of the second joint */
  result->place = fixture_numbers(1, 4);
  result->place[3] = 0;
  fixture_mode(made, 0, 0.0, 0.0, 0.0);
  fixture_mode(made, 1, 100.0 / 3, 100.0 / 3 * (1 - 1e-13), 100.0 / 3 * (1 + 1e-13));
  fixture_mode(made, 2, 6207.82, 6198.38, 6212.8);
  fixture_mode(made, 3, 6207.82, 6198.38, 6212.8);
  fixture_mode(made, 4, 98765.4321, NAN, 98765.4321 * (1 + 1e-12));
  result->mode[2].multiplicity = result->mode[3].multiplicity = 2;
  result->mode[3].is_cluster = true;
  result->mode[1].reaction_free = true;
  result->rigid_modes = 1;
}

static inline void fixture_constraints(fixture *made, const char *joint)
{
  hol_result *result = &made->result;
  result->constraint = fixture_alloc(2, sizeof *result->constraint);
  result->constraint_count = 2;
  for (size_t i = 0; i < 2; i++) {
    result->constraint[i].name = joint; /* borrowed, as is the next */
    result->constraint[i].component = i == 0 ? "ux" : "along (0.6, 0.8)";
  }
  result->constraint[1].redundant = true;
  result->constraint[1].depends_on = fixture_copy("pin shaft.start `ux`, the ground and a good many other constraints");
}

/** Make a result; `name` is that of a part, a joint and the title. To be freed with hol_result_clear(). */
static inline void fixture_make(fixture *made, char *name)
{
  *made = (fixture){0};
  made->part[0].name = name;
  static char disk[] = "disk", spring[] = "spring disk", length[] = "L";
  made->part[1].name = disk;
  made->joint[0].name = made->joint[1].name = spring; /* a name may be used twice */
  made->joint[2].name = name;
  made->joint[0].kind = HOL_PIN;
  made->parameter = (hol_parameter){.name = length, .value = 0.1};
  made->problem = (hol_problem){.title = name,
                                .dimensions = 2,
                                .part = made->part,
                                .part_count = FIXTURE_PARTS,
                                .joint = made->joint,
                                .joint_count = FIXTURE_JOINTS,
                                .parameter = &made->parameter,
                                .parameter_count = 1,
                                .analysis = {.frequencies = HOL_FREQUENCIES_COUNT, .count = FIXTURE_MODES}};
  hol_result *result = &made->result;
  *result = (hol_result){.problem = &made->problem,
                         .unknowns = 7,
                         .mass = 12.5,
                         .centre = {1.0 / 3, -2, 1e-20},
                         .inertia = {1, 2, 3, 0.1, 0.2, 0.3},
                         .count_proved = true,
                         .seconds_solve = 0.25};
  result->theory = fixture_copy("beam: Euler-Bernoulli bending, axial wave equation; disk: rigid body");
  result->compliance = fixture_copy("6 modes of each motion, quasistatic remainder");
  result->note = fixture_alloc(1, sizeof *result->note);
  result->note[0] =
      fixture_copy("the freedom rx of disk has neither mass nor stiffness and is dropped, as nothing else "
                   "depends on it");
  result->note_count = 1;
  fixture_modes(made);
  fixture_constraints(made, name);
}

/** Frequencies and modes alone, in a format of hol_write(). */
static inline hol_status modes_as(const char *format, const hol_result *result, const char *file, hol_text *text)
{
  const hol_study study = {.file = file,
                           .problem = (hol_problem *)result->problem,
                           .found = {{.row = &hol_modes_row, .result = (void *)result}},
                           .founds = 1};
  return hol_write(&study, format, text);
}

static inline hol_status modes_json(const hol_result *result, const hol_output_source *source, hol_text *text)
{
  return modes_as("json", result, source->file, text);
}

static inline hol_status modes_csv(const hol_result *result, const hol_output_source *source, hol_text *text)
{
  return modes_as("csv", result, source->file, text);
}

#endif
