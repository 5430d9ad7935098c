/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of natural frequencies and modes, and of what is proved, in at most 80 columns. */
#include "base/memory.h"
#include "base/vector.h"
#include "holonome/output.h"
#include "problem/ground.h"
#include "result/digits.h"
#include "result/unit.h"
#include "result/words.h"
#include "modes/describe.h"
#include "problem/groups.h"
#include "modes/effective.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double error_least = 1e-12;

enum { REDUNDANT_SHOWN = 10 }; /* the JSON has all */

static void put_wrapped(hol_text *text, const char *label, const char *words)
{
  if (words && *words) {
    hol_words_wrap(text, label, strlen(label), words);
  }
}

/* ------------------------------------------------------------------------------------------------ modes */

/** One line of the table of modes. */
typedef struct row {
  char first[HOL_CELL], second[HOL_CELL], bounds[HOL_CELL], multiplicity[HOL_CELL];
} row;

/** The columns of numbers are aligned at their points: bytes before and from the point on. */
typedef struct column {
  size_t before, after;
} column;

static size_t before_point(const char *cell)
{
  return strcspn(cell, ".e");
}

static void column_widen(column *width, const char *cell)
{
  size_t before = before_point(cell), after = strlen(cell) - before;
  width->before = before > width->before ? before : width->before;
  width->after = after > width->after ? after : width->after;
}

/** A column wider than this is not aligned at the points: magnitudes differ too much. NARROW is where names need the
 *  room. */
enum { NUMBER_WIDTH = 17, NARROW = 15 };

static size_t column_width(column width)
{
  return width.before + width.after;
}

static void column_limit(column *width, size_t least)
{
  if (column_width(*width) > NUMBER_WIDTH) {
    *width = (column){0, NUMBER_WIDTH};
  } else if (column_width(*width) < least) {
    width->before = least - width->after;
  }
}

static void column_put(hol_text *text, column width, const char *cell)
{
  size_t before = before_point(cell), pad = width.before > before ? width.before - before : 0;
  hol_text_add(text, "  %*s%-*s", (int)pad, "", (int)(column_width(width) - pad), cell);
}

/** Largest distance from the frequency to its bounds, NAN where one is unknown; same unit as omega. */
static double deviation_of(const hol_mode *mode)
{
  double up = mode->upper - mode->omega, down = mode->omega - mode->lower;
  if (isnan(up) || isnan(down)) {
    return (double)NAN;
  }
  double deviation = up > down ? up : down;
  return deviation > 0 ? deviation : 0.0;
}

static void print_frequency(const hol_mode *mode, hol_frequency_unit unit, char *cell)
{
  hol_digits_print(hol_unit_of(unit, mode->omega), hol_unit_of(unit, mode->lower), hol_unit_of(unit, mode->upper),
                   cell);
}

/** The unit of the second column. */
static hol_frequency_unit second_unit(hol_frequency_unit first)
{
  return first == HOL_UNIT_RADIANS ? HOL_UNIT_HERTZ : HOL_UNIT_RADIANS;
}

/** A number that bounds from above, to ten digits, not rounded down. */
static void print_upper(double x, double upper, char *cell)
{
  double unit = pow(10, floor(log10(x)) - 9), up = unit * ceil(x / unit * (1 - 1e-14));
  char number[HOL_CELL];
  hol_digits_print(up, up, fmax(up, upper), number);
  snprintf(cell, HOL_CELL, "<%.*s", HOL_CELL - 2, number);
}

