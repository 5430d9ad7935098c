/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraint rows, springs and dashpots of each kind of joint. */
#include "base/vector.h"
#include "model/rows.h"
#include "parts/rigid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Directions nearer than that to one another, as the sine of their angle, are one. */
static const double parallel = 1e-6;

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

/* ---- components that are equal, or held -------------------------------------------------------------------------- */

/** Rows a − (b carried to a) = 0 for the freedoms of `mask`; plain components when `plain`. */
static hol_status equate(hol_row_source *source, const hol_joint_end *a, const hol_joint_end *b, hol_freedoms mask,
                         bool plain, const char *suffix)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (!(mask >> f & 1) || source->model->slot[f] == SIZE_MAX) {
      continue;
    }
    hol_sparse row = {0};
    hol_status status = hol_joint_end_component(source->model, a, f, 1.0, &row);
    double d[3] = {f == HOL_UX, f == HOL_UY, f == HOL_UZ};
    if (status == HOL_OK && f < HOL_RX && !plain) {
      status = hol_joint_end_carried(source->model, a->at, b, d, -1.0, &row);
    } else if (status == HOL_OK) {
      status = hol_joint_end_component(source->model, b, f, -1.0, &row);
    }
    char component[320];
    snprintf(component, sizeof component, "%s%s", hol_freedom_name[f], suffix);
    status = status == HOL_OK ? hol_row_add_constraint(source, &row, 1.0, component) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Rows that hold freedoms of one point. */
static hol_status hold(hol_row_source *source, const hol_joint *joint, hol_freedoms mask)
{
  const hol_joint_end a = hol_joint_end_of(source->model, &joint->point[0]);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (mask >> f & 1 && source->model->slot[f] != SIZE_MAX) {
      hol_sparse row = {0};
      hol_status status = hol_joint_end_component(source->model, &a, f, 1.0, &row);
      status = status == HOL_OK ? hol_row_add_constraint(source, &row, 1.0, hol_freedom_name[f]) : status;
      hol_sparse_clear(&row);
      HOL_TRY(status);
    }
  }
  return HOL_OK;
}

/** " of b.end" where a joint has more than two points. */
typedef struct hol_suffix {
  char text[300];
} hol_suffix;

static hol_suffix suffix_of(const hol_joint *joint, size_t i)
{
  hol_suffix suffix = {""};
  if (joint->point_count > 2) {
    snprintf(suffix.text, sizeof suffix.text, " of %.280s", joint->point[i].text);
  }
  return suffix;
}

/** Row of a component of b, as a carries it rigidly along: a's component at the place of b less b's own. */
static hol_status lead(hol_row_source *source, const hol_joint_end *a, const hol_joint_end *b, size_t f,
                       const char *suffix)
{
  hol_sparse row = {0};
  double d[3] = {f == HOL_UX, f == HOL_UY, f == HOL_UZ};
  hol_status status = f < HOL_RX ? hol_joint_end_carried(source->model, b->at, a, d, 1.0, &row)
                                 : hol_joint_end_component(source->model, a, f, 1.0, &row);
  status = status == HOL_OK ? hol_joint_end_component(source->model, b, f, -1.0, &row) : status;
  char component[320];
  snprintf(component, sizeof component, "%s%s", hol_freedom_name[f], suffix);
  status = status == HOL_OK ? hol_row_add_constraint(source, &row, 1.0, component) : status;
  hol_sparse_clear(&row);
  return status;
}

/** All motions are shared; or those named of the other points are those of a rigid body that moves with the first. */
static hol_status weld(hol_row_source *source, const hol_joint *joint)
{
  const hol_joint_end first = hol_joint_end_of(source->model, &joint->point[0]);
  for (size_t i = 1; i < joint->point_count; i++) {
    const hol_joint_end other = hol_joint_end_of(source->model, &joint->point[i]);
    const hol_suffix suffix = suffix_of(joint, i);
    if (!joint->has_freedoms) {
      HOL_TRY(equate(source, &first, &other, HOL_TRANSLATIONS | HOL_ROTATIONS, false, suffix.text));
    }
    for (size_t f = 0; f < HOL_FREEDOM_COUNT && joint->has_freedoms; f++) {
      bool is_named = joint->freedoms >> f & 1 && source->model->slot[f] != SIZE_MAX;
      HOL_TRY(is_named ? lead(source, &first, &other, f, suffix.text) : HOL_OK);
    }
  }
  return HOL_OK;
}

/* ---- hinges ------------------------------------------------------------------------------------------------------ */

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

