/* SPDX-License-Identifier: BSD-3-Clause */
/* Wave functions of uniform members and symmetric functions of two roots, without cancellation, with derivatives. */
#include "parts/line/wave.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/** Below this modulus functions are not scaled, and both roots together go by series about 0. */
static const double small = 2.0;

/** Terms of Taylor series: enough for ratios 2/π² (about 0, poles of u_1), 0.5/(π/2)² (of v_1) and 0.1 (close
 *  roots). */
enum { TERMS = HOL_WAVE_TERMS, CLOSE_TERMS = 20 };

/* ---- one real root -------------------------------------------------------------------------------------------- */

static void waves_at(const hol_root *r, double xi, double *u, double *v)
{
  if (r->x >= 0) {
    *u = r->k > 0 ? sin(xi * r->k) / r->k : xi;
    *v = cos(xi * r->k);
  } else if (r->x > -small) {
    *u = r->k > 0 ? sinh(xi * r->k) / r->k : xi;
    *v = cosh(xi * r->k);
  } else {
    double p = exp(-r->k * (1 - xi)), less = expm1(-2 * xi * r->k); /* e^{−2ξk} − 1 */
    *u = -p * less / (2 * r->k);
    *v = p * (2 + less) / 2;
  }
}

/** du_ξ/dx = (ξ v − u)/2x; by its series Σ_{n≥1} (−1)^n n ξ^{2n+1} x^{n−1}/(2n+1)! where that would cancel. */
static double sine_slope(double x, double xi, double u, double v)
{
  if (fabs(x) >= 1) {
    return (xi * v - u) / (2 * x);
  }
  double term = -xi * xi * xi / 6, sum = term;
  for (int n = 2; n <= 10; n++) {
    term *= -xi * xi * x / ((2 * n) * (2 * n + 1));
    sum += n * term;
  }
  return sum;
}

hol_root hol_root_of(double x)
{
  hol_root r = {.x = x, .k = sqrt(fabs(x))};
  r.one = x > -small ? 1 : exp(-r.k);
  waves_at(&r, 1, &r.u1, &r.v1);
  r.du1 = sine_slope(x, 1, r.u1, r.v1);
  r.dv1 = -r.u1 / 2;
  return r;
}

/** Value and derivative of a numerator. */
static hol_dual numerator_at(const hol_root *r, hol_wave wave, double xi)
{
  double u = 0, v = r->one;
  if (xi >= 1) {
    u = r->u1;
    v = r->v1;
  } else if (xi > 0) {
    waves_at(r, xi, &u, &v);
  }
  return wave == HOL_WAVE_SINE ? (hol_dual){u, sine_slope(r->x, xi, u, v)} : (hol_dual){v, -xi * u / 2};
}

hol_dual hol_root_ratio(const hol_root *root, hol_wave numerator, double xi, hol_wave denominator)
{
  bool by_sine = denominator == HOL_WAVE_SINE;
  hol_dual below = {by_sine ? root->u1 : root->v1, by_sine ? root->du1 : root->dv1};
  return dual_div(numerator_at(root, numerator, xi), below);
}

void hol_root_values(const hol_root *root, double xi, hol_wave denominator, double value[2])
{
  double below = denominator == HOL_WAVE_SINE ? root->u1 : root->v1, u = 0, v = root->one;
  if (xi >= 1) {
    u = root->u1;
    v = root->v1;
  } else if (xi > 0) {
    waves_at(root, xi, &u, &v);
  }
  value[HOL_WAVE_SINE] = u / below;
  value[HOL_WAVE_COSINE] = v / below;
}

/** Distance of √x from the next zero of the denominator, as |sin| or |cos|, at most 1. */
static double root_distance(const hol_root *root, hol_wave denominator)
{
  if (denominator == HOL_WAVE_SINE) {
    return root->k < M_PI / 2 || root->x < 0 ? 1 : fabs(root->u1 * root->k);
  }
  return root->x < 0 ? 1 : fabs(root->v1);
}

