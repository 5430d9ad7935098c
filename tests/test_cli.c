/* SPDX-License-Identifier: BSD-3-Clause */
/* The program as its users meet it: what it prints where, what it writes, and its exit status. */
#include "close.h"
#include "holonome/holonome.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/** A folder to work in and what the last call gave. */
typedef struct shell {
  char folder[64];
  hol_text out, err;
  int code;
} shell;

static const char beam[] = "title: Pinned beam\n"
                           "parameters:\n"
                           "  L: 1 m\n"
                           "parts:\n"
                           "  a: {kind: beam, length: L, EI: 1, line_mass: 1}\n"
                           "joints:\n"
                           "  - {pin: a.start}\n"
                           "  - {pin: a.end}\n"
                           "analysis: {frequencies: {count: 2}, compliance: exact}\n";
static const char expected_right[] =
    "expect:\n  - {frequencies: [9.8696044010893586, 39.478417604357434], rtol: 1e-9}\n";
static const char expected_wrong[] =
    "expect:\n  - {frequencies: [9.8696044010893586, 39.5], rtol: 1e-9, source: a guess}\n";
static const double pi = 3.14159265358979323846;

static void read_file(const char *folder, const char *name, hol_text *text)
{
  char path[512], buffer[4096];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  hol_text_clear(text);
  hol_text_add(text, "%s", "");
  for (size_t got; (got = fread(buffer, 1, sizeof buffer, file)) > 0;) {
    hol_text_put(text, buffer, got);
  }
  (void)fclose(file);
}

static void write_file(const shell *sh, const char *name, const char *words, const char *more)
{
  char path[512];
  (void)snprintf(path, sizeof path, "%s/%s", sh->folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_true(fputs(words, file) >= 0);
  assert_true(fputs(more, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

/** Run a shell command in which $H is the program; its output is caught unless redirected. */
static void call(shell *sh, const char *command)
{
  char line[2048];
  (void)snprintf(line, sizeof line, "cd '%s' && H='%s' && { %s ; } >'%s.out' 2>'%s.err'", sh->folder, HOLONOME_PROGRAM,
                 command, sh->folder, sh->folder);
  int status = system(line);
  assert_true(status != -1);
  assert_true(WIFEXITED(status));
  sh->code = WEXITSTATUS(status);
  char name[80];
  (void)snprintf(name, sizeof name, "%s.out", sh->folder);
  read_file("", name, &sh->out);
  (void)snprintf(name, sizeof name, "%s.err", sh->folder);
  read_file("", name, &sh->err);
}

static void assert_code(const shell *sh, int code)
{
  if (sh->code != code) {
    fail_msg("exit status %d instead of %d, it said: %s", sh->code, code, sh->err.data);
  }
}

static size_t files_in(const shell *sh)
{
  DIR *folder = opendir(sh->folder);
  assert_non_null(folder);
  size_t count = 0;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
  }
  (void)closedir(folder);
  return count;
}

static int set_up(void **state)
{
  shell *sh = calloc(1, sizeof *sh);
  if (!sh) {
    return -1;
  }
  (void)strcpy(sh->folder, "/tmp/holonome-test-XXXXXX");
  if (!mkdtemp(sh->folder)) {
    free(sh);
    return -1;
  }
  write_file(sh, "a.yaml", beam, "");
  write_file(sh, "right.yaml", beam, expected_right);
  write_file(sh, "wrong.yaml", beam, expected_wrong);
  write_file(sh, "broken.yaml", "parts:\n  a: {kind: baem}\njionts: []\n", "");
  *state = sh;
  return 0;
}

static int tear_down(void **state)
{
  shell *sh = *state;
  char line[256];
  (void)snprintf(line, sizeof line, "rm -rf '%s' '%s.out' '%s.err'", sh->folder, sh->folder, sh->folder);
  int status = system(line);
  hol_text_clear(&sh->out);
  hol_text_clear(&sh->err);
  free(sh);
  return status;
}

static json_t *parsed(const hol_text *text)
{
  json_error_t error;
  json_t *tree = json_loads(text->data, JSON_REJECT_DUPLICATES, &error);
  if (!tree) {
    fail_msg("%d:%d: %s", error.line, error.column, error.text);
  }
  return tree;
}

static double omega_of(const json_t *result, size_t i)
{
  return json_real_value(json_object_get(json_array_get(json_object_get(result, "modes"), i), "omega"));
}

/* ------------------------------------------------------------------------------------------------ exit statuses */

static void test_exit_0_when_all_is_proved(void **state)
{
  shell *sh = *state;
  call(sh, "$H run a.yaml");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->out.data, "1.570796327"));
  assert_non_null(strstr(sh->out.data, "Complete: "));
  assert_string_equal(sh->err.data, "");
}

static void test_exit_1_when_bounds_are_missing(void **state)
{
  shell *sh = *state;
  write_file(sh, "few.yaml",
             "parts:\n  a: {kind: beam, length: 1, EI: 1, line_mass: 1}\njoints:\n  - {pin: a.start}\n"
             "  - {pin: a.end}\nanalysis: {frequencies: {count: 4}, compliance: {modes: 2}}\n",
             "");
  call(sh, "$H run few.yaml --json few.json");
  assert_code(sh, 1);
  assert_non_null(strstr(sh->out.data, "Not complete: "));
  read_file(sh->folder, "few.json", &sh->out); /* written all the same */
  json_t *tree = parsed(&sh->out);
  assert_true(json_is_false(json_object_get(tree, "complete")));
  json_decref(tree);
}

static void test_exit_2_on_wrong_use(void **state)
{
  static const struct {
    const char *arguments, *words;
  } wrong[] = {
      {"", "no command"},
      {"rnu a.yaml", "did you mean `run`?"},
      {"cehck a.yaml", "did you mean `check`?"},
      {"frequencies a.yaml", "unknown command `frequencies`; there are run, check, report, example and keys\n"},
      {".", "unknown command `.`; there are "},
      {"-", "to solve that file: holonome run -\n"},
      {"run", "no problem file"},
      {"run a.yaml --jsn -", "unknown option `--jsn`; did you mean `--json`?"},
      {"run a.yaml --frequencies=3", "unknown option `--frequencies`\n"},
      {"a.yaml", "unknown command `a.yaml`; to solve that file: holonome run a.yaml\n"},
      {"nowhere.yml", "to solve that file: holonome run nowhere.yml\n"},
      {"run a.yaml --json one --json two", "--json is given twice, for `one` and `two`\n"},
      {"run a.yaml --set 'L = 1' --set L=2", "two values for one parameter: `L = 1` and `L=2`\n"},
      {"run a.yaml --json one --csv ./one", "cannot both go to one file: `one` and `./one`\n"},
      {"run a.yaml --json ./one --csv $PWD/one", "cannot both go to one file: `./one` and `/"},
      {"run a.yaml -json one", "unknown option `-j`; did you mean `--json`?\n"},
      {"run a.yaml -quiet", "unknown option `-q`; did you mean `--quiet`?\n"},
      {"run - - <a.yaml", "two times the same problem file `-`\n"},
      {"run a.yaml --set L=1 --set L=2", "two values for one parameter: `L=1` and `L=2`\n"},
      {"run a.yaml right.yaml a.yaml", "two times the same problem file `a.yaml`\n"},
      {"run a.yaml ./a.yaml", "`a.yaml` and `./a.yaml` are one file\n"},
      {"run a.yaml --dry-run --json b", "--dry-run solves nothing, there is nothing to write with --json\n"},
      {"run - --resume", "--resume needs a file, standard input keeps nothing\n"},
      {"run a.yaml -j -", "unknown option `-j`"},
      {"run a.yaml --json", "a value is missing after `--json`"},
      {"run a.yaml --json ''", "empty value"},
      {"run a.yaml --quiet=yes", "no value is taken by `--quiet=yes`"},
      {"run a.yaml --set L", "--set takes name=value"},
      {"run a.yaml --set =1", "--set takes name=value"},
      {"run a.yaml --json - --csv -", "cannot both go to `-`"},
      {"run a.yaml --json ./a.yaml", "nothing is written over it"},
  };
  shell *sh = *state;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char line[256];
    (void)snprintf(line, sizeof line, "$H %s", wrong[i].arguments);
    call(sh, line);
    assert_code(sh, 2);
    assert_string_equal(sh->out.data, "");
    if (!strstr(sh->err.data, wrong[i].words)) {
      fail_msg("%s: %s", wrong[i].arguments, sh->err.data);
    }
  }
}

