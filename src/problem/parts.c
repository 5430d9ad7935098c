/* Parts: what every kind takes follows from the table of kinds. */
#include "base/memory.h"
#include "base/vector.h"
#include "problem/matrices.h"
#include "problem/part_keys.h"
#include "problem/reader.h"
#include "problem/varying.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *key;
  hol_wanted wanted;
} property_row[HOL_PROPERTY_COUNT] = {
#define X(id, key, length_, mass_, time_, least_, text)                                                                \
  [HOL_P_##id] = {key, {.what = text, .dimension = {length_, mass_, time_}, .least = least_}},
    HOL_PROPERTY_LIST(X)
#undef X
};

/** The other keys; those of properties follow. */
enum {
  KIND,
  FROM,
  TO,
  AT,
  MATERIAL,
  SECTION,
  THEORY,
  ENDS,
  UP,
  AXIS,
  INERTIA,
  SUPPORTS,
  PIECES,
  POINTS,
  X_AXIS,
  Z_AXIS,
  STIFFNESS_FILE,
  MASS_FILE,
  MAP,
  NODES,
  UNITS,
  PORTS,
  SIDES,
  EDGES,
  RIM,
  INNER_EDGE,
  WORD_COUNT
};

/** The fields of a part of one kind. */
typedef struct part_fields {
  hol_field field[WORD_COUNT + HOL_PROPERTY_COUNT];
  size_t count;
  size_t of_word[WORD_COUNT]; /**< index in `field`; SIZE_MAX: the kind does not take it */
  size_t of_property[HOL_PROPERTY_COUNT];
} part_fields;

static void add_field(part_fields *fields, size_t *where, const char *key, bool is_taken)
{
  *where = SIZE_MAX;
  if (is_taken) {
    *where = fields->count;
    fields->field[fields->count++] = (hol_field){.key = key};
  }
}

static part_fields fields_of(const hol_part_keys *kind)
{
  part_fields fields = {.count = 0};
  const struct {
    const char *key;
    bool is_taken;
  } word[WORD_COUNT] = {
      [KIND] = {"kind", true},
      [FROM] = {"from", kind->is_member},
      [TO] = {"to", kind->is_member},
      [AT] = {"at", !kind->is_member},
      [MATERIAL] = {"material", kind->takes_material},
      [SECTION] = {"section", kind->takes_section},
      [THEORY] = {"theory", kind->takes_theory},
      [ENDS] = {"ends", kind->takes_ends},
      [UP] = {"up", kind->takes_up},
      [AXIS] = {"axis", kind->takes_axis},
      [INERTIA] = {"inertia", kind->takes_inertia},
      [SUPPORTS] = {"supports", kind->takes_supports},
      [PIECES] = {"pieces", kind->is_member},
      [POINTS] = {"points", kind->takes_points},
      [X_AXIS] = {"x_axis", kind->z_axis != NULL},
      [Z_AXIS] = {kind->z_axis, kind->z_axis != NULL},
      [STIFFNESS_FILE] = {"stiffness", kind->takes_matrices},
      [MASS_FILE] = {"mass", kind->takes_matrices},
      [MAP] = {"map", kind->takes_matrices},
      [NODES] = {"nodes", kind->takes_matrices},
      [UNITS] = {"units", kind->takes_matrices},
      [PORTS] = {"ports", kind->takes_matrices},
      [SIDES] = {"sides", kind->takes_plate},
      [EDGES] = {"edges", kind->takes_plate},
      [RIM] = {"rim", kind->takes_plate},
      [INNER_EDGE] = {"inner_edge", kind->takes_plate},
  };
  hol_properties taken = kind->properties | (kind->is_member ? HOL_P(LENGTH) : 0);
  for (size_t i = 0; i < WORD_COUNT; i++) {
    add_field(&fields, &fields.of_word[i], word[i].key, word[i].is_taken);
  }
  for (size_t i = 0; i < HOL_PROPERTY_COUNT; i++) {
    add_field(&fields, &fields.of_property[i], property_row[i].key, taken & (hol_properties)1 << i);
  }
  return fields;
}

static const hol_field *word_field(const part_fields *fields, size_t word)
{
  static const hol_field absent = {0};
  return fields->of_word[word] == SIZE_MAX ? &absent : &fields->field[fields->of_word[word]];
}

/** A number of a part, of all of it or of one piece. */
typedef struct number_of {
  size_t property;
  hol_number stretch[2]; /**< xi */
  struct hol_varying **varying;
  hol_properties *given;
  double *value; /**< [HOL_PROPERTY_COUNT] */
} number_of;

static void read_number(hol_reader *reader, const hol_node *node, const number_of *n, bool is_member)
{
  hol_wanted wanted = property_row[n->property].wanted;
  bool may_vary = is_member && n->property != HOL_P_LENGTH && hol_is_varying(node);
  bool is_good =
      may_vary ? hol_read_varying(reader, node, wanted, n->stretch, n->property, n->varying, &n->value[n->property])
               : hol_read_quantity(reader, node, wanted, &n->value[n->property]);
  if (is_good) {
    *n->given |= (hol_properties)1 << n->property;
  }
}

/* ---- where a part is -------------------------------------------------------------------------------------------- */

static bool read_position(hol_reader *reader, const hol_field *field, double *x)
{
  char what[16];
  hol_number written[3];
  (void)snprintf(what, sizeof what, "`%s`", field->key ? field->key : "");
  if (!field->value || !hol_read_coordinates(reader, field->value, what, written)) {
    return false;
  }
  for (size_t i = 0; i < 3; i++) {
    hol_number shift = reader->copy ? reader->copy->shift[i] : hol_plain(0);
    hol_settle(reader, hol_compute(reader, HOL_STEP_ADD, written[i], shift), 2, &x[i]);
  }
  return true;
}

/** As hol_distance(). */
static hol_number distance(hol_reader *reader, const double a[3], const double b[3])
{
  hol_number d[3];
  for (size_t i = 0; i < 3; i++) {
    d[i] = hol_compute(reader, HOL_STEP_SUBTRACT, hol_settled(reader, &a[i]), hol_settled(reader, &b[i]));
  }
  return hol_compute(reader, HOL_STEP_HYPOTENUSE, hol_compute(reader, HOL_STEP_HYPOTENUSE, d[0], d[1]), d[2]);
}

static void place_between(hol_reader *reader, const hol_node *name, const hol_field *to, hol_part *part)
{
  hol_number length = distance(reader, part->to, part->from);
  if (!(length.value > 0) || !isfinite(length.value)) {
    hol_fault(reader, to->value, NULL, "length of `%s` must be positive: `from` and `to` are the same point", name->text);
    return;
  }
  hol_settle(reader, length, 1, &part->value[HOL_P_LENGTH]);
  part->value_place[HOL_P_LENGTH] = hol_node_place(to->value);
  part->given |= HOL_P(LENGTH);
}

/** The end lies where the start does, a length further along x. */
static void move_end(hol_reader *reader, hol_number length, hol_part *part)
{
  for (size_t i = 0; i < 3; i++) {
    hol_number from = hol_settled(reader, &part->from[i]);
    hol_settle(reader, i == 0 ? hol_compute(reader, HOL_STEP_ADD, from, length) : from, 2, &part->to[i]);
  }
}

/** A member lies between two points, or along x with a length. */
static void place_member(hol_reader *reader, const hol_node *name, const part_fields *fields, hol_part *part)
{
  const hol_field *from = word_field(fields, FROM), *to = word_field(fields, TO);
  const hol_field *length = &fields->field[fields->of_property[HOL_P_LENGTH]];
  bool has_length = part->given & HOL_P(LENGTH);
  bool has_from = read_position(reader, from, part->from), has_to = read_position(reader, to, part->to);
  part->is_placed = from->value != NULL;
  if (to->value && length->value) {
    hol_fault(reader, length->name, NULL, "`to` and `length` both say where `%s` ends: give one of them", name->text);
  } else if (to->value && !from->value) {
    hol_fault_missing(reader, name, NULL, "`%s` has `to` but no `from`", name->text);
  } else if (has_from && has_to) {
    place_between(reader, name, to, part);
  } else if (!to->value && !length->value) {
    hol_fault_missing(reader, name, "from: [0, 0], to: [1, 0]; or length: 1 m, along x",
                      "`%s` needs `from` and `to`, or `length`", name->text);
  }
  if (has_length && !to->value) {
    move_end(reader, hol_settled(reader, &part->value[HOL_P_LENGTH]), part);
  }
}

/** The directions of own axes; a length says nothing of them. */
static void read_frame(hol_reader *reader, const part_fields *fields, hol_part *part)
{
  const hol_field *x = word_field(fields, X_AXIS), *z = word_field(fields, Z_AXIS);
  part->has_x_axis = x->value && hol_read_direction(reader, x->value, "`x_axis`", part->x_axis);
  if (x->value) {
    part->axes_place = hol_node_place(x->value);
  }
  if (z->value) {
    char what[32];
    (void)snprintf(what, sizeof what, "`%s`", z->key);
    part->has_z_axis = hol_read_direction(reader, z->value, what, part->z_axis);
    part->axes_place = hol_node_place(z->value);
  }
}

static void place_body(hol_reader *reader, const part_fields *fields, hol_part *part)
{
  part->is_placed = word_field(fields, AT)->value != NULL;
  if (read_position(reader, word_field(fields, AT), part->from)) {
    move_end(reader, hol_plain(0), part);
  }
}

/* ---- the other keys --------------------------------------------------------------------------------------------- */

/** Find a material or section by name; one that could not be read has been complained of. */
static bool find_entry(hol_reader *reader, const hol_node *node, const char *what, const hol_names *names, size_t *number)
{
  const char *name = hol_read_text(reader, node, what);
  *number = SIZE_MAX;
  if (name && !hol_names_find(names, name, number)) {
    hol_nearest nearest = {.wanted = name};
    bool may_compare = hol_scope_may_compare(&reader->scope, names->count);
    for (size_t i = 0; may_compare && i < names->capacity; i++) {
      if (names->slot[i].name) {
        hol_nearest_offer(&nearest, names->slot[i].name);
      }
    }
    hol_fault_unknown(reader, node, hol_nearest_hint(reader, &nearest), "%s `%s` is not defined", what, name);
  }
  return *number != SIZE_MAX;
}

static void read_inertia(hol_reader *reader, const hol_node *node, hol_part *part)
{
  static const hol_wanted wanted = {.what = "inertia", .dimension = {.length = 2, .mass = 1}, .least = 0};
  if (node->kind == HOL_NODE_LIST) {
    if (node->count != 3) {
      hol_fault(reader, node, "[Jx, Jy, Jz]", "inertia must be one number or three, not %zu", node->count);
    } else if (hol_read_list(reader, node, wanted, 3, part->inertia) == 3) {
      part->inertia_count = 3;
    }
  } else if (hol_read_quantity(reader, node, wanted, &part->inertia[0])) {
    part->inertia_count = 1;
  }
}

static bool find_end(const char *text, size_t length, hol_end *end)
{
  static const char *const word[] = {
      [HOL_END_FREE] = "free", [HOL_END_CLAMPED] = "clamped", [HOL_END_PINNED] = "pinned", [HOL_END_GUIDED] = "guided"};
  for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
    if (strlen(word[i]) == length && strncmp(word[i], text, length) == 0) {
      *end = (hol_end)i;
      return true;
    }
  }
  return false;
}

