/* SPDX-License-Identifier: BSD-3-Clause */
/* The frequencies that an assembled model of finite elements has, and what they cost: for tests/bench/large.sh.
 *
 *     build/tests/bench_elements FILE PIECES COUNT
 *
 * FILE has the kind (`beam`, bending by cubic elements, or `bar`, a truss), the number of freedoms of a joint (of a
 * beam 3 in the plane or 6, of a bar 2 or 3), E, density, nu and the side of the square section, how many joints and
 * members there are, then for each joint x, y, z and whether it is fixed, and for each member its two joints from 0 on;
 * all in SI units. Each member is PIECES elements; a bar stays straight, its mass across is that of its ends. The
 * lowest COUNT frequencies are found with the libraries that the program uses: MUMPS (symmetric, METIS) factorises K,
 * ARPACK iterates. K is positive definite where enough is fixed. Printed are the order, processor seconds from the
 * first line read to the last frequency, then ω in rad/s, one a line. */
#include <arpack.h>
#include <dmumps_c.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** Freedoms of an element; jobs of MUMPS, its stand-in for a communicator. */
enum { SIZE = 12, START = -1, END = -2, SOLVE = 3, FACTORISE = 4, WORLD = -987654 };
/** Torsion constant of a square over side⁴ (Saint-Venant). */
static const double square_torsion = 0.14057701495515551;

typedef struct structure {
  bool is_bar;
  int freedoms; /**< of a joint */
  double E, density, nu, side;
  int joints, members;
  double (*at)[3];
  bool *is_fixed;
  int (*end)[2];
} structure;

/** Lower triangle, entries added up by whoever reads it. */
typedef struct entries {
  int count, capacity;
  int *row, *column; /**< from 1 on */
  double *value;
} entries;

typedef struct model {
  int n;
  entries K, M;
} model;

static void *must(void *room)
{
  if (!room) {
    fprintf(stderr, "bench_elements: out of memory\n");
    exit(2);
  }
  return room;
}

static void put(entries *e, int row, int column, double value)
{
  if (row < column || value == 0) {
    return;
  }
  if (e->count == e->capacity) {
    e->capacity = e->capacity ? 2 * e->capacity : 1024;
    e->row = must(realloc(e->row, (size_t)e->capacity * sizeof *e->row));
    e->column = must(realloc(e->column, (size_t)e->capacity * sizeof *e->column));
    e->value = must(realloc(e->value, (size_t)e->capacity * sizeof *e->value));
  }
  e->row[e->count] = row;
  e->column[e->count] = column;
  e->value[e->count++] = value;
}

/* ------------------------------------------------------------------------------------------------ elements */

/** One element along x: freedoms ux, uy, uz, rx, ry, rz of either end. */
typedef struct element {
  double K[SIZE][SIZE], M[SIZE][SIZE];
} element;

static void both(double A[SIZE][SIZE], int i, int j, double value)
{
  A[i][j] = A[j][i] = value;
}

/** Two freedoms that differ linearly between the ends. */
static void add_line(element *e, int i, double stiffness, double mass)
{
  e->K[i][i] = e->K[i + 6][i + 6] = stiffness;
  both(e->K, i, i + 6, -stiffness);
  e->M[i][i] = e->M[i + 6][i + 6] = mass / 3;
  both(e->M, i, i + 6, mass / 6);
}

/** Bending with displacement u and rotation r; sign: that of du/dx in r. */
static void add_bending(element *e, int u, int r, double sign, double EI, double mass, double h)
{
  double k = EI / (h * h * h), m = mass / 420, s = sign * h;
  const int at[] = {u, r, u + 6, r + 6};
  const double K[4][4] = {{12, 6 * s, -12, 6 * s},
                          {6 * s, 4 * h * h, -6 * s, 2 * h * h},
                          {-12, -6 * s, 12, -6 * s},
                          {6 * s, 2 * h * h, -6 * s, 4 * h * h}};
  const double M[4][4] = {{156, 22 * s, 54, -13 * s},
                          {22 * s, 4 * h * h, 13 * s, -3 * h * h},
                          {54, 13 * s, 156, -22 * s},
                          {-13 * s, -3 * h * h, -22 * s, 4 * h * h}};
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      e->K[at[i]][at[j]] = k * K[i][j];
      e->M[at[i]][at[j]] = m * M[i][j];
    }
  }
}

