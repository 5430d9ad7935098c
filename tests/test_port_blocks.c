/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts with more ports than are listed entry by entry, against closed forms: nets of masses and springs in a row,
   joined along their edges. */
#include "solved.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROWS = 66, COLUMNS = 3, NETS = 8, ALL = ROWS * COLUMNS * NETS };
/** Springs along the edges that are joined, N/m; 1 across: nets that move as a whole at first, or nets with lower
 *  frequencies than all of it. */
static const int stiff = 1000, soft = 1;

static void write_net(const char *folder, int rows)
{
  char path[128];
  (void)snprintf(path, sizeof path, "%s/k.mtx", folder);
  FILE *k = fopen(path, "wb");
  assert_non_null(k);
  int links = ROWS * (COLUMNS - 1) + (ROWS - 1) * COLUMNS, n = ROWS * COLUMNS;
  fprintf(k, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", n, n, n + links);
  for (int c = 0; c < COLUMNS; c++) {
    for (int r = 0; r < ROWS; r++) {
      int own = 1 + r + ROWS * c, degree = rows * ((r > 0) + (r + 1 < ROWS)) + (c > 0) + (c + 1 < COLUMNS);
      fprintf(k, "%d %d %d\n", own, own, degree);
      if (r + 1 < ROWS) {
        fprintf(k, "%d %d %d\n", own + 1, own, -rows);
      }
      if (c + 1 < COLUMNS) {
        fprintf(k, "%d %d -1\n", own + ROWS, own);
      }
    }
  }
  assert_int_equal(fclose(k), 0);
  (void)snprintf(path, sizeof path, "%s/m.mtx", folder);
  FILE *m = fopen(path, "wb");
  assert_non_null(m);
  fprintf(m, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", n, n, n);
  for (int i = 1; i <= n; i++) {
    fprintf(m, "%d %d 1\n", i, i);
  }
  assert_int_equal(fclose(m), 0);
}

/** Each net is joined to the next by a spring at every mass of its edge, the first to the ground: one net, all of
 *  it. */
static void describe(const char *folder, const char *compliance, int wanted, hol_text *text)
{
  hol_text_add(
      text, "freedoms: [ux]\nparts:\n  row:\n    repeat: {n: %d, step: [1, 0], ends: open}\n    parts:\n      net:\n",
      NETS);
  hol_text_add(text, "        kind: matrices\n        stiffness: %s/k.mtx\n        mass: %s/m.mtx\n        ports:\n",
               folder, folder);
  for (int r = 0; r < ROWS; r++) {
    hol_text_add(text, "          l%d: {at: [0, %d], ux: %d}\n          r%d: {at: [0.9, %d], ux: %d}\n", r, r, 1 + r, r,
                 r, 1 + r + ROWS * (COLUMNS - 1));
  }
  hol_text_add(text, "    joints:\n");
  for (int r = 0; r < ROWS; r++) {
    hol_text_add(text, "      - {spring: [net.r%d, row.next.net.l%d], freedom: ux, stiffness: 1}\n", r, r);
  }
  hol_text_add(text, "joints:\n");
  for (int r = 0; r < ROWS; r++) {
    hol_text_add(text, "  - {spring: \"row[1].net.l%d\", freedom: ux, stiffness: 1}\n", r);
  }
  hol_text_add(text, "analysis: {frequencies: {count: %d}, compliance: %s}\noutput: {shapes: none}\n", wanted,
               compliance);
}

static int compare(const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/** Chains along both sides: free at both ends; held at one by a spring. @param[out] omega  [ALL] rising */
static void closed_form(int rows, double *omega)
{
  double pi = acos(-1.0);
  for (int r = 0; r < ROWS; r++) {
    for (int q = 0; q < COLUMNS * NETS; q++) {
      double across = sin(r * pi / (2.0 * ROWS)), along = sin((2.0 * q + 1) * pi / (4.0 * COLUMNS * NETS + 2));
      omega[r * COLUMNS * NETS + q] = 2 * sqrt(rows * across * across + along * along);
    }
  }
  qsort(omega, ALL, sizeof *omega, compare);
}

/** What is asked of one structure. */
typedef struct demand {
  const char *compliance;
  int rows, wanted;
  double rtol, width; /**< frequencies agree, 0: they lie between their bounds; how far these are apart at the most */
  bool is_enclosed;   /**< all from a few counts */
} demand;

static void check(const char *folder, const demand *d)
{
  solved s = {0};
  hol_text text = {0};
  double omega[ALL];
  write_net(folder, d->rows);
  closed_form(d->rows, omega);
  describe(folder, d->compliance, d->wanted, &text);
  assert_int_equal(solve_words(&s, &text), HOL_OK);
  assert_true(s.result.complete);
  assert_int_equal(s.result.mode_count, d->wanted);
  assert_true(!d->is_enclosed || (!s.result.intervals.fallback && s.result.intervals.factorisations > 0));
  for (size_t i = 0; i < s.result.mode_count; i++) {
    const hol_mode *mode = &s.result.mode[i];
    assert_true(d->rtol <= 0 || fabs(mode->omega - omega[i]) <= d->rtol * omega[i]);
    assert_true(mode->lower <= omega[i] * (1 + 1e-12));
    assert_true(mode->upper >= omega[i] * (1 - 1e-12));
    assert_true(mode->upper - mode->lower <= d->width * omega[i]);
    assert_true(mode->residual < 1e-11);
  }
  hol_text_clear(&text);
  forget(&s);
}

static void test_nets_joined_are_one_net(void **state)
{
  const demand demands[] = {{"exact", stiff, 5, 1e-11, 1e-9, true},
                            {"{modes: 1}", stiff, 5, 0, 1e-1, true},
                            {"{modes: 1, order: 2}", stiff, 5, 0, 1e-1, false},
                            {"{modes: 30}", soft, 6, 0, 1e-1, false}};
  char folder[64] = "/tmp/holonome-nets-XXXXXX", path[128];
  (void)state;
  assert_non_null(mkdtemp(folder));
  for (size_t i = 0; i < sizeof demands / sizeof *demands; i++) {
    check(folder, &demands[i]);
  }
  (void)snprintf(path, sizeof path, "%s/k.mtx", folder);
  (void)remove(path);
  (void)snprintf(path, sizeof path, "%s/m.mtx", folder);
  (void)remove(path);
  (void)rmdir(folder);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nets_joined_are_one_net)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
