/* SPDX-License-Identifier: BSD-3-Clause */
/* Section `joints` of a file. */
#include "base/memory.h"
#include "problem/ground.h"
#include "problem/joint.h"

#include <stdlib.h>
#include <string.h>

void hol_joint_clear(hol_joint *joint)
{
  for (size_t i = 0; i < joint->point_count; i++) {
    free(joint->point[i].text);
  }
  for (size_t i = 0; i < joint->term_count; i++) {
    free(joint->term[i].point.text);
  }
  free(joint->point);
  free(joint->term);
  free(joint->stiffness);
  free(joint->driven_name);
  free(joint->motion);
  free(joint->name);
  *joint = (hol_joint){0};
}

/* ---- points ----------------------------------------------------------------------------------------------------- */

static hol_home enter_point(hol_reader *reader, const hol_joint *joint, size_t i)
{
  return hol_enter_item(reader, HOL_TABLE_JOINT_POINT, i, &joint->point[i], sizeof joint->point[i]);
}

static hol_number place_of(hol_reader *reader, const hol_joint *joint, size_t i)
{
  const hol_home outer = enter_point(reader, joint, i);
  hol_number place = hol_settled(reader, &joint->point[i].xi);
  reader->home = outer;
  return place;
}

static bool is_same_point(const hol_point *a, const hol_point *b)
{
  return a->part == b->part && a->index == b->index && !(a->xi < b->xi) && !(b->xi < a->xi);
}

/** Places on one part that follow from variables stay the same, or different. */
static void hold_distinct(hol_reader *reader, const hol_joint *joint)
{
  bool is_moved = hol_origin_count(reader) > reader->home.first;
  for (size_t i = 0; is_moved && i < joint->point_count; i++) {
    for (size_t j = 0; j < i; j++) {
      const hol_point *a = &joint->point[i], *b = &joint->point[j];
      if (a->part == b->part && a->index == b->index) {
        (void)hol_holds(reader, HOL_STEP_EQUAL, place_of(reader, joint, i), place_of(reader, joint, j));
      }
    }
  }
}

static void check_distinct_in(hol_reader *reader, const hol_joint *joint, const hol_node *const *of, hol_names *seen)
{
  for (size_t i = 0; i < joint->point_count; i++) {
    const hol_point *point = &joint->point[i];
    bool existed = false;
    if (joint->point_count == 2) { /* by far the most; no table is needed */
      existed = i == 1 && is_same_point(&joint->point[0], point);
    } else {
      const char *key = hol_arena_print(reader->arena, "%zu.%zu@%.17g", point->part, point->index, point->xi);
      if (!hol_note(reader, key ? hol_names_add(seen, key, i, &existed) : HOL_MEMORY)) {
        return;
      }
    }
    if (existed) {
      hol_fault(reader, of[i], NULL, "`%s` is joined to itself", point->text);
    }
  }
}

/** @param[in] of  [point_count] where each stands in the file */
static void check_distinct(hol_reader *reader, const hol_joint *joint, const hol_node *const *of)
{
  hol_names seen = {0};
  hold_distinct(reader, joint);
  check_distinct_in(reader, joint, of, &seen);
  hol_names_clear(&seen);
}

/** Read so many points. Of a joint of any number of points those beyond the ends of an open group are left out, if two
 *  remain. */
static hol_point_outcome read_listed(hol_reader *reader, const hol_node *item, size_t n, hol_joint *joint)
{
  const hol_node **of = hol_arena_take(reader->arena, n * sizeof *of); /* what was read as which point */
  if (!of) {
    reader->status = HOL_MEMORY;
    return HOL_POINT_FAULTY;
  }
  size_t found = 0, faulty = 0;
  for (size_t i = 0; i < n; i++) {
    size_t first = hol_origin_count(reader);
    const hol_home outer = enter_point(reader, joint, found);
    hol_point_outcome one = hol_read_joint_point(reader, &item[i], &joint->point[found]);
    reader->home = outer;
    faulty += one == HOL_POINT_FAULTY;
    if (one == HOL_POINT_FOUND) {
      of[found++] = &item[i];
    } else {
      hol_leave_out(reader, first);
    }
  }
  joint->point_count = found;
  if (faulty) {
    return HOL_POINT_FAULTY;
  }
  if (found < n && (hol_joint_rows[joint->kind].most < SIZE_MAX || found < 2)) {
    return HOL_POINT_BEYOND;
  }
  if (n > 1) {
    check_distinct(reader, joint, of);
  }
  return HOL_POINT_FOUND;
}

