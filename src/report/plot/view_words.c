/* SPDX-License-Identifier: BSD-3-Clause */
/* What roles share: what a view names, and words for it. */
#include "report/plot/axes.h"
#include "report/plot/views.h"
#include "result/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void *hol_view_take(const hol_drawn_view *v, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size - 1 ? hol_arena_take(v->sheet->arena, (count + 1) * size) : NULL;
  if (memory) {
    memset(memory, 0, (count + 1) * size);
  }
  v->sheet->svg.failed = v->sheet->svg.failed || !memory;
  return memory;
}

const char *hol_view_word(const hol_drawn_view *v, const char *key)
{
  return hol_plot_node_text(hol_plot_node_get(v->view, key));
}

const hol_plot_node *hol_view_told(const hol_drawn_view *v, const hol_plot_node *record, const char *key)
{
  return hol_plot_node_get(record, hol_view_word(v, key));
}

double hol_view_in_hertz(const char *unit, double x)
{
  return strcmp(unit, "rad/s") == 0 ? hol_number_hertz(x) : x;
}

const char *hol_view_axis_words(const hol_drawn_view *v, const char *before, const char *label, const char *unit)
{
  const char *name = *hol_view_word(v, label) ? hol_view_word(v, label)
                                              : hol_view_word(v, strcmp(label, "label") == 0 ? "value" : "axis"),
             *in = hol_view_word(v, unit);
  in = strcmp(in, "rad/s") == 0 ? "Hz" : in;
  char *words = hol_view_take(v, HOL_VIEW_WORDS, 1);
  if (words) {
    (void)snprintf(words, HOL_VIEW_WORDS, "%s%.80s%s%.40s", before, name, *in ? " in " : "", in);
  }
  return words ? words : "";
}

/** Does a member differ between the records? */
static bool differs(const hol_plot_node *each, const char *key)
{
  const hol_plot_node *first = hol_plot_node_get(each->first, key);
  for (const hol_plot_node *one = each->first; one; one = one->next) {
    const hol_plot_node *other = hol_plot_node_get(one, key);
    double a = hol_plot_node_number(first), b = hol_plot_node_number(other);
    if (strcmp(hol_plot_node_text(first), hol_plot_node_text(other)) != 0 || (a != b && !(isnan(a) && isnan(b)))) {
      return true;
    }
  }
  return false;
}

/** A member as a word of a name: a text as it is, a number with its key, a truth by its key. @return characters
 *  written */
static int put_word(const hol_plot_node *member, const char *key, char *words, size_t room)
{
  char cell[HOL_SHORT];
  double number = hol_plot_node_number(member);
  if (isnan(number)) {
    return snprintf(words, room, "%.60s", hol_plot_node_text(member));
  }
  hol_axis_short(number, 6, cell);
  int size = member->type == HOL_PLOT_NODE_TRUTH ? snprintf(words, room, "%s%.60s", number > 0 ? "" : "no ", key)
                                                 : snprintf(words, room, "%.60s %s", key, cell);
  for (char *at = words; *at; at++) {
    *at = *at == '_' ? ' ' : *at;
  }
  return size;
}

const char *hol_view_name(const hol_drawn_view *v, const hol_plot_node *each, const hol_plot_node *one)
{
  const hol_plot_node *names = hol_plot_node_get(v->view, "name");
  char *words = hol_view_take(v, HOL_VIEW_WORDS, 1);
  size_t used = 0;
  for (const hol_plot_node *key = names ? names->first : NULL; key && words && used + 2 < HOL_VIEW_WORDS;
       key = key->next) {
    const hol_plot_node *member = hol_plot_node_get(one, hol_plot_node_text(key));
    if (!member || member->type == HOL_PLOT_NODE_NOTHING || !differs(each, hol_plot_node_text(key))) {
      continue;
    }
    const char *comma = used ? ", " : "";
    size_t begin = used + strlen(comma);
    int size = put_word(member, hol_plot_node_text(key), words + begin, HOL_VIEW_WORDS - begin);
    memcpy(words + used, comma, strlen(comma));
    used = size > 0 && (size_t)size < HOL_VIEW_WORDS - begin ? begin + (size_t)size : HOL_VIEW_WORDS;
  }
  return words ? words : "";
}