/** The same for rotations across an axis, each as near as can be to an axis of the file. */
static void across(const double axis[3], double n[2][3])
{
  double d[3];
  normalise_direction(axis, d);
  size_t along = 0;
  for (size_t k = 1; k < 3; k++) {
    along = fabs(d[k]) > fabs(d[along]) ? k : along;
  }
  size_t first = along == 0, second = along == 2 ? 1 : 2;
  double v[3];
  for (size_t k = 0; k < 3; k++) {
    v[k] = (k == first) - d[first] * d[k];
  }
  normalise_direction(v, n[0]);
  hol_cross(d, n[0], n[1]);
  for (size_t k = 0, back = n[1][second] < 0; k < 3; k++) {
    n[1][k] = back ? -n[1][k] : n[1][k];
  }
}

/** "about (0.6, 0.8, 0)", or "rz". */
static void say_rotation(const double d[3], char *text, size_t size)
{
  say_direction(d, true, text, size);
  for (size_t k = 0; k < 3; k++) {
    if (!(fabs(d[(k + 1) % 3]) > 0) && !(fabs(d[(k + 2) % 3]) > 0) && d[k] > 0) {
      snprintf(text, size, "%s", hol_freedom_name[HOL_RX + k]);
    }
  }
}

/** Row a − b of the rotations about a direction, as far as they are considered; b NULL: the ground. */
static hol_status share_rotation(hol_row_source *source, const hol_joint_end *a, const hol_joint_end *b,
                                 const double d[3], const char *suffix)
{
  char direction[96], component[400];
  hol_sparse row = {0};
  say_rotation(d, direction, sizeof direction);
  snprintf(component, sizeof component, "%s%s", direction, suffix);
  hol_status status = hol_joint_end_along(source->model, a, 3, d, 1.0, &row);
  status = status == HOL_OK && b ? hol_joint_end_along(source->model, b, 3, d, -1.0, &row) : status;
  if (status == HOL_OK && hol_sparse_max(&row) > 0) {
    status = hol_row_add_constraint(source, &row, 1.0, component);
  }
  hol_sparse_clear(&row);
  return status;
}

/** Displacements; with an axis in space also the two rotations across it. */
static hol_status pin(hol_row_source *source, const hol_joint *joint)
{
  const hol_joint_end a = hol_joint_end_of(source->model, &joint->point[0]);
  double n[2][3];
  HOL_TRY(hold(source, joint, HOL_TRANSLATIONS));
  if (joint->has_direction) {
    across(joint->direction, n);
    HOL_TRY(share_rotation(source, &a, NULL, n[0], ""));
    HOL_TRY(share_rotation(source, &a, NULL, n[1], ""));
  }
  return HOL_OK;
}

/** A joint whose points must coincide. */
static bool check_together(hol_row_source *source, const hol_joint *joint, size_t i)
{
  static const char *const what[HOL_CONSTRAINT + 1] = {
      [HOL_HINGE] = "hinge", [HOL_BALL] = "ball", [HOL_UNIVERSAL] = "universal"};
  const hol_joint_end a = hol_joint_end_of(source->model, &joint->point[0]),
                      b = hol_joint_end_of(source->model, &joint->point[i]);
  double apart = hol_gap(a.at, b.at);
  if (!(apart > parallel * source->model->extent)) {
    return true;
  }
  hol_faults_add(source->filling->faults, true, joint->point[i].place,
                 joint->kind == HOL_HINGE
                     ? "a hinge needs points that coincide; use weld for a rigid link, or tie for one component"
                     : "it needs points that coincide; `weld` is a rigid link",
                 "%s joins points that are %.6g m apart: %s and %s", what[joint->kind], apart, joint->point[0].text,
                 joint->point[i].text);
  return false;
}

/** Displacements shared; of rotations those across the axis, if there is one. */
static hol_status hinge(hol_row_source *source, const hol_joint *joint)
{
  const hol_joint_end first = hol_joint_end_of(source->model, &joint->point[0]);
  for (size_t i = 1; i < joint->point_count; i++) {
    const hol_joint_end other = hol_joint_end_of(source->model, &joint->point[i]);
    const hol_suffix suffix = suffix_of(joint, i);
    if (!check_together(source, joint, i)) {
      continue;
    }
    HOL_TRY(equate(source, &first, &other, HOL_TRANSLATIONS, true, suffix.text));
    if (joint->has_direction) {
      double n[2][3];
      across(joint->direction, n);
      HOL_TRY(share_rotation(source, &first, &other, n[0], suffix.text));
      HOL_TRY(share_rotation(source, &first, &other, n[1], suffix.text));
    }
  }
  return HOL_OK;
}