static void read_ends(hol_reader *reader, const hol_node *node, hol_part *part)
{
  const char *text = hol_read_text(reader, node, "`ends`");
  if (!text) {
    return;
  }
  size_t first = strcspn(text, "-");
  part->has_ends = text[first] == '-' && find_end(text, first, &part->end[0]) &&
                   find_end(text + first + 1, strlen(text + first + 1), &part->end[1]);
  if (!part->has_ends) {
    hol_fault(reader, node, "two of free, clamped, pinned and guided, e.g. clamped-free", "unknown ends `%s`", text);
  }
}

static void read_theory(hol_reader *reader, const hol_node *node, hol_part *part)
{
  static const char *const word[] = {"euler", "rayleigh", "timoshenko"};
  size_t choice;
  if (hol_read_choice(reader, node, "`theory`", word, 3, &choice)) {
    part->theory = choice == 0 ? HOL_THEORY_EULER : choice == 1 ? HOL_THEORY_RAYLEIGH : HOL_THEORY_TIMOSHENKO;
  }
}

static void read_supports(hol_reader *reader, const hol_node *node, hol_part *part)
{
  static const char *const word[] = {"movable", "immovable"};
  size_t choice;
  part->supports_place = hol_node_place(node);
  if (hol_read_choice(reader, node, "`supports`", word, 2, &choice)) {
    part->is_immovable = choice == 1;
  }
}

