/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped eigenvalues under any linear damping: search from undamped ones until their number is the winding number. */
#include "response/damped_search.h"
#include "base/memory.h"
#include "base/polynomial.h"
#include "model/damping.h"
#include "model/mass_stiffness_rows.h"
#include "response/zero_eigenvalue.h"
#include "response/damping_models.h"
#include "response/winding_number.h"

#include <math.h>
#include <stdlib.h>

/** Undamped modes beyond the request; rounds of search; guesses for missing eigenvalues; radii tried. */
enum { UNDAMPED_EXTRA = 4, ROUNDS = 12, GUESSES = 150, PLACES = 9, WEIERSTRASS = 60, ORDERS = 8, GROUP_MAX = 400 };
/** Factor by which the circle grows while a polynomial has more zeros: stiff dashpots on light bodies move them far
 *  away. */
static const double widening = 30;
/** Relative distance from poles of guesses. */
static const double pole_offset = 3e-3;
/** Relative radius about accumulation points within which eigenvalues are not listed. */
static const double accumulation_radius = 0.1;

/** Everything that one search owns. {0} is empty. */
typedef struct search {
  hol_undamped *undamped;
  const hol_damped_kind *kind;
  const hol_damped_request *request;
  hol_model *model; /**< that of `undamped` */
  hol_system system;
  hol_dynamic dynamic;
  hol_eigenvalues zeros;
  hol_eigenvalue_region discs; /**< accumulation points, and the largest radius with a count */
  double *size;                /**< [listed] |s| rising, of zeros that are motions and not in discs */
  size_t listed;
  double complex *pole; /**< [poles] own damped motions of parts, as of the last count. Owned */
  size_t poles;
  size_t rigid;  /**< motions at s = 0 */
  size_t degree; /**< of the determinant where it is a polynomial: so many zeros has it; else 0 */
  double first;  /**< lowest nonzero undamped frequency */
} search;

static void clear(search *s)
{
  hol_eigenvalues_clear(&s->zeros);
  hol_dynamic_clear(&s->dynamic);
  hol_system_clear(&s->system);
  free(s->size);
  free(s->pole);
}

/* ---- before the search
   -------------------------------------------------------------------------------------------- */

/** Solve for as many undamped modes as are wanted, and some more. */
static hol_status solve_undamped(search *s, size_t more, hol_faults *faults)
{
  size_t count = s->request->count;
  if (count == 0) {
    HOL_TRY(hol_undamped_solve(s->undamped, 0, s->request->below, faults));
    count = s->undamped->result.mode_count;
  }
  return hol_undamped_solve(s->undamped, count + more, 0, faults);
}

/** Typical decay rate of bodies held by dashpots alone. */
static double rate_of(const hol_model *model)
{
  double mass = 0, damping = 0;
  for (size_t i = 0; i < model->mass_count; i++) {
    mass += model->mass[i].mass;
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    damping += model->problem->joint[model->dashpot[i].joint].damping;
  }
  return mass > 0 && damping > 0 ? damping / mass : 1;
}

/** Test whether det S is a polynomial: only springs and dashpots between lumped masses. Members without mass and
 *  viscous damping are springs. */
static bool is_polynomial(const search *s)
{
  bool is = s->system.modal_count == 0;
  for (size_t i = 0; is && i < s->model->member_count; i++) {
    const hol_member *m = &s->model->member[i];
    hol_damping law = hol_member_damping(s->model, m);
    law.loss_factor = 0;
    is = !m->has_mass && !hol_damping_is_any(law);
  }
  return is;
}

/** det(s²M + s C + K) has the degree rank M + rank(M + C): both are positive semidefinite, and where neither is K
 *  holds, with loss factors its real part. Rows of masses and
 *  of dashpots span the range of M + C. */
static hol_status find_degree(search *s)
{
  const hol_model *model = s->model;
  hol_elimination e = {0};
  hol_row_collector to = {.elimination = &e};
  if (!is_polynomial(s)) {
    return HOL_OK;
  }
  hol_status status = hol_elimination_start(&e, model->coordinates);
  for (size_t i = 0; i < model->mass_count && status == HOL_OK; i++) {
    status = hol_collect_row(&to, &model->mass[i].along.row);
  }
  for (size_t i = 0; i < model->dashpot_count && status == HOL_OK; i++) {
    status = hol_collect_row(&to, &model->dashpot[i].along.row);
  }
  s->degree = status == HOL_OK ? model->mass_rank + e.pivots : 0;
  hol_elimination_clear(&e);
  return status;
}

