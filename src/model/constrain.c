#include "base/memory.h"
#include "base/vector.h"
#include "model/internal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Where the rows that are being written come from. */
struct source {
  hol_filling *filling;
  hol_model *model;
  size_t joint; /**< SIZE_MAX: a part */
  size_t part;
  const char *name;
  size_t equation; /**< running number within the joint */
};

static char *name_copy(const char *text)
{
  return hol_format("%s", text);
}

/** Keep the name of a row. */
static hol_status record_row(const struct source *source, const char *component, bool redundant)
{
  hol_layout *layout = source->filling->making;
  if (!layout) {
    return HOL_OK;
  }
  if (!hol_grow(&layout->constraint, &layout->constraint_capacity, layout->constraint_count + 1,
                sizeof *layout->constraint)) {
    return HOL_MEMORY;
  }
  hol_constraint *record = &layout->constraint[layout->constraint_count++];
  *record = (hol_constraint){.joint = source->joint,
                             .part = source->part,
                             .name = name_copy(source->name),
                             .component = name_copy(component),
                             .redundant = redundant,
                             .left = source->model->constraints.left};
  return record->name && record->component ? HOL_OK : HOL_MEMORY;
}

/** Offer one row to the elimination and keep its record. */
static hol_status constrain(struct source *source, const hol_sparse *row, double sign, const char *component)
{
  hol_model *model = source->model;
  size_t n = model->constraint_count;
  bool redundant;
  if (!hol_grow(&model->dependency, &model->dependency_capacity, n + 1, sizeof *model->dependency) ||
      !hol_grow(&model->reaction_sign, &model->sign_capacity, n + 1, sizeof *model->reaction_sign)) {
    return HOL_MEMORY;
  }
  model->constraint_count++;
  model->dependency[n] = (hol_sparse){0};
  model->reaction_sign[n] = sign;
  source->equation++;
  HOL_TRY(hol_decide(source->filling, source->joint));
  HOL_TRY(hol_elimination_offer(&model->constraints, row, HOL_GEOMETRY_ROUNDING, &redundant, &model->dependency[n]));
  return record_row(source, component, redundant);
}

/** Keep one scalar spring; a spring that acts on nothing is left out with a remark. */
static hol_status attach(struct source *source, hol_sparse *row, double sign, double compliance)
{
  hol_model *model = source->model;
  hol_layout *layout = source->filling->making;
  bool acts = hol_sparse_max(row) > 0;
  HOL_TRY(hol_decide(source->filling, source->joint));
  HOL_TRY(hol_decide(source->filling, acts));
  if (!acts) {
    source->equation++;
    return layout
               ? hol_layout_note(layout, hol_format("%s acts on no freedom that is considered: left out", source->name))
               : HOL_OK;
  }
  size_t n = model->spring_count;
  if (!hol_grow(&model->spring, &model->spring_capacity, n + 1, sizeof *model->spring)) {
    return HOL_MEMORY;
  }
  model->spring[n] = (hol_spring){
      .joint = source->joint, .equation = source->equation++, .compliance = compliance, .reaction_sign = sign};
  model->spring[n].along.full = *row;
  *row = (hol_sparse){0};
  model->spring_count++;
  return HOL_OK;
}

/** row += coefficient × displacement along d of station b, carried rigidly to the place of station a. */
static hol_status carried(const hol_model *model, const hol_station *a, const hol_station *b, const double d[3],
                          double coefficient, hol_sparse *row)
{
  double arm[3], moment[3];
  for (int k = 0; k < 3; k++) {
    arm[k] = a->at[k] - b->at[k];
    if (fabs(arm[k]) <= HOL_SAME_POINT * model->extent) {
      arm[k] = 0;
    }
  }
  hol_cross(arm, d, moment); /* d·(θ × arm) = θ·(arm × d) */
  HOL_TRY(hol_model_along(model, b, 0, d, coefficient, row));
  return hol_model_along(model, b, 3, moment, coefficient, row);
}

/** Rows a − (b carried to a) = 0 for the freedoms of `mask`; plain components when `plain`. */
static hol_status equate(struct source *source, const hol_station *a, const hol_station *b, hol_freedoms mask,
                         bool plain, const char *suffix)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (!(mask >> f & 1) || source->model->slot[f] == SIZE_MAX) {
      continue;
    }
    hol_sparse row = {0};
    hol_status status = hol_model_component(source->model, a, f, 1.0, &row);
    double d[3] = {f == HOL_UX, f == HOL_UY, f == HOL_UZ};
    if (status == HOL_OK && f < HOL_RX && !plain) {
      status = carried(source->model, a, b, d, -1.0, &row);
    } else if (status == HOL_OK) {
      status = hol_model_component(source->model, b, f, -1.0, &row);
    }
    char component[320];
    snprintf(component, sizeof component, "%s%s", hol_freedom_name[f], suffix);
    status = status == HOL_OK ? constrain(source, &row, 1.0, component) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Rows that hold freedoms of one station. */
