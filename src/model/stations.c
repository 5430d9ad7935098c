/* SPDX-License-Identifier: BSD-3-Clause */
/* Stations at the points that parts, joints and outlets need, columns of U, displacement components as rows. */
#include "base/memory.h"
#include "base/vector.h"
#include "model/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WISHES = 6 }; /* of one point of a joint: three on the rim of a patch, each with one that it moves with */

/** A request for a station: part and fraction, or part and point. */
struct hol_node_request {
  size_t part;
  double xi, rest; /**< double-double */
  size_t point;
  size_t number;  /**< in the order in which the problem has them */
  size_t station; /**< that it gets, from 1 */
};

static int compare_requests(const void *a, const void *b)
{
  const struct hol_node_request *x = a, *y = b;
  if (x->part != y->part) {
    return x->part < y->part ? -1 : 1;
  }
  return x->point != y->point ? (x->point > y->point) - (x->point < y->point) : (x->xi > y->xi) - (x->xi < y->xi);
}

/** A point, and the one that it moves with. @return how many, at most two */
static size_t request_point(const hol_model *model, const hol_point *point, struct hol_node_request *request)
{
  const hol_sites *sites = hol_resolved_sites(&model->resolved[point->part]);
  size_t leader = sites->leader ? sites->leader[point->index] : 0;
  request[0] =
      (struct hol_node_request){.part = point->part, .xi = point->xi, .rest = point->xi_rest, .point = point->index};
  if (leader) {
    request[1] =
        (struct hol_node_request){.part = point->part, .xi = point->xi, .rest = point->xi_rest, .point = leader - 1};
  }
  return leader ? 2 : 1;
}

/** A point that a joint takes hold of: where it has a patch that is on the rim of this. @return how many, at most
 *  MOST_WISHES */
static size_t request_end(const hol_model *model, const hol_point *point, struct hol_node_request *request)
{
  const hol_part *part = &model->problem->part[point->part];
  if (point->index >= part->point_count || !(part->point[point->index].patch > 0)) {
    return request_point(model, point, request);
  }
  size_t n = 0;
  for (size_t k = 1; k <= 3; k++) {
    n += request_point(model, &(hol_point){.part = point->part, .index = point->index + k}, request + n);
  }
  return n;
}

static size_t request_points(const hol_model *model, const hol_joint *joint, struct hol_node_request *request)
{
  size_t n = 0;
  for (size_t i = 0; i < joint->point_count; i++) {
    n += request_end(model, &joint->point[i], request + n);
  }
  for (size_t i = 0; i < joint->term_count; i++) {
    n += request_end(model, &joint->term[i].point, request + n);
  }
  return n;
}

/** Does a joint name a point of the part? */
static bool is_joined(const hol_model *model, size_t part)
{
  const hol_problem *p = model->problem;
  for (size_t j = 0; j < p->joint_count; j++) {
    if (hol_model_releases(model, j)) {
      continue;
    }
    for (size_t i = 0; i < p->joint[j].point_count; i++) {
      if (p->joint[j].point[i].part == part) {
        return true;
      }
    }
    for (size_t i = 0; i < p->joint[j].term_count; i++) {
      if (p->joint[j].term[i].point.part == part) {
        return true;
      }
    }
  }
  return false;
}

/** Is a station needed at a site of a part? */
static bool is_needed(const hol_model *model, size_t part, hol_need need)
{
  return need == HOL_NEED_ALWAYS || (need == HOL_NEED_EXACT ? model->exact : !is_joined(model, part));
}

/** Stations that parts need, that joints name, and of outputs. */
static size_t request_all(const hol_model *model, struct hol_node_request *request)
{
  const hol_problem *p = model->problem;
  size_t n = 0;
  for (size_t i = 0; i < p->part_count; i++) {
    for (size_t k = 0; k < model->resolved[i].site_count; k++) {
      const hol_site *site = &model->resolved[i].site[k];
      request[n] = (struct hol_node_request){.part = i, .xi = site->xi, .rest = site->xi_rest};
      n += is_needed(model, i, site->need);
    }
  }
  for (size_t j = 0; j < p->joint_count; j++) {
    n += hol_model_releases(model, j) ? 0 : request_points(model, &p->joint[j], request + n);
  }
  for (size_t i = 0; i < model->outputs; i++) {
    n += request_point(model, &model->output[i], request + n);
  }
  for (size_t i = 0; i < n; i++) {
    request[i].number = i;
  }
  return n;
}

/** Put a station where it is requested. */
static void place_station(const hol_model *model, const struct hol_node_request *request, hol_station *station)
{
  const hol_resolved *resolved = &model->resolved[request->part];
  const hol_dd xi = {request->xi, request->rest}, length = {resolved->length, 0},
               x = request->xi >= 1 ? length : hol_dd_multiply(xi, length);
  station->x = x.value;
  station->x_rest = x.rest;
  station->xi = xi.value;
  station->xi_rest = xi.rest;
  station->point = request->point;
  hol_resolved_at(resolved, model->from[request->part], model->to[request->part], request->point, xi, station->at);
}

