/* Materials and sections. */
#include "base/memory.h"
#include "problem/reader.h"
#include "problem/varying.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STRESS                                                                                                         \
  {                                                                                                                    \
    .length = -1, .mass = 1, .time = -2                                                                                \
  }
#define AREA                                                                                                           \
  {                                                                                                                    \
    .length = 2                                                                                                        \
  }
#define FOURTH                                                                                                         \
  {                                                                                                                    \
    .length = 4                                                                                                        \
  }
#define METRE                                                                                                          \
  {                                                                                                                    \
    .length = 1                                                                                                        \
  }

static void read_numbers(hol_reader *reader, const hol_field *field, const hol_wanted *wanted, double *const *value,
                         size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (field[i].value) {
      (void)hol_read_quantity(reader, field[i].value, wanted[i], value[i]);
    }
  }
}

static void read_material(hol_reader *reader, const hol_node *name, const hol_node *node)
{
  static const hol_wanted wanted[] = {
      {"elastic modulus", STRESS, 1},
      {"shear modulus", STRESS, 1},
      {"density", {.length = -3, .mass = 1}, 0},
      {"Poisson's ratio", {0}, 2},
  };
  double unset = (double)NAN;
  hol_material material = {.E = unset, .G = unset, .density = unset, .nu = unset, .place = hol_node_place(name)};
  hol_field field[] = {{.key = "E"}, {.key = "G"}, {.key = "density"}, {.key = "nu"}};
  double *const value[] = {&material.E, &material.G, &material.density, &material.nu};
  if (!hol_fields_take(reader, node, "a material", field, 4)) {
    return;
  }
  hol_problem *problem = reader->problem;
  const hol_home outer = hol_enter(reader, HOL_TABLE_MATERIAL, problem->material_count, &material, sizeof material);
  read_numbers(reader, field, wanted, value, 4);
  hol_number nu = hol_settled(reader, &material.nu);
  reader->home = outer;
  if (hol_holds(reader, HOL_STEP_LESS_EQUAL, nu, hol_plain(-1)) ||
      hol_holds(reader, HOL_STEP_GREATER_EQUAL, nu, hol_plain(0.5))) {
    hol_fault(reader, field[3].value, "0.3 for steel", "Poisson's ratio must lie between -1 and 0.5");
  }
  void *room = hol_reader_grow(reader, problem->material, problem->material_count, &reader->material_capacity,
                               sizeof *problem->material);
  if (room) {
    problem->material = room;
    material.name = hol_own_text(reader, name->text);
    problem->material[problem->material_count++] = material;
  }
}

typedef void entry_reader(hol_reader *reader, const hol_node *name, const hol_node *node);

/** Every entry gets its number by its name even when it is faulty, so that its users are not complained of; the entries
 *  that could not be read have the number `none`. */
static void read_entries(hol_reader *reader, const hol_node *node, const char *const what[2], hol_names *names,
                         const size_t *count, entry_reader *read)
{
  if (!node || node->kind == HOL_NODE_NONE || !hol_expect_kind(reader, node, HOL_NODE_MAP, what[0])) {
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    if (!hol_check_name(reader, name, what[1])) {
      continue;
    }
    size_t before = *count;
    bool existed;
    read(reader, name, name + 1);
    size_t number = *count > before ? before : SIZE_MAX;
    (void)hol_note(reader, hol_names_add(names, name->text, number, &existed));
  }
}

void hol_read_materials(hol_reader *reader, const hol_node *node)
{
  static const char *const what[] = {"`materials`", "a material"};
  read_entries(reader, node, what, &reader->materials, &reader->problem->material_count, read_material);
}

/* ---- sections --------------------------------------------------------------------------------------------------- */

/** fewer than properties of a part: hol_read_varying() */
enum {
  WIDTH,
  HEIGHT,
  SIDE,
  DIAMETER,
  RADIUS,
  INNER,
  THICKNESS,
  FLANGE,
  WEB,
  AREA_,
  I_,
  I_Y,
  I_Z,
  J_,
  I_P,
  KAPPA,
  NUMBER_COUNT
};