static void test_exit_3_on_faults_and_nothing_written_over(void **state)
{
  shell *sh = *state;
  write_file(sh, "old.json", "old", "");
  call(sh, "$H run broken.yaml --json old.json");
  assert_code(sh, 3);
  assert_string_equal(sh->out.data, "");
  assert_non_null(strstr(sh->err.data, "broken.yaml:2:"));
  assert_non_null(strstr(sh->err.data, "broken.yaml:3:1: error: "));
  assert_non_null(strstr(sh->err.data, "2 errors; nothing was solved\n"));
  read_file(sh->folder, "old.json", &sh->out);
  assert_string_equal(sh->out.data, "old");
}

static void test_exit_3_before_anything_is_solved(void **state)
{
  shell *sh = *state;
  size_t files = files_in(sh);
  call(sh, "$H run a.yaml broken.yaml --json new.json");
  assert_code(sh, 3);
  assert_string_equal(sh->out.data, "");
  assert_int_equal(files_in(sh), files);
}

/** A response at a natural frequency: the values before it are of no use, as the file has to be changed. */
static void test_exit_3_leaves_no_checkpoint(void **state)
{
  shell *sh = *state;
  write_file(
      sh, "resonance.yaml",
      "freedoms: [uy]\n"
      "parts: {mass: {kind: body, at: [0, 0], mass: 1}}\n"
      "joints: [{spring: mass, freedom: uy, stiffness: 1}]\n"
      "analysis: {response: {load: {at: mass, direction: [0, 1], force: 1}, at: [{point: mass, direction: [0, 1]}], "
      "frequencies: [2, 1]}}\n",
      "");
  size_t files = files_in(sh);
  call(sh, "$H run resonance.yaml");
  assert_code(sh, 3);
  assert_non_null(
      strstr(sh->err.data,
             "resonance.yaml:4:12: error: the response has no bound at 1 rad/s, an undamped natural frequency\n"));
  assert_null(strstr(sh->err.data, "checkpoint"));
  assert_int_equal(files_in(sh), files);
}

