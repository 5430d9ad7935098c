/* SPDX-License-Identifier: BSD-3-Clause */
/* Which parameters a sweep varies, and how: a grid of values, or random samples. */
#include "sweep/analysis.h"

#include "base/memory.h"
#include "holonome/solve.h"
#include "problem/grammar.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 100000000, AXIS_POINTS_MAX = 10000000, SEED_MAX = 2147483647 };

static const char grid_forms[] = "[1 m, 2 m] or {from: 1 m, to: 2 m, points: 11}";
static const char sample_forms[] = "{mean: 210 GPa, deviation: 5 GPa} or {uniform: [1 m, 1.1 m]}";

static const hol_key sweep_key[] = {
    {.name = "over", .form = "mapping", .meaning = "parameters and their values, each with each"},
    {.name = "follow",
     .form = "truth",
     .otherwise = "false",
     .meaning = "every frequency as a branch, crossings resolved"},
    {.name = "sample", .form = "mapping", .meaning = "instead: parameters and how they are spread"},
    {.name = "count", .form = "count", .meaning = "so many random structures"},
    {.name = "seed", .form = "count", .otherwise = "1", .meaning = "of the random numbers"},
    {.name = "outputs", .form = "mapping", .meaning = "by name: paths of numbers of any analysis"},
};
static const hol_key over_key[] = {
    {.name = "from", .form = "number", .meaning = "the first value", .is_required = true},
    {.name = "to", .form = "number", .meaning = "the last value", .is_required = true},
    {.name = "points", .form = "count", .meaning = "so many, both included", .is_required = true},
    {.name = "spacing", .form = "word", .otherwise = "linear", .meaning = "or log"},
};
static const hol_key sample_key[] = {
    {.name = "mean", .form = "number", .meaning = "of a normal distribution"},
    {.name = "deviation", .form = "number", .meaning = "its standard deviation"},
    {.name = "uniform", .form = "list", .meaning = "instead: least and greatest value"},
};
enum { SWEEP, OVER_OF, SAMPLE_OF };
static const hol_mapping mapping[] = {
    {"sweep", "`sweep`", NULL, HOL_KEYS_OF(sweep_key)},
    {"sweep.over.NAME", "a parameter of `over`", NULL, HOL_KEYS_OF(over_key)},
    {"sweep.sample.NAME", "a parameter of `sample`", NULL, HOL_KEYS_OF(sample_key)},
};

/** The parameter that an axis names, and what its values must be. */
static bool find_parameter(hol_reader *reader, const hol_node *name, hol_axis *axis, hol_wanted *wanted)
{
  const hol_problem *problem = reader->problem;
  hol_nearest nearest = {.wanted = name->text};
  bool may_compare = hol_scope_may_compare(&reader->scope, problem->parameter_count);
  size_t number;
  for (size_t i = 0; i < problem->parameter_count; i++) {
    if (strcmp(problem->parameter[i].name, name->text) == 0) {
      axis->parameter = i;
      axis->place = hol_node_place(name);
      *wanted = (hol_wanted){.what = "value", .dimension = problem->parameter[i].dimension, .least = 2};
      return true;
    }
    if (may_compare) {
      hol_nearest_offer(&nearest, problem->parameter[i].name);
    }
  }
  if (!hol_names_find(&reader->scope.names, name->text, &number)) { /* else it is faulty, which has been told */
    hol_fault_unknown(reader, name, hol_nearest_hint(reader, &nearest), "parameter `%s` is not defined", name->text);
  }
  return false;
}

