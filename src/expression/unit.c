/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversion of units to SI by UDUNITS-2, and suggestions for unknown units. */
#include "expression/unit.h"

#include "base/memory.h"
#include "expression/decimal.h"
#include "expression/dimension.h"
#include "holonome/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <udunits2.h>

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_word_character(char c)
{
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '%' || (unsigned char)c >= 0x80;
}

/** Is every digit an exponent (after a word, `^` or a sign), and every character one of units? A leading `1/` is right.
 */
static bool is_unit_text(const char *text)
{
  const char *c = text;
  if (c[0] == '1' && (c[1] == '/' || (c[1] == ' ' && c[2] == '/'))) {
    c++;
  }
  char before = ' ';
  bool has_word = false;
  for (; *c; c++) {
    has_word = has_word || is_word_character(*c);
    if (is_digit(*c) && !(is_digit(before) || is_word_character(before) || strchr("^-+*", before))) {
      return false;
    }
    if (*c == '0' && !is_digit(before) && !is_digit(c[1])) {
      return false; /* the power 0 of a unit is a slip */
    }
    if (*c == '.' && is_digit(before) && is_digit(c[1])) {
      return false;
    }
    if (!is_digit(*c) && !is_word_character(*c) && !strchr(" .*/^-+()", *c)) {
      return false;
    }
    before = *c;
  }
  return has_word;
}

/** Give a name that the data base has another meaning; a name that it lacks stays unknown. */
static bool redefine_name(ut_system *system, const char *name, const ut_unit *meaning)
{
  ut_unit *before = ut_get_unit_by_name(system, name);
  bool is_done = !before || (ut_unmap_name_to_unit(system, name, UT_ASCII) == UT_SUCCESS &&
                             ut_map_name_to_unit(name, UT_ASCII, meaning) == UT_SUCCESS);
  ut_free(before);
  return is_done;
}

/** 1 Hz as 2 pi rad/s, under its symbol and its names. */
static bool redefine_hertz(ut_system *system)
{
  bool is_done = false;
  ut_unit *plain = ut_get_unit_by_symbol(system, "Hz");
  ut_unit *hertz = plain ? ut_scale(2 * M_PI, plain) : NULL;
  if (hertz) {
    is_done = ut_unmap_symbol_to_unit(system, "Hz", UT_ASCII) == UT_SUCCESS &&
              ut_map_symbol_to_unit("Hz", UT_ASCII, hertz) == UT_SUCCESS && redefine_name(system, "hertz", hertz) &&
              redefine_name(system, "hertzes", hertz);
  }
  ut_free(hertz);
  ut_free(plain);
  return is_done;
}

/** Units that the data base lacks, has in few digits only, or gives another meaning; all of these are exact. */
static const struct exact_unit {
  const char *name;
  bool is_symbol;
  const char *meaning; /**< in UDUNITS' words; only what stands above, or is exact there */
} exact_unit[] = {
    {"deg", true, "degree"},
    {"rev", true, "revolution"},
    {"Nm", true, "N.m"},
    {"oz", true, "28.349523125 g"}, /* there a volume, which no quantity here has */
    {"ounce", false, "28.349523125 g"},
    {"ounces", false, "28.349523125 g"},
    {"avoirdupois_ounce", false, "28.349523125 g"},
    {"avoirdupois_ounces", false, "28.349523125 g"},
    {"grain", false, "64.79891 mg"},
    {"grains", false, "64.79891 mg"},
    {"gr", true, "64.79891 mg"},
    {"dram", false, "1.7718451953125 g"},
    {"drams", false, "1.7718451953125 g"},
    {"dr", true, "1.7718451953125 g"},
    {"pennyweight", false, "1.55517384 g"},
    {"pennyweights", false, "1.55517384 g"},
    {"troy_ounce", false, "31.1034768 g"},
    {"troy_ounces", false, "31.1034768 g"},
    {"troy_pound", false, "373.2417216 g"},
    {"troy_pounds", false, "373.2417216 g"},
    {"short_hundredweight", false, "100 lb"},
    {"long_hundredweight", false, "112 lb"},
    {"slug", false, "lbf.s2/ft"},
    {"slugs", false, "lbf.s2/ft"},
    {"slinch", false, "lbf.s2/inch"}, /* the mass that goes with lbf and inch */
    {"blob", false, "lbf.s2/inch"},
    {"ozf", true, "lbf/16"},
    {"ounce_force", false, "lbf/16"},
    {"ounces_force", false, "lbf/16"},
    {"force_ounce", false, "lbf/16"},
    {"poundal", false, "lb.ft/s2"},
    {"poundals", false, "lb.ft/s2"},
    {"kip", true, "1000 lbf"},
    {"kips", true, "1000 lbf"},
    {"ksi", true, "1000 psi"},
    {"Msi", true, "1e6 psi"},
    {"chain", false, "20.1168402336804673 m"}, /* 66 ft of 1200/3937 m */
    {"chains", false, "20.1168402336804673 m"},
};

