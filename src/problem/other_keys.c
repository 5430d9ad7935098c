/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of keys of a problem file, loads, groups, `repeat`, `output` and offsets; fields of a mapping. */
#include "problem/keys.h"

#include <string.h>

static const hol_key file[] = {
    {.name = "title", .form = "text", .meaning = "in a few words"},
    {.name = "source", .form = "text", .meaning = "where its numbers come from"},
    {.name = "parameters", .form = "mapping", .meaning = "named values, for all expressions of the file"},
    {.name = "materials", .form = "mapping", .meaning = "by name: `E`, `density`, ..."},
    {.name = "sections", .form = "mapping", .meaning = "by name: `shape` and what it needs"},
    {.name = "parts", .form = "mapping", .meaning = "by name: `kind` and what it needs; or a group that is repeated"},
    {.name = "joints", .form = "list", .meaning = "each of one kind"},
    {.name = "loads", .form = "list", .meaning = "that do not change with time"},
    {.name = "gravity",
     .form = "list",
     .otherwise = "none",
     .meaning = "an acceleration, as many components as coordinates"},
    {.name = "freedoms", .form = "list", .otherwise = "all", .meaning = "the only motions considered"},
    {.name = "motion", .form = "system", .meaning = "a system in coordinates, in place of parts"},
    {.name = "analysis", .form = "mapping", .otherwise = "ten frequencies", .meaning = "what is to be found"},
    {.name = "output", .form = "mapping", .meaning = "how much is written"},
    {.name = "expect", .form = "list", .meaning = "what `holonome check` compares with"},
};
static const hol_key *const file_key[] = {&file[0], &file[1], &file[2], &file[3],  &file[4],  &file[5],  &file[6],
                                          &file[7], &file[8], &file[9], &file[10], &file[11], &file[12], &file[13]};
const hol_keys_row hol_file_keys = {"file", file_key, sizeof file_key / sizeof *file_key};

static const hol_key load[] = {
    {.name = "at", .form = "a point", .meaning = "of a force or a moment"},
    {.name = "part", .form = "name", .meaning = "that bears a line load"},
    {.name = "direction", .form = "direction", .meaning = "of a force or a line load"},
    {.name = "rotation", .form = "direction", .otherwise = "z in a plane", .meaning = "the axis of a moment"},
    {.name = "force",
     .what = "force",
     .dimension = {1, 1, -2},
     .meaning = "at a point; negative: against the direction"},
    {.name = "moment", .what = "moment", .dimension = {2, 1, -2}, .meaning = "about an axis"},
    {.name = "line_load",
     .what = "line load",
     .dimension = {0, 1, -2},
     .meaning = "force per length of a uniform member"},
};
static const hol_key *const load_key[] = {&load[0], &load[1], &load[2], &load[3], &load[4], &load[5], &load[6]};
const hol_keys_row hol_load_keys = {"load", load_key, sizeof load_key / sizeof *load_key};

static const hol_key group[] = {
    {.name = "repeat", .form = "mapping", .meaning = "how many copies, and where", .is_required = true},
    {.name = "parts", .form = "mapping", .meaning = "of each copy, by name", .is_required = true},
    {.name = "joints", .form = "list", .meaning = "of each copy; `index` is its number"},
};
static const hol_key *const group_key[] = {&group[0], &group[1], &group[2]};
const hol_keys_row hol_group_keys = {"group", group_key, sizeof group_key / sizeof *group_key};

static const hol_key repeat[] = {
    {.name = "n", .form = "count", .meaning = "copies", .is_required = true},
    {.name = "step", .form = "point", .otherwise = "0", .meaning = "from one copy to the next"},
    {.name = "ends", .form = "word", .meaning = "of joints that name copies beyond them: open or closed"},
};
static const hol_key *const repeat_key[] = {&repeat[0], &repeat[1], &repeat[2]};
const hol_keys_row hol_repeat_keys = {"repeat", repeat_key, sizeof repeat_key / sizeof *repeat_key};

static const hol_key output[] = {
    {.name = "points", .form = "count", .otherwise = "21", .meaning = "places along every member"},
    {.name = "shapes", .form = "word", .otherwise = "all", .meaning = "or none"},
    {.name = "reactions", .form = "word", .meaning = "all or none; up to 500 000 numbers if nothing is said"},
    {.name = "export",
     .form = "mapping",
     .meaning = "files of the structure reduced to modes and points: `file`, `modes`, `ports`"},
};
static const hol_key *const output_key[] = {&output[0], &output[1], &output[2], &output[3]};
const hol_keys_row hol_output_keys = {"output", output_key, sizeof output_key / sizeof *output_key};

static const hol_key offset[] = {
    {.name = "point", .form = "text", .meaning = "that carries the other one along", .is_required = true},
    {.name = "offset", .form = "point", .meaning = "from it, in the directions of the file", .is_required = true},
};
static const hol_key *const offset_key[] = {&offset[0], &offset[1]};
const hol_keys_row hol_offset_keys = {"offset", offset_key, sizeof offset_key / sizeof *offset_key};

const hol_keys_row *const hol_other_keys[] = {
    &hol_file_keys, &hol_load_keys, &hol_group_keys, &hol_repeat_keys, &hol_output_keys, &hol_offset_keys, NULL};

void hol_fields_of(const hol_keys_row *row, hol_field *field)
{
  memset(field, 0, row->keys * sizeof *field);
  for (size_t i = 0; i < row->keys; i++) {
    field[i].key = row->key[i]->name;
  }
}

bool hol_mapping_take(hol_reader *reader, const hol_node *map, const hol_mapping *mapping, hol_field *field)
{
  memset(field, 0, mapping->keys * sizeof *field);
  for (size_t i = 0; i < mapping->keys; i++) {
    field[i].key = mapping->key[i].name;
  }
  return hol_fields_take(reader, map, mapping->what, field, mapping->keys);
}