/** A rate of growth in place of a frequency. */
static void row_fill_growth(row *line, const hol_mode *mode, bool only_upper)
{
  char number[HOL_CELL];
  double lower = mode->lower_growth, upper = mode->upper_growth;
  double deviation = isnan(upper) || isnan(lower) ? nan("") : fmax(upper - mode->growth, mode->growth - lower);
  snprintf(line->first, HOL_CELL, "grows");
  hol_digits_print(mode->growth, lower, upper, number);
  snprintf(line->second, HOL_CELL, "^%.*s", HOL_CELL - 2, number);
  if (mode->is_neutral) {
    snprintf(line->first, HOL_CELL, "neutral");
    snprintf(line->second, HOL_CELL, "0");
    snprintf(line->bounds, HOL_CELL, "<%.1e", 1.05 * upper);
  } else if (!isfinite(mode->growth)) {
    snprintf(line->second, HOL_CELL, "^>%.1e", lower);
    snprintf(line->bounds, HOL_CELL, "no upper");
  } else if (isnan(deviation)) {
    snprintf(line->bounds, HOL_CELL, "%s", only_upper ? "lower" : isnan(upper) ? "no upper" : "no lower");
  } else {
    snprintf(line->bounds, HOL_CELL, "%.1e", fmax(1.05 * deviation / mode->growth, error_least));
  }
  snprintf(line->multiplicity, HOL_CELL, "%zu%s", mode->multiplicity, mode->is_cluster ? "~" : "");
}

static void row_fill(row *line, const hol_mode *mode, bool only_upper, hol_frequency_unit unit)
{
  const hol_frequency_unit second = second_unit(unit);
  double deviation = deviation_of(mode);
  if (mode->growth > 0 || mode->is_neutral) {
    row_fill_growth(line, mode, only_upper);
    return;
  }
  print_frequency(mode, unit, line->first);
  print_frequency(mode, second, line->second);
  if (only_upper && mode->omega > 0) {
    print_upper(hol_unit_of(unit, mode->omega), hol_unit_of(unit, mode->upper), line->first);
    print_upper(hol_unit_of(second, mode->omega), hol_unit_of(second, mode->upper), line->second);
    snprintf(line->bounds, HOL_CELL, "upper");
  } else if (isnan(mode->lower)) {
    snprintf(line->bounds, HOL_CELL, "%s", isnan(mode->upper) ? "none" : "no lower");
  } else if (isnan(mode->upper)) {
    snprintf(line->bounds, HOL_CELL, "no upper");
  } else if (mode->lower == mode->upper) {
    snprintf(line->bounds, HOL_CELL, "exact");
  } else if (mode->omega > 0) {
    /* to two digits, not rounded down; what is less is rounding, which differs between processors */
    snprintf(line->bounds, HOL_CELL, "%.1e", fmax(1.05 * deviation / mode->omega, error_least));
  } else {
    snprintf(line->bounds, HOL_CELL, "<%.1e", 1.05 * mode->upper);
  }
  snprintf(line->multiplicity, HOL_CELL, "%zu%s", mode->multiplicity, mode->is_cluster ? "~" : "");
}

/** Shares of energy by parts, with room for those of one mode. */
typedef struct sharing {
  hol_groups groups;
  double *sum; /**< [groups] owned */
} sharing;

static hol_status sharing_make(const hol_problem *problem, sharing *all)
{
  HOL_TRY(hol_groups_make(problem, &all->groups));
  all->sum = hol_alloc(all->groups.count, sizeof *all->sum);
  return all->sum ? HOL_OK : HOL_MEMORY;
}

static void sharing_clear(sharing *all)
{
  hol_groups_clear(&all->groups);
  free(all->sum);
}

/** A part or a group and its share. */
typedef struct holder {
  const char *kind; /**< before the name of a kind; else empty */
  const char *name; /**< NULL: no share is known */
  double share;
} holder;

static void offer(holder *best, const char *kind, const char *name, double share)
{
  if (!isnan(share) && (!best->name || share > best->share)) {
    *best = (holder){kind, name, share};
  }
}

/** The part, or all copies of one, with the largest share of the energy; a copy that has more than half of it alone;
 *  where none has a tenth, the kind. */
static holder dominant(const hol_problem *problem, const sharing *all, const hol_mode *mode)
{
  static const double half = 0.501; /* rounding does not choose between two halves */
  holder best = {.kind = ""};
  if (!mode->energy) {
    return best;
  }
  hol_groups_sum(&all->groups, problem->part_count, mode->energy, all->sum);
  for (size_t i = 0; i < problem->part_count && !(best.share > half); i++) {
    offer(&best, "", problem->part[i].name, mode->energy[i]);
  }
  for (size_t i = 0; i < problem->part_count && !(best.share > half); i++) {
    if (hol_groups_is_copy(&problem->part[i])) {
      offer(&best, "", all->groups.name[all->groups.of[i]], all->sum[all->groups.of[i]]);
    }
  }
  for (size_t i = 0; i < problem->part_count && best.share < 0.1; i++) {
    if (!hol_groups_is_copy(&problem->part[i])) {
      offer(&best, "kind ", all->groups.name[all->groups.of[i]], all->sum[all->groups.of[i]]);
    }
  }
  return best;
}

