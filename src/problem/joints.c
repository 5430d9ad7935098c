/* Joints. */
#include "base/memory.h"
#include "problem/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = HOL_CONSTRAINT + 1, FREEDOMS, FREEDOM, DIRECTION, ROTATION, STIFFNESS, AXIS, FIELD_COUNT };

#define TAKES(field) (1u << (field))

/** What each kind of joint takes besides `name`. */
static const struct {
  const char *key;
  size_t least, most; /**< points */
  unsigned takes;
} kind_row[] = {
    [HOL_WELD] = {"weld", 2, SIZE_MAX, TAKES(FREEDOMS)},
    [HOL_HINGE] = {"hinge", 2, SIZE_MAX, TAKES(AXIS)},
    [HOL_BALL] = {"ball", 2, SIZE_MAX, 0},
    [HOL_FIX] = {"fix", 1, 1, TAKES(FREEDOMS)},
    [HOL_PIN] = {"pin", 1, 1, 0},
    [HOL_ROLLER] = {"roller", 1, 1, TAKES(DIRECTION)},
    [HOL_SLIDE] = {"slide", 2, 2, TAKES(DIRECTION)},
    [HOL_SPRING] = {"spring", 1, 2, TAKES(FREEDOM) | TAKES(DIRECTION) | TAKES(ROTATION) | TAKES(STIFFNESS)},
    [HOL_TIE] = {"tie", 2, 2, TAKES(FREEDOM) | TAKES(DIRECTION) | TAKES(STIFFNESS)},
    [HOL_CONSTRAINT] = {"constraint", 0, 0, 0},
};

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

