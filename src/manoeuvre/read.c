/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of a manoeuvre, and what is expected of it. */
#include "base/memory.h"
#include "excitation/read.h"
#include "manoeuvre/manoeuvre.h"
#include "problem/grammar.h"
#include "response/forced/forced_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MOST = 1000000, SMOOTH_MOST = 4 };

static const hol_dimension seconds = {.time = 1};

static const hol_key manoeuvre_key[] = {
    {.name = "hub", .form = "mapping", .meaning = "the joint, or the point under a force, that is moved"},
    {.name = "by", .form = "quantity", .meaning = "how far: a length or an angle", .is_required = true},
    {.name = "in", .what = "time", .dimension = {.time = 1}, .meaning = "the duration"},
    {.name = "limits", .form = "mapping", .meaning = "instead: the time is to be little within them"},
    {.name = "quiet", .form = "count", .meaning = "modes at rest at the end: 3, or {below: 20 Hz}"},
    {.name = "smooth",
     .form = "count",
     .otherwise = "0",
     .meaning = "so many derivatives of the speed begin and end at 0"},
    {.name = "degree", .form = "word or count", .otherwise = "auto", .meaning = "auto, least, least-effort, or odd"},
    {.name = "robust", .form = "list", .meaning = "modes at rest also where their frequency is a little off"},
    {.name = "start", .form = "list", .meaning = "modal coordinates at the start, of unit modal mass"},
    {.name = "start_speed", .form = "list", .meaning = "their velocities"},
    {.name = "sampled", .what = "time", .dimension = {.time = 1}, .meaning = "cycle of a table that is quiet itself"},
    {.name = "frequencies", .form = "list", .meaning = "rad/s, without a structure"},
    {.name = "participation", .form = "list", .meaning = "of these, 1 of a pendulum"},
    HOL_LAW_ROWS,
};
enum {
  HUB,
  BY,
  IN,
  LIMITS,
  QUIET,
  SMOOTH,
  DEGREE,
  ROBUST,
  START,
  START_SPEED,
  SAMPLED,
  FREQUENCIES,
  PARTICIPATION,
  LAW,
  KEYS = LAW + HOL_LAW_KEYS
};

static const hol_key hub_key[] = {
    {.name = "joint", .form = "a joint", .meaning = "to the ground, which moves it"},
    {.name = "point", .form = "a point", .meaning = "instead: on which a force acts"},
    {.name = "direction", .form = "direction", .meaning = "along which it moves"},
    {.name = "rotation", .form = "direction", .meaning = "about which it turns; in a plane z"},
};
enum { JOINT, POINT, DIRECTION, ROTATION, HUB_KEYS };

static const hol_key quiet_key[] = {
    {.name = "below",
     .what = "frequency",
     .dimension = {.time = -1},
     .meaning = "all modes below",
     .is_required = true},
};
static const hol_key limits_key[] = {
    {.name = "speed", .form = "quantity", .meaning = "of the hub"},
    {.name = "acceleration", .form = "quantity", .meaning = "of the hub"},
    {.name = "jerk", .form = "quantity", .meaning = "of the hub"},
};
static const hol_mapping mapping[] = {
    {"manoeuvre", "`manoeuvre`", NULL, HOL_KEYS_OF(manoeuvre_key)},
    {"manoeuvre.hub", "a hub", NULL, HOL_KEYS_OF(hub_key)},
    {"manoeuvre.quiet", "`quiet`", NULL, HOL_KEYS_OF(quiet_key)},
    {"manoeuvre.limits", "`limits`", NULL, HOL_KEYS_OF(limits_key)},
};
static const char hub_forms[] = "hub: {joint: trolley, direction: x} or hub: {point: carriage, direction: x}";

/* ---- the hub ----------------------------------------------------------------------------------------------------- */

