/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of pages: packed and unpacked by a reader of its own, to half a quantum or to the last bit; decimals as
   strtod() reads them; what a large result keeps and what it leaves out; the same page from memory and from JSON. */
#include "report/pack/base64.h"
#include "report/pack/decimal.h"
#include "report/pack/planes.h"
#include "report/pack/read.h"
#include "report/pack/sink.h"

#include "close.h"
#include "dice.h"

#include <float.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ------------------------------------------------------------------------------------------------ the way back */

static size_t width_of(const hol_planes *planes)
{
  return planes->bits == 21 ? 24 : planes->bits;
}

/** The code at a place of its planes. */
static uint64_t code_at(const unsigned char *bytes, size_t planes, size_t size, size_t i)
{
  uint64_t code = 0;
  for (size_t p = 0; p < planes; p++) {
    code |= (uint64_t)bytes[p * size + i] << (8 * p);
  }
  return code;
}

/** A signed difference of its zigzag code, at first modulo 2^w, then added up station by station: the sum of a
 *  polynomial's differences. */
static void integrate(int64_t *q, size_t count, size_t order, size_t width)
{
  static const int64_t binomial[5][5] = {{1}, {1, -1}, {1, -2, 1}, {1, -3, 3, -1}, {1, -4, 6, -4, 1}};
  for (size_t k = 0; k < count; k++) {
    size_t o = k < order ? k : order;
    int64_t value = q[k];
    for (size_t j = 1; j <= o; j++) {
      value -= binomial[o][j] * q[k - j];
    }
    int64_t modulus = (int64_t)1 << width;
    value = ((value % modulus) + modulus) % modulus;
    q[k] = value >= modulus / 2 ? value - modulus : value;
  }
}

/** Values of all series, one after another. */
static void unpack(const hol_planes *planes, const unsigned char *bytes, const hol_series *series, size_t count,
                   double *value)
{
  size_t size = 0, i = 0, width = width_of(planes);
  for (size_t s = 0; s < count; s++) {
    size += series[s].count;
  }
  int64_t *q = calloc(size + 1, sizeof *q);
  for (size_t g = 0; planes->bits != 64 && g < 9; g++) {
    for (size_t k = 0; k < 70; k++) {
      size_t first = 0;
      for (size_t s = 0; s < count; first += series[s++].count) {
        if (series[s].group == g && k < series[s].count) {
          uint64_t code = code_at(bytes, width / 8, size, i++);
          q[first + k] = (int64_t)(code >> 1) * (code & 1 ? -1 : 1) - (int64_t)(code & 1);
        }
      }
    }
  }
  size_t first = 0;
  for (size_t s = 0; planes->bits != 64 && s < count; first += series[s++].count) {
    integrate(q + first, series[s].count, planes->order, width);
  }
  for (size_t k = 0; k < size; k++) {
    uint64_t word = planes->bits == 64 ? code_at(bytes, 8, size, k) : 0;
    memcpy(&value[k], &word, sizeof word);
    value[k] = planes->bits == 64 ? value[k] : (double)q[k] * planes->scale;
  }
  free(q);
}

/* ------------------------------------------------------------------------------------------------ planes */

enum { SERIES = 40, STATIONS = 61, VALUES = 8 * STATIONS * SERIES };

/** There and back: to half a quantum, or to the last bit. */
static void assert_packed(const double *value, const hol_series *series, size_t count, unsigned bits, unsigned order)
{
  static double back[VALUES];
  hol_planes planes = hol_planes_of(value, series, count, bits, order);
  hol_text bytes = {0};
  assert_int_equal(hol_planes_put(&bytes, &planes, value, series, count), HOL_OK);
  unpack(&planes, (const unsigned char *)bytes.data, series, count, back);
  double largest = 0;
  for (size_t s = 0, i = 0; s < count; s++) {
    for (size_t k = 0; k < series[s].count; k++, i++) {
      double want = value[series[s].first + k * series[s].stride];
      largest = fmax(largest, fabs(want));
      if (planes.bits == 64) {
        assert_memory_equal(&back[i], &want, sizeof want);
      } else {
        assert_true(fabs(back[i] - want) <= 0.5 * planes.scale * (1 + 1e-9));
      }
    }
  }
  if (planes.bits != 64 && largest > 0) {
    assert_close(planes.scale, largest / (double)((1 << (bits - 1)) - 1), 1e-15);
  }
  hol_text_clear(&bytes);
}

