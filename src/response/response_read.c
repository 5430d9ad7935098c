/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of steady motions under harmonic loads. */
#include "base/memory.h"
#include "problem/grammar.h"
#include "response/response.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 100000 };

/** One or a list of them. */
static size_t count_of(const hol_node *node)
{
  return node->kind == HOL_NODE_LIST ? node->count : 1;
}

static const hol_node *item_of(const hol_node *node, size_t i)
{
  return node->kind == HOL_NODE_LIST ? &node->item[i] : node;
}

bool hol_response_holds(const hol_joint *joint)
{
  bool is_single = joint->point_count == 1;
  switch (joint->kind) {
  case HOL_FIX:
  case HOL_PIN:
  case HOL_ROLLER:
    return true;
  case HOL_SPRING:
  case HOL_DASHPOT:
    return is_single && joint->stiffness_count <= 1;
  default:
    return false;
  }
}

bool hol_response_joins(const hol_joint *joint)
{
  switch (joint->kind) {
  case HOL_WELD:
  case HOL_HINGE:
  case HOL_BALL:
  case HOL_UNIVERSAL:
  case HOL_SLIDE:
    return true;
  case HOL_TIE:
    return joint->stiffness_count == 0 && joint->point_count == 2;
  default:
    return false;
  }
}

static void read_joint(hol_reader *reader, const hol_node *node, size_t *joint)
{
  if (hol_read_joint_name(reader, node, joint) && !hol_response_holds(&reader->problem->joint[*joint])) {
    hol_fault(reader, node, "fix, pin, roller, or a spring or dashpot of one point", "`%s` is no joint to the ground",
              reader->problem->joint[*joint].name);
  }
}

/** A joint to the ground, a rigid joint between points, or a spring or dashpot between two points. */
static void read_reaction(hol_reader *reader, const hol_node *node, size_t *joint)
{
  if (!hol_read_joint_name(reader, node, joint)) {
    return;
  }
  const hol_joint *named = &reader->problem->joint[*joint];
  bool is_between = (named->kind == HOL_SPRING || named->kind == HOL_DASHPOT) && named->point_count == 2 &&
                    named->stiffness_count <= 1;
  if (!is_between && !hol_response_holds(named) && !hol_response_joins(named)) {
    hol_fault(reader, node, "fix, pin, roller, weld, hinge, ball, universal, slide, tie, or a spring or dashpot",
              "the force of `%s` is not told", named->name);
  }
}

static const hol_key response_key[] = {
    {.name = "load", .form = "mapping(s)", .meaning = "all of the same frequency", .is_required = true},
    {.name = "at", .form = "mapping(s)", .meaning = "what is looked at", .is_required = true},
    {.name = "quantity", .form = "word", .otherwise = "receptance", .meaning = "or mobility, accelerance"},
    {.name = "separate", .form = "truth", .otherwise = "false", .meaning = "for every load by itself"},
    {.name = "frequencies", .form = "list", .meaning = "at which the response is computed"},
    {.name = "from",
     .what = "frequency",
     .dimension = {.time = -1},
     .meaning = "instead: a range in which it chooses them"},
    {.name = "to", .what = "frequency", .dimension = {.time = -1}, .meaning = "its end"},
    {.name = "tolerance", .otherwise = "1e-6", .meaning = "between the frequencies chosen"},
};
static const hol_key load_key[] = {
    {.name = "at", .form = "a point", .meaning = "of a force or a moment"},
    {.name = "base", .form = "joints", .meaning = "supports that move: `ground`, or their names"},
    {.name = "part", .form = "name", .meaning = "that bears a line load"},
    {.name = "direction", .form = "direction", .meaning = "of a force or a motion"},
    {.name = "rotation", .form = "direction", .meaning = "the axis of a moment; in a plane z"},
    {.name = "force", .what = "force", .dimension = {1, 1, -2}, .meaning = "at a point"},
    {.name = "moment", .what = "moment", .dimension = {2, 1, -2}, .meaning = "at a point"},
    {.name = "unbalance",
     .what = "unbalance",
     .dimension = {1, 1, 0},
     .meaning = "at a point: a force of omega^2 times this, as of a mass that turns, by its distance"},
    {.name = "line_load",
     .what = "line load",
     .dimension = {0, 1, -2},
     .meaning = "force per length of a uniform member"},
    {.name = "motion", .what = "motion", .dimension = {1, 0, 0}, .meaning = "of supports"},
    {.name = "acceleration", .what = "acceleration", .dimension = {1, 0, -2}, .meaning = "of supports"},
};
static const hol_key receiver_key[] = {
    {.name = "point", .form = "a point", .meaning = "that is looked at"},
    {.name = "direction", .form = "direction", .meaning = "along which it moves"},
    {.name = "rotation", .form = "direction", .meaning = "about which it turns"},
    {.name = "reaction", .form = "name", .meaning = "instead: of a joint but a bushing, gear or constraint"},
};
enum { RESPONSE, LOAD_OF, RECEIVER_OF };
static const hol_mapping mapping[] = {
    {"response", "`response`", NULL, HOL_KEYS_OF(response_key)},
    {"response.load", "a harmonic load", NULL, HOL_KEYS_OF(load_key)},
    {"response.at", "a harmonic receiver", NULL, HOL_KEYS_OF(receiver_key)},
};

