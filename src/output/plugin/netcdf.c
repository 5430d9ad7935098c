/* SPDX-License-Identifier: BSD-3-Clause */
/* The one thing in this shared object: a sink for NetCDF-4 files. */
#include "output/plugin/netcdf.h"
#include "base/memory.h"

#include <math.h>
#include <netcdf.h>
#include <netcdf_mem.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Leave the function with NetCDF's error; nothing is owned. */
#define TRY(call)                                                                                                      \
  do {                                                                                                                 \
    int error_ = (call);                                                                                               \
    if (error_ != NC_NOERR) {                                                                                          \
      return error_;                                                                                                   \
    }                                                                                                                  \
  } while (0)

enum { LARGE = 4096, WORDS_ROOM = 256 };

typedef struct writer {
  int file, group; /**< that is written to: the file itself, or a group in it */
  int error;       /**< the first one */
  size_t depth;    /**< records that are open */
  bool is_in_memory;
} writer;

static int put_text(int file, int variable, const char *name, const char *text)
{
  return text && *text ? nc_put_att_text(file, variable, name, strlen(text), text) : NC_NOERR;
}

/** What the values of a choice are called. */
static int put_words(int file, int variable, const char *const *word)
{
  signed char flag[WORDS_ROOM];
  char words[WORDS_ROOM] = "";
  size_t count = 0, size = 0;
  for (; word[count]; count++) {
    size_t length = strlen(word[count]);
    if (size + length + 2 > sizeof words) {
      return NC_EMAXNAME;
    }
    if (count > 0) {
      words[size++] = ' ';
    }
    memcpy(words + size, word[count], length + 1);
    size += length;
    flag[count] = (signed char)count;
  }
  TRY(nc_put_att_schar(file, variable, "flag_values", NC_BYTE, count, flag));
  return put_text(file, variable, "flag_meanings", words);
}

static nc_type type_of(const hol_quantity *quantity)
{
  return quantity->type == HOL_NUMBER  ? NC_DOUBLE
         : quantity->type == HOL_COUNT ? NC_INT
         : quantity->type == HOL_TEXT  ? NC_STRING
                                       : NC_BYTE;
}

/** A variable with its attributes.
 *  @param[in] chunk  [rank] what is kept together; NULL: as NetCDF thinks fit */
static int define(int file, const hol_quantity *quantity, size_t rank, const int *dimension, size_t cells,
                  const size_t *chunk, int *variable)
{
  double none = nan("");
  TRY(nc_def_var(file, quantity->name, type_of(quantity), (int)rank, dimension, variable));
  if (chunk && cells > LARGE) {
    TRY(nc_def_var_chunking(file, *variable, NC_CHUNKED, chunk));
  }
  if (cells > LARGE && quantity->type != HOL_TEXT) {
    TRY(nc_def_var_deflate(file, *variable, 1, 1, 4));
  }
  TRY(put_text(file, *variable, "long_name", quantity->text));
  TRY(put_text(file, *variable, "units", quantity->unit));
  if (quantity->type == HOL_NUMBER) {
    return nc_put_att_double(file, *variable, "_FillValue", NC_DOUBLE, 1, &none);
  }
  return quantity->word ? put_words(file, *variable, quantity->word) : NC_NOERR;
}

/** Values as they are in the file, one after another: counts are 32-bit numbers there.
 *  @param[in] rows, inner  of `step` bytes each; values in one
 *  @param[out] to          [rows * inner] of doubles or 32-bit numbers */
static void pack(const hol_quantity *quantity, size_t rows, size_t inner, size_t step, const char *value, void *to)
{
  size_t size = hol_value_size(quantity->type);
  for (size_t i = 0; i < rows * inner; i++) {
    const char *from = value + i / inner * step + i % inner * size;
    if (quantity->type == HOL_NUMBER) {
      memcpy((double *)to + i, from, size);
    } else if (quantity->type == HOL_COUNT) {
      size_t count = *(const size_t *)(const void *)from;
      ((int32_t *)to)[i] = count > INT32_MAX ? INT32_MAX : (int32_t)count;
    } else {
      memcpy((int32_t *)to + i, from, size);
    }
  }
}