static void test_exit_4_names_the_file_and_the_reason(void **state)
{
  shell *sh = *state;
  call(sh, "$H run nowhere.yaml");
  assert_code(sh, 4);
  assert_string_equal(sh->err.data, "holonome: nowhere.yaml: No such file or directory\n");
  call(sh, "$H run a.yml");
  assert_code(sh, 4);
  assert_string_equal(sh->err.data, "holonome: a.yml: No such file or directory; did you mean `a.yaml`?\n");
  call(sh, "$H run ./borken.yaml");
  assert_code(sh, 4);
  assert_string_equal(sh->err.data,
                      "holonome: ./borken.yaml: No such file or directory; did you mean `./broken.yaml`?\n");
  call(sh, "$H run .");
  assert_code(sh, 4);
  assert_string_equal(sh->err.data, "holonome: .: Is a directory\n");
}

static void test_exit_4_when_the_result_cannot_be_written(void **state)
{
  static const char *const path[] = {"nowhere/b.json", ".", "a.yaml/b.json", "new/"};
  shell *sh = *state;
  size_t files = files_in(sh);
  for (size_t i = 0; i < sizeof path / sizeof path[0]; i++) {
    char line[128];
    (void)snprintf(line, sizeof line, "$H run a.yaml --json %s", path[i]);
    call(sh, line);
    assert_code(sh, 4);
    assert_non_null(strstr(sh->err.data, path[i]));
    assert_string_equal(sh->out.data, ""); /* told before anything is computed */
    assert_int_equal(files_in(sh), files);
  }
  call(sh, "$H run a.yaml --quiet --json /proc/b.json"); /* found out by trying only */
  assert_code(sh, 4);
  assert_non_null(strstr(sh->err.data, "holonome: /proc/b.json: "));
}

static void test_exit_4_when_standard_output_takes_nothing(void **state)
{
  static const char *const command[] = {"$H run a.yaml >/dev/full", "$H run a.yaml >&-", "$H --help >/dev/full",
                                        "$H --version >&-",
                                        "{ $H run a.yaml; echo $? >code; } | true; exit $(cat code)"};
  shell *sh = *state;
  for (size_t i = 0; i < sizeof command / sizeof command[0]; i++) {
    call(sh, command[i]);
    if (i + 1 == sizeof command / sizeof command[0] && sh->code == 0) {
      continue; /* it was done before its reader had gone */
    }
    assert_code(sh, 4);
    if (i + 1 == sizeof command / sizeof command[0]) {
      assert_string_equal(sh->err.data, ""); /* a reader that has gone has read enough */
    } else {
      assert_non_null(strstr(sh->err.data, "standard output: "));
    }
  }
}

static void test_standard_input_is_a_file_like_others(void **state)
{
  shell *sh = *state;
  size_t files = files_in(sh);
  call(sh, "$H run - --json - <a.yaml");
  assert_code(sh, 0);
  json_t *tree = parsed(&sh->out);
  assert_string_equal(json_string_value(json_object_get(json_object_get(tree, "problem"), "file")), "<stdin>");
  assert_close(omega_of(tree, 0), pi * pi, 1e-12);
  json_decref(tree);
  call(sh, "$H run - a.yaml --quiet --csv c.csv <right.yaml");
  assert_code(sh, 0);
  call(sh, "$H run - <broken.yaml");
  assert_code(sh, 3);
  assert_non_null(strstr(sh->err.data, "<stdin>:2:13: error: unknown kind `baem`"));
  assert_int_equal(files_in(sh), files + 1);
}

static void test_keys_of_kinds_are_listed(void **state)
{
  shell *sh = *state;
  call(sh, "$H keys");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->out.data, "\nbeam        member with every motion the freedoms allow\n"));
  call(sh, "$H keys plate");
  assert_code(sh, 0);
  assert_non_null(
      strstr(sh->out.data, "\ninner_radius      m          -                   of a round plate with a hole\n"));
  call(sh, "$H keys channel");
  assert_code(sh, 0);
  assert_non_null(
      strstr(sh->out.data, "\nflange            m *        required            thickness of the flanges\n"));
  call(sh, "$H keys material");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->out.data, "\nG                 N/m^2      E/(2 + 2 nu)        shear modulus\n"));
  call(sh, "$H keys hinge");
  assert_code(sh, 0);
  assert_non_null(
      strstr(sh->out.data, "\naxis              direction  z in a plane        about which its points turn\n"));
  call(sh, "$H keys load");
  assert_code(sh, 0);
  assert_non_null(
      strstr(sh->out.data, "\nline_load         N/m        -                   force per length of a uniform\n"));
  call(sh, "$H keys --schema");
  assert_code(sh, 0);
  json_t *schema = json_loads(sh->out.data, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(
      json_object_get(json_object_get(json_object_get(schema, "definitions"), "joint_hinge"), "properties"));
  json_decref(schema);
  call(sh, "$H keys beam --schema");
  assert_code(sh, 2);
  call(sh, "$H run a.yaml --schema");
  assert_code(sh, 2);
  call(sh, "$H keys higne");
  assert_string_equal(sh->err.data, "holonome: no kind `higne`; did you mean `hinge`?\n`holonome keys` lists them.\n");
  call(sh, "$H keys plat");
  assert_code(sh, 2);
  assert_string_equal(sh->err.data, "holonome: no kind `plat`; did you mean `plate`?\n`holonome keys` lists them.\n");
}