/* ---- loads ------------------------------------------------------------------------------------------------------- */

enum { AT, BASE, PART, DIRECTION, ROTATION, FORCE, MOMENT, UNBALANCE, LINE_LOAD, MOTION, ACCELERATION, LOAD_KEYS };
static const char load_forms[] =
    "{at: beam.end, direction: [0, 1], force: 1 N}, {at: beam.end, rotation: z, moment: 1 N m}, "
    "{at: beam.end, direction: [0, 1], unbalance: 1 g m}, {part: beam, direction: [0, 1], line_load: 1 N/m} or {base: "
    "[fix beam.start], direction: [0, 1], acceleration: 1 "
    "m/s^2}";

/** `ground`: all joints that hold to it. Foundations, and joints whose foot is not told apart, would move with it. */
static void read_ground(hol_reader *reader, const hol_node *node, hol_response_load *load)
{
  const hol_problem *problem = reader->problem;
  load->joint = hol_alloc(problem->joint_count, sizeof *load->joint);
  if (!load->joint) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    if (joint->point_count == 1 && hol_response_holds(joint)) {
      load->joint[load->joints++] = j;
    } else if (joint->point_count == 1) {
      hol_fault(reader, node, "name the joints that move: fix, pin, roller, spring or dashpot of one point",
                "`%s` holds to the ground, and how it moves with it is not known", joint->name);
      return;
    }
  }
  for (size_t i = 0; i < problem->part_count; i++) {
    if (problem->part[i].value[HOL_P_FOUNDATION] > 0) {
      hol_fault(reader, node, "name the joints that move",
                "`%s` lies on a foundation, and how it moves with the ground is not known", problem->part[i].name);
      return;
    }
  }
  if (load->joints == 0) {
    hol_fault(reader, node, NULL, "nothing is held to the ground");
  }
}

static void read_base(hol_reader *reader, const hol_node *node, hol_response_load *load)
{
  load->is_base = true;
  if (node->kind == HOL_NODE_TEXT && strcmp(node->text, "ground") == 0) {
    read_ground(reader, node, load);
    return;
  }
  load->joint = hol_alloc(count_of(node), sizeof *load->joint);
  if (!load->joint) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (; load->joints < count_of(node); load->joints++) {
    read_joint(reader, item_of(node, load->joints), &load->joint[load->joints]);
  }
}