static void read_steps(hol_reader *reader, const hol_node *node, hol_wanted wanted, hol_axis *axis)
{
  static const char *const word[] = {"linear", "log"};
  hol_field field[4];
  size_t spacing = 0;
  if (!hol_mapping_take(reader, node, &mapping[OVER_OF], field)) {
    return;
  }
  if (!field[0].value || !field[1].value || !field[2].value) {
    hol_fault_missing(reader, node, grid_forms, "a range of values needs `from`, `to` and `points`");
  }
  bool has_a = field[0].value && hol_read_quantity(reader, field[0].value, wanted, &axis->a);
  bool has_b = field[1].value && hol_read_quantity(reader, field[1].value, wanted, &axis->b);
  if (field[2].value) {
    (void)hol_read_count(reader, field[2].value, "`points`", 2, AXIS_POINTS_MAX, &axis->count);
  }
  if (field[3].value) {
    (void)hol_read_choice(reader, field[3].value, "`spacing`", word, 2, &spacing);
  }
  axis->kind = spacing ? HOL_AXIS_LOGARITHMIC : HOL_AXIS_EVEN;
  if (spacing && has_a && has_b && !(axis->a > 0 && axis->b > 0) && !(axis->a < 0 && axis->b < 0)) {
    hol_fault(reader, field[3].value, NULL, "logarithmic steps need `from` and `to` of one sign, and not zero");
  }
}

static void read_values(hol_reader *reader, const hol_node *node, hol_wanted wanted, hol_axis *axis)
{
  axis->kind = HOL_AXIS_VALUES;
  if (node->count == 0) {
    hol_fault(reader, node, grid_forms, "there are no values to sweep over");
    return;
  }
  axis->value = hol_alloc(node->count, sizeof *axis->value);
  if (!axis->value) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  axis->count = node->count;
  for (size_t i = 0; i < node->count; i++) {
    (void)hol_read_quantity(reader, &node->item[i], wanted, &axis->value[i]);
  }
}

static void read_grid_axis(hol_reader *reader, const hol_node *node, hol_wanted wanted, hol_axis *axis)
{
  axis->count = 1;
  if (node->kind == HOL_NODE_LIST) {
    read_values(reader, node, wanted, axis);
  } else if (node->kind == HOL_NODE_MAP) {
    read_steps(reader, node, wanted, axis);
  } else if (node->kind != HOL_NODE_BAD) {
    hol_fault(reader, node, grid_forms, "a parameter of `over` needs a list of values or a range");
  }
}

static void read_bounds(hol_reader *reader, const hol_node *node, hol_wanted wanted, hol_axis *axis)
{
  double bound[2];
  size_t n = hol_read_list(reader, node, wanted, 2, bound);
  if (n == 1 || (n == 2 && !(bound[0] < bound[1]))) {
    hol_fault(reader, node, "uniform: [least, greatest]", "`uniform` needs two values, the second above the first");
  } else if (n == 2) {
    axis->a = bound[0];
    axis->b = bound[1];
  }
}

static void read_sample_axis(hol_reader *reader, const hol_node *node, hol_wanted wanted, hol_axis *axis)
{
  hol_field field[3];
  hol_wanted deviation = {.what = "deviation", .dimension = wanted.dimension};
  if (!hol_mapping_take(reader, node, &mapping[SAMPLE_OF], field)) {
    return;
  }
  const hol_node *mean = field[0].value, *spread = field[1].value, *uniform = field[2].value;
  axis->kind = uniform ? HOL_AXIS_UNIFORM : HOL_AXIS_NORMAL;
  (void)hol_check_either(reader, node, mean ? mean : spread, uniform, sample_forms,
                         "a random parameter is either normal or uniform");
  if (!mean != !spread) {
    hol_fault_missing(reader, node, sample_forms, "a normal parameter needs both `mean` and `deviation`");
  }
  if (mean) {
    (void)hol_read_quantity(reader, mean, wanted, &axis->a);
  }
  if (spread) {
    (void)hol_read_quantity(reader, spread, deviation, &axis->b);
  }
  if (uniform) {
    read_bounds(reader, uniform, wanted, axis);
  }
}

/** The parameters of `over` or `sample`. */
static void read_axes(hol_reader *reader, const hol_field *field, bool is_random, hol_plan *plan)
{
  const hol_node *node = field->value;
  char what[16] = "`over`";
  if (is_random) {
    (void)strcpy(what, "`sample`");
  }
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, what)) {
    return;
  }
  if (node->count == 0) {
    hol_fault(reader, field->name, NULL, "%s names no parameter", what);
    return;
  }
  plan->axis = hol_alloc(node->count, sizeof *plan->axis);
  if (!plan->axis) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    hol_axis *axis = &plan->axis[plan->axis_count];
    hol_wanted wanted;
    if (find_parameter(reader, &node->item[2 * i], axis, &wanted)) {
      (is_random ? read_sample_axis : read_grid_axis)(reader, &node->item[2 * i + 1], wanted, axis);
      plan->axis_count++;
    }
  }
}

