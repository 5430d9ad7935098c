/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sink.h  Output sinks of results: one table of functions between many analyses and many formats.
 *
 *  A record is opened, its quantities are put, it is closed; so is a list, whose items are put or opened one after
 *  another, and a map, where each is named first. Numbers that are in memory one after another are put as an array,
 *  which may name the axes over which they run. An axis is identified by its name. Arguments are borrowed for the call,
 *  those of an open record, list or map until it is closed. Sinks store their failures until they are asked for at the
 *  end. Cf. sqlite3_module of SQLite (src/sqlite.h.in): a small table of functions, many implementations. */
#ifndef RESULT_SINK_H
#define RESULT_SINK_H

#include "result/quantity.h"

#include <stdbool.h>

/** Axis of an array: values of a parameter, modes, events. */
typedef struct hol_sink_axis {
  const hol_quantity *quantity; /**< NUMBER, COUNT; NULL: it has no name, as in JSON none has */
  size_t count;
  const void *value; /**< [count] of its own, as those of an array; NULL: it has none */
} hol_sink_axis;

/** Functions of a sink; all but `put` may be NULL. */
typedef struct hol_sink_verbs {
  void (*open)(void *to, const hol_quantity *quantity);
  void (*item)(void *to, const char *name);
  void (*close)(void *to);
  /** One value, by the type of its quantity; NULL: there is none. */
  void (*put)(void *to, const hol_quantity *quantity, const void *value);
  /** Values over axes, the last running fastest.
   *  @param[in] over  [rank], at least 1
   *  @param[in] step  bytes from one value of the first axis to the next; within one of them there are no gaps */
  void (*array)(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                const void *value);
  /** Numbers of one place of the first axis of such an array: what would be too much in memory at once.
   *  @param[in] row  0, 1, ... in turn, for all of the axis
   *  @param[in] value  over the other axes, no gaps */
  void (*row)(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t row,
              const double *value);
} hol_sink_verbs;

typedef struct hol_sink {
  const hol_sink_verbs *verbs;
  void *to;
} hol_sink;

/** Begin a record, list or map. */
void hol_open(const hol_sink *sink, const hol_quantity *quantity);
/** Name the next item of a map. */
void hol_put_name(const hol_sink *sink, const char *name);
/** Close the record, list or map that was opened last. */
void hol_close(const hol_sink *sink);

void hol_put_number(const hol_sink *sink, const hol_quantity *quantity, double value);
void hol_put_count(const hol_sink *sink, const hol_quantity *quantity, size_t value);
void hol_put_truth(const hol_sink *sink, const hol_quantity *quantity, bool value);
void hol_put_text(const hol_sink *sink, const hol_quantity *quantity, const char *value);
void hol_put_choice(const hol_sink *sink, const hol_quantity *quantity, int value);
/** Write that the quantity has no value. */
void hol_put_nothing(const hol_sink *sink, const hol_quantity *quantity);
/** Write members of a struct, each at the offset given by its quantity. Texts: `char *`. */
void hol_put_members(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *of);
/** Write values over axes: double for NUMBER, size_t for COUNT, int for CHOICE, const char * for TEXT.
 *  @param[in] step  as of the verb; 0: no gaps */
void hol_put_array(const hol_sink *sink, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                   size_t step, const void *value);
/** Write one row of an array of NUMBERs, for one position on its first axis. @param[in] rank, row  as of the verb, rank
 *  at least 2 */
void hol_put_row(const hol_sink *sink, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                 size_t row, const double *value);
/** Write members of structs as arrays over the axis of the structs.
 *  @param[in] count  quantities, each at its place in a struct
 *  @param[in] of     [of the axis] structs of `size` bytes each */
void hol_put_columns(const hol_sink *sink, const hol_quantity *quantity, size_t count, const hol_sink_axis *axis,
                     size_t size, const void *of);
/** Write values over an axis without a name. */
void hol_put_list(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *value);
/** Write a matrix by rows, over axes without names. */
void hol_put_rows(const hol_sink *sink, const hol_quantity *quantity, size_t rows, size_t columns, const void *value);

#endif
