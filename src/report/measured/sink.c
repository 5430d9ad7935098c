/* SPDX-License-Identifier: BSD-3-Clause */
/* Measured data as a result: geometry from trace lines, mode shapes, frequency response functions, MAC. */
#include "report/measured/sink.h"

#include "result/distinct.h"
#include "result/quantities.h"
#include "result/schema.h"
#include "result/view.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD}, block = {.type = HOL_RECORD, .flags = HOL_BLOCK, .items = 2};
static const hol_quantity number = {.name = "number", .type = HOL_COUNT}, name = {.name = "name", .type = HOL_TEXT},
                          omega = {.name = "omega", .type = HOL_NUMBER, .unit = "rad s-1"};

/** Nodes that belong together: a piece of a trace line, or what is on none. */
typedef struct piece {
  const size_t *node; /**< [count] */
  size_t count;
  const char *name;
  bool is_cloud;
} piece;

typedef struct pieces {
  piece *one;
  size_t count;
  hol_distinct name;
} pieces;

static void *allocate(hol_measured *m, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size - 1 ? hol_arena_take(&m->arena, (count + 1) * size) : NULL;
  return memory ? memset(memory, 0, (count + 1) * size) : NULL;
}

/** Pieces of a line between places where the pen is lifted. @param[out] one  NULL: they are only counted */
static size_t cut_trace(const hol_measured_trace *trace, piece *one, bool *is_drawn)
{
  size_t count = 0;
  for (size_t k = 0; k < trace->count;) {
    size_t from = k;
    while (k < trace->count && trace->node[k] != SIZE_MAX) {
      if (is_drawn) {
        is_drawn[trace->node[k]] = true;
      }
      k++;
    }
    if (k > from) {
      if (one) {
        bool has_name = *trace->name && strcmp(trace->name, "NONE") != 0;
        one[count] = (piece){trace->node + from, k - from, has_name ? trace->name : "line", false};
      }
      count++;
    }
    k += k < trace->count;
  }
  return count;
}

static hol_status cut_all(hol_measured *m, pieces *p)
{
  size_t count = 0, loose = 0;
  for (const hol_measured_trace *trace = m->trace; trace; trace = trace->next) {
    count += cut_trace(trace, NULL, NULL);
  }
  bool *is_drawn = allocate(m, m->nodes, sizeof *is_drawn);
  size_t *rest = allocate(m, m->nodes, sizeof *rest);
  const char **names = allocate(m, count + 1, sizeof *names);
  p->one = allocate(m, count + 1, sizeof *p->one);
  if (!is_drawn || !rest || !names || !p->one) {
    return HOL_MEMORY;
  }
  for (const hol_measured_trace *trace = m->trace; trace; trace = trace->next) {
    p->count += cut_trace(trace, p->one + p->count, is_drawn);
  }
  for (size_t i = 0; i < m->nodes; i++) {
    rest[loose] = i;
    loose += !is_drawn[i];
  }
  if (loose > 0) {
    p->one[p->count++] = (piece){rest, loose, "points", true};
  }
  for (size_t i = 0; i < p->count; i++) {
    names[i] = p->one[i].name;
  }
  return hol_distinct_make(names, p->count, &p->name);
}

/* ----------------------------------------------------------------------------------------------------- geometry */

/** Do all points lie in z = 0, and nothing move out of it? */
static bool is_plane(const hol_measured *m)
{
  bool is = true;
  for (size_t i = 0; i < m->nodes; i++) {
    is = is && m->node[i].at[2] == 0;
    for (const hol_measured_mode *mode = m->mode; mode && is; mode = mode->next) {
      is = !(cabs(mode->value[i][2]) > 0);
    }
  }
  return is;
}

