/* SPDX-License-Identifier: BSD-3-Clause */
/* Equality of two parts; a part with varying properties evaluated at one place. */
#include "parts/same.h"
#include "problem/kind.h"
#include "problem/varying.h"

#include <string.h>

/** The bytes of n numbers. */
static bool equal(const double *a, const double *b, size_t n)
{
  return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

static bool is_same_material(const hol_material *a, const hol_material *b)
{
  return a && b ? equal(&a->E, &b->E, 1) && equal(&a->G, &b->G, 1) && equal(&a->density, &b->density, 1) &&
                      equal(&a->nu, &b->nu, 1)
                : !a && !b;
}

static bool is_same_section(const hol_section *a, const hol_section *b)
{
  return a && b ? a->of == b->of && a->given == b->given && !a->varying && !b->varying &&
                      equal(a->number, b->number, HOL_SECTION_NUMBERS)
                : !a && !b;
}

/** Data of their kind alone. */
static bool is_same_own(const hol_part *a, const hol_part *b)
{
  return !a->of || !a->of->is_same || a->of->is_same(a->own, b->own, a->point_count);
}

bool hol_part_is_same(const hol_part *a, const hol_part *b)
{
  bool same = a->kind == b->kind && a->theory == b->theory && ((a->given ^ b->given) & ~HOL_P_OF_DAMPING) == 0 &&
              equal(a->value, b->value, HOL_P_LOSS_FACTOR) && a->piece_count == 0 && b->piece_count == 0 &&
              a->point_count == b->point_count && a->has_x_axis == b->has_x_axis && a->has_z_axis == b->has_z_axis &&
              equal(a->x_axis, b->x_axis, 3) && equal(a->z_axis, b->z_axis, 3) &&
              is_same_material(a->material, b->material) && is_same_section(a->section, b->section) &&
              is_same_own(a, b);
  for (size_t i = 0; same && i < a->point_count; i++) {
    same = equal(a->point[i].at, b->point[i].at, 3);
  }
  return same;
}

hol_status hol_part_at(const hol_part *part, size_t piece, double xi, hol_part *at, hol_section *section)
{
  const hol_part_piece *p = &part->piece[piece];
  *at = *part;
  at->piece = NULL;
  at->piece_count = 0;
  at->given |= p->given;
  for (size_t i = 0; i < HOL_PROPERTY_COUNT; i++) {
    at->value[i] = p->given >> i & 1u ? p->value[i] : at->value[i];
  }
  if (p->axial_force_slope != 0) {
    double from = piece ? part->piece[piece - 1].to : 0, middle = (from + p->to) / 2;
    at->value[HOL_P_AXIAL_FORCE] += p->axial_force_slope * part->value[HOL_P_LENGTH] * (xi - middle);
    at->axial_force_slope = p->axial_force_slope;
  }
  at->material = p->material ? p->material : part->material;
  at->section = p->section ? p->section : part->section;
  HOL_TRY(hol_varying_at(p->varying, xi, at->value));
  if (at->section && at->section->varying) {
    HOL_TRY(hol_section_at(at->section, xi, section));
    at->section = section;
  }
  return HOL_OK;
}