/** Which of the sizes there is; SIZE_MAX after a fault. */
static size_t size_of(hol_reader *reader, const hol_node *node, const hol_field *field)
{
  size_t size = SIZE_MAX, sizes = 0;
  for (size_t k = FORCE; k < LOAD_KEYS; k++) {
    sizes += field[k].value != NULL;
    size = field[k].value ? k : size;
  }
  bool is_base = size == MOTION || size == ACCELERATION, turns = size == MOMENT;
  const size_t place = is_base ? BASE : size == LINE_LOAD ? PART : AT;
  if (sizes != 1) {
    hol_fault_missing(reader, node, load_forms,
                      "a load is one of `force`, `moment`, `unbalance`, `line_load`, `motion` and `acceleration`");
    return SIZE_MAX;
  }
  bool has_place =
      (field[AT].value != NULL) + (field[BASE].value != NULL) + (field[PART].value != NULL) == 1 && field[place].value;
  bool has_axis = turns ? !field[DIRECTION].value && (field[ROTATION].value || reader->problem->dimensions == 2)
                        : field[DIRECTION].value && !field[ROTATION].value;
  if (!has_place || !has_axis) {
    hol_fault_missing(reader, node, load_forms, "`%s` goes with `%s` and `%s`", field[size].key, field[place].key,
                      turns ? "rotation" : "direction");
    return SIZE_MAX;
  }
  return size;
}

static void read_load(hol_reader *reader, const hol_node *node, hol_response_load *load)
{
  static const hol_wanted wanted[LOAD_KEYS] = {
      [FORCE] = {.what = "force", .dimension = {1, 1, -2}, .least = 2},
      [MOMENT] = {.what = "moment", .dimension = {2, 1, -2}, .least = 2},
      [UNBALANCE] = {.what = "unbalance", .dimension = {1, 1, 0}, .least = 2},
      [LINE_LOAD] = {.what = "line load", .dimension = {0, 1, -2}, .least = 2},
      [MOTION] = {.what = "motion", .dimension = {1, 0, 0}, .least = 2},
      [ACCELERATION] = {.what = "acceleration", .dimension = {1, 0, -2}, .least = 2}};
  hol_field field[LOAD_KEYS];
  load->place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[LOAD_OF], field)) {
    return;
  }
  size_t size = size_of(reader, node, field);
  if (size == SIZE_MAX) {
    return;
  }
  load->turns = size == MOMENT;
  load->is_acceleration = size == ACCELERATION;
  load->is_along = size == LINE_LOAD;
  load->is_unbalance = size == UNBALANCE;
  if (field[BASE].value) {
    read_base(reader, field[BASE].value, load);
  } else if (load->is_along) {
    (void)hol_read_part_name(reader, field[PART].value, &load->part);
  } else {
    (void)hol_read_point(reader, field[AT].value, &load->point);
  }
  const hol_node *direction = field[load->turns ? ROTATION : DIRECTION].value;
  load->direction[2] = direction ? 0 : 1;
  if (direction) {
    (void)hol_read_direction(reader, direction, load->turns ? "`rotation`" : "`direction`", load->direction);
  }
  (void)hol_read_quantity(reader, field[size].value, wanted[size], &load->size);
}

/* ---- receivers --------------------------------------------------------------------------------------------------- */

static void read_receiver(hol_reader *reader, const hol_node *node, hol_receiver *receiver)
{
  static const char forms[] =
      "{point: beam.end, direction: [0, 1]}, {point: beam.end, rotation: z} or {reaction: fix beam.start}";
  enum { POINT, TOWARDS, ABOUT, REACTION, KEYS };
  hol_field field[KEYS];
  receiver->place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[RECEIVER_OF], field)) {
    return;
  }
  receiver->is_reaction = field[REACTION].value;
  bool has_axis = (field[TOWARDS].value != NULL) != (field[ABOUT].value != NULL);
  bool is_good = receiver->is_reaction ? !field[POINT].value && !field[TOWARDS].value && !field[ABOUT].value
                                       : field[POINT].value && has_axis;
  if (!is_good) {
    hol_fault_missing(reader, node, forms, "a receiver is a `point` with `direction` or `rotation`, or a `reaction`");
    return;
  }
  if (receiver->is_reaction) {
    read_reaction(reader, field[REACTION].value, &receiver->joint);
    return;
  }
  receiver->turns = field[ABOUT].value;
  (void)hol_read_point(reader, field[POINT].value, &receiver->point);
  (void)hol_read_direction(reader, receiver->turns ? field[ABOUT].value : field[TOWARDS].value,
                           receiver->turns ? "`rotation`" : "`direction`", receiver->direction);
}

