/* SPDX-License-Identifier: BSD-3-Clause */
/* matrices: a part imported from another program by its stiffness and mass. */
#include "parts/import/import.h"
#include "parts/import/written.h"
#include "parts/keys.h"
#include "parts/kinds.h"

void hol_resolve_matrices(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_resolving r = {.kind = "part", .part = part, .freedoms = freedoms, .faults = faults};
  const hol_matrices *matrices = part->own;
  const hol_cancellation *cancellation = resolved->cancellation;
  const hol_resolved *like = resolved->like;
  *resolved = (hol_resolved){0};
  if (!hol_own_axes(&r, resolved) || !matrices->stiffness.path || !matrices->mass.path) {
    return;
  }
  resolved->length = like ? like->length : 0;
  hol_sites *sites = hol_sites_new(resolved);
  hol_status status =
      !sites ? HOL_MEMORY
      : like ? hol_import_share(like->sites, sites)
             : hol_import_part(&r, (const double(*)[3])resolved->axis, cancellation, sites, &resolved->length);
  resolved->is_shared = status == HOL_OK;
  bool is_fault = status == HOL_INVALID || status == HOL_NUMERICAL;
  resolved->failure = is_fault ? HOL_OK : status;
  if (status == HOL_NUMERICAL) {
    hol_faults_add(faults, true, part->place, NULL, "the matrices of `%s` cannot be used: %s", part->name,
                   hol_status_text(status));
  }
}

static const hol_key kind = {
    .name = "kind", .form = "matrices", .is_required = true, .meaning = "elastic body imported from another program"};

static const hol_key *const key[] = {&kind,
                                     &hol_key_origin,
                                     &hol_key_x_axis,
                                     &hol_key_z_axis,
                                     &hol_key_stiffness_file,
                                     &hol_key_mass_file,
                                     &hol_key_map_file,
                                     &hol_key_nodes_file,
                                     &hol_key_units,
                                     &hol_key_ports,
                                     &hol_key_loss_factor,
                                     &hol_key_rayleigh};

const hol_part_kind hol_kind_matrices = {
    .grammar = {.name = "matrices",
                .key = key,
                .keys = sizeof key / sizeof *key,
                .points = HOL_POINTS_NAMED,
                .place = hol_matrices_place,
                .own_size = sizeof(hol_matrices),
                .is_same = hol_matrices_is_same,
                .clear = hol_matrices_clear},
    .theory = "matrices: an elastic body known by its stiffness and mass matrices, exact to them",
    .resolve = hol_resolve_matrices,
    .list = hol_list_sites,
};
