/* What is asked for: analysis, output, and the expected results. */
#include "base/memory.h"
#include "nonlinear/request.h"
#include "problem/reader.h"

#include <string.h>

enum { COUNT_MAX = HOL_COUNT_MOST, POINTS_MAX = 1000000 };

static hol_wanted frequency(const char *what, int least)
{
  return (hol_wanted){.what = what, .dimension = {.time = -1}, .least = least};
}

/* What is given is read, even where it is given in too many ways, so that its own faults are told too. */
static void read_frequencies(hol_reader *reader, const hol_node *key, hol_analysis *analysis)
{
  static const char forms[] = "{count: 6}, {below: 2 kHz}, or {from: 100 Hz, to: 2 kHz}";
  hol_field field[] = {{.key = "count"}, {.key = "below"}, {.key = "from"}, {.key = "to"}};
  const hol_node *node = key + 1;
  analysis->place = hol_node_place(key);
  if (!hol_fields_take(reader, node, "`frequencies`", field, 4)) {
    return;
  }
  const hol_node *count = field[0].value, *below = field[1].value, *from = field[2].value, *to = field[3].value;
  int ways = (count != NULL) + (below != NULL) + (from || to);
  if (ways == 0) {
    hol_fault_missing(reader, key, forms, "`frequencies` does not say which are wanted");
  } else if (ways > 1) {
    hol_fault(reader, key, forms, "`frequencies` says in more than one way which are wanted");
  } else if (!count && !below && !from != !to) {
    hol_fault_missing(reader, key, forms, "a range of frequencies needs both `from` and `to`");
  }
  analysis->frequencies = count ? HOL_FREQUENCIES_COUNT : below ? HOL_FREQUENCIES_BELOW : HOL_FREQUENCIES_RANGE;
  if (count) {
    (void)hol_read_count(reader, count, "`count`", 1, COUNT_MAX, &analysis->count);
  }
  if (below) {
    (void)hol_read_quantity(reader, below, frequency("frequency", 1), &analysis->to);
  }
  bool has_from = from && hol_read_quantity(reader, from, frequency("frequency", 0), &analysis->from);
  bool has_to = to && hol_read_quantity(reader, to, frequency("frequency", 1), &analysis->to);
  if (has_from && has_to && !(analysis->from < analysis->to)) {
    hol_fault(reader, to, NULL, "`to` must be above `from`");
  }
}

const char *hol_reactions_text(hol_reactions_kind kind)
{
  return kind == HOL_REACTIONS_SHARED     ? "joint reactions as coordinates, shared by what they join: upper bounds"
         : kind == HOL_REACTIONS_SEPARATE ? "joint reactions as coordinates, of every part by itself: upper bounds"
                                          : NULL;
}

static void read_reactions(hol_reader *reader, const hol_field *field, hol_analysis *analysis)
{
  static const char *const word[] = {"shared", "separate"};
  size_t choice;
  for (size_t i = 0; i < 3; i++) {
    if (field[i].value) {
      hol_fault(reader, field[i].name, "reactions, or {reactions: separate}", "`%s` does not go with `reactions`",
                field[i].key);
    }
  }
  if (hol_read_choice(reader, field[3].value, "`reactions`", word, 2, &choice)) {
    analysis->reactions = choice ? HOL_REACTIONS_SEPARATE : HOL_REACTIONS_SHARED;
  }
}

static void read_modes(hol_reader *reader, const hol_node *node, const hol_field *field, hol_analysis *analysis)
{
  static const hol_wanted tolerance = {.what = "tolerance", .least = 1};
  const hol_node *modes = field[0].value, *order = field[1].value, *wanted = field[2].value;
  analysis->exact = false;
  if (field[3].value) {
    read_reactions(reader, field, analysis);
    return;
  }
  (void)hol_check_either(reader, node, modes, wanted,
                         "exact, {modes: 6}, {modes: 6, order: 2}, {tolerance: 1e-6} or reactions",
                         "`compliance` needs either `modes` or `tolerance`");
  if (modes) {
    (void)hol_read_count(reader, modes, "`modes`", 1, COUNT_MAX, &analysis->modes);
  }
  if (order && !modes) {
    hol_fault(reader, field[1].name, NULL, "`order` belongs to `modes`");
  } else if (order) {
    (void)hol_read_count(reader, order, "`order`", 1, 16, &analysis->order);
  }
  if (wanted && hol_read_quantity(reader, wanted, tolerance, &analysis->tolerance) && analysis->tolerance >= 1) {
    hol_fault(reader, wanted, "relative, e.g. 1e-6", "tolerance must be less than 1");
  }
}