static void read_hub(hol_reader *reader, const hol_node *node, hol_manoeuvre_request *request)
{
  hol_field field[HUB_KEYS];
  hol_output *hub = &request->hub;
  hub->place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[1], field)) {
    return;
  }
  request->is_force = field[POINT].value != NULL;
  if (!hol_check_either(reader, node, field[JOINT].value, field[POINT].value, hub_forms,
                        "a hub is either a `joint` that moves it or a `point` under a force") ||
      !hol_check_either(reader, node, field[DIRECTION].value, field[ROTATION].value, hub_forms,
                        "a hub moves along a `direction` or about a `rotation`")) {
    return;
  }
  hub->turns = field[ROTATION].value != NULL;
  (void)hol_read_unit_vector(reader, hub->turns ? field[ROTATION].value : field[DIRECTION].value,
                             hub->turns ? "`rotation`" : "`direction`", hub->direction);
  if (request->is_force) {
    (void)hol_read_point(reader, field[POINT].value, &hub->point);
  } else if (hol_read_joint_name(reader, field[JOINT].value, &hub->joint)) {
    const hol_joint *joint = &reader->problem->joint[hub->joint];
    hub->is_reaction = true;
    if (joint->kind != HOL_FIX && joint->kind != HOL_PIN && joint->kind != HOL_ROLLER) {
      hol_fault(reader, field[JOINT].value, "a fix, pin or roller", "`%s` does not hold to the ground: it moves no hub",
                joint->name);
    }
  }
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static void read_by(hol_reader *reader, const hol_node *node, hol_manoeuvre_request *request)
{
  const hol_dimension length = {.length = 1}, none = {0};
  hol_quantity quantity;
  if (request->is_bare) {
    if (hol_read_any(reader, node, "`by`", &quantity)) {
      request->by = quantity.value;
    }
    return;
  }
  const hol_wanted wanted = {.what = "`by`", .dimension = request->hub.turns ? none : length, .least = 2};
  (void)hol_read_quantity(reader, node, wanted, &request->by);
}

/** Of the hub, or bare numbers of a plan without a structure. */
static void read_limit(hol_reader *reader, const hol_node *node, const char *what, int order,
                       const hol_manoeuvre_request *request, double *limit)
{
  const hol_wanted wanted = {
      .what = what, .dimension = {.length = request->hub.turns ? 0 : 1, .time = (signed char)-order}, .least = 1};
  hol_quantity quantity;
  if (node && request->is_bare && hol_read_any(reader, node, what, &quantity)) {
    *limit = quantity.value;
  } else if (node && !request->is_bare) {
    (void)hol_read_quantity(reader, node, wanted, limit);
  }
}

static void read_limits(hol_reader *reader, const hol_node *node, hol_manoeuvre_request *request)
{
  hol_field field[3];
  hol_plan_limits *limits = &request->limits;
  request->limits_place = hol_node_place(node);
  request->has_limits = true;
  *limits = (hol_plan_limits){HUGE_VAL, HUGE_VAL, HUGE_VAL};
  if (!hol_mapping_take(reader, node, &mapping[3], field)) {
    return;
  }
  read_limit(reader, field[0].value, "`speed`", 1, request, &limits->speed);
  read_limit(reader, field[1].value, "`acceleration`", 2, request, &limits->acceleration);
  read_limit(reader, field[2].value, "`jerk`", 3, request, &limits->jerk);
  bool is_bounded = isfinite(limits->acceleration) || isfinite(limits->jerk);
  if (!is_bounded || !(fmin(fmin(limits->speed, limits->acceleration), limits->jerk) > 0)) {
    hol_fault(reader, node, "limits: {speed: 1 m/s, acceleration: 0.3 m/s^2, jerk: 0.6 m/s^3}",
              "`limits` are positive, and one of them is `acceleration` or `jerk`");
  }
  request->smooth = isfinite(limits->jerk) ? 1 : 0;
}

static void read_quiet(hol_reader *reader, const hol_node *node, hol_manoeuvre_request *request)
{
  request->quiet_place = hol_node_place(node);
  if (node->kind != HOL_NODE_MAP) {
    (void)hol_read_count(reader, node, "`quiet`", 1, HOL_QUIET_MOST, &request->quiet);
    return;
  }
  hol_field field[1];
  const hol_wanted below = {.what = "`below`", .dimension = {.time = -1}, .least = 1};
  if (hol_mapping_take(reader, node, &mapping[2], field) && field[0].value) {
    (void)hol_read_quantity(reader, field[0].value, below, &request->below);
  }
}

static void read_degree(hol_reader *reader, const hol_node *node, hol_manoeuvre_request *request)
{
  static const char *const word[] = {"auto", "least", "", "least-effort"};
  request->degree_place = hol_node_place(node);
  for (size_t i = 0; node->kind == HOL_NODE_TEXT && i < 4; i++) {
    if (i != HOL_DEGREE_GIVEN && strcmp(node->text, word[i]) == 0) {
      request->degree_kind = (hol_degree_kind)i;
      return;
    }
  }
  request->degree_kind = HOL_DEGREE_GIVEN;
  if (hol_read_count(reader, node, "`degree`", 3, HOL_BASIS_DEGREE_MOST, &request->degree) &&
      request->degree % 2 == 0) {
    hol_fault(reader, node, NULL, "the degree of a plan is odd");
  }
}

