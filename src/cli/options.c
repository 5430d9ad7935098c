/* SPDX-License-Identifier: BSD-3-Clause */
/* Command-line parser over one table of commands and one of options, from which the text of --help is made as well. */
#include "cli/options.h"

#include "base/memory.h"
#include "cli/files.h"
#include "expression/names.h"
#include "report/plot/plot.h"
#include "result/unit.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Commands and options stand in one table each; the reader and the help are made from them, and a test compares the
   manual page with them. */

static const struct command {
  const char *name, *operands, *help;
  cli_command command;
  bool is_of_files; /**< at least one; else it asks for words and takes at most one name */
} command_table[] = {
    {"run", "FILE...", "run the analyses of each problem file", COMMAND_RUN, true},
    {"check", "FILE...", "run them and compare with its `expect:`", COMMAND_CHECK, true},
    {"report", "FILE...", "make a page of results, compare measured modes", COMMAND_REPORT, true},
    {"example", "[NAME]", "list the gallery, or print a problem of it", COMMAND_EXAMPLE, false},
    {"keys", "[KIND]", "list the kinds of parts and joints, or keys", COMMAND_KEYS, false},
};
enum { COMMANDS = sizeof command_table / sizeof command_table[0] };

typedef enum {
  OPTION_OUTPUT,
  OPTION_DRAWN,
  OPTION_SET,
  OPTION_UNIT,
  OPTION_RESUME,
  OPTION_DRY_RUN,
  OPTION_FORCE,
  OPTION_QUIET,
  OPTION_SCHEMA,
  OPTION_HELP,
  OPTION_VERSION
} option_id;

static const struct option_row {
  const char *name, *argument, *help;
  char letter; /**< of the short form; 0: none */
} option_table[] = {
    [OPTION_OUTPUT] = {"output", "PATH", "of `report`: the page; also -o", 'o'},
    [OPTION_DRAWN] = {"plot-modes", "A-B", "draw modes A to B, not the first twelve", 0},
    [OPTION_SET] = {"set", "NAME=VALUE", "give a parameter another value; may be repeated", 0},
    [OPTION_UNIT] = {"unit", "UNIT", "frequencies of tables in Hz (default), rpm or rad/s", 0},
    [OPTION_RESUME] = {"resume", NULL, "go on from FILE.checkpoint, if there is one", 0},
    [OPTION_DRY_RUN] = {"dry-run", NULL, "read and diagnose the files, solve nothing", 0},
    [OPTION_FORCE] = {"force", NULL, "an `export` may replace files that are no exports", 0},
    [OPTION_QUIET] = {"quiet", NULL, "no table, no notes, no progress", 0},
    [OPTION_SCHEMA] = {"schema", NULL, "`keys`: all of them as JSON Schema, for editors", 0},
    [OPTION_HELP] = {"help", NULL, "this help; also -h", 'h'},
    [OPTION_VERSION] = {"version", NULL, "the version; also -V", 'V'},
};
enum { OTHERS = sizeof option_table / sizeof option_table[0] };

static size_t option_count(void)
{
  return hol_format_count + OTHERS;
}

/** Option number i: the formats, then the others. */
static struct option_row option_at(size_t i)
{
  if (i < hol_format_count) {
    return (struct option_row){hol_output_formats[i].option, "PATH", hol_output_formats[i].help, 0};
  }
  return option_table[i - hol_format_count];
}

static void put_usage(hol_text *text)
{
  for (size_t i = 0; i < COMMANDS; i++) {
    const struct command *row = &command_table[i];
    hol_text_add(text, "%-7sholonome %-7s %-7s  %s\n", i == 0 ? "Usage:" : "", row->name, row->operands, row->help);
  }
}

void cli_options_help(hol_text *text)
{
  hol_text_add(text, "holonome - natural frequencies of structures made of parts, proved complete\n\n");
  put_usage(text);
  hol_text_add(text, "\nOptions, before or after the files (a FILE `-` is standard input):\n");
  for (size_t i = 0; i < option_count(); i++) {
    const struct option_row row = option_at(i);
    int used = (int)strlen(row.name) + (row.argument ? 1 + (int)strlen(row.argument) : 0);
    hol_text_add(text, "  --%s%s%s%*s  %s\n", row.name, row.argument ? " " : "", row.argument ? row.argument : "",
                 14 - used, "", row.help);
  }
  hol_text_add(text, "\nExample: holonome run shaft.yaml --set L=1.5m --json result.json\n\nExit status:\n");
#define X(name, code, words) hol_text_add(text, "  %d  %s\n", code, words);
  HOL_STATUS_LIST(X)
#undef X
  hol_text_add(text, "\nManual pages: holonome(1), and holonome-problem(5) on problem files.\n");
}