/** Displacements shared, and the rotation about the normal of both axes. */
static hol_status universal(hol_row_source *source, const hol_joint *joint)
{
  if (!check_together(source, joint, 1)) {
    return HOL_OK;
  }
  const hol_joint_end a = hol_joint_end_of(source->model, &joint->point[0]);
  const hol_joint_end b = hol_joint_end_of(source->model, &joint->point[1]);
  double first[3], second[3], n[3];
  normalise_direction(joint->direction, first);
  normalise_direction(joint->second, second);
  hol_cross(first, second, n);
  normalise_direction(n, n);
  double largest = 0;
  for (size_t k = 0; k < 3; k++) {
    largest = fabs(n[k]) > fabs(largest) ? n[k] : largest;
  }
  for (size_t k = 0; k < 3;
       k++) { /* its name is that of the axis of the file where it lies along one; + 0 leaves no -0 */
    n[k] = (largest < 0 ? -n[k] : n[k]) + 0.0;
  }
  HOL_TRY(equate(source, &a, &b, HOL_TRANSLATIONS, true, ""));
  return share_rotation(source, &a, &b, n, "");
}

/** Free along the direction; the other translations and the rotations shared. */
static hol_status slide(hol_row_source *source, const hol_joint *joint)
{
  const hol_joint_end a = hol_joint_end_of(source->model, &joint->point[0]);
  double d[3], n[2][3];
  normalise_direction(joint->direction, d);
  normals(d, n[0], n[1]);
  for (size_t i = 1; i < joint->point_count; i++) {
    const hol_joint_end b = hol_joint_end_of(source->model, &joint->point[i]);
    for (int k = 0; k < 2; k++) {
      hol_sparse row = {0};
      char component[96];
      say_direction(n[k], false, component, sizeof component);
      hol_status status = hol_joint_end_along(source->model, &a, 0, n[k], 1.0, &row);
      status = status == HOL_OK ? hol_joint_end_carried(source->model, a.at, &b, n[k], -1.0, &row) : status;
      if (status == HOL_OK && hol_sparse_max(&row) > 0) {
        status = hol_row_add_constraint(source, &row, 1.0, component);
      }
      hol_sparse_clear(&row);
      HOL_TRY(status);
    }
    HOL_TRY(equate(source, &a, &b, HOL_ROTATIONS, true, ""));
  }
  return HOL_OK;
}

/* ---- single equations -------------------------------------------------------------------------------------------- */

/** The row of a spring, tie or roller: component of a minus that of b. */
static hol_status difference(const hol_model *model, const hol_joint *joint, hol_sparse *row, char *component,
                             size_t size)
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
    const hol_joint_end end = hol_joint_end_of(model, &joint->point[i]);
    double sign = i ? -1.0 : 1.0;
    if (along) {
      HOL_TRY(hol_joint_end_along(model, &end, joint->rotation ? 3 : 0, d, sign, row));
    } else {
      HOL_TRY(hol_joint_end_component(model, &end, (size_t)joint->freedom, sign, row));
    }
  }
  return HOL_OK;
}

/** The row of two points that move alike along the line between them; a fault where they coincide. */
static hol_status line_between(hol_row_source *source, const hol_joint *joint, hol_sparse *row, double *apart,
                               char *component, size_t size)
{
  const hol_joint_end a = hol_joint_end_of(source->model, &joint->point[0]),
                      b = hol_joint_end_of(source->model, &joint->point[1]);
  double line[3], d[3];
  hol_apart(a.at, b.at, line);
  *apart = hol_length(line);
  if (!(*apart > parallel * source->model->extent)) {
    hol_faults_add(source->filling->faults, true, joint->place, "`ball` joins points at one place",
                   "`%s` joins points that coincide", joint->name);
    return HOL_OK;
  }
  normalise_direction(line, d);
  say_direction(d, false, component, size);
  HOL_TRY(hol_joint_end_along(source->model, &a, 0, d, 1.0, row));
  return hol_joint_end_along(source->model, &b, 0, d, -1.0, row);
}

static hol_status distance(hol_row_source *source, const hol_joint *joint)
{
  double apart;
  char component[96];
  hol_sparse row = {0};
  hol_status status = line_between(source, joint, &row, &apart, component, sizeof component);
  if (status == HOL_OK && row.count > 0) {
    status = hol_row_add_constraint(source, &row, 1.0, component);
  }
  hol_sparse_clear(&row);
  return status;
}

