/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves of steady motions: of a beam with immovable supports, or of an equation given by its coefficients; what is
   expected of them. */
#include "nonlinear/analysis.h"

#include "base/memory.h"
#include "nonlinear/request.h"
#include "problem/grammar.h"

#include <stdlib.h>
#include <string.h>

enum {
  MODES_MAX = 1000,
  HARMONICS_MAX = 1000,
  PERIOD_MAX = 64,
  POINTS_MAX = 1000000,
  MAX_POINTS_MAX = 100000000,
  BRANCHES_MAX = 100000,
  SEARCH_MAX = 10000,
  CHECKS_MAX = 1000
};

/** Keys of both forms, then those of the bare equation, then those of a beam. */
enum {
  FROM,
  TO,
  HARMONICS,
  LOSS,
  LEVELS,
  SUBHARMONICS,
  BACKBONE,
  STEP,
  POINTS,
  MAX_POINTS,
  MAX_BRANCHES,
  SEARCH,
  CHECK,
  FIND,
  MOTIONS_AT,
  COMMON,
  KIND = COMMON,
  OMEGA2,
  MU,
  P,
  P_NU2,
  BARE,
  PART = COMMON,
  LATERAL,
  AXIAL,
  FORCE,
  CONVERGENCE,
  INERTIA,
  BEAM
};

/* clang-format off */
#define COMMON_KEYS                                                                                                   \
  [FROM] = {.name = "from", .what = "frequency", .dimension = {.time = -1}, .is_required = true,                      \
            .meaning = "the range of the force's frequency"},                                                         \
  [TO] = {.name = "to", .what = "frequency", .dimension = {.time = -1}, .is_required = true, .meaning = "its end"},   \
  [HARMONICS] = {.name = "harmonics", .form = "count", .otherwise = "auto", .meaning = "of the force's frequency"},   \
  [LOSS] = {.name = "loss", .form = "mapping(s)", .otherwise = "none", .meaning = "one law or a list of them"},       \
  [LEVELS] = {.name = "levels", .form = "number(s)", .otherwise = "1", .meaning = "of the force: a curve for each"},  \
  [SUBHARMONICS] = {.name = "subharmonics", .form = "count", .otherwise = "1",                                        \
             .meaning = "motions of up to so many periods"},                                                          \
  [BACKBONE] = {.name = "backbone", .form = "mapping", .otherwise = "false", .meaning = "true, or up to a `limit`"},  \
  [STEP] = {.name = "step", .meaning = "the first along a curve"},                                                    \
  [POINTS] = {.name = "points", .form = "count", .meaning = "least number across the range"},                         \
  [MAX_POINTS] = {.name = "max_points", .form = "count", .meaning = "most of a branch"},                              \
  [MAX_BRANCHES] = {.name = "max_branches", .form = "count", .meaning = "most of a curve"},                           \
  [SEARCH] = {.name = "search", .form = "count",                                                                      \
              .meaning = "frequencies at which other motions are looked for; 24 with subharmonics"},                  \
  [CHECK] = {.name = "check", .form = "mapping", .meaning = "by integration in time"},                                \
  [FIND] = {.name = "find", .form = "mapping(s)", .meaning = "a loss factor that is sought"},                         \
  [MOTIONS_AT] = {.name = "motions_at", .form = "number(s)",                                                          \
                  .meaning = "frequencies at which motions are looked for and listed"}
/* clang-format on */

