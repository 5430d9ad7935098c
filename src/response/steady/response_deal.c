/* SPDX-License-Identifier: BSD-3-Clause */
/* Distribution of the values, damped eigenvalues and peaks of a frequency response over MPI ranks. */
#include "response/steady/response_deal.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Numbers of one kind are told from those of another by these bits of a key. */
enum { KIND_BITS = 60 };

static uint64_t key_of(hol_dealt kind, size_t number)
{
  return (uint64_t)kind << KIND_BITS | number;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static void pass_complex(hol_bytes *bytes, double complex *z)
{
  double part[] = {creal(*z), cimag(*z)};
  hol_bytes_fill(bytes, part, 2);
  *z = hol_complex(part[0], part[1]);
}

/** A number that must be as it is known. */
static void pass_known(hol_bytes *bytes, double known)
{
  double number = known;
  hol_bytes_number(bytes, &number);
  if (!(number == known)) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
  }
}

static void pass_values(hol_bytes *bytes, hol_response *r, size_t i)
{
  pass_known(bytes, r->omega[i]);
  for (size_t c = 0; c < r->curves; c++) {
    pass_complex(bytes, &r->curve[c].value[i]);
    pass_complex(bytes, &r->curve[c].slope[i]);
    hol_bytes_number(bytes, &r->curve[c].radius[i]);
  }
}

static void pass_peak(hol_bytes *bytes, hol_sought_peak *peak)
{
  pass_known(bytes, (double)peak->curve);
  pass_known(bytes, (double)peak->low);
  pass_known(bytes, peak->is_dip);
  hol_bytes_number(bytes, &peak->found.omega);
  hol_bytes_number(bytes, &peak->found.magnitude);
  hol_bytes_number(bytes, &peak->found.width);
  hol_bytes_fill(bytes, peak->zero, 2);
  hol_bytes_count(bytes, &peak->factorisations);
}

static void transfer_result(void *of, uint64_t key, hol_bytes *bytes)
{
  hol_response_deal *deal = of;
  hol_response *r = deal->response;
  size_t i = (size_t)(key & (((uint64_t)1 << KIND_BITS) - 1));
  size_t most[HOL_DEALT_KINDS] = {
      [HOL_DEALT_VALUES] = r->count, [HOL_DEALT_POLES] = r->naturals, [HOL_DEALT_PEAKS] = deal->peaks};
  if (key >> KIND_BITS != (uint64_t)deal->kind || i >= most[deal->kind]) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
  } else if (deal->kind == HOL_DEALT_VALUES) {
    pass_values(bytes, r, i);
  } else if (deal->kind == HOL_DEALT_POLES) {
    pass_complex(bytes, &deal->pole[i]);
  } else {
    pass_peak(bytes, &deal->peak[i]);
  }
}

/* ---- work -------------------------------------------------------------------------------------------------------- */

