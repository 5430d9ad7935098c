/* SPDX-License-Identifier: BSD-3-Clause */
/* Once a file is read: labels become indices, places and displacements global, units SI. */
#include "report/measured/reader.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int by_label(const void *one, const void *other)
{
  const hol_measured_node *a = one, *b = other;
  return a->label != b->label ? (a->label > b->label) - (a->label < b->label)
                              : (a->line > b->line) - (a->line < b->line);
}

/** The index of a node; SIZE_MAX: there is none. */
static size_t index_of(const hol_measured *m, size_t label)
{
  size_t low = 0, high = m->nodes;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (m->node[middle].label < label) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < m->nodes && m->node[low].label == label ? low : SIZE_MAX;
}

/** Axes by their number. @param[out] axes  NULL: global ones */
static hol_status find_axes(hol_uff *r, size_t number, const hol_measured_node *node, const hol_measured_axes **axes)
{
  *axes = r->m->axes;
  while (*axes && (*axes)->number != number) {
    *axes = (*axes)->next;
  }
  if (number == 0 || !*axes) {
    *axes = NULL;
    return HOL_OK;
  }
  return (*axes)->is_cartesian
             ? HOL_OK
             : hol_uff_fail(r, node->line, 0, "node %zu is in axes %zu, which are not Cartesian", node->label, number);
}

/** Nodes in order, each once, in global axes and metres. */
static hol_status settle_nodes(hol_uff *r)
{
  hol_measured *m = r->m;
  size_t unknown = 0, used = 0;
  if (m->nodes > 0) {
    qsort(m->node, m->nodes, sizeof *m->node, by_label);
  }
  for (size_t i = 0; i < m->nodes; i++) {
    hol_measured_node *node = &m->node[i];
    const hol_measured_axes *placed, *moved;
    HOL_TRY(find_axes(r, node->placed, node, &placed));
    HOL_TRY(find_axes(r, node->axes, node, &moved));
    unknown = !moved && node->axes > 1 ? node->axes : !placed && node->placed > 1 ? node->placed : unknown;
    double at[3] = {node->at[0], node->at[1], node->at[2]};
    for (size_t c = 0; c < 3; c++) {
      double turned = placed ? placed->origin[c] : at[c];
      for (size_t k = 0; k < 3 && placed; k++) {
        turned += at[k] * placed->row[k][c];
      }
      node->at[c] = turned / m->length;
    }
    if (used > 0 && m->node[used - 1].label == node->label) {
      if (memcmp(m->node[used - 1].at, node->at, sizeof node->at) != 0) {
        return hol_uff_fail(r, node->line, 0, "node %zu has another place in line %zu", node->label,
                            m->node[used - 1].line);
      }
      continue;
    }
    m->node[used++] = *node;
  }
  m->nodes = used;
  return unknown ? hol_uff_note(r, "axes %zu are not in the file (dataset 2420): taken as global", unknown) : HOL_OK;
}

static hol_status settle_traces(hol_uff *r)
{
  for (hol_measured_trace *trace = r->m->trace; trace; trace = trace->next) {
    for (size_t k = 0; k < trace->count; k++) {
      size_t label = trace->node[k];
      trace->node[k] = label == SIZE_MAX ? SIZE_MAX : index_of(r->m, label);
      if (label != SIZE_MAX && trace->node[k] == SIZE_MAX) {
        return hol_uff_fail(r, trace->line, 0, "the line goes through node %zu, which there is not", label);
      }
    }
  }
  return HOL_OK;
}

/** Turn a mode to the phase at which most is real, and see how much is not. */
static void settle_phase(hol_measured *m, hol_measured_mode *mode)
{
  double xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < m->nodes; i++) {
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      double x = creal(mode->value[i][c]), y = cimag(mode->value[i][c]);
      xx += x * x;
      yy += y * y;
      xy += x * y;
    }
  }
  double sum = xx + yy, turn = 0.5 * atan2(2 * xy, xx - yy);
  mode->collinearity = sum > 0 ? ((xx - yy) * (xx - yy) + 4 * xy * xy) / (sum * sum) : (double)NAN;
  const double complex factor = hol_complex(cos(turn), -sin(turn));
  for (size_t i = 0; i < m->nodes && mode->is_complex; i++) {
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      mode->value[i][c] *= factor;
    }
  }
}

