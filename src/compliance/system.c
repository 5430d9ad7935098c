/* SPDX-License-Identifier: BSD-3-Clause */
/* Construction of the system behind S(λ): parts in modes, exact segments, kinds of segments, parallel springs; N(λ). */
#include "compliance/system.h"
#include "base/memory.h"
#include "compliance/reactions.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** The coordinates that only ports without force move, those of the same point: added by the first of these. In axes of
 *  its own that are oblique to the global ones a part has as many of them as such ports, but each moves several. */
static void leave_idle(hol_system *system, const hol_member *m, size_t port, const size_t *uses)
{
  const hol_sparse *row = &m->port[port].row;
  size_t point = port - port % m->orders;
  for (size_t j = 0; j < row->count; j++) {
    size_t first = SIZE_MAX, own = 0;
    for (size_t k = point; k < point + m->orders; k++) {
      if (!hol_member_bears(m, k) && hol_sparse_get(&m->port[k].row, row->index[j]) != 0) {
        first = own == 0 ? k : first;
        own++;
      }
    }
    if (first == port && own == uses[row->index[j]]) {
      system->idle[system->idle_count++] = row->index[j];
    }
  }
}

/** Ports that can bear a force; the others have none, and nothing asks them for one:
 *  hol_model_check_end_conditions(). */
static hol_status choose_ports(hol_system *system, hol_modal *modal, const size_t *uses)
{
  const hol_member *m = modal->member;
  bool separate = system->by_reactions && system->model->reactions == HOL_REACTIONS_SEPARATE;
  modal->port = hol_alloc(m->stations * m->orders, sizeof *modal->port);
  if (!modal->port) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < m->stations * m->orders; k++) {
    const hol_sparse *row = &m->port[k].row;
    bool unloaded = row->count == 1 && uses[row->index[0]] == 1;
    if (!hol_member_carries(m, k)) {
      continue;
    }
    /* separate reactions are shapes even where nothing needs a force */
    unloaded = unloaded && !(separate && !hol_member_holds(m, k) && hol_member_bears(m, k));
    if (unloaded) {
      system->idle[system->idle_count++] = row->index[0];
    } else if (!hol_member_bears(m, k)) {
      leave_idle(system, m, k, uses);
    } else if (!hol_member_holds(m, k)) {
      modal->port[modal->ports++] = k;
    }
  }
  return HOL_OK;
}

/** The modes of a member: rigid ones, N elastic ones, and one more for the cut-off (in mode[modes]). */
static hol_status fill_modal(hol_system *system, hol_modal *modal, size_t N, const size_t *uses)
{
  const hol_member *m = modal->member;
  HOL_TRY(choose_ports(system, modal, uses));
  modal->order = system->order;
  modal->rigid = m->rigid_count;
  return system->by_reactions ? hol_modal_reactions(system, modal) : hol_modal_component_modes(system, modal, N);
}

static hol_status build_modals(hol_system *system, size_t N)
{
  const hol_model *model = system->model;
  size_t *uses = hol_alloc(model->coordinates, sizeof *uses), modals = 0;
  for (size_t i = 0; i < model->member_count; i++) {
    modals += model->member[i].is_modal;
  }
  system->modal = hol_alloc(modals, sizeof *system->modal);
  system->idle = hol_alloc(model->coordinates, sizeof *system->idle);
  hol_status status = uses && system->modal && system->idle ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    hol_model_count_uses(model, uses);
  }
  for (size_t i = 0; i < model->member_count && status == HOL_OK; i++) {
    const hol_member *m = &model->member[i];
    if (!m->is_modal) {
      continue;
    }
    hol_modal *modal = &system->modal[system->modal_count++];
    modal->member = m;
    modal->first_unknown = system->fixed;
    status = fill_modal(system, modal, N, uses);
    system->fixed += modal->ports;
    system->multipliers += modal->ports;
    system->cutoff = fmin(system->cutoff, modal->cutoff);
    if (modal->ports) {
      system->remainder_cutoff = fmin(system->remainder_cutoff, modal->cutoff);
    }
    bool has_end = !model->exact || (modal->component_modes && modal->component_modes->has_all);
    system->finite_roots = has_end && system->finite_roots != SIZE_MAX ? system->finite_roots + modal->modes : SIZE_MAX;
  }
  free(uses);
  if (status != HOL_OK || system->by_reactions) {
    return status == HOL_OK ? hol_system_reactions(system) : status;
  }
  return system->finite_roots == SIZE_MAX ? HOL_OK : hol_system_count_roots(system);
}

