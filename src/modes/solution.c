/* SPDX-License-Identifier: BSD-3-Clause */
/* Displacement and slope of a member in a solution: exact segments, component modes, or zero-energy modes. */
#include "modes/solution.h"

#include <math.h>

/** Without energy: a rigid motion of a member with mass, the chord between the stations of one without. */
static double zero_at(const hol_solution *s, size_t member, double x, int order)
{
  const hol_member *m = &s->system->model->member[member];
  if (m->has_mass) {
    double value = 0;
    for (size_t r = 0; r < m->rigid_count; r++) {
      value += s->zero->q[s->rigid_of[member] + r] * m->class->rigid(m->of, r, (hol_port){.x = x, .component = order});
    }
    return value;
  }
  size_t i = 0;
  while (i + 2 < m->stations && x > m->station[i + 1].x) {
    i++;
  }
  double h = hol_member_span(m, i);
  double a = hol_sparse_dot(&m->port[i * m->orders].row, s->zero->w);
  double b = hol_sparse_dot(&m->port[(i + 1) * m->orders].row, s->zero->w);
  return order ? (b - a) / h : a + (b - a) * (x - m->station[i].x) / h;
}

/** In exact segments. */
static double segment_at(const hol_solution *s, size_t member, double x, int order)
{
  const hol_member *m = &s->system->model->member[member];
  size_t i = 0;
  while (i + 2 < m->stations && x > m->station[i + 1].x) {
    i++;
  }
  size_t segment = s->segment_of[member] + i;
  const hol_relation *relation = hol_relation_of(s->system, s->matrix, segment);
  double local[HOL_RELATION_MAX], along = fmin(fmax(x - m->station[i].x, 0), s->system->segment[segment].length);
  double value, slope;
  hol_segment_solution(s->system, segment, relation, s->v, local);
  hol_relation_sample place = {0};
  hol_relation_waves waves = m->class->samples(hol_member_segment(m, i), relation, 1, &along, &place);
  m->class->segment_field(relation, &waves, 1, &place, local, &value, &slope);
  return order ? slope : value;
}

hol_status hol_solution_at(const hol_solution *s, size_t member, double x, int order, size_t terms, double *value)
{
  size_t modal = s->modal_of[member];
  if (!s->zero && modal != SIZE_MAX) {
    return hol_fields_modal_at(s->fields, s->system, s->matrix, s->v, modal, x, order, terms, value);
  }
  *value = s->zero ? zero_at(s, member, x, order) : segment_at(s, member, x, order);
  return HOL_OK;
}

hol_status hol_solution_field(const hol_solution *s, size_t member, const double *x, double *value, double *slope)
{
  size_t modal = s->modal_of[member], orders = s->system->model->member[member].orders;
  if (s->zero) {
    for (size_t i = 0; i < s->fields->points * orders; i++) {
      (i % orders ? slope : value)[i / orders] = zero_at(s, member, x[i / orders], (int)(i % orders));
    }
    return HOL_OK;
  }
  if (modal != SIZE_MAX) {
    return hol_fields_modal(s->fields, s->system, s->matrix, s->v, modal, x, value, slope);
  }
  hol_fields_member(s->fields, s->system, s->matrix, s->segment_of[member], x, value, slope);
  return HOL_OK;
}