static void fill(uint64_t *d, double *value, size_t size, double scale)
{
  for (size_t i = 0; i < size; i++) {
    value[i] = scale * (2 * dice_uniform(d, 0, 1) - 1);
  }
}

static void random_values_come_back(void **state)
{
  static const unsigned width[] = {8, 16, 21, 64};
  static double value[VALUES];
  uint64_t d = 5;
  (void)state;
  for (size_t turn = 0; turn < 400; turn++) {
    hol_series series[SERIES];
    size_t count = dice_pick(&d, SERIES), first = 0;
    for (size_t s = 0; s < count; s++) {
      size_t stride = 1 + dice_pick(&d, 4), length = dice_pick(&d, STATIONS);
      series[s] = (hol_series){first, stride, length, dice_pick(&d, 3)};
      first += stride * length;
    }
    fill(&d, value, first, pow(10, (double)dice_pick(&d, 600) - 300));
    assert_packed(value, series, count, width[turn % 4], width[turn % 4] == 64 ? 0 : (unsigned)dice_pick(&d, 5));
  }
}

static void extreme_values_come_back(void **state)
{
  static const double extreme[] = {0, -0.0, 1, -1, DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, -5e-324, 1e-310, INFINITY, NAN};
  enum { EXTREMES = sizeof extreme / sizeof *extreme };
  static const unsigned width[] = {8, 16, 21, 64};
  uint64_t d = 6;
  (void)state;
  for (size_t turn = 0; turn < 2000; turn++) {
    double value[STATIONS];
    size_t kinds = 1 + dice_pick(&d, EXTREMES), length = 1 + dice_pick(&d, STATIONS - 1);
    for (size_t k = 0; k < length; k++) {
      value[k] = extreme[dice_pick(&d, kinds)];
    }
    const hol_series series = {0, 1, length, 0};
    assert_packed(value, &series, 1, width[turn % 4], turn % 4 == 3 ? 0 : 4);
  }
  /* the largest steps there are: differences of order 4 go around */
  double value[STATIONS];
  for (size_t k = 0; k < STATIONS; k++) {
    value[k] = k % 2 ? 1 : -1;
  }
  for (size_t i = 0; i < 3; i++) {
    assert_packed(value, &(hol_series){0, 1, STATIONS, 0}, 1, width[i], 4);
  }
}

static void decimals_are_those_of_the_library(void **state)
{
  static const char *const table[] = {"0",
                                      "-0",
                                      "0.0",
                                      "1e400",
                                      "-1e400",
                                      "1e-400",
                                      "5e-324",
                                      "4.9406564584124654e-324",
                                      "1.7976931348623157e308",
                                      "0.1",
                                      "1e23",
                                      "8.5e22",
                                      "9007199254740993",
                                      "9007199254740993.0000000000000000001",
                                      "123456789012345678901234567890",
                                      "1E+5",
                                      "1.5e-7",
                                      "2.2250738585072014e-308",
                                      "0.000000000000000000000000000000000000001",
                                      "100000000000000000000000"};
  uint64_t d = 7;
  (void)state;
  for (size_t i = 0; i < 200000; i++) {
    char text[64];
    double value = ldexp(dice_uniform(&d, 0, 1) - 0.5, (int)dice_pick(&d, 260) - 130);
    snprintf(text, sizeof text, i % 3 ? "%.17g" : i % 2 ? "%.15g" : "%.19g", value);
    double want = strtod(text, NULL), got = hol_decimal((hol_scan_span){text, strlen(text)});
    assert_memory_equal(&got, &want, sizeof want);
  }
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    double want = strtod(table[i], NULL), got = hol_decimal((hol_scan_span){table[i], strlen(table[i])});
    assert_memory_equal(&got, &want, sizeof want);
  }
}

/* ------------------------------------------------------------------------------------------------ results */

/** Bytes of zlib in base64. @param[out] size  of them; 0-terminated */
static char *squeezed(const char *letters, size_t *size)
{
  size_t length = strlen(letters), room = 64 << 20, n = 0;
  unsigned char *bytes = malloc(length);
  char *all = malloc(room);
  uint32_t word = 0;
  for (size_t i = 0, bits = 0; i < length && letters[i] != '='; i++) {
    char c = letters[i];
    word = word << 6 | (uint32_t)(c == '+'   ? 62
                                  : c == '/' ? 63
                                  : c >= 'a' ? c - 'a' + 26
                                  : c >= 'A' ? c - 'A'
                                             : c - '0' + 52);
    bits += 6;
    if (bits >= 8) {
      bytes[n++] = (unsigned char)(word >> (bits - 8) & 0xff);
      bits -= 8;
    }
  }
  uLongf got = room - 1;
  assert_int_equal(uncompress((Bytef *)all, &got, bytes, n), Z_OK);
  all[got] = '\0';
  *size = got;
  free(bytes);
  return all;
}

