/* SPDX-License-Identifier: BSD-3-Clause */
/* Search for damped eigenvalues from guesses until their number is the winding number. */
#include "response/damped_state.h"
#include "base/polynomial.h"
#include "response/damping_models.h"
#include "response/winding_number.h"

#include <math.h>

/** Rounds of search; guesses for missing eigenvalues; iterations of Weierstrass. */
enum { ROUNDS = 12, GUESSES = 150, WEIERSTRASS = 60 };
/** Factor by which the circle grows while a polynomial has more zeros: stiff dashpots on light bodies move them far
 *  away. */
static const double widening = 30;
/** Relative distance from poles of guesses. */
static const double pole_offset = 3e-3;

hol_status hol_damped_search_from_undamped(hol_damped_state *s)
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

hol_status hol_damped_search_lower_half(hol_damped_state *s)
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

hol_status hol_damped_search_real_axis(hol_damped_state *s)
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

/** Quasi-random guess: over the half disc, near the imaginary axis, on the real axis, in turn; with loss factors below
 *  the real axis as well. */
static double complex guess_at(const hol_damped_state *s, double radius, size_t t)
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
static hol_status search_from_power_sums(hol_damped_state *s, const hol_eigenvalue_region *region, size_t count,
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
static hol_status search_missing(hol_damped_state *s, const hol_eigenvalue_region *region, size_t wanted)
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
static bool knows_all(const hol_damped_state *s)
{
  const hol_eigenvalue_region all = {.radius = HUGE_VAL};
  return s->degree > 0 && hol_eigenvalues_known_in(&s->zeros, &all) == s->degree;
}

hol_status hol_damped_count_zeros(hol_damped_state *s, hol_damped *found)
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
    HOL_TRY(hol_damped_sort_sizes(s));
    hol_damped_radius_range(s, wide, &low, &high);
    hol_status status = hol_damped_choose_region(s, low, high, &region);
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
