/* SPDX-License-Identifier: BSD-3-Clause */
/* Local mechanisms: lateral motions of a straight member in which no other part takes part, removed from the model.

   They have inertia and no stiffness: rigid-body modes of a bar that hangs by one end, or by none.
   They are left out as if the bar moved freely in them: their momenta vanish, as they do in every motion of another
   frequency, and these keep theirs.

   With r the rows of all such masses over the motions in which all else rests, one member alone can move by z if (0, ..
   z, .. 0) is among the values of r: if z is orthogonal to what each linear dependency of the rows has in it. The
   momenta are those of the masses along as many such z as there are, whatever they are: together they are the same. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/mass_stiffness_rows.h"
#include "model/internal.h"

#include <math.h>
#include <stdlib.h>

/** Two masses across each of two axes. */
enum { ROWS_MOST = 4 };
/** Shares in a dependency below this are rounding. */
static const double rounding = 1e-9;

/** The masses across a member, and what its dependencies with all else have in them. */
struct member {
  size_t part, first, count;         /**< hol_model.mass[first ..] */
  double tied[ROWS_MOST][ROWS_MOST]; /**< [rank] orthonormal */
  size_t rank;
};

/** All members that have such masses. */
struct search {
  hol_model *model;
  struct member *member; /**< [count] by part */
  size_t count;
  size_t *offered;          /**< [rows] mass whose row it was */
  hol_elimination others;   /**< all other effects */
  hol_elimination sideways; /**< what these leave of the rows */
};

static bool is_sideways(const hol_model *model, size_t mass)
{
  const hol_mass *m = &model->mass[mass];
  return model->resolved[m->part].lumped_mass[m->lumped_mass].by == HOL_BY_CHORD;
}

static hol_status list_members(hol_model *model, struct search *search)
{
  search->member = hol_alloc(model->mass_count, sizeof *search->member);
  search->offered = hol_alloc(model->mass_count, sizeof *search->offered);
  if (!search->member || !search->offered) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    struct member *last = search->count ? &search->member[search->count - 1] : NULL;
    if (is_sideways(model, i) && last && last->part == model->mass[i].part) {
      last->count++;
    } else if (is_sideways(model, i)) {
      search->member[search->count++] = (struct member){.part = model->mass[i].part, .first = i, .count = 1};
    }
  }
  return HOL_OK;
}

/** Take what a dependency has in a member, of which `size` is the largest share anywhere. */
static void tie(struct member *member, double share[ROWS_MOST], double size)
{
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k < member->rank; k++) {
      double along = hol_dot(member->count, share, member->tied[k]);
      for (size_t i = 0; i < member->count; i++) {
        share[i] -= along * member->tied[k][i];
      }
    }
  }
  double left = hol_norm(member->count, share);
  if (member->rank == member->count || !(left > rounding * size)) {
    return;
  }
  for (size_t i = 0; i < member->count; i++) {
    member->tied[member->rank][i] = share[i] / left;
  }
  member->rank++;
}

/** The member that a mass belongs to. */
static struct member *member_of(struct search *search, size_t mass)
{
  size_t low = 0, high = search->count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (search->member[middle].first <= mass) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return &search->member[low];
}

/** A row that follows from others: row `mass` − Σ dependency · rows offered before. */
static void take_dependency(struct search *search, size_t mass, const hol_sparse *dependency)
{
  double size = fmax(1, hol_sparse_max(dependency));
  struct member *own = member_of(search, mass);
  double share[ROWS_MOST] = {0};
  share[mass - own->first] = 1;
  for (size_t i = 0; i < dependency->count;) { /* rows rise, and so do members */
    struct member *other = member_of(search, search->offered[dependency->index[i]]);
    double part[ROWS_MOST] = {0}, *to = other == own ? share : part;
    for (; i < dependency->count && member_of(search, search->offered[dependency->index[i]]) == other; i++) {
      to[search->offered[dependency->index[i]] - other->first] -= dependency->value[i];
    }
    if (other != own) {
      tie(other, part, size);
    }
  }
  tie(own, share, size);
}

/** One row: what the other effects leave of it either is new, or ties members to each other; what they leave nothing of
 *  is tied. */
static hol_status offer_row(struct search *search, size_t mass)
{
  const hol_sparse *row = &search->model->mass[mass].along.row;
  hol_sparse left = {0}, dependency = {0};
  bool redundant = true;
  hol_status status = hol_sparse_copy(&left, row);
  status = status == HOL_OK ? hol_elimination_reduce(&search->others, &left) : status;
  size_t n = 0;
  for (size_t i = 0; i < left.count; i++) {
    if (fabs(left.value[i]) > HOL_GEOMETRY_ROUNDING * hol_sparse_max(row)) {
      left.index[n] = left.index[i];
      left.value[n++] = left.value[i];
    }
  }
  left.count = n;
  if (status == HOL_OK && n) {
    search->offered[search->sideways.rows] = mass;
    status = hol_elimination_offer(&search->sideways, &left, HOL_GEOMETRY_ROUNDING, &redundant, &dependency);
  }
  if (status == HOL_OK && redundant) {
    take_dependency(search, mass, &dependency);
  }
  hol_sparse_clear(&left);
  hol_sparse_clear(&dependency);
  return status;
}

/** Motions of the member alone: orthonormal motions of its masses, orthogonal to all that is tied; the largest columns
 *  of the projection one after the other, since small ones hold nothing but rounding of large ones.
 *  @param[out] alone  [count - rank] */
