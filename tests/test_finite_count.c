/* SPDX-License-Identifier: BSD-3-Clause */
/* How many frequencies structures of parts with finitely many modes have, against the definition: with motions y of a
   part that follow no kept mode, the motions (q, y, w) with Φ q + Ψ y = T w at all ports form a space; those of them
   without mass, q = 0 and no movement of a point mass, a smaller one. The dimensions differ by the number of
   frequencies. Entries are −1, 0 and 1 but for a factor of each port, which changes no rank; ports that never move and
   equal ones are among them. Ranks are exact, modulo a prime. */
#include "close.h"
#include "dice.h"

#include "compliance/system.h"
#include "parts/sites.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, PORTS = 4, KEPT = 3, LEFT_OUT = 1, LIGHT = 2, COORDINATES = 5, MASSES = 2 };
enum { ROWS = PARTS * PORTS + MASSES, COLUMNS = PARTS * (KEPT + LEFT_OUT + LIGHT + PORTS) + COORDINATES };
enum { PRIME = 1000003, RUNS = 50000 };

/** A part; its modes that are not kept and its motions without mass are those that follow no kept mode. */
typedef struct made {
  hol_member member;
  hol_functional port[PORTS];
  size_t number[PORTS], index[PORTS][COORDINATES];
  double value[PORTS][COORDINATES], phi[PORTS * (KEPT + LEFT_OUT)], light[PORTS * LIGHT];
  hol_component_modes own;
} made;

typedef struct structure {
  made part[PARTS];
  hol_modal modal[PARTS];
  hol_mass mass[MASSES];
  size_t index[MASSES][COORDINATES];
  double value[MASSES][COORDINATES];
  hol_model model;
  hol_system system;
} structure;

static double entry(uint64_t *state)
{
  return (double)dice_pick(state, 3) - 1;
}

/** A row over the coordinates with few entries of this size, perhaps none. */
static void make_row(uint64_t *state, size_t coordinates, double size, size_t *index, double *value, hol_sparse *row)
{
  *row = (hol_sparse){.index = index, .value = value};
  for (size_t c = 0; c < coordinates; c++) {
    if (dice_chance(state, 0.4)) {
      index[row->count] = c;
      value[row->count++] = dice_chance(state, 0.5) ? size : -size;
    }
  }
}

static void make_part(uint64_t *state, size_t coordinates, bool by_reactions, made *p, hol_modal *m)
{
  size_t ports = 1 + dice_pick(state, PORTS), kept = dice_pick(state, KEPT + 1);
  size_t left_out = by_reactions ? 0 : dice_pick(state, LEFT_OUT + 1);
  double density = dice_uniform(state, 0.2, 1);
  double size[PORTS];
  for (size_t i = 0; i < ports; i++) {
    size[i] = dice_uniform(state, 0.5, 2);
  }
  for (size_t i = 0; i < ports * (kept + left_out); i++) {
    p->phi[i] = dice_chance(state, density) ? size[i % ports] * entry(state) : 0;
  }
  p->own = (hol_component_modes){.ports = ports,
                                 .modes = kept + left_out,
                                 .has_all = dice_chance(state, 0.8),
                                 .phi = p->phi,
                                 .massless_count = dice_pick(state, LIGHT + 1),
                                 .massless = p->light};
  for (size_t i = 0; i < ports * p->own.massless_count; i++) {
    p->light[i] = dice_chance(state, density) ? size[i % ports] * entry(state) : 0;
  }
  for (size_t i = 0; i < ports; i++) {
    p->number[i] = i;
    make_row(state, coordinates, size[i], p->index[i], p->value[i], &p->port[i].row);
  }
  p->member = (hol_member){.port = p->port};
  *m = (hol_modal){.member = &p->member,
                   .ports = ports,
                   .port = p->number,
                   .modes = kept,
                   .phi = p->phi,
                   .component_modes = &p->own};
}

static void make(uint64_t *state, structure *s)
{
  *s = (structure){0};
  s->model = (hol_model){
      .coordinates = dice_pick(state, COORDINATES + 1), .mass_count = dice_pick(state, MASSES + 1), .mass = s->mass};
  s->system = (hol_system){.model = &s->model,
                           .by_reactions = dice_chance(state, 0.2),
                           .coordinates = s->model.coordinates,
                           .modal = s->modal,
                           .modal_count = 1 + dice_pick(state, PARTS)};
  for (size_t i = 0; i < s->system.modal_count; i++) {
    make_part(state, s->model.coordinates, s->system.by_reactions, &s->part[i], &s->modal[i]);
  }
  for (size_t i = 0; i < s->model.mass_count; i++) {
    s->mass[i].mass = 1;
    make_row(state, s->model.coordinates, 1, s->index[i], s->value[i], &s->mass[i].along.row);
  }
}