/** Read the points of a joint, one or a list. */
static hol_point_outcome read_points(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  bool is_list = node->kind == HOL_NODE_LIST;
  size_t n = is_list ? node->count : 1, least = hol_joint_rows[joint->kind].least,
         most = hol_joint_rows[joint->kind].most;
  const char *key = hol_joint_rows[joint->kind].key[0]->name;
  if (node->kind == HOL_NODE_BAD || node->kind == HOL_NODE_NONE) {
    hol_fault_missing(reader, node, NULL, "`%s` names no point", key);
    return HOL_POINT_FAULTY;
  }
  if (n < least || n > most) {
    hol_fault(reader, node, least == 1 ? "e.g. shaft.start" : "e.g. [shaft.end, rotor]",
              most == SIZE_MAX ? "`%s` joins two points or more, not %zu"
              : most == 1      ? "`%s` takes one point, not %zu"
              : least == 1     ? "`%s` takes one point or two, not %zu"
                               : "`%s` joins two points, not %zu",
              key, n);
    return HOL_POINT_FAULTY;
  }
  joint->point = hol_alloc(n, sizeof *joint->point);
  if (!joint->point) {
    reader->status = HOL_MEMORY;
    return HOL_POINT_FAULTY;
  }
  return read_listed(reader, is_list ? node->item : node, n, joint);
}

/** Read the name of the joint that a drive moves, which may come later. */
static hol_point_outcome read_driven(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  const char *name = hol_read_text(reader, node, "the name of a joint");
  joint->driven_place = hol_node_place(node);
  joint->driven_name = name ? hol_own_text(reader, name) : NULL;
  return joint->driven_name ? HOL_POINT_FOUND : HOL_POINT_FAULTY;
}

/* ---- a joint ---------------------------------------------------------------------------------------------------- */

static const char *kinds_hint(hol_reader *reader)
{
  const char *all = "one of ";
  for (size_t i = 0; i <= HOL_CONSTRAINT && all; i++) {
    const char *before = i == 0 ? "" : i == HOL_CONSTRAINT ? " and " : ", ";
    all = hol_arena_print(reader->arena, "%s%s%s", all, before, hol_joint_rows[i].key[0]->name);
  }
  return all ? hol_arena_print(reader->arena, "%s, e.g. {pin: shaft.start}", all) : NULL;
}

/** Which one kind does the joint name?
 *  @param[in] unknown_keys  those met before the joint */
static bool find_kind(hol_reader *reader, const hol_node *node, const hol_field *field, size_t unknown_keys,
                      hol_joint_kind *kind)
{
  size_t found = 0;
  for (int i = 0; i <= HOL_CONSTRAINT; i++) {
    if (field[i].value) {
      if (found == 1) {
        hol_fault(reader, field[i].name, NULL, "a joint is of one kind: `%s` stands beside `%s`", field[i].key,
                  field[*kind].key);
      }
      *kind = found == 0 ? (hol_joint_kind)i : *kind;
      found++;
    }
  }
  if (found == 0 && reader->unknown_keys == unknown_keys) { /* an unknown key may be a misspelt kind */
    hol_fault_missing(reader, node, kinds_hint(reader), "this joint is of no kind");
  }
  return found == 1;
}

static void refuse_other_keys(hol_reader *reader, const hol_field *field, hol_joint_kind kind)
{
  for (size_t i = HOL_JOINT_FREEDOMS; i < HOL_JOINT_FIELDS; i++) {
    if (field[i].value && !hol_joint_takes(kind, field[i].key)) {
      hol_fault(reader, field[i].name, NULL, "`%s` takes no `%s`", hol_joint_rows[kind].key[0]->name, field[i].key);
    }
  }
}