/** Is it one of the analyses that there are, by the name of its results? Those of frequencies are modes. */
static bool is_analysis(const hol_reader *reader, const char *name, size_t length, hol_nearest *nearest)
{
  for (size_t i = 0; i < reader->grammar->count; i++) {
    const char *key = i == 0 ? "modes" : reader->grammar->analysis[i]->key[0].name;
    if (strlen(key) == length && strncmp(key, name, length) == 0) {
      return reader->grammar->analysis[i] != &hol_sweep_grammar;
    }
    hol_nearest_offer(nearest, key);
  }
  return false;
}

/** The analysis, a point, and what is never empty between points. */
static bool check_path(hol_reader *reader, const hol_node *node, const char *path)
{
  static const char forms[] = "response.receivers.1.peaks.1.magnitude, damped.1.loss_factor, modes.1.omega";
  size_t length = strcspn(path, "."), size = strlen(path);
  char *name = hol_own_text(reader, path);
  bool is_path = length > 0 && path[length] == '.' && path[size - 1] != '.' && !strstr(path, "..");
  if (!name || !is_path) {
    hol_fault(reader, node, forms,
              "an output is the path of a number: an analysis and names of its results, with points");
    free(name);
    return false;
  }
  name[length] = '\0';
  hol_nearest nearest = {.wanted = name};
  bool is_known = is_analysis(reader, path, length, &nearest);
  if (!is_known) {
    hol_fault(reader, node, hol_nearest_hint(reader, &nearest),
              "there is no analysis `%s` with results of one structure", name);
  }
  free(name);
  return is_known;
}

static bool is_taken(const hol_problem *problem, const hol_plan *plan, const char *name)
{
  bool is = false;
  for (size_t a = 0; a < plan->axis_count; a++) {
    is = is || strcmp(problem->parameter[plan->axis[a].parameter].name, name) == 0;
  }
  return is;
}

/** By their names the paths of numbers. */
static void read_outputs(hol_reader *reader, const hol_field *field, hol_plan *plan)
{
  const hol_node *node = field->value;
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, "`outputs`")) {
    return;
  }
  if (node->count == 0) {
    hol_fault(reader, field->name, "outputs: {peak: response.receivers.1.peaks.1.magnitude}", "`outputs` is empty");
    return;
  }
  plan->output = hol_alloc(node->count, sizeof *plan->output);
  if (!plan->output) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    const hol_node *name = &node->item[2 * i];
    bool is_good = hol_check_name(reader, name, "an output");
    if (is_good && is_taken(reader->problem, plan, name->text)) {
      hol_fault(reader, name, NULL, "`%s` is a parameter that is swept", name->text);
      is_good = false;
    }
    const char *path = hol_read_text(reader, name + 1, "an output");
    if (is_good && path && check_path(reader, name + 1, path)) {
      plan->output[plan->outputs++] =
          (hol_plan_output){hol_own_text(reader, name->text), hol_own_text(reader, path), hol_node_place(name + 1)};
    }
  }
}

static void read_seed(hol_reader *reader, const hol_node *node, hol_plan *plan)
{
  size_t seed;
  if (hol_read_count(reader, node, "`seed`", 0, SEED_MAX, &seed)) {
    plan->seed = seed;
  }
}

static void count_points(hol_reader *reader, const hol_field *over, hol_plan *plan)
{
  plan->points = 1;
  for (size_t a = 0; a < plan->axis_count; a++) {
    if (plan->axis[a].count > POINTS_MAX / plan->points) {
      hol_fault(reader, over->name, NULL, "the grid has more than %d points", POINTS_MAX);
      return;
    }
    plan->points *= plan->axis[a].count ? plan->axis[a].count : 1;
  }
}

/** Keys that belong to the other kind of sweep. */
static void refuse(hol_reader *reader, const hol_field *field, const char *owner)
{
  if (field->value) {
    hol_fault(reader, field->name, NULL, "`%s` belongs to `%s`", field->key, owner);
  }
}

