#include "problem/varying.h"
#include "base/memory.h"
#include "expression/lexer.h"
#include "problem/same.h"

#include <math.h>
#include <muParserDLL.h>
#include <stdlib.h>
#include <string.h>

/* One expression. */
typedef struct variation {
  size_t target;
  double factor; /* the unit */
} variation;

struct hol_varying {
  variation *item;
  size_t count, capacity;
  char *text;         /* all expressions, separated by commas */
  uint64_t constants; /* names and values of the parameters in them: a hash */
  bool is_compiled;
  void *parser;
  double xi; /* where the parser reads it */
};

void hol_varying_free(hol_varying *varying)
{
  if (varying) {
    if (varying->parser) {
      mupRelease(varying->parser);
    }
    free(varying->item);
    free(varying->text);
    free(varying);
  }
}

bool hol_is_varying(const hol_node *node)
{
  char name[8];
  if (node->kind != HOL_NODE_TEXT || !strstr(node->text, "xi")) {
    return false;
  }
  hol_name_walk walk = hol_name_walk_start(node->text);
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    if (strcmp(name, "xi") == 0) {
      return true;
    }
  }
  return false;
}

/* muParser prints errors unless somebody handles them. */
static void keep_silent(muParserHandle_t parser)
{
  (void)parser;
}

/* FNV-1a. */
static uint64_t hash(uint64_t before, const void *bytes, size_t count)
{
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < count; i++) {
    before = (before ^ byte[i]) * 1099511628211u;
  }
  return before;
}

static hol_varying *make(void)
{
  hol_varying *v = hol_alloc(1, sizeof *v);
  if (!v) {
    return NULL;
  }
  v->parser = mupCreate(muBASETYPE_FLOAT);
  if (!v->parser) {
    free(v);
    return NULL;
  }
  mupSetErrorHandler(v->parser, keep_silent);
  mupDefineConst(v->parser, "pi", 3.14159265358979323846);
  mupDefineVar(v->parser, "xi", &v->xi);
  return v;
}

/* The parameters that an expression uses become constants of the parser. */
static void define_names(const hol_scope *scope, const char *text, hol_varying *v)
{
  char name[64];
  hol_name_walk walk = hol_name_walk_start(text);
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    size_t number;
    if (strcmp(name, "xi") != 0 && hol_names_find(&scope->names, name, &number)) {
      double value = scope->variable[number].quantity.value;
      mupDefineConst(v->parser, name, value);
      v->constants = hash(hash(v->constants, name, strlen(name)), &value, sizeof value);
    }
  }
}

static hol_status append(hol_varying *v, const char *text, size_t length, variation item)
{
  size_t before = v->text ? strlen(v->text) : 0;
  if (!hol_extend(&v->text, before, length + 4, 1)) {
    return HOL_MEMORY;
  }
  char *end = v->text + before;
  if (before) {
    *end++ = ',';
  }
  *end++ = '(';
  memcpy(end, text, length);
  end[length] = ')';
  end[length + 1] = '\0';
  if (!hol_grow(&v->item, &v->capacity, v->count + 1, sizeof *v->item)) {
    return HOL_MEMORY;
  }
  v->item[v->count++] = item;
  v->is_compiled = false;
  return HOL_OK;
}

/* The expression of a text that has been read as a quantity before, its unit as a factor. */
static hol_status add(hol_reader *reader, const char *text, size_t target, hol_varying **varying)
{
  size_t split = hol_lexer_expression_end(text);
  hol_unit unit = {.kind = HOL_UNIT_OK, .factor = 1};
  if (!*varying) {
    *varying = make();
  }
  if (!*varying) {
    return HOL_MEMORY;
  }
  if (text[split]) {
    HOL_TRY(hol_units_parse(&reader->scope.units, text + split, &unit));
  }
  define_names(&reader->scope, text, *varying);
  return append(*varying, text, split, (variation){.target = target, .factor = unit.factor});
}

static bool is_alike(const hol_varying *a, const hol_varying *b)
{
  if (!a || !b) {
    return a == b;
  }
  bool alike = a->count == b->count && a->constants == b->constants && strcmp(a->text, b->text) == 0;
  for (size_t i = 0; alike && i < a->count; i++) {
    double ratio = a->item[i].factor / b->item[i].factor;
    alike = a->item[i].target == b->item[i].target && ratio >= 1 && ratio <= 1;
  }
  return alike;
}

