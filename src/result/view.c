/* SPDX-License-Identifier: BSD-3-Clause */
/* Views, which describe how a result is plotted, written to a sink as records. */
#include "result/view.h"

/** Texts, each where it is told. */
static const struct {
  hol_quantity quantity;
  size_t at;
} words[] = {
#define WORD(key, member)                                                                                              \
  {                                                                                                                    \
    {.name = key, .type = HOL_TEXT}, offsetof(hol_view, member)                                                        \
  }
    WORD("role", role),
    WORD("title", title),
    WORD("each", each),
    WORD("only", only),
    WORD("only_word", only_word),
    WORD("value", value),
    WORD("radius", radius),
    WORD("axis", axis),
    WORD("axis_label", axis_label),
    WORD("axis_unit", axis_unit),
    WORD("label", label),
    WORD("unit", unit),
    WORD("marks", marks),
    WORD("mark_x", mark_x),
    WORD("mark_y", mark_y),
    WORD("mark_name", mark_name),
    WORD("between", between),
    WORD("within", within),
    WORD("flag", flag),
    WORD("branch", branch),
    WORD("first", first),
    WORD("guide", guide),
    WORD("spacing", spacing),
    WORD("other_label", other_label),
    WORD("other_unit", other_unit),
    WORD("other_spacing", other_spacing),
    WORD("closer", closer),
    WORD("states", states),
    WORD("shape", shape),
    WORD("motion", motion),
    WORD("mark_curves", mark_curves),
    WORD("mark_gap", mark_gap),
    WORD("proof", proof),
    WORD("against", against),
    WORD("against_each", against_each),
#undef WORD
};

static void put_view(const hol_sink *sink, const hol_view *view)
{
  static const hol_quantity names = {.name = "name", .type = HOL_LIST}, name = {.type = HOL_TEXT};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *text = *(const char *const *)(const void *)((const char *)view + words[i].at);
    if (text) {
      hol_put_text(sink, &words[i].quantity, text);
    }
  }
  hol_open(sink, &names);
  for (size_t i = 0; i < sizeof view->name / sizeof *view->name && view->name[i]; i++) {
    hol_put_text(sink, &name, view->name[i]);
  }
  hol_close(sink);
}

void hol_put_views(const hol_sink *sink, const hol_view *view, size_t count)
{
  static const hol_quantity views = {.name = "views",
                                     .type = HOL_LIST,
                                     .text = "what is to be drawn",
                                     .flags = HOL_BLOCK,
                                     .items = 4},
                            record = {.type = HOL_RECORD};
  hol_open(sink, &views);
  for (size_t i = 0; i < count; i++) {
    hol_open(sink, &record);
    put_view(sink, &view[i]);
    hol_close(sink);
  }
  hol_close(sink);
}