static const struct {
  const char *key;
  hol_wanted wanted;
} number_row[NUMBER_COUNT] = {
    [WIDTH] = {"width", {"width", METRE, 1}},
    [HEIGHT] = {"height", {"height", METRE, 1}},
    [SIDE] = {"side", {"side", METRE, 1}},
    [DIAMETER] = {"diameter", {"diameter", METRE, 1}},
    [RADIUS] = {"radius", {"radius", METRE, 1}},
    [INNER] = {"inner_diameter", {"inner diameter", METRE, 1}},
    [THICKNESS] = {"thickness", {"thickness", METRE, 1}},
    [FLANGE] = {"flange", {"flange thickness", METRE, 1}},
    [WEB] = {"web", {"web thickness", METRE, 1}},
    [AREA_] = {"area", {"area", AREA, 1}},
    [I_] = {"I", {"second moment of area", FOURTH, 1}},
    [I_Y] = {"I_y", {"second moment of area", FOURTH, 1}},
    [I_Z] = {"I_z", {"second moment of area", FOURTH, 1}},
    [J_] = {"J", {"torsion constant", FOURTH, 1}},
    [I_P] = {"I_p", {"polar moment of area", FOURTH, 1}},
    [KAPPA] = {"kappa", {"shear coefficient", {0}, 1}},
};

#define BIT(i) (1u << (i))

/** What each shape takes: all of `needed`, and exactly one of `either` where there is any. */
static const struct {
  const char *name;
  hol_section_shape shape;
  unsigned needed, either;
} shape_row[] = {
    {"rectangle", HOL_SECTION_RECTANGLE, BIT(WIDTH) | BIT(HEIGHT), 0},
    {"square", HOL_SECTION_SQUARE, BIT(SIDE), 0},
    {"circle", HOL_SECTION_CIRCLE, 0, BIT(DIAMETER) | BIT(RADIUS)},
    {"tube", HOL_SECTION_TUBE, BIT(DIAMETER), BIT(INNER) | BIT(THICKNESS)},
    {"I", HOL_SECTION_I, BIT(WIDTH) | BIT(HEIGHT) | BIT(FLANGE) | BIT(WEB), 0},
};

enum { SHAPE_COUNT = sizeof shape_row / sizeof shape_row[0] };
static const unsigned direct_keys = BIT(AREA_) | BIT(I_) | BIT(I_Y) | BIT(I_Z) | BIT(J_) | BIT(I_P);

/** A section being read: which numbers were written, which of them could be read. */
typedef struct draft {
  hol_field field[NUMBER_COUNT + 1]; /**< the last is `shape` */
  hol_number value[NUMBER_COUNT];
  unsigned given, good;
  hol_varying *varying; /**< numbers that are expressions in xi */
} draft;

/** The numbers as written, where some vary. */
struct hol_section_form {
  double value[NUMBER_COUNT];
  unsigned given;
  hol_varying *varying;
};

static const char *keys_text(hol_reader *reader, unsigned keys, const char *between)
{
  const char *text = "";
  for (size_t i = 0; i < NUMBER_COUNT && text; i++) {
    if (keys & BIT(i)) {
      text = hol_arena_print(reader->arena, "%s%s`%s`", text, text[0] ? between : "", number_row[i].key);
    }
  }
  return text ? text : "";
}

static size_t bit_count(unsigned bits)
{
  size_t n = 0;
  for (; bits; bits &= bits - 1) {
    n++;
  }
  return n;
}

/** Has the shape the numbers that it takes, and no others? */
static bool check_keys(hol_reader *reader, const hol_node *name, const draft *d, size_t row)
{
  const char *shape = shape_row[row].name;
  unsigned needed = shape_row[row].needed, either = shape_row[row].either;
  bool is_good = true;
  for (size_t i = 0; i < NUMBER_COUNT; i++) {
    if (d->given & BIT(i) & ~(needed | either | BIT(KAPPA))) {
      hol_fault(reader, d->field[i].name,
                hol_arena_print(reader->arena, "it takes %s", keys_text(reader, needed | either, ", ")),
                "`%s` does not belong to the shape `%s`", number_row[i].key, shape);
      is_good = false;
    }
  }
  unsigned missing = needed & ~d->given;
  if (missing) {
    hol_fault_missing(reader, name, NULL, "the shape `%s` needs %s", shape, keys_text(reader, missing, " and "));
    return false;
  }
  if (either && bit_count(d->given & either) != 1) {
    const char *words =
        hol_arena_print(reader->arena, "the shape `%s` needs either %s", shape, keys_text(reader, either, " or "));
    const hol_node *given = d->given & either ? name : NULL;
    (void)hol_check_either(reader, name, given, given, NULL, words ? words : "");
    return false;
  }
  return is_good && d->good == d->given;
}

static hol_number twice(hol_reader *reader, hol_number number)
{
  return hol_compute(reader, HOL_STEP_MULTIPLY, hol_plain(2), number);
}

static hol_number tube_inside(hol_reader *reader, const hol_number *value, unsigned given)
{
  return given & BIT(THICKNESS)
             ? hol_compute(reader, HOL_STEP_SUBTRACT, value[DIAMETER], twice(reader, value[THICKNESS]))
             : value[INNER];
}