static void find_alone(const struct member *member, double alone[ROWS_MOST][ROWS_MOST])
{
  static const double clearly = 1.01; /* of two that are equal the first, whatever rounding says */
  double left[ROWS_MOST][ROWS_MOST];
  size_t n = member->count;
  for (size_t i = 0; i < n * n; i++) {
    left[i / n][i % n] = i / n == i % n;
    for (size_t k = 0; k < member->rank; k++) {
      left[i / n][i % n] -= member->tied[k][i / n] * member->tied[k][i % n];
    }
  }
  for (size_t k = 0; k < n - member->rank; k++) {
    size_t largest = 0;
    for (size_t i = 1; i < n; i++) {
      largest = left[i][i] > clearly * left[largest][largest] ? i : largest;
    }
    double size = hol_norm(n, left[largest]);
    for (size_t i = 0; i < n; i++) {
      alone[k][i] = left[largest][i] / size;
    }
    for (size_t i = 0; i < n * n; i++) {
      left[i / n][i % n] -= alone[k][i / n] * alone[k][i % n];
    }
  }
}

/** The momentum of a motion that the member can do alone, over the columns. */
static hol_status momentum_row(const struct search *search, const struct member *member, const double motion[ROWS_MOST],
                               hol_sparse *row)
{
  static const double nothing = 1e-13;
  const hol_mass *mass = &search->model->mass[member->first];
  double top = 0;
  for (size_t k = 0; k < member->count; k++) {
    top = fmax(top, fabs(mass[k].mass));
  }
  for (size_t j = 0; j < member->count; j++) {
    bool moves = fabs(motion[j]) > nothing;
    HOL_TRY(moves ? hol_sparse_axpy(row, motion[j] * mass[j].mass / top, &mass[j].along.full) : HOL_OK);
  }
  return HOL_OK;
}

/** Rows that leave out what a member can do alone. */
static hol_status hold_member(hol_filling *filling, const struct search *search, const struct member *member)
{
  hol_model *model = filling->model;
  double alone[ROWS_MOST][ROWS_MOST];
  find_alone(member, alone);
  for (size_t i = 0; i < member->count; i++) {
    model->mass[member->first + i].is_reduced = true;
  }
  for (size_t k = 0; k < member->count - member->rank; k++) {
    hol_sparse row = {0};
    bool redundant;
    hol_status status = momentum_row(search, member, alone[k], &row);
    status = status == HOL_OK ? hol_decide(filling, row.count > 0) : status;
    if (status == HOL_OK && row.count) {
      status = hol_elimination_offer(&model->constraints, &row, HOL_GEOMETRY_ROUNDING, &redundant, NULL);
    }
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

static hol_status note_alone(const struct search *search, hol_layout *layout)
{
  enum { NAMED = 4 };
  hol_text names = {0};
  size_t count = 0;
  for (size_t i = 0; i < search->count; i++) {
    const struct member *member = &search->member[i];
    if (member->rank < member->count && count++ < NAMED) {
      hol_text_add(&names, "%s%s", names.size ? ", " : "", search->model->problem->part[member->part].name);
    }
  }
  const char *text = names.data ? names.data : "";
  char *note = count > NAMED ? hol_format("sideways motions of a single bar are ignored: %s "
                                          "and %zu more",
                                          text, count - NAMED)
                             : hol_format("sideways motions of a single bar are ignored: %s", text);
  hol_status status = hol_layout_note(layout, names.failed ? (free(note), NULL) : note);
  hol_text_clear(&names);
  return status;
}

/** All other effects; what moves an exported point from outside is one, too. */
static hol_status take_others(const hol_model *model, hol_elimination *others)
{
  hol_row_collector to = {.elimination = others};
  HOL_TRY(hol_collect_other_rows(model, &to));
  for (size_t i = 0; i < HOL_FREEDOM_COUNT * model->outputs; i++) {
    HOL_TRY(hol_collect_row(&to, &model->outlet[i].row));
  }
  return HOL_OK;
}

static hol_status search_in(hol_filling *filling, struct search *search, bool *found)
{
  hol_model *model = filling->model;
  HOL_TRY(hol_elimination_start(&search->others, model->columns));
  HOL_TRY(hol_elimination_start(&search->sideways, model->columns));
  HOL_TRY(take_others(model, &search->others));
  for (size_t i = 0; i < search->count; i++) {
    for (size_t k = 0; k < search->member[i].count; k++) {
      HOL_TRY(offer_row(search, search->member[i].first + k));
    }
  }
  for (size_t i = 0; i < search->count; i++) {
    const struct member *member = &search->member[i];
    HOL_TRY(hol_decide(filling, member->count - member->rank));
    *found |= member->rank < member->count;
    HOL_TRY(member->rank < member->count ? hold_member(filling, search, member) : HOL_OK);
  }
  return *found && filling->making ? note_alone(search, filling->making) : HOL_OK;
}

hol_status hol_model_hold_local_mechanisms(hol_filling *filling, bool *found)
{
  struct search search = {.model = filling->model};
  *found = false;
  hol_status status = list_members(filling->model, &search);
  if (status == HOL_OK && search.count) {
    status = search_in(filling, &search, found);
  }
  hol_elimination_clear(&search.others);
  hol_elimination_clear(&search.sideways);
  free(search.member);
  free(search.offered);
  return status;
}