static void read_words(hol_reader *reader, const part_fields *fields, hol_part *part)
{
  const hol_problem *problem = reader->problem;
  const hol_node *material = word_field(fields, MATERIAL)->value, *section = word_field(fields, SECTION)->value;
  const hol_node *theory = word_field(fields, THEORY)->value, *ends = word_field(fields, ENDS)->value;
  const hol_node *up = word_field(fields, UP)->value, *axis = word_field(fields, AXIS)->value;
  const hol_node *inertia = word_field(fields, INERTIA)->value, *supports = word_field(fields, SUPPORTS)->value;
  size_t number;
  if (material && find_entry(reader, material, "material", &reader->materials, &number)) {
    part->material = &problem->material[number];
  }
  if (section && find_entry(reader, section, "section", &reader->sections, &number)) {
    part->section = &problem->section[number];
  }
  if (theory) {
    read_theory(reader, theory, part);
  }
  if (ends) {
    part->ends_place = hol_node_place(ends);
    read_ends(reader, ends, part);
  }
  if (supports) {
    read_supports(reader, supports, part);
  }
  part->has_up = up && hol_read_direction(reader, up, "`up`", part->up);
  part->has_axis = axis && hol_read_direction(reader, axis, "`axis`", part->axis);
  if (inertia) {
    read_inertia(reader, inertia, part);
  }
}

