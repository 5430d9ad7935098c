/* The table of kinds. A kind is one file kind_*.c and one row here. */
#include "parts/kinds.h"
#include "parts/resolve.h"

static const hol_part_kind kinds[] = {
    {
        .keys = {.name = "bar",
                 .is_member = true,
                 .properties = HOL_P(LENGTH) | HOL_P(EA) | HOL_P(LINE_MASS),
                 .takes_material = true,
                 .takes_section = true,
                 .takes_ends = true},
        .theory = "bar: one-dimensional axial wave equation",
        .resolve = hol_resolve_bar,
        .list = hol_list_member,
    },
    {
        .keys = {.name = "shaft",
                 .is_member = true,
                 .properties = HOL_P(LENGTH) | HOL_P(GJ) | HOL_P(POLAR_INERTIA),
                 .takes_material = true,
                 .takes_section = true,
                 .takes_ends = true},
        .theory = "shaft: one-dimensional torsional wave equation (Saint-Venant)",
        .resolve = hol_resolve_shaft,
        .list = hol_list_member,
    },
    {
        .keys = {.name = "beam",
                 .is_member = true,
                 .properties = HOL_P(LENGTH) | HOL_P(EA) | HOL_P(GJ) | HOL_P(EI) | HOL_P(EI_Y) | HOL_P(EI_Z) |
                               HOL_P(LINE_MASS) | HOL_P(POLAR_INERTIA) | HOL_P(ROTARY_INERTIA) |
                               HOL_P(ROTARY_INERTIA_Y) | HOL_P(ROTARY_INERTIA_Z) | HOL_P(KGA) | HOL_P(KGA_Y) |
                               HOL_P(KGA_Z) | HOL_P(KAPPA) | HOL_P(AXIAL_FORCE) | HOL_P(FOUNDATION),
                 .takes_material = true,
                 .takes_section = true,
                 .takes_theory = true,
                 .takes_ends = true,
                 .takes_supports = true,
                 .takes_up = true},
        .theory = "beam: axial and torsional wave equations; bending after Euler-Bernoulli, with rotary inertia after "
                  "Rayleigh, with shear after Timoshenko",
        .resolve = hol_resolve_beam,
        .list = hol_list_member,
    },
    {
        .keys = {.name = "body", .properties = HOL_P(MASS), .takes_inertia = true},
        .theory = "body: rigid body at a point",
        .resolve = hol_resolve_body,
        .list = hol_list_body,
    },
    {
        .keys = {.name = "disk",
                 .properties = HOL_P(MASS) | HOL_P(RADIUS) | HOL_P(THICKNESS),
                 .takes_material = true,
                 .takes_inertia = true,
                 .takes_axis = true},
        .theory = "disk: rigid cylinder at a point",
        .resolve = hol_resolve_disk,
        .list = hol_list_body,
    },
    {
        .keys = {.name = "plate",
                 .properties = HOL_P(RADIUS) | HOL_P(INNER_RADIUS) | HOL_P(THICKNESS),
                 .takes_material = true,
                 .takes_plate = true,
                 .takes_points = true,
                 .z_axis = "normal"},
        .theory = "plate: thin elastic plate after Kirchhoff across its plane, rigid in its plane",
        .resolve = hol_resolve_plate,
        .list = hol_list_sites,
    },
    {
        .keys = {.name = "ring",
                 .properties = HOL_P(RADIUS) | HOL_P(EA) | HOL_P(GJ) | HOL_P(EI) | HOL_P(EI_Y) | HOL_P(EI_Z) |
                               HOL_P(LINE_MASS) | HOL_P(POLAR_INERTIA),
                 .takes_material = true,
                 .takes_section = true,
                 .takes_points = true,
                 .takes_stations = true,
                 .z_axis = "normal"},
        .theory = "ring: thin circular ring, bending in and across its plane, stretching, twisting; sections without "
                  "shear and "
                  "rotary inertia but that of twisting",
        .resolve = hol_resolve_ring,
        .list = hol_list_sites,
    },
    {
        .keys = {.name = "matrices", .takes_matrices = true, .z_axis = "z_axis"},
        .theory = "matrices: an elastic body known by its stiffness and mass matrices, exact to them",
        .resolve = hol_resolve_matrices,
        .list = hol_list_sites,
    },
};

const hol_part_kind *hol_part_kinds(size_t *count)
{
  *count = sizeof kinds / sizeof kinds[0];
  return kinds;
}

hol_status hol_disk_set_axis(hol_piece *piece, const hol_part *part, const double axis[3])
{
  if (kinds[part->kind].resolve != hol_resolve_disk) {
    return HOL_OK;
  }
  hol_disk_turn(piece, part, axis);
  hol_list_keep(piece, piece);
  return hol_list_body(part, piece);
}
