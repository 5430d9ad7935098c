/* SPDX-License-Identifier: BSD-3-Clause */
/* Result of the analysis `modes` as quantities, for every output format. */
#include "modes/describe.h"

#include "base/memory.h"
#include "result/number.h"
#include "result/quantities.h"
#include "model/describe.h"
#include "problem/groups.h"
#include "problem/named.h"
#include "modes/components.h"
#include "modes/effective.h"

#include <assert.h>
#include <stdlib.h>

#define AT(member) .at = offsetof(hol_mode, member)
const hol_quantity hol_mode_quantity[HOL_MODE_QUANTITIES] = {
    [HOL_MODE_NUMBER] = {.name = "number", .type = HOL_COUNT, .text = "number of the mode, from 1", AT(number)},
    [HOL_MODE_OMEGA] = {.name = "omega",
                        .type = HOL_NUMBER,
                        .unit = "rad s-1",
                        .text = "natural circular frequency",
                        AT(omega),
                        .flags = HOL_BLOCK,
                        .items = 6},
    [HOL_MODE_HERTZ] = {.name = "hertz", .type = HOL_NUMBER, .unit = "Hz", .text = "natural frequency"},
    [HOL_MODE_LOWER] = {.name = "lower",
                        .type = HOL_NUMBER,
                        .unit = "rad s-1",
                        .text = "lower bound of omega",
                        AT(lower),
                        .flags = HOL_BLOCK,
                        .items = 6},
    [HOL_MODE_UPPER] = {.name = "upper",
                        .type = HOL_NUMBER,
                        .unit = "rad s-1",
                        .text = "upper bound of omega",
                        AT(upper),
                        .flags = HOL_BLOCK,
                        .items = 6},
    [HOL_MODE_GROWTH] = {.name = "growth",
                         .type = HOL_NUMBER,
                         .unit = "s-1",
                         .text = "rate of a motion that grows instead of oscillating, else 0",
                         AT(growth),
                         .flags = HOL_BLOCK,
                         .items = 6},
    [HOL_MODE_LOWER_GROWTH] =
        {.name = "lower_growth", .type = HOL_NUMBER, .unit = "s-1", .text = "lower bound of growth", AT(lower_growth)},
    [HOL_MODE_UPPER_GROWTH] =
        {.name = "upper_growth", .type = HOL_NUMBER, .unit = "s-1", .text = "upper bound of growth", AT(upper_growth)},
    [HOL_MODE_MULTIPLICITY] = {.name = "multiplicity", .type = HOL_COUNT, .text = "of the frequency", AT(multiplicity)},
    [HOL_MODE_CLUSTER] = {.name = "cluster",
                          .type = HOL_TRUTH,
                          .text = "so many frequencies too close to be told apart",
                          AT(is_cluster)},
    [HOL_MODE_REACTION_FREE] = {.name = "reaction_free",
                                .type = HOL_TRUTH,
                                .text = "the joints exert no reaction",
                                AT(reaction_free)},
    [HOL_MODE_MASS] = {.name = "modal_mass", .type = HOL_NUMBER, .text = "for largest component 1", AT(modal_mass)},
    [HOL_MODE_RESIDUAL] = {.name = "residual",
                           .type = HOL_NUMBER,
                           .text = "largest violation of a constraint or of equilibrium, relative",
                           AT(residual)},
    [HOL_MODE_COUNT_BELOW] = {.name = "count_below",
                              .type = HOL_COUNT,
                              .text = "natural frequencies below the bracket",
                              AT(count_below)},
    [HOL_MODE_COUNT_ABOVE] = {.name = "count_above",
                              .type = HOL_COUNT,
                              .text = "natural frequencies up to the bracket",
                              AT(count_above)},
    [HOL_MODE_PENCIL] = {.name = "pencil_omega",
                         .type = HOL_NUMBER,
                         .unit = "rad s-1",
                         .text = "the same frequency by the linear pencil",
                         AT(pencil_omega)}};
#undef AT

static const hol_quantity *const column[] = {&hol_quantity_file,
                                             &hol_mode_quantity[HOL_MODE_NUMBER],
                                             &hol_mode_quantity[HOL_MODE_OMEGA],
                                             &hol_mode_quantity[HOL_MODE_HERTZ],
                                             &hol_mode_quantity[HOL_MODE_LOWER],
                                             &hol_mode_quantity[HOL_MODE_UPPER],
                                             &hol_mode_quantity[HOL_MODE_MULTIPLICITY],
                                             &hol_mode_quantity[HOL_MODE_CLUSTER],
                                             &hol_mode_quantity[HOL_MODE_REACTION_FREE],
                                             &hol_mode_quantity[HOL_MODE_MASS],
                                             &hol_mode_quantity[HOL_MODE_RESIDUAL],
                                             &hol_mode_quantity[HOL_MODE_COUNT_BELOW],
                                             &hol_mode_quantity[HOL_MODE_COUNT_ABOVE],
                                             &hol_mode_quantity[HOL_MODE_GROWTH],
                                             &hol_mode_quantity[HOL_MODE_LOWER_GROWTH],
                                             &hol_mode_quantity[HOL_MODE_UPPER_GROWTH],
                                             NULL};

