/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys that several kinds of parts have in a problem file: ends, damping, theory of bending, mass, inertia, axes. */
#include "parts/keys.h"

#include <stdio.h>
#include <string.h>

const hol_key hol_key_at = {
    .name = "at", .form = "point", .otherwise = "where its first joint is", .meaning = "its place"};
const hol_key hol_key_origin = {
    .name = "at", .form = "point", .otherwise = "the origin", .meaning = "where its own axes begin"};

/* ---- members ---------------------------------------------------------------------------------------------------- */

const hol_key hol_key_EA = {.name = "EA",
                            .what = "axial stiffness",
                            .dimension = {1, 1, -2},
                            .least = 1,
                            .may_vary = true,
                            .at = HOL_P_EA,
                            .otherwise = "material, section",
                            .meaning = "axial stiffness; a beam without it does not stretch"};
const hol_key hol_key_GJ = {.name = "GJ",
                            .what = "torsional stiffness",
                            .dimension = {3, 1, -2},
                            .least = 1,
                            .may_vary = true,
                            .at = HOL_P_GJ,
                            .otherwise = "material, section",
                            .meaning = "torsional stiffness; a beam without it does not twist"};
const hol_key hol_key_line_mass = {.name = "line_mass",
                                   .what = "mass per length",
                                   .dimension = {-1, 1, 0},
                                   .least = 0,
                                   .may_vary = true,
                                   .at = HOL_P_LINE_MASS,
                                   .otherwise = "material, section",
                                   .meaning = "mass per length; 0 is a member without mass"};
const hol_key hol_key_added_mass = {.name = "added_mass",
                                    .what = "added mass per length",
                                    .dimension = {-1, 1, 0},
                                    .least = 0,
                                    .may_vary = true,
                                    .at = HOL_P_ADDED_MASS,
                                    .otherwise = "0",
                                    .meaning = "of contents, coating, water, beside its own: it is moved, along and "
                                               "across, but not turned"};
const hol_key hol_key_polar_inertia = {.name = "polar_inertia",
                                       .what = "polar inertia per length",
                                       .dimension = {1, 1, 0},
                                       .least = 0,
                                       .may_vary = true,
                                       .at = HOL_P_POLAR_INERTIA,
                                       .otherwise = "material, section",
                                       .meaning = "inertia per length about the axis"};

static bool find_end(const char *text, size_t length, hol_end *end)
{
  static const char *const word[] = {
      [HOL_END_FREE] = "free", [HOL_END_CLAMPED] = "clamped", [HOL_END_PINNED] = "pinned", [HOL_END_GUIDED] = "guided"};
  for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
    if (strlen(word[i]) == length && strncmp(word[i], text, length) == 0) {
      *end = (hol_end)i;
      return true;
    }
  }
  return false;
}

static void read_ends(hol_reader *reader, const hol_field *field, hol_part *part)
{
  part->places->ends = hol_node_place(field->value);
  const char *text = hol_read_text(reader, field->value, "`ends`");
  if (!text) {
    return;
  }
  size_t first = strcspn(text, "-");
  part->has_ends = text[first] == '-' && find_end(text, first, &part->end[0]) &&
                   find_end(text + first + 1, strlen(text + first + 1), &part->end[1]);
  if (!part->has_ends) {
    hol_fault(reader, field->value, "two of free, clamped, pinned and guided, e.g. clamped-free", "unknown ends `%s`",
              text);
  }
}

const hol_key hol_key_ends = {
    .name = "ends",
    .form = "word",
    .otherwise = "free-free",
    .meaning = "it is described by the modes of one that is held: two of free, clamped, pinned, guided",
    .read = read_ends};

/* ---- damping ----------------------------------------------------------------------------------------------------- */

const hol_key hol_key_loss_factor = {.name = "loss_factor",
                                     .what = "loss factor",
                                     .least = 0,
                                     .at = HOL_P_LOSS_FACTOR,
                                     .otherwise = "that of the material, 0",
                                     .meaning = "its stiffness times 1 + i loss_factor in motions at one frequency"};
const hol_key hol_key_line_damping = {.name = "line_damping",
                                      .what = "damping per length",
                                      .dimension = {-1, 1, -1},
                                      .least = 0,
                                      .at = HOL_P_LINE_DAMPING,
                                      .otherwise = "0",
                                      .meaning =
                                          "force per length and velocity against its displacements, from the ground"};

static const hol_wanted rayleigh_mass = {.what = "mass damping of Rayleigh", .dimension = {0, 0, -1}, .least = 0};
static const hol_wanted rayleigh_stiffness = {
    .what = "stiffness damping of Rayleigh", .dimension = {0, 0, 1}, .least = 0};