/** Hold what a row says: by its spring if the joint has a stiffness, else rigidly. */
static hol_status hold_along(hol_row_source *source, const hol_joint *joint, hol_sparse *row, const char *component)
{
  return joint->stiffness_count ? hol_row_add_spring(source, row, 1.0, 1.0 / joint->stiffness[0], component)
                                : hol_row_add_constraint(source, row, 1.0, component);
}

/** A spring along the line between its points, which is not loaded at rest. */
static hol_status spring_along_line(hol_row_source *source, const hol_joint *joint)
{
  double apart;
  char component[96];
  hol_sparse row = {0};
  hol_status status = line_between(source, joint, &row, &apart, component, sizeof component);
  if (row.count > 0 && fabs(apart - joint->length) > parallel * apart) {
    hol_faults_add(source->filling->faults, true, joint->place, "`direction` in place of `length`, or another place",
                   "`%s` is loaded at rest: its points are %.6g m apart and its length is %.6g m", joint->name, apart,
                   joint->length);
  }
  status = status == HOL_OK && row.count > 0 ? hol_row_add_dashpot(source, joint, &row) : status;
  status = status == HOL_OK && row.count > 0 ? hold_along(source, joint, &row, component) : status;
  hol_sparse_clear(&row);
  return status;
}

/** A disk that rolls: to first order the place where it touches its plane does not move. */
static hol_status roll(hol_row_source *source, const hol_joint *joint)
{
  const hol_model *model = source->model;
  const hol_problem *problem = model->problem;
  const hol_joint_end a = hol_joint_end_of(model, &joint->point[0]);
  double axis[3], arm[3], at[6];
  if (!hol_rigid_contact(&problem->part[joint->point[0].part], problem->dimensions == 2, joint->direction, axis, arm)) {
    hol_faults_add(source->filling->faults, true, joint->place, "a disk with `radius` and an `axis` across `direction`",
                   "`%s` does not roll on its rim", joint->point[0].text);
    return HOL_OK;
  }
  memcpy(at, a.at, sizeof at);
  for (size_t k = 0; k < 3; k++) { /* with its rest: far from the origin the arm has digits below those of the place */
    const hol_dd sum = hol_dd_add((hol_dd){at[k], at[3 + k]}, (hol_dd){arm[k], 0});
    at[k] = sum.value;
    at[3 + k] = sum.rest;
  }
  for (size_t f = 0; f < HOL_RX; f++) {
    double d[3] = {f == HOL_UX, f == HOL_UY, f == HOL_UZ};
    hol_sparse row = {0};
    bool is_considered = model->slot[f] != SIZE_MAX;
    hol_status status = is_considered ? hol_joint_end_carried(model, at, &a, d, 1.0, &row) : HOL_OK;
    status =
        status == HOL_OK && is_considered ? hol_row_add_constraint(source, &row, 1.0, hol_freedom_name[f]) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

static hol_status single(hol_row_source *source, const hol_joint *joint)
{
  hol_sparse row = {0};
  char component[96];
  hol_status status = difference(source->model, joint, &row, component, sizeof component);
  status = status == HOL_OK && joint->kind != HOL_ROLLER && joint->kind != HOL_TIE
               ? hol_row_add_dashpot(source, joint, &row)
               : status;
  status = status == HOL_OK && joint->kind != HOL_DASHPOT ? hold_along(source, joint, &row, component) : status;
  hol_sparse_clear(&row);
  return status;
}

/** A turns so many times as fast as b. */
static hol_status gear(hol_row_source *source, const hol_joint *joint)
{
  hol_sparse row = {0};
  char component[96];
  double first[3], second[3];
  const hol_joint_end a = hol_joint_end_of(source->model, &joint->point[0]);
  const hol_joint_end b = hol_joint_end_of(source->model, &joint->point[1]);
  normalise_direction(joint->direction, first);
  normalise_direction(joint->has_second ? joint->second : joint->direction, second);
  say_rotation(first, component, sizeof component);
  hol_status status = hol_joint_end_along(source->model, &a, 3, first, 1.0, &row);
  status = status == HOL_OK ? hol_joint_end_along(source->model, &b, 3, second, -joint->ratio, &row) : status;
  status = status == HOL_OK ? hold_along(source, joint, &row, component) : status;
  hol_sparse_clear(&row);
  return status;
}

/** One of the springs of a bushing, along or about an axis of its own. */
static hol_status bushing_spring(hol_row_source *source, const hol_joint *joint, size_t f, const double d[3], double k)
{
  hol_sparse row = {0};
  const hol_model *model = source->model;
  const hol_joint_end a = hol_joint_end_of(model, &joint->point[0]);
  hol_status status = hol_joint_end_along(model, &a, f < HOL_RX ? 0 : 3, d, 1.0, &row);
  if (joint->point_count > 1 && status == HOL_OK) {
    const hol_joint_end b = hol_joint_end_of(model, &joint->point[1]);
    status = f < HOL_RX ? hol_joint_end_carried(model, a.at, &b, d, -1.0, &row)
                        : hol_joint_end_along(model, &b, 3, d, -1.0, &row);
  }
  char component[96];
  if (joint->has_direction) {
    say_direction(d, f >= HOL_RX, component, sizeof component);
  } else {
    snprintf(component, sizeof component, "%s", hol_freedom_name[f]);
  }
  status = status == HOL_OK ? hol_row_add_spring(source, &row, 1.0, 1.0 / k, component) : status;
  hol_sparse_clear(&row);
  return status;
}

/** A spring for each freedom that it resists; the elastic thing is at the first point. */
static hol_status bushing(hol_row_source *source, const hol_joint *joint)
{
  double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, along[3];
  if (joint->has_direction) {
    normalise_direction(joint->direction, along);
    (void)hol_axes_along(along, joint->has_second ? joint->second : NULL, axis);
  }
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (source->model->slot[f] == SIZE_MAX) {
      continue;
    }
    double k = joint->stiffness[source->model->slot[f]];
    HOL_TRY(hol_decide(source->filling, k > 0));
    if (k > 0) {
      HOL_TRY(bushing_spring(source, joint, f, axis[f % 3], k));
    } else {
      source->equation++; /* its number is that of the stiffness */
    }
  }
  return HOL_OK;
}

static hol_status general(hol_row_source *source, const hol_joint *joint)
{
  hol_sparse row = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < joint->term_count && status == HOL_OK; i++) {
    const hol_term *term = &joint->term[i];
    const hol_joint_end end = hol_joint_end_of(source->model, &term->point);
    if (term->freedom >= 0) {
      status = hol_joint_end_component(source->model, &end, (size_t)term->freedom, term->coefficient, &row);
    } else {
      double d[3];
      normalise_direction(term->direction, d);
      status = hol_joint_end_along(source->model, &end, 0, d, term->coefficient, &row);
    }
  }
  double sign = joint->term_count ? joint->term[0].coefficient : 1.0;
  if (status == HOL_OK && joint->compliance > 0) {
    status = hol_row_add_spring(source, &row, sign, joint->compliance, "equation");
  } else if (status == HOL_OK) {
    status = hol_row_add_constraint(source, &row, sign, "equation");
  }
  hol_sparse_clear(&row);
  return status;
}

