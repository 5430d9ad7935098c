/* SPDX-License-Identifier: BSD-3-Clause */
/* Common to bars, shafts and beams: axes, motions present, properties given or derived. */
#include "base/vector.h"
#include "parts/kinds.h"
#include "parts/section.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/** Direction cosines below this are rounding of the coordinates, not geometry. */
static const double parallel = 1e-10;

#define X(id, key) key,
static const char *const property_key[] = {HOL_PROPERTY_LIST(X)};
#undef X

static double positive_or_nan(double value)
{
  return value > 0 ? value : (double)NAN;
}

hol_stock hol_part_stock(const hol_part *part)
{
  double none = (double)NAN;
  hol_stock stock = {none, none, {none, none}, none, none, {none, none}, {none, none}, none};
  const hol_material *m = part->material;
  hol_section_values v;
  if (m == NULL || part->section == NULL) {
    return stock;
  }
  double nu = isnan(m->nu) ? m->E / (2 * m->G) - 1 : m->nu;
  double G = isnan(m->G) ? m->E / (2 * (1 + m->nu)) : m->G;
  if (!hol_section_resolve(part->section, nu, &v)) {
    return stock;
  }
  stock.EA = positive_or_nan(m->E * v.area);
  stock.GJ = positive_or_nan(G * v.J);
  stock.EI[0] = positive_or_nan(m->E * v.I_y);
  stock.EI[1] = positive_or_nan(m->E * v.I_z);
  stock.line_mass = v.area > 0 ? m->density * v.area : none;
  stock.polar_inertia = v.I_p > 0 ? m->density * v.I_p : none;
  stock.rotary[0] = v.I_y > 0 ? m->density * v.I_y : none;
  stock.rotary[1] = v.I_z > 0 ? m->density * v.I_z : none;
  stock.kappa[0] = v.kappa_y;
  stock.kappa[1] = v.kappa_z;
  stock.GA = positive_or_nan(G * v.area);
  return stock;
}

void hol_member_begin(hol_resolved *resolved)
{
  *resolved = (hol_resolved){.line = resolved->line};
  for (size_t m = 0; m < HOL_MOTION_COUNT; m++) {
    resolved->line[m] = (hol_line){.length = 0};
  }
}

bool hol_member_axes(const hol_resolving *r, hol_resolved *resolved)
{
  const hol_part *part = r->part;
  double ex[3], along[3];
  hol_apart(part->to, part->from, along);
  resolved->gives_axis = true;
  resolved->length = hol_length(along);
  if (!(resolved->length > 0) || !isfinite(resolved->length)) {
    hol_faults_add(r->faults, true, part->place, "its two ends must be apart", "%s `%s` has no length", r->kind,
                   part->name);
    return false;
  }
  for (int i = 0; i < 3; i++) {
    ex[i] = along[i] / resolved->length;
  }
  if (!hol_axes_along(ex, part->has_up ? part->up : NULL, resolved->axis)) {
    hol_faults_add(r->faults, true, part->place, "give `up` a component across the member",
                   "`up` of %s `%s` is zero or along the member", r->kind, part->name);
    return false;
  }
  return true;
}

/** Has the direction a component over the active ones of three freedoms, the first of which is `first`? */
static bool reaches(const double direction[3], hol_freedoms freedoms, int first)
{
  for (int i = 0; i < 3; i++) {
    if ((freedoms >> (first + i) & 1u) && fabs(direction[i]) > parallel) {
      return true;
    }
  }
  return false;
}

bool hol_member_has(const hol_resolved *resolved, hol_motion motion, hol_freedoms freedoms)
{
  const double(*axis)[3] = resolved->axis;
  switch (motion) {
  case HOL_AXIAL:
    return reaches(axis[0], freedoms, HOL_UX);
  case HOL_TORSION:
    return reaches(axis[0], freedoms, HOL_RX);
  case HOL_BENDING_Y:
    return reaches(axis[2], freedoms, HOL_UX) || reaches(axis[1], freedoms, HOL_RX);
  case HOL_BENDING_Z:
    return reaches(axis[1], freedoms, HOL_UX) || reaches(axis[2], freedoms, HOL_RX);
  }
  return false;
}