static void test_short_options_and_help_as_a_command(void **state)
{
  static const char *const alike[][2] = {
      {"-h", "--help"}, {"help", "--help"}, {"-V", "--version"}, {"run -h", "--help"}};
  shell *sh = *state;
  for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
    char line[128];
    (void)snprintf(line, sizeof line, "$H %s > one && $H %s | cmp one -", alike[i][0], alike[i][1]);
    call(sh, line);
    assert_code(sh, 0);
  }
}

/** Memory is limited to what the program needs to start and a little more, too little for a large file. With a few
 *  kilobytes less it is the loader that dies, of a signal of which the shell shall say nothing. */
static void test_examples_are_in_the_program(void **state)
{
  shell *sh = *state;
  call(sh, "$H example");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->out.data, "\nbeams/\n  angle"));
  assert_non_null(strstr(sh->out.data, "\n  tension                Pinned beam under tension\n"));
  assert_null(strstr(sh->out.data, "chain-k"));
  call(sh,
       "$H example beams/tension.yaml > one.yaml && $H example tension > tension.yaml && cmp one.yaml tension.yaml && "
       "$H check tension.yaml");
  assert_code(sh, 0);
  call(sh, "$H example matrices/chain > chain.yaml");
  assert_code(sh, 0);
  assert_string_equal(sh->err.data, "It reads a file: holonome example chain-k.mtx > chain-k.mtx\n"
                                    "It reads a file: holonome example chain-m.mtx > chain-m.mtx\n");
  call(sh, "$H example chain-k.mtx > chain-k.mtx && $H example chain-m.mtx > chain-m.mtx && $H check chain.yaml");
  assert_code(sh, 0);
  static const struct {
    const char *command, *said;
  } wrong[] = {
      {"$H example tenson", "no example `tenson`; did you mean `tension`?\n`holonome example` lists them.\n"},
      {"$H example chain", "several examples have the name `chain`: matrices/chain, regular/chain\n"},
      {"$H example tension below", "one name is enough for `example`\n"},
      {"$H example tension --json x", "no options are taken by `example`\n"},
      {"$H exampel", "unknown command `exampel`; did you mean `example`?\n"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    call(sh, wrong[i].command);
    assert_code(sh, 2);
    assert_non_null(strstr(sh->err.data, wrong[i].said));
    assert_int_equal(sh->out.size, 0);
  }
}

static void test_exit_6_when_memory_runs_out(void **state)
{
#ifdef HOLONOME_SANITIZED
  (void)state;
  skip(); /* sanitizers reserve terabytes */
#else
  shell *sh = *state;
  call(sh, "exec 3>&2 2>/dev/null; low=1; high=4096\n" /* the shell tells of those that crash while they are loaded */
           "while [ $((high - low)) -gt 1 ]; do\n"
           "  middle=$(((low + high) / 2))\n"
           "  if (ulimit -v $((middle * 1024)) && timeout 5 $H --version; exit $?) >/dev/null 2>&1\n"
           "  then high=$middle; else low=$middle; fi\n"
           "done\n"
           "head -c 16000000 /dev/zero | tr '\\0' '#' >large.yaml\n"
           "exec 2>&3; ulimit -v $(((high + 4) * 1024)) && $H run large.yaml");
  assert_code(sh, 6);
  assert_string_equal(sh->err.data, "holonome: large.yaml: not enough memory\n");
#endif
}

static void test_the_worst_file_decides(void **state)
{
  shell *sh = *state;
  call(sh, "$H check right.yaml wrong.yaml");
  assert_code(sh, 1);
  call(sh, "$H check wrong.yaml broken.yaml right.yaml");
  assert_code(sh, 3);
  call(sh, "$H check broken.yaml nowhere.yaml right.yaml");
  assert_code(sh, 4);
}

/* ------------------------------------------------------------------------------------------------ commands, options */

static void test_check_prints_one_line_per_file(void **state)
{
  shell *sh = *state;
  call(sh, "$H check right.yaml wrong.yaml a.yaml broken.yaml 2>/dev/null");
  assert_string_equal(sh->out.data,
                      "right.yaml: ok, 2 frequencies agree\n"
                      "wrong.yaml: 1 of 2 frequencies differ; mode 2: expected 6.286620252 Hz, found 6.283185307 Hz, "
                      "relative difference -0.00055, allowed 1e-09 (a guess)\n"
                      "a.yaml: nothing to compare, the file has no `expect`\n"
                      "broken.yaml: not checked, the problem file is not valid\n");
  call(sh, "$H check right.yaml");
  assert_code(sh, 0);
  call(sh, "$H check a.yaml");
  assert_code(sh, 1);
  call(sh, "$H check --quiet right.yaml");
  assert_code(sh, 0);
  assert_string_equal(sh->out.data, "");
}