/** Wishes for the same place get one station.
 *  @param[in] sorted  [n] the same requests by part and place */
static void group_requests(hol_model *model, const struct hol_node_request *sorted, size_t n,
                           struct hol_node_request *request)
{
  size_t next = 0, count = 0;
  for (size_t part = 0; part < model->problem->part_count; part++) {
    struct hol_node_request last = {.xi = -1};
    model->first_station[part] = count;
    for (; next < n && sorted[next].part == part; next++) {
      if (sorted[next].xi - last.xi > HOL_SAME_POINT || sorted[next].point != last.point) {
        last = sorted[next];
        count++;
      }
      request[sorted[next].number].station = count;
    }
  }
  model->first_station[model->problem->part_count] = count;
}

static hol_status find_stations(hol_model *model, size_t n, struct hol_node_request *request)
{
  struct hol_node_request *sorted = hol_alloc_copy(request, n, sizeof *request);
  if (!sorted) {
    return HOL_MEMORY;
  }
  qsort(sorted, n, sizeof *sorted, compare_requests);
  group_requests(model, sorted, n, request);
  free(sorted);
  return HOL_OK;
}

/** Stations that are nowhere yet, and the columns of U. */
static hol_status add_stations(hol_model *model)
{
  size_t count = model->first_station[model->problem->part_count];
  model->station = hol_alloc(count, sizeof *model->station);
  if (!model->station) {
    return HOL_MEMORY;
  }
  model->station_count = count;
  for (size_t s = 0; s < count; s++, model->columns += model->freedoms) {
    model->station[s].column = model->columns;
  }
  for (size_t i = 0; i < model->problem->part_count; i++) {
    model->own_column[i] = model->columns;
    model->columns += model->resolved[i].rigid_dofs + hol_resolved_sites(&model->resolved[i])->mechanisms;
  }
  return HOL_OK;
}

/** Which station each request gets is decided by where they are when a layout is made. */
static hol_status decide_stations(hol_filling *filling, size_t n, struct hol_node_request *request)
{
  hol_model *model = filling->model;
  HOL_TRY(filling->making ? find_stations(model, n, request) : HOL_OK);
  HOL_TRY(hol_decide(filling, n));
  for (size_t i = 0; i < n; i++) {
    HOL_TRY(hol_keep_decision(filling, &request[i].station));
  }
  for (size_t part = 0; part <= model->problem->part_count; part++) {
    HOL_TRY(hol_keep_decision(filling, &model->first_station[part]));
  }
  return model->station ? HOL_OK : add_stations(model);
}

/** Every station where its requests are, which must agree. */
static hol_status put_stations(hol_model *model, size_t n, const struct hol_node_request *request)
{
  for (size_t s = 0; s < model->station_count; s++) {
    model->station[s].xi = HUGE_VAL;
  }
  for (size_t i = 0; i < n; i++) {
    if (request[i].station <= model->first_station[request[i].part] ||
        request[i].station > model->first_station[request[i].part + 1]) {
      return HOL_RESHAPED;
    }
    if (request[i].xi < model->station[request[i].station - 1].xi) {
      place_station(model, &request[i], &model->station[request[i].station - 1]);
    }
  }
  for (size_t i = 0; i < n; i++) {
    const hol_station *station = &model->station[request[i].station - 1];
    if (!(request[i].xi - station->xi <= HOL_SAME_POINT) || request[i].point != station->point) {
      return HOL_RESHAPED;
    }
  }
  return HOL_OK;
}

/** The stations of a part stand in their order; what is decided of each: its point, and whether it is an end. */
static hol_status check_stations(hol_filling *filling, size_t part)
{
  const hol_model *model = filling->model;
  for (size_t s = model->first_station[part]; s < model->first_station[part + 1]; s++) {
    const hol_station *station = &model->station[s], *before = station - 1;
    size_t end = station->xi <= HOL_SAME_POINT ? 1 : station->xi >= 1 - HOL_SAME_POINT ? 2 : 0;
    bool is_first = s == model->first_station[part] || station->point != before->point;
    if (!is_first && !(station->xi - before->xi > HOL_SAME_POINT)) {
      return HOL_RESHAPED;
    }
    HOL_TRY(hol_decide(filling, 3 * station->point + end));
  }
  return HOL_OK;
}

static hol_status stations_in(hol_filling *filling, struct hol_node_request *request)
{
  size_t n = request_all(filling->model, request);
  HOL_TRY(decide_stations(filling, n, request));
  HOL_TRY(put_stations(filling->model, n, request));
  for (size_t part = 0; part < filling->model->problem->part_count; part++) {
    HOL_TRY(check_stations(filling, part));
  }
  return HOL_OK;
}