static void read_compliance(hol_reader *reader, const hol_node *key, hol_analysis *analysis)
{
  static const char *const word[] = {"exact", "reactions"};
  const hol_node *node = key + 1;
  size_t choice;
  analysis->compliance_place = hol_node_place(key);
  if (node->kind == HOL_NODE_MAP) {
    hol_field field[] = {{.key = "modes"}, {.key = "order"}, {.key = "tolerance"}, {.key = "reactions"}};
    (void)hol_fields_take(reader, node, "`compliance`", field, 4);
    read_modes(reader, key, field, analysis);
  } else if (hol_read_choice(reader, node, "`compliance`", word, 2, &choice) && choice) {
    analysis->exact = false;
    analysis->reactions = HOL_REACTIONS_SHARED;
  }
}

/* One name of `sensitivities`. */
static void read_sensitivity(hol_reader *reader, const hol_node *node, hol_analysis *analysis)
{
  const char *name = hol_read_text(reader, node, "the name of a parameter");
  hol_nearest nearest = {.wanted = name};
  size_t i = 0;
  while (name && i < reader->problem->parameter_count && strcmp(reader->problem->parameter[i].name, name) != 0) {
    hol_nearest_offer(&nearest, reader->problem->parameter[i++].name);
  }
  if (name && i == reader->problem->parameter_count) {
    hol_fault_missing(reader, node, hol_nearest_hint(reader, &nearest), "parameter `%s` is not defined", name);
  } else if (name) {
    analysis->sensitivity[analysis->sensitivity_count++] = i;
  }
}

static void read_sensitivities(hol_reader *reader, const hol_node *key, hol_analysis *analysis)
{
  const hol_node *node = key + 1;
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`sensitivities`")) {
    return;
  }
  analysis->sensitivity = hol_alloc(node->count + 1, sizeof *analysis->sensitivity);
  if (!analysis->sensitivity) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    read_sensitivity(reader, &node->item[i], analysis);
  }
}

void hol_read_analysis(hol_reader *reader, const hol_node *node)
{
  hol_analysis *analysis = &reader->problem->analysis;
  hol_field field[] = {
      {.key = "frequencies"}, {.key = "compliance"}, {.key = "sensitivities"}, {.key = "sweep"}, {.key = "nonlinear"}};
  analysis->exact = true;
  analysis->order = 1;
  if (!node || node->kind == HOL_NODE_NONE || !hol_fields_take(reader, node, "`analysis`", field, 5)) {
    return;
  }
  if (field[0].value) {
    read_frequencies(reader, field[0].name, analysis);
  }
  if (field[1].value) {
    read_compliance(reader, field[1].name, analysis);
  }
  if (field[2].value) {
    read_sensitivities(reader, field[2].name, analysis);
  }
  if (field[3].value) {
    hol_read_sweep(reader, field[3].name);
  }
  if (field[4].value) {
    for (size_t i = 0; i < 4; i++) {
      if (field[i].value) {
        hol_fault(reader, field[i].name, NULL, "`%s` and `nonlinear` cannot be asked for in one file", field[i].key);
      }
    }
    hol_read_nonlinear(reader, field[4].name);
  }
}

static void read_export_ports(hol_reader *reader, const hol_node *node, hol_export *export)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, "`ports`")) {
    return;
  }
  if (node->count == 0) {
    hol_fault(reader, node, "ports: {foot: frame.start}", "`ports` is empty");
  }
  export->port = hol_alloc(node->count + 1, sizeof *export->port);
  if (!export->port) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    hol_point point;
    if (hol_check_name(reader, name, "a point") && hol_read_point(reader, name + 1, &point) == HOL_POINT_FOUND) {
      export->port[export->ports] = (hol_export_port){hol_own_text(reader, name->text), point};
      export->ports++;
    }
  }
}