/** Numbers of a mode may be of any size; only the shape counts, and its squares must be numbers. */
static void settle_size(hol_measured *m, hol_measured_mode *mode)
{
  double most = 0;
  for (size_t i = 0; i < m->nodes; i++) {
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      most = fmax(most, fmax(fabs(creal(mode->value[i][c])), fabs(cimag(mode->value[i][c]))));
    }
  }
  for (size_t i = 0; i < m->nodes && most > 0; i++) {
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      mode->value[i][c] = hol_complex(creal(mode->value[i][c]) / most, cimag(mode->value[i][c]) / most);
    }
  }
}

static hol_status settle_mode(hol_uff *r, hol_measured_mode *mode)
{
  hol_measured *m = r->m;
  mode->value = hol_uff_take(r, m->nodes, sizeof *mode->value);
  mode->has = hol_uff_take(r, m->nodes, sizeof *mode->has);
  if (!mode->value || !mode->has) {
    return HOL_MEMORY;
  }
  for (const hol_measured_entry *entry = mode->entry; entry; entry = entry->next) {
    size_t i = index_of(m, entry->node);
    if (i == SIZE_MAX) {
      return hol_uff_fail(r, entry->line, 0, "node %zu moves, but is nowhere (dataset 15)", entry->node);
    }
    if (mode->has[i]) {
      return hol_uff_fail(r, entry->line, 0, "node %zu is told twice in this mode", entry->node);
    }
    const hol_measured_axes *axes;
    HOL_TRY(find_axes(r, m->node[i].axes, &m->node[i], &axes));
    mode->has[i] = true;
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      double complex turned = axes ? 0 : entry->value[c];
      for (size_t k = 0; k < 3 && axes; k++) {
        turned += entry->value[k] * axes->row[k][c];
      }
      mode->value[i][c] = turned;
    }
  }
  settle_size(m, mode);
  settle_phase(m, mode);
  return HOL_OK;
}

hol_status hol_uff_settle(hol_uff *r)
{
  hol_measured *m = r->m;
  if (m->modes == 0 && m->functions == 0) {
    const char *other = m->other_functions > 0 ? "; its functions are others" : m->note ? "; " : "";
    return hol_uff_fail(r, r->cards.line > 1 ? r->cards.line - 1 : 1, 0,
                        "the file has neither modes (dataset 55, 2414) nor frequency responses (58)%s%s", other,
                        m->other_functions == 0 && m->note ? m->note->words : "");
  }
  HOL_TRY(settle_nodes(r));
  HOL_TRY(settle_traces(r));
  for (hol_measured_mode *mode = m->mode; mode; mode = mode->next) {
    HOL_TRY(settle_mode(r, mode));
  }
  for (hol_measured_function *f = m->function; f; f = f->next) {
    double scale = pow(m->length, -f->scale[0]) * pow(m->force, -f->scale[1]);
    for (size_t i = 0; i < f->count; i++) {
      f->value[i] *= scale;
    }
  }
  if (!m->has_units) {
    HOL_TRY(hol_uff_note(r, "the file does not tell its units (dataset 164): taken as SI"));
  }
  return m->other_functions == 0
             ? HOL_OK
             : hol_uff_note(r, "%zu functions are no frequency responses: not read", m->other_functions);
}

size_t hol_measured_directions(const hol_measured *m, bool (*is)[HOL_MEASURED_FREEDOMS])
{
  size_t count = 0;
  for (size_t i = 0; i < m->nodes; i++) {
    for (size_t c = 0; c < HOL_MEASURED_FREEDOMS; c++) {
      bool moves = false;
      for (const hol_measured_mode *mode = m->mode; mode && !moves; mode = mode->next) {
        moves = cabs(mode->value[i][c]) > 0;
      }
      count += moves;
      if (is) {
        is[i][c] = moves;
      }
    }
  }
  return count;
}