static hol_status begin(search *s, hol_faults *faults)
{
  const hol_result *r = &s->undamped->result;
  double last = fmax(r->mode_count ? r->mode[r->mode_count - 1].omega : 0, s->request->below);
  s->first = last;
  for (size_t i = r->mode_count; i-- > 0;) {
    s->first = r->mode[i].omega > 0 ? r->mode[i].omega : s->first;
  }
  s->rigid = r->rigid_modes;
  s->model = &s->undamped->model;
  HOL_TRY(s->rigid > 0 ? hol_model_find_zero_modes(s->model, faults) : HOL_OK);
  s->first = s->first > 0 ? s->first : rate_of(s->model);
  last = fmax(last, s->first);
  s->model->reach = 16 * last * last;
  HOL_TRY(hol_system_build(s->model, 0, ORDERS, HOL_BOUND_UPPER, &s->system));
  HOL_TRY(hol_dynamic_start(&s->system, NULL, 0, &s->dynamic, faults));
  s->dynamic.is_continued = s->kind->is_lossy;
  s->zeros =
      (hol_eigenvalues){.dynamic = &s->dynamic,
                        .is_lossy = s->kind->is_lossy,
                        .wanted = r->mode_count,
                        .watch = {.progress = s->undamped->watch.progress, .context = s->undamped->watch.context}};
  hol_accumulation_discs(&s->zeros, &s->discs);
  HOL_TRY(find_degree(s));
  return hol_zero_eigenvalues(s->model, &s->zeros.at_zero);
}

/* ---- zeros ------------------------------------------------------------------------------------------------------- */

/** Search from every undamped mode. */
static hol_status search_from_undamped(search *s)
{
  const hol_result *r = &s->undamped->result;
  double loss = (s->kind->least + s->kind->most) / 4,
         last = fmax(r->mode_count ? r->mode[r->mode_count - 1].omega : 0, s->first);
  bool found;
  for (size_t i = 0; i < r->mode_count; i++) {
    double here = r->mode[i].omega, next = i + 1 < r->mode_count ? r->mode[i + 1].omega : here;
    if (here > 0) {
      HOL_TRY(hol_eigenvalues_find(&s->zeros, here * hol_complex(-1e-6 - loss, 1), 4 * last, &found));
    }
    if (here > 0 && next > here && !s->kind->is_losses_only) { /* where stiff dashpots bring them */
      HOL_TRY(hol_eigenvalues_find(&s->zeros, (here + next) / 2 * hol_complex(-0.03 - loss, 1), 4 * last, &found));
    }
  }
  return HOL_OK;
}

/** Search below the real axis, where continued loss factors excite, from the known eigenvalues above. */
static hol_status search_lower_half(search *s)
{
  size_t count = s->zeros.count;
  bool found;
  for (size_t i = 0; i < count; i++) {
    double complex above = s->zeros.zero[i];
    if (cimag(above) > 0) {
      HOL_TRY(hol_eigenvalues_find(&s->zeros, s->kind->is_losses_only ? -above : conj(above), 4 * cabs(above), &found));
    }
  }
  return HOL_OK;
}

