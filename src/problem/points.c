/* SPDX-License-Identifier: BSD-3-Clause */
/* Points as joints name them: `shaft.start`, `shaft@0.3`, `shaft@300 mm`, `rotor`, `cell[next].beam.end`. */
#include "problem/draft.h"
#include "problem/kind.h"

#include <math.h>
#include <string.h>

/** A point being found out: `path` is what stands before `@`. */
typedef struct path {
  const hol_node *node;
  const char *text; /**< in the arena */
  size_t length;
  size_t offset;      /**< how far it has been followed */
  const char *prefix; /**< the copy it has led into so far, "" at first */
} path;

/** One word of a path, with what stands in brackets after it. */
typedef struct segment {
  const char *name;     /**< in the arena */
  const char *selector; /**< NULL: no brackets */
  size_t selector_offset;
} segment;

/** Split off the next word; the brackets may hold an expression. */
static bool next_segment(hol_reader *reader, path *p, segment *s)
{
  const char *start = p->text + p->offset;
  size_t name = strcspn(start, ".["), end = name;
  *s = (segment){.name = hol_arena_copy(reader->arena, start, name)};
  if (start[name] == '[') {
    const char *close = strchr(start + name, ']');
    if (!close || (close[1] != '.' && close[1] != '\0')) {
      hol_fault(reader, p->node, "e.g. cell[1].beam.start", "`%s` is not a point", p->text);
      return false;
    }
    s->selector = hol_arena_copy(reader->arena, start + name + 1, (size_t)(close - start) - name - 1);
    s->selector_offset = p->offset + name + 1;
    end = (size_t)(close - start) + 1;
  }
  if (!s->name || (start[name] == '[' && !s->selector)) {
    reader->status = HOL_MEMORY;
    return false;
  }
  p->offset += end;
  return true;
}

/** Find a name in the copy that the path has led into; at the start of a path, in the copies around the joint from the
 *  inside out. */
static bool find_around(hol_reader *reader, const path *p, const hol_names *names, const char *name, size_t *number,
                        const char **full)
{
  const hol_copy *copy = p->prefix[0] == '\0' ? reader->copy : NULL;
  for (; copy; copy = copy->outer) {
    *full = hol_arena_print(reader->arena, "%s%s", copy->prefix, name);
    if (*full && hol_names_find(names, *full, number)) {
      return true;
    }
  }
  *full = hol_arena_print(reader->arena, "%s%s", p->prefix, name);
  if (!*full) {
    reader->status = HOL_MEMORY;
    return false;
  }
  return hol_names_find(names, *full, number);
}

static void offer_names(hol_reader *reader, hol_nearest *nearest, const hol_names *names)
{
  bool may_compare = hol_scope_may_compare(&reader->scope, names->count);
  for (size_t i = 0; may_compare && i < names->capacity; i++) {
    if (names->slot[i].name) {
      hol_nearest_offer(nearest, names->slot[i].name);
    }
  }
}

/** Does a name stand for what does not move? */
static bool is_ground(const char *name)
{
  static const char *const word[] = {"ground", "earth", "world", "wall", "base", "foundation", "support", "fixed"};
  size_t i = 0;
  while (i < sizeof word / sizeof word[0] && strcmp(word[i], name) != 0) {
    i++;
  }
  return i < sizeof word / sizeof word[0];
}

static void refuse_unknown(hol_reader *reader, const path *p, const hol_names *names, const char *what,
                           const char *name)
{
  hol_nearest nearest = {.wanted = name};
  offer_names(reader, &nearest, names);
  offer_names(reader, &nearest, &reader->groups);
  hol_node part = hol_node_part(p->node, 0, p->length);
  if (name[0] == '\0') {
    hol_fault(reader, &part, "e.g. shaft.start, shaft@0.3, or a body by its name", "a point must name a part");
    return;
  }
  const char *hint = hol_nearest_hint(reader, &nearest);
  hint = !hint && is_ground(name)
             ? "the ground has no name: a joint of one point is to the ground, e.g. {spring: a.end, ...}"
             : hint;
  hol_fault_unknown(reader, &part, hint, "unknown %s `%s`", what, name);
}

