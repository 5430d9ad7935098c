/* JSON is written directly rather than built as a tree first: a result can have millions of numbers, and nothing has to
   be looked up in it. */
#include "base/memory.h"
#include "holonome/holonome.h"
#include "output/nonlinear.h"
#include "output/number.h"
#include "output/words.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Add a JSON string; bytes that are not UTF-8 become U+FFFD. NULL is null. */
static void put_string(hol_text *text, const char *string)
{
  if (!string) {
    hol_text_add(text, "null");
    return;
  }
  size_t size = strlen(string);
  hol_text_put(text, "\"", 1);
  for (size_t i = 0; i < size;) {
    uint32_t character;
    size_t length = hol_words_next(string + i, size - i, &character);
    if (character == HOL_NO_CHARACTER) {
      hol_text_add(text, "\\ufffd");
    } else if (character == '"' || character == '\\') {
      hol_text_add(text, "\\%c", (char)character);
    } else if (character == '\n') {
      hol_text_add(text, "\\n");
    } else if (character < 0x20 || character == 0x7f) {
      hol_text_add(text, "\\u%04x", (unsigned)character);
    } else {
      hol_text_put(text, string + i, length);
    }
    i += length;
  }
  hol_text_put(text, "\"", 1);
}

static void put_number(hol_text *text, double x)
{
  hol_number_add(text, x, "null");
}

static void put_numbers(hol_text *text, const double *x, size_t count)
{
  hol_text_put(text, "[", 1);
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) {
      hol_text_put(text, ", ", 2);
    }
    put_number(text, x[i]);
  }
  hol_text_put(text, "]", 1);
}

static const char *truth(bool value)
{
  return value ? "true" : "false";
}

/* ------------------------------------------------------------------------------------------------ keys */

/** Object keys, written out once and used in every mode: `"name": `. */
typedef struct keys {
  hol_text *key; /**< [count] */
  size_t count;
} keys;

static void keys_clear(keys *all)
{
  for (size_t i = 0; all->key && i < all->count; ++i) {
    hol_text_clear(&all->key[i]);
  }
  free(all->key);
  *all = (keys){0};
}

typedef struct named {
  const char *name;
  size_t index;
} named;

