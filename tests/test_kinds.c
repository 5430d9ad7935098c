/* SPDX-License-Identifier: BSD-3-Clause */
/* Sections and kinds of parts: figures from closed forms, faults on purpose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parts/resolve.h"
#include "parts/shapes.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void assert_near(double value, double expected, double rtol)
{
  if (!(fabs(value - expected) <= rtol * fabs(expected))) {
    fail_msg("%.17g is not %.17g", value, expected);
  }
}

static size_t kind_index(const char *name)
{
  size_t count;
  const hol_part_kind *const *kinds = hol_part_kinds(&count);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(kinds[i]->grammar.name, name) == 0) {
      return i;
    }
  }
  fail_msg("no kind %s", name);
  return 0;
}

static const hol_freedoms plane = 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ;
static const hol_freedoms space = HOL_TRANSLATIONS | HOL_ROTATIONS;

static char name_p[] = "p", name_m[] = "steel", name_s[] = "round";
static const hol_material steel = {.name = name_m, .E = 210e9, .G = (double)NAN, .density = 7850, .nu = 0.3};
static const hol_section round40 = {.name = name_s, .of = &hol_shape_circle.grammar, .number = {0, 0.04}, .given = 2};

/** A member of the kind from the origin to (x, y, z). */
static hol_part member(const char *kind, double x, double y, double z)
{
  return (hol_part){.name = name_p, .kind = kind_index(kind), .is_placed = true, .to = {x, y, z}};
}

static void give(hol_part *part, int property, double value)
{
  part->given |= (hol_properties)1 << property;
  part->value[property] = value;
}

/** Number of faults on resolving; it is filled. */
static size_t resolve(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved)
{
  size_t count;
  hol_faults faults = {0};
  hol_part_kinds(&count)[part->kind]->resolve(part, freedoms, resolved, &faults);
  size_t errors = faults.errors;
  hol_faults_clear(&faults);
  return errors;
}

/** The same with what it lists; to be cleared by the caller. */
static void resolve_all(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved)
{
  hol_faults faults = {0};
  *resolved = (hol_resolved){.line = resolved->line};
  hol_part_resolve(part, freedoms, resolved, &faults);
  assert_int_equal(faults.errors, 0);
  hol_faults_clear(&faults);
}

/** The first fault says this. */
static void assert_fault(const hol_part *part, hol_freedoms freedoms, const char *words)
{
  size_t count;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_faults faults = {0};
  hol_part_kinds(&count)[part->kind]->resolve(part, freedoms, &resolved, &faults);
  assert_int_equal(faults.errors, 1);
  assert_string_equal(faults.item[0].message, words);
  hol_faults_clear(&faults);
}

/** A number of a section. */
typedef struct written {
  const char *key;
  double value;
} written;

/** A section with up to six numbers, the first without a key being the last. @param[in] shape  NULL: none */
static hol_section section_with(const char *shape, const written number[6])
{
  size_t count;
  const hol_shape_grammar *const *row = hol_shape_grammars(&count);
  hol_section section = {.of = row[0]};
  for (size_t i = 1; i < count && shape; i++) {
    section.of = strcmp(row[i]->name, shape) == 0 ? row[i] : section.of;
  }
  for (size_t k = 0; k < 6 && number[k].key; k++) {
    size_t i = 0;
    while (i < section.of->keys && strcmp(section.of->key[i]->name, number[k].key) != 0) {
      i++;
    }
    assert_true(i < section.of->keys);
    section.number[i] = number[k].value;
    section.given |= 1u << i;
  }
  return section;
}
#define SECTION(shape, ...) section_with(shape, (const written[6]){__VA_ARGS__})

static hol_section_values section_of(hol_section section, double nu)
{
  hol_section_values v;
  assert_true(hol_section_resolve(&section, nu, &v));
  return v;
}

static void test_section_circle_and_tube_are_exact(void **state)
{
  (void)state;
  hol_section_values c = section_of(SECTION("circle", {"diameter", 2}), 0.3);
  assert_near(c.area, pi, 1e-15);
  assert_near(c.I_z, pi / 4, 1e-15);
  assert_near(c.J, pi / 2, 1e-15);
  assert_near(c.kappa_y, 6 * 1.3 / (7 + 1.8), 1e-15);
  hol_section_values t = section_of(SECTION("tube", {"diameter", 4}, {"inner_diameter", 2}), 0.25);
  assert_near(t.area, 3 * pi, 1e-15);
  assert_near(t.I_y, 15 * pi / 4, 1e-15);
  assert_near(t.I_p, 15 * pi / 2, 1e-15);
  /* m = 1/2: 6·1.25·(25/16) / ((8.5)(25/16) + 23/4) */
  assert_near(t.kappa_z, 6 * 1.25 * 1.5625 / (8.5 * 1.5625 + 5.75), 1e-14);
}

static void test_section_thin_tube_kappa_is_cowpers_thin_limit(void **state)
{
  (void)state;
  hol_section thin = SECTION("tube", {"diameter", 1}, {"inner_diameter", 1 - 1e-9});
  assert_near(section_of(thin, 0.3).kappa_y, 2 * 1.3 / (4 + 0.9), 1e-8);
  assert_near(section_of(thin, 0.3).area, pi * 0.5e-9, 1e-7);
}

