/* SPDX-License-Identifier: BSD-3-Clause */
/* Universal Files: what is in them, in SI units and global axes; what is wrong, with its line and column; bytes changed
   at random are read or refused, never more. */
#include "output/json.h"
#include "report/measured/sink.h"
#include "report/scan.h"

#include "close.h"
#include "dice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define UNITS "    -1\n   164\n         5mm, kg, s                    2\n" \
  "  1.00000000000000000D+03  1.00000000000000000D+03  1.00000000000000000D+00\n  2.73000000000000000D+02\n    -1\n"
#define NODES "    -1\n    15\n" \
  "         7         0         0         8  1.00000E+03  0.00000E+00 -5.00000E+02\n" \
  "         3         0         4         8  0.00000E+00  2.50000E+02  0.00000E+00\n    -1\n"
#define AXES "    -1\n  2420\n         1\npart\n         4         0         8\nturned\n" \
  "    0.0000000000000000D+00    1.0000000000000000D+00    0.0000000000000000D+00\n" \
  "   -1.0000000000000000D+00    0.0000000000000000D+00    0.0000000000000000D+00\n" \
  "    0.0000000000000000D+00    0.0000000000000000D+00    1.0000000000000000D+00\n" \
  "    0.0000000000000000D+00    0.0000000000000000D+00    0.0000000000000000D+00\n    -1\n"
#define LINE "    -1\n    82\n         1         4         8\nouter\n         7         3         0         7\n    -1\n"
#define NORMAL "    -1\n    55\na\nb\nc\nd\ne\n         1         2         2         8         2         3\n" \
  "         2         4         1         9\n  1.25000E+01  1.00000E+00  1.00000E-02  0.00000E+00\n" \
  "         7\n  1.00000E+00 -2.00000E+00  0.00000E+00\n         3\n  4.00000E+00  0.00000E+00  5.00000E-01\n    -1\n"
#define COMPLEX "    -1\n    55\na\nb\nc\nd\ne\n         1         3         3        12         5         6\n" \
  "         2         6         1         2\n -3.00000E+00  4.00000E+00  0.00000E+00  0.00000E+00  " \
  "0.00000E+00  0.00000E+00\n" \
  "         7\n  0.00000E+00  2.00000E+00  0.00000E+00 -1.00000E+00  0.00000E+00  0.00000E+00\n" \
  "  9.00000E+00  9.00000E+00  9.00000E+00  9.00000E+00  9.00000E+00  9.00000E+00\n    -1\n"
#define LONG "    -1\n  2414\n         1\nname\n         1\na\nb\nc\nd\ne\n" \
  "         1         2         3         8         2         3\n" \
  "         0         0         1         0         0         5         0         0\n         0         0\n" \
  "  0.00000E+00  2.00000E+01  0.00000E+00  1.00000E+00  0.00000E+00  4.00000E-02\n" \
  "  0.00000E+00  0.00000E+00  0.00000E+00  0.00000E+00  0.00000E+00  0.00000E+00\n" \
  "         7\n  3.00000E+00 -6.00000E+00  1.00000E+00\n    -1\n"
#define HEAD58 "a\nb\nc\nd\ne\n    4         0    0         0 NONE               7   3 NONE               3  -1\n"
#define AXES58 "        18    0    0    0 NONE                 NONE                \n" \
  "         8    1    0    0 NONE                 NONE                \n" \
  "        13    0    1    0 NONE                 NONE                \n" \
  "         0    0    0    0 NONE                 NONE                \n"
#define EVEN "    -1\n    58\n" HEAD58 \
  "         6         3         1  1.00000E+01  5.00000E-01  0.00000E+00\n" AXES58 \
  "  1.0000000000000000E+00  2.0000000000000000E+00\n    -1\n"
/* clang-format on */

static hol_status read_text(const char *text, hol_measured *m, hol_measured_fault *fault)
{
  return hol_measured_read(text, strlen(text), m, fault);
}

