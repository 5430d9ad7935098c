/* SPDX-License-Identifier: BSD-3-Clause */
/* campaign_forced [FIRST [COUNT [SECONDS]]]: random plane frames in time (two of three) and at random, two thirds with
   damping that couples the modes, a third of these on ground that moves, some with a plane of symmetry or straight,
   against exact members at complex s. Prints a line for each: what is off over the stated error, and how the list
   ended; fails if a number is outside its error. */
#include "../draw.h"
#include "frame_at.h"
#include "reading.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/random/random.h"
#include "response/transient/transient.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIMES = 5, TEXT = 16384 };

/** A problem and what it is about. */
typedef struct trial {
  frame f;
  frame_load load;
  frame_receiver receiver;
  frame_history history;
  double time[TIMES], from, to;
  bool is_random, is_coupled;
  size_t parts; /**< members in the file; each is two of the referee's, with a node between */
  char point[FRAME_NODES][64];
  char text[TEXT];
} trial;

static void say(trial *t, const char *format, ...)
{
  size_t used = strlen(t->text);
  va_list list;
  va_start(list, format);
  (void)vsnprintf(t->text + used, TEXT - used, format, list);
  va_end(list);
}

static double power(double low, double high)
{
  return exp(draw(log(low), log(high)));
}

static bool happens(double share)
{
  return draw(0, 1) < share;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static size_t add_node(trial *t, double x, double y)
{
  t->f.at[t->f.nodes][0] = x;
  t->f.at[t->f.nodes][1] = y;
  return t->f.nodes++;
}

/** Stiffness and mass of a member by chance. */
static frame_member draw_member(const trial *t, double a, double b)
{
  frame_member m = {.EA = power(50, 1000), .EI = power(0.4, 1.6), .mass = power(0.4, 3), .a = a, .b = b};
  m.rotary = happens(0.4) ? power(2e-4, 2e-2) : 0;
  m.kGA = m.rotary > 0 && happens(0.5) ? power(40, 200) : 0;
  if (t->is_coupled) {
    m.a = happens(0.4) ? power(0.02, 1) : 0;
    m.b = happens(0.4) ? power(1e-5, 1e-3) : 0;
    m.line = happens(0.15) ? power(0.02, 0.6) : 0;
  }
  return m;
}

/** Between nodes, with another one between them. */
static void add_part(trial *t, size_t from, size_t to, double share, frame_member m)
{
  const double *p = t->f.at[from], *q = t->f.at[to];
  size_t part = t->parts++, middle = add_node(t, p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]));
  say(t, "  m%zu: {kind: beam, from: [%.17g, %.17g], to: [%.17g, %.17g], EA: %.17g, EI: %.17g, line_mass: %.17g", part,
      p[0], p[1], q[0], q[1], m.EA, m.EI, m.mass);
  if (m.rotary > 0) {
    say(t, ", rotary_inertia: %.17g", m.rotary);
  }
  if (m.kGA > 0) {
    say(t, ", kGA: %.17g", m.kGA);
  }
  if (m.a > 0 || m.b > 0) {
    say(t, ", rayleigh: {mass: %.17g, stiffness: %.17g}", m.a, m.b);
  }
  if (m.line > 0) {
    say(t, ", line_damping: %.17g", m.line);
  }
  say(t, "}\n");
  (void)snprintf(t->point[from], sizeof t->point[from], "m%zu.start", part);
  (void)snprintf(t->point[to], sizeof t->point[to], "m%zu.end", part);
  (void)snprintf(t->point[middle], sizeof t->point[middle], "m%zu@%.17g", part, share);
  m.from = from;
  m.to = middle;
  t->f.member[t->f.members++] = m;
  m.from = middle;
  m.to = to;
  t->f.member[t->f.members++] = m;
}

static void hold(trial *t, size_t node, bool is_pin)
{
  for (size_t k = 0; k < 3; k++) {
    t->f.held[node][k] = k < 2 || !is_pin;
  }
}

static void make_straight(trial *t, double a, double b)
{
  size_t start = add_node(t, 0, 0), end = add_node(t, draw(0.7, 1.8), 0);
  add_part(t, start, end, draw(0.3, 0.7), draw_member(t, a, b));
  hold(t, start, false);
}

static void make_portal(trial *t, double a, double b)
{
  double h = draw(0.7, 1.5), w = draw(0.4, 0.9), share = draw(0.3, 0.7);
  frame_member column = draw_member(t, a, b), beam = draw_member(t, a, b);
  size_t node[4] = {add_node(t, -w, 0), add_node(t, -w, h), add_node(t, w, h), add_node(t, w, 0)};
  add_part(t, node[0], node[1], share, column);
  add_part(t, node[3], node[2], share, column);
  add_part(t, node[1], node[2], 0.5, beam);
  hold(t, node[0], false);
  hold(t, node[3], false);
}