size_t hol_root_count(double x, hol_wave denominator)
{
  if (!(x > 0)) {
    return 0;
  }
  return (size_t)fmin(sqrt(x) / M_PI + (denominator == HOL_WAVE_SINE ? 0 : 0.5), 1e15);
}

/* ---- one complex root ----------------------------------------------------------------------------------------- */

static double complex complex_of(double real, double imaginary)
{
  return real + imaginary * (double complex)I;
}

static void complex_waves_at(const hol_complex_root *r, double xi, double complex *u, double complex *v)
{
  double complex turn = xi * complex_of(-cimag(r->k), creal(r->k)); /* i ξ k */
  double complex out = cexp(turn - cimag(r->k)), in = cexp(-turn - cimag(r->k));
  *u = (out - in) / (2 * complex_of(-cimag(r->k), creal(r->k)));
  *v = (out + in) / 2;
}

static hol_complex_root complex_root_of(double complex x)
{
  hol_complex_root r = {.x = x, .k = csqrt(x)}; /* Im x > 0, so Im k > 0 */
  r.one = exp(-cimag(r.k));
  complex_waves_at(&r, 1, &r.u1, &r.v1);
  r.du1 = (r.v1 - r.u1) / (2 * x);
  r.dv1 = -r.u1 / 2;
  return r;
}

/** Ratio and its derivative with respect to x. */
static double complex complex_ratio(const hol_complex_root *r, hol_wave numerator, double xi, hol_wave denominator,
                                    double complex *slope)
{
  double complex u, v;
  complex_waves_at(r, xi, &u, &v);
  bool sine_above = numerator == HOL_WAVE_SINE, sine_below = denominator == HOL_WAVE_SINE;
  double complex above = sine_above ? u : v, dabove = sine_above ? (xi * v - u) / (2 * r->x) : -xi * u / 2;
  double complex below = sine_below ? r->u1 : r->v1, dbelow = sine_below ? r->du1 : r->dv1;
  double complex ratio = above / below;
  *slope = (dabove - ratio * dbelow) / below;
  return ratio;
}

/* ---- Taylor series of a ratio --------------------------------------------------------------------------------- */

/** √x cot √x and √x/sin √x about 0: f_n = −2ζ(2n)/π^{2n} and 2(1 − 2^{1−2n})ζ(2n)/π^{2n}. */
static const double cotangent_series[TERMS] = {1.0,
                                               -0.33333333333333333333,
                                               -0.022222222222222222222,
                                               -0.0021164021164021164021,
                                               -0.00021164021164021164021,
                                               -0.000021377799155576933355,
                                               -2.1644042808063972085e-6,
                                               -2.19259478518737778e-7,
                                               -2.2214608789979679076e-8,
                                               -2.2507846516808992854e-9,
                                               -2.2805151204592182866e-10,
                                               -2.3106432599002624097e-11,
                                               -2.3411706819824883959e-12,
                                               -2.3721017400233654295e-13,
                                               -2.4034415333307706179e-14,
                                               -2.4351954029183368731e-15,
                                               -2.4673688045172074706e-16,
                                               -2.499967277122080898e-17,
                                               -2.5329964357406348315e-18,
                                               -2.5664619702826286611e-19,
                                               -2.6003696460137273589e-20,
                                               -2.6347253044153801342e-21,
                                               -2.6695348641573949535e-22,
                                               -2.7048043221090309904e-23,
                                               -2.7405397543699513448e-24,
                                               -2.7767473173164434841e-25,
                                               -2.8134332486618793542e-26};
static const double cosecant_series[TERMS] = {1.0,
                                              0.16666666666666666667,
                                              0.019444444444444444444,
                                              0.0020502645502645502646,
                                              0.00020998677248677248677,
                                              0.000021336045641601197157,
                                              2.1633474427786597099e-6,
                                              2.1923271344567640864e-7,
                                              2.2213930853920414559e-8,
                                              2.2507674795567867297e-9,
                                              2.2805107707218211705e-10,
                                              2.3106421580996967376e-11,
                                              2.3411704028931946797e-12,
                                              2.3721016693292246369e-13,
                                              2.4034415154237357638e-14,
                                              2.4351953983824319684e-15,
                                              2.4673688033682493368e-16,
                                              2.4999672768310464029e-17,
                                              2.5329964356669149327e-18,
                                              2.5664619702639551926e-19,
                                              2.600369646008997314e-20,
                                              2.6347253044141819998e-21,
                                              2.6695348641570914625e-22,
                                              2.7048043221089541153e-23,
                                              2.7405397543699318721e-24,
                                              2.7767473173164385516e-25,
                                              2.8134332486618781048e-26};