/** Read so many points. Of a joint of any number of points those beyond the ends of an open group are left out, if two remain. */
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
    hol_point_outcome one = hol_read_point(reader, &item[i], &joint->point[found]);
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
  if (found < n && (kind_row[joint->kind].most < SIZE_MAX || found < 2)) {
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
  size_t n = is_list ? node->count : 1, least = kind_row[joint->kind].least, most = kind_row[joint->kind].most;
  const char *key = kind_row[joint->kind].key;
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

/* ---- freedoms, directions, stiffness ---------------------------------------------------------------------------- */

static const char *file_freedoms_hint(hol_reader *reader)
{
  char text[32];
  hol_freedoms_text(reader->problem->freedoms, text);
  return hol_arena_print(reader->arena, "the freedoms of this file are %s", text);
}

static bool check_freedoms(hol_reader *reader, const hol_node *node, hol_freedoms freedoms)
{
  hol_freedoms absent = freedoms & ~reader->problem->freedoms;
  if (absent) {
    char text[32];
    hol_freedoms_text(absent, text);
    hol_fault(reader, node, file_freedoms_hint(reader), "%s is not considered in this file", text);
  }
  return absent == 0;
}

/** Has a direction any component among the freedoms of the file? */
static bool check_direction(hol_reader *reader, const hol_node *node, const double *direction, bool is_rotation)
{
  for (int i = 0; i < 3; i++) {
    if (fabs(direction[i]) > 0 && reader->problem->freedoms & 1u << (is_rotation ? HOL_RX + i : HOL_UX + i)) {
      return true;
    }
  }
  hol_fault(reader, node, file_freedoms_hint(reader),
            is_rotation ? "nothing considered in this file turns about this axis"
                        : "nothing considered in this file moves in this direction");
  return false;
}

static bool read_scalar_motion(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *freedom = field[FREEDOM].value, *direction = field[DIRECTION].value;
  joint->freedom = -1;
  char message[64];
  (void)snprintf(message, sizeof message, "`%s` needs either `freedom` or `direction`", kind_row[joint->kind].key);
  if (!hol_check_either(reader, key, freedom, direction, "freedom: uy, or direction: [0, 1]", message)) {
    return false;
  }
  bool takes_rotation = kind_row[joint->kind].takes & TAKES(ROTATION);
  if (takes_rotation && field[ROTATION].value &&
      !hol_read_bool(reader, field[ROTATION].value, "`rotation`", &joint->rotation)) {
    return false;
  }
  if (freedom) {
    if (takes_rotation && field[ROTATION].value) {
      hol_fault(reader, field[ROTATION].name, NULL, "`rotation` belongs to `direction`, not to `freedom`");
    }
    return hol_read_freedom(reader, freedom, &joint->freedom) && check_freedoms(reader, freedom, 1u << joint->freedom);
  }
  joint->has_direction = hol_read_direction(reader, direction, "`direction`", joint->direction);
  return joint->has_direction && check_direction(reader, direction, joint->direction, joint->rotation);
}

/** A spring without stiffness would join nothing, and its compliance would be infinite: it must be positive. */
static void read_stiffness(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  bool is_rotation = joint->rotation || joint->freedom >= HOL_RX;
  hol_wanted wanted = {.what = "stiffness", .dimension = {.mass = 1, .time = -2}, .least = 1};
  if (is_rotation) {
    wanted.what = "rotational stiffness";
    wanted.dimension.length = 2;
  }
  joint->stiffness = hol_alloc(1, sizeof *joint->stiffness);
  if (!joint->stiffness) {
    reader->status = HOL_MEMORY;
    return;
  }
  const hol_home outer = hol_enter_item(reader, HOL_TABLE_STIFFNESS, 0, joint->stiffness, sizeof *joint->stiffness);
  joint->stiffness_count = hol_read_quantity(reader, node, wanted, joint->stiffness);
  reader->home = outer;
}

static void read_spring(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *stiffness = field[STIFFNESS].value;
  if (!stiffness) {
    hol_fault_missing(reader, key, "e.g. stiffness: 2 MN/m", "`spring` needs `stiffness`");
  }
  if (!stiffness || stiffness->kind != HOL_NODE_LIST) {
    if (read_scalar_motion(reader, key, field, joint) && stiffness) {
      read_stiffness(reader, stiffness, joint);
    }
    return;
  }
  joint->freedom = -1;
  if (field[FREEDOM].value || field[DIRECTION].value || field[ROTATION].value) {
    hol_fault(reader, key, NULL, "a stiffness matrix acts on all freedoms: no `freedom` or `direction` belongs to it");
    return;
  }
  hol_read_matrix(reader, stiffness, joint);
}

/** In a plane the axis of a hinge is known. */
static void read_axis(hol_reader *reader, const hol_node *node, hol_joint *joint)
{
  if ((reader->problem->freedoms & HOL_ROTATIONS) == 1u << HOL_RZ) {
    hol_fault(reader, node, "leave `axis` out; points with three coordinates make a spatial structure",
              "in a plane a hinge turns about z and nothing else: it takes no `axis`");
    return;
  }
  joint->has_direction = hol_read_direction(reader, node, "`axis`", joint->direction) &&
                         check_direction(reader, node, joint->direction, true);
}

static void read_details(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint)
{
  const hol_node *freedoms = field[FREEDOMS].value, *direction = field[DIRECTION].value;
  joint->freedom = -1;
  switch (joint->kind) {
  case HOL_WELD:
  case HOL_FIX:
    joint->has_freedoms = freedoms && hol_read_freedoms(reader, freedoms, &joint->freedoms) &&
                          check_freedoms(reader, freedoms, joint->freedoms);
    break;
  case HOL_HINGE:
    if (field[AXIS].value) {
      read_axis(reader, field[AXIS].value, joint);
    }
    break;
  case HOL_ROLLER:
  case HOL_SLIDE:
    if (!direction) {
      hol_fault_missing(reader, key, "e.g. direction: [0, 1]", "`%s` needs `direction`", key->text);
    } else if (hol_read_direction(reader, direction, "`direction`", joint->direction)) {
      joint->has_direction = joint->kind == HOL_SLIDE || check_direction(reader, direction, joint->direction, false);
    }
    break;
  case HOL_SPRING:
    read_spring(reader, key, field, joint);
    break;
  case HOL_TIE:
    if (read_scalar_motion(reader, key, field, joint) && field[STIFFNESS].value) {
      read_stiffness(reader, field[STIFFNESS].value, joint);
    }
    break;
  default:
    break;
  }
}

/* ---- the general form ------------------------------------------------------------------------------------------- */

/** The dimension of the sum, as far as the coefficients tell it. */
typedef struct sum_dimension {
  hol_dimension dimension;
  bool is_known;
  bool has_displacement; /**< without any dimension told: a length if a displacement occurs, else an angle */
} sum_dimension;

static void join_dimension(hol_reader *reader, const hol_node *node, const hol_quantity *coefficient, bool is_rotation,
                           sum_dimension *sum)
{
  sum->has_displacement = sum->has_displacement || !is_rotation;
  if (coefficient->fits_all || hol_dimension_is_none(coefficient->dimension)) {
    return; /* a bare number is SI, whatever is due */
  }
  hol_dimension term = coefficient->dimension;
  if (!is_rotation && !hol_dimension_multiply(term, HOL_DIMENSION(1, 0, 0), &term)) {
    return;
  }
  if (sum->is_known && !hol_dimension_equal(sum->dimension, term)) {
    char unit[HOL_DIMENSION_TEXT], other[HOL_DIMENSION_TEXT];
    hol_dimension_unit(term, unit);
    hol_dimension_unit(sum->dimension, other);
    hol_fault(reader, node, NULL, "this term is in %s, the terms before in %s", unit, other);
  }
  sum->dimension = term;
  sum->is_known = true;
}

static hol_point_outcome read_term(hol_reader *reader, const hol_node *node, hol_term *term, sum_dimension *sum)
{
  hol_quantity coefficient;
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "a term")) {
    return HOL_POINT_FAULTY;
  }
  if (node->count != 3) {
    hol_fault(reader, node, "[coefficient, point, freedom or direction], e.g. [-1, shaft.end, uy]",
              "a term has 3 items, not %zu", node->count);
    return HOL_POINT_FAULTY;
  }
  const hol_node *motion = &node->item[2];
  bool is_good = hol_read_open(reader, &node->item[0], "a coefficient", &coefficient);
  hol_point_outcome outcome = hol_read_point(reader, &node->item[1], &term->point);
  term->freedom = -1;
  if (motion->kind == HOL_NODE_LIST) {
    is_good = hol_read_direction(reader, motion, "`direction`", term->direction) &&
              check_direction(reader, motion, term->direction, false) && is_good;
  } else {
    is_good = hol_read_freedom(reader, motion, &term->freedom) && check_freedoms(reader, motion, 1u << term->freedom) &&
              is_good;
  }
  if (!is_good) {
    return HOL_POINT_FAULTY;
  }
  const hol_number value = {coefficient.value, coefficient.step};
  if (hol_holds(reader, HOL_STEP_EQUAL, value, hol_plain(0))) {
    hol_fault(reader, &node->item[0], NULL, "a coefficient must not be zero");
    return HOL_POINT_FAULTY;
  }
  hol_settle(reader, value, 2, &term->coefficient);
  join_dimension(reader, &node->item[0], &coefficient, term->freedom >= HOL_RX, sum);
  return outcome;
}