static void test_section_rectangle_torsion_is_saint_venants(void **state)
{
  (void)state;
  const double table[][3] = {{1, 1, 0.14057701495515371559},
                             {1, 2, 0.45736335423914153005},
                             {10, 1, 3.1232503745720538554},
                             {3, 1, 0.78995079300450031926}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    hol_section s = SECTION("rectangle", {"width", table[i][0]}, {"height", table[i][1]});
    assert_near(section_of(s, 0.3).J, table[i][2], 2e-15);
  }
  hol_section strip = SECTION("rectangle", {"width", 1e6}, {"height", 1});
  assert_near(section_of(strip, 0.3).J, 1e6 / 3 * (1 - 0.63e-6), 1e-8);
}

static void test_section_rectangle_z_bends_in_the_plane_of_the_height(void **state)
{
  (void)state;
  hol_section_values v = section_of(SECTION("rectangle", {"width", 2}, {"height", 3}), 0.25);
  assert_near(v.I_z, 2 * 27 / 12.0, 1e-15);
  assert_near(v.I_y, 3 * 8 / 12.0, 1e-15);
  assert_near(v.kappa_y, 12.5 / 14.75, 1e-15);
  hol_section_values q = section_of(SECTION("square", {"side", 2}), 0.25);
  assert_near(q.I_y, 16 / 12.0, 1e-15);
}

static void test_section_i_equals_hand_figures(void **state)
{
  (void)state;
  hol_section s = SECTION("I", {"width", 0.15}, {"height", 0.3}, {"flange", 0.0107}, {"web", 0.0071});
  hol_section_values v = section_of(s, 0.3);
  assert_near(v.area, 0.00518806, 1e-14);
  assert_near(v.I_z, 7.99898694631333333e-5, 1e-14);
  assert_near(v.I_y, 6.02705950038333333e-6, 1e-14);
  assert_near(v.J, 1.55742301533333333e-7, 1e-14);
  assert_true(v.kappa_z > 0.3);
  assert_true(v.kappa_z < 0.5); /* a little less than web/area = 0.38..0.41 */
  assert_true(v.kappa_y > 0.45);
  assert_true(v.kappa_y < 0.60); /* 5/6 of flanges/area */
  /* flanges that vanish leave a rectangle */
  hol_section web = SECTION("I", {"width", 0.01}, {"height", 0.3}, {"flange", 1e-9}, {"web", 0.01});
  assert_near(section_of(web, 0.3).kappa_z, 13 / (12 + 3.3), 1e-6);
}

/** Corners of the polygons by Green's theorem, 40 digits; shear centres of thin walls. */
static void test_section_open_ones_equal_polygons(void **state)
{
  (void)state;
  hol_section_values c =
      section_of(SECTION("channel", {"width", 0.05}, {"height", 0.1}, {"flange", 0.0085}, {"web", 0.006}), 0.3);
  assert_near(c.area, 0.001348, 1e-14);
  assert_near(c.I_z, 2.0701143333333333333e-6, 1e-14);
  assert_near(c.I_y, 3.3056338674579624135e-7, 1e-14);
  assert_near(c.J, 2.6446833333333333333e-8, 1e-14);
  assert_near(c.z_shear, -0.03299307565859054, 1e-14);
  assert_true(isnan(c.kappa_z));
  assert_true(c.turn == 0);
  hol_section_values t =
      section_of(SECTION("T", {"width", 0.08}, {"height", 0.08}, {"flange", 0.01}, {"web", 0.008}), 0.3);
  assert_near(t.area, 0.00136, 1e-14);
  assert_near(t.I_z, 7.6239215686274509804e-7, 1e-14);
  assert_near(t.I_y, 4.2965333333333333333e-7, 1e-14);
  assert_near(t.y_shear, 0.016470588235294117647, 1e-13);
  assert_near(t.kappa_z, 0.33150245795451281139, 1e-14);
  assert_true(isnan(t.kappa_y));
  hol_section_values i = section_of(SECTION("I", {"width", 0.05}, {"height", 0.12}, {"flange", 0.008}, {"web", 0.006},
                                            {"lower_width", 0.08}, {"lower_flange", 0.012}),
                                    0.3);
  assert_near(i.area, 0.00196, 1e-14);
  assert_near(i.I_z, 4.1629268027210884354e-6, 1e-14);
  assert_near(i.I_y, 5.9713333333333333333e-7, 1e-14);
}

/** Where the lower flange is the same, it is the same section. */
static void test_section_i_with_two_flanges_meets_the_other(void **state)
{
  (void)state;
  hol_section_values a =
      section_of(SECTION("I", {"width", 0.15}, {"height", 0.3}, {"flange", 0.01}, {"web", 0.007}), 0.3);
  hol_section_values b = section_of(SECTION("I", {"width", 0.15}, {"height", 0.3}, {"flange", 0.01}, {"web", 0.007},
                                            {"lower_width", 0.15 * (1 + 1e-12)}),
                                    0.3);
  assert_near(b.area, a.area, 1e-11);
  assert_near(b.I_z, a.I_z, 1e-11);
  assert_near(b.I_y, a.I_y, 1e-11);
  assert_near(b.J, a.J, 1e-11);
  assert_true(fabs(b.y_shear) < 1e-11);
}