static void modes_are_in_si_units_and_global_axes(void **state)
{
  hol_measured m;
  hol_measured_fault fault = {0};
  (void)state;
  assert_int_equal(read_text(NORMAL COMPLEX NODES AXES LINE UNITS, &m, &fault), HOL_OK);
  assert_int_equal(m.nodes, 2);
  assert_int_equal(m.node[0].label, 3);
  assert_close(m.node[0].at[1], 0.25, 1e-15);
  assert_close(m.node[1].at[0], 1, 1e-15);
  assert_close(m.node[1].at[2], -0.5, 1e-15);
  assert_int_equal(m.modes, 2);
  const hol_measured_mode *one = m.mode, *other = one->next; /* by frequency */
  assert_int_equal(one->number, 2);
  assert_close(one->omega, 5, 1e-15);
  assert_close(one->damping, 0.6, 1e-15);
  assert_true(one->is_complex);
  assert_close(one->collinearity, 1, 1e-15);
  assert_true(one->has[1]);
  assert_true(!one->has[0]);
  /* i (2, -1, 0), turned until it is real: its size is 1, its sign free */
  assert_close(fabs(creal(one->value[1][0])), 1, 1e-15);
  assert_close(creal(one->value[1][1]) / creal(one->value[1][0]), -0.5, 1e-15);
  assert_near(cimag(one->value[1][0]), 0, 1e-15);
  assert_int_equal(other->number, 9);
  assert_close(other->omega, 2 * M_PI * 12.5, 1e-15);
  assert_close(other->damping, 0.01, 1e-15);
  /* node 3 moves in axes whose x is the global y, and whose y is -x */
  assert_near(creal(other->value[0][0]), 0, 1e-15);
  assert_close(creal(other->value[0][1]), 1, 1e-15);
  assert_close(creal(other->value[0][2]), 0.125, 1e-15);
  assert_close(creal(other->value[1][1]), -0.5, 1e-15);
  assert_string_equal(m.trace->name, "outer");
  assert_int_equal(m.trace->count, 4);
  assert_int_equal(m.trace->node[0], 1);
  assert_int_equal(m.trace->node[1], 0);
  assert_true(m.trace->node[2] == SIZE_MAX);
  assert_null(m.note);
  assert_int_equal(hol_measured_directions(&m, NULL), 4);
  hol_measured_clear(&m);
}

/** A function of three values, as text or binary; also with frequencies that are not even. */
static void check_function(const char *text, size_t size, double step)
{
  hol_measured m;
  hol_measured_fault fault = {0};
  hol_status status = hol_measured_read(text, size, &m, &fault);
  if (status != HOL_OK) {
    fail_msg("line %zu: %s", fault.line, fault.what);
  }
  assert_int_equal(m.functions, 1);
  const hol_measured_function *f = m.function;
  assert_int_equal(f->count, 3);
  assert_string_equal(f->response, "7 +Z");
  assert_string_equal(f->reference, "3 -X");
  assert_string_equal(f->label, "receptance");
  for (size_t i = 0; i < 3; i++) {
    assert_close(f->omega[i], 2 * M_PI * (10 + step * (double)i), 1e-7);
    assert_close(creal(f->value[i]), 1 + (double)i, 1e-7); /* mm/mN are m/N */
    assert_close(cimag(f->value[i]), -0.5 * (double)i - 0.25, 1e-7);
  }
  hol_measured_clear(&m);
}

