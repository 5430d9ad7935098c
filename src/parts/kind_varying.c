/* SPDX-License-Identifier: BSD-3-Clause */
/* Members with varying properties: resolved by their kind at every place along them. */
#include "base/memory.h"
#include "parts/kinds.h"
#include "parts/resolve.h"
#include "parts/section.h"
#include "parts/same.h"
#include "problem/bounds.h"
#include "problem/varying.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const hol_part_kind *kind_of(const hol_part *part)
{
  size_t count;
  return hol_part_kinds(&count)[part->kind];
}

/** The part as it is at one place, resolved. @return HOL_INVALID if it has faults there, which are not told */
static hol_status resolve_at(const hol_part *part, hol_freedoms freedoms, size_t piece, double xi,
                             hol_resolved *resolved)
{
  hol_part at;
  hol_section section;
  hol_faults faults = {0};
  HOL_TRY(hol_part_at(part, piece, xi, &at, &section));
  kind_of(part)->resolve(&at, freedoms, resolved, &faults);
  hol_status status = faults.errors ? HOL_INVALID : HOL_OK;
  hol_faults_clear(&faults);
  return status;
}

hol_status hol_part_line_at(const hol_part *part, hol_freedoms freedoms, hol_motion motion, double xi, hol_line *line)
{
  size_t k = 0;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  while (k + 1 < part->piece_count && xi > part->piece[k].to) {
    k++;
  }
  HOL_TRY(resolve_at(part, freedoms, k, xi, &resolved));
  *line = resolved.line[motion];
  return resolved.present[motion] && !resolved.rigid[motion] ? HOL_OK : HOL_INVALID;
}

static hol_status line_at(const void *context, size_t piece, double xi, hol_profile_values *values)
{
  const hol_varied *v = context;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  HOL_TRY(resolve_at(v->part, v->freedoms, piece, xi, &resolved));
  const hol_line *line = &resolved.line[v->profile.motion];
  if (!resolved.present[v->profile.motion] || resolved.rigid[v->profile.motion]) {
    return HOL_INVALID;
  }
  *values =
      (hol_profile_values){line->stiffness, line->mass, line->rotary, line->shear, line->tension, line->foundation};
  return HOL_OK;
}

/** Inertia of the section: mass, polar inertia and rotary inertias under the names of other properties. */
static hol_status masses_at(const void *context, size_t piece, double xi, hol_profile_values *values)
{
  const hol_varied *v = context;
  hol_line lines[HOL_MOTION_COUNT];
  hol_resolved resolved = {.line = lines};
  HOL_TRY(resolve_at(v->part, v->freedoms, piece, xi, &resolved));
  *values = (hol_profile_values){.stiffness = 1,
                                 .mass = resolved.line_mass,
                                 .rotary = resolved.rotary[0],
                                 .foundation = resolved.rotary[1],
                                 .tension = resolved.polar_inertia};
  return HOL_OK;
}

/** The properties by powers, where these are used. */
static hol_status powers_at(const void *context, size_t piece, double xi, hol_profile_values *values)
{
  const hol_varied *v = context;
  const hol_powers *p = &v->powers[piece];
  if (!p->is_used) {
    return v->direct(context, piece, xi, values);
  }
  double from = piece ? v->to[piece - 1] : 0, share = (xi - from) / (v->to[piece] - from);
  *values = (hol_profile_values){hol_powers_at(p, 0, share), hol_powers_at(p, 1, share), hol_powers_at(p, 2, share),
                                 hol_powers_at(p, 3, share), hol_powers_at(p, 4, share), hol_powers_at(p, 5, share)};
  return HOL_OK;
}

/** Powers are polynomials, whatever stands in the file. */
static hol_status follow(const void *context, size_t piece, double from, double to, hol_following *following)
{
  const hol_varied *v = context;
  *following = (hol_following){.follows = true};
  return v->powers[piece].is_used ? HOL_OK : hol_part_follow(v->part, piece, from, to, following);
}

static bool may_jump(const void *context, size_t piece)
{
  const hol_varied *v = context;
  return !v->powers[piece].is_used && hol_part_may_jump(v->part, piece);
}

static size_t breaks(const void *context, size_t piece, double *xi)
{
  const hol_varied *v = context;
  return v->powers[piece].is_used ? 0 : hol_part_breaks(v->part, piece, HOL_BREAKS_MOST, xi);
}