/** Remarks on a structure do not depend on what is asked of it. */
static void test_remarks_are_told_whatever_is_asked(void **state)
{
  shell *sh = *state;
  static const char *const asked[] = {
      "static: {}", "damped: {count: 1}", "buckling: {count: 1}",
      "response: {load: {at: b.end, direction: x, force: 1}, at: {point: b.end, direction: x}, frequencies: [1]}",
      "{frequencies: 1, sweep: {over: {L: [1, 2]}}}"};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    char command[1024];
    (void)snprintf(command, sizeof command,
                   "cat >pieces.yaml <<'END'\n"
                   "freedoms: [ux, uy, rz]\n"
                   "parameters: {L: 1}\n"
                   "parts:\n"
                   "  b: {kind: beam, from: [0, 0], to: [0, L], EI: 1, EA: 1e3, line_mass: 1}\n"
                   "  d: {kind: beam, from: [0, L], to: [0, 3], EI: 1, EA: 1e3, line_mass: 1}\n"
                   "joints: [{fix: b.start}, {fix: d.end}]\n"
                   "loads: [{at: b.end, direction: [0, -1], force: 3}]\n"
                   "analysis:\n"
                   "  %s\n"
                   "END\n"
                   "$H run pieces.yaml && $H run pieces.yaml --json -",
                   asked[i]);
    call(sh, command);
    assert_code(sh, 0);
    assert_non_null(strstr(sh->out.data, "note: no joint connects these 2 pieces: {b}, {d}\n"));
    assert_non_null(strstr(sh->out.data, "\"no joint connects these 2 pieces: {b}, {d}\""));
    assert_int_equal(strstr(sh->out.data, "loads are without effect") != NULL, i == 4);
  }
}

static void test_check_compares_what_is_expected_of_any_analysis(void **state)
{
  shell *sh = *state;
  call(sh, "cat >both.yaml <<'END'\n"
           "freedoms: [uy, rz]\n"
           "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n"
           "joints: [{fix: b.start}]\n"
           "loads: [{at: b.end, direction: [0, 1], force: 3}]\n"
           "analysis: {frequencies: 1, static: {}}\n"
           "expect: [{frequencies: [3.516015269], rtol: 1e-9}]\n"
           "END\n"
           "$H check both.yaml");
  assert_string_equal(sh->out.data, "both.yaml: ok, 1 number agrees\n");
  assert_code(sh, 0);
}

static void test_json_of_several_files_is_an_array(void **state)
{
  shell *sh = *state;
  call(sh, "$H run --json - a.yaml right.yaml");
  assert_code(sh, 0);
  json_t *tree = parsed(&sh->out);
  assert_int_equal(json_array_size(tree), 2);
  for (size_t i = 0; i < 2; i++) {
    assert_close(omega_of(json_array_get(tree, i), 1), 4 * pi * pi, 1e-12);
  }
  json_decref(tree);
  call(sh, "$H run --json - a.yaml");
  tree = parsed(&sh->out);
  assert_true(json_is_object(tree));
  json_decref(tree);
}

static void test_curves_of_a_nonlinear_file_are_run_checked_and_written(void **state)
{
  static const char curve[] =
      "analysis: {nonlinear: {kind: duffing, omega2: 1, mu: 0.1, P: 0.18, loss: {viscous: 0.05},\n"
      "  from: 0.9, to: 1.4}}\n";
  shell *sh = *state;
  write_file(sh, "curve.yaml", curve, "expect: [{folds: [1.115700252, 1.269601956], rtol: 1e-8}]\n");
  write_file(sh, "other.yaml", curve, "expect: [{folds: [1.2]}]\n");
  call(sh, "$H run curve.yaml");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->out.data, "fold, jump as nu rises"));
  call(sh, "$H check curve.yaml other.yaml");
  assert_code(sh, 1);
  assert_string_equal(sh->out.data, "curve.yaml: ok, 2 numbers agree\nother.yaml: 2 differences, 1 numbers compared; "
                                    "curve 1: 2 folds, expected 1; curve 1, fold 1: 1.11570025177 1/s, expected 1.2\n");
  call(sh, "$H run --dry-run curve.yaml");
  assert_code(sh, 0);
  assert_string_equal(sh->out.data, "curve.yaml: valid, parts: 0, joints: 0\n");
  call(sh, "$H run --json - curve.yaml a.yaml");
  assert_code(sh, 0);
  json_t *tree = parsed(&sh->out);
  assert_int_equal(json_array_size(tree), 2);
  json_t *curves = json_object_get(json_object_get(json_array_get(tree, 0), "nonlinear"), "curves");
  assert_int_equal(json_array_size(curves), 1);
  assert_true(json_is_true(json_object_get(json_array_get(tree, 0), "complete")));
  json_decref(tree);
  call(sh, "$H run --csv - curve.yaml");
  assert_code(sh, 0);
  assert_int_equal(strncmp(sh->out.data, "curve,level,viscous,eta,law,branch,", 35), 0);
}

