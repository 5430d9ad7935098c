/* SPDX-License-Identifier: BSD-3-Clause */
/* Words of a result: theory, compliances, notes and faults; check by the linear pencil; is the list complete? */
#include "modes/analysis.h"
#include "modes/run.h"
#include "base/memory.h"
#include "spectrum/pencil.h"
#include "model/geometry.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Largest pencil that is solved beside the determinant as a check of every run. */
enum { PENCIL_MOST = 300 };

hol_status hol_run_note(hol_result *result, char *text)
{
  size_t capacity = result->note_count;
  if (!text || !hol_grow(&result->note, &capacity, result->note_count + 1, sizeof *result->note)) {
    free(text);
    return HOL_MEMORY;
  }
  result->note[result->note_count++] = text;
  return HOL_OK;
}

/** Words so far, each once, in order. */
typedef struct vocabulary {
  hol_word *word; /**< [count] */
  size_t count, capacity;
} vocabulary;

static hol_status describe_computed(vocabulary *all, hol_word word)
{
  size_t at = 0;
  while (at < all->count && all->word[at].place <= word.place) {
    if (strcmp(all->word[at++].text, word.text) == 0) {
      return HOL_OK;
    }
  }
  if (!hol_grow(&all->word, &all->capacity, all->count + 1, sizeof *all->word)) {
    return HOL_MEMORY;
  }
  memmove(all->word + at + 1, all->word + at, (all->count++ - at) * sizeof *all->word);
  all->word[at] = word;
  return HOL_OK;
}

static hol_status describe_computed_part(const hol_model *model, vocabulary *all)
{
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    hol_word word[HOL_WORDS] = {{HOL_WORD_OTHER, m->class->theory}};
    size_t count = m->class->words ? m->class->words(m->of, word) : 1;
    for (size_t k = 0; k < count; k++) {
      HOL_TRY(describe_computed(all, word[k]));
    }
  }
  return HOL_OK;
}

/** NULL if memory is out. */
static char *theory_of(const hol_model *model)
{
  vocabulary all = {0};
  hol_status status = describe_computed_part(model, &all);
  char *text = status == HOL_OK ? hol_format("%s", model->member_count ? "" : "rigid bodies") : NULL;
  for (size_t w = 0; w < all.count && text; w++) {
    char *longer = hol_format("%s%s%s", text, *text ? ", " : "", all.word[w].text);
    free(text);
    text = longer;
  }
  free(all.word);
  return text;
}

hol_status hol_run_describe(hol_run *run)
{
  bool is_discrete = false;
  for (size_t i = 0; i < run->model.member_count; i++) {
    is_discrete |= run->model.member[i].class->is_discrete;
  }
  char *text = run->result->theory = theory_of(&run->model);
  size_t N = run->system.model ? run->system.modes : run->problem->analysis.modes;
  size_t order = run->system.model ? run->system.order : run->problem->analysis.order;
  double error = run->result->computed = run->system.error;
  hol_reactions_kind reactions = run->model.exact ? HOL_REACTIONS_NONE : run->problem->analysis.reactions;
  char *compliance = reactions != HOL_REACTIONS_NONE ? hol_format("%s", hol_reactions_text(reactions))
                     : run->model.exact && error > 0 ? hol_format("exact, computed parts to %.1g", error)
                     : run->model.exact
                         ? hol_format("exact%s", is_discrete ? " (to the matrices of imported parts)" : "")
                     : order > 1 ? hol_format("%zu modes of each motion dynamic, remainder of order %zu", N, order)
                                 : hol_format("%zu modes of each motion dynamic, the rest quasistatic", N);
  run->result->compliance = compliance;
  return text && run->result->compliance ? HOL_OK : HOL_MEMORY;
}

