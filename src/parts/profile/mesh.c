/* SPDX-License-Identifier: BSD-3-Clause */
/* Mesh of a member with varying properties: smooth cells, refinement, integrals along it, behaviour at tips. */
#include "parts/profile/mesh.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/profile/layers.h"
#include "parts/profile/legendre.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Highest degree of a strain on an element before it is divided instead: without waves, and ever. */
enum { DEGREE_STILL = 48, DEGREE_MOST = 200 };
/** The last strain coordinates of an element, relative to all: where they end in this the element is fine enough, its
 *  error in ω² and Γ being their square. */
static const double fine = 3e-11;
/** Elements are not divided below this, relative to the member. */
static const double finest = 1e-12;

hol_status hol_mesh_append(hol_mesh *m, hol_cell cell)
{
  if (!hol_grow(&m->cell, &m->capacity, m->count + 1, sizeof *m->cell)) {
    return HOL_MEMORY;
  }
  m->cell[m->count++] = cell;
  return HOL_OK;
}

/** Legendre coefficients of a sampled property that are still felt at the end of the series, relative to its largest.
 *  @param[in] floor  what is smaller than that is not felt */
static double unresolved(size_t n, const long double *P, const long double *w, const double *value, double floor)
{
  double largest = fmax(hol_largest(n, value), floor), last = 0;
  for (size_t k = n - 5; k + 1 < n; k++) {
    long double c = 0;
    for (size_t i = 0; i < n; i++) {
      c += w[i] * (long double)value[i] * P[i * n + k];
    }
    last = fmax(last, (double)fabsl(c) * ((double)k + 0.5));
  }
  return largest > 0 ? last / largest : 0;
}

enum { SAMPLES = 24 };

/** A property negligible beside its values elsewhere, and beside the stiffness here, counts as zero: the
 *  tail of a peak need not be right to its last digit. Stiffnesses must be, whatever they are.
 *  @param[in] stiffness  [SAMPLES] on the cell */
static void find_floors(const hol_profile *profile, const double *stiffness, hol_mesh *m, double floor[HOL_PROPERTIES])
{
  static const double nothing = 1e-20, beside = 1e-13;
  hol_profile_values mean = {0};
  double least = HUGE_VAL, l2 = profile->length * profile->length;
  if (profile->sight && profile->sight->means) {
    profile->sight->means(profile->context, &mean);
  }
  for (size_t i = 0; i < SAMPLES; i++) {
    least = fmin(least, stiffness[i]);
    m->stiffest = fmax(m->stiffest, stiffness[i]);
  }
  const hol_profile_values most = {.mass = nothing * mean.mass * (least / m->stiffest),
                                   .tension = fmin(nothing * mean.tension, beside * least / l2),
                                   .foundation = fmin(nothing * mean.foundation, beside * least / (l2 * l2))};
  hol_profile_list(&most, floor);
}

/** Is every property a short Legendre series on the cell? */
static hol_status is_smooth(const hol_profile *profile, const hol_cell *cell, hol_mesh *m, bool *smooth)
{
  long double s[SAMPLES], w[SAMPLES], P[SAMPLES * SAMPLES];
  double value[HOL_PROPERTIES][SAMPLES], list[HOL_PROPERTIES], floor[HOL_PROPERTIES];
  hol_gauss(SAMPLES, s, w);
  for (size_t i = 0; i < SAMPLES; i++) {
    hol_profile_values v;
    double x = cell->from + 0.5 * (cell->to - cell->from) * (double)(1 + s[i]);
    hol_legendre(SAMPLES, s[i], P + i * SAMPLES);
    m->lost = x / profile->length;
    HOL_TRY(hol_profile_values_at(profile, cell->piece, x, &v));
    hol_profile_list(&v, list);
    for (size_t k = 0; k < HOL_PROPERTIES; k++) {
      value[k][i] = list[k];
    }
  }
  /* ξ itself is rounded: a property that changes over the cell carries its rounding, relative to the cell. */
  double limit = 1e-13 + 16 * DBL_EPSILON * cell->to / (cell->to - cell->from);
  *smooth = true;
  find_floors(profile, value[0], m, floor);
  for (size_t k = 0; k < HOL_PROPERTIES; k++) {
    *smooth = *smooth && unresolved(SAMPLES, P, w, value[k], floor[k]) < limit;
  }
  return HOL_OK;
}