static const hol_quantity modes = {
    .name = "modes", .type = HOL_LIST, .flags = HOL_BLOCK | HOL_ONE_HEADER, .items = 4, .column = column};
static const hol_quantity record = {.type = HOL_RECORD};

/** Names of the maps of a mode. */
typedef struct names {
  hol_distinct part, joint;
  hol_groups groups;
  double *sum; /**< [groups] room for the shares of one mode. Owned */
  hol_components components;
} names;

/* ------------------------------------------------------------------------------------------------ modes */

static void put_energy(const hol_sink *sink, const hol_distinct *part, const double *share)
{
  static const hol_quantity energy = {.name = "energy", .type = HOL_MAP, .text = "share of the kinetic energy by part"};
  static const hol_quantity of_part = {.type = HOL_NUMBER};
  hol_open(sink, &energy);
  for (size_t i = 0; share && i < part->count; i++) {
    hol_put_name(sink, part->name[i]);
    hol_put_number(sink, &of_part, share[i]);
  }
  hol_close(sink);
}

/** Summed by group, where that is shorter.
 *  @param[out] sum  [count of groups] */
static void put_energy_by_group(const hol_sink *sink, const hol_groups *groups, size_t parts, const double *share,
                                double *sum)
{
  static const hol_quantity energy = {
      .name = "energy_by_group", .type = HOL_MAP, .text = "the same, summed over copies of a part and over a kind"};
  static const hol_quantity of_group = {.type = HOL_NUMBER};
  if (!share || groups->count == parts) {
    return;
  }
  hol_groups_sum(groups, parts, share, sum);
  hol_open(sink, &energy);
  for (size_t g = 0; g < groups->count; g++) {
    hol_put_name(sink, groups->name[g]);
    hol_put_number(sink, &of_group, sum[g]);
  }
  hol_close(sink);
}

static void put_reactions(const hol_sink *sink, const hol_distinct *joint, const hol_result *result,
                          const hol_mode *mode)
{
  static const hol_quantity reactions = {
      .name = "reactions", .type = HOL_MAP, .text = "on the first point of each joint, N or N m"};
  static const hol_quantity of_joint = {.type = HOL_NUMBER};
  hol_open(sink, &reactions);
  for (size_t i = 0; i < joint->count; i++) {
    hol_reaction reaction = hol_reaction_of(result, mode, i);
    hol_put_name(sink, joint->name[i]);
    hol_put_list(sink, &of_joint, reaction.count, reaction.value);
  }
  hol_close(sink);
}

/** Names of parameters are plain words, no two alike. */
static void put_sensitivities(const hol_sink *sink, const hol_problem *problem, const double *slope)
{
  static const hol_quantity sensitivities = {
      .name = "sensitivities", .type = HOL_MAP, .text = "change of omega with each parameter, SI"};
  static const hol_quantity of_parameter = {.type = HOL_NUMBER};
  hol_open(sink, &sensitivities);
  for (size_t i = 0; i < problem->analysis.sensitivity_count; i++) {
    hol_put_name(sink, problem->parameter[problem->analysis.sensitivity[i]].name);
    hol_put_number(sink, &of_parameter, slope[i]);
  }
  hol_close(sink);
}

static void put_shape(const hol_sink *sink, const hol_shape *shape)
{
  static const hol_quantity s = {.name = "s", .type = HOL_NUMBER, .unit = "m", .text = "arc length"};
  static const hol_quantity at = {.name = "at", .type = HOL_NUMBER, .unit = "m", .text = "coordinates of the samples"};
  static const hol_quantity component[HOL_FREEDOM_COUNT] = {{.name = "ux", .type = HOL_NUMBER, .unit = "m"},
                                                            {.name = "uy", .type = HOL_NUMBER, .unit = "m"},
                                                            {.name = "uz", .type = HOL_NUMBER, .unit = "m"},
                                                            {.name = "rx", .type = HOL_NUMBER},
                                                            {.name = "ry", .type = HOL_NUMBER},
                                                            {.name = "rz", .type = HOL_NUMBER}};
  hol_open(sink, &record);
  if (shape->at) {
    hol_put_rows(sink, &at, shape->points, 3, shape->at);
  } else {
    hol_put_list(sink, &s, shape->s ? shape->points : 0, shape->s);
  }
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (shape->value[f]) {
      hol_put_list(sink, &component[f], shape->points, shape->value[f]);
    }
  }
  hol_close(sink);
}

