/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes of rods and Euler–Bernoulli beams against closed forms, 60-digit references, and their defining
   properties.
 */
#include "line_fixture.h"

enum { MANY = 1000, FEW = 12 };

static hol_line_mode mode[MANY];

static void find(const hol_line *line, size_t count)
{
  assert_int_equal(hol_line_component_modes(line, count, mode), HOL_OK);
}

/** Roots of the five frequency equations, computed with 60 digits. */
static void test_roots_of_beams_equal_references(void **state)
{
  (void)state;
  static const size_t number[5] = {1, 2, 3, 10, 1000};
  static const struct {
    hol_end end[2];
    double beta[5];
  } row[] = {
      {{FREE, FREE},
       {4.730040744862704026, 7.8532046240958375565, 10.995607838001670907, 32.986722862692819562,
        3143.1634499165881351}},
      {{CLAMPED, CLAMPED},
       {4.730040744862704026, 7.8532046240958375565, 10.995607838001670907, 32.986722862692819562,
        3143.1634499165881351}},
      {{CLAMPED, FREE},
       {1.8751040687119611664, 4.6940911329741745764, 7.8547574382376125649, 29.845130209102817264,
        3140.0218572629983418}},
      {{CLAMPED, PINNED},
       {3.9266023120479187782, 7.0685827456287320886, 10.210176122813030545, 32.201324699295380694,
        3142.3780517531906868}},
      {{PINNED, FREE},
       {3.9266023120479187782, 7.0685827456287320886, 10.210176122813030545, 32.201324699295380694,
        3142.3780517531906868}},
      {{CLAMPED, GUIDED},
       {2.365020372431352013, 5.4978039190008354533, 8.639379828699740719, 30.630528372500484075,
        3140.8072554263957902}},
      {{GUIDED, FREE},
       {2.365020372431352013, 5.4978039190008354533, 8.639379828699740719, 30.630528372500484075,
        3140.8072554263957902}},
      {{PINNED, PINNED}, {M_PI, 2 * M_PI, 3 * M_PI, 10 * M_PI, 1000 * M_PI}},
      {{GUIDED, GUIDED}, {M_PI, 2 * M_PI, 3 * M_PI, 10 * M_PI, 1000 * M_PI}},
      {{PINNED, GUIDED}, {0.5 * M_PI, 1.5 * M_PI, 2.5 * M_PI, 9.5 * M_PI, 999.5 * M_PI}},
  };
  for (size_t k = 0; k < 2 * sizeof row / sizeof row[0]; k++) { /* and mirrored */
    hol_line line = bending_line(0, 0);
    line.end[k % 2] = row[k / 2].end[0];
    line.end[1 - k % 2] = row[k / 2].end[1];
    find(&line, MANY);
    for (size_t i = 0; i < 5; i++) {
      const hol_line_mode *x = &mode[number[i] - 1];
      double b = row[k / 2].beta[i] / line.length;
      assert_close(x->a, b, 4e-16);
      assert_close(x->b, b, 4e-16);
      assert_close(x->omega2, b * b * b * b * line.stiffness / line.mass, 3e-15);
    }
  }
}

/** cos, sin of al from the turns, so that mode 1000 is tested as sharply as mode 1. */
static void test_roots_satisfy_the_frequency_equation_up_to_mode_1000(void **state)
{
  (void)state;
  for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
    hol_line line = bending_line(pair, 0);
    find(&line, MANY);
    for (size_t i = 0; i < MANY; i++) {
      double beta = mode[i].a * line.length, tilt = mode[i].phase, turn = fmod(mode[i].turns, 2) * M_PI;
      double c = cos(turn) * cos(tilt) - sin(turn) * sin(tilt), s = sin(turn) * cos(tilt) + cos(turn) * sin(tilt);
      double sech = 2 * exp(-beta) / (1 + exp(-2 * beta)), residual;
      hol_end left = line.end[0], right = line.end[1];
      bool left_wall = left == FREE || left == CLAMPED, right_wall = right == FREE || right == CLAMPED;
      if (left_wall && right_wall) {
        residual = left == right ? c - sech : c + sech;
      } else if (left_wall || right_wall) {
        residual = (left == PINNED || right == PINNED) ? s - c * tanh(beta) : s + c * tanh(beta);
      } else {
        residual = left == right ? s : c;
      }
      assert_near(residual, 0, 2e-15);
      assert_close(mode[i].turns * M_PI + tilt, beta, 3e-16);
    }
  }
}