/* ---- copies of groups ------------------------------------------------------------------------------------------- */

static const hol_copy *copy_of_group(const hol_reader *reader, size_t group)
{
  const hol_copy *copy = reader->copy;
  while (copy && copy->group != group) {
    copy = copy->outer;
  }
  return copy;
}

/** The number that stands in the brackets; it may be beyond the copies there are. */
static bool read_selector(hol_reader *reader, const path *p, const segment *s, size_t number, double *selected)
{
  const hol_copy *own = copy_of_group(reader, number);
  bool is_next = strcmp(s->selector, "next") == 0, is_previous = strcmp(s->selector, "previous") == 0;
  if (strcmp(s->selector, "first") == 0 || strcmp(s->selector, "last") == 0) {
    *selected = s->selector[0] == 'f' ? 1 : (double)reader->group[number].n;
    return true;
  }
  if (is_next || is_previous) {
    if (!own) {
      hol_fault(reader, p->node, "outside a group name the copy: first, last or its number",
                "`%s[%s]` has a meaning only inside `%s`", s->name, s->selector, s->name);
      return false;
    }
    *selected = (double)own->number + (is_next ? 1 : -1);
    return true;
  }
  hol_node inside = hol_node_part(p->node, s->selector_offset, strlen(s->selector));
  inside.text = s->selector;
  inside.count = strlen(s->selector);
  if (!hol_read_quantity(reader, &inside, (hol_wanted){.what = "number of a copy", .least = 2}, selected)) {
    return false;
  }
  if (fabs(*selected - rint(*selected)) > 1e-9 * fabs(*selected)) {
    hol_fault(reader, &inside, NULL, "the number of a copy must be a whole number");
    return false;
  }
  *selected = rint(*selected);
  return true;
}

static hol_point_outcome go_beyond(hol_reader *reader, const path *p, const segment *s, size_t number, double *selected)
{
  const hol_group *group = &reader->group[number];
  double n = (double)group->n;
  if (!copy_of_group(reader, number)) {
    hol_fault(reader, p->node, NULL, "`%s` has the copies 1 to %zu", s->name, group->n);
    return HOL_POINT_FAULTY;
  }
  if (group->ends == HOL_ENDS_OPEN) {
    return HOL_POINT_BEYOND;
  }
  if (group->ends == HOL_ENDS_UNSAID) {
    hol_fault(reader, p->node,
              "write `ends: open` in `repeat` to leave such joints out, or `ends: closed` to close the ring",
              "`%s[%s]` is beyond the ends of `%s`", s->name, s->selector, s->name);
    return HOL_POINT_FAULTY;
  }
  double turned = fmod(*selected - 1, n);
  *selected = (turned < 0 ? turned + n : turned) + 1;
  return HOL_POINT_FOUND;
}

/** Follow `cell[next].` into the copy. */
static hol_point_outcome enter_copy(hol_reader *reader, path *p, const segment *s)
{
  size_t number;
  const char *full;
  double selected = 0;
  if (!find_around(reader, p, &reader->groups, s->name, &number, &full)) {
    refuse_unknown(reader, p, &reader->groups, "group", s->name);
    return HOL_POINT_FAULTY;
  }
  if (reader->group[number].n == 0 || !read_selector(reader, p, s, number, &selected)) {
    return HOL_POINT_FAULTY; /* told already */
  }
  if (selected < 1 || selected > (double)reader->group[number].n) {
    hol_point_outcome outcome = go_beyond(reader, p, s, number, &selected);
    if (outcome != HOL_POINT_FOUND) {
      return outcome;
    }
  }
  p->prefix = hol_arena_print(reader->arena, "%s[%.0f].", full, selected);
  if (!p->prefix) {
    reader->status = HOL_MEMORY;
    return HOL_POINT_FAULTY;
  }
  p->offset += p->text[p->offset] == '.';
  return HOL_POINT_FOUND;
}

