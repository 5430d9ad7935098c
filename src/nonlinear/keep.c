#include "nonlinear/keep.h"

#include "base/clock.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

/* An item of the store: task, operation, piece. */
enum { OPERATION_BITS = 24, PIECE_BITS = 20 };
/** Seconds between pieces of a path. */
static const double PAUSE = 0.5;

void hol_keeper_begin(hol_keeper *keeper, size_t task)
{
  keeper->task = task;
  keeper->operation = 0;
  keeper->points = 0;
}

size_t hol_keeper_next(hol_keeper *keeper)
{
  keeper->due = keeper->watch.store.record ? hol_seconds() + PAUSE : 0;
  return ++keeper->operation;
}

hol_status hol_keeper_go_on(hol_keeper *k)
{
  const bool goes = !k || !k->watch.progress || k->watch.progress(k->watch.context, k->done, k->total, k->points);
  return goes ? HOL_OK : HOL_INCOMPLETE;
}

hol_status hol_keeper_count(hol_keeper *k)
{
  if (!k) {
    return HOL_OK;
  }
  k->points++;
  return hol_keeper_go_on(k);
}

bool hol_keeper_is_due(hol_keeper *k)
{
  if (!k->watch.store.record || hol_seconds() < k->due) {
    return false;
  }
  k->due = hol_seconds() + PAUSE;
  return true;
}

static bool item_of(const hol_keeper *k, size_t operation, size_t piece, size_t *item)
{
  static_assert(sizeof(size_t) >= 8, "tasks, operations and pieces fit one number");
  *item = ((k->task << OPERATION_BITS | operation) << PIECE_BITS) | piece;
  return operation >> OPERATION_BITS == 0 && piece >> PIECE_BITS == 0;
}

hol_status hol_keeper_record(hol_keeper *k, size_t operation, size_t piece, const hol_text *bytes)
{
  size_t item;
  if (bytes->failed) {
    return HOL_MEMORY;
  }
  if (!k->watch.store.record || !item_of(k, operation, piece, &item)) {
    return HOL_OK;
  }
  return k->watch.store.record(k->watch.store.context, item, bytes->data, bytes->size);
}

bool hol_keeper_recall(hol_keeper *k, size_t operation, size_t piece, const char **bytes, size_t *count)
{
  size_t item;
  const void *found = NULL;
  if (!k || !k->watch.store.recall || !item_of(k, operation, piece, &item) ||
      !k->watch.store.recall(k->watch.store.context, item, &found, count)) {
    return false;
  }
  *bytes = found;
  return true;
}

/* ---- bytes: every structure as it is in memory, followed by what its pointers lead to ----------------------------- */

void hol_put_bytes(hol_text *bytes, const void *x, size_t count, size_t size)
{
  if (count > 0) {
    hol_text_put(bytes, x, count * size);
  }
}

hol_status hol_take_bytes(hol_reading *bytes, void *x, size_t count, size_t size)
{
  if (size > 0 && count > bytes->left / size) {
    return HOL_NUMERICAL;
  }
  if (count > 0) {
    memcpy(x, bytes->at, count * size);
  }
  bytes->at += count * size;
  bytes->left -= count * size;
  return HOL_OK;
}

/** @param[out] array  owned by the caller in every case */
static hol_status take_array(hol_reading *bytes, void **array, size_t count, size_t size)
{
  *array = hol_alloc(count, size);
  return *array ? hol_take_bytes(bytes, *array, count, size) : HOL_MEMORY;
}

static hol_status take_numbers(hol_reading *bytes, double **x, size_t count)
{
  void *array = NULL;
  hol_status status = take_array(bytes, &array, count, sizeof **x);
  *x = array;
  return status;
}