/** Is this word meant as a problem file? */
static bool is_file(const char *word)
{
  const char *dot = strrchr(word, '.');
  struct stat about;
  return (stat(word, &about) == 0 && !S_ISDIR(about.st_mode)) || strcmp(word, "-") == 0 ||
         (dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0));
}

/** Complain of an unknown command; say what may have been meant. */
static void complain_of_command(hol_text *complaint, const char *given)
{
  hol_nearest nearest = {.wanted = given};
  for (size_t i = 0; i < COMMANDS; i++) {
    hol_nearest_offer(&nearest, command_table[i].name);
  }
  hol_text_add(complaint, "holonome: unknown command `%s`", given);
  if (is_file(given)) {
    hol_text_add(complaint, "; to solve that file: holonome %s %s", command_table[0].name, given);
  } else if (nearest.best) {
    hol_text_add(complaint, "; did you mean `%s`?", nearest.best);
  } else {
    for (size_t i = 0; i < COMMANDS; i++) {
      hol_text_add(complaint, "%s%s",
                   i == 0              ? "; there are "
                   : i + 1 == COMMANDS ? " and "
                                       : ", ",
                   command_table[i].name);
    }
  }
  hol_text_add(complaint, "\n");
}

static hol_status wrong(hol_text *complaint, const char *what, const char *which)
{
  hol_text_add(complaint, "holonome: %s `%s`\n", what, which);
  return HOL_USAGE;
}

/** Take NAME=VALUE. Which of two values were to count would be a guess. */
static hol_status take_value(cli_options *options, const char *value, hol_text *complaint)
{
  const char *equals = strchr(value, '=');
  if (!equals || equals == value || !equals[1]) {
    return wrong(complaint, "--set takes name=value, not", value);
  }
  size_t length = strcspn(value, " ="); /* blanks around a name do not count */
  for (size_t i = 0; i < options->set_count; i++) {
    if (strcspn(options->set[i].text, " =") == length && strncmp(options->set[i].text, value, length) == 0) {
      hol_text_add(complaint, "holonome: two values for one parameter: `%s` and `%s`\n", options->set[i].text, value);
      return HOL_USAGE;
    }
  }
  options->set[options->set_count++] = (hol_override){value};
  return HOL_OK;
}

/** Take the unit of tables. */
static hol_status take_unit(cli_options *options, const char *word, hol_text *complaint)
{
  hol_nearest nearest = {.wanted = word};
  if (options->unit_word) {
    hol_text_add(complaint, "holonome: --unit is given twice, `%s` and `%s`\n", options->unit_word, word);
    return HOL_USAGE;
  }
  options->unit_word = word;
  for (size_t i = 0; i < HOL_UNITS; i++) {
    if (strcmp(hol_unit_name[i], word) == 0) {
      options->unit = (hol_frequency_unit)i;
      return HOL_OK;
    }
    hol_nearest_offer(&nearest, hol_unit_name[i]);
  }
  hol_text_add(complaint, "holonome: --unit takes Hz, rpm or rad/s, not `%s`", word);
  hol_text_add(complaint, nearest.best ? "; did you mean `%s`?\n" : "\n", nearest.best);
  return HOL_USAGE;
}

/** Take the numbers of modes that are drawn: A-B, or A alone. */
static hol_status take_drawn(cli_options *options, const char *words, hol_text *complaint)
{
  static const char digits[] = "0123456789";
  size_t size = strspn(words, digits), rest = words[size] == '-' ? strspn(words + size + 1, digits) : 0;
  bool is_range = rest > 0 && words[size + 1 + rest] == '\0', is_one = words[size] == '\0';
  if (size == 0 || size > 9 || rest > 9 || !(is_range || is_one)) {
    return wrong(complaint, "--plot-modes takes numbers of modes, such as 1-12, not", words);
  }
  unsigned long first = strtoul(words, NULL, 10), last = is_range ? strtoul(words + size + 1, NULL, 10) : first;
  if (first == 0 || last < first || last - first >= HOL_PLOT_MODES_MAX) {
    return wrong(complaint, "--plot-modes takes numbers of up to 200 modes from 1 on, not", words);
  }
  options->drawn_first = first;
  options->drawn_last = last;
  return HOL_OK;
}

