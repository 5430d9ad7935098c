/* SPDX-License-Identifier: BSD-3-Clause */
/* Displacement fields of exact members at sampled places: waves shared by segments alike, values, upper bounds. */
#include "modes/fields.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>

/** Places that are kept at most; more are made again for every segment. */
static const size_t kept_most = (size_t)1 << 18;
/** From so many segments with the same places on it is worth while to know what units of their end quantities do. */
enum { USERS_LEAST = 32 };
/** Above rounding of fields by far. */
static const double slack = 1.01;

void hol_fields_clear(hol_fields *fields)
{
  free(fields->pattern_of);
  free(fields->pattern);
  free(fields->place);
  free(fields->along);
  free(fields->value);
  free(fields->slope);
  hol_segment_ends_clear(&fields->ends);
  hol_field_tables_clear(&fields->tables);
  *fields = (hol_fields){0};
}

void hol_fields_places(double length, size_t points, double *x)
{
  for (size_t i = 0; i < points; i++) {
    x[i] = points > 1 ? length * (double)i / (double)(points - 1) : 0.5 * length;
  }
}

/** Number of places from x[0] on that lie in a segment; all that are left in the last one. */
static size_t places_in(const hol_segment *segment, const double *x, size_t left)
{
  const hol_member *m = segment->member;
  size_t n = 0;
  while (n < left && (segment->station + 2 >= m->stations || !(x[n] > m->station[segment->station + 1].x))) {
    n++;
  }
  return n;
}

/* ------------------------------------------------------------------------------------------------ patterns */

/** What the places in a segment follow from. */
typedef struct key {
  size_t alike, first, count; /**< kind of segment; which of the member's places lie in it */
  double length, start;       /**< of the part; of the segment in it */
  size_t segment;
} key;

static int compare_keys(const void *a, const void *b)
{
  const key *x = a, *y = b;
  const size_t p[3] = {x->alike, x->first, x->count}, q[3] = {y->alike, y->first, y->count};
  for (int i = 0; i < 3; i++) {
    if (p[i] != q[i]) {
      return p[i] < q[i] ? -1 : 1;
    }
  }
  int order = (x->length > y->length) - (x->length < y->length);
  return order ? order : (x->start > y->start) - (x->start < y->start);
}

/** x: [points] scratch. */
static void make_keys(const hol_system *system, size_t points, key *keys, double *x)
{
  for (size_t i = 0; i < system->segment_count;) {
    const hol_member *m = system->segment[i].member;
    double length = system->model->resolved[m->part].length;
    hol_fields_places(length, points, x);
    for (size_t first = 0, end = i + m->stations - 1; i < end; i++) {
      const hol_segment *segment = &system->segment[i];
      size_t count = places_in(segment, x + first, points - first);
      keys[i] = (key){segment->alike, first, count, length, m->station[segment->station].x, i};
      first += count;
    }
  }
}

/** Give segments with the same places the same pattern, and keep the places of those that are used more than once. */
static void find_patterns(size_t n, key *keys, hol_fields *fields)
{
  if (n) {
    qsort(keys, n, sizeof *keys, compare_keys);
  }
  for (size_t i = 0, end = 0; i < n; i = end) {
    for (end = i; end < n && compare_keys(&keys[i], &keys[end]) == 0; end++) {
      fields->pattern_of[keys[end].segment] = fields->pattern_count;
    }
    bool is_kept = end - i > 1 && fields->kept + keys[i].count <= kept_most;
    fields->pattern[fields->pattern_count++] =
        (hol_field_pattern){.from = is_kept ? fields->kept : SIZE_MAX, .users = end - i};
    fields->kept += is_kept ? keys[i].count : 0;
  }
}

static hol_status build_fields(const hol_system *system, hol_fields *fields, key *keys)
{
  size_t n = system->segment_count, points = system->model->problem->output_points;
  fields->points = points;
  fields->pattern_of = hol_alloc(n, sizeof *fields->pattern_of);
  fields->pattern = hol_alloc(n, sizeof *fields->pattern);
  fields->along = hol_alloc(points, sizeof *fields->along);
  fields->value = hol_alloc(points, sizeof *fields->value);
  fields->slope = hol_alloc(points, sizeof *fields->slope);
  if (!fields->pattern_of || !fields->pattern || !fields->along || !fields->value || !fields->slope) {
    return HOL_MEMORY;
  }
  make_keys(system, points, keys, fields->along);
  find_patterns(n, keys, fields);
  fields->place = hol_alloc(fields->kept + points, sizeof *fields->place);
  HOL_TRY(hol_segment_ends_make(system, &fields->ends));
  return fields->place ? hol_field_tables_build(system, points, &fields->tables) : HOL_MEMORY;
}

hol_status hol_fields_build(const hol_system *system, hol_fields *fields)
{
  *fields = (hol_fields){0};
  key *keys = hol_alloc(system->segment_count, sizeof *keys);
  hol_status status = keys ? build_fields(system, fields, keys) : HOL_MEMORY;
  free(keys);
  return status;
}

/* ------------------------------------------------------------------------------------------------ members */

void hol_fields_begin(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, const double *v)
{
  fields->round++;
  fields->gap[0] = fields->gap[1] = 0;
  if (matrix) {
    hol_segment_ends_take(system, matrix, v, &fields->ends);
  }
}