static hol_status put_geometry(hol_measured *m, const pieces *p, const hol_sink *sink)
{
  static const hol_quantity geometry = {.name = "geometry", .type = HOL_RECORD},
                            dimension = {.name = "dimension", .type = HOL_COUNT},
                            unit = {.name = "length_unit", .type = HOL_TEXT},
                            parts = {.name = "parts", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6},
                            joints = {.name = "joints", .type = HOL_LIST}, kind = {.name = "kind", .type = HOL_TEXT},
                            group = {.name = "group", .type = HOL_TEXT},
                            stations = {.name = "stations", .type = HOL_NUMBER, .unit = "m"};
  double(*at)[3] = allocate(m, m->nodes, sizeof *at);
  hol_open(sink, &geometry);
  hol_put_count(sink, &dimension, is_plane(m) ? 2 : 3);
  hol_put_text(sink, &unit, "m");
  hol_open(sink, &parts);
  for (size_t i = 0; i < p->count; i++) {
    const piece *one = &p->one[i];
    double(*place)[3] = one->count <= m->nodes ? at : allocate(m, one->count, sizeof *place);
    for (size_t k = 0; place && k < one->count; k++) {
      memcpy(place[k], m->node[one->node[k]].at, sizeof *place);
    }
    hol_open(sink, &record);
    hol_put_text(sink, &name, p->name.name[i]);
    hol_put_text(sink, &kind, one->is_cloud ? "matrices" : "trace line"); /* places that no line joins, or one does */
    hol_put_text(sink, &group, "measured");
    hol_put_rows(sink, &stations, place ? one->count : 0, 3, place);
    hol_close(sink);
  }
  hol_close(sink);
  hol_open(sink, &joints);
  hol_close(sink);
  hol_close(sink);
  return at ? HOL_OK : HOL_MEMORY;
}

/* -------------------------------------------------------------------------------------------------------- modes */

/** How a piece moves at the phase at which most of the mode is real. */
static hol_status put_shape(hol_measured *m, const hol_measured_mode *mode, const piece *one, double *u,
                            const hol_sink *sink)
{
  static const hol_quantity component[HOL_MEASURED_FREEDOMS] = {
      {.name = "ux", .type = HOL_NUMBER}, {.name = "uy", .type = HOL_NUMBER}, {.name = "uz", .type = HOL_NUMBER}};
  double *room = one->count <= m->nodes ? u : allocate(m, one->count, sizeof *room);
  hol_open(sink, &record);
  for (size_t c = 0; room && c < HOL_MEASURED_FREEDOMS; c++) {
    for (size_t k = 0; k < one->count; k++) {
      room[k] = creal(mode->value[one->node[k]][c]) + 0.0;
    }
    hol_put_list(sink, &component[c], one->count, room);
  }
  hol_close(sink);
  return room ? HOL_OK : HOL_MEMORY;
}