static const hol_key bare_key[BARE] = {
    COMMON_KEYS,
    [KIND] = {.name = "kind",
              .form = "word",
              .meaning = "duffing: an equation by its coefficients",
              .is_required = true},
    [OMEGA2] = {.name = "omega2",
                .what = "squared frequency",
                .dimension = {.time = -2},
                .meaning = "of small motions",
                .is_required = true},
    [MU] = {.name = "mu",
            .what = "mu",
            .dimension = {.length = -2, .time = -2},
            .meaning = "of the cubic term",
            .is_required = true},
    [P] = {.name = "P", .what = "force per mass", .dimension = {.length = 1, .time = -2}, .meaning = "force per mass"},
    [P_NU2] = {.name = "P_nu2",
               .what = "force per mass and squared frequency",
               .dimension = {.length = 1},
               .meaning = "a force that grows with its squared frequency"},
};
static const hol_key beam_key[BEAM] = {
    COMMON_KEYS,
    [PART] = {.name = "part", .form = "name", .otherwise = "the only one", .meaning = "a beam with immovable supports"},
    [LATERAL] = {.name = "lateral_modes", .form = "count", .otherwise = "1", .meaning = "so many"},
    [AXIAL] = {.name = "axial_modes",
               .form = "count",
               .otherwise = "0",
               .meaning = "dynamic ones; the rest follows at rest"},
    [FORCE] = {.name = "force", .form = "mapping", .meaning = "that moves the beam", .is_required = true},
    [CONVERGENCE] = {.name = "convergence",
                     .form = "mapping",
                     .meaning = "the first resonance by several numbers of modes"},
    [INERTIA] = {.name = "axial_inertia",
                 .form = "word",
                 .otherwise = "held",
                 .meaning = "or straightened, as in the book"},
};
static const hol_key loss_key[] = {
    {.name = "viscous", .form = "number(s)", .meaning = "of all motion, 1/s"},
    {.name = "eta", .form = "number(s)", .meaning = "loss factor of the linear stiffness"},
    {.name = "cubic", .form = "truth", .otherwise = "false", .meaning = "of the cubic stiffness as well"},
};
static const hol_key backbone_key[] = {
    {.name = "limit", .what = "displacement", .dimension = {.length = 1}, .meaning = "largest root mean square"},
};
static const hol_key check_key[] = {
    {.name = "time", .form = "truth", .meaning = "integrate, or never", .is_required = true},
    {.name = "points", .form = "count", .meaning = "motions of every stretch of a branch"},
    {.name = "tolerance", .meaning = "within which stable ones come back"},
};
static const hol_key find_key[] = {
    {.name = "eta", .form = "word", .meaning = "folds-vanish: at which there are none", .is_required = true},
    {.name = "from", .meaning = "the range in which it is sought"},
    {.name = "to", .meaning = "its end"},
    {.name = "cubic", .form = "truth", .meaning = "with the law of this `cubic`"},
};
static const hol_key force_key[] = {
    {.name = "amplitude", .what = "force", .dimension = {1, 1, -2}, .meaning = "of a point force"},
    {.name = "distributed", .what = "force per length", .dimension = {0, 1, -2}, .meaning = "along the beam"},
    {.name = "support_motion", .what = "displacement", .dimension = {1, 0, 0}, .meaning = "of both supports"},
    {.name = "at", .form = "number", .meaning = "of a point force: fraction of the length, or arc length"},
};
static const hol_key convergence_key[] = {
    {.name = "lateral_modes", .form = "list", .meaning = "numbers of them", .is_required = true},
    {.name = "axial_modes", .form = "list", .meaning = "numbers of them", .is_required = true},
};
enum { OF_BEAM, OF_DUFFING, LOSS_OF, BACKBONE_OF, CHECK_OF, FIND_OF, FORCE_OF, CONVERGENCE_OF };
static const hol_mapping mapping[] = {
    {"nonlinear", "`nonlinear`", NULL, HOL_KEYS_OF(beam_key)},
    {"nonlinear", "`nonlinear` of kind `duffing`", "kind", HOL_KEYS_OF(bare_key)},
    {"nonlinear.loss", "`loss`", NULL, HOL_KEYS_OF(loss_key)},
    {"nonlinear.backbone", "`backbone`", NULL, HOL_KEYS_OF(backbone_key)},
    {"nonlinear.check", "`check`", NULL, HOL_KEYS_OF(check_key)},
    {"nonlinear.find", "`find`", NULL, HOL_KEYS_OF(find_key)},
    {"nonlinear.force", "`force`", NULL, HOL_KEYS_OF(force_key)},
    {"nonlinear.convergence", "`convergence`", NULL, HOL_KEYS_OF(convergence_key)},
};

static hol_place place_of(const hol_node *node)
{
  return node ? hol_node_place(node) : (hol_place){0};
}

/* ---- what both forms have ---------------------------------------------------------------------------------------- */

/** One number or a list of them. */
static void read_numbers(hol_reader *reader, const hol_node *node, hol_wanted wanted, double **value, size_t *count)
{
  bool is_list = node->kind == HOL_NODE_LIST;
  size_t most = is_list ? node->count : 1;
  if (most == 0) {
    hol_fault(reader, node, "one number, or [0.07, 0.1]", "there is no %s in the list", wanted.what);
    return;
  }
  *value = hol_alloc(most, sizeof **value);
  if (!*value) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < most; i++) {
    (void)hol_read_quantity(reader, is_list ? &node->item[i] : node, wanted, &(*value)[i]);
  }
  *count = most;
}

/** A loss as it is written: a number, a list or NULL. */
typedef struct written {
  const hol_node *node;
  double *value;
  size_t count;
} written;