static hol_status hold(struct source *source, const hol_station *a, hol_freedoms mask)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (mask >> f & 1 && source->model->slot[f] != SIZE_MAX) {
      hol_sparse row = {0};
      hol_status status = hol_model_component(source->model, a, f, 1.0, &row);
      status = status == HOL_OK ? constrain(source, &row, 1.0, hol_freedom_name[f]) : status;
      hol_sparse_clear(&row);
      HOL_TRY(status);
    }
  }
  return HOL_OK;
}

/** Unit vector; false if there is no direction in it. */
static bool normalise_direction(const double d[3], double unit[3])
{
  double length = hol_length(d);
  for (int k = 0; k < 3; k++) {
    unit[k] = length > 0 ? d[k] / length : 0;
  }
  return length > 0;
}

static void say_direction(const double d[3], bool rotation, char *text, size_t size)
{
  snprintf(text, size, "%s (%.6g, %.6g, %.6g)", rotation ? "about" : "along", d[0], d[1], d[2]);
}

static hol_status weld_or_hinge(struct source *source, const hol_joint *joint)
{
  const hol_model *model = source->model;
  hol_freedoms mask = joint->has_freedoms        ? joint->freedoms
                      : joint->kind == HOL_HINGE ? HOL_TRANSLATIONS
                                                 : HOL_TRANSLATIONS | HOL_ROTATIONS;
  const hol_station *first = hol_model_station(model, &joint->point[0]);
  for (size_t i = 1; i < joint->point_count; i++) {
    const hol_station *other = hol_model_station(model, &joint->point[i]);
    double apart = hol_distance(first->at, other->at);
    if (joint->kind == HOL_HINGE && apart > 1e-6 * model->extent) {
      hol_faults_add(source->filling->faults, true, joint->point[i].place,
                     "a hinge needs points that coincide; use weld for a rigid link, or tie for one component",
                     "hinge joins points that are %.6g m apart: %s and %s", apart, joint->point[0].text,
                     joint->point[i].text);
      continue;
    }
    char suffix[300] = "";
    if (joint->point_count > 2) {
      snprintf(suffix, sizeof suffix, " of %.280s", joint->point[i].text);
    }
    HOL_TRY(equate(source, first, other, mask, joint->has_freedoms || joint->kind == HOL_HINGE, suffix));
  }
  return HOL_OK;
}

/** Two unit vectors normal to d. In a plane file the second is z. */
static void normals(const double d[3], double n1[3], double n2[3])
{
  double z[3] = {0, 0, 1}, x[3] = {1, 0, 0}, v[3];
  hol_cross(z, d, v);
  if (!normalise_direction(v, n1) || fabs(d[2]) > 0.999999) {
    hol_cross(x, d, v);
    normalise_direction(v, n1);
  }
  hol_cross(d, n1, n2);
}

/** Free along the direction; the other translations and the rotations shared. */
static hol_status slide(struct source *source, const hol_joint *joint)
{
  const hol_station *a = hol_model_station(source->model, &joint->point[0]);
  double d[3], n[2][3];
  normalise_direction(joint->direction, d);
  normals(d, n[0], n[1]);
  for (size_t i = 1; i < joint->point_count; i++) {
    const hol_station *b = hol_model_station(source->model, &joint->point[i]);
    for (int k = 0; k < 2; k++) {
      hol_sparse row = {0};
      char component[96];
      say_direction(n[k], false, component, sizeof component);
      hol_status status = hol_model_along(source->model, a, 0, n[k], 1.0, &row);
      status = status == HOL_OK ? carried(source->model, a, b, n[k], -1.0, &row) : status;
      if (status == HOL_OK && hol_sparse_max(&row) > 0) {
        status = constrain(source, &row, 1.0, component);
      }
      hol_sparse_clear(&row);
      HOL_TRY(status);
    }
    HOL_TRY(equate(source, a, b, HOL_ROTATIONS, true, ""));
  }
  return HOL_OK;
}