static int by_name(const void *a, const void *b)
{
  const named *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static int by_name_alone(const void *key, const void *item)
{
  return strcmp(((const named *)key)->name, ((const named *)item)->name);
}

/** Make the keys. Joints may share a name (two springs between the same points); in a JSON object each must have its
 *  own, so a second one is called `name (2)`. Sorts `sorted`, [count] names in their order. */
static hol_status keys_make(keys *all, named *sorted, size_t count)
{
  all->key = hol_alloc(count, sizeof *all->key);
  if (!all->key) {
    return HOL_MEMORY;
  }
  all->count = count;
  qsort(sorted, count, sizeof *sorted, by_name);
  hol_text other = {0};
  bool failed = false;
  for (size_t i = 0, number = 1; i < count; ++i) {
    hol_text *key = &all->key[sorted[i].index];
    const char *name = sorted[i].name;
    bool is_second = i > 0 && strcmp(name, sorted[i - 1].name) == 0;
    number = is_second ? number : 1;
    while (is_second) {
      other.size = 0;
      hol_text_add(&other, "%s (%zu)", name, ++number);
      named wanted = {other.failed ? "" : other.data, 0};
      is_second = !other.failed && bsearch(&wanted, sorted, count, sizeof *sorted, by_name_alone);
      name = wanted.name;
    }
    put_string(key, name);
    hol_text_add(key, ": ");
    failed = failed || key->failed || other.failed;
  }
  hol_text_clear(&other);
  return failed ? HOL_MEMORY : HOL_OK;
}

static const char *part_name(const hol_problem *problem, size_t i)
{
  return problem->part[i].name;
}

static const char *joint_name(const hol_problem *problem, size_t i)
{
  return problem->joint[i].name;
}

static hol_status keys_of(keys *all, const hol_problem *problem, size_t count,
                          const char *(*name)(const hol_problem *, size_t))
{
  named *sorted = hol_alloc(count, sizeof *sorted);
  for (size_t i = 0; sorted && i < count; ++i) {
    const char *given = name(problem, i);
    sorted[i] = (named){given ? given : "", i};
  }
  hol_status status = sorted ? keys_make(all, sorted, count) : HOL_MEMORY;
  free(sorted);
  return status;
}

/** Add the i-th key of an object, after a comma unless it is the first. */
static void put_key(hol_text *text, const keys *all, size_t i, bool is_first)
{
  if (!is_first) {
    hol_text_put(text, ", ", 2);
  }
  hol_text_put(text, all->key[i].data, all->key[i].size);
}

/* ------------------------------------------------------------------------------------------------ modes */

static void put_energy(hol_text *text, const keys *parts, const double *share)
{
  hol_text_add(text, ", \"energy\": {");
  for (size_t i = 0; share && i < parts->count; ++i) {
    put_key(text, parts, i, i == 0);
    put_number(text, share[i]);
  }
  hol_text_put(text, "}", 1);
}

static void put_reactions(hol_text *text, const keys *joints, const hol_reaction *reaction)
{
  hol_text_add(text, ", \"reactions\": {");
  for (size_t i = 0; reaction && i < joints->count; ++i) {
    put_key(text, joints, i, i == 0);
    put_numbers(text, reaction[i].value, reaction[i].count);
  }
  hol_text_put(text, "}", 1);
}

/** `{"at": [[x, y, z], ...]`: where a part of any form is sampled. */
static void put_places(hol_text *text, const hol_shape *shape)
{
  hol_text_add(text, "{\"at\": [");
  for (size_t i = 0; i < shape->points; ++i) {
    hol_text_add(text, i == 0 ? "" : ", ");
    put_numbers(text, shape->at[i], 3);
  }
  hol_text_put(text, "]", 1);
}

static void put_shapes(hol_text *text, const keys *parts, const hol_shape *shape)
{
  hol_text_add(text, ", \"shapes\": {");
  for (size_t i = 0; i < parts->count; ++i) {
    put_key(text, parts, i, i == 0);
    if (shape[i].at) {
      put_places(text, &shape[i]);
    } else {
      hol_text_add(text, "{\"s\": ");
      put_numbers(text, shape[i].s, shape[i].s ? shape[i].points : 0);
    }
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; ++f) {
      if (shape[i].value[f]) {
        hol_text_add(text, ", \"%s\": ", hol_freedom_name[f]);
        put_numbers(text, shape[i].value[f], shape[i].points);
      }
    }
    hol_text_put(text, "}", 1);
  }
  hol_text_put(text, "}", 1);
}

/** Names of parameters are plain words: nothing in them needs escaping. */
static void put_sensitivities(hol_text *text, const hol_problem *problem, const double *slope)
{
  hol_text_add(text, ", \"sensitivities\": {");
  for (size_t i = 0; i < problem->analysis.sensitivity_count; ++i) {
    hol_text_add(text, "%s\"%s\": ", i ? ", " : "", problem->parameter[problem->analysis.sensitivity[i]].name);
    put_number(text, slope[i]);
  }
  hol_text_put(text, "}", 1);
}

/** Rate of a motion that grows, or may. */
static void put_growth(hol_text *text, const hol_mode *mode)
{
  if (mode->growth > 0 || mode->is_neutral) {
    hol_text_add(text, ", \"growth\": ");
    put_number(text, mode->growth);
    hol_text_add(text, ", \"lower_growth\": ");
    put_number(text, mode->lower_growth);
    hol_text_add(text, ", \"upper_growth\": ");
    put_number(text, mode->upper_growth);
  }
}

static void put_mode(hol_text *text, const hol_problem *problem, const hol_mode *mode, const keys *parts,
                     const keys *joints)
{
  const struct {
    const char *key;
    double value;
  } number[] = {{", \"omega\": ", mode->omega},
                {", \"hertz\": ", hol_number_hertz(mode->omega)},
                {", \"lower\": ", mode->lower},
                {", \"upper\": ", mode->upper}};
  hol_text_add(text, "{\"number\": %zu", mode->number);
  for (size_t i = 0; i < sizeof number / sizeof number[0]; ++i) {
    hol_text_add(text, "%s", number[i].key);
    put_number(text, number[i].value);
  }
  put_growth(text, mode);
  hol_text_add(text,
               ", \"multiplicity\": %zu, \"cluster\": %s, \"reaction_free\": %s, \"modal_mass\": ", mode->multiplicity,
               truth(mode->is_cluster), truth(mode->reaction_free));
  put_number(text, mode->modal_mass);
  put_energy(text, parts, mode->energy);
  put_reactions(text, joints, mode->reaction);
  hol_text_add(text, ", \"residual\": ");
  put_number(text, mode->residual);
  hol_text_add(text, ", \"count_below\": %zu, \"count_above\": %zu, \"pencil_omega\": ", mode->count_below,
               mode->count_above);
  put_number(text, mode->pencil_omega);
  if (mode->sensitivity) {
    put_sensitivities(text, problem, mode->sensitivity);
  }
  if (mode->shape) {
    put_shapes(text, parts, mode->shape);
  }
  hol_text_put(text, "}", 1);
}

