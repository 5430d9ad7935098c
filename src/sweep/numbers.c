#include "sweep/numbers.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/resolve.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Evaluations of one expression, here and by the reader, agree to this. */
static const double same = 2e-15;

void hol_numbers_clear(hol_numbers *numbers)
{
  free(numbers->item);
  *numbers = (hol_numbers){0};
}

void hol_changes_clear(hol_changes *changes)
{
  hol_program_clear(&changes->program);
  free(changes->watched);
  free(changes->change);
  *changes = (hol_changes){0};
}

/* ---- the numbers of a problem ------------------------------------------------------------------------------------ */

static hol_status list(hol_numbers *numbers, hol_number item, double *value, size_t count)
{
  if (!hol_grow(&numbers->item, &numbers->capacity, numbers->count + count, sizeof *numbers->item)) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < count; i++) {
    item.value = value + i;
    numbers->item[numbers->count++] = item;
  }
  return HOL_OK;
}

static hol_status list_part(hol_numbers *numbers, hol_part *part, size_t index)
{
#define X(id, key, length_, mass_, time_, least_, text) [HOL_P_##id] = least_,
  static const int least[HOL_PROPERTY_COUNT] = {HOL_PROPERTY_LIST(X)};
#undef X
  const hol_number any = {.kind = HOL_NUMBER_ANY, .part = index, .joint = SIZE_MAX};
  HOL_TRY(list(numbers, any, part->from, 3));
  HOL_TRY(list(numbers, any, part->to, 3));
  for (size_t p = 0; p < HOL_PROPERTY_COUNT; p++) {
    hol_number item = any;
    item.kind = p == HOL_P_LENGTH ? HOL_NUMBER_LENGTH : least[p] == 2 ? HOL_NUMBER_ANY : HOL_NUMBER_POSITIVE;
    HOL_TRY(list(numbers, item, &part->value[p], 1));
  }
  hol_number fixed = any, positive = any;
  fixed.kind = HOL_NUMBER_FIXED;
  positive.kind = HOL_NUMBER_POSITIVE;
  HOL_TRY(list(numbers, positive, part->inertia, 3));
  HOL_TRY(list(numbers, fixed, part->up, 3));
  return list(numbers, fixed, part->axis, 3);
}

static hol_status list_joint(hol_numbers *numbers, hol_joint *joint, size_t index)
{
  hol_number fixed = {.kind = HOL_NUMBER_FIXED, .part = SIZE_MAX, .joint = index}, positive = fixed;
  positive.kind = HOL_NUMBER_POSITIVE;
  for (size_t i = 0; i < joint->point_count; i++) {
    hol_number xi = {.kind = HOL_NUMBER_XI, .part = joint->point[i].part, .joint = index};
    HOL_TRY(list(numbers, xi, &joint->point[i].xi, 1));
  }
  for (size_t i = 0; i < joint->term_count; i++) {
    hol_number xi = {.kind = HOL_NUMBER_XI, .part = joint->term[i].point.part, .joint = index};
    HOL_TRY(list(numbers, xi, &joint->term[i].point.xi, 1));
    HOL_TRY(list(numbers, fixed, &joint->term[i].coefficient, 1));
    HOL_TRY(list(numbers, fixed, joint->term[i].direction, 3));
  }
  HOL_TRY(list(numbers, fixed, joint->direction, 3));
  HOL_TRY(list(numbers, joint->stiffness_count == 1 ? positive : fixed, joint->stiffness, joint->stiffness_count));
  return list(numbers, positive, &joint->compliance, 1);
}

hol_status hol_numbers_list(hol_problem *problem, hol_numbers *numbers)
{
  const hol_number positive = {.kind = HOL_NUMBER_POSITIVE, .part = SIZE_MAX, .joint = SIZE_MAX};
  hol_number fixed = positive;
  fixed.kind = HOL_NUMBER_FIXED;
  for (size_t i = 0; i < problem->part_count; i++) {
    HOL_TRY(list_part(numbers, &problem->part[i], i));
  }
  for (size_t i = 0; i < problem->material_count; i++) {
    hol_material *m = &problem->material[i];
    HOL_TRY(list(numbers, positive, &m->E, 1));
    HOL_TRY(list(numbers, positive, &m->density, 1));
    HOL_TRY(list(numbers, fixed, &m->G, 1));
    HOL_TRY(list(numbers, fixed, &m->nu, 1));
  }
  for (size_t i = 0; i < problem->section_count; i++) {
    hol_section *s = &problem->section[i];
    double *const value[] = {&s->width,  &s->height, &s->diameter, &s->inner_diameter,
                             &s->flange, &s->web,    &s->area,     &s->I_y,
                             &s->I_z,    &s->J,      &s->I_p,      &s->kappa};
    for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
      HOL_TRY(list(numbers, positive, value[k], 1));
    }
  }
  for (size_t i = 0; i < problem->joint_count; i++) {
    HOL_TRY(list_joint(numbers, &problem->joint[i], i));
  }
  hol_analysis *a = &problem->analysis;
  HOL_TRY(list(numbers, fixed, &a->from, 1));
  HOL_TRY(list(numbers, fixed, &a->to, 1));
  return list(numbers, fixed, &a->tolerance, 1);
}

