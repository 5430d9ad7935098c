/* SPDX-License-Identifier: BSD-3-Clause */
/* A problem is read with too little memory: the k-th allocation fails, alone or with all after it, in the library of
   YAML, too. Either that is what is said, or the problem is the whole one; the file is never blamed. The functions
   below take the place of the C library's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "holonome/holonome.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int crashed, tried; /* processes */

static size_t count, failing; /* allocations so far, and the first that fails; 0: none */
static int fails_on;          /* and all after it */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);

static int is_granted(void)
{
  return !failing || (++count != failing && !(fails_on && count > failing));
}

void *malloc(size_t size)
{
  return is_granted() ? __libc_malloc(size) : NULL;
}

void *calloc(size_t n, size_t size)
{
  return is_granted() ? __libc_calloc(n, size) : NULL;
}

void *realloc(void *memory, size_t size)
{
  return is_granted() ? __libc_realloc(memory, size) : NULL;
}

/** All that a reader of YAML meets: quotes, blocks, lists and mappings in both styles, comments, long texts. */
static const char whole[] = "# a comment\n"
                            "title: \"A portal, \\u00e9tay\\u00e9e\"\n"
                            "source: |\n"
                            "  several lines\n"
                            "  of a block\n"
                            "parameters:\n"
                            "  L: 2\n"
                            "  k: 'L*1e3'\n"
                            "freedoms: [ux, uy, rz]\n"
                            "parts:\n"
                            "  left: {kind: beam, from: [0, 0], to: [0, L], EI: k, EA: 1e6, line_mass: 3}\n"
                            "  right:\n"
                            "    kind: beam\n"
                            "    from:\n"
                            "      - 3\n"
                            "      - 0\n"
                            "    to: [3, L]\n"
                            "    EI: k\n"
                            "    EA: 1e6\n"
                            "    line_mass: 3\n"
                            "  deck: {kind: beam, from: [0, L], to: [3, L], EI: k, EA: 1e6, line_mass: 30}\n"
                            "joints:\n"
                            "  - {fix: left.start}\n"
                            "  - {fix: right.start}\n"
                            "  - {weld: [left.end, deck.start]}\n"
                            "  - {weld: [right.end, deck.end], name: corner}\n"
                            "analysis: {frequencies: {count: 3}}\n";

/** Other files: matrices, their map, a record. */
static const char imported[] = "freedoms: [ux, uy, uz, rx, ry, rz]\n"
                               "parts:\n"
                               "  column:\n"
                               "    kind: matrices\n"
                               "    stiffness: matrices/elements-k.mtx\n"
                               "    mass: matrices/elements-m.mtx\n"
                               "    map: matrices/elements.dof\n"
                               "    ports:\n"
                               "      foot: {at: [0, 0, 0], ux: 1, uy: 2, uz: 3, rx: 4, ry: 5, rz: 6}\n"
                               "      head: {node: 5, at: [1, 0, 0]}\n"
                               "joints: [{fix: column.foot}]\n"
                               "analysis: {frequencies: {count: 3}}\n";
static const char recorded[] = "freedoms: [ux]\n"
                               "parts: {b: {kind: body, mass: 1}}\n"
                               "joints: [{spring: b, freedom: ux, stiffness: 900}]\n"
                               "analysis:\n"
                               "  random:\n"
                               "    load: {base: ground, direction: x, density: {file: response/shaker.csv}}\n"
                               "    at: {point: b, direction: x}\n"
                               "    damping_ratio: 0.01\n";

static const char coordinates[] =
    "parameters: {l: 1.5, mu: 0.3}\n"
    "motion:\n"
    "  coordinates: {x: {start: l, speed: 0}, y: {start: -l/2, speed: x*0.2}}\n"
    "  define: {a: x' + b, b: x'*cos(y)}\n"
    "  kinetic: x'^2 + a^2/2\n"
    "  forces: {x: -x'*Q}\n"
    "  work: {y: -mu*abs(reaction(wire))}\n"
    "  states: {Q: {start: 1, rate: -Q}}\n"
    "  constraints: {wire: y = sin(x), pull: {equation: \"x'' = -x'/2 + t\", by: {y: 1}}}\n"
    "  friction: [{name: f, at: wire, slip: x', dynamic: mu}]\n"
    "  breaks: [2]\n"
    "analysis: {motion: {to: 2*l, points: 5, outputs: {v: a}, free_by: [x]}}\n"
    "expect: [{motion: x, at: 0.75, value: 1}]\n";