static hol_status may_hide(const void *context, size_t piece, double from, double to, hol_hidden *hidden)
{
  const hol_varied *v = context;
  *hidden = (hol_hidden){0};
  return v->powers[piece].is_used ? HOL_OK : hol_part_may_hide(v->part, piece, from, to, hidden);
}

/** Of what moves with the section there are others under these names. */
static void means(const void *context, hol_profile_values *mean)
{
  const hol_varied *v = context;
  bool is_line = v->direct == line_at, turns = is_line && v->profile.motion == HOL_TORSION;
  double added = turns ? 0 : hol_part_mean(v->part, HOL_P_ADDED_MASS);
  *mean = (hol_profile_values){.mass = hol_part_mean(v->part, turns ? HOL_P_POLAR_INERTIA : HOL_P_LINE_MASS) + added,
                               .tension = is_line ? hol_part_mean(v->part, HOL_P_AXIAL_FORCE) : 0,
                               .foundation = is_line ? hol_part_mean(v->part, HOL_P_FOUNDATION) : 0};
}

static const hol_profile_sight sight = {follow, may_jump, breaks, may_hide, means};

/** Powers fitted to a piece, if its expressions are what their samples say. */
static bool fit_powers(hol_varied *v, hol_profile_function at, size_t piece)
{
  hol_following f;
  double from = piece ? v->to[piece - 1] : 0, to = v->to[piece];
  return hol_powers_fit(at, v, piece, from, to, &v->powers[piece]) &&
         hol_part_follow(v->part, piece, from, to, &f) == HOL_OK && f.follows;
}

/** Is every piece the same all along, but for a linear axial force? Then one place in the middle tells all of it. */
bool hol_part_is_stepped(const hol_part *part)
{
  bool stepped = true;
  for (size_t k = 0; k < part->piece_count && stepped; k++) {
    const hol_section *section = part->piece[k].section ? part->piece[k].section : part->section;
    stepped = !part->piece[k].varying && !(section && section->varying);
  }
  return stepped;
}

/** Take the properties from a function, or from powers fitted to it. */
static void take_from(hol_varied *v, hol_profile_function at)
{
  size_t pieces = v->part->piece_count;
  v->powers = (hol_powers *)(void *)(v->to + 2 * (pieces + 1));
  v->direct = v->profile.at = at;
  for (size_t i = 0; i < pieces && !hol_part_is_stepped(v->part); i++) {
    v->powers[i].is_used = fit_powers(v, at, i);
    v->profile.at = v->powers[i].is_used ? powers_at : v->profile.at;
  }
}

hol_varied *hol_varied_new(const hol_part *part, const hol_resolved *resolved, hol_freedoms freedoms, hol_motion motion,
                           const hol_end end[2])
{
  hol_varied *v =
      hol_alloc(1, sizeof *v + 2 * (part->piece_count + 1) * sizeof *v->to + part->piece_count * sizeof *v->powers);
  if (!v) {
    return NULL;
  }
  *v = (hol_varied){.part = part, .freedoms = freedoms};
  v->profile = (hol_profile){.motion = motion,
                             .length = resolved->length,
                             .pieces = part->piece_count,
                             .to = v->to,
                             .to_rest = v->to + part->piece_count + 1,
                             .at = line_at,
                             .sight = &sight,
                             .context = v,
                             .end = {end[0], end[1]}};
  for (size_t i = 0; i < part->piece_count; i++) {
    v->to[i] = part->piece[i].to;
    v->to[part->piece_count + 1 + i] = part->piece[i].to_rest;
  }
  take_from(v, line_at);
  return v;
}

static hol_status uniform_at(const void *context, size_t piece, double xi, hol_profile_values *values)
{
  (void)piece;
  (void)xi;
  const hol_varied *v = context;
  *values = v->values;
  return HOL_OK;
}

hol_varied *hol_varied_uniform(const hol_line *line)
{
  hol_varied *v = hol_alloc(1, sizeof *v);
  if (!v) {
    return NULL;
  }
  *v =
      (hol_varied){.values = {line->stiffness, line->mass, line->rotary, line->shear, line->tension, line->foundation}};
  v->profile = (hol_profile){.motion = line->motion,
                             .length = line->length,
                             .pieces = 1,
                             .at = uniform_at,
                             .context = v,
                             .end = {line->end[0], line->end[1]}};
  return v;
}

