/* SPDX-License-Identifier: BSD-3-Clause */
/* Maps of freedoms and files of nodes. */
#include "parts/import/matrix_file.h"
#include "base/memory.h"
#include "holonome/problem.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/** Numbers of nodes are below this. */
static const double numbers_most = 1e12;
/** Members of all sets of a file together. */
enum { MEMBERS_MOST = 20000000 };

/** A file being read line by line; lines are cut at their ends in place. */
typedef struct lines {
  char *at, *end;
  size_t number;
} lines;

static char *take_line(lines *l)
{
  if (l->at >= l->end) {
    return NULL;
  }
  char *line = l->at, *newline = memchr(line, '\n', (size_t)(l->end - line));
  l->at = newline ? newline + 1 : l->end;
  l->number++;
  if (newline) {
    *newline = '\0';
  }
  for (size_t n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]);) {
    line[--n] = '\0';
  }
  return line + strspn(line, " \t");
}

/** The next number of a line, separated by blanks or one comma.
 *  @return 1 taken, 0 the line is at its end, −1 what stands there is no number */
static int take_number(char **at, double *value)
{
  char *c = *at + strspn(*at, " \t"), *end;
  if (*c == '\0') {
    return 0;
  }
  *value = strtod(c, &end);
  if (end == c || !isfinite(*value)) {
    return -1;
  }
  end += strspn(end, " \t");
  if (*end == ',') {
    end++;
  } else if (*end != '\0' && !isspace((unsigned char)end[-1])) {
    return -1;
  }
  *at = end;
  return 1;
}

/** The text of a file of lines, to be cleared; bytes 0, which a disk that failed leaves, would end lines unseen. */
static hol_status read_lines(const char *path, hol_file *file, lines *l, hol_file_fault *fault)
{
  HOL_TRY(hol_import_file(path, file, fault));
  *l = (lines){file->bytes, file->bytes + file->size, 0};
  size_t line = hol_file_zero_line(file->bytes, file->size);
  if (!line) {
    return HOL_OK;
  }
  hol_file_clear(file);
  return hol_file_refuse(fault, line, "there is a byte 0: the file is broken, or no text");
}

enum { QUOTE_SIZE = 80 };

/** `, not "..."` of a line that is wrong, where lines before it have shown that the file is one of the kind that is
 *  due: of others, which may hold anything, nothing is told. @param[out] text  [QUOTE_SIZE], returned */
static const char *quote(bool is_of_kind, const char *line, char *text)
{
  text[0] = '\0';
  if (is_of_kind) {
    (void)snprintf(text, QUOTE_SIZE, ", not `%.60s`", line);
  }
  return text;
}

/* ---- freedoms ---------------------------------------------------------------------------------------------------- */

void hol_freedom_map_clear(hol_freedom_map *map)
{
  free(map->node);
  free(map->freedom);
  *map = (hol_freedom_map){0};
}

static hol_status read_map(lines *l, hol_freedom_map *map, hol_file_fault *fault)
{
  size_t nodes = 0, freedoms = 0;
  for (char *line = take_line(l); line; line = take_line(l)) {
    if (*line == '\0' || *line == '%' || *line == '#') {
      continue;
    }
    char *end, *rest;
    unsigned long node = strtoul(line, &end, 10);
    unsigned long freedom =
        end > line && (*end == '.' || isspace((unsigned char)*end)) ? strtoul(end + 1, &rest, 10) : 0;
    if (end == line || node == 0 || freedom < 1 || freedom > 6 || *rest != '\0') {
      char text[QUOTE_SIZE];
      return hol_file_refuse(fault, l->number, "a line of the map is `node.freedom`, the freedom from 1 to 6%s",
                             quote(map->rows > 0, line, text));
    }
    if (!hol_grow(&map->node, &nodes, map->rows + 1, sizeof *map->node) ||
        !hol_grow(&map->freedom, &freedoms, map->rows + 1, sizeof *map->freedom)) {
      return HOL_MEMORY;
    }
    map->node[map->rows] = node;
    map->freedom[map->rows++] = (int)freedom - 1;
  }
  return map->rows ? HOL_OK : hol_file_refuse(fault, 0, "the map holds nothing");
}