static bool is_rigid(const hol_mode *mode)
{
  return mode->omega == 0.0 && !(mode->growth > 0) && !mode->is_neutral;
}

static void print_share(const holder *best, char *cell)
{
  double percent = 100 * best->share;
  snprintf(cell, HOL_CELL, percent < 0.5 ? "<1 %%" : "%.0f %%", percent);
}

/** Columns that a part or group takes with its share. */
static size_t holder_columns(const holder *best)
{
  char share[HOL_CELL];
  print_share(best, share);
  return strlen(best->kind) + hol_words_columns(best->name, strlen(best->name)) + 1 + strlen(share);
}

/** The part or group with most energy and its share, in what is left of the line. A name that does not fit stands
 *  below, whole. */
static void put_holder(hol_text *text, const holder *best, size_t columns)
{
  char share[HOL_CELL];
  size_t all = holder_columns(best);
  print_share(best, share);
  if (all <= columns) {
    hol_text_add(text, "%s", best->kind);
    (void)hol_words_add(text, best->name, strlen(best->name), columns);
    hol_text_add(text, " %s", share);
    return;
  }
  size_t used = all - 1 - strlen(share), blanks = used < HOL_COLUMNS ? HOL_COLUMNS - used : 0;
  hol_text_add(text, "%s of\n%*s%s", share, (int)blanks, "", best->kind);
  (void)hol_words_break(text, best->name, blanks + strlen(best->kind));
}

/** A line for modes first .. last, more than one of rigid-body modes alone. */
static void put_row(hol_text *text, const hol_problem *problem, const sharing *all, const hol_mode *first,
                    const hol_mode *last, const row *line, const column width[2])
{
  size_t start = text->size;
  char number[2 * HOL_CELL];
  snprintf(number, sizeof number, first < last ? "%zu-%zu" : "%zu", first->number, last->number);
  hol_text_add(text, "%5s", number);
  column_put(text, width[0], line->first);
  column_put(text, width[1], line->second);
  hol_text_add(text, "  %-8s  %5s %c ", line->bounds, line->multiplicity,
               first->reaction_free && problem->joint_count ? '*' : ' ');
  size_t used = text->size - start; /* so far one byte is one column */
  if (is_rigid(first)) {
    hol_text_add(text, "rigid-body mode%s", first < last ? "s" : "");
  } else {
    const holder best = dominant(problem, all, first);
    if (best.name) {
      put_holder(text, &best, used < HOL_COLUMNS ? HOL_COLUMNS - used : 0);
    } else {
      hol_text_add(text, "-");
    }
  }
  hol_text_put(text, "\n", 1);
}

/** The last of modes that are told in one line with this one: rigid-body modes of which the table would say the
 *  same. */
static size_t last_alike(const hol_result *result, const row *line, size_t i)
{
  const hol_mode *mode = result->mode;
  size_t last = i;
  while (is_rigid(&mode[i]) && last + 1 < result->mode_count && is_rigid(&mode[last + 1]) &&
         mode[last + 1].reaction_free == mode[i].reaction_free && strcmp(line[last + 1].bounds, line[i].bounds) == 0 &&
         strcmp(line[last + 1].first, line[i].first) == 0) {
    last++;
  }
  return last;
}

static bool may_hold_to_ground(const hol_joint *joint)
{
  return joint->kind == HOL_FIX || joint->kind == HOL_PIN || joint->kind == HOL_ROLLER ||
         joint->kind == HOL_CONSTRAINT || hol_joint_is_to_ground(joint);
}

/** Does any joint hold something to the ground? */
static bool has_ground(const hol_problem *problem)
{
  size_t j = 0;
  while (j < problem->joint_count && !may_hold_to_ground(&problem->joint[j])) {
    j++;
  }
  return j < problem->joint_count;
}