static void make_chain(trial *t, double a, double b)
{
  size_t parts = 1 + (size_t)draw(0, 2.99), before = add_node(t, 0, 0), first = before;
  double angle = draw(-3, 3);
  for (size_t i = 0; i < parts; i++) {
    double l = draw(0.5, 1.4);
    size_t next = add_node(t, t->f.at[before][0] + l * cos(angle), t->f.at[before][1] + l * sin(angle));
    add_part(t, before, next, draw(0.3, 0.7), draw_member(t, a, b));
    before = next;
    angle += draw(-1.5, 1.5);
  }
  hold(t, first, false);
  if (parts > 1 && happens(0.4)) {
    hold(t, before, happens(0.5));
  }
}

/* ---- joints ------------------------------------------------------------------------------------------------------ */

static bool is_free(const trial *t, size_t node)
{
  return !t->f.held[node][0];
}

static size_t draw_free(const trial *t)
{
  size_t node;
  do {
    node = (size_t)draw(0, (double)t->f.nodes);
  } while (!is_free(t, node));
  return node;
}

static void draw_direction(bool is_along, double direction[2])
{
  double angle = is_along ? 1.5707963267948966 * floor(draw(0, 4)) : draw(0, 6.28);
  direction[0] = fabs(cos(angle)) < 1e-9 ? 0 : cos(angle);
  direction[1] = fabs(sin(angle)) < 1e-9 ? 0 : sin(angle);
}

static void add_joint(trial *t, bool has_spring, bool is_along)
{
  frame_joint *j = &t->f.joint[t->f.joints++];
  *j = (frame_joint){.node = draw_free(t), .stiffness = has_spring ? power(3, 200) : 0};
  j->damping = t->is_coupled && (!has_spring || happens(0.5)) ? power(0.01, 2) : 0;
  draw_direction(is_along, j->direction);
  say(t, "  - {%s: %s, direction: [%.17g, %.17g]", has_spring ? "spring" : "dashpot", t->point[j->node],
      j->direction[0], j->direction[1]);
  if (has_spring) {
    say(t, ", stiffness: %.17g", j->stiffness);
  }
  if (j->damping > 0) {
    say(t, ", damping: %.17g", j->damping);
  }
  say(t, "}\n");
}

static void add_bodies(trial *t)
{
  for (size_t i = 0, n = 0; i < t->f.nodes; i++) {
    if (strchr(t->point[i], '.') && strchr(t->point[i], '@') == NULL && is_free(t, i) && happens(0.3)) {
      t->f.body[i][0] = power(0.1, 1);
      t->f.body[i][1] = power(1e-3, 3e-2);
      say(t, "  b%zu: {kind: body, at: [%.17g, %.17g], mass: %.17g, inertia: %.17g}\n", n++, t->f.at[i][0],
          t->f.at[i][1], t->f.body[i][0], t->f.body[i][1]);
    }
  }
}

/** Members that share a node are welded there; so are bodies; supports. */
static void add_joints(trial *t, bool is_along)
{
  say(t, "joints:\n");
  for (size_t i = 0, body = 0; i < t->f.nodes; i++) {
    char list[256] = "";
    size_t here = 0;
    for (size_t m = 0; m < t->f.members; m++) {
      bool is_start = m % 2 == 0 && t->f.member[m].from == i, is_end = m % 2 == 1 && t->f.member[m].to == i;
      if (is_start || is_end) {
        size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%sm%zu.%s", here++ ? ", " : "", m / 2,
                       is_start ? "start" : "end");
      }
    }
    if (t->f.body[i][0] > 0) {
      size_t used = strlen(list);
      (void)snprintf(list + used, sizeof list - used, ", b%zu", body++);
      here++;
    }
    if (here > 1) {
      say(t, "  - {weld: [%s]}\n", list);
    }
    if (!is_free(t, i)) {
      say(t, "  - {%s: %s}\n", t->f.held[i][2] ? "fix" : "pin", t->point[i]);
    }
  }
  if (happens(0.4) && t->is_coupled) {
    add_joint(t, true, is_along);
  }
  for (size_t n = t->is_coupled ? 1 + (size_t)draw(0, 2) : 0; n > 0; n--) {
    add_joint(t, false, is_along);
  }
}

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