static void test_section_angle_has_principal_axes(void **state)
{
  (void)state;
  hol_section_values v = section_of(SECTION("angle", {"width", 0.06}, {"height", 0.08}, {"thickness", 0.008}), 0.3);
  assert_near(v.I_z, 8.1984635642980622960e-7, 1e-14);
  assert_near(v.I_y, 1.7451582538837558862e-7, 1e-13);
  assert_near(v.turn, -28.776091452865448726 * pi / 180, 1e-13);
  assert_near(v.J, 0.132 * 0.008 * 0.008 * 0.008 / 3, 1e-14);
  hol_section_values even = section_of(SECTION("angle", {"width", 0.06}, {"height", 0.06}, {"thickness", 0.006}), 0.3);
  assert_near(even.turn, -pi / 4, 1e-13);
}

/** A thin square tube: Cowper 20 (1 + nu)/(48 + 39 nu), Bredt t a³. Two thicknesses: the same numbers turned. */
static void test_section_box_is_bredts_and_cowpers(void **state)
{
  (void)state;
  hol_section_values thin =
      section_of(SECTION("box", {"width", 1 + 1e-9}, {"height", 1 + 1e-9}, {"thickness", 1e-9}), 0.3);
  assert_near(thin.kappa_y, 20 * 1.3 / (48 + 11.7), 1e-8);
  assert_near(thin.kappa_z, thin.kappa_y, 1e-12);
  assert_near(thin.J, 1e-9, 1e-6);
  hol_section_values a =
      section_of(SECTION("box", {"width", 0.06}, {"height", 0.1}, {"flange", 0.006}, {"web", 0.004}), 0.3);
  hol_section_values b =
      section_of(SECTION("box", {"width", 0.1}, {"height", 0.06}, {"flange", 0.004}, {"web", 0.006}), 0.3);
  assert_near(a.area, 0.001424, 1e-14);
  assert_near(a.I_z, 2.0469546666666666667e-6, 1e-14);
  assert_near(a.I_y, 7.6887466666666666667e-7, 1e-14);
  assert_near(a.kappa_z, 0.50049375847391546579, 1e-14);
  assert_near(b.I_y, a.I_z, 1e-14);
  assert_near(b.kappa_y, a.kappa_z, 1e-14);
  assert_near(b.J, a.J, 1e-14);
}

static void test_section_direct_passes_its_numbers_on(void **state)
{
  (void)state;
  hol_section_values v = section_of(SECTION(NULL, {"area", 1}, {"I_y", 2}, {"I_z", 3}), 0.3);
  assert_near(v.I_p, 5, 1e-15);
  assert_true(isnan(v.kappa_y));
  v = section_of(SECTION(NULL, {"area", 1}, {"I_p", 7}, {"kappa", 0.6}), 0.3);
  assert_near(v.I_p, 7, 1e-15);
  assert_near(v.kappa_y, 0.6, 1e-15);
}

static void test_section_impossible_ones_are_refused(void **state)
{
  (void)state;
  hol_section_values v;
  const hol_section bad[] = {{0},

                             SECTION("circle", {NULL, 0}),
                             SECTION("tube", {"diameter", 1}, {"inner_diameter", 1}),
                             SECTION("rectangle", {"width", 1}),
                             SECTION("square", {NULL, 0}),
                             SECTION("I", {"width", 1}, {"height", 1}, {"flange", 0.5}, {"web", 0.1}),
                             SECTION("I", {"width", 1}, {"height", 1}, {"flange", 0.1}, {"web", 2})};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(hol_section_resolve(&bad[i], 0.3, &v));
    assert_true(v.area == 0);
  }
}

/** The key of this name; NULL: the kind does not have it. */
static const hol_key *key_of(const char *kind, const char *name)
{
  size_t count;
  const hol_part_grammar *grammar = hol_part_grammars(&count)[kind_index(kind)];
  for (size_t i = 0; i < grammar->keys; i++) {
    if (strcmp(grammar->key[i]->name, name) == 0) {
      return grammar->key[i];
    }
  }
  return NULL;
}

static void test_kinds_have_names_and_know_what_they_take(void **state)
{
  (void)state;
  size_t count;
  const hol_part_kind *const *kinds = hol_part_kinds(&count);
  assert_true(count >= 6);
  assert_non_null(key_of("matrices", "stiffness"));
  assert_non_null(key_of("beam", "theory"));
  assert_true(kinds[kind_index("shaft")]->grammar.points == HOL_POINTS_ENDS);
  assert_null(key_of("shaft", "EA"));
  assert_non_null(key_of("disk", "axis"));
  assert_null(key_of("body", "axis"));
}

/** A number is kept in the same way whatever kind has it. */
static void test_numbers_of_one_name_are_alike(void **state)
{
  (void)state;
  static const char *const number[] = {
#define X(id, key) key,
      HOL_PROPERTY_LIST(X)
#undef X
  };
  size_t count;
  const hol_part_grammar *const *grammar = hol_part_grammars(&count);
  const hol_key *first[HOL_PROPERTY_COUNT] = {0};
  for (size_t k = 0; k < count; k++) {
    assert_true(grammar[k]->keys <= HOL_KEYS_MAX);
    for (size_t i = 0; i < grammar[k]->keys; i++) {
      const hol_key *key = grammar[k]->key[i];
      if (!key->what || key->read || key->is_own) {
        continue;
      }
      assert_true(key->at < HOL_PROPERTY_COUNT);
      assert_string_equal(key->name, number[key->at]);
      const hol_key *same = first[key->at] = first[key->at] ? first[key->at] : key;
      assert_string_equal(key->what, same->what);
      assert_memory_equal(&key->dimension, &same->dimension, sizeof same->dimension);
      assert_int_equal(key->least, same->least);
    }
  }
  for (size_t p = 0; p < HOL_PROPERTY_COUNT; p++) { /* the numbers of Rayleigh's law stand under one key */
    assert_true(first[p] || p == HOL_P_RAYLEIGH_MASS || p == HOL_P_RAYLEIGH_STIFFNESS);
  }
}

