/* SPDX-License-Identifier: BSD-3-Clause */
#include "frame_at.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double complex number;
enum { UNKNOWNS = 3 * FRAME_NODES };

static number imaginary(long double x)
{
  return x * (number)_Complex_I;
}

/* ---- linear equations -------------------------------------------------------------------------------------------- */

/** x ← A⁻¹ x by elimination with pivots, A lost. @param[in] columns  of x, [n][columns] */
static void solve(size_t n, number *A, size_t columns, number *x)
{
  for (size_t k = 0; k < n; k++) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; i++) {
      pivot = cabsl(A[i * n + k]) > cabsl(A[pivot * n + k]) ? i : pivot;
    }
    for (size_t j = 0; j < n; j++) {
      number swap = A[k * n + j];
      A[k * n + j] = A[pivot * n + j];
      A[pivot * n + j] = swap;
    }
    for (size_t j = 0; j < columns; j++) {
      number swap = x[k * columns + j];
      x[k * columns + j] = x[pivot * columns + j];
      x[pivot * columns + j] = swap;
    }
    for (size_t i = k + 1; i < n; i++) {
      number factor = A[i * n + k] / A[k * n + k];
      for (size_t j = k; j < n && cabsl(factor) > 0; j++) {
        A[i * n + j] -= factor * A[k * n + j];
      }
      for (size_t j = 0; j < columns && cabsl(factor) > 0; j++) {
        x[i * columns + j] -= factor * x[k * columns + j];
      }
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = 0; j < columns; j++) {
      for (size_t i = k + 1; i < n; i++) {
        x[k * columns + j] -= A[k * n + i] * x[i * columns + j];
      }
      x[k * columns + j] /= A[k * n + k];
    }
  }
}

/* ---- members ----------------------------------------------------------------------------------------------------- */

static number principal(number p)
{
  return creall(p) < 0 ? -p : p;
}

/** Forces at the ends by end motions w₁, ψ₁, w₂, ψ₂: end motions and forces of four exponentials. */
static void bending(const frame_member *m, long double l, number s, number D[4][4])
{
  number g = 1 + m->b * s, inertia = s * s + m->a * s;
  number A = m->mass * inertia + m->line * s, R = m->rotary * inertia, E = m->EI * g, G = m->kGA * g;
  number second = m->kGA > 0 ? E * A + G * R : R, first = m->kGA > 0 ? E * G : E, last = m->kGA > 0 ? A * (G + R) : A;
  number root = csqrtl(second * second - 4 * first * last);
  number sum = creall(conjl(second) * root) >= 0 ? second + root : second - root;
  number square[2] = {sum / (2 * first), 2 * last / sum}, motion[16], force[16];
  for (size_t k = 0; k < 4; k++) {
    number p = principal(csqrtl(square[k / 2])), far = cexpl(-p * l);
    number at[2] = {k % 2 ? far : 1, k % 2 ? 1 : far};
    p = k % 2 ? p : -p;
    number turn = m->kGA > 0 ? p - A / (G * p) : p;
    for (size_t end = 0; end < 2; end++) {
      long double sign = end ? 1 : -1;
      motion[(2 * end) * 4 + k] = at[end];
      motion[(2 * end + 1) * 4 + k] = turn * at[end];
      force[(2 * end) * 4 + k] = sign * (R * turn - E * turn * p * p) * at[end];
      force[(2 * end + 1) * 4 + k] = sign * E * turn * p * at[end];
    }
  }
  number U[16], x[16]; /* D = force motion⁻¹: transposed */
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 4; j++) {
      U[i * 4 + j] = motion[j * 4 + i];
      x[i * 4 + j] = force[j * 4 + i];
    }
  }
  solve(4, U, 4, x);
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 4; j++) {
      D[i][j] = x[j * 4 + i];
    }
  }
}

static void stretching(const frame_member *m, long double l, number s, number D[2][2])
{
  number g = 1 + m->b * s, A = m->mass * (s * s + m->a * s) + m->line * s, E = m->EA * g;
  number p = principal(csqrtl(A / E)), far = cexpl(-p * l), both = E * p / (1 - far * far);
  D[0][0] = D[1][1] = both * (1 + far * far);
  D[0][1] = D[1][0] = -2 * both * far;
}

