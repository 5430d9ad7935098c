/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes on joints that connect other places than the geometry suggests: ends that meet and are not joined, welds over a
 * gap, a share of a length that was meant as a length. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES_NAMED = 3, WELDS_NAMED = 3, GROUND = 0 };

/* ---- ends at one place that no joint connects -------------------------------------------------------------------- */

/** The end of a straight member, or a body, whose place the file gives. */
typedef struct member_end {
  size_t part;
  bool has_length;
  int which;       /**< 0: start, 1: end */
  size_t node;     /**< of the union of stations; SIZE_MAX: no joint names it */
  int64_t cell[3]; /**< its place in cells of a grid finer than any length of the structure */
  const double *at;
} member_end;

static size_t find_root(size_t *parent, size_t node)
{
  while (parent[node] != node) {
    parent[node] = parent[parent[node]];
    node = parent[node];
  }
  return node;
}

static void unite(size_t *parent, size_t a, size_t b)
{
  parent[find_root(parent, a)] = find_root(parent, b);
}

/** The node of a station: the ground is number 0. */
static size_t node_of(const hol_model *model, const hol_point *point)
{
  return 1 + (size_t)(hol_model_station(model, point) - model->station);
}

/** Unite the stations of every joint; a joint of one point connects it with the ground. */
static void unite_joints(const hol_model *model, size_t *parent)
{
  for (size_t j = 0; j < model->problem->joint_count; j++) {
    const hol_joint *joint = &model->problem->joint[j];
    size_t points = joint->kind == HOL_CONSTRAINT ? joint->term_count : joint->point_count, first = GROUND;
    for (size_t i = 0; i < points; i++) {
      const hol_point *point = joint->kind == HOL_CONSTRAINT ? &joint->term[i].point : &joint->point[i];
      size_t node = node_of(model, point);
      if (i > 0 || points == 1) {
        unite(parent, node, first);
      }
      first = i == 0 ? node : first;
    }
  }
}

/** The node at an end of a part; SIZE_MAX where it has no station. */
static size_t node_at_end(const hol_model *model, size_t part, int which)
{
  double length = model->resolved[part].length, x = which ? length : 0;
  for (size_t s = model->first_station[part]; s < model->first_station[part + 1]; s++) {
    if (fabs(model->station[s].x - x) <= HOL_SAME_POINT * length) {
      return 1 + s;
    }
  }
  return SIZE_MAX;
}

static void add_end(const hol_model *model, member_end *list, size_t *count, size_t part, int which)
{
  double cell = 0.9137e-6 * model->extent; /* no usual coordinate lies on the border of two cells */
  const hol_resolved *r = &model->resolved[part];
  member_end *end = &list[*count];
  *end = (member_end){.part = part,
                      .has_length = r->samples == HOL_SAMPLES_ALONG,
                      .which = which,
                      .node = node_at_end(model, part, which),
                      .at = which ? model->to[part] : model->from[part]};
  for (size_t k = 0; k < 3; k++) {
    double place = rint(end->at[k] / cell);
    if (!(fabs(place) < 0x1p62)) {
      return;
    }
    end->cell[k] = (int64_t)place;
  }
  (*count)++;
}

static size_t list_ends(const hol_model *model, member_end *list)
{
  size_t count = 0;
  for (size_t i = 0; i < model->problem->part_count; i++) {
    hol_samples samples = model->resolved[i].samples;
    if (!model->problem->part[i].is_placed) {
      continue;
    }
    if (samples == HOL_SAMPLES_ALONG || samples == HOL_SAMPLES_STATION) {
      add_end(model, list, &count, i, 0);
    }
    if (samples == HOL_SAMPLES_ALONG) {
      add_end(model, list, &count, i, 1);
    }
  }
  return count;
}

static int compare_cells(const void *a, const void *b)
{
  const member_end *x = a, *y = b;
  for (size_t k = 0; k < 3; k++) {
    if (x->cell[k] != y->cell[k]) {
      return x->cell[k] < y->cell[k] ? -1 : 1;
    }
  }
  return x->part != y->part ? (x->part < y->part ? -1 : 1) : x->which - y->which;
}

static void name_end(const hol_model *model, const member_end *end, hol_text *text)
{
  const char *name = model->problem->part[end->part].name;
  hol_text_add(text, end->has_length ? end->which ? "%s.end" : "%s.start" : "%s", name);
}

static void name_place(const hol_model *model, const double at[3], hol_text *text)
{
  hol_text_add(text, "(%.6g", at[0]);
  for (size_t k = 1; k < model->problem->dimensions; k++) {
    hol_text_add(text, ", %.6g", at[k]);
  }
  hol_text_add(text, ") m");
}