/** The row of a spring, tie or roller: component of a minus that of b. */
static hol_status difference(const hol_model *model, const hol_joint *joint, hol_sparse *row, char *component, size_t size)
{
  double d[3] = {0};
  bool along = joint->freedom < 0;
  if (along) {
    normalise_direction(joint->direction, d);
    say_direction(d, joint->rotation, component, size);
  } else {
    snprintf(component, size, "%s", hol_freedom_name[joint->freedom]);
  }
  for (size_t i = 0; i < joint->point_count && i < 2; i++) {
    const hol_station *station = hol_model_station(model, &joint->point[i]);
    double sign = i ? -1.0 : 1.0;
    if (along) {
      HOL_TRY(hol_model_along(model, station, joint->rotation ? 3 : 0, d, sign, row));
    } else {
      HOL_TRY(hol_model_component(model, station, (size_t)joint->freedom, sign, row));
    }
  }
  return HOL_OK;
}

static hol_status single(struct source *source, const hol_joint *joint)
{
  hol_sparse row = {0};
  char component[96];
  hol_status status = difference(source->model, joint, &row, component, sizeof component);
  if (status == HOL_OK && joint->stiffness_count) {
    status = attach(source, &row, 1.0, 1.0 / joint->stiffness[0]);
  } else if (status == HOL_OK) {
    status = constrain(source, &row, 1.0, component);
  }
  hol_sparse_clear(&row);
  return status;
}

/** Freedom i of a stiffness matrix over the freedoms of a, then b. */
static hol_status matrix_freedom(const hol_model *model, const hol_joint *joint, size_t i, double coefficient,
                                 hol_sparse *row)
{
  const hol_station *station = hol_model_station(model, &joint->point[i / model->freedoms]);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (model->slot[f] == i % model->freedoms) {
      return hol_model_component(model, station, f, coefficient, row);
    }
  }
  return HOL_OK;
}

/** A stiffness matrix K = D C D of order n, D² its diagonal: units may be as different as they like, C does not see them. */
struct stiffness {
  size_t n;
  double *size;  /**< [n] D; 0: an empty row */
  double *C;     /**< [n * n], then L column by column with C = L Lᵀ */
  size_t *order; /**< [n] rows in the order in which they are eliminated */
  bool *held;    /**< [n] freedoms that the constraints hold */
};

/** Freedoms that cannot move: they come last, or what is held would take part in all springs, and these would outnumber what they
 *  stretch. Constraints of all joints must be known. */
static hol_status find_held(const hol_model *model, const hol_joint *joint, struct stiffness *k)
{
  hol_sparse row = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < k->n && status == HOL_OK; i++) {
    row.count = 0;
    status = matrix_freedom(model, joint, i, 1, &row);
    double limit = HOL_GEOMETRY_ROUNDING * hol_sparse_max(&row);
    status = status == HOL_OK ? hol_elimination_reduce(&model->constraints, &row) : status;
    k->held[i] = !(hol_sparse_max(&row) > limit);
  }
  hol_sparse_clear(&row);
  return status;
}

/** Coefficients of displacements in columns of the model differ by the units: the largest come first, in steps so coarse that
 *  numbers changed a little keep their order. A row of a spring then has no small number beside one that comes later. */
static void order_rows(const hol_model *model, struct stiffness *k)
{
  for (size_t i = 0; i < k->n; i++) {
    size_t at = i;
    k->order[i] = i;
    for (; at > 0; at--) {
      double unit[2];
      for (size_t j = 0; j < 2; j++) {
        size_t row = k->order[at - j], slot = row % model->freedoms;
        bool turns = false;
        for (size_t f = HOL_RX; f < HOL_FREEDOM_COUNT; f++) {
          turns |= model->slot[f] == slot;
        }
        unit[j] = k->size[row] / (turns ? model->scale : 1.0);
      }
      bool later = !(unit[0] > 0) || (unit[1] > 0 && ilogb(unit[0]) / 16 <= ilogb(unit[1]) / 16);
      bool held = k->held[k->order[at]], before = k->held[k->order[at - 1]];
      if (held != before ? held : later) {
        break;
      }
      size_t swapped = k->order[at];
      k->order[at] = k->order[at - 1];
      k->order[at - 1] = swapped;
    }
  }
}

/** Bring forward the first of the rows left whose diagonal is not small beside the others': a small one would make rounding of the
 *  rest as large as it is small. */