/** A result with modes that are noise: `parts` lines of so many stations. */
static void put_noise(hol_text *json, size_t modes, size_t parts, size_t stations, size_t joints)
{
  uint64_t d = 8;
  hol_text_add(json, "{\"schema\": {\"name\": \"holonome-result\", \"version\": 1}, \"problem\": {\"title\": "
                     "\"no\\u0069se <\"}, \"modes\": [");
  for (size_t m = 0; m < modes; m++) {
    hol_text_add(json, "%s{\"number\": %zu, \"reactions\": {", m ? ",\n" : "", m + 1);
    for (size_t j = 0; j < joints; j++) {
      hol_text_add(json, "%s\"j%zu\": [%.6f]", j ? ", " : "", j, dice_uniform(&d, 0, 1));
    }
    hol_text_add(json, "}, \"shapes\": {");
    for (size_t p = 0; p < parts; p++) {
      hol_text_add(json, "%s\"p%zu\": {\"s\": [0], \"ux\": [", p ? ", " : "", p);
      for (size_t k = 0; k < stations; k++) {
        hol_text_add(json, "%s0.%05u", k ? "," : "", (unsigned)dice_pick(&d, 100000));
      }
      hol_text_add(json, "]}");
    }
    hol_text_add(json, "}}");
  }
  hol_text_add(json, "], \"geometry\": {\"joints\": [");
  for (size_t j = 0; j < joints; j++) {
    hol_text_add(json, "%s{\"name\": \"j%zu\", \"ground\": %s}", j ? ", " : "", j, j < 2 ? "true" : "false");
  }
  hol_text_add(json, "]}}\n");
}

/** The remaining JSON of a packed result. */
static json_t *head_of(const hol_text *packed)
{
  json_t *outer = json_loadb(packed->data, packed->size, 0, NULL);
  size_t size;
  assert_non_null(outer);
  assert_string_equal(json_string_value(json_object_get(json_object_get(outer, "problem"), "title")), "noise <");
  char *text = squeezed(json_string_value(json_object_get(json_object_get(outer, "packed"), "head")), &size);
  json_t *head = json_loadb(text, size, 0, NULL);
  assert_non_null(head);
  free(text);
  json_decref(outer);
  return head;
}

static long left_out(json_t *head, const char *name)
{
  return (long)json_integer_value(json_object_get(json_object_get(json_object_get(head, "packed"), "left_out"), name));
}

/** What is taken of so much noise: bits, step of stations, modes with shapes, joints without reactions. */
static void assert_left(size_t modes, size_t parts, size_t stations, size_t joints, long bits, long step, long shapes,
                        long inner)
{
  hol_text json = {0}, packed = {0};
  hol_scan scan;
  put_noise(&json, modes, parts, stations, joints);
  assert_int_equal(hol_pack_read(json.data, json.size, &packed, &scan, NULL), HOL_OK);
  assert_true(packed.size > 0);
  assert_true(packed.size < 10000000);
  json_t *head = head_of(&packed);
  assert_int_equal(left_out(head, "bits"), bits);
  assert_int_equal(left_out(head, "step"), step);
  assert_int_equal(left_out(head, "modes"), (long)modes);
  assert_int_equal(left_out(head, "joints"), inner);
  long kept = left_out(head, "shapes");
  assert_true(shapes == (long)modes ? kept == shapes : kept < (long)modes && kept >= shapes);
  json_decref(head);
  hol_text_clear(&json);
  hol_text_clear(&packed);
}

static void what_is_too_much_is_left_out(void **state)
{
  (void)state;
  assert_left(80, 100, 41, 3, 21, 1, 80, 0);        /* 0.3 million numbers: fine */
  assert_left(400, 100, 41, 3, 16, 1, 400, 0);      /* 1.6 million: coarse */
  assert_left(400, 60, 41, 2500, 16, 1, 400, 2498); /* reactions of inner joints */
  assert_left(700, 200, 41, 3, 16, 2, 700, 0);      /* 5.7 million: every second station */
  assert_left(700, 200, 38, 3, 16, 20, 400, 0);     /* 37 steps cannot be made fewer: modes are */
}