static void functions_of_all_forms_are_read(void **state)
{
  char text[4000];
  (void)state;
  static const char even[] =
      UNITS "    -1\n    58\n" HEAD58 "         6         3         1  1.00000E+01  5.00000E-01  0.00000E+00\n" AXES58
            "  1.000000000000E+00 -2.500000000000E-01  2.000000000000E+00 -7.500000000000E-01\n"
            "  3.000000000000E+00 -1.250000000000E+00\n    -1\n";
  static const char single[] =
      UNITS "    -1\n    58\n" HEAD58 "         5         3         0  0.00000E+00  0.00000E+00  0.00000E+00\n" AXES58
            "  1.00000E+01  1.00000E+00 -2.50000E-01  1.05000E+01  2.00000E+00 -7.50000E-01\n"
            "  1.10000E+01  3.00000E+00 -1.25000E+00\n    -1\n";
  static const char uneven[] = UNITS
      "    -1\n    58\n" HEAD58 "         6         3         0  0.00000E+00  0.00000E+00  0.00000E+00\n" AXES58
      "  1.00000E+01  1.000000000000E+00 -2.500000000000E-01\n  1.05000E+01  2.000000000000E+00 -7.500000000000E-01\n"
      "  1.10000E+01  3.000000000000E+00 -1.250000000000E+00\n    -1\n";
  check_function(even, sizeof even - 1, 0.5);
  check_function(single, sizeof single - 1, 0.5);
  check_function(uneven, sizeof uneven - 1, 0.5);
  for (int is_big = 0; is_big < 2; is_big++) {
    for (size_t wide = 4; wide <= 8; wide += 4) {
      int head = snprintf(text, sizeof text,
                          UNITS "    -1\n    58b%6d%6d%12d%12zu%6d%6d%12d%12d\n" HEAD58
                                "%10d         3         1  1.00000E+01  5.00000E-01  0.00000E+00\n" AXES58,
                          1 + is_big, 2, 11, 6 * wide, 0, 0, 0, 0, wide == 8 ? 6 : 5);
      char *at = text + head;
      for (size_t i = 0; i < 6; i++) {
        double x = i % 2 ? -0.5 * (double)(i / 2) - 0.25 : 1 + (double)(i / 2);
        float y = (float)x;
        unsigned char bytes[8];
        memcpy(bytes, wide == 8 ? (const void *)&x : (const void *)&y, wide);
        for (size_t k = 0; k < wide; k++) { /* this machine has the lowest byte first */
          *at++ = (char)bytes[is_big ? wide - 1 - k : k];
        }
      }
      memcpy(at, "    -1\n", 7);
      check_function(text, (size_t)(at - text) + 7, 0.5);
    }
  }
}

static void lines_that_do_not_keep_to_columns_are_read(void **state)
{
  hol_measured m;
  hol_measured_fault fault = {0};
  (void)state;
  assert_int_equal(
      read_text("-1\r\n15\r\n1 0 0 8 0.5 1e0 -2\r\n-1\r\n-1\r\n55\r\n\r\n\r\n\r\n\r\n\r\n1 2 2 8 2 3\r\n2 4 1 1\r\n"
                "3 1 0 0\r\n1\r\n1 2 3\r\n-1\r\n",
                &m, &fault),
      HOL_OK);
  assert_close(m.node[0].at[0], 0.5, 1e-15);
  assert_close(m.node[0].at[2], -2, 1e-15);
  assert_close(creal(m.mode->value[0][1]), 2.0 / 3, 1e-15);
  assert_non_null(m.note); /* no units */
  hol_measured_clear(&m);
}