/** Own axes of a member as rows: the first along it. @return its length */
static double axes_of(const structure *s, int member, double axis[3][3])
{
  const double *a = s->at[s->end[member][0]], *b = s->at[s->end[member][1]];
  double length = 0, across = 0;
  for (int i = 0; i < 3; i++) {
    axis[0][i] = b[i] - a[i];
    length += axis[0][i] * axis[0][i];
  }
  length = sqrt(length);
  bool is_upright = fabs(axis[0][2]) > 0.9 * length;
  for (int i = 0; i < 3; i++) {
    axis[0][i] /= length;
  }
  const double up[] = {0, is_upright ? 1 : 0, is_upright ? 0 : 1};
  for (int i = 0; i < 3; i++) {
    axis[1][i] = up[(i + 1) % 3] * axis[0][(i + 2) % 3] - up[(i + 2) % 3] * axis[0][(i + 1) % 3];
    across += axis[1][i] * axis[1][i];
  }
  for (int i = 0; i < 3; i++) {
    axis[1][i] /= sqrt(across);
  }
  for (int i = 0; i < 3; i++) {
    axis[2][i] = axis[0][(i + 1) % 3] * axis[1][(i + 2) % 3] - axis[0][(i + 2) % 3] * axis[1][(i + 1) % 3];
  }
  return length;
}

/** A ← Tᵀ A T with the axes on every diagonal block. */
static void turn(double A[SIZE][SIZE], double axis[3][3])
{
  double B[SIZE][SIZE];
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      B[i][j] = 0;
      for (int k = 0; k < 3; k++) {
        B[i][j] += A[i][j / 3 * 3 + k] * axis[k][j % 3];
      }
    }
  }
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      A[i][j] = 0;
      for (int k = 0; k < 3; k++) {
        A[i][j] += axis[k][i % 3] * B[i / 3 * 3 + k][j];
      }
    }
  }
}

static void beam_element(const structure *s, double h, double axis[3][3], element *e)
{
  double A = s->side * s->side, I = A * A / 12, mass = s->density * A * h, G = s->E / (2 * (1 + s->nu));
  *e = (element){0};
  add_line(e, 0, s->E * A / h, mass);
  add_line(e, 3, G * square_torsion * A * A / h, s->density * 2 * I * h);
  add_bending(e, 1, 5, 1, s->E * I, mass, h);
  add_bending(e, 2, 4, -1, s->E * I, mass, h);
  turn(e->K, axis);
  turn(e->M, axis);
}

/* ------------------------------------------------------------------------------------------------ assembly */

/** Which of ux, uy, uz, rx, ry, rz a joint has. */
static const int *freedoms_of(const structure *s)
{
  static const int plane[] = {0, 1, 5}, space[] = {0, 1, 2, 3, 4, 5};
  return s->freedoms == 3 && !s->is_bar ? plane : space;
}

/** @param[in] first  number of the first unknown of either end, 0: fixed */
static void add_element(const structure *s, const element *e, const int first[2], model *m)
{
  const int *freedom = freedoms_of(s);
  int f = s->freedoms;
  for (int i = 0; i < 2 * f; i++) {
    for (int j = 0; j < 2 * f; j++) {
      int row = first[i / f], column = first[j / f], a = freedom[i % f] + 6 * (i / f), b = freedom[j % f] + 6 * (j / f);
      if (row && column) {
        put(&m->K, row + i % f, column + j % f, e->K[a][b]);
        put(&m->M, row + i % f, column + j % f, e->M[a][b]);
      }
    }
  }
}

static void add_beam(const structure *s, int member, const int *unknown, int pieces, model *m)
{
  double axis[3][3], length = axes_of(s, member, axis);
  element e;
  beam_element(s, length / pieces, axis, &e);
  int before = unknown[s->end[member][0]], last = unknown[s->end[member][1]];
  for (int k = 0; k < pieces; k++) {
    int next = k + 1 < pieces ? m->n + 1 : last;
    const int first[] = {before, next};
    m->n += k + 1 < pieces ? s->freedoms : 0;
    add_element(s, &e, first, m);
    before = next;
  }
}

/** Entries between two unknowns along a bar, or its ends, which move by the axis: of both triangles. */
static void add_along(const structure *s, const int unknown[2], const bool is_end[2], const double *axis, double k,
                      double mass, model *m)
{
  int f[] = {is_end[0] ? s->freedoms : 1, is_end[1] ? s->freedoms : 1};
  for (int a = 0; a < 2; a++) {
    for (int b = 0; b < 2; b++) {
      for (int i = 0; i < f[a] && unknown[a] && unknown[b]; i++) {
        for (int j = 0; j < f[b]; j++) {
          double share = (is_end[a] ? axis[i] : 1) * (is_end[b] ? axis[j] : 1);
          put(&m->K, unknown[a] + i, unknown[b] + j, share * (a == b ? k : -k));
          put(&m->M, unknown[a] + i, unknown[b] + j, share * mass / (a == b ? 3 : 6));
        }
      }
    }
  }
}