/* ---- kinds and groups ------------------------------------------------------------------------------------------- */

static const hol_node *find_value(const hol_node *map, const char *key)
{
  for (size_t i = 0; i < map->count; i++) {
    if (strcmp(map->item[2 * i].text, key) == 0) {
      return &map->item[2 * i + 1];
    }
  }
  return NULL;
}

bool hol_is_group(const hol_node *node)
{
  return node->kind == HOL_NODE_MAP && find_value(node, "repeat") != NULL;
}

static void refuse_kind(hol_reader *reader, const hol_node *word)
{
  hol_nearest nearest = {.wanted = word->text};
  const char *all = "";
  for (size_t i = 0; i < reader->kind_count; i++) {
    hol_nearest_offer(&nearest, reader->kind[i].name);
    all = hol_arena_print(reader->arena, "%s%s%s", all ? all : "", i ? ", " : "the kinds are ", reader->kind[i].name);
  }
  hol_fault(reader, word, nearest.best ? hol_nearest_hint(reader, &nearest) : all, "unknown kind `%s`", word->text);
}

static bool find_kind(hol_reader *reader, const hol_node *name, const hol_node *node, size_t *kind)
{
  const hol_node *word = find_value(node, "kind");
  if (!word) {
    hol_fault_missing(reader, name, "e.g. kind: beam", "part `%s` has no `kind`", name->text);
    return false;
  }
  const char *text = hol_read_text(reader, word, "`kind`");
  if (!text) {
    return false;
  }
  for (size_t i = 0; i < reader->kind_count; i++) {
    if (strcmp(reader->kind[i].name, text) == 0) {
      *kind = i;
      return true;
    }
  }
  refuse_kind(reader, word);
  return false;
}