static void read_name(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  const char *name = hol_read_text(reader, node, "`name`");
  if (!name) {
    return;
  }
  if (name[strspn(name, " ")] == '\0') {
    hol_fault(reader, node, NULL, "`name` must not be empty");
    return;
  }
  const char *full = reader->copy ? hol_arena_print(reader->arena, "%s%s", reader->copy->prefix, name) : name;
  bool existed = false;
  if (!hol_note(reader, full ? hol_names_add(&reader->joints, full, 1, &existed) : HOL_MEMORY)) {
    return;
  }
  if (existed) {
    hol_fault(reader, node, NULL, "two joints are called `%s`", full);
    return;
  }
  joint->name = hol_own_text(reader, full);
}

static void keep_joint(hol_reader *reader, hol_joint *joint)
{
  hol_problem *problem = reader->problem;
  void *room =
      hol_reader_grow(reader, problem->joint, problem->joint_count, &reader->joint_capacity, sizeof *problem->joint);
  if (!room) {
    hol_joint_clear(joint);
    return;
  }
  problem->joint = room;
  problem->joint[problem->joint_count++] = *joint;
}

static void read_joint(hol_reader *reader, const hol_node *node)
{
  hol_field field[HOL_JOINT_FIELDS] = {[HOL_JOINT_NAME] = {.key = "name"},
                                       [HOL_JOINT_FREEDOMS] = {.key = "freedoms"},
                                       [HOL_JOINT_FREEDOM] = {.key = "freedom"},
                                       [HOL_JOINT_DIRECTION] = {.key = "direction"},
                                       [HOL_JOINT_ROTATION] = {.key = "rotation"},
                                       [HOL_JOINT_STIFFNESS] = {.key = "stiffness"},
                                       [HOL_JOINT_LOSS_FACTOR] = {.key = "loss_factor"},
                                       [HOL_JOINT_DAMPING] = {.key = "damping"},
                                       [HOL_JOINT_AXIS] = {.key = "axis"},
                                       [HOL_JOINT_AXES] = {.key = "axes"},
                                       [HOL_JOINT_UP] = {.key = "up"},
                                       [HOL_JOINT_RATIO] = {.key = "ratio"},
                                       [HOL_JOINT_LENGTH] = {.key = "length"},
                                       [HOL_JOINT_MOTION] = {.key = "motion"}};
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    field[i].key = hol_joint_rows[i].key[0]->name;
  }
  hol_joint joint = {.freedom = -1, .place = hol_node_place(node)};
  size_t unknown_keys = reader->unknown_keys;
  if (!hol_fields_take(reader, node, "a joint", field, HOL_JOINT_FIELDS) ||
      !find_kind(reader, node, field, unknown_keys, &joint.kind)) {
    return;
  }
  const hol_node *key = field[joint.kind].name, *value = field[joint.kind].value;
  const hol_home outer = hol_enter(reader, HOL_TABLE_JOINT, reader->problem->joint_count, &joint, sizeof joint);
  joint.place = hol_node_place(key);
  refuse_other_keys(reader, field, joint.kind);
  hol_point_outcome outcome = joint.kind == HOL_CONSTRAINT ? hol_read_constraint(reader, key, value, &joint)
                              : joint.kind == HOL_DRIVE    ? read_driven(reader, value, &joint)
                                                           : read_points(reader, value, &joint);
  hol_read_joint_details(reader, key, field, &joint);
  size_t first = reader->home.first;
  reader->home = outer;
  if (outcome == HOL_POINT_BEYOND) {
    hol_leave_out(reader, first);
    hol_joint_clear(&joint);
    return;
  }
  if (field[HOL_JOINT_NAME].value) {
    read_name(reader, field[HOL_JOINT_NAME].value, &joint);
  }
  keep_joint(reader, &joint);
}

void hol_read_joints(hol_reader *reader, const hol_node *node)
{
  if (node->kind == HOL_NODE_NONE || !hol_expect_kind(reader, node, HOL_NODE_LIST, "`joints`")) {
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    if (reader->problem->joint_count == HOL_JOINTS_MAX) {
      hol_fault(reader, &node->item[i], NULL, "more than %d joints", HOL_JOINTS_MAX);
      return;
    }
    read_joint(reader, &node->item[i]);
  }
}

/* ---- names ------------------------------------------------------------------------------------------------------ */

