/* SPDX-License-Identifier: BSD-3-Clause */
/* Universal File datasets 151, 164, 15, 82 and 55: header, units, nodes, trace lines and mode shapes. */
#include "output/uff.h"
#include "holonome/holonome.h"
#include "model/geometry.h"
#include "output/places.h"
#include "output/uff_text.h"

#include <math.h>
#include <stdio.h>

/** Nodes in a record of a trace line. */
enum { NODES = 8 };

static void put_head(hol_text *text, const hol_problem *problem)
{
  hol_uff_begin(text, 151);
  hol_uff_put_words(text, problem->title ? problem->title : "");
  hol_uff_put_words(text, problem->source ? problem->source : "");
  hol_uff_put_words(text, "holonome " HOLONOME_VERSION);
  for (int i = 0; i < 4; i++) {
    hol_uff_put_words(text, "");
  }
  hol_uff_end(text);
  hol_uff_begin(text, 164);
  hol_text_add(text, "%10d%-20s%10d\n", 1, "SI: Meter (newton)", 2);
  hol_text_add(text, "%25.17E%25.17E%25.17E\n%25.17E\n", 1.0, 1.0, 1.0, 0.0);
  hol_uff_end(text);
}

static void put_nodes(hol_text *text, const hol_places *places)
{
  hol_uff_begin(text, 15);
  for (size_t i = 0; i < places->count; i++) {
    hol_uff_put_node(text, i + 1, places->at[i]);
  }
  hol_uff_end(text);
}

/** One line through so many places, `step` apart, and back to the first if it is closed. */
static void put_line(hol_text *text, size_t number, const char *name, size_t first, size_t count, size_t step,
                     bool is_closed)
{
  size_t all = count + is_closed;
  hol_uff_begin(text, 82);
  hol_text_add(text, "%10zu%10zu%10d\n", number, all, 8);
  hol_uff_put_words(text, name);
  for (size_t k = 0; k < all; k++) {
    hol_text_add(text, "%10zu%s", first + (k % count) * step + 1, k % NODES == NODES - 1 || k + 1 == all ? "\n" : "");
  }
  hol_uff_end(text);
}

static void put_lines(hol_text *text, const hol_places *places)
{
  const hol_geometry *g = places->result->geometry;
  size_t number = 0;
  for (size_t i = 0; i < g->parts; i++) {
    const hol_placed_part *p = &g->part[i];
    const char *name = places->result->problem->part[i].name;
    size_t rows = p->rows ? p->rows : 1, columns = p->stations / rows;
    for (size_t r = 0; r < rows && columns > 1; r++) {
      put_line(text, ++number, name, places->first[i] + r * columns, columns, 1, p->is_closed);
    }
    for (size_t c = 0; c < columns && rows > 1; c++) {
      put_line(text, ++number, name, places->first[i] + c, rows, columns, false);
    }
  }
}

static void put_mode(hol_text *text, const hol_places *places, size_t mode)
{
  const hol_mode *m = &places->result->mode[mode];
  double frequency = m->omega / (2 * M_PI);
  char words[HOL_UFF_LINE];
  (void)snprintf(words, sizeof words, "mode %zu", m->number);
  hol_uff_begin(text, 55);
  hol_uff_put_words(text, words);
  (void)snprintf(words, sizeof words, "%.10g Hz", frequency);
  hol_uff_put_words(text, words);
  for (int i = 0; i < 3; i++) {
    hol_uff_put_words(text, "");
  }
  hol_text_add(text, "%10d%10d%10d%10d%10d%10d\n", 1, 2, 3, 8, 2,
               HOL_FREEDOM_COUNT); /* structural, normal mode, 6 freedoms, displacement, real */
  hol_text_add(text, "%10d%10d%10d%10zu\n", 2, 4, 1, m->number);
  hol_uff_put_number(text, frequency);
  hol_uff_put_number(text, 1); /* modal mass */
  hol_uff_put_number(text, 0);
  hol_uff_put_number(text, 0);
  hol_text_put(text, "\n", 1);
  for (size_t i = 0; i < places->count; i++) {
    double v[HOL_FREEDOM_COUNT];
    hol_places_moved(places, mode, i, v);
    hol_text_add(text, "%10zu\n", i + 1);
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      hol_uff_put_number(text, v[f]);
    }
    hol_text_put(text, "\n", 1);
  }
  hol_uff_end(text);
}

static void put_all(hol_text *text, const hol_places *places)
{
  put_nodes(text, places);
  put_lines(text, places);
  for (size_t k = 0; k < places->result->mode_count; k++) {
    if (hol_places_has(places, k)) {
      put_mode(text, places, k);
    }
  }
}

hol_status hol_uff_write(const hol_problem *problem, const hol_result *result, const hol_response *response,
                         hol_text *text)
{
  hol_places places = {0};
  hol_status status = result ? hol_places_make(result, &places) : HOL_OK;
  if (status == HOL_OK) {
    put_head(text, problem);
  }
  if (status == HOL_OK && result) {
    put_all(text, &places);
  }
  status = status == HOL_OK && response ? hol_uff_put_functions(response, &places, text) : status;
  hol_places_clear(&places);
  return status == HOL_OK && text->failed ? HOL_MEMORY : status;
}