/** Explanations of the marks that occur. */
static void put_legend(hol_text *text, const hol_result *result)
{
  bool cluster = false, reaction_free = false, is_afloat = false, unproved = false, growing = false;
  for (size_t i = 0; i < result->mode_count; i++) {
    cluster = cluster || result->mode[i].is_cluster;
    reaction_free = reaction_free || (result->mode[i].reaction_free && result->problem->joint_count > 0);
    is_afloat = is_afloat || (is_rigid(&result->mode[i]) && !has_ground(result->problem));
    growing = growing || result->mode[i].growth > 0;
    unproved = unproved || (isnan(deviation_of(&result->mode[i])) && !result->only_upper);
  }
  if (result->only_upper) {
    hol_text_add(text, "    < before a number: an upper bound; how far it is off is not known\n");
  }
  if (growing) {
    hol_text_add(text, "    ^ before a number: the motion grows like exp(number x time), and does not oscillate\n");
  }
  if (reaction_free) {
    hol_text_add(text, "    * the joints exert no reaction in this mode\n");
  }
  if (is_afloat) {
    hol_text_add(text, "    rigid-body modes: the structure is not supported\n");
  }
  if (cluster) {
    hol_text_add(text, "    ~ after a multiplicity: so many frequencies, too close to be told apart\n");
  }
  if (unproved) {
    hol_text_add(text, "    ~ before a number: its digits are not certain, a bound is not known\n");
  }
}

/** So wide that names have room: as they are by themselves, or narrow. */
static void fit_columns(const hol_result *result, const sharing *all, column width[2])
{
  enum { OTHERS = 29 }; /* columns of a line that are not those of two numbers */
  size_t needed = 0;
  for (size_t i = 0; i < result->mode_count; i++) {
    const holder best = dominant(result->problem, all, &result->mode[i]);
    size_t columns = best.name && !is_rigid(&result->mode[i]) ? holder_columns(&best) : 0;
    needed = columns > needed ? columns : needed;
  }
  bool is_narrow = needed + OTHERS + (size_t)2 * NUMBER_WIDTH > HOL_COLUMNS;
  column_limit(&width[0], is_narrow ? NARROW : NUMBER_WIDTH);
  column_limit(&width[1], is_narrow ? NARROW - 1 : NUMBER_WIDTH);
}

static void put_head_of_rows(hol_text *text, const column width[2], hol_frequency_unit unit)
{
  static const char *const first[HOL_UNITS] = {"frequency in Hz", "frequency, rpm", "frequency rad/s"};
  static const char *const second[HOL_UNITS] = {"in rad/s    ", "in rad/s    ", "in Hz    "};
  bool has_room = column_width(width[0]) > NARROW;
  hol_text_add(text, "\n%5s  %*s%s  %*s  %-8s  %5s   %s\n", "mode", (int)(column_width(width[0]) - has_room),
               first[unit], has_room ? " " : "", (int)column_width(width[1]), second[unit], "error <=", "mult.",
               "most energy in");
}

static void put_rows(hol_text *text, const hol_result *result, hol_frequency_unit unit, const sharing *all, row *line)
{
  column width[2] = {{0, 0}, {0, 0}};
  for (size_t i = 0; i < result->mode_count; i++) {
    row_fill(&line[i], &result->mode[i], result->only_upper, unit);
    column_widen(&width[0], line[i].first);
    column_widen(&width[1], line[i].second);
  }
  fit_columns(result, all, width);
  put_head_of_rows(text, width, unit);
  for (size_t i = 0, last; i < result->mode_count; i = last + 1) {
    last = last_alike(result, line, i);
    put_row(text, result->problem, all, &result->mode[i], &result->mode[last], &line[i], width);
  }
  put_legend(text, result);
  hol_text_put(text, "\n", 1);
}