hol_status hol_varied_settle(hol_varied *v, const hol_line *means)
{
  hol_line_mode rigid[2];
  size_t count;
  if (!v->part) {
    hol_line_part_set(&v->means, means);
    v->half_waves = hol_line_part_added_stiffness(v).half_waves;
    return HOL_OK;
  }
  v->means.line = *means;
  HOL_TRY(hol_line_is_bending(means) ? hol_profile_half_waves(&v->profile, &v->half_waves) : HOL_OK);
  HOL_TRY(hol_profile_rigid_modes(&v->profile, rigid, &count));
  hol_line_part_keep(&v->means, count, rigid);
  return HOL_OK;
}

bool hol_varied_is_alike(const hol_varied *a, const hol_varied *b)
{
  const hol_profile *p = &a->profile, *q = &b->profile;
  return p->motion == q->motion && a->freedoms == b->freedoms && p->end[0] == q->end[0] && p->end[1] == q->end[1] &&
         memcmp(&p->length, &q->length, sizeof p->length) == 0 &&
         (a->part && b->part ? hol_part_is_alike(a->part, b->part)
                             : !a->part && !b->part && memcmp(&a->values, &b->values, sizeof a->values) == 0);
}

bool hol_varied_is_stepped(const hol_varied *v)
{
  return v->part && hol_part_is_stepped(v->part);
}

/** Where its principal axes turn on the way, a member is twisted, which is not known here. */
static void check_twist(const hol_part *part, double turn, hol_faults *faults)
{
  if (fabs(turn) > 1e-9) {
    hol_faults_add(faults, true, part->place, "legs and thickness that change in proportion keep them",
                   "the principal axes of the section of `%s` turn along it", part->name);
  }
}

/** The first fault met on the way along the member goes to the user. */
static void look_along(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  enum { PLACES = 16 };
  double from = 0, turn = (double)NAN;
  size_t before = faults->errors;
  int places = hol_part_is_stepped(part) ? 1 : PLACES;
  for (size_t k = 0; k < part->piece_count; k++) {
    for (int i = 0; i < places && faults->errors == before; i++) {
      double xi = from + (part->piece[k].to - from) * (i + 0.5) / places;
      hol_part at;
      hol_section section;
      hol_section_values values;
      if (hol_part_at(part, k, xi, &at, &section) != HOL_OK) {
        hol_faults_add(faults, true, part->place, NULL, "`%s` has a property without a value at xi = %.6g", part->name,
                       xi);
      } else if (at.section && !hol_section_resolve(at.section, 0.3, &values)) {
        hol_faults_add(faults, true, part->place, NULL, "the section `%s` of `%s` is impossible at xi = %.6g",
                       at.section->name, part->name, xi);
      } else {
        kind_of(part)->resolve(&at, freedoms, resolved, faults);
        turn = isnan(turn) ? resolved->turn : turn;
        check_twist(part, resolved->turn - turn, faults);
      }
    }
    from = part->piece[k].to;
  }
}

/** The key of a property that an expression stands for; NULL: it is one of a section. */
static const hol_key *key_of(const hol_part *part, size_t property)
{
  const hol_key *found = NULL;
  for (size_t i = 0; i < part->of->keys; i++) {
    const hol_key *key = part->of->key[i];
    found = key->may_vary && !key->is_own && key->at == property ? key : found;
  }
  return property < HOL_PROPERTY_COUNT ? found : NULL;
}

/** Of a member that could not be followed: what stands in the way, and where. */
static void tell_lost(const hol_part *part, const hol_profile_sums *sums, hol_status status, hol_faults *faults)
{
  double xi = sums->lost, near = 1e-12;
  size_t k = 0;
  hol_hidden hidden = {.property = HOL_PROPERTY_COUNT};
  while (k + 1 < part->piece_count && xi > part->piece[k].to) {
    k++;
  }
  bool is_seen = status == HOL_NUMERICAL &&
                 hol_part_may_hide(part, k, fmax(xi - near, 0), fmin(xi + near, 1), &hidden) == HOL_OK && hidden.hides;
  const hol_key *key = is_seen ? key_of(part, hidden.property) : NULL;
  hol_place place =
      key && hol_place_of_property(part, key->at).line ? hol_place_of_property(part, key->at) : part->place;
  hol_faults_add(faults, true, place,
                 "its properties must be positive, finite and not all too sudden at every place inside",
                 "%s of `%s` %s at xi = %.10g", key ? key->name : "a property", part->name,
                 status != HOL_NUMERICAL         ? "has no possible value"
                 : is_seen && !hidden.is_bounded ? "has no bound"
                                                 : "changes faster than can be followed",
                 xi);
}