static written read_written(hol_reader *reader, const hol_node *node, hol_wanted wanted)
{
  written w = {.node = node};
  if (node) {
    read_numbers(reader, node, wanted, &w.value, &w.count);
  }
  return w;
}

static hol_place place_in(const written *w, size_t i)
{
  return place_of(w->count && w->node->kind == HOL_NODE_LIST ? &w->node->item[i] : w->node);
}

/** Add a loss for every viscous loss with every loss factor. */
static void add_losses(hol_reader *reader, const written *viscous, const written *eta, bool cubic,
                       hol_nonlinear_request *r)
{
  size_t first = viscous->count ? viscous->count : 1, second = eta->count ? eta->count : 1;
  if (!hol_extend(&r->loss, r->losses, first * second, sizeof *r->loss)) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < first * second; i++) {
    size_t v = i / second, e = i % second;
    r->loss[r->losses++] = (hol_nonlinear_loss){.viscous = viscous->count ? viscous->value[v] : 0,
                                                .eta = eta->count ? eta->value[e] : 0,
                                                .cubic = cubic,
                                                .viscous_place = place_in(viscous, v),
                                                .eta_place = place_in(eta, e)};
  }
}

/** One law, with one loss factor or several. */
static void read_law(hol_reader *reader, const hol_node *node, hol_nonlinear_request *r)
{
  static const hol_wanted of_viscous = {.what = "viscous loss", .dimension = {.time = -1}, .least = 0};
  static const hol_wanted of_eta = {.what = "loss factor", .least = 0};
  hol_field field[3];
  bool cubic = false;
  if (!hol_mapping_take(reader, node, &mapping[LOSS_OF], field)) {
    return;
  }
  if (field[2].value) {
    (void)hol_read_bool(reader, field[2].value, "`cubic`", &cubic);
  }
  const written viscous = read_written(reader, field[0].value, of_viscous);
  const written eta = read_written(reader, field[1].value, of_eta);
  add_losses(reader, &viscous, &eta, cubic, r);
  free(viscous.value);
  free(eta.value);
}

/** One law or a list of them. */
static void read_loss(hol_reader *reader, const hol_node *node, hol_nonlinear_request *r)
{
  if (node->kind != HOL_NODE_LIST) {
    read_law(reader, node, r);
    return;
  }
  if (node->count == 0) {
    hol_fault(reader, node, "[{eta: 0.07, cubic: true}, {eta: 0.07, cubic: false}]", "there is no loss in the list");
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    read_law(reader, &node->item[i], r);
  }
}

static void read_range(hol_reader *reader, const hol_node *key, const hol_field *field, hol_nonlinear_options *options)
{
  static const hol_wanted frequency = {.what = "frequency", .dimension = {.time = -1}, .least = 1};
  const hol_node *from = field[FROM].value, *to = field[TO].value;
  if (!from || !to) {
    hol_fault_missing(reader, key, "from: 10 Hz, to: 50 Hz",
                      "`nonlinear` needs a range of frequencies, `from` and `to`");
  }
  bool has_from = from && hol_read_quantity(reader, from, frequency, &options->from);
  bool has_to = to && hol_read_quantity(reader, to, frequency, &options->to);
  if (has_from && has_to && !(options->from < options->to)) {
    hol_fault(reader, to, NULL, "`to` must be above `from`");
  }
}

static void read_backbone(hol_reader *reader, const hol_node *node, hol_nonlinear_request *r)
{
  static const hol_wanted limit = {.what = "largest RMS", .dimension = {.length = 1}, .least = 1};
  hol_field field;
  if (node->kind != HOL_NODE_MAP) {
    (void)hol_read_bool(reader, node, "`backbone`", &r->wants_backbone);
    return;
  }
  r->wants_backbone = true;
  if (hol_mapping_take(reader, node, &mapping[BACKBONE_OF], &field) && field.value) {
    (void)hol_read_quantity(reader, field.value, limit, &r->backbone_limit);
  }
}

/** Integration in time. */
static void read_check(hol_reader *reader, const hol_node *node, hol_nonlinear_time_check *check)
{
  static const hol_wanted tolerance = {.what = "tolerance", .least = 1};
  hol_field field[3];
  if (!hol_mapping_take(reader, node, &mapping[CHECK_OF], field)) {
    return;
  }
  check->is_wanted = true;
  if (field[0].value) {
    (void)hol_read_bool(reader, field[0].value, "`time`", &check->is_wanted);
    check->is_refused = !check->is_wanted;
  } else {
    hol_fault_missing(reader, node, "check: {time: true}", "`check` does not say how");
  }
  if (field[1].value) {
    (void)hol_read_count(reader, field[1].value, "`points`", 1, CHECKS_MAX, &check->points);
  }
  if (field[2].value) {
    (void)hol_read_quantity(reader, field[2].value, tolerance, &check->tolerance);
  }
}