/** Six by six in global axes: x, y, rotation of both ends. */
static void stiffness_of(const frame *f, const frame_member *m, number s, number D[6][6])
{
  const double *p = f->at[m->from], *q = f->at[m->to];
  long double l = hypotl((long double)q[0] - p[0], (long double)q[1] - p[1]), c = (q[0] - p[0]) / l,
              n = (q[1] - p[1]) / l;
  number B[4][4], S[2][2], own[6][6] = {{0}};
  const long double turn[3][3] = {{c, n, 0}, {-n, c, 0}, {0, 0, 1}};
  static const size_t bent[4] = {1, 2, 4, 5}, pulled[2] = {0, 3};
  bending(m, l, s, B);
  stretching(m, l, s, S);
  for (size_t i = 0; i < 4; i++) {
    for (size_t j = 0; j < 4; j++) {
      own[bent[i]][bent[j]] = B[i][j];
    }
  }
  for (size_t i = 0; i < 2; i++) {
    for (size_t j = 0; j < 2; j++) {
      own[pulled[i]][pulled[j]] = S[i][j];
    }
  }
  memset(D, 0, 36 * sizeof **D);
  for (size_t i = 0; i < 6; i++) {
    for (size_t j = 0; j < 6; j++) {
      for (size_t k = 0; k < 3; k++) {
        for (size_t h = 0; h < 3; h++) {
          D[i][j] += turn[k][i % 3] * own[i / 3 * 3 + k][j / 3 * 3 + h] * turn[h][j % 3];
        }
      }
    }
  }
}

/* ---- the frame --------------------------------------------------------------------------------------------------- */

/** Under an acceleration of one a free member moves as a whole by −m/A, A = m(s² + as) + cs: its ends are displaced by
 *  what they move less that. */
static void add_member(const frame *f, const frame_member *m, const frame_load *load, number s, number *K, number *x)
{
  number D[6][6], whole = -m->mass / (m->mass * (s * s + m->a * s) + m->line * s);
  stiffness_of(f, m, s, D);
  for (size_t i = 0; i < 6; i++) {
    size_t row = 3 * (i < 3 ? m->from : m->to) + i % 3;
    for (size_t j = 0; j < 6; j++) {
      size_t column = 3 * (j < 3 ? m->from : m->to) + j % 3;
      K[row * UNKNOWNS + column] += D[i][j];
      x[row] += load->is_ground && j % 3 < 2 ? D[i][j] * whole * load->direction[j % 3] : 0;
    }
  }
}

static void add_nodes(const frame *f, const frame_load *load, number s, number *K, number *x)
{
  for (size_t i = 0; i < f->nodes; i++) {
    for (size_t k = 0; k < 3; k++) {
      K[(3 * i + k) * (UNKNOWNS + 1)] += f->body[i][k == 2] * s * s;
      x[3 * i + k] -= load->is_ground && k < 2 ? f->body[i][0] * load->direction[k] : 0;
    }
  }
  for (size_t i = 0; i < f->joints; i++) {
    const frame_joint *joint = &f->joint[i];
    const double along[3] = {joint->turns ? 0 : joint->direction[0], joint->turns ? 0 : joint->direction[1],
                             joint->turns};
    for (size_t k = 0; k < 9; k++) {
      K[(3 * joint->node + k / 3) * UNKNOWNS + 3 * joint->node + k % 3] +=
          (joint->stiffness + joint->damping * s) * along[k / 3] * along[k % 3];
    }
  }
}

number frame_transfer(const frame *f, const frame_load *load, const frame_receiver *receiver, number s)
{
  static _Thread_local number K[UNKNOWNS * UNKNOWNS], A[UNKNOWNS * UNKNOWNS], x[UNKNOWNS];
  size_t free_of[UNKNOWNS], n = 0;
  memset(K, 0, sizeof K);
  memset(x, 0, sizeof x);
  for (size_t i = 0; i < f->members; i++) {
    add_member(f, &f->member[i], load, s, K, x);
  }
  add_nodes(f, load, s, K, x);
  for (size_t k = 0; k < 2 && !load->is_ground; k++) {
    x[3 * load->node + k] += load->direction[k];
  }
  for (size_t i = 0; i < 3 * f->nodes; i++) {
    if (!f->held[i / 3][i % 3]) {
      free_of[n++] = i;
    }
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      A[i * n + j] = K[free_of[i] * UNKNOWNS + free_of[j]];
    }
    x[i] = x[free_of[i]];
  }
  solve(n, A, 1, x);
  number sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += free_of[i] / 3 == receiver->node && free_of[i] % 3 < 2 ? receiver->direction[free_of[i] % 3] * x[i] : 0;
  }
  return sum;
}

/* ---- in time ----------------------------------------------------------------------------------------------------- */