static void put_branch(hol_text *bytes, const hol_nonlinear_branch *b)
{
  hol_put_bytes(bytes, b, 1, sizeof *b);
  hol_put_bytes(bytes, b->nu, b->points, sizeof *b->nu);
  hol_put_bytes(bytes, b->coefficient, b->points * b->unknowns, sizeof *b->coefficient);
  hol_put_bytes(bytes, b->unstable, b->points, sizeof *b->unstable);
  hol_put_bytes(bytes, b->multiplier, b->points, sizeof *b->multiplier);
  for (size_t i = 0; i < b->events; i++) {
    hol_put_bytes(bytes, &b->event[i], 1, sizeof b->event[i]);
    hol_put_bytes(bytes, b->event[i].coefficient, b->unknowns, sizeof *b->event[i].coefficient);
  }
  hol_put_bytes(bytes, b->confirmation, b->confirmations, sizeof *b->confirmation);
}

/** @param[out] b  can be cleared in every case */
static hol_status take_branch(hol_reading *bytes, hol_nonlinear_branch *b)
{
  hol_nonlinear_branch head = {0};
  void *unstable = NULL, *confirmation = NULL;
  HOL_TRY(hol_take_bytes(bytes, &head, 1, sizeof head));
  *b = head;
  b->nu = b->coefficient = b->multiplier = NULL;
  b->unstable = NULL;
  b->event = NULL;
  b->events = 0;
  b->confirmation = NULL;
  HOL_TRY(take_numbers(bytes, &b->nu, b->points));
  HOL_TRY(take_numbers(bytes, &b->coefficient, b->points * b->unknowns));
  hol_status status = take_array(bytes, &unstable, b->points, sizeof *b->unstable);
  b->unstable = unstable;
  HOL_TRY(status);
  HOL_TRY(take_numbers(bytes, &b->multiplier, b->points));
  b->event = hol_alloc(head.events, sizeof *b->event);
  if (!b->event) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < head.events; i++) {
    HOL_TRY(hol_take_bytes(bytes, &b->event[i], 1, sizeof b->event[i]));
    b->event[i].coefficient = NULL;
    b->events++;
    HOL_TRY(take_numbers(bytes, &b->event[i].coefficient, b->unknowns));
  }
  status = take_array(bytes, &confirmation, b->confirmations, sizeof *b->confirmation);
  b->confirmation = confirmation;
  return status;
}

void hol_put_curve(hol_text *bytes, const hol_nonlinear_curve *curve)
{
  hol_put_bytes(bytes, curve, 1, sizeof *curve);
  for (size_t i = 0; i < curve->branches; i++) {
    put_branch(bytes, &curve->branch[i]);
  }
  for (size_t i = 0; i < curve->motions; i++) {
    const hol_nonlinear_motion_at *m = &curve->motion[i];
    hol_put_bytes(bytes, m, 1, sizeof *m);
    hol_put_bytes(bytes, m->coefficient, curve->branch[m->branch].unknowns, sizeof *m->coefficient);
  }
}

/** The motions of a curve whose branches are there. */
static hol_status take_motions(hol_reading *bytes, size_t motions, hol_nonlinear_curve *curve)
{
  curve->motion = hol_alloc(motions, sizeof *curve->motion);
  if (!curve->motion) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < motions; i++) {
    hol_nonlinear_motion_at *m = &curve->motion[i];
    HOL_TRY(hol_take_bytes(bytes, m, 1, sizeof *m));
    m->coefficient = NULL;
    curve->motions++;
    if (m->branch >= curve->branches) {
      return HOL_NUMERICAL;
    }
    HOL_TRY(take_numbers(bytes, &m->coefficient, curve->branch[m->branch].unknowns));
  }
  return HOL_OK;
}

hol_status hol_take_curve(hol_reading *bytes, hol_nonlinear_curve *curve)
{
  hol_nonlinear_curve head = {0};
  HOL_TRY(hol_take_bytes(bytes, &head, 1, sizeof head));
  const size_t branches = head.branches, motions = head.motions;
  head.branch = NULL;
  head.motion = NULL;
  head.branches = head.motions = 0;
  *curve = head;
  curve->branch = hol_alloc(branches, sizeof *curve->branch);
  if (!curve->branch) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < branches; i++) {
    curve->branches++;
    HOL_TRY(take_branch(bytes, &curve->branch[i]));
  }
  return take_motions(bytes, motions, curve);
}
