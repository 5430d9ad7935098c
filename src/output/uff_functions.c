/* SPDX-License-Identifier: BSD-3-Clause */
/* Dataset 58: forced responses as functions over frequency. */
#include "output/uff_text.h"

#include "base/memory.h"
#include "base/vector.h"
#include "excitation/output_words.h"
#include "response/steady/response.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Types of functions, and what their axes are of. */
enum { RESPONSE = 4, TRANSMISSIBILITY = 5, SPECTRUM = 12 };
enum { UNKNOWN = 0, DISPLACEMENT = 8, VELOCITY = 11, ACCELERATION = 12, EXCITATION = 13, FREQUENCY = 18 };

/** Which node a point is. */
typedef struct nodes {
  size_t *number; /**< [receivers + loads] 0: none. Owned */
  size_t next;
} nodes;

/** The node at a place that has one already. */
static size_t find_node(const hol_places *places, const double at[3])
{
  static const double same = 1e-9; /* of the size */
  size_t number = 0;
  for (size_t i = 0; i < places->count && number == 0; i++) {
    number = hol_distance(places->at[i], at) <= same * places->size ? i + 1 : 0;
  }
  return number;
}

/** Nodes of all points; those that are new are written. */
static hol_status number_points(const hol_response *r, const hol_places *places, nodes *n, hol_text *text)
{
  size_t points = r->request->receivers + r->request->loads, added = 0;
  *n = (nodes){hol_alloc(points, sizeof *n->number), places->count + 1};
  for (size_t i = 0; n->number && i < points; i++) {
    if (isnan(r->place[i][0])) {
      continue;
    }
    n->number[i] = find_node(places, r->place[i]);
    for (size_t k = 0; k < i && n->number[i] == 0; k++) {
      bool is_same = n->number[k] > places->count && memcmp(r->place[k], r->place[i], sizeof *r->place) == 0;
      n->number[i] = is_same ? n->number[k] : 0;
    }
    if (n->number[i] == 0) {
      if (added++ == 0) {
        hol_uff_begin(text, 15);
      }
      n->number[i] = n->next++;
      hol_uff_put_node(text, n->number[i], r->place[i]);
    }
  }
  if (added > 0) {
    hol_uff_end(text);
  }
  return n->number ? HOL_OK : HOL_MEMORY;
}

/** 1, 2, 3 of x, y, z, 4, 5, 6 about them, negative against them; 0 of other directions. */
static int direction_of(const double direction[3], bool turns)
{
  int code = 0;
  for (int k = 0; k < 3; k++) {
    if (fabs(direction[k]) == hol_length(direction)) {
      code = (direction[k] < 0 ? -1 : 1) * (k + 1 + (turns ? 3 : 0));
    }
  }
  return code;
}

/** "beam.end uy". */
static void put_output(hol_text *text, const hol_response *r, const hol_output *output)
{
  hol_text_add(text, "%s ", output->point.text);
  hol_output_say(output->direction, output->turns, r->problem->dimensions, text);
}

/** What a curve is over: the only load, or all of them. */
static const hol_excitation *load_of(const hol_response *r, const hol_response_curve *c)
{
  return c->load != SIZE_MAX ? &r->request->load[c->load] : r->request->loads == 1 ? &r->request->load[0] : NULL;
}

/** The five records of words: what, over what, and in which directions. */
static void put_names(const hol_response *r, const hol_response_curve *c, hol_text *text)
{
  static const char *const quantity[] = {"displacement", "velocity", "acceleration"};
  const hol_output *receiver = &r->request->receiver[c->receiver];
  const hol_excitation *load = load_of(r, c);
  hol_text words = {0};
  put_output(&words, r, receiver);
  hol_uff_put_words(text, words.failed ? "" : words.data);
  words.size = 0;
  if (load && load->kind == HOL_SUPPORT_MOTION) {
    hol_text_add(&words, "over a moving base");
  } else if (load && load->kind != HOL_LINE_LOAD) {
    hol_text_add(&words, "over ");
    put_output(&words, r, &load->at);
  } else {
    hol_text_add(&words, load ? "over a load along a part" : "under all loads together");
  }
  hol_uff_put_words(text, words.failed ? "" : words.data);
  hol_uff_put_words(text, quantity[r->request->quantity]);
  hol_uff_put_words(text, "holonome");
  hol_uff_put_words(text, "");
  text->failed = text->failed || words.failed;
  hol_text_clear(&words);
}

