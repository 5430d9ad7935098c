/* SPDX-License-Identifier: BSD-3-Clause */
/* Critical factors, told and as a table. */
#include "base/memory.h"
#include "model/describe.h"
#include "model/geometry.h"
#include "problem/named.h"
#include "result/quantities.h"
#include "result/sink.h"
#include "result/view.h"
#include "result/words.h"
#include "statics/buckling.h"
#include "statics/neglected.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const hol_quantity column[] = {
    {.name = "factor",
     .type = HOL_NUMBER,
     .text = "of all loads; negative: reversed",
     .at = offsetof(hol_buckling_factor, factor)},
    {.name = "lower", .type = HOL_NUMBER, .text = "bound", .at = offsetof(hol_buckling_factor, lower)},
    {.name = "upper", .type = HOL_NUMBER, .text = "bound", .at = offsetof(hol_buckling_factor, upper)},
    {.name = "multiplicity", .type = HOL_COUNT, .at = offsetof(hol_buckling_factor, multiplicity)},
    {.name = "count_below",
     .type = HOL_COUNT,
     .text = "critical factors between zero and the bracket",
     .at = offsetof(hol_buckling_factor, count_below)},
    {.name = "count_above",
     .type = HOL_COUNT,
     .text = "critical factors up to the far end of the bracket",
     .at = offsetof(hol_buckling_factor, count_above)}};
enum { COLUMNS = sizeof column / sizeof *column };
static const hol_quantity record = {.type = HOL_RECORD};

