/** @file sink.h  Where a result is told to: one table of verbs between many analyses and many formats.
 *
 *  A record is opened, its quantities are put, it is closed; so is a list, whose items are put or opened one after another, and a
 *  map, where each is named first. Sinks keep their failures to themselves until they are asked for at the end. Cf. sqlite3_module
 *  of SQLite (src/sqlite.h.in): a small table of functions, many implementations. */
#ifndef RESULT_SINK_H
#define RESULT_SINK_H

#include "result/quantity.h"

#include <stdbool.h>

/** A sink may do without any of them but `put`. */
typedef struct hol_sink_verbs {
  void (*open)(void *to, const hol_quantity *quantity);
  void (*item)(void *to, const char *name);
  void (*close)(void *to);
  /** One value, by the type of its quantity; NULL: there is none. */
  void (*put)(void *to, const hol_quantity *quantity, const void *value);
  /** A list of values (rank 1: rows is 1), or a list of rows (rank 2), row by row. */
  void (*array)(void *to, const hol_quantity *quantity, size_t rank, size_t rows, size_t columns, const void *value);
} hol_sink_verbs;

typedef struct hol_sink {
  const hol_sink_verbs *verbs;
  void *to;
} hol_sink;

/** Begin a record, list or map. */
void hol_open(const hol_sink *sink, const hol_quantity *quantity);
/** In a map: what comes next has this name. */
void hol_item(const hol_sink *sink, const char *name);
/** End what was opened last. */
void hol_close(const hol_sink *sink);

void hol_put_number(const hol_sink *sink, const hol_quantity *quantity, double value);
void hol_put_count(const hol_sink *sink, const hol_quantity *quantity, size_t value);
void hol_put_truth(const hol_sink *sink, const hol_quantity *quantity, bool value);
void hol_put_text(const hol_sink *sink, const hol_quantity *quantity, const char *value);
/** There is none of it. */
void hol_put_nothing(const hol_sink *sink, const hol_quantity *quantity);
/** Values of a struct, each from where its quantity says it stands. Texts: `char *`. */
void hol_put_members(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *of);
/** double for NUMBER, size_t for COUNT. */
void hol_put_list(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *value);
/** The same in rows. */
void hol_put_rows(const hol_sink *sink, const hol_quantity *quantity, size_t rows, size_t columns, const void *value);

#endif