/** u_ξ and v_ξ about a centre. At 0 the known series; elsewhere from v′ = −ξu/2 and 2x u′ = ξv − u. */
static void wave_series(const hol_root *centre, double xi, size_t n, double *u, double *v)
{
  double c = centre->x;
  hol_dual first = numerator_at(centre, HOL_WAVE_SINE, xi);
  u[0] = first.v;
  v[0] = numerator_at(centre, HOL_WAVE_COSINE, xi).v;
  for (size_t i = 0; i + 1 < n; i++) {
    double order = (double)(i + 1);
    v[i + 1] = -xi * u[i] / (2 * order);
    u[i + 1] = c == 0 ? -u[i] * xi * xi / (2 * order * (2 * order + 1))
                      : (xi * v[i] - (2 * order - 1) * u[i]) / (2 * c * order);
  }
}

static void ratio_series(const hol_root *centre, hol_wave numerator, double xi, hol_wave denominator, size_t n,
                         double *f)
{
  double u1[TERMS], v1[TERMS], u[TERMS], v[TERMS];
  wave_series(centre, 1, n, u1, v1);
  wave_series(centre, xi, n, u, v);
  const double *below = denominator == HOL_WAVE_SINE ? u1 : v1, *above = numerator == HOL_WAVE_SINE ? u : v;
  for (size_t i = 0; i < n; i++) {
    double sum = above[i];
    for (size_t j = 0; j < i; j++) {
      sum -= f[j] * below[i - j];
    }
    f[i] = sum / below[0];
  }
}

/** F[] and F{} from the series about the centre; y = x − centre has the roots of y² − S y + Π. */
static hol_line_through sum_series(const hol_pair *pair, double centre, const double *f, size_t n)
{
  hol_dual S = {pair->S.v - 2 * centre, pair->S.d};
  hol_dual P = {pair->P.v - centre * (pair->S.v - centre), pair->P.d - centre * pair->S.d};
  hol_dual h = {1, 0}, before = {0, 0}, slope = {0, 0}, rest = {0, 0};
  for (size_t i = 1; i < n; i++) { /* h = h_{i−1} */
    slope = dual_add(slope, dual_times(f[i], h));
    rest = dual_add(rest, dual_times(f[i], before));
    hol_dual next = dual_sub(dual_mul(S, h), dual_mul(P, before));
    before = h;
    h = next;
  }
  hol_dual at_zero = dual_sub((hol_dual){f[0], 0}, dual_mul(P, rest));
  return (hol_line_through){slope, dual_sub(at_zero, dual_times(centre, slope)), -P.v * rest.v};
}

/** Terms needed about 0 for rounding, with two to spare for the derivative. */
static size_t terms_for(double ratio)
{
  double n = ratio > 0 ? log(1e-17) / log(ratio) : 0;
  return (size_t)fmin(fmax(n, 1) + 3, TERMS);
}

size_t hol_wave_series(hol_wave numerator, double xi, hol_wave denominator, double size, double *f)
{
  bool by_sine = denominator == HOL_WAVE_SINE;
  size_t n = terms_for(size / (by_sine ? M_PI * M_PI : M_PI * M_PI / 4));
  if (by_sine && numerator == HOL_WAVE_COSINE && (xi <= 0 || xi >= 1)) {
    memcpy(f, xi <= 0 ? cosecant_series : cotangent_series, n * sizeof *f);
    return n;
  }
  hol_root centre = {.x = 0, .k = 0, .one = 1, .u1 = 1, .v1 = 1};
  ratio_series(&centre, numerator, xi, denominator, n, f);
  return n;
}