/** One loss factor that is sought. */
static void read_find(hol_reader *reader, const hol_node *node, hol_nonlinear_find *find)
{
  static const char form[] = "find: {eta: folds-vanish}, or {eta: folds-vanish, from: 0.05, to: 0.1}";
  static const char *const word[] = {"folds-vanish"};
  static const hol_wanted eta = {.what = "loss factor", .least = 1};
  hol_field field[4];
  size_t choice;
  find->place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[FIND_OF], field)) {
    return;
  }
  if (!field[0].value) {
    hol_fault_missing(reader, node, form, "`find` does not say what is sought");
  } else {
    (void)hol_read_choice(reader, field[0].value, "`eta`", word, 1, &choice);
  }
  bool has_from = field[1].value && hol_read_quantity(reader, field[1].value, eta, &find->from);
  bool has_to = field[2].value && hol_read_quantity(reader, field[2].value, eta, &find->to);
  if (has_from && has_to && !(find->from < find->to)) {
    hol_fault(reader, field[2].value, NULL, "`to` must be above `from`");
  }
  if (field[3].value) {
    find->has_law = hol_read_bool(reader, field[3].value, "`cubic`", &find->cubic);
  }
}

/** One search or a list of them; the losses have been read. */
static void read_finds(hol_reader *reader, const hol_node *node, hol_nonlinear_request *r)
{
  bool is_list = node->kind == HOL_NODE_LIST;
  size_t count = is_list ? node->count : 1;
  r->find = hol_alloc(count + 1, sizeof *r->find);
  if (!r->find) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const hol_node *one = is_list ? &node->item[i] : node;
    size_t before = hol_nonlinear_finds(r);
    read_find(reader, one, &r->find[r->finds++]);
    if (r->losses > 0 && hol_nonlinear_finds(r) == before) {
      hol_fault(reader, one, NULL, "no `loss` has this `cubic`");
    }
  }
}

/** How far curves are followed, and how other motions are looked for. */
static void read_limits(hol_reader *reader, const hol_field *field, hol_nonlinear_options *o)
{
  const struct {
    int field;
    const char *what;
    size_t least, most, *value;
  } row[] = {{SUBHARMONICS, "`subharmonics`", 1, PERIOD_MAX, &o->period},
             {POINTS, "`points`", 2, POINTS_MAX, &o->points},
             {MAX_POINTS, "`max_points`", 2, MAX_POINTS_MAX, &o->max_points},
             {MAX_BRANCHES, "`max_branches`", 1, BRANCHES_MAX, &o->max_branches},
             {SEARCH, "`search`", 1, SEARCH_MAX, &o->search}};
  const hol_node *harmonics = field[HARMONICS].value;
  bool is_auto = harmonics && harmonics->kind == HOL_NODE_TEXT && strcmp(harmonics->text, "auto") == 0;
  if (harmonics && !is_auto) {
    (void)hol_read_count(reader, harmonics, "`harmonics`", 1, HARMONICS_MAX, &o->harmonics);
  }
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (field[row[i].field].value) {
      (void)hol_read_count(reader, field[row[i].field].value, row[i].what, row[i].least, row[i].most, row[i].value);
    }
  }
}

static void read_common(hol_reader *reader, const hol_node *key, const hol_field *field, hol_nonlinear_request *r)
{
  static const hol_wanted level = {.what = "level", .least = 0}, step = {.what = "step", .least = 1};
  static const hol_wanted frequency = {.what = "frequency", .dimension = {.time = -1}, .least = 1};
  hol_nonlinear_options *o = &r->options;
  r->place.range = place_of(field[FROM].value);
  r->place.harmonics = place_of(field[HARMONICS].value);
  r->place.loss = place_of(field[LOSS].value);
  r->place.levels = place_of(field[LEVELS].value);
  r->place.period = place_of(field[SUBHARMONICS].value);
  r->place.step = place_of(field[STEP].value);
  r->place.backbone = place_of(field[BACKBONE].value);
  r->place.check = place_of(field[CHECK].value);
  read_range(reader, key, field, o);
  read_limits(reader, field, o);
  if (field[STEP].value) {
    (void)hol_read_quantity(reader, field[STEP].value, step, &o->step);
  }
  if (field[LEVELS].value) {
    read_numbers(reader, field[LEVELS].value, level, &r->level, &r->levels);
  }
  if (field[BACKBONE].value) {
    read_backbone(reader, field[BACKBONE].value, r);
  }
  if (field[LOSS].value) {
    read_loss(reader, field[LOSS].value, r);
  }
  if (field[MOTIONS_AT].value) {
    r->place.at = place_of(field[MOTIONS_AT].value);
    read_numbers(reader, field[MOTIONS_AT].value, frequency, &r->at, &r->ats);
  }
  if (field[CHECK].value) {
    read_check(reader, field[CHECK].value, &r->check);
  }
  if (field[FIND].value) {
    read_finds(reader, field[FIND].value, r);
  }
}