/** `weld shaft@0.3, rotor`, `spring a uy` */
static const char *own_words(hol_reader *reader, const hol_joint *joint)
{
  const char *words = hol_joint_rows[joint->kind].key[0]->name;
  size_t n = joint->kind == HOL_CONSTRAINT ? joint->term_count : joint->point_count;
  for (size_t i = 0; i < n && words; i++) {
    const hol_point *point = joint->kind == HOL_CONSTRAINT ? &joint->term[i].point : &joint->point[i];
    words = i == 8 ? hol_arena_print(reader->arena, "%s, ... (%zu points)", words, n)
                   : hol_arena_print(reader->arena, "%s%s %s", words, i ? "," : "", point->text ? point->text : "?");
    if (i == 8) { /* long enough to know it by */
      break;
    }
  }
  if (words && joint->kind == HOL_DRIVE) {
    words = hol_arena_print(reader->arena, "%s %s", words, joint->driven_name ? joint->driven_name : "?");
  }
  if (words && joint->freedom >= 0) {
    words = hol_arena_print(reader->arena, "%s %s", words, hol_freedom_name[joint->freedom]);
  }
  return words;
}

void hol_name_joints(hol_reader *reader)
{
  for (size_t i = 0; i < reader->problem->joint_count && reader->status == HOL_OK; i++) {
    hol_joint *joint = &reader->problem->joint[i];
    if (joint->name) {
      continue;
    }
    const char *words = own_words(reader, joint), *name = words;
    bool existed = true;
    while (name && existed) {
      if (!hol_note(reader, hol_names_add(&reader->joints, name, 1, &existed))) {
        return;
      }
      if (existed) { /* the number kept with the words is that of the last joint which had them */
        size_t number = ++*hol_names_number(&reader->joints, words);
        name = hol_arena_print(reader->arena, "%s (%zu)", words, number);
      }
    }
    joint->name = name ? hol_own_text(reader, name) : NULL;
    reader->status = joint->name ? reader->status : HOL_MEMORY;
  }
}

static bool find_joint(const hol_problem *problem, const char *name, size_t *joint, hol_nearest *nearest)
{
  *nearest = (hol_nearest){.wanted = name};
  for (size_t i = 0; name && i < problem->joint_count; i++) {
    if (problem->joint[i].name && strcmp(problem->joint[i].name, name) == 0) {
      *joint = i;
      return true;
    }
    hol_nearest_offer(nearest, problem->joint[i].name);
  }
  return false;
}

void hol_find_driven(hol_reader *reader)
{
  for (size_t i = 0; i < reader->problem->joint_count; i++) {
    hol_joint *joint = &reader->problem->joint[i];
    hol_nearest nearest;
    if (joint->driven_name && !find_joint(reader->problem, joint->driven_name, &joint->driven, &nearest)) {
      hol_faults_add(reader->faults, true, joint->driven_place, hol_nearest_hint(reader, &nearest),
                     "joint `%s` is not defined", joint->driven_name);
    }
  }
}

bool hol_read_joint_name(hol_reader *reader, const hol_node *node, size_t *joint)
{
  const hol_problem *problem = reader->problem;
  const char *name = hol_read_text(reader, node, "the name of a joint");
  hol_nearest nearest;
  if (find_joint(problem, name, joint, &nearest)) {
    return true;
  }
  if (name) {
    hol_fault_unknown(reader, node, hol_nearest_hint(reader, &nearest), "joint `%s` is not defined", name);
  }
  return false;
}

/** Is a joint named in a list? Every name is taken off it. */
static bool is_named(const hol_node *list, const char *name, size_t *named)
{
  bool is = false;
  for (size_t i = 0; i < list->count; i++) {
    is = is || (list->item[i].kind == HOL_NODE_TEXT && strcmp(list->item[i].text, name) == 0);
  }
  *named += is;
  return is;
}

void hol_read_ground(hol_reader *reader, const hol_node *node)
{
  const hol_problem *problem = reader->problem;
  size_t named = 0;
  if (node->kind == HOL_NODE_TEXT && strcmp(node->text, "ground") == 0) {
    return;
  }
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`base`")) {
    return;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    bool is_ground = hol_joint_is_to_ground(&problem->joint[j]);
    if (!is_named(node, problem->joint[j].name, &named) && is_ground) {
      hol_fault(reader, node, "base: ground", "all that holds to the ground moves with it, `%s` too",
                problem->joint[j].name);
      return;
    }
  }
  if (named < node->count) {
    hol_fault(reader, node, "base: ground", "`base` names what is no joint");
  }
}