/** Does a path end as those of a format must? */
static bool is_ended(const hol_output_format *format, const char *path)
{
  bool is = !format->ending || (format->write_standard && cli_files_is_standard(path));
  size_t size = strlen(path);
  for (size_t i = 0; format->ending && format->ending[i]; i++) {
    size_t last = strlen(format->ending[i]);
    is = is || (size > last && strcmp(path + size - last, format->ending[i]) == 0);
  }
  return is;
}

/** Complain of a path that says another form than there is. */
static hol_status complain_of_ending(const hol_output_format *format, const char *path, hol_text *complaint)
{
  hol_text_add(complaint, "holonome: --%s takes a path that ends in ", format->option);
  for (size_t i = 0; format->ending[i]; i++) {
    hol_text_add(complaint, "%s%s", i == 0 ? "" : format->ending[i + 1] ? ", " : " or ", format->ending[i]);
  }
  hol_text_add(complaint, "%s, not `%s`\n", format->write_standard ? ", or `-`" : "", path);
  return HOL_USAGE;
}

/** Take the place of an output; it has one. */
static hol_status take_path(cli_options *options, size_t format, const char *path, hol_text *complaint)
{
  if (options->output[format]) {
    hol_text_add(complaint, "holonome: --%s is given twice, for `%s` and `%s`\n", hol_output_formats[format].option,
                 options->output[format], path);
    return HOL_USAGE;
  }
  if (!is_ended(&hol_output_formats[format], path)) {
    return complain_of_ending(&hol_output_formats[format], path, complaint);
  }
  options->output[format] = path;
  return HOL_OK;
}

/** Take the place of a page. */
static hol_status take_page(cli_options *options, const char *path, hol_text *complaint)
{
  if (options->page) {
    hol_text_add(complaint, "holonome: --output is given twice, for `%s` and `%s`\n", options->page, path);
    return HOL_USAGE;
  }
  options->page = path;
  return HOL_OK;
}

/** Take one option. `is_done` is set by those that ask for words only. */
static hol_status take_option(cli_options *options, size_t option, const char *value, bool *is_done,
                              hol_text *complaint)
{
  if (value && *value == '\0') {
    return wrong(complaint, "empty value of option", option_at(option).name);
  }
  if (option < hol_format_count) {
    return take_path(options, option, value, complaint);
  }
  const option_id id = (option_id)(option - hol_format_count);
  switch (id) {
  case OPTION_OUTPUT:
    return take_page(options, value, complaint);
  case OPTION_DRAWN:
    return take_drawn(options, value, complaint);
  case OPTION_SET:
    return take_value(options, value, complaint);
  case OPTION_UNIT:
    return take_unit(options, value, complaint);
  case OPTION_RESUME:
    options->resume = true;
    break;
  case OPTION_DRY_RUN:
    options->dry_run = true;
    break;
  case OPTION_FORCE:
    options->force = true;
    break;
  case OPTION_QUIET:
    options->quiet = true;
    break;
  case OPTION_SCHEMA:
    options->schema = true;
    break;
  case OPTION_HELP:
  case OPTION_VERSION:
    options->command = id == OPTION_HELP ? COMMAND_HELP : COMMAND_VERSION;
    *is_done = true;
    break;
  }
  return HOL_OK;
}

/** Complain of letters that are not known; a word behind one dash may want two. */
static hol_status complain_of_letter(hol_text *complaint, const char *given, char letter)
{
  hol_text_add(complaint, "holonome: unknown option `-%c`", letter);
  size_t length = given[0] == '-' && given[1] != '-' ? strcspn(given + 1, "=") : 0;
  for (size_t i = 0; i < option_count() && length > 1; i++) {
    if (strlen(option_at(i).name) == length && strncmp(option_at(i).name, given + 1, length) == 0) {
      hol_text_add(complaint, "; did you mean `--%s`?", option_at(i).name);
    }
  }
  hol_text_add(complaint, "\n");
  return HOL_USAGE;
}

/** Complain of a long option that is not known, or is short for several. */
static hol_status complain_of_option(hol_text *complaint, const char *given)
{
  char name[64] = "";
  size_t length = strcspn(given + 2, "=");
  memcpy(name, given + 2, length < sizeof name ? length : sizeof name - 1);
  hol_nearest nearest = {.wanted = name};
  size_t meant = 0;
  for (size_t i = 0; i < option_count(); i++) {
    bool begins = strncmp(option_at(i).name, name, length) == 0;
    meant += begins;
    hol_nearest_offer(&nearest, option_at(i).name);
  }
  hol_text_add(complaint, "holonome: %s option `--%s`", meant > 1 ? "ambiguous" : "unknown", name);
  if (meant <= 1 && nearest.best) {
    hol_text_add(complaint, "; did you mean `--%s`?", nearest.best);
  }
  hol_text_add(complaint, "\n");
  return HOL_USAGE;
}