static void test_exit_3_for_a_loss_factor_beyond_buckling(void **state)
{
  shell *sh = *state;
  write_file(
      sh, "buckled.yaml",
      "parts:\n  b: {kind: beam, length: 1, EI: 1, EA: 1000, line_mass: 1, supports: immovable, ends: pinned-pinned,\n"
      "      axial_force: -10 N}\n",
      "analysis: {nonlinear: {force: {at: 0.5, amplitude: 1}, loss: {eta: 0.1}, from: 1, to: 9}}\n");
  call(sh, "$H run buckled.yaml --json -");
  assert_code(sh, 3);
  assert_string_equal(sh->out.data, "");
  assert_non_null(strstr(sh->err.data, "buckled.yaml:3:20: error: the compression of 10 N is beyond the 9.8696 N"));
}

/** How many lines a text has, and its first one. */
static size_t lines_of(const char *text, const char *first)
{
  size_t lines = 0;
  assert_int_equal(strncmp(text, first, strlen(first)), 0);
  for (const char *c = text; *c; c++) {
    lines += *c == '\n';
  }
  return lines;
}

static void test_csv_of_several_analyses_has_a_file_for_each(void **state)
{
  shell *sh = *state;
  write_file(
      sh, "two.yaml",
      "parts: {arm: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 100, line_mass: 1}}\njoints: [{fix: arm.start}]\n"
      "loads: [{at: arm.end, direction: [0, 1], force: 1}]\n",
      "analysis: {frequencies: 3, static: {points: 5}, buckling: {}}\n");
  call(sh, "$H run two.yaml --csv -");
  assert_code(sh, 2);
  assert_string_equal(sh->out.data, "");
  assert_non_null(strstr(sh->err.data, "it takes one table, and there is one for each analysis; `--csv STEM` writes "
                                       "STEM.modes.csv, STEM.static.csv and STEM.buckling.csv\n"));
  call(sh, "$H run two.yaml a.yaml --csv all.csv >/dev/null; ls all*");
  assert_string_equal(sh->out.data, "all.buckling.csv\nall.modes.csv\nall.static.csv\n");
  assert_string_equal(sh->err.data, "holonome: all.csv: a table for each analysis: all.modes.csv, all.static.csv and "
                                    "all.buckling.csv\n");
  call(sh, "grep -c two.yaml, all.modes.csv; cat all.modes.csv");
  assert_int_equal(strncmp(sh->out.data, "3\n", 2), 0);
  assert_int_equal(lines_of(sh->out.data + 2, "file,number,omega,"), 1 + 3 + 2);
  call(sh, "cat all.static.csv");
  assert_true(lines_of(sh->out.data, "file,part,s,ux,") > 2);
  call(sh, "$H run two.yaml --quiet --csv one --json one.static.csv");
  assert_code(sh, 2);
  assert_non_null(strstr(sh->err.data, "one.static.csv: a table and another result cannot both go to this file"));
  call(sh, "$H run two.yaml --quiet --csv none/one");
  assert_code(sh, 4);
}

static void test_csv_of_several_files_has_one_header(void **state)
{
  shell *sh = *state;
  call(sh, "$H run a.yaml right.yaml --csv -");
  assert_code(sh, 0);
  size_t lines = 0, headers = 0;
  for (const char *line = sh->out.data; *line; line = strchr(line, '\n') + 1) {
    lines++;
    headers += strncmp(line, "file,number,", 12) == 0;
  }
  assert_int_equal(lines, 5);
  assert_int_equal(headers, 1);
}

static void test_set_replaces_a_parameter(void **state)
{
  shell *sh = *state;
  call(sh, "$H run a.yaml --set 'L=2 m' --json -");
  assert_code(sh, 0);
  json_t *tree = parsed(&sh->out);
  assert_close(omega_of(tree, 0), pi * pi / 4, 1e-12);
  json_decref(tree);
  call(sh, "$H run a.yaml --set 'M=2 m'");
  assert_code(sh, 3);
}

static void test_much_json_says_what_is_less(void **state)
{
  shell *sh = *state;
  call(sh, "(cat a.yaml; echo 'output: {points: 1000000}') > much.yaml; $H run much.yaml --json much.json");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->err.data, "holonome: much.json: 1"));
  assert_non_null(strstr(sh->err.data,
                         " MB; --netcdf is several times smaller, `output: {shapes: none}` leaves out the shapes, "
                         "fewer `points` shorten them\n"));
#ifndef HOLONOME_SANITIZED /* dlopen() of the sanitizer does not know the program's run path */
  call(sh, "$H run much.yaml --netcdf much.nc && [ $(stat -c %s much.json) -gt $((4 * $(stat -c %s much.nc))) ]");
  assert_code(sh, 0);
#endif
  call(sh, "rm -f much.*");
  call(sh, "$H run a.yaml --json little.json; rm little.json");
  assert_int_equal(sh->err.size, 0);
}

