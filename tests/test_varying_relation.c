/* SPDX-License-Identifier: BSD-3-Clause */
/* Relations of members whose properties vary, found by collocation of short pieces, where they must agree with closed
 * forms: those of uniform members of every theory, short and of many waves, growing and still; and of themselves, cut
 * in two. */
#include "close.h"
#include "base/complex.h"
#include "parts/graded/graded.h"
#include "parts/line/damped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long seed = 20260711;

static double uniform(double from, double to)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return from + (to - from) * (double)(seed >> 11) / 9007199254740992.0;
}

/** A member of random numbers: bits of `what` say what it has. */
static hol_line random_line(unsigned what)
{
  bool bends = what & 1;
  hol_line l = {.motion = bends ? HOL_BENDING_Z : HOL_AXIAL,
                .length = pow(10, uniform(-1, 1)),
                .stiffness = pow(10, uniform(-2, 6)),
                .mass = pow(10, uniform(-1, 2))};
  double square = l.length * l.length;
  if (bends && what & 2) {
    l.rotary = l.mass * square * pow(10, uniform(-4, -2));
  }
  if (bends && what & 4) {
    l.shear = l.stiffness / square * pow(10, uniform(1, 3));
  }
  if (bends && what & 8) {
    l.tension = l.stiffness / square * uniform(-5, 20);
    l.tension = l.shear > 0 ? fmax(l.tension, -0.2 * l.shear) : l.tension;
  }
  if (what & 16) {
    l.foundation = l.stiffness / square / (bends ? square : 1) * uniform(0, 50);
  }
  return l;
}

/** λ at which it has so many waves. */
static double lambda_of(const hol_line *l, double waves)
{
  double k = waves * M_PI / l->length, k2 = k * k;
  return (hol_line_is_bending(l) ? l->stiffness * k2 * k2 : l->stiffness * k2) / l->mass;
}

static hol_graded *graded_of(const hol_line *l, hol_graded **member)
{
  hol_graded *segment = NULL;
  hol_varied *varied = hol_varied_uniform(l);
  assert_non_null(varied);
  varied->means.line = *l;
  assert_int_equal(hol_graded_new(varied, member), HOL_OK);
  if (!*member) {
    free(varied);
    return NULL;
  }
  assert_int_equal(hol_graded_segment(*member, 0, l->length, &segment), HOL_OK);
  return segment;
}

/** Eliminate the multipliers: K, K′, and the frequencies below with held ends. */
static bool condense(const hol_relation *r, double K[4][4], double dK[4][4], long *held)
{
  size_t m = r->n_mu, n = r->n_ports;
  double a = m > 0 ? r->S[0][0] : 1, b = m > 1 ? r->S[0][1] : 0, d = m > 1 ? r->S[1][1] : 1, det = a * d - b * b;
  double T[2][4] = {{0}};
  *held = (long)r->count + (m == 0 ? 0 : det < 0 ? 1 : a < 0 ? (long)m : 0) - (long)m;
  for (size_t j = 0; j < n; j++) {
    double f = m > 0 ? r->S[0][m + j] : 0, g = m > 1 ? r->S[1][m + j] : 0;
    T[0][j] = -(d * f - b * g) / det;
    T[1][j] = -(a * g - b * f) / det;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      K[i][j] = r->S[m + i][m + j];
      dK[i][j] = r->dS[m + i][m + j];
      for (size_t p = 0; p < m; p++) {
        K[i][j] += r->S[m + i][p] * T[p][j];
        dK[i][j] += r->dS[m + i][p] * T[p][j] + T[p][i] * r->dS[p][m + j];
        for (size_t q = 0; q < m; q++) {
          dK[i][j] += T[p][i] * r->dS[p][q] * T[q][j];
        }
      }
    }
  }
  return fabs(det) > 1e-5 * (fabs(a * d) + b * b);
}

/** How far matrices over end ports are apart, each entry against its own size and those of its diagonals. */
static double apart(size_t n, double A[4][4], double B[4][4])
{
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double size = sqrt(fabs(A[i][i] * A[j][j])) + fabs(A[i][j]);
      most = fmax(most, size > 0 ? fabs(A[i][j] - B[i][j]) / size : 0);
    }
  }
  return most;
}

