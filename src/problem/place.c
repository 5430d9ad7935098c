/* SPDX-License-Identifier: BSD-3-Clause */
/* Position and orientation of a part. */
#include "problem/draft.h"

#include <math.h>
#include <stdio.h>

const hol_key hol_key_from = {
    .name = "from", .form = "point", .otherwise = "where its first joint is", .meaning = "where it starts"};
const hol_key hol_key_to = {.name = "to", .form = "point", .otherwise = "by `length`", .meaning = "where it ends"};
const hol_key hol_key_length = {.name = "length",
                                .what = "length",
                                .dimension = {.length = 1},
                                .least = 1,
                                .at = HOL_P_LENGTH,
                                .otherwise = "by `from` and `to`",
                                .meaning = "in place of `to`: it lies along x"};

bool hol_read_position(hol_reader *reader, const hol_field *field, double *x)
{
  char what[16];
  hol_number written[3];
  (void)snprintf(what, sizeof what, "`%s`", field->key ? field->key : "");
  if (!field->value || !hol_read_coordinates(reader, field->value, what, written)) {
    return false;
  }
  for (size_t i = 0; i < 3; i++) {
    hol_number shift = reader->copy ? reader->copy->shift[i] : hol_plain(0);
    hol_settle_both(reader, hol_compute(reader, HOL_STEP_ADD, written[i], shift), 2, &x[i], 3);
  }
  return true;
}

/** As hol_distance(). */
static hol_number distance(hol_reader *reader, const double a[6], const double b[6])
{
  hol_number d[3];
  for (size_t i = 0; i < 3; i++) {
    d[i] =
        hol_compute(reader, HOL_STEP_SUBTRACT, hol_settled_both(reader, &a[i], 3), hol_settled_both(reader, &b[i], 3));
  }
  return hol_compute(reader, HOL_STEP_HYPOTENUSE, hol_compute(reader, HOL_STEP_HYPOTENUSE, d[0], d[1]), d[2]);
}

static void place_between(hol_reader *reader, const hol_node *name, const hol_field *to, hol_part *part)
{
  hol_number length = distance(reader, part->to, part->from);
  if (!(length.value > 0) || !isfinite(length.value)) {
    hol_fault(reader, to->value, NULL, "length of `%s` must be positive: `from` and `to` are the same point",
              name->text);
    return;
  }
  hol_settle(reader, length, 1, &part->value[HOL_P_LENGTH]);
  hol_keep_place(reader, part, HOL_P_LENGTH, to->value);
  part->given |= HOL_P(LENGTH);
}

/** The end lies where the start does, a length further along x. */
static void move_end(hol_reader *reader, hol_number length, hol_part *part)
{
  for (size_t i = 0; i < 3; i++) {
    hol_number from = hol_settled_both(reader, &part->from[i], 3);
    hol_settle_both(reader, i == 0 ? hol_compute(reader, HOL_STEP_ADD, from, length) : from, 2, &part->to[i], 3);
  }
}

void hol_place_member(hol_reader *reader, const hol_part_draft *draft)
{
  const hol_node *name = draft->name;
  const hol_field *from = hol_draft_field(draft, "from"), *to = hol_draft_field(draft, "to");
  const hol_field *length = hol_draft_field(draft, "length");
  hol_part *part = draft->part;
  bool has_length = part->given & HOL_P(LENGTH);
  bool has_from = hol_read_position(reader, from, part->from), has_to = hol_read_position(reader, to, part->to);
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

void hol_place_at(hol_reader *reader, const hol_part_draft *draft)
{
  const hol_field *at = hol_draft_field(draft, "at");
  draft->part->is_placed = at->value != NULL;
  if (hol_read_position(reader, at, draft->part->from)) {
    move_end(reader, hol_plain(0), draft->part);
  }
}

void hol_place_at_origin(hol_reader *reader, hol_part *part)
{
  part->is_placed = true;
  for (size_t i = 0; i < 3; i++) {
    hol_settle(reader, reader->copy ? reader->copy->shift[i] : hol_plain(0), 2, &part->from[i]);
  }
  move_end(reader, hol_plain(0), part);
}

void hol_place_standing(hol_reader *reader, const hol_part_draft *draft)
{
  hol_place_at(reader, draft);
  if (!draft->part->is_placed) {
    hol_place_at_origin(reader, draft->part);
  }
}