/* ---- what varies along a member ---------------------------------------------------------------------------------- */

/** Where a piece ends: a fraction, or an arc length. */
static bool read_piece_end(hol_reader *reader, const hol_node *node, const hol_part *part, hol_number from, double *to)
{
  hol_quantity quantity;
  hol_number length = hol_part_number(reader, part, reader->home.row, HOL_P_LENGTH), xi, rest;
  if (!hol_read_open(reader, node, "the end of a piece", &quantity)) {
    return false;
  }
  xi = (hol_number){quantity.value, quantity.step};
  if (!hol_dimension_is_none(quantity.dimension)) {
    if (!hol_check_dimension(reader, node, "arc length", HOL_DIMENSION(1, 0, 0), &quantity) || !(length.value > 0)) {
      return false;
    }
    xi = hol_compute(reader, HOL_STEP_DIVIDE, xi, length);
  }
  rest = hol_compute(reader, HOL_STEP_SUBTRACT, xi, hol_plain(1));
  if (hol_holds(reader, HOL_STEP_LESS, rest, hol_plain(1e-9)) &&
      hol_holds(reader, HOL_STEP_GREATER, rest, hol_plain(-1e-9))) {
    xi = hol_plain(1);
  }
  from = hol_compute(reader, HOL_STEP_ADD, from, hol_plain(1e-9));
  if (!hol_holds(reader, HOL_STEP_GREATER, xi, from) || hol_holds(reader, HOL_STEP_GREATER, xi, hol_plain(1))) {
    hol_fault(reader, node, "a fraction, 1 at the end of the member; or an arc length with its unit",
              "a piece must end after the one before it, and within the member");
    return false;
  }
  hol_settle(reader, xi, 1, to);
  return true;
}

enum { PIECE_TO, PIECE_MATERIAL, PIECE_SECTION, PIECE_WORDS };

static void fill_piece(hol_reader *reader, const hol_field *field, const size_t *property, size_t count,
                       hol_number from, hol_part_piece *piece)
{
  size_t number;
  hol_number to = hol_settled(reader, &piece->to);
  const hol_node *material = field[PIECE_MATERIAL].value, *section = field[PIECE_SECTION].value;
  for (size_t i = 0; i < count; i++) {
    number_of n = {property[i], {from, to}, &piece->varying, &piece->given, piece->value};
    if (field[PIECE_WORDS + i].value) {
      read_number(reader, field[PIECE_WORDS + i].value, &n, true);
    }
  }
  if (material && find_entry(reader, material, "material", &reader->materials, &number)) {
    piece->material = &reader->problem->material[number];
  }
  if (section && find_entry(reader, section, "section", &reader->sections, &number)) {
    piece->section = &reader->problem->section[number];
  }
}

/** One entry of `pieces`. The last ends where the member does, said or not. */
static bool read_piece(hol_reader *reader, const hol_node *node, const hol_part *part, bool is_last, hol_number from,
                       hol_part_piece *piece)
{
  const hol_part_keys *kind = &reader->kind[part->kind];
  hol_field field[PIECE_WORDS + HOL_PROPERTY_COUNT] = {{.key = "to"}};
  size_t property[HOL_PROPERTY_COUNT], count = 0, words = PIECE_WORDS;
  field[PIECE_MATERIAL].key = "material";
  field[PIECE_SECTION].key = "section";
  for (size_t i = 0; i < HOL_PROPERTY_COUNT; i++) {
    if (i != HOL_P_LENGTH && (kind->properties >> i & 1u)) {
      field[words + count] = (hol_field){.key = property_row[i].key};
      property[count++] = i;
    }
  }
  if (!hol_fields_take(reader, node, "a piece", field, words + count)) {
    return false;
  }
  piece->to = 1;
  if (field[PIECE_TO].value && !read_piece_end(reader, field[PIECE_TO].value, part, from, &piece->to)) {
    return false;
  }
  if (field[PIECE_TO].value ? is_last && piece->to < 1 : !is_last) {
    hol_fault(reader, field[PIECE_TO].value ? field[PIECE_TO].value : node, "e.g. to: 0.4; the last piece ends at 1",
              is_last ? "the last piece must end where the member does" : "a piece before the last needs `to`");
    return false;
  }
  fill_piece(reader, field, property, count, from, piece);
  return true;
}

