/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of a file that depend on its parameters, as steps of its program. */
#include "base/memory.h"
#include "problem/reader.h"

#include <math.h>

/** Most bytes of a row or an item: hol_origin.at */
enum { HOME_MAX = UINT16_MAX };

hol_number hol_number_of(const hol_quantity *quantity)
{
  return (hol_number){quantity->value, quantity->rest, quantity->step};
}

hol_number hol_plain(double value)
{
  return (hol_number){.value = value};
}

/** A step for an operand that may have none. */
static hol_status find_step(hol_program *program, hol_number number, hol_step *step)
{
  static const double plain[3] = {0};
  *step = number.step;
  return number.step ? HOL_OK
                     : hol_program_constant(program, (hol_dd){number.value, number.rest}, plain,
                                            fabs(number.value) > 0 ? 0 : HOL_STEP_FITS_ALL, step);
}

static hol_status add_step(hol_program *program, hol_step_code code, hol_number a, hol_number b, hol_step *step)
{
  hol_step x, y;
  HOL_TRY(find_step(program, a, &x));
  HOL_TRY(find_step(program, b, &y));
  return hol_program_operation(program, code, x, y, 0, step);
}

hol_number hol_compute(hol_reader *reader, hol_step_code code, hol_number a, hol_number b)
{
  const hol_operation operation = {.code = (uint8_t)code};
  const hol_dd value =
      hol_operation_value(&operation, (hol_dd){a.value, a.rest}, (hol_dd){b.value, b.rest}, (hol_dd){0, 0});
  hol_number result = {value.value, value.rest, 0};
  if ((a.step || b.step) && !hol_note(reader, add_step(&reader->scope.program, code, a, b, &result.step))) {
    result.step = 0;
  }
  return result;
}

bool hol_holds(hol_reader *reader, hol_step_code code, hol_number a, hol_number b)
{
  hol_number told = hol_compute(reader, code, a, b);
  hol_hold(reader, told.step);
  return fabs(told.value) > 0;
}

/* ---- origins ----------------------------------------------------------------------------------------------------- */

size_t hol_origin_count(const hol_reader *reader)
{
  return reader->origins ? reader->origins->count : 0;
}

void hol_leave_out(hol_reader *reader, size_t first)
{
  for (size_t i = first; i < hol_origin_count(reader); i++) {
    hol_origin *origin = &reader->origins->origin[i];
    origin->table = origin->table == HOL_TABLE_DECISION ? HOL_TABLE_DECISION : HOL_TABLE_ASIDE;
  }
}

static void keep(hol_reader *reader, hol_origin origin)
{
  hol_origins *o = reader->origins;
  if (!o || !hol_grow(&o->origin, &o->capacity, o->count + 1, sizeof *o->origin)) {
    reader->status = HOL_MEMORY;
    return;
  }
  o->origin[o->count++] = origin;
}

void hol_hold(hol_reader *reader, hol_step step)
{
  if (step) {
    keep(reader, (hol_origin){.table = HOL_TABLE_DECISION, .least = 2, .step = step});
  }
}

void hol_hold_all(hol_reader *reader)
{
  const hol_program *program = &reader->scope.program;
  for (size_t i = 1; i <= program->count; i++) {
    if (program->step[i].code == HOL_STEP_VARIABLE && program->step[i].flags & HOL_STEP_OF_PARAMETER) {
      hol_hold(reader, (hol_step)i);
    }
  }
}

static bool is_home(const hol_home *home, const double *where, size_t *at)
{
  uintptr_t first = (uintptr_t)home->base, here = (uintptr_t)where;
  *at = here - first;
  return home->base && here >= first && *at < home->size && *at <= HOME_MAX;
}

void hol_settle(hol_reader *reader, hol_number number, int least, double *where)
{
  size_t at;
  *where = number.value;
  if (!number.step) {
    return;
  }
  const hol_home *home = &reader->home;
  if (is_home(home, where, &at)) {
    keep(reader, (hol_origin){.table = (uint8_t)home->table,
                              .least = (int8_t)least,
                              .at = (uint16_t)at,
                              .row = (uint32_t)home->row,
                              .item = (uint32_t)home->item,
                              .step = number.step});
  } else if (home->table == HOL_TABLE_ASIDE) {
    keep(reader, (hol_origin){.table = HOL_TABLE_ASIDE, .least = (int8_t)least, .step = number.step});
  } else {
    hol_hold(reader, number.step);
  }
}

