/* SPDX-License-Identifier: BSD-3-Clause */
/* Tree of nodes with line and column from the events of the YAML parser libfyaml, up to the first syntax error. */
#include "problem/tree.h"

#include "base/memory.h"
#include "problem/lines.h"
#include "expression/names.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

/** The bytes being read, and the last place asked for: places are asked for in nearly rising order, so that finding
 *  each from the one before costs O(size) for all. */
typedef struct source {
  const char *bytes;
  size_t size;
  size_t offset, line, column; /**< of the last place; line and column from 1 */
} source;

static bool starts_character(char c)
{
  return ((unsigned char)c & 0xC0) != 0x80;
}

static void step_back_to(source *s, size_t offset)
{
  while (s->offset > offset) {
    s->offset--;
    if (s->bytes[s->offset] == '\n') { /* its column follows from the start of its line */
      s->line--;
      size_t start = s->offset;
      s->column = 1;
      while (start > 0 && s->bytes[start - 1] != '\n') {
        start--;
        s->column += starts_character(s->bytes[start]);
      }
    } else {
      s->column -= starts_character(s->bytes[s->offset]);
    }
  }
}

static void go_to(source *s, size_t offset)
{
  offset = offset < s->size ? offset : s->size;
  step_back_to(s, offset);
  for (; s->offset < offset; s->offset++) {
    if (s->bytes[s->offset] == '\n') {
      s->line++;
      s->column = 1;
    } else {
      s->column += starts_character(s->bytes[s->offset]);
    }
  }
}

/** Characters from start to end, no further than the end of the line. */
static size_t characters(const source *s, size_t start, size_t end)
{
  size_t n = 0;
  for (size_t i = start; i < end && i < s->size && s->bytes[i] != '\n' && s->bytes[i] != '\r'; i++) {
    n += starts_character(s->bytes[i]);
  }
  return n;
}

/** A list or mapping not yet closed. */
typedef struct level {
  hol_node node;
  bool is_flow;
  size_t first; /**< index of its first item in builder.pending */
} level;

/** One reading of the file. */
typedef struct builder {
  source source;
  hol_arena *arena;
  hol_faults *faults;
  hol_node *pending; /**< [pending_count] finished items of open frames, owned */
  size_t pending_count, pending_capacity;
  level open[HOL_DEPTH_MAX];
  size_t depth;
  size_t too_deep; /**< levels open below open[HOL_DEPTH_MAX - 1]: not kept */
  size_t documents;
  hol_node root;
} builder;

hol_place hol_node_place(const hol_node *node)
{
  return (hol_place){.line = node->line, .column = node->column, .length = node->length};
}

const char *hol_node_kind_text(hol_node_kind kind)
{
  switch (kind) {
  case HOL_NODE_NONE:
    return "nothing";
  case HOL_NODE_BAD:
    return "something faulty";
  case HOL_NODE_TEXT:
    return "a single value";
  case HOL_NODE_LIST:
    return "a list";
  case HOL_NODE_MAP:
    return "a mapping";
  }
  return "nothing";
}

static void set_place(builder *b, hol_node *node, const struct fy_mark *start, const struct fy_mark *end)
{
  if (!start) {
    return;
  }
  go_to(&b->source, start->input_pos);
  size_t length = end ? characters(&b->source, start->input_pos, end->input_pos) : 1;
  node->line = (uint32_t)b->source.line;
  node->column = (uint32_t)b->source.column;
  node->length = (uint32_t)(length > 0 ? length : 1);
}

static hol_status push_node(builder *b, const hol_node *node)
{
  if (!hol_grow(&b->pending, &b->pending_capacity, b->pending_count + 1, sizeof *b->pending)) {
    return HOL_MEMORY;
  }
  b->pending[b->pending_count++] = *node;
  return HOL_OK;
}

/** Take a finished node into the innermost open level, or as the root. */
static hol_status place_node(builder *b, const hol_node *node)
{
  if (b->too_deep > 0) {
    return HOL_OK;
  }
  if (b->depth == 0) {
    b->root = *node;
    return HOL_OK;
  }
  return push_node(b, node);
}