/** Polynomials per half-wave of the highest mode requested, of which each segment is taken to have its share. */
static const double per_wave = 1.7;

/** Polynomials to start with on a segment. */
static size_t first_degree(const hol_profile *profile, double h, size_t modes)
{
  double share = h / profile->length, degree = ceil(4 + 8 * cbrt(share) + per_wave * ((double)modes + 2) * share);
  return degree < DEGREE_MOST ? (size_t)degree : DEGREE_MOST;
}

static size_t last_degree(double share, size_t modes)
{
  double degree = DEGREE_STILL + 1.5 * per_wave * ((double)modes + 2) * share;
  return degree < DEGREE_MOST ? (size_t)degree : DEGREE_MOST;
}

/** A cell whose properties are smooth, with elements for thin layers at those of its ends where there are some. */
static hol_status add_layers(const hol_profile *profile, const hol_cell *cell, const bool at_end[2], hol_mesh *m)
{
  hol_cell part[HOL_LAYERS_MOST];
  size_t count;
  HOL_TRY(hol_layers_divide(profile, cell, at_end, part, &count));
  for (size_t i = 0; i < count; i++) {
    HOL_TRY(hol_mesh_append(m, part[i]));
  }
  return HOL_OK;
}

/** A cell with its ends as shares of the member, which are exact at ends of pieces and where properties jump. */
typedef struct segment {
  hol_cell cell;
  double from, to;
} segment;

/** Are the properties smooth on a segment, between the samples too? If not, where it is to be divided. */
static hol_status look_through(const hol_profile *profile, const segment *part, hol_mesh *m, bool *smooth,
                               segment *left)
{
  const hol_profile_sight *sight = profile->sight;
  const hol_cell *cell = &part->cell;
  hol_following f = {.follows = true};
  HOL_TRY(is_smooth(profile, cell, m, smooth));
  if (sight && (*smooth || sight->may_jump(profile->context, cell->piece))) {
    HOL_TRY(sight->follow(profile->context, cell->piece, part->from, part->to, &f));
  }
  *left = *part;
  *smooth = *smooth && f.follows;
  left->to = f.jump;
  left->cell.to = f.jump * profile->length;
  if (!f.jumps || !(left->cell.to > cell->from && left->cell.to < cell->to)) {
    left->cell.to = 0.5 * (cell->from + cell->to);
    left->to = left->cell.to / profile->length;
  }
  return HOL_OK;
}

/** Where properties change within less than can be divided, and by so much that it would be felt. */
static hol_status check_hidden(const hol_profile *profile, const segment *part, hol_mesh *m)
{
  hol_hidden hidden = {0};
  if (profile->sight) {
    HOL_TRY(profile->sight->may_hide(profile->context, part->cell.piece, part->from, part->to, &hidden));
  }
  m->lost = part->from <= 0 ? 0 : part->to >= 1 ? 1 : 0.5 * (part->from + part->to);
  return hidden.hides ? HOL_NUMERICAL : HOL_OK;
}

/** The first smooth part of what is left. */
static hol_status first_smooth(const hol_profile *profile, segment *part, hol_mesh *m)
{
  for (;;) {
    segment left;
    bool smooth = false;
    HOL_TRY(look_through(profile, part, m, &smooth, &left));
    if (smooth) {
      return HOL_OK;
    }
    if (part->cell.to - part->cell.from < finest * profile->length ||
        !(left.cell.to > part->cell.from && left.cell.to < part->cell.to)) {
      return check_hidden(profile, part, m);
    }
    *part = left;
  }
}

/** Divide a segment in halves, and where properties jump, until they are smooth on each. Without modes nothing else is
 *  asked of it. */
