/* SPDX-License-Identifier: BSD-3-Clause */
/* Synonyms of keys, kinds of parts and joints in other programs and books, for hints in fault messages. */
#include "problem/other_words.h"

#include <string.h>

/** Words that other programs and books have for a key. */
static const struct {
  const char *written, *key;
} other_word[] = {
    {"tension", "axial_force"},
    {"compression", "axial_force"},
    {"prestress", "axial_force"},
    {"preload", "axial_force"},
    {"force", "axial_force"},
    {"clamp", "fix"},
    {"clamped", "fix"},
    {"fixed", "fix"},
    {"encastre", "fix"},
    {"support", "pin"},
    {"pinned", "pin"},
    {"hinged", "hinge"},
    {"revolute", "hinge"},
    {"spherical", "ball"},
    {"cardan", "universal"},
    {"hooke", "universal"},
    {"mount", "bushing"},
    {"gears", "gear"},
    {"rigid", "weld"},
    {"link", "weld"},
    {"bolt", "weld"},
    {"bolted", "weld"},
    {"screw", "weld"},
    {"rivet", "weld"},
    {"bond", "weld"},
    {"rbe2", "weld"},
    {"simply_supported", "pin"},
    {"simple_support", "pin"},
    {"damper", "dashpot"},
    {"joint", "weld"},
    {"connect", "weld"},
    {"glue", "weld"},
    {"modulus", "E"},
    {"youngs_modulus", "E"},
    {"young", "E"},
    {"shear_modulus", "G"},
    {"poisson", "nu"},
    {"rho", "density"},
    {"rho", "line_mass"},
    {"mass_density", "density"},
    {"mass_per_length", "line_mass"},
    {"m", "line_mass"},
    {"mu", "line_mass"},
    {"nonstructural_mass", "added_mass"},
    {"nsm", "added_mass"},
    {"contents", "added_mass"},
    {"rhoA", "line_mass"},
    {"A", "area"},
    {"I", "I_z"},
    {"Iz", "I_z"},
    {"Iy", "I_y"},

    {"rate", "stiffness"},
    {"k", "stiffness"},
    {"K", "stiffness"},
    {"L", "length"},
    {"l", "length"},
    {"h", "height"},
    {"b", "width"},
    {"d", "diameter"},
    {"D", "diameter"},
    {"r", "radius"},
    {"R", "radius"},
    {"t", "thickness"},
    {"constraints", "joints"},
    {"connections", "joints"},
    {"supports", "joints"},
    {"boundary", "joints"},
    {"boundary_conditions", "joints"},
    {"bcs", "joints"},
    {"elements", "parts"},
    {"members", "parts"},
    {"components", "parts"},
    {"bodies", "parts"},
    {"profiles", "sections"},
    {"variables", "parameters"},
    {"constants", "parameters"},
    {"name", "title"},
    {"dofs", "freedoms"},
    {"position", "at"},
    {"location", "at"},
    {"start", "from"},
    {"end", "to"},
    {"type", "kind"},
    {"J", "inertia"},
    {"Winkler", "foundation"},
    {"solve", "analysis"},
    {"modes", "count"},
    {"modes", "frequencies"},
    {"modal", "frequencies"},
    {"eigenfrequencies", "frequencies"},
    {"eigenvalues", "frequencies"},
    {"vibration", "frequencies"},
    {"statics", "static"},
    {"stability", "buckling"},
    {"number", "count"},
    {"num_modes", "frequencies"},
    {"up_to", "below"},
    {"max", "below"},
    {"model", "theory"},
};