/** Nothing at all stands where a value or key could: it is placed where the item before it is, a value's key mostly, or
 *  where the list or mapping begins. */
static void place_nothing(const builder *b, hol_node *node)
{
  if (node->line == 0 && b->depth > 0) {
    const level *open = &b->open[b->depth - 1];
    const hol_node *last = b->pending_count > open->first ? &b->pending[b->pending_count - 1] : &open->node;
    node->line = last->line;
    node->column = last->column;
    node->length = last->length;
  }
}

static void refuse_extras(builder *b, struct fy_token *anchor, struct fy_token *tag, hol_node *node)
{
  if (!anchor && !tag) {
    return;
  }
  if (b->too_deep == 0) {
    hol_node at = *node;
    struct fy_token *token = anchor ? anchor : tag;
    set_place(b, &at, fy_token_start_mark(token), fy_token_end_mark(token));
    hol_faults_add(b->faults, true, hol_node_place(&at),
                   anchor ? "write repeated values as parameters, materials or sections, repeated parts with "
                            "`repeat:`"
                          : NULL,
                   anchor ? "anchors have no meaning in a problem file" : "tags have no meaning in a problem file");
  }
}

/** The text of a block (`|` or `>`): its lines without their common indentation and without blank lines at the end;
 *  `>` joins lines by spaces. libfyaml's own takes quadratic time over blank lines.
 *  @return NULL without memory */
static const char *block_text(builder *b, size_t start, size_t end, bool is_folded, size_t *size)
{
  const char *bytes = b->source.bytes;
  char *text = hol_arena_take(b->arena, end - start + 2), *to = text;
  size_t indent = SIZE_MAX;
  if (!text) {
    return NULL;
  }
  for (size_t i = start; i < end;) {
    hol_span line = hol_line_at(bytes, end, i);
    size_t word = hol_first_word(bytes, line);
    bool has_words = word < line.end;
    indent = has_words && indent == SIZE_MAX ? word - line.start : indent;
    size_t skipped = has_words && word - line.start > indent ? line.start + indent : word;
    memcpy(to, bytes + skipped, line.end - skipped);
    to += line.end - skipped;
    *to++ = is_folded && has_words ? ' ' : '\n';
    i = line.end + 1;
  }
  while (to > text && strchr(" \r\n", to[-1])) {
    to--;
  }
  *to = '\0';
  *size = (size_t)(to - text);
  return text;
}

static const char *scalar_text(builder *b, struct fy_event *event, size_t *size)
{
  struct fy_token *token = event->scalar.value;
  enum fy_scalar_style style = fy_scalar_token_get_style(token);
  if (style == FYSS_LITERAL || style == FYSS_FOLDED) {
    const struct fy_mark *start = fy_event_start_mark(event), *end = fy_event_end_mark(event);
    bool is_known = start && end && start->input_pos <= end->input_pos && end->input_pos <= b->source.size;
    return is_known ? block_text(b, start->input_pos, end->input_pos, style == FYSS_FOLDED, size) : NULL;
  }
  const char *text = fy_token_get_text(token, size);
  bool is_lost = !text || (*size == 0 && fy_token_get_text_length(token) > 0); /* libfyaml had no memory for it */
  return is_lost ? NULL : hol_arena_copy(b->arena, text, *size);
}

static hol_status take_scalar(builder *b, struct fy_event *event)
{
  hol_node node = {.kind = HOL_NODE_NONE};
  struct fy_token *token = event->scalar.value;
  set_place(b, &node, fy_event_start_mark(event), fy_event_end_mark(event));
  refuse_extras(b, event->scalar.anchor, event->scalar.tag, &node);
  if (token && b->too_deep == 0) {
    node.text = scalar_text(b, event, &node.count);
    if (node.text && memchr(node.text, 0, node.count)) { /* \0, \x00, \u0000 between double quotes */
      hol_faults_add(b->faults, true, hol_node_place(&node), NULL, "a text with the character of code 0");
    }
    if (!node.text) {
      return HOL_MEMORY;
    }
    bool is_written = node.count > 0 || fy_scalar_token_get_style(token) != FYSS_PLAIN;
    node.kind = is_written ? HOL_NODE_TEXT : HOL_NODE_NONE;
  }
  place_nothing(b, &node);
  return place_node(b, &node);
}