hol_status hol_freedom_map_read(const char *path, hol_freedom_map *map, hol_file_fault *fault)
{
  hol_file file;
  *map = (hol_freedom_map){0};
  lines l;
  HOL_TRY(read_lines(path, &file, &l, fault));
  hol_status status = read_map(&l, map, fault);
  hol_file_clear(&file);
  if (status != HOL_OK) {
    hol_freedom_map_clear(map);
  }
  return status;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

void hol_node_file_clear(hol_node_file *nodes)
{
  for (size_t i = 0; i < nodes->set_count; i++) {
    free(nodes->set[i].name);
    free(nodes->set[i].node);
  }
  free(nodes->set);
  free(nodes->node);
  free(nodes->at);
  *nodes = (hol_node_file){0};
}

/** The section that a file of keywords is in. */
typedef struct section {
  enum { OTHER, NODES, SET } kind;
  size_t set;        /**< that nodes belong to; SIZE_MAX: none */
  bool is_generated; /**< lines of first, last, step */
} section;

/** Nodes and their coordinates grow together. */
static hol_status keep_node(hol_node_file *nodes, size_t number, const double at[3])
{
  size_t capacity = nodes->capacity;
  if (!hol_grow(&nodes->node, &capacity, nodes->count + 1, sizeof *nodes->node) ||
      !hol_grow(&nodes->at, &nodes->capacity, nodes->count + 1, sizeof *nodes->at)) {
    return HOL_MEMORY;
  }
  nodes->capacity = nodes->capacity < capacity ? nodes->capacity : capacity;
  nodes->node[nodes->count] = number;
  memcpy(nodes->at[nodes->count++], at, 3 * sizeof *at);
  return HOL_OK;
}

/** Is there room for so many members more? Asked before any is kept: sets of sets grow like powers of two. */
static hol_status check_members(const hol_node_file *nodes, double more, size_t line, hol_file_fault *fault)
{
  return (double)nodes->members + more <= MEMBERS_MOST
             ? HOL_OK
             : hol_file_refuse(fault, line, "the sets of the file have more than %d nodes together", MEMBERS_MOST);
}

static hol_status keep_member(hol_node_file *nodes, size_t set, size_t number)
{
  if (set == SIZE_MAX) {
    return HOL_OK;
  }
  nodes->members++;
  hol_node_set *s = &nodes->set[set];
  if (!hol_grow(&s->node, &s->capacity, s->count + 1, sizeof *s->node)) {
    return HOL_MEMORY;
  }
  s->node[s->count++] = number;
  return HOL_OK;
}

static bool is_number_of_node(double value)
{
  return value >= 1 && value < numbers_most && value == floor(value);
}

static hol_status read_node(char *line, size_t number, const section *in, hol_node_file *nodes, hol_file_fault *fault)
{
  double value[4] = {0};
  size_t taken = 0;
  char *at = line, text[QUOTE_SIZE];
  int more = 1;
  while (taken < 4 && (more = take_number(&at, &value[taken])) == 1) {
    taken++;
  }
  if (more < 0 || taken < 2 || !is_number_of_node(value[0])) {
    return hol_file_refuse(fault, number, "a node is a number and its coordinates%s",
                           quote(nodes->count > 0, line, text));
  }
  HOL_TRY(keep_node(nodes, (size_t)value[0], value + 1));
  return keep_member(nodes, in->set, (size_t)value[0]);
}

static size_t find_set(const hol_node_file *nodes, const char *name)
{
  for (size_t i = 0; i < nodes->set_count; i++) {
    if (strcasecmp(nodes->set[i].name, name) == 0) {
      return i;
    }
  }
  return SIZE_MAX;
}

static hol_status generate(char *line, size_t number, const section *in, hol_node_file *nodes, hol_file_fault *fault)
{
  double value[3] = {0, 0, 1};
  char *at = line, text[QUOTE_SIZE];
  if (take_number(&at, &value[0]) != 1 || take_number(&at, &value[1]) != 1 || take_number(&at, &value[2]) < 0 ||
      !is_number_of_node(value[0]) || !is_number_of_node(value[1]) || !is_number_of_node(value[2]) ||
      value[1] < value[0]) {
    return hol_file_refuse(fault, number, "a generated set is `first, last, step`%s",
                           quote(nodes->count > 0, line, text));
  }
  HOL_TRY(check_members(nodes, floor((value[1] - value[0]) / value[2]) + 1, number, fault));
  for (double n = value[0]; n <= value[1]; n += value[2]) {
    HOL_TRY(keep_member(nodes, in->set, (size_t)n));
  }
  return HOL_OK;
}

/** Nodes, and sets by name. */
static hol_status read_members(char *line, size_t number, const section *in, hol_node_file *nodes,
                               hol_file_fault *fault)
{
  if (in->is_generated) {
    return generate(line, number, in, nodes, fault);
  }
  for (char *word = line; word && *word != '\0';) {
    char *comma = strchr(word, ','), *at, text[QUOTE_SIZE];
    double value;
    if (comma) {
      *comma = '\0';
    }
    word += strspn(word, " \t");
    word[strcspn(word, " \t\r")] = '\0';
    at = word;
    size_t other = find_set(nodes, word);
    if (other == in->set && other != SIZE_MAX) {
      return hol_file_refuse(fault, number, "the set `%.60s` contains itself", word);
    }
    if (other != SIZE_MAX) {
      HOL_TRY(check_members(nodes, (double)nodes->set[other].count, number, fault));
      for (size_t i = 0; i < nodes->set[other].count; i++) {
        HOL_TRY(keep_member(nodes, in->set, nodes->set[other].node[i]));
      }
    } else if (*word != '\0' && (take_number(&at, &value) != 1 || !is_number_of_node(value))) {
      return hol_file_refuse(fault, number, "what stands there is neither a node nor a set of nodes%s",
                             quote(nodes->count > 0, word, text));
    } else if (*word != '\0') {
      HOL_TRY(check_members(nodes, 1, number, fault));
      HOL_TRY(keep_member(nodes, in->set, (size_t)value));
    }
    word = comma ? comma + 1 : NULL;
  }
  return HOL_OK;
}

/** The set of a keyword's NSET=..., made if it is new. */
static hol_status open_set(const char *name, size_t length, hol_node_file *nodes, size_t *set)
{
  char *copy = hol_alloc_text(name, length);
  if (!copy) {
    return HOL_MEMORY;
  }
  *set = find_set(nodes, copy);
  if (*set != SIZE_MAX) {
    free(copy);
    return HOL_OK;
  }
  if (!hol_grow(&nodes->set, &nodes->set_capacity, nodes->set_count + 1, sizeof *nodes->set)) {
    free(copy);
    return HOL_MEMORY;
  }
  nodes->set[nodes->set_count] = (hol_node_set){.name = copy};
  *set = nodes->set_count++;
  return HOL_OK;
}

/** `*NODE, NSET=ALL` and `*NSET, NSET=FOOT, GENERATE`; blanks do not count. */
static hol_status read_keyword(char *line, hol_node_file *nodes, section *in)
{
  char *to = line;
  for (const char *from = line; *from; from++) {
    if (!isspace((unsigned char)*from)) {
      *to++ = *from;
    }
  }
  *to = '\0';
  size_t word = strcspn(line, ",");
  bool is_node = word == 5 && strncasecmp(line, "*NODE", 5) == 0,
       is_set = word == 5 && strncasecmp(line, "*NSET", 5) == 0;
  *in = (section){.kind = is_node ? NODES : is_set ? SET : OTHER, .set = SIZE_MAX};
  for (char *at = line + word; *at == ',' && in->kind != OTHER;) {
    at++;
    size_t length = strcspn(at, ",");
    if (strncasecmp(at, "NSET=", 5) == 0) {
      HOL_TRY(open_set(at + 5, length - 5, nodes, &in->set));
    } else if (length == 8 && strncasecmp(at, "GENERATE", 8) == 0) {
      in->is_generated = true;
    }
    at += length;
  }
  return HOL_OK;
}

static hol_status read_nodes(lines *l, hol_node_file *nodes, hol_file_fault *fault)
{
  section in = {.kind = NODES, .set = SIZE_MAX};
  for (char *line = take_line(l); line; line = take_line(l)) {
    bool is_comment = *line == '\0' || *line == '#' || *line == '%' || (line[0] == '*' && line[1] == '*');
    if (is_comment) {
      continue;
    }
    if (*line == '*') {
      HOL_TRY(read_keyword(line, nodes, &in));
    } else if (in.kind == NODES) {
      HOL_TRY(read_node(line, l->number, &in, nodes, fault));
    } else if (in.kind == SET) {
      HOL_TRY(read_members(line, l->number, &in, nodes, fault));
    }
  }
  return nodes->count ? HOL_OK : hol_file_refuse(fault, 0, "the file has no nodes");
}

/** A node with its place in the file, for sorting. */
typedef struct placed {
  size_t node, index;
} placed;

static int by_node(const void *a, const void *b)
{
  const placed *x = a, *y = b;
  return x->node != y->node ? (x->node > y->node) - (x->node < y->node) : (x->index > y->index) - (x->index < y->index);
}

/** Sort the nodes; of a node given twice the last counts, as CalculiX has it. */
static hol_status sort_nodes(hol_node_file *nodes)
{
  placed *order = hol_alloc(nodes->count, sizeof *order);
  double(*at)[3] = hol_alloc(nodes->count, sizeof *at);
  if (!order || !at) {
    free(order);
    free(at);
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < nodes->count; i++) {
    order[i] = (placed){nodes->node[i], i};
  }
  qsort(order, nodes->count, sizeof *order, by_node);
  size_t kept = 0;
  for (size_t i = 0; i < nodes->count; i++) {
    kept -= kept > 0 && nodes->node[kept - 1] == order[i].node;
    nodes->node[kept] = order[i].node;
    memcpy(at[kept++], nodes->at[order[i].index], sizeof *at);
  }
  nodes->count = kept;
  free(nodes->at);
  nodes->at = at;
  free(order);
  return HOL_OK;
}

hol_status hol_node_file_read(const char *path, hol_node_file *nodes, hol_file_fault *fault)
{
  hol_file file;
  *nodes = (hol_node_file){0};
  lines l;
  HOL_TRY(read_lines(path, &file, &l, fault));
  hol_status status = read_nodes(&l, nodes, fault);
  status = status == HOL_OK ? sort_nodes(nodes) : status;
  hol_file_clear(&file);
  if (status != HOL_OK) {
    hol_node_file_clear(nodes);
  }
  return status;
}

size_t hol_node_file_find(const hol_node_file *nodes, size_t node)
{
  size_t low = 0, high = nodes->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (nodes->node[middle] < node) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < nodes->count && nodes->node[low] == node ? low : SIZE_MAX;
}
