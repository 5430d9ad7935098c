/* SPDX-License-Identifier: BSD-3-Clause */
/* Natural frequencies of a free arc below λ, counted by its exact equation of motion.

   Let the arc be followed from its start, which is free, in steps of length h, and let D be what is behind, as a
   stiffness at λ of the displacements d here: f = D d; D = 0 at the start. The next step moves by d(s + h) = a d + b f,
   f(s + h) = c d + e f, with [a b; c e] the exponential of (1) in arc.h times h. Held at s + h, loaded by −f at s, it
   moves there by −F f, F = a⁻¹b. By the theorem of Wittrick and Williams, with N the natural frequencies below λ of
   what is behind while it is held here,

       N(s + h) = N(s) + J + n₋(D + F⁻¹),     D(s + h) = c a⁻¹ + a⁻ᵀ D (1 + F D)⁻¹ a⁻¹,

   and in the end N(l) + n₋(D(l)) of the free arc. J is of the step held at both of its ends. It is 0, and F is positive
   semidefinite, if λ is below the first natural frequency of the step held at s + h only. The sum of 1/ω² of all of its
   modes is ∫ R Γ(s, s) ds, and Γ, by the principle of virtual forces, at most

       in its plane   u, w: together (1/EA + 1/kGA) s + s³/3EI,  ψ: s/EI
       across it      v: s/kGA + s³/3 max(1/EI, 1/GJ),           β, χ: s max(1/EI, 1/GJ)

   at the distance s from where it is held, as a chord is no longer than its arc. So λ times the integral of that, here
   below 1/2, leaves no mode below λ. D + F⁻¹ has as many negative eigenvalues as 1 + LᵀDL with F = LLᵀ, also where F is
   singular: where a strain is left out. [Wittrick and Williams 1971] */
#include "parts/arc/arc.h"

#include <math.h>
#include <string.h>

/** D passes poles on the way: what is lost beside one is taken from 64 bits. */
typedef long double wide;

enum { N = HOL_ARC_SIZE, STATE = 2 * N, STEPS_MOST = 200000, TERMS = 40 };

/** A step as a map from the displacements at its end: D ← K + aᵀD(1 + FD)⁻¹a with `back` = a⁻¹. */
typedef struct step {
  wide K[N][N], back[N][N], L[N][N];
} step;

/** λ times a bound of Σ 1/ω² of a step of length h held at one end. */
static double share_of(const hol_arc *arc, hol_arc_plane plane, double lambda, double h)
{
  const double *c = arc->flexibility[plane], *r = arc->inertia[plane];
  double bend = plane == HOL_ARC_IN_PLANE ? c[2] : fmax(c[1], c[2]),
         slide = plane == HOL_ARC_IN_PLANE ? c[0] + c[1] : c[0];
  double turning = plane == HOL_ARC_IN_PLANE ? r[2] : r[1] + r[2];
  return lambda * h * h * (r[0] * (0.5 * slide + h * h * bend / 12) + 0.5 * turning * bend);
}

/** The matrix of (1) times h, lengths in units of h, forces in EI/h². */
static void fill_equation(const hol_arc *arc, hol_arc_plane plane, double lambda, wide h, wide A[STATE][STATE])
{
  const double *c = arc->flexibility[plane], *r = arc->inertia[plane];
  wide k = arc->curvature * h, unit = c[2], B[N][N] = {{0}};
  if (plane == HOL_ARC_IN_PLANE) {
    B[0][1] = k, B[1][0] = -k, B[1][2] = 1;
  } else {
    B[0][2] = -1, B[1][2] = k, B[2][1] = -k;
  }
  memset(A, 0, sizeof(wide[STATE][STATE]));
  for (size_t i = 0; i < N; i++) {
    bool moves = plane == HOL_ARC_IN_PLANE ? i < 2 : i == 0; /* in lengths */
    for (size_t j = 0; j < N; j++) {
      A[i][j] = B[i][j];
      A[N + i][N + j] = -B[j][i];
    }
    A[i][N + i] = c[i] / unit * (moves ? 1 / (h * h) : 1);
    A[N + i][i] = -lambda * r[i] * unit * h * h * (moves ? h * h : 1);
  }
}

/** exp A by its series: the steps are short. */
static void exponential(const wide A[STATE][STATE], wide E[STATE][STATE])
{
  wide term[STATE][STATE] = {{0}}, next[STATE][STATE];
  for (size_t i = 0; i < STATE; i++) {
    term[i][i] = 1;
  }
  memcpy(E, term, sizeof term);
  for (int n = 1; n < TERMS; n++) {
    for (size_t i = 0; i < STATE; i++) {
      for (size_t j = 0; j < STATE; j++) {
        wide sum = 0;
        for (size_t m = 0; m < STATE; m++) {
          sum += term[i][m] * A[m][j];
        }
        next[i][j] = sum / (wide)n;
      }
    }
    memcpy(term, next, sizeof term);
    for (size_t i = 0; i < STATE; i++) {
      for (size_t j = 0; j < STATE; j++) {
        E[i][j] += term[i][j];
      }
    }
  }
}

static void multiply(const wide A[N][N], const wide B[N][N], wide C[N][N])
{
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
    }
  }
}

/** AᵀB. */
static void multiply_transposed(const wide A[N][N], const wide B[N][N], wide C[N][N])
{
  wide T[N][N];
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      T[i][j] = A[j][i];
    }
  }
  multiply((const wide(*)[N])T, B, C);
}

