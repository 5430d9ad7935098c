#include "base/pivoted.h"
#include "base/memory.h"

#include <dlfcn.h>
#include <dmumps_c.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/** MUMPS numbers its controls from 1. */
#define ICNTL(i) icntl[(i)-1]
#define INFOG(i) infog[(i)-1]

enum { JOB_START = -1, JOB_END = -2, JOB_ANALYSE = 1, JOB_FACTORISE = 2, JOB_SOLVE = 3 };
enum { USE_COMM_WORLD = -987654, SINGULAR = -10 };

struct hol_pivoted {
  void *library;
  void (*call)(DMUMPS_STRUC_C *);
  DMUMPS_STRUC_C id;
  int started;
  int *row, *column; /**< [capacity] places of the last matrix, from 1 */
  double *value;
  size_t capacity;
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

static int run_job(hol_pivoted *p, int job)
{
  p->id.job = job;
  p->call(&p->id);
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
  p->started = 1;
  for (int i = 1; i <= 3; i++) {
    p->id.ICNTL(i) = -1; /* no output */
  }
  p->id.ICNTL(4) = 0;
  p->id.ICNTL(14) = 50; /* room for delayed pivots, per cent */
  return HOL_OK;
}

hol_pivoted *hol_pivoted_new(bool *is_missing)
{
  hol_pivoted *p = hol_alloc(1, sizeof *p);
  *is_missing = p && !load_plugin(p);
  if (p && (*is_missing || start_job(p) != HOL_OK)) {
    hol_pivoted_free(p);
    return NULL;
  }
  return p;
}

void hol_pivoted_be_careful(hol_pivoted *p)
{
  p->id.cntl[0] = 0.5;
}

static void drop_matrix(hol_pivoted *p)
{
  free(p->row);
  free(p->column);
  free(p->value);
  p->row = p->column = p->id.irn = p->id.jcn = NULL;
  p->value = p->id.a = NULL;
  p->capacity = 0;
}

void hol_pivoted_free(hol_pivoted *p)
{
  if (!p) {
    return;
  }
  if (p->started) {
    run_job(p, JOB_END);
  }
  if (p->library) {
    dlclose(p->library);
  }
  drop_matrix(p);
  free(p);
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

hol_status hol_pivoted_factorise(hol_pivoted *p, size_t n, size_t count, const int *row, const int *column,
                                 const double *value, bool goes_on, size_t *negative)
{
  if (n > INT_MAX) {
    return HOL_MEMORY;
  }
  HOL_TRY(make_room(p, count));
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
  while (info == -9 && p->id.ICNTL(14) < 2000) { /* too little room for the pivots that were put off */
    p->id.ICNTL(14) *= 2;
    info = run_job(p, JOB_FACTORISE);
  }
  drop_matrix(p); /* solutions are not refined by it */
  *negative = (size_t)p->id.INFOG(12);
  return info == 0 ? HOL_OK : info == -13 ? HOL_MEMORY : HOL_NUMERICAL;
}

hol_status hol_pivoted_solve(hol_pivoted *p, double *x, size_t columns)
{
  p->id.nrhs = (int)columns;
  p->id.lrhs = p->id.n;
  p->id.rhs = x;
  return run_job(p, JOB_SOLVE) < 0 ? HOL_NUMERICAL : HOL_OK;
}