/** Search on the real axis. */
static hol_status search_real_axis(search *s)
{
  static const double real[] = {0.1, 1, 5};
  const hol_result *r = &s->undamped->result;
  double last = fmax(r->mode_count ? r->mode[r->mode_count - 1].omega : 0, s->first);
  bool found;
  for (size_t i = 0; i < sizeof real / sizeof *real && !s->kind->is_losses_only; i++) {
    HOL_TRY(hol_eigenvalues_find(&s->zeros, -real[i] * s->first, 4 * last, &found));
  }
  return HOL_OK;
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/** Test whether a zero is a motion, and not next to an accumulation point. */
static bool is_listed(const search *s, double complex zero)
{
  bool is = !(cimag(zero) < 0);
  for (size_t i = 0; i < s->discs.discs; i++) {
    is = is && !(cabs(zero - s->discs.centre[i]) < accumulation_radius * cabs(s->discs.centre[i]));
  }
  return is;
}

/** Sort |s| of all listed eigenvalues. */
static hol_status sort_sizes(search *s)
{
  free(s->size);
  s->listed = 0;
  s->size = hol_alloc(s->zeros.count + 1, sizeof *s->size);
  for (size_t i = 0; s->size && i < s->zeros.count; i++) {
    if (is_listed(s, s->zeros.zero[i])) {
      s->size[s->listed++] = cabs(s->zeros.zero[i]);
    }
  }
  if (s->size) {
    qsort(s->size, s->listed, sizeof *s->size, rising);
  }
  return s->size ? HOL_OK : HOL_MEMORY;
}

/** Move the range of radii so that the circle passes through no disc. */
static void avoid_discs(const search *s, double *low, double *high)
{
  for (size_t i = 0; i < s->discs.discs; i++) {
    double size = cabs(s->discs.centre[i]), inner = (1 - s->discs.part) * size, outer = (1 + s->discs.part) * size;
    if (*low<outer && * high> inner && *low < inner) {
      *high = inner;
    } else if (*low < outer && *low >= inner) {
      *low = outer;
      *high = 1.1 * outer;
    }
  }
}

/** Range of radii for the circle about all wanted eigenvalues. @param[in] wide  if fewer than wanted are known: |s|
 *  of all known */
static void radius_range(const search *s, double wide, double *low, double *high)
{
  size_t n = 0, wanted = s->request->count > s->rigid ? s->request->count - s->rigid : 0;
  bool by_count = s->request->count > 0;
  if (by_count && s->listed < wanted) {
    *low = fmax(wide, s->listed > 0 ? s->size[s->listed - 1] : 0);
    *high = 1.1 * *low;
  } else {
    while (n < s->listed && (by_count ? n < wanted : s->size[n] < s->request->below)) {
      n++;
    }
    *low = n > 0 ? s->size[n - 1] : s->first / 8;
    *low = by_count ? *low : s->request->below;
    while (by_count && n < s->listed && s->size[n] <= *low * (1 + 1e-6)) { /* of the same size: both are inside */
      *low = s->size[n++];
    }
    *high = n < s->listed ? fmin(s->size[n], 1.3 * *low) : 1.1 * *low;
  }
  avoid_discs(s, low, high);
}

/** Distance of a circle from the nearest pole or known zero. */
static double distance_of(const search *s, double radius)
{
  double away = HUGE_VAL;
  for (size_t k = 0; k < s->poles; k++) {
    away = fmin(away, fabs(cabs(s->pole[k]) - radius));
  }
  for (size_t k = 0; k < s->zeros.count; k++) {
    away = fmin(away, fabs(cabs(s->zeros.zero[k]) - radius));
  }
  return away;
}

/** Relative distance of the discs within the circle from poles and known zeros. @param[in] part  their relative
 *  radius */
static double distance_of_discs(const search *s, double radius, double part)
{
  double away = HUGE_VAL;
  for (size_t i = 0; i < s->discs.discs && cabs(s->discs.centre[i]) < radius; i++) {
    double complex centre = s->discs.centre[i];
    for (size_t k = 0; k < s->poles; k++) {
      away = fmin(away, fabs(cabs(s->pole[k] - centre) / cabs(centre) - part));
    }
    for (size_t k = 0; k < s->zeros.count; k++) {
      away = fmin(away, fabs(cabs(s->zeros.zero[k] - centre) / cabs(centre) - part));
    }
  }
  return away;
}

/** Choose a region with its circle in a range, far from poles and zeros. @return HOL_NUMERICAL: there is none */
static hol_status choose_region(search *s, double low, double high, hol_eigenvalue_region *region)
{
  double best = 0, best_part = 0;
  *region = s->discs;
  region->radius = high;
  region->part = s->discs.part / 2;
  free(s->pole);
  s->pole = NULL;
  HOL_TRY(high <= s->discs.radius ? hol_dynamic_fill(&s->dynamic, hol_complex(0, (low + high) / 2), false)
                                  : HOL_INVALID);
  HOL_TRY(hol_determinant_poles(&s->zeros, region, &s->pole, &s->poles));
  region->radius = 0;
  for (int i = 0; i < PLACES; i++) {
    double here = low + (high - low) * (i + 1) / (PLACES + 1), part = s->discs.part * (0.5 + 0.5 * (i + 1) / PLACES);
    double away = fmin(fmin(s->request->count ? here - low : HUGE_VAL, high - here), distance_of(s, here));
    double away_part = distance_of_discs(s, low, part);
    region->radius = away > best ? here : region->radius;
    best = fmax(away, best);
    region->part = away_part > best_part ? part : region->part;
    best_part = fmax(away_part, best_part);
  }
  return region->radius > 0 ? HOL_OK : HOL_NUMERICAL;
}

/** Quasi-random guess: over the half disc, near the imaginary axis, on the real axis, in turn; with loss factors below
 *  the real axis as well. */
static double complex guess_at(const search *s, double radius, size_t t)
{
  static const double golden = 0.6180339887498949, plastic = 0.7548776662466927;
  double along = fmod(0.5 + golden * (double)t, 1), angle = acos(-1) * (0.5 + 0.5 * fmod(0.3 + plastic * (double)t, 1));
  double side = s->kind->is_lossy && t % 2 ? -1 : 1;
  if (t % 3 == 0) {
    return radius * sqrt(along) * hol_complex(cos(angle), side * sin(angle));
  }
  return t % 3 == 1 || s->kind->is_losses_only ? radius * along * hol_complex(-0.02 * side, side)
                                               : hol_complex(-radius * along, 0);
}

/** Zeros from their power sums: those of the polynomial given by Newton's identities.
 *  @param[out] w  [count] */
static void find_unknown(size_t count, const double complex sum[HOL_POWER_SUMS], double complex w[HOL_POWER_SUMS])
{
  double complex c[HOL_POWER_SUMS + 1] = {0}; /* Σ c_k w^k, c_n = 1 */
  c[count] = 1;
  for (size_t k = 1; k <= count; k++) {
    for (size_t i = 1; i <= k; i++) {
      c[count - k] -= c[count - k + i] * sum[i - 1] / (double)k;
    }
  }
  hol_polynomial_zeros(count, c, 1, WEIERSTRASS, 0, w);
}

/** Search from the unknown zeros that the power sums locate. */
static hol_status search_from_power_sums(search *s, const hol_eigenvalue_region *region, size_t count,
                                         const double complex sum[HOL_POWER_SUMS])
{
  double complex w[HOL_POWER_SUMS];
  bool found;
  if (count > HOL_POWER_SUMS) {
    return HOL_OK;
  }
  find_unknown(count, sum, w);
  for (size_t i = 0; i < count; i++) {
    double complex guess = region->radius * w[i];
    guess = !s->kind->is_lossy && cimag(guess) < 0 ? conj(guess) : guess;
    if (cabs(guess) > 0 && cabs(guess) < 2 * region->radius) {
      HOL_TRY(hol_eigenvalues_find(&s->zeros, guess, 4 * region->radius, &found));
    }
  }
  return HOL_OK;
}

/** Search for missing zeros: close to damped component modes, then from guesses. */
static hol_status search_missing(search *s, const hol_eigenvalue_region *region, size_t wanted)
{
  bool found;
  for (size_t i = 0; i < s->poles && hol_eigenvalues_known_in(&s->zeros, region) < wanted; i++) {
    double complex guess = s->pole[i] * (1 + pole_offset);
    if (hol_eigenvalue_region_contains(region, guess) && (s->kind->is_lossy || !(cimag(guess) < 0))) {
      HOL_TRY(hol_eigenvalues_find(&s->zeros, guess, 4 * region->radius, &found));
    }
  }
  for (size_t t = 0; t < GUESSES && hol_eigenvalues_known_in(&s->zeros, region) < wanted; t++) {
    HOL_TRY(hol_eigenvalues_find(&s->zeros, guess_at(s, region->radius, t), 4 * region->radius, &found));
  }
  return HOL_OK;
}

static const char *words_of(hol_status status)
{
  return status == HOL_INVALID
             ? "the own damped motions of parts have no formula here, or come together too closely: there is no count"
             : "the determinant could not be followed around";
}

/** Test whether as many zeros are known as the polynomial has. */
static bool knows_all(const search *s)
{
  const hol_eigenvalue_region all = {.radius = HUGE_VAL};
  return s->degree > 0 && hol_eigenvalues_known_in(&s->zeros, &all) == s->degree;
}

/** Compare known zeros with the winding number, and search until they agree. */
static hol_status count_all(search *s, hol_damped *found)
{
  const hol_result *r = &s->undamped->result;
  double wide = fmax(r->mode_count ? r->mode[r->mode_count - 1].omega : 0, s->first);
  found->reason = "zeros were found, but not as many as the count";
  for (int round = 0; round < (s->degree > 0 ? 3 * ROUNDS : ROUNDS); round++) {
    double low, high;
    hol_eigenvalue_region region;
    double complex unknown[HOL_POWER_SUMS];
    long count = 0;
    if (knows_all(s)) {
      found->known = HOL_DAMPED_COUNTED;
      found->is_exhausted = true;
      found->reason = NULL;
      return HOL_OK;
    }
    HOL_TRY(sort_sizes(s));
    radius_range(s, wide, &low, &high);
    hol_status status = choose_region(s, low, high, &region);
    status =
        status == HOL_OK ? hol_winding_number_count(&s->zeros, &region, s->pole, s->poles, &count, unknown) : status;
    if (status != HOL_OK) {
      found->reason = words_of(status);
      return status == HOL_MEMORY || status == HOL_INCOMPLETE ? status : HOL_OK;
    }
    size_t known = hol_eigenvalues_known_in(&s->zeros, &region);
    if (count == (long)known && s->listed + s->rigid < s->request->count) {
      found->reason = "there are fewer motions in the searched region than requested";
      wide = (s->degree > 0 ? widening : 3) * region.radius;
      continue;
    }
    if (count == (long)known) {
      found->known = HOL_DAMPED_COUNTED;
      found->reason = NULL;
      return HOL_OK;
    }
    if (count < (long)known) {
      return HOL_OK;
    }
    size_t all = s->zeros.count;
    HOL_TRY(search_from_power_sums(s, &region, (size_t)count - known, unknown));
    HOL_TRY(search_missing(s, &region, (size_t)count));
    if (s->zeros.count == all) {
      return HOL_OK;
    }
  }
  return HOL_OK;
}

/* ---- loss factors alone
   ------------------------------------------------------------------------------------------- */

static hol_loss_disc disc_of(const search *s, size_t mode)
{
  const hol_mode *m = &s->undamped->result.mode[mode];
  return hol_loss_disc_of(s->kind->least, s->kind->most, m->lower * m->lower, m->upper * m->upper);
}

/** Test whether the discs up to this mode are disjoint from all that follow. */
static bool is_apart(const search *s, size_t mode)
{
  hol_loss_disc here = disc_of(s, mode), beyond;
  double covered = s->undamped->covered;
  if (mode + 1 < s->undamped->result.mode_count) {
    beyond = disc_of(s, mode + 1);
  } else if (isinf(covered)) {
    return true;
  } else {
    beyond = hol_loss_disc_of(s->kind->least, s->kind->most, covered, covered);
  }
  return hol_loss_discs_are_apart(here, beyond);
}

/** Test whether λ is in one of these discs, within rounding. */
static bool is_in(const search *s, size_t first, size_t last, double complex lambda)
{
  static const double slack = 1e-9;
  for (size_t i = first; i <= last; i++) {
    const hol_loss_disc disc = disc_of(s, i);
    if (cabs(lambda - disc.centre) <= disc.radius + slack * cabs(lambda)) {
      return true;
    }
  }
  return false;
}

/** Assign the enclosing disc of a group to its eigenvalues. @return whether there are as many as discs */
static bool assign_disc(const search *s, size_t first, size_t last, hol_damped *found)
{
  hol_loss_disc low = disc_of(s, first), high = disc_of(s, last);
  double inner = cabs(low.centre) - low.radius, outer = cabs(high.centre) + high.radius;
  hol_loss_disc all = {(low.centre + high.centre) / 2,
                       cabs(high.centre - low.centre) / 2 + fmax(low.radius, high.radius)};
  size_t count = 0;
  for (size_t i = 0; i < found->motions; i++) {
    hol_damped_motion *m = &found->motion[i];
    if (m->omega > 0 && is_in(s, first, last, hol_complex(m->lambda[0], m->lambda[1]))) {
      m->lower = sqrt(fmax(inner, 0));
      m->upper = sqrt(outer);
      m->region = HOL_REGION_DISC;
      m->centre[0] = creal(all.centre);
      m->centre[1] = cimag(all.centre);
      m->radius = all.radius;
      count++;
    }
  }
  return count == last + 1 - first;
}

/** Number of eigenvalues proved by groups of discs, from the first on. */
static size_t prove_by_discs(const search *s, hol_damped *found)
{
  const hol_result *r = &s->undamped->result;
  size_t first = s->rigid, proved = 0;
  for (size_t i = first; i < r->mode_count; i++) {
    if (is_apart(s, i)) {
      if (!assign_disc(s, first, i, found)) {
        break;
      }
      proved = i + 1;
      first = i + 1;
    }
  }
  return proved;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static hol_status list_motions(const search *s, hol_damped *found)
{
  hol_damped_motion *m;
  found->motions = 0;
  for (size_t i = 0; i < s->rigid; i++) {
    HOL_TRY(hol_damped_add(found, 0, &m));
    m->residual = 0;
  }
  for (size_t i = 0; i < s->zeros.count; i++) {
    if (is_listed(s, s->zeros.zero[i])) {
      HOL_TRY(hol_damped_add(found, s->zeros.zero[i], &m));
      m->residual = s->zeros.residual[i];
    }
  }
  return HOL_OK;
}

/** Test whether the discs prove the part of the list that is wanted. */
static bool is_proved(const search *s, hol_damped *found)
{
  const hol_result *r = &s->undamped->result;
  bool may_be = s->kind->is_losses_only && s->undamped->is_proved && r->growing + r->neutral == 0;
  size_t proved = may_be ? prove_by_discs(s, found) : 0, wanted = s->request->count;
  for (size_t i = s->rigid; i < proved; i++) { /* of the first so many, in the order of size, each is in a group */
    proved = i < found->motions && found->motion[i].region == HOL_REGION_DISC ? proved : 0;
  }
  if (wanted == 0) { /* one more is beyond */
    while (wanted < found->motions && found->motion[wanted].omega < s->request->below) {
      wanted++;
    }
    wanted++;
  }
  return may_be && (proved >= wanted || (isinf(s->undamped->covered) && proved == r->mode_count));
}

/** List the accumulation points within the range of the list. */
static void list_accumulations(const search *s, hol_damped *found)
{
  double last = found->motions > 0 ? found->motion[found->motions - 1].omega : 0;
  last = s->request->count > 0 ? last : s->request->below;
  for (size_t i = 0; i < s->discs.discs && (1 - accumulation_radius) * cabs(s->discs.centre[i]) < last; i++) {
    found->accumulation[found->accumulations++] = -creal(s->discs.centre[i]);
  }
}

static hol_status run(search *s, hol_damped *found, hol_faults *faults)
{
  HOL_TRY(begin(s, faults));
  HOL_TRY(search_from_undamped(s));
  HOL_TRY(search_real_axis(s));
  const hol_damped_request all = {.below = HUGE_VAL};
  HOL_TRY(list_motions(s, found));
  (void)hol_damped_cut(&all, found);
  if (is_proved(s, found)) {
    found->known = HOL_DAMPED_PROVED;
    found->reason = NULL;
  } else {
    HOL_TRY(s->kind->is_lossy ? search_lower_half(s) : HOL_OK);
    HOL_TRY(count_all(s, found));
    HOL_TRY(list_motions(s, found));
    (void)hol_damped_cut(&all, found);
    (void)is_proved(s, found);
  }
  if (s->kind->is_dashpots_only && found->known == HOL_DAMPED_COUNTED) {
    HOL_TRY(hol_damped_circles(s->undamped, found, faults));
  }
  found->evaluations = s->zeros.evaluations;
  (void)hol_damped_cut(s->request, found);
  list_accumulations(s, found);
  return HOL_OK;
}

hol_status hol_damped_search(hol_undamped *undamped, const hol_damped_kind *kind, const hol_damped_request *request,
                             hol_damped *found, hol_faults *faults)
{
  search s = {.undamped = undamped, .kind = kind, .request = request};
  found->reason = "this kind of damping cannot be searched";
  HOL_TRY(solve_undamped(&s, UNDAMPED_EXTRA + request->count / 2, faults));
  hol_status status = run(&s, found, faults);
  clear(&s);
  return status;
}
