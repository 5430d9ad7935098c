/* SPDX-License-Identifier: BSD-3-Clause */
/* Table, JSON, CSV and comparison, from a result made by hand. */
#include "output_fixture.h"
#include "result/number.h"
#include "modes/describe.h"

#include <ctype.h>
#include <float.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const hol_output_source source = {.file = "folder/problem.yaml"};

static char plain[] = "shaft";
static char accented[] = "Welle \xc3\xbc\xce\xbb\xe2\x82\xac \"quoted\" \\ \x01 \xff\xfe end";

/** 300 characters of three bytes each. */
static char *long_name(void)
{
  static char name[3 * 300 + 1];
  for (size_t i = 0; i < 300; i++) {
    memcpy(name + 3 * i, "\xe2\x82\xac", 3);
  }
  return name;
}

typedef hol_status writer(const hol_result *, const hol_output_source *, hol_text *);

static hol_text written(writer *write, char *name)
{
  fixture made;
  fixture_make(&made, name);
  hol_text text = {0};
  assert_int_equal(write(&made.result, &source, &text), HOL_OK);
  assert_int_equal(strlen(text.data), text.size);
  hol_result_clear(&made.result);
  return text;
}

static json_t *parsed(const char *words)
{
  json_error_t error;
  json_t *tree = json_loads(words, JSON_REJECT_DUPLICATES, &error);
  if (!tree) {
    fail_msg("%d:%d: %s", error.line, error.column, error.text);
  }
  return tree;
}

/* ------------------------------------------------------------------------------------------------ numbers */

/** The first of 15, 16, 17 digits that reads back, by the C library, laid out as `%.17g` does. */
static void shortest(double x, char *words, size_t room)
{
  char few[40];
  for (int digits = 15; digits <= 17; digits++) {
    (void)snprintf(few, sizeof few, "%.*e", digits - 1, x);
    if (strtod(few, NULL) == x) {
      break;
    }
  }
  char *tail = strchr(few, 'e');
  const int exponent = atoi(tail + 1);
  *tail = '\0';
  const char *sign = *few == '-' ? "-" : "";
  char digit[18];
  size_t count = 0;
  for (const char *c = few; *c; c++) {
    if (isdigit((unsigned char)*c)) {
      digit[count++] = *c;
    }
  }
  while (count > 1 && digit[count - 1] == '0') {
    count--;
  }
  if (exponent < -4 || exponent >= 17) {
    (void)snprintf(words, room, "%s%c%s%.*se%+03d", sign, digit[0], count > 1 ? "." : "", (int)count - 1, digit + 1,
                   exponent);
  } else if (exponent < 0) {
    (void)snprintf(words, room, "%s0.%.*s%.*s", sign, -exponent - 1, "000", (int)count, digit);
  } else {
    int before = exponent + 1, given = (int)count < before ? (int)count : before;
    (void)snprintf(words, room, "%s%.*s%.*s.%.*s%s", sign, given, digit, before - given, "0000000000000000",
                   (int)count - given, digit + given, (int)count > given ? "" : "0");
  }
}

static void test_numbers_are_short_and_read_back(void **state)
{
  (void)state;
  uint64_t bits = 88172645463325252u;
  hol_text text = {0};
  for (size_t i = 0; i < 300000; i++) {
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    double x = ldexp((double)(int64_t)(bits >> (bits % 50)), -(int)(bits % 150)); /* short and long mantissas */
    if (i % 4 == 0) {
      memcpy(&x, &bits, sizeof x);
    }
    if (!isfinite(x) || fabs(x) < DBL_MIN) {
      continue;
    }
    if (i % 4 == 1) {
      x = (double)(int64_t)(x * 1e3) / 1e6; /* few decimals */
    } else if (i % 4 == 2) {
      x /= 3;
    }
    char expected[40];
    shortest(x, expected, sizeof expected);
    text.size = 0;
    hol_number_add(&text, x, "");
    assert_true(strtod(text.data, NULL) == x);
    assert_string_equal(text.data, expected);
  }
  hol_text_clear(&text);
}