static void test_bar_has_axial_motion_only(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part bar = member("bar", 3, 4, 0);
  bar.material = &steel;
  bar.section = &round40;
  assert_int_equal(resolve(&bar, plane, &resolved), 0);
  assert_true(resolved.gives_axis);
  assert_true(resolved.present[HOL_AXIAL]);
  assert_true(!resolved.rigid[HOL_AXIAL]);
  assert_false(resolved.present[HOL_TORSION] || resolved.present[HOL_BENDING_Y] || resolved.present[HOL_BENDING_Z]);
  assert_near(resolved.length, 5, 1e-15);
  assert_near(resolved.line[HOL_AXIAL].stiffness, 210e9 * pi * 4e-4, 1e-14);
  assert_near(resolved.line[HOL_AXIAL].mass, 7850 * pi * 4e-4, 1e-14);
  assert_near(resolved.axis[0][0], 0.6, 1e-15);
  assert_near(resolved.axis[1][0], -0.8, 1e-15);
  give(&bar, HOL_P_EA, 5);
  give(&bar, HOL_P_LINE_MASS, 0);
  assert_int_equal(resolve(&bar, plane, &resolved), 0);
  assert_true(resolved.line[HOL_AXIAL].stiffness == 5);
  assert_true(resolved.line[HOL_AXIAL].mass == 0);
}

static void test_bar_faults_name_what_is_missing(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part bar = member("bar", 1, 0, 0);
  assert_int_equal(resolve(&bar, plane, &resolved), 2);
  give(&bar, HOL_P_LINE_MASS, 1);
  assert_fault(&bar, plane, "bar `p` needs EA (or material and section)");
  bar.section = &round40;
  assert_fault(&bar, plane, "bar `p` needs EA, or E of the material and the area of the section");
  assert_int_equal(resolve(&bar, 1u << HOL_UY | 1u << HOL_RZ, &resolved), 0); /* nothing of it can move */
  assert_false(resolved.present[HOL_AXIAL]);
  hol_part point = member("bar", 0, 0, 0);
  assert_fault(&point, plane, "bar `p` has no length");
}

static void test_shaft_turns_only(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part shaft = member("shaft", 2, 0, 0);
  shaft.material = &steel;
  shaft.section = &round40;
  assert_int_equal(resolve(&shaft, space, &resolved), 0);
  assert_true(resolved.present[HOL_TORSION]);
  assert_true(!resolved.present[HOL_AXIAL]);
  double I_p = pi * pow(0.04, 4) / 32;
  assert_near(resolved.line[HOL_TORSION].stiffness, 210e9 / 2.6 * I_p, 1e-14);
  assert_near(resolved.line[HOL_TORSION].mass, 7850 * I_p, 1e-14);
  assert_int_equal(resolve(&shaft, plane, &resolved), 0);
  assert_false(resolved.present[HOL_TORSION]);
  hol_part bare = member("shaft", 2, 0, 0);
  give(&bare, HOL_P_GJ, 10);
  assert_fault(&bare, 1u << HOL_RX, "shaft `p` needs polar_inertia (or material and section)");
  give(&bare, HOL_P_POLAR_INERTIA, 0);
  assert_int_equal(resolve(&bare, 1u << HOL_RX, &resolved), 0);
}

static void test_beam_in_a_plane_moves_axially_and_bends_once(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 1, 1, 0);
  give(&beam, HOL_P_EI, 7);
  give(&beam, HOL_P_LINE_MASS, 3);
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_true(resolved.present[HOL_AXIAL]);
  assert_true(resolved.present[HOL_BENDING_Z]);
  assert_false(resolved.present[HOL_TORSION] || resolved.present[HOL_BENDING_Y]);
  assert_true(resolved.rigid[HOL_AXIAL]);
  const hol_line *line = &resolved.line[HOL_BENDING_Z];
  assert_true(line->stiffness == 7);
  assert_true(line->mass == 3);
  assert_true(line->rotary == 0);
  assert_true(line->shear == 0);
  assert_int_equal(line->end[0], HOL_END_FREE);
}

static void test_beam_that_does_not_segment_moves_along_itself_as_a_whole(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 1, 1, 0);
  give(&beam, HOL_P_EI, 7);
  give(&beam, HOL_P_LINE_MASS, 3);
  resolve_all(&beam, plane, &resolved);
  assert_true(resolved.rigid_dofs == 1);
  assert_true(resolved.rigid_dof[0] == HOL_UX);
  assert_true(resolved.lumped_masses == 1);
  const hol_lumped_mass *lumped_mass = &resolved.lumped_mass[0];
  assert_true(lumped_mass->by == HOL_BY_RIGID_DOF);
  assert_true(lumped_mass->which == 0);
  assert_true(!lumped_mass->turns);
  assert_true(!lumped_mass->is_principal);
  assert_near(lumped_mass->mass, 3 * sqrt(2), 1e-15);
  assert_near(lumped_mass->axis[1], sqrt(0.5), 1e-15);
  hol_resolved_clear(&resolved);
}