static hol_line_through small_ratio(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  double f[TERMS];
  size_t n = hol_wave_series(numerator, xi, denominator, pair->size, f);
  return sum_series(pair, 0, f, n);
}

static hol_line_through close_ratio(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  double f[TERMS];
  hol_root centre = hol_root_of(pair->S.v / 2);
  ratio_series(&centre, numerator, xi, denominator, CLOSE_TERMS, f);
  return sum_series(pair, centre.x, f, CLOSE_TERMS);
}

/* ---- pairs ---------------------------------------------------------------------------------------------------- */

hol_pair hol_pair_of(hol_dual S, hol_dual P)
{
  hol_pair pair = {.S = S, .P = P};
  double half = S.v / 2, square = half * half - P.v;
  if (square < 0) {
    pair.is_complex = true;
    pair.complex_root = complex_root_of(complex_of(half, sqrt(-square)));
    pair.size = sqrt(P.v);
    return pair;
  }
  double big = half + copysign(sqrt(square), half), other = big == 0 ? 0 : P.v / big;
  pair.root[0] = hol_root_of(fmax(big, other));
  pair.root[1] = hol_root_of(fmin(big, other));
  pair.size = fabs(big);
  return pair;
}

double hol_pair_distance(const hol_pair *pair, hol_wave denominator)
{
  if (!pair->is_complex) {
    return fmin(root_distance(&pair->root[0], denominator), root_distance(&pair->root[1], denominator));
  }
  if (pair->size < small) {
    return 1;
  }
  double along = creal(pair->complex_root.k), across = sinh(fmin(cimag(pair->complex_root.k), 2));
  return fmin(hypot(denominator == HOL_WAVE_SINE ? sin(along) : cos(along), across), 1);
}

/** Are the roots so close that differences would cancel, compared with the distance over which ratios change? Decaying
 *  waves change slowly, but their series may only be divided while the exponentials themselves change little: δ < √|x|.
 */
static bool is_close(const hol_pair *pair)
{
  double centre = pair->S.v / 2, apart = sqrt(fabs(centre * centre - pair->P.v)), change = sqrt(fabs(centre));
  return apart < (centre > 0 ? 0.1 * change : fmin(-0.1 * centre, change));
}

static hol_line_through real_ratio(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  const hol_root *one = &pair->root[0], *two = &pair->root[1];
  hol_dual F1 = hol_root_ratio(one, numerator, xi, denominator), F2 = hol_root_ratio(two, numerator, xi, denominator);
  hol_dual x1 = {one->x, 0}, x2 = {two->x, 0};
  x1.d = (pair->S.d * x1.v - pair->P.d) / (x1.v - x2.v); /* x² − S x + Π = 0 */
  x2.d = (pair->S.d * x2.v - pair->P.d) / (x2.v - x1.v);
  F1.d *= x1.d;
  F2.d *= x2.d;
  hol_dual apart = dual_sub(x1, x2);
  return (hol_line_through){.slope = dual_div(dual_sub(F1, F2), apart),
                            .at_zero = dual_div(dual_sub(dual_mul(x1, F2), dual_mul(x2, F1)), apart)};
}

/** The second root is the conjugate of the first: F[] = Im F/Im x, F{} = Im(x F̄)/Im x. */
static hol_line_through conjugate_ratio(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  double complex x = pair->complex_root.x, slope, F;
  F = complex_ratio(&pair->complex_root, numerator, xi, denominator, &slope);
  double complex dx = (pair->S.d * x - pair->P.d) / complex_of(0, 2 * cimag(x)), dF = slope * dx;
  hol_dual apart = {cimag(x), cimag(dx)};
  hol_dual rise = {cimag(F), cimag(dF)};
  hol_dual crossed = {cimag(x * conj(F)), cimag(dx * conj(F) + x * conj(dF))};
  return (hol_line_through){.slope = dual_div(rise, apart), .at_zero = dual_div(crossed, apart)};
}

/** Both waves decay within the segment so far that √x cot √x is κ = √−x to rounding (a long beam on a foundation, say).
 */