/** A motion, by part. */
static void put_shape(const hol_sink *sink, const hol_buckled *b, const hol_distinct *part, bool in_plane)
{
  static const char *const name[HOL_FREEDOM_COUNT] = {"ux", "uy", "uz", "rx", "ry", "rz"};
  static const hol_quantity arc = {.name = "s", .type = HOL_LIST, .unit = "m"}, number = {.type = HOL_NUMBER},
                            by_part = {.type = HOL_MAP};
  hol_open(sink, &by_part);
  for (size_t p = 0; p < part->count; p++) {
    hol_put_name(sink, part->name[p]);
    hol_open(sink, &record);
    for (int f = -1; f < HOL_FREEDOM_COUNT; f++) {
      if (in_plane && (f == HOL_UZ || f == HOL_RX || f == HOL_RY)) {
        continue;
      }
      const hol_quantity list = {.name = f < 0 ? "" : name[f], .type = HOL_LIST};
      hol_open(sink, f < 0 ? &arc : &list);
      for (size_t i = b->first[p]; i < b->first[p + 1]; i++) {
        hol_put_number(sink, &number, f < 0 ? b->x[i] : b->displacement[i][f]);
      }
      hol_close(sink);
    }
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_factor(const hol_sink *sink, const hol_buckling_factor *factor, const hol_distinct *part, bool in_plane)
{
  static const hol_quantity shapes = {.name = "shapes",
                                      .type = HOL_LIST,
                                      .text = "buckling modes by part, in global components, the largest "
                                              "displacement 1"};
  hol_open(sink, &record);
  hol_put_members(sink, column, COLUMNS, factor);
  hol_open(sink, &shapes);
  for (size_t k = 0; k < factor->shapes; k++) {
    put_shape(sink, &factor->shape[k], part, in_plane);
  }
  hol_close(sink);
  hol_close(sink);
}

/** How it gives way, where it is known. */
static hol_status put_view(const hol_sink *sink, const hol_buckling *found)
{
  static const hol_view view = {
      .role = "shape",
      .title = "Buckling modes",
      .each = "factors",
      .shape = "shapes",
      .name = {"factor"},
      .label = "factor of the loads",
      .proof = "Counting proves that there is no other factor of the loads up to the largest of each sign."};
  if (!found->geometry || !found->geometry->part) {
    return HOL_OK;
  }
  hol_put_views(sink, &view, 1);
  return hol_geometry_describe(found->geometry, found->problem, sink);
}

static void put_neglected(const hol_sink *sink, unsigned which)
{
  static const hol_quantity neglected = {.name = "neglected",
                                         .type = HOL_LIST,
                                         .text = "internal forces besides axial forces, which are not considered"},
                            one = {.type = HOL_TEXT};
  hol_open(sink, &neglected);
  for (size_t i = 0; i < HOL_NEGLECTED_KINDS; i++) {
    if (which & 1U << i) {
      hol_put_text(sink, &one, hol_neglected_word[i]);
    }
  }
  hol_close(sink);
}

hol_status hol_buckling_describe(const void *of, const hol_sink *sink)
{
  static const hol_quantity *const columns[] = {&hol_quantity_file, &column[0], &column[1], &column[2],
                                                &column[3],         &column[4], &column[5], NULL};
  static const hol_quantity factors = {
      .name = "factors", .type = HOL_LIST, .flags = HOL_BLOCK | HOL_ONE_HEADER, .items = 4, .column = columns};
  static const hol_quantity stable = {.name = "stable", .type = HOL_TRUTH, .text = "without the loads"},
                            evaluations = {.name = "evaluations", .type = HOL_COUNT, .text = "counts"};
  const hol_buckling *found = of;
  hol_distinct part = {0};
  HOL_TRY(hol_named_parts(found->problem, &part));
  hol_open(sink, &factors);
  for (size_t i = 0; i < found->factors; i++) {
    put_factor(sink, &found->factor[i], &part, found->problem->dimensions == 2);
  }
  hol_close(sink);
  hol_distinct_clear(&part);
  hol_put_truth(sink, &stable, found->is_stable);
  hol_put_count(sink, &evaluations, found->evaluations);
  put_neglected(sink, found->neglected);
  hol_put_truth(sink, &hol_quantity_complete, found->complete);
  return put_view(sink, found);
}

static void put_verdict(hol_text *text, const hol_buckling *found)
{
  hol_text words = {0};
  if (!found->is_stable) {
    hol_text_add(&words, "the structure is unstable without the loads");
  } else if (found->factors == 0 && found->is_counted && found->neglected) {
    hol_text_add(&words, "axial forces alone do not make the structure buckle");
  } else if (found->is_counted && found->neglected) {
    hol_text_add(
        &words, "counting proves that axial forces alone have no other critical factor up to the largest of each sign");
  } else if (found->factors == 0 && found->complete) {
    hol_text_add(&words, "no member is compressed, the structure does not buckle");
  } else if (found->complete) {
    hol_text_add(&words, "counting proves that there is no other critical factor up to the largest of each sign");
  } else {
    hol_text_add(&words, "not every requested factor was found");
  }
  for (int i = 0; i < 2; i++) {
    if (found->reach[i] > 0) {
      hol_text_add(&words, "; beyond %.10g there are no counts: members are compressed to their shear stiffness",
                   i ? -found->reach[i] : found->reach[i]);
    }
  }
  if (found->neglected) {
    hol_text_add(&words, "; not considered, so that nothing is proved: ");
    hol_neglected_put(found->neglected, &words);
  }
  if (!found->complete) {
    hol_text_add(&words, " (exit status %d)", HOL_INCOMPLETE);
  }
  text->failed = text->failed || words.failed;
  const char *label = found->complete ? "Complete: " : "Not complete: ";
  hol_words_wrap(text, label, strlen(label), words.data);
  hol_text_clear(&words);
}

hol_status hol_buckling_table(const hol_buckling *found, hol_text *text)
{
  if (!found->is_filled) {
    return HOL_OK;
  }
  const char *title = found->problem->title;
  if (title && *title) {
    hol_words_wrap(text, "", 0, title);
  }
  hol_text_add(text, "buckling: axial forces under the loads from %.6g N to %.6g N\n", found->least, found->greatest);
  if (found->factors > 0) {
    hol_text_add(text, "\n%22s  %10s  %5s   %s\n", "factor of the loads", "error <=", "mult.", "moves most");
  }
  for (size_t i = 0; i < found->factors; i++) {
    const hol_buckling_factor *f = &found->factor[i];
    hol_text_add(text, "%22.10g  %10.1e  %5zu   ", f->factor, fmax(1e-12, (f->upper - f->lower) / fabs(f->factor)),
                 f->multiplicity);
    for (size_t k = 0; k < f->shapes; k++) {
      bool is_new = k == 0 || f->shape[k].part != f->shape[k - 1].part;
      hol_text_add(text, "%s%s", k && is_new ? ", " : "", is_new ? found->problem->part[f->shape[k].part].name : "");
    }
    hol_text_add(text, f->shapes ? "\n" : "-\n");
  }
  hol_text_put(text, "\n", 1);
  put_verdict(text, found);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