static void read_plan(hol_reader *reader, const hol_node *key, hol_plan *plan)
{
  enum { OVER, FOLLOW, SAMPLE, COUNT, SEED, OUTPUTS, FIELDS };
  hol_field field[FIELDS];
  plan->place = hol_node_place(key);
  if (!hol_mapping_take(reader, key + 1, &mapping[SWEEP], field)) {
    return;
  }
  (void)hol_check_either(reader, key, field[OVER].value, field[SAMPLE].value,
                         "over: {L: [1 m, 2 m]} or sample: {L: {uniform: [1 m, 2 m]}}, count: 1000",
                         "`sweep` needs either `over` or `sample`");
  plan->is_random = field[SAMPLE].value && !field[OVER].value;
  if (field[OVER].value) {
    read_axes(reader, &field[OVER], false, plan);
    count_points(reader, &field[OVER], plan);
    refuse(reader, &field[COUNT], "sample");
    refuse(reader, &field[SEED], "sample");
    if (field[FOLLOW].value) {
      (void)hol_read_bool(reader, field[FOLLOW].value, "`follow`", &plan->follow);
    }
  } else if (field[SAMPLE].value) {
    read_axes(reader, &field[SAMPLE], true, plan);
    refuse(reader, &field[FOLLOW], "over");
    if (!field[COUNT].value) {
      hol_fault_missing(reader, field[SAMPLE].name, "e.g. count: 1000", "`sample` needs `count`");
    } else {
      (void)hol_read_count(reader, field[COUNT].value, "`count`", 1, POINTS_MAX, &plan->points);
    }
    if (field[SEED].value) {
      read_seed(reader, field[SEED].value, plan);
    }
  }
  if (field[OUTPUTS].value) {
    read_outputs(reader, &field[OUTPUTS], plan);
  }
  if (reader->problem->analysis.frequencies == HOL_FREQUENCIES_NONE && (plan->follow || !field[OUTPUTS].value)) {
    hol_fault_missing(reader, key, "frequencies: {count: 6}",
                      plan->follow ? "`follow` needs `frequencies` to look for"
                                   : "a sweep needs `frequencies` to look for, or `outputs`");
  }
}

static void clear_plan(void *wanted)
{
  hol_plan *plan = wanted;
  for (size_t a = 0; a < plan->axis_count; a++) {
    free(plan->axis[a].value);
  }
  for (size_t i = 0; i < plan->outputs; i++) {
    free(plan->output[i].name);
    free(plan->output[i].path);
  }
  free(plan->axis);
  free(plan->output);
}

static void read_sweep(hol_reader *reader, const hol_node *key)
{
  hol_plan plan = {0};
  const hol_home outer = hol_enter(reader, HOL_TABLE_ASIDE, 0, NULL, 0); /* a structure of the sweep has no plan */
  read_plan(reader, key, &plan);
  if (reader->problem->analysis.effective.is_asked && plan.outputs == 0) {
    hol_fault(reader, key, "outputs: {first: modes.effective_masses.modes.1.mass}",
              "a sweep takes of `effective_masses` what `outputs` name");
  }
  if (reader->problem->analysis.sensitivity_count) {
    hol_fault(reader, key, "over: {L: [0.99 m, 1.01 m]} tells differences", "`sweep` does not go with `sensitivities`");
  }
  reader->home = outer;
  hol_plan *kept = plan.axis_count > 0 ? hol_request_start(reader, &hol_sweep_grammar, sizeof *kept) : NULL;
  if (kept) {
    *kept = plan;
  } else {
    clear_plan(&plan);
  }
}

static const hol_analysis_key sweep[] = {{"sweep", read_sweep, "mapping", "many values of the parameters"}};
const hol_analysis_grammar hol_sweep_grammar = {.key = sweep,
                                                .keys = 1,
                                                .mapping = mapping,
                                                .mappings = sizeof mapping / sizeof *mapping,
                                                .is_many = true,
                                                .clear = clear_plan};

const hol_plan *hol_plan_of(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_sweep_grammar);
}