static void test_unit_is_that_of_tables(void **state)
{
  static const struct {
    const char *unit, *row, *bound;
  } known[] = {{"Hz", "  1.570796327        9.869604401  ", " 5 Hz\n"},
               {"rpm", "  94.24777961        9.869604401  ", " 300 rpm\n"},
               {"rad/s", "  9.869604401        1.570796327  ", " 31.41592654 rad/s\n"}};
  shell *sh = *state;
  hol_text below = {0};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    char line[128];
    (void)snprintf(line, sizeof line, "$H run below.yaml --json below.json --unit %s", known[i].unit);
    call(sh, "sed 's/count: 2/below: 5 Hz/' a.yaml > below.yaml");
    call(sh, line);
    assert_code(sh, 0);
    assert_non_null(strstr(sh->out.data, known[i].row));
    assert_non_null(strstr(sh->out.data, known[i].bound));
    call(sh, "grep -v timing below.json");
    assert_true(i == 0 || strcmp(sh->out.data, below.data) == 0);
    hol_text_clear(&below);
    hol_text_put(&below, sh->out.data, sh->out.size);
  }
  hol_text_clear(&below);
  call(sh, "rm below.yaml below.json; $H run a.yaml --unit hz");
  assert_code(sh, 2);
  assert_non_null(strstr(sh->err.data, "holonome: --unit takes Hz, rpm or rad/s, not `hz`; did you mean `Hz`?\n"));
  call(sh, "$H run a.yaml --unit Hz --unit rpm");
  assert_code(sh, 2);
  assert_non_null(strstr(sh->err.data, "--unit is given twice, `Hz` and `rpm`"));
  call(sh, "$H check a.yaml --unit rpm");
  assert_code(sh, 2);
  call(sh, "$H keys beam --unit rpm");
  assert_code(sh, 2);
}

static void test_quiet_and_dry_run_print_and_write_nothing(void **state)
{
  shell *sh = *state;
  call(sh, "$H --quiet run a.yaml");
  assert_code(sh, 0);
  assert_int_equal(sh->out.size + sh->err.size, 0);
  size_t files = files_in(sh);
  call(sh, "$H run a.yaml --dry-run");
  assert_code(sh, 0);
  assert_string_equal(sh->out.data, "a.yaml: valid, parts: 1, joints: 2\n");
  assert_int_equal(files_in(sh), files);
}

static void test_result_replaces_the_target_of_a_link_and_keeps_its_rights(void **state)
{
  shell *sh = *state;
  write_file(sh, "target", "old", "");
  call(sh, "chmod 640 target && ln -s target link && $H run a.yaml --quiet --json link && test -L link");
  assert_code(sh, 0);
  char path[128];
  (void)snprintf(path, sizeof path, "%s/target", sh->folder);
  struct stat about;
  assert_int_equal(stat(path, &about), 0);
  assert_int_equal(about.st_mode & 0777, 0640);
  read_file(sh->folder, "target", &sh->out);
  json_decref(parsed(&sh->out));
  call(sh,
       "umask 027; $H run a.yaml --quiet --csv new.csv && stat -c %a new.csv && $H run a.yaml --quiet --csv /dev/null");
  assert_code(sh, 0);
  assert_string_equal(sh->out.data, "640\n");
}

/* ------------------------------------------------------------------------------------------------ help and manual */

static void test_help_fits_a_terminal(void **state)
{
  shell *sh = *state;
  call(sh, "$H run --help");
  assert_code(sh, 0);
  size_t lines = 0;
  for (const char *line = sh->out.data; *line; line = strchr(line, '\n') + 1, lines++) {
    assert_in_range(strcspn(line, "\n"), 0, 80);
  }
  assert_in_range(lines, 10, 40);
  call(sh, "$H --version");
  assert_code(sh, 0);
  assert_string_equal(sh->out.data, "holonome " HOLONOME_VERSION "\n");
}

/** The options named in a text, each once, as `--name `. `dash` is how a dash is written there. */
static void options_in(const char *words, const char *dash, hol_text *options)
{
  char start[8];
  (void)snprintf(start, sizeof start, "%s%s", dash, dash);
  hol_text_clear(options);
  hol_text_add(options, " ");
  for (const char *at = words; (at = strstr(at, start));) {
    char name[32] = "--";
    size_t length = 2;
    for (at += strlen(start); length + 2 < sizeof name;) {
      if (*at >= 'a' && *at <= 'z') {
        name[length++] = *at++;
      } else if (strncmp(at, dash, strlen(dash)) == 0) {
        name[length++] = '-';
        at += strlen(dash);
      } else {
        break;
      }
    }
    name[length++] = ' ';
    name[length] = '\0';
    char known[40];
    (void)snprintf(known, sizeof known, " %s", name);
    if (!strstr(options->data, known)) {
      hol_text_add(options, "%s", name);
    }
  }
}

static void assert_same_options(const hol_text *all, const hol_text *some, const char *where)
{
  char word[40];
  for (const char *at = all->data; sscanf(at, " %38s", word) == 1; at = strstr(at, word) + strlen(word)) {
    char spaced[44];
    (void)snprintf(spaced, sizeof spaced, " %s ", word);
    if (!strstr(some->data, spaced)) {
      fail_msg("%s does not know %s", where, word);
    }
  }
}