static void read_modal(hol_reader *reader, const hol_node *node, const char *what, double **value, size_t *count)
{
  if (node) {
    hol_read_values(reader, node, what, "a modal coordinate", value, count);
  }
}

static void read_robust(hol_reader *reader, const hol_node *node, hol_manoeuvre_request *request)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`robust`")) {
    return;
  }
  request->robust = hol_alloc(node->count, sizeof *request->robust);
  if (!request->robust) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    if (hol_read_count(reader, &node->item[i], "a mode", 1, HOL_QUIET_MOST, &request->robust[request->robusts])) {
      request->robusts++;
    }
  }
}

static void read_bare(hol_reader *reader, const hol_node *key, const hol_field *field, hol_manoeuvre_request *request)
{
  size_t frequencies = 0, participations = 0;
  hol_read_values(reader, field[FREQUENCIES].value, "`frequencies`", "a frequency", &request->omega, &frequencies);
  request->quiet = frequencies;
  request->quiet_place = hol_node_place(field[FREQUENCIES].value);
  if (frequencies > HOL_QUIET_MOST || frequencies == 0) {
    hol_fault(reader, field[FREQUENCIES].value, NULL, "%d frequencies at most, and one at least", HOL_QUIET_MOST);
  }
  for (size_t i = 0; i < frequencies; i++) {
    if (!(request->omega[i] > 0)) {
      hol_fault(reader, field[FREQUENCIES].value, NULL, "a frequency must be positive");
    }
  }
  if (field[PARTICIPATION].value) {
    hol_read_values(reader, field[PARTICIPATION].value, "`participation`", "a participation", &request->participation,
                    &participations);
  }
  if (participations != frequencies) {
    hol_fault_missing(reader, key, "frequencies: [1, 1.8], participation: [1, 1]",
                      "%zu frequencies have %zu participations", frequencies, participations);
  }
  if (field[HUB].value || field[QUIET].value) {
    hol_fault(reader, key, NULL, "`frequencies` stand for a structure: `hub` and `quiet` have no meaning");
  }
}

static void read_options(hol_reader *reader, const hol_field *field, hol_manoeuvre_request *request)
{
  const hol_wanted sampled = {.what = "`sampled`", .dimension = seconds, .least = 1};
  if (field[SMOOTH].value) {
    (void)hol_read_count(reader, field[SMOOTH].value, "`smooth`", 0, SMOOTH_MOST, &request->smooth);
  }
  if (request->has_limits && isfinite(request->limits.jerk) && request->smooth == 0) {
    hol_fault(reader, field[SMOOTH].value, "smooth: 1", "within a limit of jerk the acceleration begins and ends at 0");
  }
  if (field[DEGREE].value) {
    read_degree(reader, field[DEGREE].value, request);
  }
  if (request->degree_kind == HOL_DEGREE_LEAST_EFFORT && request->smooth > 0) {
    hol_fault(reader, field[DEGREE].value, "smooth: 0", "the acceleration of least effort jumps at the ends");
  }
  if (field[ROBUST].value) {
    read_robust(reader, field[ROBUST].value, request);
  }
  read_modal(reader, field[START].value, "`start`", &request->start, &request->starts);
  read_modal(reader, field[START_SPEED].value, "`start_speed`", &request->start_speed, &request->start_speeds);
  hol_law_read(reader, &field[LAW], &request->law);
  if (field[SAMPLED].value && hol_read_quantity(reader, field[SAMPLED].value, sampled, &request->sampled)) {
    double cycles = request->in / request->sampled;
    if (request->has_limits) {
      hol_fault(reader, field[SAMPLED].value, "in: 16 s", "a table is made for a given duration, not within `limits`");
    }
    request->sampled_place = hol_node_place(field[SAMPLED].value);
    if (request->in > 0 && !(fabs(cycles - rint(cycles)) <= 1e-9 * cycles && cycles >= 2 && cycles < SAMPLES_MOST)) {
      hol_fault(reader, field[SAMPLED].value, NULL,
                "the duration must be a whole number of samples, 2 to %d, and is %.9g of them", SAMPLES_MOST, cycles);
    }
  }
}