static void test_numbers_as_people_write_them(void **state)
{
  static const struct {
    double x;
    const char *words;
  } number[] = {{0.1, "0.1"},
                {0.1 + 0.2, "0.30000000000000004"},
                {1e23, "1e+23"},
                {2.0, "2.0"},
                {123456789012345680.0, "1.2345678901234568e+17"},
                {9007199254740993.0, "9007199254740992.0"},
                {0x1p-44, "5.6843418860808015e-14"},
                {-210e9, "-210000000000.0"},
                {1e-12, "1e-12"},
                {1e22, "1e+22"},
                {0.0001, "0.0001"},
                {5e-324, "5e-324"},
                {DBL_MAX, "1.7976931348623157e+308"},
                {DBL_MIN, "2.2250738585072014e-308"},
                {NAN, "null"},
                {-0.0, "-0.0"}};
  (void)state;
  hol_text text = {0};
  for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
    text.size = 0;
    hol_number_add(&text, number[i].x, "null");
    assert_string_equal(text.data, number[i].words);
  }
  hol_text_clear(&text);
}

static void test_numbers_beside_powers_of_ten_read_back(void **state)
{
  (void)state;
  hol_text text = {0};
  for (int power = -308; power <= 308; power++) {
    char words[16];
    (void)snprintf(words, sizeof words, "1e%d", power);
    double x = nextafter(strtod(words, NULL), 0);
    for (int step = 0; step < 3; ++step, x = nextafter(x, HUGE_VAL)) {
      text.size = 0;
      hol_number_add(&text, -x, "");
      assert_true(strtod(text.data, NULL) == -x);
    }
  }
  hol_text_clear(&text);
}

/* ------------------------------------------------------------------------------------------------ JSON */

static double real_at(const json_t *tree, const char *key)
{
  const json_t *value = json_object_get(tree, key);
  assert_non_null(value);
  return json_is_null(value) ? (double)NAN : json_number_value(value);
}

static void assert_same_bits(double a, double b)
{
  assert_true(isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0);
}

static void check_shape(const json_t *tree, const hol_shape *shape)
{
  const json_t *s = json_object_get(tree, "s");
  assert_int_equal(json_array_size(s), shape->points);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    const json_t *value = json_object_get(tree, hol_freedom_name[f]);
    assert_int_equal(value != NULL, shape->value[f] != NULL);
    for (size_t i = 0; value && i < shape->points; i++) {
      assert_same_bits(json_real_value(json_array_get(value, i)), shape->value[f][i]);
    }
  }
}

static void check_mode(const json_t *tree, const hol_result *result, const hol_mode *mode)
{
  assert_int_equal(json_integer_value(json_object_get(tree, "number")), mode->number);
  assert_same_bits(real_at(tree, "omega"), mode->omega);
  assert_close(real_at(tree, "hertz") * 2 * acos(-1), mode->omega, 1e-15);
  assert_same_bits(real_at(tree, "lower"), mode->lower);
  assert_same_bits(real_at(tree, "upper"), mode->upper);
  assert_same_bits(real_at(tree, "modal_mass"), mode->modal_mass);
  assert_same_bits(real_at(tree, "residual"), mode->residual);
  assert_same_bits(real_at(tree, "pencil_omega"), mode->pencil_omega);
  assert_int_equal(json_integer_value(json_object_get(tree, "multiplicity")), mode->multiplicity);
  assert_int_equal(json_is_true(json_object_get(tree, "cluster")), mode->is_cluster);
  assert_int_equal(json_is_true(json_object_get(tree, "reaction_free")), mode->reaction_free);
  assert_int_equal(json_integer_value(json_object_get(tree, "count_below")), mode->count_below);
  assert_int_equal(json_integer_value(json_object_get(tree, "count_above")), mode->count_above);
  assert_same_bits(real_at(json_object_get(tree, "energy"), "disk"), mode->energy[1]);
  const json_t *reactions = json_object_get(tree, "reactions");
  assert_int_equal(json_array_size(json_object_get(reactions, "spring disk")), 0);
  const json_t *second = json_object_get(reactions, "spring disk (2)");
  assert_int_equal(json_array_size(second), 2);
  assert_same_bits(json_real_value(json_array_get(second, 1)), hol_reaction_of(result, mode, 1).value[1]);
  check_shape(json_object_get(json_object_get(tree, "shapes"), "disk"), &mode->shape[1]);
}