/** The numbers of a shape, as they are for the values written. `reader` may be NULL where no number has a step. */
static void set_shape(hol_reader *reader, const hol_number *value, unsigned given, hol_section *section)
{
  switch (section->shape) {
  case HOL_SECTION_SQUARE:
    hol_settle(reader, value[SIDE], 1, &section->width);
    hol_settle(reader, value[SIDE], 1, &section->height);
    break;
  case HOL_SECTION_CIRCLE:
    hol_settle(reader, given & BIT(RADIUS) ? twice(reader, value[RADIUS]) : value[DIAMETER], 1, &section->diameter);
    break;
  case HOL_SECTION_TUBE:
    hol_settle(reader, value[DIAMETER], 1, &section->diameter);
    hol_settle(reader, tube_inside(reader, value, given), 1, &section->inner_diameter);
    break;
  default:
    hol_settle(reader, value[WIDTH], 1, &section->width);
    hol_settle(reader, value[HEIGHT], 1, &section->height);
    hol_settle(reader, value[FLANGE], 1, &section->flange);
    hol_settle(reader, value[WEB], 1, &section->web);
  }
}

static bool is_less(hol_reader *reader, hol_number a, const double *b)
{
  return hol_holds(reader, HOL_STEP_LESS, a, hol_settled(reader, b));
}

static void check_tube(hol_reader *reader, const draft *d, const hol_section *section)
{
  hol_number inner = hol_settled(reader, &section->inner_diameter);
  if (d->given & BIT(THICKNESS) && !hol_holds(reader, HOL_STEP_GREATER, inner, hol_plain(0))) {
    hol_fault(reader, d->field[THICKNESS].value, "a full section is a `circle`",
              "the thickness must be less than half the diameter");
  } else if (!is_less(reader, inner, &section->diameter)) {
    hol_fault(reader, d->field[INNER].value, "`diameter` is the outer one",
              "the inner diameter must be less than the diameter");
  }
}

static void fill_shape(hol_reader *reader, const draft *d, hol_section *section)
{
  set_shape(reader, d->value, d->given, section);
  if (section->shape == HOL_SECTION_TUBE) {
    check_tube(reader, d, section);
  }
  if (section->shape == HOL_SECTION_I && !is_less(reader, twice(reader, d->value[FLANGE]), &section->height)) {
    hol_fault(reader, d->field[FLANGE].value, NULL, "two flanges must be thinner than the height");
  }
  if (section->shape == HOL_SECTION_I && !is_less(reader, d->value[WEB], &section->width)) {
    hol_fault(reader, d->field[WEB].value, NULL, "the web must be thinner than the width");
  }
}

static void set_direct(hol_reader *reader, const hol_number *value, unsigned given, hol_section *section)
{
  bool is_one = given & BIT(I_);
  hol_settle(reader, value[AREA_], 1, &section->area);
  hol_settle(reader, value[is_one ? I_ : I_Y], 1, &section->I_y);
  hol_settle(reader, value[is_one ? I_ : I_Z], 1, &section->I_z);
  hol_settle(reader, value[J_], 1, &section->J);
  hol_settle(reader, value[I_P], 1, &section->I_p);
}

static void fill_direct(hol_reader *reader, const hol_node *name, const draft *d, hol_section *section)
{
  unsigned shape_keys = d->given & ~(direct_keys | BIT(KAPPA));
  for (size_t i = 0; i < NUMBER_COUNT; i++) {
    if (shape_keys & BIT(i)) {
      hol_fault(reader, d->field[i].name, "e.g. shape: rectangle", "`%s` has no meaning without a `shape`",
                number_row[i].key);
    }
  }
  if (!shape_keys && !(d->given & direct_keys)) {
    hol_fault_missing(reader, name, "shape: rectangle, square, circle, tube or I; or area, I_y, I_z, J, I_p directly",
                      "section `%s` has neither a shape nor any number", name->text);
  }
  if ((d->given & BIT(I_)) && (d->given & (BIT(I_Y) | BIT(I_Z)))) {
    hol_fault(reader, d->field[I_].name, NULL, "`I` stands for both `I_y` and `I_z`, which are given too");
  }
  set_direct(reader, d->value, d->given, section);
}