/** A member so short that both its ends are at one place joins what is there. */
static void unite_short(const member_end *end, size_t n, size_t *parent)
{
  for (size_t i = 1; i < n; i++) {
    if (end[i].part == end[i - 1].part && end[i].node != SIZE_MAX && end[i - 1].node != SIZE_MAX) {
      unite(parent, end[i].node, end[i - 1].node);
    }
  }
}

/** Of the ends at one place the first that no chain of joints connects with the first of all. @return n: there is
 *  none */
static size_t first_apart(const member_end *end, size_t n, size_t *parent)
{
  for (size_t i = 1; i < n; i++) {
    bool is_joined = end[0].node != SIZE_MAX && end[i].node != SIZE_MAX &&
                     find_root(parent, end[0].node) == find_root(parent, end[i].node);
    if (!is_joined && (end[0].has_length || end[i].has_length)) {
      return i;
    }
  }
  return n;
}

static hol_status note_ends(const hol_model *model, const member_end *list, size_t count, size_t *parent,
                            hol_layout *layout)
{
  hol_text places = {0};
  size_t found = 0;
  for (size_t first = 0, n; first < count; first += n) {
    for (n = 1; first + n < count && memcmp(list[first].cell, list[first + n].cell, sizeof list->cell) == 0;) {
      n++;
    }
    unite_short(list + first, n, parent);
    size_t other = first_apart(list + first, n, parent);
    if (other < n && found++ < PLACES_NAMED) {
      hol_text_add(&places, "%s", places.size ? "; " : "");
      name_end(model, &list[first], &places);
      hol_text_add(&places, " and ");
      name_end(model, &list[first + other], &places);
      hol_text_add(&places, " at ");
      name_place(model, list[first].at, &places);
    }
  }
  if (found > PLACES_NAMED) {
    hol_text_add(&places, " and %zu more places", found - PLACES_NAMED);
  }
  hol_status status = places.failed ? HOL_MEMORY : HOL_OK;
  if (found && status == HOL_OK) {
    status = hol_layout_note(layout, hol_format("no joint connects ends that meet: %s", places.data));
  }
  hol_text_clear(&places);
  return status;
}

static hol_status note_unjoined_ends(const hol_model *model, hol_layout *layout)
{
  size_t nodes = model->station_count + 1;
  size_t *parent = hol_alloc(nodes, sizeof *parent);
  member_end *list = hol_alloc(2 * model->problem->part_count, sizeof *list);
  hol_status status = parent && list ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    for (size_t i = 0; i < nodes; i++) {
      parent[i] = i;
    }
    unite_joints(model, parent);
    size_t count = list_ends(model, list);
    qsort(list, count, sizeof *list, compare_cells);
    status = note_ends(model, list, count, parent, layout);
  }
  free(parent);
  free(list);
  return status;
}

/* ---- welds over a gap -------------------------------------------------------------------------------------------- */

/** Notes on welds, counted; the first are named. */
typedef struct weld_notes {
  size_t elsewhere, gaps;
} weld_notes;

/** Is a point somewhere along a straight member, or at an end of it? */
static bool is_along(const hol_model *model, const hol_point *point)
{
  return model->resolved[point->part].samples == HOL_SAMPLES_ALONG && model->resolved[point->part].length > 0;
}

/** Has the file said that a point is not where its part is? */
static bool has_offset(const hol_point *point)
{
  return point->offset[0] != 0 || point->offset[1] != 0 || point->offset[2] != 0;
}

/** Share of the length of the member of `point` at which a place lies on its axis. @return NAN: it is off the axis */
static double share_along(const hol_model *model, const hol_point *point, const double place[6])
{
  static const double off_axis = 1e-6;
  const hol_resolved *r = &model->resolved[point->part];
  double arm[3], along, off = 0;
  hol_apart(place, model->from[point->part], arm);
  along = hol_dot(3, arm, r->axis[0]);
  for (size_t k = 0; k < 3; k++) {
    double across = arm[k] - along * r->axis[0][k];
    off += across * across;
  }
  double share = along / r->length;
  bool is_on = sqrt(off) <= off_axis * r->length && share >= -off_axis && share <= 1 + off_axis;
  return is_on ? fmin(fmax(share, 0), 1) : (double)NAN;
}