/** f + compliance × reaction = 0, where f × reaction is work: the compliance has the dimension f²/work. */
static void read_compliance(hol_reader *reader, const hol_node *node, const sum_dimension *sum, hol_joint *joint)
{
  hol_dimension f = sum->is_known ? sum->dimension : HOL_DIMENSION(sum->has_displacement, 0, 0);
  hol_wanted wanted = {.what = "compliance", .least = 0};
  if (hol_dimension_multiply(f, f, &wanted.dimension) &&
      hol_dimension_multiply(wanted.dimension, HOL_DIMENSION(-2, -1, 2), &wanted.dimension)) {
    (void)hol_read_quantity(reader, node, wanted, &joint->compliance);
  }
}

static hol_point_outcome read_constraint(hol_reader *reader, const hol_node *key, const hol_node *node, hol_joint *joint)
{
  hol_field field[] = {{.key = "terms"}, {.key = "compliance"}};
  sum_dimension sum = {0};
  joint->freedom = -1;
  if (!hol_fields_take(reader, node, "`constraint`", field, 2)) {
    return HOL_POINT_FAULTY;
  }
  const hol_node *terms = field[0].value;
  if (!terms) {
    hol_fault_missing(reader, key, "terms: [[1, a.end, uy], [-1, b, uy]]", "`constraint` needs `terms`");
    return HOL_POINT_FAULTY;
  }
  if (!hol_expect_kind(reader, terms, HOL_NODE_LIST, "`terms`")) {
    return HOL_POINT_FAULTY;
  }
  if (terms->count == 0) {
    hol_fault(reader, terms, "terms: [[1, a.end, uy], [-1, b, uy]]", "`terms` must have at least one term");
    return HOL_POINT_FAULTY;
  }
  joint->term = hol_alloc(terms->count, sizeof *joint->term);
  if (!joint->term) {
    reader->status = HOL_MEMORY;
    return HOL_POINT_FAULTY;
  }
  joint->term_count = terms->count;
  hol_point_outcome worst = HOL_POINT_FOUND;
  for (size_t i = 0; i < terms->count; i++) {
    const hol_home outer = hol_enter_item(reader, HOL_TABLE_TERM, i, &joint->term[i], sizeof joint->term[i]);
    hol_point_outcome one = read_term(reader, &terms->item[i], &joint->term[i], &sum);
    reader->home = outer;
    worst = one == HOL_POINT_FAULTY || worst == HOL_POINT_FAULTY ? HOL_POINT_FAULTY : one > worst ? one : worst;
  }
  if (field[1].value) {
    read_compliance(reader, field[1].value, &sum, joint);
  }
  return worst;
}