static bool define_exactly(ut_system *system, const struct exact_unit *e)
{
  ut_unit *unit = ut_parse(system, e->meaning, UT_ASCII);
  ut_unit *before = e->is_symbol ? ut_get_unit_by_symbol(system, e->name) : ut_get_unit_by_name(system, e->name);
  if (before) {
    (void)(e->is_symbol ? ut_unmap_symbol_to_unit(system, e->name, UT_ASCII)
                        : ut_unmap_name_to_unit(system, e->name, UT_ASCII));
  }
  bool is_done = unit && (e->is_symbol ? ut_map_symbol_to_unit(e->name, UT_ASCII, unit)
                                       : ut_map_name_to_unit(e->name, UT_ASCII, unit)) == UT_SUCCESS;
  ut_free(before);
  ut_free(unit);
  return is_done;
}

static void open_database(hol_units *units)
{
  ut_system *system = ut_read_xml(NULL);
  bool is_done = system && redefine_hertz(system);
  for (size_t i = 0; is_done && i < sizeof exact_unit / sizeof exact_unit[0]; i++) {
    is_done = define_exactly(system, &exact_unit[i]);
  }
  if (is_done) {
    units->system = system;
    return;
  }
  ut_status reason = ut_get_status();
  if (system) {
    ut_free_system(system);
  }
  ut_set_status(reason);
  units->is_missing = reason != UT_OS; /* which is memory */
}

/** Superscripts (mm⁴, s⁻¹) and dots as ASCII: UDUNITS knows some of them only.
 *  @return in the arena, NULL without memory */
static const char *in_ascii(hol_units *units, const char *text)
{
  static const struct {
    const char *character, *plain;
  } known[] = {{"⁰", "0"}, {"¹", "1"}, {"²", "2"}, {"³", "3"}, {"⁴", "4"}, {"⁵", "5"}, {"⁶", "6"},     {"⁷", "7"},
               {"⁸", "8"}, {"⁹", "9"}, {"⁻", "-"}, {"·", "."}, {"⋅", "."}, {"−", "-"}, {"\u00a0", " "}};
  char *out = hol_arena_take(&units->arena, strlen(text) + 1), *end = out;
  while (out && *text) {
    const char *plain = NULL;
    size_t size = 1;
    for (size_t i = 0; !plain && i < sizeof known / sizeof known[0]; i++) {
      size = strlen(known[i].character);
      plain = strncmp(text, known[i].character, size) == 0 ? known[i].plain : NULL;
    }
    *end++ = plain ? *plain : *text;
    text += plain ? size : 1;
  }
  if (out) {
    *end = '\0';
  }
  return out;
}

static ut_status visit_basic(const ut_unit *unit, void *context);
static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *basic, const int *powers,
                               void *context);
static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *underlying, double offset,
                                void *context);
static ut_status visit_timestamp(const ut_unit *unit, const ut_unit *time, double origin, void *context);
static ut_status visit_logarithmic(const ut_unit *unit, double base, const ut_unit *reference, void *context);

static const ut_visitor visitor = {visit_basic, visit_product, visit_galilean, visit_timestamp, visit_logarithmic};