static void what_is_small_stays(void **state)
{
  hol_text json = {0}, packed = {0};
  hol_scan scan;
  (void)state;
  put_noise(&json, 4, 30, 41, 3);
  assert_int_equal(hol_pack_read(json.data, json.size, &packed, &scan, NULL), HOL_OK);
  assert_int_equal(packed.size, 0);
  hol_text_clear(&json);
}

/** Lists of numbers, lists of lists, and what only looks like them. */
static const hol_quantity record = {.type = HOL_RECORD};
static hol_status tell_lists(const void *of, const hol_sink *sink)
{
  static const hol_quantity schema = {.name = "schema", .type = HOL_RECORD}, name = {.name = "name", .type = HOL_TEXT},
                            problem = {.name = "problem", .type = HOL_RECORD},
                            title = {.name = "title", .type = HOL_TEXT}, x = {.name = "x", .type = HOL_NUMBER},
                            rows = {.name = "rows", .type = HOL_NUMBER}, n = {.name = "n", .type = HOL_COUNT},
                            few = {.name = "few", .type = HOL_NUMBER};
  const double *value = of;
  const size_t count[70] = {[3] = SIZE_MAX, [5] = 12};
  hol_open(sink, &record);
  hol_open(sink, &schema);
  hol_put_text(sink, &name, "holonome-result");
  hol_close(sink);
  hol_open(sink, &problem);
  hol_put_text(sink, &title, "noise <");
  hol_close(sink);
  hol_put_list(sink, &x, 60000, value);
  hol_put_rows(sink, &rows, 20, 30, value);
  hol_put_list(sink, &n, 70, count);
  hol_put_list(sink, &few, 5, value);
  hol_close(sink);
  return HOL_OK;
}

static void lists_are_exact_either_way(void **state)
{
  static double value[60000];
  uint64_t d = 9;
  hol_text told = {0}, json = {0}, read = {0};
  hol_scan scan;
  (void)state;
  fill(&d, value, 60000, 1e-3);
  value[7] = NAN;
  value[8] = -0.0;
  assert_int_equal(hol_pack_json(tell_lists, value, &told), HOL_OK);
  /* the same result as JSON, by hand */
  hol_text_add(&json, "{\"schema\": {\"name\": \"holonome-result\"}, \"problem\": {\"title\": \"noise <\"}, \"x\": [");
  for (size_t i = 0; i < 60000; i++) {
    hol_text_add(&json, i == 7 ? ", null" : "%s%.17g", i ? ", " : "", value[i]);
  }
  hol_text_add(&json, "], \"rows\": [");
  for (size_t i = 0; i < 600; i++) {
    hol_text_add(&json, i == 7 ? ", null" : "%s%.17g", i == 0 ? "[" : i % 30 == 0 ? "], [" : ", ", value[i]);
  }
  hol_text_add(&json, "]], \"n\": [0, 0, 0, null, 0, 12");
  for (size_t i = 6; i < 70; i++) {
    hol_text_add(&json, ", 0");
  }
  hol_text_add(&json, "], \"few\": [");
  for (size_t i = 0; i < 5; i++) {
    hol_text_add(&json, "%s%.17g", i ? ", " : "", value[i]);
  }
  hol_text_add(&json, "]}\n");
  assert_int_equal(hol_pack_read(json.data, json.size, &read, &scan, NULL), HOL_OK);
  json_t *one = json_loadb(told.data, told.size, 0, NULL), *other = json_loadb(read.data, read.size, 0, NULL);
  assert_non_null(one);
  assert_true(json_equal(json_object_get(json_object_get(one, "packed"), "chunks"),
                         json_object_get(json_object_get(other, "packed"), "chunks")));
  json_t *first = head_of(&told), *second = head_of(&read);
  assert_true(json_equal(first, second));
  size_t size;
  char *bytes =
      squeezed(json_string_value(json_array_get(json_object_get(json_object_get(one, "packed"), "chunks"), 0)), &size);
  assert_int_equal(size, 8 * (60000 + 600 + 70));
  double back[60000];
  unpack(&(hol_planes){64, 0, 0}, (const unsigned char *)bytes, &(hol_series){0, 1, 60000, 0}, 1, back);
  assert_true(isnan(back[7]));
  back[7] = value[7];
  assert_memory_equal(back, value, sizeof value);
  free(bytes);
  json_decref(one);
  json_decref(other);
  json_decref(first);
  json_decref(second);
  hol_text_clear(&told);
  hol_text_clear(&json);
  hol_text_clear(&read);
}