static void test_json_reads_back_bit_for_bit(void **state)
{
  (void)state;
  fixture made;
  fixture_make(&made, plain);
  hol_text text = {0};
  assert_int_equal(modes_json(&made.result, &source, &text), HOL_OK);
  json_t *tree = parsed(text.data);
  const json_t *modes = json_object_get(tree, "modes");
  assert_int_equal(json_array_size(modes), FIXTURE_MODES);
  for (size_t i = 0; i < FIXTURE_MODES; i++) {
    check_mode(json_array_get(modes, i), &made.result, &made.result.mode[i]);
  }
  const json_t *first = json_object_get(json_object_get(json_array_get(modes, 1), "shapes"), "shaft");
  check_shape(first, &made.result.mode[1].shape[0]);
  json_decref(tree);
  hol_text_clear(&text);
  hol_result_clear(&made.result);
}

static void test_json_says_what_was_solved(void **state)
{
  (void)state;
  hol_text text = written(modes_json, plain);
  json_t *tree = parsed(text.data);
  const json_t *problem = json_object_get(tree, "problem"), *mass = json_object_get(tree, "mass");
  assert_string_equal(json_string_value(json_object_get(tree, "program")), "holonome");
  assert_string_equal(json_string_value(json_object_get(tree, "version")), HOLONOME_VERSION);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(tree, "schema"), "version")), 2);
  assert_string_equal(json_string_value(json_object_get(problem, "file")), source.file);
  assert_same_bits(real_at(json_object_get(problem, "parameters"), "L"), 0.1);
  assert_non_null(json_string_value(json_object_get(tree, "theory")));
  assert_non_null(json_string_value(json_object_get(tree, "compliance")));
  assert_true(json_is_false(json_object_get(tree, "complete")));
  assert_int_equal(json_array_size(json_object_get(tree, "notes")), 1);
  assert_same_bits(real_at(mass, "total"), 12.5);
  assert_same_bits(json_real_value(json_array_get(json_array_get(json_object_get(mass, "inertia"), 2), 1)), 0.3);
  const json_t *redundant = json_array_get(json_object_get(tree, "constraints"), 1);
  assert_true(json_is_true(json_object_get(redundant, "redundant")));
  assert_non_null(json_string_value(json_object_get(redundant, "depends_on")));
  json_decref(tree);
  hol_text_clear(&text);
}

/** Reactions that are too many, or are not wanted, are no part of a mode; what they would be is still told. */
static void test_json_leaves_reactions_out(void **state)
{
  (void)state;
  for (int how = 0; how < 4; how++) {
    fixture made;
    fixture_make(&made, plain);
    hol_text text = {0};
    made.result.reactions_left_out = how == 1;
    made.problem.output_reactions = how == 2 ? HOL_TELL_NONE : how == 3 ? HOL_TELL_ALL : HOL_TELL_UP_TO_A_SIZE;
    assert_int_equal(modes_json(&made.result, &source, &text), HOL_OK);
    json_t *tree = parsed(text.data);
    const json_t *mode = json_array_get(json_object_get(tree, "modes"), 1);
    assert_true((json_object_get(mode, "reactions") != NULL) == (how == 0 || how == 3));
    assert_non_null(json_object_get(mode, "energy"));
    assert_non_null(json_object_get(tree, "reaction_components"));
    json_decref(tree);
    hol_text_clear(&text);
    hol_result_clear(&made.result);
  }
}