/** Multiply by a basic unit of UDUNITS, to a power. Angles have no dimension. */
static void multiply_basic(hol_unit *result, const ut_unit *basic, int power)
{
  const char *symbol = ut_get_symbol(basic, UT_ASCII);
  hol_dimension one = {0};
  if (!symbol || power < -99 || power > 99) {
    result->kind = HOL_UNIT_UNKNOWN;
  } else if (strcmp(symbol, "m") == 0) {
    one.length = (int8_t)power;
  } else if (strcmp(symbol, "kg") == 0) {
    one.mass = (int8_t)power;
  } else if (strcmp(symbol, "s") == 0) {
    one.time = (int8_t)power;
  } else if (strcmp(symbol, "rad") != 0) {
    result->kind = HOL_UNIT_FOREIGN;
  }
  if (!hol_dimension_multiply(result->dimension, one, &result->dimension)) {
    result->kind = HOL_UNIT_UNKNOWN;
  }
}

static ut_status visit_basic(const ut_unit *unit, void *context)
{
  multiply_basic(context, unit, 1);
  return UT_SUCCESS;
}

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *basic, const int *powers,
                               void *context)
{
  (void)unit;
  for (int i = 0; i < count; i++) {
    multiply_basic(context, basic[i], powers[i]);
  }
  return UT_SUCCESS;
}

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *underlying, double offset,
                                void *context)
{
  (void)unit;
  hol_unit *result = context;
  result->factor *= scale;
  if (fabs(offset) > 0) {
    result->kind = HOL_UNIT_WITH_ORIGIN;
  }
  return ut_accept_visitor(underlying, &visitor, context);
}

static ut_status visit_timestamp(const ut_unit *unit, const ut_unit *time, double origin, void *context)
{
  (void)unit;
  (void)time;
  (void)origin;
  ((hol_unit *)context)->kind = HOL_UNIT_WITH_ORIGIN;
  return UT_SUCCESS;
}

static ut_status visit_logarithmic(const ut_unit *unit, double base, const ut_unit *reference, void *context)
{
  (void)unit;
  (void)base;
  (void)reference;
  ((hol_unit *)context)->kind = HOL_UNIT_WITH_ORIGIN;
  return UT_SUCCESS;
}

/* UDUNITS is silent meanwhile. */
hol_unit hol_units_ask(hol_units *units, const char *text)
{
  hol_unit result = {.kind = HOL_UNIT_UNKNOWN, .factor = 1};
  text = in_ascii(units, text);
  if (!text || !is_unit_text(text)) {
    result.kind = text ? HOL_UNIT_UNKNOWN : HOL_UNIT_NO_MEMORY;
    return result;
  }
  ut_error_message_handler before = ut_set_error_message_handler(ut_ignore);
  if (!units->system && !units->is_missing) {
    open_database(units);
  }
  ut_unit *unit = units->system ? ut_parse(units->system, text, UT_UTF8) : NULL;
  bool lacks_memory = !unit && !units->is_missing && ut_get_status() == UT_OS;
  if (unit) {
    result.kind = HOL_UNIT_OK;
    if (ut_accept_visitor(unit, &visitor, &result) != UT_SUCCESS || !isfinite(result.factor) || result.factor <= 0) {
      result.kind = HOL_UNIT_UNKNOWN;
    }
    ut_free(unit);
  } else if (lacks_memory) {
    result.kind = HOL_UNIT_NO_MEMORY;
  } else if (units->is_missing) {
    result.kind = HOL_UNIT_NO_DATABASE;
  }
  (void)ut_set_error_message_handler(before);
  return result;
}

static hol_status remember(hol_units *units, const char *text, const hol_unit *unit)
{
  if (!hol_grow(&units->unit, &units->capacity, units->met.count + 1, sizeof *units->unit)) {
    return HOL_MEMORY;
  }
  const char *copy = hol_arena_copy(&units->arena, text, strlen(text));
  bool existed;
  units->unit[units->met.count] = *unit;
  return copy ? hol_names_add(&units->met, copy, units->met.count, &existed) : HOL_MEMORY;
}

hol_status hol_units_parse(hol_units *units, const char *text, hol_unit *unit)
{
  size_t i;
  if (hol_names_find(&units->met, text, &i)) {
    *unit = units->unit[i];
    return HOL_OK;
  }
  if (!hol_usual_unit_find(text, unit)) {
    *unit = hol_units_ask(units, text);
  }
  if (unit->kind == HOL_UNIT_NO_MEMORY) {
    return HOL_MEMORY;
  }
  const hol_dd factor = hol_decimal_near(unit->factor);
  unit->factor = factor.value;
  unit->rest = factor.rest;
  return remember(units, text, unit);
}