hol_status hol_run_report_model(hol_run *run)
{
  hol_result *result = run->result;
  hol_model *model = &run->model;
  hol_layout *layout = model->own_layout;
  hol_model_mass_properties(model, &result->mass, result->centre, result->inertia);
  result->constraint = layout->constraint;
  result->constraint_count = layout->constraint_count;
  result->spring = layout->spring;
  result->spring_count = layout->spring_count;
  result->component = layout->component;
  result->component_count = layout->component_count;
  result->rigid_modes = model->zero_count;
  if (run->problem->output_shapes && !run->only_frequencies) {
    result->geometry = hol_alloc(1, sizeof *result->geometry);
    HOL_TRY(result->geometry ? hol_geometry_make(model, result->geometry) : HOL_MEMORY);
  }
  for (size_t i = 0; i < layout->note_count; i++) {
    char *text = layout->note[i];
    layout->note[i] = NULL;
    HOL_TRY(hol_run_note(result, text));
  }
  return HOL_OK;
}

static hol_status remark_contradiction(const hol_contradiction *c, hol_place place, hol_faults *faults)
{
  static const char hint[] = "compliances of its parts contradict each other: nothing is proved, so nothing is given";
  if (c->kind == HOL_COUNT_NEGATIVE) {
    hol_faults_add(faults, true, place, hint,
                   "frequencies cannot be counted: below lambda = %.6g rad^2/s^2 there would be "
                   "fewer than none",
                   c->at);
  } else if (c->kind == HOL_COUNT_FALLS) {
    hol_faults_add(faults, true, place, hint,
                   "frequencies cannot be counted: their number falls from %zu at lambda = %.6g "
                   "rad^2/s^2 to %zu at %.6g",
                   c->before, c->from, c->count, c->at);
  } else if (c->kind == HOL_COUNT_STAYS) {
    hol_faults_add(faults, true, place, hint,
                   "frequencies cannot be counted: %zu motions have no energy, but %zu "
                   "frequencies stay below every lambda",
                   c->before, c->count);
  }
  return HOL_NUMERICAL;
}

hol_status hol_run_explain(const hol_run *run, hol_status status, hol_faults *faults)
{
  const hol_sturm_counter *counter[] = {&run->counter, &run->lower_counter, &run->growth_counter,
                                        &run->growth_lower_counter};
  hol_place place = run->problem->analysis.place;
  if (status == HOL_INVALID && run->too_many) {
    hol_faults_add(faults, true, place, NULL, "%zu frequencies are requested, more than the %d that a list can have",
                   run->last + 1 - run->first, HOL_COUNT_MOST);
  }
  for (size_t i = 0; i < sizeof counter / sizeof *counter && status == HOL_NUMERICAL; i++) {
    if (counter[i]->contradiction.kind != HOL_COUNTS_AGREE) {
      return remark_contradiction(&counter[i]->contradiction, place, faults);
    }
  }
  return status;
}

void hol_run_fault_reactions(const hol_run *run, hol_faults *faults)
{
  if (hol_run_has_doubtful_reactions(run)) {
    hol_faults_add(faults, true, run->problem->analysis.place, "`compliance: exact` has no such coordinates",
                   "joint reactions cannot be coordinates here: in imported parts they move what has next to no mass");
  }
}

/** Compare with the linear pencil; a difference that rounding does not explain takes the proof away. */
static hol_status check_pencil_in(hol_run *run, double *lambda, size_t count)
{
  double norm;
  hol_result *result = run->result;
  hol_status status = hol_pencil(&run->system, run->roots.item[0].lambda, lambda, &count, &norm);
  if (status != HOL_OK) {
    return status == HOL_MEMORY ? status : HOL_OK;
  }
  for (size_t i = 0; i < result->mode_count; i++) {
    hol_mode *mode = &result->mode[i];
    if (mode->number > count || !(mode->omega > 0)) {
      continue;
    }
    double p = lambda[mode->number - 1], square = mode->omega * mode->omega;
    mode->pencil_omega = sqrt(fmax(p, 0));
    double allowed = fmax(1e-11, 8 * DBL_EPSILON * norm / square) + (mode->upper - mode->omega) / mode->omega;
    if (!(fabs(mode->pencil_omega - mode->omega) <= allowed * mode->omega)) {
      result->count_proved = false;
      HOL_TRY(hol_run_note(result, hol_format("mode %zu: the linear pencil gives %.12g rad/s instead", mode->number,
                                              mode->pencil_omega)));
    }
  }
  return HOL_OK;
}