static void read_pieces(hol_reader *reader, const hol_node *node, hol_part *part)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`pieces`")) {
    return;
  }
  if (node->count == 0) {
    hol_fault(reader, node, "pieces: [{to: 0.4, EI: 2}, {EI: 1}]", "`pieces` is empty");
    return;
  }
  part->piece = hol_alloc(node->count, sizeof *part->piece);
  if (!part->piece) {
    reader->status = HOL_MEMORY;
    return;
  }
  part->piece_count = node->count;
  hol_number from = hol_plain(0);
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    hol_part_piece *piece = &part->piece[i];
    const hol_home outer = hol_enter_item(reader, HOL_TABLE_PIECE, i, piece, sizeof *piece);
    if (read_piece(reader, &node->item[i], part, i + 1 == node->count, from, piece)) {
      from = hol_settled(reader, &piece->to);
    }
    reader->home = outer;
  }
}

/** Expressions of the whole part hold in every piece that has none of its own; a part without pieces is one. */
static void settle_pieces(hol_reader *reader, const part_fields *fields, struct hol_varying *varying, hol_part *part)
{
  bool is_formed = part->section && part->section->form;
  if (part->piece_count == 0 && (varying || is_formed)) {
    part->piece = hol_alloc(1, sizeof *part->piece);
    if (!part->piece) {
      reader->status = HOL_MEMORY;
      hol_varying_free(varying);
      return;
    }
    part->piece_count = 1;
    part->piece[0] = (hol_part_piece){.to = 1, .varying = varying};
    return;
  }
  hol_number from = hol_plain(0);
  for (size_t k = 0; k < part->piece_count && varying; k++) {
    hol_part_piece *piece = &part->piece[k];
    const hol_home outer = hol_enter_item(reader, HOL_TABLE_PIECE, k, piece, sizeof *piece);
    hol_number to = hol_settled(reader, &piece->to);
    for (size_t i = 0; i < HOL_PROPERTY_COUNT; i++) {
      const hol_node *node = fields->of_property[i] == SIZE_MAX ? NULL : fields->field[fields->of_property[i]].value;
      bool is_own = piece->given >> i & 1u;
      if (node && i != HOL_P_LENGTH && hol_is_varying(node) && !is_own) {
        read_number(reader, node, &(number_of){i, {from, to}, &piece->varying, &piece->given, piece->value}, true);
      }
    }
    from = to;
    reader->home = outer;
  }
  hol_varying_free(varying);
}

void hol_part_clear(hol_part *part)
{
  for (size_t i = 0; i < part->piece_count; i++) {
    hol_varying_free(part->piece[i].varying);
  }
  for (size_t i = 0; i < part->point_count; i++) {
    free(part->point[i].name);
    if (part->matrices && part->matrices->coupling) {
      free(part->matrices->coupling[i].node);
      free(part->matrices->coupling[i].set);
    }
  }
  hol_matrices_free(part->matrices);
  free(part->point);
  free(part->piece);
  free(part->name);
  *part = (hol_part){0};
}

/* ---- a part ----------------------------------------------------------------------------------------------------- */