/** Of frequencies that are proved between two ends it is said so; the others are counted. */
static void test_json_says_how_bounds_are_proved(void **state)
{
  (void)state;
  fixture made;
  fixture_make(&made, plain);
  hol_text text = {0};
  hol_interval_end *end = fixture_alloc(2, sizeof *end);
  end[0] = (hol_interval_end){1.0 / 3, 1};
  end[1] = (hol_interval_end){2e4 / 3, 2};
  made.result.intervals =
      (hol_intervals){.is_tried = true, .end = end, .ends = 2, .factorisations = 3, .solves = 70, .fallback = "no gap"};
  made.result.mode[1].interval[0] = end[0].lambda;
  made.result.mode[1].interval[1] = end[1].lambda;
  made.result.mode[1].field_residual = 1e-9 / 7;
  assert_int_equal(modes_json(&made.result, &source, &text), HOL_OK);
  json_t *tree = parsed(text.data);
  const json_t *modes = json_object_get(tree, "modes"), *told = json_object_get(tree, "intervals");
  const json_t *ends = json_object_get(told, "ends"), *second = json_array_get(modes, 1),
               *third = json_array_get(modes, 2);
  assert_null(json_object_get(json_array_get(modes, 0), "bound")); /* without energy */
  assert_string_equal(json_string_value(json_object_get(second, "bound")), "field");
  assert_same_bits(json_real_value(json_array_get(json_object_get(second, "interval"), 0)), end[0].lambda);
  assert_same_bits(json_real_value(json_array_get(json_object_get(second, "interval"), 1)), end[1].lambda);
  assert_same_bits(real_at(second, "field_residual"), 1e-9 / 7);
  assert_string_equal(json_string_value(json_object_get(third, "bound")), "count");
  assert_null(json_object_get(third, "interval"));
  assert_int_equal(json_array_size(ends), 2);
  assert_same_bits(real_at(json_array_get(ends, 1), "lambda"), end[1].lambda);
  assert_int_equal(json_integer_value(json_object_get(json_array_get(ends, 1), "count")), 2);
  assert_int_equal(json_integer_value(json_object_get(told, "factorisations")), 3);
  assert_int_equal(json_integer_value(json_object_get(told, "solves")), 70);
  assert_string_equal(json_string_value(json_object_get(told, "fallback")), "no gap");
  json_decref(tree);
  made.result.intervals.is_tried = false;
  text.size = 0;
  assert_int_equal(modes_json(&made.result, &source, &text), HOL_OK);
  assert_null(strstr(text.data, "\"bound\""));
  assert_null(strstr(text.data, "\"intervals\""));
  hol_text_clear(&text);
  hol_result_clear(&made.result);
}

static void test_json_keeps_foreign_names_and_stays_utf8(void **state)
{
  (void)state;
  hol_text text = written(modes_json, accented);
  json_t *tree = parsed(text.data);
  assert_string_equal(json_string_value(json_object_get(json_object_get(tree, "problem"), "title")),
                      "Welle \xc3\xbc\xce\xbb\xe2\x82\xac \"quoted\" \\ \x01 \xef\xbf\xbd\xef\xbf\xbd end");
  json_decref(tree);
  hol_text_clear(&text);
}

static void test_json_without_modes_is_an_empty_list(void **state)
{
  (void)state;
  hol_problem problem = {0};
  hol_result result = {.problem = &problem};
  hol_text text = {0};
  assert_int_equal(modes_json(&result, &source, &text), HOL_OK);
  json_t *tree = parsed(text.data);
  assert_int_equal(json_array_size(json_object_get(tree, "modes")), 0);
  assert_true(json_is_null(json_object_get(tree, "theory")));
  json_decref(tree);
  text.size = 0;
  assert_int_equal(hol_write_failure(&problem, source.file, HOL_NUMERICAL, &text), HOL_OK);
  tree = parsed(text.data);
  assert_true(json_is_false(json_object_get(tree, "complete")));
  assert_string_equal(json_string_value(json_object_get(tree, "error")), hol_status_text(HOL_NUMERICAL));
  json_decref(tree);
  hol_text_clear(&text);
}

/* ------------------------------------------------------------------------------------------------ table */

static size_t columns_of(const char *line, size_t length)
{
  size_t columns = 0;
  for (size_t i = 0; i < length; i++) {
    columns += ((unsigned char)line[i] & 0xc0) != 0x80;
  }
  return columns;
}

static void test_table_lines_have_at_most_80_columns(void **state)
{
  (void)state;
  char *const names[] = {plain, accented, long_name()};
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    hol_text text = written(hol_output_table, names[n]);
    for (const char *line = text.data; *line; line += strcspn(line, "\n") + 1) {
      assert_in_range(columns_of(line, strcspn(line, "\n")), 0, 80);
    }
    hol_text_clear(&text);
  }
}