hol_status hol_model_stations(hol_filling *filling)
{
  const hol_problem *p = filling->model->problem;
  size_t most = 2 * filling->model->outputs;
  for (size_t j = 0; j < p->joint_count; j++) {
    most += MOST_WISHES * (p->joint[j].point_count + p->joint[j].term_count);
  }
  for (size_t i = 0; i < p->part_count; i++) {
    most += filling->model->resolved[i].site_count;
  }
  hol_model *model = filling->model;
  if (!hol_grow(&model->node_request, &model->node_request_capacity, most, sizeof *model->node_request)) {
    return HOL_MEMORY;
  }
  hol_status status = stations_in(filling, model->node_request);
  if (filling->making) { /* other numbers that fill the layout have use for it, once again */
    free(model->node_request);
    model->node_request = NULL;
    model->node_request_capacity = 0;
  }
  return status;
}

const hol_station *hol_model_station(const hol_model *model, const hol_point *point)
{
  size_t first = model->first_station[point->part], last = model->first_station[point->part + 1];
  double length = model->resolved[point->part].length;
  size_t best = first;
  while (best + 1 < last && model->station[best].point != point->index) {
    best++;
  }
  for (size_t i = best + 1; i < last && model->station[i].point == point->index; i++) {
    if (fabs(model->station[i].x - point->xi * length) < fabs(model->station[best].x - point->xi * length)) {
      best = i;
    }
  }
  return &model->station[best];
}

hol_status hol_model_component(const hol_model *model, const hol_station *station, size_t freedom, double coefficient,
                               hol_sparse *row)
{
  if (model->slot[freedom] == SIZE_MAX || coefficient == 0) {
    return HOL_OK;
  }
  double unit = freedom >= HOL_RX ? 1.0 / model->scale : 1.0;
  return hol_sparse_add(row, station->column + model->slot[freedom], coefficient * unit);
}

hol_status hol_model_along(const hol_model *model, const hol_station *station, size_t offset, const double direction[3],
                           double coefficient, hol_sparse *row)
{
  for (size_t k = 0; k < 3; k++) {
    HOL_TRY(hol_model_component(model, station, offset + k, coefficient * direction[k], row));
  }
  return HOL_OK;
}

hol_status hol_model_own(const hol_model *model, size_t part, const hol_station *station, size_t freedom,
                         double coefficient, hol_sparse *row)
{
  return hol_model_along(model, station, freedom < HOL_RX ? 0 : 3, model->resolved[part].axis[freedom % 3], coefficient,
                         row);
}

hol_status hol_model_even(const hol_model *model, size_t part, const hol_station *at, const hol_station *from,
                          hol_sparse *row)
{
  const hol_station *end[2] = {at, from};
  for (size_t k = 0; k < 2 * HOL_FREEDOM_COUNT; k++) {
    const hol_station *station = end[k / HOL_FREEDOM_COUNT];
    size_t f = k % HOL_FREEDOM_COUNT;
    double coefficient =
        hol_resolved_sites(&model->resolved[part])->even[station->point][f] * (station == at ? 1.0 : -1.0);
    HOL_TRY(hol_model_own(model, part, station, f, coefficient, row));
  }
  return HOL_OK;
}

void hol_model_straight(const hol_model *model, const double *U, size_t part, double x, double across[3])
{
  const hol_resolved *resolved = &model->resolved[part];
  double from[HOL_FREEDOM_COUNT], to[HOL_FREEDOM_COUNT];
  across[0] = across[1] = across[2] = 0;
  if (!resolved->straight) {
    return;
  }
  hol_model_displacement(model, U, &model->station[model->first_station[part]], from);
  hol_model_displacement(model, U, &model->station[model->first_station[part + 1] - 1], to);
  for (size_t a = 0; a < 3; a++) {
    const double *axis = resolved->axis[a];
    double start = hol_dot(3, from, axis), rise = hol_dot(3, to, axis) - start;
    for (size_t k = 0; k < 3 && (resolved->straight >> (HOL_UX + a) & 1u); k++) {
      across[k] += (start + x / resolved->length * rise) * axis[k];
    }
  }
}

void hol_model_displacement(const hol_model *model, const double *U, const hol_station *station, double value[6])
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    size_t slot = model->slot[f];
    value[f] = slot == SIZE_MAX ? 0.0 : U[station->column + slot] / (f >= HOL_RX ? model->scale : 1.0);
  }
}

double hol_model_arc_length(const hol_model *model, size_t part, const hol_station *station)
{
  return hol_resolved_sites(&model->resolved[part])->points > 0 ? (double)NAN : station->x;
}