/* ---- the bare equation ------------------------------------------------------------------------------------------- */

static void read_bare(hol_reader *reader, const hol_node *key, hol_nonlinear_request *r)
{
  static const char *const word[] = {"duffing"};
  static const hol_wanted wanted[BARE] = {
      [OMEGA2] = {.what = "squared frequency", .dimension = {.time = -2}, .least = 2},
      [MU] = {.what = "mu", .dimension = {.length = -2, .time = -2}, .least = 2},
      [P] = {.what = "force per mass", .dimension = {.length = 1, .time = -2}, .least = 2},
      [P_NU2] = {.what = "force per mass and squared frequency", .dimension = {.length = 1}, .least = 2}};
  double *const value[BARE] = {[OMEGA2] = &r->omega2, [MU] = &r->mu, [P] = &r->P, [P_NU2] = &r->P_nu2};
  hol_field field[BARE];
  size_t choice;
  (void)hol_mapping_take(reader, key + 1, &mapping[OF_DUFFING], field);
  (void)hol_read_choice(reader, field[KIND].value, "`kind`", word, 1, &choice);
  r->kind = HOL_NONLINEAR_DUFFING;
  for (size_t i = OMEGA2; i <= P_NU2; i++) {
    if (field[i].value) {
      (void)hol_read_quantity(reader, field[i].value, wanted[i], value[i]);
    }
  }
  if (!field[OMEGA2].value || !field[MU].value) {
    hol_fault_missing(reader, key, "kind: duffing, omega2: 1, mu: 0.1, P: 0.18",
                      "the equation needs `omega2` and `mu`");
  }
  if (!field[P].value && !field[P_NU2].value) {
    hol_fault_missing(reader, key, "P: 0.18, or P_nu2: 0.083 for a force that grows with the squared frequency",
                      "the equation has no force");
  }
  r->place.force = place_of(field[P].value ? field[P].value : field[P_NU2].value);
  read_common(reader, key, field, r);
}

/* ---- a beam ------------------------------------------------------------------------------------------------------ */

/** The part by its name; without one, the only part of the file. */
static bool find_part(hol_reader *reader, const hol_node *key, const hol_node *node, size_t *number)
{
  const char *name = node ? hol_read_text(reader, node, "`part`") : NULL;
  *number = SIZE_MAX;
  if (!node && reader->problem->part_count == 1 && reader->parts.count == 1) {
    *number = 0;
  } else if (!node) {
    if (reader->parts.count != 1) {
      hol_fault_missing(reader, key, "part: shaft", "`nonlinear` does not say which part it is about");
    }
  } else if (name && !hol_names_find(&reader->parts, name, number)) {
    hol_fault_unknown(reader, node, NULL, "part `%s` is not defined", name);
  }
  return *number != SIZE_MAX;
}

/** Where the point force is: a fraction of the length, or an arc length. */
static void read_force_place(hol_reader *reader, const hol_node *node, const hol_part *part, double *at)
{
  hol_quantity quantity;
  if (!hol_read_any(reader, node, "the place of the force", &quantity)) {
    return;
  }
  double length = part->value[HOL_P_LENGTH];
  bool is_fraction = hol_dimension_is_none(quantity.dimension);
  if (!is_fraction && !hol_check_dimension(reader, node, "arc length", HOL_DIMENSION(1, 0, 0), &quantity)) {
    return;
  }
  *at = is_fraction ? quantity.value * length : quantity.value;
  if (!(*at >= 0) || *at > length) {
    hol_fault(reader, node, "a fraction of the length, or an arc length with its unit",
              "the force must be applied to the beam itself");
  }
}