static void test_uniform(void **state)
{
  (void)state;
  double worst = 0, worst_slope = 0, worst_sum = 0;
  int compared = 0, with_waves = 0;
  for (unsigned i = 0; i < 500; i++) {
    hol_line l = random_line(i);
    hol_graded *member = NULL, *g = graded_of(&l, &member);
    if (!g) {
      continue;
    }
    double waves = i % 7 == 0 ? uniform(5, 15) : uniform(0.01, 5),
           lambda = (i % 11 == 0 ? -1 : 1) * lambda_of(&l, waves);
    hol_relation a, b;
    double K[4][4], dK[4][4], L[4][4], dL[4][4];
    long held, other;
    hol_status status = hol_line_relation(&l, l.length, lambda, HOL_FORM_ANY, true, &a);
    if (status == HOL_OK) {
      assert_int_equal(hol_graded_class()->relation(g, l.length, lambda, HOL_FORM_ANY, true, &b), HOL_OK);
      bool sound = condense(&a, K, dK, &held);
      sound = condense(&b, L, dL, &other) && sound;
      if (sound) {
        compared++;
        with_waves += waves > 5;
        assert_int_equal(held, other);
        worst = fmax(worst, apart(a.n_ports, K, L));
        worst_slope = fmax(worst_slope, apart(a.n_ports, dK, dL));
      }
      /* sums of both ends, where they are told apart from the entries themselves; where λ is next to 0 a row that comes
       * to nothing with it has the rounding of the static ones */
      double share = fmin(1, pow(M_PI * waves, 4));
      for (size_t k = 0; k < b.n_ports / 2; k++) {
        for (size_t j = 0; j < b.n_mu + b.n_ports; j++) {
          size_t half = b.n_ports / 2;
          double one = b.S[j][b.n_mu + k], two = b.S[j][b.n_mu + k + half], size = 0;
          for (size_t p = 0; p < b.n_ports; p++) { /* of the whole row, as displacements of a length or as turns */
            size += fabs(b.S[j][b.n_mu + p]) * (p % half ? 1 / l.length : 1) * (k ? l.length : 1);
          }
          worst_sum = fmax(worst_sum, size > 0 ? share * fabs(b.sum[k][j] - (one + two)) / size : 0);
        }
      }
    }
    hol_graded_free(g);
    hol_graded_free(member);
  }
  print_message("%d relations, %d of many waves: apart %.1e, slopes %.1e, sums %.1e\n", compared, with_waves, worst,
                worst_slope, worst_sum);
  assert_true(compared > 350);
  assert_true(with_waves > 40);
  assert_true(worst < 2e-10);
  assert_true(worst_slope < 2e-9);
  assert_true(worst_sum < 1e-11);
}

/** Fields inside, from the end quantities that both forms share. */
static void test_fields(void **state)
{
  (void)state;
  for (unsigned i = 0; i < 150; i++) {
    hol_line l = random_line(i);
    hol_graded *member = NULL, *g = graded_of(&l, &member);
    if (!g) {
      continue;
    }
    enum { PLACES = 9 };
    hol_relation a, b;
    double lambda = lambda_of(&l, uniform(0.1, i % 5 ? 3 : 12)), x[PLACES], value[PLACES], slope[PLACES],
           most[2] = {0, 0};
    if (hol_line_relation(&l, l.length, lambda, HOL_FORM_ANY, false, &a) == HOL_OK) {
      assert_int_equal(hol_graded_class()->relation(g, l.length, lambda, HOL_FORM_ANY, false, &b), HOL_OK);
      double va[HOL_RELATION_MAX] = {0}, vb[HOL_RELATION_MAX] = {0}, port[4];
      size_t n = a.n_ports, m = a.n_mu;
      double K[4][4], dK[4][4];
      long held;
      bool sound = condense(&a, K, dK, &held) && condense(&b, K, dK, &held);
      for (size_t k = 0; k < n; k++) {
        port[k] = uniform(-1, 1) * (k % (n / 2) ? 1 / l.length : 1);
        va[m + k] = vb[b.n_mu + k] = port[k];
      }
      const hol_relation *both[2] = {&a, &b};
      double *v[2] = {va, vb};
      for (int s = 0; s < 2; s++) { /* multipliers from S_μμ μ + S_μu u = 0 */
        const hol_relation *r = both[s];
        double p[2] = {0, 0}, A = r->n_mu > 0 ? r->S[0][0] : 1, B = r->n_mu > 1 ? r->S[0][1] : 0,
               D = r->n_mu > 1 ? r->S[1][1] : 1;
        for (size_t q = 0; q < r->n_mu; q++) {
          for (size_t k = 0; k < n; k++) {
            p[q] -= r->S[q][r->n_mu + k] * port[k];
          }
        }
        double mu[2] = {(D * p[0] - B * p[1]) / (A * D - B * B), (A * p[1] - B * p[0]) / (A * D - B * B)};
        memcpy(v[s], mu, r->n_mu * sizeof *mu);
      }
      hol_relation_sample place[PLACES];
      for (int k = 0; k < PLACES; k++) {
        x[k] = l.length * k / (PLACES - 1.0);
      }
      hol_relation_waves waves = hol_graded_class()->samples(g, &b, PLACES, x, place);
      hol_graded_class()->segment_field(&b, &waves, PLACES, place, vb, value, slope);
      for (int k = 0; k < PLACES; k++) {
        most[0] = fmax(most[0], fabs(value[k]));
        most[1] = fmax(most[1], fabs(slope[k]));
      }
      for (int k = 0; k < PLACES && sound; k++) {
        assert_true(fabs(value[k] - hol_relation_at(&l, &a, va, x[k], 0)) < 1e-8 * most[0]);
        assert_true(fabs(slope[k] - hol_relation_at(&l, &a, va, x[k], 1)) < 1e-8 * most[1]);
      }
    }
    hol_graded_free(g);
    hol_graded_free(member);
  }
}