static hol_status build_segments(hol_system *system)
{
  const hol_model *model = system->model;
  size_t n = 0;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    n += m->is_modal ? 0 : m->stations - 1;
  }
  system->segment = hol_alloc(n, sizeof *system->segment);
  if (!system->segment) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    if (m->is_modal) {
      continue;
    }
    if (m->has_mass) {
      system->finite_roots = SIZE_MAX;
    }
    for (size_t s = 0; s + 1 < m->stations; s++) {
      const void *of = hol_member_segment(m, s);
      hol_added_stiffness beside = m->class->added_stiffness(of);
      system->is_joined = system->is_joined || m->class->error;
      system->error = fmax(system->error, m->class->error ? m->class->error(of) : 0);
      system->segment[system->segment_count++] =
          (hol_segment){.member = m,
                        .station = s,
                        .length = hol_member_span(m, s),
                        .multipliers = m->orders,
                        .first_unknown = system->fixed,
                        .is_difference = beside.force || beside.foundation || m->class->error};
      system->fixed += m->orders;
      system->multipliers += m->orders;
    }
  }
  return HOL_OK;
}

/** What the relation of a segment depends on. */
enum { KEY = HOL_CACHE_KEY_MOST + 2 };
static void fingerprint(const hol_segment *s, double key[KEY])
{
  key[0] = (double)s->member->orders;
  key[1] = s->length;
  s->member->class->cache_key(hol_member_segment(s->member, s->station), key + 2);
}

static int compare_segments(const void *a, const void *b)
{
  double x[KEY], y[KEY];
  fingerprint(*(hol_segment *const *)a, x);
  fingerprint(*(hol_segment *const *)b, y);
  for (int i = 0; i < KEY; i++) {
    if (x[i] != y[i]) {
      return x[i] < y[i] ? -1 : 1;
    }
  }
  return 0;
}

/** Find out which segments are alike: regular structures have few kinds. */
static hol_status compare_all(hol_system *system)
{
  hol_segment **sorted = hol_alloc(system->segment_count, sizeof *sorted);
  system->example = hol_alloc(system->segment_count, sizeof *system->example);
  if (!sorted || !system->example) {
    free(sorted);
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < system->segment_count; i++) {
    sorted[i] = &system->segment[i];
  }
  if (system->segment_count > 1) {
    qsort(sorted, system->segment_count, sizeof *sorted, compare_segments);
  }
  for (size_t i = 0; i < system->segment_count; i++) {
    if (i == 0 || compare_segments(&sorted[i - 1], &sorted[i]) != 0) {
      system->example[system->example_count++] = (size_t)(sorted[i] - system->segment);
    }
    sorted[i]->alike = system->example_count - 1;
  }
  free(sorted);
  return HOL_OK;
}

/** Are rows proportional, but for rounding? */
static bool is_parallel(const hol_sparse *a, const hol_sparse *b)
{
  bool same = a->count == b->count;
  double t = same ? a->value[0] / b->value[0] : 0;
  for (size_t k = 0; k < a->count && same; k++) {
    same = a->index[k] == b->index[k] && fabs(a->value[k] - t * b->value[k]) <= 4 * DBL_EPSILON * fabs(a->value[k]);
  }
  return same;
}

/** The first spring that is stretched by the same motions; the spring itself if there is none before it.
 *  @param[in,out] head  [coordinates] one more than the last spring that is the first of its group and whose row begins
 *                       there; 0: none
 *  @param[in,out] next  [springs] the same before it */
static size_t first_parallel(const hol_model *model, size_t spring, size_t *head, size_t *next)
{
  const hol_sparse *row = &model->spring[spring].along.row;
  if (row->count == 0) {
    return spring;
  }
  for (size_t at = head[row->index[0]]; at; at = next[at - 1]) {
    if (is_parallel(row, &model->spring[at - 1].along.row)) {
      return at - 1;
    }
  }
  next[spring] = head[row->index[0]];
  head[row->index[0]] = spring + 1;
  return spring;
}

/** Stiffness of spring i as seen by what segments the first of its group by one. */
static double stiffness_beside(const hol_model *model, const hol_parallel *parallel, size_t i)
{
  const hol_spring *spring = &model->spring[i], *first = &model->spring[parallel[i].first];
  double t = spring == first ? 1 : spring->along.row.value[0] / first->along.row.value[0];
  return t * t / spring->compliance;
}

