/* SPDX-License-Identifier: BSD-3-Clause */
/* Boundary layers of members under tension or on a foundation: decay rates, and elements that resolve them. */
#include "parts/profile/layers.h"

#include <math.h>

/** A layer is thin where the segment is so many times as long as its decay length. */
static const double thin = 200;
/** Where the elements of a layer end, in decay lengths: beyond the last it is rounding. */
enum { STEPS = 3 };
static const double step[STEPS] = {6, 16, 32};
enum { RATES = 2, CUTS = RATES * STEPS };
/** Truncation error of the series of a layer's strain on an element, relative to the strain at the end. */
static const double fine = 1e-12;
/** Highest degree laid: refinement raises it where that is not enough. */
enum { DEGREE_MOST = 48 };

/** One e^{−κx}. */
typedef struct decay {
  double rate; /**< Re κ; 0: none */
  double wave; /**< |κ|/Re κ */
} decay;

/** The decays with these properties, falling; where they oscillate more than they decay there are none. */
static void decays_of(bool bending, const hol_profile_values *v, decay d[RATES])
{
  double T = v->tension, f = v->foundation;
  d[0] = d[1] = (decay){0, 1};
  if (!bending) {
    d[0].rate = sqrt(f / v->stiffness);
    return;
  }
  double soft = v->shear > 0 ? v->stiffness / v->shear : 0;
  double a = v->stiffness + T * soft, b = T + f * soft, square = b * b - 4 * a * f;
  if (!(a > 0 && b >= 0 && isfinite(square))) {
    return;
  }
  if (square < 0) {
    double size = sqrt(f / a); /* |κ²| */
    d[0].rate = sqrt((size + b / (2 * a)) / 2);
    d[0].wave = sqrt(size) / d[0].rate;
    return;
  }
  double larger = (b + sqrt(square)) / (2 * a);
  d[0].rate = sqrt(larger);
  d[1].rate = larger > 0 ? sqrt(f / (a * larger)) : 0;
}

/** Where to cut beside an end of a segment of length h: distances from it, rising. @return how many */
static size_t cuts_of(const decay d[RATES], double h, double cut[CUTS])
{
  static const double apart = 1.5;
  size_t count = 0;
  for (int r = 0; r < RATES; r++) {
    for (int i = 0; i < STEPS && d[r].rate * h > thin; i++) {
      double at = step[i] / d[r].rate;
      if (count == 0 || at > apart * cut[count - 1]) {
        cut[count++] = at;
      }
    }
  }
  return count;
}

/** Polynomials for the strain e^{−κx} between two distances from the end: its Legendre coefficients fall like the
 *  modified Bessel functions I_p(z)e^{−z} [Olver et al., NIST Handbook, 10.41(ii)], z = κ × half the segment. */
static size_t degree_of(const decay *d, double from, double to)
{
  double start = d->rate * from, z = d->rate * d->wave * (to - from) / 2;
  size_t p = 2;
  for (; p < DEGREE_MOST; p++) {
    double n = (double)p, root = hypot(n, z), size = root + n * log(z / (n + root)) - z - start;
    if (size < log(fine)) {
      break;
    }
  }
  return p;
}

/** The parts that end at the cuts beside one end of the cell, from there inwards. @param[in,out] edge  where the rest
 *  begins or ends */
static size_t lay(const hol_cell *cell, bool is_far, const decay d[RATES], hol_cell *part, double *edge)
{
  double h = cell->to - cell->from, cut[CUTS], before = 0;
  size_t count = cuts_of(d, h, cut);
  for (size_t i = 0; i < count; i++) {
    double at = is_far ? cell->to - cut[i] : cell->from + cut[i];
    part[i] = (hol_cell){.piece = cell->piece, .p = cell->p};
    part[i].from = is_far ? at : *edge;
    part[i].to = is_far ? *edge : at;
    for (int r = 0; r < RATES; r++) {
      size_t p = d[r].rate * h > thin ? degree_of(&d[r], before, cut[i]) : 0;
      part[i].p = p > part[i].p ? p : part[i].p;
    }
    before = cut[i];
    *edge = at;
  }
  return count;
}

hol_status hol_layers_divide(const hol_profile *profile, const hol_cell *cell, const bool at_end[2],
                             hol_cell part[HOL_LAYERS_MOST], size_t *count)
{
  bool bending = hol_profile_is_bending(profile);
  double inside = 1e-3 * (cell->to - cell->from), edge[2] = {cell->from, cell->to};
  hol_cell far[CUTS];
  size_t counts[2] = {0, 0};
  for (int e = 0; e < 2; e++) {
    hol_profile_values v;
    decay d[RATES];
    HOL_TRY(hol_profile_values_at(profile, cell->piece, e ? cell->to - inside : cell->from + inside, &v));
    decays_of(bending, &v, d);
    counts[e] = at_end[e] ? lay(cell, e == 1, d, e ? far : part, &edge[e]) : 0;
  }
  *count = counts[0];
  part[*count] = *cell;
  part[*count].from = edge[0];
  part[(*count)++].to = edge[1];
  for (size_t i = counts[1]; i-- > 0;) {
    part[(*count)++] = far[i];
  }
  return HOL_OK;
}