static void put_shapes(const hol_sink *sink, const hol_distinct *part, const hol_shape *shape)
{
  static const hol_quantity shapes = {
      .name = "shapes", .type = HOL_MAP, .text = "by part, of unit modal mass, in global components"};
  if (!shape) { /* not asked for */
    return;
  }
  hol_open(sink, &shapes);
  for (size_t i = 0; i < part->count; i++) {
    hol_put_name(sink, part->name[i]);
    put_shape(sink, &shape[i]);
  }
  hol_close(sink);
}

/** How its bounds are proved, where that has been tried for many at a time. */
static void put_interval(const hol_sink *sink, const hol_mode *mode)
{
  static const char *const word[] = {"count", "field", NULL};
  static const hol_quantity bound = {.name = "bound",
                                     .type = HOL_CHOICE,
                                     .text = "by what it is bounded",
                                     .word = word},
                            interval = {.name = "interval",
                                        .type = HOL_NUMBER,
                                        .unit = "rad2 s-2",
                                        .text = "squares of frequencies between which counts prove it with all others"},
                            residual = {.name = "field_residual",
                                        .type = HOL_NUMBER,
                                        .text = "of the field that bounds it: so far from it, of the way to an end"};
  bool is_field = mode->interval[1] > 0;
  hol_put_choice(sink, &bound, is_field);
  if (is_field) {
    hol_put_list(sink, &interval, 2, mode->interval);
    hol_put_number(sink, &residual, mode->field_residual);
  }
}

/** The numbers first .. last of a mode. */
static void put_between(const hol_sink *sink, const hol_mode *mode, size_t first, size_t last)
{
  hol_put_members(sink, &hol_mode_quantity[first], last - first + 1, mode);
}

static void put_mode(const hol_sink *sink, const hol_result *result, const hol_mode *mode, const names *named)
{
  const hol_problem *problem = result->problem;
  hol_open(sink, &record);
  put_between(sink, mode, HOL_MODE_NUMBER, HOL_MODE_OMEGA);
  hol_put_number(sink, &hol_mode_quantity[HOL_MODE_HERTZ], hol_number_hertz(mode->omega));
  put_between(sink, mode, HOL_MODE_LOWER, HOL_MODE_UPPER);
  if (mode->growth > 0 || mode->is_neutral) { /* it grows, or may */
    put_between(sink, mode, HOL_MODE_GROWTH, HOL_MODE_UPPER_GROWTH);
  }
  put_between(sink, mode, HOL_MODE_MULTIPLICITY, HOL_MODE_MASS);
  put_energy(sink, &named->part, mode->energy);
  put_energy_by_group(sink, &named->groups, problem->part_count, mode->energy, named->sum);
  if (problem->output_reactions != HOL_TELL_NONE && !result->reactions_left_out) {
    put_reactions(sink, &named->joint, result, mode);
  }
  put_between(sink, mode, HOL_MODE_RESIDUAL, HOL_MODE_PENCIL);
  if (result->intervals.is_tried && mode->omega > 0) {
    put_interval(sink, mode);
  }
  if (mode->sensitivity) {
    put_sensitivities(sink, problem, mode->sensitivity);
  }
  put_shapes(sink, &named->part, mode->shape);
  hol_close(sink);
}

/* ------------------------------------------------------------------------------------------------ around them */

static void put_constraints(const hol_sink *sink, const hol_result *result)
{
  static const hol_quantity constraints = {.name = "constraints", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4};
  static const hol_quantity member[] = {
      {.name = "name", .type = HOL_TEXT, .at = offsetof(hol_constraint, name)},
      {.name = "component", .type = HOL_TEXT, .at = offsetof(hol_constraint, component)},
      {.name = "redundant", .type = HOL_TRUTH, .at = offsetof(hol_constraint, redundant)},
      {.name = "depends_on", .type = HOL_TEXT, .at = offsetof(hol_constraint, depends_on)}};
  hol_open(sink, &constraints);
  for (size_t i = 0; i < result->constraint_count; i++) {
    const hol_constraint *constraint = &result->constraint[i];
    hol_open(sink, &record);
    hol_put_members(sink, member, constraint->redundant ? 4 : 3, constraint);
    hol_close(sink);
  }
  hol_close(sink);
}