static hol_status put_modes(hol_text *text, const hol_result *result, hol_frequency_unit unit)
{
  sharing all = {0};
  row *line = hol_alloc(result->mode_count, sizeof *line);
  hol_status status = line ? sharing_make(result->problem, &all) : HOL_MEMORY;
  if (status == HOL_OK && result->mode_count > 0) {
    put_rows(text, result, unit, &all, line);
  } else if (status == HOL_OK) {
    hol_text_put(text, "\n", 1);
  }
  sharing_clear(&all);
  free(line);
  return status;
}

/* ------------------------------------------------------------------------------------------------ around them */

/** Derivatives by the parameters asked for, four to a block so that a line fits into 80 columns. */
static void put_sensitivities(hol_text *text, const hol_result *result)
{
  enum { BLOCK = 4 };
  const hol_analysis *asked = &result->problem->analysis;
  for (size_t first = 0; first < asked->sensitivity_count; first += BLOCK) {
    size_t last = first + BLOCK < asked->sensitivity_count ? first + BLOCK : asked->sensitivity_count;
    hol_text names = {0};
    for (size_t i = first; i < last; i++) {
      hol_text_add(&names, "%s%s (SI)", i > first ? ", " : "", result->problem->parameter[asked->sensitivity[i]].name);
    }
    text->failed = text->failed || names.failed;
    hol_text_put(text, "\n", 1);
    put_wrapped(text, " mode   change of rad/s with ", names.data);
    hol_text_clear(&names);
    for (size_t m = 0; m < result->mode_count; m++) {
      hol_text_add(text, "%5zu", result->mode[m].number);
      for (size_t i = first; i < last; i++) {
        const hol_mode *mode = &result->mode[m];
        double slope = mode->sensitivity ? mode->sensitivity[i] : 0.0;
        if (isnan(slope)) {
          hol_text_add(text, "  %16s", "withheld");
        } else {
          hol_text_add(text, "  %16.9g", slope);
        }
      }
      hol_text_add(text, "\n");
    }
  }
}

static void put_head(hol_text *text, const hol_result *result, const hol_output_source *source)
{
  const char *title = result->problem->title;
  put_wrapped(text, "", title && *title ? title : source->file);
  put_wrapped(text, "theory: ", result->theory);
  put_wrapped(text, "compliance: ", result->compliance);
}

/** The redundant ones of the constraints, by name. */
static void put_constraints(hol_text *text, const hol_result *result)
{
  size_t redundant = 0;
  for (size_t i = 0; i < result->constraint_count; i++) {
    redundant += result->constraint[i].redundant ? 1 : 0;
  }
  if (redundant == 0) {
    return;
  }
  hol_text_add(text, "%zu of %zu constraints %s redundant, without effect:\n", redundant, result->constraint_count,
               redundant == 1 ? "is" : "are");
  size_t shown = 0;
  for (size_t i = 0; i < result->constraint_count && shown < REDUNDANT_SHOWN; i++) {
    const hol_constraint *constraint = &result->constraint[i];
    if (constraint->redundant) {
      hol_text words = {0};
      hol_text_add(&words, "%s, %s", constraint->name ? constraint->name : "",
                   constraint->component ? constraint->component : "");
      if (constraint->depends_on) {
        hol_text_add(&words, ": follows from %s", constraint->depends_on);
      }
      text->failed = text->failed || words.failed;
      put_wrapped(text, "  - ", words.data);
      hol_text_clear(&words);
      shown++;
    }
  }
  if (redundant > shown) {
    hol_text_add(text, "  and %zu more\n", redundant - shown);
  }
}

/** A coordinate that is nothing but rounding beside the others is shown as 0. */
static double rounded(double x, double scale)
{
  return fabs(x) <= 1e-14 * scale ? 0.0 : x;
}

static void put_mass(hol_text *text, const hol_result *result)
{
  static const char *const name[] = {"Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"};

  bool plane = result->problem->dimensions == 2;
  const double *centre = result->centre, *inertia = result->inertia;
  hol_text words = {0};
  hol_text_add(&words, "%.6g kg", result->mass);
  if (result->mass > 0) {
    double size = hol_largest(3, centre), moment = hol_largest(6, inertia);
    hol_text_add(&words, "; centre (%.6g, %.6g", rounded(centre[0], size), rounded(centre[1], size));
    if (!plane) {
      hol_text_add(&words, ", %.6g", rounded(centre[2], size));
    }
    hol_text_add(&words, ") m;");
    for (size_t i = plane ? 2 : 0; i < (plane ? 3 : 6); i++) {
      hol_text_add(&words, "%s %s = %.6g", plane || i == 0 ? "" : ",", name[i], rounded(inertia[i], moment));
    }
    hol_text_add(&words, " kg m^2 about the centre");
  }
  text->failed = text->failed || words.failed;
  put_wrapped(text, "mass: ", words.data);
  hol_text_clear(&words);
}