/** Words that other programs and books have for a kind of part. */
static const struct {
  const char *written, *kind;
} other_kind[] = {
    {"rod", "bar"},
    {"truss", "bar"},
    {"strut", "bar"},
    {"tie_rod", "bar"},
    {"column", "beam"},
    {"frame", "beam"},
    {"pipe", "beam"},
    {"tube", "beam"},
    {"girder", "beam"},
    {"blade", "beam"},
    {"cantilever", "beam"},
    {"mass", "body"},
    {"point_mass", "body"},
    {"rigid_body", "body"},
    {"node", "body"},
    {"rotor", "disk"},
    {"disc", "disk"},
    {"flywheel", "disk"},
    {"wheel", "disk"},
    {"shell", "plate"},
    {"panel", "plate"},
    {"slab", "plate"},
    {"membrane", "plate"},
    {"hoop", "ring"},
    {"curved_beam", "arc"},
    {"arch", "arc"},
    {"superelement", "matrices"},
    {"substructure", "matrices"},
    {"import", "matrices"},
};

/** Parts of other programs that are joints here. */
static const struct {
  const char *written, *hint;
} joint_not_part[] = {
    {"spring", "a spring is a joint: `joints: [{spring: [a.end, b.start], direction: x, stiffness: 1 kN/m}]`"},
    {"damper", "a damper is a joint: `joints: [{dashpot: [a.end, b.start], direction: x, damping: 1 N s/m}]`"},
    {"dashpot", "a dashpot is a joint: `joints: [{dashpot: [a.end, b.start], direction: x, damping: 1 N s/m}]`"},
    {"hinge", "a hinge is a joint: `joints: [{hinge: [a.end, b.start]}]`"},
    {"weld", "a weld is a joint: `joints: [{weld: [a.end, b.start]}]`"},
    {"bushing", "a bushing is a joint: `joints: [{bushing: [a.end, b.start], stiffness: [..]}]`"},
    {"bearing", "a bearing is a joint: `joints: [{spring: shaft.end, direction: y, stiffness: 10 kN/mm}]`"},
    {"support", "a support is a joint: `joints: [{pin: a.start}]`"},
};

/** Keys of other programs, and the keys that replace them here, if any. */
static const struct {
  const char *written, *hint;
} other_way[] = {
    {"E", "it belongs to a material, and the part names that: `material: steel`"},
    {"G", "it belongs to a material, and the part names that: `material: steel`"},
    {"nu", "it belongs to a material, and the part names that: `material: steel`"},
    {"density", "it belongs to a material, and the part names that: `material: steel`"},
    {"damping",
     "a part has a `loss_factor`, `rayleigh: {mass: 2 1/s, stiffness: 1e-5 s}` or `line_damping`; a joint can be a "
     "`dashpot`"},
    {"speed", "shafts are at rest here: gyroscopic effects of a spinning shaft are not in this program"},
    {"gravity", "it acts on all parts: `gravity: [0, -9.81 m/s^2]` beside `parts`; deflections under it are found by "
                "`analysis: {static: {}}`"},
    {"temperature", "heat is not in this program; what it does to a held member is an `axial_force`"},
    {"nodes", "there are no nodes: parts lie between points (`from`, `to`), and joints name points such as `a.end`"},
    {"mesh", "members are exact, there is nothing to mesh"},
};

const char *hol_key_meant(const char *written, const hol_field *field, size_t count)
{
  for (size_t w = 0; w < sizeof other_word / sizeof other_word[0]; w++) {
    for (size_t i = 0; i < count && strcmp(other_word[w].written, written) == 0; i++) {
      if (strcmp(field[i].key, other_word[w].key) == 0) {
        return field[i].key;
      }
    }
  }
  return NULL;
}

const char *hol_part_word_meant(const char *written)
{
  for (size_t w = 0; w < sizeof other_kind / sizeof other_kind[0]; w++) {
    if (strcmp(other_kind[w].written, written) == 0) {
      return other_kind[w].kind;
    }
  }
  return NULL;
}

const char *hol_joint_meant(const char *written)
{
  for (size_t w = 0; w < sizeof joint_not_part / sizeof joint_not_part[0]; w++) {
    if (strcmp(joint_not_part[w].written, written) == 0) {
      return joint_not_part[w].hint;
    }
  }
  return NULL;
}

const char *hol_way_meant(const char *written)
{
  for (size_t w = 0; w < sizeof other_way / sizeof other_way[0]; w++) {
    if (strcmp(other_way[w].written, written) == 0) {
      return other_way[w].hint;
    }
  }
  return NULL;
}
