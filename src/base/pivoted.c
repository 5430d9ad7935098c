/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse symmetric indefinite factorisation and solution by MUMPS, loaded as a plugin or distributed over ranks. */
#include "base/pivoted.h"
#include "base/memory.h"

#include <dlfcn.h>
#include <dmumps_c.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/** MUMPS numbers its controls from 1. */
#define ICNTL(i) icntl[(i)-1]
#define INFO(i) info[(i)-1]
#define INFOG(i) infog[(i)-1]

enum { JOB_START = -1, JOB_END = -2, JOB_ANALYSE = 1, JOB_FACTORISE = 2, JOB_SOLVE = 3 };
enum { USE_COMM_WORLD = -987654, SINGULAR = -10, LOST = -1000 };

struct hol_pivoted {
  hol_common common; /**< first */
  void *library;     /**< NULL of factors in common with other ranks */
  void (*call)(DMUMPS_STRUC_C *);
  DMUMPS_STRUC_C id;
  bool is_started, is_ended;
  int *row, *column; /**< [capacity] places of the last matrix, from 1; of a pattern: its places, during a job */
  double *value;
  size_t capacity;
  int *order; /**< [n] the place in the order of each row, from 1; NULL: not prescribed */
};

/** The plugin is found beside the program (run path) or where it was installed. Its own MPI symbols win inside it (deep
 *  binding), whatever else is loaded. */
static int load_plugin(hol_pivoted *p)
{
#if defined(RTLD_DEEPBIND) && !defined(HOLONOME_SANITIZED) /* a sanitizer's replacements must win over the library's */
  int mode = RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND;
#else
  int mode = RTLD_LAZY | RTLD_LOCAL;
#endif
  p->library = dlopen("libholonome_mumps.so", mode);
  if (!p->library) {
    p->library = dlopen(HOLONOME_PLUGINS "/libholonome_mumps.so", mode);
  }
  void *symbol = p->library ? dlsym(p->library, "hol_mumps") : NULL;
  memcpy(&p->call, &symbol, sizeof symbol);
  return symbol != NULL;
}

/** A job of MUMPS, on all ranks if it is in common. @return INFOG(1), the same on all of them */
static int run_job(hol_pivoted *p, int job)
{
  const hol_lockstep *l = p->common.lockstep;
  p->id.job = job;
  if (p->library) {
    p->call(&p->id);
  } else if (!l->comm->mumps(l->comm->handle, &p->id)) {
    return LOST;
  }
  return p->id.INFOG(1);
}

static hol_status start_job(hol_pivoted *p)
{
  memset(&p->id, 0, sizeof p->id);
  p->id.par = 1;
  p->id.sym = 2;
  p->id.comm_fortran = USE_COMM_WORLD;
  if (run_job(p, JOB_START) < 0) {
    return HOL_NUMERICAL;
  }
  p->is_started = true;
  for (int i = 1; i <= 3; i++) {
    p->id.ICNTL(i) = -1; /* no output */
  }
  p->id.ICNTL(4) = 0;
  p->id.ICNTL(13) = 1;  /* the last front by one rank: ScaLAPACK does not count signs */
  p->id.ICNTL(14) = 50; /* room for delayed pivots, per cent */
  p->id.ICNTL(28) = 1;  /* analysis by one rank */
  return HOL_OK;
}

static void release(hol_pivoted *p)
{
  if (p->library) {
    dlclose(p->library);
  }
  free(p->row);
  free(p->column);
  free(p->value);
  free(p->order);
  free(p);
}

/** With all ranks, or alone where they cannot be reached: what MUMPS has is then lost. */
static void end(hol_common *thing, bool is_reached)
{
  hol_pivoted *p = (hol_pivoted *)thing;
  if (is_reached) {
    run_job(p, JOB_END);
  }
  p->common.lockstep = NULL;
  p->is_ended = true;
  if (p->common.is_left) {
    release(p);
  }
}

static hol_status start_common(hol_pivoted *p, hol_lockstep *l)
{
  HOL_TRY(hol_lockstep_meet(l, HOL_MEET_TO_MAKE, (const size_t[2]){0, 0}, HOL_OK));
  p->common.end = end;
  hol_lockstep_add(l, &p->common);
  return start_job(p);
}