static hol_status put_modes(hol_measured *m, const pieces *p, const hol_sink *sink)
{
  static const hol_quantity modes = {.name = "modes", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            hertz = {.name = "hertz", .type = HOL_NUMBER, .unit = "Hz"},
                            damping = {.name = "damping_ratio", .type = HOL_NUMBER, .unit = "1"},
                            collinearity = {.name = "phase_collinearity",
                                            .type = HOL_NUMBER,
                                            .text = "1: all points move at once"},
                            multiplicity = {.name = "multiplicity", .type = HOL_COUNT},
                            shapes = {.name = "shapes", .type = HOL_MAP};
  double *u = allocate(m, m->nodes, sizeof *u);
  hol_status status = u ? HOL_OK : HOL_MEMORY;
  hol_open(sink, &modes);
  for (const hol_measured_mode *mode = m->mode; mode && u; mode = mode->next) {
    hol_open(sink, &record);
    hol_put_count(sink, &number, mode->number);
    hol_put_number(sink, &omega, mode->omega);
    hol_put_number(sink, &hertz, mode->omega / (2 * M_PI));
    hol_put_number(sink, &damping, mode->damping);
    hol_put_count(sink, &multiplicity, 1);
    if (mode->is_complex) {
      hol_put_number(sink, &collinearity, mode->collinearity);
    }
    hol_open(sink, &shapes);
    for (size_t i = 0; i < p->count && status == HOL_OK; i++) {
      hol_put_name(sink, p->name.name[i]);
      status = put_shape(m, mode, &p->one[i], u, sink);
    }
    hol_close(sink);
    hol_close(sink);
  }
  hol_close(sink);
  return status;
}

/* ---------------------------------------------------------------------------------------------------- functions */

/** Over the same frequencies, and of the same kind? */
static bool is_like(const hol_measured_function *a, const hol_measured_function *b)
{
  return a->count == b->count && strcmp(a->label, b->label) == 0 &&
         memcmp(a->omega, b->omega, a->count * sizeof *a->omega) == 0;
}

static bool has_earlier(const hol_measured *m, const hol_measured_function *function)
{
  const hol_measured_function *one = m->function;
  while (one != function && !is_like(one, function)) {
    one = one->next;
  }
  return one != function;
}

/** All that are like the first. */
static void put_functions_like(const hol_measured_function *first, const char *key, const hol_sink *sink)
{
  static const hol_quantity all = {.name = "functions", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6},
                            at = {.name = "at", .type = HOL_TEXT}, under = {.name = "under", .type = HOL_TEXT},
                            value = {.name = "value", .type = HOL_NUMBER};
  const hol_quantity section = {.name = key, .type = HOL_RECORD, .flags = HOL_BLOCK, .items = 4};
  const hol_view view = {.role = "complex",
                         .title = "Measured frequency responses",
                         .each = "functions",
                         .value = "value",
                         .name = {"at", "under"},
                         .axis = "omega",
                         .axis_label = "frequency",
                         .axis_unit = "rad/s",
                         .label = first->label,
                         .unit = *first->unit ? first->unit : NULL};
  hol_open(sink, &section);
  hol_put_list(sink, &omega, first->count, first->omega);
  hol_open(sink, &all);
  for (const hol_measured_function *one = first; one; one = one->next) {
    if (is_like(first, one)) {
      hol_open(sink, &record);
      hol_put_text(sink, &at, one->response);
      hol_put_text(sink, &under, one->reference);
      hol_put_rows(sink, &value, one->count, 2, one->value);
      hol_close(sink);
    }
  }
  hol_close(sink);
  hol_put_views(sink, &view, 1);
  hol_close(sink);
}

static void put_functions(const hol_measured *m, const hol_sink *sink)
{
  size_t section = 0;
  for (const hol_measured_function *one = m->function; one; one = one->next) {
    char key[40];
    if (!has_earlier(m, one)) {
      (void)snprintf(key, sizeof key, section ? "measured_functions_%zu" : "measured_functions", section + 1);
      put_functions_like(one, key, sink);
      section++;
    }
  }
}

/* -------------------------------------------------------------------------------------------------- comparisons */

static void put_pairs(const hol_measured *m, const hol_pairing *p, const hol_sink *sink)
{
  static const hol_quantity pairs = {.name = "pairs", .type = HOL_LIST, .items = 6},
                            computed = {.name = "computed", .type = HOL_COUNT},
                            measured = {.name = "measured", .type = HOL_COUNT},
                            mac = {.name = "mac", .type = HOL_NUMBER},
                            difference = {.name = "difference",
                                          .type = HOL_NUMBER,
                                          .text = "of the measured frequency from the computed one, relative to that"};
  hol_open(sink, &pairs);
  for (size_t k = 0; k < p->pairs; k++) {
    const hol_measured_mode *mode = m->mode;
    for (size_t j = 0; j < p->pair[k].measured; j++) {
      mode = mode->next;
    }
    const hol_plot_node *own = p->mode[p->pair[k].computed];
    double of = hol_plot_node_number(hol_plot_node_get(own, "omega"));
    hol_open(sink, &record);
    hol_put_count(sink, &computed, (size_t)hol_plot_node_number(hol_plot_node_get(own, "number")));
    hol_put_count(sink, &measured, mode->number);
    hol_put_number(sink, &mac, p->pair[k].mac);
    hol_put_number(sink, &difference, of > 0 ? (mode->omega - of) / of : (double)NAN);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_comparisons(const hol_measured *m, const hol_pairing *pairing, size_t count, const hol_sink *sink)
{
  static const hol_quantity comparisons = {.name = "comparisons", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            result = {.name = "result", .type = HOL_COUNT},
                            mac = {.name = "mac", .type = HOL_NUMBER, .text = "computed modes, measured modes"},
                            points = {.name = "points", .type = HOL_COUNT},
                            directions = {.name = "directions", .type = HOL_COUNT},
                            tolerance = {.name = "tolerance", .type = HOL_NUMBER, .unit = "m"};
  hol_open(sink, &comparisons);
  for (size_t i = 0; i < count; i++) {
    const hol_pairing *p = &pairing[i];
    hol_open(sink, &record);
    hol_put_count(sink, &result, p->result);
    hol_put_text(sink, &hol_quantity_file, p->name);
    hol_put_count(sink, &points, p->nodes);
    hol_put_count(sink, &directions, p->directions);
    hol_put_number(sink, &tolerance, p->tolerance);
    put_pairs(m, p, sink);
    hol_put_rows(sink, &mac, p->modes, m->modes, p->mac);
    hol_close(sink);
  }
  hol_close(sink);
}

/* ---------------------------------------------------------------------------------------------------------- all */

static void put_head(const hol_measured *m, const char *file, const hol_sink *sink)
{
  static const hol_quantity problem = {.name = "problem", .type = HOL_RECORD},
                            title = {.name = "title", .type = HOL_TEXT}, theory = {.name = "theory", .type = HOL_TEXT},
                            measured = {.name = "measured", .type = HOL_RECORD},
                            units = {.name = "units", .type = HOL_TEXT}, points = {.name = "points", .type = HOL_COUNT},
                            directions = {.name = "directions", .type = HOL_COUNT};
  hol_put_schema(sink);
  hol_open(sink, &problem);
  hol_put_text(sink, &title, *m->title && strcmp(m->title, "NONE") != 0 ? m->title : file);
  hol_put_text(sink, &hol_quantity_file, file);
  hol_close(sink);
  hol_put_text(sink, &theory, "measured, or computed elsewhere: read from a Universal File");
  hol_open(sink, &measured);
  hol_put_text(sink, &units, *m->unit ? m->unit : NULL);
  hol_put_count(sink, &points, m->nodes);
  hol_put_count(sink, &directions, hol_measured_directions(m, NULL));
  hol_close(sink);
}

static void put_notes(const hol_measured *m, const hol_sink *sink)
{
  static const hol_quantity notes = {.name = "notes", .type = HOL_LIST}, note = {.type = HOL_TEXT};
  hol_open(sink, &notes);
  for (const hol_measured_note *one = m->note; one; one = one->next) {
    hol_put_text(sink, &note, one->words);
  }
  hol_close(sink);
}

hol_status hol_measured_describe(hol_measured *m, const char *file, const hol_pairing *pairing, size_t count,
                                 const hol_sink *sink)
{
  pieces p = {.one = NULL};
  hol_status status = cut_all(m, &p);
  if (status == HOL_OK) {
    hol_open(sink, &block);
    put_head(m, file, sink);
    status = m->modes > 0 ? put_geometry(m, &p, sink) : HOL_OK;
    status = m->modes > 0 && status == HOL_OK ? put_modes(m, &p, sink) : status;
    put_functions(m, sink);
    put_comparisons(m, pairing, count, sink);
    put_notes(m, sink);
    hol_put_truth(sink, &hol_quantity_complete, false);
    hol_close(sink);
  }
  hol_distinct_clear(&p.name);
  return status;
}