static hol_status check_pencil(hol_run *run)
{
  if (run->model.exact || run->system.by_reactions || run->system.order > 1 || run->roots.count == 0 ||
      hol_pencil_size(&run->system) > PENCIL_MOST) {
    return HOL_OK;
  }
  const hol_root *top = &run->roots.item[run->roots.count - 1];
  size_t count = top->index + top->multiplicity - 1;
  double *lambda = hol_alloc(count, sizeof *lambda);
  hol_status status = lambda ? check_pencil_in(run, lambda, count) : HOL_MEMORY;
  free(lambda);
  return status;
}

/** Upper bounds, and how many frequencies there are up to the last of them: one for each, or some between. */
static hol_status check_by_exact_count(hol_run *run, const hol_mode *last)
{
  double lambda = last->upper * last->upper * (1 + 1e-12);
  size_t count = 0;
  hol_status status = last->omega > 0 ? hol_run_exact_count(run, 1, &lambda, &count) : HOL_NUMERICAL;
  if (status == HOL_OK && count < last->number) { /* where both agree to rounding it decides */
    lambda *= 1 + 1e-7;
    status = hol_run_exact_count(run, 1, &lambda, &count);
  }
  if (status == HOL_MEMORY) {
    return status;
  }
  if (status != HOL_OK) {
    return hol_run_note(run->result, hol_format("frequency k is an upper bound of the k-th of the structure"));
  }
  if (count < last->number) {
    return hol_run_note(run->result,
                        hol_format("with exact compliances there are only %zu frequencies up to that of mode %zu: "
                                   "the upper bounds are lost to rounding",
                                   count, last->number));
  }
  return hol_run_note(run->result,
                      hol_format("frequency k is an upper bound of the k-th of the structure; up to that of mode "
                                 "%zu, counted with exact compliances, the structure has %zu",
                                 last->number, count));
}

/** What frequencies by joint reactions are, and how many of them exist. */
static hol_status remark_upper(hol_run *run, size_t listed)
{
  const hol_analysis *a = &run->problem->analysis;
  if (a->frequencies == HOL_FREQUENCIES_COUNT && listed < a->count) {
    HOL_TRY(hol_run_note(run->result,
                         hol_format("%zu of %zu frequencies: from the joint reactions there are no more; use "
                                    "compliance: exact, or name more points in joints with reactions: separate",
                                    listed, a->count)));
  }
  return run->result->mode_count ? check_by_exact_count(run, &run->result->mode[run->result->mode_count - 1]) : HOL_OK;
}

/** What was to be loaded and was not: the results are as sure, only later. */
static hol_status remark_missing(hol_run *run)
{
  bool is_missing[] = {run->lacks_pivots, run->model.lacks_null_space};
  static const char *const plugin[][2] = {
      {"libholonome_mumps.so or the MUMPS library", "matrices that need pivots are taken for dense ones"},
      {"libholonome_spqr.so or the SuiteSparseQR library",
       "motions without energy are found by elimination row by row"}};
  for (size_t i = 0; i < sizeof is_missing / sizeof is_missing[0]; i++) {
    if (is_missing[i]) {
      HOL_TRY(hol_run_note(
          run->result, hol_format("%s cannot be loaded, neither from beside the program nor from "
                                  "where it was to be installed: %s, which takes longer; results are equally reliable",
                                  plugin[i][0], plugin[i][1])));
    }
  }
  return HOL_OK;
}

/** Bounds that are not as close as usual: why. Computed parts that are far off have a remark of their own. */
static hol_status remark_wide(hol_run *run, size_t wide)
{
  double computed = run->system.error;
  if (wide == 0 || computed > HOL_RUN_COMPUTED_WELL) {
    return HOL_OK;
  }
  return hol_run_note(
      run->result,
      2.5 * computed > HOL_RUN_WIDE
          ? hol_format("computed parts are known to %.1g, see the bounds", computed)
          : hol_format("%zu frequencies are known to fewer than 9 digits: rounding in this structure allows "
                       "no more, see their bounds",
                       wide));
}