/* ---- frequencies ------------------------------------------------------------------------------------------------- */

static const hol_wanted frequency = {.what = "frequency", .dimension = {0, 0, -1}, .least = 1},
                        given = {.what = "frequency", .dimension = {0, 0, -1}, .least = 0};

static void read_frequencies(hol_reader *reader, const hol_node *node, hol_response_request *request)
{
  size_t count = count_of(node);
  if (count == 0 || count > VALUES_MAX) {
    hol_fault(reader, node, NULL, "`frequencies` has 1 to %d of them", VALUES_MAX);
    return;
  }
  request->omega = hol_alloc(count, sizeof *request->omega);
  if (!request->omega) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    request->count += hol_read_quantity(reader, item_of(node, i), given, &request->omega[request->count]);
  }
}

static void read_range(hol_reader *reader, const hol_node *key, const hol_field *from, const hol_field *to,
                       hol_response_request *request)
{
  if (!from->value || !to->value) {
    hol_fault_missing(reader, key, "from: 1 Hz, to: 2 kHz", "`response` needs `frequencies`, or `from` and `to`");
    return;
  }
  bool is_read = hol_read_quantity(reader, from->value, frequency, &request->from);
  is_read = hol_read_quantity(reader, to->value, frequency, &request->to) && is_read;
  if (is_read && !(request->from < request->to)) {
    hol_fault(reader, to->value, NULL, "`to` must be above `from`");
  }
}

/* ---- the request ------------------------------------------------------------------------------------------------- */

enum { LOAD, RECEIVERS, QUANTITY, SEPARATE, FREQUENCIES, FROM, TO, TOLERANCE, REQUEST_KEYS };

static void read_lists(hol_reader *reader, const hol_node *key, const hol_field *field, hol_response_request *request)
{
  const hol_node *load = field[LOAD].value, *at = field[RECEIVERS].value;
  if (!load || !at || count_of(load) == 0 || count_of(at) == 0) {
    hol_fault_missing(reader, key,
                      "load: {at: beam.end, direction: [0, 1], force: 1 N}, at: [{point: beam.end, direction: [0, 1]}]",
                      "`response` needs a `load`, and `at` what is looked at");
    return;
  }
  request->load = hol_alloc(count_of(load), sizeof *request->load);
  request->receiver = hol_alloc(count_of(at), sizeof *request->receiver);
  if (!request->load || !request->receiver) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (; request->loads < count_of(load); request->loads++) {
    read_load(reader, item_of(load, request->loads), &request->load[request->loads]);
  }
  for (; request->receivers < count_of(at); request->receivers++) {
    read_receiver(reader, item_of(at, request->receivers), &request->receiver[request->receivers]);
  }
}