/* ---- the part, and the place on it ------------------------------------------------------------------------------ */

/** `cell.7.beam` and `cell.next.beam` mean the same as `cell[7].beam` and `cell[next].beam`, and need no quotes between
 *  the brackets of YAML: after the name of a group, a number or one of the four words is a selector. */
static void take_dotted_selector(hol_reader *reader, path *p, segment *s)
{
  static const char *const word[] = {"first", "last", "next", "previous"};
  const char *start = p->text + p->offset + 1;
  size_t number, digits, length;
  const char *full;
  if (s->selector || start[-1] != '.') {
    return;
  }
  digits = strspn(start, "0123456789");
  length = strcspn(start, ".[");
  bool is_selector = digits > 0 && digits == length;
  for (size_t i = 0; i < 4; i++) {
    is_selector = is_selector || (strlen(word[i]) == length && strncmp(start, word[i], length) == 0);
  }
  if (is_selector && find_around(reader, p, &reader->groups, s->name, &number, &full)) {
    s->selector = hol_arena_copy(reader->arena, start, length);
    s->selector_offset = p->offset + 1;
    p->offset += 1 + length;
  }
}

/** Follow the path to a part. What is left of it (`.start`) begins at p->offset. */
static hol_point_outcome find_part(hol_reader *reader, path *p, size_t *part, const char **full)
{
  segment s;
  if (!next_segment(reader, p, &s)) {
    return HOL_POINT_FAULTY;
  }
  take_dotted_selector(reader, p, &s);
  while (s.selector) {
    hol_point_outcome outcome = enter_copy(reader, p, &s);
    if (outcome != HOL_POINT_FOUND) {
      return outcome;
    }
    if (!next_segment(reader, p, &s)) {
      return HOL_POINT_FAULTY;
    }
    take_dotted_selector(reader, p, &s);
  }
  if (!find_around(reader, p, &reader->parts, s.name, part, full)) {
    size_t group;
    if (find_around(reader, p, &reader->groups, s.name, &group, full)) {
      hol_fault(reader, p->node, "name a part of a copy, e.g. cell[1].beam.start", "`%s` is a repeated group", s.name);
    } else {
      refuse_unknown(reader, p, &reader->parts, "part", s.name);
    }
    return HOL_POINT_FAULTY;
  }
  return *part == SIZE_MAX ? HOL_POINT_FAULTY : HOL_POINT_FOUND;
}

/** How a part without points could have one. */
static const char *naming_hint(hol_reader *reader, const hol_part *part)
{
  if (hol_part_is_round(part)) {
    return hol_arena_print(reader->arena, "e.g. %s@0.25", part->name);
  }
  for (size_t i = 0; i < part->of->keys; i++) {
    if (part->of->key[i] == &hol_key_points) {
      return "e.g. points: {tip: [0.1 m, 0.2 m]}";
    }
  }
  return NULL;
}

/** One of the named points of a part. */
static bool find_point(hol_reader *reader, const path *p, const hol_part *part, const hol_node *station, size_t *index)
{
  const char *rest = p->text + p->offset;
  if (part->point_count == 0) {
    hol_fault_missing(reader, p->node, naming_hint(reader, part), "`%s` has no points that could be named", part->name);
    return false;
  }
  if (rest[0] != '.' || station) {
    hol_fault(reader, p->node,
              hol_arena_print(reader->arena, "name one of its points, e.g. %s.%s", part->name, part->point[0].name),
              "`%s` is a part with several points, not a point", part->name);
    return false;
  }
  hol_nearest nearest = {.wanted = rest + 1};
  const char *all = "";
  for (size_t i = 0; i < part->point_count; i++) {
    if (part->point[i].is_rim) {
      continue;
    }
    if (strcmp(part->point[i].name, rest + 1) == 0) {
      *index = i;
      return true;
    }
    hol_nearest_offer(&nearest, part->point[i].name);
    if (i < 8) {
      all = hol_arena_print(reader->arena, "%s%s%s", all ? all : "", i ? ", " : "it has ", part->point[i].name);
    }
  }
  hol_fault_unknown(reader, p->node, nearest.best ? hol_nearest_hint(reader, &nearest) : all, "`%s` has no point `%s`",
                    part->name, rest + 1);
  return false;
}