static void fill_part(hol_reader *reader, const hol_node *name, part_fields *fields, hol_part *part)
{
  struct hol_varying *varying = NULL;
  bool is_member = reader->kind[part->kind].is_member;
  for (size_t i = 0; i < HOL_PROPERTY_COUNT; i++) {
    size_t at = fields->of_property[i];
    if (at != SIZE_MAX && fields->field[at].value) {
      part->value_place[i] = hol_node_place(fields->field[at].value);
      read_number(reader, fields->field[at].value,
                  &(number_of){i, {hol_plain(0), hol_plain(1)}, &varying, &part->given, part->value}, is_member);
    }
  }
  if (is_member) {
    place_member(reader, name, fields, part);
  } else {
    place_body(reader, fields, part);
    read_frame(reader, fields, part);
  }
  if (reader->kind[part->kind].takes_matrices) {
    const hol_field *const field[HOL_MATRICES_KEYS] = {
        word_field(fields, STIFFNESS_FILE), word_field(fields, MASS_FILE), word_field(fields, MAP),
        word_field(fields, NODES),          word_field(fields, UNITS),     word_field(fields, PORTS)};
    hol_read_matrices(reader, name, field, part);
  }
  if (reader->kind[part->kind].takes_plate) {
    const hol_node *const value[HOL_PLATE_KEYS] = {word_field(fields, SIDES)->value, word_field(fields, EDGES)->value,
                                                   word_field(fields, RIM)->value, word_field(fields, INNER_EDGE)->value};
    hol_read_plate(reader, value, part);
  }
  if (word_field(fields, POINTS)->value) {
    hol_read_part_points(reader, word_field(fields, POINTS)->value, part);
  }
  read_words(reader, fields, part);
  if (word_field(fields, PIECES)->value) {
    read_pieces(reader, word_field(fields, PIECES)->value, part);
  }
  settle_pieces(reader, fields, varying, part);
}

static const char *full_name(hol_reader *reader, const char *name)
{
  const char *full = reader->copy ? hol_arena_print(reader->arena, "%s%s", reader->copy->prefix, name) : name;
  if (!full) {
    reader->status = HOL_MEMORY;
  }
  return full;
}

/** Keep the part, or (NULL) that a faulty one has this name: joints that use it are not complained of. */
static void keep_part(hol_reader *reader, const char *name, hol_part *part)
{
  hol_problem *problem = reader->problem;
  bool existed;
  if (!part) {
    (void)hol_note(reader, hol_names_add(&reader->parts, name, SIZE_MAX, &existed));
    return;
  }
  void *room = hol_reader_grow(reader, problem->part, problem->part_count, &reader->part_capacity, sizeof *problem->part);
  if (room) {
    problem->part = room;
    part->name = hol_own_text(reader, name);
    problem->part[problem->part_count] = *part;
    (void)hol_note(reader, hol_names_add(&reader->parts, name, problem->part_count, &existed));
    problem->part_count++;
    hol_leave_part(reader);
  } else {
    hol_part_clear(part);
  }
}

static void read_part(hol_reader *reader, const hol_node *name, const hol_node *node)
{
  hol_part part = {.place = hol_node_place(name)};
  const char *full = full_name(reader, name->text);
  if (!full) {
    return;
  }
  bool is_readable = hol_expect_kind(reader, node, HOL_NODE_MAP, "a part") && find_kind(reader, name, node, &part.kind);
  if (is_readable) {
    const hol_part_keys *kind = &reader->kind[part.kind];
    part_fields fields = fields_of(kind);
    char what[80];
    (void)snprintf(what, sizeof what, "a part of kind `%s`", kind->name);
    (void)hol_fields_take(reader, node, what, fields.field, fields.count);
    const hol_home outer = hol_enter(reader, HOL_TABLE_PART, reader->problem->part_count, &part, sizeof part);
    fill_part(reader, name, &fields, &part);
    reader->home = outer;
  }
  keep_part(reader, full, is_readable ? &part : NULL);
}

void hol_read_parts(hol_reader *reader, const hol_node *node)
{
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    if (reader->problem->part_count == HOL_PARTS_MAX) {
      hol_fault(reader, name, NULL, "more than %d parts in the file", HOL_PARTS_MAX);
      return;
    }
    if (!hol_check_name(reader, name, hol_is_group(name + 1) ? "a group" : "a part")) {
      continue;
    }
    if (hol_is_group(name + 1)) {
      hol_read_group(reader, name, name + 1);
    } else {
      read_part(reader, name, name + 1);
    }
  }
}