/** Trees that are none stay as they stand. */
static void what_is_no_tree_stays(void **state)
{
  static const char *const odd[] = {"\"shapes\": {\"a\": 1}",
                                    "\"shapes\": {\"a\": {\"ux\": [[1]]}}",
                                    "\"shapes\": {\"a\": {\"ux\": [\"b\"]}}",
                                    "\"shapes\": {\"a\": [1, 2]}",
                                    "\"energy\": {\"a\": {\"b\": 1}}",
                                    "\"energy\": {\"a\": \"b\"}",
                                    "\"reactions\": {\"a\": 1}",
                                    "\"reactions\": {\"a\": [true]}",
                                    "\"shapes\": []",
                                    "\"l\": [[1, 2], [3]]",
                                    "\"l\": [1, [2]]",
                                    "\"l\": [[1], 2]",
                                    "\"l\": [[[1]]]",
                                    "\"l\": [[], []]"};
  (void)state;
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    hol_text json = {0}, packed = {0};
    hol_scan scan;
    hol_text_add(
        &json,
        "{\"schema\": {\"name\": \"holonome-result\"}, \"problem\": {\"title\": \"noise <\"}, \"odd\": {%s}, \"x\": [0",
        odd[i]);
    for (size_t k = 0; k < 60000; k++) {
      hol_text_add(&json, ",%zu", k % 7);
    }
    hol_text_add(&json, "]}");
    assert_int_equal(hol_pack_read(json.data, json.size, &packed, &scan, NULL), HOL_OK);
    json_t *whole = json_loadb(json.data, json.size, 0, NULL), *head = head_of(&packed);
    assert_true(json_equal(json_object_get(whole, "odd"), json_object_get(head, "odd")));
    json_decref(whole);
    json_decref(head);
    hol_text_clear(&json);
    hol_text_clear(&packed);
  }
}

/** Changed bytes: a result is read or refused, and what is read is JSON. */
static void what_is_damaged_is_read_or_refused(void **state)
{
  static const char odd[] = "{}[]\",:0-.enx\\ tu";
  uint64_t d = 10;
  hol_text json = {0};
  size_t read = 0, refused = 0;
  (void)state;
  put_noise(&json, 12, 50, 90, 3);
  for (size_t turn = 0; turn < 120; turn++) {
    hol_text packed = {0};
    hol_scan scan;
    char kept[4];
    size_t at[4];
    for (size_t i = 0; i < 4; i++) {
      at[i] = dice_chance(&d, 0.8) ? dice_pick(&d, json.size) : dice_pick(&d, 400);
      kept[i] = json.data[at[i]];
      json.data[at[i]] = dice_chance(&d, 0.2) ? odd[dice_pick(&d, sizeof odd - 1)] : (char)('0' + dice_pick(&d, 10));
    }
    hol_status status = hol_pack_read(json.data, json.size, &packed, &scan, NULL);
    assert_true(status == HOL_OK || status == HOL_INVALID);
    if (status == HOL_OK && packed.size > 0) {
      json_t *outer = json_loadb(packed.data, packed.size, 0, NULL);
      size_t size;
      char *text = squeezed(json_string_value(json_object_get(json_object_get(outer, "packed"), "head")), &size);
      json_t *head = json_loadb(text, size, 0, NULL);
      assert_non_null(head);
      json_decref(head);
      json_decref(outer);
      free(text);
    }
    read += status == HOL_OK;
    refused += status == HOL_INVALID;
    for (size_t i = 4; i-- > 0;) {
      json.data[at[i]] = kept[i];
    }
    hol_text_clear(&packed);
  }
  assert_true(read > 10);
  assert_true(refused > 10);
  hol_text_clear(&json);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_values_come_back),
      cmocka_unit_test(extreme_values_come_back),
      cmocka_unit_test(decimals_are_those_of_the_library),
      cmocka_unit_test(what_is_too_much_is_left_out),
      cmocka_unit_test(what_is_small_stays),
      cmocka_unit_test(lists_are_exact_either_way),
      cmocka_unit_test(what_is_no_tree_stays),
      cmocka_unit_test(what_is_damaged_is_read_or_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
