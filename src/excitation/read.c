/* SPDX-License-Identifier: BSD-3-Clause */
/* Readers of excitations and outputs: points and axes, supports that move, reactions, sizes, histories, densities. */
#include "excitation/read.h"

#include "base/memory.h"
#include "base/vector.h"
#include "excitation/record.h"
#include "problem/ground.h"

#include <stdio.h>
#include <string.h>

enum { KEYS_MOST = 16 };

size_t hol_item_count(const hol_node *node)
{
  return node->kind == HOL_NODE_LIST ? node->count : 1;
}

const hol_node *hol_item(const hol_node *node, size_t i)
{
  return node->kind == HOL_NODE_LIST ? &node->item[i] : node;
}

/** The number of a key in a mapping; SIZE_MAX: it has no such key. */
static size_t index_of(const hol_mapping *mapping, const char *key)
{
  for (size_t i = 0; i < mapping->keys; i++) {
    if (strcmp(mapping->key[i].name, key) == 0) {
      return i;
    }
  }
  return SIZE_MAX;
}

/** What a key is given; NULL: nothing, or the mapping has no such key. */
static const hol_node *value_of(const hol_mapping *mapping, const hol_field *field, const char *key)
{
  size_t i = index_of(mapping, key);
  return i != SIZE_MAX ? field[i].value : NULL;
}

bool hol_read_unit_vector(hol_reader *reader, const hol_node *node, const char *what, double unit[3])
{
  if (!hol_read_direction(reader, node, what, unit)) {
    return false;
  }
  hol_unit_vector((const double[3]){unit[0], unit[1], unit[2]}, unit);
  return true;
}

/** Along `direction`, or about `rotation`. */
static void read_axis(hol_reader *reader, const hol_node *direction, const hol_node *rotation, hol_output *output)
{
  output->turns = direction == NULL;
  (void)hol_read_unit_vector(reader, direction ? direction : rotation, direction ? "`direction`" : "`rotation`",
                             output->direction);
}

void hol_need_excitation(hol_reader *reader, const hol_node *key, const hol_node *load, const hol_node *at,
                         const hol_excitation_form *form)
{
  if (!load || !at) {
    hol_fault_missing(reader, key, form->both_hint, "`%s` needs %s", form->analysis,
                      load ? "`at`"
                      : at ? "`load`"
                           : "`load` and `at`");
  }
}

