/** @file sink.h  Where a result is told to: one table of verbs between many analyses and many formats.
 *
 *  A record is opened, its quantities are put, it is closed; so is a list, whose items are put or opened one after another, and a
 *  map, where each is named first. Numbers that are in memory one after another are put as an array, which may say over what axes
 *  they run. An axis is known by its name. What is told is borrowed for the call, of what is opened until it is closed. Sinks keep
 *  their failures to themselves until they are asked for at the end. Cf. sqlite3_module of SQLite (src/sqlite.h.in): a small table
 *  of functions, many implementations. */
#ifndef RESULT_SINK_H
#define RESULT_SINK_H

#include "result/quantity.h"

#include <stdbool.h>

/** What an array runs over: values of a parameter, modes, events. */
typedef struct hol_sink_axis {
  const hol_quantity *quantity; /**< NUMBER, COUNT; NULL: it has no name, as in JSON none has */
  size_t count;
  const void *value; /**< [count] of its own, as those of an array; NULL: it has none */
} hol_sink_axis;

/** A sink may do without any of them but `put`. */
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
/** In a map: what comes next has this name. */
void hol_put_name(const hol_sink *sink, const char *name);
/** End what was opened last. */
void hol_close(const hol_sink *sink);

void hol_put_number(const hol_sink *sink, const hol_quantity *quantity, double value);
void hol_put_count(const hol_sink *sink, const hol_quantity *quantity, size_t value);
void hol_put_truth(const hol_sink *sink, const hol_quantity *quantity, bool value);
void hol_put_text(const hol_sink *sink, const hol_quantity *quantity, const char *value);
void hol_put_choice(const hol_sink *sink, const hol_quantity *quantity, int value);
/** There is none of it. */
void hol_put_nothing(const hol_sink *sink, const hol_quantity *quantity);
/** Values of a struct, each from where its quantity says it stands. Texts: `char *`. */
void hol_put_members(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *of);
/** Values over axes: double for NUMBER, size_t for COUNT, int for CHOICE, const char * for TEXT.
 *  @param[in] step  as of the verb; 0: no gaps */
void hol_put_array(const hol_sink *sink, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                   size_t step, const void *value);
/** An array of NUMBERs, place by place of its first axis. @param[in] rank, row  as of the verb, rank at least 2 */
void hol_put_row(const hol_sink *sink, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                 size_t row, const double *value);
/** Members of structs, each over the axis that the structs run over.
 *  @param[in] count  quantities, each at its place in a struct
 *  @param[in] of     [of the axis] structs of `size` bytes each */
void hol_put_columns(const hol_sink *sink, const hol_quantity *quantity, size_t count, const hol_sink_axis *axis,
                     size_t size, const void *of);
/** Values over an axis without a name. */
void hol_put_list(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *value);
/** The same in rows. */
void hol_put_rows(const hol_sink *sink, const hol_quantity *quantity, size_t rows, size_t columns, const void *value);

#endif