static void faults_have_their_place(void **state)
{
  static const struct {
    const char *text, *what;
    size_t line, column;
  } table[] = {
      {"", "the file has neither modes (dataset 55, 2414) nor frequency responses (58)", 1, 0},
      {NODES, "the file has neither modes (dataset 55, 2414) nor frequency responses (58)", 5, 0},
      {NODES "hello\n", "a dataset begins with -1 in columns 5 and 6", 6, 0},
      {"    -1\n", "behind this -1 there is no dataset", 1, 0},
      {"    -1\n  many\n", "the number of a dataset stands in columns 1 to 6", 2, 1},
      {"    -1\n    15\n", "dataset 15 does not end: no line has -1 alone", 2, 0},
      {"    -1\n    15\n         1         0         0         8  1.00000E+03  x.00000E+00\n    -1\n",
       "at most 7 numbers are wanted here", 3, 56},
      {"    -1\n    15\n         1         0         0         8  1.00000E+03\n    -1\n",
       "there are 5 numbers in place of 7", 3, 0},
      {NODES "    -1\n    15\n         3         0         0         8  1.00000E+00  0.00000E+00  0.00000E+00\n    "
             "-1\n" NORMAL,
       "node 3 has another place in line 4", 8, 0},
      {NODES "    -1\n    55\na\nb\nc\nd\ne\n         1         2         1         8         2         1\n    -1\n",
       "of each node there must be 3 or 6 numbers", 13, 0},
      {NODES "    -1\n    55\na\nb\nc\n    -1\n", "dataset 55 of line 7 ends too early", 11, 0},
      {NORMAL, "node 7 moves, but is nowhere (dataset 15)", 11, 0},
      {NODES NORMAL LINE "    -1\n    82\n         1         1         8\nouter\n         5\n    -1\n",
       "the line goes through node 5, which there is not", 29, 0},
      {"    -1\n   164\n         1SI\n  0.0  1.0  1.0\n    -1\n", "factors of units must be positive", 4, 0},
      {UNITS "    -1\n   164\n         1SI\n  1.0  1.0  1.0\n    -1\n", "the file has two systems of units", 10, 0},
      {"    -1\n    58b     1     1          11          24\n" HEAD58,
       "binary numbers must be those of IEEE 754 (2), lowest or highest byte first (1, 2)", 2, 8},
      {"    -1\n    58b     1     2          11          20\n" HEAD58
       "         5         3         1  1.00000E+01  5.00000E-01  0.00000E+00\n" AXES58
       "123456789012345678901234\n    -1\n",
       "3 values are 24 bytes, not 20, and the file has 32", 2, 32},
      {"    -1\n    58\n" HEAD58 "         1         3         1  1.00000E+01  5.00000E-01  0.00000E+00\n" AXES58,
       "numbers are of type 2, 4, 5 or 6, not 1", 9, 1},
      {EVEN, "there are 2 numbers in place of 4", 14, 0},
  };
  (void)state;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    hol_measured m;
    hol_measured_fault fault = {0};
    assert_int_equal(read_text(table[i].text, &m, &fault), HOL_INVALID);
    assert_string_equal(fault.what, table[i].what);
    assert_int_equal(fault.line, table[i].line);
    assert_int_equal(fault.column, table[i].column);
    hol_measured_clear(&m);
  }
}

static void modes_of_the_newer_form_are_read(void **state)
{
  hol_measured m;
  hol_measured_fault fault = {0};
  (void)state;
  assert_int_equal(read_text(UNITS NODES AXES LONG, &m, &fault), HOL_OK);
  assert_int_equal(m.modes, 1);
  assert_int_equal(m.mode->number, 5);
  assert_close(m.mode->omega, 2 * M_PI * 20, 1e-15);
  assert_close(m.mode->damping, 0.02, 1e-15);
  assert_close(creal(m.mode->value[1][0]), 0.5, 1e-15);
  assert_true(m.mode->has[1]);
  assert_true(!m.mode->has[0]);
  hol_measured_clear(&m);
}

static void what_is_passed_over_is_noted(void **state)
{
  hol_measured m;
  hol_measured_fault fault = {0};
  (void)state;
  assert_int_equal(read_text(NODES NORMAL "    -1\n  2412\n         1\n    -1\n    -1\n  2412\n    -1\n", &m, &fault),
                   HOL_OK);
  assert_string_equal(m.note->words, "dataset 2412 in line 22 is not read");
  assert_string_equal(m.note->next->words, "axes 4 are not in the file (dataset 2420): taken as global");
  assert_string_equal(m.note->next->next->words, "the file does not tell its units (dataset 164): taken as SI");
  assert_null(m.note->next->next->next);
  hol_measured_clear(&m);
}

