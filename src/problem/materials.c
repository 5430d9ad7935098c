/* SPDX-License-Identifier: BSD-3-Clause */
/* Sections `materials` and `sections` of a file: entries by name; properties of materials. */
#include "problem/draft.h"
#include "problem/shape.h"

#include <math.h>
#include <stddef.h>

static const hol_key E = {.name = "E",
                          .what = "elastic modulus",
                          .dimension = {-1, 1, -2},
                          .least = 1,
                          .meaning = "modulus of elasticity",
                          .is_own = true,
                          .at = offsetof(hol_material, E)};
static const hol_key G = {.name = "G",
                          .what = "shear modulus",
                          .dimension = {-1, 1, -2},
                          .least = 1,
                          .otherwise = "E/(2 + 2 nu)",
                          .meaning = "shear modulus",
                          .is_own = true,
                          .at = offsetof(hol_material, G)};
static const hol_key density = {.name = "density",
                                .what = "density",
                                .dimension = {-3, 1, 0},
                                .least = 0,
                                .meaning = "mass per volume",
                                .is_own = true,
                                .at = offsetof(hol_material, density)};
static const hol_key nu = {.name = "nu",
                           .what = "Poisson's ratio",
                           .least = 2,
                           .otherwise = "E/(2 G) - 1",
                           .meaning = "Poisson's ratio, between -1 and 0.5",
                           .is_own = true,
                           .at = offsetof(hol_material, nu)};

static const hol_key loss_factor = {.name = "loss_factor",
                                    .what = "loss factor",
                                    .least = 0,
                                    .otherwise = "0",
                                    .meaning = "E and G times 1 + i loss_factor in motions at one frequency",
                                    .is_own = true,
                                    .at = offsetof(hol_material, loss_factor)};

enum { E_, G_, DENSITY, NU, LOSS_FACTOR, KEYS };
const hol_key *const hol_material_key[KEYS] = {&E, &G, &density, &nu, &loss_factor};
const size_t hol_material_keys = KEYS;

static void read_material(hol_reader *reader, const hol_node *name, const hol_node *node)
{
  double unset = (double)NAN;
  hol_material material = {
      .E = unset, .G = unset, .density = unset, .nu = unset, .loss_factor = unset, .place = hol_node_place(name)};
  hol_field field[KEYS] = {{0}};
  for (size_t i = 0; i < KEYS; i++) {
    field[i].key = hol_material_key[i]->name;
  }
  if (!hol_fields_take(reader, node, "a material", field, KEYS)) {
    return;
  }
  hol_problem *problem = reader->problem;
  const hol_home outer = hol_enter(reader, HOL_TABLE_MATERIAL, problem->material_count, &material, sizeof material);
  for (size_t i = 0; i < KEYS; i++) {
    const hol_key *key = hol_material_key[i];
    if (field[i].value) {
      const hol_wanted wanted = hol_key_wanted(key);
      (void)hol_read_quantity(reader, field[i].value, wanted, (double *)(void *)((char *)&material + key->at));
    }
  }
  hol_number ratio = hol_settled(reader, &material.nu);
  reader->home = outer;
  if (hol_holds(reader, HOL_STEP_LESS_EQUAL, ratio, hol_plain(-1)) ||
      hol_holds(reader, HOL_STEP_GREATER_EQUAL, ratio, hol_plain(0.5))) {
    hol_fault(reader, field[NU].value, "0.3 for steel", "Poisson's ratio must lie between -1 and 0.5");
  }
  void *room = hol_reader_grow(reader, problem->material, problem->material_count, &reader->material_capacity,
                               sizeof *problem->material);
  if (room) {
    problem->material = room;
    material.name = hol_own_text(reader, name->text);
    problem->material[problem->material_count++] = material;
  }
}

void hol_read_entries(hol_reader *reader, const hol_node *node, const char *const what[2], hol_names *names,
                      const size_t *count, void (*read)(hol_reader *reader, const hol_node *name, const hol_node *node))
{
  if (!node || node->kind == HOL_NODE_NONE || !hol_expect_kind(reader, node, HOL_NODE_MAP, what[0])) {
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    if (!hol_check_name(reader, name, what[1])) {
      continue;
    }
    size_t before = *count;
    bool existed;
    read(reader, name, name + 1);
    size_t number = *count > before ? before : SIZE_MAX;
    (void)hol_note(reader, hol_names_add(names, name->text, number, &existed));
  }
}

void hol_read_materials(hol_reader *reader, const hol_node *node)
{
  static const char *const what[] = {"`materials`", "a material"};
  hol_read_entries(reader, node, what, &reader->materials, &reader->problem->material_count, read_material);
}