/** By its minors. */
static void invert(const wide A[N][N], wide inverse[N][N])
{
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      size_t a = (j + 1) % N, b = (j + 2) % N, c = (i + 1) % N, d = (i + 2) % N;
      inverse[i][j] = A[a][c] * A[b][d] - A[a][d] * A[b][c];
    }
  }
  wide determinant = A[0][0] * inverse[0][0] + A[0][1] * inverse[1][0] + A[0][2] * inverse[2][0];
  for (size_t i = 0; i < N * N; i++) {
    inverse[i / N][i % N] /= determinant;
  }
}

static void make_symmetric(wide A[N][N])
{
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < i; j++) {
      A[i][j] = A[j][i] = 0.5L * (A[i][j] + A[j][i]);
    }
  }
}

/** F = LLᵀ, a row of zeros where there is nothing to move. */
static void factorise(const wide F[N][N], wide L[N][N])
{
  memset(L, 0, sizeof(wide[N][N]));
  for (size_t j = 0; j < N; j++) {
    wide pivot = F[j][j];
    for (size_t m = 0; m < j; m++) {
      pivot -= L[j][m] * L[j][m];
    }
    bool moves = pivot > 1e-18L * F[j][j];
    for (size_t i = j; i < N && moves; i++) {
      wide sum = F[i][j];
      for (size_t m = 0; m < j; m++) {
        sum -= L[i][m] * L[j][m];
      }
      L[i][j] = i == j ? sqrtl(pivot) : sum / sqrtl(pivot);
    }
  }
}

static void step_of(const hol_arc *arc, hol_arc_plane plane, double lambda, wide h, step *s)
{
  wide A[STATE][STATE], E[STATE][STATE], a[N][N], b[N][N], c[N][N], F[N][N];
  fill_equation(arc, plane, lambda, h, A);
  exponential((const wide(*)[STATE])A, E);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      a[i][j] = E[i][j];
      b[i][j] = E[i][N + j];
      c[i][j] = E[N + i][j];
    }
  }
  invert((const wide(*)[N])a, s->back);
  multiply((const wide(*)[N])c, (const wide(*)[N])s->back, s->K);
  multiply((const wide(*)[N])s->back, (const wide(*)[N])b, F);
  make_symmetric(s->K);
  make_symmetric(F);
  factorise((const wide(*)[N])F, s->L);
}

/** Turn rows and columns i and j of A so that they part, and the columns of V with them. */
static void rotate(size_t i, size_t j, wide A[N][N], wide V[N][N])
{
  wide angle = 0.5L * atan2l(2 * A[i][j], A[i][i] - A[j][j]), c = cosl(angle), s = sinl(angle);
  for (size_t k = 0; k < N; k++) {
    wide x = A[i][k], y = A[j][k];
    A[i][k] = c * x + s * y;
    A[j][k] = c * y - s * x;
  }
  for (size_t k = 0; k < N; k++) {
    wide x = A[k][i], y = A[k][j], v = V[k][i], w = V[k][j];
    A[k][i] = c * x + s * y;
    A[k][j] = c * y - s * x;
    V[k][i] = c * v + s * w;
    V[k][j] = c * w - s * v;
  }
  A[i][j] = A[j][i] = 0;
}

/** Eigenvalues of a symmetric matrix, on its diagonal, and eigenvectors, by Jacobi's rotations. @return how many are
 *  negative */
static size_t negatives(wide A[N][N], wide V[N][N])
{
  enum { SWEEPS = 12 };
  for (size_t i = 0; i < N * N; i++) {
    V[i / N][i % N] = i % (N + 1) == 0;
  }
  for (int sweep = 0; sweep < SWEEPS && (A[0][1] != 0 || A[0][2] != 0 || A[1][2] != 0); sweep++) {
    rotate(0, 1, A, V);
    rotate(0, 2, A, V);
    rotate(1, 2, A, V);
  }
  return (size_t)(A[0][0] < 0) + (size_t)(A[1][1] < 0) + (size_t)(A[2][2] < 0);
}

/** D ← K + a⁻ᵀ (D − DL S⁻¹ LᵀD) a⁻¹ with S = 1 + LᵀDL. @return the negative eigenvalues of S */
static size_t march(const step *s, wide D[N][N])
{
  wide DL[N][N], S[N][N], V[N][N], X[N][N], T[N][N];
  multiply((const wide(*)[N])D, s->L, DL);
  multiply_transposed(s->L, (const wide(*)[N])DL, S);
  for (size_t i = 0; i < N; i++) {
    S[i][i] += 1;
  }
  make_symmetric(S);
  size_t count = negatives(S, V);
  multiply((const wide(*)[N])DL, (const wide(*)[N])V, X);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      for (size_t v = 0; v < N; v++) {
        D[i][j] -= X[i][v] * X[j][v] / S[v][v];
      }
    }
  }
  multiply((const wide(*)[N])D, s->back, T);
  multiply_transposed(s->back, (const wide(*)[N])T, D);
  for (size_t i = 0; i < N * N; i++) {
    D[i / N][i % N] += s->K[i / N][i % N];
  }
  make_symmetric(D);
  return count;
}

hol_status hol_arc_count(const hol_arc *arc, hol_arc_plane plane, double lambda, size_t *count)
{
  size_t steps = 1 + (size_t)(2 * arc->curvature * arc->length);
  while (share_of(arc, plane, lambda, arc->length / (double)steps) > 0.5) {
    steps += 1 + steps / 8;
    if (steps > STEPS_MOST) {
      return HOL_NUMERICAL;
    }
  }
  step s;
  wide D[N][N] = {{0}}, V[N][N];
  step_of(arc, plane, lambda, (wide)arc->length / (wide)steps, &s);
  *count = 0;
  for (size_t i = 0; i < steps; i++) {
    *count += march(&s, D);
  }
  *count += negatives(D, V);
  return isfinite(D[0][0]) ? HOL_OK : HOL_NUMERICAL;
}