static void read_force(hol_reader *reader, const hol_node *key, const hol_part *part, hol_nonlinear_request *r)
{
  static const char forms[] = "{at: 0.5, amplitude: 10 N}, {distributed: 20 N/m} or {support_motion: 0.1 mm}";
  static const hol_wanted wanted[] = {{.what = "force", .dimension = {1, 1, -2}, .least = 2},
                                      {.what = "force per length", .dimension = {0, 1, -2}, .least = 2},
                                      {.what = "displacement", .dimension = {1, 0, 0}, .least = 2}};
  double *const value[] = {&r->force, &r->distributed, &r->support_motion};
  hol_field field[4];
  if (!hol_mapping_take(reader, key + 1, &mapping[FORCE_OF], field)) {
    return;
  }
  if (!field[0].value != !field[3].value) {
    hol_fault_missing(reader, key, forms, "a point force needs both `at` and `amplitude`");
  } else if (!field[0].value && !field[1].value && !field[2].value) {
    hol_fault_missing(reader, key, forms, "`force` does not say what moves the beam");
  }
  for (size_t i = 0; i < 3; i++) {
    if (field[i].value) {
      (void)hol_read_quantity(reader, field[i].value, wanted[i], value[i]);
    }
  }
  if (field[3].value && part) {
    read_force_place(reader, field[3].value, part, &r->force_at);
  }
}

/** What the part must say of its supports; joints have no part in the model. */
static void read_supports(hol_reader *reader, const hol_node *key, hol_nonlinear_request *r)
{
  const hol_problem *problem = reader->problem;
  const hol_part *part = &problem->part[r->part];
  r->is_immovable = part->is_immovable;
  r->place.supports = hol_places_of(part)->supports.line ? hol_places_of(part)->supports : part->place;
  r->place.tension = hol_place_of_property(part, HOL_P_AXIAL_FORCE);
  if (reader->damaged) {
    return; /* what is missing may have been lost */
  }
  if (!part->is_immovable) {
    hol_faults_add(reader->faults, true, r->place.supports, "supports: immovable, ends: pinned-pinned",
                   "the supports of `%s` move: it does not stretch as it bends", part->name);
  } else if (!part->has_ends && !hol_places_of(part)->ends.line) {
    hol_faults_add(reader->faults, true, part->place, "e.g. ends: pinned-pinned",
                   "`%s` does not say how its ends are supported", part->name);
  }
  if (part->piece_count > 0) {
    hol_faults_add(reader->faults, true, part->place, NULL,
                   "`%s` varies along itself; only uniform beams can be nonlinear", part->name);
  }
  if (problem->joint_count > 0) {
    hol_fault(reader, key, "leave out `joints`; the supports are those of `ends`",
              "a nonlinear analysis is of one beam alone, without joints");
  }
}

/** Numbers of modes. */
static void read_counts(hol_reader *reader, const hol_node *node, const char *what, size_t least, size_t **count,
                        size_t *counts)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, what)) {
    return;
  }
  if (node->count == 0) {
    hol_fault(reader, node, "[1, 2, 3]", "there is no number in the list");
  }
  *count = hol_alloc(node->count + 1, sizeof **count);
  if (!*count) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    (void)hol_read_count(reader, &node->item[i], what, least, MODES_MAX, &(*count)[(*counts)++]);
  }
}

/** The first resonance with several numbers of modes. */
static void read_convergence(hol_reader *reader, const hol_node *node, hol_nonlinear_convergence *c)
{
  static const char form[] = "convergence: {lateral_modes: [1, 2, 3], axial_modes: [0, 1]}";
  hol_field field[2];
  if (!hol_mapping_take(reader, node, &mapping[CONVERGENCE_OF], field)) {
    return;
  }
  if (!field[0].value || !field[1].value) {
    hol_fault_missing(reader, node, form, "`convergence` needs numbers of both kinds of modes");
  }
  if (field[0].value) {
    read_counts(reader, field[0].value, "`lateral_modes`", 1, &c->lateral, &c->laterals);
  }
  if (field[1].value) {
    read_counts(reader, field[1].value, "`axial_modes`", 0, &c->axial, &c->axials);
  }
}