static hol_status take_alias(builder *b, struct fy_event *event)
{
  hol_node node = {.kind = HOL_NODE_BAD};
  set_place(b, &node, fy_event_start_mark(event), fy_event_end_mark(event));
  if (b->too_deep == 0) {
    hol_faults_add(b->faults, true, hol_node_place(&node),
                   "an expression that begins with `*` needs quotes; repeated values are parameters, materials or "
                   "sections",
                   "`*` begins an alias in YAML, which has no meaning in a problem file");
  }
  return place_node(b, &node);
}

static void open_frame(builder *b, struct fy_event *event, hol_node_kind kind)
{
  hol_node node = {.kind = kind};
  set_place(b, &node, fy_event_start_mark(event), NULL);
  bool is_map = kind == HOL_NODE_MAP;
  refuse_extras(b, is_map ? event->mapping_start.anchor : event->sequence_start.anchor,
                is_map ? event->mapping_start.tag : event->sequence_start.tag, &node);
  if (b->depth == HOL_DEPTH_MAX) {
    if (b->too_deep == 0) {
      hol_faults_add(b->faults, true, hol_node_place(&node), NULL, "nested deeper than %d levels", HOL_DEPTH_MAX);
    }
    b->too_deep++;
    return;
  }
  b->open[b->depth++] =
      (level){.node = node, .is_flow = fy_event_get_node_style(event) == FYNS_FLOW, .first = b->pending_count};
}

/** Drop the pairs whose key is no word or was there before; both are faults. */
static hol_status drop_bad_pairs(builder *b, hol_node *map, hol_names *seen)
{
  size_t kept = 0;
  for (size_t i = 0; i < map->count; i++) {
    hol_node *key = &map->item[2 * i];
    if (key->kind == HOL_NODE_BAD) {
      continue;
    }
    if (key->kind != HOL_NODE_TEXT) {
      hol_faults_add(b->faults, true, hol_node_place(key), NULL, "a key must be a word, not %s",
                     hol_node_kind_text(key->kind));
      continue;
    }
    bool existed;
    HOL_TRY(hol_names_add(seen, key->text, i, &existed));
    if (existed) {
      hol_faults_add(b->faults, true, hol_node_place(key), NULL, "`%s` is given twice", key->text);
      continue;
    }
    map->item[2 * kept] = *key;
    map->item[2 * kept + 1] = map->item[2 * i + 1];
    kept++;
  }
  map->count = kept;
  return HOL_OK;
}

static hol_status close_frame(builder *b)
{
  if (b->too_deep > 0) {
    b->too_deep--;
    if (b->too_deep > 0) {
      return HOL_OK;
    }
    hol_node bad = {.kind = HOL_NODE_BAD};
    place_nothing(b, &bad);
    return push_node(b, &bad);
  }
  level *top = &b->open[--b->depth];
  hol_node node = top->node;
  size_t n = b->pending_count - top->first;
  node.item = hol_arena_take(b->arena, (n + 1) * sizeof *node.item);
  if (!node.item) {
    return HOL_MEMORY;
  }
  if (n > 0) {
    memcpy(node.item, b->pending + top->first, n * sizeof *node.item);
  }
  b->pending_count = top->first;
  node.count = node.kind == HOL_NODE_MAP ? n / 2 : n;
  if (node.kind == HOL_NODE_MAP) {
    hol_names seen = {0};
    hol_status status = drop_bad_pairs(b, &node, &seen);
    hol_names_clear(&seen);
    HOL_TRY(status);
  }
  return place_node(b, &node);
}

static void start_document(builder *b, struct fy_event *event)
{
  b->documents++;
  if (b->documents == 2) {
    hol_node node = {0};
    set_place(b, &node, fy_event_start_mark(event), NULL);
    hol_faults_add(b->faults, true, hol_node_place(&node), "write each problem in a file of its own",
                   "a second document begins here");
  }
}