/** Numbers of the modes whose derivative by a parameter is withheld, growing ones or others: "3, 5"; NULL: no
 *  memory. */
static char *list_withheld(const hol_run *run, size_t parameter, bool growing, size_t *count)
{
  char *list = hol_format("%s", "");
  *count = 0;
  for (size_t i = 0; i < run->result->mode_count && list; i++) {
    const hol_mode *mode = &run->result->mode[i];
    bool grows = mode->growth > 0 || mode->is_neutral;
    if (mode->sensitivity && isnan(mode->sensitivity[parameter]) && grows == growing) {
      char *longer = hol_format("%s%s%zu", list, (*count)++ ? ", " : "", mode->number);
      free(list);
      list = longer;
    }
  }
  return list;
}

/** Derivatives that do not stand are not in the result: which ones, a remark for each parameter. */
static hol_status remark_withheld(hol_run *run)
{
  const hol_problem *problem = run->problem;
  for (size_t p = 0; p < 2 * run->sensitivities.count; p++) {
    size_t parameter = p / 2, count;
    bool growing = p % 2;
    char *list = list_withheld(run, parameter, growing, &count);
    hol_status status = list ? HOL_OK : HOL_MEMORY;
    if (count && list) {
      status = hol_run_note(
          run->result,
          hol_format("sensitivity to `%s` of mode%s %s: withheld, %s",
                     problem->parameter[problem->analysis.sensitivity[parameter]].name, count > 1 ? "s" : "", list,
                     growing ? "there is no frequency" : hol_sensitivities_reason(&run->sensitivities, parameter)));
    }
    free(list);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Growing motions that the coordinates do not allow for are there all the same: they are counted with exact
 *  compliances. */
static hol_status count_growing(hol_run *run)
{
  size_t all = run->ground.growing;
  const double edge = -run->ground.edge;
  hol_status status = run->system.by_reactions && edge < 0 ? hol_run_exact_count(run, 1, &edge, &all) : HOL_OK;
  if (status == HOL_MEMORY) {
    return status;
  }
  run->result->neutral = run->ground.neutral;
  run->result->growing = status == HOL_OK && all > run->ground.growing ? all : run->ground.growing;
  return HOL_OK;
}

/** Names of the parts with compressed members without mass: nothing holds the rate of their buckling back. @return how
 *  many */
static size_t massless_columns(const hol_run *run, size_t most, hol_text *names)
{
  size_t count = 0, last = SIZE_MAX;
  for (size_t i = 0; i < run->model.member_count; i++) {
    const hol_member *m = &run->model.member[i];
    if (!m->has_mass && m->part != last && m->class->compressed(m->of)) {
      last = m->part;
      if (count < most) {
        hol_text_add(names, "%s`%s`", count ? ", " : "", run->problem->part[m->part].name);
      }
      count++;
    }
  }
  if (count > most) {
    hol_text_add(names, ", ...");
  }
  return count;
}

static hol_status remark_beyond(hol_run *run)
{
  enum { NAMED = 4 };
  const size_t beyond = run->ground.beyond;
  hol_text names = {0};
  size_t count = massless_columns(run, NAMED, &names);
  double rate = sqrt(run->ground.floor);
  const char *grow = beyond == 1 ? " grows" : "s grow";
  char *words =
      names.failed ? NULL
      : count == 0
          ? hol_format("%zu motion%s faster than like exp(%.1e t), beyond what is searched", beyond, grow, rate)
      : count == 1
          ? hol_format("%zu motion%s at once, faster than like exp(%.1e t): %s is compressed and has no mass that "
                       "would hold it up",
                       beyond, grow, rate, names.data)
          : hol_format("%zu motion%s at once, faster than like exp(%.1e t): of %s, compressed and without a mass that "
                       "would hold them up, at least one buckles",
                       beyond, grow, rate, names.data);
  hol_text_clear(&names);
  return hol_run_note(run->result, words);
}

/** What stands against equilibrium. */
static hol_status remark_unstable(hol_run *run)
{
  const hol_result *result = run->result;
  if (run->ground.beyond > 0) {
    HOL_TRY(remark_beyond(run));
  }
  if (result->growing > run->ground.growing) {
    HOL_TRY(hol_run_note(run->result,
                         hol_format("%zu motions grow, counted with exact compliances; the joint reactions show %zu",
                                    result->growing, run->ground.growing)));
  }
  return result->neutral == 0
             ? HOL_OK
             : hol_run_note(run->result,
                            hol_format("%zu motion%s: within rounding the structure is at a buckling load; slower "
                                       "than %.1e rad/s or 1/s, whether oscillating or growing",
                                       result->neutral, result->neutral == 1 ? " is neutral" : "s are neutral",
                                       1.05 * sqrt(run->ground.edge)));
}

/** Frequencies of which the lower bound is 0 while energies can be negative. */
static hol_status remark_unsigned(hol_run *run)
{
  size_t open = 0;
  for (size_t i = 0; i < run->result->mode_count && run->ground.edge > 0; i++) {
    const hol_mode *mode = &run->result->mode[i];
    open += (mode->omega > 0 && !(mode->lower > 0) && !isnan(mode->lower)) ||
            (mode->growth > 0 && !(mode->lower_growth > 0));
  }
  run->loose = run->loose || open > 0;
  return open == 0 ? HOL_OK
                   : hol_run_note(run->result,
                                  hol_format("%zu motions may oscillate or grow: undecided within rounding", open));
}

/** Does a mode belong to the list by its number? With a range growing motions come before it whatever its numbers. */
static bool is_numbered(const hol_run *run, const hol_mode *mode)
{
  return mode->number >= run->first || !(mode->growth > 0) ||
         run->problem->analysis.frequencies != HOL_FREQUENCIES_RANGE;
}

/** Number of the mode that the list begins with: the first that is wanted, or one of the same frequency before it where
 *  `from` is that frequency within rounding, since none is ever cut. */
static size_t first_listed(const hol_run *run)
{
  size_t first = run->first;
  for (size_t i = 0; i < run->result->mode_count; i++) {
    const hol_mode *mode = &run->result->mode[i];
    first = is_numbered(run, mode) && mode->number < first ? mode->number : first;
  }
  return first;
}

/** Modes whose motion does not fulfil the equations: the signs of their factors are rounding, and so are counts and
 *  bounds. They lose their bounds. */
static hol_status remark_residual(hol_run *run, size_t *astray)
{
  static const double most = 0.1; /* a right one has 1e-10, and a motion of nothing but rounding about one */
  size_t first = 0;
  *astray = 0;
  for (size_t i = 0; i < run->result->mode_count; i++) {
    hol_mode *mode = &run->result->mode[i];
    bool is_sure = mode->upper - mode->lower <= HOL_RUN_WIDE * mode->omega; /* wide bounds have said so already */
    if (mode->residual > most && mode->omega > 0 && is_sure) {
      first = *astray == 0 ? mode->number : first;
      mode->lower = nan("");
      ++*astray;
    }
  }
  return *astray == 0
             ? HOL_OK
             : hol_run_note(run->result,
                            hol_format("%zu motion%s not fulfil the equations, mode %zu first: something is so "
                                       "stiff that counts are rounding; weld what is as good as rigid",
                                       *astray, *astray == 1 ? " does" : "s do", first));
}

/** Constraints of which something was taken for rounding that may have been meant: with lengths or coefficients so far
 *  apart is unknown, and if it was, the result is of another structure. */
static hol_status remark_left(hol_run *run)
{
  hol_result *result = run->result;
  for (size_t i = 0; i < result->constraint_count; i++) {
    const hol_constraint *c = &result->constraint[i];
    if (c->left > 0) {
      run->loose = true;
      HOL_TRY(hol_run_note(
          run->result, hol_format("%s (%s): what is %.1g of its largest coefficient is taken for rounding%s%s; if it "
                                  "is none, lengths are too far apart",
                                  c->name, c->component, c->left, c->redundant ? ", and all follows from " : "",
                                  c->redundant ? c->depends_on : "")));
    }
    for (size_t k = 0; k < result->mode_count && c->error > 0; k++) { /* how much they depend on it is unknown */
      result->mode[k].lower = result->mode[k].omega > 0 ? nan("") : result->mode[k].lower;
    }
    if (c->error > 0) {
      run->loose = true;
      HOL_TRY(
          hol_run_note(run->result, hol_format("%s (%s) nearly follows from the constraints before it: what is left "
                                               "of it is known to %.1g only, and with it the structure",
                                               c->name, c->component, c->error)));
    }
  }
  return HOL_OK;
}

bool hol_run_leaves_reactions(const hol_run *run)
{
  enum { MOST = 500000 };
  const hol_result *result = run->result;
  size_t components = result->constraint_count + result->spring_count;
  bool is_many = components > 0 && result->mode_count > MOST / components;
  return is_many && run->problem->output_reactions == HOL_TELL_UP_TO_A_SIZE;
}

/** Remark that reactions are left out of JSON: unrequested, they would take more room than everything else together. */
static hol_status remark_left_out(hol_run *run)
{
  hol_result *result = run->result;
  result->reactions_left_out = hol_run_leaves_reactions(run);
  return !result->reactions_left_out
             ? HOL_OK
             : hol_run_note(result,
                            hol_format("reactions of %zu components in %zu modes are not in the JSON file; with "
                                       "`output: {reactions: all}` they are",
                                       result->constraint_count + result->spring_count, result->mode_count));
}

hol_status hol_run_conclude(hol_run *run)
{
  hol_result *result = run->result;
  const hol_analysis *a = &run->problem->analysis;
  size_t next = first_listed(run), unbounded = 0, wide = 0, astray = 0;
  bool gapless = true;
  HOL_TRY(count_growing(run));
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    gapless &= !is_numbered(run, mode) || mode->number == next++;
    unbounded += isnan(mode->lower) ? 1 : 0;
    wide += run->model.exact && !mode->is_neutral && isfinite(mode->growth) &&
            (mode->upper - mode->lower > HOL_RUN_WIDE * mode->omega ||
             mode->upper_growth - mode->lower_growth > HOL_RUN_WIDE * mode->growth);
  }
  size_t listed = next - 1;
  HOL_TRY(remark_residual(run, &astray));
  HOL_TRY(remark_unstable(run));
  HOL_TRY(remark_unsigned(run));
  result->exhausted =
      run->system.finite_roots != SIZE_MAX && !isfinite(run->system.cutoff) && listed >= run->system.finite_roots;
  bool enough =
      listed >= run->last && (a->frequencies != HOL_FREQUENCIES_COUNT || listed >= a->count || result->exhausted);
  result->only_upper = run->system.by_reactions && run->system.modal_count > 0;
  result->count_proved = gapless && enough && !result->only_upper && astray == 0;
  if (result->only_upper) {
    HOL_TRY(remark_upper(run, listed));
  } else if (a->frequencies == HOL_FREQUENCIES_COUNT && !enough) {
    HOL_TRY(hol_run_note(
        result,
        run->model.exact
            ? hol_format("%zu of %zu frequencies: rounding in this structure lets no more be counted", listed, a->count)
            : hol_format("%zu of %zu frequencies: with %zu modes of each motion there are no more; use "
                         "more modes, or compliance: exact",
                         listed, a->count, run->system.modes)));
  }
  HOL_TRY(check_pencil(run));
  if (unbounded && !result->only_upper) {
    HOL_TRY(hol_run_note(result,
                         hol_format("%zu frequencies lie above the first mode left out (%.6g rad/s) and have no lower "
                                    "bound; use more modes, or compliance: exact",
                                    unbounded, sqrt(run->system.cutoff))));
  }
  HOL_TRY(remark_wide(run, wide));
  HOL_TRY(remark_left(run));
  HOL_TRY(remark_left_out(run));
  HOL_TRY(remark_withheld(run));
  HOL_TRY(remark_missing(run));
  result->complete =
      result->count_proved && unbounded == 0 && !run->loose && result->growing == 0 && result->neutral == 0;
  return result->complete ? HOL_OK : HOL_INCOMPLETE;
}