static int put_values(int file, int variable, const hol_quantity *quantity, size_t rows, size_t inner, size_t step,
                      const void *value)
{
  if (quantity->type == HOL_TEXT) { /* one after another as they are */
    return inner == 1 ? nc_put_var_string(file, variable, (const char **)(uintptr_t)value) : NC_EINVAL;
  }
  void *packed = hol_alloc(rows * inner, sizeof(double));
  if (!packed) {
    return NC_ENOMEM;
  }
  pack(quantity, rows, inner, step, value, packed);
  int error =
      quantity->type == HOL_NUMBER ? nc_put_var_double(file, variable, packed) : nc_put_var_int(file, variable, packed);
  free(packed);
  return error;
}

static int put_variable(int file, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                        const int *dimension, size_t step, const void *value)
{
  int variable;
  size_t inner = 1;
  for (size_t i = 1; i < rank; i++) {
    inner *= over[i]->count;
  }
  size_t rows = over[0]->count;
  TRY(define(file, quantity, rank, dimension, rows * inner, NULL, &variable));
  return rows > 0 && inner > 0 ? put_values(file, variable, quantity, rows, inner, step, value) : NC_NOERR;
}

/** The dimension of this name in a group itself: those of the file around it are seen from there, too. @return
 *  NC_EBADDIM: it has none */
static int find_own_dimension(int group, const char *name, int *dimension)
{
  int id[NC_MAX_DIMS], count = 0;
  TRY(nc_inq_dimids(group, &count, NULL, 0));
  if (count > NC_MAX_DIMS) {
    return NC_EMAXDIMS;
  }
  TRY(nc_inq_dimids(group, &count, id, 0));
  for (int i = 0; i < count; i++) {
    char own[NC_MAX_NAME + 1];
    TRY(nc_inq_dimname(group, id[i], own));
    if (strcmp(own, name) == 0) {
      *dimension = id[i];
      return NC_NOERR;
    }
  }
  return NC_EBADDIM;
}

/** The dimension of an axis, which is made when its name is met first. */
static int find_dimension(int file, const hol_sink_axis *axis, int *dimension)
{
  const hol_quantity *quantity = axis->quantity;
  int found = find_own_dimension(file, quantity->name, dimension);
  if (found != NC_EBADDIM) {
    return found;
  }
  TRY(nc_def_dim(file, quantity->name, axis->count, dimension));
  return axis->value ? put_variable(file, quantity, 1, &axis, dimension, hol_value_size(quantity->type), axis->value)
                     : NC_NOERR;
}

/** The dimensions of all axes. */
static int find_dimensions(int file, size_t rank, const hol_sink_axis *const *over, int *dimension)
{
  if (rank > NC_MAX_VAR_DIMS) {
    return NC_EMAXDIMS;
  }
  for (size_t i = 0; i < rank; i++) {
    TRY(find_dimension(file, over[i], &dimension[i]));
  }
  return NC_NOERR;
}

/** Is there an axis without a name? What runs over one is passed over. */
static bool is_unnamed(size_t rank, const hol_sink_axis *const *over)
{
  bool unnamed = false;
  for (size_t i = 0; i < rank; i++) {
    unnamed = unnamed || !over[i]->quantity;
  }
  return unnamed;
}

/** One row of a variable, which is made with the first. */
static int put_row(int file, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t row,
                   const double *value)
{
  int dimension[NC_MAX_VAR_DIMS], variable;
  size_t from[NC_MAX_VAR_DIMS] = {row}, count[NC_MAX_VAR_DIMS] = {1}, cells = over[0]->count;
  if (is_unnamed(rank, over)) {
    return NC_NOERR;
  }
  TRY(find_dimensions(file, rank, over, dimension));
  for (size_t i = 1; i < rank; i++) {
    count[i] = over[i]->count;
    cells *= count[i];
  }
  if (row == 0) {
    TRY(define(file, quantity, rank, dimension, cells, count, &variable));
    if (cells > LARGE) { /* rows come whole and one after another: none need wait for others in memory */
      TRY(nc_set_var_chunk_cache(file, variable, cells / over[0]->count * sizeof(double), 1, 1));
    }
  } else {
    TRY(nc_inq_varid(file, quantity->name, &variable));
  }
  return cells > 0 ? nc_put_vara_double(file, variable, from, count, value) : NC_NOERR;
}