bool hol_member_moves_along(const hol_resolved *resolved, size_t axis, hol_freedoms freedoms)
{
  return reaches(resolved->axis[axis], freedoms, HOL_UX);
}

bool hol_member_bends_in_part(const hol_resolved *resolved, hol_freedoms freedoms)
{
  bool in_part = false;
  for (int across = 1; across < 3; across++) {
    for (int first = HOL_UX; first <= HOL_RX; first += 3) {
      double left_out = 0;
      for (int i = 0; i < 3; i++) {
        left_out += freedoms >> (first + i) & 1u ? 0 : fabs(resolved->axis[across][i]);
      }
      in_part = in_part || left_out > parallel;
    }
  }
  return in_part;
}

bool hol_member_only_slides(const hol_resolved *resolved, hol_motion bending, hol_freedoms freedoms)
{
  int across = bending == HOL_BENDING_Y ? 2 : 1, about = bending == HOL_BENDING_Y ? 1 : 2;
  return reaches(resolved->axis[across], freedoms, HOL_UX) && !reaches(resolved->axis[about], freedoms, HOL_RX);
}

double hol_given(const hol_part *part, int property, double otherwise)
{
  assert(property >= 0 && property < HOL_PROPERTY_COUNT);
  return (part->given >> property & 1u) ? part->value[property] : otherwise;
}

/** Missing properties among those that `from` names, as words. */
static void put_missing(hol_text *text, const hol_part *part, const char *from)
{
  const hol_material *material = part->material;
  const hol_section *section = part->section;
  const char *of_material = !material                                             ? "it has no material"
                            : strstr(from, "density") && isnan(material->density) ? "density"
                            : strstr(from, "G (or") && isnan(material->G)         ? "G, nor E and nu"
                            : strncmp(from, "E ", 2) == 0 && isnan(material->E)   ? "E"
                                                                                  : NULL;
  bool has_G = material && (!isnan(material->G) || (!isnan(material->E) && !isnan(material->nu)));
  if (strncmp(from, "kappa", 5) == 0 && has_G && section) {
    hol_text_add(text, "for its shape no shear coefficient is published: give section `%s` a kappa", section->name);
  } else if (of_material && material) {
    hol_text_add(text, "material `%s` has no %s", material->name, of_material);
  } else if (of_material) {
    hol_text_add(text, "%s", of_material);
  }
  if (!section) {
    hol_text_add(text, "%s",
                 !text->size ? "it has no section"
                 : material  ? ", and the part no section"
                             : " and no section");
  }
}

/** Was the last thing said that the same part lacks the same? */
static bool is_said(const hol_resolving *r, const char *missing)
{
  const hol_finding *last = r->faults->count ? &r->faults->item[r->faults->count - 1] : NULL;
  return last && missing && last->hint && strcmp(last->hint, missing) == 0 && last->place.line == r->part->place.line &&
         last->place.column == r->part->place.column;
}

double hol_needed(const hol_resolving *r, int property, double value, const char *from)
{
  const hol_part *part = r->part;
  if (isnan(value)) {
    const char *key = property_key[property];
    if (part->material == NULL && part->section == NULL) {
      hol_faults_add(r->faults, true, part->place, NULL, "%s `%s` needs %s (or material and section)", r->kind,
                     part->name, key);
    } else {
      hol_text missing = {0};
      put_missing(&missing, part, from);
      if (!is_said(r, missing.data)) {
        hol_faults_add(r->faults, true, part->place, missing.data, "%s `%s` needs %s, or %s", r->kind, part->name, key,
                       from);
      }
      hol_text_clear(&missing);
    }
  }
  return value;
}

void hol_member_ends(const hol_part *part, hol_line *line)
{
  for (int i = 0; i < 2; i++) {
    line->end[i] = part->has_ends ? part->end[i] : HOL_END_FREE;
  }
}