/** The step of a number among the origins from..to; the last one that was stored there. */
static hol_step step_at(const hol_reader *reader, const hol_home *home, size_t at, size_t from, size_t to)
{
  for (size_t i = to; i-- > from;) {
    const hol_origin *o = &reader->origins->origin[i];
    if (o->table == home->table && o->row == home->row && o->item == home->item && o->at == at) {
      return o->step;
    }
  }
  return 0;
}

/** The double that is the value of a step, or its rest. */
static hol_number single(hol_reader *reader, hol_step_code code, double value, hol_step step)
{
  hol_number number = {.value = value};
  if (step && !hol_note(reader, hol_program_operation(&reader->scope.program, code, step, 0, 0, &number.step))) {
    number.step = 0;
  }
  return number;
}

/** The step of what stands inside reader->home. */
static hol_step step_of(const hol_reader *reader, const double *where)
{
  size_t at;
  return reader->origins && is_home(&reader->home, where, &at)
             ? step_at(reader, &reader->home, at, reader->home.first, reader->origins->count)
             : 0;
}

hol_number hol_settled(hol_reader *reader, const double *where)
{
  return single(reader, HOL_STEP_ROUND, *where, step_of(reader, where));
}

void hol_settle_both(hol_reader *reader, hol_number number, int least, double *where, size_t behind)
{
  hol_settle(reader, number, least, where);
  hol_settle(reader, number.step ? single(reader, HOL_STEP_REST, number.rest, number.step) : hol_plain(number.rest), 2,
             where + behind);
}

hol_number hol_settled_both(hol_reader *reader, const double *where, size_t behind)
{
  return (hol_number){where[0], where[behind], step_of(reader, where)};
}

hol_number hol_part_number(hol_reader *reader, const hol_part *part, size_t row, size_t property)
{
  hol_step step = 0;
  if (reader->origins) {
    const hol_home home = {.table = HOL_TABLE_PART, .row = row};
    size_t at = offsetof(hol_part, value) + property * sizeof part->value[0];
    size_t from = row > 0 ? reader->part_end[row - 1] : 0;
    size_t to = row < reader->part_ends ? reader->part_end[row] : reader->origins->count;
    step = step_at(reader, &home, at, from, to);
  }
  return single(reader, HOL_STEP_ROUND, part->value[property], step);
}

hol_home hol_enter(hol_reader *reader, hol_table table, size_t row, const void *base, size_t size)
{
  const hol_home before = reader->home;
  reader->home = (hol_home){.table = table, .row = row, .base = base, .size = size, .first = hol_origin_count(reader)};
  return before;
}

hol_home hol_enter_item(hol_reader *reader, hol_table table, size_t item, const void *base, size_t size)
{
  const hol_home before = reader->home;
  reader->home = (hol_home){table, before.row, item, base, size, before.first};
  return before;
}

void hol_leave_part(hol_reader *reader)
{
  if (!reader->origins) {
    return;
  }
  if (!hol_grow(&reader->part_end, &reader->part_end_capacity, reader->part_ends + 1, sizeof *reader->part_end)) {
    reader->status = HOL_MEMORY;
    return;
  }
  reader->part_end[reader->part_ends++] = reader->origins->count;
}

/* ---- the end of reading ------------------------------------------------------------------------------------------ */

/** An exponent over what has a dimension decides the dimension of the power. */
static void hold_exponents(hol_reader *reader)
{
  const hol_program *program = &reader->scope.program;
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    if (o->code == HOL_STEP_POWER && o->flags & HOL_STEP_IS_POWER) {
      hol_hold(reader, o->b);
    }
  }
}

hol_status hol_origins_begin(hol_reader *reader, size_t settings)
{
  hol_origins *o = reader->origins = hol_alloc(1, sizeof *o);
  if (!o) {
    return HOL_MEMORY;
  }
  o->setting = hol_alloc(settings, sizeof *o->setting);
  return o->setting ? HOL_OK : HOL_MEMORY;
}

hol_status hol_origins_end(hol_reader *reader)
{
  hol_origins *o = reader->origins;
  if (!o || reader->scope.program.parameters == 0) {
    return HOL_OK;
  }
  hold_exponents(reader);
  HOL_TRY(reader->status);
  o->program = reader->scope.program;
  reader->scope.program = (hol_program){0};
  o->variable = hol_alloc(1 + o->program.parameters, sizeof *o->variable);
  o->value = hol_alloc(1 + o->program.count, sizeof *o->value);
  reader->problem->origins = o;
  reader->origins = NULL;
  return o->variable && o->value ? HOL_OK : HOL_MEMORY;
}