static bool read_draft_number(hol_reader *reader, draft *d, size_t i)
{
  const hol_node *node = d->field[i].value;
  hol_wanted wanted = number_row[i].wanted;
  hol_quantity quantity;
  if (hol_is_varying(node)) {
    wanted.least = 2; /* which stretch of a member it is for is not known yet: it may be anything elsewhere */
    return hol_read_varying(reader, node, wanted, NULL, i, &d->varying, &d->value[i].value);
  }
  bool is_good = hol_read_wanted(reader, node, wanted, &quantity);
  if (is_good) {
    d->value[i] = (hol_number){quantity.value, quantity.step};
    double written;
    hol_settle(reader, d->value[i], wanted.least, &written);
  }
  return is_good;
}

static void read_draft(hol_reader *reader, draft *d)
{
  const hol_home outer = hol_enter(reader, HOL_TABLE_ASIDE, 0, NULL, 0); /* what is written must be fit, used or not */
  for (size_t i = 0; i < NUMBER_COUNT; i++) {
    if (d->field[i].value) {
      d->given |= BIT(i);
      d->good |= read_draft_number(reader, d, i) ? BIT(i) : 0;
    }
  }
  reader->home = outer;
}

/** Keep what varies with the section, which takes it over. */
static void keep_form(hol_reader *reader, const draft *d, hol_section *section)
{
  struct hol_section_form *form = d->varying ? hol_alloc(1, sizeof *form) : NULL;
  if (form) {
    *form = (struct hol_section_form){.given = d->given, .varying = d->varying};
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
      form->value[i] = d->value[i].value;
      hol_hold(reader, d->value[i].step);
    }
    section->form = form;
  } else if (d->varying) {
    hol_varying_free(d->varying);
    reader->status = HOL_MEMORY;
  }
}

void hol_section_form_free(struct hol_section_form *form)
{
  if (form) {
    hol_varying_free(form->varying);
    free(form);
  }
}

hol_varying *hol_section_varying(const hol_section *section)
{
  return section->form ? section->form->varying : NULL;
}

hol_status hol_section_at(const hol_section *section, double xi, hol_section *at)
{
  assert(section->form);
  double value[HOL_PROPERTY_COUNT];
  hol_number number[NUMBER_COUNT];
  memcpy(value, section->form->value, sizeof section->form->value);
  HOL_TRY(hol_varying_at(section->form->varying, xi, value));
  for (size_t i = 0; i < NUMBER_COUNT; i++) {
    number[i] = hol_plain(value[i]);
  }
  *at = *section;
  at->form = NULL;
  at->kappa = value[KAPPA];
  if (section->shape == HOL_SECTION_DIRECT) {
    set_direct(NULL, number, section->form->given, at);
  } else {
    set_shape(NULL, number, section->form->given, at);
  }
  return HOL_OK;
}

static void fill_section(hol_reader *reader, const hol_node *name, const draft *d, hol_section *section)
{
  const hol_node *shape = d->field[NUMBER_COUNT].value;
  const char *word[SHAPE_COUNT];
  size_t row;
  for (size_t i = 0; i < SHAPE_COUNT; i++) {
    word[i] = shape_row[i].name;
  }
  hol_settle(reader, d->value[KAPPA], 1, &section->kappa);
  if (!shape) {
    section->shape = HOL_SECTION_DIRECT;
    fill_direct(reader, name, d, section);
  } else if (hol_read_choice(reader, shape, "the shape of a section", word, SHAPE_COUNT, &row)) {
    section->shape = shape_row[row].shape;
    if (check_keys(reader, name, d, row)) {
      fill_shape(reader, d, section);
    }
  }
}

static void read_section(hol_reader *reader, const hol_node *name, const hol_node *node)
{
  draft d = {0};
  for (size_t i = 0; i < NUMBER_COUNT; i++) {
    d.field[i].key = number_row[i].key;
  }
  d.field[NUMBER_COUNT].key = "shape";
  if (!hol_fields_take(reader, node, "a section", d.field, NUMBER_COUNT + 1)) {
    return;
  }
  hol_problem *problem = reader->problem;
  hol_section section = {.place = hol_node_place(name)};
  read_draft(reader, &d);
  const hol_home outer = hol_enter(reader, HOL_TABLE_SECTION, problem->section_count, &section, sizeof section);
  fill_section(reader, name, &d, &section);
  reader->home = outer;
  void *room = hol_reader_grow(reader, problem->section, problem->section_count, &reader->section_capacity,
                               sizeof *problem->section);
  keep_form(reader, &d, &section);
  if (!room) {
    hol_section_form_free(section.form);
  } else {
    problem->section = room;
    section.name = hol_own_text(reader, name->text);
    problem->section[problem->section_count++] = section;
  }
}

void hol_read_sections(hol_reader *reader, const hol_node *node)
{
  static const char *const what[] = {"`sections`", "a section"};
  read_entries(reader, node, what, &reader->sections, &reader->problem->section_count, read_section);
}