static int put_array(int file, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  int dimension[NC_MAX_VAR_DIMS];
  if (is_unnamed(rank, over)) {
    return NC_NOERR;
  }
  TRY(find_dimensions(file, rank, over, dimension));
  if (over[0]->quantity == quantity) { /* the values of the axis itself */
    return NC_NOERR;
  }
  return put_variable(file, quantity, rank, over, dimension, step, value);
}

static int put_value(int file, const hol_quantity *quantity, const void *value)
{
  if (quantity->type == HOL_TEXT) {
    return put_text(file, NC_GLOBAL, quantity->name, value);
  }
  if (quantity->type == HOL_COUNT) {
    unsigned long long count = *(const size_t *)value;
    return nc_put_att_ulonglong(file, NC_GLOBAL, quantity->name, NC_UINT64, 1, &count);
  }
  if (quantity->type == HOL_TRUTH) {
    signed char truth = *(const bool *)value;
    return nc_put_att_schar(file, NC_GLOBAL, quantity->name, NC_BYTE, 1, &truth);
  }
  return quantity->type == HOL_NUMBER ? nc_put_att_double(file, NC_GLOBAL, quantity->name, NC_DOUBLE, 1, value)
                                      : NC_NOERR;
}

/* --------------------------------------------------------------------------------------------------------- the sink */

/** A record is a group; of those in it nothing is told. */
static void open_in(void *to, const hol_quantity *quantity)
{
  writer *w = to;
  bool is_group = w->depth++ == 0 && quantity->type == HOL_RECORD && quantity->name && !w->error;
  w->error = is_group ? nc_def_grp(w->file, quantity->name, &w->group) : w->error;
}

static void close_in(void *to)
{
  writer *w = to;
  w->group = --w->depth == 0 ? w->file : w->group;
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  writer *w = to;
  w->error = w->error || !value ? w->error : put_value(w->group, quantity, value);
}

static void array_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  writer *w = to;
  w->error = w->error ? w->error : put_array(w->group, quantity, rank, over, step, value);
}

static void row_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t row,
                   const double *value)
{
  writer *w = to;
  w->error = w->error ? w->error : put_row(w->group, quantity, rank, over, row, value);
}

static int create(const char *path, writer *w)
{
  int ignored;
  w->is_in_memory = !path;
  TRY(path ? nc_create(path, NC_NETCDF4 | NC_CLOBBER, &w->file)
           : nc_create_mem("result", NC_NETCDF4 | NC_CLOBBER, 0, &w->file));
  w->group = w->file;
  w->error = nc_set_fill(w->file, NC_NOFILL, &ignored); /* every variable is written whole */
  return NC_NOERR;
}

static int begin(const char *path, hol_sink *sink)
{
  static const hol_sink_verbs verbs = {
      .open = open_in, .close = close_in, .put = put_in, .array = array_in, .row = row_in};
  writer *w = hol_alloc(1, sizeof *w);
  int error = w ? create(path, w) : NC_ENOMEM;
  if (error) {
    free(w);
    return error;
  }
  *sink = (hol_sink){&verbs, w};
  return NC_NOERR;
}

static int end(hol_sink *sink, void **memory, size_t *size)
{
  writer *w = sink->to;
  NC_memio block = {0};
  int closed = w->is_in_memory ? nc_close_memio(w->file, &block) : nc_close(w->file),
      error = w->error ? w->error : closed;
  free(w);
  if (error) {
    free(block.memory);
    block = (NC_memio){0};
  }
  *memory = block.memory;
  *size = block.size;
  return error;
}

const hol_netcdf_plugin hol_netcdf = {begin, end};