static void read_beam(hol_reader *reader, const hol_node *key, hol_nonlinear_request *r)
{
  hol_field field[BEAM];
  (void)hol_mapping_take(reader, key + 1, &mapping[OF_BEAM], field);
  r->kind = HOL_NONLINEAR_BEAM;
  r->place.part = place_of(field[PART].value ? field[PART].value : key);
  r->place.lateral_modes = place_of(field[LATERAL].value);
  r->place.axial_modes = place_of(field[AXIAL].value);
  r->place.force = place_of(field[FORCE].value);
  bool has_part = find_part(reader, key, field[PART].value, &r->part);
  if (has_part) {
    read_supports(reader, key, r);
  }
  if (field[LATERAL].value) {
    (void)hol_read_count(reader, field[LATERAL].value, "`lateral_modes`", 1, MODES_MAX, &r->lateral_modes);
  }
  if (field[AXIAL].value) {
    (void)hol_read_count(reader, field[AXIAL].value, "`axial_modes`", 0, MODES_MAX, &r->axial_modes);
  }
  if (field[INERTIA].value) {
    static const char *const word[] = {[HOL_AXIAL_HELD] = "held", [HOL_AXIAL_STRAIGHTENED] = "straightened"};
    size_t choice = 0;
    (void)hol_read_choice(reader, field[INERTIA].value, "`axial_inertia`", word, 2, &choice);
    r->axial_inertia = choice == 0 ? HOL_AXIAL_HELD : HOL_AXIAL_STRAIGHTENED;
  }
  if (field[FORCE].value) {
    read_force(reader, field[FORCE].name, has_part ? &reader->problem->part[r->part] : NULL, r);
  } else {
    hol_fault_missing(reader, key, "force: {at: 0.5, amplitude: 10 N}", "`nonlinear` needs a `force`");
  }
  if (field[CONVERGENCE].value) {
    read_convergence(reader, field[CONVERGENCE].value, &r->convergence);
  }
  read_common(reader, key, field, r);
}

static void read_request(hol_reader *reader, const hol_node *key)
{
  hol_nonlinear_request *r = hol_request_start(reader, &hol_nonlinear_grammar, sizeof *r);
  if (!r) {
    return;
  }
  r->place.request = hol_node_place(key);
  if (!hol_expect_kind(reader, key + 1, HOL_NODE_MAP, "`nonlinear`")) {
    return;
  }
  if (hol_node_value(key + 1, "kind")) {
    read_bare(reader, key, r);
  } else {
    read_beam(reader, key, r);
  }
}

/** An equation given by its coefficients needs no parts. */
static bool is_bare(const hol_node *value)
{
  return hol_node_value(value, "kind") != NULL;
}

static void clear_request(void *wanted)
{
  hol_nonlinear_request_clear(wanted);
}

/* ---- what is expected -------------------------------------------------------------------------------------------- */

/** Keys of an entry of `expect`; events in the order of hol_event_kind. */
enum { CURVE, ETA, FOUND, AT, AMPLITUDES, EVENTS, EXPECTED = EVENTS + HOL_EXPECT_EVENTS };
static const hol_expected_key expected[EXPECTED] = {[CURVE] = {"curve", false},
                                                    [ETA] = {"eta", true},
                                                    [FOUND] = {"found", false},
                                                    [AT] = {"at", false},
                                                    [AMPLITUDES] = {"amplitudes", true},
                                                    [EVENTS] = {"folds", true},
                                                    {"branch_points", true},
                                                    {"period_doublings", true},
                                                    {"torus", true},
                                                    {"peaks", true}};
static const hol_wanted frequency = {.what = "frequency", .dimension = {.time = -1}, .least = 1};

/** Events of one kind of a curve. */
static void read_expected_events(hol_reader *reader, const hol_node *list, size_t kind, hol_expect_events *events)
{
  static const char *const what[HOL_EXPECT_EVENTS] = {"`folds`", "`branch_points`", "`period_doublings`", "`torus`",
                                                      "`peaks`"};
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, what[kind])) {
    return;
  }
  events->is_given = true;
  events->nu = hol_alloc(list->count + 1, sizeof *events->nu);
  if (!events->nu) {
    reader->status = HOL_MEMORY;
    return;
  }
  events->count = list->count ? hol_read_list(reader, list, frequency, HOL_COUNT_MOST, events->nu) : 0;
}

/** A loss factor that is sought. */
static void read_expected_eta(hol_reader *reader, const hol_field *field, hol_expected_motions *expect)
{
  static const hol_wanted eta = {.what = "loss factor", .least = 1};
  size_t finds = hol_nonlinear_finds(hol_nonlinear_asked(reader->problem));
  if (finds == 0) {
    hol_fault_missing(reader, field[ETA].name, "find: {eta: folds-vanish}", "no loss factor is sought");
    return;
  }
  expect->has_eta = hol_read_quantity(reader, field[ETA].value, eta, &expect->eta);
  if (field[FOUND].value) {
    (void)hol_read_count(reader, field[FOUND].value, "`found`", 1, finds, &expect->found);
  }
}