/** All curves at one frequency, and how far they can be from it; NAN where they cannot be computed. */
static hol_status evaluate(hol_response_deal *deal, size_t i)
{
  hol_response *r = deal->response;
  double complex *slope = deal->scratch + r->curves;
  hol_status status = hol_response_at(deal->system, r->omega[i], deal->scratch, slope);
  hol_status bounded = status == HOL_OK ? hol_response_radii(deal->system, deal->scratch, deal->radius) : HOL_NUMERICAL;
  for (size_t c = 0; c < r->curves; c++) {
    bool is_good = status == HOL_OK;
    r->curve[c].radius[i] = bounded == HOL_OK ? deal->radius[c] : HUGE_VAL;
    r->curve[c].value[i] = is_good ? deal->scratch[c] : hol_complex((double)NAN, (double)NAN);
    r->curve[c].slope[i] = is_good ? slope[c] : hol_complex((double)NAN, (double)NAN);
  }
  status = bounded == HOL_MEMORY ? HOL_MEMORY : status;
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

static hol_status compute_item(void *of, void *item, void *second, hol_did *did)
{
  hol_response_deal *deal = of;
  const hol_item *one = item;
  size_t i = one->place;
  (void)second;
  did->work = 1;
  if (deal->kind == HOL_DEALT_VALUES) {
    HOL_TRY(evaluate(deal, i));
  } else if (deal->kind == HOL_DEALT_POLES) {
    HOL_TRY(hol_response_pole(deal->system, hol_complex(0, deal->response->natural[i]), &deal->pole[i]));
  } else {
    HOL_TRY(deal->find_peak(deal, &deal->peak[i]));
  }
  return hol_farm_publish(&deal->farm, key_of(deal->kind, i), 1);
}

hol_status hol_response_deal_start(hol_response_system *system, hol_response *response, const hol_comm *comm,
                                   hol_watch watch, hol_response_deal *deal)
{
  *deal = (hol_response_deal){.system = system, .response = response, .farm = {.comm = comm, .watch = watch}};
  deal->scratch = hol_alloc(2 * response->curves, sizeof *deal->scratch);
  deal->radius = hol_alloc(response->curves, sizeof *deal->radius);
  deal->pole = hol_alloc(response->naturals, sizeof *deal->pole);
  return comm->agree(comm->handle, deal->scratch && deal->radius && deal->pole ? HOL_OK : HOL_MEMORY);
}

void hol_response_deal_end(hol_response_deal *deal)
{
  free(deal->scratch);
  free(deal->radius);
  free(deal->pole);
  free(deal->peak);
  *deal = (hol_response_deal){0};
}

hol_status hol_response_deal_out(hol_response_deal *deal, hol_dealt kind, size_t first, size_t count)
{
  const hol_workload workload = {.size = sizeof(hol_item), .of = deal, .step = compute_item, .pass = transfer_result};
  const hol_comm *comm = deal->farm.comm;
  hol_item *item = hol_alloc(count, sizeof *item);
  hol_status status = item ? HOL_OK : HOL_MEMORY;
  size_t open = 0;
  deal->kind = kind;
  deal->farm.total = deal->farm.done + count;
  for (size_t i = first; i < first + count && status == HOL_OK; i++) {
    hol_status known = hol_farm_fetch(&deal->farm, &workload, key_of(kind, i));
    status = known == HOL_INCOMPLETE ? HOL_OK : known;
    deal->farm.done += known == HOL_OK;
    if (known == HOL_INCOMPLETE) {
      item[open++] = (hol_item){.place = i, .weight = 1, .splits = 1};
    }
  }
  status = comm->agree(comm->handle, status);
  status = status == HOL_OK ? hol_farm_run(&deal->farm, &workload, item, open) : status;
  free(item);
  return status;
}

/** The same in all arrays. */
static bool make_room(hol_response *r, size_t count)
{
  size_t before = r->capacity;
  bool is_good = hol_grow(&r->omega, &r->capacity, r->count + count, sizeof *r->omega);
  for (size_t i = 0; i < r->curves && is_good; i++) {
    size_t value = before, slope = before, radius = before;
    is_good = hol_grow(&r->curve[i].value, &value, r->count + count, sizeof *r->curve[i].value) &&
              hol_grow(&r->curve[i].slope, &slope, r->count + count, sizeof *r->curve[i].slope) &&
              hol_grow(&r->curve[i].radius, &radius, r->count + count, sizeof *r->curve[i].radius);
  }
  return is_good;
}

hol_status hol_response_deal_values(hol_response_deal *deal, const double *omega, size_t count)
{
  hol_response *r = deal->response;
  const hol_comm *comm = deal->farm.comm;
  size_t first = r->count;
  HOL_TRY(comm->agree(comm->handle, make_room(r, count) ? HOL_OK : HOL_MEMORY));
  memcpy(r->omega + first, omega, count * sizeof *omega);
  r->count += count;
  r->factorisations += count;
  return hol_response_deal_out(deal, HOL_DEALT_VALUES, first, count);
}
