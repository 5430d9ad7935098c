/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties that vary along a member: pieces, and expressions in xi. */
#include "base/memory.h"
#include "problem/draft.h"
#include "problem/kind.h"
#include "problem/pieces.h"
#include "problem/varying.h"

#include <math.h>

const hol_key hol_key_pieces = {.name = "pieces",
                                .form = "list",
                                .meaning = "stretches with properties of their own, each with `to` where it ends"};

void hol_read_property(hol_reader *reader, const hol_node *node, const hol_property_slot *n)
{
  const hol_key *key = n->key;
  double *value = &n->value[key->at];
  bool is_good = key->may_vary && hol_is_varying(node)
                     ? hol_read_varying(reader, node, hol_key_wanted(key), n->stretch, key->at, n->varying, value)
                     : hol_read_quantity(reader, node, hol_key_wanted(key), value);
  if (is_good) {
    *n->given |= (hol_properties)1 << key->at;
  }
}

/** Where a piece ends: a fraction, or an arc length. */
static bool read_piece_end(hol_reader *reader, const hol_node *node, const hol_part *part, hol_number from, double *to)
{
  hol_quantity quantity;
  hol_number length = hol_part_number(reader, part, reader->home.row, HOL_P_LENGTH), xi, rest;
  if (!hol_read_open(reader, node, "the end of a piece", &quantity)) {
    return false;
  }
  xi = hol_number_of(&quantity);
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
  hol_settle_both(reader, xi, 1, to, 1);
  return true;
}

enum { PIECE_TO, PIECE_MATERIAL, PIECE_SECTION, PIECE_WORDS };

/** Keys of a piece: its own, then those of the part that may vary. */
typedef struct piece_fields {
  hol_field field[PIECE_WORDS + HOL_KEYS_MAX];
  const hol_key *number[HOL_KEYS_MAX]; /**< of the fields after PIECE_WORDS */
  size_t numbers;
} piece_fields;

static void list_fields(const hol_part_grammar *kind, piece_fields *fields)
{
  static const char *const word[PIECE_WORDS] = {"to", "material", "section"};
  fields->numbers = 0;
  for (size_t i = 0; i < PIECE_WORDS; i++) {
    fields->field[i] = (hol_field){.key = word[i]};
  }
  for (size_t i = 0; i < kind->keys; i++) {
    if (kind->key[i]->may_vary) {
      fields->field[PIECE_WORDS + fields->numbers] = (hol_field){.key = kind->key[i]->name};
      fields->number[fields->numbers++] = kind->key[i];
    }
  }
}

static void fill_piece(hol_reader *reader, const piece_fields *fields, hol_number from, hol_part_piece *piece)
{
  hol_number to = hol_settled_both(reader, &piece->to, 1);
  const hol_node *material = fields->field[PIECE_MATERIAL].value, *section = fields->field[PIECE_SECTION].value;
  for (size_t i = 0; i < fields->numbers; i++) {
    const hol_node *node = fields->field[PIECE_WORDS + i].value;
    if (node) {
      hol_read_property(
          reader, node,
          &(hol_property_slot){fields->number[i], {from, to}, &piece->varying, &piece->given, piece->value});
    }
  }
  if (material) {
    hol_read_material(reader, material, &piece->material);
  }
  if (section) {
    hol_read_section(reader, section, &piece->section);
  }
}

/** A part has one loss factor: those of the materials of its pieces must be the same, unless it has one of its own. */
static void check_loss(hol_reader *reader, const hol_node *node, const hol_part *part, const hol_part_piece *piece)
{
  double of_piece = piece->material && !isnan(piece->material->loss_factor) ? piece->material->loss_factor : 0,
         of_part = part->material && !isnan(part->material->loss_factor) ? part->material->loss_factor : 0;
  if (node && piece->material && !(part->given & HOL_P(LOSS_FACTOR)) && fabs(of_piece - of_part) > 0) {
    hol_fault(reader, node, "give the part a `loss_factor`, or make its pieces parts that are welded together",
              "a part has one loss factor, and this material has another");
  }
}

/** One entry of `pieces`. The last ends where the member does, said or not. */
static bool read_piece(hol_reader *reader, const hol_node *node, const hol_part *part, bool is_last, hol_number from,
                       hol_part_piece *piece)
{
  piece_fields fields;
  list_fields(part->of, &fields);
  if (!hol_fields_take(reader, node, "a piece", fields.field, PIECE_WORDS + fields.numbers)) {
    return false;
  }
  const hol_node *to = fields.field[PIECE_TO].value;
  piece->to = 1;
  if (to && !read_piece_end(reader, to, part, from, &piece->to)) {
    return false;
  }
  if (to ? is_last && piece->to < 1 : !is_last) {
    hol_fault(reader, to ? to : node, "e.g. to: 0.4; the last piece ends at 1",
              is_last ? "the last piece must end where the member does" : "a piece before the last needs `to`");
    return false;
  }
  if (!to && !hol_holds(reader, HOL_STEP_LESS, from, hol_plain(1 - 1e-9))) { /* places no farther apart are one */
    hol_fault(reader, node, "leave it out, or end the one before it earlier",
              "the last piece has no length: the one before it ends where the member does");
    return false;
  }
  fill_piece(reader, &fields, from, piece);
  check_loss(reader, fields.field[PIECE_MATERIAL].value, part, piece);
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
      from = hol_settled_both(reader, &piece->to, 1);
    }
    reader->home = outer;
  }
}

/** Expressions of the whole part hold in a piece that has none of its own. */
static void spread_varying(hol_reader *reader, const hol_part_draft *draft, hol_number from, hol_part_piece *piece)
{
  hol_number to = hol_settled_both(reader, &piece->to, 1);
  for (size_t i = 0; i < draft->part->of->keys; i++) {
    const hol_key *key = draft->part->of->key[i];
    const hol_node *node = draft->field[i].value;
    if (node && key->may_vary && hol_is_varying(node) && !(piece->given >> key->at & 1u)) {
      hol_read_property(reader, node,
                        &(hol_property_slot){key, {from, to}, &piece->varying, &piece->given, piece->value});
    }
  }
}

/** A part without pieces that varies is one. */
static void make_one_piece(hol_reader *reader, struct hol_varying *varying, hol_part *part)
{
  part->piece = hol_alloc(1, sizeof *part->piece);
  if (!part->piece) {
    reader->status = HOL_MEMORY;
    hol_varying_free(varying);
    return;
  }
  part->piece_count = 1;
  part->piece[0] = (hol_part_piece){.to = 1, .varying = varying};
}

void hol_settle_pieces(hol_reader *reader, const hol_part_draft *draft)
{
  hol_part *part = draft->part;
  const hol_node *pieces = hol_draft_field(draft, "pieces")->value;
  if (pieces) {
    read_pieces(reader, pieces, part);
  }
  if (part->piece_count == 0 && (draft->varying || (part->section && part->section->varying))) {
    make_one_piece(reader, draft->varying, part);
    return;
  }
  hol_number from = hol_plain(0);
  for (size_t k = 0; k < part->piece_count && draft->varying; k++) {
    hol_part_piece *piece = &part->piece[k];
    const hol_home outer = hol_enter_item(reader, HOL_TABLE_PIECE, k, piece, sizeof *piece);
    spread_varying(reader, draft, from, piece);
    from = hol_settled_both(reader, &piece->to, 1);
    reader->home = outer;
  }
  hol_varying_free(draft->varying);
}