static void say_history(trial *t)
{
  frame_history *h = &t->history;
  h->size = draw(0.5, 2);
  if (h->kind == FRAME_STEP || h->kind == FRAME_RECORD) {
    say(t, "{step: %.17g}", h->size);
  } else if (h->kind == FRAME_IMPULSE) {
    say(t, "{impulse: %.17g}", h->size);
  } else {
    h->duration = power(0.2, 4);
    say(t, "{half_sine: [%.17g, %.17g]}", h->size, h->duration);
  }
  h->count = FRAME_SAMPLES - 2;
  for (size_t i = 0; i < h->count; i++) {
    h->time[i] = i ? h->time[i - 1] + power(0.1, 2) : 0;
    h->value[i] = i && i + 1 < h->count ? draw(-1, 1) : 0;
  }
}

static void make(uint64_t seed, trial *t)
{
  draw_seed = seed * 7919 + 1;
  (void)draw(0, 1);
  *t = (trial){.is_random = seed % 3 == 2, .is_coupled = seed / 3 % 3 != 0};
  size_t family = (size_t)draw(0, 4);
  bool is_along = family == 0 || (family == 1 && happens(0.7));
  double b = power(2e-5, 2e-3), a = t->is_random && happens(0.5) ? power(0.05, 1) : 0;
  say(t, "parts:\n");
  (family == 0 ? make_straight : family == 1 ? make_portal : make_chain)(t, a, b);
  if (!(a > 0) && family != 1) {
    add_bodies(t);
  }
  add_joints(t, is_along);
  t->load = (frame_load){.is_ground = t->is_coupled && happens(0.333), .node = draw_free(t)};
  t->receiver = (frame_receiver){.node = draw_free(t)};
  draw_direction(is_along, t->load.direction);
  draw_direction(is_along, t->receiver.direction);
  t->history.kind = (frame_history_kind)(seed / 9 % 4);
  t->receiver.order = !t->is_random && t->history.kind >= FRAME_HALF_SINE && happens(0.25);
  say(t, "analysis:\n  %s:\n    load: {%s%s, direction: [%.17g, %.17g], %s: ", t->is_random ? "random" : "transient",
      t->load.is_ground ? "base: ground" : "at: ", t->load.is_ground ? "" : t->point[t->load.node],
      t->load.direction[0], t->load.direction[1],
      t->is_random        ? "density"
      : t->load.is_ground ? "acceleration"
                          : "history");
  if (t->is_random) {
    say(t, "1");
    t->from = draw(0.1, 3);
    t->to = t->from + power(3, 60);
  } else {
    say_history(t);
  }
  say(t, "}\n    at: {point: %s, direction: [%.17g, %.17g]%s}\n", t->point[t->receiver.node], t->receiver.direction[0],
      t->receiver.direction[1], t->receiver.order ? ", quantity: velocity" : "");
  if (!t->is_random) {
    double last = power(0.5, 12);
    say(t, "    times: [");
    for (int i = 0; i < TIMES; i++) {
      t->time[i] = last * (i + draw(0.2, 1)) / TIMES;
      say(t, "%s%.17g", i ? ", " : "", t->time[i]);
    }
    say(t, "]\n    tolerance: %s\n", seed % 2 ? "1e-3" : "1e-4");
  }
}

/* ---- run and compared -------------------------------------------------------------------------------------------- */

static double until;

static bool has_time(void *context, size_t done, size_t total, size_t points)
{
  (void)context, (void)done, (void)total, (void)points;
  return (double)clock() / CLOCKS_PER_SEC < until;
}

typedef enum { WITHIN, OUTSIDE, OPEN, UNKNOWN, REFUSED, STOPPED } verdict;
static const char *const word[] = {"within", "OUTSIDE", "open", "unknown", "refused", "stopped"};

/** The largest distance over the stated error; what the referee does not know is taken off. */
static double compare(const double *value, const double *radius, const double *truth, const double *doubt, size_t count,
                      bool *is_told)
{
  double worst = 0;
  *is_told = true;
  for (size_t i = 0; i < count; i++) {
    double off = fmax(fabs(value[i] - truth[i]) - doubt[i], 0);
    *is_told = *is_told && isfinite(value[i]) && isfinite(radius[i]);
    worst = fmax(worst, off > 0 ? off / radius[i] : 0);
  }
  return worst;
}