static void choose_row(struct stiffness *k, size_t step)
{
  double top = 0;
  size_t at = step;
  for (size_t a = step; a < k->n; a++) {
    top = fmax(top, k->C[k->order[a] * (k->n + 1)]);
  }
  while (at + 1 < k->n && k->C[k->order[at] * (k->n + 1)] < 0.03 * top) {
    at++;
  }
  size_t chosen = k->order[at];
  for (; at > step; at--) {
    k->order[at] = k->order[at - 1];
  }
  k->order[step] = chosen;
}

/** C = L Lᵀ; what is left of a row when nothing but rounding is left of its diagonal is rounding, too, and becomes 0. Every entry of
 *  D L Lᵀ D is right to rounding of √(K_ii K_jj). */
static void factorise_stiffness(struct stiffness *k)
{
  size_t n = k->n;
  double rounding = 64 * DBL_EPSILON * (double)n;
  for (size_t step = 0; step < n; step++) {
    choose_row(k, step);
    size_t p = k->order[step];
    double root = k->C[p * (n + 1)] > rounding ? sqrt(k->C[p * (n + 1)]) : 0;
    for (size_t a = step; a < n; a++) {
      size_t i = k->order[a];
      k->C[i + p * n] = root > 0 ? k->C[i + p * n] / root : 0;
    }
    for (size_t a = step + 1; a < n; a++) {
      for (size_t b = step + 1; b < n; b++) {
        size_t i = k->order[a], j = k->order[b];
        k->C[i + j * n] -= k->C[i + p * n] * k->C[j + p * n];
      }
    }
    for (size_t a = 0; a < step; a++) {
      k->C[k->order[a] + p * n] = 0;
    }
  }
}

/** The springs: column p of D L over the freedoms, scaled so that its largest coefficient in columns of the model is one. */
static hol_status attach_columns(struct source *source, const hol_joint *joint, const struct stiffness *k)
{
  size_t n = k->n;
  for (size_t step = 0; step < n; step++) {
    size_t p = k->order[step];
    hol_sparse row = {0};
    hol_status status = HOL_OK;
    for (size_t i = 0; i < n && status == HOL_OK; i++) {
      status = matrix_freedom(source->model, joint, i, k->C[i + p * n] * k->size[i], &row);
    }
    double top = hol_sparse_max(&row);
    for (size_t i = 0; i < row.count; i++) {
      row.value[i] /= top;
    }
    status = status == HOL_OK ? hol_decide(source->filling, top > 0 ? p : SIZE_MAX) : status;
    status = status == HOL_OK && top > 0 ? attach(source, &row, 1.0, 1 / top / top) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Keep √K_ii times each freedom: rounding of the matrix is relative to the sum of these, squared. */
static hol_status keep_terms(hol_model *model, const hol_joint *joint, const struct stiffness *k)
{
  size_t first = model->stiff_count;
  if (!hol_grow(&model->stiff, &model->stiff_capacity, first + k->n, sizeof *model->stiff)) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < k->n; i++) {
    hol_stiff *term = &model->stiff[model->stiff_count++];
    *term = (hol_stiff){.is_first = i == 0};
    HOL_TRY(matrix_freedom(model, joint, i, k->size[i], &term->along.full));
  }
  return HOL_OK;
}

static hol_status matrix_in(struct source *source, const hol_joint *joint, struct stiffness *k)
{
  size_t n = k->n;
  for (size_t i = 0; i < n; i++) {
    k->size[i] = sqrt(fmax(joint->stiffness[i * (n + 1)], 0));
  }
  for (size_t i = 0; i < n * n; i++) {
    double a = k->size[i % n], b = k->size[i / n];
    k->C[i] = a > 0 && b > 0 ? joint->stiffness[i] / a / b : 0;
  }
  HOL_TRY(find_held(source->model, joint, k));
  order_rows(source->model, k);
  factorise_stiffness(k);
  HOL_TRY(keep_terms(source->model, joint, k));
  return attach_columns(source, joint, k);
}

/** A stiffness matrix is as many scalar springs as it has rank. */
static hol_status matrix(struct source *source, const hol_joint *joint)
{
  size_t n = joint->point_count * source->model->freedoms;
  struct stiffness k = {.n = n,
                        .size = hol_alloc(n, sizeof *k.size),
                        .C = hol_alloc(n * n, sizeof *k.C),
                        .order = hol_alloc(n, sizeof *k.order),
                        .held = hol_alloc(n, sizeof *k.held)};
  hol_status status = k.size && k.C && k.order && k.held ? matrix_in(source, joint, &k) : HOL_MEMORY;
  free(k.size);
  free(k.C);
  free(k.order);
  free(k.held);
  return status;
}

static hol_status general(struct source *source, const hol_joint *joint)
{
  hol_sparse row = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < joint->term_count && status == HOL_OK; i++) {
    const hol_term *term = &joint->term[i];
    const hol_station *station = hol_model_station(source->model, &term->point);
    if (term->freedom >= 0) {
      status = hol_model_component(source->model, station, (size_t)term->freedom, term->coefficient, &row);
    } else {
      double d[3];
      normalise_direction(term->direction, d);
      status = hol_model_along(source->model, station, 0, d, term->coefficient, &row);
    }
  }
  double sign = joint->term_count ? joint->term[0].coefficient : 1.0;
  if (status == HOL_OK && joint->compliance > 0) {
    status = attach(source, &row, sign, joint->compliance);
  } else if (status == HOL_OK) {
    status = constrain(source, &row, sign, "equation");
  }
  hol_sparse_clear(&row);
  return status;
}