/** `"modes": [...]`, one line per mode. */
static hol_status put_modes(hol_text *text, const hol_result *result, const keys *parts, const keys *joints)
{
  hol_text_add(text, "  \"modes\": [");
  for (size_t i = 0; i < result->mode_count && !text->failed; ++i) {
    hol_text_add(text, i == 0 ? "\n    " : ",\n    ");
    put_mode(text, result->problem, &result->mode[i], parts, joints);
  }
  hol_text_add(text, result->mode_count ? "\n  ],\n" : "],\n");
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ the rest */

/** What every result begins with: the program and the problem. The object is left open. */
static void put_head(hol_text *text, const hol_problem *problem, const hol_output_source *source)
{
  hol_text_add(text, "{\n  \"schema\": {\"name\": \"holonome-result\", \"version\": 1},\n");
  hol_text_add(text,
               "  \"program\": \"holonome\",\n  \"version\": \"%s\",\n  \"problem\": {\"title\": ", HOLONOME_VERSION);
  put_string(text, problem->title);
  hol_text_add(text, ", \"file\": ");
  put_string(text, source->file);
  hol_text_add(text, ", \"sha256\": ");
  put_string(text, problem->sha256);
  for (size_t i = 0; i < problem->file_count; ++i) {
    hol_text_add(text, i == 0 ? ", \"files\": [{\"file\": " : ", {\"file\": ");
    put_string(text, problem->file[i].name);
    hol_text_add(text, ", \"sha256\": \"%s\"}", problem->file[i].sha256);
  }
  hol_text_add(text, problem->file_count ? "], \"parameters\": {" : ", \"parameters\": {");
  for (size_t i = 0; i < problem->parameter_count; ++i) {
    hol_text_add(text, i == 0 ? "" : ", ");
    put_string(text, problem->parameter[i].name);
    hol_text_add(text, ": ");
    put_number(text, problem->parameter[i].value);
  }
  hol_text_add(text, "}},\n");
}

static void put_theory(hol_text *text, const hol_result *result)
{
  hol_text_add(text, "  \"theory\": ");
  put_string(text, result->theory);
  hol_text_add(text, ",\n  \"compliance\": ");
  put_string(text, result->compliance);
  hol_text_add(text, ",\n");
}

static void put_constraints(hol_text *text, const hol_result *result)
{
  hol_text_add(text, "  \"constraints\": [");
  for (size_t i = 0; i < result->constraint_count; ++i) {
    const hol_constraint *constraint = &result->constraint[i];
    hol_text_add(text, i == 0 ? "\n    {\"name\": " : ",\n    {\"name\": ");
    put_string(text, constraint->name);
    hol_text_add(text, ", \"component\": ");
    put_string(text, constraint->component);
    hol_text_add(text, ", \"redundant\": %s", truth(constraint->redundant));
    if (constraint->redundant) {
      hol_text_add(text, ", \"depends_on\": ");
      put_string(text, constraint->depends_on);
    }
    hol_text_put(text, "}", 1);
  }
  hol_text_add(text, result->constraint_count ? "\n  ],\n" : "],\n");
}

static void put_mass(hol_text *text, const hol_result *result)
{
  const double *j = result->inertia; /* xx yy zz xy xz yz */
  const double row[3][3] = {{j[0], j[3], j[4]}, {j[3], j[1], j[5]}, {j[4], j[5], j[2]}};
  hol_text_add(text, "  \"mass\": {\"total\": ");
  put_number(text, result->mass);
  hol_text_add(text, ", \"centre\": ");
  put_numbers(text, result->centre, 3);
  hol_text_add(text, ", \"inertia\": [");
  for (size_t i = 0; i < 3; ++i) {
    hol_text_add(text, i == 0 ? "" : ", ");
    put_numbers(text, row[i], 3);
  }
  hol_text_add(text, "]},\n");
}

static void put_tail(hol_text *text, const hol_result *result)
{
  hol_text_add(text, "  \"growing\": %zu,\n  \"neutral\": %zu,\n", result->growing, result->neutral);
  hol_text_add(text, "  \"rigid_modes\": %zu,\n  \"complete\": %s,\n  \"count_proved\": %s,\n  \"exhausted\": %s,\n",
               result->rigid_modes, truth(result->complete), truth(result->count_proved), truth(result->exhausted));
  put_mass(text, result);
  hol_text_add(text, "  \"unknowns\": %zu,\n  \"notes\": [", result->unknowns);
  for (size_t i = 0; i < result->note_count; ++i) {
    hol_text_add(text, i == 0 ? "" : ", ");
    put_string(text, result->note[i]);
  }
  hol_text_add(text, "],\n  \"timing\": {\"model\": ");
  put_number(text, result->seconds_model);
  hol_text_add(text, ", \"solve\": ");
  put_number(text, result->seconds_solve);
  hol_text_add(text, ", \"evaluations\": [");
  for (size_t r = 0; r < result->rank_count; ++r) {
    hol_text_add(text, r == 0 ? "%zu" : ", %zu", result->effort[r].evaluations);
  }
  hol_text_add(text, "], \"processor\": [");
  for (size_t r = 0; r < result->rank_count; ++r) {
    hol_text_add(text, r == 0 ? "" : ", ");
    put_number(text, result->effort[r].seconds);
  }
  hol_text_add(text, "]}\n}\n");
}

hol_status hol_output_json(const hol_result *result, const hol_output_source *source, hol_text *text)
{
  assert(result->problem);
  const hol_problem *problem = result->problem;
  keys parts = {0}, joints = {0};
  hol_status status = keys_of(&parts, problem, problem->part_count, part_name);
  if (status == HOL_OK) {
    status = keys_of(&joints, problem, problem->joint_count, joint_name);
  }
  if (status == HOL_OK) {
    put_head(text, problem, source);
    put_theory(text, result);
    put_constraints(text, result);
    status = put_modes(text, result, &parts, &joints);
    put_tail(text, result);
  }
  keys_clear(&joints);
  keys_clear(&parts);
  return status == HOL_OK && text->failed ? HOL_MEMORY : status;
}

hol_status hol_output_json_failure(const hol_problem *problem, const hol_output_source *source, hol_status failure,
                                   hol_text *text)
{
  put_head(text, problem, source);
  hol_text_add(text, "  \"complete\": false,\n  \"error\": ");
  put_string(text, hol_status_text(failure));
  hol_text_add(text, "\n}\n");
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ sweeps */

/** A list of rows, one per point. */
static void put_rows(hol_text *text, const char *name, const double *x, size_t rows, size_t columns)
{
  hol_text_add(text, "    \"%s\": [", name);
  for (size_t i = 0; i < rows; ++i) {
    hol_text_add(text, i == 0 ? "\n      " : ",\n      ");
    put_numbers(text, x + i * columns, columns);
  }
  hol_text_add(text, rows ? "\n    ],\n" : "],\n");
}

static void put_branches(hol_text *text, const hol_sweep *sweep)
{
  hol_text_add(text, "    \"branch\": [");
  for (size_t i = 0; i < sweep->points; ++i) {
    hol_text_add(text, i == 0 ? "\n      [" : ",\n      [");
    for (size_t c = 0; c < sweep->columns; ++c) {
      hol_text_add(text, "%s%zu", c == 0 ? "" : ", ", sweep->branch[i * sweep->columns + c]);
    }
    hol_text_put(text, "]", 1);
  }
  hol_text_add(text, "\n    ],\n    \"events\": [");
  for (size_t e = 0; e < sweep->event_count; ++e) {
    const hol_sweep_event *event = &sweep->event[e];
    hol_text_add(text, "%s      {\"kind\": \"%s\", \"point\": %zu, \"parameter\": ", e == 0 ? "\n" : ",\n",
                 hol_sweep_event_name(event->kind), event->point);
    put_string(text, sweep->axis[event->axis].name);
    hol_text_add(text, ", \"at\": ");
    put_number(text, event->at);
    hol_text_add(text, ", \"number\": %zu, \"branches\": [%zu, %zu], \"omega\": ", event->number, event->branch[0],
                 event->branch[1]);
    put_number(text, event->omega);
    hol_text_add(text, ", \"gap\": ");
    put_number(text, event->gap);
    hol_text_put(text, "}", 1);
  }
  hol_text_add(text, sweep->event_count ? "\n    ],\n" : "],\n");
}

static void put_statistics(hol_text *text, const hol_sweep *sweep)
{
  hol_text_add(text, "    \"probability\": ");
  put_numbers(text, hol_sweep_probability, HOL_SWEEP_QUANTILES);
  hol_text_add(text, ",\n    \"statistics\": [");
  for (size_t c = 0; c < sweep->columns; ++c) {
    const hol_sweep_statistics *s = &sweep->statistics[c];
    hol_text_add(text, "%s      {\"number\": %zu, \"count\": %zu, \"mean\": ", c == 0 ? "\n" : ",\n", sweep->first + c,
                 s->count);
    put_number(text, s->mean);
    hol_text_add(text, ", \"deviation\": ");
    put_number(text, s->deviation);
    hol_text_add(text, ", \"least\": ");
    put_number(text, s->least);
    hol_text_add(text, ", \"greatest\": ");
    put_number(text, s->greatest);
    hol_text_add(text, ", \"quantiles\": ");
    put_numbers(text, s->quantile, HOL_SWEEP_QUANTILES);
    hol_text_put(text, "}", 1);
  }
  hol_text_add(text, sweep->columns ? "\n    ],\n" : "],\n");
}

static void put_sweep_parameters(hol_text *text, const hol_sweep *sweep)
{
  hol_text_add(text, "    \"parameters\": [");
  for (size_t a = 0; a < sweep->axis_count; ++a) {
    hol_text_add(text, a == 0 ? "{\"name\": " : ", {\"name\": ");
    put_string(text, sweep->axis[a].name);
    hol_text_add(text, ", \"unit\": ");
    put_string(text, sweep->axis[a].unit);
    hol_text_put(text, "}", 1);
  }
  hol_text_add(text, "],\n    \"points\": %zu,\n    \"first\": %zu,\n    \"modes\": %zu,\n    \"status\": [",
               sweep->points, sweep->first, sweep->columns);
  for (size_t i = 0; i < sweep->points; ++i) {
    hol_text_add(text, i == 0 ? "%d" : ", %d", (int)sweep->status[i]);
  }
  hol_text_add(text, "],\n");
}

hol_status hol_output_sweep_json(const hol_sweep *sweep, const hol_problem *problem, const hol_output_source *source,
                                 hol_text *text)
{
  put_head(text, problem, source);
  hol_text_add(text, "  \"compliance\": ");
  put_string(text, sweep->compliance);
  hol_text_add(text, ",\n  \"sweep\": {\n");
  if (sweep->is_random) {
    hol_text_add(text, "    \"seed\": %llu,\n", (unsigned long long)sweep->seed);
  }
  put_sweep_parameters(text, sweep);
  put_rows(text, "values", sweep->parameter, sweep->points, sweep->axis_count);
  if (sweep->branch) {
    put_branches(text, sweep);
  }
  if (sweep->statistics) {
    put_statistics(text, sweep);
  }
  put_rows(text, "growth", sweep->growth, sweep->points, sweep->columns);
  put_rows(text, "lower", sweep->lower, sweep->points, sweep->columns);
  put_rows(text, "upper", sweep->upper, sweep->points, sweep->columns);
  put_rows(text, "omega", sweep->omega, sweep->points, sweep->columns);
  hol_text_add(text, "    \"unstable\": %zu,\n", sweep->unstable);
  hol_text_add(text, "    \"solved\": %zu\n  },\n  \"complete\": %s,\n  \"timing\": {\"solve\": ", sweep->solved,
               truth(sweep->solved == sweep->points));
  put_number(text, sweep->seconds);
  hol_text_add(text, "}\n}\n");
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ steady motions */

hol_status hol_output_nonlinear_json(const hol_nonlinear_result *result, const hol_problem *problem,
                                     const hol_output_source *source, hol_text *text)
{
  put_head(text, problem, source);
  hol_text_add(text, "  \"nonlinear\": ");
  HOL_TRY(hol_nonlinear_json(result, text));
  hol_text_add(text, ",\n  \"complete\": %s\n}\n", truth(result->complete));
  return text->failed ? HOL_MEMORY : HOL_OK;
}