/** On a part between two ends. */
static bool locate_along(hol_reader *reader, const path *p, size_t number, const hol_node *station, hol_number *xi)
{
  const hol_part *part = &reader->problem->part[number];
  const char *rest = p->text + p->offset;
  if (station && rest[0] == '\0') {
    return hol_read_station(reader, station, hol_part_number(reader, part, number, HOL_P_LENGTH), xi);
  }
  if (!station && (strcmp(rest, ".start") == 0 || strcmp(rest, ".end") == 0)) {
    *xi = hol_plain(rest[1] == 'e' ? 1 : 0);
    return true;
  }
  hol_fault(reader, p->node,
            hol_arena_print(reader->arena, "name a point of it: %s.start, %s.end or %s@0.3", part->name, part->name,
                            part->name),
            rest[0] == '\0' ? "`%s` is a member, not a point" : "`%s` has no such point", part->name);
  return false;
}

static bool locate(hol_reader *reader, const path *p, size_t number, const hol_node *station, hol_number *xi,
                   size_t *index)
{
  const hol_part *part = &reader->problem->part[number];
  const char *rest = p->text + p->offset;
  *xi = hol_plain(0);
  *index = 0;
  switch (part->of->points) {
  case HOL_POINTS_ENDS:
    return locate_along(reader, p, number, station, xi);
  case HOL_POINTS_TURNED:
  case HOL_POINTS_BENT:
    if (station && rest[0] == '\0') {
      hol_number at;
      return hol_read_station(reader, station, hol_part_circumference(reader, part, number), &at) &&
             hol_part_station(reader, station, at, number, index);
    }
    return find_point(reader, p, part, station, index);
  case HOL_POINTS_NAMED:
    return find_point(reader, p, part, station, index);
  case HOL_POINTS_ITSELF:
    break;
  }
  if (rest[0] != '\0' || station) {
    hol_fault(reader, p->node, "a body is named by itself", "`%s` is a body and has one point only", part->name);
    return false;
  }
  return true;
}

/** The text of the point with the full name of its part. */
static bool keep_point(hol_reader *reader, const char *full, const char *rest, const hol_node *node, hol_point *point)
{
  const char *text = hol_arena_print(reader->arena, "%s%s", full, rest);
  point->place = hol_node_place(node);
  point->text = text ? hol_own_text(reader, text) : NULL;
  return point->text != NULL;
}

hol_point_outcome hol_read_point(hol_reader *reader, const hol_node *node, hol_point *point)
{
  *point = (hol_point){0};
  const char *text = hol_read_text(reader, node, "a point");
  if (!text) {
    return HOL_POINT_FAULTY;
  }
  const char *at = strchr(text, '@');
  size_t length = at ? (size_t)(at - text) : strlen(text);
  while (length > 0 && text[length - 1] == ' ') {
    length--;
  }
  path p = {.node = node, .text = hol_arena_copy(reader->arena, text, length), .length = length, .prefix = ""};
  if (!p.text) {
    reader->status = HOL_MEMORY;
    return HOL_POINT_FAULTY;
  }
  hol_point found = {0};
  hol_number xi;
  const char *full;
  hol_point_outcome outcome = find_part(reader, &p, &found.part, &full);
  if (outcome != HOL_POINT_FOUND) {
    return outcome;
  }
  size_t offset = at ? (size_t)(at - text) + 1 : 0;
  hol_node station = hol_node_part(node, offset, strlen(text) - offset);
  bool is_good = locate(reader, &p, found.part, at ? &station : NULL, &xi, &found.index) &&
                 keep_point(reader, full, at ? at : p.text + p.offset, node, &found);
  if (is_good) {
    *point = found;
    hol_settle_both(reader, xi, 2, &point->xi, 1);
  }
  return is_good ? HOL_POINT_FOUND : HOL_POINT_FAULTY;
}