/** Whatever was read is told as a result that can be read. */
static void tell_any(hol_measured *m)
{
  hol_text text = {0};
  hol_json json = {.text = &text};
  hol_scan scan = {0};
  const hol_sink sink = hol_json_sink(&json);
  assert_int_equal(hol_measured_describe(m, "a.uff", NULL, 0, &sink), HOL_OK);
  assert_int_equal(hol_scan_result(text.data, text.size, &scan, NULL), HOL_OK);
  hol_text_clear(&text);
}

/** Read, and check what must hold of any outcome. The text is where a sanitizer sees its ends. */
static bool read_any(const char *text, size_t size)
{
  hol_measured m;
  hol_measured_fault fault = {0};
  char *own = malloc(size + 1);
  assert_non_null(own);
  memcpy(own, text, size);
  hol_status status = hol_measured_read(own, size, &m, &fault);
  free(own);
  assert_true(status == HOL_OK || status == HOL_INVALID);
  assert_int_equal(status == HOL_INVALID, fault.what && fault.line > 0);
  for (const hol_measured_trace *trace = m.trace; status == HOL_OK && trace; trace = trace->next) {
    for (size_t k = 0; k < trace->count; k++) {
      assert_true(trace->node[k] == SIZE_MAX || trace->node[k] < m.nodes);
    }
  }
  for (const hol_measured_mode *mode = m.mode; status == HOL_OK && mode; mode = mode->next) {
    for (size_t i = 0; i < m.nodes; i++) {
      for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
        assert_true(cabs(mode->value[i][c]) <= 2);
      }
    }
  }
  if (status == HOL_OK) {
    tell_any(&m);
  }
  hol_measured_clear(&m);
  return status == HOL_OK;
}

static void changed_bytes_are_read_or_refused(void **state)
{
  static const char good[] = UNITS NODES AXES LINE NORMAL COMPLEX
      "    -1\n    58\n" HEAD58 "         6         3         1  1.00000E+01  5.00000E-01  0.00000E+00\n" AXES58
      "  1.000000000000E+00 -2.500000000000E-01  2.000000000000E+00 -7.500000000000E-01\n"
      "  3.000000000000E+00 -1.250000000000E+00\n    -1\n"
      "    -1\n    58b     1     2          11          24     0     0           0           0\n" HEAD58
      "         5         3         1  1.00000E+01  5.00000E-01  0.00000E+00\n" AXES58
      "abcdefghijklmnopqrstuvwx\n    -1\n";
  static const char sign[] = " \n-+.0129EDeb\t\r";
  uint64_t seed = 88172645463325252u;
  size_t outcome[2] = {0};
  (void)state;
  assert_true(read_any(good, sizeof good - 1));
  for (size_t size = 0; size < sizeof good - 1; size++) {
    (void)read_any(good, size);
  }
  for (int trial = 0; trial < 20000; trial++) {
    char bytes[sizeof good];
    memcpy(bytes, good, sizeof good);
    for (uint64_t changes = 1 + dice_next(&seed) % 3; changes > 0; changes--) {
      char byte = dice_next(&seed) % 4 ? sign[dice_next(&seed) % (sizeof sign - 1)]
                                       : (char)(unsigned char)(dice_next(&seed) % 256);
      bytes[dice_next(&seed) % (sizeof good - 1)] = byte;
    }
    if (trial % 4 == 0) {
      size_t length = 1 + dice_next(&seed) % 60, from = dice_next(&seed) % (sizeof good - 1 - length);
      memmove(bytes + dice_next(&seed) % (sizeof good - 1 - length), good + from, length);
    }
    outcome[read_any(bytes, sizeof good - 1)]++;
  }
  assert_true(outcome[0] > 2000);
  assert_true(outcome[1] > 2000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(modes_are_in_si_units_and_global_axes),      cmocka_unit_test(functions_of_all_forms_are_read),
      cmocka_unit_test(lines_that_do_not_keep_to_columns_are_read), cmocka_unit_test(faults_have_their_place),
      cmocka_unit_test(modes_of_the_newer_form_are_read),           cmocka_unit_test(what_is_passed_over_is_noted),
      cmocka_unit_test(changed_bytes_are_read_or_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
