/* SPDX-License-Identifier: BSD-3-Clause */
/* Random structures of the kinds that proofs have failed on: what the program lists against counts of finite elements
   that share nothing with it but the reader of problem files.

   campaign_truth PROGRAM [FIRST [COUNT]]     20 000 from seed 1 unless said otherwise; 0 and 1 without a fault, else 1
   campaign_truth_exact PROGRAM SEED 1        the same with pivots of 113 bits

   A third is under compression, a sixth has imported parts with singular masses or springs of mixed units, a tenth
   rings and plates with two to five joints. Counts have pivots of 64 bits; a structure that seems wrong with these is
   judged again by campaign_truth_exact beside this program, with higher degrees. For every structure: the exit status
   must be 0 or 1, or 3 with a fault that names a line and a part (such as compression beyond a shear stiffness: such
   motions grow without limit; or a part that has a motion with neither stiffness nor mass, and gets none by its
   joints); in a list that is called complete (or unstable) every frequency must lie within its bracket, under its
   number; ten seconds of processor time must do. What is wrong is printed with its seed; campaign_truth leaves the file
   of a seed in $TMPDIR/holonome-truth-XXXXXX if it is called with COUNT 1. */
#include "truth_structure.h"

#include "fe_count.h"
#include "reading.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef FE_QUAD
enum { EXTRA = 8 };
#else
enum { EXTRA = 2 };
#endif

typedef enum { GOOD, INCOMPLETE, UNSTABLE, REFUSED, WRONG_LIST, OUTSIDE, BARE, SLOW, UNKNOWN, VERDICTS } verdict;
static const char *const verdict_name[VERDICTS] = {"complete",        "not complete", "unstable",
                                                   "refused by name", "wrong list",   "outside its bounds",
                                                   "bare exit",       "beyond 10 s",  "referee fails"};

/** One mode of the result, as bounds of λ; NAN: no bound. */
typedef struct line {
  real low, high;
} line;

typedef struct judged {
  char wrong[300];
  verdict verdict;
  double seconds; /**< processor time of the program */
} judged;

/* ---- the program ---- */

static int run(const char *program, const char *folder, double *seconds)
{
  char file[4200], json[4200], said[4200], quiet[] = "--quiet", option[] = "--json", word[] = "run";
  snprintf(file, sizeof file, "%s/structure.yaml", folder);
  snprintf(json, sizeof json, "%s/result.json", folder);
  snprintf(said, sizeof said, "%s/said", folder);
  (void)unlink(json);
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit limit = {30, 30};
    char *name = strdup(program), *arguments[] = {name, word, file, option, json, quiet, NULL};
    (void)setrlimit(RLIMIT_CPU, &limit);
    (void)!freopen("/dev/null", "w", stdout);
    (void)!freopen(said, "w", stderr);
    execv(program, arguments);
    _exit(127);
  }
  int status = -1;
  struct rusage before, after;
  (void)getrusage(RUSAGE_CHILDREN, &before);
  if (child < 0 || waitpid(child, &status, 0) < 0) {
    return 127;
  }
  (void)getrusage(RUSAGE_CHILDREN, &after);
  *seconds = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
             1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/** A fault that names the place, a part or a row of its matrices, and its cause. */
static bool is_named_fault(const char *folder)
{
  char path[4200], first[1000] = "";
  snprintf(path, sizeof path, "%s/said", folder);
  FILE *file = fopen(path, "r");
  bool has_line = file && fgets(first, sizeof first, file);
  if (file) {
    fclose(file);
  }
  /* a matrix of zeros may be drawn: the place says whose it is */
  bool has_name = strchr(first, '`') || strstr(first, ".mtx:") || strstr(first, "must not be zero");
  return has_line && strstr(first, "error: ") && has_name && !strstr(first, "numerical computation");
}

/* ---- the result ---- */