/** Damped, by K of both. */
static void test_damped(void **state)
{
  (void)state;
  double worst = 0;
  int compared = 0;
  for (unsigned i = 0; i < 200; i++) {
    hol_line l = random_line(i);
    hol_graded *member = NULL, *g = graded_of(&l, &member);
    if (!g) {
      continue;
    }
    double omega = sqrt(lambda_of(&l, uniform(0.1, i % 5 ? 3 : 10)));
    const hol_damping damping = {.loss_factor = i % 3 ? uniform(0, 0.2) : 0,
                                 .mass = uniform(0, 0.1) * omega,
                                 .stiffness = uniform(0, 0.1) / omega};
    const hol_law law = hol_law_at(damping, hol_complex(omega * uniform(-0.2, 0), omega));
    hol_damped_relation r[2];
    double complex K[2][4][4], dK[2][4][4];
    bool ok = hol_line_damped(&l, l.length, &law, HOL_FORM_ANY, &r[0]) == HOL_OK;
    assert_int_equal(hol_graded_damped(g, l.length, &law, HOL_FORM_ANY, &r[1]), HOL_OK);
    size_t n = r[1].n_ports;
    for (int s = 0; s < 2 && ok; s++) {
      size_t m = r[s].n_mu;
      double complex a = m > 0 ? r[s].S[0][0] : 1, b = m > 1 ? r[s].S[0][1] : 0, d = m > 1 ? r[s].S[1][1] : 1,
                     det = a * d - b * b, T[2][4];
      for (size_t j = 0; j < n; j++) {
        double complex f = m > 0 ? r[s].S[0][m + j] : 0, q = m > 1 ? r[s].S[1][m + j] : 0;
        T[0][j] = -(d * f - b * q) / det;
        T[1][j] = -(a * q - b * f) / det;
      }
      for (size_t x = 0; x < n; x++) {
        for (size_t y = 0; y < n; y++) {
          K[s][x][y] = r[s].S[m + x][m + y];
          dK[s][x][y] = r[s].dS[m + x][m + y];
          for (size_t p = 0; p < m; p++) {
            K[s][x][y] += r[s].S[m + x][p] * T[p][y];
            dK[s][x][y] += r[s].dS[m + x][p] * T[p][y] + T[p][x] * r[s].dS[p][m + y];
            for (size_t q = 0; q < m; q++) {
              dK[s][x][y] += T[p][x] * r[s].dS[p][q] * T[q][y];
            }
          }
        }
      }
    }
    for (size_t x = 0; x < n && ok; x++) {
      for (size_t y = 0; y < n; y++) {
        worst = fmax(worst, cabs(K[0][x][y] - K[1][x][y]) / sqrt(cabs(K[0][x][x] * K[0][y][y])));
        worst = fmax(worst, 0.1 * cabs(dK[0][x][y] - dK[1][x][y]) /
                                (sqrt(cabs(dK[0][x][x] * dK[0][y][y])) + cabs(K[0][x][y]) / omega));
      }
    }
    compared += ok;
    hol_graded_free(g);
    hol_graded_free(member);
  }
  print_message("%d damped relations: apart %.1e\n", compared, worst);
  assert_true(compared > 120);
  assert_true(worst < 1e-9);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_uniform), cmocka_unit_test(test_fields),
                                     cmocka_unit_test(test_damped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