static void read_manoeuvre(hol_reader *reader, const hol_node *key)
{
  hol_field field[KEYS];
  const hol_wanted in = {.what = "`in`", .dimension = seconds, .least = 1};
  hol_manoeuvre_request *request = hol_request_start(reader, &hol_manoeuvre_grammar, sizeof *request);
  if (!request) {
    return;
  }
  *request = (hol_manoeuvre_request){.law = hol_law_none(key), .place = hol_node_place(key)};
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  request->is_bare = field[FREQUENCIES].value != NULL;
  if (request->is_bare) {
    read_bare(reader, key, field, request);
  } else if (!field[HUB].value || !field[QUIET].value) {
    hol_fault_missing(reader, key, "{hub: {joint: trolley, direction: x}, by: 2 m, in: 3 s, quiet: 2}",
                      "`manoeuvre` needs `%s`", field[HUB].value ? "quiet" : "hub");
  } else {
    read_hub(reader, field[HUB].value, request);
    read_quiet(reader, field[QUIET].value, request);
  }
  if (!field[BY].value) {
    hol_fault_missing(reader, key, "by: 2 m, in: 3 s", "`manoeuvre` needs `by`");
    return;
  }
  read_by(reader, field[BY].value, request);
  request->in_place = hol_node_place(key);
  if (!hol_check_either(reader, key, field[IN].value, field[LIMITS].value, "by: 2 m, in: 3 s",
                        "a manoeuvre is either `in` a time or within `limits`")) {
    return;
  }
  if (field[LIMITS].value) {
    read_limits(reader, field[LIMITS].value, request);
  } else {
    request->in_place = hol_node_place(field[IN].value);
    (void)hol_read_quantity(reader, field[IN].value, in, &request->in);
  }
  read_options(reader, field, request);
}

static void clear(void *wanted)
{
  hol_manoeuvre_request *request = wanted;
  free(request->hub.point.text);
  free(request->robust);
  free(request->start);
  free(request->start_speed);
  free(request->omega);
  free(request->participation);
}

/** Frequencies given as such need no parts. */
static bool is_bare(const hol_node *value)
{
  return hol_node_value(value, "frequencies") != NULL;
}

/* ---- expect ------------------------------------------------------------------------------------------------------ */

static const char *const number_word[] = {"rest", "effort_ratio", "duration", "degree", "unmodelled", "no_plan_below"};
enum { NUMBERS = 6 };

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *number = hol_field_named(field, "manoeuvre")->value, *is = hol_field_named(field, "is")->value,
                 *most = hol_field_named(field, "at_most")->value,
                 *coefficients = hol_field_named(field, "coefficients")->value;
  hol_manoeuvre_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  size_t choice = 0;
  hol_quantity quantity;
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  if (coefficients) {
    hol_read_values(reader, coefficients, "`coefficients`", "a coefficient", &expected->coefficient,
                    &expected->coefficients);
  }
  if (number && hol_read_choice(reader, number, "`manoeuvre`", number_word, NUMBERS, &choice) &&
      hol_check_either(reader, entry, is, most, "{manoeuvre: rest, at_most: 1e-9}",
                       "either `is` or `at_most` is needed") &&
      hol_read_any(reader, is ? is : most, "a number", &quantity)) {
    *expected = (hol_manoeuvre_expected){.has_number = true,
                                         .is_most = most != NULL,
                                         .number = (hol_manoeuvre_number)choice,
                                         .value = quantity.value,
                                         .coefficient = expected->coefficient,
                                         .coefficients = expected->coefficients};
  }
}

static void clear_expected(void *wanted)
{
  free(((hol_manoeuvre_expected *)wanted)->coefficient);
}

static const hol_analysis_key key[] = {
    {"manoeuvre", read_manoeuvre, "mapping", "move a joint from rest to rest so that chosen modes rest at the end"}};
static const hol_expected_key expected[] = {
    {"manoeuvre", true}, {"coefficients", true}, {"is", false}, {"at_most", false}};

const hol_analysis_grammar hol_manoeuvre_grammar = {.key = key,
                                                    .keys = sizeof key / sizeof *key,
                                                    .mapping = mapping,
                                                    .mappings = sizeof mapping / sizeof *mapping,
                                                    .is_bare = is_bare,
                                                    .expected = expected,
                                                    .expected_keys = sizeof expected / sizeof *expected,
                                                    .expect = read_expected,
                                                    .clear = clear,
                                                    .clear_expected = clear_expected};
