/* SPDX-License-Identifier: BSD-3-Clause */
/* Single values and lists of them. */
#include "base/memory.h"
#include "problem/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const hol_freedom_name[HOL_FREEDOM_COUNT] = {"ux", "uy", "uz", "rx", "ry", "rz"};

const char *hol_read_text(hol_reader *reader, const hol_node *node, const char *what)
{
  return hol_expect_kind(reader, node, HOL_NODE_TEXT, what) ? node->text : NULL;
}

static size_t count_characters(const char *text, size_t bytes)
{
  size_t n = 0;
  for (size_t i = 0; i < bytes; i++) {
    n += ((unsigned char)text[i] & 0xC0) != 0x80;
  }
  return n;
}

hol_node hol_node_part(const hol_node *node, size_t offset, size_t length)
{
  hol_node part = *node;
  part.text = node->text + offset;
  part.count = node->count - offset;
  if (count_characters(node->text, node->count) == node->length) {
    part.column += (uint32_t)count_characters(node->text, offset);
    part.length = length > 0 ? (uint32_t)count_characters(part.text, length) : 1;
  }
  return part;
}

bool hol_read_open(hol_reader *reader, const hol_node *node, const char *what, hol_quantity *quantity)
{
  const char *text = hol_read_text(reader, node, what);
  hol_complaint complaint = {0};
  if (!text) {
    return false;
  }
  if (text[0] == '\0') {
    hol_fault(reader, node, NULL, "%s must be a quantity, not an empty text", what);
    return false;
  }
  hol_status status = hol_quantity_compile(&reader->scope, text, quantity, &complaint);
  if (status == HOL_INVALID && complaint.message) {
    hol_node part = complaint.length > 0 ? hol_node_part(node, complaint.offset, complaint.length) : *node;
    hol_fault(reader, &part, complaint.hint, "%s", complaint.message);
  } else if (status == HOL_MEMORY) {
    reader->status = HOL_MEMORY;
  }
  return status == HOL_OK;
}

bool hol_read_any(hol_reader *reader, const hol_node *node, const char *what, hol_quantity *quantity)
{
  bool is_good = hol_read_open(reader, node, what, quantity);
  if (is_good) {
    hol_hold(reader, quantity->step);
  }
  return is_good;
}

static const char *article(const char *what)
{
  return strchr("aeiouAEIO", what[0]) ? "an" : "a";
}

/** Is a joined unit raised to a power, as in `Nm^2`? That holds for the newton, too, which few mean. */
static bool has_joined_power(const hol_node *node)
{
  static const char joined[] = "Nm^";
  for (size_t i = 0; node->text && i + strlen(joined) <= node->count; i++) {
    if (memcmp(node->text + i, joined, strlen(joined)) == 0) {
      return true;
    }
  }
  return false;
}

bool hol_check_dimension(hol_reader *reader, const hol_node *node, const char *what, hol_dimension wanted,
                         const hol_quantity *quantity)
{
  hol_dimension got = quantity->dimension;
  bool is_bare = hol_dimension_is_none(got) && !quantity->is_plain;
  if (quantity->fits_all || is_bare || hol_dimension_equal(got, wanted)) {
    hol_survey_unit(reader, node, what, wanted, quantity);
    return true;
  }
  char unit[HOL_DIMENSION_TEXT], name[HOL_DIMENSION_TEXT];
  hol_dimension_name(got, name);
  hol_dimension_unit(wanted, unit);
  const char *example = hol_dimension_example(wanted);
  const char *hint = example ? hol_arena_print(reader->arena, "e.g. %s", example) : NULL;
  if (has_joined_power(node)) {
    hint = "`Nm^2` is (N m)^2: write `N m^2`";
  }
  if (hol_dimension_is_none(wanted)) {
    hol_fault(reader, node, "a plain number, without unit", "expected %s %s (no unit), got %s", article(what), what,
              name);
  } else {
    hol_fault(reader, node, hint, "expected %s %s (%s), got %s", article(what), what, unit, name);
  }
  return false;
}

bool hol_read_wanted(hol_reader *reader, const hol_node *node, hol_wanted wanted, hol_quantity *quantity)
{
  if (!hol_read_open(reader, node, wanted.what, quantity) ||
      !hol_check_dimension(reader, node, wanted.what, wanted.dimension, quantity)) {
    return false;
  }
  if (wanted.least == 1 && !(quantity->value > 0)) {
    hol_fault(reader, node, wanted.hint_of_zero, "%s must be positive", wanted.what);
    return false;
  }
  if (wanted.least == 0 && quantity->value < 0) {
    hol_fault(reader, node, NULL, "%s must not be negative", wanted.what);
    return false;
  }
  return true;
}