static void join_parallel(const hol_model *model, size_t *head, size_t *next, hol_parallel *parallel)
{
  for (size_t i = 0; i < model->spring_count; i++) {
    size_t at = first_parallel(model, i, head, next);
    parallel[i] = (hol_parallel){.first = at, .compliance = model->spring[i].compliance, .fraction = 1};
    if (at != i) {
      parallel[at].compliance = 1 / (1 / parallel[at].compliance + stiffness_beside(model, parallel, i));
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    const hol_spring *spring = &model->spring[i], *leader = &model->spring[parallel[i].first];
    bool is_alone = spring == leader && parallel[i].compliance == spring->compliance;
    double t = spring == leader ? 1 : spring->along.row.value[0] / leader->along.row.value[0];
    parallel[i].fraction = is_alone ? 1 : t / spring->compliance * parallel[parallel[i].first].compliance;
  }
}

static hol_status find_parallel(hol_system *system)
{
  const hol_model *model = system->model;
  size_t *head = hol_alloc(model->coordinates, sizeof *head), *next = hol_alloc(model->spring_count, sizeof *next);
  system->parallel = hol_alloc(model->spring_count, sizeof *system->parallel);
  hol_status status = head && next && system->parallel ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    join_parallel(model, head, next, system->parallel);
  }
  free(head);
  free(next);
  return status;
}

double hol_spring_force(const hol_system *system, size_t spring, const double *v)
{
  const hol_parallel *parallel = &system->parallel[spring];
  return parallel->fraction * v[system->spring_unknown + parallel->first];
}

static hol_status build_system(const hol_model *model, hol_system *system)
{
  HOL_TRY(build_modals(system, system->modes));
  HOL_TRY(build_segments(system));
  HOL_TRY(compare_all(system));
  HOL_TRY(find_parallel(system));
  system->spring_unknown = system->fixed;
  system->fixed += model->spring_count;
  system->multipliers += model->spring_count;
  return HOL_OK;
}

/** A system in which nothing is yet. */
static hol_system begin_system(const hol_model *model, size_t modes, size_t order, hol_bound bound)
{
  return (hol_system){.model = model,
                      .bound = bound,
                      .modes = modes,
                      .order = order ? order : 1,
                      .by_reactions = !model->exact && model->reactions != HOL_REACTIONS_NONE,
                      .fixed = model->coordinates,
                      .coordinates = model->coordinates,
                      .cutoff = HUGE_VAL,
                      .remainder_cutoff = HUGE_VAL,
                      .trust = HUGE_VAL,
                      .finite_roots = model->mass_rank};
}

hol_status hol_system_build(const hol_model *model, size_t modes, size_t order, hol_bound bound, hol_system *system)
{
  *system = begin_system(model, modes, order, bound);
  return build_system(model, system);
}

hol_status hol_system_build_lower(const hol_system *upper, hol_system *lower)
{
  *lower = begin_system(upper->model, upper->modes, upper->order, HOL_BOUND_LOWER);
  lower->like = upper;
  return build_system(upper->model, lower);
}

hol_status hol_system_build_near(const hol_system *other, const hol_model *model, hol_system *system)
{
  *system = begin_system(model, other->modes, other->order, other->bound);
  system->near = other;
  return build_system(model, system);
}

hol_status hol_system_renew(size_t modes, size_t order, hol_system *system)
{
  hol_system before = *system;
  *system = begin_system(before.model, modes, order, before.bound);
  system->before = &before;
  hol_status status = build_system(before.model, system);
  system->before = NULL;
  hol_system_clear(&before);
  return status;
}

void hol_system_clear(hol_system *system)
{
  for (size_t i = 0; i < system->modal_count; i++) {
    bool is_shared = system->modal[i].is_shared;
    free(is_shared ? NULL : system->modal[i].omega2);
    free(system->modal[i].port);
    free(is_shared ? NULL : system->modal[i].phi);
    free(is_shared ? NULL : system->modal[i].flexibility);
    free(is_shared ? NULL : system->modal[i].magnitude);
    free(is_shared ? NULL : system->modal[i].terms);
    if (system->modal[i].component_modes && !system->modal[i].is_borrowed) {
      hol_component_modes_clear(system->modal[i].component_modes);
      free(system->modal[i].component_modes);
    }
    free(system->modal[i].force);
    free(system->modal[i].reaction_port);
    free(system->modal[i].idle);
    for (size_t k = 0; system->modal[i].reaction && k < system->modal[i].reactions; k++) {
      hol_sparse_clear(&system->modal[i].reaction[k]);
    }
    free(system->modal[i].reaction);
  }
  free(system->modal);
  free(system->segment);
  free(system->example);
  free(system->idle);
  free(system->parallel);
  *system = (hol_system){0};
}

hol_status hol_system_count(const hol_system *system, const hol_matrix *matrix, size_t negative, size_t *count)
{
  bool possible = negative + matrix->below >= system->multipliers;
  *count = possible ? negative + matrix->below - system->multipliers : 0;
  return possible ? HOL_OK : HOL_NUMERICAL;
}