/** The place on a member as a point of a problem file. */
static void spell_point(const hol_problem *problem, const hol_point *point, double share, double length, hol_text *text)
{
  const char *name = problem->part[point->part].name;
  if (share < 1e-6 || share > 1 - 1e-6) {
    hol_text_add(text, share < 0.5 ? "`%s.start`" : "`%s.end`", name);
  } else {
    hol_text_add(text, "`%s@%.6g m`", name, share * length);
  }
}

/** A weld of a member at one place with what lies on its axis at another one. */
static hol_status note_elsewhere(const hol_model *model, const hol_joint *joint, const hol_point *on,
                                 const hol_point *other, bool *is_said, weld_notes *notes, hol_layout *layout)
{
  double at[6], length = model->resolved[on->part].length;
  hol_model_locate(model, other, at);
  double share = is_along(model, on) ? share_along(model, on, at) : (double)NAN;
  if (!(fabs(share - on->xi) > 1e-6)) { /* NAN: off the axis */
    return HOL_OK;
  }
  *is_said = true;
  if (notes->elsewhere++ >= WELDS_NAMED) {
    return HOL_OK;
  }
  hol_text meant = {0};
  spell_point(model->problem, on, share, length, &meant);
  hol_status status =
      meant.failed ? HOL_MEMORY
                   : hol_layout_note(
                         layout, hol_format("%s: %s is %.6g m along %s, but %s lies on it %.6g m along: a rigid arm "
                                            "of %.6g m joins them; %s is the point there",
                                            joint->name, on->text, on->xi * length, model->problem->part[on->part].name,
                                            other->text, share * length, fabs(share - on->xi) * length, meant.data));
  hol_text_clear(&meant);
  return status;
}

/** How far from the end of a member a weld may reach before that looks like a slip: a fifth of its length, or five
 *  times its depth where that is more. */
static double usual_reach(const hol_resolved *r)
{
  static const double share = 0.2, depths = 5, depth_over_gyration = 3.4641016151377544; /* of a rectangle */
  return fmax(share * r->length, depths * depth_over_gyration * r->gyration);
}

static hol_status note_gap(const hol_model *model, const hol_joint *joint, const hol_point *a, const hol_point *b,
                           weld_notes *notes, hol_layout *layout)
{
  double from[6], to[6], reach = 0;
  const hol_point *end[] = {a, b};
  hol_model_locate(model, a, from);
  hol_model_locate(model, b, to);
  for (size_t i = 0; i < 2; i++) {
    reach = is_along(model, end[i]) ? fmax(reach, usual_reach(&model->resolved[end[i]->part])) : reach;
  }
  double gap = hol_gap(from, to);
  bool is_noted = gap > model->scale; /* farther than any part is long: a note of its own */
  if (!(reach > 0 && gap > reach) || is_noted || notes->gaps++ >= WELDS_NAMED) {
    return HOL_OK;
  }
  return hol_layout_note(
      layout, hol_format("%s joins points that are %.6g m apart by a rigid arm; an `offset` at a point says that it is "
                         "meant",
                         joint->name, gap));
}

static hol_status note_weld(const hol_model *model, const hol_joint *joint, weld_notes *notes, hol_layout *layout)
{
  const hol_point *first = &joint->point[0];
  for (size_t i = 1; i < joint->point_count; i++) {
    const hol_point *other = &joint->point[i];
    bool is_said = false;
    if (has_offset(first) || has_offset(other)) {
      continue;
    }
    HOL_TRY(note_elsewhere(model, joint, first, other, &is_said, notes, layout));
    HOL_TRY(is_said ? HOL_OK : note_elsewhere(model, joint, other, first, &is_said, notes, layout));
    HOL_TRY(is_said ? HOL_OK : note_gap(model, joint, first, other, notes, layout));
  }
  return HOL_OK;
}

static hol_status note_welds(const hol_model *model, hol_layout *layout)
{
  weld_notes notes = {0};
  for (size_t j = 0; j < model->problem->joint_count; j++) {
    const hol_joint *joint = &model->problem->joint[j];
    HOL_TRY(joint->kind == HOL_WELD && !joint->has_freedoms ? note_weld(model, joint, &notes, layout) : HOL_OK);
  }
  size_t more = (notes.elsewhere > WELDS_NAMED ? notes.elsewhere - WELDS_NAMED : 0) +
                (notes.gaps > WELDS_NAMED ? notes.gaps - WELDS_NAMED : 0);
  return more ? hol_layout_note(layout, hol_format("%zu more welds join points that are apart", more)) : HOL_OK;
}

hol_status hol_model_warn_misplaced(const hol_model *model, hol_layout *layout)
{
  HOL_TRY(note_unjoined_ends(model, layout));
  return note_welds(model, layout);
}