static void read_rayleigh(hol_reader *reader, const hol_field *field, hol_part *part)
{
  hol_field law[] = {{.key = "mass"}, {.key = "stiffness"}};
  static const int property[] = {HOL_P_RAYLEIGH_MASS, HOL_P_RAYLEIGH_STIFFNESS};
  const hol_wanted *const wanted[] = {&rayleigh_mass, &rayleigh_stiffness};
  if (!hol_fields_take(reader, field->value, "`rayleigh`", law, 2)) {
    return;
  }
  if (!law[0].value && !law[1].value) {
    hol_fault(reader, field->value, "e.g. rayleigh: {mass: 2 1/s, stiffness: 1e-5 s}",
              "`rayleigh` needs `mass`, `stiffness`, or both");
  }
  for (size_t i = 0; i < 2; i++) {
    if (law[i].value && hol_read_quantity(reader, law[i].value, *wanted[i], &part->value[property[i]])) {
      part->given |= (hol_properties)1 << property[i];
      hol_keep_place(reader, part, (size_t)property[i], law[i].value);
    }
  }
}

const hol_key hol_key_rayleigh = {.name = "rayleigh",
                                  .form = "mapping",
                                  .otherwise = "none",
                                  .meaning = "viscous damping by `mass` a, 1/s, and `stiffness` b, s: C = a M + b K",
                                  .read = read_rayleigh};

/* ---- theory of bending ------------------------------------------------------------------------------------------- */

static void read_theory(hol_reader *reader, const hol_field *field, hol_part *part)
{
  static const char *const word[] = {"euler", "rayleigh", "timoshenko"};
  size_t choice;
  if (hol_read_choice(reader, field->value, "`theory`", word, 3, &choice)) {
    part->theory = choice == 0 ? HOL_THEORY_EULER : choice == 1 ? HOL_THEORY_RAYLEIGH : HOL_THEORY_TIMOSHENKO;
  }
}

const hol_key hol_key_theory = {.name = "theory",
                                .form = "word",
                                .otherwise = "by its numbers",
                                .meaning = "of bending, with material and section: euler, rayleigh or timoshenko",
                                .read = read_theory};

/* ---- what is heavy at a point ------------------------------------------------------------------------------------ */

const hol_key hol_key_mass = {.name = "mass",
                              .what = "mass",
                              .dimension = {0, 1, 0},
                              .least = 0,
                              .at = HOL_P_MASS,
                              .otherwise = "0",
                              .meaning = "without mass it is a bare point"};

static void read_inertia(hol_reader *reader, const hol_field *field, hol_part *part)
{
  const hol_wanted wanted = hol_key_wanted(&hol_key_inertia);
  const hol_node *node = field->value;
  if (node->kind == HOL_NODE_LIST) {
    if (node->count != 3) {
      hol_fault(reader, node, "[Jx, Jy, Jz]", "inertia must be one number or three, not %zu", node->count);
    } else if (hol_read_list(reader, node, wanted, 3, part->inertia) == 3) {
      part->inertia_count = 3;
    }
  } else if (hol_read_quantity(reader, node, wanted, &part->inertia[0])) {
    part->inertia_count = 1;
  }
}

const hol_key hol_key_inertia = {.name = "inertia",
                                 .what = "inertia",
                                 .dimension = {2, 1, 0},
                                 .least = 0,
                                 .otherwise = "0",
                                 .meaning = "one number where one rotation is considered, else [Jx, Jy, Jz]",
                                 .read = read_inertia};

/* ---- own axes ---------------------------------------------------------------------------------------------------- */

static void read_x_axis(hol_reader *reader, const hol_field *field, hol_part *part)
{
  part->places->axes = hol_node_place(field->value);
  part->has_x_axis = hol_read_direction(reader, field->value, "`x_axis`", part->x_axis);
}

static void read_z_axis(hol_reader *reader, const hol_field *field, hol_part *part)
{
  char what[32];
  (void)snprintf(what, sizeof what, "`%s`", field->key);
  part->places->axes = hol_node_place(field->value);
  part->has_z_axis = hol_read_direction(reader, field->value, what, part->z_axis);
}

const hol_key hol_key_x_axis = {.name = "x_axis",
                                .form = "direction",
                                .otherwise = "x of the file",
                                .meaning = "its own x, as near as is normal to its own z",
                                .read = read_x_axis};
const hol_key hol_key_normal = {.name = "normal",
                                .form = "direction",
                                .otherwise = "z of the file",
                                .meaning = "its own z, across its plane",
                                .read = read_z_axis};
const hol_key hol_key_z_axis = {
    .name = "z_axis", .form = "direction", .otherwise = "z of the file", .meaning = "its own z", .read = read_z_axis};