static bool is_decayed(const hol_pair *pair)
{
  double decay = pair->is_complex ? cimag(pair->complex_root.k) : pair->root[0].x < 0 ? pair->root[0].k : 0;
  return decay > 20 && pair->S.v < sqrt(pair->P.v);
}

/** Then κ[] = −1/(κ₁ + κ₂) and κ{} = κ₁κ₂/(κ₁ + κ₂), whether the roots are close, apart or conjugate. */
static hol_line_through decayed_cotangent(const hol_pair *pair)
{
  hol_dual product = dual_sqrt(pair->P), sum = dual_sqrt(dual_sub(dual_times(2, product), pair->S));
  return (hol_line_through){.slope = dual_div((hol_dual){-1, 0}, sum), .at_zero = dual_div(product, sum)};
}

/** Where the roots are not small. */
static hol_line_through large_ratio(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  if (numerator == HOL_WAVE_COSINE && xi >= 1 && denominator == HOL_WAVE_SINE && is_decayed(pair)) {
    return decayed_cotangent(pair);
  }
  if (is_close(pair)) {
    return close_ratio(pair, numerator, xi, denominator);
  }
  return pair->is_complex ? conjugate_ratio(pair, numerator, xi, denominator)
                          : real_ratio(pair, numerator, xi, denominator);
}

/** F{} − F(0) = F(x) − F(0) − x F[] with the smaller root x: where that is next to nothing beside the other - a slow
 *  motion under tension - both are next to F(0), and only the series has what they differ by. */
static double rise_of(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator,
                      const hol_line_through *F)
{
  double one = pair->root[0].x, two = pair->root[1].x, x = fabs(one) < fabs(two) ? one : two;
  if (pair->is_complex || fabs(x) > small / 4) {
    return F->at_zero.v - (numerator == HOL_WAVE_SINE ? xi : 1);
  }
  double f[TERMS], sum = 0;
  for (size_t n = hol_wave_series(numerator, xi, denominator, fabs(x), f); n-- > 1;) {
    sum = (sum + f[n]) * x;
  }
  return sum - x * F->slope.v;
}

hol_line_through hol_pair_ratio(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  assert(xi >= 0 && xi <= 1);
  if (pair->size < (denominator == HOL_WAVE_SINE ? small : small / 4)) {
    return small_ratio(pair, numerator, xi, denominator);
  }
  hol_line_through F = large_ratio(pair, numerator, xi, denominator);
  F.rise = rise_of(pair, numerator, xi, denominator, &F);
  return F;
}

static void real_values(const hol_pair *pair, double xi, hol_wave denominator, hol_line_value value[2])
{
  double F1[2], F2[2], x1 = pair->root[0].x, x2 = pair->root[1].x;
  hol_root_values(&pair->root[0], xi, denominator, F1);
  hol_root_values(&pair->root[1], xi, denominator, F2);
  for (int i = 0; i < 2; i++) {
    value[i] = (hol_line_value){(F1[i] - F2[i]) / (x1 - x2), (x1 * F2[i] - x2 * F1[i]) / (x1 - x2)};
  }
}

static void conjugate_values(const hol_pair *pair, double xi, hol_wave denominator, hol_line_value value[2])
{
  const hol_complex_root *r = &pair->complex_root;
  double complex u, v, below = denominator == HOL_WAVE_SINE ? r->u1 : r->v1;
  complex_waves_at(r, xi, &u, &v);
  const double complex F[2] = {[HOL_WAVE_SINE] = u / below, [HOL_WAVE_COSINE] = v / below};
  for (int i = 0; i < 2; i++) {
    value[i] = (hol_line_value){cimag(F[i]) / cimag(r->x), cimag(r->x * conj(F[i])) / cimag(r->x)};
  }
}

/** Reciprocals of (2j)(2j+1) and (2j−1)(2j): the next coefficient of u_ξ and of v_ξ is this one times −ξ² times
 *  them. */
static const double sine_step[HOL_PAIR_POWERS] = {0,         1.0 / 6,   1.0 / 20,  1.0 / 42,  1.0 / 72,
                                                  1.0 / 110, 1.0 / 156, 1.0 / 210, 1.0 / 272, 1.0 / 342,
                                                  1.0 / 420, 1.0 / 506, 1.0 / 600, 1.0 / 702};