static verdict judge(const trial *t, hol_status status, const hol_forced *forced, const double *value,
                     const double *radius, double *worst)
{
  double truth[TIMES], doubt[TIMES];
  bool is_told;
  if (status == HOL_INVALID) {
    return REFUSED;
  }
  if (!value) {
    return STOPPED;
  }
  if (t->is_random) {
    truth[0] = frame_rms(&t->f, &t->load, &t->receiver, t->from, t->to, doubt);
  } else {
    frame_motion(&t->f, &t->load, &t->receiver, &t->history, t->time, TIMES, truth, doubt);
  }
  *worst = compare(value, radius, truth, doubt, t->is_random ? 1 : TIMES, &is_told);
  if (*worst > 1) {
    for (int i = 0; i < (t->is_random ? 1 : TIMES); i++) {
      printf("    %.12g +- %.2g, right %.12g +- %.2g\n", value[i], radius[i], truth[i], doubt[i]);
    }
  }
  verdict short_of_it = forced->stopped ? STOPPED : !is_told ? UNKNOWN : OPEN;
  return *worst > 1 ? OUTSIDE : is_told && status == HOL_OK ? WITHIN : short_of_it;
}

static void fill_record(const trial *t, hol_history *h)
{
  const frame_history *from = &t->history;
  *h = (hol_history){.kind = HOL_HISTORY_RECORD, .size = from->size, .count = from->count};
  h->time = hol_alloc_copy(from->time, from->count, sizeof *h->time);
  h->value = hol_alloc_copy(from->value, from->count, sizeof *h->value);
}

static void fill_density(const trial *t, hol_density *d)
{
  free(d->omega);
  free(d->value);
  *d = (hol_density){.omega = hol_alloc(2, sizeof(double)), .value = hol_alloc(2, sizeof(double)), .count = 2};
  d->omega[0] = t->from;
  d->omega[1] = t->to;
  d->value[0] = d->value[1] = 1;
}

static verdict run(trial *t, double *worst, size_t *motions, const char **reason)
{
  reading r = {0};
  hol_faults faults = {0};
  hol_transient m = {0};
  hol_random n = {0};
  verdict found = REFUSED;
  const hol_solve_options options = {.watch = {.progress = has_time}};
  if (reading_of(t->text, &r) && t->is_random) {
    fill_density(t, &((hol_forced_request *)hol_request_of(&r.problem, &hol_random_grammar))->load[0].density);
    hol_status status = hol_random_run(&r.problem, options, &n, &faults);
    found =
        judge(t, status, &n.forced, n.motion ? &n.motion[0].rms : NULL, n.motion ? &n.motion[0].radius : NULL, worst);
  } else if (r.problem.part_count > 0) {
    hol_transient_request *request = hol_request_of(&r.problem, &hol_transient_grammar);
    if (t->history.kind == FRAME_RECORD) {
      fill_record(t, &request->forced.load[0].history);
      for (size_t i = 0; i < t->history.count; i++) {
        t->history.value[i] *= t->history.size;
      }
    }
    hol_status status = hol_transient_run(&r.problem, options, &m, &faults);
    found =
        judge(t, status, &m.forced, m.motion ? m.motion[0].value : NULL, m.motion ? m.motion[0].radius : NULL, worst);
  }
  const hol_forced *forced = t->is_random ? &n.forced : &m.forced;
  *reason = forced->coupled.reason ? forced->coupled.reason : forced->open_from > 0 ? forced->open_reason : "";
  *motions = forced->is_coupled ? forced->coupled.motions : forced->modes.modes;
  hol_random_clear(&n);
  hol_transient_clear(&m);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return found;
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 300;
  double seconds = argc > 3 ? strtod(argv[3], NULL) : 60;
  size_t seen[6] = {0};
  static trial t;
  for (uint64_t seed = first; seed < first + count; seed++) {
    double worst = 0, begun = (double)clock() / CLOCKS_PER_SEC;
    size_t motions = 0;
    const char *reason = "";
    make(seed, &t);
    until = begun + seconds;
    verdict v = run(&t, &worst, &motions, &reason);
    seen[v]++;
    printf("%llu %s %s%s %s: %.3f of its error, %zu motions, %.1f s %s\n", (unsigned long long)seed,
           t.is_random ? "random" : "transient", t.is_coupled ? "coupled" : "apart", t.load.is_ground ? " ground" : "",
           word[v], worst, motions, (double)clock() / CLOCKS_PER_SEC - begun, reason ? reason : "");
    if (v == OUTSIDE || count == 1) {
      fputs(t.text, stdout);
    }
    fflush(stdout);
  }
  for (size_t v = 0; v < 6; v++) {
    printf("%s %zu\n", word[v], seen[v]);
  }
  return seen[OUTSIDE] > 0;
}