static void read_response(hol_reader *reader, const hol_node *key)
{
  static const char *const word[] = {"receptance", "mobility", "accelerance"};
  static const hol_wanted tolerance = {.what = "tolerance", .least = 1};
  hol_response_request *request = hol_request_start(reader, &hol_response_grammar, sizeof *request);
  hol_field field[REQUEST_KEYS];
  size_t quantity = 0;
  if (!request) {
    return;
  }
  *request = (hol_response_request){.tolerance = 1e-6, .place = hol_node_place(key)};
  if (!hol_mapping_take(reader, key + 1, &mapping[RESPONSE], field)) {
    return;
  }
  read_lists(reader, key, field, request);
  if (field[QUANTITY].value && hol_read_choice(reader, field[QUANTITY].value, "`quantity`", word, 3, &quantity)) {
    request->quantity = (hol_response_quantity)quantity;
  }
  if (field[SEPARATE].value) {
    (void)hol_read_bool(reader, field[SEPARATE].value, "`separate`", &request->is_separate);
  }
  if (field[TOLERANCE].value) {
    (void)hol_read_quantity(reader, field[TOLERANCE].value, tolerance, &request->tolerance);
  }
  if (field[FREQUENCIES].value && (field[FROM].value || field[TO].value)) {
    hol_fault(reader, field[FREQUENCIES].name, NULL,
              "`frequencies` stands for itself, `from` and `to` for a range: give one of them");
  } else if (field[FREQUENCIES].value) {
    read_frequencies(reader, field[FREQUENCIES].value, request);
  } else {
    read_range(reader, key, &field[FROM], &field[TO], request);
  }
}

static void clear_request(void *wanted)
{
  hol_response_request *request = wanted;
  for (size_t i = 0; i < request->loads; i++) {
    free(request->load[i].point.text);
    free(request->load[i].joint);
  }
  for (size_t i = 0; i < request->receivers; i++) {
    free(request->receiver[i].point.text);
  }
  free(request->load);
  free(request->receiver);
  free(request->omega);
}

/* ---- what is expected
   --------------------------------------------------------------------------------------------- */

static void read_pairs(hol_reader *reader, const hol_node *list, hol_response_expected *expected)
{
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, "what is expected of a response")) {
    return;
  }
  expected->pair = hol_alloc(list->count + 1, sizeof *expected->pair);
  if (!expected->pair) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < list->count && i < VALUES_MAX; i++) {
    const hol_node *pair = &list->item[i];
    bool is_pair = hol_expect_kind(reader, pair, HOL_NODE_LIST, "a pair of numbers");
    if (is_pair && pair->count != 2) {
      hol_fault(reader, pair, "[re, im], or [frequency, magnitude] of a peak", "a pair has two numbers, not %zu",
                pair->count);
    }
    for (size_t k = 0; is_pair && pair->count == 2 && k < 2; k++) {
      hol_quantity quantity;
      if (hol_read_any(reader, &pair->item[k], "a value", &quantity)) {
        expected->pair[expected->count][k] = quantity.value;
      }
    }
    expected->count += is_pair;
  }
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *values = hol_field_named(field, "response")->value,
                 *peaks = hol_field_named(field, "response_peaks")->value,
                 *curve = hol_field_named(field, "response_receiver")->value;
  hol_response_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  size_t number = 1;
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  if ((values != NULL) == (peaks != NULL)) {
    hol_fault(reader, entry, "{response: [[1, -0.1]]}", "one of `response` and `response_peaks` is expected");
    return;
  }
  if (curve && !hol_read_count(reader, curve, "`response_receiver`", 1, VALUES_MAX, &number)) {
    return;
  }
  expected->curve = number - 1;
  expected->is_peaks = peaks;
  read_pairs(reader, peaks ? peaks : values, expected);
}

static void clear_expected(void *wanted)
{
  free(((hol_response_expected *)wanted)->pair);
}

static const hol_analysis_key key[] = {
    {"response", read_response, "mapping", "steady motions under harmonic forces, or supports that move"}};
static const hol_expected_key expected[] = {{"response", true}, {"response_peaks", true}, {"response_receiver", false}};

const hol_analysis_grammar hol_response_grammar = {.key = key,
                                                   .keys = sizeof key / sizeof *key,
                                                   .mapping = mapping,
                                                   .mappings = sizeof mapping / sizeof *mapping,
                                                   .expected = expected,
                                                   .expected_keys = sizeof expected / sizeof *expected,
                                                   .expect = read_expected,
                                                   .clear = clear_request,
                                                   .clear_expected = clear_expected};