static void read_export(hol_reader *reader, const hol_node *key, hol_export *export)
{
  enum { MODES_MOST = 1000 };
  static const char form[] = "export: {file: frame, modes: 12, ports: {foot: frame.start}}";
  hol_field field[] = {{.key = "file"}, {.key = "modes"}, {.key = "ports"}};
  export->place = hol_node_place(key);
  if (!hol_fields_take(reader, key + 1, "`export`", field, 3)) {
    return;
  }
  if (reader->problem->sweep.axis_count || reader->problem->nonlinear) {
    hol_fault(reader, key, NULL, "`export` is for one structure, not for a sweep or a nonlinear analysis");
  }
  if (!field[0].value || !field[1].value || !field[2].value) {
    hol_fault_missing(reader, key, form, "`export` needs `file`, `modes` and `ports`");
  }
  const char *file = field[0].value ? hol_read_text(reader, field[0].value, "`file`") : NULL;
  if (file && (file[0] == '\0' || file[strlen(file) - 1] == '/')) {
    hol_fault(reader, field[0].value, form, "`file` is what the names of the files begin with");
  } else if (file) {
    export->file = hol_own_text(reader, file);
  }
  if (field[1].value) {
    (void)hol_read_count(reader, field[1].value, "`modes`", 1, MODES_MOST, &export->modes);
  }
  if (field[2].value) {
    read_export_ports(reader, field[2].value, export);
  }
}

void hol_read_output(hol_reader *reader, const hol_node *node)
{
  static const char *const word[] = {"none", "all"};
  hol_problem *problem = reader->problem;
  hol_field field[] = {{.key = "points"}, {.key = "shapes"}, {.key = "export"}};
  size_t choice;
  problem->output_points = 21;
  problem->output_shapes = true;
  if (!node || node->kind == HOL_NODE_NONE || !hol_fields_take(reader, node, "`output`", field, 3)) {
    return;
  }
  if (field[0].value) {
    (void)hol_read_count(reader, field[0].value, "`points`", 2, POINTS_MAX, &problem->output_points);
  }
  if (field[1].value && hol_read_choice(reader, field[1].value, "`shapes`", word, 2, &choice)) {
    problem->output_shapes = choice == 1;
  }
  if (field[2].value) {
    read_export(reader, field[2].name, &problem->export);
  }
}

/* Keys of an entry of `expect`; events in the order of hol_event_kind. */
enum {
  FREQUENCIES,
  RTOL,
  SOURCE,
  FIRST,
  CURVE,
  ETA,
  FOUND,
  AT,
  AMPLITUDES,
  EVENTS,
  EXPECTED = EVENTS + HOL_EXPECT_EVENTS
};

/* Events of one kind of a curve. */
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
  events->count = list->count ? hol_read_list(reader, list, frequency("frequency", 1), COUNT_MAX, events->nu) : 0;
}

/* A loss factor that is sought. */
static void read_expected_eta(hol_reader *reader, const hol_field *field, hol_expect *expect)
{
  static const hol_wanted eta = {.what = "loss factor", .least = 1};
  const size_t finds = hol_nonlinear_finds(reader->problem->nonlinear);
  if (finds == 0) {
    hol_fault_missing(reader, field[ETA].name, "find: {eta: folds-vanish}", "no loss factor is sought");
    return;
  }
  expect->has_eta = hol_read_quantity(reader, field[ETA].value, eta, &expect->eta);
  if (field[FOUND].value) {
    (void)hol_read_count(reader, field[FOUND].value, "`found`", 1, finds, &expect->found);
  }
}

/* All motions at a frequency. */
static void read_expected_amplitudes(hol_reader *reader, const hol_field *field, hol_expect *expect)
{
  static const hol_wanted amplitude = {.what = "amplitude", .dimension = {.length = 1}, .least = 0};
  const hol_nonlinear_request *r = reader->problem->nonlinear;
  const hol_node *list = field[AMPLITUDES].value;
  if (!field[AT].value) {
    hol_fault_missing(reader, field[AMPLITUDES].name, "{at: 930, amplitudes: [0.7, 0.9, 1.1]}",
                      "`amplitudes` need the frequency, `at`");
    return;
  }
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, "`amplitudes`") ||
      !hol_read_quantity(reader, field[AT].value, frequency("frequency", 1), &expect->at)) {
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
  expect->amplitudes = list->count ? hol_read_list(reader, list, amplitude, COUNT_MAX, expect->amplitude) : 0;
}