/* ---- the texts of a file ----------------------------------------------------------------------------------------- */

/** Everything known while the changes are being found. */
typedef struct finder {
  hol_solver *solver;
  const hol_problem *place; /**< [HOL_PLACES] */
  hol_numbers numbers[HOL_PLACES];
  hol_lane *axis;  /**< [1 + axes] the places, one per lane */
  hol_lane *value; /**< [capacity] steps at the places */
  size_t value_capacity;
  hol_arena arena;
  hol_scope scope;     /**< parameters: steps */
  hol_names texts;     /**< texts compiled: candidates */
  hol_step *candidate; /**< [candidate_count] */
  size_t candidate_count, candidate_capacity;
  hol_changes *changes;
} finder;

static bool is_same(double a, double b)
{
  return fabs(a - b) <= same * fmax(fabs(a), fabs(b));
}

/** Do the values differ between the places? (NAN: not given, is one value.) */
static bool differs(const double value[HOL_PLACES])
{
  for (size_t s = 1; s < HOL_PLACES; s++) {
    if (memcmp(&value[s], &value[0], sizeof value[0]) != 0) {
      return true;
    }
  }
  return false;
}

static hol_status run_program(finder *f)
{
  size_t count = f->scope.program.count + 1;
  if (count > f->value_capacity) {
    free(f->value);
    f->value_capacity = 2 * count;
    f->value = hol_lanes_alloc(f->value_capacity);
    if (!f->value) {
      f->value_capacity = 0;
      return HOL_MEMORY;
    }
  }
  hol_program_lanes(&f->scope.program, f->axis, f->value);
  return HOL_OK;
}

static bool step_is(const finder *f, hol_step step, const double value[HOL_PLACES])
{
  for (size_t s = 0; s < HOL_PLACES; s++) {
    if (!is_same(f->value[step][s], value[s])) {
      return false;
    }
  }
  return true;
}

/** The text of a parameter: that of the command line if it is given there. NULL: unknown. */
static const char *definition(const finder *f, const hol_node *parameters, const char *name)
{
  size_t length = strlen(name);
  const hol_problem_source *source = &f->solver->problem->reading->source;
  for (size_t i = source->n_set; i-- > 0;) {
    const char *set = source->set[i].text + strspn(source->set[i].text, " ");
    if (strncmp(set, name, length) == 0 && set[length + strspn(set + length, " ")] == '=') {
      const char *value = strchr(set, '=') + 1;
      return value + strspn(value, " ");
    }
  }
  for (size_t i = 0; parameters && parameters->kind == HOL_NODE_MAP && i < parameters->count; i++) {
    if (strcmp(parameters->item[2 * i].text, name) == 0) {
      return parameters->item[2 * i + 1].kind == HOL_NODE_TEXT ? parameters->item[2 * i + 1].text : NULL;
    }
  }
  return NULL;
}

static void parameter_values(const finder *f, size_t parameter, double value[HOL_PLACES])
{
  for (size_t s = 0; s < HOL_PLACES; s++) {
    value[s] = f->place[s].parameter[parameter].value;
  }
}

/** Give a parameter its value, and the step that it is if it changes. */
static hol_status name_step(finder *f, const hol_parameter *parameter, hol_step step)
{
  size_t number;
  HOL_TRY(hol_scope_add(&f->scope, parameter->name, &number));
  hol_variable *variable = &f->scope.variable[number];
  variable->state = HOL_VARIABLE_READY;
  variable->quantity = (hol_quantity){.value = parameter->value, .dimension = parameter->dimension, .step = step};
  return HOL_OK;
}