/** Springs given as a matrix are told apart from all else: they come when all constraints are known. */
static bool is_matrix(const hol_joint *joint)
{
  return joint->stiffness_count > 1;
}

static hol_status join_points(struct source *source, const hol_joint *joint)
{
  const hol_model *model = source->model;
  switch (joint->kind) {
  case HOL_WELD:
  case HOL_HINGE:
    return weld_or_hinge(source, joint);
  case HOL_FIX:
    return hold(source, hol_model_station(model, &joint->point[0]),
                joint->has_freedoms ? joint->freedoms : HOL_TRANSLATIONS | HOL_ROTATIONS);
  case HOL_PIN:
    return hold(source, hol_model_station(model, &joint->point[0]), HOL_TRANSLATIONS);
  case HOL_SLIDE:
    return slide(source, joint);
  case HOL_ROLLER:
  case HOL_TIE:
  case HOL_SPRING:
    return is_matrix(joint) ? matrix(source, joint) : single(source, joint);
  case HOL_CONSTRAINT:
    return general(source, joint);
  }
  return HOL_OK;
}

/** row += own component f of a station, as another one of its part carries it rigidly. */
static hol_status led(const hol_model *model, size_t part, const hol_station *at, const hol_station *leader, size_t f,
                      hol_sparse *row)
{
  return f < HOL_RX ? carried(model, at, leader, model->resolved[part].axis[f], -1.0, row)
                    : hol_model_own(model, part, leader, f, -1.0, row);
}

/** The station that carries a point along; NULL: none does. */
static const hol_station *leader_of(const hol_model *model, size_t part, const hol_station *at)
{
  size_t leader = model->resolved[part].sites.leader[at->point];
  return leader ? hol_model_station(model, &(hol_point){.part = part, .index = leader - 1}) : NULL;
}

/** What a part's hold says of own component f of a station. */
static hol_status held_row(const hol_model *model, size_t part, const hol_part_hold *hold, const hol_station *at,
                           size_t f, hol_sparse *row)
{
  const hol_station *first = &model->station[model->first_station[part]];
  if (hold->to == HOL_TO_EVEN) {
    return hol_model_even(model, part, at, first, row);
  }
  HOL_TRY(hol_model_own(model, part, at, f, 1.0, row));
  switch (hold->to) {
  case HOL_TO_WHOLE:
    return hol_sparse_add(row, model->own_column[part] + hold->whole, f < HOL_RX ? -1.0 : -1.0 / model->scale);
  case HOL_TO_FIRST:
    return led(model, part, at, first, f, row);
  case HOL_TO_LEADER:
    return led(model, part, at, leader_of(model, part, at), f, row);
  case HOL_TO_REST:
  case HOL_TO_EVEN:
    break;
  }
  return HOL_OK;
}

/** Components of a station that a hold holds: none where it is not one of its stations. */
static hol_freedoms held_at(const hol_model *model, size_t part, const hol_part_hold *hold, const hol_station *at)
{
  const hol_resolved *resolved = &model->resolved[part];
  bool is_here = hold->at == HOL_HOLD_OTHERS ? at != &model->station[model->first_station[part]]
                 : hold->at == HOL_HOLD_END
                     ? fabs(at->x - hold->xi * resolved->length) <= HOL_SAME_POINT * resolved->length
                     : true;
  if (is_here && hold->to == HOL_TO_LEADER) {
    return resolved->sites.leader[at->point] ? hold->freedoms & resolved->sites.freedoms[at->point] : 0;
  }
  return is_here ? hold->freedoms : 0;
}