/* ---- a joint ---------------------------------------------------------------------------------------------------- */

static const char *kinds_hint(hol_reader *reader)
{
  const char *all = "one of ";
  for (size_t i = 0; i <= HOL_CONSTRAINT && all; i++) {
    const char *before = i == 0 ? "" : i == HOL_CONSTRAINT ? " and " : ", ";
    all = hol_arena_print(reader->arena, "%s%s%s", all, before, kind_row[i].key);
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
  for (size_t i = FREEDOMS; i < FIELD_COUNT; i++) {
    if (field[i].value && !(kind_row[kind].takes & TAKES(i))) {
      hol_fault(reader, field[i].name, NULL, "`%s` takes no `%s`", kind_row[kind].key, field[i].key);
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
  hol_field field[FIELD_COUNT] = {[NAME] = {.key = "name"},         [FREEDOMS] = {.key = "freedoms"},
                                  [FREEDOM] = {.key = "freedom"},   [DIRECTION] = {.key = "direction"},
                                  [ROTATION] = {.key = "rotation"}, [STIFFNESS] = {.key = "stiffness"},
                                  [AXIS] = {.key = "axis"}};
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    field[i].key = kind_row[i].key;
  }
  hol_joint joint = {.freedom = -1, .place = hol_node_place(node)};
  size_t unknown_keys = reader->unknown_keys;
  if (!hol_fields_take(reader, node, "a joint", field, FIELD_COUNT) ||
      !find_kind(reader, node, field, unknown_keys, &joint.kind)) {
    return;
  }
  const hol_node *key = field[joint.kind].name, *value = field[joint.kind].value;
  const hol_home outer = hol_enter(reader, HOL_TABLE_JOINT, reader->problem->joint_count, &joint, sizeof joint);
  joint.place = hol_node_place(key);
  refuse_other_keys(reader, field, joint.kind);
  hol_point_outcome outcome =
      joint.kind == HOL_CONSTRAINT ? read_constraint(reader, key, value, &joint) : read_points(reader, value, &joint);
  read_details(reader, key, field, &joint);
  size_t first = reader->home.first;
  reader->home = outer;
  if (outcome == HOL_POINT_BEYOND) {
    hol_leave_out(reader, first);
    hol_joint_clear(&joint);
    return;
  }
  if (field[NAME].value) {
    read_name(reader, field[NAME].value, &joint);
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
  const char *words = kind_row[joint->kind].key;
  size_t n = joint->kind == HOL_CONSTRAINT ? joint->term_count : joint->point_count;
  for (size_t i = 0; i < n && words; i++) {
    const hol_point *point = joint->kind == HOL_CONSTRAINT ? &joint->term[i].point : &joint->point[i];
    words = i == 8 ? hol_arena_print(reader->arena, "%s, ... (%zu points)", words, n)
                   : hol_arena_print(reader->arena, "%s%s %s", words, i ? "," : "", point->text ? point->text : "?");
    if (i == 8) { /* long enough to know it by */
      break;
    }
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
