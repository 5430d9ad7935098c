/* SPDX-License-Identifier: BSD-3-Clause */
/* Stations of all parts in one list, and their displacements and rotations in each mode. */
#include "output/places.h"
#include "base/memory.h"
#include "model/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_places_clear(hol_places *places)
{
  free(places->first);
  free(places->at);
  *places = (hol_places){0};
}

static void fill(const hol_geometry *g, hol_places *places)
{
  for (size_t i = 0; i < g->parts; i++) {
    const hol_placed_part *part = &g->part[i];
    for (size_t k = 0; k < part->stations; k++) {
      hol_geometry_station(part, k, places->at[places->first[i] + k]);
    }
  }
}

static void measure(hol_places *places)
{
  double square = 0;
  for (size_t c = 0; c < 3; c++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < places->count; i++) {
      low = fmin(low, places->at[i][c]);
      high = fmax(high, places->at[i][c]);
    }
    square += places->count ? (high - low) * (high - low) : 0;
  }
  places->size = square > 0 ? sqrt(square) : 1;
}

hol_status hol_places_make(const hol_result *result, hol_places *places)
{
  const hol_geometry *g = result->geometry;
  *places = (hol_places){.result = result};
  if (!g) {
    return HOL_INVALID;
  }
  places->parts = g->parts;
  places->first = hol_alloc(g->parts + 1, sizeof *places->first);
  if (!places->first) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < g->parts; i++) {
    places->first[i + 1] = places->first[i] + g->part[i].stations;
  }
  places->count = places->first[g->parts];
  places->at = hol_alloc(places->count, sizeof *places->at);
  if (!places->at) {
    return HOL_MEMORY;
  }
  fill(g, places);
  measure(places);
  return HOL_OK;
}

static size_t part_of(const hol_places *places, size_t place)
{
  size_t low = 0, high = places->parts;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    low = places->first[middle] <= place ? middle : low;
    high = places->first[middle] <= place ? high : middle;
  }
  return low;
}

void hol_places_moved(const hol_places *places, size_t mode, size_t place, double value[HOL_FREEDOM_COUNT])
{
  size_t part = part_of(places, place), k = place - places->first[part];
  const hol_shape *shape = &places->result->mode[mode].shape[part];
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    value[f] = shape->value[f] && k < shape->points ? shape->value[f][k] : 0;
  }
}

double hol_places_largest(const hol_places *places, size_t mode)
{
  double most = 0;
  for (size_t i = 0; i < places->count; i++) {
    double v[HOL_FREEDOM_COUNT];
    hol_places_moved(places, mode, i, v);
    most = fmax(most, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  }
  return most;
}

bool hol_places_has(const hol_places *places, size_t mode)
{
  return places->result->mode[mode].shape != NULL;
}