static hol_status add_smooth(const hol_profile *profile, segment all, size_t modes, hol_mesh *m)
{
  double start = all.cell.from;
  for (;;) {
    segment part = all;
    HOL_TRY(first_smooth(profile, &part, m));
    part.cell.p = first_degree(profile, part.cell.to - part.cell.from, modes);
    const bool at_end[2] = {modes > 0 && part.cell.from <= start, modes > 0 && part.cell.to >= all.cell.to};
    HOL_TRY(add_layers(profile, &part.cell, at_end, m));
    if (m->count > HOL_CELLS_MOST) {
      return HOL_NUMERICAL;
    }
    if (part.cell.to >= all.cell.to) {
      return HOL_OK;
    }
    all.cell.from = part.cell.to;
    all.from = part.to;
  }
}

/** Ends of pieces to be, as shares of the member. */
typedef struct joints {
  double xi[HOL_BREAKS_MOST];
  size_t count;
} joints;

static void find_joints(const hol_profile *profile, joints *all)
{
  double xi[HOL_BREAKS_MOST];
  all->count = 0;
  for (size_t k = 0; k < profile->pieces && profile->sight && profile->sight->breaks; k++) {
    size_t more = profile->sight->breaks(profile->context, k, xi);
    for (size_t i = 0; i < more && all->count < HOL_BREAKS_MOST; i++) {
      all->xi[all->count++] = xi[i];
    }
  }
}

/** The share of the member at x; the very one that is written where a piece ends, or branches meet. */
static double share_of(const hol_profile *profile, const joints *all, double x)
{
  for (size_t k = 0; k < all->count; k++) {
    if (!(x < all->xi[k] * profile->length) && !(x > all->xi[k] * profile->length)) {
      return all->xi[k];
    }
  }
  for (size_t k = 0; k + 1 < profile->pieces; k++) {
    if (!(x < profile->to[k] * profile->length) && !(x > profile->to[k] * profile->length)) {
      return profile->to[k];
    }
  }
  return x >= profile->length ? 1 : x / profile->length;
}

hol_status hol_mesh_first(const hol_profile *profile, const hol_profile_request *request, double *cut, hol_mesh *m)
{
  double l = profile->length, near = 1e-9 * l;
  size_t n = 0, piece = 0;
  joints branches;
  find_joints(profile, &branches);
  for (size_t i = 0; i < branches.count; i++) {
    cut[n++] = branches.xi[i] * l;
  }
  for (size_t i = 0; i < profile->pieces; i++) {
    cut[n++] = i + 1 < profile->pieces ? profile->to[i] * l : l;
  }
  for (size_t i = 0; i < request->ports; i++) {
    cut[n++] = request->port[i].x;
  }
  hol_sort(n, cut);
  double from = 0;
  for (size_t i = 0; i < n; i++) {
    double to = cut[i];
    /* Places closer than rounding are one; a piece ends exactly where it is said to. */
    for (size_t k = 0; k + 1 < profile->pieces; k++) {
      to = fabs(to - profile->to[k] * l) <= near ? profile->to[k] * l : to;
    }
    to = to > l - near ? l : to;
    if (to - from <= near) {
      continue;
    }
    while (piece + 1 < profile->pieces && profile->to[piece] * l <= from) {
      piece++;
    }
    const segment all = {
        {.piece = piece, .from = from, .to = to}, share_of(profile, &branches, from), share_of(profile, &branches, to)};
    HOL_TRY(add_smooth(profile, all, request->modes, m));
    from = to;
  }
  return HOL_OK;
}