static void test_table_is_this(void **state)
{
  (void)state;
  static const char expected[] = "shaft\n"
                                 "theory: beam: Euler-Bernoulli bending, axial wave equation; disk: rigid body\n"
                                 "compliance: 6 modes of each motion, quasistatic remainder\n"
                                 "\n"
                                 " mode   frequency in Hz        in rad/s      error <=  mult.   most energy in\n"
                                 "    1        0                   0           exact         1   rigid-body mode\n"
                                 "    2        5.305164770        33.33333333  1.0e-12       1 * disk 90 %\n"
                                 "    3      990                6200           1.6e-03       2   disk 90 %\n"
                                 "    4      990                6200           1.6e-03      2~   disk 90 %\n"
                                 "    5   ~15719.0            ~98765.4         no lower      1   disk 90 %\n"
                                 "    * the joints exert no reaction in this mode\n"
                                 "    ~ after a multiplicity: so many frequencies, too close to be told apart\n"
                                 "    ~ before a number: its digits are not certain, a bound is not known\n"
                                 "\n"
                                 "1 of 2 constraints is redundant, without effect:\n"
                                 "  - shaft, along (0.6, 0.8): follows from pin shaft.start `ux`, the ground and a\n"
                                 "    good many other constraints\n"
                                 "mass: 12.5 kg; centre (0.333333, -2) m; Izz = 3 kg m^2 about the centre\n"
                                 "note: the freedom rx of disk has neither mass nor stiffness and is dropped, as\n"
                                 "      nothing else depends on it\n"
                                 "Not complete: counting proves that there is no other natural frequency up to\n"
                                 "              that of mode 5, but 1 of the frequencies is without proved bounds\n"
                                 "              (exit status 1)\n";
  hol_text text = written(hol_output_table, plain);
  assert_string_equal(text.data, expected);
  hol_text_clear(&text);
}

/** The last line (with its continuations) of the table of a changed result. */
static void assert_verdict(const hol_result *result, const char *words)
{
  hol_text text = {0};
  assert_int_equal(hol_output_table(result, &source, &text), HOL_OK);
  assert_non_null(strstr(text.data, words));
  hol_text_clear(&text);
}

static void test_table_ends_with_what_is_proved(void **state)
{
  (void)state;
  fixture made;
  fixture_make(&made, plain);
  hol_result *result = &made.result;
  result->count_proved = false;
  assert_verdict(result, "Not complete: it is not proved that no frequency is missing (exit status 1)\n");
  result->count_proved = result->complete = true;
  result->mode[4].lower = result->mode[4].omega;
  assert_verdict(result, "Complete: counting proves that there is no other natural frequency up to that of\n"
                         "          mode 5\n");
  made.problem.analysis.frequencies = HOL_FREQUENCIES_BELOW;
  made.problem.analysis.to = 200000 * acos(-1);
  assert_verdict(result, "no other natural frequency below 100000\n          Hz\n");
  result->exhausted = true;
  assert_verdict(result, "the structure has no other natural frequencies\n");
  hol_result_clear(result);
}

static void test_table_of_nothing_is_no_fault(void **state)
{
  (void)state;
  hol_problem problem = {.dimensions = 3};
  hol_result result = {.problem = &problem, .complete = true, .count_proved = true};
  assert_verdict(&result, "Complete: no natural frequency was requested\n");
}

/* ------------------------------------------------------------------------------------------------ CSV, comparison */

static void test_csv_has_one_line_per_mode(void **state)
{
  (void)state;
  hol_text text = written(modes_csv, plain);
  size_t lines = 0;
  for (const char *c = text.data; *c; c++) {
    lines += *c == '\n';
  }
  assert_int_equal(lines, 1 + FIXTURE_MODES);
  assert_non_null(strstr(text.data, "\nfolder/problem.yaml,3,6207.82,988.0052388"));
  assert_non_null(strstr(text.data, "\nfolder/problem.yaml,5,98765.4321,15719.006725"));
  assert_non_null(strstr(text.data, ",,98765.4321000987")); /* no lower bound */
  hol_text_clear(&text);
}

static void test_csv_quotes_a_file_name_with_a_comma(void **state)
{
  (void)state;
  fixture made;
  fixture_make(&made, plain);
  hol_text text = {0};
  const hol_output_source odd = {.file = "a,\"b\".yaml"};
  assert_int_equal(modes_csv(&made.result, &odd, &text), HOL_OK);
  assert_non_null(strstr(text.data, "\n\"a,\"\"b\"\".yaml\",1,0.0,0.0,0.0,0.0,1,0,0,"));
  hol_text_clear(&text);
  hol_result_clear(&made.result);
}