bool hol_part_is_alike(const hol_part *a, const hol_part *b)
{
  bool alike = a->kind == b->kind && a->theory == b->theory && a->given == b->given && a->material == b->material &&
               a->section == b->section && a->piece_count == b->piece_count &&
               memcmp(a->value, b->value, sizeof a->value) == 0;
  for (size_t i = 0; alike && i < a->piece_count; i++) {
    const hol_part_piece *p = &a->piece[i], *q = &b->piece[i];
    alike = memcmp(&p->to, &q->to, sizeof p->to) == 0 && p->given == q->given && p->material == q->material &&
            p->section == q->section && memcmp(p->value, q->value, sizeof p->value) == 0 &&
            is_alike(p->varying, q->varying);
  }
  return alike;
}

hol_status hol_varying_at(hol_varying *v, double xi, double *value)
{
  if (!v) {
    return HOL_OK;
  }
  if (!v->is_compiled) {
    mupErrorReset(v->parser);
    mupSetExpr(v->parser, v->text);
    v->is_compiled = true;
  }
  v->xi = xi;
  int count = 0;
  const double *result = mupEvalMulti(v->parser, &count);
  if (!result || mupError(v->parser) || (size_t)count != v->count) {
    return HOL_INVALID;
  }
  for (size_t i = 0; i < v->count; i++) {
    double number = result[i] * v->item[i].factor;
    if (!isfinite(number)) {
      return HOL_INVALID;
    }
    value[v->item[i].target] = number;
  }
  return HOL_OK;
}

static bool is_in_range(double value, int least)
{
  return least == 2 || (least == 1 ? value > 0 : value >= 0);
}

/* Is the last expression in its range inside the stretch? The ends are left out: a tip may be sharp. */
static bool check_range(hol_reader *reader, const hol_node *node, hol_wanted wanted, const double stretch[2],
                        hol_varying *v)
{
  enum { PLACES = 64 };
  double value[HOL_PROPERTY_COUNT];
  for (int i = 0; i < PLACES; i++) {
    double xi = stretch[0] + (stretch[1] - stretch[0]) * (i + 0.5) / PLACES;
    if (hol_varying_at(v, xi, value) != HOL_OK) {
      hol_fault(reader, node, NULL, "%s has no finite value at xi = %.6g", wanted.what, xi);
      return false;
    }
    double here = value[v->item[v->count - 1].target];
    if (!is_in_range(here, wanted.least)) {
      hol_fault(reader, node, NULL, "%s must %s all along the member: at xi = %.6g it is %.6g", wanted.what,
                wanted.least == 1 ? "be positive" : "not be negative", xi, here);
      return false;
    }
  }
  return true;
}

/* The place where dimensions are found: nothing that anyone writes down vanishes there. */
static const double middling = 0.41421356237309503;

bool hol_read_varying(hol_reader *reader, const hol_node *node, hol_wanted wanted, const double stretch[2],
                      size_t target, hol_varying **varying, double *middle)
{
  double xi = stretch ? stretch[0] + middling * (stretch[1] - stretch[0]) : middling;
  if (!hol_note(reader, hol_scope_open_xi(&reader->scope, true, xi))) {
    return false;
  }
  bool is_good = hol_read_quantity(reader, node, wanted, middle);
  (void)hol_note(reader, hol_scope_open_xi(&reader->scope, false, 0));
  return is_good && hol_note(reader, add(reader, node->text, target, varying)) &&
         (!stretch || check_range(reader, node, wanted, stretch, *varying));
}

hol_status hol_part_at(const hol_part *part, size_t piece, double xi, hol_part *at, hol_section *section)
{
  const hol_part_piece *p = &part->piece[piece];
  *at = *part;
  at->piece = NULL;
  at->piece_count = 0;
  at->given |= p->given;
  for (size_t i = 0; i < HOL_PROPERTY_COUNT; i++) {
    at->value[i] = p->given >> i & 1u ? p->value[i] : at->value[i];
  }
  at->material = p->material ? p->material : part->material;
  at->section = p->section ? p->section : part->section;
  HOL_TRY(hol_varying_at(p->varying, xi, at->value));
  if (at->section && at->section->form) {
    HOL_TRY(hol_section_at(at->section, xi, section));
    at->section = section;
  }
  return HOL_OK;
}