/** Sums over the Gauss points of one cell. */
static hol_status add_cell(const hol_profile *profile, const hol_cell *cell, hol_profile_sums *sums)
{
  long double s[SAMPLES], w[SAMPLES];
  double half = 0.5 * (cell->to - cell->from);
  hol_profile_values *t = &sums->total;
  hol_gauss(SAMPLES, s, w);
  for (size_t i = 0; i < SAMPLES; i++) {
    hol_profile_values v;
    double x = cell->from + half * (double)(1 + s[i]), weight = half * (double)w[i];
    sums->lost = x / profile->length;
    HOL_TRY(hol_profile_values_at(profile, cell->piece, x, &v));
    t->stiffness += weight * v.stiffness;
    t->mass += weight * v.mass;
    t->rotary += weight * v.rotary;
    t->shear += weight * v.shear;
    t->tension += weight * v.tension;
    t->foundation += weight * v.foundation;
    sums->first += weight * v.mass * x;
    sums->second += weight * v.mass * x * x;
  }
  return HOL_OK;
}

hol_status hol_profile_mesh(const hol_profile *profile, hol_mesh *m)
{
  double *cut = hol_alloc(profile->pieces + HOL_BREAKS_MOST, sizeof *cut);
  hol_status status = cut ? hol_mesh_first(profile, &(hol_profile_request){0}, cut, m) : HOL_MEMORY;
  free(cut);
  return status;
}

hol_status hol_profile_integrate(const hol_profile *profile, hol_profile_sums *sums)
{
  hol_mesh m = {0};
  *sums = (hol_profile_sums){0};
  hol_status status = hol_profile_mesh(profile, &m);
  sums->lost = m.lost;
  for (size_t i = 0; i < m.count && status == HOL_OK; i++) {
    status = add_cell(profile, &m.cell[i], sums);
  }
  free(m.cell);
  return status;
}

/** The power of the distance from an end by which stiffnesses fall off towards it. */
static hol_status tip_powers(const hol_profile *profile, int end, double *bending, double *shear)
{
  hol_profile_values near, far;
  double l = profile->length, a = 1e-6 * l, b = 1e-5 * l;
  size_t piece = end ? profile->pieces - 1 : 0;
  HOL_TRY(hol_profile_values_at(profile, piece, end ? l - a : a, &near));
  HOL_TRY(hol_profile_values_at(profile, piece, end ? l - b : b, &far));
  *bending = log10(far.stiffness / near.stiffness);
  *shear = near.shear > 0 ? log10(far.shear / near.shear) : 0;
  return HOL_OK;
}

bool hol_profile_bears(const hol_profile *profile, int end, int order)
{
  double stiffness, shear;
  double little = 0.02; /* a power so close to the limit is taken for it */
  if (tip_powers(profile, end, &stiffness, &shear) != HOL_OK) {
    return false;
  }
  bool deflects = hol_profile_is_bending(profile) && order == 0;
  return stiffness < (deflects ? 3 : 1) - little && (!deflects || shear < 1 - little);
}

bool hol_profile_stands(const hol_profile *profile, int end)
{
  hol_profile_values near, far;
  double l = profile->length, s = 1e-6 * l, t = 1e-5 * l, a, shear;
  double little = 0.02; /* as above */
  size_t piece = end ? profile->pieces - 1 : 0;
  if (!hol_profile_is_bending(profile) || tip_powers(profile, end, &a, &shear) != HOL_OK ||
      hol_profile_values_at(profile, piece, end ? l - s : s, &near) != HOL_OK ||
      hol_profile_values_at(profile, piece, end ? l - t : t, &far) != HOL_OK || !(near.tension < 0)) {
    return true; /* other faults are told elsewhere */
  }
  double b = far.tension < 0 ? log10(far.tension / near.tension) : 0, load = -near.tension * s * s / near.stiffness;
  bool shears = near.shear > 0 && near.tension <= -near.shear;
  bool is_limit = fabs(a - b - 2) <= little;
  return !shears && (is_limit ? load <= 0.25 * (a - 1) * (a - 1) : a < b + 2);
}

void hol_space_rigid_modes(const hol_space *space, hol_line_mode mode[2])
{
  for (size_t r = 0; r < space->rigid; r++) {
    hol_drift d = space->drift[r];
    mode[r] = (hol_line_mode){.c = {0, 0, d.a + 0.5 * d.b * space->profile.length, d.b}};
  }
}