static const double cosine_step[HOL_PAIR_POWERS] = {0,         1.0 / 2,   1.0 / 12,  1.0 / 30,  1.0 / 56,
                                                    1.0 / 90,  1.0 / 132, 1.0 / 182, 1.0 / 240, 1.0 / 306,
                                                    1.0 / 380, 1.0 / 462, 1.0 / 552, 1.0 / 650};

/** Terms after which x^j/(2j)! is nothing beside 1. */
static size_t powers_for(double size)
{
  size_t n = 1;
  for (double term = 1; term > 1e-19 && n < HOL_PAIR_POWERS; n++) {
    term *= size * cosine_step[n];
  }
  return n;
}

/** (x^j g)[] = Σ g_i h_{i+j−1} and (x^j g){} = −Π Σ g_i h_{i+j−2} from the series of g = 1/D; x⁰{} = 1. */
static void power_series(hol_pair_places *places)
{
  const hol_pair *pair = places->pair;
  double g[TERMS], h[TERMS + HOL_PAIR_POWERS] = {0, 0, 1}; /* h_{−2}, h_{−1}, h_0 ... */
  size_t n = terms_for(pair->size / (places->denominator == HOL_WAVE_SINE ? M_PI * M_PI : M_PI * M_PI / 4));
  hol_root centre = {.x = 0, .k = 0, .one = 1, .u1 = 1, .v1 = 1};
  ratio_series(&centre, HOL_WAVE_COSINE, 0, places->denominator, n, g);
  for (size_t i = 3; i < n + places->powers + 1; i++) {
    h[i] = pair->S.v * h[i - 1] - pair->P.v * h[i - 2];
  }
  for (size_t j = 0; j < places->powers; j++) {
    double slope = 0, rest = 0;
    for (size_t i = n; i-- > 0;) {
      slope += g[i] * h[i + j + 1];
      rest += g[i] * h[i + j];
    }
    places->power[j] = (hol_line_value){slope, (j == 0 ? g[0] : 0) - pair->P.v * rest};
  }
}

hol_pair_places hol_pair_places_of(const hol_pair *pair, hol_wave denominator)
{
  hol_pair_places places = {.pair = pair, .denominator = denominator};
  if (pair->size < (denominator == HOL_WAVE_SINE ? small : small / 4)) {
    places.powers = powers_for(pair->size);
    power_series(&places);
  }
  return places;
}

static void small_values(const hol_pair_places *places, double xi, hol_line_value value[2])
{
  double u = xi, v = 1, minus = -xi * xi;
  hol_line_value sine = {0}, cosine = {0};
  for (size_t j = 0; j < places->powers; j++) {
    u *= j ? minus * sine_step[j] : 1;
    v *= j ? minus * cosine_step[j] : 1;
    sine.slope += u * places->power[j].slope;
    sine.at_zero += u * places->power[j].at_zero;
    cosine.slope += v * places->power[j].slope;
    cosine.at_zero += v * places->power[j].at_zero;
  }
  value[HOL_WAVE_SINE] = sine;
  value[HOL_WAVE_COSINE] = cosine;
}

void hol_pair_values(const hol_pair_places *places, double xi, hol_line_value value[2])
{
  const hol_pair *pair = places->pair;
  hol_wave denominator = places->denominator;
  bool inside = xi > 0 && xi < 1; /* at the ends some ratios are 0 and 1 exactly, others known better */
  if (places->powers && inside) {
    small_values(places, xi, value);
    return;
  }
  if (!places->powers && !is_close(pair) && (inside || !is_decayed(pair))) {
    (pair->is_complex ? conjugate_values : real_values)(pair, xi, denominator, value);
    return;
  }
  for (int i = 0; i < 2; i++) {
    hol_line_through F = hol_pair_ratio(pair, (hol_wave)i, xi, denominator);
    value[i] = (hol_line_value){F.slope.v, F.at_zero.v};
  }
}