/** Integrals of what is the same all along each piece. */
static hol_status add_steps(const hol_varied *v, hol_profile_sums *sums)
{
  double total[HOL_PROPERTIES] = {0}, from = 0, before = 0;
  *sums = (hol_profile_sums){.first = 0};
  for (size_t k = 0; k < v->part->piece_count; k++) {
    hol_profile_values values;
    double property[HOL_PROPERTIES], to = v->to[k], l = v->profile.length, rest = v->profile.to_rest[k];
    sums->lost = (from + to) / 2;
    HOL_TRY(v->profile.at(v, k, (from + to) / 2, &values));
    hol_profile_list(&values, property);
    for (int i = 0; i < HOL_PROPERTIES; i++) {
      total[i] += property[i] * ((to - from) + (rest - before)) * l;
    }
    sums->first += values.mass * (to * to - from * from) * l * l / 2;
    sums->second += values.mass * (to * to * to - from * from * from) * l * l * l / 3;
    from = to;
    before = rest;
  }
  sums->total = (hol_profile_values){total[0], total[1], total[2], total[3], total[4], total[5]};
  return HOL_OK;
}

/** Integrals along a member; what cannot be followed there is told. @return HOL_INVALID then */
static hol_status integrate(const hol_part *part, const hol_varied *v, hol_profile_sums *sums, hol_faults *faults)
{
  hol_status status = !v                          ? HOL_MEMORY
                      : hol_part_is_stepped(part) ? add_steps(v, sums)
                                                  : hol_profile_integrate(&v->profile, sums);
  if (status == HOL_INVALID || status == HOL_NUMERICAL) {
    tell_lost(part, sums, status, faults);
    status = HOL_INVALID;
  }
  return status;
}

/** Means over the member into the line of a motion. */
static hol_status average_line(const hol_part *part, hol_freedoms freedoms, hol_motion motion, hol_resolved *resolved,
                               hol_faults *faults)
{
  hol_profile_sums sums;
  hol_line *line = &resolved->line[motion];
  hol_varied *v = hol_varied_new(part, resolved, freedoms, motion, line->end);
  hol_status status = integrate(part, v, &sums, faults);
  free(v);
  HOL_TRY(status);
  line->stiffness = sums.total.stiffness / resolved->length;
  line->mass = sums.total.mass / resolved->length;
  line->rotary = sums.total.rotary / resolved->length;
  line->shear = sums.total.shear / resolved->length;
  line->tension = sums.total.tension / resolved->length;
  line->foundation = sums.total.foundation / resolved->length;
  return HOL_OK;
}

static hol_status average_masses(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved,
                                 hol_faults *faults)
{
  static const hol_end free_ends[2] = {HOL_END_FREE, HOL_END_FREE};
  hol_profile_sums sums;
  hol_varied *v = hol_varied_new(part, resolved, freedoms, HOL_BENDING_Z, free_ends);
  if (v) {
    take_from(v, masses_at);
  }
  hol_status status = integrate(part, v, &sums, faults);
  free(v);
  HOL_TRY(status);
  resolved->moment[0] = sums.total.mass;
  resolved->moment[1] = sums.first;
  resolved->moment[2] = sums.second;
  resolved->turning[0] = sums.total.tension;
  resolved->turning[1] = sums.total.rotary;
  resolved->turning[2] = sums.total.foundation;
  resolved->line_mass = sums.total.mass / resolved->length;
  resolved->polar_inertia = resolved->turning[0] / resolved->length;
  resolved->rotary[0] = resolved->turning[1] / resolved->length;
  resolved->rotary[1] = resolved->turning[2] / resolved->length;
  return HOL_OK;
}

static bool is_near(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fabs(b);
}

/** Is one motion the same all along one piece of the part? */
static bool is_uniform(const hol_part *part, hol_freedoms freedoms, hol_motion motion, double from, double to)
{
  enum { PLACES = HOL_ENCLOSED_SAMPLES }; /* polynomials are told by these */
  hol_line first, line;
  bool uniform = true;
  int places = hol_part_is_stepped(part) ? 1 : PLACES;
  for (int i = 0; i < places && uniform; i++) {
    double xi = from + (to - from) * (i + 0.5) / places;
    uniform = hol_part_line_at(part, freedoms, motion, xi, i ? &line : &first) == HOL_OK;
    uniform =
        uniform && (i == 0 || (is_near(line.stiffness, first.stiffness) && is_near(line.shear, first.shear) &&
                               is_near(line.tension, first.tension) && is_near(line.foundation, first.foundation)));
  }
  return uniform;
}