/** All motions at a frequency. */
static void read_expected_amplitudes(hol_reader *reader, const hol_field *field, hol_expected_motions *expect)
{
  static const hol_wanted amplitude = {.what = "amplitude", .dimension = {.length = 1}, .least = 0};
  const hol_nonlinear_request *r = hol_nonlinear_asked(reader->problem);
  const hol_node *list = field[AMPLITUDES].value;
  if (!field[AT].value) {
    hol_fault_missing(reader, field[AMPLITUDES].name, "{at: 930, amplitudes: [0.7, 0.9, 1.1]}",
                      "`amplitudes` need the frequency, `at`");
    return;
  }
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, "`amplitudes`") ||
      !hol_read_quantity(reader, field[AT].value, frequency, &expect->at)) {
    return;
  }
  bool is_listed = false;
  for (size_t i = 0; i < r->ats; i++) {
    is_listed = is_listed || r->at[i] == expect->at;
  }
  if (!is_listed) {
    hol_fault_missing(reader, field[AT].value, "motions_at: [930, 935]", "no motions are listed at this frequency");
  }
  expect->has_amplitudes = is_listed;
  expect->amplitude = hol_alloc(list->count + 1, sizeof *expect->amplitude);
  if (!expect->amplitude) {
    reader->status = HOL_MEMORY;
    return;
  }
  expect->amplitudes = list->count ? hol_read_list(reader, list, amplitude, HOL_COUNT_MOST, expect->amplitude) : 0;
}

/** Frequencies are not found here, whatever their number. */
static void refuse_frequencies(hol_reader *reader, const hol_field *field, const char *form)
{
  static const char *const key[] = {"frequencies", "first"};
  for (size_t i = 0; i < 2; i++) {
    const hol_field *other = hol_field_named(field, key[i]);
    if (other->value) {
      hol_fault(reader, other->name, form, "a nonlinear analysis finds no `%s`", other->key);
    }
  }
}

static void read_expected_in(hol_reader *reader, const hol_nonlinear_request *r, const hol_field *field,
                             hol_expected_motions *expect)
{
  expect->curve = expect->found = 1;
  for (size_t i = EVENTS; i < EXPECTED; i++) {
    if (field[i].value) {
      read_expected_events(reader, field[i].value, i - EVENTS, &expect->event[i - EVENTS]);
    }
  }
  if (field[CURVE].value) {
    (void)hol_read_count(reader, field[CURVE].value, "`curve`", 1, hol_nonlinear_cases(r), &expect->curve);
  }
  if (field[AMPLITUDES].value) {
    read_expected_amplitudes(reader, field, expect);
  }
  if (field[ETA].value) {
    read_expected_eta(reader, field, expect);
  }
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  static const char form[] = "{folds: [924.2, 936.9], curve: 1, rtol: 1e-9}";
  const hol_nonlinear_request *r = hol_nonlinear_asked(reader->problem);
  const hol_field *own = hol_field_named(field, "curve"), *there = NULL;
  if (r) {
    refuse_frequencies(reader, field, form);
  }
  for (size_t i = 0; i < EXPECTED; i++) {
    there = own[i].value && expected[i].decides ? &own[i] : there;
  }
  if (!there) {
    hol_fault_missing(reader, entry, form, "nothing is expected here: no `folds`");
    return;
  }
  if (!r) {
    hol_fault_missing(reader, there->name, NULL, "`%s` belongs to an analysis that is `nonlinear`", there->key);
    return;
  }
  expect->wanted = hol_alloc(1, sizeof(hol_expected_motions));
  if (!expect->wanted) {
    reader->status = HOL_MEMORY;
    return;
  }
  read_expected_in(reader, r, own, expect->wanted);
}

static void clear_expected(void *wanted)
{
  hol_expected_motions *expect = wanted;
  for (size_t k = 0; k < HOL_EXPECT_EVENTS; k++) {
    free(expect->event[k].nu);
  }
  free(expect->amplitude);
}

static const hol_analysis_key request[] = {
    {"nonlinear", read_request, "mapping", "steady motions of a beam with immovable supports, or of an equation"}};
const hol_analysis_grammar hol_nonlinear_grammar = {.key = request,
                                                    .keys = 1,
                                                    .mapping = mapping,
                                                    .mappings = sizeof mapping / sizeof *mapping,
                                                    .is_alone = true,
                                                    .is_many = true,
                                                    .is_bare = is_bare,
                                                    .expected = expected,
                                                    .expected_keys = EXPECTED,
                                                    .expect = read_expected,
                                                    .clear = clear_request,
                                                    .clear_expected = clear_expected};

hol_nonlinear_request *hol_nonlinear_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_nonlinear_grammar);
}