/** Room for one or a list. @param[in] node  NULL: there is none @return its items, 0 after a fault */
static size_t begin_list(hol_reader *reader, const hol_node *node, size_t size, void **list)
{
  *list = node ? hol_alloc(hol_item_count(node), size) : NULL;
  return *list || (node && hol_note(reader, HOL_MEMORY)) ? hol_item_count(node) : 0;
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

const hol_key hol_motion_keys[] = {
    {.name = "point", .form = "a point", .meaning = "that is looked at", .is_required = true},
    {.name = "direction", .form = "direction", .meaning = "along which it moves"},
    {.name = "rotation", .form = "direction", .meaning = "about which it turns; in a plane z"},
    {.name = "quantity",
     .form = "word",
     .otherwise = "displacement",
     .meaning = "or velocity, acceleration, absolute_acceleration"},
};

/** A joint to the ground, a rigid joint between points, or a spring or dashpot between two points. */
static void read_reaction(hol_reader *reader, const hol_node *node, size_t *joint)
{
  if (!hol_read_joint_name(reader, node, joint)) {
    return;
  }
  const hol_joint *named = &reader->problem->joint[*joint];
  bool is_between = (named->kind == HOL_SPRING || named->kind == HOL_DASHPOT) && named->point_count == 2 &&
                    named->stiffness_count <= 1;
  if (!is_between && !hol_joint_is_support(named) && !hol_joint_is_rigid(named)) {
    hol_fault(reader, node, "fix, pin, roller, weld, hinge, ball, universal, slide, tie, or a spring or dashpot",
              "the force of `%s` is not told", named->name);
  }
}

/** A displacement or rotation of a point. */
static void read_motion(hol_reader *reader, const hol_node *node, const hol_mapping *mapping, const hol_field *field,
                        hol_output *output)
{
  const hol_node *point = value_of(mapping, field, "point");
  const hol_node *direction = value_of(mapping, field, "direction");
  const hol_node *rotation = value_of(mapping, field, "rotation");
  const hol_node *quantity = value_of(mapping, field, "quantity");
  size_t choice;
  if (!point) {
    bool has_reactions = index_of(mapping, "reaction") != SIZE_MAX;
    hol_fault_missing(reader, node,
                      has_reactions ? "{point: beam.end, direction: [0, 1]} or {reaction: fix beam.start}"
                                    : "{point: beam.end, direction: [0, 1]}",
                      has_reactions ? "a receiver needs `point` or `reaction`" : "a receiver needs `point`");
  } else {
    (void)hol_read_point(reader, point, &output->point);
  }
  if (hol_check_either(reader, node, direction, rotation, "direction: [0, 1], or rotation: z",
                       "either a `direction` or a `rotation` is needed")) {
    read_axis(reader, direction, rotation, output);
  }
  if (quantity &&
      hol_read_choice(reader, quantity, "`quantity`", hol_motion_word, HOL_ABSOLUTE_ACCELERATION + 1, &choice)) {
    output->quantity = (hol_motion_quantity)choice;
  }
}

static void read_output(hol_reader *reader, const hol_node *node, const hol_mapping *mapping, hol_output *output)
{
  hol_field field[KEYS_MOST];
  size_t given = 0;
  output->place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, mapping, field)) {
    return;
  }
  for (size_t k = 0; k < mapping->keys; k++) {
    given += field[k].value != NULL;
  }
  const hol_node *reaction = value_of(mapping, field, "reaction");
  output->is_reaction = reaction != NULL;
  if (reaction && given > 1) {
    hol_fault(reader, node,
              "{point: beam.end, direction: [0, 1]}, {point: beam.end, rotation: z} or {reaction: fix beam.start}",
              "a receiver is a `point` with `direction` or `rotation`, or a `reaction`");
  } else if (reaction) {
    read_reaction(reader, reaction, &output->joint);
  } else {
    read_motion(reader, node, mapping, field, output);
  }
}

void hol_read_outputs(hol_reader *reader, const hol_node *node, const hol_excitation_form *form, hol_output **output,
                      size_t *outputs)
{
  size_t count = begin_list(reader, node, sizeof **output, (void **)output);
  for (size_t i = 0; i < count && reader->status == HOL_OK; i++) {
    read_output(reader, hol_item(node, i), form->output, &(*output)[(*outputs)++]);
  }
  if (node && hol_item_count(node) == 0) {
    hol_fault(reader, node, "at: [{point: beam.end, direction: [0, 1]}]", "`at` names no receiver");
  }
}

/* ---- supports that move ------------------------------------------------------------------------------------------ */