/** Records 6 and 7: which nodes and directions, and how many numbers: complex, double, uneven. */
static void put_heads(const hol_response *r, const hol_response_curve *c, const nodes *n, size_t count, hol_text *text)
{
  const hol_output *receiver = &r->request->receiver[c->receiver];
  const hol_excitation *load = load_of(r, c);
  int type = !load ? SPECTRUM : load->kind == HOL_SUPPORT_MOTION ? TRANSMISSIBILITY : RESPONSE;
  size_t at = load ? n->number[r->request->receivers + (size_t)(load - r->request->load)] : 0;
  hol_text_add(text, "%5d%10d%5d%10d %-10s%10zu%4d %-10s%10zu%4d\n", type, 0, 0, 0, "NONE", n->number[c->receiver],
               direction_of(receiver->direction, receiver->turns), "NONE", at,
               load ? direction_of(load->at.direction, load->at.turns) : 0);
  hol_text_add(text, "%10d%10zu%10d", 6, count, 0);
  for (int i = 0; i < 3; i++) {
    hol_uff_put_number(text, 0);
  }
  hol_text_put(text, "\n", 1);
}

/** A record of what an axis is of, with exponents of its unit. */
static void put_axis(hol_text *text, int type, int length, int force)
{
  hol_text_add(text, "%10d%5d%5d%5d %-20s %-20s\n", type, length, force, 0, "NONE", "NONE");
}

static void put_axes(const hol_response *r, const hol_response_curve *c, hol_text *text)
{
  static const int motion[] = {DISPLACEMENT, VELOCITY, ACCELERATION};
  bool turns = r->request->receiver[c->receiver].turns;
  const hol_excitation *load = load_of(r, c);
  put_axis(text, FREQUENCY, 0, 0);
  put_axis(text, motion[r->request->quantity], turns ? 0 : 1, 0);
  if (!load) {
    put_axis(text, UNKNOWN, 0, 0);
  } else if (load->kind == HOL_SUPPORT_MOTION) {
    put_axis(text, load->is_acceleration ? ACCELERATION : DISPLACEMENT, load->at.turns ? 0 : 1, 0);
  } else {
    put_axis(text, EXCITATION, load->at.turns ? 1 : load->kind == HOL_LINE_LOAD ? -1 : 0, 1);
  }
  put_axis(text, UNKNOWN, 0, 0);
}

/** Frequencies as the format has them; of those that it cannot tell apart the one with the largest magnitude.
 *  @param[out] row  their numbers in the result @return how many */
static size_t choose_rows(const hol_response *r, const hol_response_curve *c, size_t *row)
{
  char last[16] = "", cell[16];
  size_t count = 0;
  for (size_t k = 0; k < r->count; k++) {
    (void)snprintf(cell, sizeof cell, "%13.5E", r->omega[k] / (2 * M_PI));
    if (strcmp(cell, last) != 0) {
      row[count++] = k;
    } else if (cabs(c->value[k]) > cabs(c->value[row[count - 1]])) {
      row[count - 1] = k;
    }
    memcpy(last, cell, sizeof last);
  }
  return count;
}

static void put_curve(const hol_response *r, const hol_response_curve *c, const nodes *n, size_t *row, hol_text *text)
{
  const hol_excitation *load = load_of(r, c);
  double size = load ? load->size : 1;
  size_t count = choose_rows(r, c, row);
  hol_uff_begin(text, 58);
  put_names(r, c, text);
  put_heads(r, c, n, count, text);
  put_axes(r, c, text);
  for (size_t i = 0; i < count; i++) {
    hol_uff_put_number(text, r->omega[row[i]] / (2 * M_PI));
    double part[2] = {creal(c->value[row[i]]) / size, cimag(c->value[row[i]]) / size};
    for (size_t k = 0; k < 2; k++) {
      hol_text_add(text, "%20.12E", fabs(part[k]) < 1e-99 ? 0.0 : part[k]);
    }
    hol_text_put(text, "\n", 1);
  }
  hol_uff_end(text);
}

hol_status hol_uff_put_functions(const hol_response *r, const hol_places *places, hol_text *text)
{
  nodes n = {0};
  hol_status status = number_points(r, places, &n, text);
  size_t *row = hol_alloc(r->count, sizeof *row);
  for (size_t i = 0; status == HOL_OK && row && i < r->curves; i++) {
    if (!r->request->receiver[r->curve[i].receiver].is_reaction) {
      put_curve(r, &r->curve[i], &n, row, text);
    }
  }
  free(n.number);
  free(row);
  return status == HOL_OK && !row ? HOL_MEMORY : status;
}