/** The option with a letter; option_count() if there is none. */
static size_t option_of(int letter)
{
  size_t i = 0;
  while (i < option_count() && (!letter || option_at(i).letter != letter)) {
    i++;
  }
  return i;
}

enum { FIRST = 256 }; /* options are numbered beyond every character */

/** What getopt_long() found, or why it found nothing. */
static hol_status take_found(cli_options *options, int found, char **argv, bool *is_done, hol_text *complaint)
{
  const char *word = argv[optind - 1];
  if (found >= FIRST) {
    return take_option(options, (size_t)(found - FIRST), optarg, is_done, complaint);
  }
  if (found == ':') {
    return wrong(complaint, "a value is missing after", word);
  }
  if (found == '?' && optopt >= FIRST) {
    return wrong(complaint, "no value is taken by", word);
  }
  if (found == '?' && optopt == 0) {
    return complain_of_option(complaint, word);
  }
  size_t option = option_of(found == '?' ? optopt : found);
  if (option < option_count()) {
    return take_option(options, option, found == '?' ? NULL : optarg, is_done, complaint);
  }
  return complain_of_letter(complaint, argv[optind] ? argv[optind] : word, (char)optopt); /* still amid that word */
}

/** Read all options up to --help or --version. */
static hol_status read_options(int argc, char **argv, cli_options *options, bool *is_done, hol_text *complaint)
{
  struct option known[HOL_FORMATS_MAX + OTHERS + 1] = {{0}};
  for (size_t i = 0; i < option_count(); i++) {
    const struct option_row row = option_at(i);
    known[i] = (struct option){row.name, row.argument ? required_argument : no_argument, NULL, FIRST + (int)i};
  }
  opterr = 0;
  for (int found; !*is_done && (found = getopt_long(argc, argv, ":o:", known, NULL)) != -1;) {
    HOL_TRY(take_found(options, found, argv, is_done, complaint));
  }
  return HOL_OK;
}