/** `ground`: all joints to it. Foundations, and other joints whose motion with it is not known, are faults. */
static void read_all_supports(hol_reader *reader, const hol_node *node, hol_excitation *load)
{
  const hol_problem *problem = reader->problem;
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    if (hol_joint_is_to_ground(joint) && hol_joint_is_support(joint)) {
      load->joint[load->joints++] = j;
    } else if (hol_joint_is_to_ground(joint)) {
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

/** Read the name of a support behind those already read, each of which moves once. */
static void read_support(hol_reader *reader, const hol_node *node, hol_excitation *load)
{
  size_t joint;
  if (!hol_read_joint_name(reader, node, &joint)) {
    return;
  }
  const char *name = reader->problem->joint[joint].name;
  bool is_repeated = false;
  for (size_t i = 0; i < load->joints; i++) {
    is_repeated = is_repeated || load->joint[i] == joint;
  }
  if (is_repeated) {
    hol_fault(reader, node, NULL, "`base` names `%s` twice", name);
  } else if (!hol_joint_is_support(&reader->problem->joint[joint])) {
    hol_fault(reader, node, "fix, pin, roller, or a spring or dashpot of one point", "`%s` is no joint to the ground",
              name);
  } else {
    load->joint[load->joints++] = joint;
  }
}

static void read_supports(hol_reader *reader, const hol_node *node, hol_excitation *load)
{
  bool is_all = node->kind == HOL_NODE_TEXT && strcmp(node->text, "ground") == 0;
  load->joint = hol_alloc(is_all ? reader->problem->joint_count : hol_item_count(node), sizeof *load->joint);
  if (!load->joint) {
    (void)hol_note(reader, HOL_MEMORY);
  } else if (is_all) {
    read_all_supports(reader, node, load);
  } else if (hol_item_count(node) == 0) {
    hol_fault(reader, node, "base: ground, or base: [fix beam.start]", "`base` names no joint");
  } else {
    for (size_t i = 0; i < hol_item_count(node); i++) {
      read_support(reader, hol_item(node, i), load);
    }
  }
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

/** Keys of the place and of the axis of a load, as bits. */
enum { AT = 1, BASE = 2, PART = 4, ALONG = 8, ABOUT = 16, PLACES = AT | BASE | PART, AXES = ALONG | ABOUT, ROLES = 5 };
static const char *const role_key[ROLES] = {"at", "base", "part", "direction", "rotation"};

/** A load is given by one of these, with keys of one place and one axis. */
static const struct measure {
  const char *key;
  unsigned roles;
  const char *with;
} measures[] = {
    {"history", AT | ALONG | ABOUT, "`at`, and `direction` or `rotation`"},
    {"density", AT | BASE | ALONG | ABOUT, "`at` or `base`, and `direction` or `rotation`"},
    {"force", AT | ALONG, "`at` and `direction`"},
    {"moment", AT | ABOUT, "`at` and `rotation`"},
    {"unbalance", AT | ALONG, "`at` and `direction`"},
    {"line_load", PART | ALONG, "`part` and `direction`"},
    {"motion", BASE | ALONG, "`base` and `direction`"},
    {"acceleration", BASE | ALONG, "`base` and `direction`"},
};

/** The only measure of a load. @return NULL after a fault: there is none, or more than one */
static const struct measure *measure_of(hol_reader *reader, const hol_node *node, const hol_excitation_form *form,
                                        const hol_field *field)
{
  const struct measure *found = NULL;
  size_t given = 0;
  for (size_t m = 0; m < sizeof measures / sizeof *measures; m++) {
    bool is_given = value_of(form->load, field, measures[m].key) != NULL;
    found = is_given ? &measures[m] : found;
    given += is_given;
  }
  if (given != 1) {
    hol_fault_missing(reader, node, form->load_hint, "%s", form->load_need);
  }
  return given == 1 ? found : NULL;
}

/** Has it the keys of one place and of one axis? In a plane a moment needs no axis. @return false after a fault */
static bool has_roles(hol_reader *reader, const hol_node *node, const hol_excitation_form *form,
                      const struct measure *of, unsigned given)
{
  unsigned places = given & PLACES, axes = given & AXES, can_be = places == BASE ? ALONG : of->roles & AXES;
  bool has_place = (places & of->roles) && !(places & (places - 1));
  bool has_axis = axes ? (axes & can_be) && !(axes & (axes - 1)) : can_be == ABOUT && reader->problem->dimensions == 2;
  if (has_place && places == BASE && axes == ABOUT) {
    hol_fault(reader, node, form->load_hint, "the ground moves along a `direction`");
  } else if (!has_place || !has_axis) {
    hol_fault_missing(reader, node, form->load_hint, "`%s` goes with %s", of->key, of->with);
  }
  return has_place && has_axis;
}

/** Size, history or density, with the dimension of a force, a moment or an acceleration. */
static void read_measure(hol_reader *reader, const hol_mapping *mapping, const hol_field *field, const char *name,
                         hol_excitation *load)
{
  size_t i = index_of(mapping, name);
  const hol_key *key = &mapping->key[i];
  const hol_dimension dimension = {.length = load->at.turns ? 2 : 1, .mass = load->kind == HOL_POINT_LOAD, .time = -2};
  if (strcmp(name, "density") == 0) {
    (void)hol_density_read(reader, field[i].value, dimension, &load->density);
  } else if (!key->what) {
    char what[64];
    (void)snprintf(what, sizeof what, "`%s`", name);
    (void)hol_history_read(reader, field[i].value, what, dimension, &load->history);
  } else {
    const hol_wanted wanted = {.what = key->what, .dimension = key->dimension, .least = 2};
    (void)hol_read_quantity(reader, field[i].value, wanted, &load->size);
  }
}

static void read_place(hol_reader *reader, const hol_mapping *mapping, const hol_field *field, hol_excitation *load)
{
  const hol_node *base = value_of(mapping, field, "base"), *part = value_of(mapping, field, "part");
  if (load->kind == HOL_SUPPORT_MOTION) {
    read_supports(reader, base, load);
  } else if (load->kind == HOL_BASE_ACCELERATION) {
    hol_read_ground(reader, base);
  } else if (load->kind == HOL_LINE_LOAD) {
    (void)hol_read_part_name(reader, part, &load->part);
  } else {
    (void)hol_read_point(reader, value_of(mapping, field, "at"), &load->at.point);
  }
}

static void read_load(hol_reader *reader, const hol_node *node, const hol_excitation_form *form, hol_excitation *load)
{
  const hol_mapping *mapping = form->load;
  hol_field field[KEYS_MOST];
  unsigned given = 0;
  load->at.place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, mapping, field)) {
    return;
  }
  for (unsigned k = 0; k < ROLES; k++) {
    given |= (unsigned)(value_of(mapping, field, role_key[k]) != NULL) << k;
  }
  const struct measure *of = measure_of(reader, node, form, field);
  load->kind = given & BASE   ? form->moves_supports ? HOL_SUPPORT_MOTION : HOL_BASE_ACCELERATION
               : given & PART ? HOL_LINE_LOAD
                              : HOL_POINT_LOAD;
  if (!of || !has_roles(reader, node, form, of, given)) {
    return;
  }
  load->is_acceleration = strcmp(of->key, "acceleration") == 0;
  load->is_unbalance = strcmp(of->key, "unbalance") == 0;
  load->at.turns = !(given & ALONG);
  load->at.direction[2] = !(given & AXES); /* in a plane the axis of a moment */
  read_place(reader, mapping, field, load);
  if (given & AXES) {
    (void)hol_read_unit_vector(reader, value_of(mapping, field, load->at.turns ? "rotation" : "direction"),
                               load->at.turns ? "`rotation`" : "`direction`", load->at.direction);
  }
  read_measure(reader, mapping, field, of->key, load);
}

/** All the ground moves along one direction, and randomly in one way. */
static void check_base(hol_reader *reader, const hol_node *node, const hol_excitation *load, size_t loads)
{
  const hol_excitation *last = &load[loads - 1];
  for (size_t i = 0; i + 1 < loads && last->kind == HOL_BASE_ACCELERATION; i++) {
    bool is_other = load[i].kind == HOL_BASE_ACCELERATION;
    if (is_other && last->density.count > 0) {
      hol_fault(reader, node, "one density for both", "the ground moves in one way");
      return;
    }
    bool are_known = hol_length(load[i].at.direction) > 0 && hol_length(last->at.direction) > 0;
    if (is_other && are_known && hol_distance(load[i].at.direction, last->at.direction) > 1e-12) {
      hol_fault(reader, node, "a file for each", "the ground moves along one direction");
      return;
    }
  }
}

void hol_read_excitations(hol_reader *reader, const hol_node *node, const hol_excitation_form *form,
                          hol_excitation **load, size_t *loads)
{
  size_t count = begin_list(reader, node, sizeof **load, (void **)load);
  for (size_t i = 0; i < count && reader->status == HOL_OK; i++) {
    read_load(reader, hol_item(node, i), form, &(*load)[(*loads)++]);
    check_base(reader, hol_item(node, i), *load, *loads);
  }
  if (node && hol_item_count(node) == 0) {
    hol_fault(reader, node, form->load_hint, "`load` is empty");
  }
}