bool hol_read_quantity(hol_reader *reader, const hol_node *node, hol_wanted wanted, double *value)
{
  hol_quantity quantity;
  if (!hol_read_wanted(reader, node, wanted, &quantity)) {
    return false;
  }
  hol_settle(reader, hol_number_of(&quantity), wanted.least, value);
  return true;
}

bool hol_read_count(hol_reader *reader, const hol_node *node, const char *what, size_t least, size_t most,
                    size_t *count)
{
  hol_quantity quantity;
  if (!hol_read_wanted(reader, node, (hol_wanted){.what = what, .least = 2}, &quantity)) {
    return false;
  }
  hol_hold(reader, quantity.step);
  double value = quantity.value;
  double whole = rint(value);
  /* Quotients of parameters such as 1.2/0.1 are whole up to rounding. */
  if (fabs(value - whole) > 1e-9 * fabs(whole) || whole < (double)least || whole > (double)most) {
    hol_fault(reader, node, NULL, "%s must be a whole number from %zu to %zu", what, least, most);
    return false;
  }
  *count = (size_t)whole;
  return true;
}

size_t hol_read_list(hol_reader *reader, const hol_node *node, hol_wanted wanted, size_t most, double *value)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, wanted.what)) {
    return 0;
  }
  if (node->count == 0 || node->count > most) {
    hol_fault(reader, node, NULL, "%s must have 1 to %zu values, not %zu", wanted.what, most, node->count);
    return 0;
  }
  bool is_good = true;
  for (size_t i = 0; i < node->count; i++) {
    is_good = hol_read_quantity(reader, &node->item[i], wanted, &value[i]) && is_good;
  }
  return is_good ? node->count : 0;
}

void hol_read_values(hol_reader *reader, const hol_node *list, const char *name, const char *what, double **value,
                     size_t *count)
{
  *value = NULL;
  *count = 0;
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, name)) {
    return;
  }
  *value = hol_alloc(list->count + 1, sizeof **value);
  if (!*value) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < list->count; i++) {
    hol_quantity quantity;
    if (hol_read_any(reader, &list->item[i], what, &quantity)) {
      (*value)[(*count)++] = quantity.value;
    }
  }
}

/** Two or three coordinates: the first of the file decide for all of it. One is a place on x, of a structure that is
 *  plane or spatial for other reasons. */
static bool check_count(hol_reader *reader, const hol_node *node, const char *what)
{
  hol_problem *problem = reader->problem;
  if (node->count == 0 || node->count > 3) {
    hol_fault(reader, node, "two coordinates make a plane structure, three a spatial one; one is a place on x",
              "%s must have 1 to 3 coordinates, not %zu", what, node->count);
    return false;
  }
  if (node->count == 1) {
    return true;
  }
  if (problem->dimensions == 0) {
    problem->dimensions = node->count;
    reader->dimensions_place = hol_node_place(node);
  }
  if (node->count != problem->dimensions) {
    hol_fault(reader, node,
              hol_arena_print(reader->arena, "the first coordinates of the file, in line %zu, are %zu%s",
                              reader->dimensions_place.line, problem->dimensions,
                              node->count > problem->dimensions ? "; a comma begins the next one, decimals have a point"
                                                                : ""),
              "%s has %zu coordinates where the rest of the file has %zu", what, node->count, problem->dimensions);
    return false;
  }
  return true;
}

bool hol_read_coordinates(hol_reader *reader, const hol_node *node, const char *what, hol_number *x)
{
  static const hol_wanted coordinate = {.what = "coordinate", .dimension = {.length = 1}, .least = 2};
  hol_number value[3] = {{0}};
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, what) || !check_count(reader, node, what)) {
    return false;
  }
  bool is_good = true;
  for (size_t i = 0; i < node->count; i++) {
    hol_quantity quantity;
    bool is_read = hol_read_wanted(reader, &node->item[i], coordinate, &quantity);
    value[i] = is_read ? hol_number_of(&quantity) : value[i];
    is_good = is_read && is_good;
  }
  if (is_good) {
    memcpy(x, value, sizeof value);
  }
  return is_good;
}

static bool direction_by_word(hol_reader *reader, const hol_node *node, const char *what, double *v)
{
  static const char *const word[] = {"x", "y", "z"};
  size_t axis;
  if (!hol_read_choice(reader, node, what, word, 3, &axis)) {
    return false;
  }
  v[0] = v[1] = v[2] = 0;
  v[axis] = 1;
  return true;
}