/** What the components of reactions are, the same in all modes. */
static void put_components(const hol_sink *sink, const names *named)
{
  static const hol_quantity components = {
      .name = "reaction_components", .type = HOL_MAP, .text = "what the components of the reactions of each joint are"};
  static const hol_quantity of_joint = {.type = HOL_LIST}, one = {.type = HOL_TEXT};
  hol_open(sink, &components);
  for (size_t j = 0; j < named->joint.count; j++) {
    hol_put_name(sink, named->joint.name[j]);
    hol_open(sink, &of_joint);
    for (size_t i = named->components.first[j]; i < named->components.first[j + 1]; i++) {
      hol_put_text(sink, &one, named->components.word[i]);
    }
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_mass(const hol_sink *sink, const hol_result *result)
{
  static const hol_quantity mass = {.name = "mass", .type = HOL_RECORD};
  static const hol_quantity total = {.name = "total", .type = HOL_NUMBER, .unit = "kg"},
                            centre = {.name = "centre", .type = HOL_NUMBER, .unit = "m"},
                            inertia = {
                                .name = "inertia", .type = HOL_NUMBER, .unit = "kg m2", .text = "about the centre"};
  const double *j = result->inertia; /* xx yy zz xy xz yz */
  const double row[3][3] = {{j[0], j[3], j[4]}, {j[3], j[1], j[5]}, {j[4], j[5], j[2]}};
  hol_open(sink, &mass);
  hol_put_number(sink, &total, result->mass);
  hol_put_list(sink, &centre, 3, result->centre);
  hol_put_rows(sink, &inertia, 3, 3, row);
  hol_close(sink);
}

/** How frequencies were proved many at a time, if that has been tried. */
static void put_intervals(const hol_sink *sink, const hol_intervals *told)
{
  static const hol_quantity intervals = {.name = "intervals", .type = HOL_RECORD, .text = "between which fields bound"},
                            ends = {.name = "ends", .type = HOL_LIST},
                            fallback = {.name = "fallback",
                                        .type = HOL_TEXT,
                                        .text = "why the rest is counted beside each frequency"};
  static const hol_quantity end[] = {{.name = "lambda",
                                      .type = HOL_NUMBER,
                                      .unit = "rad2 s-2",
                                      .text = "square of a frequency",
                                      .at = offsetof(hol_interval_end, lambda)},
                                     {.name = "count",
                                      .type = HOL_COUNT,
                                      .text = "frequencies counted below it",
                                      .at = offsetof(hol_interval_end, count)}};
  static const hol_quantity work[] = {{.name = "factorisations",
                                       .type = HOL_COUNT,
                                       .text = "determinants",
                                       .at = offsetof(hol_intervals, factorisations)},
                                      {.name = "solves",
                                       .type = HOL_COUNT,
                                       .text = "right-hand sides solved with their factors",
                                       .at = offsetof(hol_intervals, solves)}};
  if (!told->is_tried) {
    return;
  }
  hol_open(sink, &intervals);
  hol_open(sink, &ends);
  for (size_t i = 0; i < told->ends; i++) {
    hol_open(sink, &record);
    hol_put_members(sink, end, 2, &told->end[i]);
    hol_close(sink);
  }
  hol_close(sink);
  hol_put_members(sink, work, 2, told);
  hol_put_text(sink, &fallback, told->fallback);
  hol_close(sink);
}

static void put_timing(const hol_sink *sink, const hol_result *result)
{
  static const hol_quantity wall[] = {
      {.name = "model", .type = HOL_NUMBER, .unit = "s", .at = offsetof(hol_result, seconds_model)},
      {.name = "solve", .type = HOL_NUMBER, .unit = "s", .at = offsetof(hol_result, seconds_solve)}};
  /* what each rank has done; the last two only where factors are in common */
  static const struct {
    hol_quantity list, of;
  } each[] = {
      {{.name = "evaluations", .type = HOL_LIST, .text = "determinants formed by each rank"},
       {.type = HOL_COUNT, .at = offsetof(hol_effort, evaluations)}},
      {{.name = "processor", .type = HOL_LIST, .unit = "s", .text = "processor time of each rank"},
       {.type = HOL_NUMBER, .at = offsetof(hol_effort, seconds)}},
      {{.name = "factors", .type = HOL_LIST, .unit = "bytes", .text = "of each rank's part of factors in common"},
       {.type = HOL_COUNT, .at = offsetof(hol_effort, factors)}},
      {{.name = "factorising", .type = HOL_LIST, .unit = "bytes", .text = "that making it took"},
       {.type = HOL_COUNT, .at = offsetof(hol_effort, factorising)}}};
  size_t lists = result->rank_count && result->effort[0].factors ? 4 : 2;
  hol_open(sink, &hol_quantity_timing);
  hol_put_members(sink, wall, 2, result);
  for (size_t i = 0; i < lists; i++) {
    hol_open(sink, &each[i].list);
    for (size_t r = 0; r < result->rank_count; r++) {
      hol_put_members(sink, &each[i].of, 1, &result->effort[r]);
    }
    hol_close(sink);
  }
  hol_close(sink);
}

static hol_status put_all(const hol_sink *sink, const hol_result *result, const names *named)
{
  static const hol_quantity theory = {.name = "theory", .type = HOL_TEXT}, notes = {.name = "notes", .type = HOL_LIST},
                            note = {.type = HOL_TEXT};
  static const hol_quantity settled[] = {
      {.name = "growing", .type = HOL_COUNT, .at = offsetof(hol_result, growing)},
      {.name = "neutral", .type = HOL_COUNT, .at = offsetof(hol_result, neutral)},
      {.name = "rigid_modes", .type = HOL_COUNT, .at = offsetof(hol_result, rigid_modes)}};
  static const hol_quantity proved[] = {
      {.name = "count_proved", .type = HOL_TRUTH, .at = offsetof(hol_result, count_proved)},
      {.name = "exhausted", .type = HOL_TRUTH, .at = offsetof(hol_result, exhausted)}};
  static const hol_quantity unknowns = {
      .name = "unknowns", .type = HOL_COUNT, .text = "order of the frequency determinant"};
  hol_put_text(sink, &theory, result->theory);
  hol_put_text(sink, &hol_quantity_compliance, result->compliance);
  put_constraints(sink, result);
  put_components(sink, named);
  hol_open(sink, &modes);
  for (size_t i = 0; i < result->mode_count; i++) {
    put_mode(sink, result, &result->mode[i], named);
  }
  hol_close(sink);
  hol_effective_describe(result, sink);
  hol_put_members(sink, settled, sizeof settled / sizeof settled[0], result);
  hol_put_truth(sink, &hol_quantity_complete, result->complete);
  hol_put_members(sink, proved, sizeof proved / sizeof proved[0], result);
  put_mass(sink, result);
  hol_put_count(sink, &unknowns, result->unknowns);
  hol_open(sink, &notes);
  for (size_t i = 0; i < result->note_count; i++) {
    hol_put_text(sink, &note, result->note[i]);
  }
  hol_close(sink);
  put_intervals(sink, &result->intervals);
  hol_status status = result->geometry ? hol_geometry_describe(result->geometry, result->problem, sink) : HOL_OK;
  put_timing(sink, result);
  return status;
}

/** Names of parts, groups and joints. */
static hol_status name_all(const hol_problem *problem, names *named)
{
  HOL_TRY(hol_named_parts(problem, &named->part));
  HOL_TRY(hol_groups_make(problem, &named->groups));
  named->sum = hol_alloc(named->groups.count, sizeof *named->sum);
  return named->sum ? hol_named_joints(problem, &named->joint) : HOL_MEMORY;
}

hol_status hol_modes_describe(const void *of, const hol_sink *sink)
{
  const hol_result *result = of;
  const hol_problem *problem = result->problem;
  assert(problem);
  names named = {0};
  hol_status status = name_all(problem, &named);
  status = status == HOL_OK ? hol_components_make(result, &named.components) : status;
  if (status == HOL_OK) {
    status = put_all(sink, result, &named);
  }
  hol_distinct_clear(&named.joint);
  hol_distinct_clear(&named.part);
  hol_groups_clear(&named.groups);
  free(named.sum);
  hol_components_clear(&named.components);
  return status;
}

hol_status hol_shapes_describe(const hol_result *result, const hol_sink *sink)
{
  static const hol_quantity list = {.name = "modes", .type = HOL_LIST};
  hol_distinct part = {0};
  hol_status status = hol_named_parts(result->problem, &part);
  if (status == HOL_OK) {
    hol_open(sink, &list);
    for (size_t i = 0; i < result->mode_count; i++) {
      hol_open(sink, &record);
      put_between(sink, &result->mode[i], HOL_MODE_NUMBER, HOL_MODE_OMEGA);
      put_between(sink, &result->mode[i], HOL_MODE_LOWER, HOL_MODE_UPPER);
      put_shapes(sink, &part, result->mode[i].shape);
      hol_close(sink);
    }
    hol_close(sink);
    status = result->geometry ? hol_geometry_describe(result->geometry, result->problem, sink) : HOL_OK;
  }
  hol_distinct_clear(&part);
  return status;
}