static void test_comparison_counts_what_differs(void **state)
{
  (void)state;
  fixture made;
  fixture_make(&made, plain);
  double first[] = {0, 100.0 / 3 * (1 + 0.9e-3), 6207.82 * (1 + 1.1e-3)}, last[] = {98765, 1e5};
  char words[] = "a table";
  hol_expect expect[] = {{.first = 1, .count = 3, .omega = first, .rtol = 1e-3, .source = words},
                         {.first = 5, .count = 2, .omega = last, .rtol = 1e-2}};
  made.problem.expect = expect;
  made.problem.expect_count = 2;
  hol_text text = {0};
  size_t compared, differences;
  assert_int_equal(hol_output_compare(&made.result, &compared, &differences, &text), HOL_OK);
  assert_int_equal(compared, 5);
  assert_int_equal(differences, 2);
  assert_string_equal(text.data, "mode 3: expected 989.0920446 Hz, found 988.0052388 Hz, relative difference -0.0011, "
                                 "allowed 0.001 (a table)\n"
                                 "mode 6: expected 15915.49431 Hz, not found\n");
  made.result.mode[1].omega = NAN;
  assert_int_equal(hol_output_compare(&made.result, &compared, &differences, &text), HOL_OK);
  assert_int_equal(differences, 3);
  made.problem.expect = NULL;
  made.problem.expect_count = 0;
  assert_int_equal(hol_output_compare(&made.result, &compared, &differences, &text), HOL_OK);
  assert_int_equal(compared + differences, 0);
  hol_text_clear(&text);
  hol_result_clear(&made.result);
}

static void test_json_of_1000_modes_takes_less_than_20_ms(void **state)
{
  (void)state;
  enum { MODES = 1000 };
  fixture made;
  fixture_make(&made, plain);
  hol_result large = made.result;
  large.mode = fixture_alloc(MODES, sizeof *large.mode);
  large.mode_count = MODES;
  for (size_t i = 0; i < MODES; i++) {
    large.mode[i] = made.result.mode[i % FIXTURE_MODES];
    large.mode[i].shape = NULL;
  }
  clock_t least = CLOCKS_PER_SEC; /* of several: the machine may be busy */
  for (size_t i = 0; i < 5; i++) {
    hol_text text = {0};
    clock_t start = clock();
    assert_int_equal(modes_json(&large, &source, &text), HOL_OK);
    clock_t taken = clock() - start;
    least = taken < least ? taken : least;
    hol_text_clear(&text);
  }
  print_message("1000 modes: %.2f ms\n", 1e3 * (double)least / CLOCKS_PER_SEC);
  assert_true(least < CLOCKS_PER_SEC / 50);
  free(large.mode);
  hol_result_clear(&made.result);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_are_short_and_read_back),
      cmocka_unit_test(test_numbers_as_people_write_them),
      cmocka_unit_test(test_numbers_beside_powers_of_ten_read_back),
      cmocka_unit_test(test_json_reads_back_bit_for_bit),
      cmocka_unit_test(test_json_says_what_was_solved),
      cmocka_unit_test(test_json_leaves_reactions_out),
      cmocka_unit_test(test_json_says_how_bounds_are_proved),
      cmocka_unit_test(test_json_keeps_foreign_names_and_stays_utf8),
      cmocka_unit_test(test_json_without_modes_is_an_empty_list),
      cmocka_unit_test(test_table_lines_have_at_most_80_columns),
      cmocka_unit_test(test_table_is_this),
      cmocka_unit_test(test_table_ends_with_what_is_proved),
      cmocka_unit_test(test_table_of_nothing_is_no_fault),
      cmocka_unit_test(test_csv_has_one_line_per_mode),
      cmocka_unit_test(test_csv_quotes_a_file_name_with_a_comma),
      cmocka_unit_test(test_comparison_counts_what_differs),
      cmocka_unit_test(test_json_of_1000_modes_takes_less_than_20_ms),
  };
  return cmocka_run_group_tests_name("output", tests, NULL, NULL);
}