/** Components of one dimension, whichever: a direction may be the difference of two points. */
static bool read_components(hol_reader *reader, const hol_node *node, hol_number *value)
{
  hol_quantity component, first = {.fits_all = true};
  bool is_good = true;
  for (size_t i = 0; i < node->count; i++) {
    if (!hol_read_open(reader, &node->item[i], "a component", &component)) {
      is_good = false;
      continue;
    }
    value[i] = hol_number_of(&component);
    bool is_zero = hol_holds(reader, HOL_STEP_EQUAL, value[i], hol_plain(0)) || component.fits_all;
    if (!is_zero && !first.fits_all && !hol_dimension_equal(component.dimension, first.dimension)) {
      hol_fault(reader, &node->item[i], NULL, "the components of a direction must be of one dimension");
      is_good = false;
    }
    if (!is_zero && first.fits_all) {
      first = component;
    }
  }
  return is_good;
}

bool hol_read_direction(hol_reader *reader, const hol_node *node, const char *what, double *v)
{
  hol_number value[3] = {{0}};
  if (node->kind == HOL_NODE_TEXT) {
    return direction_by_word(reader, node, what, v);
  }
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, what)) {
    return false;
  }
  size_t dimensions = reader->problem->dimensions;
  if (node->count != 3 && !(node->count == 2 && dimensions != 3)) {
    hol_fault(reader, node, NULL, "%s must have %s components, not %zu", what, dimensions == 3 ? "3" : "2 or 3",
              node->count);
    return false;
  }
  if (!read_components(reader, node, value)) {
    return false;
  }
  if (!(fabs(value[0].value) > 0 || fabs(value[1].value) > 0 || fabs(value[2].value) > 0)) {
    hol_fault(reader, node, NULL, "%s must not be zero", what);
    return false;
  }
  for (size_t i = 0; i < 3; i++) {
    hol_settle(reader, value[i], 2, &v[i]);
  }
  return true;
}

bool hol_read_choice(hol_reader *reader, const hol_node *node, const char *what, const char *const *word, size_t count,
                     size_t *choice)
{
  const char *text = hol_read_text(reader, node, what);
  if (!text) {
    return false;
  }
  hol_nearest nearest = {.wanted = text};
  char all[120] = "";
  for (size_t i = 0; i < count; i++) {
    if (strcmp(text, word[i]) == 0) {
      *choice = i;
      return true;
    }
    hol_nearest_offer(&nearest, word[i]);
    size_t used = strlen(all);
    (void)snprintf(all + used, sizeof all - used, "%s`%s`", i == 0 ? "" : i + 1 == count ? " or " : ", ", word[i]);
  }
  hol_fault(reader, node, hol_nearest_hint(reader, &nearest), "%s must be %s, not `%s`", what, all, text);
  return false;
}

bool hol_read_bool(hol_reader *reader, const hol_node *node, const char *what, bool *value)
{
  static const char *const word[] = {"false", "true"};
  size_t choice;
  if (!hol_read_choice(reader, node, what, word, 2, &choice)) {
    return false;
  }
  *value = choice == 1;
  return true;
}

bool hol_read_freedom(hol_reader *reader, const hol_node *node, int *freedom)
{
  size_t choice;
  if (!hol_read_choice(reader, node, "a freedom", hol_freedom_name, HOL_FREEDOM_COUNT, &choice)) {
    return false;
  }
  *freedom = (int)choice;
  return true;
}

bool hol_read_freedoms(hol_reader *reader, const hol_node *node, hol_freedoms *freedoms)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`freedoms`")) {
    return false;
  }
  if (node->count == 0) {
    hol_fault(reader, node, "e.g. [ux, uy, rz]", "`freedoms` must name at least one");
    return false;
  }
  hol_freedoms all = 0;
  bool is_good = true;
  for (size_t i = 0; i < node->count; i++) {
    int freedom;
    if (!hol_read_freedom(reader, &node->item[i], &freedom)) {
      is_good = false;
    } else if (all & 1u << freedom) {
      hol_fault(reader, &node->item[i], NULL, "`%s` is named twice", hol_freedom_name[freedom]);
      is_good = false;
    } else {
      all |= 1u << freedom;
    }
  }
  *freedoms = is_good ? all : *freedoms;
  return is_good;
}

void hol_freedoms_text(hol_freedoms freedoms, char *text)
{
  text[0] = '\0';
  for (int i = 0; i < HOL_FREEDOM_COUNT; i++) {
    if (freedoms & 1u << i) {
      (void)snprintf(text + strlen(text), 32 - strlen(text), "%s%s", text[0] ? ", " : "", hol_freedom_name[i]);
    }
  }
}

bool hol_check_name(hol_reader *reader, const hol_node *node, const char *what)
{
  const char *name = node->text;
  bool is_word = (name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z') || name[0] == '_';
  for (const char *c = name; *c; c++) {
    is_word = is_word && ((*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') ||
                          *c == '_' || *c == '-');
  }
  if (!is_word) {
    hol_fault(reader, node, "a letter, then letters, digits, `_` and `-`", "`%s` cannot be the name of %s", name, what);
  }
  return is_word;
}