static void test_manual_names_every_option_and_no_other(void **state)
{
  shell *sh = *state;
  hol_text manual = {0}, in_manual = {0}, in_help = {0};
  read_file(HOLONOME_ROOT, "src/cli/holonome.1", &manual);
  options_in(manual.data, "\\-", &in_manual);
  call(sh, "$H --help");
  options_in(sh->out.data, "-", &in_help);
  assert_in_range(in_help.size, 30, 1000);
  assert_same_options(&in_help, &in_manual, "the manual");
  assert_same_options(&in_manual, &in_help, "the help");
  assert_non_null(strstr(manual.data, "\"holonome " HOLONOME_VERSION "\""));
  hol_text_clear(&manual);
  hol_text_clear(&in_manual);
  hol_text_clear(&in_help);
}

/** The words between two marks, as a string of their own; `after` is set behind them. */
static char *between(const char *text, const char *start, const char *end, const char **after)
{
  const char *first = strstr(text, start);
  assert_non_null(first);
  first += strlen(start);
  const char *last = strstr(first, end);
  assert_non_null(last);
  char *words = calloc((size_t)(last - first) + 1, 1);
  assert_non_null(words);
  memcpy(words, first, (size_t)(last - first));
  *after = last;
  return words;
}

static void test_readme_shows_what_is_printed(void **state)
{
  shell *sh = *state;
  hol_text readme = {0};
  read_file(HOLONOME_ROOT, "README.md", &readme);
  const char *after;
  char *problem = between(readme.data, "```yaml\n", "```", &after);
  char *printed = between(after, "$ holonome run shaft.yaml\n", "```", &after);
  write_file(sh, "shaft.yaml", problem, "");
  call(sh, "$H run shaft.yaml");
  assert_code(sh, 0);
  assert_string_equal(sh->out.data, printed);
  free(problem);
  free(printed);
  hol_text_clear(&readme);
}

/** A sweep over what is asked for: every point has as many frequencies as it asks for, and by as many modes as it
 *  says. */
static void test_sweeps_over_counts_and_modes(void **state)
{
  shell *sh = *state;
  call(sh, "$H run '" HOLONOME_ROOT "/tests/faults/sweep-count.yaml' --quiet --csv -");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->out.data, "\n0,1.0,solved,1,3.516"));
  assert_null(strstr(sh->out.data, "\n0,1.0,solved,2,"));
  assert_non_null(strstr(sh->out.data, "\n1,4.0,solved,2,22.034"));
  assert_non_null(strstr(sh->out.data, "\n1,4.0,solved,3,61.697"));
  assert_non_null(strstr(sh->out.data, "\n1,4.0,solved,4,120.90"));
  call(sh, "$H run '" HOLONOME_ROOT "/tests/faults/sweep-modes.yaml'");
  assert_code(sh, 0);
  assert_non_null(strstr(sh->out.data, "compliance: 3 to 6 modes of each motion dynamic"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      TEST(test_exit_0_when_all_is_proved),
      TEST(test_exit_1_when_bounds_are_missing),
      TEST(test_exit_2_on_wrong_use),
      TEST(test_exit_3_on_faults_and_nothing_written_over),
      TEST(test_exit_3_before_anything_is_solved),
      TEST(test_exit_3_leaves_no_checkpoint),
      TEST(test_exit_4_names_the_file_and_the_reason),
      TEST(test_exit_4_when_the_result_cannot_be_written),
      TEST(test_exit_4_when_standard_output_takes_nothing),
      TEST(test_standard_input_is_a_file_like_others),
      TEST(test_short_options_and_help_as_a_command),
      TEST(test_examples_are_in_the_program),
      TEST(test_keys_of_kinds_are_listed),
      TEST(test_exit_6_when_memory_runs_out),
      TEST(test_the_worst_file_decides),
      TEST(test_check_prints_one_line_per_file),
      TEST(test_remarks_are_told_whatever_is_asked),
      TEST(test_check_compares_what_is_expected_of_any_analysis),
      TEST(test_json_of_several_files_is_an_array),
      TEST(test_curves_of_a_nonlinear_file_are_run_checked_and_written),
      TEST(test_exit_3_for_a_loss_factor_beyond_buckling),
      TEST(test_csv_of_several_analyses_has_a_file_for_each),
      TEST(test_csv_of_several_files_has_one_header),
      TEST(test_set_replaces_a_parameter),
      TEST(test_much_json_says_what_is_less),
      TEST(test_unit_is_that_of_tables),
      TEST(test_quiet_and_dry_run_print_and_write_nothing),
      TEST(test_result_replaces_the_target_of_a_link_and_keeps_its_rights),
      TEST(test_help_fits_a_terminal),
      TEST(test_manual_names_every_option_and_no_other),
      TEST(test_sweeps_over_counts_and_modes),
      TEST(test_readme_shows_what_is_printed),
  };
  return cmocka_run_group_tests_name("command line", tests, NULL, NULL);
}