static hol_status start_any(hol_pivoted *p, hol_lockstep *common)
{
  bool is_own = !common || !common->comm->mumps;
  if (is_own && !load_plugin(p)) {
    return HOL_FILE;
  }
  return common ? start_common(p, common) : start_job(p);
}

hol_status hol_pivoted_new(hol_lockstep *common, hol_pivoted **p)
{
  *p = hol_alloc(1, sizeof **p);
  hol_status status = *p ? start_any(*p, common) : HOL_MEMORY;
  if (status != HOL_OK) {
    hol_pivoted_free(*p);
    *p = NULL;
  }
  return status;
}

void hol_pivoted_free(hol_pivoted *p)
{
  if (p && p->common.lockstep) {
    p->common.is_left = true;
  } else if (p) {
    if (p->is_started && !p->is_ended) {
      run_job(p, JOB_END);
    }
    release(p);
  }
}

/** Of factors in common, meet before an operation. */
static hol_status meet(hol_pivoted *p, hol_meeting what, size_t first, size_t second, hol_status status)
{
  if (p->is_ended) {
    return HOL_INCOMPLETE;
  }
  return p->common.lockstep ? hol_lockstep_meet(p->common.lockstep, what, (const size_t[2]){first, second}, status)
                            : status;
}

static hol_status make_room(hol_pivoted *p, size_t count)
{
  size_t a = p->capacity, b = p->capacity, c = p->capacity;
  if (!hol_grow(&p->row, &a, count, sizeof *p->row) || !hol_grow(&p->column, &b, count, sizeof *p->column) ||
      !hol_grow(&p->value, &c, count, sizeof *p->value)) {
    return HOL_MEMORY;
  }
  p->capacity = a;
  return HOL_OK;
}

static void copy_matrix(hol_pivoted *p, size_t count, const int *row, const int *column, const double *value)
{
  for (size_t i = 0; i < count; i++) {
    p->row[i] = row[i] + 1;
    p->column[i] = column[i] + 1;
    p->value[i] = value[i];
  }
}

/** Is workspace (of integers, of numbers) or a buffer for messages too small? */
static bool is_too_little(int info)
{
  return info == -8 || info == -9 || info == -14 || info == -17 || info == -20;
}

static size_t larger(size_t a, size_t b)
{
  return a > b ? a : b;
}

/** What this rank's part takes. */
static void note_memory(const hol_pivoted *p, hol_lockstep *l)
{
  size_t million = 1000000, numbers = p->id.INFO(9) < 0 ? (size_t)-p->id.INFO(9) * million : (size_t)p->id.INFO(9);
  l->factors = larger(l->factors, numbers * sizeof(double));
  l->factorising = larger(l->factorising, (size_t)p->id.INFO(22) * million);
}

/** The numbers of a factorisation, the same on all ranks. @param[in] info  INFOG(1) */
static hol_status finish(hol_pivoted *p, int info, size_t *negative)
{
  while (is_too_little(info) && p->id.ICNTL(14) < 2000) { /* room for the pivots that were put off */
    p->id.ICNTL(14) *= 2;
    info = run_job(p, JOB_FACTORISE);
  }
  *negative = (size_t)p->id.INFOG(12);
  if (p->common.lockstep && info == 0) {
    note_memory(p, p->common.lockstep);
  }
  return info == 0 ? HOL_OK : info == -13 ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_pivoted_factorise(hol_pivoted *p, size_t n, size_t count, const int *row, const int *column,
                                 const double *value, bool goes_on, size_t *negative)
{
  HOL_TRY(meet(p, HOL_MEET_TO_FACTORISE, n, count, n <= INT_MAX ? make_room(p, count) : HOL_MEMORY));
  copy_matrix(p, count, row, column, value);
  p->id.n = (int)n;
  p->id.nnz = (int64_t)count;
  p->id.irn = p->row;
  p->id.jcn = p->column;
  p->id.a = p->value;
  p->id.ICNTL(24) = 0;
  if (run_job(p, JOB_ANALYSE) < 0) {
    return HOL_NUMERICAL;
  }
  int info = run_job(p, JOB_FACTORISE);
  if (info == SINGULAR && goes_on) {
    p->id.ICNTL(24) = 1; /* find zero pivots and pass them over; known to the analysis, too */
    info = run_job(p, JOB_ANALYSE) < 0 ? SINGULAR : run_job(p, JOB_FACTORISE);
  }
  return finish(p, info, negative);
}

/** Places of a pattern are there for as long as a job needs them: with factors they are much. */
static void drop_places(hol_pivoted *p)
{
  free(p->row);
  free(p->column);
  free(p->value);
  p->row = p->column = p->id.irn = p->id.jcn = NULL;
  p->value = NULL;
  p->capacity = 0;
}

static hol_status copy_places(hol_pivoted *p, const hol_ldl_pattern *pattern)
{
  size_t count = (size_t)pattern->start[pattern->n];
  drop_places(p);
  p->row = p->id.irn = hol_alloc(count, sizeof *p->row);
  p->column = p->id.jcn = hol_alloc(count, sizeof *p->column);
  if (!p->row || !p->column) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < pattern->n; j++) {
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
      p->row[e] = pattern->row[e] + 1;
      p->column[e] = (int)j + 1;
    }
  }
  return HOL_OK;
}