/** Properties that determine stiffness, foundation and axial force of a motion. */
static hol_properties stiffness_of(hol_motion motion)
{
  hol_properties bending = HOL_P(EI) | HOL_P(EI_Y) | HOL_P(EI_Z) | HOL_P(KGA) | HOL_P(KGA_Y) | HOL_P(KGA_Z) |
                           HOL_P(KAPPA) | HOL_P(AXIAL_FORCE) | HOL_P(FOUNDATION);
  return motion == HOL_AXIAL ? HOL_P(EA) : motion == HOL_TORSION ? HOL_P(GJ) : bending;
}

/** A motion without mass enters as segments, which are uniform, one at least in each piece: are the pieces? */
static hol_status check_massless(const hol_part *part, hol_freedoms freedoms, hol_motion motion, hol_faults *faults)
{
  double from = 0;
  bool uniform = true;
  for (size_t k = 0; k < part->piece_count && uniform; k++) {
    HOL_TRY(hol_part_is_constant(part, k, stiffness_of(motion), &uniform));
    uniform = uniform && is_uniform(part, freedoms, motion, from, part->piece[k].to);
    from = part->piece[k].to;
  }
  if (!uniform) {
    static const char *const word[] = {"axial motion", "torsion", "bending", "bending"};
    hol_faults_add(faults, true, part->place, motion == HOL_TORSION ? "give it a polar_inertia" : "give it a line_mass",
                   "`%s` has no mass in %s, where its stiffness varies", part->name, word[motion]);
  }
  return HOL_OK;
}

/** Stiffness at a share of a piece; 0 where it is not possible. */
static double stiffness_at(const hol_varied *v, size_t piece, double share)
{
  hol_profile_values values;
  double from = piece ? v->to[piece - 1] : 0, xi = from + share * (v->to[piece] - from);
  hol_status status = v->profile.at(v, piece, xi, &values);
  return status == HOL_OK && values.stiffness > 0 ? values.stiffness : 0;
}

/** The share between a and b at which a stiffness that falls and rises again is least, by golden sections. */
static double least_between(const hol_varied *v, size_t piece, double a, double b)
{
  enum { STEPS = 60 };
  double golden = 0.6180339887498949;
  double c = b - golden * (b - a), d = a + golden * (b - a), at_c = stiffness_at(v, piece, c),
         at_d = stiffness_at(v, piece, d);
  for (int i = 0; i < STEPS; i++) {
    if (at_c < at_d) {
      b = d;
      d = c;
      at_d = at_c;
      c = b - golden * (b - a);
      at_c = stiffness_at(v, piece, c);
    } else {
      a = c;
      c = d;
      at_c = at_d;
      d = a + golden * (b - a);
      at_d = stiffness_at(v, piece, d);
    }
  }
  return 0.5 * (a + b);
}

/** Has a member no stiffness somewhere between its ends? It is then two, which nothing holds together. */
static bool is_cut(const hol_varied *v, double *xi)
{
  enum { PLACES = 48 };
  static const double none = 1e-13;
  double top = 0;
  for (size_t k = 0; k < v->part->piece_count; k++) {
    double value[PLACES + 1];
    for (int i = 0; i <= PLACES; i++) {
      value[i] = stiffness_at(v, k, (double)i / PLACES);
      top = fmax(top, value[i]);
    }
    for (int i = 0; i <= PLACES; i++) {
      bool is_end = (i == 0 && k == 0) || (i == PLACES && k + 1 == v->part->piece_count);
      bool is_least = (i == 0 || value[i] <= value[i - 1]) && (i == PLACES || value[i] <= value[i + 1]);
      if (is_end || !is_least) {
        continue;
      }
      double share =
          i == 0 || i == PLACES ? (double)i / PLACES : least_between(v, k, (i - 1.0) / PLACES, (i + 1.0) / PLACES);
      if (!(stiffness_at(v, k, share) > none * top)) {
        *xi = (k ? v->to[k - 1] : 0) + share * (v->to[k] - (k ? v->to[k - 1] : 0));
        return true;
      }
    }
  }
  return false;
}