static void add_bar(const structure *s, int member, const int *unknown, int pieces, model *m)
{
  double axis[3][3], length = axes_of(s, member, axis), h = length / pieces, A = s->side * s->side;
  const int end[] = {unknown[s->end[member][0]], unknown[s->end[member][1]]};
  int before = end[0];
  for (int k = 0; k < pieces; k++) {
    bool is_last = k + 1 == pieces;
    const int at[] = {before, is_last ? end[1] : ++m->n};
    const bool is_end[] = {k == 0, is_last};
    add_along(s, at, is_end, axis[0], s->E * A / h, s->density * A * h, m);
    before = at[1];
  }
  for (int a = 0; a < 2; a++) { /* across */
    for (int b = 0; b < 2; b++) {
      for (int i = 0; i < s->freedoms && end[a] && end[b]; i++) {
        for (int j = 0; j < s->freedoms; j++) {
          double share = (i == j) - axis[0][i] * axis[0][j];
          put(&m->M, end[a] + i, end[b] + j, share * s->density * A * length / (a == b ? 3 : 6));
        }
      }
    }
  }
}

static void assemble(const structure *s, int pieces, model *m)
{
  int *unknown = must(calloc((size_t)s->joints, sizeof *unknown));
  for (int i = 0; i < s->joints; i++) {
    unknown[i] = s->is_fixed[i] ? 0 : m->n + 1;
    m->n += s->is_fixed[i] ? 0 : s->freedoms;
  }
  for (int i = 0; i < s->members; i++) {
    (s->is_bar ? add_bar : add_beam)(s, i, unknown, pieces, m);
  }
  free(unknown);
}

/* ------------------------------------------------------------------------------------------------ frequencies */

static void multiply(const entries *e, int n, const double *x, double *y)
{
  memset(y, 0, (size_t)n * sizeof *y);
  for (int k = 0; k < e->count; k++) {
    int i = e->row[k] - 1, j = e->column[k] - 1;
    y[i] += e->value[k] * x[j];
    y[j] += i != j ? e->value[k] * x[i] : 0;
  }
}

/** Entries of the same place become one, by columns: products take what there is. */
static void add_up(entries *e, int n)
{
  int *start = must(calloc((size_t)n + 2, sizeof *start)), *last = must(calloc((size_t)n + 1, sizeof *last)), count = 0;
  entries sorted = {.row = must(malloc((size_t)e->count * sizeof(int))),
                    .column = must(malloc((size_t)e->count * sizeof(int))),
                    .value = must(malloc((size_t)e->count * sizeof(double)))};
  int *order = must(malloc((size_t)e->count * sizeof *order));
  for (int k = 0; k < e->count; k++) {
    start[e->column[k] + 1]++;
  }
  for (int j = 0; j <= n; j++) {
    start[j + 1] += start[j];
  }
  for (int k = 0; k < e->count; k++) {
    order[start[e->column[k]]++] = k;
  }
  for (int i = 0; i < e->count; i++) {
    int k = order[i], row = e->row[k], at = last[row] - 1;
    if (at >= 0 && sorted.column[at] == e->column[k]) {
      sorted.value[at] += e->value[k];
      continue;
    }
    sorted.row[count] = row;
    sorted.column[count] = e->column[k];
    sorted.value[count++] = e->value[k];
    last[row] = count;
  }
  free(e->row);
  free(e->column);
  free(e->value);
  free(start);
  free(last);
  free(order);
  sorted.count = sorted.capacity = count;
  *e = sorted;
}

static void run_mumps(DMUMPS_STRUC_C *id, int job)
{
  id->job = job;
  dmumps_c(id);
  if (id->infog[0] < 0) {
    fprintf(stderr, "bench_elements: MUMPS fails with %d\n", id->infog[0]);
    exit(1);
  }
}

static void factorise(model *m, DMUMPS_STRUC_C *id)
{
  id->par = 1;
  id->sym = 2;
  id->comm_fortran = WORLD;
  run_mumps(id, START);
  memset(id->icntl, 0, 4 * sizeof *id->icntl); /* it prints nothing */
  id->icntl[6] = 5;                            /* METIS */
  id->n = m->n;
  id->nnz = m->K.count;
  id->irn = m->K.row;
  id->jcn = m->K.column;
  id->a = m->K.value;
  run_mumps(id, FACTORISE);
}