static size_t modes_without_bounds(const hol_result *result)
{
  size_t count = 0;
  for (size_t i = 0; i < result->mode_count; i++) {
    count += isnan(deviation_of(&result->mode[i])) ? 1 : 0;
  }
  return count;
}

/** What counting proves of the list. */
static void put_proof(hol_text *words, const hol_result *result, hol_frequency_unit unit)
{
  const hol_analysis *analysis = &result->problem->analysis;
  if (result->mode_count == 0 && analysis->frequencies == HOL_FREQUENCIES_NONE && !result->exhausted) {
    hol_text_add(words, "no natural frequency was requested");
    return;
  }
  hol_text_add(words, "counting proves that ");
  if (result->exhausted && result->mode_count > 0) {
    hol_text_add(words, "the structure has no other natural frequencies");
  } else if (analysis->frequencies == HOL_FREQUENCIES_BELOW) {
    hol_text_add(words, "there is no other natural frequency below %.10g %s", hol_unit_of(unit, analysis->to),
                 hol_unit_name[unit]);
  } else if (analysis->frequencies == HOL_FREQUENCIES_RANGE) {
    hol_text_add(words, "there is no other natural frequency from %.10g %s to %.10g %s",
                 hol_unit_of(unit, analysis->from), hol_unit_name[unit], hol_unit_of(unit, analysis->to),
                 hol_unit_name[unit]);
  } else if (result->mode_count > 0) {
    hol_text_add(words, "there is no other natural frequency up to that of mode %zu",
                 result->mode[result->mode_count - 1].number);
  } else {
    hol_text_add(words, "the structure has no natural frequency");
  }
}

/** What remains open although counting proves the list. */
static void put_open(hol_text *words, const hol_result *result)
{
  size_t open = modes_without_bounds(result);
  if (result->growing) {
    return;
  }
  if (open > 0) {
    hol_text_add(words, ", but %zu of the frequencies %s without proved bounds", open, open == 1 ? "is" : "are");
  } else {
    hol_text_add(words, ", but not every request could be decided");
  }
}

/** The last line: is the list proved complete, and what follows if not. */
static void put_verdict(hol_text *text, const hol_result *result, hol_frequency_unit unit)
{
  hol_text words = {0};
  if (result->growing) {
    hol_text_add(&words, "the structure is unstable, %zu motion%s instead of oscillating; ", result->growing,
                 result->growing == 1 ? " grows" : "s grow");
  }
  if (result->count_proved) {
    put_proof(&words, result, unit);
  } else if (result->only_upper) {
    hol_text_add(&words, "these are upper bounds of as many frequencies; it is not known how far below they lie");
  } else {
    hol_text_add(&words, "it is not proved that no frequency is missing");
  }
  if (!result->complete) {
    if (result->count_proved) {
      put_open(&words, result);
    }
    hol_text_add(&words, " (exit status %d)", HOL_INCOMPLETE);
  }
  text->failed = text->failed || words.failed;
  put_wrapped(text, result->complete ? "Complete: " : "Not complete: ", words.data);
  hol_text_clear(&words);
}

hol_status hol_output_table(const hol_result *result, const hol_output_source *source, hol_text *text)
{
  assert(result->problem);
  put_head(text, result, source);
  HOL_TRY(put_modes(text, result, source->unit));
  put_sensitivities(text, result);
  hol_effective_table(result, text);
  put_constraints(text, result);
  put_mass(text, result);
  for (size_t i = 0; i < result->note_count; i++) {
    put_wrapped(text, "note: ", result->note[i]);
  }
  put_verdict(text, result, source->unit);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