/** What the waves bring to the places x of a segment.
 *  @return the places, valid until the next call */
static const hol_relation_sample *places_of(hol_fields *fields, const hol_segment *segment,
                                            const hol_relation *relation, hol_field_pattern *pattern, size_t count,
                                            const double *x)
{
  bool is_kept = pattern->from != SIZE_MAX;
  hol_relation_sample *place = fields->place + (is_kept ? pattern->from : fields->kept);
  if (is_kept && pattern->round == fields->round) {
    return place;
  }
  for (size_t i = 0; i < count; i++) {
    double from_start = x[i] - segment->member->station[segment->station].x;
    fields->along[i] = fmin(fmax(from_start, 0.0), segment->length);
  }
  const hol_member *m = segment->member;
  pattern->waves = m->class->samples(hol_member_segment(m, segment->station), relation, count, fields->along, place);
  pattern->round = fields->round;
  return place;
}

void hol_fields_member(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, size_t first,
                       const double *x, double *value, double *slope)
{
  const hol_member *m = system->segment[first].member;
  for (size_t i = first, at = 0; i < first + m->stations - 1; i++) {
    const hol_relation *relation = hol_relation_of(system, matrix, i);
    hol_field_pattern *pattern = &fields->pattern[fields->pattern_of[i]];
    size_t count = places_in(&system->segment[i], x + at, fields->points - at);
    const hol_relation_sample *place = places_of(fields, &system->segment[i], relation, pattern, count, x + at);
    m->class->segment_field(relation, &pattern->waves, count, place, fields->ends.local[i], value + at, slope + at);
    at += count;
  }
}

/* ------------------------------------------------------------------------------------------------ bounds */

/** The other of two end quantities that are taken by their sum and their difference, itself if it is taken alone. Ends
 *  that move alike do nothing but that to what lies between them: by itself each would seem to do more. */
static size_t partner_of(const hol_relation *relation, size_t k)
{
  size_t half = relation->n_ports / 2;
  if (k >= relation->n_mu) {
    return k < relation->n_mu + half ? k + half : k - half;
  }
  return relation->form == HOL_FORM_PINNED_PINNED ? 1 - k : k;
}

/** End quantity k of a solution: of two that belong together half the sum, then half the difference. */
static double share_of(const hol_relation *relation, const double *local, size_t k)
{
  size_t other = partner_of(relation, k);
  return other == k ? local[k] : other > k ? 0.5 * (local[k] + local[other]) : 0.5 * (local[other] - local[k]);
}

/** What a unit of each does. */
static void take_most(hol_fields *fields, const hol_segment *segment, const hol_relation *relation, size_t count,
                      const hol_relation_sample *place, hol_field_pattern *pattern)
{
  for (size_t k = 0; k < relation->n_mu + relation->n_ports; k++) {
    double unit[HOL_RELATION_MAX] = {0};
    size_t other = partner_of(relation, k);
    unit[other] = 1;
    unit[k] = other < k ? -1 : 1;
    segment->member->class->segment_field(relation, &pattern->waves, count, place, unit, fields->value, fields->slope);
    pattern->most[0][k] = slack * hol_largest(count, fields->value);
    pattern->most[1][k] = slack * hol_largest(count, fields->slope);
  }
  pattern->bounded = fields->round;
}

bool hol_fields_bound(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, size_t first,
                      const double *x, double bound[2])
{
  const hol_member *m = system->segment[first].member;
  bound[0] = bound[1] = 0;
  for (size_t i = first, at = 0; i < first + m->stations - 1; i++) {
    const hol_relation *relation = hol_relation_of(system, matrix, i);
    hol_field_pattern *pattern = &fields->pattern[fields->pattern_of[i]];
    if (pattern->users < USERS_LEAST || pattern->from == SIZE_MAX) {
      return false;
    }
    size_t count = m->stations > 2 ? places_in(&system->segment[i], x + at, fields->points - at) : fields->points;
    if (pattern->bounded != fields->round) {
      const hol_relation_sample *place = places_of(fields, &system->segment[i], relation, pattern, count, x + at);
      take_most(fields, &system->segment[i], relation, count, place, pattern);
    }
    double sum[2] = {0, 0};
    for (size_t k = 0; k < relation->n_mu + relation->n_ports; k++) {
      double size = fabs(share_of(relation, fields->ends.local[i], k));
      sum[0] += pattern->most[0][k] * size;
      sum[1] += pattern->most[1][k] * size;
    }
    if (!isfinite(sum[0] + sum[1])) {
      return false;
    }
    bound[0] = fmax(bound[0], sum[0]);
    bound[1] = fmax(bound[1], sum[1]);
    at += count;
  }
  return true;
}

double hol_fields_wave(hol_fields *fields, const hol_member *member, size_t first, double lambda)
{
  bool is_by_itself = first == SIZE_MAX || member->segment;
  hol_field_pattern *pattern = is_by_itself ? NULL : &fields->pattern[fields->pattern_of[first]];
  if (pattern && pattern->waved == fields->round) {
    return pattern->wave;
  }
  double wave = member->class->max_wavenumber ? member->class->max_wavenumber(member->of, lambda) : 0;
  if (pattern) {
    pattern->wave = wave;
    pattern->waved = fields->round;
  }
  return wave;
}