/** Places, and the order. */
static hol_status copy_pattern(hol_pivoted *p, const hol_ldl_pattern *pattern)
{
  HOL_TRY(copy_places(p, pattern));
  free(p->order);
  p->order = hol_alloc(pattern->n, sizeof *p->order);
  if (!p->order) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < pattern->n; j++) {
    p->order[pattern->order[j]] = (int)j + 1;
  }
  return HOL_OK;
}

hol_status hol_pivoted_analyse(hol_pivoted *p, const hol_ldl_pattern *pattern)
{
  size_t count = (size_t)pattern->start[pattern->n];
  HOL_TRY(meet(p, HOL_MEET_TO_ANALYSE, pattern->n, count, copy_pattern(p, pattern)));
  p->id.n = (int)pattern->n;
  p->id.nnz = (int64_t)count;
  p->id.perm_in = p->order;
  p->id.ICNTL(6) = 0; /* nothing that depends on values */
  p->id.ICNTL(7) = 1; /* the order that is given */
  p->id.ICNTL(12) = 1;
  int info = run_job(p, JOB_ANALYSE);
  drop_places(p);
  return info < 0 ? HOL_NUMERICAL : HOL_OK;
}

hol_status hol_pivoted_renew(hol_pivoted *p, const hol_ldl_pattern *pattern, double *value, size_t *negative)
{
  size_t count = (size_t)pattern->start[pattern->n];
  HOL_TRY(meet(p, HOL_MEET_TO_FACTORISE, pattern->n, count, copy_places(p, pattern)));
  p->id.a = value;
  hol_status status = finish(p, run_job(p, JOB_FACTORISE), negative);
  drop_places(p);
  return status;
}

/** Rank 0's solution to all. */
static hol_status share_solution(hol_pivoted *p, double *x, size_t columns)
{
  const hol_comm *comm = p->common.lockstep->comm;
  char *bytes = (char *)x;
  size_t size = (size_t)p->id.n * columns * sizeof *x;
  hol_status status = comm->broadcast(comm->handle, &bytes, &size);
  if (bytes != (char *)x && status == HOL_OK) {
    memcpy(x, bytes, size);
  }
  if (bytes != (char *)x) {
    free(bytes);
  }
  return status == HOL_OK ? HOL_OK : hol_lockstep_break(p->common.lockstep, status);
}

hol_status hol_pivoted_solve(hol_pivoted *p, double *x, size_t columns)
{
  HOL_TRY(meet(p, HOL_MEET_TO_SOLVE, (size_t)p->id.n, columns, HOL_OK));
  p->id.nrhs = (int)columns;
  p->id.lrhs = p->id.n;
  p->id.rhs = x;
  int info = run_job(p, JOB_SOLVE);
  if (info < 0) {
    return info == -13 ? HOL_MEMORY : HOL_NUMERICAL;
  }
  return p->common.lockstep ? share_solution(p, x, columns) : HOL_OK;
}