/** Is this something that is written to again and again, such as /dev/null? */
static bool is_device(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/** No two outputs go to one place. */
static hol_status check_paths(const cli_options *options, hol_text *complaint)
{
  for (size_t i = 0; i < hol_format_count; i++) {
    for (size_t j = 0; j < i && options->output[i]; j++) {
      const char *one = options->output[j], *other = options->output[i];
      if (one && strcmp(one, other) == 0) {
        return wrong(complaint, "two outputs cannot both go to", other);
      }
      if (one && cli_files_same(one, other) && !is_device(one)) {
        hol_text_add(complaint, "holonome: two outputs cannot both go to one file: `%s` and `%s`\n", one, other);
        return HOL_USAGE;
      }
    }
  }
  return HOL_OK;
}

/** What takes no outputs, and what takes no file twice. */
static hol_status check_files(const cli_options *options, hol_text *complaint)
{
  for (size_t i = 0; i < hol_format_count; i++) {
    if (options->dry_run && options->output[i]) {
      hol_text_add(complaint, "holonome: --dry-run solves nothing, there is nothing to write with --%s\n",
                   hol_output_formats[i].option);
      return HOL_USAGE;
    }
  }
  for (size_t i = 0; i < options->file_count; i++) {
    if (options->resume && cli_files_is_standard(options->file[i])) {
      hol_text_add(complaint, "holonome: --resume needs a file, standard input keeps nothing\n");
      return HOL_USAGE;
    }
    for (size_t j = 0; j < i; j++) {
      const char *one = options->file[j], *other = options->file[i];
      if (strcmp(one, other) == 0) {
        return wrong(complaint, "two times the same problem file", one);
      }
      if (cli_files_same(one, other)) {
        hol_text_add(complaint, "holonome: `%s` and `%s` are one file\n", one, other);
        return HOL_USAGE;
      }
    }
  }
  return HOL_OK;
}

/** Is there an option of a run, but for outputs of `report`? */
static bool has_option(const cli_options *options, bool is_report)
{
  bool has = options->resume || options->dry_run || options->quiet || options->force || options->set_count > 0 ||
             options->unit_word;
  for (size_t i = 0; i < hol_format_count; i++) {
    has = has || (options->output[i] && !(is_report && hol_output_formats[i].is_of_report));
  }
  return has;
}

/** A page and pictures are made of results, and go somewhere else. */
static hol_status check_report(const cli_options *options, hol_text *complaint)
{
  if (has_option(options, true) || options->schema) {
    return wrong(complaint, "no options but --output, --json and --plot are taken by", "report");
  }
  if (options->file_count == 0) {
    return wrong(complaint, "no result given to", "report");
  }
  for (size_t i = 0; i < options->file_count; i++) {
    if (options->page && cli_files_same(options->page, options->file[i])) {
      return wrong(complaint, "the page would be written over the result", options->file[i]);
    }
    for (size_t k = 0; k < hol_format_count; k++) {
      if (options->output[k] && cli_files_same(options->output[k], options->file[i])) {
        return wrong(complaint, "an output would be written over the result", options->file[i]);
      }
      if (options->output[k] && options->page && cli_files_same(options->output[k], options->page)) {
        return wrong(complaint, "two outputs cannot both go to", options->page);
      }
    }
  }
  return check_paths(options, complaint);
}

/** Numbers of modes are drawn somewhere. */
static hol_status check_drawn(const cli_options *options, hol_text *complaint)
{
  bool is_drawn = false;
  for (size_t i = 0; i < hol_format_count; i++) {
    is_drawn = is_drawn || (options->output[i] && hol_output_formats[i].write_standard);
  }
  return is_drawn || options->drawn_first == 0 ? HOL_OK : wrong(complaint, "--plot-modes is of", "--plot");
}

/** What stands behind a command. */
static hol_status check_operands(const cli_options *options, const struct command *command, hol_text *complaint)
{
  HOL_TRY(check_drawn(options, complaint));
  if (options->command == COMMAND_REPORT) {
    return check_report(options, complaint);
  }
  if (options->page) {
    return wrong(complaint, "--output is of `report`; it is not taken by", command->name);
  }
  if (!command->is_of_files) {
    bool has = has_option(options, false) || (options->schema && command->command != COMMAND_KEYS);
    return has ? wrong(complaint, "no options are taken by", command->name)
           : options->schema && options->file_count > 0
               ? wrong(complaint, "--schema is of all kinds, it takes no", options->file[0])
           : options->file_count > 1 ? wrong(complaint, "one name is enough for", command->name)
                                     : HOL_OK;
  }
  if (options->command == COMMAND_CHECK && options->unit_word) {
    return wrong(complaint, "--unit is for tables, there are none of", command->name);
  }
  if (options->schema) {
    return wrong(complaint, "--schema is an option of `keys`, not of", command->name);
  }
  if (options->file_count == 0) {
    return wrong(complaint, "no problem file given to", command->name);
  }
  HOL_TRY(check_files(options, complaint));
  return check_paths(options, complaint);
}

/** Read the command and the files behind it. */
static hol_status read_command(int argc, char **argv, cli_options *options, hol_text *complaint)
{
  if (optind >= argc) {
    hol_text_add(complaint, "holonome: no command given\n");
    put_usage(complaint);
    return HOL_USAGE;
  }
  if (strcmp(argv[optind], "help") == 0) {
    options->command = COMMAND_HELP;
    return HOL_OK;
  }
  const struct command *command = NULL;
  for (size_t i = 0; i < COMMANDS && !command; i++) {
    command = strcmp(argv[optind], command_table[i].name) == 0 ? &command_table[i] : NULL;
  }
  if (!command) {
    complain_of_command(complaint, argv[optind]);
    return HOL_USAGE;
  }
  options->command = command->command;
  options->file = argv + optind + 1;
  options->file_count = (size_t)(argc - optind - 1);
  return check_operands(options, command, complaint);
}

hol_status cli_options_read(int argc, char **argv, cli_options *options, hol_text *complaint)
{
  bool is_done = false;
  options->set = hol_alloc((size_t)argc + 1, sizeof *options->set);
  if (!options->set) {
    return HOL_MEMORY;
  }
  hol_status status = read_options(argc, argv, options, &is_done, complaint);
  if (status == HOL_OK && !is_done) {
    status = read_command(argc, argv, options, complaint);
  }
  if (status == HOL_USAGE) {
    hol_text_add(complaint, "Try `holonome --help`.\n");
  }
  return status;
}

void cli_options_clear(cli_options *options)
{
  free(options->set);
  *options = (cli_options){0};
}