/** X of unit modal mass at x and X′/β at 0.3, l = m = EI = 1, from null vectors with 1500 digits. */
static void test_shapes_equal_references_up_to_mode_1000(void **state)
{
  (void)state;
  static const double x[3] = {0.0, 0.3, 0.99999};
  static const struct {
    hol_end end[2];
    size_t number;
    double value[3], slope;
  } row[] = {
      {{FREE, FREE}, 1, {2, -0.54400875429164140474, 1.9999070544898631545}, -1.3407357419876105305},
      {{FREE, FREE}, 7, {2, 0.00085150708648355936703, 1.99952876110201673}, -1.4150649319224214275},
      {{FREE, FREE}, 1000, {2, 0.43701602444886800598, -1.9371368118273580249}, -1.3449970239278994038},
      {{CLAMPED, CLAMPED}, 1, {0, 1.0959998785043306985, 2.2372938865119449705e-9}, 0.93338256868655818493},
      {{CLAMPED, CLAMPED}, 1000, {0, -0.43701602444886800598, -0.00097759671349552244143}, 1.3449970239278994038},
      {{CLAMPED, FREE}, 1, {0, 0.27296587378657277341, 1.9999724698903066746}, 0.8936384824817121347},
      {{CLAMPED, FREE}, 7, {0, -1.1419371111736511203, 1.9995915929560869794}, 0.82906941957907949962},
      {{CLAMPED, FREE}, 1000, {0, -1.3449970239279298888, -1.9371996433582826485}, 0.43701602444877418253},
      {{FREE, CLAMPED}, 1, {2, 1.1817525961565884278, 3.5159991357538108389e-10}, -1.4149739983231137053},
      {{FREE, CLAMPED}, 1000, {2, 1.3449970239279298888, -0.00097565379887864699987}, -0.43701602444877418253},
      {{CLAMPED, PINNED}, 7, {0, -0.32906394046409107136, 0.00032210901028845226285}, 1.3740610698959883396},
      {{CLAMPED, PINNED}, 1000, {0, -0.73892455654181325783, -0.044432623217759582082}, 1.2058152842535562344},
      {{PINNED, FREE}, 1, {0, 1.2490380649979623016, -1.9999214069098647542}, 0.47144667052230482492},
      {{PINNED, FREE}, 1000, {0, 0.33014159963809538151, 1.9371525197099988011}, 1.3751387290700526043},
      {{CLAMPED, GUIDED}, 1, {0, 0.38674632875694299755, 1.5881462617246306536}, 0.92707035431478248262},
      {{CLAMPED, GUIDED}, 1000, {0, -1.2058152842536077799, -1.4135160821923241199}, 0.73892455654172914333},
      {{GUIDED, FREE},
       1,
       {1.2156444588325249593, 0.8284651511989717955, -1.9999535272449315771},
       -1.0567931735035086975},
      {{GUIDED, FREE},
       1000,
       {1.4142135623730950488, 1.3751387290700295745, 1.9371839354754611429},
       0.33014159963819130757},
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    hol_line line = unit_line(HOL_BENDING_Y, row[k].end[0], row[k].end[1], 0);
    find(&line, row[k].number);
    const hol_line_mode *found = &mode[row[k].number - 1];
    for (size_t i = 0; i < 3; i++) {
      assert_near(hol_line_mode_at(&line, found, x[i], 0), row[k].value[i], 3e-15);
    }
    assert_near(hol_line_mode_at(&line, found, 0.3, 1) / found->a, row[k].slope, 3e-15);
  }
}

typedef struct product {
  const hol_line *line;
  const hol_line_mode *mode[2];
} product;

static double inertia_product(double x, const void *context)
{
  const product *p = context;
  double value[2], slope[2];
  for (int i = 0; i < 2; i++) {
    value[i] = hol_line_mode_at(p->line, p->mode[i], x, 0);
    slope[i] = hol_line_mode_at(p->line, p->mode[i], x, 1);
  }
  return p->line->mass * value[0] * value[1] + p->line->rotary * slope[0] * slope[1];
}

static void check_orthonormal(const hol_line *line)
{
  hol_line_mode all[FEW + 2];
  size_t rigid = hol_line_rigid_modes(line, all);
  assert_int_equal(hol_line_component_modes(line, FEW, all + rigid), HOL_OK);
  for (size_t i = 0; i < rigid + FEW; i++) {
    for (size_t j = 0; j <= i; j++) {
      product p = {line, {&all[i], &all[j]}};
      assert_near(integral(inertia_product, &p, 0, line->length), i == j, 1e-12);
    }
  }
}

static void test_modes_of_beams_are_orthonormal(void **state)
{
  (void)state;
  static const double gyration[] = {0, 0.02, 0.3, 1};
  for (size_t i = 0; i < sizeof gyration / sizeof gyration[0]; i++) {
    for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
      hol_line line = bending_line(pair, gyration[i]);
      check_orthonormal(&line);
    }
  }
}

