/* SPDX-License-Identifier: BSD-3-Clause */
/* Points, events and motions as rows of one table, for CSV. */
#include "base/memory.h"
#include "nonlinear/curve.h"
#include "nonlinear/describe.h"
#include "nonlinear/words.h"
#include "result/number.h"

#include <stdio.h>
#include <stdlib.h>

static const hol_quantity record = {.type = HOL_RECORD};

/** The columns that say where a row belongs, and what it is. */
enum { CURVE, LEVEL, VISCOUS, ETA, LAW, BRANCH, PERIOD, KIND, NU, HERTZ, FIRST_COLUMNS };
static const hol_quantity curve_number = {.name = "curve", .type = HOL_COUNT}, law = {.name = "law", .type = HOL_TEXT},
                          branch_number = {.name = "branch", .type = HOL_COUNT},
                          period = {.name = "period", .type = HOL_COUNT}, kind = {.name = "kind", .type = HOL_TEXT},
                          hertz = {.name = "hertz", .type = HOL_NUMBER, .unit = "Hz"};
static const hol_quantity *const first[FIRST_COLUMNS] = {[CURVE] = &curve_number,
                                                         [LEVEL] = &hol_curve_quantity[HOL_CURVE_LEVEL],
                                                         [VISCOUS] = &hol_curve_quantity[HOL_CURVE_VISCOUS],
                                                         [ETA] = &hol_curve_quantity[HOL_CURVE_ETA],
                                                         [LAW] = &law,
                                                         [BRANCH] = &branch_number,
                                                         [PERIOD] = &period,
                                                         [KIND] = &kind,
                                                         [NU] = &hol_curve_quantity[HOL_CURVE_NU],
                                                         [HERTZ] = &hertz};

enum { NAME_ROOM = 32 };

/** All columns: those two for each coordinate are largest displacement and harmonic of the force's frequency. */
typedef struct columns {
  size_t coordinates;
  hol_quantity *coordinate;  /**< [2 * coordinates], owned */
  char (*name)[NAME_ROOM];   /**< of these, owned */
  const hol_quantity **each; /**< the last NULL, owned */
} columns;

static void name_columns(const hol_nonlinear_model *model, columns *c)
{
  size_t n = 0;
  for (; n < FIRST_COLUMNS; n++) {
    c->each[n] = first[n];
  }
  for (size_t i = 0; i < 2 * c->coordinates; i++) {
    size_t k = i / 2;
    bool is_lateral = k < model->lateral;
    (void)snprintf(c->name[i], NAME_ROOM, "%c%zu_%s", is_lateral ? 'q' : 'u',
                   is_lateral ? k + 1 : k - model->lateral + 1, i % 2 == 0 ? "max" : "harmonic");
    c->coordinate[i] = (hol_quantity){.name = c->name[i], .type = HOL_NUMBER, .unit = "m"};
    c->each[n++] = &c->coordinate[i];
  }
  c->each[n++] = &hol_curve_quantity[HOL_CURVE_UNSTABLE];
  c->each[n++] = &hol_curve_quantity[HOL_CURVE_MULTIPLIER];
}

/** Where a row belongs: a curve (NULL: the backbone) and its number, the number of the branch in it. */
typedef struct row_key {
  const hol_nonlinear_case *item;
  size_t curve, branch;
} row_key;

static void put_loss(const hol_sink *sink, double level, const hol_nonlinear_loss *loss)
{
  hol_put_number(sink, first[LEVEL], level);
  hol_put_number(sink, first[VISCOUS], loss->viscous);
  hol_put_number(sink, first[ETA], loss->eta);
  hol_put_text(sink, &law, loss->cubic ? "cubic" : "linear");
}

static void put_frequency(const hol_sink *sink, double nu)
{
  hol_put_number(sink, first[NU], nu);
  hol_put_number(sink, &hertz, hol_number_hertz(nu));
}

/** Begin the row of one motion of a branch. */
static void open_row(const hol_sink *sink, const columns *c, const row_key *key, const hol_nonlinear_branch *b,
                     const char *what, double nu, const double *coefficient)
{
  hol_open(sink, &record);
  if (key->item) {
    hol_put_count(sink, &curve_number, key->curve);
    put_loss(sink, key->item->level, &key->item->loss);
  }
  hol_put_count(sink, &branch_number, key->branch);
  hol_put_count(sink, &period, b->period);
  hol_put_text(sink, &kind, what);
  put_frequency(sink, nu);
  for (size_t i = 0; i < b->coordinates; i++) {
    hol_put_number(sink, &c->coordinate[2 * i], hol_nonlinear_amplitude(b, coefficient, i));
    hol_put_number(sink, &c->coordinate[2 * i + 1], hol_nonlinear_harmonic(b, coefficient, i, b->period));
  }
}