/* ---- the definition ---- */

typedef int64_t table[ROWS][COLUMNS];

static int64_t power(int64_t a, int64_t n)
{
  int64_t result = 1;
  for (; n; n /= 2, a = a * a % PRIME) {
    result = n % 2 ? result * a % PRIME : result;
  }
  return result;
}

/** Rank of the columns that are not masked, modulo PRIME. */
static size_t rank_of(table t, const bool *masked)
{
  table a;
  size_t rank = 0;
  memcpy(a, t, sizeof a);
  for (size_t c = 0; c < COLUMNS && rank < ROWS; c++) {
    size_t r = rank;
    while (r < ROWS && a[r][c] == 0) {
      r++;
    }
    if (masked[c] || r == ROWS) {
      continue;
    }
    for (size_t k = 0; k < COLUMNS; k++) {
      int64_t kept = a[rank][k];
      a[rank][k] = a[r][k];
      a[r][k] = kept;
    }
    int64_t inverse = power(a[rank][c], PRIME - 2);
    for (size_t i = rank + 1; i < ROWS; i++) {
      int64_t factor = a[i][c] * inverse % PRIME;
      for (size_t k = 0; k < COLUMNS && factor; k++) {
        a[i][k] = ((a[i][k] - factor * a[rank][k]) % PRIME + PRIME) % PRIME;
      }
    }
    rank++;
  }
  return rank;
}

/** The entry before its row was scaled. */
static int64_t residue(double x)
{
  return x > 0 ? 1 : x < 0 ? PRIME - 1 : 0;
}

/** Rows of coordinates at the end of the columns. */
static void put_row(const hol_sparse *row, int64_t *to)
{
  for (size_t j = 0; j < row->count; j++) {
    to[COLUMNS - COORDINATES + row->index[j]] = residue(-row->value[j]);
  }
}

/** Dimension of all motions less that of those without mass. */
static size_t count_by_definition(const structure *s)
{
  table t = {{0}};
  bool is_kept[COLUMNS] = {0};
  size_t row = 0, column = 0, kept = 0, others = 0;
  for (size_t m = 0; m < s->system.modal_count; m++) {
    const hol_modal *modal = &s->modal[m];
    const hol_component_modes *own = modal->component_modes;
    bool is_known = s->system.by_reactions || own->has_all;
    size_t loose = s->system.by_reactions ? 0
                   : is_known             ? own->massless_count + own->modes - modal->modes
                                          : modal->ports;
    for (size_t i = 0; i < modal->ports; i++) {
      for (size_t k = 0; k < modal->modes; k++) {
        t[row + i][column + k] = residue(modal->phi[i + k * modal->ports]);
        is_kept[column + k] = true;
      }
      for (size_t k = 0; k < loose; k++) {
        double known = k < own->massless_count ? own->massless[i + k * modal->ports]
                                               : own->phi[i + (modal->modes + k - own->massless_count) * modal->ports];
        t[row + i][column + modal->modes + k] = is_known ? residue(known) : i == k;
      }
      put_row(hol_modal_row(modal, i), t[row + i]);
    }
    row += modal->ports;
    column += modal->modes + loose;
    kept += modal->modes;
    others += loose;
  }
  size_t all = kept + others + s->model.coordinates - rank_of(t, (bool[COLUMNS]){0});
  for (size_t i = 0; i < s->model.mass_count; i++) {
    put_row(&s->mass[i].along.row, t[row + i]);
  }
  return all - (others + s->model.coordinates - rank_of(t, is_kept));
}

static void test_counts_are_those_of_the_definition(void **state)
{
  (void)state;
  uint64_t dice = 20;
  static structure s;
  size_t wrong = 0;
  for (size_t run = 0; run < RUNS; run++) {
    make(&dice, &s);
    size_t right = count_by_definition(&s);
    assert_int_equal(hol_system_count_roots(&s.system), HOL_OK);
    if (s.system.finite_roots != right && ++wrong < 5) {
      print_error("structure %zu: %zu frequencies, not %zu\n", run, s.system.finite_roots, right);
    }
  }
  assert_int_equal(wrong, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts_are_those_of_the_definition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