static hol_status take_event(builder *b, struct fy_event *event)
{
  if (event->type == FYET_DOCUMENT_START) {
    start_document(b, event);
  }
  if (b->documents > 1) {
    return HOL_OK;
  }
  switch (event->type) {
  case FYET_SCALAR:
    return take_scalar(b, event);
  case FYET_ALIAS:
    return take_alias(b, event);
  case FYET_MAPPING_START:
    open_frame(b, event, HOL_NODE_MAP);
    return HOL_OK;
  case FYET_SEQUENCE_START:
    open_frame(b, event, HOL_NODE_LIST);
    return HOL_OK;
  case FYET_MAPPING_END:
  case FYET_SEQUENCE_END:
    return close_frame(b);
  default:
    return HOL_OK;
  }
}

/** Error message of libfyaml on the text. @return HOL_MEMORY where it says nothing: then it had no memory, for every
 *  error of syntax has words */
static hol_status note_error(const builder *b, struct fy_diag *diag, hol_syntax_error *error)
{
  void *iterator = NULL;
  const struct fy_diag_error *first = fy_diag_errors_iterate(diag, &iterator);
  if (!first || !first->msg) {
    return HOL_MEMORY;
  }
  *error = (hol_syntax_error){.line = b->source.line, .column = b->source.column};
  size_t n = strlen(first->msg) < sizeof error->message - 1 ? strlen(first->msg) : sizeof error->message - 1;
  memcpy(error->message, first->msg, n);
  if (first->line > 0) {
    error->line = (size_t)first->line;
    error->column = first->column > 0 ? (size_t)first->column : 1;
  }
  for (size_t i = b->depth; i-- > 0;) {
    if (b->open[i].is_flow) {
      error->open_line = b->open[i].node.line;
      error->open_column = b->open[i].node.column;
    }
  }
  return HOL_OK;
}

static hol_status take_events(builder *b, struct fy_parser *parser, struct fy_diag *diag, hol_syntax_error *error)
{
  struct fy_event *event;
  bool has_ended = false;
  while ((event = fy_parser_parse(parser)) != NULL) {
    hol_status status = take_event(b, event);
    has_ended = event->type == FYET_STREAM_END;
    fy_parser_event_free(parser, event);
    HOL_TRY(status);
  }
  bool is_good = has_ended && !fy_parser_get_stream_error(parser) && !fy_diag_got_error(diag);
  return is_good ? HOL_OK : note_error(b, diag, error);
}

static hol_status parse_with(builder *b, struct fy_diag *diag, hol_syntax_error *error)
{
  struct fy_parse_cfg configuration = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = diag};
  struct fy_parser *parser = fy_parser_create(&configuration);
  hol_status status = parser ? HOL_OK : HOL_MEMORY;
  if (parser && fy_parser_set_string(parser, b->source.bytes, b->source.size) != 0) {
    status = HOL_MEMORY;
  }
  if (status == HOL_OK) {
    status = take_events(b, parser, diag, error);
  }
  if (parser) {
    fy_parser_destroy(parser);
  }
  return status;
}

/** One reading of the bytes. */
static hol_status parse(builder *b, hol_syntax_error *error)
{
  struct fy_diag_cfg configuration;
  fy_diag_cfg_default(&configuration);
  configuration.fp = NULL;
  configuration.level = FYET_ERROR;
  configuration.colorize = false;
  struct fy_diag *diag = fy_diag_create(&configuration);
  if (!diag) {
    return HOL_MEMORY;
  }
  fy_diag_set_collect_errors(diag, true);
  hol_status status = parse_with(b, diag, error);
  fy_diag_destroy(diag);
  free(b->pending);
  b->pending = NULL;
  return status;
}

hol_status hol_tree_read(const char *bytes, size_t size, hol_arena *arena, hol_faults *faults, hol_node *root,
                         hol_syntax_error *error)
{
  builder b = {.arena = arena, .faults = faults, .source = {.bytes = bytes, .size = size, .line = 1, .column = 1}};
  hol_arena_clear(arena);
  hol_status status = parse(&b, error);
  *root = b.root;
  return status;
}