/** End it with what is known of its stability. */
static void close_row(const hol_sink *sink, size_t unstable, double multiplier)
{
  hol_put_count(sink, &hol_curve_quantity[HOL_CURVE_UNSTABLE], unstable);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_MULTIPLIER], multiplier);
  hol_close(sink);
}

static void put_event(const hol_sink *sink, const columns *c, const row_key *key, const hol_nonlinear_branch *b,
                      const hol_nonlinear_event *e)
{
  bool has_side = e->kind == HOL_EVENT_FOLD || e->kind == HOL_EVENT_PEAK;
  char what[NAME_ROOM];
  (void)snprintf(what, sizeof what, "%s%s", hol_event_word(e->kind), !has_side ? "" : e->is_maximum ? "-max" : "-min");
  open_row(sink, c, key, b, what, e->nu, e->coefficient);
  hol_close(sink);
}

static void put_curve(const hol_sink *sink, const columns *c, row_key key, const hol_nonlinear_curve *curve)
{
  for (key.branch = 0; key.branch < curve->branches; key.branch++) {
    const hol_nonlinear_branch *b = &curve->branch[key.branch];
    size_t event = 0;
    for (size_t k = 0; k < b->points; k++) {
      open_row(sink, c, &key, b, "point", b->nu[k], b->coefficient + k * b->unknowns);
      close_row(sink, b->unstable[k], b->multiplier[k]);
      for (; event < b->events && b->event[event].before == k; event++) {
        put_event(sink, c, &key, b, &b->event[event]);
      }
    }
  }
}

/** The motions at frequencies asked for. */
static void put_motions(const hol_sink *sink, const columns *c, row_key key, const hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->motions; i++) {
    const hol_nonlinear_motion_at *m = &curve->motion[i];
    key.branch = m->branch;
    open_row(sink, c, &key, &curve->branch[m->branch], "motion", m->nu, m->coefficient);
    close_row(sink, m->unstable, m->multiplier);
  }
}

/** A loss factor found: its frequency and amplitude in the columns of the first coordinate. */
static void put_found(const hol_sink *sink, const columns *c, const hol_nonlinear_found *f)
{
  hol_open(sink, &record);
  put_loss(sink, f->level, &f->loss);
  hol_put_count(sink, &period, 1);
  hol_put_text(sink, &kind, "folds-vanish");
  put_frequency(sink, f->nu);
  hol_put_number(sink, &c->coordinate[0], f->amplitude);
  hol_close(sink);
}

static void put_rows(const hol_sink *sink, const columns *c, const hol_nonlinear_result *result)
{
  const hol_quantity rows = {.type = HOL_LIST, .column = c->each};
  hol_open(sink, &rows);
  for (size_t i = 0; i < result->items; i++) {
    const row_key key = {&result->item[i], i + 1, 0};
    put_curve(sink, c, key, &result->item[i].curve);
    put_motions(sink, c, key, &result->item[i].curve);
  }
  for (size_t i = 0; i < result->founds; i++) {
    put_found(sink, c, &result->found[i]);
  }
  put_curve(sink, c, (row_key){0}, &result->backbone);
  hol_close(sink);
}

hol_status hol_nonlinear_rows(const void *of, const hol_sink *sink)
{
  const hol_nonlinear_result *result = of;
  const hol_nonlinear_model *model = hol_item_model(result);
  size_t n = model->lateral + model->axial;
  columns c = {.coordinates = n,
               .coordinate = hol_alloc(2 * n, sizeof *c.coordinate),
               .name = hol_alloc(2 * n, sizeof *c.name),
               .each = hol_alloc(FIRST_COLUMNS + 2 * n + 3, sizeof *c.each)};
  hol_status status = c.coordinate && c.name && c.each ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    name_columns(model, &c);
    put_rows(sink, &c, result);
  }
  free(c.coordinate);
  free(c.name);
  free(c.each);
  return status;
}
