#include "holonome/output.h"
#include "nonlinear/curve.h"
#include "nonlinear/analysis.h"
#include "nonlinear/words.h"
#include "result/number.h"

#include <stdint.h>

/** Where a row belongs: a curve (NULL: the backbone) and its number, the number of the branch in it. */
typedef struct row_key {
  const hol_nonlinear_case *item;
  size_t curve, branch;
} row_key;

static void put_key(hol_text *text, const row_key *key, const hol_nonlinear_branch *b)
{
  if (key->item) {
    const hol_nonlinear_loss *loss = &key->item->loss;
    const double number[] = {key->item->level, loss->viscous, loss->eta};
    hol_text_add(text, "%zu", key->curve);
    for (size_t i = 0; i < 3; i++) {
      hol_text_put(text, ",", 1);
      hol_number_add(text, number[i], "");
    }
    hol_text_add(text, ",%s", loss->cubic ? "cubic" : "linear");
  } else {
    hol_text_put(text, ",,,,", 4);
  }
  hol_text_add(text, ",%zu,%zu,", key->branch, b->period);
}

/** Frequency, then amplitude and harmonic of the force's frequency of every coordinate. */
static void put_motion(hol_text *text, const hol_nonlinear_branch *b, double nu, const double *c)
{
  hol_text_put(text, ",", 1);
  hol_number_add(text, nu, "");
  hol_text_put(text, ",", 1);
  hol_number_add(text, hol_number_hertz(nu), "");
  for (size_t i = 0; i < b->coordinates; i++) {
    hol_text_put(text, ",", 1);
    hol_number_add(text, hol_nonlinear_amplitude(b, c, i), "");
    hol_text_put(text, ",", 1);
    hol_number_add(text, hol_nonlinear_harmonic(b, c, i, b->period), "");
  }
}

static void put_event(hol_text *text, const row_key *key, const hol_nonlinear_branch *b, const hol_nonlinear_event *e)
{
  bool has_side = e->kind == HOL_EVENT_FOLD || e->kind == HOL_EVENT_PEAK;
  put_key(text, key, b);
  hol_text_add(text, "%s%s", hol_event_word(e->kind), !has_side ? "" : e->is_maximum ? "-max" : "-min");
  put_motion(text, b, e->nu, e->coefficient);
  hol_text_put(text, ",,\n", 3);
}

static void put_point(hol_text *text, const row_key *key, const hol_nonlinear_branch *b, size_t k)
{
  put_key(text, key, b);
  hol_text_put(text, "point", 5);
  put_motion(text, b, b->nu[k], b->coefficient + k * b->unknowns);
  if (b->unstable[k] == SIZE_MAX) {
    hol_text_put(text, ",,\n", 3);
    return;
  }
  hol_text_add(text, ",%zu,", b->unstable[k]);
  hol_number_add(text, b->multiplier[k], "");
  hol_text_put(text, "\n", 1);
}

static void put_curve(hol_text *text, row_key key, const hol_nonlinear_curve *curve)
{
  for (key.branch = 0; key.branch < curve->branches; key.branch++) {
    const hol_nonlinear_branch *b = &curve->branch[key.branch];
    size_t event = 0;
    for (size_t k = 0; k < b->points && !text->failed; k++) {
      put_point(text, &key, b, k);
      for (; event < b->events && b->event[event].before == k; event++) {
        put_event(text, &key, b, &b->event[event]);
      }
    }
  }
}

/** A loss factor found: its frequency and amplitude in the columns of the first coordinate. */
static void put_found(hol_text *text, const hol_nonlinear_found *f, size_t coordinates)
{
  const double number[] = {f->level, f->loss.viscous, f->loss.eta};
  for (size_t i = 0; i < 3; i++) {
    hol_text_put(text, ",", 1);
    hol_number_add(text, number[i], "");
  }
  hol_text_add(text, ",%s,,1,folds-vanish,", f->loss.cubic ? "cubic" : "linear");
  hol_number_add(text, f->nu, "");
  hol_text_put(text, ",", 1);
  hol_number_add(text, hol_number_hertz(f->nu), "");
  hol_text_put(text, ",", 1);
  hol_number_add(text, f->amplitude, "");
  for (size_t i = 0; i < 2 * coordinates + 1; i++) {
    hol_text_put(text, ",", 1);
  }
  hol_text_put(text, "\n", 1);
}

/** The motions at frequencies asked for. */
static void put_motions(hol_text *text, row_key key, const hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->motions && !text->failed; i++) {
    const hol_nonlinear_motion_at *m = &curve->motion[i];
    key.branch = m->branch;
    put_key(text, &key, &curve->branch[m->branch]);
    hol_text_put(text, "motion", 6);
    put_motion(text, &curve->branch[m->branch], m->nu, m->coefficient);
    hol_text_put(text, ",", 1);
    if (m->unstable != SIZE_MAX) {
      hol_text_add(text, "%zu", m->unstable);
    }
    hol_text_put(text, ",", 1);
    hol_number_add(text, m->multiplier, "");
    hol_text_put(text, "\n", 1);
  }
}

hol_status hol_nonlinear_csv(const hol_nonlinear_result *result, hol_text *text)
{
  const hol_nonlinear_model *model = hol_told_model(result);
  size_t n = model->lateral + model->axial;
  hol_text_add(text, "curve,level,viscous,eta,law,branch,period,kind,nu,hertz");
  for (size_t i = 0; i < n; i++) {
    const char letter = i < model->lateral ? 'q' : 'u';
    size_t number = i < model->lateral ? i + 1 : i - model->lateral + 1;
    hol_text_add(text, ",%c%zu_max,%c%zu_harmonic", letter, number, letter, number);
  }
  hol_text_add(text, ",unstable,multiplier\n");
  for (size_t i = 0; i < result->items; i++) {
    put_curve(text, (row_key){&result->item[i], i + 1, 0}, &result->item[i].curve);
    put_motions(text, (row_key){&result->item[i], i + 1, 0}, &result->item[i].curve);
  }
  for (size_t i = 0; i < result->founds; i++) {
    put_found(text, &result->found[i], n);
  }
  put_curve(text, (row_key){0}, &result->backbone);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
