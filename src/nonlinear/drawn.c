/* SPDX-License-Identifier: BSD-3-Clause */
/* The beam of steady motions for those who draw it: where it is, and the shapes of its coordinates. */
#include "nonlinear/describe.h"
#include "nonlinear/words.h"

static const hol_quantity record = {.type = HOL_RECORD}, number = {.type = HOL_NUMBER};
static const hol_quantity name = {.name = "name", .type = HOL_TEXT}, kind = {.name = "kind", .type = HOL_TEXT};
enum { STATIONS = 41 };

static void put_part(const hol_sink *sink, const hol_nonlinear_place *place)
{
  static const hol_quantity parts = {.name = "parts", .type = HOL_LIST}, group = {.name = "group", .type = HOL_TEXT},
                            stations = {.name = "stations", .type = HOL_RECORD},
                            from = {.name = "from", .type = HOL_NUMBER, .unit = "m"},
                            to = {.name = "to", .type = HOL_NUMBER, .unit = "m"},
                            count = {.name = "count", .type = HOL_COUNT};
  hol_open(sink, &parts);
  hol_open(sink, &record);
  hol_put_text(sink, &name, place->name);
  hol_put_text(sink, &kind, "beam");
  hol_put_text(sink, &group, "beam");
  hol_open(sink, &stations);
  hol_put_list(sink, &from, 3, place->from);
  hol_put_list(sink, &to, 3, place->to);
  hol_put_count(sink, &count, STATIONS);
  hol_close(sink);
  hol_close(sink);
  hol_close(sink);
}

/** Its two supports, immovable along it. */
static void put_supports(const hol_sink *sink, const hol_nonlinear_model *model)
{
  static const hol_quantity joints = {.name = "joints", .type = HOL_LIST},
                            ground = {.name = "ground", .type = HOL_TRUTH},
                            points = {.name = "points", .type = HOL_LIST}, part = {.name = "part", .type = HOL_TEXT},
                            point = {.name = "point", .type = HOL_TEXT},
                            at = {.name = "at", .type = HOL_NUMBER, .unit = "m"};
  static const char *const end[] = {"start", "end"};
  hol_open(sink, &joints);
  for (size_t k = 0; k < 2; k++) {
    const char *word = model->line.end[k] == HOL_END_CLAMPED ? "fix" : "pin";
    hol_open(sink, &record);
    hol_put_text(sink, &name, word);
    hol_put_text(sink, &kind, word);
    hol_put_truth(sink, &ground, true);
    hol_open(sink, &points);
    hol_open(sink, &record);
    hol_put_text(sink, &part, model->place.name);
    hol_put_text(sink, &point, end[k]);
    hol_put_list(sink, &at, 3, k ? model->place.to : model->place.from);
    hol_close(sink);
    hol_close(sink);
    hol_close(sink);
  }
  hol_close(sink);
}

/** A lateral mode, largest displacement 1. */
static void put_shape(const hol_sink *sink, const hol_nonlinear_model *model, size_t mode)
{
  static const hol_quantity shapes = {.name = "shapes", .type = HOL_MAP};
  static const hol_quantity component[3] = {
      {.name = "ux", .type = HOL_LIST}, {.name = "uy", .type = HOL_LIST}, {.name = "uz", .type = HOL_LIST}};
  hol_open(sink, &shapes);
  hol_put_name(sink, model->place.name);
  hol_open(sink, &record);
  for (size_t k = 0; k < model->place.dimension; k++) {
    hol_open(sink, &component[k]);
    for (size_t i = 0; i < STATIONS; i++) {
      double x = model->line.length * (double)i / (STATIONS - 1);
      hol_put_number(sink, &number, hol_nonlinear_shape_at(model, mode, x) * model->place.across[k] + 0.0);
    }
    hol_close(sink);
  }
  hol_close(sink);
  hol_close(sink);
}

void hol_nonlinear_draw(const hol_nonlinear_result *result, const hol_sink *sink)
{
  static const hol_quantity geometry = {.name = "geometry", .type = HOL_RECORD, .line = 1},
                            dimension = {.name = "dimension", .type = HOL_COUNT},
                            unit = {.name = "length_unit", .type = HOL_TEXT},
                            coordinates = {.name = "coordinates",
                                           .type = HOL_LIST,
                                           .text = "shapes that the amplitudes are of",
                                           .line = 1},
                            of = {.name = "number", .type = HOL_COUNT};
  const hol_nonlinear_model *model = hol_item_model(result);
  if (!model->shape || model->place.dimension == 0) {
    return;
  }
  hol_open(sink, &geometry);
  hol_put_count(sink, &dimension, model->place.dimension);
  hol_put_text(sink, &unit, "m");
  put_part(sink, &model->place);
  put_supports(sink, model);
  hol_close(sink);
  hol_open(sink, &coordinates);
  for (size_t k = 0; k < model->lateral; k++) {
    hol_open(sink, &record);
    hol_put_count(sink, &of, k + 1);
    put_shape(sink, model, k);
    hol_close(sink);
  }
  hol_close(sink);
}