/** Where there is next to none between the places looked at, the expressions tell. */
static hol_status find_cut(const hol_varied *v, double *xi, bool *cut)
{
  *cut = !hol_part_is_stepped(v->part) && is_cut(v, xi);
  for (size_t k = 0; k < v->part->piece_count && !*cut; k++) {
    hol_vanishing vanishing;
    HOL_TRY(hol_part_vanishing(v->part, k, stiffness_of(v->profile.motion), &vanishing));
    *cut = vanishing.property < HOL_PROPERTY_COUNT;
    *xi = vanishing.xi;
  }
  return HOL_OK;
}

/** Does the stiffness of a motion come to nothing at an end? */
static bool has_tip(const hol_varied *v, double mean)
{
  static const double close = 1e-6, little = 1e-4;
  return !hol_part_is_stepped(v->part) && !(stiffness_at(v, 0, close) > little * mean &&
                                            stiffness_at(v, v->part->piece_count - 1, 1 - close) > little * mean);
}

static hol_status check_cut(const hol_part *part, hol_freedoms freedoms, const hol_resolved *resolved,
                            hol_motion motion, hol_faults *faults, bool *tip)
{
  static const char *const word[] = {"axial stiffness", "torsional stiffness", "bending stiffness",
                                     "bending stiffness"};
  hol_varied *v = hol_varied_new(part, resolved, freedoms, motion, resolved->line[motion].end);
  double xi;
  bool cut = false;
  hol_status status = v ? find_cut(v, &xi, &cut) : HOL_MEMORY;
  *tip = *tip || (v && has_tip(v, resolved->line[motion].stiffness));
  if (cut) {
    size_t property = motion == HOL_AXIAL ? HOL_P_EA : motion == HOL_TORSION ? HOL_P_GJ : HOL_P_EI;
    hol_place place = hol_place_of_property(part, property).line ? hol_place_of_property(part, property) : part->place;
    hol_faults_add(faults, true, place, "two members with a joint between them say what is held there",
                   "`%s` has no %s at xi = %.6g, between its ends", part->name, word[motion], xi);
  }
  free(v);
  return status;
}

static void resolve_varying(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  size_t before = faults->errors;
  look_along(part, freedoms, resolved, faults);
  resolved->varies = true;
  resolved->has_tip = false;
  if (faults->errors > before) {
    return;
  }
  hol_status status = average_masses(part, freedoms, resolved, faults);
  for (int m = 0; m < HOL_MOTION_COUNT && status == HOL_OK; m++) {
    if (resolved->present[m] && !resolved->rigid[m]) {
      status = average_line(part, freedoms, (hol_motion)m, resolved, faults);
      if (status == HOL_OK && !(resolved->line[m].mass > 0)) {
        status = check_massless(part, freedoms, (hol_motion)m, faults);
      }
      if (status == HOL_OK && faults->errors == before) {
        status = check_cut(part, freedoms, resolved, (hol_motion)m, faults, &resolved->has_tip);
      }
    }
  }
  resolved->failure = status == HOL_MEMORY ? status : HOL_OK;
  if (status != HOL_OK && status != HOL_MEMORY && faults->errors == before) {
    hol_faults_add(faults, true, part->place, NULL, "%s", hol_status_text(status));
  }
}

static void resolve_uniform(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  kind_of(part)->resolve(part, freedoms, resolved, faults);
  if (kind_of(part)->grammar.points == HOL_POINTS_ENDS) {
    double l = resolved->length, m = resolved->line_mass;
    resolved->moment[0] = m * l;
    resolved->moment[1] = m * l * l / 2;
    resolved->moment[2] = m * l * l * l / 3;
    resolved->turning[0] = resolved->polar_inertia * l;
    resolved->turning[1] = resolved->rotary[0] * l;
    resolved->turning[2] = resolved->rotary[1] * l;
  }
}

void hol_part_resolve(const hol_part *part, hol_freedoms freedoms, hol_resolved *resolved, hol_faults *faults)
{
  hol_list_memory memory = hol_list_memory_of(resolved);
  size_t errors = faults->errors;
  if (part->piece_count) {
    resolve_varying(part, freedoms, resolved, faults);
  } else {
    resolve_uniform(part, freedoms, resolved, faults);
  }
  hol_list_begin(resolved, memory);
  bool is_resolved = faults->errors == errors && resolved->failure == HOL_OK;
  hol_status status = is_resolved ? kind_of(part)->list(part, resolved) : HOL_OK;
  resolved->failure = status == HOL_MEMORY ? status : resolved->failure;
  if (status != HOL_OK && status != HOL_MEMORY) {
    hol_faults_add(faults, true, part->place, NULL, "%s", hol_status_text(status));
  }
}