/** Does something push it somewhere? */
static bool is_pushed(const hol_space *space)
{
  bool pushed = false;
  for (size_t i = 0; i < space->elements && !pushed; i++) {
    const hol_element *e = &space->element[i];
    for (size_t k = 0; k < e->held && !pushed; k++) {
      pushed = e->sign[k] < 0;
    }
  }
  return pushed;
}

hol_status hol_profile_rigid_modes(const hol_profile *profile, hol_line_mode mode[2], size_t *count)
{
  hol_mesh m = {0};
  hol_space space = {0};
  hol_status status = hol_profile_mesh(profile, &m);
  status = status == HOL_OK ? hol_space_begin(profile, m.cell, m.count, HOL_MARGIN, &space) : status;
  if (status == HOL_OK) {
    *count = space.rigid;
    hol_space_rigid_modes(&space, mode);
  }
  if (status == HOL_OK && is_pushed(&space)) { /* can it have component modes at all? */
    hol_space_clear(&space);
    status = hol_space_build(profile, m.cell, m.count, HOL_MARGIN, &space);
  }
  hol_space_clear(&space);
  free(m.cell);
  return status;
}

/** Sum over the Gauss points of one cell. */
static hol_status add_waves(const hol_profile *profile, const hol_cell *cell, double *waves)
{
  long double s[SAMPLES], w[SAMPLES];
  double half = 0.5 * (cell->to - cell->from);
  hol_gauss(SAMPLES, s, w);
  for (size_t i = 0; i < SAMPLES; i++) {
    hol_profile_values v;
    HOL_TRY(hol_profile_values_at(profile, cell->piece, cell->from + half * (double)(1 + s[i]), &v));
    *waves += v.tension < 0 ? half * (double)w[i] * sqrt(-v.tension / v.stiffness) / M_PI : 0;
  }
  return HOL_OK;
}

hol_status hol_profile_half_waves(const hol_profile *profile, double *waves)
{
  hol_mesh m = {0};
  *waves = 0;
  hol_status status = hol_profile_mesh(profile, &m);
  for (size_t i = 0; i < m.count && status == HOL_OK; i++) {
    status = add_waves(profile, &m.cell[i], waves);
  }
  free(m.cell);
  return status;
}

/* ---- refinement ---- */

/** Polynomials that the decay seen so far would need; SIZE_MAX if it hardly decays. */
static size_t degree_needed(size_t p, hol_decay d)
{
  double rate = log(d.middle / d.last) / ((double)p / 2);
  double more = log(d.last / fine) / rate;
  return rate > 0 && more < DEGREE_MOST ? p + (size_t)ceil(more) + 2 : SIZE_MAX;
}

hol_status hol_mesh_refine(const hol_mesh *old, const hol_decay *d, double length, size_t modes, hol_mesh *m,
                           bool *refined)
{
  *refined = false;
  for (size_t i = 0; i < old->count; i++) {
    hol_cell cell = old->cell[i];
    if (d[i].last <= fine) {
      HOL_TRY(hol_mesh_append(m, cell));
      continue;
    }
    size_t needed = degree_needed(cell.p, d[i]);
    double middle = 0.5 * (cell.from + cell.to);
    if (needed <= last_degree((cell.to - cell.from) / length, modes)) {
      cell.p = needed;
      HOL_TRY(hol_mesh_append(m, cell));
      *refined = true;
    } else if (cell.to - cell.from > finest * length && middle > cell.from && middle < cell.to) {
      cell.p = cell.p > 10 ? cell.p * 3 / 4 : cell.p;
      HOL_TRY(hol_mesh_append(m, (hol_cell){cell.piece, cell.from, middle, cell.p}));
      HOL_TRY(hol_mesh_append(m, (hol_cell){cell.piece, middle, cell.to, cell.p}));
      *refined = true;
    } else {
      HOL_TRY(hol_mesh_append(m, cell));
    }
  }
  return HOL_OK;
}