static void check_end(const hol_line *line, const hol_line_mode *x, int end, double size)
{
  double at = end ? line->length : 0, d[4], lambda = x->omega2;
  for (int i = 0; i < 4; i++) {
    d[i] = hol_line_mode_at(line, x, at, i) / pow(x->a, i) / size;
  }
  double shear = d[3] + lambda * line->rotary / line->stiffness / (x->a * x->a) * d[1];
  hol_end kind = line->end[end];
  bool lies = kind == CLAMPED || kind == PINNED, level = kind == CLAMPED || kind == GUIDED;
  assert_near(lies ? d[0] : shear, 0, 3e-15);
  assert_near(level ? d[1] : d[2], 0, 3e-15);
}

static void test_end_conditions_hold_up_to_mode_1000(void **state)
{
  (void)state;
  static const double gyration[] = {0, 1e-4, 0.02, 0.3, 1};
  for (size_t k = 0; k < sizeof gyration / sizeof gyration[0]; k++) {
    for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
      hol_line line = bending_line(pair, gyration[k]);
      find(&line, MANY);
      for (size_t i = 0; i < MANY; i += i < 20 ? 1 : 49) {
        double size = hypot(mode[i].c[0], mode[i].c[1]); /* of the harmonic part */
        check_end(&line, &mode[i], 0, size);
        check_end(&line, &mode[i], 1, size);
      }
    }
  }
}

static void test_modes_are_even_and_odd_in_turn_where_ends_are_alike(void **state)
{
  (void)state;
  for (size_t pair = 0; pair < PAIR_COUNT; pair += 5) {
    hol_line line = bending_line(pair, pair % 2 ? 0.1 : 0);
    find(&line, MANY);
    double size = sqrt(2 / (line.mass * line.length));
    for (size_t i = 0; i < MANY; i++) {
      bool even = (i % 2 == 0) != (line.end[0] == GUIDED);
      for (double x = 0; x < 0.9; x += 0.173) {
        double here = hol_line_mode_at(&line, &mode[i], x, 0);
        double there = hol_line_mode_at(&line, &mode[i], line.length - x, 0);
        /* l − x is rounded: the phase there is uncertain by that much */
        assert_near(there, even ? here : -here, size * (1e-14 + 2e-16 * mode[i].a * line.length));
      }
      double middle = hol_line_mode_at(&line, &mode[i], line.length / 2, even); /* slope of even ones, value of odd */
      assert_near(middle / (even ? mode[i].a : 1), 0, 2e-15 * size);
    }
  }
}

static void test_first_quantity_at_the_start_is_positive(void **state)
{
  (void)state;
  for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
    hol_line line = bending_line(pair, 0.1 * (double)(pair % 3));
    find(&line, FEW);
    int order = line.end[0] == CLAMPED ? 2 : line.end[0] == PINNED;
    for (size_t i = 0; i < FEW; i++) {
      assert_true(hol_line_mode_at(&line, &mode[i], 0, order) > 0);
    }
  }
}

static void test_derivatives_of_modes_equal_differences(void **state)
{
  (void)state;
  for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
    hol_line line = bending_line(pair, 0.1);
    find(&line, 3);
    for (int order = 0; order < 3; order++) {
      double h = 1e-4, x = 0.7, a = mode[2].a;
      double difference =
          (hol_line_mode_at(&line, &mode[2], x + h, order) - hol_line_mode_at(&line, &mode[2], x - h, order)) / (2 * h);
      assert_near(difference, hol_line_mode_at(&line, &mode[2], x, order + 1), 1e-7 * pow(a, order + 3));
    }
  }
}

static void test_modes_of_rods_are_cosines_and_sines(void **state)
{
  (void)state;
  static const struct {
    hol_end end[2];
    double offset;
    bool cosine;
  } row[] = {{{FREE, FREE}, 0, true},      {{CLAMPED, PINNED}, 0, false}, {{GUIDED, GUIDED}, 0, false},
             {{FREE, CLAMPED}, 0.5, true}, {{FREE, GUIDED}, 0.5, true},   {{PINNED, FREE}, 0.5, false}};
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    hol_line line = {.motion = k % 2 ? HOL_AXIAL : HOL_TORSION, .length = 1.7, .stiffness = 23, .mass = 0.6};
    line.end[0] = row[k].end[0];
    line.end[1] = row[k].end[1];
    check_orthonormal(&line);
    find(&line, MANY);
    for (size_t i = 0; i < MANY; i += 37) {
      double a = M_PI * ((double)(i + 1) - row[k].offset) / line.length, x = 0.425, angle = a * x; /* x = l/4 */
      assert_close(mode[i].omega2, a * a * line.stiffness / line.mass, 1e-15);
      double size = sqrt(2 / (line.mass * line.length)), sine = sin(angle), cosine = cos(angle);
      assert_near(hol_line_mode_at(&line, &mode[i], x, 0), size * (row[k].cosine ? cosine : sine), 1e-12 * size);
      assert_near(hol_line_mode_at(&line, &mode[i], x, 1), size * a * (row[k].cosine ? -sine : cosine),
                  1e-12 * a * size);
      for (int e = 0; e < 2; e++) { /* exactly, even for mode 1000 */
        assert_true(hol_line_mode_at(&line, &mode[i], e * line.length, line.end[e] == FREE) == 0);
      }
    }
  }
}