static void assert_hold(const hol_support_row *support, hol_support_row expected)
{
  assert_true(support->at == expected.at);
  assert_true(support->to == expected.to);
  assert_true(support->rigid_dof == expected.rigid_dof);
  assert_true(support->freedoms == expected.freedoms);
  assert_true(!(fabs(support->xi - expected.xi) > 0));
  assert_string_equal(support->name, expected.name);
}

static void test_beam_lists_what_it_holds_and_where_it_needs_stations(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 2, 0, 0);
  give(&beam, HOL_P_EI, 7);
  give(&beam, HOL_P_LINE_MASS, 3);
  beam.has_ends = true;
  beam.end[0] = HOL_END_CLAMPED;
  beam.end[1] = HOL_END_GUIDED;
  resolve_all(&beam, plane, &resolved);
  const hol_freedoms along = 1u << HOL_UX, across = 1u << HOL_UY, turn = 1u << HOL_RZ;
  assert_int_equal(resolved.supports, 5);
  assert_hold(&resolved.support[0],
              (hol_support_row){HOL_SUPPORT_EVERY, HOL_TO_RIGID_DOF, .freedoms = along, .name = "axially rigid"});
  assert_hold(&resolved.support[1], (hol_support_row){HOL_SUPPORT_RIGID_DOF, .name = "own end"});
  assert_hold(&resolved.support[2],
              (hol_support_row){HOL_SUPPORT_END, .freedoms = across, .name = "own end, deflection y"});
  assert_hold(&resolved.support[3], (hol_support_row){HOL_SUPPORT_END, .freedoms = turn, .name = "own end, slope z"});
  assert_hold(&resolved.support[4],
              (hol_support_row){HOL_SUPPORT_END, .xi = 1, .freedoms = turn, .name = "own end, slope z"});
  assert_true(resolved.deforms == 1u << HOL_BENDING_Z);
  assert_true(resolved.is_renewable);
  assert_true(resolved.site_count == 2);
  assert_true(resolved.site[0].need == HOL_NEED_EXACT);
  assert_true(resolved.site[1].need == HOL_NEED_EXACT);
  give(&beam, HOL_P_LINE_MASS, 0); /* its segments end where it does, whatever is joined to it */
  hol_faults faults = {0};
  hol_part_resolve(&beam, plane, &resolved, &faults);
  assert_true(faults.errors == 0);
  assert_true(resolved.supports == 5);
  assert_true(resolved.lumped_masses == 1);
  assert_true(resolved.lumped_mass[0].mass == 0);
  assert_true(resolved.site_count == 2);
  assert_true(resolved.site[1].need == HOL_NEED_ALWAYS);
  assert_true(resolved.site[1].xi == 1);
  hol_faults_clear(&faults);
  hol_resolved_clear(&resolved);
}

static void test_beam_in_space_takes_each_plane_from_its_section(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  const hol_section box = {.name = name_s, .of = &hol_shape_rectangle.grammar, .number = {0, 0.1, 0.2}, .given = 6};
  hol_part beam = member("beam", 0, 0, 2);
  beam.material = &steel;
  beam.section = &box;
  beam.theory = HOL_THEORY_TIMOSHENKO;
  beam.has_ends = true;
  beam.end[0] = HOL_END_CLAMPED;
  assert_int_equal(resolve(&beam, space, &resolved), 0);
  for (int i = 0; i < HOL_MOTION_COUNT; i++) {
    assert_true(resolved.present[i]);
    assert_true(!resolved.rigid[i]);
    assert_int_equal(resolved.line[i].end[0], HOL_END_CLAMPED);
    assert_int_equal(resolved.line[i].motion, i);
  }
  assert_near(resolved.line[HOL_BENDING_Z].stiffness, 210e9 * 0.1 * 0.008 / 12, 1e-14);
  assert_near(resolved.line[HOL_BENDING_Y].stiffness, 210e9 * 0.2 * 0.001 / 12, 1e-14);
  assert_near(resolved.line[HOL_BENDING_Y].rotary, 7850 * 0.2 * 0.001 / 12, 1e-14);
  assert_near(resolved.rotary[1], 7850 * 0.1 * 0.008 / 12, 1e-14);
  assert_near(resolved.line[HOL_BENDING_Y].shear, 13 / 15.3 * 210e9 / 2.6 * 0.02, 1e-14);
  assert_near(resolved.polar_inertia, 7850 * 0.02 * 0.05 / 12, 1e-14);
  assert_true(resolved.axis[1][1] == 1);
  assert_true(resolved.axis[2][0] == -1); /* along Z: y = +Y, z = −X */
}

static void test_beam_local_axes_follow_up(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 2, 0, 0);
  give(&beam, HOL_P_EI_Y, 1);
  give(&beam, HOL_P_EI_Z, 2);
  give(&beam, HOL_P_LINE_MASS, 1);
  beam.has_up = true;
  memcpy(beam.up, (double[]){5, 0, 3}, sizeof beam.up);
  assert_int_equal(resolve(&beam, space, &resolved), 0);
  assert_near(resolved.axis[1][2], 1, 1e-15);
  assert_near(resolved.axis[2][1], -1, 1e-15);
  memcpy(beam.up, (double[]){-4, 0, 0}, sizeof beam.up);
  assert_fault(&beam, space, "`up` of beam `p` is zero or along the member");
  memset(beam.up, 0, sizeof beam.up);
  assert_fault(&beam, space, "`up` of beam `p` is zero or along the member");
}