/** Words that people write for units, and what UDUNITS has for them. */
static const struct {
  const char *written, *meant;
} slip[] = {
    {"lbm", "lb"},      {"lbs", "lb"},      {"lbfs", "lbf"},   {"psf", "lbf/ft^2"}, {"ksf", "kip/ft^2"},
    {"pcf", "lb/ft^3"}, {"pci", "lb/in^3"}, {"plf", "lbf/ft"}, {"pli", "lbf/in"},   {"klf", "kip/ft"},
    {"cps", "Hz"},      {"hertz", "Hz"},    {"\"", "inch"},    {"'", "ft"},         {"kips", "kip"},
    {"feet", "ft"},     {"mts", "m"},       {"mtr", "m"},      {"kgs", "kg"},       {"kilos", "kg"},
    {"gms", "g"},       {"sec", "s"},       {"degs", "deg"},   {"kgm", "kg.m"},     {"kNm", "kN.m"},
    {"Newtons", "N"},   {"tons", "t"},      {"micron", "um"},  {"microns", "um"},   {"rpms", "rpm"},
};

/** Units whose letters may have been written in another case. */
static const char *const usual[] = {"Pa",   "kPa",  "MPa", "GPa", "N",   "kN",   "MN",  "mm",  "cm", "m",
                                    "km",   "um",   "kg",  "g",   "mg",  "t",    "s",   "ms",  "Hz", "kHz",
                                    "rpm",  "rad",  "deg", "psi", "ksi", "lb",   "lbf", "kip", "ft", "in",
                                    "inch", "slug", "oz",  "N.m", "Nm",  "kg.m", "rev"};

static bool is_same_in_any_case(const char *a, const char *b, size_t length)
{
  size_t i = 0;
  while (i < length && b[i] && ((unsigned char)a[i] | 0x20u) == ((unsigned char)b[i] | 0x20u)) {
    i++;
  }
  return i == length && b[i] == '\0';
}

/** What stands for a word of a unit; NULL: nothing is known. */
static const char *meant_by(const char *word, size_t length)
{
  for (size_t i = 0; i < sizeof slip / sizeof slip[0]; i++) {
    if (is_same_in_any_case(word, slip[i].written, length)) {
      return slip[i].meant;
    }
  }
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
    if (is_same_in_any_case(word, usual[i], length)) {
      return usual[i];
    }
  }
  return NULL;
}

/** Is a word a unit by itself? */
static bool is_unit_word(hol_units *units, const char *word, size_t length)
{
  char text[32];
  if (length >= sizeof text) {
    return false;
  }
  memcpy(text, word, length);
  text[length] = '\0';
  return hol_units_ask(units, text).kind != HOL_UNIT_UNKNOWN;
}

/** Bytes of a word: letters, or one mark that stands for one. */
static size_t word_length(const char *text)
{
  size_t n = strcspn(text, " .*/^-+()0123456789");
  return *text == '"' || *text == '\'' ? 1 : n;
}

const char *hol_units_suggest(hol_units *units, const char *text, hol_arena *arena)
{
  hol_text out = {0};
  for (const char *c = text; *c;) {
    size_t n = word_length(c);
    const char *meant = n && !is_unit_word(units, c, n) ? meant_by(c, n) : NULL;
    if (meant && strchr(meant, '/') && (c > text || c[n])) {
      hol_text_add(&out, "(%s)", meant);
    } else if (meant) {
      hol_text_add(&out, "%s", meant);
    } else {
      hol_text_put(&out, c, n ? n : 1);
    }
    c += n ? n : 1;
  }
  const char *suggested = out.data && !out.failed ? hol_arena_copy(arena, out.data, out.size) : NULL;
  hol_text_clear(&out);
  return suggested && strcmp(suggested, text) != 0 && hol_units_ask(units, suggested).kind == HOL_UNIT_OK ? suggested
                                                                                                          : NULL;
}

void hol_units_clear(hol_units *units)
{
  if (units->system) {
    ut_free_system(units->system);
  }
  hol_names_clear(&units->met);
  hol_arena_clear(&units->arena);
  free(units->unit);
  *units = (hol_units){0};
}