static double number(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static real square(double x)
{
  return (real)x * (real)x;
}

/** Motions that grow come first: λ = -growth². */
static line line_of(const json_t *mode)
{
  double growth = number(mode, "growth");
  const real ulp = 3e-16L;
  if (growth > 0) {
    return (line){-square(number(mode, "upper_growth")) * (1 + ulp), -square(number(mode, "lower_growth")) * (1 - ulp)};
  }
  return (line){square(number(mode, "lower")) * (1 - ulp), square(number(mode, "upper")) * (1 + ulp)};
}

/* ---- the comparison ---- */

static bool is_bound(real x)
{
  return x <= 0 || x > 0;
}

/** Where the first frequency above zero begins, less a factor of a million. */
static real tiny_of(const line *mode, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (mode[i].high > 0) {
      const real low = is_bound(mode[i].low) && mode[i].low > 0 ? mode[i].low : mode[i].high / 100;
      return low * 1e-6L;
    }
  }
  return 1e-9L;
}

/** Number k (from 0) is in its bracket, widened by a share of itself. */
static bool holds(const fe_counter *c, const line *mode, size_t n, size_t k, real share, real tiny, real slack,
                  judged *j)
{
  real low = mode[k].low - share * real_abs(mode[k].low), high = mode[k].high + share * real_abs(mode[k].high);
  high += mode[k].high > 0 ? slack * mode[k].high : 0;
  bool is_zero = mode[k].low >= 0 && mode[k].high <= 0;
  low = is_zero ? -tiny : low;
  high = is_zero ? tiny : high;
  bool first = k == 0 || mode[k - 1].low < mode[k].low || mode[k - 1].low > mode[k].low;
  bool last = k + 1 == n || mode[k + 1].high < mode[k].high || mode[k + 1].high > mode[k].high;
  if (is_bound(low) && first && fe_counter_below(c, low) > k) {
    snprintf(j->wrong, sizeof j->wrong, "mode %zu: %zu counted below its lower bound", k + 1, fe_counter_below(c, low));
    return false;
  }
  if (is_bound(high) && last && fe_counter_below(c, high) < k + 1) {
    snprintf(j->wrong, sizeof j->wrong, "mode %zu: only %zu counted below its upper bound", k + 1,
             fe_counter_below(c, high));
    return false;
  }
  return true;
}

static void compare(const fe_counter *c, const line *mode, size_t n, real slack, judged *j)
{
  const real tiny = tiny_of(mode, n);
  for (size_t k = 0; k < n; k++) {
    if (!holds(c, mode, n, k, 0, tiny, slack, j)) {
      j->verdict = holds(c, mode, n, k, 1e-5L, tiny, slack, j) ? OUTSIDE : WRONG_LIST;
      return;
    }
  }
}

/** The list against a count, if it claims to be whole. */
static void judge_list(const char *file, const json_t *result, truth_kind kind, judged *j)
{
  const json_t *modes = json_object_get(result, "modes");
  size_t n = json_array_size(modes);
  reading r = {0};
  fe_counter c = {0};
  line *mode = calloc(n + 1, sizeof *mode);
  double omega = 1e-3;
  for (size_t i = 0; mode && i < n; i++) {
    mode[i] = line_of(json_array_get(modes, i));
    omega = fmax(omega, fmax(number(json_array_get(modes, i), "omega"), number(json_array_get(modes, i), "growth")));
  }
  if (!mode || !reading_of_file(file, &r) || !fe_counter_open(&r.problem, r.kind, 1.01 * omega, EXTRA, &c)) {
    j->verdict = UNKNOWN;
    snprintf(j->wrong, sizeof j->wrong, "%s", c.fault ? c.fault : "the file is not read");
  } else {
    /* polynomials give upper bounds of plates that forces at points make rough */
    compare(&c, mode, n, kind == TRUTH_PLATES ? 0.25L : 0, j);
  }
  free(mode);
  fe_counter_clear(&c);
  reading_clear(&r);
}

static bool grows(const json_t *result)
{
  return number(json_array_get(json_object_get(result, "modes"), 0), "growth") > 0;
}