static void test_beam_of_a_grillage_bends_vertically_and_twists(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 0, 2, 0);
  give(&beam, HOL_P_EI, 1);
  give(&beam, HOL_P_LINE_MASS, 1);
  assert_int_equal(resolve(&beam, 1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY, &resolved), 0);
  assert_true(resolved.present[HOL_BENDING_Y]);
  assert_true(resolved.present[HOL_TORSION]);
  assert_false(resolved.present[HOL_AXIAL] || resolved.present[HOL_BENDING_Z]);
  assert_true(resolved.rigid[HOL_TORSION]);
  resolve_all(&beam, 1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY, &resolved);
  assert_true(resolved.rigid_dofs == 1);
  assert_true(resolved.rigid_dof[0] == HOL_RX);
  assert_true(resolved.lumped_masses == 1);
  assert_true(resolved.lumped_mass[0].mass == 0);
  hol_resolved_clear(&resolved);
}

static void test_beam_theory_follows_what_is_given(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 2, 0, 0);
  give(&beam, HOL_P_EI, 1);
  give(&beam, HOL_P_LINE_MASS, 2);
  give(&beam, HOL_P_ROTARY_INERTIA, 0.1);
  give(&beam, HOL_P_AXIAL_FORCE, -3);
  give(&beam, HOL_P_FOUNDATION, 4);
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  const hol_line *line = &resolved.line[HOL_BENDING_Z];
  assert_true(line->rotary == 0.1);
  assert_true(line->shear == 0);
  assert_true(line->tension == -3);
  assert_true(line->foundation == 4);
  give(&beam, HOL_P_KGA, 9);
  give(&beam, HOL_P_KGA_Z, 8);
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_true(line->shear == 8);
  assert_true(line->rotary == 0.1);
  beam.theory = HOL_THEORY_RAYLEIGH;
  assert_fault(&beam, plane, "beam `p` has a shear stiffness, which its theory has not");
  beam.theory = HOL_THEORY_DEFAULT;
  give(&beam, HOL_P_AXIAL_FORCE, -8);
  assert_fault(&beam, plane, "beam `p` is compressed by more than its shear stiffness");
}

static void test_beam_sections_serve_the_theory_asked_for(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  const hol_line *line = &resolved.line[HOL_BENDING_Z];
  double I = pi * pow(0.04, 4) / 64, A = pi * 4e-4;
  hol_part beam = member("beam", 2, 0, 0);
  beam.material = &steel;
  beam.section = &round40;
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_true(line->rotary == 0);
  assert_true(line->shear == 0);
  beam.theory = HOL_THEORY_RAYLEIGH;
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_near(line->rotary, 7850 * I, 1e-14);
  assert_true(line->shear == 0);
  beam.theory = HOL_THEORY_TIMOSHENKO;
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_near(line->shear, 7.8 / 8.8 * 210e9 / 2.6 * A, 1e-14);
  give(&beam, HOL_P_KAPPA, 0.5);
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_near(line->shear, 0.5 * 210e9 / 2.6 * A, 1e-14);
  beam.theory = HOL_THEORY_DEFAULT;
  assert_fault(&beam, plane, "`kappa` of beam `p` has no use here");
}

static void test_beam_without_mass_has_no_inertia_of_its_material(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 2, 0, 0);
  beam.material = &steel;
  beam.section = &round40;
  beam.theory = HOL_THEORY_TIMOSHENKO;
  give(&beam, HOL_P_LINE_MASS, 0);
  assert_int_equal(resolve(&beam, space, &resolved), 0);
  for (int i = 0; i < HOL_MOTION_COUNT; i++) {
    assert_true(resolved.line[i].mass == 0);
    assert_true(resolved.line[i].rotary == 0);
    assert_true(resolved.line[i].stiffness > 0);
  }
  assert_true(resolved.line[HOL_BENDING_Y].shear > 0);
  give(&beam, HOL_P_ROTARY_INERTIA, 1);
  assert_fault(&beam, plane, "beam `p` has a rotary inertia but no mass");
}

static void test_beam_faults_name_what_is_missing(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part beam = member("beam", 2, 0, 0);
  give(&beam, HOL_P_LINE_MASS, 1);
  assert_fault(&beam, plane, "beam `p` needs EI (or material and section)");
  give(&beam, HOL_P_EI_Y, 1);
  assert_fault(&beam, space, "beam `p` needs EI_z (or material and section)");
  assert_int_equal(resolve(&beam, 1u << HOL_UX, &resolved), 0); /* it cannot bend */
  give(&beam, HOL_P_EI, 1);
  beam.theory = HOL_THEORY_RAYLEIGH;
  assert_fault(&beam, plane, "beam `p` needs rotary_inertia (or material and section)");
  beam.theory = HOL_THEORY_TIMOSHENKO;
  assert_fault(&beam, plane, "beam `p` needs kGA (or material and section)");
  beam.theory = HOL_THEORY_EULER;
  give(&beam, HOL_P_ROTARY_INERTIA, 0.1);
  assert_fault(&beam, plane, "beam `p` has a rotary inertia, which its theory has not");
  hol_part bare = member("beam", 2, 0, 0);
  assert_int_equal(resolve(&bare, plane, &resolved), 2); /* line_mass and EI */
}