/* What is expected of a nonlinear analysis. */
static void read_expected_motions(hol_reader *reader, const hol_node *node, const hol_field *field, hol_expect *expect)
{
  static const char form[] = "{folds: [924.2, 936.9], curve: 1, rtol: 1e-9}";
  const hol_nonlinear_request *r = reader->problem->nonlinear;
  for (size_t i = FREQUENCIES; r && i <= FIRST; i += FIRST) {
    if (field[i].value) {
      hol_fault(reader, field[i].name, form, "a nonlinear analysis finds no `%s`", field[i].key);
    }
  }
  const hol_field *there = field[ETA].value ? &field[ETA] : NULL;
  for (size_t i = AMPLITUDES; i < EXPECTED; i++) {
    there = field[i].value ? &field[i] : there;
  }
  if (!there) {
    hol_fault_missing(reader, node, form, "nothing is expected here: no `folds`");
    return;
  }
  if (!r) {
    hol_fault_missing(reader, there->name, NULL, "`%s` belongs to an analysis that is `nonlinear`", there->key);
    return;
  }
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

/* Is anything of steady motions expected? */
static bool expects_motions(const hol_field *field)
{
  bool any = field[ETA].value != NULL;
  for (size_t i = AMPLITUDES; i < EXPECTED; i++) {
    any = any || field[i].value;
  }
  return any;
}

static void read_expected(hol_reader *reader, const hol_node *node, hol_expect *expect)
{
  static const hol_wanted rtol = {.what = "rtol", .least = 1};
  hol_field field[EXPECTED] = {[FREQUENCIES] = {.key = "frequencies"},
                               [RTOL] = {.key = "rtol"},
                               [SOURCE] = {.key = "source"},
                               [FIRST] = {.key = "first"},
                               [CURVE] = {.key = "curve"},
                               [ETA] = {.key = "eta"},
                               [FOUND] = {.key = "found"},
                               [AT] = {.key = "at"},
                               [AMPLITUDES] = {.key = "amplitudes"},
                               [EVENTS] = {.key = "folds"},
                               {.key = "branch_points"},
                               {.key = "period_doublings"},
                               {.key = "torus"},
                               {.key = "peaks"}};
  expect->place = hol_node_place(node);
  expect->first = expect->curve = expect->found = 1;
  expect->rtol = 1e-9;
  if (!hol_fields_take(reader, node, "an entry of `expect`", field, EXPECTED)) {
    return;
  }
  const hol_node *list = field[FREQUENCIES].value;
  if (reader->problem->nonlinear || expects_motions(field)) {
    read_expected_motions(reader, node, field, expect);
  } else if (!list) {
    hol_fault_missing(reader, node, "{frequencies: [35.54 Hz], rtol: 1e-3}",
                      "nothing is expected here: no `frequencies`");
  } else if (hol_expect_kind(reader, list, HOL_NODE_LIST, "`frequencies`")) {
    expect->place = hol_node_place(list);
    expect->omega = hol_alloc(list->count + 1, sizeof *expect->omega);
    if (!expect->omega) {
      reader->status = HOL_MEMORY;
      return;
    }
    expect->count = hol_read_list(reader, list, frequency("frequency", 0), COUNT_MAX, expect->omega);
  }
  if (field[RTOL].value) {
    (void)hol_read_quantity(reader, field[RTOL].value, rtol, &expect->rtol);
  }
  const char *source = field[SOURCE].value ? hol_read_text(reader, field[SOURCE].value, "`source`") : NULL;
  expect->source = source ? hol_own_text(reader, source) : NULL;
  if (field[FIRST].value) {
    (void)hol_read_count(reader, field[FIRST].value, "`first`", 1, COUNT_MAX, &expect->first);
  }
}

void hol_read_expectations(hol_reader *reader, const hol_node *node)
{
  hol_problem *problem = reader->problem;
  if (!node || node->kind == HOL_NODE_NONE || !hol_expect_kind(reader, node, HOL_NODE_LIST, "`expect`")) {
    return;
  }
  problem->expect = hol_alloc(node->count + 1, sizeof *problem->expect);
  if (!problem->expect) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    read_expected(reader, &node->item[i], &problem->expect[problem->expect_count++]);
  }
}