static judged judge(const char *program, uint64_t seed, const char *folder)
{
  judged j = {.verdict = UNKNOWN};
  char file[4200], json[4200];
  snprintf(file, sizeof file, "%s/structure.yaml", folder);
  snprintf(json, sizeof json, "%s/result.json", folder);
  if (!truth_structure_write(seed, folder)) {
    snprintf(j.wrong, sizeof j.wrong, "the file cannot be written");
    return j;
  }
  int status = run(program, folder, &j.seconds);
  json_t *result = json_load_file(json, 0, NULL);
  if (status == 3 && is_named_fault(folder)) {
    j.verdict = REFUSED;
  } else if (status > 1 || !result) {
    j.verdict = j.seconds > 10 ? SLOW : BARE;
    snprintf(j.wrong, sizeof j.wrong, "exit status %d after %.1f s", status, j.seconds);
  } else {
    j.verdict = grows(result) ? UNSTABLE : status == 0 ? GOOD : INCOMPLETE;
    if (j.verdict != INCOMPLETE) {
      judge_list(file, result, truth_kind_of(seed), &j);
    }
    if (j.seconds > 10 && j.verdict < WRONG_LIST) {
      j.verdict = SLOW;
      snprintf(j.wrong, sizeof j.wrong, "%.1f s", j.seconds);
    }
  }
  json_decref(result);
  return j;
}

/* ---- all of them ---- */

/** With 113 bits. @return is it good after all? */
static bool is_good_exactly(const char *self, const char *program, uint64_t seed)
{
#ifdef FE_QUAD
  (void)self, (void)program, (void)seed;
  return false;
#else
  char path[4096], number_text[32], once[] = "1";
  snprintf(path, sizeof path, "%s_exact", self);
  snprintf(number_text, sizeof number_text, "%llu", (unsigned long long)seed);
  const pid_t child = fork();
  if (child == 0) {
    char *name = strdup(path), *other = strdup(program), *arguments[] = {name, other, number_text, once, NULL};
    (void)!freopen("/dev/null", "w", stdout);
    execv(path, arguments);
    _exit(127);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
#endif
}

static void print_table(size_t table[TRUTH_KINDS][VERDICTS])
{
  printf("%-20s", "");
  for (size_t k = 0; k < TRUTH_KINDS; k++) {
    printf("%12s", truth_kind_name[k]);
  }
  for (size_t v = 0; v < VERDICTS; v++) {
    printf("\n%-20s", verdict_name[v]);
    for (size_t k = 0; k < TRUTH_KINDS; k++) {
      printf("%12zu", table[k][v]);
    }
  }
  printf("\n");
}

int main(int count, char **argument)
{
  if (count < 2) {
    fprintf(stderr, "usage: %s PROGRAM [FIRST [COUNT]]\n", argument[0]);
    return 2;
  }
  uint64_t first = count > 2 ? strtoull(argument[2], NULL, 10) : 1,
           all = count > 3 ? strtoull(argument[3], NULL, 10) : 20000;
  size_t table[TRUTH_KINDS][VERDICTS] = {{0}}, faults = 0;
  const char *temporary = getenv("TMPDIR");
  char folder[4000];
  snprintf(folder, sizeof folder, "%s/holonome-truth-XXXXXX", temporary ? temporary : "/tmp");
  if (!mkdtemp(folder)) {
    perror(folder);
    return 4;
  }
  for (uint64_t seed = first; seed < first + all; seed++) {
    judged j = judge(argument[1], seed, folder);
    bool doubtful = j.verdict == WRONG_LIST || j.verdict == OUTSIDE;
    if (doubtful && is_good_exactly(argument[0], argument[1], seed)) {
      j.verdict = GOOD;
    }
    if (j.verdict >= WRONG_LIST) {
      printf("seed %llu, %s: %s: %s\n", (unsigned long long)seed, truth_kind_name[truth_kind_of(seed)],
             verdict_name[j.verdict], j.wrong);
      fflush(stdout);
      faults++;
    }
    table[truth_kind_of(seed)][j.verdict]++;
  }
  if (all > 1) {
    print_table(table);
    char command[4100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    faults += system(command) != 0;
  } else {
    printf("%s\n", folder);
  }
  return faults != 0;
}