/** The one fault, and its hint. */
static void assert_reason(const hol_part *part, const char *words, const char *hint)
{
  size_t count;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_faults faults = {0};
  hol_part_kinds(&count)[part->kind]->resolve(part, plane, &resolved, &faults);
  assert_int_equal(faults.count, 1);
  assert_string_equal(faults.item[0].message, words);
  assert_string_equal(faults.item[0].hint, hint);
  hol_faults_clear(&faults);
}

static void test_faults_name_what_material_or_section_lacks(void **state)
{
  (void)state;
  hol_material light = steel, heavy = steel;
  light.density = NAN;
  heavy.E = NAN;
  hol_part beam = member("beam", 2, 0, 0);
  beam.section = &round40;
  assert_reason(&beam, "beam `p` needs line_mass, or the density of the material and the area of the section",
                "it has no material"); /* EI lacks the same, which is not said again */
  beam.material = &heavy;
  assert_reason(&beam, "beam `p` needs EA, or E of the material and the area of the section",
                "material `steel` has no E");
  hol_part bar = member("bar", 2, 0, 0);
  give(&bar, HOL_P_EA, 1);
  bar.material = &light;
  assert_reason(&bar, "bar `p` needs line_mass, or the density of the material and the area of the section",
                "material `steel` has no density, and the part no section");
}

static void test_beam_needs_G_only_where_it_twists_or_shears(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_material loose = steel;
  loose.nu = (double)NAN;
  hol_part beam = member("beam", 2, 0, 0);
  beam.material = &loose;
  beam.section = &round40;
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_fault(&beam, space, "beam `p` needs GJ, or G (or E and nu) of the material and J of the section");
  loose.G = 80e9;
  assert_int_equal(resolve(&beam, space, &resolved), 0);
  assert_near(resolved.line[HOL_TORSION].stiffness, 80e9 * pi * pow(0.04, 4) / 32, 1e-14);
  beam.theory = HOL_THEORY_TIMOSHENKO; /* nu = E/2G − 1 = 0.3125 */
  assert_int_equal(resolve(&beam, plane, &resolved), 0);
  assert_near(resolved.line[HOL_BENDING_Z].shear, 6 * 1.3125 / (7 + 6 * 0.3125) * 80e9 * pi * 4e-4, 1e-14);
}

static hol_part body(const char *kind)
{
  return (hol_part){.name = name_p, .kind = kind_index(kind), .is_placed = true};
}

static void test_body_one_inertia_is_about_the_only_rotation(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part b = body("body");
  assert_int_equal(resolve(&b, space, &resolved), 0);
  assert_true(resolved.mass == 0);
  assert_true(!resolved.gives_axis);
  assert_true(resolved.axis[2][2] == 1); /* a bare point */
  give(&b, HOL_P_MASS, 4);
  b.inertia_count = 1;
  b.inertia[0] = 5;
  assert_int_equal(resolve(&b, plane, &resolved), 0);
  assert_true(resolved.mass == 4);
  assert_true(resolved.inertia[2][2] == 5);
  assert_true(resolved.inertia[0][0] == 0);
  assert_int_equal(resolve(&b, 1u << HOL_RX, &resolved), 0);
  assert_true(resolved.inertia[0][0] == 5);
  assert_true(resolved.inertia[2][2] == 0);
  assert_fault(&b, space, "the inertia of body `p` is one number, but it can turn about 3 axes");
  b.inertia_count = 3;
  assert_int_equal(resolve(&b, space, &resolved), 0);
  assert_true(resolved.inertia[0][0] == 5);
  assert_true(resolved.inertia[1][1] == 0);
}

static void test_disk_inertia_turns_with_its_axis(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part d = body("disk");
  d.material = &steel;
  give(&d, HOL_P_RADIUS, 0.2);
  give(&d, HOL_P_THICKNESS, 0.03);
  resolve_all(&d, space, &resolved);
  double m = 7850 * pi * 0.04 * 0.03, polar = m * 0.02, across = m * (3 * 0.04 + 9e-4) / 12;
  assert_near(resolved.mass, m, 1e-14);
  assert_near(resolved.inertia[0][0], polar, 1e-14); /* x until it is set */
  assert_near(resolved.inertia[2][2], across, 1e-14);
  assert_int_equal(hol_disk_set_axis(&resolved, &d, (double[]){3, 4, 0}), HOL_OK);
  assert_near(resolved.inertia[0][0], across + (polar - across) * 0.36, 1e-14);
  assert_near(resolved.inertia[0][1], (polar - across) * 0.48, 1e-14);
  assert_near(resolved.inertia[1][0], (polar - across) * 0.48, 1e-14);
  assert_near(resolved.inertia[2][2], across, 1e-14);
  assert_int_equal(resolved.lumped_masses, 6);
  double sum[3] = {0};
  for (size_t k = 0; k < 6; k++) { /* its mass three times, and what it has about three axes */
    const hol_lumped_mass *lumped_mass = &resolved.lumped_mass[k];
    bool is_own = lumped_mass->turns && fabs(fabs(0.6 * lumped_mass->axis[0] + 0.8 * lumped_mass->axis[1]) - 1) < 1e-12;
    assert_true(lumped_mass->by == HOL_BY_SITE);
    assert_true(lumped_mass->is_principal == lumped_mass->turns);
    assert_near(lumped_mass->mass, !lumped_mass->turns ? m : is_own ? polar : across, 1e-13);
    sum[lumped_mass->turns ? 1 + is_own : 0] += 1;
  }
  assert_true(sum[0] == 3);
  assert_true(sum[1] == 2);
  assert_true(sum[2] == 1);
  hol_resolved_clear(&resolved);
  d.has_axis = true;
  d.axis[2] = 2;
  assert_int_equal(resolve(&d, plane, &resolved), 0);
  assert_near(resolved.inertia[2][2], polar, 1e-14);
}

