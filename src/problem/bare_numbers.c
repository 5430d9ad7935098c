/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers without a unit in a file whose other quantities have units, and properties of materials that no material has:
 * both are legal, and usually a slip. */
#include "problem/reader.h"

#include <math.h>

enum { QUOTED_MOST = 48 }; /* bytes of the longest number that a remark quotes */

void hol_survey_unit(hol_reader *reader, const hol_node *node, const char *what, hol_dimension dimension,
                     const hol_quantity *quantity)
{
  hol_unit_survey *survey = &reader->unit_survey;
  bool existed = true;
  if (survey->is_paused || hol_dimension_is_none(dimension) || quantity->fits_all || quantity->value == 0) {
    return;
  }
  if (!hol_dimension_is_none(quantity->dimension)) {
    survey->with_unit++;
    return;
  }
  if (survey->bare.count >= HOL_BARE_DISTINCT || !node->text || node->count > QUOTED_MOST) {
    return;
  }
  const char *key = hol_arena_print(reader->arena, "%s %s", what, node->text);
  bool is_kept = key && hol_note(reader, hol_names_add(&survey->bare, key, survey->bare.count, &existed));
  if (!is_kept || existed) {
    return;
  }
  if (survey->bare.count <= HOL_BARE_NAMED) {
    bool varies = quantity->step && (reader->scope.program.step[quantity->step].flags & HOL_STEP_OF_XI);
    survey->number[survey->bare.count - 1] = (hol_bare_number){node, dimension, varies ? (double)NAN : quantity->value};
  }
}

/** "`h` is read as 500 m, `L` as 1000 m"; of an expression in xi the unit alone. */
static const char *list_numbers(hol_reader *reader)
{
  const hol_unit_survey *survey = &reader->unit_survey;
  const char *list = "";
  for (size_t i = 0; i < survey->bare.count && i < HOL_BARE_NAMED && list; i++) {
    const hol_bare_number *number = &survey->number[i];
    char unit[HOL_DIMENSION_TEXT];
    hol_dimension_unit(number->dimension, unit);
    const char *value = isnan(number->value) ? "so many" : hol_arena_print(reader->arena, "%.6g", number->value);
    list = hol_arena_print(reader->arena, "%s%s`%s` %s %s %s", list, i ? ", " : "", number->node->text,
                           i ? "as" : "is read as", value ? value : "", unit);
  }
  return list ? list : "";
}

static void remark_bare_numbers(hol_reader *reader)
{
  const hol_unit_survey *survey = &reader->unit_survey;
  size_t more = survey->bare.count > HOL_BARE_NAMED ? survey->bare.count - HOL_BARE_NAMED : 0;
  if (survey->bare.count == 0 || 2 * survey->bare.count > survey->with_unit) {
    return;
  }
  const char *others = more ? hol_arena_print(reader->arena, " and %zu more", more) : "";
  hol_faults_add(reader->faults, false, hol_node_place(survey->number[0].node),
                 "numbers without a unit are in SI units; the other numbers of this file have a unit",
                 "without a unit %s%s", list_numbers(reader), others ? others : "");
}

/** Softer than any rubber, lighter than any gas under pressure, heavier than osmium: what units forgotten or confused
 *  make of a material. */
static void remark_materials(hol_reader *reader)
{
  static const double softest = 1e6, lightest = 1, heaviest = 25000;
  for (size_t i = 0; i < reader->problem->material_count; i++) {
    const hol_material *m = &reader->problem->material[i];
    if (m->E < softest) {
      hol_faults_add(reader->faults, false, m->place, "E of steel is 210 GPa = 210e9 N/m^2",
                     "`%s` is softer than rubber: E = %.6g N/m^2", m->name, m->E);
    }
    if (m->density > 0 && (m->density < lightest || m->density > heaviest)) {
      hol_faults_add(reader->faults, false, m->place, "the density of steel is 7850 kg/m^3 = 7.85e-9 t/mm^3",
                     "`%s` has a density of %.6g kg/m^3, which no solid has", m->name, m->density);
    }
  }
}

void hol_remark_units(hol_reader *reader)
{
  if (reader->unit_survey.with_unit > 0 && reader->faults->errors == 0) {
    remark_bare_numbers(reader);
    remark_materials(reader);
  }
}