/** Of a file with an error of syntax: two readings. */
static const char faulty[] =
    "title: two errors\nparts:\n  b: {kind: body, mass: [1}\n  c: {kind: body, mass: x y: z}\njoints: []\n";

static bool is_same_text(const char *one, const char *other)
{
  return one && other ? strcmp(one, other) == 0 : one == other;
}

static bool is_same(const hol_problem *one, const hol_problem *other)
{
  bool is = is_same_text(one->title, other->title) && is_same_text(one->source, other->source) &&
            one->part_count == other->part_count && one->joint_count == other->joint_count &&
            one->parameter_count == other->parameter_count;
  for (size_t i = 0; is && i < one->part_count; i++) {
    is = strcmp(one->part[i].name, other->part[i].name) == 0;
  }
  for (size_t i = 0; is && i < one->parameter_count; i++) {
    is = one->parameter[i].value == other->parameter[i].value;
  }
  return is;
}

enum { FINE, BLAMED, LOST, NO_FAILURE };

/** A problem, the files it names, and its structure. */
static hol_status read_all(const char *text, hol_problem *problem, hol_faults *faults)
{
  const hol_read_options beside = {.folder = HOLONOME_PROBLEMS};
  hol_study study = {0};
  hol_status status = hol_read(text, strlen(text), beside, problem, faults);
  status = status == HOL_OK ? hol_study_run(problem, (hol_solve_options){.dry_run = true}, &study, faults) : status;
  hol_study_clear(&study);
  return status;
}

/** One reading with the k-th allocation failing. */
static int read_with(const char *text, size_t k, const hol_problem *right, const hol_faults *due)
{
  hol_problem problem = {0};
  hol_faults faults = {0};
  count = 0;
  failing = k;
  hol_status status = read_all(text, &problem, &faults);
  failing = 0;
  if (count < k) {
    return NO_FAILURE;
  }
  size_t known = 0;
  for (size_t i = 0; i < faults.count; i++) {
    for (size_t j = 0; j < due->count; j++) {
      known += strcmp(due->item[j].message, faults.item[i].message) == 0;
    }
  }
  bool is_blamed = status != HOL_MEMORY && known < faults.count;
  bool is_right =
      status == HOL_MEMORY || (due->count ? status == HOL_INVALID : status == HOL_OK && is_same(&problem, right));
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
  return is_blamed ? BLAMED : is_right ? FINE : LOST;
}

/** Each allocation fails in a process of its own: libfyaml does not look at all of its own, and crashes. That blames
 *  nobody. */
static void fail_each(const char *text)
{
  hol_problem right = {0};
  hol_faults due = {0};
  int found = FINE;
  hol_status status = read_all(text, &right, &due);
  assert_true(status == HOL_OK || status == HOL_INVALID);
  for (size_t k = 1; found != NO_FAILURE; k++) {
    pid_t child = fork();
    int ended;
    if (child == 0) {
      (void)signal(SIGSEGV, SIG_DFL);
      (void)signal(SIGABRT, SIG_DFL);
      _exit(read_with(text, k, &right, &due));
    }
    assert_true(child > 0);
    assert_true(waitpid(child, &ended, 0) == child);
    found = WIFEXITED(ended) ? WEXITSTATUS(ended) : FINE;
    crashed += !WIFEXITED(ended);
    tried++;
    if (found == BLAMED || found == LOST) {
      fail_msg("allocation %zu fails%s: %s", k, fails_on ? " and all after it" : "",
               found == LOST ? "other results" : "the file is blamed");
    }
  }
  hol_problem_clear(&right);
  hol_faults_clear(&due);
}

static void test_memory_is_not_the_fault_of_the_file(void **state)
{
  (void)state;
  for (fails_on = 0; fails_on < 2; fails_on++) {
    fail_each(whole);
    fail_each(faulty);
    fail_each(imported);
    fail_each(recorded);
    fail_each(coordinates);
  }
  assert_true(10 * crashed < tried);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_memory_is_not_the_fault_of_the_file),
  };
  return cmocka_run_group_tests_name("reading without memory", tests, NULL, NULL);
}