static bool is_named(const finder *f, const char *name)
{
  return hol_scope_find(&f->scope, name, strlen(name)) != NULL;
}

/** Parameters that are swept, and those that do not change. */
static hol_status name_simple(finder *f)
{
  const hol_problem *problem = f->solver->problem;
  for (size_t a = 0; a < hol_plan_of(problem)->axis_count; a++) {
    const hol_parameter *swept = &problem->parameter[hol_plan_of(problem)->axis[a].parameter];
    hol_step step;
    HOL_TRY(hol_program_parameter(&f->scope.program, swept->value, swept->dimension, &step));
    HOL_TRY(name_step(f, swept, step));
  }
  for (size_t i = 0; i < problem->parameter_count; i++) {
    double value[HOL_PLACES];
    parameter_values(f, i, value);
    if (!differs(value) && !is_named(f, problem->parameter[i].name)) {
      HOL_TRY(name_step(f, &f->place[0].parameter[i], 0));
    }
  }
  return HOL_OK;
}

/** The step of a text that follows from what is swept without kinks; 0: it is none. */
static hol_status compile(finder *f, const char *text, hol_step *step)
{
  char name[HOL_NAME_SIZE];
  double constant;
  hol_name_walk walk = hol_name_walk_start(text);
  *step = 0;
  while (hol_name_walk_next(&walk, name, sizeof name)) {
    if (!is_named(f, name) && !hol_constant_find(name, strlen(name), &constant)) {
      return HOL_OK;
    }
  }
  hol_quantity quantity;
  hol_complaint complaint;
  size_t before = f->scope.program.count;
  hol_status status = hol_quantity_compile(&f->scope, text, &quantity, &complaint);
  if (status != HOL_OK) {
    return status == HOL_INVALID ? HOL_OK : status;
  }
  if (quantity.step && f->scope.program.step[quantity.step].flags & HOL_STEP_HAS_KINKS) {
    hol_program_rewind(&f->scope.program, before);
    return HOL_OK;
  }
  *step = quantity.step;
  return HOL_OK;
}

/** Parameters that follow from others, as far as they can be compiled: each after those that it uses. */
static hol_status name_derived(finder *f, const hol_node *parameters, bool *progress)
{
  const hol_problem *problem = f->solver->problem;
  hol_changes *changes = f->changes;
  *progress = false;
  for (size_t i = 0; i < problem->parameter_count; i++) {
    const char *name = problem->parameter[i].name, *text = definition(f, parameters, name);
    double value[HOL_PLACES];
    hol_step step;
    if (is_named(f, name) || !text) {
      continue;
    }
    HOL_TRY(compile(f, text, &step));
    if (step == 0) {
      continue;
    }
    HOL_TRY(run_program(f));
    parameter_values(f, i, value);
    if (step_is(f, step, value)) {
      HOL_TRY(name_step(f, &problem->parameter[i], step));
      if (!hol_grow(&changes->watched, &changes->watched_capacity, changes->watched_count + 1, sizeof *changes->watched)) {
        return HOL_MEMORY;
      }
      changes->watched[changes->watched_count++] = step;
      *progress = true;
    }
  }
  return HOL_OK;
}

static hol_status add_candidate(finder *f, const char *text)
{
  hol_step step;
  bool existed;
  HOL_TRY(hol_names_add(&f->texts, text, 0, &existed));
  if (existed) {
    return HOL_OK;
  }
  HOL_TRY(compile(f, text, &step));
  if (step == 0) {
    return HOL_OK;
  }
  if (!hol_grow(&f->candidate, &f->candidate_capacity, f->candidate_count + 1, sizeof *f->candidate)) {
    return HOL_MEMORY;
  }
  f->candidate[f->candidate_count++] = step;
  return HOL_OK;
}

/** All texts below a node, and what follows an `@` in them. */
static hol_status add_candidates(finder *f, const hol_node *node)
{
  if (node->kind == HOL_NODE_TEXT) {
    const char *at = strchr(node->text, '@');
    HOL_TRY(at ? add_candidate(f, at + 1) : HOL_OK);
    return add_candidate(f, node->text);
  }
  size_t items = node->kind == HOL_NODE_MAP ? 2 * node->count : node->kind == HOL_NODE_LIST ? node->count : 0;
  for (size_t i = 0; i < items; i++) {
    if (node->kind == HOL_NODE_LIST || i % 2 == 1) {
      HOL_TRY(add_candidates(f, &node->item[i]));
    }
  }
  return HOL_OK;
}