static void test_disk_may_have_mass_and_inertia_directly(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part d = body("disk");
  give(&d, HOL_P_MASS, 2);
  d.inertia_count = 1;
  d.inertia[0] = 0.3;
  resolve_all(&d, plane, &resolved);
  assert_int_equal(hol_disk_set_axis(&resolved, &d, (double[]){0, 1, 0}), HOL_OK);
  assert_true(resolved.mass == 2);
  assert_true(resolved.inertia[2][2] == 0.3);
  assert_true(resolved.inertia[0][0] == 0);
  assert_true(resolved.lumped_masses == 6);
  assert_true(resolved.lumped_mass[5].mass == 0.3);
  assert_true(resolved.lumped_mass[5].axis[2] == 1);
  assert_true(resolved.lumped_mass[1].mass == 0);
  hol_resolved_clear(&resolved);
  assert_fault(&d, space, "the inertia of disk `p` is one number, but it can turn about 3 axes");
  d.inertia_count = 3;
  d.inertia[1] = d.inertia[2] = 0.2;
  assert_int_equal(resolve(&d, space, &resolved), 0);
  assert_near(resolved.inertia[0][0], 0.3, 1e-14);
  assert_near(resolved.inertia[1][1], 0.2, 1e-14);
  d.inertia[2] = 0.1;
  assert_fault(&d, space, "disk `p` has two different inertias across its axis");
}

static void test_disk_faults_name_what_is_missing(void **state)
{
  (void)state;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  hol_part d = body("disk");
  assert_int_equal(resolve(&d, plane, &resolved), 2);
  give(&d, HOL_P_RADIUS, 1);
  give(&d, HOL_P_THICKNESS, 1);
  assert_fault(&d, plane, "the mass of disk `p` is not known");
  give(&d, HOL_P_MASS, 1);
  d.has_axis = true;
  assert_fault(&d, plane, "the axis of disk `p` is zero");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_section_circle_and_tube_are_exact),
      cmocka_unit_test(test_section_thin_tube_kappa_is_cowpers_thin_limit),
      cmocka_unit_test(test_section_rectangle_torsion_is_saint_venants),
      cmocka_unit_test(test_section_rectangle_z_bends_in_the_plane_of_the_height),
      cmocka_unit_test(test_section_i_equals_hand_figures),
      cmocka_unit_test(test_section_open_ones_equal_polygons),
      cmocka_unit_test(test_section_i_with_two_flanges_meets_the_other),
      cmocka_unit_test(test_section_angle_has_principal_axes),
      cmocka_unit_test(test_section_box_is_bredts_and_cowpers),
      cmocka_unit_test(test_section_direct_passes_its_numbers_on),
      cmocka_unit_test(test_section_impossible_ones_are_refused),
      cmocka_unit_test(test_kinds_have_names_and_know_what_they_take),
      cmocka_unit_test(test_numbers_of_one_name_are_alike),
      cmocka_unit_test(test_bar_has_axial_motion_only),
      cmocka_unit_test(test_bar_faults_name_what_is_missing),
      cmocka_unit_test(test_shaft_turns_only),
      cmocka_unit_test(test_beam_in_a_plane_moves_axially_and_bends_once),
      cmocka_unit_test(test_beam_that_does_not_segment_moves_along_itself_as_a_whole),
      cmocka_unit_test(test_beam_lists_what_it_holds_and_where_it_needs_stations),
      cmocka_unit_test(test_beam_in_space_takes_each_plane_from_its_section),
      cmocka_unit_test(test_beam_local_axes_follow_up),
      cmocka_unit_test(test_beam_of_a_grillage_bends_vertically_and_twists),
      cmocka_unit_test(test_beam_theory_follows_what_is_given),
      cmocka_unit_test(test_beam_sections_serve_the_theory_asked_for),
      cmocka_unit_test(test_beam_without_mass_has_no_inertia_of_its_material),
      cmocka_unit_test(test_beam_faults_name_what_is_missing),
      cmocka_unit_test(test_faults_name_what_material_or_section_lacks),
      cmocka_unit_test(test_beam_needs_G_only_where_it_twists_or_shears),
      cmocka_unit_test(test_body_one_inertia_is_about_the_only_rotation),
      cmocka_unit_test(test_disk_inertia_turns_with_its_axis),
      cmocka_unit_test(test_disk_may_have_mass_and_inertia_directly),
      cmocka_unit_test(test_disk_faults_name_what_is_missing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