static number of_record(const frame_history *h, number s)
{
  number sum = 0;
  for (size_t i = 0; i < h->count; i++) {
    double before = i > 0 ? (h->value[i] - h->value[i - 1]) / (h->time[i] - h->time[i - 1]) : 0;
    double after = i + 1 < h->count ? (h->value[i + 1] - h->value[i]) / (h->time[i + 1] - h->time[i]) : 0;
    double jump = (i == 0 ? h->value[i] : 0) - (i + 1 == h->count ? h->value[i] : 0);
    sum += cexpl(-s * h->time[i]) * (jump / s + (after - before) / (s * s));
  }
  return sum;
}

static number transform(const frame_history *h, number s)
{
  long double w = acosl(-1) / h->duration;
  switch (h->kind) {
  case FRAME_STEP:
    return h->size / s;
  case FRAME_IMPULSE:
    return h->size;
  case FRAME_HALF_SINE:
    return h->size * w * (1 + cexpl(-s * h->duration)) / (s * s + w * w);
  case FRAME_RECORD:
    break;
  }
  return of_record(h, s);
}

/** One line: (2/P) Σ Re F e^{st}, s = σ + 2πik/P, the last half of the places fading out. */
static void along_line(const frame *f, const frame_load *load, const frame_receiver *receiver, const frame_history *h,
                       const double *time, size_t times, long double decay, size_t places, double *value)
{
  long double period = 4 * (long double)time[times - 1], sigma = decay / period, pi = acosl(-1);
  long double *sum = calloc(times, sizeof *sum);
  for (size_t k = 0; sum && k < places; k++) {
    number s = sigma + imaginary(2 * pi * (long double)k / period);
    long double part = (long double)k / (long double)places, weight = part < 0.5L ? 1 : cosl(pi * (part - 0.5L));
    number F = frame_transfer(f, load, receiver, s) * transform(h, s) * (receiver->order ? s : 1);
    for (size_t i = 0; i < times; i++) {
      sum[i] += (k == 0 ? 1 : 2) * weight * weight / period * creall(F * cexpl(s * time[i]));
    }
  }
  for (size_t i = 0; sum && i < times; i++) {
    value[i] = (double)sum[i];
  }
  free(sum);
}

void frame_motion(const frame *f, const frame_load *load, const frame_receiver *receiver, const frame_history *history,
                  const double *time, size_t times, double *value, double *doubt)
{
  along_line(f, load, receiver, history, time, times, 22, 5000, doubt);
  along_line(f, load, receiver, history, time, times, 18, 10000, value);
  for (size_t i = 0; i < times; i++) {
    doubt[i] = 2 * fabs(doubt[i] - value[i]);
  }
}

/* ---- at random --------------------------------------------------------------------------------------------------- */

static long double square_at(const frame *f, const frame_load *load, const frame_receiver *receiver, long double omega)
{
  long double H = cabsl(frame_transfer(f, load, receiver, imaginary(omega))) * (receiver->order ? omega : 1);
  return H * H;
}

/** @param[in] y  at the ends and the middle @param[in] least  below which pieces need not be halved */
static long double simpson(const frame *f, const frame_load *load, const frame_receiver *receiver, long double a,
                           long double b, const long double y[3], long double least, int depth)
{
  long double h = b - a, all = h / 6 * (y[0] + 4 * y[1] + y[2]);
  long double q[2] = {square_at(f, load, receiver, a + h / 4), square_at(f, load, receiver, a + 3 * h / 4)};
  long double left = h / 12 * (y[0] + 4 * q[0] + y[1]), right = h / 12 * (y[1] + 4 * q[1] + y[2]);
  if (depth <= 0 || fabsl(left + right - all) < fmaxl(least, 1e-8L * fabsl(all))) {
    return left + right;
  }
  const long double low[3] = {y[0], q[0], y[1]}, high[3] = {y[1], q[1], y[2]};
  return simpson(f, load, receiver, a, a + h / 2, low, least / 2, depth - 1) +
         simpson(f, load, receiver, a + h / 2, b, high, least / 2, depth - 1);
}

double frame_rms(const frame *f, const frame_load *load, const frame_receiver *receiver, double from, double to,
                 double *doubt)
{
  enum { PIECES = 200 };
  long double sum = 0;
  for (int i = 0; i < PIECES; i++) {
    long double a = from + (to - from) * i / PIECES, b = from + (to - from) * (i + 1) / PIECES;
    const long double y[3] = {square_at(f, load, receiver, a), square_at(f, load, receiver, (a + b) / 2),
                              square_at(f, load, receiver, b)};
    sum += simpson(f, load, receiver, a, b, y, 0, 26);
  }
  *doubt = 1e-7 * sqrt((double)sum);
  return sqrt((double)sum);
}