static hol_status read_texts(finder *f)
{
  const hol_node *root = &f->solver->file.root, *parameters = NULL;
  for (size_t i = 0; i < root->count; i++) {
    parameters = strcmp(root->item[2 * i].text, "parameters") == 0 ? &root->item[2 * i + 1] : parameters;
  }
  HOL_TRY(name_simple(f));
  bool progress = true;
  while (progress) {
    HOL_TRY(name_derived(f, parameters, &progress));
  }
  HOL_TRY(add_candidates(f, root));
  return run_program(f);
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

static hol_status add_change(finder *f, hol_change change)
{
  hol_changes *c = f->changes;
  if (!hol_grow(&c->change, &c->capacity, c->count + 1, sizeof *c->change)) {
    return HOL_MEMORY;
  }
  c->change[c->count++] = change;
  return HOL_OK;
}

static double length_of(const hol_part *part)
{
  return hol_distance(part->to, part->from);
}

/** A length that is the distance of the ends, as the reader computes it. */
static bool is_distance(const finder *f, const hol_number *number, const double value[HOL_PLACES])
{
  for (size_t s = 0; s < HOL_PLACES; s++) {
    const hol_part *part = &f->place[s].part[number->part];
    if (!part->is_placed || !is_same(length_of(part), value[s])) {
      return false;
    }
  }
  return true;
}

/** A candidate that has the value at all places; a coordinate may be shifted against it. */
static bool find_step(const finder *f, const hol_number *number, const double value[HOL_PLACES], hol_change *change)
{
  for (size_t c = 0; c < f->candidate_count; c++) {
    hol_step step = f->candidate[c];
    if (step_is(f, step, value)) {
      change->step = step;
      change->shift = 0;
      return true;
    }
  }
  for (size_t c = 0; number->kind == HOL_NUMBER_ANY && c < f->candidate_count; c++) {
    hol_step step = f->candidate[c];
    double shift = value[0] - f->value[step][0], size = 0, error = 0;
    for (size_t s = 0; s < HOL_PLACES; s++) {
      size = fmax(size, fmax(fabs(value[s]), fabs(f->value[step][s])));
      error = fmax(error, fabs(value[s] - f->value[step][s] - shift));
    }
    if (error <= same * size) {
      change->step = step;
      change->shift = shift;
      return true;
    }
  }
  return false;
}

/** A place on a member that is given by its arc length. */
static bool find_arc(const finder *f, const hol_number *number, const double value[HOL_PLACES], hol_change *change)
{
  double arc[HOL_PLACES];
  for (size_t s = 0; s < HOL_PLACES; s++) {
    arc[s] = value[s] * f->place[s].part[number->part].value[HOL_P_LENGTH];
  }
  change->is_arc = true;
  return find_step(f, number, arc, change);
}

static hol_status find_change(finder *f, size_t index)
{
  const hol_number *number = &f->numbers[0].item[index];
  double value[HOL_PLACES];
  hol_change change = {.number = index};
  for (size_t s = 0; s < HOL_PLACES; s++) {
    value[s] = *f->numbers[s].item[index].value;
  }
  if (!differs(value)) {
    return HOL_OK;
  }
  bool found = false;
  if (number->kind == HOL_NUMBER_LENGTH && is_distance(f, number, value)) {
    change.is_length = found = true;
  } else if (number->kind != HOL_NUMBER_FIXED) {
    found = find_step(f, number, value, &change);
    if (!found && number->kind == HOL_NUMBER_XI) {
      found = find_arc(f, number, value, &change);
    }
  }
  return found ? add_change(f, change) : HOL_INVALID;
}

/** Lengths after coordinates, places on members after lengths. */
static int turn_of(const hol_number *number)
{
  return number->kind == HOL_NUMBER_XI ? 2 : number->kind == HOL_NUMBER_LENGTH ? 1 : 0;
}

static hol_status find_changes(finder *f)
{
  const hol_numbers *numbers = &f->numbers[0];
  for (int turn = 0; turn < 3; turn++) {
    for (size_t i = 0; i < numbers->count; i++) {
      if (turn_of(&numbers->item[i]) == turn) {
        HOL_TRY(find_change(f, i));
      }
    }
  }
  return HOL_OK;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

/** Is there anything but numbers that could be different, or that is not listed? */
static bool is_alike(const hol_problem *a, const hol_problem *b)
{
  size_t kinds;
  const hol_part_kind *kind = hol_part_kinds(&kinds);
  bool alike = a->part_count == b->part_count && a->joint_count == b->joint_count && a->freedoms == b->freedoms &&
               a->material_count == b->material_count && a->section_count == b->section_count &&
               a->parameter_count == b->parameter_count && a->analysis.frequencies == b->analysis.frequencies &&
               a->analysis.count == b->analysis.count && a->analysis.exact == b->analysis.exact &&
               a->analysis.modes == b->analysis.modes && a->analysis.order == b->analysis.order;
  for (size_t i = 0; alike && i < a->part_count; i++) {
    const hol_part *x = &a->part[i], *y = &b->part[i];
    alike = x->kind == y->kind && x->given == y->given && x->is_placed == y->is_placed &&
            x->inertia_count == y->inertia_count && x->piece_count == 0 && y->piece_count == 0 &&
            !kind[x->kind].keys.z_axis; /* parts in own modes of any kind have numbers of their own */
  }
  for (size_t i = 0; alike && i < a->section_count; i++) {
    alike = a->section[i].shape == b->section[i].shape && !a->section[i].form && !b->section[i].form;
  }
  for (size_t i = 0; alike && i < a->joint_count; i++) {
    const hol_joint *x = &a->joint[i], *y = &b->joint[i];
    alike = x->kind == y->kind && x->point_count == y->point_count && x->term_count == y->term_count &&
            x->stiffness_count == y->stiffness_count;
  }
  return alike;
}

static hol_status find_numbers(finder *f, hol_problem *place, const double *value)
{
  size_t axes = hol_plan_of(f->solver->problem)->axis_count;
  f->axis = hol_lanes_alloc(1 + axes);
  if (!f->axis) {
    return HOL_MEMORY;
  }
  for (size_t s = 0; s < HOL_PLACES; s++) {
    if (!is_alike(&place[0], &place[s])) {
      return HOL_INVALID;
    }
    HOL_TRY(hol_numbers_list(&place[s], &f->numbers[s]));
  }
  for (size_t l = 0; l < HOL_LANES; l++) {
    for (size_t a = 0; a < axes; a++) {
      f->axis[1 + a][l] = value[(l < HOL_PLACES ? l : 0) * axes + a];
    }
  }
  HOL_TRY(read_texts(f));
  HOL_TRY(find_changes(f));
  f->changes->program = f->scope.program;
  f->scope.program = (hol_program){0};
  return HOL_OK;
}

hol_status hol_changes_find(hol_solver *solver, hol_problem *place, const double *value, hol_changes *changes)
{
  finder f = {.solver = solver, .place = place, .changes = changes};
  *changes = (hol_changes){0};
  f.scope.arena = &f.arena;
  f.scope.units = solver->file.units;
  hol_status status = find_numbers(&f, place, value);
  for (size_t s = 0; s < HOL_PLACES; s++) {
    hol_numbers_clear(&f.numbers[s]);
  }
  solver->file.units = f.scope.units;
  f.scope.units = (hol_units){0};
  hol_scope_clear(&f.scope);
  hol_names_clear(&f.texts);
  hol_arena_clear(&f.arena);
  free(f.axis);
  free(f.value);
  free(f.candidate);
  return status;
}

static bool apply_one(const hol_change *change, const hol_number *number, const hol_problem *problem,
                      const hol_lane *step, size_t lane)
{
  const hol_part *part = number->part != SIZE_MAX ? &problem->part[number->part] : NULL;
  double value = change->is_length ? length_of(part) : step[change->step][lane] + change->shift;
  if (change->is_arc) {
    value /= part->value[HOL_P_LENGTH];
  }
  *number->value = value;
  switch (number->kind) {
  case HOL_NUMBER_XI:
    return value >= 0 && value <= 1;
  case HOL_NUMBER_POSITIVE:
  case HOL_NUMBER_LENGTH:
    return value > 0 && isfinite(value);
  default:
    return isfinite(value);
  }
}

bool hol_changes_apply(const hol_changes *changes, const hol_numbers *numbers, const hol_problem *problem,
                       const hol_lane *step, size_t lane)
{
  bool fits = true;
  for (size_t w = 0; w < changes->watched_count; w++) {
    fits = fits && isfinite(step[changes->watched[w]][lane]);
  }
  for (size_t c = 0; c < changes->count && fits; c++) {
    fits = apply_one(&changes->change[c], &numbers->item[changes->change[c].number], problem, step, lane);
  }
  return fits;
}