/** Shifted to 0. @return of ARPACK, 0: done */
static int iterate(const model *m, DMUMPS_STRUC_C *id, int count, double *lambda)
{
  int n = m->n, basis = 2 * count + 1 < n ? 2 * count + 1 : n, small = basis * (basis + 8), ido = 0, info = 0;
  int parameter[11] = {1, 0, 1000, 1, 0, 0, 3, 0, 0, 0, 0}, pointer[14] = {0};
  double *residual = must(calloc((size_t)n, sizeof(double)));
  double *V = must(calloc((size_t)n * (size_t)basis, sizeof(double))),
         *work = must(calloc((size_t)n * 3, sizeof(double)));
  double *room = must(calloc((size_t)small, sizeof(double))), *values = must(calloc((size_t)basis, sizeof(double)));
  int *select = must(calloc((size_t)basis, sizeof(int)));
  for (;;) {
    dsaupd_c(&ido, "G", n, "LM", count, 0.0, residual, basis, V, n, parameter, pointer, work, room, small, &info);
    if (ido != -1 && ido != 1 && ido != 2) {
      break;
    }
    double *x = work + pointer[0] - 1, *y = work + pointer[1] - 1;
    if (ido == 2) {
      multiply(&m->M, n, x, y);
      continue;
    }
    if (ido == 1) {
      memcpy(y, work + pointer[2] - 1, (size_t)n * sizeof *y);
    } else {
      multiply(&m->M, n, x, y);
    }
    id->rhs = y;
    run_mumps(id, SOLVE);
  }
  if (info == 0) {
    dseupd_c(0, "A", select, values, V, n, 0.0, "G", n, "LM", count, 0.0, residual, basis, V, n, parameter, pointer,
             work, room, small, &info);
  }
  memcpy(lambda, values, (size_t)count * sizeof *lambda);
  free(residual);
  free(V);
  free(work);
  free(room);
  free(values);
  free(select);
  return info;
}

/* ------------------------------------------------------------------------------------------------ in and out */

static bool read_structure(FILE *file, structure *s)
{
  char kind[8];
  if (fscanf(file, "%7s %d %lf %lf %lf %lf %d %d", kind, &s->freedoms, &s->E, &s->density, &s->nu, &s->side, &s->joints,
             &s->members) != 8) {
    return false;
  }
  s->is_bar = strcmp(kind, "bar") == 0;
  s->at = must(calloc((size_t)s->joints, sizeof *s->at));
  s->is_fixed = must(calloc((size_t)s->joints, sizeof *s->is_fixed));
  s->end = must(calloc((size_t)s->members, sizeof *s->end));
  for (int i = 0; i < s->joints; i++) {
    int fixed;
    if (fscanf(file, "%lf %lf %lf %d", &s->at[i][0], &s->at[i][1], &s->at[i][2], &fixed) != 4) {
      return false;
    }
    s->is_fixed[i] = fixed;
  }
  for (int i = 0; i < s->members; i++) {
    if (fscanf(file, "%d %d", &s->end[i][0], &s->end[i][1]) != 2) {
      return false;
    }
  }
  return true;
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
  FILE *file = argc == 4 ? fopen(argv[1], "r") : NULL;
  int pieces = argc == 4 ? atoi(argv[2]) : 0, count = argc == 4 ? atoi(argv[3]) : 0;
  structure s = {0};
  model m = {0};
  DMUMPS_STRUC_C id = {0};
  if (!file || pieces < 1 || count < 1 || !read_structure(file, &s)) {
    fprintf(stderr, "usage: bench_elements FILE PIECES COUNT\n");
    return 2;
  }
  fclose(file);
  assemble(&s, pieces, &m);
  add_up(&m.K, m.n);
  add_up(&m.M, m.n);
  double *lambda = must(calloc((size_t)count, sizeof *lambda));
  factorise(&m, &id);
  int info = iterate(&m, &id, count, lambda);
  qsort(lambda, (size_t)count, sizeof *lambda, rising);
  printf("%d %.3f\n", m.n, (double)clock() / CLOCKS_PER_SEC);
  for (int i = 0; i < count; i++) {
    printf("%.17g\n", sqrt(lambda[i]));
  }
  run_mumps(&id, END);
  free(lambda);
  free(m.K.row);
  free(m.K.column);
  free(m.K.value);
  free(m.M.row);
  free(m.M.column);
  free(m.M.value);
  free(s.at);
  free(s.is_fixed);
  free(s.end);
  return info ? 1 : 0;
}