/** What a drive moves does not move by itself: a rod keeps its length, a roller its place. */
static hol_status drive(hol_row_source *source, const hol_joint *joint)
{
  const hol_joint *driven = &source->model->problem->joint[joint->driven];
  if (driven->kind != HOL_DISTANCE && driven->kind != HOL_ROLLER) {
    hol_faults_add(source->filling->faults, true, joint->place,
                   "analysis: {motion: {to: 10 s}}, or `weld` in its place", "`%s` moves `%s` in large motion alone",
                   joint->name, driven->name);
  }
  return HOL_OK;
}

hol_status hol_rows_of_joint(hol_row_source *source, const hol_joint *joint)
{
  switch (joint->kind) {
  case HOL_WELD:
    return weld(source, joint);
  case HOL_HINGE:
  case HOL_BALL:
    return hinge(source, joint);
  case HOL_UNIVERSAL:
    return universal(source, joint);
  case HOL_FIX:
    return hold(source, joint, joint->has_freedoms ? joint->freedoms : HOL_TRANSLATIONS | HOL_ROTATIONS);
  case HOL_PIN:
    return pin(source, joint);
  case HOL_SLIDE:
    return slide(source, joint);
  case HOL_ROLLER:
  case HOL_TIE:
  case HOL_DASHPOT:
  case HOL_SPRING:
    return joint->has_length            ? spring_along_line(source, joint)
           : hol_joint_is_matrix(joint) ? hol_rows_of_matrix(source, joint)
                                        : single(source, joint);
  case HOL_BUSHING:
    return bushing(source, joint);
  case HOL_GEAR:
    return gear(source, joint);
  case HOL_DISTANCE:
    return distance(source, joint);
  case HOL_ROLL:
    return roll(source, joint);
  case HOL_DRIVE:
    return drive(source, joint);
  case HOL_CONSTRAINT:
    return general(source, joint);
  }
  return HOL_OK;
}