static hol_status hold_station(struct source *source, const hol_part_hold *hold, const hol_station *at)
{
  static const char *const name[HOL_FREEDOM_COUNT] = {"own ux", "own uy", "own uz", "own rx", "own ry", "own rz"};
  hol_freedoms freedoms = held_at(source->model, source->part, hold, at);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT && freedoms >> f; f++) {
    if (!(freedoms >> f & 1)) {
      continue;
    }
    hol_sparse row = {0};
    hol_status status = held_row(source->model, source->part, hold, at, f, &row);
    if (status == HOL_OK && hol_sparse_max(&row) > 0) {
      status = constrain(source, &row, 1.0, hold->name ? hold->name : name[f]);
    }
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** A motion as a whole does not move. */
static hol_status hold_whole(struct source *source, const hol_part_hold *hold)
{
  hol_sparse row = {0};
  hol_status status = hol_sparse_add(&row, source->model->own_column[source->part] + hold->whole, 1.0);
  status = status == HOL_OK ? constrain(source, &row, 1.0, hold->name) : status;
  hol_sparse_clear(&row);
  return status;
}

/** Rows that a part brings along. */
static hol_status hold_part(struct source *source)
{
  const hol_model *model = source->model;
  const hol_resolved *resolved = &model->resolved[source->part];
  for (size_t k = 0; k < resolved->holds; k++) {
    const hol_part_hold *hold = &resolved->hold[k];
    if (hold->at == HOL_HOLD_WHOLE) {
      HOL_TRY(hold_whole(source, hold));
      continue;
    }
    for (size_t i = model->first_station[source->part]; i < model->first_station[source->part + 1]; i++) {
      HOL_TRY(hold_station(source, hold, &model->station[i]));
    }
  }
  return HOL_OK;
}

/** "a ux, b uy (-2)" - the constraints a redundant one follows from. */
static hol_status describe_dependency(hol_layout *layout, const hol_sparse *from, size_t n)
{
  char *text = NULL;
  size_t shown = 0, count = 0;
  for (size_t i = 0; i < from->count; i++) {
    if (fabs(from->value[i]) < 1e-9) {
      continue;
    }
    const hol_constraint *c = &layout->constraint[from->index[i]];
    count++;
    if (shown < 6) {
      char *longer = hol_format("%s%s%s (%s)", text ? text : "", text ? "; " : "", c->name, c->component);
      free(text);
      text = longer;
      shown++;
      if (!text) {
        return HOL_MEMORY;
      }
    }
  }
  if (count > shown) {
    char *longer = hol_format("%s; and %zu more", text, count - shown);
    free(text);
    text = longer;
  }
  if (!text) {
    text = hol_format("%s", "no freedom that is considered");
  }
  layout->constraint[n].depends_on = text;
  return text ? HOL_OK : HOL_MEMORY;
}

/** Rows of the parts themselves come first, so that of two that say the same it is the joint which is redundant. */
static hol_status part_rows(hol_filling *filling)
{
  hol_model *model = filling->model;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    struct source source = {
        .filling = filling, .model = model, .joint = SIZE_MAX, .part = i, .name = model->problem->part[i].name};
    HOL_TRY(hold_part(&source));
  }
  return HOL_OK;
}

/** Rows of the joints; stiffness matrices come last. */
static hol_status joint_rows(hol_filling *filling)
{
  hol_model *model = filling->model;
  for (size_t i = 0; i < 2 * model->problem->joint_count; i++) {
    size_t j = i % model->problem->joint_count;
    const hol_joint *joint = &model->problem->joint[j];
    struct source source = {.filling = filling, .model = model, .joint = j, .part = SIZE_MAX, .name = joint->name};
    HOL_TRY(is_matrix(joint) == (i != j) ? join_points(&source, joint) : HOL_OK);
  }
  return HOL_OK;
}

hol_status hol_model_constrain(hol_filling *filling)
{
  hol_model *model = filling->model;
  hol_layout *layout = filling->making;
  HOL_TRY(hol_elimination_start(&model->constraints, model->columns));
  model->constraints.like = layout ? NULL : &model->layout->constraints;
  HOL_TRY(part_rows(filling));
  HOL_TRY(joint_rows(filling));
  for (size_t n = 0; layout && n < model->constraint_count; n++) {
    if (layout->constraint[n].redundant) {
      HOL_TRY(describe_dependency(layout, &model->dependency[n], n));
    }
  }
  return layout ? hol_elimination_pivots(&model->constraints, &layout->constraints) : HOL_OK;
}