static void test_rigid_modes_are_those_the_ends_allow(void **state)
{
  (void)state;
  static const size_t expected[PAIR_COUNT] = {2, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1};
  for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
    hol_line line = bending_line(pair, 0.2);
    hol_line_mode rigid[2];
    assert_int_equal(hol_line_rigid_modes(&line, rigid), expected[pair]);
    for (size_t i = 0; i < expected[pair]; i++) {
      assert_true(rigid[i].omega2 == 0);
      assert_true(rigid[i].a == 0);
      assert_true(rigid[i].b == 0);
      for (int e = 0; e < 2; e++) {
        double at = e * line.length;
        assert_true(line.end[e] != PINNED || hol_line_mode_at(&line, &rigid[i], at, 0) == 0);
        assert_true(line.end[e] != GUIDED || hol_line_mode_at(&line, &rigid[i], at, 1) == 0);
        assert_true(hol_line_mode_at(&line, &rigid[i], at, 2) == 0);
      }
    }
  }
  hol_line_mode rigid[2];
  hol_line rod = unit_line(HOL_AXIAL, FREE, FREE, 0);
  assert_int_equal(hol_line_rigid_modes(&rod, rigid), 1);
  assert_true(hol_line_mode_at(&rod, &rigid[0], 0.3, 0) == 1);
  rod.end[1] = GUIDED;
  assert_int_equal(hol_line_rigid_modes(&rod, rigid), 0);
}

static void test_rigid_modes_vanish_without_mass_and_on_a_foundation(void **state)
{
  (void)state;
  hol_line_mode rigid[2];
  hol_line massless = bending_line(0, 0), founded = bending_line(0, 0), tight = bending_line(0, 0);
  massless.mass = 0;
  founded.foundation = 3;
  tight.tension = 2;
  assert_int_equal(hol_line_rigid_modes(&massless, rigid), 0);
  assert_int_equal(hol_line_rigid_modes(&founded, rigid), 0);
  assert_int_equal(hol_line_rigid_modes(&tight, rigid), 1);
  assert_true(rigid[0].c[3] == 0);
}

static void test_own_modes_are_refused_where_no_closed_form_holds(void **state)
{
  (void)state;
  hol_line line[5];
  for (size_t i = 0; i < 5; i++) {
    line[i] = bending_line(5, 0);
  }
  line[0].mass = 0;
  line[1].shear = 1;
  line[2].tension = -1;
  line[3].foundation = 1;
  line[4].mass = nan("");
  for (size_t i = 0; i < 5; i++) {
    assert_int_equal(hol_line_component_modes(&line[i], 1, mode), HOL_INVALID);
  }
  hol_line vast = bending_line(5, 0);
  vast.length = 1e-200;
  assert_int_equal(hol_line_component_modes(&vast, 1, mode), HOL_NUMERICAL);
  assert_int_equal(hol_line_component_modes(&line[0], 0, NULL), HOL_INVALID);
  assert_int_equal(hol_line_component_modes(&vast, 0, NULL), HOL_OK);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_roots_of_beams_equal_references),
      cmocka_unit_test(test_roots_satisfy_the_frequency_equation_up_to_mode_1000),
      cmocka_unit_test(test_shapes_equal_references_up_to_mode_1000),
      cmocka_unit_test(test_modes_of_beams_are_orthonormal),
      cmocka_unit_test(test_end_conditions_hold_up_to_mode_1000),
      cmocka_unit_test(test_modes_are_even_and_odd_in_turn_where_ends_are_alike),
      cmocka_unit_test(test_first_quantity_at_the_start_is_positive),
      cmocka_unit_test(test_derivatives_of_modes_equal_differences),
      cmocka_unit_test(test_modes_of_rods_are_cosines_and_sines),
      cmocka_unit_test(test_rigid_modes_are_those_the_ends_allow),
      cmocka_unit_test(test_rigid_modes_vanish_without_mass_and_on_a_foundation),
      cmocka_unit_test(test_own_modes_are_refused_where_no_closed_form_holds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
